"""How cases write railways, supply, engineers and the seas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ....core.command import Command
from ....core.errors import BadCase, Illegal
from ....core.events import Event
from ....core.expectations import Check, differs
from ....core.match import Match
from ....core.positions import hexes
from .. import rails
from ..material import P
from ..rules import bridges, control, engagement, flotillas, naval, rail_movement, railways, resource_points, ships, supply
from ..rules.units import face
from ..state import (
    AT_SEA,
    CARRIED,
    DEPLETED,
    EXTENDS,
    FIRED,
    HUNGRY,
    ISOLATED,
    ONE,
    PROVISIONS,
    PUT_IN,
    REFITTED,
    REGULAR,
    SAILED,
    SIDES,
    SPECIAL,
)  # fmt: skip
from ..supply_lines import FAR

# ---------------------------------------------------------------- keys


def _nodes(p: P, text: Any) -> list[int]:
    return [p.game.board.node(hex) for hex in hexes(text)]


def _resource(p: P, said: dict[Any, int]) -> None:
    """`resource: {HEX: points}`."""
    for hex, points in said.items():
        p.s.set("resource", p.game.names.node(str(hex)), points)


def _broken(p: P, said: Any) -> None:
    """`broken: HEXES`: hexes with a broken railway."""
    for hex in _nodes(p, said):
        p.s.set("broken", hex, 1)


def _line_cuts(p: P, said: list[list[str]]) -> None:
    """`line cuts: [[A, B]]`: markers that point at each other; the railway is broken all the way."""
    for first, last in said:
        one, other = (p.game.board.node(str(hex)) for hex in (first, last))
        free = np.zeros(p.game.board.nodes, np.uint8)
        trains = rails.Journeys(p.game.board, railways.standard(p), railways.built(p), free, free, 0, 200)
        way = trains.reach(one).path(other)
        for hex in (one, *way):
            p.s.set("broken", hex, 1)


def _regauged(p: P, said: Any) -> None:
    """`regauged: 0103-0104-0105`: the other gauge than printed in these hexes, along this line; `fresh 0103-0104`: in this
    player turn."""
    for text in [said] if isinstance(said, str) else said:
        fresh = text.startswith("fresh ")
        way = [p.game.board.node(hex) for hex in text.removeprefix("fresh ").split("-")]
        for hex in way:
            bits = sum(1 << p.game.board.direction(hex, other) for other in way if p.game.board.direction(hex, other) >= 0)
            p.s.set("track", hex, p.s.track[hex] ^ bits | (bits << rails.FRESH if fresh else 0))


def _changed(p: P, said: Any) -> None:
    """`changed: HEXES`: hexes that have once changed hands."""
    for hex in _nodes(p, said):
        p.s.set("changed", hex, 1)


def _numbers(array: str) -> Callable[[P, Any], None]:
    def lay_out(p: P, said: dict[Any, int]) -> None:
        for hex, number in said.items():
            getattr(p.s, array)[p.game.names.node(str(hex))] = number

    return lay_out


KEYS: dict[str, Callable[[P, Any], None]] = {
    "port hits": _numbers("port_hits"),
    "resource": _resource, "broken": _broken, "line cuts": _line_cuts, "regauged": _regauged, "changed": _changed,
}  # fmt: skip

# ---------------------------------------------------------------- words after a unit


def _out(p: P, unit: int, word: str) -> None:
    """`out=3axis`: out of supply for three turns, which began in an Axis initial phase."""
    count, side = int(word[0]), SIDES.index(word[1:] or SIDES[p.side_of(unit)])
    p.s.set("turns_out", unit, count * 2 + side)
    p.s.set("unsupplied", unit, count)


def _depleted(p: P, unit: int, word: str) -> None:
    p.s.set("logistics", unit, p.s.logistics[unit] | DEPLETED)


def _load(p: P, unit: int, word: str) -> None:
    p.s.set("load", unit, int(word))


def _afloat(bit: int) -> Callable[[P, int, str], None]:
    def note(p: P, unit: int, word: str) -> None:
        p.s.afloat[unit] |= bit

    return note


def _hits(p: P, unit: int, word: str) -> None:
    p.s.ship_hits[unit] = int(word)


#: words for the state of ships and flotillas
AFLOAT = {
    "at-sea": AT_SEA, "put-in": PUT_IN, "hungry": HUNGRY, "provisions": PROVISIONS, "refitted": REFITTED, "sailed": SAILED,
    "carried": CARRIED, "fired": FIRED,
}  # fmt: skip

WORDS: dict[str, Callable[[P, int, str], None]] = {
    **{word: _afloat(bit) for word, bit in AFLOAT.items()},
    "hits": _hits,
    "out": _out,
    "depleted": _depleted,
    "load": _load,
}

# ---------------------------------------------------------------- expectations


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


def _rail(how: str) -> Check:
    def check(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
        """units -> hex -> hexes the way counts by rail, a rule that refuses it, or null when it is out of reach."""
        p = match.play
        for handles, there in wanted.items():
            units = tuple(_unit(match, handle) for handle in str(handles).split("+"))
            for hex, cost in there.items():
                way = [match.game.names.node(name) for name in str(hex).split("-")]
                yield from differs(f"{how} of {handles} to {hex}", _journey(p, how, units, way), cost)

    return check


def _journey(p: P, how: str, units: tuple[int, ...], way: list[int]) -> Any:
    path = way[1:] if len(way) > 1 else rail_movement.journeys(p, units, how).reach(p.s.loc[units[0]]).path(way[0])
    if not path:
        return None
    try:
        rail_movement.check(p, Command(how, units, tuple(path)))
    except Illegal as refused:
        return refused.rule
    return sum(rail_movement.journeys(p, units, how).price(p.s.loc[units[0]], path))


def _gauges(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`A|B` -> broad, standard or none: the gauge in A of the line to B."""
    p, board = match.play, match.game.board
    for side, gauge in wanted.items():
        here, there = (match.game.names.node(name) for name in str(side).split("|"))
        bit = board.direction(here, there)
        is_line = bit >= 0 and railways.built(p)[here] >> bit & 1
        found = rails.GAUGES[railways.standard(p)[here] >> bit & 1] if is_line else "none"
        yield from differs(f"gauge of {side}", found, gauge)


