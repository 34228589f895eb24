"""The steps of CONTRIBUTING.md are carried out on a copy, and what they tell to try works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in TEXT.split("\n## ")[1:]}
_STEP = re.compile(r"In `([^`]+)`, (before|after|in place of) `([^`]+)`:\n\n```\w+\n(.*?)```", re.S)
_FILE = re.compile(r"New file `([^`]+)`:\n\n```\w+\n(.*?)```", re.S)
_TRY = re.compile(r"Try it:\n\n```sh\n(.*?)```", re.S)


def carry_out(section: str, root: Path) -> None:
    """Every step of a section: insertions, replacements, new files."""
    for path, where, anchor, code in _STEP.findall(section):
        file = root / path
        text, line = file.read_text(encoding="utf-8"), f"{anchor}\n"
        assert line in text, f"{path} has no line {anchor!r}"
        changed = {"before": code + line, "after": line + code, "in place of": code}[where]
        file.write_text(text.replace(line, changed, 1), encoding="utf-8")
    for path, code in _FILE.findall(section):
        (root / path).write_text(code, encoding="utf-8")


@pytest.mark.parametrize("name", [name for name, section in SECTIONS.items() if _TRY.search(section)])
def test_the_steps_of_a_section_work(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("static", "__pycache__", "*.egg-info"))
    carry_out(SECTIONS[name], tmp_path)
    bare = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment = bare | {"PYTHONPATH": str(tmp_path / "src"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for script in _TRY.findall(SECTIONS[name]):
        done = subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


_HOUSE_RULE = """
from grognard.games.drive_on_moscow.opponent.sight import Sight
from grognard.games.drive_on_moscow.position import match_from

board = {"size": "5x4", "front": 3, "town": {"Vyazma": "0303"}}
units = {"0202": ["1i infantry 9-8/4-4"], "0303": ["rd1 RD 2-3"]}
for choice, odds in (("on", "4:1"), ("off", "3:1")):
    case = {"board": board, "air": "none", "phase": "combat", "turn": 2, "units": units, "options": {"open-towns": choice}}
    match = match_from(case)
    target, unit = match.game.board.node("0303"), match.game.names.unit("1i")
    told, expected = match.odds(target, [unit]), Sight(match).chances(target, {unit: match.state.loc[unit]})
    assert list(told.odds) == [odds], told
    assert {k: round(v, 3) for k, v in expected.items() if v} == {k: round(v, 3) for k, v in told.results.items()}, expected
"""


def test_a_house_rule_of_one_text_is_in_previews_and_in_the_plans_of_the_computer(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("static", "__pycache__", "*.egg-info"))
    section = SECTIONS["Add a rule: a house rule as an option"]
    carry_out(section, tmp_path)
    touched = {path for path, _, _, _ in _STEP.findall(section)} | {path for path, _ in _FILE.findall(section)}
    folder = "src/grognard/games/drive_on_moscow/"
    assert touched == {folder + name for name in ("game.py", "rules/combat_odds.py", "rules.yaml", "cases/house.yaml")}
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    done = subprocess.run([sys.executable, "-c", _HOUSE_RULE], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_steps_are_read() -> None:
    assert len(_STEP.findall(TEXT)) == TEXT.count("In `src/")
    assert len(_FILE.findall(TEXT)) == TEXT.count("New file `")
    assert len(_TRY.findall(TEXT)) == TEXT.count("Try it:")
    assert {"Add a terrain", "Add a game", "Add a verb and an event"} < set(SECTIONS)


def test_makefile_has_what_is_named() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"(?:^    |`)make ([a-z]+)", TEXT, re.M)) <= targets
