"""A newcomer who does what anybody would: attacks at three to one and better, and does what the desk says.

Run by itself it counts how many of twenty first games it has not lost before turn 3:

    python -m tests.newcomer [SEEDS]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import grognard
from grognard.ai import Opponent, anything, opponent
from grognard.core.answers import Odds
from grognard.core.command import Command
from grognard.core.flow import Verb
from grognard.core.foresight import ratio
from grognard.core.match import Match

SEAT = "german"
GOOD = 3.0


def command(match: Match) -> Any:
    """The newcomer's next command."""
    step = match.step
    if step.name == "order":
        return "order move-fight"
    for item in match.desk(SEAT).items:
        if item.remedy is not None:
            said = item.remedy
            return {"verb": said.verb, "units": said.units, "hexes": said.hexes}
    strike = next(_strikes(match), None)
    return anything(match).command if strike is None else strike


def _strikes(match: Match) -> Iterator[Command]:
    """Attacks at good odds with everybody who can take part from where he stands."""
    known = match.fork(SEAT)
    for verb in known.legal_commands().verbs:
        if verb.hex_first and verb.units is not None and verb.hexes is not None:
            yield from _at_good_odds(match, known, verb)


def _at_good_odds(match: Match, known: Match, verb: Verb) -> Iterator[Command]:
    options = known.legal_commands()
    for hex in options.hexes_with(verb):
        units = tuple(options.units_with(verb, (hex,)))
        attack = Command(verb.name, units, (hex,))
        if units and match.check(attack) is None and _even_chance(known.odds(hex, units, seat=SEAT)) >= GOOD:
            yield attack


def _even_chance(odds: Odds) -> float:
    """Odds that are reached one time of two."""
    chance = 0.0
    for name in sorted(odds.odds, key=ratio, reverse=True):
        chance += odds.odds[name]
        if chance >= 0.5:
            return ratio(name)
    return 0.0


def first_turns(seed: int, turns: int = 2, enemy: Opponent | None = None) -> Match:
    """A game of Drive on Moscow against the computer, from the historical set-up to the end of so many turns."""
    match = grognard.new("drive-on-moscow", "historical", seed=seed)
    enemy = enemy or opponent("drive-on-moscow", seed=seed)
    while not match.over and match.play.s.turn <= turns:
        mine = match.seats[match.seat] == SEAT
        match.do(command(match) if mine else enemy.choose(match).command)
    return match


def main(seeds: int) -> None:
    held = 0
    for seed in range(seeds):
        match = first_turns(seed)
        held += not match.over
        print(seed, "lost" if match.over else "holds", match.play.s.turn, match.verdict if match.over else "", flush=True)
    print(f"{held} of {seeds} not lost before turn 3")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
