"""`make docs`: pages made from the program itself: rule coverage, provenance of the data, pictures of the boards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.progress import track

from grognard.about import about
from grognard.core.board import Board
from grognard.core.data import DataFiles
from grognard.coverage import coverage
from grognard.draw.raster import export_reduced
from grognard.games import GAMES, folder_of

DOCS = Path(__file__).parent.parent / "docs"


def coverage_page() -> str:
    """Rule, code and cases of every playable game, and the count for the others."""
    lines = ["# Rule coverage", "", "Made by `make docs`; `grognard rules coverage` says the same.", ""]
    report = coverage()
    lines += [f"- {found.summary(slug)}" for slug, found in report.items()]
    for slug, found in report.items():
        if not found.playable:
            continue
        lines += ["", f"## {GAMES[slug][1]}", "", "| rule | title | carried out by | cases |", "|---|---|---|---|"]
        for row in found.rows():
            code = ", ".join(f"`{label.removeprefix('grognard.games.')}`" for label in row["implemented"])
            lines.append(f"| {row['id']} | {row['title']} | {code} | {len(row['cases'])} |")
    return "\n".join(lines) + "\n"


def provenance_page() -> str:
    """Where what is on the boards and the counters comes from."""
    lines = [
        "# Where boards and counters come from", "",
        "Made by `make docs`. Printed: stated by the rulebook. Derived: computed from geography. Reconstructed: our judgement "
        "where neither says. Owners of a printed copy can replace any of it (`grognard data init GAME`).", "",
        "| board | hexes | printed | derived | reconstructed | places | hexsides |", "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for slug in GAMES:
        path = folder_of(slug) / "data" / "board.board"
        if not path.exists():
            continue
        board = Board.load(path)
        count = Counter(board.hex_provenance)
        lines.append(
            f"| {GAMES[slug][1]} | {board.hexes} | {count['printed']} | {count['derived']} | {count['reconstructed']} "
            f"| {_shares(Counter(p.provenance for p in board.places))} | {_shares(Counter(s.provenance for s in board.sides))} |"
        )
    lines += ["", "## Counters", "", "Of the newest set of data.", ""]
    lines += ["| game | counters | where they come from |", "|---|---|---|"]
    for slug in GAMES:
        files = DataFiles.of_set(folder_of(slug) / "data")
        if files.path("units.csv").exists():
            rows = files.csv("units.csv")
            lines.append(f"| {GAMES[slug][1]} | {len(rows)} | {_shares(Counter(row['provenance'] for row in rows))} |")
    lines += [
        "", "## Sets of data", "",
        "A match keeps the set it began with; new ones begin with the newest unless another is named. What has been weighed, "
        "and by which evidence, is in the page of each game; the sentence for every value stands beside it in the data.", "",
        "| game | set | what it is | files that differ from the set before |", "|---|---|---|---|",
    ]  # fmt: skip
    for slug in GAMES:
        for number, text in enumerate(about(slug).sets, 1):
            folder = folder_of(slug) / "data" / f"set-{number}"
            changed = ", ".join(sorted(path.name for path in folder.glob("*"))) if number > 1 else ""
            lines.append(f"| {GAMES[slug][1]} | {number} | {text} | {changed} |")
    return "\n".join(lines) + "\n"


def _shares(count: Counter[str]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in count.most_common())


def main() -> None:
    (DOCS / "coverage.md").write_text(coverage_page(), encoding="utf-8")
    (DOCS / "provenance.md").write_text(provenance_page(), encoding="utf-8")
    for slug in track(list(GAMES), "boards"):
        path = folder_of(slug) / "data" / "board.board"
        if path.exists():
            export_reduced(Board.load(path), DOCS / "boards" / f"{path.parent.parent.name}.png")


if __name__ == "__main__":
    main()
