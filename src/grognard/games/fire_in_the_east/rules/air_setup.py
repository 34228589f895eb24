"""Rule 36g: air forces before the first turn: allowances, the air chart, Axis air units in play, and who strikes by surprise."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import AVAILABLE, REMNANTS, air_war
from ..aircraft import FORCES
from ..material import P
from ..other_counters import slug
from ..state import AXIS, Drop
from . import air_activation, air_limits, air_replacement, airborne
from .air_targets import target_refusal
from .airbases import airbases, capacity, is_airbase
from .mission_table import BY_WORD, Purpose, tactical_strength
from .sorties import model, nation
from .units import face, name

MOST_IN_NORWAY = 3
BRANDENBURGER = "brandenburger"


@rule("26.A", "36g", "36f")
def begin(p: P) -> None:
    """Group allowances and the air chart as the orders of battle give them; later air units wait in the boxes of their turns."""
    allowances = [0] * len(FORCES)
    for row in p.game.assets:
        if row["kind"] == "group-allowance" and row["turn"] == "initial":
            allowances[FORCES.index(air_replacement.FORCE_NAMES[row["name"]])] += int(row["amount"])
    p.s.allowance = tuple(allowances)
    turns = {title: turn for turn, title in p.game.turn_names.items()}
    boxes = air_war(p.game).box
    for side in (0, 1):
        for unit in air_war(p.game).units_of_side[side].tolist():
            row = p.game.rows[unit]
            if row["comes"] == "initial":
                p.place(unit, boxes[side][REMNANTS if row["how"] == "remnants" else AVAILABLE])
            else:
                p.place(unit, p.game.box[f"turn-{turns[row['comes']]}"])


# ---------------------------------------------------------------- the Axis deploys


def waiting(p: P, hexes: Sequence[int]) -> list[int]:
    """Axis air units that could still come into play."""
    return [unit for unit in air_activation.activable(p, hexes) if _fits(p, (unit,))]


@rule("36g")
def places(p: P, units: Sequence[int]) -> list[int]:
    """Where these may be based: allies at home, the Luftwaffe in Greater Germany, Rumania and Norway."""
    found = airbases(p, AXIS)
    for unit in units:
        found = found & _area(p, nation(p, unit))
    if not units or not _fits(p, units):
        return []
    full = _in_norway(p) + len(units) > MOST_IN_NORWAY
    norway = air_war(p.game).norway
    nodes = [int(node) for node in np.flatnonzero(found & ~norway if full else found) if capacity(p, int(node))]
    return [node for node in nodes if air_limits.may_operate(p, units, node)]


def _fits(p: P, units: Sequence[int]) -> bool:
    try:
        _check_allowance(p, units)
    except Illegal:
        return False
    return True


def _in_norway(p: P) -> int:
    """Air units of the Luftwaffe that are based in Norway."""
    norway, hexes = air_war(p.game).norway, p.game.board.hexes
    return sum(0 <= p.s.loc[unit] < hexes and bool(norway[p.s.loc[unit]]) for unit in air_war(p.game).units_of_force[0])


def _area(p: P, force: str) -> npt.NDArray[np.bool_]:
    war = air_war(p.game)
    return war.jump_off | war.norway if force == "german" else war.home[force]


@rule("36g", "26.B")
def base(p: P, command: Command) -> None:
    """`base UNITS HEX`: bring Axis air units into play."""
    node, war = command.hexes[0], air_war(p.game)
    available = war.box[AXIS][AVAILABLE]
    for unit in command.units:
        if not p.game.is_air[unit] or p.side_of(unit) != AXIS or p.s.loc[unit] != available:
            raise Illegal("36g", f"{name(p, unit)} is no Axis air unit that waits")
        if not _area(p, nation(p, unit))[node]:
            raise Illegal("36g", f"{name(p, unit)} is not based there at the start")
    if not is_airbase(p, node) or p.s.control[node] != AXIS:
        raise Illegal("17", "there is no friendly airbase")
    if air_war(p.game).norway[node] and _in_norway(p) + len(command.units) > MOST_IN_NORWAY:
        raise Illegal("36g", f"no more than {MOST_IN_NORWAY} air units of the Luftwaffe begin in Norway")
    _check_allowance(p, command.units)
    air_limits.check_nation(p, command.units, node)
    for unit in command.units:
        air_activation.place_active(p, unit, node)


@rule("26.B")
def _check_allowance(p: P, units: Sequence[int]) -> None:
    war = air_war(p.game)
    for force in {war.force[unit] for unit in units}:
        coming = sum(war.force[unit] == force and not war.model(unit).is_glider for unit in units)
        if coming > room(p, force):
            raise Illegal("26.B", f"{FORCES[force].capitalize()}: the group allowance leaves room for {room(p, force)}")


def room(p: P, force: int) -> int:
    """Allowance left, with those put aside for the surprise attack counted as active."""
    aside = sum(air_war(p.game).force[unit] == force for unit in p.s.surprise_attackers)
    return air_replacement.allowance(p, force) - air_replacement.active(p, force) - aside


@rule("31.F.2a")
def may_attack(p: P, unit: int) -> bool:
    """German air units able to bomb air units on the ground: all with tactical points, and all fighters."""
    return nation(p, unit) == "german" and tactical_strength(model(p, unit), Purpose.AIR_UNITS) > 0


@rule("31.F.2a")
def assign_refusal(p: P, unit: int) -> tuple[str, str] | None:
    if not p.game.is_air[unit] or p.side_of(unit) != AXIS or not may_attack(p, unit):
        return "31.F.2a", f"{name(p, unit)} cannot bomb air units on the ground"
    if unit in p.s.surprise_attackers:
        return "31.F.2a", f"{name(p, unit)} is assigned already"
    return None


@rule("31.F.2a", "36g")
def assign(p: P, command: Command) -> None:
    """`assign UNITS`: these strike by surprise; they are off the map until it is over."""
    available = air_war(p.game).box[AXIS][AVAILABLE]
    for unit in command.units:
        refused = assign_refusal(p, unit)
        if refused:
            raise Illegal(*refused)
        if p.s.loc[unit] != available:
            raise Illegal("31.F.2a", f"{name(p, unit)} is not available")
    _check_allowance(p, command.units)
    p.s.surprise_attackers = (*p.s.surprise_attackers, *command.units)
    for unit in command.units:
        p.place(unit, p.game.reinforcements[AXIS])


def assignable(p: P, hexes: Sequence[int]) -> list[int]:
    if room(p, 0) < 1:
        return []
    return [unit for unit in air_replacement.in_box(p, 0, AVAILABLE) if may_attack(p, unit)]


def lift(p: P, command: Command) -> None:
    """Put Axis air units back into the available box."""
    for unit in command.units:
        if unit not in lifted(p, ()):
            raise Illegal("36g", f"{name(p, unit)} has not been deployed")
    p.s.surprise_attackers = tuple(unit for unit in p.s.surprise_attackers if unit not in command.units)
    for unit in command.units:
        p.place(unit, air_war(p.game).box[AXIS][AVAILABLE])


def lifted(p: P, hexes: Sequence[int]) -> list[int]:
    on_map = [u for u in air_war(p.game).units_of_side[AXIS].tolist() if 0 <= p.s.loc[u] < p.game.board.hexes]
    return [*on_map, *p.s.surprise_attackers]


@rule("36g")
def historical(p: P, command: Command | None = None) -> None:
    """Everybody who still waits goes where he was on 22 June 1941: to his airbase, or to the surprise attack."""
    for row in p.game.historical_air:
        unit = unit_of(p, row)
        if (
            row["side"] != "axis"
            or unit is None
            or p.s.loc[unit] != air_war(p.game).box[AXIS][AVAILABLE]
            or row["status"] != "active"
        ):
            continue
        order = (
            Command("assign", (unit,))
            if row["role"] == "surprise-attack"
            else Command("base", (unit,), (p.game.board.node(row["hex"]),))
        )
        try:
            assign(p, order) if order.verb == "assign" else base(p, order)
        except Illegal:  # no airbase was built there, or the allowance is used up
            continue


def unit_of(p: P, row: dict[str, str]) -> int | None:
    """The air unit of a line of `historical_air.csv`."""
    short = {
        "German": "ge",
        "Finnish": "fi",
        "Soviet": "so",
        "Rumanian": "ru",
        "Hungarian": "hu",
        "Italian": "it",
        "Slovakian": "sl",
    }
    return p.game.handles.get(f"{short[row['nationality']]}-{slug(row['model'])}-{row['copy']}")


def history(p: P) -> dict[int, int]:
    """Where air units stood in history, by unit, in the order in which the Soviets activated theirs."""
    found: dict[int, int] = p.game.kept.get("air-history") or {}
    if not found:
        rows = sorted(p.game.historical_air, key=lambda row: int(row["activation"] or 0))
        for row in rows:
            unit = unit_of(p, row)
            if unit is not None and row["hex"] in p.game.board.index:
                found[unit] = p.game.board.node(row["hex"])
        p.game.kept["air-history"] = found
    return found


def finish(p: P, command: Command) -> None:
    p.bind()
    p.pop()


def sample(p: P, rng: random.Random) -> Command | None:
    """Random play deploys as in history, then goes on."""
    return Command("historical") if assignable(p, ()) and not p.s.surprise_attackers else Command("done")


# ---------------------------------------------------------------- drops of Jun II 41


@rule("errata.rules.36", "36e")
def plan(p: P, command: Command) -> None:
    """`plan UNIT HEX` while the Germans deploy: Brandenburgers may be dropped in either German air phase of Jun II 41."""
    for unit in command.units:
        if not is_brandenburger(p, unit):
            raise Illegal("errata.rules.36", f"{name(p, unit)} is no Brandenburger: only they drop on Jun II 41")
        refused = target_refusal(p, BY_WORD["drop"], AXIS, command.hexes[0])
        if refused:
            raise Illegal(*refused)
    for unit in command.units:
        airborne.note_plan(p, Drop(unit, command.hexes[0], 1))


def is_brandenburger(p: P, unit: int) -> bool:
    return p.game.is_ground[unit] and face(p, unit).service == BRANDENBURGER and airborne.is_airborne(p, unit)


def brandenburgers(p: P, hexes: Sequence[int]) -> list[int]:
    return [unit for unit in p.game.ground_of_side[AXIS].tolist() if is_brandenburger(p, unit) and p.s.loc[unit] >= 0]


def plan_hexes(p: P, units: Sequence[int]) -> list[int]:
    return airborne.drop_zones(p, AXIS) if units else []
