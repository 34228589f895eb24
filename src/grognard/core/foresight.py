"""What the rules say about what is to come: the few small questions that `grognard.facts` asks a game.

A game answers them with a `Foresight` of its own. One that does not is looked after all the same: its next phases are found by
playing on with as little said as possible, its places of value are the named places of its board, and nobody needs supply.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any

import msgspec
import numpy as np

from .answers import Odds
from .command import Command
from .dice import SeededDice
from .errors import Illegal
from .flow import Step, Verb
from .march import RoadMarch
from .movement import Movement
from .paths import Bytes, Ints
from .play import G, Play, S
from .seats import Eyes
from .zoc import Mask

AnyPlay = Play[Any, Any]
#: So many decisions are passed over at most on the way to a phase.
_MOST_DECISIONS = 400


class Phase(Enum):
    """What a side does next."""

    MOVE = "movement"
    FIGHT = "combat"  #: from where it stands, before it moves if the rules let it choose
    FIGHT_MOVED = "combat after movement"


class Stake(msgspec.Struct, frozen=True):
    """Something a side can lose, and what the rules make of it."""

    name: str
    hexes: tuple[int, ...]
    side: int  #: whose loss it would be
    rule: str
    outcome: str  #: what follows, to be read after "which"
    fatal: bool = False  #: does it lose the game?
    cut: bool = False  #: lost when no supply line reaches any of the hexes, not when an enemy enters one


class Gate(msgspec.Struct, frozen=True):
    """Hexes whose lines must run through a hex that is in supply and in the side's hands."""

    through: int
    hexes: Mask


class Lines(msgspec.Struct, frozen=True):
    """How supply of a side runs in a position: over passable hexsides, past closed hexes, to a source."""

    passable: Bytes  #: by hex and direction
    closed: Bytes  #: hexes that no line may enter
    sources: Ints
    rule: str
    outcome: str  #: what becomes of units without a line, to be read after "which"
    fed: Mask | None = None  #: hexes that need no line
    length: int = -1  #: hexes a line may have; -1 for any number
    roads: Bytes | None = None  #: by hex and direction: what runs on from a source without counting as length
    hubs: Ints | None = None  #: where a line must begin, each of which needs one to a source itself; None: at the sources
    zone: Bytes | None = None  #: by hex and direction: an enemy closes also the hexes there, ...
    held: Mask | None = None  #: ... unless the side holds them
    gates: tuple[Gate, ...] = ()


class Traced(msgspec.Struct, frozen=True):
    """How supply of a side runs where no single search tells it: the game traces its lines itself."""

    rule: str
    outcome: str  #: what becomes of units without a line, to be read after "which"
    net: Bytes  #: the hexes with a line
    #: of wanted hexes those that lose their line with each of the hexes that might be taken; by whom each can be entered is told
    #: by the last, if that is known
    cut: Callable[[Ints, Ints, Callable[[int], Sequence[int]] | None], dict[int, list[int]]]
    fed: Mask | None = None  #: hexes that need no line
    joined: Lines | None = None  #: how lines of any length run, without which units are in a pocket


class Weighed(msgspec.Struct, frozen=True):
    """An attack as far as it is known: mean factors, the odds that are reached nine times of ten, one time of two, one
    time of ten, and the chance that nobody is left in the hex."""

    attack: float
    defence: float
    low: str
    odds: str
    high: str
    clears: float = 0.0


class Unspent(msgspec.Struct, frozen=True):
    """Something that a side has left and that no verb lists by unit: aircraft, replacements."""

    what: str  #: with its number, as a person says it: "2 aircraft"
    rule: str


class Foresight:
    """The answers for a game that has none of its own."""

    stack: int = 99  #: so many units can stand in a hex, roughly

    def room(self, p: AnyPlay, units: Sequence[int], targets: Sequence[int]) -> tuple[Ints, Ints]:
        """What units count in the measures of stacking, the last of them in most cases the one that is full first, and how much
        of each may attack a target from one hex: by unit and by target."""
        return np.ones((len(units), 1), np.int16), np.full((len(targets), 1), self.stack, np.int16)

    def together(self, p: AnyPlay, target: int, units: Sequence[int], hexes: Sequence[int]) -> Sequence[int]:
        """Of units that would stand in these hexes, given strongest first, those that may attack a target together."""
        return units

    def ahead(self, p: AnyPlay, side: int, phase: Phase) -> AnyPlay | None:
        """A copy of the position as it will be when a side next moves or fights, if nobody does anything until then; the present
        phase while it lasts. None when there is no such phase any more."""
        return played_on(p, side, phase)

    def march(self, p: AnyPlay, unit: int) -> Movement | RoadMarch | None:
        """How a unit moves in a movement phase of its side; None where the game has no such description."""
        return None

    def stakes(self, p: AnyPlay) -> Sequence[Stake]:
        """What the sides can lose in this position."""
        control, sides = p.s.control, len(p.game.sides)
        held = [place for place in p.game.board.places if 0 <= control[place.hex] < sides]
        return [Stake(place.name, (place.hex,), control[place.hex], "", "changes hands") for place in held]

    def garrisoned(self, p: AnyPlay, side: int) -> Sequence[int]:
        """Hexes that would be defended for a side though none of its units is there."""
        return ()

    def leaving(self, p: AnyPlay, side: int) -> Sequence[int]:
        """Units of a side that the rules take away in a turn to come: no garrison to rely on."""
        return ()

    def lines(self, p: AnyPlay, side: int) -> Lines | Traced | None:
        """How supply of a side runs; None where nobody needs any."""
        return None

    def strike(
        self, now: AnyPlay, p: AnyPlay, target: int, units: Sequence[int], hexes: Sequence[int], eyes: Eyes,
        memory: dict[str, Any],
    ) -> Weighed | None:  # fmt: skip
        """The odds of an attack on a hex by units that would stand in these hexes, in a combat or movement phase `p`, with what
        these eyes see `now`; None where a game has no odds. `memory` is kept for as long as somebody looks at one position."""
        return odds_from(p, target, units, hexes, eyes)

    def unspent(self, p: AnyPlay, side: int) -> Sequence[Unspent]:
        """What a side could still use in the present phase beside its units."""
        return ()

    def lead(self, p: AnyPlay, side: int, later: int = 0) -> float:
        """How far a side is ahead of what the rules ask of it by now, or so many turns later with what it has now: 1 where it
        would have won by that, -1 where it would have lost, 0 where the rules count nothing."""
        return 0.0

    def aircraft(self, p: AnyPlay, side: int) -> int:
        """How many aircraft a side has ready."""
        return 0


