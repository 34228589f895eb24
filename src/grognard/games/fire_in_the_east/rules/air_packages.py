"""Packages: bombers and their escort in one command, last turn's packages again, the rest of the allowance filled; and random
play.

Each expands into the book's own missions, one air unit after the other, exactly as if they had been ordered singly.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ..air_facts import distances_from
from ..aircraft import FORCES
from ..events.air import KeptDown
from ..material import P
from . import air_activation, air_limits, air_replacement, airborne, flights
from .air_fates import worth
from .air_targets import target_refusal, targets
from .airbases import capacity, capacity_left
from .mission_table import BY_AIRBASE, BY_WORD, MISSIONS, Bombs, Mission, Purpose, range_of
from .sorties import EXTENDED, NIGHT, is_operative, model, nation, on_ground

replace = msgspec.structs.replace
ESCORT = MISSIONS[Purpose.ESCORT]
ENDS_ELSEWHERE = BY_AIRBASE | {Purpose.TRANSPORT}
WORDS = tuple(
    mission.word for mission in MISSIONS.values() if mission.bombs is not Bombs.NONE and mission.purpose not in flights.OPTIONS
)


def _bombing(word: str | None) -> Mission:
    mission = BY_WORD.get(word or "")
    if mission is None or mission.word not in WORDS:
        raise Illegal("20.Fa", f"a package flies one of {', '.join(WORDS)}")
    return mission


def parts(p: P, units: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bombers and escort: fighters escort the others, or bomb if there are no others."""
    fighters = tuple(unit for unit in units if p.game.is_air[unit] and model(p, unit).is_fighter)
    others = tuple(unit for unit in units if unit not in fighters)
    return (others, fighters) if others else (fighters, ())


@rule("20.Fa", "20.C")
def raid(p: P, command: Command) -> None:
    """`raid UNITS HEX MISSION`: the bombers fly first, then their escort."""
    mission = _bombing(command.word)
    bombers, escorts = parts(p, command.units)
    _check_escorts(p, bombers, escorts, command.hexes[-1])
    if escorts:
        p.push("air.escorts", -1, command.hexes[-1], *escorts)
    try:
        flights.launch(p, mission, Command(mission.word, bombers, command.hexes))
    except Illegal:
        if escorts:
            p.pop()
        raise


@rule("20.C", "17.A")
def _check_escorts(p: P, bombers: Sequence[int], escorts: Sequence[int], node: int) -> None:
    starting: dict[int, int] = {}
    for unit in (*bombers, *escorts):
        starting[p.s.loc[unit]] = starting.get(p.s.loc[unit], 0) + 1
    for unit in escorts:
        flights.check_unit(p, unit, ESCORT, 0)
        flights.path_of(p, unit, flights.Order(ESCORT, (unit,), (), (), -1, (node,), 0))
        if starting[p.s.loc[unit]] > capacity_left(p, p.s.loc[unit]):
            raise Illegal(
                "17.A", f"the airbase in {p.game.board.names[p.s.loc[unit]]} can begin no more missions in this air phase"
            )
    if escorts:
        air_limits.check_nation(p, (*bombers, *escorts), node)
        air_limits.check_arctic(p, (*bombers, *escorts), ESCORT, p.s.active)


def may_escort(p: P, command: Command, escorts: Sequence[int]) -> bool:
    """Can these fly along with the air units of a mission?"""
    return is_legal(_check_escorts, p, command.units, escorts, command.hexes[-1])


def send_escorts(p: P) -> None:
    """The bombers are on their way: their escort follows, unless patrols have turned all of them back."""
    node, *escorts = p.pop().args
    if target_refusal(p, ESCORT, p.s.active, node) is None:
        flights.launch(p, ESCORT, Command(ESCORT.word, tuple(escorts), (node,)))


def raiders(p: P, hexes: Sequence[int]) -> list[int]:
    """Everybody who could bomb or escort somewhere."""
    able = set(flights.able(p, BY_WORD["support"])) | set(flights.able(p, BY_WORD["air-units"])) | set(flights.able(p, ESCORT))
    return sorted(able)


def raid_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Hexes worth bombing for one reason or another within reach of all."""
    bombers, _ = parts(p, units)
    found: set[int] = set()
    for word in ("support", "air-units", "airbase", "railway"):
        found |= set(flights.reachable(p, BY_WORD[word], bombers))
    return sorted(found)


# ---------------------------------------------------------------- last turn's packages


def turn_over(p: P) -> None:
    """A new air phase of a side: what it flew last time is old, what was old is forgotten."""
    side = p.s.active
    p.s.packages = tuple(
        replace(package, old=True) if package.side == side else package
        for package in p.s.packages
        if package.side != side or not package.old
    )


def can_repeat(p: P) -> bool:
    return any(package.old and package.side == p.s.active for package in p.s.packages)


@rule("20.Fa")
def repeat(p: P, command: Command) -> None:
    """Fly last turn's packages again as far as they can be flown."""
    side = p.s.active
    old = [package for package in p.s.packages if package.side == side and package.old]
    p.s.packages = tuple(package for package in p.s.packages if package not in old)
    p.queue(
        *(("air.repeat", -1, one.mission, one.hex, one.other, one.how, unit) for one in old for unit in one.units),
    )


