"""Rule 22: antiaircraft fire reckoned from facts: who has how much, who may fire at whom, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..air_charts import AirCharts, Limits, Result
from .air_combat import Chances, chances_of
from .flyer import Flyer
from .mission_table import Purpose
from .modifiers import Modifier

HALF = Fraction(1, 2)


class Gun(StrEnum):
    """What antiaircraft strength comes from."""

    INTRINSIC = "intrinsic"
    COMBAT = "combat"
    POSITION = "position"
    FLOTILLA = "flotilla"
    SHIP = "ship"
    AIRBASE = "airbase"


class Battery(msgspec.Struct, frozen=True):
    """One counter's antiaircraft strength; heavy and light count alike. `unit` is the counter it belongs to."""

    gun: Gun
    strength: Fraction
    unit: int = -1


@rule("22.A.1")
def intrinsic(nation: str, size: str, *, motorized: bool, cadre: bool) -> int:
    """Of a combat/motorized unit: German divisions, headquarters and cadres; of other nations divisions alone."""
    if not motorized:
        return 0
    if nation == "german":
        return int(cadre or size in ("division", "headquarters"))
    return int(size == "division" and not cadre)


@rule("22", "22.B.2", "22.B.3")
def may_fire(
    batteries: Iterable[Battery], mission: Purpose, *, aim: int = -1, at_sea: bool = False, bombed: frozenset[int] = frozenset()
) -> list[Battery]:
    """Which batteries of a hex may fire at an air unit with this mission there; `aim` is the ship it bombs.

    Ships fire for ships alone: in port the ship that is bombed with position and combat antiaircraft, at sea the ship bombed
    and one other that nobody bombs in this air phase.
    """
    everybody = list(batteries)
    if mission is not Purpose.SHIP and mission is not Purpose.SEARCH:
        return [battery for battery in everybody if battery.gun is not Gun.SHIP]
    target = [battery for battery in everybody if battery.unit == aim]
    if at_sea:
        idle = [
            battery for battery in everybody if battery.gun is Gun.SHIP and battery.unit != aim and battery.unit not in bombed
        ]
        return target + sorted(idle, key=lambda battery: battery.strength, reverse=True)[:1]
    if not any(battery.gun is Gun.SHIP for battery in target):
        return [battery for battery in everybody if battery.gun is not Gun.SHIP]
    return target + [battery for battery in everybody if battery.gun in (Gun.POSITION, Gun.COMBAT)]


@rule("22", "31.F.2b")
def total(batteries: Iterable[Battery], *, surprised: bool = False) -> Fraction:
    """Strength in all, half of it for Soviet guns in the surprise turn."""
    strength = sum((battery.strength for battery in batteries), Fraction())
    return strength * HALF if surprised else strength


@rule("22.B.6")
def shared(strengths: Sequence[Fraction]) -> Fraction:
    """Against defensive support: the strengths of those who attack, hex by hex, divided by the number of hexes."""
    return sum(strengths, Fraction()) / len(strengths) if strengths else Fraction()


class Barrage(msgspec.Struct, frozen=True):
    """Fire at one air unit, before the dice."""

    strength: Fraction
    column: Limits
    modifiers: tuple[Modifier, ...]

    @property
    def modifier(self) -> int:
        return sum(modifier.value for modifier in self.modifiers)

    def result(self, dice: int) -> Result:
        return self.column.result(dice + self.modifier)

    @property
    def chances(self) -> Chances:
        return chances_of(self.column, self.modifier)


@rule("22.B.1")
def is_fired_at(flyer: Flyer) -> bool:
    """In the mission resolution step: air units that transport or bomb, and have not jettisoned their bombs."""
    return flyer.kind.flak and not flyer.jettisoned


@rule("22.B.4", "22.B.5")
def barrage(charts: AirCharts, strength: Fraction, flyer: Flyer) -> Barrage | None:
    """All that fires at one air unit is one attack; none without strength."""
    if strength <= 0:
        return None
    modifiers = []
    if flyer.aircraft.is_level_bomber:
        modifiers.append(Modifier("22.B.5", "type B", 1))
    if flyer.night:
        modifiers.append(Modifier("22.B.5", "at night", 1))
    return Barrage(strength, charts.antiaircraft_column(strength), tuple(modifiers))
