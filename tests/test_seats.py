"""Sides, posts and seats: who may say what, when a shared decision ends, who sees what, what may be taken back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.dice import SeededDice
from grognard.core.errors import BadSave, GrognardError, Illegal
from grognard.core.events import Ready
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.core.seats import Post, Roster, Seat, Seating, eyes_of
from grognard.core.shown import DecisionView, VerbView
from grognard.games import load_game
from grognard.games.fords import Fords
from grognard.games.fords.material import BLUE, GREEN, RED
from grognard.sim import simulate

NORTH, SOUTH = "blue-north", "blue-south"


def fords(seating: str | None = "four", seed: int = 1) -> Match:
    return grognard.new("fords", seed=seed, seating=seating)


def decision(match: Match, seat: str) -> DecisionView:
    found = match.view(seat).decision
    assert found is not None
    return found


def verbs(match: Match, seat: str) -> dict[str, VerbView]:
    return {verb.verb: verb for verb in decision(match, seat).verbs or ()}


# ---------------------------------------------------------------- the smallest game that has all of it


def test_a_small_game_needs_few_lines_and_none_elsewhere() -> None:
    source = Path(grognard.__file__).parent
    own = source / "games" / "fords"
    lines = [line for file in own.glob("*.py") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 200
    page = [*(source.parents[1] / "web" / "src").rglob("*.ts"), *(source.parents[1] / "web" / "src").rglob("*.svelte")]
    for file in [*source.rglob("*.py"), *page]:
        if own not in file.parents:
            assert not re.search(r"\bfords\b", file.read_text(encoding="utf-8").lower()), file


# ---------------------------------------------------------------- seatings


@pytest.mark.parametrize(
    "seats",
    [
        (Seat("a", ("north",)),),
        (Seat("a", ("north", "south")), Seat("b", ("south",))),
        (Seat("a", ("north",)), Seat("a", ("south",))),
        (Seat("a", ("north", "south", "east")),),
        (Seat("An Army", ("north", "south")),),
        (Seat("a", ("north", "south")), Seat("", ())),
    ],
)
def test_a_seating_gives_every_post_to_one_seat_with_a_short_name(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(GrognardError):
        Roster(Seating("x", "X", "", seats), (Post("north", 0), Post("south", 0)), 1)


@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa"])
def test_games_of_two_have_a_seat_per_side(slug: str) -> None:
    game = load_game(slug)
    match = grognard.new(slug, seed=1)
    assert match.seats == game.seats == game.sides
    assert match.seating is None
    assert "seating" not in dump(match)
    assert decision(match, match.seats[0]).seats is None


def test_two_three_and_four_people_sit_down() -> None:
    assert fords("two").seats == ("west", "east")
    assert fords(None).seats == ("blue", "red", "green")
    assert fords("four").seats == (NORTH, SOUTH, "red", "green")
    with pytest.raises(GrognardError, match="has the seatings three, four, two, not 'five'"):
        fords("five")
    with pytest.raises(GrognardError, match="the seats are west, east, not 'blue'"):
        fords("two").view("blue")


# ---------------------------------------------------------------- one's own units


def test_nobody_moves_anothers_units() -> None:
    match = fords()
    before = match.state.copy()
    with pytest.raises(Illegal, match="bs1 is under the command of blue-south") as refusal:
        match.do("move bs1 0204", NORTH)
    assert refusal.value.rule == "7"
    assert match.state == before
    assert match.do("move bs1 0204", SOUTH)
    with pytest.raises(Illegal, match="it is blue-north and blue-south's decision, not red's"):
        match.do("move r1 0803", "red")


def test_a_seat_is_offered_its_own_units_only() -> None:
    match = fords()
    names = match.game.names.unit_names
    assert verbs(match, NORTH)["move"].units == ["bn1", "bn2", "bn3"]
    assert verbs(match, SOUTH)["move"].units == ["bs1", "bs2", "bs3"]
    assert verbs(match, "red") == {}
    assert {names[u] for u in match.options(SOUTH).units("move")} == {"bs1", "bs2", "bs3"}
    assert {names[command.units[0]] for command in match.options(SOUTH) if command.units} == {"bs1", "bs2", "bs3"}
    assert verbs(fords("two"), "west")["move"].units == ["bn1", "bn2", "bn3", "bs1", "bs2", "bs3"]


def at_contact() -> Match:
    """Both wings stand beside the same Red counter, the north alone beside another."""
    match = fords()

    def place(play: Any) -> None:
        for unit in play.on_map().nonzero()[0].tolist():
            play.place(unit, -1)
        for handle, hex in {"bn1": "0302", "bs1": "0303", "r1": "0402", "r2": "0301", "g1": "0506"}.items():
            play.place(match.game.names.unit(handle), match.game.board.node(hex))

    match.prepare(place)
    match.do("done", NORTH)
    match.do("done", SOUTH)
    return match


def test_a_target_is_offered_to_those_who_can_attack_it() -> None:
    match = at_contact()
    assert match.step.name == "fight"
    assert sorted(verbs(match, NORTH)["attack"].hexes or ()) == ["0301", "0402"]
    assert verbs(match, SOUTH)["attack"].hexes == ["0402"]
    with pytest.raises(Illegal, match="bs1 is under the command of blue-south"):
        match.do("attack 0402 with bn1+bs1", NORTH)
    assert match.do("attack 0402 with bs1", SOUTH)


# ---------------------------------------------------------------- together


def test_a_phase_ends_when_all_have_said_so() -> None:
    match = fords()
    assert match.decision is not None
    assert (match.decision.seats, match.decision.waiting) == ((NORTH, SOUTH), (NORTH, SOUTH))
    events = match.do("done", SOUTH)
    assert events == [Ready(seat=SOUTH, side=0)]
    assert match.decision.step == "march"
    assert (match.decision.seat, match.decision.waiting) == (NORTH, (NORTH,))
    assert decision(match, NORTH).ready == decision(match, "red").ready == [SOUTH]
    assert decision(match, "red").prompt == "Waiting for blue-north: March."
    assert "done" not in verbs(match, SOUTH)
    with pytest.raises(Illegal, match="blue-south has said so already"):
        match.do("done", SOUTH)
    match.do("done", NORTH)
    assert match.decision.step == "fight"
    assert match.decision.waiting == (NORTH, SOUTH)
    assert [entry.text for entry in match.log("red")][-1] == "blue-south is through"


def test_whoever_goes_on_is_not_through() -> None:
    match = fords()
    match.do("done", SOUTH)
    match.do("move bs1 0204", SOUTH)
    assert decision(match, NORTH).ready == []
    match.do("done", NORTH)
    assert match.step.name == "march"
    match.do("done", SOUTH)
    assert match.step.name == "fight"


def test_a_refusal_takes_nothing_back() -> None:
    match = fords()
    match.do("done", SOUTH)
    with pytest.raises(Illegal):
        match.do("move bs1 0909", SOUTH)
    with pytest.raises(Illegal):
        match.do("move bs1 0902", SOUTH)
    assert decision(match, NORTH).ready == [SOUTH]


def test_a_decision_may_be_that_of_one_post_or_of_posts_of_several_sides() -> None:
    match = fords()
    match.prepare(lambda play: play.push("march", BLUE, posts=(1,)))
    assert [match.seats[seat] for seat in match.waiting] == [SOUTH]
    with pytest.raises(Illegal, match="it is blue-south's decision"):
        match.do("move bn1 0201", NORTH)
    with pytest.raises(Illegal, match="bn1 is under the command of blue-north"):
        match.do("move bn1 0201", SOUTH)
    match.do("done", SOUTH)
    assert match.waiting == (0, 1)
    match.prepare(lambda play: play.push("march", -1, posts=(1, 2)))
    assert [match.seats[seat] for seat in match.waiting] == [SOUTH, "red"]
    match.do("done", "red")
    assert match.play.speaker == RED
    match.do("done", SOUTH)
    assert match.waiting == (0, 1)
    whole = fords("two")
    whole.prepare(lambda play: play.push("march", BLUE, posts=(1,)))
    whole.do("move bs1 0204")
    assert whole.can_undo("west"), "the same person decides before and after"


def test_one_seat_for_several_sides_speaks_for_the_one_that_decides() -> None:
    match = fords("two")
    for command in ("done", "done", "done", "done"):
        match.do(command)
    assert match.decision is not None
    assert (match.decision.seat, match.decision.step) == ("east", "choose")
    match.do("join red", "east")
    assert match.play.speaker == GREEN
    assert match.view("west").alliances == [["blue"], ["red", "green"]]


# ---------------------------------------------------------------- who sees what


def seen(match: Match, seat: str | None, hex: str) -> set[str]:
    return {unit.id for unit in match.view(seat).stacks[hex].units}


def test_a_seat_sees_what_its_sides_see() -> None:
    match = fords()
    assert seen(match, SOUTH, "0202") == {"bn1", "bn2"}, "wings of one army know each other"
    assert seen(match, "red", "0202").isdisjoint({"bn1", "bn2"})
    assert seen(match, "green", "0703").isdisjoint({"r2", "r3"})
    two = fords("two")
    assert seen(two, "east", "0703") == {"r2", "r3"}
    assert seen(two, "east", "0507") == {"g3"}
    assert seen(two, "east", "0202").isdisjoint({"bn1", "bn2"})
    assert eyes_of(two.play, -1) == ()
    moved = match.do("move bn1 0201", NORTH)
    assert match.log(SOUTH)[-1].units == ["bn1"]
    assert match.log("red")[-1].unseen == 1
    assert moved[0].seen == ()


def test_allies_share_their_secrets_where_the_game_says_so() -> None:
    class OpenHearted(Fords):
        allies_share = True

    match = Match(OpenHearted(), seed=1, seating="four")
    assert seen(match, "green", "0703").isdisjoint({"r2", "r3"})
    for seat in (NORTH, SOUTH, NORTH, SOUTH, "red", "red"):
        match.do("done", seat)
    match.do("join red", "green")
    assert seen(match, "green", "0703") == {"r2", "r3"}
    assert seen(match, "red", "0507") == {"g3"}
    assert seen(match, "green", "0202").isdisjoint({"bn1", "bn2"})


def test_friends_change_in_play_and_everybody_hears_of_it() -> None:
    match = fords("three")
    assert match.play.enemies(GREEN) == ()
    for _ in range(4):
        match.do("done")
    events = match.do("join blue")
    assert events[0].kind == "allied"
    assert match.log("red")[-1].text == "Green joins blue."
    assert match.play.hostile(RED, GREEN)
    assert match.play.friends(BLUE) == (BLUE, GREEN)
    assert match.state.foes[RED][match.game.board.node("0506")] == 2
    again = loads(dump(match))
    assert again.state == match.state
    assert again.play.enemies(GREEN) == (RED,)


# ---------------------------------------------------------------- taking back


def test_ones_own_command_is_taken_back_from_under_those_of_others() -> None:
    match = fords()
    match.do("move bn1 0201", NORTH)
    match.do("move bs1 0204", SOUTH)
    assert match.can_undo(NORTH)
    assert match.can_undo(SOUTH)
    assert not match.can_undo("red")
    match.undo(NORTH)
    assert [(seat, match.text(command)) for seat, command in match.commands] == [(SOUTH, "move bs1 0204")]
    fresh = fords()
    fresh.do("move bs1 0204", SOUTH)
    assert match.state == fresh.state
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(NORTH)


def test_what_others_have_built_on_needs_their_consent() -> None:
    match = fords()
    match.do("move bn1 0201", NORTH)
    match.do("move bs1 0202", SOUTH)  # where there is room only since the north has left
    assert not match.can_undo(NORTH)
    with pytest.raises(Illegal, match="blue-south has built on it since and has to agree"):
        match.undo(NORTH)
    assert match.length == 2
    match.undo(NORTH, agreed=True)
    assert match.length == 0


def test_saying_that_one_is_through_can_be_taken_back_until_all_have() -> None:
    match = fords()
    match.do("done", NORTH)
    assert match.can_undo(NORTH)
    match.do("move bs1 0204", SOUTH)
    match.undo(NORTH)
    assert decision(match, SOUTH).ready == []
    match.do("done", NORTH)
    match.do("done", SOUTH)
    assert match.can_undo(SOUTH), "the same seats decide about the fight"
    match.do("done", SOUTH)
    match.do("done", NORTH)
    assert not match.can_undo(SOUTH), "now it is Red's turn"


def test_a_die_ends_it() -> None:
    match = at_contact()
    match.do("attack 0402 with bs1", SOUTH)
    assert not match.can_undo(SOUTH)
    match.do("done", NORTH)
    assert match.can_undo(NORTH)
    assert not match.can_undo(SOUTH)


# ---------------------------------------------------------------- files, simulations, computers


def test_a_save_keeps_its_seating(tmp_path: Path) -> None:
    match = fords()
    match.do("move bs1 0204", SOUTH)
    match.do("done", NORTH)
    text = dump(match)
    assert "\nseating four\n" in text
    assert f"\n{NORTH}: done\n" in text
    match.save(tmp_path / "game.txt")
    again = grognard.load(tmp_path / "game.txt")
    assert (again.seats, again.waiting, again.state) == (match.seats, match.waiting, match.state)
    with pytest.raises(BadSave):
        loads(text.replace("seating four", "seating five"))


def test_a_seat_can_be_played_while_another_has_not_spoken() -> None:
    match = fords()
    south = match.sit(SOUTH)
    assert (match.seat, south.seat) == (0, 1)
    command = next(iter(south.options()))
    south.do(command)
    assert south.commands[-1][0] == SOUTH
    south.do("done")
    assert south.seat == 0, "who is through is not asked again"
    assert (match.side, south.side) == (BLUE, BLUE)


def test_positions_dealt_anew_keep_the_seating() -> None:
    match = fords()
    match.do("done", SOUTH)
    dealt = match.fork("red")
    assert (dealt.seats, dealt.waiting) == (match.seats, match.waiting)
    assert dealt.view("red") == match.view("red")
    assert dealt.play.enemies(GREEN) == ()


def test_whole_games_are_simulated_in_every_seating() -> None:
    for seating, seats in (("two", 2), ("three", 3), ("four", 4)):
        reports = simulate("fords", 2, seed=3, seating=seating)
        assert all(len(report["players"]) == seats and report["reason"] == "9" for report in reports)


def test_other_dice_give_other_counters() -> None:
    game = load_game("fords")
    kinds = {tuple(game.start("standard", {}, SeededDice(seed)).s.arrays.kind.tolist()) for seed in range(4)}
    assert len(kinds) == 4
