"""What the modules of the command line share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

#: Exit codes: 1 something failed (a case, a fact, a verification), 2 bad usage or bad input, 3 refused by a rule.
FAILED, BAD_INPUT, REFUSED = 1, 2, 3

F = TypeVar("F", bound=Callable[..., Any])

Game = Annotated[str, typer.Argument(help="A game, by its short name (see `grognard games`).", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Data = Annotated[
    str | None, typer.Option("--data", help="Folder with your own data files (see `grognard data init`).", metavar="DIR")
]


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


def print_json(data: Any) -> None:
    """Data for programs, on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
