"""What has happened, told to a seat as scenes, as a summary of a turn, and as a review of a whole game.

Everything is made from what the seat was shown at the time: its views and its log. Knows no game.
"""

from .review import review
from .scenes import scenes, stages
from .shapes import Battle, Ground, Losses, PlayerTurn, Review, ReviewTurn, Scene, Stage, Summary, TurningPoint
from .summary import summary

__all__ = [
    "Battle", "Ground", "Losses", "PlayerTurn", "Review", "ReviewTurn", "Scene", "Stage", "Summary", "TurningPoint", "review",
    "scenes", "stages", "summary",
]  # fmt: skip
