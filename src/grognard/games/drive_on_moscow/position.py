"""Positions of Drive on Moscow written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from ...core.board import Board
from ...core.cases import BadCase, known
from ...core.dice import ScriptedDice
from ...core.match import Match
from ...core.play import Event, Play
from .. import load_game
from ..assault.case_checks import BATTLE_CHECKS
from . import DriveOnMoscow, charts, inventory
from .game import BOXES, DATA, GROUPS, _read_csv
from .rules import components
from .rules.combat_results import distance_to_source
from .rules.movement import movement_factor, points_left
from .rules.reinforcements import note_supplied_entries
from .rules.setup import initial_control
from .state import GERMAN, SOVIET, UNTRIED, DomState

KEYS = (
    "start", "seed", "board", "units", "kampfgruppen", "control", "once german", "turn", "active", "order", "phase", "air",
    "declared", "quota", "engaged", "dice", "track", "crt",
)  # fmt: skip
_BOARD_KEYS = (
    "size", "draw", "forest", "marsh", "fort", "city", "town", "river", "reservoir", "front", "german", "reserve",
    "front-line", "german-supply", "soviet-supply",
)  # fmt: skip
_LETTERS = {".": "clear", "f": "forest", "m": "marsh"}
_GERMAN_KINDS = {"panzer": "XX", "panzergrenadier": "XX", "cavalry": "XX", "infantry": "XX"}
_SOVIET_KINDS = {
    "RD": "rifle", "RB": "rifle", "CD": "cavalry", "TB": "tank", "MRD": "motorized-rifle", "MRB": "motorized-rifle",
    "TD": "tank", "GRD": "rifle", "GCD": "cavalry", "GTB": "tank",
}  # fmt: skip


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    if case.get("start"):
        return _from_start(case)
    game = DriveOnMoscow(board=_board(case.get("board") or {}), tables=_tables(case), units=list(_unit_rows(case)))
    play = Play(game, game.empty(), ScriptedDice(case.get("dice", ())))
    _place(play, case)
    _set_values(play, case)
    _open_phase(play, case)
    return Match.from_state(game, play.s, play.dice)


def _from_start(case: dict[str, Any]) -> Match:
    """`start: campaign` plays the real set-up on the real board with a seed instead of a drawn position."""
    drawn = case.get("board")
    game = DriveOnMoscow(board=_board(drawn), units=_standard_units()) if drawn else load_game(DriveOnMoscow.slug)
    return Match(game, case["start"], seed=case.get("seed", 1))


def _standard_units() -> list[dict[str, str]]:
    """The real counters under the neutral names that untried pieces have in play."""
    rows, counts = _read_csv(DATA / "units.csv"), dict.fromkeys(GROUPS, 0)
    for row in rows:
        if row["group"] in counts:
            counts[row["group"]] += 1
            row["handle"] = f"{row['group'].lower()}{counts[row['group']]}"
    return rows


# ---------------------------------------------------------------- board


def _board(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines (see docs/cases.md), or the real one: `board: standard`."""
    if isinstance(drawing, str):
        if drawing != "standard":
            raise BadCase(f"a board is drawn or 'standard', not {drawing!r}")
        return Board.load(DATA / "board.board", BOXES)
    known(drawing, _BOARD_KEYS, "a board")
    rows = [line.split() for line in str(drawing.get("draw", "")).strip().splitlines()]
    if rows:
        columns, depth = max(map(len, rows)), len(rows)
    else:
        columns, depth = (int(x) for x in str(drawing.get("size", "6x5")).split("x"))
    terrain = {}
    places: list[str] = []
    forts = set(_hexes(drawing.get("fort", "")))
    for c in range(1, columns + 1):
        for r in range(1, depth + 1):
            letter = rows[r - 1][c - 1] if rows and c <= len(rows[r - 1]) else "."
            if letter == "-":
                continue
            if letter.lower() not in _LETTERS:
                raise BadCase(f"a board is drawn with . f m and - (F and M for a fort on it), not {letter!r}")
            name = f"{c:02d}{r:02d}"
            terrain[name] = _LETTERS[letter.lower()]
            if letter.isupper():
                forts.add(name)
    for kind in ("forest", "marsh"):
        terrain.update(dict.fromkeys(_hexes(drawing.get(kind, "")), kind))
    for kind in ("city", "town"):
        for title, hexes in drawing.get(kind, {}).items():
            for hex in _hexes(hexes):
                terrain[hex] = "clear"
                places.append(f'{hex} {kind} "{title}"')
    german = set(_hexes(drawing.get("german", "")))
    if "front" in drawing:  # everything west of this column is German at the start
        german |= {h for h in terrain if int(h[:2]) < int(drawing["front"])}
    reserve = set(_hexes(drawing.get("reserve", "")))
    forward = set(terrain) - german - reserve
    front_line = _hexes(drawing["front-line"]) if "front-line" in drawing else []
    german_supply = _hexes(drawing["german-supply"]) if "german-supply" in drawing else [h for h in terrain if h[:2] == "01"]
    east = [h for h in terrain if int(h[:2]) == columns]
    soviet_supply = _hexes(drawing["soviet-supply"]) if "soviet-supply" in drawing else east
    lines = [
        "[board]", "name case", "title Case", "grid digits=CCRR stagger=columns shifted=even columns=east rows=south",
        "[maps]", f"main cols=1-{columns} rows=1-{depth}", "[hexes]",
        *(f"{h} {t}{' fort' if h in forts else ''}" for h, t in sorted(terrain.items())),
        "[places]", *places, "[sides]",
        *(f"{pair} {kind}" for kind in ("river", "reservoir") for pair in str(drawing.get(kind, "")).split()),
        "[areas]", f"german-start: {' '.join(sorted(german))}", f"forward-zone: {' '.join(sorted(forward))}",
        f"reserve-front: {' '.join(sorted(reserve))}", f"front-line: {' '.join(front_line)}",
        f"german-supply: {' '.join(german_supply)}", f"soviet-supply: {' '.join(soviet_supply)}",
    ]  # fmt: skip
    return Board.parse("\n".join(lines), "the board of the case", BOXES)


