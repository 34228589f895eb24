"""Line 11: the first evening. What `make play` starts, from its word that it is ready to a counter in the hand."""

from __future__ import annotations

import sys
from pathlib import Path

from . import peers
from .measure import Figure, Line

ROOT = Path(__file__).parent.parent
GAMES = {"drive-on-moscow": "Drive on Moscow", "fire-in-the-east": "Fire in the East"}
USABLE = 2000.0  #: milliseconds: somebody who has just typed `make play` is not kept waiting
REPEATS = 3


def lines(quick: bool) -> list[Line]:
    """Nothing in a smoke run: maps that were never drawn take a while."""
    if quick:
        return []
    script = ROOT / "benchmarks" / "browser" / "evening.mjs"
    try:
        figures = peers.figures(["node", script, sys.executable, _maps(), str(REPEATS), *GAMES], ROOT)
    except peers.PeerMissing as missing:
        print(missing)
        return []
    found = {figure.name: figure for figure in figures}
    table = [_line("11", "from `make play` saying that it is ready to a start page with games to click", found["start"])]
    for letters, (slug, title) in zip(("bc", "de"), GAMES.items(), strict=True):
        table.append(_line(f"11{letters[0]}", f"from Begin to the map and counters of {title}", found[f"{slug} drawn"]))
        table.append(_line(f"11{letters[1]}", "the same, and a counter clicked on is picked", found[f"{slug} picked"]))
    return table


def _line(number: str, title: str, figure: Figure) -> Line:
    return Line(number, title, figure, goal=USABLE)


def _maps() -> Path:
    """The maps as `make setup` draws them, in a folder of the benchmarks."""
    from grognard.server.tiles import Tiles

    cache = ROOT / "build" / "bench-cache"
    for slug in GAMES:
        Tiles(cache).folder(slug, "light")
    return cache
