"""A finished game weighed: winning chances, and what every swing came from. Sees everything, so it is for games that are over."""

from .review import Weighed, joined, reviewed, weigh

__all__ = ["Weighed", "joined", "reviewed", "weigh"]
