"""Rule 13: overruns, which are made while moving."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.paths import NEVER
from ....core.rule import rule
from ..counters import Printed
from ..events.battle import Overran
from ..material import P
from ..state import ADMINISTRATIVE, DISRUPTED, ONE, Fight
from . import axis_allies, movement, points, stacking, zones
from .casualties import lose
from .combat import LEAST_OVERRUN, Overrun
from .combat import overrun as reckon_overrun
from .engagement import battle_of, contact, defenders_in
from .units import face, ground_units, name, where

TRIES = 10  #: units that random play looks at for an overrun


@rule("13b", "6.A", "5b")
def zone_toll(p: P, here: int, target: int, side: int) -> int:
    """What enemies in other hexes than the one overrun make leaving a hex cost."""
    return int(zones.leaving_costs(p)[_grip(p, here, target, side), _grip(p, target, target, side)])


def _grip(p: P, hex: int, overrun: int, side: int) -> int:
    """The strongest enemy zone in a hex, those who are overrun left out."""
    enemy = p.foe(side)
    near = [unit for other in p.game.board.around[hex] if other != overrun for unit in ground_units(p, other, enemy)]
    return max((zones.exerts(p, unit, hex) for unit in near if hex in zones.zone_of(p, unit)), default=0)


@rule("13b", "13c", "31.A.1")
def price(p: P, unit: int, target: int, reckoning: Overrun) -> int:
    """What an overrun costs a unit, in eighths: ground or road, zones of others, the overrun itself; NEVER where it cannot go."""
    here = p.s.loc[unit]
    entry = int(movement.costs(p, unit)[here, p.game.board.direction(here, target)])
    if entry == NEVER or reckoning.cost is None:
        return NEVER
    side = p.side_of(unit)
    harassed = movement.leaving(p, side)
    toll = zone_toll(p, here, target, side) + (int(harassed[here]) if harassed is not None else 0)
    return entry + toll + reckoning.cost * ONE


@rule("13", "13a", "13c", "13d", "errata.rules.13", "8.Bb")
def check_overrun(p: P, target: int, units: Sequence[int]) -> Overrun:
    """The odds of an overrun that may be made."""
    if not units or len(set(units)) != len(units):
        raise Illegal("13a", "name each unit once")
    board, side = p.game.board, p.s.active
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("13a", "units that overrun together stand in one hex next to the enemy")
    movement.check_group(p, units)
    here = p.s.loc[units[0]]
    if target >= board.hexes or board.direction(here, target) < 0:
        raise Illegal("13a", f"{where(p, here)} and {where(p, target)} do not touch")
    if not defenders_in(p, target, side):
        raise Illegal("13a", f"there is no enemy unit in {where(p, target)}")
    for unit in units:
        refused = axis_allies.overrun_refused(p, unit, target) or axis_allies.entry_refused(p, (unit,), target)
        if refused is not None:
            raise refused
        if p.s.flags[unit] & ADMINISTRATIVE:
            raise Illegal("6.B", f"{name(p, unit)} uses administrative movement")
        if movement.costs(p, unit)[here, board.direction(here, target)] == NEVER:
            raise Illegal("13a", f"{name(p, unit)} cannot enter {where(p, target)}")
    if axis_allies.mixed(p, units):
        raise Illegal("32.A.a", "Hungarians overrun neither with Rumanians nor with Slovakians")
    if any(stacking.excess(p, side, hex, units) > 0 for hex in (here, target)):
        raise Illegal("13a", "no more units overrun a hex than could stack in it, or where they come from")
    reckoning = reckon_overrun(battle_of(p, side, target, units), p.game.charts)
    if reckoning.cost is None:
        attack, defence = float(reckoning.attack.total), float(reckoning.defence.total)
        rule = "13d" if not reckoning.attack.total else "13a"
        raise Illegal(rule, f"an overrun needs {LEAST_OVERRUN}:1, and this is {attack:g} against {defence:g}")
    for unit in units:
        needed, left = price(p, unit, target, reckoning), points.points_left(p, unit)
        if needed > left:
            raise Illegal(
                "13c", f"{name(p, unit)} would pay {movement.shown(needed)} movement points and has {movement.shown(left)}"
            )
    return reckoning


@rule("13a", "13b")
def overrun(p: P, command: Command) -> None:
    """Each unit pays; the enemies are gone, cadres and all; then whoever likes may go in."""
    (target,), units = command.hexes, command.units
    reckoning = check_overrun(p, target, units)
    side = p.s.active
    prices = [price(p, unit, target, reckoning) for unit in units]
    for unit, cost in zip(units, prices, strict=True):
        points.set_out(p, unit)
        points.pay(p, unit, cost)
    odds = f"{reckoning.odds}:1"
    p.emit(Overran(units=units, targets=(target,), odds=odds, points=max(prices), side=side, rule="13b"))
    defenders = tuple(defenders_in(p, target, side))
    origins = tuple(p.s.loc[unit] for unit in units)
    p.s.battle = Fight(side, target, units, origins, defenders, overrun=True, odds=odds)
    lose(p, defenders, "13b", wholly=True, why="overrun")
    p.queue(("battle.advance.begin",), ("battle.end",))


# ---------------------------------------------------------------- what may be named


def forces(p: P, target: int) -> Iterator[tuple[int, ...]]:
    """From each hex around, the strongest force that may move together."""
    yield from filter(None, (force_of(p, here, target) for here in p.game.board.around[target]))


def force_of(p: P, here: int, target: int) -> tuple[int, ...]:
    """The strongest force of a hex that may move together; nobody where that cannot suffice."""
    side, chosen = p.s.active, list[int]()
    there = ground_units(p, here, side)
    if is_hopeless(p, target, there):
        return ()
    for unit in sorted(there, key=lambda unit: -face(p, unit).attack):
        most = max(stacking.excess(p, side, hex, [*chosen, unit]) for hex in (here, target))
        if most <= 0 and movement.is_free(p, unit):
            chosen.append(unit)
    return tuple(chosen)


def overrunners(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may take part in an overrun of a hex (or of any)."""
    targets = hexes[:1] or contact(p, p.s.active)
    return sorted({unit for target in targets for force in forces(p, target) if is_legal(p, target, force) for unit in force})


