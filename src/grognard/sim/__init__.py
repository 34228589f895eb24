"""Many games at once: the same results on one core or many.

>>> from grognard.sim import simulate, statistics
>>> games = simulate("drive-on-moscow", games=2, seed=1, players={"german": "random", "soviet": "random"})
>>> statistics(games)["games"]
2

Every game has a seed of its own, derived from the seed of the run and its number, so the outcome does not depend on
how many processes share the work.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import Any, TypeVar

import grognard

from ..ai import Opponent, usual
from ..ai.players import player, put_away
from ..ai.program import PlayerFailed
from ..core.errors import GrognardError
from ..core.match import Match
from .blunders import Detector, held_places
from .records import Recorder, Report
from .summary import statistics

#: A game that takes more commands than this is broken.
MOST_COMMANDS = 200_000

Task = TypeVar("Task")
Found = TypeVar("Found")


def seed_of(seed: int | str, number: int) -> str:
    """The seed of one game of a run."""
    return hashlib.sha256(f"grognard run {seed} game {number}".encode()).hexdigest()[:16]


def play(slug: str, seed: str, players: Mapping[str, str], scenario: str | None = None, seating: str | None = None,
         data: str | None = None, blunders: bool = False, data_set: int | None = None) -> Report:  # fmt: skip
    """One game between players, from its first decision to its last. Who fails (a program that crashes, say) loses it. With
    `blunders` those are counted, which takes time."""
    match = grognard.new(slug, scenario=scenario, seed=seed, seating=seating, data=data, data_set=data_set)
    at_table = [player(slug, players[seat], f"{seed} {seat}") for seat in match.seats]
    seconds = dict.fromkeys(match.seats, 0.0)
    recorder, detector = Recorder(match), Detector() if blunders else None
    failed = ""
    try:
        while not match.over and not failed:
            failed = _decide(match, at_table, seconds, detector)
            recorder.look(match, seconds)
            if match.length > MOST_COMMANDS:
                raise GrognardError(f"game {seed} of {slug} does not end")
    finally:
        for one in at_table:
            put_away(one)
    return recorder.report(match, seed, players, seconds, failed, detector.blunders if detector else None)


def _decide(match: Match, at_table: Sequence[Opponent], seconds: dict[str, float], detector: Detector | None) -> str:
    """Let whoever must decide do so; what is wrong with him, if he cannot."""
    seat, began = match.seat, process_time()
    try:
        command = at_table[seat].choose(match).command
    except PlayerFailed as error:
        return f"{match.seats[seat]}: {error}"
    seconds[match.seats[seat]] += process_time() - began
    held = held_places(match) if detector is not None else {}
    if detector is not None:
        detector.before(match, command)
    match.do(command)
    if detector is not None:
        detector.after(match, held)
    return ""


def shared_out(work: Callable[[Task], Found], tasks: Sequence[Task], jobs: int = 1) -> Iterator[Found]:
    """Results in the order of the tasks, worked out by several processes a little ahead of whoever takes them."""
    if jobs <= 1 or len(tasks) <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
        under_way: list[Future[Found]] = []
        try:
            for task in tasks:
                under_way.append(pool.submit(work, task))
                if len(under_way) > 2 * jobs:
                    yield under_way.pop(0).result()
            while under_way:
                yield under_way.pop(0).result()
        finally:
            for future in under_way:
                future.cancel()


def _task(task: tuple[str, str, dict[str, str], str | None, str | None, str | None, bool, int | None]) -> Report:
    return play(*task)


def seated(slug: str, players: Mapping[str, str] | None = None, scenario: str | None = None, seating: str | None = None,
           data: str | None = None, data_set: int | None = None) -> dict[str, str]:  # fmt: skip
    """The player of every seat, the usual one where nothing is said. A game, scenario, seat or player that is not there is told
    before anything is played or kept."""
    seats = grognard.new(slug, scenario=scenario, seed=0, seating=seating, data=data, data_set=data_set).seats
    unknown = set(players or ()) - set(seats)
    if unknown:
        raise GrognardError(f"the seats are {', '.join(seats)}, not {', '.join(sorted(unknown))}")
    chosen = {seat: (players or {}).get(seat) or usual(slug) for seat in seats}
    for name in {*chosen.values()}:
        put_away(player(slug, name))
    return chosen


def simulate(
    slug: str, games: int, seed: int | str = 0, jobs: int = 1, players: Mapping[str, str] | None = None,
    scenario: str | None = None, progress: Callable[[Report], None] | None = None, seating: str | None = None,
    data: str | None = None, start: int = 0, ray: str | None = None, blunders: bool = False, data_set: int | None = None,
) -> list[Report]:  # fmt: skip
    """Play so many games and report each; the reports are in the order of the games, whatever `jobs` is.

    `players` names a player for every seat (the usual one where nothing is said; see `grognard.ai.players`); `progress` is called
    with each report as soon as it and all before it are there; `start` is the number of the first game that is played. It is the
    same on every run and for every number of jobs. `ray` is the address of a Ray cluster that does the work; with `blunders` they
    are counted (`grognard.sim.blunders`); `data_set` is a set of the game's data, the newest without it.
    """
    chosen = seated(slug, players, scenario, seating, data, data_set)
    tasks = [(slug, seed_of(seed, number), chosen, scenario, seating, data, blunders, data_set) for number in range(start, games)]
    found: list[Report] = []
    for report in _somewhere(tasks, jobs, ray):
        found.append(report)
        if progress is not None:
            progress(report)
    return found


def _somewhere(tasks: Sequence[Any], jobs: int, ray: str | None) -> Iterator[Report]:
    if ray is None:
        return shared_out(_task, tasks, jobs)
    from .cluster import on_cluster

    return on_cluster(_task, tasks, ray)


__all__ = ["Recorder", "Report", "play", "seated", "seed_of", "shared_out", "simulate", "statistics"]
