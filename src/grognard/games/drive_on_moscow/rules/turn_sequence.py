"""5.0 The turn sequence."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Began
from ....core.rule import rule
from ...assault import phases
from ...assault.events import Ordered
from ..material import LAST_TURN, P
from ..state import GERMAN, SOVIET
from . import november, spoiling_attacks, supply, victory
from .movement import begin_movement
from .prepared_assault import begin_combat
from .reinforcements import begin_german_step, draw_guards, note_supplied_entries

ORDERS = ("move-fight", "fight-move")


@rule("5.5", "5.2", "10.20a", "10.20c", "11.1", "11.3d")
def begin_game_turn(p: P) -> None:
    """The turn marker moves on, aircraft are dealt anew, and the Germans may declare their offensive."""
    p.pop()
    p.s.turn += 1
    turn = p.game.track[p.s.turn]
    p.s.air = (turn.air_german + november.extra_aircraft(p), turn.air_soviet)
    p.emit(Began(turn=p.s.turn, name=turn.name, rule="5.5"))
    p.queue(("player.begin", -1, GERMAN), ("player.begin", -1, SOVIET), ("turn.end",))
    if november.may_declare(p):
        p.push("november", GERMAN)


@rule("5.2", "5.3a", "11.2c", "8.3d")
def begin_player_turn(p: P) -> None:
    """Stalin's die if it is due, then the declaration of the order, then step A."""
    side = p.pop().args[0]
    s = p.s
    s.active, s.order, s.quota, s.engaged = side, "", 0, 0
    if side == SOVIET:
        note_supplied_entries(p)
        november.roll_for_spoiling_attacks(p)
        spoiling_attacks.limit_the_demand(p)
    p.queue(("order", side), ("player.phases", -1, side))


@rule("5.3a", "5.3b", "11.2f")
def declare_order(p: P, command: Command) -> None:
    """One declaration for all units, before anything else in the player turn."""
    order = command.word
    if order not in ORDERS:
        raise Illegal("5.3a", "choose move-fight or fight-move")
    if p.s.active == SOVIET:
        spoiling_attacks.check_order(p, order)
    p.s.order = order
    phases.close(p)
    p.emit(Ordered(order=order, side=p.s.active, rule="5.3a"))


@rule("5.2", "5.3a")
def lay_out_phases(p: P) -> None:
    """Step A, then movement and combat as declared, then the Soviet closing phases."""
    side = p.pop().args[0]
    movement, combat = ("movement.begin", -1), ("combat.begin", -1)
    phases = [movement, combat] if p.s.order == "move-fight" else [combat, movement]
    if side == GERMAN:
        p.queue(("german.begin",), *phases)
    else:
        p.queue(("soviet.begin",), *phases, ("guards.begin",), ("terminal",))


def begin_german_reinforcement(p: P) -> None:
    p.pop()
    begin_german_step(p)


def begin_soviet_reinforcement(p: P) -> None:
    p.pop()
    if p.s.count[SOVIET][p.game.calendar.boxes[p.s.turn]]:
        p.push("soviet.step", SOVIET)


def open_movement(p: P) -> None:
    p.pop()
    begin_movement(p)
    p.push("movement", p.s.active)


def open_combat(p: P) -> None:
    p.pop()
    begin_combat(p)
    p.push("combat", p.s.active)


def open_guards(p: P) -> None:
    p.pop()
    draw_guards(p)


def close_soviet_turn(p: P) -> None:
    p.pop()
    supply.terminal_supply(p)


@rule("5.5", "4.4", "4.6")
def end_game_turn(p: P) -> None:
    """On to the next turn, or to the verdict after the ninth."""
    p.pop()
    if p.s.turn >= LAST_TURN:
        victory.end_of_game(p)
    else:
        p.push("turn.begin")
