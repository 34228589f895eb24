"""Lines and points: rivers, reservoirs, coasts' straits, roads, railways, borders, zones, forts, towns.

Every kind is told by its form first (single, twin, dashed, dotted, toothed, barred), by its colour second.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import shapely

from ..core.board import Area
from .courses import Course, along_links, area_links, boundary, rivers, roads
from .points import SPOTS, anchor, double_arrow, draw_feature, draw_place, inward, is_port, plate, side_of, source, tooth
from .sheet import Sheet, Window
from .svg import Points, element, group, number, polyline, stroke
from .terrain import Ground
from .tokens import Style
from .vocabulary import area_mark

ALONG = (
    "border",
    "demarcation",
    "district",
    "weather",
    "supply-area",
    "logistics",
    "zone",
    "start-line",
    "defence-line",
    "impassable",
    "coast",
)


class Lines:
    """All lines and points of a sheet, computed once and drawn in any style."""

    def __init__(self, sheet: Sheet, ground: Ground) -> None:
        self.sheet, self.ground = sheet, ground
        self.drawn_areas: list[tuple[str, Area]] = []  #: filled with `boundaries`

    @cached_property
    def rivers(self) -> list[Course]:
        """River courses, cut off where they run out into lakes and seas."""
        water = self.ground.all_water
        found = []
        for course in rivers(self.sheet):
            if water is None or course.mark == "reservoir":
                found.append(course)
                continue
            line = shapely.linestrings(course.points)
            dry = shapely.difference(line, water)
            whole = dry.geom_type == "LineString" and dry.length > 0.99 * line.length
            for part in getattr(dry, "geoms", [dry]):
                if part.length > 0.05:
                    source = course.source_at if whole else ""
                    found.append(Course(course.mark, course.name, np.asarray(part.coords), source))
        return found

    @cached_property
    def roads(self) -> list[Course]:
        return roads(self.sheet)

    @cached_property
    def boundaries(self) -> dict[str, list[Points]]:
        """Mark to its lines along hexsides: those the board lists, and the rims of areas."""
        found: dict[str, list[Points]] = {}
        for mark in ALONG:
            links, where = along_links(self.sheet, (mark,))
            if links:
                found[mark] = boundary(links, where)
        taken = {frozenset(link.ends) for link in along_links(self.sheet, ALONG)[0]}
        for mark, area in self._marked_areas():
            links, where = area_links(self.sheet, area.hexes, mark, self.ground.is_water)
            links = [link for link in links if frozenset(link.ends) not in taken]
            taken |= {frozenset(link.ends) for link in links}
            if links:
                self.drawn_areas.append((mark, area))
                found.setdefault(mark, []).extend(boundary(links, where))
        return found

    @cached_property
    def all_lines(self) -> list[Points]:
        """Every line that a name should not lie on."""
        found = [course.points for course in [*self.rivers, *self.roads]]
        return found + [line for lines in self.boundaries.values() for line in lines]

    def _marked_areas(self) -> list[tuple[str, Area]]:
        """Areas with a line around them; where two share a side, the weightier line is drawn."""
        board, order = self.sheet.board, ("start-line", "logistics", "supply-area", "weather", "zone", "district")
        marked = [(area_mark(board, area) or "", area) for area in board.areas.values()]
        return sorted((pair for pair in marked if pair[0] in order), key=lambda pair: order.index(pair[0]))

    # ---------------------------------------------------------------- water

    def draw_rivers(self, style: Style, window: Window) -> str:
        """Casings first, then lines, so that a tributary joins without a seam."""
        frozen = style.ground == "snow"
        casing, lines, cores = [], [], []
        halo = style.size("river-casing", 0.3)
        for course in self.rivers:
            if not _meets(course.points, window):
                continue
            for points, share in _tapered(course):
                data = polyline(points * style.w, decimals=1 if style.w > 30 else 2)
                width = self._river_width(course.mark, style) * share
                if not style.far:
                    casing.append(stroke(data, style.line("river", "casing"), width + 2 * halo))
                if course.mark in ("river", "canal") and not frozen:
                    lines.append(stroke(data, style.line("river"), width, dash=_canal(course, style)))
                    continue
                kind = "frozen" if frozen else course.mark
                bank, core = style.line(kind, "bank"), style.line(kind, "core")
                edge = max(width * 0.27, 0.7) if course.mark != "reservoir" else max(0.02 * style.w, 0.8)
                lines.append(stroke(data, bank, width))
                cores.append(stroke(data, core, max(width - 2 * edge, 0.6)))
                if course.mark == "reservoir" and not style.far:
                    ripple = style.line("reservoir", "hatch")
                    cores.append(stroke(data, ripple, width * 0.56, opacity=0.8))
                    cores.append(stroke(data, core, width * 0.56 - 2 * max(0.009 * style.w, 0.5)))
                    cores.append(stroke(data, ripple, width * 0.16, opacity=0.7))
                    cores.append(stroke(data, core, max(width * 0.16 - 2 * max(0.009 * style.w, 0.5), 0.2)))
                if frozen:
                    cores.append(
                        stroke(data, bank, width, dash=f"{number(0.012 * style.w)} {number(0.11 * style.w)}", cap="butt")
                    )
        return group(casing + lines + cores, id="rivers", fill="none", stroke_linecap="round", stroke_linejoin="round")

    @staticmethod
    def _river_width(mark: str, style: Style) -> float:
        least = {"river": 1.15, "canal": 1.0, "major-river": 2.0, "reservoir": 2.6}[mark]
        return style.size("river" if mark == "canal" else mark, least)

    def straits(self, style: Style, window: Window) -> str:
        """A double arrow across a side where water may be crossed, two bars where a bridge stands."""
        parts = []
        board = self.sheet.board
        for side in board.sides:
            mark = board.words.mark("side", side.kind)
            if mark not in ("strait", "bridge") or board.cells[side.hexes[0]][0] != self.sheet.plane:
                continue
            a, b = (self.sheet.centres[hex] for hex in side.hexes)
            middle, along = (a + b) / 2, (b - a)
            if not _inside(middle, window):
                continue
            across = np.array([-along[1], along[0]])
            if mark == "strait":
                parts.append(double_arrow(style, middle, along, across))
            else:
                for bar in (-0.05, 0.05):
                    ends = [middle + across * bar - along * 0.1, middle + across * bar + along * 0.1]
                    parts.append(
                        element(
                            "path",
                            d=polyline(np.array(ends) * style.w),
                            stroke=style.ink("ink"),
                            stroke_width=max(0.02 * style.w, 0.8),
                        )
                    )
        return group(parts, id="crossings", fill="none", stroke_linecap="round")

    # ---------------------------------------------------------------- borders

    def draw_boundaries(self, style: Style, window: Window) -> str:
        parts = []
        for mark, lines in self.boundaries.items():
            data = "".join(polyline(line * style.w) for line in lines if _meets(line, window))
            if data:
                parts.append(draw_boundary(mark, data, style))
                if mark == "defence-line":
                    parts += [defence_teeth(line, style) for line in lines if _meets(line, window)]
        drawn = group(parts, fill="none", stroke_linejoin="round")
        plates = [self._plate(area, style, window) for mark, area in self.drawn_areas if mark == "supply-area"]
        return group([drawn, *plates], id="boundaries")

    def _plate(self, area: Area, style: Style, window: Window) -> str:
        """The name of a supply area on the longest stretch of its rim."""
        links, where = area_links(self.sheet, area.hexes, "supply-area", self.ground.is_water)
        line = max(boundary(links, where), key=len)
        at = line[len(line) // 2]
        words = area.title.replace("supply area", "").strip() or area.title
        return plate(words, at, style) if _inside(at, window) and not style.far else ""

    # ---------------------------------------------------------------- roads

    def draw_roads(self, style: Style, window: Window) -> str:
        paths: dict[str, str] = {}
        for course in self.roads:
            if _meets(course.points, window):
                paths[course.mark] = paths.get(course.mark, "") + polyline(course.points * style.w)
        order = ("track", "road", "rail-planned", "rail-standard", "rail-broad")
        return group(
            (draw_road(mark, paths[mark], style) for mark in order if mark in paths),
            id="roads",
            fill="none",
            stroke_linejoin="round",
        )

    # ---------------------------------------------------------------- points

    def draw_forts(self, style: Style, window: Window) -> str:
        """Rings of teeth in fortified hexes, and the marks of all other features."""
        board = self.sheet.board
        parts = []
        for feature in board.features:
            mark = board.words.mark("feature", feature)
            if mark in ("city", "major-city", "town") or feature in board.side_kinds:
                continue  # drawn as ground or as a line
            for hex in np.flatnonzero(board.feature_mask(feature)).tolist():
                if mark == "shore" and self._by_the_water(hex):
                    continue  # everybody sees the water beside it
                if board.cells[hex][0] == self.sheet.plane and _inside(self.sheet.centres[hex], window):
                    parts.append(draw_feature(feature, self.sheet, self.sheet.centres[hex], style))
        return group(parts, id="features")

    def _by_the_water(self, hex: int) -> bool:
        return any(self.ground.is_water[other] for other in self.sheet.board.adjacent(hex))

    def draw_places(self, style: Style, window: Window) -> str:
        """Dots for towns, anchors for ports; cities are ground and are drawn there."""
        parts = []
        for place in self.sheet.board.places:
            centre = self.sheet.centres[place.hex]
            if self.sheet.board.cells[place.hex][0] != self.sheet.plane or not _inside(centre, window):
                continue
            mark = self.sheet.board.words.mark("place", place.kind)
            if mark == "fortress":
                parts.append(draw_feature("fortress", self.sheet, centre, style))
            if mark not in ("city", "major-city") and not style.far:
                parts.append(draw_place(mark, centre, style))
            if is_port(place) and not style.far:
                parts.append(anchor(centre + SPOTS["port"], style))
        return group(parts, id="towns")

    def draw_sources(self, style: Style, window: Window) -> str:
        """Arrows into the board where supply comes from."""
        parts = []
        board = self.sheet.board
        for area in board.areas.values():
            if area_mark(board, area) != "source" or style.far:
                continue
            rim = [hex for hex in area.hexes if board.cells[hex][0] == self.sheet.plane]
            colour = style.ink(side_of(area.name))
            every = 1 if len(rim) <= 12 else 3
            for hex in rim[every // 2 :: every]:
                towards = inward(self.sheet, hex)
                centre = self.sheet.centres[hex] - towards * 0.30
                if _inside(centre, window):
                    parts.append(source(centre, towards, colour, style))
        return group(parts, id="sources")


# -------------------------------------------------------------------- single marks, also used by the legend


def draw_boundary(mark: str, data: str, style: Style) -> str:
    """A line along hexsides."""
    ink = style.line(mark)
    match mark:
        case "border":
            band = stroke(data, style.line(mark, "band"), style.size("border-band", 2.0), opacity=0.35)
            return band + stroke(data, ink, style.size("border", 0.9), dash=style.dash("border-dash"), cap="butt")
        case "demarcation":
            band = stroke(data, style.line(mark, "band"), style.size("demarcation-band", 2.4), opacity=0.45)
            return band + stroke(data, ink, style.size("demarcation", 1.2))
        case "supply-area" | "logistics":
            band = stroke(data, style.line(mark, "band"), style.size(f"{mark}-band", 2.0), opacity=0.6)
            dash = style.dash("supply-area-dash") if mark == "supply-area" else None
            return band + stroke(data, ink, style.size(mark, 0.9), dash=dash, cap="butt")
        case "district":
            return stroke(data, ink, style.size("district", 0.8), dash=style.dash("district-dash"), cap="butt")
        case "weather":
            return stroke(data, ink, style.size("weather", 1.0), dash=style.dash("weather-dash"), cap="butt")
        case "zone":
            return stroke(data, ink, style.size("zone-dot", 1.1), dash=style.dash("zone-dash"), cap="round")
        case "start-line":
            return stroke(data, ink, style.size("start-line", 1.2), dash=style.dash("start-line-dash"), cap="butt")
        case "impassable":
            bars = f"{number(0.022 * style.w)} {number(0.12 * style.w)}"
            return stroke(data, ink, style.size("defence-line", 1.0)) + stroke(data, ink, 0.11 * style.w, dash=bars, cap="butt")
        case _:  # defence line, coast
            return stroke(data, ink, style.size("defence-line" if mark == "defence-line" else "coast", 1.0))


def draw_road(mark: str, data: str, style: Style) -> str:
    """A line from centre to centre."""
    if mark == "road":
        width = style.size("road", 1.6)
        if style.far:
            return stroke(data, style.line("road"), 1.0)
        return stroke(data, style.line("road"), width) + stroke(data, style.line("road", "casing"), width * 0.48)
    if mark == "track":
        ink = style.line("road-minor")
        return stroke(data, ink, style.size("track", 0.8), dash=style.dash("track-dash"), cap="butt")
    if mark == "rail-planned":
        return stroke(data, style.line("rail"), style.size("rail", 0.8), dash=style.dash("track-dash"), cap="butt")
    line = stroke(data, style.line("rail"), style.size("rail", 0.8))
    if style.far:
        return line
    broad = mark == "rail-broad"
    dash = style.dash(f"rail-tie-dash-{'broad' if broad else 'standard'}")
    ties = stroke(data, style.line("rail", "tie"), style.size("rail-tie", 2.4), dash=dash, cap="butt")
    halo = stroke(data, style.line("rail", "casing"), style.size("rail", 0.8) * 2.6, opacity=0.5)
    return halo + line + ties


# -------------------------------------------------------------------- helpers


def _canal(course: Course, style: Style) -> str | None:
    return f"{number(0.2 * style.w)} {number(0.07 * style.w)}" if course.mark == "canal" else None


def _tapered(course: Course) -> Iterable[tuple[Points, float]]:
    """A river that springs here widens by thirds of its length."""
    points = course.points if course.source_at != "end" else course.points[::-1]
    if not course.source_at or course.mark == "reservoir" or len(points) < 8:
        return [(course.points, 1.0)]
    third, two_thirds = len(points) // 3, 2 * len(points) // 3
    return [(points[: third + 1], 0.62), (points[third : two_thirds + 1], 0.82), (points[two_thirds:], 1.0)]


def _meets(points: Points, window: Window) -> bool:
    left, top, right, bottom = window
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return bool(x1 > left - 0.3 and x0 < right + 0.3 and y1 > top - 0.3 and y0 < bottom + 0.3)


def _inside(point: Points, window: Window) -> bool:
    left, top, right, bottom = window
    return bool(left - 0.7 <= point[0] <= right + 0.7 and top - 0.7 <= point[1] <= bottom + 0.7)


def defence_teeth(line: Points, style: Style) -> str:
    """Teeth along a defence line; in these games its enemy comes from the west."""
    if line[-1][1] < line[0][1]:  # walked from north to south, the west is on the right hand
        line = line[::-1]
    course = shapely.linestrings(line)
    step = 0.577 / 4
    data = ""
    for at in np.arange(step / 2, float(shapely.length(course)), step):
        a = np.asarray(shapely.line_interpolate_point(course, at - 0.02).coords[0])
        b = np.asarray(shapely.line_interpolate_point(course, at + 0.02).coords[0])
        along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
        data += polyline(tooth((a + b) / 2, along, np.array([-along[1], along[0]]), False, 0.085) * style.w, close=True)
    return element("path", d=data, fill=style.line("defence-line"))
