"""4.4 The German summer offensive of 1943."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Declared, Judged
from ..material import P
from ..state import GERMAN
from . import manstein
from .gains import kept_and_gained
from .victory import score

TURNS = (17, 18, 19)


@rule("4.4b")
def may_declare(p: P) -> bool:
    """Once a game, when turn 17, 18 or 19 begins."""
    return p.s.turn in TURNS and not p.s.offensive


@rule("4.4b", "4.16")
def declare(p: P, command: Command) -> None:
    """The offensive, alone or with Manstein's Gambit."""
    if not may_declare(p):
        raise Illegal("4.4b", "the summer offensive is declared once, when turn 17, 18 or 19 begins")
    phases.close(p)
    p.s.offensive = p.s.turn
    p.emit(Declared(what=str(command.word), side=GERMAN, rule="4.4b"))
    if command.word == "gambit":
        manstein.begin(p)


@rule("4.4b")
def wait(p: P, command: Command) -> None:
    """It is never compulsory."""
    phases.close(p)


@rule("4.4a", "4.4c", "4.16")
def judge(p: P) -> None:
    """At the end of the turn of the offensive, or of turn 19 when there has been none; the Gambit has a judgement of its own."""
    s = p.s
    if s.gambit:
        return
    if s.offensive == s.turn:
        success = kept_and_gained(p) >= 1
        p.emit(Judged(outcome="succeeded" if success else "failed", side=GERMAN, rule="4.4c"))
        if not success:
            _pay(p, "the summer offensive has failed")
    elif s.turn == TURNS[-1] and not s.offensive:
        _pay(p, "there was no summer offensive")


@rule("4.4a")
def _pay(p: P, why: str) -> None:
    score(p, -((p.roll("price of the summer of 1943", rule="4.4a", side=GERMAN) + 1) // 2), "4.4a", why)
