"""Data files of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .files import read_csv, read_toml


class DataFiles:
    """The files in some folders; a file in a folder named first hides those of the same name in the others."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders

    def path(self, name: str) -> Path:
        """Where the file of that name is."""
        return next((folder / name for folder in self.folders if (folder / name).exists()), self.folders[-1] / name)

    def toml(self, name: str) -> dict[str, Any]:
        """The tables of a file."""
        return read_toml(self.path(name))

    def csv(self, name: str) -> list[dict[str, str]]:
        """The rows of a file; lines that begin with # are remarks."""
        return [row for _, row in read_csv(self.path(name))]
