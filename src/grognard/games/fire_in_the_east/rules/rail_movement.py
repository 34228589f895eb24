"""Rule 7.A: operational and strategic rail movement of units, and of resource points by themselves (12.Fc)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.board import Mask
from ....core.command import Command
from ....core.derived import CONTROL, OTHERS, answer, derived, of
from ....core.errors import Illegal, is_legal
from ....core.paths import Bytes
from ....core.rule import rule
from ..counters import FIXED, RAIL
from ..events.lines import Freighted, Railed
from ..material import P
from ..rails import Journeys
from ..state import ADMINISTRATIVE, FINISHED, FROM_THE_EAST, IN_TRANSIT, MOVED, ONE, PINNED, RAILED, STRATEGIC
from . import air_support, bridges, control, movement, points, railways, resource_points, zones
from .units import face, ground_units, name, on_map, where

#: The rules of the two ways, by the words of their commands.
RULES = {"rail": "7.A.1a", "strategic": "7.A.2"}


# ---------------------------------------------------------------- who goes by rail


@rule("7.A", "7.A.1", "7.A.1a", "7.A.2", "14.F", "31.F.1a", "31.A.5c")
def refusal(p: P, unit: int, how: str) -> Illegal | None:
    """Why a unit cannot go by rail in this way now; None if it may."""
    shown, flags, rule = face(p, unit), p.s.flags[unit], RULES[how]
    if not p.game.is_ground[unit] or not on_map(p, unit) or p.side_of(unit) != p.s.active:
        return Illegal(rule, f"{name(p, unit)} is no ground unit of yours on the map")
    if p.s.surprise:
        return Illegal("31.F.1a", "nobody moves by rail in the surprise attack turn")
    if shown.moves_as == FIXED or (not shown.movement and shown.moves_as != RAIL):
        return Illegal("6e", f"{name(p, unit)} never leaves its hex")
    if flags & STRATEGIC:
        return Illegal("7.A.2", f"{name(p, unit)} has moved by strategic rail")
    if flags & (FINISHED | ADMINISTRATIVE):
        return Illegal(rule, f"{name(p, unit)} has finished its movement")
    if how == "strategic" and (flags & (MOVED | RAILED) or p.s.spent[unit]) and not is_just_in(p, unit):
        return Illegal("7.A.2", f"{name(p, unit)} has moved already")
    if not railways.has_railway(p, p.s.loc[unit]):
        return Illegal(rule, f"{name(p, unit)} is not on a railway")
    for forbids in movement.FORBIDS:
        refused = forbids(p, unit)
        if refused is not None:
            return refused
    if how == "rail" and hexes_left(p, unit) < 1:
        if shown.moves_as == RAIL:
            return Illegal("14.F", f"{name(p, unit)} has travelled as far as it can")
        return Illegal("7.A.1a", f"{name(p, unit)} has no points to entrain and travel")
    return None


@rule("7.A.1b", "7.A")
def keepers(p: P, hex: int, moving: Sequence[int]) -> list[int]:
    """Units that began the phase in a hex and have not moved: one of them, staying, opens it to trains."""
    side = p.s.active
    return [unit for unit in ground_units(p, hex, side) if unit not in moving and not p.s.flags[unit] & (MOVED | RAILED)]


# ---------------------------------------------------------------- where trains go


@rule("7.A", "7.C", "7.A.1b", "7.A.2", "31.Bb")
def closed(p: P, moving: Sequence[int], how: str) -> Bytes:
    """Hexes that trains may not enter: broken, not controlled when the player turn began, or the enemy is too near."""
    foreign, near = _shut(p, p.s.active, how)
    if moving and p.s.status[moving[0]] & IN_TRANSIT:
        foreign = foreign & ~(p.game.board.mask("sweden") & (p.s.arrays.broken == 0))
    if how != "strategic":
        near = near & ~_kept_open(p, moving)
    return movement.shut_besides(p, moving, (foreign | near).view(np.uint8))


@derived(answer(zones.of_side, OTHERS), CONTROL, of("held"), of("broken"))
def _shut(p: P, side: int, how: str) -> tuple[Mask, Mask]:
    """Hexes that are broken, foreign or neutral, and those that are too near to the enemy unless somebody keeps them open."""
    s, enemy = p.s, zones.of_side(p, p.foe(side))
    foreign: Mask = (s.arrays.held != side) | (s.arrays.control != side) | (s.arrays.broken != 0) | p.game.neutral
    near: Mask = zones.beside_enemies(p, side) | (enemy.count > 0) if how == "strategic" else enemy.grip > 0
    return foreign, near


def _kept_open(p: P, moving: Sequence[int]) -> Mask:
    """Hexes with a unit of the phasing side that has not moved in this phase and is not one of these."""
    s, own = p.s, p.game.ground_of_side[p.s.active]
    still = (s.arrays.flags & (MOVED | RAILED)) == 0
    still[[*moving]] = False
    found: Mask = np.zeros(p.game.board.nodes + 1, np.bool_)  # the last entry is for those nowhere
    found[s.arrays.loc[own[still[own]]]] = True
    return found[:-1]


def travelled(p: P, unit: int) -> int:
    """Hexes that a unit has come by the train it is on; a journey may be said in several commands."""
    return max(0, p.s.aboard[unit] - 1) // 2


@rule("7.A.1a", "14.F")
def hexes_left(p: P, unit: int) -> int:
    """How many hexes a unit can still travel: five per movement point, after one to entrain unless it is on its train."""
    chart, gone = p.game.raw["rail"]["rate"], travelled(p, unit)
    if face(p, unit).moves_as == RAIL:
        return int(chart["rail_only_hexes"]) - gone
    left, rate = points.points_left(p, unit) // ONE, int(chart["hexes_per_mp"])
    return left * rate + -gone % rate if p.s.aboard[unit] else (left - int(chart["entrain_mp"])) * rate


def loaded(p: P, moving: Sequence[int]) -> set[int]:
    """The gauges of the trains on which units are."""
    return {(p.s.aboard[unit] - 1) % 2 for unit in moving if p.s.aboard[unit]}


@rule("7.A.1a", "7.A.2", "7.A.3d", "14.F", "12.Fc", "20.F.2.e")
def journeys(p: P, moving: Sequence[int], how: str, *, slowed: bool = True) -> Journeys:
    """How trains travel: with what these units have left, or with all the hexes of a rail-only unit or of strategic movement.

    `slowed` counts hexes of the Arctic twice for units that come from outside, as a search for ways must; what they pay in the
    end is reckoned hex by hex (`fare`).
    """
    chart = p.game.raw["rail"]
    if how == "strategic":
        budget, change = chart["strategic"]["hexes"], chart["strategic"]["transshipment_hexes"]
        budget -= max((travelled(p, unit) for unit in moving if is_just_in(p, unit)), default=0)
    else:
        rate = chart["rate"]["hexes_per_mp"]
        change = chart["transshipment_mp"] * rate
        budget = max(0, min((hexes_left(p, unit) for unit in moving), default=chart["rate"]["rail_only_hexes"]))
    gauges = loaded(p, moving)
    usable, standard = railways.through_cities(p, railways.open_to_trains(p, p.s.active), railways.standard(p))
    return Journeys(
        board=p.game.board, standard=standard, usable=usable,
        closed=closed(p, moving, how), toll=toll(p, moving, how, slowed), change=change, budget=budget,
        loaded=gauges.pop() if gauges else -1,
    )  # fmt: skip


@rule("30a", "20.F.2.e")
def toll(p: P, moving: Sequence[int], how: str, slowed: bool) -> Bytes:
    """Hexes on top for leaving a hex: harassment, and in the Arctic as many again for units that come from outside."""

    found = np.zeros(p.game.board.nodes, np.uint8)
    per_point = p.game.raw["rail"]["strategic"]["harassment_hexes_per_two_points"] if how == "strategic" else 5
    for _, hex, _ in p.s.harassed:
        found[hex] = min(250, air_support.harassment_at(p, hex, p.s.active) * per_point)
    if slowed and how == "rail" and any(_slows(p, unit) for unit in moving):
        found[p.game.arctic] += 1
    return found


def _slows(p: P, unit: int) -> bool:
    shown = face(p, unit)
    return shown.moves_as != RAIL and not p.game.arctic[p.s.loc[unit]] and points.is_slow_in_the_arctic(p, unit)


@rule("7.A.1b", "7.A.2", "14.F", "7.C")
def start_refusal(p: P, units: Sequence[int], how: str) -> Illegal | None:
    """Why trains cannot leave the hex of these units."""
    start = p.s.loc[units[0]]
    if len({p.s.loc[unit] for unit in units}) > 1:
        return Illegal(RULES[how], "units that go by rail together stand in one hex")
    if len(loaded(p, units)) > 1:
        return Illegal("7.A.3d", "these units are on trains of two gauges and go on by themselves")
    if p.s.broken[start]:
        return Illegal("7.C", f"the railway in {where(p, start)} is broken")
    if p.s.held[start] != p.s.active and not p.s.status[units[0]] & IN_TRANSIT:
        return Illegal("7.A", f"{where(p, start)} was not yours when the player turn began")
    if how == "strategic" and zones.is_adjacent_to_enemy(p, start, p.s.active):
        return Illegal("7.A.2", f"{where(p, start)} is adjacent to an enemy unit")
    if how == "rail" and zones.in_enemy_zone(p, start, p.s.active) and not keepers(p, start, units):
        return Illegal("7.A.1b", f"{where(p, start)} is in an enemy zone of control")
    return None


@rule("7.A", "7.A.1b", "7.A.2", "7.A.3b", "7.A.3c", "7.C", "14.F", "31.Ba")
def why_not(p: P, units: Sequence[int], how: str, here: int, hex: int, described: Journeys) -> Illegal:
    """The rule against a step by rail."""
    board, s, there, side = p.game.board, p.s, where(p, hex), p.s.active
    in_city = railways.is_within_city(p.game, here, hex)
    if hex >= board.hexes or not (in_city or railways.lines(p).leads(board, here, hex)):
        return Illegal("7", f"no railway joins {where(p, here)} and {there}")
    if s.broken[hex]:
        return Illegal("7.C", f"the railway in {there} is broken")
    if p.game.neutral[hex]:
        return Illegal("31.Ba", f"{there} is neutral")
    if s.held[hex] != side or s.control[hex] != side:
        return Illegal("7.A", f"{there} was not yours when the player turn began")
    if not in_city and not railways.built(p)[hex] >> board.direction(hex, here) & 1:
        return Illegal("7.D", f"the line to {there} is not built yet")
    if bridges.is_down(p, here, hex):
        return Illegal("39.Ad", f"the bridge to {there} is down")
    for one, other in ((here, hex), (hex, here)):
        lines = int(railways.usable(p, side)[one])
        if not (lines if in_city else lines >> board.direction(one, other) & 1):
            return Illegal("7.A.3b" if side == 0 else "7.A.3c", f"the gauge of the line in {where(p, one)} is not yours to use")
        if railways.fresh(p)[one]:
            return Illegal("7.A.3e", f"a line in {where(p, one)} has been regauged in this player turn")
    reasons = (why(p, unit, hex) for unit in units for why in movement.WHY_CLOSED)
    if (refused := next(filter(None, reasons), None)) is not None:
        return refused
    if how == "strategic":
        return Illegal("7.A.2", f"{there} is adjacent to an enemy unit")
    return Illegal("7.A.1b", f"{there} is in an enemy zone of control")


# ---------------------------------------------------------------- the command


@rule("7.A.4a", "7.A.4b", "7.A.4c")
def burden(p: P, units: Sequence[int], path: Sequence[int]) -> dict[int, int]:
    """Eighths of equivalents that a journey takes up, by net: whoever has gone by rail in this phase already is counted. What
    units carry comes on top, on each journey."""
    nets = {railways.net_of(p, hex, p.s.active) for hex in path if not p.game.neutral[hex]}
    new = [unit for unit in units if not p.s.flags[unit] & RAILED and not p.s.status[unit] & FROM_THE_EAST]
    size = sum(railways.rail_size(p, unit) for unit in new) + sum(p.s.load[unit] * ONE for unit in units)
    return dict.fromkeys(nets, size)


def require_capacity(p: P, sizes: dict[int, int]) -> None:
    for net, size in sizes.items():
        left = railways.capacity_left(p, net)
        if size > left:
            said = f"{size / ONE:g} regimental equivalents, the {railways.NETS[net]} net has {left / ONE:g} left"
            raise Illegal("7.A.4a", f"this takes {said}")


def check(p: P, command: Command) -> None:
    """May these units go this way by rail?"""
    how, units, path = command.verb, command.units, command.hexes
    for unit in units:
        refused = refusal(p, unit, how)
        if refused is not None:
            raise refused
    refused = start_refusal(p, units, how)
    if refused is not None:
        raise refused
    if not path:
        raise Illegal(RULES[how], "name the hexes to be entered")
    described, start = journeys(p, units, how, slowed=False), p.s.loc[units[0]]
    costs = described.price(start, path)
    if len(costs) < len(path):
        here = path[len(costs) - 1] if costs else start
        raise why_not(p, units, how, here, path[len(costs)], described)
    if sum(costs) > described.budget:
        raise Illegal(RULES[how], f"the way counts {sum(costs)} hexes, {described.budget} can be travelled")
    if how == "rail" and any(fare(p, unit, (start, *path), costs) < 0 for unit in units):
        raise Illegal("30a", f"the way counts {sum(costs)} hexes, too many for what is left on entering the Arctic")
    movement.require_room(p, units, path[-1])
    require_capacity(p, burden(p, units, (start, *path)))


@rule("7.A.1a", "7.A.2", "7.A.3d")
def travel(p: P, command: Command) -> None:
    """Units go by rail: they pay to entrain and for their hexes, strategic travellers with the rest of their player turn."""
    how, units, path = command.verb, command.units, command.hexes
    described, start = journeys(p, units, how, slowed=False), p.s.loc[units[0]]
    costs = described.price(start, path)
    sizes = burden(p, units, (start, *path))
    for net, size in sizes.items():
        railways.charge(p, net, size)
    if how == "strategic":
        p.s.mark(units, STRATEGIC | MOVED | RAILED | FINISHED)
    else:
        _pin(p, units, (start, *path))
        last, before = path[-1], (start, *path)[-2]
        gauge = described.standard.item(last) >> p.game.board.direction(last, before) & 1
        for unit in units:
            gone, price = travelled(p, unit) + sum(costs), points.points_left(p, unit) - fare(p, unit, (start, *path), costs)
            if face(p, unit).moves_as != RAIL:
                points.set_out(p, unit)
                points.pay(p, unit, price)
            p.s.aboard[unit] = 1 + 2 * gone + gauge
        p.s.mark(units, RAILED | MOVED)
    control.march(p, units, (start, *path))
    total = max(sizes.values(), default=0)
    p.emit(Railed(units=units, path=(start, *path), how="strategic" if how == "strategic" else "operational", size=total / ONE,
                  side=p.s.active, rule=RULES[how]))  # fmt: skip


@rule("7.A.1a", "30a")
def fare(p: P, unit: int, way: Sequence[int], costs: Sequence[int]) -> int:
    """What a journey leaves a unit of its points, in eighths; below 0 if they do not suffice. A point to entrain, then one for
    every five hexes or part of them, counted on from where the train has come; entering the Arctic takes half of the rest."""
    if face(p, unit).moves_as == RAIL:
        return 0
    chart, gone = p.game.raw["rail"]["rate"], travelled(p, unit)
    left, rate = points.points_left(p, unit), chart["hexes_per_mp"]
    if not p.s.aboard[unit]:
        left -= chart["entrain_mp"] * ONE
    for before, hex, cost in zip(way, way[1:], costs, strict=False):
        left -= (-(-(gone + cost) // rate) + -gone // rate) * ONE
        gone += cost
        if left < 0:
            break
        if points.loses_half(p, unit, before, hex):
            left //= 2
    return left


@rule("7.A.1b")
def _pin(p: P, units: Sequence[int], way: Sequence[int]) -> None:
    """In each hex of the way that lies in an enemy zone one unit stays for the rest of the phase, the slowest that can."""
    for hex in way:
        if not zones.in_enemy_zone(p, hex, p.s.active):
            continue
        staying = keepers(p, hex, units)
        if staying and not any(p.s.logistics[unit] & PINNED for unit in staying):
            slowest = min(staying, key=lambda unit: (face(p, unit).movement, unit))
            p.s.set("logistics", slowest, p.s.logistics[slowest] | PINNED)


def pinned(p: P, unit: int) -> Illegal | None:
    """A unit that keeps a hex open to trains does not leave it."""
    if p.s.phase == "movement" and p.s.logistics[unit] & PINNED:
        return Illegal("7.A.1b", f"{name(p, unit)} keeps {where(p, p.s.loc[unit])} open to trains and stays there")
    return None


# ---------------------------------------------------------------- what may be named


def able(how: str, p: P, hexes: Sequence[int]) -> list[int]:
    """Units that can go by rail; with a hex named, those in it."""
    candidates = p.units(hexes[0], p.s.active) if hexes else p.game.ground_of_side[p.s.active].tolist()
    return [unit for unit in candidates if refusal(p, unit, how) is None and start_refusal(p, (unit,), how) is None]


def destinations(how: str, p: P, units: Sequence[int]) -> list[int]:
    if not units or any(refusal(p, unit, how) for unit in units) or start_refusal(p, units, how):
        return []
    start = p.s.loc[units[0]]
    found = journeys(p, units, how).reach(start)
    open_to_all = movement.with_room(p, units, [*found.ends])
    if how == "rail":  # what the Arctic costs on top hangs on the way
        return [hex for hex in open_to_all if is_legal(check, p, Command(how, tuple(units), tuple(found.path(hex))))]
    return [hex for hex in open_to_all if is_legal(require_capacity, p, burden(p, units, (start, *found.path(hex))))]


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it."""
    start = p.s.loc[command.units[0]]
    if len(command.hexes) != 1 or not 0 <= start < p.game.board.hexes:
        return command
    how, target = command.verb, command.hexes[0]
    if any(refusal(p, unit, how) for unit in command.units) or start_refusal(p, command.units, how):
        return command
    path = journeys(p, command.units, how).way(start, target) if target < p.game.board.hexes else []
    if not path and not railways.lines(p).leads(p.game.board, start, target):
        raise Illegal(RULES[how], f"no way by rail leads to {where(p, target)} as far as these units can go")
    return Command(how, command.units, tuple(path or [target]))


