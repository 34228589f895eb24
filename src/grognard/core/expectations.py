"""What a case may expect of any game: where units stand, what may be said, who sees what. docs/cases.md lists it for writers.

A game adds its own in the `CHECKS` of its `position` module. A check yields a fault, in words, for everything that is not so.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from .dice import SeededDice
from .errors import BadCase
from .events import Event
from .match import Match
from .save import dump, loads
from .shown import StackView

#: what a case expects, in whatever form the check says, held against the match and the events of the case
Check = Callable[[Match, list[Event], Any], Iterator[str]]


def expect(match: Match, seen: list[Event], wanted: dict[str, Any], own: Mapping[str, Check]) -> list[str]:
    """Everything in which the match differs from what was wanted; `own` are the checks of the game."""
    if not isinstance(wanted, dict):
        raise BadCase(f"expect lists what must hold (at: ..., control: ...), not {wanted!r}")
    faults: list[str] = []
    for key, value in wanted.items():
        check = _CHECKS.get(key) or own.get(key)
        if check is None:
            raise BadCase(f"unknown expectation {key!r}")
        faults += check(match, seen, value)
    return faults


def positions_of(game: str) -> ModuleType:
    """How positions of a game are written: as its package says, else plainly."""
    own = f"{game}.position"
    return importlib.import_module(own if find_spec(own) else f"{__package__}.plain_position")


def spoken(text: object) -> tuple[str, str | None]:
    """`german: move ...` or just `move ...` for whoever must decide."""
    if not isinstance(text, str):
        raise BadCase(f"a command is text, not {text!r}")
    seat, colon, command = text.partition(": ")
    return (command, seat) if colon else (text, None)


def handles(names: Iterable[object]) -> list[str]:
    """Names of units as a case writes them, in small or capital letters, in order."""
    return sorted(str(name).lower() for name in names)


def differs(what: str, is_: object, wanted: object) -> Iterator[str]:
    """A fault, unless something is what was wanted."""
    if is_ != wanted:
        yield f"{what} is {is_!r}, not {wanted!r}"


def _where(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    for handle, place in wanted.items():
        node = match.state.loc[match.game.names.unit(str(handle))]
        name = match.game.board.names[node] if node >= 0 else "nowhere"
        yield from differs(f"place of {handle}", name, str(place))


def _steps(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, steps in wanted.items():
        yield from differs(f"steps of {handle}", match.state.steps[match.game.names.unit(str(handle))], steps)


def _held(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> side of the units that stand in it, or `nobody`."""
    for name, side in wanted.items():
        units = match.state.stack(match.game.names.node(str(name)))
        found = match.game.sides[match.game.side_of[units[0]]] if units else "nobody"
        yield from differs(f"whoever holds {name}", found, side)


