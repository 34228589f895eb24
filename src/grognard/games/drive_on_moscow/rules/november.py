"""11.0 The German November offensive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.play import Play
from ....core.rule import rule
from ..game import STACK_LIMIT, P
from ..state import ATTACKED, GERMAN, SOVIET
from .stacking import room


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
def able_to_attack(p: P, spared: int = -1) -> list[int]:
    """Soviet units that could join a prepared assault from where they stand, on any hex but the one spared."""
    from .prepared_assault import attackable_hexes, attackers_of

    found: set[int] = set()
    for target in attackable_hexes(p, ()):
        if target != spared:
            found.update(attackers_of(p, (target,)))
    return sorted(found)


@rule("11.2e")
def most_without_moving(p: P) -> int:
    """Units that can attack under fight/move: those in place, and reinforcements that enter beside the enemy."""
    from .reinforcements import arriving, soviet_entry_hexes

    doors = {unit: _beside(p, unit, np.array(soviet_entry_hexes(p, (unit,)), np.int16)) for unit in arriving(p, ())}
    return len(able_to_attack(p)) + _matching(doors, {hex: room(p, SOVIET, hex) for hexes in doors.values() for hex in hexes})


@rule("11.2e")
def most_after_moving(p: P) -> int:
    """An upper bound for move/fight: units and reinforcements matched to places beside the enemy, five to a hex."""
    from .movement import reach_of
    from .reinforcements import arriving, soviet_entry_hexes

    on_map = (p.s.loc >= 0) & (p.s.loc < p.game.board.hexes) & p.game.of_side[SOVIET]
    starts = {unit: [p.s.loc.item(unit)] for unit in np.nonzero(on_map)[0].tolist()}
    starts |= {unit: list(soviet_entry_hexes(p, (unit,))) for unit in arriving(p, ())}
    doors: dict[int, list[int]] = {}
    for unit, hexes in starts.items():
        found = [reach_of(p, (unit,), crowded=False, start=hex) for hex in hexes]
        nodes = [np.array([hex]) if reached is None else reached.nodes for hex, reached in zip(hexes, found, strict=True)]
        doors[unit] = _beside(p, unit, np.unique(np.concatenate(nodes))) if nodes else []
    return _matching(doors)


def _beside(p: P, unit: int, hexes: npt.NDArray[np.int16]) -> list[int]:
    """Those of the hexes from which the unit may attack somebody."""
    return hexes[beside_the_enemy(p, bool(p.game.shuns_marsh[p.s.kind.item(unit)]))[hexes]].tolist()  # type: ignore[no-any-return]


@rule("10.14", "10.16", "11.2e")
def beside_the_enemy(p: P, wheels: bool) -> npt.NDArray[np.bool_]:
    """Hexes from which a Soviet unit could attack a German one, as far as the ground goes."""
    key = ("beside", wheels)
    found = p.s.against[SOVIET].get(key)
    if found is None:
        game, near = p.game, p.game.board.neighbours
        targets = (p.s.count[GERMAN] > 0) & ~(game.marsh if wheels else False)
        found = p.s.against[SOVIET][key] = (targets[near] & (near >= 0) & ~game.reservoir).any(axis=1)
    return found  # type: ignore[no-any-return]


def _matching(doors: dict[int, list[int]], limits: Mapping[int, int] = MappingProxyType({})) -> int:
    """Most units that fit into the hexes they can reach, five to a hex or as the limits say (augmenting paths)."""
    holders: dict[int, list[int]] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for hex in doors[unit]:
            if hex in tried:
                continue
            tried.add(hex)
            inside = holders.setdefault(hex, [])
            if len(inside) < limits.get(hex, STACK_LIMIT):
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
        p.s.quota = min(p.s.quota, max(most_without_moving(p), most_after_moving(p)))


@rule("11.2f")
def check_order(p: P, order: str) -> None:
    """If only one order of phases lets the Soviet player meet the demand, he must choose it."""
    if p.s.quota and order == "fight-move" and most_without_moving(p) < p.s.quota:
        raise Illegal("11.2f", f"{p.s.quota} units must attack and only {most_without_moving(p)} could without moving first")


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
    from .movement import movable, price, reach_of

    for unit in movable(p, ()):
        found = None if unit in ready else reach_of(p, (unit,))
        if found is None:
            continue
        for path in map(found.path, _beside(p, unit, found.nodes)):
            if march_leaves_enough(p, (unit,), path, price(p, (unit,), path)):
                raise Illegal("11.2c", f"{p.s.quota} units must attack and only {len(ready)} are in place; others can close up")


@rule("11.2c", "11.2e")
def attack_leaves_enough(p: P, units: Sequence[int], target: int) -> bool:
    """Can the demand still be met after this attack? A hex is attacked once: whoever could attack nothing else is out."""
    if p.s.active != SOVIET or p.s.engaged + len(units) >= p.s.quota:
        return True
    others = set(able_to_attack(p, spared=target)) - set(units)
    possible = min(p.s.quota, p.s.engaged + len(able_to_attack(p)))
    return p.s.engaged + len(units) + len(others) >= possible


@rule("11.2c", "11.2e")
def march_leaves_enough(p: P, units: Sequence[int], path: Sequence[int], costs: Sequence[int]) -> bool:
    """Can the demand still be met after this move? Units that are needed may not march out of reach of the enemy."""
    from .movement import enter, set_out

    if not demand_binds(p, units):
        return True
    after = Play(p.game, p.s.copy(), p.dice)
    set_out(after, units)
    for hex, cost in zip(path, costs, strict=True):
        enter(after, units, hex, cost)
    return most_after_moving(after) >= min(p.s.quota, most_after_moving(p))


@rule("11.2c")
def demand_binds(p: P, units: Sequence[int]) -> bool:
    """Does it matter for the demand where these units march, because too few others are in place already?"""
    if p.s.active != SOVIET or not p.s.quota or p.s.order != "move-fight":
        return False
    return len(set(able_to_attack(p)) - set(units)) < p.s.quota


# ---------------------------------------------------------------- execution


@rule("11.3d")
def extra_aircraft(p: P) -> int:
    """One more German aircraft on the turn of execution."""
    return int(is_execution_turn(p))


@rule("11.3e", "8.4")
def replacement_steps(p: P) -> tuple[int, int]:
    """Three mechanized and three other steps on the turn of execution, and none on any other."""
    return (3, 3) if is_execution_turn(p) else (0, 0)
