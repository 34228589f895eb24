"""The computer at Barbarossa: it plays whole games of every scenario, keeps the rules, and sees nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.ai import Advice, Opponent, levels, opponent, planner
from grognard.core.match import Match
from grognard.games.barbarossa import GAME
from grognard.games.barbarossa.game import Barbarossa
from grognard.games.barbarossa.opponent import Officer, Standard
from grognard.games.barbarossa.opponent.sight import Sight
from grognard.games.barbarossa.position import match_from
from grognard.games.barbarossa.rules import expedition
from grognard.games.barbarossa.state import GERMAN, SOVIET

_game = GAME()


def new(scenario: str, seed: int) -> Match:
    return Match(_game, scenario, {}, str(seed))


@pytest.mark.parametrize("scenario", ["campaign", "historical", "road-back"])
def test_the_computer_plays_both_sides_to_the_end(scenario: str) -> None:
    match = new(scenario, 1)
    seats = [Standard(seat) for seat in range(2)]
    while not match.over:
        advice = seats[match.seat].choose(match)
        assert advice.why
        match.do(advice.command)
        if match.length % 40 == 0:
            assert match.game.check(match.play) == []
        assert match.length < 10_000
    assert match.winner in ("german", "soviet")
    assert match.game.check(match.play) == []


def exchanged(match: Match, rng: random.Random) -> Match:
    """The same position with the covered Soviet units having changed places; the top of every stack stays."""
    other = match.copy()
    game, state = other.game, other.state
    assert isinstance(game, Barbarossa)
    on_map = [u for u in game.pieces_of_side[SOVIET] if 0 <= state.loc[u] < game.board.hexes]
    tops = [(u, state.loc[u]) for u in on_map if game.identified(other.play, u)]
    covered = [u for u in on_map if not game.identified(other.play, u)]
    places = [state.loc[u] for u in covered]
    rng.shuffle(places)
    for unit, node in (*zip(covered, places, strict=True), *tops):
        state.put(unit, node, SOVIET)
    return other


def test_the_german_computer_knows_nothing_covered() -> None:
    match = new("historical", 3)
    seats = [Standard(seat) for seat in range(2)]
    rng = random.Random(3)
    compared = 0
    while not match.over and match.play.s.turn < 5:
        if match.seat == GERMAN and match.step.name in ("movement", "combat", "order") and match.length % 4 == 0:
            mine, theirs = (Standard().choose(m).command for m in (match, exchanged(match, rng)))
            assert mine == theirs
            compared += 1
        match.do(seats[match.seat].choose(match).command)
    assert compared > 10


@pytest.mark.parametrize("scenario", ["historical", "road-back"])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_computer_beats_chance(scenario: str, side: str) -> None:
    match = new(scenario, 6)
    seats: list[Opponent] = [opponent("barbarossa", "standard" if seat == side else "random", 6) for seat in match.game.seats]
    while not match.over:
        match.do(seats[match.seat].choose(match).command)
    assert match.winner == side


def test_the_same_seed_thinks_the_same_thoughts() -> None:
    matches = [new("road-back", 2) for _ in range(2)]
    for match in matches:
        seats = [Standard(seat) for seat in range(2)]
        while match.length < 150:
            match.do(seats[match.seat].choose(match).command)
    one, other = matches
    assert one.last.command == other.last.command
    assert one.view(None) == other.view(None)


# ---------------------------------------------------------------- what it sees its chance for


def advised(**case: Any) -> tuple[Match, Advice]:
    """What the computer says in a position on the real board."""
    match = match_from({"board": "standard", "dice": [1] * 20, **case})
    return match, Standard().choose(match)


def said(**case: Any) -> str:
    match, advice = advised(**case)
    return match.text(advice.command)


def test_it_walks_into_an_open_place() -> None:
    match, advice = advised(turn=4, units={"1608": ["39pz panzer 8-5"], "1011": ["8a rifle 3"]})
    assert match.text(advice.command).endswith("-1606")
    assert advice.why == "the place lies open"


def test_an_attack_says_what_it_may_bring() -> None:
    units = {"1710": ["6i infantry 4-5", "8i infantry 4-5", "9i infantry 4-5"], "1709": ["16a rifle 3"]}
    match, advice = advised(turn=5, order="fight-move", phase="combat", units=units)
    assert match.text(advice.command).startswith("attack 1709 with")
    assert advice.why == "about 4:1: clears the hex 83 times in 100"


_CAUCASUS = {
    "3202": ["40pz panzer 8-5", "57pz panzer 8-5"], "3203": ["52i infantry 4-5"], "3103": ["5i infantry 4-5"],
    "2804": ["17i infantry 4-5"], "2607": ["29i infantry 4-5"], "1606": ["1a rifle 3", "2a rifle 3", "3a rifle 3", "4a rifle 3"],
}  # fmt: skip


def test_it_launches_the_expedition() -> None:
    assert said(turn=12, units=_CAUCASUS, state={"caucasus_base": True}).startswith("launch ")
    assert not said(turn=12, units=_CAUCASUS).startswith("launch ")


def test_it_supplies_a_pocket_from_the_air() -> None:
    ring = [_game.board.names[h] for h in _game.board.adjacent(_game.city_hex["Stalingrad"])]
    units = {hex: [f"{60 + k}a rifle 3"] for k, hex in enumerate(ring)}
    units |= {"2501": ["4i infantry 4-5", "8i infantry 4-5"], "2607": ["29i infantry 4-5"], "2804": ["17i infantry 4-5"]}
    match = match_from({"board": "standard", "turn": 15, "side": "soviet", "phase": "combat", "units": units})
    match.do(f"attack 2501 with {'+'.join(f'{60 + k}a' for k in range(len(ring)))}")
    assert match.step.name == "battle.air"
    assert match.text(Standard().choose(match).command) == "airlift 2501"


def test_it_keeps_reserves_on_call() -> None:
    units = {"1710": ["39pz panzer 8-5"], "1606": ["1a rifle 3"], "rvgk": ["16a rifle 3"]}
    case = {"board": "standard", "turn": 4, "side": "soviet", "phase": "movement", "order": "fight-move", "state": {"vp": 18}}
    match = match_from({**case, "units": units})
    computer, heard = Standard(), []
    while match.play.s.turn == 4 and match.step.name == "movement":
        command = computer.choose(match).command
        heard.append(match.text(command))
        match.do(command)
    assert any(line.startswith("standby 16a") for line in heard)


def test_the_coastal_army_leaves_before_its_port_falls() -> None:
    units = {"2911": ["ica naval 3"], "2811": [f"{k}i infantry 4-5" for k in range(1, 6)], "1606": ["1a rifle 3"]}
    control = {"soviet": "3108 2911"}
    assert said(turn=3, side="soviet", order="fight-move", units=units, control=control) == "sail ica 3108"


def test_the_gambit_is_for_him_who_holds_its_prizes() -> None:
    home = {place.hex for place in _game.board.places if place.kind != "town"}
    start = [h for h in sorted(home) if _game.board.mask("german-start")[h]]
    units = {_game.board.names[h]: [f"h{k} infantry 4-5"] for k, h in enumerate(start)}
    units |= {"2311": ["1i infantry 4-5"], "2501": ["2i infantry 4-5"], "1606": ["1a rifle 3"]}
    case: dict[str, Any] = {"turn": 19, "phase": "turn", "scenario": "campaign", "state": {"vp": 25}}
    assert said(units=units, **case) == "declare gambit"
    del units["2501"]
    assert said(units=units, control={"soviet": "2501"}, **case) == "declare offensive"


def test_levels() -> None:
    assert {*levels("barbarossa")} >= {"random", "recruit", "officer"}


def test_the_officer_lays_his_first_marker_for_an_attack_and_says_which() -> None:
    match = new("road-back", 4)
    seats = [Officer(seat) for seat in range(2)]
    said: list[str] = []
    while not match.over and match.play.s.turn < 17:
        advice = seats[match.seat].choose(match)
        if match.step.name == "markers" and advice.why.startswith("feeds the attack on "):
            marker, target = advice.command.hexes[0], advice.why.removeprefix("feeds the attack on ").split(" and ")[0]
            board = match.game.board
            held = next(h for h in range(board.hexes) if target in (board.names[h], board.place_name(h)))
            assert match.play.s.count[GERMAN][held]
            far = {"supply-a": 4, "supply-b": 3, "supply-c": 2}[advice.command.verb]
            assert board.distance(marker, held) <= far + 1  # whoever attacks it stands beside it and is fed
            said.append(target)
        match.do(advice.command)
    assert said


def test_places_count_more_for_whoever_would_lose_the_next_check() -> None:
    match = new("historical", 1)
    assert isinstance(match.game, Barbarossa)
    assert match.seat == GERMAN
    match.play.s.turn = 3
    bound = match.game.charts.checks[3].soviet
    for points, much in ((bound, 3.0), (30, 1.0)):
        match.play.s.vp = points
        assert Sight(match, clock=True).urgency == much
        assert Sight(match).urgency == 1.0


def test_the_officer_stays_with_his_goals() -> None:
    match = new("historical", 1)
    while match.step.name != "movement":
        match.do(Standard().choose(match).command)
    aims = Sight(match).aims
    other = next(h for h in Sight(match).goals if h not in aims)
    assert other in Sight(match, kept={other: 99.0}).aims


def test_the_soviet_of_the_road_back_shuts_the_caucasus_in_and_storms_stalingrad() -> None:
    """Armies in all ways out of the Caucasus in the first movement phase, a garrison in Moscow, a marker at the siege, and the
    fall of the city before its points decide the game."""
    match: Any = grognard.new("barbarossa", "road-back", seed="600", data_set=1)
    players = [planner("barbarossa", "standard", "600 0"), planner("barbarossa", "officer", "600 1")]
    city, exits = match.game.city_hex["Stalingrad"], expedition.exits(match.play)
    while not match.over and match.state.turn <= 14:
        match.do(players[match.seat].choose(match).command)
    assert all(match.state.count[SOVIET][hex] for hex in exits)
    assert expedition.in_the_box(match.play) is None
    assert match.state.control[match.game.city_hex["Moscow"]] == SOVIET
    laid = set()
    while not match.over and match.state.turn <= 17 and match.state.control[city] == GERMAN:
        match.do(players[match.seat].choose(match).command)
        laid |= {*match.state.markers}
    assert city in laid
    assert match.state.control[city] == SOVIET
