"""Charts beside the map: drawn from the same tables that the rules read; what need not be asked, and what is left to say."""

from __future__ import annotations

import pytest

import grognard
from grognard.about import about
from grognard.core.match import Match
from grognard.core.view import view
from grognard.games import GAMES, load_game
from grognard.rulebook import read_rules

PLAYABLE = [slug for slug, entry in GAMES.items() if entry.playable]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_charts_are_whole_and_cite_rules_of_the_game(slug: str) -> None:
    known = {str(rule["id"]) for rule in read_rules(slug)["rules"]}
    for chart in load_game(slug).aids():
        assert all(len(row.cells) == len(chart.columns) for row in chart.rows)
        assert {chart.rule, *(code.rule for code in chart.codes)} - {""} <= known
        if chart.name == "combat":
            faces = [row.die or int(row.title) for row in chart.rows]  # modifiers may lead beyond the faces of a die
            assert faces == list(range(faces[0], faces[0] + len(faces)))
            assert {1, 2, 3, 4, 5, 6} <= set(faces)
            assert {cell for row in chart.rows for cell in row.cells} == {code.code for code in chart.codes}


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_game_is_told_on_one_page_and_rests_on_its_rules(slug: str) -> None:
    known, said = {str(rule["id"]) for rule in read_rules(slug)["rules"]}, about(slug)
    assert {"You win", "You lose"} <= {point.title for point in said.summary}
    assert {rule for point in said.summary for rule in point.rules} <= known
    assert said.teaches
    assert said.length
    assert 1 <= said.complexity <= 5


def test_the_ladder_tells_what_every_face_of_the_die_brings() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1, data_set=2)
    match.do("order fight-move")
    odds = match.odds("1022", "137i+255i+162i")
    assert set(odds.odds) <= set(odds.ladder)
    assert odds.rolls["5:1"] == ["AS", "DR", "DR", "DE", "DE", "DE"]
    assert odds.rolls["10:1"] == ["DE"], "no die is rolled beyond the table"
    total = sum(share * odds.rolls[column].count("DE") / len(odds.rolls[column]) for column, share in odds.odds.items())
    assert total == pytest.approx(odds.results["DE"], abs=0.001)


def test_typhoons_ladder_follows_the_scale_of_the_match() -> None:
    faces = {}
    for scale in ("A", "B"):
        match = grognard.new("typhoon-1941", scenario="historical", options={"die": scale}, seed=1)
        target, unit = _a_german_attack(match)
        faces[scale] = match.odds(target, [unit], seat="german").rolls["2:1"]
    assert faces["A"] == faces["B"][::-1]


def _a_german_attack(match: Match) -> tuple[int, int]:
    game, loc = match.game, match.state.loc
    for unit, side in enumerate(game.side_of):
        for near in game.board.neighbours[loc[unit]] if side == 0 and 0 <= loc[unit] < game.board.hexes else ():
            if near >= 0 and match.state.count[1][near]:
                return int(near), unit
    raise AssertionError("nobody stands beside an enemy")


def test_what_follows_an_attack_is_marked_and_a_single_choice_is_told() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    match.do("order fight-move")
    match.do("attack 1022 with 137i+255i+162i")
    decision = view(match.play, 0).decision
    assert decision is not None
    assert decision.verbs is not None
    assert {verb.verb: verb.follows for verb in decision.verbs} == {"fight": True, "cancel": False}
    assert decision.only is None, "it can be called off"
    first = view(grognard.new("barbarossa", scenario="historical").play, 0).decision
    assert first is not None
    assert first.only == "order fight-move"
    other = view(match.play, 1).decision
    assert other is not None
    assert other.only is None, "nobody else is told what is left to say"


def test_the_order_of_battle_lists_every_unit_once_and_only_units_of_the_game() -> None:
    game = load_game("fire-in-the-east")
    listed = game.formations()
    units = [unit for units in listed.values() for unit in units]
    assert len(units) == len(set(units))
    assert set(units) <= {piece.handle for piece in game.pieces}
    assert "ge1i" in listed["18th Army"]
    assert load_game("fords").formations() == {}
