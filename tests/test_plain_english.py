"""Plain English in code, docs and on the screen: a list of words and turns that stop a reader."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Names that sound better than they explain, and words with a plainer one.
PRECIOUS = re.compile(
    r"\b(?:vouched|for_good|deeds|amend)\b|\bdef (?:throw|promise)\b"
    r"|\b(?:looks?|laid|ends|placed|done|early or|answered|set up) otherwise\b"
)
#: "A" where "per" is meant: so many things a turn, a hex, a second.
MEASURED = "|".join((
    r"km|miles\)?|commands|options|moves|trips|pixels|bytes?|rows?|entry|module|folder|letter|arrays?|controllers|view",
    "bucket|factors?|counters|cells?|calls?|divisions?|samples|units|one|once|twice|points?|mask|table|aircraft",
    "requests|sockets|rolls?|dice|[0-9]+",
))  # fmt: skip
OF_EACH = "|".join((
    "hex|side|seat|turn|second|game|chapter|column|row|node|piece|frame|step|key|peer|rule|match|process|game turn|phase",
    "player turn|minute|hour|day|month|year|zone|board|class|subclass",
))  # fmt: skip
DISTRIBUTIVE = re.compile(
    rf"\b(?:{MEASURED}) an? (?:{OF_EACH})(?= ?[.,;:)|\"'`]|$| (?:in|on|of|and|or|for|from|by|at|kept|where)\b)"
)
#: A bare "kind" for a class of Python, a type of units, a type of numbers or a hexside: each has a word of its own.
#: `x.kind` says of what kind an x is.
BARE_KIND = re.compile(
    r"\bkinds?: (?:type\b|UnitType\b|npt\.DTypeLike)|\bkind = (?:\w+\.)*types\[|\bkind = type(?:_of)?\("
    r"|\bkind in (?:enumerate\()?(?:\w+\.)*types\b|\bside_mask\(kind\)"
)
WRITTEN = (".py", ".ts", ".svelte", ".md", ".toml")
LEFT_OUT = ("CHANGELOG.md", "tests/test_plain_english.py")


def _lines() -> list[tuple[str, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = [name for name in listed.split("\0") if name.endswith(WRITTEN) and name not in LEFT_OUT]
    texts = {name: (ROOT / name).read_text(encoding="utf-8").splitlines() for name in names}
    return [(f"{name}:{n}", line) for name, lines in texts.items() for n, line in enumerate(lines, 1)]


def test_the_words_are_plain() -> None:
    found = [f"{where}: {line.strip()}" for where, line in _lines() if PRECIOUS.search(line) or DISTRIBUTIVE.search(line)]
    assert found == []


def test_the_list_finds_what_it_is_for() -> None:
    wrong = ("runs at 35,000 commands a second.", "one row a side", "at 25 km a hex and", "a module a chapter", "play.vouched",
             "a unit attacks once a phase, and", "then 30 a second |", "worked out once a class and size")  # fmt: skip
    for line in wrong:
        assert PRECIOUS.search(line) or DISTRIBUTIVE.search(line), line
    for line in ("the hexes a side may enter", "post commands a unit", "one hex a group may always enter",
                 "points a unit has left", "mended once a phase is closed", "who attacks a hex"):  # fmt: skip
        assert not DISTRIBUTIVE.search(line), line


def test_a_kind_is_the_kind_of_something() -> None:
    assert [f"{where}: {line.strip()}" for where, line in _lines() if BARE_KIND.search(line)] == []
    wrong = ("def f(kind: type[State]) -> None:", "kind = game.types[s.kind[unit]]", "[kind.name for kind in self.types]")
    assert all(BARE_KIND.search(line) for line in wrong)
    assert not BARE_KIND.search("kind: str = place.kind")
