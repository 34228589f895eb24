"""The few lines of SVG that everything drawn is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


def number(value: float) -> str:
    """A coordinate, as short as two decimals allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, content: str | None = None, /, **attributes: Any) -> str:
    """`<tag a-b="...">content</tag>`; underscores become hyphens, None leaves an attribute out."""
    parts = [tag]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    head = " ".join(parts)
    return f"<{head}/>" if content is None else f"<{head}>{content}</{tag}>"


def group(parts: Iterable[str], /, **attributes: Any) -> str:
    """A `<g>` around the parts, or nothing when there are none."""
    body = "".join(parts)
    return element("g", body, **attributes) if body else ""


def text(words: str, x: float, y: float, /, **attributes: Any) -> str:
    """A line of text with its words escaped."""
    return element("text", escape(words), x=round(x, 2), y=round(y, 2), **attributes)


def polyline(points: Points, *, close: bool = False, decimals: int = 1) -> str:
    """Path data through the points, written as short relative steps."""
    if len(points) < 2:
        return ""
    # rounding before the differences keeps the steps from drifting
    whole = np.rint(np.asarray(points) * 10**decimals).astype(np.int64)
    steps = np.diff(whole, axis=0)
    pairs = steps[np.any(steps != 0, axis=1)].tolist()
    if not pairs:
        return ""
    x, y = whole[0].tolist()
    run = " ".join([f"{_short(dx, decimals)} {_short(dy, decimals)}" for dx, dy in pairs])
    return f"M{_short(x, decimals)} {_short(y, decimals)}l{run}{'z' if close else ''}"


@cache
def _short(value: int, decimals: int) -> str:
    """A whole number of tenths or hundredths, as short as SVG allows; the same few steps come again and again."""
    text = f"{value / 10**decimals:.{decimals}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def polygon_path(geometry: Any, w: float, decimals: int = 1) -> str:
    """Path data of a shapely polygon or a collection of them, scaled by `w`."""
    out: list[str] = []
    for part in getattr(geometry, "geoms", [geometry]):
        if part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            out.append(polyline(np.asarray(ring.coords)[:-1] * w, close=True, decimals=decimals))
    return "".join(out)


def line_path(geometry: Any, w: float, decimals: int = 1) -> str:
    """Path data of a shapely line or a collection of them, scaled by `w`."""
    out: list[str] = []
    for part in getattr(geometry, "geoms", [geometry]):
        if part.geom_type in ("LineString", "LinearRing"):
            out.append(polyline(np.asarray(part.coords) * w, decimals=decimals))
    return "".join(out)


def stroke(
    data: str, colour: str, width: float, dash: str | None = None, cap: str | None = None, opacity: float | None = None
) -> str:
    """A path drawn as a line, or nothing when there is no path."""
    if not data:
        return ""
    return element(
        "path",
        d=data,
        fill="none",
        stroke=colour,
        stroke_width=round(width, 2),
        stroke_dasharray=dash,
        stroke_linecap=cap,
        stroke_opacity=opacity,
    )


def document(width: float, height: float, body: Sequence[str], title: str, box: tuple[float, float] = (0.0, 0.0)) -> str:
    """A whole SVG file, its origin at `box`."""
    view = f"{number(box[0])} {number(box[1])} {number(width)} {number(height)}"
    head = element("title", escape(title))
    return element(
        "svg",
        head + "".join(body),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view,
        width=round(width, 2),
        height=round(height, 2),
    )
