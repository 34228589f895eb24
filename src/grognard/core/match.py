"""A match: one game from its first decision to its last, with undo, save, load and replay.

A match is its scenario, options, seed and commands; everything else follows. The history is a chain of
links, so that copying a match costs no more than copying its state. Where a match stands, what can be asked of it and what it
remembers are in the classes below it: `standing`, `asking`, `recorded`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import beginnings, hand_made, takeback, together
from .command import Command, CommandForm, Pattern, from_json
from .dice import SCHEME, Chapter, Dice, SeededDice, checked_seed, commitment, new_chapter
from .errors import BadCommand, BadLog, GrognardError, Illegal, is_legal
from .events import Event
from .flow import Verb
from .game import Game
from .history import COURTESY, Link, NotEvents, Parting, Past, unpack_events
from .knowledge import Knowledge, Likely, learn, position
from .play import Play
from .recorded import Recorded
from .seats import Voice, eyes_of, voice
from .sight import Sight
from .state import Frame, State

#: A snapshot is kept every so many commands, to make jumping about in a long game quick.
SNAPSHOT_EVERY = 100


class Match(Recorded):
    """See `grognard.new` for how to begin one."""

    def __init__(
        self, game: Game[Any], scenario: str | None = None, options: dict[str, str] | None = None,
        seed: str | int | None = None, *, seating: str | None = None, dice: Dice | None = None, chapters: Sequence[Chapter] = (),
    ) -> None:  # fmt: skip
        """`chapters` are the dice of a match that was begun before; a new one has its seed and other dice only in tests."""
        known = [s.name for s in game.scenarios]
        self.game = game
        self.scenario = scenario or known[0]
        written = hand_made.is_named(self.scenario)
        if self.scenario not in known and not written:
            raise GrognardError(f"{game.title} has the scenarios {', '.join(known)}, not {scenario!r}")
        self.options_chosen = game.settings(options)
        self.roster = game.roster(seating)  #: who sits where
        fresh = Chapter(0, SCHEME, checked_seed(random.SystemRandom().getrandbits(128) if seed is None else seed))
        self.chapters = tuple(chapters) or (fresh,)
        self.seed = self.chapters[0].seed
        self.commitment = commitment(self.seed)
        begin = hand_made.start if written else beginnings.start
        self._play = begin(game, self.scenario, self.options_chosen, dice or SeededDice(self.chapters))
        self._play.s.options = game.not_default(self.options_chosen)
        self._begin()

    def _begin(self) -> None:
        game, play = self.game, self._play
        play.roster = self.roster
        self._sitting = -1
        game.flow.advance(play)
        self._last = Link(0, None, -1, None, play.events, True, False, play.s.copy())
        play.events = []
        self.read_from: Link | None = None  #: where a save of format 1 ended from which the match was read
        self.struck: tuple[Parting, ...] = ()  #: commands that are no longer in force, since the rules have changed
        self.parted: Parting | None = None  #: the last of them, if the match has just been loaded and found to differ

    def prepare(self, change: Callable[[Play[Any, Any]], None]) -> None:
        """Change the position of a match in which nobody has said anything yet (cases, puzzles)."""
        change(self._play)
        self._play.s.forget()
        self._last.snapshot = self._play.s.copy()

    @classmethod
    def from_state(cls, game: Game[Any], state: State, dice: Dice, scenario: str = "", seed: str = "",
                   seating: str | None = None) -> Match:  # fmt: skip
        """A match that starts from a given position (cases, puzzles, search)."""
        new = object.__new__(cls)
        new.game = game
        new.scenario = scenario or game.scenarios[0].name
        new.options_chosen = game.settings(state.options)
        new.roster = game.roster(seating)
        new.seed = seed
        new.commitment = commitment(seed)
        new.chapters = dice.chapters if isinstance(dice, SeededDice) else ()
        new._play = Play(game, state, dice)
        new._begin()
        return new

    @classmethod
    def from_knowledge(
        cls, game: Game[Any], known: Knowledge, rng: random.Random | None = None, likely: Likely | None = None
    ) -> Match:
        """A match that a seat cannot tell from the one it knows: everything hidden is dealt anew, and the dice to come are
        others. Without `rng` it is always the same one; `likely` says where hidden units usually lie."""
        play = position(game, known, rng, likely)
        new = cls.from_state(game, play.s, play.dice, known.scenario, seating=known.seating)
        new.options_chosen = known.options
        new._last.number, new._sitting = known.length, known.seat
        return new

    @classmethod
    def resume(
        cls, game: Game[Any], scenario: str, options: dict[str, str], chapters: Sequence[Chapter], past: Sequence[Past],
        at: int = 0, state: State | None = None, seating: str | None = None,
    ) -> Match:  # fmt: skip
        """A stored match after all of `past`. With the `state` after its first `at` commands these are
        taken as told; only the commands after them are carried out again."""
        match = cls(game, scenario, options, chapters=chapters, seating=seating)
        if state is not None and at:
            match._recall(past[:at], state)
        for step in past[match.length :]:
            match.do(step.command, step.seat)
        return match

    def _recall(self, past: Sequence[Past], state: State) -> None:
        """Go on from a position that is known, after all of `past`."""
        begun, again = self._last, self.copy()

        def earlier() -> Link:
            try:
                return self._chain(begun, past[:-1])
            except NotEvents:  # they are but a cache: the commands make them anew
                pass
            except GrognardError as error:
                raise BadLog(str(error)) from error
            try:
                for step in past[:-1]:
                    again.do(step.command, step.seat)
            except GrognardError as error:
                raise BadLog(str(error)) from error
            return again._last

        self._last = self._chain(Link(len(past) - 1, None, -1, None, [], True), past[-1:])
        self._last.before, self._last.archive, self._last.snapshot = None, earlier, state.copy()
        self._play = Play(self.game, state, self._play.dice, self.roster)

    def _chain(self, link: Link, past: Sequence[Past]) -> Link:
        """Commands whose outcome is known, linked to the history; the last of them."""
        for step in past:
            command = self._pattern(step.command.split(None, 1)[0]).parse(step.command, self.game.names)
            events = unpack_events(self.game.kinds, step.events or b"")
            link = Link(
                link.number + 1, link, self.roster.number(step.seat), command, events, step.barrier, digest=step.digest
            )
        return link

    # ---------------------------------------------------------------- matches like this one

    def sit(self, seat: str | int) -> Match:
        """A copy of the match as one of several deciding seats has it before it: what is said or asked without naming a seat
        is this one's."""
        new = self.copy()
        new._sitting = self.roster.number(seat)
        return new

    def knowledge(self, seat: str | int | None = None) -> Knowledge:
        """What a seat (or a spectator: None) knows of the position."""
        return learn(self._play, self._number(seat), self.scenario, self.options_chosen, self.length)

    def fork(
        self, seat: str | int | None = None, rng: random.Random | None = None, likely: Likely | None = None
    ) -> Match:
        """A match of its own that looks to a seat like this one; see `from_knowledge`."""
        return Match.from_knowledge(self.game, self.knowledge(seat), rng, likely)

    # ---------------------------------------------------------------- saying something

    def parse(self, text: str) -> Command:
        """A line of text as a command of the present decision."""
        words = text.split()
        return self._verb(words[0].lower() if words else "").pattern.read(words, self.game.names)

    def text(self, command: Command) -> str:
        """A command as a line of text."""
        return self._pattern(command.verb).text(command, self.game.names)

    def _pattern(self, verb: str) -> Pattern:
        """The text form of a verb, whichever step it belongs to."""
        for step in self.game.flow.steps.values():
            if verb in step.verbs:
                return step.verbs[verb].pattern
        if verb not in self.game.anytime:
            raise BadCommand(f"{verb!r} is no command of {self.game.title}")
        return self.game.anytime[verb].pattern

    def _verb(self, name: str) -> Verb:
        flow = self._play.s.flow
        if flow:
            found = self.game.flow.steps[flow[-1].step].verbs.get(name)
            if found is not None:
                return found
        else:
            raise Illegal("", "the game is over")
        found = self.game.anytime.get(name)
        if found is not None:
            return found
        known = ", ".join(self.step.verbs)
        for step in self.game.flow.steps.values():
            if name in step.verbs:
                refusal = self.game.out_of_phase(self._play, name)
                raise Illegal(refusal, f"{name!r} cannot be said now: {self.step.title} ({known})")
        raise BadCommand(f"{name!r} is no command; now you may say: {known}")

    def do(self, command: Command | CommandForm | str | dict[str, Any], seat: str | int | None = None) -> list[Event]:
        """Carry out a command and return what happened; `Illegal` (nothing changed) when it is refused."""
        if not isinstance(command, Command):
            command = self.parse(command) if isinstance(command, str) else from_json(command, self.game.names)
        play, game, roster = self._play, self.game, self.roster
        flow = play.s.flow
        verb = (game.flow.steps[flow[-1].step].verbs.get(command.verb) if flow else None) or self._verb(command.verb)
        frame = flow[-1]
        speaker = alone = -1 if frame.posts else roster.only[frame.side]  # the only seat that decides
        play.speaker = frame.side
        if alone < 0 or (seat is not None and roster.numbers.get(seat, seat) != alone):
            speaker = self._recognise(verb, seat)
        known, play.known_legal = command is play.known_legal, None
        play.barrier = 0
        try:
            if not known:
                self._admit(verb, command, speaker)
            meant = command
            if verb.expand is not None:
                meant = verb.meant(play, command)
                if meant is command:
                    meant = command = verb.expand(play, command)
            if alone >= 0 or not together.said(play, frame, speaker, verb, command):
                if verb.check is not None and not known:
                    verb.check(play, meant)
                verb.do(play, meant)
            if alone < 0:
                together.took_back(play, frame, len(flow) - 1, speaker)
            game.flow.advance(play)
        except BaseException:
            if play.events or play.barrier:
                self._rebuild(self._last)  # a refusal must leave no trace, even one that came late
            raise
        return self._record(speaker, command, frame)

    def _recognise(self, verb: Verb, seat: str | int | None) -> int:
        """The seat that speaks, where it may speak now; the rules are told for which side."""
        play, roster, frame = self._play, self.roster, self._play.s.flow[-1]
        speaker = self.seat if seat is None else roster.number(seat)
        deciding = roster.deciding(frame)
        if speaker in deciding:
            play.speaker = roster.speaks_for(frame, speaker)
        elif verb.name in self.game.anytime:
            sides = roster.sides[speaker]
            play.speaker = verb.side if verb.side in sides else sides[0]
        else:
            named = " and ".join(roster.seats[k] for k in deciding)
            raise Illegal(self.game.out_of_turn, f"it is {named}'s decision, not {roster.seats[speaker]}'s")
        return speaker

    def _admit(self, verb: Verb, command: Command, speaker: int) -> None:
        """Refuse what may not be said now at all, or not in this form, and units of which the speaker cannot know where they
        are: what the rules say of those would tell him."""
        if verb.is_available is not None and not verb.is_available(self._play):
            raise Illegal(verb.rule or self.step.rule, f"{verb.name!r} cannot be said now")
        if verb.side is not None and verb.side != self._play.speaker:
            raise Illegal(verb.rule, f"{verb.name!r} is not for {self.game.sides[self._play.speaker]} to say")
        if command is not verb.plain:
            verb.pattern.require(command)
        own, side_of = self.roster.sides[speaker], self.game.side_of
        for unit in command.units:
            if side_of[unit] not in own and not self._tells_apart(verb, unit, speaker):
                raise Illegal(self.game.fog, f"you cannot tell which unit {self.game.pieces[unit].handle} is, or where")

    def _tells_apart(self, verb: Verb, unit: int, speaker: int) -> bool:
        """Can a seat know which unit this is and where?"""
        sight = Sight(self._play, eyes_of(self._play, speaker))
        return sight.knows(unit) or self._given_out(verb, unit, sight, voice(self._play, speaker))

    def _given_out(self, verb: Verb, unit: int, sight: Sight, mine: Voice | None) -> bool:
        """Does the decision itself lay open the stack of a hidden unit, as when the opponent thins it out?"""
        if verb.units is None or self.step.verbs.get(verb.name) is not verb:
            return False
        loc = self._play.s.loc
        listed = [each for each in verb.units(self._play, ()) if not sight.knows(each)]
        return loc[unit] in {loc[each] for each in listed if mine is None or mine.owns(each)}

    def _record(self, speaker: int, command: Command, frame: Frame) -> list[Event]:
        play = self._play
        events, play.events = play.events, []
        flow = play.s.flow
        barrier = play.barrier if flow else 1
        if barrier != 1 and self._passes_on(speaker, frame, flow[-1]):
            barrier = 1
        before = self._last
        number = before.number + 1
        link = self._last = Link(number, before, speaker, command, events, barrier != 0, barrier == COURTESY)
        if not number % SNAPSHOT_EVERY:
            link.snapshot = play.s.copy()
        return events

    def _passes_on(self, speaker: int, before: Frame, now: Frame) -> bool:
        """Has a decision been put to another seat? Whoever shares a phase with others and decides a battle of his own in it, or
        comes back from it, has put nothing to them."""
        if now.side == before.side and not (now.posts or before.posts):
            return False
        roster = self.roster
        decide, decided = roster.deciding(now), roster.deciding(before)
        if decide == decided or speaker not in decide:
            return decide != decided
        own = {*roster.sides[speaker]}
        return any(own.isdisjoint(roster.sides[seat]) for seat in {*decide} - {*decided})

    def check(self, command: Command | CommandForm | str | dict[str, Any], seat: str | int | None = None) -> Illegal | None:
        """Would this be legal? The refusal, or None. Nothing changes and nothing is learnt."""
        trial = self.copy()
        try:
            trial.do(command, seat)
        except Illegal as refusal:
            return refusal
        return None

    # ---------------------------------------------------------------- taking back

    def undo(self, seat: str | int | None = None, *, agreed: bool = False, alone: bool = False) -> None:
        """Take back the last command, of anybody or of a seat: nothing beyond a die or a look at hidden things, nothing beyond
        the end of a phase unless one plays `alone`, and nothing that others have built on, unless they have agreed (5.1 and
        9.2 of the rulebooks call that gracious)."""
        if self._last.earlier() is None:
            raise Illegal("", takeback.NOTHING)
        number = self._last.seat if seat is None else self.roster.number(seat)
        if agreed:
            link = takeback.last_of(self, number)
            if link is None:
                raise Illegal("", takeback.NOTHING)
            self.take_back_to(link.number - 1)
        else:
            self.__dict__.update(takeback.without_last_of(self, number, alone).__dict__)

    def can_undo(self, seat: str | int, *, alone: bool = False) -> bool:
        """May a seat take back its last command without asking anybody?"""
        number, stopped = self.roster.number(seat), takeback.stops(self, self._last, alone)
        if stopped or self._last.seat == number:
            return not stopped
        return is_legal(takeback.without_last_of, self, number, alone)

    def take_back_to(self, number: int) -> None:
        """Go back to the point after so many commands. Beyond a die this changes the dice to come."""
        rolls = self._play.s.rolls
        self._rebuild(self._link(number))
        if self._play.s.rolls < rolls:
            self._turn_page()

    def reseed(self, seed: str | int) -> Chapter:
        """Dice to come follow from a fresh seed; its commitment is to be published at once."""
        self._turn_page(checked_seed(seed))
        return self.chapters[-1]

    def _turn_page(self, seed: str | None = None) -> None:
        """Open a new chapter of dice; scripted dice have none."""
        if self.chapters:
            self.chapters = new_chapter(self.chapters, self._play.s.rolls, seed)
            self._play.dice = SeededDice(self.chapters)

    def _rebuild(self, link: Link) -> None:
        """Make the position after `link` anew, from the nearest snapshot before it."""
        chain = []
        base = link
        while base.snapshot is None:
            chain.append(base)
            before = base.earlier()
            assert before is not None
            base = before
        self._play = play = Play(self.game, base.snapshot.copy(), self._play.dice, self.roster)
        for step in reversed(chain):
            assert step.command is not None
            self._again(play, step)
            play.events = []
        play.barrier = 0
        self._last = link

    def _again(self, play: Play[Any, Any], link: Link) -> None:
        """Carry out a command that has been found legal before."""
        command, roster, depth = link.command, self.roster, len(play.s.flow) - 1
        assert command is not None
        frame = play.s.flow[depth]
        verb = self.game.flow.steps[frame.step].verbs.get(command.verb) or self._verb(command.verb)
        if not frame.posts and roster.only[frame.side] == link.seat:
            play.speaker = frame.side
            verb.do(play, verb.meant(play, command))
        else:
            self._recognise(verb, link.seat)
            shared = frame.posts or roster.only[frame.side] < 0
            if not (shared and together.said(play, frame, link.seat, verb, command)):
                verb.do(play, verb.meant(play, command))
            if shared:
                together.took_back(play, frame, depth, link.seat)
        self.game.flow.advance(play)

    # ---------------------------------------------------------------- other points in time

    def copy(self) -> Match:
        """An independent match at the same point; the past is shared."""
        new = object.__new__(Match)
        new.__dict__.update(self.__dict__)
        play = self._play
        new._play = Play(play.game, play.s.copy(), play.dice, self.roster)
        return new

    def at(self, number: int) -> Match:
        """The match as it stood after so many commands, with the same dice to come."""
        new = self.copy()
        new._rebuild(self._link(number))
        return new

    def walk(self, first: int) -> Iterator[tuple[Link, Match]]:
        """The match after command `first` and after each later one: one and the same match, which goes on when the next is asked
        for."""
        walker = self.at(first)
        yield walker._last, walker
        for link in self._since(first) if first else self.links():
            walker._again(walker._play, link)
            walker._play.events = []
            walker._last = link
            yield link, walker

    def marks(self, every: int) -> list[Link]:
        """The links after every so many commands and the last one, each with the digest of its position."""
        links = self.links()
        marks = [link for link in links if link.number % every == 0 or link is self._last]
        first = next((link.number for link in marks if not link.digest), 0)
        walker = self.at(first) if first else self
        for link in links[first - 1 :] if first else []:
            if link.number > first:
                walker._again(walker._play, link)
                walker._play.events = []
            if not link.digest and (link.number % every == 0 or link is self._last):
                link.digest = walker.digest
        return marks

    def save(self, path: str | Path) -> None:
        """Write the match to a text file (see `grognard.core.save`)."""
        from .save import save

        save(self, path)
