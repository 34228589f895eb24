"""Factors of a battle where some units count only a part: those that suffer the same reduction are added first,
divided once and rounded down once, and never count less than one together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...core.rule import concept


@concept("halving")
def half(number: int) -> int:
    """Half of a number that is no combat factor.

    >>> [half(n) for n in (3, 2, 1)]
    [1, 1, 0]
    """
    return number // 2


@concept("halving", "common reduction")
def total(factors: Iterable[tuple[int, int]]) -> int:
    """Sum of (factor, divisor) pairs.

    >>> [total(units) for units in ([(3, 2), (3, 2)], [(3, 2)] * 3, [(3, 2), (4, 1)], [(1, 4)], [(1, 2), (1, 2)])]
    [3, 4, 5, 1, 1]
    """
    groups: dict[int, int] = {}
    for factor, divisor in factors:
        groups[divisor] = groups.get(divisor, 0) + factor
    return common(groups)


@concept("halving", "common reduction")
def common(groups: Mapping[int, int]) -> int:
    """The sums of factors by divisor, each divided once."""
    return sum([max(1, whole // divisor) if whole else 0 for divisor, whole in groups.items()])
