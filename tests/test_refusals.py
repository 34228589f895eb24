"""A march that is refused is refused with the reason: what it would cost, or what bars the way."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.errors import Illegal, refusal
from grognard.core.match import Match
from grognard.games.typhoon_1941.events import Pushed

#: what each game says of a hex that is only too far: points that are wanted beside points that are there
FAR = {
    "drive-on-moscow": r"would cost \d+ movement points and only \d+ are left",
    "typhoon-1941": r"would cost [\d.]+ hexes and the unit has [\d.]+",
    "barbarossa": r"would cost \d+ movement points and only \d+ are left",
    "what-if-1940": r"would cost \d+ movement points and only \d+ are left",
    "fire-in-the-east": r"costs [\d.]+ movement points.*, [\d.]+ are left",
    "fords": r"is too far: a march has 3 points",
}


def at_first_move(game: str) -> tuple[Match, str]:
    """A game that computers have played up to the first march, and the verb for it."""
    match = grognard.new(game, seed=7)
    players = [opponent(game, "recruit", seat) for seat in match.seats]
    while not {"move", "march"} & {*match.step.verbs}:
        match.do(players[match.seat].choose(match).command)
    return match, next(verb for verb in ("move", "march") if verb in match.step.verbs)


@pytest.mark.parametrize("game", FAR)
def test_a_hex_out_of_reach_says_why(game: str) -> None:
    match, verb = at_first_move(game)
    view = match.view(match.seats[match.seat])
    assert view.decision is not None
    units = next(one.units for one in view.decision.verbs or () if one.verb == verb)
    names = match.game.board.names[: match.game.board.hexes]
    told: list[Illegal] = []
    for unit in (units or [])[:: max(1, len(units or []) // 4)]:
        for hex in names[:: max(1, len(names) // 40)]:
            refused = refusal(match.copy().do, f"{verb} {unit} {hex}")
            told += [] if refused is None else [refused]
    assert all(refused.rule and "out of reach" not in refused.why for refused in told)
    assert any(re.search(FAR[game], refused.why) for refused in told)


def test_ground_that_is_closed_is_named() -> None:
    """A panzer division is told of the marsh, not only that there is no way."""
    match, verb = at_first_move("drive-on-moscow")
    game, s = match.play.game, match.play.s
    start = s.loc[next(u for u, piece in enumerate(game.pieces) if piece.handle == "7pz")]
    marsh = next(h for h in range(game.board.hexes) if game.marsh[h] and game.board.distance(start, h) > 1 and not s.foes[0][h])
    with pytest.raises(Illegal, match=f"{game.board.names[marsh]} is marsh, closed to mechanized units"):
        match.do(f"{verb} 7pz {game.board.names[marsh]}")


def test_typhoon_says_who_flies_where_against_whom() -> None:
    """Computers play Typhoon until somebody is asked to intercept: the question names aircraft, place and own units below."""
    match = grognard.new("typhoon-1941", seed=3)
    players = [opponent("typhoon-1941", "recruit", seat) for seat in match.seats]
    while match.step.name != "air.intercept":
        match.do(players[match.seat].choose(match).command)
    play, mission = match.play, match.play.s.mission
    assert mission is not None
    assert match.decision is not None
    prompt = match.decision.prompt
    assert all(play.game.types[unit].name in prompt for unit in mission.flyers)
    assert play.game.board.names[mission.target] in prompt
    below = play.units(mission.target, play.foe(mission.side))
    assert below
    assert all(play.game.types[play.s.kind[unit]].name in prompt for unit in below)


def test_nobody_must_retreat_no_hexes() -> None:
    assert Pushed(units=(), distance=0).words() == {"told": "need not retreat"}
    assert Pushed(units=(), distance=2).words() == {"told": "must retreat 2 hexes"}
