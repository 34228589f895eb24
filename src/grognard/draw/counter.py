"""Counters: card, unit symbol, size, factors, steps, states; for print, documents and the sheet of a game.

All measures are on a grid of 64 U, one counter side. The corner tells the side even in grey and when small:
Axis rounded, Soviet clipped, Western Allies and neutrals fully round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from .fonts import measure
from .svg import document, element, group, number, text
from .tokens import SANS, SERIF, SLIM, Style, Theme, tokens

SIDE = 64.0
MARGIN = 12.0  #: room for badges and the shadow around a counter, in U

Owner = Literal["axis", "soviet", "western-allies", "neutral", "gold", "violet", "marker"]
State = Literal["moved", "fought", "moved-fought", "oos", "disrupted", "halved", "entrained", "air"]

_SYMBOLS = (
    ("airborne-armo", "airborne-armor"), ("para-panzer", "airborne-armor"), ("guards-mech", "guards-mech"),
    ("mechani", "mechanized"), ("panzergrenadier", "motorized"), ("pz-gren", "motorized"), ("motor", "motorized"),
    ("motorcycle", "motorcycle"), ("panzer", "armor"), ("armo", "armor"), ("tank", "armor"), ("cavalry", "cavalry"),
    ("mountain", "mountain"), ("jaeger", "mountain"), ("ski", "ski"), ("airborne", "airborne"), ("para", "airborne"),
    ("naval", "naval-infantry"), ("marine", "naval-infantry"), ("shock", "shock"), ("guards", "guards"),
    ("rocket", "rocket"), ("katyusha", "rocket"), ("assault-gun", "assault-gun"), ("rail-art", "rail-artillery"),
    ("artillery", "artillery"), ("antitank", "antitank"), ("anti-tank", "antitank"), ("antiair", "antiaircraft"),
    ("anti-air", "antiaircraft"), ("flak", "antiaircraft"), ("rail-eng", "rail-engineer"), ("construct", "construction"),
    ("engineer", "engineer"), ("recon", "recon"), ("machine", "machinegun"), ("bicycle", "bicycle"),
    ("garrison", "garrison"), ("fortif", "fortified-area"), ("security", "security"), ("nkvd", "nkvd"),
    ("police", "police"), ("headquarter", "hq"), ("hq", "hq"), ("truck", "truck"), ("supply", "truck"),
    ("infantry", "infantry"), ("rifle", "infantry"), ("militia", "infantry"),
)  # fmt: skip


class Face(msgspec.Struct, frozen=True):
    """What a counter shows."""

    card: str = "white"
    side: Owner = "axis"
    symbol: str = ""  #: a symbol or aircraft of tokens.json, or a unit type that stands for one
    size: str = ""  #: XX, III, KG ...
    id: str = ""
    factors: str = ""
    steps: tuple[int, int] | None = None  #: steps left of steps printed; none are shown for one-step units
    corner: str = ""  #: printed in the upper left
    corner_right: str = ""  #: aircraft: printed in the upper right
    left: str = ""  #: aircraft: printed left of the silhouette
    right: str = ""
    reduced: bool = False
    untried: bool = False
    hidden: bool = False
    irreplaceable: bool = False
    ad_hoc: bool = False
    filled: bool = False  #: symbol box filled, where card colour does not show mobility
    band: str = ""  #: colour of a top band
    states: tuple[State, ...] = ()


def symbol_name(word: str) -> str:
    """The symbol that a unit type stands for."""
    if word in tokens()["symbols"] or word in tokens()["aircraft"] or not word:
        return word
    lower = word.lower().replace(" ", "-").replace("_", "-")
    return next((symbol for part, symbol in _SYMBOLS if part in lower), "infantry")


def counter_svg(face: Face, px: float = 64.0, theme: Theme = "light") -> str:
    """One counter as an SVG of its own; `px` is the side of the card, badges stand out around it."""
    scale = px / SIDE
    body = group(
        [counter_group(face, theme)], transform=f"translate({MARGIN * scale:.2f} {MARGIN * scale:.2f}) scale({scale:.4f})"
    )
    whole = (SIDE + 2 * MARGIN) * scale
    return document(whole, whole, [body], _spoken(face))


def counter_group(face: Face, theme: Theme = "light") -> str:
    """A counter with its upper left corner at the origin, in U."""
    colours = _colours(face, theme)
    parts = [_card(face, colours, theme)]
    if face.hidden:
        parts.append(_hidden(colours))
    elif face.symbol in tokens()["aircraft"]:
        parts.append(_aircraft(face, colours))
    else:
        parts.append(_unit(face, colours))
    parts += [_badge(state) for state in face.states]
    return group(parts, font_family=SANS, font_weight=800)


def counter_sheet(rows: Sequence[tuple[str, Sequence[Face]]], title: str, theme: Theme = "light", px: float = 64.0) -> str:
    """Rows of counters under their titles, as one SVG."""
    style = Style(theme)
    columns = max(len(faces) for _, faces in rows)
    pitch, step = px * 1.3, px * 1.75
    parts = [text(title, px * 0.5, px * 0.7, font_family=SERIF, font_weight=600, font_size=px * 0.42, fill=style.ink("ink"))]
    for row, (name, faces) in enumerate(rows):
        top = px * 1.15 + row * step
        parts.append(text(name, px * 0.5, top + px * 0.1, font_family=SANS, font_weight=800, font_size=px * 0.2,
                          fill=style.ink("accent")))  # fmt: skip
        for column, face in enumerate(faces):
            place = f"translate({px * 0.5 + column * pitch:.1f} {top + px * 0.28:.1f}) scale({px / SIDE:.4f})"
            parts.append(group([counter_group(face, theme)], transform=place))
    width, height = px + columns * pitch, px * 1.3 + len(rows) * step
    ground = element("rect", width=width, height=height, fill=style.ink("panel"))
    return document(width, height, [ground, *parts], title)


# -------------------------------------------------------------------- card


class _Colours(msgspec.Struct):
    paper: str
    ink: str
    ink2: str
    edge: str
    dark: bool


def _mix(colour: str, other: str, share: float) -> str:
    """`share` of the other colour in this one."""
    a, b = ([int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in (colour, other))
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in zip(a, b, strict=True))


def _luminance(colour: str) -> float:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _colours(face: Face, theme: Theme) -> _Colours:
    card, extra = tokens()["cards"][face.card], tokens()["card-extra"]
    paper = card["bg"]
    dark = _luminance(paper) < 0.2
    edge = _mix(paper, "#000000", extra["edge-darken"])
    if dark and theme == "dark":
        edge = extra["edge-dark-theme-on-dark-cards"]
    if any(state in face.states for state in ("moved", "fought", "moved-fought")):
        colour, on_light, on_dark = extra["spent-mix"][theme]
        paper = _mix(paper, colour, on_dark if dark else on_light)
    return _Colours(paper, card["ink"], card["ink2"], edge, dark)


def _outline(side: str, inset: float) -> str:
    """The card's edge: rounded or clipped, `inset` U inside its nominal side."""
    shape = tokens()["sides"][side]
    low, high = inset, SIDE - inset
    if shape["corner"] == "chamfer":
        cut = shape["cut-U"]
        return (
            f"M{low + cut} {low}H{high - cut}L{high} {low + cut}V{high - cut}L{high - cut} {high}"
            f"H{low + cut}L{low} {high - cut}V{low + cut}z"
        )
    r = shape["radius-U"]
    turn = f"a{r} {r} 0 0 1"
    run = SIDE - 2 * inset - 2 * r
    return f"M{low + r} {low}h{run}{turn} {r} {r}v{run}{turn} {-r} {r}h{-run}{turn} {-r} {-r}v{-run}{turn} {r} {-r}z"


