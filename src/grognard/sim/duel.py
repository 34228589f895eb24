"""Two players against each other, pair by pair, until it is clear who is stronger.

>>> from grognard.sim.duel import duel
>>> found = duel("drive-on-moscow", "random", "random", most=2, seed=1)
>>> found.strength.pairs
2

A pair is two games with the same dice and the seats exchanged. In a game of more than two seats one player has the first seat
and the other all the rest. The outcome is the same for every number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from ..core.errors import GrognardError
from ..games import load_game
from . import Report, play, seated, seed_of, shared_out
from .folder import Run, begun
from .sequential import ERROR, LEAD, Strength, strength


class Pair(msgspec.Struct, frozen=True):
    """Two games with one seed; `games[0]` has the first player in the first seat."""

    number: int
    share: float  #: of the points, for the first player
    games: tuple[Report, Report]


class Duel(msgspec.Struct, frozen=True):
    """How two players compare."""

    game: str
    players: tuple[str, str]
    pairs: list[Pair]
    strength: Strength
    by_seat: dict[str, tuple[float, int]]  #: points of the first player in each seat, and games
    seconds_per_turn: tuple[float, float]

    @property
    def verdict(self) -> str:
        first, second = self.players
        found = {"first": f"{first} is stronger than {second}", "second": f"{second} is stronger than {first}",
                 "equal": f"neither of {first} and {second} leads by 5 points in a hundred"}  # fmt: skip
        return found.get(self.strength.verdict, "not decided yet: more pairs are needed")


def points(report: Report, seats: Sequence[str]) -> float:
    """What a game brings the player of these seats: 1, a half for a draw, 0. Who gives up one seat has lost all of his."""
    if report.failed:
        return float(report.failed.partition(":")[0] not in seats)
    if not report.winners:
        return 0.5
    return float(any(seat in seats for seat in report.winners))


def one_pair(task: tuple[str, str, str, str, int, str | None, str | None, str | None, int | None]) -> Pair:
    """Play two games and weigh them."""
    slug, first, second, seed, number, scenario, seating, data, data_set = task
    seats = load_game(slug, data, data_set).roster(seating).seats
    games: list[Report] = []
    share = 0.0
    for opening in (first, second):
        rest = second if opening == first else first
        players = {seat: opening if k == 0 else rest for k, seat in enumerate(seats)}
        report = play(slug, seed_of(f"{seed} pair", number), players, scenario, seating, data, data_set=data_set)
        mine = seats[:1] if not games else seats[1:]
        share += points(report, mine) / 2
        games.append(report)
    return Pair(number, share, (games[0], games[1]))


def duel(slug: str, first: str, second: str, *, most: int = 400, seed: int | str = 0, jobs: int = 1, lead: float = LEAD,
         error: float = ERROR, scenario: str | None = None, seating: str | None = None,
         data: str | None = None, data_set: int | None = None,
         progress: Callable[[Strength], None] | None = None, keep: Path | None = None) -> Duel:  # fmt: skip
    """Play pairs until the sequential test has decided, `most` of them at most, with a set of the game's data (the
    newest without). `keep` is a folder in which every pair is kept as soon as it has been played; a duel that was
    broken off goes on there."""
    loaded = load_game(slug, data, data_set)
    seats = loaded.roster(seating).seats
    if len(seats) < 2:
        raise GrognardError(f"a duel needs two seats, and {slug} has {len(seats)}")
    for name in (first, second):
        seated(slug, dict.fromkeys(seats, name), scenario, seating, data, data_set)
    run = Run(slug, str(seed), {"first": first, "second": second}, scenario or "", seating or "", data or "", loaded.data_set)
    kept = begun(keep, run, "pairs", Pair) if keep else None
    before = list(kept.kept[:most]) if kept else []
    tasks = [
        (slug, first, second, str(seed), number, scenario, seating, data, data_set) for number in range(len(before), most)
    ]
    pairs: list[Pair] = []
    so_far = strength([])
    for pair in chain(before, shared_out(one_pair, tasks, jobs)):
        pairs.append(pair)
        if kept and len(pairs) > len(before):
            kept.add(pair)
        so_far = strength([one.share for one in pairs], lead, error, last=len(pairs) == most)
        if progress is not None:
            progress(so_far)
        if so_far.verdict:
            break
    return Duel(slug, (first, second), pairs, so_far, _by_seat(pairs, seats), _seconds(pairs, seats))


def _by_seat(pairs: Sequence[Pair], seats: Sequence[str]) -> dict[str, tuple[float, int]]:
    opened = sum(points(pair.games[0], seats[:1]) for pair in pairs)
    followed = sum(points(pair.games[1], seats[1:]) for pair in pairs)
    return {seats[0]: (opened, len(pairs)), " and ".join(seats[1:]): (followed, len(pairs))}


def _seconds(pairs: Sequence[Pair], seats: Sequence[str]) -> tuple[float, float]:
    """Mean time of each player per turn and seat."""
    totals, turns = [0.0, 0.0], [0, 0]
    for pair in pairs:
        for k, report in enumerate(pair.games):
            for at, seat in enumerate(seats):
                who = k if at == 0 else 1 - k
                totals[who] += report.seconds[seat]
                turns[who] += report.turn
    return totals[0] / max(turns[0], 1), totals[1] / max(turns[1], 1)
