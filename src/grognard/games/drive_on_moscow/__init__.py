"""Drive on Moscow: the last German attempt on Moscow, October to December 1941."""

from . import invariants, queries
from .flow import ANYTIME, FLOW
from .game import DriveOnMoscow
from .rules import supply

DriveOnMoscow.flow = FLOW
DriveOnMoscow.anytime = ANYTIME
DriveOnMoscow.queries, DriveOnMoscow.invariants, DriveOnMoscow.supply_rules = queries, invariants, supply

GAME = DriveOnMoscow

__all__ = ["GAME", "DriveOnMoscow"]
