"""Rule 6: movement, overland and administrative; 30a to 30c in the Arctic, 31.C for Soviet mobile troops."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from ....core.board import Mask
from ....core.command import Command
from ....core.derived import OTHERS, answer, derived, of
from ....core.errors import Illegal, is_legal
from ....core.events import Moved
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import Bytes
from ....core.rule import rule
from ...zones.steps import kept_out, slowed
from ..counters import RAIL
from ..material import P
from ..state import ADMINISTRATIVE, ATTACKED, FINISHED, IN_ENEMY_ZONE, SOVIET, STRATEGIC
from . import control, points, stacking, terrain, zones
from .units import face, ground_units, name, on_map, where

#: What further forbids a unit to move in the present phase, by the chapters that say so: (p, unit) -> the refusal.
FORBIDS: list[Callable[[P, int], Illegal | None]] = []
#: Hexes that a unit may not enter, by the chapters that say so (areas of operation, neutrals): (p, unit) -> a mask, or None.
CLOSED: list[Callable[[P, int], Mask | None]] = []
#: Why such a hex is closed: (p, unit, hex) -> the refusal, or None.
WHY_CLOSED: list[Callable[[P, int, int], Illegal | None]] = []
#: What harassment and the like make dearer: (p, side) -> points in eighths on top for leaving a hex, or None.
LEAVING: list[Callable[[P, int], Bytes | None]] = []
#: Who hears of a march (airborne operations): (p, the units, their way).
MARCHED: list[Callable[[P, Sequence[int], Sequence[int]], None]] = []
#: What river flotillas and fallen bridges do to hexsides: (p, unit, a table of costs) -> the table as it is then.
CROSSINGS: list[Callable[[P, int, Bytes], Bytes]] = []


# ---------------------------------------------------------------- who moves


@rule("4.A.2", "4.B", "4.C", "6a", "6e", "14.F", "30b", "31.C", "4.A.5", "31.Fa")
def unmoving(p: P, unit: int) -> Illegal | None:
    """Why a unit does not move now; None if it may."""
    shown, flags = face(p, unit), p.s.flags[unit]
    if not p.game.is_ground[unit] or not on_map(p, unit):
        return Illegal("6a", f"{name(p, unit)} is no ground unit on the map")
    if p.side_of(unit) != p.s.active:
        return Illegal("4.A.2", f"{name(p, unit)} is not of the phasing side")
    if shown.moves_as == RAIL:
        return Illegal("14.F", f"{name(p, unit)} moves by rail alone")
    if shown.movement == 0:
        return Illegal("6e", f"{name(p, unit)} never leaves its hex")
    if flags & STRATEGIC:
        return Illegal("7.A.2", f"{name(p, unit)} has moved by strategic rail")
    if flags & FINISHED:
        return Illegal("6d", f"{name(p, unit)} has spent all its points")
    if p.s.phase == "exploitation":
        refused = _not_exploiting(p, unit)
        if refused is not None:
            return refused
    for forbids in FORBIDS:
        refused = forbids(p, unit)
        if refused is not None:
            return refused
    return None


@rule("6.B")
def unable(p: P, unit: int) -> Illegal | None:
    """Why a unit spends no points on anything but marching; None if it may."""
    if p.s.flags[unit] & ADMINISTRATIVE:
        return Illegal("6.B", f"{name(p, unit)} uses administrative movement and does nothing else in this phase")
    return unmoving(p, unit)


@rule("4.A.5", "6a", "30b", "31.C")
def _not_exploiting(p: P, unit: int) -> Illegal | None:
    shown, flags = face(p, unit), p.s.flags[unit]
    if not shown.motorized:
        return Illegal("4.A.5", f"{name(p, unit)} is not combat/motorized")
    if p.game.arctic[p.s.loc[unit]]:
        return Illegal("30b", f"{name(p, unit)} is in the Arctic, where nobody exploits")
    heavy = shown.is_division or shown.cadre
    if p.side_of(unit) == SOVIET and heavy and shown.service != "guards" and flags & (ATTACKED | IN_ENEMY_ZONE):
        why = "has attacked" if flags & ATTACKED else "began the phase in an enemy zone of control"
        return Illegal("31.C", f"{name(p, unit)} {why}")
    return None


@rule("6", "6a")
def check_group(p: P, units: Sequence[int]) -> None:
    """Units of one hex that may all move now."""
    for unit in units:
        refused = unmoving(p, unit)
        if refused is not None:
            raise refused
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("6", "units that move together stand in one hex")


# ---------------------------------------------------------------- how they move


def costs(p: P, unit: int) -> Bytes:
    """What each step costs a unit, zones of control apart."""
    table = _costs(p, unit)
    for crossing in CROSSINGS:
        table = crossing(p, unit, table)
    return table


def _costs(p: P, unit: int) -> Bytes:
    return table_of(p, *table_key(p, unit))


def table_key(p: P, unit: int) -> tuple[int, int, int, int]:
    """What a unit's table of costs hangs on: its side, how it moves, its printed rating, and what the Arctic is to it."""
    shown = face(p, unit)
    return p.side_of(unit), shown.moves_as, shown.movement, arctic_kind(p, unit)


