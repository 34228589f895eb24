"""The board of Fire in the East: six joined maps at 16 miles a hex, from Narvik to the Caucasus.

Order of authority: the book (book.yaml and the printed hexes in the other files), history and judgement
(the hand-written files), then geography on a sheet bent to the printed hexes (pins.csv).
"""

from __future__ import annotations

from workshop.lib.canvas import Canvas
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography
from workshop.lib.georeference import georeference
from workshop.lib.knowledge import table
from workshop.lib.rubber import pinned

from .countries import add_countries
from .ground import add_ground
from .lines import add_lines
from .places import add_places, keep_dry
from .rivers import add_rivers
from .water import FOLDER, Water, add_water, add_wet_sides


def build(geography: Geography) -> Draft:
    """The whole board."""
    canvas = bent_canvas()
    draft = Draft("fire-in-the-east", "Fire in the East", canvas)
    draft.head["scale"] = "16 miles a hex"
    water = Water(canvas, geography)
    add_water(draft, canvas, water)
    keep_dry(draft, canvas)
    add_ground(draft, canvas, geography, water)
    add_wet_sides(draft, canvas, water)
    add_rivers(draft, canvas, geography)
    add_places(draft, canvas)
    add_countries(draft, canvas, geography)
    add_lines(draft, canvas)
    return draft


def bent_canvas() -> Canvas:
    """The six maps, with the georeference bent to the hexes that the book prints."""
    pins = [
        (float(row["lat"]), float(row["lon"]), tuple(h for h in (row["hex"], row["hex2"]) if h))
        for row in table(FOLDER, "pins.csv")
    ]
    return Canvas(pinned(georeference("fire-in-the-east"), "main", pins))
