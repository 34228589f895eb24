"""1940: What If?: Hitler turns east a year early."""

from .game import WhatIf

GAME = WhatIf

__all__ = ["GAME", "WhatIf"]
