"""Bombing: air units against the ground units of a hex."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from ....core.air import Mission
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Bombed
from ..material import P
from ..state import DISRUPTED, FRESH, GERMAN, RUSSIAN
from .aircraft import can_fly, check_range, check_ready, check_together, is_front, is_ready, launch, range_of, shoot_down
from .condition import disrupt, has, reveal
from .odds import row_of


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
        if has_been_bombed(p, unit, target):
            raise Illegal("air.2", f"another front aviation has bombed {p.game.board.names[target]} in this phase")
    check_together(p, units)
    launch(p, Mission("bomb", p.s.active, target, units))


@rule("air.2")
def has_been_bombed(p: P, unit: int, hex: int) -> bool:
    """Has another front aviation bombed the hex in this phase? One after the other is combining too."""
    return hex in p.s.supported and is_front(p, unit)


def bombers(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Air units that can bomb the hex (or any hex)."""
    air = p.game.air_of[p.s.active]
    if hexes:
        return [u for u in air if can_fly(p, u, hexes[0], "bomb") and not has_been_bombed(p, u, hexes[0])]
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
            p.emit(Bombed(hex=hex, effect=result, side=side, rule="air.4"))
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
