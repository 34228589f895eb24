"""Typhoon 1941 remembers zones and supply from one position to the next: they are what a fresh look would find."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.play import Play
from grognard.games.typhoon_1941.game import P
from grognard.games.typhoon_1941.rules import aircraft, movement, reinforcements, supply, zones
from grognard.games.typhoon_1941.state import GERMAN, RUSSIAN


def answers(p: P) -> list[object]:
    found: list[object] = [supply.working_armies(p), supply.linked_to_edge(p, p.game.moscow, "east")]
    for side in (GERMAN, RUSSIAN):
        masks = (zones.zones(p, side).controlled, zones.beside(p, side), zones.beside(p, side, fit_only=False))
        found += [mask.tobytes() for mask in (*masks, supply.sources(p, side), supply.network(p, side))]
        found += [movement.closed_hexes(p, p.game.ground_of[side][0]).tobytes(), aircraft.airfields(p, side)]
    return [*found, reinforcements.entries(p).tobytes(), reinforcements.rendezvous(p).tobytes()]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_remembered_is_what_a_fresh_look_finds(seed: int) -> None:
    rng = random.Random(seed)
    match = grognard.new("typhoon-1941", scenario="historical", seed=seed)
    while not match.over:
        p = match.play
        fresh: P = Play(p.game, p.s.copy(), p.dice)
        assert answers(p) == answers(fresh)
        match.do(match.options().sample(rng))
