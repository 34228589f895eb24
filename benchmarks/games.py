"""Lines 5 to 7: random play, computer against computer, facts about what is to come, replay."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from grognard import facts
from grognard.core.command import Command
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.core.seats import eyes_of
from grognard.games import GAMES, load_game
from grognard.sim import simulate

from . import peers
from .begin import begin
from .measure import Figure, Line, add, timed

ROOT = Path(__file__).parent.parent
PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


#: Wanted of random play, as ratios to python-chess: it plays 24,270 moves where Drive on Moscow plays 40,000 commands, so 20,000,
#: 25,000 and (listed) 5,000 commands there are these.
WANTED = {"drive-on-moscow": 1.5, "typhoon-1941": 0.82, "barbarossa": 1.03}
WANTED_LISTED = dict.fromkeys(WANTED, 0.206)


def wanted(ratios: dict[str, float], slug: str) -> dict[str, float]:
    return {"python-chess": ratios[slug]} if slug in ratios else {}


def lines(quick: bool) -> list[Line]:
    seconds, repeats = (0.3, 1) if quick else (1.0, 9)
    table = random_lines(seconds, repeats, quick)
    if not quick:
        table += [whole_games(slug) for slug in PLAYABLE]
    return table + facts_lines(repeats) + replay(repeats)


def random_lines(seconds: float, repeats: int, quick: bool) -> list[Line]:
    """Line 5: random play, and what it costs to list everything. We and the peers play by turns, each in a process of its
    own, so that whatever else the machine does hits all alike."""
    ours: dict[str, dict[str, Figure]] = {slug: {} for slug in PLAYABLE}
    found: dict[str, Figure] = {}
    for _ in range(repeats):
        for slug, figures in reversed(ours.items()):  # the first, which is compared, comes right before the peers
            add(figures, peers.figures([sys.executable, "-m", "benchmarks.play", slug, str(seconds)], ROOT))
        try:
            add(found, [] if quick else peers.run("games.py", str(seconds), "1"))
        except peers.PeerMissing as missing:
            print(missing)
    chess = [found[name] for name in ("python-chess",) if name in found]
    listing = [found.pop(name) for name in ("python-chess, moves listed",) if name in found]
    table = []
    for slug, figures in ours.items():
        first = slug == PLAYABLE[0]
        table.append(Line("5", f"random legal play, {slug}", figures["random"], list(found.values()) if first else chess, "more",
                          wanted(WANTED, slug), 30_000 if first else None, by_turns=True))  # fmt: skip
    for slug, figures in ours.items():
        first = slug == PLAYABLE[0]
        table.append(Line("5b", f"the same, every elementary command listed, {slug}", figures["listed"],
                          chess, "more", wanted(WANTED_LISTED, slug), by_turns=True))  # fmt: skip
        table.append(Line("5c", f"options listed a second on the way, {slug}", figures["options"],
                          listing if first else [], "more"))  # fmt: skip
        table.append(Line("5g", f"line 5b with an object made of every command, {slug}", figures["made"], chess, "more",
                          by_turns=True))  # fmt: skip
    return table


def whole_games(slug: str) -> Line:
    """Line 6: whole games of computer against computer, three of them or as many as a minute and a half allows."""
    start = time.perf_counter()
    samples: list[float] = []
    while len(samples) < 3 and time.perf_counter() - start < 90:
        before = time.perf_counter()
        simulate(slug, 1, len(samples), 1)
        samples.append(60 / (time.perf_counter() - before))
    return Line("6", f"computer against computer, {slug}", Figure("grognard", "games/min", samples), better="more",
                note=f"{len(samples)} games measured")  # fmt: skip


def facts_lines(repeats: int) -> list[Line]:
    """Line 6c: what a German has to fear after two hundred random commands, worked out from nothing but what he knows."""
    found = []
    for slug in PLAYABLE:
        known = [scenario.name for scenario in load_game(slug).scenarios]
        match, rng = begin(slug, "historical" if "historical" in known else known[0], 1), random.Random(1)
        while not match.over and match.length < 200:
            after = match.copy()
            after.do(after.legal_commands().sample(rng))
            if after.over:
                break
            match = after
        dealt = match.fork(0)
        sides, eyes = match.roster.sides[0], eyes_of(dealt.play, 0)

        def threats(dealt: Match = dealt, sides: tuple[int, ...] = sides, eyes: tuple[int, ...] = eyes) -> None:
            facts.threats(facts.Outlook(dealt.play, eyes), "", sides)

        found.append(Line("6c", f"threats of a position, {slug}", timed(threats, repeats=repeats, unit="ms")))
    return found


def long_match(commands: int) -> Match:
    """A long game: units march hex by hex as long as a turn has commands left, and nobody does what would end the game."""
    match = begin("drive-on-moscow", "historical", 1)
    rng = random.Random(1)
    while match.length < commands:
        options = match.legal_commands()
        early = match.length < commands * (match.play.s.turn - (match.seat == 0) / 2) / 9
        marching = options.units("move") if early and match.step.name == "movement" else ()
        if marching:
            last = match.last.command
            unit = last.units[0] if last and last.units and last.units[0] in marching else rng.choice(marching)
            near = options.hexes("move", (unit,))[:3]
            command = Command("move", (unit,), (rng.choice(near),)) if near else options.sample(rng)
        else:
            command = options.sample(rng)
        after = match.copy()
        after.do(command)
        if not after.over:
            match = after
    return match


def replay(repeats: int) -> list[Line]:
    """Line 7: load and replay a long game, and jump about in it."""
    match = long_match(5000 if repeats > 1 else 300)
    text = dump(match)
    rng = random.Random(2)
    return [
        Line("7", f"load and replay {match.length:,} commands",
             timed(lambda: loads(text), repeats=max(1, repeats // 2), unit="ms")),
        Line("7b", "jump to any point of it", timed(lambda: match.at(rng.randrange(match.length)), repeats=repeats, unit="ms"),
             goal=50),
    ]  # fmt: skip
