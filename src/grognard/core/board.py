"""Boards: one readable text file, compiled once into flat arrays that the kernels read.

The file format is described in docs/boards.md. A board has *nodes*: first its hexes, then its boxes
(off-map places such as a turn track or a dead pile), so that "where is this piece" is one number.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from .files import read_text
from .hexes import Grid, axial_distance, opposite
from .marks import BoardError, Sort, Words, require_mark

Mask = npt.NDArray[np.bool_]

_WORD = re.compile(r'"([^"]*)"|(\S+)')  # a name in quotes, or a word; shlex would take most of the loading time

PROVENANCE = ("printed", "derived", "reconstructed")


class MapSheet(msgspec.Struct, frozen=True):
    """One printed map: where it lies on its plane and which numbers it carries."""

    name: str
    plane: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    offset: tuple[int, int]  #: added to printed (column, row) to get the cell on the plane


class Place(msgspec.Struct, frozen=True):
    """A named place in a hex: a city, a town, a port."""

    hex: int
    kind: str
    name: str
    tags: tuple[str, ...] = ()
    latlon: tuple[float, float] | None = None
    provenance: str = "derived"
    note: str = ""


class Area(msgspec.Struct, frozen=True):
    """A named set of hexes."""

    name: str
    title: str
    hexes: tuple[int, ...]
    provenance: str = "derived"
    note: str = ""


class Box(msgspec.Struct, frozen=True):
    """An off-map place that can hold pieces."""

    name: str
    title: str
    tags: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        """The turn of a box of the turn track, which is called after it (`turn-3`); 0 for other boxes."""
        found = re.fullmatch(r"turn-?(\d+)", self.name)
        return int(found[1]) if found else 0


class Side(msgspec.Struct, frozen=True):
    """A feature of a hexside: it lies along it (a river) or runs across it (a railway)."""

    hexes: tuple[int, int]
    kind: str
    name: str = ""
    provenance: str = "derived"
    note: str = ""


class Board:
    """A compiled board. Immutable by convention: rules read it, nobody writes it."""

    def __init__(self, name: str, title: str, grid: Grid, maps: tuple[MapSheet, ...], facts: dict[str, str]) -> None:
        self.name, self.title, self.grid, self.maps, self.facts = name, title, grid, maps, facts
        self.words = Words()  #: what terrains, hexsides, places and features may be called here
        self.names: list[str] = []
        self.index: dict[str, int] = {}  #: every name of every node, aliases included
        self.cells: list[tuple[str, int, int]] = []  #: (plane, column, row) of every hex
        self.terrains: list[str] = []
        self.features: list[str] = []
        self.side_kinds: list[str] = []
        self.places: list[Place] = []
        self.areas: dict[str, Area] = {}
        self.boxes: list[Box] = []
        self.sides: list[Side] = []
        self.hex_provenance: list[str] = []
        self.hex_notes: dict[int, str] = {}
        self.hexes = 0  #: number of hexes; nodes from here on are boxes
        self.nodes = 0
        # the compiled arrays, filled by `_compile`
        self.neighbours: npt.NDArray[np.int16] = np.zeros((0, 6), np.int16)
        self.rows: list[list[int]] = []  #: the neighbour table as plain lists, for single look-ups
        self.around: list[tuple[int, ...]] = []  #: the neighbours that exist
        self.terrain: npt.NDArray[np.uint8] = np.zeros(0, np.uint8)
        self.feature_bits: npt.NDArray[np.uint32] = np.zeros(0, np.uint32)
        self.side_bits: npt.NDArray[np.uint32] = np.zeros((0, 6), np.uint32)
        self.axial: npt.NDArray[np.int32] = np.zeros((0, 2), np.int32)
        self.plane: npt.NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._masks: dict[str, Mask] = {}  #: what has been asked for once
        self._side_masks: dict[str, Mask] = {}
        self.spots: list[tuple[int, int, int]] = []  #: plane and axial coordinates of every hex, for single look-ups

    # ---------------------------------------------------------------- asking

    def node(self, name: str) -> int:
        """The node called `name`; a clear error when there is none."""
        try:
            return self.index[name]
        except KeyError:
            raise BoardError(f"there is no hex or box {name!r} on the board of {self.title}") from None

    def distance(self, a: int, b: int) -> int:
        """Hexes between two hexes of one plane."""
        plane, q, r = self.spots[a]
        other_plane, other_q, other_r = self.spots[b]
        if plane != other_plane:
            raise BoardError(f"{self.names[a]} and {self.names[b]} lie on different maps")
        return axial_distance((q, r), (other_q, other_r))

    def distances(self, starts: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
        """From each of some hexes to every hex, all of them on one plane."""
        return self.apart(starts, slice(None))

    def apart(self, starts: Any, ends: Any) -> npt.NDArray[np.int32]:
        """From each of some hexes to each of others, all of them on one plane."""
        across, along = self.axial[starts].T, self.axial[ends].T
        q, r = across[0][:, None] - along[0][None, :], across[1][:, None] - along[1][None, :]
        return np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))  # type: ignore[no-any-return]

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to an adjacent one, or -1 when they do not touch."""
        row = self.rows[a]
        return row.index(b) if b in row else -1

    def adjacent(self, a: int) -> tuple[int, ...]:
        """The hexes around a hex."""
        return self.around[a]

    def mask(self, area: str) -> Mask:
        """An area as a truth value for every node; an unknown area is empty."""
        known = self._masks.get(area)
        if known is None:
            known = self._masks[area] = np.zeros(self.nodes, np.bool_)
            if area in self.areas:
                known[list(self.areas[area].hexes)] = True
        return known.copy()

    def terrain_mask(self, *terrains: str) -> Mask:
        """The nodes whose natural terrain is one of these; a word that no board knows is a mistake."""
        self.words.require("terrain", *terrains)
        wanted = [self.terrains.index(t) for t in terrains if t in self.terrains]
        found = np.isin(self.terrain, wanted)
        found[self.hexes :] = False
        return found

    def feature_mask(self, feature: str) -> Mask:
        """The nodes that carry a feature such as a fortification."""
        self.words.require("feature", feature)
        if feature not in self.features:
            return np.zeros(self.nodes, np.bool_)
        return np.asarray((self.feature_bits & (1 << self.features.index(feature))) != 0, np.bool_)

    def place_mask(self, *kinds: str) -> Mask:
        """The nodes with a place of one of these kinds."""
        self.words.require("place", *kinds)
        found = np.zeros(self.nodes, np.bool_)
        for place in self.places:
            if place.kind in kinds:
                found[place.hex] = True
        return found

    def side_mask(self, hexside: str) -> Mask:
        """For every node and direction: does the hexside carry this feature?"""
        known = self._side_masks.get(hexside)
        if known is None:
            self.words.require("side", hexside)
            bit = 1 << self.side_kinds.index(hexside) if hexside in self.side_kinds else 0
            known = self._side_masks[hexside] = np.asarray((self.side_bits & bit) != 0, np.bool_)
        return known.copy()

    def places_at(self, hex: int) -> list[Place]:
        """The places in a hex."""
        return [p for p in self.places if p.hex == hex]

    def place_name(self, hex: int) -> str:
        """What a hex is called after: its first place, or its own number."""
        return self._called.get(hex, self.names[hex])

    @cached_property
    def _called(self) -> dict[int, str]:
        return {place.hex: place.name for place in reversed(self.places) if place.name}

    def centre(self, hex: int) -> tuple[float, float]:
        """Centre of a hex on its plane, neighbours 1 apart, x east and y south."""
        _, column, row = self.cells[hex]
        return self.grid.centre(column, row)

    # ---------------------------------------------------------------- reading

    @classmethod
    def load(cls, path: Path, boxes: tuple[Box, ...] = ()) -> Board:
        """Read and compile a board file; `boxes` are added where the file has none of that name."""
        return cls.parse(read_text(path), source=str(path), boxes=boxes)

    @classmethod
    def parse(cls, text: str, source: str = "board", boxes: tuple[Box, ...] = ()) -> Board:
        """Compile the text of a board file."""
        return _Reader(text, source, boxes).read()


