"""Answers derived from a position, kept as long as nothing they rest on has changed.

A question that rules ask often and answer slowly says what its answer rests on:

    @derived(stands(OTHERS), CONTROL)
    def network(p: P, side: int) -> Reached: ...

The answer is then kept in the state. Each answer of each side owns one bit of `State.valid`. The few doors through which a
position changes (`State.put`, `State.set`, `State.fill`, `State.mark`, `State.clear`, a watched value) take the bits of all
answers away that rest on what they change: one AND with a mask that was put together when the rules were imported. Nobody
clears anything by hand, and nobody else writes into the answers.

A copy of a state takes answers and bits along: from then on each has its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec
import numpy as np

if TYPE_CHECKING:
    from .state import State

#: No game may have more sides than this.
MOST_SIDES = 4
_MOST_ANSWERS = 2048
EVERYTHING = (1 << _MOST_ANSWERS) - 1

OWN, OTHERS, ANY = -1, -2, -3  #: whose places: the side's whose answer it is, those of the others, everybody's

Asking = ParamSpec("Asking")
R = TypeVar("R")
Basis = TypeVar("Basis")
P = TypeVar("P")
Ask = Callable[..., Any]

#: What can happen to a position: (kind, which).
Change = tuple[str, int | str]


class Kept:
    """By change, the bits of the answers that stay valid."""

    def __init__(self) -> None:
        self.places = [EVERYTHING] * MOST_SIDES  #: a piece of a side has changed its place
        self.stands = [EVERYTHING] * MOST_SIDES  #: and the side stands on other nodes now
        self.named: dict[str, int] = {}  #: an array or a value
        self._flags: dict[int, int] = {}  #: by bit
        self._flag_masks: dict[int, int] = {}  #: the same for several bits at once, as they come up
        self.bits = 0  #: bits given out

    def new_bit(self, changes: Iterable[Change]) -> int:
        """A bit that the changes take away."""
        bit = 1 << self.bits
        self.bits += 1
        assert self.bits < _MOST_ANSWERS
        for change in changes:
            self._drop(change, bit)
        return bit

    def _drop(self, change: Change, bit: int) -> None:
        kind, which = change
        if isinstance(which, str):
            self.named[which] = self.named.get(which, EVERYTHING) & ~bit
        elif kind == "places":
            self.places[which] &= ~bit
            self.stands[which] &= ~bit
        elif kind == "stands":
            self.stands[which] &= ~bit
        else:
            self._flags[which] = self._flags.get(which, EVERYTHING) & ~bit
            self._flag_masks.clear()
            self._drop(("named", "flags"), bit)

    def by_flags(self, changed: int) -> int:
        """What stays valid when some piece has got or lost these flags."""
        known = self._flag_masks.get(changed)
        if known is None:
            known = EVERYTHING
            for flag, kept in self._flags.items():
                if flag & changed:
                    known &= kept
            self._flag_masks[changed] = known
        return known


KEPT = Kept()


# ---------------------------------------------------------------- what an answer may rest on


class Cause(msgspec.Struct, frozen=True):
    """Something an answer rests on."""

    def changes(self, side: int) -> Iterator[Change]:
        """The changes that concern the answer of a side."""
        raise NotImplementedError


class Whose(Cause, frozen=True):
    """The places of pieces, or only the nodes that a side stands on at all."""

    kind: str
    side: int

    def changes(self, side: int) -> Iterator[Change]:
        return ((self.kind, each) for each in _meant(self.side, side, MOST_SIDES))


class Named(Cause, frozen=True):
    """An array or a value of the state, which must be one that is watched."""

    name: str

    def changes(self, side: int) -> Iterator[Change]:
        yield "named", self.name


class Flags(Cause, frozen=True):
    """Whether pieces have certain flags."""

    bits: int

    def changes(self, side: int) -> Iterator[Change]:
        return (("flag", 1 << k) for k in range(self.bits.bit_length()) if self.bits >> k & 1)


class Other(Cause, frozen=True):
    """Another answer: as long as that one is the same, whatever it rests on does not matter."""

    ask: Ask
    side: int

    def changes(self, side: int) -> Iterator[Change]:
        for each in self.sides(side, MOST_SIDES):
            yield from ANSWERS[self.ask].changes(each)

    def sides(self, side: int, sides: int) -> Iterable[int]:
        return _meant(self.side, side, sides) if ANSWERS[self.ask].sided else (0,)

    def now(self, p: Any, side: int) -> list[Any]:
        """The other answers as they are now."""
        if not ANSWERS[self.ask].sided:
            return [self.ask(p)]
        return [self.ask(p, each) for each in self.sides(side, p.s.sizes[2])]


def _meant(whose: int, side: int, sides: int) -> Iterable[int]:
    """The sides that are meant by OWN, OTHERS, ANY or a number in the answer of a side."""
    if whose == OWN or whose >= 0:
        return (side if whose == OWN else whose,)
    return [each for each in range(sides) if whose == ANY or each != side]


def places(whose: int) -> Whose:
    """Where every piece of a side stands."""
    return Whose("places", whose)


def stands(whose: int) -> Whose:
    """Which nodes a side stands on, with whatever pieces."""
    return Whose("stands", whose)


def of(name: str) -> Named:
    """An array or a value by its name."""
    return Named(name)


def flags(bits: int) -> Flags:
    """Which pieces have these flags."""
    return Flags(bits)


def answer(ask: Ask, whose: int = OWN) -> Other:
    """Another derived answer, for the sides that are meant; it should be `steady`."""
    return Other(ask, whose)


#: Who controls the nodes whose control matters (`Game.control_matters`).
CONTROL = of("control")


# ---------------------------------------------------------------- answers


class Derived:
    """A question whose answers are kept. It is asked with the play, a `side` if it has one, and whatever else it needs;
    what is kept for that goes all together."""

    def __init__(
        self, make: Callable[..., Any], causes: tuple[Cause, ...], since: tuple[Cause, ...] | None, steady: bool
    ) -> None:
        parameters = list(inspect.signature(make).parameters)[1 if since is None else 2 :]
        self.make = make
        self.causes = causes
        self.sided = parameters[:1] == ["side"]
        self.keyed = len(parameters) > self.sided  #: asked with more than a side
        self.continued = since is not None
        self.steady = steady
        assert not (self.keyed and (steady or self.continued)), "what is kept for several questions cannot be compared"
        sides = range(MOST_SIDES if self.sided else 1)
        self.bits = [KEPT.new_bit(self.changes(side)) for side in sides]
        self.others = tuple([cause for cause in causes if isinstance(cause, Other)])
        own = [cause for cause in causes if not isinstance(cause, Other)]
        #: not taken away by what only the other answers rest on
        self.bits_of_its_own = [KEPT.new_bit(_all(own, side)) for side in sides] if self.others else [0] * len(sides)
        #: not taken away as long as the answer before can be built on
        self.bits_since = [KEPT.new_bit(_all(since, side)) for side in sides] if since is not None else [0] * len(sides)
        assert not (self.continued and self.others), "an answer is either built on the one before or rests on others"
        self._known_to: set[type[State]] = set()

    def changes(self, side: int) -> Iterator[Change]:
        """All changes that the answer of a side may not outlive without another look."""
        return _all(self.causes, side)

    def names(self) -> set[str]:
        """The arrays and values that the answer rests on, by itself or through other answers."""
        return {str(which) for kind, which in self.changes(0) if kind == "named"}

    def renew(self, p: Any, side: int) -> Any:
        """The answer, which is not known to be valid: worked out, or found to be the same all the same. Of a question asked with
        more than a side, the table of what is known."""
        s, bit = p.s, self.bits[side]
        if type(s) not in self._known_to:
            self._require_watched(s)
        kept = s.answers
        others = [each for other in self.others for each in other.now(p, side)]
        if others:
            before = kept.get(-bit)
            if before is not None and s.valid & self.bits_of_its_own[side] and all(map(_is, before, others)):
                s.valid |= bit
                return kept[bit]
        basis: Any = others
        if self.keyed:
            found: Any = {}
        elif self.continued:
            found, basis = self._make(p, side, kept.get(-bit) if s.valid & self.bits_since[side] else None)
        else:
            found = self._make(p, side)
        if self.steady and bit in kept and same(kept[bit], found):
            found = kept[bit]
        kept[bit], kept[-bit] = found, basis
        s.valid |= bit | self.bits_of_its_own[side] | self.bits_since[side]
        return found

    def _make(self, p: Any, side: int, *before: Any) -> Any:
        return self.make(p, *before, side) if self.sided else self.make(p, *before)

    def _require_watched(self, s: State) -> None:
        """Nobody could change what it rests on unnoticed."""
        for name in self.names():
            if name not in s.WATCHED:
                raise TypeError(f"{self.make.__qualname__} rests on {name!r}, which {type(s).__name__} does not watch")
        self._known_to.add(type(s))

    def known(self, s: State) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """What a state keeps and holds valid now: the arguments beside the play, and the answer."""
        for side, bit in enumerate(self.bits):
            if s.valid & bit:
                asked = (side,) if self.sided else ()
                if not self.keyed:
                    yield asked, s.answers[bit]
                else:
                    yield from (((*asked, *rest), found) for rest, found in s.answers[bit].items())


#: Every question, by the function that asks it.
ANSWERS: dict[Ask, Derived] = {}


def _all(causes: Iterable[Cause], side: int) -> Iterator[Change]:
    for cause in causes:
        yield from cause.changes(side)


def _is(a: object, b: object) -> bool:
    return a is b


def same(a: Any, b: Any) -> bool:
    """Do two answers say the same?"""
    if isinstance(a, np.ndarray):
        return bool(a.tobytes() == b.tobytes())
    return bool(a == b)


# ---------------------------------------------------------------- asking


def derived(*causes: Cause, steady: bool = False) -> Callable[[Callable[Asking, R]], Callable[Asking, R]]:
    """The answer of this function rests on nothing but these causes.

    A second parameter named `side` is the side whose answer it is. A `steady` answer that is worked out anew and
    turns out to be what it was stays the same object, so that answers that rest on it stay valid.
    """

    def keep(make: Callable[Asking, R]) -> Callable[Asking, R]:
        return cast("Callable[Asking, R]", _asking(Derived(make, causes, None, steady)))

    return keep


def continued(
    *causes: Cause, since: tuple[Cause, ...]
) -> Callable[[Callable[Concatenate[P, Basis | None, Asking], tuple[R, Basis]]], Callable[Concatenate[P, Asking], R]]:
    """The same for an answer that can be built on the one before, as long as nothing in `since` has changed.

    The function gets the basis of the answer before (None when there is none to build on) and returns the answer and
    a basis for the next.
    """

    def keep(make: Callable[Concatenate[P, Basis | None, Asking], tuple[R, Basis]]) -> Callable[Concatenate[P, Asking], R]:
        return cast("Callable[Concatenate[P, Asking], R]", _asking(Derived(make, causes, since, False)))

    return keep


def _asking(question: Derived) -> Ask:
    """The function that looks first whether the answer is known. Asking is frequent: each shape has its own short way."""
    shape = _keyed if question.keyed else _sided if question.sided else _plain
    ask = wraps(question.make)(shape(question))
    ANSWERS[ask] = question
    return ask


def _plain(question: Derived) -> Ask:
    bit, renew = question.bits[0], question.renew

    def ask(p: Any) -> Any:
        s = p.s
        return s.answers[bit] if s.valid & bit else renew(p, 0)

    return ask


def _sided(question: Derived) -> Ask:
    bits, renew = tuple(question.bits), question.renew

    def ask(p: Any, side: int) -> Any:
        s, bit = p.s, bits[side]
        return s.answers[bit] if s.valid & bit else renew(p, side)

    return ask


def _keyed(question: Derived) -> Ask:
    bits, sided, renew, make = tuple(question.bits), question.sided, question.renew, question.make

    def ask(p: Any, *asked: Any) -> Any:
        s, side = p.s, asked[0] if sided else 0
        table = s.answers[bits[side]] if s.valid & bits[side] else renew(p, side)
        rest = asked[1:] if sided else asked
        if rest not in table:
            table[rest] = make(p, *asked)
        return table[rest]

    return ask
