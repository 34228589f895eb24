"""1940: What If?: nothing hidden is told where armies meet: a game of computers in four seats, and permuted deals of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.core.seats import eyes_of
from grognard.core.sight import Sight
from grognard.games.assault.reckoning import sure
from grognard.games.what_if_1940 import WhatIf, queries
from grognard.games.what_if_1940.position import match_from
from grognard.games.what_if_1940.rules import counters
from grognard.games.what_if_1940.state import UNTRIED

from .alike import differences, exchanged, probe
from .what_if import P, bare, put

SLUG = "what-if-1940"
FOUR = ("german-west", "german-east", "soviet", "anglo-french")
#: stacks of which only the top unit can be seen, and what is done with all of it
STACKS = (
    ("east.move", {"5007": ["ge1", "ge2"], "5010": ["ra1"]}, "german-east", "move ge1+ge2 5006"),
    ("west.move", {"2010": ["ge1", "ge2"]}, "german-west", "move ge1+ge2 2009"),
    ("allied.move", {"1205": ["fr1", "fr2"]}, "anglo-french", "move fr1+fr2 1206"),
    ("soviet.move", {"5010": ["so1c", "so15"]}, "soviet", "move so1c+so15 5011"),
)
#: what everybody learns of: stacks that are laid open, and losses
PUBLIC = ("attacked", "assaulted", "opened", "revealed", "landed", "lost", "eliminated", "restored", "promoted")


@lru_cache(maxsize=1)
def meetings() -> tuple[Match, ...]:
    """A position at the start of every combat phase of turns 2 and 3 of a game of computers."""
    match = grognard.new(SLUG, seed=11, seating="four")
    players = {seat: opponent(SLUG, None, seat) for seat in match.seats}
    found: dict[tuple[int, str], Match] = {}
    while not match.over and match.play.s.turn < 4:
        seat = match.seats[match.seat]
        if match.step.name.endswith(".fight") and match.play.s.turn > 1:
            found.setdefault((match.play.s.turn, match.step.name), match.copy())
        match.do(players[seat].choose(match).command, seat)
    return tuple(found.values())


def differing(positions: Sequence[Match]) -> tuple[Counter[str], Counter[str]]:
    """What was asked about, and which questions were answered differently after a permuted deal."""
    rng, asked, told = random.Random(3), Counter[str](), Counter[str]()
    for match in positions:
        for seat in (*match.seats, None):
            other = exchanged(match, seat, rng)
            if other is None:
                continue
            about = probe(match, seat, rng)
            asked["positions"] += 1
            asked["attacks"] += sum(_meets_the_unknown(match, units, target) for units, target in about.attacks)
            told.update(differences(match, other[0], seat, about, dear=False))
    return asked, told


def _meets_the_unknown(match: Match, units: str, target: str) -> bool:
    """Does an attack meet, or is it made by, an untried army?"""
    attackers = [match.game.names.unit(name) for name in units.split("+")]
    defenders = match.play.foes(match.game.board.node(target), match.game.side_of[attackers[0]])
    return any(match.state.flags[unit] & UNTRIED for unit in (*attackers, *defenders))


def test_what_is_hidden_changes_no_answer_where_armies_meet() -> None:
    asked, told = differing(meetings())
    assert not told
    assert asked["positions"] > 20
    assert asked["attacks"] > 10


def test_odds_that_look_under_untried_armies_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_seeing(p: P, units: tuple[int, ...], eyes: object) -> object:
        return tuple(sure((p.s.kind[unit], p.s.steps[unit], True)) for unit in units)

    monkeypatch.setattr(queries, "believed", all_seeing)
    assert differing(meetings()[:2])[1]["odds of the library"]


def betrayed() -> list[str]:
    """Names of units that a seat has heard though it can tell them apart neither before the command nor after it."""
    found = []
    for phase, units, speaker, command in STACKS:
        match = match_from({"seats": "four", "board": {}, "phase": phase, "units": units, "belgium": "frozen"})
        after = match.copy()
        after.do(command, speaker)
        for seat in {*FOUR} - {speaker}:
            eyes = eyes_of(match.play, match.roster.number(seat))
            before, now = Sight(match.play, eyes), Sight(after.play, eyes)
            for event in after.log(seat, match.length):
                named = [match.game.names.unit(name) for name in event.units if event.kind not in PUBLIC]
                found += [f"{seat} hears {event.text}" for unit in named if not before.knows(unit) and not now.knows(unit)]
    return found


def test_nobody_hears_the_names_of_units_that_he_cannot_tell_apart() -> None:
    assert not betrayed()


def test_names_that_are_told_to_everybody_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    emit = Play.emit
    monkeypatch.setattr(Play, "emit", lambda self, event, *, public=False: emit(self, event, public=True))
    assert len(betrayed()) > len(STACKS)


def test_nobody_can_follow_a_counter_through_the_dead_pile() -> None:
    """9.10: dead armies lie face down and are drawn blind, so each may be any of those that have died."""
    seen = Counter[int]()
    for seed in range(40):
        p = bare(WhatIf())
        p.dice = grognard.new(SLUG, seed=seed).play.dice
        for name in ("ra1", "ra2", "ra3"):
            counters.eliminate(p, put(p, name, "4519"), "tried", "9.10b")
        seen[p.s.kind[p.game.names.unit("ra1")]] += 1
    assert len(seen) == 3
    assert min(seen.values()) > 5
