"""Points and single marks: towns, ports, forts, airfields, supply sources, crossings."""

from __future__ import annotations

import math

import numpy as np

from ..core.board import Place
from .fonts import measure
from .sheet import Sheet
from .svg import Points, element, group, polyline, stroke, text
from .tokens import SANS, Style
from .vocabulary import title

#: Where in its hex a small mark stands: in the rim, so that a counter leaves it in sight.
SPOTS = {
    "port": np.array([0.27, -0.16]),
    "airfield": np.array([-0.27, -0.16]),
    "plate": np.array([0.0, 0.27]),
    "shore": np.array([0.0, 0.25]),
}


def draw_feature(feature: str, sheet: Sheet, centre: Points, style: Style) -> str:
    """The mark of a hex feature around or inside its hex."""
    mark = sheet.board.words.mark("feature", feature)
    match mark:
        case "fort" | "fortress":
            square = any(word in feature for word in ("axis", "german", "maginot", "allied"))
            rings = _ring(sheet, centre, style, 0.9, square)
            return rings + (_ring(sheet, centre, style, 0.74, square) if mark == "fortress" else "")
        case "shore":
            return "" if style.far else _waves(centre + SPOTS[mark], style)
        case "port":
            return anchor(centre + SPOTS[mark], style)
        case "airfield":
            return _airfield(centre + SPOTS[mark], style)
        case "supply":
            return source(centre, np.array([1.0, 0.0]), style.ink(side_of(feature)), style)
        case _:
            return "" if style.far else plate(_initials(feature), centre + SPOTS["plate"], style)


def draw_place(mark: str, centre: Points, style: Style) -> str:
    """A ring for a village, with a dot in it for a town, a derrick for oil, a works with a saw-tooth roof for industry."""
    x, y = (centre * style.w).tolist()
    ink, paper = style.terrain("town", "edge"), style.terrain("town", "fill")
    radius = style.size("town-radius", 1.6)
    look = {"transform": f"translate({x:.1f} {y:.1f}) scale({radius:.2f})", "stroke_linejoin": "round"}
    if mark == "oil":
        derrick = "M-1 1.2L0-1.6L1 1.2zM-.62.2h1.24"
        return element("path", d=derrick, fill=paper, stroke=ink, stroke_width=0.28, **look)
    if mark == "industry":
        works = "M-1.3 1V-.7l.85.6V-.7l.85.6V-.7l.85.6V1z"
        return element("path", d=works, fill=ink, stroke=paper, stroke_width=0.18, **look)
    if mark == "village":
        return element("circle", cx=x, cy=y, r=radius * 0.62, fill=paper, stroke=ink, stroke_width=max(radius * 0.26, 0.7))
    ring = element("circle", cx=x, cy=y, r=radius, fill=paper, stroke=ink, stroke_width=max(radius * 0.3, 0.8))
    return ring + element("circle", cx=x, cy=y, r=radius * 0.32, fill=ink)


def is_port(place: Place) -> bool:
    """Is the place a harbour?"""
    return "port" in place.kind or any("port" in tag for tag in place.tags)


def side_of(word: str) -> str:
    """Whose thing it is, as the palette names sides."""
    for part, side in (
        ("german", "axis"),
        ("axis", "axis"),
        ("finn", "axis"),
        ("soviet", "soviet"),
        ("allied", "ally"),
        ("british", "ally"),
        ("french", "ally"),
    ):
        if part in word:
            return side
    return "neutral"


def _ring(sheet: Sheet, centre: Points, style: Style, share: float, square: bool) -> str:
    """A hexagon of teeth that point inwards."""
    corners = centre + sheet.corners * share
    ink = style.line("defence-line")
    ring = element(
        "path",
        d=polyline(corners * style.w, close=True),
        fill="none",
        stroke=ink,
        stroke_width=max(0.018 * style.w, 0.7),
        stroke_linejoin="round",
    )
    if style.far:
        return ring
    teeth = ""
    for k in range(6):
        a, b = corners[k], corners[(k + 1) % 6]
        along = (b - a) / np.hypot(*(b - a))
        inward = centre - (a + b) / 2
        inward = inward / np.hypot(*inward)
        for t in np.linspace(0.1, 0.9, 6):
            teeth += polyline(tooth(a + (b - a) * t, along, inward, square, 0.05) * style.w, close=True)
    return ring + element("path", d=teeth, fill=ink)


def tooth(foot: Points, along: Points, inward: Points, square: bool, size: float) -> Points:
    """One tooth of a defence, pointing inwards: square for the Axis, pointed for the Soviets."""
    if square:
        return np.array(
            [
                foot - along * size * 0.4,
                foot - along * size * 0.4 + inward * size * 0.8,
                foot + along * size * 0.4 + inward * size * 0.8,
                foot + along * size * 0.4,
            ]
        )
    return np.array([foot - along * size * 0.5, foot + inward * size, foot + along * size * 0.5])


