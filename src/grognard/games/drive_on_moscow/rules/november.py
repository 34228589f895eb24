"""11.0 The German November offensive."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..game import STACK_LIMIT, P
from ..state import ATTACKED, GERMAN, SOVIET


@rule("11.1")
def may_declare(p: P) -> bool:
    """Once a game, at the very start of turn 4, 5, 6 or 7."""
    return p.game.track[p.s.turn].november_declaration and not p.s.declared


@rule("11.1")
def declare(p: P, command: Command) -> None:
    """The Germans announce their offensive for the next game turn."""
    if not may_declare(p):
        raise Illegal("11.1", "the November offensive can be declared once, at the start of turn 4, 5, 6 or 7")
    p.pop()
    p.s.declared = p.s.turn
    p.emit("declared", side=GERMAN, number=p.s.turn + 1, rule="11.1")


@rule("11.1")
def do_not_declare(p: P, command: Command) -> None:
    """It is never compulsory."""
    p.pop()


@rule("11.2a", "11.2b", "11.2c")
def is_declaration_turn(p: P) -> bool:
    return p.s.declared == p.s.turn > 0


@rule("11.3a", "11.3c")
def is_execution_turn(p: P) -> bool:
    """The offensive runs in the game turn after its declaration."""
    return 0 < p.s.declared == p.s.turn - 1


@rule("11.2b", "11.3b")
def movement_change(p: P, side: int, mechanized: bool) -> int:
    """German movement factors fall by 2 (mechanized) or 1 on the turn of declaration and rise by as much on the next."""
    if side != GERMAN:
        return 0
    change = 2 if mechanized else 1
    return change * (is_execution_turn(p) - is_declaration_turn(p))


@rule("11.2a")
def refuse_attacks_while_preparing(p: P) -> None:
    """No German attack of any kind on the turn of declaration."""
    if p.s.active == GERMAN and is_declaration_turn(p):
        raise Illegal("11.2a", "no German attacks on the turn the November offensive is declared")


@rule("11.2c")
def roll_for_spoiling_attacks(p: P) -> None:
    """Stalin's demand: a die times three units must attack."""
    if is_declaration_turn(p):
        p.s.quota = 3 * p.roll("spoiling attacks", rule="11.2c", side=SOVIET)
        p.emit("demanded", side=SOVIET, number=p.s.quota, rule="11.2c")


@rule("11.2d")
def must_advance(p: P) -> bool:
    """In spoiling attacks victorious units have to advance, as many as can."""
    return p.s.active == SOVIET and is_declaration_turn(p)


# ---------------------------------------------------------------- how many can attack


@rule("11.2c", "11.2e")
def able_to_attack(p: P) -> list[int]:
    """Soviet units that could join a prepared assault from where they stand."""
    from .prepared_assault import attackable_hexes, attackers_of

    found: set[int] = set()
    for target in attackable_hexes(p, ()):
        found.update(attackers_of(p, (target,)))
    return sorted(found)


@rule("11.2e")
def most_that_could_attack_after_moving(p: P) -> int:
    """An upper bound for move/fight: units matched to places next to the enemy, five to a hex."""
    board = p.game.board
    doors: dict[int, list[int]] = {}
    for unit in _soviet_units(p):
        doors[unit] = [hex for hex in _attack_positions(p, unit) if hex < board.hexes]
    return _matching(doors)


def _soviet_units(p: P) -> Iterator[int]:
    on_map = (p.s.loc >= 0) & (p.s.loc < p.game.board.hexes) & (np.array(p.game.side_of) == SOVIET)
    yield from np.nonzero(on_map)[0].tolist()


def _attack_positions(p: P, unit: int) -> list[int]:
    """Hexes the unit could move to (or stay in) from which it may attack somebody."""
    from .movement import reach_of

    found = reach_of(p, (unit,), crowded=False)
    hexes = found.nodes if found is not None else np.array([p.s.loc.item(unit)])
    return hexes[beside_the_enemy(p, bool(p.game.shuns_marsh[p.s.kind.item(unit)]))[hexes]].tolist()  # type: ignore[no-any-return]


