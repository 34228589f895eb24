"""Terrain: hexes of a kind joined into organic shapes, each with its own mark.

Fill alone never tells a terrain: forest has crowns, marsh reeds, rough carets, hills brows, mountains peaks,
steppe a stipple. Marks stand on a jittered lattice with a fixed seed, so a map is the same on every visit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import shapely

from ..core.board import Board
from .glyphs import KEEP_OFF_EDGE, Stamp, lattice, stamps
from .sheet import Sheet, Window
from .svg import Points, element, group, line_path, polygon_path, stroke
from .tokens import Style, tokens
from .vocabulary import WATER

LAND = ("desert-steppe", "hills", "ponds", "rough", "marsh", "woods", "forest", "wooded-rough", "mountain")
_BLOCK = 6.0  #: marks are written in blocks of this many W, so that a part of the map is quickly cut out
_SLIVER = 0.05


def is_land(mark: str) -> bool:
    """Is this a ground with signs on it, and neither water nor plain paper?"""
    return mark.partition("+")[0] in LAND


def _layer(mark: str) -> tuple[int, int]:
    """What is drawn later lies above: the grounds in their order, combinations after the simple ones."""
    return mark.count("+"), LAND.index(mark.partition("+")[0])


class Shore(msgspec.Struct):
    """A kind of water: its surface, its deep part, its edge and the waterlines inside it."""

    fill: Any
    deep: Any
    rings: list[Any]


class Ground:
    """The terrain of a sheet, computed once and drawn in any style."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        board = sheet.board
        marks = {k: board.words.mark("terrain", word) for k, word in enumerate(board.terrains)}
        self.hexes: dict[str, list[int]] = {}
        for hex in sheet.hexes:
            self.hexes.setdefault(marks[int(board.terrain[hex])], []).append(hex)
        self.urban: dict[int, str] = {}
        self.partly_urban: set[int] = set()
        for place in board.places:
            mark = board.words.mark("place", place.kind)
            if mark in ("city", "major-city") and board.cells[place.hex][0] == sheet.plane:
                self.urban[place.hex] = mark
                if "partial-hex" in place.tags:
                    self.partly_urban.add(place.hex)
        for feature in ("city", "major-city"):
            for hex in np.flatnonzero(board.feature_mask(feature)).tolist():
                if board.cells[hex][0] == sheet.plane:
                    self.urban.setdefault(hex, feature)
        self._blocks: dict[int, list[Any]] = {}
        self.is_water = np.zeros(board.hexes, np.bool_)
        for terrain in WATER:
            self.is_water[self.hexes.get(terrain, [])] = True

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """Terrain mark to its shape, cut at the rim of the board."""
        found = {}
        for terrain in sorted((terrain for terrain in self.hexes if is_land(terrain)), key=_layer):
            whole = self.sheet.organic(self.sheet.joined(self.sheet.hexes_with_ghosts(self._under_water(terrain))))
            found[terrain] = _without_slivers(shapely.intersection(whole, self.sheet.outline))
        return found

    @cached_property
    def water(self) -> dict[str, Any]:
        """Lakes and seas, not yet cut at the rim: their waterlines must not follow it."""
        wobble = {"lake": 0.075, "sea": 0.095}
        return {
            terrain: self.sheet.organic(self.sheet.joined(self.sheet.hexes_with_ghosts(self.hexes[terrain])), wobble[terrain])
            for terrain in WATER
            if terrain in self.hexes
        }

    @cached_property
    def all_water(self) -> Any:
        """Every lake and sea as one shape, for rivers to end in."""
        return shapely.union_all(list(self.water.values())) if self.water else None

    def _under_water(self, terrain: str) -> list[int]:
        """The hexes of a land kind and the water hexes next to them: a shore that recedes shows no gap."""
        mine = self.hexes[terrain]
        beside = {n for hex in mine for n in self.sheet.board.adjacent(hex) if self.is_water[n]}
        return [*mine, *beside]

    # ---------------------------------------------------------------- marks

    @cached_property
    def scatter(self) -> dict[str, list[tuple[Stamp, Points]]]:
        """Terrain mark to its glyphs, each with rows of x, y and a size between 0 and 1."""
        found: dict[str, list[tuple[Stamp, Points]]] = {}
        for terrain, shape in self.shapes.items():
            inside = shapely.buffer(shape, -KEEP_OFF_EDGE)
            if self.urban:
                inside = shapely.difference(inside, self.sheet.joined(self.sheet.centres[list(self.urban)]))
            shapely.prepare(inside)
            found[terrain] = [
                (stamp, self._points(inside, stamp.pitch, stamp.skip, k)) for k, stamp in enumerate(stamps(terrain))
            ]
        return found

    def _points(self, shape: Any, pitch: float, skip: float, number: int) -> Points:
        points = lattice(shapely.bounds(shape).tolist(), pitch, self.sheet.seed + number)
        keep = points[:, 3] >= skip
        keep[keep] = shapely.contains_xy(shape, points[keep, :2])
        return points[keep, :3]

    # ---------------------------------------------------------------- drawing

    def fills(self, style: Style, window: Window) -> str:
        """The ground: clear paper, then every land terrain over it."""
        parts = [_fill(shapely.clip_by_rect(self.sheet.outline, *window), style, style.fill("clear"), None)]
        for terrain, shape in self.shapes.items():
            part = shapely.clip_by_rect(shape, *window)
            parts.append(_fill(part, style, style.fill(terrain), style.terrain(terrain, "edge")))
        if "void" in self.hexes:
            void = self.sheet.joined(self.sheet.centres[self.hexes["void"]])
            parts.append(_fill(shapely.clip_by_rect(void, *window), style, style.fill("void"), None))
        return group(parts, id="terrain")

    def surroundings(self, style: Style, window: Window) -> str:
        """The void around the board, over what reaches beyond its rim."""
        beyond = shapely.difference(shapely.box(*window), self.sheet.outline)
        return _fill(beyond, style, style.fill("void"), None)

    def special(self, style: Style, window: Window) -> str:
        """An outline around terrain that looks like another but is a kind of its own, as the Ardennes are."""
        board = self.sheet.board
        parts = []
        for word in special_terrains(board):
            hexes = [hex for hex in self.sheet.hexes if board.terrains[int(board.terrain[hex])] == word]
            if hexes:
                shape = self.sheet.organic(self.sheet.joined(self.sheet.centres[hexes]))
                parts.append(special_outline(polygon_path(shape, style.w, _decimals(style)), style))
        return group(parts, id="special")

    def marks(self, style: Style, window: Window) -> str:
        """The glyphs of every land terrain."""
        if style.far:
            return ""
        parts = []
        for glyphs in self.scatter.values():
            for stamp, points in glyphs:
                parts += [stamp.draw(style, block) for block in _blocks(points, window)]
        return group(parts, id="marks", fill="none", stroke_linecap="round", stroke_linejoin="round")

    @cached_property
    def shores(self) -> dict[str, Shore]:
        """Seas and lakes with their waterlines, cut at the rim of the board."""
        metrics = tokens()["map"]
        outline = self.sheet.outline
        found = {}
        for terrain, shape in self.water.items():
            offsets = metrics["waterline-offsets"][: 3 if terrain == "sea" else 2]
            rings = [shapely.boundary(shapely.buffer(shape, -offset, quad_segs=4)) for offset in (0.0, *offsets)]
            deep = shapely.buffer(shape, -metrics["deep-offset"], quad_segs=4)
            found[terrain] = Shore(
                shapely.intersection(shape, outline),
                shapely.intersection(deep, outline),
                [shapely.intersection(ring, outline) for ring in rings],
            )
        return found

    def waters(self, style: Style, window: Window) -> str:
        """Seas and lakes: fill, deep water, waterlines parallel to the shore, the shore itself."""
        opacities = tokens()["map"]["waterline-opacity"]
        parts = []
        for terrain, shore in self.shores.items():
            frozen = style.ground == "snow" and terrain == "lake"
            fill = style.line("frozen", "core") if frozen else style.fill(terrain)
            parts.append(_fill(shapely.clip_by_rect(shore.fill, *window), style, fill, None))
            if terrain == "sea":
                deep = shapely.clip_by_rect(shore.deep, *window)
                parts.append(_fill(deep, style, style.terrain("sea", "deep"), None))
            ink = style.terrain(terrain, "waterline" if terrain == "sea" else "glyph")
            edge = style.line("frozen", "bank") if frozen else style.terrain(terrain, "line")
            data = [line_path(shapely.clip_by_rect(ring, *window), style.w, _decimals(style)) for ring in shore.rings]
            if not style.far:
                for ring, opacity in zip(data[1:], opacities, strict=False):
                    parts.append(stroke(ring, ink, max(0.011 * style.w, 0.6), opacity=opacity))
            parts.append(stroke(data[0], edge, style.size("coast", 0.9)))
        return group(parts, id="water", stroke_linejoin="round")

    def cities(self, style: Style, window: Window) -> str:
        """Built-up hexes: a patch with a rim of open ground, filled with blocks."""
        parts = []
        for hex, terrain in sorted(self.urban.items()):
            centre = self.sheet.centres[hex]
            if not _inside(centre, window, 1.0):
                continue
            patch = self.sheet.hexagons(centre[None, :], self._urban_share(hex))[0]
            patch = shapely.buffer(shapely.buffer(patch, -0.06), 0.06, quad_segs=4)
            width = style.w * (0.022 if terrain == "major-city" else 0.012)
            parts.append(
                element(
                    "path",
                    d=polygon_path(patch, style.w, _decimals(style)),
                    fill=style.fill(terrain),
                    stroke=style.terrain(terrain, "edge"),
                    stroke_width=round(width, 2),
                )
            )
            blocks = self._city_blocks(hex, terrain)
            data = "".join(polygon_path(block, style.w, _decimals(style)) for block in blocks)
            opacity = tokens()["patterns"][terrain]["opacity"]
            parts.append(element("path", d=data, fill=style.terrain(terrain, "block"), fill_opacity=opacity))
        return group(parts, id="cities")

    def _urban_share(self, hex: int) -> float:
        """How much of its hex a city fills: the ground always shows around it."""
        return 0.62 if hex in self.partly_urban else 0.88

    def _city_blocks(self, hex: int, terrain: str) -> list[Any]:
        """House blocks on a street grid of the city's own direction."""
        if hex in self._blocks:
            return self._blocks[hex]
        pattern = tokens()["patterns"][terrain]
        pitch, share = float(pattern["pitch"]), float(pattern["fill-share"])
        rng = np.random.default_rng(self.sheet.seed + hex)
        turn = rng.uniform(-0.5, 0.5)
        across = np.array([math.cos(turn), math.sin(turn)])
        along = np.array([-across[1], across[0]])
        inside = self.sheet.hexagons(self.sheet.centres[hex][None, :], self._urban_share(hex) - 0.08)[0]
        reach = int(0.6 / pitch) + 1
        found = []
        for row in range(-reach, reach + 1):
            for column in range(-reach, reach + 1):
                middle = self.sheet.centres[hex] + (column * across + row * along) * pitch
                half = pitch * rng.uniform(0.30, 0.40, 2)
                if rng.uniform() > share:
                    continue
                corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
                square = shapely.polygons([middle + a * half[0] * across + b * half[1] * along for a, b in corners])
                if shapely.contains(inside, square):
                    found.append(square)
        self._blocks[hex] = found
        return found


