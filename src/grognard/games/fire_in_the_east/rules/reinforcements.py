"""34.A Reinforcements: who is due, and where each may be placed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Eliminated
from ....core.rule import rule
from ..events.home import Arrived, Delayed, Pooled
from ..home_front import CITY_KINDS, City, home
from ..material import LAST_TURN, P
from ..state import ARRIVED, AXIS, FROM_THE_EAST, IN_TRANSIT, SOVIET
from ..supply_lines import FAR
from . import axis_allies, control, movement, rail_movement, scenarios, stacking, supply
from .units import face, name, where

EDGES = tuple(f"west-edge-{country}" for country in ("greater-germany", "hungary", "rumania", "bulgaria", "greece"))
SEA = "off-map-port"
IN_TOWN = "-cities"
THROUGH_SWEDEN = 2  #: Jul I 41: after it nobody passes (31.Bb)


# ---------------------------------------------------------------- who is due


@rule("34.A", "34.A.2a")
def due(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units of the phasing side that may be placed in this initial phase."""
    box = p.game.calendar.boxes.get(p.s.turn, -1)
    if box < 0:
        return []
    formed, is_air = home(p.game).conversions, p.game.is_air
    return [unit for unit in p.units(box, p.s.active) if unit not in formed and not is_air[unit]]


def place_of(p: P, unit: int) -> str:
    """The word of the order of battle for where a unit arrives."""
    if scenarios.entry_hexes(p, unit) is not None:
        return "edge"
    place = home(p.game).arrival_place.get(unit, "west-edge-or-sea" if p.side_of(unit) == AXIS else "major-cities")
    if place == "sweden" and p.s.turn > THROUGH_SWEDEN:  # it has been withdrawn for another that returns (34.C)
        return "west-edge-or-sea"
    return "norway-ports" if place == "sweden" and not axis_allies.effort(p).transit else place


def _heading(word: str) -> str:
    """The rule under which units with this word arrive."""
    fixed = {
        "west-edge-or-sea": "34.A.1a", "norway-ports": "34.A.1b", "sweden": "34.A.1c", "german-cities": "34.A.1e",
        "west-edge": "34.A.1f", "west-edge-hungary": "34.A.1g", "west-edge-germany": "34.A.1i", "major-cities": "34.A.2e",
        "eastern-mds": "34.A.2f", "volga-md": "34.A.2g", "transcaucasus-md": "34.A.2h",
    }  # fmt: skip
    if word in fixed:
        return fixed[word]
    return "34.A.2d" if word.startswith(("city:", "hex:", "crimea", "edge")) else "34.A.2b"


def rule_of(p: P, unit: int) -> str:
    word = place_of(p, unit)
    if word == "finnish-cities":
        return "34.A.1d" if face(p, unit).nation == "german" else "34.A.1h"
    return _heading(word)


# ---------------------------------------------------------------- where they go


@rule("34.A", "34.A.1a", "34.A.1b", "34.A.1c", "34.A.1d", "34.A.1e", "34.A.1f", "34.A.1g", "34.A.1h", "34.A.1i", "34.A.2d",
      "34.A.2f", "34.A.2g", "34.A.2h")  # fmt: skip
def entries(p: P, unit: int) -> list[int]:
    """Where a unit may be placed, as far as its order of battle and control go."""
    return grounds(p, unit, place_of(p, unit))


def grounds(p: P, unit: int, word: str) -> list[int]:
    """The same under any heading: those who are replaced arrive like others."""
    side = p.side_of(unit)
    control_of = p.s.control
    if word == "sweden":
        return list(_all_grounds(p, unit, word))
    beyond = scenarios.outside(p)
    return [
        node for node in _all_grounds(p, unit, word)
        if node >= p.game.board.hexes or (control_of[node] == side and (beyond is None or not beyond[node]))
    ]  # fmt: skip


