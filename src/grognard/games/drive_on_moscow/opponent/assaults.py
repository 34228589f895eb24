"""Prepared assaults: which hexes to attack with whom, by what each battle is expected to bring.

Values are in Soviet divisions: what it is worth to be rid of one. Every target is first weighed with everybody who
could join; units that add nothing are sent home; the best attack is taken, and so on with those that remain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules.spoiling_attacks import attack_leaves_enough
from ..state import GERMAN
from .doctrine import YARDSTICK, Doctrine
from .sight import Sight

#: What a step is worth: German ones are few, Soviet units many.
GERMAN_STEP = 2.6
SOVIET_UNIT = 1.0
#: What the hex itself is worth.
MOSCOW = 500.0
CITY = 10.0
OPEN_GROUND = 1.0
#: What a unit in an attack must add to be sent.
EFFORT = 0.04
#: An attack worth less is not made; an aircraft that adds less stays on the ground.
WORTHWHILE = 0.35
AIR_WORTHWHILE = 0.5


class Attack(NamedTuple):
    """A battle to be fought."""

    target: int
    units: tuple[int, ...]
    air: int
    value: float
    chances: Mapping[str, float]


def hex_value(sight: Sight, hex: int) -> float:
    """What it is worth to take a hex from the enemy."""
    game = sight.game
    if sight.side == GERMAN:
        return MOSCOW if hex in game.moscow else CITY if hex in game.other_cities else OPEN_GROUND
    return CITY / 2 if game.city[hex] else OPEN_GROUND


def bloodbath(sight: Sight, city: int, defenders: int) -> float:
    """What it is worth to the Germans to trade steps for the defenders of a city (10.29)."""
    return hex_value(sight, city) + (SOVIET_UNIT - GERMAN_STEP) * defenders


def worth(sight: Sight, target: int, units: Iterable[int], chances: Mapping[str, float]) -> float:
    """Expected value of a battle for the attacker, given the chances of its results."""
    count = int(sight.foe[target])
    clear = hex_value(sight, target)
    if sight.side == GERMAN:
        kill = SOVIET_UNIT * count + 0.15 * float(sight.foe_defence[target])
        if sight.game.city[target]:
            retreat = max(0.0, bloodbath(sight, target, count))
        else:
            retreat = kill + clear if _trapped(sight, target) else 0.35 * kill + clear
        gain = chances["DE"] * (kill + clear) + chances["DR"] * retreat - chances["AL1"] * GERMAN_STEP
        return float(gain)
    loss = min(0.4 + 0.3 * (sight.attack[u] + sight.defence[u]) for u in units)
    if sight.game.city[target]:
        stall = chances["AS"] + chances["DR"]
        gain = chances["DE"] * (GERMAN_STEP * count + clear) - (chances["AL1"] + stall) * loss
    else:
        gain = chances["DE"] * (GERMAN_STEP * count + clear) + chances["DR"] * GERMAN_STEP - chances["AL1"] * loss
    return float(gain)


def _trapped(sight: Sight, hex: int) -> bool:
    """Has the stack nowhere to retreat to?"""
    game = sight.game
    for direction, near in enumerate(sight.board.neighbours[hex].tolist()):
        if near < 0 or sight.own[near] or game.reservoir[hex][direction]:
            continue
        if not (game.city[near] and sight.control[near] == sight.side) and sight.foe[near] + sight.foe[hex] <= 5:
            return False
    return True


class Assaults:
    """The attacks of one combat phase."""

    def __init__(self, sight: Sight, order: str | None = None, doctrine: Doctrine = YARDSTICK) -> None:
        self.sight, self.doctrine = sight, doctrine
        self.order = sight.order if order is None else order
        supplied = sight.supply(GERMAN) if sight.side == GERMAN else None
        self.ready = {u for u in sight.units if u not in sight.attacked and (supplied is None or supplied[sight.at[u]])}
        self.air = sight.air[sight.side]

    def attackers(self, target: int) -> list[int]:
        """Units that may join an attack on a hex."""
        sight = self.sight
        found = []
        for near in sight.board.neighbours[target].tolist():
            if near >= 0 and sight.own[near]:
                found += [u for u in sight.stacks[near] if u in self.ready and sight.may_strike(u, near, target)]
        return found

    def weigh(self, target: int, units: Sequence[int], air: int = 0) -> tuple[float, Mapping[str, float]]:
        at = self.sight.at
        chances = self.sight.chances(target, {u: at[u] for u in units}, air, order=self.order)
        return worth(self.sight, target, units, chances), chances

    def best_on(self, target: int) -> Attack | None:
        """The attack on a hex with nobody in it who is not needed."""
        units = self.attackers(target)
        if not units:
            return None
        value, chances = self.weigh(target, units)
        attack = self.sight.attack
        for unit in sorted(units, key=lambda u: (attack[u], u)):
            if len(units) > 1:
                rest = [u for u in units if u != unit]
                less, fewer = self.weigh(target, rest)
                if less >= value - EFFORT * (1 + attack[unit] / 4):
                    units, value, chances = rest, less, fewer
        if self.doctrine.garrisons and self.sight.lone_garrisons.issuperset(units):
            return None  # nobody else could give the step that it may cost
        return Attack(target, tuple(units), 0, value, chances)

    def plan(self) -> list[Attack]:
        """Attacks worth making, the best first; no unit twice."""
        targets = [h for h in self.sight.enemies if h not in self.sight.spent_targets]
        found = {h: attack for h in targets if (attack := self.best_on(h)) is not None}
        chosen: list[Attack] = []
        while found:
            target = max(found, key=lambda h: (found[h].value, -h))
            attack = found.pop(target)
            if attack.value < WORTHWHILE and not self._air_would_help(attack):
                break
            attack = self._with_air(attack)
            if attack.value < WORTHWHILE:
                continue
            chosen.append(attack)
            self.ready -= set(attack.units)
            for hex in [h for h in found if set(found[h].units) & set(attack.units)]:
                again = self.best_on(hex)
                if again is None:
                    del found[hex]
                else:
                    found[hex] = again
        return chosen

    def _air_would_help(self, attack: Attack) -> bool:
        return self.air > 0 and self.weigh(attack.target, attack.units, self.air)[0] >= WORTHWHILE

    def _with_air(self, attack: Attack) -> Attack:
        for count in range(1, self.air + 1):
            value, chances = self.weigh(attack.target, attack.units, count)
            if value - attack.value >= AIR_WORTHWHILE * (count - attack.air):
                attack = Attack(attack.target, attack.units, count, value, chances)
        self.air -= attack.air
        return attack

    def forced(self) -> Attack | None:
        """Spoiling attacks that Stalin demands (11.2): many units, few battles, since a battle costs one step at most."""
        targets = [h for h in self.sight.enemies if h not in self.sight.spent_targets and self.attackers(h)]
        if not targets:
            return None
        needed = self.sight.quota - self.sight.engaged
        target = max(targets, key=lambda h: (min(needed, len(self.attackers(h))), self.weigh(h, self.attackers(h))[0], -h))
        units = self.attackers(target)
        return Attack(target, tuple(units), 0, *self.weigh(target, units))


class Combat:
    """One combat phase, battle by battle: the plan is kept as long as its attacks can be made as they were meant."""

    def __init__(self, doctrine: Doctrine = YARDSTICK) -> None:
        self.doctrine = doctrine
        self.attacks: list[Attack] = []

    def next(self, match: Match) -> Advice:
        sight = Sight(match)
        if sight.side == GERMAN and sight.declared == sight.turn:
            return Advice(Command("done"), "no attacks while the offensive is prepared")
        planner = Assaults(sight, doctrine=self.doctrine)
        while self.attacks:
            attack = _still(planner, self.attacks.pop(0))
            if attack is not None and attack_leaves_enough(match.play, attack.units, attack.target):
                return _advice(attack, _reason(attack))
        self.attacks = [a for a in planner.plan() if attack_leaves_enough(match.play, a.units, a.target)]
        if self.attacks:
            attack = self.attacks.pop(0)
            return _advice(attack, _reason(attack))
        if sight.quota > sight.engaged:
            attack = Assaults(sight).forced()
            if attack is not None:
                return _advice(attack, "Stalin demands spoiling attacks")
        return Advice(Command("done"), "no further attack promises enough")


def _still(planner: Assaults, attack: Attack) -> Attack | None:
    """A planned attack, if it can still be made and is still worth while."""
    sight = planner.sight
    if attack.target not in sight.enemies or attack.target in sight.spent_targets or attack.air > planner.air:
        return None
    if not set(attack.units) <= set(planner.attackers(attack.target)):
        return None
    value, chances = planner.weigh(attack.target, attack.units, attack.air)
    return Attack(attack.target, attack.units, attack.air, value, chances) if value >= WORTHWHILE else None


def _advice(attack: Attack, why: str) -> Advice:
    return Advice(Command("attack", attack.units, (attack.target,), attack.air or None), why)


def _reason(attack: Attack) -> str:
    won = round(100 * (attack.chances["DR"] + attack.chances["DE"]))
    lost = round(100 * attack.chances["AL1"])
    return f"{won} in 100 to beat the defenders, {lost} in 100 to lose a step"