def table_of(p: P, side: int, moves_as: int, printed: int, arctic: int) -> Bytes:
    return table_by(p, moves_as, printed, arctic, terrain.is_kronshtadt_joined(p, side))


def table_by(p: P, moves_as: int, printed: int, arctic: int, joined: bool) -> Bytes:
    """The same by whether the strait at Kronshtadt is open to the side, so that nothing but the weather changes it."""
    if arctic == PLAIN:
        return terrain.table_for(p, moves_as, printed, joined)
    return _arctic_table(p, moves_as, printed, arctic, joined)


PLAIN, SLOWED, BARRED = range(3)


@rule("30a", "30b", "30c")
def arctic_kind(p: P, unit: int) -> int:
    """Which table holds in the Arctic: units that set out south of it pay double there, cavalry and exploiters stay out."""
    if p.s.phase == "exploitation" or face(p, unit).cavalry:
        return BARRED
    outside = not p.game.arctic[p.s.loc[unit]]
    return SLOWED if outside and points.is_slow_in_the_arctic(p, unit) else PLAIN


@derived(of("weather"), of("ice"), of("flood"))
def _arctic_table(p: P, moves_as: int, printed: int, arctic: int, joined: bool) -> Bytes:
    return terrain.kept_by_weather(p, _make_arctic_table, moves_as, printed, arctic, joined)


def _make_arctic_table(p: P, moves_as: int, printed: int, arctic: int, joined: bool) -> Bytes:
    return in_the_arctic(p, terrain.table_for(p, moves_as, printed, joined), arctic)


@rule("30a", "30b", "30c")
def in_the_arctic(p: P, table: Bytes, arctic: int) -> Bytes:
    """A table with what the Arctic does to it. What is left is halved once on entering, so that every further step costs twice as
    much; out again is another march. Exploiters and cavalry stay out."""
    if arctic == PLAIN:
        return table
    change = slowed if arctic == SLOWED else kept_out
    found: Bytes = change(table, p.game.board.neighbours, p.game.arctic)
    return found


@rule("6", "6.A", "6c", "6d")
def march_of(p: P, units: Sequence[int], shut: Bytes | None = None) -> Movement:
    """How units move together: with the points of the slowest, each step at the price of the dearest, and on top what leaving
    a hex in an enemy zone costs. Whoever has spent nothing yet may enter one hex for all he has. `shut` stands for the hexes
    that are closed, where these have been looked at already."""
    lead, side = units[0], p.side_of(units[0])
    table = costs(p, lead) if len(units) == 1 else np.maximum.reduce([costs(p, unit) for unit in units])
    enemy = zones.of_side(p, p.foe(side))
    left = [points.points_left(p, unit) for unit in units]
    fresh = all(points.is_fresh(p, unit) for unit in units)
    return Movement(
        p, units, p.s.loc[lead], min(left), table, closed(p, units) if shut is None else shut, why_not,
        leave=leaving(p, side),
        zone=enemy.grip, between=zones.leaving_costs(p), first=max(left) if fresh else -1,
    )  # fmt: skip


