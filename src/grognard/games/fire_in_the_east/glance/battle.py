"""What a player wants to know at a glance of combat, overruns and breakdowns."""

from __future__ import annotations

from ....core.seats import Eyes
from ....core.shown import BattleView, Line
from ..material import P
from ..rules.units import face
from ..state import ONE


def view(p: P) -> BattleView | None:
    """The attack or overrun that is being carried out."""
    fight = p.s.battle
    if fight is None:
        return None
    names = p.game.board.names
    shown = []
    if fight.odds:
        shown.append(Line("Odds", fight.odds, "13a" if fight.overrun else "9.A.3"))
    if fight.die:
        shown.append(Line("Die", f"{fight.die}{fight.modifier:+d}" if fight.modifier else str(fight.die), "9.A.4"))
    if fight.bill is not None and fight.bill.owed > fight.bill.lost:
        shown.append(Line("Still to be lost", f"{(fight.bill.owed - fight.bill.lost) / ONE:g}", "9.D"))
    return BattleView(
        targets=[names[fight.target]],
        attackers=[p.game.pieces[unit].handle for unit in fight.attackers],
        results=[fight.result] if fight.result else [],
        lines=shown,
    )


def lines(p: P, eyes: Eyes) -> list[Line]:
    """Lines of the status: divisions that are broken down, and fortresses that have fallen."""
    found = []
    whole = sorted({division for division in p.s.arrays.whole.tolist() if division >= 0})
    if whole:
        found.append(Line("Divisions broken down", ", ".join(p.game.pieces[unit].handle for unit in whole), "15.A"))
    if p.s.fallen:
        names = [p.game.board.names[hex] for hex in p.s.fallen]
        found.append(Line("Fortresses destroyed", ", ".join(p.game.board.place_name(h) for h in p.s.fallen), "31.A.5a", names))
    return found


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit on the map."""
    found = ["cadre"] if p.game.is_ground[unit] and face(p, unit).cadre else []
    whole = p.s.whole[unit]
    return [*found, f"part of {p.game.pieces[whole].handle}"] if whole >= 0 else found
