"""The wheel: built without a network, installed without one, it serves the page, the games and their data."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.games import GAMES

ROOT = Path(__file__).parent.parent


def pip(command: str, *words: str, cwd: Path) -> None:
    """Without a network: nothing is looked up, nothing is fetched."""
    line = [sys.executable, "-m", "pip", command, "--quiet", "--no-index", "--no-deps", *words]
    done = subprocess.run(line, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left behind and nothing old gets in."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    page = copy / "src" / "grognard" / "server" / "static" / "index.html"
    if not page.exists():  # where the page has not been built, any page will do to show that it travels
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("<!doctype html><title>Grognard</title>", encoding="utf-8")
    pip("wheel", "--no-build-isolation", "--wheel-dir", "dist", ".", cwd=copy)
    (made,) = (copy / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; what it depends on is taken from ours."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    packages = home / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    pip("install", "--target", str(packages), str(wheel), cwd=home)
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home


def test_everything_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "grognard/server/static/index.html" in names
    assert "grognard/py.typed" in names
    for slug, entry in GAMES.items():
        folder = f"grognard/games/{slug.replace('-', '_')}"
        assert f"{folder}/data/board.board" in names
        assert any(name.startswith(f"{folder}/cases/") for name in names) or not entry.playable
    kept = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    missing = {name for name in kept - names if "__pycache__" not in name and ".egg-info/" not in name}
    assert not missing
    assert not {name for name in names if name.endswith((".nbi", ".nbc", ".pyc"))}


def bare() -> dict[str, str]:
    """An environment without our source folder, without a home."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return kept | {"HOME": "/dev/null"}


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(installed / "bin" / "python"), "-m", "grognard", "serve", "--port", str(port)]
    command += ["--database", str(tmp_path / "m.db")]
    server = subprocess.Popen(command, cwd=tmp_path, env=bare(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        for _ in range(600):
            if server.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        assert server.poll() is None, server.stdout and server.stdout.read()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def fetch(url: str, data: object = None) -> bytes:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return bytes(answer.read())


def test_it_is_installed_offline_and_serves(address: str, installed: Path, tmp_path: Path) -> None:
    ask = [str(installed / "bin" / "python"), "-c", "import grognard; print(grognard.__file__)"]
    where = subprocess.run(ask, cwd=tmp_path, env=bare(), check=True, capture_output=True, text=True).stdout
    assert where.startswith(str(installed))
    assert b"<!doctype html>" in fetch(f"{address}/").lower()
    assert {game["slug"] for game in json.loads(fetch(f"{address}/api/games"))} == set(GAMES)
    made = json.loads(fetch(f"{address}/api/matches", {"game": "drive-on-moscow", "scenario": "historical", "hotseat": True}))
    assert made["id"]
