"""What falls with a hex that changes hands: the capital, stocks of replacement points, districts (31.D, 31.E, 34.B.2, 35b)."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.rule import rule
from ..events.home import CapitalCaptured
from ..home_front import City, home
from ..material import P
from ..state import AXIS, SOVIET


@rule("31.Da", "31.Eb", "32.B.c", "34.B.2d", "35b")
def taken(p: P, hex: int, side: int) -> None:
    """A hex has come under the control of a side."""
    front, s = home(p.game), p.s
    if side == AXIS and front.annexed[hex] and not s.finnish[hex]:
        s.set("finnish", hex, 1)
    if not front.is_city[hex]:
        return
    city = front.city_at[hex]
    if falls(p, city, hex):
        s.taken[city.hexes[0]] = s.turn
    if side != AXIS:
        return
    if s.capital == hex:
        s.capital = -1
        s.ledger = replace(s.ledger, captures=s.ledger.captures + 1)
        p.emit(CapitalCaptured(hex=hex, side=AXIS, rule="31.Eb"))
    _lose_stocks(p, city, hex)


@rule("33.a", "34.B.2d")
def falls(p: P, city: City, hex: int) -> bool:
    """Has a city changed hands with this hex? It is captured when its last hex is, and retaken with the first one."""
    return all(p.s.control[other] == AXIS for other in city.hexes if other != hex)


def is_captured(p: P, city: City) -> bool:
    """Does the Axis control all of a city?"""
    return all(p.s.control[hex] == AXIS for hex in city.hexes)


@rule("31.Da", "34.B.2b", "34.B.2c", "34.B.2d", "35b")
def _lose_stocks(p: P, city: City, hex: int) -> None:
    s, front = p.s, home(p.game)
    if any(factory.node == hex and factory.stock for factory in s.factories):
        s.factories = tuple(replace(factory, stock=0) if factory.node == hex else factory for factory in s.factories)
    for _, unit in (entry for entry in s.port_air if entry[0] == hex):
        p.place(unit, p.game.out_of_play[SOVIET])
    if any(at == hex for at, _ in s.port_air):
        s.port_air = tuple(entry for entry in s.port_air if entry[0] != hex)
    if any(at == hex for at, _ in s.port_stocks):
        s.port_stocks = tuple((at, points) for at, points in s.port_stocks if at != hex)
    if not is_captured(p, city):
        return
    if any(at == city.hexes[0] for at, _ in s.city_stocks):
        s.city_stocks = tuple((at, points) for at, points in s.city_stocks if at != city.hexes[0])
    if city.district and all(is_captured(p, other) for kind in front.entry_cities[city.district] for other in kind):
        pools = list(s.pools)
        pools[front.pool_of(city.district)] = 0
        s.pools = tuple(pools)
