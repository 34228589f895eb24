"""Rule 14.A: engineers at work in the movement phase. Forts and permanent airfields are in `construction.py`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from .. import rails
from ..events.lines import AirfieldBuilt, PortDemolished, Regauged, Repaired
from ..material import Material, P
from ..state import ONE, SOVIET, WORKING
from ..supply_lines import FAR
from . import airbases, points, railways, supply, terrain, weather
from .movement import unable
from .units import face, ground_units, name, on_map, where

TEMPORARY, PERMANENT = 1, 2
MOST_PORT_HITS = 10
BUILDERS = ("construction", "combat")
WORKERS = "workers"
#: what is repaired, by the word of the command: the entry of the charts
REPAIRS = {"rail": "rail_repair", "port": "port_repair_hit", "airbase": "airbase_repair_hit"}


# ---------------------------------------------------------------- who can do what


@rule("14.A", "14.A.1", "14.A.2", "14.A.3", "14.A.4")
def builds(p: P, unit: int) -> bool:
    """Construction and combat engineers have construction abilities; assault and railroad engineers have not."""
    return face(p, unit).engineer in BUILDERS


def lays_rails(p: P, unit: int) -> bool:
    return face(p, unit).engineer == "railroad"


def is_engineer(p: P, unit: int) -> bool:
    return builds(p, unit) or lays_rails(p, unit)


def is_busy(p: P, unit: int) -> bool:
    """Is an engineer building something that takes turns? Then it does nothing else."""
    return any(unit in site.engineers for site in p.s.sites)


# ---------------------------------------------------------------- what work costs


@rule("14.A.1.a", "14.A.1.b", "14.A.1f", "14.A.4", "errata.rules.14A4")
def price(p: P, what: str, hex: int, *, quick: bool) -> int:
    """Movement points in eighths that each engineer spends: double in poor weather, half for two together or with workers."""
    chart = p.game.raw["engineers"]
    points = int(chart["mp"][what]) * ONE
    if weather.poor_at(p, hex) and what not in chart["poor_weather_not_doubled"]:
        points *= chart["poor_weather_factor"]
    return points // 2 if quick else points


@rule("14.A.1.b", "14.A.1.c", "14.A.1.d", "14.A.1")
def check_crew(p: P, units: Sequence[int], word: str | None, what: str) -> bool:
    """May these engineers work together? Tells whether they work quickly: two of one hex, or one with workers."""
    if p.s.phase == "exploitation":
        raise Illegal("14.A.1.d", "engineers do not build in the exploitation phase")
    if len(units) > 2 or (len(units) == 2 and word == WORKERS):
        raise Illegal("14.A.1.b", "construction costs cannot be decreased any further")
    if word not in (None, WORKERS):
        raise Illegal("14.A.1.c", f"work is done with or without {WORKERS}")
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("14.A.1.b", "engineers who work together are stacked together")
    for unit in units:
        refused = unable(p, unit)
        if refused is not None:
            raise refused
        if not (builds(p, unit) or (what in ("rail_repair", "regauge") and lays_rails(p, unit))):
            raise Illegal("14.A.4" if lays_rails(p, unit) else "14.A.1", f"{name(p, unit)} has no such ability")
        if is_busy(p, unit):
            raise Illegal("14.A.1a", f"{name(p, unit)} is building already")
    if word == WORKERS:
        refused = workers_refusal(p, units[0])
        if refused is not None:
            raise refused
    return len(units) == 2 or word == WORKERS


def check_points(p: P, units: Sequence[int], cost: int, cause: str) -> None:
    for unit in units:
        if points.points_left(p, unit) < cost:
            raise Illegal(cause, f"{name(p, unit)} would spend {cost / ONE:g} movement points on it")


def work(p: P, units: Sequence[int], cost: int, word: str | None) -> None:
    """Engineers spend points on the spot."""
    if word == WORKERS:
        hire(p, units[0])
    for unit in units:
        points.pay(p, unit, cost)


# ---------------------------------------------------------------- workers


class Engaged(NamedTuple):
    """How many engineers the workers of each city help, and those who could be helped by others: their city, the others."""

    workers: tuple[tuple[int, int], ...]
    helped_elsewhere: tuple[tuple[int, ...], ...]


def cities(game: Material) -> list[tuple[list[int], int]]:
    """The major cities of the USSR and how many engineers the workers of each can help."""
    if "workers" not in game.kept:
        chart = game.raw["engineers"]["workers"]
        by_name: dict[str, list[int]] = {}
        kinds: dict[str, str] = {}
        for place in game.board.places:
            if place.kind == "major-city" and game.ussr[place.hex]:
                by_name.setdefault(place.name, []).append(place.hex)
                size = next((size for size in ("multi-hex", "full-hex") if size in place.tags), "partial-hex")
                kinds[place.name] = f"{size.replace('-', '_')}_city"
        game.kept["workers"] = [(hexes, int(chart[kinds[city]])) for city, hexes in by_name.items()]
    found: list[tuple[list[int], int]] = game.kept["workers"]
    return found


@rule("14.A.1.c")
def cities_near(p: P, unit: int) -> list[int]:
    """Soviet major cities within four hexes of an engineer, by their first hexes."""
    hex, far = p.s.loc[unit], int(p.game.raw["engineers"]["workers"]["line_hexes"])
    found = []
    for hexes, _ in cities(p.game):
        near = min(p.game.board.distance(hex, part) for part in hexes) <= far
        mine = [part for part in hexes if p.s.control[part] == SOVIET] if near else []
        if mine and supply.hexes_to(p, SOVIET, mine, far)[hex] != FAR:
            found.append(hexes[0])
    return found


@rule("14.A.1.c")
def engaged_with(p: P, near: Sequence[int]) -> Engaged | None:
    """Who helps whom once workers of one of these cities help one engineer more, those who could be helped from elsewhere being
    helped from there if that is needed; None where no distribution has room for him."""
    most = {hexes[0]: number for hexes, number in cities(p.game)}
    engaged, elsewhere = dict(p.s.workers), list(p.s.helped_elsewhere)

    def room(city: int, seen: set[int]) -> bool:
        """Have the workers of a city a hand free, or can one of those they help be helped by others?"""
        if engaged.get(city, 0) < most[city]:
            return True
        seen.add(city)
        for number, (helping, *others) in enumerate(elsewhere):
            for other in others if helping == city else ():
                if other not in seen and room(other, seen):
                    rest = [each for each in others if each != other]
                    elsewhere[number] = (other, *sorted([*rest, city]))
                    engaged[other], engaged[city] = engaged.get(other, 0) + 1, engaged[city] - 1
                    return True
        return False

    free = [city for city in near if engaged.get(city, 0) < most[city]] or [city for city in near if room(city, set())][:1]
    if not free:
        return None
    city = free[0]
    engaged[city] = engaged.get(city, 0) + 1
    if len(near) > 1:
        elsewhere.append((city, *sorted(each for each in near if each != city)))
    return Engaged(tuple(sorted(engaged.items())), tuple(elsewhere))


@rule("14.A.1.c", "31.G")
def workers_refusal(p: P, unit: int) -> Illegal | None:
    if p.side_of(unit) != SOVIET:
        return Illegal("14.A.1.c", "only Soviet engineers are helped by workers")
    if p.s.turn == 1:
        return Illegal("31.G", "workers do not help on Jun II 41")
    near, engaged = cities_near(p, unit), dict(p.s.workers)
    is_helped = bool(p.s.logistics[unit] & WORKING)
    if not any(engaged.get(city, 0) for city in near) if is_helped else engaged_with(p, near) is None:
        return Illegal("14.A.1.c", f"no major city within four hexes has workers left for {name(p, unit)}")
    return None


def hire(p: P, unit: int) -> None:
    """Workers of a city help an engineer for this player turn."""
    if p.s.logistics[unit] & WORKING:
        return
    found = engaged_with(p, cities_near(p, unit))
    assert found is not None, "nobody is hired whom workers refuse"
    p.s.workers, p.s.helped_elsewhere = found
    p.s.set("logistics", unit, p.s.logistics[unit] | WORKING)


# ---------------------------------------------------------------- repairs and demolition


def is_port(p: P, hex: int) -> bool:
    return bool(supply.tagged(p.game, "port")[hex])


def is_damaged(p: P, what: str, hex: int) -> bool:
    if what == "rail":
        return bool(p.s.broken[hex])
    return bool(p.s.port_hits[hex] if what == "port" else p.s.damage[hex])


@rule("14.A.1f", "14.A.1c")
def check_repair(p: P, command: Command) -> None:
    """Remove one hit from a railway, a port or an airbase in the engineers' hex."""
    what, word = split(command.word)
    if what not in REPAIRS:
        raise Illegal("14.A.1f", f"what can be repaired: {', '.join(REPAIRS)}")
    hex = p.s.loc[command.units[0]]
    quick = check_crew(p, command.units, word, REPAIRS[what])
    if not is_damaged(p, what, hex):
        raise Illegal("14.A.1f", f"there is no damaged {what} in {where(p, hex)}")
    if what == "airbase" and p.s.airfield[hex] == TEMPORARY and weather.weather_at(p, hex) == "mud":
        raise Illegal("14.A.1.a", "temporary airfields are not repaired in mud")
    check_points(p, command.units, price(p, REPAIRS[what], hex, quick=quick), "14.A.1f")


