"""Drive on Moscow: the last German attempt on Moscow, October to December 1941."""

from .game import DriveOnMoscow

GAME = DriveOnMoscow

__all__ = ["GAME", "DriveOnMoscow"]
