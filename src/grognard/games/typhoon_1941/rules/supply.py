"""Supply."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ....core.derived import ANY, CONTROL, OTHERS, answer, derived, flags, of, places, stands
from ....core.lines import along
from ....core.paths import flood, spread
from ....core.rule import rule
from ....core.zoc import shut
from ..events import Determined
from ..material import P
from ..state import DISRUPTED, GERMAN, HIDDEN, RESTING, RESUPPLIED, RUSSIAN
from .condition import eliminate, ground, has, has_units, on_map
from .weather import frozen
from .zones import zones

Mask = npt.NDArray[np.bool_]

#: All that supply of either side rests on.
SUPPLY = (places(ANY), flags(DISRUPTED | HIDDEN | RESTING), CONTROL, of("weather"))


@rule("supply.4", "zoc.3")
@derived(stands(ANY), places(RUSSIAN), CONTROL, answer(zones, OTHERS), steady=True)
def blocked(p: P, side: int) -> Mask:
    """Hexes no supply line of a side may enter: enemy units, towns the enemy held last, enemy zones without a friend."""
    arrays = p.s.arrays
    found: Mask = shut(foreign(p, side), arrays.foes[side], zones(p, p.foe(side)).controlled, arrays.count[side])
    if side == RUSSIAN:
        found[decoys(p)] = True
    return found


@derived(CONTROL)
def foreign(p: P, side: int) -> Mask:
    """Cities and towns that the enemy held last."""
    return np.asarray(p.game.settled & (p.s.arrays.control == p.foe(side)))


@rule("supply.4", "maskirovka.4")
@derived(places(RUSSIAN), answer(zones, GERMAN), steady=True)
def decoys(p: P) -> list[int]:
    """Hexes in German zones with nothing but dummies: they carry no supply, though the German cannot know it."""
    zone, loc = zones(p, GERMAN).controlled, p.s.loc
    return [loc[u] for u in p.game.dummies if on_map(p, u) and zone[loc[u]] and not has_units(p, loc[u], RUSSIAN)]


@rule("supply.1")
@derived(CONTROL, answer(blocked))
def sources(p: P, side: int) -> Mask:
    """Where lines begin: the friendly edge, roads and railways that run back to it, and Moscow for the Russian.

    Mud does not matter: a muddy road still carries supply.
    """
    return sources_beyond(p, side, blocked(p, side))


def sources_beyond(p: P, side: int, closed: Mask) -> Mask:
    """The sources of a side, if these hexes are closed to its lines."""
    game, board = p.game, p.game.board
    edge = game.edge["west"] if side == GERMAN else russian_edge(p, "north", "east", "south")
    found = along(board, game.supply_line, closed, indices(edge))
    if side == RUSSIAN and game.moscow >= 0 and p.s.control[game.moscow] == RUSSIAN:
        found[game.moscow] = not closed[game.moscow]
    return found


@derived(CONTROL)
def russian_edge(p: P, *edges: str) -> Mask:
    """Hexes of these map edges in Russian hands; the corners of the western edge are German."""
    named = np.logical_or.reduce([p.game.edge[edge] for edge in edges])
    return np.asarray((p.s.arrays.control == RUSSIAN) & named & ~p.game.edge["west"])


def indices(mask: Mask) -> npt.NDArray[np.int16]:
    return mask.nonzero()[0].astype(np.int16)


def length(p: P) -> int:
    """How many hexes a German line may have."""
    return int(p.game.limits["supply"][p.s.weather])


@rule("supply.3")
def within_length(p: P, start: Mask) -> Mask:
    """Hexes that a German line of legal length joins to one of these."""
    game = p.game
    steps, closed = game.steps[int(frozen(p))], blocked(p, GERMAN).view(np.uint8)
    return np.asarray(spread(game.board.neighbours, steps, closed, indices(start), length(p)) >= 0)


@derived(places(GERMAN), flags(RESTING), steady=True)
def hubs(p: P) -> tuple[bytes, bytes]:
    """Where the German armies stand, and which of them rest."""
    s, armies = p.s, p.game.army_pieces
    return s.arrays.loc[armies].tobytes(), (s.arrays.flags[armies] & RESTING).tobytes()


@rule("army.1", "army.2", "supply.2")
@derived(CONTROL, of("weather"), answer(blocked, GERMAN), answer(hubs), steady=True)
def working_armies(p: P) -> list[int]:
    """German armies that have a line of their own; of two that touch each other only one works."""
    linked = within_length(p, sources(p, GERMAN))
    able = [u for u in p.game.armies if on_map(p, u) and linked[p.s.loc[u]]]
    found: list[int] = []
    for army in sorted(able, key=lambda u: (has(p, u, RESTING), u)):
        near = (p.s.loc[army], *p.game.board.adjacent(p.s.loc[army]))
        if not any(p.s.loc[other] in near for other in found):
            found.append(army)
    return found


@rule("supply.1", "supply.2", "supply.3")
def network(p: P, side: int) -> Mask:
    """All hexes in which a unit of a side would be in supply."""
    return german_network(p) if side == GERMAN else russian_network(p)


@derived(CONTROL, of("weather"), answer(blocked, GERMAN), answer(hubs), steady=True)
def german_network(p: P) -> Mask:
    """Hexes that a line of legal length joins to an army that works."""
    start = np.zeros(p.game.board.nodes, np.bool_)
    start[[p.s.loc[u] for u in working_armies(p)]] = True
    return within_length(p, start) if start.any() else start


@derived(CONTROL, of("weather"), answer(blocked, RUSSIAN), steady=True)
def russian_network(p: P) -> Mask:
    """Hexes that a line of any length joins to a source."""
    return connected(p, sources(p, RUSSIAN), blocked(p, RUSSIAN))


def connected(p: P, start: Mask, closed: Mask) -> Mask:
    """Hexes that a Russian line of any length joins to one of these."""
    game = p.game
    passable = game.passable[int(frozen(p))].view(np.uint8)
    return flood(game.board.neighbours, passable, closed.view(np.uint8), indices(start)).view(np.bool_)  # type: ignore[no-any-return]


@rule("maskirovka.4", "supply.4")
def blocked_as_it_seems(p: P, side: int) -> Mask:
    """What closes the lines of a side, as far as its enemy can tell: to the German a dummy may be a unit."""
    fakes = decoys(p) if side == RUSSIAN else []
    if not fakes:
        return blocked(p, side)
    closed = blocked(p, side).copy()
    closed[fakes] = foreign(p, side)[fakes]
    return closed


def network_as_it_seems(p: P, side: int) -> Mask:
    """All hexes in which a unit of a side would be in supply, as far as its enemy can tell."""
    return german_network(p) if side == GERMAN else russian_network_as_it_seems(p)


@derived(CONTROL, of("weather"), places(RUSSIAN), answer(blocked, RUSSIAN), answer(zones, GERMAN))
def russian_network_as_it_seems(p: P) -> Mask:
    """Hexes that a line of any length joins to a source, as far as the German can tell."""
    closed = blocked_as_it_seems(p, RUSSIAN)
    if closed is blocked(p, RUSSIAN):
        return russian_network(p)
    return connected(p, sources_beyond(p, RUSSIAN, closed), closed)


@rule("supply.5", "supply.1")
def supplied(p: P, unit: int) -> bool:
    """Is a unit in supply where it stands now?"""
    game, hex = p.game, p.s.loc[unit]
    if game.is_para[unit] or not 0 <= hex < game.board.hexes:
        return True
    return network(p, game.side_of[unit]).item(hex)


@rule("supply.7", "maskirovka.4")
def seems_supplied(p: P, unit: int) -> bool:
    """Is a unit on the map in supply, as far as its enemy can tell?"""
    return p.game.is_para[unit] or network_as_it_seems(p, p.game.side_of[unit]).item(p.s.loc[unit])


def unsupplied(p: P, side: int) -> list[int]:
    """Units of a side on the map that are out of supply."""
    at, is_para = network(p, side)[p.s.arrays.loc].tolist(), p.game.is_para
    return [u for u in ground(p, side) if not at[u] and not is_para[u]]


@rule("victory.3", "rail.3", "replacement.6")
def linked_to_edge(p: P, hex: int, *edges: str) -> bool:
    """Is a Russian-held place joined to a friendly map edge? Moscow does not feed itself here."""
    if hex < 0 or p.s.control[hex] != RUSSIAN:
        return False
    return _linked_to(p, *edges).item(hex)


@derived(CONTROL, of("weather"), answer(blocked, RUSSIAN))
def _linked_to(p: P, *edges: str) -> Mask:
    return connected(p, russian_edge(p, *edges) & ~blocked(p, RUSSIAN), blocked(p, RUSSIAN))


@rule("disrupted.6", "supply.8", "sequence.8", "sequence.14", "air.18")
def determine(p: P, side: int) -> None:
    """Supply Status Determination: Disrupted units without supply are lost unless a city or town shelters them."""
    short = unsupplied(p, side)
    doomed = [
        u for u in short if has(p, u, DISRUPTED) and not has(p, u, RESUPPLIED) and not p.game.settled[p.s.loc[u]]
    ]  # fmt: skip
    p.emit(Determined(count=len(short), side=side, rule="sequence.8" if side == GERMAN else "sequence.14"))
    eliminate(p, doomed, "disrupted.6")
