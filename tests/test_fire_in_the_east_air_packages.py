"""Fire in the East: whole air phases of both sides, flown by packages and flown air unit by air unit, are not told apart."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.core.command import Command
from grognard.core.dice import SeededDice
from grognard.core.digest import digest
from grognard.core.errors import Illegal, is_legal
from grognard.core.match import Match
from grognard.games.fire_in_the_east import position
from grognard.games.fire_in_the_east.rules import air_packages, flights, sorties
from grognard.games.fire_in_the_east.rules.mission_table import BY_WORD

from .test_fire_in_the_east_air_phase import CASE, say

WORDS = (*air_packages.WORDS, "transfer", "deliver", "transport")
#: Both sides have somebody to bomb, to escort with and to intercept with.
WAR: dict[str, Any] = dict(CASE) | {
    "units": CASE["units"] | {
        "0404": [*CASE["units"]["0404"], "ge-ju52-1", "ge-ju52-2"],
        "0605": ["ge-me109e-1", "ge-me109e-2", "ge-me109f-1", "ge-me109f-2"],
        "0412": [*CASE["units"]["0412"], "so-sb2-2", "so-sb2-3"],
        "0411": [*CASE["units"]["0411"], "so-i16-1", "so-pe2-1"],
    },
}  # fmt: skip
ORDERS = {
    "axis": ["cover 0407 4", "watch 5", "reserve 1"],
    "soviet": ["cover 0410 4", "watch 6"],
}


def begun(seed: int) -> Match:
    """The same position and the same dice each time; with every other seed both sides leave their answers to standing orders."""
    one = position.match_from(dict(WAR))
    one.play.dice = SeededDice(f"packages {seed}")
    for seat, orders in ORDERS.items() if seed % 2 else ():
        for order in [*orders, "answers orders"] if seed % 4 == 1 else orders:
            one.do(order, seat=seat)
    return one


def package(one: Match, rng: random.Random) -> Command | None:
    """A mission of several air units, with an escort where some can come along."""
    p = one.play
    mission = BY_WORD[rng.choice(WORDS)]
    drawn = [command for _ in range(6) if (command := air_packages.sample_mission(p, rng, mission)) is not None]
    drawn.sort(key=lambda command: sorties.model(p, command.units[0]).is_fighter)
    first = drawn[0] if drawn else None
    if first is None:
        return None
    units = first.units
    for unit in rng.sample(flights.able(p, mission), len(flights.able(p, mission))):
        more = Command(first.verb, (*units, unit), first.hexes, word=first.word)
        if unit not in units and len(units) < 3 and is_legal(flights.check, p, flights.read(p, mission, more)):
            units = more.units
    command = Command(first.verb, units, first.hexes, word=first.word)
    if mission.word not in air_packages.WORDS or any(sorties.model(p, unit).is_fighter for unit in units):
        return command
    escort: tuple[int, ...] = ()
    for fighter in air_packages.raiders(p, ()):
        more = Command(mission.word, units, first.hexes)
        if sorties.model(p, fighter).is_fighter and len(escort) < 2 and air_packages.may_escort(p, more, (*escort, fighter)):
            escort = (*escort, fighter)
    return Command("raid", (*units, *escort), first.hexes, word=mission.word) if escort else command


def singly(one: Match, command: Command) -> list[Command]:
    """The missions that a package stands for, air unit by air unit."""
    if command.verb != "raid":
        return [Command(command.verb, (unit,), command.hexes, word=command.word) for unit in command.units]
    bombers, escort = air_packages.parts(one.play, command.units)
    said = [(command.word or "", unit) for unit in bombers] + [("escort", unit) for unit in escort]
    return [Command(word, (unit,), command.hexes) for word, unit in said]


def answer(one: Match, rng: random.Random) -> None:
    """Interceptors come where they can, most of the time; everything else is said at random."""
    if one.step.name == "air.interception" and rng.random() < 0.95:
        command = one.step.verbs["intercept"].sample(one.play, rng)
        if command is not None:
            one.do(command)
            return
    say(one, rng)


def fly(together: Match, apart: Match, command: Command, rng: random.Random) -> None:
    """A package in one match, its single missions in the other; patrol attacks are answered alike in both."""
    missions = singly(together, command)
    begun = together.length
    together.do(command)
    while together.step.name == "air.patrol":
        say(together, rng)
    answers = together.commands[begun + 1 :]
    for mission in missions:
        try:
            apart.do(mission)
        except Illegal:
            assert mission.verb == "escort", "only those are refused whose bombers have been turned back"
            assert not sorties.over(apart.play, mission.hexes[-1], apart.play.s.active)
        while apart.step.name == "air.patrol":
            seat, said = answers.pop(0)
            apart.do(said, seat)
    assert answers == []


def differences(together: Match, apart: Match) -> list[str]:
    """Names of arrays and values in which two positions differ: what a failure is told with."""
    one, other = together.play.s, apart.play.s
    arrays = (*one.piece_arrays(), *one.node_arrays())
    found = [name for name in arrays if getattr(one.arrays, name).tolist() != getattr(other.arrays, name).tolist()]
    pairs = [(name, getattr(one, name), getattr(other, name)) for name in one.values()]
    return found + [f"{name}: {mine} {theirs}" for name, mine, theirs in pairs if mine != theirs]


def alike(together: Match, apart: Match) -> None:
    assert differences(together, apart) == []
    assert together.play.s == apart.play.s
    assert digest(together.play.s) == digest(apart.play.s)
    assert [frame.step for frame in together.play.s.flow] == [frame.step for frame in apart.play.s.flow]


def go_on(together: Match, apart: Match, rng: random.Random) -> None:
    """One decision that is no mission, the same in both matches: outside air phases nobody does anything."""
    step, said = together.step, together.length
    if together.play.s.phase == "air" and step.name != "air.missions":
        answer(together, rng)
    else:
        together.do(Command(next(verb.name for verb in step.in_order if verb.ends)))
    for seat, command in together.commands[said:]:
        apart.do(command, seat)


def fly_three_phases(seed: int) -> Counter[str]:
    """A German air phase, a Soviet one, and a German one in which all is flown again; after every package, every answer and every
    landing states and digests are compared. Tells how often what happened."""
    together, apart, rng = begun(seed), begun(seed), random.Random(seed)
    alike(together, apart)
    seen, tried, phases = Counter[str](), 0, list[tuple[int, int]]()
    while len(phases) < 3 or together.play.s.phase == "air":
        s = together.play.s
        if s.phase == "air" and (s.turn, s.active) not in phases:
            phases.append((s.turn, s.active))
            tried = 0
            if len(phases) == 3:
                for one in (together, apart):
                    one.do("repeat")
                tried = 40
                alike(together, apart)
        tried += 1
        command = package(together, rng) if together.step.name == "air.missions" and tried <= 40 else None
        if command is not None:
            seen["packages"] += len(command.units) > 1
            seen["with escort"] += command.verb == "raid"
            fly(together, apart, command, rng)
        elif together.step.name != "air.missions" or tried > 40:
            go_on(together, apart, rng)
        alike(together, apart)
    for event in together.log("axis"):
        seen[f"intercepted by {event.side}" if event.rule == "20.A" else event.kind] += 1
    return seen


@pytest.mark.parametrize("half", range(2))
def test_a_phase_by_packages_and_the_same_singly_are_one_position(half: int) -> None:
    seen = [fly_three_phases(seed) for seed in range(4 * half, 4 * half + 4)]
    assert all(one["packages"] > 3 and one["dogfought"] and one["patrolled"] for one in seen), "else this proves little"
    for what in ("with escort", "intercepted by axis", "intercepted by soviet"):
        assert sum(bool(one[what]) for one in seen) >= 2, what


def test_air_units_of_one_mission_are_kept_together_however_they_were_ordered() -> None:
    """So last turn's missions are on the list again as packages, even if they were flown one by one."""
    one = begun(0)
    one.do("answers orders", seat="soviet")
    for command in ("support ge-ju87b-1 0409", "support ge-ju87b-2 0409", "harass ge-he111h-1 0410", "support ge-ju87b-3 0409"):
        one.do(command)
    names = [tuple(one.game.names.unit_names[unit] for unit in kept.units) for kept in one.play.s.packages]
    assert names == [("ge-ju87b-1", "ge-ju87b-2"), ("ge-he111h-1",), ("ge-ju87b-3",)]
