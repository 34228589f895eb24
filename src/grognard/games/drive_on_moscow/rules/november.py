"""11.0 The German November offensive."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Declared, Demanded
from ..material import P
from ..state import GERMAN, SOVIET


@rule("11.1")
def may_declare(p: P) -> bool:
    """Once a game, at the very start of turn 4, 5, 6 or 7."""
    return p.game.track[p.s.turn].november_declaration and not p.s.declared


@rule("11.1")
def declare(p: P, command: Command) -> None:
    """The Germans announce their offensive for the next game turn."""
    if not may_declare(p):
        raise Illegal("11.1", "the November offensive can be declared once, at the start of turn 4, 5, 6 or 7")
    p.pop()
    p.s.declared = p.s.turn
    p.emit(Declared(launch=p.s.turn + 1, side=GERMAN, rule="11.1"))


@rule("11.1")
def do_not_declare(p: P, command: Command) -> None:
    """It is never compulsory."""
    p.pop()


@rule("11.2a", "11.2b", "11.2c")
def is_declaration_turn(p: P) -> bool:
    return p.s.declared == p.s.turn > 0


@rule("11.3a", "11.3c")
def is_execution_turn(p: P) -> bool:
    """The offensive runs in the game turn after its declaration."""
    return 0 < p.s.declared == p.s.turn - 1


@rule("11.2b", "11.3b")
def movement_change(p: P, side: int, mechanized: bool) -> int:
    """German movement factors fall by 2 (mechanized) or 1 on the turn of declaration and rise by as much on the next."""
    if side != GERMAN or not p.s.declared:
        return 0
    change = 2 if mechanized else 1
    return change * (is_execution_turn(p) - is_declaration_turn(p))


@rule("11.2a")
def refuse_attacks_while_preparing(p: P) -> None:
    """No German attack of any kind on the turn of declaration."""
    if p.s.active == GERMAN and is_declaration_turn(p):
        raise Illegal("11.2a", "no German attacks on the turn the November offensive is declared")


@rule("11.2c")
def roll_for_spoiling_attacks(p: P) -> None:
    """Stalin's demand: a die times three units must attack."""
    if is_declaration_turn(p):
        p.s.quota = 3 * p.roll("spoiling attacks", rule="11.2c", side=SOVIET)
        p.emit(Demanded(count=p.s.quota, side=SOVIET, rule="11.2c"))


@rule("11.2d")
def must_advance(p: P) -> bool:
    """In spoiling attacks victorious units have to advance, as many as can."""
    return p.s.active == SOVIET and is_declaration_turn(p)


# ---------------------------------------------------------------- execution


@rule("11.3d")
def extra_aircraft(p: P) -> int:
    """One more German aircraft on the turn of execution."""
    return int(is_execution_turn(p))


@rule("11.3e", "8.4")
def replacement_steps(p: P) -> tuple[int, int]:
    """Three mechanized and three other steps on the turn of execution, and none on any other."""
    return (3, 3) if is_execution_turn(p) else (0, 0)
