"""The plan of a movement phase: open places, garrisons, pockets, masses, the front, and the rest towards the goals of the war."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....ai.front import match_up
from ..material import STACK_LIMIT
from ..rules import expedition, movement
from ..rules.ground import strike_refusal
from ..state import GERMAN, SOVIET
from . import front, operations
from .pockets import Pockets
from .raids import raids
from .sieges import NEAR, Siege
from .sight import Field, Sight

#: A mass must promise so many factors, and every factor in it must earn so much: it could fight elsewhere.
_MASS = 0.8
_EFFORT = {GERMAN: 0.04, SOVIET: 0.08}
#: Units that are tried for one mass.
_MOST = 15
#: What an attack must earn for every movement point that a unit goes out of its way to a goal.
_DETOUR = 0.08
#: Worth of a hex nearer to the next goal, for a side that attacks.
_PACE = {True: 0.2, False: 0.15}
#: Factors that hold a place, or a hex of the front, for each factor that threatens it.
_GUARD, _LINE = 0.4, 0.3
#: Hexes from the exits within which corps are told off for the Caucasus.
_TO_OIL = 8
#: Rings that are closed in one phase.
_RINGS = 3
#: Worth of a hex near the enemy that nobody holds yet, and the price of being outnumbered there: on the offensive, or not.
_COVER = {(GERMAN, True): 0.8, (GERMAN, False): 0.4, (SOVIET, True): 0.8, (SOVIET, False): 0.4}
_RISK = {(GERMAN, True): 0.2, (GERMAN, False): 0.4, (SOVIET, True): 0.2, (SOVIET, False): 0.4}
_CROWD = {(GERMAN, True): 0.2, (GERMAN, False): 0.3, (SOVIET, True): 0.2, (SOVIET, False): 0.3}
#: Worth of each of the first companions, and how many like itself a unit hopes to find where it goes: armies of few
#: factors live only in company.
_COMPANY = {GERMAN: 0.0, SOVIET: 0.4}
_HOPE = {GERMAN: 1.0, SOVIET: 2.5}
#: Worth of each of the first two companions of an armoured unit: only those who begin a phase together assault together.
_GROUP = {GERMAN: 0.5, SOVIET: 0.3}
#: Factors of a garrison for each factor that threatens it, before anybody is sent to attack.
_GARRISON = {GERMAN: 0.2, SOVIET: 0.5}
#: From this turn on the Soviet attacks in any case; before it, from turn 6 on, if he is so much the stronger.
RED_TIDE = 13
SUPERIOR = 1.3


def attacks(sight: Sight) -> bool:
    """Is the side on the offensive? The German in the summers of 1941 and 1942, the Soviet from the winter of 1942 on,
    and anybody who is much the stronger."""
    turn = sight.s.turn
    if sight.side == GERMAN:
        return turn <= 5 or 8 <= turn <= 13
    mine = sum(sight.attack(u) for u in sight.own)
    return turn >= RED_TIDE or (turn >= 6 and mine > SUPERIOR * float(sight.foe_attack.sum()))


class Doctrine(NamedTuple):
    """How a side stands and moves where nothing else calls."""

    company: float | None = None  #: worth of each of the first companions, as many as `friends`
    friends: int = 3
    prepare: bool = False  #: those who fight first gather for the attacks of the next turn when they move
    clock: bool = False  #: places count more before a check of points that would be lost
    loyalty: float = 0.0  #: worth of staying with a goal that was chosen before
    raids: bool = False  #: sends armies behind the front to places in which nobody stands
    besieges: bool = False  #: has sieges that take several turns


#: How it was before there were levels.
FORMERLY = Doctrine()


class Order(NamedTuple):
    """A unit that shall march to a hex."""

    unit: int
    target: int
    why: str


class Plan:
    """Where units go that have not been sent yet: for what brings most first, then everybody to where he is worth most."""

    def __init__(self, sight: Sight, units: list[int] | None = None, doctrine: Doctrine = FORMERLY) -> None:
        self.doctrine = doctrine
        self.targets: list[tuple[float, int, tuple[int, ...]]] = []  #: masses by worth, target and where they gather
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.orders: list[Order] = []
        able = [u for u in movement.movable(self.p, ()) if units is None or u in units]
        self.reach: dict[int, list[int]] = {}
        for unit in able:
            self.reach[unit] = movement.march_of(self.p, (unit,)).reach().nodes.tolist()
        self.free = set(able)
        self.count = np.zeros(self.board.nodes, np.int16)
        self.held = np.zeros(self.board.nodes)
        self.armour = np.zeros(self.board.nodes)
        for unit in sight.own:
            if unit not in self.free:
                self.count[sight.at(unit)] += 1
                self.armour[sight.at(unit)] += sight.mech(unit)
                self.held[sight.at(unit)] += sight.defence(unit)
        self.offensive = attacks(sight)
        self.base = {mech: self._base(mech) for mech in (True, False)}
        self.masses = 0.0
        self._nearest: dict[int, int] = {}
        self.line = front.line(sight, self.reach)
        self._seize()
        if operations.expedition_wanted(sight):
            self._to_the_caucasus()
        if units is None and doctrine.besieges:
            self._seal()
        if units is None and sight.siege is not None:
            self._besiege(sight.siege)
        if units is None:
            self._guard()
        if units is None and doctrine.raids and self.offensive:
            self._raid()
        if units is None and (sight.s.order != "fight-move" or doctrine.prepare):
            self._encircle()
            self._mass()
        if units is None and not (self.offensive and sight.side == GERMAN):  # who drives east in summer leaves no cordon behind
            self._hold()
        self._settle()

    def send(self, unit: int, hex: int, why: str) -> None:
        self.free.discard(unit)
        self.count[hex] += 1
        self.armour[hex] += self.sight.mech(unit)
        self.held[hex] += self.sight.defence(unit)
        if hex != self.sight.at(unit):
            self.orders.append(Order(unit, hex, why))

    def _base(self, mech: bool) -> Field:
        """Worth of every hex for a unit, whoever else is there."""
        sight, s = self.sight, self.sight.s
        far = sight.to_enemy.astype(float)
        worth = -4.0 * ~sight.fed
        if self.offensive:
            worth = worth - _PACE[mech] * np.minimum(sight.to_goal, 30)
            worth += 1.0 * (far == 1)
        else:
            worth = worth - 0.25 * np.abs(np.minimum(far, 20) - 1.5)
            worth += 0.4 * (self.game.rough | self.game.marsh | self.game.city)
            if sight.side == SOVIET and s.turn <= 4:  # next to the enemy they would have to attack
                worth -= 1.5 * ((far <= 1) & ~self.game.city & ~self.game.soviet_line)
        return np.asarray(worth + 3.0 * (sight.points & (s.arrays.control == sight.enemy) & (s.arrays.count[sight.enemy] == 0)))

    # ---------------------------------------------------------------- open places

    def _seize(self) -> None:
        """Somebody walks into every place that brings points and stands empty: he who is missed least where he stands."""
        sight = self.sight
        empty = [h for h in sight.goals if not sight.s.count[sight.enemy][h] and not self.count[h]]
        for place in sorted(empty, key=lambda h: (-sight.points_of(h), h)):
            able = [u for u in self.free if place in self.reach[u]]
            if able:
                unit = min(able, key=lambda u: (bool(sight.points[sight.at(u)]), -sight.defence(u), u))
                self.send(unit, place, "the place lies open")

    # ---------------------------------------------------------------- the Caucasus

    def _to_the_caucasus(self) -> None:
        """Two panzer corps and one of foot to the exits, or nearer to them; they start from where they are nearest."""
        sight, exits = self.sight, expedition.exits(self.p)
        gates = [h for h in exits if not sight.s.count[SOVIET][h]]
        for role, wanted in (("armour", 2), ("foot", 1)):
            corps = [u for u in sight.own if operations.role(sight, u) == role]
            waiting = [u for u in corps if sight.at(u) in exits][:wanted]
            for unit in waiting:
                self.send(unit, sight.at(unit), "waits for the others")
            wanted -= len(waiting)
            able = [u for u in corps if u in self.free and sight.at(u) not in exits]
            far = {u: min((self.board.distance(sight.at(u), g) for g in gates), default=99) for u in able}
            for unit in sorted((u for u in able if far[u] <= _TO_OIL), key=lambda u: (far[u], u))[: max(0, wanted)]:
                best = min(self.reach[unit], key=lambda h: (min(self.board.distance(h, g) for g in gates), h))
                self.send(unit, best, "to the passes of the Caucasus")

    def _seal(self) -> None:
        """Somebody in every way out of the Caucasus, whoever is missed least: all together end the expedition."""
        sight = self.sight
        if sight.side != SOVIET or expedition.in_the_box(self.p) is None:
            return
        gates = [h for h in expedition.exits(self.p) if not sight.s.count[GERMAN][h]]
        able = {h: [u for u in self.free if h in self.reach[u]] for h in gates}
        rows = {h: sorted(us, key=lambda u: (sight.at(u) != h, sight.mech(u), sight.value(u), u)) for h, us in able.items()}
        for hex, unit in sorted(match_up(rows).items()):
            self.send(unit, hex, "shuts a way out of the Caucasus")

    def _raid(self) -> None:
        """Armies behind the front, to where nobody stands."""
        for unit, place, hex in list(raids(self.sight, self.free, self.reach)):
            self.send(unit, hex, f"behind the front, to {self.board.place_name(place)}, where nobody stands")

    # ---------------------------------------------------------------- sieges

    def _besiege(self, siege: Siege) -> None:
        """The ring first, most strongly where relief would come from, then as many as the storm takes; who cannot get there yet
        comes nearer."""
        sight, mass = self.sight, 0
        rows = [(h, 3) for h in siege.doors[:2]] + [(h, 1) for h in siege.doors] + [(h, STACK_LIMIT) for h in siege.doors]
        for hex, most in rows:
            while self.count[hex] < most and mass < siege.wanted:
                able = [u for u in self.free if hex in self.reach[u] and not self._keeps(u)]
                if not able:
                    break
                unit = min(able, key=lambda u: (sight.at(u) != hex, -sight.attack(u), u))
                mass += sight.attack(unit)
                self.send(unit, hex, f"to the siege of {self.board.place_name(siege.target)}")
        far = {u: self.board.distance(sight.at(u), siege.target) for u in self.free}
        for unit in sorted((u for u in self.free if far[u] <= NEAR and not self._keeps(u)), key=lambda u: (far[u], u)):
            if mass >= siege.wanted:
                return
            room = [h for h in self.reach[unit] if self.count[h] < STACK_LIMIT and sight.fed[h]]
            if room:
                mass += sight.attack(unit)
                best = min(room, key=lambda h: (self.board.distance(h, siege.target), h))
                self.send(unit, best, f"comes to the siege of {self.board.place_name(siege.target)}")

    def _keeps(self, unit: int) -> bool:
        """Does the unit stand in a place of ours that brings points?"""
        return bool(self.sight.points[self.sight.at(unit)])

    # ---------------------------------------------------------------- pockets

    def _encircle(self) -> None:
        """Close the rings that catch most; what is caught is half as strong when the attack comes."""
        for _ in range(_RINGS):
            ring = Pockets(self.sight, {u: self.reach[u] for u in sorted(self.free)}, self.count.tolist()).best()
            if ring is None:
                return
            for hex, unit in ring.posts.items():
                self.send(unit, hex, f"this cuts off {self.board.names[ring.caught[0]]}")
            self.sight.cut_off(ring.caught)

    # ---------------------------------------------------------------- masses

    def _mass(self) -> None:
        """The best mass of all, then the best of what is left."""
        sight = self.sight
        self.beside: dict[int, list[int]] = {}
        doors = {a for t in sight.enemies for a in self.board.adjacent(t)}
        for unit in sorted(self.free):
            for hex in self.reach[unit]:
                if hex in doors:
                    self.beside.setdefault(hex, []).append(unit)
        found = {t: self._mass_on(t) for t in sight.enemies}
        fresh = set(found)
        while found:
            target = max(sorted(found), key=lambda t: found[t][0])
            if found[target][0] < _MASS:
                return
            if target not in fresh:
                found[target] = self._mass_on(target)
                fresh.add(target)
                continue
            worth, posts = found.pop(target)
            self.masses += worth
            self.targets.append((worth, target, tuple(sorted({hex for _, hex in posts}))))
            for unit, hex in posts:
                self.send(unit, hex, "to the point of attack")
            fresh.clear()

    def _mass_on(self, target: int) -> tuple[float, list[tuple[int, int]]]:
        sight = self.sight
        doors = [a for a in self.board.adjacent(target) if not sight.s.count[sight.enemy][a] and sight.fed[a]]
        able = {u for a in doors for u in self.beside.get(a, ()) if u in self.free and sight.attack(u)}
        room = {a: STACK_LIMIT - int(self.count[a]) for a in doors}
        posts: list[tuple[int, int]] = []
        best: tuple[float, list[tuple[int, int]]] = (0.0, [])
        spent = 0.0
        for unit in sorted(able, key=lambda u: (-sight.attack(u), u))[:_MOST]:
            ways = [a for a in doors if room[a] > 0 and a in self.reach[unit] and strike_refusal(self.p, unit, a, target) is None]
            if not ways:
                continue
            used = {a for _, a in posts}
            door = max(ways, key=lambda a: (self._side(target, a, used), a == sight.at(unit), -a))
            room[door] -= 1
            posts.append((unit, door))
            spent += _EFFORT[sight.side] * sight.attack(unit) + self._detour(unit, door)
            worth = sight.worth(target, posts) - spent
            if worth > best[0]:
                best = worth, list(posts)
        return best

    def _side(self, target: int, hex: int, used: set[int]) -> int:
        """Opposite sides first, dry ground before river banks, then in company."""
        here = self.board.direction(target, hex)
        opposite = any((self.board.direction(target, a) + 3) % 6 == here for a in used) and hex not in used
        return 4 * opposite - 2 * bool(self.game.river[target, here]) + (hex in used)

    def _detour(self, unit: int, hex: int) -> float:
        """What an attack costs a unit that could be nearer to a goal."""
        if not self.offensive:
            return 0.0
        if unit not in self._nearest:
            self._nearest[unit] = int(self.sight.to_goal[self.reach[unit]].min())
        return _DETOUR * (int(self.sight.to_goal[hex]) - self._nearest[unit])

    # ---------------------------------------------------------------- garrisons

    def _guard(self) -> None:
        """Every place of ours that an enemy could walk into is held, the more strongly the more of them are near."""
        sight = self.sight
        near = (sight.to_enemy <= 4) | sight.exposed
        ours = np.nonzero(sight.points & (sight.s.arrays.control == sight.side) & near)[0].tolist()
        if sight.side == SOVIET and expedition.in_the_box(self.p) is not None:  # whoever holds all exits ends the expedition
            ours += [h for h in expedition.exits(self.p) if not sight.s.count[GERMAN][h]]
        for place in sorted(ours, key=lambda h: (-float(sight.threat[h]), h)):
            wanted = _GARRISON[sight.side] * float(sight.threat[place])
            while self.count[place] < STACK_LIMIT and (not self.count[place] or self.held[place] < wanted):
                able = [u for u in self.free if place in self.reach[u]]
                if not able:
                    break
                unit = min(able, key=lambda u: (sight.at(u) != place, sight.mech(u), sight.value(u), u))
                self.send(unit, place, "a garrison")

    # ---------------------------------------------------------------- the front

    def _hold(self) -> None:
        """One unit for every hex of the front that nobody holds, the most threatened first: foot before armour, the nearest."""
        sight = self.sight
        gaps = sorted((h for h in self.line if not self.count[h]), key=lambda h: (-float(sight.threat[h]), h))
        for hex in gaps:
            able = [u for u in self.free if hex in self.reach[u]]
            if able:
                held, far = set(self.line), self.board.distance
                unit = min(able, key=lambda u: (sight.mech(u), sight.at(u) in held, far(sight.at(u), hex), u))
                self.send(unit, hex, "the front must not be open")

    # ---------------------------------------------------------------- everybody else

    def _settle(self) -> None:
        """Each unit to the hex where it is worth most, given those that have gone before; the slow ones first."""
        sight = self.sight
        ours = sight.points & (sight.s.arrays.control == sight.side)
        need = np.where(ours, _GUARD * sight.threat, 0.0)
        need = np.where(ours & (sight.to_enemy <= 5), np.maximum(need, 3.0), need)
        need[self.line] = np.maximum(need[self.line], _LINE * sight.threat[self.line] + 3.0)
        stance = sight.side, self.offensive
        company = _COMPANY[sight.side] if self.doctrine.company is None else self.doctrine.company
        for unit in sorted(self.free, key=lambda u: (sight.to_enemy[sight.at(u)], sight.mech(u), u)):
            hexes = np.array([h for h in self.reach[unit] if self.count[h] < STACK_LIMIT] or [sight.at(unit)])
            defence = sight.defence(unit)
            open_need = np.maximum(0.0, need[hexes] - self.held[hexes])
            guard = 0.15 if sight.mech(unit) and self.offensive else 0.7
            worth = self.base[sight.mech(unit)][hexes] + guard * np.minimum(defence, open_need)
            worth += np.where((self.count[hexes] == 0) & (sight.to_enemy[hexes] <= 2), _COVER[stance], 0.0)
            worth -= _CROWD[stance] * self.count[hexes]
            worth += company * np.minimum(self.count[hexes], self.doctrine.friends)
            if sight.mech(unit):
                worth += _GROUP[sight.side] * np.minimum(self.armour[hexes], 2)
            risk = sight.threat[hexes] / (self.held[hexes] + _HOPE[sight.side] * defence + 1.0)
            worth -= _RISK[stance] * np.minimum(risk, 6.0) * ~sight.points[hexes]
            worth[hexes == sight.at(unit)] += 0.05
            self.send(unit, int(hexes[int(np.argmax(worth))]), "to where it is needed")
