"""Commands: what a seat says. One shape for all games, with a one-line text form and a JSON form.

A command has a verb and up to four kinds of object: units, hexes, a number and a word. Each verb of
a game declares a pattern such as ``UNITS PATH`` or ``HEX with UNITS [air NUMBER]``; text and command are
exact inverses of each other under it.

>>> from grognard.core.command import Command, Names, Pattern
>>> names = Names({"3pz": 0, "10mot": 1}, ["0101", "0102"], {"0101": 0, "0102": 1})
>>> move = Pattern("move", "UNITS PATH")
>>> move.parse("move 3pz+10mot 0101-0102", names)
Command(verb='move', units=(0, 1), hexes=(0, 1), number=None, word=None)
>>> move.text(move.parse("move 3pz+10mot 0101-0102", names), names)
'move 3pz+10mot 0101-0102'
"""

from __future__ import annotations

import msgspec

from .errors import BadCommand
from .words import is_number

_KINDS = ("UNITS", "PATH", "HEX", "NUMBER", "WORD")


class Command(msgspec.Struct, frozen=True, gc=False):
    """An order, as indices: pieces by number, hexes by node."""

    verb: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    number: int | None = None
    word: str | None = None


class Names:
    """What people call things: handles of pieces and names of nodes."""

    def __init__(self, units: dict[str, int], nodes: list[str], aliases: dict[str, int]) -> None:
        self.unit_of = units
        self.unit_names = list(units)
        self.node_names = nodes
        self.node_of = aliases

    def unit(self, text: str) -> int:
        found = self.unit_of.get(text.lower())
        if found is None:
            raise BadCommand(f"there is no unit called {text!r}")
        return found

    def node(self, text: str) -> int:
        found = self.node_of.get(text)
        if found is None:
            raise BadCommand(f"there is no hex or box called {text!r}")
        return found


class Pattern:
    """The text form of one verb."""

    def __init__(self, verb: str, pattern: str) -> None:
        self.verb = verb
        self.pattern = pattern
        #: (keyword or '', kind, optional)
        self.parts: list[tuple[str, str, bool]] = []
        #: shapes of commands found fitting before: a cache, since there are only a few
        self._seen: set[tuple[bool, int, bool, bool]] = set()
        keyword, optional = "", False
        for token in pattern.split():
            opened, closed = token.startswith("["), token.endswith("]")
            optional = optional or opened
            word = token.strip("[]")
            if word in _KINDS:
                self.parts.append((keyword, word, optional))
                keyword = ""
            else:
                keyword = word
            if closed:
                optional = False

    def parse(self, text: str, names: Names) -> Command:
        """Read a line; `BadCommand` tells what is wrong with it."""
        words = text.split()
        if not words or words[0].lower() != self.verb:
            raise BadCommand(f"this is not a {self.verb!r} command: {text!r}")
        return self.read(words, names)

    def read(self, words: list[str], names: Names) -> Command:
        """The same of a line whose first word is known to be the verb."""
        at, count = 1, len(words)  # the next word
        units: tuple[int, ...] = ()
        hexes: list[int] = []
        number, said = None, None
        for keyword, what, optional in self.parts:
            if keyword:
                if at >= count or words[at].lower() != keyword:
                    if optional:
                        continue
                    raise BadCommand(f"{self.usage}: {keyword!r} is missing")
                at += 1
            if at >= count:
                if optional:
                    continue
                raise BadCommand(f"{self.usage}: {what.lower()} is missing")
            word = words[at]
            at += 1
            if what == "UNITS":
                units = tuple([names.unit(part) for part in word.split("+")])
            elif what == "PATH":
                hexes += [names.node(part) for part in word.split("-")]
            elif what == "HEX":
                hexes.append(names.node(word))
            elif what == "NUMBER":
                if not is_number(word) or len(word) > 6:
                    raise BadCommand(f"{self.usage}: {word!r} is not a number")
                number = int(word)
            else:
                said = word.lower()
        if at < count:
            raise BadCommand(f"{self.usage}: {' '.join(words[at:])!r} is too much")
        return Command(self.verb, units, tuple(hexes), number, said)

    def require(self, command: Command) -> None:
        """A command that came as data must name exactly what the pattern asks for."""
        number = command.number
        given = (not command.units, len(command.hexes), number is None, command.word is None)
        if given not in self._seen:
            self._require(command)
            self._seen.add(given)
        if number is not None and not 0 <= number < 1_000_000:
            raise BadCommand(f"{self.usage}: {command.number} is not a number of anything")

    def _require(self, command: Command) -> None:
        kinds = {part for _, part, _ in self.parts}
        needed = {part for _, part, optional in self.parts if not optional}
        given = {"UNITS": command.units, "NUMBER": command.number is not None, "WORD": command.word is not None}
        for part, present in given.items():
            if present and part not in kinds:
                raise BadCommand(f"{self.usage}: {part.lower()} is too much")
            if part in needed and not present:
                raise BadCommand(f"{self.usage}: {part.lower()} is missing")
        hexes = sum(part == "HEX" for _, part, _ in self.parts)
        if "PATH" in kinds and not command.hexes:
            raise BadCommand(f"{self.usage}: path is missing")
        if "PATH" not in kinds and len(command.hexes) != hexes:
            raise BadCommand(f"{self.usage}: {hexes} hexes are to be named, not {len(command.hexes)}")

    @property
    def usage(self) -> str:
        """The pattern as a person reads it."""
        return f"{self.verb} {self.pattern}".strip()

    def text(self, command: Command, names: Names) -> str:
        """The line that `parse` reads back as this command."""
        words = [self.verb]
        hexes = list(command.hexes)
        for keyword, part, optional in self.parts:
            if part == "UNITS":
                shown = "+".join(names.unit_names[u] for u in command.units)
            elif part == "PATH":
                shown = "-".join(names.node_names[h] for h in hexes)
                hexes = []
            elif part == "HEX":
                shown = names.node_names[hexes.pop(0)] if hexes else ""
            elif part == "NUMBER":
                shown = "" if command.number is None else str(command.number)
            else:
                shown = command.word or ""
            if not shown and optional:
                continue
            words += [keyword, shown] if keyword else [shown]
        return " ".join(words)


def to_json(command: Command, names: Names) -> dict[str, object]:
    """A command with names instead of indices, for files and wires."""
    data: dict[str, object] = {"verb": command.verb}
    if command.units:
        data["units"] = [names.unit_names[u] for u in command.units]
    if command.hexes:
        data["hexes"] = [names.node_names[h] for h in command.hexes]
    if command.number is not None:
        data["number"] = command.number
    if command.word is not None:
        data["word"] = command.word
    return data


class CommandForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A command with names: what somebody says as data instead of text."""

    verb: str
    units: list[str] = []
    hexes: list[str] = []
    number: int | None = None
    word: str | None = None


def from_json(data: object, names: Names) -> Command:
    """The inverse of `to_json`; refuses anything that is not exactly a command."""
    try:
        wire = msgspec.convert(data, CommandForm)
    except msgspec.ValidationError as error:
        raise BadCommand(f"not a command: {error}") from None
    return Command(
        wire.verb, tuple(names.unit(u) for u in wire.units), tuple(names.node(h) for h in wire.hexes),
        wire.number, wire.word,
    )  # fmt: skip
