"""Hand-written regional knowledge: small CSV and YAML files with places, lines and outlines."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import yaml

from .georeference import DATA, Point


def table(*path: str) -> list[dict[str, str]]:
    """A CSV file below workshop/data as a list of rows; lines that begin with # are remarks."""
    with Path(DATA, *path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def record(*path: str) -> dict[str, Any]:
    """A YAML file below workshop/data."""
    found: dict[str, Any] = yaml.safe_load(Path(DATA, *path).read_text(encoding="utf-8"))
    return found


def points(text: str) -> list[Point]:
    """`57.25 32.95; 57.10 32.85` (latitude, longitude) as points."""
    return [(float(lat), float(lon)) for lat, lon in (pair.split()[:2] for pair in text.split(";") if pair.strip())]
