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

    from .app import create_app
    from .listening import demand_free
    from .settings import Limits
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
    app = create_app(database)
    config = uvicorn.Config(
        app, host, port, log_level="info", ws_max_size=Limits().frame, server_header=False,
        timeout_graceful_shutdown=5, workers=1,
    )  # fmt: skip
    referee = app.state.service.referee
    Sweeper(lambda: referee.heard_at).start()
    Server(config).run()
