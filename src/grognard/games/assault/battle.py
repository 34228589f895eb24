"""The battle that is being fought, and the die that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

from ...core.errors import Illegal
from ...core.rule import concept
from .events import Resolved, Weighed
from .game import P
from .odds import column, name
from .reckoning import Reckoning
from .state import Battle

B = TypeVar("B", bound=Battle)


class _State(Protocol[B]):
    battle: B | None


class _Play(Protocol[B]):
    @property
    def s(self) -> _State[B]: ...


def the_battle(p: _Play[B]) -> B:
    """The battle, when there must be one."""
    battle = p.s.battle
    assert battle is not None
    return battle


def change_battle(p: _Play[B], **changes: object) -> B:
    """The battle goes on with other values."""
    battle = p.s.battle = msgspec.structs.replace(the_battle(p), **changes)
    return battle


def surviving_attackers(p: P) -> list[int]:
    """Attackers that are still in play."""
    return [u for u in the_battle(p).attackers if 0 <= p.s.loc[u] < p.game.board.hexes]


@concept("retreated units do not defend")
def caught_bystanders(p: P) -> list[int]:
    """Units that retreated into the hex earlier in the phase and are still there: they share the fate of a beaten stack."""
    battle = the_battle(p)
    return [u for u in battle.bystanders if p.s.loc[u] == battle.target]


def require_each_once(units: Sequence[int], rule: str, what: str) -> None:
    """A command names somebody, and nobody twice."""
    if not units or len(set(units)) != len(units):
        raise Illegal(rule, f"name each {what} once")


@concept("odds", "results table", "automatic results")
def roll_result(p: P, reckoning: Reckoning, odds_rule: str, table_rule: str) -> str:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends. Everybody hears how it was reckoned."""
    battle = the_battle(p)
    attack, defence = reckoning.factors()
    raw = column(attack, defence)
    final = p.game.results.within(raw + reckoning.shift)
    p.emit(Weighed(
        targets=(battle.target,), attack=attack, defence=defence, raw=name(raw), final=name(final), column=final,
        shifts=tuple(reckoning.shifts), side=battle.side, rule=odds_rule,
    ))  # fmt: skip
    result = p.game.results.automatic(final)
    if result is None:
        die = p.roll(f"combat at {name(final)}", rule=table_rule, side=battle.side)
        result = p.game.results.result(final, die)
    p.emit(Resolved(targets=(battle.target,), result=result, odds=name(final), side=battle.side, rule=table_rule))
    return result
