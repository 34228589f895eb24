"""Digests of positions: equal for equal positions, blind to layout, to what is new and to what is derived."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest

import grognard
from grognard.core.digest import Digester, digest
from grognard.core.errors import GrognardError
from grognard.core.fingerprint import fingerprint
from grognard.core.match import Match
from grognard.core.state import Frame, State
from grognard.games import GAMES
from grognard.games.typhoon_1941 import Typhoon1941

from .long_games import scenarios

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def course(slug: str, commands: int = 60) -> Match:
    match, rng = grognard.new(slug, scenarios(slug)[-1], seed=4), random.Random(4)
    while not match.over and match.length < commands:
        match.do(match.options().sample(rng))
    return match


class Plain(State):
    """A small position."""

    PIECE_ARRAYS: ClassVar[dict[str, Any]] = {"spent": np.int8}
    VALUES: ClassVar[dict[str, Any]] = {"turn": 0, "battle": None}


class Battle(msgspec.Struct, frozen=True):
    target: int
    air: int = 0


class LaterBattle(msgspec.Struct, frozen=True):
    target: int
    air: int = 0
    fog: str = ""


class Later(State):
    """The same position as a later version may keep it: more values and arrays, wider numbers, another order."""

    PIECE_ARRAYS: ClassVar[dict[str, Any]] = {"alarm": np.int16, "morale": np.int16, "spent": np.int64}
    NODE_ARRAYS: ClassVar[dict[str, Any]] = {"mud": np.uint8}
    FILLS: ClassVar[dict[str, int]] = {"morale": -1}
    VALUES: ClassVar[dict[str, Any]] = {"alarmed": False, "battle": None, "turn": 0, "zones": ()}


def filled(state: Any, battle: Any) -> Any:
    state.put(0, 3, 0)
    state.put(1, 3, 1)
    state.put(2, 5, 1)
    state.set("control", 4, 1)
    state.spent[1], state.turn, state.battle = -3, 7, battle
    state.flow = (Frame("movement", 1, (2,)),)
    return state


def test_what_a_later_version_adds_changes_no_digest() -> None:
    before, after = filled(Plain(3, 9, 2), Battle(5)), filled(Later(3, 9, 2), LaterBattle(5))
    assert digest(before) == digest(after)
    assert digest(filled(Later(3, 12, 2), LaterBattle(5))) == digest(before), "boxes may be added at the end"


@pytest.mark.parametrize(
    "change",
    [
        lambda s: setattr(s, "turn", 8), lambda s: s.spent.__setitem__(1, 0), lambda s: s.set("control", 8, 0),
        lambda s: s.put(0, 3, 0), lambda s: s.put(2, 6, 1), lambda s: setattr(s, "battle", LaterBattle(5, 1)),
        lambda s: setattr(s, "battle", LaterBattle(5, fog="thick")), lambda s: setattr(s, "rolls", 1),
        lambda s: s.morale.__setitem__(0, 0), lambda s: s.mud.__setitem__(0, 1), lambda s: setattr(s, "options", {"kiev": "on"}),
        lambda s: s.spent.__setitem__(2, 70_000), lambda s: s.morale.__setitem__(2, 255), lambda s: s.morale.__setitem__(2, -256),
    ],
)  # fmt: skip
def test_every_change_changes_the_digest(change: Any) -> None:
    state = filled(Later(3, 9, 2), LaterBattle(5))
    before = digest(state)
    change(state)
    assert digest(state) != before


def test_this_digest_is_what_it_always_was() -> None:
    assert digest(filled(Plain(3, 9, 2), Battle(5))) == "de864f435fdf7d03"


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_position_keeps_its_digest_when_it_is_written_and_read(slug: str) -> None:
    match = course(slug)
    assert digest(match.game.restore(match.state.to_dict())) == match.digest == digest(match.state.copy())
    seen = {match.at(number).digest for number in range(0, match.length, 10)}
    assert len(seen) == len(range(0, match.length, 10))


def test_a_position_of_an_earlier_version_is_read_and_of_a_foreign_one_refused() -> None:
    match = course("typhoon-1941")
    data = match.state.to_dict()
    del data["options"], data["alliances"]
    assert match.game.restore(data) == match.state
    for wrong in ({"winner": 1}, {"turn": "three"}, {"loc": [1]}, {"control": [["x"]]}, {"loc": None}):
        with pytest.raises(GrognardError):
            match.game.restore(data | wrong)


def test_a_fingerprint_holds_for_code_data_and_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    one = fingerprint(Typhoon1941())
    assert one == fingerprint(Typhoon1941())
    assert one != fingerprint(grognard.new("barbarossa").game)
    other = Typhoon1941()
    other.data_set = 2
    assert fingerprint(other) != one
    with monkeypatch.context() as patched:
        patched.setattr(Typhoon1941, "state_type", Later)
        assert fingerprint(Typhoon1941()) != one
    monkeypatch.setattr("grognard.core.fingerprint._sources", lambda place: f"other code in {place}")
    assert fingerprint(Typhoon1941()) != one


@pytest.mark.parametrize("slug", PLAYABLE)
def test_what_is_remembered_from_one_position_to_the_next_changes_no_digest(slug: str) -> None:
    match, digester = course(slug), Digester()
    for number in (*range(0, match.length, 7), match.length // 2, 0):  # also back again, as after a take-back
        state = match.at(number).state
        assert digester(state) == digest(state)
