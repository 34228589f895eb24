"""The `grognard` command. Heavy modules are imported only by the commands that need them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from .. import __version__

#: Exit codes: 1 something failed (a case, a fact, a verification), 2 bad usage or bad input, 3 refused by a rule.
FAILED, BAD_INPUT, REFUSED = 1, 2, 3

app = typer.Typer(
    help="Table, referee and opponent for hex-and-counter wargames.\n\nWithout a command the table opens in your browser.",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

F = TypeVar("F", bound=Callable[..., Any])

Game = Annotated[str, typer.Argument(help="A game, by its short name (see `grognard games`).", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Data = Annotated[str | None, typer.Option("--data", help="Folder with your own data files (see `grognard data init`).", metavar="DIR")]


def fail(text: str, code: int = BAD_INPUT) -> typer.Exit:
    """Say what is wrong on standard error, and leave with a code."""
    typer.echo(f"grognard: {text}", err=True)
    return typer.Exit(code)


def guarded(command: F) -> F:
    """Turn refusals into one clear line and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        from ..core.errors import BadCommand, GrognardError, Illegal

        try:
            return command(*args, **kwargs)
        except BadCommand as refusal:
            raise fail(str(refusal)) from None
        except Illegal as refusal:
            raise fail(f"refused: {refusal}", REFUSED) from None
        except (GrognardError, OSError) as error:
            raise fail(str(error)) from None

    return run  # type: ignore[return-value]


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    if version:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from .serve import serve

        serve(open_browser=True)


@app.command()
@guarded
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


def print_json(data: Any) -> None:
    """Data for programs, on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def _register() -> None:
    """Each module adds its commands to `app`."""
    from . import boards, cases, data, files, play, rules, serve, simulate

    app.add_typer(boards.app, name="board")
    app.add_typer(cases.app, name="case")
    app.add_typer(data.app, name="data")
    for module in (play, files, rules, simulate):
        module.register(app)
    app.command("serve")(serve.serve_command)


_register()

if __name__ == "__main__":
    app()
