"""11.8 to 11.25 Odds, shifts and the combat results table."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ...assault.factors import total
from ...assault.odds import Shift, column, concentric
from ..game import P
from ..state import GERMAN, SOVIET, Battle
from . import fortified_area, ground, hero_cities, manstein, supply
from .mobile_assault import dry_marsh
from .sequence import single_month, year

#: (unit, factor, divisor)
Worth = tuple[int, int, int]

# ---------------------------------------------------------------- factors


@rule("2.10", "8.4")
def printed(p: P, battle: Battle, unit: int) -> tuple[int, int]:
    """Attack and defence factor; emergency units have rolled for both."""
    rolled = dict(battle.dice).get(unit)
    if rolled is not None:
        return rolled, rolled
    kind = p.s.kind[unit]
    return p.game.attack.item(kind), p.game.defence.item(kind)


@rule("2.10", "11.14", "11.20c", "5.7b")
def attack_factor(p: P, battle: Battle, unit: int) -> int:
    """The attack factor, but for panzer corps before cities, mountain corps before rough ground, and shock armies."""
    attack, defence = printed(p, battle, unit)
    kind = p.game.types[p.s.kind[unit]]
    if p.game.city[battle.target] and "german" in kind.traits and kind.kind in ("panzer", "parachute-panzer"):
        return defence
    if p.game.rough[battle.target] and kind.kind == "mountain" and supply.has_overland(p, unit):
        return defence
    return 2 * attack if doubled(p, battle, unit) else attack


@rule("5.7b", "7.10", "7.22e")
def doubled(p: P, battle: Battle, unit: int) -> bool:
    """Shock armies in prepared assaults under fight/move, with overland supply and from turn 7 also with offensive."""
    if p.game.types[p.s.kind[unit]].kind != "shock" or battle.mobile or p.s.order != "fight-move":
        return False
    return supply.has_overland(p, unit) and supply.attack_divisor(p, unit) == 1


@rule("11.15", "5.13", "7.16", "7.22d")
def attack_divisor(p: P, battle: Battle, unit: int, *, wet: bool) -> int:
    """Halved for want of supply, once more for want of offensive supply, once more for vehicles in marsh."""
    bogged = wet and ground.mechanized(p, unit)
    return supply.attack_divisor(p, unit) * (2 if bogged else 1)


@rule("11.8", "11.12a", "1.3b", "1.3c", "4.17b")
def attackers_worth(p: P, battle: Battle, *, wet: bool) -> list[Worth]:
    """What each attacker brings to the battle."""
    found = [(u, attack_factor(p, battle, u), attack_divisor(p, battle, u, wet=wet)) for u in battle.attackers]
    if battle.airdrop:
        found.append((manstein.paratroops(p), manstein.DROP_FACTOR, 1))
    return found


@rule("11.2", "11.8", "10.26", "10.34c", "11.29", "1.3c")
def defence_total(p: P, battle: Battle, units: Sequence[int] | None = None) -> int:
    """All defenders together, each with the supply it has; a mobile assault does not cut off the units it hits."""
    without = battle.attackers if battle.mobile else ()
    units = battle.defenders if units is None else units
    return total((printed(p, battle, u)[1], 1 if u == p.game.ica else supply.defence_divisor(p, u, without)) for u in units)


def sum_of(worth: Sequence[Worth]) -> int:
    return total((factor, divisor) for _, factor, divisor in worth)


# ---------------------------------------------------------------- shifts


@rule("11.11", "11.13", "10.32", "10.33")
def shifts(p: P, battle: Battle, *, wet: bool) -> list[Shift]:
    """Every reason to move the odds, all of them cumulative."""
    found = sequence_shifts(p, battle) + terrain_shifts(p, battle, wet=wet) + situation_shifts(p, battle)
    if battle.air > 0:
        found.append(Shift(1 if battle.side == GERMAN else -1, "Luftwaffe", "11.23"))
    return found


@rule("5.6a", "5.6b", "5.6c", "5.7a", "5.10b", "10.32", "12.2")
def sequence_shifts(p: P, battle: Battle) -> list[Shift]:
    """What the order of phases and the Paulus Pause do."""
    s = p.s
    worn = battle.side == GERMAN and s.pause == "no-pause"
    if battle.mobile:
        tired = worn and s.turn == 4
        return [Shift(-2, "mobile assault after no pause", "5.10b") if tired else Shift(-1, "mobile assault", "10.32")]
    if battle.side == SOVIET:
        return [Shift(-1, "Soviet move/fight", "5.7a")] if s.order == "move-fight" else []
    found = []
    if s.order == "fight-fight" and s.combats == 1:
        found.append(Shift(1, "first of two fights", "5.6c"))
    elif s.order == "fight-move" and single_month(p) and year(p) == 1941:
        found.append(Shift(1, "German fight/move", "5.6a"))
    elif s.order == "fight-move" and single_month(p) and year(p) == 1942 and zone_of(p, battle.target) == s.bonus_zone:
        found.append(Shift(1, "German fight/move in the chosen zone", "5.6b"))
    if worn and s.turn in (4, 5):
        found.append(Shift(3 - s.turn, "no Paulus Pause", "5.10b"))
    return found


@rule("5.6b", "7.15")
def zone_of(p: P, hex: int) -> str:
    return "north" if p.game.north[hex] else "south"


@rule("11.14", "11.15", "11.16", "11.20a", "11.21a", "9.6", "8.18b", "11.22", "11.13")
def terrain_shifts(p: P, battle: Battle, *, wet: bool) -> list[Shift]:
    """What the ground gives the defender, and marsh the attacker."""
    target, defender, found = battle.target, p.foe(battle.side), []
    if p.game.rough[target]:
        found.append(Shift(-1, "rough ground", "11.14"))
    if wet and not battle.mobile:
        found.append(Shift(1, "marsh", "11.15"))
    if every_attacker_crosses_river(p, battle):
        found.append(Shift(-1, "every attacker across a river", "11.16"))
    if hero_cities.stronghold(p, target):
        found.append(Shift(-3, "hero or fortress city", "9.6"))
    elif p.game.city[target]:
        found.append(Shift(-1, "city", "11.20a"))
    if ground.fortified(p, target, defender):
        found.append(Shift(-1, "fortified line", "11.21a"))
    columns = fortified_area.shift(p, target) if defender == SOVIET else 0
    return [*found, Shift(columns, "fortified area", "8.18b")] if columns else found


@rule("11.16", "11.17", "11.18", "10.18", "4.17b")
def every_attacker_crosses_river(p: P, battle: Battle) -> bool:
    """On turn 1 the Germans ignore rivers; paratroops have crossed it before a prepared assault."""
    if battle.side == GERMAN and p.s.turn == 1 and all(ground.national(p, u) for u in battle.attackers):
        return False
    if battle.airdrop and not battle.mobile:
        return False
    return all(ground.river_between(p, hex, battle.target) for hex in battle.origins)


@rule("11.24", "11.33", "5.15a")
def situation_shifts(p: P, battle: Battle) -> list[Shift]:
    """Attacks from all around, satellites alone, and the optional German preparedness."""
    found = []
    if may_be_concentric(p, battle):
        around = {p.game.board.direction(battle.target, hex) for hex in battle.origins}
        if concentric(around):
            found.append(Shift(1, "concentric assault", "11.24"))
    if satellite_alone(p, battle):
        found.append(Shift(1, "satellite army alone", "11.33"))
    if prepared_for_war(p, battle):
        found.append(Shift(-1, "German preparedness", "5.15a"))
    return found


@rule("11.24", "9.6", "8.18b")
def may_be_concentric(p: P, battle: Battle) -> bool:
    """Never in mobile assaults, against hero or fortress cities or a finished fortified area, nor for Soviets before
    a city the German side holds."""
    if battle.mobile or hero_cities.stronghold(p, battle.target):
        return False
    if battle.side == SOVIET:
        return not p.game.city[battle.target]
    return not fortified_area.hardened(p, battle.target)


@rule("11.33")
def satellite_alone(p: P, battle: Battle) -> bool:
    """Do Soviet units attack a hex inside the USSR that holds nothing but an Axis satellite army?"""
    if battle.side != SOVIET or not p.game.ussr[battle.target]:
        return False
    return all(p.game.is_satellite[p.s.kind[u]] for u in (*battle.defenders, *battle.bystanders))


@rule("5.15a")
def prepared_for_war(p: P, battle: Battle) -> bool:
    """Optional: on turn 1 German units west of the start line are ready."""
    option = p.option("preparedness") == "on" and p.s.turn == 1 and battle.side == SOVIET
    west = option and bool(p.game.board.mask("german-start")[battle.target])
    return west and any(ground.national(p, u) for u in battle.defenders)


# ---------------------------------------------------------------- the table


@rule("5.13", "11.15")
def marsh_counts(p: P, battle: Battle) -> bool:
    """Is the target marsh for this battle? On turn 1 German vehicles may take two hexes for clear, which spares them
    the halving and costs the attack its column; the better of both is taken."""
    if not p.game.marsh[battle.target]:
        return False
    if not any(dry_marsh(p, u, battle.target) for u in battle.attackers):
        return True
    return not battle.mobile and _final(p, battle, wet=True) > _final(p, battle, wet=False)


def _final(p: P, battle: Battle, *, wet: bool) -> int:
    raw = column(sum_of(attackers_worth(p, battle, wet=wet)), defence_total(p, battle))
    return raw + sum(s.columns for s in shifts(p, battle, wet=wet))
