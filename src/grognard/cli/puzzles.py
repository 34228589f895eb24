"""`grognard puzzles`: what there is, and who solves how many."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Json, print_json

if TYPE_CHECKING:
    from ..sim.attempts import Attempt


def register(app: typer.Typer) -> None:
    app.command("puzzles")(puzzles)


def puzzles(
    game: Annotated[str | None, typer.Argument(help="A game; all of them if none is named.", metavar="[GAME]")] = None,
    player: Annotated[
        str | None, typer.Option("--player", "-p", help="Who is to solve them: standard, random, run:PROGRAM ...")
    ] = None,
    only: Annotated[str | None, typer.Option("--only", help="One puzzle, by its name.", metavar="NAME")] = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Keep attempts here, or go on with it.", metavar="FILE")] = None,
    json: Json = False,
) -> None:
    """List the puzzles, or let a player try them: solved of all.

    Example: grognard puzzles drive-on-moscow --player standard --out attempts.jsonl
    """
    from ..games import GAMES, module_of
    from ..puzzles import puzzles as of

    if game is not None:
        module_of(game)
    chosen = [(slug, name) for slug in ([game] if game else GAMES) for name in of(slug) if only in (None, name)]
    if player is None:
        _list(chosen, json)
        return
    from ..sim.attempts import able, attempts

    found, who = [], player.removeprefix("computer:")
    if game is None:  # a level that some games have not
        chosen = [(slug, name) for slug, name in chosen if able(slug, who)]
    for one in attempts(chosen, who, Path(out) if out else None):
        found.append(one)
        if not json:
            failed = f"  {one.failed}" if one.failed else ""
            typer.echo(f"{'solved' if one.solved else '-':7} {one.game:16} {one.puzzle:24} {one.theme}{failed}")
    if json:
        print_json({"solved": sum(one.solved for one in found), "of": len(found), "attempts": found})
    else:
        _tell(found)


def _list(chosen: list[tuple[str, str]], json: bool) -> None:
    from ..puzzles import puzzles as of

    rows = []
    for slug, name in chosen:
        one = of(slug)[name]
        rows.append({"game": slug, "name": name, "theme": one.theme, "level": one.level, "seat": one.seat, "task": one.task})
        if not json:
            typer.echo(f"{slug:16} {name:24} {one.theme:12} {'*' * one.level:4} {one.seat}: {one.task}")
    if json:
        print_json({"puzzles": rows})


def _tell(found: list[Attempt]) -> None:
    """How many, in all and by theme."""
    typer.echo(f"{sum(one.solved for one in found)} of {len(found)} solved")
    all_of = Counter(one.theme for one in found)
    solved = Counter(one.theme for one in found if one.solved)
    typer.echo(", ".join(f"{theme} {solved[theme]}/{count}" for theme, count in all_of.items()))
