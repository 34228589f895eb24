"""`python -m tools.best_response [GAME ...] [--level LEVEL] [--pairs N]`: how much can somebody gain who knows a level?

Levels of one computer share blind spots, and scripts attack those that somebody has thought of. This player looks for others:
when its turn begins it plays the plan of every player it knows on a match dealt from what it knows, then the answer of the very
level it plays against, weighs what comes of it (`grognard.judge`), and plays the best plan. What it wins beyond half
of the points is what the level can be exploited by at least. Slow: every turn is played eight times. Pairs are kept in
build/prove/best-response and a run that was broken off goes on there; remove that folder when the computer has changed. It holds
if nobody gets more than `LIMIT` of the points.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.ai import Advice, Opponent, usual
from grognard.ai.exploiters import PREFIX, SCRIPTS
from grognard.ai.players import player
from grognard.ai.value import Chances
from grognard.core.match import Match
from grognard.games import load_game
from grognard.judge.luck import Luck
from grognard.judge.turns import mover
from grognard.sim import seed_of
from grognard.sim.lines import Lines
from grognard.sim.sequential import Strength, strength

#: A turn of more commands is given up.
LONGEST = 1500
KEPT = Path(__file__).parent.parent / "build" / "prove" / "best-response"
#: Games that are quick enough, and the share of the points that nobody may get.
SOME, LIMIT = ("typhoon-1941", "barbarossa", "what-if-1940", "drive-on-moscow"), 0.8


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


class Kept(msgspec.Struct, frozen=True):
    """A pair that has been played."""

    share: float
    taken: dict[str, int]


def run(slug: str, against: str, pairs: int) -> Strength:
    """Pairs, one line each."""
    KEPT.mkdir(parents=True, exist_ok=True)
    lines = Lines(KEPT / f"{slug}-{against}.jsonl", Kept, "pairs")
    for number in range(len(lines.kept), pairs):
        lines.add(Kept(*pair(slug, against, seed_of("best response", number))))
        one = lines.kept[-1]
        print(f"pair {number}: {one.share:.2f}", ", ".join(f"{name} {count}" for name, count in one.taken.items()), flush=True)
    played = lines.kept[:pairs]
    found = strength([one.share for one in played], last=True)
    plans = {name: sum(one.taken.get(name, 0) for one in played) for name in played[0].taken}
    turns = max(1, sum(plans.values()))
    shares = ", ".join(f"{name} {100 * count / turns:.0f}%" for name, count in plans.items())
    between = f"[{found.low:+.0f}, {found.high:+.0f}]"
    print(f"| {slug} | {against} | {len(played)} | {100 * found.share:.0f} | {found.elo:+.0f} {between} | {shares} |", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Look for what a level can be exploited by.")
    parser.add_argument("games", nargs="*", default=[*SOME])
    parser.add_argument("--level", default="")
    parser.add_argument("--pairs", type=int, default=10)
    asked = parser.parse_args()
    found = [run(slug, asked.level or usual(slug), asked.pairs) for slug in asked.games]
    return 0 if all(one.share <= LIMIT for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
