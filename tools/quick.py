"""The short loop, `make quick`: lint, types, and the cases and unit tests of what has changed against main, in under a minute.

What has changed is every file that differs from where the branch left main, committed or not; on main itself, from the commit
before. A changed module brings the tests that import it, a changed game or a shared layer the cases concerned, the page its own.
Cases about the rules of changed modules come first. Long tests, and whatever there is no time for, are left to `make test`, and
said to be.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from .quick_cases import in_order, run_until
from .quick_tests import UNTIL

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
#: Files of tests that take too long for a short loop.
SLOW = frozenset({
    "test_ai", "test_barbarossa_opponent", "test_benchmarks", "test_boards_workshop", "test_cli_fuzz", "test_computers",
    "test_conformance", "test_drive_on_moscow_fog", "test_durability", "test_golden", "test_kill", "test_knowledge",
    "test_memory", "test_openapi", "test_paths_and_steps", "test_secrets", "test_sim", "test_stored", "test_typhoon_opponent",
    "test_wheel",
})  # fmt: skip
CASES = "tests/test_rules.py"
#: Seconds after the start until which further cases, and then further tests, are begun.
CASES_UNTIL, TESTS_UNTIL = 22, 36
GAMES = ROOT / "src" / "grognard" / "games"


def changed() -> list[str]:
    """Files that differ from where this branch left main (on main: from the commit before), and files git does not know yet."""
    here, main = _git("rev-parse", "HEAD"), _git("rev-parse", "--verify", "--quiet", "main")
    base = _git("merge-base", "HEAD", "main") if main else here
    if base == here and not _git("status", "--porcelain"):
        base = _git("rev-parse", "HEAD~1")
    files = _git("diff", "--name-only", base).split() + _git("ls-files", "--others", "--exclude-standard").split()
    return sorted({file for file in files if (ROOT / file).exists()})


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()


@cache
def modules(file: Path) -> set[str]:
    """Modules of ours that a file imports, and everything they might be imported from."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return {name for name in found if name.split(".")[0] in ("grognard", "tools", "workshop", "benchmarks")}


def module_of(file: str) -> str:
    """The module that a Python file of ours is."""
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def bring_tests(files: Iterable[str]) -> list[str]:
    """The files of tests that changed files bring: themselves, those that import them, those of a changed game."""
    files = list(files)
    wanted = {file for file in files if file.startswith("tests/") and Path(file).name.startswith("test_")}
    touched = {module_of(file) for file in files if file.endswith(".py")}
    nicknames = {game.split("_")[0] for game in _games(files)}
    for file in sorted(TESTS.rglob("test_*.py")):
        if modules(file) & touched or nicknames & set(file.stem.split("_")):
            wanted.add(file.relative_to(ROOT).as_posix())
    return sorted(wanted - {CASES})


def bring_cases(files: Iterable[str]) -> list[str]:
    """The games whose cases changed files concern: their own, or all where something shared has changed."""
    files, known = list(files), {path.parent.parent.name for path in GAMES.glob("*/cases/*.yaml")}
    shared = any(file.startswith(("src/grognard/core/", CASES)) for file in files) or _games(files) - _games_of_ours()
    return sorted(known if shared else known & _games(files))


def _games(files: Iterable[str]) -> set[str]:
    """Folders under games/ in which something has changed."""
    return {file.split("/")[3] for file in files if file.startswith("src/grognard/games/") and file.count("/") > 3}


def _games_of_ours() -> set[str]:
    return {path.parent.name for path in GAMES.glob("*/about.toml")}


def run(name: str, command: list[str], folder: Path = ROOT) -> bool:
    print(f"--- {name}: {' '.join(command)}", flush=True)
    return subprocess.run(command, cwd=folder).returncode == 0


def run_cases(games: Sequence[str], files: Sequence[str], until: float) -> bool:
    """The cases of games, in the order in which they matter to changed files, while there is time."""
    found = in_order([GAMES / game / "cases" for game in games], [ROOT / file for file in files])
    print(f"--- cases: {', '.join(games)}", flush=True)
    done, faults = run_until(found, until)
    print(f"{done} cases, {len(faults)} of them failed", *faults, sep="\n")
    if done < len(found):
        print(f"left to make test: {len(found) - done} cases")
    return not faults


def main() -> int:
    start, files = time.time(), changed()
    print(f"{len(files)} changed files")
    python = [sys.executable, "-m"]
    chosen, games = bring_tests(files), bring_cases(files)
    left = [test for test in chosen if Path(test).stem in SLOW]
    units = [test for test in chosen if test not in left]
    types = [*python, "mypy"]
    # meanwhile the rest goes on: types take longest
    checking = subprocess.Popen(types, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    good = run("lint", [*python, "ruff", "check", "."])
    if games:
        good &= run_cases(games, files, start + CASES_UNTIL)
    if units:
        os.environ[UNTIL] = str(start + TESTS_UNTIL)
        good &= run("tests", [*python, "pytest", "-q", "-n", "2", "-rs", "--durations=3", "-p", "tools.quick_tests", *units])
    if any(file.startswith("web/") for file in files):
        good &= run("page", ["npm", "test", "--silent"], ROOT / "web")
    told, _ = checking.communicate()
    print(f"--- types: {' '.join(types)}\n{told}", end="", flush=True)
    good &= checking.returncode == 0
    for test in left:
        print(f"left to make test: {test}")
    print("all is well" if good else "SOMETHING IS WRONG")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