def _broken_now(match: Match, seen: list[Event], wanted: Any) -> Iterator[str]:
    """All hexes with a broken railway."""
    found = sorted(match.game.board.names[hex] for hex in np.flatnonzero(match.play.s.arrays.broken).tolist())
    yield from differs("broken railways", found, sorted(hexes(wanted)) if not isinstance(wanted, list) else sorted(wanted))


def _supply_state(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """unit -> regular, special, or the number of turns out of supply, as it holds in this player turn."""
    s = match.play.s
    for handle, word in wanted.items():
        unit = _unit(match, handle)
        found: Any = s.unsupplied[unit]
        if not found:
            found = "regular" if s.logistics[unit] & REGULAR else "special" if s.logistics[unit] & SPECIAL else 0
        yield from differs(f"supply of {handle}", found, word)


def _turns_out(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """unit -> turns since it lost regular supply."""
    for handle, count in wanted.items():
        yield from differs(f"turns out of {handle}", match.play.s.turns_out[_unit(match, handle)] // 2, count)


def _isolated(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """unit -> isolated in this player turn?"""
    for handle, yes in wanted.items():
        yield from differs(f"{handle} isolated", bool(match.play.s.flags[_unit(match, handle)] & ISOLATED), yes)


_NATIONS = {
    "axis": (0, supply.COMMON), "soviet": (1, supply.COMMON), "rumanian": (0, supply.RUMANIAN), "finnish": (0, supply.FINNISH),
}  # fmt: skip


def _lines(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """axis, soviet, rumanian or finnish -> hex -> length of the overland element of a line from there, null if there is none."""
    for whose, there in wanted.items():
        if whose not in _NATIONS:
            raise BadCase(f"lines are of {', '.join(_NATIONS)}, not {whose}")
        found = supply.lines(match.play, *_NATIONS[whose]).overland
        for hex, length in there.items():
            here = int(found[match.game.names.node(str(hex))])
            yield from differs(f"{whose} line from {hex}", None if here == FAR else here, length)


def _extends(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """truck -> did it extend lines in the last initial phase?"""
    for handle, yes in wanted.items():
        yield from differs(f"{handle} extends lines", bool(match.play.s.logistics[_unit(match, handle)] & EXTENDS), yes)


def _is_depleted(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        yield from differs(f"{handle} depleted", bool(match.play.s.logistics[_unit(match, handle)] & DEPLETED), yes)


def _overland(match: Match, seen: list[Event], wanted: dict[str, dict[str, dict[str, Any]]]) -> Iterator[str]:
    """side -> hex -> hex -> length of the overland line from the first to the second, null if there is none."""
    node = match.game.names.node
    for side, starts in wanted.items():
        for start, goals in starts.items():
            for goal, length in goals.items():
                here = int(supply.overland_to(match.play, SIDES.index(side), [node(str(goal))])[node(str(start))])
                yield from differs(f"{side} line from {start} to {goal}", None if here == FAR else here, length)


def _sources(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """axis, soviet, rumanian or finnish -> hex -> is it a regular source of supply?"""
    for whose, there in wanted.items():
        found = supply.sources(match.play, *_NATIONS[whose])
        for hex, yes in there.items():
            yield from differs(f"{whose} source in {hex}", bool(found[match.game.names.node(str(hex))]), yes)


def _by_hex(array: str) -> Check:
    def check(match: Match, seen: list[Event], wanted: dict[Any, int]) -> Iterator[str]:
        """hex -> number."""
        for hex, number in wanted.items():
            yield from differs(f"{array} of {hex}", getattr(match.play.s, array)[match.game.names.node(str(hex))], number)

    return check


_AIRFIELDS = ("none", "temporary", "permanent")


def _airfields(match: Match, seen: list[Event], wanted: dict[Any, str]) -> Iterator[str]:
    """hex -> none, temporary or permanent."""
    for hex, word in wanted.items():
        yield from differs(f"airfield in {hex}", _AIRFIELDS[match.play.s.airfield[match.game.names.node(str(hex))]], word)


def _retreating_with(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """unit -> hex -> resource points that it brings there when it retreats."""
    p = match.copy().play
    for handle, there in wanted.items():
        for hex, points in there.items():
            unit, node = _unit(match, handle), match.game.names.node(str(hex))
            resource_points.take_along(p, unit, p.s.loc[unit])
            control.put(p, (unit,), node)
            resource_points.set_down(p, unit)
            yield from differs(f"points that {handle} brings to {hex}", p.s.resource[node], points)


def _is_afloat(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """ship or flotilla -> all words for its state."""
    for handle, words in wanted.items():
        bits = match.play.s.afloat[_unit(match, handle)]
        yield from differs(f"state of {handle}", sorted(word for word, bit in AFLOAT.items() if bits & bit), sorted(words))


def _ship_hits(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, hits in wanted.items():
        yield from differs(f"hits on {handle}", match.play.s.ship_hits[_unit(match, handle)], hits)


def _gunfire(match: Match, seen: list[Event], wanted: dict[str, dict[str, float]]) -> Iterator[str]:
    """ship -> hex -> what its guns add to a combat there."""
    for handle, there in wanted.items():
        for hex, strength in there.items():
            found = naval.gunfire(match.play, _unit(match, handle), match.game.names.node(str(hex)))
            yield from differs(f"gunfire of {handle} on {hex}", float(found), strength)


def _mines(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """`6 0`: die and hexes outside the safe zone -> hits."""
    for said, hits in wanted.items():
        die, outside = map(int, str(said).split())
        yield from differs(f"mines at {said}", ships.mine_hits(match.play, die, outside), hits)


def _refuges(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """flotilla -> hex from which its own is entered -> hexes it can be displaced to."""
    for handle, froms in wanted.items():
        for came, there in froms.items():
            found = flotillas.refuges(match.play, _unit(match, handle), match.game.names.node(str(came)))
            yield from differs(f"refuges of {handle}", sorted(match.game.board.names[hex] for hex in found), sorted(there))


def _voyages(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """flotilla -> way -> hexes of its allowance it takes, or the rule against it."""
    for handle, ways in wanted.items():
        unit = _unit(match, handle)
        for way, cost in ways.items():
            path = [match.game.names.node(hex) for hex in str(way).split("-")]
            found: Any
            try:
                found = sum(flotillas.voyage_of(match.play, unit).price(path)) / ONE
            except Illegal as refused:
                found = refused.rule
            yield from differs(f"voyage of {handle} along {way}", found, cost)


def _port_room(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """port -> equivalents that can still pass through it."""
    for hex, room in wanted.items():
        yield from differs(f"room in {hex}", naval.port_capacity(match.play, match.game.names.node(str(hex))) / ONE, room)


def _sinks(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """ship -> hits that sink it."""
    for handle, hits in wanted.items():
        yield from differs(f"{handle} sinks at", int(match.play.game.rows[_unit(match, handle)]["damage"]), hits)


def _supporting(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """hex -> ships that support its defence."""
    for hex, handles in wanted.items():
        found = naval.defending(match.play, match.game.names.node(str(hex)))
        yield from differs(f"ships for {hex}", sorted(match.game.pieces[ship].handle for ship in found), sorted(handles))


def _landing(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """unit -> is its attack halved because it has just landed?"""
    p = match.play
    for handle, yes in wanted.items():
        unit = _unit(match, handle)
        found = engagement.fighter(p, unit, p.s.loc[unit], face(p, unit)).landing
        yield from differs(f"{handle} is halved by its landing", found, yes)


def _holds(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """`A|B` -> does a flotilla hold this river hexside?"""
    for side, yes in wanted.items():
        here, there = (match.game.names.node(name) for name in str(side).split("|"))
        yield from differs(f"a flotilla holds {side}", naval.flotilla_holds(match.play, here, there), yes)


def _bridge_of(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`A|B` -> who controls the bridge."""
    for side, word in wanted.items():
        here, there = (match.game.names.node(name) for name in str(side).split("|"))
        found = bridges.controller(match.play, bridges.pair(here, there))
        yield from differs(f"bridge {side}", SIDES[found] if found >= 0 else "nobody", word)


def _first_across(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """hex -> of all Axis ground units, had they come to the bridge, those that attack it as if there were no river."""
    p = match.play
    units = [unit for unit in p.game.ground_of_side[0].tolist() if 0 <= p.s.loc[unit] < p.game.board.hexes]
    for hex, handles in wanted.items():
        target = match.game.names.node(str(hex))
        places = [next((end for pair in p.s.seized if target in pair for end in pair if end != target), -1)] * len(units)
        found = bridges.first_across(p, units, places, target)
        yield from differs(f"first across to {hex}", sorted(p.game.pieces[unit].handle for unit in found), sorted(handles))


CHECKS: dict[str, Check] = {
    "bridge of": _bridge_of, "first across": _first_across,
    "flotilla holds": _holds,
    "landing": _landing,
    "sinks": _sinks, "supporting": _supporting,
    "afloat": _is_afloat, "ship hits": _ship_hits, "gunfire": _gunfire, "mines": _mines, "refuges": _refuges, "voyages": _voyages,
    "port room": _port_room,
    "forts": _by_hex("fort"), "port hits": _by_hex("port_hits"), "hits on airbases": _by_hex("damage"), "airfields": _airfields,
    "retreating with": _retreating_with,
    "overland": _overland, "sources": _sources,
    "rail": _rail("rail"), "strategic": _rail("strategic"), "gauges": _gauges, "broken": _broken_now,
    "supply state": _supply_state, "turns out": _turns_out, "isolated": _isolated, "lines": _lines,
    "extends": _extends, "depleted": _is_depleted,
}  # fmt: skip
