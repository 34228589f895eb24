"""34.B.2 Soviet replacements: pools of districts, the armor pool, stocks of isolated cities and factories."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace as altered

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import Allotted, PointsReceived, Replaced
from ..home_charts import OFF_MAP
from ..home_front import City, home
from ..material import P
from ..state import ONE, SOVIET
from . import (
    axis_replacements,
    bombed_targets,
    captures,
    factories,
    reinforcements,
    replacement_limits,
    special_replacements,
    supply,
)
from .replacement_costs import ARMOR, INFANTRY, NONE, currency_of, dead_face, points, whole_face
from .units import name, where

ARMOR_POOL, STOCK = "armor", "stock"
URALS = "eastern-mds"
TRIES = 20  #: dead units that random play looks at


# ---------------------------------------------------------------- what comes


@rule("34.B.2a", "34.B.2b", "34.B.2c", "34.B.2h", "34.B.3", "34.E.4")
def receive(p: P) -> None:
    """In the Soviet initial phase: what cities and factories make, what comes of losses and of units disbanded last turn."""
    s = p.s
    garrisons, left = s.to_allot
    s.to_allot = (garrisons, left + special_replacements.returning(p, SOVIET)["soviet"])
    s.allotted = (0,) * len(s.pools)
    special_replacements.forget(p, SOVIET)
    s.armor_pool += s.disbanded
    s.disbanded = 0
    factories.open_in_the_urals(p)
    _join_pools(p)
    if s.turn >= home(p.game).charts.soviet_from:
        _produce(p)


@rule("34.B.2b", "34.B.2c", "35b")
def _join_pools(p: P) -> None:
    """Stocks of places that are no longer isolated go into the pools."""
    s, front = p.s, home(p.game)
    for factory in s.factories:
        if factory.stock and not factories.is_isolated(p, factory):
            s.armor_pool += factory.stock
            factories.change(p, altered(factory, stock=0))
    for hex, stock in s.city_stocks:
        if not supply.is_city_isolated(p, front.city_at[hex].hexes, SOVIET):
            add(p, front.district_of[hex], stock)
            s.city_stocks = tuple(entry for entry in s.city_stocks if entry[0] != hex)
    for hex, stock in s.port_stocks:
        if not supply.isolated_at(p, hex, SOVIET):
            s.armor_pool += stock
            s.port_stocks = tuple(entry for entry in s.port_stocks if entry[0] != hex)


@rule("34.B.2b", "34.B.2c", "34.B.2d")
def _produce(p: P) -> None:
    front, s = home(p.game), p.s
    infantry = armor = 0
    for city, (district, rate) in front.production.items():
        if produces(p, city):
            rate -= bombed_targets.city_loss(p, city.hexes, rate)
            infantry += rate
            if supply.is_city_isolated(p, city.hexes, SOVIET):
                stock_up(p, city.hexes[0], rate * ONE)
            else:
                add(p, district, rate * ONE)
    for district, rate in front.charts.off_map.items():
        infantry += rate
        add(p, district, rate * ONE)
    for factory in s.factories:
        if factories.is_working(p, factory):
            armor += 1
            if factories.is_isolated(p, factory):
                factories.change(p, altered(factory, stock=factory.stock + ONE))
            else:
                s.armor_pool += ONE
    p.emit(PointsReceived(nation="soviet", infantry=infantry, armor=armor, side=SOVIET, rule="34.B.2a"))


@rule("34.B.2d")
def produces(p: P, city: City) -> bool:
    """Is a replacement city Soviet, and if it was retaken, long enough?"""
    taken = p.s.taken[city.hexes[0]]
    if captures.is_captured(p, city):
        return False
    return not taken or p.s.turn >= taken + home(p.game).charts.recovery


def add(p: P, district: str, eighths: int) -> None:
    """Points come to a district's pool, or go if they are below 0."""
    pools = list(p.s.pools)
    pools[home(p.game).pool_of(district)] += eighths
    p.s.pools = tuple(pools)


