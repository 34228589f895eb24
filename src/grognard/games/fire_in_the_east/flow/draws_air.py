"""Random play of what is seldom said in the air: a candidate is drawn and checked."""

from __future__ import annotations

import random

import msgspec
import numpy as np

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ..material import P
from ..rules import air_guards, air_packages, air_replacement, airborne, bridges, flights, mission_effects, overrun, overrun_fire
from ..rules.bombed_prey import prey
from ..rules.combat import overrun as reckon_overrun
from ..rules.engagement import battle_of
from ..rules.flak import supporters
from ..rules.mission_table import BY_WORD, MISSIONS, Purpose, range_of
from ..rules.sorties import in_flight, model, on_ground

NEAR = 12  #: hexes within which drops are planned


def _flies(p: P, word: str, command: Command) -> bool:
    try:
        flights.check(p, flights.read(p, BY_WORD[word], command))
    except Illegal:
        return False
    return True


def plan(p: P, rng: random.Random) -> Command | None:
    """A drop near a unit that has transports at hand, or now and then anywhere."""
    units = airborne.plannable(p) if rng.random() < 0.7 else []
    ready = [unit for unit in units if _transports(p, unit)] or units
    unit, zones = rng.choice(ready) if ready else -1, airborne.drop_zones(p, p.s.active) if ready else []
    if unit < 0 or not zones:
        return None
    board, here = p.game.board, p.s.loc[unit]
    far = board.apart([here], zones)[0] if here < board.hexes else np.full(len(zones), NEAR)
    near = np.flatnonzero(far < NEAR).tolist()
    hex = zones[rng.choice(near)] if near else rng.choice(zones)
    return Command("plan", (unit,), (hex,)) if airborne.plan_refusal(p, unit, hex, p.s.active) is None else None


def _transports(p: P, unit: int) -> list[int]:
    """Transports at the airbase of a unit."""
    here = p.s.loc[unit]
    flyers = on_ground(p, here, p.s.active) if here < p.game.board.hexes else []
    return [flyer for flyer in flyers if model(p, flyer).is_transport]


def drop(p: P, rng: random.Random) -> Command | None:
    """What has been planned for this turn."""
    for planned in airborne.plans(p):
        if p.side_of(planned.unit) == p.s.active and planned.turn == p.s.turn:
            flyers = _transports(p, planned.unit)
            for count in range(1, min(4, len(flyers)) + 1):
                command = Command("drop", (*flyers[:count], planned.unit), (planned.hex,))
                if _flies(p, "drop", command):
                    return command
    return None


def bridge(p: P, rng: random.Random) -> Command | None:
    """A bridge in reach of a bomber."""
    mission = BY_WORD["bridge"]
    able = flights.able(p, mission)
    if not able:
        return None
    unit, known = rng.choice(able), [*bridges.all_bridges(p.game)]
    far = p.game.board.apart([p.s.loc[unit]], [one for one, _ in known])[0] if known else np.zeros(0)
    near = np.flatnonzero(far <= range_of(model(p, unit), mission)).tolist()
    for at in rng.sample(near, min(6, len(near))):
        command = Command("bridge", (unit,), known[at])
        if _flies(p, "bridge", command):
            return command
    return None


def raid(p: P, rng: random.Random) -> Command | None:
    """A bombing mission with an escort."""
    mission = BY_WORD[rng.choice(air_packages.WORDS)]
    command = air_packages.sample_mission(p, rng, mission)
    if command is None or model(p, command.units[0]).is_fighter:  # who would not be escorted
        return None
    fighters = flights.able(p, MISSIONS[Purpose.ESCORT])
    for fighter in rng.sample(fighters, min(6, len(fighters))):
        if air_packages.may_escort(p, command, (fighter,)):
            return Command("raid", (*command.units, fighter), command.hexes, word=mission.word)
    return None


def guards(p: P, rng: random.Random) -> Command | None:
    turn, made = p.s.guards_made
    units = air_guards.convertible(p, ()) if (made if turn == p.s.turn else 0) < air_guards.conversions(p) else []
    return Command("guards", (rng.choice(units),)) if units else None


def salvage(p: P, rng: random.Random) -> Command | None:
    boxes = [air_replacement.in_box(p, force, "remnants") for force in air_replacement.forces_of(p.s.active)]
    if rng.random() >= 0.1:
        return None
    able = [[unit for unit in units if air_replacement.may_be_salvaged(p, unit)] for units in boxes]
    full = [units for units in able if len(units) >= 5]
    return Command("salvage", tuple(rng.sample(rng.choice(full), 5))) if full else None


def swap(p: P, rng: random.Random) -> Command | None:
    units = [unit for unit in air_replacement.swappable(p, ()) if p.side_of(unit) == p.s.active] if rng.random() < 0.2 else []
    pair = tuple(rng.sample(units, 2)) if len(units) > 1 else ()
    return Command("swap", pair) if pair and is_legal(air_replacement.check_swap, p, pair) else None


def aim(p: P, rng: random.Random) -> Command | None:
    node, purpose, begun = mission_effects.present(p)
    if begun or purpose is not Purpose.AIR_UNITS or rng.random() < 0.5:
        return None
    mine, theirs = mission_effects.bombers(p, node, purpose), prey(p, node, purpose)
    return Command("aim", (rng.choice(mine), rng.choice(theirs))) if mine and theirs else None


def drive_off(p: P, rng: random.Random) -> Command | None:
    """Units that could overrun a hex but for the aircraft over it."""
    enemy = p.foe(p.s.active)
    hexes = sorted({p.s.loc[unit] for unit in in_flight(p, enemy) if p.s.mission[unit] == Purpose.DEFENCE})
    for target in hexes:
        if not supporters(p, target, enemy, Purpose.DEFENCE):
            continue
        for force in overrun.forces(p, target):
            bare = msgspec.structs.replace(battle_of(p, p.s.active, target, force), defensive_support=())
            if not overrun_fire.is_possible(p, target, force) and reckon_overrun(bare, p.game.charts).cost is not None:
                return Command("drive-off", force, (target,))
    return None
