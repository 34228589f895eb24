"""The recruit: a beginner. In a game with a planner of its own he has learnt from it but forgets units: one in eight (or as many
as the game says) stays where it is in every movement phase, unless it stands near what must not be lost.
In any other game he plays by what the verbs list: he
goes for the nearest place of the enemy, attacks where the odds look good, keeps somebody in a place that must not be lost, and
leaves everything else to luck."""

from __future__ import annotations

import random

from ..core.command import Command
from ..core.errors import GrognardError
from ..core.flow import LegalCommands, Verb
from ..core.foresight import attacks, moves, ratio
from ..core.match import Match
from . import Advice, Opponent
from .exploiters import PLACES, held_by_enemy, rested
from .missions import at_home, enemies_of, garrison, is_movement, outlook_of, own_sides, reachable, seize, stakes_of
from .staff import Phase, phase_of

#: The share of units that a beginner forgets to move.
FORGOTTEN = 0.12
#: Odds at which a recruit attacks.
BOLD = 2.0
#: A place that decides the game looks so many hexes nearer than it is.
PULL = 25
#: So many of the targets that are listed are looked at.
MOST_TARGETS = 40


class Forgetful:
    """A planner that is shown only a part of the units that could move, another one in every phase. Which it is depends on the
    seed, the turn and the phase alone."""

    def __init__(self, planner: Opponent, seed: int | str = 0, share: float = FORGOTTEN) -> None:
        self.planner, self.seed, self.share = planner, seed, share
        self.phase: Phase | None = None
        self.slips: list[int] = []  #: whom he does not think of in this phase

    def choose(self, match: Match) -> Advice:
        return self.planner.choose(rested(match, self.forgotten(match)) if is_movement(match) else match)

    def forgotten(self, match: Match) -> list[int]:
        """The units that stay where they are: none near what loses the game, which even a beginner keeps an eye on."""
        side_of, own, phase, home = match.game.side_of, own_sides(match), phase_of(match), at_home(match)
        if phase != self.phase:
            self.phase = phase
            mine = [unit for unit in range(len(side_of)) if side_of[unit] in own]
            self.slips = [unit for unit in mine if random.Random(f"{self.seed} {phase} {unit}").random() < self.share]
        return [unit for unit in self.slips if match.state.loc[unit] not in home]


class Recruit:
    """Plays any seat of any game; use one object for one seat of one match."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.phase: Phase | None = None
        self.going: list[tuple[int, int, str]] = []
        self.gone: set[int] = set()  #: who has been told to go or to stay
        self.attacked: set[int] = set()

    def choose(self, match: Match) -> Advice:
        legal, phase = match.legal_commands(), phase_of(match)
        if phase != self.phase:
            self.phase, self.attacked = phase, set()
            self.going = [*garrison(match), *seize(match), *self._marches(match)] if is_movement(match) else []
            self.gone = set()
        while self.going:
            unit, hex, why = self.going.pop(0)
            command = Command("move", (unit,), (hex,))
            if unit in self.gone:
                continue
            self.gone.add(unit)
            if match.state.loc[unit] != hex and match.check(command, match.seat) is None:
                return Advice(command, why)
        assault = self._attack(match, legal)
        if assault is not None:
            return assault
        if is_movement(match) or attacks(match.step):
            for verb in legal.verbs:
                if verb.ends and verb.plain is not None and match.check(verb.plain, match.seat) is None:
                    return Advice(verb.plain, "that is all for now")
        return self._otherwise(match, legal)

    def _otherwise(self, match: Match, legal: LegalCommands) -> Advice:
        """An attack that was announced is carried out and followed up; in everything else luck decides."""
        rng = random.Random(f"{self.seed} {match.seat} {match.length}")
        for verb in legal.verbs:
            if verb.follows and verb.plain is not None and match.check(verb.plain, match.seat) is None:
                return Advice(verb.plain, "what was begun is carried out")
        onward = [verb for verb in legal.verbs if verb.name == "advance"]
        for verb in onward:
            command = verb.sample(match.play, rng)
            if command is not None and match.check(command, match.seat) is None:
                return Advice(command, "forward")
        return Advice(legal.sample(rng), "one thing is as good as another")

    # ---------------------------------------------------------------- marching

    def _marches(self, match: Match) -> list[tuple[int, int, str]]:
        """Everybody goes as near as he can to the nearest place of the enemy; whoever stands in one of ours that the enemy
        wants, alone, stays."""
        p, board = match.play, match.game.board
        sides, spots, loc = own_sides(match), board.spots, p.s.loc
        wanted = {hex for stake in stakes_of(p, enemies_of(match)) for hex in stake.hexes if p.s.control[hex] not in sides}
        wanted |= {*held_by_enemy(match, PLACES)}
        decisive = {hex for stake in stakes_of(p, enemies_of(match)) if stake.fatal for hex in stake.hexes}
        outlook = outlook_of(match)
        fed = outlook.net(sides[0])
        keep = {hex for stake in stakes_of(p, sides) if stake.fatal for hex in stake.hexes}
        left = {hex: len(p.s.stack(hex)) for hex in keep}
        full: dict[int, int] = {}
        found = []
        for unit, hexes in sorted(reachable(match, outlook).items()):
            here = loc[unit]
            if here in keep and left[here] <= 1:
                continue
            goals = [hex for hex in wanted if spots[hex][0] == spots[here][0]]
            free = [hex for hex in hexes if hex < board.hexes and not p.s.foes[sides[0]][hex]]
            open_to = [hex for hex in free if fed[hex] or hex in wanted]
            if not fed[here] and open_to and here not in wanted:  # back to where there is something to eat
                found.append((unit, min(open_to, key=lambda hex: (board.distance(hex, here), hex)), "back into supply"))
                continue
            if not goals or not open_to:
                continue
            goal = min(goals, key=lambda hex: (board.distance(here, hex) - PULL * (hex in decisive), hex))
            far = board.distance(here, goal)
            best = min(open_to, key=lambda hex: (hex not in wanted, full.get(hex, 0) > 1, board.distance(hex, goal), hex))
            if best in wanted or board.distance(best, goal) < far:
                full[best] = full.get(best, 0) + 1
                left[here] = left.get(here, 0) - 1
                found.append((unit, best, f"towards {board.place_name(goal)}"))
        return found

    # ---------------------------------------------------------------- attacking

    def _attack(self, match: Match, legal: LegalCommands) -> Advice | None:
        """The attack with the best odds by everybody who may take part, if they are good."""
        best: tuple[float, Command, str] | None = None
        for verb in legal.verbs:
            if verb not in attacks(match.step) or verb in moves(match.play, match.step):
                continue
            for hex in list(legal.hexes_with(verb))[:MOST_TARGETS]:
                found = None if hex in self.attacked else self._weighed(match, legal, verb, hex)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
        if best is None:
            return None
        self.attacked.add(best[1].hexes[0])
        return Advice(best[1], best[2])

    def _weighed(self, match: Match, legal: LegalCommands, verb: Verb, hex: int) -> tuple[float, Command, str] | None:
        units = tuple(legal.units_with(verb, (hex,)))
        if not units:
            return None
        try:
            odds = match.odds(hex, units)
        except GrognardError:
            return None
        likely = max(odds.odds, key=lambda name: odds.odds[name], default="")
        command = Command(verb.name, units, (hex,))
        if not likely or ratio(likely) < BOLD or match.check(command, match.seat) is not None:
            return None
        return ratio(likely), command, f"{likely} looks good"
