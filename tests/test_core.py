"""Dice, commands, retreats and the shared odds ladder."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.command import Command, Names, Pattern, from_json, to_json
from grognard.core.dice import ScriptedDice, SeededDice, commitment
from grognard.core.errors import BadCommand, GrognardError
from grognard.games.assault.odds import column, concentric, name, parse
from grognard.games.assault.retreat import Retreat


def test_rolls_are_a_function_of_seed_and_number() -> None:
    dice = SeededDice("1941")
    assert [dice.number(n, 6) for n in range(12)] == [3, 4, 1, 5, 3, 5, 5, 5, 5, 6, 5, 6]
    assert SeededDice(1941).number(7, 6) == dice.number(7, 6)
    assert dice.commitment == commitment("1941") != commitment("1942")


def test_the_die_is_fair() -> None:
    dice = SeededDice("fair")
    counts = Counter(dice.number(n, 6) for n in range(60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_scripted_dice_complain() -> None:
    dice = ScriptedDice([6, 9])
    assert dice.number(0, 6) == 6
    with pytest.raises(GrognardError, match="does not fit"):
        dice.number(1, 6)
    with pytest.raises(GrognardError, match="only 2 rolls"):
        dice.number(2, 6)


NAMES = Names({f"u{k}": k for k in range(9)}, [f"{k:04d}" for k in range(9)], {f"{k:04d}": k for k in range(9)})
PATTERNS = {
    p.verb: p for p in (Pattern("move", "UNITS PATH"), Pattern("attack", "HEX with UNITS [air NUMBER]"), Pattern("done", ""))
}
several = st.lists(st.integers(0, 8), min_size=1, max_size=5, unique=True).map(tuple)


@given(
    st.one_of(
        st.builds(Command, st.just("move"), several, several),
        st.builds(
            lambda u, h, n: Command("attack", u, (h,), n), several, st.integers(0, 8), st.one_of(st.none(), st.integers(0, 999))
        ),
        st.just(Command("done")),
    )
)
def test_text_and_json_are_exact_inverses(command: Command) -> None:
    pattern = PATTERNS[command.verb]
    assert pattern.parse(pattern.text(command, NAMES), NAMES) == command
    assert from_json(to_json(command, NAMES), NAMES) == command


@pytest.mark.parametrize(
    "text",
    ["", "move", "move u1", "move u1 0001 0002", "move ux 0001", "move u1 0099", "attack 0001 u1", "attack 0001 with u1 air x"],
)
def test_bad_lines_are_refused(text: str) -> None:
    with pytest.raises(BadCommand):
        PATTERNS["attack" if text.startswith("attack") else "move"].parse(text, NAMES)


@pytest.mark.parametrize("data", [None, 3, [], {}, {"verb": 1}, {"verb": "move", "evil": 1}, {"verb": "move", "units": "u1"}])
def test_bad_json_is_refused(data: object) -> None:
    with pytest.raises(BadCommand):
        from_json(data, NAMES)


@given(st.integers(1, 400), st.integers(1, 400))
def test_odds_always_round_for_the_defender(attack: int, defence: int) -> None:
    heading = name(column(attack, defence))
    left, right = (int(x) for x in heading.split(":"))
    assert left * defence <= attack * right or left == 1
    if right > 1:  # poor odds: 1:n means the defender has at most n times as much, more than n - 1 times
        assert (right - 1) * attack < defence <= right * attack
    assert parse(heading) == column(attack, defence)


@given(st.sets(st.integers(0, 5)))
def test_concentric(directions: set[int]) -> None:
    opposite = any(d in directions and d + 3 in directions for d in range(3))
    alternating = directions in ({0, 2, 4}, {1, 3, 5})
    assert concentric(directions) == (opposite or alternating or len(directions) > 3)


def test_a_stack_retreats_whole_where_it_can() -> None:
    choices = Retreat({1: [10, 11], 2: [10, 11]}, {10: 0, 11: 5}, {10: 3, 11: 4})
    assert choices.whole() == [11]
    assert choices.allowed((1, 2)) == [11]
    assert choices.allowed((1,)) == []


def test_the_unity_of_a_stack_comes_before_the_nearest_hex() -> None:
    choices = Retreat({1: [10, 11], 2: [10, 11]}, {10: 1, 11: 5}, {10: 3, 11: 4})
    assert choices.whole() == [11]
    assert choices.allowed((1, 2)) == [11]
    assert choices.allowed((1,)) == []


def test_a_stack_splits_only_when_it_must() -> None:
    choices = Retreat({u: [10, 11] for u in range(4)}, {10: 1, 11: 3}, {10: 3, 11: 4})
    assert choices.whole() == []
    assert choices.best() == (1, 3)
    assert choices.allowed((0,)) == [10, 11]
    assert choices.allowed((0, 1)) == [11]
    assert choices.allowed((1, 2, 3), {0: 10}) == [11]
    assert choices.allowed((1,), {0: 10}) == [11]


@given(
    st.lists(st.sets(st.sampled_from([10, 11, 12]), min_size=1), min_size=1, max_size=4),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(1, 3), min_size=3, max_size=3),
)
def test_retreats_are_those_that_trying_everything_finds(
    doors: list[set[int]], room: list[int], distance: list[int]
) -> None:
    places, far = dict(zip((10, 11, 12), room, strict=True)), dict(zip((10, 11, 12), distance, strict=True))
    choices = Retreat(dict(enumerate(map(sorted, doors))), places, far)
    ends = [end for end in product(*map(sorted, doors)) if all(end.count(h) <= places[h] for h in end)]
    together = [end for end in ends if len(set(end)) == 1]
    assert choices.possible() == bool(ends)
    if together:
        nearest = min(far[end[0]] for end in together)
        assert choices.whole() == sorted(end[0] for end in together if far[end[0]] == nearest)
        return
    assert choices.whole() == []
    ranked = {end: sorted(far[h] for h in end) for end in ends}
    best = [end for end in ends if ranked[end] == min(ranked.values())]
    for unit in range(len(doors)):
        assert choices.allowed((unit,)) == sorted({end[unit] for end in best})


def test_no_room_for_one_is_no_room_for_all() -> None:
    assert not Retreat({u: [10, 11] for u in range(5)}, {10: 1, 11: 3}, {10: 3, 11: 4}).possible()
    assert not Retreat({1: [10], 2: []}, {10: 5}, {10: 1}).possible()