def _all_grounds(p: P, unit: int, word: str) -> Sequence[int]:
    front, board = home(p.game), p.game.board
    if word == "edge":
        return scenarios.entry_hexes(p, unit) or ()
    if word in ("west-edge-or-sea", "west-edge"):
        edges = EDGES if axis_allies.hungary_at_war(p) else [edge for edge in EDGES if edge != "west-edge-hungary"]
        sea = (p.game.box[SEA],) if word.endswith("sea") else ()
        return (*(hex for edge in edges if edge in board.areas for hex in board.areas[edge].hexes), *sea)
    areas = {
        "west-edge-hungary": "west-edge-hungary", "west-edge-germany": "west-edge-greater-germany", "sweden": "sweden-rail-edge",
        "volga-md": "volga-entry", "transcaucasus-md": "transcaucasus-entry",
    }  # fmt: skip
    if word in areas:
        return _land(p, areas[word])
    if word == "norway-ports":
        ports = [hex for hex in _land(p, "norway") if front.port[hex]]
        neutral = axis_allies.effort(p).enters > LAST_TURN  # 39.Cg: then they may come like others
        return [*ports, *_all_grounds(p, unit, "west-edge-or-sea")] if neutral else ports
    if word == "finnish-cities":
        return _finnish_cities(p, unit)
    if word == "german-cities":
        hexes = [*_towns(p, "greater-germany"), *_towns(p, "ussr")]
        return [hex for hex in hexes if p.s.control[hex] == AXIS and supply.traces(p, hex, AXIS)]
    if word == "rumanian-cities":
        return _towns(p, "rumania")
    if word.startswith("city:"):
        return front.cities[word[5:]].hexes if word[5:] in front.cities else ()
    if word.startswith("hex:"):
        return (board.node(word[4:]),)
    if word == "crimea-cities":
        cities = [front.cities[name] for name in ("Sevastopol", "Simferopol", "Kerch") if name in front.cities]
        return [hex for city in cities if not _arrived_in(p, city, word) for hex in city.hexes]
    if word == "major-cities":
        return _major_cities(p, unit)
    return _district(p, unit, word.removesuffix(IN_TOWN), word.endswith("-replacements"))


def _land(p: P, area: str) -> list[int]:
    areas = p.game.board.areas
    return [hex for hex in areas[area].hexes if p.game.land[hex]] if area in areas else []


def _towns(p: P, area: str) -> list[int]:
    """Cities of any size in an area."""
    city_at = home(p.game).city_at
    return [hex for hex in _land(p, area) if hex in city_at and city_at[hex].kind in CITY_KINDS]


@rule("34.A.1d", "34.A.1h", "32.B.c")
def _finnish_cities(p: P, unit: int) -> list[int]:
    """Finns come to cities south of the Arctic; Germans to any that has a supply line, in the south within their limit."""
    arctic = p.game.arctic
    towns = [*_towns(p, "finland"), *(hex for hex in _towns(p, "ex-finland") if p.s.finnish[hex])]
    if face(p, unit).nation == "finnish":
        return [hex for hex in towns if not arctic[hex]]
    if not axis_allies.finland_at_war(p):
        return []
    room = axis_allies.has_room_in_the_south(p, (unit,))
    lines = supply.lines(p, AXIS, supply.FINNISH).overland
    return [hex for hex in towns if (arctic[hex] or room) and lines[hex] != FAR]


@rule("34.A.2e", "errata.rules.34A2")
def _major_cities(p: P, unit: int) -> list[int]:
    """Soviet major cities that are not isolated; one unit of a type per city and turn."""
    kind = face(p, unit).type
    found = []
    for city in home(p.game).soviet_major:
        free = [hex for hex in city.hexes if p.s.control[hex] == SOVIET]
        if free and not any(face(p, other).type == kind for other in _arrived_in(p, city, "major-cities")):
            found += [hex for hex in free if not supply.isolated_at(p, hex, SOVIET)]
    return found


def _arrived_in(p: P, city: City, word: str) -> list[int]:
    """Units that have been placed in a city in this phase under a heading."""
    places = home(p.game).arrival_place
    return [
        unit for hex in city.hexes for unit in p.units(hex, SOVIET) if p.s.status[unit] & ARRIVED and places.get(unit) == word
    ]


# ---------------------------------------------------------------- districts