def split(word: str | None) -> tuple[str, str | None]:
    """`rail` or `rail-workers`."""
    what, dash, helped = (word or "").partition("-")
    return what, helped if dash else None


@rule("14.A.1f")
def repair(p: P, command: Command) -> None:
    what, word = split(command.word)
    hex = p.s.loc[command.units[0]]
    work(p, command.units, price(p, REPAIRS[what], hex, quick=len(command.units) == 2 or word == WORKERS), word)
    if what == "rail":
        p.s.set("broken", hex, 0)
    elif what == "port":
        p.s.port_hits[hex] -= 1
    else:
        p.s.damage[hex] -= 1
    p.emit(Repaired(units=command.units, hex=hex, what=what, side=p.s.active, rule="14.A.1f"))


@rule("14.A.1e")
def check_demolish(p: P, command: Command) -> None:
    """A port takes one hit for every three points, whatever the weather."""
    units, hex = command.units, p.s.loc[command.units[0]]
    check_crew(p, units, None, "port_demolition_hit")
    if len(units) != 1:
        raise Illegal("14.A.1e", "one engineer demolishes a port")
    if not is_port(p, hex) or p.s.port_hits[hex] >= MOST_PORT_HITS:
        raise Illegal("14.A.1e", f"there is no port to demolish in {where(p, hex)}")
    check_points(p, units, price(p, "port_demolition_hit", hex, quick=False), "14.A.1e")


