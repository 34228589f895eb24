"""Where and how the server listens."""

from __future__ import annotations

import os
import socket
from functools import partial
from typing import Any, cast

import uvicorn
from litestar import Litestar

from ..core.errors import GrognardError
from .doors import Door, Doors


def demand_free(host: str, port: int) -> None:
    """Can we listen there? Asked before anything is opened, so that the answer is a sentence."""
    try:
        family, socket_type, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, socket_type) as trial:
            if os.name == "posix":
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no name of a host"
        raise GrognardError(f"cannot listen on {host} port {port}: {why}") from None


def configured(app: Litestar, host: str, port: int, log_level: str = "info") -> uvicorn.Config:
    """How uvicorn serves our application: every connection comes through a door of ours."""
    doors: Doors = app.state.doors
    return uvicorn.Config(
        app, host, port, log_level=log_level, http=cast("Any", partial(Door, doors)), backlog=max(16, min(2048, doors.most // 4)),
        ws_max_size=doors.limits.frame, server_header=False, timeout_graceful_shutdown=5, workers=1,
    )  # fmt: skip
