"""The contract of a game module: everything static about a game, and the few questions the kernel asks it.

A game subclasses `Game`, loads its board, types and pieces once, and is then shared by any number of
matches. docs/architecture.md walks through the contract; `grognard.conformance` checks it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec
import numpy.typing as npt

from .aids import Chart
from .answers import Odds, PossibleShift, Reach, Supply, ZonesOf
from .board import Board
from .command import Names
from .cutting import Cutting
from .dice import Dice
from .errors import GrognardError, Illegal
from .events import TEXTS, Event, Kinds, sentence
from .flow import Flow, Verb
from .foresight import Foresight
from .invariants import faults
from .missions import Air, MissionAsk, MissionView
from .paths import Workspace
from .play import Play
from .ratings import FACTORS, Rating, read_faces
from .seats import Eyes, Post, Roster, Seat, Seating
from .shown import Face, Status, UnitView
from .state import Frame, Outcome, State

if TYPE_CHECKING:
    from .match import Match

S = TypeVar("S", bound=State)

#: what players ask while thinking, where a game has rules about it
QUESTIONS = ("reach", "odds", "table_odds", "supply", "network", "zones", "air", "mission")


class UnitType(msgspec.Struct, frozen=True):
    """What is printed on a counter. `ratings[n - 1]` are those its game declares, with n steps left, in smallest parts."""

    name: str
    side: int
    kind: str
    size: str = ""
    ratings: tuple[tuple[int, ...], ...] = ()
    traits: frozenset[str] = frozenset()
    provenance: str = "reconstructed"
    evidence: str = ""

    @property
    def steps(self) -> int:
        return len(self.ratings)


class Piece(msgspec.Struct, frozen=True):
    """A counter as the players handle it: its name and side never change, its type may."""

    handle: str
    side: int
    kind: int = 0  #: index of its type at the start
    post: int = -1  #: the post that commands it for good, where its side has several


class Choice(msgspec.Struct, frozen=True):
    """An option of a match: what it is called, what it may be, what it is by default, and what it means in a sentence.

    The default is left out of saves, states and digests, so it never changes: another default is another option.
    """

    name: str
    title: str
    values: tuple[str, ...]
    default: str
    rule: str = ""
    text: str = ""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario a match can be started with."""

    name: str
    title: str
    text: str = ""
    usual: bool = False  #: what is offered first; the first scenario where none is


