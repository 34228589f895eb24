"""Short scenarios of our own, cut from the campaign: each a file of `data/scenarios` with area, units, turns and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np

from ...core.board import Board, Mask
from ...core.data import DataFiles
from ...core.errors import BadFile
from ...core.files import read_csv, read_toml
from .aircraft import FORCES
from .material import OWN_FILES, Material

NETS = ("soviet", "german", "finnish")  #: rail nets, in the order of their numbers
FOLDER = "scenarios"  #: within a folder of data files
_RUN = re.compile(r"(\d[AB])/(\d\d)(\d\d)(?:-(\d\d))?")


class Entry(msgspec.Struct, frozen=True):
    """Units that come in over an edge: all of a group, or those named."""

    turn: int
    hexes: str
    group: str = ""
    units: tuple[str, ...] = ()


class Leave(msgspec.Struct, frozen=True):
    """Units that other fronts call away: so many of those named that are on the map and not isolated."""

    turn: int
    units: tuple[str, ...]
    number: int


class Flight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change in the air: a force gets or loses group allowance, and the air units named become available."""

    turn: int
    force: str
    allowance: int
    units: tuple[str, ...] = ()


class City(msgspec.Struct, frozen=True):
    """A city that counts whole or by its hexes, and for being cut off."""

    hexes: str
    whole: int
    hex: int
    cut_off: int


class Divisions(msgspec.Struct, frozen=True):
    """A point for so many Soviet divisions dead beyond the first ones."""

    after: int
    per: int
    isolated: bool = False  #: those that are isolated on the map count too
    until: int = 0  #: they are counted at the end of this turn and no more after it; 0: at the end


class Losses(msgspec.Struct, frozen=True):
    """Axis divisions of a kind, each of which costs a point when it is dead, or (`reduced`) no more than a cadre."""

    of: str = "mobile"  #: mobile, panzer, all
    reduced: bool = True
    nations: tuple[str, ...] = ("german",)
    free: int = 0  #: so many cost nothing: those that begin as cadres


class Line(msgspec.Struct, frozen=True):
    """A railway for which the Axis is given points while a hex of it is Axis or broken."""

    hexes: str
    points: int


class Guard(msgspec.Struct, frozen=True):
    """Hexes in which the Soviets keep so many equivalents together from a turn on, or the Axis is given points."""

    hexes: str
    size: int
    first: int
    points: int


class Conditions(msgspec.Struct, frozen=True):
    """What the Axis is given points for."""

    places: dict[str, int]  #: hex -> points
    levels: tuple[tuple[int, str], ...]  #: from so many points upwards; the best first
    history: int | None = None  #: what history scores, where it is known
    strength: int = 0  #: a point for so much Soviet attack strength dead or isolated; 0 for none
    city: City | None = None
    divisions: Divisions | None = None
    losses: Losses = Losses()
    line: Line | None = None
    guard: Guard | None = None
    lost: dict[str, int] = {}  #: hex -> points that the Axis loses when the Soviets hold it
    capital: int = 0  #: for a Soviet capital that has moved
    scored: tuple[int, ...] = ()  #: turns before the last at whose end places are counted as well


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position in which a scenario begins that is not deployed by the orders of battle; its units are in a table of the
    same name."""

    axis: str = ""  #: hexes beyond its frontier that the Axis holds
    soviet: str = ""  #: the same for the Soviets
    regauged: str = ""  #: hexes whose railways have changed their gauge
    broken: str = ""  #: and those whose railways are broken
    built: str = ""  #: hexes of the new line (7.D), where it has been opened
    forts: str = ""
    airfields: str = ""  #: permanent ones
    temporary: str = ""
    resources: dict[str, int] = {}  #: resource points
    allowance: dict[str, int] = {}  #: group allowances, by force
    weather: tuple[str, str, str, str] = ("clear", "clear", "clear", "clear")  #: of the turn before the first


class Piece(msgspec.Struct, frozen=True):
    """A unit of a starting position: in a hex, or in the box of the turn on which it comes."""

    unit: str
    place: str
    state: str = ""  #: words: cadre, inoperative, reserve, unsupplied=2 ...
    note: str = ""


class ShortScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is written."""

    title: str
    summary: str
    first: int
    last: int
    hexes: str
    groups: tuple[str, ...]
    axis_sources: str
    soviet_sources: str
    victory: Conditions
    weather: str = ""  #: this weather everywhere, without a die; several words: turn by turn
    replacements: bool = True
    air: dict[str, int] = {}
    squadrons: tuple[str, ...] = ()  #: air units that are among them in any case
    flights: tuple[Flight, ...] | None = None  #: what changes in the air; if nothing is said, all that changes in the campaign
    axis_exits: str = ""  #: hexes from which the Axis may leave the area for good
    soviet_exits: str = ""  #: and the Soviets
    rail: dict[str, int] = {}  #: rail net -> its capacity is divided by so much, rounded up
    without: tuple[str, ...] = ()
    arrive: tuple[str, ...] = ()  #: reinforcements that come as in the campaign, by the words for their places
    enter: tuple[Entry, ...] = ()
    leave: tuple[Leave, ...] = ()
    start: Start | None = None


