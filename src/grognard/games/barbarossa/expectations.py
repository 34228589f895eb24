"""What cases of Barbarossa may expect beside what every game offers (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.cases import BadCase
from ...core.match import Match
from ...core.play import Event
from .rules import manstein, supply
from .rules.movement import movement_factor, points_left
from .state import AREA, FORTRESS, HERO, WALL

_WORKS = {"wall": WALL, "hero": HERO, "fortress": FORTRESS, "area": AREA}


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


def _compare(what: str, is_: Any, wanted: Any) -> Iterator[str]:
    if is_ != wanted:
        yield f"{what} is {is_!r}, not {wanted!r}"


# ---------------------------------------------------------------- battles


def _weighed(seen: list[Event]) -> Event:
    events = [event for event in seen if event.kind == "weighed"]
    if not events:
        raise BadCase("no battle was fought")
    return events[-1]


def _odds(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`3:1` final odds, or `2:1 to 4:1` raw to final."""
    _, _, raw, final, *_ = _weighed(seen).data
    yield from _compare("odds", f"{raw} to {final}" if " to " in wanted else final, wanted)


def _factors(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`26 against 7`: total attack and defence factors of the last battle."""
    attack, defence, *_ = _weighed(seen).data
    yield from _compare("the factors", f"{attack} against {defence}", wanted)


def _shifts(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """rule -> columns of every shift of the last battle, no more and no less."""
    found: dict[str, int] = {}
    for text in _weighed(seen).data[4:]:
        columns = int(text[:-1].split()[0][:-1]) * (1 if text.split()[0].endswith("R") else -1)
        rule = text[text.rindex("[") + 1 : -1]
        found[rule] = found.get(rule, 0) + columns
    yield from _compare("the shifts", found, {str(k): v for k, v in wanted.items()})


def _result(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    results = [event.data[0] for event in seen if event.kind == "resolved"]
    yield from _compare("the result", results[-1] if results else "none", wanted)


# ---------------------------------------------------------------- movement


def _points(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, points in wanted.items():
        yield from _compare(f"what {handle} has left to move", points_left(match.play, _unit(match, handle)), points)


def _movement_factor(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, factor in wanted.items():
        yield from _compare(f"movement factor of {handle}", movement_factor(match.play, _unit(match, handle)), factor)


def _assault_cost(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """units -> hex -> movement points a mobile assault costs them."""
    for units, targets in wanted.items():
        found = match.reach(str(units))["assaults"]
        for hex, cost in targets.items():
            yield from _compare(f"cost of an assault on {hex} by {units}", found.get(str(hex)), cost)


# ---------------------------------------------------------------- supply, cities, points


def _supply_state(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> overland, offensive, crimea, garrison, coastal, aerial or none."""
    for handle, state in wanted.items():
        yield from _compare(f"supply of {handle}", supply.state_of(match.play, _unit(match, handle)), state)


def _overland(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """side -> hex -> would a unit have regular overland supply there?"""
    for side, places in wanted.items():
        for hex, yes in places.items():
            is_ = supply.overland(match.play, match.game.sides.index(side), match.game.names.node(str(hex)))
            yield from _compare(f"overland supply of the {side} side in {hex}", is_, yes)


def _vp(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from _compare("the German total", match.play.s.vp, wanted)


def _works(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> words of what is built there: wall, hero, fortress, area; "" for nothing."""
    for hex, words in wanted.items():
        works = match.play.s.works.item(match.game.names.node(str(hex)))
        yield from _compare(f"works in {hex}", " ".join(word for word, bit in _WORKS.items() if works & bit), words)


def _victory_places(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """area -> how many places worth a victory point lie in it."""
    game: Any = match.game
    for area, count in wanted.items():
        yield from _compare(f"victory places in {area}", int((game.vp_hex & game.board.mask(area)).sum()), count)


def _hidden_from_soviet(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """Words that appear nowhere in what the Soviet seat may see."""
    shown = str((match.view("soviet"), match.log("soviet")))
    yield from (f"the Soviet can see {word!r}" for word in wanted if f"'{word}'" in shown)


def _replacements(match: Match, seen: list[Event], wanted: list[int]) -> Iterator[str]:
    """German replacements of the turn, mechanized and other."""
    yield from _compare("German replacements", list(manstein.german_replacements(match.play)), wanted)


def _track(match: Match, seen: list[Event], wanted: dict[int, dict[str, Any]]) -> Iterator[str]:
    game: Any = match.game
    for number, fields in wanted.items():
        for name, value in fields.items():
            is_ = getattr(game.track[int(number)], name)
            yield from _compare(f"{name} of turn {number}", list(is_) if isinstance(is_, tuple) else is_, value)


CHECKS: dict[str, Any] = {
    "odds": _odds, "factors": _factors, "shifts": _shifts, "result": _result, "points": _points,
    "movement factor": _movement_factor, "assault cost": _assault_cost, "supply state": _supply_state, "overland": _overland,
    "vp": _vp, "victory places": _victory_places, "works": _works, "german replacements": _replacements, "track": _track,
    "hidden from soviet": _hidden_from_soviet,
}  # fmt: skip
