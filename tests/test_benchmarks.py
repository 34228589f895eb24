"""The benchmarks stay runnable (no figure is asserted here)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import compare
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


def test_two_checkouts_are_compared_line_by_line() -> None:
    rows: dict[compare.Key, compare.Row] = {}
    compare.one_round(rows, (ROOT, ROOT), {"3c", "4"}, 0.1, swapped=True)
    assert set(rows) == {("3c", 0), ("4", 0)}
    assert all(len(row.old) == len(row.new) == 1 for row in rows.values())


def test_a_ratio_above_one_is_better_whatever_is_measured() -> None:
    time = compare.Row(compare.Sample("1", "time", "us", "less", 4.0), [4.0, 4.0, 4.0], [2.0, 8.0, 2.0])
    rate = compare.Row(compare.Sample("5", "rate", "1/s", "more", 4.0), [4.0, 4.0, 4.0], [2.0, 8.0, 2.0])
    assert (time.ratio, rate.ratio) == (2.0, 0.5)
    shown = compare.table({("1", 0): time, ("5", 0): rate}, 0.9).splitlines()
    assert [line.endswith("SLOWER") for line in shown[1:]] == [False, True]


def test_lines_of_one_number_are_told_apart_by_their_place() -> None:
    samples = [compare.Sample("5", name, "1/s", "more", 1.0) for name in ("one game", "another")]
    assert [sample.title for sample in compare.numbered(samples).values()] == ["one game", "another"]


def test_comparing_refuses_what_it_cannot_measure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments in ([str(ROOT), "--lines", "99"], [str(tmp_path)]):
        with pytest.raises(SystemExit):
            compare.main(arguments)
    said = capsys.readouterr().err
    assert "no such lines to compare: 99" in said
    assert "is no checkout" in said
