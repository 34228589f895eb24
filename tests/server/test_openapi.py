"""The documented API under fire: no server error, and no answer that the document does not describe."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode, checks
from schemathesis.core.result import Ok

from grognard.core.match import Match
from grognard.games import GAMES
from grognard.server import tiles
from grognard.server.access import Denied

from .processes import threaded
from .tables import Mirror, Table, as_sent, serving

EXAMPLES = int(os.environ.get("GROGNARD_API_EXAMPLES", "5"))
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fire")

    def not_drawn(*_: Any) -> None:
        raise Denied(404, "not drawn for this test")

    with pytest.MonkeyPatch.context() as patch, threaded(f"sqlite:///{folder / 'm.db'}", folder) as found:
        patch.setattr(tiles, "Drawing", not_drawn)
        yield f"http://{found}"


@pytest.fixture(scope="module")
def tables(address: str) -> Iterator[list[Table]]:
    """Two matches to shoot at: one at its beginning, one in the middle."""
    with httpx.Client(base_url=address) as http:
        first, second = Table(http, "campaign", hotseat=True), Table(http, hotseat=True)
        Mirror().play(second, 30)
        yield [first, second]


@pytest.fixture(scope="module")
def api(address: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_schemathesis(mode: GenerationMode, api: schemathesis.BaseSchema, tables: list[Table]) -> None:
    """Requests that the document allows, and requests that it does not."""
    shot_at = set()
    for found in api.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        try:
            strategy = operation.as_strategy(generation_mode=mode)
            _fire(strategy, tables)
        except Unsatisfiable:
            continue  # nothing about this operation can be wrong
        shot_at.add(operation.label)
    assert len(shot_at) > 20


def _fire(strategy: SearchStrategy[Any], tables: list[Table]) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(strategy, st.sampled_from(tables), st.sampled_from(["german", "soviet", "hotseat", "spectator"]))
    def fire(case: Any, table: Table, name: str) -> None:
        if "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = table.id
            case.headers["Authorization"] = f"Bearer {table.tokens[name]}"
        case.call_and_validate(checks=CHECKS)

    fire()


def test_questions_with_real_names_never_fail(tables: list[Table]) -> None:
    for table, scenario in zip(tables, ("campaign", "historical"), strict=True):
        fresh = Table(table.http, scenario, hotseat=True)  # at the others somebody may have claimed a seat by chance
        ask_nonsense(fresh, Mirror().match, 25)


@pytest.mark.parametrize("game", [slug for slug, (_, _, playable) in GAMES.items() if playable])
def test_every_game_is_played_and_restored(game: str, sqlite: str, tmp_path: Path) -> None:
    """Nothing in the server knows a game: whatever can be played can be served."""
    mirror = Mirror(None, game=game)
    with serving(sqlite, tmp_path, snapshot_every=8) as client:
        table = Table(client, None, game=game, hotseat=True)
        mirror.play(table, 40)
        ask_nonsense(table, mirror.match, 5)
    with serving(sqlite, tmp_path) as client:
        table.http = client
        for seat in mirror.match.game.seats:
            assert table.seat(seat).info()["view"] == as_sent(mirror.match.view(seat))
            assert table.seat(seat).info()["log"] == as_sent(mirror.match.log(seat))
        mirror.play(table, 5)


def test_the_interface_page_names_every_call(api: schemathesis.BaseSchema) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for path in api.raw_schema["paths"]:
        tail = re.sub(r"^/api/matches/\{match_id\}/?|\{[^}]*\}", "", path).replace("//", "/").strip("/")
        assert all(word in page for word in tail.split("/")), path


def ask_nonsense(table: Table, match: Match, times: int) -> None:
    """What Schemathesis does not guess: units, hexes and verbs that exist, in senseless combinations."""
    rng = random.Random(5)
    info = table.hotseat.info()
    names = match.game.names
    units, nodes = list(names.unit_of), list(names.node_of)
    verbs = ["zz", *(verb for step in match.game.flow.steps.values() for verb in step.verbs)]

    def some(names: list[str]) -> str:
        return "+".join(rng.choice(names) for _ in range(rng.choice([0, 1, 1, 1, 2, 3])))

    for _ in range(times):
        seat = table.seat(rng.choice(list(table.tokens)))
        command = rng.choice([
            f"{rng.choice(verbs)} {some(units)} {some(nodes)}",
            f"{rng.choice(verbs)} {rng.choice(nodes)} with {some(units)} air {rng.randrange(5)}",
            {"verb": rng.choice(verbs), "units": rng.sample(units, 2), "hexes": rng.sample(nodes, 2), "number": 3},
            {"verb": "order", "word": rng.choice(verbs)},
        ])  # fmt: skip
        ask = {"what": "odds", "units": some(units), "target": rng.choice(nodes)}
        answers = [
            seat.get("/query/reach", units=some(units)),
            seat.get("/query/odds", units=some(units), target=rng.choice(nodes), air=rng.randrange(4)),
            seat.get("/query/targets", verb=rng.choice(verbs), units=some(units)),
            seat.get("/query/supply", unit=some(units)),
            seat.get("/query/options", verb=rng.choice(verbs), units=some(units), hexes=some(nodes)),
            seat.get("/query/who", hex=rng.choice(nodes), what=rng.choice(["reach", "attack"])),
            seat.get("/query/who-can", hex=rng.choice(nodes), what=rng.choice(["reach", "attack"])),
            seat.get(f"/query/{rng.choice(['threats', 'desk', 'strengths'])}"),
            seat.get("/query/network", side=rng.choice([*match.game.sides, "finnish"])),
            seat.post("/query/check", command=command),
            seat.post("/query/plan", commands=[command, "done"], ask=ask),
        ]
        for answer in answers:
            assert answer.status_code in (200, 403, 404, 422), (answer.url, answer.text, command)
    assert table.hotseat.info() == info, "questions change nothing"
