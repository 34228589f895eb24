"""Where the armies of June may stand, read from `data/deployment.toml`: groups of the orders of battle in the printed order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ...core.board import Board
from ...core.rule import rule

#: the steps of the set-up, in their order
BORDER, AXIS_STEP, INTERIOR = STEPS = ("soviet-border", "axis", "soviet-interior")
CITIES = ("major-city", "dot-city", "reference-city")
AS_REINFORCEMENTS = "as reinforcements"


class Ground(msgspec.Struct, frozen=True):
    """Some hexes that a group may use, and how much of it may or must stand there, in regimental equivalents or units."""

    hexes: frozenset[int]
    most: Fraction | None = None
    exactly: Fraction | None = None
    each: Fraction | None = None  #: in each of the hexes
    units_each: int | None = None  #: at most so many units per city
    one_of_a_type: bool = False  #: no city has two units of one type
    in_turn: bool = False  #: cities are filled one after the other, as by reinforcements

    @property
    def limited(self) -> bool:
        return self.most is not None or self.exactly is not None or self.each is not None


class Group(msgspec.Struct, frozen=True):
    """Units that are deployed by the same words."""

    name: str
    title: str
    step: str
    district: str  #: the military district it belongs to, of those on the border
    stacked_with: str  #: the district whose other units each of its units must stand with
    grounds: tuple[Ground, ...]
    hexes: frozenset[int]  #: of all its grounds
    pieces: tuple[str, ...] = ()  #: handles of counters that the orders of battle give as numbers
    apart: int = 0  #: the least distance between two of them
    airbases: bool = False  #: only where there is an airbase


class Stock(msgspec.Struct, frozen=True):
    """Forts, permanent airfields or resource points that are deployed by the same words."""

    kind: str  #: fort, airfield, resource
    step: str
    count: int
    hexes: frozenset[int]
    apart: int = 0
    beside: str = ""  #: a group with whose units some may stand elsewhere
    most_beside: int = 0
    most_in: tuple[frozenset[int], int] = (frozenset(), 0)  #: of those, so many in these hexes


@rule("errata.ob.axis.1", "errata.ob.axis.2", "errata.ob.axis.3", "errata.ob.soviet.western", "errata.ob.soviet.kiev-ranges",
      "errata.ob.soviet.kiev-reserves", "errata.ob.soviet.odessa", "errata.ob.soviet.moskva", "errata.ob.soviet.north-caucasus",
      "designers-notes.ob.5")  # fmt: skip
def read_groups(data: Mapping[str, Any], board: Board) -> tuple[Group, ...]:
    """All groups, in the order of the file."""
    raw = data["group"]
    districts: dict[str, frozenset[int]] = {}
    for entry in raw:
        if district := entry.get("district", ""):
            districts[district] = districts.get(district, frozenset()) | _hexes(_grounds(entry, board))
    found = []
    for entry in raw:
        grounds = _grounds(entry, board)
        company = entry.get("with", "")
        hexes = districts[company] if company else _hexes(grounds)
        found.append(Group(entry["name"], entry["title"], entry["step"], entry.get("district", ""), company, grounds, hexes))
    for entry in data.get("asset", ()):
        grounds = _grounds(entry, board)
        pieces = tuple(f"{entry['pieces']}{number}" for number in range(entry["from"], entry["from"] + entry["count"]))
        found.append(Group(entry["name"], entry["title"], entry["step"], "", "", grounds, _hexes(grounds), pieces,
                           entry.get("apart", 0), entry.get("airbases", False)))  # fmt: skip
    return tuple(found)


def read_stocks(data: Mapping[str, Any], board: Board) -> tuple[Stock, ...]:
    """All stocks, in the order of the file."""
    found = []
    for entry in data.get("stock", ()):
        hexes = _hexes(_grounds(entry, board)) & frozenset(
            board.areas["axis-start" if entry["step"] == AXIS_STEP else "soviet-start"].hexes
        )
        if ground := entry.get("ground"):
            fit = board.terrain_mask(*ground)
            hexes = frozenset(hex for hex in hexes if fit[hex])
        limit = entry.get("most_in")
        most_in = (frozenset(board.areas[limit["area"]].hexes), limit["most"]) if limit else (frozenset(), 0)
        found.append(Stock(entry["kind"], entry["step"], entry["count"], hexes, entry.get("apart", 0), entry.get("with", ""),
                           entry.get("most_with", 0), most_in))  # fmt: skip
    return tuple(found)


def _hexes(grounds: Sequence[Ground]) -> frozenset[int]:
    return frozenset().union(*(ground.hexes for ground in grounds))


def _grounds(entry: Mapping[str, Any], board: Board) -> tuple[Ground, ...]:
    """The grounds of an entry; several of the same kind under one rule (the cities of several districts) are one."""
    found: dict[tuple[Any, ...], frozenset[int]] = {}
    for area in entry.get("areas", ()):
        rest = (area.get("most"), area.get("exactly"), area.get("each"), area.get("units_each"), area.get("same_type_each"),
                area.get("cities") == AS_REINFORCEMENTS)  # fmt: skip
        found[rest] = found.get(rest, frozenset()) | _area(area, board)
    return tuple(
        Ground(hexes, _exact(most), _exact(exactly), _exact(each), units, bool(one_type), in_turn)
        for (most, exactly, each, units, one_type, in_turn), hexes in found.items()
    )


def _exact(number: int | None) -> Fraction | None:
    return None if number is None else Fraction(number)


def _area(area: Mapping[str, Any], board: Board) -> frozenset[int]:
    """The hexes that one entry speaks of."""
    hexes = frozenset(range(board.hexes))
    if "area" in area:
        hexes = frozenset(board.areas[area["area"]].hexes)
    if "hex" in area:
        hexes = frozenset((board.node(area["hex"]),))
    if "place" in area:
        hexes = frozenset(place.hex for place in board.places if place.name == area["place"])
    if "around" in area:
        centre = board.node(area["around"])
        hexes = frozenset(h for h in hexes & frozenset(board.areas["ussr"].hexes) if board.distance(h, centre) <= area["within"])
    if kind := area.get("cities", ""):
        kinds = {"any": CITIES, AS_REINFORCEMENTS: CITIES[:2]}.get(kind, (kind,))
        hexes &= frozenset(place.hex for place in board.places if place.kind in kinds)
    return hexes


class Spot(msgspec.Struct, frozen=True):
    """A place of the historical deployment."""

    kind: str
    amount: int
    name: str
    hex: int


def read_assets(rows: Sequence[Mapping[str, str]], board: Board, side: str) -> tuple[Spot, ...]:
    """Where forts, airfields, guns, resource points and the like of a side stood, as `historical_assets.csv` has them."""
    return tuple(
        Spot(row["kind"], int(row["amount"]), row["name"], board.node(row["hex"]))
        for row in rows
        if row["side"] == side and row["hex"]
    )
