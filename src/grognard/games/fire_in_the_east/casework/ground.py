"""How cases write the sequence, control, zones and movement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....core.errors import BadCase, Illegal
from ....core.events import Event
from ....core.expectations import Check, differs
from ....core.match import Match
from ....core.movement import Movement
from ....core.positions import hexes
from ..definitions import book
from ..material import P
from ..rules import movement, points, sequence, stacking, zones
from ..rules.units import equivalents, face
from ..state import ONE, SIDES


def _held(p: P, said: dict[str, Any]) -> None:
    """`held: {axis: HEXES}`: who controlled hexes when the player turn began, where that is not as now."""
    for side, text in said.items():
        for hex in hexes(text):
            p.s.set("held", p.game.board.node(hex), SIDES.index(side))


def _owner(p: P, said: dict[str, Any]) -> None:
    """`owner: {axis: HEXES}`: who has lasting control."""
    for side, text in said.items():
        for hex in hexes(text):
            p.s.set("owner", p.game.board.node(hex), SIDES.index(side))


KEYS: dict[str, Callable[[P, Any], None]] = {"held": _held, "owner": _owner}


def _cadre(p: P, unit: int, word: str) -> None:
    if len(p.game.printed_faces[unit]) < 3:
        raise BadCase(f"{p.game.pieces[unit].handle} has no cadre")
    p.s.set("steps", unit, 1)


def _unsupplied(p: P, unit: int, word: str) -> None:
    p.s.set("unsupplied", unit, int(word))


WORDS: dict[str, Callable[[P, int, str], None]] = {"cadre": _cadre, "unsupplied": _unsupplied}


# ---------------------------------------------------------------- expectations


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


def _points(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """unit -> movement points left."""
    for handle, number in wanted.items():
        yield from differs(f"points of {handle}", points.points_left(match.play, _unit(match, handle)) / ONE, number)


def _costs(match: Match, seen: list[Event], wanted: dict[str, dict[str, float | None]]) -> Iterator[str]:
    """units -> hex, or a way there (`0102-0103`) -> movement points, null when it is out of reach."""
    for handles, ways in wanted.items():
        march = movement.march_of(match.play, [_unit(match, handle) for handle in str(handles).split("+")])
        for way, cost in ways.items():
            nodes = [match.game.names.node(hex) for hex in str(way).split("-")]
            yield from differs(f"cost of {way} for {handles}", _cost(march, nodes), cost)


def _cost(march: Movement, way: list[int]) -> float | None:
    if len(way) == 1:
        found = march.reach().as_dict().get(way[0])
        return None if found is None else found / ONE
    try:
        return sum(march.price(way[1:])) / ONE
    except Illegal:
        return None


def _entering(match: Match, seen: list[Event], wanted: dict[str, dict[str, float]]) -> Iterator[str]:
    """unit -> a step (`0102-0103`) -> what terrain and hexside cost, whatever the unit has."""
    for handle, steps in wanted.items():
        table = movement.costs(match.play, _unit(match, handle))
        for step, cost in steps.items():
            here, there = (match.game.names.node(hex) for hex in str(step).split("-"))
            yield from differs(f"cost of {step} for {handle}", table[here, match.game.board.direction(here, there)] / ONE, cost)


_GRIPS = ("none", "reduced", "standard")


def _zone(match: Match, seen: list[Event], wanted: dict[str, dict[str, str]]) -> Iterator[str]:
    """side -> hex -> none, reduced or standard: the zone of control of a side there."""
    for side, there in wanted.items():
        grip = zones.of_side(match.play, SIDES.index(side)).grip
        for hex, word in there.items():
            yield from differs(f"{side} zone in {hex}", _GRIPS[grip[match.game.names.node(str(hex))]], word)


def _zone_of_unit(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """unit -> the hexes its zone falls on, or their number."""
    for handle, there in wanted.items():
        found = zones.zone_of(match.play, _unit(match, handle))
        names = sorted(match.game.board.names[hex] for hex in found)
        yield from differs(f"zone of {handle}", len(names) if isinstance(there, int) else names, there if isinstance(there, int)
                           else sorted(hexes(there)))  # fmt: skip


def _exerts(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> none, reduced or standard."""
    for handle, word in wanted.items():
        yield from differs(f"zone of {handle}", _GRIPS[zones.exerts(match.play, _unit(match, handle))], word)


