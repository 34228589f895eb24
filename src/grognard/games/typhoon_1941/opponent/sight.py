"""What a seat knows of a position, and what it makes of a battle. Hidden pieces are never looked at: they are guessed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ....core.match import Match
from ..game import P
from ..queries import hidden_average
from ..rules import odds, retreat
from ..rules.attacks import is_blind, may_strike
from ..rules.condition import fit, ground, has
from ..rules.odds import Reckoning
from ..rules.supply import network, network_as_it_seems
from ..rules.weather import frozen, hampers
from ..rules.zones import around
from ..state import DISRUPTED, GERMAN, HIDDEN, RUSSIAN, Attack, Battle
from .ground import Ground
from .worth import PRICE, SHAKEN, prospect

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
        """The attack weighed; against hidden pieces with guessed factors and no other shifts than ground and weather."""
        p = self.p
        made = Attack(targets, tuple(units), tuple(dict.fromkeys(self.s.loc[u] for u in units)))
        if self.side == RUSSIAN or not is_blind(p, targets):
            return odds.weigh(p, made, self.side)
        attack = tuple((u, odds.attack_factor(p, u)) for u in units)
        known = [self.as_far_as_known(h, {self.s.loc[u] for u in units}) for h in targets]
        defence, shift = sum(d for d, _ in known), min(s for _, s in known)
        if set(targets) <= set(self.s.supported):
            shift += min(1 if self.game.forest[h] or self.game.major[h] else 2 for h in targets)
        base = odds.base_column(2 * sum(f for _, f in attack), max(1, round(2 * defence)))
        return Reckoning(attack, ((-1, round(defence)),), base, (), (((-1,), shift, ()),))

    def as_far_as_known(self, target: int, origins: set[int]) -> tuple[float, int]:
        """Defence and shifts of a German attack out of these hexes, hidden pieces guessed; aircraft not counted."""
        p, game, board = self.p, self.game, self.board
        there = p.units(target, RUSSIAN)
        known = [u for u in there if not has(p, u, HIDDEN)]
        infantry = sum(game.is_infantry[u] for u in known) + len(there) - len(known)
        defence = self.enemies.get(target, self.guess)
        if infantry and all(game.defence_line[o, board.direction(o, target)] for o in origins):
            defence += infantry
        if game.major[target] and infantry:
            defence += 1
        shift = -bool(hampers(p, GERMAN)) - bool(game.forest[target] and infantry)
        shift -= not frozen(p) and all(game.river[o, board.direction(o, target)] for o in origins)
        return defence, shift + any(has(p, u, DISRUPTED) for u in known) + (target in self.cut_off)

    @cached_property
    def cut_off(self) -> set[int]:
        """Enemy-held hexes out of supply."""
        net = network_as_it_seems(self.p, self.enemy)
        return {h for h in self.enemies if not net[h]}

    def promise(self, reckoning: Reckoning, targets: Sequence[int], origins: Sequence[int], ground: float, press: int) -> float:
        """What an attack is worth in factors: gains less losses over the six rows, and the ground if it is opened."""
        own, defence = sum(f for _, f in reckoning.attack), sum(f for _, f in reckoning.defence)
        if not defence:
            return 1.0 + ground
        plight = self.plight(reckoning, targets, origins)
        result, opens = 0.0, 1.0
        for units, net, _ in reckoning.groups:
            share = sum(f for u, f in reckoning.defence if u in units)
            likely = prospect(self.game, reckoning.base, net, press, self.side, plight)
            result += likely.won * share - likely.paid * min(own, share) * PRICE[self.side]
            result -= likely.shaken * own * SHAKEN[self.side] * share / defence
            opens = min(opens, likely.opens)
        return result + opens * ground

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
        rough = any(game.major[h] or game.forest[h] for h in targets) or (self.side == GERMAN and p.s.weather == "mud")
        armour = sum(f for u, f in reckoning.attack if game.is_tank[u])
        return "overrun" if not rough and armour >= sum(f for _, f in reckoning.defence) else "free"
