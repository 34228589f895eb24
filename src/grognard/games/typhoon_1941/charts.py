"""What cases may expect of Typhoon 1941 beside what all games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

from ...core.errors import BadCase
from ...core.events import Attacked, Event
from ...core.expectations import Check, differs
from ...core.match import Match
from .events import Allocated, Resolved, Weighed
from .material import FULL_ZONE, TANK_ZONE
from .rules import advance, maskirovka, movement, odds, reinforcements, stacking, weather, zones
from .rules import supply as supply_rules
from .rules.setup import bare_hexes
from .state import DISRUPTED, HIDDEN

E = TypeVar("E", bound=Event)


def _last(seen: list[Event], cls: type[E]) -> E:
    found = [event for event in seen if isinstance(event, cls)]
    if not found:
        raise BadCase(f"there was no event {cls.__struct_config__.tag!r}")
    return found[-1]


def _odds(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`3:1` the final column (of the first group), or `2:1 to 4:1` raw to final."""
    weighed = _last(seen, Weighed)
    yield from differs("odds", f"{weighed.raw} to {weighed.final[0]}" if " to " in wanted else weighed.final[0], wanted)


def _factors(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`26 against 7` in the last battle."""
    weighed = _last(seen, Weighed)
    yield from differs("factors", f"{weighed.attack} against {weighed.defence}", wanted)


def _shifts(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """rule -> columns of every shift of the last battle, no more and no less."""
    found: Counter[str] = Counter()
    for shift in _last(seen, Weighed).shifts:
        found[shift.rule] += shift.columns
    yield from differs("shifts", dict(found), {str(k): v for k, v in wanted.items()})


def _results(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """Results of the last battle, group by group: `D D1`."""
    at = max(k for k, event in enumerate(seen) if isinstance(event, Weighed | Attacked | Allocated))
    found = [event.result for event in seen[at:] if isinstance(event, Resolved)]
    yield from differs("result", " ".join(found), wanted)


def _columns(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """The column on which the last result was read."""
    yield from differs("column", _last(seen, Resolved).odds, wanted)


def _flag(name: str, flag: int) -> Check:
    def check(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
        for handle, yes in wanted.items():
            is_ = bool(match.state.flags[match.game.names.unit(str(handle))] & flag)
            yield from differs(f"{handle} {name}", is_, yes)

    return check


def _table(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`3:2 6: D/AE`: column and row (number on scale A) of the ground table."""
    game: Any = match.game
    columns = game.tables["ground"]["columns"]
    for key, result in wanted.items():
        column, row = key.split()
        yield from differs(key, odds.table_result(game, columns.index(column), int(row)), result)


def _air_table(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`luftwaffe 4: D*`."""
    game: Any = match.game
    for key, result in wanted.items():
        column, row = key.split()
        yield from differs(key, game.tables["air"][column][int(row) - 1], result)


def _rows(match: Match, seen: list[Event], wanted: dict[int, int]) -> Iterator[str]:
    """die -> row under the scale of the match."""
    for die, row in wanted.items():
        yield from differs(f"row of {die}", odds.row_of(match.play, int(die)), row)


def _base(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`9 5: 3:2`: factors -> base column; `9 5 +2: 2:1` with a shift."""
    game: Any = match.game
    for key, name in wanted.items():
        attack, defence, *shift = key.split()
        base = odds.base_column(int(attack), int(defence))
        column = min(base + int(shift[0]), odds.highest_column(base)) if shift else base
        yield from differs(f"column of {key}", odds.column_name(game, column), name)


def _movement(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, hexes in wanted.items():
        gait = movement.gait_of(match.play, match.game.names.unit(str(handle)))
        yield from differs(f"movement of {handle}", gait.budget // 2, hexes)


def _most(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """The farthest hex a unit reaches, in hexes from where it stands."""
    board = match.game.board
    for handle, far in wanted.items():
        unit = match.game.names.unit(str(handle))
        ends = movement.march_of(match.play, unit).reach().ends
        yield from differs(f"reach of {handle}", max(board.distance(match.state.loc[unit], h) for h in ends), far)


def _zoc(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """side -> hex -> is it in that side's zones of control?"""
    for side, hexes in wanted.items():
        found = zones.zones(match.play, match.game.sides.index(side)).controlled
        for hex, yes in hexes.items():
            yield from differs(f"{hex} in a {side} zone", bool(found[match.game.board.node(str(hex))]), yes)


def _excess(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for hex, count in wanted.items():
        node = match.game.board.node(str(hex))
        side = match.game.side_of[match.state.stack(node)[0]]
        yield from differs(f"excess in {hex}", stacking.crowded(match.play, node, side), count)


def _armies(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    found = sorted(match.game.pieces[u].handle for u in supply_rules.working_armies(match.play))
    yield from differs("working armies", found, sorted(wanted))


def _advances(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """How many hexes a victorious unit may advance at most."""
    for handle, hexes in wanted.items():
        yield from differs(f"advance of {handle}", advance.limit(match.play, match.game.names.unit(str(handle))), hexes)


def _counter(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> {size, kind, factors, zone, infantry, tank, small}."""
    game: Any = match.game
    for handle, fields in wanted.items():
        unit = game.names.unit(str(handle))
        unit_type = game.types[unit]
        shown = {
            "size": unit_type.size, "kind": unit_type.kind, "factors": f"{game.attack[unit]}-{game.defence[unit]}",
            "traits": unit_type.traits,
            "zone": {FULL_ZONE: "full", TANK_ZONE: "tank"}.get(game.zone[unit], "none"), "infantry": game.is_infantry[unit],
            "tank": game.is_tank[unit], "small": game.is_small[unit], "provenance": unit_type.provenance,
        }  # fmt: skip
        for name, value in fields.items():
            yield from differs(f"{name} of {handle}", shown[name], value)


def _counts(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """Counts of counters by kind, or `in use` for dummies."""
    game: Any = match.game
    found = Counter(unit_type.kind for unit_type in game.types) | Counter({"dummies in use": maskirovka.MOST})
    for key, count in wanted.items():
        yield from differs(f"number of {key}", found[key], count)


def _rail_limit(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from differs("units by rail", reinforcements.rail_limit(match.play), wanted)


def _ready(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """Is an air unit in its box?"""
    for handle, yes in wanted.items():
        unit = match.game.names.unit(str(handle))
        yield from differs(f"{handle} available", match.state.loc[unit] == match.play.game.homes[unit], yes)


def _roads(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    yield from differs("roads", weather.active_roads(match.play), wanted)


def _count_events(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for kind, count in wanted.items():
        yield from differs(f"events {kind!r}", sum(event.kind == kind for event in seen), count)


def _bare(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    yield from differs("bare hexes", [match.game.board.names[h] for h in bare_hexes(match.play)], [str(h) for h in wanted])


def _on_positions(match: Match, seen: list[Event], wanted: bool) -> Iterator[str]:
    """Every Russian unit with a marked position stands on it."""
    game: Any = match.game
    for unit, position in enumerate(game.positions):
        if position in game.board.areas:
            at = game.board.areas[position].hexes[0]
            yield from differs(f"position of {game.pieces[unit].handle}", match.state.loc[unit] == at, wanted)


CHECKS: dict[str, Check] = {
    "odds": _odds, "factors": _factors, "shifts": _shifts, "result": _results, "column": _columns,
    "disrupted": _flag("disrupted", DISRUPTED),
    "hidden": _flag("hidden", HIDDEN), "table": _table, "air table": _air_table, "rows": _rows, "base": _base,
    "movement": _movement,
    "farthest": _most, "zoc": _zoc, "excess": _excess, "armies": _armies, "advances": _advances, "counter": _counter,
    "counts": _counts,
    "rail": _rail_limit, "available": _ready, "roads": _roads, "count events": _count_events, "bare": _bare,
    "on positions": _on_positions,
}  # fmt: skip
