"""Strengths one does not know exactly: small distributions over whole numbers, and what a battle may bring.

A spread is an array of probabilities; entry k is the chance that the strength is k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Spread = npt.NDArray[np.float64]

NOTHING: Spread = np.ones(1)


def certain(strength: int) -> Spread:
    """A strength that is known."""
    spread = np.zeros(strength + 1)
    spread[strength] = 1.0
    return spread


def among(strengths: Sequence[int]) -> Spread:
    """Any one of these strengths, each as likely as its share."""
    if not strengths:
        return NOTHING
    spread = np.zeros(max(strengths) + 1)
    for strength, count in Counter(strengths).items():
        spread[strength] = count / len(strengths)
    return spread


def weighted(strengths: Iterable[tuple[int, float]]) -> Spread:
    """One of these strengths, each with its chance."""
    pairs = list(strengths)
    if not pairs:
        return NOTHING
    return np.bincount([strength for strength, _ in pairs], [chance for _, chance in pairs]).astype(np.float64)


def total(parts: Iterable[Spread]) -> Spread:
    """The sum of independent strengths."""
    spread = NOTHING
    for part in parts:
        spread = np.convolve(spread, part)
    return spread


def mean(spread: Spread) -> float:
    return float(np.arange(len(spread)) @ spread)


class BattleOdds:
    """Chances of each result of a battle, for strengths that may be uncertain.

    `ladder[a, d]` is the column for strengths a and d; `rows[k]` the chances of the results in column `first + k`;
    columns beyond the ends share the first and the last row.
    """

    def __init__(self, ladder: npt.NDArray[np.int32], rows: npt.NDArray[np.float64], first: int) -> None:
        self.ladder, self.rows, self.first = ladder, rows, first

    def results(self, attack: Spread, defence: Spread, shift: int) -> npt.NDArray[np.float64]:
        """Chances of the results, in the order of the columns of `rows`."""
        a0, d0 = int(np.argmax(attack > 0)), int(np.argmax(defence > 0))
        attack, defence = attack[a0:], defence[d0:]
        most_a, most_d = self.ladder.shape
        a = np.minimum(np.arange(a0, a0 + len(attack)), most_a - 1)
        d = np.minimum(np.arange(d0, d0 + len(defence)), most_d - 1)
        column = self.ladder[a[:, None], d[None, :]] + (shift - self.first)
        np.clip(column, 0, len(self.rows) - 1, out=column)
        weight = attack[:, None] * defence[None, :]
        chances = np.bincount(column.ravel(), weight.ravel(), len(self.rows))
        return np.asarray(chances @ self.rows)
