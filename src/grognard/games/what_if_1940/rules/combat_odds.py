"""11.3 to 11.10 and 11.14 Odds: strengths, shifts and the limits of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ....core.renaming import Unit
from ....core.rule import rule
from ...assault.odds import Shift, column, concentric
from ..game import Mask, P
from ..state import GERMAN, SOVIET
from . import control, supply
from .sequence import FIGHT_MOVE


class Assault(msgspec.Struct, frozen=True):
    """An attack on one hex (11.5). `airborne`: the 7th Flieger Corps lands on it; it is not among the attackers on the ground."""

    attackers: tuple[Unit, ...]
    target: int
    mobile: bool = False
    airborne: bool = False
    aircraft: tuple[int, int] = (0, 0)  #: in support of the attacker, of the defender


def defenders(p: P, side: int, hex: int) -> list[int]:
    """All enemies in a hex defend it together."""
    return p.foes(hex, side)


def attacking_side(p: P, assault: Assault) -> int:
    return p.side_of(assault.attackers[0]) if assault.attackers else GERMAN


# ---------------------------------------------------------------- strength


@rule("2.9", "6.7bis-b", "11.7")
def factor(p: P, unit: int, *, attacking: bool) -> int:
    """What a unit puts into one battle: its whole factor, halved out of supply."""
    attack, defence = p.game.types[p.s.kind[unit]].strengths[p.s.steps[unit] - 1]
    return supply.worth(p, unit, attack if attacking else defence)


@rule("11.3a", "11.5a", "11.6", "11.21d")
def strengths(p: P, assault: Assault) -> tuple[int, int]:
    """Attack and defence. Paratroops attack with their defence factor; a garrison counts one, and only when nobody is with it."""
    attack = sum(factor(p, unit, attacking=True) for unit in assault.attackers)
    if assault.airborne:
        attack += p.game.types[p.s.kind[p.game.flieger]].strengths[p.s.steps[p.game.flieger] - 1][1]
    there = defenders(p, attacking_side(p, assault), assault.target)
    defence = sum(factor(p, unit, attacking=False) for unit in there)
    return attack, defence if there else int(p.s.garrison[assault.target])


# ---------------------------------------------------------------- shifts


@rule("9.8g", "10.22b", "11.8a")
def terrain(p: P, assault: Assault, side: int) -> Iterator[Shift]:
    """Natural terrain, cities and works add up. Printed works serve the side that had them at the start, forts the Soviets."""
    game, hex = p.game, assault.target
    worth = game.charts.shifts
    natural = game.board.terrains[game.board.terrain[hex]]
    if worth.get(natural):
        yield Shift(worth[natural], natural, "11.8a")
    if game.city[hex]:
        yield Shift(worth["city"], "city", "11.8a")
    holder = _holder(p, side, hex)
    if holder >= 0 and game.printed_forts[holder][hex]:
        yield Shift(worth["fortification"], "fortification", "10.22b")
    if holder == SOVIET and p.s.fort[hex]:
        yield Shift(worth["semi-permanent-fort"], "semi-permanent fort", "9.8g")


def _holder(p: P, side: int, hex: int) -> int:
    """The side that defends a hex; a garrison defends for whoever controls it."""
    there = defenders(p, side, hex)
    return p.side_of(there[0]) if there else int(p.s.control[hex])


@rule("5.5c", "8.7e", "10.11b", "11.8b")
def water(p: P, assault: Assault, side: int) -> Shift | None:
    """The smallest water all attackers have to cross; none if one comes dry, if paratroops land, or if rivers are ignored."""
    game, hex = p.game, assault.target
    if assault.airborne or not assault.attackers or (p.s.ignore_rivers and side == GERMAN):
        return None
    found = [_crossing(p, p.s.loc[unit], hex) for unit in assault.attackers]
    least = max(found)
    kind = "river" if least == game.charts.shifts["river"] else "major river"
    return Shift(least, f"across a {kind}", "11.8b") if least else None


def _crossing(p: P, here: int, hex: int) -> int:
    board, direction = p.game.board, p.game.board.direction(here, hex)
    if board.side_mask("major-river")[here, direction]:
        return p.game.charts.shifts["major-river"]
    dry = p.game.city[here] or p.game.city[hex] or not board.side_mask("river")[here, direction]
    return 0 if dry else p.game.charts.shifts["river"]


@rule("10.16b", "11.10a", "11.10b")
def surrounded(p: P, assault: Assault, side: int) -> bool:
    """From opposite or alternating sides, but not by Soviets, not into cities and not on the move; always with paratroops beside
    troops on the ground."""
    if assault.airborne:
        return bool(assault.attackers)
    if side == SOVIET or assault.mobile or p.game.city[assault.target]:
        return False
    return concentric({p.game.board.direction(assault.target, p.s.loc[unit]) for unit in assault.attackers})


@rule("3.10", "6.12")
def former_poland(p: P) -> Mask:
    area = p.game.board.mask("former-poland")
    return area & ~p.game.board.mask("boundary-revision") if control.variant(p) else area


@rule("6.12")
def short_of_trains(p: P, units: Sequence[int]) -> bool:
    """Soviet units in former Poland, or supplied in Greater Germany only by lines through it."""
    area = former_poland(p)
    return any(area[hex] or _fed_through(p, unit, area) for unit in units for hex in (p.s.loc[unit],))


def _fed_through(p: P, unit: int, area: Mask) -> bool:
    hex = p.s.loc[unit]
    return bool(p.game.germany[hex]) and bool(supply.soviet(p)[hex]) and not supply.soviet_lines_outside(p, area)[hex]


@rule("5.3b", "6.12", "8.4a", "8.4b", "8.4d", "9.7", "11.9", "11.10a")
def shifts(p: P, assault: Assault) -> list[Shift]:
    """Everything that moves the odds but the table of attenuated supply; all of it adds up."""
    side = attacking_side(p, assault)
    found = [*terrain(p, assault, side)]
    river = water(p, assault, side)
    if river is not None:
        found.append(river)
    if side == GERMAN and p.s.order == FIGHT_MOVE and p.game.east[assault.target] and not assault.mobile and assault.attackers:
        found.append(Shift(1, "fight before moving", "5.3b"))
    if surrounded(p, assault, side):
        found.append(Shift(1, "concentric assault", "11.10b" if assault.airborne else "11.10a"))
    if p.game.shock in assault.attackers:
        found.append(Shift(1, "1st Shock Army", "9.7"))
    if side == SOVIET and short_of_trains(p, assault.attackers):
        found.append(Shift(-1, "Former Poland", "6.12"))
    elif side == GERMAN and _holder(p, side, assault.target) == SOVIET and former_poland(p)[assault.target]:
        found.append(Shift(1, "Former Poland", "6.12"))
    for count, sign, rule_id in ((assault.aircraft[0], 1, "8.4a"), (assault.aircraft[1], -1, "8.4a")):
        if count:
            found.append(Shift(sign * count, "aircraft", rule_id))
    return found


# ---------------------------------------------------------------- odds


@rule("11.3a", "11.14")
def final_column(p: P, assault: Assault, attenuation: int = 0) -> int:
    """Ratio and shifts on the endless ladder, then the upper limit; below the table the result needs no die."""
    moved = column(*strengths(p, assault)) + sum(shift.columns for shift in shifts(p, assault)) + attenuation
    return min(moved, p.game.results.last)


@rule("6.11a", "6.11b")
def attenuated(p: P, assault: Assault) -> bool:
    """Is the German Attenuated Supply Table asked? In the east from turn 6, for ground troops of whom some are supplied."""
    if p.s.turn < p.game.charts.attenuated_from or not p.game.east[assault.target] or attacking_side(p, assault) != GERMAN:
        return False
    return any(supply.supplied(p, unit) for unit in assault.attackers)


@rule("6.10", "6.11a")
def roll_attenuation(p: P) -> int | None:
    """Columns to the left, or None for an attack that is cancelled."""
    table = p.game.charts.attenuated
    die = p.roll("German Attenuated Supply Table", "6.11a", side=GERMAN)
    found = table.result(die + (table.modifiers["ploesti"] if p.s.ploesti else 0))
    return None if found == "cancelled" else int(found)
