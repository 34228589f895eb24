"""Fire in the East in random play: nothing that must hold is broken, and what is worked out quickly is what the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from grognard.core.match import Match
from grognard.core.play import Play
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.rules import control, movement, naval, rail_movement, zones
from grognard.games.fire_in_the_east.state import AXIS, SIDES, SOVIET


@cache
def game() -> FireInTheEast:
    return FireInTheEast()


def begin(seed: int) -> Match:
    return Match(game(), "historical", seed=str(seed))


def played(seed: int, commands: int, *, in_words: bool = False) -> Iterator[Match]:
    """A game after each of so many random commands; said in words each is checked in full."""
    match, rng = begin(seed), random.Random(seed)
    for _ in range(commands):
        command = match.options().sample(rng)
        match.do(match.text(command) if in_words else command)
        yield match
        if match.over:
            return


@pytest.mark.parametrize("seed", range(3))
def test_random_play_breaks_no_invariant(seed: int) -> None:
    for match in played(seed, 250, in_words=True):
        if match.length % 10 == 0:
            assert game().check(match.play) == []


def test_a_position_is_written_and_read_to_the_last_bit() -> None:
    *_, match = played(7, 120)
    assert game().restore(match.state.to_dict()) == match.state
    assert match.state.copy() == match.state


def test_zones_by_kernel_are_those_of_every_unit() -> None:
    """The strength of a zone in a hex is that of the strongest unit whose zone falls on it."""
    for match in played(11, 60):
        if match.length % 20:
            continue
        p = match.play
        for side in (AXIS, SOVIET):
            wanted = np.zeros(game().board.nodes, np.uint8)
            count = np.zeros(game().board.nodes, np.int16)
            for unit in game().ground_of_side[side].tolist():
                if not 0 <= p.s.loc[unit] < game().board.hexes:
                    continue
                count[p.s.loc[unit]] += 1
                for hex in zones.zone_of(p, unit):
                    wanted[hex] = max(wanted[hex], zones.exerts(p, unit, hex))
            found = zones.of_side(p, side)
            assert (found.grip == wanted).all(), SIDES[side]
            assert (found.count == count).all(), SIDES[side]


def test_a_march_in_one_go_takes_what_a_march_by_steps_takes() -> None:
    """Control after a march is that of the same march hex by hex."""
    compared, rng = 0, random.Random(5)
    for match in played(13, 200):
        state: Any = match.state
        command = movement.sample_move(match.play, rng) if state.phase in ("movement", "exploitation") else None
        if command is None:
            continue
        unit, path = command.units[0], command.hexes
        whole, steps = (Play(game(), state.copy(), match.play.dice) for _ in range(2))
        control.march(whole, (unit,), (whole.s.loc[unit], *path))
        for hex in path:
            control.put(steps, (unit,), hex)
        assert (whole.s.arrays.control == steps.s.arrays.control).all(), match.text(command)
        assert (whole.s.arrays.owner == steps.s.arrays.owner).all(), match.text(command)
        compared += 1
    assert compared > 60


def test_every_unit_that_may_move_reaches_what_it_is_offered() -> None:
    """A destination in reach can be gone to, and costs what it says."""
    match = begin(2)
    rng = random.Random(2)
    units = list(match.options().units("move"))
    assert len(units) > 100
    for unit in rng.sample(units, 25):
        reach = movement.march_of(match.play, (unit,)).reach()
        for hex in rng.sample(reach.nodes.tolist()[1:], min(3, reach.nodes.size - 1)):
            assert match.check(f"move {game().pieces[unit].handle} {game().board.names[hex]}") is None


def test_a_verb_has_one_pattern_wherever_it_is_said() -> None:
    """A command is written down by the name of its verb alone."""
    verbs = [verb for step in game().flow.steps.values() for verb in step.verbs.values()]
    patterns: dict[str, set[str]] = {}
    for verb in (*verbs, *game().anytime.values()):
        patterns.setdefault(verb.name, set()).add(verb.pattern.usage)
    assert {name: found for name, found in patterns.items() if len(found) > 1} == {}


def test_random_play_moves_a_tenth_of_the_units_per_movement_phase() -> None:
    moved: dict[tuple[int, int], set[int]] = {}
    state: Any = None
    for match in played(1, 2500):
        state, command = match.state, match.last.command
        if state.phase == "movement" and not state.surprise and command is not None:
            moved.setdefault((state.turn, state.active), set()).update(command.units)
    shares = []
    for (_, side), units in list(moved.items())[:-1]:
        own = game().ground_of_side[side]
        shares.append(len(units) / ((state.arrays.loc[own] >= 0) & (state.arrays.loc[own] < game().board.hexes)).sum())
    assert len(shares) > 2
    assert sum(shares) / len(shares) > 0.1


def test_trains_and_transports_stay_out_of_neutral_countries() -> None:
    """Sweden counts as Axis ground on the map, and is closed all the same (31.Ba)."""
    *_, match = played(3, 400)
    p, neutral = match.play, game().neutral
    unit = next(unit for unit in game().ground_of_side[p.s.active].tolist() if 0 <= p.s.loc[unit] < game().board.hexes)
    for how in ("rail", "strategic"):
        assert rail_movement.closed(p, (unit,), how)[neutral].all()
    ports = [hex for hex in neutral.nonzero()[0].tolist() if naval.is_port(p, hex)]
    assert ports
    assert all(naval.port_refusal(p, hex, AXIS, 8) is not None for hex in ports)
