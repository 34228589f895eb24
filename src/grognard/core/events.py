"""What happened: one struct per kind of event, named by a past participle, with fields named by their roles.

A role means the same in every kind, so that log, page and computer find what they look for without knowing the kind:

| field | role |
|---|---|
| `units` | those who take part; in an attack they are its attackers |
| `path` | the hexes gone through, from where they stood |
| `targets` | hexes that are attacked |
| `hex`, `places` | where it happened |
| `die` | what a die shows in the open |
| `result` | what came out of a combat table |
| `shifts` | columns the odds have moved, each with its rule |
| `turn` | the game turn that begins |

All other fields belong to their kind. Games add kinds of their own and may say a shared kind with more fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from string import capwords
from typing import TYPE_CHECKING, Any, ClassVar, Union

import msgspec

from .words import agreeing

if TYPE_CHECKING:
    from .game import Game

HEX_ROLES = ("path", "targets", "hex", "places")
Units = tuple[int, ...]
Hexes = tuple[int, ...]


def _kind(name: str) -> str:
    """BrokeThrough is called broke-through."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="kind", tag=_kind):
    """Something that happened. `seen` lists the units that everybody may know by name; for those who may not the others are
    only counted."""

    #: fields of which only their own side learns
    SECRET: ClassVar[tuple[str, ...]] = ()
    #: fields that tell something of the units that take part: only who sees all of them learns these
    TELLING: ClassVar[tuple[str, ...]] = ()
    #: do units give way?
    RETREAT: ClassVar[bool] = False
    #: what each of the units costs its side: a `unit`, a `step`, or nothing
    LOSS: ClassVar[str] = ""
    #: do the units come into play?
    ARRIVAL: ClassVar[bool] = False

    side: int = -1
    rule: str = ""
    seen: Units = ()

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def units(self) -> Units:
        return ()

    def words(self) -> dict[str, str]:
        """Fields that a text does not show as they are, as a person reads them."""
        return {}

    def told_to(self, mine: bool) -> Event:
        """The event as others learn of it who may not know everything about it."""
        hidden = () if mine else self.SECRET if len(self.seen) == len(self.units) else (*self.SECRET, *self.TELLING)
        return msgspec.structs.replace(self, **dict.fromkeys(hidden)) if hidden else self


# ---------------------------------------------------------------- between people


class Rolled(Event, frozen=True):
    die: int
    why: str


class Won(Event, frozen=True):
    why: str


class Ended(Event, frozen=True):
    """The game is over and nobody has won."""

    why: str


class Allied(Event, frozen=True):
    """A side has joined an alliance, or left all of them."""

    alliance: int | None
    why: str


class Ready(Event, frozen=True):
    """One of several seats that decide together is through."""

    seat: str


# ---------------------------------------------------------------- shapes that many kinds have


class OfUnits(Event, frozen=True):
    """Something happens to units, or they do it."""

    units: Units


class OfPlace(Event, frozen=True):
    """Something happens to a place."""

    hex: int


class OfUnitsThere(Event, frozen=True):
    """Something happens to units in a place."""

    units: Units
    hex: int


class OfWay(Event, frozen=True):
    """Units go from one place to another."""

    units: Units
    path: Hexes


# ---------------------------------------------------------------- what units do in most games


class Placed(OfUnitsThere, frozen=True):
    """Set up where they begin."""


class Lifted(OfUnits, frozen=True):
    """Taken up again while setting up."""


class Deployed(Event, frozen=True):
    """All that was left has been set up: historically, or by the computer."""

    how: str


class Began(Event, frozen=True):
    """A game turn begins."""

    turn: int
    name: str


class Moved(OfWay, frozen=True):
    cost: int | None = None


class Attacked(Event, frozen=True):
    units: Units
    targets: Hexes


class Cancelled(Event, frozen=True):
    """An attack is called off."""

    targets: Hexes


class Retreated(OfWay, frozen=True):
    RETREAT = True


