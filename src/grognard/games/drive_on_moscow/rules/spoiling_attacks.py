"""11.2 Spoiling attacks: how many Soviet units must attack while the Germans prepare, and who they can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ....core.derived import ANY, CONTROL, derived, flags, of, places, stands
from ....core.errors import Illegal, is_legal
from ....core.paths import next_to, standing
from ....core.play import Play
from ....core.rule import rule
from ...assault.flags import ATTACKED, DEFENDED, RETREATED
from ...assault.targets import is_open
from ..material import STACK_LIMIT, P
from ..state import GERMAN, SOVIET
from .movement import enter, march_of, movable, set_out
from .prepared_assault import attackers_of, closed_to_vehicles, may_strike
from .reinforcements import arriving, soviet_entry_hexes
from .stacking import room


@rule("11.2c", "11.2e")
@derived(places(ANY), flags(ATTACKED | DEFENDED | RETREATED), of("kind"))
def able_to_attack(p: P) -> list[int]:
    """Soviet units that could join a prepared assault from where they stand."""
    s, game = p.s, p.game
    targets = open_to_attack(p)
    units, where = game.soviet_units, s.arrays.loc[game.soviet_units]
    able = beside(p, targets, False).take(where)  # nothing off the map is beside anything
    able &= s.arrays.flags[units] & ATTACKED == 0
    if (targets & closed_to_vehicles(game)).any():
        able &= beside(p, targets, True).take(where) | ~game.arrays.shuns_marsh.take(s.arrays.kind[units])
    return units[able].tolist()  # type: ignore[no-any-return]


@rule("10.4", "10.28a")
def open_to_attack(p: P) -> npt.NDArray[np.bool_]:
    """Hexes whose German stack may be attacked: not attacked yet in this phase, and more than a refuge of beaten units."""
    s, units, nodes = p.s, p.game.german_units, p.game.board.nodes
    fresh = standing(units, s.arrays.loc, s.arrays.flags, RETREATED, 0, nodes)
    attacked = standing(units, s.arrays.loc, s.arrays.flags, RETREATED | DEFENDED, DEFENDED, nodes)
    found: npt.NDArray[np.bool_] = fresh & ~attacked
    found[p.game.board.hexes :] = False
    return found


@rule("10.16")
def beside(p: P, targets: npt.NDArray[np.bool_], wheels: bool) -> npt.NDArray[np.bool_]:
    """Hexes from which a unit could attack one of the targets, as far as the ground goes."""
    game = p.game
    return next_to(game.board.neighbours, game.dry_side, targets & ~closed_to_vehicles(game) if wheels else targets)  # type: ignore[no-any-return]


@rule("11.2e")
@derived(
    places(ANY), flags(ATTACKED | DEFENDED | RETREATED), CONTROL, of("kind"), of("entry"), of("was_german"), of("turn"),
)  # fmt: skip
def most_without_moving(p: P) -> int:
    """Units that can attack under fight/move: those in place, and reinforcements that enter beside the enemy."""
    entering = list(arriving(p, ()))
    doors = {unit: _beside(p, unit, np.array(soviet_entry_hexes(p, (unit,)), np.int16)) for unit in entering}
    rooms = {hex: room(p, SOVIET, hex) for hexes in doors.values() for hex in hexes}
    return len(able_to_attack(p)) + _matching(entering, doors.__getitem__, len(entering), rooms)


@rule("11.2e")
def most_after_moving(p: P, enough: int) -> int:
    """An upper bound for move/fight: units and reinforcements matched to places beside the enemy, five to a hex.
    Nobody counts further than `enough`."""
    entering = set(arriving(p, ()))

    def doors(unit: int) -> list[int]:
        starts = list(soviet_entry_hexes(p, (unit,))) if unit in entering else [p.s.loc[unit]]
        nodes = [march_of(p, (unit,), start=hex).but(crowd=None).reach().nodes for hex in starts]
        return _beside(p, unit, np.unique(np.concatenate(nodes)) if len(nodes) != 1 else nodes[0]) if nodes else []

    in_place = able_to_attack(p)
    others = set(np.nonzero(p.on_map() & p.game.of_side[SOVIET])[0].tolist()) - set(in_place)
    return _matching([*in_place, *sorted(others), *sorted(entering)], cache(doors), enough)


def _beside(p: P, unit: int, hexes: npt.NDArray[np.int16]) -> list[int]:
    """Those of the hexes from which the unit may attack somebody."""
    return hexes[beside_the_enemy(p, p.game.shuns_marsh[p.s.kind[unit]])[hexes]].tolist()  # type: ignore[no-any-return]


@rule("11.2e")
@derived(stands(GERMAN))
def beside_the_enemy(p: P, wheels: bool) -> npt.NDArray[np.bool_]:
    """Hexes from which a Soviet unit could attack a German one, as far as the ground goes."""
    return beside(p, p.s.arrays.count[GERMAN] > 0, wheels)


def _matching(
    units: Sequence[int], doors: Callable[[int], list[int]], enough: int, limits: Mapping[int, int] = MappingProxyType({})
) -> int:
    """How many units, up to `enough`, fit into the hexes they can reach, five to a hex or as the limits say
    (augmenting paths)."""
    holders: dict[int, list[int]] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for hex in doors(unit):
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

    placed = 0
    for unit in units:
        if placed == enough:
            break
        placed += place(unit, set())
    return placed


@rule("11.2c", "11.2e", "11.2f")
def limit_the_demand(p: P) -> None:
    """If the number cannot be met whatever he does, the most he can engage is enough."""
    if p.s.quota and p.s.quota > most_without_moving(p):
        p.s.quota = max(most_without_moving(p), most_after_moving(p, p.s.quota))


@rule("11.2f")
def check_order(p: P, order: str) -> None:
    """If only one order of phases lets the Soviet player meet the demand, he must choose it."""
    if p.s.quota and order == "fight-move" and most_without_moving(p) < p.s.quota:
        raise Illegal("11.2f", f"{p.s.quota} units must attack and only {most_without_moving(p)} could without moving first")


def order_allowed(p: P, order: str) -> bool:
    """Would this order of phases be accepted?"""
    return is_legal(check_order, p, order)


@rule("11.2c", "11.2e")
def check_demand_met(p: P) -> None:
    """The Soviet combat phase may not end while the demand is open and somebody can still attack."""
    if p.s.active != SOVIET or p.s.engaged >= p.s.quota:
        return
    if able_to_attack(p):
        raise Illegal("11.2c", f"{p.s.quota} units must attack this turn, {p.s.engaged} have; more still can")


@rule("11.2c", "11.2e")
def check_approach(p: P) -> None:
    """Under move/fight he must bring enough units next to the enemy, as long as some can still get there."""
    if p.s.active != SOVIET or not p.s.quota or p.s.order != "move-fight":
        return
    ready = set(able_to_attack(p))
    if len(ready) >= p.s.quota:
        return
    for unit in movable(p, ()):
        if unit in ready:
            continue
        march = march_of(p, (unit,))
        found = march.reach()
        for path in map(found.path, _beside(p, unit, found.nodes)):
            if march_leaves_enough(p, (unit,), path, march.costs(path)):
                raise Illegal("11.2c", f"{p.s.quota} units must attack and only {len(ready)} are in place; others can close up")


@rule("11.2c", "11.2e")
def attack_leaves_enough(p: P, units: Sequence[int], target: int) -> bool:
    """Can the demand still be met after this attack? A hex is attacked once: whoever could attack nothing else is out."""
    if p.s.active != SOVIET or p.s.engaged + len(units) >= p.s.quota:
        return True
    able, beside = len(able_to_attack(p)), attackers_of(p, (target,))
    wanted = min(p.s.quota, p.s.engaged + able) - p.s.engaged - len(units)
    if able - len(beside) >= wanted:  # enough who never look at this hex
        return True
    out = [unit for unit in beside if unit in units or not attacks_elsewhere(p, unit, target)]
    return able - len(out) >= wanted


@rule("11.2c")
def attacks_elsewhere(p: P, unit: int, target: int) -> bool:
    """Is there another hex beside the unit that it could attack?"""
    here = p.s.loc[unit]
    others = [hex for hex in p.game.board.adjacent(here) if hex != target and p.s.count[GERMAN][hex]]
    return any(may_strike(p, unit, here, hex) and is_open(p, hex) for hex in others)


@rule("11.2c", "11.2e")
def march_leaves_enough(p: P, units: Sequence[int], path: Sequence[int], costs: Sequence[int]) -> bool:
    """Can the demand still be met after this move? Units that are needed may not march out of reach of the enemy."""
    if not demand_binds(p, units):
        return True
    after = Play(p.game, p.s.copy(), p.dice)
    set_out(after, units)
    for hex, cost in zip(path, costs, strict=True):
        enter(after, units, hex, cost)
    return most_after_moving(after, p.s.quota) >= most_after_moving(p, p.s.quota)


@rule("11.2c")
def demand_binds(p: P, units: Sequence[int]) -> bool:
    """Does it matter for the demand where these units march, because too few others are in place already?"""
    if p.s.active != SOVIET or not p.s.quota or p.s.order != "move-fight":
        return False
    return len(set(able_to_attack(p)) - set(units)) < p.s.quota
