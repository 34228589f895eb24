"""`grognard simulate`: many games of computer against computer."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import Game, Json, pair_of, print_json


def register(app: typer.Typer) -> None:
    app.command("simulate")(simulate)


def simulate(
    game: Game,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="Seed of the series; the same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Processes to use.", min=1)] = 1,
    scenario: Annotated[str | None, typer.Option(help="A scenario of the game.")] = None,
    seats: Annotated[str | None, typer.Option(help="A seating of the game.")] = None,
    player: Annotated[list[str] | None, typer.Option(help="SEAT=LEVEL, e.g. soviet=random; may be repeated.")] = None,
    json: Json = False,
) -> None:
    """Let the computer play against itself.

    Example: grognard simulate drive-on-moscow --games 20 --jobs 2
    """
    from ..games import load_game
    from ..sim import simulate as run
    from ..sim import statistics

    known = load_game(game).roster(seats).seats
    players = {}
    for entry in player or []:
        seat, level = pair_of("--player", f"SEAT=LEVEL with a seat of {', '.join(known)}", entry)
        players[seat] = level
    if json:
        print_json({"games": run(game, games, seed, jobs, players, scenario, seating=seats)})
        return
    from rich.progress import Progress

    with Progress(transient=True) as progress:
        task = progress.add_task(f"{game}", total=games)
        results = run(game, games, seed, jobs, players, scenario, lambda *_: progress.advance(task), seats)
    for result in results:
        typer.echo(f"seed {result['seed']}: {result['winner']} on turn {result['turn']} [{result['reason']}]")
    for key, value in statistics(results).items():
        typer.echo(f"{key}: {value}")
