"""Positions of Drive on Moscow written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...core.board import Board
from ...core.data import DataFiles
from ...core.dice import ScriptedDice
from ...core.errors import BadCase
from ...core.events import Event
from ...core.expectations import differs
from ...core.match import Match
from ...core.play import Play
from ...core.positions import (
    Drawing,
    begin,
    files_of,
    hexes,
    is_drawn,
    known,
    one_of,
    options_of,
    place_units,
    tables,
    units_of,
    whole_number,
)
from .. import load_game
from ..assault.case_checks import checks
from . import DriveOnMoscow, charts, inventory
from .material import BOXES, DATA, GROUPS, LAST_TURN, OWN_FILES, P
from .rules import components, movement
from .rules.reinforcements import note_supplied_entries
from .rules.retreat import distance_to_source
from .rules.setup import initial_control
from .state import GERMAN, SOVIET, UNTRIED

KEYS = (
    "start", "set", "options", "seed", "board", "units", "kampfgruppen", "control", "once german", "turn", "active", "order",
    "phase", "air", "declared", "quota", "engaged", "dice", "track", "crt",
)  # fmt: skip
START_KEYS = ("set", "board", "track", "crt")
#: The data of cases that name no set: the newest one before the strengths were weighed.
UNNAMED_SET = 2
_BOARD_KEYS = (
    "forest", "marsh", "fort", "city", "town", "river", "reservoir", "front", "german", "reserve",
    "front-line", "german-supply", "soviet-supply",
)  # fmt: skip
_LETTERS = {".": "clear", "f": "forest", "m": "marsh", "F": "forest", "M": "marsh"}  #: capitals have a fortification
_GRID = "digits=CCRR stagger=columns shifted=even columns=east rows=south"
_GERMAN_KINDS = {"panzer": "XX", "panzergrenadier": "XX", "cavalry": "XX", "infantry": "XX"}
_SOVIET_KINDS = {
    "RD": "rifle", "RB": "rifle", "CD": "cavalry", "TB": "tank", "MRD": "motorized-rifle", "MRB": "motorized-rifle",
    "TD": "tank", "GRD": "rifle", "GCD": "cavalry", "GTB": "tank",
}  # fmt: skip


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    if case.get("start"):
        return _from_start(case)
    game = DriveOnMoscow(_files(case), board=_board(case.get("board") or {}), tables=_tables(case), units=list(_unit_rows(case)))
    play: P = Play(game, game.empty(), ScriptedDice(case.get("dice", ())))
    _place(play, case)
    _set_values(play, case)
    _open_phase(play, case)
    return Match.from_state(game, play.s, play.dice)


def _from_start(case: dict[str, Any]) -> Match:
    """`start: campaign` plays the real set-up on the real board with a seed instead of a drawn position."""
    files = _files(case)
    if not any(key in case for key in START_KEYS if key != "set"):
        return begin(load_game(DriveOnMoscow.slug, data_set=case.get("set", UNNAMED_SET)), case)
    if "board" not in case:
        return begin(DriveOnMoscow(files, tables=_tables(case)), case)
    return begin(DriveOnMoscow(files, _board(case["board"]), _tables(case), _standard_units(case)), case)


def _files(case: dict[str, Any]) -> DataFiles:
    return files_of(DATA, case, UNNAMED_SET)


def _tables(case: dict[str, Any]) -> dict[str, Any]:
    """Our tables with the changes of a case; `air: none` takes the aircraft off the whole track."""
    found = tables(_files(case).toml("tables.toml"), case)
    for turn in found["turn"] if case.get("air") == "none" else ():
        turn |= {"air_german": 0, "air_soviet": 0}
    return found


def _standard_units(case: dict[str, Any]) -> list[dict[str, str]]:
    """The real counters under the neutral names that untried pieces have in play."""
    rows, counts = _files(case).csv("units.csv"), dict.fromkeys(GROUPS, 0)
    for row in rows:
        if row["group"] in counts:
            counts[row["group"]] += 1
            row["handle"] = f"{row['group'].lower()}{counts[row['group']]}"
    return rows


def lay_out(p: P, position: dict[str, Any]) -> None:
    """A position of the real counters on the real board; whoever is not named is out of play, or in his pool."""
    game, s = p.game, p.s
    pool, dead = game.board.node("guards-pool"), game.board.node("dead")
    guards = {unit for units in game.guards.values() for unit in units}
    for unit in range(len(game.pieces)):
        p.place(unit, pool if unit in guards else dead)
    initial_control(p)
    for kg in game.kampfgruppen:
        p.place(kg, game.kg_pool)
    for unit, text in place_units(p, units_of(position), position.get("control")):
        words = text.split()[1:]
        known(dict.fromkeys(words), ("reduced", "untried"), "a real unit")
        s.set("steps", unit, 1 if "reduced" in words else int(game.full_steps[s.kind[unit]]))
        if "untried" in words:
            s.mark((unit,), UNTRIED)
    s.fill("was_german", True, s.arrays.control == GERMAN)
    _set_values(p, position)
    _open_phase(p, position)


# ---------------------------------------------------------------- board


def _board(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines (see docs/cases.md), or the real one."""
    if not is_drawn(drawing):
        return Board.load(OWN_FILES.path("board.board"), BOXES)
    drawn = Drawing(drawing, _BOARD_KEYS, _LETTERS, "6x5")
    ground, forts = {}, set(drawn.hexes("fort"))
    for column, row, letter in drawn.letters():
        hex = f"{column:02d}{row:02d}"
        ground[hex] = _LETTERS[letter]
        if letter.isupper():
            forts.add(hex)
    for terrain in ("forest", "marsh"):
        ground |= dict.fromkeys(drawn.hexes(terrain), terrain)
    places = list(drawn.places({"city": "city", "town": "town"}))
    ground |= dict.fromkeys((hex for hex, _, _ in places), "clear")
    west, east = ([hex for hex in ground if int(hex[:2]) == edge] for edge in (1, drawn.columns))
    front = int(drawn.data.get("front", 0))
    german = {*drawn.hexes("german"), *(hex for hex in ground if int(hex[:2]) < front)}
    reserve = set(drawn.hexes("reserve"))
    areas = {
        "german-start": sorted(german), "reserve-front": sorted(reserve), "forward-zone": sorted({*ground} - german - reserve),
        "front-line": drawn.hexes("front-line"), "german-supply": drawn.hexes("german-supply", west),
        "soviet-supply": drawn.hexes("soviet-supply", east),
    }  # fmt: skip
    works = {hex: f"{terrain} fort" if hex in forts else terrain for hex, terrain in ground.items()}
    return drawn.board(_GRID, works, places, drawn.sides({"river": "river", "reservoir": "reservoir"}), areas, BOXES)