def fly_again(p: P) -> None:
    """One air unit of a package after the other; whoever cannot fly stays where it is, and the log says why."""
    mission, node, other, how, unit = p.pop().args
    hexes = (node,) if other < 0 else (node, other)
    said = "-".join(word for bit, word in ((EXTENDED, "extended"), (NIGHT, "night")) if how & bit)
    try:
        flights.launch(p, BY_WORD[mission], Command(mission, (unit,), hexes, word=said or None))
    except Illegal as refused:
        p.emit(KeptDown(units=(unit,), hex=node, why=refused.why, side=p.s.active, rule=refused.rule), public=True)


# ---------------------------------------------------------------- the air chart


@rule("27.E")
def spread(p: P, command: Command) -> None:
    """Bring in as many air units as the allowances permit, the best first, where room is."""
    side = p.s.active
    for force in air_replacement.forces_of(side):
        waiting = [unit for unit in air_replacement.in_box(p, force, "available") if not model(p, unit).is_glider]
        waiting.sort(key=lambda unit: (-worth(model(p, unit)), unit))
        places = air_activation.activation_hexes(p, waiting[:1])
        room = {place: capacity(p, place) - len(on_ground(p, place, side)) for place in places}
        for unit in waiting if places else ():
            if air_replacement.allowance(p, force) <= air_replacement.active(p, force):
                break
            node = max(places, key=lambda place: (room[place], -place))
            room[node] -= 1
            air_activation.place_active(p, unit, node)


# ---------------------------------------------------------------- random play


def sample_mission(p: P, rng: random.Random, mission: Mission) -> Command | None:
    """A unit, a hex it can reach, and nothing else: all that is checked anyway."""
    able = flights.able(p, mission)
    if not able:
        return None
    unit = able[int(rng.random() * len(able))]
    if mission.purpose is not Purpose.DROP and model(p, unit).is_transport and airborne.awaits(p, p.s.loc[unit]):
        return None
    nodes = _wanted(p, mission, unit, rng) if mission.purpose is Purpose.TRANSFER else None
    nodes = nodes if nodes is not None else np.flatnonzero(targets(p, mission, p.s.active)[: p.game.board.hexes])
    near = nodes[distances_from(p.game, p.s.loc[unit])[nodes] <= range_of(model(p, unit), mission)]
    if not near.size:
        return None
    word = "supply" if mission.purpose in (Purpose.TRANSPORT, Purpose.DELIVERY) else None
    command = Command(mission.word, (unit,), (near.item(int(rng.random() * near.size)),), word=word)
    if mission.purpose in ENDS_ELSEWHERE and command.hexes[0] == p.s.loc[unit]:
        return None
    return command if is_legal(flights.check, p, flights.read(p, mission, command)) else None


def _wanted(p: P, mission: Mission, unit: int, rng: random.Random) -> npt.NDArray[np.int64] | None:
    """Transports go now and then where airborne units wait."""
    if not model(p, unit).is_transport or rng.random() < 0.3:
        return None
    waiting = [p.s.loc[jumper] for jumper in airborne.plannable(p) if p.s.loc[jumper] < p.game.board.hexes]
    nodes = np.array([node for node in waiting if targets(p, mission, p.s.active)[node]], np.int64)
    return nodes if nodes.size else None


def sample_done(p: P, rng: random.Random) -> Command | None:
    """An air phase of random play has some thirty missions."""
    return Command("done") if rng.random() < 0.35 else None


def sample_chart(p: P, rng: random.Random) -> Command | None:
    """End it, or fill the allowances; what must leave goes first."""
    for force in air_replacement.forces_of(p.s.active):
        excess = air_replacement.active(p, force) - air_replacement.allowance(p, force)
        if excess > 0:
            units = [
                unit
                for unit in air_activation.deactivable(p, ())
                if nation(p, unit) == FORCES[force] and not model(p, unit).is_glider
            ]
            return Command("deactivate", tuple(sorted(units, key=lambda unit: (is_operative(p, unit), unit))[:excess]))
    if any(air_activation.activable(p, ())) and rng.random() < 0.5:
        return Command("spread")
    return Command("done")
