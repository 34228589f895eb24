"""Rule 12.B, 12.D, 12.E and 3.I: the status of all units, judged in each initial phase for the player turn."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.board import Mask
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.lines import OutOfSupply, Replenished, Starved, Tapped
from ..material import P
from ..state import AXIS, DEPLETED, EXTENDS, ISOLATED, ONE, REGULAR, RESTING, SOVIET, SPECIAL, TAPPED
from ..supply_lines import FAR
from . import casualties, supply, weather
from .supply import COMMON, FINNISH, HUNGARIAN, RUMANIAN, SPECIAL_OVERLAND
from .units import face, name, on_map, where

_FORGOTTEN = TAPPED | EXTENDS | RESTING | SPECIAL | REGULAR
NATIONS = (COMMON, RUMANIAN, FINNISH, HUNGARIAN)
FIRST_ROLL = 4  #: at the start of this turn out of supply and of each later one units that are isolated may perish
PERISHES = 4  #: on such a die as modified, or more

Units = npt.NDArray[np.int16]


# ---------------------------------------------------------------- who is on the map, and where lines lead


def present(p: P, side: int) -> Units:
    """The ground units of a side on the map."""
    units = p.game.ground_of_side[side]
    where_they_are = p.s.arrays.loc[units]
    return units[(where_they_are >= 0) & (where_they_are < p.game.board.hexes)]


def _nations(p: P, side: int) -> npt.NDArray[np.int8]:
    """By piece, whose sources it may use."""
    key = "nations"
    if key not in p.game.kept:
        p.game.kept[key] = np.array([supply._OF_NATION.get(faces[0].nation, COMMON) for faces in p.game.printed_faces], np.int8)
    found: npt.NDArray[np.int8] = p.game.kept[key]
    return found


def regular(p: P, side: int, units: Units) -> Mask:
    """Which of these units have a line to a regular source that never ends."""
    if is_free_of_supply(p):
        return np.ones(units.size, np.bool_)
    found: Mask = np.zeros(units.size, np.bool_)
    nations, hexes = _nations(p, side)[units], p.s.arrays.loc[units]
    for nation in NATIONS if side == AXIS else (COMMON,):
        mine = nations == nation
        if mine.any():
            found[mine] = supply.lines(p, side, nation).overland[hexes[mine]] != FAR
    return found


@rule("31.Fa", "31.F.1")
def is_free_of_supply(p: P) -> bool:
    """On Jun II 41 all units are in supply in the German player turn."""
    return p.s.turn == 1 and p.s.active == AXIS


def needy(p: P, side: int) -> list[int]:
    """Units of a side without regular supply, landed supply of ports and units that have just landed not yet counted."""
    units = present(p, side)
    found: list[int] = units[~regular(p, side, units)].tolist()
    return [unit for unit in found if unit not in p.s.ashore]


# ---------------------------------------------------------------- the step


@rule("12", "12.B", "12.E", "12.E.1", "28.D.c")
def begin(p: P) -> None:
    """The initial phase of either player: both sides may use special sources, then the status of all units is settled."""
    p.pop()
    p.s.fill("logistics", p.s.arrays.logistics & ~np.uint8(_FORGOTTEN))
    _replenish_trucks(p)
    p.queue(*(("supply.draw", side) for side in (p.s.active, p.foe(p.s.active)) if has_choice(p, side)), ("supply.settle",))


@rule("12.E.1")
def _replenish_trucks(p: P) -> None:
    """A depleted truck is filled where the railway element alone leads to a source."""
    for unit in supply.trucks(p, AXIS):
        if p.s.logistics[unit] & DEPLETED and supply.rail_line(p, p.s.loc[unit], AXIS):
            p.s.set("logistics", unit, p.s.logistics[unit] & ~DEPLETED)
            p.emit(Replenished(units=(unit,), hex=p.s.loc[unit], side=AXIS, rule="12.E.1"))


def has_choice(p: P, side: int) -> bool:
    """Has a side something to decide: a truck that could feed somebody, or less supply than units that could draw it?"""
    if not needy(p, side):
        return False
    return bool(tappable(p, side)) or any(_wanted(p, side, stock) > stock[1] for stock in stocks(p, side))


# ---------------------------------------------------------------- trucks as sources


@rule("12.E.1")
def tap_refusal(p: P, side: int, unit: int) -> Illegal | None:
    """Why a truck cannot be a source of supply."""
    if unit not in supply.trucks(p, side):
        return Illegal("12.E.1", f"{name(p, unit)} is no truck of yours on the map")
    if p.s.logistics[unit] & DEPLETED:
        return Illegal("12.E.1", f"{name(p, unit)} is depleted")
    if p.s.logistics[unit] & (TAPPED | RESTING):
        return Illegal("12.E.1", f"{name(p, unit)} has been put to another use")
    return None


def fed_by(p: P, side: int, unit: int, hungry: Sequence[int] | None = None) -> list[int]:
    """Needy units that a truck could feed; nobody farther away than the longest line is looked at closely."""
    here, board = p.s.loc[unit], p.game.board
    most = int(supply.ground(p, False).limits[SPECIAL_OVERLAND].max())
    wanted = needy(p, side) if hungry is None else hungry
    close = [other for other in wanted if board.distance(here, p.s.loc[other]) <= most]
    if not close:
        return []
    near = supply.overland_to(p, side, [here], SPECIAL_OVERLAND)
    return [other for other in close if near[p.s.loc[other]] != FAR]


def tappable(p: P, side: int) -> list[int]:
    """Trucks that could feed somebody in need."""
    trucks = [unit for unit in supply.trucks(p, side) if tap_refusal(p, side, unit) is None]
    hungry = needy(p, side) if trucks else []
    return [unit for unit in trucks if fed_by(p, side, unit, hungry)]


@rule("12.E.1", "12.B.2")
def tap(p: P, command: Command) -> None:
    """A truck becomes a source of supply: it is depleted, extends no lines, and feeds all who reach it."""
    side = p.frame.side
    for unit in command.units:
        refused = tap_refusal(p, side, unit)
        if refused is not None:
            raise refused
        p.s.set("logistics", unit, p.s.logistics[unit] | TAPPED | DEPLETED)
        p.emit(Tapped(units=(unit,), hex=p.s.loc[unit], side=side, rule="12.E.1"))


@rule("12.Fc", "12.B.2")
def rest(p: P, command: Command) -> None:
    """A truck is kept out of supply, so that it may carry resource points."""
    side = p.frame.side
    for unit in command.units:
        if unit not in supply.trucks(p, side) or p.s.logistics[unit] & TAPPED:
            raise Illegal("12.Fc", f"{name(p, unit)} is no truck that can be kept out of supply")
        p.s.set("logistics", unit, p.s.logistics[unit] | RESTING)


# ---------------------------------------------------------------- supply that ends: from the sea and the air

Stock = tuple[int, int, bool]  #: hex, eighths of equivalents, regular


@rule("28.D.c", "28.D.d", "12.E.2")
def stocks(p: P, side: int) -> list[Stock]:
    """Supply in hexes that feeds so many equivalents and no more."""
    sea = [(hex, amount, regular) for owner, hex, amount, _, regular in p.s.landed if owner == side and p.s.control[hex] == side]
    air = [(hex, amount, False) for owner, hex, amount in p.s.flown_supply if owner == side]
    return [*sea, *air]


def _reach_of(p: P, side: int, stock: Stock) -> npt.NDArray[np.uint8]:
    """By hex, FAR where no line leads to a stock: a supply line to a port, a special overland line to others."""
    hex, _, regular = stock
    if not regular:
        return supply.overland_to(p, side, [hex], SPECIAL_OVERLAND)
    marked = np.zeros(p.game.board.nodes, np.bool_)
    marked[hex] = True
    return supply.lines_from(p, side, marked, supply.extending(p, side)).overland


def takers(p: P, side: int, stock: Stock) -> list[int]:
    """Needy units that can draw from a stock, those first that are longest in need and strongest."""
    near = _reach_of(p, side, stock)
    found = [unit for unit in needy(p, side) if near[p.s.loc[unit]] != FAR and not p.s.logistics[unit] & (SPECIAL | REGULAR)]
    return sorted(found, key=lambda unit: (-p.s.turns_out[unit], -face(p, unit).defence, unit))


def _wanted(p: P, side: int, stock: Stock) -> int:
    return sum(face(p, unit).equivalents for unit in takers(p, side, stock))


def left_at(p: P, side: int, hex: int) -> int:
    """What a hex can still feed after what its owner has given out."""
    given = sum(face(p, unit).equivalents for unit, at in p.s.drawn if at == hex)
    return sum(amount for at, amount, _ in stocks(p, side) if at == hex) - given


@rule("12.E.2", "28.D.c", "28.D.d")
def draw(p: P, command: Command) -> None:
    """The owner says who draws supply from a hex that has not enough for all, in whole units."""
    side, hex = p.frame.side, command.hexes[0]
    here = [stock for stock in stocks(p, side) if stock[0] == hex]
    cause = "12.E.2" if any((owner, at) == (side, hex) for owner, at, _ in p.s.flown_supply) else "28.D.c"
    if not here:
        raise Illegal("28.D.c", f"there is no supply to draw in {where(p, hex)}")
    for unit in command.units:
        stock = next((one for one in here if unit in takers(p, side, one)), None)
        if stock is None:
            raise Illegal("12.E.2", f"{name(p, unit)} needs no supply or cannot trace a line to {where(p, hex)}")
        if face(p, unit).equivalents > left_at(p, side, hex):
            raise Illegal(cause, f"{where(p, hex)} can feed {left_at(p, side, hex) / ONE:g} more regimental equivalents")
        _give(p, unit, stock)


def _give(p: P, unit: int, stock: Stock) -> None:
    p.s.drawn = (*p.s.drawn, (unit, stock[0]))
    p.s.set("logistics", unit, p.s.logistics[unit] | (REGULAR if stock[2] else SPECIAL))


# ---------------------------------------------------------------- settling


@rule("12.B", "12.D", "12.Ea", "12.Eb", "3.I")
def settle(p: P) -> None:
    """The status of every unit for this player turn, then the units that perish."""
    p.pop()
    perishing: list[int] = []
    for side in (AXIS, SOVIET):
        _share_out(p, side)
        _note_extending_trucks(p, side)
        units = present(p, side)
        has_regular = regular(p, side, units) | ((p.s.arrays.logistics[units] & REGULAR) != 0) | np.isin(units, p.s.ashore)
        tapped = [unit for unit in supply.trucks(p, side) if p.s.logistics[unit] & TAPPED]
        hungry = needy(p, side) if tapped else []
        for truck in tapped:
            for fed in fed_by(p, side, truck, hungry):
                p.s.set("logistics", fed, p.s.logistics[fed] | SPECIAL)
        special = (p.s.arrays.logistics[units] & SPECIAL) != 0
        begun = _count(p, units, has_regular, special)
        _note_isolation(p, side, units)
        flags = p.s.arrays.flags[units]
        perishing += units[begun & ~special & ((flags & ISOLATED) != 0)].tolist()
    p.s.drawn, p.s.ashore = (), ()
    _age_landed(p)
    for unit in perishing:
        _starve(p, unit)


def _share_out(p: P, side: int) -> None:
    """What the owner has not given out himself feeds whoever can reach it."""
    for stock in stocks(p, side):
        for unit in takers(p, side, stock):
            if face(p, unit).equivalents <= left_at(p, side, stock[0]):
                _give(p, unit, stock)


@rule("12.D")
def _count(p: P, units: Units, has_regular: Mask, special: Mask) -> Mask:
    """Count turns out of supply. A turn begins with the initial phase of the side in whose phase supply was lost, and runs until
    that side's next one; regular supply in any initial phase ends the count. Tells who begins a turn that may be his last."""
    s, active = p.s, p.s.active
    old = s.arrays.turns_out[units].astype(np.int16)
    count, since = old // 2, old % 2
    lost_now, goes_on = ~has_regular & (count == 0), ~has_regular & (count > 0) & (since == active)
    count = np.where(has_regular, 0, np.minimum(count + lost_now + goes_on, 60))
    since = np.where(lost_now, active, since)
    turns = np.where(count > 0, count * 2 + since, 0)
    told = units[lost_now & ~special].tolist()
    if told:
        p.emit(OutOfSupply(units=tuple(told), side=p.side_of(told[0]), rule="12.D"))
    whole = s.arrays.turns_out.copy()
    whole[units] = turns
    s.fill("turns_out", whole)
    effective = s.arrays.unsupplied.copy()
    effective[units] = np.where(special, 0, count)
    if (effective != s.arrays.unsupplied).any():
        s.fill("unsupplied", effective)
    status = s.arrays.logistics.copy()
    status[units] = np.where(has_regular, status[units] | REGULAR, status[units] & ~np.uint8(REGULAR))
    s.fill("logistics", status)
    begins: Mask = goes_on & (count >= FIRST_ROLL)
    return begins


