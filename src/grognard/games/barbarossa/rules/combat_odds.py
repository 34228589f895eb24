"""11.8 to 11.25 Odds, shifts and the combat results table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from ....core.chance import Spread
from ....core.rule import rule
from ...assault import reckoning
from ...assault.factors import total
from ...assault.odds import Shift, concentric
from ...assault.reckoning import Belief, Memory, Reckoning, among, strength, sure
from ..material import Material, P
from ..state import GERMAN, SOVIET, Battle
from . import fortified_area, ground, hero_cities, manstein, supply

#: (unit, factor, divisor)
Worth = tuple[int, int, int]


class Face(NamedTuple):
    """All of a unit that its factors depend on."""

    kind: int
    supply: str
    fixed: int = 0  #: a factor that is not printed on it: rolled, or of paratroops that jump


class Setting(reckoning.Setting, frozen=True):
    """Where and when a battle is fought."""

    combats: int = 0  #: combat phases of this player turn so far
    pause: str = ""  #: what the German has said to the Paulus Pause
    bonus_zone: str = ""
    stronghold: bool = False  #: a hero or fortress city
    fortified: bool = False  #: a fortified line of the defender
    area: int = 0  #: columns of the Soviet fortified area
    hardened: bool = False  #: is the fortified area finished?
    wet: bool = False  #: does the target count as marsh?


class Facts(reckoning.Facts[Setting, Face], frozen=True):
    """A battle as somebody knows it. Paratroops that jump are among the attackers, but come from no hex."""

    bystanders: tuple[Belief[Face], ...] = ()
    airdrop: bool = False


# ---------------------------------------------------------------- facts


@rule("11.13", "11.22")
def setting_of(p: P, side: int, target: int, mobile: bool) -> Setting:
    s, defender = p.s, p.foe(side)
    return Setting(
        side, target, mobile, s.turn, s.order, tuple(s.options.items()), s.combats, s.pause, s.bonus_zone,
        stronghold=hero_cities.stronghold(p, target), fortified=ground.fortified(p, target, defender),
        area=fortified_area.shift(p, target) if defender == SOVIET else 0, hardened=fortified_area.hardened(p, target),
        wet=bool(p.game.marsh[target]),
    )  # fmt: skip


@rule("10.26", "10.34c", "11.2")
def facts_of(p: P, battle: Battle) -> Facts:
    """A battle in which everybody is known. All in the hex defend with the supply they have; a mobile assault does not cut off
    the units it hits."""
    without = battle.attackers if battle.mobile else ()
    rolled = dict(battle.dice)
    attackers = [face_of(p, u, rolled=rolled.get(u, 0)) for u in battle.attackers]
    if battle.airdrop:
        attackers.append(Face(p.s.kind[manstein.paratroops(p)], supply.OVERLAND, manstein.DROP_FACTOR))
    defenders, bystanders = (
        tuple([sure(face_of(p, u, without, rolled.get(u, 0))) for u in units]) for units in (battle.defenders, battle.bystanders)
    )
    setting, flown = setting_of(p, battle.side, battle.target, battle.mobile), max(battle.air, 0)
    air = (flown, 0) if battle.side == GERMAN else (0, flown)
    return Facts(setting, battle.origins, tuple([sure(f) for f in attackers]), defenders, air, bystanders, battle.airdrop)


def face_of(p: P, unit: int, without: Sequence[int] = (), rolled: int = 0) -> Face:
    return Face(p.s.kind[unit], supply.state_of(p, unit, without), rolled)


@rule("8.4")
def before_the_roll(p: P, unit: int, face: Face) -> Belief[Face]:
    """A unit before the battle: emergency units have yet to roll for their factor."""
    return among([face._replace(fixed=die) for die in range(1, 7)]) if p.game.is_emergency[unit] else sure(face)


# ---------------------------------------------------------------- factors


@rule("2.10", "8.4")
def printed(game: Material, face: Face) -> tuple[int, int]:
    """Attack and defence factor; emergency units have rolled for both."""
    if face.fixed:
        return face.fixed, face.fixed
    return game.attack.item(face.kind), game.defence.item(face.kind)


@rule("2.10", "11.14", "11.20c", "5.7b")
def attack_factor(game: Material, setting: Setting, face: Face) -> int:
    """The attack factor, but for panzer corps before cities, mountain corps before rough ground, and shock armies."""
    attack, defence = printed(game, face)
    unit_type = game.types[face.kind]
    if game.city[setting.target] and "german" in unit_type.traits and unit_type.kind in ("panzer", "parachute-panzer"):
        return defence
    if game.rough[setting.target] and unit_type.kind == "mountain" and has_overland(face):
        return defence
    return 2 * attack if doubled(game, setting, face) else attack


def has_overland(face: Face) -> bool:
    return face.supply in (supply.OVERLAND, supply.OFFENSIVE)


@rule("5.7b", "7.10", "7.22e")
def doubled(game: Material, setting: Setting, face: Face) -> bool:
    """Shock armies in prepared assaults under fight/move, with overland supply and from turn 7 also with offensive."""
    if game.types[face.kind].kind != "shock" or setting.mobile or setting.order != "fight-move":
        return False
    return has_overland(face) and supply.attack_divisor(setting.side, setting.turn, face.supply) == 1


@rule("11.15", "5.13", "7.16", "7.22d")
def attack_divisor(game: Material, setting: Setting, face: Face) -> int:
    """Halved for want of supply, once more for want of offensive supply, once more for vehicles in marsh."""
    bogged = setting.wet and game.is_mech[face.kind]
    return supply.attack_divisor(setting.side, setting.turn, face.supply) * (2 if bogged else 1)


@rule("2.10", "11.2", "11.8")
def defence_factor(game: Material, setting: Setting, face: Face) -> int:
    return printed(game, face)[1]


@rule("11.8", "7.16")
def defence_divisor(game: Material, setting: Setting, face: Face) -> int:
    return supply.defence_divisor(face.supply)


@rule("11.8", "11.12a", "1.3b", "1.3c", "4.17b")
def attackers_worth(game: Material, facts: Facts, units: Iterable[int]) -> tuple[Worth, ...]:
    """What each attacker brings to the battle, all of them known."""
    here, faces = facts.setting, [belief.faces[0] for belief in facts.attackers]
    return tuple([(u, attack_factor(game, here, f), attack_divisor(game, here, f)) for u, f in zip(units, faces, strict=True)])


def sum_of(worth: Sequence[Worth]) -> int:
    return total((factor, divisor) for _, factor, divisor in worth)


# ---------------------------------------------------------------- shifts


@rule("11.11", "11.13", "10.32", "10.33")
def shifts(game: Material, facts: Facts) -> list[Shift]:
    """Every reason to move the odds, all of them cumulative."""
    found = sequence_shifts(game, facts) + terrain_shifts(game, facts) + situation_shifts(game, facts)
    if any(facts.air):
        found.append(Shift(1 if facts.air[0] else -1, "Luftwaffe", "11.23"))
    return found


@rule("5.6a", "5.6b", "5.6c", "5.7a", "5.9", "5.10b", "10.32", "12.2")
def sequence_shifts(game: Material, facts: Facts) -> list[Shift]:
    """What the order of phases and the Paulus Pause do."""
    here = facts.setting
    worn = here.side == GERMAN and here.pause == "no-pause"
    if here.mobile:
        tired = worn and here.turn == 4
        return [Shift(-2, "mobile assault after no pause", "5.10b") if tired else Shift(-1, "mobile assault", "10.32")]
    if here.side == SOVIET:
        return [Shift(-1, "Soviet move/fight", "5.7a")] if here.order == "move-fight" else []
    found, month = [], game.track[max(here.turn, 1)]
    summer = here.order == "fight-move" and month.single
    if here.order == "fight-fight" and here.combats == 1:
        found.append(Shift(1, "first of two fights", "5.6c"))
    elif summer and month.year == 1941:
        found.append(Shift(1, "German fight/move", "5.6a"))
    elif summer and month.year == 1942 and zone_of(game, here.target) == here.bonus_zone:
        found.append(Shift(1, "German fight/move in the chosen zone", "5.6b"))
    if worn and here.turn in (4, 5):
        found.append(Shift(3 - here.turn, "no Paulus Pause", "5.10b"))
    return found


@rule("5.6b", "7.15")
def zone_of(game: Material, hex: int) -> str:
    return "north" if game.north[hex] else "south"


@rule("11.14", "11.15", "11.16", "11.20a", "11.21a", "9.6", "8.18b", "11.22", "11.13")
def terrain_shifts(game: Material, facts: Facts) -> list[Shift]:
    """What the ground gives the defender, and marsh the attacker."""
    here, found = facts.setting, []
    if game.rough[here.target]:
        found.append(Shift(-1, "rough ground", "11.14"))
    if here.wet and not here.mobile:
        found.append(Shift(1, "marsh", "11.15"))
    if every_attacker_crosses_river(game, facts):
        found.append(Shift(-1, "every attacker across a river", "11.16"))
    if here.stronghold:
        found.append(Shift(-3, "hero or fortress city", "9.6"))
    elif game.city[here.target]:
        found.append(Shift(-1, "city", "11.20a"))
    if here.fortified:
        found.append(Shift(-1, "fortified line", "11.21a"))
    return [*found, Shift(here.area, "fortified area", "8.18b")] if here.area else found


@rule("11.16", "11.17", "11.18", "10.18", "4.17b")
def every_attacker_crosses_river(game: Material, facts: Facts) -> bool:
    """On turn 1 the Germans ignore rivers; paratroops have crossed it before a prepared assault."""
    here = facts.setting
    if here.side == GERMAN and here.turn == 1 and all(ground.is_national(game, f.kind) for f in _faces(facts.attackers)):
        return False
    if facts.airdrop and not here.mobile:
        return False
    return all(ground.river_between(game, hex, here.target) for hex in facts.origins)


def _faces(beliefs: Iterable[Belief[Face]]) -> Iterable[Face]:
    return (face for belief in beliefs for face in belief.faces)


@rule("11.24", "11.33", "5.15a")
def situation_shifts(game: Material, facts: Facts) -> list[Shift]:
    """Attacks from all around, satellites alone, and the optional German preparedness."""
    found = []
    if may_be_concentric(game, facts.setting):
        around = {game.board.direction(facts.setting.target, hex) for hex in facts.origins}
        if concentric(around):
            found.append(Shift(1, "concentric assault", "11.24"))
    if satellite_alone(game, facts):
        found.append(Shift(1, "satellite army alone", "11.33"))
    if prepared_for_war(game, facts):
        found.append(Shift(-1, "German preparedness", "5.15a"))
    return found


@rule("11.24", "9.6", "8.18b")
def may_be_concentric(game: Material, setting: Setting) -> bool:
    """Never in mobile assaults, against hero or fortress cities or a finished fortified area, nor for Soviets before
    a city the German side holds."""
    if setting.mobile or setting.stronghold:
        return False
    return not game.city[setting.target] if setting.side == SOVIET else not setting.hardened


@rule("11.33")
def satellite_alone(game: Material, facts: Facts) -> bool:
    """Do Soviet units attack a hex inside the USSR that holds nothing but an Axis satellite army?"""
    if facts.setting.side != SOVIET or not game.ussr[facts.setting.target]:
        return False
    return all(game.is_satellite[face.kind] for face in _faces((*facts.defenders, *facts.bystanders)))


@rule("5.15a")
def prepared_for_war(game: Material, facts: Facts) -> bool:
    """Optional: on turn 1 German units west of the start line are ready."""
    here = facts.setting
    west = here.chose("preparedness", "on") and here.turn == 1 and here.side == SOVIET
    if not west or not game.board.mask("german-start")[here.target]:
        return False
    return any(ground.is_national(game, face.kind) for face in _faces(facts.defenders))


# ---------------------------------------------------------------- all together


@rule("11.8", "11.9", "11.10", "11.11")
def reckon(game: Material, facts: Facts, memory: Memory | None = None) -> Reckoning:
    """Factors and shifts of a battle as somebody knows it."""
    return _reckon(game, on_its_ground(game, facts), memory)


def _reckon(game: Material, facts: Facts, memory: Memory | None = None) -> Reckoning:
    here = facts.setting
    attack = strength(here, facts.attackers, partial(attack_factor, game), memory, "attack", partial(attack_divisor, game))
    return Reckoning(attack, defence_of(game, here, facts.defenders, memory), tuple(shifts(game, facts)))


@rule("11.2", "11.8")
def defence_of(game: Material, setting: Setting, defenders: Sequence[Belief[Face]], memory: Memory | None = None) -> Spread:
    """All defenders together."""
    return strength(setting, defenders, partial(defence_factor, game), memory, "defence", partial(defence_divisor, game))


@rule("5.13", "11.15")
def on_its_ground(game: Material, facts: Facts) -> Facts:
    """Is the target marsh for this battle? On turn 1 German vehicles may take two hexes for clear, which spares them
    the halving and costs the attack its column; the better of both is taken."""
    here = facts.setting
    if not here.wet or here.turn > 1:
        return facts
    if not any(ground.dry_marsh(game, here.turn, f.kind, has_overland(f), here.target) for f in _faces(facts.attackers)):
        return facts
    dry = msgspec.structs.replace(facts, setting=msgspec.structs.replace(here, wet=False))
    better = not here.mobile and _reckon(game, facts).expected_column() > _reckon(game, dry).expected_column()
    return facts if better else dry
