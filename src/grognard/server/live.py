"""A match in memory: the referee's match, who plays it, who looks at it, and what each of them may see."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from ..core import view as views
from ..core.digest import Digester
from ..core.match import Match
from ..core.play import Play
from ..core.shown import EventView, View
from ..core.takeback import last_of
from .access import Denied, Pass
from .changes import change
from .fairness import Fairness, at_screen
from .partings import branches
from .reasons import Reason
from .store import Addition, Entry, Record, in_force, taken_back
from .wire import ThinkingInfo

if TYPE_CHECKING:
    from .hub import Client


class Thinking(msgspec.Struct, frozen=True):
    """A computer player at work; `progress` counts the moves it has made in this spell, `tried` the plans of its search."""

    seat: str
    progress: int | None
    text: str
    tried: int = 0
    plans: int = 0

    def info(self) -> ThinkingInfo:
        return ThinkingInfo(self.seat, self.progress, self.text, self.tried, self.plans)


class Said(msgspec.Struct, frozen=True):
    """An entry of the log as far as an answer to its key needs it."""

    kind: str
    version: int
    revision: int


class Line(msgspec.Struct, frozen=True):
    """A command in force: the revision it was entered with, who gave it, and a computer player's reason."""

    revision: int
    seat: str
    command: str
    reason: Reason

    @classmethod
    def of(cls, entry: Entry) -> Line:
        return cls(entry.revision, entry.seat, entry.command, Reason.unpack(entry.why, entry.told))


class Shown:
    """What a seat sees at a revision, and what has changed since the view of that seat before it. Encoded once:
    everybody at the table asks for it at the same time."""

    def __init__(self, revision: int, play: Play[Any, Any], seat: int, before: Shown | None) -> None:
        self.revision = revision
        self.stacks: views.Stacks = views.stacks_view(play, seat, None if before is None else before.stacks)
        self.view = views.view(play, seat, stacks=self.stacks)
        self.base = None if before is None else before.revision
        self._base_view = None if before is None else before.view

    @cached_property
    def whole(self) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(self.view))

    @cached_property
    def change(self) -> msgspec.Raw:
        assert self._base_view is not None
        return msgspec.Raw(msgspec.json.encode(change(self._base_view, self.view, self.stacks.again)))


