"""The next phase of a side in a game of the family, whose player turns are laid out in the flow as they are to come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import numpy as np

from ...core.chance import mean
from ...core.foresight import Phase, Weighed, clears, copied
from ...core.play import Play
from ...core.state import Frame
from .game import AnyAssaultGame
from .odds import ResultsTable, ladder, name
from .reckoning import Reckoning
from .state import AssaultState

S = TypeVar("S", bound=AssaultState)
G = TypeVar("G", bound=AnyAssaultGame)
#: Odds are told that are reached nine times of ten, one time of two, one time of ten.
_OFTEN = np.array([0.9, 0.5, 0.1]) - 1e-9


def next_phase(
    p: Play[S, G], side: int, phase: Phase, last_turn: int, begin: Mapping[Phase, Callable[[Play[S, G]], None]]
) -> Play[S, G] | None:
    """A copy of the position when a side next moves or fights. Nobody knows yet which order of phases will be declared: who
    fights without having moved is taken to fight first."""
    step = "movement" if phase is Phase.MOVE else "combat"
    q = copied(p)
    s = q.s
    own = [frame.step for frame in s.flow] if s.active == side else []
    s.battle = None
    if step in own:
        s.flow = s.flow[: own.index(step) + 1]
        return q
    this_player_turn = bool({f"{step}.begin", "player.phases"} & {*own})
    coming = this_player_turn or Frame("player.begin", -1, (side,)) in s.flow
    if not coming:
        s.turn += 1
    if s.turn > last_turn:
        return None
    if not (this_player_turn and s.order):
        s.active, s.order = side, "fight-move" if phase is Phase.FIGHT else "move-fight"
    s.flow = (Frame(step, side),)
    begin[phase](q)
    return q


def weighed(reckoning: Reckoning, table: ResultsTable) -> Weighed:
    """A battle reckoned, in a few words."""
    attack, defence, known = reckoning.attack, reckoning.defence, ladder()
    a, d = attack.nonzero()[0], defence.nonzero()[0]
    columns = known[np.minimum(a, known.shape[0] - 1)[:, None], np.minimum(d, known.shape[1] - 1)]
    best = columns.max()
    reached = np.bincount((best - columns).ravel(), (attack[a][:, None] * defence[d]).ravel()).cumsum()
    low, odds, high = (name(best - k + reckoning.shift) for k in np.searchsorted(reached, _OFTEN).tolist())
    return Weighed(round(mean(attack), 2), round(mean(defence), 2), low, odds, high, clears(reckoning.chances(table)))
