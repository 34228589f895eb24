"""The sequence of play as a table of steps.

A step either runs by itself or is a decision with verbs. Which step comes next is data: the stack of
frames in the state. A verb knows its text pattern, what may be named with it now (units, hexes, words,
numbers), and what it does; `do` checks everything before it changes anything.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from itertools import accumulate, chain, repeat
from typing import Any, overload

import msgspec
import numpy as np
import numpy.typing as npt

from .command import Command, Pattern
from .errors import BadCommand, Illegal
from .seats import Voice

#: Rule functions are typed by their games; the machine only passes the play through.
P = Any
Units = Sequence[int]
Hexes = Sequence[int]


#: Hexes as numbers in a row, in whatever form is quickest.
Countable = Hexes | npt.NDArray[np.integer[Any]]


class _Alone(dict[int, tuple[int, ...]]):
    """By hex, the hexes of a command that names this one alone: thousands of commands in a list share them."""

    def __missing__(self, hex: int) -> tuple[int, ...]:
        self[hex] = found = (hex,)
        return found


_alone = _Alone().__getitem__


def _made(verb: str, unit: int, hexes: Countable) -> list[Command]:
    """A command per hex of a unit."""
    named = hexes.tolist() if isinstance(hexes, np.ndarray) else hexes
    return [*map(Command, repeat(verb), repeat((unit,)), map(_alone, named))]


class Verb:
    """One thing a seat may say at a decision."""

    def __init__(
        self, name: str, pattern: str, do: Callable[[P, Command], None], *,
        title: str = "", rule: str = "",
        units: Callable[[P, Hexes], Units] | None = None,
        hexes: Callable[[P, Units], Hexes] | None = None,
        words: Callable[[P], Sequence[str]] | None = None,
        numbers: Callable[[P], Sequence[int]] | None = None,
        available: Callable[[P], bool] | None = None,
        check: Callable[[P, Command], None] | None = None,
        expand: Callable[[P, Command], Command] | None = None,
        sample: Callable[[P, random.Random], Command | None] | None = None,
        listed: Callable[[P], Iterable[Command]] | None = None,
        each: Callable[[P], tuple[Units, Sequence[Countable]]] | None = None,
        hex_first: bool = False,
        ends: bool = False,
        follows: bool = False,
        side: int | None = None,
        often: int = 1,
        owed: Callable[[P], Units] | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.pattern = Pattern(name, pattern)
        self.do = do
        self.title = title or name.capitalize()
        self.rule = rule
        self.units = units
        self.hexes = hexes
        self.words = words
        self.numbers = numbers
        self.is_available = available
        self.check = check  #: refuses, with its reason, what may not be said; `do` then need not look at that again
        self.expand = expand  #: completes a short form (a destination becomes a path) before it is checked and recorded
        self.own_sample = sample
        self.own_list = listed  #: lists its commands itself, where not every unit goes with every hex
        self.each = each  #: all units that may act and the hexes of each, where that is quicker than one after the other
        self.hex_first = hex_first  #: a person names the hex first, then the units (an attack)
        bare = all(part is None for part in (units, hexes, words, numbers, listed))
        self.plain = Command(name) if bare else None  #: the only form of a verb that names nothing
        self.ends = ends  #: ends the decision without doing anything further (for buttons and random play)
        self.follows = follows  #: whoever gave the order before it wants this too, unless he has something else to say
        self.often = often  #: how often random play thinks of it beside the other verbs of its step
        self.side = side  #: of what may be said at any time: the side whose word it is, None for every side

        #: units that must act before this ends a decision, where its check asks for some: whose they are is not through
        self.owed = owed

    def meant(self, p: P, command: Command) -> Command:
        """What the rules see of a command. A path may begin with the hex in which the units stand: then every step of it is meant
        as written, even a single one, and the rules see only the hexes to be entered."""
        hexes = command.hexes
        if self.expand is None or len(hexes) < 2 or hexes[0] != p.s.loc[command.units[0]]:
            return command
        return msgspec.structs.replace(command, hexes=hexes[1:])

    def open_to(self, p: P, sides: Sequence[int]) -> bool:
        """May somebody who commands these sides say this at any time, and is there anything to name just now?"""
        if not (self.side is None or self.side in sides) or not self.available(p):
            return False
        return (self.units is None or len(self.units(p, ())) > 0) and (self.hexes is None or len(self.hexes(p, ())) > 0)

    def available(self, p: P) -> bool:
        return self.is_available is None or self.is_available(p)

    def elementary(self, p: P) -> Iterator[Command]:
        """Commands of the simplest form, one after the other: one unit, or all units that may act together."""
        return chain.from_iterable(self._lists(p)) if self.available(p) else iter(())

    def all_elementary(self, p: P) -> Sequence[Command]:
        """The same at once. Where units and hexes are named, commands are found and counted without being made."""
        if not self.available(p):
            return ()
        if self.units is None or self.hexes is None or self.own_list is not None or self.hex_first:
            return [*chain.from_iterable(self._lists(p))]
        if self.each is not None:
            return UnitsAndHexes(self.name, *self.each(p))
        units = self.units(p, ())
        return UnitsAndHexes(self.name, units, [self.hexes(p, (unit,)) for unit in units])

    def _lists(self, p: P) -> Iterator[Iterable[Command]]:
        """The same in lists, one per unit where units and hexes are named: listing them costs no call per command."""
        name = self.name
        if self.own_list is not None:
            yield self.own_list(p)
        elif self.words is not None:
            yield [Command(name, word=word) for word in self.words(p)]
        elif self.numbers is not None and self.units is None and self.hexes is None:
            yield [Command(name, number=number) for number in self.numbers(p)]
        elif self.hex_first and self.hexes is not None and self.units is not None:
            for hex in self.hexes(p, ()):
                able = tuple(self.units(p, (hex,)))
                together = (*((unit,) for unit in able), *([able] if len(able) > 1 else ()))
                yield [Command(name, units, (hex,)) for units in together if hex in self.hexes(p, units)]
        elif self.units is not None and self.hexes is not None:
            for unit in self.units(p, ()):
                yield _made(name, unit, self.hexes(p, (unit,)))
        elif self.units is not None:
            yield [Command(name, (unit,)) for unit in self.units(p, ())]
        elif self.hexes is not None:
            numbers = (None,) if self.numbers is None else self.numbers(p)[:1]
            yield [Command(name, hexes=(hex,), number=number) for number in numbers for hex in self.hexes(p, ())]
        elif self.plain is not None and self.allows(p, self.plain):
            yield (self.plain,)

    def allows(self, p: P, command: Command) -> bool:
        """Does nothing speak against a command?"""
        if self.check is not None:
            try:
                self.check(p, command)
            except Illegal:
                return False
        return True

    def sample(self, p: P, rng: random.Random) -> Command | None:
        """A random command of this verb, or None when there is none just now."""
        if self.is_available is not None and not self.is_available(p):
            return None
        if self.own_sample is not None:
            return self.own_sample(p, rng)
        if self.plain is not None:
            return self.plain if self.check is None or self.allows(p, self.plain) else None
        return self.drawn(p, rng)

    def drawn(self, p: P, rng: random.Random) -> Command | None:
        """The same without a way of its own: from its units and hexes, or from the list of its commands."""
        if self.plain is not None:
            return self.plain if self.check is None or self.allows(p, self.plain) else None
        if self.own_list is None and not self.hex_first:
            if self.words is not None:
                words = self.words(p)
                return Command(self.name, word=words[int(rng.random() * len(words))]) if words else None
            if self.numbers is None:
                return self._sample_parts(p, rng)
        found = list(self.elementary(p))
        return found[int(rng.random() * len(found))] if found else None

    def _sample_parts(self, p: P, rng: random.Random) -> Command | None:
        """First a unit, then a hex for it, without listing all pairs."""
        units: tuple[int, ...] = ()
        hexes: tuple[int, ...] = ()
        if self.units is not None:
            able = self.units(p, ())
            if not able:
                return None
            units = (able[int(rng.random() * len(able))],)
        if self.hexes is not None:
            open_to_them = self.hexes(p, units)
            if not len(open_to_them):
                return None
            hexes = (open_to_them[int(rng.random() * len(open_to_them))],)
        return Command(self.name, units, hexes)


class _InParts(Sequence[Command]):
    """Commands that lie in several parts, one behind the other."""

    __slots__ = ("_ends",)

    def __init__(self, parts: Iterable[Sized]) -> None:
        self._ends = [*accumulate(map(len, parts))]  #: by part, how many commands there are up to its end

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Command: ...
    @overload
    def __getitem__(self, at: slice) -> list[Command]: ...
    def __getitem__(self, at: int | slice) -> Command | list[Command]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        number = range(len(self))[at]  # may be counted from the end; refused beyond it
        part = bisect_right(self._ends, number)
        return self._within(part, number - (self._ends[part - 1] if part else 0))

    def _within(self, part: int, at: int) -> Command:
        raise NotImplementedError


class UnitsAndHexes(_InParts):
    """The commands of a verb that name one unit and one of its hexes, each made when it is looked at."""

    __slots__ = ("_hexes", "_units", "_verb")

    def __init__(self, verb: str, units: Units, hexes: Sequence[Countable]) -> None:
        super().__init__(hexes)
        self._verb, self._units, self._hexes = verb, units, hexes

    def _within(self, part: int, at: int) -> Command:
        return Command(self._verb, (self._units[part],), (int(self._hexes[part][at]),))

    def __iter__(self) -> Iterator[Command]:
        return chain.from_iterable(map(_made, repeat(self._verb), self._units, self._hexes))


class Listing(_InParts):
    """All elementary commands of a decision. Every one of them has been found and counted; it is made when it is looked at."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Sequence[Sequence[Command]]) -> None:
        super().__init__(parts)
        self._parts = parts

    def _within(self, part: int, at: int) -> Command:
        return self._parts[part][at]

    def __iter__(self) -> Iterator[Command]:
        return chain.from_iterable(self._parts)


