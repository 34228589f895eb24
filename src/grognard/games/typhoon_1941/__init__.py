"""Typhoon 1941: Army Group Centre against Moscow, October 1941 to January 1942."""

from .game import Typhoon1941

GAME = Typhoon1941

__all__ = ["GAME", "Typhoon1941"]
