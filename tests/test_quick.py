"""The short loop chooses the tests of what has changed."""

from __future__ import annotations

import pytest

from tools.quick import SLOW, TESTS, bring_cases, bring_tests, modules


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
