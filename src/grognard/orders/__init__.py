"""Staff for people: an order to a sector or a formation becomes a plan of ordinary commands, before anything is done.

A plan is a pure function of what a seat knows (`Match.fork`) and the order. It is made on copies, by what the verbs of the
present decision list and by `grognard.facts`, so that every game has it without a word of its own. It is literal: nobody outside
the order is named, nobody leaves a sector, and what would be dangerous is not left undone but told.
"""

from .plan import plan
from .shapes import TITLES, WITH_GOAL, Caution, StaffLine, StaffOrder, StaffPlan, Stay

__all__ = ["TITLES", "WITH_GOAL", "Caution", "StaffLine", "StaffOrder", "StaffPlan", "Stay", "plan"]
