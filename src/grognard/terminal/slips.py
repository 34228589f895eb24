"""What was probably meant after a slip of the pen."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

NEAR = 0.5  #: how much alike two words must be at least


def mended(line: str, known: Collection[str], likely: Collection[str], counting: Collection[str] = ()) -> str:
    """The line with every word that nobody knows replaced by the nearest of those that are likely here; empty where nothing is
    near. Units are joined by +, hexes of a path by -; after a word of `counting` comes a number."""
    spelt = {word.lower() for word in known}
    words, before = list[str](), ""
    for word in re.split(r"(\s+|\+)", line.strip()):
        words.append(word if before in counting else _mended(word, spelt, likely))
        before = word.lower() if word.strip(" +") else before
    found = "".join(words)
    return found if found != line.strip() else ""


def _mended(word: str, spelt: Collection[str], likely: Collection[str]) -> str:
    if not word.strip(" +") or all(part.lower() in spelt for part in word.split("-")):
        return word
    begun = sorted((one for one in likely if one.lower().startswith(word.lower())), key=len)
    return next(iter([*begun, *get_close_matches(word.lower(), [*likely], 1, NEAR)]), word)
