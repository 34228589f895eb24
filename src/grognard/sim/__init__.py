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
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import grognard

from ..ai import opponent, usual
from ..core.errors import GrognardError
from ..games import load_game
from .summary import statistics

#: A game that takes more commands than this is broken.
MOST_COMMANDS = 50_000

Report = dict[str, Any]


def seed_of(seed: int | str, number: int) -> str:
    """The seed of one game of a run."""
    return hashlib.sha256(f"grognard run {seed} game {number}".encode()).hexdigest()[:16]


def play(slug: str, seed: str, players: Mapping[str, str], scenario: str | None = None, seating: str | None = None) -> Report:
    """One game between opponents, from its first decision to its last."""
    match = grognard.new(slug, scenario=scenario, seed=seed, seating=seating)
    seats = [opponent(slug, players[seat], f"{seed} {seat}") for seat in match.seats]
    while not match.over:
        match.do(seats[match.seat].choose(match).command)
        if match.length > MOST_COMMANDS:
            raise GrognardError(f"game {seed} of {slug} does not end")
    return {
        "seed": seed, "winner": match.winner, "reason": match.reason, "turn": match.game.turn(match.play)[0],
        "commands": match.length, "players": dict(players), "scenario": match.scenario,
    }  # fmt: skip


def _task(task: tuple[str, str, dict[str, str], str | None, str | None]) -> Report:
    return play(*task)


def simulate(
    slug: str, games: int, seed: int | str = 0, jobs: int = 1, players: Mapping[str, str] | None = None,
    scenario: str | None = None, progress: Callable[[Report], None] | None = None, seating: str | None = None,
) -> list[Report]:  # fmt: skip
    """Play so many games and report each; the reports are in the order of the games, whatever `jobs` is.

    `players` names an opponent for every seat (the usual one where nothing is said); `progress` is called with each
    report as soon as it and all before it are there. It is the same on every run and for every number of jobs.
    """
    seats = load_game(slug).roster(seating).seats
    unknown = set(players or ()) - set(seats)
    if unknown:
        raise GrognardError(f"the seats are {', '.join(seats)}, not {', '.join(sorted(unknown))}")
    chosen = {seat: (players or {}).get(seat) or usual(slug) for seat in seats}
    tasks = [(slug, seed_of(seed, number), chosen, scenario, seating) for number in range(games)]
    found: list[Report] = []
    if jobs <= 1 or games <= 1:
        for task in tasks:
            found.append(_note(_task(task), progress))
        return found
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        for report in pool.map(_task, tasks):
            found.append(_note(report, progress))
    return found


def _note(report: Report, progress: Callable[[Report], None] | None) -> Report:
    if progress is not None:
        progress(report)
    return report


__all__ = ["Report", "play", "seed_of", "simulate", "statistics"]
