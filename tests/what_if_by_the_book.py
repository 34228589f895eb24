"""1940: What If? reckoned a second time, straight from the rulebook and sharing no rule with the referee: where units can go,
whether they are in supply, and what a battle is fought at. It is slow and plain; the referee must agree with it."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

from grognard.core.match import Match
from grognard.games.assault.flags import RETREATED
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.state import WhatIfState

GERMAN, SOVIET, ALLIED, BELGIAN, DUTCH = range(5)
TERRAIN_SHIFTS = {"hills": -2, "forest": -1, "marsh": -1, "ardennes": -1}
ENTRY = {"clear": (1, 1), "forest": (1, 2), "ardennes": (1, 2), "hills": (2, 3), "marsh": (2, 3)}  #: on foot, in vehicles
WATER = {"river": (1, 2), "major-river": (2, 3)}

Stands = dict[int, list[int]]  #: hex -> units


def ring(name: str) -> list[str]:
    """The six hexes around one, counter-clockwise from the east; odd rows stand half a hex further east."""
    row, column, odd = int(name[:2]), int(name[2:]), int(name[:2]) % 2
    spots = [(row, column + 1), (row + 1, column + odd), (row + 1, column + odd - 1), (row, column - 1),
             (row - 1, column + odd - 1), (row - 1, column + odd)]  # fmt: skip
    return [f"{r:02d}{c:02d}" if c >= 0 else "" for r, c in spots]


def is_east(name: str) -> bool:
    return int(name[:2]) >= 42


class Book:
    """A match as somebody with the rulebook in his hand would judge it."""

    def __init__(self, match: Match) -> None:
        game = match.game
        assert isinstance(game, WhatIf)
        self.match, self.game, board = match, game, game.board
        self.names = board.names[: board.hexes]
        self.hex = {name: k for k, name in enumerate(self.names)}
        self.terrain = [board.terrains[board.terrain[k]] for k in range(board.hexes)]
        self.cities = {place.hex for place in board.places if place.kind in ("city", "ruhr-city")}
        self.ruhr = {place.hex for place in board.places if place.kind == "ruhr-city"}
        self.between: defaultdict[frozenset[int], set[str]] = defaultdict(set)
        for side in board.sides:
            self.between[frozenset(side.hexes)].add(side.kind)
        self.area = {name: set(area.hexes) for name, area in board.areas.items()}
        nations = ("german", "soviet", "french", "belgian", "dutch")
        self.works = [{k for k in range(board.hexes) if board.feature_mask(f"{nation}-fort")[k]} for nation in nations]
        self.east = {k for k, name in enumerate(self.names) if is_east(name)}
        self.beside = [
            [self.hex[near] for near in ring(name) if near in self.hex and is_east(near) == is_east(name)] for name in self.names
        ]
        self.german_edge = {self.hex[f"{row}00"] for row in range(43, 53)}
        self.french_edge = {self.hex[f"{row}00"] for row in range(10, 18)} | {self.hex[f"10{c:02d}"] for c in range(12)}

    @property
    def s(self) -> WhatIfState:
        state = self.match.state
        assert isinstance(state, WhatIfState)
        return state

    # ---------------------------------------------------------------- counters

    def side(self, unit: int) -> int:
        return int(self.game.side_of[unit])

    def row(self, unit: int) -> dict[str, str]:
        return dict(self.game.rows[self.s.kind[unit]])

    def nation(self, unit: int) -> str:
        return self.row(unit)["nation"]

    def cavalry(self, unit: int) -> bool:
        return self.row(unit)["type"] == "cavalry" and self.nation(unit) in ("french", "belgian")

    def stands(self) -> Stands:
        found: Stands = {}
        for unit in range(len(self.game.pieces)):
            if 0 <= self.s.loc[unit] < len(self.names):
                found.setdefault(self.s.loc[unit], []).append(unit)
        return found

    def enemies(self, side: int) -> set[int]:
        camp = {GERMAN: 0, SOVIET: 1, ALLIED: 1}
        if self.s.belgium == "allied":
            camp[BELGIAN] = 1
        if self.s.holland == "at war":
            camp[DUTCH] = 0
        return {other for other in camp if side in camp and camp[other] != camp[side]}

    def variant(self) -> bool:
        return self.s.options.get("lithuania") == "soviet"

    # ---------------------------------------------------------------- supply

    def no_line(self, side: int, hex: int, stands: Stands) -> bool:
        """May a line not enter a hex (6.7, 9.8)?"""
        foes = self.enemies(side)
        if any(self.side(unit) in foes for unit in stands.get(hex, ())):
            return True
        strong = hex in self.cities or any(hex in works for works in self.works)
        return (strong and self.s.control[hex] in foes) or (side == GERMAN and bool(self.s.fort[hex]))

    def steps_of_lines(self, side: int, hex: int, stands: Stands) -> Iterator[int]:
        """Hexes to which a line goes on (6.7)."""
        wet = {"sea", "neutral"} if side == SOVIET else {"sea", "neutral", "lake"}
        for near in self.beside[hex]:
            dry = not wet & self.between[frozenset((hex, near))] and self.terrain[near] not in wet
            if dry and not self.no_line(side, near, stands):
                yield near

    def joined(self, start: int, goals: Collection[int], side: int, stands: Stands, allowed: Callable[[int, int], bool]) -> bool:
        """Does a line lead from a hex to one of the goals? It is `allowed` from hex to hex."""
        seen, queue = {start}, [start]
        for hex in queue:
            if hex in goals:
                return True
            for near in self.steps_of_lines(side, hex, stands):
                if near not in seen and allowed(hex, near):
                    seen.add(near)
                    queue.append(near)
        return False

    def supplied(self, unit: int, stands: Stands) -> bool:
        side, hex, s = self.side(unit), self.s.loc[unit], self.s
        if side == DUTCH or (side == BELGIAN and hex in self.area["belgium"]):
            return True
        if side == SOVIET:
            never_lost = hex in (self.hex["4624"], self.hex["5917"]) and not s.was_german[hex]
            return never_lost or self.joined(hex, self.area["red-row"], SOVIET, stands, lambda here, near: True)
        if side == GERMAN:
            fed = self._german_east(hex, stands) if hex in self.east else self._german_west(hex, stands)
            flyers = SOVIET if hex in self.east else ALLIED
            free_sky = s.suppressed[flyers] == (1 if flyers == SOVIET else 2)
            return fed or (unit == self.game.flieger and free_sky)
        if side == ALLIED and hex in self.area["north-sea-coast"]:
            return True
        return self.allied_ground(unit, hex) and self.joined(
            hex, self.french_edge, ALLIED, stands, lambda here, near: self.allied_ground(unit, near)
        )

    def allied_ground(self, unit: int, hex: int) -> bool:
        """May a line of the Anglo-French cross a hex (3.6, 10.10)?"""
        s = self.s
        neutral = [name for name, state in (("belgium", s.belgium), ("holland", s.holland)) if state == "neutral"]
        if any(hex in self.area[name] for name in neutral):
            return False
        return self.terrain[hex] != "ardennes" or s.ardennes or self.cavalry(unit)

    def _german_west(self, hex: int, stands: Stands) -> bool:
        germany = self.area["greater-germany"]
        return self.joined(hex, self.ruhr, GERMAN, stands, lambda here, near: near in germany)

    def germany(self) -> set[int]:
        return self.area["greater-germany"] | (self.area["boundary-revision"] if self.variant() else set())

    def _german_east(self, hex: int, stands: Stands) -> bool:
        """The coast, the edge from near Greater Germany, or six hexes to a Rollbahn and along it (6.5)."""
        if hex in self.area["baltic-coast"]:
            return True
        home = [other for other in self.germany() if other in self.east]
        close = min(self.game.board.distance(hex, other) for other in home) <= 6
        if close and self.joined(hex, self.german_edge, GERMAN, stands, lambda here, near: True):
            return True
        head, roads = self.hex["5005"], self.area["rollbahn"]
        if self.no_line(GERMAN, head, stands) or not self.joined(head, self.german_edge, GERMAN, stands, lambda here, near: True):
            return False

        def along(start: int) -> bool:
            drawn = self.between
            return self.joined(start, {head}, GERMAN, stands, lambda here, near: "rollbahn" in drawn[frozenset((here, near))])

        reached, now = {hex}, [hex]
        for _ in range(7):
            if any(other in roads and along(other) for other in now):
                return True
            ahead = {near for other in now if other not in roads for near in self.steps_of_lines(GERMAN, other, stands)}
            now = [near for near in ahead if near not in reached]
            reached |= ahead
        return False

    # ---------------------------------------------------------------- battles

    def strength(self, unit: int, attacks: bool, stands: Stands) -> int:
        faces = self.row(unit)["factors"].split("/")
        attack, defence = map(int, faces[0 if self.s.steps[unit] == len(faces) else 1].split("-"))
        factor = attack if attacks else defence
        return factor if self.supplied(unit, stands) else (factor + 1) // 2

    def battle(self, target: int, attackers: list[int], *, mobile: bool, dropped: bool) -> tuple[int, int, dict[str, int]]:
        """Attack on the ground, defence, and columns by rule without aircraft and attenuated supply."""
        s, stands, side = self.s, self.stands(), self.s.active
        foes = self.enemies(side) | ({DUTCH} if side == ALLIED and s.holland == "neutral" else set())
        there = [unit for unit in stands.get(target, ()) if self.side(unit) in foes]
        holder = self.side(there[0]) if there else int(s.control[target]) if s.control[target] >= 0 else DUTCH
        fresh = [unit for unit in there if mobile or not s.flags[unit] & RETREATED]
        attack = sum(self.strength(unit, True, stands) for unit in attackers)
        defence = sum(self.strength(unit, False, stands) for unit in fresh) if there else 1
        shifts = Counter(dict(self._ground(target, holder)))
        origins = {s.loc[unit] for unit in attackers}
        if origins and not dropped and not (side == GERMAN and s.ignore_rivers):
            shifts["11.8b"] += max(self._crossing(origin, target) for origin in origins)
        if side == GERMAN and s.order == "fight-move" and target in self.east and origins and not mobile:
            shifts["5.3b"] += 1
        if dropped and origins:
            shifts["11.10b"] += 1
        elif side != SOVIET and not mobile and target not in self.cities and self._concentric(target, origins):
            shifts["11.10a"] += 1
        if side == SOVIET and any(self._short_of_trains(origin, stands) for origin in origins):
            shifts["6.12"] -= 1
        if (side, holder) == (GERMAN, SOVIET) and self._short_of_trains(target, stands):
            shifts["6.12"] += 1
        if any(self.row(unit)["designation"] == "1S" for unit in attackers):
            shifts["9.7"] += 1
        return attack, defence, {rule: columns for rule, columns in shifts.items() if columns}

    def _ground(self, target: int, holder: int) -> Iterator[tuple[str, int]]:
        yield "11.8a", TERRAIN_SHIFTS.get(self.terrain[target], 0) - (target in self.cities)
        yield "10.22b", -2 * (target in self.works[holder])
        yield "9.8g", -1 * (holder == SOVIET and bool(self.s.fort[target]))

    def _crossing(self, origin: int, target: int) -> int:
        water = self.between[frozenset((origin, target))]
        if "major-river" in water:
            return -2
        return -1 if "river" in water and not {origin, target} & self.cities else 0

    def _concentric(self, target: int, origins: set[int]) -> bool:
        """Opposite, alternating, or more than three hexes (11.10)."""
        around = {k for k, name in enumerate(ring(self.names[target])) if self.hex.get(name) in origins}
        return len(around) > 3 or any((k + 3) % 6 in around for k in around) or {0, 2, 4} <= around or {1, 3, 5} <= around

    def _short_of_trains(self, hex: int, stands: Stands) -> bool:
        """In former Poland, or in Greater Germany on lines that all run through it (6.12)."""
        poland = self.area["former-poland"] - (self.area["boundary-revision"] if self.variant() else set())
        if hex in poland or hex not in self.germany():
            return hex in poland
        red = self.area["red-row"]
        return self.joined(hex, red, SOVIET, stands, lambda here, near: True) and not self.joined(
            hex, red, SOVIET, stands, lambda here, near: near not in poland
        )

    # ---------------------------------------------------------------- movement

    def factor(self, unit: int, stands: Stands) -> int:
        s, side, row = self.s, self.side(unit), self.row(unit)
        if row["class"] == "static":
            return 0
        found = 4 if side == SOVIET else 8 if self.game.pieces[unit].handle.endswith("tk3") else 6
        if side == GERMAN and s.loc[unit] in self.east:
            found = self.game.track[s.turn].gemmf[row["class"] != "mech"]
            found = (found + 1) // 2 if s.ploesti and row["class"] == "mech" else found
        return found if self.supplied(unit, stands) else (found + 1) // 2

    def shut(self, unit: int, hex: int, stands: Stands) -> bool:
        """Is a hex closed to a unit (3.6 to 3.9, 10.7, 10.10, 12.9)?"""
        s, side, terrain = self.s, self.side(unit), self.terrain[hex]
        foes, others = self.enemies(side), {self.side(other) for other in stands.get(hex, ())} - {side}
        aside = {other for other in (BELGIAN, DUTCH) if not self.enemies(other)}
        garrison = bool(s.garrison[hex]) and (s.control[hex] in foes or (side == ALLIED and s.control[hex] < 0))
        if terrain in ("sea", "lake", "neutral") or others & (foes | aside) or garrison:
            return True
        if side in (GERMAN, SOVIET) and hex in self.east:
            return side == GERMAN and hex in self.area["red-row"]
        if side == SOVIET or hex in self.east:
            return True
        if terrain == "ardennes" and not s.ardennes and not self.cavalry(unit):
            return True
        country = {GERMAN: ("greater-germany",), DUTCH: ("holland",), BELGIAN: ("belgium", "greater-germany")}.get(side)
        return country is not None and not any(hex in self.area[name] for name in country)

    def cost(self, unit: int, here: int, there: int) -> int:
        s, side = self.s, self.side(unit)
        wheels = self.row(unit)["class"] == "mech"
        hexes = 1 if side == SOVIET or there in self.cities else ENTRY[self.terrain[there]][wheels]
        crossing = self._crossing(here, there)
        water = 0 if not crossing else WATER["river" if crossing == -1 else "major-river"][wheels]
        flown = s.interdicted if s.interdictor in self.enemies(side) else ()
        zone = {near for hex in flown for near in (hex, *self.beside[hex])}
        return hexes * (2 if there in zone else 1) + water * (2 if zone & {here, there} else 1)

    def destinations(self, unit: int) -> set[int]:
        """Where a unit that has not moved yet can go and stay."""
        s, stands, start = self.s, self.stands(), self.s.loc[unit]
        points, red = self.factor(unit, stands), self.area["red-row"]

        def ways(here: int) -> Iterator[int]:
            for near in self.beside[here]:
                full = len(self._counted(stands.get(near, ()), unit)) >= (3 if near in self.east else 2)
                back = self.side(unit) == SOVIET and near in red and here not in red
                water = self.between[frozenset((here, near))] & {"sea", "lake"}
                if not (water or back or full or self.shut(unit, near, stands)):
                    yield near

        best, heap = {start: 0}, [(0, start)]
        while heap:
            spent, here = heapq.heappop(heap)
            for near in ways(here):
                total = spent + self.cost(unit, here, near)
                if total <= points and total < best.get(near, points + 1):
                    best[near] = total
                    heapq.heappush(heap, (total, near))
        reached = {*best, *(ways(start) if points else ())} - {start}
        tanks = s.tank_army and "tk" in self.game.pieces[unit].handle
        return {hex for hex in reached if hex in self.east or self._own_nation(unit, stands.get(hex, ()), bool(tanks))}

    def _counted(self, units: Iterable[int], but: int) -> list[int]:
        return [unit for unit in units if unit != but and self.row(unit)["class"] != "static"]

    def _own_nation(self, unit: int, others: Iterable[int], tanks: bool) -> bool:
        others = [*others]
        alike = all(self.nation(other) == self.nation(unit) for other in others)
        return alike or (tanks and all("tk" in self.game.pieces[other].handle for other in others))
