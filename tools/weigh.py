"""What a set of data does to battles and marches, in quantities that do not depend on who wins.

python -m tools.weigh GAME [--sets 1 3] [--games 8] [--seed 300000] [--turns 5] [--side 0] [--level officer]

Computers play both sides of the historical set-up with the same seeds on every set. Per game: attacks of a side,
how many of them roll a die, factors spent per enemy step destroyed, own steps lost per attack; after each turn the distance of
its foremost unit from Moscow. Win rates are not told: they belong to the players, not to the data.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import mean, stdev
from typing import Any

import numpy as np

import grognard
from grognard.ai.players import player
from grognard.core.match import Match
from grognard.sim import seed_of

#: Kinds of event after which a battle is over.
CLOSED = {"attacked", "assaulted", "allocated", "moved", "began", "arrived", "railed", "received"}


class Weighing:
    """What one game came to."""

    def __init__(self, match: Match, mine: int) -> None:
        self.match, self.mine = match, mine
        self.count: Counter[str] = Counter()
        self.nearest: list[int] = []
        self._turn = match.game.turn(match.play)[0]
        self._before: tuple[int, int] | None = None
        goal = next(place.hex for place in match.game.board.places if place.name == "Moscow")
        self._far = [match.game.board.distance(goal, hex) for hex in range(match.game.board.hexes)]

    def look(self, before: tuple[int, int], kinds: list[Any]) -> None:
        """Take note of what a command brought."""
        names = [event.kind for event in kinds]
        if self._before is not None and CLOSED & {*names}:
            self._close(before)
        for event in kinds:
            if event.kind == "weighed" and event.side == self.mine:
                self._before = before
                self.count["attacks"] += 1
                self.count["rolled"] += "rolled" in names
                self.count["factors"] += event.attack
                self.count["against"] += event.defence
        turn = self.match.game.turn(self.match.play)[0]
        if turn != self._turn:
            self.nearest.append(self._spearhead())
            self._turn = turn

    def _close(self, now: tuple[int, int]) -> None:
        assert self._before is not None
        self.count["own steps"] += max(self._before[0] - now[0], 0)
        self.count["enemy steps"] += max(self._before[1] - now[1], 0)
        self._before = None

    def steps(self) -> tuple[int, int]:
        """Steps on the map of both sides."""
        play = self.match.play
        there = play.on_map()
        of = [int(play.s.arrays.steps[there & (np.asarray(play.game.side_of) == side)].sum()) for side in (0, 1)]
        return of[self.mine], of[1 - self.mine]

    def _spearhead(self) -> int:
        play = self.match.play
        mine = (play.on_map() & (np.asarray(play.game.side_of) == self.mine)).nonzero()[0]
        return min((self._far[play.s.loc[int(unit)]] for unit in mine), default=0)


def weigh(slug: str, number: int, seed: str, turns: int, side: int, level: str) -> Weighing:
    """Play one game as far as the turns that are looked at."""
    match = grognard.new(slug, "historical", seed=seed, data_set=number)
    at_table = [player(slug, level, f"{seed} {seat}") for seat in match.seats]
    found = Weighing(match, side)
    while not match.over and match.game.turn(match.play)[0] <= turns:
        before = found.steps()
        found.look(before, list(match.do(at_table[match.seat].choose(match).command)))
    return found


def row(slug: str, number: int, games: int, seed: int, turns: int, side: int, level: str) -> str:
    """A line of the table."""
    found = [weigh(slug, number, seed_of(seed, game), turns, side, level) for game in range(games)]
    per_game = [one.count["attacks"] for one in found]
    total = sum((one.count for one in found), Counter[str]())
    spread = 1.96 * stdev(per_game) / len(per_game) ** 0.5 if games > 1 else 0.0
    attacks, dead = max(total["attacks"], 1), max(total["enemy steps"], 1)
    ends = [mean(near) for turn in range(turns) if (near := [one.nearest[turn] for one in found if len(one.nearest) > turn])]
    return (
        f"| {number} | {games} | {mean(per_game):.0f} ± {spread:.0f} | {100 * total['rolled'] / attacks:.0f}% "
        f"| {(total['attacks'] - total['rolled']) / games:.0f} | {total['against'] / attacks:.1f} "
        f"| {total['factors'] / dead:.1f} | {total['own steps'] / attacks:.3f} "
        f"| {total['own steps'] / max(total['rolled'], 1):.2f} "
        f"| {' '.join(f'{end:.1f}' for end in ends)} |"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--sets", type=int, nargs="+", default=[1, 3])
    asked.add_argument("--games", type=int, default=8)
    asked.add_argument("--seed", type=int, default=300_000)
    asked.add_argument("--turns", type=int, default=5)
    asked.add_argument("--side", type=int, default=0, help="whose attacks: 0 or 1")
    asked.add_argument("--level", default="officer")
    said = asked.parse_args()
    print("| set | games | attacks | roll a die | automatic per game | defence attacked | factors per step destroyed "
          "| own steps per attack | per roll | spearhead from Moscow after each turn |")  # fmt: skip
    print("|" + "---|" * 10)
    for number in said.sets:
        print(row(said.game, number, said.games, said.seed, said.turns, said.side, said.level), flush=True)


if __name__ == "__main__":
    main()
