"""Zones of control, lines and marches against plain-Python twins."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest

from grognard.core.board import Board
from grognard.core.errors import Illegal
from grognard.core.hexes import opposite
from grognard.core.lines import along, line_mask
from grognard.core.march import Gait, RoadMarch
from grognard.core.movement import Refused
from grognard.core.paths import NEVER
from grognard.core.zoc import Zones

GAITS = (Gait(4, 2, 1, 0), Gait(4, 2, 2, 1), Gait(3, 0, 2, 0))


def plain(columns: int, rows: int, sides: str = "") -> Board:
    hexes = "\n".join(f"{c:02d}{r:02d} clear" for c in range(1, columns + 1) for r in range(1, rows + 1))
    return Board.parse(
        "[board]\nname plain\ngrid digits=CCRR stagger=columns shifted=even columns=east rows=south\n"
        f"[maps]\nmain cols=1-{columns} rows=1-{rows}\n[hexes]\n{hexes}\n[sides]\n{sides}\n"
    )


@pytest.mark.parametrize("seed", range(20))
def test_zones_agree_with_looking_at_every_neighbour(seed: int) -> None:
    rng = random.Random(seed)
    board = plain(7, 6)
    exerts = np.array([rng.random() < 0.25 for _ in range(board.nodes)])
    reaches = np.array([[near >= 0 and rng.random() < 0.8 for near in row] for row in board.rows])
    zones = Zones(board.neighbours, board.rows, exerts.astype(np.int8), np.stack([reaches & False, reaches]))

    def holds(holder: int, hex: int) -> bool:
        d = board.direction(holder, hex)
        return bool(d >= 0 and exerts[holder] and reaches[holder, d])

    for hex in range(board.hexes):
        holders = [near for near in board.adjacent(hex) if holds(near, hex)]
        assert sorted(zones.holders(hex)) == sorted(holders)
        assert zones.controlled[hex] == bool(holders)
        for near in board.adjacent(hex):
            both = any(holds(h, hex) and holds(h, near) for h in board.adjacent(hex))
            assert zones.same(hex, near) == both


def test_lines_run_from_hex_to_hex_and_stop_at_closed_ones() -> None:
    board = plain(5, 3, '0101|0201 road "main"\n0201|0302 road "main"\n0302|0402 rail\n0402|0502 road')
    roads = line_mask(board, "road")
    assert roads[board.node("0101")].sum() == 1
    assert line_mask(board, "road", name="main").sum() == 4
    closed = np.zeros(board.nodes, np.bool_)
    ends = np.array([board.node("0101")], np.int16)
    joined = along(board, line_mask(board, "road", "rail"), closed, ends)
    assert [board.names[h] for h in np.nonzero(joined)[0]] == ["0101", "0201", "0302", "0402", "0502"]
    closed[board.node("0302")] = True
    joined = along(board, line_mask(board, "road", "rail"), closed, ends)
    assert [board.names[h] for h in np.nonzero(joined)[0]] == ["0101", "0201"]


def brute(
    board: Board, cost: list[list[int]], road: list[list[bool]], zone: list[bool], start: int, gait: Gait
) -> dict[int, int]:  # fmt: skip
    """Every path up to seven hexes, priced step by step."""
    found: dict[int, int] = {}
    paths: list[tuple[tuple[int, ...], int, int]] = [((start,), 0, gait.free)]
    for _ in range(7):
        longer = []
        for path, spent, free in paths:
            here = path[-1]
            if zone[here] and here != start:
                continue
            for d, near in enumerate(board.rows[here]):
                if near < 0 or near in path or cost[here][d] == NEVER or (zone[here] and zone[near]):
                    continue
                on_road = road[here][d] and not zone[here] and not zone[near]
                if on_road and free:
                    price, left = 0, free - 1
                elif on_road and spent < gait.budget:
                    price, left = cost[here][d] - 2 + gait.road, free
                else:
                    price, left = cost[here][d], free
                total = spent + price
                if total <= gait.budget + (0 if zone[near] else gait.bonus):
                    found[near] = min(found.get(near, 999), total)
                    longer.append(((*path, near), total, left))
        paths = longer
    return found


def refused(march: RoadMarch, why: Refused) -> Illegal:
    return Illegal(why.hindrance.name, "")


@pytest.mark.parametrize(("seed", "gait"), list(itertools.product(range(6), GAITS)))
def test_marches_agree_with_trying_every_path(seed: int, gait: Gait) -> None:
    rng = random.Random(seed)
    board = plain(5, 4)
    cost = [[2 if near >= 0 and rng.random() < 0.9 else NEVER for near in row] for row in board.rows]
    road = [[False] * 6 for _ in board.rows]
    for hex in range(board.hexes):
        for d, near in enumerate(board.rows[hex]):
            if near > hex and rng.random() < 0.3:
                road[hex][d] = road[near][opposite(d)] = True
    zone = [rng.random() < 0.15 for _ in range(board.nodes)]
    start = rng.randrange(board.hexes)
    nothing = np.zeros(board.nodes, np.bool_)
    play = SimpleNamespace(game=SimpleNamespace(board=board))
    march = RoadMarch(
        play, 0, start, gait, np.array(cost, np.uint8), np.array(road), nothing, np.array(zone), lambda *step: False, refused
    )
    found = march.reach()
    assert found.costs == brute(board, cost, road, zone, start, gait)
    for target in found.ends:
        path = [start, *found.path(target)]
        assert march.price(path[1:]) == found.costs[target]
        assert path[-1] == target
        assert all(board.direction(a, b) >= 0 for a, b in itertools.pairwise(path))
