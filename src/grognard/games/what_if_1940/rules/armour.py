"""9.2 to 9.4 and 10.10 Armour doctrine: the dice at the start of every Anglo-French player turn."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.battle import change_battle
from ...assault.events import Entered, Promoted
from ..events import Formed
from ..material import P
from ..state import ALLIED, Battle
from . import control, stacking, supply
from .counters import TOP_RUNG, name, nation, on_map

NATIONS = ("british", "french")


@rule("9.2a", "9.4", "10.10b")
def roll_for_doctrine(p: P) -> None:
    """The tank army first, as the turn began; then a tank corps per army; then the Ardennes."""
    p.pop()
    p.queue(("doctrine.army",), *(("doctrine.corps", -1, nation) for nation in NATIONS), ("doctrine.ardennes",))


def variants(p: P, nation: str) -> list[int]:
    """The three counters of an army's tank corps."""
    return [u for u in p.game.pieces_of_side[ALLIED] if p.game.rung[p.s.kind[u]] and p.game.nation[p.s.kind[u]] == nation]


@rule("9.4")
def form_tank_army(p: P) -> None:
    """With both corps of the top rung on the map, whole and in supply, a 1 unites them."""
    p.pop()
    best = [u for nation in NATIONS for u in variants(p, nation) if p.game.rung[p.s.kind[u]] == TOP_RUNG]
    able = all(on_map(p, u) and p.s.steps[u] == 2 and supply.supplied(p, u) for u in best)
    if able and not p.s.tank_army and p.roll("1st Allied Tank Army?", "9.4", side=ALLIED) == 1:
        p.s.tank_army = True
        p.emit(Formed(what="The 1st Allied Tank Army is formed", side=ALLIED, rule="9.4"))


@rule("9.2c")
def number_needed(p: P) -> int:
    """A 1, or a 2 as well once the other army has had its corps since an earlier game turn."""
    return 2 if 0 < p.s.tank_corps < p.s.turn else 1


@rule("9.2a", "9.2b", "9.2c", "9.2d", "9.3a")
def raise_tank_corps(p: P) -> None:
    """An army without a tank corps rolls for one; which of its three forms it takes is drawn blind."""
    nation = p.pop().args[0]
    waiting = [u for u in variants(p, nation) if p.s.loc[u] == p.game.box["anglo-french-aside"]]
    if len(waiting) < len(variants(p, nation)):
        return
    if p.roll(f"a {nation} tank corps?", "9.2a", side=ALLIED) <= number_needed(p):
        unit = waiting[p.pick(len(waiting))]
        p.s.tank_corps = p.s.tank_corps or p.s.turn
        p.push("doctrine.entry", ALLIED, unit)


@rule("9.2b")
def entry_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Supply sources of the French edge with room and without enemies."""
    unit = p.frame.args[0]
    edge = p.game.board.areas["french-edge"].hexes
    return [hex for hex in edge if not p.s.foes[ALLIED][hex] and stacking.fits(p, (unit,), hex)]


def no_entry(p: P) -> bool:
    return not entry_hexes(p, ())


@rule("9.2b", "9.2d")
def enter_tank_corps(p: P, command: Command) -> None:
    """Face up and whole, with all its abilities at once."""
    unit, hex = p.frame.args[0], command.hexes[0]
    if hex not in entry_hexes(p, ()):
        raise Illegal("9.2b", f"{name(p, unit)} cannot enter in {p.game.board.names[hex]}")
    p.pop()
    p.place(unit, hex)
    control.enter(p, unit, hex)
    p.emit(Entered(units=(unit,), hex=hex, side=ALLIED, rule="9.2b"))


@rule("10.10b")
def open_ardennes(p: P) -> None:
    """On a 1 they are forest like any other from now on."""
    p.pop()
    if not p.s.ardennes and p.roll("are the Ardennes passable?", "10.10b", side=ALLIED) == 1:
        p.s.ardennes = True
        p.emit(Formed(what="The Ardennes are found to be passable", side=ALLIED, rule="10.10b"))


# ---------------------------------------------------------------- promotion


@rule("9.3c")
def promote_victors(p: P, battle: Battle) -> Battle:
    """Tank corps that attacked whole and are whole still rise by a rung."""
    for unit in battle.attackers:
        rung = p.game.rung[p.s.kind[unit]]
        if 0 < rung < TOP_RUNG and on_map(p, unit) and p.s.steps[unit] == 2:
            battle = promote(p, unit)
    return battle


@rule("9.3a", "9.3c")
def promote(p: P, unit: int) -> Battle:
    """The next counter takes the place of the old one, with its part in the battle and all it has done in this phase."""
    s = p.s
    rung = p.game.rung[s.kind[unit]]
    better = next(u for u in variants(p, nation(p, unit)) if p.game.rung[s.kind[u]] == rung + 1)
    for trace in ("spent", "origin", "trail", "allowance"):
        getattr(s, trace)[better] = getattr(s, trace)[unit]
    s.set("flags", better, s.flags[unit])
    s.set("steps", better, 2)
    hex = s.loc[unit]
    p.place(unit, p.game.box["anglo-french-aside"])
    p.place(better, hex)
    p.emit(Promoted(units=(unit, better), hex=hex, side=ALLIED, rule="9.3c"), public=True)
    battle = s.battle
    assert battle is not None
    return change_battle(p, attackers=tuple(better if u == unit else u for u in battle.attackers))
