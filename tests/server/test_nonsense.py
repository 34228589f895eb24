"""Nonsense over all routes and sockets: it is refused in a sentence, never with a 500, and no other player notices."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from .tables import PATIENCE, Client, Mirror, Table
from .test_socket import Line, closed_with, joined

GAMES = ("drive-on-moscow", "typhoon-1941", "barbarossa")
_asked = itertools.count()
DEEP, LESS_DEEP = "[" * 1000 + "]" * 1000, "[" * 700 + "]" * 700
WORDS: list[Any] = [
    "", "0", "-1", "²", "٣", "1e9", "null", "order move-fight", "done", "move", "move 3pz 1512", "assault 1512 with 3pz air ²",
    "attack 1512 with 3pz", "attack 1512 3pz ²", "x" * 300, "a\nb", "\r\n", "\x00", "\x7f", "\ufeff", "\u202e", "Тула", "%00",
    "..", "../../etc/passwd", "'; DROP TABLE matches", "3pz+3pz+3pz", "+", ",", "1512-1612-1712", "german", "soviet", "russian",
    "spectator", "hotseat", "human", "computer", "human\n", "1941\n", "ask", "reach", "odds", "drive-on-moscow", "campaign",
    True, None, 0, -1, 5, 2**31, 2**63, 1e308, 0.5, [], ["3pz"], {}, {"verb": "move"}, [[[[]]]], {"german": "human"},
    {"verb": "move", "units": ["3pz"], "hexes": ["²"]}, {"verb": "order", "word": "move-fight"}, {"verb": {"a": [1]}},
    {"verb": "assault", "number": "²"}, {"verb": "assault", "hexes": ["1512"], "units": [["3pz"]], "number": 2**70},
    {"what": "odds", "target": "1512", "units": "3pz"}, {"what": "reach", "units": "3pz"}, {"what": "check"}, {"what": "options"},
]  # fmt: skip
FIELDS = (
    "command", "key", "version", "revision", "seat", "agreed", "say", "player", "text", "commands", "ask", "game", "scenario",
    "options", "seed", "players", "hotseat", "what", "units", "hexes", "verb", "target", "air", "number", "token", "unit", "hex",
    "side", "at", "since",
)  # fmt: skip
POSTS = (
    "commands", "undo", "redo", "takeback", "players", "chat", "query/check", "query/plan", "links/german/revoke",
    "links/²/revoke",
)  # fmt: skip
QUESTIONS = (
    "query/options", "query/reach", "query/odds", "query/targets", "query/supply", "query/network", "query/who", "query/who-can",
    "query/mission",
)  # fmt: skip
GETS = ("", "at/0", "at/²", "at/99999999999999999999", "export", *QUESTIONS, "%00", "x" * 300)
PAGES = ("/%00", "/" + "x" * 300, "/" + "x" * 300 + ".js", "/a%00b.js", "/assets/%2e%2e/%2e%2e/x", "/api", "/api/%00",
         "/api/games/%00/board", "/api/games/drive-on-moscow/tiles/light/%00", "/api/games/drive-on-moscow/tiles/%00/index.json",
         "/api/games/drive-on-moscow/tiles/light/" + "x" * 300, "/api/games/²/rules",
         "/api/schema/%00")  # fmt: skip
BODIES = [
    b"{", b"\xff\xfe", b'{"text": "\xff"}', b'{"command": "\xc3\x28", "key": "k", "version": 0}', b"\x00", DEEP.encode(),
    b'{"text":"\\ud800"}', b"null", b"[]", b'""', b"1" * 5000, b'{"key": 1e999}',
    *(b'{"type":"command","command":%b,"key":"k","version":0}' % deep.encode() for deep in (DEEP, LESS_DEEP)),
    *(b'{"type":"command","command":{"verb":%b},"key":"k","version":0}' % deep.encode() for deep in (DEEP, LESS_DEEP)),
    *(b'{"command":{"verb":%b},"key":"k","version":0}' % deep.encode() for deep in (DEEP, LESS_DEEP)),
]  # fmt: skip


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest, client: Client) -> Table:
    return Table(client, game=request.param, scenario="campaign", hotseat=True)


def other_seat(table: Table) -> str:
    return next(name for name in table.tokens if name not in ("german", "spectator", "hotseat"))


def mentions(rng: random.Random) -> dict[str, Any]:
    """Some fields with something in them."""
    return {rng.choice(FIELDS): rng.choice(WORDS) for _ in range(rng.randrange(6))}


def requests(rng: random.Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, address, and the rest of a request."""
    for _ in range(120):
        yield "POST", rng.choice(POSTS), {"json": mentions(rng)}
        yield "GET", rng.choice(GETS), {"params": {name: str(value) for name, value in mentions(rng).items()}}
    for path in POSTS:
        for body in BODIES:
            yield "POST", path, {"content": body, "headers": {"Content-Type": "application/json"}}
    for body in BODIES:
        yield "PUT", "notes", {"content": body, "headers": {"Content-Type": "application/json"}}
    for path in QUESTIONS:
        for units in ("3pz", "3pz+10mot", "²", "1.Pz", "rd1"):
            for target in ("1512", "1631", "²", ""):
                asked = {"units": units, "unit": units, "target": target, "hex": target, "verb": "move", "side": "german"}
                yield "GET", path, {"params": asked}


def still_there(line: Line) -> None:
    """Is what is said on a line still answered?"""
    key = f"still there {next(_asked)}"
    line.session.send_json({"type": "command", "command": "nonsense", "key": key, "version": 0})
    while line.session.receive_json(timeout=PATIENCE).get("key") != key:
        pass


