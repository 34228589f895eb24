"""Is one player stronger than another? A sequential test over pairs of games, and strength in Elo.

Two players meet in pairs: the same seed twice, with seats exchanged, so that whatever favours a side favours both alike. The
result of a pair is the first player's share of its points: 0, 0.25, 0.5, 0.75 or 1. After every pair two tests look at the mean
share: does it speak for a lead of `lead` or for none, and does it speak for such a lead of the other player? Each is a
generalised sequential probability ratio test (normal shares with the variance seen so far), which errs in at most one of twenty
cases. When no more pairs are played a last look decides by the mean alone, with the same risk.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: a lead of 5 points in a hundred is some 35 Elo
LEAD = 0.05
ERROR = 0.05
#: how often players may be called equal who are not: seldom, since more pairs would tell
EQUAL = 0.01
#: standard deviations that one of twenty equal players is ahead by
ONE_SIDED = 1.645


class Strength(msgspec.Struct, frozen=True):
    """What the pairs played so far say of the first player."""

    pairs: int
    share: float  #: of all points
    elo: float
    low: float  #: Elo, 95 in 100
    high: float
    first: float  #: log-likelihood ratio of a lead of the first player against none
    second: float  #: the same of the second
    verdict: str  #: first, second, equal; empty while it is open


def bound(error: float = ERROR) -> float:
    """A log-likelihood ratio above which something is taken for real with this risk."""
    return math.log((1 - error) / error)


def elo(share: float) -> float:
    """How much stronger somebody is who gets this share of the points.

    >>> round(elo(0.55))
    35
    """
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def strength(shares: Sequence[float], lead: float = LEAD, error: float = ERROR, last: bool = False) -> Strength:
    """Weigh the shares of the first player in pairs played so far; `last` when no more are to come."""
    count = len(shares)
    if not count:
        return Strength(0, 0.5, 0.0, elo(0), elo(1), 0.0, 0.0, "")
    mean = sum(shares) / count
    # Two pairs of the widest spread are taken as seen before, so that a few equal results prove nothing.
    variance = (sum((share - mean) ** 2 for share in shares) + 0.5) / (count + 2)
    first = count * lead * (mean - 0.5 - lead / 2) / variance
    second = count * lead * (0.5 - mean - lead / 2) / variance
    spread = 1.96 * math.sqrt(variance / count)
    limit = bound(error)
    verdict = "first" if first > limit else "second" if second > limit else "equal" if max(first, second) < -bound(EQUAL) else ""
    if last and not verdict:
        far = (mean - 0.5) / math.sqrt(variance / count)
        verdict = "first" if far > ONE_SIDED else "second" if far < -ONE_SIDED else ""
    return Strength(count, mean, elo(mean), elo(mean - spread), elo(mean + spread), first, second, verdict)
