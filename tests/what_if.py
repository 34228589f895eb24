"""Positions and short words for the tests of 1940: What If?"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.core.state import Frame
from grognard.games.assault import march
from grognard.games.assault.flags import PHASE_FLAGS
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.flow import FLOW
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


# ---------------------------------------------------------------- battles


def phase(p: P, step: str, side: int, *, turn: int = 2) -> P:
    """A phase of the side, ready for its first command."""
    p.s.turn, p.s.active, p.s.order = turn, side, "move-fight"
    posts = {"west": (0,), "east": (1,)}.get(step.split(".", maxsplit=1)[0], ())
    p.s.flow = (Frame("turn.end"), Frame(step, side, posts=posts))
    march.begin(p.s, PHASE_FLAGS)
    p.s.arrays.allowance.fill(-1)
    p.s.air = (0, 0, 0)
    return p


def order(p: P, *words: str) -> P:
    """Commands as they are said, carried out one after the other."""
    for text in words:
        verb = FLOW.steps[p.frame.step].verbs[text.split(maxsplit=1)[0]]
        verb.do(p, verb.pattern.parse(text, p.game.names))
        FLOW.advance(p)
    return p


def where(p: P, unit: str) -> str:
    return str(p.game.board.names[p.s.loc[p.game.names.unit(unit)]])


def steps(p: P, unit: str) -> int:
    return int(p.s.steps[p.game.names.unit(unit)])