def _card(face: Face, colours: _Colours, theme: Theme) -> str:
    shadow = "".join(
        element("path", d=_outline(face.side, -grow), transform="translate(1.2 1.9)", fill="#000000", fill_opacity=opacity)
        for grow, opacity in ((0.9, 0.12), (0.3, 0.16), (-0.2, 0.16))
    )
    body = element("path", d=_outline(face.side, 0.5), fill=colours.paper, stroke=colours.edge, stroke_width=1)
    shine = 0.22 if colours.dark else 0.45
    soft = tokens()["sides"][face.side].get("radius-U", tokens()["sides"][face.side].get("cut-U", 4))
    lit = element("path", d=f"M{1.7} {SIDE - soft - 2}V{soft + 1}L{soft + 1} 1.7H{SIDE - soft - 2}" if soft == 7 else
                  f"M1.7 {SIDE - soft - 2}V{soft + 1}Q1.7 1.7 {soft + 1} 1.7H{SIDE - soft - 2}",
                  fill="none", stroke="#FFFFFF", stroke_width=1.3, stroke_opacity=shine)  # fmt: skip
    band = ""
    if face.band:
        cut = "M8.2 1.4H55.8L62.6 8.2V10H1.4V8.2z" if soft == 7 else "M4 1.4H60L62.6 4V10H1.4V4z"
        band = element("path", d=cut, fill=tokens()["cards"][face.band]["bg"])
    return shadow + body + band + lit


