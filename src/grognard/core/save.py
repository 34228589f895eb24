"""Saved games: a text file a person can read, compare, mail and edit.

    grognard save 1
    game drive-on-moscow 1
    scenario campaign
    option name value
    data <hash of an owner's own data files, if any>
    seed 1941
    commitment <hash of the seed>

    german: order move-fight
    german: move 3pz 1512-1612
    ...
    end 214 <hash of everything above>

A file without its last line is torn: `load` refuses it and says how much can be rescued (`rescue=True`).
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from .dice import commitment
from .errors import BadSave, GrognardError, Illegal
from .match import Match

FORMAT = 1
#: Longest file that is read at all; a real game has some thousand short lines.
LARGEST = 16 * 1024 * 1024
#: What no text file holds: a NUL, and halves of characters that cannot be written in UTF-8.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def dump(match: Match) -> str:
    """The text of a save."""
    lines = [f"grognard save {FORMAT}", f"game {match.game.slug} {match.game.version}", f"scenario {match.scenario}"]
    lines += [f"option {name} {value}" for name, value in sorted(match.options_chosen.items())]
    lines += [f"data {match.game.data_digest}"] if match.game.data_digest else []
    lines += [f"seed {match.seed}", f"commitment {match.commitment}", ""]
    lines += [f"{seat}: {match.text(command)}" for seat, command in match.commands]
    body = "\n".join(lines) + "\n"
    return f"{body}end {match.length} {_digest(body)}\n"


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def save(match: Match, path: str | Path) -> None:
    """Write a save so that a crash leaves either the old file or the new one."""
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(dump(match))
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
        for number, line in enumerate(lines, 1):
            key, _, value = line.partition(" ")
            if key == "option":
                name, _, chosen = value.partition(" ")
                self.options[name] = chosen
            elif key in ("grognard", "game", "scenario", "data", "seed", "commitment"):
                self.fields[key] = value
            else:
                raise BadSave(f"line {number}: {line[:60]!r} does not belong into the head of a save")
        if self.fields.get("grognard") != f"save {FORMAT}":
            raise BadSave("this is not a Grognard save of a known format")
        missing = [key for key in ("game", "scenario", "seed", "commitment") if key not in self.fields]
        if missing:
            raise BadSave(f"the head of the save lacks: {', '.join(missing)}")
        if commitment(self.fields["seed"]) != self.fields["commitment"]:
            raise BadSave("the seed does not match its commitment: the dice of this save have been tampered with")


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
    match = Match(game, header.fields["scenario"], header.options, header.fields["seed"])
    return replay(match, commands, rescue=rescue)


def replay(match: Match, commands: list[tuple[str, str]], *, rescue: bool = False) -> Match:
    """Carry out the commands of a save."""
    for number, (seat, text) in enumerate(commands, 1):
        try:
            match.do(text, seat)
        except (Illegal, GrognardError) as refusal:
            if rescue:
                break
            raise BadSave(f"command {number} ({seat}: {text[:80]}) is refused: {refusal}") from refusal
    return match


def load(path: str | Path, *, data: str | Path | None = None, rescue: bool = False) -> Match:
    """Load a saved match; `rescue` keeps what can be kept of a damaged one."""
    source = Path(path)
    try:
        if source.stat().st_size > LARGEST:
            raise BadSave(f"{source.name} is far too large for a save")
        text = source.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSave(f"{source.name} is not a text file") from None
    except OSError as error:
        raise BadSave(f"{source.name} cannot be read: {error.strerror}") from None
    return loads(text, data=data, rescue=rescue)


def summary(match: Match) -> dict[str, Any]:
    """A save in a few words, for lists."""
    number, name = match.game.turn(match.play)
    return {
        "game": match.game.slug, "scenario": match.scenario, "turn": number, "turn_name": name,
        "commands": match.length, "winner": match.winner, "reason": match.reason,
    }  # fmt: skip
