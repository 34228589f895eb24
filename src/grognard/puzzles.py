"""Puzzles: a position of a game, a seat, a task, and a line that solves it. One folder per game, `puzzles/*.yaml`.

The position is a scenario, or one that is written by hand (`core/hand_made.py`), with a seed and what was said before, so a
puzzle is a match like any other. Whether it is solved is for the referee to say: `goal` is what must hold, in the words of cases
(docs/cases.md); any line that leads there will do. Where `until` names a decision, the goal is judged when that one first
waits, once and for all. docs/puzzles.md describes the format.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from .core.errors import BadCase
from .core.expectations import expect, positions_of, spoken
from .core.files import read_yaml
from .core.hand_made import PREFIX
from .core.match import Match
from .games import GAMES, folder_of, load_game, module_of

Theme = Literal[
    "first steps", "open town", "pocket", "relief", "crossing", "last turn", "supply", "hold", "storm", "retreat", "found in play"
]


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as it is written."""

    name: str  #: short, for addresses
    title: str
    task: str
    seat: str
    goal: dict[str, Any]
    solution: list[str]
    start: str = ""  #: the scenario, where no position is written
    position: dict[str, Any] = {}
    until: str = ""  #: `soviet order`: the decision at which it is judged; without it, whenever the goal is reached
    wrong: list[str] = []  #: a line that is as legal and does not solve it
    theme: Theme = "first steps"
    level: Literal[1, 2, 3] = 1  #: how hard it is
    seed: str | int = 1
    set: int = 1  #: of the game's data
    options: dict[str, str] = {}
    before: list[str] = []
    minutes: int = 5
    rules: list[str] = []

    def match(self, game: str) -> Match:
        """The match in which it is set."""
        match = Match(load_game(game, data_set=self.set), self._begin, self.options, seed=self.seed)
        self._say(match, self.before)
        return match

    @property
    def _begin(self) -> str:
        return f"{PREFIX}{self.name}" if self.position else self.start

    def sets(self, match: Match) -> bool:
        """Was a match set by this puzzle? Of others nothing is told: a goal may speak of what a seat cannot see."""
        same = match.scenario == self._begin and match.seed == str(self.seed) and match.game.data_set == self.set
        said = [match.text(command) for _, command in match.commands[: len(self.before)]] if same else []
        return same and said == [spoken(line)[0] for line in self.before]

    def solved(self, match: Match) -> bool:
        """Has the match come to what was wanted, by commands after those of the puzzle?"""
        return self.judged(match) is True

    def judged(self, match: Match) -> bool | None:
        """Solved or not; None while it can still be either."""
        begun = len(self.before)
        if match.length <= begun:
            return None
        if not self.until:
            return self._reached(match) or (False if match.over else None)
        for link, then in match.walk(begun):
            if link.number > begun and (then.over or self._waits(then)):
                return self._reached(then)
        return None

    def _waits(self, match: Match) -> bool:
        """Is the decision due at which the puzzle is judged?"""
        decision = match.decision
        return decision is not None and self.until in (decision.seat, f"{decision.seat} {decision.step}")

    def _reached(self, match: Match) -> bool:
        """Does all of the goal hold? It is asked in its order: what comes first may be needed to ask the rest."""
        seen, words = list(match.events(len(self.before))), positions_of(module_of(match.game.slug))
        return all(not expect(match, seen, {key: wanted}, words.CHECKS) for key, wanted in self.goal.items())

    def check(self, game: str) -> list[str]:
        """Everything that is wrong with it: the line must go, must solve it, and only its end may; the wrong line must go
        and must not."""
        match, faults = self.match(game), []
        if bool(self.start) == bool(self.position):
            faults.append("it needs a start or a position, and not both")
        faults += [f"the position is not sound: {fault}" for fault in match.game.check(match.play)]
        if match.seats[match.seat] != self.seat:
            faults.append(f"{match.seats[match.seat]} decides first, not {self.seat}")
        for number, line in enumerate(self.solution):
            if number and self.solved(match):
                faults.append(f"solved before {line!r}")
            self._say(match, [line])
        if not self.solved(match):
            faults.append("the line does not solve it")
        if self.wrong:
            match = self.match(game)
            self._say(match, self.wrong)
            if self.solved(match):
                faults.append("the wrong line solves it")
            elif self.until and self.judged(match) is None:
                faults.append("the wrong line is not judged")
        return faults

    @staticmethod
    def _say(match: Match, lines: list[str]) -> None:
        for line in lines:
            command, seat = spoken(line)
            match.do(command, seat)


@cache
def puzzles(game: str) -> dict[str, Puzzle]:
    """The puzzles of a game by name, in the order of their files."""
    if not GAMES[game].playable:
        return {}
    found: dict[str, Puzzle] = {}
    for file in sorted((folder_of(game) / "puzzles").glob("*.yaml")):
        try:
            listed = msgspec.convert(read_yaml(file), list[Puzzle])
        except msgspec.ValidationError as error:
            raise BadCase(f"{file}: {error}") from None
        twice = {puzzle.name for puzzle in listed} & {*found}
        if twice:
            raise BadCase(f"{file}: another puzzle is called {', '.join(sorted(twice))}")
        found |= {puzzle.name: puzzle for puzzle in listed}
    return found
