"""Title, scale bar and legend: every kind of mark that the board uses, and where its data come from."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import shapely

from ..core.board import PROVENANCE, Area, Board
from .fonts import measure
from .glyphs import draw_glyphs
from .lines import ALONG, defence_teeth, draw_boundary, draw_road
from .picture import pictures
from .points import SPOTS, double_arrow, draw_feature, draw_place, side_of, source
from .sheet import Sheet
from .svg import Points, element, group, polygon_path, polyline, text
from .terrain import LAND, is_land, special_outline, special_terrains
from .tokens import SANS, SERIF, Style
from .vocabulary import Entry, area_mark

_ROW = 0.86  #: height of a legend entry, in W
_SWATCH = (0.95, 0.58)
_MEANING = {
    "printed": "stated by the rulebook",
    "derived": "computed from geography",
    "reconstructed": "our judgement where neither says",
}


def entries(board: Board) -> list[tuple[Entry, Counter[str]]]:
    """Everything that a legend has to explain, with how often it occurs by provenance."""
    found: dict[tuple[str, str], tuple[Entry, Counter[str]]] = {}

    def add(entry: Entry, provenance: str, count: int = 1) -> None:
        found.setdefault((entry.sort, entry.word), (entry, Counter()))[1][provenance] += count

    for hex in range(board.hexes):
        word = board.terrains[int(board.terrain[hex])]
        add(Entry("terrain", word, board.words.mark("terrain", word)), board.hex_provenance[hex])
    for feature in sorted(set(board.features) - set(board.side_kinds)):
        for hex in np.flatnonzero(board.feature_mask(feature)).tolist():
            add(Entry("feature", feature, board.words.mark("feature", feature)), board.hex_provenance[hex])
    for place in board.places:
        add(Entry("place", place.kind, board.words.mark("place", place.kind)), place.provenance)
    for side in board.sides:
        add(Entry("side", side.kind, board.words.mark("side", side.kind)), side.provenance)
    for mark, area in drawn_areas(board):
        add(Entry("area", area.title, mark), area.provenance)
    order = ("terrain", "feature", "place", "side", "area")
    return sorted(found.values(), key=lambda item: (order.index(item[0].sort), _weight(item[0]), item[0].word))


def drawn_areas(board: Board) -> list[tuple[str, Area]]:
    """Areas that show on the map: as a line, or as supply sources."""
    found = [("source", area) for area in board.areas.values() if area_mark(board, area) == "source"]
    for picture in pictures(board):
        if picture.lines.boundaries:
            found += picture.lines.drawn_areas
    return found


def _weight(entry: Entry) -> int:
    """Clear ground first, then land, then water; lines by family."""
    ranks = ("clear", *LAND, "lake", "sea", "void", "major-city", "city", "town", "major-river", "river", "reservoir")
    return ranks.index(entry.mark) if entry.mark in ranks else len(ranks)


def title_strip(board: Board, style: Style, width: float) -> tuple[str, float]:
    """The name of the board, its scale in words and as a bar; and the height of all that."""
    w = style.w
    size = 0.62 * w
    words = text(
        board.title,
        0.1 * w,
        0.72 * w,
        font_family=SERIF,
        font_weight=600,
        font_size=round(size, 1),
        fill=style.ink("ink"),
    )
    scale = board.facts.get("scale", "")
    if scale and "hex" not in scale:
        scale += " a hex"
    beside = measure(board.title, SERIF, 600) * size + 0.45 * w
    words += text(
        scale, beside, 0.72 * w, font_family=SANS, font_weight=500, font_size=round(0.36 * w, 1), fill=style.ink("ink2")
    )
    return words + _scale_bar(board, scale, style, width), 1.15 * w


def _scale_bar(board: Board, scale: str, style: Style, width: float) -> str:
    """Four hexes, in the units of the board."""
    found = re.search(r"(\d+(?:\.\d+)?)\s*(km|miles?|kilomet\w+)", scale)
    if not found or len({sheet.plane for sheet in board.maps}) > 1:
        return ""
    per_hex, unit = float(found[1]), {"k": "km", "m": "miles"}[found[2][0]]
    w, ink, parts = style.w, style.line("frame"), []
    left = width - 4 * w - 0.8 * w
    for k in range(4):
        parts.append(
            element(
                "rect",
                x=left + k * w,
                y=0.62 * w,
                width=w,
                height=0.09 * w,
                fill=ink if k % 2 == 0 else style.ink("panel"),
                stroke=ink,
                stroke_width=0.018 * w,
            )
        )
    for k in range(5):
        label = f"{per_hex * k:g}" + (f" {unit}" if k == 4 else "")
        parts.append(
            text(
                label,
                left + k * w,
                0.5 * w,
                font_family=SANS,
                font_weight=500,
                font_size=round(0.28 * w, 1),
                text_anchor="middle",
                fill=style.ink("ink2"),
            )
        )
    return group(parts, id="scale")


def legend_svg(board: Board, style: Style, width: float) -> tuple[str, float]:
    """The table of marks and the note on provenance; and the height of both."""
    w = style.w
    rows = entries(board)
    widest = max(0.3 * measure(entry.title, SERIF, 600) for entry, _ in rows)
    columns = max(1, min(int(width / ((widest + _SWATCH[0] + 0.6) * w)), -(-len(rows) // 4)))
    per_column = -(-len(rows) // columns)
    columns = -(-len(rows) // per_column)
    pitch = width / columns
    sheet = pictures(board)[0].sheet
    rule = f"M0 {0.1 * w:.1f}H{width:.1f}"
    parts = [element("path", d=rule, stroke=style.ink("rule-strong"), stroke_width=max(w / 80, 0.7))]
    for number, (entry, counts) in enumerate(rows):
        column, row = divmod(number, per_column)
        x, y = column * pitch + 0.1 * w, (0.35 + row * _ROW) * w
        swatch = group([_swatch(entry, sheet, style)], transform=f"translate({x:.1f} {y:.1f})")
        beside = x + (_SWATCH[0] + 0.2) * w
        parts.append(swatch)
        parts.append(
            text(
                entry.title,
                beside,
                y + 0.27 * w,
                font_family=SERIF,
                font_weight=600,
                font_size=round(0.3 * w, 1),
                fill=style.ink("ink"),
            )
        )
        parts.append(
            text(
                _counts(counts),
                beside,
                y + 0.53 * w,
                font_family=SANS,
                font_weight=500,
                font_size=round(0.215 * w, 1),
                fill=style.ink("ink2"),
            )
        )
    foot = 0.35 + per_column * _ROW + 0.3
    note = "  ·  ".join(f"{word}: {_MEANING[word]}" for word in PROVENANCE)
    parts.append(
        text(
            note,
            0.1 * w,
            foot * w,
            font_family=SANS,
            font_weight=500,
            font_size=round(0.24 * w, 1),
            fill=style.ink("ink2"),
        )
    )
    return group(parts, id="legend"), (foot + 0.1) * w


def _counts(counts: Counter[str]) -> str:
    known = [(word, counts[word]) for word in PROVENANCE if counts[word]]
    if len(known) == 1:
        return f"{known[0][1]:,} {known[0][0]}"
    return ", ".join(f"{count:,} {word}" for word, count in known)


def _swatch(entry: Entry, sheet: Sheet, style: Style) -> str:
    """A little picture of a mark, its upper left corner at the origin."""
    wide, high = _SWATCH
    ground = shapely.box(0, 0, wide, high)
    base = element(
        "path",
        d=polygon_path(ground, style.w),
        fill=style.fill("clear"),
        stroke=style.ink("rule"),
        stroke_width=max(0.008 * style.w, 0.5),
    )
    middle = np.array([wide / 2, high / 2])
    small = Style(style.theme, style.ground, style.w * 0.56)
    if entry.sort == "terrain":
        special = entry.word in special_terrains(sheet.board)
        outline = special_outline(polygon_path(ground, style.w), style) if special else ""
        return _terrain_swatch(entry.mark, ground, style) + outline
    if entry.sort == "feature" and entry.mark not in ("city", "major-city", "town"):
        if entry.mark in ("fort", "fortress"):
            return base + draw_feature(entry.word, sheet, middle / 0.56, small)
        return base + draw_feature(entry.word, sheet, middle - SPOTS.get(entry.mark, 0.0), style)
    if entry.mark in ("city", "major-city"):
        return base + _terrain_swatch(entry.mark, shapely.box(0.2, 0.06, wide - 0.2, high - 0.06), style)
    if entry.mark == "fortress":
        return base + draw_feature("fortress", sheet, middle / 0.56, small)
    if entry.mark in ("town", "village", "oil", "industry"):
        return base + draw_place(entry.mark, middle, style)
    if entry.mark == "source":
        colour = style.ink(side_of(entry.word.lower()))
        return base + source(middle, np.array([1.0, 0.0]), colour, style)
    return base + _line_swatch(entry.mark, style)


def _terrain_swatch(mark: str, ground: object, style: Style) -> str:
    edge = style.palette("terrain")[mark.partition("+")[0]].get("edge", style.ink("rule"))
    patch = element(
        "path",
        d=polygon_path(ground, style.w),
        fill=style.fill(mark),
        stroke=edge,
        stroke_width=max(0.012 * style.w, 0.5),
    )
    if is_land(mark):
        patch += group([draw_glyphs(mark, ground, style)], fill="none", stroke_linecap="round", stroke_linejoin="round")
    elif mark in ("city", "major-city"):
        left, top, right, bottom = shapely.bounds(ground).tolist()
        pitch = 0.118 if mark == "city" else 0.098
        blocks = [
            shapely.box(x, y, x + 0.64 * pitch, y + 0.64 * pitch)
            for x in np.arange(left + 0.05, right - pitch * 0.7, pitch)
            for y in np.arange(top + 0.04, bottom - pitch * 0.7, pitch)
        ]
        data = "".join(polygon_path(block, style.w) for block in blocks)
        patch += element("path", d=data, fill=style.terrain(mark, "block"), fill_opacity=0.66)
    elif mark in ("lake", "sea"):
        ink = style.terrain(mark, "waterline" if mark == "sea" else "glyph")
        for k, y in enumerate((0.16, 0.29, 0.42)):
            patch += element(
                "path",
                d=polyline(_wave(y) * style.w),
                fill="none",
                stroke=ink,
                stroke_opacity=0.75 - 0.2 * k,
                stroke_width=max(0.014 * style.w, 0.6),
            )
    return patch


def _wave(height: float, swing: float = 0.05) -> Points:
    t = np.linspace(0, 1, 25)
    return np.stack([_SWATCH[0] * t, height + swing * np.sin(t * 2 * np.pi)], axis=1)


def _line_swatch(mark: str, style: Style) -> str:
    wave = _wave(_SWATCH[1] / 2, 0.09)
    data = polyline(wave * style.w)
    look = {"fill": "none", "stroke_linejoin": "round"}
    if mark in ("road", "track", "rail-broad", "rail-standard", "rail-planned"):
        return group([draw_road(mark, data, style)], **look)
    if mark in ALONG:
        teeth = defence_teeth(wave, style) if mark == "defence-line" else ""
        return group([draw_boundary(mark, data, style), teeth], **look)
    if mark == "strait":
        middle, along = np.array([_SWATCH[0] / 2, _SWATCH[1] / 2]), np.array([1.0, 0.0])
        return group([double_arrow(style, middle, along, np.array([0.0, 1.0]))], stroke_linecap="round", **look)
    if mark == "bridge":
        return element("path", d=data, stroke=style.ink("ink"), stroke_width=0.03 * style.w, **look)
    width = style.size("river" if mark == "canal" else mark, 1.0)
    if mark in ("major-river", "reservoir"):
        bank = element("path", d=data, stroke=style.line(mark, "bank"), stroke_width=width, **look)
        core = width * 0.46 if mark == "major-river" else width - 0.04 * style.w
        return bank + element("path", d=data, stroke=style.line(mark, "core"), stroke_width=core, **look)
    return element("path", d=data, stroke=style.line("river"), stroke_width=width, **look)
