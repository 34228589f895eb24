"""Where supply lines may run on a board, worked out once: hexsides, sources, and the areas that bind the German."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...core.board import Board
from ...core.rule import rule
from .state import GERMAN, SOVIET

Open = npt.NDArray[np.uint8]

#: Countries in whose lakes a side's lines may run (7.14).
_LAKES = {GERMAN: ("greater-germany", "hungary"), SOVIET: ("ussr", "baltic-republics")}
#: Countries whose fortress cities feed their garrison (7.6).
_GARRISONS = ("greater-germany", "general-government", "hungary")


class SupplyLines:
    """The board as the quartermasters see it. `open[side][node, direction]` is a hexside a line of the side may cross."""

    def __init__(self, board: Board) -> None:
        self.sources = tuple(_hexes(board, f"{name}-supply") for name in ("german", "soviet"))
        self.open = tuple(_open(board, side) for side in (GERMAN, SOVIET))
        self.over_kerch = self.open[GERMAN] | _strait(board, "Kerch")  #: for Crimea supply alone
        self.dp, self.rostov, self.crimea = board.mask("dp"), board.mask("rostov"), board.mask("crimea")
        self.dp_city, self.rostov_city = _city(board, "Dnepropetrovsk"), _city(board, "Rostov")
        self.sevastopol = _city(board, "Sevastopol")
        self.baltic_coast = board.mask("baltic-coast")
        self.black_sea_coast, self.azov_coast = board.mask("black-sea-coast"), board.mask("azov-coast")
        self.garrisons = np.logical_or.reduce([board.mask(country) for country in _GARRISONS])


@rule("7.14", "7.15")
def _open(board: Board, side: int) -> Open:
    """All playable terrain, on one side of the logistical boundary; lakes at home; the straits for the Soviet alone."""
    near = board.neighbours
    at_home = np.logical_or.reduce([board.mask(country) for country in _LAKES[side]])
    lake, north = board.terrain_mask("lake"), board.mask("north-zone")
    enterable = ~board.terrain_mask("sea") & (~lake | at_home)
    found = (near >= 0) & enterable[near] & (north[:, None] == north[near])
    found &= ~board.side_mask("lake") | (at_home[:, None] & at_home[near])
    found &= ~board.side_mask("sea")
    if side == GERMAN:
        found &= ~board.side_mask("strait")
    return np.asarray(found, np.uint8)


def _strait(board: Board, title: str) -> Open:
    """The hexsides of a named strait."""
    found = np.zeros((board.nodes, 6), np.uint8)
    for side in board.sides:
        if side.kind == "strait" and title in side.name:
            for a, b in (side.hexes, side.hexes[::-1]):
                found[a, board.direction(a, b)] = 1
    return found


def _hexes(board: Board, area: str) -> npt.NDArray[np.int16]:
    return np.array(board.areas[area].hexes if area in board.areas else (), np.int16)


def _city(board: Board, name: str) -> int:
    """The hex of a city, -1 on a board without it."""
    return next((place.hex for place in board.places if place.kind == "city" and place.name == name), -1)
