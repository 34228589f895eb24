"""Rule 5: zones of control, standard and reduced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....core.board import Mask
from ....core.derived import OTHERS, OWN, answer, derived, flags, of, places
from ....core.paths import NEVER, Bytes, Ints, next_to
from ....core.rule import rule
from ...zones.stance import REDUCED, STANDARD, any_marked, stance
from ...zones.steps import open_sides
from ..counters import ARCTIC_ZONE, CLASSES, FIXED, FULL_ZONE, RAIL
from ..material import P
from ..state import LANDED, ONE, SOVIET
from . import terrain
from .units import face

UNSUPPLIED_TURNS = 2  #: out of supply for so many turns, a unit's zone is reduced (5b, 12.D.b)
LAST_UNPREPARED_TURN = 3  #: Jul II 41, the last turn of reduced Soviet zones (5b, 31.G)

NO_GRIP = 0
AIRBORNE = frozenset({"parachute", "parachute-commando", "air landing", "para-infantry"})  #: who may come from the air (25)


class Stance(NamedTuple):
    """How a side stands."""

    count: Ints  # type: ignore[assignment] #: ground units by node
    grip: Bytes  #: by node, 0, reduced or standard zone of control


@derived(places(OWN), of("steps"), of("unsupplied"), of("weather"), of("ice"), of("turn"), of("surprise"), flags(LANDED),
         steady=True)  # fmt: skip
def of_side(p: P, side: int) -> Stance:
    """Where a side's ground units stand and what they control around them."""
    return _of_side(p, side)


def without(p: P, side: int, units: Sequence[int]) -> Stance:
    """The same as if these units were not there."""
    loc = p.s.arrays.loc.copy()
    loc[list(units)] = -1
    return _of_side(p, side, loc)


@rule("5", "5a", "5b", "errata.rules.5", "31.G", "31.F.1d")
def _of_side(p: P, side: int, loc: Ints | None = None) -> Stance:
    game, s = p.game, p.s
    weak = side == SOVIET and 1 <= s.turn <= LAST_UNPREPARED_TURN
    weakened = _south(p) if weak else game.space.none
    loc = s.arrays.loc if loc is None else loc
    count, grip = stance(
        game.ground_of_side[side], _kinds(p, side), game.moves_as, loc, s.arrays.steps, s.arrays.unsupplied,
        UNSUPPLIED_TURNS, passable(p), game.board.neighbours, game.arctic, weakened, blind(p, side), game.board.hexes,
    )  # fmt: skip
    return Stance(count, grip)


@rule("25.B")
def _kinds(p: P, side: int) -> Bytes:
    """The zones of units by steps; who has been dropped in this player turn has none."""
    jumpers = _jumpers(p, side)
    if not any_marked(jumpers, p.s.arrays.flags, LANDED):
        return p.game.zone_kind
    found = p.game.zone_kind.copy()
    found[jumpers[(p.s.arrays.flags[jumpers] & LANDED) != 0]] = 0
    return found


def _jumpers(p: P, side: int) -> Ints:
    key = "jumpers", side
    if key not in p.game.kept:
        units = p.game.ground_of_side[side].tolist()
        p.game.kept[key] = np.array([unit for unit in units if p.game.printed_faces[unit][0].type in AIRBORNE], np.int16)
    found: Ints = p.game.kept[key]
    return found


def has_just_jumped(p: P, unit: int) -> bool:
    return bool(p.s.flags[unit] & LANDED) and face(p, unit).type in AIRBORNE


def _south(p: P) -> Bytes:
    if "south" not in p.game.kept:
        p.game.kept["south"] = (~p.game.arctic).astype(np.uint8)
    found: Bytes = p.game.kept["south"]
    return found


@rule("31.F.1d")
def blind(p: P, side: int) -> Bytes:
    """Hexes on which no zone of a side falls: for the Soviets in the surprise turn those outside their borders."""
    if side != SOVIET or not p.s.surprise:
        return p.game.space.none
    if "abroad" not in p.game.kept:
        p.game.kept["abroad"] = (~p.game.ussr).astype(np.uint8)
    found: Bytes = p.game.kept["abroad"]
    return found


