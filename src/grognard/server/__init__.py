"""The server: matches behind HTTP and WebSockets, kept in a database.

`grognard.server.app.create_app` makes the application, `run` serves it.
"""

from __future__ import annotations


def run(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, open_browser: bool = False) -> None:
    """Serve until stopped."""
    import logging
    import webbrowser
    from socket import socket

    import uvicorn

    from ..core.kernels import wake
    from . import catalogue
    from .app import create_app
    from .doors import raise_limit
    from .listening import configured, demand_free
    from .sweeping import Sweeper

    class Server(uvicorn.Server):
        """Opens the browser when there is something to see."""

        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            if open_browser and self.started:
                shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
                webbrowser.open(f"http://{shown}:{port}/")

    demand_free(host, port)
    logging.basicConfig(format="%(levelname)s: %(message)s")
    logging.getLogger("grognard.server").setLevel(logging.INFO)
    raise_limit()
    # what the start page and the first table ask for is ready when somebody is told that it can be opened
    catalogue.games()
    wake()
    app = create_app(database)
    referee, doors = app.state.service.referee, app.state.doors
    Sweeper(lambda: referee.heard_at, lambda: doors.closed).start()
    Server(configured(app, host, port)).run()
