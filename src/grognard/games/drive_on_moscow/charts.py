"""What cases may expect of the charts (12.0) and of the ground of the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ...core.match import Match
from ...core.play import Event
from ..assault.odds import ResultsTable, name

#: Results of the combat table, worst for the attacker first.
_WORTH = ("AL1", "AS", "DR", "DE")


def _differs(what: str, is_: Any, wanted: Any) -> Iterator[str]:
    if is_ != wanted:
        yield f"{what} is {is_!r}, not {wanted!r}"


def _ground(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> its natural ground and then man's works, as in `clear town fort`."""
    board = match.game.board
    for hex, words in wanted.items():
        node = board.node(str(hex))
        works = sorted(place.kind for place in board.places_at(node))
        works += [feature for feature in board.features if board.feature_mask(feature)[node]]
        yield from _differs(f"ground of {hex}", " ".join([board.terrains[board.terrain[node]], *works]), words)


def _board_has(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """The kinds of ground, hexsides, places and features that occur on the board."""
    board = match.game.board
    found = {
        "ground": {board.terrains[board.terrain[node]] for node in range(board.hexes)},
        "hexsides": {side.kind for side in board.sides}, "places": {place.kind for place in board.places},
        "features": set(board.features),
    }  # fmt: skip
    for kind, names in wanted.items():
        yield from _differs(f"{kind} of the board", sorted(found[kind]), sorted(names))


def _ground_under(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """kind of place -> the kinds of natural ground found under places of that kind."""
    board = match.game.board
    for kind, names in wanted.items():
        found = {board.terrains[board.terrain[place.hex]] for place in board.places if place.kind == kind}
        yield from _differs(f"ground under every {kind}", sorted(found), sorted(names))


def _combat_table(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """columns, results that occur, automatic results, single entries (`1:1 5`), and whether better odds and
    higher rolls are never worse for the attacker."""
    table: ResultsTable = match.game.results  # type: ignore[attr-defined]
    columns = [table.columns[column] for column in sorted(table.columns)]
    found: dict[str, Any] = {
        "columns": [name(column) for column in sorted(table.columns)],
        "results": sorted({result for column in columns for result in column}),
        "rolls": sorted({len(column) for column in columns}),
        "below": table.below,
        "above": table.above,
        "improves": _improves(columns),
    }
    for column, results in table.columns.items():
        found |= {f"{name(column)} {die}": result for die, result in enumerate(results, 1)}
    for key, value in wanted.items():
        yield from _differs(f"{key} of the combat table", found.get(key), value)


def _improves(columns: list[tuple[str, ...]]) -> bool:
    worth = [[_WORTH.index(result) for result in column] for column in columns]
    along = all(a <= b for left, right in pairwise(worth) for a, b in zip(left, right, strict=True))
    return along and all(column == sorted(column) for column in worth)


def _terrain_chart(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """terrain -> what its row says; every row must be named."""
    rows = {row["name"]: row for row in match.game.tables["terrain"]}  # type: ignore[attr-defined]
    yield from _differs("rows of the terrain chart", sorted(rows), sorted(wanted))
    for terrain, fields in wanted.items():
        for field, value in fields.items():
            yield from _differs(f"{field} of {terrain}", rows.get(terrain, {}).get(field), value)


def _air_on_track(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """The most aircraft a side has on any turn, and on how many turns both sides have some."""
    turns = list(match.game.track.values())  # type: ignore[attr-defined]
    found = {
        "most german": max(turn.air_german for turn in turns), "most soviet": max(turn.air_soviet for turn in turns),
        "both": sum(turn.air_german > 0 and turn.air_soviet > 0 for turn in turns),
    }  # fmt: skip
    for key, value in wanted.items():
        yield from _differs(f"{key} aircraft", found[key], value)


CHECKS = {
    "ground": _ground, "board has": _board_has, "ground under": _ground_under, "combat table": _combat_table,
    "terrain chart": _terrain_chart, "air on the track": _air_on_track,
}  # fmt: skip
