"""Barbarossa: the whole Russo-German war, 1941 to 1945."""

from .game import Barbarossa

GAME = Barbarossa

__all__ = ["GAME", "Barbarossa"]
