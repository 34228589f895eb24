"""Barbarossa: the whole Russo-German war, 1941 to 1945."""

from . import invariants, queries
from .flow import ANYTIME, FLOW
from .game import Barbarossa
from .rules import supply

Barbarossa.flow = FLOW
Barbarossa.anytime = ANYTIME
Barbarossa.queries, Barbarossa.invariants, Barbarossa.supply_rules = queries, invariants, supply

GAME = Barbarossa

__all__ = ["GAME", "Barbarossa"]