def _on_map(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """unit -> does it stand on the map?"""
    for handle, yes in wanted.items():
        node = match.state.loc[match.game.names.unit(str(handle))]
        yield from differs(f"{handle} on the map", 0 <= node < match.game.board.hexes, yes)


def _content(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """box or hex -> exactly the units that lie in it."""
    for name, units in wanted.items():
        found = sorted(match.game.pieces[u].handle for u in match.state.stack(match.game.board.node(str(name))))
        yield from differs(f"content of {name}", found, handles(units))


def _control(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex, or area for all its hexes -> side."""
    board = match.game.board
    for place, side in wanted.items():
        for hex in board.areas[place].hexes if place in board.areas else [match.game.names.node(str(place))]:
            owner = match.state.control[hex]
            yield from differs(f"control of {board.names[hex]}", match.game.sides[owner] if owner >= 0 else "nobody", side)


def _winner(match: Match, seen: list[Event], wanted: str | None) -> Iterator[str]:
    if wanted in (None, "nobody"):
        yield from differs("winner", match.winner, None)
        return
    side, _, rule = str(wanted).partition(" by ")
    yield from differs("winner", match.winner, side)
    if rule:
        yield from differs("deciding rule", match.reason, rule)


def _decision(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`seat step`, or `none` when the game is over."""
    decision = match.decision
    yield from differs("decision", f"{decision.seat} {decision.step}" if decision else "none", wanted)


def _events(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """These kinds of event happened, in this order (others may lie between them)."""
    kinds = [event.kind for event in seen]
    at = 0
    for kind in wanted:
        if kind not in kinds[at:]:
            yield f"no event {kind!r} after {kinds[:at]}"
            return
        at = kinds.index(kind, at) + 1


def _no_events(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """None of these happened. A kind that the game has not could never happen, so such a case would prove nothing."""
    strange = {*wanted} - {*match.game.kinds.of}
    if strange:
        raise BadCase(f"{match.game.title} has no kind of event {', '.join(sorted(strange))}")
    yield from (f"an event {event.kind!r} happened" for event in seen if event.kind in wanted)


def _values(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """name -> value of the state; `expedition.status` looks into a value that has parts, `markers.0` into a list."""
    for name, value in wanted.items():
        found: Any = match.state
        for part in str(name).split("."):
            found = _part(found, part, str(name))
        yield from differs(str(name), _as_written(match, found, value), value)


def _part(whole: Any, part: str, name: str) -> Any:
    if isinstance(whole, tuple) and part.isdigit() and int(part) < len(whole):
        return whole[int(part)]
    parts = whole.values() if hasattr(whole, "values") else getattr(whole, "__struct_fields__", ())
    if part not in parts:
        raise BadCase(f"a position has no value {name!r}: {part!r} is none of {', '.join(parts) or 'its parts, for it has none'}")
    return getattr(whole, part)


def _as_written(match: Match, found: Any, wanted: Any) -> Any:
    """A value as a case writes it: lists for tuples, structs as mappings, units and hexes by name where it names them."""
    names = match.game.names
    if isinstance(found, tuple):
        written = wanted if isinstance(wanted, list) else []
        return [_as_written(match, part, written[k] if k < len(written) else part) for k, part in enumerate(found)]
    if isinstance(found, msgspec.Struct) and isinstance(wanted, dict):
        return {key: _as_written(match, _part(found, str(key), str(key)), value) for key, value in wanted.items()}
    if isinstance(found, int) and isinstance(wanted, str):
        known = names.unit_of.get(wanted.lower()), names.node_of.get(wanted)
        return wanted if found in known else f"{found} (neither unit nor hex {wanted})"
    return found


def _pieces(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> what is noted of it: `flags` (exactly these words), `spent`, `toll` ..."""
    for handle, notes in wanted.items():
        unit = match.game.names.unit(str(handle))
        for name, value in notes.items():
            if name == "flags":
                words = sorted(word for word, bit in match.state.FLAGS.items() if match.state.flags[unit] & bit)
                yield from differs(f"flags of {handle}", words, sorted(value))
            elif name not in match.state.piece_arrays():
                raise BadCase(f"nothing called {name!r} is noted of a unit")
            else:
                found = getattr(match.state, name)[unit]
                yield from differs(f"{name} of {handle}", _as_written(match, found, value), value)


def _reaches(match: Match, seen: list[Event], wanted: dict[str, dict[str, int | None]]) -> Iterator[str]:
    """units -> hex -> cost; a cost of null means out of reach."""
    for units, hexes in wanted.items():
        found = match.reach(str(units)).hexes
        for hex, cost in hexes.items():
            yield from differs(f"cost of {hex} for {units}", found[str(hex)].cost if str(hex) in found else None, cost)


def _reach_count(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for units, count in wanted.items():
        yield from differs(f"hexes in reach of {units}", len(match.reach(str(units)).hexes), count)


def _supplied(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for unit, yes in wanted.items():
        yield from differs(f"supply of {unit}", match.supply(str(unit)).supplied, yes)


def _cut_off(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """unit -> is it out of supply, or gone altogether?"""
    for handle, yes in wanted.items():
        unit = match.game.names.unit(str(handle))
        stands = 0 <= match.state.loc[unit] < match.game.board.hexes
        yield from differs(f"{handle} cut off", not stands or not match.supply(unit).supplied, yes)


def _legal(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    for text in wanted:
        refusal = match.check(*spoken(text))
        if refusal is not None:
            yield f"{text!r} is refused: {refusal}"


def _verbs(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    decision = match.decision
    yield from differs("verbs", sorted(decision.verbs) if decision else [], sorted(wanted))


def _named(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """verb -> the units (or hexes, when it takes no units, or words) that may be named with it."""
    for verb, names in wanted.items():
        options = match.legal_commands()
        found = next((v for v in options.verbs if v.name == verb), None)
        if found is None:
            yield f"{verb!r} cannot be said now"
        elif found.words is not None:
            yield from differs(verb, sorted(found.words(match.play)), sorted(names))
        elif found.units is not None and not found.hex_first:
            units = sorted(match.game.names.unit_names[u] for u in found.units(match.play, ()))
            yield from differs(verb, units, handles(names))
        elif found.hexes is not None:
            hexes = sorted(match.game.names.node_names[h] for h in found.hexes(match.play, ()))
            yield from differs(verb, hexes, sorted(map(str, names)))


def _hexes_for(match: Match, seen: list[Event], wanted: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """verb -> units -> the hexes that may be named with them."""
    for verb, choices in wanted.items():
        for units, hexes in choices.items():
            indices = [match.game.names.unit(u) for u in str(units).split("+")]
            found = sorted(match.game.names.node_names[h] for h in match.legal_commands().hexes(verb, indices))
            yield from differs(f"hexes to {verb} {units}", found, sorted(map(str, hexes)))


def _units_for(match: Match, seen: list[Event], wanted: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """verb -> hex -> the units that may be named with it."""
    for verb, choices in wanted.items():
        for hex, units in choices.items():
            found = match.legal_commands().units(verb, [match.game.names.node(str(hex))])
            names = sorted(match.game.names.unit_names[u] for u in found)
            yield from differs(f"units to {verb} {hex}", names, handles(units))


def _sees(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """seat -> hex or box -> {count, units: names seen, covered: names seen face down,
    factors: name -> factors seen or null, kinds: name -> type seen}."""
    for seat, nodes in wanted.items():
        stacks = match.view(None if seat == "spectator" else seat).stacks
        for node, picture in nodes.items():
            stack = stacks.get(str(node), StackView(0, []))
            if "count" in picture:
                yield from differs(f"{seat} counts in {node}", stack.count, picture["count"])
            if "units" in picture:
                yield from differs(f"{seat} sees in {node}", sorted(u.id for u in stack.units), handles(picture["units"]))
            if "covered" in picture:
                covered = sorted(u.id for u in stack.units if u.covered)
                yield from differs(f"{seat} sees face down in {node}", covered, handles(picture["covered"]))
            shown = {u.id: f"{u.attack}-{u.defence}" for u in stack.units if u.attack is not None}
            for name, factors in picture.get("factors", {}).items():
                yield from differs(f"factors of {name} seen by {seat}", shown.get(str(name).lower()), factors)
            kinds = {u.id: u.kind for u in stack.units}
            for name, kind in picture.get("kinds", {}).items():
                yield from differs(f"type of {name} seen by {seat}", kinds.get(str(name).lower()), kind)


def _rolled(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from differs("number of dice rolled in the open", sum(event.kind == "rolled" for event in seen), wanted)


def _distance(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for pair, far in wanted.items():
        a, b = (match.game.board.node(x) for x in str(pair).split())
        yield from differs(f"distance {pair}", match.game.board.distance(a, b), far)


def _after_loading(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """Expectations of the same position once it has been written down and read again."""
    if match.scenario and match.seed:
        again = loads(dump(match))
    else:
        again = Match.from_state(match.game, match.game.restore(match.state.to_dict()), match.play.dice)
    yield from differs("the position after loading", again.state == match.state, True)
    module = positions_of(type(match.game).__module__.rpartition(".")[0])
    yield from expect(again, seen, wanted, module.CHECKS)


def _sound(match: Match, seen: list[Event], wanted: bool) -> Iterator[str]:
    """Nothing that must always hold is broken: every unit in one place, stacking, control ..."""
    yield from differs("the position is sound", not match.game.check(match.play), wanted)


def _fair_die(match: Match, seen: list[Event], sides: int) -> Iterator[str]:
    """Over many rolls of the real dice every face comes up, about equally often."""
    rolls = [SeededDice("fair").number(k, sides) for k in range(1000 * sides)]
    for face in range(1, sides + 1):
        if not 900 <= rolls.count(face) <= 1100:
            yield f"{face} came up {rolls.count(face)} times in {len(rolls)} rolls"


def _board(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """{hexes: n, areas: {name: n or [hexes]}, neighbours: {hex: [hexes]}}."""
    board = match.game.board
    if "hexes" in wanted:
        yield from differs("number of hexes", board.hexes, wanted["hexes"])
    for area, hexes in wanted.get("areas", {}).items():
        names = sorted({board.names[h] for h in board.areas[area].hexes})
        yield from differs(f"hexes of {area}", len(names) if isinstance(hexes, int) else names, hexes)
    for hex, near in wanted.get("neighbours", {}).items():
        found = sorted(board.names[n] for n in board.adjacent(board.node(str(hex))))
        yield from differs(f"neighbours of {hex}", found, sorted(map(str, near)))


_CHECKS: dict[str, Check] = {
    "at": _where, "held": _held, "on map": _on_map, "box": _content, "steps": _steps, "control": _control, "winner": _winner,
    "decision": _decision,
    "events": _events, "no events": _no_events, "values": _values, "reach": _reaches, "reach count": _reach_count,
    "supplied": _supplied, "cut off": _cut_off, "legal": _legal, "verbs": _verbs, "options": _named, "hexes": _hexes_for,
    "units": _units_for,
    "sees": _sees, "dice rolled": _rolled, "distance": _distance, "after loading": _after_loading, "sound": _sound,
    "fair die": _fair_die, "board": _board, "pieces": _pieces,
}  # fmt: skip
