"""A thousand bad inputs over all commands: each is answered by one sentence that names what was wrong, never by a traceback."""

from __future__ import annotations

import random
import shutil
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import uvicorn
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.testing import CliRunner, Result

import grognard
from grognard import sim
from grognard.ai import RandomOpponent, opponent
from grognard.cli.main import app
from grognard.draw import raster
from grognard.games import folder_of
from grognard.terminal import session

SEED, INPUTS = 1941, 1000
GAMES = ("drive-on-moscow", "typhoon-1941", "barbarossa")
WORDS = (
    "", " ", "zz", "-1", "²", "0101", "9" * 40, "x" * 300, "a b", "ä\udcff", "../..", "*", "none", "{}", "--", "1e999", "nan",
)  # fmt: skip
#: Commands that are slow even when they refuse: each of their inputs is worth several of the others.
RARE = {"check": 5, "export": 3, "rules": 4, "puzzles": 6, "cut": 3}


# ---------------------------------------------------------------- a place full of good and of broken files


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz")
    for name, content in _files().items():
        (folder / name).write_bytes(content)
    for slug in GAMES:
        match = grognard.new(slug, scenario="historical", seed=1)
        match.save(folder / f"{slug}.txt")
        grognard.new(slug, seed=1).save(folder / f"{slug}-set-up.txt")
        _break_data(folder, slug, random.Random(slug))
    (folder / "empty").mkdir()
    (folder / "locked.txt").mkdir()
    return folder


def _files() -> dict[str, bytes]:
    save = b"grognard save 1\n"
    case = b"game: drive-on-moscow\ncases:\n"
    good = b"- name: a\n  units: {'0101': [1pz panzer 8-5/4-3]}\n  expect: {at: {1pz: '0101'}}\n"
    return {
        "nothing.txt": b"", "zeros.txt": b"\0" * 99, "bytes.txt": bytes(range(256)), "head.txt": save,
        "words.txt": save + "game drive-on-moscow 1\nscenario ä\n".encode("latin-1"), "json.txt": b"{}",
        "good.yaml": case + good, "null.yaml": b"game: drive-on-moscow\ncases:\n", "list.yaml": b"- 1\n- 2\n",
        "text.yaml": case + b"- just words\n", "tab.yaml": b"game:\tx\n\t- y", "bytes.yaml": bytes(range(256)),
        "game.yaml": b"game: chess\ncases:\n- {name: x, expect: {winner: nobody}}\n", "empty.yaml": b"",
        "number.yaml": b"game: 3\ncases: 4\n", "type.yaml": case + b"- {name: x, units: 3, expect: {winner: nobody}}\n",
        "play.yaml": case + b"- {name: x, play: 7, expect: [1]}\n", "step.yaml": case + b"- {name: x, play: [[1]], expect: 3}\n",
        "board.yaml": case + b"- {name: x, board: {size: axb}, expect: {winner: nobody}}\n",
        "defaults.yaml": b"game: drive-on-moscow\ndefaults: 4\ncases: [{name: x}]\n",
        "deep.yaml": b"game: " + b"[" * 3000, "date.yaml": b"game: 2001-99-99\ncases: []\n",
    }  # fmt: skip


def _break_data(folder: Path, slug: str, rng: random.Random) -> None:
    """Data folders with one file each that somebody has edited clumsily."""
    source = folder_of(slug) / "data"
    for number, file in enumerate(sorted(source.glob("*.[ctb][sno][vma]*"))):
        own = folder / f"{slug}-{number}"
        own.mkdir()
        lines = file.read_text(encoding="utf-8").split("\n")
        at = rng.randrange(len(lines))
        cut = rng.randrange(len(lines[at]) + 1)
        lines[at : at + 1] = [rng.choice([lines[at][:cut], "x,y", lines[at] + '"', "[[["])]
        (own / file.name).write_text("\n".join(lines), encoding="utf-8")
    misspelt = folder / f"{slug}-misspelt"
    misspelt.mkdir()
    shutil.copy(source / "units.csv", misspelt / "unit.csv")


