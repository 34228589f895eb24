"""Rule 39.A, by agreement: bridges. Who controls them, how units demolish, repair and seize them; bombs: `bombed_targets.py`."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.paths import NEVER, Bytes
from ....core.rule import rule
from ..events.lines import BridgeBlown, BridgeRepaired, BridgeSeized
from ..material import Material, P
from ..state import AXIS, FINISHED, LANDED, MOVED, ONE, SOVIET
from . import engineers, points, resource_points, terrain, weather
from .brandenburg import is_brandenburger
from .movement import unable
from .units import face, ground_units, name, on_map, where

NOBODY = -1
Pair = tuple[int, int]
BLOWS_ON = (1, 2, 3)
PRICE = 4 * ONE
AIR = "air"  #: the phase in which those who were dropped try


# ---------------------------------------------------------------- what they are and whose


def in_use(p: P) -> bool:
    return p.option("bridges") == "on"


def pair(here: int, there: int) -> Pair:
    return (here, there) if here < there else (there, here)


@rule("39.Aa", "39.A")
def all_bridges(game: Material) -> dict[Pair, bool]:
    """Every transportation line across a river hexside; of each, is it over a major river?"""
    if "bridges" not in game.kept:
        board, roads = game.board, terrain.roads(game)
        major = board.side_mask("major-river")
        rivers = board.side_mask("river") | major
        found = {}
        for hex in np.flatnonzero((roads & rivers).any(axis=1)).tolist():
            for direction, near in enumerate(board.rows[hex]):
                if near > hex and roads[hex, direction] and rivers[hex, direction]:
                    found[hex, near] = bool(major[hex, direction])
        game.kept["bridges"] = found
    bridges: dict[Pair, bool] = game.kept["bridges"]
    return bridges


@rule("39.Aa")
def controller(p: P, bridge: Pair) -> int:
    """Who last controlled both hexes of a bridge; at the start nobody on the demarcation line."""
    for one, other, side in p.s.bridge_owner:
        if (one, other) == bridge:
            return side
    starts = [p.game.board.mask(name) for name in ("axis-start", "soviet-start")]
    return next((side for side, start in enumerate(starts) if start[bridge[0]] and start[bridge[1]]), NOBODY)


@rule("39.Aa")
def taken(p: P, hex: int, side: int) -> None:
    """Bridges whose two hexes a side controls now are its own."""
    if not in_use(p):
        return
    for near in p.game.board.around[hex]:
        bridge = pair(hex, near)
        if bridge in all_bridges(p.game) and p.s.control[near] == side and controller(p, bridge) != side:
            _own(p, bridge, side)


def _own(p: P, bridge: Pair, side: int) -> None:
    kept = [entry for entry in p.s.bridge_owner if entry[:2] != bridge]
    p.s.bridge_owner = tuple(sorted([*kept, (*bridge, side)]))


def is_down(p: P, here: int, there: int) -> bool:
    return pair(here, there) in p.s.bridges_down


# ---------------------------------------------------------------- what a fallen bridge means


@rule("39.Ad")
def crossings(p: P, unit: int, table: Bytes) -> Bytes:
    """Where a bridge is down units pay for the ground and the river."""
    if not p.s.bridges_down:
        return table
    shown, found, board = face(p, unit), table.copy(), p.game.board
    ground, rivers = terrain.entering(p, shown.moves_as, shown.movement), terrain.crossing(p, False)
    for one, other in p.s.bridges_down:
        for here, there in ((one, other), (other, one)):
            direction = board.direction(here, there)
            if table[here, direction] != NEVER:
                found[here, direction] = min(NEVER, ground.item(there) + rivers.item(here, direction))
    return found


@rule("39.Ad")
def without_trains(p: P, usable: Bytes) -> Bytes:
    """Lines that trains may use: not over bridges that are down."""
    if not p.s.bridges_down:
        return usable
    found, board = usable.copy(), p.game.board
    for one, other in p.s.bridges_down:
        for here, there in ((one, other), (other, one)):
            found[here] &= ~(1 << board.direction(here, there)) & 255
    return found


# ---------------------------------------------------------------- demolition


def _named(p: P, unit: int, hex: int) -> Pair:
    bridge = pair(p.s.loc[unit], hex)
    if not in_use(p):
        raise Illegal("39.A", "bridges are not played with")
    if not on_map(p, unit) or bridge not in all_bridges(p.game):
        raise Illegal("39.Aa", f"there is no bridge between {where(p, p.s.loc[unit])} and {where(p, hex)}")
    return bridge


@rule("39.Ac")
def check_blow(p: P, command: Command) -> None:
    """A unit beside a bridge that is not the enemy's may demolish it."""
    unit = command.units[0]
    bridge = _named(p, unit, command.hexes[0])
    refused = unable(p, unit)
    if refused is not None:
        raise refused
    if bridge in p.s.bridges_down:
        raise Illegal("39.Ac", "the bridge is down already")
    if controller(p, bridge) == p.foe(p.s.active):
        raise Illegal("39.Ac", "the bridge is the enemy's")
    if points.points_left(p, unit) < PRICE:
        raise Illegal("39.Ac", f"demolition costs {PRICE // ONE} movement points")


