"""`python -m benchmarks [--quick] [--only kernels,games] [--json FILE] [--write PAGE]`."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import re
import sys
import time
from pathlib import Path

import msgspec

from .measure import Line, markdown, show

PARTS = ("kernels", "monster", "campaign", "games", "growth", "server", "browser", "evening", "startup")

#: between these marks of a page lies the table of the last run
FIRST, LAST = "<!-- last run -->", "<!-- end of last run -->"


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke run: few repeats, no peers")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts to run, separated by commas: {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    parser.add_argument("--write", type=Path, help="also put the table into a page, between its two marks")
    arguments = parser.parse_args()
    lines: list[Line] = []
    start = time.monotonic()
    wanted = arguments.only.split(",")
    for number, part in enumerate(wanted, 1):
        say(f"[{time.monotonic() - start:4.0f} s] {number} of {len(wanted)}: {part} ...")
        found = importlib.import_module(f"benchmarks.{part}").lines(arguments.quick)
        for line in found:
            say(f"           {line.number:4} {line.title}: {line.ours.median:,.4g} {line.ours.unit}")
        lines += found
    say(f"[{time.monotonic() - start:4.0f} s] done")
    print(show(lines))
    if arguments.json:
        data = {"machine": machine(), "lines": [as_data(line) for line in lines]}
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2))
    if arguments.write:
        paste(arguments.write, f"{machine()}, {time.strftime('%d %B %Y', time.gmtime())}:\n\n{markdown(lines)}")


def say(text: str) -> None:
    """Progress, beside the table and not in it."""
    print(text, file=sys.stderr, flush=True)


def machine() -> str:
    """What the figures were taken on."""
    try:
        models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        models = []
    return f"{models[0] if models else platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def as_data(line: Line) -> dict[str, object]:
    return {
        "line": line.number, "title": line.title, "unit": line.ours.unit, "median": line.ours.median,
        "spread": line.ours.spread, "better": line.better, "goal": line.goal, "goal met": line.goal_met,
        "peers": [{"name": p.name, "median": p.median, "spread": p.spread, "ratio": line.ratio(p),
                   "target": line.targets.get(p.name)} for p in line.peers],
    }  # fmt: skip


def paste(page: Path, text: str) -> None:
    """Put a text between the marks of a page."""
    before, found, rest = page.read_text(encoding="utf-8").partition(FIRST)
    _, closed, after = rest.partition(LAST)
    if not (found and closed):
        raise SystemExit(f"{page} has no place for the table: it lies between {FIRST} and {LAST}")
    page.write_text(f"{before}{FIRST}\n\n{text}\n\n{LAST}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
