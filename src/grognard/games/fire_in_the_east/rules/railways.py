"""Rule 7: railways. Which lines a side may use, how much it may carry on them, breaks, and the line that is still being built.

How units move on them is in `rail_movement.py`; gauges are changed by railroad engineers (`engineers.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import numpy as np

from ....core.board import Mask
from ....core.command import Command
from ....core.derived import CONTROL, derived, of
from ....core.errors import Illegal
from ....core.paths import Bytes
from ....core.rule import rule
from .. import rails, short_scenarios
from ..events.lines import CapacityRaised, LineBuilt, LineCut
from ..material import Material, P
from ..rails import Rails
from ..state import AXIS, ONE, SOVIET
from . import bombed_targets, bridges, movement, points, resource_points, supply, terrain
from .units import counted_size, face, name, on_map, where

NETS = short_scenarios.NETS
SOVIET_NET, GERMAN_NET, FINNISH_NET = range(3)
NOV_I = 10  #: the turn on which the new line is opened (7.D)
TURNS_TO_BUILD = 2


# ---------------------------------------------------------------- lines and their gauge


@rule("7", "7.A.3", "38.C", "7.A.3a")
def lines(p: P) -> Rails:
    """The railways of the board; with the advanced rule the line from Velikie Luki to Riga is broad."""
    broad = p.option("riga-line") == "on"
    found: Rails = _kept(p.game, ("rails", broad), partial(_read, p.game, broad))
    return found


def _read(game: Material, broad: bool) -> Rails:
    riga = frozenset(game.board.areas["velikie-luki-riga"].hexes) if broad else frozenset()
    return rails.read_rails(game.board, riga)


@derived(of("track"))
def standard(p: P) -> Bytes:
    """By hex, the directions in which lines of standard gauge lead."""
    gauges: Bytes = lines(p).standard ^ (p.s.arrays.track & rails.ALL).astype(np.uint8)
    return gauges


@derived(of("track"))
def built(p: P) -> Bytes:
    """By hex, the directions in which a railway leads at all: the line of 7.D is a road until it is opened."""
    found = lines(p)
    opened = (p.s.arrays.track & rails.BUILT) != 0
    return np.where(opened, found.lines, found.lines & ~found.planned).astype(np.uint8)


def has_railway(p: P, hex: int) -> bool:
    return bool(built(p)[hex])


@derived(of("track"), of("changed"), CONTROL)
def usable(p: P, side: int) -> Bytes:
    """By hex, the directions in which lines lead whose gauge a side may use (for supply: those regauged just now among them)."""
    return _axis_lines(p) if side == AXIS else _soviet_lines(p)


@rule("7.A.3b", "12.B.4")
def _axis_lines(p: P) -> Bytes:
    """Standard gauge everywhere, broad gauge on the Finnish net."""
    return np.where(finnish_net(p.game), built(p), built(p) & standard(p)).astype(np.uint8)


@rule("7.A.3c", "12.B.4")
def _soviet_lines(p: P) -> Bytes:
    """Broad gauge everywhere, standard gauge where it is joined to a city of the west that the Soviets have always held."""
    narrow: Bytes = built(p) & standard(p)
    theirs = p.s.arrays.control == SOVIET
    cities = western_cities(p.game) & theirs & (p.s.arrays.changed == 0)
    joined = rails.joined(p.game.board, narrow, (~theirs).astype(np.uint8), cities.astype(np.uint8))
    return np.where(joined != 0, built(p), built(p) & ~standard(p)).astype(np.uint8)


@rule("7.A.3b")
def finnish_net(game: Material) -> Mask:
    """Hexes of the Finnish rail net: Finland, and the USSR within the stop line."""
    found: Mask = _kept(game, "finnish net", lambda: game.board.mask("finland") | game.board.mask("within-stop-line"))
    return found


@rule("7.A.3c")
def western_cities(game: Material) -> Mask:
    """Cities of any size in the part of the Soviet Union that has standard gauge."""
    kinds = ("reference-city", "dot-city", "major-city")
    west = ("baltic-states", "eastern-poland", "eastern-rumania")
    found: Mask = _kept(
        game, "western cities", lambda: game.board.place_mask(*kinds) & np.logical_or.reduce([*map(game.board.mask, west)])
    )
    return found


@rule("7.A.3e", "errata.rules.7A3")
def open_to_trains(p: P, side: int) -> Bytes:
    """Lines a side may move on: none in a hex in which one has been regauged in this player turn."""
    return bridges.without_trains(p, np.where(fresh(p), 0, usable(p, side)).astype(np.uint8))


@rule("7")
def through_cities(p: P, usable: Bytes, gauges: Bytes) -> tuple[Bytes, Bytes]:
    """Lines and their gauges with what trains use besides: between neighbouring hexes of one major city that usable railways lead
    to they pass as on a line, of standard gauge in a hex that has no other."""
    steps = [step for step in _city_steps(p.game) if usable.item(step[0]) and usable.item(step[2])]
    if not steps:
        return usable, gauges
    lines, widths = usable.copy(), gauges.copy()
    for here, direction, there in steps:
        if not bridges.is_down(p, here, there):
            lines[here] |= 1 << direction
            narrow = usable.item(here) & ~gauges.item(here) == 0
            widths[here] = (widths.item(here) & ~(1 << direction)) | narrow << direction
    return lines, widths


def is_within_city(game: Material, here: int, there: int) -> bool:
    """Are these neighbouring hexes of a major city that railways lead to, without a line between them?"""
    return any((one, other) == (here, there) for one, _, other in _city_steps(game))


def _city_steps(game: Material) -> list[tuple[int, int, int]]:
    """Hex, direction and hex of such neighbours."""
    found: list[tuple[int, int, int]] = _kept(game, "city steps", partial(_read_city_steps, game))
    return found


def _read_city_steps(game: Material) -> list[tuple[int, int, int]]:
    board, tracks, lanes = game.board, terrain.railways(game), terrain.streets(game)
    city = {place.hex: place.name for place in board.places if place.kind == "major-city" and tracks[place.hex].any()}
    return [
        (hex, direction, near) for hex, name in city.items() for direction, near in enumerate(board.rows[hex])
        if city.get(near) == name and lanes[hex, direction] and not tracks[hex, direction]
    ]  # fmt: skip


def fresh(p: P) -> Mask:
    """Hexes in which a line has been regauged in this player turn."""
    found: Mask = (p.s.arrays.track >> rails.FRESH & rails.ALL) != 0
    return found


def forget_fresh_gauges(p: P) -> None:
    """A player turn begins: what was regauged in the last one can be used."""
    if fresh(p).any():
        p.s.fill("track", p.s.arrays.track & ~(rails.ALL << rails.FRESH))


def _kept(game: Material, key: Hashable, make: Callable[[], Any]) -> Any:
    """What follows from the material alone, worked out once."""
    if key not in game.kept:
        game.kept[key] = make()
    return game.kept[key]


# ---------------------------------------------------------------- capacity, in eighths of equivalents


@rule("7.A.4a", "7.A.3b")
def net_of(p: P, hex: int, side: int) -> int:
    """The net to which a hex belongs for a side."""
    if side == SOVIET:
        return SOVIET_NET
    return FINNISH_NET if finnish_net(p.game)[hex] else GERMAN_NET


@rule("7.A.4", "7.A.4a", "7.A.4f", "31.G", "20.F.1.d")
def capacity(p: P, net: int) -> int:
    """What a net can carry in this turn: what it can always, what has been bought, less what bombs and lost cities have taken."""

    chart = p.game.raw["rail"]["capacities"][NETS[net]]
    base = chart["jun_ii_41"] if net == SOVIET_NET and p.s.turn == 1 else chart["base"]
    if net == SOVIET_NET:
        base -= p.s.rail_lost
    bombed = bombed_targets.yard_loss(p, SOVIET if net == SOVIET_NET else AXIS, finnish=net == FINNISH_NET)
    if p.s.scenario:
        base = -(-int(base) // short_scenarios.cut(p.game, p.s.scenario).said.rail.get(NETS[net], 1))
    return max(0, int(base) * ONE + p.s.rail_bought[net] - bombed)


def capacity_left(p: P, net: int | str) -> int:
    """What a net can still carry in this turn."""
    number = NETS.index(net) if isinstance(net, str) else net
    return max(0, capacity(p, number) - p.s.rail_used[number])


def charge(p: P, net: int | str, size: int) -> None:
    """So much of a net's capacity is used."""
    number = NETS.index(net) if isinstance(net, str) else net
    p.s.rail_used = _changed(p.s.rail_used, number, size)


