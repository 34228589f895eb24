"""Long proofs, `make prove`: what takes too long for every change and must hold all the same.

    make prove                        everything, one proof after the other (hours)
    make prove ONLY=kills,duels       some of them
    python -m tools.prove --list      what there is

A proof is a command that fails when something does not hold. A test belongs here by its marker (`@pytest.mark.prove`); a script,
or a test with a larger number, by a line in PROOFS. What each says is kept in build/prove/NAME.log.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LOGS = ROOT / "build" / "prove"
PYTEST = ("-m", "pytest", "-q", "-n", "2")


class Proof(NamedTuple):
    """A proof: what it shows, and the words for Python that carry it out; `numbers` are environment variables."""

    shows: str
    words: tuple[str, ...]
    numbers: Mapping[str, str] = MappingProxyType({})


PROOFS = {
    "tests": Proof("every test marked as a long proof, but for the duels",
                   (*PYTEST, "-m", "prove", "--ignore=tests/test_duels.py")),
    "random": Proof("random games by the thousand: every rule kept, undo, saves, views", (*PYTEST, "tests/test_conformance.py"),
                    {"GROGNARD_RANDOM_GAMES": "3000", "GROGNARD_COMPUTER_GAMES": "30"}),
    "campaigns": Proof("random campaigns of Fire in the East: what must hold holds, and nearly everything happens fifty times",
                       ("-m", "tools.campaigns", "48")),
    "kills": Proof("a hundred games through kill -9: nothing acknowledged is lost or doubled",
                   ("-m", "pytest", "-q", "tests/server/test_kill.py"), {"GROGNARD_KILLED_GAMES": "100"}),
    "interface": Proof("the HTTP interface as it describes itself, with many examples",
                       ("-m", "pytest", "-q", "tests/server/test_openapi.py"), {"GROGNARD_API_EXAMPLES": "200"}),
    "duels": Proof("the computer beats chance in long series, on either side",
                   (*PYTEST, "-m", "prove", "tests/test_duels.py")),
    "newcomer": Proof("a newcomer who reads only the page, in a real browser, is not lost before turn 3 in 18 of 20 games",
                      ("-m", "tools.newcomer", "20")),
    "weaker": Proof("a player made 5 in a hundred weaker is found within 400 pairs of real games, in nine of ten trials",
                    ("-m", "tools.weaker")),
    "exploit": Proof("a best response that knows its opponent does not take the officer apart", ("-m", "tools.best_response")),
    "load": Proof("the server under load, beside its peer", ("-m", "benchmarks", "--only", "server")),
}  # fmt: skip


def carry_out(name: str, proof: Proof) -> bool:
    """Run a proof; what it says goes into its log."""
    LOGS.mkdir(parents=True, exist_ok=True)
    print(f"{name}: {proof.shows} ... ", end="", flush=True)
    begun = time.monotonic()
    with (LOGS / f"{name}.log").open("w", encoding="utf-8") as log:
        environment = os.environ | dict(proof.numbers)
        done = subprocess.run([sys.executable, *proof.words], cwd=ROOT, env=environment, stdout=log, stderr=log)
    print(f"{'holds' if done.returncode == 0 else 'FAILS'} ({time.monotonic() - begun:.0f} s)", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Carry out long proofs.")
    parser.add_argument("--only", default="", help="names, or beginnings of names, separated by commas")
    parser.add_argument("--list", action="store_true", help="what there is")
    asked = parser.parse_args()
    wanted = [word for word in asked.only.split(",") if word]
    chosen = {name: proof for name, proof in PROOFS.items() if not wanted or name.startswith(tuple(wanted))}
    if not chosen:
        parser.error(f"there is no proof {asked.only!r}; there are {', '.join(PROOFS)}")
    if asked.list:
        for name, proof in chosen.items():
            print(f"{name:24} {proof.shows}")
        return 0
    failed = [name for name, proof in chosen.items() if not carry_out(name, proof)]
    print(f"{len(chosen) - len(failed)} of {len(chosen)} proofs hold; what they say is in {LOGS.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
