"""`python -m tools.solved [--keep] [--only GAME]`: how many puzzles the usual computer solves, and what a change of it has done.

Prints solved of all by game and theme, beside what was kept last in docs/solved.csv, and every puzzle that is solved now and was
not before, or the other way round. With `--keep` the file is written anew: every change of a computer does so, and its difference
shows what the change was good for.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from grognard.ai import usual
from grognard.core.errors import GrognardError
from grognard.games import GAMES
from grognard.puzzles import puzzles
from grognard.sim.attempts import Attempt, attempts

KEPT = Path(__file__).parent.parent / "docs" / "solved.csv"
COLUMNS = ("game", "puzzle", "theme", "player", "solved")
Key = tuple[str, str]  #: game and puzzle


def kept() -> dict[Key, bool]:
    """What was solved when it was kept last."""
    if not KEPT.exists():
        return {}
    rows = csv.DictReader(KEPT.read_text(encoding="utf-8").splitlines())
    return {(row["game"], row["puzzle"]): row["solved"] == "yes" for row in rows}


def keep(found: Iterable[Attempt]) -> None:
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((one.game, one.puzzle, one.theme, one.player, "yes" if one.solved else "no") for one in found)


def table(found: Mapping[Key, Attempt], before: Mapping[Key, bool]) -> list[str]:
    """Solved of all, now and before, by game and by theme."""
    rows = ["| | puzzles | solved | before |", "|---|---|---|---|"]
    groups = {"all": [*found]}
    for key, one in found.items():
        groups.setdefault(one.game, []).append(key)
    for key, one in found.items():
        groups.setdefault(one.theme, []).append(key)
    for name, keys in groups.items():
        now, then = sum(found[key].solved for key in keys), sum(before.get(key, False) for key in keys)
        rows.append(f"| {name} | {len(keys)} | {now} | {then if before else ''} |")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="Let the usual computer try all puzzles.")
    parser.add_argument("--keep", action="store_true", help="write docs/solved.csv anew")
    parser.add_argument("--only", default="", help="puzzles of one game")
    asked = parser.parse_args()
    if asked.keep and asked.only:
        parser.error("all puzzles are kept, or none")
    try:
        names = [asked.only] if asked.only else [*GAMES]
        found = [one for game in names for one in attempts(((game, name) for name in puzzles(game)), usual(game))]
    except GrognardError as error:
        print(f"solved: {error}", file=sys.stderr)
        return 2
    before = kept()
    print("\n".join(table({(one.game, one.puzzle): one for one in found}, before)))
    for one in found:
        if before.get((one.game, one.puzzle), one.solved) != one.solved:
            print(f"{one.game} {one.puzzle}: {'solved now' if one.solved else 'no longer solved'}")
    if asked.keep:
        keep(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