@rule("3.I")
def _note_isolation(p: P, side: int, units: Units) -> None:
    """Who is isolated stays so for the player turn."""
    hexes, nations = p.s.arrays.loc[units], _nations(p, side)[units]
    joined: Mask = np.zeros(units.size, np.bool_)
    for nation in NATIONS if side == AXIS else (COMMON,):
        mine = nations == nation
        if mine.any():
            joined[mine] = supply.joined_to_source(p, side, nation)[hexes[mine]] != 0
    p.s.clear(units[joined].tolist(), ISOLATED)
    p.s.mark(units[~joined].tolist(), ISOLATED)


@rule("12.B.2", "12.Fc")
def _note_extending_trucks(p: P, side: int) -> None:
    """Which trucks are used to extend lines: as few as keep everybody in supply who can be."""
    working = [unit for unit in supply.trucks(p, side) if not p.s.logistics[unit] & (TAPPED | RESTING)]
    if not working or is_free_of_supply(p):
        return
    units = present(p, side)
    nations = _nations(p, side)[units]
    wanted = {}
    for nation in NATIONS:
        hexes = p.s.arrays.loc[units[nations == nation]]
        wanted[nation] = hexes[supply.lines(p, side, nation).overland[hexes] != FAR]

    def suffices(trucks: list[int]) -> bool:
        at = [p.s.loc[unit] for unit in trucks]
        return all(
            (supply.lines_from(p, side, supply.sources(p, side, nation), at, nation).overland[hexes] != FAR).all()
            for nation, hexes in wanted.items() if hexes.size
        )  # fmt: skip

    kept = [] if suffices([]) else [*working]
    for unit in [*kept]:
        fewer = [other for other in kept if other != unit]
        if suffices(fewer):
            kept = fewer
    for unit in kept:
        p.s.set("logistics", unit, p.s.logistics[unit] | EXTENDS)


