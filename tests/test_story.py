"""What has happened, told as scenes, a summary and a review: for every game, from nothing but what the seat was shown."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import grognard
from grognard.core.match import Match
from grognard.games import GAMES
from grognard.games.drive_on_moscow.position import match_from as drive
from grognard.story import review, scenes, stages, summary

PLAYABLE = [slug for slug, about in GAMES.items() if about.playable]


def played(slug: str, commands: int = 150) -> Match:
    match = grognard.new(slug, seed=5)
    rng = random.Random(7)
    while not match.over and match.length < commands:
        match.do(match.legal_commands().sample(rng))
    return match


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_command_is_in_one_scene_and_the_last_picture_is_the_present_one(slug: str) -> None:
    match = played(slug)
    for seat in (*match.seats, None):
        first, shots = scenes(match, 40, seat)
        then = match.at(40).view(seat)
        assert (first.stacks, first.control, first.turn) == (then.stacks, then.control, then.turn)
        told = [n for shot in shots for n in range(shot.scene.first, shot.scene.last + 1)]
        assert told == list(range(41, match.length + 1))
        last = shots[-1].view
        now = match.view(seat)
        assert (last.stacks, last.control, last.turn) == (now.stacks, now.control, now.turn)
        assert {event.at for shot in shots for event in shot.scene.events} <= {*told}
        assert [event for shot in shots for event in shot.scene.events] == match.log(seat, 40)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_losses_and_ground_add_up(slug: str) -> None:
    match = played(slug)
    seat = match.seats[0]
    found, course = summary(match, 0, seat), review(match, seat)
    before, after = match.at(0).view(seat), match.view(seat)
    for number, ground in enumerate(found.ground):
        letter = "abcdefgh"[number]
        assert ground.hexes == after.control.count(letter)
        assert ground.hexes - before.control.count(letter) == len(ground.gained) - len(ground.lost)
    for loss in found.losses:
        in_turns = sum(turn.losses[loss.side] for turn in course.turns)
        assert in_turns <= loss.count + loss.steps, "turns overlap by no command"
    assert course.commands == match.length


@pytest.mark.parametrize("slug", PLAYABLE)
def test_stages_are_the_phases_of_the_strip_at_every_command(slug: str) -> None:
    match = played(slug)
    for seat in (match.seats[0], None):
        found = stages(match, 40, seat)
        assert found
        assert found[0].first >= 41
        for number in range(found[0].first, match.length + 1):
            status = match.at(number - 1).view(seat).status
            now = [(status.active, phase.title) for phase in status.phases if phase.now]
            stage = [one for one in found if one.first <= number][-1]
            assert not now or now[0] == (stage.side, stage.title)
        assert all((a.side, a.title) != (b.side, b.title) and a.first < b.first for a, b in pairwise(found))


def test_who_attacks_is_named_and_not_his_ally_of_the_same_seat() -> None:
    match = played("what-if-1940", 900)
    _, shots = scenes(match, 0, "german")
    fought = [scene for scene in (shot.scene for shot in shots) if scene.battle]
    attacks = [(scene.side, event.side) for scene in fought for event in scene.events if event.targets and event.units]
    assert {"soviet", "anglo-french"} & {side for _, side in attacks}
    assert all(told == truth for told, truth in attacks)


def test_a_battle_is_one_scene_with_its_die_and_its_result_in_words() -> None:
    units = {"0503": ["rd1 RD 2-2"], "0403": ["a infantry 4-8/2-4", "b infantry 4-8/2-4", "c infantry 4-8/2-4"]}
    board = {"size": "12x5", "front": 4, "town": {"Toropets": "0203"}, "city": {"Moscow": "1202", "Orel": "0904"}}
    match = drive({"turn": 1, "air": [0, 0], "board": board, "order": "fight-move", "phase": "combat", "units": units})
    match.do("attack 0503 with a+b+c")
    while match.play.s.battle is not None:
        match.do(next(iter(match.legal_commands())))
    _, shots = scenes(match, 0, "german")
    (scene,) = [shot.scene for shot in shots if shot.scene.kind == "battle"]
    assert scene.battle is not None
    assert (scene.battle.hex, scene.battle.attackers) == ("0503", ["a", "b", "c"])
    assert scene.battle.result
    assert scene.battle.words.startswith(f"Result {scene.battle.result}: ")
    assert scene.first == 1
    assert scene.last > 1, "announcement, die and what followed"


def test_the_review_of_a_finished_game_says_who_went_where_and_by_which_rule() -> None:
    board = {"size": "12x5", "front": 4, "town": {"Toropets": "0203"}, "city": {"Moscow": "1202", "Orel": "0904"}}
    track = {1: {"mf_mech": 6, "mf_nonmech": 3}, 2: {"mf_mech": 4, "mf_nonmech": 2}}
    match = drive({"turn": 1, "air": [0, 0], "board": board, "track": track, "order": "move-fight",
                   "units": {"0101": ["a infantry 4-8/2-4"], "0503": ["rd1 RD 2-2"]}})  # fmt: skip
    for said in ("done", "done", "order move-fight", "move rd1 0203"):
        match.do(said)
    found = review(match, "german")
    assert found.outcome is not None
    assert (found.outcome.rule, found.hex) == ("4.5a", "0203")
    assert found.sentence.startswith("rd1 moves")