class Cut:
    """A scenario on a board."""

    def __init__(self, name: str, said: ShortScenario, board: Board, pieces: tuple[Piece, ...] = ()) -> None:
        self.name, self.said, self.pieces = name, said, pieces
        self.area: Mask = hexes_in(board, said.hexes)
        self.area[board.hexes :] = True
        self.outside: Mask = ~self.area
        self.sources = tuple(hexes_in(board, text) for text in (said.axis_sources, said.soviet_sources))
        self.exits = tuple(hexes_in(board, text) for text in (said.axis_exits, said.soviet_exits))
        self.places = {board.node(hex): points for hex, points in said.victory.places.items()}


def expand(text: str) -> list[str]:
    """`1B/2528-32 1B/2710` as single hexes."""
    found = []
    for run in _RUN.finditer(text):
        sheet, row, first, last = run.groups()
        found += [f"{sheet}/{row}{column:02d}" for column in range(int(first), int(last or first) + 1)]
    return found


def contract(names: Iterable[str]) -> str:
    """Single hexes as runs, a line per row: the other way round."""
    rows: dict[str, list[int]] = {}
    for name in sorted(names):
        rows.setdefault(name[:5], []).append(int(name[5:]))
    return "\n".join(" ".join(_runs(row, columns)) for row, columns in rows.items())


def _runs(row: str, columns: list[int]) -> Iterator[str]:
    while columns:
        run = [columns.pop(0)]
        while columns and columns[0] == run[-1] + 1:
            run.append(columns.pop(0))
        yield f"{row}{run[0]:02d}" + (f"-{run[-1]:02d}" if len(run) > 1 else "")


def hexes_in(board: Board, text: str) -> Mask:
    """The hexes that runs name."""
    found: Mask = np.zeros(board.nodes, np.bool_)
    found[[board.node(hex) for hex in expand(text)]] = True
    return found


# ---------------------------------------------------------------- files


def paths(files: DataFiles = OWN_FILES) -> dict[str, Path]:
    """The files of all scenarios, by name; an owner's own come first."""
    folders = [folder / FOLDER for folder in reversed(files.folders)]
    return dict(sorted({path.stem: path for folder in folders for path in folder.glob("*.toml")}.items()))


def names(files: DataFiles = OWN_FILES) -> list[str]:
    return list(paths(files))


def read(name: str, files: DataFiles = OWN_FILES) -> ShortScenario:
    """What a file says."""
    path = paths(files)[name]
    try:
        return msgspec.convert(read_toml(path), ShortScenario)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: this is no scenario: {error}") from None


def pieces(name: str, files: DataFiles = OWN_FILES) -> tuple[Piece, ...]:
    """The units of its starting position, where it has one."""
    path = paths(files)[name].with_suffix(".csv")
    return tuple(Piece(**row) for _, row in read_csv(path)) if path.exists() else ()


def every(files: DataFiles = OWN_FILES) -> list[tuple[str, ShortScenario]]:
    """All of them, by name."""
    return [(name, read(name, files)) for name in names(files)]


def _slips(game: Material, said: ShortScenario) -> Iterator[str]:
    """What is wrong with the names of air units, forces and rail nets."""
    for flight in said.flights or ():
        if flight.force not in FORCES:
            yield f"there is no air force {flight.force!r}: {', '.join(FORCES)}"
        yield from (f"there is no air unit {unit!r}" for unit in flight.units if not _is_air(game, unit))
    yield from (f"there is no air unit {unit!r}" for unit in said.squadrons if not _is_air(game, unit))
    for net, part in said.rail.items():
        if net not in NETS or part < 1:
            yield f"rail is a net ({', '.join(NETS)}) and by how much its capacity is divided, not {net} = {part}"


def require_sound(game: Material, found: Cut) -> None:
    """Before a match begins: all that a file names is there."""
    for wrong in _slips(game, found.said):
        raise BadFile(f"{paths(game.files)[found.name]}: {wrong}")


def _is_air(game: Material, handle: str) -> bool:
    return handle in game.handles and bool(game.is_air[game.handles[handle]])


def cut(game: Material, name: str) -> Cut:
    """A scenario on the board of a game."""
    key = "scenario", name
    if key not in game.kept:
        game.kept[key] = Cut(name, read(name, game.files), game.board, pieces(name, game.files))
    found: Cut = game.kept[key]
    return found


__all__ = ["Cut", "ShortScenario", "cut", "names", "read"]