def stock_up(p: P, hex: int, eighths: int) -> None:
    """Points are laid up in an isolated city, or taken if they are below 0."""
    stocks = dict(p.s.city_stocks)
    stocks[hex] = stocks.get(hex, 0) + eighths
    p.s.city_stocks = tuple(sorted((at, stock) for at, stock in stocks.items() if stock))


# ---------------------------------------------------------------- points for any district


def districts(p: P) -> list[str]:
    """Districts on the map that are not wholly lost."""
    front = home(p.game)
    return [name for name in front.charts.districts if name not in OFF_MAP and not is_lost(p, name)]


@rule("34.B.2d")
def is_lost(p: P, district: str) -> bool:
    """Has the Axis all its cities?"""
    cities = [city for kind in home(p.game).entry_cities[district] for city in kind]
    return bool(cities) and all(captures.is_captured(p, city) for city in cities)


@rule("34.B.2h", "34.B.3", "33.b")
def most_for(p: P, district: str) -> int:
    """How many points to be allotted a district may still get: of those from losses no more than half of them all."""
    garrisons, special = p.s.to_allot
    all_special = special + sum(p.s.allotted)
    half = all_special // (2 * ONE) * ONE if len(districts(p)) > 1 else all_special
    room = half - p.s.allotted[home(p.game).pool_of(district)]
    return garrisons + max(0, min(special, room))


@rule("34.B.3", "34.B.2h")
def allot(p: P, command: Command) -> None:
    """Put points into the pool of a district; those of missing garrisons, which know no limit, go first."""
    district, number = command.word or "", command.number or 0
    if district not in districts(p):
        raise Illegal("34.B.3", f"{district!r} is no military district on the map with a Soviet city: {', '.join(districts(p))}")
    if number * ONE > most_for(p, district):
        raise Illegal("34.B.3", f"{district} may get {most_for(p, district) // ONE} of these points, not {number}")
    give(p, district, number * ONE)
    p.emit(Allotted(district=district, points=number, side=SOVIET, rule="34.B.3"))


def give(p: P, district: str, eighths: int) -> None:
    garrisons, special = p.s.to_allot
    first = min(garrisons, eighths)
    p.s.to_allot = (garrisons - first, special - (eighths - first))
    allotted = list(p.s.allotted)
    allotted[home(p.game).pool_of(district)] += eighths - first
    p.s.allotted = tuple(allotted)
    add(p, district, eighths)


def allottable(p: P) -> bool:
    return any(most_for(p, district) >= ONE for district in districts(p))


