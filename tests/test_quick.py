"""The short loop chooses the tests of what has changed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.quick import GAMES, ROOT, SLOW, TESTS, bring_cases, bring_tests, modules
from tools.quick_cases import in_order, rules_in, run_until


@pytest.mark.parametrize(
    ("file", "tests", "cases"),
    [
        ("src/grognard/core/hexes.py", {"tests/test_hexes.py"}, {"drive_on_moscow", "typhoon_1941", "barbarossa"}),
        ("src/grognard/games/assault/odds.py", {"tests/test_core.py"}, {"drive_on_moscow", "typhoon_1941", "barbarossa"}),
        ("src/grognard/games/typhoon_1941/rules/supply.py", {"tests/test_typhoon_fog.py"}, {"typhoon_1941"}),
        ("src/grognard/games/typhoon_1941/cases/04_supply.yaml", {"tests/test_typhoon_fog.py"}, {"typhoon_1941"}),
        ("tests/test_zoc.py", {"tests/test_zoc.py"}, set()),
        ("docs/cases.md", set(), set()),
    ],
)
def test_a_change_brings_its_tests(file: str, tests: set[str], cases: set[str]) -> None:
    assert tests <= set(bring_tests([file]))
    assert cases <= set(bring_cases([file]))
    assert bool(cases) is bool(bring_cases([file]))
    assert bool(tests) is bool(bring_tests([file]))


def test_slow_tests_exist() -> None:
    assert {file.stem for file in TESTS.rglob("test_*.py")} >= SLOW


def test_imports_are_read() -> None:
    assert {"grognard.core.hexes", "grognard.core.hexes.Grid"} <= modules(TESTS / "test_hexes.py")


def test_cases_of_changed_rules_come_first() -> None:
    module = GAMES / "fords" / "rules.py"
    assert {"3", "4", "5"} <= rules_in([module])
    supply = GAMES / "drive_on_moscow" / "rules" / "supply.py"
    found = in_order([GAMES / "drive_on_moscow" / "cases"], [supply])
    rules = rules_in([supply])
    about = [any(str(name) in rules for name in case.get("rules", ())) for _, case in found]
    assert all(about[:20])
    assert not any(about[-200:])
    changed = GAMES / "drive_on_moscow" / "cases" / "10_retreat.yaml"
    assert in_order([changed.parent], [changed])[0][0] == changed


def test_cases_are_run_while_there_is_time_and_faults_are_told(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    case = """- {name: march %d, units: {"0202": [bn1], "0802": [r1]}, expect: {at: {bn1: "%s"}}}\n"""
    file.write_text("game: fords\ncases:\n" + "".join(case % (k, "0203" if k == 3 else "0202") for k in range(60)))
    found = in_order([file], [])
    done, faults = run_until(found, time.time() - 1)
    assert 0 < done < 60
    assert [fault.split(": ")[1] for fault in faults] == ["march 3"]
    assert run_until(found[4:6], time.time() + 60) == (2, [])


def test_tests_beyond_the_time_are_left(tmp_path: Path) -> None:
    file = tmp_path / "test_one.py"
    file.write_text("def test_one():\n    pass\n")
    plug_in = ["-p", "tools.quick_tests", "--rootdir", str(tmp_path)]
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-rs", *plug_in, str(file)]
    for until, told in (("0", "left to make test"), ("inf", "1 passed")):
        done = subprocess.run(words, cwd=ROOT, env=dict(os.environ, GROGNARD_QUICK_UNTIL=until), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert told in done.stdout
