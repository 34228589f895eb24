"""Facts about one air unit in the air, from which fire at it, its own fire and its bombs are reckoned.

Nothing here needs a position: the rules, a preview and a computer player say who flies what.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..aircraft import Aircraft
from .mission_table import MISSIONS, Mission, Purpose

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
SUPERIOR = frozenset({"german", "finnish", "italian"})
SOVIET = "soviet"


class Flyer(msgspec.Struct, frozen=True):
    """An air unit on a mission. `guards` is also the Hurricane under the allowance of the Royal Air Force."""

    aircraft: Aircraft
    nation: str
    mission: Purpose
    guards: bool = False
    extended: bool = False
    night: bool = False
    jettisoned: bool = False
    glider: Aircraft | None = None

    @property
    def kind(self) -> Mission:
        return MISSIONS[self.mission]

    @property
    def is_escort(self) -> bool:
        """Flies in the screen: an escort, or a fighter that has jettisoned its bombs."""
        return self.mission is Purpose.ESCORT or self.jettisoned


@rule("24.A", "24.B")
def _burden(flyer: Flyer) -> int:
    """What bombs or fuel for a long way cost a fighter in both its strengths."""
    if not flyer.aircraft.is_fighter or flyer.jettisoned:
        return 0
    return 2 if flyer.kind.bombs or flyer.extended else 0


@rule("24.A")
def air_attack(flyer: Flyer) -> int:
    burden = _burden(flyer)
    return max(flyer.aircraft.attack - burden, 1) if burden else flyer.aircraft.attack


@rule("24.A", "24.D")
def air_defence(flyer: Flyer) -> int:
    """A glider in tow takes its own defence away from that of its tug."""
    burden = _burden(flyer)
    defence = max(flyer.aircraft.defence - burden, 1) if burden else flyer.aircraft.defence
    return defence - (flyer.glider.defence if flyer.glider else 0)


@rule("24.C", "35e")
def is_outflown(firer: Flyer, target: Flyer) -> bool:
    """Do the pilots of the firing fighter count as better than those they fire on?"""
    return firer.aircraft.is_fighter and firer.nation in SUPERIOR and target.nation == SOVIET and not target.guards