def sample_allot(p: P, rng: random.Random) -> Command | None:
    able = [district for district in districts(p) if most_for(p, district) >= ONE]
    if not able:
        return None
    district = able[int(rng.random() * len(able))]
    return Command("allot", number=1 + int(rng.random() * (most_for(p, district) // ONE)), word=district)


def listed(p: P) -> Iterator[Command]:
    """Everything that could be allotted to each district at once."""
    for district in districts(p):
        if most := most_for(p, district) // ONE:
            yield Command("allot", number=most, word=district)


def allot_rest(p: P) -> None:
    """What nobody has allotted goes to the districts in their order, as far as the limit lets it."""
    for district in districts(p):
        if most := most_for(p, district) // ONE * ONE:
            give(p, district, most)


# ---------------------------------------------------------------- replacing


@rule("34.B.2a", "34.E.1", "34.E.6", "31.A.5c", "errata.rules.31A5c")
def unreplaceable(p: P, unit: int) -> Illegal | None:
    """Why a dead unit may not be replaced, whatever the points; None if it may."""
    shown = whole_face(p, unit)
    if p.s.loc[unit] != p.game.pool[SOVIET]:
        return Illegal("34.B", f"{name(p, unit)} is not in the replacement pool")
    if currency_of(p, unit) == NONE:
        rule_ = "34.E.1" if shown.service == "militia" else "31.A.5c" if shown.type == "fortified area" else "34.E.6"
        return Illegal(rule_, f"{name(p, unit)} is never replaced")
    return replacement_limits.exceeded(p, unit, shown)


@rule("34.B.2f")
def barred_from(p: P, unit: int, district: str) -> bool:
    """May a district not replace a unit of this kind?"""
    shown, only_in = whole_face(p, unit), home(p.game).charts.only_in
    kinds = []
    if shown.cavalry:
        kinds.append("cavalry")
    if "mountain" in shown.type:
        kinds.append("mountain")
    if shown.ski or shown.type == "ski":
        kinds.append("ski")
    if shown.service == "winterized" and not kinds:
        kinds.append("winterized")
    return any(district not in only_in[kind] for kind in kinds)


@rule("34.Ba", "34.E.2")
def cost_of(p: P, unit: int) -> int:
    return points(dead_face(p, unit))


@rule("34.B.2", "34.B.2b", "34.B.2c", "34.B.2g")
def sources(p: P, unit: int) -> list[str]:
    """The pools and kinds of stock that can pay for a unit and may."""
    cost, said = cost_of(p, unit), currency_of(p, unit)
    if said == ARMOR:
        found = [ARMOR_POOL] if p.s.armor_pool >= cost else []
        return [*found, STOCK] if any(factory.stock >= cost for factory in p.s.factories) else found
    front = home(p.game)
    found = [d for d in front.charts.districts if p.s.pools[front.pool_of(d)] >= cost and not barred_from(p, unit, d)]
    return [*found, STOCK] if any(stock >= cost for _, stock in p.s.city_stocks) else found


@rule("34.B.2b", "34.B.2c", "34.B.2g")
def nodes_from(p: P, unit: int, source: str) -> list[int]:
    """Where a unit that is replaced from a source may be placed."""
    cost = cost_of(p, unit)
    if source == STOCK and currency_of(p, unit) == ARMOR:
        nodes = [factory.node for factory in p.s.factories if factory.stock >= cost]
    elif source == STOCK:
        nodes = [h for hex, stock in p.s.city_stocks if stock >= cost and not barred_from(p, unit, home(p.game).district_of[hex])
                 for h in home(p.game).city_at[hex].hexes if p.s.control[h] == SOVIET]  # fmt: skip
    elif source == ARMOR_POOL:
        nodes = _factories_for(p)
    elif source == URALS:
        nodes = [p.game.box[URALS]]
    elif source in OFF_MAP:
        nodes = reinforcements.grounds(p, unit, source)
    else:
        nodes = reinforcements.grounds(p, unit, f"{source}-replacements")
    return [node for node in nodes if axis_replacements.has_room(p, unit, node)]


@rule("34.B.2b", "34.B.2g")
def _factories_for(p: P) -> list[int]:
    """Factories that are not isolated; units of the Urals enter like those of the eastern districts."""
    urals = p.game.box["urals"]
    working = [f for f in p.s.factories if factories.is_working(p, f) and not factories.is_isolated(p, f)]
    return sorted({p.game.box[URALS] if factory.node == urals else factory.node for factory in working})


def replaceable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    found = [unit for unit in p.units(p.game.pool[SOVIET], SOVIET) if unreplaceable(p, unit) is None]
    return [unit for unit in found if sources(p, unit)]


def nodes_for(p: P, units: Sequence[int]) -> list[int]:
    if len(units) != 1:
        return []
    return sorted({node for source in sources(p, units[0]) for node in nodes_from(p, units[0], source)})


@rule("34.B.2", "34.B.2a", "34.B.2b", "34.B.2c", "34.B.2f")
def replace(p: P, command: Command) -> None:
    """Bring a dead unit back with points of a district, of the armor pool, or of the stock of the isolated place itself."""
    for unit in command.units:
        if wrong := unreplaceable(p, unit):
            raise wrong
        node = command.hexes[0]
        source = command.word or next((s for s in sources(p, unit) if node in nodes_from(p, unit, s)), "")
        require_source(p, unit, source)
        if node not in nodes_from(p, unit, source):
            rule_ = "34.B.2b" if currency_of(p, unit) == ARMOR else "34.B.2c"
            raise Illegal(rule_, f"{name(p, unit)} is not placed in {where(p, node)} with points of {source}")
        spend(p, unit, source, node, cost_of(p, unit))
        replacement_limits.note(p, unit, whole_face(p, unit))
        cost = cost_of(p, unit)
        axis_replacements.raise_dead(p, unit, node)
        p.emit(Replaced(units=(unit,), hex=node, cost=cost, side=SOVIET, rule="34.B.2"))


@rule("34.B", "34.B.2f")
def require_source(p: P, unit: int, source: str) -> None:
    """The points must be of the right type, of a district that may, and enough."""
    said, front = currency_of(p, unit), home(p.game)
    if source in front.charts.districts and said == ARMOR:
        raise Illegal("34.B.2a", f"{name(p, unit)} is replaced with armor points, not with infantry points")
    if source == ARMOR_POOL and said == INFANTRY:
        raise Illegal("34.B.2a", f"{name(p, unit)} is replaced with infantry points of a district")
    if source in front.charts.districts and barred_from(p, unit, source):
        raise Illegal("34.B.2f", f"{name(p, unit)} is not replaced in {source}")
    if source not in sources(p, unit):
        raise Illegal("34.B", f"{name(p, unit)}: there are not enough points in {source or 'any pool that may pay for it'}")


def spend(p: P, unit: int, source: str, node: int, cost: int) -> None:
    if source == ARMOR_POOL:
        p.s.armor_pool -= cost
    elif source != STOCK:
        add(p, source, -cost)
    elif currency_of(p, unit) == ARMOR:
        factory = factories.at(p, node)
        assert factory is not None
        factories.change(p, altered(factory, stock=factory.stock - cost))
    else:
        stock_up(p, home(p.game).city_at[node].hexes[0], -cost)


@rule("34.C")
def forfeit(p: P, unit: int) -> None:
    """What a dead unit would cost is lost: armor of the armor pool, infantry of the fullest pools of districts first. What is
    wanting is a debt, which later points pay. Who is never replaced costs nothing."""
    cost, said = cost_of(p, unit), currency_of(p, unit)
    if said == ARMOR:
        p.s.armor_pool -= cost
    elif said == INFANTRY:
        front = home(p.game)
        payers = sorted(front.charts.districts, key=lambda name: -p.s.pools[front.pool_of(name)])
        for district in payers:
            part = min(cost, max(0, p.s.pools[front.pool_of(district)]))
            add(p, district, -part)
            cost -= part
        add(p, payers[0], -cost)


@rule("34.Bb", "34.B.2e", "34.E.6")
def rebuild_refused(p: P, unit: int, source: str) -> Illegal:
    """Soviet cadres are never rebuilt; with points of another district even less."""
    if source in home(p.game).charts.districts and home(p.game).district_of.get(p.s.loc[unit]) != source:
        return Illegal("34.B.2e", f"{name(p, unit)} is in no city of {source}")
    return Illegal("34.E.6", f"{name(p, unit)} is fragile: it is never rebuilt")


def sample_replace(p: P, rng: random.Random) -> Command | None:
    dead = p.units(p.game.pool[SOVIET], SOVIET)
    few = rng.sample(dead, min(TRIES, len(dead)))
    unit = next((unit for unit in few if unreplaceable(p, unit) is None and sources(p, unit)), -1)
    if unit < 0:
        return None
    from_ = sources(p, unit)
    source = from_[int(rng.random() * len(from_))]
    nodes = nodes_from(p, unit, source)
    return Command("replace", (unit,), (nodes[int(rng.random() * len(nodes))],), word=source) if nodes else None