def leaving(p: P, side: int) -> Bytes | None:
    """By hex, what leaving it costs on top, zones of control apart; None where it costs nothing anywhere."""
    extra = [found for more in LEAVING if (found := more(p, side)) is not None]
    return sum(extra[1:], extra[0]) if extra else None


@derived(answer(zones.of_side, OTHERS))
def _occupied(p: P, side: int) -> Bytes:
    """Hexes of enemy ground units."""
    found: Bytes = (zones.of_side(p, p.foe(side)).count > 0).view(np.uint8)
    return found


@rule("6c")
def closed(p: P, units: Sequence[int]) -> Bytes:
    """Hexes that units may not enter: those of enemy ground units, and what other chapters close."""
    return shut_besides(p, units, _occupied(p, p.side_of(units[0])))


def shut_besides(p: P, units: Sequence[int], shut: Bytes) -> Bytes:
    """Closed hexes with those that other chapters close to these units."""
    for unit in units:
        for shuts in CLOSED:
            found = shuts(p, unit)
            if found is not None:
                shut = shut | found.view(np.uint8)
    return shut


@rule("6", "6b", "6c", "30c", "31.Ba")
def why_not(march: Movement, refused: Refused) -> Illegal:
    """The rule against a step of a march."""
    p, unit, there = march.p, march.units[0], refused.there
    hex = where(p, there)
    if refused.hindrance is Hindrance.APART:
        return Illegal("6", f"{where(p, refused.here)} and {hex} do not touch")
    if refused.hindrance is Hindrance.CLOSED:
        reasons = (why(p, each, there) for each in march.units for why in WHY_CLOSED)
        return next(filter(None, reasons), None) or Illegal("6c", f"{hex} is occupied by the enemy")
    if refused.hindrance is Hindrance.BARRED:
        return _barred(p, unit, refused.here, there)
    if refused.hindrance is Hindrance.POINTS:
        zoc = f" ({shown(refused.gripped)} of them for leaving enemy zones of control)" if refused.gripped else ""
        return Illegal(
            "6", f"the way to {hex} costs {shown(refused.points)} movement points{zoc}, {shown(march.budget)} are left"
        )
    return Illegal("6b", f"no way leads from {where(p, refused.here)} to {hex} that is not prohibited terrain")


def shown(eighths: int) -> str:
    """Points as people write them."""
    return f"{eighths / 8:g}"


@rule("30b", "30c", "31.Ba", "6b")
def _barred(p: P, unit: int, here: int, there: int) -> Illegal:
    hex, into_arctic = where(p, there), p.game.arctic[there] and not p.game.arctic[here]
    if p.game.neutral[there]:
        return Illegal("31.Ba", f"{hex} is neutral")
    if into_arctic and face(p, unit).cavalry:
        return Illegal("30c", "cavalry does not operate in the Arctic")
    if into_arctic and p.s.phase == "exploitation":
        return Illegal("30b", "nobody enters the Arctic in the exploitation phase")
    if p.game.arctic[here] and not p.game.arctic[there]:
        return Illegal("30a", f"leaving the Arctic again for {hex} is a march of its own")
    return Illegal("6b", f"the way to {hex} is prohibited terrain")


# ---------------------------------------------------------------- the commands


