"""Retreats: how far the attacker drives, which way the defender goes, and what gets in the way."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Retreated
from ....core.paths import NEVER
from ....core.rule import rule
from ....core.words import counted
from ..events import Pushed
from ..material import P
from ..state import DISRUPTED, Battle, Fleeing
from . import movement
from .condition import disrupt, eliminate, enter, has, has_units, is_held, on_map
from .stacking import crowded
from .zones import in_enemy_zone, zones

replace = msgspec.structs.replace


@rule("retreat.4", "retreat.1")
def is_barred(p: P, battle: Battle, here: int, there: int) -> bool:
    """A retreat crosses no hexside that touches a hex the attack came from."""
    board = p.game.board
    return any(
        there == origin or (board.direction(here, origin) >= 0 and board.direction(there, origin) >= 0)
        for origin in battle.origins
    )  # fmt: skip


@rule("retreat.2", "retreat.5", "retreat.7", "terrain.6", "katyusha.3")
def open_hexes(p: P, battle: Battle, unit: int) -> list[int]:
    """Neighbouring hexes into which a beaten unit may go at all."""
    game, side, here = p.game, p.foe(battle.side), p.s.loc[unit]
    waiting = {h for made in p.s.attacks if made.status == "open" for h in made.targets} | set(battle.targets)
    zone, found = zones(p, battle.side).controlled, []
    for there, cost in zip(game.board.rows[here], movement.costs_for(p, unit)[here].tolist(), strict=True):
        if cost == NEVER or is_held(p, there, side):
            continue
        friends = has_units(p, there, side)
        if there in waiting and (friends or there in battle.targets):
            continue
        if zone.item(there) and not friends:
            continue
        if not is_barred(p, battle, here, there):
            found.append(there)
    return found


@rule("retreat.1", "surrounded.1")
def first_hexes(p: P, battle: Battle, unit: int) -> list[int]:
    """Where a retreat can begin; without any such hex the defenders are surrounded."""
    return [] if not on_map(p, unit) else open_hexes(p, battle, unit)


@rule("retreat.7")
def is_cornered(p: P, battle: Battle, unit: int) -> bool:
    """With no hex to go to: is the way out off the map or over an open lake, and not closed by enemies alone?"""
    game, here = p.game, p.s.loc[unit]
    towards = [d for d in (game.board.direction(here, origin) for origin in battle.origins) if d >= 0]
    barred = {(d + turn) % 6 for d in towards for turn in (-1, 0, 1)}
    return any(d not in barred and cost == NEVER for d, cost in enumerate(movement.costs_for(p, unit)[here].tolist()))


@rule("retreat.3", "retreat.1")
def choices(p: P, battle: Battle, flight: Fleeing) -> list[int]:
    """The next hex of a retreat: away from the attackers while forced and if possible, anywhere when voluntary."""
    if not on_map(p, flight.unit):
        return []
    found = open_hexes(p, battle, flight.unit)
    if flight.forced and flight.gone:
        board, here = p.game.board, p.s.loc[flight.unit]
        away = [h for h in found if all(board.distance(h, o) > board.distance(here, o) for o in battle.origins)]
        return away or found
    return found


# ---------------------------------------------------------------- the attacker says how far


@rule("results.2", "results.4")
def possible_pushes(p: P) -> Sequence[int]:
    """0 up to what the result allows."""
    battle = _battle(p)
    return range({"D1": 1, "D2": 2, "D3": 3}[battle.pushes[0][0]] + 1)


@rule("results.2", "results.3", "results.4", "retreat.7")
def push(p: P, command: Command) -> None:
    """The attacker chooses how many hexes the defenders must go; the cornered are lost if they must go at all."""
    battle = _battle(p)
    number = command.number or 0
    if number not in possible_pushes(p):
        raise Illegal("results.2", f"the result does not allow a retreat of {counted(number, 'hex')}")
    _, units = battle.pushes[0]
    fleeing = tuple(replace(f, forced=number) if f.unit in units else f for f in battle.fleeing)
    p.s.battle = replace(battle, pushes=battle.pushes[1:], fleeing=fleeing)
    p.pop()
    p.emit(Pushed(units=units, distance=number, side=battle.side, rule="results.2"))
    if number:
        eliminate(p, [u for u in units if u in battle.cornered], "retreat.7")


# ---------------------------------------------------------------- the defender says where


def _battle(p: P) -> Battle:
    battle = p.s.battle
    assert battle is not None
    return battle


def under_way(p: P) -> list[Fleeing]:
    """Beaten units that must or may still go somewhere."""
    battle = _battle(p)
    return [f for f in battle.fleeing if (f.forced or f.free) and choices(p, battle, f)]


def is_forced(p: P) -> bool:
    return any(f.forced for f in under_way(p))


def begin_retreat(p: P) -> None:
    p.pop()
    if under_way(p):
        p.push("battle.retreat", p.foe(_battle(p).side))


def retreating(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that can go on: those who must, before those who may."""
    found = under_way(p)
    return [f.unit for f in found if f.forced] or [f.unit for f in found]


