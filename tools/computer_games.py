"""Games of Fire in the East that the computer plays against itself, with a look at what must hold, kept on disk.

    python -m tools.computer_games frontier 20 --out runs      (goes on where it was broken off; a folder per scenario)
    python -m tools.computer_games --table runs                (a row per scenario, as Markdown)

`historical` is the campaign from the set-up of June 1941. The games are those of `grognard simulate fire-in-the-east --scenario
NAME --seed 1`, so the folders can be read by everything that reads its runs. Every hundred commands, and when a turn ends, the
position is looked at; whatever does not hold ends the run with the seed and the number of the command.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

import grognard
from grognard.ai import usual
from grognard.ai.players import player
from grognard.core.errors import GrognardError
from grognard.games.fire_in_the_east import short_scenarios
from grognard.sim import Recorder, Report, _decide, seed_of
from grognard.sim.folder import Folder, Run, read_folder

SLUG = "fire-in-the-east"
CAMPAIGN = "historical"
SEED = 1
EVERY = 100  #: commands between two looks


def play(scenario: str, number: int) -> Report:
    """One game; an `AssertionError` where something does not hold."""
    seed = seed_of(SEED, number)
    match = grognard.new(SLUG, scenario=scenario, seed=seed)
    players = {seat: usual(SLUG) for seat in match.seats}
    at_table = [player(SLUG, players[seat], f"{seed} {seat}") for seat in match.seats]
    seconds = dict.fromkeys(match.seats, 0.0)
    recorder = Recorder(match)
    while not match.over:
        turns = len(recorder.turns)
        if failed := _decide(match, at_table, seconds, None):
            raise AssertionError(f"{scenario}, game {number}, command {match.length}: {failed}")
        recorder.look(match, seconds)
        if match.length % EVERY == 0 or len(recorder.turns) > turns:
            faults = list(match.game.check(match.play))
            if faults:
                raise AssertionError(f"{scenario}, game {number} ({seed}), command {match.length}: {faults[:3]}")
    return recorder.report(match, seed, players, seconds, "")


def go_on(scenario: str, games: int, out: Path) -> None:
    """Play the games of a scenario that are still wanting."""
    roster = grognard.new(SLUG, scenario=scenario, seed=1).seats
    folder = Folder(out / scenario, Run(SLUG, str(SEED), {seat: usual(SLUG) for seat in roster}, scenario))
    for number in range(len(folder.reports), games):
        report = play(scenario, number)
        folder.add(report)
        print(f"{scenario} {number + 1}: {report.why} after {report.commands:,} commands, {sum(report.seconds.values()):.0f} s",
              file=sys.stderr, flush=True)  # fmt: skip
    folder.tables()


def longest(reports: Sequence[Report]) -> float:
    """The longest player turn, in seconds of processor time."""
    return max(seconds for report in reports for row in report.times for seconds in row.values())


def row(scenario: str, reports: Sequence[Report]) -> str:
    """A line of the table: points, levels, time."""
    points = [int(report.why.split()[0]) for report in reports]
    levels = Counter(report.why.partition(": ")[2].removesuffix(" victory") for report in reports)
    cells = (
        f"`{scenario}`", str(len(reports)), f"{min(points)} to {max(points)}, median {median(points):g}",
        ", ".join(f"{level} {times}" for level, times in levels.most_common()),
        f"{mean(sum(report.seconds.values()) for report in reports):.0f} s, "
        f"{mean(report.commands for report in reports):,.0f}", f"{longest(reports):.1f} s",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def table(out: Path) -> list[str]:
    """All scenarios that have been played."""
    lines = ["| scenario | games | points | results | processor time and commands per game | longest player turn |",
             "|---|---|---|---|---|---|"]  # fmt: skip
    for scenario in (*short_scenarios.names(), CAMPAIGN):
        if (out / scenario).exists():
            _, reports = read_folder(out / scenario)
            lines += [row(scenario, reports)] if reports else []
    return lines


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario", nargs="?", choices=[*short_scenarios.names(), CAMPAIGN])
    parser.add_argument("games", type=int, nargs="?", default=20)
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--table", type=Path, metavar="RUNS")
    asked = parser.parse_args(words)
    try:
        if asked.scenario:
            go_on(asked.scenario, asked.games, asked.out)
        if asked.table:
            print("\n".join(table(asked.table)))
    except (GrognardError, AssertionError) as error:
        print(f"computer_games: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
