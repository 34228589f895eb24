"""9.0 Movement: the command, as far as the demand for spoiling attacks (11.2) lets units go."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Moved
from ....core.flow import Countable
from ....core.movement import is_passable_step, path_costs
from ....core.rule import rule
from ...assault import march as stacks
from ..material import P
from ..state import SOVIET
from . import movement
from .movement import check_stack, enter, march_of, movable, movable_with, points_left, reached_by_all, set_out, unspent
from .spoiling_attacks import demand_binds, march_leaves_enough


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes the units can reach together."""
    try:
        check_stack(p, units)
    except Illegal:
        return ()
    march = march_of(p, units)
    found = march.reach()
    hexes: list[int] = found.nodes[1:].tolist()
    if demand_binds(p, units):
        return [hex for hex in hexes if march_leaves_enough(p, units, found.path(hex), march.costs(found.path(hex)))]
    return hexes


def all_destinations(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """Every unit that can still move, and the hexes it can reach alone."""
    s, shuns_marsh = p.s, p.game.shuns_marsh
    loc, kind, able = s.loc, s.kind, movable_with(p)
    asked = [(loc[unit], points, shuns_marsh[kind[unit]]) for unit, points in able]
    known = reached_by_all(p, s.active, asked)
    units, found = [unit for unit, _ in able], [known[who] for who in asked]
    if not s.quota:
        return units, found
    return units, [destinations(p, (u,)) if demand_binds(p, (u,)) else hexes for u, hexes in zip(units, found, strict=True)]


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it: for a neighbouring hex the one step, since no way round is cheaper."""
    units, hexes = command.units, command.hexes
    if len(hexes) != 1 or is_passable_step(p.game.board, movement.costs_for(p, units), p.s.loc[units[0]], hexes[0]):
        return command
    check_stack(p, units)
    return Command(command.verb, units, tuple(march_of(p, units).way(hexes[0])))


@rule("9.1a", "9.5", "9.6", "9.7", "11.2c")
def check_move(p: P, command: Command) -> None:
    """Units that may march together, along a path they can pay for, and that the demand of 11.2 does not need elsewhere."""
    units, path = command.units, command.hexes
    check_stack(p, units)
    if not path:
        raise Illegal("9.1a", "name the hexes to be entered")
    march = march_of(p, units, points=min([unspent(p, u) for u in units]))
    if not march_leaves_enough(p, units, path, march.price(path)):
        raise Illegal("11.2c", f"{p.s.quota} units must attack this turn; too few would be left to do so")


@rule("9.1a", "9.2b", "9.3")
def move(p: P, command: Command) -> None:
    """Move a unit or stack along a path, hex by hex; it may go on later until another stack moves."""
    units, path = command.units, command.hexes
    way = (p.s.loc[units[0]], *path)
    costs = path_costs(p.game.board, movement.costs_for(p, units), way)  # the points are known to suffice
    set_out(p, units)
    gone = 0
    for hex, cost in zip(path, costs, strict=True):
        enter(p, units, hex, cost)
        gone += 1
        if p.s.outcome is not None:
            break
    p.emit(Moved(units=units, path=way[: gone + 1], cost=sum(costs[:gone]), side=p.game.side_of[units[0]]))


def sample_move(p: P, rng: random.Random) -> Command | None:
    """A random single-unit move, found without listing all units."""
    for unit in stacks.random_units(p, rng, 8):
        points = points_left(p, unit)
        if points <= 0:
            continue
        march = march_of(p, (unit,), points=points)
        path = march.drawn(rng)
        if path and (not demand_binds(p, (unit,)) or march_leaves_enough(p, (unit,), path, march.costs(path))):
            return Command("move", (unit,), tuple(path))
    if p.s.active == SOVIET and p.s.quota:  # the phase may be unable to end (11.2): whoever can move must be found
        for unit in movable(p, ()):
            hexes = destinations(p, (unit,))
            if hexes:
                return Command("move", (unit,), (hexes[int(rng.random() * len(hexes))],))
    return None