class Game(ABC, Generic[S]):
    """Base of all games."""

    slug: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    #: by side, the camp it looks like (axis, soviet, western-allies, neutral, gold, violet); else all look different
    camps: ClassVar[tuple[str, ...]] = ()
    #: the parts of sides that a person can be given; none named, every side is one
    posts: tuple[Post, ...] = ()
    #: who may sit where, the usual way first; none named, every post has a seat of its own
    seatings: tuple[Seating, ...] = ()
    #: do friends know each other's secrets?
    allies_share: ClassVar[bool] = False
    #: what counters are rated in, in the order of their printed factors
    ratings: ClassVar[tuple[Rating, ...]] = (Rating("attack"), Rating("defence"))
    scenarios: ClassVar[tuple[Scenario, ...]]
    choices: ClassVar[tuple[Choice, ...]] = ()
    #: concepts of shared code -> the ids of this game's rules that they carry out
    concepts: ClassVar[dict[str, tuple[str, ...]]] = {}
    #: words of commands -> as a person says them, where that is something else
    words: ClassVar[dict[str, str]] = {}
    #: the rules that say whose turn it is, and who commands what
    out_of_turn: ClassVar[str] = ""
    own_command: ClassVar[str] = ""
    #: by kind of event, a sentence with {units}, {Side} and its fields; a part in [ ] goes unsaid where a field in it is empty
    texts: ClassVar[dict[str, str]] = {}
    #: results of the combat tables in words
    meanings: ClassVar[dict[str, str]] = {}
    #: every reason to move the odds of a battle, so that the table can tell those that do not count
    possible_shifts: ClassVar[tuple[PossibleShift, ...]] = ()
    #: the rule of the fog of war
    fog: ClassVar[str] = ""
    flow: ClassVar[Flow]
    #: what it says about what is to come; see `grognard.facts`
    foresight: ClassVar[Foresight] = Foresight()
    state_type: ClassVar[type[State]]
    #: verbs that a seat may use at any time, also when another seat has to decide
    anytime: ClassVar[dict[str, Verb]] = {}

    #: hash of an owner's own data files, "" for the data that come with the package
    data_digest: str = ""
    #: number of the set of data it was loaded with
    data_set: int = 1
    board: Board
    types: list[UnitType]
    pieces: list[Piece]

    @property
    def usual_scenario(self) -> Scenario:
        """The scenario that is offered first."""
        return next((one for one in self.scenarios if one.usual), self.scenarios[0])

    def finish(self) -> None:
        """Work out what follows from board, types and pieces; call at the end of loading."""
        self.side_of: list[int] = [piece.side for piece in self.pieces]
        self.posts = self.posts or tuple(Post(name, side) for side, name in enumerate(self.sides))
        self.seatings = self.seatings or (self._seat_per_side(),)
        self.rosters = tuple(Roster(seating, self.posts, len(self.sides)) for seating in self.seatings)
        alone = [posts[0] if len(posts) == 1 else -1 for posts in self.rosters[0].posts_of]
        self._post_of = [piece.post if piece.post >= 0 else alone[piece.side] for piece in self.pieces]
        handles = {piece.handle: k for k, piece in enumerate(self.pieces)}
        if len(handles) != len(self.pieces):
            raise GrognardError(f"{self.title}: two pieces share a handle")
        self.defaults = {choice.name: choice.default for choice in self.choices}
        self.names = Names(handles, self.board.names, self.board.index)
        self.space = Workspace(self.board.nodes)
        self.kinds = Kinds(type(self))
        #: positions before the first decision, by scenario and options, with the events and the barrier; see `beginnings`
        self.beginnings: dict[tuple[str | tuple[str, str], ...], tuple[S, tuple[Event, ...], int]] = {}
        #: what counters show, by unit, type, steps and words of their state
        self.faces: dict[tuple[int | str, ...], UnitView] = {}
        #: by node: does anything derived from a position (supply, entry hexes) hang on who controls it?
        self.control_matters: list[bool] = [True] * self.board.nodes

    def _seat_per_side(self) -> Seating:
        posts = [tuple(post.name for post in self.posts if post.side == side) for side in range(len(self.sides))]
        seats = tuple(Seat(name, mine) for name, mine in zip(self.sides, posts, strict=True) if mine)
        return Seating("standard", "A seat per side", "Everybody commands one side.", seats)

    # ---------------------------------------------------------------- what a game must answer

    @abstractmethod
    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[S, Self]:
        """A new game, before its first decision (automatic steps have not run yet)."""

    def restore(self, data: dict[str, Any]) -> S:
        """A state from `State.to_dict`."""
        return self.state_type.from_dict(data)  # type: ignore[return-value]

    def empty(self) -> S:
        """A position with nothing on the map: every piece has its own type and all its steps."""
        state = self.state_type(len(self.pieces), self.board.nodes, len(self.sides))
        state.fill("kind", [piece.kind for piece in self.pieces])
        state.fill("steps", [self.types[piece.kind].steps for piece in self.pieces])
        return state  # type: ignore[return-value]

    def read_units(self, rows: Sequence[Mapping[str, str]]) -> None:
        """Counters from a plain table, one type each: handle, side, post (where a side has several), name, kind, size, and
        ratings with all steps, then with fewer (`4-4/2-2`)."""
        posts = {post.name: k for k, post in enumerate(self.posts)}
        self.types, self.pieces = [], []
        for number, row in enumerate(rows):
            side = self.sides.index(row["side"])
            faces = read_faces(self.ratings, row["factors"])
            self.types.append(UnitType(row["name"], side, row["kind"], row["size"], faces, provenance=row["provenance"]))
            self.pieces.append(Piece(row["handle"], side, number, posts.get(row.get("post", ""), -1)))

    def rated(self, name: str) -> list[list[int]]:
        """One rating of all types, by type and steps, in smallest parts; nothing where a type has not so many steps."""
        at = [rating.name for rating in self.ratings].index(name)
        most = max(unit_type.steps for unit_type in self.types) + 1
        return [
            [unit_type.ratings[n - 1][at] if 0 < n <= unit_type.steps else 0 for n in range(most)] for unit_type in self.types
        ]

    def printed(self, unit_type: UnitType, steps: int) -> dict[str, float]:
        """The ratings of a type with so many steps left, as people write them."""
        if not 0 < steps <= unit_type.steps:
            return {}
        return {rating.name: rating.show(n) for rating, n in zip(self.ratings, unit_type.ratings[steps - 1], strict=True)}

    def factors(self, unit_type: UnitType, steps: int) -> str:
        """The factors of a type as players write them: 4-8."""
        return "-".join(str(n) for name, n in self.printed(unit_type, steps).items() if name in FACTORS)

    def identified(self, p: Play[S, Self], unit: int) -> bool:
        """May everybody know which unit this is, where it stands now?"""
        return True

    def face_known(self, p: Play[S, Self], unit: int) -> bool:
        """May the strength of an identified unit be seen (is it not face down)?"""
        return True

    def cover(self, p: Play[S, Self], unit: int) -> Face | None:
        """What the face-down side of a unit shows; None for its type and size alone."""
        return None

    def back(self, p: Play[S, Self], unit: int) -> Face | None:
        """What everybody sees of a piece that lies face down unidentified; None when it is only counted."""
        return None

    def box_open(self, p: Play[S, Self], node: int, eyes: Eyes) -> bool:
        """May somebody who knows the secrets of these sides look into this box?"""
        return True

    def box_counted(self, p: Play[S, Self], node: int, eyes: Eyes) -> bool:
        """May somebody who cannot look into a box at least see how many pieces lie in it?"""
        return True

    def sealed(self, p: Play[S, Self], eyes: Eyes) -> Collection[int]:
        """Nodes, hexes among them, on which somebody who knows the secrets of these sides can see nothing at all just now, not
        even how many pieces lie there: ground on which others set up unseen."""
        return ()

    def post_of(self, p: Play[S, Self], unit: int) -> int:
        """The post that commands a unit now; -1 when every post of its side may."""
        return self._post_of[unit]

    def post_at(self, p: Play[S, Self], node: int, side: int) -> int:
        """The post of a side that decides about a node now; -1 when every post of the side may."""
        return -1

    def asked(self, p: Play[S, Self], frame: Frame) -> tuple[int, ...]:
        """The posts of a side to which a decision is put that names none, where several people share the side; none for all.
        Nobody asks where one seat has the whole side."""
        return ()

    def secrets(self, p: Play[S, Self], eyes: Eyes) -> Collection[str]:
        """Small values of the state that somebody may not know just now who knows the secrets of these sides."""
        return ()

    def face_down(self, p: Play[S, Self], hidden: Sequence[int]) -> Sequence[tuple[list[int], tuple[str, ...]]]:
        """Pieces whose faces nobody can tell apart who cannot identify the `hidden` pieces: groups of them, each with the
        arrays that make up a face. What faces there are is known by elimination."""
        return ()

    def may_lie(self, p: Play[S, Self], unit: int, node: int) -> bool:
        """Could a unit that a seat cannot identify lie on this node, as far as everybody knows? `p` holds no hidden piece."""
        return True

    def unseen_home(self, p: Play[S, Self], unit: int) -> int:
        """The box, of those that are not even counted, in which a unit is taken to lie that is nowhere to be seen."""
        raise NotImplementedError

    def imagine(self, p: Play[S, Self], eyes: Eyes, rng: random.Random) -> None:
        """Put something likely in place of the values that are secret, so that the position can be played on."""

    def out_of_phase(self, p: Play[S, Self], verb: str) -> str:
        """The rule that forbids a verb at the present step."""
        return ""

    @abstractmethod
    def turn(self, p: Play[S, Self]) -> tuple[int, str]:
        """Number and name of the present turn."""

    def status(self, p: Play[S, Self], eyes: Eyes) -> Status:
        """What a player wants to see at a glance: order of phases, aircraft, victory."""
        return Status()

    def unit_state(self, p: Play[S, Self], unit: int, eyes: Eyes) -> list[str]:
        """Words for the state of a unit that these eyes may see: moved, attacked, out of supply."""
        return []

    def looks(self, p: Play[S, Self]) -> npt.NDArray[Any] | None:
        """A number per piece that changes when its counter looks differently though nothing in its own stack has changed
        (supply, battles that lay stacks open), so that views need not ask about every counter after every command.
        None where a game cannot tell: then they do."""
        return None

    def check(self, p: Play[S, Self]) -> list[str]:
        """Everything wrong with a position; an empty list for a sound one (used by tests and importers)."""
        return faults(p)

    def describe(self, event: Event, units: Sequence[str]) -> str:
        """An event as a sentence; `units` are the names the reader may know."""
        return sentence(self, self.texts.get(event.kind) or TEXTS.get(event.kind, event.kind), event, units)

    # ---------------------------------------------------------------- questions while thinking, where a game has rules for them

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions this game answers; nobody is offered the others."""
        return tuple(name for name in QUESTIONS if getattr(type(self), name) is not getattr(Game, name))

    def _silent(self, what: str) -> Illegal:
        return Illegal("", f"{self.title} has no rules about {what}")

    def reach(self, p: Play[S, Self], units: Sequence[int]) -> Reach:
        """Where these units can go together, what it costs, and why not further."""
        raise self._silent("where units can go")

    def odds(self, p: Play[S, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()) -> Odds:
        """An attack explained: factors, shifts with their rules, chances. Uses only what these eyes see."""
        raise self._silent("odds")

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        """Bare factors and a shift, read on the game's combat table."""
        raise self._silent("odds")

    def supply(self, p: Play[S, Self], unit: int, eyes: Eyes) -> Supply:
        """Is the unit supplied, along which hexes, or what blocks it, as far as these eyes see."""
        raise self._silent("supply")

    def network(self, p: Play[S, Self], side: int, eyes: Eyes) -> Sequence[int]:
        """The hexes in which a side's units would be in supply, as far as these eyes see."""
        raise self._silent("supply")

    def zones(self, p: Play[S, Self], side: int, eyes: Eyes) -> ZonesOf:
        """The hexes that a side's units control, and those that they control if a hidden one is what it may be."""
        raise self._silent("zones of control")

    def air(self, p: Play[S, Self], side: int) -> Air:
        """Airbases of a side, missions it may fly now, what flies at it, its standing orders."""
        raise self._silent("air missions from bases")

    def mission(self, p: Play[S, Self], side: int, wanted: MissionAsk) -> MissionView:
        """A mission thought about: who could fly it, and what would come of it."""
        raise self._silent("air missions from bases")

    def aids(self) -> list[Chart]:
        """The charts that lie beside the map."""
        return []

    def formations(self) -> dict[str, list[str]]:
        """The order of battle, where one is printed: the handles of units by the formation that they are listed under."""
        return {}

    def cut(self, match: Match, wanted: Cutting) -> dict[str, str]:
        """The files of a scenario that is cut out of a match, by name."""
        raise GrognardError(f"{self.title} has no short scenarios that could be cut from a match")

    # ---------------------------------------------------------------- helpers

    def victor(self, outcome: Outcome | None) -> str | None:
        """Who has won, in a word: a side, sides joined by `and`, `draw`, or None while the game goes on."""
        if outcome is None:
            return None
        return " and ".join(self.sides[side] for side in outcome.winners) or "draw"

    def verdict(self, outcome: Outcome) -> str:
        """How a game has ended, as a sentence."""
        if not outcome.winners:
            return f"the game is drawn [{outcome.rule}]"
        return f"{self.victor(outcome)} {'has' if len(outcome.winners) == 1 else 'have'} won [{outcome.rule}]"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the usual seating."""
        return self.rosters[0].seats

    def roster(self, seating: str | None = None) -> Roster:
        """A seating by name; the usual one without."""
        for roster in self.rosters:
            if seating in (None, roster.seating.name):
                return roster
        known = ", ".join(roster.seating.name for roster in self.rosters)
        raise GrognardError(f"{self.title} has the seatings {known}, not {seating!r}")

    def settings(self, options: dict[str, str] | None) -> dict[str, str]:
        """Options of the set-up, checked and completed."""
        known = {choice.name: choice for choice in self.choices}
        chosen = dict(self.defaults)
        for name, value in (options or {}).items():
            if name not in known:
                raise GrognardError(f"{self.title} has no option {name!r} (there are: {', '.join(known) or 'none'})")
            if value not in known[name].values:
                raise GrognardError(f"option {name} is one of {', '.join(known[name].values)}, not {value!r}")
            chosen[name] = value
        return chosen

    def not_default(self, options: dict[str, str]) -> dict[str, str]:
        """What has been chosen differently from the default: all that is written down, so that new options change nothing."""
        return {name: value for name, value in options.items() if value != self.defaults[name]}


AnyGame = Game[Any]
AnyPlay = Play[State, AnyGame]
