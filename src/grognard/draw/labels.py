"""Names on the map: places in the rim of their hex, rivers along their course, regions in their middle.

A name tries a handful of positions and takes the cheapest; a name that still collides is left out at this
scale rather than printed over another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import numpy as np
import shapely

from ..core.board import Mask
from .courses import Course
from .fonts import measure
from .sheet import Sheet, Window
from .svg import Points, element, group, polyline, text
from .terrain import special_terrains
from .tokens import SANS, SERIF, Style, tokens
from .vocabulary import COUNTRIES, REGIONS, area_mark, title

_FOOT = {"columns": 0.44, "rows": 0.432}
_COST_NAME, _COST_OUTSIDE, _COST_MARK, _COST_NUMBER, _COST_RIVER = 60.0, 40.0, 18.0, 3.5, 9.0
_REGION_SPAN = 12.0  #: hexes across, from which on the name of a region grows
_HALO = 0.26  #: width of the halo in em
_RANKS = ("major-city", "city", "town", "village")


class Label(msgspec.Struct):
    """A name and where it stands, in W."""

    words: str
    kind: str
    x: float
    y: float
    angle: float = 0.0
    anchor: str = "middle"
    path: Points | None = None
    scale: float = 1.0  #: names of wide regions are written larger


def face(lettering: str, style: Style) -> dict[str, Any]:
    """Size, weight and manner of a kind of name."""
    token = tokens()["type"]["map"][lettering]
    if "size-W" in token:
        size = max(token["size-W"] * style.w, token["min-px"])
    else:
        low, high = token["size-px"]
        size = min(max(0.28 * style.w, low), high * style.w / 48)
    weight = 500 if token.get("style") == "italic" else max(int(token["weight"]), 600)
    return {
        "size": size,
        "weight": weight,
        "italic": token.get("style") == "italic",
        "tracking": float(token.get("tracking-em", 0.0)),
        "upper": token.get("case") == "upper",
    }


def _extent(words: str, lettering: str, style: Style) -> tuple[float, float]:
    """Width and height of a name in W."""
    look = face(lettering, style)
    shown = words.upper() if look["upper"] else words
    em = measure(shown, SERIF, look["weight"]) + look["tracking"] * len(shown)
    return em * look["size"] / style.w, 0.95 * look["size"] / style.w


def _square(centre: Points, reach: float) -> Any:
    x, y = centre.tolist()
    return shapely.box(x - reach, y - reach, x + reach, y + reach)


def _cells(shape: Any) -> list[tuple[int, int]]:
    """The cells of a coarse grid that a shape may touch."""
    left, top, right, bottom = (math.floor(edge / 2) for edge in shapely.bounds(shape).tolist())
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


class Placer:
    """Knows what is taken and finds room for the next name."""

    def __init__(self, sheet: Sheet, style: Style, lines: Iterable[Points], numbers: bool) -> None:
        self.sheet, self.style, self.numbers = sheet, style, numbers
        self.taken: dict[tuple[int, int], list[Any]] = {}  #: names by the cells of a coarse grid that they touch
        self.lines = shapely.STRtree([shapely.linestrings(points) for points in lines])
        shapely.prepare(sheet.outline)
        mark = sheet.board.words.mark
        cities = {place.hex for place in sheet.board.places if mark("place", place.kind) in ("city", "major-city")}
        marked = {place.hex for place in sheet.board.places if sheet.board.cells[place.hex][0] == sheet.plane}
        self.marked = sorted(marked)
        self.marks = shapely.STRtree([_square(sheet.centres[hex], 0.4 if hex in cities else 0.12) for hex in self.marked])
        self.number_boxes = shapely.STRtree(
            [shapely.box(x - 0.13, y - 0.47, x + 0.13, y - 0.37) for x, y in sheet.centres[sheet.hexes].tolist()]
        )

    def take(self, shape: Any) -> None:
        """From now on this room is taken."""
        for cell in _cells(shape):
            self.taken.setdefault(cell, []).append(shape)

    def cost(self, shape: Any, own: int | None = None, river: float = _COST_RIVER) -> float:
        """What a name of this shape would cover."""
        near = {id(other): other for cell in _cells(shape) for other in self.taken.get(cell, ())}
        cost = _COST_NAME * sum(shapely.intersects(shape, other) for other in near.values())
        hidden = self.marks.query(shape, predicate="intersects").tolist()
        cost += _COST_MARK * sum(self.marked[number] != own for number in hidden)
        if not shapely.contains_properly(self.sheet.outline, shape):
            cost += _COST_OUTSIDE
        if self.numbers:
            cost += _COST_NUMBER * len(self.number_boxes.query(shape, predicate="intersects"))
        touched = self.lines.query(shape, predicate="intersects")
        if len(touched):
            length = shapely.length(shapely.intersection(self.lines.geometries[touched], shape)).sum()
            left, _, right, _ = shapely.bounds(shape).tolist()
            cost += river * min(1.0, 0.3 + float(length) / max(right - left, 0.1))
        return float(cost)

    def place(self, hex: int, words: str, lettering: str) -> Label | None:
        """The best position for the name of a place, or none."""
        x, y = self.sheet.centres[hex].tolist()
        width, height = _extent(words, lettering, self.style)
        foot = y + _FOOT[self.sheet.board.grid.stagger]
        spots = [
            (x, foot, "middle", 0.0),
            (x + 0.16, foot, "middle", 1.0),
            (x - 0.16, foot, "middle", 1.0),
            (x, foot, "start", 2.0),
            (x, foot, "end", 2.0),
            (x, y - 0.43, "middle", 3.0),
            (x + 0.36, y, "start", 4.0),
            (x - 0.36, y, "end", 4.0),
        ]
        best: tuple[float, Label, Any] | None = None
        for at_x, at_y, anchor, price in spots:
            left = at_x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
            shape = shapely.box(left, at_y - height / 2, left + width, at_y + height / 2)
            cost = price + self.cost(shape, hex)
            if best is None or cost < best[0]:
                best = cost, Label(words, lettering, at_x, at_y, 0.0, anchor), shape
        if best is None or best[0] >= _COST_NAME:
            return None
        self.take(best[2])
        return best[1]

    def along(self, course: Course, lettering: str) -> Label | None:
        """The calmest stretch of a river for its name, beside the water."""
        width, height = _extent(course.name, lettering, self.style)
        line = shapely.linestrings(course.points)
        length = float(shapely.length(line))
        if length < 1.15 * width:
            return None
        best: tuple[float, Label, Any] | None = None
        for start in np.arange(0.05, length - width, max(0.25, (length - width) / 20)):
            at = np.linspace(start - 0.1, start + width + 0.1, 12)
            points = shapely.get_coordinates(shapely.line_interpolate_point(line, np.clip(at, 0, length)))
            points = _calm(points)
            if points[-1][0] < points[0][0]:
                points = points[::-1]
            heading = np.diff(points, axis=0)
            angles = np.unwrap(np.arctan2(heading[:, 1], heading[:, 0]))
            steep = np.degrees(np.abs(angles)).max()
            if steep > 70:
                continue
            turning = float(np.abs(np.diff(angles)).sum())
            for side in (-1.0, 1.0):
                beside = _beside(points, side * (0.05 + _bank(course) + 0.5 * height))
                shape = shapely.buffer(shapely.linestrings(beside), 0.4 * height, cap_style="flat")
                cost = self.cost(shape, river=4 * _COST_RIVER) + 5 * turning + steep / 25
                cost += (0 if side < 0 else 1) + abs(start - length / 2) / length
                if best is None or cost < best[0]:
                    x, y = beside[len(beside) // 2].tolist()
                    turn = math.degrees(math.atan2(*(beside[-1] - beside[0])[::-1]))
                    best = cost, Label(course.name, lettering, x, y, turn, "middle", beside), shape
        if best is None or best[0] >= _COST_NAME * 0.75:
            return None
        self.take(best[2])
        return best[1]

    def middle(self, words: str, lettering: str, hexes: Iterable[int]) -> Label | None:
        """A name across the middle of a region."""
        points = self.sheet.centres[list(hexes)]
        scale = min(max(math.sqrt(len(points)) / _REGION_SPAN, 1.0), 4.0)
        width, height = (length * scale for length in _extent(words, lettering, self.style))
        best: tuple[float, Label, Any] | None = None
        centre = points.mean(axis=0)
        spread = max(float(np.hypot(*(points - centre).T).max()), 1.0)
        # half-way spots give a name more room between lines than hex centres alone
        spots = np.concatenate([points + shift for shift in ((0.0, 0.0), (0.25, 0.25), (-0.25, -0.25))])
        for point in spots[:: max(1, len(spots) // 240)]:
            x, y = point.tolist()
            shape = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = self.cost(shape) + 12 * float(np.hypot(*(point - centre))) / spread
            if best is None or cost < best[0]:
                best = cost, Label(words, lettering, x, y, scale=scale), shape
        if best is None or best[0] >= _COST_NAME:
            return None
        self.take(best[2])
        return best[1]


def place_names(placer: Placer) -> list[Label]:
    """Names of places, great ones first."""
    sheet, style = placer.sheet, placer.style
    spread: dict[str, list[int]] = {}
    rank: dict[str, str] = {}
    for place in sheet.board.places:
        if sheet.board.cells[place.hex][0] != sheet.plane or not place.name:
            continue
        spread.setdefault(place.name, []).append(place.hex)
        mark = sheet.board.words.mark("place", place.kind)
        if mark not in _RANKS:
            mark = "town"
        rank[place.name] = min(rank.get(place.name, "village"), mark, key=_RANKS.index)
    found = []
    for name, hexes in sorted(spread.items(), key=lambda item: (_RANKS.index(rank[item[0]]), item[0])):
        # a city of several hexes carries its name once, in capitals, under its southernmost hex
        lettering = "major-city" if len(hexes) > 1 and rank[name] == "city" else rank[name]
        if style.far and lettering in ("town", "village"):
            continue
        label = placer.place(max(hexes, key=lambda h: (sheet.centres[h][1], h)), name, lettering)
        if label:
            found.append(label)
    return found


def region_names(placer: Placer, water: Mask) -> list[Label]:
    """Names of seas, countries and regions, large ones first."""
    board = placer.sheet.board
    found = []
    for word in special_terrains(board):
        hexes = [hex for hex in placer.sheet.hexes if board.terrains[int(board.terrain[hex])] == word]
        label = placer.middle(title(word), "region", hexes) if hexes else None
        if label:
            found.append(label)
    for area in sorted(board.areas.values(), key=lambda area: -len(area.hexes)):
        hexes = [hex for hex in area.hexes if board.cells[hex][0] == placer.sheet.plane]
        wet = [hex for hex in hexes if water[hex]]
        if len(wet) > 0.5 * len(hexes) and not area.name.endswith(("edge", "exits", "entry")):
            hexes, lettering = _largest_body(placer.sheet, wet), "sea"
            if len(hexes) < 0.6 * len(wet):
                continue  # scattered waters have no common name
        elif area.name in COUNTRIES or (area.name in REGIONS and not area_mark(board, area)):
            lettering = "country" if area.name in COUNTRIES and len(hexes) > 12 else "region"
        else:
            continue
        words = title(area.name) if area.name in REGIONS else area.title
        label = placer.middle(words, lettering, hexes) if hexes else None
        if label:
            found.append(label)
    return found


def _largest_body(sheet: Sheet, hexes: list[int]) -> list[int]:
    """The largest part of a set of hexes that hangs together."""
    left, best = set(hexes), [hexes[0]]
    while left:
        body = [left.pop()]
        for hex in body:
            beside = [other for other in sheet.board.adjacent(hex) if other in left]
            left.difference_update(beside)
            body += beside
        best = max(best, body, key=len)
    return sorted(best)


def river_names(placer: Placer, rivers: Iterable[Course]) -> list[Label]:
    """Names of rivers, on their longest course; a long river says its name more than once."""
    if placer.style.far:
        return []
    longest: dict[str, list[Course]] = {}
    for course in rivers:
        if course.name:
            longest.setdefault(course.name, []).append(course)
    found = []
    for _, courses in sorted(longest.items(), key=lambda item: -sum(len(c.points) for c in item[1])):
        courses.sort(key=lambda c: -len(c.points))
        total = sum(len(course.points) for course in courses)
        lettering = "river-great" if courses[0].mark in ("major-river", "reservoir") or total > 12 * 40 else "river"
        for course in courses[:1]:
            pieces = max(1, round(len(course.points) / (12 * 28)))
            for part in np.array_split(course.points, pieces):
                label = placer.along(Course(course.mark, course.name, part), lettering)
                if label:
                    found.append(label)
    return found


def _bank(course: Course) -> float:
    """Half the width of the water, in W."""
    return {"reservoir": 0.125, "major-river": 0.06}.get(course.mark, 0.03)


@cache
def _parabola(count: int) -> Points:
    """The matrix that replaces `count` points by the parabola that fits them best."""
    t = np.linspace(-1, 1, count)
    powers = np.stack([np.ones(count), t, t * t], axis=1)
    return np.asarray(powers @ np.linalg.pinv(powers))


def _calm(points: Points) -> Points:
    """A stretch of river without its small bends, so that letters stand in a gentle line."""
    return np.asarray(_parabola(len(points)) @ points)


def _beside(points: Points, distance: float) -> Points:
    heading = np.gradient(points, axis=0)
    heading = heading / np.hypot(heading[:, 0], heading[:, 1])[:, None]
    return np.asarray(points + distance * np.stack([-heading[:, 1], heading[:, 0]], axis=1))


# -------------------------------------------------------------------- drawing


_COLOUR = {
    "major-city": "city",
    "city": "city",
    "town": "place",
    "village": "place",
    "river": "water",
    "river-great": "water",
    "sea": "water",
    "country": "country",
    "region": "region",
}


def draw_labels(labels: Iterable[Label], style: Style, window: Window, **attributes: Any) -> str:
    """Names with their halo."""
    parts = []
    left, top, right, bottom = window
    for number, label in enumerate(labels):
        if not (left - 3 < label.x < right + 3 and top - 1 < label.y < bottom + 1):
            continue
        parts.append(_draw(label, style, number))
    return group(parts, font_family=SERIF, stroke_linejoin="round", paint_order="stroke", **attributes)


def _draw(label: Label, style: Style, number: int) -> str:
    look = face(label.kind, style)
    look["size"] *= label.scale
    colour = _COLOUR[label.kind]
    words = label.words.upper() if look["upper"] else label.words
    halo = style.label("halo-water" if label.kind == "sea" else "halo")
    manner: dict[str, Any] = {
        "font_size": round(look["size"], 2),
        "font_weight": look["weight"],
        "fill": style.label(colour),
        "stroke": halo,
        "stroke_width": round(_HALO * look["size"], 2),
        "stroke_opacity": 0.92,
        "font_style": "italic" if look["italic"] else None,
        "letter_spacing": round(look["tracking"] * look["size"], 2) if look["tracking"] else None,
    }
    if label.path is None:
        drop = 0.33 * look["size"]
        return text(words, label.x * style.w, label.y * style.w + drop, text_anchor=label.anchor, **manner)
    # the curve the letters stand on lies a third of their height below the middle of the name
    curve = _beside(label.path, 0.33 * look["size"] / style.w)
    name = f"course-{number}"
    path = element("path", id=name, d=polyline(curve * style.w), fill="none", stroke="none")
    run = element("textPath", words, href=f"#{name}", startOffset="50%", text_anchor="middle")
    return path + element("text", run, **manner)


def hex_numbers(sheet: Sheet, style: Style, window: Window) -> str:
    """The number of every hex in its head band."""
    token = tokens()["type"]["map"]["hex-number"]
    size = max(token["size-W"] * style.w, token["min-px"])
    left, top, right, bottom = window
    parts = []
    for hex in sheet.hexes:
        x, y = sheet.centres[hex].tolist()
        if left - 0.5 < x < right + 0.5 and top - 0.5 < y < bottom + 0.5:
            name = sheet.board.names[hex].rpartition("/")[2]
            parts.append(text(name, x * style.w, (y - 0.42) * style.w + 0.34 * size))
    return group(
        parts,
        id="numbers",
        font_family=SANS,
        font_weight=500,
        font_size=round(size, 2),
        text_anchor="middle",
        fill=style.line("hex-number"),
        fill_opacity=token["opacity"],
        paint_order="stroke",
        stroke=style.label("halo"),
        stroke_width=round(0.2 * size, 2),
        stroke_opacity=0.5,
    )
