"""How cases write deployment, weather, arrivals and the home front."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ....core.errors import BadCase, Illegal
from ....core.events import Event
from ....core.expectations import Check, differs
from ....core.match import Match
from ....core.positions import hexes
from ....core.weather import Weather
from ..home_front import home
from ..material import P
from ..rules import (
    axis_allies,
    finnish_war_effort,
    garrisons,
    railways,
    reinforcements,
    replacement_costs,
    setup,
    setup_areas,
    victory,
    weather,
)
from ..rules.units import face
from ..state import ARRIVED, CONVERTED, IN_TRANSIT, ONE, RESERVE, SIDES, Factory

_AXIS_POINTS = ("german", "german armor", "rumanian", "finnish")


# ---------------------------------------------------------------- positions


def _eighths(number: Any) -> int:
    return int(Fraction(str(number)) * ONE)


def _pools(p: P, said: dict[str, Any]) -> None:
    """`pools: {german: 7, german armor: 2, moskva-md: 5, armor: 3, 2A/0931: 4}`: points; a hex is the stock of its city."""
    axis, pools, stocks = list(p.s.axis_points), list(p.s.pools), dict(p.s.city_stocks)
    districts = home(p.game).charts.districts
    for name, number in said.items():
        if name in _AXIS_POINTS:
            axis[_AXIS_POINTS.index(name)] = _eighths(number)
        elif name == "armor":
            p.s.armor_pool = _eighths(number)
        elif name in districts:
            pools[districts.index(name)] = _eighths(number)
        else:
            stocks[p.game.board.node(str(name))] = _eighths(number)
    p.s.axis_points, p.s.pools, p.s.city_stocks = tuple(axis), tuple(pools), tuple(sorted(stocks.items()))  # type: ignore[assignment]


def _factories(p: P, said: Any) -> None:
    """`factories: all` as at the start, or `{Tula: 3}`: these alone, with their stocks."""
    front = home(p.game)
    stocks = dict.fromkeys(front.charts.factories, 0) if said == "all" else said
    urals = p.game.box["urals"]
    p.s.factories = tuple(
        Factory(name, front.factory_hex.get(name, urals), stock=_eighths(stock)) for name, stock in stocks.items()
    )


def _capital(p: P, said: Any) -> None:
    p.s.capital = p.game.names.node(str(said))


def _taken(p: P, said: dict[str, int]) -> None:
    """`taken: {Smolensk: 3}`: the turn on which a city changed hands."""
    for name, turn in said.items():
        p.s.taken[home(p.game).cities[name].hexes[0]] = turn


def _losses(p: P, said: dict[str, Any]) -> None:
    """`losses: {german: 30, finnish: 7, soviet: 103}`: attack strength lost that counts."""
    p.s.losses = tuple(_eighths(said.get(nation, 0)) for nation in ("german", "finnish", "soviet"))  # type: ignore[assignment]


def _card(p: P, said: str) -> None:
    """`card: king of hearts`."""
    names = [finnish_war_effort.card_name(card) for card in range(52)]
    if said not in names:
        raise BadCase(f"a card reads king of hearts, not {said!r}")
    p.s.card = names.index(said)


def _ledger(p: P, said: dict[str, Any]) -> None:
    """`ledger: {moves: 2, captures: 1, destroyed: 0, kept: [Kiev]}`."""
    p.s.ledger = replace(p.s.ledger, **{key: tuple(value) if isinstance(value, list) else value for key, value in said.items()})


def _owed(p: P, said: list[str]) -> None:
    """`owed: [ge1i]`: withdrawals that are due."""
    p.s.owed = tuple(p.game.handles[handle] for handle in said)


def _last_weather(p: P, said: dict[str, Any]) -> None:
    """`last weather: {results: [clear, mud], worsens: [false, true], ice: [0, 1, 0, 0]}`."""
    p.s.weather_results = tuple(said.get("results", p.s.weather_results))
    p.s.weather_worsens = tuple(said.get("worsens", p.s.weather_worsens))
    p.s.ice = tuple(said.get("ice", p.s.ice))
    p.s.flood = tuple(said.get("flood", p.s.flood))


def _unguarded(p: P, said: Any) -> None:
    for hex in hexes(said):
        p.s.set("unguarded", p.game.board.node(hex), 1)


def _finnish(p: P, said: Any) -> None:
    for hex in hexes(said):
        p.s.set("finnish", p.game.board.node(hex), 1)


def _stores(p: P, said: dict[str, int]) -> None:
    """`stores: {axis: 10}`: resource points to be placed."""
    p.s.stores = (said.get("axis", 0), said.get("soviet", 0))


def _conquered(p: P, said: dict[str, str]) -> None:
    """`conquered: {axis: western-md kiev-md}`: whole areas in the hands of a side, but for hexes in which enemies stand."""
    for side, areas in said.items():
        mine = SIDES.index(side)
        for hex in (hex for area in areas.split() for hex in p.game.board.areas[area].hexes):
            if not p.s.count[p.foe(mine)][hex]:
                for array in ("control", "owner", "held"):
                    p.s.set(array, hex, mine)


KEYS: dict[str, Callable[[P, Any], None]] = {
    "conquered": _conquered,
    "pools": _pools, "factories": _factories, "capital": _capital, "taken": _taken, "losses": _losses, "card": _card,
    "ledger": _ledger, "owed": _owed, "last weather": _last_weather, "unguarded": _unguarded, "finnish": _finnish,
    "stores": _stores,
}  # fmt: skip


def _status(bit: int) -> Callable[[P, int, str], None]:
    def note(p: P, unit: int, word: str) -> None:
        p.s.status[unit] |= bit

    return note


WORDS: dict[str, Callable[[P, int, str], None]] = {
    "reserve": _status(RESERVE), "converted": _status(CONVERTED), "arrived": _status(ARRIVED), "in-transit": _status(IN_TRANSIT),
    "takes-part": _status(16),
}  # fmt: skip


# ---------------------------------------------------------------- expectations


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


def _node(match: Match, name: Any) -> int:
    return match.game.names.node(str(name))


def _replacement_points(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """Names as in `pools`, with what lies there; `to allot`, `Tula factory`, `disbanded` and ports by hex besides."""
    p: P = match.play
    found = dict(zip(_AXIS_POINTS, p.s.axis_points, strict=True))
    found |= dict(zip(home(p.game).charts.districts, p.s.pools, strict=True))
    found |= {"armor": p.s.armor_pool, "to allot": sum(p.s.to_allot), "disbanded": p.s.disbanded}
    found |= {f"{factory.name} factory": factory.stock for factory in p.s.factories}
    found |= {p.game.board.names[hex]: stock for hex, stock in (*p.s.city_stocks, *p.s.port_stocks)}
    for name, number in wanted.items():
        yield from differs(f"points of {name}", found.get(name, 0) / ONE, number)


def _weather(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """Conditions of the zones A to D."""
    yield from differs("the weather", list(match.play.s.weather), wanted)


def _victory_points(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    """As they stand, with what is held now."""
    yield from differs("victory points", victory.standing(match.play), wanted)


def _counted(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """`{points: 11, level: stalemate}`: what has been kept so far comes to."""
    p: P = match.play
    total = victory.points(home(p.game).charts, p.s.ledger, p.s.ledger.kept)
    is_ = {"points": total, "level": victory.level(home(p.game).charts, total)}
    yield from differs("the reckoning", {key: is_[key] for key in wanted}, wanted)


def _levels(match: Match, seen: list[Event], wanted: dict[int, str]) -> Iterator[str]:
    """points -> level of victory."""
    charts = home(match.play.game).charts
    for total, level in wanted.items():
        yield from differs(f"{total} points", victory.level(charts, int(total)), level)


def _turn_names(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """The turns of the game in their order."""
    known = match.play.game.turn_names
    yield from differs("turns", [known[turn] for turn in sorted(known)], wanted)


def _waters(match: Match, seen: list[Event], wanted: dict[str, list[bool]]) -> Iterator[str]:
    """`rivers`, `lakes` (frozen), `flotillas` (stopped), `flooded`: by zone."""
    p: P = match.play
    is_ = {
        "rivers": weather.frozen_rivers,
        "lakes": weather.frozen_lakes,
        "flotillas": weather.flotillas_stopped,
        "flooded": weather.flooded,
    }
    for what, zones in wanted.items():
        yield from differs(what, list(is_[what](p)), zones)


def _by_hex(ask: Callable[[P, int], Any], what: str) -> Check:
    """hex -> what is so there."""

    def check(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
        for hex, value in wanted.items():
            yield from differs(f"{what} in {hex}", ask(match.play, _node(match, hex)), value)

    return check


def _forecast(match: Match, seen: list[Event], wanted: list[dict[str, Any]]) -> Iterator[str]:
    """`{zones, results, worsens, turn, dice, then: {zones, worsens}}`: what the climate makes of a turn."""
    climate = home(match.play.game).climate
    for said in wanted:
        dice = iter(said["dice"])
        now = Weather(tuple(said["zones"]), tuple(said["results"]), tuple(said.get("worsens", (False, False))))
        after = climate.next(now, said["turn"], {}, lambda why: next(dice))  # noqa: B023 - used at once
        is_ = {"zones": list(after.zones), "worsens": list(after.worsening), "results": list(after.results)}
        yield from differs(f"turn {said['turn']}", {key: is_[key] for key in said["then"]}, said["then"])


def _country(p: P, hex: int) -> str:
    if axis_allies.finland(p)[hex]:
        return "finland"
    names = ("greater-germany", "hungary", "rumania", "bulgaria", "greece", "norway", "sweden", "turkey", "ussr")
    return next((name for name in names if p.game.board.mask(name)[hex]), "")


def _garrison_needed(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """city -> must the Axis have a garrison there?"""
    p: P = match.play
    for name, needed in wanted.items():
        yield from differs(f"a garrison in {name}", garrisons.is_required(p, home(p.game).cities[name]), needed)


def _limits(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """`germans`: equivalents in southern Finland, `finns`: in the Arctic abroad."""
    p: P = match.play
    is_ = {"germans": int(axis_allies.german_limit(p)), "finns": int(axis_allies.effort(p).finns)}
    yield from differs("limits", {key: is_[key] for key in wanted}, wanted)


def _deployable(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """unit -> hex -> may its group be deployed there?"""
    p: P = match.play
    for handle, places in wanted.items():
        for hex, able in places.items():
            yield from differs(f"{handle} in {hex}", _node(match, hex) in setup_areas.ground_for(p, _unit(match, handle)), able)


def _groups(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> the group with which it is set up, or when it comes (`Jul II 41 eastern-mds`), or `none`."""
    p: P = match.play
    for handle, said in wanted.items():
        yield from differs(f"group of {handle}", _group(p, str(handle)), said)


