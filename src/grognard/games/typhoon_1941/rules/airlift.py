"""Paradrops and aerial resupply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.air import Mission
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Dropped, Resupplied
from ..material import P
from ..state import DISRUPTED, FLOWN, GERMAN, RESUPPLIED, RUSSIAN
from .aircraft import airfields, can_fly, check_range, check_ready, is_ready, launch, near_any
from .condition import disrupt, eliminate, has, on_map, real
from .supply import network, supplied, unsupplied
from .zones import Mask, in_enemy_zone


@rule("air.15")
def check_drop(p: P, para: int, target: int) -> None:
    """A Para Korps drops near an army, city or town in supply."""
    board = p.game.board
    check_take_off(p, para)
    if target >= board.hexes or p.s.count[GERMAN][target]:
        raise Illegal("air.15", f"{board.names[target]} is no place to land")
    if not drop_zone(p)[target]:
        raise Illegal("air.15", f"{board.names[target]} is more than 3 hexes from every army, city and town in supply")


@rule("air.15")
def check_take_off(p: P, para: int) -> None:
    """It takes off from a supplied city or town in which its turn began."""
    game, board, handle = p.game, p.game.board, p.game.pieces[para].handle
    here = p.s.loc[para]
    if not game.is_para[para] or not on_map(p, para):
        raise Illegal("air.15", f"{handle} is no parachute korps on the map")
    if p.s.began[para] != here or not game.settled[here] or has(p, para, DISRUPTED):
        raise Illegal("air.15", f"{handle} did not begin the turn, fit to fly, in the city or town where it is")
    if p.s.control[here] != RUSSIAN or not network(p, RUSSIAN)[here]:
        raise Illegal("air.15", f"{board.names[here]} is not in supply")


def drop_zone(p: P) -> Mask:
    """Hexes within 3 of a Russian army, city or town in supply."""
    net = network(p, RUSSIAN)
    places = [h for h in p.game.places.values() if p.s.control[h] == RUSSIAN and net[h]]
    return near_any(p, [*places, *(p.s.loc[army] for army in airfields(p, RUSSIAN))], 3)


def carriers(p: P) -> list[int]:
    return [u for u in p.game.air_of[RUSSIAN] if not p.game.is_fighter[u] and is_ready(p, u)]


def can_drop(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Para Korps that can take off now."""
    if not carriers(p):
        return ()
    return [u for u in p.game.ground_of[RUSSIAN] if p.game.is_para[u] and on_map(p, u) and drop_hexes(p, (u,))]


def drop_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    try:
        for unit in units:
            check_take_off(p, unit)
    except Illegal:
        return ()
    return (drop_zone(p) & (p.s.arrays.count[GERMAN, : p.game.board.hexes] == 0)).nonzero()[0].tolist() if units else ()


@rule("air.15", "sequence.14", "air.2")
def drop(p: P, command: Command) -> None:
    """Drop a Para Korps; name the front aviation that carries it, or leave the choice to the referee."""
    paras = [u for u in command.units if not p.game.is_air[u]]
    named = [u for u in command.units if p.game.is_air[u]]
    if len(paras) != 1 or len(named) > 1:
        raise Illegal("air.15", "one front aviation drops one Para Korps")
    check_drop(p, paras[0], command.hexes[0])
    able = carriers(p)
    if not able or (named and named[0] not in able):
        raise Illegal("air.5", "there is no front aviation that can carry the korps")
    launch(p, Mission("drop", RUSSIAN, command.hexes[0], tuple(named or able[:1]), (paras[0],)))


@rule("air.16")
def land(p: P, mission: Mission) -> None:
    """The korps lands Disrupted; in a German zone without a Russian unit it is lost with two chances in three."""
    hex, para = mission.target, mission.cargo[0]
    alone = in_enemy_zone(p, hex, RUSSIAN) and not real(p, hex, RUSSIAN)
    p.place(para, hex)
    p.emit(Dropped(units=(para,), hex=hex, side=RUSSIAN, rule="air.15"), public=True)
    disrupt(p, (para,), "air.16")
    if alone and p.roll("landing in a zone of control (1-4 lost)", "air.16", side=RUSSIAN) <= 4:
        eliminate(p, (para,), "air.16")
    else:
        p.control(hex, RUSSIAN)


# ---------------------------------------------------------------- aerial resupply


def needy_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes with German units out of supply that the Luftwaffe can reach."""
    pool = list(units) or [u for u in p.game.air_of[GERMAN] if not has(p, u, FLOWN)]
    hexes = sorted({p.s.loc[u] for u in unsupplied(p, GERMAN) if not has(p, u, RESUPPLIED)})
    return [h for h in hexes if any(can_fly(p, u, h, "resupply") for u in pool)]


def suppliers(p: P, hexes: Sequence[int]) -> Sequence[int]:
    wanted = hexes or needy_hexes(p, ())
    return sorted({u for u in p.game.air_of[GERMAN] for h in wanted if can_fly(p, u, h, "resupply")})


def list_resupplies(p: P) -> Iterator[Command]:
    return (Command("resupply", (unit,), (hex,)) for hex in needy_hexes(p, ()) for unit in suppliers(p, (hex,)))


@rule("air.18", "air.19", "sequence.8")
def resupply(p: P, command: Command) -> None:
    """A fliegerkorps brings supply to one hex."""
    target = command.hexes[0]
    if len(command.units) != 1:
        raise Illegal("air.18", "one fliegerkorps supplies one hex")
    if p.side_of(command.units[0]) != GERMAN:
        raise Illegal("air.18", "only the Luftwaffe brings supply")
    check_ready(p, command.units[0])
    if target >= p.game.board.hexes or not any(not supplied(p, u) and not has(p, u, RESUPPLIED) for u in p.units(target, GERMAN)):
        raise Illegal("air.18", f"nobody is out of supply in {p.game.board.names[target]}")
    check_range(p, command.units[0], target, "resupply")
    launch(p, Mission("resupply", GERMAN, target, command.units))


def bring_supply(p: P, mission: Mission) -> None:
    p.s.mark(p.units(mission.target, GERMAN), RESUPPLIED)
    p.emit(Resupplied(hex=mission.target, side=GERMAN, rule="air.18"))