# ---------------------------------------------------------------- units

_UNIT = re.compile(r"(\S+) (\S+) (\d+-\d+)(?:/(\d+-\d+))?((?: \S+)*)")


def _unit_rows(case: dict[str, Any]) -> Iterator[dict[str, str]]:
    """`3pz panzer 8-5/4-3 reduced`: handle, type, factors, then words: reduced, untried, X, III, KG."""
    for units in units_of(case).values():
        for text in units:
            handle, kind, full, reduced, words = _parse(text)
            size = next((w for w in words if w in ("XX", "X", "III", "KG")), "")
            row = {"handle": handle, "designation": handle, "full": full, "reduced": reduced or "", "entry": "3"}
            if kind in _GERMAN_KINDS:
                group = "reinforcement" if handle == "212i" else "start"
                row |= {"side": "german", "type": kind, "size": size or _GERMAN_KINDS[kind], "group": group}
            elif kind in _SOVIET_KINDS:
                group = "MRD" if kind == "TD" else kind
                size = "XX" if kind.endswith("D") else "X"
                row |= {"side": "soviet", "type": _SOVIET_KINDS[kind], "size": size, "group": group}
            else:
                raise BadCase(f"unknown type {kind!r} in {text!r}")
            yield row
    for k in range(1, whole_number(case, "kampfgruppen", 10, 99) + 1):
        yield {"handle": f"kg{k}", "designation": f"KG {k}", "side": "german", "type": "panzer", "size": "KG",
               "group": "kg", "full": "2-1", "reduced": "1-2", "entry": ""}  # fmt: skip


def _parse(text: str) -> tuple[str, str, str, str | None, list[str]]:
    found = _UNIT.fullmatch(text)
    if not found:
        raise BadCase(f"a unit reads: HANDLE TYPE 4-8/2-4 [reduced] [untried] [X|III|KG], not {text!r}")
    words = found[5].split()
    known(dict.fromkeys(words), ("reduced", "untried", "XX", "X", "III", "KG"), "a unit")
    return found[1], found[2], found[3], found[4], words


