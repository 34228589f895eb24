"""Positions written by hand, for cases and puzzles: boards drawn in a few lines, tables with changes, units in their places.

docs/cases.md describes what can be written; each game adds its own words in `games/<game>/position.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeGuard

from .board import Board, Box
from .data import DataFiles
from .dice import FIRST_SCHEME, Chapter
from .errors import BadCase
from .game import Game
from .match import Match
from .play import Play
from .words import is_number


def begin(game: Game[Any], case: dict[str, Any]) -> Match:
    """`start: campaign`: the real set-up. The dice of a case follow the first scheme, with which the first were written."""
    dice = Chapter(0, FIRST_SCHEME, str(case.get("seed", 1)))
    return Match(game, case["start"], options_of(game, case), chapters=[dice], seating=case.get("seats"))


def files_of(folder: Path, case: dict[str, Any], unnamed: int) -> DataFiles:
    """`set: 3`: the data that a case or a position is written for. One that names no set keeps the set that was the newest
    before cases could name one, so that corrected data change no case."""
    return DataFiles.of_set(folder, whole_number(case, "set", unnamed, 99))


def options_of(game: Game[Any], case: dict[str, Any]) -> dict[str, str]:
    """`options: {kiev: on, die: B}`, or `options: kiev forgiveness` for options that are switched on: what a case chooses
    differently from the default."""
    written = case.get("options") or {}
    if isinstance(written, str):
        written = dict.fromkeys(written.split(), "on")
    if not isinstance(written, dict):
        raise BadCase(f"options are written as names with values, not {written!r}")
    words = {True: "on", False: "off"}  # what YAML makes of a bare on and off
    return game.not_default(game.settings({str(name): words.get(value) or str(value) for name, value in written.items()}))


def known(data: dict[str, Any], keys: Iterable[str], what: str) -> None:
    """A misspelt key would prove nothing: it is an error."""
    foreign = sorted(map(str, set(data) - set(keys)))
    if foreign:
        raise BadCase(f"{what} has no {', '.join(map(repr, foreign))}")


def one_of(case: dict[str, Any], key: str, words: Iterable[str], usual: str) -> str:
    """The word under a key, which must be one of these."""
    word = str(case.get(key, usual))
    if word not in words:
        raise BadCase(f"{key} is one of {', '.join(words)}, not {word!r}")
    return word


def whole_number(case: dict[str, Any], key: str, usual: int, most: int) -> int:
    """The number under a key, from 0 on."""
    found = case.get(key, usual)
    if not isinstance(found, int) or not 0 <= found <= most:
        raise BadCase(f"{key} is a number from 0 to {most}, not {found!r}")
    return int(found)


def mapping(case: dict[str, Any], key: str) -> dict[Any, Any]:
    """The entries under a key; none where nothing is written."""
    found = case.get(key) or {}
    if not isinstance(found, dict):
        raise BadCase(f"{key} has entries of the form NAME: VALUE, it is not {found!r}")
    return found


def units_of(case: dict[str, Any]) -> dict[str, list[str]]:
    """The units of a case by place, as they are written; handles are in small letters in a game."""
    found: dict[str, list[str]] = {}
    for place, texts in mapping(case, "units").items():
        if not isinstance(texts, list) or not all(isinstance(text, str) and text.split() for text in texts):
            raise BadCase(f"the units in {place} are a list of texts such as [3pz panzer 8-5], not {texts!r}")
        found[str(place)] = [" ".join([text.split()[0].lower(), *text.split()[1:]]) for text in texts]
    return found


def hexes(text: Any) -> list[str]:
    """`0101 0203-0206`: hexes and runs of hexes whose last two digits count up; or a list of them."""
    found = []
    for word in map(str, text) if isinstance(text, list) else str(text).split():
        first, dash, last = word.partition("-")
        if dash and not (is_number(first) and is_number(last) and len(first) == len(last) == 4):
            raise BadCase(f"a run of hexes reads 0203-0206, not {word!r}")
        if dash:
            found += [f"{first[:2]}{number:02d}" for number in range(int(first[2:]), int(last[2:]) + 1)]
        else:
            found.append(word.zfill(4))
    return found


def side_lines(drawing: Mapping[str, Any], kinds: Mapping[str, str]) -> Iterator[str]:
    """Lines of a board for the hexsides under these keys: `0101|0201`, or all along a way `0101-0201-0301`."""
    for key, kind in kinds.items():
        for way in str(drawing.get(key, "")).split():
            yield from (f"{one}|{other} {kind}" for one, other in pairwise(way.replace("-", "|").split("|")))


def is_drawn(board: dict[str, Any] | str) -> TypeGuard[dict[str, Any]]:
    """A board is drawn, or the real one: `board: standard`."""
    if isinstance(board, str) and board != "standard":
        raise BadCase(f"a board is drawn or 'standard', not {board!r}")
    return not isinstance(board, str)


def _size(text: str) -> tuple[int, int]:
    columns, _, rows = text.partition("x")
    if not (is_number(columns) and is_number(rows) and 1 <= int(columns) <= 99 and 1 <= int(rows) <= 99):
        raise BadCase(f"the size of a board is columns by rows, 8x4, not {text!r}")
    return int(columns), int(rows)


class Drawing:
    """A board in a few lines. `draw` has a line per row, its letters from west to east; `size: 8x4` is columns by rows of
    clear hexes. `keys` are what else a game's drawings may say."""

    def __init__(self, data: dict[str, Any], keys: Iterable[str], letters: Mapping[str, str], size: str) -> None:
        known(data, ("size", "draw", *keys), "a board")
        self.data = data
        rows = [line.split() for line in str(data.get("draw", "")).strip().splitlines()]
        if not rows:
            columns, depth = _size(str(data.get("size", size)))
            rows = [["."] * columns] * depth
        self.columns, self.depth = max(map(len, rows)), len(rows)
        self.rows = [row + ["."] * (self.columns - len(row)) for row in rows]
        strange = {letter for row in rows for letter in row} - {*letters, "-"}
        if strange:
            raise BadCase(f"a board is drawn with {' '.join(letters)} and -, not {' '.join(sorted(strange))}")

    def letters(self) -> Iterator[tuple[int, int, str]]:
        """Column, counted from the west, row and letter of every hex; `-` is no hex."""
        for row, line in enumerate(self.rows, 1):
            yield from ((column, row, letter) for column, letter in enumerate(line, 1) if letter != "-")

    def hexes(self, key: str, default: Sequence[str] = ()) -> list[str]:
        """The hexes under a key."""
        return hexes(self.data[key]) if key in self.data else list(default)

    def places(self, kinds: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
        """Hex, kind and name of the places under these keys (`city: {Moscow: 0303 0304}`)."""
        for key, kind in kinds.items():
            for name, where in mapping(self.data, key).items():
                yield from ((hex, kind, name) for hex in hexes(where))

    def sides(self, kinds: Mapping[str, str]) -> Iterator[str]:
        """The hexsides under these keys."""
        return side_lines(self.data, kinds)

    def board(
        self, grid: str, ground: Mapping[str, str], places: Iterable[tuple[str, str, str]], sides: Iterable[str],
        areas: Mapping[str, Iterable[str]], boxes: tuple[Box, ...],
    ) -> Board:  # fmt: skip
        """The finished board; `ground` says by hex what its line in a board file says."""
        lines = [
            "[board]", "name case", "title Case", f"grid {grid}", "[maps]", f"main cols=1-{self.columns} rows=1-{self.depth}",
            "[hexes]", *(f"{hex} {words}" for hex, words in sorted(ground.items())),
            "[places]", *(f'{hex} {kind} "{name}"' for hex, kind, name in places), "[sides]", *sides,
            "[areas]", *(f"{name}: {' '.join(area)}" for name, area in areas.items()),
        ]  # fmt: skip
        return Board.parse("\n".join(lines), "the board of the case", boxes)


def tables(found: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The tables of a game, with the turns (`track`) and columns of the combat table (`crt`) that a case writes itself."""
    turns = {turn["number"]: turn for turn in found["turn"]}
    for number, changes in mapping(case, "track").items():
        turn = turns.get(int(number) if is_number(str(number)) else -1)
        if turn is None or not isinstance(changes, dict):
            raise BadCase(f"track changes turns {min(turns)} to {max(turns)}, each {{NAME: VALUE}}, not {number}: {changes!r}")
        turn.update(changes)
    columns = {column["odds"]: column for column in found["crt"]["column"]} if "crt" in found else {}
    for odds, results in mapping(case, "crt").items():
        if str(odds) not in columns:
            raise BadCase(f"the combat table has the columns {' '.join(columns)}, not {odds!r}")
        columns[str(odds)]["results"] = str(results).split()
    return found


def set_pieces(p: Play[Any, Any], notes: dict[str, dict[str, Any]]) -> None:
    """What is noted of units when the first decision waits: flags in words, numbers (`spent`, `toll`) and hexes by name."""
    arrays = {name for name in p.s.piece_arrays() if name not in ("loc", "below", "kind", "flags")}
    for handle, entries in notes.items():
        unit = p.game.names.unit(str(handle))
        known(entries, {"flags", *arrays}, "what is noted of a unit")
        for name, value in entries.items():
            if name == "flags":
                known(dict.fromkeys(value), p.s.FLAGS, "a unit of this game")
                p.s.set("flags", unit, sum(p.s.FLAGS[word] for word in set(value)))
                continue
            number = p.game.board.node(value) if isinstance(value, str) else int(value)
            if name in p.s.WATCHED:
                p.s.set(name, unit, number)
            else:
                getattr(p.s, name)[unit] = number


def place_units(p: Play[Any, Any], units: dict[Any, list[str]], control: dict[str, Any] | None) -> list[tuple[int, str]]:
    """Put units (`HANDLE ...` by hex or box, the first named on top) into their places, which become theirs, and give
    further hexes to sides. Tells each piece with what is written of it."""
    board, placed = p.game.board, []
    for place, texts in units.items():
        node = board.node(str(place).zfill(4) if is_number(str(place)) else str(place))
        for text in reversed(texts):
            unit = p.game.names.unit(text.split()[0])
            p.place(unit, node)
            if node < board.hexes:
                p.control(node, p.side_of(unit))
            placed.append((unit, text))
    for side, area in (control or {}).items():
        if side not in p.game.sides:
            raise BadCase(f"control is written by side: {', '.join(p.game.sides)}, not {side!r}")
        for hex in hexes(area):
            p.control(board.node(hex), p.game.sides.index(side))
    return placed
