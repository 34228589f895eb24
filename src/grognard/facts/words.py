"""Words for the facts."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.words import counted
from .answers import Comers
from .outlook import Outlook


def place(outlook: Outlook, hex: int) -> str:
    """A hex as a person calls it: by the name of its place, if it has one."""
    board = outlook.p.game.board
    named = next((place.name for place in board.places_at(hex) if place.name), "")
    return f"{named} ({board.names[hex]})" if named else board.names[hex]


def called(outlook: Outlook, unit: int) -> str:
    """A unit as a person calls it; of one whose face nobody may look at, its handle."""
    p = outlook.p
    name: str = p.game.types[p.s.kind[unit]].name if p.game.face_known(p, unit) else ""
    return name or p.game.pieces[unit].handle


def listed(names: Sequence[str]) -> str:
    """Some names, the first three of many."""
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join(names) if len(names) < 3 else f"{names[0]}, {names[1]} and {names[2]}"


def can(outlook: Outlook, side: int, coming: Sequence[Comers]) -> str:
    """How many stacks of a side can do something: "2 Soviet stacks can", "3 Soviet stacks may be able to"."""
    sure = sum(comers.chance >= 1.0 for comers in coming)
    who = f"{outlook.p.game.sides[side].capitalize()} stack"
    return f"{counted(sure, who)} can" if sure else f"{counted(len(coming), who)} may be able to"


def cited(text: str, rule: str) -> str:
    """A sentence with its rule."""
    text = text[:1].upper() + text[1:]
    return f"{text} ({rule})." if rule else f"{text}."


def stacks(number: int, outcome: str) -> str:
    """So many stacks, and what becomes of them."""
    return f"{counted(number, 'stack')}, {'' if number == 1 else 'each of '}which {outcome}"
