"""Two checkouts by turns: `python -m benchmarks.compare OLD [--new NEW] [--lines 1,3c,5,7] [--rounds 7] [--least 0.9]`.

A machine that is slow for a while is so for both: every part of the table runs in the one checkout and right after it in
the other, each in a process of its own with the code and the benchmarks of that checkout, and the ratio of a line is the
median of its rounds' ratios. More than 1 means that the new checkout is better.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent


class Part(msgspec.Struct, frozen=True):
    """Lines of the table that are measured together, and the call that gives them in any checkout."""

    lines: tuple[str, ...]
    module: str
    call: str


PARTS = (
    Part(("1", "2", "3", "3b", "3c", "4", "4b"), "kernels", "lines(True)"),
    Part(("5", "5b", "5c", "5g"), "games", "random_lines({seconds}, 1, True)"),
    Part(("6b",), "growth", "lines(True)"),
    Part(("6c",), "games", "facts_lines(2)"),
    Part(("7", "7b"), "games", "replayed()"),
    Part(("8", "8b"), "server", "[Line(*row, figure, better=better) for row, better, figure in zip("
         "[('8', 'commands over WebSocket, 100 matches at once'), ('8b', 'the slowest of a hundred round trips (p99)')], "
         "['more', 'less'], told_alike(), strict=True)]"),
    Part(("9", "9b", "9c", "9d"), "browser", "globals().get('scene', lambda: lines(False))()"),
    Part(("10", "10b", "10c"), "startup", "lines(True)"),
)
USUAL = "1,2,3,3b,3c,4,4b,5,5b,5c,7,7b"
SAVE = "GROGNARD_COMPARED_SAVE"  #: names the long game that both checkouts load, as the old one has made it
TOLD = "GROGNARD_COMPARED_GAMES"  #: names the games of line 8 that both play, as the old one has begun them
PROGRAM = """
import gc, os, random, urllib.request
from pathlib import Path
import msgspec
from benchmarks.{module} import *

def replayed():
    rng = random.Random(2)
    # saved again by this checkout: what other rules have saved is compared position by position as it is replayed
    text = dump(loads(Path(os.environ["GROGNARD_COMPARED_SAVE"]).read_text()))
    match = loads(text)
    return [
        Line("7", "load and replay 5,000 commands", timed(lambda: loads(text), repeats=2, unit="ms")),
        Line("7b", "jump to any point of it", timed(lambda: match.at(rng.randrange(match.length)), repeats=2, unit="ms")),
    ]

def told_alike():
    # line 8 with games that the old checkout has begun and played, so that both servers have the same to do
    from benchmarks import server
    gc.disable()  # in the players, who share this process: their pauses would be taken for the server's
    games = msgspec.json.decode(Path(os.environ["GROGNARD_COMPARED_GAMES"]).read_bytes())

    def begin(table, base, seed):
        text, table.script = games[seed]
        body = msgspec.json.encode({{"text": text, "hotseat": True}})
        request = urllib.request.Request(f"http://{{base}}/api/import", body, {{"Content-Type": "application/json"}})
        with urllib.request.urlopen(request, timeout=60) as answer:
            created = msgspec.json.decode(answer.read())
        table.address = f"ws://{{base}}/api/matches/{{created['id']}}/socket"
        table.token, table.said, table.views, table.seat = created["hotseat"], 0, {{}}, ""

    server.Table.__init__ = begin
    return server.ours(100, 4.0, 1, compressed=False)

told = [(x.number, x.title, x.ours.unit, x.better, x.ours.median) for x in {call}]
print(msgspec.json.encode(told).decode())
"""
#: a long game of Drive on Moscow, the same for both: which commands random play draws changes with the code
GAME = """
import os
from pathlib import Path
from benchmarks.games import dump, long_match
Path(os.environ["GROGNARD_COMPARED_SAVE"]).write_text(dump(long_match(5000)))
"""


#: a hundred games of Drive on Moscow: each as it begins, and what is said in it
GAMES = """
import os
from pathlib import Path
import grognard, msgspec
from benchmarks.server import GAME, SCENARIO, _random_game
from grognard.core.save import dump

def begun(seed):
    return dump(grognard.new(GAME, scenario=SCENARIO, seed=str(seed)))

games = [(begun(seed), script) for seed in range(300) if len(script := _random_game(seed)) >= 120]
Path(os.environ["GROGNARD_COMPARED_GAMES"]).write_bytes(msgspec.json.encode(games))
"""
#: those of them that the new checkout plays alike as well
PLAYED = """
import os
from pathlib import Path
import msgspec
from grognard.core.errors import GrognardError
from grognard.core.save import loads

def plays(text, script):
    match = loads(text)
    try:
        for command in script:
            match.do(command)
    except GrognardError:
        return False
    return True

