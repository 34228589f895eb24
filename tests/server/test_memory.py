"""Room for matches in memory: nothing spins when it is full, players get in, spectators wait."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from grognard.server.sweeping import AT_LEAST, MANY, SELDOM, Sweeper

from .tables import Seat, Table, serving
from .test_socket import closed_with, joined

PLACES = 3


def test_a_full_server_lets_players_in_and_spectators_wait(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, live_matches=PLACES) as client, ExitStack() as sockets:
        played = [Table(client) for _ in range(PLACES)]
        for table in played:
            sockets.enter_context(joined(table, "german"))
        other = Table(client)
        refused = other.spectator.get()
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "players come first" in refused.json()["error"]
        with client.websocket_connect(f"/api/matches/{other.id}/socket") as watching:
            watching.send_json({"type": "hello", "token": other.tokens["spectator"]})
            assert closed_with(watching) == 4503
        assert other.german.say("order move-fight", version=0).status_code == 200
        assert played[0].spectator.get().status_code == 200, "a match that is there anyhow may be watched"
        with joined(other, "soviet") as line:
            assert line.first["version"] == 1
            assert other.spectator.get().status_code == 200


def test_those_who_only_watch_make_room_for_players(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, live_matches=PLACES) as client, ExitStack() as sockets:
        watched = [Table(client) for _ in range(PLACES)]
        lines = [sockets.enter_context(joined(table, "spectator")) for table in watched]
        other = Table(client)
        assert Seat(client, other.id, other.tokens["spectator"]).get().status_code == 503
        assert other.german.get().status_code == 200
        assert closed_with(lines[0].session) == 4503
        lines[1].session.send_json({"type": "ping"})
        assert lines[1].receive("pong")
        assert other.german.say("order move-fight", version=0).json()["version"] == 1


def test_matches_beyond_the_places_leave_when_their_players_do(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, live_matches=PLACES) as client:
        memory = client.app.state.service.memory
        with ExitStack() as sockets:
            for _ in range(PLACES + 2):
                sockets.enter_context(joined(Table(client), "german"))
            assert len(memory) == PLACES + 2
        last = Table(client)
        assert last.spectator.get().status_code == 200
        assert len(memory) <= PLACES


def test_everything_is_searched_in_quiet_moments_or_after_a_long_time() -> None:
    now, heard, closed = 1000.0, 1000.0, 0
    sweeper = Sweeper(lambda: heard, lambda: closed, lambda: now)
    now = 1000.0 + SELDOM + 1
    heard = now - 0.5
    assert not sweeper.due(), "somebody has just said something"
    heard = now - 1.5
    assert sweeper.due()
    sweeper.sweep()
    assert not sweeper.due()
    now += AT_LEAST + 1
    heard = now
    assert sweeper.due(), "it cannot wait for ever"
    sweeper.sweep()
    closed = MANY + 1
    assert sweeper.due(), "so many closed sockets have to be cleared away"
