"""Data files of games, in numbered sets.

A match names the set of tables, counters and set-ups it began with. Set 1 lies in the data folder of a game and stays as it
is for ever; corrected data are set 2, in the folder `set-2` within it, which holds only the files that differ, and so on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .errors import GrognardError
from .files import read_csv, read_toml


class DataFiles:
    """The files in some folders; a file in a folder named first hides those of the same name in the others."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders

    @classmethod
    def of_set(cls, folder: Path, number: int | None = None, own: Path | None = None) -> DataFiles:
        """The files of a set of a data folder (the newest where none is named), beneath those of an owner."""
        newest = newest_set(folder)
        number = newest if number is None else number
        if not 1 <= number <= newest:
            raise GrognardError(f"there are data sets 1 to {newest}, not {number}; a later version of Grognard may have it")
        later = [_set_folder(folder, each) for each in range(number, 1, -1)]
        return cls(*([] if own is None else [own]), *later, folder)

    def path(self, name: str) -> Path:
        """Where the file of that name is."""
        return next((folder / name for folder in self.folders if (folder / name).exists()), self.folders[-1] / name)

    def toml(self, name: str) -> dict[str, Any]:
        """The tables of a file."""
        return read_toml(self.path(name))

    def csv(self, name: str) -> list[dict[str, str]]:
        """The rows of a file; lines that begin with # are remarks."""
        return [row for _, row in read_csv(self.path(name))]


def newest_set(folder: Path) -> int:
    """The number of the newest set of a data folder."""
    number = 1
    while _set_folder(folder, number + 1).is_dir():
        number += 1
    return number


def _set_folder(folder: Path, number: int) -> Path:
    return folder / f"set-{number}"
