"""Winning chances and what their swings came from: in positions where the answer is known, and in whole games."""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import grognard
from grognard.ai import opponent
from grognard.ai import value as chances
from grognard.ai.value import FILE, ROUGH_WORDS, Chances
from grognard.cli.main import app
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.games import GAMES, folder_of
from grognard.games.drive_on_moscow.position import match_from as drive
from grognard.judge import follow, reviewed, weigh
from grognard.judge import review as judge_review
from grognard.judge.faces import faces
from grognard.judge.plans import tried
from grognard.judge.turns import player_turns
from grognard.story import PlayerTurn, Review

#: A hundredth of a winning chance.
POINT = 0.01
PLAYABLE = [slug for slug, about in GAMES.items() if about.playable]
BOARD = {"size": "12x5", "front": 4, "town": {"Toropets": "0203"}, "city": {"Moscow": "1202", "Orel": "0904"}}
TRACK = {1: {"mf_mech": 6, "mf_nonmech": 3}, 2: {"mf_mech": 4, "mf_nonmech": 2}}


def computers(slug: str, commands: int, seed: str = "judge", scenario: str | None = None) -> Match:
    """A game of the computer against itself, as far as it comes."""
    match = grognard.new(slug, scenario, seed=seed)
    players = [opponent(slug, None, f"{seed} {seat}") for seat in match.seats]
    while not match.over and match.length < commands:
        match.do(players[match.seat].choose(match).command)
    return match


def explained(turn: PlayerTurn) -> bool:
    """Do the parts make up the swing, but for a point?"""
    return adds_up(turn) and abs(turn.rest) <= POINT


def adds_up(turn: PlayerTurn) -> bool:
    """Is everything told, and why something is less sure than a point?"""
    left = turn.after - turn.chance - turn.decision - turn.dice - turn.unknown - turn.rest
    return abs(left) < 0.001 and bool(turn.why) == (turn.error > POINT)


# ---------------------------------------------------------------- positions where the answer is known


