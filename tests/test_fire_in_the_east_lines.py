"""Railways and supply lines of Fire in the East as searches on arrays, held against slow searches that spell the rules out."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from grognard.core.board import Board
from grognard.core.paths import NEVER, Bytes
from grognard.games.fire_in_the_east import rails, supply_lines
from grognard.games.fire_in_the_east.rails import Journeys, read_rails
from grognard.games.fire_in_the_east.supply_lines import FAR, Ground

DATA = Path(__file__).parents[1] / "src/grognard/games/fire_in_the_east/data"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(DATA / "board.board")


def small(size: int, sides: str) -> Board:
    hexes = "\n".join(f"{row:02}{column:02} clear" for row in range(1, size + 1) for column in range(1, size + 1))
    head = f"[board]\nname small\ngrid digits=RRCC stagger=rows shifted=even\n[maps]\nA cols=1-{size} rows=1-{size}"
    return Board.parse(f"{head}\n[hexes]\n{hexes}\n[sides]\n{sides}\n")


def chain(kind: str, *names: str) -> str:
    return "\n".join(f"{a}|{b} {kind}" for a, b in itertools.pairwise(names))


@pytest.fixture
def two_gauges() -> Board:
    """A line along the first row, broad from its third hex on."""
    names = [f"01{column:02}" for column in range(1, 10)]
    lines = chain("rail-standard", *names[:3]) + "\n" + chain("rail-broad", *names[2:])
    return small(9, lines)


def journeys(board: Board, change: int, budget: int, **changes: object) -> Journeys:
    lines = read_rails(board)
    nothing = np.zeros(board.nodes, np.uint8)
    described = {"standard": lines.standard, "usable": lines.lines, "closed": nothing, "toll": nothing, **changes}
    return Journeys(board=board, change=change, budget=budget, **described)  # type: ignore[arg-type]


def test_a_change_of_gauge_is_paid_once(two_gauges: Board) -> None:
    found = journeys(two_gauges, 20, 200).reach(two_gauges.node("0101"))
    assert found.costs[two_gauges.node("0103")] == 2
    assert found.costs[two_gauges.node("0104")] == 23
    assert found.costs[two_gauges.node("0109")] == 28
    assert journeys(two_gauges, 20, 22).reach(two_gauges.node("0101")).costs.get(two_gauges.node("0104")) is None


def test_a_train_is_loaded_on_either_gauge(two_gauges: Board) -> None:
    found = journeys(two_gauges, 20, 200).reach(two_gauges.node("0103"))
    assert found.costs[two_gauges.node("0101")] == 2
    assert found.costs[two_gauges.node("0105")] == 2


def test_closed_hexes_and_tolls(two_gauges: Board) -> None:
    closed, toll = np.zeros(two_gauges.nodes, np.uint8), np.zeros(two_gauges.nodes, np.uint8)
    closed[two_gauges.node("0108")] = 1
    toll[two_gauges.node("0106")] = 5
    found = journeys(two_gauges, 20, 200, closed=closed, toll=toll).reach(two_gauges.node("0104"))
    assert found.costs[two_gauges.node("0106")] == 2
    assert found.costs[two_gauges.node("0107")] == 8
    assert two_gauges.node("0108") not in found.costs


def test_reach_and_price_agree_on_the_real_railways(board: Board) -> None:
    rng = random.Random(4)
    lines = read_rails(board)
    closed = np.array([rng.random() < 0.02 for _ in range(board.nodes)], np.uint8)
    described = journeys(board, 20, 200, closed=closed)
    stations = np.flatnonzero(lines.lines).tolist()
    checked = 0
    for start in rng.sample(stations, 12):
        found = described.reach(start)
        for goal in rng.sample(sorted(found.ends), min(40, len(found.ends))):
            path = found.path(goal)
            costs = described.price(start, path)
            assert len(costs) == len(path)
            assert sum(costs) == found.costs[goal]
            checked += 1
    assert checked > 200


def test_every_railway_of_the_board_is_counted(board: Board) -> None:
    lines = read_rails(board)
    ends = sum(2 for side in board.sides if side.kind in rails.SIDES)
    assert sum(bits.bit_count() for bits in lines.lines.tolist()) == ends
    wide = board.mask("broad-gauge")
    assert not (lines.standard[wide]).any()
    assert (lines.standard[~wide] == lines.lines[~wide]).all()


def test_the_line_to_riga_can_be_broad(board: Board) -> None:
    lines = read_rails(board, frozenset(board.areas["velikie-luki-riga"].hexes))
    here, there = board.node("1B/2309"), board.node("1B/2308")
    assert not lines.standard.item(here) >> board.direction(here, there) & 1
    riga = board.node("1B/1816")
    assert lines.standard.item(riga) not in (0, lines.lines.item(riga))


# ---------------------------------------------------------------- supply lines


def slow_length(ground: Ground, closed: np.ndarray, sources: np.ndarray, element: int, start: int) -> int:
    """The length of the shortest line from a hex, traced step by step as the book does."""
    best: dict[tuple[int, int], int] = {(start, int(ground.bit[start])): 0}
    queue, answer = [(start, int(ground.bit[start]), 0)], FAR
    if sources[start]:
        return 0
    while queue:
        node, mask, spent = queue.pop(0)
        for direction in range(6):
            near = int(ground.neighbours[node, direction])
            if near < 0 or closed[near]:
                continue
            step = int(ground.overland[near, rails.OPPOSITE[direction]])
            if step == NEVER or spent + step > 30:
                continue
            total, touched = spent + step, mask | int(ground.bit[near])
            if sources[near] and total <= ground.limits[element, touched]:
                answer = min(answer, total)
            if total < best.get((near, touched), 99):
                best[near, touched] = total
                queue.append((near, touched, total))
    return answer


def random_ground(rng: random.Random, size: int) -> tuple[Board, Ground]:
    board = small(size, "")
    cost = np.full((board.nodes, 6), NEVER, np.uint8)
    for node in range(board.nodes):
        weight = rng.choice((1, 1, 2))
        for direction in range(6):
            if board.rows[node][direction] >= 0:
                cost[node, direction] = NEVER if rng.random() < 0.1 else weight + (rng.random() < 0.2)
    along = np.where(np.array([[rng.random() < 0.3 for _ in range(6)] for _ in range(board.nodes)]), 1, NEVER).astype(np.uint8)
    bit = np.array([1 << min(3, node // size * 4 // size) for node in range(board.nodes)], np.uint8)
    limits = np.array([[rng.randint(2, 7) for _ in range(16)] for _ in range(4)], np.int16)
    return board, Ground(board.neighbours, rails.OPPOSITE, cost, along, bit, limits)


@pytest.mark.parametrize("seed", range(6))
def test_lengths_are_those_of_lines_traced_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    board, ground = random_ground(rng, 12)
    closed = np.array([rng.random() < 0.15 for _ in range(board.nodes)], np.uint8)
    sources = np.array([rng.random() < 0.02 for _ in range(board.nodes)], np.uint8)
    found = supply_lines.within(ground, 0, closed, sources)
    assert [slow_length(ground, closed, sources, 0, node) for node in range(board.nodes)] == found.tolist()


@pytest.mark.parametrize("seed", range(6))
def test_trucks_are_joined_as_they_would_be_one_by_one(seed: int) -> None:
    rng = random.Random(100 + seed)
    board, ground = random_ground(rng, 14)
    closed = np.array([rng.random() < 0.2 for _ in range(board.nodes)], np.uint8)
    rail = np.array([rng.random() < 0.01 for _ in range(board.nodes)], np.uint8)
    trucks = np.array(rng.sample([n for n in range(board.nodes) if not closed[n]], 8), np.int16)
    no_roads = ground._replace(along=np.full_like(ground.along, NEVER))
    ends: Bytes = (rail & ~closed & 1).astype(np.uint8)
    found = supply_lines.trace(no_roads, closed, closed, ends, trucks)
    goals, joined = ends.copy(), [0] * 8
    for _ in trucks:
        for k, truck in enumerate(trucks.tolist()):
            if not joined[k] and slow_length(ground, closed, goals, 1, truck) != FAR:
                joined[k], goals[truck] = 1, 1
    assert found.trucks.tolist() == joined


def test_a_road_lengthens_a_line_once() -> None:
    board = small(20, chain("road", *[f"01{column:02}" for column in range(1, 21)]))
    road = board.side_mask("road")
    cost = np.where(board.neighbours[:, :] >= 0, 1, NEVER).astype(np.uint8)
    cost = np.pad(cost, ((0, board.nodes - cost.shape[0]), (0, 0)), constant_values=NEVER)
    limits = np.array([[3] * 16, [2] * 16, [5] * 16, [2] * 16], np.int16)
    along = np.where(road, 1, NEVER).astype(np.uint8)
    ground = Ground(board.neighbours, rails.OPPOSITE, cost, along, np.ones(board.nodes, np.uint8), limits)
    nothing, rail = np.zeros(board.nodes, np.uint8), np.zeros(board.nodes, np.uint8)
    rail[board.node("0101")] = 1
    found = supply_lines.trace(ground, nothing, nothing, rail, np.empty(0, np.int16))
    assert found.road[board.node("0106")] == 5
    assert found.road[board.node("0107")] == FAR
    assert found.overland[board.node("0109")] == 3
    assert found.overland[board.node("0110")] == FAR
    truck = np.array([board.node("0108")], np.int16)
    helped = supply_lines.trace(ground, nothing, nothing, rail, truck)
    assert helped.trucks.tolist() == [1]
    assert helped.overland[board.node("0111")] == 3
    two = np.array([board.node("0108"), board.node("0110")], np.int16)
    assert supply_lines.trace(ground, nothing, nothing, rail, two).trucks.tolist() == [1, 1]
    before_the_road = np.array([board.node("0301")], np.int16)  # a truck at the railway, the road element begins at it
    roadless = np.zeros(board.nodes, np.uint8)
    roadless[board.node("0501")] = 1
    found = supply_lines.trace(ground, nothing, nothing, roadless, before_the_road)
    assert found.trucks.tolist() == [1]
