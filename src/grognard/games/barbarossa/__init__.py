"""Barbarossa: the whole Russo-German war, 1941 to 1945."""

from .flow import ANYTIME, FLOW
from .game import Barbarossa

Barbarossa.flow = FLOW
Barbarossa.anytime = ANYTIME

GAME = Barbarossa

__all__ = ["GAME", "Barbarossa"]
