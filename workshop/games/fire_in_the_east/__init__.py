"""The board of Fire in the East: six joined maps at 16 miles per hex, from Narvik to the Caucasus.

Order of authority: the book (book.yaml and the printed hexes in the other files), history and judgement
(the hand-written files), then geography on a sheet bent to the printed hexes (pins.csv).
"""

from __future__ import annotations

from workshop.lib.canvas import Canvas
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography
from workshop.lib.georeference import DATA, georeference
from workshop.lib.knowledge import table
from workshop.lib.rubber import pinned

from .countries import add_countries
from .ground import add_ground
from .lines import add_lines
from .places import add_places, keep_dry
from .rivers import add_rivers
from .setup import add_setup
from .special import add_boxes, add_ice, add_islands, add_named_groups, add_straits
from .water import FOLDER, Water, add_water, add_wet_sides
from .zones import add_districts, add_edges, add_sea_zones, add_stop_line, add_weather


def build(geography: Geography) -> Draft:
    """The whole board."""
    canvas = bent_canvas()
    draft = Draft("fire-in-the-east", "Fire in the East", canvas)
    draft.head["scale"] = "16 miles per hex"
    water = Water(canvas, geography)
    add_water(draft, canvas, water)
    keep_dry(draft, canvas)
    add_ground(draft, canvas, geography, water)
    add_wet_sides(draft, canvas, water)
    add_islands(draft, canvas, geography)
    add_straits(draft)
    add_rivers(draft, canvas, geography)
    draft.override(DATA / FOLDER / "judgement.yaml")
    draft.override(DATA / FOLDER / "overrides.yaml")
    add_places(draft, canvas)
    add_countries(draft, canvas, geography)
    add_lines(draft, canvas)
    add_districts(draft, canvas)
    add_weather(draft, canvas)
    add_sea_zones(draft, canvas)
    add_edges(draft, canvas)
    add_stop_line(draft, canvas)
    add_named_groups(draft, canvas)
    add_setup(draft, canvas)
    add_ice(draft)
    add_boxes(draft)
    return draft


def bent_canvas() -> Canvas:
    """The six maps, with the georeference bent to the hexes that the book prints."""
    pins = [
        (float(row["lat"]), float(row["lon"]), tuple(h for h in (row["hex"], row["hex2"]) if h))
        for row in table(FOLDER, "pins.csv")
    ]
    return Canvas(pinned(georeference("fire-in-the-east"), "main", pins))