@rule("39.Ac")
def blow(p: P, command: Command) -> None:
    """It works for sure where both hexes are ours, else on a die of one to three."""
    unit, side = command.units[0], p.s.active
    bridge = _named(p, unit, command.hexes[0])
    points.pay(p, unit, PRICE)
    sure = all(p.s.control[hex] == side for hex in bridge)
    success = sure or p.roll("demolition of a bridge", "39.Ac", side=side) in BLOWS_ON
    if success:
        p.s.bridges_down = tuple(sorted({*p.s.bridges_down, bridge}))
        p.s.bridge_hits = tuple(entry for entry in p.s.bridge_hits if entry[:2] != bridge)
    p.emit(BridgeBlown(units=(unit,), places=bridge, success=success, side=side, rule="39.Ac"))


# ---------------------------------------------------------------- repair


@rule("39.Ae", "14.A.1.a", "14.A.1.b")
def span_price(p: P, bridge: Pair, *, quick: bool) -> int:
    chart = p.game.raw["engineers"]
    cost = int(chart["mp"]["major_bridge_repair_option" if all_bridges(p.game)[bridge] else "bridge_repair_option"]) * ONE
    if weather.poor_at(p, bridge[0]) or weather.poor_at(p, bridge[1]):
        cost *= chart["poor_weather_factor"]
    return cost // 2 if quick else cost


@rule("39.Ae")
def check_span(p: P, command: Command) -> None:
    """Engineers repair a bridge whose two hexes are theirs; over a major river it takes a resource point if it is down."""
    units, bridge = command.units, _named(p, command.units[0], command.hexes[0])
    quick = engineers.check_crew(p, units, command.word, "bridge")
    down = bridge in p.s.bridges_down
    if not down and not any(entry[:2] == bridge for entry in p.s.bridge_hits):
        raise Illegal("39.Ae", "the bridge is not damaged")
    if any(p.s.control[hex] != p.s.active for hex in bridge):
        raise Illegal("39.Ae", "both hexes of the bridge must be yours")
    if down and all_bridges(p.game)[bridge] and resource_points.nearest(p, p.s.active, [p.s.loc[units[0]]]) < 0:
        raise Illegal("39.Ae", "no resource point can be traced to")
    engineers.check_points(p, units, span_price(p, bridge, quick=quick), "39.Ae")


@rule("39.Ae")
def span(p: P, command: Command) -> None:
    units, bridge = command.units, _named(p, command.units[0], command.hexes[0])
    down = bridge in p.s.bridges_down
    if down and all_bridges(p.game)[bridge]:
        resource_points.spend(p, resource_points.nearest(p, p.s.active, [p.s.loc[units[0]]]), p.s.active, "39.Ae")
    quick = len(units) == 2 or command.word == engineers.WORKERS
    engineers.work(p, units, span_price(p, bridge, quick=quick), command.word)
    p.s.bridges_down = tuple(other for other in p.s.bridges_down if other != bridge)
    p.s.bridge_hits = tuple(entry for entry in p.s.bridge_hits if entry[:2] != bridge)
    p.emit(BridgeRepaired(units=units, places=bridge, side=p.s.active, rule="39.Ae"))


# ---------------------------------------------------------------- seizure


