"""Fire in the East: every worked example of the book about the ground war and the home front is a case (`examples` of a case)."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard.games.fire_in_the_east as game
from grognard.core import cases

#: Examples of the book in its order, by their number in the digest, and the rule that each stands under.
EXAMPLES = {
    "ex.2.B": "2.B", "ex.3.C.1": "3.C.1", "ex.3.C.2": "3.C.2", "ex.3.Fb": "3.Fb", "ex.3.Ha": "3.Hb", "ex.3.Hc": "3.Hc",
    "ex.5a": "5a", "ex.6b": "6b", "ex.6d": "6d", "ex.6.B.1": "6.B", "ex.6.B.2": "6.B", "ex.7.A.3e": "7.A.3e",
    "ex.7.A.4b": "7.A.4b", "ex.7.A.4f": "7.A.4f", "ex.7.B": "7.B", "ex.7.C": "7.C", "ex.8.A.1": "8.A.1", "ex.8.Bb": "8.Bb",
    "ex.9.A.3": "9.A.3", "ex.9.C.HX": "9.C.HX", "ex.9.E": "9.E", "ex.10.B.1": "10.B.1", "ex.10.B.2": "10.B.2",
    "ex.10.B.3": "10.B.3", "ex.10.C": "10.C", "ex.10.C.ex1": "10.C.1", "ex.10.C.ex2": "10.C.2", "ex.10.D": "10.D",
    "ex.10.F": "10.F", "ex.10.F.note": "10.F", "ex.10.G": "10.G", "ex.10.H": "10.H", "ex.12.B.1": "12.B.1", "ex.12.D": "12.D",
    "ex.12.E": "12.Ea", "ex.12.E.2": "12.E.2", "ex.12.Fa": "12.Fa", "ex.12.Fc": "12.Fc", "ex.14.A.1a": "14.A.1a",
    "ex.14.A.1.a.1": "14.A.1.a", "ex.14.A.1.a.2": "14.A.1.a", "ex.14.A.1.b.1": "14.A.1.b", "ex.14.A.1.b.2": "14.A.1.b",
    "ex.14.A.1.c": "14.A.1.c", "ex.14.A.3": "14.A.3", "ex.14.B": "14.B", "ex.14.G.1": "14.G", "ex.14.G.2": "14.G",
    "ex.14.H.b": "14.H.b", "ex.15.Bb": "15.Bb", "ex.29.A.2a": "29.A.2b", "ex.29.A.2b": "29.A.2b", "ex.29.A.3": "29.A.3",
    "ex.29.B.2": "29.B.2", "ex.29.D.2": "29.D.2b", "ex.30d": "30d", "ex.31.A.4": "31.A.4", "ex.31.D": "31.Db",
    "ex.31.F.2": "31.F.2c", "ex.33": "33.a", "ex.34.B": "34.Bb", "ex.34.B.1": "34.B.1a", "ex.34.B.3": "34.B.3",
    "ex.34.E.1": "34.E.1", "ex.34.E.3": "34.E.3", "ex.36": "36c", "ex.36.maps": "36a", "ex.38.A": "38.A", "ex.38.C": "38.C",
    "ex.39.A": "39.Ad", "ex.39.B": "39.B",
}  # fmt: skip


@pytest.fixture(scope="module")
def proofs() -> dict[str, list[dict[str, object]]]:
    """Example -> the cases that are it."""
    found: dict[str, list[dict[str, object]]] = {}
    for _, case in cases.find([Path(game.__file__).parent / "cases"]):
        for example in case.get("examples", ()):
            found.setdefault(str(example), []).append(case)
    return found


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_case_is_the_example(example: str, proofs: dict[str, list[dict[str, object]]]) -> None:
    """There is one, it expects something, and it cites the rule of the example or a part of it."""
    own = proofs.get(example, [])
    assert own, f"{example} is no case"
    rule = EXAMPLES[example]
    assert any(cases.concerns(case, rule) for case in own), f"no case of {example} is about rule {rule}"
    for case in own:
        steps = case.get("play", ())
        assert isinstance(steps, list | tuple)
        assert "expect" in case or any(isinstance(step, dict) for step in steps), f"{case['name']!r} expects nothing"


def test_cases_name_no_example_that_is_not_listed(proofs: dict[str, list[dict[str, object]]]) -> None:
    assert not proofs.keys() - EXAMPLES.keys()
