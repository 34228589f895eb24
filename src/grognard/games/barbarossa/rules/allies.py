"""8.24 to 8.26 Poles, Romanians and Bulgarians join the Soviet side."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import P


def approached(p: P, units: Sequence[int], hex: int) -> None:
    """Units have moved into a hex in their movement phase."""


def at_once(p: P) -> None:
    """What happens among the allies the instant something comes true; called after every change of place."""
