"""31.E The Soviet government: where it sits, and what moving it costs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import CapitalMoved
from ..home_front import home
from ..material import P
from ..state import SOVIET
from .units import where


@rule("31.E", "31.Ea", "31.Eb")
def seats(p: P, units: Sequence[int] = ()) -> list[int]:
    """Where the capital may go: Soviet major cities in Soviet hands, and the Urals."""
    found = [hex for city in home(p.game).soviet_major for hex in city.hexes if p.s.control[hex] == SOVIET and hex != p.s.capital]
    urals = p.game.box["urals"]
    return found if p.s.capital == urals else [*found, urals]


def is_homeless(p: P) -> bool:
    """Has the capital been captured and not yet been set up again?"""
    return p.s.capital < 0


@rule("31.Ea", "31.Eb", "37.Bb")
def move(p: P, command: Command) -> None:
    """Move the capital. Back to Moskva is free; so is setting it up again after its capture, which has cost enough."""
    hex = command.hexes[0]
    if hex not in seats(p):
        raise Illegal("31.Ea", f"{where(p, hex)} is no Soviet major city in Soviet hands, nor the Urals")
    moskva = home(p.game).cities.get("Moskva")
    free = is_homeless(p) or (moskva is not None and hex in moskva.hexes)
    p.s.capital = hex
    if not free:
        p.s.ledger = replace(p.s.ledger, moves=p.s.ledger.moves + 1)
    p.emit(CapitalMoved(hex=hex, side=SOVIET, rule="31.Ea"))


@rule("31.Eb")
def require_seat(p: P) -> None:
    """A government there must be."""
    if is_homeless(p) and p.s.active == SOVIET and seats(p):
        raise Illegal("31.Eb", "the capital must be set up again")