@rule("14.A.1e", "28.C.1")
def demolish(p: P, command: Command) -> None:
    hex = p.s.loc[command.units[0]]
    work(p, command.units, price(p, "port_demolition_hit", hex, quick=False), None)
    p.s.port_hits[hex] += 1
    p.emit(PortDemolished(units=command.units, hex=hex, hits=p.s.port_hits[hex], side=p.s.active, rule="14.A.1e"))


# ---------------------------------------------------------------- temporary airfields


@rule("14.A.1c", "14.A.1.a")
def check_strip(p: P, command: Command) -> None:
    """A temporary airfield in a clear or rough hex without one, built on the spot by engineers in supply."""
    hex = p.s.loc[command.units[0]]
    quick = check_crew(p, command.units, command.word, "temporary_airfield")
    if not terrain.is_open(p.game, hex) or p.s.airfield[hex]:
        raise Illegal("14.A.1c", f"{where(p, hex)} is no clear or rough hex without an airfield")
    if weather.weather_at(p, hex) == "mud":
        raise Illegal("14.A.1.a", "temporary airfields are not built in mud")
    if not all(supply.in_supply(p, unit) for unit in command.units):
        raise Illegal("14.A.1c", "the engineer must be in supply")
    check_points(p, command.units, price(p, "temporary_airfield", hex, quick=quick), "14.A.1c")


