"""`grognard case`: run rule cases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import FAILED, Json, print_json

app = typer.Typer(help="Rule cases: positions, dice, commands and what must come of them.", no_args_is_help=True)


def _places(names: list[str] | None) -> list[Path]:
    """Where the cases are: a game stands for its folder of cases, nothing for all games."""
    from ..games import GAMES, folder_of

    slugs = [slug for slug in GAMES if (folder_of(slug) / "cases").exists()]
    return [folder_of(name) / "cases" if name in GAMES and not Path(name).exists() else Path(name) for name in names or slugs]


@app.callback()
def _group() -> None:
    """Rule cases."""


@app.command("run")
def run(
    paths: Annotated[
        list[str] | None, typer.Argument(help="Case files, folders of them, or games; else all games.", metavar="[PATH|GAME...]")
    ] = None,
    rule: Annotated[str | None, typer.Option("--rule", help="Only cases of this rule: 7.6a, or 7.6 and its letters.")] = None,
    json: Json = False,
) -> None:
    """Run cases; one line each, and a count at the end.

    Examples: grognard case run drive-on-moscow --rule 7.6a | grognard case run my.yaml
    """
    from ..core.cases import concerns, find
    from ..core.cases import run as run_case
    from ..core.errors import GrognardError

    chosen = [(file, case) for file, case in find(_places(paths)) if rule is None or concerns(case, rule)]
    if not chosen:
        raise GrognardError(f"no case is about the rule {rule}" if rule else "there are no cases in these files")
    results = []
    for file, case in chosen:
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