@pytest.fixture
def thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighed by the rule of thumb, so that the answer does not hang on what was fitted last."""
    monkeypatch.setattr(chances, "FILE", "none.toml")


def attack(die: int) -> PlayerTurn:
    """Five to one, which one face of the die alone can spoil, and this die."""
    units = {"0503": ["rd1 RD 2-2"], "0403": ["a infantry 4-8/2-4", "b infantry 4-8/2-4", "c infantry 2-8/1-4"],
             "1103": ["rd2 RD 2-2"]}  # fmt: skip
    match = drive({"turn": 2, "air": [0, 0], "board": BOARD, "order": "move-fight", "phase": "combat", "units": units,
                   "track": TRACK, "dice": [die]})  # fmt: skip
    match.do("attack 0503 with a+b+c")
    match.do("fight")
    while match.play.s.battle is not None:
        match.do(next(iter(match.legal_commands())))
    return weigh(match).turns[0]


@pytest.mark.usefixtures("thumb")
def test_a_lost_attack_at_five_to_one_is_dice() -> None:
    turn = attack(1)
    assert turn.side == "german"
    assert turn.dice < -3 * POINT
    assert abs(turn.dice) > 3 * abs(turn.decision)
    assert explained(turn)


@pytest.mark.usefixtures("thumb")
def test_an_attack_that_goes_as_it_mostly_does_is_hardly_dice_and_luck_adds_up_to_nothing() -> None:
    dice = [attack(face).dice for face in range(1, 7)]
    assert 0 < dice[5] < -dice[0]
    assert abs(sum(dice)) < POINT, "the mean of all faces is what was to be expected"


def walked(line: str) -> PlayerTurn:
    """A division stands in Toropets, whose loss loses the game, and a Russian near it."""
    units = {"0203": ["a infantry 4-8/2-4"], "0403": ["b infantry 4-8/2-4"], "0503": ["rd1 RD 2-2"]}
    match = drive({"turn": 1, "air": [0, 0], "board": BOARD, "track": TRACK, "order": "move-fight", "phase": "movement",
                   "units": units})  # fmt: skip
    while match.seats[match.seat] == "german":
        match.do(line or "done")
        line = ""
    assert match.decision is not None
    assert match.decision.seat == "soviet"
    return weigh(match).turns[0]


@pytest.mark.usefixtures("thumb")
def test_a_town_left_open_is_a_decision() -> None:
    turn = walked("move a 0101")
    assert turn.decision < -10 * POINT
    assert (turn.dice, turn.unknown) == (0, 0)
    assert explained(turn)
    assert turn.best != "played"
    held = walked("")
    assert held.decision > turn.decision + 5 * POINT
    assert held.after > turn.after + 5 * POINT


def surprised(strong: bool) -> PlayerTurn:
    """Two untried divisions, one strong and one weak; the one that is attacked turns out to be either."""
    one, other = ("rd1 RD 6-6", "rd2 RD 1-1") if strong else ("rd1 RD 1-1", "rd2 RD 6-6")
    units = {"0503": [f"{one} untried"], "0903": [f"{other} untried"], "0403": ["a infantry 6-8/3-4", "b infantry 6-8/3-4"]}
    match = drive({"turn": 2, "air": [0, 0], "board": BOARD, "order": "move-fight", "phase": "combat", "units": units,
                   "track": TRACK, "dice": [4]})  # fmt: skip
    match.do("attack 0503 with a+b")
    match.do("fight")
    while match.play.s.battle is not None:
        match.do(next(iter(match.legal_commands())))
    return weigh(match).turns[0]


@pytest.mark.usefixtures("thumb")
def test_who_really_stood_there_is_the_unknown() -> None:
    worse, better = surprised(True), surprised(False)
    assert worse.unknown < -0.4 * POINT
    assert better.unknown > 0.4 * POINT
    assert explained(worse)
    assert explained(better)


# ---------------------------------------------------------------- a position in which everything can be counted


class Counted(Chances):
    """Whoever holds 0503 has eight chances in ten, and nothing else counts."""

    def of(self, p: Play[Any, Any], side: int, moving: int) -> float:
        held = not p.units(p.game.board.node("0503"), 1)
        return 0.2 + 0.6 * held if side == 0 else 0.8 - 0.6 * held

    exposed = of


class InTurn(random.Random):
    """Deals every possible deal of two faces in turn."""

    def __init__(self, _: str, number: int) -> None:
        super().__init__(0)
        self.number = number

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = [x[(at + self.number) % len(x)] for at in range(len(x))]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_review, "Chances", Counted)
    monkeypatch.setattr(follow, "Even", InTurn)


def fought(who: str, strong: bool, die: int) -> Match:
    """A division that is strong or weak is attacked by some; the other of the two lies elsewhere. The turn is over."""
    one, other = ("rd1 RD 6-6", "rd2 RD 1-1") if strong else ("rd1 RD 1-1", "rd2 RD 6-6")
    units = {"0503": [f"{one} untried"], "0903": [f"{other} untried"], "0403": ["a infantry 6-8/3-4", "b infantry 6-8/3-4"]}
    match = drive({"turn": 2, "air": [0, 0], "board": BOARD, "order": "move-fight", "phase": "combat", "units": units,
                   "track": TRACK, "dice": [die]})  # fmt: skip
    for line in (f"attack 0503 with {who}", "fight") if who else ():
        match.do(line)
    while match.play.s.battle is not None:
        match.do(next(iter(match.legal_commands())))
    while match.seats[match.seat] == "german":
        match.do("done")
    return match


def falls(who: str, strong: bool) -> float:
    """In how many of the six ways the die can fall the division is driven out, by playing each."""
    found = [fought(who, strong, die) for die in range(1, 7)]
    return sum(not match.play.units(match.game.board.node("0503"), 1) for match in found) / 6


def test_the_count_itself() -> None:
    assert [falls("a+b", strong) for strong in (True, False)] == [2 / 6, 1]
    assert [falls("a", strong) for strong in (True, False)] == [1 / 6, 1]


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("die", [1, 4, 6])
@pytest.mark.parametrize("strong", [True, False])
@pytest.mark.parametrize("who", ["", "a", "a+b"])
def test_decision_dice_and_the_unknown_are_each_what_counting_gives(who: str, strong: bool, die: int) -> None:
    """The best plan known is to attack with both. None of the three may be found from the other two."""
    match = fought(who, strong, die)
    turn = weigh(match, deals=2).turns[0]
    held = not match.play.units(match.game.board.node("0503"), 1)
    best = 0.6 * (falls("a+b", True) + falls("a+b", False)) / 2
    believed = 0.6 * (falls(who, True) + falls(who, False)) / 2 if who else 0.0
    true = 0.6 * falls(who, strong) if who else 0.0
    assert turn.chance == pytest.approx(0.2 + best, abs=1e-4)
    assert turn.decision == pytest.approx(believed - best, abs=1e-4)
    assert turn.unknown == pytest.approx(true - believed, abs=1e-4)
    assert turn.dice == pytest.approx(0.6 * held - true, abs=1e-4)
    assert turn.after == pytest.approx(0.2 + 0.6 * held)
    assert abs(turn.rest) < 1e-3


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("part", ["decision", "dice", "unknown"])
def test_a_part_that_is_wrong_is_left_over_and_no_other_makes_up_for_it(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is added to one of the three changes that one and the rest alone."""
    right = weigh(fought("a", True, 4), deals=2).turns[0]
    wrong = {"decision": _better_plans, "dice": _lucky, "unknown": _surprised}
    wrong[part](monkeypatch)
    found = weigh(fought("a", True, 4), deals=2).turns[0]
    parts = ("decision", "dice", "unknown")
    changed = [name for name in parts if abs(getattr(found, name) - getattr(right, name)) > 1e-3]
    assert changed == [part]
    if part != "decision":  # with a better plan there was more to be won before
        assert abs(found.rest) > POINT


def _better_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_review, "tried", lambda *words: msgspec.structs.replace(
        found := tried(*words), gains=[gain + 0.1 for gain in found.gains]))  # fmt: skip