path = Path(os.environ["GROGNARD_COMPARED_GAMES"])
games = [game for game in msgspec.json.decode(path.read_bytes()) if plays(*game)][:100]
if len(games) < 100:
    raise SystemExit("the checkouts do not play enough games alike")
path.write_bytes(msgspec.json.encode(games))
"""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """A line as one process measured it."""

    number: str
    title: str
    unit: str
    better: str
    value: float


#: a line of the table: its number, and which one of that number (random play has a line per game)
Key = tuple[str, int]


class Row(msgspec.Struct):
    """A line with the samples of both checkouts, round by round."""

    first: Sample
    old: list[float] = []
    new: list[float] = []

    @property
    def ratios(self) -> list[float]:
        pairs = zip(self.old, self.new, strict=True)
        return [old / new if self.first.better == "less" else new / old for old, new in pairs]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)


def measured(checkout: Path, part: Part, seconds: float) -> dict[Key, Sample]:
    """Run a part of the table in a checkout."""
    told = run(checkout, PROGRAM.format(module=part.module, call=part.call.format(seconds=seconds)))
    return numbered(msgspec.json.decode(told.splitlines()[-1], type=list[Sample]))


def run(checkout: Path, program: str) -> bytes:
    """What a program says with the code and the benchmarks of a checkout."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(checkout / "src"), str(checkout)))}
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, env=environment, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise SystemExit(f"nothing could be measured in {checkout}")
    return done.stdout


def numbered(samples: Iterable[Sample]) -> dict[Key, Sample]:
    """Lines by number and by place among those of the same number: titles may change."""
    met: Counter[str] = Counter()
    found = {}
    for sample in samples:
        found[sample.number, met[sample.number]] = sample
        met[sample.number] += 1
    return found


def one_round(rows: dict[Key, Row], checkouts: tuple[Path, Path], wanted: set[str], seconds: float, swapped: bool) -> None:
    """Add a sample of each checkout to every line; who goes first changes from round to round."""
    for part in PARTS:
        if wanted.isdisjoint(part.lines):
            continue
        turns = checkouts[::-1] if swapped else checkouts
        results = [measured(checkout, part, seconds) for checkout in turns]
        old, new = results[::-1] if swapped else results
        for key in old.keys() & new.keys():
            if key[0] in wanted:
                row = rows.setdefault(key, Row(old[key]))
                row.old.append(old[key].value)
                row.new.append(new[key].value)


def table(rows: dict[Key, Row], least: float) -> str:
    lines = [f"{'line':5}{'what':72}{'old':>12}{'new':>12} {'unit':12}{'ratio':>6}  least to most"]
    for (number, _), row in sorted(rows.items()):
        old, new, ratios = statistics.median(row.old), statistics.median(row.new), row.ratios
        lines.append(
            f"{number:5}{row.first.title[:70]:72}{shown(old)}{shown(new)} {row.first.unit:12}{row.ratio:6.2f}"
            f"  {min(ratios):.2f} to {max(ratios):.2f}{'  SLOWER' if row.ratio < least else ''}"
        )
    return "\n".join(lines)


def shown(value: float) -> str:
    return f"{value:12,.0f}" if value >= 1000 else f"{value:12.3g}"


def main(said: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="benchmarks.compare", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("old", type=Path, help="the checkout to compare with")
    parser.add_argument("--new", type=Path, default=ROOT, help="the checkout in question (this one)")
    parser.add_argument("--lines", default=USUAL, help=f"lines of the table, separated by commas ({USUAL})")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of random play per game, round and line")
    parser.add_argument("--least", type=float, default=0.9, help="fail when the median ratio of a line is less than this")
    arguments = parser.parse_args(said)
    checkouts = arguments.old.resolve(), arguments.new.resolve()
    wanted = set(arguments.lines.split(","))
    unknown = wanted.difference(*(part.lines for part in PARTS))
    if unknown:
        parser.error(f"no such lines to compare: {', '.join(sorted(unknown))}")
    for checkout in checkouts:
        if not (checkout / "benchmarks").is_dir():
            parser.error(f"{checkout} is no checkout: it has no benchmarks")
    rows: dict[Key, Row] = {}
    with tempfile.TemporaryDirectory() as folder:
        if not wanted.isdisjoint({"7", "7b"}):
            os.environ[SAVE] = str(Path(folder) / "save.txt")
            run(checkouts[0], GAME)
        if not wanted.isdisjoint({"8", "8b"}):
            os.environ[TOLD] = str(Path(folder) / "games.json")
            run(checkouts[0], GAMES)
            run(checkouts[1], PLAYED)
        for number in range(arguments.rounds):
            print(f"round {number + 1} of {arguments.rounds} ...", file=sys.stderr, flush=True)
            one_round(rows, checkouts, wanted, arguments.seconds, swapped=bool(number % 2))
    print(table(rows, arguments.least))
    if any(row.ratio < arguments.least for row in rows.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