def _place(p: P, case: dict[str, Any]) -> None:
    game, s = p.game, p.s
    initial_control(p)
    for kg in game.kampfgruppen:
        p.place(kg, game.kg_pool)
    for unit, text in place_units(p, units_of(case), case.get("control")):
        _, _, _, reduced, words = _parse(text)
        s.set("steps", unit, 1 if "reduced" in words or reduced is None else 2)
        if "untried" in words:
            s.mark((unit,), UNTRIED)
        if "KG" in words:
            s.set("kind", unit, game.panzer_kg if "panzer" in game.types[s.kind[unit]].traits else game.grenadier_kg)
    s.fill("was_german", True, s.arrays.control == GERMAN)
    for hex in hexes(case.get("once german", "")):
        s.set("was_german", game.board.node(hex), True)


# ---------------------------------------------------------------- phase

_VALUES = ("declared", "quota", "engaged")


def _set_values(p: P, case: dict[str, Any]) -> None:
    s = p.s
    s.turn = whole_number(case, "turn", 2, LAST_TURN)
    s.active = p.game.sides.index(one_of(case, "active", p.game.sides, "german"))
    s.order = one_of(case, "order", ("move-fight", "fight-move"), "move-fight")
    turn = p.game.track[max(s.turn, 1)]
    s.air = _aircraft(case["air"]) if "air" in case else (turn.air_german, turn.air_soviet)
    s.options = options_of(p.game, case)
    for name in _VALUES:
        setattr(s, name, whole_number(case, name, 0, 99))


def _aircraft(found: Any) -> tuple[int, int]:
    """`[2, 1]`, German and Soviet; `none`: now and on every later turn."""
    if found == "none":
        return 0, 0
    if not isinstance(found, list) or len(found) != 2 or not all(isinstance(number, int) for number in found):
        raise BadCase(f"air is [GERMAN, SOVIET] or none, not {found!r}")
    return found[0], found[1]


def _open_phase(p: P, case: dict[str, Any]) -> None:
    """Put the frames of the wanted phase on the stack, with the rest of the player turn behind it."""
    phase = str(case.get("phase", "movement"))
    side = p.s.active
    closing = [("guards.begin",), ("terminal",)] if side == SOVIET else [("player.begin", -1, SOVIET)]
    second = {"move-fight": "combat.begin", "fight-move": "movement.begin"}[p.s.order]
    first = {"move-fight": "movement.begin", "fight-move": "combat.begin"}[p.s.order]
    note_supplied_entries(p)
    p.push("turn.end")
    p.queue(*closing)
    if phase in ("movement", "combat"):
        if f"{phase}.begin" == first:
            p.push(second)
        p.push(f"{phase}.begin")
    elif phase == "step A":
        p.queue((first,), (second,))
        p.push("german.begin" if side == GERMAN else "soviet.begin")
    elif phase == "order":
        p.s.order = ""
        p.queue(("order", side), ("player.phases", -1, side))
    elif phase == "player turn":
        p.s.flow = p.s.flow[:1]
        p.queue(*([("player.begin", -1, GERMAN)] if side == GERMAN else []), ("player.begin", -1, SOVIET))
    elif phase == "game turn":
        p.s.turn -= 1
        p.s.flow = ()
        p.push("turn.begin")
    elif phase == "turn end":
        p.s.flow = p.s.flow[:1]
    elif phase not in ("guards", "terminal"):
        raise BadCase(f"unknown phase {phase!r}")
    elif phase == "terminal":
        p.pop()


# ---------------------------------------------------------------- expectations of this game


def _untried(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        is_ = bool(match.state.flags[match.game.names.unit(str(handle))] & UNTRIED)
        yield from differs(f"{handle} untried", is_, yes)


def _kinds(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> {type, size, factors, class, side, colour ...}: what its counter shows now."""
    for handle, fields in wanted.items():
        unit = match.game.names.unit(str(handle))
        unit_type = match.game.types[match.state.kind[unit]]
        shown = components.face(unit_type, match.game.factors(unit_type, match.state.steps[unit]))
        for name, value in fields.items():
            yield from differs(f"{name} of {handle}", shown[name], value)


def _source_distance(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """side -> hex -> distance to its nearest working source (10.26c)."""
    for side, distances in wanted.items():
        for hex, far in distances.items():
            is_ = distance_to_source(match.play, match.game.sides.index(side), match.game.names.node(str(hex)))
            yield from differs(f"distance of {hex} from a {side} source", is_, far)


#: Results of the combat table, worst for the attacker first.
_WORTH = ("AL1", "AS", "DR", "DE")
_COMMON = checks(movement.points_left, movement.movement_factor, _WORTH, OWN_FILES.csv("units.csv"))
CHECKS = _COMMON | charts.CHECKS | inventory.CHECKS | {
    "untried": _untried, "counter": _kinds,
    "source distance": _source_distance,
}  # fmt: skip
