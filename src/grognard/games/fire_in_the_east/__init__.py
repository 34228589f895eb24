"""Fire in the East."""

from .game import FireInTheEast

GAME = FireInTheEast

__all__ = ["GAME", "FireInTheEast"]
