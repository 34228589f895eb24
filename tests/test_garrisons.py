"""Towns behind the German front of Drive on Moscow, one of which taken loses the game: who holds them, and who walks in."""

from __future__ import annotations

from typing import Any

from grognard.ai import opponent
from grognard.ai.missions import MISSIONS, garrison_for
from grognard.core.match import Match
from grognard.games.drive_on_moscow.opponent.assaults import Assaults
from grognard.games.drive_on_moscow.opponent.doctrine import OFFICER
from grognard.games.drive_on_moscow.opponent.sight import Sight
from grognard.games.drive_on_moscow.position import match_from

TOWNS = {"Toropets": "0203", "Velizh": "0206"}
BOARD = {"size": "12x8", "front": 5, "town": TOWNS, "city": {"Moscow": "1202"}}
FULL, WEAK = "infantry 3-7/1-3", "infantry 3-7/1-3 reduced"
HORDE = ["rd1 RD 4-4", "rd2 RD 4-4", "rd3 RD 4-4"]


def position(**case: Any) -> Match:
    """A German movement phase of turn 3, after which there is no German combat."""
    return match_from({"turn": 3, "air": [0, 0], "board": BOARD, "order": "fight-move", "phase": "movement"} | case)


def posted(match: Match) -> dict[str, list[str]]:
    """Who is told off for each town."""
    found: dict[str, list[str]] = {}
    for unit, hex, _ in MISSIONS["picket"](match):
        found.setdefault(match.game.board.names[hex], []).append(match.game.pieces[unit].handle)
    return found


def test_a_town_is_held_by_whom_the_enemy_cannot_attack_at_three_to_one() -> None:
    """The reduced division attacks worst and is nearest, but twelve factors beside the town make four to one against it."""
    units = {"0202": [f"weak {WEAK}"], "0103": [f"full {FULL}"], "0206": [f"keeper {FULL}"], "0303": HORDE}
    assert posted(position(units=units))["0203"] == ["full"]
    assert posted(position(units=units | {"0103": ["pz panzer 8-4/4-2"]}))["0203"] == ["pz", "weak"], "more than one"


def test_a_garrison_that_can_be_stormed_is_reinforced() -> None:
    match = position(units={"0203": [f"weak {WEAK}"], "0103": [f"other {WEAK}"], "0303": HORDE})
    assert sorted(posted(match)["0203"]) == ["other", "weak"]


def test_help_that_is_too_far_away_is_sent_on_its_way() -> None:
    match = position(units={"0203": [f"weak {WEAK}"], "0208": [f"full {FULL}"], "0206": [f"keeper {FULL}"], "0303": HORDE})
    ((unit, hex),) = [(unit, hex) for unit, hex, why in MISSIONS["picket"](match) if "on the way to Toropets" in why]
    board = match.game.board
    assert match.game.pieces[unit].handle == "full"
    assert board.distance(hex, board.node("0203")) < board.distance(board.node("0208"), board.node("0203"))


def test_cavalry_that_will_be_withdrawn_is_relieved() -> None:
    units = {"0203": ["1cav cavalry 4-4/2-2"], "0202": [f"full {FULL}"], "0803": ["rd1 RD 2-3"]}
    assert posted(position(units=units))["0203"] == ["full"]
    assert posted(position(units=units, turn=7))["0203"] == ["1cav"], "it has been withdrawn or will stay"


def test_a_town_is_not_opened_to_close_another() -> None:
    """Both can be there, but one of them alone holds the other town; if he is the only one, nobody goes."""
    for others, sent in (({"0204": [f"free {FULL}"]}, ["free"]), ({}, [])):
        match = position(units={"0206": [f"lone {WEAK}"], "0805": ["rd1 RD 2-3"], **others})
        found = garrison_for(match, {match.game.board.node("0203"): "Toropets is open"})
        assert [match.game.pieces[unit].handle for unit, _, _ in found] == sent


def test_a_lone_garrison_risks_no_step_in_an_attack() -> None:
    """Three to one against a brigade is good, but may cost one step; with somebody beside the division it attacks."""
    units = {"0203": [f"lone {FULL}"], "0303": ["rb1 RB 1-1"]}
    match = position(units=units, order="move-fight", phase="combat")
    assert Assaults(Sight(match)).plan()
    assert not Assaults(Sight(match), doctrine=OFFICER).plan()
    match = position(units=units | {"0302": [f"other {FULL}"]}, order="move-fight", phase="combat")
    assert Assaults(Sight(match), doctrine=OFFICER).plan()


def test_who_can_win_at_once_does_so() -> None:
    """A German stack could be shut in, but a town that loses him the game stands open."""
    starts = ("0403", "0402", "0504", "0502", "0603", "0604")
    soviets = {hex: [f"rd{k} RD 2-3"] for k, hex in enumerate(starts)}
    match = position(units={"0206": [f"a {FULL}"], "0503": [f"b {FULL}"], **soviets}, active="soviet", turn=2)
    winners = {unit for unit, hex, _ in MISSIONS["win"](match) if hex == match.game.board.node("0203")}
    assert winners == {unit for unit, _, _ in MISSIONS["encircle"](match)}, "everybody who could win is wanted for a ring"
    assert len(winners) == len(starts)
    match.do(opponent("drive-on-moscow", "officer", 1).choose(match).command)
    assert match.over
    assert match.winner == "soviet"
