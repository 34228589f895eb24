"""The doors of the server: headers, sizes, rates, pages, tiles, games."""

from __future__ import annotations

import json
import logging
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from grognard.core.places import cache_folder
from grognard.server import doors, tiles
from grognard.server.build import build_of
from grognard.server.settings import Limits, Rate, Settings, default_database

from .tables import Client, Mirror, Table, serving


def test_every_answer_carries_security_headers(client: Client) -> None:
    table = Table(client)
    for answer in (
        client.get("/"),
        client.get("/api/games"),
        client.get("/api/nothing"),
        table.german.get(),
        client.get("/play"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


def test_only_json_is_understood(client: Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.post("/api/matches", content=b'{"game":"drive-on-moscow"}', headers={"content-type": kind})
        assert answer.status_code == 415
    answer = client.post("/api/matches", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_sizes(client: Client) -> None:
    table = Table(client)
    assert table.german.say("x" * 5000, version=0).status_code == 400
    assert table.german.post("/chat", text="x" * 2001).status_code == 400
    assert table.german.put("/notes", text="x" * 20_001).status_code == 400
    assert table.german.put("/notes", text="x" * 70_000).status_code == 413
    assert table.german.say("done", version=0, key="k" * 101).status_code == 400
    assert client.post("/api/import", json={"text": "x" * (4 * 1024 * 1024 + 1)}).status_code == 413
    assert client.post("/api/import", json={"text": "x" * (9 * 1024 * 1024)}).status_code == 413

    def endless() -> Iterator[bytes]:
        yield b'{"text":"'
        for _ in range(128):
            yield b"x" * 100_000

    answer = client.post("/api/import", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize("rate", ["requests", "matches", "imports", "guesses", "commands", "messages"])
def test_rates(rate: str, sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, limits=Limits(**{rate: Rate(4, 0.001)})) as client:  # type: ignore[arg-type]
        table = Table(client)
        many: Callable[[], httpx.Response] = {
            "requests": lambda: client.get("/api/games"),
            "matches": lambda: client.post("/api/matches", json={"game": "drive-on-moscow"}),
            "imports": lambda: client.post("/api/import", json={"text": "x"}),
            "guesses": lambda: client.get(f"/api/matches/{table.id}", headers={"Authorization": "Bearer wrong"}),
            "commands": lambda: table.german.say("done", version=5),
            "messages": lambda: table.german.post("/chat", text="spam"),
        }[rate]
        statuses = [many().status_code for _ in range(6)]
        assert statuses[-1] == 429
        assert 429 not in statuses[:3]
        assert many().headers["retry-after"]
        if rate != "requests":
            assert table.soviet.get().status_code == 200, "others go on"


def test_no_token_is_logged(sqlite: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        Mirror().play(table, 3)
        table.german.say("nonsense", version=3)
        table.german.get("/query/reach", units="nonsense")
    text = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    assert not any(token in text for token in table.tokens.values())
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("matches.db*"))
    assert not any(token.encode() in stored for token in table.tokens.values())


def test_games_boards_and_rules(client: Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    assert games["drive-on-moscow"]["seats"] == ["german", "soviet"]
    assert games["typhoon-1941"]["levels"] == ["random", "recruit", "officer", "general"]
    assert games["typhoon-1941"]["usual_level"] == "officer"
    assert all(games["typhoon-1941"]["level_texts"].values())
    board = client.get("/api/games/drive-on-moscow/board")
    assert {"name", "x", "y", "terrain", "features", "provenance", "note"} <= set(board.json()["hexes"][0])
    left, top, right, bottom = board.json()["bounds"]
    assert all(left < one["x"] < right and top < one["y"] < bottom for one in board.json()["hexes"])
    for path in ("games/drive-on-moscow/board", "games/drive-on-moscow/rules", "tokens.json"):
        answer = client.get(f"/api/{path}")
        assert answer.status_code == 200
        assert client.get(f"/api/{path}", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    rules = client.get("/api/games/drive-on-moscow/rules").json()
    assert all(rule["id"] and rule["text"] for rule in rules)
    assert any(rule["rulings"] for rule in rules)
    for path in ("games/monopoly/board", "games/monopoly/rules", "games/monopoly/tiles/light/index.json", "games"):
        assert client.get(f"/api/{path}").status_code == (200 if path == "games" else 404)
    for slug in games:
        assert client.get(f"/api/games/{slug}/board").status_code in (200, 404)


def test_tiles_are_drawn_once_and_kept(sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    class Draughtsman:
        def __init__(self, slug: str, theme: str, folder: Path) -> None:
            drawn.append((slug, theme))
            (folder / "main" / "12").mkdir(parents=True)
            (folder / "main" / "12" / "0_0.webp").write_bytes(b"RIFF")
            (folder / "index.json").write_text('{"tile": 512}')

        def wait_for(self, path: str, seconds: float | None) -> None:
            if path == "main/12/0_1.webp":
                raise TimeoutError

    monkeypatch.setattr(tiles, "Drawing", Draughtsman)
    with serving(sqlite, tmp_path) as client:
        base = "/api/games/drive-on-moscow/tiles/light"
        assert client.get(f"{base}/index.json").json() == {"tile": 512}
        tile = client.get(f"{base}/main/12/0_0.webp")
        assert (tile.headers["content-type"], tile.content) == ("image/webp", b"RIFF")
        assert client.get(f"{base}/main/12/0_0.webp", headers={"If-None-Match": tile.headers["etag"]}).status_code == 304
        assert client.get(f"{base}/main/12/0_1.webp").status_code == 202  # in the making: ask again
        for wrong in ("main/12/9_9.webp", "../../x", "%2e%2e/%2e%2e/matches.db", "/etc/passwd"):
            assert client.get(f"{base}/{wrong}").status_code == 404
        assert client.get("/api/games/drive-on-moscow/tiles/pink/index.json").status_code == 404
    with serving(sqlite, tmp_path) as client:
        assert client.get(f"{base}/main/12/0_0.webp").content == b"RIFF"
    assert drawn == [("drive-on-moscow", "light")]


def test_tiles_come_from_afar_to_near_and_an_interrupted_map_is_taken_up_again(tmp_path: Path) -> None:
    first = tiles.Tiles(tmp_path)
    index = first.file("barbarossa", "light", "index.json")
    levels = json.loads(index.read_text())["planes"]["main"]["zooms"]
    assert [level["w"] for level in levels] == sorted(level["w"] for level in levels)
    folder = first.folder("barbarossa", "light")
    drawn = {path: path.stat().st_mtime_ns for path in folder.rglob("*.webp")}
    assert len(drawn) == sum(level["columns"] * level["rows"] for level in levels)
    lost = folder / levels[-1]["folder"] / "0_0.webp"
    lost.unlink()
    assert tiles.Tiles(tmp_path).folder("barbarossa", "light") == folder
    assert lost.exists()
    coarse = folder / levels[0]["folder"] / "0_0.webp"
    assert coarse.stat().st_mtime_ns == drawn[coarse]


def test_the_page(sqlite: str, tmp_path: Path) -> None:
    static = tmp_path / "static"
    with serving(sqlite, tmp_path, static=static) as client:
        assert "make setup" in client.get("/").text
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<!doctype html><title>table</title>")
        (static / "assets" / "main-123.js").write_text("export {}")
        (tmp_path / "secret.txt").write_text("secret")
        for path in ("/", "/play", "/play/", "/rules", "/index.html"):
            assert "table" in client.get(path).text
        build = build_of(static)
        (static / "index.html").write_text("<!doctype html><head><title>table</title></head>")
        assert build_of(static) != build
        page = client.get("/")
        assert f'<meta name="build" content="{build_of(static)}">' in page.text, "a page knows for which server it was made"
        assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
        script = client.get("/assets/main-123.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        for path in ("/nothing.js", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/api/none", "/api"):
            assert client.get(path).status_code == 404


@pytest.mark.parametrize(("most", "granted"), [(20000, [16384]), (12000, [10240]), (300, [])])
def test_a_system_that_grants_fewer_descriptors(most: int, granted: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS calls its limit infinite and then refuses more than it has."""
    given: list[int] = []

    def limit(kind: int, wanted: tuple[int, int]) -> None:
        if wanted[0] > most:
            raise ValueError("current limit exceeds maximum limit")
        given.append(wanted[0])

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", limit)
    doors.raise_limit()
    assert given == granted


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROGNARD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GROGNARD_RATE", "2")
    monkeypatch.setenv("GROGNARD_THINKERS", "3")
    found = Settings.from_environment()
    assert cache_folder() == found.cache == tmp_path / "cache"
    assert found.limits.requests.burst == 2 * Limits().requests.burst
    assert found.thinkers == 3
    assert default_database() == f"sqlite:///{tmp_path / 'data' / 'matches.db'}"
