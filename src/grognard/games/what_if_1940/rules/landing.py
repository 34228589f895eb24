"""8.7 The landing of the 7th Flieger Corps, and what becomes of it on the ground."""

from __future__ import annotations

from ....core.rule import rule
from ...assault.battle import change_battle, the_battle
from ..events import Landed
from ..material import P
from ..state import GERMAN, Battle
from . import control, supply
from .counters import eliminate


@rule("8.7b")
def modifier(p: P, hex: int) -> int:
    """What the table of landings adds: an enemy in the hex, trees, supplied German troops beside it."""
    game, worth = p.game, p.game.charts.landing.modifiers
    held = bool(p.s.foes[GERMAN][hex]) or control.hostile_garrison(p, GERMAN, hex)
    beside = [u for near in game.board.adjacent(hex) for u in p.units(near, GERMAN)]
    now = {"enemy": held, "forest": game.board.terrain_mask("forest", "ardennes")[hex],
           "ground-troops": any(supply.supplied(p, unit) for unit in beside)}  # fmt: skip
    return sum(worth[when] for when, applies in now.items() if applies)


@rule("8.7b")
def land(p: P, hex: int) -> bool:
    """One die: whole, reduced or lost. Tells whether anything of the corps is left."""
    corps = p.game.flieger
    die = p.roll("7th Flieger Corps Landing Table", "8.7b", side=GERMAN)
    found = p.game.charts.landing.result(die + modifier(p, hex))
    p.emit(Landed(units=(corps,), hex=hex, found=found, side=GERMAN, rule="8.7b"), public=True)
    if found == "eliminated":
        eliminate(p, corps, "lost in the landing", "8.7b")
    elif found == "reduced":
        p.s.set("steps", corps, 1)
    return found != "eliminated"


@rule("8.7b", "3.12c")
def take_ground(p: P, hex: int) -> None:
    """The corps stands in the hex for the rest of the game; its landing is an entry like any other."""
    p.place(p.game.flieger, hex)
    control.enter(p, p.game.flieger, hex)


@rule("8.7c", "8.7d")
def land_on_enemies(p: P) -> None:
    """First the landing; troops on the ground attack without the corps if it is lost."""
    if not land(p, the_battle(p).target):
        change_battle(p, airborne=False)


@rule("8.7d", "10.19", "10.20")
def settle(p: P, battle: Battle, cleared: bool) -> None:
    """The corps takes the hex, or is lost to the last man if any enemy is left in it."""
    corps = p.game.flieger
    if not battle.airborne or p.s.loc[corps] == p.game.dead[GERMAN]:
        return
    if cleared:
        take_ground(p, battle.target)
    else:
        eliminate(p, corps, "the hex was not cleared", "8.7d")
