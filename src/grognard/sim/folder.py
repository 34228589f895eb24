"""A run on disk: a folder with plain tables, written game by game, that can be taken up again where it was broken off.

| file | a row per | what |
|---|---|---|
| `run.json` | | what is played, so that nothing else is ever added to it |
| `games.jsonl` | game | the whole report, the source of all other files |
| `games.csv` | game | winner, rule, turn, commands, what failed |
| `turns.csv` | game, turn and side | hexes, units, steps, units gone, places, hexes at the front, points |
| `places.csv` | game, turn and place | who holds it |
| `blunders.csv` | game, turn, seat and kind | how often, if they were counted (`--blunders`) |
| `times.csv` | game, turn and seat | processor time: the one file that differs from run to run |

With `--parquet` the same tables are written as Parquet, too, which needs the extra `grognard[tables]`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from ..core.errors import GrognardError
from .lines import Lines
from .records import Report

T = TypeVar("T")
NO_PARQUET = "Parquet needs pyarrow: install grognard[tables]"
Row = dict[str, str | int | float]


class Run(msgspec.Struct, frozen=True):
    """What is played."""

    game: str
    seed: str
    players: dict[str, str]
    scenario: str = ""
    seating: str = ""
    data: str = ""
    set: int = 0  #: of our data; 0 in runs that were kept before sets were named


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path, run: Run) -> None:
        self.path, self.run = path, run
        self._lines = begun(path, run, "games", Report)

    @property
    def reports(self) -> list[Report]:
        """All games that are kept."""
        return self._lines.kept

    def add(self, report: Report) -> None:
        """Keep a game, at once and for good."""
        self._lines.add(report)

    def tables(self, parquet: bool = False) -> None:
        """Write the tables of all games so far."""
        for name, rows in tables(self.reports).items():
            try:
                _write(self.path / f"{name}.csv", rows)
            except OSError as error:
                raise GrognardError(f"{self.path / name}.csv cannot be written: {error.strerror or error}") from error
            if parquet:
                _write_parquet(self.path / f"{name}.parquet", rows)


def begun(path: Path, run: Run, name: str, cls: type[T]) -> Lines[T]:
    """The folder of a run, made or taken up again: what is kept in it. That of another run is refused."""
    manifest = path / "run.json"
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not manifest.exists():
            manifest.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=2) + b"\n")
        before = msgspec.json.decode(manifest.read_bytes(), type=Run)
        if before != run:
            raise GrognardError(f"{path} holds another run ({before.game}, seed {before.seed}): name another folder")
        return Lines(path / f"{name}.jsonl", cls, name)
    except msgspec.DecodeError as error:
        raise GrognardError(f"{manifest} is no description of a run: {error}") from None
    except OSError as error:
        raise GrognardError(f"{path} cannot be used: {error.strerror or error}") from error


def read_folder(path: Path) -> tuple[Run, list[Report]]:
    """A run that was kept before."""
    try:
        run = msgspec.json.decode((path / "run.json").read_bytes(), type=Run)
        return run, Lines(path / "games.jsonl", Report, "games").kept
    except OSError as error:
        raise GrognardError(f"{path} holds no run: {error.strerror or error}") from None
    except msgspec.DecodeError as error:
        raise GrognardError(f"{path / 'run.json'} is no description of a run: {error}") from None


# ---------------------------------------------------------------- tables


def tables(reports: Iterable[Report]) -> dict[str, list[Row]]:
    """The reports as plain tables."""
    reports = list(reports)
    return {
        "games": [*_games(reports)], "turns": [*_turns(reports)], "places": [*_places(reports)], "times": [*_times(reports)],
        "blunders": [*_blunders(reports)],
    }  # fmt: skip


def _games(reports: list[Report]) -> Iterator[Row]:
    for number, report in enumerate(reports):
        yield {
            "game": number, "seed": report.seed, "winner": report.winner or "", "rule": report.reason, "turn": report.turn,
            "commands": report.commands, "why": report.why, "failed": report.failed,
        }  # fmt: skip


def _turns(reports: list[Report]) -> Iterator[Row]:
    for number, report in enumerate(reports):
        for turn in report.turns:
            for row in turn.sides:
                points = turn.points.get(row.side) or turn.points.get(row.side.capitalize()) or 0
                sizes = "; ".join(f"{size} {count}" for size, count in row.sizes.items())
                figures = msgspec.structs.asdict(row) | {"sizes": sizes}
                yield {"game": number, "turn": turn.turn, "name": turn.name, **figures, "points": points}


def _places(reports: list[Report]) -> Iterator[Row]:
    for number, report in enumerate(reports):
        for turn in report.turns:
            for place, side in turn.places.items():
                yield {"game": number, "turn": turn.turn, "place": place, "side": side}


def _blunders(reports: list[Report]) -> Iterator[Row]:
    for number, report in enumerate(reports):
        for one in report.blunders:
            yield {"game": number, **msgspec.structs.asdict(one)}


def _times(reports: list[Report]) -> Iterator[Row]:
    for number, report in enumerate(reports):
        whole = [(0, report.seconds)]  # games that were kept before turns were timed
        turns = [(row.turn, times) for row, times in zip(report.turns, report.times, strict=True)] if report.times else whole
        for turn, times in turns:
            for seat, seconds in times.items():
                yield {"game": number, "turn": turn, "seat": seat, "player": report.players[seat], "seconds": round(seconds, 4)}


def _write(path: Path, rows: list[Row]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        if rows:
            writer = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def _write_parquet(path: Path, rows: list[Row]) -> None:
    try:
        from pyarrow import Table
        from pyarrow.parquet import write_table
    except ImportError:
        raise GrognardError(NO_PARQUET) from None
    try:
        write_table(Table.from_pylist(rows), path)
    except OSError as error:
        raise GrognardError(f"{path} cannot be written: {error}") from error
