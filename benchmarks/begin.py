"""Games to be measured: they begin with the dice of the first scheme, so that every version plays the same ones."""

from __future__ import annotations

from grognard.core.dice import FIRST_SCHEME, Chapter
from grognard.core.match import Match
from grognard.games import load_game

#: The data that every figure of random play is measured with, so that it can be compared with older ones.
DATA_SET = 1


def begin(slug: str, scenario: str, seed: int) -> Match:
    return Match(load_game(slug, data_set=DATA_SET), scenario, chapters=[Chapter(0, FIRST_SCHEME, str(seed))])
