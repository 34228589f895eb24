"""Nothing hidden leaks: positions that differ only in what a seat may not know look the same to it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.match import Match
from grognard.core.shown import View
from grognard.core.view import event_view
from grognard.games.drive_on_moscow.state import GERMAN, SOVIET, UNTRIED

GERMAN_SEAT, SOVIET_SEAT, SPECTATOR = "german", "soviet", None


def positions(seed: int) -> Iterator[Match]:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=seed)
    rng = random.Random(seed)
    while not match.over:
        match.do(match.options().sample(rng))
        if match.length % 11 == 0 and not match.over:
            yield match.copy()


def reshuffled(match: Match, rng: random.Random) -> Match:
    """The same position with the types of untried units dealt anew within each group."""
    other, game = match.copy(), match.game
    for pieces in game.slots.values():  # type: ignore[attr-defined]
        untried = [u for u in pieces if other.state.flags[u] & UNTRIED]
        kinds = [other.state.kind[u] for u in untried]
        rng.shuffle(kinds)
        other.state.fill("kind", kinds, untried)
    return other


def restacked(match: Match, side: int, rng: random.Random) -> Match:
    """The same position with the order of a side's stacks changed below their tops."""
    other, game = match.copy(), match.game
    battle = match.play.s.battle
    open_hexes = (
        {match.state.loc[u] for u in (*battle.attackers, *battle.defenders)} if battle and battle.revealed else set()
    )
    for node in range(game.board.hexes):
        stack = other.state.stack(node)
        if len(stack) > 2 and game.side_of[stack[0]] == side and node not in open_hexes:
            below = stack[1:]
            rng.shuffle(below)
            for unit in (*reversed(below), stack[0]):
                other.state.put(unit, node, side)
    return other


def seen(match: Match, seat: str | None) -> View:
    return match.view(seat)


@pytest.mark.parametrize("seed", range(4))
def test_untried_strengths_are_seen_by_nobody(seed: int) -> None:
    rng = random.Random(seed)
    for match in positions(seed):
        other = reshuffled(match, rng)
        for seat in (GERMAN_SEAT, SOVIET_SEAT, SPECTATOR):
            assert seen(match, seat) == seen(other, seat)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_looks_below_the_top_of_an_enemy_stack(seed: int) -> None:
    rng = random.Random(seed)
    for match in positions(seed):
        assert seen(match, SOVIET_SEAT) == seen(restacked(match, GERMAN, rng), SOVIET_SEAT)
        assert seen(match, GERMAN_SEAT) == seen(restacked(match, SOVIET, rng), GERMAN_SEAT)


@pytest.mark.parametrize("seed", range(3))
def test_odds_use_only_what_the_seat_knows(seed: int) -> None:
    rng = random.Random(seed)
    asked = 0
    for match in positions(seed):
        if match.decision is None or match.decision.step != "combat":
            continue
        verb = next(v for v in match.options().verbs if v.name == "attack")
        command = verb.sample(match.play, rng)
        if command is None:
            continue
        seat = match.decision.seat
        enemy = SOVIET if seat == GERMAN_SEAT else GERMAN
        first = match.odds(command.hexes[0], command.units)
        assert first == reshuffled(match, rng).odds(command.hexes[0], command.units)
        if enemy == SOVIET:
            assert first == restacked(match, enemy, rng).odds(command.hexes[0], command.units)
        asked += 1
    assert asked


def test_covered_units_are_only_counted_in_events() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    match.do("order move-fight")
    game = match.game
    node = next(
        n for n in range(game.board.hexes) if len(match.state.stack(n)) > 2 and game.side_of[match.state.stack(n)[0]] == GERMAN
    )
    stack = match.state.stack(node)
    reach = match.options().hexes("move", stack)
    event = match.do({"verb": "move", "units": [game.pieces[u].handle for u in stack], "hexes": [game.board.names[reach[0]]]})[-1]
    mine, theirs = event_view(game, event, (GERMAN,)), event_view(game, event, (SOVIET,))
    assert len(mine.units) == len(stack)
    assert theirs.units == [game.pieces[stack[0]].handle]
    assert theirs.unseen == len(stack) - 1
    assert all(game.pieces[u].handle not in theirs.text for u in stack[1:])


def test_the_germans_cannot_look_into_the_soviet_boxes_of_the_track() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    german, soviet = match.view("german").stacks, match.view("soviet").stacks
    assert german["turn2"].units == []
    assert german["turn2"].count == len(soviet["turn2"].units)
    assert [u.id for u in german["turn3"].units] == ["212i"]


def test_odds_take_covered_units_for_what_is_left() -> None:
    """Four deals of what the German cannot see of the same position, one answer."""
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    match.do("order fight-move")
    covered = [h for h in match.options().hexes("attack") if len(match.state.stack(h)) > 1]
    assert covered
    for target in covered:
        units = match.options().units("attack", (target,))
        told = [match.odds(target, units)] + [match.fork("german", random.Random(k)).odds(target, units) for k in range(4)]
        assert all(one == told[0] for one in told)