@rule("34.A.2b", "34.A.2c")
def _district(p: P, unit: int, district: str, replaced: bool = False) -> list[int]:
    """The cities of a district whose turn it is: each major city that is not isolated gets one unit, then each dot city, then
    each isolated city, and again. A city without room is passed over."""
    ranks = _ranks(p, unit, district.removesuffix("-replacements"), replaced)
    counts = {city: _received(p, city) for rank in ranks for city in rank}
    if not counts:
        return []
    least = min(counts.values())
    for rank in ranks:
        next_ = [city for city in rank if counts[city] == least]
        if next_:
            return [hex for city in next_ for hex in rank[city]]
    return []


def _ranks(p: P, unit: int, district: str, replaced: bool) -> list[dict[City, list[int]]]:
    """Cities with room and their hexes, in the order in which they are served; units that are replaced do not go to isolated
    ones."""
    ranks, alone = list[dict[City, list[int]]](), dict[City, list[int]]()
    for cities in home(p.game).entry_cities[district]:
        ranks.append({})
        for city in cities:
            if hexes := _rooms(p, unit, city):
                (alone if supply.is_city_isolated(p, city.hexes, SOVIET) else ranks[-1])[city] = hexes
    return [*ranks, {} if replaced else alone]


def _rooms(p: P, unit: int, city: City) -> list[int]:
    return [hex for hex in city.hexes if p.s.control[hex] == SOVIET and has_room(p, unit, hex)]


def _received(p: P, city: City) -> int:
    """How many units have been placed in a city in this phase as units of its district."""
    word = f"{city.district}{IN_TOWN}"
    return len(_arrived_in(p, city, word)) + sum(
        1 for hex in city.hexes for unit in p.units(hex, SOVIET)
        if p.s.status[unit] & ARRIVED and home(p.game).arrival_place.get(unit, "") != word
        and home(p.game).arrival_place.get(unit, "") not in ("major-cities", f"city:{city.name}")
    )  # fmt: skip


def has_room(p: P, unit: int, node: int) -> bool:
    return node >= p.game.board.hexes or not p.game.is_ground[unit] or stacking.has_room(p, (unit,), node)


def open_nodes(p: P, units: Sequence[int]) -> list[int]:
    """Where all these units may be placed now."""
    if not units:
        return []
    able = {*due(p)}
    if not able.issuperset(units):
        return []
    found = {*entries(p, units[0])}
    for unit in units[1:]:
        found &= {*entries(p, unit)}
    return sorted(node for node in found if all(has_room(p, unit, node) for unit in units))


# ---------------------------------------------------------------- what is said


@rule("34.A", "34.A.2b", "34.A.2c")
def arrive(p: P, command: Command) -> None:
    """Place reinforcements; several that are named together come one after the other."""
    node = command.hexes[0]
    for unit in command.units:
        if unit not in due(p):
            raise Illegal("34.A", f"{name(p, unit)} is not due in this initial phase")
        if node not in entries(p, unit):
            raise Illegal(_refusal(p, unit, node), f"{name(p, unit)} does not arrive in {where(p, node)}")
        if not has_room(p, unit, node):
            raise Illegal("34.A.2c" if p.s.active == SOVIET else "8.Ba", f"there is no room in {where(p, node)}")
        bring(p, unit, node)


def _refusal(p: P, unit: int, node: int) -> str:
    if node < p.game.board.hexes and p.s.control[node] != p.side_of(unit):
        return "34.A"
    hungary = not axis_allies.hungary_at_war(p) and node < p.game.board.hexes and p.game.board.mask("hungary")[node]
    return "32.A.1a" if hungary and place_of(p, unit).startswith("west-edge") else rule_of(p, unit)


def bring(p: P, unit: int, node: int) -> None:
    """A unit comes onto the map, or into a box beside it."""
    p.s.status[unit] |= ARRIVED | (IN_TRANSIT if node < p.game.board.hexes and p.game.board.mask("sweden")[node] else 0)
    if node < p.game.board.hexes and p.game.is_ground[unit] and not p.game.neutral[node]:
        control.put(p, (unit,), node)
    else:
        p.place(unit, node)
    p.emit(Arrived(units=(unit,), hex=node, side=p.side_of(unit), rule="34.A"))


def muster(p: P, command: Command) -> None:
    """The referee places all that are due."""
    place_all(p)


