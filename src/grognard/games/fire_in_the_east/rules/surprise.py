"""31.F Surprise attack, on the ground, and 31.G Soviet unpreparedness."""

from __future__ import annotations

from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from ..state import AXIS
from .units import face, name

JUN_II = 1


@rule("31.F", "31.F.1", "31.Fa", "36h")
def begin(p: P) -> None:
    """The special player turn before the first regular one: movement, air, combat."""
    p.pop()
    p.s.surprise = True


@rule("31.Fa")
def end(p: P) -> None:
    p.pop()
    p.s.surprise = False


@rule("31.Fa")
def starts_in_greater_germany(p: P, unit: int) -> bool:
    """Is it a German unit that began the game in Greater Germany? That was noted when the turn began."""
    return face(p, unit).nation == "german" and p.s.status[unit] & TAKES_PART != 0


TAKES_PART = 16  #: a bit of `status`: takes part in the surprise attack


@rule("31.Fa")
def call_up(p: P) -> None:
    """Note who takes part."""
    inside = p.game.board.mask("greater-germany")
    loc = p.s.arrays.loc
    for unit in p.game.ground_of_side[AXIS].tolist():
        if loc[unit] >= 0 and inside[loc[unit]] and face(p, unit).nation == "german":
            p.s.status[unit] |= TAKES_PART


@rule("31.Fa")
def idle(p: P, unit: int) -> Illegal | None:
    """Why a unit neither moves nor attacks in the surprise turn."""
    if p.s.surprise and not starts_in_greater_germany(p, unit):
        return Illegal(
            "31.Fa", f"{name(p, unit)} takes no part in the surprise attack: only Germans who start in Greater Germany do"
        )
    return None


@rule("31.F.1a")
def no_rail(p: P) -> Illegal | None:
    return Illegal("31.F.1a", "no rail movement in the surprise turn") if p.s.surprise else None


@rule("31.F.1b")
def no_ships(p: P) -> Illegal | None:
    return Illegal("31.F.1b", "no naval transport in the surprise turn") if p.s.surprise else None


@rule("31.Fa")
def all_in_supply(p: P) -> bool:
    """In the surprise turn and in the German player turn of Jun II 41 everybody is in supply."""
    return p.s.surprise or (p.s.turn == JUN_II and p.s.active == AXIS)


@rule("31.G")
def unprepared(p: P) -> bool:
    """Jun II 41: little rail capacity, no forts or permanent airfields begun, no workers, no airborne plans for the Soviets."""
    return p.s.turn == JUN_II
