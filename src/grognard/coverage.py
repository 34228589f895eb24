"""Which rule is carried out by which function and proved by which case."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from .core.cases import read
from .core.game import Game
from .core.rule import tagged
from .core.words import is_number
from .games import GAMES, folder_of, module_of
from .rulebook import read_rules

_KERNEL = Game.__module__.rpartition(".")[0]
#: Kinds of rule that say nothing testable.
SILENT = ("flavour",)


class Coverage:
    """Coverage of one game."""

    def __init__(self, slug: str) -> None:
        self.playable = GAMES[slug].playable
        self.rules: list[dict[str, Any]] = read_rules(slug)["rules"]
        self.known = {str(rule["id"]): rule for rule in self.rules}
        self.implemented: dict[str, list[str]] = defaultdict(list)
        self.cases: dict[str, list[str]] = defaultdict(list)
        self.proved: set[str] = set()
        self.unknown: list[str] = []
        if (folder_of(slug) / "__init__.py").exists():
            self._read_code(slug)
        self._read_cases(slug)

    def _read_code(self, slug: str) -> None:
        package = importlib.import_module(module_of(slug))
        for module in _modules(package):
            for label, ids, _ in tagged(module):
                for rule in ids:
                    self._note(self.implemented, rule, label)
        if not hasattr(package, "GAME"):
            return  # chapters of a game that cannot be begun yet
        concepts: dict[str, tuple[str, ...]] = package.GAME.concepts
        for module in [module for layer in _layers(package) for module in _modules(layer)]:
            for label, _, names in tagged(module):
                for rule in [r for name in names for r in concepts.get(name, ())]:
                    self._note(self.implemented, rule, label)

    def _read_cases(self, slug: str) -> None:
        folder = folder_of(slug) / "cases"
        for file in sorted(folder.glob("*.yaml")):
            for case in read(file):
                label = f"{file.relative_to(folder.parent.parent).as_posix()}::{case['name']}"
                for rule in case.get("rules", ()):
                    self._note(self.cases, str(rule), label)
                for proof in case.get("proves", ()):
                    self._note_proof(str(proof), label)

    def _note(self, where: dict[str, list[str]], rule: str, label: str) -> None:
        if rule not in self.known:
            self.unknown.append(f"{label} names the unknown rule {rule}")
        elif label not in where[rule]:
            where[rule].append(label)

    def _note_proof(self, proof: str, label: str) -> None:
        rule, _, number = proof.partition("#")
        checks = self.known.get(rule, {}).get("checks") or []
        if not is_number(number) or not 1 <= int(number) <= len(checks):
            self.unknown.append(f"{label} proves the unknown check {proof}")
            return
        self.proved.add(proof)
        if label not in self.cases[rule]:
            self.cases[rule].append(label)

    # ---------------------------------------------------------------- reports

    def rows(self) -> list[dict[str, Any]]:
        """One entry per rule, with the ids of the digest."""
        return [
            {"id": rule, "title": self.known[rule]["title"], "implemented": self.implemented.get(rule, []),
             "cases": self.cases.get(rule, [])}
            for rule in self.known
        ]  # fmt: skip

    @property
    def speaking(self) -> list[str]:
        return [rule for rule, entry in self.known.items() if entry.get("kind") not in SILENT]

    @property
    def gaps(self) -> Iterator[str]:
        """Rules without code or cases, and checks without proof."""
        for rule in self.speaking:
            if not self.implemented.get(rule):
                yield f"{rule} {self.known[rule]['title']}: no code"
            for number in range(1, len(self.known[rule].get("checks") or ()) + 1):
                if f"{rule}#{number}" not in self.proved:
                    yield f"{rule}#{number}: no case"

    def summary(self, slug: str) -> str:
        checks = sum(len(rule.get("checks") or ()) for rule in self.rules)
        coded = sum(bool(self.implemented.get(rule)) for rule in self.speaking)
        return (
            f"{slug:18} {len(self.rules)} rules ({len(self.rules) - len(self.speaking)} say nothing testable), "
            f"{coded} of {len(self.speaking)} implemented, {len(self.proved)} of {checks} checks proved by cases"
        )


def place_of_code(label: str) -> str:
    """Where a tagged function or class stands: `file:line`."""
    name, _, path = label.partition(":")
    module = importlib.import_module(name)
    thing = inspect.unwrap(attrgetter(path)(module))
    return f"{_from_here(Path(str(module.__file__)))}:{inspect.getsourcelines(thing)[1]}"


def place_of_case(slug: str, label: str) -> str:
    """Where a case of a game is written: `file:line`."""
    name, _, title = label.partition("::")
    file = folder_of(slug).parent / name
    lines = file.read_text(encoding="utf-8").splitlines()
    start = title.split("\n")[0][:40]
    number = next((k for k, line in enumerate(lines, 1) if "name:" in line and start in line), 1)
    return f"{_from_here(file)}:{number}"


def _from_here(file: Path) -> str:
    """A path as somebody in the present folder names it."""
    return str(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file)


def coverage() -> dict[str, Coverage]:
    """Coverage of every game."""
    return {slug: Coverage(slug) for slug in GAMES}


def _layers(package: ModuleType) -> list[ModuleType]:
    """The packages that a game shares with others of its family: where the classes lie that its own class builds on."""
    found = {base.__module__.rpartition(".")[0] for base in package.GAME.__mro__} - {package.__name__, "", _KERNEL}
    return [importlib.import_module(name) for name in sorted(found)]


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    root = Path(str(package.__file__)).parent
    for info in sorted(pkgutil.walk_packages([str(root)], f"{package.__name__}."), key=lambda i: i.name):
        yield importlib.import_module(info.name)
