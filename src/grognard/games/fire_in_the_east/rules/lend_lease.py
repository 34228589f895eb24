"""35 Lend-lease: resource points and armor points by the northern and the southern route. Aircraft are in chapter 27."""

from __future__ import annotations

from ....core.rule import rule
from ..events.home import LendLeaseCame, LendLeaseLost
from ..home_front import home
from ..material import P
from ..state import ONE, SOVIET
from . import air_guards, air_replacement, supply, weather

SUNK = 3  #: on two dice, or less
NORTH, SOUTH = "lend-lease-north", "lend-lease-south"
RAF_ENDS, RAF_MODEL = 10, "Hurri 2"  #: Nov I 41


@rule("35a")
def ports(p: P) -> list[int]:
    """Soviet ports on the Arctic Ocean that are open, those on the White Sea too; the best first: not isolated ones before
    others."""
    harbours = home(p.game).arctic_port & p.game.board.mask("ussr")
    found = [hex for hex in harbours.nonzero()[0].tolist() if p.s.control[hex] == SOVIET and not weather.ice_bound(p, hex)]
    return sorted(found, key=lambda hex: (supply.isolated_at(p, hex, SOVIET), hex))


@rule("35", "35a", "35b", "35c")
def receive(p: P) -> None:
    """What the order of battle lists for this turn; its heading decides how it comes."""
    for kind, what, count in home(p.game).lend_lease.get(p.s.turn, ()):
        if kind == SOUTH:
            axis, soviet = p.s.stores
            p.s.stores = (axis, soviet + count)
            p.s.southern += count
        else:
            _by_sea(p, what, count)
    _send_on(p)
    for unit in air_units(p):
        _fly_in(p, unit)


def air_units(p: P) -> list[int]:
    """Air units that are due by the northern route."""
    box = p.game.calendar.boxes[p.s.turn]
    return [unit for unit in p.units(box, SOVIET) if p.game.is_air[unit] and p.game.rows[unit].get("how") == NORTH]


@rule("35a", "35b", "35d")
def _fly_in(p: P, unit: int) -> None:
    """An air unit runs the gauntlet like everything else."""
    open_, what = ports(p), p.game.rows[unit]["name"]
    if not open_ or not _survives(p, what):
        p.place(unit, p.game.out_of_play[SOVIET])
        p.emit(LendLeaseLost(what=what, side=SOVIET, rule="35b" if open_ else "35a"))
        return
    p.emit(LendLeaseCame(hex=open_[0], what=what, count=1, sunk=0, side=SOVIET, rule="35b"))
    if supply.isolated_at(p, open_[0], SOVIET):
        p.s.port_air = (*p.s.port_air, (open_[0], unit))
        p.place(unit, p.game.reinforcements[SOVIET])
    else:
        _hand_over(p, unit)


@rule("35b")
def _send_on(p: P) -> None:
    """Air units go on from ports that are no longer isolated."""
    for hex, unit in p.s.port_air:
        if not supply.isolated_at(p, hex, SOVIET):
            p.s.port_air = tuple(entry for entry in p.s.port_air if entry[1] != unit)
            _hand_over(p, unit)


@rule("35b", "35d")
def _hand_over(p: P, unit: int) -> None:
    air_replacement.to_box(p, unit, "available", "35b")
    if p.s.turn < RAF_ENDS and p.game.rows[unit]["name"] == RAF_MODEL:
        air_guards.royal_arrives(p, unit)


def _survives(p: P, what: str) -> bool:
    """Two dice: on three or less it is sunk."""
    return sum(p.roll(f"lend-lease: {what} is sunk on 3 or less", "35b", side=SOVIET) for _ in range(2)) > SUNK


@rule("35b")
def _by_sea(p: P, what: str, count: int) -> None:
    """Every item runs the gauntlet; what arrives stands at the port or goes on from there."""
    open_ = ports(p)
    if not open_:
        p.emit(LendLeaseLost(what=what, side=SOVIET, rule="35a"))
        return
    port, came = open_[0], 0
    for _ in range(count):
        came += _survives(p, what)
    p.emit(LendLeaseCame(hex=port, what=what, count=came, sunk=count - came, side=SOVIET, rule="35b"))
    if what == "resource point":
        p.s.set("resource", port, p.s.resource[port] + came)
    elif came and supply.isolated_at(p, port, SOVIET):
        stocks = dict(p.s.port_stocks)
        stocks[port] = stocks.get(port, 0) + came * ONE
        p.s.port_stocks = tuple(sorted(stocks.items()))
    else:
        p.s.armor_pool += came * ONE
