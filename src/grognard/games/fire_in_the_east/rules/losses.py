"""Rules 9.C and 9.D: what a result demands of each side, in printed strength.

Who is lost and where the others go is their owner's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ....core.rule import rule
from .armor import from_armor
from .battle import Battle, Fighter
from .combat import Reckoning


class Demand(msgspec.Struct, frozen=True):
    """What a side must do: lose at least so much, or everything (down to cadres); whoever is left retreats, or stays."""

    least: Fraction = Fraction()
    everything: bool = False
    retreat: bool = False


class Demands(msgspec.Struct, frozen=True):
    """Of both sides."""

    attacker: Demand = Demand()
    defender: Demand = Demand()


@rule("9.D", "9.F.1d", "14.B.2")
def at_stake(units: Sequence[Fighter], *, attack: bool) -> Fraction:
    """The printed strength of a side: no aircraft, no ships, no distant guns, nobody who has just retreated into the hex."""
    return sum((unit.attack if attack else unit.defence for unit in units if unit.stakes), Fraction())


@rule("9.C.AE", "9.C.AH", "9.C.AR", "9.C.NE", "9.C.HX", "9.C.EX")
def demands(result: str, battle: Battle) -> Demands:
    """What a result of the table demands."""
    attack, defence = at_stake(battle.attackers, attack=True), at_stake(battle.defenders, attack=False)
    match result:
        case "NE":
            return Demands()
        case "EX":
            return _exchange(attack, defence, Fraction(1))
        case "HX":
            return _exchange(attack, defence, Fraction(1, 2))
        case "AE" | "AH" | "AR":
            return Demands(attacker=_one_sided(result[1], attack))
        case "DE" | "DH" | "DR":
            return Demands(defender=_one_sided(result[1], defence))
    raise ValueError(f"no result of the table: {result!r}")


def _one_sided(letter: str, strength: Fraction) -> Demand:
    """E: all eliminated. H: half of it. R: nothing is lost. In each case what is left retreats."""
    lost = {"E": strength, "H": strength / 2, "R": Fraction()}[letter]
    return Demand(lost, everything=letter == "E", retreat=True)


@rule("9.C.HX", "9.C.EX")
def _exchange(attack: Fraction, defence: Fraction, part: Fraction) -> Demands:
    """The weaker side is eliminated, the defender if they are equal; the other pays a part of that and stays."""
    weaker = Demand(min(attack, defence), everything=True, retreat=True)
    paid = Demand(weaker.least * part)
    return Demands(weaker, paid) if attack < defence else Demands(paid, weaker)


@rule("9.E")
def credited(printed: Fraction, cadre: Fraction | None = None) -> Fraction:
    """What a unit counts as lost: all of it, though a cadre may be left; with the cadre lost as well, that too."""
    return printed + (cadre or Fraction())


class Shares(msgspec.Struct, frozen=True):
    """What of the attacker's losses must come from armour and from engineers, as far as there is any."""

    armor: Fraction
    engineers: Fraction


@rule("10.H", "14.A.2b")
def shares(reckoning: Reckoning, lost: Fraction) -> Shares:
    """Who was used to modify the die bears half of what is lost."""
    return Shares(from_armor(reckoning.armor.used, lost), lost / 2 if reckoning.engineers else Fraction())


@rule("14.G", "9.C.AR", "9.F.1")
def must_retreat(demand: Demand, unit: Fighter) -> bool:
    """Does a survivor retreat? Not distant guns and ships, and not who began the phase beside an NKVD unit."""
    return demand.retreat and unit.is_subject and not unit.steadfast
