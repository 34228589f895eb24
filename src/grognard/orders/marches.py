"""The five orders in a movement phase: who goes where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from ..core.errors import BadCommand
from ..core.foresight import Lines
from ..facts.reaches import Group
from ..facts.threats import open_places
from .draft import FAR, Draft

#: What it costs to send somebody to a place that he cannot get to: more than all ways together.
_NEVER = 1_000_000


def march(draft: Draft) -> None:
    """Carry out the order on the copy as far as it is a matter of marching."""
    {"hold": _hold, "advance": _advance, "encircle": _encircle, "withdraw": _withdraw, "refit": _refit}[draft.order.word](draft)


# ---------------------------------------------------------------- forward


def _advance(draft: Draft) -> None:
    """Everybody as far as he gets on his way to the goal, the nearest first, so that those behind can close up."""
    for group, goal in _by_nearness(draft):
        if draft.far(group.start, goal) == 0:
            continue
        draft.go(group.units, _forward(draft, group, goal), f"towards {draft.place(goal)}")


def _by_nearness(draft: Draft) -> list[tuple[Group, int]]:
    pairs = [(group, draft.nearest(group.start, draft.goal)) for group in draft.groups()]
    return sorted(pairs, key=lambda pair: (draft.far(pair[0].start, pair[1]), pair[0].start, pair[0].units))


def _forward(draft: Draft, group: Group, goal: int) -> list[int]:
    """Hexes on the way that can be reached now, the farthest first; then others that are nearer than the start."""
    open_to = draft.reachable(group.units)
    on_the_way = [hex for hex in draft.way(group.units, goal) if hex in {*open_to}]
    nearer = [hex for hex in open_to if draft.far(hex, goal) < draft.far(group.start, goal)]
    return [*reversed(on_the_way), *sorted(nearer, key=lambda hex: (draft.far(hex, goal), draft.far(group.start, hex), hex))]


# ---------------------------------------------------------------- around


def _encircle(draft: Draft) -> None:
    """Somebody for every way out of the goal; whoever is left comes as near as he can."""
    ring = ring_of(draft)
    gaps = [hex for hex in ring if not draft.begun.play.s.count[draft.side][hex] and not draft.foes(hex)]
    _fill(draft, gaps, f"closes the ring around {draft.place(draft.goal[0])}", keep={*ring})
    left = [hex for hex in gaps if not draft.now.play.s.count[draft.side][hex]]
    for group in draft.groups():
        units = tuple(unit for unit in group.units if unit not in draft.gone)
        if left and units and group.start not in ring:
            goal = draft.nearest(group.start, left)
            hexes = _forward(draft, Group(units, group.start), goal)
            draft.go(units, hexes, f"towards {draft.place(goal)}, a way out of the ring")


def ring_of(draft: Draft) -> list[int]:
    """The hexes around the enemies in the goal through which they could leave."""
    inside = [hex for hex in draft.goal if draft.foes(hex)]
    if not inside:
        raise BadCommand(f"no enemy is known to stand in {' or '.join(draft.place(hex) for hex in draft.goal)}")
    board, lines = draft.begun.game.board, _enemy_lines(draft)
    found: set[int] = set()
    for hex in inside:
        for direction in range(6):
            near = int(board.neighbours[hex, direction])
            if near >= 0 and near not in inside and (lines is None or lines.passable[hex, direction]):
                found.add(near)
    return sorted(found)


def _enemy_lines(draft: Draft) -> Lines | None:
    for enemy in draft.begun.play.enemies(draft.side):
        lines = draft.outlook.lines(enemy)
        if isinstance(lines, Lines):
            return lines
    return None


# ---------------------------------------------------------------- back


def _withdraw(draft: Draft) -> None:
    """Everybody to the nearest hex of the goal, out of the enemy's sight where he can; nobody stops beside an enemy if he need
    not."""
    for group, goal in _by_nearness(draft):
        if group.start in draft.goal:
            continue
        open_to = draft.reachable(group.units)
        there = sorted((hex for hex in draft.goal if hex in {*open_to}), key=lambda hex: (draft.far(group.start, hex), hex))
        back = _forward(draft, group, goal)
        quiet = [hex for hex in back if not draft.in_contact(hex)]
        draft.go(group.units, [*there, *quiet, *back], f"back to {draft.place(goal)}")


def _refit(draft: Draft) -> None:
    """Whoever faces the enemy or has no supply goes to the nearest quiet hex in supply; the others stay."""
    fed = draft.outlook.net(draft.side)
    for group in draft.groups():
        hungry, pressed = not fed[group.start], draft.in_contact(group.start)
        if not hungry and not pressed:
            continue
        quiet = [hex for hex in draft.reachable(group.units) if fed[hex] and not draft.in_contact(hex)]
        why = "back into supply" if hungry else "out of the line to rest"
        draft.go(group.units, sorted(quiet, key=lambda hex: (draft.far(group.start, hex), hex)), why)


# ---------------------------------------------------------------- standing fast


def _hold(draft: Draft) -> None:
    """Nobody leaves the line; whoever is not needed in it closes gaps: places that lose the game first, then hexes in front."""
    gaps = _open_places(draft) + _open_front(draft)
    _fill(draft, list(dict.fromkeys(gaps)), "closes a gap in the line", keep=_needed(draft))


def _needed(draft: Draft) -> set[int]:
    """Hexes that somebody of the order holds alone, and that face the enemy or must not be left."""
    count, board = draft.begun.play.s.count[draft.side], draft.begun.game.board
    stakes = {hex for stake in board_stakes(draft) for hex in stake}
    return {hex for hex in range(board.hexes) if count[hex] and (hex in stakes or draft.in_contact(hex))}


def board_stakes(draft: Draft) -> list[tuple[int, ...]]:
    """Places that the side must not lose."""
    p = draft.begun.play
    mine = [stake for stake in p.game.foresight.stakes(p) if stake.side == draft.side and stake.fatal and not stake.cut]
    return [stake.hexes for stake in mine if len(stake.hexes) == 1]


def _open_places(draft: Draft) -> list[int]:
    node = draft.begun.game.names.node
    found = []
    for enemy in draft.begun.play.enemies(draft.side):
        for threat in open_places(draft.outlook, draft.side, enemy):
            found += [node(name) for name in threat.hexes if threat.fatal]
    return [hex for hex in found if draft.within(hex)]


def _open_front(draft: Draft) -> list[int]:
    """Empty hexes of one's own between two that hold the line, beside an enemy."""
    p, board = draft.begun.play, draft.begun.game.board
    line = {p.s.loc[unit] for unit in draft.units if draft.in_contact(p.s.loc[unit])}
    found = []
    for hex in sorted({near for held in line for near in board.adjacent(held)} - line):
        mine = p.s.control[hex] == draft.side and not p.s.count[draft.side][hex] and not draft.foes(hex)
        if mine and draft.in_contact(hex) and len(line & {*board.adjacent(hex)}) > 1 and draft.within(hex):
            found.append(hex)
    return found


def _fill(draft: Draft, gaps: Sequence[int], reason: str, keep: set[int]) -> None:
    """Put one unit into each of these hexes, by the shortest ways together; from hexes in `keep` one always stays."""
    groups = draft.groups()
    spare = dict.fromkeys(keep, 0) | {hex: draft.begun.play.s.count[draft.side][hex] - 1 for hex in keep}
    free: list[int] = []
    for unit in (unit for group in groups for unit in group.units):
        here = draft.begun.play.s.loc[unit]
        if here not in keep or spare[here] > 0:
            free.append(unit)
            spare[here] = spare.get(here, FAR) - 1
    if not free or not gaps:
        return
    costs = np.full((len(free), len(gaps)), _NEVER)
    for row, unit in enumerate(free):
        open_to = {*draft.reachable((unit,))}
        for column, hex in enumerate(gaps):
            if hex in open_to:
                costs[row, column] = draft.far(draft.begun.play.s.loc[unit], hex)
    for row, column in sorted(zip(*linear_sum_assignment(costs), strict=True), key=lambda pair: int(pair[1])):
        if costs[row, column] < _NEVER:
            draft.go((free[row],), (gaps[column],), reason)
