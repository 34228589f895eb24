"""Air missions: interception, air combat, what comes of it, and air units from turn to turn."""

from __future__ import annotations

import msgspec

from ....core.air import Mission
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Intercepted, Prevented, Returned, Turned, Withdrew
from ..material import P
from ..state import DISRUPTED, GERMAN, RUSSIAN
from .aircraft import check_range, check_ready, check_together, shoot_down, use
from .airlift import bring_supply, land
from .bombing import drop_bombs
from .condition import eliminate
from .odds import row_of

replace = msgspec.structs.replace


@rule("air.2", "air.3", "air.5", "sequence.6", "air.19")
def intercept(p: P, command: Command) -> None:
    """Send air units against the mission."""
    mission = p.s.mission
    assert mission is not None
    for unit in command.units:
        if p.side_of(unit) == mission.side:
            raise Illegal("air.5", f"{p.game.pieces[unit].handle} is not yours")
        check_ready(p, unit)
        check_range(p, unit, mission.target, "intercept")
    check_together(p, command.units)
    for unit in command.units:
        use(p, unit, mission)
    p.s.mission = replace(mission, interceptors=command.units)
    p.emit(Intercepted(units=command.units, hex=mission.target, side=p.foe(mission.side), rule="air.4"), public=True)
    p.pop()


def let_pass(p: P, command: Command) -> None:
    p.pop()


@rule("air.4", "air.7", "air.9", "air.17")
def resolve(p: P) -> None:
    """Air combat first: each interceptor rolls until the mission has failed. What is left carries the mission out."""
    p.pop()
    mission = p.s.mission
    assert mission is not None
    flying = list(mission.flyers)
    downed = False
    for fighter in mission.interceptors:
        if not flying:
            break
        die = p.roll("interception", "air.4", side=p.foe(mission.side))
        loser, _, fate = p.game.tables["air"]["interception"][row_of(p, die) - 1].partition(" ")
        russian = loser == "Russian"
        victim = flying[0] if (p.side_of(flying[0]) == RUSSIAN) == russian else fighter
        if fate == "shot down":
            shoot_down(p, victim)
        else:
            p.s.mark((victim,), DISRUPTED)
            p.emit(Turned(units=(victim,), side=p.side_of(victim), rule="air.4"), public=True)
        if victim in flying:
            flying.remove(victim)
            downed = downed or fate == "shot down"
    p.s.mission = None
    carry_out(p, mission, flying, downed)


def carry_out(p: P, mission: Mission, flying: list[int], downed: bool) -> None:
    if not flying:
        p.emit(Prevented(hex=mission.target, mission=mission.kind, side=mission.side, rule="air.7"))
        if downed:
            eliminate(p, mission.cargo, "air.17")
    elif mission.kind == "bomb":
        drop_bombs(p, mission, flying)
    elif mission.kind == "drop":
        land(p, mission)
    else:
        bring_supply(p, mission)


# ---------------------------------------------------------------- from turn to turn


@rule("air.9", "sequence.16", "sequence.9")
def return_flyers(p: P) -> None:
    """Shot-down units come back when their turn has come."""
    for unit in (*p.game.air_of[GERMAN], *p.game.air_of[RUSSIAN]):
        if p.game.board.names[p.s.loc[unit]] == "shot-down" and p.s.back[unit] <= p.s.turn:
            p.place(unit, p.game.homes[unit])
            p.emit(Returned(units=(unit,), side=p.side_of(unit), rule="air.9"))


@rule("withdrawal.1")
def withdraw_second(p: P) -> None:
    """2. Fliegerkorps leaves after turn 2, whatever its state."""
    for unit in p.game.air_of[GERMAN]:
        if p.game.types[unit].name.startswith("2.") and p.game.board.names[p.s.loc[unit]] != "withdrawn":
            p.place(unit, p.game.board.node("withdrawn"))
            p.emit(Withdrew(units=(unit,), side=GERMAN, rule="withdrawal.1"))
