"""One sheet of a board with everything that is computed once and drawn many times."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from ..core.board import Board
from .labels import Label, Placer, hex_numbers, place_names, region_names, river_names
from .lines import Lines
from .relief import draw_relief
from .sheet import Sheet, Window, sheets
from .svg import element, group
from .terrain import Ground
from .tokens import Style

_MARGIN = 0.42  #: void between the outermost hexes and the neat line, in W


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
            draw_relief(self.sheet, style, window),
            ground.surroundings(style, window),
            ground.marks(style, window),
            ground.waters(style, window),
            ground.special(style, window),
            ground.cities(style, window),
            self.grid(style, window) if style.w >= 12 else "",
            lines.draw_rivers(style, window),
            lines.draw_forts(style, window),
            hex_numbers(self.sheet, style, window) if numbers else "",
            lines.draw_boundaries(style, window),
            lines.draw_roads(style, window),
            lines.straits(style, window),
            lines.draw_places(style, window),
            lines.draw_sources(style, window),
        ]

    def names(self, style: Style, numbers: bool) -> tuple[list[Label], list[Label]]:
        """Names of places, and names of waters and regions."""
        placer = Placer(self.sheet, style, self.lines.all_lines, numbers)
        places = place_names(placer)
        return places, [*region_names(placer, self.ground.is_water), *river_names(placer, self.lines.rivers)]

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
        return group(parts, id="grid", fill="none", stroke=look["line"], stroke_width=round(width, 2), stroke_linecap="round")


_pictures: WeakKeyDictionary[Board, list[Picture]] = WeakKeyDictionary()


def pictures(board: Board) -> list[Picture]:
    """The sheets of a board, computed once while the board lives."""
    if board not in _pictures:
        _pictures[board] = [Picture(sheet) for sheet in sheets(board)]
    return _pictures[board]
