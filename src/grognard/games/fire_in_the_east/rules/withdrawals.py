"""34.C Withdrawals: units that the orders of battle take away, or others like them."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..counters import Printed
from ..events.home import Withdrawn
from ..home_front import home
from ..material import P
from ..state import ISOLATED, SOVIET
from . import axis_replacements, control, scenarios, soviet_replacements
from .replacement_costs import Price, points, price, whole_face
from .units import name, on_map


def fall_due(p: P) -> None:
    """What this turn takes away is added to what is still owed."""
    due = [entry.unit for entry in p.game.calendar.on(p.s.turn, "withdraw", p.s.active)]
    due += [unit for turn, unit in home(p.game).guns_withdrawn if turn == p.s.turn and p.side_of(unit) == p.s.active]
    if p.s.scenario:  # nobody goes in the place of units that take no part
        due = [unit for unit in due if p.s.loc[unit] != p.game.out_of_play[p.s.active]]
        _answer_calls(p)
    p.s.owed = (*p.s.owed, *due)


def _answer_calls(p: P) -> None:
    """Other fronts call units of a short scenario away."""
    for unit in scenarios.called_away(p, p.s.active):
        p.emit(Withdrawn(units=(unit,), forfeited=0, side=p.s.active, rule="34.C"))
        control.put(p, (unit,), p.game.out_of_play[p.s.active])


def owed_by(p: P, side: int) -> list[int]:
    return [unit for unit in p.s.owed if p.side_of(unit) == side]


@rule("34.C", "36b")
def alike(one: Printed, other: Printed) -> bool:
    """The same nationality, size, type and strength."""
    return (one.nation, one.size, one.type, one.attack, one.defence, one.movement) == (
        other.nation, other.size, other.type, other.attack, other.defence, other.movement)  # fmt: skip


@rule("34.C")
def candidates(p: P, owed: int) -> list[int]:
    """Units on the map that may go for one that is owed: like it, whole, not isolated."""
    wanted = whole_face(p, owed)
    side = p.side_of(owed)
    found = [u for u in p.game.pieces_of_side[side] if on_map(p, u) and alike(whole_face(p, u), wanted)]
    return [u for u in found if not p.s.flags[u] & ISOLATED and p.s.steps[u] >= p.game.types[u].steps]


def withdrawable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    return sorted({unit for owed in owed_by(p, p.s.active) for unit in candidates(p, owed)})


@rule("34.C")
def withdraw(p: P, command: Command) -> None:
    """Units leave play."""
    for unit in command.units:
        owed = next((o for o in owed_by(p, p.s.active) if alike(whole_face(p, o), whole_face(p, unit))), None)
        if owed is None:
            raise Illegal("34.C", f"no unit like {name(p, unit)} is to be withdrawn")
        if p.s.flags[unit] & ISOLATED:
            raise Illegal("34.C", f"{name(p, unit)} is isolated")
        if unit not in candidates(p, owed):
            raise Illegal("34.C", f"{name(p, unit)} cannot be withdrawn")
        send_away(p, unit, owed)


def send_away(p: P, unit: int, owed: int, forfeited: int = 0) -> None:
    """A unit goes for good, unless the order of battle brings it back on a later turn."""
    left = list(p.s.owed)
    left.remove(owed)
    p.s.owed = tuple(left)
    p.emit(Withdrawn(units=(unit,), forfeited=forfeited, side=p.side_of(unit), rule="34.C"))
    back = p.game.calendar.after(p.s.turn, "arrive", owed)
    node = p.game.calendar.boxes[back] if back else p.game.out_of_play[p.side_of(unit)]
    control.put(p, (unit,), node)


@rule("34.C")
def settle(p: P) -> None:
    """At the end of the initial phase the referee takes what is still owed: from the map, else from the dead at their price."""
    for owed in owed_by(p, p.s.active):
        found = candidates(p, owed)
        if found:
            send_away(p, owed if owed in found else found[0], owed)
            continue
        wanted = whole_face(p, owed)
        dead = [u for u in p.units(p.game.pool[p.s.active], p.s.active) if alike(whole_face(p, u), wanted)]
        if dead:
            forfeit(p, dead[0])
            send_away(p, dead[0], owed, points(wanted))


@rule("34.C")
def forfeit(p: P, unit: int) -> None:
    """The points that a dead unit would cost are lost; a debt is paid by later ones. Germany pays for allies without any."""
    if p.side_of(unit) == SOVIET:
        soviet_replacements.forfeit(p, unit)
        return
    shown = whole_face(p, unit)
    nation = shown.nation if shown.nation in axis_replacements.INFANTRY_AT else "german"
    cost = price(shown) if nation == shown.nation else Price(points(shown), 0)
    axis_replacements.pay(p, nation, cost)