# ---------------------------------------------------------------- playing on


def copied(p: Play[S, G]) -> Play[S, G]:
    """A position of its own, with other dice to come."""
    return Play(p.game, p.s.copy(), SeededDice(0), p.roster)


def played_on(p: AnyPlay, side: int, phase: Phase) -> AnyPlay | None:
    """The next phase of a side, found by ending every decision before it or, where it cannot be ended, by the first thing that
    may be said."""
    q = copied(p)
    for _ in range(_MOST_DECISIONS):
        q.game.flow.advance(q)
        if not q.s.flow:
            return None
        frame = q.s.flow[-1]
        step = q.game.flow.steps[frame.step]
        q.speaker = frame.side if frame.side >= 0 else q.roster.side_of[frame.posts[0]]
        if q.speaker == side and is_phase(q, step, phase):
            return q
        said = _least(q, step)
        if said is None:
            return None
        try:
            step.verbs[said.verb].do(q, said)
        except Illegal:
            return None
    return None


def is_phase(p: AnyPlay, step: Step, phase: Phase) -> bool:
    """Does a side move, or fight, at a step?"""
    return bool(moves(p, step) if phase is Phase.MOVE else attacks(step))


def moves(p: AnyPlay, step: Step) -> list[Verb]:
    """The verbs of a step by which units on the map go to other hexes."""
    hexes, loc = p.game.board.hexes, p.s.loc
    named = [verb for verb in step.in_order if verb.units is not None and verb.hexes is not None and not verb.hex_first]
    paths = [verb for verb in named if verb.expand is not None]
    if paths:
        return paths
    return [v for v in named if v.available(p) and any(0 <= loc[u] < hexes for u in v.units(p, ()))]  # type: ignore[misc]


def attacks(step: Step) -> list[Verb]:
    """The verbs of a step by which units attack a hex."""
    return [verb for verb in step.in_order if verb.hex_first and verb.units is not None]


def _least(p: AnyPlay, step: Step) -> Command | None:
    """What ends a decision; else the first thing that may be said."""
    for verb in step.in_order:
        if verb.ends and verb.plain is not None and verb.available(p) and verb.allows(p, verb.plain):
            return verb.plain
    return next((said for verb in step.in_order for said in verb.elementary(p)), None)


# ---------------------------------------------------------------- attacks


def odds_from(p: AnyPlay, target: int, units: Sequence[int], hexes: Sequence[int], eyes: Eyes) -> Weighed | None:
    """The odds of an attack as the game tells them, once the units have been put into their hexes; then they are put back."""
    if "odds" not in p.game.questions:
        return None
    with placed(p, units, hexes):
        try:
            found: Odds = p.game.odds(p, target, units, eyes=eyes)
        except Illegal:
            return None
    low, odds, high = (_reached(found.odds, often) for often in (0.9, 0.5, 0.1))
    return Weighed(found.attack, found.defence, low, odds, high, clears(found.results))


def clears(results: Mapping[str, float]) -> float:
    """The chance that the defenders are gone when the battle is over: results that begin with a D or hit both."""
    return sum(
        chance for name, chance in results.items() if name not in ("D", "D/AE") and name.startswith(("D", "X", "BB"))
    )


def _reached(odds: Mapping[str, float], often: float) -> str:
    """The best odds that are reached at least so often."""
    sum_of_chances = 0.0
    for name in sorted(odds, key=ratio, reverse=True):
        sum_of_chances += odds[name]
        if sum_of_chances >= often - 1e-3:  # chances are rounded
            return name
    return ""


def between(points: float, lost: float, won: float) -> float:
    """Where points lie between what loses (-1) and what wins (1)."""
    return min(1.0, max(-1.0, (2 * points - lost - won) / (won - lost)))


def ratio(odds: str) -> float:
    """What odds are worth: 3:1 is 3. Attacks without strength are worth nothing, those on nobody everything."""
    attack, colon, defence = odds.partition(":")
    if colon:
        return float(attack) / float(defence)
    return math.inf if "defence" in odds else 0.0


@contextmanager
def placed(p: AnyPlay, units: Sequence[int], hexes: Sequence[int]) -> Iterator[None]:
    """For a while units stand in these hexes."""
    s = p.s
    moving = [(unit, hex) for unit, hex in zip(units, hexes, strict=True) if s.loc[unit] != hex]
    left = {node: s.stack(node) for node in {s.loc[unit] for unit, _ in moving}}
    for unit, hex in moving:
        p.place(unit, hex)
    try:
        yield
    finally:
        for node, stack in left.items():
            for unit in reversed(stack):
                p.place(unit, node)
