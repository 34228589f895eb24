"""Compile the kernels ahead of time: `python -m grognard.core.warm`."""

from __future__ import annotations

import random
from importlib import import_module

import numpy as np

from ..facts import kernels as facts
from ..facts import pockets
from .march import compile_march
from .match import Match
from .paths import (
    Workspace,
    facing,
    first_above,
    flood,
    flood_again,
    next_to,
    occupied,
    outside,
    reach,
    reach_alone,
    reach_many,
    spread,
    standing,
    two_nearest,
    way_out,
)
from .zoc import Zones, shut, widest

#: commands of random play that meet every kernel of a game: of Fire in the East a whole game turn
COMMANDS = {"FireInTheEast": 1200, "Typhoon1941": 20}


def warm() -> None:
    """Call every kernel once with the argument types that the games use."""
    neighbours = np.full((2, 6), -1, np.int16)
    neighbours[0, 0], neighbours[1, 3] = 1, 0
    cost = np.ones((2, 6), np.uint8)
    closed = np.zeros(2, np.uint8)
    sources = np.zeros(1, np.int16)
    nobody = np.zeros(2, np.int16)
    reach(neighbours, cost, closed, 0, 3, Workspace(2))
    reach(neighbours, cost, nobody, 0, 3, Workspace(2), crowd=nobody, most=4)
    for leave, zone, between in ((closed, None, None), (None, closed, cost), (closed, closed, cost)):
        reach(neighbours, cost, closed, 0, 3, Workspace(2), leave=leave, zone=zone, between=between)
    reach_many(neighbours, cost, closed, sources, 3, closed)
    reach_alone(neighbours, cost, nobody, nobody, 4, sources, sources)
    next_to(neighbours, cost, closed.astype(np.bool_))
    next_to(neighbours, cost, nobody)
    facing(neighbours, cost, nobody, nobody)
    occupied(nobody, np.zeros(1, np.int64))
    outside(nobody, closed, 2)
    standing(np.zeros(1, np.intp), nobody, nobody, 1, 0, 2)
    first_above(np.zeros((2, 2), np.int16), 2, 5)
    way_out(neighbours, cost, closed, sources, sources)
    reached = flood(neighbours, cost, closed, sources)
    flood_again(neighbours, cost, closed, sources, 1 - closed, reached)
    spread(neighbours, cost, closed, sources, 3)
    two_nearest(neighbours, cost, sources, 3)
    nowhere = np.zeros((2, 6), np.bool_)
    compile_march(neighbours, cost, nowhere)
    facts.warm()
    pockets.warm()
    shut(nowhere[:, 0].copy(), nobody, nowhere[:, 0].copy(), nobody)
    widest(sources, np.zeros(1, np.int8), sources, sources, 1, 1, 2)
    Zones(neighbours, neighbours.tolist(), np.zeros(2, np.int8), nowhere[None])
    _play("grognard.games.fire_in_the_east", "FireInTheEast")
    _play("grognard.games.typhoon_1941", "Typhoon1941")


def _play(module: str, name: str) -> None:
    """A game with kernels of its own: random play of a while meets each of them with the types it uses."""
    match, rng = Match(getattr(import_module(module), name)(), "historical", seed="1"), random.Random(1)
    for _ in range(COMMANDS[name]):
        match.do(match.legal_commands().sample(rng))
    for seat in match.seats:
        match.threats(seat)


if __name__ == "__main__":
    warm()
