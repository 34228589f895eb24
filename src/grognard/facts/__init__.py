"""Facts about what is to come, worked out once for table and computer: who can get where and attack what in his next phase, what
can be lost, which hexes feed whom, and how strong everybody is believed to be.

Everything is asked of an `Outlook`: a position as a seat knows it (`Match.fork`), so that no answer can tell what is hidden. The
games answer a few small questions (`core/foresight.py`); a game that answers none is looked after all the same.
"""

from .aims import aims
from .answers import Believed, Comers, Consequence, Desk, Item, Remedy, Route, Strike, Target, Threat, Threats, Who
from .desk import desk
from .falls import falls
from .marches import route
from .outlook import Outlook
from .strikes import who_can_attack
from .threats import strengths, threats
from .who import who_can_reach

__all__ = [
    "Believed", "Comers", "Consequence", "Desk", "Item", "Outlook", "Remedy", "Route", "Strike", "Target", "Threat", "Threats",
    "Who", "aims", "desk", "falls", "route", "strengths", "threats", "who_can_attack", "who_can_reach",
]  # fmt: skip
