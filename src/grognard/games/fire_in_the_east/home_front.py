"""What the home front needs of board and charts, compiled once per material: climate, districts with their cities, the set-up."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from ...core.board import Mask
from ...core.rule import rule
from .climate import read_climate
from .deployment import read_assets, read_groups, read_stocks
from .home_charts import OFF_MAP, read_home_charts
from .material import Material
from .state import AXIS, SIDES, SOVIET

MAJOR, DOT, REFERENCE, FORTRESS = "major-city", "dot-city", "reference-city", "fortress"
CITY_KINDS = (MAJOR, DOT, REFERENCE)
DISTRICTS = (
    "leningrad-md", "baltic-md", "western-md", "kiev-md", "odessa-md", "kharkov-md", "orel-md", "moskva-md", "arkhangelsk-md",
    "north-caucasus-md",
)  # fmt: skip
#: kinds of position AA -> what their handles are called
GUNS = {"position-AA-heavy": "h", "position-AA-light": "l", "position-AA-heavy-RR": "hr", "position-AA-light-RR": "lr"}
#: countries whose border with the USSR must be watched on every hex at the start (36d)
WATCHED_BORDERS = ("greater-germany", "hungary", "rumania")


class City(msgspec.Struct, frozen=True):
    """A city, with all its hexes; the first is the one where its rail yards, factory and ministries are."""

    name: str
    kind: str
    hexes: tuple[int, ...]
    district: str  #: none outside the USSR


class HomeFront:
    """All that follows from board and charts alone."""

    def __init__(self, game: Material) -> None:
        board = self.board = game.board
        turns = [game.turn_names[turn] for turn in sorted(game.turn_names)]
        self.charts = read_home_charts(game.raw, turns, board)
        self.climate = read_climate(game.raw, turns, board)
        self.groups = read_groups(game.deployment, board) if board.areas["setup-18th-army"].hexes else ()
        self.stocks = read_stocks(game.deployment, board) if self.groups else ()
        self.group_numbers = {group.name: number for number, group in enumerate(self.groups)}
        self.assets = (
            {side: read_assets(game.historical_assets, board, SIDES[side]) for side in (AXIS, SOVIET)} if self.groups else {}
        )
        self.icy_port: Mask = self._places(tag="ice-bound")
        self.port: Mask = self._places(tag="port")
        self.annexed: Mask = board.mask("ex-finland")  #: by the Soviets from Finland (32.B.c)
        self.needs_garrison: Mask = board.mask("ussr") & ~board.mask("acquired-1940")  #: 33.e
        self.arctic_port: Mask = self.port & self._beside(board.mask("arctic-ocean"))
        leningrad = board.mask("leningrad")
        self.around_leningrad: Mask = leningrad | self._beside(leningrad)
        self.near_helsinki = board.mask("near-helsinki").nonzero()[0].tolist()
        line = board.mask("rumanian-reserve-line")
        beside = (self._beside(line) & ~board.mask("sea")).nonzero()[0].tolist() if line.any() else []
        self.reserve_line = frozenset[int](beside)  #: and beside it
        self._find_arrivals(game)
        self._find_supplies(game)
        self._near: dict[tuple[int, int], list[int]] = {}
        self._find_cities()
        self._find_borders()

    def _places(self, tag: str) -> Mask:
        found = np.zeros(self.board.nodes, np.bool_)
        found[[place.hex for place in self.board.places if tag in place.tags]] = True
        return found

    def _beside(self, area: Mask) -> Mask:
        """Hexes that touch an area, those in it among them."""
        near = self.board.neighbours
        found: Mask = ((near >= 0) & area[near]).any(axis=1) | area
        return found

    @rule("errata.ob.soviet.jul2-transcaucasus", "errata.ob.soviet.jul2-eastern-tanks", "errata.ob.soviet.jul2-eastern-delete",
          "errata.ob.soviet.aug1-pool", "errata.ob.soviet.aug2-eastern", "errata.ob.soviet.sep2-kharkov",
          "errata.ob.soviet.oct1-eastern", "errata.ob.soviet.oct2-eastern", "errata.ob.soviet.nov1-eastern",
          "errata.ob.soviet.dec1-eastern", "errata.ob.soviet.jan1-eastern", "errata.ob.soviet.feb1-moskva")  # fmt: skip
    def _find_arrivals(self, game: Material) -> None:
        """By unit, the word for where it arrives; and the turn of antiaircraft guns and flotillas, which the calendar has not."""
        self.arrival_place = {entry.unit: entry.place for entry in game.calendar.entries if entry.what == "arrive"}
        self.later: dict[int, int] = {}
        turns = {title: turn for turn, title in game.turn_names.items()}
        used: dict[str, int] = {}
        for row in game.assets:
            if row["kind"] in GUNS and int(row["amount"] or 0) > 0:
                nation = "so" if row["side"] == "soviet" else "fi" if row["name"] == "Finnish" else "ge"
                stem = f"{nation}-aa{GUNS[row['kind']]}"
                first = used.get(stem, 0) + 1
                used[stem] = first + int(row["amount"]) - 1
                handles = [f"{stem}{number}" for number in range(first, used[stem] + 1)]
                word = "west-edge-or-sea" if row["side"] == "axis" else "major-cities"
            elif row["kind"] == "river-flotilla":
                handles, word = [f"so-{row['name'].lower()}"], f"hex:{row['placement'].removeprefix('hex ')}"
            else:
                continue
            for unit in (game.handles[handle] for handle in handles if handle in game.handles):
                self.arrival_place[unit] = word
                if row["turn"] in turns:
                    self.later[unit] = turns[row["turn"]]

    def _find_supplies(self, game: Material) -> None:
        """Resource points, lend-lease and withdrawals of guns, by turn; and who is formed of whom (34.D)."""
        turns = {title: turn for turn, title in game.turn_names.items()}
        self.resource_points: dict[tuple[int, int], int] = {}  #: by turn and side
        self.lend_lease: dict[int, list[tuple[str, str, int]]] = {}
        self.guns_withdrawn: list[tuple[int, int]] = []
        for row in game.assets:
            turn = turns.get(row["turn"])
            if turn is None:
                continue
            if row["kind"] == "resource-point":
                self.resource_points[turn, SIDES.index(row["side"])] = int(row["amount"])
            elif row["kind"].startswith("lend-lease"):
                self.lend_lease.setdefault(turn, []).append((row["kind"], row["name"], int(row["amount"])))
            elif row["kind"] in GUNS and int(row["amount"]) < 0:
                stem = f"ge-aa{GUNS[row['kind']]}"
                handles = [f"{stem}{number}" for number in range(1, 1 - int(row["amount"]))]
                self.guns_withdrawn += [(turn, game.handles[handle]) for handle in handles if handle in game.handles]
        #: new unit -> the old units it is made of, where they are named, and their kind, where they are not
        self.conversions: dict[int, tuple[tuple[int, ...], str]] = {}
        for turn in game.turn_names:
            for side in (AXIS, SOVIET):
                old, new = game.calendar.on(turn, "convert-from", side), game.calendar.on(turn, "convert-to", side)
                for number, entry in enumerate(new):
                    made_of = old[min(number, len(old) - 1)]
                    self.conversions[entry.unit] = ((made_of.unit,) if made_of.unit >= 0 else (), made_of.place)

    def _find_cities(self) -> None:
        board = self.board
        district_of = {hex: name for name in DISTRICTS if name in board.areas for hex in board.areas[name].hexes}
        kinds: dict[str, str] = {}
        hexes: dict[str, list[int]] = {}
        for place in board.places:
            kinds[place.name] = place.kind
            before = 0 if "full-hex" in place.tags or "suburb" not in place.tags else len(hexes.get(place.name, ()))
            hexes.setdefault(place.name, []).insert(before, place.hex)
        #: by name
        self.cities = {
            name: City(name, kind, tuple(hexes[name]), district_of.get(hexes[name][0], "")) for name, kind in kinds.items()
        }
        self.city_at = {hex: city for city in self.cities.values() for hex in city.hexes}
        self.is_city: Mask = np.zeros(board.nodes, np.bool_)
        self.is_city[list(self.city_at)] = True
        self.district_of = district_of
        #: by district, its major cities and its dot cities
        self.entry_cities = {name: (self._of(name, MAJOR), self._of(name, DOT)) for name in DISTRICTS}
        ussr = board.mask("ussr")
        self.soviet_major = tuple(city for city in self.cities.values() if city.kind == MAJOR and ussr[city.hexes[0]])
        #: replacement cities with what they produce (34.B.2c)
        self.production = {self.cities[name]: (district, rate) for district, cities in self.charts.production.items()
                           for name, rate in cities.items() if name in self.cities}  # fmt: skip
        self.factory_hex = {name: self.cities[name].hexes[0] for name in self.charts.factories if name in self.cities}

    def _of(self, district: str, kind: str) -> tuple[City, ...]:
        return tuple(city for city in self.cities.values() if city.district == district and city.kind == kind)

    def _find_borders(self) -> None:
        """Soviet hexes of which each must be watched at the start."""
        board, ussr = self.board, self.board.mask("ussr")
        sea = board.side_mask("sea")
        lines = [board.side_mask(hexside) for hexside in ("border", "demarcation") if hexside in board.side_kinds]
        carried = [board.side_mask(hexside) for hexside in ("rail-broad", "rail-standard", "road") if hexside in board.side_kinds]
        west = np.logical_or.reduce([board.mask(area) for area in WATCHED_BORDERS])
        finland = board.mask("finland")
        found = set()
        for hex in ussr.nonzero()[0].tolist():
            for direction, beyond in enumerate(board.rows[hex]):
                if beyond < 0:
                    continue
                on_land = not sea[hex, direction] or any(line[hex, direction] for line in lines)
                if (west[beyond] and on_land) or (finland[beyond] and any(line[hex, direction] for line in carried)):
                    found.add(hex)
        self.watched_border = tuple(sorted(found))

    def within(self, hex: int, distance: int) -> list[int]:
        """All hexes so near to a hex, itself among them."""
        key = hex, distance
        if key not in self._near:
            far = self.board.distances(np.array([hex], np.int16))[0]
            self._near[key] = (far[: self.board.hexes] <= distance).nonzero()[0].tolist()
        return self._near[key]

    def hexes_of(self, names: Iterable[str]) -> frozenset[int]:
        return frozenset(hex for name in names if name in self.cities for hex in self.cities[name].hexes)

    def pool_of(self, district: str) -> int:
        """The number of a district's pool of points."""
        return self.charts.districts.index(district)

    def is_off_map(self, district: str) -> bool:
        return district in OFF_MAP


def home(game: Material) -> HomeFront:
    """The home front of a material."""
    found: HomeFront | None = game.kept.get("home")
    if found is None:
        found = game.kept["home"] = HomeFront(game)
    return found
