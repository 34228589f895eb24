"""Computer campaigns laid beside history: front line, places and losses at some dates.

    grognard simulate fire-in-the-east --scenario historical --games 2 --out runs/campaign      (goes on where it was broken off)
    python -m tools.beside_history runs/campaign --history DIR [--turns 3,7,12,19]

DIR holds what really happened: `cities.csv` (who held which place when), `losses.csv` (men per month) and `compare.py`, which
says how far two fronts lie apart. The tables are printed as Markdown.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

from grognard.core.errors import GrognardError
from grognard.core.files import read_csv
from grognard.sim.dates import turns_end
from grognard.sim.folder import read_folder
from grognard.sim.records import Report, TurnRow

FIRST_DAY = date(1941, 6, 22)
EVENTS = (("fell", "axis"), ("retaken", "soviet"), ("fell_2", "axis"), ("retaken_2", "soviet"))
CITIES = ("Minsk", "Riga", "Smolensk", "Kiev", "Odessa", "Leningrad", "Kharkov", "Moskva", "Tula", "Rostov", "Sevastopol")


def holders(folder: Path, day: date) -> dict[str, str]:
    """Who held each place of the board in history on a day; neutral places are left out."""
    found = {}
    for _, row in read_csv(folder / "cities.csv"):
        if row["fire_in_the_east_basis"] != "board" or row["start_owner"] == "neutral":
            continue
        changes = [side for event, side in EVENTS if row[event] and date.fromisoformat(row[event]) <= day]
        found[row["place"]] = changes[-1] if changes else row["start_owner"]
    return found


def men_lost(folder: Path, day: date) -> tuple[int, int]:
    """German killed and missing and Soviet irrecoverable losses up to a day, in thousands."""
    months = [row for _, row in read_csv(folder / "losses.csv") if row["kind"] == "month"]
    whole = [row for row in months if date.fromisoformat(row["date_to"]) <= day]
    german, soviet = (sum(int(row[key] or 0) for row in whole) for key in ("german_killed_missing", "soviet_irrecoverable"))
    return round(german / 1000), round(soviet / 1000)


def row_of(report: Report, turn: int) -> TurnRow | None:
    return next((row for row in report.turns if row.turn == turn), None)


def ahead_and_behind(row: TurnRow, past: dict[str, str]) -> tuple[int, int, int]:
    """Places in the same hands as in history, places the Axis holds beyond it, and places it lacks."""
    both = [(row.places[place], side) for place, side in past.items() if row.places.get(place)]
    same = sum(now == then for now, then in both)
    ahead = sum(now == "axis" and then == "soviet" for now, then in both)
    return same, ahead, len(both) - same - ahead


def statements(report: Report, days: Sequence[date]) -> Iterator[dict[str, str]]:
    """The owners of all places at the end of every turn, as `compare.py` reads them."""
    for row in report.turns:
        for place, side in row.places.items():
            if side:
                yield {"date": days[row.turn - 1].isoformat(), "place": place, "owner": side}


def _measure(folder: Path) -> Any:
    """The module that measures fronts, which lies with the data of history."""
    path = folder / "compare.py"
    spec = importlib.util.spec_from_file_location("compare", path)
    if spec is None or spec.loader is None or not path.exists():
        raise GrognardError(f"{path} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def front_apart(folder: Path, report: Report, days: Sequence[date], turn: int) -> float:
    """How many km the Axis stands ahead (+) of the historical front, or behind it (-)."""
    rows = [row for row in statements(report, days) if row["date"] <= days[turn - 1].isoformat()]
    found = _measure(folder).compare(rows, first=FIRST_DAY, last=days[turn - 1])
    return float(found["fronts"][-1]["signed_km"])


def _spread(numbers: Sequence[float], form: str = "{:.0f}") -> str:
    """A mean, and in brackets from where to where where there are several."""
    if not numbers:
        return ""
    shown = form.format(mean(numbers))
    return shown if len(numbers) == 1 else f"{shown} ({form.format(min(numbers))} to {form.format(max(numbers))})"


def tables(reports: Sequence[Report], folder: Path, turns: Sequence[int]) -> list[str]:
    """Two tables: ground and losses at each date; and the great cities."""
    days = turns_end("fire-in-the-east")
    turns = [turn for turn in turns if 1 <= turn <= len(days)]
    lines = [
        "| end of | games | front, km ahead of history | places as in history | Axis ahead | Axis behind | Axis units gone |"
        " Soviet units gone | history: German, Soviet losses in thousands |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for turn in turns:
        past = holders(folder, days[turn - 1])
        rows = [(report, row) for report in reports if (row := row_of(report, turn)) is not None]
        if not rows:
            continue
        same, ahead, behind = zip(*(ahead_and_behind(row, past) for _, row in rows), strict=True)
        gone = {side.side: [s.gone for _, row in rows for s in row.sides if s.side == side.side] for side in rows[0][1].sides}
        fronts = [front_apart(folder, report, days, turn) for report, _ in rows]
        german, soviet = men_lost(folder, days[turn - 1])
        cells = (rows[0][1].name, str(len(rows)), _spread(fronts, "{:+.0f}"), f"{_spread(same)} of {len(past)}", _spread(ahead),
                 _spread(behind), _spread(gone["axis"]), _spread(gone["soviet"]), f"{german}, {soviet}")  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"| held by the Axis at the end of | {' | '.join(CITIES)} |", f"|---|{'---|' * len(CITIES)}"]
    for turn in turns:
        past = holders(folder, days[turn - 1])
        held = [row.places for report in reports if (row := row_of(report, turn)) is not None]
        if held:
            name = next(row.name for report in reports if (row := row_of(report, turn)) is not None)
            shown = [f"{sum(places.get(c) == 'axis' for places in held)} of {len(held)}"
                     f"{'; history: yes' if past.get(c) == 'axis' else ''}" for c in CITIES]  # fmt: skip
            lines.append(f"| {name} | {' | '.join(shown)} |")
    return lines


def write_statements(reports: Sequence[Report], folder: Path) -> None:
    """A file per game for `compare.py`."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, report in enumerate(reports, 1):
        with (folder / f"game-{number}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ("date", "place", "owner"))
            writer.writeheader()
            writer.writerows(statements(report, turns_end("fire-in-the-east")))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("run", type=Path, help="folder of a run of campaigns (grognard simulate --out)")
    parser.add_argument("--history", type=Path, required=True, help="folder with cities.csv, losses.csv and compare.py")
    parser.add_argument("--turns", default="3,7,12,19", help="numbers of turns (Jul II, Sep II, Dec I 41, Mar II 42)")
    parser.add_argument("--csv", type=Path, help="write a file per game for compare.py into this folder")
    asked = parser.parse_args(words)
    try:
        _, reports = read_folder(asked.run)
        print("\n".join(tables(reports, asked.history, [int(turn) for turn in asked.turns.split(",")])))
        if asked.csv:
            write_statements(reports, asked.csv)
    except (GrognardError, ValueError) as error:
        print(f"beside_history: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
