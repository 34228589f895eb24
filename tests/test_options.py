"""Options of a match: one mapping in all games, whose defaults are never written down and never change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.cases import run
from grognard.core.dice import ScriptedDice
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.core.positions import options_of
from grognard.core.save import dump, loads
from grognard.games import GAMES, load_game

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]

#: A default is left out of saves, so it can never change: another default is another option.
DEFAULTS = {
    "drive-on-moscow": {},
    "typhoon-1941": {"die": "A", "first-move": "forbidden"},
    "barbarossa": {"lithuania": "off", "forgiveness": "off", "kiev": "off", "preparedness": "off", "superiority": "off"},
}


@pytest.mark.parametrize("slug", PLAYABLE)
def test_defaults_stand_for_ever(slug: str) -> None:
    choices = load_game(slug).choices
    assert {choice.name: choice.default for choice in choices}.items() >= DEFAULTS.get(slug, {}).items()
    for choice in choices:
        assert choice.title
        assert choice.text.endswith(".")
        assert choice.default in choice.values


def other_than_default(slug: str) -> dict[str, str]:
    return {c.name: next(value for value in c.values if value != c.default) for c in load_game(slug).choices}


@pytest.mark.parametrize("slug", PLAYABLE)
def test_only_what_was_chosen_is_written_down(slug: str) -> None:
    plain = grognard.new(slug, seed=1)
    assert plain.state.options == {}
    assert "option " not in dump(plain)
    chosen = other_than_default(slug)
    match = grognard.new(slug, options=chosen, seed=1)
    assert match.state.options == match.options_chosen == chosen
    assert all(f"option {name} {value}\n" in dump(match) for name, value in chosen.items())
    assert loads(dump(match)).options_chosen == chosen
    for name, value in chosen.items():
        assert match.play.option(name) == value
        assert plain.play.option(name) == load_game(slug).defaults[name]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_match_from_a_position_has_the_options_of_the_position(slug: str) -> None:
    match = grognard.new(slug, options=other_than_default(slug), seed=1)
    again = Match.from_state(match.game, match.game.restore(match.state.to_dict()), ScriptedDice(()))
    assert again.options_chosen == match.options_chosen
    assert again.state.options == match.state.options


def test_cases_write_options_in_one_way_or_in_short() -> None:
    game = load_game("barbarossa")
    for written in ({"kiev": True, "lithuania": "off"}, "kiev", {"kiev": "on"}):
        assert options_of(game, {"options": written}) == {"kiev": "on"}
    for wrong in ("moon", {"kiev": "maybe"}, {"kiev": 3}, ["kiev"]):
        with pytest.raises(GrognardError):
            options_of(game, {"options": wrong})


@pytest.mark.parametrize("position", [{"start": "historical"}, {"board": {"size": "8x6"}}])
@pytest.mark.parametrize(("options", "row"), [({"die": "B"}, 1), ({}, 6)])
def test_options_hold_with_a_start_and_with_a_drawn_board(position: dict[str, Any], options: dict[str, str], row: int) -> None:
    case = {"game": "typhoon-1941", "name": "x", "options": options, "expect": {"rows": {6: row}}, **position}
    assert run(Path("x"), case).faults == ()