def place_all(p: P) -> None:
    count, hexes = p.s.count[p.s.active], p.game.board.hexes
    for unit in due(p):
        nodes = sorted(entries(p, unit), key=lambda node: (node >= hexes, count[node], node))
        goal = next((node for node in nodes if has_room(p, unit, node)), -1)
        if goal >= 0:
            bring(p, unit, goal)


@rule("34.A.2c", "34.A.2d", "34.A.2e")
def close(p: P) -> None:
    """At the end of the initial phase: who could not come is lost or delayed, as his heading says."""
    place_all(p)
    for unit in due(p):
        if p.s.active == AXIS or place_of(p, unit) == "major-cities" or not p.game.is_ground[unit]:
            if p.game.calendar.schedule(p, unit, p.s.turn + 1):
                p.emit(Delayed(units=(unit,), side=p.s.active, rule=rule_of(p, unit)))
            continue
        p.place(unit, p.game.pool[p.s.active])
        p.emit(
            Eliminated(units=(unit,), hex=p.game.pool[p.s.active], why="it cannot enter play", side=p.s.active, rule="34.A.2c")
        )


@rule("34.A.2f", "34.E.5")
def bring_the_distant(p: P) -> None:
    """Units of the eastern districts lie beyond the east edge; others go into the replacement pool at once."""
    for unit in due(p):
        if place_of(p, unit) == "eastern-mds":
            p.s.status[unit] |= ARRIVED
            p.place(unit, p.game.box["eastern-mds"])
    for entry in p.game.calendar.on(p.s.turn, "pool", p.s.active):
        if p.game.calendar.waits(p, entry.unit):
            p.place(entry.unit, p.game.pool[p.s.active])
            p.emit(Pooled(units=(entry.unit,), side=p.s.active, rule="34.E.5"))


# ---------------------------------------------------------------- from the east


def beyond_the_edge(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units of the eastern districts that wait to come in by rail."""
    return p.units(p.game.box["eastern-mds"], SOVIET) if p.s.active == SOVIET else []


@rule("34.A.2f", "34.B.2g", "7.A")
def gates(p: P, units: Sequence[int] = ()) -> list[int]:
    """Railway hexes on the east edge into which Soviet trains can come."""
    hexes = p.game.board.areas["soviet-supply"].hexes if "soviet-supply" in p.game.board.areas else ()
    return rail_movement.open_to_trains(p, hexes)


@rule("34.A.2f", "34.B.2g", "7.A.4c")
def enter(p: P, command: Command) -> None:
    """Units of the eastern districts come in by rail, go on by rail as they like, and take up no capacity."""
    hex, waiting = command.hexes[0], {*beyond_the_edge(p)}
    for unit in command.units:
        if unit not in waiting:
            raise Illegal("34.A.2f", f"{name(p, unit)} does not wait beyond the east edge")
    if hex not in gates(p):
        raise Illegal("34.A.2f", f"{where(p, hex)} is no railway hex on the east edge that is yours")
    movement.require_room(p, command.units, hex)
    for unit in command.units:
        p.s.status[unit] |= FROM_THE_EAST
    control.put(p, command.units, hex)
    rail_movement.come_in(p, command.units, hex)
    p.emit(Arrived(units=command.units, hex=hex, side=SOVIET, rule="34.A.2f"))


def sample_enter(p: P, rng: random.Random) -> Command | None:
    units, hexes = beyond_the_edge(p), gates(p)
    if not units or not hexes:
        return None
    unit, hex = units[int(rng.random() * len(units))], hexes[int(rng.random() * len(hexes))]
    return Command("enter", (unit,), (hex,)) if stacking.has_room(p, (unit,), hex) else None


def is_needed(p: P, side: int) -> bool:
    """Is somebody due?"""
    return bool(due(p))


def sample_arrive(p: P, rng: random.Random) -> Command | None:
    units = due(p)
    if not units or rng.random() < 0.6:
        return None
    unit = units[int(rng.random() * len(units))]
    nodes = open_nodes(p, (unit,))
    return Command("arrive", (unit,), (nodes[int(rng.random() * len(nodes))],)) if nodes else None


Heard = Callable[[P], None]