def special_terrains(board: Board) -> list[str]:
    """Words of a board that share the mark of a more common word."""
    count = np.bincount(board.terrain[: board.hexes], minlength=len(board.terrains))
    ranked = sorted(range(len(board.terrains)), key=lambda k: -int(count[k]))
    seen, found = set(), []
    for k in ranked:
        mark = board.words.mark("terrain", board.terrains[k])
        if mark in seen and mark != "void":
            found.append(board.terrains[k])
        seen.add(mark)
    return found


def special_outline(data: str, style: Style) -> str:
    """A dashed edge in the colour of borders."""
    return stroke(data, style.line("border"), max(0.026 * style.w, 0.9), dash=style.dash("track-dash"))


# -------------------------------------------------------------------- helpers


def _without_slivers(shape: Any) -> Any:
    """What bends over the rim from beyond the board leaves slivers behind: drop them."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon" and part.area > _SLIVER]
    return shapely.multipolygons(parts)


def _decimals(style: Style) -> int:
    return 1 if style.w >= 40 else 2


def _inside(point: Points, window: Window, margin: float) -> bool:
    left, top, right, bottom = window
    return bool(left - margin <= point[0] <= right + margin and top - margin <= point[1] <= bottom + margin)


def _fill(shape: Any, style: Style, fill: str, edge: str | None) -> str:
    data = polygon_path(shape, style.w, _decimals(style))
    if not data:
        return ""
    rim: dict[str, Any] = {}
    if edge:
        rim = {"stroke": edge, "stroke_width": max(0.014 * style.w, 0.5), "stroke_opacity": 0.75}
    return element("path", d=data, fill=fill, fill_rule="evenodd", stroke_linejoin="round", **rim)


def _blocks(points: Points, window: Window) -> Iterator[Points]:
    """The points in and just around a window, block by block, each from north to south."""
    left, top, right, bottom = window
    x, y = points[:, 0], points[:, 1]
    points = points[(x > left - 0.3) & (x < right + 0.3) & (y > top - 0.3) & (y < bottom + 0.3)]
    if not len(points):
        return
    key = np.floor(points[:, 0] / _BLOCK) + 4096 * np.floor(points[:, 1] / _BLOCK)
    order = np.lexsort((points[:, 1], key))
    points, key = points[order], key[order]
    yield from np.split(points, np.flatnonzero(np.diff(key)) + 1)
