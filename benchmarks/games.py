"""Lines 5 to 7: random play, computer against computer, replay.

What "listing the options" means is said in docs/performance.md: line 5 draws from the options without building the
whole list, lines 5b and 5c build the complete list of elementary commands at every decision, as chess libraries do.
"""

from __future__ import annotations

import random
import time

import grognard
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.games import GAMES, load_game
from grognard.sim import simulate

from . import peers
from .measure import Figure, Line, timed

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def random_play(slug: str, seconds: float) -> float:
    """Commands a second of random legal play: a verb that can be used, then one of its commands."""
    rng = random.Random(1)
    commands, start, seed = 0, time.process_time(), 0
    while time.process_time() - start < seconds:
        seed += 1
        match = grognard.new(slug, scenario=last_scenario(slug), seed=seed)
        while not match.over:
            match.do(match.options().sample(rng))
            commands += 1
            if not commands % 256 and time.process_time() - start >= seconds:
                break  # games may be long
    return commands / (time.process_time() - start)


def listed_play(slug: str, seconds: float) -> tuple[float, float]:
    """The same with the whole list of elementary commands built at every decision: commands and options a second."""
    rng = random.Random(1)
    commands, listed, start, seed = 0, 0, time.process_time(), 0
    while time.process_time() - start < seconds:
        seed += 1
        match = grognard.new(slug, scenario=last_scenario(slug), seed=seed)
        while not match.over and time.process_time() - start < seconds:
            listed += len(list(match.options()))
            match.do(match.options().sample(rng))
            commands += 1
    spent = time.process_time() - start
    return commands / spent, listed / spent


def last_scenario(slug: str) -> str:
    return load_game(slug).scenarios[-1].name


def lines(quick: bool) -> list[Line]:
    seconds, repeats = (0.3, 1) if quick else (2.0, 5)
    table = random_lines(seconds, repeats, quick)
    if not quick:
        table += [whole_games(slug) for slug in PLAYABLE]
    return table + replay(repeats)


def random_lines(seconds: float, repeats: int, quick: bool) -> list[Line]:
    """Line 5: random play, and what it costs to list everything."""
    try:
        found = {} if quick else {figure.name: figure for figure in peers.run("games.py", str(seconds), str(repeats))}
    except peers.PeerMissing as missing:
        print(missing)
        found = {}
    listing = found.pop("python-chess, moves listed", None)
    table = []
    for slug in PLAYABLE:
        first = slug == PLAYABLE[0]
        random_play(slug, seconds / 4)
        ours = Figure("grognard", "commands/s", [random_play(slug, seconds) for _ in range(repeats)])
        table.append(Line("5", f"random legal play, {slug}", ours, list(found.values()) if first else [], "more",
                          {"python-chess": 1.5} if first else {}, 30_000 if first else None))  # fmt: skip
    rates = [listed_play(PLAYABLE[0], seconds) for _ in range(repeats)]
    commands = Figure("grognard", "commands/s", [played for played, _ in rates])
    options = Figure("grognard", "options/s", [listed for _, listed in rates])
    chess = [found["python-chess"]] if "python-chess" in found else []
    return [
        *table,
        Line("5b", f"the same, every elementary command listed, {PLAYABLE[0]}", commands, chess, "more",
             {"python-chess": 1.5}, 30_000),
        Line("5c", "options listed a second on the way", options, [listing] if listing else [], "more"),
    ]  # fmt: skip


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


def long_match(commands: int) -> Match:
    """A long game: attacks are announced and called off again as long as the nine turns would end too soon."""
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    rng = random.Random(1)
    while match.length < commands and not match.over:
        step, early = match.step, match.length < commands * match.state.turn / 9
        if step.name == "movement" and match.seat:
            match.do("done")
        elif step.name == "battle.announced":
            match.do("cancel")
        else:
            attack = step.verbs["attack"].sample(match.play, rng) if early and step.name == "combat" else None
            match.do(attack or match.options().sample(rng))
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