@rule("28.D.c")
def _age_landed(p: P) -> None:
    """Supply from the sea lasts for the initial phase in which it came and for the one after."""
    if p.s.landed:
        p.s.landed = tuple((side, hex, amount, left - 1, regular) for side, hex, amount, left, regular in p.s.landed if left > 1)


# ---------------------------------------------------------------- elimination


@rule("12.D.c")
def modifier(p: P, unit: int) -> int:
    """What modifies the die: a great city or fortress that has always been ours helps, and cold harms outside of such."""
    hex = p.s.loc[unit]
    fortress = any(place.kind == "fortress" for place in p.game.board.places_at(hex)) and hex not in p.s.fallen
    if p.game.big_city[hex] or fortress:
        return -2 if not p.s.changed[hex] else 0
    return {"frost": 1, "snow": 2}.get(weather.weather_at(p, hex), 0)


@rule("12.D.c")
def _starve(p: P, unit: int) -> None:
    if not on_map(p, unit):
        return
    die = p.roll("supply", "12.D.c", side=p.side_of(unit))
    total = die + modifier(p, unit)
    p.emit(Starved(units=(unit,), hex=p.s.loc[unit], total=total, side=p.side_of(unit), rule="12.D.c"))
    if total >= PERISHES:
        casualties.lose(p, [unit], "12.D.c", why="out of supply", fought=False)


