"""The same games on a Ray cluster: an extra (`grognard[cluster]`)."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from ..core.errors import GrognardError

Task = TypeVar("Task")
Found = TypeVar("Found")
#: So many seconds a cluster has to take up the call; Ray itself would wait for minutes and then end the process.
PATIENCE = 5.0


def on_cluster(work: Callable[[Task], Found], tasks: Sequence[Task], address: str) -> Iterator[Found]:
    """Results in the order of the tasks. A worker that is killed loses nothing: Ray plays its game again elsewhere, and since a
    game follows from its seed it is the same game; each is counted once."""
    try:
        import ray
    except ImportError as error:  # of Ray, or of something that Ray wants
        raise GrognardError(f"a cluster needs Ray: install grognard[cluster] ({error})") from None
    reach(address)
    try:
        ray.init(address=None if address == "local" else address, ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise GrognardError(f"no Ray cluster answers at {address}: {error}") from None
    remote = ray.remote(max_retries=5, retry_exceptions=False)(work)
    waiting = [remote.remote(task) for task in tasks]
    try:
        for one in waiting:
            yield ray.get(one)
    except ray.exceptions.RayError as error:  # also a worker that has died too often
        raise GrognardError(f"a game has failed on the cluster: {getattr(error, 'cause', None) or error}") from error
    finally:
        ray.shutdown()


def reach(address: str) -> None:
    """Does anybody listen at HOST:PORT? An address of another form is Ray's to judge."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise GrognardError(f"no Ray cluster answers at {address}: {error}") from None