@rule("39.Af")
def check_seize(p: P, command: Command) -> None:
    """Brandenburgers that have come to a bridge try once per player turn to seize it, and go no further."""
    unit = command.units[0]
    bridge = _named(p, unit, command.hexes[0])
    if not is_brandenburger(p, unit) or p.side_of(unit) != AXIS or p.s.active != AXIS:
        raise Illegal("39.Af", f"{name(p, unit)} is no Brandenburg unit of the phasing side")
    came = p.s.flags[unit] & (LANDED if p.s.phase == AIR else MOVED)
    if not came or p.s.flags[unit] & FINISHED:
        raise Illegal("39.Af", f"{name(p, unit)} has not just come to the bridge")
    if bridge in p.s.bridges_down or controller(p, bridge) == AXIS:
        raise Illegal("39.Af", "there is nothing to seize")


@rule("39.Af")
def seize(p: P, command: Command) -> None:
    unit, other = command.units[0], command.hexes[0]
    bridge = _named(p, unit, other)
    p.s.mark((unit,), FINISHED)
    guarded = bool(ground_units(p, other, SOVIET) or ground_units(p, p.s.loc[unit], SOVIET))
    table = p.game.raw["brandenburg"]["success_on"]["seize_bridge"]
    success = not guarded or p.roll("seizing a bridge", "39.Af", side=AXIS) in table
    if success:
        _own(p, bridge, AXIS)
        p.s.seized = (*p.s.seized, bridge)
    p.emit(BridgeSeized(units=(unit,), places=bridge, success=success, side=AXIS, rule="39.Af"))


@rule("39.Af")
def dropped(p: P) -> list[int]:
    """Brandenburgers that have just been dropped beside a bridge which they could seize."""
    if not in_use(p) or p.s.active != AXIS:
        return []
    jumpers = (p.s.arrays.flags & LANDED).nonzero()[0].tolist()
    return [unit for unit in jumpers if on_map(p, unit) and is_brandenburger(p, unit) and seizable(p, (unit,))]


def seizable(p: P, units: Sequence[int]) -> list[int]:
    """Other ends of bridges that these could seize."""
    return [end for end in beside(p, units) if is_legal(check_seize, p, Command("seize", tuple(units[:1]), (end,)))]


@rule("39.Af")
def is_seized(p: P, here: int, there: int) -> bool:
    """May one Axis unit attack here in this player turn as if there were no river?"""
    return pair(here, there) in p.s.seized


@rule("39.Af")
def first_across(p: P, units: Sequence[int], places: Sequence[int], target: int) -> set[int]:
    """Of Axis units that attack over seized bridges the strongest at each: for these there is no river."""
    best: dict[int, int] = {}
    for unit, here in zip(units, places, strict=True):
        if p.s.seized and p.side_of(unit) == AXIS and p.game.is_ground[unit] and is_seized(p, here, target):
            rival = best.get(here)
            if rival is None or face(p, unit).attack > face(p, rival).attack:
                best[here] = unit
    return set(best.values())


def forget_seizures(p: P) -> None:
    if p.s.seized:
        p.s.seized = ()


# ---------------------------------------------------------------- what may be named


def beside(p: P, units: Sequence[int]) -> list[int]:
    """The other hexes of bridges beside a unit."""
    if not units or not on_map(p, units[0]):
        return []
    here = p.s.loc[units[0]]
    return [near for near in p.game.board.around[here] if pair(here, near) in all_bridges(p.game)]


def sample_blow(p: P, rng: random.Random) -> Command | None:
    pieces = p.game.ground_of_side[p.s.active]
    unit = pieces.item(int(rng.random() * pieces.size)) if pieces.size and in_use(p) else -1
    ends = beside(p, (unit,)) if unit >= 0 and rng.random() < 0.2 else []
    command = Command("blow", (unit,), (rng.choice(ends),)) if ends else None
    return command if command is not None and is_legal(check_blow, p, command) else None


def could(check: object, verb: str, p: P, hexes: Sequence[int]) -> list[int]:
    """Units that could do something with a bridge; only with a hex named, since there are too many to look at."""
    found = ground_units(p, hexes[0], p.s.active) if hexes else []
    return [unit for unit in found if any(is_legal(check, p, Command(verb, (unit,), (end,))) for end in beside(p, (unit,)))]  # type: ignore[arg-type]
