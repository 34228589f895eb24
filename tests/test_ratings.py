"""Ratings that a game declares: read as printed, kept exactly, shown as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.data import DataFiles
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.core.ratings import Rating, read_faces, read_ratings
from grognard.core.view import unit_view
from grognard.games import folder_of
from grognard.games.fords.game import Fords
from grognard.terminal.words import unit_words

SIZE = Rating("equivalents", parts=2)
EUROPA = (Rating("attack"), Rating("defence"), Rating("movement"), SIZE)


@given(st.integers(0, 60), st.sampled_from([1, 2, 4, 8]))
def test_what_is_shown_is_read_back_exactly(stored: int, parts: int) -> None:
    rating = Rating("strength", parts)
    assert rating.read(str(rating.show(stored))) == stored
    assert rating.exact(stored) == Fraction(stored, parts) == Fraction(rating.show(stored))


@pytest.mark.parametrize(("text", "stored"), [("3", 6), ("0.5", 1), ("1/2", 1), ("3/2", 3), ("2.50", 5)])
def test_halves_are_read_in_every_way_they_are_written(text: str, stored: int) -> None:
    assert SIZE.read(text) == stored


@pytest.mark.parametrize("text", ["R", "", "1/0", "-1", "1e9", "\u0663"])
def test_what_is_no_number_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(GrognardError, match=f"equivalents: {text!r} is no number"):
        SIZE.read(text)


def test_what_is_no_number_of_halves_is_refused_in_a_sentence() -> None:
    with pytest.raises(GrognardError, match=r"equivalents: '0.3' cannot be kept in parts of 1/2"):
        SIZE.read("0.3")


def test_one_number_alone_is_all_ratings_and_a_wrong_number_of_them_is_refused() -> None:
    assert read_ratings(EUROPA[:2], "4") == (4, 4)
    with pytest.raises(GrognardError, match="'4-5-6' should be attack-defence"):
        read_ratings(EUROPA[:2], "4-5-6")


def test_a_counter_is_printed_with_all_steps_first_and_kept_with_the_last_step_first() -> None:
    assert read_faces(EUROPA[:2], "8-4/4-2") == ((4, 2), (8, 4))


class Brigades(Fords):
    """The Fords of Wend with counters as Europa prints them, one of them with two steps."""

    ratings: ClassVar[tuple[Rating, ...]] = EUROPA

    def read_units(self, rows: list[dict[str, str]]) -> None:  # type: ignore[override]
        super().read_units([row | {"factors": "3-4-6-1.5/1-2-6-0.5" if n == 0 else "1-1-8-3"} for n, row in enumerate(rows)])


def test_a_view_shows_what_a_game_declares_by_the_steps_that_are_left() -> None:
    match = Match(Brigades(), Brigades.scenarios[0].name, seed=1)
    game, p = match.game, match.play
    assert game.rated("equivalents")[0] == [0, 1, 3]
    assert game.rated("movement")[1] == [0, 8, 0]
    p.s.set("kind", 0, 0)
    p.s.set("steps", 0, 2)
    shown = unit_view(p, 0, (0, 1, 2))
    assert (shown.attack, shown.defence, shown.movement, shown.ratings) == (3, 4, 6, {"equivalents": 1.5})
    assert "3-4-6, equivalents 1.5" in unit_words(shown)
    p.s.set("steps", 0, 1)
    assert unit_view(p, 0, (0, 1, 2)).ratings == {"equivalents": 0.5}


def test_the_units_of_fire_in_the_east_fit() -> None:
    """All ratings of all its counters are kept exactly; the equivalents of its army at the start are a whole number of halves."""
    files = DataFiles.of_set(folder_of("fire-in-the-east") / "data")
    types = {(row["nation"], row["type"], row["size"], row["motorized"]): row["re"] for row in files.csv("types.csv")}
    units = files.csv("units.csv")
    attack, defence, movement, size = EUROPA
    for row in units:
        assert attack.show(attack.read(row["attack"])) == int(row["attack"])
        assert defence.show(defence.read(row["defense"])) == int(row["defense"])
        assert row["movement"] in ("", "R") or movement.read(row["movement"]) >= 0
    stored = [size.read(types[row["nation"], row["type"], row["size"], row["motorized"]]) for row in units
              if (row["nation"], row["type"], row["size"], row["motorized"]) in types]  # fmt: skip
    assert {1, 2, 6} <= set(stored)
