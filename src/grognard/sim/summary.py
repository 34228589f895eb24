"""What many games say together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any


def interval(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's confidence interval of a share, 95 in 100 by default.

    >>> [round(x, 3) for x in interval(5, 10)]
    [0.237, 0.763]
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def blundered(reports: Sequence[Any]) -> dict[str, dict[str, float]]:
    """What was counted per game: by seat and its player, each kind of blunder."""
    found: dict[str, dict[str, float]] = {}
    for report in reports:
        for one in report["blunders"]:
            kinds = found.setdefault(f"{one.seat} ({report['players'][one.seat]})", {})
            kinds[one.kind] = kinds.get(one.kind, 0.0) + one.count / len(reports)
    return {who: {kind: round(count, 2) for kind, count in sorted(kinds.items())} for who, kinds in sorted(found.items())}


def statistics(reports: Sequence[Any]) -> dict[str, Any]:
    """Wins of each side with confidence intervals, how games end, when, and how long they take."""
    games = len(reports)
    winners = Counter(str(report["winner"]) for report in reports)
    endings = Counter(f"{report['winner']} {report['reason']}" for report in reports)
    return {
        "games": games,
        "wins": {
            side: {"games": count, "share": round(count / games, 3), "interval": [round(x, 3) for x in interval(count, games)]}
            for side, count in sorted(winners.items())
        },
        "endings": dict(sorted(endings.items())),
        "turns": dict(sorted(Counter(report["turn"] for report in reports).items())),
        "commands": round(sum(report["commands"] for report in reports) / games, 1) if games else 0.0,
    }  # fmt: skip
