"""Fog of war in Barbarossa (11.7): the German sees the tops of Soviet stacks and nothing of the reserve; the Soviet sees all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.match import Match
from grognard.games.barbarossa.state import GERMAN, SOVIET

SCENARIOS = ("historical", "road-back", "campaign")


def positions(seed: int) -> Iterator[Match]:
    """Positions of a long random game: a phase ends seldom, and points do not end the war."""
    match = grognard.new("barbarossa", scenario=SCENARIOS[seed % 3], options={"forgiveness": "on"}, seed=seed)
    rng = random.Random(seed)
    while not match.over and match.length < 2500:
        command = match.options().sample(rng)
        for _ in range(12):
            if not match.step.verbs[command.verb].ends or rng.random() > 0.95:
                break
            command = match.options().sample(rng)
        match.do(command)
        if match.length % 29 == 0 and not match.over and match.play.s.battle is None:
            yield match.copy()


def hidden_units(match: Match) -> list[int]:
    """Soviet units below the top of a stack or in the reserve, that have done nothing this turn."""
    game, s = match.game, match.state
    rvgk: int = game.rvgk  # type: ignore[attr-defined]
    ica: int = game.ica  # type: ignore[attr-defined]
    found = []
    for unit in game.pieces_of_side[SOVIET]:  # type: ignore[attr-defined]
        node = s.loc[unit]
        covered = 0 <= node < game.board.hexes and s.top[node] != unit
        if (covered or node == rvgk) and unit != ica and not s.flags[unit]:
            found.append(unit)
    return found


def exchanged(match: Match, rng: random.Random) -> Match | None:
    """The same position with the hidden Soviet units having changed places, tops as they were."""
    hidden = hidden_units(match)
    if len(hidden) < 2:
        return None
    other, s = match.copy(), match.state
    homes = [s.loc[unit] for unit in hidden]
    tops = {node: s.top[node] for node in homes if node < match.game.board.hexes}
    rng.shuffle(hidden)
    for unit, node in zip(hidden, homes, strict=True):
        other.state.put(unit, node, SOVIET)
    for node, unit in tops.items():
        other.state.put(unit, node, SOVIET)
    other.state.forget()
    return other


@pytest.mark.parametrize("seed", range(6))
def test_the_german_view_does_not_depend_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for match in positions(seed):
        other = exchanged(match, rng)
        if other is None:
            continue
        assert match.view("german") == other.view("german")
        assert match.view(None) == other.view(None)
        compared += 1
        if match.seat == GERMAN and match.step.name == "combat":
            attack = match.step.verbs["attack"].sample(match.play, rng)
            if attack is not None:
                assert match.odds(attack.hexes[0], attack.units) == other.odds(attack.hexes[0], attack.units)
    assert compared > 3


def test_standing_orders_and_the_reserve_are_soviet_business() -> None:
    match = grognard.new("barbarossa", scenario="road-back", seed=1)
    match.do("standby 2g 1606", seat="soviet")
    soviet, german = match.view("soviet"), match.view("german")
    assert "2g to 1606" in [line.value for line in soviet.status.lines]
    assert "Standing orders of the box" not in [line.title for line in german.status.lines]
    assert "rvgk" in soviet.stacks
    assert "rvgk" not in german.stacks
    assert not any("2g" in str(event) for event in match.log("german"))


def test_the_soviet_sees_every_german_stack() -> None:
    match = grognard.new("barbarossa", scenario="road-back", seed=1)
    stacks = match.view("soviet").stacks
    for unit, piece in enumerate(match.game.pieces):
        node = match.state.loc[unit]
        if piece.side == GERMAN and 0 <= node < match.game.board.hexes:
            assert piece.handle in {one.id for one in stacks[match.game.board.names[node]].units}


def test_a_refusal_does_not_say_where_an_enemy_reinforcement_waits() -> None:
    match = grognard.new("barbarossa", scenario="historical", seed=1)
    rng = random.Random(1)
    while match.step.name != "soviet.arrivals":
        match.do(match.options().sample(rng))
    refusal = match.check("enter 7pz 2011", "soviet")
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("11.7", "you cannot tell which unit 7pz is, or where")
