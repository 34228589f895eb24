"""Air missions: who flies where, and who meets them."""

from __future__ import annotations

import msgspec

from .renaming import Unit


class Mission(msgspec.Struct, frozen=True):
    """A flight under way. The cargo is what an airlift or a drop carries."""

    kind: str
    side: int
    target: int
    flyers: tuple[Unit, ...]
    cargo: tuple[Unit, ...] = ()
    interceptors: tuple[Unit, ...] = ()