@rule("14.A.1c", "14.A.1d")
def strip(p: P, command: Command) -> None:
    hex = p.s.loc[command.units[0]]
    quick = len(command.units) == 2 or command.word == WORKERS
    work(p, command.units, price(p, "temporary_airfield", hex, quick=quick), command.word)
    airbases.build_airfield(p, hex, TEMPORARY)
    p.emit(AirfieldBuilt(hex=hex, permanent=False, side=p.s.active, rule="14.A.1c"))


@rule("14.A.1c")
def left(p: P, hex: int, side: int) -> None:
    """Somebody has left a hex: a temporary airfield without an engineer is gone."""
    if p.s.airfield[hex] != TEMPORARY:
        return
    if not any(builds(p, unit) for whose in (side, p.foe(side)) for unit in ground_units(p, hex, whose)):
        airbases.remove_airfield(p, hex, "14.A.1c")


# ---------------------------------------------------------------- gauge


@rule("14.A.4", "7.A.3e")
def line_named(p: P, hex: int, ends: Sequence[int]) -> int:
    """The directions of the line that is regauged: that between the hexes named; its own hex stands for the only one there is."""
    board, there = p.game.board, int(railways.built(p)[hex])
    if tuple(ends) != (hex,):
        found = 0
        for other in ends:
            bit = board.direction(hex, other)
            if bit < 0 or not there >> bit & 1:
                raise Illegal("14.A.4", f"no railway leads from {where(p, hex)} to {where(p, other)}")
            found |= 1 << bit
        if len(ends) > 2:
            raise Illegal("14.A.4", "a line has two ends")
        return found
    if there.bit_count() > 2:
        raise Illegal("14.A.4", f"several lines meet in {where(p, hex)}: name the hexes between which one is regauged")
    return there


@rule("14.A.4", "errata.rules.14A4", "14.A.1.b")
def check_regauge(p: P, command: Command) -> None:
    """Railroad engineers in supply change the gauge of a line in their hex; one other engineer or workers may help."""
    units, hex = command.units, p.s.loc[command.units[0]]
    if not any(lays_rails(p, unit) for unit in units):
        raise Illegal("14.A.4", "a railroad engineer must be among those who regauge a line")
    quick = check_crew(p, units, command.word, "regauge")
    if not railways.has_railway(p, hex):
        raise Illegal("14.A.4", f"there is no railway in {where(p, hex)}")
    if p.s.broken[hex]:
        raise Illegal("14.A.4", f"the railway in {where(p, hex)} must be repaired first")
    if not all(supply.in_supply(p, unit) for unit in units if lays_rails(p, unit)):
        raise Illegal("14.A.4", "the railroad engineer must be in supply")
    line_named(p, hex, command.hexes)
    check_points(p, units, price(p, "regauge", hex, quick=quick), "14.A.4")


@rule("14.A.4", "7.A.3e")
def regauge(p: P, command: Command) -> None:
    """All of the line gets one gauge: the one that it has not, and where its ends differ the gauge of the engineers' own side."""
    units, hex = command.units, p.s.loc[command.units[0]]
    quick = len(units) == 2 or command.word == WORKERS
    bits = line_named(p, hex, command.hexes)
    now = int(railways.standard(p)[hex]) & bits
    to_standard = now == 0 or (now != bits and p.s.active != SOVIET)
    changing = bits & ~now if to_standard else now
    work(p, units, price(p, "regauge", hex, quick=quick), command.word)
    p.s.set("track", hex, (p.s.track[hex] ^ changing) | bits << rails.FRESH)
    p.emit(Regauged(units=units, hex=hex, gauge=rails.GAUGES[int(to_standard)], side=p.s.active, rule="14.A.4"))


