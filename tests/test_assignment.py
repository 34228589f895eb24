"""Attacks that compete for units: one after the other, or together."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from grognard.ai.assignment import Attack, greedy, together, total


def attack(target: int, units: tuple[int, ...], worth: float) -> Attack:
    return Attack(target, tuple((unit, target) for unit in units), worth)


def fit(attacks: tuple[Attack, ...]) -> bool:
    units = [unit for each in attacks for unit in each.units]
    targets = [each.target for each in attacks]
    return len(units) == len({*units}) and len(targets) == len({*targets})


def test_two_attacks_beat_the_best_one() -> None:
    rows = [attack(7, (1, 2), 5.0), attack(8, (1,), 4.0), attack(9, (2,), 3.0)]
    assert greedy(rows) == rows[:1]
    assert together(rows) == rows[1:]


def test_nobody_attacks_twice_and_nothing_is_attacked_twice_or_for_nothing() -> None:
    rows = [attack(7, (1,), 2.0), attack(7, (2,), 2.5), attack(8, (2,), -1.0)]
    for choose in (greedy, together):
        assert choose(rows) == [rows[1]]
    assert together([]) == greedy([]) == []


@pytest.mark.parametrize("seed", range(30))
def test_together_is_the_optimum(seed: int) -> None:
    rng = random.Random(seed)
    draws = [sorted(rng.sample(range(6), rng.randint(1, 3))) for _ in range(9)]
    rows = [attack(rng.randrange(5), tuple(units), rng.randint(-2, 9)) for units in draws]
    best = max(total(some) for size in range(len(rows) + 1) for some in combinations(rows, size) if fit(some))
    chosen = together(rows)
    assert fit(tuple(chosen))
    assert total(chosen) == pytest.approx(best)
    assert total(greedy(rows)) <= best
