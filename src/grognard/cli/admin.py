"""`grognard admin`: upkeep of the matches on a server."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from .common import Json, print_json

app = typer.Typer(help="Upkeep: back up, restore, list, delete, give out a new link.", no_args_is_help=True)

Database = Annotated[str | None, typer.Option("--database", help="Database URL (default: SQLite in your folder).", metavar="URL")]
File = Annotated[Path, typer.Argument(help="The backup.", metavar="FILE")]
Match = Annotated[str, typer.Argument(help="A match, as `grognard admin list` names it.", metavar="ID")]


def _database(given: str | None) -> str:
    from ..server.settings import default_database

    return given or default_database()


@app.callback()
def _group() -> None:
    """Upkeep of the matches on a server."""


@app.command("backup")
def backup(file: File, database: Database = None) -> None:
    """Write all matches to a file; the server may go on meanwhile.

    Example: grognard admin backup matches.grognard-backup
    """
    from ..server import upkeep

    typer.echo(f"{upkeep.backup(_database(database), file)} matches are in {file}")


@app.command("restore")
def restore(file: File, database: Database = None) -> None:
    """Put the matches of a backup into a database that has none; all links stay good.

    Example: grognard admin restore matches.grognard-backup --database new.db
    """
    from ..server import upkeep

    typer.echo(f"{upkeep.restore(_database(database), file)} matches are restored")


@app.command("list")
def list_matches(database: Database = None, json: Json = False) -> None:
    """List all matches, the latest first.

    Example: grognard admin list
    """
    from ..server import upkeep

    found = upkeep.matches(_database(database))
    if json:
        print_json({"matches": found})
        return
    for one in found:
        when = datetime.fromtimestamp(one.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        who = ", ".join(f"{seat} {player}" for seat, player in one.players.items())
        typer.echo(f"{one.id}  {when}  {one.game:16} {one.scenario:12} {one.commands:5} commands  {one.deciding:10} {who}")
    if not found:
        typer.echo("There are no matches.")


@app.command("delete")
def delete(
    match: Match, database: Database = None, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False
) -> None:
    """Delete a match for good.

    Example: grognard admin delete 0123456789abcdef
    """
    from ..server import upkeep

    if not yes and not typer.confirm(f"Delete the match {match} for good?"):
        raise typer.Exit
    upkeep.delete(_database(database), match)
    typer.echo(f"The match {match} is deleted.")


@app.command("relink")
def relink(match: Match, seat: Annotated[str, typer.Argument(help="The seat, spectator or hotseat.", metavar="SEAT")],
           database: Database = None) -> None:  # fmt: skip
    """Give out a new link for a seat whose owner has lost his; the old one opens nothing any more. A running server closes the
    old one's sockets when it reads the match anew.

    Example: grognard admin relink 0123456789abcdef german
    """
    from ..server import upkeep

    typer.echo(upkeep.relink(_database(database), match, seat))
