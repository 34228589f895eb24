"""`grognard simulate`, `duel` and `report`: many games of computer against computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import GrognardError
from .common import Data, DataSet, Game, Json, pair_of, print_json

if TYPE_CHECKING:
    from ..sim import Report

Seed = Annotated[int, typer.Option(help="Seed of the series; the same seed gives the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Processes to use.", min=1)]
ScenarioName = Annotated[str | None, typer.Option(help="A scenario of the game.")]
SeatingName = Annotated[str | None, typer.Option(help="A seating of the game.")]


def register(app: typer.Typer) -> None:
    app.command("simulate")(simulate)
    app.command("duel")(duel)
    app.command("levels")(levels)
    app.command("report")(report)


def simulate(
    game: Game,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 10,
    seed: Seed = 1,
    jobs: Jobs = 1,
    scenario: ScenarioName = None,
    seats: SeatingName = None,
    player: Annotated[list[str] | None, typer.Option(help="SEAT=PLAYER, e.g. soviet=recruit; may be repeated.")] = None,
    data: Data = None,
    data_set: DataSet = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Keep the run here, or go on with it.", metavar="DIR")] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Tables as Parquet, too (needs grognard[tables]).")] = False,
    ray: Annotated[str | None, typer.Option("--ray", help="Address of a Ray cluster, or `local`.", metavar="ADDRESS")] = None,
    blunders: Annotated[bool, typer.Option("--blunders", help="Count what a wargamer laughs at.")] = False,
    json: Json = False,
) -> None:
    """Let the computer play against itself.

    Example: grognard simulate drive-on-moscow --games 20 --jobs 2 --out runs/moscow
    """
    from importlib.util import find_spec

    from ..games import load_game
    from ..sim import seated, statistics
    from ..sim import simulate as run
    from ..sim.folder import NO_PARQUET, Folder, Run
    from ..sim.summary import blundered

    loaded = load_game(game, data, data_set)
    known = loaded.roster(seats).seats
    players = {}
    for entry in player or []:
        seat, level = pair_of("--player", f"SEAT=PLAYER with a seat of {', '.join(known)}", entry)
        players[seat] = level
    if parquet and out is None:
        raise GrognardError("--parquet needs a folder: --out DIR")
    if parquet and find_spec("pyarrow") is None:
        raise GrognardError(NO_PARQUET)
    everybody = seated(game, players, scenario, seats, data, data_set)
    played = Run(game, str(seed), everybody, scenario or "", seats or "", data or "", loaded.data_set)
    kept = Folder(Path(out), played) if out else None
    start = len(kept.reports) if kept else 0
    before: list[Report] = list(kept.reports) if kept else []

    def play_all(advance: Callable[[], None] = lambda: None) -> list[Report]:
        def note(one: Report) -> None:
            if kept:
                kept.add(one)
            advance()

        return before[:games] + run(game, games, seed, jobs, players, scenario, note, seats, data, start, ray, blunders, data_set)

    if json:
        results = play_all()
    else:
        from rich.progress import Progress

        with Progress(transient=True) as progress:
            task = progress.add_task(f"{game}", total=games, completed=min(start, games))
            results = play_all(advance=lambda: progress.advance(task))
    if kept:
        kept.tables(parquet)
    if json:
        print_json({"games": [_timeless(result) for result in results]})
        return
    typer.echo(f"data set {loaded.data_set}")
    for result in results:
        failed = f" ({result.failed})" if result.failed else ""
        typer.echo(f"seed {result.seed}: {result.winner} on turn {result.turn} [{result.reason}]{failed}")
    for key, value in statistics(results).items():
        typer.echo(f"{key}: {value}")
    for who, kinds in blundered(results).items():
        typer.echo(f"blunders per game of {who}: {', '.join(f'{kind} {count:g}' for kind, count in kinds.items())}")


def _timeless(report: Report) -> dict[str, Any]:
    """A report without the time it took, which differs from run to run."""
    from msgspec.structs import asdict

    from ..sim.records import TIMES

    return {name: value for name, value in asdict(report).items() if name not in TIMES}


def duel(
    game: Game,
    first: Annotated[str, typer.Argument(help="A player: a level, an installed player, run:PROGRAM; ~5 makes it weaker.")],
    second: Annotated[str, typer.Argument(help="The other player.")],
    pairs: Annotated[int, typer.Option("--pairs", "-n", help="At most so many pairs of games.", min=1)] = 400,
    seed: Seed = 1,
    jobs: Jobs = 1,
    scenario: ScenarioName = None,
    seats: SeatingName = None,
    data: Data = None,
    data_set: DataSet = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Keep the pairs here, or go on.", metavar="DIR")] = None,
    json: Json = False,
) -> None:
    """Two players against each other, seats exchanged, until it is clear who is stronger.

    Example: grognard duel typhoon-1941 officer recruit --pairs 20
    """
    from ..games import load_game
    from ..sim.duel import duel as fight

    keep = Path(out) if out else None
    if json:
        found = fight(game, first, second, most=pairs, seed=seed, jobs=jobs, scenario=scenario, seating=seats, data=data,
                      data_set=data_set, keep=keep)  # fmt: skip
        print_json(found)
        return
    from rich.progress import Progress

    with Progress(transient=True) as progress:
        task = progress.add_task(f"{first} : {second}", total=pairs)
        found = fight(game, first, second, most=pairs, seed=seed, jobs=jobs, scenario=scenario, seating=seats, data=data,
                      data_set=data_set, keep=keep, progress=lambda _: progress.advance(task))  # fmt: skip
    weighed = found.strength
    typer.echo(f"{found.verdict} ({weighed.pairs} pairs, data set {load_game(game, data, data_set).data_set})")
    range_of = f"[{weighed.low:+.0f}, {weighed.high:+.0f}]"
    typer.echo(f"{first} has {100 * weighed.share:.1f} points in a hundred: {weighed.elo:+.0f} Elo {range_of}")
    for seat, (points, games) in found.by_seat.items():
        typer.echo(f"  as {seat}: {points:g} of {games}")
    for name, seconds in zip(found.players, found.seconds_per_turn, strict=True):
        typer.echo(f"  {name}: {seconds:.3f} s per turn")
    for pair in found.pairs:
        for one in pair.games:
            if one.failed:
                typer.echo(f"  pair {pair.number}: {one.failed}")


def levels(game: Game, json: Json = False) -> None:
    """The levels of a game's computer players, the weakest first, each with a sentence.

    Example: grognard levels typhoon-1941
    """
    from ..ai import LEVELS, usual
    from ..ai import levels as of

    if json:
        print_json({"usual": usual(game), "levels": {level: LEVELS[level] for level in of(game)}})
        return
    for level in of(game):
        typer.echo(f"{level:8} {LEVELS[level]}{' (usual)' if level == usual(game) else ''}")


def report(
    folder: Annotated[str, typer.Argument(help="Folder of a run (`grognard simulate --out`).", metavar="DIR")],
    out: Annotated[str, typer.Option("--out", "-o", help="The page to write.", metavar="FILE")] = "report.html",
    history: Annotated[str | None, typer.Option(help="Folder with cities.csv, to lay dates beside.", metavar="DIR")] = None,
) -> None:
    """A page with plots of a run: who wins, losses, places, who holds which hex.

    Example: grognard report runs/moscow -o moscow.html
    """
    from ..sim.folder import read_folder
    from ..sim.page import page

    run, reports = read_folder(Path(folder))
    if not reports:
        raise GrognardError(f"{folder} holds no finished game")
    text = page(run, reports, Path(history) if history else None)
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise GrognardError(f"{out} cannot be written: {error.strerror or error}") from error
    typer.echo(f"{out}: {len(reports)} games")
