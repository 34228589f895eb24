"""Lines to hexsides and to hexes: rivers and borders run along sides, railways and roads through hexes."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import shapely
import shapely.ops

from .canvas import Canvas, Cell, Corner, Side, side
from .georeference import Point

Node = TypeVar("Node", bound=Hashable)


def cheapest_path(start: Node, ends: set[Node], ways: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node]:
    """Dijkstra from one node to the nearest of several; an empty list when none can be reached."""
    best: dict[Node, float] = {start: 0.0}
    came: dict[Node, Node] = {}
    queue: list[tuple[float, Any]] = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > best[here]:
            continue
        if here in ends:
            path = [here]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path[::-1]
        for there, step in ways(here):
            if cost + step < best.get(there, math.inf):
                best[there] = cost + step
                came[there] = here
                heapq.heappush(queue, (cost + step, there))
    return []


def snap_to_sides(
    canvas: Canvas, line: Any, start: Corner | None = None, end: Corner | None = None,
    reach: float = 1.6, avoid: frozenset[Side] = frozenset(),
) -> list[Side]:
    """A line on the page as a connected chain of hexsides, in order.

    Sides far from the line cost more, so the chain keeps to the line but does not wriggle. The ends are
    the corners nearest to the ends of the line unless given. `avoid` bars sides altogether.
    """  # fmt: skip
    shapely.prepare(line)
    cost: dict[Corner, float] = {}

    def away(corner: Corner) -> float:
        if corner not in cost:
            cost[corner] = float(shapely.distance(line, shapely.Point(canvas.corner_point(corner))))
        return cost[corner]

    def ways(corner: Corner) -> Iterable[tuple[Corner, float]]:
        for other, edge in canvas.corner_graph[corner]:
            if edge not in avoid and away(other) <= reach:
                middle = (away(corner) + away(other)) / 2
                yield other, 0.12 + middle * middle

    first = start or nearest_corner(canvas, line.coords[0])
    last = end or nearest_corner(canvas, line.coords[-1])
    path = cheapest_path(first, {last}, ways)
    return [_edge(canvas, a, b) for a, b in pairwise(path)]


def _edge(canvas: Canvas, a: Corner, b: Corner) -> Side:
    return next(edge for other, edge in canvas.corner_graph[a] if other == b)


def nearest_corner(canvas: Canvas, point: Sequence[float], among: Iterable[Corner] | None = None) -> Corner:
    """The corner of the board (or of `among`) nearest to a point of the page."""
    x, y = point[0], point[1]
    if among is None:
        cell = canvas.cell_at((x, y)) or min(canvas.cells, key=lambda c: math.dist(canvas.centre(c), (x, y)))
        among = [c for c in (canvas.corner(p) for p in canvas.ring(cell)) if c in canvas.corner_graph]
    return min(among, key=lambda c: (math.dist(canvas.corner_point(c), (x, y)), c))


class Rivers:
    """A net of rivers along hexsides. Add the great ones first: tributaries then end on them."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.courses: dict[str, list[Side]] = {}
        self.net: set[Corner] = set()  #: corners where a river may end: rivers so far and `sinks`
        self._rim = canvas.edge_corners()

    def sink(self, cells: Iterable[Cell]) -> None:
        """Let rivers end at the corners of these hexes (sea, lake)."""
        for cell in cells:
            self.net.update(self.canvas.corner(p) for p in self.canvas.ring(cell))

    def add(self, name: str, lines: Iterable[Any], join: float = 1.3, least: int = 2) -> list[Side]:
        """Snap a river. Ends within `join` hexes of the net (or of its own other parts) are tied to it.

        `lines` are lines on the page; parts off the board are cut away, chains shorter than `least` dropped.
        """
        added: list[Side] = []
        for line in lines:
            for part in shapely.get_parts(shapely.line_merge(line.intersection(self.canvas.outline))):
                if part.geom_type != "LineString" or part.length < 0.3:
                    continue
                first, last = self._end(part.coords[0], join), self._end(part.coords[-1], join)
                chain = snap_to_sides(self.canvas, part, first, last)
                chain = [edge for edge in chain if edge not in added]
                if len(chain) < least:
                    continue
                added += chain
                for edge in chain:
                    self.net.update(self.canvas.sides[edge])
        known = {edge for course in self.courses.values() for edge in course}
        self.courses.setdefault(name, []).extend(edge for edge in added if edge not in known)
        return added

    def _end(self, point: Sequence[float], join: float) -> Corner:
        """Where a line's end goes: the rim when it left the board there, the net when near, else the nearest corner."""
        outside = self.canvas.outline.exterior if self.canvas.outline.geom_type == "Polygon" else self.canvas.outline
        if shapely.distance(outside, shapely.Point(point[:2])) < 0.05:
            return nearest_corner(self.canvas, point, self._rim)
        near = [c for c in self.net if math.dist(self.canvas.corner_point(c), point[:2]) <= join]
        return nearest_corner(self.canvas, point, near or None)


