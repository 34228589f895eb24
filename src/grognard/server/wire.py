"""What goes over the wire: requests and answers of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..core.answers import Odds, Reach
from ..core.command import CommandForm
from ..core.shown import EventView, OutcomeView, View
from ..facts import Believed, Consequence, Target, Who
from ..story import Scene
from .changes import Change

Name = Annotated[str, Meta(min_length=1, max_length=64)]
_NO_NUL = r"^[^\x00]*$"  # PostgreSQL keeps no such character
Key = Annotated[
    str, Meta(min_length=1, max_length=100, pattern=_NO_NUL, description="chosen by the client; the same key is applied once")
]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
_END = r"$(?!\n)"  # a bare $ also matches before a line break at the end
Player = Annotated[str, Meta(pattern=r"^(human|computer(:[a-z0-9-]{1,32})?)" + _END)]
Seed = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]{1,100}" + _END)] | Annotated[int, Meta(ge=0, le=2**53)]
Line = Annotated[str, Meta(min_length=1, max_length=4000)]
Order = Line | CommandForm


class Request(Struct, forbid_unknown_fields=True):
    """Base of all requests: unknown fields are mistakes."""


class NewMatch(Request):
    """A match to be begun. `seating` is one of those the game offers, the usual one without; `players` says who plays a
    seat: human, computer or computer:LEVEL; `set` is a set of the game's data, the newest without."""

    game: Name
    scenario: Name | None = None
    options: dict[Name, Name] = {}
    seating: Name | None = None
    seed: Seed | None = None
    players: dict[Name, Player] = {}
    hotseat: bool = False
    set: Annotated[int, Meta(ge=1, le=99)] | None = None


class Import(Request):
    """A save to be played on."""

    text: Annotated[str, Meta(min_length=1)]
    players: dict[Name, Player] = {}
    hotseat: bool = False


class Say(Request):
    """A command, with the version it is meant for. `seat` says who speaks where a link may speak for several."""

    command: Order
    key: Key
    version: Version
    revision: Version | None = None
    seat: Name | None = None


class Undo(Request):
    key: Key
    agreed: bool = False


class Redo(Request):
    key: Key


class Takeback(Request):
    say: Literal["ask", "allow", "refuse"]


class Hand(Request):
    """Give a seat to the computer or to a person."""

    seat: Name
    player: Player


class Claim(Request):
    """The new link, if the client has chosen one: then an answer that is lost on the way loses nobody his seat."""

    token: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,64}" + _END)] | None = None


class Chat(Request):
    text: Annotated[str, Meta(min_length=1, max_length=2000, pattern=_NO_NUL)]


class Notes(Request):
    text: Annotated[str, Meta(max_length=20_000, pattern=_NO_NUL)]


class Staff(Request):
    """An order to a staff: hold, advance, encircle, withdraw or refit; for units, for whoever stands in the hexes of a sector, or
    for units that are to stay in it; with a goal where the order has one."""

    word: Name
    units: Annotated[list[Name], Meta(max_length=2000)] = []
    hexes: Annotated[list[Name], Meta(max_length=2000)] = []
    goal: Annotated[list[Name], Meta(max_length=60)] = []


class Check(Request):
    command: Order


class Ask(Request):
    """A question about the position after a plan."""

    what: Literal["reach", "odds", "options", "targets", "check"]
    units: str = ""
    hexes: str = ""
    verb: str = ""
    target: str = ""
    air: Annotated[int, Meta(ge=0, le=99)] = 0
    command: Order = ""


class Plan(Request):
    """Commands to be tried on a copy, one after the other."""

    commands: Annotated[list[Order], Meta(max_length=200)]
    ask: Ask | None = None


# ---------------------------------------------------------------- answers


class Problem(Struct):
    """Why a request is refused. A stale version comes with the present one. `uncertain`: it may have happened all the same."""

    error: str
    version: int | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    uncertain: bool | UnsetType = UNSET


class Refusal(Struct):
    """A rule that says no."""

    rule: str
    why: str


class Yes(Struct):
    ok: bool


