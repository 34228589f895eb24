"""`python -m tools.history --history DIR [--games 20] [--level LEVEL] [--only GAME] [--run RUN]`: computers beside what happened.

Plays so many games of each campaign at its highest level (kept in runs/history and taken up again there), or takes those of a run
that is kept already (`grognard simulate --out RUN`), and prints the tables of docs/history.md: the places whose date is known for
sure, in which turn they fell in history and in the middle 80 of a hundred games, games that ended before counting as later; those
outside by what kept them out; how many of them had fallen by the end of each turn; losses and Kampfgruppen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grognard.ai import levels
from grognard.core.errors import GrognardError
from grognard.games import load_game
from grognard.sim import simulate
from grognard.sim.dates import NEVER, Fall, history, middle, taken, turns_end
from grognard.sim.folder import Folder, Run, read_folder
from grognard.sim.records import Report

GAMES = ("drive-on-moscow", "typhoon-1941", "barbarossa")
KEPT = Path("runs") / "history"
GROUP = "KG"  #: the size of a Kampfgruppe


def played(slug: str, games: int, level: str) -> list[Report]:
    """The games, of which those are played that are not kept yet."""
    players = dict.fromkeys(load_game(slug).roster(None).seats, level)
    kept = Folder(KEPT / f"{slug}-{level}", Run(slug, "history", players))
    simulate(slug, games, seed="history", players=players, start=len(kept.reports), progress=kept.add)
    return kept.reports[:games]


def certain(slug: str, folder: Path) -> list[Fall]:
    """Places that fell while the game lasts, by dates of high confidence; those that had fallen before are left out."""
    days = turns_end(slug)
    before = days[0] - (days[1] - days[0])
    named = {place.name for place in load_game(slug).board.places}
    found = [fall for fall in history(slug, folder) if fall.confidence == "high" and fall.day > before and fall.place in named]
    return sorted(found, key=lambda fall: fall.day)


class Placed(NamedTuple):
    """A place in history and in the games: the turns of 10, 50 and 90 in a hundred of them."""

    fall: Fall
    spread: tuple[int, int, int]

    def __str__(self) -> str:
        shown = ", ".join("later" if turn == NEVER else str(turn) for turn in self.spread)
        return f"{self.fall.place} ({self.fall.day.day} {self.fall.day:%b %y}; {self.fall.turn}: {shown})"


def placed(falls: Sequence[Fall], reports: Sequence[Report], side: str) -> list[Placed]:
    return [Placed(fall, middle([taken(report, fall.place, side) for report in reports])) for fall in falls]


def why(one: Placed, over: int, games: int) -> str:
    """Whether a place is inside, and if not what keeps it out. `over` is the number of games that ended before its turn."""
    low, half, high = one.spread
    late = low - one.fall.turn
    if low <= one.fall.turn <= high:
        return "inside"
    if high < one.fall.turn:
        return "the games are earlier"
    if 2 * over >= games:
        return "later: half of the games or more were over before"
    if low == NEVER:
        return "later: nine of ten games never take it"
    if half == NEVER:
        return "later: more than half of the games never take it"
    return f"later: the soonest tenth of the games is {late} turn{'s' * (late > 1)} late"


def groups(found: Sequence[Placed], over: Callable[[int], int], games: int) -> Iterator[str]:
    """The places by what keeps them out, a row per group."""
    yield "| | places | which (day and turn in history: turns of 10, 50 and 90 in a hundred games) |"
    yield "|---|---|---|"
    told = [(why(one, over(one.fall.turn), games), one) for one in found]
    for reason in sorted({reason for reason, _ in told}):
        rows = [str(one) for because, one in told if because == reason]
        yield f"| {reason} | {len(rows)} of {len(found)} | {'; '.join(rows)} |"


def pace(falls: Sequence[Fall], reports: Sequence[Report], side: str, turns: int) -> Iterator[str]:
    """Of these places, how many had fallen by the end of each turn; what was lost by then; Kampfgruppen where there are any."""
    sides = [row.side for row in reports[0].turns[0].sides]
    grouped = any(row.sides[0].sizes.get(GROUP) for report in reports for row in report.turns)
    heads = ["end of turn", "places: history", "games", "games that last", *(f"{name} units gone" for name in sides)]
    heads += ["Kampfgruppen"] * grouped
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for turn in range(1, turns + 1):
        rows = [row for report in reports for row in report.turns if row.turn == turn]
        if not rows:
            return
        past = sum(fall.turn <= turn for fall in falls)
        now = middle([sum(taken(report, fall.place, side) <= turn for fall in falls) for report in reports])
        lost = [middle([row.sides[k].gone for row in rows]) for k in range(len(sides))]
        battle_groups = [middle([row.sides[0].sizes.get(GROUP, 0) for row in rows])] * grouped
        cells = [f"{low} to {high}, median {half}" for low, half, high in (now, *lost, *battle_groups)]
        yield f"| {turn} | {past} | {cells[0]} | {len(rows)} | {' | '.join(cells[1:])} |"


def tell(slug: str, reports: Sequence[Report], level: str, folder: Path, turns: int) -> None:
    """Print the tables of a campaign."""
    if not reports:
        raise GrognardError("no game has been finished yet")
    game, falls = load_game(slug), certain(slug, folder)
    found = placed(falls, reports, game.sides[0])
    print(f"## {game.title}\n\n{len(reports)} games, {level} on both sides.\n")
    print("\n".join(groups(found, lambda turn: sum(report.turn < turn for report in reports), len(reports))), "\n")
    print("\n".join(pace(falls, reports, game.sides[0], turns)), "\n", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Lay games of computers beside history.")
    parser.add_argument("--history", type=Path, required=True, help="folder with cities.csv")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="", help="of both sides; the highest there is without it")
    parser.add_argument("--only", default="", choices=["", *GAMES])
    parser.add_argument("--run", type=Path, help="a run that is kept already, instead of games played now")
    parser.add_argument("--turns", type=int, default=9, help="rows of the table of pace at most")
    asked = parser.parse_args()
    try:
        if asked.run is not None:
            run, reports = read_folder(asked.run)
            tell(run.game, reports, " and ".join(sorted({*run.players.values()})), asked.history, asked.turns)
            return 0
        for slug in (asked.only,) if asked.only else GAMES:
            level = asked.level or [*levels(slug)][-1]
            tell(slug, played(slug, asked.games, level), level, asked.history, asked.turns)
    except GrognardError as error:
        print(f"history: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
