"""What cases may expect of the words of the first two chapters: counters, groups of units, scales, the combat table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...core.events import Event
from ...core.expectations import Check, differs
from ...core.match import Match
from ..assault.case_checks import facts
from ..assault.components import mobility, numbering_faults
from ..assault.factors import half
from .material import OWN_FILES
from .rules import components


def _counter(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> {type, size, factors, class, colour, dot, start ...}: what its counter shows."""
    game: Any = match.game
    for handle, fields in wanted.items():
        unit = game.names.unit(str(handle))
        shown = components.face(game.types[match.state.kind[unit]], game.rows[unit])
        for name, value in fields.items():
            yield from differs(f"{name} of {handle}", shown[name], value)


def _back(match: Match, seen: list[Event], wanted: dict[str, dict[str, str]]) -> Iterator[str]:
    """unit -> columns of its line in units.csv: start, entry, place, partner, size, factors ..."""
    game: Any = match.game
    for handle, fields in wanted.items():
        row = game.rows[game.names.unit(str(handle))]
        for column, value in fields.items():
            yield from differs(f"{column} of {handle}", row[column], str(value))


def _classes(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """type -> the mobility class of every counter of that type that is no Korps Gruppe."""
    game: Any = match.game
    for kind, wanted_class in wanted.items():
        found = {mobility(t) for t in game.types if t.kind == kind and "kg" not in t.traits}
        yield from differs(f"class of {kind}", sorted(found), [wanted_class])


def _groups(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """unit -> group of 1.5 and 1.6 (`axis satellite`, `soviet side` ...) -> does it belong to it?"""
    game: Any = match.game
    for handle, groups in wanted.items():
        unit_type = game.types[match.state.kind[game.names.unit(str(handle))]]
        for group, yes in groups.items():
            yield from differs(f"{handle} among the {group} units", components.belongs(unit_type, group), yes)


def _status(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """seat -> {vp: the victory points it sees}."""
    for seat, fields in wanted.items():
        points = match.view(seat).status.points[0].count
        yield from differs(f"what {seat} sees at a glance", {"vp": points}, fields)


def _book(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """What chapters 1 and 2 lay down: {kilometres: {hexes: km}, miles, halves: {3: 1}, symbols: {XXX: corps}, words:
    {KSC: Kerch Straits Command}, counters: {total, units, markers}, numbering faults: [hexes], sides: {hex: [sides]}, seats}."""
    board = match.game.board
    found: dict[str, Callable[[Any], Any]] = {
        "kilometres": lambda asked: {n: components.real_distance(n)[0] for n in asked},
        "miles": lambda asked: {n: components.real_distance(n)[1] for n in asked},
        "halves": lambda asked: {n: half(n) for n in asked},
        "symbols": lambda asked: {symbol: components.SIZES[symbol] for symbol in asked},
        "words": lambda asked: {word: components.spell_out(word) for word in asked},
        "counters": lambda asked: components.counter_mix(OWN_FILES.csv("units.csv")),
        "numbering faults": lambda asked: numbering_faults(board),
        "sides": lambda asked: {hex: components.map_sides(board, board.node(str(hex))) for hex in asked},
        "places": lambda asked: {name: components.hexes_of(board, name) for name in asked},
        "seats": lambda asked: components.seats(),
    }
    return facts(found, wanted)


CHECKS: dict[str, Check] = {
    "counter": _counter, "back": _back, "classes": _classes, "groups": _groups,
    "status": _status, "book": _book,
}  # fmt: skip
