"""The chapters of the dice: what a seed, a take-back beyond a die and a fresh seed do to the rolls to come."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

import pytest

import grognard
from grognard.core.dice import FIRST_SCHEME, SCHEME, Chapter, SeededDice, commitment, new_chapter
from grognard.core.errors import BadSave, GrognardError
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.games import load_game


def rolls(dice: SeededDice, first: int, count: int = 40) -> list[int]:
    return dice.numbers(first, [1_000_000] * count)


def played(match: Match, until: Callable[[Match], bool]) -> Match:
    rng = random.Random(5)
    while not until(match):
        match.do(match.options().sample(rng))
    return match


def after_a_die(match: Match) -> bool:
    """Has the last command thrown a die?"""
    return any(event.kind == "rolled" for event in match.last.events)


def old_match() -> Match:
    """A match as it was begun when there was but one scheme."""
    return Match(load_game("drive-on-moscow"), "historical", chapters=[Chapter(0, FIRST_SCHEME, "old")])


def signed(text: str) -> str:
    body = text[: text.rindex("end ")]
    return f"{body}{text[text.rindex('end ') :].rsplit(' ', 1)[0]} {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_the_first_scheme_confuses_neighbouring_seeds_and_the_second_does_not() -> None:
    assert rolls(SeededDice("1"), 230, 10) == rolls(SeededDice("12"), 30, 10)
    one, other = SeededDice([Chapter(0, SCHEME, "1")]), SeededDice([Chapter(0, SCHEME, "12")])
    seen = {tuple(rolls(one, first, 10)) for first in range(300)}
    assert not seen & {tuple(rolls(other, first, 10)) for first in range(300)}
    once, twice = (SeededDice([Chapter(0, SCHEME, "1", number)]) for number in (1, 2))
    assert rolls(once, 0) != rolls(twice, 0) != rolls(one, 0)


def test_the_second_scheme_is_what_the_documentation_says() -> None:
    def roll(number: int) -> int:
        return int.from_bytes(hashlib.sha256(f"grognard dice 2\n1941\n3\n{number}".encode()).digest()[:8], "big") % 6 + 1

    dice = SeededDice([Chapter(0, SCHEME, "1941", 3)])
    assert [dice.number(number, 6) for number in range(50)] == [roll(number) for number in range(50)]


def test_a_roll_falls_in_its_chapter() -> None:
    begun = (Chapter(0, FIRST_SCHEME, "a"),)
    later = new_chapter(new_chapter(begun, 10), 20, "b")
    assert later == (begun[0], Chapter(10, SCHEME, "a", 1), Chapter(20, SCHEME, "b", 1))
    dice = SeededDice(later)
    assert rolls(dice, 0, 10) == rolls(SeededDice("a"), 0, 10)
    assert rolls(dice, 10, 10) == rolls(SeededDice(later[1:2]), 10, 10)
    assert rolls(dice, 20, 10) == rolls(SeededDice(later[2:]), 20, 10)
    assert new_chapter(later, 5) == (begun[0], Chapter(5, SCHEME, "b", 2)), "what would have begun later never has"


@pytest.mark.parametrize("match", [lambda: grognard.new("drive-on-moscow", "historical", seed=8), old_match])
def test_a_take_back_beyond_a_die_changes_the_dice_to_come(match: Callable[[], Match]) -> None:
    one = played(match(), after_a_die)
    before, command, seat = one.at(one.length - 1), one.last.command, one.last.seat
    assert command is not None
    again = before.copy()
    again.do(command, seat)
    assert again.state == one.state, "visiting an earlier point changes nothing"
    ahead = rolls(one.play.dice, before.state.rolls)  # type: ignore[arg-type]
    one.undo(agreed=True)
    assert one.state == before.state
    assert (one.chapters[-1].takebacks, one.chapters[-1].first) == (1, before.state.rolls)
    assert one.chapters[0] == before.chapters[0]
    assert rolls(one.play.dice, before.state.rolls) != ahead  # type: ignore[arg-type]
    one.do(command, seat)
    one.undo(agreed=True)
    assert one.chapters[-1].takebacks == 2
    assert len(one.chapters) == 2


def test_a_take_back_without_a_die_leaves_the_dice_alone() -> None:
    match = grognard.new("drive-on-moscow", "historical", seed=3)
    match.do("order move-fight")
    match.do("done")
    match.do("done")
    match.undo(agreed=True)
    assert match.chapters == (Chapter(0, SCHEME, "3"),)


def test_a_fresh_seed_holds_for_the_dice_to_come() -> None:
    match = played(grognard.new("drive-on-moscow", "historical", seed=8), after_a_die)
    other, now = match.copy(), match.state.rolls
    chapter = match.reseed("fresh")
    assert chapter == match.chapters[-1] == Chapter(now, SCHEME, "fresh")
    assert chapter.commitment == commitment("fresh")
    assert match.at(match.length).state == other.state
    match.do(match.options().sample(random.Random(1)))
    played(match, after_a_die)
    assert loads(dump(match)).state == match.state
    assert loads(dump(match)).chapters == match.chapters


def test_saves_keep_every_chapter_and_check_its_commitment() -> None:
    match = played(old_match(), after_a_die)
    assert dump(match).startswith("grognard save 2\n")
    assert "\nscheme 1\nseed old\n" in dump(match)
    match.undo(agreed=True)
    match.reseed("fresh start")
    played(match, after_a_die)
    text = dump(match)
    assert dump(loads(text)) == text
    assert loads(text).state == match.state
    line = next(line for line in text.splitlines() if line.startswith("dice "))
    for wrong, why in (
        (line.replace("fresh", "flesh"), "tampered"),
        ("dice x 1 y z", "not a chapter"),
        ("dice ² 1 y z", "not a chapter"),
        ("dice 3", "not a chapter"),
        ("scheme 7", "no scheme"),
    ):
        with pytest.raises(BadSave, match=why):
            loads(signed(text.replace(line, wrong)))


@pytest.mark.parametrize("seed", ["", "a\nb", "a\n", "\n", "a\u2028b", "\0", " a", "x" * 101, "\ud800"])
def test_a_seed_is_one_line(seed: str) -> None:
    with pytest.raises(GrognardError, match="a seed is"):
        grognard.new("drive-on-moscow", seed=seed)
    with pytest.raises(GrognardError, match="a seed is"):
        grognard.new("drive-on-moscow", seed=1).reseed(seed)