class Step:
    """A named step. `run` for one that needs nobody; verbs and a prompt for a decision."""

    def __init__(self, name: str, title: str, *, rule: str = "", run: Callable[[P], None] | None = None,
                 prompt: Callable[[P], str] | str = "") -> None:  # fmt: skip
        self.name = name
        self.title = title
        self.rule = rule
        self.run = run
        self.prompt_of = prompt
        self.verbs: dict[str, Verb] = {}
        self.in_order: tuple[Verb, ...] = ()  #: the same, as they were declared
        self.thought_of: tuple[Verb, ...] = ()  #: each as many times as random play thinks of it, if that is not once each

    def prompt(self, p: P) -> str:
        return self.prompt_of if isinstance(self.prompt_of, str) else self.prompt_of(p)

    def verb(self, verb: Verb) -> Verb:
        self.verbs[verb.name] = verb
        self.in_order = tuple(self.verbs.values())
        if any(each.often != 1 for each in self.in_order):
            self.thought_of = tuple([each for each in self.in_order for _ in range(each.often)])
        return verb


class Flow:
    """All steps of a game, by name."""

    def __init__(self) -> None:
        self.steps: dict[str, Step] = {}

    def auto(self, name: str, title: str = "", rule: str = "") -> Callable[[Callable[[P], None]], Callable[[P], None]]:
        """Register a step that runs by itself. It must pop its own frame."""

        def register(run: Callable[[P], None]) -> Callable[[P], None]:
            self.steps[name] = Step(name, title or name, rule=rule, run=run)
            return run

        return register

    def decision(self, name: str, title: str, prompt: Callable[[P], str] | str, rule: str = "") -> Step:
        """Register a decision."""
        step = Step(name, title, rule=rule, prompt=prompt)
        self.steps[name] = step
        return step

    def advance(self, p: P) -> None:
        """Run automatic steps until somebody must decide or the game is over."""
        s, steps = p.s, self.steps
        for _ in range(10_000):
            flow = s.flow
            if not flow:
                return
            run = steps[flow[-1].step].run
            if run is None:
                return
            run(p)
        raise RuntimeError(f"the sequence of play does not come to a decision (at {p.s.flow[-1].step})")


