"""`python -m benchmarks [--quick] [--only kernels,games] [--json FILE]`."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

import msgspec

from .measure import Line, show

PARTS = ("kernels", "games", "growth", "server", "browser", "startup")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke run: few repeats, no peers")
    parser.add_argument("--only", default=",".join(PARTS), help="parts to run, separated by commas")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    arguments = parser.parse_args()
    lines: list[Line] = []
    for part in arguments.only.split(","):
        lines += importlib.import_module(f"benchmarks.{part}").lines(arguments.quick)
    print(show(lines))
    if arguments.json:
        rows = [
            {
                "line": line.number, "title": line.title, "unit": line.ours.unit, "median": line.ours.median,
                "spread": line.ours.spread, "better": line.better,
                "peers": [{"name": p.name, "median": p.median, "spread": p.spread, "ratio": line.ratio(p),
                           "target": line.targets.get(p.name)} for p in line.peers],
            }
            for line in lines
        ]  # fmt: skip
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode({"lines": rows}), indent=2))


if __name__ == "__main__":
    main()
