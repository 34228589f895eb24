"""The WebSocket: live updates, commands, resuming after a lost connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from litestar.exceptions import WebSocketDisconnect
from litestar.testing import WebSocketTestSession

from grognard.server.settings import Limits, Rate

from .tables import PATIENCE, Client, Mirror, Screen, Table, as_sent, serving


class Line:
    """An open socket that has said hello."""

    def __init__(self, session: WebSocketTestSession, token: str, **known: Any) -> None:
        self.session, self.screen = session, Screen()
        session.send_json({"type": "hello", "token": token, **known})
        self.first: dict[str, Any] = self.receive("update")

    def receive(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        for _ in range(200):
            message: dict[str, Any] = self.session.receive_json(timeout=PATIENCE)
            if message["type"] == "update":
                message["view"] = self.screen.take(message)
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} came")


@contextmanager
def joined(table: Table, name: str, **known: Any) -> Iterator[Line]:
    client = table.http
    assert isinstance(client, Client.__origin__)  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/matches/{table.id}/socket") as session:
        yield Line(session, table.tokens[name], **known)


def closed_with(session: WebSocketTestSession) -> int:
    """The code a socket is closed with; whatever comes before is read and forgotten."""
    try:
        for _ in range(500):
            session.receive_text(timeout=PATIENCE)
    except WebSocketDisconnect as closing:
        return closing.code
    raise AssertionError("the socket stayed open")


def test_two_players_and_a_spectator_follow_a_match(database: str, tmp_path: Any) -> None:
    mirror = Mirror()
    with serving(database, tmp_path) as client, ExitStack() as stack:
        table = Table(client)
        lines = {name: stack.enter_context(joined(table, name)) for name in table.tokens}
        logs: dict[str, list[Any]] = {name: line.first["events"] for name, line in lines.items()}
        for _ in range(25):
            command, seat = mirror.propose(), mirror.seat
            version = mirror.match.length
            lines[seat].session.send_json({"type": "command", "command": command, "key": f"k{version}", "version": version})
            mirror.match.do(command)
            for name, line in lines.items():
                update = line.receive("update")
                assert (update["version"], update["from"]) == (version + 1, version)
                assert update["view"] == as_sent(mirror.match.view(None if name == "spectator" else name))
                logs[name] = [e for e in logs[name] if e["at"] <= update["from"]] + update["events"]
            result = lines[seat].receive("result")
            assert (result["status"], result["key"], result["version"]) == (200, f"k{version}", version + 1)
        for name, log in logs.items():
            assert log == as_sent(mirror.match.log(None if name == "spectator" else name))


def test_a_lost_connection_resumes(client: Client) -> None:
    table, mirror = Table(client), Mirror()
    mirror.play(table, 10)
    with joined(table, "german") as line:
        known = line.first
    mirror.play(table, 15)
    table.soviet.post("/chat", text="still there?")
    with joined(table, "german", since=10, revision=10, chat=0) as line:
        assert line.first["from"] == 10
        assert known["events"] + line.first["events"] == as_sent(mirror.match.log("german"))
        assert [m["text"] for m in line.first["chat"]] == ["still there?"]
        assert line.first["view"] == as_sent(mirror.match.view("german"))


def test_resuming_after_something_was_taken_back(client: Client) -> None:
    table = Table(client, hotseat=True)
    mirror = Mirror()
    mirror.play(table, 12)
    for n in range(4):
        table.hotseat.post("/undo", key=f"u{n}", agreed=True)
    for known in ({"since": 12}, {"since": 12, "revision": 12}):
        with joined(table, "german", **known) as line:
            assert (line.first["version"], line.first["from"], line.first["events"]) == (8, 8, [])
    with joined(table, "german", since=8, revision=16) as line:
        assert line.first["from"] == 8
        table.hotseat.post("/undo", key="last", agreed=True)
        update = line.receive("update")
        assert (update["version"], update["from"], update["events"]) == (7, 7, [])


def test_chat_thinking_and_players_are_pushed(client: Client) -> None:
    table = Table(client)
    with joined(table, "spectator") as line:
        table.german.post("/chat", text="good luck")
        message = line.receive("chat")
        assert (message["seat"], message["text"], message["n"]) == ("german", "good luck", 1)
        table.german.post("/players", seat="german", player="computer:random")
        assert line.receive("update")["players"]["german"] == "computer:random"
        assert line.receive("thinking")["seat"] == "german"
        update = line.receive("update")
        assert update["events"]
        assert "chosen at random" not in str(update), "reasons are for the computer's own seat"
        table.german.post("/players", seat="german", player="human")
        while line.receive("thinking")["progress"] is not None:
            pass
        line.session.send_json({"type": "ping"})
        line.receive("pong")


def test_socket_commands_are_refused_like_posted_ones(client: Client) -> None:
    table = Table(client)
    with joined(table, "soviet") as line:
        said = {"type": "command", "command": "order move-fight", "key": "a", "version": 0}
        line.session.send_json(said)
        assert line.receive("result") | {"why": ""} == {"type": "result", "key": "a", "status": 422, "rule": "5.1", "why": ""}
        line.session.send_json(said | {"version": 3})
        assert line.receive("result")["status"] == 409
        for nonsense in ("{", "[]", '{"type":"hello"}', '{"type":"command","command":5,"key":"k","version":0}', '"x"'):
            line.session.send_text(nonsense)
            assert line.receive("error")["error"]
    with joined(table, "spectator") as line:
        line.session.send_json(said)
        assert line.receive("result")["status"] == 403


def test_two_lines_of_a_hotseat_sit_in_different_seats(client: Client) -> None:
    table = Table(client, hotseat=True)
    with joined(table, "hotseat") as deciding, joined(table, "hotseat", seat="soviet") as other:
        said = {"type": "command", "command": "order move-fight", "key": "a", "version": 0}
        other.session.send_json(said)
        assert other.receive("result")["status"] == 422
        other.session.send_json(said | {"key": "b", "seat": "german"})
        for line, seat in ((deciding, "german"), (other, "soviet")):
            assert line.first["seat"] == seat
            update = line.receive("update")
            assert (update["version"], update["seat"]) == (1, seat)
            assert update["view"] == table.seat(seat).info()["view"]
        assert other.receive("result")["status"] == 200


def test_sockets_need_a_good_hello(client: Client) -> None:
    table = Table(client)
    hellos = [
        ({"type": "hello", "token": "wrong"}, table.id, 4401),
        ({"type": "hello", "token": "x" * 1000}, table.id, 4401),
        ({"type": "hello", "token": table.tokens["german"]}, "0" * 16, 4404),
        ({"type": "hello", "token": table.tokens["german"], "seat": "soviet"}, table.id, 4401),
        ({"type": "hello"}, table.id, 4400),
        ({"type": "command", "command": "done", "key": "k", "version": 0}, table.id, 4400),
        (5, table.id, 4400),
    ]
    for hello, match, code in hellos:
        with client.websocket_connect(f"/api/matches/{match}/socket") as session:
            session.send_json(hello)
            assert closed_with(session) == code


def test_revoking_a_link_closes_its_sockets(client: Client) -> None:
    table = Table(client)
    with joined(table, "german") as mine, joined(table, "soviet") as other:
        table.german.post("/links/german/revoke")
        assert closed_with(mine.session) == 4401
        table.soviet.post("/chat", text="hello")
        assert other.receive("chat")["text"] == "hello"


def test_a_client_that_does_not_keep_up_is_closed(sqlite: str, tmp_path: Any) -> None:
    limits = Limits(waiting=5).scaled(0)
    with serving(sqlite, tmp_path, limits=limits) as client:
        table = Table(client)
        memory = client.app.state.service.memory
        with joined(table, "german") as line, memory.hold(table.id) as match:
            (socket,) = match.clients
            for _ in range(400):
                socket.offer(b'{"type":"pong"}')
            assert closed_with(line.session) == 1013


def test_too_many_messages_close_a_socket(sqlite: str, tmp_path: Any) -> None:
    with serving(sqlite, tmp_path, limits=Limits(commands=Rate(5, 0.01))) as client:
        table = Table(client)
        with joined(table, "german") as line:
            for _ in range(10):
                line.session.send_json({"type": "ping"})
            assert closed_with(line.session) == 4429


def test_large_messages_close_a_socket(client: Client) -> None:
    table = Table(client)
    with joined(table, "german") as line:
        line.session.send_text("x" * 20_000)
        assert closed_with(line.session) == 4429
