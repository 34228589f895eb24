"""The battle that is being fought, and the throw that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from ...core.errors import Illegal
from ...core.renaming import Unit
from ...core.rule import concept
from .odds import Shift, column, name


class Battle(msgspec.Struct, frozen=True):
    """The one battle that is being fought, as far as the family goes. Units are piece numbers."""

    mobile: bool
    side: int  #: the attacker
    target: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    bystanders: tuple[Unit, ...] = ()  #: retreated into the hex in this phase: they do not defend
    launch: int = -1  #: launch hex of a mobile assault
    revealed: bool = False
    result: str = ""
    gone: tuple[tuple[Unit, int], ...] = ()  #: (unit, hex) that have retreated so far


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


def amend(p: _Play[B], **changes: Any) -> B:
    """The battle goes on with other values."""
    battle = p.s.battle = msgspec.structs.replace(the_battle(p), **changes)
    return battle


def surviving_attackers(p: Any) -> list[int]:
    """Attackers that are still in play."""
    return [u for u in the_battle(p).attackers if 0 <= p.s.loc[u] < p.game.board.hexes]


@concept("retreated units do not defend")
def caught_bystanders(p: Any) -> list[int]:
    """Units that retreated into the hex earlier in the phase and are still there: they share the fate of a beaten stack."""
    battle = the_battle(p)
    return [u for u in battle.bystanders if p.s.loc[u] == battle.target]


def require_each_once(units: Sequence[int], rule: str, what: str) -> None:
    """A command names somebody, and nobody twice."""
    if not units or len(set(units)) != len(units):
        raise Illegal(rule, f"name each {what} once")


@concept("odds", "results table", "automatic results")
def throw(p: Any, attack: int, defence: int, shifts: Sequence[Shift], odds_rule: str, table_rule: str) -> str:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends. Everybody hears how it was reckoned."""
    battle = the_battle(p)
    raw = column(attack, defence)
    final = raw + sum(s.columns for s in shifts)
    p.emit(
        "weighed", side=battle.side, hexes=(battle.target,), number=final,
        data=(attack, defence, name(raw), name(final), *map(str, shifts)), rule=odds_rule,
    )  # fmt: skip
    result: str | None = p.game.results.automatic(final)
    if result is None:
        die = p.roll(f"combat at {name(final)}", rule=table_rule, side=battle.side)
        result = str(p.game.results.result(final, die))
    p.emit("resolved", side=battle.side, hexes=(battle.target,), data=(result, name(final)), rule=table_rule)
    return result
