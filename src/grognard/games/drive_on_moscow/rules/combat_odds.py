"""10.8 to 10.22 Odds, shifts and the combat results table."""

from __future__ import annotations

from functools import partial

from ....core.rule import rule
from ...assault import reckoning
from ...assault.battle import change_battle, roll_result, the_battle
from ...assault.odds import Shift, concentric
from ...assault.reckoning import Memory, Reckoning, strength, sure
from ..material import Material, P
from ..state import GERMAN, Battle
from .combat_results import apply_result
from .november import is_execution_turn

Face = tuple[int, int]  #: a type and its steps


class Setting(reckoning.Setting, frozen=True):
    """Where and when a battle is fought."""

    november: bool = False  #: is the November offensive under way?


class Facts(reckoning.Facts[Setting, Face], frozen=True):
    """A battle as somebody knows it."""


def setting_of(p: P, side: int, target: int, mobile: bool) -> Setting:
    s = p.s
    return Setting(side, target, mobile, s.turn, s.order, tuple(s.options.items()), is_execution_turn(p))


def facts_of(p: P, battle: Battle) -> Facts:
    """A battle in which everybody is known."""
    s, side = p.s, battle.side
    kind, steps = s.kind, s.steps
    attackers = tuple([sure((kind[u], steps[u])) for u in battle.attackers])
    defenders = tuple([sure((kind[u], steps[u])) for u in battle.defenders])
    origins = tuple(sorted({s.loc[u] for u in battle.attackers}))
    mine = battle.air[side]
    return Facts(setting_of(p, side, battle.target, battle.mobile), origins, attackers, defenders, (mine, sum(battle.air) - mine))


# ---------------------------------------------------------------- factors


@rule("2.10", "10.8", "10.18e")
def attack_factor(game: Material, setting: Setting, face: Face) -> int:
    """The printed attack factor; German panzer units attack cities with their defence factor."""
    kind, steps = face
    if game.city[setting.target] and game.is_panzer[kind]:
        return game.defence[kind][steps]
    return game.attack[kind][steps]


@rule("2.10", "10.8", "10.2")
def defence_factor(game: Material, setting: Setting, face: Face) -> int:
    kind, steps = face
    return game.defence[kind][steps]


# ---------------------------------------------------------------- shifts


@rule("10.11", "9.27", "10.12", "10.14", "10.17")
def shifts(game: Material, facts: Facts) -> list[Shift]:
    """Every reason to move the odds, all of them cumulative. Clear ground, marsh and towns give none, and a
    mobile assault is no worse for being one."""
    found = german_shifts(game, facts) if facts.setting.side == GERMAN else soviet_shifts(facts)
    found += terrain_shifts(game, facts)
    found += air_shifts(facts)
    return found


@rule("5.3c", "5.4", "10.21a", "10.21b", "10.18a", "11.3c")
def german_shifts(game: Material, facts: Facts) -> list[Shift]:
    """What helps German attacks: fight/move (prepared assaults), turn 1, the November offensive, a concentric
    prepared assault on anything but a city."""
    found, setting = [], facts.setting
    if setting.order == "fight-move" and not setting.mobile:
        found.append(Shift(1, "German fight/move", "5.3c"))
    if setting.turn == 1:
        found.append(Shift(1, "first turn of the offensive", "5.4"))
    if setting.november:
        found.append(Shift(1, "November offensive", "11.3c"))
    if not setting.mobile and not game.city[setting.target] and concentric(_directions(game, facts)):
        found.append(Shift(2, "concentric assault", "10.21a"))
    return found


def _directions(game: Material, facts: Facts) -> set[int]:
    return {game.board.direction(facts.setting.target, hex) for hex in facts.origins}


@rule("5.3d")
def soviet_shifts(facts: Facts) -> list[Shift]:
    """Moving before fighting costs the Soviets a column."""
    return [Shift(-1, "Soviet move/fight", "5.3d")] if facts.setting.order == "move-fight" else []


@rule("10.13", "10.15", "9.20", "10.18b", "10.19", "10.12")
def terrain_shifts(game: Material, facts: Facts) -> list[Shift]:
    """Forest helps Soviets against mobile assault, forts help Soviets, cities help everybody, and so does a river
    that every attacker must cross."""
    setting, target = facts.setting, facts.setting.target
    soviet_defence = setting.side == GERMAN
    found = []
    if game.forest[target] and setting.mobile and soviet_defence:
        found.append(Shift(-1, "forest against mobile assault", "10.13"))
    rivers = game.river[target]
    if all(rivers[direction] for direction in _directions(game, facts)):
        found.append(Shift(-1, "every attacker across a river", "10.15"))
    if game.city[target]:
        found.append(Shift(-2, "city", "10.18b"))
    if game.fort[target] and soviet_defence:
        found.append(Shift(-1, "fortification", "10.19"))
    return found


@rule("10.20d", "10.20b")
def air_shifts(facts: Facts) -> list[Shift]:
    """A column in its owner's favour for each aircraft."""
    mine, theirs = facts.air
    found = [Shift(mine, "aircraft of the attacker", "10.20d")] if mine else []
    return found + ([Shift(-theirs, "aircraft of the defender", "10.20d")] if theirs else [])


# ---------------------------------------------------------------- the table


@rule("10.8", "10.9", "10.10", "10.11")
def reckon(game: Material, facts: Facts, memory: Memory | None = None) -> Reckoning:
    """Factors and shifts of a battle as somebody knows it."""
    setting = facts.setting
    attack = strength(setting, facts.attackers, partial(attack_factor, game), memory, "attack")
    defence = strength(setting, facts.defenders, partial(defence_factor, game), memory, "defence")
    return Reckoning(attack, defence, tuple(shifts(game, facts)))


@rule("10.8", "10.22a", "10.22b", "2.1")
def resolve(p: P) -> None:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends."""
    battle = the_battle(p)
    p.pop()
    change_battle(p, result=roll_result(p, reckon(p.game, facts_of(p, battle)), "10.8", "10.22a"))
    apply_result(p)
