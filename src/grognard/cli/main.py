"""The `grognard` command. Heavy modules are imported only by the commands that need them."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from .. import __version__
from . import admin, boards, cases, data, files, play, puzzles, review, rules, scenarios, serve, simulate
from .common import Boundary, Json, print_json

app = typer.Typer(
    cls=Boundary,
    help="Table, referee and opponent for hex-and-counter wargames.\n\nWithout a command the table opens in your browser.",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    for stream in (sys.stdin, sys.stdout):  # a letter that the other end cannot say must not end the program
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if version:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.serve(open_browser=True)


@app.command()
def games(json: Json = False) -> None:
    """List the games.

    Example: grognard games
    """
    from ..games import GAMES

    rows = [{"game": slug, "title": title, "playable": playable} for slug, (_, title, playable) in GAMES.items()]
    if json:
        print_json({"games": rows})
        return
    for row in rows:
        typer.echo(f"{row['game']:18} {row['title']:22} {'ready to play' if row['playable'] else 'board only'}")


app.add_typer(admin.app, name="admin")
app.add_typer(boards.app, name="board")
app.add_typer(cases.app, name="case")
app.add_typer(data.app, name="data")
app.add_typer(scenarios.app, name="scenario")
for _module in (play, files, review, rules, simulate, puzzles, serve):
    _module.register(app)
