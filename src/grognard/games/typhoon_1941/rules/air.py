"""Airpower: bombing, interception, close support, paradrops and aerial resupply."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from ....core.air import Mission
from ....core.command import Command
from ....core.derived import answer, derived, places
from ....core.errors import Illegal
from ....core.rule import rule
from ..game import P
from ..state import DISRUPTED, FLOWN, FRESH, GERMAN, RESUPPLIED, RUSSIAN
from .condition import disrupt, eliminate, ground, has, on_map, real, reveal
from .odds import row_of
from .supply import SUPPLY, network, russian_network, supplied, unsupplied, working_armies
from .zones import Mask, in_enemy_zone

replace = msgspec.structs.replace


def is_ready(p: P, unit: int) -> bool:
    return p.s.loc[unit] == p.game.homes.get(unit) and not p.s.flags[unit] & (DISRUPTED | FLOWN)


@rule("air.5", "air.4", "air.9", "withdrawal.1")
def check_ready(p: P, unit: int) -> None:
    """An air unit that is there, not Disrupted, and not used in this attack phase."""
    handle = p.game.pieces[unit].handle
    if not p.game.is_air[unit] or p.s.loc[unit] != p.game.homes[unit]:
        raise Illegal("air.9", f"{handle} is not available")
    if has(p, unit, DISRUPTED):
        raise Illegal("air.4", f"{handle} is Disrupted for the rest of the turn")
    if has(p, unit, FLOWN):
        raise Illegal("air.5", f"{handle} has flown in this attack phase already")


@rule("air.12", "army.3", "army.2")
def airfields(p: P, side: int) -> list[int]:
    """Armies in supply, from which air units fly."""
    return working_armies(p) if side == GERMAN else _russian_armies(p)


@derived(places(RUSSIAN), answer(russian_network), steady=True)
def _russian_armies(p: P) -> list[int]:
    return [u for u in ground(p, RUSSIAN) if p.game.is_army[u] and supplied(p, u)]


@rule("air.13")
def needed_by_others(p: P, unit: int) -> frozenset[int]:
    """Armies that the front aviations which have flown in this phase cannot spare, if each is to have one to itself.

    Nobody says which army an aviation flies from: it may be any in range, as the armies stand now.
    """
    if p.game.side_of[unit] == GERMAN:
        return frozenset()
    sortie = p.s.arrays.sortie.tolist()
    flown = [sortie[other] - 1 for other in p.game.air_of[RUSSIAN] if sortie[other] and other != unit]
    if not flown:
        return frozenset()
    bases = [bases_for(p, RUSSIAN, target) for target in flown]
    served = _served(bases)
    return frozenset([army for army in frozenset().union(*bases) if _served([choice - {army} for choice in bases]) < served])


def _served(bases: list[frozenset[int]]) -> int:
    """How many air units can have an army of their own, at most, of those each can choose from."""
    if not bases:
        return 0
    first, *others = bases
    return max([_served(others), *(1 + _served([choice - {army} for choice in others]) for army in first)])


def bases_for(p: P, side: int, target: int) -> frozenset[int]:
    """The armies from which air units of a side reach a hex."""
    game, far, loc = p.game, p.game.far[target], p.s.loc
    reach = game.limits["range"][game.sides[side]]
    return frozenset([army for army in airfields(p, side) if far[loc[army]] <= reach])


@rule("air.3", "air.12", "air.13", "army.3")
def range_of(p: P, unit: int, mission: str) -> Mask:
    """The hexes an air unit reaches. The fighters of Moscow only intercept, and only near it."""
    game = p.game
    if game.is_fighter[unit]:
        return game.over_moscow if mission == "intercept" and p.s.control[game.moscow] == RUSSIAN else game.nowhere
    return _range(p, game.side_of[unit], needed_by_others(p, unit))


@derived(*SUPPLY)
def _range(p: P, side: int, taken: frozenset[int]) -> Mask:
    """The hexes in reach of an army that is not taken."""
    fields = [p.s.loc[army] for army in airfields(p, side) if army not in taken]
    return near_any(p, fields, p.game.limits["range"][p.game.sides[side]])


def near_any(p: P, hexes: Sequence[int], distance: int) -> Mask:
    """The hexes no farther than a distance from one of these."""
    return np.asarray((p.game.apart[list(hexes)] <= distance).any(axis=0))


@rule("air.3", "air.12", "air.13", "army.3")
def check_range(p: P, unit: int, target: int, mission: str) -> None:
    """Is the hex within range?"""
    if range_of(p, unit, mission)[target]:
        return
    game, handle = p.game, p.game.pieces[unit].handle
    if game.is_fighter[unit]:
        only = "intercepts only within 2 hexes of Moscow" if mission == "intercept" else "only intercepts"
        raise Illegal("air.3", f"{handle} {only}")
    side = p.side_of(unit)
    reach = game.limits["range"][game.sides[side]]
    rule_id = "air.13" if bases_for(p, side, target) else "air.12" if side == RUSSIAN else "army.3"
    raise Illegal(rule_id, f"{handle} has no army in supply to fly from within {reach} hexes of {game.board.names[target]}")


def can_fly(p: P, unit: int, target: int, mission: str) -> bool:
    return is_ready(p, unit) and range_of(p, unit, mission).item(target)


@rule("air.2")
def check_together(p: P, units: Sequence[int]) -> None:
    """Luftwaffe units combine freely; of the front aviations only one flies, with or without the fighters of Moscow."""
    if len(set(units)) != len(units) or not units:
        raise Illegal("air.2", "name each air unit once")
    if sum(is_front(p, u) for u in units) > 1:
        raise Illegal("air.2", "front aviation units do not combine with each other")


def is_front(p: P, unit: int) -> bool:
    """Is this the aviation of a front, neither Luftwaffe nor the fighters of Moscow?"""
    return p.game.side_of[unit] == RUSSIAN and not p.game.is_fighter[unit]


@rule("air.2")
def is_bombed_out(p: P, unit: int, hex: int) -> bool:
    """Has another front aviation bombed the hex in this phase? One after the other is combining too."""
    return hex in p.s.supported and is_front(p, unit)


@rule("air.5", "air.13")
def launch(p: P, mission: Mission) -> None:
    """The mission is announced; whoever can may intercept it."""
    for unit in mission.flyers:
        use(p, unit, mission)
    p.s.mission = mission
    p.emit(
        "launched",
        side=mission.side,
        units=mission.flyers,
        hexes=(mission.target,),
        data=(mission.kind,),
        rule="air.5",
        public=True,
    )
    p.push("air.resolve")
    if may_answer(p, mission):
        p.push("air.intercept", p.foe(mission.side))


def may_answer(p: P, mission: Mission) -> bool:
    """Is the other side asked? A Russian with any air unit at hand is, so that silence does not tell where armies hide."""
    if mission.side == RUSSIAN:
        return bool(interceptors(p, ()))
    return any(is_ready(p, u) for u in p.game.air_of[RUSSIAN])


def use(p: P, unit: int, mission: Mission) -> None:
    """An air unit flies; a paradrop needs no army to fly from."""
    p.s.mark((unit,), FLOWN)
    if is_front(p, unit) and mission.kind != "drop":
        p.s.sortie[unit] = mission.target + 1


# ---------------------------------------------------------------- bombing


@rule("air.1", "air.2", "air.3", "air.12", "air.14")
def bomb(p: P, command: Command) -> None:
    """Air units attack the ground units of a hex."""
    units, target = command.units, command.hexes[0]
    if target >= p.game.board.hexes or not p.s.foes[p.s.active][target]:
        raise Illegal("air.1", f"there is nothing to bomb in {p.game.board.names[target]}")
    for unit in units:
        if p.side_of(unit) != p.s.active:
            raise Illegal("air.5", f"{p.game.pieces[unit].handle} is not yours")
        check_ready(p, unit)
        check_range(p, unit, target, "bomb")
        if is_bombed_out(p, unit, target):
            raise Illegal("air.2", f"another front aviation has bombed {p.game.board.names[target]} in this phase")
    check_together(p, units)
    launch(p, Mission("bomb", p.s.active, target, units))


def bombers(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Air units that can bomb the hex (or any hex)."""
    air = p.game.air_of[p.s.active]
    if hexes:
        return [u for u in air if can_fly(p, u, hexes[0], "bomb") and not is_bombed_out(p, u, hexes[0])]
    return sorted({u for hex in bombable(p, ()) for u in bombers(p, (hex,))})


