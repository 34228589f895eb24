"""Saved games: a text file a person can read, compare, mail and edit.

    grognard save 2
    game drive-on-moscow 1
    scenario campaign
    option name value          (where it is not the default)
    data <hash of an owner's own data files, if any>
    seed 1941
    commitment <hash of the seed>
    dice 57 1 <commitment> <seed>      (from roll 57 on, after one take-back beyond a die; one line per further chapter)

    german: order move-fight
    german: move 3pz 1512-1612
    ...
    end 214 <hash of everything above>

A file without its last line is torn: `load` refuses it and says how much can be rescued (`rescue=True`).

Format 1 named every option, and its dice follow the first scheme. It is read for ever; a match that was begun with it
and has gone on since says `scheme 1`.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from .dice import FIRST_SCHEME, SCHEME, Chapter, commitment
from .errors import BadFile, BadSave, GrognardError, Illegal
from .files import read_text, using
from .match import Match
from .words import is_number

FORMATS = (1, 2)
#: Longest file that is read at all; a real game has some thousand short lines.
LARGEST = 16 * 1024 * 1024
#: What no text file holds: a NUL, and halves of characters that cannot be written in UTF-8.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def dump(match: Match) -> str:
    """The text of a save."""
    lines = [*_head(match, _format(match)), ""]
    lines += [f"{seat}: {match.text(command)}" for seat, command in match.commands]
    body = "\n".join(lines) + "\n"
    return f"{body}end {match.length} {_digest(body)}\n"


def _format(match: Match) -> int:
    """A save of format 1 is written as it was read while nothing has been added to it."""
    return 1 if match.read_from is match.last and len(match.chapters) == 1 else FORMATS[-1]


def _head(match: Match, format: int) -> list[str]:
    game, first, *further = match.game, *match.chapters
    chosen = match.options_chosen if format == 1 else game.not_default(match.options_chosen)
    lines = [f"grognard save {format}", f"game {game.slug} {game.version}", f"scenario {match.scenario}"]
    lines += [f"option {name} {value}" for name, value in sorted(chosen.items())]
    lines += [f"data {game.data_digest}"] if game.data_digest else []
    lines += [f"scheme {first.scheme}"] if format > 1 and first.scheme != SCHEME else []
    lines += [f"seed {match.seed}", f"commitment {match.commitment}"]
    return lines + [f"dice {c.first} {c.takebacks} {c.commitment} {c.seed}" for c in further]


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
        with os.fdopen(handle, "w", encoding="utf-8") as out:
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
            elif key in ("grognard", "game", "scenario", "data", "scheme", "seed", "commitment"):
                self.fields[key] = value
            else:
                raise BadSave(f"line {number}: {line[:60]!r} does not belong into the head of a save")
        self.format = next((n for n in FORMATS if self.fields.get("grognard") == f"save {n}"), 0)
        if not self.format:
            raise BadSave("this is not a Grognard save of a known format")
        missing = [key for key in ("game", "scenario", "seed", "commitment") if key not in self.fields]
        if missing:
            raise BadSave(f"the head of the save lacks: {', '.join(missing)}")
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


def split(text: str, *, rescue: bool = False) -> tuple[Header, list[tuple[str, str]]]:
    """Head and commands of a save; complains about torn and altered files."""
    if _NO_TEXT.search(text):
        raise BadSave("this is not a text file")
    head, gap, rest = text.partition("\n\n")
    if not gap and not rescue:
        raise BadSave("the save ends in its head; nothing can be rescued")
    header = Header(head.splitlines())
    lines = rest.splitlines()
    complete = bool(lines) and lines[-1].startswith("end ") and text.endswith("\n")
    if complete:
        _, count, digest = [*lines[-1].split(" "), "", ""][:3]
        body = text[: len(text) - len(lines[-1]) - 1]
        lines = lines[:-1]
        if not rescue and count != str(len(lines)):
            raise BadSave(
                f"the save should hold {count} commands and holds {len(lines)}; it was cut or edited (rescue it to keep them)"
            )
        if not rescue and digest != _digest(body):
            raise BadSave("the save was altered after it was written (rescue it to accept what it says)")
    elif rescue:
        lines = lines[:-1] if lines and not text.endswith("\n") else lines
    else:
        raise BadSave(f"the save is torn: its last line is missing; {max(0, len(lines) - 1)} commands can be rescued")
    commands = []
    for line in lines:
        seat, colon, command = line.partition(": ")
        if not colon:
            raise BadSave(f"not a command: {line[:60]!r}")
        commands.append((seat, command))
    return header, commands


def loads(text: str, *, data: str | Path | None = None, rescue: bool = False) -> Match:
    """A match from the text of a save."""
    from ..games import load_game

    if len(text) > LARGEST:
        raise BadSave("the file is far too large for a save")
    header, commands = split(text, rescue=rescue)
    slug, _, version = header.fields["game"].partition(" ")
    game = load_game(slug, data)
    if version != str(game.version):
        raise BadSave(
            f"the save was played with version {version or '?'} of the rules of {game.title}; this is version {game.version}"
        )
    if header.fields.get("data", "") != game.data_digest:
        raise BadSave("the save was played with other data files; name their folder with --data (and only then)")
    match = Match(game, header.fields["scenario"], header.options, chapters=header.chapters)
    replay(match, commands, rescue=rescue)
    match.read_from = match.last if header.format == 1 else None
    return match


def replay(match: Match, commands: list[tuple[str, str]], *, rescue: bool = False) -> None:
    """Carry out the commands of a save."""
    for number, (seat, text) in enumerate(commands, 1):
        try:
            match.do(text, seat)
        except (Illegal, GrognardError) as refusal:
            if rescue:
                break
            raise BadSave(f"command {number} ({seat}: {text[:80]}) is refused: {refusal}") from refusal


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
