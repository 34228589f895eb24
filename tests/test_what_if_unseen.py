"""1940: What If?: German east and Anglo-French set up at the same time, and neither sees what the other does (3.3, 3.5)."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

import grognard
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.games.what_if_1940 import WhatIf

from .alike import differences, exchanged, overheard, probe

SLUG = "what-if-1940"
RIVALS = {"two": ("german", "allied"), "three": ("german", "anglo-french"), "four": ("german-east", "anglo-french")}


def opened(seating: str) -> Match:
    """A match at the stage in which two set up at once."""
    match = grognard.new(SLUG, seed=3, seating=seating)
    for step in ("setup.soviet", "setup.west"):
        match.do("proposed")
        while match.step.name == step:
            match.do("done")
    assert match.step.name == "setup.last"
    return match


def half_done(seating: str) -> Match:
    """Both have placed some of their units."""
    match, rng = opened(seating), random.Random(seating)
    for seat in RIVALS[seating] * 6:
        options = match.options(seat)
        unit = rng.choice(options.units("place"))
        hex = rng.choice(options.hexes("place", (unit,)))
        names = match.game.names
        match.do(f"place {names.unit_names[unit]} {names.node_names[hex]}", seat)
    return match


def differing(seating: str) -> dict[str, list[str]]:
    """By seat, what it is answered differently when the others have set up differently."""
    match, rng = half_done(seating), random.Random(1)
    found: dict[str, list[str]] = {}
    for seat in (*match.seats, None):
        other = exchanged(match, seat, rng)
        assert other is not None, f"nothing is hidden from {seat}"
        told = differences(match, other[0], seat, probe(match, seat, rng))
        if told:
            found[str(seat)] = [*told]
    return found


@pytest.mark.parametrize("seating", RIVALS)
def test_nobody_can_tell_how_the_other_sets_up(seating: str) -> None:
    assert differing(seating) == {}


def test_the_comparison_fails_when_the_ground_lies_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WhatIf, "sealed", lambda self, p, eyes: ())
    found = differing("four")
    assert {"german-east", "anglo-french", "soviet", "None"} <= found.keys()
    assert "view" in found["german-east"]


@pytest.mark.parametrize("command", ["place {} {}", "lift {}", "proposed", "automatic"])
def test_what_is_heard_of_the_other_says_neither_which_nor_where(command: str) -> None:
    match = half_done("four")
    for seat, other in (RIVALS["four"], RIVALS["four"][::-1]):
        trial, names = match.copy(), match.game.names
        placed = trial.options(other).units("lift")[0]
        trial.do(command.format(names.unit_names[placed], names.node_names[trial.state.loc[placed]]), other)
        heard = msgspec.json.encode(trial.log(seat, match.length)).decode()
        assert names.unit_names[placed] not in heard
        assert names.node_names[match.state.loc[placed]] not in heard
        assert "proposed" not in heard
        assert "automatic" not in heard


def test_commands_of_the_other_sound_alike() -> None:
    rng, alike = random.Random(4), Counter[str]()
    match = half_done("four")
    for _ in range(20):
        for seat in ("german-west", "soviet", None):
            found = exchanged(match, seat, rng)
            heard = found and overheard(match, *found, seat, rng)
            if heard:
                assert heard[0] == heard[1]
                alike[str(seat)] += 1
    assert min(alike.values()) > 5


def test_names_of_the_other_are_refused_alike_wherever_they_are() -> None:
    match = half_done("four")
    german = match.roster.number("german-east")
    why = {str(match.check(f"{verb} {piece.handle}{hex}", german)) for piece in match.game.pieces if piece.side == 2
           for verb, hex in (("place", " 4807"), ("lift", ""))}  # fmt: skip
    assert len({text.replace(text.split()[5], "X") for text in why}) == 1, why


def test_when_both_are_done_everything_lies_open() -> None:
    match = half_done("two")
    match.do("proposed", "german")
    match.do("proposed", "allied")
    before = len(match.view("german").stacks)
    match.do("done", "german")
    assert len(match.view("german").stacks) == before
    match.do("done", "allied")
    assert len(match.view("german").stacks) > before
    assert len(match.view("german").stacks) == len(match.view("allied").stacks)


def test_nobody_is_done_before_all_is_placed_but_who_is_waited_for_goes_on_alone() -> None:
    match = opened("two")
    for seat in ("german", "allied"):
        assert "done" not in [verb.name for verb in match.options(seat).verbs]
        with pytest.raises(Illegal, match="cannot be said now"):
            match.do("done", seat)
    match.do("proposed", "german")
    assert "done" in [verb.name for verb in match.options("german").verbs]
    assert "done" not in [verb.name for verb in match.options("allied").verbs], "nobody is told that the other has placed all"
    match.do("done", "german")
    match.do("done", "allied")
    assert [match.seats[k] for k in match.deciding] == ["allied"]
    with pytest.raises(Illegal, match="cannot be said now"):
        match.do("done", "allied")
    match.do("automatic", "allied")
    match.do("done", "allied")
    assert match.step.name == "order"
