"""3.12 Hex control and 11.21 intrinsic garrisons."""

from __future__ import annotations

import numpy as np

from ....core.rule import rule
from ..material import Mask, P
from ..state import ALLIED, DUTCH, GERMAN, SOVIET
from . import victory


def variant(p: P) -> bool:
    """Is the variant set-up of 3.10 in force: Lithuania Soviet, five hexes of Poland German?"""
    return p.option("lithuania") == "soviet"


@rule("3.10", "3.12b")
def german_ground(p: P) -> Mask:
    """What the Germans hold at the start."""
    board = p.game.board
    if variant(p):
        return (board.mask("german-start") & ~board.mask("lithuania")) | board.mask("boundary-revision")
    return board.mask("german-start")


@rule("3.10", "3.12b")
def soviet_ground(p: P) -> Mask:
    """What the Soviets hold at the start: the USSR, Estonia, Latvia and former Poland."""
    board = p.game.board
    if variant(p):
        return (board.mask("soviet-start") & ~board.mask("boundary-revision")) | board.mask("lithuania")
    return board.mask("soviet-start")


@rule("3.10")
def greater_germany(p: P) -> Mask:
    """In the variant the five hexes of Poland belong to it."""
    return p.game.germany | p.game.board.mask("boundary-revision") if variant(p) else p.game.germany


@rule("3.12b")
def initial_control(p: P) -> None:
    """Belgium, Holland and Luxembourg are nobody's."""
    p.s.fill("control", GERMAN, german_ground(p))
    p.s.fill("control", SOVIET, soviet_ground(p))
    p.s.fill("control", ALLIED, p.game.board.mask("france"))
    p.s.fill("was_german", german_ground(p))


@rule("11.21a", "11.21b", "11.21c")
def garrison_owner(p: P, hex: int) -> int:
    """The side whose intrinsic garrison a hex has at the start; -1 for none.

    Soviet cities but Moscow and the works of the east map; cities in Greater Germany and the works of the west map; Dutch cities
    and works.
    """
    game = p.game
    if game.east[hex]:
        if soviet_ground(p)[hex]:
            return SOVIET if (game.city[hex] and hex != game.moscow) or game.printed_forts[SOVIET][hex] else -1
        return GERMAN if game.city[hex] and game.germany[hex] else -1
    if game.germany[hex]:
        return GERMAN if game.city[hex] or game.printed_forts[GERMAN][hex] else -1
    if game.board.mask("holland")[hex]:
        return DUTCH if game.city[hex] or game.printed_forts[DUTCH][hex] else -1
    return -1


@rule("11.21d")
def place_garrisons(p: P) -> None:
    owners = np.array([garrison_owner(p, hex) for hex in range(p.game.board.hexes)])
    p.s.fill("garrison", owners >= 0, slice(p.game.board.hexes))


@rule("3.12a", "3.12c", "6.5e", "9.8f", "11.21e")
def enter(p: P, unit: int, hex: int) -> None:
    """A unit stands in a hex: it changes hands at once, and with it go a garrison of the other side and a Soviet fort."""
    side = p.side_of(unit)
    if p.s.control[hex] not in p.friends(side):
        p.control(hex, side)
        if p.s.garrison[hex]:
            p.s.set("garrison", hex, False)
    if side == GERMAN:
        p.s.set("was_german", hex, True)
        if p.s.fort[hex]:
            p.s.set("fort", hex, False)
    victory.check_ruhr(p, side, hex)


@rule("10.7", "11.21d")
def hostile_garrison(p: P, side: int, hex: int) -> bool:
    """Does a live garrison of an enemy bar the way? It is ignored where it has units of its own beside it."""
    return bool(p.s.garrison[hex]) and p.s.control[hex] in p.s.enemies[side]
