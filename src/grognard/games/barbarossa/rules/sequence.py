"""5.0 The turn sequence and the Paulus Pause."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Began
from ....core.rule import rule
from ...assault import phases
from ...assault.events import Ordered
from ..events import Paused, Zoned
from ..material import LAST_TURN, P
from ..state import GERMAN, SOVIET, TURN_FLAGS
from . import ground, special_turns

ORDERS = ("move-fight", "fight-move", "fight-fight")


@rule("5.2", "5.10a", "11.23")
def begin_game_turn(p: P) -> None:
    """The turn marker moves on, aircraft are dealt anew, and the phases of the turn are laid out."""
    p.pop()
    s = p.s
    s.turn += 1
    turn = p.game.track[s.turn]
    s.air, s.soviet_losses, s.emergency_used = turn.aircraft, 0, False
    s.arrays.arrivals.fill(0)
    s.arrays.toll.fill(0)
    p.emit(Began(turn=s.turn, name=turn.name, rule="5.2"))
    p.queue(
        *([("pause", GERMAN)] if s.turn == 3 else []), ("admin.german",), ("admin.soviet",),
        ("player.begin", -1, GERMAN), ("player.begin", -1, SOVIET), ("turn.victory",), ("turn.end",),
    )  # fmt: skip
    ground.wreck_occupied_lines(p)
    special_turns.begin_turn(p)


@rule("5.10a")
def decide_pause(p: P, command: Command) -> None:
    """The German says at the very start of turn 3 whether he pauses."""
    p.s.pause = str(command.word)
    phases.close(p)
    p.emit(Paused(choice=str(command.word), side=GERMAN, rule="5.10a"))


@rule("5.4a", "5.6b")
def begin_player_turn(p: P) -> None:
    """What comes at the start of the player turn, then the declaration of the order, then the phases."""
    side = p.pop().args[0]
    s = p.s
    s.active, s.order, s.combats = side, "", 0
    s.clear_all(TURN_FLAGS)
    zone = [("bonus", GERMAN)] if side == GERMAN and s.turn == 9 else []
    start = "german.start" if side == GERMAN else "soviet.markers"
    p.queue((start,), *zone, ("order", side), ("player.phases", -1, side))


@rule("5.6b")
def choose_bonus_zone(p: P, command: Command) -> None:
    """One logistics zone for the fight/move bonus of the summer of 1942, once and for all."""
    p.s.bonus_zone = str(command.word)
    phases.close(p)
    p.emit(Zoned(zone=str(command.word), side=GERMAN, rule="5.6b"))


@rule("5.4a", "5.4b", "5.5a", "5.5b", "5.10a")
def orders_allowed(p: P) -> tuple[str, ...]:
    """The orders of phases the active side may declare."""
    return tuple(order for order in ORDERS if refusal(p, order) is None)


@rule("5.4b", "5.5a", "5.5b", "5.10a")
def refusal(p: P, order: str) -> Illegal | None:
    """Why an order of phases may not be declared, None when it may."""
    side, turn = p.s.active, p.s.turn
    if order not in ORDERS:
        return Illegal("5.4a", "choose move-fight, fight-move or fight-fight; nobody moves twice")
    if order == "move-fight" and ((side == GERMAN and turn == 1) or (side == SOVIET and turn <= 5)):
        return Illegal("5.4b", "this turn the order must be fight-move")
    if order == "fight-fight":
        return _second_fight_refusal(p, side, turn)
    return None


@rule("5.5a", "5.5b")
def _second_fight_refusal(p: P, side: int, turn: int) -> Illegal | None:
    """Fight/fight: the German once in the summer of 1942, once in that of 1943, and with Watch on the Oder; the
    Soviet once, on turn 31 or 32."""
    used = p.s.fought_twice
    if side == SOVIET:
        if turn not in (31, 32):
            return Illegal("5.5b", "Soviet fight/fight is for turn 31 or 32")
        return Illegal("5.5b", "the Soviet has used his fight/fight") if 31 in used else None
    if turn == 30:
        return None if p.s.oder == "oder" else Illegal("5.5a", "turn 30 knows fight/fight only with Watch on the Oder")
    summer = next((months for months in (range(9, 13), range(17, 21)) if turn in months), None)
    if summer is None:
        return Illegal("5.5a", "German fight/fight is for a single-month turn of 1942 or 1943")
    return Illegal("5.5a", "fight/fight has been used this year") if any(t in summer for t in used) else None


@rule("5.4a", "5.4b")
def declare_order(p: P, command: Command) -> None:
    """One declaration for all units, at the start of the player turn."""
    order = str(command.word)
    why = refusal(p, order)
    if why is not None:
        raise why
    p.s.order = order
    if order == "fight-fight":
        p.s.fought_twice = (*p.s.fought_twice, p.s.turn)
    phases.close(p)
    p.emit(Ordered(order=order, side=p.s.active, rule="5.4a"))


@rule("5.2", "5.4a", "5.5a", "5.10a")
def lay_out_phases(p: P) -> None:
    """Strategic movement or RVGK, the two phases as declared, and what closes the player turn."""
    side = p.pop().args[0]
    two = [("combat.begin",) if word == "fight" else ("movement.begin",) for word in p.s.order.split("-")]
    if side == GERMAN:
        if pausing(p):
            two = [("movement.begin",)]
        p.queue(("strategic",), *two, ("german.close",))
    else:
        rvgk = [("rvgk",)] if p.s.turn > 1 else []
        p.queue(*rvgk, *two, ("soviet.close",), ("turn.close",))


@rule("5.10a")
def pausing(p: P) -> bool:
    """Is this the German player turn of the Paulus Pause?"""
    return p.s.turn == 3 and p.s.pause == "pause" and p.s.active == GERMAN


@rule("5.2", "4.1")
def end_game_turn(p: P) -> None:
    """On to the next turn; the last victory check leaves no game undecided."""
    p.pop()
    if p.s.turn < LAST_TURN:
        p.push("turn.begin")


@rule("5.8", "5.9")
def single_month(p: P) -> bool:
    """June to September are turns of one month."""
    return p.game.track[max(p.s.turn, 1)].single


@rule("5.9")
def year(p: P) -> int:
    """December/January belongs to the year that ends."""
    return p.game.track[max(p.s.turn, 1)].year
