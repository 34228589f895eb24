"""Rules 18 and 20: missions are begun: who may fly what to where, and the flight itself.

A command may name several air units: they fly one after the other, each as if it had been ordered alone, so a package and its
single missions give the same game for the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..events.air import Flown
from ..material import P
from ..state import INOPERATIVE, Package
from . import air_limits, air_transport, bridges, patrols
from .air_losses import come_down, land_at_night
from .air_paths import check_path, flying_distances, way
from .air_targets import may_bomb_bridge, target_refusal, targets
from .airbases import capacity_left, free_at, is_friendly
from .mission_table import BY_AIRBASE, CARGO, MISSIONS, Bombs, Mission, Purpose, range_of, range_refusal, why_not
from .sorties import EXTENDED, MOVED_BASE, NIGHT, OUT, STAGED, STAGED_BY_DAY, flyer, glider_of, has, model, nation, on_ground
from .units import name

HOW = ("extended", "night", "extended-night")
PRIMED = "primed"
#: Bombing missions whose prey is a piece that may be named with the bombers.
AT_PIECES = frozenset({Purpose.AIR_UNITS, Purpose.SHIP})
OPTIONS = {Purpose.BRIDGE: "bridges", Purpose.SEARCH: "air-naval"}


class Order(msgspec.Struct, frozen=True):
    """A mission as it was said: who flies, what they take along or aim at, the way and how."""

    mission: Mission
    flyers: tuple[int, ...]
    gliders: tuple[int, ...]
    cargo: tuple[int, ...]
    prey: int
    hexes: tuple[int, ...]
    how: int
    supply: bool = False
    points: int = 0
    primed: bool = False  #: a resource point of the airbase lets those attack who are dropped in the Arctic (30e)

    @property
    def target(self) -> int:
        return self.hexes[-1]


def opted(p: P, option: str) -> bool:
    """Is an optional rule in use?"""
    return (p.s.options.get(option) or p.game.defaults.get(option)) == "on"


def read(p: P, mission: Mission, command: Command) -> Order:
    """Sort the pieces of a command."""
    side = p.s.active
    air = [unit for unit in command.units if p.game.is_air[unit] and p.side_of(unit) == side]
    gliders = tuple(unit for unit in air if model(p, unit).is_glider)
    flyers = tuple(unit for unit in air if unit not in gliders)
    others = tuple(unit for unit in command.units if unit not in air)
    preyed = mission.purpose in AT_PIECES
    prey = others[0] if preyed and others else -1
    if preyed and len(others) > 1:
        raise Illegal(mission.rule, "name one target with the air units that are to bomb it")
    if others and not preyed and mission.purpose not in CARGO:
        raise Illegal("18", f"{name(p, others[0])} is no air unit of yours")
    hexes, aim = command.hexes, -1
    if mission.purpose is Purpose.BRIDGE:
        hexes, aim = command.hexes[:1], command.hexes[-1]
    word = command.word or ""
    _check_words(mission, word)
    how = sum({bit for part, bit in (("extended", EXTENDED), ("night", NIGHT)) if part in word})
    return Order(
        mission,
        flyers,
        gliders,
        () if preyed else others,
        prey if preyed else aim,
        hexes,
        how,
        "supply" in word,
        command.number or 0,
        PRIMED in word,
    )


def _check_words(mission: Mission, word: str) -> None:
    """What may be said of a flight: `extended`, `night`, for transports `supply`, for drops in the Arctic `primed`; or several of
    them with hyphens."""
    known = {"extended", "night", *({"supply"} if mission.purpose in CARGO else ())}
    known |= {PRIMED} if mission.purpose is Purpose.DROP else set()
    if strange := [part for part in word.split("-") if part and part not in known]:
        raise Illegal(mission.rule, f"'{strange[0]}' says nothing of {mission.title}; say {', '.join(sorted(known))}, or nothing")


# ---------------------------------------------------------------- may it fly?


@rule("16.B.1", "17.A", "18", "20", "20.D.1", "20.D.2", "24.F.a")
def check_unit(p: P, unit: int, mission: Mission, how: int) -> None:
    """May this air unit begin this mission at all, wherever to?"""
    flags = p.s.flags[unit]
    if flags & INOPERATIVE:
        raise Illegal("16.B.1", f"{name(p, unit)} is inoperative")
    continuing = _continues(p, unit, mission)
    if p.s.mission[unit] and not continuing:
        raise Illegal("20.D.1" if p.s.mission[unit] == Purpose.TRANSFER else "18", f"{name(p, unit)} is flying already")
    if continuing and has(p, unit, NIGHT) != bool(how & NIGHT):
        time = "at night" if has(p, unit, NIGHT) else "by day"
        raise Illegal("24.F.a", f"{name(p, unit)} began this transfer {time}, and so it goes on")
    refused = why_not(model(p, unit), mission)
    refused = refused or range_refusal(model(p, unit), mission, extended=bool(how & EXTENDED), night=bool(how & NIGHT))
    if refused:
        raise Illegal(*refused)
    if not 0 <= p.s.loc[unit] < p.game.board.hexes:
        raise Illegal("18", f"{name(p, unit)} is not in play")
    if mission.purpose in BY_AIRBASE and has(p, unit, STAGED):
        raise Illegal("20.D.2", "after staging an air unit flies a mission that is no transfer")
    if not is_friendly(p, p.s.loc[unit], p.side_of(unit)):
        raise Illegal("17", f"{name(p, unit)} is at no friendly airbase")
    air_limits.check_surprise(p, unit)


@rule("20.D.1")
def _continues(p: P, unit: int, mission: Mission) -> bool:
    """A transfer goes on from airbase to airbase, but not from one that enemy fighters could reach."""
    if mission.purpose is not Purpose.TRANSFER or p.s.mission[unit] != Purpose.TRANSFER or has(p, unit, OUT):
        return False
    if within_interception(p, p.s.loc[unit], p.foe(p.side_of(unit))):
        raise Illegal("20.D.1", "an enemy fighter could intercept at this airbase, so the transfer ends here")
    return True


@rule("20.D.1")
def within_interception(p: P, node: int, side: int) -> bool:
    """Could an operative fighter of a side at an airbase reach a hex by interception?"""
    war, arrays, hexes = air_war(p.game), p.s.arrays, p.game.board.hexes
    fighters = war.fighters_of_side[side]
    loc = arrays.loc[fighters]
    ready = (loc >= 0) & (loc < hexes) & (arrays.mission[fighters] == 0) & ((arrays.flags[fighters] & INOPERATIVE) == 0)
    if not ready.any():
        return False
    apart = p.game.board.apart([node], loc[ready])[0]
    found = zip(fighters[ready].tolist(), apart.tolist(), strict=True)
    return any(far <= model(p, unit).movement // 2 and air_limits.may_patrol(p, unit, node) for unit, far in found)


@rule("17.A", "18", "20.C", "24.D")
def check(p: P, order: Order) -> None:
    """Everything that speaks against a mission. Which of the shortest ways an air unit takes makes no difference to that."""
    check_all_but_the_way(p, order)
    for unit in order.flyers:
        path_of(p, unit, order)


def check_all_but_the_way(p: P, order: Order) -> None:
    """Who flies for what, and where to."""
    mission, side = order.mission, p.s.active
    option = OPTIONS.get(mission.purpose)
    if option and not opted(p, option):
        raise Illegal(mission.rule, f"{mission.title} is flown only with the optional rule")
    if not order.flyers:
        raise Illegal(
            "24.D" if order.gliders else "18", "gliders do not fly by themselves" if order.gliders else "name air units of yours"
        )
    if len(set(order.flyers)) != len(order.flyers):
        raise Illegal("18", "an air unit is named twice")
    for unit in order.flyers:
        check_unit(p, unit, mission, order.how)
    _check_gliders(p, order)
    _check_capacity(p, order)
    if order.cargo or mission.purpose in CARGO:
        air_transport.check(p, order)
    else:
        refused = target_refusal(p, mission, side, order.target)
        if refused:
            raise Illegal(*refused)
    _check_prey(p, order)
    air_limits.check_nation(p, order.flyers, order.target)
    air_limits.check_arctic(p, order.flyers, mission, side, order.points + order.primed)


@rule("24.D")
def _check_gliders(p: P, order: Order) -> None:
    """Each glider needs a tug of its own that starts from the same airbase; tugs are transports."""
    tugs = [unit for unit in order.flyers if model(p, unit).is_transport]
    for glider in order.gliders:
        if p.s.flags[glider] & INOPERATIVE:
            raise Illegal("16.B.1", f"{name(p, glider)} is inoperative")
        near = [unit for unit in tugs if p.s.loc[unit] == p.s.loc[glider]]
        if not near:
            raise Illegal("24.D", f"{name(p, glider)} needs a transport of its own at its airbase to tow it")
        tugs.remove(near[0])


@rule("17.A", "20.D.2", "24.D")
def _check_capacity(p: P, order: Order) -> None:
    """No more missions begin at an airbase than its capacity; a transfer that goes on has begun already."""
    starting: dict[int, int] = {}
    for unit in order.flyers:
        if not p.s.mission[unit]:
            starting[p.s.loc[unit]] = starting.get(p.s.loc[unit], 0) + 1
    for node, count in starting.items():
        if count > capacity_left(p, node):
            rule = "20.D.2" if any(has(p, unit, STAGED) for unit in order.flyers if p.s.loc[unit] == node) else "17.A"
            raise Illegal(rule, f"the airbase in {p.game.board.names[node]} can begin no more missions in this air phase")


@rule("20.F.2.a", "20.F.2.h", "39.Ab")
def _check_prey(p: P, order: Order) -> None:
    purpose, node = order.mission.purpose, order.target
    if purpose is Purpose.BRIDGE:
        pair = bridges.pair(node, order.prey)
        if pair not in bridges.all_bridges(p.game):
            raise Illegal("39.Ab", "there is no bridge between these hexes")
        if not may_bomb_bridge(p, pair, p.s.active):
            raise Illegal("39.Ab", "the bridge is down already" if pair in p.s.bridges_down else "the bridge is your own")
    elif order.prey >= 0:
        found = on_ground(p, node, p.foe(p.s.active)) if purpose is Purpose.AIR_UNITS else enemy_ships(p, node)
        if order.prey not in found:
            raise Illegal(order.mission.rule, f"{name(p, order.prey)} is not to be bombed in that hex")


def enemy_ships(p: P, node: int) -> list[int]:
    return [unit for unit in p.units(node, p.foe(p.s.active)) if p.game.is_ship[unit]]


@rule("18", "24.B")
def path_of(p: P, unit: int, order: Order) -> tuple[int, ...]:
    """The hexes it enters: those said, or a shortest way to the hex said; refused beyond its range."""
    most = range_of(model(p, unit), order.mission, extended=bool(order.how & EXTENDED))
    hexes = _entered(p, unit, order)
    if len(hexes) > 1:
        check_path(p, p.s.loc[unit], hexes, air_limits.closed_to(p, nation(p, unit)))
    path = hexes if len(hexes) > 1 else way(p, p.s.loc[unit], hexes[0], air_limits.closed_to(p, nation(p, unit)))
    if path is None:
        raise Illegal("32.A", f"{name(p, unit)} has no way there within its area")
    if len(path) > most:
        far = "24.B" if order.how & EXTENDED else order.mission.rule if order.mission.purpose in BY_AIRBASE else "18"
        raise Illegal(far, f"{name(p, unit)} flies {most} hexes on this mission, not {len(path)}")
    return path


def _entered(p: P, unit: int, order: Order) -> tuple[int, ...]:
    """The hexes said without the one it starts from."""
    return order.hexes[1:] if order.hexes[0] == p.s.loc[unit] and len(order.hexes) > 1 else order.hexes


def _whole_way(p: P, unit: int, hexes: tuple[int, ...], how: int) -> tuple[tuple[int, ...], bool]:
    """The way as said, or the shortest to a hex alone, through as few patrol zones as there are now; and is any of it in one?"""
    danger = patrols.danger(p, p.foe(p.side_of(unit)), night=bool(how & NIGHT))
    if len(hexes) > 1:
        path = hexes
    else:
        path = way(p, p.s.loc[unit], hexes[0], air_limits.closed_to(p, nation(p, unit)), danger) or ()
    return path, any(danger.item(node) for node in path)


# ---------------------------------------------------------------- flying


@rule("18", "20")
def launch(p: P, mission: Mission, command: Command) -> None:
    """Begin a mission: everything is checked, then the air units fly one after the other."""
    order = read(p, mission, command)
    check(p, order)
    begin(p, order)


def begin(p: P, order: Order) -> None:
    """Air units whose mission is known to be legal fly one after the other. Where a hex alone was said each finds its way when it
    takes off: patrols that have been used up by then no longer matter, as if it had been ordered singly."""
    mission = order.mission
    if order.cargo or mission.purpose in CARGO:
        air_transport.load(p, order)
    towed = air_transport.tow_pairs(p, order)
    how, aim = order.how, order.prey
    steps = [
        ("air.sortie", -1, unit, int(mission.purpose), how, aim, towed.get(unit, -1), *_entered(p, unit, order))
        for unit in order.flyers
    ]
    _remember(p, order)
    p.queue(*steps)


def _remember(p: P, order: Order) -> None:
    """What is flown can be flown again in the next air phase, air unit by air unit. Air units that fly the same mission to the
    same hex one after the other are kept together however they were ordered, so that a phase flown singly leaves the same
    position as one flown by packages."""
    side, word = p.s.active, order.mission.word
    if order.mission.bombs is Bombs.NONE and order.mission.purpose is not Purpose.ESCORT:
        return
    other = order.prey if order.mission.purpose is Purpose.BRIDGE else -1
    flown = Package(side, word, order.target, order.flyers, how=order.how, other=other)
    last = p.s.packages[-1] if p.s.packages else None
    if last is not None and msgspec.structs.replace(last, units=flown.units) == flown:
        p.s.packages = (*p.s.packages[:-1], msgspec.structs.replace(last, units=(*last.units, *flown.units)))
    else:
        p.s.packages = (*p.s.packages, flown)


@rule("18", "17.A", "20.D.2", "24.D", "30f")
def fly(p: P) -> None:
    """One air unit takes off and flies to its target hex; enemy patrols on the way have their say next."""
    unit, purpose, how, prey, towed, *said = p.pop().args
    path, is_watched = _whole_way(p, unit, tuple(said), how)
    s, side = p.s, p.side_of(unit)
    mission = MISSIONS[Purpose(purpose)]
    start = s.loc[unit]
    if not s.mission[unit]:
        s.launched[start] += 1
        s.base[unit] = start
        air_limits.pay_arctic(p, unit, mission, side)
    goal = path[-1] if path else start
    s.mission[unit] = purpose
    s.sortie[unit] |= how | (MOVED_BASE if mission.purpose is Purpose.TRANSFER else 0)
    s.aim[unit] = goal if mission.purpose in BY_AIRBASE or mission.purpose is Purpose.TRANSPORT else prey
    p.place(unit, goal)
    if towed < 0 and mission.purpose is Purpose.TRANSFER:
        towed = glider_of(p, unit)
    if towed >= 0:
        s.mission[towed], s.tug[towed], s.base[towed], s.aim[towed] = purpose, unit, s.base[unit], s.aim[unit]
        s.sortie[towed] |= how
        p.place(towed, goal)
    told = ", ".join(word for bit, word in ((EXTENDED, "at extended range"), (NIGHT, "at night")) if how & bit)
    flown = (unit,) if towed < 0 else (unit, towed)
    p.emit(
        Flown(
            units=flown, path=(start, *path), mission=mission.title, how=f", {told}" if told else "", side=side, rule=mission.rule
        ),
        public=True,
    )
    if mission.purpose is Purpose.STAGING:
        p.push("air.staged", -1, unit)
    if is_watched and patrols.chances(p, unit, path, p.foe(side)):
        p.push("air.passing", -1, unit, 0, *path)


@rule("20.D.2", "24.F.c")
def staged(p: P) -> None:
    """Arrived at the airbase it stages through, an air unit may fly on from there, if it has not crashed at night."""
    (unit,) = p.pop().args
    if not has(p, unit, OUT):
        goal, facts = p.s.loc[unit], flyer(p, unit)
        come_down(p, unit)
        p.s.sortie[unit] |= STAGED if facts.night else STAGED | STAGED_BY_DAY
        p.s.base[unit] = goal
        land_at_night(p, unit, facts)


@rule("20.D.2", "20.D.1")
def settle_staged(p: P) -> None:
    """Whoever has staged and begun nothing else when the air movement step ends has flown a transfer: interceptors may meet it at
    its airbase, where it lands in the return step."""
    war, arrays = air_war(p.game), p.s.arrays
    units = war.units_of_side[p.s.active]
    idle = units[(arrays.mission[units] == 0) & ((arrays.sortie[units] & STAGED_BY_DAY) != 0)]
    for unit in idle.tolist():
        p.s.mission[unit], p.s.base[unit], p.s.aim[unit] = Purpose.TRANSFER, p.s.loc[unit], p.s.loc[unit]


# ---------------------------------------------------------------- what can be named


def able(p: P, mission: Mission) -> list[int]:
    """Air units of the phasing side that could begin a mission now: one look at arrays, then at what is left of them."""
    s, side = p.s, p.s.active
    units = fit_for(p, mission, side)
    arrays = s.arrays
    loc, flying = arrays.loc[units], arrays.mission[units]
    ready = (loc >= 0) & (loc < p.game.board.hexes) & ((arrays.flags[units] & INOPERATIVE) == 0)
    free = (flying == 0) & (arrays.control[loc] == side) & free_at(p, loc, arrays.launched)
    ready &= free | (flying == Purpose.TRANSFER) if mission.purpose is Purpose.TRANSFER else free
    found: list[int] = units[ready].tolist()
    if p.s.surprise:
        found = [unit for unit in found if _may_surprise(p, unit)]
    if mission.purpose in BY_AIRBASE:
        found = [unit for unit in found if not has(p, unit, STAGED)]
    northern = [unit for unit in found if p.game.arctic[s.loc[unit]]]
    if northern and not _arctic_is_open(p, mission, side):
        found = [unit for unit in found if unit not in northern]
    return [unit for unit in found if not s.mission[unit] or not within_interception(p, s.loc[unit], p.foe(side))]


def fit_for(p: P, mission: Mission, side: int) -> npt.NDArray[np.int16]:
    """The air units of a side that are made for a mission, wherever they are."""
    key, changed = ("air-fit", mission.purpose, side), p.s.night_fighter
    found: npt.NDArray[np.int16] | None = p.game.kept.get(key) if changed < 0 else None
    if found is None:
        units = air_war(p.game).units_of_side[side].tolist()
        able = [unit for unit in units if not model(p, unit).is_glider and not why_not(model(p, unit), mission)]
        found = np.array(able, np.int16)
        if changed < 0:
            p.game.kept[key] = found
    return found


def _arctic_is_open(p: P, mission: Mission, side: int) -> bool:
    """Could one more mission of this kind begin in the Arctic?"""
    if mission.purpose in air_limits.FREE_IN_ARCTIC or p.s.arctic_sorties:
        return True
    return air_limits.has_arctic_points(p, side)


def _may_surprise(p: P, unit: int) -> bool:
    try:
        air_limits.check_surprise(p, unit)
    except Illegal:
        return False
    return True


def reachable(p: P, mission: Mission, units: Sequence[int], *, extended: bool = False) -> list[int]:
    """Target hexes that all of these air units can fly to."""
    side = p.s.active
    flyers = [unit for unit in units if p.game.is_air[unit] and p.side_of(unit) == side and not model(p, unit).is_glider]
    if not flyers:
        return []
    found = targets(p, mission, side)[: p.game.board.hexes].copy()
    for unit in flyers:
        apart = flying_distances(
            p, p.s.loc[unit], air_limits.closed_to(p, nation(p, unit)), range_of(model(p, unit), mission, extended=extended)
        )
        found &= (apart >= 0)[: len(found)] & ~air_limits.barred(p, unit)[: len(found)]
    if mission.purpose in BY_AIRBASE or mission.purpose is Purpose.TRANSPORT:
        for unit in flyers:
            found[p.s.loc[unit]] = False
    return air_limits.where_may_operate(p, flyers, np.flatnonzero(found))