# ---------------------------------------------------------------- what may be named


def trucks_to_tap(p: P, hexes: Sequence[int]) -> list[int]:
    return [unit for unit in tappable(p, p.frame.side) if not hexes or p.s.loc[unit] == hexes[0]]


def trucks_to_rest(p: P, hexes: Sequence[int]) -> list[int]:
    side = p.frame.side
    found = [unit for unit in supply.trucks(p, side) if not p.s.logistics[unit] & (TAPPED | RESTING)]
    return [unit for unit in found if not hexes or p.s.loc[unit] == hexes[0]]


def drawers(p: P, hexes: Sequence[int]) -> list[int]:
    side = p.frame.side
    found = {unit for stock in stocks(p, side) for unit in takers(p, side, stock)}
    return sorted(unit for unit in found if not hexes or p.s.loc[unit] == hexes[0])


def draw_hexes(p: P, units: Sequence[int]) -> list[int]:
    side, size = p.frame.side, sum(face(p, unit).equivalents for unit in units)
    near = {stock[0] for stock in stocks(p, side) if not units or set(units) <= {*takers(p, side, stock)}}
    return sorted(hex for hex in near if left_at(p, side, hex) >= size)


def sample_tap(p: P, rng: random.Random) -> Command | None:
    found = tappable(p, p.frame.side)
    return Command("tap", (rng.choice(found),)) if found and rng.random() < 0.5 else None
