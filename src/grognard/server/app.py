"""The application: routes, doorkeeper, database, computer players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from .. import __version__
from ..core.errors import GrognardError
from . import pages, routes_games, routes_matches, socket
from .access import Denied
from .answers import OurRequest, on_error
from .database import open_database
from .doors import Doors
from .guard import Doorkeeper, Guard
from .hub import Outbox
from .lanes import Lanes
from .service import Service
from .settings import Settings, default_database
from .store import Store
from .tiles import Tiles


def create_app(database_url: str | None = None, settings: Settings | None = None) -> Litestar:
    """A server on a database (default: SQLite in the user's data folder). Migrations run here."""
    settings = settings or Settings.from_environment()
    service = Service(Store(open_database(database_url or default_database())), settings)
    guard = Guard(settings.limits)
    shared = {"service": service, "guard": guard, "settings": settings}
    shared |= {"doors": Doors(settings.limits), "tiles": Tiles(settings.cache)}

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.drawing, app.state.lanes = anyio.CapacityLimiter(8), Lanes()
        app.state.outbox = Outbox(asyncio.get_running_loop())
        await anyio.to_thread.run_sync(service.start)
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(service.close)

    def doorkeeper(app: Any) -> Doorkeeper:
        return Doorkeeper(app, guard)

    app = Litestar(
        [routes_games.router, routes_matches.router, socket.socket, pages.front, pages.page],
        lifespan=[lifespan],
        request_class=OurRequest,
        state=State(shared),
        logging_config=None,
        exception_handlers={Denied: on_error, GrognardError: on_error, HTTPException: on_error, Exception: on_error},
        request_max_body_size=2 * settings.limits.save,
        compression_config=CompressionConfig("gzip", minimum_size=2000, gzip_compress_level=3, exclude=["/tiles/"]),
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=__version__,
            description="The table of Grognard. docs/api.md explains how the calls work together.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            components=Components(
                security_schemes={"link": SecurityScheme(type="http", scheme="bearer", description="a secret link")}
            ),
        ),
    )
    app.asgi_handler = doorkeeper(app.asgi_handler)
    return app
