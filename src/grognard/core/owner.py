"""An owner's own data files, held against ours: he changes what is printed on his copy, not what kind of thing stands where.

Ours show what belongs into a file: which columns and keys there are, which of them hold numbers, and which words are
known. So a slip of the pen is found when the folder is named, with file and place, and not by some rule in mid-game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .board import Board
from .errors import BadFile
from .files import read_csv, read_toml, read_yaml, using

Rows = list[tuple[int, dict[str, str]]]

_NUMBER = re.compile(r"\d*")
_FACTORS = re.compile(r"(\d+(-\d+)?|\?)?")
_HANDLE = re.compile(r"[^\s+:]+")
#: Columns with at most so many different entries hold words of the rules, unless they are remarks.
_FEW_WORDS = 20
_REMARKS = re.compile(r"(.*_)?(provenance|evidence)|designation|name")
#: What the rulebook says about the map: nothing to replace.
_SAYINGS = "facts.yaml"
#: Columns whose entries the rules count.
_COUNTED = ("handle", "side", "group", "piece", "zone")


def check_folder(own: Path, ours: Path) -> None:
    """Every data file in the folder of an owner has the form of ours of the same name; `BadFile` if not."""
    if not own.is_dir():
        raise BadFile(f"there is no folder {str(own)!r} with data files")
    with using(own, "read"):
        found = sorted(file for file in own.iterdir() if file.suffix in SUFFIXES and file.name != _SAYINGS)
    for file in found:
        pattern = ours / file.name
        if not pattern.exists():
            known = sorted(path.name for path in ours.iterdir() if path.suffix in SUFFIXES and path.name != _SAYINGS)
            raise BadFile(f"{file} is no data file of this game, which has {', '.join(known)}")
        _CHECKS[file.suffix](file, pattern)


# ---------------------------------------------------------------- tables of rows


def _check_csv(file: Path, pattern: Path) -> None:
    rows, model = read_csv(file), read_csv(pattern)
    columns = {column: [row[column] for _, row in model] for column in model[0][1]}
    if not rows:
        raise BadFile(f"{file} has no rows")
    missing = [column for column in columns if column not in rows[0][1]]
    if missing:
        raise BadFile(f"{file} lacks the column {missing[0]!r}")
    for column, entries in columns.items():
        _check_column(file, rows, column, entries)
    for column in _COUNTED:
        if column in columns:
            _check_same(file, (row[column] for _, row in rows), columns[column], column)


def _check_column(file: Path, rows: Rows, column: str, ours: list[str]) -> None:
    words = {word for entry in ours for word in entry.split()}
    known = set(ours)
    for number, row in rows:
        entry = row[column]
        why = ""
        if column == "handle" and not _HANDLE.fullmatch(entry):
            why = "is not a word without spaces, + and :"
        elif entry in known or _REMARKS.fullmatch(column):
            pass
        elif not entry:
            why = "is missing"
        elif all(map(_NUMBER.fullmatch, ours)):
            why = "" if entry.isascii() and entry.isdigit() and len(entry) < 5 else "is not a number"
        elif all(map(_FACTORS.fullmatch, ours)):
            why = "" if entry.isascii() and _FACTORS.fullmatch(entry) and len(entry) < 6 else "is not factors such as 4-3"
        elif len(known) <= _FEW_WORDS and not set(entry.split()) <= words:
            why = f"is none of {', '.join(sorted(words))}"
        if why:
            raise BadFile(f"{file}, line {number}: {column} {entry!r} {why}")


def _check_same(file: Path, entries: Iterable[str], ours: Iterable[str], what: str) -> None:
    """The same entries, each as often."""
    have, need = Counter(entries), Counter(ours)
    for entry in sorted(have.keys() | need.keys()):
        if have[entry] != need[entry]:
            raise BadFile(f"{file} has the {what} {entry!r} {have[entry]} times, the game has it {need[entry]} times")


# ---------------------------------------------------------------- charts


def _check_toml(file: Path, pattern: Path) -> None:
    _compare(file, "", read_toml(file), [read_toml(pattern)])


def _check_yaml(file: Path, pattern: Path) -> None:
    _compare(file, "", read_yaml(file), [read_yaml(pattern)])


def _compare(file: Path, place: str, own: Any, ours: list[Any]) -> None:
    """One value against all of ours that stand in the same place."""
    model = ours[0]
    if isinstance(model, dict):
        if not isinstance(own, dict):
            raise BadFile(f"{file}: {place} should be a table with the keys {', '.join(model)}")
        _compare_tables(file, place, own, ours)
    elif isinstance(model, list):
        if not isinstance(own, list):
            raise BadFile(f"{file}: {place} should be a list")
        _compare_lists(file, place, own, ours)
    elif type(own) not in {type(found) for found in ours}:
        raise BadFile(f"{file}: {place} should be {_KINDS.get(type(model), 'something else')}, not {own!r}")
    elif type(own) is int:
        numbers = [found for found in ours if type(found) is int]
        if not min(0, *numbers) <= own <= max(99, *numbers):
            raise BadFile(f"{file}: {place} is {own}, which is too much or too little")


def _compare_tables(file: Path, place: str, own: dict[str, Any], ours: list[dict[str, Any]]) -> None:
    dot = f"{place}." if place else ""
    for key in ours[0]:
        if key not in own and all(key in table for table in ours) and not _REMARKS.fullmatch(key):
            raise BadFile(f"{file}: {dot}{key} is missing")
    for key, value in own.items():
        models = [table[key] for table in ours if key in table]
        if not models:
            raise BadFile(f"{file}: there is no {dot}{key} in this game")
        _compare(file, f"{dot}{key}", value, models)


def _compare_lists(file: Path, place: str, own: list[Any], ours: list[list[Any]]) -> None:
    models = [model for found in ours for model in found]
    lengths = {len(found) for found in ours}
    if not models or isinstance(models[0], dict):
        numbers = {table["number"] for table in models if "number" in table}
        missing = numbers - {table.get("number") for table in own if isinstance(table, dict)}
        if missing or (models and not own):
            raise BadFile(f"{file}: {place} lacks {'number ' + str(min(missing)) if missing else 'everything'}")
    elif len(lengths) == 1 and len(own) not in lengths:
        raise BadFile(f"{file}: {place} has {len(own)} entries instead of {lengths.pop()}")
    words = {model for model in models if isinstance(model, str)}
    for number, value in enumerate(own, 1):
        at = f"{place}, entry {number}"
        if models:
            _compare(file, at, value, models)
        if words and value not in words:
            raise BadFile(f"{file}: {at} is {value!r}, which is none of {', '.join(sorted(words))}")


_KINDS: dict[type, str] = {int: "a whole number", str: "text", bool: "true or false", float: "a number with a decimal point"}


# ---------------------------------------------------------------- maps


def _check_board(file: Path, pattern: Path) -> None:
    own, ours = Board.load(file), Board.load(pattern)
    if own.grid != ours.grid:
        raise BadFile(f"{file} numbers its hexes in another way than the rulebook: {own.grid}")
    for what, have, known in (
        ("terrain", own.terrains, ours.terrains), ("feature", own.features, ours.features),
        ("hexside", own.side_kinds, ours.side_kinds),
        ("place", [place.kind for place in own.places], [place.kind for place in ours.places]),
    ):  # fmt: skip
        if strange := sorted(set(have) - set(known)):
            raise BadFile(f"{file} has the {what} {strange[0]!r}; the game knows {', '.join(sorted(set(known)))}")
    for area in ours.areas.values():
        if area.hexes and (area.name not in own.areas or not own.areas[area.name].hexes):
            raise BadFile(f"{file} lacks the area {area.name!r}")
    for box in ours.boxes:
        if box.name not in own.index:
            raise BadFile(f"{file} lacks the box {box.name!r}")
    names = {place.name for place in own.places}
    for place in ours.places:
        if place.provenance == "printed" and place.name not in names:
            raise BadFile(f"{file} lacks {place.name}, a place that the rulebook names")


_CHECKS = {".csv": _check_csv, ".toml": _check_toml, ".yaml": _check_yaml, ".board": _check_board}
SUFFIXES = tuple(_CHECKS)  #: of data files
