"""What cases of 1940: What If? may expect beside what every game offers (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...core.errors import BadCase, Illegal
from ...core.events import Event
from ...core.expectations import Check, differs
from ...core.match import Match
from ...core.movement import Movement
from ..assault.case_checks import facts
from ..assault.components import numbering_faults
from .rules import movement, players, sequence, stacking, supply, victory
from .state import UNTRIED


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


# ---------------------------------------------------------------- the position


def _supply_state(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> overland, coastal, city, air or none."""
    for handle, state in wanted.items():
        yield from differs(f"supply of {handle}", supply.state_of(match.play, _unit(match, handle)), state)


def _costs(match: Match, seen: list[Event], wanted: dict[str, dict[str, int | None]]) -> Iterator[str]:
    """units -> hex, or a way there (`4705-4706`) -> movement points, null when it is out of reach."""
    for handles, ways in wanted.items():
        march = movement.march_of(match.play, [_unit(match, handle) for handle in str(handles).split("+")])
        for way, cost in ways.items():
            nodes = [match.game.names.node(hex) for hex in str(way).split("-")]
            yield from differs(f"cost of {way} for {handles}", _cost(march, nodes), cost)


def _cost(march: Movement, way: Sequence[int]) -> int | None:
    if len(way) == 1:
        found = march.reach()
        return dict(zip(found.nodes.tolist(), found.costs.tolist(), strict=True)).get(way[0])
    try:
        return sum(march.price(way[1:]))
    except Illegal:
        return None


def _untried(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        yield from differs(f"{handle} untried", bool(match.state.flags[_unit(match, handle)] & UNTRIED), yes)


def _nodes(name: str) -> Callable[[Match, list[Event], dict[str, bool]], Iterator[str]]:
    """A check of an array of truth values: hex -> yes or no."""

    def check(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
        for hex, yes in wanted.items():
            found = bool(getattr(match.state, name)[match.game.names.node(str(hex))])
            yield from differs(f"{name} in {hex}", found, yes)

    return check


def _moscow(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from differs("the modifier of the Moscow Falls Table", victory.moscow_modifier(match.play), wanted)


def _phases(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """`german 2` (side and turn, perhaps an order) -> labels and steps of the outline, in order."""
    for key, steps in wanted.items():
        side, turn, *order = str(key).split()
        found = sequence.phases(match.game.sides.index(side), int(turn), order[0] if order else sequence.MOVE_FIGHT)
        yield from differs(f"phases of {key}", " ".join(f"{label}:{step}" for label, step in found), steps)


def _count(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """hex or box -> number of units."""
    for place, number in wanted.items():
        yield from differs(f"units in {place}", len(match.state.stack(match.game.board.node(str(place)))), number)


def _rests(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """units -> hex or box -> may they rest there, as far as stacking goes?"""
    for handles, places in wanted.items():
        units = [_unit(match, handle) for handle in str(handles).split("+")]
        for place, yes in places.items():
            found = stacking.fits(match.play, units, match.game.board.node(str(place)))
            yield from differs(f"{handles} may rest in {place}", found, yes)


# ---------------------------------------------------------------- counters, charts and the book


def _counter(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> what its counter shows: nation, type, class, size, factors, steps, colour, name, designation."""
    game: Any = match.game
    for handle, fields in wanted.items():
        kind = match.state.kind[_unit(match, handle)]
        shown = game.rows[kind] | {"steps": game.types[kind].steps}
        for name, value in fields.items():
            if name not in shown:
                raise BadCase(f"a counter has no {name!r}")
            yield from differs(f"{name} of {handle}", shown[name], value)


def _seats(match: Match, seen: list[Event], wanted: dict[int, Any]) -> Iterator[str]:
    """number of players -> seat -> its posts, or the rule by which so many cannot play."""
    for number, seats in wanted.items():
        try:
            found: Any = {seat.name: list(seat.posts) for seat in players.seating(int(number)).seats}
        except Illegal as refusal:
            found = refusal.rule
        yield from differs(f"seats of {number}", found, seats)


def _dealt(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """unit -> how many different counters it carries, at least, in forty games."""
    game = match.game
    deals = [Match(game, seed=seed).state for seed in range(40)]
    for handle, least in wanted.items():
        found = len({deal.kind[_unit(match, handle)] for deal in deals})
        if found < least:
            yield f"{handle} was {found} different counters in forty games, not {least}"


def _book(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """What the first chapters lay down: scale, calendar, hex numbers, maps of hexes, where places lie, pairs of armies."""
    game: Any = match.game
    board = match.game.board
    found: dict[str, Callable[[Any], Any]] = {
        "scale": lambda asked: board.facts["scale"],
        "calendar": lambda asked: {turn: game.track[turn].name for turn in asked},
        "numbering faults": lambda asked: numbering_faults(board),
        "map of": lambda asked: {hex: board.cells[board.node(str(hex))][0] for hex in asked},
        "places": lambda asked: {place.name: board.names[place.hex] for place in board.places if place.name in asked},
        "juggernauts with a counterpart": lambda asked: len(game.counterpart),
    }
    return facts(found, wanted)


CHECKS: dict[str, Check] = {
    "supply state": _supply_state, "costs": _costs, "untried": _untried, "garrison": _nodes("garrison"), "fort": _nodes("fort"),
    "was german": _nodes("was_german"), "moscow modifier": _moscow, "phases": _phases, "count": _count, "rests": _rests,
    "counter": _counter, "seats": _seats, "dealt": _dealt, "book": _book,
}  # fmt: skip