@derived(of("weather"), of("ice"), of("flood"))
def passable(p: P) -> Bytes:
    """By class and hex, six bits: through which hexsides a unit's zone is exerted. Not where it may not go (5a)."""
    return terrain.kept_by_weather(p, _make_passable)


def _make_passable(p: P) -> Bytes:
    found = np.zeros((len(CLASSES), p.game.board.nodes), np.uint8)
    for number in range(len(CLASSES)):
        if number not in (RAIL, FIXED):
            found[number] = open_sides(terrain.zone_table(p, number))
    found[RAIL] = open_sides(np.where(terrain.railways(p.game), 0, NEVER))
    return found


@derived(answer(of_side, OTHERS))
def beside_enemies(p: P, side: int) -> Mask:
    """Hexes beside which an enemy ground unit stands, whatever lies between."""
    found: Mask = next_to(p.game.board.neighbours, p.game.any_side, of_side(p, p.foe(side)).count)
    return found


def in_enemy_zone(p: P, hex: int, side: int) -> bool:
    """Is a hex in a zone of control of a side's enemies?"""
    return bool(of_side(p, p.foe(side)).grip[hex])


def is_adjacent_to_enemy(p: P, hex: int, side: int) -> bool:
    """Does an enemy ground unit stand beside a hex, whatever lies between?"""
    count = of_side(p, p.foe(side)).count
    return any(count[near] for near in p.game.board.around[hex])


@rule("5", "5b", "14.D", "14.I", "30c")
def exerts(p: P, unit: int, hex: int = -1) -> int:
    """0, reduced or standard: the strength of a unit's zone in a hex on which it falls (as in its own, if none is named)."""
    if not face(p, unit).zone or has_just_jumped(p, unit):
        return NO_GRIP
    there = hex if hex >= 0 else p.s.loc[unit]
    unprepared = p.side_of(unit) == SOVIET and 1 <= p.s.turn <= LAST_UNPREPARED_TURN and not p.game.arctic[there]
    return REDUCED if unprepared or p.s.unsupplied[unit] >= UNSUPPLIED_TURNS else STANDARD


def zone_of(p: P, unit: int) -> list[int]:
    """The hexes into which one unit exerts its zone."""
    return zone_from(p, unit, p.s.loc[unit])


def zone_from(p: P, unit: int, hex: int) -> list[int]:
    """The hexes into which one unit exerts its zone, or would if it stood in another hex."""
    shown = face(p, unit)
    if not shown.zone or not 0 <= hex < p.game.board.hexes or has_just_jumped(p, unit):
        return []
    bits = int(passable(p)[shown.moves_as, hex])
    unseen = blind(p, p.side_of(unit))
    return [
        near for d, near in enumerate(p.game.board.rows[hex])
        if near >= 0 and bits >> d & 1 and _falls_on(shown.zone, bool(p.game.arctic[near])) and not unseen[near]
    ]  # fmt: skip


@rule("5", "30c")
def _falls_on(zone: int, arctic: bool) -> bool:
    """Small units have zones in Arctic hexes alone, cavalry in all others."""
    return zone == FULL_ZONE or (zone == ARCTIC_ZONE) == arctic


@rule("6.A", "5b")
def leaving_costs(p: P) -> Bytes:
    """`between[a, b]`: what leaving a hex of zone a for one of zone b costs, in eighths; any standard zone makes it standard."""
    if "between" not in p.game.kept:
        chart = p.game.raw["zoc"]["costs"]
        standard, reduced = chart["standard"]["foot"], chart["reduced"]["any"]
        table = np.zeros((3, 3), np.uint8)
        table[REDUCED] = [reduced["leave"], reduced["zoc_to_zoc"], standard["zoc_to_zoc"]]
        table[STANDARD] = [standard["leave"], standard["zoc_to_zoc"], standard["zoc_to_zoc"]]
        p.game.kept["between"] = table * ONE
    found: Bytes = p.game.kept["between"]
    return found
