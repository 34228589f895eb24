"""Cases for the short loop: those of changed rules first, then the others of their games, as many as there is time for."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from grognard.core import cases

_TAGS = re.compile(r"@rule\(([^)]*)\)")
_AT_ONCE = 8  #: cases that a process is given together
_PROCESSES = 2

Found = tuple[Path, dict[str, Any]]


def rules_in(files: Iterable[Path]) -> set[str]:
    """The rules that modules carry out, by their tags."""
    tags = [tag for file in files if file.suffix == ".py" for tag in _TAGS.findall(file.read_text(encoding="utf-8"))]
    return {rule for tag in tags for rule in re.findall(r'"([^"]+)"', tag)}


def in_order(folders: Sequence[Path], changed: Sequence[Path]) -> list[Found]:
    """The cases under some folders: those of changed files, then those about the rules of changed modules, then all others."""
    rules = rules_in(changed)

    def rank(found: Found) -> int:
        file, case = found
        if file in changed:
            return 0
        return 1 if any(cases.concerns(case, rule) for rule in rules) else 2

    return sorted(cases.find(folders), key=rank) if folders else []


def run_until(found: Sequence[Found], until: float) -> tuple[int, list[str]]:
    """Run cases in their order until it is so late; how many were run, and what is wrong with which."""
    lots = iter([found[at : at + _AT_ONCE] for at in range(0, len(found), _AT_ONCE)])
    faults: list[str] = []
    done = 0
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:
        under_way: set[Future[list[str]]] = {pool.submit(_run, lot) for lot in islice(lots, 2 * _PROCESSES)}
        done += min(len(found), 2 * _PROCESSES * _AT_ONCE)
        while under_way:
            ready, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for one in ready:
                faults += one.result()
                lot = next(lots, None) if time.time() < until else None
                if lot is not None:
                    done += len(lot)
                    under_way.add(pool.submit(_run, lot))
    return done, faults


def _run(lot: Sequence[Found]) -> list[str]:
    results = [cases.run(file, case) for file, case in lot]
    return [f"{result.path}: {result.name}: {'; '.join(result.faults)}" for result in results if result.faults]
