"""One reckoning of a battle, for the rules, for previews and for computer players alike.

A game of the family writes its chapter on odds as pure functions of what is known, and nothing else in the house says a
factor or a shift again:

    Setting                                     where and when: the game adds what its factors and shifts depend on
    setting_of(p, side, target, ...)            the setting of a battle in a position
    attack_factor(game, setting, face)          what a unit with this face adds to an attack; `defence_factor` likewise
    shifts(game, facts)                         every reason to move the odds
    reckon(game, facts, memory)                 all of it together, by `strength` and `Reckoning`

A *face* is all of a unit that its factors depend on: type and steps, perhaps supply. Who knows the unit says `sure(face)`; who
does not says a `Belief`, what it may be with what chances. The rules build the facts from the battle in the position, a
preview from what the asking eyes see, a computer player from where it would send its units. What differs is what they know; it
is reckoned by the same functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from ...core.chance import Spread, certain, mean, shares, total, weighted
from ...core.rule import concept
from .factors import common
from .odds import ResultsTable, Shift, column, ladder

F = TypeVar("F")
S = TypeVar("S", bound="Setting")

#: What has been worked out for a setting and a belief; whoever reckons much keeps one, for as long as he looks at one position.
Memory = dict[Hashable, Spread]


class Setting(msgspec.Struct, frozen=True, cache_hash=True):
    """Where and when a battle is fought."""

    side: int  #: the attacker
    target: int
    mobile: bool
    turn: int
    order: str  #: of the phases
    options: tuple[tuple[str, str], ...] = ()  #: house rules: what was chosen differently from the default

    def chose(self, name: str, value: str) -> bool:
        """Was this chosen for an option, differently from its default?"""
        return (name, value) in self.options


class Belief(msgspec.Struct, Generic[F], frozen=True, cache_hash=True):
    """What a unit is or may be."""

    faces: tuple[F, ...]
    chances: tuple[float, ...] = (1.0,)


def sure(face: F) -> Belief[F]:
    """A unit that is known."""
    return Belief((face,))


def likely(faces: Mapping[F, float]) -> Belief[F]:
    """A unit that is one of these, each with its chance."""
    return Belief(tuple(faces), tuple(faces.values()))


def among(faces: Sequence[F]) -> Belief[F]:
    """Any one of these, each as likely as its share."""
    return likely({face: count / len(faces) for face, count in Counter(faces).items()})


def one_of(units: Sequence[Belief[F]]) -> Belief[F]:
    """Somebody of these units, nobody knows who."""
    found: dict[F, float] = {}
    for unit in units:
        for face, chance in zip(unit.faces, unit.chances, strict=True):
            found[face] = found.get(face, 0.0) + chance / len(units)
    return likely(found)


class Facts(msgspec.Struct, Generic[S, F], frozen=True):
    """A battle as somebody knows it."""

    setting: S
    origins: tuple[int, ...]  #: hexes the attackers come from
    attackers: tuple[Belief[F], ...]
    defenders: tuple[Belief[F], ...]
    air: tuple[int, int] = (0, 0)  #: aircraft of the attacker, of the defender


class Chances(dict[str, float]):
    """The chance of each result; one that a table does not have never comes."""

    def __missing__(self, result: str) -> float:
        return 0.0


class Reckoning(msgspec.Struct, frozen=True, eq=False):
    """A battle reckoned: the chances of all strengths of both sides, and every shift with its rule."""

    attack: Spread
    defence: Spread
    shifts: tuple[Shift, ...]

    @property
    def shift(self) -> int:
        """Columns that all shifts make together."""
        return sum([s.columns for s in self.shifts])

    def factors(self) -> tuple[int, int]:
        """Attack and defence when everything is known."""
        return len(self.attack) - 1, len(self.defence) - 1

    @concept("odds")
    def columns(self) -> dict[int, float]:
        """The final columns, all shifts made, with the chance of each."""
        found: dict[int, float] = {}
        shift = self.shift
        for a in self.attack.nonzero()[0].tolist():
            for d in self.defence.nonzero()[0].tolist():
                final = column(a, d) + shift
                found[final] = found.get(final, 0.0) + float(self.attack[a] * self.defence[d])
        return found

    def expected_column(self) -> int:
        """The final column of the strengths to be expected."""
        return column(round(mean(self.attack)), max(1, round(mean(self.defence)))) + self.shift

    def chances(self, table: ResultsTable) -> Chances:
        """The chance of each result."""
        share = shares(self.attack, self.defence, ladder(), self.shift - table.first + 1, len(table.rows))
        return Chances(zip(table.outcomes, (share @ table.rows).tolist(), strict=True))


Of = Callable[[S, F], int]


def strength(
    setting: S, beliefs: Sequence[Belief[F]], factor: Of[S, F], memory: Memory | None = None, role: str = "",
    divisor: Of[S, F] | None = None,
) -> Spread:  # fmt: skip
    """The strength of units together. `memory` keeps what each unknown unit adds, under the name of the factor (`role`).

    Those with the same divisor are added before they are divided. All that an unknown unit may be has one divisor.
    """
    if divisor is None:
        return _undivided(setting, beliefs, factor, memory, role)
    known: dict[int, int] = {}
    parts: dict[int, list[Spread]] = {}
    for belief in beliefs:
        share = divisor(setting, belief.faces[0])
        if len(belief.faces) == 1:
            known[share] = known.get(share, 0) + factor(setting, belief.faces[0])
        else:
            parts.setdefault(share, []).append(_remembered(setting, belief, factor, memory, role))
    if not parts:
        return certain(common(known))
    groups = [total([certain(known.get(share, 0)), *parts.get(share, ())]) for share in {**known, **parts}]
    return total(_divided(group, share) for group, share in zip(groups, {**known, **parts}, strict=True))


def _undivided(setting: S, beliefs: Sequence[Belief[F]], factor: Of[S, F], memory: Memory | None, role: str) -> Spread:
    """The usual case, and the quickest: everybody counts whole, and mostly everybody is known."""
    known, parts = 0, []
    for belief in beliefs:
        if len(belief.faces) == 1:
            known += factor(setting, belief.faces[0])
        else:
            parts.append(_remembered(setting, belief, factor, memory, role))
    return total([certain(known), *parts]) if parts else certain(known)


def _divided(spread: Spread, share: int) -> Spread:
    """The same units when together they count only a part."""
    return spread if share == 1 else weighted((common({share: k}), chance) for k, chance in enumerate(spread.tolist()))


def _remembered(setting: S, belief: Belief[F], factor: Of[S, F], memory: Memory | None, role: str) -> Spread:
    key = role, setting, belief
    found = None if memory is None else memory.get(key)
    if found is None:
        found = weighted((factor(setting, face), chance) for face, chance in zip(belief.faces, belief.chances, strict=True))
        if memory is not None:
            memory[key] = found
    return found
