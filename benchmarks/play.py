"""Random play in a process of its own, as the peers have theirs: `python -m benchmarks.play GAME SECONDS`.

What "listing the options" means is said in docs/performance.md: `random_play` draws from the options without building the
whole list, `listed_play` finds and counts all elementary commands at every decision and looks at one of them, and with
`made` it makes a command object of every one, as chess libraries do.
"""

from __future__ import annotations

import json
import random
import sys
import time

from grognard.games import load_game

from .begin import begin


def random_play(slug: str, seconds: float) -> float:
    """Commands a second of random legal play: a verb that can be used, then one of its commands."""
    rng = random.Random(1)
    commands, start, seed = 0, time.process_time(), 0
    while time.process_time() - start < seconds:
        seed += 1
        match = begin(slug, last_scenario(slug), seed)
        while not match.over:
            match.do(match.legal_commands().sample(rng))
            commands += 1
            if not commands % 256 and time.process_time() - start >= seconds:
                break  # games may be long
    return commands / (time.process_time() - start)


def listed_play(slug: str, seconds: float, made: bool) -> tuple[float, float]:
    """The same with all elementary commands listed at every decision: commands and options per second."""
    rng, glances = random.Random(1), random.Random(2)
    commands, listed, start, seed = 0, 0, time.process_time(), 0
    while time.process_time() - start < seconds:
        seed += 1
        match = begin(slug, last_scenario(slug), seed)
        while not match.over and time.process_time() - start < seconds:
            legal = match.legal_commands()
            found = list(legal.listed()) if made else legal.listed()
            listed += len(found)
            if found:
                found[int(glances.random() * len(found))]
            match.do(match.legal_commands().sample(rng))
            commands += 1
    spent = time.process_time() - start
    return commands / spent, listed / spent


def last_scenario(slug: str) -> str:
    return load_game(slug).scenarios[-1].name


def main() -> None:
    slug, seconds = sys.argv[1], float(sys.argv[2])
    random_play(slug, seconds / 4)
    listed_play(slug, seconds / 4, made=False)
    with_list, options = listed_play(slug, seconds, made=False)
    with_objects, _ = listed_play(slug, seconds, made=True)
    played = random_play(slug, seconds)
    figures = [("random", "commands/s", played), ("listed", "commands/s", with_list), ("options", "options/s", options),
               ("made", "commands/s", with_objects)]  # fmt: skip
    print(json.dumps([{"name": name, "unit": unit, "samples": [value]} for name, unit, value in figures]))


if __name__ == "__main__":
    main()
