"""Supply."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....core.derived import ANY, CONTROL, OTHERS, answer, derived, flags, of, places, stands
from ....core.paths import flood
from ....core.rule import rule
from ..events import Determined
from ..kernels import barred, german_lines, russian_lines
from ..material import P
from ..state import DISRUPTED, GERMAN, HIDDEN, RESTING, RESUPPLIED, RUSSIAN
from .condition import eliminate, ground, has
from .weather import frozen
from .zones import zones

Mask = npt.NDArray[np.bool_]

#: All that supply of either side rests on.
SUPPLY = (places(ANY), flags(DISRUPTED | HIDDEN | RESTING), CONTROL, of("weather"))


@rule("supply.4", "zoc.3")
@derived(stands(ANY), places(RUSSIAN), CONTROL, answer(zones, OTHERS), steady=True)
def _barriers(p: P, side: int) -> tuple[Mask, npt.NDArray[np.int16]]:
    """The hexes that are closed to lines of a side, and those among them that only dummies close."""
    return _barred(p, side, seen_through=True)


def _barred(p: P, side: int, seen_through: bool) -> tuple[Mask, npt.NDArray[np.int16]]:
    game, arrays = p.game, p.s.arrays
    return barred(  # type: ignore[no-any-return]
        foreign(p, side), arrays.foes[side], zones(p, p.foe(side)).controlled, arrays.count[side], game.real_pieces[side],
        game.dummy_pieces[side], arrays.loc, game.board.hexes, seen_through,
    )  # fmt: skip


@derived(places(GERMAN), flags(RESTING), steady=True)
def hubs(p: P) -> tuple[bytes, bytes]:
    """Where the German armies stand, and which of them rest."""
    arrays, armies = p.s.arrays, p.game.army_pieces
    return arrays.loc[armies].tobytes(), (arrays.flags[armies] & RESTING).tobytes()


class Lines(NamedTuple):
    """The supply lines of a side."""

    sources: Mask  #: hexes where they begin
    network: Mask  #: hexes in which a unit would be in supply
    armies: tuple[int, ...] | list[int] = ()  #: German armies that work


@rule("supply.1", "supply.2", "supply.3", "army.1", "army.2")
@derived(CONTROL, of("weather"), answer(_barriers, GERMAN), answer(hubs))
def _german_lines(p: P) -> Lines:
    """Armies have lines to the western edge, all other units to an army that works."""
    game, arrays, closed = p.game, p.s.arrays, _barriers(p, GERMAN)[0]
    sources, network, armies = german_lines(
        game.board.neighbours, game.supply_line, game.steps[int(frozen(p))], closed, game.western_edge, length(p),
        game.army_pieces, arrays.loc, arrays.flags, RESTING, game.board.hexes,
    )  # fmt: skip
    return Lines(sources.view(np.bool_), network, armies.tolist())


@rule("supply.1", "supply.2")
@derived(CONTROL, of("weather"), answer(_barriers, RUSSIAN))
def _russian_lines(p: P) -> Lines:
    return _joined(p, _barriers(p, RUSSIAN)[0])


def _joined(p: P, closed: Mask) -> Lines:
    """Russian lines of any length to an edge in Russian hands or to Moscow, if these hexes are closed to them."""
    game, moscow = p.game, p.game.moscow
    source = moscow if moscow >= 0 and p.s.control[moscow] == RUSSIAN else -1
    passable = game.passable[int(frozen(p))]
    sources, network = russian_lines(game.board.neighbours, game.supply_line, passable, closed, _russian_ends(p), source)
    return Lines(sources.view(np.bool_), network.view(np.bool_))


@rule("supply.4", "zoc.3")
def blocked(p: P, side: int) -> Mask:
    """Hexes no supply line of a side may enter: enemy units, towns the enemy held last, enemy zones without a friend."""
    return _barriers(p, side)[0]


@derived(CONTROL)
def foreign(p: P, side: int) -> Mask:
    """Cities and towns that the enemy held last."""
    return np.asarray(p.game.settled & (p.s.arrays.control == p.foe(side)))


@rule("supply.4", "maskirovka.4")
def decoys(p: P) -> list[int]:
    """Hexes in German zones with nothing but dummies: they carry no supply, though the German cannot know it."""
    return _barriers(p, RUSSIAN)[1].tolist()  # type: ignore[no-any-return]


@rule("supply.1")
def sources(p: P, side: int) -> Mask:
    """Where lines begin: the friendly edge, roads and railways that run back to it, and Moscow for the Russian.

    Mud does not matter: a muddy road still carries supply.
    """
    return (_german_lines(p) if side == GERMAN else _russian_lines(p)).sources


@derived(CONTROL)
def russian_edge(p: P, *edges: str) -> Mask:
    """Hexes of these map edges in Russian hands; the corners of the western edge are German."""
    named = np.logical_or.reduce([p.game.edge[edge] for edge in edges])
    return np.asarray((p.s.arrays.control == RUSSIAN) & named & ~p.game.edge["west"])


@derived(CONTROL)
def _russian_ends(p: P) -> npt.NDArray[np.int16]:
    """The ends of all Russian lines but those to Moscow."""
    return indices(russian_edge(p, "north", "east", "south"))


def indices(mask: Mask) -> npt.NDArray[np.int16]:
    return mask.nonzero()[0].astype(np.int16)


def length(p: P) -> int:
    """How many hexes a German line may have."""
    return int(p.game.limits["supply"][p.s.weather])


@rule("army.1", "army.2", "supply.2")
def working_armies(p: P) -> list[int]:
    """German armies that have a line of their own; of two that touch each other only one works."""
    return [*_german_lines(p).armies]


@rule("supply.1", "supply.2", "supply.3")
def network(p: P, side: int) -> Mask:
    """All hexes in which a unit of a side would be in supply: a line joins them to a German army that works and is no longer
    than the weather allows, or to a Russian source."""
    return (_german_lines(p) if side == GERMAN else _russian_lines(p)).network


def german_network(p: P) -> Mask:
    return _german_lines(p).network


@derived(answer(_russian_lines), steady=True)
def russian_network(p: P) -> Mask:
    return _russian_lines(p).network


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


@derived(answer(_russian_lines))
def russian_network_as_it_seems(p: P) -> Mask:
    """Hexes that a line of any length joins to a source, as far as the German can tell."""
    if not _barriers(p, RUSSIAN)[1].size:
        return network(p, RUSSIAN)
    return _joined(p, _barred(p, RUSSIAN, seen_through=False)[0]).network


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


@derived(CONTROL, of("weather"), answer(_barriers, RUSSIAN))
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
