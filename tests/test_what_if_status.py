"""1940: What If?: what is shown at a glance, by the pieces and values of the position."""

from __future__ import annotations

import random

import pytest

from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.state import ALLIED, ALLIES, BELGIAN, GERMAN, SOVIET
from grognard.rulebook import read_rules
from grognard.terminal.words import status_lines

from .what_if import P, at, bare, new, put, set_up


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


def said(game: WhatIf, p: P, title: str) -> str:
    """The value of a line; empty when there is none."""
    return next((line.value for line in game.status(p, ()).lines if line.title == title), "")


def test_the_phase_under_way_is_the_one_whose_decision_is_asked(game: WhatIf) -> None:
    match, rng, seen = set_up(new(game)), random.Random(3), set()
    while not match.over and game.turn(match.play)[0] < 3:
        shown = [phase.title for phase in game.status(match.play, ()).phases if phase.now]
        if match.step.title in {phase.title for phase in game.status(match.play, ()).phases}:
            assert shown == [match.step.title]
            seen.add(match.step.name)
        match.do(match.options().sample(rng))
    assert {"air", "transfer", "west.move", "east.fight", "soviet.move", "arrivals", "allied.fight", "replace"} <= seen


def test_the_choice_of_an_order_is_a_step_of_its_own_and_its_words_can_be_read(game: WhatIf) -> None:
    match, rng = set_up(new(game)), random.Random(3)
    while match.step.name != "order":
        match.do(match.options().sample(rng))
    phases = game.status(match.play, ()).phases
    assert [phase.title for phase in phases if phase.now] == ["Order of phases"]
    assert phases[0].now
    decision = match.view(match.seats[match.seat]).decision
    assert decision is not None
    [verb] = [verb for verb in decision.verbs or () if verb.verb == "order"]
    assert [word.title for word in verb.words or ()] == ["move, then fight", "fight, then move"]


def test_before_the_first_turn_there_are_no_phases(game: WhatIf) -> None:
    assert game.status(new(game).play, ()).phases == []


def test_cities_are_held_by_somebody_or_nobody(game: WhatIf) -> None:
    p = bare(game)
    held = {place.name: place.side for place in game.status(p, ()).places}
    assert list(held)[:2] == ["Moscow", "Leningrad"]
    assert len(held) == game.city.sum()
    assert (held["Moscow"], held["Essen"], held["Metz"], held["Brussels"]) == ("soviet", "german", "anglo-french", "")
    p.s.hold(game.moscow, GERMAN)
    assert game.status(p, ()).places[0].side == "german"


def test_boxes_and_dead_piles_are_counted(game: WhatIf) -> None:
    p = bare(game)
    for unit, box in (
        ("ge1", "romania"),
        ("ge2", "reserve-arrived"),
        ("ju1", "romania"),
        ("ju2", "romania"),
        ("fr1", "anglo-french-dead"),
    ):
        p.place(game.names.unit(unit), game.box[box])
    counts = {box.title: box.count for box in game.status(p, ()).boxes}
    assert counts["Germans in Romania"] == 1
    assert counts["Soviets in Romania"] == 2
    assert counts["Strategic Reserve, just arrived"] == 1
    assert counts["Strategic Reserve, eligible to leave"] == 0
    assert counts["Lost units, anglo-french"] == 1
    assert "Lost units, soviet" not in counts


def test_the_dice_on_which_moscow_falls(game: WhatIf) -> None:
    p = bare(game)
    assert said(game, p, "Moscow falls") == "on 5, 6; once it is German"
    p.s.hold(game.moscow, GERMAN)
    p.s.finland = True
    assert said(game, p, "Moscow falls") == "on 4, 5, 6; the German rolls in every turn"


def test_belgian_corps_count_only_when_belgium_has_joined(game: WhatIf) -> None:
    p = bare(game)
    p.place(game.names.unit("be1"), game.dead[BELGIAN])
    assert "the Allies win" in said(game, p, "If Moscow has not fallen in the end")
    p.s.ally(BELGIAN, ALLIES)
    assert said(game, p, "If Moscow has not fallen in the end") == "a draw, for 1 corps have been lost in the west"


def test_markers_and_single_events_are_told_when_there_are_any(game: WhatIf) -> None:
    p = bare(game)
    for title in ("Soviet fortifications", "Interdiction", "Japan", "Aircraft shut out", "German supply in the east"):
        assert said(game, p, title) == ""
    p.s.set("fort", at(p, "4516"), True)
    p.s.interdicted, p.s.interdictor, p.s.suppressed = (at(p, "4510"),), SOVIET, (0, 0, 2)
    p.s.japan, p.s.turn = True, game.charts.attenuated_from
    assert said(game, p, "Soviet fortifications") == f"1 of {game.fort_markers}"
    assert said(game, p, "Interdiction") == "by soviet aircraft"
    assert said(game, p, "Aircraft shut out") == "2 anglo-french"
    assert said(game, p, "Japan") == "at war"
    assert said(game, p, "German supply in the east").startswith("attenuated")


def test_the_track_tells_movement_reinforcements_and_replacements(game: WhatIf) -> None:
    track = game.status(bare(game), ()).track
    assert [box.turn for box in track] == [*range(1, 12)]
    assert [line.value for line in track[0].lines] == ["12/6", "11"]
    assert [line.title for line in track[3].lines][2:] == ["Soviet replacements"]


def test_lines_have_titles_of_their_own_and_rules_of_the_book(game: WhatIf) -> None:
    p = bare(game)
    put(p, "fr1", "1105")
    p.s.japan = p.s.finland = p.s.ploesti = p.s.ardennes = p.s.tank_army = p.s.ignore_rivers = True
    p.s.redeployments, p.s.forts_left, p.s.turn, p.s.interdicted, p.s.interdictor = 3, 2, 7, (at(p, "4510"),), ALLIED
    p.s.suppressed = (0, 1, 0)
    p.s.set("fort", at(p, "4516"), True)
    status = game.status(p, ())
    titles = [line.title for line in status.lines]
    assert len(titles) == len({*titles}) == 17
    lines = [*status.lines, *(line for box in status.track for line in box.lines)]
    assert {line.rule for line in lines} <= {rule["id"] for rule in read_rules(game.slug)["rules"]}


def test_the_terminal_tells_it_in_words(game: WhatIf) -> None:
    text = "\n".join(status_lines(set_up(new(game)).view("german")))
    for words in ("Far East: ", "Moscow (soviet)", "Moscow falls: on 5, 6", "Turn 1, Soviet reinforcements: 11 [9.5a]", "[4.2]"):
        assert words in text
