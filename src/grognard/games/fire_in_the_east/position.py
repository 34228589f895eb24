"""Positions of Fire in the East written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ...core.dice import ScriptedDice
from ...core.errors import BadCase
from ...core.match import Match
from ...core.play import Play
from ...core.positions import begin, mapping, one_of, options_of, place_units, units_of, whole_number
from . import FireInTheEast
from .case_board import draw, real
from .casework import air, battle, ground, home, lines
from .material import LAST_TURN, OWN_FILES, WEATHERS, P
from .rules import control, sequence, zones
from .rules.setup import initial_control
from .state import AXIS, SIDES, SOVIET, FireState

_CHAPTERS = (ground, lines, battle, home, air)
_KEYS = {key: lay_out for chapter in _CHAPTERS for key, lay_out in chapter.KEYS.items()}
_WORDS = {word: note for chapter in _CHAPTERS for word, note in chapter.WORDS.items()}
CHECKS = {name: check for chapter in _CHAPTERS for name, check in chapter.CHECKS.items()}

KEYS = (
    "start", "options", "seed", "seats", "board", "counters", "units", "control", "turn", "weather", "side", "phase", "surprise",
    "state", "dice", *_KEYS,
)  # fmt: skip
START_KEYS = ("seats",)

_NATIONS = ("german", "finnish", "hungarian", "italian", "rumanian", "slovakian", "soviet")
_SERVICES = ("army", "ss", "lw", "ss-police", "brandenburger", "regular", "guards", "nkvd", "winterized", "militia", "naval")
_SIZES = ("XX", "X", "III", "II", "I", "HQ", "cadre", "counter")
LIKE = "like="
_FACTORS = re.compile(r"\d+(-\d+)?-(\d+|R)|R")


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    if case.get("start"):
        return begin(_whole(), case)
    game = _game_of(case)
    play: P = Play(game, game.empty(), ScriptedDice(case.get("dice") or ()))
    play.s.options = options_of(game, case)
    lay_out(play, case)
    play.events.clear()
    return Match.from_state(game, play.s, play.dice, seating=case.get("seats"))


def lay_out(p: P, position: dict[str, Any]) -> None:
    """A position on the board of a game; whoever is not named is out of play."""
    _lay_out(p, position)
    _set_values(p, position)
    _open_phase(p, position)


@cache
def _whole() -> FireInTheEast:
    return FireInTheEast(board=real())


def _game_of(case: dict[str, Any]) -> FireInTheEast:
    """With `counters: real` all counters there are, else those that the case names alone."""
    board = draw(case.get("board") or {})
    if one_of(case, "counters", ("real", "named"), "named") == "real":
        return _whole() if board is real() else FireInTheEast(board=board)
    return FireInTheEast(board=board, units=[_row(text) for texts in units_of(case).values() for text in texts])


# ---------------------------------------------------------------- units


@cache
def _real_rows() -> dict[str, dict[str, str]]:
    """The lines of all real counters, by handle."""
    return {row["handle"]: dict(row) for row in _whole().rows}


@cache
def _types() -> frozenset[str]:
    return frozenset(row["type"] for row in OWN_FILES.csv("types.csv"))


def _row(text: str) -> dict[str, str]:
    """`HANDLE` of a real counter, perhaps with other factors (`ge1i 5-6`); `HANDLE like=REAL`, a counter more of a kind; or
    `HANDLE NATION TYPE SIZE [mot] [SERVICE] 8-6`, where the words of a type are joined by hyphens (`assault-engineer`)."""
    handle, *words = text.split()
    pattern = next((word.removeprefix(LIKE) for word in words if word.startswith(LIKE)), handle)
    row = {**_real_rows()[pattern], "handle": handle} if pattern in _real_rows() else _new_row(handle)
    known = {kind.replace(" ", "-"): kind for kind in _types()}
    for word in words:
        if word in _NATIONS:
            row |= {"nation": word, "side": "soviet" if word == "soviet" else "axis"}
            row["service"] = row["service"] or ("regular" if word == "soviet" else "army")
        elif word in _SERVICES:
            row["service"] = word
        elif word in known and not row["type"]:
            row["type"] = known[word]
        elif word in _SIZES and not (word == "cadre" and row["size"]):
            row["size"] = word
        elif word == "mot":
            row["motorized"] = "yes"
        elif word == "dot":
            row["supported"] = "yes"
        elif _FACTORS.fullmatch(word):
            numbers = word.split("-")
            row |= {"attack": numbers[0] if len(numbers) > 1 else "0", "defense": numbers[-2] if len(numbers) > 1 else "0"}
            row["movement"] = numbers[-1]
        elif not word.startswith(LIKE) and word.split("=")[0] not in _WORDS and word not in FireState.FLAGS:
            raise BadCase(f"{text!r}: {word!r} is no nation, type, size, factors or word ({', '.join(_WORDS)})")
    if not row["nation"] or not row["type"]:
        raise BadCase(f"a unit reads: HANDLE of the order of battle, or HANDLE NATION TYPE SIZE 8-6, not {text!r}")
    if (row["nation"], row["type"], row.get("size", "")) in _on_wheels():
        row["motorized"] = "yes"
    return row


@cache
def _on_wheels() -> frozenset[tuple[str, str, str]]:
    """Units that come motorized alone, so that `mot` need not be said."""
    found: dict[tuple[str, str, str], set[str]] = {}
    for row in OWN_FILES.csv("types.csv"):
        found.setdefault((row["nation"], row["type"], row["size"]), set()).add(row["motorized"])
    return frozenset(key for key, words in found.items() if words == {"yes"})


def _new_row(handle: str) -> dict[str, str]:
    columns = ("designation", "nation", "service", "type", "size", "motorized", "supported", "formation", "group")
    empty = dict.fromkeys(columns, "")
    return empty | {
        "handle": handle, "name": handle, "side": "", "attack": "0", "defense": "0", "movement": "0", "enters": "start",
        "line": "", "provenance": "reconstructed", "note": "",
    }  # fmt: skip


def _lay_out(p: P, case: dict[str, Any]) -> None:
    """Control as at the start, units where the case puts them, everything else out of play."""
    initial_control(p)
    for unit in range(len(p.game.pieces)):
        p.place(unit, p.game.out_of_play[p.side_of(unit)])
    placed = place_units(p, units_of(case), case.get("control"))
    for hex in range(p.game.board.hexes):
        if p.s.owner[hex] != p.s.control[hex]:
            p.s.set("owner", hex, p.s.control[hex])
    for unit, text in placed:
        for word in text.split()[1:]:
            stem, _, value = word.partition("=")
            if stem in _WORDS and not (stem == "cadre" and p.game.rows[unit]["size"] == "cadre"):
                _WORDS[stem](p, unit, value)
            elif word in FireState.FLAGS:
                p.s.mark((unit,), FireState.FLAGS[word])
    _settle(p)
    control.note_start_of_player_turn(p)
    for key, lay_out in _KEYS.items():
        if key in case:
            lay_out(p, case[key])


def _settle(p: P) -> None:
    """Hexes in an uncontested zone of control belong to whoever exerts it, as they would have in play."""
    for side in (AXIS, SOVIET):
        own, enemy = zones.of_side(p, side), zones.of_side(p, p.foe(side))
        alone = (own.grip > 0) & (enemy.grip == 0) & (enemy.count == 0) & ~p.game.neutral
        for hex in alone[: p.game.board.hexes].nonzero()[0].tolist():
            control.hold_all(p, (hex,), side)


# ---------------------------------------------------------------- values and phase


def _set_values(p: P, case: dict[str, Any]) -> None:
    s = p.s
    s.turn = whole_number(case, "turn", 4, LAST_TURN)
    s.weather = _weather(case.get("weather", "clear"))
    s.active = SIDES.index(one_of(case, "side", SIDES, "axis"))
    s.surprise = bool(case.get("surprise", False))
    if s.capital < 0 and "capital" not in case:
        s.capital = p.game.box["urals"]  # a government there is, so that nobody has to set one up
    for name, value in mapping(case, "state").items():
        if name not in FireState.VALUES:
            raise BadCase(f"there is no value {name!r} in a state; there are {', '.join(sorted(FireState.VALUES))}")
        setattr(s, name, _frozen(p, value))


def _frozen(p: P, value: Any) -> Any:
    """Lists as the tuples that a state holds, units by their handles."""
    if isinstance(value, list):
        return tuple(_frozen(p, one) for one in value)
    return p.game.handles.get(value, value) if isinstance(value, str) else value


def _weather(said: Any) -> tuple[str, str, str, str]:
    """`weather: mud`, or by zone from A to D: `weather: [snow, snow, frost, mud]`."""
    words = [said] * 4 if isinstance(said, str) else said
    if not isinstance(words, list) or len(words) != 4 or any(word not in WEATHERS for word in words):
        raise BadCase(f"weather is one of {', '.join(WEATHERS)}, or four of them for the zones A to D, not {said!r}")
    a, b, c, d = words
    return a, b, c, d


def _open_phase(p: P, case: dict[str, Any]) -> None:
    """Put the wanted step on the stack, with the rest of the game turn behind it. `phase` is a phase, which
    begins with its first step, or a step of the sequence of play."""
    wanted = str(case.get("phase", "movement"))
    table = "surprise" if p.s.surprise else "player"
    rows = sequence.TABLES[table]
    if wanted == "game turn":
        p.s.turn -= 1
        p.queue(("turn.begin",))
        return
    if wanted == "turn end":
        p.queue(("turn.end",))
        return
    steps = [row.step for row in rows]
    phases = [row.phase for row in rows]
    if wanted not in (*phases, *steps):
        raise BadCase(f"a phase is one of game turn, turn end, {', '.join(dict.fromkeys([*phases, *steps]))}, not {wanted!r}")
    at = phases.index(wanted) if wanted in phases else steps.index(wanted)
    side = p.s.active
    later = [("sequence", -1, "player", each, 0) for each in range(0 if p.s.surprise else side + 1, 2)]
    p.queue(("sequence", -1, table, side, at), *later, ("turn.end",))
