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


def test_all_steps_are_read() -> None:
    assert len(_STEP.findall(TEXT)) == TEXT.count("In `src/")
    assert len(_FILE.findall(TEXT)) == TEXT.count("New file `")
    assert len(_TRY.findall(TEXT)) == TEXT.count("Try it:")
    assert {"Add a terrain", "Add a game", "Add a verb and an event"} < set(SECTIONS)


def test_makefile_has_what_is_named() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"(?:^    |`)make ([a-z]+)", TEXT, re.M)) <= targets