def sample(how: str, p: P, rng: random.Random) -> Command | None:
    """A random journey of a random unit."""
    pieces = p.game.ground_of_side[p.s.active]
    if not pieces.size:
        return None
    unit = pieces.item(int(rng.random() * pieces.size))
    if refusal(p, unit, how) is not None or start_refusal(p, (unit,), how) is not None:
        return None
    path = journeys(p, (unit,), how).drawn(p.s.loc[unit], rng)
    command = Command(how, (unit,), tuple(path))
    return command if path and is_legal(check, p, command) else None


# ---------------------------------------------------------------- resource points by themselves


def freight_start(p: P, start: int, how: str) -> Illegal | None:
    """Why no freight train leaves a hex in this way."""
    if p.s.broken[start]:
        return Illegal("7.C", f"the railway in {where(p, start)} is broken")
    if p.s.held[start] != p.s.active:
        return Illegal("7.A", f"{where(p, start)} was not yours when the player turn began")
    if how == "strategic" and zones.is_adjacent_to_enemy(p, start, p.s.active):
        return Illegal("7.A.2", f"{where(p, start)} is adjacent to an enemy unit")
    if how == "rail" and zones.in_enemy_zone(p, start, p.s.active) and not keepers(p, start, ()):
        return Illegal("7.A.1b", f"{where(p, start)} is in an enemy zone of control")
    return None


