"""The server: matches behind HTTP and WebSockets, kept in a database.

`grognard.server.app.create_app` makes the application, `run` serves it.
"""

from __future__ import annotations

import threading
import webbrowser


def run(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, open_browser: bool = False) -> None:
    """Serve until stopped."""
    import uvicorn

    from .app import create_app
    from .settings import Limits

    config = uvicorn.Config(
        create_app(database),
        host,
        port,
        log_level="info",
        ws_max_size=Limits().frame,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    if open_browser:
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        threading.Timer(1.5, webbrowser.open, (f"http://{shown}:{port}/",)).start()
    server.run()
