"""What a careful officer does and does not do: he sends nobody who is not needed, makes no hopeless attack, drives out whoever
stands where he wins, and bars the way to the edge of his map. And a beginner who forgets."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.ai import Advice, Opponent, own_part, planner
from grognard.ai.care import is_hopeless, is_rash, trimmed, wasted, weighed
from grognard.ai.general import USUAL, General
from grognard.ai.missions import MISSIONS, at_home, is_alarmed, screens
from grognard.ai.recruit import Forgetful
from grognard.ai.staff import Staffed
from grognard.core.answers import Odds
from grognard.core.command import Command
from grognard.core.match import Match
from grognard.games.typhoon_1941.position import match_from

BASE: dict[str, Any] = {"hq": "", "turn": 2, "weather": "good", "side": "german", "phase": "movement"}
PLAIN = BASE | {"board": {"size": "16x8", "front": 3}}


def errands(match: Match, mission: str) -> list[tuple[str, str]]:
    names = match.game.names
    return [(names.unit_names[unit], names.node_names[hex]) for unit, hex, _ in MISSIONS[mission](match)]


class Says:
    """A planner that wants one thing after the other, and then to end; whoever has been put to rest is left out."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def choose(self, match: Match) -> Advice:
        legal = {*match.legal_commands().units("move")} if "move" in match.step.verbs else set()
        for text in self.texts:
            command = match.parse(text)
            if command.verb != "move" or {*command.units} <= legal:
                return Advice(command, "so it must be")
        return Advice(Command("done"), "that is all")


# ---------------------------------------------------------------- attacks

CRUSHED = BASE | {"board": {"size": "16x8", "front": 3}, "phase": "before"}


def test_nobody_attacks_who_is_not_needed() -> None:
    around = {"0603": ["a korps 30-9", "b korps 30-9"], "0704": ["c korps 30-9", "d korps 30-9"], "0703": ["r rifle 1-1"]}
    match = match_from(CRUSHED | {"units": around})
    command = match.parse("attack 0703 with a+b+c+d")
    odds = weighed(match, command)
    assert odds is not None
    assert wasted(odds) >= 4
    fewer = trimmed(match, command, odds)
    assert 0 < len(fewer.units) < 4
    less = weighed(match, fewer)
    assert less is not None
    assert less.results == odds.results
    assert Staffed(lambda: Says(match.text(command))).choose(match).command == fewer
    assert Staffed(lambda: Says(match.text(command)), guard=False).choose(match).command == command


def test_what_decides_the_game_is_not_attacked_without_a_chance() -> None:
    board = {"size": "16x8", "front": 3, "major-city": {"Moscow": "0703"}}
    match = match_from(CRUSHED | {"board": board, "units": {"0603": ["a korps 1-1"], "0703": ["r rifle 9-9", "s rifle 9-9"]}})
    moscow = match.game.names.node("0703")
    assert is_hopeless(match, moscow, Odds(results={"AE": 0.95, "DE": 0.05}))
    assert not is_hopeless(match, moscow, Odds(results={"AE": 0.5, "DE": 0.5}))
    assert not is_hopeless(match, match.game.names.node("0603"), Odds(results={"AE": 1.0}))


def test_the_last_of_a_garrison_does_not_risk_himself() -> None:
    """victory.4: a Russian in Smolensk wins; somebody who dies in an attack leaves it open."""
    board = {"size": "16x8", "front": 3, "city": {"Smolensk": "0603"}}
    units = {"0603": ["a korps 2-2"], "0703": ["r rifle 1-1"], "0804": ["b korps 2-2"]}
    match = match_from(CRUSHED | {"board": board, "units": units})
    attack = match.parse("attack 0703 with a")
    risky, sure = Odds(results={"AE": 0.2, "D1": 0.8}), Odds(results={"DE": 0.5, "D2": 0.5})
    assert is_rash(match, attack, risky)
    assert not is_rash(match, attack, sure)
    assert not is_rash(match, match.parse("attack 0703 with b"), risky)
    found = weighed(match, attack)
    assert found is not None
    assert any("A" in result for result in found.results), "nothing is risked here"
    assert Staffed(lambda: Says("attack 0703 with a")).choose(match).command == Command("done")
    relieved = match_from(CRUSHED | {"board": board, "units": units | {"0603": ["a korps 2-2", "c korps 2-2"]}})
    assert not is_rash(relieved, relieved.parse("attack 0703 with a"), risky)


