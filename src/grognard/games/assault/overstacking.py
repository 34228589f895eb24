"""The penalty for stacks above the limit: the opponent removes as few units as needed, of his choice.

No command overstacks a hex, but a position set up by hand may hold one. The frame of the decision `overstacked` carries
the side and the hex.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...core.command import Command
from ...core.errors import Illegal
from ...core.rule import concept
from .game import P

Q = TypeVar("Q", bound=P)
Phase = Callable[[Q], None]


@concept("overstacking")
def inspected(find: Callable[[Q], tuple[int, int] | None]) -> Callable[[Phase[Q]], Phase[Q]]:
    """A phase opens only when `find` finds no side and hex with too high a stack; the opponent first thins out those
    that are."""

    def guard(open_phase: Phase[Q]) -> Phase[Q]:
        def run(p: Q) -> None:
            found = find(p)
            if found is not None:
                side, hex = found
                p.push("overstacked", p.foe(side), side, hex)
            else:
                open_phase(p)

        return run

    return guard


@concept("overstacking")
def check_removal(p: P, units: Sequence[int], able: Sequence[int], excess: int, rule: str) -> None:
    """As few units as needed, of those that are too many; the decision ends with the last of them."""
    _, hex = p.frame.args
    for unit in units:
        if unit not in able:
            raise Illegal(rule, f"{p.game.pieces[unit].handle} is not among the units that are too many")
    if not 0 < len(set(units)) == len(units) <= excess:
        raise Illegal(rule, f"{excess} units must leave {p.game.board.names[hex]} and no more")
    if len(units) == excess:
        p.pop()


@concept("overstacking")
def spare_the_stack(p: P, command: Command) -> None:
    """Removal is the opponent's right; if he leaves it to the owner, the owner must do it at once."""
    side, hex = p.pop().args
    p.push("overstacked", side, side, hex)


def is_opponents_choice(p: P) -> bool:
    opponent: bool = p.frame.side != p.frame.args[0]
    return opponent
