"""The flow of Fire in the East, and how chapters register their steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ....core.command import Command
from ....core.flow import Flow, Step, Verb
from ..material import P
from ..rules import sequence

FLOW = Flow()


def finish(p: P, command: Command) -> None:
    """A decision is over; what was forgotten is mended by consent only, unless somebody plays alone."""
    p.bind()
    p.pop()


def decision(
    name: str, title: str, prompt: Callable[[P], str] | str, rule: str = "", *, needed: Callable[[P, int], bool] | None = None,
    done: Callable[[P, Command], None] | None = finish, check: Callable[[P, Command], None] | None = None,
    sample: Callable[[P, random.Random], Command | None] | None = None, owed: Callable[[P], Sequence[int]] | None = None,
) -> Step:  # fmt: skip
    """Register a decision that the side ends by saying `done` (None: it ends by itself). With `needed` it is passed over where
    there is nothing to decide; asked twice, the step that is there already is given, so that chapters share one."""
    if name in FLOW.steps:
        step = FLOW.steps[name]
    else:
        step = FLOW.decision(name, title, prompt, rule)
        if done is not None:
            step.verb(Verb("done", "", done, title="Done", rule=rule, check=check, sample=sample, ends=True, owed=owed))
    if needed is not None:
        before = sequence.NEEDED.get(name)
        sequence.NEEDED[name] = needed if before is None else _either(before, needed)
    return step


def _either(one: Callable[[P, int], bool], other: Callable[[P, int], bool]) -> Callable[[P, int], bool]:
    return lambda p, side: one(p, side) or other(p, side)


@FLOW.auto("sequence", "Sequence of play", "4.A")
def _next_row(p: P) -> None:
    sequence.next_row(p, FLOW.steps.__contains__, lambda step: FLOW.steps[step].run is None)


FLOW.auto("turn.begin", "Start of a game turn", "4")(sequence.begin_game_turn)
FLOW.auto("turn.end", "End of a game turn", "4")(sequence.end_game_turn)