class Advanced(OfWay, frozen=True):
    """Into what others have left."""


class Eliminated(OfUnitsThere, frozen=True):
    LOSS = "unit"
    why: str = ""


def places_of(event: Event) -> Hexes:
    """Where it happened, if it is neither a way nor an attack."""
    places: Hexes = getattr(event, "places", ())
    hex: int | None = getattr(event, "hex", None)  # nor has one of which only others know where
    return places if hex is None or hex < 0 else (hex, *places)


# ---------------------------------------------------------------- all kinds of a game


_SHAPES = (Event, OfUnits, OfPlace, OfUnitsThere, OfWay)


class Kinds:
    """The kinds of event of a game: those of the kernel, of the families its class builds on and of its own package, where the
    later says a kind in its own way."""

    def __init__(self, game: type) -> None:
        packages = dict.fromkeys(base.__module__.rpartition(".")[0] for base in reversed(game.__mro__))
        known = [event_type for event_type in _below(Event) if event_type not in _SHAPES]
        self.of = {
            str(event_type.__struct_config__.tag): event_type
            for package in packages
            for event_type in known
            if _is_in(event_type, package)
        }
        self.decode: Callable[[bytes], list[Event]] = msgspec.msgpack.Decoder(list[Union[*self.of.values()]]).decode  # type: ignore[misc]

    def layout(self) -> list[tuple[str, str]]:
        """How they are kept."""
        return [(name, repr(msgspec.structs.fields(event_type))) for name, event_type in sorted(self.of.items())]


def _below(event_type: type[Event]) -> list[type[Event]]:
    return [found for one in event_type.__subclasses__() for found in (one, *_below(one))]


def _is_in(cls: type, package: str) -> bool:
    return bool(package) and cls.__module__.startswith(f"{package}.")


# ---------------------------------------------------------------- in words

#: what happens in every game
TEXTS = {
    "rolled": "The die shows {die}: {why}.", "won": "{Side} wins: {why}.", "ended": "The game is drawn: {why}.",
    "allied": "{why}", "ready": "{seat} is through",
}  # fmt: skip
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)")


def sentence(game: Game[Any], text: str, event: Event, units: Sequence[str]) -> str:
    """An event in words: a text with `{units}`, `{Side}` and the fields of the event; a part in square brackets is left out
    when a field in it says nothing."""
    words = _Words(game, event, units)

    def part(found: re.Match[str]) -> str:
        return found[1] if all(words[name] for name in _FIELD.findall(found[1])) else ""

    if "[" in text:
        text = _OPTIONAL.sub(part, text)
    return agreeing(text, len(units)).format_map(words)


class _Words(dict[str, str]):
    """The fields of an event as a person reads them, each worked out when a text asks for it."""

    def __init__(self, game: Game[Any], event: Event, units: Sequence[str]) -> None:
        super().__init__(event.words(), units=", ".join(units))
        self._game, self._event = game, event

    def __missing__(self, name: str) -> str:
        word = self[name] = self._word(name)
        return word

    def _word(self, name: str) -> str:
        game, event = self._game, self._event
        names, value = game.board.names, getattr(event, name, None)
        path: Hexes = getattr(event, "path", ())
        match name:
            case "Side" | "side":
                return capwords(game.sides[event.side], "-") if event.side >= 0 else ""
            case "meaning":
                return game.meanings.get(getattr(event, "result", ""), "")
            case "shifts" | "faces" | "final" if isinstance(value, tuple):
                return ", ".join(map(str, value))
            case "hex":
                places = places_of(event)
                return names[places[-1]] if places else ""
            case "places":
                return ", ".join([names[h] for h in places_of(event)])
            case "targets" if value:
                return ", ".join([names[h] for h in value])
            case "path" if path:
                return "-".join([names[h] for h in path])
            case "start" | "last" if path:
                return names[path[0 if name == "start" else -1]]
        if name not in event.__struct_fields__:
            raise KeyError(name)
        return "" if value is None else str(value)
