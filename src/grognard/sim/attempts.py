"""Players before puzzles: who solves how many, the same on every run.

>>> from grognard.sim.attempts import attempt
>>> attempt("drive-on-moscow", "small-battle", "random").puzzle
'small-battle'

A player has the seat of the puzzle, the usual computer has the others. An attempt ends when the puzzle is judged, when the game
turn is over, or after too many commands. A file of attempts can be gone on with: what is in it is not tried again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time

import msgspec

from ..ai import usual
from ..ai.players import player, put_away
from ..ai.program import PlayerFailed
from ..core.errors import GrognardError
from ..core.match import Match
from ..puzzles import Puzzle, puzzles

#: More commands than any puzzle takes.
MOST_COMMANDS = 400


class Attempt(msgspec.Struct, frozen=True):
    """How a player got on with a puzzle."""

    game: str
    puzzle: str
    theme: str
    level: int
    player: str
    solved: bool
    commands: int
    seconds: float  #: processor time of both sides
    failed: str = ""  #: what was wrong with the player, if it gave up


def attempt(game: str, name: str, who: str) -> Attempt:
    """Let a player try a puzzle."""
    puzzle = found(game, name)
    match, began, failed = puzzle.match(game), process_time(), ""
    start, turn = match.length, match.game.turn(match.play)[0]
    levels = [who if seat == puzzle.seat else usual(game) for seat in match.seats]
    at_table = [player(game, level, f"puzzle {name} {seat}") for level, seat in zip(levels, match.seats, strict=True)]
    try:
        while not _ended(puzzle, match, start, turn):
            match.do(at_table[match.seat].choose(match).command)
    except PlayerFailed as error:
        failed = str(error)
    finally:
        for one in at_table:
            put_away(one)
    return Attempt(
        game, name, puzzle.theme, puzzle.level, who, puzzle.solved(match), match.length - start,
        round(process_time() - began, 2), failed,
    )  # fmt: skip


def able(game: str, who: str) -> bool:
    """Is there such a player for a game?"""
    try:
        put_away(player(game, who))
    except GrognardError:
        return False
    return True


def _ended(puzzle: Puzzle, match: Match, start: int, turn: int) -> bool:
    if match.over or match.length - start >= MOST_COMMANDS or puzzle.judged(match) is not None:
        return True
    return not puzzle.until and match.game.turn(match.play)[0] != turn


def found(game: str, name: str) -> Puzzle:
    """A puzzle by its name."""
    known = puzzles(game)
    if name not in known:
        raise GrognardError(f"{game} has no puzzle {name!r}: there are {', '.join(known) or 'none'}")
    return known[name]


# ---------------------------------------------------------------- kept in a file


def kept(path: Path) -> list[Attempt]:
    """The attempts in a file; a last line that is torn is tried again."""
    read = []
    try:
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                read.append(msgspec.json.decode(line, type=Attempt))
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        raise GrognardError(f"{path} holds no attempts at puzzles: {error}") from None
    return read


def attempts(wanted: Iterable[tuple[str, str]], who: str, path: Path | None = None) -> Iterator[Attempt]:
    """An attempt at each of these puzzles (game and name), those of the file first; new ones are added to it at once."""
    known = kept(path) if path else []
    before = {(one.game, one.puzzle): one for one in known if one.player == who}
    if path is not None and _is_torn(path):
        _write(path, b"".join(msgspec.json.encode(one) + b"\n" for one in known), "wb")
    for game, name in wanted:
        one = before.get((game, name))
        if one is None:
            one = attempt(game, name, who)
            if path is not None:
                _write(path, msgspec.json.encode(one) + b"\n", "ab")
        yield one


def _is_torn(path: Path) -> bool:
    """Does a file end within a line?"""
    last = path.read_bytes()[-1:] if path.is_file() else b""
    return last not in (b"", b"\n")


def _write(path: Path, data: bytes, how: str) -> None:
    try:
        with path.open(how) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise GrognardError(f"{path} cannot be written: {error.strerror or error}") from error
