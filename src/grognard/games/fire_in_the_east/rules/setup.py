"""36 Preparing for play: the Soviet border districts, then the Axis, then the rest of the Soviets, each in its areas."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Lifted, Placed
from ....core.rule import rule
from .. import short_scenarios
from ..deployment import AXIS_STEP, BORDER, INTERIOR, Ground, Group
from ..events.home import Delayed
from ..home_front import FORTRESS, MAJOR, HomeFront, home
from ..material import P
from ..state import AXIS, RESERVE, SOVIET, Factory
from . import air_setup, finnish_war_effort, naval_setup, scenarios, zones
from .setup_areas import (
    SIDE_OF,
    STAGES,
    Standing,
    company,
    ground_for,
    group_of,
    objections,
    open_hexes,
    placed,
    size_of,
    standing,
    step_of,
    unplayed,
    waiting,
    waits,
    withholdable,
)  # fmt: skip
from .setup_stocks import (
    KINDS,
    SOVIET_FORTS,
    against_stock,
    deployed_at,
    put_stock,
    stock_hexes,
    stock_left,
    stocks_of,
    write,
)  # fmt: skip
from .units import face, name, on_map, where

GREAT_CITIES, AA_THERE = ("Leningrad", "Moskva"), 2
JUL_I = 2


# ---------------------------------------------------------------- before the first decision


@rule("36", "36a", "36e", "36f", "36i", "31.Ea")
def lay_out(p: P, scenario: str = "campaign") -> None:
    """Everything where it lies before the first decision, and the order of the set-up."""
    p.s.scenario = scenario if scenario in short_scenarios.names(p.game.files) else ""
    s, game, front = p.s, p.game, home(p.game)
    initial_control(p)
    numbers = front.group_numbers
    for number, group in enumerate(front.groups):
        for handle in group.pieces:
            _aside(p, game.handles[handle], number)
    for unit, row in enumerate(game.rows):
        if row.get("enters") == "start":
            _aside(p, unit, numbers[row["group"]])
    for entry in game.calendar.entries:
        if entry.what in ("arrive", "pool", "convert-to") and entry.unit >= 0 and s.loc[entry.unit] < 0:
            p.place(entry.unit, game.calendar.boxes[entry.turn])
    for unit, turn in front.later.items():
        p.place(unit, game.calendar.boxes[turn])
    for hex in map(game.board.node, SOVIET_FORTS):
        write(p, "fort", hex, 1)
    s.capital = front.cities["Moskva"].hexes[0]
    s.factories = tuple(Factory(place, front.factory_hex.get(place, game.box["urals"])) for place in front.charts.factories)
    naval_setup.deploy(p)
    finnish_war_effort.draw(p)
    if not finnish_war_effort.effort(p).transit:
        for unit in (unit for unit, place in front.arrival_place.items() if place == "sweden"):
            p.place(unit, game.calendar.boxes[JUL_I])
    air_setup.begin(p)
    scenarios.cut_out(p)
    stages = [(stage, SIDE_OF[step]) for stage, step in STAGES.items() if next(waits(p, step), None) is not None]
    short = scenarios.current(p)
    air = [("setup.air", AXIS)] if short is None or short.said.start is None else []
    p.queue(*stages, *air, ("turn.begin",))


def _aside(p: P, unit: int, group: int) -> None:
    p.s.group[unit] = group
    p.place(unit, p.game.reinforcements[p.side_of(unit)])


@rule("36i")
def initial_control(p: P) -> None:
    """Norway, Finland without Hango, Greater Germany and the other allies are German, the USSR and Hango Soviet."""
    board = p.game.board
    sides = np.full(board.nodes, -1, np.int8)
    for area, side in (("axis-start", AXIS), ("soviet-start", SOVIET)):
        sides[board.mask(area)] = side
    for array in ("control", "owner", "held"):
        p.s.fill(array, sides)


# ---------------------------------------------------------------- what is said


@rule("36b", "36c", "36d", "36e", "36f")
def place(p: P, command: Command) -> None:
    """Put counters where their order of battle allows it. Equal counters may change places in it."""
    hex, able = command.hexes[0], {*waiting(p), *placed(p)}
    for unit in command.units:
        if unit not in able:
            raise Illegal("36c", f"{name(p, unit)} is not set up in this stage")
    for unit in command.units:
        if hex not in ground_for(p, unit):
            exchange(p, unit, hex)
    if wrong := next(objections(p, command.units, hex), None):
        raise wrong
    for unit in command.units:
        p.place(unit, hex)
    p.emit(Placed(units=command.units, hex=hex, side=p.side_of(command.units[0]), rule="36c"))


@rule("36b")
def exchange(p: P, unit: int, hex: int) -> None:
    """A unit whose own group may not stand in a hex takes the part of an equal one that waits, if that may."""
    mine = face(p, unit)
    for other in waiting(p):
        if face(p, other) == mine and hex in ground_for(p, other):
            p.s.group[unit], p.s.group[other] = p.s.group[other], p.s.group[unit]
            return
    raise Illegal("36c", f"{name(p, unit)} ({group_of(p, unit).title}) is not set up in {where(p, hex)}")


def lift(p: P, command: Command) -> None:
    """Pick placed counters up again."""
    able = {*placed(p)}
    for unit in command.units:
        if unit not in able:
            raise Illegal("36c", f"{name(p, unit)} cannot be picked up in this stage")
    for unit in command.units:
        p.place(unit, p.game.reinforcements[p.side_of(unit)])
    p.emit(Lifted(units=command.units, side=p.side_of(command.units[0])))


@rule("39.Cg")
def withhold(p: P, command: Command) -> None:
    """Units of Army Norway are not deployed and come as German reinforcements on Jul I 41."""
    able = {*withholdable(p)}
    for unit in command.units:
        if unit not in able:
            raise Illegal("39.Cg", f"{name(p, unit)} is deployed with the others")
    for unit in command.units:
        p.place(unit, p.game.calendar.boxes[JUL_I])
    p.emit(Delayed(units=command.units, side=AXIS, rule="39.Cg"))


def build(p: P, command: Command) -> None:
    """Put a fort, an airfield or resource points somewhere."""
    kind, number = command.verb, command.number or 1
    if wrong := against_stock(p, kind, command.hexes[0], number):
        raise wrong
    put_stock(p, kind, command.hexes[0], number)


def clear(p: P, command: Command) -> None:
    """Take forts, airfields and resource points of this stage off a hex again."""
    hex = command.hexes[0]
    for kind in KINDS:
        if stocks_of(p, kind) and hex in deployed_at(p, kind):
            write(p, kind, hex, 0)


def clearable(p: P, units: Sequence[int]) -> list[int]:
    return sorted({hex for kind in KINDS if stocks_of(p, kind) for hex in deployed_at(p, kind)})


# ---------------------------------------------------------------- the end of a stage


def faults(p: P) -> Iterator[Illegal]:
    """What is still wrong with this stage of the set-up."""
    step = step_of(p)
    if left := waiting(p):
        yield Illegal("36c", f"still to be placed: {len(left)}, {name(p, left[0])} among them")
    for kind in KINDS:
        if stocks_of(p, kind) and stock_left(p, kind):
            yield Illegal("36c", f"still to be placed: {stock_left(p, kind)} of {kind}")
    for group in home(p.game).groups:
        if group.step == step and scenarios.takes_part(p, group.name):
            yield from _unmet(p, group)
    if step == BORDER:
        yield from unwatched(p)
    if step == INTERIOR and not p.s.scenario:
        yield from _bare_cities(p)


@rule("36c", "36d", "34.A.2b")
def _unmet(p: P, group: Group) -> Iterator[Illegal]:
    """Demands that a group as a whole must meet."""
    there = standing(p, group)
    if group.stacked_with:
        for hex, units in there.items():
            if not company(p, group.stacked_with, units, hex):
                yield Illegal("36d", f"{name(p, units[0])} stands in {where(p, hex)} without other units of its district")
    for ground in group.grounds:
        if ground.each is not None:
            for hex in ground.hexes:
                if size_of(p, there.get(hex, [])) != ground.each and not unplayed(p, hex):
                    yield Illegal("36c", f"{group.title}: {ground.each} equivalents must stand in {where(p, hex)}")
        if (
            ground.exactly is not None
            and size_of(p, [u for h, units in there.items() if h in ground.hexes for u in units]) < ground.exactly
        ):
            yield Illegal("36c", f"{group.title}: {ground.exactly} equivalents must stand in one of its areas")
        if ground.in_turn:
            yield from _out_of_turn(p, group, ground, there)


def items_of(p: P, units: Sequence[int]) -> int:
    """How many times a city has been chosen: a corps that is deployed together counts once."""
    corps = [p.game.rows[unit]["formation"] for unit in units]
    return len({formation for formation in corps if formation}) + corps.count("")


@rule("34.A.2b")
def _out_of_turn(p: P, group: Group, ground: Ground, there: Standing) -> Iterator[Illegal]:
    """Major cities are filled before dot cities, and none gets its second before all have their first."""
    front = home(p.game)
    cities = {front.city_at[hex] for hex in ground.hexes}
    counts = {city: items_of(p, [u for hex in city.hexes for u in there.get(hex, ())]) for city in cities}
    major = [n for city, n in counts.items() if city.kind == MAJOR]
    dots = [n for city, n in counts.items() if city.kind != MAJOR]
    most, least = max(counts.values()), min(counts.values())
    if most - least > 1 or (dots and major and max(dots) > min(major)):
        yield Illegal("34.A.2b", f"{group.title}: one unit goes to each major city, then one to each dot city, and again")


def watched_border(p: P) -> Sequence[int]:
    """Border hexes that must be watched; in a scenario those of the armies that take part."""
    border = home(p.game).watched_border
    if not p.s.scenario:
        return border
    groups = [group for group in home(p.game).groups if group.step == BORDER and scenarios.takes_part(p, group.name)]
    mine = frozenset[int]().union(*(group.hexes for group in groups))
    return [hex for hex in border if hex in mine and not unplayed(p, hex)]


@rule("36d")
def unwatched(p: P) -> Iterator[Illegal]:
    """Border hexes that no Soviet unit stands in or has in its zone."""
    for hex in watched_border(p):
        if not p.s.count[SOVIET][hex] and not zones.of_side(p, SOVIET).grip[hex]:
            yield Illegal("36d", f"no unit stands in {where(p, hex)} on the border, nor has it in its zone of control")


@rule("36c", "errata.ob.soviet.airfields")
def _bare_cities(p: P) -> Iterator[Illegal]:
    """Where antiaircraft guns must stand."""
    for hex, least in guns_needed(p).items():
        if len([unit for unit in p.units(hex, SOVIET) if face(p, unit).type.startswith("position AA")]) < least:
            yield Illegal("36c", f"{where(p, hex)} needs {least} points of position AA")


def guns_needed(p: P) -> dict[int, int]:
    """By hex, how many points of position AA it must have."""
    front: HomeFront = home(p.game)
    found = {hex: AA_THERE if city.name in GREAT_CITIES else 1 for city in front.soviet_major for hex in city.hexes}
    forts = [city.hexes[0] for city in front.cities.values() if city.kind == FORTRESS and p.s.control[city.hexes[0]] == SOVIET]
    return found | dict.fromkeys(forts, 1) | {hex: max(1, found.get(hex, 0)) for hex in deployed_at(p, "airfield")}


@rule("36c", "36d")
def finish(p: P, command: Command) -> None:
    """Close this stage."""
    if step_of(p) == AXIS_STEP:
        reserves = home(p.game).group_numbers["rumanian-reserves"]
        for unit in (p.s.arrays.group == reserves).nonzero()[0].tolist():
            if on_map(p, unit):
                p.s.status[unit] |= RESERVE
    p.pop()


def require_complete(p: P, command: Command) -> None:
    """Nothing is missing and nothing is wrong."""
    if wrong := next(faults(p), None):
        raise wrong


def kinds_of(stage: str) -> tuple[str, ...]:
    """What is put down in a stage besides units."""
    return {"setup.border": (), "setup.axis": KINDS}.get(stage, ("airfield", "resource"))


def stock_verb(kind: str) -> Callable[[P, Sequence[int]], list[int]]:
    """The hexes for the verb of a kind."""
    return lambda p, units: stock_hexes(p, kind)


def has_left(kind: str) -> Callable[[P], bool]:
    return lambda p: stock_left(p, kind) > 0


def sample_place(p: P, rng: random.Random) -> Command | None:
    """Random play places some units itself and leaves the rest to the referee."""
    units = waiting(p)
    if not units or rng.random() < 0.5:
        return None
    unit = units[int(rng.random() * len(units))]
    hexes = open_hexes(p, (unit,))
    return Command("place", (unit,), (hexes[int(rng.random() * len(hexes))],)) if hexes else None
