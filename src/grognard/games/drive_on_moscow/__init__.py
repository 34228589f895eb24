"""Drive on Moscow: the last German attempt on Moscow, October to December 1941."""

from .flow import ANYTIME, FLOW
from .game import DriveOnMoscow

DriveOnMoscow.flow = FLOW
DriveOnMoscow.anytime = ANYTIME

GAME = DriveOnMoscow

__all__ = ["GAME", "DriveOnMoscow"]
