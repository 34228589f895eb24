"""Measuring: repeat, take the median, tell the spread; and a table of lines with their peers."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import msgspec


class Figure(msgspec.Struct):
    """A measured quantity: samples in one unit."""

    name: str
    unit: str
    samples: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, relative to the median."""
        if len(self.samples) < 4:
            return (max(self.samples) - min(self.samples)) / 2 / self.median if self.median else 0.0
        low, _, high = statistics.quantiles(self.samples, n=4)
        return (high - low) / 2 / self.median if self.median else 0.0


class Line(msgspec.Struct):
    """A line of the benchmark table. `better` says whether more or less is better."""

    number: str
    title: str
    ours: Figure
    peers: list[Figure] = []
    better: str = "less"
    targets: dict[str, float] = {}  #: peer -> wanted ratio
    note: str = ""

    def ratio(self, peer: Figure) -> float:
        """How many times better we are."""
        if self.better == "less":
            return peer.median / self.ours.median if self.ours.median else float("inf")
        return self.ours.median / peer.median if peer.median else float("inf")


def timed(
    action: Callable[[], Any], *, repeats: int = 9, at_least: float = 0.02, unit: str = "us", name: str = "grognard"
) -> Figure:
    """Processor time of a call, which other work on the machine disturbs
    least.

    A sample is as many calls as make up `at_least` seconds.
    """
    action()
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            action()
        spent = time.process_time() - start
        if spent >= at_least or calls >= 1_000_000:
            break
        calls = max(calls * 2, int(calls * at_least / max(spent, 1e-9)))
    factor = {"s": 1.0, "ms": 1e3, "us": 1e6}[unit]
    samples = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(calls):
            action()
        samples.append((time.process_time() - start) / calls * factor)
    return Figure(name, unit, samples)


def show(lines: list[Line]) -> str:
    """The table as text."""
    rows = [("line", "what", "Grognard", "peer", "peer's", "ratio", "target")]
    for line in lines:
        ours = f"{line.ours.median:,.4g} {line.ours.unit} ±{line.ours.spread:.0%}"
        if not line.peers:
            rows.append((line.number, line.title, ours, "-", "-", "-", line.note))
        for k, peer in enumerate(line.peers):
            wanted = line.targets.get(peer.name)
            verdict = "" if wanted is None else f"{wanted:g}x {'met' if line.ratio(peer) >= wanted else 'MISSED'}"
            theirs = f"{peer.median:,.4g} {peer.unit} ±{peer.spread:.0%}"
            head = (line.number, line.title, ours) if k == 0 else ("", "", "")
            rows.append((*head, peer.name, theirs, f"{line.ratio(peer):,.1f}x", verdict))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
