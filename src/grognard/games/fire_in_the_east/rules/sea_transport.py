"""Rule 28.C and 28.Ei: units and resource points over the sea, by Soviet ships and flotillas or by German transport; landings."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ..events.lines import Ferried, PointsShipped
from ..material import P
from ..state import AXIS, CARRIED, FINISHED, LANDED, ONE, SOVIET
from . import airbases, axis_allies, casualties, control, flotillas, naval, points, resource_points, ships, supply
from .movement import require_room, unable
from .naval import is_flotilla, is_port, mark
from .units import face, ground_units, name, where

EMBARK = "embark_mp"
OFF_MAP = "off-map-port"
#: counters without a movement rating that are carried all the same, and pay nothing for it
CARRIED_GUNS = ("position AA heavy", "position AA light")
PRIMED = "primed"


# ---------------------------------------------------------------- who is carried


def _price(p: P) -> int:
    return int(p.game.raw["naval"][EMBARK]) * ONE


@rule("28.C.2a", "31.F.1b", "22.A.3a")
def passenger_refusal(p: P, unit: int) -> Illegal | None:
    """Why a unit cannot be carried over water now."""
    if p.s.surprise:
        return Illegal("31.F.1b", "there is no naval transport in the surprise attack turn")
    refused = unable(p, unit)
    if refused is not None and refused.rule == "14.F" and face(p, unit).type in CARRIED_GUNS:
        return None
    if refused is not None:
        return refused
    if points.points_left(p, unit) < _price(p):
        return Illegal("28.C.2a", f"{name(p, unit)} must spend {_price(p) // ONE} movement points to be carried")
    return None


@rule("28.C.3a", "28.C.2b")
def cargo(p: P, units: Sequence[int], number: int, start: int, goal: int) -> int:
    """Eighths of equivalents that a load takes up: twice the size of units that go or come over a beach."""
    open_coast = _over_a_beach(p, start, goal)
    carried = sum(p.s.load[unit] for unit in units)
    return (plain_size(p, units, 0) - carried * ONE) * (2 if open_coast else 1) + (carried + number) * ONE


def plain_size(p: P, units: Sequence[int], number: int) -> int:
    """Eighths of equivalents of units, of what they carry and of resource points beside them."""
    return sum(face(p, unit).equivalents + p.s.load[unit] * ONE for unit in units) + number * ONE


# ---------------------------------------------------------------- Soviet ships and flotillas


def _split(p: P, command: Command) -> tuple[list[int], list[int]]:
    """Vessels, and those they carry."""
    vessels = [unit for unit in command.units if p.game.is_ship[unit]]
    return vessels, [unit for unit in command.units if not p.game.is_ship[unit]]


@rule("28.C", "28.C.2", "28.C.2a", "28.C.2b", "28.C.3", "28.C.3a", "28.C.3c", "28.Ei", "28.C.1", "29.D.3b", "30e")
def check_ferry(p: P, command: Command) -> None:
    """Vessels and cargo in one hex go one way together; the cargo is landed at its end."""
    vessels, units = _split(p, command)
    number, path = command.number or 0, command.hexes
    if not vessels or not (units or number):
        raise Illegal("28.C.2b", "name ships or flotillas, and what they carry")
    start, goal = p.s.loc[vessels[0]], path[-1]
    if len({p.s.loc[unit] for unit in command.units}) > 1:
        raise Illegal("28.C.2b", "vessels and cargo are in one hex")
    for unit in units:
        refused = passenger_refusal(p, unit) or axis_allies.why_not_there(p, unit, goal)
        if refused is not None:
            raise refused
    if p.s.surprise:
        raise Illegal("31.F.1b", "there is no naval transport in the surprise attack turn")
    if command.word not in (None, PRIMED):
        raise Illegal("28.C.2b", f"'{command.word}' says nothing of a voyage; say {PRIMED}, or nothing")
    if command.word and (p.s.resource[start] <= number or not p.game.arctic[goal] or is_port(p, goal)):
        raise Illegal("30e", "a resource point of their port lets those attack who land on a coast of the Arctic")
    if number and (p.s.control[start] != SOVIET or p.s.resource[start] < number):
        raise Illegal("28.C.2a", f"there are not {number} resource points in {where(p, start)}")
    if any(is_flotilla(p, vessel) for vessel in vessels):
        size = plain_size(p, units, number)
    else:
        size = cargo(p, units, number, start, goal)
    room = sum(int(p.game.rows[vessel].get("transport_re") or 0) for vessel in vessels) * ONE
    if any(is_flotilla(p, vessel) for vessel in vessels):
        carried = sum(dict(p.s.ferried).get(vessel, 0) for vessel in vessels)
        if carried and size > room - carried:
            raise Illegal("28.Ei", f"a flotilla carries {room / ONE:g} regimental equivalents in a phase")
    if size > room:
        raise Illegal("28.C.2b", f"the cargo takes {size / ONE:g} regimental equivalents, there is room for {room / ONE:g}")
    if any(is_flotilla(p, vessel) for vessel in vessels):
        _check_by_flotilla(p, vessels, path)
    else:
        _check_by_ship(p, vessels, units, number, path)
    if units:
        require_room(p, units, goal)


def _check_by_flotilla(p: P, vessels: Sequence[int], path: Sequence[int]) -> None:
    if len(vessels) > 1 or not is_flotilla(p, vessels[0]):
        raise Illegal("28.Ei", "a flotilla carries by itself")
    flotillas.checked(p, vessels[0], path)
    if not p.game.land[path[-1]]:
        raise Illegal("28.Ei", f"{where(p, path[-1])} is water: nothing is landed there")
    if ground_units(p, path[-1], AXIS):
        raise Illegal("28.Ei", f"{where(p, path[-1])} is occupied by the enemy")


def _check_by_ship(p: P, vessels: Sequence[int], units: Sequence[int], number: int, path: Sequence[int]) -> None:
    start, goal = p.s.loc[vessels[0]], path[-1]
    ships.check(p, vessels, path)
    size = plain_size(p, units, number)
    for hex in (start, goal):
        if is_port(p, hex) and (hex == start or p.s.control[hex] == SOVIET):
            refused = naval.port_refusal(p, hex, SOVIET, size)
            if refused is not None:
                raise refused
            continue
        if number or any(p.s.load[unit] for unit in units):
            raise Illegal("28.C.2a", "resource points go from port to port")
        _check_beach(p, units, hex, landing=hex == goal)


@rule("28.C.3a", "28.C.3c", "28.C.2a")
def _check_beach(p: P, units: Sequence[int], hex: int, *, landing: bool) -> None:
    """Amphibious operations: units without motors, over coasts without a port; landings in the USSR alone."""
    if is_port(p, hex):
        enemies = bool(ground_units(p, hex, AXIS))
        raise Illegal("28.C.3a" if enemies else "28.C.2a", f"{where(p, hex)} is a port, and not yours")
    if not p.game.land[hex] or naval.zone_of(p.game, hex) < 0:
        raise Illegal("28.C.3a", f"{where(p, hex)} is no coast")
    if landing and not p.game.ussr[hex]:
        raise Illegal("28.C.3c", f"{where(p, hex)} lies outside the Soviet Union")
    for unit in units:
        if face(p, unit).motorized:
            raise Illegal("28.C.3a", f"{name(p, unit)} is motorized")


@rule("28.C.2b", "28.C.3a", "28.Ei", "28.C.1", "30e")
def ferry(p: P, command: Command) -> None:
    """The voyage: cargo is aboard, the vessels go, and it is landed; ships stay where they have landed it."""
    vessels, units = _split(p, command)
    number, path, word = command.number or 0, command.hexes, command.word
    start, goal = p.s.loc[vessels[0]], path[-1]
    size = plain_size(p, units, number)
    primes = word == PRIMED
    by_flotilla = is_flotilla(p, vessels[0])
    for unit in units:
        points.set_out(p, unit)
        points.pay(p, unit, _price(p))
    if number:
        resource_points.change(p, start, -number)
    aboard, points_aboard = stowed(p, vessels, units, number, double=not by_flotilla and _over_a_beach(p, start, goal))
    if by_flotilla:
        flotillas.sail(p, vessels[0], path)
        before = dict(p.s.ferried)
        p.s.ferried = tuple(sorted((before | {vessels[0]: before.get(vessels[0], 0) + size}).items()))
    else:
        _use_port(p, start, size)
        ships.sail(p, vessels, path)
    afloat = [vessel for vessel in vessels if naval.is_here(p, vessel)]
    for vessel in afloat:
        mark(p, vessel, CARRIED)
    go_down(p, [unit for unit in units if not aboard[unit] <= {*afloat}])
    units = [unit for unit in units if aboard[unit] <= {*afloat}]
    number = sum(points_aboard[vessel] for vessel in afloat)
    if not (units or number):
        return
    _land(p, units, start, goal, by_flotilla=by_flotilla)
    for heard in ships.LANDS:
        for vessel in afloat:
            heard(p, vessel, [unit for unit in units if vessel in aboard[unit]], points_aboard[vessel], goal)
    if primes:
        resource_points.spend(p, start, SOVIET, "30e")
        p.s.primed = (*p.s.primed, *units)
    if number:
        resource_points.change(p, goal, number)
    if not by_flotilla:
        _use_port(p, goal, plain_size(p, units, number))
    cause = "28.Ei" if by_flotilla else "28.C.2b"
    p.emit(Ferried(units=(*vessels, *units), path=(start, *path), points=number, side=SOVIET, rule=cause))


def _use_port(p: P, hex: int, size: int) -> None:
    if is_port(p, hex):
        naval.use_port(p, hex, size)


def _over_a_beach(p: P, start: int, goal: int) -> bool:
    return not is_port(p, start) or not is_port(p, goal)


@rule("28.C.2b")
def stowed(
    p: P, vessels: Sequence[int], units: Sequence[int], number: int, *, double: bool
) -> tuple[dict[int, set[int]], dict[int, int]]:
    """Which vessels carry each unit, and how many points each vessel: whoever fits into one is there, a division in several."""
    room = {vessel: int(p.game.rows[vessel].get("transport_re") or 0) * ONE for vessel in vessels}
    aboard: dict[int, set[int]] = {unit: set() for unit in units}
    for unit in sorted(units, key=lambda each: -face(p, each).equivalents):
        left = face(p, unit).equivalents * (2 if double else 1) + p.s.load[unit] * ONE
        whole = [vessel for vessel in vessels if room[vessel] >= left]
        for vessel in whole[:1] or vessels:
            part = min(room[vessel], left)
            if part or vessel in whole:
                aboard[unit].add(vessel)
            room[vessel], left = room[vessel] - part, left - part
    points_aboard = dict.fromkeys(vessels, 0)
    for vessel in vessels:
        points_aboard[vessel] = min(number - sum(points_aboard.values()), -(-room[vessel] // ONE))
    return aboard, points_aboard


@rule("28.C.2b")
def go_down(p: P, units: Sequence[int]) -> None:
    """What a ship carries is lost with it."""
    if units:
        casualties.lose(p, list(units), "28.C.2b", wholly=True, why="lost at sea", fought=False)


@rule("28.C.3a", "28.C.3b", "28.C.3c", "3.Fa", "17.B")
def _land(p: P, units: Sequence[int], start: int, goal: int, *, by_flotilla: bool) -> None:
    """Units come ashore; over a beach they go no further, and those in supply are in supply in the next player turn as well."""
    amphibious = not by_flotilla and not (is_port(p, start) and is_port(p, goal) and p.s.control[goal] == SOVIET)
    among_enemies = bool(ground_units(p, goal, AXIS))
    if among_enemies:
        for unit in units:
            left = p.s.loc[unit]
            p.place(unit, goal)
            control.leave(p, left, SOVIET)
        airbases.entered(p, goal, SOVIET)
    elif units:
        control.put(p, units, goal)
    if amphibious and units:
        p.s.mark(units, FINISHED)
        if not (is_port(p, goal) and p.s.control[goal] == SOVIET and not among_enemies):
            p.s.mark(units, LANDED)
            for unit in units:
                mark(p, unit, CARRIED)
            p.s.ashore = (*p.s.ashore, *(unit for unit in units if supply.in_supply(p, unit)))


# ---------------------------------------------------------------- German transport


@rule("28.C.2c")
def german_room(p: P) -> int:
    """Eighths of equivalents of German naval transport left in this player turn."""
    return int(p.game.raw["naval"]["german_transport_re"]) * ONE - p.s.german_sea


@rule("28.C.2a", "28.C.2c", "28.B.5a", "28.C.1", "31.F.1b", "32.B.g", "8.Ba")
def check_transport(p: P, command: Command) -> None:
    """German units or resource points go from port to port of the Baltic or of the Arctic, or through the ports off the map."""
    units, number, goal = command.units, command.number or 0, command.hexes[0]
    box = p.game.box[OFF_MAP]
    start = p.s.loc[units[0]] if units else -1
    if not units:
        raise Illegal("28.C.2c", "name units; resource points go with them")
    if p.s.surprise:
        raise Illegal("31.F.1b", "there is no naval transport in the surprise attack turn")
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("28.C.2c", "units that are carried together are in one port")
    for unit in units:
        if p.side_of(unit) != AXIS or face(p, unit).nation != "german":
            raise Illegal("28.C.2a", f"{name(p, unit)} is not German")
        if start == box:
            if dict(p.s.off_map).get(unit, 0) >= p.s.turn:
                raise Illegal("28.C.2c", f"{name(p, unit)} has come to the off-map port in this turn")
        else:
            refused = passenger_refusal(p, unit)
            if refused is not None:
                raise refused
    _check_passage(p, start, goal, plain_size(p, units, number), number)
    if goal != box:
        refusals = (axis_allies.entry_refused(p, units, goal), *(axis_allies.why_not_there(p, unit, goal) for unit in units))
        for refused in filter(None, refusals):
            raise refused
        require_room(p, units, goal)


@rule("28.C.2c", "28.B.5a", "28.C.1")
def _check_passage(p: P, start: int, goal: int, size: int, number: int) -> None:
    """Room on German ships and in the ports; one sea zone, or the ports off the map, where points wait a turn as well."""
    box = p.game.box[OFF_MAP]
    if size > german_room(p):
        raise Illegal("28.C.2c", f"{german_room(p) / ONE:g} regimental equivalents of German naval transport are left")
    if number > p.s.resource[start] - (dict(p.s.freighted).get(box, 0) if start == box else 0):
        raise Illegal("28.C.2c", f"there are not {number} resource points there that can go on")
    at_sea = [hex for hex in (start, goal) if hex != box]
    if start == goal or not at_sea:
        raise Illegal("28.C.2c", "name another port")
    for hex in at_sea:
        refused = naval.port_refusal(p, hex, AXIS, size)
        if refused is not None:
            raise refused
        if naval.zone_of(p.game, hex) not in (0, 1):
            raise Illegal("28.C.2c", "Germans are carried in the Baltic and in the Arctic Ocean alone")
    if len({naval.zone_of(p.game, hex) for hex in at_sea}) > 1:
        raise Illegal("28.C.2c", "from sea zone to sea zone the way leads through the off-map port, a turn each")


@rule("28.C.2a", "28.C.2c", "31.F.1b")
def check_shipment(p: P, command: Command) -> None:
    """Resource points by themselves, from one German port to another."""
    number, (start, goal) = command.number or 0, command.hexes
    if p.s.surprise:
        raise Illegal("31.F.1b", "there is no naval transport in the surprise attack turn")
    if number < 1:
        raise Illegal("28.C.2c", "name how many resource points")
    _check_passage(p, start, goal, number * ONE, number)


@rule("28.C.2c")
def ship_points(p: P, command: Command) -> None:
    number, (start, goal) = command.number or 0, command.hexes
    _move_points(p, start, goal, number)
    _charge(p, start, goal, number * ONE)
    p.emit(PointsShipped(units=(), path=(start, goal), points=number, side=AXIS, rule="28.C.2c"))


def _charge(p: P, start: int, goal: int, size: int) -> None:
    """What a passage takes of German transport and of the ports."""
    p.s.german_sea += size
    for hex in (start, goal):
        if hex != p.game.box[OFF_MAP]:
            naval.use_port(p, hex, size)


def _move_points(p: P, start: int, goal: int, number: int) -> None:
    p.s.set("resource", start, p.s.resource[start] - number)
    p.s.set("resource", goal, p.s.resource[goal] + number)
    if goal == p.game.box[OFF_MAP] and number:  # they leave it in a later turn
        waiting = dict(p.s.freighted)
        p.s.freighted = tuple(sorted((waiting | {goal: waiting.get(goal, 0) + number}).items()))


def points_ports(p: P, units: Sequence[int] = ()) -> list[int]:
    """Places between which German resource points could be shipped."""
    return german_ports(p, ())


@rule("28.C.2c", "28.C.1")
def transport(p: P, command: Command) -> None:
    units, number, goal = command.units, command.number or 0, command.hexes[0]
    start, box = p.s.loc[units[0]], p.game.box[OFF_MAP]
    size = plain_size(p, units, number)
    for unit in units if start != box else ():
        points.set_out(p, unit)
        points.pay(p, unit, _price(p))
    control.put(p, units, goal)
    for unit in units if start == box else ():  # guns without a movement rating pay nothing
        points.pay(p, unit, _price(p))
    if number:
        _move_points(p, start, goal, number)
    _charge(p, start, goal, size)
    kept = {unit: turn for unit, turn in p.s.off_map if unit not in units}
    p.s.off_map = tuple(sorted((kept | (dict.fromkeys(units, p.s.turn) if goal == box else {})).items()))
    p.emit(Ferried(units=units, path=(start, goal), points=number, side=AXIS, rule="28.C.2c"))


# ---------------------------------------------------------------- what may be named


def vessels(p: P, hexes: Sequence[int]) -> list[int]:
    """Vessels that could carry, and units beside them that could be carried."""
    carriers = [*ships.movable(p, hexes), *flotillas.movable(p, hexes)]
    places = {p.s.loc[vessel] for vessel in carriers}
    riders = [unit for hex in sorted(places) for unit in ground_units(p, hex, SOVIET) if passenger_refusal(p, unit) is None]
    return [*carriers, *riders]


def german_passengers(p: P, hexes: Sequence[int]) -> list[int]:
    ports = [hex for hex in supply.tagged(p.game, "port").nonzero()[0].tolist() if p.s.control[hex] == AXIS]
    places = [hex for hex in (*ports, p.game.box[OFF_MAP]) if not hexes or hex == hexes[0]]
    found = [unit for hex in places for unit in ground_units(p, hex, AXIS) if face(p, unit).nation == "german"]
    return [unit for unit in found if p.s.loc[unit] == p.game.box[OFF_MAP] or passenger_refusal(p, unit) is None]


def german_ports(p: P, units: Sequence[int]) -> list[int]:
    hexes = [*supply.tagged(p.game, "port").nonzero()[0].tolist(), p.game.box[OFF_MAP]]
    if not units:
        return hexes
    return [hex for hex in hexes if is_legal(check_transport, p, Command("embark", tuple(units), (hex,)))]


def forget_turn(p: P, side: int) -> None:
    """A player turn begins: ports and transport are free again."""
    if p.s.port_used:
        p.s.port_used = ()
    if side == AXIS and p.s.german_sea:
        p.s.german_sea = 0
    if p.s.primed:
        p.s.primed = ()
