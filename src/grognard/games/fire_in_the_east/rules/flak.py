"""Rule 22 in a position: the batteries of a hex, and their fire at what transports and bombs there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ....core.rule import rule
from ..air_facts import air_war
from ..counters import FLOTILLA
from ..events.air import FlakFired
from ..events.battle import ToldModifier
from ..material import P
from ..state import AXIS, ONE, SOVIET
from . import antiaircraft, bombed_prey, naval
from .antiaircraft import Battery, Gun
from .dogfights import apply
from .mission_table import Purpose
from .sorties import flyer, in_flight, on_mission, over
from .units import face, ground_units

POSITION = "position AA"
HALVED_FROM = 2  #: turns out of supply


@rule("12.D.a", "12.D.b")
def battery_of(p: P, unit: int) -> Battery | None:
    """A ground unit's antiaircraft strength as it is now: half from its second turn out of supply on."""
    whole = _battery_of(p, unit)
    if whole is None or p.s.unsupplied[unit] < HALVED_FROM:
        return whole
    return Battery(whole.gun, whole.strength / 2, unit)


@rule("22.A", "22.A.1", "22.A.2", "22.A.3", "22.A.3a", "22.A.3b")
def _battery_of(p: P, unit: int) -> Battery | None:
    """A ground unit's antiaircraft strength: its own guns, or those that combat/motorized units have with them. Position
    antiaircraft
    has a piece per point, so that exchanging counters for others of the same total changes nothing."""
    shown = face(p, unit)
    if shown.type.startswith(POSITION):
        return Battery(Gun.POSITION, Fraction(max(shown.aa, 1)), unit)
    if shown.type.endswith("AA"):
        return Battery(Gun.COMBAT, Fraction(shown.aa), unit) if shown.aa else None
    size = "division" if shown.is_division else "headquarters" if shown.size == "HQ" else ""
    strength = antiaircraft.intrinsic(shown.nation, size, motorized=shown.motorized, cadre=shown.cadre)
    return Battery(Gun.INTRINSIC, Fraction(strength), unit) if strength else None


@rule("22.A.4")
def naval_battery(p: P, unit: int) -> Battery | None:
    row = p.game.rows[unit]
    if p.game.printed_faces[unit][0].role == FLOTILLA:
        return Battery(Gun.FLOTILLA, Fraction(1), unit)
    return Battery(Gun.SHIP, Fraction(row.get("aa") or 0), unit)


@rule("22.B.2", "22.A.1")
def batteries(p: P, node: int, side: int) -> list[Battery]:
    """All antiaircraft strength of a side in a hex."""
    found = [battery for unit in ground_units(p, node, side) if (battery := battery_of(p, unit))]
    found += [battery for unit in p.units(node, side) if p.game.is_ship[unit] and (battery := naval_battery(p, unit))]
    if side == AXIS and air_war(p.game).guarded[node] and p.s.control[node] == AXIS:
        found.append(Battery(Gun.AIRBASE, Fraction(3)))
    return found


def is_at_sea(p: P, ship: int) -> bool:
    """Ships are at sea or in port; flotillas are neither."""
    return ship >= 0 and naval.is_ship(p, ship) and (naval.is_at_sea(p, ship) or not naval.is_port(p, p.s.loc[ship]))


@rule("22.B.3", "22.B.2", "39.Ab")
def strength_against(p: P, unit: int) -> Fraction:
    """What may fire at an air unit where it is; at one that bombs a bridge from either side of it, but not from both."""
    side, node = p.side_of(unit), p.s.loc[unit]
    purpose = Purpose(p.s.mission[unit])
    surprised = p.s.surprise and side == AXIS
    hexes = [node, p.s.aim[unit]] if purpose is Purpose.BRIDGE else [node]
    bombed = frozenset(p.s.aim[one] for one in over(p, node, side, (Purpose.SHIP,)))
    return max(
        antiaircraft.total(
            antiaircraft.may_fire(
                batteries(p, hex, p.foe(side)),
                purpose,
                aim=p.s.aim[unit],
                at_sea=purpose is Purpose.SHIP and is_at_sea(p, p.s.aim[unit]),
                bombed=bombed,
            ),
            surprised=surprised,
        )
        for hex in hexes
    )


@rule("22.B", "22.B.1", "22.B.4", "esp.air")
def fire_all(p: P) -> None:
    """The antiaircraft step: at every air unit of the phasing side that transports or bombs, hex by hex."""
    p.pop()
    bombed_prey.choose(p)
    flying = sorted((p.s.loc[unit], unit) for unit in in_flight(p, p.s.active) if on_mission(p, unit) and p.s.tug[unit] < 0)
    for _, unit in flying:
        if on_mission(p, unit) and antiaircraft.is_fired_at(flyer(p, unit)):
            fire(p, unit, strength_against(p, unit))


@rule("22.B.5", "22.B.4")
def fire(p: P, unit: int, strength: Fraction, rule: str = "22.B.5") -> bool:
    """Fire at one air unit; has it been driven off or shot down?"""
    shot = antiaircraft.barrage(air_war(p.game).charts, strength, flyer(p, unit))
    if shot is None:
        return False
    side, node = p.side_of(unit), p.s.loc[unit]
    dice = p.roll("antiaircraft fire", rule, side=p.foe(side)) + p.roll("antiaircraft fire", rule, side=p.foe(side))
    result = shot.result(dice)
    p.emit(
        FlakFired(
            units=(unit,),
            hex=node,
            strength=int(strength * ONE),
            shifts=tuple(ToldModifier(m.value, m.why, m.rule) for m in shot.modifiers),
            dice=dice,
            result=result.letter,
            side=p.foe(side),
            rule=rule,
        ),
        public=True,
    )
    apply(p, unit, result, rule)
    return not on_mission(p, unit)


@rule("22.B.6", "20.F.2.d")
def fire_at_defence(p: P, node: int, attackers: Sequence[int], origins: Sequence[int]) -> None:
    """Just before an attack: the strengths of those who attack, divided by the number of their hexes, at each air unit that
    supports
    the defence; only if there are units for it to support."""
    if not attackers:
        return
    side = p.side_of(attackers[0])
    if not ground_units(p, node, p.foe(side)):
        return
    by_hex: dict[int, Fraction] = dict.fromkeys(origins, Fraction())
    for unit, origin in zip(attackers, origins, strict=True):
        battery = battery_of(p, unit) if p.game.is_ground[unit] else None
        by_hex[origin] += battery.strength if battery else 0
    strength = antiaircraft.shared(list(by_hex.values()))
    if p.s.surprise and side == SOVIET:
        strength /= 2
    for unit in supporters(p, node, p.foe(side), Purpose.DEFENCE):
        fire(p, unit, strength, "22.B.6")


def supporters(p: P, node: int, side: int, purpose: Purpose) -> list[int]:
    """Air units of a side that fly for a purpose over a hex, in the order of their numbers."""
    return sorted(
        unit for unit in p.units(node, side) if p.game.is_air[unit] and p.s.mission[unit] == purpose and on_mission(p, unit)
    )


@rule("22.B.6")
def before_battle(p: P, node: int) -> None:
    """Between the announcement of an attack and its die."""
    fight = p.s.battle
    if fight is not None and not fight.overrun:
        fire_at_defence(p, node, fight.attackers, fight.origins)
