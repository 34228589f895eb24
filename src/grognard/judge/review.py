"""A game weighed player turn by player turn: what each swing came from.

| part | what it is |
|---|---|
| chance | of the side that moves, when its turn begins: that after the best plan known, with all dice as they fall on average |
| after | the chance when its turn is over |
| decision | what the plan played was worth less than the best one, both on deals of what the side knew |
| dice | what fell, less the mean over all faces, battle by battle |
| unknown | battles against those who really stood there, less the same battles against those whom the side had to expect |
| rest | what is left of the swing |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from ..core.errors import Illegal
from ..core.history import Link
from ..core.match import Match
from ..story import PlayerTurn, Review, TurningPoint, review
from .chances import Chances
from .luck import Luck, fighting
from .plans import COMPUTER, STILL, Tried, dealt, tried
from .turns import Turn, mover, player_turns

#: Deals of what a side knew, on which its plans and its battles are tried.
DEALS = 2
#: In games of more pieces than this there is time for one.
MANY_PIECES = 200
#: Steps in which a game is set up.
SET_UP = "setup"
#: So many moments are told of, with so many commands of the better plan.
POINTS, PLAN = 3, 12

Progress = Callable[[int, int], None]  #: called with how many player turns have been weighed, and of how many


class Weighed(msgspec.Struct, frozen=True):
    """A whole game."""

    basis: str  #: what the chances rest on
    turns: list[PlayerTurn]
    points: list[TurningPoint]


class Fought(msgspec.Struct, frozen=True):
    """A battle, or another command with dice."""

    at: int  #: its first command
    text: str
    dice: float
    unknown: float


def reviewed(match: Match, seat: str | None = None, progress: Progress | None = None) -> Review:
    """The review of a match; of one that is over with its chances. While it lasts nobody may be told what they rest on."""
    found = review(match, seat)
    return joined(found, weigh(match, progress)) if match.over else found


def joined(found: Review, weighed: Weighed) -> Review:
    """A review with its chances, and with what they say the game turned on."""
    return msgspec.structs.replace(found, moves=weighed.turns, basis=weighed.basis, points=weighed.points or found.points)


def weigh(match: Match, progress: Progress | None = None) -> Weighed:
    """The review of a match in numbers. It is the same for the same match, on every machine."""
    chances, turns = Chances(match.play), player_turns(match)
    found = []
    for number, turn in enumerate(turns):
        found.append(_weighed(match, turn, chances))
        if progress is not None:
            progress(number + 1, len(turns))
    return Weighed(chances.basis, [told for told, _ in found], points(match, found))


def _weighed(match: Match, turn: Turn, chances: Chances) -> tuple[PlayerTurn, list[Fought]]:
    start, luck = match.at(turn.first - 1), Luck(chances, turn.side)
    seat = next(k for k, sides in enumerate(match.roster.sides) if turn.side in sides)
    deals = 1 if len(match.game.pieces) > MANY_PIECES else DEALS
    fought = list(_fought(match, turn, seat, deals, luck))
    end = match.at(turn.last)
    after = chances.exposed(end.play, turn.side, turn.side if end.over else mover(end))
    fought = within(fought, after)
    dice, unknown = sum(one.dice for one in fought), sum(one.unknown for one in fought)
    own = Tried("played", after - dice - unknown, [])
    names = (COMPUTER,) if start.step.name.startswith(SET_UP) else (COMPUTER, STILL)  # who is not there yet cannot stand still
    others = [tried(start, turn.side, seat, name, deals, chances) for name in names]
    best = max([own, *others], key=lambda plan: plan.worth)
    chance = min(1.0, max(0.0, best.worth))
    decision = own.worth - chance
    rest = after - chance - decision - dice - unknown
    name, plan = match.game.sides[turn.side], best.lines[:PLAN]
    told = PlayerTurn(
        turn=turn.number, name=turn.name, side=name, first=turn.first, last=turn.last, chance=round(chance, 4),
        after=round(after, 4), decision=round(decision, 4), dice=round(dice, 4), unknown=round(unknown, 4), rest=round(rest, 4),
        best=best.name, plan=plan,
    )  # fmt: skip
    return told, fought


# ---------------------------------------------------------------- dice and the unknown


def within(fought: Sequence[Fought], after: float) -> list[Fought]:
    """The same, all reduced alike where the plan would otherwise have been worth more than certain victory or less than certain
    defeat: each battle is weighed by itself, and together they can come to more than there was to win or lose."""
    luck = sum(one.dice + one.unknown for one in fought)
    room = after - min(1.0, max(0.0, after - luck))
    share = room / luck if abs(luck) > abs(room) else 1.0
    return [msgspec.structs.replace(one, dice=share * one.dice, unknown=share * one.unknown) for one in fought]


def _fought(match: Match, turn: Turn, seat: int, deals: int, luck: Luck) -> Iterator[Fought]:
    """Every command of the turn that decides something by dice or by who turns out to stand there; the first of a battle tells
    also what was not known."""
    walker = match.walk(turn.first - 1)
    _, now = next(walker)
    before, quiet, said, decided = now.copy(), now.copy(), list[Link](), False
    for link, now in walker:
        if link.number > turn.last:
            return
        if not fighting(before):
            quiet, said, decided = before, [], False
        said.append(link)
        rolled, settled = now.state.rolls != before.state.rolls, any(getattr(event, "result", "") for event in link.events)
        if link.command is not None and (rolled or (settled and not decided)):
            mean = luck.expected(before, link.command, link.seat)
            surprise = _surprise(quiet, said, seat, deals, mean, luck) if fighting(before) and not decided else 0.0
            decided = True
            text = now.game.board.place_name(_where(said)) if _where(said) >= 0 else ""
            yield Fought(said[0].number, text, luck.settled(now.copy()) - mean, surprise)
        before = now.copy()


def _where(said: Sequence[Link]) -> int:
    """The hex that is attacked."""
    return next((link.command.hexes[0] for link in said if link.command is not None and link.command.hexes), -1)


def _surprise(quiet: Match, said: Sequence[Link], seat: int, deals: int, mean: float, luck: Luck) -> float:
    """What a battle was worth on average against those who stood there, less what it was worth on the deals of what its attacker
    knew before he announced it."""
    gains = []
    for number in range(deals):
        deal = dealt(quiet, seat, number)
        arrays, true = deal.state.arrays, quiet.state.arrays
        if np.array_equal(arrays.kind, true.kind) and np.array_equal(arrays.loc, true.loc):
            continue  # nothing that matters is hidden
        promise = luck.chance(deal)
        try:
            for link in said[:-1]:
                deal.do(link.command, link.seat)  # type: ignore[arg-type]
            gains.append(luck.expected(deal, said[-1].command, said[-1].seat) - promise)  # type: ignore[arg-type]
        except Illegal:
            continue  # on this deal the battle would not have come about in this way
    return mean - luck.chance(quiet) - sum(gains) / len(gains) if gains else 0.0


# ---------------------------------------------------------------- what it turned on


def points(match: Match, found: Sequence[tuple[PlayerTurn, Sequence[Fought]]]) -> list[TurningPoint]:
    """The moments that moved the chances most, in their order."""
    told = []
    for turn, fought in found:
        parts = {"decision": turn.decision, "dice": turn.dice, "unknown": turn.unknown}
        kind = max(parts, key=lambda name: abs(parts[name]))
        told.append((abs(parts[kind]), _point(turn, kind, parts[kind], fought)))
    best = sorted((row for row in told if row[0] >= 0.005), key=lambda row: -row[0])[:POINTS]
    return sorted((point for _, point in best), key=lambda point: point.at)


def _point(turn: PlayerTurn, kind: str, gain: float, fought: Sequence[Fought]) -> TurningPoint:
    side, change = turn.side.capitalize(), f"{abs(100 * gain):.0f} points"
    plan = turn.plan if turn.decision < -0.005 else []
    verb = "gains" if gain > 0 else "loses"
    course = f"{side} stood at {100 * turn.chance:.0f}% and ended the turn at {100 * turn.after:.0f}%."
    if kind == "decision":
        better = f"Better, by {change}: {_spoken(turn)}."
        return TurningPoint(turn.turn, turn.first - 1, kind, f"{side} could have done better", f"{better} {course}", gain, plan)
    one = max(fought, key=lambda one: abs(one.dice if kind == "dice" else one.unknown))
    where = f" at {one.text}" if one.text else ""
    title = f"{side} {verb} {change} by {'the dice' if kind == 'dice' else 'what it could not know'}"
    most = f"Most of it{where}: {100 * (one.dice if kind == 'dice' else one.unknown):+.0f} points."
    return TurningPoint(turn.turn, one.at - 1, kind, title, f"{most} {course}", gain, plan)


def _spoken(turn: PlayerTurn) -> str:
    if turn.best == STILL:
        return "standing still"
    return "the computer's plan (" + "; ".join(turn.plan[:4]) + (" ..." if len(turn.plan) > 4 else "") + ")"
