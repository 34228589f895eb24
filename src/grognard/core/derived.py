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
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec
import numpy as np

if TYPE_CHECKING:
    from .state import State

#: No game may have more sides than this.
MOST_SIDES = 5
_MOST_ANSWERS = 2048
EVERYTHING = (1 << _MOST_ANSWERS) - 1
EVERY_FLAG = (1 << 15) - 1  #: of a piece

OWN, OTHERS, ANY = -1, -2, -3  #: whose places: the side's whose answer it is, those of the others, everybody's

Asking = ParamSpec("Asking")
R = TypeVar("R")
Basis = TypeVar("Basis")
P = TypeVar("P")
Ask = Callable[..., Any]

#: What can happen to a position: (kind, which).
Change = tuple[str, int | str]


class _ByFlags(dict[int, int]):
    """What stays valid when some piece has got or lost these flags, from what stays valid bit by bit, as it comes up."""

    def __init__(self) -> None:
        super().__init__()
        self.by_bit: dict[int, int] = {}

    def __missing__(self, changed: int) -> int:
        kept = EVERYTHING
        for flag, left in self.by_bit.items():
            if flag & changed:
                kept &= left
        self[changed] = kept
        return kept


class Kept:
    """By change, the bits of the answers that stay valid."""

    def __init__(self) -> None:
        self.places = [EVERYTHING] * MOST_SIDES  #: a piece of a side has changed its place
        self.stands = [EVERYTHING] * MOST_SIDES  #: and the side stands on other nodes now
        self.named: dict[str, int] = {}  #: an array or a value
        self.flags = _ByFlags()  #: some piece has got or lost these flags
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
            self.flags.by_bit[which] = self.flags.by_bit.get(which, EVERYTHING) & ~bit
            self.flags.clear()
            self._drop(("named", "flags"), bit)


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


def of(name: str) -> Cause:
    """An array or a value by its name."""
    return flags(EVERY_FLAG) if name == "flags" else Named(name)


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
        self, make: Callable[..., Any], causes: tuple[Cause, ...], since: tuple[Cause, ...] | None = None, steady: bool = False
    ) -> None:
        parameters = list(inspect.signature(make).parameters)[1 if since is None else 2 :]
        self.make = make
        self.causes = causes
        self.sided = parameters[:1] == ["side"]
        self.keyed = len(parameters) > self.sided  #: asked with more than a side
        self.continued = since is not None
        self.steady = steady
        self.others = tuple([cause for cause in causes if isinstance(cause, Other)])
        assert not any(ANSWERS[other.ask].keyed for other in self.others), "an answer rests on what is asked with a side at most"
        assert not (self.keyed and (steady or self.continued)), "what is kept for several questions cannot be compared"
        assert not (self.continued and (steady or self.others)), "an answer is built on the one before or compared with it"
        sides = range(MOST_SIDES if self.sided else 1)
        self.bits = tuple([KEPT.new_bit(_all(causes, side)) for side in sides])
        self.table: Callable[[Any, int], dict[tuple[Any, ...], Any]]  #: see `table_of`
        #: taken away only by what the answer rests on directly, or by what it cannot be built on any more
        self.second_bits = (0,) * len(sides)
        if self.others or since is not None:
            direct = [cause for cause in causes if not isinstance(cause, Other)] if since is None else since
            self.second_bits = tuple([KEPT.new_bit(_all(direct, side)) for side in sides])

    def changes(self, side: int) -> Iterator[Change]:
        """All changes that the answer of a side does not outlive without another look."""
        return _all(self.causes, side)

    def names(self) -> set[str]:
        """The arrays and values that the answer rests on, by itself or through other answers."""
        return {str(which) for kind, which in self.changes(0) if kind == "named"}

    def known(self, s: State) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """What a state keeps and holds valid now: the arguments beside the play, and the answer."""
        for side, bit in enumerate(self.bits):
            if s.valid & bit:
                asked = (side,) if self.sided else ()
                yield from s.answers[bit].items() if self.keyed else ((asked, s.answers[bit]),)


#: Every question, by the function that asks it.
ANSWERS: dict[Ask, Derived] = {}


def _all(causes: Iterable[Cause], side: int) -> Iterator[Change]:
    for cause in causes:
        yield from cause.changes(side)


def same(a: Any, b: Any) -> bool:
    """Do two answers say the same?"""
    if a is None or b is None:
        return a is b
    if isinstance(a, np.ndarray):
        return bool(a.tobytes() == b.tobytes())
    if isinstance(a, tuple) and a and isinstance(a[0], np.ndarray):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


# ---------------------------------------------------------------- asking


def derived(*causes: Cause, steady: bool = False) -> Callable[[Callable[Asking, R]], Callable[Asking, R]]:
    """The answer of this function rests on nothing but these causes.

    A second parameter named `side` is the side whose answer it is. A `steady` answer that is worked out anew and
    turns out to be what it was stays the same object, so that answers that rest on it stay valid.
    """

    def keep(make: Callable[Asking, R]) -> Callable[Asking, R]:
        return cast("Callable[Asking, R]", _asking(Derived(make, causes, steady=steady)))

    return keep


def continued(
    *causes: Cause, since: tuple[Cause, ...]
) -> Callable[[Callable[Concatenate[P, Basis | None, Asking], tuple[R, Basis]]], Callable[Concatenate[P, Asking], R]]:
    """The same for an answer that can be built on the one before, as long as nothing in `since` has changed.

    The function gets the basis of the answer before (None when there is none to build on) and returns the answer and
    a basis for the next.
    """

    def keep(make: Callable[Concatenate[P, Basis | None, Asking], tuple[R, Basis]]) -> Callable[Concatenate[P, Asking], R]:
        return cast("Callable[Concatenate[P, Asking], R]", _asking(Derived(make, causes, since)))

    return keep