# -------------------------------------------------------------------- ground units


def _unit(face: Face, colours: _Colours) -> str:
    metrics = tokens()["counter"]
    width, height = metrics["symbol-U"]
    pips = face.steps is not None and face.steps[1] > 1 and not face.untried
    id = "" if face.untried else face.id
    x, y = metrics["symbol-xy-U"]
    x = (SIDE - width) / 2 if not id else (metrics["symbol-x-with-pips-U"] if pips else x)
    parts = []
    if face.symbol:
        parts.append(_symbol(face, colours, x, y, width, height))
    if face.size:
        middle = x + width / 2
        parts.append(text(face.size, middle, 14.6, font_size=metrics["size-mark-U"], text_anchor="middle", fill=colours.ink))
        if face.ad_hoc:
            half = 0.5 * measure(face.size, SANS, 800) * metrics["size-mark-U"] + 2.5
            bracket = f"M{number(middle - half)} 7V3.6H{number(middle + half)}V7"
            parts.append(element("path", d=bracket, fill="none", stroke=colours.ink, stroke_width=1.5))
    if id:
        parts.append(_identity(id, x + width + 1.8, y + height / 2, colours))
    parts.append(_factors("?" if face.untried else face.factors, face, colours))
    if pips and face.steps:
        parts += _pips(face.steps, y + height / 2, colours)
    if face.corner:
        parts.append(_corner(face.corner, colours))
    if face.irreplaceable:
        cross = element("path", d="M53.5 55.5h7M57 52v7", stroke="#B3261E", stroke_width=2.2, stroke_linecap="round")
        parts.append(cross)
    return "".join(parts)


def _symbol(face: Face, colours: _Colours, x: float, y: float, width: float, height: float) -> str:
    """The unit symbol on its grid of 36 x 24."""
    parts: dict[str, list[str]] = {"S": [], "F": [], "T": []}  # strokes, fills, letters
    for step in tokens()["symbols"][symbol_name(face.symbol)]:
        kind, _, data = step.partition(" ")
        parts[kind].append(data)
    paper = "none"
    if face.filled:
        paper = tokens()["card-extra"]["symbol-fill"].get(face.card, "#F6F1E4")
    ink = colours.ink if not face.filled else "#14171A"
    inside = [element("path", d="M0 0H36V24H0z", fill=paper)]
    inside += [element("path", d=data, fill=ink, stroke="none") for data in parts["F"]]
    inside += [element("path", d=data, fill="none") for data in parts["S"]]
    for words in parts["T"]:
        size = min(15.0, 31 / measure(words, SANS, 800))
        inside.append(text(words, 18, 12 + 0.36 * size, font_size=size, text_anchor="middle", fill=ink, stroke="none"))
    place = f"translate({number(x)} {number(y)}) scale({width / 36:.4f} {height / 24:.4f})"
    return group(inside, transform=place, stroke=ink, stroke_width=2.3, stroke_linejoin="miter")