#: Verbs that random play thinks of, each as often as it is told to, before it looks at all of them in turn.
MOST_THOUGHTS = 12


class LegalCommands(msgspec.Struct, eq=False):
    """Everything a deciding seat may say now: described at once, listed lazily. Where it shares the decision with others,
    `voice` knows what is its own; `speaker` is the side it speaks for."""

    play: P
    step: Step
    voice: Voice | None = None
    speaker: int = -1

    def _spoken(self) -> P:
        """The position, with the rules told who would speak."""
        if self.speaker >= 0:
            self.play.speaker = self.speaker
        return self.play

    @property
    def verbs(self) -> list[Verb]:
        """The verbs that can be used just now."""
        return [v for v in self.step.verbs.values() if v.available(self._spoken())]

    def __iter__(self) -> Iterator[Command]:
        """Commands in their simplest forms; combinations of units are described by `units` and `hexes`."""
        found = chain.from_iterable(verb.elementary(self._spoken()) for verb in self.step.verbs.values())
        return found if self.voice is None else filter(self.voice.allows, found)

    def listed(self) -> Listing:
        """The same as a sequence of known length: all of them are found now, and each is made when it is looked at."""
        found = [verb.all_elementary(self._spoken()) for verb in self.step.in_order]
        return Listing(found if self.voice is None else [[*filter(self.voice.allows, part)] for part in found])

    def units(self, verb: str, hexes: Hexes = ()) -> Units:
        """The units that may be named with a verb, given the hexes named already."""
        return self.units_with(self._verb(verb), hexes)

    def hexes(self, verb: str, units: Units = ()) -> Hexes:
        """The hexes that may be named with a verb, given the units named already."""
        return self.hexes_with(self._verb(verb), units)

    def units_with(self, verb: Verb, hexes: Hexes = ()) -> Units:
        found = () if verb.units is None else verb.units(self._spoken(), hexes)
        return found if self.voice is None else [*filter(self.voice.owns, found)]

    def hexes_with(self, verb: Verb, units: Units = ()) -> Hexes:
        found = () if verb.hexes is None else verb.hexes(self._spoken(), units)
        if self.voice is None or units:
            return found
        if verb.units is None:
            return [*filter(self.voice.rules, found)]
        return [hex for hex in found if self.units_with(verb, (hex,))] if verb.hex_first else found

    def _verb(self, name: str) -> Verb:
        try:
            return self.step.verbs[name]
        except KeyError:
            known = ", ".join(self.step.verbs)
            raise BadCommand(f"{name!r} cannot be said now ({self.step.title}: {known})") from None

    def _own(self, command: Command) -> bool:
        """May this seat say a command that the rules allow its side?"""
        return self.voice is None or (self.voice.allows(command) and self._may_end(command))

    def _may_end(self, command: Command) -> bool:
        """Does nothing speak against a command that ends the decision, or this seat's part in it?"""
        verb = self.step.verbs[command.verb]
        if not verb.ends:
            return True
        if self.voice is None or verb.owed is None:
            return verb.allows(self.play, command)
        return not any(map(self.voice.owns, verb.owed(self.play)))

    def sample(self, rng: random.Random) -> Command:
        """A random legal command; given next, it is not checked again."""
        play, step, voice = self.play, self.step, self.voice
        if self.speaker >= 0:
            play.speaker = self.speaker
        verbs, thought_of = step.in_order, step.thought_of
        if thought_of:
            for _ in range(MOST_THOUGHTS):
                found = thought_of[int(rng.random() * len(thought_of))].sample(play, rng)
                if found is not None and (voice is None or self._own(found)):
                    play.known_legal = found
                    return found
        while verbs:
            at = int(rng.random() * len(verbs))
            verb = verbs[at]
            found = verb.sample(play, rng)
            if found is not None:
                if voice is None:
                    play.known_legal = found
                    return found
                for _ in range(MOST_THOUGHTS):  # listing everything takes longer
                    if found is not None and self._own(found):
                        play.known_legal = found
                        return found
                    found = verb.sample(play, rng)
                own = [*filter(voice.allows, verb.elementary(play))]
                if own:
                    play.known_legal = found = own[int(rng.random() * len(own))]
                    return found
            verbs = (*verbs[:at], *verbs[at + 1 :])
        for verb in self.step.in_order:  # nobody has anything further to say
            if verb.ends and verb.plain is not None and verb.available(play) and self._may_end(verb.plain):
                play.known_legal = verb.plain
                return verb.plain
        raise RuntimeError(f"no legal command at {self.step.name}")
