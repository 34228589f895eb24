"""Line 10: start-up, warm and cold."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from .measure import Figure, Line

FIRST_OPTION = "import grognard; m = grognard.new('drive-on-moscow', scenario='historical', seed=1); next(iter(m.options()))"
FIRST_MOVE = f"{FIRST_OPTION}; m.do('order move-fight'); m.reach(m.options().units('move')[:1])"


def lines(quick: bool) -> list[Line]:
    """Cold means that the kernels have never been compiled on this machine; `make setup` sees to that."""
    repeats = 1 if quick else 5
    python = [sys.executable, "-c"]
    table = [
        Line("10", "grognard --help", _program([sys.executable, "-m", "grognard", "--help"], repeats)),
        Line("10b", "import, new match, first legal option", _program([*python, FIRST_OPTION], repeats)),
        Line("10c", "import, new match, reach of the first unit", _program([*python, FIRST_MOVE], repeats)),
    ]
    if not quick:
        with tempfile.TemporaryDirectory() as empty:
            cold = _program([*python, FIRST_MOVE], 1, NUMBA_CACHE_DIR=empty)
        table.append(Line("10d", "the same, cold: kernels still to be compiled", cold))
    return table


def _program(command: list[str], repeats: int, **environment: str) -> Figure:
    samples = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)
        samples.append((time.perf_counter() - start) * 1e3)
    return Figure("grognard", "ms", samples)
