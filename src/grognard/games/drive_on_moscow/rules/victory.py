"""4.0 How to win, and 3.8 hex control on which it turns."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from ..state import GERMAN, SOVIET
from .supply import moscow_is_fed


@rule("3.8a", "3.8b", "7.5b")
def take_control(p: P, hex: int, side: int) -> None:
    """A hex changes hands the instant a ground unit of the other side enters it, and victory is checked at once."""
    changed = p.control(hex, side)
    if side == GERMAN:
        if changed:
            p.s.set("was_german", hex, True)
            moscow_taken(p, hex)
        if p.s.outcome is None:
            moscow_isolated(p)
    elif changed:
        german_rear_entered(p, hex)


@rule("4.2", "4.1")
def moscow_taken(p: P, hex: int) -> None:
    """Either hex of Moscow in German hands ends the game."""
    if hex in p.game.moscow:
        p.win(GERMAN, "Moscow has fallen", "4.2", hex)


@rule("4.3", "4.1")
def moscow_isolated(p: P) -> None:
    """The Germans win the instant Moscow can trace no supply line to any map-edge source.

    Cities feed the units in them (7.3), but that does not help here: a map-edge source must be reached.
    """
    if p.game.moscow and not moscow_is_fed(p):
        p.win(GERMAN, "Moscow is cut off from every source of supply", "4.3", p.game.moscow[0])


@rule("4.5a", "4.1")
def german_rear_entered(p: P, hex: int) -> None:
    """A town or city west of the initial front line in Soviet hands ends the game, supplied or not."""
    if p.game.german_side[hex] and (p.game.city[hex] or p.game.town[hex]):
        town = next((place.name for place in p.game.board.places if place.hex == hex and place.name), "a town")
        p.win(SOVIET, f"{town}, behind the German front, has been taken", "4.5a", hex)


@rule("4.5b")
def withdrawal_failed(p: P) -> None:
    """A withdrawal that is not made, for whatever reason, loses the game."""
    p.win(SOVIET, "the Germans have not made a withdrawal they owed", "4.5b")


@rule("4.4", "4.6", "4.1")
def end_of_game(p: P) -> None:
    """After the last turn: all five other cities under German control, or a Soviet victory. No draws."""
    if p.game.other_cities and all(p.s.control[hex] == GERMAN for hex in p.game.other_cities):
        p.win(GERMAN, "all five cities outside Moscow are in German hands", "4.4")
    else:
        p.win(SOVIET, "the Germans have reached none of their goals", "4.6")


@rule("1.1b")
def concede(p: P) -> None:
    """A player may give up at any time; the other one wins."""
    loser = p.speaker
    p.win(p.foe(loser), f"{p.game.sides[loser]} concedes", "1.1b")