# ---------------------------------------------------------------- missions


def test_a_mass_is_brought_against_whoever_can_be_had() -> None:
    units = {"0403": ["a korps 6-6"], "0404": ["b korps 6-6"], "0703": ["r rifle 1-2"]}
    found = errands(match_from(PLAIN | {"units": units}), "strike")
    assert found
    assert {unit for unit, _ in found} <= {"a", "b"}
    strong = units | {"0703": ["r rifle 9-9", "s rifle 9-9"]}
    assert not errands(match_from(PLAIN | {"units": strong}), "strike")


def test_an_enemy_on_the_edge_is_driven_off() -> None:
    """victory.4: a Russian in supply on the western edge wins."""
    units = {"0403": ["a korps 6-6"], "0404": ["b korps 6-6"], "0104": ["r rifle 1-2"], "0703": ["s rifle 1-2"]}
    match = match_from(PLAIN | {"units": units})
    edge = {match.game.names.node_names[near] for near in match.game.board.adjacent(match.game.names.node("0104"))}
    found = errands(match, "relieve")
    assert found
    assert {hex for _, hex in found} <= edge
    assert not errands(match_from(PLAIN | {"units": {**units, "0104": []}}), "relieve")


def test_the_way_to_the_edge_is_barred() -> None:
    match = match_from(PLAIN | {"units": {"0702": ["a korps 6-6"], "0501": ["r rifle 1-4"]}})
    assert is_alarmed(match)
    found = list(screens(match, match.copy()))
    assert [(unit, match.game.board.names[hex]) for unit, hex, _ in found] == [(0, "0502")]
    assert found[0][2] == "bars the way to the western edge, which loses the game"
    quiet = match_from(PLAIN | {"units": {"0804": ["a korps 6-6"], "1404": ["r rifle 1-4"]}})
    assert not is_alarmed(quiet)
    assert not list(screens(quiet, quiet.copy()))


# ---------------------------------------------------------------- beginners, and seats with a part of a side


class Shown:
    """Remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Match] = []

    def choose(self, match: Match) -> Advice:
        self.seen.append(match)
        return Advice(Command("done"), "that is all")


def test_a_beginner_forgets_units_but_none_near_home() -> None:
    units = {f"{column:02d}0{row}": [f"u{column}{row} korps 4-4"] for column in (3, 12, 13, 14) for row in range(1, 8)}
    match = match_from(PLAIN | {"units": units})
    inner = Shown()
    beginner = Forgetful(inner, 1)
    beginner.choose(match)
    home = at_home(match)
    able = {*match.legal_commands().units("move")}
    left = {*inner.seen[0].legal_commands().units("move")}
    assert left < able
    assert all(match.state.loc[unit] not in home for unit in able - left)
    assert beginner.forgotten(match) == Forgetful(inner, 1).forgotten(match)
    assert beginner.forgotten(match) != Forgetful(inner, 2).forgotten(match)


def test_a_general_tries_plans_with_his_own_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several seats share a side, a trial moves nobody else's units for him."""
    asked: list[Match] = []

    def noted(match: Match) -> Match:
        asked.append(match)
        return own_part(match)

    monkeypatch.setattr("grognard.ai.general.own_part", noted)
    match = match_from(PLAIN | {"units": {"0403": ["a korps 6-6"], "0903": ["r rifle 1-2"]}})
    general = planner("typhoon-1941", "general@6", 1)
    assert isinstance(general, General)

    def quiet(seed: int | str) -> Opponent:
        return Says()

    general.officer = quiet
    general.tried(match, USUAL, match.seat)
    assert asked
