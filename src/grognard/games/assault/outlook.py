"""Answers the family gives alike: where units can go, what a battle promises, a supply line, what a unit has done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from ...core.aids import Chart, Code, combat_chart
from ...core.answers import Losses, Odds, Reach, ReachedHex, ShiftView
from ...core.chance import mean
from ...core.errors import Illegal, refusal
from ...core.movement import Movement
from .flags import ASSAULTED, ATTACKED, FINISHED
from .game import P
from .odds import ResultsTable, column, name
from .reckoning import Reckoning

Q = TypeVar("Q", bound=P)
Check = Callable[[Q, Sequence[int]], object]
March = Callable[[Q, Sequence[int]], Movement]
Targets = Callable[[Q, Sequence[int]], Sequence[int]]
Price = Callable[[Q, Sequence[int], int], int]


def reach(
    p: Q, units: Sequence[int], check_stack: Check[Q], march_of: March[Q], targets_of: Targets[Q], assault_cost: Price[Q]
) -> Reach:
    """Cost and path of every hex the units can get to together, and which enemy hexes they could assault, by the game's own
    rules: may this stack move, how does it march, what can it assault and at which cost."""
    names = p.game.board.names
    why = refusal(check_stack, p, units) if p.s.turn else Illegal("", "nobody moves before the first turn")
    if why is not None:
        return Reach({}, rule=why.rule, why=why.why)
    march = march_of(p, units)
    found, budget = march.reach(), march.budget
    rows = zip(found.nodes.tolist()[1:], found.costs.tolist()[1:], found.before.tolist()[1:], strict=True)
    hexes = {names[node]: ReachedHex(cost, names[back], budget - cost) for node, cost, back in rows}
    assaults = {names[hex]: assault_cost(p, units, hex) for hex in targets_of(p, units)}
    return Reach(hexes, names[p.s.loc[units[0]]], budget, assaults=assaults)


def odds(reckoning: Reckoning, table: ResultsTable, target: str, mobile: bool, expected: Losses, why_not: Illegal | None) -> Odds:
    """Factors, shifts, odds and results of a battle for a player to read, and why it may not be fought."""
    rolls = _rungs(table, reckoning.columns())
    return Odds(
        round(mean(reckoning.attack), 2), target, round(mean(reckoning.defence), 2), mobile,
        shifts=[ShiftView(s.columns, s.why, s.rule) for s in reckoning.shifts],
        odds={name(k): round(v, 4) for k, v in sorted(reckoning.columns().items())},
        results={k: round(v, 4) for k, v in reckoning.chances(table).items() if v},
        expected=expected, rule=why_not.rule if why_not else "", why=why_not.why if why_not else "",
        ladder=list(rolls), rolls=rolls,
    )  # fmt: skip


def _rungs(table: ResultsTable, likely: Collection[int]) -> dict[str, list[str]]:
    """The columns of a table, with those beyond its ends that a battle may come to, and what the die brings on each."""
    found = sorted({*table.columns, *(k for k in likely if name(k)[0].isdigit())})
    sure = {k: table.automatic(k) for k in found}
    return {name(k): [r] if (r := sure[k]) is not None else list(table.columns[table.within(k)]) for k in found}


_CODES = (
    Code("AE", "attacker eliminated", -1), Code("AL1", "attacker loses a step", -1), Code("AS", "attack stalled"),
    Code("DR", "defender retreats", 1), Code("BB", "bloodbath: both lose"), Code("DE", "defender eliminated", 1),
)  # fmt: skip


def aids(table: ResultsTable, columns: Sequence[Mapping[str, object]], terrain: Chart, rule: str) -> list[Chart]:
    """The combat table and the terrain chart of a game of the family."""
    first, last = name(table.first), name(table.last)
    above = f"the column of {last} holds" if table.above is None else f"always {table.above}"
    notes = [f"Below {first} always {table.below}; above {last} {above}."]
    if any(column.get("provenance") == "reconstructed" for column in columns):
        notes.append("The columns are a reconstruction where the rulebook prints no table.")
    combat = combat_chart({name(k): table.columns[k] for k in sorted(table.columns)}, _CODES, rule, notes)
    return [combat, terrain]


def on_the_table(table: ResultsTable, attack: int, defence: int, shift: int) -> Odds:
    """Bare factors and a shift, read on a combat table."""
    final = column(attack, defence) + shift
    return Odds(attack, defence=defence, odds={name(final): 1.0}, results=table.chances(final))


def shortest_way(
    rows: Sequence[Sequence[int]], start: int, goals: Collection[int], open_to: Callable[[int, int, int], bool]
) -> list[int]:
    """A shortest chain of hexes to one of the goals; empty when there is none. `open_to(hex, direction, next)` lets it pass."""
    before: dict[int, int] = {start: -1}
    queue = [start]
    for node in queue:
        if node in goals:
            path = []
            while node >= 0:
                path.append(node)
                node = before[node]
            return path[::-1]
        for direction, near in enumerate(rows[node]):
            if near >= 0 and near not in before and open_to(node, direction, near):
                before[near] = node
                queue.append(near)
    return []


def things_done(p: P, unit: int) -> list[str]:
    """Words for what a unit has done in this phase."""
    flags = p.s.flags[unit]
    done = ((flags & ATTACKED, "attacked"), (flags & ASSAULTED, "assaulted"), (p.s.trail[unit] or flags & FINISHED, "moved"))
    return [word for is_so, word in done if is_so]
