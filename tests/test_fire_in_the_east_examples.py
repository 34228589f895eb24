"""Fire in the East: each of the 118 worked examples of the book is a case (`examples` of a case)."""

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
    "ex.14.H.b": "14.H.b", "ex.15.Bb": "15.Bb", "ex.16.B.2": "16.B.2", "ex.19a": "19a", "ex.19d": "19d", "ex.20.Eb": "20.Eb",
    "ex.20.E.2a": "20.E.2a", "ex.20.F.2.a": "20.F.2.a", "ex.21.B.2.a": "21.B.2.a", "ex.21.B.2.b": "21.B.2.b",
    "ex.21.B.2.c": "21.B.2.c", "ex.21.B.3": "21.B.3", "ex.21.air-combat": "21.B.3", "ex.22.A.3b": "22.A.3b",
    "ex.22.B.1": "22.B.1", "ex.22.B.4": "22.B.4", "ex.22.B.6": "22.B.6", "ex.24.A": "24.A", "ex.24.C": "24.C", "ex.24.D": "24.D",
    "ex.24.F.1": "24.F.a", "ex.24.F.2": "24.F.a", "ex.25.A.1": "25.A.c", "ex.25.A.2": "25.A.b", "ex.25.C": "25.Cc",
    "ex.25.E": "25.E", "ex.26.A.4a": "26.A.4", "ex.26.A.4b": "26.A.4", "ex.27.A": "27.A", "ex.27.B.1": "27.B.1",
    "ex.27.B.2": "27.B.2", "ex.27.B.3": "27.B.3", "ex.27.E": "27.E", "ex.27.F.1": "27.F.1", "ex.27.F.2": "27.F.2",
    "ex.27.F.4a": "27.F.4", "ex.27.F.4b": "27.F.4", "ex.28.A": "28.A", "ex.28.B.1": "28.B.1", "ex.28.B.5a": "28.B.5b",
    "ex.28.B.5b": "28.B.5b", "ex.28.C.2": "28.C.2c", "ex.28.C.3": "28.C.3b", "ex.28.E.1": "28.Eb", "ex.28.E.2": "28.Ed",
    "ex.28.E.3": "28.Ec", "ex.28.E.4": "28.Ee", "ex.28.E.5": "28.Ej", "ex.28.E.6": "28.Ek", "ex.29.A.2a": "29.A.2b",
    "ex.29.A.2b": "29.A.2b", "ex.29.A.3": "29.A.3", "ex.29.B.2": "29.B.2", "ex.29.D.2": "29.D.2b", "ex.30d": "30d",
    "ex.31.A.4": "31.A.4", "ex.31.D": "31.Db", "ex.31.F.2": "31.F.2c", "ex.33": "33.a", "ex.34.B": "34.Bb",
    "ex.34.B.1": "34.B.1a", "ex.34.B.3": "34.B.3", "ex.34.E.1": "34.E.1", "ex.34.E.3": "34.E.3", "ex.36": "36c",
    "ex.36.maps": "36a", "ex.38.A": "38.A", "ex.38.C": "38.C", "ex.39.A": "39.Ad", "ex.39.B": "39.B",
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
