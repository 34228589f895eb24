"""Rules 20.F.1 and 20.F.2: what hits do to ports, factories, cities, marshalling yards, railways, ships and bridges."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.events import Eliminated
from ....core.rule import rule
from ..events.air import TargetDamaged
from ..material import P
from ..state import ONE, SOVIET
from . import air_supply

PORT_MOST = 10  #: hits
BRIDGE_FALLS = 3
FACTORY_STOPS = 3
PER_REPLACEMENT = 3
YARD_EQUIVALENTS = 2
YARD, CITY = "yard", "city"


@rule("20.F.1.a", "20.F.2.g", "28.C.1")
def damage_port(p: P, node: int, hits: int) -> None:
    p.s.port_hits[node] = min(p.s.port_hits[node] + hits, PORT_MOST)


@rule("20.F.2.f")
def break_rail(p: P, node: int) -> None:
    """As if it had been broken by a unit (7.C)."""
    if not p.s.broken[node]:
        p.s.set("broken", node, 1)


@rule("20.F.1.b")
def hit_factory(p: P, node: int) -> None:
    """Three hits stop what it makes in the next Soviet player turn; more do not count."""
    factories = tuple(
        msgspec.structs.replace(factory, hits=min(factory.hits + 1, FACTORY_STOPS)) if factory.node == node else factory
        for factory in p.s.factories
    )
    if factories != p.s.factories:
        p.s.factories = factories
        p.emit(TargetDamaged(hex=node, what="the factory", hits=1, side=p.s.active, rule="20.F.1.b"))


def note_hit(p: P, owner: int, what: str, node: int) -> None:
    """Count a hit that will hinder its owner in his next player turn."""
    counts = {(side, kind, hex): hits for side, kind, hex, hits in p.s.bombed}
    counts[owner, what, node] = counts.get((owner, what, node), 0) + 1
    p.s.bombed = tuple((*key, hits) for key, hits in sorted(counts.items()))


def hits_on(p: P, what: str, node: int) -> int:
    return sum(hits for _, kind, hex, hits in p.s.bombed if kind == what and hex == node)


@rule("20.F.1.c")
def hit_city(p: P, node: int) -> None:
    note_hit(p, SOVIET, CITY, node)
    p.emit(TargetDamaged(hex=node, what="the city", hits=1, side=p.s.active, rule="20.F.1.c"))


@rule("20.F.1.c")
def city_loss(p: P, hexes: Sequence[int], rate: int) -> int:
    """Replacement points that a bombed city does not give: one for every three hits on all its hexes, never more than it has."""
    return min(sum(hits_on(p, CITY, node) for node in hexes) // PER_REPLACEMENT, rate)


@rule("20.F.1.d")
def yard_limit(p: P, node: int) -> int:
    """Hits that can count: one per dot city, two per hex of a major city, none where no railway leads to a source of supply."""
    board, owner = p.game.board, p.s.control[node]
    if owner < 0 or not air_supply.has_rail_line(p, node, owner):
        return 0
    kinds = {place.kind for place in board.places_at(node)}
    return 2 if "major-city" in kinds else 1 if "dot-city" in kinds else 0


@rule("20.F.1.d")
def hit_yard(p: P, node: int) -> None:
    """Hits beyond the limit of a yard have no effect."""
    if hits_on(p, YARD, node) < yard_limit(p, node):
        note_hit(p, p.s.control[node], YARD, node)
        p.emit(TargetDamaged(hex=node, what="the marshalling yard", hits=1, side=p.s.active, rule="20.F.1.d"))


@rule("20.F.1.d")
def yard_loss(p: P, owner: int, *, finnish: bool = False) -> int:
    """What its owner's rail capacity loses in his player turn, in eighths of an equivalent; the Finnish net has its own yards."""
    finland = p.game.board.mask("finland") | p.game.board.mask("within-stop-line")
    mine = [(node, hits) for side, kind, node, hits in p.s.bombed if side == owner and kind == YARD]
    counted = [hits for node, hits in mine if owner == SOVIET or bool(finland[node]) == finnish]
    return sum(counted) * YARD_EQUIVALENTS * ONE


@rule("20.F.1.d", "20.F.1.c", "20.F.1.b")
def recover(p: P, side: int) -> None:
    """At the end of its player turn a side's yards, cities and factories work again."""
    p.s.bombed = tuple(entry for entry in p.s.bombed if entry[0] != side)
    if side == SOVIET and any(factory.hits for factory in p.s.factories):
        p.s.factories = tuple(msgspec.structs.replace(factory, hits=0) for factory in p.s.factories)


@rule("20.F.2.h")
def damage_ship(p: P, ship: int, hits: int) -> None:
    """A ship sinks when its damage reaches what is printed, a flotilla at the second hit (28)."""
    p.s.ship_hits[ship] += hits
    node, side = p.s.loc[ship], p.side_of(ship)
    p.emit(TargetDamaged(hex=node, what=p.game.types[ship].name, hits=hits, side=p.foe(side), rule="20.F.2.h"))
    most = int(p.game.rows[ship].get("damage") or 2)
    if p.s.ship_hits[ship] >= most:
        p.emit(Eliminated(units=(ship,), hex=node, why="sunk", side=side, rule="20.F.2.h"))
        p.place(ship, p.game.out_of_play[side])


@rule("39.Ab")
def damage_bridge(p: P, node: int, other: int) -> None:
    """Three hits demolish it."""
    pair = (min(node, other), max(node, other))
    if pair in p.s.bridges_down:
        return
    hits = {(a, b): count for a, b, count in p.s.bridge_hits}
    hits[pair] = hits.get(pair, 0) + 1
    if hits[pair] >= BRIDGE_FALLS:
        del hits[pair]
        p.s.bridges_down = tuple(sorted((*p.s.bridges_down, pair)))
    p.s.bridge_hits = tuple((*one, count) for one, count in sorted(hits.items()))
    p.emit(TargetDamaged(hex=node, what="the bridge", hits=1, side=p.s.active, rule="39.Ab"))