def test_no_request_is_a_fault_of_ours(table: Table) -> None:
    rng = random.Random(13)
    sent = 0
    with joined(table, other_seat(table)) as player:
        for method, path, rest in requests(rng):
            link = rng.choice(("german", "german", "spectator", "hotseat"))
            headers = {"Authorization": f"Bearer {table.tokens[link]}", **rest.pop("headers", {})}
            answer = table.http.request(method, f"/api/matches/{table.id}/{path}", headers=headers, **rest)
            assert answer.status_code != 500, (method, path, rest, answer.text)
            if answer.status_code == 200 and path == "links/german/revoke":
                table.tokens["german"] = answer.json()["token"]
            sent += 1
        still_there(player)
    assert sent > 400


def test_no_page_is_a_fault_of_ours(client: Client) -> None:
    for path in PAGES:
        assert client.get(path).status_code in (400, 404), path
    rng = random.Random(9)
    for _ in range(200):
        answer = client.post(rng.choice(("/api/matches", "/api/import")), json={"game": GAMES[0], **mentions(rng)})
        assert answer.status_code != 500, answer.text
        assert client.get("/api/games", params={k: str(v) for k, v in mentions(rng).items()}).status_code != 500


def test_no_message_on_a_socket_is_a_fault_of_ours(table: Table) -> None:
    rng = random.Random(7)
    with joined(table, other_seat(table)) as player:
        with joined(table, "german") as line:
            for _ in range(150):
                message = {"type": rng.choice(("command", "command", "ping", "hello", "x")), "key": "k", "version": 0} | mentions(
                    rng
                )
                line.session.send_text(json.dumps(message))
            for body in BODIES:
                line.session.send_bytes(body)
                with suppress(UnicodeDecodeError):
                    line.session.send_text(body.decode())
            still_there(line)
        for body in BODIES:
            with table.http.websocket_connect(f"/api/matches/{table.id}/socket") as session:  # type: ignore[attr-defined]
                session.send_bytes(body)
                assert closed_with(session) == 4400
        still_there(player)


def test_odd_digits_from_the_seat_that_is_not_asked(client: Client) -> None:
    table = Table(client)
    table.german.say("order move-fight", version=0)
    with joined(table, "german") as player:
        answer = table.soviet.say("assault 1512 with 3pz air ²", version=1)
        assert answer.status_code == 422
        still_there(player)


def test_bodies_without_a_length_are_measured(client: Client) -> None:
    table = Table(client)

    def endless() -> Iterator[bytes]:
        yield b'{"text":"'
        for _ in range(70):
            yield b"x" * 1000
        yield b'"}'

    headers = {"Content-Type": "application/json"} | table.german.headers
    answer = client.put(f"/api/matches/{table.id}/notes", content=endless(), headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (413, "a request may have 65536 bytes")


@pytest.mark.parametrize(
    "wanted", [{"seed": "1941\n"}, {"players": {"german": "human\n"}}, {"players": {"german": "computer:random\n"}}]
)
def test_line_breaks_are_no_part_of_seeds_and_levels(client: Client, wanted: dict[str, Any]) -> None:
    assert client.post("/api/matches", json={"game": GAMES[0], **wanted}).status_code == 400
    if "players" in wanted:
        answer = Table(client).german.post("/players", seat="german", player=wanted["players"]["german"])
        assert answer.status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_questions_during_the_set_up(game: str, client: Client) -> None:
    """Whatever is being set up can be asked about like everything else."""
    table, mirror = Table(client, scenario="campaign", game=game), Mirror("campaign", game=game)
    rng = random.Random(1)
    for _ in range(40):
        if not mirror.match.step.name.startswith("setup"):
            break
        for name in ("german", other_seat(table)):
            seat = table.seat(name)
            stacks = {hex: stack for hex, stack in seat.info()["view"]["stacks"].items() if hex.isdigit()}
            units = [unit["id"] for stack in stacks.values() for unit in stack["units"] if not unit.get("covered")]
            for unit in rng.sample(units, min(8, len(units))):
                answers = [
                    seat.get("/query/reach", units=unit),
                    seat.get("/query/odds", units=unit, target="1512"),
                    seat.post("/query/plan", commands=[], ask={"what": "reach", "units": unit}),
                ]
                assert {answer.status_code for answer in answers} <= {200, 400, 422}, (unit, answers)
        mirror.play(table, 1)


def test_odds_of_an_aerial_resupply(client: Client) -> None:
    """The page asks for the odds of whatever names a hex and units; there are none, and that is said."""
    for luck in range(100):
        mirror = Mirror(game="typhoon-1941", luck=luck)
        for _ in range(15):
            if mirror.match.step.name == "airlift" and mirror.match.options().hexes("resupply", ()):
                break
            mirror.match.do(mirror.propose())
        else:
            continue
        break
    table = Table(client, game="typhoon-1941")
    for seat, command in mirror.match.commands:
        assert table.seat(seat).say(mirror.match.text(command)).status_code == 200
    (verb, *_) = table.german.info()["view"]["decision"]["verbs"]
    asked = {"target": verb["hexes"][0], "units": "+".join(table.german.get("/query/options", verb="resupply").json()["units"])}
    answers = [
        table.german.get("/query/odds", **asked),
        table.german.post("/query/plan", commands=[], ask={"what": "odds", **asked}),
    ]
    for answer in answers:
        assert "not on the map" in answer.text
        assert answer.status_code in (200, 400, 422)
