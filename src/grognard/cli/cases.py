"""`grognard case`: run rule cases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import FAILED, Json, print_json

app = typer.Typer(help="Rule cases: positions, dice, commands and what must come of them.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Rule cases."""


@app.command("run")
def run(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.", metavar="PATH...")],
    json: Json = False,
) -> None:
    """Run cases; one line each, and a count at the end.

    Example: grognard case run src/grognard/games/drive_on_moscow/cases
    """
    from ..core.cases import find
    from ..core.cases import run as run_case

    results = []
    for file, case in find(paths):
        result = run_case(file, case)
        results.append(result)
        if not json:
            typer.echo(f"{'ok  ' if result.passed else 'FAIL'} {file}::{result.name}")
            for fault in result.faults:
                typer.echo(f"       {fault}")
    failed = sum(not r.passed for r in results)
    if json:
        print_json({"cases": results, "passed": len(results) - failed, "failed": failed})
    else:
        typer.echo(f"{len(results) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(FAILED)
