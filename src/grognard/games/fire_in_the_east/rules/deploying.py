"""Set-ups made for a player: as history had it, and one that the referee works out from the orders of battle alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ....core.command import Command
from ....core.events import Deployed
from ....core.rule import rule
from ..deployment import AXIS_STEP, BORDER, INTERIOR, Ground, Group
from ..home_front import MAJOR, City, home
from ..material import P
from ..state import AXIS, ONE, SOVIET
from . import naval_setup, scenarios, setup, setup_areas, setup_stocks, zones
from .units import face, on_map

#: kinds of `historical_assets.csv` -> what is put
STOCKS = {"permanent-airfield": "airfield", "resource-point": "resource", "fort": "fort"}
PIECES = {"fortified-area": "fortified area", "position-AA-heavy": "position AA heavy", "position-AA-light": "position AA light",
          "position-AA-heavy-RR": "position AA heavy railroad"}  # fmt: skip


def use_historical(p: P, command: Command) -> None:
    """Everything where it stood on 22 June 1941."""
    _clear(p)
    _stocks_as_in_history(p)
    _units_as_in_history(p)
    place_the_rest(p)
    if p.frame.step == "setup.interior":
        naval_setup.berth_as_in_history(p)
    p.emit(Deployed(how="historical", side=p.frame.side, rule="36c"))


def use_automatic(p: P, command: Command) -> None:
    """What has been placed stays; everything else is set up by the referee."""
    place_the_rest(p)
    if next(setup.faults(p), None) is not None:  # what stood already leaves no room for the rest
        _clear(p)
        place_the_rest(p)
    p.emit(Deployed(how="automatic", side=p.frame.side, rule="36c"))


def _clear(p: P) -> None:
    """All of this stage is taken back."""
    for unit in setup_areas.placed(p):
        p.place(unit, p.game.reinforcements[p.side_of(unit)])
    for hex in setup.clearable(p, ()):
        setup.clear(p, Command("clear", hexes=(hex,)))


# ---------------------------------------------------------------- as in history


@rule("36c")
def _units_as_in_history(p: P) -> None:
    """Armies first, then the units that stand with them."""
    hexes = {p.game.handles[row["unit"]]: p.game.board.node(row["hex"]) for row in p.game.historical}
    due = [unit for unit in setup_areas.waiting(p) if unit in hexes]
    for unit in sorted(due, key=lambda u: (bool(setup_areas.group_of(p, u).stacked_with), -face(p, u).equivalents, u)):
        if hexes[unit] in setup_areas.ground_for(p, unit) and next(setup_areas.objections(p, (unit,), hexes[unit]), None) is None:
            p.place(unit, hexes[unit])
    side = p.frame.side
    waiting = [unit for unit in setup_areas.waiting(p) if setup_areas.group_of(p, unit).pieces]
    choice = {
        spot: len(
            {
                p.s.group[u]
                for u in waiting
                if face(p, u).type == PIECES.get(spot.kind) and spot.hex in setup_areas.ground_for(p, u)
            }
        )
        for spot in home(p.game).assets[side]
    }
    for spot in sorted(choice, key=lambda spot: choice[spot]):  # those that one group alone can fill come first
        if kind := PIECES.get(spot.kind):
            fit = [u for u in waiting if face(p, u).type == kind and not on_map(p, u)]
            fit = [u for u in fit if spot.hex in setup_areas.ground_for(p, u)]
            fit.sort(key=lambda u: len(setup_areas.ground_for(p, u)))
            for unit in fit[: spot.amount]:
                if next(setup_areas.objections(p, (unit,), spot.hex), None) is None:
                    p.place(unit, spot.hex)


def _stocks_as_in_history(p: P) -> None:
    for spot in home(p.game).assets[p.frame.side]:
        kind = STOCKS.get(spot.kind)
        if kind and setup_stocks.stocks_of(p, kind) and spot.hex >= 0:
            inside = any(spot.hex in stock.hexes for stock in setup_stocks.stocks_of(p, kind))
            if setup_stocks.against_stock(p, kind, spot.hex, spot.amount) is None or (kind == "resource" and not inside):
                setup_stocks.put_stock(p, kind, spot.hex, spot.amount)


# ---------------------------------------------------------------- by the referee


def place_the_rest(p: P) -> None:
    """Groups in the printed order; who must stand with others comes after them, guns after the airfields."""
    step = setup_areas.STAGES[p.frame.step]
    groups = [group for group in home(p.game).groups if group.step == step and scenarios.takes_part(p, group.name)]
    _place_apart(p, [group for group in groups if group.apart])
    for group in (g for g in groups if not g.stacked_with and not g.airbases and not g.apart):
        _place_group(p, group)
    for group in (g for g in groups if g.stacked_with):
        _place_group(p, group)
    for kind in setup_stocks.KINDS:
        if setup_stocks.stocks_of(p, kind):
            _place_stock(p, kind)
    _place_guns(p)


def _waiting_of(p: P, group: Group) -> list[int]:
    number = home(p.game).group_numbers[group.name]
    found = [unit for unit in setup_areas.waiting(p) if p.s.group[unit] == number]
    return sorted(found, key=lambda unit: (-face(p, unit).equivalents, -face(p, unit).zone, unit))


def _place_group(p: P, group: Group) -> None:
    units = _waiting_of(p, group)
    if not units:
        return
    if any(ground.in_turn for ground in group.grounds):
        _fill_cities(p, group, units)
        units = _waiting_of(p, group)
    demanding = [ground for ground in group.grounds if ground.each is not None or ground.exactly is not None]
    for ground in demanding:
        _meet(p, ground, _waiting_of(p, group), [other for other in demanding if other is not ground])
    for unit in _waiting_of(p, group):
        _place_unit(p, unit, setup_areas.open_hexes(p, (unit,)))


@rule("errata.ob.soviet.stalin-line")
def _place_apart(p: P, groups: Sequence[Group]) -> None:
    """Counters that must stand apart, the most crowded ground first; each where it takes the least room from others."""
    for group in sorted(groups, key=lambda group: len(group.hexes) / len(group.pieces)):
        for unit in _waiting_of(p, group):
            hexes = setup_areas.open_hexes(p, (unit,))
            if hexes:
                p.place(unit, min(hexes, key=lambda hex: (sum(p.game.board.distance(hex, h) < group.apart for h in hexes), hex)))


def _place_unit(p: P, unit: int, hexes: Iterable[int]) -> None:
    """Where it watches most of the border that nobody watches yet, else where the fewest stand."""
    open_ = list(hexes)
    if not open_:
        return
    bare = _unwatched(p) if setup_areas.STAGES[p.frame.step] == BORDER and face(p, unit).zone else frozenset()
    crowd = p.s.count[p.side_of(unit)]
    near = p.game.board.around

    def rank(hex: int) -> tuple[int, int, int]:
        gain = len(bare & {hex, *near[hex]}) if bare else 0
        return (-gain, crowd[hex], hex)

    p.place(unit, min(open_, key=rank))


def _unwatched(p: P) -> frozenset[int]:
    grip, count = zones.of_side(p, SOVIET).grip, p.s.count[SOVIET]
    return frozenset(hex for hex in setup.watched_border(p) if not count[hex] and not grip[hex])


@rule("36c")
def _meet(p: P, ground: Ground, units: Sequence[int], others: Sequence[Ground]) -> None:
    """Enough of a group into an area that demands a number of equivalents."""
    taken = frozenset[int]().union(*(other.hexes for other in others))
    if ground.each is not None:
        for hex in sorted(ground.hexes):
            _fill(p, [unit for unit in units if not on_map(p, unit)], [hex], ground.each * ONE - _equivalents(p, [hex], units))
    elif ground.exactly is not None:
        hexes = sorted(ground.hexes - taken)
        number = p.s.group[units[0]] if units else 0
        there = [u for hex in ground.hexes for u in p.units(hex, SOVIET) if p.s.group[u] == number]
        _fill(p, units, hexes, ground.exactly * ONE - sum(face(p, u).equivalents for u in there if p.s.loc[u] not in taken))


def _equivalents(p: P, hexes: Sequence[int], units: Sequence[int]) -> int:
    number = p.s.group[units[0]] if units else 0
    return sum(face(p, u).equivalents for hex in hexes for u in p.units(hex, SOVIET) if p.s.group[u] == number)


def _fill(p: P, units: Sequence[int], hexes: Sequence[int], wanted: Fraction | int) -> None:
    """Units, the greatest first, until exactly so much is there."""
    left = int(wanted)
    for unit in units:
        size = face(p, unit).equivalents
        if 0 < size <= left:
            ground = setup_areas.ground_for(p, unit)
            fit = [hex for hex in hexes if hex in ground and next(setup_areas.objections(p, (unit,), hex), None) is None]
            if fit:
                p.place(unit, min(fit, key=lambda hex: (p.s.count[SOVIET][hex], hex)))
                left -= size


@rule("34.A.2b")
def _fill_cities(p: P, group: Group, units: Sequence[int]) -> None:
    """Single units and whole corps in turn: each major city, each dot city, and again."""
    corps: dict[str, list[int]] = {}
    for unit in units:
        corps.setdefault(p.game.rows[unit]["formation"] or str(unit), []).append(unit)
    cities = _in_turn(p, group)
    for members in sorted(corps.values(), key=len, reverse=True):
        hexes = next(cities).hexes
        for unit in members:
            for hex in hexes:
                if next(setup_areas.objections(p, (unit,), hex), None) is None:
                    p.place(unit, hex)
                    break


def _in_turn(p: P, group: Group) -> Iterator[City]:
    front = home(p.game)
    cities = {front.city_at[hex] for ground in group.grounds for hex in ground.hexes}
    order = sorted(cities, key=lambda city: (city.kind != MAJOR, city.hexes))
    while True:
        yield from order


def _place_stock(p: P, kind: str) -> None:
    """Airfields and forts one by one; resource points all in one city."""
    while left := setup_stocks.stock_left(p, kind):
        hexes = setup_stocks.stock_hexes(p, kind)
        if not hexes:
            return
        if kind == "resource":
            cities = [hex for hex in hexes if hex in home(p.game).city_at] or hexes
            hexes = [hex for hex in cities if any(hex in stock.hexes for stock in setup_stocks.stocks_of(p, kind))]
            setup_stocks.put_stock(p, kind, max(hexes, key=lambda hex: (p.s.count[p.frame.side][hex], -hex)), left)
        else:
            setup_stocks.put_stock(p, kind, hexes[0], 1)


@rule("36c")
def _place_guns(p: P) -> None:
    """First where antiaircraft guns must stand, then at any airbase."""
    step = setup_areas.STAGES[p.frame.step]
    waiting = [unit for unit in setup_areas.waiting(p) if setup_areas.group_of(p, unit).airbases]
    if step == INTERIOR:
        for hex, least in sorted(setup.guns_needed(p).items()):
            there = len([unit for unit in p.units(hex, SOVIET) if face(p, unit).type.startswith("position AA")])
            for _ in range(max(0, least - there)):
                fit = next((unit for unit in waiting if not on_map(p, unit) and hex in setup_areas.ground_for(p, unit)), None)
                if fit is not None:
                    p.place(fit, hex)
    for unit in waiting:
        if not on_map(p, unit):
            hexes = [hex for hex in setup_areas.ground_for(p, unit) if setup_areas.is_airbase(p, hex)]
            p.place(unit, min(hexes, key=lambda hex: (not p.s.airfield[hex], p.s.count[p.side_of(unit)][hex], hex)))


# ---------------------------------------------------------------- random play


def sample_historical(p: P, rng: object) -> Command | None:
    """Random play lets itself be helped only while something is left to place."""
    return Command("historical") if next(setup.faults(p), None) is not None else None


def sample_automatic(p: P, rng: object) -> Command | None:
    return Command("automatic") if next(setup.faults(p), None) is not None else None


__all__ = ["AXIS", "AXIS_STEP", "sample_automatic", "sample_historical", "use_automatic", "use_historical"]
