"""Lines 1 to 4: movement, supply and copying on the largest board."""

from __future__ import annotations

import copy
import tempfile
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from grognard.core.board import Board
from grognard.core.paths import NEVER, Workspace, flood, flood_again, reach, reach_many
from grognard.core.state import State
from grognard.games import folder_of

from . import peers
from .begin import begin
from .measure import Figure, Line, timed

UNITS, BUDGET = 1500, 16


class Ground:
    """The board of Fire in the East with made-up but plausible costs, occupants and sources."""

    def __init__(self) -> None:
        self.board = Board.load(folder_of("fire-in-the-east") / "data" / "board.board")
        rng = np.random.default_rng(41)
        near = self.board.neighbours
        by_terrain = rng.integers(1, 5, size=256).astype(np.uint8)
        cost = by_terrain[self.board.terrain][near] + rng.choice(np.array([0, 1], np.uint8), p=[0.8, 0.2], size=near.shape)
        water = self.board.terrain_mask("sea", "lake")
        cost[(near < 0) | water[near]] = NEVER
        self.cost = cost.astype(np.uint8)
        land = np.nonzero(~water[: self.board.hexes])[0]
        self.units = rng.choice(land, UNITS).astype(np.int16)
        self.closed = np.zeros(self.board.nodes, np.uint8)
        self.closed[rng.choice(land, 300, replace=False)] = 1
        self.toll = np.zeros(self.board.nodes, np.uint8)
        for hex in np.nonzero(self.closed)[0].tolist():
            self.toll[list(self.board.adjacent(hex))] = 1
        self.closed[self.units] = 0
        rim = [int(h) for h in land if len(self.board.adjacent(int(h))) < 6 and not self.closed[h]]
        self.sources = np.array(rim[:: max(1, len(rim) // 30)], np.int16)
        self.start = int(self.units[0])
        self.space = Workspace(self.board.nodes)

    def entered(self) -> Any:
        """Costs with the toll of zones of control folded in, for peers that know only edges."""
        cost = self.cost.astype(np.int16)
        near = self.board.neighbours
        cost = np.where(cost == NEVER, NEVER, cost + self.toll[near])
        return np.minimum(cost, NEVER).astype(np.uint8)


def lines(quick: bool) -> list[Line]:
    ground = Ground()
    repeats = 3 if quick else 9
    near = ground.board.neighbours
    one = timed(lambda: reach(near, ground.cost, ground.closed, ground.start, BUDGET, ground.space, ground.toll), repeats=repeats)
    many = timed(
        lambda: reach_many(near, ground.cost, ground.closed, ground.units, BUDGET, ground.toll), repeats=repeats, unit="ms"
    )
    passable = (ground.cost != NEVER).astype(np.uint8)
    fresh = timed(lambda: flood(near, passable, ground.closed, ground.sources), repeats=repeats)
    again = _after_a_move(ground, passable, repeats)  # at once, since the speed of the machine drifts
    found = {} if quick else _graph_peers(ground)
    table = [
        Line("1", f"reach of one unit, budget {BUDGET}, {ground.board.hexes:,} hexes", one,
             _pick(found, "reach scipy", "reach networkx"), targets={"reach scipy": 3, "reach networkx": 20}),
        Line("2", f"reach of all {UNITS:,} units in one call", many, _in_ms(_pick(found, "all units scipy")),
             targets={"all units scipy": 6}),
        Line("3", "supply of one side from scratch", fresh, _pick(found, "supply scipy"), targets={"supply scipy": 2}),
        Line("3b", "supply again after a unit has moved", again, [_as_peer(fresh)], targets={"from scratch": 10}),
        Line("3c", "the same asked of the rules of Drive on Moscow, the move included", _rules_after_a_move(repeats)),
    ]  # fmt: skip
    return table + copies(repeats)


def _as_peer(figure: Figure) -> Figure:
    return Figure("from scratch", figure.unit, figure.samples)


def _pick(found: dict[str, Figure], *names: str) -> list[Figure]:
    return [found[name] for name in names if name in found]


def _in_ms(figures: list[Figure]) -> list[Figure]:
    return [Figure(f.name, "ms", [s / 1e3 for s in f.samples]) for f in figures]


def _graph_peers(ground: Ground) -> dict[str, Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ground.npz"
        np.savez(path, neighbours=ground.board.neighbours, cost=ground.entered(), closed=ground.closed, start=ground.start,
                 budget=BUDGET, units=ground.units, sources=ground.sources)  # fmt: skip
        try:
            return {figure.name: figure for figure in peers.run("graphs.py", str(path))}
        except peers.PeerMissing as missing:
            print(missing)
            return {}


def _after_a_move(ground: Ground, passable: Any, repeats: int) -> Figure:
    """Enemy units step forward one after the other; each time the answer of before is brought up to date."""
    near = ground.board.neighbours
    water = ground.board.terrain_mask("sea", "lake")
    positions = [ground.closed]
    for hex in np.nonzero(ground.closed)[0].tolist()[::30]:  # few enough to stay in the cache, like the one of line 3
        free = [h for h in ground.board.adjacent(hex) if not water[h] and not positions[-1][h]]
        moved = positions[-1].copy()
        moved[hex], moved[free[:1]] = 0, 1
        positions.append(moved)
    positions += positions[-2:0:-1]  # and back again, so that the walk can be repeated
    answers = [flood(near, passable, closed, ground.sources) for closed in positions]
    known = list(zip(positions, answers, strict=True))
    steps = [(near, passable, now, ground.sources, before, answer) for (before, answer), (now, _) in pairwise([*known, known[0]])]
    for step, answer in zip(steps, [*answers[1:], answers[0]], strict=True):
        assert np.array_equal(flood_again(*step), answer)
    walk = cycle(steps)
    return timed(lambda: flood_again(*next(walk)), repeats=repeats)


def _rules_after_a_move(repeats: int) -> Figure:
    """Drive on Moscow's own supply answer after a unit has stepped to a hex that changes nothing for the enemy's lines."""
    from grognard.games.drive_on_moscow.rules.supply import network

    match = begin("drive-on-moscow", "historical", 1)
    play = match.play
    network(play, 0)
    unit = match.game.names.unit("7pz")
    here = match.state.loc[unit]
    there = next(h for h in match.game.board.adjacent(here) if match.state.control[h] == 0)
    where = [here, there]

    def step() -> None:
        where.reverse()
        play.place(unit, where[0])
        network(play, 0)

    return timed(step, repeats=repeats)


# ---------------------------------------------------------------- copying


@dataclass
class PlainUnit:
    """What a state would be as ordinary objects."""

    handle: str
    side: int
    kind: str
    hex: str
    steps: int
    flags: list[bool] = field(default_factory=lambda: [False] * 6)
    spent: int = 0
    origin: str = ""


@dataclass
class PlainState:
    units: list[PlainUnit]
    control: dict[str, int]
    turn: int = 1
    flow: list[str] = field(default_factory=list)


def copies(repeats: int) -> list[Line]:
    """Line 4: copying a state against `copy.deepcopy` of dataclasses that say the same."""
    match = begin("drive-on-moscow", "historical", 1)
    names = match.game.board.names
    plain = PlainState(
        [PlainUnit(p.handle, p.side, "x", names[match.state.loc[k]], 2) for k, p in enumerate(match.game.pieces)],
        dict.fromkeys(names, 0),
    )
    board = Board.load(folder_of("fire-in-the-east") / "data" / "board.board")
    large = State(UNITS, board.nodes, 2)
    large_plain = PlainState([PlainUnit(f"u{k}", 0, "x", "0101", 2) for k in range(UNITS)], dict.fromkeys(board.names, 0))
    return [
        Line("4", "copy of a Drive on Moscow state", timed(match.state.copy, repeats=repeats),
             [timed(lambda: copy.deepcopy(plain), repeats=3, name="deepcopy of dataclasses")],
             targets={"deepcopy of dataclasses": 1000}),
        Line("4b", f"copy of a state of {UNITS:,} units on {board.hexes:,} hexes", timed(large.copy, repeats=repeats),
             [timed(lambda: copy.deepcopy(large_plain), repeats=3, name="deepcopy of dataclasses")],
             targets={"deepcopy of dataclasses": 1000}),
    ]  # fmt: skip
