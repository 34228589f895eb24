"""Numbers as people write them, and sentences that agree with how many they speak of."""

from __future__ import annotations

import re

_PLURAL_VERBS = {"is": "are", "goes": "go", "flies": "fly"}


def is_number(text: str) -> bool:
    """Only the digits 0 to 9: Python counts `²` among the digits too, and then cannot read it."""
    return text.isascii() and text.isdigit()


def counted(number: int, thing: str) -> str:
    """How many of a thing: 1 step, 2 steps, 3 hexes, 4 armies."""
    if number == 1:
        return f"1 {thing}"
    if thing.endswith("y"):
        return f"{number} {thing[:-1]}ies"
    return f"{number} {thing}{'es' if thing.endswith('x') else 's'}"


def agreeing(template: str, units: int) -> str:
    """A sentence about `{units}` with its verb in the singular, made to agree with their number."""
    if units < 2:
        return template
    return re.sub(r"(?<=\{units\} )\w+", lambda verb: _PLURAL_VERBS.get(verb[0], verb[0].removesuffix("s")), template)
