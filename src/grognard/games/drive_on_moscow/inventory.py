"""What cases may expect of the counters: how many there are, what they show, where they wait, how they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ...core.events import Event
from ...core.expectations import Check
from ...core.match import Match
from ..assault.case_checks import facts
from ..assault.components import numbering_faults
from .material import OWN_FILES
from .rules import components
from .state import UNTRIED


def _groups(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """box, area or `map` -> how many pieces of each group (RD, GTB, start ...) are there; `untried`: those face down."""
    game: Any = match.game
    board = game.board
    areas = {"map": range(board.hexes)} | {name: area.hexes for name, area in board.areas.items()}
    for place, counts in wanted.items():
        nodes = set(areas[place] if place in areas else [board.node(place)])
        there = [u for u in range(len(game.pieces)) if match.state.loc[u] in nodes]
        found = Counter(game.group_of(u) for u in there)
        if "untried" in counts:
            found["untried"] = sum(bool(match.state.flags[u] & UNTRIED) for u in there)
        if found != Counter(counts):
            yield f"in {place} there are {dict(found)}, not {counts}"


def _dealt(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """piece -> how many different counters at least it carries in forty games (untried counters are dealt at random)."""
    game: Any = match.game
    starts = [Match(game, "campaign", seed=seed).state for seed in range(40)]
    for handle, least in wanted.items():
        found = {start.kind[game.names.unit(handle)] for start in starts}
        if len(found) < least:
            yield f"{handle} carries only {len(found)} different counters in forty games"


def _book(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """What chapters 1 and 2 lay down: {kilometres: {hexes: km}, miles: {hexes: miles}, colours: {colour: [side,
    guards, class]}, symbols: {XX: division}, counters: {total, units, ...}, columns: what is recorded of a counter,
    numbering faults: [hexes]}."""
    rows = OWN_FILES.csv("units.csv")
    found: dict[str, Callable[[Any], Any]] = {
        "kilometres": lambda asked: {n: components.real_distance(n)[0] for n in asked},
        "miles": lambda asked: {n: components.real_distance(n)[1] for n in asked},
        "colours": lambda asked: {name: list(components.classify(name)) for name in asked},
        "symbols": lambda asked: {name: components.spell_out(name) for name in asked},
        "counters": lambda asked: components.counter_mix(rows),
        "columns": lambda asked: list(rows[0]),
        "numbering faults": lambda asked: numbering_faults(match.game.board),
    }
    return facts(found, wanted)


CHECKS: dict[str, Check] = {"groups": _groups, "dealt": _dealt, "book": _book}