def freight_way(p: P, start: int, goal: int) -> list[int]:
    """The cheapest way of resource points from one hex to another: operational, or else strategic."""
    for how in ("rail", "strategic"):
        if freight_start(p, start, how) is None:
            path = journeys(p, (), how).way(start, goal)
            if path:
                return path
    return []


@rule("12.Fc", "7.A.4b", "31.F.1b")
def check_freight(p: P, command: Command) -> None:
    """Resource points go by rail as rail-only units do; those that have come by rail in this phase go no further."""
    number = command.number or 0
    start, goal = command.hexes
    if max(start, goal) >= p.game.board.hexes or p.s.control[start] != p.s.active:
        raise Illegal("12.Fc", f"{where(p, start)} is no hex of yours")
    if p.s.surprise:
        raise Illegal("31.F.1a", "nothing moves by rail in the surprise attack turn")
    free = max(0, p.s.resource[start] - dict(p.s.freighted).get(start, 0))
    if not 1 <= number <= free:
        raise Illegal("12.Fc", f"{free} resource points can leave {where(p, start)} by rail")
    refused = freight_start(p, start, "rail")
    if refused is not None and freight_start(p, start, "strategic") is not None:
        raise refused
    path = freight_way(p, start, goal)
    if not path:
        raise Illegal("12.Fc", f"no way by rail leads from {where(p, start)} to {where(p, goal)}")
    require_capacity(p, dict.fromkeys({railways.net_of(p, hex, p.s.active) for hex in (start, *path)}, number * ONE))