class Verdict(Struct):
    """Is a puzzle solved, or has it been missed? Neither, while it can still be either."""

    ok: bool
    missed: bool


class Created(Struct):
    """A new match and its secret links."""

    id: str
    links: dict[str, str]
    hotseat: str | UnsetType = UNSET


class NewLink(Struct):
    seat: str
    token: str


class ScenarioInfo(Struct):
    """A scenario; the `usual` one is offered first."""

    name: str
    title: str
    text: str
    usual: bool = False


class ChoiceInfo(Struct):
    """An option of a match, with a sentence that says what it means."""

    name: str
    title: str
    values: list[str]
    default: str
    rule: str
    text: str


class SeatInfo(Struct):
    """A seat: the sides it commands, and of them the posts."""

    name: str
    sides: list[str]
    posts: list[str]


class SeatingInfo(Struct):
    name: str
    title: str
    text: str
    seats: list[SeatInfo]


class SetInfo(Struct):
    """A set of a game's data, and what it is. A match keeps the one it began with."""

    number: int
    text: str


class GameInfo(Struct):
    """A game on offer. `seats` are those of the usual seating, the first of `seatings`; `levels` those of its computer
    players; `questions` what it answers while a player thinks. What it is like: dates, length, complexity from 1 to 5, what it
    teaches, hexes and counters, whether it has a picture, and how many puzzles. `camps`: by side, the camp it looks like.
    `usual_level`: the level that is offered first; `level_texts`: a sentence about each. `sets`: its data, the newest last."""

    slug: str
    title: str
    playable: bool
    seats: list[str] = []
    sides: list[str] = []
    scenarios: list[ScenarioInfo] = []
    choices: list[ChoiceInfo] = []
    seatings: list[SeatingInfo] = []
    questions: list[str] = []
    levels: list[str] = []
    dates: str = ""
    teaches: str = ""
    length: str = ""
    complexity: int = 0
    hexes: int = 0
    counters: int = 0
    picture: bool = False
    puzzles: int = 0
    camps: list[str] = []
    usual_level: str = ""
    level_texts: dict[str, str] = {}
    sets: list[SetInfo] = []


class Link(Request):
    """A link of which somebody wants to know how its match stands."""

    id: Name
    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Links(Request):
    links: Annotated[list[Link], Meta(max_length=60)]


class Glance(Struct):
    """How a match stands for the owner of a link, for a list of them. `problem`: why it cannot be told; `yours`: it is his to
    decide, `asked` what; `marks` are the places that are taken, with the number of a side."""

    id: str
    problem: str = ""
    game: str = ""
    scenario: str = ""
    seat: str = ""
    players: dict[str, str] = {}
    turn: int = 0
    turns: int = 0
    turn_name: str = ""
    deciding: list[str] = []
    yours: bool = False
    asked: str = ""
    outcome: OutcomeView | None = None
    changed: int = 0
    control: str = ""
    marks: list[tuple[str, int]] = []


class Asking(Struct):
    """A seat asks to take something back; `waiting` have still to agree."""

    seat: str
    waiting: list[str]


class ThinkingInfo(Struct):
    """A computer player at work: moves it has made in this spell, at which step, and how many of how many plans it has tried for
    the next one."""

    seat: str
    progress: int | None
    text: str
    tried: int = 0
    plans: int = 0


class MessageInfo(Struct):
    n: int
    seat: str
    text: str
    time: int


class Answer(Struct):
    """What a change has led to."""

    version: int
    revision: int
    events: list[EventView]
    view: View
    undo: bool
    takeback: Asking | None
    over: bool
    redo: bool = False


class DiceInfo(Struct):
    """A chapter of the dice: what binds its seed, how often the match had been taken back beyond a die, and when the
    match is over the seed, its scheme and the number of the first roll it holds for."""

    commitment: str
    takebacks: int
    scheme: int | None = None
    first: int | None = None
    seed: str | None = None


class Parted(Struct):
    """The rules have changed since the match was played: it goes on after command `version` once those in `waiting` have
    agreed to it; `struck` later commands are no longer in force."""

    version: int
    why: str
    struck: int
    waiting: list[str]


