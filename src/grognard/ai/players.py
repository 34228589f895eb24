"""Players by name: a level of the computer, a player of another package, a program of its own, or any of them made weaker.

| name | who plays |
|---|---|
| `recruit`, `officer`, `general`, `random` | a level of the computer player (`general@40`: with 40 trials for a phase) |
| `standard` | the officer as he was before there were levels: a yardstick |
| `mine` | what an installed package announces under that name as an entry point of the group `grognard.players` |
| `run:python bot.py` | a program that speaks JSON, a line at a time (docs/players.md) |
| `exploit:towns`, `exploit:rings`, `exploit:rush` | a script that attacks a known weakness (`grognard.ai.exploiters`) |
| `officer~5` | the same player, who says any legal thing instead in 5 of 100 decisions |

An entry point is a function of a game's short name and a seed that returns an `Opponent`. None of them is ever shown more than
its seat knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

from ..core.errors import GrognardError
from ..core.match import Match
from . import Advice, Computer, Opponent, RandomOpponent, has, levels, opponent
from .exploiters import PREFIX, SCRIPTS, exploiter
from .program import Program

GROUP = "grognard.players"
Maker = Callable[[str, int | str], Opponent]


class Closing(Protocol):
    """A player that has something to put away at the end of a game."""

    def close(self) -> None: ...


class Weakened:
    """Another player who now and then says whatever is legal."""

    def __init__(self, player: Opponent, percent: float, seed: int | str) -> None:
        self.player, self.percent, self.seed = player, percent, seed
        self.chance = RandomOpponent(f"{seed} weak")

    def choose(self, match: Match) -> Advice:
        rng = random.Random(f"{self.seed} lapse {match.seat} {match.length}")
        return (self.chance if rng.random() * 100 < self.percent else self.player).choose(match)

    def close(self) -> None:
        put_away(self.player)


def announced() -> dict[str, EntryPoint]:
    """The players of other installed packages."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def player(slug: str, name: str | None = None, seed: int | str = 0) -> Opponent:
    """A player for one seat of one match of a game; the usual level without a name."""
    if name and "~" in name and not name.startswith("run:"):
        whole, _, percent = name.rpartition("~")
        return Weakened(player(slug, whole, seed), _percent(percent), seed)
    if name and name.startswith("run:"):
        return Computer(Program(name.removeprefix("run:")), seed)
    script = exploiter(slug, name, seed) if name else None
    if script is not None:
        return Computer(script, seed)
    strangers = announced()
    if name in strangers and name not in levels(slug):
        return Computer(_made(strangers[name], slug, seed), seed)
    if name is not None and not has(slug, name):
        known = [*levels(slug), *strangers, *(f"{PREFIX}{script}" for script in SCRIPTS)]
        raise GrognardError(f"there is no player {name!r} for {slug}: there are {', '.join(known)}, and run:PROGRAM")
    return opponent(slug, name, seed)


def put_away(one: Opponent) -> None:
    """End whatever a player keeps running."""
    inner = one.planner if isinstance(one, Computer) else one
    close: Callable[[], None] | None = getattr(inner, "close", None)
    if close is not None:
        close()


def _made(entry: EntryPoint, slug: str, seed: int | str) -> Opponent:
    try:
        maker: Maker = entry.load()
        return maker(slug, seed)
    except Exception as error:  # another's code may raise anything
        raise GrognardError(f"the player {entry.name} ({entry.value}) cannot be made: {error}") from error


def _percent(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100:
        raise GrognardError(f"after ~ stands how many decisions of a hundred are left to chance, not {text!r}")
    return found