@rule("12.Fc", "7.A.4b")
def freight(p: P, command: Command) -> None:
    """Resource points move by rail, one equivalent of capacity each."""
    number, (start, goal) = command.number or 0, command.hexes
    path = freight_way(p, start, goal)
    _pin(p, (), (start, *path))
    for net in {railways.net_of(p, hex, p.s.active) for hex in (start, *path)}:
        railways.charge(p, net, number * ONE)
    p.s.set("resource", start, p.s.resource[start] - number)
    p.s.set("resource", goal, p.s.resource[goal] + number)
    moved = dict(p.s.freighted)
    p.s.freighted = tuple(sorted((moved | {goal: moved.get(goal, 0) + number}).items()))
    p.emit(Freighted(path=(start, *path), points=number, side=p.s.active, rule="12.Fc"))


def stations(p: P, units: Sequence[int]) -> list[int]:
    """Hexes on a railway with resource points of the phasing side."""
    return [hex for hex in resource_points.places(p, p.s.active) if railways.has_railway(p, hex)]


def sample_freight(p: P, rng: random.Random) -> Command | None:
    """One point from a random place to a random one in reach."""
    places = stations(p, ())
    if not places:
        return None
    start = rng.choice(places)
    if freight_start(p, start, "rail") is not None:
        return None
    path = journeys(p, (), "rail").drawn(start, rng)
    command = Command("freight", (), (start, path[-1]), 1) if path else None
    return command if command is not None and is_legal(check_freight, p, command) else None


