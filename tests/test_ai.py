"""The opponents: they play on in any position, see only what they may, and their tools are right."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import grognard
from grognard.ai import levels, opponent
from grognard.ai.front import NO_PLACE, Lines, cheapest_line, match_up
from grognard.core.cases import find
from grognard.core.chance import among, certain, mean, total, weighted
from grognard.core.dice import SeededDice
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import folder_of
from grognard.games.assault.flags import DEFENDED, RETREATED
from grognard.games.drive_on_moscow.opponent.german import GermanMoves
from grognard.games.drive_on_moscow.opponent.sight import Sight
from grognard.games.drive_on_moscow.opponent.soviet import SovietMoves
from grognard.games.drive_on_moscow.position import match_from
from grognard.games.drive_on_moscow.state import GERMAN, SOVIET, UNTRIED

SLUG = "drive-on-moscow"


def finish(match: Match, *players: str, seed: int = 1) -> Iterator[Match]:
    """Let opponents play on; the match after every command."""
    seats = [opponent(SLUG, name, seed) for name in players]
    while not match.over:
        advice = seats[match.seat].choose(match)
        assert advice.why
        match.do(advice.command)
        yield match


# ---------------------------------------------------------------- whole games


def test_levels_of_a_game() -> None:
    assert {*levels(SLUG)} >= {"random", "recruit", "officer"}
    with pytest.raises(GrognardError, match="random, recruit, officer"):
        opponent(SLUG, "genius")


def test_a_whole_game_ends_within_nine_turns_and_breaks_nothing() -> None:
    match = grognard.new(SLUG, scenario="historical", seed=1941)
    for position in finish(match, "standard", "standard"):
        if position.length % 50 == 0:
            assert not position.game.check(position.play)
    assert match.winner in ("german", "soviet")


def test_it_sets_up_a_campaign() -> None:
    match = grognard.new(SLUG, scenario="campaign", seed=3)
    for position in finish(match, "standard", "standard"):
        if position.play.s.turn:
            break
    assert match.decision is not None
    assert match.decision.step == "order"


@pytest.mark.parametrize(("german", "soviet", "winner"), [("standard", "random", "german"), ("random", "standard", "soviet")])
def test_it_beats_random_play(german: str, soviet: str, winner: str) -> None:
    match = grognard.new(SLUG, scenario="historical", seed=7)
    for _ in finish(match, german, soviet):
        pass
    assert match.winner == winner


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_on_from_where_random_play_led(seed: int) -> None:
    match = grognard.new(SLUG, scenario="campaign" if seed % 2 else "historical", seed=seed)
    for _ in itertools.islice(finish(match, "random", "random", seed=seed), 40 + 60 * seed):
        pass
    for _ in itertools.islice(finish(match, "standard", "standard"), 250):
        pass


def cases() -> list[tuple[Path, dict[str, Any]]]:
    return [(file, case) for file, case in find([folder_of(SLUG) / "cases"]) if not case.get("start")]


@pytest.mark.parametrize("file", sorted({file for file, _ in cases()}), ids=lambda file: file.stem)
def test_it_plays_on_in_the_positions_of_the_rule_cases(file: Path) -> None:
    """Small boards, few units, odd moments: no Moscow, no sources, no towns."""
    for where, case in cases():
        if where == file:
            start = match_from(case)
            match = Match.from_state(start.game, start.state.copy(), SeededDice(1))
            for _ in itertools.islice(finish(match, "standard", "standard"), 25):
                pass


def test_the_same_match_gets_the_same_advice() -> None:
    runs = []
    for _ in range(2):
        match = grognard.new(SLUG, scenario="historical", seed=5)
        for _ in itertools.islice(finish(match, "standard", "standard", seed=2), 160):
            pass
        runs.append(match.commands)
    assert runs[0] == runs[1]


def test_it_plans_anew_when_somebody_else_has_moved() -> None:
    match = grognard.new(SLUG, scenario="historical", seed=5)
    player = opponent(SLUG)
    while match.decision is not None and (match.decision.step != "movement" or match.seat != SOVIET):
        match.do(player.choose(match).command)
    for _ in range(4):
        match.do(player.choose(match).command)
    match.undo()
    match.do(match.options().sample(random.Random(1)))
    for _ in range(20):
        match.do(player.choose(match).command)


# ---------------------------------------------------------------- fog of war


def with_hidden_things_changed(match: Match, rng: random.Random) -> Match:
    """A position that looks the same to the deciding seat: untried types dealt anew, covered enemies exchanged."""
    other, game, enemy = match.copy(), match.game, 1 - match.seat
    s = other.state
    for pieces in game.slots.values():  # type: ignore[attr-defined]
        untried = [u for u in pieces if s.flags[u] & UNTRIED]
        kinds = [s.kind[u] for u in untried]
        rng.shuffle(kinds)
        s.fill("kind", kinds, untried)
    stacks = {
        h: s.stack(h) for h in range(game.board.hexes)
        if s.count[enemy][h] > 1 and not game.marsh[h]  # type: ignore[attr-defined]
    }  # fmt: skip
    covered = [u for stack in stacks.values() for u in stack[1:]]
    assert not any(s.flags[u] & (DEFENDED | RETREATED) for u in covered), "these would be told apart"
    rng.shuffle(covered)
    for unit in itertools.chain(*stacks.values()):
        s.put(unit, -1, enemy)
    for hex, stack in stacks.items():
        for unit in (*(covered.pop() for _ in stack[1:]), stack[0]):
            s.put(unit, hex, enemy)
    return other


def plan(match: Match) -> Any:
    """Everything an opponent would do before the next die is rolled."""
    sight = Sight(match)
    if match.decision is not None and match.decision.step == "movement":
        return GermanMoves(sight).rest() if match.seat == GERMAN else SovietMoves(sight).orders()
    return opponent(SLUG).choose(match)


def test_what_is_hidden_does_not_change_its_plans() -> None:
    rng = random.Random(1)
    match = grognard.new(SLUG, scenario="historical", seed=1)
    compared: set[tuple[int, int, str]] = set()
    for position in finish(match, "standard", "standard"):
        turn = position.play.s.turn
        if position.decision is None or turn > 2:
            break
        step = (turn, position.seat, position.decision.step)
        if step not in compared and step[2] in ("order", "movement", "combat", "soviet.step", "guards"):
            compared.add(step)
            assert plan(position) == plan(with_hidden_things_changed(position, rng)), step
    assert {(2, side, step) for side in (GERMAN, SOVIET) for step in ("order", "movement", "combat")} <= compared


def test_its_odds_are_those_of_the_referee() -> None:
    match = grognard.new(SLUG, scenario="historical", seed=4)
    match.do("order fight-move")
    sight, compared = Sight(match), 0
    options = match.options()
    for target in options.hexes("attack"):
        if sight.foe[target] == 1:
            units = list(options.units("attack", (target,)))
            told = match.odds(target, units).results
            found = sight.chances(target, {u: sight.at[u] for u in units})
            assert {name: told.get(name, 0.0) for name in found} == pytest.approx(found, abs=1e-3)
            compared += 1
    assert compared > 20


# ---------------------------------------------------------------- tools

Hexes = npt.NDArray[np.int16]


def small_board(columns: int, rows: int) -> Hexes:
    """Neighbours on a little board of axial cells; direction d + 3 looks back."""
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    cells = {(q, r): q * rows + r for q in range(columns) for r in range(rows)}
    found = np.full((len(cells), 6), -1, np.int16)
    for (q, r), cell in cells.items():
        for direction, (dq, dr) in enumerate(steps):
            found[cell, direction] = cells.get((q + dq, r + dr), -1)
    return found


def joined(neighbours: Hexes, start: int, end: int, closed: set[int]) -> bool:
    found, queue = {start}, [start]
    for node in queue:
        for near in neighbours[node].tolist():
            if near >= 0 and near not in found and near not in closed:
                found.add(near)
                queue.append(near)
    return end in found


@pytest.mark.parametrize("seed", range(25))
def test_cheapest_line_against_trying_all_lines(seed: int) -> None:
    rng = random.Random(seed)
    neighbours = small_board(4, 3)
    start, end = 0, 11
    cost = np.array([rng.choice((1, 2, 3, 5, NO_PLACE)) for _ in range(12)], np.int32)
    inside, outside = np.zeros(12, np.bool_), np.zeros(12, np.bool_)
    inside[start] = outside[end] = True
    best = None
    for size in range(11):
        for line in itertools.combinations(range(1, 11), size):
            price = int(cost[list(line)].sum())
            if price < NO_PLACE and (best is None or price < best) and not joined(neighbours, start, end, set(line)):
                best = price
    found = cheapest_line(neighbours, (neighbours >= 0).astype(np.uint8), cost, inside, outside)
    if best is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == best == int(cost[found[1]].sum())
        assert not joined(neighbours, start, end, set(found[1]))


@pytest.mark.parametrize("seed", range(40))
def test_lines_around_growing_sets_are_those_that_are_found_anew(seed: int) -> None:
    rng = random.Random(seed)
    neighbours = small_board(9, 8)
    passable = (neighbours >= 0).astype(np.uint8)
    cost = np.array([rng.choice((0, 1, 2, 5, 10, NO_PLACE)) for _ in range(72)], np.int32)
    order = rng.sample(range(72), 72)
    inside, outside = np.zeros(72, np.bool_), np.zeros(72, np.bool_)
    outside[order[:3]] = True
    limit = rng.choice((4, 12, NO_PLACE - 1))
    lines = Lines(neighbours, passable, cost, outside, limit)
    for hex in order[3:15]:
        inside[hex] = True
        assert lines.around(inside) == cheapest_line(neighbours, passable, cost, inside, outside, limit)


def test_a_line_beyond_the_limit_is_none() -> None:
    neighbours = small_board(4, 3)
    inside, outside = np.zeros(12, np.bool_), np.zeros(12, np.bool_)
    inside[0] = outside[11] = True
    cost = np.full(12, 4, np.int32)
    passable = (neighbours >= 0).astype(np.uint8)
    assert cheapest_line(neighbours, passable, cost, inside, outside, 7) is None
    assert cheapest_line(neighbours, passable, cost, inside, outside, 8) is not None


@pytest.mark.parametrize("seed", range(20))
def test_as_many_places_as_possible_are_filled(seed: int) -> None:
    rng = random.Random(seed)
    choices = {place: rng.sample(range(5), rng.randint(0, 3)) for place in range(5)}
    found = match_up(choices)
    assert len(set(found.values())) == len(found)
    assert all(candidate in choices[place] for place, candidate in found.items())
    most = max(
        sum(who in choices[place] for place, who in enumerate(order)) for order in itertools.permutations(range(5))
    )  # fmt: skip
    assert len(found) == most


def test_spreads_add_up() -> None:
    dice = among([1, 2, 3, 4, 5, 6])
    two = total([dice, dice])
    assert two[7] == pytest.approx(6 / 36)
    assert mean(total([two, certain(3)])) == pytest.approx(10)
    assert weighted([(2, 0.25), (4, 0.5), (2, 0.25)]).tolist() == [0, 0, 0.5, 0, 0.5]
    assert mean(total([])) == 0
