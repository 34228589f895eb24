"""Every option of Fire in the East has a case that fails with it turned the other way, for each of its values: a switch that
did nothing, or that nobody had proved, would be found here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.core.cases import find, run
from grognard.core.game import Choice
from grognard.games import folder_of
from grognard.games.fire_in_the_east.options import CHOICES

SLUG = "fire-in-the-east"
CASES: list[tuple[Path, dict[str, Any]]] = list(find([folder_of(SLUG) / "cases"]))


def is_about(case: dict[str, Any], choice: Choice) -> bool:
    """Does a case name the option, or its rule or a part of it?"""
    named = [str(rule) for rule in case.get("rules", ())] + [str(proof).partition("#")[0] for proof in case.get("proves", ())]
    parts = [rule[len(choice.rule) :] for rule in named if rule.startswith(choice.rule)]
    return choice.name in case.get("options", {}) or any(not part or not part[0].isdigit() for part in parts)


def with_value(choice: Choice, value: str) -> list[tuple[Path, dict[str, Any]]]:
    """Cases about an option that are played with a value of it, those first that say so."""
    found = [(file, case) for file, case in CASES if is_about(case, choice)]
    found = [(file, case) for file, case in found if case.get("options", {}).get(choice.name, choice.default) == value]
    return sorted(found, key=lambda each: choice.name not in each[1].get("options", {}))


def turned(case: dict[str, Any], choice: Choice, value: str) -> dict[str, Any]:
    """The same case with another value."""
    other = next(each for each in choice.values if each != value)
    return case | {"options": case.get("options", {}) | {choice.name: other}}


@pytest.mark.parametrize(("choice", "value"), [(choice, value) for choice in CHOICES for value in choice.values])
def test_some_case_fails_when_an_option_is_turned(choice: Choice, value: str) -> None:
    told = with_value(choice, value)
    assert told, f"no case is about {choice.name} {value} ({choice.rule})"
    assert any(run(file, turned(case, choice, value)).faults for file, case in told), f"{choice.name}: {value} or not is the same"
