"""A board in the making, and the board file it becomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from grognard.core.hexes import Grid

from .canvas import Canvas, Cell, Side, side

WIDTH = 118


class Fact(msgspec.Struct, frozen=True):
    """Where a datum comes from."""

    provenance: str = "derived"
    note: str = ""


class DraftPlace(msgspec.Struct):
    """A named place before it is written."""

    cell: Cell
    kind: str
    name: str
    tags: tuple[str, ...]
    latlon: tuple[float, float] | None
    fact: Fact


class Draft:
    """Everything a board file holds, keyed by cells. Later calls overwrite earlier ones."""

    def __init__(self, name: str, title: str, *canvases: Canvas) -> None:
        self.name, self.title, self.canvases = name, title, canvases
        self.head: dict[str, str] = {}
        self.terrain: dict[Cell, str] = {}
        self.hex_facts: dict[Cell, Fact] = {}
        self.features: dict[Cell, set[str]] = {}
        self.places: list[DraftPlace] = []
        self.sides: dict[tuple[str, Side], tuple[str, Fact]] = {}
        self.areas: dict[str, tuple[str, list[Cell], Fact]] = {}
        self.boxes: dict[str, tuple[str, tuple[str, ...]]] = {}

    # ---------------------------------------------------------------- filling

    def canvas(self, plane: str) -> Canvas:
        """The canvas of a plane."""
        return next(c for c in self.canvases if c.plane == plane)

    def cell(self, number: str) -> Cell:
        """The cell of a printed number, on whichever plane carries it."""
        for canvas in self.canvases:
            try:
                return canvas.cell(number)
            except KeyError:
                continue
        raise KeyError(f"no hex {number} on the board of {self.title}")

    def number(self, cell: Cell) -> str:
        """The printed number of a cell."""
        return self.canvas(cell[0]).number(cell)

    def set_terrain(
        self, cells: Iterable[Cell] | Cell, terrain: str, provenance: str = "derived", note: str = ""
    ) -> None:
        """Give hexes a terrain."""
        for cell in _cells(cells):
            self.terrain[cell] = terrain
            self.hex_facts[cell] = Fact(provenance, note)

    def add_feature(self, cells: Iterable[Cell] | Cell, feature: str) -> None:
        """Put a feature such as a fortification into hexes."""
        for cell in _cells(cells):
            self.features.setdefault(cell, set()).add(feature)

    def note_hex(self, cell: Cell, provenance: str, note: str) -> None:
        """Say where a hex's terrain or features come from; notes add up."""
        known = self.hex_facts.get(cell, Fact()).note
        self.hex_facts[cell] = Fact(provenance, f"{known}, {note}" if known else note)

    def add_place(
        self, cell: Cell, kind: str, name: str, *tags: str,
        latlon: tuple[float, float] | None = None, provenance: str = "derived", note: str = "",
    ) -> None:
        """Put a named place into a hex; `latlon` is its true position."""  # fmt: skip
        self.places.append(DraftPlace(cell, kind, name, tags, latlon, Fact(provenance, note)))

    def add_sides(
        self, edges: Iterable[Side], kind: str, name: str = "", provenance: str = "derived", note: str = ""
    ) -> None:
        """Put a feature on (river) or across (railway) hexsides; the first name of a kind on a side stays."""
        for a, b in edges:
            self.sides.setdefault((kind, side(a, b)), (name, Fact(provenance, note)))

    def drop_sides(self, edges: Iterable[Side], kind: str) -> None:
        """Take a feature off hexsides."""
        for a, b in edges:
            self.sides.pop((kind, side(a, b)), None)

    def add_area(
        self, name: str, title: str, cells: Iterable[Cell], provenance: str = "derived", note: str = ""
    ) -> None:
        """Name a set of hexes (the same name again replaces it)."""
        self.areas[name] = (title, list(dict.fromkeys(cells)), Fact(provenance, note))

    def add_box(self, name: str, title: str, *tags: str) -> None:
        """Add an off-map box."""
        self.boxes[name] = (title, tags)

    def has_side(self, kind: str, a: Cell, b: Cell) -> bool:
        """Does the hexside carry this feature?"""
        return (kind, side(a, b)) in self.sides

    # ---------------------------------------------------------------- overrides

    def override(self, path: Path) -> None:
        """Apply a file of facts that win over geography.

        YAML with any of: `terrain` (terrain: hexes), `features` (feature: hexes), `add` and `remove`
        (kind: {name: [hex|hex ...]} or kind: [hex|hex ...]), `move` (place name: hex),
        `areas` (name: {title, hexes, provenance, note}). Every block may carry `provenance` and `note`.
        """
        facts: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        source, note = facts.get("provenance", "reconstructed"), facts.get("note", "")
        for terrain, numbers in facts.get("terrain", {}).items():
            self.set_terrain([self.cell(str(n)) for n in _words(numbers)], terrain, source, note)
        for feature, numbers in facts.get("features", {}).items():
            self.add_feature([self.cell(str(n)) for n in _words(numbers)], feature)
        for kind, numbers in facts.get("remove", {}).items():
            self.drop_sides([self._edge(n) for n in _words(numbers)], kind)
        for kind, named in facts.get("add", {}).items():
            groups: Mapping[str, Any] = named if isinstance(named, dict) else {"": named}
            for name, numbers in groups.items():
                self.add_sides([self._edge(n) for n in _words(numbers)], kind, name, source, note)
        for name, number in facts.get("move", {}).items():
            for place in self.places:
                if place.name == name:
                    place.cell = self.cell(str(number))
        for name, area in facts.get("areas", {}).items():
            cells = [self.cell(str(n)) for n in _words(area["hexes"])]
            self.add_area(name, area.get("title", name), cells, area.get("provenance", source), area.get("note", note))

    def _edge(self, text: str) -> Side:
        a, _, b = text.partition("|")
        return side(self.cell(a), self.cell(b))

    # ---------------------------------------------------------------- writing

    def text(self) -> str:
        """The board file. The same draft always gives the same text."""
        lines = ["# Made by the workshop; change its data, not this file.", "[board]", f"name {self.name}"]
        lines += [f'title "{self.title}"', f"grid {_grid(self.canvases[0].grid)}"]
        lines += [_earth(canvas) for canvas in self.canvases]
        lines += [f"{key} {value}" for key, value in self.head.items()]
        lines += ["", "[maps]"]
        for canvas in self.canvases:
            for sheet in canvas.sheets:
                at = "" if sheet.offset == (0, 0) else f" at={sheet.offset[0]},{sheet.offset[1]}"
                plane = "" if sheet.plane == "main" else f" plane={sheet.plane}"
                (c0, c1), (r0, r1) = sheet.columns, sheet.rows
                lines.append(f"{sheet.name} cols={c0}-{c1} rows={r0}-{r1}{at}{plane}")
        lines += ["", "[hexes] @derived"]
        order = [cell for canvas in self.canvases for cell in canvas.cells]
        rank = {cell: k for k, cell in enumerate(order)}
        for cell in order:
            words = [self.number(cell), self.terrain[cell], *sorted(self.features.get(cell, ()))]
            lines.append(" ".join(words) + _source(self.hex_facts.get(cell, Fact())))
        lines += ["", "[places] @derived"]
        for p in sorted(self.places, key=lambda p: (rank[p.cell], p.kind, p.name)):
            where = f" lat={p.latlon[0]:.3f} lon={p.latlon[1]:.3f}" if p.latlon else ""
            tags = "".join(f" {tag}" for tag in p.tags)
            lines.append(f'{self.number(p.cell)} {p.kind} "{p.name}"{tags}{where}{_source(p.fact)}')
        lines += ["", "[sides] @derived"]
        for (kind, (a, b)), (name, fact) in sorted(
            self.sides.items(), key=lambda item: (item[0][0], item[1][0], rank[item[0][1][0]], rank[item[0][1][1]])
        ):
            label = f' "{name}"' if name else ""
            lines.append(f"{self.number(a)}|{self.number(b)} {kind}{label}{_source(fact)}")
        lines += ["", "[areas] @derived"]
        for name, (title, cells, fact) in self.areas.items():
            lines.append(f'{name} "{title}"{_source(fact)}:')
            lines += _wrapped(name, [self.number(c) for c in sorted(cells, key=rank.__getitem__)])
        lines += ["", "[boxes]"]
        lines += [f'{name} "{title}"' + "".join(f" {t}" for t in tags) for name, (title, tags) in self.boxes.items()]
        return "\n".join(lines) + "\n"


