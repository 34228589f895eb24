"""What cases of several games may expect of a board and of a combat results table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ...core.match import Match
from ...core.play import Event
from .odds import ResultsTable, name


def differs(what: str, is_: Any, wanted: Any) -> Iterator[str]:
    if is_ != wanted:
        yield f"{what} is {is_!r}, not {wanted!r}"


def _ground(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> its natural ground and then man's works, as in `clear town fort`."""
    board = match.game.board
    for hex, words in wanted.items():
        node = board.node(str(hex))
        works = sorted(place.kind for place in board.places_at(node))
        works += [feature for feature in board.features if board.feature_mask(feature)[node]]
        yield from differs(f"ground of {hex}", " ".join([board.terrains[board.terrain[node]], *works]), words)


def _board_has(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """The kinds of ground, hexsides, places and features that occur on the board."""
    board = match.game.board
    found = {
        "ground": {board.terrains[board.terrain[node]] for node in range(board.hexes)},
        "hexsides": {side.kind for side in board.sides}, "places": {place.kind for place in board.places},
        "features": set(board.features),
    }  # fmt: skip
    for kind, names in wanted.items():
        yield from differs(f"{kind} of the board", sorted(found[kind]), sorted(names))


def _ground_under(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """kind of place -> the kinds of natural ground found under places of that kind."""
    board = match.game.board
    for kind, names in wanted.items():
        found = {board.terrains[board.terrain[place.hex]] for place in board.places if place.kind == kind}
        yield from differs(f"ground under every {kind}", sorted(found), sorted(names))


def combat_table(match: Match, wanted: dict[str, Any], worth: Sequence[str]) -> Iterator[str]:
    """columns, results that occur, automatic results, single entries (`1:1 5`), and whether better odds and
    higher rolls are never worse for the attacker; `worth` are the results, worst for the attacker first."""
    table: ResultsTable = match.game.results  # type: ignore[attr-defined]
    columns = [table.columns[column] for column in sorted(table.columns)]
    found: dict[str, Any] = {
        "columns": [name(column) for column in sorted(table.columns)],
        "results": sorted({result for column in columns for result in column}),
        "rolls": sorted({len(column) for column in columns}),
        "below": table.below,
        "above": table.above,
        "improves": _improves(columns, worth),
    }
    for column, results in table.columns.items():
        found |= {f"{name(column)} {die}": result for die, result in enumerate(results, 1)}
    for key, value in wanted.items():
        yield from differs(f"{key} of the combat table", found.get(key), value)


def _improves(columns: list[tuple[str, ...]], worth: Sequence[str]) -> bool:
    ranks = [[worth.index(result) for result in column] for column in columns]
    along = all(a <= b for left, right in pairwise(ranks) for a, b in zip(left, right, strict=True))
    return along and all(column == sorted(column) for column in ranks)


BOARD_CHECKS: dict[str, Any] = {"ground": _ground, "board has": _board_has, "ground under": _ground_under}
