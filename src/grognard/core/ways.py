"""Ways beside the hex grid: between boxes, from a box onto the map, from port to port across a sea.

Hexes and boxes are nodes of one graph. The grid joins hexes; everything else is listed in a file of ways, each with what it costs
and what kind of way it is, so that rules can say who may go there. A name in the file is a hex, a box, a place, an area (each of
its hexes) or a tag of boxes (each box with it); what a board has not leads nowhere.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence

import msgspec

from .board import Board
from .errors import GrognardError


class Way(msgspec.Struct, frozen=True):
    """A step from node to node."""

    start: int
    end: int
    kind: str
    cost: int = 1
    rule: str = ""


class Ways:
    """All ways of a game on its board."""

    def __init__(self, board: Board, rows: Sequence[Mapping[str, str]]) -> None:
        """Rows of start, end, kind, and if need be both (yes for a way that leads back as well), cost and rule."""
        self._from: dict[int, list[Way]] = {}
        self._starts: dict[str, set[int]] = {}
        for row in rows:
            cost = row.get("cost") or "1"
            if not (cost.isascii() and cost.isdigit()):
                raise GrognardError(f"the way from {row['start']} to {row['end']} costs {cost!r}, which is no number")
            starts, ends = _nodes(board, row["start"]), _nodes(board, row["end"])
            steps = [(a, b) for a in starts for b in ends]
            if row.get("both") == "yes":
                steps += [(b, a) for a, b in steps]
            for a, b in steps:
                if a != b:
                    self._from.setdefault(a, []).append(Way(a, b, row["kind"], int(cost), row.get("rule", "")))
                    self._starts.setdefault(row["kind"], set()).add(a)

    def leaving(self, node: int, *kinds: str) -> list[Way]:
        """The ways out of a node, of some kinds."""
        return [way for way in self._from.get(node, ()) if way.kind in kinds]

    def between(self, start: int, end: int, *kinds: str) -> Way | None:
        """The way from one node to another, if there is one of these kinds."""
        return next((way for way in self.leaving(start, *kinds) if way.end == end), None)

    def starts(self, *kinds: str) -> list[int]:
        """The nodes from which such ways lead anywhere."""
        return sorted({node for kind in kinds for node in self._starts.get(kind, ())})

    def reach(self, start: int, budget: int, kinds: Sequence[str], may_pass: Callable[[Way], bool]) -> dict[int, int]:
        """What it costs at least to get to every node within a budget, by ways that may be taken now."""
        found, heap = {start: 0}, [(0, start)]
        while heap:
            spent, node = heapq.heappop(heap)
            for way in self.leaving(node, *kinds) if spent == found[node] else ():
                total = spent + way.cost
                if total <= budget and total < found.get(way.end, budget + 1) and may_pass(way):
                    found[way.end] = total
                    heapq.heappush(heap, (total, way.end))
        return found


def _nodes(board: Board, name: str) -> list[int]:
    """The nodes that a name stands for."""
    if name in board.index:
        return [board.index[name]]
    if name in board.areas:
        return [*board.areas[name].hexes]
    tagged = [board.node(box.name) for box in board.boxes if name in box.tags]
    return tagged or [place.hex for place in board.places if place.name == name]
