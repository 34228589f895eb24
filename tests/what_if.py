"""Positions and short words for the tests of 1940: What If?"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.state import WhatIfState

P = Play[WhatIfState, WhatIf]

GERMANS = ["ge1", "ge2", "ge3", "ge4", "ge5", "ge6"]


def new(game: WhatIf, seed: int = 1, seating: str = "two", **options: str) -> Match:
    return Match(game, seed=seed, seating=seating, options=options)


def bare(game: WhatIf) -> P:
    """Bare maps with everybody's ground as at the start, on turn 2."""
    p: P = new(game).play
    for unit in range(len(game.pieces)):
        p.place(unit, game.box["gone"])
    p.s.turn = 2
    return p


def put(p: P, unit: str, hex: str) -> int:
    number = p.game.names.unit(unit)
    p.place(number, p.game.board.node(hex))
    return number


def at(p: P, hex: str) -> int:
    return p.game.board.node(hex)


def refused(rule: str, act: Callable[[], object]) -> None:
    with pytest.raises(Illegal) as why:
        act()
    assert why.value.rule == rule


def set_up(match: Match, *, until: str = "") -> Match:
    """Random set-up, up to a step."""
    rng = random.Random(5)
    while match.state.flow[-1].step.startswith("setup") and match.state.flow[-1].step != until:
        match.do(match.options().sample(rng))
    return match


def say(match: Match, *words: str) -> Match:
    for text in words:
        match.do(text)
    return match


def rolling(dice: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The next dice."""
    left = iter(dice)
    monkeypatch.setattr(Play, "roll", lambda *words, **more: next(left))


def to_step(match: Match, step: str) -> Match:
    rng = random.Random(2)
    while match.state.flow[-1].step != step:
        passing = "order move-fight" if match.state.flow[-1].step == "order" else "done"
        match.do(passing if not match.state.flow[-1].step.startswith("setup") else match.options().sample(rng))
    return match
