"""10.1 to 10.6 Prepared assaults: who may attack what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases, targets
from ...assault.flags import ATTACKED, PHASE_FLAGS
from ..material import Material, P
from ..state import GERMAN
from .november import is_declaration_turn
from .supply import acting_from, can_act


@rule("10.4", "10.28a")
def begin_combat(p: P) -> None:
    """A new combat phase: nobody has attacked, been attacked or retreated in it."""
    p.s.clear_all(PHASE_FLAGS)


@rule("10.14")
def closed_to_vehicles(game: Material) -> npt.NDArray[np.bool_]:
    """Hexes that no vehicle (`shuns_marsh`) can attack, whatever stands there."""
    return game.arrays.marsh  # type: ignore[no-any-return]


@rule("10.16", "9.14")
def ground_against(p: P, unit: int, hex: int, target: int) -> str:
    """The rule by which a unit could not attack from one hex into another, as far as the ground goes; empty for none."""
    game = p.game
    direction = game.board.direction(hex, target)
    if direction < 0:
        return "10.1"
    if game.reservoir[hex][direction]:
        return "10.16"
    return "10.14" if game.shuns_marsh[p.s.kind[unit]] and closed_to_vehicles(game).item(target) else ""


def may_strike(p: P, unit: int, hex: int, target: int) -> bool:
    """Could this unit attack from one hex into the next, as far as the ground goes?"""
    return not ground_against(p, unit, hex, target)


@rule("10.1", "10.3", "10.4", "10.6", "7.6a")
def check_attacker(p: P, unit: int, target: int) -> None:
    """Any unit next to the target may join, once per phase, whatever the rest of its stack does."""
    s, game = p.s, p.game
    handle, names = game.pieces[unit].handle, game.board.names
    if game.side_of[unit] != s.active:
        raise Illegal("10.1", f"{handle} belongs to the other side")
    here = s.loc[unit]
    against = ground_against(p, unit, here, target) if 0 <= here < game.board.hexes else "10.1"
    if against == "10.1":
        raise Illegal("10.1", f"{handle} is not next to {names[target]}")
    if s.flags[unit] & ATTACKED:
        raise Illegal("10.4", f"{handle} has attacked in this phase already")
    if against == "10.16":
        raise Illegal("10.16", f"{handle} cannot attack {names[target]} across a reservoir")
    if against:
        raise Illegal(against, f"{handle} is mechanized and cannot attack into marsh")
    if not can_act(p, unit):
        raise Illegal("7.6a", f"{handle} is out of supply and has no attack factor")


@rule("10.2", "10.4", "10.28a")
def check_target(p: P, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who defends a hex and who merely stands in it."""
    return targets.defenders_of(p, target, "10.1", "10.4")


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A hex that may be attacked, by units that may attack it."""
    check_target(p, target)
    for unit in units:
        check_attacker(p, unit, target)


# ---------------------------------------------------------------- what may be named


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the active side that may attack the given hex (or any hex)."""
    if not hexes:
        found: set[int] = set()
        for target in attackable(p):
            found.update(attackers_of(p, (target,)))
        return sorted(found)
    target, fed, count = hexes[0], acting_from(p, p.s.active), p.s.count[p.s.active]
    closed, launch = closed_to_vehicles(p.game).item(target), p.game.launch_hexes[target]
    able: list[int] = []
    for hex in launch:
        if count[hex] and (fed is None or fed.item(hex)):
            able += _able_in(p, hex, closed)
    return able


def _able_in(p: P, hex: int, closed: bool) -> list[int]:
    """Units of the active side in a supplied hex that may still attack: where the ground is closed to vehicles, without those."""
    s, shuns_marsh = p.s, p.game.shuns_marsh
    flags, kind = s.flags, s.kind
    return [u for u in p.units(hex, s.active) if not flags[u] & ATTACKED and not (closed and shuns_marsh[kind[u]])]


def attackable(p: P) -> list[int]:
    """Enemy-held hexes that somebody may attack."""
    return [target for target, _ in attackable_by(p)]


def attackable_by(p: P) -> Iterator[tuple[int, list[list[int]]]]:
    """Enemy-held hexes that somebody may attack, and who may, stack by stack."""
    if p.s.active == GERMAN and is_declaration_turn(p):
        return
    fed, closed_to, launch_hexes = acting_from(p, p.s.active), closed_to_vehicles(p.game), p.game.launch_hexes
    count = p.s.count[p.s.active]
    ready: dict[tuple[int, bool], list[int]] = {}  # most stacks are beside several targets
    for target in targets.open_among(p, targets.contested(p)):
        closed = closed_to.item(target)
        found = []
        for hex in launch_hexes[target]:
            if count[hex]:
                able = ready.get((hex, closed))
                if able is None:
                    able = ready[hex, closed] = _able_in(p, hex, closed) if fed is None or fed.item(hex) else []
                if able:
                    found.append(able)
        if found:
            yield target, found


@rule("10.1")
def end_combat(p: P, command: Command) -> None:
    """Attacking is voluntary, except for spoiling attacks (11.2)."""
    phases.close(p)
