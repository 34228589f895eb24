"""Countries of June 1941, the territories the USSR had taken, and the borders between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from workshop.lib.canvas import Canvas, Cell
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography, cut_up
from workshop.lib.knowledge import points, record
from workshop.lib.snap import boundary

from .water import FOLDER, dry


def add_countries(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """Countries and acquired territories as areas, and the borders as hexsides."""
    facts, book = record(FOLDER, "countries.yaml"), record(FOLDER, "book.yaml")
    modern = _modern(draft, canvas, geography, facts["modern"])
    owner = {cell: facts["modern"][state] for cell, state in modern.items()}
    for patch in facts["patches"]:
        for cell in _inside(draft, canvas, patch["outline"]):
            if patch.get("from", owner.get(cell)) == owner.get(cell):
                owner[cell] = patch["country"]
    for country, hexes in book["countries"].items():
        owner.update(dict.fromkeys((draft.cell(n) for n in hexes.split()), country))
    for name, title in facts["titles"].items():
        cells = [c for c in canvas.cells if owner.get(c) == name]
        draft.add_area(name, title, cells, "reconstructed", "frontiers of June 1941; the hexes printed in the book kept")
    _acquired(draft, canvas, facts["acquired"], book["acquired"], modern)
    _groups(draft, canvas)
    _borders(draft, canvas, list(facts["titles"]))


def _modern(draft: Draft, canvas: Canvas, geography: Geography, known: dict[str, str]) -> dict[Cell, str]:
    """The modern state with most of the land of each hex; hexes south of the layer stay out."""
    pieces: list[Any] = []
    states: list[str] = []
    for feature in geography.near("countries_modern", canvas):
        if feature.name in known:
            cut = cut_up(canvas.project(shapely.segmentize(shapely.make_valid(feature.geometry), 0.25)))
            pieces += cut
            states += [feature.name] * len(cut)
    tree = shapely.STRtree(pieces)
    found: dict[Cell, str] = {}
    for cell in canvas.cells:
        if not dry(draft, cell):
            continue
        hexagon = canvas.polygon(cell)
        share: dict[str, float] = {}
        for k in tree.query(hexagon).tolist():
            share[states[k]] = share.get(states[k], 0.0) + float(pieces[k].intersection(hexagon).area)
        if not share or max(share.values()) <= 0.0:
            near = int(np.asarray(tree.nearest(shapely.Point(canvas.centre(cell)))))
            share = {states[near]: 1.0}
        found[cell] = max(share, key=lambda state: (share[state], state))
    return found


def _inside(draft: Draft, canvas: Canvas, outline: str) -> list[Cell]:
    """The land hexes whose centre lies in an outline of (lat lon; ...) points."""
    polygon = canvas.area(points(outline))
    shapely.prepare(polygon)
    return [c for c in canvas.cells if dry(draft, c) and polygon.contains(shapely.Point(canvas.centre(c)))]


def _acquired(
    draft: Draft, canvas: Canvas, territories: dict[str, Any], book: dict[str, str], modern: dict[Cell, str]
) -> None:
    """What the USSR took between 1939 and 1941; each hex belongs to the first territory that claims it."""
    free = set(draft.areas["ussr"][1])
    printed = {draft.cell(n): name for name, hexes in book.items() for n in hexes.split()}
    for name, facts in territories.items():
        claimed = {c for c in free if facts.get("modern") and modern.get(c) == facts["modern"]}
        if "but_not" in facts:
            claimed -= set(_inside(draft, canvas, facts["but_not"]))
        if "outline" in facts:
            claimed |= set(_inside(draft, canvas, facts["outline"]))
        cells = [c for c in canvas.cells if c in free and printed.get(c, name if c in claimed else "") == name]
        free -= set(cells)
        draft.add_area(name, facts["title"], cells, "reconstructed", "frontiers of August 1939")
    left = [c for c in canvas.cells if c in free]
    draft.add_area("ussr-1939", "USSR of 1939", left, "reconstructed", "3.Hb; frontiers of August 1939")


def _groups(draft: Draft, canvas: Canvas) -> None:
    """Areas that the rules name as unions of others."""

    def union(name: str, title: str, parts: tuple[str, ...], note: str) -> None:
        wanted = {c for part in parts for c in draft.areas[part][1]}
        draft.add_area(name, title, [c for c in canvas.cells if c in wanted], "reconstructed", note)

    taken = ("ex-finland", "ex-finland-salla", "ex-finland-rybachi")
    union("ex-finland", "Territory taken from Finland in 1940", taken, "32.B")
    for part in taken[1:]:
        del draft.areas[part]
    union("baltic-states", "Baltic States", ("estonia", "latvia", "lithuania"), "3.Hb")
    ungarrisoned = ("estonia", "latvia", "lithuania", "eastern-rumania")
    union("acquired-1940", "Acquired by the USSR in 1940", (*ungarrisoned, "ex-finland"), "33 no garrisons needed")
    union("broad-gauge", "Broad gauge at the start", ("ussr-1939", "finland", "ex-finland"), "7.A.3")
    axis = ("norway", "finland", "greater-germany", "hungary", "rumania", "bulgaria", "greece")
    hango = set(_hango(draft))
    union("axis-start", "Axis control at the start", axis, "36")
    union("soviet-start", "Soviet control at the start", ("ussr",), "36")
    title, cells, fact = draft.areas["axis-start"]
    draft.areas["axis-start"] = (title, [c for c in cells if c not in hango], fact)
    draft.areas["soviet-start"][1].extend(hango)
    draft.add_area("hango", "Hango", hango, "printed", "3.Ha, 32.B")
    union("neutral", "Neutral", ("sweden", "turkey"), "31.B")


def _hango(draft: Draft) -> list[Cell]:
    return [draft.cell("1B/0515")]


def _borders(draft: Draft, canvas: Canvas, countries: list[str]) -> None:
    """The frontiers of 1941, the demarcation line among them, and those of 1939 inside the USSR."""
    ussr, germany = set(draft.areas["ussr"][1]), set(draft.areas["greater-germany"][1])
    for name in countries:
        for edge in boundary(canvas, set(draft.areas[name][1])):
            if not all(dry(draft, cell) for cell in edge):
                continue
            front = (edge[0] in ussr and edge[1] in germany) or (edge[1] in ussr and edge[0] in germany)
            draft.add_sides([edge], "demarcation" if front else "border", "", "reconstructed")
    for name in ("estonia", "latvia", "lithuania", "eastern-poland", "eastern-rumania", "ex-finland"):
        for edge in boundary(canvas, set(draft.areas[name][1])):
            if edge[0] in ussr and edge[1] in ussr:
                draft.add_sides([edge], "border-1939", "", "reconstructed")
