"""Where the server listens."""

from __future__ import annotations

import os
import socket

from ..core.errors import GrognardError


def demand_free(host: str, port: int) -> None:
    """Can we listen there? Asked before anything is opened, so that the answer is a sentence."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind) as trial:
            if os.name == "posix":
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no name of a host"
        raise GrognardError(f"cannot listen on {host} port {port}: {why}") from None
