"""33 Axis garrisons: captured Soviet cities need one, or partisans gather there."""

from __future__ import annotations

from ....core.rule import rule
from ..events.home import Ungarrisoned
from ..home_front import DOT, MAJOR, REFERENCE, City, home
from ..material import P
from ..state import AXIS, ONE, SOVIET
from . import captures, supply, weather
from .units import face, ground_units

NEEDED = {MAJOR: 3 * ONE, DOT: ONE, REFERENCE: ONE}
WORTH = {MAJOR: 3, DOT: 1, REFERENCE: 0}
NEAR = 5
#: types that are no garrison, besides artillery; trucks have a size for transport alone (14.I)
USELESS = ("antitank", "light AA", "heavy AA", "position AA", "antiaircraft", "truck")


@rule("33.a", "33.d", "33.e")
def is_required(p: P, city: City) -> bool:
    """Does a city need a garrison now?"""
    first = city.hexes[0]
    if city.kind not in NEEDED or not home(p.game).needs_garrison[first] or not captures.is_captured(p, city):
        return False
    if p.s.taken[first] >= p.s.turn or (city.kind == REFERENCE and not weather.poor_at(p, first)):
        return False
    return not _front_is_near(p, city) and any(supply.traces(p, hex, AXIS) for hex in city.hexes)


@rule("33.a")
def _front_is_near(p: P, city: City) -> bool:
    """Are supplied Soviet units within five hexes of any part of a city?"""
    count = p.s.count[SOVIET]
    within = {near for hex in city.hexes for near in home(p.game).within(hex, NEAR)}
    return any(not p.s.unsupplied[unit] for near in within if count[near] for unit in ground_units(p, near, SOVIET))


@rule("33.a", "14.I")
def garrison(p: P, city: City) -> int:
    """Equivalents of Axis units that count as the garrison of a city."""
    units = [unit for hex in city.hexes for unit in ground_units(p, hex, AXIS)]
    faces = [face(p, unit) for unit in units]
    return sum(f.equivalents for f in faces if f.artillery == "no" and not any(word in f.type for word in USELESS))


@rule("33", "33.b", "33.c", "33.d", "34.B.2h")
def check(p: P) -> None:
    """At the start of the Soviet initial phase: cities without their garrison bar supply and give the Soviets points."""
    lacking = [city for city in home(p.game).cities.values() if is_required(p, city) and garrison(p, city) < NEEDED[city.kind]]
    hexes = tuple(hex for city in lacking for hex in city.hexes)
    old = p.s.arrays.unguarded.nonzero()[0].tolist()
    for hex in {*old} - {*hexes}:
        p.s.set("unguarded", hex, 0)
    for hex in {*hexes} - {*old}:
        p.s.set("unguarded", hex, 1)
    points = sum(WORTH[city.kind] for city in lacking)
    free, special = p.s.to_allot
    p.s.to_allot = (free + points * ONE, special)
    if lacking:
        p.emit(Ungarrisoned(places=hexes, points=points, side=SOVIET, rule="33.b"))
