"""A game weighed player turn by player turn: what each swing came from.

| part | what it is |
|---|---|
| chance | of the side that moves, when its turn begins: that after the best plan known, with all dice as they fall on average |
| after | the chance when its turn is over |
| decision | what the plan played was worth less than the best one, both on deals of what the side knew |
| dice | what fell, less the mean over all faces, command by command |
| unknown | what the commands were worth where everybody really stood, less the same on deals of what the side knew by then |
| rest | what is left of the swing: none of the three is found from the others |

The plan played is followed on two sets of deals that know nothing of each other, one for the decision and one for the unknown.
What the sets differ by is the rest; there are more deals where it is large.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import mean, pstdev
from string import capwords

import msgspec

from ..core.history import Link
from ..core.match import Match
from ..story import PlayerTurn, Review, TurningPoint, review
from .chances import Chances
from .follow import MOST_DEALS, Moment, follow, trail
from .luck import Luck, fighting
from .plans import COMPUTER, STILL, Tried, tried
from .turns import Turn, player_turns

#: Deals of what a side knew, on which its plans and its battles are tried.
DEALS = 2
#: Two sets of them: for what a plan was worth, and for what it met. There are more of them where the sets lie apart.
PLANNED, MET, ENOUGH = "planned", "met", 0.008
#: What is left of a swing is explained when it is more.
POINT = 0.01
PLAYED = "played"
#: In games of more pieces than this there is time for one.
MANY_PIECES = 200
#: Steps in which a game is set up.
SET_UP = "setup"
#: So many moments are told of, with so many commands of the better plan.
POINTS, PLAN = 3, 12

Drifts = Sequence[Sequence[float]]  #: by deal
Marks = Sequence[tuple[float, float]]  #: dice and drift
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


def weigh(match: Match, progress: Progress | None = None, deals: int | None = None) -> Weighed:
    """The review of a match in numbers, on some deals of what was known. It is the same for the same match, on every machine."""
    chances, turns = Chances(match.play), player_turns(match)
    deals = deals or (1 if len(match.game.pieces) > MANY_PIECES else DEALS)
    found = []
    for number, turn in enumerate(turns):
        found.append(_weighed(match, turn, chances, deals))
        if progress is not None:
            progress(number + 1, len(turns))
    return Weighed(chances.basis, [told for told, _ in found], points(match, found))


def _weighed(match: Match, turn: Turn, chances: Chances, deals: int) -> tuple[PlayerTurn, list[Fought]]:
    start, luck = match.at(turn.first - 1), Luck(chances, turn.side)
    seat = next(k for k, sides in enumerate(match.roster.sides) if turn.side in sides)
    links = [link for link in match.recent(match.length - turn.first + 1) if link.number <= turn.last]
    moments, marks = trail(start, links, seat, luck)
    dice, drift = marks[-1]
    before, after = luck.value(start), luck.ended(match.at(turn.last))
    followed = _followed(moments, marks, seat, deals, luck)
    planned, met = ([_within(before, drifts[-1]) for drifts in found] for found in followed)
    unknown = drift - mean(met) if len(met) > 1 else drift - followed[1][0][-1]
    names = (COMPUTER,) if start.step.name.startswith(SET_UP) else (COMPUTER, STILL)  # who is not there yet cannot stand still
    others = [tried(start, seat, name, PLANNED, deals, luck) for name in names]
    worth = {plan.name: mean(_within(before, gain) for gain in plan.gains) for plan in others} | {PLAYED: mean(planned[:deals])}
    best = max([Tried(PLAYED, planned, []), *others], key=lambda plan: worth[plan.name])
    decision = worth[PLAYED] - worth[best.name]
    chance = min(1.0, max(0.0, before + mean(planned) - decision))
    rest = after - chance - decision - dice - unknown
    told = PlayerTurn(
        turn=turn.number, name=turn.name, side=match.game.sides[turn.side], first=turn.first, last=turn.last,
        chance=round(chance, 4), after=round(after, 4), decision=round(decision, 4), dice=round(dice, 4),
        unknown=round(unknown, 4), rest=round(rest, 4), best=best.name, plan=best.lines[:PLAN],
        why=_why(len(met)) if abs(rest) > POINT else "",
    )  # fmt: skip
    return told, _fought(match, moments, marks, followed[1])


def _within(before: float, gain: float) -> float:
    """What a plan was worth: no plan is worth more than certain victory, nor less than certain defeat."""
    return min(1 - before, max(-before, gain))


def _followed(moments: Sequence[Moment], marks: Marks, seat: int, deals: int, luck: Luck) -> tuple[Drifts, Drifts]:
    """The turn on two sets of deals of what its side knew, which know nothing of each other: one for what its plan was worth, one
    for what it met. There are more of them where the sets lie apart."""
    known = moments[0].before.knowledge(seat)
    if not known.hidden and not known.decks:  # the one deal there is
        one = [[drift for _, drift in marks]]
        return one, one
    planned, met = list[list[float]](), list[list[float]]()
    while len(met) < deals or (len(met) < MOST_DEALS and _apart(planned, met) > ENOUGH and not _hopeless(planned, met)):
        wanted = max(deals, min(MOST_DEALS, 2 * len(met)))
        for name, found in ((PLANNED, planned), (MET, met)):
            found += [follow(moments, name, number, seat, luck) for number in range(len(found), wanted)]
    return planned, met


def _apart(planned: Drifts, met: Drifts) -> float:
    return abs(mean(drifts[-1] for drifts in planned) - mean(drifts[-1] for drifts in met))


def _hopeless(planned: Drifts, met: Drifts) -> bool:
    """Do deals differ so much that not even the most of them would settle it? Nobody is to wait for that."""
    if len(met) < 2 * DEALS:
        return False
    spread = pstdev(drifts[-1] for drifts in (*planned, *met))
    return spread * math.sqrt(2 / MOST_DEALS) > 2 * POINT


def _why(deals: int) -> str:
    """Why more than a point is left."""
    if deals == 1:
        return "its battles together came to more than there was to win or lose"
    return f"what it met differs so much from deal to deal that {deals} of them do not settle it"


def _fought(match: Match, moments: Sequence[Moment], marks: Marks, met: Drifts) -> list[Fought]:
    """What the commands with dice did, each with what it met; the last entry has what is left for the end of the turn."""
    found, said, row, past = list[Fought](), list[Link](), 0, (0.0, 0.0)
    for moment in moments:
        said = [*said, moment.link] if fighting(moment.before) else [moment.link]
        if moment.rolled or moment is moments[-1]:
            dice, drift = marks[row]
            unknown = drift - mean(drifts[row] for drifts in met)
            hex = _where(said)
            text = match.game.board.place_name(hex) if hex >= 0 else ""
            found.append(Fought(said[0].number, text, dice - past[0], unknown - past[1]))
            past, row = (dice, unknown), row + 1
    return found


def _where(said: Sequence[Link]) -> int:
    """The hex that is attacked."""
    return next((link.command.hexes[0] for link in said if link.command is not None and link.command.hexes), -1)


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
    side, change = capwords(turn.side, "-"), f"{abs(100 * gain):.0f} points"
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