def targets(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that the units named may overrun, or that somebody may."""
    if units:
        here = p.s.loc[units[0]]
        return [hex for hex in p.game.board.around[here] if p.s.foes[p.s.active][hex] and is_legal(p, hex, units)]
    return [target for target in contact(p, p.s.active) if any(is_legal(p, target, force) for force in forces(p, target))]


def is_legal(p: P, target: int, units: Sequence[int]) -> bool:
    if is_hopeless(p, target, units):
        return False
    try:
        check_overrun(p, target, units)
    except Illegal:
        return False
    return True


def is_hopeless(p: P, target: int, units: Sequence[int]) -> bool:
    """Is the most that these units can be worth too little against the least that the enemies can be worth? Then nothing need be
    reckoned. Guns that defend may be worth nothing."""
    most = sum(shown.attack * (2 if _may_double(shown) else 1) for shown in (face(p, unit) for unit in units))
    least = 0
    for unit in defenders_in(p, target, p.s.active):
        shown = face(p, unit)
        if shown.artillery == "no":
            halvings = (not shown.supported) + (p.s.unsupplied[unit] > 1) + bool(p.s.flags[unit] & DISRUPTED)
            least += shown.defence >> halvings
    return most < LEAST_OVERRUN * least


def _may_double(shown: Printed) -> bool:
    return shown.artillery in ("siege", "railroad") or shown.engineer == "assault"


def list_overruns(p: P) -> Iterator[Command]:
    for target in contact(p, p.s.active):
        for force in forces(p, target):
            for units in dict.fromkeys([*((unit,) for unit in force), force]):
                if is_legal(p, target, units):
                    yield Command("overrun", units, (target,))


def sample_overrun(p: P, rng: random.Random) -> Command | None:
    """A random overrun by all or some of the strongest force of a hex beside the enemy, if one of a few allows it."""
    s, side, around = p.s, p.s.active, p.game.board.around
    own, foes = p.game.ground_of_side[side], s.foes[side]
    for _ in range(TRIES if own.size else 0):
        here = s.loc[own.item(int(rng.random() * own.size))]
        near = [hex for hex in around[here] if foes[hex]] if 0 <= here < p.game.board.hexes else ()
        if near:
            target = near[int(rng.random() * len(near))]
            force = force_of(p, here, target) if defenders_in(p, target, side) else ()
            if len(force) > 1 and rng.random() < 0.3:
                force = tuple(rng.sample(force, 1 + int(rng.random() * (len(force) - 1))))
            if force and is_legal(p, target, force):
                return Command("overrun", force, (target,))
    return None
