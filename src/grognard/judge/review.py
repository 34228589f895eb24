"""A game weighed player turn by player turn: what each swing came from.

| part | what it is |
|---|---|
| chance | of the side that moves, when its turn begins: that after the best plan known, with all dice as they fall on average |
| after | the chance when its turn is over |
| decision | what the plan played was worth less than the best one, both on deals of what the side knew |
| dice | what fell, less the mean over all faces, command by command |
| unknown | what the commands were worth where everybody really stood, less the same on deals of what the side knew by then |
| rest | what is left of the swing: none of the three is found from the others |
| error | how far off chance and unknown may be, since they rest on a few deals |

The parts are steps of one way: from the best plan on deals of what the side knew to the plan played on the same deals, from
there to the plan played where everybody really stood, with everyday dice both times, and from there to what happened. Every step
is found by itself. What they cannot be sure of comes from the deals, of which there are more where they differ, and is told:
`error`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import mean, stdev
from string import capwords

import msgspec

from ..ai.value import Chances
from ..core.history import Link
from ..core.match import Match
from ..story import PlayerTurn, Review, TurningPoint, review
from .follow import MOST_DEALS, Moment, follow, trail
from .luck import Luck, fighting
from .plans import COMPUTER, STILL, Tried, tried
from .turns import Turn, player_turns

#: Deals of what a side knew, on which its plans and its battles are tried.
DEALS = 2
DEALT = "dealt"
#: There are more of them as long as their mean is less sure than this; where it stays less sure than a point, that is told.
ENOUGH, POINT = 0.008, 0.01
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
    played = [_within(before, drifts[-1]) for drifts in followed]
    names = (COMPUTER,) if start.step.name.startswith(SET_UP) else (COMPUTER, STILL)  # who is not there yet cannot stand still
    plans = [Tried(PLAYED, played, []), *(tried(start, seat, name, DEALT, deals, luck) for name in names)]
    best, decision = _best(before, plans)
    chance = before + mean(played) - decision
    unknown = surprise(drift, played)
    error = stdev(played) / math.sqrt(len(played)) if len(played) > 1 else 0.0
    told = PlayerTurn(
        turn=turn.number, name=turn.name, side=match.game.sides[turn.side], first=turn.first, last=turn.last,
        chance=round(chance, 4), after=round(after, 4), decision=round(decision, 4), dice=round(dice, 4),
        unknown=round(unknown, 4), rest=round(after - chance - decision - dice - unknown, 4), best=best.name,
        plan=best.lines[:PLAN], error=round(error, 4), why=_why(len(played)) if error > POINT else "",
    )  # fmt: skip
    return told, _fought(match, moments, marks, followed)


def _best(before: float, plans: Sequence[Tried]) -> tuple[Tried, float]:
    """The best of some plans, of which the first was played, and what that was worth less on the deals that all were tried on."""
    played, count = plans[0].gains, min(len(plan.gains) for plan in plans)
    leads = [mean(_within(before, gain) - own for gain, own in zip(plan.gains[:count], played, strict=False)) for plan in plans]
    lead = min(max(leads), 1 - before - mean(played))  # nothing is better than certain victory
    return plans[leads.index(max(leads))], -lead


def surprise(drift: float, played: Sequence[float]) -> float:
    """What the commands were worth where everybody really stood, less the same on deals of what the side knew."""
    return drift - mean(played)


def _within(before: float, gain: float) -> float:
    """What a plan was worth: no plan is worth more than certain victory, nor less than certain defeat."""
    return min(1 - before, max(-before, gain))


def _followed(moments: Sequence[Moment], marks: Marks, seat: int, deals: int, luck: Luck) -> Drifts:
    """The turn on deals of what its side knew. There are more of them where they differ."""
    known = moments[0].before.knowledge(seat)
    if not known.hidden and not known.decks:  # the one deal there is
        return [[drift for _, drift in marks]]
    found, wanted = list[list[float]](), max(2, deals)
    while len(found) < wanted:
        found += [follow(moments, DEALT, number, seat, luck) for number in range(len(found), wanted)]
        if stdev(drifts[-1] for drifts in found) / math.sqrt(wanted) > ENOUGH:
            wanted = min(MOST_DEALS, 2 * wanted)
    return found


def _why(deals: int) -> str:
    """Why chance and unknown are less sure than a point."""
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
