"""10.8 to 10.22 Odds, shifts and the combat results table."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ...assault.battle import amend, the_battle, throw
from ...assault.odds import Shift, concentric
from ..game import P
from ..state import GERMAN, Battle
from .combat_results import apply_result
from .november import is_execution_turn


@rule("2.10", "10.8", "10.18e")
def attack_factor(p: P, unit: int, target: int) -> int:
    """The printed attack factor; German panzer units attack cities with their defence factor."""
    game, kind, steps = p.game, p.s.kind[unit], p.s.steps[unit]
    if game.city[target] and game.is_panzer[kind]:
        return game.defence[kind][steps]
    return game.attack[kind][steps]


@rule("2.10", "10.8", "10.2")
def defence_factor(p: P, unit: int) -> int:
    return p.game.defence[p.s.kind[unit]][p.s.steps[unit]]


@rule("10.11", "9.27", "10.12", "10.14", "10.17")
def shifts(p: P, battle: Battle) -> list[Shift]:
    """Every reason to move the odds, all of them cumulative. Clear ground, marsh and towns give none, and a
    mobile assault is no worse for being one."""
    german = battle.side == GERMAN
    found = german_shifts(p, battle) if german else soviet_shifts(p)
    found += terrain_shifts(p, battle, _hexes_of(p, battle.attackers))
    found += air_shifts(battle)
    return found


@rule("5.3c", "5.4", "10.21a", "10.21b", "10.18a", "11.3c")
def german_shifts(p: P, battle: Battle) -> list[Shift]:
    """What helps German attacks: fight/move (prepared assaults), turn 1, the November offensive, a concentric
    prepared assault on anything but a city."""
    found = []
    if p.s.order == "fight-move" and not battle.mobile:
        found.append(Shift(1, "German fight/move", "5.3c"))
    if p.s.turn == 1:
        found.append(Shift(1, "first turn of the offensive", "5.4"))
    if is_execution_turn(p):
        found.append(Shift(1, "November offensive", "11.3c"))
    if not battle.mobile and not p.game.city[battle.target]:
        around = {p.game.board.direction(battle.target, hex) for hex in _hexes_of(p, battle.attackers)}
        if concentric(around):
            found.append(Shift(2, "concentric assault", "10.21a"))
    return found


@rule("5.3d")
def soviet_shifts(p: P) -> list[Shift]:
    """Moving before fighting costs the Soviets a column."""
    return [Shift(-1, "Soviet move/fight", "5.3d")] if p.s.order == "move-fight" else []


@rule("10.13", "10.15", "9.20", "10.18b", "10.19", "10.12")
def terrain_shifts(p: P, battle: Battle, hexes: Sequence[int]) -> list[Shift]:
    """Forest helps Soviets against mobile assault, forts help Soviets, cities help everybody, and so does a river
    that every attacker must cross."""
    game, target = p.game, battle.target
    soviet_defence = battle.side == GERMAN
    found = []
    if game.forest[target] and battle.mobile and soviet_defence:
        found.append(Shift(-1, "forest against mobile assault", "10.13"))
    dry = [hex for hex in hexes if not game.river[target][game.board.direction(target, hex)]]
    if not dry:
        found.append(Shift(-1, "every attacker across a river", "10.15"))
    if game.city[target]:
        found.append(Shift(-2, "city", "10.18b"))
    if game.fort[target] and soviet_defence:
        found.append(Shift(-1, "fortification", "10.19"))
    return found


@rule("10.20d", "10.20b")
def air_shifts(battle: Battle) -> list[Shift]:
    """A column in its owner's favour for each aircraft."""
    mine = battle.air[battle.side]
    theirs = sum(battle.air) - mine
    found = [Shift(mine, "aircraft of the attacker", "10.20d")] if mine else []
    return found + ([Shift(-theirs, "aircraft of the defender", "10.20d")] if theirs else [])


def _hexes_of(p: P, units: Sequence[int]) -> list[int]:
    return sorted({p.s.loc[u] for u in units})


@rule("10.8", "10.9", "10.10", "10.11", "10.22a", "10.22b", "2.1")
def resolve(p: P) -> None:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends."""
    battle = the_battle(p)
    p.pop()
    attack = sum([attack_factor(p, u, battle.target) for u in battle.attackers])
    defence = sum([defence_factor(p, u) for u in battle.defenders])
    result = throw(p, attack, defence, shifts(p, battle), "10.8", "10.22a")
    amend(p, result=result)
    apply_result(p)
