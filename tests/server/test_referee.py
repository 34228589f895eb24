"""Commands in lots: one commit for many matches, nobody held up or dragged down by others."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.core.match import Match
from grognard.server import lanes, wire
from grognard.server.access import SPECTATOR, Denied, Pass
from grognard.server.answers import status_and_body
from grognard.server.live import Live
from grognard.server.service import Service
from grognard.server.store import Addition

from .tables import PATIENCE, Client, Seat, Table, serving

FIRST = "order move-fight"


def say(service: Service, table: Table, command: str = FIRST, version: int = 0, key: str = "k") -> Future[wire.Answer]:
    return service.say(service.links.enter(table.id, table.tokens["german"]), wire.Say(command, key, version))


class Lots:
    """Watches what a store is given to commit; the first lot can be kept waiting."""

    def __init__(self, service: Service) -> None:
        self.sizes: list[int] = []
        self.begun, self.go_on = threading.Event(), threading.Event()
        append: Callable[[Sequence[Addition]], list[Exception | None]] = service.store.append

        def watched(additions: Sequence[Addition]) -> list[Exception | None]:
            self.sizes.append(len(additions))
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
            return append(additions)

        service.store.append = watched  # type: ignore[method-assign]


def test_commands_that_come_in_during_a_commit_share_the_next(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        service: Service = client.app.state.service
        tables = [Table(client) for _ in range(6)]
        for table in tables:
            table.german.info()  # into memory
        lots = Lots(service)
        answers = [say(service, tables[0])]
        assert lots.begun.wait(PATIENCE)
        answers += [say(service, table) for table in tables[1:]]
        assert not any(answer.done() for answer in answers), "answered before it was committed"
        lots.go_on.set()
        assert [answer.result(PATIENCE).version for answer in answers] == [1] * 6
        assert lots.sizes == [1, 5]
    with serving(database, tmp_path) as client:
        for table in tables:
            table.http = client
            assert table.german.info()["version"] == 1


def test_commands_of_one_match_keep_their_order(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        service: Service = client.app.state.service
        table = Table(client)
        table.german.info()
        lots = Lots(service)
        answers = [say(service, table, command, n, f"k{n}") for n, command in enumerate((FIRST, "done", "done"))]
        lots.go_on.set()
        assert [answer.result(PATIENCE).version for answer in answers] == [1, 2, 3]
        assert lots.sizes == [1, 1, 1]


def test_one_that_cannot_be_stored_does_not_hurt_the_others(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        service: Service = client.app.state.service
        tables = [Table(client) for _ in range(4)]
        for table in tables:
            table.german.info()
        with service.store.engine.begin() as connection:
            connection.execute(sa.text(
                f"CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.match_id = '{tables[2].id}' "
                "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            ))  # fmt: skip
        lots = Lots(service)
        answers = [say(service, table) for table in tables]
        lots.go_on.set()
        assert [answers[n].result(PATIENCE).version for n in (0, 1, 3)] == [1, 1, 1]
        with pytest.raises(sa.exc.IntegrityError, match="disk full") as refused:
            answers[2].result(PATIENCE)
        assert status_and_body(refused.value)[0] == 503
        assert [table.german.info()["version"] for table in tables] == [1, 1, 0, 1]


def test_a_match_in_use_holds_nobody_up(client: Client) -> None:
    service: Service = client.app.state.service
    used, free = Table(client), Table(client)
    for table in (used, free):
        table.german.info()
    with service.memory.hold(used.id):
        waiting = say(service, used)
        assert say(service, free).result(PATIENCE).version == 1
        assert not waiting.done()
    assert waiting.result(PATIENCE).version == 1


def test_a_match_that_is_not_in_memory_is_loaded(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
    with serving(sqlite, tmp_path) as client:
        assert say(client.app.state.service, table).result(PATIENCE).version == 1


def test_a_key_is_known_though_another_server_heard_it(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as here, serving(database, tmp_path) as there:
        table = Table(here)
        table.german.info()
        first = Seat(there, table.id, table.tokens["german"]).say(FIRST, version=0, key="once")
        again = table.german.say(FIRST, version=0, key="once")
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json() == again.json()


def test_keys_of_what_was_taken_back_are_remembered(database: str, tmp_path: Path) -> None:
    def tries(seat: Seat) -> list[tuple[int, Any]]:
        answers = [seat.say("done", version=1, key="gone"), seat.post("/undo", key="back")]
        return [(answer.status_code, answer.json().get("error")) for answer in answers]

    with serving(database, tmp_path) as client:
        table = Table(client, hotseat=True)
        table.hotseat.say(FIRST, version=0, key="kept")
        table.hotseat.say("done", version=1, key="gone")
        assert table.hotseat.post("/undo", key="back", agreed=True).json()["version"] == 1
        known = tries(table.hotseat)
        assert known == [(409, "that command has been taken back"), (200, None)]
        assert table.hotseat.info()["version"] == 1
    with serving(database, tmp_path) as client:
        table.http = client
        assert tries(table.hotseat) == known
        assert table.hotseat.say(FIRST, version=0, key="kept").json()["version"] == 1


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nobody sees the past before it opens."""
    opened, replay = threading.Event(), Live.at

    def slowly(live: Live, version: int) -> Match:
        opened.wait(3 * PATIENCE)
        return replay(live, version)

    monkeypatch.setattr(Live, "at", slowly)
    return opened