def movable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may still move; with a hex named, those in it."""
    candidates = p.units(hexes[0], p.s.active) if hexes else p.game.ground_of_side[p.s.active].tolist()
    return [unit for unit in candidates if is_free(p, unit)]


def is_free(p: P, unit: int) -> bool:
    """May a unit move now, and has it points?"""
    if not on_map(p, unit) or p.s.flags[unit] & (FINISHED | ADMINISTRATIVE):
        return False
    return unmoving(p, unit) is None and points.points_left(p, unit) > 0


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes the units can reach together."""
    if not units or not is_legal(check_group, p, units):
        return ()
    return with_room(p, units, march_of(p, units).hexes())


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it."""
    if len(command.hexes) != 1 or command.hexes[0] >= p.game.board.hexes:
        return command
    check_group(p, command.units)
    return Command(command.verb, command.units, tuple(march_of(p, command.units).way(command.hexes[0])))


@rule("8.Ba")
def require_room(p: P, units: Sequence[int], hex: int) -> None:
    """Units may overfill a hex as long as enough of those there can still go on in this phase."""
    side = p.side_of(units[0])
    there = [unit for unit in ground_units(p, hex, side) if unit not in units]
    if stacking.excess(p, side, hex, [*there, *units]) <= 0:
        return
    stay = [unit for unit in there if unmoving(p, unit) is not None or points.points_left(p, unit) <= 0]
    if stacking.excess(p, side, hex, [*stay, *units]) > 0:
        raise Illegal("8.Ba", f"there is no room in {where(p, hex)}, and nobody there can make any")


def with_room(p: P, units: Sequence[int], hexes: Sequence[int]) -> Sequence[int]:
    """Those of the hexes in which units may end their way."""
    full = {hex for hex in stacking.crowded(p, units, hexes) if not is_legal(require_room, p, units, hex)}
    return [hex for hex in hexes if hex not in full] if full else hexes


@rule("6", "8.Ba")
def check_move(p: P, command: Command) -> None:
    """May these units take this way?"""
    units, path = command.units, command.hexes
    check_group(p, units)
    if not path:
        raise Illegal("6", "name the hexes to be entered")
    if any(p.s.flags[unit] & ADMINISTRATIVE for unit in units):
        raise Illegal("6.B", "units that use administrative movement do nothing else in this phase")
    march_of(p, units).price(path)
    require_room(p, units, path[-1])


@rule("6", "6d")
def move(p: P, command: Command) -> None:
    """Move units along a path; hexes change hands as they are entered and as zones fall on them. Whoever could not have paid for
    his only hex has spent all he has."""
    units, path = command.units, command.hexes
    march = march_of(p, units, p.game.space.none)
    prices = march.costs(path)
    claimed = len(path) == 1 and prices[0] > march.budget
    go(p, units, path, prices)
    if claimed:
        p.s.mark(units, FINISHED)


def go(p: P, units: Sequence[int], path: Sequence[int], prices: Sequence[int]) -> None:
    """Carry out a march that is known to be legal."""
    way = (p.s.loc[units[0]], *path)
    for unit in units:
        points.set_out(p, unit)
        points.pay_for(p, unit, way, prices)
    control.march(p, units, way)
    for heard in MARCHED:
        heard(p, units, way)
    p.emit(Moved(units=tuple(units), path=way, side=p.side_of(units[0]), rule="6"))


def sample_move(p: P, rng: random.Random) -> Command | None:
    """A random move of a random unit, now and then with others of its hex; a few are tried."""
    pieces = p.game.ground_of_side[p.s.active]
    if not pieces.size:
        return None
    flags, loc, hexes = p.s.flags, p.s.loc, p.game.board.hexes
    for _ in range(12):
        unit = pieces.item(int(rng.random() * pieces.size))
        if not 0 <= loc[unit] < hexes or flags[unit] & (FINISHED | ADMINISTRATIVE) or not is_free(p, unit):
            continue
        units = (unit, *_company(p, unit, rng)) if rng.random() < 0.05 else (unit,)
        path = march_of(p, units).drawn(rng)
        if not path:
            continue
        if stacking.has_room(p, units, path[-1]) or (rng.random() < 0.3 and is_legal(require_room, p, units, path[-1])):
            return Command("move", units, (p.s.loc[unit], *path))
    return None


def _company(p: P, unit: int, rng: random.Random) -> list[int]:
    """Some of those who stand with a unit and may move."""
    others = [other for other in p.units(p.s.loc[unit], p.s.active) if other != unit and p.game.is_ground[other]]
    return [other for other in others if rng.random() < 0.7 and is_free(p, other)]
