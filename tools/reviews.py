"""`python -m tools.reviews [GAMES] [--only GAME]`: what is left over when whole games of officers are weighed.

One row per game for docs/review.md: of how many player turns the rest is at most a point, the largest; how many are sure to a
point, the largest error; and the processor time that the review took. Fire in the East is played in its shortest scenarios.
"""

from __future__ import annotations

import argparse
import sys
import time

import grognard
from grognard.ai import opponent
from grognard.core.match import Match
from grognard.judge import weigh

POINT = 0.01
OWN = ("drive-on-moscow", "typhoon-1941", "barbarossa", "what-if-1940")
SCENARIOS = dict.fromkeys(OWN, "") | {"fire-in-the-east": "frontier"}
HEAD = "| game | commands | player turns | at most a point left | the largest | sure to a point | largest error | seconds |"


def played(slug: str, scenario: str, seed: str) -> Match:
    """A whole game at the usual level."""
    match = grognard.new(slug, scenario or None, seed=seed)
    players = [opponent(slug, None, f"{seed} {seat}") for seat in match.seats]
    while not match.over:
        match.do(players[match.seat].choose(match).command)
    return match


def main() -> None:
    parser = argparse.ArgumentParser(description="Weigh whole games and look at what is left over.")
    parser.add_argument("games", type=int, nargs="?", default=1)
    parser.add_argument("--only", default="", choices=["", *SCENARIOS])
    asked = parser.parse_args()
    print(f"{HEAD}\n|{'---|' * 8}", flush=True)
    for slug, scenario in SCENARIOS.items():
        for number in range(asked.games if asked.only in ("", slug) else 0):
            match = played(slug, scenario, f"review {number}")
            began = time.process_time()
            turns = weigh(match).turns
            spent = time.process_time() - began
            left = [abs(turn.rest) for turn in turns]
            few, sure = sum(rest <= POINT for rest in left), sum(turn.error <= POINT for turn in turns)
            largest, error = (f"{100 * most:.1f}" for most in (max(left), max(turn.error for turn in turns)))
            row = match.game.title, match.length, len(turns), few, largest, sure, error, f"{spent:.0f}"
            print(f"| {' | '.join(str(cell) for cell in row)} |", flush=True)
            for turn in turns:
                if turn.why:
                    print(f"{slug}, turn {turn.turn}, {turn.side}: {100 * turn.error:.1f}, {turn.why}", file=sys.stderr)


if __name__ == "__main__":
    main()
