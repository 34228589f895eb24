"""Positions of Typhoon 1941 written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...core.board import Board
from ...core.data import DataFiles
from ...core.dice import ScriptedDice
from ...core.errors import BadCase
from ...core.match import Match
from ...core.play import Play
from ...core.positions import (
    Drawing,
    begin,
    files_of,
    hexes,
    is_drawn,
    mapping,
    one_of,
    options_of,
    place_units,
    tables,
    units_of,
    whole_number,
)
from . import Typhoon1941, charts
from .material import BOXES, DATA, LAST_TURN, OWN_FILES, P
from .rules.setup import initial_control
from .state import ATTACKED, BONUS, DISRUPTED, FLOWN, GERMAN, HIDDEN, MOVED, NAMED, RECOVERED, RESTING, RUSSIAN

_VALUES = (
    "stand", "offensive", "infantry", "tanks", "railed", "siberian", "shock", "held", "taken", "muds", "snows",
    "first_move",
)  # fmt: skip
KEYS = (
    "start", "set", "options", "seed", "counters", "board", "units", "hq", "control", "rows", "dice", "turn", "weather", "side",
    "phase", "began", "scale", *_VALUES,
)  # fmt: skip
START_KEYS = ("set", "rows")
#: The data of cases that name no set: the newest one before the strengths were weighed.
UNNAMED_SET = 2
_GRID = "digits=CCRR stagger=columns shifted=even columns=east rows=south"
_LETTERS = {".": "clear", "f": "forest"}
_PLACES = {"major-city": "major-city", "city": "city", "town": "town"}
_SIDES = {
    "river": "river", "lake": "lake", "road": "road", "rail": "rail", "line": "defence-line",
    "highway": 'road "Smolensk-Moscow road"',
}  # fmt: skip
_BOARD_KEYS = ("forest", "front", "areas", *_PLACES, *_SIDES)
#: Words for counters: side, kind, size, traits.
_KINDS = {
    "army": ("german", "infantry", "XXXX", "army cross"), "korps": ("german", "infantry", "XXX", ""),
    "panzer": ("german", "panzer", "XXX", ""), "pzdiv": ("german", "panzer", "XX", "panzer-division"),
    "ss": ("german", "panzer", "XX", ""), "infdiv": ("german", "infantry", "XX", ""), "flieger": ("german", "air", "", ""),
    "rifle": ("russian", "infantry", "XXXX", "army"), "tank": ("russian", "tank", "XXX", ""),
    "para": ("russian", "parachute", "XXX", "cross"), "garrison": ("russian", "garrison", "", "cross"),
    "katyusha": ("russian", "rocket", "III", "cross"), "division": ("russian", "infantry", "XX", ""),
    "brigade": ("russian", "tank", "X", ""), "shock": ("russian", "shock", "XXXX", "army"),
    "aviation": ("russian", "air", "", ""),
    "fighter": ("russian", "fighter", "", ""), "mask": ("russian", "dummy", "", ""),
}  # fmt: skip
_FLAGS = {
    "disrupted": DISRUPTED, "hidden": HIDDEN, "moved": MOVED, "attacked": ATTACKED, "named": NAMED, "flown": FLOWN,
    "bonus": BONUS, "resting": RESTING, "recovered": RECOVERED,
}  # fmt: skip
_UNIT = re.compile(r"(\S+) (\S+)(?: (\d+)(?:-(\d+))?)?((?: [a-z]\S*)*)")


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    if case.get("start"):
        return begin(Typhoon1941(_files(case), tables=_tables(case)), case)
    rows = _files(case).csv("units.csv") if case.get("counters") == "real" else list(_unit_rows(case))
    game = Typhoon1941(_files(case), board=_board(case.get("board") or {}), tables=_tables(case), units=rows)
    play = Play(game, game.empty(), ScriptedDice(case.get("dice") or ()))
    _place(play, case)
    _set_values(play, case)
    _open_phase(play, case)
    return Match.from_state(game, play.s, play.dice)


def lay_out(p: P, position: dict[str, Any]) -> None:
    """A position of the real counters on the real board; whoever is not named is lost, aircraft are ready."""
    board = p.game.board
    for unit, side in enumerate(p.game.side_of):
        start = p.game.first_place(unit)
        waits = start >= board.hexes and board.names[start] != "to-german"
        p.place(unit, start if waits else board.node("russian-lost" if side else "german-lost"))
    initial_control(p)
    for unit, text in place_units(p, units_of(position), position.get("control")):
        for word in text.split()[1:]:
            p.s.mark((unit,), _FLAGS[one_of({"word": word}, "word", _FLAGS, "")])
    _set_values(p, position)
    _open_phase(p, position)


# ---------------------------------------------------------------- board


def _board(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines, or the real one.

    size, draw (. and f), places by kind, sides (`river`, `lake`, `road`, `rail`, `line`), `front` (columns west of it are
    German), `areas`.
    """
    if not is_drawn(drawing):
        return Board.load(OWN_FILES.path("board.board"), BOXES)
    drawn = Drawing(drawing, _BOARD_KEYS, _LETTERS, "8x6")
    ground = {f"{column:02d}{row:02d}": _LETTERS[letter] for column, row, letter in drawn.letters()}
    ground |= dict.fromkeys(drawn.hexes("forest"), "forest")
    front = int(drawn.data.get("front", drawn.columns // 2 + 1))
    german = [h for h in ground if int(h[:2]) < front]
    areas = {
        "german-side": german, "russian-side": [h for h in ground if h not in german],
        "west-edge": [h for h in ground if h[:2] == "01"], "east-edge": [h for h in ground if int(h[:2]) == drawn.columns],
        "north-edge": [h for h in ground if h[2:] == "01"], "south-edge": [h for h in ground if int(h[2:]) == drawn.depth],
        "vatutin-entry": [], "german-line": [], "behind-defence-line": _behind_the_line(drawn),
    } | {name: hexes(area) for name, area in mapping(drawn.data, "areas").items()}  # fmt: skip
    if areas["behind-defence-line"] and "line" not in drawn.data:
        raise BadCase("an area behind-defence-line needs a line: the hexsides between it and the rest")
    return drawn.board(_GRID, ground, drawn.places(_PLACES), drawn.sides(_SIDES), areas, BOXES)


def _behind_the_line(drawn: Drawing) -> list[str]:
    """Unless a case says which hexes lie behind the Defence Line, those east of its hexsides do."""
    if "behind-defence-line" in mapping(drawn.data, "areas"):
        return []
    pairs = [side.split()[0].split("|") for side in drawn.sides({"line": "defence-line"})]
    for one, other in pairs:
        if one[:2] == other[:2]:
            raise BadCase(f"which of {one} and {other} lies behind the line? write areas: {{behind-defence-line: HEXES}}")
    return sorted({max(pair) for pair in pairs})


def _files(case: dict[str, Any]) -> DataFiles:
    return files_of(DATA, case, UNNAMED_SET)


def _tables(case: dict[str, Any]) -> dict[str, Any]:
    """Our tables, with the rows of the ground table that a case writes itself (`rows: {1: X}` for all columns)."""
    found = tables(_files(case).toml("tables.toml"), case)
    for row, result in mapping(case, "rows").items():
        if row not in range(1, 7):
            raise BadCase(f"the ground table has rows 1 to 6, not {row!r}")
        found["ground"]["rows"][int(row) - 1] = [result] * len(found["ground"]["columns"])
    return found


# ---------------------------------------------------------------- units


def _parse(text: str) -> tuple[str, str, str, str, list[str]]:
    found = _UNIT.fullmatch(text)
    if not found or found[2] not in _KINDS:
        raise BadCase(f"a unit reads: HANDLE {'|'.join(_KINDS)} [4-3] [words], not {text!r}")
    attack = found[3] or "0"
    return found[1], found[2], attack, found[4] or attack, found[5].split()


def _given(case: dict[str, Any]) -> dict[str, list[str]]:
    """Units by place; `hq: 0101` adds a German army that keeps the others in supply."""
    units = units_of(case)
    if case.get("hq"):
        units.setdefault(str(case["hq"]), []).append("hq army 3-4")
    return units


def _unit_rows(case: dict[str, Any]) -> Iterator[dict[str, str]]:
    for texts in _given(case).values():
        for text in texts:
            handle, word, attack, defence, words = _parse(text)
            side, kind, size, traits = _KINDS[word]
            extra = [w for w in words if w not in _FLAGS]
            yield {"handle": handle, "designation": handle, "side": side, "kind": kind, "size": size, "attack": attack,
                   "defence": defence, "traits": " ".join([traits, *extra]), "position": ""}  # fmt: skip


def _place(p: P, case: dict[str, Any]) -> None:
    initial_control(p)
    game = p.game
    if case.get("counters") == "real":
        for unit, position in enumerate(game.positions):
            p.place(unit, game.board.areas[position].hexes[0] if position in game.board.areas else game.board.node(position))
    for unit, text in place_units(p, _given(case), case.get("control")):
        _, word, *_, words = _parse(text)
        flags = [_FLAGS[w] for w in words if w in _FLAGS]
        if word == "mask" and p.s.loc[unit] < game.board.hexes:
            flags.append(HIDDEN)
        for flag in flags:
            p.s.mark((unit,), flag)


# ---------------------------------------------------------------- phase

_GERMAN: dict[str, tuple[Any, ...]] = {
    "orders": ("orders", RUSSIAN), "reveal": ("reveal",), "before": ("attack.begin", -1, "before"), "movement": ("move.begin",),
    "recovery": ("recovery.begin",), "attack": ("attack.begin", -1, "operational"), "after": ("recovery.attacked",),
    "second": ("second.begin",), "russian victory": ("russian.victory",), "supply": ("german.supply",),
    "end": ("german.recovery",),
}  # fmt: skip
_RUSSIAN: dict[str, tuple[Any, ...]] = {
    "reinforcement": ("reinforcement", RUSSIAN), "middle": ("reinforcement.end",), "before": ("attack.begin", -1, "before"),
    "movement": ("move.begin",), "attack": ("attack.begin", -1, "operational"), "supply": ("russian.supply",),
    "german victory": ("german.victory",), "end": ("russian.recovery",),
}  # fmt: skip


def _set_values(p: P, case: dict[str, Any]) -> None:
    s = p.s
    s.turn = whole_number(case, "turn", 2, LAST_TURN)
    s.weather = one_of(case, "weather", p.game.climate.conditions, "good")
    s.muds, s.snows = int(s.weather == "mud"), int(s.weather == "snow")
    s.active = p.game.sides.index(one_of(case, "side", p.game.sides, "german"))
    s.options = options_of(p.game, case) | ({"die": "B"} if case.get("scale") == "B" else {})  # older cases name the scale
    s.arrays.began[:] = s.arrays.loc
    for name in _VALUES:
        if name in case:
            setattr(s, name, case[name])
    for handle, hex in mapping(case, "began").items():
        s.began[p.game.names.unit(str(handle))] = p.game.board.node(str(hex))


def _open_phase(p: P, case: dict[str, Any]) -> None:
    """Put the frames of the wanted phase on the stack, with the rest of the player-turn behind it."""
    phase = str(case.get("phase", "movement"))
    p.push("turn.end")
    if phase in ("turn", "turn end", "russian turn", "set-up", "first move"):
        first = {"turn": "turn.begin", "russian turn": "russian.turn", "set-up": "setup.german", "first move": "first-move.begin"}
        if phase == "turn":
            p.s.turn -= 1
        if phase in ("set-up", "first move"):
            p.s.turn = 0
            p.s.flow = ()
            p.push("turn.begin")
        if phase in first:
            p.push(first[phase], GERMAN if phase == "set-up" else -1)
        return
    if p.s.active == GERMAN:
        p.push("russian.turn")
    steps = _GERMAN if p.s.active == GERMAN else _RUSSIAN
    if phase in ("second movement", "second attack"):
        later = [step for name, step in steps.items() if name in ("russian victory", "supply", "end")]
        opening = [("move.begin",)] if phase == "second movement" else []
        p.queue(*opening, ("attack.begin", -1, "second"), *later)
        return
    if phase not in steps:
        raise BadCase(f"unknown phase {phase!r}")
    names = list(steps)
    p.queue(*(steps[name] for name in names[names.index(phase) :]))


CHECKS = charts.CHECKS
