"""What does not change while the server runs: games, boards, rules and colours, encoded once."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from ..core.board import Board
from ..core.game import Game
from ..core.marks import table
from ..core.seats import Roster
from ..draw.tokens import FOLDER as DRAW
from ..games import GAMES, load_game
from ..rulebook import read_rules, spelt_out
from . import wire
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
    return [_game(slug, title) if playable else wire.GameInfo(slug, title, False) for slug, (_, title, playable) in GAMES.items()]


def _game(slug: str, title: str) -> wire.GameInfo:
    game = load_game(slug)
    return wire.GameInfo(
        slug, title, True, list(game.seats), list(game.sides),
        [wire.ScenarioInfo(s.name, s.title, s.text) for s in game.scenarios],
        [wire.ChoiceInfo(c.name, c.title, list(c.values), c.default, c.rule, c.text) for c in game.choices],
        [wire.SeatingInfo(r.seating.name, r.seating.title, r.seating.text, seats(game, r)) for r in game.rosters],
        list(game.questions), level_names(slug), game.words,
    )  # fmt: skip


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


def _board(board: Board) -> dict[str, Any]:
    names, planes = board.names, {sheet.plane for sheet in board.maps}
    hexes = []
    for k in range(board.hexes):
        x, y = board.centre(k)
        bits = board.feature_bits.item(k)
        one: dict[str, Any] = {
            "name": names[k], "x": round(x, 6), "y": round(y, 6), "terrain": board.terrains[board.terrain.item(k)],
            "features": [word for n, word in enumerate(board.features) if bits >> n & 1],
            "provenance": board.hex_provenance[k], "note": board.hex_notes.get(k, ""),
        }  # fmt: skip
        if len(planes) > 1:
            one["plane"] = board.cells[k][0]
        hexes.append(one)
    xs, ys = [one["x"] for one in hexes], [one["y"] for one in hexes]
    return {
        "name": board.name, "title": board.title, "stagger": board.grid.stagger, "corners": board.grid.corners(), "hexes": hexes,
        "sides": [{"a": names[s.hexes[0]], "b": names[s.hexes[1]], "kind": s.kind, "name": s.name, "provenance": s.provenance}
                  for s in board.sides],
        "places": [{"hex": names[p.hex], "kind": p.kind, "name": p.name, "tags": p.tags, "provenance": p.provenance}
                   for p in board.places],
        "areas": {area.name: {"title": area.title, "hexes": [names[h] for h in area.hexes]} for area in board.areas.values()},
        "boxes": [{"name": box.name, "title": box.title, "tags": box.tags} for box in board.boxes],
        "grounds": {word: board.words.mark("terrain", word).partition("+")[0] for word in board.terrains},
        "lines": {word: table().line[board.words.mark("side", word)] for word in board.side_kinds},
        "bounds": [min(xs) - 0.6, min(ys) - 0.6, max(xs) + 0.6, max(ys) + 0.6],
    }  # fmt: skip


@cache
def rules(slug: str) -> Document:
    """The rules of a game in our own words, each with the rulings that concern it."""
    book = read_rules(known(slug))
    rulings: dict[str, list[dict[str, str]]] = {}
    for ruling in book.get("rulings", []):
        for ref in ruling.get("refs", []):
            shown = {"id": str(ruling.get("id", "")), "problem": ruling.get("problem", ""), "ruling": ruling.get("ruling", "")}
            rulings.setdefault(str(ref), []).append(shown)
    return _document(msgspec.json.encode([
        {"id": str(r["id"]), "title": r.get("title", ""), "text": r.get("text", ""), "also": spelt_out(r),
         "kind": r.get("kind", ""), "refs": [str(ref) for ref in r.get("refs", [])], "rulings": rulings.get(str(r["id"]), [])}
        for r in book.get("rules", [])
    ]))  # fmt: skip


@cache
def tokens() -> Document:
    """Colours and metrics of everything drawn."""
    return _document((DRAW / "tokens.json").read_bytes())
