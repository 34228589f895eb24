"""Line 9: the map in a real browser, against a naive redraw of the same scene."""

from __future__ import annotations

import shutil
from pathlib import Path

from .. import peers
from ..measure import Figure, Line

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SLUG = "fire-in-the-east"
FRAME = 17.0  #: ms, sixty frames per second; the screen rounds
OPENED = 3000  #: ms


def lines(quick: bool) -> list[Line]:
    """Nothing in a smoke run: the tiles of the largest board take a while to be drawn for the first time."""
    return [] if quick else [*scene(), *_table()]


def scene() -> list[Line]:
    """The map with made-up counters, drawn again and again."""
    try:
        found = {figure.name: figure for figure in peers.figures(["node", HERE / "run.mjs", _material(), "20", "5"], ROOT)}
    except peers.PeerMissing as missing:
        print(missing)
        return []
    naive, small = _named(found["naive 10000"], "naive redraw"), _named(found["frame 1000"], "1,000 hexes")
    return [
        Line("9", "frame while panning, 10,000 hexes, 1,500 counters", found["frame 10000"], [naive, small],
             targets={naive.name: 10, small.name: 1 / 1.3}, goal=FRAME, by_turns=True),
        Line("9b", "from the request of the board to the first picture", found["first 10000"],
             [_named(found["naive first"], "naive redraw")]),
        Line("9c", "the same with all tiles of the map", found["complete 10000"]),
        Line("9d", "the window painted anew, as after a command that changes all of it", found["anew 10000"], [naive]),
    ]  # fmt: skip


def _table() -> list[Line]:
    """The real table with the campaign of June 1941, by the clock and in processor time of server and browser together."""
    found = {figure.name: figure for figure in peers.figures(["node", HERE / "table.mjs", "120", "5"], ROOT)}
    return [
        Line("9e", "the table of a campaign of Fire in the East opened, map and counters drawn", found["opened"], goal=OPENED),
        Line("9f", "the same in processor time of server and browser", found["opened, processor"]),
        Line("9g", "from frame to frame while that table is panned", found["apart"], goal=FRAME),
        Line("9h", "a frame of it in processor time of server and browser", found["frame, processor"], goal=FRAME),
    ]


def _named(figure: Figure, name: str) -> Figure:
    return Figure(name, figure.unit, figure.samples)


def _material() -> Path:
    """The board and its tiles as the server gives them out."""
    from grognard.server.catalogue import board
    from grognard.server.tiles import Tiles

    folder = ROOT / "build" / "bench-browser-material"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.json").write_bytes(board(SLUG).data)
    tiles = Tiles(ROOT / "build" / "bench-cache").folder(SLUG, "light")
    shutil.copytree(tiles, folder / "tiles", dirs_exist_ok=True)
    return folder
