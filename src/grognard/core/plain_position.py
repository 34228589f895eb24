"""Positions of games that have no words of their own for them: the real set-up, with units, hexes and values changed by hand.
docs/cases.md lists what can be written."""

from __future__ import annotations

from typing import Any

from .alliances import NEUTRAL
from .dice import ScriptedDice, SeededDice
from .match import Match
from .play import Play
from .positions import place_units, whole_number

START_KEYS = ("seats", "set")
CHECKS: dict[str, Any] = {}
KEYS = ("start", "set", "options", "seed", "seats", "units", "kinds", "control", "alliances", "values", "step", "dice")


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    from ..games import load_game

    game = load_game(case["game"], data_set=whole_number(case, "set", 0, 99) or None)
    scenario = case.get("start") or game.scenarios[0].name
    play = game.start(scenario, game.settings(case.get("options")), SeededDice(str(case.get("seed", 1))))
    lay_out(play, case)
    play.s.rolls = 0
    return Match.from_state(game, play.s, ScriptedDice(case.get("dice") or ()), scenario, seating=case.get("seats"))


def lay_out(play: Play[Any, Any], case: dict[str, Any]) -> None:
    """Change a position as a case or a puzzle wants it."""
    game = play.game
    _place(play, case)
    for side, friend in (case.get("alliances") or {}).items():
        play.s.ally(game.sides.index(side), NEUTRAL if friend == "nobody" else game.sides.index(friend))
    for name, value in (case.get("values") or {}).items():
        setattr(play.s, name, value)
    if case.get("step"):
        step, _, side = case["step"].partition(" ")
        play.push(step, game.sides.index(side))


def _place(play: Play[Any, Any], case: dict[str, Any]) -> None:
    game, units = play.game, case.get("units")
    if units is not None:
        for unit in play.on_map().nonzero()[0].tolist():
            play.place(unit, -1)
    place_units(play, units or {}, case.get("control"))
    for handle, name in (case.get("kinds") or {}).items():
        unit = game.names.unit(handle)
        kinds = [k for k, unit_type in enumerate(game.types) if unit_type.name == name and unit_type.side == game.side_of[unit]]
        play.s.set("kind", unit, kinds[0])