def _changed(row: tuple[int, int, int], at: int, by: int) -> tuple[int, int, int]:
    found = [*row]
    found[at] += by
    return found[0], found[1], found[2]


def begin_turn(p: P, side: int) -> None:
    """A side's player turn begins with empty trains."""
    mine = (SOVIET_NET,) if side == SOVIET else (GERMAN_NET, FINNISH_NET)
    for row in ("rail_used", "rail_bought"):
        kept = tuple(0 if net in mine else value for net, value in enumerate(getattr(p.s, row)))
        if kept != getattr(p.s, row):
            setattr(p.s, row, kept)
    if p.s.freighted:
        p.s.freighted = ()
    forget_fresh_gauges(p)


@rule("7.A.4b", "14.I", "12.Fa")
def rail_size(p: P, unit: int) -> int:
    """Eighths of equivalents that a unit takes on a train: combat/motorized units and cavalry twice their size."""
    shown = face(p, unit)
    return counted_size(p, unit) * (2 if shown.motorized or shown.cavalry else 1)


def nets_of(p: P, side: int) -> list[int]:
    return [SOVIET_NET] if side == SOVIET else [GERMAN_NET, FINNISH_NET]


def payers(p: P) -> list[int]:
    """Hexes whose resource points can be spent on capacity."""

    return [hex for hex in resource_points.places(p, p.s.active) if not supply.isolated_at(p, hex, p.s.active)]