def _lucky(monkeypatch: pytest.MonkeyPatch) -> None:
    real = follow.trail

    def more(*words: Any) -> Any:
        moments, marks = real(*words)
        return moments, [(dice + 0.1, drift) for dice, drift in marks]

    monkeypatch.setattr(judge_review, "trail", more)


def _surprised(monkeypatch: pytest.MonkeyPatch) -> None:
    real = judge_review.surprise
    monkeypatch.setattr(judge_review, "surprise", lambda *words: real(*words) + 0.1)


# ---------------------------------------------------------------- the parts


def test_all_faces_of_the_dice_are_told_apart_and_their_chances_add_up() -> None:
    match = drive({"turn": 2, "air": [0, 0], "board": BOARD, "order": "move-fight", "phase": "combat", "track": TRACK,
                   "units": {"0503": ["rd1 RD 2-2"], "0403": ["a infantry 6-8/3-4"]}})  # fmt: skip
    match.do("attack 0503 with a")
    found = list(faces(match, match.parse("fight"), match.seat))
    assert [share for share, _ in found] == [1 / 6] * 6
    assert len({trial.digest for _, trial in found}) > 1
    assert match.state.rolls == 0


@pytest.mark.parametrize("slug", PLAYABLE)
def test_chances_of_two_sides_are_one_together_and_the_result_is_certain(slug: str) -> None:
    match = grognard.new(slug, seed=5)
    rng = random.Random(3)
    for _ in range(40):
        match.do(match.legal_commands().sample(rng))
    weighing = Chances(match.play)
    found = [weighing.of(match.play, side, 0) for side in range(len(match.game.sides))]
    assert all(0 < chance < 1 for chance in found)
    if len(found) == 2:
        assert sum(found) == pytest.approx(1) or weighing.rough
    assert 0 < weighing.exposed(match.play, 0, 1) <= weighing.of(match.play, 0, 1)


@pytest.mark.parametrize("slug", sorted(slug for slug in PLAYABLE if (folder_of(slug) / FILE).exists()))
def test_weights_are_written_down_with_what_they_were_made_from(slug: str) -> None:
    text = (folder_of(slug) / FILE).read_text(encoding="utf-8")
    assert "positions of" in text
    assert "Provenance: our own games" in text
    assert not Chances(grognard.new(slug, seed=1).play).rough


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("slug", "commands"), [("barbarossa", 170), ("typhoon-1941", 300), ("what-if-1940", 140)])
def test_every_swing_of_a_game_is_explained_but_for_a_point(slug: str, commands: int) -> None:
    match = computers(slug, commands)
    turns = weigh(match).turns
    assert len(turns) >= 3
    assert all(explained(turn) for turn in turns)
    assert all(turn.decision <= POINT / 100 for turn in turns), "nothing is better than the best plan known"
    assert all(0 <= turn.chance <= 1 and 0 <= turn.after <= 1 for turn in turns)


def test_player_turns_cover_every_command_once() -> None:
    match = computers("barbarossa", 300)
    turns = player_turns(match)
    assert (turns[0].first, turns[-1].last) == (1, match.length)
    assert all(one.last + 1 == other.first and one.side != other.side for one, other in pairwise(turns))


def test_a_review_is_the_same_for_the_same_file(tmp_path: Path) -> None:
    match = computers("barbarossa", 90)
    match.save(tmp_path / "game.txt")
    again = grognard.load(tmp_path / "game.txt")
    assert msgspec.json.encode(weigh(match)) == msgspec.json.encode(weigh(again))


def test_a_game_that_nobody_has_fitted_is_weighed_by_a_rule_of_thumb_which_says_so() -> None:
    match = grognard.new("fords", seed=4)
    rng = random.Random(2)
    while not match.over:
        match.do(match.legal_commands().sample(rng))
    found = reviewed(match)
    assert found.basis == ROUGH_WORDS
    assert found.moves
    assert all(explained(turn) for turn in found.moves)
    assert 1 <= len(found.points) <= 3
    assert found.moves[-1].after in (0, 0.5, 1)


def test_a_game_under_way_is_not_weighed() -> None:
    found = reviewed(grognard.new("drive-on-moscow", seed=1))
    assert (found.moves, found.basis) == ([], "")


def test_the_command_prints_the_table_and_writes_the_file(tmp_path: Path) -> None:
    match, rng = grognard.new("fords", seed=4), random.Random(2)
    while not match.over:
        match.do(match.legal_commands().sample(rng))
    match.save(tmp_path / "game.txt")
    told = CliRunner().invoke(app, ["review", str(tmp_path / "game.txt"), "-o", str(tmp_path / "review.json")])
    assert told.exit_code == 0, told.output
    assert "decision" in told.output
    assert "What it turned on" in told.output
    found = msgspec.json.decode((tmp_path / "review.json").read_bytes(), type=Review)
    assert found == reviewed(match)
    grognard.new("fords", seed=4).save(tmp_path / "begun.txt")
    told = CliRunner().invoke(app, ["review", str(tmp_path / "begun.txt")])
    assert told.exit_code == 0
    assert "not over" in told.output
    assert CliRunner().invoke(app, ["review", str(tmp_path / "nowhere.txt")]).exit_code == 2