def _cells(cells: Iterable[Cell] | Cell) -> list[Cell]:
    if isinstance(cells, tuple) and cells and isinstance(cells[0], str):
        return [cells]
    return list(cells)  # type: ignore[arg-type]


def _words(value: Any) -> list[str]:
    """A YAML value as words: `1234 1235`, a list, or one number."""
    return [word for item in value for word in _words(item)] if isinstance(value, list) else str(value).split()


def _grid(grid: Grid) -> str:
    shifted = "odd" if grid.shifted else "even"
    return (
        f"digits={grid.digits} stagger={grid.stagger} shifted={shifted} columns={grid.columns} rows={grid.rows}"
    )


def _earth(canvas: Canvas) -> str:
    """Where the plane lies on the earth, page coordinates from metres (y grows south on the page)."""
    (a, b, c), (d, e, f) = canvas.earth.plane_from_metres
    down = " ".join(f"{-value + 0.0:.10g}" for value in (d, e, f))
    return f"earth.{canvas.plane} {canvas.earth.projection}; {a:.10g} {b:.10g} {c:.10g}; {down}"


def _source(fact: Fact) -> str:
    if fact.provenance == "derived" and not fact.note:
        return ""
    return f" @{fact.provenance} {fact.note}".rstrip()


def _wrapped(name: str, words: list[str]) -> list[str]:
    lines, line = [], f"{name}:"
    for word in words:
        if len(line) + len(word) >= WIDTH:
            lines.append(line)
            line = f"{name}:"
        line += f" {word}"
    return [*lines, line] if words else []
