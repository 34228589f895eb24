"""How the German opponent moves.

In this order: win if Moscow can be entered or cut off; garrison what loses the game; close big pockets; drive on
where panzers have just broken through; mobile assaults, the best first; then smaller pockets, masses for prepared
assaults and the advance of all others. Assaults change the position, so each is chosen anew; the rest is planned as
a whole.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ...assault.flags import ASSAULTED
from ..material import STACK_LIMIT
from ..state import GERMAN
from .assaults import MOSCOW
from .doctrine import YARDSTICK, Doctrine
from .goals import Goals
from .ground import pressure
from .march import March, Order, gather
from .masses import Mass, Masses
from .pockets import Pockets
from .sight import FAR, Sight
from .spearheads import Assault, Spearheads

#: Soviet units that make a pocket worth closing before any further assault.
BIG_POCKET = 4.0
#: Pockets closed together at most.
POCKETS = 5
#: What a point away from the goal costs a mechanized unit that joins a prepared assault.
DETOUR = 0.3
#: Points that Soviet units are expected to march to an attack.
ATTACK_MARCH = 4
#: The chance to take Moscow for which everything else is left.
STORM = 0.2
#: Posts in a ring around Moscow at most.
RING = 40

Places = Mapping[int, tuple[int, str]]


class GermanMoves:
    """What can still be done in a German movement phase."""

    def __init__(self, sight: Sight, doctrine: Doctrine = YARDSTICK, posted: Container[int] = (), *, fresh: bool = False) -> None:
        """`posted` are units that have their place for this phase; `fresh` looks ahead to a phase to come."""
        self.sight, self.doctrine = sight, doctrine
        self.game, self.board = sight.game, sight.board
        self.supplied = sight.supply(GERMAN)
        if fresh:
            self.points = {u: sight.factor(u) if self.supplied[h] else 0 for u, h in sight.at.items()}
        else:
            self.points = {u: 0 if u in posted else sight.points(u) for u in sight.units}
        self.free = [u for u in sight.units if self.points[u] > 0]
        self.fixed = {h: sum(1 for u in stack if self.points[u] <= 0) for h, stack in sight.stacks.items()}

    @cached_property
    def can(self) -> dict[int, dict[int, int]]:
        """Hexes each free unit can get to, with costs."""
        return self.sight.reaches({u: self.points[u] for u in self.free})

    @cached_property
    def pockets(self) -> Pockets:
        """Rings that all who are free could close."""
        return Pockets(self.sight, self.can, self.fixed, self.doctrine.panzer_post)

    @cached_property
    def goals(self) -> Goals:
        return Goals(self.sight, self.doctrine)

    @cached_property
    def danger(self) -> npt.NDArray[np.float64]:
        """Soviet attack strength that could bear on each hex in their next turn."""
        return pressure(self.sight, self.game.track[self.sight.turn], ATTACK_MARCH)

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
        posts = self.pockets.around(inside, self.pockets.lines(RING))
        return [] if posts is None else [Order((unit,), hex, "this ring cuts Moscow off") for hex, unit in posts.items()]

    # ---------------------------------------------------------------- garrisons

    def garrisons(self) -> list[Order]:
        """Somebody in every town that Soviet units could walk into, which would lose the game (4.5), and in every city taken."""
        sight = self.sight
        orders: list[Order] = []
        sent: set[int] = set()
        taken = sight.held_cities if self.doctrine.cities else []
        for hex in [*self._exposed(sight.rear_towns), *self._exposed(taken)]:
            able = [u for u in self.free if hex in self.can[u] and u not in sent]
            if able and not self.fixed.get(hex):
                unit = min(able, key=lambda u: (self.can[u][hex] + 5 * sight.mech(u) + 2 * sight.attack[u], u))
                why = "the city must be kept" if hex in taken else "the town must not be left open"
                orders.append(Order((unit,), hex, why))
                sent.add(unit)
        return orders

    def _exposed(self, towns: Sequence[int]) -> list[int]:
        """Which of these lie within a march of Soviet units, German units aside since they may march away; the nearest first."""
        sight, turn = self.sight, self.game.track[self.sight.turn]
        danger: dict[int, int] = {}
        for fast, points in ((True, turn.mf_mech), (False, turn.mf_nonmech)):
            hexes = [h for h in sight.enemies if sight.foe_fast[h] == fast]
            if hexes:
                field = sight.field(hexes)
                for town in towns:
                    if field[town] <= points:
                        danger[town] = min(danger.get(town, FAR), int(field[town]))
        return sorted(danger, key=lambda h: (danger[h], h))

    # ---------------------------------------------------------------- pockets, assaults, exploitation

    def encircle(self, first: Container[int] = ()) -> list[Order]:
        """A pocket that is big enough to be closed before anything else is done; `first` move before the others."""
        if self.storm is not None:
            return []
        ring = self.pockets.best()
        if ring is None or ring.value < BIG_POCKET:
            return []
        posts = sorted(ring.posts.items(), key=lambda post: (post[1] not in first, post[0]))
        return [Order((u,), h, ring.why) for h, u in posts]

    def assault(self) -> Assault | None:
        """The best mobile assault that anybody can make now."""
        if self.sight.declared == self.sight.turn:
            return None
        return Spearheads(self.sight, self.points, self.supplied, self.goals).best()

    def exploit(self, units: Sequence[int]) -> list[Order]:
        """After a breakthrough: drive on."""
        target = self._best_hex(list(units), np.zeros(self.board.nodes, np.int16))
        return [Order(tuple(units), target, "the breakthrough is driven deeper")] if target >= 0 else []

    # ---------------------------------------------------------------- the rest

    def rest(self) -> list[Order]:
        """Smaller pockets, masses for prepared assaults and the general advance, planned together."""
        places: dict[int, tuple[int, str]] = {}
        if self.storm is not None:
            places |= {unit: (hex, "everything against Moscow") for unit, hex in self.storm.places.items()}
        for _ in range(POCKETS):
            free = {u: c for u, c in self.can.items() if u not in places}
            fixed = dict(self.fixed)
            for hex, _ in places.values():
                fixed[hex] = fixed.get(hex, 0) + 1
            ring = Pockets(self.sight, free, fixed, self.doctrine.panzer_post).best()
            if ring is None:
                break
            places |= {unit: (hex, ring.why) for hex, unit in ring.posts.items()}
        for mass in self.masses(places):
            places |= {unit: (hex, "closing in for a prepared assault") for unit, hex in mass.places.items()}
        self._advance(places)
        return [Order((unit,), hex, why) for unit, (hex, why) in places.items()]

    @cached_property
    def storm(self) -> Mass | None:
        """The best attack on Moscow that can be made after moving, if it is good enough to leave everything else for it."""
        if not self.doctrine.storm or not self.attacks_follow:
            return None
        masses = self._massing(self.can, {})
        found = [mass for hex in self.game.moscow if self.sight.foe[hex] and (mass := masses.on(hex)) is not None]
        best = max(found, key=lambda mass: mass.value, default=None)
        return best if best is not None and best.value >= STORM * MOSCOW else None

    @property
    def attacks_follow(self) -> bool:
        """Will there be attacks after this movement?"""
        return self.sight.order == "move-fight" and self.sight.declared != self.sight.turn

    def masses(self, places: Places) -> list[Mass]:
        """Attacks to close in for: those of this turn after move/fight, else those of the next, by infantry alone."""
        sight, now = self.sight, self.attacks_follow
        free = {u: c for u, c in self.can.items() if u not in places and (now or not sight.mech(u))}
        return self._massing(free, places).plan()

    def _massing(self, free: Mapping[int, Mapping[int, int]], places: Places) -> Masses:
        now = self.attacks_follow
        cities = (*self.game.moscow, *self.game.other_cities) if now and self.doctrine.cities else ()
        flown, order = dict.fromkeys(cities, self.sight.air[GERMAN]), "move-fight" if now else "fight-move"
        return Masses(self.sight, free, self._crowd(places), order, self.supplied, self._detour, flown)

    def _detour(self, unit: int, hex: int) -> float:
        """What it costs a mechanized unit to go to a hex instead of driving on."""
        return DETOUR * (int(self.goals.of(unit)[hex]) - self._nearest(unit)) if self.sight.mech(unit) else 0.0

    def _nearest(self, unit: int) -> int:
        """How near to its goal a unit can get."""
        if unit not in self._drives:
            self._drives[unit] = min(int(self.goals.of(unit)[h]) for h in self.can[unit])
        return self._drives[unit]

    @cached_property
    def _drives(self) -> dict[int, int]:
        return {}

    def _crowd(self, places: Places) -> npt.NDArray[np.int16]:
        """Units that will stand in each hex, as far as it is decided."""
        crowd = np.zeros(self.board.nodes, np.int16)
        for unit, hex in self.sight.at.items():
            if unit in places:
                crowd[places[unit][0]] += 1
            elif self.points[unit] <= 0:
                crowd[hex] += 1
        return crowd

    def _advance(self, places: dict[int, tuple[int, str]]) -> None:
        """Panzer stacks together, infantry one by one, those in front first."""
        sight = self.sight
        crowd = self._crowd(places)
        groups: list[list[int]] = []
        for stack in sight.stacks.values():
            units = [u for u in stack if self.points[u] > 0 and u not in places]
            mech = [u for u in units if sight.mech(u)]
            groups += [mech] if mech else []
            groups += [[u] for u in units if not sight.mech(u)]
        groups.sort(key=lambda g: (not sight.mech(g[0]), int(self.goals.of(g[0])[sight.at[g[0]]]), g[0]))
        for group in groups:
            target = self._best_hex(group, crowd)
            if target < 0:
                target = sight.at[group[0]]
            crowd[target] += len(group)
            places |= dict.fromkeys(group, (target, "forward, in supply and within reach of the enemy"))

    def _best_hex(self, group: list[int], crowd: npt.NDArray[np.int16]) -> int:
        """The best place a group can get to: near its goal, supplied, in contact, not too weak for what could attack it."""
        sight = self.sight
        nodes = sight.march(group, min(self.points[u] for u in group)).but(crowd=None).reach().nodes
        around = self.board.neighbours[nodes]
        contact = ((sight.foe[around] > 0) & (around >= 0)).any(axis=1)
        strength = sum(sight.defence[u] for u in group) + 5.0 * crowd[nodes]
        score = -self.goals.of(group[0])[nodes].astype(float)
        score += 1.5 * contact + 0.2 * np.minimum(crowd[nodes], 2)
        score -= np.clip(self.danger[nodes] / np.maximum(strength, 1.0) - 1.5, 0.0, 2.0)
        score -= 50.0 * (self.supplied[nodes] == 0)
        room = crowd[nodes] + len(group) <= STACK_LIMIT
        return int(nodes[np.argmax(np.where(room, score, -np.inf))]) if room.any() else -1


class GermanMovement:
    """One German movement phase, command by command."""

    def __init__(self, doctrine: Doctrine = YARDSTICK) -> None:
        self.doctrine = doctrine
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
        """The next batch of orders; none with an assault set means that it starts from where its force stands."""
        moves = GermanMoves(sight, self.doctrine, self.posted)
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
