"""4.16 and 4.17 Manstein's Gambit."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.battle import change_battle
from ...assault.events import Forfeited
from ..events import Dropped
from ..material import P
from ..state import GERMAN, SOVIET, Battle
from . import oder
from .counters import waits
from .losses import eliminate
from .occupation import enter
from .victory import holds

#: The game ends with this turn, by the conditions of the Gambit.
LAST = 20
PRIZES = ("Leningrad", "Moscow", "Kiev", "Stalingrad")
#: What the paratroops add to the attack they jump into, and what they count as a loss.
DROP_FACTOR = 6

PARATROOPS = "2para"
#: Called up early: from the boxes of turns 24 and 22.
_EARLY = ("2sspz", "3sspz")


@rule("4.16", "4.17a")
def begin(p: P) -> None:
    """The Gambit is on: its three corps and two SS panzer corps arrive this turn."""
    p.s.gambit = True
    oob = p.game.oob
    called = [unit for unit, entry in enumerate(oob.entry) if entry == "MG"]
    called += [unit for unit in map(oob.unit, _EARLY) if unit >= 0 and waits(p, unit)]
    for unit in called:
        p.game.calendar.schedule(p, unit, p.s.turn)


@rule("4.17a", "4.18c")
def german_replacements(p: P) -> tuple[int, int]:
    """Steps of this turn, mechanized and other: as printed, but 2/2 during the Gambit and 4/4 for Watch on the Oder."""
    tables = p.game.charts.tables
    if p.s.gambit and p.s.offensive <= p.s.turn <= LAST:
        return tuple(tables["gambit"]["replacements"])
    if oder.is_running(p):
        return tuple(tables["oder"]["replacements"])
    return p.game.track[p.s.turn].german_replacements


# ---------------------------------------------------------------- Operation Blue Point


def paratroops(p: P) -> int:
    """The 2nd Paratroop Corps, -1 in a game without it."""
    return p.game.oob.unit(PARATROOPS)


@rule("4.17b")
def awaits_drop(p: P, unit: int) -> bool:
    """On the first turn of the Gambit the paratroops may wait on the track for an attack to jump into."""
    return unit == paratroops(p) and p.s.gambit and p.s.turn == p.s.offensive and p.s.loc[unit] == p.game.calendar.boxes[p.s.turn]


@rule("4.17b")
def may_drop(p: P) -> bool:
    """Only into a German attack that has been declared, and only once."""
    battle = p.s.battle
    unit = paratroops(p)
    return battle is not None and battle.side == GERMAN and not battle.airdrop and unit >= 0 and awaits_drop(p, unit)


@rule("4.17b")
def drop(p: P, command: Command) -> None:
    """The paratroops jump onto the hex under attack and add their defence factor."""
    if not may_drop(p):
        raise Illegal("4.17b", "the paratroops jump into a German attack on the first turn of the Gambit")
    if command.units not in ((), (paratroops(p),)):
        raise Illegal("4.17b", "only the 2nd Paratroop Corps jumps")
    battle = change_battle(p, airdrop=True)
    p.emit(Dropped(units=(paratroops(p),), hex=battle.target, side=GERMAN, rule="4.17b"))


@rule("4.17b")
def landed(p: P, battle: Battle, cleared: bool) -> None:
    """If the hex was cleared they stand in it, unless they were given up in a bloodbath; if not, they are lost."""
    unit = paratroops(p)
    if not battle.airdrop or not awaits_drop(p, unit):
        return
    if cleared:
        enter(p, (unit,), battle.target)
    else:
        eliminate(p, unit, rule="4.17b", why="the drop has failed")


@rule("4.17b")
def forfeit_drop(p: P) -> None:
    """Paratroops that have jumped into no attack by the end of the German player turn have missed their entry."""
    unit = paratroops(p)
    if unit >= 0 and awaits_drop(p, unit):
        p.place(unit, p.game.gone[GERMAN])
        p.emit(Forfeited(units=(unit,), side=GERMAN, rule="4.17b"))


# ---------------------------------------------------------------- the verdict


@rule("4.16")
def judge(p: P) -> None:
    """At the end of turn 20 the game is over: all 14 places of the start and two of the four prizes, or a Soviet victory."""
    if not p.s.gambit or p.s.turn != LAST:
        return
    home = p.game.vp_hex & p.game.board.mask("german-start")
    kept = not bool((home & (p.s.arrays.control != GERMAN)).any())
    if kept and sum(holds(p, city) for city in PRIZES) >= 2:
        p.win(GERMAN, "Manstein's Gambit has succeeded", "4.16")
    else:
        p.win(SOVIET, "Manstein's Gambit has failed", "4.16")
