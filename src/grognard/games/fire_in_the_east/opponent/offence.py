"""The attacker's phases: overruns that are certain, forces gathered for attacks, marches towards the objectives in supply."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from ....core.board import Mask
from ....core.paths import Reach
from ..rules import axis_allies, overrun, surprise
from ..rules.engagement import contact, defenders_in, may_enter
from ..state import ONE
from . import attacks as battles
from . import goals
from .orders import Ground, Order, Places, marches, ready
from .sight import NO_WAY, Numbers, Sight

#: Targets that forces are gathered for in one phase, and of whom each force is chosen.
MOST_TARGETS, CANDIDATES = 90, 26
#: What entering an enemy zone without an attack in mind is held against a march, in eighths of points.
ZONE = 2 * ONE
#: Who would stand alone before the enemy must be so strong.
ALONE = 4 * ONE
#: In the first turns mobile troops go so many hexes ahead of their supply, which railways taken whole will bring after them.
FIRST_TURNS, AHEAD = 2, 2
#: In exploitation mobile troops go no further than so many hexes from infantry.
LEASH = 6
TRUCK = "truck"
#: A march must bring a unit so much nearer.
NEARER = ONE


# ---------------------------------------------------------------- overruns


def overruns(sight: Sight, ground: Ground) -> list[Order]:
    """Everything that can be overrun by the fewest who can do it; at most one by each hex of ours."""
    p, found, used = sight.p, [], set()
    for target in contact(p, sight.side):
        killed = sum(sight.value("defence", unit) for unit in defenders_in(p, target, sight.side))
        if not killed and sight.front.city_at.get(target) is None and p.s.phase == "movement":
            continue
        for force in overrun.forces(p, target):
            here = p.s.loc[force[0]]
            if here in used or not overrun.is_legal(p, target, force):
                continue
            fewest = next((force[:n] for n in range(1, len(force)) if overrun.is_legal(p, target, force[:n])), force)
            found.append(Order("overrun", fewest, (target,), "ten to one: they are swept away"))
            used.add(here)
            break
    return found


# ---------------------------------------------------------------- gathering for attacks


def attacks(sight: Sight, ground: Ground) -> list[Order]:
    """Forces for the most valuable targets that can be brought beside them, by the odds that they will have there."""
    reaches = {u: r for u, r in ready(sight, ground).items() if sight.value("attack", u) and not goals.is_rear(sight, u)}
    by_hex = _who_can_stand(sight, reaches)
    places, used = Places(sight), set[int]()
    for target in _targets(sight, by_hex):
        able = _able(sight, target, by_hex, used, places)
        plan = battles.best_force(sight, target, able) if able else None
        if plan is None or not battles.is_good(sight, plan):
            continue
        for unit, origin in zip(plan.units, plan.origins, strict=True):
            used.add(unit)
            places.go(unit, origin)
    ground.busy |= used
    return marches(sight, places.moved, "gathered for an attack")


def _who_can_stand(sight: Sight, reaches: dict[int, Reach]) -> dict[int, list[int]]:
    """By hex beside an enemy, who can get there and still be fed, or stands there already."""
    beside = sight.widened(sight.enemies()) & ~sight.enemies()
    found: dict[int, list[int]] = defaultdict(list)
    for unit, reached in reaches.items():
        here, fed = sight.s.loc[unit], sight.feeds(unit, 1)
        nodes = reached.nodes[beside[reached.nodes] & (fed[reached.nodes] | (reached.nodes == here))]
        for hex in nodes.tolist():
            found[hex].append(unit)
    return found


def _targets(sight: Sight, by_hex: dict[int, list[int]]) -> list[int]:
    """Enemy hexes worth a look, the most valuable first."""
    defence, draw = sight.by_hex("defence", sight.enemy), goals.pull(sight)
    attack = sight.by_hex("attack", sight.enemy)
    reachable = np.zeros(sight.board.nodes, np.bool_)
    reachable[list(by_hex)] = True
    hexes = np.flatnonzero(sight.enemies() & sight.widened(reachable)).tolist()

    def call(hex: int) -> tuple[float, int]:
        around = {unit for near in sight.board.around[hex] for unit in by_hex.get(near, ())}
        most = sum(sight.value("attack", unit) for unit in around)
        if most < battles.LEAST * int(defence[hex]):
            return -1000.0, hex
        gain = battles.ground(sight, hex) + min(int(attack[hex]) / ONE, 12.0) * 0.4
        return gain - (int(draw[hex]) / (16 * ONE) if draw[hex] < NO_WAY else 4.0), hex

    ranked = sorted(((call(hex), hex) for hex in hexes), reverse=True)
    return [hex for (value, _), hex in ranked[:MOST_TARGETS] if value > -900]


def _able(sight: Sight, target: int, by_hex: dict[int, list[int]], used: set[int], places: Places) -> list[tuple[int, int]]:
    """Who could attack a hex and from where, so that all of them find room: the strongest choose first."""
    p, board = sight.p, sight.board
    choices: dict[int, list[int]] = defaultdict(list)
    for origin in board.around[target]:
        for unit in by_hex.get(origin, ()):
            if unit not in used:
                choices[unit].append(origin)
    found: list[tuple[int, int]] = []
    coming: dict[int, list[int]] = defaultdict(list)
    ranked = sorted(choices, key=lambda unit: (-sight.value("attack", unit), unit))[: CANDIDATES * 2]
    for unit in ranked:
        if surprise.idle(p, unit) is not None or axis_allies.attack_refused(p, unit, target) is not None:
            continue
        here = sight.s.loc[unit]
        for origin in sorted(choices[unit], key=lambda hex: (hex != here, len(coming[hex]), hex)):
            group = [*coming[origin], unit]
            if may_enter(p, unit, origin, target) and sight.fits(target, group) and places.has_room(group, origin):
                coming[origin].append(unit)
                found.append((unit, origin))
                break
        if len(found) >= CANDIDATES:
            break
    return found


# ---------------------------------------------------------------- marches


def marches_to_goals(sight: Sight, ground: Ground, lead: int, *, why: str, within: Mask | None = None) -> list[Order]:
    """Everybody without orders goes on towards his objective, as far as supply follows; `within`: nobody leaves these hexes."""
    reaches = {u: r for u, r in ready(sight, ground).items() if not goals.is_rear(sight, u)}
    ways = goals.allotted(sight, list(reaches))
    grip = (sight.grip() > 0).astype(np.int32) * ZONE
    own = sight.by_hex("defence", sight.side)
    near_enemy = sight.widened(sight.enemies(), 2)
    places = Places(sight)
    ranked = sorted(reaches, key=lambda unit: (-sight.value("attack", unit), unit))
    for unit in ranked:
        way, reached, here = ways[unit], reaches[unit], sight.s.loc[unit]
        shown = sight.game.printed_faces[unit][0]
        mask = sight.feeds(unit, lead if shown.motorized else 1)
        if shown.type == TRUCK:
            mask = sight.feeds(unit) & ~near_enemy
        hungry = sight.s.unsupplied[unit] > 0
        score = way[reached.nodes].astype(np.int32) + grip[reached.nodes]
        if hungry:
            score = score + np.where(sight.feeds(unit)[reached.nodes], 0, 40 * ONE)
        weak = sight.value("defence", unit) < ALONE
        if weak:
            score = score + np.where(near_enemy[reached.nodes] & (own[reached.nodes] < ALONE), 12 * ONE, 0)
        if within is not None:
            mask = mask & within
        allowed = mask[reached.nodes] | (reached.nodes == here)
        best = _first_with_room(sight, places, unit, reached, score, allowed)
        if best >= 0 and best != here:
            places.go(unit, best)
            own[best] += sight.value("defence", unit)
            own[here] -= sight.value("defence", unit)
    return marches(sight, places.moved, why)


def _first_with_room(
    sight: Sight,
    places: Places,
    unit: int,
    reached: Reach,
    score: Numbers,
    allowed: Mask,
) -> int:
    """The best hex that is allowed and has room; -1 if it is not worth the march."""
    order = np.argsort(np.where(allowed, score, NO_WAY * 2), kind="stable")[:10].tolist()
    stays = int(score[0])
    for at in order:
        if not allowed[at] or int(score[at]) > stays - NEARER:
            return -1
        hex = int(reached.nodes[at])
        if places.has_room((unit,), hex):
            return hex
    return -1


def marches_forward(sight: Sight, ground: Ground) -> list[Order]:
    return marches_to_goals(sight, ground, 1, why="on towards the objective, in supply")


def exploits(sight: Sight, ground: Ground) -> list[Order]:
    """Mobile troops go through what has been opened, ahead of their supply where it can follow."""
    lead = AHEAD if sight.s.turn <= FIRST_TURNS else 1
    return marches_to_goals(sight, ground, lead, why="through the gap", within=_near_infantry(sight))


def _near_infantry(sight: Sight) -> Mask:
    """Hexes so near to infantry that it can keep the way open behind mobile troops: where they have gone through, the enemy's
    zones close again."""
    there = np.zeros(sight.board.nodes, np.bool_)
    units, _ = sight.strengths("attack", sight.side)
    for unit in units.tolist():
        if not sight.game.printed_faces[unit][0].motorized and sight.value("defence", unit) >= ALONE:
            there[sight.s.loc[unit]] = True
    near: Mask = sight.hexes_from(there, LEASH) <= LEASH
    return near
