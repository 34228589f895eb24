"""Random play of what is seldom said: how often it thinks of it, and how it finds a command that can be given.

Verbs whose commands can be listed at no great cost are left to the list, now and then; others draw a candidate and check it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ....core.command import Command
from ....core.errors import is_legal
from ....core.flow import Verb
from ..material import P
from ..rules import (
    airbases,
    breakdown,
    bridges,
    engineers,
    flotillas,
    naval,
    points,
    railways,
    sea_supply,
    sea_transport,
    setup,
    ships,
    supply_status,
)
from ..rules.brandenburg import is_brandenburger
from ..state import SOVIET
from . import air, air_chart, battle, draws_air, home, lines, seas  # noqa: F401 - whose verbs are spoken of
from .machine import FLOW

Sample = Callable[[P, random.Random], Command | None]


def _ferry(p: P, rng: random.Random) -> Command | None:
    """A vessel with one unit of its hex, to a harbour or along the river."""
    vessels = [*naval.ships(p), *naval.flotillas(p)]
    for vessel in rng.sample(vessels, min(6, len(vessels))):
        riders = [unit for unit in p.units(p.s.loc[vessel], SOVIET) if p.game.is_ground[unit]]
        if not riders:
            continue
        if naval.is_flotilla(p, vessel):
            path = flotillas.voyage_of(p, vessel).drawn(rng) if flotillas.refusal(p, vessel) is None else []
        else:
            found = ships.sea_reach(p, p.s.loc[vessel])
            harbours = naval.ports_among(p, found.nodes[1:])
            path = found.path(rng.choice(harbours)) if harbours else []
        command = Command("ferry", (vessel, rng.choice(riders)), tuple(path))
        if path and is_legal(sea_transport.check_ferry, p, command):
            return command
    return None


def _embark(p: P, rng: random.Random) -> Command | None:
    units = sea_transport.german_passengers(p, ())
    ports = sea_transport.german_ports(p, ())
    for _ in range(6 if units else 0):
        command = Command("embark", (rng.choice(units),), (rng.choice(ports),))
        if is_legal(sea_transport.check_transport, p, command):
            return command
    return None


def _convoy(p: P, rng: random.Random) -> Command | None:
    ports = sea_transport.points_ports(p)
    stores = [hex for hex in ports if p.s.resource[hex]]
    command = Command("convoy", (), (rng.choice(stores), rng.choice(ports)), 1) if stores else None
    return command if command is not None and is_legal(sea_transport.check_shipment, p, command) else None


def _span(p: P, rng: random.Random) -> Command | None:
    for unit in engineers.engineers_at(p, ()) if p.s.bridges_down or p.s.bridge_hits else ():
        for end in bridges.beside(p, (unit,)):
            command = Command("span", (unit,), (end,), None, rng.choice((None, engineers.WORKERS)))
            if is_legal(bridges.check_span, p, command):
                return command
    return None


def _seize(p: P, rng: random.Random) -> Command | None:
    own = [unit for unit in p.game.ground_of_side[p.s.active].tolist() if is_brandenburger(p, unit)]
    for unit in rng.sample(own, len(own)):
        for end in bridges.beside(p, (unit,)):
            command = Command("seize", (unit,), (end,))
            if is_legal(bridges.check_seize, p, command):
                return command
    return None


def _blow(p: P, rng: random.Random) -> Command | None:
    own = p.game.ground_of_side[p.s.active]
    for _ in range(8):
        unit = own.item(int(rng.random() * own.size))
        for end in bridges.beside(p, (unit,)):
            command = Command("blow", (unit,), (end,))
            if is_legal(bridges.check_blow, p, command):
                return command
    return None


def _wreck(p: P, rng: random.Random) -> Command | None:
    own = p.game.ground_of_side[p.s.active]
    for _ in range(8):
        unit = own.item(int(rng.random() * own.size))
        own_base = airbases.is_friendly(p, p.s.loc[unit], p.s.active) and airbases.wreck_refusal(p, unit) is None
        if own_base and points.points_left(p, unit) >= airbases.PER_HIT:
            return Command("wreck", (unit,), number=1)
    return None


def _split(p: P, rng: random.Random) -> Command | None:
    command = breakdown.sample_break(p, rng, (breakdown.HEADQUARTERS,))
    return Command("split", command.units) if command is not None else None


def _capacity(p: P, rng: random.Random) -> Command | None:
    hexes, nets = railways.payers(p) if rng.random() < 0.5 else [], railways.nets_of(p, p.s.active)
    if not hexes:
        return None
    command = Command("capacity", (), (rng.choice(hexes),), rng.randint(1, 6), railways.NETS[rng.choice(nets)])
    return command if is_legal(railways.check_raise, p, command) else None


def _provision(p: P, rng: random.Random) -> Command | None:
    """Supply for somebody who needs it."""
    hungry = supply_status.needy(p, SOVIET)
    wet = [hex for hex in {p.s.loc[unit] for unit in hungry} if naval.zone_of(p.game, hex) != naval.NO_ZONE]
    carriers = sea_supply.carriers(p, ()) if wet else []
    for _ in range(2 if carriers else 0):
        command = Command("provision", (rng.choice(carriers),), (rng.choice(wet),))
        if is_legal(sea_supply.check_provision, p, command):
            return command
    return None


def _refit(p: P, rng: random.Random) -> Command | None:
    units = sea_supply.damaged(p, ())
    command = Command("refit", (rng.choice(units),)) if units else None
    return command if command is not None and is_legal(sea_supply.check_refit, p, command) else None


def _relaunch(p: P, rng: random.Random) -> Command | None:
    units = sea_supply.lost(p, ())
    hexes = sea_supply.relaunch_hexes(p, (unit := rng.choice(units),)) if units else []
    command = Command("relaunch", (unit,), (rng.choice(hexes),)) if hexes else None
    return command if command is not None and is_legal(sea_supply.check_relaunch, p, command) else None


def seldom(verb: Verb, share: float) -> Sample:
    """One of the commands that can be listed, in so many cases out of one."""

    def sample(p: P, rng: random.Random) -> Command | None:
        return verb.drawn(p, rng) if rng.random() < share else None

    return sample


#: By step: what finds a command, or in what share of cases the list does; and how often it is thought of.
_MOVEMENT: dict[str, tuple[Sample | float, int]] = {
    "ferry": (_ferry, 4), "embark": (_embark, 2), "convoy": (_convoy, 2), "span": (_span, 6), "seize": (_seize, 20),
    "blow": (_blow, 3), "wreck": (_wreck, 2), "split": (_split, 20), "shoot": (1.0, 20), "drive-off": (draws_air.drive_off, 8),
    "abandon": (1.0, 5),
}  # fmt: skip
_DRAWN: dict[str, dict[str, tuple[Sample | float, int]]] = {
    "movement": _MOVEMENT,
    "exploitation": {word: _MOVEMENT[word] for word in ("blow", "wreck", "split", "shoot", "drive-off", "abandon")},
    "initial.first": {"provision": (_provision, 1), "provide": (0.5, 1)},
    "initial.third": {"capacity": (_capacity, 1), "refit": (_refit, 4), "relaunch": (_relaunch, 4)},
    "initial.fifth": {"plan": (draws_air.plan, 1), "cancel": (0.1, 1)},
    "supply.draw": {"rest": (0.5, 1)},
    "air.interception": {"intercept": (1.0, 3), "scramble": (1.0, 2)},
    "air.missions": {
        "drop": (draws_air.drop, 10), "bridge": (draws_air.bridge, 1), "raid": (draws_air.raid, 1), "repeat": (0.2, 1),
        "cancel": (0.05, 1),
    },
    "air.chart": {
        "deactivate": (0.05, 1), "guards": (draws_air.guards, 1), "nightfighter": (0.8, 1), "salvage": (draws_air.salvage, 1),
        "swap": (draws_air.swap, 1),
    },
    "air.divide": {"bypass": (1.0, 2), "screen": (1.0, 2)},
    "air.jettison": {"jettison": (1.0, 2)},
    "air.strike": {"hold": (0.2, 1)},
    "air.bomb": {"aim": (draws_air.aim, 1)},
    "setup.border": {"place": (setup.sample_place, 80)},
    "setup.axis": {
        "place": (setup.sample_place, 80), "fort": (1.0, 16), "airfield": (1.0, 16), "resource": (1.0, 16), "withhold": (1.0, 60),
    },
    "setup.interior": {"place": (setup.sample_place, 80), "airfield": (1.0, 16), "resource": (1.0, 16), "berth": (1.0, 24)},
    "setup.air": {"assign": (1.0, 24), "base": (1.0, 16)},
}  # fmt: skip

for _step, _verbs in _DRAWN.items():
    for _word, (_how, _often) in _verbs.items():
        _verb = FLOW.steps[_step].verbs[_word]
        _verb.own_sample = seldom(_verb, _how) if isinstance(_how, float) else _how
        _verb.often = _often
        FLOW.steps[_step].verb(_verb)