def table_of(ask: Ask, p: Any, side: int = 0) -> dict[tuple[Any, ...], Any]:
    """What is known of a question that is asked with more than a side, by what it was asked with. Whoever can work out many
    answers at once puts them in; they must be what asking for each of them would give."""
    return ANSWERS[ask].table(p, side)


def _asking(question: Derived) -> Ask:
    """The function that looks first whether the answer is known. Asking is frequent: each shape has its own short way."""
    if question.keyed:
        shape = _keyed
    elif question.continued:
        shape = _continued
    elif question.others:
        shape = _layered
    elif question.steady:
        shape = _steady
    else:
        shape = _sided if question.sided else _plain
    ask = wraps(question.make)(shape(question))
    ANSWERS[ask] = question
    return ask


def _plain(question: Derived) -> Ask:
    bit, make = question.bits[0], question.make

    def ask(p: Any, side: int = 0) -> Any:
        s = p.s
        if s.valid & bit:
            return s.answers[bit]
        found = s.answers[bit] = make(p)
        s.valid |= bit
        return found

    return ask


def _sided(question: Derived) -> Ask:
    bits, make = question.bits, question.make

    def ask(p: Any, side: int) -> Any:
        s, bit = p.s, bits[side]
        if s.valid & bit:
            return s.answers[bit]
        found = s.answers[bit] = make(p, side)
        s.valid |= bit
        return found

    return ask


def _continued(question: Derived) -> Ask:
    """The basis is kept beside the answer, under the negative of its bit."""
    bits, grounds, make, sided = question.bits, question.second_bits, question.make, question.sided

    def ask(p: Any, side: int = 0) -> Any:
        s, bit = p.s, bits[side]
        if s.valid & bit:
            return s.answers[bit]
        kept, ground = s.answers, grounds[side]
        basis = kept[-bit] if s.valid & ground else None
        kept[bit], kept[-bit] = found = make(p, basis, side) if sided else make(p, basis)
        s.valid |= bit | ground
        return found[0]

    return ask


def _steady(question: Derived) -> Ask:
    """An answer that is compared with the one before it."""
    bits, make, sided = question.bits, question.make, question.sided

    def ask(p: Any, side: int = 0) -> Any:
        s, bit = p.s, bits[side]
        if s.valid & bit:
            return s.answers[bit]
        kept = s.answers
        found = make(p, side) if sided else make(p)
        if not (bit in kept and same(kept[bit], found)):
            kept[bit] = found
        s.valid |= bit
        return kept[bit]

    return ask


def _layered(question: Derived) -> Ask:
    """An answer that rests on others. Those it was made from are kept beside it, under the negative of its bit: if they are
    still the same and nothing else has changed, the answer holds."""
    bits, directs, make, sided, steady = (
        question.bits, question.second_bits, question.make, question.sided, question.steady,
    )  # fmt: skip
    ask_others = _asking_others(question)

    def ask(p: Any, side: int = 0) -> Any:
        s, bit = p.s, bits[side]
        if s.valid & bit:
            return s.answers[bit]
        kept, direct = s.answers, directs[side]
        hold, others = ask_others(p, side, kept.get(-bit))
        if not (hold and s.valid & direct):
            found = make(p, side) if sided else make(p)
            if not (steady and bit in kept and same(kept[bit], found)):
                kept[bit] = found
            kept[-bit] = others
        s.valid |= bit | direct
        return kept[bit]

    return ask


def _keyed(question: Derived) -> Ask:
    """The answers to everything that has been asked lie in one table."""
    bits, directs, make, sided = question.bits, question.second_bits, question.make, question.sided
    ask_others = _asking_others(question) if question.others else _no_others

    def renew(p: Any, side: int) -> None:
        s, bit, kept = p.s, bits[side], p.s.answers
        hold, others = ask_others(p, side, kept.get(-bit))
        if not (hold and s.valid & directs[side]):
            kept[bit], kept[-bit] = {}, others
        s.valid |= bit | directs[side]

    def table(p: Any, side: int) -> dict[tuple[Any, ...], Any]:
        if not p.s.valid & bits[side]:
            renew(p, side)
        found: dict[tuple[Any, ...], Any] = p.s.answers[bits[side]]
        return found

    question.table = table

    def ask(p: Any, *asked: Any) -> Any:
        s, side = p.s, asked[0] if sided else 0
        bit, kept = bits[side], s.answers
        if not s.valid & bit:
            renew(p, side)
        table = kept[bit]
        found = table.get(asked, _UNKNOWN)
        if found is _UNKNOWN:
            found = table[asked] = make(p, *asked)
        return found

    return ask


_UNKNOWN = object()


def _no_others(p: Any, side: int, before: Any) -> tuple[bool, Any]:
    return False, None


def _asking_others(question: Derived) -> Callable[[Any, int, Any], tuple[bool, Any]]:
    """Asks the answers that an answer rests on: are they the very same as before, and what are they now?"""
    plans: dict[int, list[tuple[Ask, int]]] = {}

    def ask_others(p: Any, side: int, before: Any) -> tuple[bool, Any]:
        sides = p.s.sizes[2]
        plan = plans.get(sides * MOST_SIDES + side)
        if plan is None:
            plan = [(other.ask, each) for other in question.others for each in other.sides(side, sides)]
            plans[sides * MOST_SIDES + side] = plan
        if len(plan) == 1:
            ask, each = plan[0]
            now = ask(p, each)
            return now is before, now
        found = [ask(p, each) for ask, each in plan]
        return before is not None and all(map(operator.is_, before, found)), found

    return ask_others
