"""Where everybody of a side can go in its next movement phase, as far as somebody knows who they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..core.foresight import moves
from ..core.march import RoadMarch
from ..core.movement import Movement
from ..core.paths import NEVER, Ints
from ..core.play import Play
from .kernels import reach_each

P = Play[Any, Any]


class Group(msgspec.Struct, frozen=True):
    """Units of one hex that move alike. Of hidden units nobody knows how they move: `share` of them move like this."""

    units: tuple[int, ...]
    start: int
    share: float = 1.0


class Reaches(msgspec.Struct, frozen=True):
    """The hexes that groups can get to: those of group k are nodes[offsets[k]:offsets[k + 1]], its own hex first."""

    groups: tuple[Group, ...]
    offsets: npt.NDArray[np.int64]
    nodes: Ints
    costs: Ints
    by_node: npt.NDArray[np.int64]  #: the entries of `nodes` in the order of the nodes, ...
    starts: npt.NDArray[np.int64]  #: ... those of node n from starts[n] on
    owners: Ints  #: the group of each entry
    tables: npt.NDArray[np.bool_]  #: tables of hexsides that can be crossed, by hex and direction, ...
    table_of: Ints  #: ... and the one of each group

    def hexes(self, group: int) -> Ints:
        return self.nodes[self.offsets[group] : self.offsets[group + 1]]

    def into(self, hexes: Iterable[int]) -> list[tuple[int, int, int]]:
        """The groups that can get into one of these hexes from elsewhere: group, hex, and what it costs."""
        rows = []
        for hex in hexes:
            for at in self.by_node[self.starts[hex] : self.starts[hex + 1]].tolist():
                group = self.owners.item(at)
                if self.groups[group].start != hex:
                    rows.append((group, hex, self.costs.item(at)))
        return rows

    def units_into(self, hex: int) -> list[int]:
        """The units that can get into a hex from elsewhere."""
        return [unit for group, _, _ in self.into((hex,)) for unit in self.groups[group].units]

    def entered(self, size: int) -> npt.NDArray[np.bool_]:
        """The hexes that somebody can get into from elsewhere."""
        found = np.zeros(size, np.bool_)
        found[np.delete(self.nodes, self.offsets[:-1])] = True
        return found


Numbers = Sequence[int] | npt.NDArray[Any]
Row = tuple[Numbers, Numbers]  #: hexes, the start first, and what they cost


def reaches(p: P, side: int, hidden: Set[int], fed: npt.NDArray[np.uint8] | None, starts: Set[int] | None = None) -> Reaches:
    """The reach of every group of a side in a movement phase of it, or of those in the hexes `starts`. Nobody knows who the
    `hidden` units are; `fed` are the hexes in supply, where that matters."""
    units, foresight, loc = _movable(p), p.game.foresight, p.s.loc
    if starts is not None:
        units = [unit for unit in units if unit in hidden or loc[unit] in starts]
    marches = {unit: march for unit in units if (march := foresight.march(p, unit)) is not None}
    if len(marches) < len(units):
        return _listed(p, units)
    known = [(march, Group((unit,), march.start)) for unit, march in marches.items() if unit not in hidden]
    described = [*known, *_believed(p, side, hidden, marches, fed)]
    return _collected(p, [each for each in described if starts is None or each[1].start in starts])


def _movable(p: P) -> list[int]:
    """The units that can move at the present step."""
    step = p.game.flow.steps[p.frame.step]
    hexes, loc = p.game.board.hexes, p.s.loc
    found = dict.fromkeys(u for verb in moves(p, step) if verb.available(p) and verb.units for u in verb.units(p, ()))
    return [u for u in found if 0 <= loc[u] < hexes]


def _listed(p: P, units: Sequence[int]) -> Reaches:
    """The reach of units in a game that has no description of movement: what its verbs list."""
    step = p.game.flow.steps[p.frame.step]
    groups: list[Group] = []
    rows: list[Row] = []
    for unit in units:
        hexes = {h for verb in moves(p, step) if verb.hexes for h in verb.hexes(p, (unit,)) if h < p.game.board.hexes}
        start = p.s.loc[unit]
        groups.append(Group((unit,), start))
        rows.append(([start, *sorted(hexes - {start})], [0] * (1 + len(hexes - {start}))))
    return _joined(p, groups, rows, [p.game.board.neighbours >= 0] * len(groups))


# ---------------------------------------------------------------- hidden units


def _believed(
    p: P, side: int, hidden: Set[int], marches: dict[int, Movement | RoadMarch], fed: npt.NDArray[np.uint8] | None
) -> list[tuple[Movement | RoadMarch, Group]]:
    """Hidden units could be any of those that lie hidden on the map: each of their hexes has a group for every way in which
    one of them can move, in supply or out of it as the hex is."""
    hexes, loc, side_of = p.game.board.hexes, p.s.loc, p.game.side_of
    everybody = [u for u in sorted(hidden) if side_of[u] == side and 0 <= loc[u] < hexes]
    places: dict[int, list[int]] = {}
    for unit in everybody:
        places.setdefault(loc[unit], []).append(unit)
    is_fed: Callable[[int], bool] = (lambda hex: True) if fed is None else lambda hex: bool(fed[hex])
    totals = {state: sum(is_fed(loc[u]) == state for u in everybody) for state in (True, False)}
    ways: dict[bool, dict[tuple[Any, ...], list[int]]] = {True: {}, False: {}}
    for unit in everybody:
        if unit in marches:
            ways[is_fed(loc[unit])].setdefault(_likeness(marches[unit]), []).append(unit)
    found = []
    for hex, there in places.items():
        state = is_fed(hex)
        for alike in ways[state].values():
            share = len(alike) / totals[state]
            found.append((msgspec.structs.replace(marches[alike[0]], start=hex), Group(tuple(there), hex, share)))
    return found


def _address(array: npt.NDArray[Any] | None) -> int:
    """Equal for arrays that are the same memory; rows of a larger array are made anew whenever they are asked for."""
    if array is None or array.base is None:
        return id(array)
    return int(array.__array_interface__["data"][0])


def _likeness(march: Movement | RoadMarch) -> tuple[Any, ...]:
    """Equal for marches that differ only in where they begin."""
    if isinstance(march, RoadMarch):
        return march.gait, _address(march.cost), _address(march.road), _address(march.closed)
    return (
        march.budget, march.first, march.most, _address(march.cost), march.across, _address(march.crowd), _address(march.toll),
        _address(march.leave), _address(march.stop), _address(march.zone), _address(march.between),
    )  # fmt: skip


# ---------------------------------------------------------------- all together


def _collected(p: P, described: Sequence[tuple[Movement | RoadMarch, Group]]) -> Reaches:
    """The reach of each description; those that differ only in their start in one call."""
    groups: list[Group] = []
    rows: list[Row] = []
    tables: list[npt.NDArray[Any]] = []
    batches: dict[tuple[Any, ...], tuple[Movement, dict[tuple[int, float], Group]]] = {}
    for march, group in described:
        if isinstance(march, Movement) and march.first < 0:
            batch = batches.setdefault((*_likeness(march), _address(march.closed)), (march, {}))[1]
            together = batch.get((group.start, group.share))
            batch[group.start, group.share] = group if together is None else _merged(together, group)
        else:
            groups.append(group)
            rows.append(_row(march))
            tables.append(march.cost)
    for march, alike in batches.values():
        groups += alike.values()
        tables += [march.cost] * len(alike)
        rows += _in_one_call(p, march, [group.start for group in alike.values()])
    return _joined(p, groups, rows, tables)


def _merged(one: Group, other: Group) -> Group:
    return Group((*one.units, *other.units), one.start, one.share)


def _row(march: Movement | RoadMarch) -> Row:
    if isinstance(march, RoadMarch):
        hexes, costs = march.hexes()
        return np.concatenate(([march.start], hexes)), np.concatenate(([0], costs))
    reach = march.reach()
    return reach.nodes.tolist(), reach.costs.tolist()


def _in_one_call(p: P, march: Movement, starts: Sequence[int]) -> list[Row]:
    space = p.game.space
    offsets, nodes, costs = reach_each(
        p.game.board.neighbours, march.cost, march.closed, space.nobody if march.crowd is None else march.crowd, march.most,
        space.none if march.toll is None else march.toll, space.none if march.leave is None else march.leave,
        space.none if march.stop is None else march.stop, space.none if march.zone is None else march.zone,
        space.free if march.between is None else march.between, np.array(starts, np.int16), max(0, march.budget),
    )  # fmt: skip
    return [(nodes[a:b], costs[a:b]) for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]


def _joined(p: P, groups: Sequence[Group], rows: Sequence[Row], tables: Sequence[npt.NDArray[Any]]) -> Reaches:
    """All rows one after the other. A table of costs says by `NEVER`, one of hexsides by False, what cannot be crossed."""
    sizes = [len(nodes) for nodes, _ in rows]
    offsets = np.zeros(len(rows) + 1, np.int64)
    offsets[1:] = np.cumsum(sizes)
    nodes, costs = (np.concatenate([np.zeros(0, np.int16), *(row[part] for row in rows)]).astype(np.int16) for part in (0, 1))
    by_node = np.argsort(nodes, kind="stable")
    starts = np.searchsorted(nodes[by_node], np.arange(p.game.board.nodes + 1))
    owners = np.repeat(np.arange(len(rows), dtype=np.int16), sizes)
    different = {id(table): table for table in tables}
    number = {key: k for k, key in enumerate(different)}
    open_sides = [table if table.dtype == np.bool_ else table != NEVER for table in different.values()]
    stacked = np.array(open_sides, np.bool_).reshape(len(different), p.game.board.nodes, 6)
    table_of = np.array([number[id(table)] for table in tables], np.int16)
    return Reaches(tuple(groups), offsets, nodes, costs, by_node, starts, owners, stacked, table_of)
