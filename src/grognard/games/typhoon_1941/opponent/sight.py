"""What a seat knows of a position, and what it makes of a battle. Hidden pieces are never looked at: they are guessed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from ....core.match import Match
from ..material import P
from ..queries import hidden_average
from ..rules import odds, retreat
from ..rules.attacks import is_blind, may_strike
from ..rules.condition import fit, ground, has
from ..rules.odds import Reckoning
from ..rules.supply import network, network_as_it_seems
from ..rules.weather import may_overrun
from ..rules.zones import around
from ..state import GERMAN, HIDDEN, RUSSIAN, Attack, Battle
from .ground import Ground
from .worth import battle_worth

#: Hidden pieces are taken for a little more than the average.
_CAUTION = 1.2


class Sight:
    """A position through the eyes of the deciding seat."""

    def __init__(self, match: Match) -> None:
        self.p: P = match.play
        self.game, self.s = self.p.game, self.p.s
        self.board = self.game.board
        self.side = match.side
        self.enemy = self.p.foe(self.side)
        self._targets: dict[tuple[int, bool], tuple[odds.Setting, tuple[odds.Defender, ...]]] = {}

    @cached_property
    def ground(self) -> Ground:
        """What the map is worth to the German."""
        return Ground(self)

    @cached_property
    def guess(self) -> float:
        """Defence of a hidden piece as anybody can reckon it."""
        return _CAUTION * hidden_average(self.p)

    def hidden(self, unit: int) -> bool:
        return self.side != RUSSIAN and has(self.p, unit, HIDDEN)

    @cached_property
    def enemies(self) -> dict[int, float]:
        """Enemy-held hexes and their defence factors as far as known."""
        found: dict[int, float] = {}
        for unit in ground(self.p, self.enemy):
            factor = self.guess if self.hidden(unit) else float(self.game.defence[unit])
            found[self.s.loc[unit]] = found.get(self.s.loc[unit], 0.0) + factor
        return found

    @cached_property
    def threat(self) -> dict[int, float]:
        """Enemy-held hexes and the attack factors seen there."""
        found: dict[int, float] = {}
        for unit in ground(self.p, self.enemy):
            factor = self.guess if self.hidden(unit) else float(self.game.attack[unit])
            found[self.s.loc[unit]] = found.get(self.s.loc[unit], 0.0) + factor
        return found

    @cached_property
    def own(self) -> list[int]:
        return [u for u in ground(self.p, self.side) if not self.game.is_dummy[u]]

    @cached_property
    def fed(self) -> list[bool]:
        """Hexes in supply, or next to one that is: a unit there would open its own way."""
        net = network(self.p, self.side)
        return (net | around(self.p, net.nonzero()[0]))[: self.board.hexes].tolist()  # type: ignore[no-any-return]

    def strikers(self, target: int) -> list[int]:
        """Own fit units that stand next to a hex and could attack it."""
        return [
            u for hex in self.board.adjacent(target) for u in self.p.units(hex, self.side)
            if fit(self.p, u) and self.game.attack[u] and may_strike(self.p, hex, target)
        ]  # fmt: skip

    def distance(self, hex: int, hexes: Sequence[int]) -> int:
        far = self.game.far[hex]
        return min([far[h] for h in hexes], default=99)

    # ---------------------------------------------------------------- battles

    def reckon(self, targets: tuple[int, ...], units: Sequence[int]) -> Reckoning:
        """The attack weighed by units where they stand, hidden pieces guessed."""
        p = self.p
        made = Attack(targets, tuple(units), tuple(dict.fromkeys(self.s.loc[u] for u in units)))
        if self.side == RUSSIAN or not is_blind(p, targets):
            return odds.weigh(p, made, self.side)
        unseen = [u for hex in targets for u in p.units(hex, self.enemy) if self.hidden(u)]
        return odds.reckon(self.game, odds.facts_of(p, made, self.side, unseen=unseen, guess=self.guess))

    def planned(self, target: int, posts: Sequence[tuple[int, int]], support: bool) -> Reckoning:
        """An attack on one hex by units that shall be posted around it, with or without aircraft."""
        setting, defenders = self._held(target, support)
        origins, attackers = tuple({hex for _, hex in posts}), self.attackers
        return odds.reckon(self.game, odds.Facts(setting, origins, tuple([attackers[unit] for unit, _ in posts]), defenders))

    def _held(self, target: int, support: bool) -> tuple[odds.Setting, tuple[odds.Defender, ...]]:
        """A hex as an attack after movement finds it, hidden pieces guessed."""
        found = self._targets.get((target, support))
        if found is None:
            unseen = [u for u in self.p.units(target, self.enemy) if self.hidden(u)]
            facts = odds.facts_of(self.p, Attack((target,), (), ()), self.side, unseen=unseen, guess=self.guess)
            setting = msgspec.structs.replace(facts.setting, phase="operational", supported=support)
            found = self._targets[target, support] = setting, facts.defenders
        return found

    @cached_property
    def attackers(self) -> dict[int, odds.Attacker]:
        """Own units as they would attack now."""
        return {unit: odds.attacker_of(self.p, unit) for unit in self.own}

    @cached_property
    def cut_off(self) -> set[int]:
        """Enemy-held hexes out of supply."""
        net = network_as_it_seems(self.p, self.enemy)
        return {h for h in self.enemies if not net[h]}

    def expected(self, reckoning: Reckoning, targets: Sequence[int], origins: Sequence[int], ground: float, press: int) -> float:
        """What an attack is worth in factors: gains less losses over the six rows, and the ground if it is opened."""
        if not reckoning.totals[1]:
            return 1.0 + ground
        return battle_worth(self.game, reckoning, self.side, self.plight(reckoning, targets, origins), ground, press)

    def plight(self, reckoning: Reckoning, targets: Sequence[int], origins: Sequence[int]) -> str:
        """Can the defenders get away, and would they live if they did?"""
        p, game = self.p, self.game
        net = network_as_it_seems(p, self.enemy)
        cut = not any(net[h] or game.settled[h] for h in targets)
        battle = Battle(self.side, tuple(targets), (), tuple(origins))
        there = [u for h in targets for u in p.units(h, self.enemy)]
        if self.side == GERMAN and any(h in game.shelters for h in targets):  # garrisons never retreat
            return "trapped"
        if there and not any(retreat.first_hexes(p, battle, u) for u in there):
            return "doomed" if cut else "trapped"
        if cut:
            return "cut"
        return "overrun" if self.overruns(reckoning, targets, origins) else "free"

    def overruns(self, reckoning: Reckoning, targets: Sequence[int], origins: Sequence[int]) -> bool:
        """Would the armour of an attack overrun the defenders, as far as they are known?"""
        game, side = self.game, self.side
        if not may_overrun(self.p, side) or not odds.armour_matches(game, side, reckoning.attack, reckoning.defence):
            return False
        there = tuple([defender for hex in targets for defender in self._held(hex, False)[1]])
        setting = odds.setting_of(self.p, tuple(targets), side)
        return odds.is_open_ground(game, odds.Facts(setting, tuple(origins), (), there))
