"""The benchmarks stay runnable (no figure is asserted here)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Figure, Line, show

ROOT = Path(__file__).parent.parent


def test_a_smoke_run_prints_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--json", str(file)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "reach of one unit" in done.stdout
    lines = json.loads(file.read_text(encoding="utf-8"))["lines"]
    assert {line["line"][:1] for line in lines} >= {"1", "2", "3", "4", "5", "7"}
    assert all(line["median"] > 0 for line in lines)


def test_ratios_point_the_right_way() -> None:
    less = Line("x", "time", Figure("us", "us", [2.0]), [Figure("them", "us", [6.0])], targets={"them": 3})
    more = Line("y", "rate", Figure("us", "1/s", [6.0]), [Figure("them", "1/s", [2.0])], "more", {"them": 4})
    assert less.ratio(less.peers[0]) == more.ratio(more.peers[0]) == 3
    ours, theirs = Figure("us", "1/s", [6.0, 6.0, 3.0]), Figure("them", "1/s", [2.0, 1.0, 1.0])
    drifting = Line("z", "rate", ours, [theirs], "more", by_turns=True)
    assert drifting.ratio(drifting.peers[0]) == 3, "each sample beside its neighbour"
    table = show([less, more])
    assert "3x met" in table
    assert "4x MISSED" in table
