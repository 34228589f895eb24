"""Strengths one does not know exactly: small distributions over whole numbers.

A spread is an array of probabilities; entry k is the chance that the strength is k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .kernels import kernel

Spread = npt.NDArray[np.float64]

NOTHING: Spread = np.ones(1)


@cache
def certain(strength: int) -> Spread:
    """A strength that is known; always the same array, which nobody can write into."""
    spread = np.zeros(strength + 1)
    spread[strength] = 1.0
    spread.flags.writeable = False
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
        spread = part if spread is NOTHING else np.convolve(spread, part)
    return spread


def mean(spread: Spread) -> float:
    return float(np.arange(len(spread)) @ spread)


@kernel
def shares(attack: Any, defence: Any, columns: Any, shift: int, rows: int) -> Any:
    """The chance of each row of a table, given those of all strengths; beyond its ends the first and the last."""
    found = np.zeros(rows)
    for a in range(len(attack)):
        if attack[a] > 0:
            for d in range(len(defence)):
                if defence[d] > 0:
                    column = columns[min(a, len(columns) - 1), min(d, columns.shape[1] - 1)] + shift
                    found[min(max(column, 0), rows - 1)] += attack[a] * defence[d]
    return found
