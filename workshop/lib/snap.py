"""Lines to hexsides and to hexes: rivers and borders run along sides, railways and roads through hexes."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import shapely

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
    reach: float = 1.6, avoid: frozenset[Side] = frozenset(), prefer: frozenset[Side] = frozenset(),
) -> list[Side]:
    """A line on the page as a connected chain of hexsides, in order.

    Sides far from the line cost more, so the chain keeps to the line but does not wriggle. The ends are
    the corners nearest to the ends of the line unless given. `avoid` bars sides altogether, `prefer`
    makes sides cheap: a front line that follows a river should lie on the river's sides.
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
                yield other, (0.12 + middle * middle) * (0.3 if edge in prefer else 1.0)

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

    def __init__(self, canvas: Canvas, height: Callable[[Point], float] | None = None) -> None:
        """With `height` (of a point of the page) only the lower end of a river is tied to other rivers."""
        self.canvas, self.height = canvas, height
        self.courses: dict[str, list[Side]] = {}
        self.net: set[Corner] = set()  #: corners where a river may end: rivers so far and `sinks`
        self._rim = canvas.edge_corners()
        outline = canvas.outline
        self._edge = outline.exterior if outline.geom_type == "Polygon" else outline.boundary

    def sink(self, cells: Iterable[Cell]) -> None:
        """Let rivers end at the corners of these hexes (sea, lake)."""
        for cell in cells:
            self.net.update(self.canvas.corner(p) for p in self.canvas.ring(cell))

    def add(self, name: str, lines: Iterable[Any], join: float = 1.3, least: int = 2) -> list[Side]:
        """Snap a river. Ends within `join` hexes of the net (or of its own other parts) are tied to it.

        `lines` are lines on the page; parts off the board are cut away, chains shorter than `least` dropped.
        """
        added: list[Side] = []
        own: set[Corner] = set()
        for line in lines:
            for part in shapely.get_parts(shapely.line_merge(line.intersection(self.canvas.outline))):
                if part.geom_type != "LineString" or part.length < 0.3:
                    continue
                start, end = self._ends(part, own, join)
                chain = snap_to_sides(self.canvas, part, start, end)
                chain = [edge for edge in chain if edge not in added]
                if len(chain) < least:
                    continue
                added += chain
                for edge in chain:
                    own.update(self.canvas.sides[edge])
        self.net |= own
        known = {edge for course in self.courses.values() for edge in course}
        self.courses.setdefault(name, []).extend(edge for edge in added if edge not in known)
        return added

    def _ends(self, part: Any, own: set[Corner], join: float) -> tuple[Corner, Corner]:
        """The corners for the two ends of a line."""
        first, last = part.coords[0][:2], part.coords[-1][:2]
        tilt = self.height(last) - self.height(first) if self.height is not None else 0.0
        net = self.net | own
        return self._end(first, own if tilt < 0 else net, join), self._end(last, own if tilt > 0 else net, join)

    def _end(self, point: Point, net: set[Corner], join: float) -> Corner:
        """The rim when the line leaves the board there, the net when near, else the nearest corner."""
        if shapely.distance(self._edge, shapely.Point(point)) < 0.05:
            return nearest_corner(self.canvas, point, self._rim)
        near = [c for c in net if math.dist(self.canvas.corner_point(c), point) <= join]
        return nearest_corner(self.canvas, point, near or None)


def snap_to_hexes(
    canvas: Canvas, points: Sequence[Point | Cell], along: Any = None,
    avoid: frozenset[Cell] = frozenset(), walls: frozenset[Side] = frozenset(),
) -> list[Cell]:
    """A railway or road through hexes: (latitude, longitude) points or cells in order, each one visited.

    Between two points the chain follows `along` (lines on the page) where that is near, else the straight line.
    Towards a point off the board it runs straight to the rim. It keeps out of the hexes of `avoid` and does not
    cross the hexsides of `walls`; where that leaves no way it raises an error.
    """  # fmt: skip
    chain: list[Cell] = []
    for first, second in pairwise(points):
        a, b = _on_board(canvas, first, second), _on_board(canvas, second, first)
        if a is None or b is None:
            continue
        straight = shapely.LineString([canvas.centre(a), canvas.centre(b)])
        piece = _between(canvas, a, b, straight, along, avoid, walls)
        if not piece:
            raise ValueError(f"no way from {canvas.number(a)} to {canvas.number(b)}")
        chain += piece if not chain or chain[-1] != a else piece[1:]
    return chain


def _on_board(canvas: Canvas, stop: Point | Cell, other: Point | Cell) -> Cell | None:
    """The hex of a stop; when it lies off the board, the last hex on the straight way there."""
    here, there = _spot(canvas, stop), _spot(canvas, other)
    way = shapely.LineString([here, there])
    steps = max(1, round(way.length * 20))
    for k in range(steps + 1):
        point = way.interpolate(k / steps, normalized=True)
        cell = canvas.cell_at((point.x, point.y))
        if cell is not None:
            return cell
    return None


def _spot(canvas: Canvas, stop: Point | Cell) -> Point:
    return canvas.centre(stop) if len(stop) == 3 else canvas.point(*stop)


def _between(
    canvas: Canvas, a: Cell, b: Cell, straight: Any, along: Any, avoid: frozenset[Cell], walls: frozenset[Side]
) -> list[Cell]:
    guide = None
    if along is not None:
        guide = along.intersection(straight.buffer(max(1.5, straight.length / 4)))
        guide = None if guide.is_empty else guide

    def ways(cell: Cell) -> Iterable[tuple[Cell, float]]:
        for other in canvas.neighbours(cell):
            if other in avoid or side(cell, other) in walls:
                continue
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


def flood(canvas: Canvas, seeds: Iterable[Cell], walls: Iterable[Side]) -> set[Cell]:
    """Every hex that can be reached from the seeds without crossing a wall."""
    closed = set(walls)
    found = set(seeds)
    todo = list(found)
    while todo:
        here = todo.pop()
        for there in canvas.neighbours(here):
            if there not in found and side(here, there) not in closed:
                found.add(there)
                todo.append(there)
    return found


def line_across(canvas: Canvas, line: Any, prefer: frozenset[Side] = frozenset()) -> list[Side]:
    """A line that crosses the whole board as a chain of hexsides from rim to rim."""
    inner = line.intersection(canvas.outline)
    part = max(shapely.get_parts(shapely.line_merge(inner) if inner.geom_type != "LineString" else inner),
               key=lambda p: p.length)  # fmt: skip
    rim = canvas.edge_corners()
    first, last = (nearest_corner(canvas, part.coords[k], rim) for k in (0, -1))
    return snap_to_sides(canvas, part, first, last, prefer=prefer)


def cells_within(canvas: Canvas, polygon: Any) -> list[Cell]:
    """The hexes whose centre lies in a polygon on the page."""
    shapely.prepare(polygon)
    return [cell for cell in canvas.cells if polygon.contains(shapely.Point(canvas.centre(cell)))]
