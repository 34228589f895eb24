"""Data files of games."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any


class DataFiles:
    """The files in some folders; a file in a folder named first hides those of the same name in the others."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders

    def path(self, name: str) -> Path:
        """Where the file of that name is."""
        return next((folder / name for folder in self.folders if (folder / name).exists()), self.folders[-1] / name)

    def toml(self, name: str) -> dict[str, Any]:
        """The tables of a file."""
        return tomllib.loads(self.path(name).read_text(encoding="utf-8"))

    def csv(self, name: str) -> list[dict[str, str]]:
        """The rows of a file; lines that begin with # are remarks."""
        with self.path(name).open(encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(line for line in lines if not line.startswith("#")))