@rule("7.A.4d", "7.A.4e", "31.G", "12.Fa")
def check_raise(p: P, command: Command) -> None:
    """Resource points that are not isolated may be spent on capacity in the owner's initial phase."""

    net, spent = _net_named(p, command), command.number or 0
    chart = p.game.raw["rail"]["capacities"][NETS[net]]
    if net == SOVIET_NET and p.s.turn == 1:
        raise Illegal("31.G", "the Soviet rail capacity cannot be raised on Jun II 41")
    if spent < 1 or p.s.rail_bought[net] // ONE + spent * chart["re_per_resource_point"] > chart["max_increase"]:
        raise Illegal("7.A.4d", f"the {NETS[net]} net can be raised by {chart['max_increase']} regimental equivalents at most")
    hex = command.hexes[0]
    if not 0 <= hex < p.game.board.hexes or p.s.control[hex] != p.s.active or p.s.resource[hex] < spent:
        raise Illegal("7.A.4d", f"there are not {spent} resource points of yours in {where(p, hex)}")
    if supply.isolated_at(p, hex, p.s.active):
        raise Illegal("7.A.4e", f"the resource points in {where(p, hex)} are isolated")


def _net_named(p: P, command: Command) -> int:
    names = [NETS[net] for net in nets_of(p, p.s.active)]
    if command.word not in names:
        raise Illegal("7.A.4a", f"name a net: {', '.join(names)}")
    return NETS.index(command.word)


@rule("7.A.4d")
def raise_capacity(p: P, command: Command) -> None:
    """Spend resource points of a hex on a net, for this turn."""
    net, spent, hex = _net_named(p, command), command.number or 0, command.hexes[0]
    more = spent * p.game.raw["rail"]["capacities"][NETS[net]]["re_per_resource_point"]
    p.s.set("resource", hex, p.s.resource[hex] - spent)
    p.s.rail_bought = _changed(p.s.rail_bought, net, more * ONE)
    p.emit(CapacityRaised(hex=hex, net=NETS[net], points=spent, more=more, side=p.s.active, rule="7.A.4d"))


