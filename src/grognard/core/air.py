"""Air missions: who flies where, and who meets them."""

from __future__ import annotations

import msgspec


class Mission(msgspec.Struct, frozen=True):
    """A flight under way. Units are piece numbers; the cargo is what an airlift or a drop carries."""

    kind: str
    side: int
    target: int
    flyers: tuple[int, ...]
    cargo: tuple[int, ...] = ()
    interceptors: tuple[int, ...] = ()
