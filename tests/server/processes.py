"""A real server: in a thread of the test, or in a process of its own that can be killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from grognard.server.app import create_app
from grognard.server.listening import configured

from .tables import PATIENCE, settings


@contextmanager
def threaded(database: str, cache: Path, **changes: Any) -> Iterator[str]:
    """A server in a thread; gives its address."""
    server = uvicorn.Server(configured(create_app(database, settings(cache, **changes)), "127.0.0.1", 0, "warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


class Process:
    """A server in a process, started as a host would start it."""

    def __init__(self, database: str, folder: Path, descriptors: int = 0, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        usual = {"GROGNARD_RATE": "0", "GROGNARD_CACHE": str(folder / "cache"), "GROGNARD_THINKERS": "1"}
        code = f"from grognard.server import run; run(port={self.port}, database={database!r})"
        if descriptors:
            code = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, {descriptors})); {code}"
        self.log = folder / "server.log"
        with self.log.open("ab") as log:
            env = os.environ | usual | environment
            self.process = subprocess.Popen([sys.executable, "-c", code], env=env, stdout=log, stderr=log)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                httpx.get(f"{self.url}/api/health", timeout=2)
                return
            except httpx.TransportError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(self.log.read_text()[-3000:])

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)
