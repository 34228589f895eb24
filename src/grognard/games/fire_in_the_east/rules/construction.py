"""Rule 14.A.1: forts and permanent airfields, begun in the initial phase and finished after turns of work."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ..events.lines import AirfieldBuilt, ConstructionBegun, ConstructionLost, FortBuilt
from ..material import P
from ..state import ONE, SOVIET, Site
from . import airbases, engineers, points, resource_points, supply, terrain, weather
from .engineers import PERMANENT, WORKERS
from .units import ground_units, name, on_map, where

FORT, AIRFIELD = "fort", "airfield"
TURN = 4  #: a turn of work in good weather, in quarters
#: What is said to begin each.
ORDERS = {FORT: "fortify", AIRFIELD: "field"}
WHAT = {said: what for what, said in ORDERS.items()}


# ---------------------------------------------------------------- beginning


@rule("14.A.1a", "14.A.1b", "31.A.5c", "errata.rules.31A5c")
def place_refusal(p: P, what: str, hex: int) -> Illegal | None:
    """Why nothing of the kind can be built in a hex."""
    open_ground = terrain.is_open(p.game, hex)
    if any(site.hex == hex and site.what == what for site in p.s.sites):
        return Illegal("14.A.1a", f"one is being built in {where(p, hex)} already")
    if what == AIRFIELD:
        if not open_ground or p.s.airfield[hex] == PERMANENT:
            return Illegal("14.A.1b", f"{where(p, hex)} is no clear or rough hex without a permanent airfield")
        return None
    fortress = any(place.kind == "fortress" for place in p.game.board.places_at(hex)) and hex not in p.s.fallen
    area = any(p.game.rows[unit]["type"] == "fortified area" for unit in ground_units(p, hex, SOVIET))
    if p.s.fort[hex] or fortress or area:
        return Illegal("14.A.1a", f"{where(p, hex)} has a fort, a fortress or a fortified area")
    return None


@rule("14.A.1a", "14.A.1b", "14.A.1d", "31.G", "14.A.1.b", "14.A.1.c")
def check_begin(p: P, command: Command) -> None:
    """Engineers in supply begin with a resource point that they can trace to overland."""
    what, units, word = WHAT[command.verb], command.units, command.word
    cause = "14.A.1a" if what == FORT else "14.A.1b"
    if len(units) > 2 or (len(units) == 2 and word == WORKERS):
        raise Illegal("14.A.1.b", "construction costs cannot be decreased any further")
    for unit in units:
        if not on_map(p, unit) or p.side_of(unit) != p.s.active or not engineers.builds(p, unit):
            raise Illegal("14.A.4" if engineers.lays_rails(p, unit) else "14.A.1", f"{name(p, unit)} builds nothing of the kind")
        if engineers.is_busy(p, unit):
            raise Illegal(cause, f"{name(p, unit)} is building already")
        if not supply.in_supply(p, unit):
            raise Illegal(cause, f"{name(p, unit)} is out of supply")
    if len({p.s.loc[unit] for unit in units}) > 1:
        raise Illegal("14.A.1.b", "engineers who work together are stacked together")
    if p.s.active == SOVIET and p.s.turn == 1:
        raise Illegal("31.G", "the Soviets begin no fort or permanent airfield on Jun II 41")
    if word == WORKERS:
        refused = engineers.workers_refusal(p, units[0])
        if refused is not None:
            raise refused
    hex = p.s.loc[units[0]]
    refused = place_refusal(p, what, hex)
    if refused is not None:
        raise refused
    if resource_points.nearest(p, p.s.active, [hex]) < 0:
        raise Illegal("14.A.1d", f"no resource point can be traced to from {where(p, hex)}")


@rule("14.A.1a", "14.A.1b", "14.A.1d")
def begin(p: P, command: Command) -> None:
    what, units, hex = WHAT[command.verb], command.units, p.s.loc[command.units[0]]
    resource_points.spend(p, resource_points.nearest(p, p.s.active, [hex]), p.s.active, "14.A.1d")
    quick = len(units) == 2 or command.word == WORKERS
    if command.word == WORKERS:
        engineers.hire(p, units[0])
    p.s.sites = (*p.s.sites, Site(hex, what, p.s.active, units, needs(p, what, hex), quick=quick))
    p.emit(ConstructionBegun(units=units, hex=hex, what=what, side=p.s.active, rule="14.A.1a" if what == FORT else "14.A.1b"))


@rule("14.A.1a", "14.A.1b")
def needs(p: P, what: str, hex: int) -> int:
    """Quarters of turns: one turn for airfields and for forts in clear or rough ground, two for forts elsewhere."""
    chart = p.game.raw["engineers"]["turns"]
    open_ground = terrain.is_open(p.game, hex)
    if what == AIRFIELD:
        return int(chart["permanent_airfield"]) * TURN
    return int(chart["fort_clear_or_rough" if open_ground else "fort_other"]) * TURN


# ---------------------------------------------------------------- going on


@rule("14.A.1.a", "14.A.1.b")
def progress(p: P, site: Site) -> int:
    """What a turn of work adds: half as much in poor weather, twice as much for two engineers or with workers."""
    gained = TURN // 2 if weather.poor_at(p, site.hex) else TURN
    return gained * 2 if site.quick else gained


@rule("14.A.1.b")
def is_one_day_job(p: P, site: Site) -> bool:
    """Two engineers finish in the movement phase what takes one turn: each spends half its allowance."""
    return site.quick and site.done == 0 and site.needs * 2 <= progress(p, site)


@rule("14.A.1.b")
def work_quickly(p: P) -> None:
    """The movement phase begins: what two engineers do in half a turn is done. Nobody has moved by that, so that divisions may
    still break down (15.A)."""
    p.pop()
    for site in p.s.sites:
        if site.side == p.s.active and is_one_day_job(p, site):
            for unit in site.engineers:
                points.pay(p, unit, -(-points.rating(p, unit) // (2 * ONE)) * ONE)
            _complete(p, site)


@rule("14.A.1.a")
def count_turn(p: P) -> None:
    """A player turn is over: its work counts."""
    p.pop()
    if any(site.side == p.s.active for site in p.s.sites):
        p.s.sites = tuple(
            replace(site, done=site.done + progress(p, site)) if site.side == p.s.active else site for site in p.s.sites
        )


@rule("14.A.1a", "14.A.1b")
def complete_all(p: P, side: int) -> None:
    """The initial phase begins: what has been worked on long enough is there."""
    for site in p.s.sites:
        if site.side == side and site.done >= site.needs:
            _complete(p, site)


@rule("14.A.1.c")
def call_workers(p: P) -> None:
    """A player turn begins: workers who help to build something help on, if their city can still spare them."""
    for site in p.s.sites:
        if site.side == p.s.active and site.quick and len(site.engineers) == 1:
            if engineers.workers_refusal(p, site.engineers[0]) is None:
                engineers.hire(p, site.engineers[0])
            else:
                p.s.sites = tuple(replace(other, quick=False) if other is site else other for other in p.s.sites)


@rule("14.A.1b")
def _complete(p: P, site: Site) -> None:
    p.s.sites = tuple(other for other in p.s.sites if other is not site)
    if site.what == FORT:
        p.s.set("fort", site.hex, 1)
        p.emit(FortBuilt(hex=site.hex, side=site.side, rule="14.A.1a"))
    else:
        airbases.build_airfield(p, site.hex, PERMANENT)
        p.emit(AirfieldBuilt(hex=site.hex, permanent=True, side=site.side, rule="14.A.1b"))


@rule("14.A.1a", "14.A.1d")
def left(p: P, hex: int, side: int) -> None:
    """Somebody has left a hex: what nobody builds any more is given up, and its resource point lost."""
    for site in p.s.sites:
        if site.hex != hex:
            continue
        staying = tuple(unit for unit in site.engineers if p.s.loc[unit] == hex)
        if not staying:
            p.s.sites = tuple(other for other in p.s.sites if other is not site)
            p.emit(ConstructionLost(hex=hex, what=site.what, side=site.side, rule="14.A.1a"))
        elif staying != site.engineers:
            changed = replace(site, engineers=staying, quick=False)
            p.s.sites = tuple(changed if other is site else other for other in p.s.sites)


# ---------------------------------------------------------------- what may be named


def can_begin(what: str, p: P, hexes: Sequence[int]) -> list[int]:
    if not resource_points.places(p, p.s.active):
        return []
    return [unit for unit in engineers.engineers_at(p, hexes) if is_legal(check_begin, p, Command(ORDERS[what], (unit,)))]


def sample(what: str, p: P, rng: random.Random) -> Command | None:
    found = engineers.engineers_at(p, ()) if resource_points.places(p, p.s.active) else []
    for unit in rng.sample(found, min(4, len(found))):
        command = Command(ORDERS[what], (unit,), word=rng.choice((None, WORKERS)))
        if is_legal(check_begin, p, command):
            return command
    return None


def is_needed(p: P, side: int) -> bool:
    """Could anything be begun?"""
    if not resource_points.places(p, side):
        return False
    orders = (Command(ORDERS[what], (unit,)) for unit in engineers.engineers_at(p, ()) for what in (FORT, AIRFIELD))
    return any(is_legal(check_begin, p, order) for order in orders)