def _identity(id: str, left: float, middle: float, colours: _Colours) -> str:
    """The designation beside the symbol: one line of three characters, two lines beyond."""
    room = SIDE - 2.6 - left
    lines = [id] if len(id) <= 3 else _halves(id)
    size = 12.5 if len(lines) == 2 else {1: 15.5, 2: 15.5}.get(len(id), 14.0)
    widest = max(measure(line, SLIM, 800) for line in lines)
    size = min(size, room / widest)
    parts = []
    for k, line in enumerate(lines):
        baseline = middle + 0.35 * size + (k - (len(lines) - 1) / 2) * size * 0.92
        parts.append(text(line, left + room / 2, baseline, text_anchor="middle", font_size=round(size, 1)))
    return group(parts, font_family=SLIM, fill=colours.ink)


def _halves(words: str) -> list[str]:
    first, _, second = words.partition(" ")
    if second:
        return [first, second]
    middle = (len(words) + 1) // 2
    return [words[:middle], words[middle:]]


def _factors(words: str, face: Face, colours: _Colours) -> str:
    metrics = tokens()["counter"]
    sizes = metrics["factors-U"]
    size = sizes.get(str(len(words)), sizes["1-4"] if len(words) <= 4 else sizes["7+"])
    size = min(size, (SIDE - 6) / max(measure(words, SANS, 800), 0.1))
    ink, band = colours.ink, ""
    if face.reduced and not face.untried:
        x, y, width, height = metrics["reduced-band-U"]
        band = element("rect", x=x, y=y, width=width, height=height, rx=2, fill=colours.ink)
        ink, size = colours.paper, min(size, 21)
    baseline = metrics["factor-baseline-U"] - (0.6 if band else 0)
    return band + text(words, SIDE / 2, baseline, font_size=round(size, 1), text_anchor="middle", fill=ink)


def _pips(steps: tuple[int, int], middle: float, colours: _Colours) -> list[str]:
    left, printed = steps
    radius = tokens()["counter"]["pip-radius-U"]
    top = middle - (printed - 1) * 3.1
    return [
        element("circle", cx=5.6, cy=top + 6.2 * k, r=radius - (0 if k < left else 0.3),
                fill=colours.ink if k < left else "none", stroke=colours.ink, stroke_width=0 if k < left else 1.1)
        for k in range(printed)
    ]  # fmt: skip


def _corner(words: str, colours: _Colours) -> str:
    """A mark printed in the upper left: a dot, or a figure."""
    if words in ("dot", "red-dot"):
        return element("circle", cx=8, cy=9, r=2.8, fill=colours.ink if words == "dot" else "#C22B22")
    return text(words, 4.4, 13.2, font_size=11.5, fill=colours.ink2)


def _hidden(colours: _Colours) -> str:
    """A card back: nothing but a question."""
    lines = element("path", d=_clipped_hatch(), stroke=colours.edge, stroke_opacity=0.28, stroke_width=3, fill="none")
    ring = element("circle", cx=32, cy=32, r=15, fill=colours.paper, stroke=colours.ink, stroke_width=2.4)
    question = text("?", 32, 40.6, font_size=25, text_anchor="middle", fill=colours.ink)
    return lines + ring + question


def _clipped_hatch() -> str:
    """Slanted lines that end a little inside the card."""
    low, high = 5.5, 58.5
    out = []
    for total in range(16, 122, 9):
        x0, x1 = max(low, total - high), min(high, total - low)
        if x1 - x0 > 1:
            out.append(f"M{number(x0)} {number(total - x0)}L{number(x1)} {number(total - x1)}")
    return "".join(out)


# -------------------------------------------------------------------- aircraft


def _aircraft(face: Face, colours: _Colours) -> str:
    path = tokens()["aircraft"][face.symbol]
    plane = element("path", d=path, fill=colours.ink, transform="translate(10.9 6.5) scale(.66)")
    parts = [plane]
    for words, x, y, anchor, size in (
        (face.corner, 4.6, 13.0, "start", 11.5), (face.corner_right, 59.4, 13.0, "end", 11.5),
        (face.left, 4.6, 48.0, "start", 13.0), (face.right, 59.4, 48.0, "end", 13.0),
        (face.id or face.factors, 32.0, 59.6, "middle", 12.5),
    ):  # fmt: skip
        if words:
            size = min(size, 56 / measure(words, SANS, 800))
            parts.append(text(words, x, y, font_size=round(size, 1), text_anchor=anchor, fill=colours.ink))
    return "".join(parts)


