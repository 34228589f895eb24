"""Movement, command by command: mobile assaults while they pay, then the marches of the plan."""

from __future__ import annotations

from collections.abc import Mapping

from ....ai import Advice
from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.match import Match
from ...assault.flags import FINISHED, OVERTAKEN
from ..rules import hero_cities, mobile_assault, movement, worn_out
from ..rules.ground import water_between
from ..state import GERMAN, SOVIET
from . import operations
from .plan import FORMERLY, Doctrine, Order, Plan
from .sight import Sight

#: A mobile assault must promise so many factors.
_ASSAULT = 1.2


class Mover:
    """The plan of a movement phase, given out command by command."""

    def __init__(self, doctrines: Mapping[int, Doctrine] | None = None) -> None:
        self.doctrines = doctrines or {}  #: by side
        self.phase: tuple[int, int, int] | None = None
        self.orders: list[Order] | None = None
        self.driven: set[int] = set()
        self.aims: list[int] = []  #: goals of the last phase

    def choose(self, match: Match) -> Advice:
        s = match.play.s
        phase = (s.turn, s.active, s.combats)
        if phase != self.phase:
            self.phase, self.orders, self.driven = phase, None, set()
        doctrine = self.doctrines.get(match.side, FORMERLY)
        sight = Sight(match, clock=doctrine.clock, kept=dict.fromkeys(self.aims, doctrine.loyalty), besieges=doctrine.besieges)
        worn = worn_out.hexes_to_roll(sight.p, ()) if sight.side == GERMAN else ()
        if worn:
            return Advice(Command("start", hexes=(worn[0],)), "the panzers must be tried")
        special = operations.before_moving(sight)
        if special is not None:
            return special
        if mobile_assault.season_refusal(sight.p) is None:
            advice = self.armour(sight)
            if advice is not None:
                return advice
        if self.orders is None:
            self.orders = Plan(sight, None, doctrine).orders
            self.aims = sight.aims
        advice = self.march(sight)
        advice = advice or proclaim(sight) or (operations.on_call(sight) if sight.side == SOVIET else None)
        return advice or Advice(Command("done"), "everybody stands where he should")

    # ---------------------------------------------------------------- armour in the season of mobile assaults

    def armour(self, sight: Sight) -> Advice | None:
        """Stack after stack: assaults while they pay, then a drive with what is left."""
        p = sight.p
        stacks: dict[tuple[int, int, int], list[int]] = {}
        for unit in sight.own:
            if not sight.mech(unit) or unit in self.driven or sight.s.flags[unit] & (FINISHED | OVERTAKEN):
                continue
            if movement.points_left(p, unit) > 0:
                moved = int(sight.s.spent[unit] > sight.s.toll[unit])
                stacks.setdefault((-moved, sight.s.origin[unit], sight.at(unit)), []).append(unit)
        for _, units in sorted(stacks.items()):
            found = self.assault(sight, sorted(units, key=lambda u: (-sight.attack(u), u)))
            if found is not None:
                return found
            plan = Plan(sight, units)
            self.driven.update(units)
            for order in plan.orders:
                path = _path(sight, order)
                if path:
                    self.driven.difference_update(u for u in units if u != order.unit)
                    return Advice(Command("move", (order.unit,), tuple(path)), order.why)
        return None

    def assault(self, sight: Sight, units: list[int]) -> Advice | None:
        """The best mobile assault of a stack, or the march to where it begins."""
        p, board = sight.p, sight.board
        best: tuple[float, int, int, tuple[int, ...]] | None = None
        for count in sorted({len(units), min(3, len(units)), min(2, len(units))}, reverse=True):
            force = tuple(units[:count])
            try:
                mobile_assault.check_force(p, force)
            except Illegal:
                continue
            march = movement.march_of(p, force)
            reach = march.reach().as_dict()
            for target in sight.enemies:
                if not is_legal(mobile_assault.check_target, p, force, target):
                    continue
                surcharge = mobile_assault.surcharge(p, target)
                for door in board.rows[target]:
                    if door not in reach or not sight.fed[door] or water_between(p, door, target):
                        continue
                    cost = march.step(door, target) + surcharge
                    if reach[door] + cost > march.budget:
                        continue
                    worth = sight.worth(target, [(u, door) for u in force], mobile=True) - 0.05 * reach[door] - 0.2 * count
                    if worth > _ASSAULT and (best is None or worth > best[0]):
                        best = worth, target, door, force
        if best is None:
            return None
        worth, target, door, force = best
        command = Command("assault", force, (target,))
        if door != sight.at(force[0]):
            way = movement.march_of(p, force).reach().path(door)
            return Advice(Command("move", force, tuple(way)), "to the place of the assault") if way else None
        try:
            mobile_assault.check_force(p, force)
            mobile_assault.assault_cost(p, force, target)
        except Illegal:
            return None
        return Advice(command, sight.expected(target, [(u, door) for u in force], mobile=True))

    # ---------------------------------------------------------------- marching

    def march(self, sight: Sight) -> Advice | None:
        """The first order that can be carried out; what is stuck goes as far as the road is free."""
        assert self.orders is not None
        waiting: list[Order] = []
        while self.orders:
            order = self.orders.pop(0)
            if sight.at(order.unit) == order.target or not _able(sight, order.unit):
                continue
            path = _path(sight, order)
            if path:
                self.orders = waiting + self.orders
                return Advice(Command("move", (order.unit,), tuple(path)), order.why)
            waiting.append(order)
        for k, order in enumerate(waiting):
            found = movement.march_of(sight.p, (order.unit,)).reach()
            near = min(found.nodes.tolist(), key=lambda h: (sight.board.distance(h, order.target), h))
            path = found.path(near)
            if path and sight.board.distance(near, order.target) < sight.board.distance(sight.at(order.unit), order.target):
                self.orders = waiting[k + 1 :]
                return Advice(Command("move", (order.unit,), tuple(path)), order.why)
        return None


def _able(sight: Sight, unit: int) -> bool:
    try:
        movement.check_stack(sight.p, (unit,))
    except Illegal:
        return False
    return True


def _path(sight: Sight, order: Order) -> list[int]:
    if not _able(sight, order.unit):
        return []
    return movement.march_of(sight.p, (order.unit,)).reach().path(order.target)


def proclaim(sight: Sight) -> Advice | None:
    """Markers go to the places the enemy stands before, the strongest held first."""
    p = sight.p
    able = hero_cities.may_be_hero(p) if sight.side == SOVIET else hero_cities.may_be_fortress(p)
    near = [h for h in able if sight.to_enemy[h] <= 1 and sight.s.count[sight.side][h] >= 3 and sight.threat[h] >= 15]
    if not near:
        return None
    best = max(near, key=lambda h: (float(sight.threat[h]), h))
    return Advice(Command("hero" if sight.side == SOVIET else "fortress", hexes=(best,)), "it shall be held")
