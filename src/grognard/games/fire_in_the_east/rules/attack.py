"""Rules 9, 9.B and 14.B.2: which attacks may be announced."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Attacked
from ....core.rule import rule
from ..counters import RAIL
from ..material import P
from ..state import ATTACKED, IDLE, LANDED, SOVIET, STRATEGIC, Fight
from . import axis_allies, conversions, naval, resource_points, surprise, zones
from .casualties import lose
from .combat import barred
from .engagement import battle_of, contact, defenders_in, may_enter, ships_for
from .stacking import excess
from .units import face, on_map

#: the attacker does without the help of his engineers
SPARING = "sparing"
FAR = 2  #: the range of railroad artillery


# ---------------------------------------------------------------- one unit


@rule("9", "9.B.1", "9.B.3", "7.A.2", "14.B.2", "14.F", "25.Cb", "28.B.2b", "31.A.5c")
def check_attacker(p: P, unit: int, target: int) -> None:
    """A unit attacks what it is next to (railroad artillery over two hexes), once, and not where it could not go."""
    game, s, name = p.game, p.s, p.game.pieces[unit].handle
    here, place = s.loc[unit], p.game.board.names[target]
    if game.is_ship[unit] and game.side_of[unit] == s.active:
        if not naval.may_fire(p, unit, target):
            raise Illegal("28.B.2b", f"{name} does not fire at {place}")
        return
    if game.side_of[unit] != s.active or not game.is_ground[unit] or not 0 <= here < game.board.hexes:
        raise Illegal("9", f"{name} cannot attack")
    if s.flags[unit] & ATTACKED:
        raise Illegal("9.B.1", f"{name} has attacked in this combat phase already")
    if s.flags[unit] & STRATEGIC:
        raise Illegal("7.A.2", f"{name} has moved by strategic rail and does not attack")
    if s.flags[unit] & IDLE:
        raise Illegal("25.A.b", f"{name} does not attack in the player turn of its drop")
    for refused in (surprise.idle(p, unit), conversions.resting(p, unit), axis_allies.attack_refused(p, unit, target)):
        if refused is not None:
            raise refused
    if s.foes[s.active][here] and here != target and defenders_in(p, here, s.active):
        raise Illegal("25.Cb", f"{name} must attack the enemy in its own hex")
    shown = face(p, unit)
    if shown.type == "fortified area":
        raise Illegal("31.A.5c", f"{name} may not attack")
    distance = game.board.distance(here, target)
    if distance > (FAR if shown.artillery == "railroad" else 1):
        raise Illegal("9", f"{name} is not next to {place}")
    if distance == 1 and shown.moves_as != RAIL and not may_enter(p, unit, here, target):
        raise Illegal("9", f"{place} is closed to {name} by the ground, so it does not attack there")


@rule("9.B.1", "9.B.2", "9.F.1d")
def check_target(p: P, target: int) -> None:
    """A hex with enemies is attacked once; those who have retreated into it do not protect the others."""
    board = p.game.board
    there = defenders_in(p, target, p.s.active) if target < board.hexes else []
    if not there:
        raise Illegal("9", f"there is no enemy unit in {board.names[target]}")
    if all(p.s.flags[unit] & ATTACKED for unit in there):
        raise Illegal("9.B.1", f"the units in {board.names[target]} have been attacked in this combat phase already")


# ---------------------------------------------------------------- an attack


@rule("8.B", "9", "9.A.1", "9.B", "9.B.4", "9.B.5", "9.B.7", "8.Bb", "32.A.a")
def check_attack(p: P, target: int, units: Sequence[int], *, sparing: bool = False) -> None:
    """May these units attack a hex together?"""
    if not units or len(set(units)) != len(units):
        raise Illegal("9.B.5", "name each unit once")
    check_target(p, target)
    by_origin = defaultdict(list)
    for unit in units:
        check_attacker(p, unit, target)
    troops = ground_of_force(p, units)
    if not troops:
        raise Illegal("28.B.2b", "ships only help units on land")
    for unit in troops:
        by_origin[p.s.loc[unit]].append(unit)
    if axis_allies.mixed(p, troops):
        raise Illegal("32.A.a", "Hungarians attack neither with Rumanians nor with Slovakians")
    for here, group in by_origin.items():
        if excess(p, p.s.active, target, group) > 0:
            place = p.game.board.names[here]
            raise Illegal("9.B.7", f"no more units may attack from {place} than could stack in the hex attacked")
    why = barred(battle_of(p, p.s.active, target, units, sparing=sparing), p.game.charts)
    if why is not None:
        raise Illegal(why.rule, why.why)
    refused = resource_points.attack_refusal(p, troops, target)
    if refused is not None:
        raise refused


def ground_of_force(p: P, units: Sequence[int]) -> list[int]:
    """Those of the units that fight on land."""
    return [unit for unit in units if p.game.is_ground[unit]]


def check(p: P, command: Command) -> None:
    """May this attack be announced?"""
    check_attack(p, command.hexes[0], command.units, sparing=command.word == SPARING)


@rule("9", "9.B.4", "9.B.6", "28.B.2c")
def attack(p: P, command: Command) -> None:
    """An attack is announced, and carried out at once, before any other."""
    (target,), units, sparing = command.hexes, command.units, command.word == SPARING
    s = p.s
    defenders = (*defenders_in(p, target, s.active), *ships_for(p, target, s.active))
    origins = tuple(s.loc[unit] for unit in units)
    s.mark(ground_of_force(p, units), ATTACKED)
    s.mark(ground_of_force(p, defenders), ATTACKED)
    s.battle = Fight(s.active, target, units, origins, defenders, sparing)
    p.emit(Attacked(units=units, targets=(target,), side=s.active, rule="9"))
    resource_points.pay_for_attack(p, ground_of_force(p, units), target)
    p.queue(("battle.support",), ("battle.resolve",))


# ---------------------------------------------------------------- what may be named


def contested(p: P) -> list[int]:
    """Hexes with enemies that have not been attacked and own units beside or among them."""
    side, hexes = p.s.active, p.game.board.hexes
    own, foes = zones.of_side(p, side).count[:hexes], zones.of_side(p, p.foe(side)).count[:hexes]
    shared: list[int] = np.nonzero((own > 0) & (foes > 0))[0].tolist()
    return [hex for hex in sorted({*contact(p, side), *shared}) if is_open(p, hex)]


def is_open(p: P, hex: int) -> bool:
    try:
        check_target(p, hex)
    except Illegal:
        return False
    return True


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may attack a hex (or any hex)."""
    if not hexes:
        return sorted({unit for hex in contested(p) for unit in attackers_of(p, (hex,))})
    (target,) = hexes[:1]
    board = p.game.board
    near = {target, *board.adjacent(target)}
    guns = {far for hex in near for far in board.adjacent(hex)} - near
    found = [u for hex in sorted(near) for u in p.units(hex, p.s.active)]
    found += [u for hex in sorted(guns) for u in p.units(hex, p.s.active) if face(p, u).artillery == "railroad"]
    if p.s.active == SOVIET:
        found += naval.ships(p)
    return [unit for unit in found if may(p, unit, target)]


