"""What does not change while the server runs: games, boards, rules and colours, encoded once."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..about import about
from ..ai import LEVELS, usual
from ..boards.earth import hex_width
from ..core.board import Board
from ..core.game import Game
from ..core.hand_made import PREFIX, is_named
from ..core.marks import table
from ..core.seats import Roster
from ..draw.tokens import FOLDER as DRAW
from ..games import GAMES, folder_of, load_game
from ..puzzles import Puzzle, puzzles
from ..rulebook import read_rules, spelt_out
from . import shapes, wire
from .access import Denied
from .computers import level_names
from .tiles import board_file


class Document(msgspec.Struct, frozen=True):
    """Bytes to be sent, and the tag by which a browser knows them again."""

    data: bytes
    etag: str


def _document(data: bytes) -> Document:
    return Document(data, f'"{hashlib.sha256(data).hexdigest()[:24]}"')


def known(slug: str) -> str:
    if slug not in GAMES:
        raise Denied(404, f"there is no game {slug!r}; there are: {', '.join(GAMES)}")
    return slug


@cache
def games() -> list[wire.GameInfo]:
    """All games, with what can be chosen for those that can be played."""
    return [
        _about(slug, _game(slug, title) if playable else wire.GameInfo(slug, title, False))
        for slug, (_, title, playable) in GAMES.items()
    ]


def _about(slug: str, info: wire.GameInfo) -> wire.GameInfo:
    said = about(slug)
    info.dates, info.teaches, info.length, info.complexity = said.dates, said.teaches, said.length, said.complexity
    info.picture, info.puzzles = picture_file(slug).exists(), len(puzzles(slug))
    return info


def picture_file(slug: str) -> Path:
    """The picture on the box, where a game has one."""
    return folder_of(known(slug)) / "picture.webp"


def picture(slug: str) -> Path:
    """The same; refused where there is none."""
    if not picture_file(slug).exists():
        raise Denied(404, "this game has no picture")
    return picture_file(slug)


def _game(slug: str, title: str) -> wire.GameInfo:
    game = load_game(slug)
    return wire.GameInfo(
        slug, title, True, list(game.seats), list(game.sides),
        [wire.ScenarioInfo(s.name, s.title, s.text, s is game.usual_scenario) for s in game.scenarios],
        [wire.ChoiceInfo(c.name, c.title, list(c.values), c.default, c.rule, c.text) for c in game.choices],
        [wire.SeatingInfo(r.seating.name, r.seating.title, r.seating.text, seats(game, r)) for r in game.rosters],
        list(game.questions), level_names(slug), camps=list(game.camps), hexes=game.board.hexes, counters=len(game.pieces),
        usual_level=usual(slug), level_texts={level: LEVELS[level] for level in level_names(slug)},
        sets=[wire.SetInfo(number, text) for number, text in enumerate(about(slug).sets, 1)],
    )  # fmt: skip


def data_of(game: Game[Any]) -> wire.SetInfo:
    """The set of data that a game is played with."""
    said = about(game.slug).sets
    return wire.SetInfo(game.data_set, said[game.data_set - 1] if game.data_set <= len(said) else "")


def seats(game: Game[Any], roster: Roster) -> list[wire.SeatInfo]:
    """The seats of a seating, with what they command."""
    return [
        wire.SeatInfo(name, [game.sides[side] for side in sides], [game.posts[post].name for post in posts])
        for name, sides, posts in zip(roster.seats, roster.sides, roster.posts, strict=True)
    ]


@cache
def board(slug: str) -> Document:
    """The board of a game, hexes in the order of the engine."""
    path = board_file(known(slug))
    if GAMES[slug][2]:
        return _document(msgspec.json.encode(_board(load_game(slug).board)))
    if not path.exists():
        raise Denied(404, "this game has no board yet")
    return _document(msgspec.json.encode(_board(Board.load(path))))


def _board(board: Board) -> shapes.BoardInfo:
    names, planes = board.names, {sheet.plane for sheet in board.maps}
    hexes = []
    for k in range(board.hexes):
        x, y = board.centre(k)
        bits = board.feature_bits.item(k)
        hexes.append(shapes.HexInfo(
            names[k], round(x, 6), round(y, 6), board.terrains[board.terrain.item(k)],
            [word for n, word in enumerate(board.features) if bits >> n & 1], board.hex_provenance[k], board.hex_notes.get(k, ""),
            board.cells[k][0] if len(planes) > 1 else "",
        ))  # fmt: skip
    xs, ys = [one.x for one in hexes], [one.y for one in hexes]
    return shapes.BoardInfo(
        board.name, board.title, board.grid.stagger, board.grid.corners(), hexes,
        [shapes.HexsideInfo(names[s.hexes[0]], names[s.hexes[1]], s.kind, s.name, s.provenance) for s in board.sides],
        [shapes.PlaceInfo(names[p.hex], p.kind, p.name, p.tags, p.provenance) for p in board.places],
        {area.name: shapes.AreaInfo(area.title, [names[h] for h in area.hexes]) for area in board.areas.values()},
        [shapes.BoxInfo(box.name, box.title, box.tags, box.turn) for box in board.boxes],
        {word: board.words.mark("terrain", word).partition("+")[0] for word in board.terrains},
        {word: _line(board.words.mark("side", word)) for word in board.side_kinds},
        (min(xs) - 0.6, min(ys) - 0.6, max(xs) + 0.6, max(ys) + 0.6),
        {sheet.plane if len(planes) > 1 else "": wide for sheet in board.maps if (wide := hex_width(board, sheet.plane))},
    )  # fmt: skip


def _line(mark: str) -> shapes.LineInfo:
    found = table().line[mark]
    return shapes.LineInfo(found.across, found.colour)


@cache
def rules(slug: str) -> Document:
    """The rules of a game in our own words, each with the rulings that concern it."""
    book = read_rules(known(slug))
    rulings: dict[str, list[shapes.RulingInfo]] = {}
    for ruling in book.get("rulings", []):
        for ref in ruling.get("refs", []):
            shown = shapes.RulingInfo(str(ruling.get("id", "")), ruling.get("problem", ""), ruling.get("ruling", ""))
            rulings.setdefault(str(ref), []).append(shown)
    return _document(msgspec.json.encode([
        shapes.RuleInfo(
            str(r["id"]), r.get("title", ""), r.get("text", ""), spelt_out(r), r.get("kind", ""),
            [str(ref) for ref in r.get("refs", [])], rulings.get(str(r["id"]), []),
        )
        for r in book.get("rules", [])
    ]))  # fmt: skip


@cache
def aids(slug: str, data_set: int | None = None) -> Document:
    """The game on one page, the charts that lie beside the map, and the order of battle, of a set of its data."""
    game = load_game(slug, data_set=data_set) if GAMES[known(slug)].playable else None
    charts, formations = (game.aids(), game.formations()) if game else ([], {})
    points = [shapes.PointInfo(point.title, point.text, point.rules) for point in about(slug).summary]
    return _document(msgspec.json.encode(shapes.Aids(points, charts, formations)))


def puzzle_list(slug: str) -> list[shapes.PuzzleInfo]:
    """The puzzles of a game, without what solves them."""
    found = puzzles(known(slug)).values()
    return [
        shapes.PuzzleInfo(one.name, one.title, one.task, one.seat, one.minutes, one.rules, one.theme, one.level) for one in found
    ]


def scenario_title(game: Game[Any], scenario: str) -> str:
    """What a match is called by: the title of its scenario, or of the puzzle it was set by."""
    puzzle = puzzles(game.slug).get(scenario.removeprefix(PREFIX)) if is_named(scenario) else None
    titles = {one.name: one.title for one in game.scenarios}
    return puzzle.title if puzzle else titles.get(scenario, scenario)


def puzzle_of(slug: str, name: str) -> Puzzle:
    found = puzzles(known(slug)).get(name)
    if found is None:
        raise Denied(404, f"there is no such puzzle; there are: {', '.join(puzzles(slug)) or 'none'}")
    return found


@cache
def tokens() -> Document:
    """Colours and metrics of everything drawn."""
    return _document((DRAW / "tokens.json").read_bytes())
