"""How the German opponent moves.

In this order: win if Moscow can be entered or cut off; garrison what loses the game; close big pockets; drive on
where panzers have just broken through; mobile assaults, the best first; then smaller pockets and the advance of all
others. Assaults change the position, so each is chosen anew; the rest is planned as a whole.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ....core.paths import NEVER, reach
from ..game import STACK_LIMIT
from ..state import ASSAULTED, GERMAN, SOVIET
from .assaults import worth
from .masses import Mass, Masses
from .march import March, Order, gather
from .pockets import Pockets
from .sight import AL1, DE, DR, FAR, Field, Sight

#: A mobile assault is made when it is worth so much and likely enough to open the hex.
ASSAULT_WORTH = 0.5
ASSAULT_CHANCE = 0.45
#: Soviet units that make a pocket worth closing before any further assault.
BIG_POCKET = 4.0
#: What a movement point towards the goal is worth to a panzer force.
PACE = 0.5
#: What a point away from the goal costs a mechanized unit that joins a prepared assault.
DETOUR = 0.3
#: Strength sent against a city for each point of its defence.
FORCE_FOR_CITY = 6.0


class Assault(NamedTuple):
    """A mobile assault: the way to the launch hex, the target and the force."""

    units: tuple[int, ...]
    launch: int
    target: int
    air: int
    value: float
    chance: float


class GermanMoves:
    """What is still to be done in one German movement phase."""

    def __init__(self, sight: Sight, posted: Container[int] = (), *, fresh: bool = False) -> None:
        """`posted` are units that have their place for this phase; `fresh` looks ahead to a phase to come."""
        self.sight = sight
        self.game, self.board = sight.game, sight.board
        self.supplied = sight.supply(GERMAN)
        self.points = {u: 0 if u in posted else sight.points(u) for u in sight.units}
        if fresh:
            self.points = {u: sight.factor(u) if self.supplied[sight.at[u]] else 0 for u in sight.units}
        self.free = [u for u in sight.units if self.points[u] > 0]
        self.fixed = {h: sum(1 for u in stack if self.points[u] <= 0) for h, stack in sight.stacks.items()}
        self._drives: dict[int, int] = {}  #: how near to its goal a unit can get
        self._can: dict[int, dict[int, int]] | None = None
        self._goals: tuple[list[Field], list[float]] | None = None

    @property
    def can(self) -> dict[int, dict[int, int]]:
        """Hexes each free unit can get to, with costs."""
        if self._can is None:
            known: dict[tuple[int, bool, int], dict[int, int]] = {}
            self._can = {}
            for unit in self.free:
                key = (self.sight.at[unit], self.sight.wheels(unit), self.points[unit])
                if key not in known:
                    known[key] = self.sight.reach((unit,), key[2]).as_dict()
                self._can[unit] = known[key]
        return self._can

    # ---------------------------------------------------------------- win at once

    def win(self) -> list[Order]:
        """Moscow entered (4.2) or cut off from every source (4.3)."""
        moscow = self.game.moscow
        for unit in self.free:
            for hex in moscow:
                if hex in self.can[unit]:
                    return [Order((unit,), hex, "Moscow lies open")]
        if not moscow or not self.sight.working_sources:
            return []
        inside = np.zeros(self.board.nodes, np.bool_)
        inside[moscow] = True
        pockets = Pockets(self.sight, self.can, self.fixed)
        posts = pockets.around(inside, most=40)
        if posts is None:
            return []
        return [Order((unit,), hex, "this ring cuts Moscow off") for hex, unit in posts.items()]

    # ---------------------------------------------------------------- mobile assaults

    def assault(self) -> Assault | None:
        """The best mobile assault that anybody can make now."""
        if self.sight.declared == self.sight.turn:
            return None
        found: Assault | None = None
        for stack in self.sight.stacks.values():
            force = self._force(stack)
            if force:
                for option in self._options(force):
                    if found is None or option.value > found.value:
                        found = option
        return found

    def _force(self, stack: Sequence[int]) -> list[int]:
        """The mechanized units of a stack that can still assault together."""
        s = self.sight.flags
        units = [u for u in stack if self.sight.mech(u) and self.points[u] > 2 and not s[u] & ASSAULTED]
        if not units or not any(self.sight.panzer(u) for u in units):
            return []
        trail = self.sight.trail[next(u for u in units if self.sight.panzer(u))]
        return [u for u in units if self.sight.trail[u] == trail]

    def _options(self, force: list[int]) -> list[Assault]:
        sight = self.sight
        budget = min(self.points[u] for u in force)
        closed = ((sight.foe > 0) | (sight.own > STACK_LIMIT - len(force))).view(np.uint8)
        ways = sight.reach(force, budget, closed)
        launches: dict[int, tuple[int, int, int]] = {}
        cost_table = self.game.cost_wheels
        for launch, spent in zip(ways.nodes.tolist(), ways.costs.tolist(), strict=True):
            if not self.supplied[launch]:
                continue
            for direction, target in enumerate(self.board.neighbours[launch].tolist()):
                if target < 0 or not sight.foe[target] or cost_table[launch, direction] == NEVER:
                    continue
                cost = spent + int(cost_table[launch, direction]) + 2
                river = int(self.game.river[launch, direction])
                if cost <= budget and (target not in launches or (river, cost) < launches[target][:2]):
                    launches[target] = (river, cost, launch)
        drive = int(self.goal(force[0])[ways.nodes].min())  # how near to the goal the force could get without an assault
        return [a for t, (_, cost, launch) in launches.items() if (a := self._weigh(force, launch, t, budget - cost, drive)) is not None]

    def _weigh(self, force: list[int], launch: int, target: int, left: int, drive: int) -> Assault | None:
        """Value with everybody, then without those who add nothing."""
        sight = self.sight
        shift = sight.shift(target, (launch,), mobile=True)
        best = self._value(force, launch, target, left, drive, shift)
        units = list(force)
        for unit in sorted(force, key=lambda u: (sight.attack[u], u)):
            rest = [u for u in units if u != unit]
            if rest and any(sight.panzer(u) for u in rest):
                less = self._value(rest, launch, target, left, drive, shift)
                if less[0] >= best[0] - 0.12:
                    units, best = rest, less
        air = 0
        if sight.air[GERMAN] and best[0] > 0 and best[1] < 0.95:
            more = self._value(units, launch, target, left, drive, shift + 1)
            if more[0] - best[0] > 0.9:
                best, air = more, 1
        if best[0] < ASSAULT_WORTH or best[1] < ASSAULT_CHANCE:
            return None
        return Assault(tuple(units), launch, target, air, *best)

    def _value(self, units: Sequence[int], launch: int, target: int, left: int, drive: int, shift: int) -> tuple[float, float]:
        value, chances = worth(self.sight, target, units, shift)
        cleared = chances[DE] + (0.0 if self.game.city[target] else chances[DR])
        goal = self.goal(units[0])
        ahead = cleared * (left - float(goal[target])) - (1 - cleared) * float(goal[launch])
        value += PACE * (ahead + drive)
        return value, cleared

    # ---------------------------------------------------------------- goals

    def _objectives(self) -> tuple[list[Field], list[float]]:
        """Fields of distance to Moscow's lifeline and to each city that still has to be taken, and the strength wanted there."""
        if self._goals is None:
            sight = self.sight
            toll = np.minimum(sight.foe * 2, 6).astype(np.uint8)
            cities = [h for h in self.game.other_cities if sight.control[h] == SOVIET]
            fields = [sight.field(self._lifeline(), toll=toll)]
            needs = [1e9]
            for hex in cities:
                fields.append(sight.field([hex], toll=toll))
                needs.append(10 + FORCE_FOR_CITY * float(sight.foe_defence[hex]))
            self._goals = fields, needs
        return self._goals

    def _lifeline(self) -> list[int]:
        """Moscow and the hexes through which it is fed."""
        sight, game = self.sight, self.game
        centre = game.moscow[0] if game.moscow else (sight.working_sources or sight.enemies or [0])[0]
        sources = sorted(sight.working_sources, key=lambda h: self.board.distance(h, centre))[:2]
        hexes = {centre, *game.moscow}
        for source in sources:
            whole = self.board.distance(source, centre)
            axial = self.board.axial[: self.board.hexes]
            a, b = (np.maximum(np.abs(d).max(axis=1), np.abs(d.sum(axis=1))) for d in (axial - axial[source], axial - axial[centre]))
            hexes |= set(np.nonzero(a + b <= whole)[0].tolist())
        return sorted(hexes)

    def goal(self, unit: int) -> Field:
        """The field this unit should descend: the nearest objective that still wants strength."""
        fields, needs = self._objectives()
        if not hasattr(self, "_sent"):
            self._assign(fields, needs)
        return fields[self._sent.get(unit, 0)]

    def _assign(self, fields: list[Field], needs: list[float]) -> None:
        sight = self.sight
        self._sent: dict[int, int] = {}
        left = list(needs)
        order = sorted(sight.units, key=lambda u: (min(int(f[sight.at[u]]) for f in fields), u))
        for unit in order:
            here = sight.at[unit]
            pull = 60 if sight.mech(unit) else 0

            def price(k: int, here: int = here, pull: int = pull) -> float:
                return float(fields[k][here]) - (pull if k == 0 else 0) + (25 if left[k] <= 0 else 0)

            best = min(range(len(fields)), key=price)
            self._sent[unit] = best
            left[best] -= sight.attack[unit]

    # ---------------------------------------------------------------- go on, pockets, the rest

    def encircle(self, first: Sequence[int] = ()) -> list[Order]:
        """A pocket that is big enough to be closed before anything else is done; `first` move before the others."""
        ring = Pockets(self.sight, self.can, self.fixed).best()
        if ring is None or ring.value < BIG_POCKET:
            return []
        posts = sorted(ring.posts.items(), key=lambda post: (post[1] not in first, post[0]))
        return [Order((u,), h, f"this closes a pocket with {ring.caught} units") for h, u in posts]

    def exploit(self, units: Sequence[int]) -> list[Order]:
        """After a breakthrough: drive on."""
        target = self._best_hex(list(units), np.zeros(self.board.nodes, np.int16), self.pressure())
        return [Order(tuple(units), target, "the breakthrough is driven deeper")] if target >= 0 else []

    def rest(self) -> list[Order]:
        """Smaller pockets and the general advance, planned together."""
        orders: dict[int, tuple[int, str]] = {}
        taken = set()
        for _ in range(5):
            free = {u: c for u, c in self.can.items() if u not in taken}
            fixed = dict(self.fixed)
            for unit, (hex, _) in orders.items():
                fixed[hex] = fixed.get(hex, 0) + 1
            ring = Pockets(self.sight, free, fixed).best()
            if ring is None:
                break
            for hex, unit in ring.posts.items():
                orders[unit] = (hex, f"this closes a pocket with {ring.caught} units")
                taken.add(unit)
        for mass in self.masses(orders, taken):
            for unit, hex in mass.places.items():
                orders[unit] = (hex, "closing in for a prepared assault")
                taken.add(unit)
        self._advance(orders, taken)
        return [Order((unit,), hex, why) for unit, (hex, why) in orders.items()]

    def masses(self, orders: Mapping[int, tuple[int, str]], taken: Container[int]) -> list[Mass]:
        """Attacks to close in for: those of this turn after move/fight, else those of the next."""
        sight = self.sight
        if sight.order == "move-fight" and sight.declared == sight.turn:
            order = "fight-move"
        else:
            order = sight.order
        now = sight.order == "move-fight" and sight.declared != sight.turn
        free = {u: c for u, c in self.can.items() if u not in taken and (now or not sight.mech(u))}
        return Masses(sight, free, self._crowd(orders), order, self.supplied, self._detour).plan()

    def _detour(self, unit: int, hex: int) -> float:
        """What it costs a mechanized unit to go to a hex instead of driving on."""
        if not self.sight.mech(unit):
            return 0.0
        if unit not in self._drives:
            goal = self.goal(unit)
            self._drives[unit] = min(int(goal[h]) for h in self.can[unit])
        return DETOUR * (float(self.goal(unit)[hex]) - self._drives[unit])

    def _crowd(self, orders: Mapping[int, tuple[int, str]]) -> npt.NDArray[np.int16]:
        """Units that will stand in each hex, as far as it is decided."""
        crowd = np.zeros(self.board.nodes, np.int16)
        for unit in self.sight.units:
            if unit in orders:
                crowd[orders[unit][0]] += 1
            elif self.points[unit] <= 0:
                crowd[self.sight.at[unit]] += 1
        return crowd

    def pressure(self) -> npt.NDArray[np.float64]:
        """Soviet attack strength that could bear on each hex in their next turn."""
        sight = self.sight
        found = np.zeros(self.board.nodes)
        turn = self.game.track[sight.turn]
        closed = (sight.own > 0).view(np.uint8)
        for hex in sight.enemies:
            budget = turn.mf_mech if sight.foe_fast[hex] else turn.mf_nonmech
            nodes = reach(self.board.neighbours, self.game.cost_foot, closed, hex, min(budget, 4), self.game.space).nodes
            near = np.unique(self.board.neighbours[nodes])
            found[near[near >= 0]] += sight.foe_attack[hex]
        return found

    # ---------------------------------------------------------------- garrisons

    def garrisons(self) -> list[Order]:
        """Somebody in every town that Soviet units could walk into: it would lose the game (4.5).

        Only units that have their place count as obstacles, since all others may march away.
        """
        sight = self.sight
        orders: list[Order] = []
        sent: set[int] = set()
        for hex in self._exposed():
            if self.fixed.get(hex):
                continue
            able = [u for u in self.free if hex in self.can[u] and u not in sent]
            if able:
                unit = min(able, key=lambda u: (self.can[u][hex] + 5 * sight.mech(u) + 2 * sight.attack[u], u))
                orders.append(Order((unit,), hex, "the town must not be left open"))
                sent.add(unit)
        return orders

    def _exposed(self) -> list[int]:
        """Rear towns within a march of Soviet units, the nearest first."""
        sight, turn = self.sight, self.game.track[self.sight.turn]
        fast = [h for h in sight.enemies if sight.foe_fast[h]]
        slow = [h for h in sight.enemies if not sight.foe_fast[h]]
        danger: dict[int, int] = {}
        for hexes, points in ((fast, turn.mf_mech), (slow, turn.mf_nonmech)):
            if hexes:
                field = sight.field(hexes)
                for town in sight.rear_towns:
                    if field[town] <= points:
                        danger[town] = min(danger.get(town, FAR), int(field[town]))
        return sorted(danger, key=lambda h: (danger[h], h))

    # ---------------------------------------------------------------- advance

    def _advance(self, orders: dict[int, tuple[int, str]], taken: set[int]) -> None:
        """Panzer stacks together, infantry one by one, those in front first."""
        sight = self.sight
        crowd = self._crowd(orders)
        pressure = self.pressure()
        groups: list[list[int]] = []
        for stack in sight.stacks.values():
            units = [u for u in stack if self.points[u] > 0 and u not in taken]
            mech = [u for u in units if sight.mech(u)]
            if mech:
                groups.append(mech)
            groups += [[u] for u in units if not sight.mech(u)]
        groups.sort(key=lambda g: (not sight.mech(g[0]), int(self.goal(g[0])[sight.at[g[0]]]), g[0]))
        for group in groups:
            target = self._best_hex(group, crowd, pressure)
            if target < 0:
                target = sight.at[group[0]]
            crowd[target] += len(group)
            for unit in group:
                orders[unit] = (target, "forward, in supply and within reach of the enemy")
                taken.add(unit)

    def _best_hex(self, group: list[int], crowd: npt.NDArray[np.int16], pressure: npt.NDArray[np.float64]) -> int:
        """The best place a group can get to: nearer to its goal, in supply, in contact, not too weak for its neighbours."""
        sight = self.sight
        budget = min(self.points[u] for u in group)
        found = sight.reach(group, budget)
        nodes = found.nodes
        goal = self.goal(group[0])
        here = sight.at[group[0]]
        free = crowd[nodes] + len(group) <= STACK_LIMIT
        score = np.minimum(goal[here], FAR).astype(float) - goal[nodes]
        around = self.board.neighbours[nodes]
        contact = ((sight.foe[around] > 0) & (around >= 0)).any(axis=1)
        strength = sum(sight.defence[u] for u in group) + 5.0 * crowd[nodes]
        score += 1.5 * contact
        score -= np.clip(pressure[nodes] / np.maximum(strength, 1.0) - 1.5, 0.0, 2.0)
        score += 0.2 * np.minimum(crowd[nodes], 2)
        score -= 50.0 * (self.supplied[nodes] == 0)
        score[~free] = -1e6
        best = int(np.argmax(score))
        return int(nodes[best]) if score[best] > -1e5 else -1


