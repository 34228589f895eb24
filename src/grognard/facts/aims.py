"""What can be attacked now, and how likely odds stand: one look over all targets of a verb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.answers import Odds
from ..core.flow import LegalCommands, Verb
from ..core.foresight import ratio
from ..core.play import Play
from ..core.seats import Eyes
from .answers import Target
from .threats import MOST


def aims(p: Play[Any, Any], eyes: Eyes, legal: LegalCommands, verb: Verb, units: Sequence[int]) -> tuple[list[int], list[Target]]:
    """Which of some units can attack with a verb, and whom, each with the likely odds of these units and of everybody who can
    take part. Without units, all targets of the verb."""
    by_unit = {unit: set(legal.hexes_with(verb, (unit,))) for unit in units}
    hexes = sorted(set().union(*by_unit.values())) if units else legal.hexes_with(verb)
    able = [unit for unit in units if by_unit[unit]]
    found = []
    for hex in hexes:
        own, everybody = [unit for unit in able if hex in by_unit[unit]], legal.units_with(verb, (hex,))
        found.append(Target(p.game.board.names[hex], _likely(p, eyes, hex, own), _likely(p, eyes, hex, everybody)))
    return able, found


def _likely(p: Play[Any, Any], eyes: Eyes, hex: int, units: Sequence[int]) -> str:
    """The likeliest column of an attack; nothing where the rules let these units not attack together."""
    if not units or "odds" not in p.game.questions:
        return ""
    odds: Odds = p.game.odds(p, hex, units, eyes=eyes)
    if odds.why or not odds.odds:
        return ""
    name = max(odds.odds, key=odds.odds.__getitem__)
    return f"{MOST:g}:1+" if ratio(name) > MOST else name
