"""The marks of terrain: crowns, reeds, carets, brows, peaks, ponds and dots.

Each is one short path stamped at many points, so that a map of many thousand trees stays small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
import shapely

from ..core.errors import GrognardError
from .svg import Points, element
from .tokens import Style, tokens

KEEP_OFF_EDGE = 0.045  #: between a mark and the edge of its terrain, in W
_CROWN_CLASSES = 4

Inks = Sequence[str]  #: the colours of a glyph


class Stamp(msgspec.Struct, frozen=True):
    """A glyph as a terrain uses it: how far apart, how many are left out, and which colours of which terrain."""

    terrain: str
    glyph: str
    pitch: float
    inks: tuple[str, ...]
    skip: float = 0.0

    def draw(self, style: Style, points: Points) -> str:
        """The glyph at many points: rows of x, y and a size between 0 and 1."""
        return _GLYPHS[self.glyph](style, [style.terrain(self.terrain, ink) for ink in self.inks], points)


#: In a combination the signs of each mark stand farther apart.
_SPREAD = 1.35


def stamps(mark: str) -> list[Stamp]:
    """The glyphs of a terrain, or of several marks joined by +."""
    parts, patterns = mark.split("+"), tokens()["patterns"]
    found = []
    for part in parts:
        if "glyphs" not in patterns.get(part, {}):
            raise GrognardError(f"draw/tokens.json has no pattern of glyphs for the terrain {part!r}")
        found += [msgspec.convert({"terrain": part, **entry}, Stamp) for entry in patterns[part]["glyphs"]]
    if len(parts) == 1:
        return found
    return [msgspec.structs.replace(stamp, pitch=stamp.pitch * _SPREAD) for stamp in found]


def draw_glyphs(mark: str, shape: Any, style: Style) -> str:
    """The marks of a land terrain inside any shape, as a legend shows them."""
    inside = shapely.buffer(shape, -KEEP_OFF_EDGE * 1.4)
    out = ""
    for number, stamp in enumerate(stamps(mark)):
        points = lattice(shapely.bounds(shape).tolist(), stamp.pitch, number)
        keep = shapely.contains_xy(inside, points[:, :2]) & (points[:, 3] >= stamp.skip)
        if keep.any():
            out += stamp.draw(style, points[keep, :3])
    return out


def lattice(bounds: Sequence[float], pitch: float, seed: int) -> Points:
    """A jittered triangular lattice: rows of x, y, a size and a chance, both between 0 and 1."""
    left, top, right, bottom = bounds
    rng = np.random.default_rng(seed)
    rise = pitch * math.sqrt(3) / 2
    columns, rows = int((right - left) / pitch) + 2, int((bottom - top) / rise) + 2
    x = left + (np.arange(columns)[None, :] + 0.5 * (np.arange(rows) % 2)[:, None]) * pitch
    y = np.broadcast_to(top + np.arange(rows)[:, None] * rise, x.shape)
    points = np.stack([x, y], axis=-1).reshape(-1, 2)
    points = points + rng.uniform(-0.3, 0.3, points.shape) * pitch
    return np.column_stack([points, rng.uniform(0, 1, (len(points), 2))])


def _stamp(style: Style, points: Points, shape: str) -> str:
    """The same relative path at every point."""
    w = style.w
    return "".join(f"M{x * w:.1f} {y * w:.1f}{shape}" for x, y, _ in points.tolist())


def _relative(style: Style, *steps: tuple[float, float]) -> str:
    """Steps in W as a run of relative moves: first a move, then lines."""
    (x, y), *rest = [(round(a * style.w, 2), round(b * style.w, 2)) for a, b in steps]
    return f"m{x} {y}l" + " ".join(f"{a} {b}" for a, b in rest)


def _crowns(style: Style, inks: Inks, points: Points) -> str:
    pattern = tokens()["glyphs"]["crown"]
    low, high = pattern["radius"]
    out = []
    classes = np.minimum((points[:, 2] * _CROWN_CLASSES).astype(int), _CROWN_CLASSES - 1)
    for number in range(_CROWN_CLASSES):
        mine = points[classes == number]
        if not len(mine):
            continue
        radius = (low + (high - low) * (number + 0.5) / _CROWN_CLASSES) * style.w
        # a dot is a line of no length with round ends: a few bytes for each of many thousand trees
        out.append(
            element(
                "path",
                d=_stamp(style, mine, "h0"),
                stroke=inks[0],
                stroke_width=round(2 * radius, 2),
                stroke_opacity=pattern["fill-opacity"],
            )
        )
        start, arc = f"{radius * 0.94:.2f} {-radius * 0.34:.2f}", f"{radius:.2f} {radius:.2f}"
        shade = f"m{start}a{arc} 0 0 1 {-radius * 1.44:.2f} {radius * 1.2:.2f}"
        out.append(
            element(
                "path",
                d=_stamp(style, mine, shade),
                stroke=inks[1],
                stroke_width=round(max(pattern["shade-stroke"] * style.w, 0.45), 2),
                stroke_linecap="butt",
            )
        )
    return "".join(out)


def _strokes(style: Style, inks: Inks, points: Points, glyph: str, shape: str) -> str:
    pattern = tokens()["glyphs"][glyph]
    width = max(float(pattern["stroke"]) * style.w, 0.5)
    return element(
        "path",
        d=_stamp(style, points, shape),
        stroke=inks[0],
        stroke_width=round(width, 2),
        stroke_opacity=pattern["opacity"],
    )


def _carets(style: Style, inks: Inks, points: Points) -> str:
    width, height = tokens()["glyphs"]["caret"]["size"]
    shape = _relative(style, (-width / 2, height / 2), (width * 0.46, -height), (width * 0.54, height))
    return _strokes(style, inks, points, "caret", shape)


def _brows(style: Style, inks: Inks, points: Points) -> str:
    width, height = (size * style.w for size in tokens()["glyphs"]["brow"]["size"])
    shape = (
        f"m{-width / 2:.2f} {height / 2:.2f}"
        f"q{width * 0.42:.2f} {-height * 1.5:.2f} {width * 0.72:.2f} {-height * 0.1:.2f}"
        f"q{width * 0.12:.2f} {height * 0.2:.2f} {width * 0.28:.2f} {height * 0.2:.2f}"
    )
    return _strokes(style, inks, points, "brow", shape)


def _reeds(style: Style, inks: Inks, points: Points) -> str:
    width, height = tokens()["glyphs"]["reed"]["size"]
    foot = _relative(style, (-width / 2, height * 0.34), (width, 0))
    low = _relative(style, (-width * 0.78, height * 0.3), (width * 0.5, 0))
    blades = "".join(
        _relative(style, start, step)
        for start, step in (
            ((-width * 0.02, -height * 0.34), (-width * 0.16, -height * 0.42)),
            ((width * 0.26, height * 0.42), (0.0, -height * 0.58)),
            ((width * 0.10, height * 0.58), (width * 0.16, -height * 0.42)),
        )
    )
    return _strokes(style, inks, points, "reed", foot + low + blades)


def _ponds(style: Style, inks: Inks, points: Points) -> str:
    pattern = tokens()["glyphs"]["pond"]
    width, height = (size * style.w for size in pattern["size"])
    bank = f"q{width * 0.3:.2f} {-height * 0.7:.2f} {width * 0.62:.2f} {-height * 0.2:.2f}"
    shape = f"m{-width / 2:.2f} 0{bank}q{width * 0.5:.2f} {height * 0.1:.2f} {width * 0.3:.2f} {height * 0.5:.2f}"
    shape += f"q{-width * 0.5:.2f} {height * 0.5:.2f} {-width * 0.92:.2f} {-height * 0.3:.2f}z"
    return element(
        "path",
        d=_stamp(style, points, shape),
        fill=inks[0],
        stroke=inks[1],
        stroke_width=round(max(pattern["stroke"] * style.w, 0.5), 2),
    )


def _dots(style: Style, inks: Inks, points: Points) -> str:
    pattern = tokens()["glyphs"]["dot"]
    return element(
        "path",
        d=_stamp(style, points, "h0"),
        stroke=inks[0],
        stroke_width=round(pattern["size"][0] * style.w, 2),
        stroke_opacity=pattern["opacity"],
    )


def _peaks(style: Style, inks: Inks, points: Points) -> str:
    """Peaks overlap from north to south, so each is painted whole before the next."""
    width, height = tokens()["glyphs"]["peak"]["size"]
    out = []
    rows = np.array_split(points, max(len(points) // 40, 1))
    for row in rows:
        top = (0.0, -height * 0.6)
        lit = _relative(style, top, (-width * 0.62, height), (width * 0.62, -height * 0.12)) + "z"
        shade = _relative(style, top, (width * 0.62, height * 0.98), (-width * 0.62, -height * 0.1)) + "z"
        out.append(element("path", d=_stamp(style, row, lit), fill=inks[0], stroke="none"))
        out.append(element("path", d=_stamp(style, row, shade), fill=inks[1], stroke="none"))
    return "".join(out)


_GLYPHS: dict[str, Callable[[Style, Inks, Points], str]] = {
    "crown": _crowns,
    "caret": _carets,
    "brow": _brows,
    "reed": _reeds,
    "dot": _dots,
    "peak": _peaks,
    "pond": _ponds,
}