def retreat_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    battle = _battle(p)
    able = set(retreating(p, ()))
    if not units or not set(units) <= able or len({p.s.loc[u] for u in units}) != 1:
        return ()
    ways = [set(choices(p, battle, f)) for f in battle.fleeing if f.unit in units]
    return sorted(set.intersection(*ways))


@rule(
    "results.2",
    "results.3",
    "results.4",
    "results.5",
    "retreat.1",
    "retreat.2",
    "retreat.3",
    "retreat.4",
    "retreat.5",
    "sequence.18",
)
def retreat(p: P, command: Command) -> None:
    """Beaten units go one hex; the defender chooses which."""
    battle = _battle(p)
    target = command.hexes[0]
    _check(p, battle, command.units, target)
    start = p.s.loc[command.units[0]]
    enter(p, command.units, target)
    fleeing = []
    for flight in battle.fleeing:
        if flight.unit in command.units:
            left = (flight.forced - 1, flight.free) if flight.forced else (0, flight.free - 1)
            flight = Fleeing(flight.unit, *left, flight.gone + 1)
        fleeing.append(flight)
    p.s.battle = replace(battle, fleeing=tuple(fleeing))
    p.emit(Retreated(units=command.units, path=(start, target), side=p.foe(battle.side), rule="retreat.1"))
    jostle(p, command.units, target)
    drive_off(p)
    if not under_way(p):
        p.pop()


@rule("retreat.7")
def drive_off(p: P) -> None:
    """Units that must go on and have no hex left but off the map or over an open lake are lost."""
    battle = _battle(p)
    stuck = [f.unit for f in battle.fleeing if f.forced and f.gone and on_map(p, f.unit) and not choices(p, battle, f)]
    eliminate(p, [u for u in stuck if is_cornered(p, battle, u)], "retreat.7")


def _check(p: P, battle: Battle, units: Sequence[int], target: int) -> None:
    names = p.game.board.names
    if not units or len(set(units)) != len(units):
        raise Illegal("retreat.1", "name each unit once")
    for unit in units:
        flight = next((f for f in battle.fleeing if f.unit == unit), None)
        handle = p.game.pieces[unit].handle
        if flight is None or not (flight.forced or flight.free):
            raise Illegal("results.3", f"{handle} may not retreat any further")
        if unit not in retreating(p, ()):
            raise Illegal("results.2", f"{handle} cannot go now: others must retreat first")
        if target in choices(p, battle, flight):
            continue
        here = p.s.loc[unit]
        side = p.side_of(unit)
        if target >= p.game.board.hexes or p.game.board.direction(here, target) < 0:
            raise Illegal("retreat.1", f"{names[here]} and {names[target]} do not touch")
        if is_barred(p, battle, here, target):
            raise Illegal("retreat.4", f"the way to {names[target]} touches a hex the attack came from")
        if has_units(p, target, side):
            raise Illegal("retreat.5", f"the attack on {names[target]} is not resolved yet")
        if in_enemy_zone(p, target, side):
            raise Illegal("retreat.2", f"{names[target]} is in an enemy zone of control")
        raise Illegal("retreat.3", f"{handle} cannot retreat to {names[target]}")
    if len({p.s.loc[u] for u in units}) != 1:
        raise Illegal("retreat.1", "units retreat together only from one hex")


@rule("retreat.6")
def jostle(p: P, units: Sequence[int], hex: int) -> None:
    """Retreating units that overfill a hex at that moment Disrupt the friends they find there."""
    side = p.side_of(units[0])
    if crowded(p, hex, side):
        others = [u for u in p.units(hex, side) if u not in units and not has(p, u, DISRUPTED)]
        disrupt(p, [u for u in others if not p.game.is_dummy[u]], "retreat.6")


@rule("results.3", "results.4", "results.5")
def stay(p: P, command: Command) -> None:
    """No further retreat of one's own will."""
    p.pop()


def sample_retreat(p: P, rng: random.Random) -> Command | None:
    units = list(retreating(p, ()))
    unit = units[int(rng.random() * len(units))]
    hexes = retreat_hexes(p, (unit,))
    return Command("retreat", (unit,), (hexes[int(rng.random() * len(hexes))],))