@pytest.mark.parametrize(("path", "query"), [("/at/0", {}), ("/query/network", {"side": "german", "at": 0})])
def test_spectators_who_replay_hold_no_player_up(path: str, query: dict[str, Any], client: Client, gate: threading.Event) -> None:
    table = Table(client)
    table.german.info()
    with ThreadPoolExecutor(50) as threads:
        watching = [threads.submit(lambda: table.spectator.get(path, **query)) for _ in range(50)]
        assert table.german.say(FIRST, version=0).status_code == 200
        assert table.german.get("/query/reach", units="3pz").status_code == 200
        assert not any(one.done() for one in watching), "the players had to wait for the spectators"
        gate.set()
        assert {one.result(3 * PATIENCE).status_code for one in watching} == {200}


def test_spectators_beyond_number_are_told_to_wait(
    client: Client, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client)
    monkeypatch.setattr(lanes, "_WAITING", 3)
    with ThreadPoolExecutor(8) as threads:
        watching = [threads.submit(lambda: table.spectator.get("/at/0")) for _ in range(8)]
        done = wait(watching, PATIENCE, FIRST_COMPLETED).done
        gate.set()  # whatever has come of it: nobody waits for the gate any longer
        refused = next(iter(done)).result()
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert {one.result(3 * PATIENCE).status_code for one in watching} == {200, 503}


def test_those_who_come_at_the_same_moment_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "_WAITING", 3)

    async def crowd() -> list[object]:
        room, opened = lanes.Lanes(), threading.Event()
        asyncio.get_running_loop().call_later(0.1, opened.set)
        who = Pass("match", SPECTATOR, b"")
        return await asyncio.gather(*(room.run(who, opened.wait, 60) for _ in range(8)), return_exceptions=True)

    answers = asyncio.run(crowd())
    assert answers[:4] == [True] * 4
    assert [answer.status for answer in answers if isinstance(answer, Denied)] == [503] * 4


def test_threads_hand_over_soon_only_while_something_is_being_worked_out() -> None:
    async def ask() -> list[float]:
        room, who = lanes.Lanes(), Pass("match", SPECTATOR, b"")
        before = sys.getswitchinterval()
        during = await asyncio.gather(*(room.run(who, sys.getswitchinterval) for _ in range(3)))
        return [before, *during, sys.getswitchinterval()]

    before, *during, after = asyncio.run(ask())
    assert during == [pytest.approx(0.001)] * 3
    assert before == after > during[0]
