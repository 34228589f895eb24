"""The map in characters: every hex is a patch of four by two cells, staggered like the printed one."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from rich.segment import Segment
from rich.style import Style

from ..core.board import Board
from ..core.marks import Ground, ground
from ..core.shown import View

CELL_WIDTH, CELL_HEIGHT = 5, 2
MAP_GAP = 4  #: cells between two maps of a board

#: colour and mark of the sides: the mark says it too
_SIDES = (("#ffffff", "#3d4a45", "▐"), ("#ffffff", "#a3262a", "●"), ("#ffffff", "#2b4a8b", "◆"), ("#000000", "#d0b050", "■"))
_SYMBOLS = {
    "panzer": "P", "tank": "T", "panzergrenadier": "M", "motorized-rifle": "M", "cavalry": "C", "infantry": "I", "rifle": "R",
}  # fmt: skip


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class MapPicture:
    """Draws a part of a board, with what a seat sees on it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        rows = board.grid.stagger == "rows"
        self.at: list[tuple[int, int]] = []
        pitch = 3**0.5 / 2
        for hex in range(board.hexes):
            x, y = board.centre(hex)
            spot = (x * (CELL_WIDTH + 1), y / pitch * CELL_HEIGHT) if rows else (x / pitch * CELL_WIDTH, y * CELL_HEIGHT)
            self.at.append((round(spot[0]), round(spot[1])))
        self.maps = self._lay_side_by_side()
        self.width = max(x for x, _ in self.at) + CELL_WIDTH
        self.height = max(y for _, y in self.at) + CELL_HEIGHT
        self.by_line: dict[int, list[int]] = {}
        for hex, (_, y) in enumerate(self.at):
            for line in range(y, y + CELL_HEIGHT):
                self.by_line.setdefault(line, []).append(hex)
        for hexes in self.by_line.values():
            hexes.sort(key=lambda h: self.at[h][0])
        mark = board.words.mark
        self.grounds: list[Ground] = [ground(mark("terrain", word)) for word in board.terrains]
        self.marks = {p.hex: ("◉" if mark("place", p.kind) in ("city", "major-city") else "○") for p in board.places}
        forts = [board.feature_mask(word) for word in board.features if mark("feature", word) in ("fort", "fortress")]
        self.forts = np.logical_or.reduce([np.zeros(board.nodes, np.bool_), *forts])

    def _lay_side_by_side(self) -> dict[str, list[int]]:
        """The hexes of each map; maps lie beside one another, in the order of the board file."""
        maps: dict[str, list[int]] = {}
        for hex, (plane, *_) in enumerate(self.board.cells):
            maps.setdefault(plane, []).append(hex)
        edge = 0
        for hexes in maps.values():
            left, top = min(self.at[hex][0] for hex in hexes), min(self.at[hex][1] for hex in hexes)
            for hex in hexes:
                x, y = self.at[hex]
                self.at[hex] = (x - left + edge, y - top)
            edge = max(self.at[hex][0] for hex in hexes) + CELL_WIDTH + MAP_GAP
        return maps

    def other_map(self, hex: int) -> int:
        """A hex in the middle of the map after the one that a hex lies on; the same hex where there is no other."""
        names = [*self.maps]
        here = names.index(self.board.cells[hex][0])
        if len(names) == 1:
            return hex
        hexes = self.maps[names[(here + 1) % len(names)]]
        spots = [self.at[each] for each in hexes]
        middle = [sum(spot[k] for spot in spots) // len(spots) for k in (0, 1)]
        return min(hexes, key=lambda each: abs(self.at[each][0] - middle[0]) + abs(self.at[each][1] - middle[1]))

    def line(self, number: int, view: View, cursor: int, lit: dict[int, str]) -> list[Segment]:
        """One line of the whole map as styled segments."""
        segments: list[Segment] = []
        column = 0
        for hex in self.by_line.get(number, ()):
            x, y = self.at[hex]
            if x > column:
                segments.append(Segment(" " * (x - column)))
            text, style = self._upper(hex, view, lit) if number == y else self._lower(hex, view)
            if hex == cursor:
                style += Style(reverse=True, bold=True)
            elif hex in lit:
                style += Style(bgcolor="#ffd166", color="#000000")
            segments.append(Segment(text[:CELL_WIDTH].ljust(CELL_WIDTH), style))
            column = x + CELL_WIDTH
        if column < self.width:
            segments.append(Segment(" " * (self.width - column)))
        return segments

    def _upper(self, hex: int, view: View, lit: dict[int, str]) -> tuple[str, Style]:
        """Mark of a place or fort, or what has been lit (the points left)."""
        under = self._ground(hex)
        if lit.get(hex):
            return f" {lit[hex]:>2}", Style(color="#000000", bgcolor="#ffd166")
        mark = self.marks.get(hex, "#" if self.forts[hex] else "")
        return f" {mark or under.letters}", Style(color=under.ink, bgcolor=under.paper, bold=bool(mark))

    def _lower(self, hex: int, view: View) -> tuple[str, Style]:
        """The stack: side, the top unit by the name that orders give it, or its type where it is not known, and how many."""
        under = self._ground(hex)
        stack = view.stacks.get(self.board.names[hex])
        if not stack or not stack.units:
            owner = view.control[hex]
            trace = "'" if owner == "a" else "," if owner == "b" else " "
            return f"{trace}    ", Style(color=under.ink, bgcolor=under.paper)
        top = stack.units[0]
        text_colour, colour, mark = _SIDES[top.side % len(_SIDES)]
        more = str(stack.count).translate(_RAISED) if 1 < stack.count < 10 else "" if stack.count < 2 else "⁺"
        called = _SYMBOLS.get(top.kind, top.kind[:1].upper()) + "?" if top.covered else top.id
        text = mark + called[: CELL_WIDTH - 1 - len(more)] + more
        return text, Style(color=text_colour, bgcolor=colour, bold=True)

    def _ground(self, hex: int) -> Ground:
        return self.grounds[self.board.terrain.item(hex)]

    def front(self, view: View, mine: Collection[int]) -> int | None:
        """A hex in the middle of where these sides face others, else of where they stand; None where they do not."""
        sides = {
            self.board.index[name]: stack.units[0].side
            for name, stack in view.stacks.items()
            if stack.units and name in self.board.index
        }
        ours = [hex for hex, side in sides.items() if hex < self.board.hexes and side in mine]
        others = {hex for hex, side in sides.items() if side not in mine}
        facing = [hex for hex in ours if any(each in others for each in self.board.around[hex])] or ours
        return sorted(facing, key=lambda hex: self.at[hex][1])[len(facing) // 2] if facing else None

    def nearest(self, x: int, y: int) -> int:
        """The hex at a spot of the picture."""
        return min(range(self.board.hexes), key=lambda h: abs(self.at[h][0] + 2 - x) + 2 * abs(self.at[h][1] - y))
