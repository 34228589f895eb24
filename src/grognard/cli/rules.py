"""`grognard rules`: the rules in our own words, and what proves them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .common import FAILED, Json, print_json


def register(app: typer.Typer) -> None:
    app.command("rules")(rules)


def rules(
    game: Annotated[
        str | None, typer.Argument(help="A game, `search` for all games, or `coverage`.", metavar="[GAME|search|coverage]")
    ] = None,
    words: Annotated[list[str] | None, typer.Argument(help="A rule, or words to search for.", metavar="[ID|WORDS...]")] = None,
    json: Json = False,
) -> None:
    """Read the rules in our own words, and where each is carried out and proved; `grognard rules coverage` tells it for all.

    Examples: grognard rules drive-on-moscow 10.29a | grognard rules search out of supply combat | grognard rules coverage --json
    """
    from ..games import GAMES
    from ..rulebook import read_rules

    sought = " ".join(words or ())
    if game == "coverage":
        _coverage(json)
    elif game == "search":
        _search(list(GAMES), sought, json)
    elif game is not None and sought:
        _search([game], sought, json)
    elif game is not None:
        _print([(game, rule) for rule in read_rules(game)["rules"]], json, brief=True)
    else:
        for slug, (_, title, _playable) in GAMES.items():
            typer.echo(f"{slug:18} {title:22} {len(read_rules(slug)['rules'])} rules")


def _search(slugs: list[str], words: str, json: bool) -> None:
    """Rules of that number or with all of these words; one that is found alone comes with its code and cases."""
    from ..core.errors import GrognardError
    from ..rulebook import read_rules, search

    found = [(slug, rule) for slug in slugs for rule in search(read_rules(slug)["rules"], words)] if words else []
    if not found:
        raise GrognardError(f"no rule {words!r} in {', '.join(slugs)}, and no rule with all of these words")
    if len(found) == 1:
        found = [(slug, rule | _whereabouts(slug, str(rule["id"]))) for slug, rule in found]
    _print(found, json)


def _whereabouts(slug: str, rule: str) -> dict[str, list[str]]:
    from ..coverage import Coverage, place_of_case, place_of_code

    known = Coverage(slug)
    return {
        "code": [f"{place_of_code(label)} {label.partition(':')[2]}" for label in known.implemented.get(rule, ())],
        "cases": [f"{place_of_case(slug, label)} {label.partition('::')[2]}" for label in known.cases.get(rule, ())],
    }


def _print(found: list[tuple[str, dict[str, Any]]], json: bool, brief: bool = False) -> None:
    if json:
        print_json({"rules": [{"game": slug, **rule} for slug, rule in found]})
        return
    several = len({slug for slug, _ in found}) > 1
    for slug, rule in found:
        typer.echo(f"{f'{slug} ' if several else ''}{rule['id']}  {rule['title']}")
        if brief:
            continue
        typer.echo(f"    {rule['text']}")
        for check in rule.get("checks") or ():
            typer.echo(f"    - {check}")
        for kind in ("code", "cases"):
            for place in rule.get(kind, ()):
                typer.echo(f"    {kind}: {place}")


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
