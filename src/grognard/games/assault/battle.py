"""The throw that decides a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.rule import concept
from .odds import Shift, column, name


@concept("odds", "results table", "automatic results")
def throw(p: Any, attack: int, defence: int, shifts: Sequence[Shift], odds_rule: str, table_rule: str) -> str:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends. Everybody hears how it was reckoned."""
    battle = p.s.battle
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