def _group(p: P, handle: str) -> str:
    unit = p.game.handles.get(handle)
    if unit is None:
        return "none"
    row = p.game.rows[unit]
    if row.get("enters") == "start":
        return str(row["group"])
    turn = (
        p.game.calendar.first("arrive", unit) or p.game.calendar.first("pool", unit) or p.game.calendar.first("convert-to", unit)
    )
    return f"{p.game.turn_names[turn]} {home(p.game).arrival_place.get(unit, 'pool')}" if turn else "none"


def _arrivals(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """`Jul II 41 eastern-mds` -> factors and type -> how many arrive: `{2-1-8 light tank cadre: 6}`."""
    p: P = match.play
    turns = {title: turn for turn, title in p.game.turn_names.items()}
    for heading, kinds in wanted.items():
        title, _, place = heading.rpartition(" ")
        units = [
            entry.unit
            for entry in p.game.calendar.entries
            if entry.what == "arrive" and entry.turn == turns[title] and entry.place == place
        ]
        for kind, count in kinds.items():
            yield from differs(f"{heading}: {kind}", sum(_factors(p, unit) == kind for unit in units), count)


def _factors(p: P, unit: int) -> str:
    shown = p.game.printed_faces[unit][0]
    numbers = [shown.attack, shown.movement] if shown.attack == shown.defence else [shown.attack, shown.defence, shown.movement]
    return f"{'-'.join(f'{number / ONE:g}' for number in numbers)} {shown.type}"


def _counters(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> factors and type, as they are now."""
    p: P = match.play
    for handle, said in wanted.items():
        shown = face(p, _unit(match, handle))
        numbers = (
            [shown.attack, shown.movement] if shown.attack == shown.defence else [shown.attack, shown.defence, shown.movement]
        )
        yield from differs(str(handle), f"{'-'.join(f'{number / ONE:g}' for number in numbers)} {shown.type}", said)


def _prices(match: Match, seen: list[Event], wanted: dict[str, list[float]]) -> Iterator[str]:
    """unit -> infantry and armor points that replacing it costs."""
    p: P = match.play
    for handle, cost in wanted.items():
        shown = replacement_costs.price(replacement_costs.dead_face(p, _unit(match, handle)))
        yield from differs(f"the price of {handle}", [points / ONE for points in shown], cost)


def _entries(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """unit -> hex or box -> may it be placed there, as far as its order of battle and control go?"""
    p: P = match.play
    for handle, places in wanted.items():
        found = reinforcements.entries(p, _unit(match, handle))
        for place, able in places.items():
            yield from differs(f"{handle} in {place}", _node(match, place) in found, able)


def _faults(match: Match, seen: list[Event], wanted: int | str) -> Iterator[str]:
    """How many faults the present stage of the set-up has, or the rule of the first."""
    found: list[Illegal] = list(setup.faults(match.play))
    yield from differs("faults", len(found) if isinstance(wanted, int) else found[0].rule if found else "none", wanted)


def _where(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """Factory -> hex, box or `turn 10`; `capital` -> hex or box, `none`."""
    p: P = match.play
    found = {f.name: p.game.names.node_names[f.node] if f.node >= 0 else f"turn {f.arrives}" for f in p.s.factories}
    found["capital"] = p.game.names.node_names[p.s.capital] if p.s.capital >= 0 else "none"
    for name, place in wanted.items():
        yield from differs(name, found.get(name, "gone"), place)


def _resources(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """hex -> resource points there; `axis` and `soviet` -> those still to be placed."""
    p: P = match.play
    for place, number in wanted.items():
        is_ = p.s.stores[SIDES.index(place)] if place in SIDES else p.s.resource[_node(match, place)]
        yield from differs(f"resource points in {place}", is_, number)


def _defaults(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """rule -> what is chosen for it unless somebody says otherwise."""
    found = {choice.rule: choice.default for choice in match.game.choices}
    for rule, value in wanted.items():
        yield from differs(rule, found.get(rule), value)


def _pool_cities(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """district -> cities that are among those of it that units arrive in."""
    front = home(match.play.game)
    for district, names in wanted.items():
        found = [city.name for kind in front.entry_cities[district] for city in kind]
        yield from differs(f"cities of {district}", [name for name in names if name in found], names)


def _sizes(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """The sizes of all ground units."""
    p: P = match.play
    found = {p.game.printed_faces[unit][0].echelon for unit, is_ground in enumerate(p.game.is_ground) if is_ground}
    yield from differs("sizes", sorted(found), sorted(wanted))


def _remnants(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """nation -> model -> air units that begin among the remnants."""
    rows = [row for row in match.play.game.rows if row.get("how") == "remnants"]
    for nation, models in wanted.items():
        for model, count in models.items():
            found = sum(row["nation"] == nation and row["name"] == model for row in rows)
            yield from differs(f"{nation} {model} among the remnants", found, count)


def _rail_left(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """net -> equivalents that it can still carry in this turn."""
    for net, size in wanted.items():
        yield from differs(f"capacity of the {net} net", railways.capacity_left(match.play, net) / ONE, size)


def _card_drawn(match: Match, seen: list[Event], wanted: bool) -> Iterator[str]:
    """Has a card been drawn, and does nobody but the Germans see it?"""
    p: P = match.play
    yield from differs("a card", 0 <= p.s.card < 52, wanted)
    if wanted:
        name = finnish_war_effort.card_name(p.s.card)
        for seat, sees in (("axis", True), ("soviet", False)):
            yield from differs(f"the card as {seat} sees it", name in str(match.view(seat).status), sees)


CHECKS: dict[str, Check] = {
    "card drawn": _card_drawn, "rail left": _rail_left, "remnants": _remnants, "defaults": _defaults, "pool cities": _pool_cities,
    "sizes of units": _sizes,
    "replacement points": _replacement_points, "weather": _weather, "victory points": _victory_points, "counted": _counted,
    "levels": _levels, "turn names": _turn_names,
    "waters": _waters, "forecast": _forecast, "garrison needed": _garrison_needed, "limits": _limits,
    "deployable": _deployable, "groups": _groups, "arrivals": _arrivals, "shows": _counters, "prices": _prices,
    "entries": _entries,
    "faults": _faults, "offices": _where, "resources": _resources,
    "ice bound": _by_hex(weather.ice_bound, "ice"), "first winter": _by_hex(weather.first_winter, "first winter"),
    "weather in": _by_hex(weather.weather_at, "weather"), "country": _by_hex(_country, "country"),
    "unguarded": _by_hex(lambda p, hex: bool(p.s.unguarded[hex]), "unguarded"),
    "zone": _by_hex(lambda p, hex: "ABCD"[p.game.zone_of[hex]], "zone"),
    "beyond stop line": _by_hex(lambda p, hex: bool(axis_allies.beyond_stop_line(p)[hex]), "stop line"),
}  # fmt: skip
