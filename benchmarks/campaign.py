"""Lines 5e, 5f, 7c and 7d: whole random campaigns of Fire in the East, and a long game of it read again."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator

from grognard.core.command import Command
from grognard.core.history import Past, pack_events
from grognard.core.match import Match
from grognard.core.save import dump
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.material import LAST_TURN
from grognard.games.fire_in_the_east.state import FireState

from . import play
from .measure import Figure, Line

PHASES = ("movement", "exploitation")
COMMANDS = 60_000
SMALLER = "drive-on-moscow"
FIRST_STEP = 2  #: a path that begins with the hex in which units stand and ends with the next one


def lines(quick: bool) -> list[Line]:
    game = FireInTheEast()
    rates, beside, shares = random_play(game, 1500 if quick else 8000, 1 if quick else 5)
    return [
        Line("5e", "random play of a whole campaign of Fire in the East, all chapters", rates, [beside], better="more",
             targets={beside.name: 5000 / 40_000}, goal=5000, by_turns=True),
        Line("5f", "units of the moving side that it moves per movement phase", shares, better="more", goal=10),
        *reading(game, 1500 if quick else COMMANDS),
    ]


def fire_state(match: Match) -> FireState:
    assert isinstance(match.state, FireState)
    return match.state


def random_play(game: FireInTheEast, commands: int, games: int) -> tuple[Figure, Figure, Figure]:
    """Commands per second of processor time from the surprise attack on; those of Drive on Moscow, before and after each game in
    the same process; and how many in a hundred units of the side on the map have moved by the end of its movement phase."""
    rates, shares = Figure("grognard", "commands/s", []), Figure("grognard", "%", [])
    beside = Figure("our Drive on Moscow", "commands/s", [])
    play.random_play(SMALLER, 0.5)  # so that both are warm
    for seed in range(games):
        smaller = play.random_play(SMALLER, 1.0)
        match, rng = Match(game, "historical", seed=str(seed)), random.Random(seed)
        moved: dict[tuple[int, int, bool], set[int]] = defaultdict(set)
        spent = 0.0
        for _ in range(commands):
            if match.over:
                break
            step, state = match.step.name, fire_state(match)
            before = time.process_time()
            command = match.legal_commands().sample(rng)
            match.do(command)
            spent += time.process_time() - before
            if step == "movement" and command.verb != "done":
                moved[state.turn, state.active, state.surprise].update(command.units)
        rates.samples.append(match.length / spent)
        beside.samples.append((smaller + play.random_play(SMALLER, 1.0)) / 2)
        loc = match.state.arrays.loc
        shares.samples += [
            100 * len(units) / int(((loc[own := game.ground_of_side[side]] >= 0) & (loc[own] < game.board.hexes)).sum())
            for (_, side, surprise), units in list(moved.items())[:-1] if not surprise
        ]  # fmt: skip
    return rates, beside, shares


def reading(game: FireInTheEast, commands: int) -> Iterator[Line]:
    """A game of so many commands from its last snapshot and from its log alone, as a server reads it."""
    match = long_match(game, commands)
    past = [Past(match.seats[link.seat], match.text(link.command), True, pack_events(link.events))
            for link in match.links() if link.command is not None]  # fmt: skip
    state = match.state.copy()
    begun = (game, match.scenario, match.options_chosen, match.chapters, past)
    for number, what, known in (("7c", "its last snapshot", (len(past), state)), ("7d", "its log alone", (0, None))):
        before = time.process_time()
        again = Match.resume(*begun, *known)
        figure = Figure("grognard", "s", [time.process_time() - before])
        assert again.length == match.length
        yield Line(number, f"a game of Fire in the East of {match.length:,} commands from {what}", figure)
    print(f"its save has {len(dump(match)) / 1e6:.1f} MB")


def long_match(game: FireInTheEast, commands: int) -> Match:
    """Random play in which movement phases last as long as the campaign must for so many commands: units march hex by hex, and
    nobody says that he is through while somebody can still march."""
    match, rng = Match(game, "historical", seed="1"), random.Random(1)
    while match.length < commands and not match.over:
        options = match.legal_commands()
        command = options.sample(rng)
        early = match.length < commands * (fire_state(match).turn - (fire_state(match).active == 0) / 2) / LAST_TURN
        if command.verb == "done" and match.step.name in PHASES and early:
            command = match.step.verbs["move"].sample(match.play, rng) or command
        if command.verb == "move" and early and len(command.hexes) > FIRST_STEP:
            step = Command("move", command.units, command.hexes[:FIRST_STEP])
            command = step if match.check(step) is None else command
        match.do(command)
    return match