class GermanMovement:
    """One German movement phase, command by command."""

    def __init__(self) -> None:
        self.march = March([])
        self.assault: Assault | None = None
        self.posted: set[int] = set()
        self.gone: set[int] = set()  #: panzers that have driven on after their assault
        self.garrisoned = False
        self.finished = False

    def next(self, match: Match) -> Advice:
        advice = self.march.next(match)
        while advice is None and not self.finished:
            if self.assault is not None:
                assault, self.assault = self.assault, None
                command = Command("assault", assault.units, (assault.target,), assault.air or None)
                if match.check(command) is None:
                    return Advice(command, f"{round(100 * assault.chance)} in 100 to open the hex")
            sight = Sight(match)
            self.march = March(gather(self._orders(sight), sight.at))
            advice = self.march.next(match)
        return advice or Advice(Command("done"), "everybody stands where he should")

    def _orders(self, sight: Sight) -> list[Order]:
        """The next batch of orders; none with an assault set means the assault starts from where its force stands."""
        moves = GermanMoves(sight, self.posted)
        orders = moves.win()
        if orders:
            return orders
        if not self.garrisoned:
            self.garrisoned = True
            return self._post(moves.garrisons())
        going = [u for u in sight.units if sight.flags[u] & ASSAULTED and moves.points[u] > 0 and u not in self.gone]
        orders = self._post(moves.encircle(going))
        if orders:
            return orders
        if going:
            self.gone |= set(going)
            return moves.exploit(going)
        self.assault = moves.assault()
        if self.assault is not None:
            return [Order(self.assault.units, self.assault.launch, "to the place from which the assault starts")]
        self.finished = True
        return moves.rest()

    def _post(self, orders: list[Order]) -> list[Order]:
        self.posted.update(u for order in orders for u in order.units)
        return orders
