"""`python -m tools.solved [--keep] [--only GAME] [--level LEVEL]`: how many puzzles a computer solves.

Asks the usual computer, or another level in the games that have it.

Prints solved of all by game and theme, beside what was kept last in docs/solved.csv, and every puzzle that is solved now and was
not before, or the other way round. With `--keep` the rows of that computer are written anew: every change of a computer does so,
and its difference shows what the change was good for.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grognard.ai import levels, usual
from grognard.core.errors import GrognardError
from grognard.games import GAMES
from grognard.puzzles import puzzles
from grognard.sim.attempts import Attempt, attempts

KEPT = Path(__file__).parent.parent / "docs" / "solved.csv"
COLUMNS = ("game", "puzzle", "theme", "player", "solved")
Key = tuple[str, str, str]  #: game, puzzle and player


def rows() -> list[dict[str, str]]:
    """What has been kept, row by row."""
    return [*csv.DictReader(KEPT.read_text(encoding="utf-8").splitlines())] if KEPT.exists() else []


def kept() -> dict[Key, bool]:
    """What was solved when it was kept last."""
    return {(row["game"], row["puzzle"], row["player"]): row["solved"] == "yes" for row in rows()}


def key_of(one: Attempt) -> Key:
    return one.game, one.puzzle, one.player


def keep(found: Iterable[Attempt]) -> None:
    """Put attempts in the place of those of the same players; rows of others stay after them."""
    found = [*found]
    ours = {(one.game, one.player) for one in found}
    others = [[row[name] for name in COLUMNS] for row in rows() if (row["game"], row["player"]) not in ours]
    now = [[one.game, one.puzzle, one.theme, one.player, "yes" if one.solved else "no"] for one in found]
    every: list[list[str]] = sorted([*now, *others], key=_order)
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(every)


def _order(row: Sequence[str]) -> tuple[bool, int]:
    """The usual computers first, game by game."""
    return row[3] != usual(row[0]), [*GAMES].index(row[0])


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
    parser = argparse.ArgumentParser(description="Let a computer try all puzzles.")
    parser.add_argument("--keep", action="store_true", help="write its rows of docs/solved.csv anew")
    parser.add_argument("--only", default="", help="puzzles of one game")
    parser.add_argument("--level", default="", help="another level than the usual one, in the games that have it")
    asked = parser.parse_args()
    try:
        names = [asked.only] if asked.only else [*GAMES]
        asking = [(game, asked.level or usual(game)) for game in names if not asked.level or asked.level in levels(game)]
        if not asking:
            parser.error(f"no game has the level {asked.level}")
        found = [one for game, level in asking for one in attempts(((game, name) for name in puzzles(game)), level)]
    except GrognardError as error:
        print(f"solved: {error}", file=sys.stderr)
        return 2
    before = kept()
    print("\n".join(table({key_of(one): one for one in found}, before)))
    for one in found:
        if before.get(key_of(one), one.solved) != one.solved:
            print(f"{one.game} {one.puzzle}: {'solved now' if one.solved else 'no longer solved'}")
    if asked.keep:
        keep(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
