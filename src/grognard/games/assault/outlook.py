"""Answers the family gives alike: where units can go, what a battle promises, a supply line, what a unit has done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ...core.errors import Illegal, refusal
from ...core.movement import Movement
from .flags import ASSAULTED, ATTACKED, FINISHED
from .odds import ResultsTable, Shift, name


def reach(p: Any, units: Sequence[int], movement: Any, mobile_assault: Any) -> dict[str, Any]:
    """Cost and path of every hex the units can get to together, and which enemy hexes they could assault, by the game's own
    chapters on movement and mobile assaults."""
    names = p.game.board.names
    why = refusal(movement.check_stack, p, units) if p.s.turn else Illegal("", "nobody moves before the first turn")
    if why is not None:
        return {"hexes": {}, "assaults": {}, "rule": why.rule, "why": why.why}
    march: Movement = movement.march_of(p, units)
    found, budget = march.reach(), march.budget
    rows = zip(found.nodes.tolist()[1:], found.costs.tolist()[1:], found.before.tolist()[1:], strict=True)
    hexes = {names[node]: {"cost": cost, "left": budget - cost, "from": names[back]} for node, cost, back in rows}
    assaults = {names[h]: mobile_assault.assault_cost(p, units, h) for h in mobile_assault.targets_of(p, units)}
    return {"start": names[p.s.loc[units[0]]], "points": budget, "hexes": hexes, "assaults": assaults}


def promise(columns: Mapping[int, float], table: ResultsTable, shifts: Sequence[Shift]) -> tuple[Counter[str], dict[str, Any]]:
    """The chance of each result, given that of each final column; and shifts, odds and results for a player to read."""
    results: Counter[str] = Counter()
    for final, chance in columns.items():
        for result, share in table.chances(final).items():
            results[result] += chance * share  # type: ignore[assignment]
    return results, {
        "shifts": [{"columns": s.columns, "why": s.why, "rule": s.rule} for s in shifts],
        "odds": {name(k): round(v, 4) for k, v in sorted(columns.items())},
        "results": {k: round(v, 4) for k, v in results.items()},
    }


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


def deeds(p: Any, unit: int) -> list[str]:
    """Words for what a unit has done in this phase."""
    flags = p.s.flags[unit]
    done = ((flags & ATTACKED, "attacked"), (flags & ASSAULTED, "assaulted"), (p.s.trail[unit] or flags & FINISHED, "moved"))
    return [word for is_so, word in done if is_so]