def snap_to_hexes(canvas: Canvas, points: Sequence[Point | Cell], along: Any = None) -> list[Cell]:
    """A railway or road through hexes: (latitude, longitude) points or cells in order, each one visited.

    Between two points the chain follows `along` (lines on the page) where that is near, else the straight line.
    Points off the board end the chain there.
    """
    cells = [p if len(p) == 3 else canvas.hex(*p) for p in points]
    chain: list[Cell] = []
    for a, b in pairwise(cells):
        if a is None or b is None:
            continue
        straight = shapely.LineString([canvas.centre(a), canvas.centre(b)])
        piece = _between(canvas, a, b, straight, along)
        chain += piece if not chain or chain[-1] != a else piece[1:]
    return chain


def _between(canvas: Canvas, a: Cell, b: Cell, straight: Any, along: Any) -> list[Cell]:
    guide = None
    if along is not None:
        guide = along.intersection(straight.buffer(max(1.5, straight.length / 4)))
        guide = None if guide.is_empty else guide

    def ways(cell: Cell) -> Iterable[tuple[Cell, float]]:
        for other in canvas.neighbours(cell):
            centre = shapely.Point(canvas.centre(other))
            off = float(straight.distance(centre))
            if off > 3.0 + straight.length / 4:
                continue
            lane = off if guide is None else min(float(guide.distance(centre)), 1.0) * 2 + off * 0.1
            yield other, 1.0 + 0.4 * lane * lane

    if a == b:
        return [a]
    return cheapest_path(a, {b}, ways)


def pairs(chain: Sequence[Cell]) -> list[Side]:
    """The hexsides a chain of hexes crosses."""
    return [side(a, b) for a, b in pairwise(chain) if a != b]


def boundary(canvas: Canvas, inside: set[Cell]) -> list[Side]:
    """The hexsides between a set of hexes and the rest of the board."""
    return [edge for edge in canvas.sides if (edge[0] in inside) != (edge[1] in inside)]


def cells_within(canvas: Canvas, polygon: Any) -> list[Cell]:
    """The hexes whose centre lies in a polygon on the page."""
    shapely.prepare(polygon)
    return [cell for cell in canvas.cells if polygon.contains(shapely.Point(canvas.centre(cell)))]


def left_of(canvas: Canvas, line: Any) -> set[Cell]:
    """The hexes whose centre lies to the left of a line (looking along it) that crosses the whole board."""
    (x0, y0), (x1, y1) = line.coords[0][:2], line.coords[1][:2]
    (x2, y2), (x3, y3) = line.coords[-2][:2], line.coords[-1][:2]
    far = 1000.0
    start = _extend((x1, y1), (x0, y0), far)
    stop = _extend((x2, y2), (x3, y3), far)
    cut = shapely.LineString([start, *[p[:2] for p in line.coords], stop])
    world = shapely.box(-500.0, -500.0, 500.0, 500.0)
    pieces = shapely.get_parts(shapely.ops.split(world, cut))
    found: set[Cell] = set()
    for piece in pieces:
        inner = piece.representative_point()
        if _is_left(cut, (inner.x, inner.y)):
            found.update(cells_within(canvas, piece))
    return found


def _extend(before: Point, end: Point, far: float) -> Point:
    dx, dy = end[0] - before[0], end[1] - before[1]
    size = math.hypot(dx, dy) or 1.0
    return end[0] + far * dx / size, end[1] + far * dy / size


def _is_left(line: Any, point: Point) -> bool:
    """On the page y grows south, so left of the way is where the cross product is negative."""
    at = line.project(shapely.Point(point))
    a, b = line.interpolate(max(0.0, at - 0.01)), line.interpolate(at + 0.01)
    return bool((b.x - a.x) * (point[1] - a.y) - (b.y - a.y) * (point[0] - a.x) < 0)
