"""`grognard review`: a game from its end, in numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Data, Json, print_json
from .files import File, opened

if TYPE_CHECKING:
    from ..story import Review


def register(app: typer.Typer) -> None:
    app.command("review")(review)


def review(
    file: File,
    json: Json = False,
    data: Data = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the JSON into a file.", metavar="FILE")] = None,
) -> None:
    """Say what a finished game turned on: winning chances per player turn, decisions, dice and the unknown.

    Example: grognard review game.txt
    """
    import msgspec

    from ..core.files import write_text
    from ..judge import reviewed

    match = opened(file, data)
    shows = not json and sys.stderr.isatty()
    found = reviewed(match, None, _progress if shows else None)
    if output is not None:
        write_text(output, msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    if json:
        print_json(found)
    else:
        _print(found)


def _progress(done: int, whole: int) -> None:
    sys.stderr.write(f"\r{done} of {whole} player turns" + ("\n" if done == whole else ""))
    sys.stderr.flush()


def _print(found: Review) -> None:
    typer.echo(found.sentence or "The game is not over: its chances are weighed when it is.")
    if found.moves:
        typer.echo(f"Chances are those of the side that moves, in percent, by {found.basis}.\n")
        typer.echo(f"{'turn':<22} {'side':<13} before  after  decision   dice  unknown  rest  error")
        for move in found.moves:
            parts = [100 * part for part in (move.decision, move.dice, move.unknown, move.rest)]
            name = f"{move.turn} {move.name}"[:22]
            figures = "{:+9.1f} {:+6.1f} {:+8.1f} {:+5.1f}".format(*[part if abs(part) >= 0.05 else 0.0 for part in parts])
            chances = f"{100 * move.chance:6.1f} {100 * move.after:6.1f}"
            typer.echo(f"{name:<22} {move.side:<13} {chances} {figures} {100 * move.error:6.1f}")
    for move in found.moves:
        if move.why:
            sure = f"before and unknown are sure to {100 * move.error:.1f} points only"
            typer.echo(f"Turn {move.turn}, {move.side}: {sure}, since {move.why}.")
    if found.points:
        typer.echo("\nWhat it turned on")
        for point in found.points:
            typer.echo(f"  Turn {point.turn}, after command {point.at}: {point.title}. {point.text}")
            for line in point.plan:
                typer.echo(f"      {line}")
