"""Where the hexes of a board lie on the earth, without any geographic library.

A board file may carry a line `earth.PLANE PROJECTION; a b c; d e f`. The projection (Lambert conformal conic
or Lambert azimuthal equal-area on the WGS 84 ellipsoid, written as PROJ does) gives metres X and Y; the page
is x = aX + bY + c, y = dX + eY + f, with neighbouring hexes 1 apart, as `Grid.centre` has it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import msgspec

from ..core.board import Board
from ..core.errors import GrognardError
from ..core.hexes import Cell, Grid

RADIUS = 6378137.0
FLATTENING = 1 / 298.257223563
E2 = FLATTENING * (2 - FLATTENING)
E1 = math.sqrt(E2)

#: What reckoning with angles that no projection has comes to.
ARITHMETIC = (ValueError, ArithmeticError, TypeError)  # TypeError: a fractional power of a negative number is complex

Point = tuple[float, float]
Matrix = tuple[float, float, float]


class Projection(Protocol):
    """Latitude and longitude in degrees to metres and back."""

    def forward(self, lat: float, lon: float) -> Point: ...
    def inverse(self, x: float, y: float) -> Point: ...


class Conic:
    """Lambert conformal conic with two standard parallels."""

    def __init__(self, options: dict[str, float]) -> None:
        first, second = (math.radians(options[key]) for key in ("lat_1", "lat_2"))
        self.lon0 = options.get("lon_0", 0.0)
        m1, m2 = (math.cos(p) / math.sqrt(1 - E2 * math.sin(p) ** 2) for p in (first, second))
        t1, t2 = self._t(first), self._t(second)
        self.n = math.sin(first) if math.isclose(first, second) else math.log(m1 / m2) / math.log(t1 / t2)
        self.f = m1 / (self.n * t1**self.n)
        self.rho0 = RADIUS * self.f * self._t(math.radians(options.get("lat_0", 0.0))) ** self.n

    @staticmethod
    def _t(phi: float) -> float:
        s = E1 * math.sin(phi)
        return float(math.tan(math.pi / 4 - phi / 2) / ((1 - s) / (1 + s)) ** (E1 / 2))

    def forward(self, lat: float, lon: float) -> Point:
        rho = RADIUS * self.f * self._t(math.radians(lat)) ** self.n
        theta = self.n * math.radians(lon - self.lon0)
        return rho * math.sin(theta), self.rho0 - rho * math.cos(theta)

    def inverse(self, x: float, y: float) -> Point:
        rho = math.copysign(math.hypot(x, self.rho0 - y), self.n)
        theta = math.atan2(x, self.rho0 - y)
        t = (rho / (RADIUS * self.f)) ** (1 / self.n)

        def better(phi: float) -> float:
            s = E1 * math.sin(phi)
            return math.pi / 2 - 2 * math.atan(t * ((1 - s) / (1 + s)) ** (E1 / 2))

        return math.degrees(_settle(better, math.pi / 2 - 2 * math.atan(t))), math.degrees(theta / self.n) + self.lon0


class Azimuthal:
    """Lambert azimuthal equal-area."""

    def __init__(self, options: dict[str, float]) -> None:
        phi0 = math.radians(options.get("lat_0", 0.0))
        self.lon0 = options.get("lon_0", 0.0)
        self.qp = self._q(math.pi / 2)
        self.beta0 = math.asin(self._q(phi0) / self.qp)
        self.rq = RADIUS * math.sqrt(self.qp / 2)
        self.d = RADIUS * math.cos(phi0) / math.sqrt(1 - E2 * math.sin(phi0) ** 2) / (self.rq * math.cos(self.beta0))

    @staticmethod
    def _q(phi: float) -> float:
        s = math.sin(phi)
        return (1 - E2) * (s / (1 - E2 * s * s) - math.log((1 - E1 * s) / (1 + E1 * s)) / (2 * E1))

    def forward(self, lat: float, lon: float) -> Point:
        beta, dl = math.asin(self._q(math.radians(lat)) / self.qp), math.radians(lon - self.lon0)
        sb, cb, s0, c0 = math.sin(beta), math.cos(beta), math.sin(self.beta0), math.cos(self.beta0)
        b = self.rq * math.sqrt(2 / (1 + s0 * sb + c0 * cb * math.cos(dl)))
        return b * self.d * cb * math.sin(dl), b / self.d * (c0 * sb - s0 * cb * math.cos(dl))

    def inverse(self, x: float, y: float) -> Point:
        rho = math.hypot(x / self.d, y * self.d)
        s0, c0 = math.sin(self.beta0), math.cos(self.beta0)
        if rho == 0.0:
            ce, se, beta = 1.0, 0.0, self.beta0
        else:
            angle = 2 * math.asin(rho / (2 * self.rq))
            ce, se = math.cos(angle), math.sin(angle)
            beta = math.asin(ce * s0 + y * self.d * se * c0 / rho)
        q = self.qp * math.sin(beta)

        def better(phi: float) -> float:
            s = math.sin(phi)
            return phi + (1 - E2 * s * s) ** 2 / (2 * math.cos(phi)) * (
                q / (1 - E2) - s / (1 - E2 * s * s) + math.log((1 - E1 * s) / (1 + E1 * s)) / (2 * E1)
            )

        lon = math.atan2(x * se, self.d * rho * c0 * ce - self.d**2 * y * s0 * se) if rho else 0.0
        return math.degrees(_settle(better, math.asin(q / 2))), math.degrees(lon) + self.lon0


def _settle(better: Callable[[float], float], phi: float) -> float:
    """Repeat a rapidly converging correction."""
    for _ in range(12):
        phi = better(phi)
    return phi


def _lambert(text: str, kind: str, words: dict[str, str]) -> Projection:
    try:
        options = {key: float(value) for key, value in words.items() if key.startswith(("lat_", "lon_"))}
        return Conic(options) if kind == "lcc" else Azimuthal(options)
    except KeyError as missing:
        raise GrognardError(f"the projection {text!r} lacks {missing.args[0]}") from None
    except ARITHMETIC:
        raise GrognardError(f"the projection {text!r} has parallels that fit no {'cone' if kind == 'lcc' else 'plane'}") from None


def projection(text: str) -> Projection:
    """A projection from its PROJ string; other kinds than lcc and laea need pyproj."""
    words = dict(word.lstrip("+").partition("=")[::2] for word in text.split())
    kind = words.pop("proj", "")
    if kind in ("lcc", "laea"):
        return _lambert(text, kind, words)
    try:
        from pyproj import Proj
    except ImportError:
        raise GrognardError(f"projection {kind!r} needs the package pyproj (lcc and laea work without)") from None
    try:
        proj = Proj(text)
    except RuntimeError as error:
        raise GrognardError(f"PROJ does not understand the projection {text!r}: {error}") from None

    class Other:
        def forward(self, lat: float, lon: float) -> Point:
            x, y = proj(lon, lat)
            return float(x), float(y)

        def inverse(self, x: float, y: float) -> Point:
            lon, lat = proj(x, y, inverse=True)
            return float(lat), float(lon)

    return Other()


class Earth(msgspec.Struct, frozen=True):
    """One plane of a board on the earth."""

    text: str
    across: Matrix
    down: Matrix
    _cache: dict[str, Projection] = msgspec.field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> Earth:
        """From the value of an `earth.PLANE` line."""
        text, *rows = (part.strip() for part in line.split(";"))
        across, down = (tuple(float(word) for word in row.split()) for row in rows)
        return cls(text, across, down)  # type: ignore[arg-type]

    @property
    def proj(self) -> Projection:
        if "it" not in self._cache:
            self._cache["it"] = projection(self.text)
        return self._cache["it"]

    def page(self, lat: float, lon: float) -> Point:
        """A place on the earth as a point of the page."""
        x, y = self.proj.forward(lat, lon)
        (a, b, c), (d, e, f) = self.across, self.down
        return a * x + b * y + c, d * x + e * y + f

    def latlon(self, x: float, y: float) -> Point:
        """A point of the page as latitude and longitude."""
        (a, b, c), (d, e, f) = self.across, self.down
        u, v, size = x - c, y - f, a * e - b * d
        return self.proj.inverse((e * u - b * v) / size, (a * v - d * u) / size)


def earth(board: Board, plane: str) -> Earth | None:
    """Where a plane of the board lies on the earth, if the file says so."""
    line = board.facts.get(f"earth.{plane}")
    return Earth.read(line) if line else None


def cell_at(grid: Grid, x: float, y: float) -> Cell:
    """The (column, row) under a point of the page."""
    east = 1 if grid.columns == "east" else -1
    south = 1 if grid.rows == "south" else -1
    flat = math.sqrt(3.0) / 2.0
    wide, high = (flat, 1.0) if grid.stagger == "columns" else (1.0, flat)
    column, row = round(east * x / wide), round(south * y / high)
    near = [(column + dc, row + dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1)]
    return min(near, key=lambda cell: math.dist(grid.centre(*cell), (x, y)))


def hex_width(board: Board, plane: str) -> float:
    """How many kilometres a hex is wide on a plane of the board; 0 where its file does not say where it lies."""
    found = earth(board, plane)
    if found is None:
        return 0.0
    (a, b, _), (d, e, _) = found.across, found.down
    return round(1 / math.sqrt(abs(a * e - b * d)) / 1000, 1)