@rule("7.A.4f")
def lose_city(p: P, hex: int, side: int) -> None:
    """A Soviet major city hex is captured for the first time: capacity is lost for good."""
    if side != AXIS or p.s.changed[hex] or not p.game.big_city[hex] or not p.game.ussr[hex]:
        return
    chart = p.game.raw["rail"]["capacities"]["soviet"]
    full = any("full-hex" in place.tags for place in p.game.board.places_at(hex))
    p.s.rail_lost += chart["per_full_city_hex_lost"] if full else chart["per_partial_city_hex_lost"]


# ---------------------------------------------------------------- breaks


@rule("7.C", "6d")
def cut_refusal(p: P, unit: int) -> Illegal | None:
    """Why a unit cannot break the railway in its hex."""

    hex = p.s.loc[unit]
    if not on_map(p, unit) or not has_railway(p, hex):
        return Illegal("7.C", f"there is no railway in the hex of {name(p, unit)}")
    if p.s.broken[hex]:
        return Illegal("7.C", f"the railway in {where(p, hex)} is broken already")
    refused = movement.unable(p, unit)
    if refused is not None:
        return refused
    if points.points_left(p, unit) < cut_price(p):
        return Illegal("7.C", f"breaking a railway costs {cut_price(p) // ONE} movement points")
    return None


def cut_price(p: P) -> int:
    return int(p.game.raw["rail"]["break_mp"]) * ONE


@rule("7.C")
def cut(p: P, command: Command) -> None:
    """A unit breaks the railway in its hex, all lines of it."""
    unit = command.units[0]
    points.pay(p, unit, cut_price(p))
    break_line(p, p.s.loc[unit], "7.C")


def break_line(p: P, hex: int, cause: str) -> None:
    """The railway in a hex is broken, by soldiers or by bombs."""
    if has_railway(p, hex) and not p.s.broken[hex]:
        p.s.set("broken", hex, 1)
        p.emit(LineCut(hex=hex, side=p.s.active, rule=cause))


# ---------------------------------------------------------------- the line that is being built


@rule("7.D")
def planned(game: Material) -> list[int]:
    """The hexes of the new line."""
    found: list[int] = _kept(game, "planned", lambda: np.flatnonzero(rails.read_rails(game.board).planned).tolist())
    return found


@rule("7.D")
def open_new_line(p: P) -> None:
    """On Nov I 41 the new line is opened wherever the Soviets hold it, later whatever they have held again for two turns."""
    p.pop()
    s = p.s
    if s.turn < NOV_I:
        return
    waiting = dict(s.rail_due)
    ready = [hex for hex in planned(p.game) if not s.track[hex] & rails.BUILT and s.control[hex] == SOVIET
             and (s.turn == NOV_I or waiting.get(hex, s.turn + 1) <= s.turn)]  # fmt: skip
    for hex in ready:
        s.set("track", hex, s.track[hex] | rails.BUILT)
    if ready:
        s.rail_due = tuple((hex, turn) for hex, turn in s.rail_due if hex not in ready)
        p.emit(LineBuilt(places=tuple(ready), side=SOVIET, rule="7.D"))


@rule("7.D")
def note_new_line(p: P, hex: int, side: int) -> None:
    """A hex of the new line that the Soviets have lost or won back after its opening."""
    s = p.s
    if s.turn < NOV_I or hex not in planned(p.game) or s.track[hex] & rails.BUILT:
        return
    due = [(other, turn) for other, turn in s.rail_due if other != hex]
    s.rail_due = tuple(sorted([*due, (hex, s.turn + TURNS_TO_BUILD)] if side == SOVIET else due))


# ---------------------------------------------------------------- a hex changes hands


def taken(p: P, hex: int, side: int) -> None:
    """What a hex that changes hands means for railways."""
    lose_city(p, hex, side)
    note_new_line(p, hex, side)
    if not p.s.changed[hex]:
        p.s.set("changed", hex, 1)
