"""Crowds at the doors: requests that never arrive in full, and sockets without number."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .processes import Process, threaded
from .tables import GAME, PATIENCE, UNLIMITED

HALF = b"GET /api/health HTTP/1.1\r\nHost: table\r\n"
SLOW_BODY = b"POST /api/matches HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"


def knock(address: str, said: bytes = HALF) -> socket.socket:
    """A connection with something said that is not a request yet."""
    host, port = address.split(":")
    line = socket.create_connection((host, int(port)), timeout=PATIENCE)
    line.sendall(said)
    return line


def begin(address: str) -> dict[str, Any]:
    made: dict[str, Any] = httpx.post(f"http://{address}/api/matches", json={"game": GAME}, timeout=PATIENCE).json()
    return made


@contextmanager
def sitting(address: str, made: dict[str, Any], name: str = "german", **headers: str) -> Iterator[ClientConnection]:
    url = f"ws://{address}/api/matches/{made['id']}/socket"
    with connect(url, max_size=None, additional_headers=headers) as line:
        line.send(json.dumps({"type": "hello", "token": made["links"][name]}))
        assert json.loads(line.recv(20))["type"] == "update"
        yield line


def answers(line: ClientConnection) -> bool:
    line.send('{"type":"ping"}')
    return str(line.recv(20)) == '{"type":"pong"}'


def ends(line: socket.socket) -> bytes:
    """Everything that is said until the connection is closed."""
    said = b""
    try:
        while part := line.recv(4096):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize("descriptors", [0, pytest.param(256, marks=pytest.mark.prove)])
def test_1500_half_requests_shut_nobody_out(descriptors: int, sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path, descriptors)
    address = f"127.0.0.1:{server.port}"
    try:
        made = begin(address)
        with ExitStack() as crowd, sitting(address, made) as player:
            for number in range(1500):
                crowd.enter_context(closing(knock(address, SLOW_BODY if number % 2 else HALF)))
            for _ in range(10):
                assert httpx.get(server.url, timeout=PATIENCE).status_code == 200
            assert answers(player), "who sits at a table stays there"
            with sitting(address, made, "soviet") as other:
                assert answers(other)
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


def test_requests_have_to_arrive(sqlite: str, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(UNLIMITED, head_seconds=0.3, body_seconds=0.3)
    with threaded(sqlite, tmp_path, limits=limits) as address:
        whole = b"GET /api/health HTTP/1.1\r\nHost: table\r\n\r\n"
        for said, answer in (
            (HALF, b"HTTP/1.1 408"),
            (b"", b"HTTP/1.1 408"),
            (SLOW_BODY, b"HTTP/1.1 408"),
            (whole + HALF, b"HTTP/1.1 200"),
        ):
            with closing(knock(address, said)) as line:
                assert ends(line).startswith(answer)
        with sitting(address, begin(address)) as line, pytest.raises(TimeoutError):
            line.recv(1)  # a socket has all the time in the world


def test_an_address_has_so_many_sockets(sqlite: str, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(UNLIMITED, sockets=3)
    with threaded(sqlite, tmp_path, limits=limits) as address:
        made = begin(address)
        club, elsewhere = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
        with ExitStack() as others:
            for _ in range(2):
                others.enter_context(sitting(address, made, **club))
            with sitting(address, made, **club) as third:
                with pytest.raises(InvalidStatus), sitting(address, made, **club):
                    pass
                with sitting(address, made, **elsewhere) as stranger:
                    assert answers(stranger)
                assert answers(third)
            assert eventually_sits(address, made, club), "a place that was left is free again"


def eventually_sits(address: str, made: dict[str, Any], headers: dict[str, str]) -> bool:
    for _ in range(10 * PATIENCE):
        try:
            with sitting(address, made, **headers) as line:
                return answers(line)
        except InvalidStatus:  # the server has not noticed yet that somebody has left
            sleep(0.1)
    return False


def test_the_address_that_keeps_most_waiting_makes_room_first(sqlite: str, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(UNLIMITED, connections=8)
    with threaded(sqlite, tmp_path, limits=limits) as address, ExitStack() as crowd:
        made = begin(address)
        player = crowd.enter_context(sitting(address, made))
        lines = [crowd.enter_context(closing(knock(address))) for _ in range(20)]
        assert ends(lines[0]) == b""
        assert httpx.get(f"http://{address}/api/health", timeout=PATIENCE).status_code == 200
        assert answers(player)
        lines[-1].sendall(b"\r\n")
        assert lines[-1].recv(12) == b"HTTP/1.1 200"