def _two(text: str, between: str) -> tuple[int, int]:
    """Two numbers of at most three digits each."""
    one, two = (int(word) for word in text.split(between))
    if max(abs(one), abs(two)) > 999:
        raise ValueError(text)
    return one, two


class _Reader:
    """Reads one board file, section by section; every complaint names its line."""

    def __init__(self, text: str, source: str, boxes: tuple[Box, ...]) -> None:
        self.lines = text.splitlines()
        self.boxes = boxes
        self.source = source
        self.at = 0
        self.provenance = "derived"
        self.head: dict[str, str] = {}
        self.maps: list[MapSheet] = []
        self.cell_index: dict[tuple[str, int, int], int] = {}
        self.board: Board | None = None
        self.own_words: dict[tuple[Sort, str], str] = {}
        self.features: dict[int, list[str]] = {}
        self.terrain_of: list[str] = []

    def fail(self, why: str) -> BoardError:
        return BoardError(f"{self.source}, line {self.at}: {why}")

    def read(self) -> Board:
        readers = {
            "board": self._head, "maps": self._map, "hexes": self._hex, "places": self._place,
            "sides": self._side, "areas": self._area, "boxes": self._box, "words": self._word,
        }  # fmt: skip
        reader = None
        for number, raw in enumerate(self.lines, 1):
            self.at = number
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("["):
                found = re.fullmatch(r"\[(\w+)\](?:\s+@(\w+))?", line)
                if not found or found[1] not in readers:
                    raise self.fail(f"unknown section {line!r}")
                if found[1] not in ("board", "maps", "words"):
                    self._begin()
                reader = readers[found[1]]
                self.provenance = self._known(found[2] or "derived")
                continue
            if reader is None:
                raise self.fail("a board begins with [board]")
            reader(line)
        self._begin()
        return self._compile()

    def _known(self, provenance: str) -> str:
        if provenance not in PROVENANCE:
            raise self.fail(f"provenance is one of {', '.join(PROVENANCE)}, not {provenance!r}")
        return provenance

    def _begin(self) -> Board:
        """Head and maps are known: the board proper can start."""
        if self.board is None:
            if "name" not in self.head or not self.maps:
                raise self.fail("[board] with a name and [maps] come first")
            options: dict[str, Any] = self._pairs(self.head.get("grid", "").split())
            if "shifted" in options:
                options["shifted"] = {"even": 0, "odd": 1}.get(options["shifted"], options["shifted"])
            try:
                grid = msgspec.convert(options, Grid)
            except msgspec.ValidationError as error:
                raise self.fail(f"grid: {error}") from None
            self.board = Board(
                self.head["name"], self.head.get("title", self.head["name"]), grid, tuple(self.maps), self.head
            )
            self.board.words = Words(self.own_words)
        return self.board

    def _split(self, line: str) -> tuple[list[str], str, str]:
        """Words, provenance and note of a line: `words ... @printed 4.2 the note`."""
        body, _, tail = line.partition(" @")
        provenance, note = self.provenance, ""
        if tail:
            word, _, note = tail.partition(" ")
            provenance = self._known(word)
        if '"' not in body:
            return body.split(), provenance, note
        if body.count('"') % 2:
            raise self.fail("a quotation mark is not closed")
        return [quoted or bare for quoted, bare in _WORD.findall(body)], provenance, note

    def _pairs(self, words: list[str]) -> dict[str, str]:
        """Words of the form `key=value`."""
        loose = next((word for word in words if "=" not in word), None)
        if loose is not None:
            raise self.fail(f"{loose!r} should read KEY=VALUE")
        return dict(word.split("=", 1) for word in words)

    def _known_word(self, sort: Sort, word: str) -> str:
        try:
            self._begin().words.require(sort, word)
        except BoardError as error:
            raise self.fail(str(error)) from None
        return word

    def _word(self, line: str) -> None:
        """`terrain swamp-forest forest+marsh`: a word of this board, and the mark that stands for it."""
        words = line.split()
        if self.board is not None:
            raise self.fail("[words] come before the hexes")
        if len(words) != 3 or words[0] not in ("terrain", "side", "place", "feature"):
            raise self.fail("a line of words reads: terrain|side|place|feature WORD MARK")
        sort: Sort = words[0]  # type: ignore[assignment]
        try:
            require_mark(sort, words[2])
        except BoardError as error:
            raise self.fail(str(error)) from None
        self.own_words[sort, words[1]] = words[2]

    def _head(self, line: str) -> None:
        key, _, value = line.partition(" ")
        self.head[key] = value.strip().strip('"')

    def _map(self, line: str) -> None:
        words = line.split()
        options = self._pairs(words[1:])
        try:
            columns, rows = (_two(options[key], "-") for key in ("cols", "rows"))
            sheet = MapSheet(words[0], options.get("plane", "main"), columns, rows, _two(options.get("at", "0,0"), ","))
        except (KeyError, ValueError):
            raise self.fail("a map line reads: NAME cols=1-48 rows=1-55 [at=COLUMN,ROW] [plane=NAME]") from None
        self.maps.append(sheet)

    def _sheet_cell(self, name: str) -> tuple[MapSheet, tuple[str, int, int]]:
        board = self._begin()
        sheet_name, _, number = name.rpartition("/")
        try:
            column, row = board.grid.parse(number)
        except ValueError as error:
            raise self.fail(str(error)) from None
        for sheet in self.maps:
            inside = (
                sheet.columns[0] <= column <= sheet.columns[1] and sheet.rows[0] <= row <= sheet.rows[1]
            )
            if inside and sheet_name in ("", sheet.name):
                return sheet, (sheet.plane, column + sheet.offset[0], row + sheet.offset[1])
        raise self.fail(f"hex {name} lies on no map")

    def _at(self, name: str) -> int:
        board = self._begin()
        if name in board.index:
            return board.index[name]
        _, cell = self._sheet_cell(name)
        if cell not in self.cell_index:
            raise self.fail(f"hex {name} is not listed under [hexes]")
        return self.cell_index[cell]

    def _hex(self, line: str) -> None:
        board = self._begin()
        words, provenance, note = self._split(line)
        if len(words) < 2:
            raise self.fail("a hex line reads: HEX TERRAIN [FEATURE ...]")
        _, cell = self._sheet_cell(words[0])
        if cell in self.cell_index:
            raise self.fail(f"hex {words[0]} is listed twice")
        here = len(board.names)
        self.cell_index[cell] = here
        board.names.append(words[0])
        board.cells.append(cell)
        board.index[words[0]] = here
        board.hex_provenance.append(provenance)
        if note:
            board.hex_notes[here] = note
        self.terrain_of.append(self._known_word("terrain", words[1]))
        if len(words) > 2:
            self.features[here] = [self._known_word("feature", word) for word in words[2:]]

    def _place(self, line: str) -> None:
        words, provenance, note = self._split(line)
        if len(words) < 3:
            raise self.fail('a place line reads: HEX KIND "Name" [TAG ...] [lat=.. lon=..]')
        options = dict(word.split("=", 1) for word in words[3:] if "=" in word)
        try:
            latlon = (float(options["lat"]), float(options["lon"])) if "lat" in options and "lon" in options else None
        except ValueError:
            raise self.fail("lat and lon are degrees") from None
        tags = tuple(word for word in words[3:] if not word.startswith(("lat=", "lon=")))
        kind = self._known_word("place", words[1])
        self._begin().places.append(Place(self._at(words[0]), kind, words[2], tags, latlon, provenance, note))

    def _side(self, line: str) -> None:
        words, provenance, note = self._split(line)
        first, bar, second = words[0].partition("|")
        if not bar or len(words) < 2:
            raise self.fail('a side line reads: HEX|HEX KIND ["Name"]')
        pair = self._at(first), self._at(second)
        name = words[2] if len(words) > 2 else ""
        self._begin().sides.append(Side(pair, self._known_word("side", words[1]), name, provenance, note))

    def _area(self, line: str) -> None:
        """`name "Title": hexes`; a later line of the same area adds to it."""
        board = self._begin()
        head, colon, body = line.rpartition(":")
        if not colon or not head.strip():
            raise self.fail('an area line reads: NAME ["Title"]: HEX HEX ...')
        words, provenance, note = self._split(head)
        hexes = tuple(self._at(word) for word in body.split())
        known = board.areas.get(words[0])
        if known:
            board.areas[words[0]] = msgspec.structs.replace(known, hexes=known.hexes + hexes)
        else:
            title = words[1] if len(words) > 1 else words[0]
            board.areas[words[0]] = Area(words[0], title, hexes, provenance, note)

    def _box(self, line: str) -> None:
        words, _, _ = self._split(line)
        title = words[1] if len(words) > 1 else words[0]
        if words[0] in self._begin().index or any(box.name == words[0] for box in self._begin().boxes):
            raise self.fail(f"{words[0]!r} is listed twice")
        self._begin().boxes.append(Box(words[0], title, tuple(words[2:])))

    # ---------------------------------------------------------------- compiling

    def _compile(self) -> Board:
        board = self._begin()
        board.hexes = len(board.names)
        known = {box.name for box in board.boxes}
        board.boxes += [box for box in self.boxes if box.name not in known]
        for box in board.boxes:
            board.index[box.name] = len(board.names)
            board.names.append(box.name)
        board.nodes = len(board.names)
        self._aliases(board)

        board.terrains = sorted(set(self.terrain_of))
        board.features = sorted({f for words in self.features.values() for f in words})
        board.side_kinds = sorted({side.kind for side in board.sides})
        if len(board.terrains) > 200:
            raise self.fail("a board has at most 200 kinds of terrain")
        if max(len(board.features), len(board.side_kinds)) > 32:
            raise self.fail("a board has at most 32 kinds of feature and 32 kinds of hexside")

        board.terrain = np.full(board.nodes, 255, np.uint8)
        code = {terrain: k for k, terrain in enumerate(board.terrains)}
        board.terrain[: board.hexes] = [code[t] for t in self.terrain_of]
        board.feature_bits = np.zeros(board.nodes, np.uint32)
        for hex, words in self.features.items():
            for word in words:
                board.feature_bits[hex] |= np.uint32(1 << board.features.index(word))

        planes = sorted({sheet.plane for sheet in self.maps})
        board.axial = np.array([board.grid.axial(c, r) for _, c, r in board.cells], np.int32).reshape(-1, 2)
        board.plane = np.array([planes.index(p) for p, _, _ in board.cells], np.uint8)
        board.spots = [(plane, q, r) for plane, (q, r) in zip(board.plane.tolist(), board.axial.tolist(), strict=True)]
        self._neighbours(board)

        board.side_bits = np.zeros((board.nodes, 6), np.uint32)
        for side in board.sides:
            a, b = side.hexes
            towards = board.direction(a, b)
            if towards < 0:
                raise self.fail(f"{board.names[a]} and {board.names[b]} do not touch ({side.kind})")
            bit = np.uint32(1 << board.side_kinds.index(side.kind))
            board.side_bits[a, towards] |= bit
            board.side_bits[b, opposite(towards)] |= bit
        return board

    def _neighbours(self, board: Board) -> None:
        board.neighbours = np.full((board.nodes, 6), -1, np.int16)
        lookup = {
            (int(plane), int(q), int(r)): k
            for k, (plane, (q, r)) in enumerate(zip(board.plane, board.axial.tolist(), strict=True))
        }
        dq_dr = [
            np.subtract(board.grid.axial(*board.grid.neighbour(2, 2, d)), board.grid.axial(2, 2)).tolist()
            for d in range(6)
        ]
        for k, (plane, (q, r)) in enumerate(zip(board.plane.tolist(), board.axial.tolist(), strict=True)):
            for d, (dq, dr) in enumerate(dq_dr):
                board.neighbours[k, d] = lookup.get((plane, q + dq, r + dr), -1)
        board.rows = board.neighbours.tolist()
        board.around = [tuple(n for n in row if n >= 0) for row in board.rows]

    def _aliases(self, board: Board) -> None:
        """A hex on the overlap of two maps answers to both its numbers."""
        if len(self.maps) == 1:
            sheet = self.maps[0]
            for k in range(board.hexes):
                board.index.setdefault(f"{sheet.name}/{board.names[k]}", k)
            return
        for sheet in self.maps:
            for column in range(sheet.columns[0], sheet.columns[1] + 1):
                for row in range(sheet.rows[0], sheet.rows[1] + 1):
                    cell = (sheet.plane, column + sheet.offset[0], row + sheet.offset[1])
                    if cell in self.cell_index:
                        board.index.setdefault(f"{sheet.name}/{board.grid.name(column, row)}", self.cell_index[cell])