def bombable(p: P, units: Sequence[int]) -> Sequence[int]:
    """Enemy-held hexes in range of the air units named, or of any."""
    ready = [u for u in units or p.game.air_of[p.s.active] if is_ready(p, u)]
    if not ready or len(ready) < len(units) or (units and sum(is_front(p, u) for u in units) > 1):
        return ()
    join = np.logical_and if units else np.logical_or
    in_range = join.reduce([range_of(p, u, "bomb") for u in ready])
    if p.s.active == RUSSIAN and p.s.supported:
        in_range = in_range.copy()
        in_range[list(p.s.supported)] = False
    return (in_range & (p.s.arrays.foes[p.s.active, : p.game.board.hexes] > 0)).nonzero()[0].tolist()  # type: ignore[no-any-return]


def is_in_range(p: P, hex: int) -> bool:
    """Could an air unit of the active side bomb a hex in the attack phase to come?"""
    fit = [u for u in p.game.air_of[p.s.active] if p.s.loc[u] == p.game.homes[u] and not has(p, u, DISRUPTED)]
    return any(range_of(p, u, "bomb").item(hex) for u in fit)


def list_bombs(p: P) -> Iterator[Command]:
    for hex in bombable(p, ()):
        able = tuple(bombers(p, (hex,)))
        yield from (Command("bomb", (u,), (hex,)) for u in able)
        if len(able) > 1 and p.s.active == GERMAN:
            yield Command("bomb", able, (hex,))


