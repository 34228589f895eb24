"""What the modules of the command line share."""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..core.errors import BadCommand, GrognardError, Illegal

#: Exit codes: 1 something failed (a case, a fact, a verification), 2 bad usage or bad input, 3 refused by a rule.
FAILED, BAD_INPUT, REFUSED = 1, 2, 3

Game = Annotated[str, typer.Argument(help="A game, by its short name (see `grognard games`).", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Data = Annotated[
    str | None, typer.Option("--data", help="Folder with your own data files (see `grognard data init`).", metavar="DIR")
]
DataSet = Annotated[
    int | None, typer.Option("--set", help="Set of our data, by its number; the newest without it.", metavar="N", min=1)
]


class Boundary(TyperGroup):
    """The one place where what we refuse becomes one sentence and an exit code. Everything else that is raised is a fault of
    ours and stays visible as one."""

    def invoke(self, ctx: Any) -> Any:
        try:
            found = super().invoke(ctx)
            sys.stdout.flush()
            return found
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to be said goes nowhere
            typer.echo(f"grognard: the output cannot be written: {error.strerror}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except GrognardError as error:
            by_rule = isinstance(error, Illegal) and not isinstance(error, BadCommand)
            typer.echo(f"grognard: {'refused: ' if by_rule else ''}{_sentence(error)}", err=True)
            raise typer.Exit(REFUSED if by_rule else BAD_INPUT) from None


def _sentence(error: GrognardError) -> str:
    """On one line, and such that every terminal can show it."""
    return " ".join(str(error).split()).encode("utf-8", "backslashreplace").decode()


def pair_of(option: str, form: str, text: str) -> tuple[str, str]:
    """The two halves of an option such as `--option NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise GrognardError(f"{option} takes {form}, not {text!r}")
    return name, value


def print_json(data: Any) -> None:
    """Data for programs, on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
