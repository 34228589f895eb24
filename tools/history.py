"""`python -m tools.history --history DIR [--games 20] [--level LEVEL] [--only GAME]`: games of computers beside what happened.

Plays so many games of each campaign at its highest level (kept in runs/history and taken up again there) and prints the tables of
docs/history.md: for the places whose date is known for sure, in which turn they fell in the middle 80 of a hundred games and in
history, games that ended before counting as later; how many of them had fallen by the end of each turn; losses and Kampfgruppen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from grognard.ai import levels
from grognard.core.errors import GrognardError
from grognard.games import load_game
from grognard.sim import simulate
from grognard.sim.dates import NEVER, Fall, history, middle, taken, turns_end
from grognard.sim.folder import Folder, Run
from grognard.sim.records import Report

GAMES = ("drive-on-moscow", "typhoon-1941", "barbarossa")
KEPT = Path("runs") / "history"


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


def places(falls: Sequence[Fall], reports: Sequence[Report], side: str) -> Iterator[str]:
    """A row per place, and how many lie inside."""
    yield "| place | fell | turn | games: 10%, median, 90% | taken in | |"
    yield "|---|---|---|---|---|---|"
    inside = 0
    for fall in falls:
        turns = [taken(report, fall.place, side) for report in reports]
        spread = middle(turns)
        within = spread[0] <= fall.turn <= spread[2]
        inside += within
        shown = ", ".join("later" if turn == NEVER else str(turn) for turn in spread)
        early = "games later" if fall.turn < spread[0] else "games earlier"
        took = sum(turn < NEVER for turn in turns)
        yield f"| {fall.place} | {fall.day} | {fall.turn} | {shown} | {took} | {'inside' if within else early} |"
    yield f"\nInside the middle 80%: {inside} of {len(falls)}."


def pace(falls: Sequence[Fall], reports: Sequence[Report], side: str, turns: int) -> Iterator[str]:
    """Of these places, how many had fallen by the end of each turn; what was lost by then; and Kampfgruppen."""
    sides = [row.side for row in reports[0].turns[0].sides]
    gone = " | ".join(f"{name} units gone" for name in sides)
    yield f"| end of turn | places: history | games | games that last | {gone} | Kampfgruppen |"
    yield f"|---|---|---|---|{'---|' * len(sides)}---|"
    for turn in range(1, turns + 1):
        rows = [row for report in reports for row in report.turns if row.turn == turn]
        if not rows:
            return
        past = sum(fall.turn <= turn for fall in falls)
        now = middle([sum(taken(report, fall.place, side) <= turn for fall in falls) for report in reports])
        lost = [middle([row.sides[k].gone for row in rows]) for k in range(len(sides))]
        groups = middle([row.sides[0].sizes.get("KG", 0) for row in rows])
        cells = [f"{low} to {high}, median {half}" for low, half, high in (now, *lost, groups)]
        yield f"| {turn} | {past} | {cells[0]} | {len(rows)} | {' | '.join(cells[1:])} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="Lay games of computers beside history.")
    parser.add_argument("--history", type=Path, required=True, help="folder with cities.csv")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="", help="of both sides; the highest there is without it")
    parser.add_argument("--only", default="", choices=["", *GAMES])
    parser.add_argument("--turns", type=int, default=9, help="rows of the table of pace at most")
    asked = parser.parse_args()
    try:
        for slug in GAMES if not asked.only else (asked.only,):
            level = asked.level or [*levels(slug)][-1]
            reports, falls = played(slug, asked.games, level), certain(slug, asked.history)
            game = load_game(slug)
            print(f"## {game.title}\n\n{len(reports)} games, {level} on both sides.\n")
            print("\n".join(places(falls, reports, game.sides[0])), "\n")
            print("\n".join(pace(falls, reports, game.sides[0], asked.turns)), "\n", flush=True)
    except GrognardError as error:
        print(f"history: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
