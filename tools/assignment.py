"""What it is worth to choose competing attacks together instead of one after the other, on positions of computer games.

    python -m tools.assignment GAME [GAMES] [--set N] [--every N]

At the start of movement phases every enemy within reach may be attacked with the strongest force that can come, or with fewer of
it, the weakest left out first. An attack is worth the chance to clear the hex times what stands there and what the place counts,
less a little per factor that is tied to it. Printed are both sums, and how often they differ.
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
from grognard.ai.missions import enemies_of, is_movement, outlook_of, own_sides, reachable, stakes_of
from grognard.ai.players import player
from grognard.core.foresight import Phase
from grognard.core.match import Match
from grognard.facts.beliefs import ATTACK, DEFENCE
from grognard.facts.strikes import Force, attack_verbs, forces, weigh

#: What a factor costs that is tied to an attack, in factors of the enemy.
TIED = 0.1
#: What a place is worth that decides the game, and one that counts, in factors of the enemy.
FATAL, COUNTS = 10.0, 4.0


def ways(match: Match) -> list[Attack]:
    """All attacks that can be prepared in this movement phase, with the strongest first and then with fewer."""
    p, outlook = match.play, outlook_of(match)
    able, mean_of = reachable(match, outlook), outlook.beliefs.mean
    worth = {hex: FATAL if stake.fatal else COUNTS for stake in stakes_of(p, enemies_of(match))[::-1] for hex in stake.hexes}
    found = []
    for side in own_sides(match):
        ahead = outlook.ahead(side, Phase.FIGHT_MOVED)
        targets = np.nonzero(p.s.arrays.foes[side][: match.game.board.hexes])[0].astype(np.int16)
        if ahead is None or not attack_verbs(ahead) or not len(targets):
            continue
        for hex, force in zip(targets.tolist(), forces(outlook, side, targets), strict=True):
            rows = [(u, at) for u, at in zip(force.units, force.hexes, strict=True) if u in able or at == p.s.loc[u]]
            prize = sum(mean_of(u, DEFENCE) for u in p.foes(hex, side)) + worth.get(hex, 0.0)
            for count in range(1, len(rows) + 1):
                units, hexes = tuple(u for u, _ in rows[:count]), tuple(at for _, at in rows[:count])
                odds = weigh(outlook, ahead, hex, Force(units, hexes))
                gain = 0.0 if odds is None else odds.clears * prize - TIED * sum(mean_of(u, ATTACK) for u in units)
                if gain > 0:
                    found.append(Attack(hex, units, hexes, gain))
    return found


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
