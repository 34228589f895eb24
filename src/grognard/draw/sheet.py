"""One plane of a board, laid out for drawing: where its hexes, corners and edges lie.

Everything here is in hex-plane units: neighbouring centres are 1 apart, x grows east, y grows south.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
import shapely

from ..core.board import Board
from .svg import Points
from .tokens import tokens

Window = tuple[float, float, float, float]  #: left, top, right, bottom
Corner = tuple[int, int]  #: a hex corner, found again by its rounded position

#: How far beyond its rim a board's terrain is continued, in hexes, before it is cut at the rim.
_GHOST_RINGS = 2


class Sheet:
    """The hexes of one plane and the smooth noise that bends every edge of it the same way."""

    def __init__(self, board: Board, plane: str) -> None:
        self.board, self.plane = board, plane
        self.hexes = [k for k in range(board.hexes) if board.cells[k][0] == plane]
        self.corners: Points = np.array(board.grid.corners())
        self.centres: Points = np.full((board.hexes, 2), np.nan)
        for k in self.hexes:
            self.centres[k] = board.centre(k)
        self.seed = crc32(f"{board.name}/{plane}".encode())
        angles = np.radians(np.arange(6) * 60 + (-90 if board.grid.stagger == "columns" else -60))
        self.steps: Points = np.stack([np.cos(angles), np.sin(angles)], axis=1)

    @cached_property
    def bounds(self) -> Window:
        """The rectangle around all hexes."""
        points = (self.centres[self.hexes][:, None, :] + self.corners).reshape(-1, 2)
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    @cached_property
    def outline(self) -> Any:
        """The rim of the board."""
        return self.joined(self.centres[self.hexes])

    @cached_property
    def ghosts(self) -> dict[int, Points]:
        """For every rim hex the centres beyond the board that continue its terrain."""
        taken = {self.corner_key(point) for point in self.centres[self.hexes]}
        ring = [(k, self.centres[k]) for k in self.hexes if (self.board.neighbours[k] < 0).any()]
        found: dict[int, list[Any]] = {}
        for _ in range(_GHOST_RINGS):
            following = []
            for k, centre in ring:
                for point in centre + self.steps:
                    key = self.corner_key(point)
                    if key not in taken:
                        taken.add(key)
                        found.setdefault(k, []).append(point)
                        following.append((k, point))
            ring = following
        return {k: np.array(points) for k, points in found.items()}

    @staticmethod
    def corner_key(point: Points) -> Corner:
        """The same key for the same point, whichever hex it was computed from."""
        return round(float(point[0]) * 1000), round(float(point[1]) * 1000)

    def side(self, hex: int, direction: int) -> Points:
        """The two corners of a hexside."""
        centre = self.centres[hex]
        return np.array([centre + self.corners[direction], centre + self.corners[(direction + 1) % 6]])

    def hexagons(self, centres: Points, share: float = 1.0) -> Any:
        """Hex polygons around centres, shrunk to a share of the full hex."""
        # rounded so that neighbours have the very same corners and join without slivers
        rings = np.round(centres[:, None, :] + self.corners * share, 6)
        return shapely.polygons(rings)

    def joined(self, centres: Points) -> Any:
        """Hexes as one shape."""
        return shapely.make_valid(shapely.coverage_union_all(self.hexagons(centres)))

    def hexes_with_ghosts(self, hexes: Iterable[int]) -> Points:
        """Centres of hexes, continued beyond the rim."""
        chosen = list(hexes)
        parts = [self.centres[chosen], *(self.ghosts[k] for k in chosen if k in self.ghosts)]
        return np.concatenate(parts) if chosen else np.zeros((0, 2))

    # ---------------------------------------------------------------- bending

    @cached_property
    def _waves(self) -> tuple[Points, Points, Points]:
        """Wave vectors, phases and shares of the noise: two octaves of nine waves each."""
        rng = np.random.default_rng(self.seed)
        angles = rng.uniform(0, 2 * math.pi, 18)
        lengths = np.where(np.arange(18) < 9, rng.uniform(0.75, 1.5, 18), rng.uniform(0.28, 0.42, 18))
        vectors = 2 * math.pi / lengths[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        shares = np.where(np.arange(18) < 9, 0.42, 0.24)
        return vectors, rng.uniform(0, 2 * math.pi, (2, 18)), shares

    def bend(self, points: Points, amplitude: float) -> Points:
        """Points moved by the noise of this sheet; equal points move equally."""
        vectors, phases, shares = self._waves
        turn = points @ vectors.T
        drift = np.stack([(np.sin(turn + phase) * shares).sum(axis=1) for phase in phases], axis=1)
        length = np.hypot(drift[:, 0], drift[:, 1])[:, None]
        return np.asarray(points + amplitude * drift / np.maximum(length, 1.0))

    def organic(self, shape: Any, wobble: float | None = None, corner: float | None = None) -> Any:
        """A shape made of hexes with its corners rounded and its edge bent."""
        metrics = tokens()["map"]
        radius = float(metrics["corner"]) if corner is None else corner
        amplitude = float(metrics["wobble"]) if wobble is None else wobble
        soft = shapely.buffer(shape, radius, quad_segs=5)
        soft = shapely.buffer(soft, -2 * radius, quad_segs=5)
        soft = shapely.segmentize(shapely.buffer(soft, radius, quad_segs=5), 0.07)
        bent = shapely.transform(soft, lambda points: self.bend(points, amplitude))
        return shapely.make_valid(shapely.simplify(bent, 0.004))


def sheets(board: Board) -> list[Sheet]:
    """The planes of a board, each as a sheet."""
    return [Sheet(board, plane) for plane in dict.fromkeys(sheet.plane for sheet in board.maps)]
