"""Marches: what is done in a phase of movement, in the order in which a staff would do it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from ....ai import Advice
from ....core.command import Command
from ....core.errors import Illegal
from ....core.match import Match
from ..rules import movement, neutrals, rail_movement
from ..state import AXIS, SOVIET
from . import defence, duties, offence
from .orders import Ground, Order
from .sight import Sight

Stage = Callable[[Sight, Ground], list[Order]]

#: What each side does in its phases, one thing after the other. A stage that has found something comes again where it is marked.
_STAGES: dict[tuple[int, str], tuple[Stage, ...]] = {
    (AXIS, "movement"): (
        offence.overruns, duties.rails, duties.regauge, duties.regauge, duties.garrisons,
        offence.attacks, offence.marches_forward, offence.overruns,
    ),
    (AXIS, "exploitation"): (duties.hold, offence.overruns, offence.exploits, offence.overruns),
    (SOVIET, "movement"): (
        duties.entries, duties.rails, offence.overruns, defence.counterattacks, defence.stand, offence.overruns,
    ),
    (SOVIET, "exploitation"): (offence.overruns, defence.stand),
}  # fmt: skip
AGAIN = (offence.overruns,)
MOST_ROUNDS = 12


class Mover:
    """The orders of a phase, given one after the other. What cannot be carried out any more is left out."""

    def __init__(self) -> None:
        self._key: tuple[int, int, str, bool] | None = None
        self._orders: deque[Order] = deque()
        self._stages: deque[Stage] = deque()
        self._rounds = 0
        self._ground = Ground()

    def choose(self, match: Match) -> Advice:
        p = match.play
        key = int(p.s.turn), int(p.s.active), match.step.name, bool(p.s.surprise)
        if key != self._key:
            self._key = key
            self._orders.clear()
            self._stages = deque(_STAGES[int(p.s.active), match.step.name])
            self._rounds, self._ground = 0, Ground()
        while True:
            while self._orders:
                order = self._orders.popleft()
                command = carried_out(match, order)
                if command is not None:
                    return Advice(command, order.why)
                if len(order.units) > 1 and order.verb == "move":
                    self._orders.extendleft(Order(order.verb, (unit,), order.hexes, order.why) for unit in order.units)
            if not self._stages:
                return self._end(match)
            stage = self._stages[0]
            self._orders.extend(stage(Sight(match), self._ground))
            self._rounds += 1
            if stage not in AGAIN or not self._orders or self._rounds >= MOST_ROUNDS:
                self._stages.popleft()
                self._rounds = 0

    def _end(self, match: Match) -> Advice:
        """Nobody is left in Sweden or in a hex with too many."""
        p = match.play
        if match.step.name == "movement" and (way := neutrals.transit(p)) is not None:
            return Advice(way, "nobody remains in Sweden")
        if match.check(Command("done")) is not None:
            order = duties.relief(Sight(match))
            if order is not None:
                return Advice(order, "too many in one hex")
        return Advice(Command("done"), "everybody is where he should be")


def carried_out(match: Match, order: Order) -> Command | None:
    """The command of an order as things stand now; None if it cannot be given any more."""
    p = match.play
    if order.at >= 0 and p.s.loc[order.units[0]] != order.at:
        return None
    command = Command(order.verb, order.units, order.hexes, None, order.word)
    try:
        if order.verb == "move":
            if not 0 <= p.s.loc[order.units[0]] < p.game.board.hexes or p.s.loc[order.units[0]] == order.hexes[-1]:
                return None
            command = movement.expand(p, command)
        elif order.verb in ("rail", "strategic"):
            command = rail_movement.expand(p, command)
    except Illegal:
        return None
    return command if match.check(command) is None else None
