"""The worked examples of the book about the seas, the home front and the options (chapters 28, 31.D, 33, 34, 38, 39), by the
numbers of the digest: each is played by the cases named here."""

from __future__ import annotations

import pytest

from grognard.core.cases import find, run
from grognard.games import folder_of

SLUG = "fire-in-the-east"
#: example -> its rule, and the cases that play it
EXAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "ex.28.A": ("28.A", ("a ship stays in its sea zone",)),
    "ex.28.B.1": ("28.B.1", ("the land barrier south of the Karkinit Bay",)),
    "ex.28.B.5a": ("28.B.5b", ("mines and submarines",)),
    "ex.28.B.5b": ("28.B.5b", ("mines and submarines",)),
    "ex.28.C.2": ("28.C.2c", ("German transport is split between the seas as its player likes, turn by turn",
                              "three equivalents in the Arctic leave one for the Baltic")),
    "ex.28.C.3": ("28.C.3b", ("of the ground forces of the Soviet Navy marines are at home on a beach, rifle brigades are not",)),
    "ex.28.E.1": ("28.Eb", ("along the Dnepr as in the book",)),
    "ex.28.E.2": ("28.Ed", ("crossing a river that a flotilla holds costs three times as much",)),
    "ex.28.E.3": ("28.Ec", ("a flotilla gives way to the hexes of the book",)),
    "ex.28.E.4": ("28.Ee", ("the book's attack past a flotilla on the Dnepr",)),
    "ex.28.E.5": ("28.Ej", ("beside a flotilla that lies still a lake hexside is crossed like a major river",)),
    "ex.28.E.6": ("28.Ek", ("supplies for the Leningrad front as in the book",)),
    "ex.31.D": ("31.Db", ("a factory goes to the Urals for eight turns", "it works there from that turn on")),
    "ex.33": ("33.a", ("Smolensk, taken on Jul II 41, needs its garrison on Aug I 41", "not on the turn of its capture")),
    "ex.34.B": ("34.Bb", ("a 7-6 at its 3-6 cadre costs four",)),
    "ex.34.B.1": ("34.B.1a", ("Hungarians are never replaced",)),
    "ex.34.B.3": ("34.B.3", ("of points for losses no district gets more than half",)),
    "ex.34.E.1": ("34.E.1", ("militia in a replacement city gives a point more than its strength",)),
    "ex.34.E.3": ("34.E.3", ("a conversion may be made later",)),
    "ex.38.A": ("38.A", ("two tank divisions break out over a battalion",
                         "a zone there makes cadres of them first, and they are too weak")),
    "ex.38.C": ("38.C", ("from Velikie Luki to Riga the gauge is broad, on other lines to Riga standard",)),
    "ex.39.A": ("39.Ad", ("over the bridge into woods one point, without it three",)),
    "ex.39.B": ("39.B", ("of five points a beaten brigade takes two along, one is captured and two are destroyed",)),
}  # fmt: skip
CASES = {(case["name"], str(rule)): (file, case) for file, case in find([folder_of(SLUG) / "cases"]) for rule in case["rules"]}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_is_played(example: str) -> None:
    rule, names = EXAMPLES[example]
    for name in names:
        assert (name, rule) in CASES, f"{example}: no case of rule {rule} is called {name!r}"
        assert not run(*CASES[name, rule]).faults
