"""Lines 5 to 7: random play, computer against computer, replay."""

from __future__ import annotations

import random
import time

import grognard
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.games import GAMES
from grognard.sim import simulate

from . import peers
from .measure import Figure, Line, timed

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def random_play(slug: str, seconds: float) -> float:
    """Commands a second of random legal play, options listed at every decision."""
    rng = random.Random(1)
    commands, start, seed = 0, time.process_time(), 0
    while time.process_time() - start < seconds:
        seed += 1
        match = grognard.new(slug, scenario=grognard_scenario(slug), seed=seed)
        while not match.over:
            match.do(match.options().sample(rng))
            commands += 1
    return commands / (time.process_time() - start)


def grognard_scenario(slug: str) -> str:
    from grognard.games import load_game

    return load_game(slug).scenarios[-1].name


def lines(quick: bool) -> list[Line]:
    seconds, repeats = (0.3, 1) if quick else (2.0, 5)
    try:
        found = [] if quick else peers.run("games.py", str(seconds), str(repeats))
    except peers.PeerMissing as missing:
        print(missing)
        found = []
    table = []
    for k, slug in enumerate(PLAYABLE):
        random_play(slug, seconds / 4)
        ours = Figure("grognard", "commands/s", [random_play(slug, seconds) for _ in range(repeats)])
        table.append(Line("5" if k == 0 else "", f"random legal play, {slug}", ours, found if k == 0 else [], "more",
                          {"python-chess": 1.5} if k == 0 else {}))  # fmt: skip
    if not quick:
        table += [whole_games(slug) for slug in PLAYABLE]
    return table + replay(repeats)


def whole_games(slug: str) -> Line:
    """Line 6: whole games of computer against computer."""
    start = time.perf_counter()
    samples = []
    for seed in range(3):
        before = time.perf_counter()
        simulate(slug, 1, seed, 1)
        samples.append(60 / (time.perf_counter() - before))
    return Line("6", f"computer against computer, {slug}", Figure("grognard", "games/min", samples), better="more",
                note=f"{time.perf_counter() - start:.0f} s measured")  # fmt: skip


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
             note="at most 50 ms"),
    ]  # fmt: skip
