"""What cases of Barbarossa may expect beside what every game offers (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.match import Match
from ...core.play import Event
from ..assault.case_checks import BATTLE_CHECKS, differs
from .rules import manstein, supply
from .rules.movement import movement_factor, points_left
from .state import AREA, FORTRESS, HERO, WALL

_WORKS = {"wall": WALL, "hero": HERO, "fortress": FORTRESS, "area": AREA}


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


# ---------------------------------------------------------------- movement


def _points(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, points in wanted.items():
        yield from differs(f"what {handle} has left to move", points_left(match.play, _unit(match, handle)), points)


def _movement_factor(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, factor in wanted.items():
        yield from differs(f"movement factor of {handle}", movement_factor(match.play, _unit(match, handle)), factor)


# ---------------------------------------------------------------- supply, cities, points


def _supply_state(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> overland, offensive, crimea, garrison, coastal, aerial or none."""
    for handle, state in wanted.items():
        yield from differs(f"supply of {handle}", supply.state_of(match.play, _unit(match, handle)), state)


def _overland(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """side -> hex -> would a unit have regular overland supply there?"""
    for side, places in wanted.items():
        for hex, yes in places.items():
            is_ = supply.overland(match.play, match.game.sides.index(side), match.game.names.node(str(hex)))
            yield from differs(f"overland supply of the {side} side in {hex}", is_, yes)


def _vp(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from differs("the German total", match.play.s.vp, wanted)


def _works(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> words of what is built there: wall, hero, fortress, area; "" for nothing."""
    for hex, words in wanted.items():
        works = match.play.s.works[match.game.names.node(str(hex))]
        yield from differs(f"works in {hex}", " ".join(word for word, bit in _WORKS.items() if works & bit), words)


def _victory_places(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """area -> how many places worth a victory point lie in it."""
    game: Any = match.game
    for area, count in wanted.items():
        yield from differs(f"victory places in {area}", int((game.vp_hex & game.board.mask(area)).sum()), count)


def _hidden_from_soviet(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """Words that appear nowhere in what the Soviet seat may see."""
    shown = str((match.view("soviet"), match.log("soviet")))
    yield from (f"the Soviet can see {word!r}" for word in wanted if f"'{word}'" in shown)


def _replacements(match: Match, seen: list[Event], wanted: list[int]) -> Iterator[str]:
    """German replacements of the turn, mechanized and other."""
    yield from differs("German replacements", list(manstein.german_replacements(match.play)), wanted)


def _track(match: Match, seen: list[Event], wanted: dict[int, dict[str, Any]]) -> Iterator[str]:
    game: Any = match.game
    for number, fields in wanted.items():
        for name, value in fields.items():
            is_ = getattr(game.track[int(number)], name)
            yield from differs(f"{name} of turn {number}", list(is_) if isinstance(is_, tuple) else is_, value)


CHECKS: dict[str, Any] = BATTLE_CHECKS | {
    "points": _points, "movement factor": _movement_factor, "supply state": _supply_state, "overland": _overland,
    "vp": _vp, "victory places": _victory_places, "works": _works, "german replacements": _replacements, "track": _track,
    "hidden from soviet": _hidden_from_soviet,
}  # fmt: skip
