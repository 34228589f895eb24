"""The Fords of Wend: a small game of our own, with three armies, four towns and six days."""

from .game import Fords

GAME = Fords

__all__ = ["GAME", "Fords"]
