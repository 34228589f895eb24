"""Rule 17: airbases: what they hold, who may use them, damage, abandonment, capture, and how air units escape from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import derived, of
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import AIRFIELDS, PERMANENT, TEMPORARY, air_war
from ..events.air import Abandoned, AirbaseDamaged, AirfieldDestroyed, Escaped, StayedBehind
from ..material import P
from ..state import INOPERATIVE, ONE
from . import air_limits, movement, points, scenarios
from .air_fates import escapes
from .air_losses import lose_on_ground
from .air_paths import flying_distances
from .sorties import is_operative, model, nation, on_ground
from .units import ground_units, name

ROUGH_FLYING = frozenset({"mud", "snow"})
ESCAPE_LEGS = 3  #: times its movement rating
PER_HIT = 2 * ONE  #: movement points that a ground unit spends to damage an airbase by one


@derived(of("weather"), of("airfield"), of("scenario"))
def full_capacities(p: P) -> npt.NDArray[np.int16]:
    return _full_capacities(p)


@rule("17.A", "29.C")
def _full_capacities(p: P) -> npt.NDArray[np.int16]:
    """By node, without damage: that of the city or fortress and that of an airfield, of which a temporary one holds one in mud
    and snow."""
    war, airfield = air_war(p.game), p.s.arrays.airfield
    total = war.city_capacity.astype(np.int16)
    rough = np.array([weather in ROUGH_FLYING for weather in p.s.weather])[p.game.zone_of]
    for field, kind in AIRFIELDS.items():
        own = war.charts.capacity[kind]
        poor = min(own, war.charts.poor_capacity.get(kind, own))
        total += np.where(airfield == field, np.where(rough, poor, own), 0).astype(np.int16)
    if (beyond := scenarios.outside(p)) is not None:
        total[beyond] = 0
    return total


def full_capacity(p: P, node: int) -> int:
    """That of one airbase."""
    return full_capacities(p).item(node)


@rule("17.A")
def capacity(p: P, node: int) -> int:
    """How many air units may begin missions there in an air phase, and how many patrol attacks may come from there."""
    return max(full_capacity(p, node) - p.s.damage[node], 0)


@rule("17.A")
def capacity_left(p: P, node: int) -> int:
    return capacity(p, node) - p.s.launched[node]


def free_at(p: P, nodes: npt.NDArray[np.int16], used: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """At which of these nodes there is more capacity than has been used."""
    return full_capacities(p)[nodes] - p.s.arrays.damage[nodes] > used[nodes]


def has_capacity(p: P) -> npt.NDArray[np.bool_]:
    """By node: is there an airbase with any capacity?"""
    return full_capacities(p) > p.s.arrays.damage


def is_airbase(p: P, node: int) -> bool:
    if not 0 <= node < p.game.board.hexes or not (air_war(p.game).city_capacity[node] or p.s.airfield[node]):
        return False
    beyond = scenarios.outside(p)
    return beyond is None or not beyond[node]


@rule("17", "17.C")
def is_friendly(p: P, node: int, side: int) -> bool:
    """An airbase of a side: it controls the hex."""
    return is_airbase(p, node) and p.s.control[node] == side


@rule("17", "17.A")
def landing_refusal(p: P, node: int, side: int) -> tuple[str, str] | None:
    """Why nobody of a side may land in a hex."""
    if not is_airbase(p, node):
        return "17", "there is no airbase"
    if p.s.control[node] != side:
        return "17", "the airbase is not under friendly control"
    if capacity(p, node) == 0:
        return "17.A", "the airbase has no capacity left"
    return None


def airbases(p: P, side: int) -> npt.NDArray[np.bool_]:
    """All airbases of a side, those without capacity too."""
    war, arrays = air_war(p.game), p.s.arrays
    found = ((war.city_capacity > 0) | (arrays.airfield > 0)) & (arrays.control == side)
    found[p.game.board.hexes :] = False
    beyond = scenarios.outside(p)
    if beyond is not None:
        found &= ~beyond
    return found  # type: ignore[no-any-return]


def landing_places(p: P, side: int) -> npt.NDArray[np.bool_]:
    """Where air units of a side may land."""
    return airbases(p, side) & has_capacity(p)


# ---------------------------------------------------------------- damage, abandonment


@rule("17.D", "20.F.2.b")
def hit_airbase(p: P, node: int, hits: int, rule: str = "17.D", side: int = -1) -> int:
    """Damage it, never beyond its capacity; the hits that counted."""
    counted = min(hits, capacity(p, node))
    if counted:
        p.s.damage[node] += counted
        p.emit(AirbaseDamaged(hex=node, hits=counted, left=capacity(p, node), side=side, rule=rule))
    return counted


@rule("17.D")
def wreck_refusal(p: P, unit: int) -> tuple[str, str] | None:
    """Why a ground unit may not damage the airbase it stands on."""
    idle = movement.unable(p, unit)
    if idle is not None:
        return idle.rule, idle.why
    face = p.game.face(unit, p.s.steps[unit])
    if not is_airbase(p, p.s.loc[unit]):
        return "17.D", "there is no airbase here"
    if not (face.attack or face.defence or face.engineer == "construction"):
        return "17.D", "only units with a combat strength and construction engineers damage airbases"
    if capacity(p, p.s.loc[unit]) == 0:
        return "17.D", "the airbase has no capacity left to damage"
    return None


@rule("17.D")
def abandon_refusal(p: P, node: int, side: int) -> tuple[str, str] | None:
    if p.s.active != side:
        return "17.D", "airfields are abandoned in one's own player turn"
    if not p.s.airfield[node]:
        return "17.D", "only airfields can be abandoned"
    if p.s.control[node] != side:
        return "17.D", "the airfield is not yours"
    if capacity(p, node) > 0:
        return "17.D", "an airfield is abandoned only at zero capacity"
    if on_ground(p, node, side) and not air_war(p.game).city_capacity[node]:
        return "17.D", "air units are based there"
    return None


@rule("17.D")
def abandon(p: P, command: Command) -> None:
    """Remove an airfield of zero capacity from the map. A city beside it keeps none of the damage that the airfield took
    along."""
    side, node = p.speaker if p.speaker >= 0 else p.s.active, command.hexes[0]
    why = abandon_refusal(p, node, side)
    if why:
        raise Illegal(*why)
    before = full_capacity(p, node)
    p.s.set("airfield", node, 0)
    p.s.damage[node] = max(p.s.damage[node] - (before - full_capacity(p, node)), 0)
    p.emit(Abandoned(hex=node, side=side, rule="17.D"))


def abandonable(p: P, side: int) -> list[int]:
    s, hit = p.s, np.flatnonzero(p.s.arrays.damage).tolist()
    mine = [node for node in hit if s.airfield[node] and s.control[node] == side]
    return [node for node in mine if abandon_refusal(p, node, side) is None]


# ---------------------------------------------------------------- escape and capture


@rule("17.B", "17.C")
def entered(p: P, node: int, side: int) -> None:
    """An enemy ground unit of `side` has entered a hex: whoever is at its airbase may try to escape, and then the hex is
    looked at. Whoever has not got away then has no second try in the same player turn.

    Movement calls this after the unit stands there and control has been judged.
    """
    owner = p.foe(side)
    here = on_ground(p, node, owner)
    now = (p.s.turn, p.s.active, p.s.surprise)
    if here and (*now, node) not in p.s.fled:
        p.s.fled = (*(tried for tried in p.s.fled if tried[:3] == now), (*now, node))
        p.push("air.seized", -1, node, owner)
        if any(is_operative(p, unit) and not model(p, unit).is_glider for unit in here):
            p.push("air.escape", owner, node)
    else:
        seize(p, node, owner)


@rule("17.B", "17.C", "26.D.3")
def seize(p: P, node: int, owner: int) -> None:
    """If the enemy controls the hex, everybody still at the airbase is lost, and a temporary airfield is destroyed."""
    if p.s.control[node] != p.foe(owner):
        return
    left = on_ground(p, node, owner)
    if left:
        p.emit(StayedBehind(units=tuple(left), hex=node, side=owner, rule="17.B"), public=True)
        for unit in left:
            lose_on_ground(p, unit, "17.B")
    if p.s.airfield[node] == TEMPORARY:
        remove_airfield(p, node, "17.C")


def remove_airfield(p: P, node: int, rule: str) -> None:
    """An airfield is gone, and its share of the damage."""
    before = full_capacity(p, node)
    p.s.set("airfield", node, 0)
    p.s.damage[node] = max(p.s.damage[node] - (before - full_capacity(p, node)), 0)
    owner = p.s.control[node]
    p.emit(AirfieldDestroyed(hex=node, side=owner, rule=rule))
    if owner >= 0 and not is_airbase(p, node) and (here := on_ground(p, node, owner)):
        p.push("air.stranded", -1, node, owner)
        if any(is_operative(p, unit) and not model(p, unit).is_glider for unit in here):
            p.push("air.escape", owner, node)


@rule("17.B")
def stranded(p: P) -> None:
    """Air units whose airfield is gone and that have not got away are lost."""
    node, owner = p.pop().args
    for unit in on_ground(p, node, owner):
        lose_on_ground(p, unit, "17.B")


def build_airfield(p: P, node: int, kind: int) -> None:
    """A new airfield (14.A.1): a permanent one takes the place of a temporary one."""
    assert kind in (TEMPORARY, PERMANENT)
    p.s.set("airfield", node, kind)


@rule("17.B", "32")
def escape_refuges(p: P, unit: int) -> list[int]:
    """Airbases that it could fly to: three times its movement rating, within the area of its nation; capacity 0 does not
    receive it."""
    side, node = p.side_of(unit), p.s.loc[unit]
    apart = flying_distances(p, node, air_limits.closed_to(p, nation(p, unit)), ESCAPE_LEGS * model(p, unit).movement)
    open_to = landing_places(p, side)[: len(apart)] & (apart > 0)
    found = np.flatnonzero(open_to)
    nearest = [int(hex) for hex in found[np.argsort(apart[found], kind="stable")]]
    return [hex for hex in nearest if air_limits.may_operate(p, (unit,), hex)]


@rule("17.B", "16.B.1", "24.D")
def may_escape(p: P) -> list[int]:
    """At the present decision: operative air units at the airbase that have not tried yet; gliders only behind a transport that
    tries."""
    node, *tried = p.frame.args
    able = [unit for unit in on_ground(p, node, p.frame.side) if is_operative(p, unit) and unit not in tried]
    towed = any(model(p, unit).is_transport for unit in able)
    return [unit for unit in able if towed or not model(p, unit).is_glider]


@rule("24.D")
def _in_tow(p: P, units: Sequence[int]) -> dict[int, int]:
    """Which of these transports takes which of these gliders along when it escapes; a glider too many has none."""
    tugs = [unit for unit in units if model(p, unit).is_transport]
    gliders = [unit for unit in units if model(p, unit).is_glider]
    return dict(zip(tugs, gliders, strict=False))


def refuges(p: P, units: Sequence[int]) -> list[int]:
    """Airbases to which all of these could fly; a glider goes where its transport goes."""
    flyers = [unit for unit in units if not model(p, unit).is_glider]
    open_to = [escape_refuges(p, unit) for unit in flyers]
    return [node for node in open_to[0] if all(node in others for others in open_to)] if flyers else []


@rule("17.B", "24.D")
def escape(p: P, command: Command) -> None:
    """`escape UNITS HEX`: one die each: on 3 or less it flies to that airbase at once and is inoperative; else it stays. A glider
    shares the die of the transport named with it."""
    frame = p.frame
    node, *tried = frame.args
    towed = _in_tow(p, command.units).values()
    for unit in command.units:
        if unit not in may_escape(p):
            raise Illegal("16.B.1" if not is_operative(p, unit) else "17.B", f"{name(p, unit)} cannot try to escape")
        if model(p, unit).is_glider:
            if unit not in towed:
                raise Illegal("24.D", f"{name(p, unit)} needs a transport of its own to tow it: name both")
        elif command.hexes[0] not in escape_refuges(p, unit):
            raise Illegal("17.B", f"{name(p, unit)} cannot escape to that hex")
    p.pop()
    _try(p, command.units, command.hexes[0])
    p.push("air.escape", frame.side, node, *tried, *command.units)
    if not may_escape(p):
        p.pop()


def escape_all(p: P, command: Command | None = None) -> None:
    """Everybody tries who can."""
    units = may_escape(p)
    p.pop()
    _try(p, units, -1)


@rule("17.B", "24.D")
def _try(p: P, units: Sequence[int], refuge: int) -> None:
    towed = _in_tow(p, units)
    for unit in units:
        if model(p, unit).is_glider:
            continue
        side, start = p.side_of(unit), p.s.loc[unit]
        both = (unit, towed[unit]) if unit in towed else (unit,)
        if not escapes(p.roll("escape", "17.B", side=side)):
            continue
        open_to = escape_refuges(p, unit)
        if not open_to:
            for one in both:
                lose_on_ground(p, one, "17.B")
            continue
        there = refuge if refuge in open_to else open_to[0]
        for one in both:
            p.place(one, there)
        p.s.mark(both, INOPERATIVE)
        p.emit(Escaped(units=both, path=(start, there), side=side, rule="17.B"), public=True)


def stay(p: P, command: Command) -> None:
    """Nobody else tries."""
    p.pop()


def seized(p: P) -> None:
    node, owner = p.pop().args
    seize(p, node, owner)


# ---------------------------------------------------------------- damage by ground units


@rule("17.D")
def wreck(p: P, command: Command) -> None:
    """`wreck UNIT NUMBER`: a ground unit damages the airbase it stands on, one hit for every two movement points."""
    if len(command.units) != 1:
        raise Illegal("17.D", "one unit damages an airbase")
    unit, hits = command.units[0], command.number or 1
    refused = wreck_refusal(p, unit)
    if refused:
        raise Illegal(*refused)
    hits = min(hits, capacity(p, p.s.loc[unit]))
    if points.points_left(p, unit) < PER_HIT * hits:
        raise Illegal("17.D", f"every hit costs {name(p, unit)} two movement points")
    points.pay(p, unit, PER_HIT * hits)
    hit_airbase(p, p.s.loc[unit], hits, "17.D", p.side_of(unit))


def wreckers(p: P, hexes: Sequence[int]) -> list[int]:
    """Ground units of the phasing side that stand on an airbase they could damage."""
    side, found = p.s.active, []
    for node in np.flatnonzero(
        ((air_war(p.game).city_capacity > 0) | (p.s.arrays.airfield > 0)) & (p.s.arrays.control == side)
    ).tolist():
        if p.s.count[side][node]:
            found += [
                unit
                for unit in ground_units(p, node, side)
                if not wreck_refusal(p, unit) and points.points_left(p, unit) >= PER_HIT
            ]
    return found
