"""Positions of Barbarossa written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.data import DataFiles
from ...core.dice import ScriptedDice
from ...core.errors import BadCase
from ...core.match import Match
from ...core.play import Play
from ...core.positions import (
    begin,
    files_of,
    hexes,
    known,
    mapping,
    one_of,
    options_of,
    place_units,
    tables,
    units_of,
    whole_number,
)
from ..assault.case_checks import checks
from . import Barbarossa, definitions, expectations
from .case_board import draw
from .material import DATA, LAST_TURN, OWN_FILES, P
from .rules import movement
from .rules.fortified_area import AREA_TURN
from .rules.rvgk import CAPACITY
from .rules.setup import initial_control
from .state import AREA, FORTRESS, GERMAN, HERO, SOVIET, STANDS_FAST, WALL, BarbarossaState, Expedition

KEYS = (
    "start", "set", "options", "seed", "counters", "board", "units", "control", "began", "hero", "fortress", "wall", "area",
    "scenario", "turn", "side", "order", "phase", "air", "state", "dice", "track", "crt", "checks",
)  # fmt: skip
START_KEYS = ("set", "board", "track", "crt", "checks")
#: The data of cases that name no set.
UNNAMED_SET = 1
#: Words for counters: side, nation, type, class, size.
_KINDS = {
    "infantry": ("german", "german", "infantry", "foot", "XXX"), "mountain": ("german", "german", "mountain", "foot", "XXX"),
    "panzer": ("german", "german", "panzer", "mech", "XXX"), "paratroops": ("german", "german", "paratroops", "foot", "XXX"),
    "parachute-panzer": ("german", "german", "parachute-panzer", "mech", "XXX"),
    "cavalry": ("german", "german", "cavalry", "foot", "XXX"), "hungarian": ("german", "hungarian", "infantry", "foot", "XXXX"),
    "italian": ("german", "italian", "infantry", "foot", "XXXX"), "romanian": ("german", "romanian", "infantry", "foot", "XXXX"),
    "rifle": ("soviet", "soviet", "rifle", "foot", "XXXX"), "rifle-corps": ("soviet", "soviet", "rifle", "foot", "XXX"),
    "mechanized": ("soviet", "soviet", "mechanized", "mech", "XXX"), "airborne": ("soviet", "soviet", "airborne", "foot", "XXX"),
    "shock": ("soviet", "soviet", "shock", "foot", "XXXX"), "guards": ("soviet", "soviet", "guards", "mech", "XXXX"),
    "tank": ("soviet", "soviet", "tank", "mech", "XXXX"), "naval": ("soviet", "soviet", "naval", "foot", "XXXX"),
    "polish": ("soviet", "polish", "rifle", "foot", "XXXX"), "bulgarian": ("soviet", "bulgarian", "rifle", "foot", "XXXX"),
    "red-romanian": ("soviet", "romanian", "rifle", "foot", "XXXX"),
}  # fmt: skip
_UNIT = re.compile(r"(\S+) (\S+) (\d+(?:-\d+)?|\?)((?: \S+)*)")
_TRAITS = ("kg", "ad-hoc", "oversized")
_COLUMNS = ("start", "entry", "place", "partner")


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    if case.get("start"):
        board = draw(case["board"]) if case.get("board") else None
        return begin(Barbarossa(_files(case), board, _tables(case)), case)
    real = case.get("counters") == "real"
    rows = _files(case).csv("units.csv") if real else list(_unit_rows(case))
    game = Barbarossa(_files(case), board=draw(case.get("board") or {}), tables=_tables(case), units=rows)
    play: P = Play(game, game.empty(), ScriptedDice(case.get("dice", ())))
    _place(play, case)
    _set_works(play, case)
    _set_values(play, case)
    _open_phase(play, case)
    return Match.from_state(game, play.s, play.dice, scenario=play.s.scenario)


def lay_out(p: P, position: dict[str, Any]) -> None:
    """A position of the real counters on the real board; whoever is not named is out of play."""
    for unit, side in enumerate(p.game.side_of):
        p.place(unit, p.game.off[side])
    _place(p, position)
    _set_works(p, position)
    _set_values(p, position)
    _open_phase(p, position)


def _files(case: dict[str, Any]) -> DataFiles:
    return files_of(DATA, case, UNNAMED_SET)


def _tables(case: dict[str, Any]) -> dict[str, Any]:
    """Our tables, with the victory checks (`3: [22, 13]`, German and Soviet) that a case writes itself."""
    found = tables(_files(case).toml("tables.toml"), case)
    for turn in found["turn"] if case.get("air") == "none" else ():
        turn["aircraft"] = 0
    chart = {check["turn"]: check for check in found["victory_check"]}
    for number, wanted in mapping(case, "checks").items():
        if number not in chart or not isinstance(wanted, list) or len(wanted) != 2:
            raise BadCase(f"checks are {{TURN: [GERMAN, SOVIET]}}, turns {min(chart)} to {max(chart)}, not {number}: {wanted!r}")
        chart[number].update(german=wanted[0], soviet=wanted[1])
    return found


# ---------------------------------------------------------------- units


def _unit_rows(case: dict[str, Any]) -> Iterator[dict[str, str]]:
    """`3pz panzer 8-5`, `6a rifle 3`, `sil infantry ? kg`: handle, kind, factors, then words.

    Words: `dot`, traits (`kg`, `ad-hoc`, `oversized`), a size, and what the back of the counter says: `entry=22`, `place=N` ...
    """
    for units in units_of(case).values():
        for text in units:
            handle, kind, factors, words = _parse(text)
            side, nation, unit_type, mobility, size = _KINDS[kind]
            row = {"handle": handle, "designation": handle, "name": handle, "side": side, "nation": nation, "type": unit_type,
                   "class": mobility, "size": size, "factors": factors, "dot": "", "traits": ""}  # fmt: skip
            for word in words:
                column, is_column, value = word.partition("=")
                if is_column:
                    row[column] = value
                elif word in _TRAITS:
                    row["traits"] = f"{row['traits']} {word}".strip()
                elif word == "dot":
                    row["dot"] = "1"
                else:
                    row["size"] = word
            yield row


def _parse(text: str) -> tuple[str, str, str, list[str]]:
    found = _UNIT.fullmatch(text)
    if not found or found[2] not in _KINDS:
        raise BadCase(f"a unit reads: HANDLE {'|'.join(_KINDS)} 4-3 [words], not {text!r}")
    words = found[4].split()
    known(dict.fromkeys(word.partition("=")[0] for word in words), ("dot", "XXX", "XXXX", *_TRAITS, *_COLUMNS), "a unit")
    return found[1], found[2], found[3], words


def _place(p: P, case: dict[str, Any]) -> None:
    game, s = p.game, p.s
    initial_control(p)
    place_units(p, units_of(case), case.get("control"))
    s.arrays.was_german[:] = s.arrays.control == GERMAN
    for side, area in mapping(case, "began").items():  # who held what when the game turn began
        for hex in hexes(area):
            s.was_german[game.board.node(hex)] = side == "german"


def _set_works(p: P, case: dict[str, Any]) -> None:
    for key, work in (("hero", HERO), ("fortress", FORTRESS), ("wall", WALL), ("area", AREA)):
        for hex in hexes(case.get(key, "")):
            p.s.build(p.game.board.node(hex), work)
    if case.get("area"):
        p.s.fortified_area = AREA_TURN  # unless `state` says something else


# ---------------------------------------------------------------- values and phase


def _set_values(p: P, case: dict[str, Any]) -> None:
    s = p.s
    s.scenario = one_of(case, "scenario", ("campaign", "road-back"), "campaign")
    s.options = options_of(p.game, case)
    s.turn = whole_number(case, "turn", 2, LAST_TURN)
    s.active = p.game.sides.index(one_of(case, "side", p.game.sides, "german"))
    s.order = one_of(case, "order", ("move-fight", "fight-move", "fight-fight"), "move-fight")
    s.air = 0 if case.get("air") == "none" else whole_number(case, "air", 0, 99)
    s.rvgk_left = CAPACITY if s.active == SOVIET else 0  # nobody has gone in or out yet
    for name, value in mapping(case, "state").items():
        if name not in BarbarossaState.VALUES:
            raise BadCase(f"there is no value {name!r} in a state; there are {', '.join(sorted(BarbarossaState.VALUES))}")
        setattr(s, name, _value(p, name, value))
    if s.stand_fast:
        s.mark(p.units(p.game.city_hex["Stalingrad"], GERMAN), STANDS_FAST)


def _value(p: P, name: str, value: Any) -> Any:
    """A value of the state: units and hexes by their names."""
    if name == "expedition":
        units = {key: tuple(map(p.game.names.unit, value.get(key, ()))) for key in ("units", "response")}
        return msgspec.convert(value | units, Expedition)
    if name == "markers":
        return tuple(-1 if hex is None else p.game.board.node(str(hex)) for hex in value)
    if name in ("crimea_units", "rvgk_moved"):
        return tuple(map(p.game.names.unit, value))
    if name == "airlift" and isinstance(value, str):
        return p.game.board.node(value)
    if name == "exited" and isinstance(value, str):
        return p.game.names.unit(value)
    if name == "in_situ":
        return tuple(p.game.board.node(str(hex)) for hex in value)
    if name == "standing":
        return tuple((p.game.names.unit(unit), p.game.board.node(str(hex))) for unit, hex in value)
    return tuple(value) if isinstance(value, list) else value


def _open_phase(p: P, case: dict[str, Any]) -> None:
    """Put the frames of the wanted phase on the stack, with the rest of the game turn behind it."""
    phase, side = str(case.get("phase", "movement")), p.s.active
    players = [("player.begin", -1, side)] + ([("player.begin", -1, SOVIET)] if side == GERMAN else [])
    closing = [("german.close",), players[-1]] if side == GERMAN else [("soviet.close",), ("turn.close",)]
    end = [("turn.victory",), ("turn.end",)]
    two = [("movement.begin",) if word == "move" else ("combat.begin",) for word in p.s.order.split("-")]
    before: dict[str, list[Any]] = {
        "turn": [("turn.begin",)], "admin": [("admin.german",)] * (side == GERMAN) + [("admin.soviet",), *players, *end],
        "player turn": [*players, *end], "order": [("order", side), ("player.phases", -1, side), *players[1:], *end],
        "markers": [("soviet.markers",), *two, *closing, *end],
        "strategic": [("strategic",), *two, *closing, *end], "rvgk": [("rvgk",), *two, *closing, *end],
        "movement": [*two[two.index(("movement.begin",)) :], *closing, *end] if ("movement.begin",) in two else [],
        "combat": [*two[two.index(("combat.begin",)) :], *closing, *end] if ("combat.begin",) in two else [],
        "close": [*closing, *end], "turn close": [("turn.close",), *end], "victory": end,
    }  # fmt: skip
    if not before.get(phase):
        raise BadCase(f"unknown phase {phase!r}")
    if phase == "turn":
        p.s.turn -= 1
    if phase == "order":
        p.s.order = ""
    p.queue(*before[phase])


#: Results of the combat table, worst for the attacker first.
_WORTH = ("AE", "AS", "DR", "BB", "DE")
_COMMON = checks(movement.points_left, movement.movement_factor, _WORTH, OWN_FILES.csv("units.csv"))
CHECKS = _COMMON | expectations.CHECKS | definitions.CHECKS
