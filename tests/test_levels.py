"""Levels of the computer: who there is, that each plays on, what missions do, and that a general searches by counting."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import FORMER, LEVELS, Advice, Computer, Opponent, levels, opponent, planner, usual
from grognard.ai.general import PLANS, USUAL, General
from grognard.ai.missions import ALARM, MISSIONS, fatally_open, is_movement, stakes_of
from grognard.ai.players import player
from grognard.ai.recruit import Recruit
from grognard.ai.staff import Staffed
from grognard.ai.value import features, value
from grognard.core.command import Command
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import GAMES, load_game
from grognard.games.drive_on_moscow.opponent.doctrine import OFFICER
from grognard.games.drive_on_moscow.opponent.goals import Goals
from grognard.games.drive_on_moscow.opponent.sight import Sight
from grognard.games.typhoon_1941.position import match_from as typhoon
from grognard.server.computers import check_level, level_names, level_of

SLUG, DRIVE = "typhoon-1941", "drive-on-moscow"
PLAYABLE = [slug for slug, about in GAMES.items() if about.playable]


# ---------------------------------------------------------------- by name


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_game_has_its_levels_each_with_a_sentence(slug: str) -> None:
    known = [*levels(slug)]
    assert known[:2] == ["random", "recruit"]
    assert usual(slug) == ("recruit" if slug == "fords" else "officer")
    assert all(LEVELS[level].endswith(".") for level in known)
    assert [level for level in LEVELS if level in known] == known, "the weakest first"


def test_a_seat_that_was_stored_as_standard_goes_on_as_an_officer() -> None:
    assert level_of(SLUG, "computer:standard") == "officer"
    assert level_of(SLUG, "computer") == "officer"
    assert level_of(SLUG, "computer:general") == "general"
    check_level(load_game(SLUG), "computer:standard")
    with pytest.raises(GrognardError, match="random, recruit, officer, general"):
        check_level(load_game(SLUG), "computer:genius")
    assert FORMER not in level_names(SLUG)


def test_players_of_a_duel() -> None:
    assert isinstance(planner(SLUG, "general@3"), General)
    assert not isinstance(planner(SLUG, FORMER), Staffed)
    for name in ("general@x", "general@99999", "officer@3", "recruit@"):
        with pytest.raises(GrognardError):
            player(SLUG, name)
    with pytest.raises(GrognardError):
        player("fords", "general@3")


# ---------------------------------------------------------------- recruits


class Counting:
    """A planner, and how often the rules would have refused it."""

    def __init__(self, inner: Opponent) -> None:
        self.inner, self.refused = inner, 0

    def choose(self, match: Match) -> Advice:
        advice = self.inner.choose(match)
        self.refused += match.check(advice.command, match.seat) is not None
        return advice


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_recruit_plays_every_game_by_the_rules(slug: str) -> None:
    match = grognard.new(slug, seed=3)
    planners = [Counting(Recruit(seat)) for seat in range(len(match.seats))]
    seats = [Computer(one, k) for k, one in enumerate(planners)]
    for _ in range(250):
        if match.over:
            break
        match.do(seats[match.seat].choose(match).command)
    assert not match.game.check(match.play)
    assert sum(one.refused for one in planners) == 0


def test_a_recruit_beats_chance() -> None:
    for seed in range(2):
        match = grognard.new(SLUG, seed=seed)
        seats = [opponent(SLUG, "random", seed), opponent(SLUG, "recruit", seed)]
        while not match.over:
            match.do(seats[match.seat].choose(match).command)
        assert match.winner == "russian"


# ---------------------------------------------------------------- missions

FRONT = {"board": {"size": "16x8", "front": 3}, "hq": "", "turn": 2, "weather": "good", "phase": "movement"}


def errands(match: Match, mission: str) -> list[tuple[str, str]]:
    names = match.game.names
    return [(names.unit_names[unit], names.node_names[hex]) for unit, hex, _ in MISSIONS[mission](match)]


def test_hold_keeps_whoever_faces_the_enemy() -> None:
    units = {"0603": ["a army 3-4"], "0703": ["r rifle 3-4"], "0106": ["b army 3-4"]}
    assert errands(typhoon(FRONT | {"side": "german", "units": units}), "hold") == [("a", "0603")]


def first_movement(slug: str, seat: int, turn: int, level: str = FORMER, seed: int = 5) -> Match:
    """A position of a game between computers when a seat begins to move."""
    match = grognard.new(slug, seed=seed)
    seats = [opponent(slug, level, k) for k in range(len(match.seats))]
    while not (match.seat == seat and is_movement(match) and match.game.turn(match.play)[0] >= turn):
        match.do(seats[match.seat].choose(match).command)
    return match


class Deserter:
    """Marches out of every place that must not be lost, and ends its movement."""

    def choose(self, match: Match) -> Advice:
        p, legal = match.play, match.legal_commands()
        for unit in legal.units("move"):
            if any(p.s.loc[unit] in stake.hexes for stake in stakes_of(p, (0,)) if stake.fatal):
                return Advice(Command("move", (unit,), (legal.hexes("move", (unit,))[-1],)), "home")
        return Advice(Command("done"), "that is all")


def moved(match: Match, mine: Opponent) -> Match:
    """The end of a movement phase."""
    match = match.copy()
    while True:
        advice = mine.choose(match)
        if match.step.verbs[advice.command.verb].ends:
            return match
        match.do(advice.command)


def test_what_must_not_be_lost_is_kept_whatever_the_planner_does() -> None:
    match = first_movement(SLUG, 0, 3, "officer", seed=2).fork(0, random.Random(3))
    left = fatally_open(moved(match, Deserter()), 0)
    assert left, "nobody could have walked in"
    kept = fatally_open(moved(match, Staffed(Deserter)), 0)
    assert not kept
    assert fatally_open(moved(match, Staffed(Deserter, guard=False)), 0) == left


def test_pickets_stand_where_an_enemy_may_come_in_two_marches() -> None:
    """The towns behind the first German line: one that an enemy takes loses the game."""
    match = first_movement(DRIVE, 0, 1).fork(0, random.Random(3))
    board, fatal = match.game.board, {h for stake in stakes_of(match.play, (0,)) if stake.fatal for h in stake.hexes}
    foes = [hex for hex in range(board.hexes) if match.state.foes[0][hex]]
    posted = {unit: hex for unit, hex, _ in MISSIONS["picket"](match)}
    held = {*posted.values()}
    assert held <= {hex for hex in fatal if min(board.distance(hex, foe) for foe in foes) <= 2 * ALARM}
    assert len(held) > len({hex for hex in fatal if match.state.stack(hex)})
    left = moved(match, Staffed(lambda: planner(DRIVE, FORMER), ("picket",)))
    assert all(left.state.loc[unit] == hex for unit, hex in posted.items())


def test_mechanized_units_are_told_off_for_a_city_that_is_weakly_held() -> None:
    sight = Sight(first_movement(DRIVE, 0, 1))
    usual, told = Goals(sight), Goals(sight, OFFICER)
    weak = [k for k in range(1, len(told.fields)) if told.weak[k]]
    mech = [unit for unit in sight.units if sight.mech(unit)]
    assert not [unit for unit in mech if usual.of(unit) is not usual.fields[0]]
    sent = {k: [unit for unit in mech if told.of(unit) is told.fields[k]] for k in weak}
    assert any(sent.values())
    for k, units in sent.items():
        factors = sorted(sight.most(unit, told.cities[k - 1]) for unit in units)
        assert sum(factors[1:]) < told.needs[k], "nobody beyond what is enough"


def test_errands_are_said_only_as_far_as_the_rules_allow() -> None:
    match = first_movement(SLUG, 0, 2).fork(0, random.Random(1))
    for missions in (("seize",), ("encircle",), ("storm",), ("hold",)):
        staff, trial = Staffed(lambda: planner(SLUG, FORMER, 0), missions), match.copy()
        for _ in range(40):
            advice = staff.choose(trial)
            assert trial.check(advice.command) is None
            assert advice.why
            if trial.step.verbs[advice.command.verb].ends:
                break
            trial.do(advice.command)


# ---------------------------------------------------------------- generals


def test_a_general_counts_his_trials_and_decides_alike() -> None:
    match = first_movement(SLUG, 0, 3)
    said = []
    for _ in range(2):
        general = planner(SLUG, "general@10", "seed")
        assert isinstance(general, General)
        known = match.fork(0, random.Random(2))
        said.append((known.text(general.choose(known).command), [(one.plan.name, one.found) for one in general.weighed]))
        assert 0 < general.spent <= 10
        assert {one.plan for one in general.weighed} == {*PLANS}
    assert said[0] == said[1]


def test_a_general_without_trials_does_what_is_usual() -> None:
    match = first_movement(SLUG, 0, 3).fork(0, random.Random(2))
    general = planner(SLUG, "general@0", 1)
    assert isinstance(general, General)
    general.choose(match)
    assert general.spent == 0
    assert general.weighed[0].plan is USUAL


def test_a_plan_that_loses_at_once_is_not_chosen() -> None:
    match = first_movement(SLUG, 0, 3).fork(0, random.Random(2))
    general = planner(SLUG, "general@10", 1)
    assert isinstance(general, General)
    bad = USUAL
    honest = general.tried
    general.tried = lambda fork, plan, seat: -1.0 if plan is bad else honest(fork, plan, seat)  # type: ignore[method-assign]
    assert general.search(match)[0].plan is not bad


@pytest.mark.parametrize("slug", ["typhoon-1941", "fords", "what-if-1940"])
def test_what_a_position_is_worth(slug: str) -> None:
    match = grognard.new(slug, seed=1)
    seats = [opponent(slug, "random", k) for k in range(len(match.seats))]
    for _ in range(120):
        if not match.over:
            match.do(seats[match.seat].choose(match).command)
    if not match.over:
        assert all(-1 <= amount <= 1 for amount in features(match, 0).values())
        assert -1 < value(match, 0) < 1
    while not match.over:
        match.do(seats[match.seat].choose(match).command)
    worth = [value(match, k) for k in range(len(match.seats))]
    assert match.outcome is not None
    assert all((one == 1) == bool({*match.outcome.winners} & {*match.roster.sides[k]}) for k, one in enumerate(worth))


@pytest.mark.parametrize("cut", [1, 6, 9])
def test_a_search_that_was_cut_short_decides_what_one_with_so_many_trials_decides(cut: int) -> None:
    match = first_movement(SLUG, 1, 2)
    said = []
    for name, watch in (("general@20", lambda tried, most: tried < cut), (f"general@{cut}", None)):
        general = planner(SLUG, name, "seed")
        assert isinstance(general, General)
        general.watch = watch
        known = match.fork(1, random.Random(2))
        advice = general.choose(known)
        assert advice.trials == cut
        said.append((known.text(advice.command), advice.why, [(one.plan.name, one.found) for one in general.weighed]))
    assert said[0] == said[1]


def test_whoever_watches_a_search_is_told_how_far_it_is() -> None:
    match, told = first_movement(SLUG, 1, 2).fork(1, random.Random(2)), list[tuple[int, int]]()
    general = planner(SLUG, "general@7", 1)
    assert isinstance(general, General)
    general.tried = lambda fork, plan, seat: 0.0  # type: ignore[method-assign]

    def watch(tried: int, most: int) -> bool:
        told.append((tried, most))
        return True

    general.watch = watch
    general.choose(match)
    assert told == [(tried, 7) for tried in range(7)]


def test_in_the_last_turns_a_plan_is_tried_to_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[bool]()

    def judged(match: Match, seat: int) -> float:
        ended.append(match.over)
        return value(match, seat)

    monkeypatch.setattr("grognard.ai.general.value", judged)
    for turn in (3, 7):
        match = first_movement(SLUG, 1, turn, "officer", seed=22)
        general = planner(SLUG, "general@1", 1)
        assert isinstance(general, General)
        general.tried(match.fork(1, random.Random(2)), USUAL, 1)
    assert ended == [False, True]


def test_where_a_word_decides_much_each_is_tried() -> None:
    match = grognard.new(SLUG, seed=3)
    seats = [opponent(SLUG, "officer", k) for k in range(2)]
    while match.step.name != "orders":
        match.do(seats[match.seat].choose(match).command)
    general = planner(SLUG, "general@8", 1)
    assert isinstance(general, General)
    general.tried = lambda fork, plan, seat: 0.5 * (plan.name == "order no-retreat")  # type: ignore[method-assign]
    advice = general.choose(match.fork(match.seat, random.Random(2)))
    assert match.text(advice.command) == "order no-retreat"
    assert advice.why == "better by 25 points in a hundred than order free"
    assert advice.trials == 8