# -------------------------------------------------------------------- states


_CORNERS = {
    "moved": (0.0, 0.0), "fought": (0.0, 0.0), "moved-fought": (0.0, 0.0), "entrained": (0.0, 0.0),
    "oos": (0.0, 1.0), "disrupted": (1.0, 1.0), "halved": (1.0, 0.5), "air": (0.5, 0.0),
}  # fmt: skip
_PLANE = (
    "M0-5.6C.8-5.6 1-4.4 1-3V-.8L6 1.2V2.8L1 2.2.7 5 2.4 6V7L0 6.6-2.4 7V6L-.7 5-1 2.2-6 2.8V1.2L-1-.8V-3C-1-4.4-.8-5.6 0-5.6Z"
)


def _badge(state: State) -> str:
    """A state as a shape with a glyph, standing out over its corner."""
    badge = tokens()["badge"]
    radius, out = badge["radius"] * SIDE, badge["outset"] * SIDE
    column, row = _CORNERS[state]
    x = column * SIDE + (out if column == 1 else -out if column == 0 else 0)
    y = row * SIDE + (out if row == 1 else -out if row == 0 else 0)
    colours = tokens()["states"]["moved" if state == "moved-fought" else state]
    fill, ink = colours["fill"], colours["ink"]
    disc = element("circle", r=radius, fill=fill, stroke="#FFFDF6", stroke_width=1.4)
    lines: dict[str, Any] = {
        "fill": "none", "stroke": ink, "stroke_width": 2.3, "stroke_linecap": "round", "stroke_linejoin": "round",
    }  # fmt: skip
    arrow, cross = "M-4.6 0H4.2M.6-3.8L4.6 0L.6 3.8", "M-3.6-3.6L3.6 3.6M3.6-3.6L-3.6 3.6"
    match state:
        case "moved":
            mark = disc + element("path", d=arrow, **lines)
        case "fought":
            mark = disc + element("path", d=cross, **lines)
        case "moved-fought":
            both = element("path", d=arrow, transform="translate(0 -3) scale(.72)", **lines)
            mark = disc + both + element("path", d=cross, transform="translate(0 4) scale(.55)", **lines)
        case "oos":
            mark = element("path", d="M0-11L11 0L0 11L-11 0z", fill=fill, stroke=ink, stroke_width=1.6)
            mark += element("path", d="M-5 2.6L-1.4.8M1.4-.8L5-2.6M-2.6-3.6L2.6 3.6", **lines)
        case "disrupted":
            spikes = "".join(
                f"{'M' if k == 0 else 'L'}{number(r * c)} {number(r * s)}" for k, (r, c, s) in enumerate(_burst(radius * 1.12))
            )
            mark = element("path", d=spikes + "z", fill=fill, stroke="#FFFDF6", stroke_width=1)
            mark += text("D", 0, 4.4, font_size=12, text_anchor="middle", fill=ink)
        case "halved":
            mark = element("circle", r=radius, fill=fill, stroke=ink, stroke_width=1.4)
            mark += text("½", 0, 4.6, font_size=13, text_anchor="middle", fill=ink)
        case "entrained":
            mark = element("rect", x=-8.5, y=-8.5, width=17, height=17, rx=2.5, fill=fill, stroke=ink, stroke_width=1.4)
            mark += element("path", d="M-2.6-6V6M2.6-6V6M-5.4-3.4H5.4M-5.4 3.4H5.4", **{**lines, "stroke_width": 1.7})
        case "air":
            mark = disc + element("path", d=_PLANE, fill=ink)
    return group([mark], transform=f"translate({number(x)} {number(y)})")


def _burst(radius: float) -> list[tuple[float, float, float]]:
    return [(radius if k % 2 == 0 else radius * 0.78, math.cos(math.pi * k / 10), math.sin(math.pi * k / 10)) for k in range(20)]


def _spoken(face: Face) -> str:
    """The counter in words, for those who do not see it."""
    if face.hidden:
        return "hidden unit"
    words = [face.size, symbol_name(face.symbol), face.id]
    words.append("untried" if face.untried else face.factors)
    words += [state.replace("oos", "out of supply") for state in face.states]
    return " ".join(word for word in words if word)
