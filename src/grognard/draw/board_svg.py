"""A whole board as one SVG: map, grid, names, legend, frame."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from ..core.board import Board
from .labels import Label, Placer, draw_labels, hex_numbers, place_names, river_names
from .legend import legend_svg, title_strip
from .lines import Lines
from .sheet import Sheet, Window, sheets
from .svg import document, element, group
from .terrain import Ground
from .tokens import Ground as Weather
from .tokens import Style, Theme

_MARGIN = 0.42  #: void between the outermost hexes and the neat line, in W
_GAP = 1.2  #: between two planes of a board, in W


class Picture:
    """One sheet with everything that is computed once and drawn many times."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.ground = Ground(sheet)
        self.lines = Lines(sheet, self.ground)

    @cached_property
    def frame(self) -> Window:
        """The sheet with a margin of open ground."""
        left, top, right, bottom = self.sheet.bounds
        return left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN

    def art(self, style: Style, window: Window, numbers: bool) -> list[str]:
        """The map without names, layer by layer, in pixels of the hex plane."""
        ground, lines = self.ground, self.lines
        return [
            ground.fills(style, window),
            ground.marks(style, window),
            ground.waters(style, window),
            ground.cities(style, window),
            self.grid(style, window) if style.w >= 12 else "",
            lines.draw_rivers(style, window),
            lines.draw_forts(style, window),
            hex_numbers(self.sheet, style, window) if numbers else "",
            lines.draw_boundaries(style, window),
            lines.draw_roads(style, window),
            lines.straits(style, window),
            lines.draw_towns(style, window),
            lines.draw_sources(style, window),
        ]

    def names(self, style: Style, numbers: bool) -> tuple[list[Label], list[Label]]:
        """Names of places, and names of waters and regions."""
        placer = Placer(self.sheet, style, self.lines.rivers, numbers)
        places = place_names(placer)
        return places, river_names(placer, self.lines.rivers)

    def grid(self, style: Style, window: Window) -> str:
        """Every hexside once; fainter on open water."""
        sheet, board = self.sheet, self.sheet.board
        left, top, right, bottom = window
        paths = {False: [""], True: [""]}
        for hex in sheet.hexes:
            x, y = sheet.centres[hex].tolist()
            if not (left - 0.7 < x < right + 0.7 and top - 0.7 < y < bottom + 0.7):
                continue
            corners = ((sheet.centres[hex] + sheet.corners) * style.w).tolist()
            wet = bool(self.ground.is_water[hex])
            others = board.neighbours[hex].tolist()
            # three sides of each hex, and the others only where nobody else draws them
            for d, other in enumerate(others):
                if d < 3 or other < 0:
                    both = wet and (other < 0 or bool(self.ground.is_water[other]))
                    (x0, y0), (x1, y1) = corners[d], corners[(d + 1) % 6]
                    paths[both].append(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}")
        look = style.palette("line")["grid"]
        width = style.size("grid", 0.7)
        parts = [
            element("path", d="".join(paths[wet]), stroke_opacity=look["water-opacity" if wet else "opacity"])
            for wet in (False, True)
            if len(paths[wet]) > 1
        ]
        return group(
            parts, id="grid", fill="none", stroke=look["line"], stroke_width=round(width, 2), stroke_linecap="round"
        )


_pictures: WeakKeyDictionary[Board, list[Picture]] = WeakKeyDictionary()


def pictures(board: Board) -> list[Picture]:
    """The sheets of a board, computed once while the board lives."""
    if board not in _pictures:
        _pictures[board] = [Picture(sheet) for sheet in sheets(board)]
    return _pictures[board]


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
