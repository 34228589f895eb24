"""Line 10: start-up."""

from __future__ import annotations

import subprocess
import sys
import time

from .measure import Figure, Line

FIRST_OPTION = "import grognard; m = grognard.new('drive-on-moscow', scenario='historical', seed=1); next(iter(m.options()))"


def lines(quick: bool) -> list[Line]:
    repeats = 1 if quick else 5
    return [
        Line("10", "grognard --help", _program([sys.executable, "-m", "grognard", "--help"], repeats)),
        Line("10b", "import, new match, first legal option", _program([sys.executable, "-c", FIRST_OPTION], repeats)),
    ]


def _program(command: list[str], repeats: int) -> Figure:
    samples = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        samples.append((time.perf_counter() - start) * 1e3)
    return Figure("grognard", "ms", samples)
