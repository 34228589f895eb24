"""Saved games: a text file a person can read, compare, mail and edit.

    grognard save 2
    game drive-on-moscow
    set 1                              (of the game's data)
    scenario campaign
    option name value                  (where it is not the default)
    data <hash of an owner's own data files, if any>
    seating NAME                       (where it is not the usual one)
    rules <fingerprint of the rules it was last played with>
    seed 1941
    commitment <hash of the seed>
    dice 57 1 <commitment> <seed>      (from roll 57 on, after one take-back beyond a die; one line per further chapter)

    german: order move-fight
    german: move 3pz 1512-1612
    ...
    at 20 <digest of the position>     (every twenty commands and at the end)
    ...
    end 214 <hash of everything above>

A file without its last line is torn: `load` refuses it and says how much can be rescued (`rescue=True`).

A save outlives the rules it was played with. It is carried out under today's; where that leads to a refusal or to another
position the match opens at the last identical command (`Match.parted`), with new dice, and what was said after it is kept:

    parted 57 command 58, said by german, is refused by today's rules [9.3]
    struck german: move 3pz 1512-1612

Format 1 named every option, had no digests, and its dice follow the first scheme. It is read for ever; a match that was
begun with it and has gone on since says `scheme 1`.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from .dice import FIRST_SCHEME, SCHEME, Chapter, commitment
from .errors import BadFile, BadSave, GrognardError
from .files import read_text, using
from .fingerprint import fingerprint
from .history import Parting, Past
from .match import Match
from .recall import EVERY, replay
from .words import is_number

FORMATS = (1, 2)
#: Longest file that is read at all; a real game has some thousand short lines.
LARGEST = 16 * 1024 * 1024
#: What no text file holds: a NUL, and halves of characters that cannot be written in UTF-8.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


_FIELDS = ("grognard", "game", "set", "scenario", "data", "seating", "rules", "scheme", "seed", "commitment")


def dump(match: Match) -> str:
    """The text of a save."""
    if not match.chapters:
        raise GrognardError("a match that began from a position written by hand cannot be saved")
    format = _format(match)
    lines = [*_head(match, format), "", *_lines(match, format)]
    body = "\n".join(lines) + "\n"
    return f"{body}end {match.length} {_digest(body)}\n"


def _format(match: Match) -> int:
    """A save of format 1 is written as it was read while nothing has been added to it."""
    return 1 if match.read_from is match.last and len(match.chapters) == 1 else FORMATS[-1]


def _head(match: Match, format: int) -> list[str]:
    game, first, *further = match.game, *match.chapters
    if format == 1:
        lines = ["grognard save 1", f"game {game.slug} 1", f"scenario {match.scenario}"]
        chosen, later = match.options_chosen, []
    else:
        lines = ["grognard save 2", f"game {game.slug}", f"set {game.data_set}", f"scenario {match.scenario}"]
        chosen, seating = match.state.options, match.roster.seating.name
        later = [f"seating {seating}"] if seating != game.roster(None).seating.name else []
        later += [f"rules {fingerprint(game)}"]
        later += [f"scheme {first.scheme}"] if first.scheme != SCHEME else []
    lines += [f"option {name} {value}" for name, value in sorted(chosen.items())]
    lines += [f"data {game.data_digest}"] if game.data_digest else []
    lines += [*later, f"seed {match.seed}", f"commitment {match.commitment}"]
    return lines + [f"dice {c.first} {c.takebacks} {c.commitment} {c.seed}" for c in further]


def _lines(match: Match, format: int) -> list[str]:
    """Commands, digests of positions, and what has been struck out."""
    marks = {link.number: link.digest for link in match.marks(EVERY)} if format > 1 else {}
    struck: dict[int, list[str]] = {}
    for parting in match.struck:
        lines = [f"parted {parting.number} {parting.why}", *(f"struck {seat}: {line}" for seat, line in parting.lines)]
        struck.setdefault(min(parting.number, match.length), []).extend(lines)
    found = struck.get(0, [])
    for number, (seat, command) in enumerate(match.commands, 1):
        found.append(f"{seat}: {match.text(command)}")
        found += [f"at {number} {marks[number]}"] if number in marks else []
        found += struck.get(number, [])
    return found


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def save(match: Match, path: str | Path) -> None:
    """Write a save so that a crash leaves either the old file or the new one."""
    target = Path(path)
    with using(target, "written"):
        _replace(target, dump(match))


def _replace(target: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Header:
    """The part of a save before its commands."""

    def __init__(self, lines: list[str]) -> None:
        self.fields: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.chapters: list[Chapter] = []
        further: list[str] = []
        for number, line in enumerate(lines, 1):
            key, _, value = line.partition(" ")
            if key == "option":
                name, _, chosen = value.partition(" ")
                self.options[name] = chosen
            elif key == "dice":
                further.append(value)
            elif key in _FIELDS:
                self.fields[key] = value
            else:
                raise BadSave(f"line {number}: {line[:60]!r} does not belong into the head of a save")
        self.format = next((n for n in FORMATS if self.fields.get("grognard") == f"save {n}"), 0)
        if not self.format:
            raise BadSave("this is not a Grognard save of a known format")
        missing = [key for key in ("game", "scenario", "seed", "commitment") if key not in self.fields]
        if missing:
            raise BadSave(f"the head of the save lacks: {', '.join(missing)}")
        named = self.fields.get("set", "1")
        if not is_number(named) or len(named) > 6:
            raise BadSave(f"there is no data set {named[:20]!r}")
        self.data_set = int(named)
        self._read_dice(further)

    def _read_dice(self, further: list[str]) -> None:
        """The chapters of the dice, each checked against what was published of it."""
        self._add_chapter(Chapter(0, self._scheme(), self.fields["seed"]), self.fields["commitment"])
        for value in further:
            first, takebacks, published, seed = [*value.split(" ", 3), "", "", ""][:4]
            numbers = is_number(first) and is_number(takebacks) and len(first + takebacks) < 19
            if not numbers or not seed or int(first) < self.chapters[-1].first:
                raise BadSave(f"not a chapter of dice: {value[:60]!r}")
            self._add_chapter(Chapter(int(first), SCHEME, seed, int(takebacks)), published)

    def _scheme(self) -> int:
        said = self.fields.get("scheme", str(FIRST_SCHEME if self.format == 1 else SCHEME))
        if said not in (str(FIRST_SCHEME), str(SCHEME)):
            raise BadSave(f"there is no scheme {said[:20]!r} of dice")
        return int(said)

    def _add_chapter(self, chapter: Chapter, published: str) -> None:
        if commitment(chapter.seed) != published:
            raise BadSave("the seed does not match its commitment: the dice of this save have been tampered with")
        self.chapters.append(chapter)


class Body:
    """The commands of a save with what is known of them, and what has been struck out."""

    def __init__(self, lines: list[str]) -> None:
        self.past: list[Past] = []
        self.struck: list[Parting] = []
        for line in lines:
            seat, colon, command = line.partition(": ")
            if colon and " " not in seat:
                self.past.append(Past(seat, command))
                continue
            word, _, rest = line.partition(" ")
            if word == "at":
                self._mark(rest)
            elif word == "parted":
                self.struck.append(Parting(len(self.past), rest.partition(" ")[2], ()))
            elif word == "struck" and self.struck:
                seat, _, command = rest.partition(": ")
                last = self.struck.pop()
                self.struck.append(msgspec.structs.replace(last, lines=(*last.lines, (seat, command))))
            else:
                raise BadSave(f"not a command: {line[:60]!r}")

    def _mark(self, text: str) -> None:
        number, _, digest = text.partition(" ")
        if number != str(len(self.past)) or not self.past:
            raise BadSave(f"a digest stands in the wrong place: {text[:60]!r}")
        self.past[-1] = msgspec.structs.replace(self.past[-1], digest=digest)


def split(text: str, *, rescue: bool = False) -> tuple[Header, Body]:
    """Head and commands of a save; complains about torn and altered files."""
    if _NO_TEXT.search(text):
        raise BadSave("this is not a text file")
    head, gap, rest = text.partition("\n\n")
    if not gap and not rescue:
        raise BadSave("the save ends in its head; nothing can be rescued")
    header = Header(head.splitlines())
    lines = rest.splitlines()
    complete = bool(lines) and lines[-1].startswith("end ") and text.endswith("\n")
    if not complete and not rescue:
        commands = sum(not line.startswith(("at ", "parted ", "struck ")) for line in lines[:-1])
        raise BadSave(f"the save is torn: its last line is missing; {commands} commands can be rescued")
    if not complete:
        return header, Body(lines[:-1] if lines and not text.endswith("\n") else lines)
    body = Body(lines[:-1])
    _, count, digest = [*lines[-1].split(" "), "", ""][:3]
    if not rescue and count != str(len(body.past)):
        raise BadSave(
            f"the save should hold {count} commands and holds {len(body.past)}; it was cut or edited (rescue it to keep them)"
        )
    if not rescue and digest != _digest(text[: len(text) - len(lines[-1]) - 1]):
        raise BadSave("the save was altered after it was written (rescue it to accept what it says)")
    return header, body


def loads(text: str, *, data: str | Path | None = None, rescue: bool = False) -> Match:
    """A match from the text of a save. Where it no longer plays as it did it is `parted` and goes on with new dice."""
    from ..games import load_game

    if len(text) > LARGEST:
        raise BadSave("the file is far too large for a save")
    header, body = split(text, rescue=rescue)
    fields = header.fields
    game = load_game(fields["game"].partition(" ")[0], data, header.data_set)
    if fields.get("data", "") != game.data_digest:
        raise BadSave("the save was played with other data files; name their folder with --data (and only then)")
    begun = Match(game, fields["scenario"], header.options, chapters=header.chapters, seating=fields.get("seating"))
    same_rules = fields.get("rules") == fingerprint(game)
    match, parted = replay(begun, body.past, same_rules=same_rules)
    match.struck = tuple(body.struck)
    if parted is None:
        match.read_from = match.last if header.format == 1 else None
        return match
    if not rescue and same_rules:
        raise BadSave(f"{parted.why}, though it was saved under the same rules: the save was altered ({parted.detail})")
    match.parted, match.struck = parted, (*match.struck, parted)
    match.reseed(random.SystemRandom().getrandbits(128))
    return match


def load(path: str | Path, *, data: str | Path | None = None, rescue: bool = False) -> Match:
    """Load a saved match; `rescue` keeps what can be kept of a damaged one."""
    source = Path(path)
    try:
        with using(source, "read"):
            size = source.stat().st_size
        if size > LARGEST:
            raise BadSave(f"{source} is far too large for a save")
        text = read_text(source)
    except BadFile as error:
        raise BadSave(str(error)) from None
    return loads(text, data=data, rescue=rescue)


def summary(match: Match) -> dict[str, Any]:
    """A save in a few words, for lists."""
    number, name = match.game.turn(match.play)
    return {
        "game": match.game.slug, "scenario": match.scenario, "turn": number, "turn_name": name,
        "commands": match.length, "winner": match.winner, "reason": match.reason,
    }  # fmt: skip