def double_arrow(style: Style, middle: Points, along: Points, across: Points) -> str:
    """An arrow both ways: here the water may be crossed."""
    tips = [middle - along * 0.2, middle + along * 0.2]
    data = polyline(np.array(tips) * style.w)
    for tip, back in ((tips[0], 1), (tips[1], -1)):
        barbs = [tip + along * 0.07 * back + across * 0.06, tip, tip + along * 0.07 * back - across * 0.06]
        data += polyline(np.array(barbs) * style.w)
    halo = stroke(data, style.label("halo"), max(0.07 * style.w, 2.4), opacity=0.9)
    return halo + stroke(data, style.ink("bad"), max(0.032 * style.w, 1.2))


def inward(sheet: Sheet, hex: int) -> Points:
    """The direction from the rim of the board into it."""
    gaps = [d for d, n in enumerate(sheet.board.neighbours[hex].tolist()) if n < 0]
    towards = -sheet.steps[gaps].sum(axis=0)
    length = float(np.hypot(*towards))
    return np.asarray(towards / length) if length > 1e-6 else np.array([1.0, 0.0])


def source(centre: Points, towards: Points, colour: str, style: Style) -> str:
    """A disc with an arrow in the colour of a side."""
    x, y = centre * style.w
    radius = 0.105 * style.w
    disc = element(
        "circle", cx=float(x), cy=float(y), r=radius, fill=style.label("halo"), stroke=colour, stroke_width=radius * 0.2
    )
    turn = math.degrees(math.atan2(towards[1], towards[0]))
    shaft, tip, barb = 0.55 * radius, 0.1 * radius, 0.42 * radius
    arrow = f"M{-shaft:.2f} 0H{shaft:.2f}M{tip:.2f} {-barb:.2f}L{shaft:.2f} 0L{tip:.2f} {barb:.2f}"
    return disc + element(
        "path",
        d=arrow,
        fill="none",
        stroke=colour,
        stroke_width=radius * 0.22,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})",
    )


def anchor(at: Points, style: Style) -> str:
    """An anchor for a port."""
    x, y = at * style.w
    s = 0.07 * style.w
    data = (
        f"M{x:.1f} {y - 0.7 * s:.1f}V{y + s:.1f}M{x - 0.5 * s:.1f} {y - 0.35 * s:.1f}h{s:.1f}"
        f"M{x - 0.95 * s:.1f} {y + 0.25 * s:.1f}q{0.1 * s:.1f} {0.75 * s:.1f} {0.95 * s:.1f} {0.75 * s:.1f}"
        f"q{0.85 * s:.1f} 0 {0.95 * s:.1f} {-0.75 * s:.1f}"
    )
    ring = element("circle", cx=float(x), cy=float(y - s), r=0.3 * s)
    ink = {"fill": "none", "stroke_linecap": "round"}
    mark = element("path", d=data) + ring
    return group([mark], stroke=style.label("halo"), stroke_width=max(0.05 * style.w, 2.0), **ink) + group(
        [mark], stroke=style.label("water"), stroke_width=max(0.022 * style.w, 0.9), **ink
    )


def _waves(at: Points, style: Style) -> str:
    """Two ripples: a hex with a shore."""
    x, y = (at * style.w).tolist()
    s = 0.05 * style.w
    ripple = f"q{s:.2f} {-s:.2f} {2 * s:.2f} 0t{2 * s:.2f} 0"
    data = f"M{x - 2 * s:.1f} {y:.1f}{ripple}M{x - 2 * s:.1f} {y + s:.1f}{ripple}"
    return stroke(data, style.terrain("sea", "line"), max(0.016 * style.w, 0.7), cap="round")


def _airfield(at: Points, style: Style) -> str:
    x, y = at * style.w
    s = 0.09 * style.w
    disc = element("circle", cx=float(x), cy=float(y), r=s, fill=style.ink("ink"))
    body = f"M{x:.1f} {y - 0.65 * s:.1f}v{1.2 * s:.1f}"
    wings = f"M{x - 0.62 * s:.1f} {y - 0.08 * s:.1f}h{1.24 * s:.1f}M{x - 0.26 * s:.1f} {y + 0.52 * s:.1f}h{0.52 * s:.1f}"
    return disc + element("path", d=body + wings, stroke=style.ink("ink-inverse"), stroke_width=0.2 * s, stroke_linecap="round")


def plate(words: str, at: Points, style: Style) -> str:
    """Words on a small plate."""
    x, y = (at * style.w).tolist()
    size = max(0.13 * style.w, 6.0)
    width = size * (measure(words, SANS, 800) + 0.7)
    box = element(
        "rect", x=x - width / 2, y=y - size * 0.62, width=width, height=size * 1.24, rx=size * 0.22,
        fill=style.label("halo"), stroke=style.line("zone"), stroke_width=max(size * 0.07, 0.6),
    )  # fmt: skip
    look = {"font_family": SANS, "font_weight": 800, "font_size": round(size, 1), "fill": style.ink("ink")}
    return box + text(words, x, y + size * 0.36, text_anchor="middle", **look)


def _initials(feature: str) -> str:
    """A few letters for a feature that has no mark of its own."""
    words = title(feature).split()
    return "".join(word[0] for word in words)[:3].upper() if len(words) > 1 else feature[:2].title()
