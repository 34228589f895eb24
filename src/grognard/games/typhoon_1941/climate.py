"""What weather changes in Typhoon 1941; `data/weather.toml` has it by condition."""

from __future__ import annotations

import msgspec


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition of the weather does."""

    good: bool  #: armour is fast in pursuit
    roads: str  #: which roads give their bonus: all, mud (the Smolensk-Moscow road alone) or none
    frozen: bool  #: rivers and lakes
    shift: int  #: columns for German attacks
    german_overruns: bool
    german_declines_exchange: bool
    movement: str  #: column of the table of basic movement
