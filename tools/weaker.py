"""`python -m tools.weaker [GAME] [PLAYER] [PERCENT] [--trials N]`: is a player found who has been made a little weaker?

Every trial is a duel of real games between a player and the same player who leaves some decisions in a hundred to chance, with
seeds of its own, 400 pairs at most. It holds if nine of ten trials find the weaker one. Pairs are kept in build/prove/weaker and
a run that was broken off goes on there; remove that folder when the player has changed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grognard.sim.duel import duel

KEPT = Path(__file__).parent.parent / "build" / "prove" / "weaker"
#: Pairs of a trial at most, trials, and the share of them that must find the weaker player.
MOST, TRIALS, FOUND = 400, 10, 0.9


def main() -> int:
    parser = argparse.ArgumentParser(description="Find a player who has been made weaker.")
    parser.add_argument("game", nargs="?", default="typhoon-1941")
    parser.add_argument("player", nargs="?", default="standard")
    parser.add_argument("percent", nargs="?", default="5")
    parser.add_argument("--trials", type=int, default=TRIALS)
    asked = parser.parse_args()
    weak = f"{asked.player}~{asked.percent}"
    found = 0
    for trial in range(asked.trials):
        one = duel(asked.game, asked.player, weak, most=MOST, seed=f"weaker {trial}",
                   keep=KEPT / f"{asked.game}-{weak}-{trial}").strength  # fmt: skip
        found += one.verdict == "first"
        print(f"trial {trial}: {one.verdict or 'undecided'} after {one.pairs} pairs, {100 * one.share:.1f} points in a hundred, "
              f"{one.elo:+.0f} Elo [{one.low:+.0f}, {one.high:+.0f}]", flush=True)  # fmt: skip
    print(f"{asked.game}: {asked.player} is found stronger than {weak} in {found} of {asked.trials} trials")
    return 0 if found >= FOUND * asked.trials else 1


if __name__ == "__main__":
    sys.exit(main())