# ---------------------------------------------------------------- command lines, one thing wrong in each


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], TyperCommand]]:
    """Every command of the program with the words that call it."""
    if isinstance(group, TyperGroup):
        for name, command in group.commands.items():
            yield from commands(command, (*path, name))
    else:
        yield path, group


class Speaker:
    """Makes command lines in which one thing is wrong and the rest is right."""

    def __init__(self, place: Path) -> None:
        self.rng = random.Random(SEED)
        self.place = place
        names = sorted(path.name for path in place.iterdir())
        self.saves = [name for name in names if name.endswith(".txt")]
        self.cases = [name for name in names if name.endswith(".yaml")]
        self.folders = [name for name in names if (place / name).is_dir()]
        self.fresh = 0

    def new_name(self, suffix: str) -> str:
        self.fresh += 1
        return f"new-{self.fresh}{suffix}"

    def right(self, name: str, slug: str) -> str | None:
        """A value that fits a parameter; None to leave it out."""
        values: dict[str, Any] = {
            "game": slug, "file": f"{slug}.txt", "output": self.new_name(".out"), "name": "mine", "box": "34.8,23.4,35.8,26.4",
            "paths": "good.yaml", "command": "order move-fight", "folder": self.new_name(".folder"), "png": self.new_name(".png"),
            "attack": "26", "defence": "7", "games": "1", "player": "german=random", "level": "random",
        }  # fmt: skip
        return values.get(name)

    def wrong(self, name: str, slug: str) -> str:
        """A value that hardly fits a parameter."""
        pool: dict[str, tuple[str, ...]] = {
            "file": (*self.saves, "empty", "nowhere.txt"), "paths": (*self.cases, "empty", "nowhere.yaml"),
            "data": (*self.folders, "good.yaml", "nowhere"), "output": ("good.yaml", "empty", "nowhere/x", "good.yaml/x"),
            "folder": ("good.yaml", f"{slug}-0", "good.yaml/x"), "png": ("x.svg", "x", "nowhere/x.png", "locked.txt/x.png"),
            "svg": ("x", "nowhere/x.svg"), "pdf": ("x.png", "nowhere/x.pdf"),
            "option": ("die", "die=", "=A", "die=C", "x=y", "kiev", "die=A=B"), "player": ("german", "german=", "x=random", "=y"),
            "box": ("1,2,3", "1,2,3,4,5", "a,b,c,d", "9,9,1,1", "nan,0,1,1", "0,0,1,1e9", "-10,0,10,9", "1,1,1,1", "0,0,89,179"),
            "km": ("0", "-5", "nan", "inf", "1e-9", "1e9", "ten"), "theme": ("dim", "Light"),
            "projection": ("x", "+proj=lcc", "+proj=lcc +lat_1=x +lat_2=3", "+proj=lcc +lat_1=10 +lat_2=-10", "+proj=zz +x=1",
                           "+proj=lcc +lat_1=90 +lat_2=90", "+proj=laea +lat_0=95", "+proj=lcc +lat_1=120 +lat_2=3", "=="),
            "database": ("sqlite://", "sqlite:///:memory:", "x://y", "postgresql://u@localhost:abc/x", "good.yaml",
                         "nowhere/x.db", "://", "mysql://a/b"),
            "host": ("no such host", "256.1.1.1", "x" * 70), "port": ("-1", "70000", "x"), "units": ("zz", "+", "3pz+3pz", "1a"),
            "target": ("zz", "0101", "9999", "turn1"), "seed": ("1\n2", " 1", "ä\udcff"), "scenario": ("moon", "Campaign"),
            "command": ("dance", "move", "order ²", "move 3pz 0101", "done", "soviet: done", "\udcff", "order x y"),
            "hex": ("zz", "9999", "²²²²", "turn1"), "rule": ("99.99", "no such words at all"), "seat": ("nobody", "German"),
        }  # fmt: skip
        return self.rng.choice((*pool.get(name, WORDS), *WORDS[: 1 + len(WORDS) // 3]))

    def line(self, path: tuple[str, ...], command: TyperCommand) -> list[str]:
        """The words of a command line in which one parameter is wrong."""
        slug = self.rng.choice(GAMES)
        params = [p for p in command.params if p.name not in ("help", "json", "open_browser")]
        broken = self.rng.choice(params) if params else None
        words = list(path)
        for param in params:
            name = str(param.name)
            value = self.wrong(name, slug) if param is broken else self.right(name, slug)
            if value is None or (path == ("odds",) and name in ("attack", "defence") and self.rng.random() < 0.2):
                continue
            if isinstance(param, TyperArgument):
                words.append(value)
            elif not getattr(param, "is_flag", False):
                words += [param.opts[0], value]
        if path == ("odds",) and self.rng.random() < 0.6:
            words += ["--file", f"{slug}{self.rng.choice(['', '-set-up'])}.txt", "--target", self.wrong("target", slug)]
            words += ["--units", self.rng.choice(["3pz", "24pz", "41pz", "zz"])]
        return self.spoilt(words)

    def spoilt(self, words: list[str]) -> list[str]:
        """Now and then a word too many or too few."""
        chance = self.rng.random()
        if chance < 0.05:
            words.append(self.rng.choice(("--nonsense", "more", "--json=3")))
        elif chance < 0.1 and len(words) > 2:
            del words[-1]
        return words

    def environment(self) -> dict[str, str | None]:
        if self.rng.random() < 0.9:
            return {}
        names = ("RATE", "THINKERS", "MATCHES", "DATA", "CACHE")
        name = self.rng.choice([*(f"GROGNARD_{name}" for name in names), "WEB_CONCURRENCY"])
        return {name: self.rng.choice(["abc", "-1", "²", "nan", "good.yaml", "1e99", ""])}


@pytest.fixture
def tame(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """What a right command line would begin is not carried out: serving, playing on, drawing at print quality."""
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "share"))
    monkeypatch.setattr(uvicorn.Server, "run", lambda self: None)
    monkeypatch.setattr(sim, "play", _no_game)
    monkeypatch.setattr(session, "opponent", lambda slug, level: opponent(slug, level) and RandomOpponent())
    monkeypatch.setattr(raster, "board_svg", lambda *_: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')


def _no_game(slug: str, seed: str, players: dict[str, str], scenario: str | None, *_: object) -> sim.Report:
    """A game that is begun and not played."""
    match = grognard.new(slug, scenario, seed=seed)
    assert all(opponent(slug, level) for level in players.values())
    return sim.Recorder(match).report(match, seed, players, dict.fromkeys(match.seats, 0.0), "")


def faults_of(result: Result) -> Iterator[str]:
    """What is wrong with an answer: anything but a result, a count of failures, or one sentence."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        yield f"{result.exception!r} in {traceback.extract_tb(result.exception.__traceback__)[-1]}"
    elif result.exit_code not in (0, 1, 2, 3):
        yield f"exit code {result.exit_code}"
    elif result.exit_code > 1:
        sentences = [line for line in result.stderr.splitlines() if line.startswith(("grognard: ", "Error: "))]
        if len(sentences) != 1 or len(sentences[0].split()) < 4:
            yield f"says {result.stderr!r}"
        if not sentences[0].startswith("Error: ") and result.stderr.count("\n") > 1:
            yield f"says more than a sentence: {result.stderr!r}"


@pytest.mark.usefixtures("tame")
def test_a_thousand_bad_inputs(place: Path) -> None:
    speaker, runner = Speaker(place), CliRunner()
    known = list(commands(typer.main.get_command(app)))
    weights = [1 / RARE.get(path[-1], 1) for path, _ in known]
    codes: Counter[int] = Counter()
    met: set[tuple[str, ...]] = set()
    faults: list[str] = []
    for _ in range(INPUTS):
        path, command = speaker.rng.choices(known, weights)[0]
        words, environment = speaker.line(path, command), speaker.environment()
        result = runner.invoke(app, words, env=environment, input=b"help\nlog \xff\nodds 1 2\nzz \xb2\n")
        faults += [f"{environment or ''} {words}: {fault}" for fault in faults_of(result)]
        codes[result.exit_code] += 1
        met.add(path)
    assert not faults, "\n".join(faults)
    assert met == {path for path, _ in known}
    assert codes[2] + codes[3] > INPUTS / 2, codes
