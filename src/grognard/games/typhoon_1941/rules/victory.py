"""Victory."""

from __future__ import annotations

from ....core.rule import rule
from ..material import LAST_TURN, P
from ..state import GERMAN, RUSSIAN
from .condition import ground, real
from .supply import linked_to_edge, network, supplied

RUSSIAN_GOALS = ("Smolensk", "Roslavl", "Glukhov")
WINTER_GOALS = ("Torzhok", "Rzhev", "Vyazma", "Kaluga", "Tula", "Orel", "Bryansk", "Kursk")
FIRST_MOVE_GOALS = ("Kalinin", "Volokolamsk", "Mozhaisk", "Kaluga", "Yelets", "Yefremov", "Kursk")


def win(p: P, side: int, level: str, worth: int, reason: str, rule_id: str, place: int = -1) -> None:
    p.s.level, p.s.worth = level, worth
    p.win(side, reason, rule_id, place)


def holds(p: P, side: int, place: str) -> bool:
    """Has a side a unit in supply in a place?"""
    hex = p.game.places.get(place, -1)
    return hex >= 0 and any(supplied(p, u) for u in real(p, hex, side))


def keeps(p: P, place: str) -> bool:
    """Is a place in Russian hands and in supply?"""
    hex = p.game.places.get(place, -1)
    if hex < 0 or p.s.control[hex] != RUSSIAN:
        return False
    if hex == p.game.moscow:
        return linked_to_edge(p, hex, "north", "east", "south")
    return bool(network(p, RUSSIAN)[hex])


@rule("victory.1", "victory.4", "sequence.7")
def russian_check(p: P) -> None:
    """A.3: a Russian unit in supply on the western edge, or in Smolensk, Roslavl or Glukhov, wins at once."""
    p.pop()
    taken = [name for name in RUSSIAN_GOALS if holds(p, RUSSIAN, name)]
    edge = [u for u in ground(p, RUSSIAN) if p.game.edge["west"][p.s.loc[u]] and not p.game.is_dummy[u] and supplied(p, u)]
    if taken or edge:
        where = taken[0] if taken else "the western edge of the map"
        place = p.game.places[taken[0]] if taken else p.s.loc[edge[0]]
        win(p, RUSSIAN, "historical", 1, f"Historic Victory: a unit in supply in {where}", "victory.4", place)


@rule("victory.1", "victory.2", "victory.6", "victory.7", "sequence.15")
def german_check(p: P) -> None:
    """B.5: units in supply in Moscow; after an Unhistorical First Move also seven towns, with Moscow twice the worth."""
    p.pop()
    moscow = holds(p, GERMAN, "Moscow")
    towns = p.s.first_move == "taken" and all(holds(p, GERMAN, name) for name in FIRST_MOVE_GOALS)
    if towns and moscow:
        reason = "Smashing Strategic Victory, worth 2 games: Moscow and all seven towns"
        win(p, GERMAN, "smashing", 2, reason, "victory.7", p.game.moscow)
    elif moscow:
        win(p, GERMAN, "historical", 1, "Historical Victory: units in supply in Moscow", "victory.2", p.game.moscow)
    elif towns:
        win(p, GERMAN, "historical", 1, "victory after the Unhistorical First Move: all seven towns", "victory.6")


@rule("victory.3", "victory.5")
def turn_check(p: P) -> None:
    """From turn 5 on Moscow and Voronezh must be kept in supply; after turn 8 the verdict falls."""
    s = p.s
    if s.turn >= 5:
        s.held = s.held and not s.taken and keeps(p, "Moscow") and keeps(p, "Voronezh")
    if s.turn < LAST_TURN:
        return
    if not s.held:
        p.draw("nobody has reached a victory condition", "victory.3")
    elif all(keeps(p, name) for name in WINTER_GOALS):
        win(p, RUSSIAN, "smashing", 1, "Smashing Strategic Victory: the winter counteroffensive has succeeded", "victory.5")
    else:
        win(p, RUSSIAN, "historical", 1, "Historical Victory: Moscow and Voronezh have been held", "victory.3")


@rule("victory.1")
def concede(p: P) -> None:
    side = p.speaker if p.speaker >= 0 else p.s.active
    win(p, p.foe(side), "historical", 1, f"{p.game.sides[side]} concedes", "victory.1")
