"""8.17, 8.21, 8.28 Units that leave play."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.calendar import Entry
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Removed, Withdrawn
from ..material import P
from ..state import CUT_OFF, GERMAN, SOVIET
from . import instants, victory
from .counters import is_rifle_army, name, on_map, on_map_in_supply


@rule("8.17a", "8.21", "4.17a", "5.3")
def is_waived(p: P, entry: Entry) -> bool:
    """Manstein's Gambit keeps the corps, and The Road Back begins after the rifle armies have gone."""
    return {"gambit": p.s.gambit, "road-back": p.s.scenario == "road-back"}.get(entry.unless, False)


def called(p: P, side: int) -> list[Entry]:
    """Withdrawals that are due this turn."""
    return [entry for entry in p.game.calendar.on(p.s.turn, "withdraw", side) if not is_waived(p, entry)]


# ---------------------------------------------------------------- 8.17 the 2nd SS Panzer Corps


def second_ss(p: P) -> int:
    return p.game.oob.unit("2sspz")


@rule("8.17a", "8.17b", "8.17c", "4.17a")
def is_called_away(p: P) -> bool:
    """On turns 19 and 25 the 2nd SS Panzer Corps is to go, unless Manstein's Gambit keeps it."""
    return bool(called(p, GERMAN)) and p.s.loc[second_ss(p)] >= 0


@rule("8.17a", "8.17b")
def begin_turn(p: P) -> None:
    """In the dead pile when the turn begins, it is withdrawn from there before anybody could rebuild it."""
    if is_called_away(p) and p.s.loc[second_ss(p)] == p.game.dead[GERMAN]:
        leave(p, second_ss(p))


@rule("8.17a", "8.17b", "4.10")
def begin_german(p: P) -> None:
    """After the arrivals the German withdraws it or pays; without overland supply it stays until it can go."""
    p.pop()
    unit = second_ss(p)
    if not is_called_away(p):
        return
    if on_map_in_supply(p, unit):
        p.push("german.withdrawal", GERMAN)
    elif not _withdrawn(p, unit):
        if on_map(p, unit) or p.s.loc[unit] == p.game.caucasus:
            p.s.mark((unit,), CUT_OFF)
        missed(p)


def _withdrawn(p: P, unit: int) -> bool:
    """Is it away already, waiting on the track for its return?"""
    return p.game.calendar.turn_of.get(p.s.loc[unit], 0) > p.s.turn


@rule("8.17a", "8.17b")
def leave(p: P, unit: int) -> None:
    """Off the map, or out of the dead pile, until its next turn of arrival."""
    p.s.clear((unit,), CUT_OFF)
    back = p.game.calendar.after(p.s.turn, "arrive", unit)
    if not p.game.calendar.schedule(p, unit, back):
        p.place(unit, p.game.gone[GERMAN])
    p.emit(Withdrawn(units=(unit,), back=back, side=GERMAN, rule="8.17a"))


@rule("4.10", "8.17b")
def missed(p: P) -> None:
    victory.score(p, -1, "4.10", "2nd SS Panzer Corps is not withdrawn")


@rule("8.17a", "8.17b")
def to_withdraw(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return (second_ss(p),)


@rule("8.17a", "8.17b")
def withdraw_german(p: P, command: Command) -> None:
    """The corps is simply taken off."""
    if command.units != (second_ss(p),):
        raise Illegal("8.17a", "the 2nd SS Panzer Corps is to be withdrawn")
    phases.close(p)
    leave(p, second_ss(p))
    instants.settle(p)


@rule("4.10")
def decline_german(p: P, command: Command) -> None:
    """The German keeps the corps and pays a victory point."""
    phases.close(p)
    missed(p)


# ---------------------------------------------------------------- 8.21 Soviet rifle armies


@rule("8.21", "4.9", "5.3")
def begin_soviet(p: P) -> None:
    """On turns 6, 7 and 8 a rifle army is called away; being unable counts as declining."""
    p.pop()
    if not called(p, SOVIET):
        return
    if rifle_armies(p, ()):
        p.push("soviet.withdrawal", SOVIET)
    else:
        refused(p)


@rule("8.21")
def rifle_armies(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Rifle armies on the map in overland supply."""
    return [u for u in p.game.rifle_armies if on_map_in_supply(p, u)]


@rule("8.21")
def withdraw_soviet(p: P, command: Command) -> None:
    """The army goes to the box of turn 27, where it is a reinforcement like any other."""
    if len(command.units) != 1:
        raise Illegal("8.21", "one rifle army is to be withdrawn")
    unit = command.units[0]
    if not is_rifle_army(p, unit):
        raise Illegal("8.21", f"{name(p, unit)} is no rifle army")
    if not on_map_in_supply(p, unit):
        raise Illegal("8.21", f"{name(p, unit)} does not stand on the map in overland supply")
    phases.close(p)
    back = p.game.calendar.first("return", -1)
    p.emit(Withdrawn(units=(unit,), back=back, side=SOVIET, rule="8.21"))
    p.game.calendar.schedule(p, unit, back)
    instants.settle(p)


@rule("4.9", "8.21")
def decline_soviet(p: P, command: Command) -> None:
    """The Soviet keeps his army and the German gains a victory point."""
    phases.close(p)
    refused(p)


@rule("4.9")
def refused(p: P) -> None:
    victory.score(p, 1, "4.9", "a Soviet rifle army is not withdrawn")


# ---------------------------------------------------------------- 8.28 the Italians


@rule("8.28")
def go_home(p: P) -> None:
    """At the end of turn 16 the Italian 8th Army leaves for good, wherever it is."""
    for entry in p.game.calendar.on(p.s.turn, "remove", GERMAN):
        if p.s.loc[entry.unit] not in (-1, p.game.gone[GERMAN]):
            p.place(entry.unit, p.game.gone[GERMAN])
            p.emit(Removed(units=(entry.unit,), side=GERMAN, rule=entry.rule), public=True)


# ---------------------------------------------------------------- the instant something comes true


@rule("8.17a", "8.17b")
def at_once(p: P) -> None:
    """A corps that could not be withdrawn leaves the moment it is in overland supply or in the dead pile."""
    unit = second_ss(p)
    if unit < 0 or not p.s.flags[unit] & CUT_OFF:
        return
    if p.s.loc[unit] == p.game.dead[GERMAN] or on_map_in_supply(p, unit):
        leave(p, unit)
