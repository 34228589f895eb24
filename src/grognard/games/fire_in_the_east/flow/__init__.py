"""The sequence of play of Fire in the East: its steps, and what may be said at each. `rules/sequence.py` has the order."""

from . import air, air_chart, battle, ground, home, lines, random_play, seas
from .machine import FLOW

__all__ = ["FLOW", "air", "air_chart", "battle", "ground", "home", "lines", "random_play", "seas"]