@rule("10.14", "10.16", "11.2e")
def beside_the_enemy(p: P, wheels: bool) -> npt.NDArray[np.bool_]:
    """Hexes from which a Soviet unit could attack a German one, as far as the ground goes."""
    key = ("beside", wheels)
    found = p.s.cache.get(key)
    if found is None:
        game, near = p.game, p.game.board.neighbours
        targets = (p.s.count[GERMAN] > 0) & ~(game.marsh if wheels else False)
        found = p.s.cache[key] = (targets[near] & (near >= 0) & ~game.reservoir).any(axis=1)
    return found  # type: ignore[no-any-return]


def _matching(doors: dict[int, list[int]]) -> int:
    """Most units that fit into the hexes they can reach, five to a hex (augmenting paths)."""
    holders: dict[int, list[int]] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for hex in doors[unit]:
            if hex in tried:
                continue
            tried.add(hex)
            inside = holders.setdefault(hex, [])
            if len(inside) < STACK_LIMIT:
                inside.append(unit)
                return True
            for k, other in enumerate(inside):
                if place(other, tried):
                    inside[k] = unit
                    return True
        return False

    return sum(place(unit, set()) for unit in doors)


@rule("11.2c", "11.2e", "11.2f")
def limit_the_demand(p: P) -> None:
    """If the number cannot be met whatever he does, the most he can engage is enough."""
    if p.s.quota:
        p.s.quota = min(p.s.quota, max(len(able_to_attack(p)), most_that_could_attack_after_moving(p)))


@rule("11.2f")
def check_order(p: P, order: str) -> None:
    """If only one order of phases lets the Soviet player meet the demand, he must choose it."""
    if p.s.quota and order == "fight-move" and len(able_to_attack(p)) < p.s.quota:
        raise Illegal("11.2f", f"{p.s.quota} units must attack and only {len(able_to_attack(p))} could without moving first")


def order_allowed(p: P, order: str) -> bool:
    """Would this order of phases be accepted?"""
    try:
        check_order(p, order)
    except Illegal:
        return False
    return True


@rule("11.2c", "11.2e")
def check_demand_met(p: P) -> None:
    """The Soviet combat phase may not end while the demand is open and somebody can still attack."""
    if p.s.active != SOVIET or p.s.engaged >= p.s.quota:
        return
    waiting = [u for u in able_to_attack(p) if not p.s.flags.item(u) & ATTACKED]
    if waiting:
        raise Illegal("11.2c", f"{p.s.quota} units must attack this turn, {p.s.engaged} have; more still can")


@rule("11.2c", "11.2e")
def check_approach(p: P) -> None:
    """Under move/fight he must bring enough units next to the enemy, as long as some can still get there."""
    if p.s.active != SOVIET or not p.s.quota or p.s.order != "move-fight":
        return
    ready = set(able_to_attack(p))
    if len(ready) >= p.s.quota:
        return
    from .movement import movable, reach_of

    for unit in movable(p, ()):
        if unit in ready:
            continue
        found = reach_of(p, (unit,))
        if found is not None and beside_the_enemy(p, bool(p.game.shuns_marsh[p.s.kind.item(unit)]))[found.nodes].any():
            raise Illegal("11.2c", f"{p.s.quota} units must attack this turn and only {len(ready)} are in place; others can still close up")


# ---------------------------------------------------------------- execution


@rule("11.3d")
def extra_aircraft(p: P) -> int:
    """One more German aircraft on the turn of execution."""
    return int(is_execution_turn(p))


@rule("11.3e", "8.4")
def replacement_steps(p: P) -> tuple[int, int]:
    """Three mechanized and three other steps on the turn of execution, and none on any other."""
    return (3, 3) if is_execution_turn(p) else (0, 0)