def may(p: P, unit: int, target: int) -> bool:
    """May a unit take part in an attack on a hex from where it stands?"""
    try:
        check_attacker(p, unit, target)
    except Illegal:
        return False
    return True


def attackable(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that the units named, or anybody, may attack."""
    if units:
        here = p.s.loc[units[0]]
        near = {far for hex in (here, *p.game.board.adjacent(here)) for far in (hex, *p.game.board.adjacent(hex))}
        found = [hex for hex in sorted(near) if p.s.foes[p.s.active][hex] and is_open(p, hex)]
        return [hex for hex in found if is_legal(p, hex, units)]
    return [hex for hex in contested(p) if attackers_of(p, (hex,))]


def is_legal(p: P, target: int, units: Sequence[int]) -> bool:
    try:
        check_attack(p, target, units)
    except Illegal:
        return False
    return True


def list_attacks(p: P) -> Iterator[Command]:
    """Attacks on one hex by one unit, or by the strongest force that may attack it together."""
    for hex in contested(p):
        able = tuple(attackers_of(p, (hex,)))
        force = tuple(strongest(p, hex, able))
        for units in (*((unit,) for unit in able), *((force,) if len(force) > 1 else ())):
            if is_legal(p, hex, units):
                yield Command("attack", units, (hex,))


def strongest(p: P, target: int, able: Sequence[int], *, within: bool = False) -> list[int]:
    """As many of these units as may attack a hex together, the strongest first; `within` the limits of their own hexes too."""
    chosen: dict[int, list[int]] = defaultdict(list)
    for unit in sorted(able, key=lambda unit: -face(p, unit).attack):
        here = p.s.loc[unit]
        group, more = chosen[here], ground_of_force(p, [*chosen[here], unit])
        hexes = (target, here) if within else (target,)
        if p.game.is_ship[unit] or all(excess(p, p.s.active, hex, more) <= 0 for hex in hexes):
            group.append(unit)
    return [unit for group in chosen.values() for unit in group]


def sample_attack(p: P, rng: random.Random) -> Command | None:
    """A random attack: some of those who can, on a random hex."""
    targets = contested(p)
    for hex in rng.sample(targets, min(4, len(targets))):
        able = [unit for unit in attackers_of(p, (hex,)) if rng.random() < 0.8]
        units = tuple(strongest(p, hex, able))
        if units and is_legal(p, hex, units):
            return Command("attack", units, (hex,))
    return None


# ---------------------------------------------------------------- the end of the phase


@rule("9", "25.Ca", "25.Cb")
def check_done(p: P, command: Command) -> None:
    """Attacking is voluntary, but for those who have come down among the enemy."""
    for unit in trapped(p):
        raise Illegal("25.Cb", f"{p.game.pieces[unit].handle} must attack the enemy in its own hex")


def trapped(p: P) -> list[int]:
    """Units that have landed in one hex with enemies, have not attacked them and can do so."""
    return [unit for unit in _among_enemies(p) if not p.s.flags[unit] & ATTACKED and _can_attack_there(p, unit)]


@rule("25.Cb", "9.Ga")
def lose_stranded(p: P) -> None:
    """The phase is over: whoever has landed among enemies and could not attack them, because nobody there has an attack
    strength, is lost."""
    lose(p, _among_enemies(p), "25.Cb", wholly=True, why="landed among enemies whom it cannot attack")


def _among_enemies(p: P) -> list[int]:
    """Units of the phasing side that have landed in one hex with enemies."""
    s = p.s
    landed = np.nonzero(s.arrays.flags & LANDED)[0].tolist()
    ours = [unit for unit in landed if p.game.side_of[unit] == s.active and on_map(p, unit)]
    return [unit for unit in ours if defenders_in(p, s.loc[unit], s.active)]


def _can_attack_there(p: P, unit: int) -> bool:
    """Can a unit attack the hex it stands in, alone or with somebody?"""
    hex = p.s.loc[unit]
    forces = ((unit,), *((unit, other) for other in attackers_of(p, (hex,)) if other != unit))
    return any(is_legal(p, hex, force) for force in forces)


def is_needed(p: P, side: int) -> bool:
    """Is there anybody to attack?"""
    return bool(contested(p))


def sample_done(p: P, rng: random.Random) -> Command | None:
    """The end of the phase, unless somebody must attack first."""
    for unit in trapped(p):
        hex = p.s.loc[unit]
        others = [other for other in attackers_of(p, (hex,)) if other != unit]
        for force in ((unit, *others), (unit,), *((unit, other) for other in others)):
            if is_legal(p, hex, force):
                return Command("attack", force, (hex,))
    return Command("done")
