"""`grognard serve`: the table for browsers."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("serve")(serve_command)


def serve(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, open_browser: bool = False) -> None:
    """Run the server until it is stopped."""
    from ..server import run

    run(host=host, port=port, database=database, open_browser=open_browser)


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)] = 8000,
    database: Annotated[str | None, typer.Option(help="Database URL (default: SQLite in your folder).", metavar="URL")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the table in a browser.")] = False,
) -> None:
    """Serve the table.

    Example: grognard serve --port 8000 --database postgresql://user@localhost/grognard
    """
    serve(host, port, database, open_browser)
