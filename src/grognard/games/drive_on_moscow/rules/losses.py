"""2.12, 10.30, 10.31 Losses: steps, eliminated units and the Kampfgruppen they leave."""

from __future__ import annotations

from ....core.events import Eliminated
from ....core.rule import rule
from ...assault.battle import caught_bystanders, change_battle, the_battle
from ...assault.losses import weakest_first
from ..events import Formed, Reduced
from ..material import P
from ..state import GERMAN


@rule("2.12b", "2.12a")
def lose_step(p: P, unit: int) -> None:
    """A full two-step unit is reduced; any other is eliminated."""
    if p.s.steps[unit] > 1:
        p.s.set("steps", unit, p.s.steps[unit] - 1)
        p.emit(Reduced(units=(unit,), hex=p.s.loc[unit], side=p.side_of(unit), rule="2.12b"), public=True)
    else:
        eliminate(p, unit)


@rule("2.12b", "3.6", "10.31a", "8.6d")
def eliminate(p: P, unit: int, *, kampfgruppe: bool = True, rule: str = "2.12b", why: str = "") -> None:
    """A unit leaves play for good. A panzer or panzer grenadier division down to its last step leaves a Kampfgruppe."""
    hex = p.s.loc[unit]
    steps = p.s.steps[unit]
    p.place(unit, p.game.dead)
    p.emit(Eliminated(units=(unit,), hex=hex, why=why, side=p.side_of(unit), rule=rule), public=True)
    if kampfgruppe and steps == 1:
        form_kampfgruppe(p, unit, hex)


@rule("10.31a", "10.31b", "2.13")
def leaves_kampfgruppe(p: P, unit: int) -> bool:
    """Only divisions do, and only while counters last."""
    unit_type = p.game.types[p.s.kind[unit]]
    if unit_type.size != "XX" or unit_type.kind not in ("panzer", "panzergrenadier"):
        return False
    return any(p.s.loc[kg] == p.game.kg_pool for kg in p.game.kampfgruppen)


@rule("10.31a", "10.31b", "2.13")
def form_kampfgruppe(p: P, unit: int, hex: int) -> None:
    """A 2-1 for a panzer, a 1-2 for a panzer grenadier division, in the same hex and with the same part in the battle."""
    if not leaves_kampfgruppe(p, unit):
        return
    game, s = p.game, p.s
    group = next(kg for kg in game.kampfgruppen if s.loc[kg] == game.kg_pool)
    panzer = game.types[s.kind[unit]].kind == "panzer"
    s.set("kind", group, game.panzer_kg if panzer else game.grenadier_kg)
    s.set("steps", group, 1)
    s.set("flags", group, s.flags[unit])
    s.spent[group], s.origin[group], s.trail[group] = s.spent[unit], s.origin[unit], s.trail[unit]
    p.place(group, hex)
    battle = s.battle
    if battle is not None and unit in battle.attackers:
        change_battle(p, attackers=(*battle.attackers, group))
    elif battle is not None and unit in battle.defenders:
        change_battle(p, defenders=(*battle.defenders, group))
    name = game.types[s.kind[group]].name
    p.emit(Formed(units=(group,), hex=hex, name=name, side=GERMAN, rule="10.31a"), public=True)


@rule("10.30")
def defender_eliminated(p: P) -> int:
    """One-step units die, then full two-step units are reduced. Tells how many steps went."""
    battle = the_battle(p)
    for unit in weakest_first(p, battle.defenders):
        lose_step(p, unit)
    return len(battle.defenders)


@rule("10.28b")
def eliminate_bystanders(p: P) -> None:
    """Units that had retreated into the hex are lost with any result but AS and AL1, and count for nothing."""
    for unit in caught_bystanders(p):
        eliminate(p, unit, rule="10.28b", why="caught in a second attack")
