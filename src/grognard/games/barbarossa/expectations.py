"""What cases of Barbarossa may expect beside what every game offers (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.events import Event
from ...core.expectations import Check, differs
from ...core.match import Match
from .rules import manstein, supply
from .state import AREA, FORTRESS, HERO, WALL

_WORKS = {"wall": WALL, "hero": HERO, "fortress": FORTRESS, "area": AREA}


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


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


CHECKS: dict[str, Check] = {
    "supply state": _supply_state, "overland": _overland,
    "vp": _vp, "victory places": _victory_places, "works": _works, "german replacements": _replacements,
    "hidden from soviet": _hidden_from_soviet,
}  # fmt: skip
