"""7.10 to 7.12, 7.21 Soviet offensive supply markers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Aimed
from ..material import P
from ..state import GERMAN, SOVIET
from . import supply

LETTERS = "abc"
NOWHERE = (-1, -1, -1)


@rule("7.10", "7.12", "7.21", "12.8")
def open_step(p: P) -> None:
    """At the very start of the Soviet player turn, from turn 7 on, unless Moscow is lost."""
    p.pop()
    if p.s.turn >= supply.OFFENSIVE_FROM and not p.s.no_markers:
        p.push("markers", SOVIET)


@rule("7.21")
def note_moscow(p: P) -> None:
    """A game turn that begins with Moscow German forbids the markers, until one begins with it Soviet in overland supply."""
    moscow = p.game.city_hex.get("Moscow", -1)
    if moscow < 0:
        return
    if p.s.control[moscow] == GERMAN:
        p.s.no_markers = p.s.turn >= supply.OFFENSIVE_FROM
    elif p.s.no_markers:
        p.s.no_markers = not supply.overland(p, SOVIET, moscow)


@rule("7.11", "7.12")
def open_hexes(letter: str) -> Callable[[P, Sequence[int]], list[int]]:
    """Where a marker may go: any hex of the map, water and German hexes too, one marker to a hex."""
    which = LETTERS.index(letter)

    def hexes(p: P, units: Sequence[int]) -> list[int]:
        if p.s.markers[which] >= 0:
            return []
        found = list(range(p.game.board.hexes))
        for marker in sorted(p.s.markers, reverse=True):
            if marker >= 0:
                del found[marker]
        return found

    return hexes


@rule("7.12")
def deploy(letter: str) -> Callable[[P, Command], None]:
    """The verb that places one of the markers; it stays there until the player turn ends."""
    which = LETTERS.index(letter)

    def place(p: P, command: Command) -> None:
        (hex,) = command.hexes
        if hex >= p.game.board.hexes:
            raise Illegal("7.12", "offensive supply markers are placed on the map")
        if p.s.markers[which] >= 0:
            raise Illegal("7.12", "a marker that has been deployed stays where it is")
        if hex in p.s.markers:
            raise Illegal("7.12", "there is one marker to a hex")
        p.s.markers = tuple(hex if k == which else marker for k, marker in enumerate(p.s.markers))  # type: ignore[assignment]
        p.emit(Aimed(hex=hex, marker=letter.upper(), side=SOVIET, rule="7.12"))

    return place


@rule("7.12")
def done(p: P, command: Command) -> None:
    """Those not placed now are not placed this turn."""
    phases.close(p)


@rule("7.12")
def remove(p: P) -> None:
    """At the end of the Soviet player turn the markers leave the map."""
    p.pop()
    p.s.markers = NOWHERE
