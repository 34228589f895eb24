"""1940: What If?: Hitler turns east a year early."""

from . import invariants
from .flow import FLOW
from .game import WhatIf
from .rules import setup, supply

WhatIf.flow = FLOW
WhatIf.invariants, WhatIf.supply_rules, WhatIf.rule_book = invariants, supply, setup

GAME = WhatIf

__all__ = ["GAME", "WhatIf"]
