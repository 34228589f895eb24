"""A rubber sheet: the georeference bent a little, so that the places a rulebook prints fall into their hexes.

A designer moves towns and coasts by up to a hex to make them fit his grid. Pinning the printed places
and bending everything between them keeps coast, rivers and borders on the right side of those places.
Far from every pin the sheet is the plain georeference.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from .canvas import Canvas
from .georeference import Floats, Georeference, Plane

#: How far a pin pulls, in hexes.
RADIUS = 3.0
#: A pinned place may stand this far from the middle of its hex: the sheet is not bent more than needed.
SLACK = 0.3
#: Softens pins that pull against each other.
SOFT = 0.02


class Pin(msgspec.Struct, frozen=True):
    """A place of the earth and the point of the page where the book has it."""

    lat: float
    lon: float
    x: float
    y: float
    slack: float = SLACK


class RubberSheet(Plane, frozen=True, dict=True):
    """A plane bent by pins; used exactly like the plane it bends."""

    pins: tuple[Pin, ...] = ()

    def to_page(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes to page coordinates."""
        x, y = super().to_page(lat, lon)
        dx, dy = self._shift(x, y)
        return x + dx, y + dy

    def to_latlon(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Page coordinates to latitudes and longitudes: undo the bend by fixed-point iteration."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        flat = [self._unbent(*part) for part in _portions(x.ravel(), y.ravel())]
        fx, fy = (np.concatenate([part[k] for part in flat]).reshape(x.shape) for k in (0, 1))
        return super().to_latlon(fx, fy)

    def _unbent(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        fx, fy = x, y
        for _ in range(40):
            dx, dy = self._shift(fx, fy)
            step = max(np.abs(x - dx - fx).max(), np.abs(y - dy - fy).max())
            fx, fy = x - dx, y - dy
            if step < 1e-9:
                break
        return fx, fy

    @cached_property
    def _bend(self) -> tuple[Floats, Floats]:
        """Where the pins stand on the unbent page, and the weight of each."""
        lat, lon = np.array([p.lat for p in self.pins]), np.array([p.lon for p in self.pins])
        at = np.column_stack(super().to_page(lat, lon))
        pull = np.array([(p.x, p.y) for p in self.pins]) - at
        size = np.maximum(np.hypot(pull[:, 0], pull[:, 1]), 1e-9)
        slack = np.array([p.slack for p in self.pins])
        pull *= np.maximum(0.0, 1.0 - slack / size)[:, None]
        weights = np.linalg.solve(_reach(at, at) + SOFT * np.eye(len(at)), pull)
        return at, np.asarray(weights, np.float64)

    def _shift(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        at, weights = self._bend
        flat = np.column_stack([np.ravel(x), np.ravel(y)])
        # not a matrix product: its rounding depends on the batch, and the ends of a ring must stay equal
        reach = _reach(flat, at)
        moved = np.column_stack([(reach * weights[:, k]).sum(axis=1) for k in (0, 1)])
        return moved[:, 0].reshape(np.shape(x)), moved[:, 1].reshape(np.shape(y))


def _portions(x: Floats, y: Floats, size: int = 4096) -> Iterable[tuple[Floats, Floats]]:
    """Long lists cut into handy pieces: the work on one piece fits into the processor's cache."""
    return [(x[k : k + size], y[k : k + size]) for k in range(0, max(len(x), 1), size)]


def _reach(points: Floats, pins: Floats) -> Floats:
    gap = np.hypot(points[:, None, 0] - pins[None, :, 0], points[:, None, 1] - pins[None, :, 1])
    weight: Floats = np.exp(-gap / RADIUS)
    return weight


def pinned(game: Georeference, plane: str, pins: Iterable[tuple[float, float, tuple[str, ...]]]) -> Georeference:
    """The georeference with one plane bent: each pin is (latitude, longitude, hex) or, for a hexside, its two hexes."""
    flat = Canvas(game, plane)
    found = []
    for lat, lon, hexes in pins:
        spots = [flat.centre(flat.cell(number)) for number in hexes]
        middle = np.mean(spots, axis=0)
        found.append(Pin(lat, lon, float(middle[0]), float(middle[1]), SLACK if len(hexes) == 1 else 0.0))
    plain = msgspec.structs.asdict(game.planes[plane])
    sheet: Any = RubberSheet(**plain, pins=tuple(found))
    return msgspec.structs.replace(game, planes={**game.planes, plane: sheet})
