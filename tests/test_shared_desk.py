"""The desk of a side that several people share: each is told of what he commands, and all of what loses the game."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.match import Match
from grognard.games.what_if_1940.position import match_from

CASE = {
    "seats": "four", "board": {"ruhr-city": {"Essen": "2308"}}, "phase": "east.move", "cleared": "2308",
    "units": {"2305": ["fr1"], "2012": ["ge1"]}, "holland": "at war",
}  # fmt: skip


def _named(match: Match, seat: str, kind: str) -> set[str]:
    """The stacks of its own that a seat is told about."""
    return {hex for threat in match.threats(seat).threats if threat.kind == kind and not threat.fatal for hex in threat.stacks}


@pytest.mark.parametrize("slug", ["fire-in-the-east", "barbarossa"])
def test_whoever_commands_a_front_is_told_of_his_own_stacks_only(slug: str) -> None:
    together = grognard.new(slug, "historical", seed=1, seating="standard")
    shared = grognard.new(slug, "historical", seed=1, seating="fronts")
    game = shared.game
    for number, seat in enumerate(shared.seats):
        [side] = shared.roster.sides[number]
        for kind in ("attack", "unsupplied", "cut", "pocket"):
            for name in _named(shared, seat, kind):
                posts = {game.post_of(shared.play, unit) for unit in shared.play.units(game.board.node(name), side)}
                assert not posts or posts & {-1, *shared.roster.posts[number]}, (seat, kind, name)
    for side, whole in enumerate(together.seats):
        for kind in ("attack", "unsupplied", "cut", "pocket"):
            parts = [_named(shared, shared.seats[seat], kind) for seat in shared.roster.seats_of[side]]
            assert set.union(*parts) == _named(together, whole, kind), (whole, kind)


def test_the_desk_of_a_front_counts_what_its_seat_may_move() -> None:
    match = grognard.new("fire-in-the-east", "historical", seed=1, seating="fronts")
    moved = {seat: [item for item in match.desk(seat).items if item.units] for seat in match.seats[:3]}
    attacked = [{*_named(match, seat, "attack")} for seat in match.seats[3:]]
    assert all(attacked), "each Soviet front has stacks to fear for"
    assert not set.intersection(*attacked)
    for number, (seat, items) in enumerate(moved.items()):
        units = {unit for item in items for name in item.units for unit in match._units(name)}
        assert units
        assert all(match.game.post_of(match.play, unit) in (-1, *match.roster.posts[number]) for unit in units), seat


def test_what_loses_the_game_is_everybodys_business() -> None:
    match = match_from(CASE)
    for seat in ("german-west", "german-east"):
        assert [threat.rule for threat in match.threats(seat).threats if threat.fatal] == ["4.2"]