def _facts(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> fields of its face (docs/cases.md): `{motorized: yes}`."""
    for handle, fields in wanted.items():
        shown = face(match.play, _unit(match, handle))
        for field, value in fields.items():
            if not hasattr(shown, field):
                raise BadCase(f"a counter has no {field!r}")
            found = getattr(shown, field)
            if field in ("attack", "defence", "movement", "equivalents"):
                found = found / ONE
            yield from differs(f"{field} of {handle}", found, value)


def _equivalents(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """units -> regimental equivalents together."""
    for handles, number in wanted.items():
        units = [_unit(match, handle) for handle in str(handles).split("+")]
        yield from differs(f"equivalents of {handles}", float(equivalents(match.play, units)), number)


def _stacks(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """hex -> units -> may they stack there?"""
    for hex, groups in wanted.items():
        for handles, yes in groups.items():
            units = [_unit(match, handle) for handle in str(handles).split("+")]
            over = stacking.excess(match.play, match.play.side_of(units[0]), match.game.names.node(str(hex)), units)
            yield from differs(f"{handles} may stack in {hex}", over <= 0, yes)


def _lasting(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> the side with lasting control."""
    for hex, side in wanted.items():
        found = match.state.owner[match.game.names.node(str(hex))]  # type: ignore[attr-defined]
        yield from differs(f"lasting control of {hex}", SIDES[found] if found >= 0 else "nobody", side)


def _in_areas(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """hex or place -> area -> does it lie there?"""
    board = match.game.board
    for place, areas in wanted.items():
        node = _place(match, str(place))
        for area, yes in areas.items():
            if area not in board.areas:
                raise BadCase(f"there is no area {area!r}")
            yield from differs(f"{place} in {area}", bool(board.mask(area)[node]), yes)


def _markers(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """hex -> the corps or army marker on it, 0 for none."""
    for hex, number in wanted.items():
        found = match.state.marker[match.game.names.node(str(hex))]  # type: ignore[attr-defined]
        yield from differs(f"marker on {hex}", found, number)


def _sides(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> its side."""
    for handle, side in wanted.items():
        yield from differs(f"side of {handle}", SIDES[match.play.side_of(_unit(match, handle))], side)


def _place(match: Match, name: str) -> int:
    """A hex by its number or by the name of a place in it."""
    found = next((place.hex for place in match.game.board.places if place.name == name), -1)
    return found if found >= 0 else match.game.names.node(name)


def _major(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """place -> is it a major city?"""
    for name, yes in wanted.items():
        yield from differs(f"{name} is a major city", bool(match.game.big_city[_place(match, name)]), yes)  # type: ignore[attr-defined]


def _maps(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    yield from differs("maps", sorted(sheet.name for sheet in match.game.board.maps), sorted(wanted))


def _terrain(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> its terrain."""
    board = match.game.board
    for hex, word in wanted.items():
        yield from differs(f"terrain of {hex}", board.terrains[board.terrain[board.node(str(hex))]], word)


def _hexsides(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """two hexes (`0101|0102`) -> something that lies along or across their hexside."""
    board = match.game.board
    for hexes_of, hexside in wanted.items():
        here, there = (board.node(hex) for hex in str(hexes_of).split("|"))
        yield from differs(f"{hexside} at {hexes_of}", bool(board.side_mask(hexside)[here, board.direction(here, there)]), True)


def _line_a(match: Match, seen: list[Event], wanted: bool) -> Iterator[str]:
    """Are all hexes with weather line A on one of their sides, on its northern side, in the Arctic?"""
    board = match.game.board
    arctic = board.mask("zone-a")
    touching = [side.hexes for side in board.sides if side.kind == "weather-line-a"]
    yield from differs("weather line A bounds the Arctic", all(any(arctic[hex] for hex in pair) for pair in touching), wanted)


def _phases(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """`player` or `surprise` -> the phases of such a turn, in their order."""
    for table, names in wanted.items():
        yield from differs(f"phases of the {table} turn", sequence.phases(table), names)


def _steps(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """side -> steps of its player turn that come in this order."""
    for side, names in wanted.items():
        rows = [row.step for row in sequence.PLAYER_TURN if row.only in (None, SIDES.index(side))]
        missing = [name for name in names if name not in rows]
        if missing:
            yield f"the {side} player turn has no {', '.join(missing)}"
        else:
            yield from differs(f"steps of the {side} player turn", sorted(names, key=rows.index), names)


def _verbs_at(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """step -> verbs that may be said at it."""
    for step, names in wanted.items():
        known = match.game.flow.steps[step].verbs
        yield from (f"{name} cannot be said at {step}" for name in names if name not in known)


def _no_verbs_at(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """step -> verbs that cannot be said at it."""
    for step, names in wanted.items():
        known = match.game.flow.steps[step].verbs
        yield from (f"{name} can be said at {step}" for name in names if name in known)


def _book(match: Match, seen: list[Event], wanted: dict[str, object]) -> Iterator[str]:
    """What the book says of itself (`definitions.py`)."""
    found = book()
    for name, value in wanted.items():
        yield from differs(name, found.get(name), value)


def _sizes(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """The sizes of all ground units that are counted for stacking."""
    faces = [shown for faces in match.game.printed_faces for shown in faces]  # type: ignore[attr-defined]
    found = {shown.echelon for shown in faces if shown.role == "ground" and shown.stacks_as != "not counted"}
    yield from differs("sizes of ground units", sorted(found), sorted(wanted))


CHECKS: dict[str, Check] = {
    "book": _book, "sizes": _sizes,
    "phases": _phases, "steps in order": _steps, "verbs at": _verbs_at, "no verbs at": _no_verbs_at,
    "sides": _sides, "major city": _major, "maps": _maps, "terrain": _terrain, "hexsides": _hexsides, "line a is arctic": _line_a,
    "markers": _markers, "entering": _entering,
    "points": _points, "costs": _costs, "zones": _zone, "zone of": _zone_of_unit, "exerts": _exerts, "faces": _facts,
    "equivalents": _equivalents, "stacks": _stacks, "lasting": _lasting, "areas": _in_areas,
}  # fmt: skip
