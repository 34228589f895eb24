"""From single hexsides to whole courses: rivers that flow, roads that run through, borders that turn corners.

A board lists hexsides one by one. Here they are strung together into chains: at a junction the two that belong
together (same name, same kind, straightest) run on, and the third ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import msgspec
import numpy as np

from ..core.board import Mask
from ..core.marks import table
from .sheet import Corner, Sheet
from .svg import Points
from .vocabulary import RIVERS

Node = TypeVar("Node", bound=Hashable)

_PULL = 0.38  #: how far a river cuts the corner of a bend
_WIGGLE = 0.03
_SAMPLES = 4  #: points per stretch of a smooth curve


class Link(msgspec.Struct, Generic[Node], frozen=True):
    """One hexside as an edge of a graph."""

    ends: tuple[Node, Node]
    mark: str
    name: str = ""


class Chain(msgspec.Struct, Generic[Node]):
    """Links strung together; `nodes` has one more entry than `links`."""

    nodes: list[Node]
    links: list[Link[Node]]


class Course(msgspec.Struct):
    """A smooth line of one mark."""

    mark: str
    name: str
    points: Points
    source_at: str = ""  #: "start" or "end" when a river springs there


def string(links: Sequence[Link[Node]], fits: Callable[[Node, Link[Node], Link[Node]], float]) -> list[Chain[Node]]:
    """Chains through a graph; `fits` says how well two links at a node belong together (higher is better)."""
    at: dict[Node, list[int]] = {}
    for number, link in enumerate(links):
        for end in link.ends:
            at.setdefault(end, []).append(number)
    partner: dict[tuple[Node, int], int] = {}
    for node, meeting in at.items():
        pairs = sorted(((fits(node, links[a], links[b]), -a, -b) for a in meeting for b in meeting if a < b), reverse=True)
        for fit, a, b in pairs:
            if fit > 0 and (node, -a) not in partner and (node, -b) not in partner:
                partner[node, -a], partner[node, -b] = -b, -a
    used: set[int] = set()
    chains = []
    starts = [(end, n) for n, link in enumerate(links) for end in link.ends if (end, n) not in partner]
    starts += [(link.ends[0], n) for n, link in enumerate(links)]  # what is left are closed rings
    for node, number in starts:
        if number in used:
            continue
        chain: Chain[Node] = Chain([node], [])
        following: int | None = number
        while following is not None and following not in used:
            used.add(following)
            link = links[following]
            node = link.ends[1] if link.ends[0] == node else link.ends[0]
            chain.nodes.append(node)
            chain.links.append(link)
            following = partner.get((node, following))
        chains.append(chain)
    return chains


def smooth(points: Points, closed: bool = False) -> Points:
    """A Catmull-Rom curve through the points."""
    if len(points) < 3:
        return points
    ends = (points[-2:-1], points[1:2]) if closed else (2 * points[:1] - points[1:2], 2 * points[-1:] - points[-2:-1])
    p = np.concatenate([ends[0], points, ends[1]])
    t = np.linspace(0, 1, _SAMPLES, endpoint=False)[None, :, None]
    a, b, c, d = (p[k : len(p) - 3 + k][:, None, :] for k in range(4))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.concatenate([curve.reshape(-1, 2), points[-1:]])


def along_links(sheet: Sheet, marks: Sequence[str]) -> tuple[list[Link[Corner]], dict[Corner, Points]]:
    """The hexsides with these marks as links between hex corners."""
    links, seen = [], set()
    where: dict[Corner, Points] = {}
    for side in sheet.board.sides:
        mark = sheet.board.words.mark("side", side.kind)
        if mark not in marks or sheet.board.cells[side.hexes[0]][0] != sheet.plane:
            continue
        link = _side_link(sheet, side.hexes, mark, side.name, where)
        if (frozenset(link.ends), mark) not in seen:
            seen.add((frozenset(link.ends), mark))
            links.append(link)
    return links, where


def _side_link(sheet: Sheet, hexes: tuple[int, int], mark: str, name: str, where: dict[Corner, Points]) -> Link[Corner]:
    ends = sheet.side(hexes[0], sheet.board.direction(*hexes))
    keys = sheet.corner_key(ends[0]), sheet.corner_key(ends[1])
    where[keys[0]], where[keys[1]] = ends
    return Link(keys, mark, name)


def area_links(sheet: Sheet, hexes: Sequence[int], mark: str, water: Mask) -> tuple[list[Link[Corner]], dict[Corner, Points]]:
    """The rim of an area, without coasts and the rim of the board: those are lines already."""
    inside = set(hexes)
    links = []
    where: dict[Corner, Points] = {}
    for hex in sorted(inside):
        for other in sheet.board.adjacent(hex):
            if other not in inside and water[hex] == water[other] and sheet.board.cells[hex][0] == sheet.plane:
                links.append(_side_link(sheet, (hex, other), mark, "", where))
    return links, where


def rivers(sheet: Sheet) -> list[Course]:
    """Every river and reservoir, smoothed through its bends, tributaries ending on what they join."""
    links, where = along_links(sheet, RIVERS)
    rank = {mark: k for k, mark in enumerate(RIVERS)}

    def fits(_: Corner, a: Link[Corner], b: Link[Corner]) -> float:
        same_name = 4.0 if a.name == b.name and a.name else 0.0
        return 1.0 + same_name + (1.0 if a.mark == b.mark else 0.0) + 0.1 * (rank[a.mark] + rank[b.mark])

    chains = string(links, fits)
    bent = dict(where)
    for chain in chains:
        for before, node, after in zip(chain.nodes, chain.nodes[1:], chain.nodes[2:], strict=False):
            bent[node] = where[node] + _PULL * ((where[before] + where[after]) / 2 - where[node])
    joints: dict[Corner, int] = {}
    for link in links:
        for end in link.ends:
            joints[end] = joints.get(end, 0) + 1
    found = []
    for chain in chains:
        found += _river_courses(sheet, chain, bent, joints)
    return found


def _river_courses(sheet: Sheet, chain: Chain[Corner], bent: dict[Corner, Points], joints: dict[Corner, int]) -> list[Course]:
    """One chain as courses, a new one wherever the mark or the name changes."""
    anchors = []
    for start, end in zip(chain.nodes, chain.nodes[1:], strict=False):
        a, b = bent[start], bent[end]
        anchors += [a, *_wiggled(sheet, a, b)]
    anchors.append(bent[chain.nodes[-1]])
    curve = smooth(np.array(anchors), closed=chain.nodes[0] == chain.nodes[-1])
    step = 3 * _SAMPLES  # curve points per hexside
    found = []
    first = 0
    for k in range(1, len(chain.links) + 1):
        ended = k == len(chain.links)
        if ended or (chain.links[k].mark, chain.links[k].name) != (chain.links[first].mark, chain.links[first].name):
            source = ""
            if first == 0 and joints[chain.nodes[0]] == 1:
                source = "start"
            elif ended and joints[chain.nodes[-1]] == 1:
                source = "end"
            points = curve[first * step : k * step + 1]
            found.append(Course(chain.links[first].mark, chain.links[first].name, points, source))
            first = k
    return found


def _wiggled(sheet: Sheet, a: Points, b: Points) -> list[Points]:
    """Two points between a and b, a little off the straight line."""
    thirds = np.array([a + (b - a) / 3, a + (b - a) * 2 / 3])
    across = np.array([a[1] - b[1], b[0] - a[0]])
    across = across / max(float(np.hypot(*across)), 1e-9)
    drift = (sheet.bend(thirds, 1.0) - thirds) @ across
    return [third + across * float(d) * _WIGGLE for third, d in zip(thirds, drift, strict=True)]


def cornered(chain: Chain[Corner], where: dict[Corner, Points]) -> Points:
    """A line along hexsides, each corner rounded by a third of the side."""
    corners = np.array([where[node] for node in chain.nodes])
    closed = chain.nodes[0] == chain.nodes[-1]
    if closed:
        corners = np.concatenate([corners, corners[1:2]])
    out = [corners[0] if not closed else corners[0] + (corners[1] - corners[0]) / 3]
    for before, here, after in zip(corners, corners[1:], corners[2:], strict=False):
        a, b = here + (before - here) / 3, here + (after - here) / 3
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            out.append(a * (1 - t) ** 2 + 2 * here * t * (1 - t) + b * t**2)
    if not closed:
        out.append(corners[-1])
    return np.array(out)


def boundary(links: Sequence[Link[Corner]], where: dict[Corner, Points]) -> list[Points]:
    """Lines along hexsides, strung together."""
    return [cornered(chain, where) for chain in string(links, lambda *_: 1.0)]


def roads(sheet: Sheet) -> list[Course]:
    """Roads and railways, from hex centre to hex centre, running straight through junctions."""
    board = sheet.board
    by_mark: dict[str, list[Link[int]]] = {}
    for side in board.sides:
        mark = board.words.mark("side", side.kind)
        if table().line[mark].across and mark not in ("strait", "bridge") and board.cells[side.hexes[0]][0] == sheet.plane:
            by_mark.setdefault(mark, []).append(Link(side.hexes, mark, side.name))
    meeting: dict[int, int] = {}
    for link in (link for links in by_mark.values() for link in links):
        for end in link.ends:
            meeting[end] = meeting.get(end, 0) + 1
    # lines cut corners, but not where they meet or serve a place
    fixed = {place.hex for place in board.places} | {hex for hex, count in meeting.items() if count != 2}

    def fits(node: int, a: Link[int], b: Link[int]) -> float:
        heads = []
        for link in (a, b):
            other = link.ends[1] if link.ends[0] == node else link.ends[0]
            heads.append(sheet.centres[other] - sheet.centres[node])
        straight = -float(heads[0] @ heads[1])
        return straight + (0.5 if a.name == b.name and a.name else 0.0) + 0.01 if straight > -0.4 else 0.0

    # a road and a railway on the same way are drawn side by side
    both = any("rail" in mark for mark in by_mark) and any(mark in by_mark for mark in ("road", "track"))
    aside = np.array([1.0, 0.0] if board.grid.stagger == "columns" else [0.0, 1.0]) * (0.045 if both else 0.0)
    found = []
    for mark, links in by_mark.items():
        shift = aside if "rail" in mark else -aside
        for chain in string(links, fits):
            found.append(Course(mark, "", _road_points(sheet, chain, fixed) + shift))
    return found


def _road_points(sheet: Sheet, chain: Chain[int], fixed: set[int]) -> Points:
    centres = sheet.centres[chain.nodes]
    eased = centres.copy()
    for k in range(1, len(centres) - 1):
        if chain.nodes[k] not in fixed:
            eased[k] += 0.22 * ((centres[k - 1] + centres[k + 1]) / 2 - centres[k])
    middles = sheet.bend((centres[:-1] + centres[1:]) / 2, 0.035)
    points = np.empty((2 * len(centres) - 1, 2))
    points[0::2], points[1::2] = eased, middles
    points = _to_the_rim(sheet, chain, points)
    return smooth(points)


def _to_the_rim(sheet: Sheet, chain: Chain[int], points: Points) -> Points:
    """A line that ends in a rim hex without a place leaves the board."""
    towns = {place.hex for place in sheet.board.places}
    for hex, at_start in ((chain.nodes[0], True), (chain.nodes[-1], False)):
        gaps = [d for d, n in enumerate(sheet.board.neighbours[hex].tolist()) if n < 0]
        if not gaps or hex in towns:
            continue
        inward = points[2] - points[0] if at_start else points[-3] - points[-1]
        out = min(gaps, key=lambda d: float(sheet.steps[d] @ inward))
        if float(sheet.steps[out] @ inward) < -0.3:
            rim = sheet.centres[hex] + sheet.steps[out] * 0.5
            points = np.concatenate([rim[None], points]) if at_start else np.concatenate([points, rim[None]])
    return points