class Struck(Struct):
    """Commands that are no longer in force because the rules have changed: after which command they were said, why, how
    many, and what a seat was told of them."""

    after: int
    why: str
    commands: int
    events: list[EventView]


class Disclosure(Struct):
    """Something of a match that was given out before an opponent came, after which command, and in a sentence."""

    version: int
    text: str


class MatchInfo(Struct):
    """A match as the owner of a link may see it. `claimed` are the seats whose first link has been exchanged for a new one,
    `screen` those that share a screen; `data` the set it began with."""

    id: str
    game: str
    scenario: str
    options: dict[str, str]
    seating: str
    seats: list[SeatInfo]
    seat: str
    hotseat: bool
    version: int
    revision: int
    view: View
    log: list[EventView]
    players: dict[str, str]
    commitment: str
    seed: str | None
    seed_chosen: bool
    dice: list[DiceInfo]
    chat: list[MessageInfo]
    notes: str
    thinking: ThinkingInfo | None
    undo: bool
    takeback: Asking | None
    over: bool
    parted: Parted | None
    struck: list[Struck]
    build: str
    claimed: list[str]
    data: SetInfo
    screen: list[str]
    disclosures: list[Disclosure]
    redo: bool = False


class Past(Struct):
    """An earlier point of a match."""

    version: int
    view: View
    log: list[EventView]


class Shot(Struct):
    """A scene of a film: what happened, what it changes in the position before it, and why a computer player did it."""

    scene: Scene
    change: Change
    why: str


class Film(Struct):
    """Everything since a command, scene by scene, from the position after that command."""

    since: int
    until: int
    view: View
    shots: list[Shot]


class Named(Struct):
    """What may be named next."""

    units: list[str]
    hexes: list[str]


class Units(Struct):
    units: list[str]


class Targets(Struct):
    """Which of the units asked about can attack, and what can be attacked."""

    units: list[str]
    targets: list[Target]


class Network(Struct):
    side: str
    hexes: list[str]


class WhoCan(Struct):
    """Who can reach or attack a hex, side by side."""

    hex: str
    sides: list[Who]


class Strengths(Struct):
    """What everybody on the map is believed to be worth."""

    hexes: list[Believed]


class Falls(Struct):
    """What follows if a hex falls, the most first."""

    consequences: list[Consequence]


class Hint(Struct):
    """What an officer would say in the seat's place: as text, as a command that can be given, and why."""

    text: str
    command: CommandForm
    why: str


class Step(Struct):
    """A step of a plan: it can be done, or a rule refuses it. `stops`: what follows depends on a die or on others."""

    ok: bool | UnsetType = UNSET
    stops: bool | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    why: str | UnsetType = UNSET


class ReachAfter(Reach, frozen=True, tag_field="what", tag="reach"):
    """Where units can go after a plan."""


class OddsAfter(Odds, frozen=True, tag_field="what", tag="odds"):
    """The odds of an attack after a plan."""


class NamedAfter(Named, tag_field="what", tag="options"):
    """What may be named after a plan."""


class TargetsAfter(Targets, tag_field="what", tag="targets"):
    """What can be attacked after a plan."""


class YesAfter(Yes, tag_field="what", tag="check"):
    """A command could be given after a plan."""


class RefusalAfter(Refusal, tag_field="what", tag="refusal"):
    """A refusal is an answer too."""


#: Answers to what may be asked after a plan: those of the questions themselves, and which question it was.
AfterPlan = ReachAfter | OddsAfter | NamedAfter | TargetsAfter | YesAfter | RefusalAfter


class Planned(Struct):
    steps: list[Step]
    view: View
    answer: AfterPlan | UnsetType = UNSET


class Health(Struct):
    ok: bool
    version: str


def problem(error: str, **more: int | str) -> dict[str, object]:
    """The body of a refusal."""
    return msgspec.to_builtins(Problem(error, **more))  # type: ignore[no-any-return, arg-type]