def sample_bomb(p: P, rng: random.Random) -> Command | None:
    hexes = bombable(p, ())
    if not hexes:
        return None
    hex = hexes[int(rng.random() * len(hexes))]
    able = list(bombers(p, (hex,)))
    if p.s.active == RUSSIAN or rng.random() < 0.5:
        able = [able[int(rng.random() * len(able))]]
    return Command("bomb", tuple(able), (hex,))


# ---------------------------------------------------------------- interception


def interceptors(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Air units that can meet the mission under way."""
    mission = p.s.mission
    assert mission is not None
    return [u for u in p.game.air_of[p.foe(mission.side)] if can_fly(p, u, mission.target, "intercept")]


@rule("air.2", "air.3", "air.5", "sequence.6", "air.19")
def intercept(p: P, command: Command) -> None:
    """Send air units against the mission."""
    mission = p.s.mission
    assert mission is not None
    for unit in command.units:
        if p.side_of(unit) == mission.side:
            raise Illegal("air.5", f"{p.game.pieces[unit].handle} is not yours")
        check_ready(p, unit)
        check_range(p, unit, mission.target, "intercept")
    check_together(p, command.units)
    for unit in command.units:
        use(p, unit, mission)
    p.s.mission = replace(mission, interceptors=command.units)
    p.emit("intercepted", side=p.foe(mission.side), units=command.units, hexes=(mission.target,), rule="air.4", public=True)
    p.pop()


def let_pass(p: P, command: Command) -> None:
    p.pop()


@rule("air.4", "air.7", "air.9", "air.17")
def resolve(p: P) -> None:
    """Air combat first: each interceptor rolls until the mission has failed. What is left carries the mission out."""
    p.pop()
    mission = p.s.mission
    assert mission is not None
    flying = list(mission.flyers)
    downed = False
    for fighter in mission.interceptors:
        if not flying:
            break
        die = p.roll("interception", "air.4", side=p.foe(mission.side))
        loser, _, fate = p.game.tables["air"]["interception"][row_of(p, die) - 1].partition(" ")
        russian = loser == "Russian"
        victim = flying[0] if (p.side_of(flying[0]) == RUSSIAN) == russian else fighter
        if fate == "shot down":
            shoot_down(p, victim)
        else:
            p.s.mark((victim,), DISRUPTED)
            p.emit("turned", side=p.side_of(victim), units=(victim,), rule="air.4", public=True)
        if victim in flying:
            flying.remove(victim)
            downed = downed or fate == "shot down"
    p.s.mission = None
    carry_out(p, mission, flying, downed)


def carry_out(p: P, mission: Mission, flying: list[int], downed: bool) -> None:
    if not flying:
        p.emit("prevented", side=mission.side, hexes=(mission.target,), data=(mission.kind,), rule="air.7")
        if downed:
            eliminate(p, mission.cargo, "air.17")
    elif mission.kind == "bomb":
        drop_bombs(p, mission, flying)
    elif mission.kind == "drop":
        land(p, mission)
    else:
        bring_supply(p, mission)


@rule("air.9")
def shoot_down(p: P, unit: int) -> None:
    """Out of the game until two turns later."""
    p.place(unit, p.game.board.node("shot-down"))
    p.s.back[unit] = p.s.turn + 2
    p.s.clear((unit,), DISRUPTED)
    p.emit("downed", side=p.side_of(unit), units=(unit,), number=p.s.turn + 2, rule="air.9", public=True)


@rule("air.1", "air.6", "air.8", "air.10", "air.11", "air.14")
def drop_bombs(p: P, mission: Mission, flying: list[int]) -> None:
    """Every air unit rolls against every ground unit of the hex, those with anti-aircraft guns first.

    A unit that was Disrupted before this phase may be Disrupted anew. Those that have been in this phase are passed over,
    save the first anti-aircraft asset, which still shoots.
    """
    game, hex, side = p.game, mission.target, mission.side
    guns = has_guns(p, hex, side)
    targets = sorted(p.foes(hex, side), key=lambda u: not (side == RUSSIAN and game.is_army[u]))
    asset = targets[0] if guns else -1
    column = game.tables["air"]["luftwaffe" if side == GERMAN else "russian"]
    for bomber in flying:
        for unit in targets:
            if p.s.loc[unit] != hex or (has(p, unit, FRESH) and unit != asset):
                continue
            result = column[row_of(p, p.roll("bombing", "air.4", side=side)) - 1]
            p.emit("bombed", side=side, hexes=(hex,), data=(result,), rule="air.4")
            if result.startswith("A") and guns and is_hit(p, hex, side, result, unit):
                shoot_down(p, bomber)
                break
            if result == "D" or (result == "D*" and not is_hardy(p, unit)):
                hit(p, unit)
    if hex not in p.s.supported and (side == RUSSIAN or any(p.s.loc[u] == game.homes[u] for u in flying)):
        p.s.supported = (*p.s.supported, hex)


@rule("air.11", "air.8")
def has_guns(p: P, hex: int, side: int) -> bool:
    """Against the Luftwaffe a major city, against the Russians a German army that is not Disrupted."""
    if side == GERMAN:
        return bool(p.game.major[hex])
    return any(p.game.is_army[u] and not has(p, u, DISRUPTED) for u in p.units(hex, GERMAN))


@rule("air.11")
def is_hit(p: P, hex: int, side: int, result: str, unit: int) -> bool:
    """AA over a major city or at a German army; AAM over Moscow only."""
    if side == GERMAN:
        return result == "AA" or hex == p.game.moscow
    return p.game.is_army[unit] and not has(p, unit, DISRUPTED)


@rule("air.10")
def is_hardy(p: P, unit: int) -> bool:
    """A D* does nothing to armour, nor to Russian units in a forest, in Moscow or in Tula."""
    hex = p.s.loc[unit]
    covered = p.side_of(unit) == RUSSIAN and (p.game.forest[hex] or hex in p.game.shelters)
    return bool(p.game.is_tank[unit] or covered)


@rule("air.6", "maskirovka.4")
def hit(p: P, unit: int) -> None:
    """A bombed unit is Disrupted in place; a dummy is found out."""
    if p.game.is_dummy[unit]:
        reveal(p, (unit,))
    else:
        disrupt(p, (unit,), "air.6")


# ---------------------------------------------------------------- paradrop


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
    p.emit("dropped", side=RUSSIAN, units=(para,), hexes=(hex,), rule="air.15", public=True)
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
    p.emit("resupplied", side=GERMAN, hexes=(mission.target,), rule="air.18")


# ---------------------------------------------------------------- from turn to turn


@rule("air.9", "sequence.16", "sequence.9")
def return_flyers(p: P) -> None:
    """Shot-down units come back when their turn has come."""
    for unit in (*p.game.air_of[GERMAN], *p.game.air_of[RUSSIAN]):
        if p.game.board.names[p.s.loc[unit]] == "shot-down" and p.s.back[unit] <= p.s.turn:
            p.place(unit, p.game.homes[unit])
            p.emit("returned", side=p.side_of(unit), units=(unit,), rule="air.9")


@rule("withdrawal.1")
def withdraw_second(p: P) -> None:
    """2. Fliegerkorps leaves after turn 2, whatever its state."""
    for unit in p.game.air_of[GERMAN]:
        if p.game.types[unit].name.startswith("2.") and p.game.board.names[p.s.loc[unit]] != "withdrawn":
            p.place(unit, p.game.board.node("withdrawn"))
            p.emit("withdrew", side=GERMAN, units=(unit,), rule="withdrawal.1")
