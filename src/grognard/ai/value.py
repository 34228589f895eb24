"""What a position is worth to a seat: features that every game has, each from -1 to 1, and a sum of them.

They are looked at after an own turn and the enemy's reply, so small things count little. A game may weigh them differently
(`VALUE` of its `opponent` package); one that has ended is worth what it brought.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

import numpy as np

from ..core.match import Match
from ..core.seats import eyes_of
from ..facts import Outlook
from ..facts.beliefs import ATTACK, DEFENCE
from ..facts.threats import open_places
from ..games import folder_of, module_of
from .exploiters import PLACES

#: What features weigh where a game says nothing.
WEIGHTS: Mapping[str, float] = {
    "strength": 3.0, "stakes": 1.0, "places": 0.5, "supply": 0.7, "open": 1.0, "opened": 0.5, "near": 1.5, "far": 1.5,
}  # fmt: skip
#: A sum of features of this size is a game that is nearly won.
SURE = 3.0
#: Units that are counted as the head of an advance.
HEAD = 4


@cache
def weights(slug: str) -> Mapping[str, float]:
    """What the features weigh in a game."""
    folder = folder_of(slug)
    if (folder / "opponent").is_dir() or (folder / "opponent.py").exists():
        found: Mapping[str, float] = getattr(importlib.import_module(f"{module_of(slug)}.opponent"), "VALUE", WEIGHTS)
        return found
    return WEIGHTS


def value(match: Match, seat: int) -> float:
    """What a position is worth to a seat: 1 when it has won, -1 when it has lost, between them while the game goes on."""
    if match.outcome is not None:
        won = {*match.outcome.winners}
        return 0.0 if not won else 1.0 if won & {*match.roster.sides[seat]} else -1.0
    weigh = weights(match.game.slug)
    total = sum(weigh.get(name, 0.0) * amount for name, amount in features(match, seat).items())
    return 0.9 * float(np.tanh(total / SURE))


def features(match: Match, seat: int) -> dict[str, float]:
    """The features of a position that goes on."""
    p, game, board = match.play, match.game, match.game.board
    own = tuple(match.roster.sides[seat])
    foes = sorted({enemy for side in own for enemy in p.enemies(side)})
    outlook = Outlook(p, eyes_of(p, seat))
    stakes = [stake for stake in game.foresight.stakes(p) if not stake.cut and len(stake.hexes) == 1]
    control = p.s.control
    mine = sum((3 if s.fatal else 1) for s in stakes if control[s.hexes[0]] in own)
    theirs = sum((3 if s.fatal else 1) for s in stakes if control[s.hexes[0]] in foes)
    held = [control[place.hex] for place in board.places if place.kind in PLACES]
    aims = [s.hexes[0] for s in stakes if s.side in foes and s.fatal and control[s.hexes[0]] not in own]
    cares = [s.hexes[0] for s in stakes if s.side in own and s.fatal and control[s.hexes[0]] in own]
    return {
        "strength": _share(_strength(outlook, own), _strength(outlook, foes)),
        "stakes": _share(mine, theirs),
        "places": _share(sum(side in own for side in held), sum(side in foes for side in held)),
        "supply": _hungry(outlook, foes) - _hungry(outlook, own),
        "open": -float(_open(outlook, own, foes)),
        "opened": float(_open(outlook, foes, own)),
        "near": _nearness(outlook, own, aims),
        "far": -_nearness(outlook, foes, cares),
    }


def _share(mine: float, theirs: float) -> float:
    return (mine - theirs) / (mine + theirs) if mine + theirs else 0.0


def _strength(outlook: Outlook, sides: tuple[int, ...] | list[int]) -> float:
    """Factors of attack and defence on the map, as they are believed to be."""
    mean, p = outlook.beliefs.mean, outlook.p
    return sum(
        mean(u, ATTACK) + mean(u, DEFENCE) for side in sides for hex in outlook.stacks(side).tolist() for u in p.units(hex, side)
    )


def _hungry(outlook: Outlook, sides: tuple[int, ...] | list[int]) -> float:
    """The share of stacks without supply."""
    stacks = hungry = 0
    for side in sides:
        here = outlook.stacks(side)
        stacks += len(here)
        hungry += int((outlook.net(side)[here] == 0).sum()) if outlook.lines(side) is not None else 0
    return hungry / stacks if stacks else 0.0


def _open(outlook: Outlook, sides: tuple[int, ...] | list[int], foes: tuple[int, ...] | list[int]) -> bool:
    """Can somebody walk into a place whose loss would lose these sides the game?"""
    return any(
        threat.fatal and len(threat.hexes) == 1 for side in sides for foe in foes for threat in open_places(outlook, side, foe)
    )


def _nearness(outlook: Outlook, sides: tuple[int, ...] | list[int], aims: list[int]) -> float:
    """How near the head of an army has come to what it must take: 1 beside it, less with every hex."""
    board = outlook.p.game.board
    best = 0.0
    for aim in aims:
        gaps = sorted(
            board.distance(hex, aim)
            for side in sides for hex in outlook.stacks(side).tolist() if board.spots[hex][0] == board.spots[aim][0]
        )[:HEAD]  # fmt: skip
        if gaps:
            best = max(best, sum(1 / (1 + 0.15 * (gap - 1)) for gap in gaps) / HEAD)
    return best
