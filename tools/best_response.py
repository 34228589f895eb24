"""`python -m tools.best_response GAME [LEVEL] [PAIRS]`: how much is there to gain against a level by somebody who knows it?

Levels of one computer share blind spots, and scripts attack those that somebody has thought of. This player looks for others:
when its turn begins it plays the plan of every player it knows on a match dealt from what it knows, then the answer of the very
level it plays against, weighs what comes of it (`grognard.judge`), and plays the best plan. What it wins beyond half
of the points is what the level can be exploited by at least. Slow: every turn is played eight times.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from grognard.ai import Advice, Opponent, usual
from grognard.ai.exploiters import PREFIX, SCRIPTS
from grognard.ai.players import player
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import load_game
from grognard.judge.chances import Chances
from grognard.judge.luck import Luck
from grognard.judge.turns import mover
from grognard.sim import seed_of
from grognard.sim.sequential import Strength, strength

#: A turn of more commands is given up.
LONGEST = 1500


class BestResponse:
    """Plays the best of some plans against a known answer."""

    def __init__(self, slug: str, against: str, seed: str) -> None:
        self.slug, self.against, self.seed = slug, against, seed
        self.plans = [against, *(f"{PREFIX}{script}" for script in SCRIPTS)]
        self.turn: tuple[int, int] | None = None
        self.chosen: Opponent = player(slug, against, seed)
        self.taken: dict[str, int] = dict.fromkeys(self.plans, 0)  #: how often each plan was the best

    def choose(self, match: Match) -> Advice:
        now = match.game.turn(match.play)[0], mover(match)
        if now != self.turn and now[1] in match.roster.sides[match.seat]:
            best = max(self.plans, key=lambda name: self.worth(match, name))
            self.turn, self.chosen = now, player(self.slug, best, self.seed)
            self.taken[best] += 1
        return self.chosen.choose(match)

    def worth(self, match: Match, name: str) -> float:
        """The chance of the side that moves after a plan and the answer to it, without what the dice did."""
        seat, side = match.seat, mover(match)
        trial = match.fork(seat, random.Random(f"{self.seed} {match.length}"))
        luck, dice = Luck(Chances(match.play), side), 0.0
        seats = [player(self.slug, name if k == seat else self.against, f"{self.seed} {k}") for k in range(len(match.seats))]
        sides = [side]  #: whose turns have been played
        for _ in range(LONGEST):
            if trial.over or (mover(trial) != sides[-1] and len(sides) == 2):
                break
            if mover(trial) != sides[-1]:
                sides.append(mover(trial))
            before, speaker = trial.copy(), trial.seat
            command = seats[speaker].choose(trial).command
            trial.do(command)
            if trial.state.rolls != before.state.rolls:
                dice += luck.of(before, command, speaker, trial)
        return luck.chance(trial) - dice


def pair(slug: str, against: str, seed: str) -> tuple[float, dict[str, int]]:
    """Two games with the same dice, seats exchanged: the share of their points, and which plans were taken."""
    points, taken = 0.0, dict[str, int]()
    game = load_game(slug)
    for own in range(2):
        match = Match(game, seed=seed)
        responder = BestResponse(slug, against, f"{seed} best")
        others = [player(slug, against, f"{seed} {k}") for k in range(len(match.seats))]
        seats: Sequence[Opponent] = [responder if k % 2 == own else other for k, other in enumerate(others)]
        while not match.over:
            match.do(seats[match.seat].choose(match).command)
        assert match.outcome is not None
        mine = {side for k, sides in enumerate(match.roster.sides) if k % 2 == own for side in sides}
        points += float(bool(mine & {*match.outcome.winners})) if match.outcome.winners else 0.5
        taken = {name: taken.get(name, 0) + count for name, count in responder.taken.items()}
    return points / 2, taken


def run(slug: str, against: str, pairs: int) -> Strength:
    """Pairs, one line each."""
    shares: list[float] = []
    for number in range(pairs):
        share, taken = pair(slug, against, seed_of("best response", number))
        shares.append(share)
        print(f"pair {number}: {share:.2f}", ", ".join(f"{name} {count}" for name, count in taken.items()), flush=True)
    found = strength(shares, last=True)
    between = f"[{found.low:+.0f}, {found.high:+.0f}]"
    print(f"{100 * found.share:.0f} points in a hundred against {against}: {found.elo:+.0f} Elo {between}")
    return found


def main() -> None:
    if len(sys.argv) < 2:
        raise GrognardError("name a game: python -m tools.best_response GAME [LEVEL] [PAIRS]")
    slug = sys.argv[1]
    run(slug, sys.argv[2] if len(sys.argv) > 2 else usual(slug), int(sys.argv[3]) if len(sys.argv) > 3 else 10)


if __name__ == "__main__":
    main()
