"""`grognard play`: the table in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import Data, DataSet, Game


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: Game,
    scenario: Annotated[str | None, typer.Option(help="A scenario of the game.")] = None,
    seat: Annotated[str | None, typer.Option(help="Your seat; without it you play all seats.")] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where: a seating of the game.")] = None,
    level: Annotated[str | None, typer.Option(help="Strength of the computer: recruit, officer, general.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the dice.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Go on with a saved match.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, in words: for screen readers and scripts.")] = False,
    data: Data = None,
    data_set: DataSet = None,
) -> None:
    """Play in the terminal: full screen, or line by line with --plain.

    Example: grognard play drive-on-moscow --scenario historical --seat german
    """
    import grognard

    from ..core.errors import GrognardError
    from ..terminal.session import Session
    from .files import load_match

    if file is None:
        match = grognard.new(game, scenario, None, seed, seating=seats, data=data, data_set=data_set)
    elif scenario is not None or seed is not None or seats is not None:
        raise GrognardError("a saved match has its scenario, seats and seed: leave --scenario, --seats and --seed out")
    elif data_set is not None:
        raise GrognardError("a saved match keeps the set of data it began with: leave --set out")
    else:
        match = load_match(file, game, data)
    computers = {}
    if seat is not None:
        match.roster.number(seat)
        computers = {other: level for other in match.seats if other != seat}
    session = Session(match, computers)
    if plain or not sys.stdout.isatty():
        from ..terminal.plain import run

        run(session)
    else:
        from ..terminal.app import TableApp

        TableApp(session).run()
