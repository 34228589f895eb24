"""Computer players: they move by themselves, say why, survive restarts, and give way to people."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import httpx
import pytest

import grognard
from grognard.ai import Advice, anything, imagined
from grognard.ai.general import General, Plan
from grognard.core.match import Match
from grognard.server.store import Entry
from grognard.server.thinking import Thought

from .processes import Process
from .tables import PATIENCE, Client, Seat, Table, as_sent, serving

SOLO = {"german": "human", "soviet": "computer:random"}


def eventually(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def end_german_turn(seat: Seat) -> None:
    for command in ("order move-fight", "done", "done"):
        assert seat.say(command).status_code == 200


class Faulty:
    """An opponent that falls over."""

    def choose(self, match: Match) -> Any:
        raise ZeroDivisionError("on purpose")


class Forgetful:
    """An opponent that says things that are not legal."""

    def choose(self, match: Match) -> Any:
        from grognard.ai import Advice
        from grognard.core.command import Command

        return Advice(Command("order", word="nonsense"), "I like it")


def faulty(slug: str, level: str, seed: object = 0) -> Faulty:
    return Faulty()


def forgetful(slug: str, level: str, seed: object = 0) -> Forgetful:
    return Forgetful()


def answered(client: Any) -> tuple[Table, dict[str, Any]]:
    """A table at which the computer has done something that others can see and has left something to play for: chance may
    do nothing at all, or take a town and win at once."""

    def turned(table: Table) -> dict[str, Any] | None:
        info = table.german.info()
        return info if info["over"] or (info["version"] > 3 and info["view"]["decision"]["seat"] == "german") else None

    for _ in range(30):
        table = Table(client, players=SOLO)
        end_german_turn(table.german)
        info = eventually(partial(turned, table))
        if not info["over"] and any(event["kind"] == "explained" for event in info["log"]):
            return table, info
    raise AssertionError("the computer never explained itself")


@pytest.mark.parametrize("thinkers", [0, 1])
def test_a_computer_player_answers_and_says_why(thinkers: int, sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, thinkers=thinkers) as client:
        table, info = answered(client)
        why = [event for event in info["log"] if event["kind"] == "explained"]
        assert {event["side"] for event in why} == {"soviet"}
        assert "chosen at random" not in {event["text"] for event in why}
        own = [event for event in table.soviet.info()["log"] if event["kind"] == "explained"]
        assert {(event["side"], event["text"]) for event in own} == {("soviet", "chosen at random")}
        assert info["players"] == SOLO
        assert table.soviet.say("order move-fight", version=info["version"]).status_code == 403
        text = table.german.get("/export")
        assert text.status_code == 200, "somebody who plays alone may save"
        assert table.soviet.get("/export").status_code == 403
        back = table.german.post("/takeback", say="ask")
        assert back.json()["version"] < info["version"], "the computer is gracious"
        assert back.json()["view"]["decision"]["seat"] == "german"


def test_a_hint_can_be_said_and_is_for_whoever_decides(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        hint = table.german.get("/query/hint").json()
        assert hint["text"].startswith("order ")
        assert hint["why"]
        assert table.german.get("/query/hint").json() == hint
        assert table.soviet.get("/query/hint").status_code == 422
        assert table.spectator.get("/query/hint").status_code == 422
        assert table.german.say(hint["text"]).status_code == 200
        moved = table.german.get("/query/hint").json()
        assert moved["command"]["verb"] == moved["text"].split()[0]


def test_a_seat_of_the_former_level_is_played_on(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client, players={"german": "computer:standard", "soviet": "human"})
        assert eventually(lambda: (i := table.soviet.info())["version"] > 0 and i)["players"]["german"] == "computer:standard"


def test_two_computers_play_a_whole_match_by_themselves(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client, players={"german": "computer:random", "soviet": "computer:random"})
        info = eventually(lambda: (i := table.spectator.info())["over"] and i, 90)
        replayed = grognard.core.save.loads(table.german.get("/export").text)
        assert replayed.over
        assert as_sent(replayed.view(None)) == info["view"]
        assert info["thinking"] is None
        assert {event["text"] for event in info["log"] if event["kind"] == "explained"} == {"chosen at random"}


def test_what_the_rules_refuse_for_a_hidden_reason_is_replaced(client: Client) -> None:
    table = Table(client)
    service = client.app.state.service
    with service.memory.hold(table.id) as live:
        service.ledger.computer_decided(live, "german", Thought("order nonsense", "it looked possible"))
        assert live.match.length == 1
        assert live.reason(1, "german", "german") == "the first thing that is legal"


def test_a_seat_is_handed_over_and_back(client: Client) -> None:
    table = Table(client)
    assert table.german.post("/players", seat="german", player="computer:random").status_code == 200
    eventually(lambda: table.spectator.info()["version"] > 1)
    assert table.german.post("/players", seat="german", player="human").status_code == 200
    version = table.german.info()["version"]
    time.sleep(0.3)
    info = table.german.info()
    assert (info["version"], info["thinking"]) == (version, None)
    assert table.german.get("/export").status_code == 403, "two people sit here"
    if not info["over"] and info["view"]["decision"]["seat"] == "german":
        assert table.german.say("concede", version=version).status_code == 200


def test_a_computer_goes_on_after_a_restart(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path, planner="tests.server.test_computers:slow") as client:
        table = Table(client, players=SOLO)
        end_german_turn(table.german)
        eventually(lambda: table.german.info()["thinking"])
    with serving(database, tmp_path) as client:
        table.http = client
        service = client.app.state.service
        eventually(lambda: service.store.find(table.id).version > 3)  # nobody has to look for it to go on


class _Slow:
    def choose(self, match: Match) -> Any:
        time.sleep(1.5)
        raise RuntimeError("too late")


def slow(slug: str, level: str, seed: object = 0) -> _Slow:
    return _Slow()


class _Held:
    """Thinks until it is told to stop."""

    go_on = threading.Event()

    def choose(self, match: Match) -> Any:
        self.go_on.wait(PATIENCE)
        raise RuntimeError("too late")


def held(slug: str, level: str, seed: object = 0) -> _Held:
    return _Held()


@pytest.mark.parametrize("opponent", ["faulty", "forgetful"])
def test_a_faulty_opponent_does_not_stop_a_match(opponent: str, sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, planner=f"tests.server.test_computers:{opponent}") as client:
        table = Table(client, players=SOLO)
        end_german_turn(table.german)
        info = eventually(lambda: (i := table.german.info())["view"]["decision"]["seat"] == "german" and i)
        own = table.soviet.info()["log"]
        assert {e["text"] for e in own if e["kind"] == "explained"} == {"the first thing that is legal"}
        assert "first thing" not in str([e for e in info["log"] if e["kind"] == "explained"])


def test_an_opponent_that_cannot_be_made_is_reported(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, planner="tests.server.test_computers:missing") as client:
        table = Table(client, players=SOLO)
        end_german_turn(table.german)
        info = eventually(lambda: (i := table.german.info())["thinking"] and "failed" in i["thinking"]["text"] and i)
        assert info["thinking"]["progress"] is None
        table.soviet.post("/players", seat="soviet", player="human")
        assert table.soviet.say("order move-fight").status_code == 200


def test_other_matches_are_not_kept_waiting(sqlite: str, tmp_path: Path) -> None:
    _Held.go_on.clear()
    with serving(sqlite, tmp_path, planner="tests.server.test_computers:held") as client:
        try:
            table, other = Table(client, players=SOLO), Table(client)
            end_german_turn(table.german)
            eventually(lambda: table.german.info()["thinking"])
            end_german_turn(other.german)
            info = table.german.info()
            assert info["thinking"]
            assert info["version"] == 3, "it still thinks about its first move"
        finally:
            _Held.go_on.set()


def test_a_killed_worker_is_replaced(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, thinkers=1) as client:
        table = Table(client, players=dict.fromkeys(("german", "soviet"), "computer:random"))
        eventually(lambda: table.spectator.info()["version"] > 3)
        (thinker,) = client.app.state.service.computers._thinkers
        for process in list(thinker.pool._processes.values()):
            process.kill()
        version = table.spectator.info()["version"]
        eventually(lambda: (i := table.spectator.info())["version"] > version + 5 or i["over"])


def test_workers_go_when_the_server_is_killed(sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path)
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        table = Table(http, players=dict.fromkeys(("german", "soviet"), "computer:random"))
        eventually(lambda: table.spectator.info()["version"] > 3)
        tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
        children = [child for task in tasks for child in task.read_text().split()]
        server.kill()
    assert len(children) > 1
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


# ---------------------------------------------------------------- searches


class Pondering(General):
    """A general who takes his time, and to whom one plan looks better than another for no reason."""

    def tried(self, fork: Match, plan: Plan, seat: int) -> float:
        time.sleep(0.05)
        return crc32(f"{plan.name} {fork.length}".encode()) / 2**32


class Still:
    """An officer who does as little as he can."""

    def choose(self, match: Match) -> Advice:
        return anything(match)


def pondering(slug: str, level: str, seed: int | str = 0) -> Pondering:
    return Pondering(lambda seed: Still(), seed, 100)


def searching(table: Table) -> dict[str, Any]:
    """Let the Russian begin, and wait until the German has tried a few plans."""
    assert table.russian.say("order free").status_code == 200
    found: dict[str, Any] = eventually(lambda: (i := table.russian.info())["thinking"] and i["thinking"]["tried"] > 2 and i)
    return found


@pytest.mark.parametrize("thinkers", [0, 1])
def test_a_search_shows_how_far_it_is_and_ends_when_somebody_has_waited_long_enough(
    thinkers: int, sqlite: str, tmp_path: Path
) -> None:
    made = "tests.server.test_computers:pondering"
    with serving(sqlite, tmp_path, thinkers=thinkers, planner=made, thinking_seconds=0) as client:
        table = Table(client, game="typhoon-1941", players={"german": "computer:general", "russian": "human"})
        assert table.russian.post("/move-now").status_code == 409
        info = searching(table)
        assert info["thinking"]["plans"] == 400
        assert table.spectator.post("/move-now").status_code == 403
        assert table.russian.post("/move-now").status_code == 200
        eventually(lambda: table.russian.info()["version"] > info["version"])
        with client.app.state.service.memory.hold(table.id) as live:
            repeated(live.match, table.id, client.app.state.service.store.log(table.id))


def test_a_decision_that_the_clock_has_cut_short_repeats_from_its_number_of_trials(sqlite: str, tmp_path: Path) -> None:
    made = "tests.server.test_computers:pondering"
    with serving(sqlite, tmp_path, thinkers=0, planner=made, thinking_seconds=0.4) as client:
        table = Table(client, game="typhoon-1941", players={"german": "computer:general", "russian": "human"})
        before = searching(table)["version"]
        eventually(lambda: table.russian.info()["version"] > before)
        with client.app.state.service.memory.hold(table.id) as live:
            repeated(live.match, table.id, client.app.state.service.store.log(table.id))


def repeated(match: Match, name: str, log: list[Entry]) -> None:
    """A general who has for each decision the trials that the log tells decides what stands there."""
    general, searched = pondering(match.game.slug, "general", name), 0
    for entry in log:
        if entry.seat == "german":
            general.evaluations = entry.trials
            known = imagined(match.game, match.at(entry.version - 1).knowledge("german"), name)
            advice = general.choose(known)
            known.do(advice.command)
            assert known.last.command is not None
            assert (known.text(known.last.command), advice.why, advice.trials) == (entry.command, entry.why, entry.trials)
            searched += 0 < entry.trials < 400
    assert searched, "a search was cut short"
