"""What it is worth to choose competing attacks together instead of one after the other, on positions of computer games.

    python -m tools.assignment GAME [GAMES] [--set N] [--scenario NAME]

At the start of movement phases every enemy within reach may be attacked with the strongest force that can come, or with fewer of
it (`missions.attack_ways`). Printed are what both ways of choosing come to, and how often they differ.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import mean

import numpy as np

import grognard
from grognard.ai import usual
from grognard.ai.assignment import Attack, greedy, together, total
from grognard.ai.missions import AMPLE, attack_ways, is_movement, outlook_of, own_sides
from grognard.ai.players import player
from grognard.core.match import Match


def ways(match: Match) -> list[Attack]:
    """All attacks that can be prepared in this movement phase."""
    foes, hexes = match.play.s.arrays.foes, match.game.board.hexes
    targets = {side: np.nonzero(foes[side][:hexes])[0].tolist() for side in own_sides(match)}
    return attack_ways(match, outlook_of(match), targets, 0.0, AMPLE)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare greedy with optimal choices of attacks.")
    parser.add_argument("game")
    parser.add_argument("games", type=int, nargs="?", default=3)
    parser.add_argument("--set", type=int, default=None)
    parser.add_argument("--scenario", default="historical")
    asked = parser.parse_args()
    shares, seconds, exact_seconds, sizes = [], [], [], []
    for seed in range(asked.games):
        match = grognard.new(asked.game, scenario=asked.scenario, seed=seed, data_set=asked.set)
        players = [player(asked.game, usual(asked.game), f"{seed} {seat}") for seat in match.seats]
        phase = None
        while not match.over:
            now = match.game.turn(match.play)[0], match.seat
            if is_movement(match) and now != phase:
                phase = now
                fork = match.fork(match.seat, random.Random(seed))
                found = ways(fork)
                if found:
                    begun = time.process_time()
                    simple = total(greedy(found))
                    between = time.process_time()
                    best = total(together(found))
                    seconds.append(between - begun)
                    exact_seconds.append(time.process_time() - between)
                    shares.append(simple / best)
                    sizes.append(len(found))
            match.do(players[match.seat].choose(match).command)
    print(f"{asked.game}: {len(shares)} positions, {mean(sizes):.0f} ways to attack each; greedy gets {100 * mean(shares):.1f}% "
          f"of the optimum (worst {100 * min(shares):.0f}%, equal in {100 * mean(s > 0.999 for s in shares):.0f}%); "
          f"{1000 * mean(seconds):.1f} ms against {1000 * mean(exact_seconds):.1f} ms of processor time")


if __name__ == "__main__":
    main()
