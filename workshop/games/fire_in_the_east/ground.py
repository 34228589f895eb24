"""Natural terrain of the land hexes: what geography says, corrected by regional knowledge."""

from __future__ import annotations

import numpy as np
import shapely

from workshop.lib.canvas import Canvas, Cell
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography
from workshop.lib.georeference import Floats
from workshop.lib.knowledge import points, table

from .water import FOLDER, Water, dry, positions

#: Metres between the low and the high ground of a hex from which it is rough, or mountain.
ROUGH, MOUNTAIN = 150.0, 420.0
#: Per cent of trees from which a hex is woods, or forest. The woods of 1941 were thinner than today's.
WOODS, FOREST = 42.0, 82.0
#: Per cent of bog from which a hex is swamp.
SWAMP = 48.0
#: Part of a hex under small lakes from which it is an intermittent lake hex.
PONDS = 0.17
#: The rasters end here; south of it the regions file alone speaks.
RASTER_SOUTH = 42.0


class Survey:
    """What the rasters say about every hex."""

    def __init__(self, canvas: Canvas, geography: Geography) -> None:
        heights = geography.samples(canvas, geography.raster("elevation", "elevation_m"))
        self.relief = dict(zip(canvas.cells, _relief(heights), strict=True))
        cover = {key: geography.mean(canvas, "landcover_fractions", key) for key in ("forest", "tree_open")}
        water = geography.mean(canvas, "landcover_fractions", "water")
        #: trees in per cent of the dry ground
        self.trees = {
            c: 100.0 * (cover["forest"][c] + 0.6 * cover["tree_open"][c]) / max(100.0 - water[c], 15.0) for c in canvas.cells
        }
        self.bog = geography.mean(canvas, "swamp_proxy", "swamp_pct")
        self.latitude = {cell: where[0] for cell, where in positions(canvas).items()}


def _relief(heights: Floats) -> list[float]:
    """High ground minus low ground of each hex (sea samples left out), in metres."""
    land = np.where(heights > -100.0, heights, np.nan)
    found = []
    for row in land:
        known = row[~np.isnan(row)]
        found.append(float(np.percentile(known, 90) - np.percentile(known, 10)) if len(known) > 3 else 0.0)
    return found


def add_ground(draft: Draft, canvas: Canvas, geography: Geography, water: Water) -> None:
    """Give every land hex its terrain."""
    survey = Survey(canvas, geography)
    for cell in canvas.cells:
        if draft.terrain.get(cell) in ("sea", "lake"):
            continue
        if survey.latitude[cell] < RASTER_SOUTH:
            draft.set_terrain(cell, "clear", "reconstructed", "beyond the geographic layers")
        else:
            draft.set_terrain(cell, _natural(survey, cell, water.small.get(cell, 0.0)))
    _regions(draft, canvas, survey)


def _natural(survey: Survey, cell: Cell, ponds: float) -> str:
    relief, trees, bog = survey.relief[cell], survey.trees[cell], survey.bog[cell]
    if relief >= MOUNTAIN:
        return "mountain"
    if ponds >= PONDS:
        return "intermittent-lake"
    if relief >= ROUGH:
        return "wooded-rough" if trees >= WOODS else "rough"
    if bog >= SWAMP:
        return "swamp"
    return "forest" if trees >= FOREST else "woods" if trees >= WOODS else "clear"


def _regions(draft: Draft, canvas: Canvas, survey: Survey) -> None:
    """Regional knowledge: within an outline one terrain gives way to another, where the named measure agrees."""
    for row in table(FOLDER, "regions.csv"):
        outline = canvas.area(points(row["outline"]))
        shapely.prepare(outline)
        replaced = set(row["instead_of"].split())
        least = float(row["least"] or 0.0)
        measure = {"bog": survey.bog, "trees": survey.trees, "relief": survey.relief}.get(row["measure"])
        for cell in canvas.cells:
            if not dry(draft, cell) or (replaced and draft.terrain[cell] not in replaced):
                continue
            if measure is not None and measure[cell] < least:
                continue
            if outline.contains(shapely.Point(canvas.centre(cell))):
                draft.set_terrain(cell, row["terrain"], "reconstructed", row["region"])