def _hexes(text: Any) -> list[str]:
    """`0101 0203-0205`: hexes and runs of hexes down a column."""
    found = []
    for word in str(text).split() if not isinstance(text, list) else map(str, text):
        first, dash, last = word.partition("-")
        if not dash:
            found.append(word.zfill(4))
            continue
        found += [f"{first[:2]}{row:02d}" for row in range(int(first[2:]), int(last[2:]) + 1)]
    return found


def _tables(case: dict[str, Any]) -> dict[str, Any]:
    """Our tables, with the turns and columns a case writes itself."""
    tables = copy.deepcopy(tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8")))
    for number, changes in case.get("track", {}).items():
        next(turn for turn in tables["turn"] if turn["number"] == int(number)).update(changes)
    for odds, results in case.get("crt", {}).items():
        next(column for column in tables["crt"]["column"] if column["odds"] == odds)["results"] = results.split()
    return tables


# ---------------------------------------------------------------- units

_UNIT = re.compile(r"(\S+) (\S+) (\d+-\d+)(?:/(\d+-\d+))?((?: \S+)*)")


def _unit_rows(case: dict[str, Any]) -> Iterator[dict[str, str]]:
    """`3pz panzer 8-5/4-3 reduced`: handle, type, factors, then words: reduced, untried, X, III, KG."""
    for units in case.get("units", {}).values():
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
    for k in range(1, int(case.get("kampfgruppen", 10)) + 1):
        yield {"handle": f"kg{k}", "designation": f"KG {k}", "side": "german", "type": "panzer", "size": "KG",
               "group": "kg", "full": "2-1", "reduced": "1-2", "entry": ""}  # fmt: skip


def _parse(text: str) -> tuple[str, str, str, str | None, list[str]]:
    found = _UNIT.fullmatch(text)
    if not found:
        raise BadCase(f"a unit reads: HANDLE TYPE 4-8/2-4 [reduced] [untried] [X|III|KG], not {text!r}")
    words = found[5].split()
    known(dict.fromkeys(words), ("reduced", "untried", "XX", "X", "III", "KG"), "a unit")
    return found[1], found[2], found[3], found[4], words


def _place(p: Play[DomState, DriveOnMoscow], case: dict[str, Any]) -> None:
    game, s = p.game, p.s
    initial_control(p)
    for kg in game.kampfgruppen:
        p.place(kg, game.kg_pool)
    for node, units in case.get("units", {}).items():
        where = game.board.node(str(node).zfill(4) if str(node).isdigit() else str(node))
        for text in reversed(units):  # the first named lies on top
            handle, _, _, reduced, words = _parse(text)
            unit = game.names.unit(handle)
            p.place(unit, where)
            s.steps[unit] = 1 if "reduced" in words or reduced is None else 2
            if "untried" in words:
                s.flags[unit] |= UNTRIED
            if "KG" in words:
                s.kind[unit] = game.panzer_kg if "panzer" in game.types[s.kind[unit]].traits else game.grenadier_kg
            if where < game.board.hexes:
                s.control[where] = game.side_of[unit]
                s.was_german[where] |= game.side_of[unit] == GERMAN
    for side, hexes in case.get("control", {}).items():
        for hex in _hexes(hexes):
            s.control[game.board.node(hex)] = game.sides.index(side)
            s.was_german[game.board.node(hex)] |= side == "german"
    for hex in _hexes(case.get("once german", "")):
        s.was_german[game.board.node(hex)] = True


# ---------------------------------------------------------------- phase

_VALUES = ("declared", "quota", "engaged")


def _set_values(p: Play[DomState, DriveOnMoscow], case: dict[str, Any]) -> None:
    s = p.s
    s.turn = int(case.get("turn", 2))
    s.active = p.game.sides.index(case.get("active", "german"))
    s.order = case.get("order", "move-fight")
    turn = p.game.track[s.turn]
    s.air = tuple(case["air"]) if "air" in case else (turn.air_german, turn.air_soviet)
    for name in _VALUES:
        setattr(s, name, int(case.get(name, 0)))


def _open_phase(p: Play[DomState, DriveOnMoscow], case: dict[str, Any]) -> None:
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
    p.s.forget()


# ---------------------------------------------------------------- expectations of this game


def _points(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, points in wanted.items():
        left = points_left(match.play, match.game.names.unit(str(handle)))
        if left != points:
            yield f"{handle} has {left} movement points left, not {points}"


def _movement_factors(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, factor in wanted.items():
        is_ = movement_factor(match.play, match.game.names.unit(str(handle)))
        if is_ != factor:
            yield f"{handle} has movement factor {is_}, not {factor}"


def _untried(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        is_ = bool(match.state.flags[match.game.names.unit(str(handle))] & UNTRIED)
        if is_ != yes:
            yield f"{handle} is {'untried' if is_ else 'a veteran'}"


def _track(match: Match, seen: list[Event], wanted: dict[int, dict[str, Any]]) -> Iterator[str]:
    game: Any = match.game
    for number, fields in wanted.items():
        for name, value in fields.items():
            is_ = getattr(game.track[int(number)], name)
            if (list(is_) if isinstance(is_, tuple) else is_) != value:
                yield f"{name} of turn {number} is {is_}, not {value}"


def _kinds(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """unit -> {type, size, factors, class, side, colour ...}: what its counter shows now."""
    for handle, fields in wanted.items():
        unit = match.game.names.unit(str(handle))
        shown = components.face(match.game.types[match.state.kind[unit]], match.state.steps[unit])
        for name, value in fields.items():
            if shown[name] != value:
                yield f"{name} of {handle} is {shown[name]!r}, not {value!r}"


def _source_distance(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """side -> hex -> distance to its nearest working source (10.26c)."""
    for side, hexes in wanted.items():
        for hex, far in hexes.items():
            is_ = distance_to_source(match.play, match.game.sides.index(side), match.game.names.node(str(hex)))
            if is_ != far:
                yield f"{hex} is {is_} hexes from a {side} source, not {far}"


CHECKS = charts.CHECKS | inventory.CHECKS | BATTLE_CHECKS | {
    "points": _points, "movement factor": _movement_factors, "untried": _untried, "track": _track, "counter": _kinds,
    "source distance": _source_distance,
}  # fmt: skip
