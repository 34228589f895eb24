"""Sea, lakes and coast of Fire in the East."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely

from workshop.lib.canvas import Canvas, Cell, Side, side
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography, cover, cut_up
from workshop.lib.georeference import Point
from workshop.lib.knowledge import points, record

FOLDER = "fire_in_the_east"
#: Less land than this and a hex is all sea; more than `INLAND` and the sea is left out.
LAND, INLAND = 0.12, 0.93
#: From this part of water a hex is all lake, or has a shore.
LAKE, SHORE = 0.85, 0.12
#: A hexside is all water from this part of its length.
WET = 0.65


class Water:
    """Where water lies: parts of each hex, and the polygons themselves."""

    def __init__(self, canvas: Canvas, geography: Geography) -> None:
        facts = record(FOLDER, "water.yaml")
        south = [canvas.area(points(text)) for text in record(FOLDER, "south.yaml")["land"].values()]
        self.canvas = canvas
        great, lagoons, small = [], [], []
        for name, polygon in geography.lakes(canvas):
            if name in facts["great_lakes"]:
                great.append(polygon)
            elif name in facts["lagoons"]:
                lagoons.append(polygon)
            elif name not in facts["not_lakes"]:
                small.append(polygon)
        ground = shapely.union_all([geography.land(canvas), *south])
        self.ground = ground.difference(shapely.union_all(lagoons))
        self.great = shapely.union_all(great)
        self.land = cover(canvas, self.ground)
        self.lake = cover(canvas, self.great)
        self.small = cover(canvas, shapely.union_all(small))

    def wet_part(self, edge: Side, water: shapely.STRtree) -> float:
        """Which part of a hexside lies in a body of water (given in pieces)."""
        line = shapely.LineString([self.canvas.corner_point(c) for c in self.canvas.sides[edge]])
        near = water.geometries[water.query(line)]
        return float(shapely.length(shapely.intersection(near, line)).sum() / line.length)


def add_water(draft: Draft, canvas: Canvas, water: Water) -> None:
    """Sea and lake hexes, the shores, and the hexsides that are all water."""
    for cell in canvas.cells:
        land, lake = water.land.get(cell, 0.0), water.lake.get(cell, 0.0)
        if land < LAND:
            draft.set_terrain(cell, "sea")
        elif lake >= LAKE:
            draft.set_terrain(cell, "lake")
        else:
            if land < INLAND:
                draft.add_feature(cell, "coastal")
            if lake >= SHORE:
                draft.add_feature(cell, "lakeshore")


def add_wet_sides(draft: Draft, canvas: Canvas, water: Water) -> None:
    """All-sea and all-lake hexsides between hexes that both have land."""
    sea = shapely.STRtree(cut_up(shapely.box(*canvas.outline.bounds).difference(water.ground)))
    lakes = shapely.STRtree(cut_up(water.great))
    for edge in canvas.sides:
        if any(draft.terrain[cell] in ("sea", "lake") for cell in edge):
            continue
        if all("coastal" in draft.features.get(cell, ()) for cell in edge) and water.wet_part(edge, sea) >= WET:
            draft.add_sides([edge], "sea")
        elif all("lakeshore" in draft.features.get(cell, ()) for cell in edge) and water.wet_part(edge, lakes) >= WET:
            draft.add_sides([edge], "lake")
    for kind in ("lake", "sea"):
        words = [word.split("|") for word in record(FOLDER, "book.yaml")[kind].split()]
        draft.add_sides([side(draft.cell(a), draft.cell(b)) for a, b in words], kind, "", "printed")


@lru_cache(maxsize=2)
def positions(canvas: Canvas) -> dict[Cell, Point]:
    """Latitude and longitude of the centre of every hex."""
    x, y = np.array([canvas.centre(cell) for cell in canvas.cells]).T
    lat, lon = canvas.earth.to_latlon(x, y)
    return dict(zip(canvas.cells, zip(lat.tolist(), lon.tolist(), strict=True), strict=True))


def dry(draft: Draft, cell: Cell) -> bool:
    """Can ground units stand here?"""
    return draft.terrain[cell] not in ("sea", "lake")
