"""Rule 6.B: administrative movement, one and a half times the rating, by road and over clear terrain far from the enemy."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import OTHERS, answer, derived, of
from ....core.errors import Illegal, is_legal
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import NEVER, Bytes
from ....core.rule import rule
from ...zones.steps import usable_steps
from ..material import P
from ..state import ADMINISTRATIVE
from . import movement, points, stacking, terrain, zones
from .units import face, name, on_map, where

HALF_AS_MUCH_AGAIN = (3, 2)


@derived(answer(zones.of_side, OTHERS), of("held"))
def _shut(p: P, side: int) -> Bytes:
    """Hexes that were not the side's own when the player turn began, those of enemies and those beside them."""
    near = zones.beside_enemies(p, side) | (zones.of_side(p, p.foe(side)).count > 0)
    found: Bytes = ((p.s.arrays.held != side) | near).view(np.uint8)
    return found


@derived(of("weather"), of("ice"), of("flood"))
def _ways(p: P, moves_as: int, printed: int, joined: bool, arctic: int) -> Bytes:
    """Steps along roads, and into clear terrain over hexsides with nothing on them; in the Arctic along roads alone."""
    return terrain.kept_by_weather(p, _make_ways, moves_as, printed, joined, arctic)


def _make_ways(p: P, moves_as: int, printed: int, joined: bool, arctic: int) -> Bytes:
    game, board = p.game, p.game.board
    table = terrain.table_for(p, moves_as, printed, joined)
    clear = board.terrain_mask("clear") & ~game.arctic
    usable = usable_steps(table, board.neighbours, terrain.streets(game), clear, terrain.is_plain_hexside(p))
    return movement.in_the_arctic(p, usable, arctic)


@rule("6.B", "39.Ad")
def _costs(p: P, unit: int) -> Bytes:
    """What each step costs, zones and harassment apart; a bridge that is down bears nobody."""
    shown, board = face(p, unit), p.game.board
    joined = terrain.is_kronshtadt_joined(p, p.side_of(unit))
    table = _ways(p, shown.moves_as, shown.movement, joined, movement.arctic_kind(p, unit))
    if p.s.bridges_down:
        table = table.copy()
        for one, other in p.s.bridges_down:
            table[one, board.direction(one, other)] = table[other, board.direction(other, one)] = NEVER
    return table


def _points(p: P, unit: int) -> int:
    """One and a half times what the unit would have."""
    if p.s.flags[unit] & ADMINISTRATIVE:
        return points.points_left(p, unit)
    more, less = HALF_AS_MUCH_AGAIN
    return points.points_left(p, unit) * more // less


@rule("6.B")
def march_of(p: P, units: Sequence[int], shut: Bytes | None = None) -> Movement:
    """Over hexes that were the side's own when the player turn began and lie beside no enemy unit; `shut` as in
    ordinary marches."""
    side = p.side_of(units[0])
    table = _costs(p, units[0]) if len(units) == 1 else np.maximum.reduce([_costs(p, unit) for unit in units])
    return Movement(
        p, units, p.s.loc[units[0]], min(_points(p, unit) for unit in units), table,
        movement.shut_besides(p, units, _shut(p, side)) if shut is None else shut, why_not,
        leave=movement.leaving(p, side),
    )  # fmt: skip


@rule("6.B")
def why_not(march: Movement, refused: Refused) -> Illegal:
    """The rule against a step."""
    p, there, side = march.p, refused.there, march.p.side_of(march.units[0])
    if refused.hindrance is Hindrance.CLOSED and p.s.held[there] != side:
        return Illegal("6.B", f"{where(p, there)} was not controlled by the side when the player turn began")
    if refused.hindrance is Hindrance.CLOSED and zones.beside_enemies(p, side)[there]:
        return Illegal("6.B", f"{where(p, there)} lies beside an enemy unit")
    if refused.hindrance is Hindrance.BARRED:
        return Illegal("6.B", f"neither a road nor open ground leads to {where(p, there)}")
    return movement.why_not(march, refused)


@rule("6.B")
def unfit(p: P, unit: int) -> Illegal | None:
    """Why a unit may not use administrative movement; None if it may."""
    found = movement.unmoving(p, unit)
    if found is not None:
        return found
    if p.s.phase != "movement":
        return Illegal("6.B", "administrative movement is for the movement phase")
    if p.s.flags[unit] & ADMINISTRATIVE:
        return None
    if not points.is_fresh(p, unit):
        return Illegal("6.B", f"{name(p, unit)} has spent points on something else")
    if p.s.unsupplied[unit]:
        return Illegal("6.B", f"{name(p, unit)} is out of supply")
    if zones.beside_enemies(p, p.side_of(unit))[p.s.loc[unit]]:
        return Illegal("6.B", f"{name(p, unit)} starts beside an enemy unit")
    if p.s.held[p.s.loc[unit]] != p.side_of(unit):
        return Illegal("6.B", f"{where(p, p.s.loc[unit])} was not controlled by the side when the player turn began")
    return None


def check_group(p: P, units: Sequence[int]) -> None:
    """Units of one hex that may all use it, and have used up the same."""
    for unit in units:
        found = unfit(p, unit)
        if found is not None:
            raise found
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("6", "units that move together stand in one hex")


def check(p: P, command: Command) -> None:
    check_group(p, command.units)
    if not command.hexes:
        raise Illegal("6.B", "name the hexes to be entered")
    march_of(p, command.units).price(command.hexes)
    movement.require_room(p, command.units, command.hexes[-1])


@rule("6.B")
def march(p: P, command: Command) -> None:
    """Units march; they do nothing else in this phase."""
    prices = march_of(p, command.units, p.game.space.none).costs(command.hexes)
    for unit in command.units:
        if not p.s.flags[unit] & ADMINISTRATIVE:  # what a load takes from the rating it takes before that is raised
            more, less = HALF_AS_MUCH_AGAIN
            p.s.spent[unit] = p.s.spent[unit] * more // less
    p.s.mark(command.units, ADMINISTRATIVE)
    movement.go(p, command.units, command.hexes, prices)


def able(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may use it; with a hex named, those in it."""
    candidates = p.units(hexes[0], p.s.active) if hexes else p.game.ground_of_side[p.s.active].tolist()
    return [unit for unit in candidates if on_map(p, unit) and unfit(p, unit) is None and _points(p, unit) > 0]


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    if not units or not is_legal(check_group, p, units):
        return ()
    return movement.with_room(p, units, march_of(p, units).hexes())


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it."""
    if len(command.hexes) != 1 or command.hexes[0] >= p.game.board.hexes:
        return command
    check_group(p, command.units)
    return Command(command.verb, command.units, tuple(march_of(p, command.units).way(command.hexes[0])))


def sample(p: P, rng: random.Random) -> Command | None:
    """A random march of a random unit; a few are tried."""
    pieces = p.game.ground_of_side[p.s.active]
    for _ in range(4 if pieces.size else 0):
        unit = pieces.item(int(rng.random() * pieces.size))
        if not on_map(p, unit) or unfit(p, unit) is not None:
            continue
        path = march_of(p, (unit,)).drawn(rng)
        if path and stacking.has_room(p, (unit,), path[-1]):
            return Command("administrative", (unit,), (p.s.loc[unit], *path))
    return None
