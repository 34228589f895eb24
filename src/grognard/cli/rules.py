"""`grognard rules`: the rules in our own words, and what proves them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .common import FAILED, Json, print_json


def register(app: typer.Typer) -> None:
    app.command("rules")(rules)


def rules(
    game: Annotated[str | None, typer.Argument(help="A game, or `coverage`.", metavar="[GAME|coverage]")] = None,
    rule: Annotated[str | None, typer.Argument(help="A rule, or a word to search for.", metavar="[ID|WORD]")] = None,
    json: Json = False,
) -> None:
    """Read the rules in our own words; `grognard rules coverage` tells where each is carried out and proved.

    Examples: grognard rules drive-on-moscow 10.29a | grognard rules drive-on-moscow bloodbath | grognard rules coverage --json
    """
    if game == "coverage":
        _coverage(json)
        return
    from ..coverage import read_rules
    from ..games import GAMES

    if game is None:
        for slug, (_, title, _playable) in GAMES.items():
            typer.echo(f"{slug:18} {title:22} {len(read_rules(slug)['rules'])} rules")
        return
    entries = read_rules(game)["rules"]
    if rule is not None:
        entries = [e for e in entries if str(e["id"]) == rule] or [e for e in entries if _mentions(e, rule)]
        if not entries:
            from ..core.errors import GrognardError

            raise GrognardError(f"no rule {rule!r} in {game}, and no rule that mentions it")
    if json:
        print_json({"rules": entries})
        return
    for entry in entries:
        typer.echo(f"{entry['id']}  {entry['title']}")
        if rule is not None:
            typer.echo(f"    {entry['text']}")
            for check in entry.get("checks") or ():
                typer.echo(f"    - {check}")


def _mentions(entry: dict[str, Any], word: str) -> bool:
    return word.lower() in f"{entry['id']} {entry['title']} {entry['text']}".lower()


def _coverage(json: bool) -> None:
    from ..coverage import coverage

    report = coverage()
    if json:
        print_json({"games": {slug: {"rules": found.rows()} for slug, found in report.items()}})
    else:
        for slug, found in report.items():
            typer.echo(found.summary(slug))
            for fault in found.gaps if found.playable else ():
                typer.echo(f"    {fault}")
    unknown = [fault for found in report.values() for fault in found.unknown]
    for fault in unknown:
        typer.echo(f"grognard: {fault}", err=True)
    if unknown:
        raise typer.Exit(FAILED)
