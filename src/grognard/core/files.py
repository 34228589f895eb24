"""Files that people give us: read and written so that whatever is wrong with one is said in a sentence that names it."""

from __future__ import annotations

import csv
import io
import pickle
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from .errors import BadFile

_KEPT = 32  #: files of each kind
_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def shown(path: Path) -> str:
    """A path as a sentence names it, in quotes where it could be misread."""
    text = str(path)
    return text if text.isprintable() and " " not in text else repr(text)


@contextmanager
def using(path: Path, doing: str) -> Iterator[None]:
    """Whatever the system refuses while something is done with a file becomes a sentence: `x.txt cannot be read: ...`."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"{shown(path)} cannot be {doing}: {error.strerror or error}") from None


def read_text(path: Path) -> str:
    """A text file, with line breaks as every system writes them."""
    with using(path, "read"):
        data = path.read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{shown(path)}, line {line}: this is no text in UTF-8") from None


def demand_new(path: Path) -> None:
    """Nothing that exists is written over."""
    with using(path, "written"):
        exists = path.exists()
    if exists:
        raise BadFile(f"{shown(path)} exists already")


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with using(path, "written"):
        path.write_text(text, encoding="utf-8", newline="\n")


def read_yaml(path: Path) -> Any:
    """The data of a YAML file."""
    try:
        return pickle.loads(_yaml(read_text(path)))
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise BadFile(f"{shown(path)}{line}: this is no YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:  # strange characters, a date that is none ...
        raise BadFile(f"{shown(path)}: this is no YAML: {' '.join(str(error).split())}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        return pickle.loads(_toml(read_text(path)))  # type: ignore[no-any-return]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"{shown(path)}: this is no TOML: {error}") from None


def read_csv(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table with a heading, each with the number of its line; lines that begin with # are remarks."""
    try:
        return pickle.loads(_csv(read_text(path)))  # type: ignore[no-any-return]
    except _BadRow as error:
        raise BadFile(f"{shown(path)}, line {error.line}: {error}") from None


# The same text always means the same, and reading it takes long, so what was read lately is kept: by the text, so that a file
# that has changed is read anew, and packed, so that everybody gets a copy of his own.


@lru_cache(maxsize=_KEPT)
def _yaml(text: str) -> bytes:
    return pickle.dumps(yaml.load(text, Loader=_YAML))


@lru_cache(maxsize=_KEPT)
def _toml(text: str) -> bytes:
    return pickle.dumps(tomllib.loads(text))


class _BadRow(Exception):
    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


@lru_cache(maxsize=_KEPT)
def _csv(text: str) -> bytes:
    numbered = enumerate(io.StringIO(text, newline=""), 1)
    lines = [(number, line) for number, line in numbered if not line.startswith("#")]
    table = csv.DictReader((line for _, line in lines), strict=True)
    rows: list[tuple[int, dict[str, str]]] = []
    try:
        for row in table:
            number = lines[table.line_num - 1][0]
            if None in row or None in row.values():
                raise _BadRow(number, "this row has not as many columns as the heading")
            rows.append((number, row))
    except csv.Error as error:
        raise _BadRow(lines[table.reader.line_num - 1][0], f"this is no row of a table: {error}") from None
    return pickle.dumps(rows)
