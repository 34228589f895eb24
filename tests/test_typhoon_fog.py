"""Hidden units and dummies never leak: positions that differ only in what lies face down look the same to the German."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import msgspec
import pytest

import grognard
from grognard.core.match import Match
from grognard.core.shown import StackView, View
from grognard.core.view import event_view
from grognard.games.typhoon_1941.game import SECRET_BOXES
from grognard.games.typhoon_1941.position import match_from
from grognard.games.typhoon_1941.rules.condition import on_map
from grognard.games.typhoon_1941.state import GERMAN, HIDDEN, RUSSIAN


def positions(seed: int) -> Iterator[Match]:
    match = grognard.new("typhoon-1941", scenario="historical", seed=seed)
    rng = random.Random(seed)
    while not match.over:
        match.do(match.options().sample(rng))
        if match.length % 3 == 0 and not match.over:
            yield match.copy()


def exchanged(match: Match, rng: random.Random) -> Match:
    """The same position with hidden pieces, and pieces in closed boxes, having changed places with each other."""
    other, game = match.copy(), match.game
    boxes = {game.board.node(name) for name in SECRET_BOXES}
    pool = [
        u for u, piece in enumerate(game.pieces)
        if piece.side == RUSSIAN and not game.is_air[u]  # type: ignore[attr-defined]
        and (other.state.flags[u] & HIDDEN or other.state.loc[u] in boxes)
    ]  # fmt: skip
    places = [(other.state.loc[u], other.state.flags[u]) for u in pool]
    rng.shuffle(places)
    for unit, (node, flags) in zip(pool, places, strict=True):
        other.state.put(unit, node, RUSSIAN)
        other.state.set("flags", unit, flags)
    return other


def without_supply_words(view: View) -> View:
    """Stacks by place without the order inside a stack, which the exchange does not keep."""
    stacks = {
        name: StackView(stack.count, sorted((unit for unit in stack.units if unit.kind != "hidden"), key=str))
        for name, stack in view.stacks.items()
    }
    return msgspec.structs.replace(view, stacks=stacks)


@pytest.mark.parametrize("seed", range(6))
def test_the_german_view_does_not_depend_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for match in positions(seed):
        if match.seat == RUSSIAN or match.step.name.startswith(("battle", "air")):
            continue
        other = exchanged(match, rng)
        for seat in ("german", None):
            assert without_supply_words(match.view(seat)) == without_supply_words(other.view(seat))
        for side in match.game.sides:
            assert match.network(side, "german") == other.network(side, "german")
        mover = rng.choice([u for u in match.game.ground_of[GERMAN] if on_map(match.play, u)])  # type: ignore[attr-defined]
        assert match.reach([mover]) == other.reach([mover])
        for target in match.game.board.adjacent(match.state.loc[mover]):
            if match.state.count[RUSSIAN][target]:
                assert match.odds(target, [mover], seat="german") == other.odds(target, [mover], seat="german")
        compared += 1
    assert compared > 1


def test_an_attack_on_a_hidden_piece_is_weighed_by_the_average() -> None:
    match = grognard.new("typhoon-1941", scenario="historical", seed=3)
    game, seen = match.game, 0
    for unit in game.ground_of[GERMAN]:  # type: ignore[attr-defined]
        for target in game.board.adjacent(match.state.loc[unit]) if on_map(match.play, unit) else ():
            pieces = match.play.units(target, RUSSIAN)
            if pieces and all(match.state.flags[u] & HIDDEN for u in pieces):
                odds = match.odds(target, [unit], seat="german")
                assert odds.hidden == len(pieces)
                assert sum(odds.results.values()) == pytest.approx(1, abs=0.01)
                seen += 1
    assert seen


@pytest.mark.parametrize("seed", range(4))
def test_events_name_no_hidden_unit_to_the_german(seed: int) -> None:
    match = grognard.new("typhoon-1941", scenario="campaign", seed=seed)
    rng = random.Random(seed)
    game = match.game
    while not match.over:
        hidden = {u for u in range(len(game.pieces)) if match.state.flags[u] & HIDDEN}
        events = match.do(match.options().sample(rng))
        still = {u for u in hidden if match.state.flags[u] & HIDDEN}
        names = {game.pieces[u].handle for u in still} | {game.types[u].name for u in still}
        for event in events:
            told = event_view(game, event, (GERMAN,))
            assert not names & set(told.units)
            if event.kind != "rolled":
                said = told.text
                assert not any(re.search(rf"(?<!\w){re.escape(name)}", said) for name in names)  # 33. Army is not 3. Army


def test_the_owner_knows_his_hidden_units() -> None:
    match = grognard.new("typhoon-1941", scenario="historical", seed=3)
    own, enemy = match.view("russian"), match.view("german")
    units = [u for stack in own.stacks.values() for u in stack.units]
    assert {"16a", "mask1", "kat1"} <= {u.id for u in units}
    seen = [u for stack in enemy.stacks.values() for u in stack.units if u.side == RUSSIAN]
    backs = [u for u in seen if u.kind == "hidden"]
    assert len(backs) == 29
    assert [u.id for u in backs] == [f"h{n}" for n in range(1, 30)]
    assert not {"maskirovka", "russian-lost", "siberian", "reinforcements"} & set(enemy.stacks)


def _around_a_hidden_piece(piece: str) -> Match:
    """A Russian army whose only line of supply runs through a hidden piece in a German zone."""
    units = {"0503": ["r rifle 1-6"], "0504": [piece], "0403": ["a korps 1", "b korps 2"], "0602": ["c korps 2"]}
    return match_from({"hq": "0103", "board": {"size": "8x6", "front": 5}, "phase": "attack", "units": units, "dice": [1]})


def test_supply_over_a_dummy_looks_to_the_german_like_supply_over_a_unit() -> None:
    dummy, unit = _around_a_hidden_piece("m mask"), _around_a_hidden_piece("m division 1 hidden")
    assert dummy.supply("r") != unit.supply("r")  # in truth it is none
    assert dummy.view("russian") != unit.view("russian")
    for seat in ("german", -1):
        assert dummy.supply("r", seat) == unit.supply("r", seat)
        assert dummy.network("russian", seat) == unit.network("russian", seat)
    assert dummy.view("german") == unit.view("german")
    assert dummy.odds("0503", "b", seat="german") == unit.odds("0503", "b", seat="german")
    assert [str(c) for c in dummy.options()] == [str(c) for c in unit.options()]
    for attackers in ("a", "b", "a+b", "a+b+c"):
        said = f"attack 0503 with {attackers}"
        refusals = [match.check(said) for match in (dummy, unit)]
        assert str(refusals[0]) == str(refusals[1])
    for match in (dummy, unit):
        match.do("attack 0503 with b")
    assert dummy.view("german") == unit.view("german")
    assert [str(dummy.check(f"fight press {n}")) for n in (1, 2)] == [str(unit.check(f"fight press {n}")) for n in (1, 2)]


@pytest.mark.parametrize("piece", ["m mask", "m rifle 1-2 hidden", "m para 1 hidden"])
def test_how_many_russians_lack_supply_is_not_told(piece: str) -> None:
    units = {"0403": [piece], "0503": ["a korps 2"]}
    log = match_from({"board": {"size": "8x6", "front": 9}, "side": "russian", "phase": "supply", "units": units}).log("german")
    assert [event.text for event in log if event.kind == "determined"] == ["Russian supply is determined."]
