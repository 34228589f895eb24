"""What the start and the end of a game turn and of a player turn bring in chapters 4, 7 and 9."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from ..state import CHOSEN_ON, GERMAN
from . import aerial_supply, caucasus, crimea, hero_cities, instants, manstein, oder, summer_offensive, supply_markers, victory
from .road_back import stalingrad_points


@rule("4.4b", "4.11", "4.18a", "4.18b", "7.21", "9.1", "9.2")
def begin_turn(p: P) -> None:
    """Before anything else: markers, the state of things, what was hidden, and what the German wants to declare."""
    p.s.arrays.was_german[:] = p.s.arrays.control == GERMAN
    hero_cities.receive_markers(p)
    crimea.reset(p)
    p.s.caucasus_base = caucasus.base_is_ready(p)
    supply_markers.note_moscow(p)
    instants.settle(p)
    oder.reveal(p)
    if summer_offensive.may_declare(p):
        p.push("offensive", GERMAN)
    if p.s.turn == CHOSEN_ON:
        p.push("oder", GERMAN)


@rule("4.18b", "4.19", "4.17b")
def end_german_turn(p: P) -> None:
    """Paratroops that have not jumped are lost; Watch on the Oder is judged."""
    p.pop()
    manstein.forfeit_drop(p)
    oder.judge(p)


@rule("4.2c", "4.4a", "4.13a", "4.14a", "4.16")
def end_turn(p: P) -> None:
    """The victory check phase. Everything that changes the points comes before they are compared with the chart."""
    p.pop()
    summer_offensive.judge(p)
    victory.german_soil(p)
    stalingrad_points(p)
    caucasus.resolve(p)
    manstein.judge(p)
    victory.check_points(p)
    if not p.over:
        aerial_supply.retrieve(p)
