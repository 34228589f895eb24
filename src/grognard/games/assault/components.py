"""What the maps and counters of the family have in common."""

from __future__ import annotations

from ...core.board import Board
from ...core.game import UnitType
from ...core.rule import concept
from ...core.words import is_number


@concept("mobility classes")
def mobility(unit_type: UnitType) -> str:
    """Every unit is mechanized or not, and its counter shows it."""
    return "mechanized" if "mechanized" in unit_type.traits else "non-mechanized"


@concept("numbered hexes")
def numbering_faults(board: Board) -> list[str]:
    """The hexes without a four-digit number of their own: there should be none, however many sheets form the map."""
    names = board.names[: board.hexes]
    return [name for name in names if len(name) != 4 or not is_number(name) or names.count(name) > 1]