class Live:
    """One match. Hold `lock` while using it; when `gone` is set, look it up anew."""

    def __init__(self, record: Record, match: Match, log: Sequence[Entry]) -> None:
        self.lock = threading.RLock()
        self.gone = False
        self.pins = 0  #: how many wait for it or use it just now; `Memory` counts them
        self.record = record
        self.match = match
        self.digester = Digester()
        self.line = [Line.of(entry) for entry in in_force(log)]  #: one per command in force
        self.undone = [Line.of(entry) for entry in taken_back(log)]  #: what can be done again, the next command first
        #: by sender and key: what has been said with it, taken back or not
        self.said: dict[tuple[str, str], Said] = {}
        for entry in log:
            self.remember(entry)
        self.branches = branches(log)  #: what has been struck out since the rules have changed
        match.struck = tuple(branch.parting() for branch in self.branches)
        self.thinking: Thinking | None = None
        self.thought_about = -1  #: the revision a computer player was last set to think about
        self.clients: set[Client] = set()
        self._screen: tuple[dict[str, str] | None, Fairness | None, list[str]] = None, None, []
        self._shown: dict[str | None, Shown] = {}
        self._known: dict[str | None, tuple[int, Match]] = {}  #: by seat, with the revision

    # ---------------------------------------------------------------- who

    @property
    def deciding(self) -> list[str]:
        """The seats that have still to decide; nobody when the match is over."""
        return [self.match.seats[seat] for seat in self.match.waiting]

    @property
    def to_decide(self) -> str | None:
        """The same, as it is stored."""
        return " ".join(self.deciding) or None

    def computer(self, seat: str) -> bool:
        return self.record.players[seat] != "human"

    @property
    def humans(self) -> list[str]:
        return [seat for seat in self.match.seats if not self.computer(seat)]

    def acting(self, who: Pass) -> str | None:
        """The seat a link sits in; None for one that only watches.

        A hotseat link sits where it wants to speak, else where a person must decide, or with the first person while
        the computer does.
        """
        if who.watches:
            return None
        if not who.hotseat:
            return who.name
        people = self._at_one_screen()
        if who.seat in people:
            return who.seat
        deciding = (seat for seat in self.deciding if seat in people)
        return next(deciding, people[0] if people else None)

    def _at_one_screen(self) -> list[str]:
        """The seats of people that a hotseat link speaks for; looked up several times per command, so kept while it holds."""
        players, fairness = self.record.players, self.record.fairness
        if self._screen[0] is not players or self._screen[1] is not fairness:
            people = [seat for seat in self.humans if seat in self.at_screen]
            self._screen = players, fairness, people
        return self._screen[2]

    @property
    def at_screen(self) -> list[str]:
        """The seats a hotseat link speaks for: those that nobody has claimed."""
        return at_screen(self.record.fairness, self.match.seats)

    def speaks_for(self, who: Pass) -> list[str]:
        """All seats a link may speak for."""
        return [] if who.watches else self.at_screen if who.hotseat else [who.name]

    @property
    def persons(self) -> list[str]:
        """The seats of people, also of those who have lent theirs to the computer."""
        return [seat for seat in self.match.seats if not self.computer(seat) or seat in self.record.fairness.lent]

    def alone(self, who: Pass) -> bool:
        """Does nobody else have to be asked? Whoever has lent his seat to the computer has to be, too."""
        return set(self.persons) <= set(self.speaks_for(who))

    def claimed_by_others(self, who: Pass) -> bool:
        """Does another person hold a seat of his own?"""
        return not set(self.record.fairness.claimed) <= set(self.speaks_for(who))

    # ---------------------------------------------------------------- what they see

    def shown(self, seat: str | None) -> Shown:
        """The position as a seat may see it."""
        found = self._shown.get(seat)
        if found is None or found.revision != self.record.revision:
            index = -1 if seat is None else self.match.roster.number(seat)
            found = self._shown[seat] = Shown(self.record.revision, self.match.play, index, found)
        return found

    def moment(self) -> Live:
        """The match as it stands, for somebody who takes his time: it need not be held, and what happens later does not
        touch it."""
        then = Live(self.record, self.match.copy(), [])
        then.line = self.line.copy()
        return then

    def known(self, seat: str | None) -> Match:
        """The match as a seat knows it, for its questions."""
        found = self._known.get(seat)
        if found is None or found[0] != self.record.revision:
            found = self._known[seat] = self.record.revision, self.match.fork(seat)
        return found[1]

    def at(self, version: int) -> Match:
        """The match as it stood after so many commands."""
        if version > self.record.version:
            raise Denied(404, f"the match has {self.record.version} commands")
        return self.match.at(version)

    def take(self, addition: Addition) -> None:
        """A change that has been committed is where the match stands now."""
        entry = addition.entry
        self.record = msgspec.structs.replace(
            self.record, revision=entry.revision, version=entry.version, deciding=addition.deciding, dice=addition.dice,
            takeback=None,
        )  # fmt: skip
        self.remember(entry)
        del self.line[entry.version - (entry.kind == "do") :]
        if entry.kind == "do":
            self.line.append(Line.of(entry))
            again = self.undone and (self.undone[0].seat, self.undone[0].command) == (entry.seat, entry.command)
            self.undone = self.undone[1:] if again else []

    def remember(self, entry: Entry) -> None:
        """Keep the key of an entry: said again, it is answered alike and does nothing."""
        if entry.key is not None:
            self.said[entry.sender, entry.key] = Said(entry.kind, entry.version, entry.revision)

    def forget_shown(self) -> None:
        """Nobody looks on any more; the next one gets a whole view."""
        self._shown.clear()
        self._known.clear()

    def log(self, seat: str | None, since: int = -1, match: Match | None = None) -> list[EventView]:
        """What happened after command `since` (-1: everything), as a seat may know it, with the reasons
        computer players gave."""
        match = match or self.match
        first = max(0, since)
        log = [event for event in match.log(seat, first) if event.at > since] if match.length > since else []
        if not any(line.reason for line in self.line[first : match.length]):
            return log
        sides = [match.game.sides[mine[0]] for mine in match.roster.sides]
        reasons = [
            EventView(kind="explained", text=text, side=sides[link.seat], at=link.number)
            for link in match.links()[first:]
            if (text := self.reason(link.number, match.seats[link.seat], seat))
        ]
        return sorted(log + reasons, key=lambda event: event.at)

    def reason(self, number: int, speaker: str, reader: str | None) -> str:
        """Why a command was given, as a seat (or a spectator: None) may read it."""
        return self.line[number - 1].reason.read_by(reader, speaker, self.match.over)

    def can_undo(self, who: Pass) -> bool:
        """May this link take back the last command without asking?"""
        last = self.match.last
        seat = self.match.seats[last.seat] if who.hotseat and last.number else self.acting(who)
        mine = seat in self.speaks_for(who)
        return seat is not None and mine and not self.computer(seat) and self.match.can_undo(seat, alone=self.alone(who))

    def can_redo(self, who: Pass) -> bool:
        """May this link do again what was taken back last?"""
        return bool(self.undone) and self.undone[0].seat in self.speaks_for(who) and self.undone[0].seat in self.deciding

    def last_of(self, seat: str) -> int:
        """The number of the last command a seat has given; 0 for none."""
        link = last_of(self.match, self.match.roster.number(seat))
        return 0 if link is None else link.number

    # ---------------------------------------------------------------- housekeeping

    def unused(self) -> bool:
        """Does nobody look on or think?"""
        return not self.clients and self.thinking is None

    def only_watched(self) -> bool:
        """Do none but spectators look on?"""
        return self.thinking is None and all(client.who.watches for client in list(self.clients))


def see(match: Match, seat: str | None) -> View:
    """A position of the past: without what could be said then."""
    return views.view(match.play, -1 if seat is None else match.roster.number(seat), decide=False)
