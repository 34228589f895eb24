"""A whole board as one SVG: map, grid, names, legend, frame."""

from __future__ import annotations

from ..core.board import Board
from .labels import draw_labels
from .legend import legend_svg, title_strip
from .picture import Picture, pictures
from .sheet import Window
from .svg import document, element, group
from .tokens import Ground as Weather
from .tokens import Style, Theme

_GAP = 1.2  #: between two planes of a board, in W


def board_svg(
    board: Board,
    theme: Theme = "light",
    ground: Weather = "dry",
    numbers: bool = True,
    names: bool = True,
    legend: bool = True,
    region: Window | None = None,
    w: float = 96.0,
) -> str:
    """A board as one SVG, `w` pixels between opposite hexsides.

    `region` cuts out a part: left, top, right, bottom in hex-plane units, as `Board.centre` counts them.
    """
    style = Style(theme, ground, w)
    parts: list[str] = []
    across, down = 0.0, 0.0
    for picture in pictures(board):
        window = region or picture.frame
        parts.append(_panel(picture, style, window, across, numbers and style.near, names, bool(region)))
        across += (window[2] - window[0] + _GAP) * w
        down = max(down, (window[3] - window[1]) * w)
    width = across - _GAP * w
    edge = 0.34 * w
    body = [element("rect", x=-edge, y=-edge, width=width + 2 * edge, height="100%", fill=style.ink("panel"))]
    body += parts
    foot = down + edge * 0.5
    if legend:
        strip, height = title_strip(board, style, width)
        body.append(group([strip], transform=f"translate(0 {foot:.1f})"))
        foot += height
        table, height = legend_svg(board, style, width)
        body.append(group([table], transform=f"translate(0 {foot:.1f})"))
        foot += height
    return document(width + 2 * edge, foot + edge * 1.5, body, board.title, (-edge, -edge))


def _panel(picture: Picture, style: Style, window: Window, across: float, numbers: bool, names: bool, cut: bool) -> str:
    """One sheet in its frame."""
    left, top, right, bottom = window
    w = style.w
    width, height = (right - left) * w, (bottom - top) * w
    void = element("rect", x=left * w, y=top * w, width=width, height=height, fill=style.fill("void"))
    layers = [void, *picture.art(style, window, numbers)]
    if names:
        places, others = picture.names(style, numbers)
        layers.append(draw_labels(others, style, window, id="water-names"))
        layers.append(draw_labels(places, style, window, id="place-names"))
    shift = f"translate({across - left * w:.2f} {-top * w:.2f})"
    clip = ""
    if cut:
        name = f"cut-{picture.sheet.plane}"
        clip = element("clipPath", element("rect", x=left * w, y=top * w, width=width, height=height), id=name)
        layers = [group(layers, clip_path=f"url(#{name})")]
    frame = neat_line(style, across, width, height)
    return group([clip, group(layers, transform=shift), frame], id=picture.sheet.plane)


def neat_line(style: Style, across: float, width: float, height: float) -> str:
    """The double line around a map."""
    ink = style.line("frame")
    scale = max(style.w / 56, 0.6)
    lines = [
        element("rect", x=across - gap, y=-gap, width=width + 2 * gap, height=height + 2 * gap, stroke_width=line)
        for gap, line in ((0.0, 1.6 * scale), (4.2 * scale, 0.7 * scale))
    ]
    return group(lines, fill="none", stroke=ink)