# ---------------------------------------------------------------- from beyond the map


@rule("34.A.2f", "7.A", "7.A.1b", "7.C")
def open_to_trains(p: P, hexes: Sequence[int]) -> list[int]:
    """Those of some hexes on the edge of the map into which trains of the phasing side may come from beyond it."""
    s, side, usable = p.s, p.s.active, railways.open_to_trains(p, p.s.active)
    ours = [hex for hex in hexes if s.control[hex] == s.held[hex] == side and not s.broken[hex] and usable[hex]]
    return [hex for hex in ours if not zones.in_enemy_zone(p, hex, side) or keepers(p, hex, ())]


@rule("34.A.2f", "7.A.1a", "14.F", "30a")
def come_in(p: P, units: Sequence[int], hex: int) -> None:
    """Units have come in by rail: they have entrained, and the hex on the edge is the first of their journey."""
    lines = int(railways.built(p)[hex])
    gauge = int(railways.standard(p)[hex] & lines == lines)
    p.s.mark(units, RAILED | MOVED)
    for unit in units:
        if face(p, unit).moves_as != RAIL:
            points.pay(p, unit, (int(p.game.raw["rail"]["rate"]["entrain_mp"]) + 1) * ONE)
            if p.game.arctic[hex] and points.is_slow_in_the_arctic(p, unit):
                left = points.points_left(p, unit)
                p.s.spent[unit] += left - left // 2
        p.s.aboard[unit] = 1 + 2 + gauge


@rule("34.A.2f")
def is_just_in(p: P, unit: int) -> bool:
    """Is a unit still on the train by which it has come over the east edge? Then it may go on strategically."""
    return bool(p.s.status[unit] & FROM_THE_EAST) and travelled(p, unit) == 1


# ---------------------------------------------------------------- retreats


@rule("14.F")
def may_retreat(p: P, unit: int, here: int, there: int) -> bool:
    """Could a rail-only unit go from one hex to the next by rail?"""
    s, side, board = p.s, p.side_of(unit), p.game.board
    if s.broken[here] or s.broken[there] or s.control[there] != side or s.held[there] != side:
        return False
    out, back = board.direction(here, there), board.direction(there, here)
    usable = railways.open_to_trains(p, side)
    gripped = zones.in_enemy_zone(p, there, side) and not ground_units(p, there, side)
    return out >= 0 and bool(usable[here] >> out & 1 and usable[there] >> back & 1) and not gripped
