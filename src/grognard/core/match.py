"""A match: one game from its first decision to its last, with undo, save, load and replay.

A match is its scenario, options, seed and commands; everything else follows. The history is a chain of
links, so that copying a match costs no more than copying its state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from . import takeback, together
from . import view as views
from .command import Command, Pattern, from_json
from .dice import SCHEME, Chapter, Dice, SeededDice, checked_seed, commitment, new_chapter
from .digest import digest
from .errors import BadCommand, GrognardError, Illegal, is_legal
from .flow import Options, Step, Verb
from .game import Game
from .history import Link, NotEvents, Parting, Past, unpack_events
from .knowledge import Knowledge, learn, position
from .play import Event, Play
from .seats import Eyes, eyes_of, voice
from .sight import Sight
from .state import Frame, Outcome, State

#: A snapshot is kept every so many commands, to make jumping about in a long game quick.
SNAPSHOT_EVERY = 100


class Decision(msgspec.Struct, frozen=True):
    """Who must say what next: `seat`, or where several decide together all of `seats`, of whom `waiting` have still to speak."""

    seat: str
    step: str
    title: str
    prompt: str
    rule: str
    verbs: tuple[str, ...]
    seats: tuple[str, ...]
    waiting: tuple[str, ...]


class Match:
    """See `grognard.new` for how to begin one."""

    def __init__(
        self, game: Game[Any], scenario: str | None = None, options: dict[str, str] | None = None,
        seed: str | int | None = None, *, seating: str | None = None, dice: Dice | None = None, chapters: Sequence[Chapter] = (),
    ) -> None:  # fmt: skip
        """`chapters` are the dice of a match that was begun before; a new one has its seed and other dice only in tests."""
        known = [s.name for s in game.scenarios]
        self.game = game
        self.scenario = scenario or known[0]
        if self.scenario not in known:
            raise GrognardError(f"{game.title} has the scenarios {', '.join(known)}, not {scenario!r}")
        self.options_chosen = game.settings(options)
        self.roster = game.roster(seating)  #: who sits where
        fresh = Chapter(0, SCHEME, checked_seed(random.SystemRandom().getrandbits(128) if seed is None else seed))
        self.chapters = tuple(chapters) or (fresh,)
        self.seed = self.chapters[0].seed
        self.commitment = commitment(self.seed)
        self._play = game.start(self.scenario, self.options_chosen, dice or SeededDice(self.chapters))
        self._play.s.options = game.not_default(self.options_chosen)
        self._begin()

    def _begin(self) -> None:
        game, play = self.game, self._play
        play.roster = self.roster
        self._sitting = -1
        game.flow.advance(play)
        self._last = Link(0, None, -1, None, play.events, True, play.s.copy())
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
    def from_knowledge(cls, game: Game[Any], known: Knowledge, rng: random.Random | None = None) -> Match:
        """A match that a seat cannot tell from the one it knows: everything hidden is dealt anew, and the dice to come are
        others. Without `rng` it is always the same one."""
        play = position(game, known, rng)
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
                for step in past[:-1]:
                    again.do(step.command, step.seat)
                return again._last

        self._last = self._chain(Link(len(past) - 1, None, -1, None, [], True), past[-1:])
        self._last.before, self._last.archive, self._last.snapshot = None, earlier, state.copy()
        self._play = Play(self.game, state, self._play.dice, self.roster)

    def _chain(self, link: Link, past: Sequence[Past]) -> Link:
        """Commands whose outcome is known, linked to the history; the last of them."""
        for step in past:
            command = self._pattern(step.command.split(None, 1)[0]).parse(step.command, self.game.names)
            events = unpack_events(step.events or b"")
            link = Link(
                link.number + 1, link, self.roster.number(step.seat), command, events, step.barrier, digest=step.digest
            )
        return link

    # ---------------------------------------------------------------- where we are

    @property
    def state(self) -> State:
        """The position. Read it; change it only with `do`."""
        return self._play.s  # type: ignore[no-any-return]

    @property
    def digest(self) -> str:
        """A short digest of the position."""
        return digest(self._play.s)

    @property
    def play(self) -> Play[Any, Any]:
        """The working surface of the rules, for queries."""
        return self._play

    @property
    def over(self) -> bool:
        return self._play.s.outcome is not None

    @property
    def winner(self) -> str | None:
        """The winning side (allies who have won together are joined by `and`), or `draw`, once the game is over."""
        return self.game.victor(self._play.s.outcome)

    @property
    def verdict(self) -> str:
        """How the game has ended, as a sentence; empty while it goes on."""
        outcome = self._play.s.outcome
        return "" if outcome is None else self.game.verdict(outcome)

    @property
    def reason(self) -> str:
        """The rule that ended the game."""
        outcome = self._play.s.outcome
        return "" if outcome is None else outcome.rule

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended: who has won together, by which rule, why and where; None while it goes on."""
        return self._play.s.outcome  # type: ignore[no-any-return]

    @property
    def step(self) -> Step:
        """The step that waits for a command."""
        if not self._play.s.flow:
            raise Illegal("", "the game is over")
        return self.game.flow.steps[self._play.s.flow[-1].step]

    @property
    def seating(self) -> str | None:
        """The name of the seating; None for the usual one."""
        return None if self.roster is self.game.rosters[0] else self.roster.seating.name

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody at the table."""
        return self.roster.seats

    @property
    def seat(self) -> int:
        """The seat that must decide, the first of those that have still to speak where several decide together; -1 when the
        game is over."""
        waiting = self.waiting
        if self._sitting in waiting:
            return self._sitting
        return waiting[0] if waiting else -1

    @property
    def side(self) -> int:
        """The side whose decision it is; -1 when the game is over, or when posts of several sides decide at once."""
        flow = self._play.s.flow
        return flow[-1].side if flow else -1

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have still to speak at the present decision."""
        flow = self._play.s.flow
        return self.roster.waiting(flow[-1]) if flow else ()

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may speak at the present decision, those that are through with it among them."""
        flow = self._play.s.flow
        return self.roster.deciding(flow[-1]) if flow else ()

    def sit(self, seat: str | int) -> Match:
        """A copy of the match as one of several deciding seats has it before it: what is said or asked without naming a seat
        is this one's."""
        new = self.copy()
        new._sitting = self.roster.number(seat)
        return new

    @property
    def decision(self) -> Decision | None:
        """Who must say what next; None when the game is over."""
        if not self._play.s.flow:
            return None
        step = self.step
        return Decision(
            self.seats[self.seat], step.name, step.title, step.prompt(self._play), step.rule,
            tuple(v.name for v in step.verbs.values() if v.available(self._play)),
            tuple(self.seats[k] for k in self.deciding), tuple(self.seats[k] for k in self.waiting),
        )  # fmt: skip

    def options(self, seat: str | int | None = None) -> Options:
        """Everything a deciding seat may say: this one, or the first that has still to speak."""
        step = self.step
        frame, roster = self._play.s.flow[-1], self.roster
        if not frame.posts and roster.only[frame.side] >= 0:
            return Options(self._play, step)
        return Options(self._play, step, voice(self._play, self.seat if seat is None else roster.number(seat)))

    def view(self, seat: str | int | None = None) -> dict[str, Any]:
        """The position as a seat (or a spectator: None) may see it."""
        return views.view(self._play, self._number(seat))

    def _number(self, seat: str | int | None) -> int:
        return -1 if seat is None else self.roster.number(seat)

    def knowledge(self, seat: str | int | None = None) -> Knowledge:
        """What a seat (or a spectator: None) knows of the position."""
        return learn(self._play, self._number(seat), self.scenario, self.options_chosen, self.length)

    def fork(self, seat: str | int | None = None, rng: random.Random | None = None) -> Match:
        """A match of its own that looks to a seat like this one; see `from_knowledge`."""
        return Match.from_knowledge(self.game, self.knowledge(seat), rng)

    # ---------------------------------------------------------------- saying something

    def parse(self, text: str) -> Command:
        """A line of text as a command of the present decision."""
        word = text.split(None, 1)[0].lower() if text.strip() else ""
        return self._verb(word).pattern.parse(text, self.game.names)

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

    def do(self, command: Command | str | dict[str, Any], seat: str | int | None = None) -> list[Event]:
        """Carry out a command and return what happened; `Illegal` (nothing changed) when it is refused."""
        if not isinstance(command, Command):
            command = self.parse(command) if isinstance(command, str) else from_json(command, self.game.names)
        play, game = self._play, self.game
        flow = play.s.flow
        verb = (game.flow.steps[flow[-1].step].verbs.get(command.verb) if flow else None) or self._verb(command.verb)
        frame = flow[-1]
        alone = -1 if frame.posts else self.roster.only[frame.side]  # the only seat that decides
        speaker, play.speaker = alone, frame.side
        if alone < 0 or (seat is not None and self.roster.numbers.get(seat, seat) != alone):
            speaker = self._recognise(verb, seat)
        known, play.vouched = command is play.vouched, None
        play.barrier = False
        try:
            if not known:
                self._admit(verb, command, speaker)
            if verb.expand is not None:
                command = verb.expand(play, command)
            if alone >= 0 or not together.said(play, frame, speaker, verb, command):
                if verb.check is not None and not known:
                    verb.check(play, command)
                verb.do(play, command)
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
        if verb.side not in (None, self._play.speaker):
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
        return sight.knows(unit) or self._given_out(verb, unit, sight)

    def _given_out(self, verb: Verb, unit: int, sight: Sight) -> bool:
        """Does the decision itself lay open the stack of a hidden unit, as when the opponent thins it out?"""
        if verb.units is None or self.step.verbs.get(verb.name) is not verb:
            return False
        loc = self._play.s.loc
        return loc[unit] in {loc[listed] for listed in verb.units(self._play, ()) if not sight.knows(listed)}

    def _record(self, speaker: int, command: Command, frame: Frame) -> list[Event]:
        play = self._play
        events, play.events = play.events, []
        flow = play.s.flow
        barrier = play.barrier or not flow
        if not barrier:
            now = flow[-1]
            if now is not frame and (now.side != frame.side or now.posts or frame.posts):  # do others decide now?
                barrier = self.roster.deciding(now) != self.roster.deciding(frame)
        before = self._last
        number = before.number + 1
        link = self._last = Link(number, before, speaker, command, events, barrier)
        if not number % SNAPSHOT_EVERY:
            link.snapshot = play.s.copy()
        return events

    def check(self, command: Command | str | dict[str, Any], seat: str | int | None = None) -> Illegal | None:
        """Would this be legal? The refusal, or None. Nothing changes and nothing is learnt."""
        trial = self.copy()
        try:
            trial.do(command, seat)
        except Illegal as refusal:
            return refusal
        return None

    @property
    def last(self) -> Link:
        """The latest command with what it caused; before the first command, the beginning."""
        return self._last

    @property
    def undoable(self) -> bool:
        """Can the last command be taken back without asking anybody?"""
        return not self._last.barrier

    def undo(self, seat: str | int | None = None, *, agreed: bool = False) -> None:
        """Take back the last command, of anybody or of a seat: nothing beyond a die or a look at hidden things, and nothing that
        others have built on, unless they have agreed (5.1 and 9.2 of the rulebooks call that gracious)."""
        if self._last.earlier() is None:
            raise Illegal("", takeback.NOTHING)
        number = self._last.seat if seat is None else self.roster.number(seat)
        if agreed:
            link = takeback.last_of(self, number)
            if link is None:
                raise Illegal("", takeback.NOTHING)
            self.take_back_to(link.number - 1)
        else:
            self.__dict__.update(takeback.without_last_of(self, number).__dict__)

    def can_undo(self, seat: str | int) -> bool:
        """May a seat take back its last command without asking anybody?"""
        number = self.roster.number(seat)
        if self._last.barrier or self._last.seat == number:
            return not self._last.barrier
        return is_legal(takeback.without_last_of, self, number)

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
        play.barrier = False
        self._last = link

    def _again(self, play: Play[Any, Any], link: Link) -> None:
        """Carry out a command that has been found legal before."""
        assert link.command is not None
        verb, depth = self._verb(link.command.verb), len(play.s.flow) - 1
        frame = play.s.flow[depth]
        self._recognise(verb, link.seat)
        shared = frame.posts or self.roster.only[frame.side] < 0
        if not (shared and together.said(play, frame, link.seat, verb, link.command)):
            verb.do(play, link.command)
        if shared:
            together.took_back(play, frame, depth, link.seat)
        self.game.flow.advance(play)

    # ---------------------------------------------------------------- history

    def links(self) -> list[Link]:
        """The history from the first command on."""
        found = []
        link: Link | None = self._last
        while link is not None and link.command is not None:
            found.append(link)
            link = link.earlier()
        return found[::-1]

    def recent(self, count: int) -> list[Link]:
        """The latest commands, in their order."""
        found: list[Link] = []
        link: Link | None = self._last
        while link is not None and len(found) < count:
            found.append(link)
            link = link.earlier() if len(found) < count else None
        return found[::-1]

    @property
    def length(self) -> int:
        """How many commands have been given."""
        return self._last.number

    @property
    def commands(self) -> list[tuple[str, Command]]:
        """(seat, command) from the beginning."""
        return [(self.seats[link.seat], link.command) for link in self.links() if link.command is not None]

    def events(self, since: int = 0) -> Iterator[Event]:
        """Everything that happened after command number `since` (0: from the very beginning)."""
        for link in self._since(since):
            yield from link.events

    def _since(self, since: int) -> list[Link]:
        chain = []
        link: Link | None = self._last
        while link is not None and (link.number > since or (since == 0 and link.number == 0)):
            chain.append(link)
            link = link.earlier() if link.number > since + 1 or since == 0 else None
        return chain[::-1]

    def log(self, seat: str | int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What happened, as a seat may know it; `at` is the number of the command that caused it."""
        eyes = eyes_of(self._play, self._number(seat))
        return [
            views.event_view(self.game, event, eyes) | {"at": link.number}
            for link in self._since(since) for event in link.events
        ]  # fmt: skip

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

    def _link(self, number: int) -> Link:
        if not 0 <= number <= self._last.number:
            raise GrognardError(f"the match has {self._last.number} commands; there is no point {number}")
        link = self._last
        while link.number > number:
            before = link.earlier()
            assert before is not None
            link = before
        return link

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

    # ---------------------------------------------------------------- questions while thinking

    def _units(self, units: str | Sequence[int] | Sequence[str]) -> list[int]:
        if isinstance(units, str):
            units = units.split("+")
        return [self.game.names.unit(u) if isinstance(u, str) else u for u in units]

    def _node(self, node: str | int) -> int:
        return self.game.names.node(node) if isinstance(node, str) else node

    def reach(self, units: str | Sequence[int] | Sequence[str]) -> dict[str, Any]:
        """Where units can go together: cost and path of every hex, and what stops them."""
        return self.game.reach(self._play, self._units(units))

    def odds(self, target: str | int, units: str | Sequence[int] | Sequence[str], *, air: int = 0,
             seat: str | int | None = None) -> dict[str, Any]:  # fmt: skip
        """An attack explained with everything the deciding (or given) seat may know."""
        eyes = eyes_of(self._play, self.seat if seat is None else self.roster.number(seat))
        return self.game.odds(self._play, self._node(target), self._units(units), air=air, eyes=eyes)

    def _eyes(self, seat: str | int | None) -> Eyes:
        """The sides whose secrets a seat knows; a spectator (-1) knows none, the referee (None) all."""
        if seat is None:
            return tuple(range(len(self.game.sides)))
        return eyes_of(self._play, seat if seat == -1 else self.roster.number(seat))

    def supply(self, unit: str | int, seat: str | int | None = None) -> dict[str, Any]:
        """Is a unit supplied, and by which way, or what blocks it: in truth, or as far as a seat can tell."""
        number = self.game.names.unit(unit) if isinstance(unit, str) else unit
        return self.game.supply(self._play, number, self._eyes(seat))

    def network(self, side: str, seat: str | int | None = None) -> list[str]:
        """The hexes that are in supply for a side: in truth, or as far as a seat can tell."""
        if side not in self.game.sides:
            raise BadCommand(f"{self.game.title} has the sides {', '.join(self.game.sides)}, not {side!r}")
        return [self.game.board.names[h] for h in self.game.network(self._play, self.game.sides.index(side), self._eyes(seat))]
