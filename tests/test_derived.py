"""Derived answers are kept exactly as long as nothing they rest on has changed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from grognard.core.derived import ANY, CONTROL, OTHERS, OWN, answer, continued, derived, flags, of, places, stands
from grognard.core.state import State

TIRED, LOST = 1, 2


class Toy(State):
    """Four pieces of three sides on five nodes."""

    NODE_ARRAYS: ClassVar[dict[str, Any]] = {"walls": np.uint8, "notes": np.uint8}
    VALUES: ClassVar[dict[str, Any]] = {"weather": "fair", "turn": 1}
    WATCHED = State.WATCHED | {"walls", "weather"}

    weather: str
    turn: int


class Asked:
    """How often each question has been worked out."""

    def __init__(self) -> None:
        self.state = Toy(4, 5, 3)
        for piece, side in enumerate((0, 0, 1, 2)):
            self.state.put(piece, piece, side)
        self.play = SimpleNamespace(s=self.state, made=[])

    def works_out(self, question: Any, *asked: Any) -> bool:
        """Is the answer worked out when it is asked for now? What it says is right in any case."""
        before = len(self.play.made)
        question(self.play, *asked)
        return len(self.play.made) > before


@pytest.fixture
def asked() -> Asked:
    return Asked()


@derived(stands(OTHERS), CONTROL)
def blocked(p: Any, side: int) -> list[bool]:
    p.made.append("blocked")
    return [any(p.s.count[other][node] for other in range(3) if other != side) for node in range(5)]


@derived(places(OWN))
def roster(p: Any, side: int) -> list[int]:
    p.made.append("roster")
    return list(p.s.loc)


@derived(places(1))
def of_the_second(p: Any) -> int:
    p.made.append("second")
    return int(p.s.loc[2])


@derived(flags(TIRED))
def tired(p: Any) -> list[int]:
    p.made.append("tired")
    return [piece for piece in range(4) if p.s.flags[piece] & TIRED]


@derived(of("walls"), of("weather"))
def shelter(p: Any) -> tuple[int, ...]:
    p.made.append("shelter")
    return (*p.s.walls.tolist(), len(p.s.weather))


@derived(places(ANY))
def distance(p: Any, one: int, other: int) -> int:
    p.made.append("distance")
    return abs(int(p.s.loc[one]) - int(p.s.loc[other]))


def test_an_answer_is_worked_out_once(asked: Asked) -> None:
    for question, arguments in ((blocked, (0,)), (roster, (1,)), (tired, ()), (shelter, ()), (distance, (0, 3))):
        assert asked.works_out(question, *arguments)
        assert not asked.works_out(question, *arguments)


def test_a_side_hears_of_the_places_that_concern_it(asked: Asked) -> None:
    for side in range(3):
        blocked(asked.play, side)
        roster(asked.play, side)
    asked.state.put(2, 4, 1)
    assert [asked.works_out(blocked, side) for side in range(3)] == [True, False, True]
    assert [asked.works_out(roster, side) for side in range(3)] == [False, True, False]


def test_nodes_a_side_stands_on_are_less_than_the_places_of_its_pieces(asked: Asked) -> None:
    asked.state.put(1, 0, 0)
    blocked(asked.play, 1)
    roster(asked.play, 0)
    asked.state.put(1, 0, 0)  # laid on top where it stands
    assert not asked.works_out(blocked, 1)
    assert asked.works_out(roster, 0)


def test_a_certain_side_may_be_named(asked: Asked) -> None:
    of_the_second(asked.play)
    asked.state.put(0, 3, 0)
    assert not asked.works_out(of_the_second)
    asked.state.put(2, 3, 1)
    assert asked.works_out(of_the_second)


def test_flags_that_nobody_asks_about_do_not_matter(asked: Asked) -> None:
    tired(asked.play)
    asked.state.mark((0, 1), LOST)
    assert not asked.works_out(tired)
    asked.state.mark((0, 1), TIRED | LOST)
    assert asked.works_out(tired)
    asked.state.mark((0, 1), TIRED)
    assert not asked.works_out(tired), "they had the flag already"
    asked.state.clear((1,), TIRED)
    assert asked.works_out(tired)
    asked.state.clear_all(LOST)
    assert not asked.works_out(tired)
    asked.state.clear_all(TIRED)
    assert asked.works_out(tired)
    asked.state.fill("flags", TIRED)
    assert tired(asked.play) == [0, 1, 2, 3]


def test_watched_arrays_and_values(asked: Asked) -> None:
    shelter(asked.play)
    asked.state.set("walls", 2, 1)
    assert asked.works_out(shelter)
    asked.state.fill("walls", 3, slice(2, 4))
    assert shelter(asked.play) == (0, 0, 3, 3, 0, 4)
    asked.state.weather = "rain and snow"
    assert shelter(asked.play)[-1] == 13
    asked.state.turn = 2
    assert not asked.works_out(shelter)


def test_questions_asked_with_more_than_a_side_go_together(asked: Asked) -> None:
    assert (distance(asked.play, 0, 3), distance(asked.play, 1, 3)) == (3, 2)
    assert not asked.works_out(distance, 0, 3)
    asked.state.put(0, 4, 0)
    assert asked.works_out(distance, 1, 3)
    assert distance(asked.play, 0, 3) == 1


def test_an_alliance_changes_everything(asked: Asked) -> None:
    blocked(asked.play, 0)
    tired(asked.play)
    asked.state.ally(0, 1)
    assert asked.works_out(blocked, 0)
    assert asked.works_out(tired)


def test_copies_keep_what_they_know_apart(asked: Asked) -> None:
    assert distance(asked.play, 0, 3) == 3
    twin = SimpleNamespace(s=asked.state.copy(), made=[])
    assert distance(twin, 0, 3) == 3
    assert not twin.made, "a copy knows what its original knew"
    twin.s.put(0, 4, 0)
    asked.state.put(0, 2, 0)
    assert distance(twin, 0, 3) == 1
    assert distance(asked.play, 0, 3) == 1
    asked.state.put(0, 0, 0)
    assert (distance(asked.play, 0, 3), distance(twin, 0, 3)) == (3, 1)


@derived(stands(ANY), steady=True)
def crowded(p: Any) -> list[bool]:
    p.made.append("crowded")
    return [sum(p.s.count[side][node] for side in range(3)) > 1 for node in range(5)]


@derived(answer(crowded), of("weather"))
def comfort(p: Any) -> tuple[int, str]:
    p.made.append("comfort")
    return sum(crowded(p)), p.s.weather


def test_an_answer_that_rests_on_another_outlives_what_leaves_that_one_the_same(asked: Asked) -> None:
    assert comfort(asked.play) == (0, "fair")
    asked.state.put(3, 4, 2)
    asked.play.made.clear()
    assert comfort(asked.play) == (0, "fair")
    assert asked.play.made == ["crowded"], "looked at again and found to be the same"
    assert not asked.works_out(comfort)
    asked.state.put(3, 0, 2)
    assert comfort(asked.play) == (1, "fair")
    asked.state.put(3, 1, 2)  # one node is crowded as before, but another one
    asked.state.weather = "rain"
    assert comfort(asked.play) == (1, "rain")


def test_an_answer_that_could_not_be_worked_out_is_not_kept(asked: Asked) -> None:
    @derived(answer(crowded))
    def fragile(p: Any) -> int:
        if any(crowded(p)):
            raise RuntimeError
        return 1

    assert fragile(asked.play) == 1
    asked.state.put(3, 0, 2)
    for _ in range(2):
        with pytest.raises(RuntimeError):
            fragile(asked.play)


@continued(stands(ANY), CONTROL, since=(CONTROL,))
def travelled(p: Any, before: int | None) -> tuple[str, int]:
    p.made.append("travelled")
    count = 0 if before is None else before + 1
    return f"{count} steps", count


def test_an_answer_may_be_built_on_the_one_before_until_its_ground_shifts(asked: Asked) -> None:
    assert travelled(asked.play) == "0 steps"
    for node in (3, 4):
        asked.state.put(0, node, 0)
        travelled(asked.play)
    assert travelled(asked.play) == "2 steps"
    asked.state.set("control", 0, 1)
    assert travelled(asked.play) == "0 steps"
    asked.state.put(0, 0, 0)
    asked.state.set("control", 0, 2)
    asked.state.put(0, 1, 0)
    assert travelled(asked.play) == "0 steps"


def test_too_many_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 5 sides"):
        Toy(1, 1, 6)
