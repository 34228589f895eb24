"""Typhoon 1941: Army Group Centre against Moscow, October 1941 to January 1942."""

from .flow import ANYTIME, FLOW
from .game import Typhoon1941

Typhoon1941.flow = FLOW
Typhoon1941.anytime = ANYTIME

GAME = Typhoon1941

__all__ = ["GAME", "Typhoon1941"]