# ---------------------------------------------------------------- what may be named


def engineers_at(p: P, hexes: Sequence[int]) -> list[int]:
    """Engineers of the phasing side on the map."""
    known = _engineers(p)[p.s.active]
    return [unit for unit in known if 0 <= p.s.loc[unit] < p.game.board.hexes and (not hexes or p.s.loc[unit] == hexes[0])]


def _engineers(p: P) -> list[list[int]]:
    if "engineers" not in p.game.kept:
        able = (*BUILDERS, "railroad")
        faces = p.game.printed_faces
        p.game.kept["engineers"] = [
            [unit for unit in p.game.ground_of_side[side].tolist() if faces[unit][0].engineer in able] for side in range(2)
        ]
    found: list[list[int]] = p.game.kept["engineers"]
    return found


def _alone(p: P, verb: str, unit: int, word: str | None) -> Command:
    """What one engineer says; a line to be regauged is the one of his hex."""
    return Command(verb, (unit,), (p.s.loc[unit],) if verb == "regauge" else (), None, word)


Check = Callable[[P, Command], None]


def able_to(verb: str, check: Check, words: Sequence[str | None]) -> Callable[[P, Sequence[int]], list[int]]:
    """Engineers who could do something by themselves or with another one, in one of some ways."""

    def units(p: P, hexes: Sequence[int]) -> list[int]:
        able = [crew for crew in crews(p, hexes) if any(is_legal(check, p, order) for order in orders(p, verb, crew, words))]
        return sorted({unit for crew in able for unit in crew})

    return units


@rule("14.A.1.b")
def crews(p: P, hexes: Sequence[int]) -> list[tuple[int, ...]]:
    """Engineers who can work together: each alone, and any two in one hex."""
    known, by_hex = engineers_at(p, hexes), dict[int, list[int]]()
    for unit in known:
        by_hex.setdefault(p.s.loc[unit], []).append(unit)
    return [*((unit,) for unit in known), *(pair for units in by_hex.values() for pair in combinations(units, 2))]


def orders(p: P, verb: str, crew: tuple[int, ...], words: Sequence[str | None]) -> Iterator[Command]:
    """What a crew can say; a line to be regauged is named by its ends."""
    ends = [(hex,) for hex in line_ends(p, crew)] if verb == "regauge" else [()]
    return (Command(verb, crew, hexes, None, word) for hexes in ends for word in words)


def sample_of(verb: str, check: Check, words: Sequence[str | None]) -> Callable[[P, random.Random], Command | None]:
    def sample(p: P, rng: random.Random) -> Command | None:
        known = _engineers(p)[p.s.active]
        for _ in range(4 if known else 0):
            unit, word = known[int(rng.random() * len(known))], words[int(rng.random() * len(words))]
            if on_map(p, unit) and is_legal(check, p, command := _alone(p, verb, unit, word)):
                return command
        return None

    return sample


def line_ends(p: P, units: Sequence[int]) -> list[int]:
    """Hexes that can be named as ends of the line in an engineer's hex; its own stands for the only line there is."""
    if not units or not 0 <= p.s.loc[units[0]] < p.game.board.hexes:
        return []
    hex = p.s.loc[units[0]]
    ends = railways.lines(p).next(p.game.board, hex)
    return [*([hex] if len(ends) <= 2 else []), *ends]


def forget_workers(p: P) -> None:
    """A player turn begins: workers are free again."""
    if p.s.workers:
        p.s.workers, p.s.helped_elsewhere = (), ()
    if (p.s.arrays.logistics & WORKING).any():
        p.s.fill("logistics", p.s.arrays.logistics & ~np.uint8(WORKING))
