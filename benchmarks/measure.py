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
    goal: float | None = None  #: wanted figure of our own, whatever the peers do
    note: str = ""
    by_turns: bool = False  #: sample by sample beside the peers: a machine that is slow for a while is so for both

    def ratio(self, peer: Figure) -> float:
        """How many times better we are."""
        pairs = list(zip(self.ours.samples, peer.samples, strict=False)) if self.by_turns else [(self.ours.median, peer.median)]
        return statistics.median([theirs / ours if self.better == "less" else ours / theirs for ours, theirs in pairs])

    @property
    def goal_met(self) -> bool | None:
        """Is our own figure as good as wanted? None when nothing is wanted."""
        if self.goal is None:
            return None
        return self.ours.median <= self.goal if self.better == "less" else self.ours.median >= self.goal

    def verdict(self, peer: Figure | None = None) -> str:
        """The target and whether it is met: against a peer, or of our own figure."""
        if peer is None:
            if self.goal is None:
                return self.note
            return f"{self.goal:,g} {self.ours.unit} {'met' if self.goal_met else 'MISSED'}"
        wanted = self.targets.get(peer.name)
        return "" if wanted is None else f"{round(wanted, 3):,g}x {'met' if self.ratio(peer) >= wanted else 'MISSED'}"


def add(figures: dict[str, Figure], more: list[Figure]) -> None:
    """Samples of another round."""
    for figure in more:
        figures.setdefault(figure.name, Figure(figure.name, figure.unit, [])).samples.extend(figure.samples)


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


HEADINGS = ("line", "what", "Grognard", "peer", "peer's", "ratio", "target")


def table(lines: list[Line]) -> list[tuple[str, ...]]:
    """A row per line for what we want of ourselves, and a row per peer."""
    rows: list[tuple[str, ...]] = []
    for line in lines:
        head = (line.number, line.title, _text(line.ours))
        if line.goal is not None or not line.peers:
            rows.append((*head, "-", "-", "-", line.verdict()))
            head = ("", "", "")
        for peer in line.peers:
            rows.append((*head, peer.name, _text(peer), _times(line.ratio(peer)), line.verdict(peer)))
            head = ("", "", "")
    return rows


def _times(ratio: float) -> str:
    return f"{ratio:,.1f}x" if ratio >= 1 else f"{ratio:.2g}x"


def _text(figure: Figure) -> str:
    shown = f"{figure.median:,.0f}" if figure.median >= 1000 else f"{figure.median:.3g}"
    return f"{shown} {figure.unit} ±{figure.spread:.0%}"


def show(lines: list[Line]) -> str:
    """The table as text."""
    rows = [HEADINGS, *table(lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def markdown(lines: list[Line]) -> str:
    """The table for a page."""
    rows = [HEADINGS, ("---",) * len(HEADINGS), *table(lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
