"""What does not change while the server runs, as it goes over the wire: boards and rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..core.aids import Chart
from ..core.shown import Shape


class HexInfo(Shape, frozen=True):
    """A hex; x and y are hex-plane units, `plane` says on which map it lies where a board has several."""

    name: str
    x: float
    y: float
    terrain: str
    features: Sequence[str]
    provenance: str
    note: str
    plane: str = ""


class HexsideInfo(Struct, frozen=True):
    """What lies between two hexes."""

    a: str
    b: str
    kind: str
    name: str
    provenance: str


class PlaceInfo(Struct, frozen=True):
    hex: str
    kind: str
    name: str
    tags: Sequence[str]
    provenance: str


class AreaInfo(Struct, frozen=True):
    title: str
    hexes: Sequence[str]


class BoxInfo(Struct, frozen=True):
    """A box beside the map."""

    name: str
    title: str
    tags: Sequence[str]
    turn: int = 0  #: of the turn track; 0 for other boxes


class LineInfo(Struct, frozen=True):
    """How a hexside word is drawn: along the side or from hex to hex, and its colour."""

    across: bool
    colour: str


class BoardInfo(Struct, frozen=True):
    """A board. `grounds` are the grounds that draw its terrain words, `lines` the lines that draw its hexside words; a word
    without one is not drawn. `kilometres` says how wide a hex is, by map, where that is known."""

    name: str
    title: str
    stagger: str
    corners: Sequence[tuple[float, float]]
    hexes: list[HexInfo]
    sides: list[HexsideInfo]
    places: list[PlaceInfo]
    areas: dict[str, AreaInfo]
    boxes: list[BoxInfo]
    grounds: dict[str, str]
    lines: dict[str, LineInfo]
    bounds: tuple[float, float, float, float]
    kilometres: dict[str, float] = {}


class RulingInfo(Struct, frozen=True):
    """How a doubt has been settled."""

    id: str
    problem: str
    ruling: str


class RuleInfo(Struct, frozen=True):
    """A rule in our own words; `also` spells out its abbreviations."""

    id: str
    title: str
    text: str
    also: str
    kind: str
    refs: list[str]
    rulings: list[RulingInfo]


class PointInfo(Struct, frozen=True):
    """A paragraph of the game on one page."""

    title: str
    text: str
    rules: list[str]


class Aids(Struct, frozen=True):
    """What helps at the table: the game on one page, its charts, and the order of battle as formations with their units."""

    summary: list[PointInfo]
    charts: list[Chart]
    formations: dict[str, list[str]]


class PuzzleInfo(Struct, frozen=True):
    """A puzzle of a game: who is to do what, in about how many minutes; what it is about, and how hard it is, from 1 to 3."""

    name: str
    title: str
    task: str
    seat: str
    minutes: int
    rules: list[str]
    theme: str
    level: int
