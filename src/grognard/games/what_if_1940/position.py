"""Positions of 1940: What If? written by hand, for cases and puzzles (docs/cases.md)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from ...core.dice import ScriptedDice
from ...core.errors import BadCase
from ...core.match import Match
from ...core.play import Play
from ...core.positions import begin, hexes, mapping, one_of, options_of, place_units, tables, units_of, whole_number
from ..assault.case_checks import checks
from . import WhatIf, expectations
from .case_board import draw
from .charts import LAST_TURN
from .material import OWN_FILES, P
from .rules import control, movement, neutrals, sequence
from .rules.counters import movement_factor
from .state import GERMAN, UNTRIED, WhatIfState

KEYS = (
    "start", "options", "seed", "seats", "board", "units", "control", "once german", "cleared", "forts", "belgium", "holland",
    "turn", "order", "phase", "air", "state", "dice", "track", "crt",
)  # fmt: skip
START_KEYS = ("seats", "board", "track", "crt")
_UNIT = re.compile(r"(\S+)((?: \S+)*)")
_FACTORS = re.compile(r"\d+-\d+(?:/\d+-\d+)?")
_WORDS = ("reduced", "tried", "untried", "frozen")
#: Values of the state that hold units, and hexes.
_UNITS, _HEXES = ("transferred", "portioned"), ("interdicted",)


def match_from(case: dict[str, Any]) -> Match:
    """The match a case starts with."""
    game = _game(*(msgspec.json.encode(part).decode() for part in _parts(case)))
    if case.get("start"):
        return begin(game, case)
    play: P = Play(game, game.empty(), ScriptedDice(case.get("dice", ())))
    play.s.options = options_of(game, case)
    lay_out(play, case)
    play.events.clear()
    return Match.from_state(game, play.s, play.dice, "campaign", seating=case.get("seats"))


def lay_out(p: P, position: dict[str, Any]) -> None:
    """A position on the board of a game; whoever is not named is out of play."""
    _lay_out(p, position)
    _set_values(p, position)
    _open_phase(p, position)


def _parts(case: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """What a game is made of: board, track, combat table, and counters with other factors than the printed ones."""
    factors = {handle: word for units in units_of(case).values() for handle, words in map(_parse, units) for word in words
               if _FACTORS.fullmatch(word)}  # fmt: skip
    board = case.get("board", "standard")
    return board, mapping(case, "track"), {str(odds): row for odds, row in mapping(case, "crt").items()}, factors


@lru_cache(maxsize=64)
def _game(board: str, track: str, crt: str, factors: str) -> WhatIf:
    """Most cases share a game."""
    changes: dict[str, str] = msgspec.json.decode(factors)
    rows = OWN_FILES.csv("units.csv")
    for row in rows:
        row["factors"] = changes.get(row["handle"], row["factors"])
    written = {"track": msgspec.json.decode(track), "crt": msgspec.json.decode(crt)}
    return WhatIf(board=draw(msgspec.json.decode(board)), tables=tables(OWN_FILES.toml("tables.toml"), written), units=rows)


# ---------------------------------------------------------------- units and ground


def _parse(text: str) -> tuple[str, list[str]]:
    """`ge1`, `ge1 reduced`, `ra5 tried`, `fr1 13-4/6-2`: handle, then words."""
    found = _UNIT.fullmatch(text)
    words = found[2].split() if found else [text]
    if not found or any(word not in _WORDS and not _FACTORS.fullmatch(word) for word in words):
        raise BadCase(f"a unit reads: HANDLE [{'|'.join(_WORDS)}] [4-6/2-3], not {text!r}")
    return found[1], words


def _lay_out(p: P, case: dict[str, Any]) -> None:
    """Ground as at the start, neutrals as the case has them, units where it puts them, everything else out of play."""
    game = p.game
    control.initial_control(p)
    control.place_garrisons(p)
    for unit, start in enumerate(game.start_of):
        waits = start in ("soviet-aside", "anglo-french-aside")  # counterparts of Juggernauts, tank corps
        p.place(unit, game.box[start if waits else "gone"])
    p.s.mark([*game.juggernauts, *game.red_on_white], UNTRIED)
    if one_of(case, "belgium", ("neutral", "frozen", "allied"), "neutral") != "neutral":
        (neutrals.freeze if case["belgium"] == "frozen" else neutrals.join_the_allies)(p)
    if one_of(case, "holland", ("neutral", "at war"), "neutral") != "neutral":
        neutrals.violate_holland(p)
    _place(p, case)
    for name, key in (("fort", "forts"), ("was_german", "once german")):
        for hex in hexes(case.get(key, "")):
            p.s.set(name, game.board.node(hex), True)
    for hex in hexes(case.get("cleared", "")):
        p.s.set("garrison", game.board.node(hex), False)


def _place(p: P, case: dict[str, Any]) -> None:
    """Whoever holds a hex has driven the other side's garrison out of it. Neutrals hold nothing."""
    before = p.s.arrays.control.copy()
    for unit, text in place_units(p, units_of(case), case.get("control")):
        _note(p, unit, _parse(text)[1])
        if neutrals.inert(p, p.side_of(unit)) and p.s.loc[unit] < p.game.board.hexes:
            p.control(p.s.loc[unit], int(before[p.s.loc[unit]]))
    now = p.s.arrays.control
    for hex in (now[: p.game.board.hexes] != before[: p.game.board.hexes]).nonzero()[0].tolist():
        p.s.set("garrison", hex, False)
        if now[hex] == GERMAN:
            p.s.set("was_german", hex, True)


def _note(p: P, unit: int, words: list[str]) -> None:
    if "reduced" in words:
        p.s.set("steps", unit, 1)
    if "tried" in words:
        p.s.clear((unit,), UNTRIED)
    if "frozen" in words:
        p.s.mark((unit,), WhatIfState.FLAGS["frozen"])


# ---------------------------------------------------------------- values and phase


def _set_values(p: P, case: dict[str, Any]) -> None:
    s = p.s
    s.turn = whole_number(case, "turn", 2, LAST_TURN)
    s.order = one_of(case, "order", (sequence.MOVE_FIGHT, sequence.FIGHT_MOVE), sequence.MOVE_FIGHT)
    s.air = _three(case.get("air", [0, 0, 0]))
    for name, value in mapping(case, "state").items():
        if name not in WhatIfState.VALUES:
            raise BadCase(f"there is no value {name!r} in a state; there are {', '.join(sorted(WhatIfState.VALUES))}")
        setattr(s, name, _value(p, name, value))


def _three(counts: Any) -> tuple[int, int, int]:
    if not isinstance(counts, list) or len(counts) != 3 or not all(isinstance(count, int) for count in counts):
        raise BadCase(f"air reads [GERMAN, SOVIET, ANGLO-FRENCH], not {counts!r}")
    german, soviet, allied = counts
    return german, soviet, allied


def _value(p: P, name: str, value: Any) -> Any:
    """A value of the state: units and hexes by their names."""
    if name in _UNITS:
        return tuple(map(p.game.names.unit, value))
    if name in _HEXES:
        return tuple(p.game.board.node(str(hex)) for hex in value)
    return tuple(value) if isinstance(value, list) else value


def _sides_of_phases(p: P) -> dict[str, int]:
    """Phases by name, with their side; the supply checks, which everybody has, are called after their side."""
    found = {"surprise": GERMAN, "order": GERMAN, "transfer": GERMAN}
    for side, steps in sequence.PLAYER_TURNS.items():
        word = p.game.sides[side]
        found |= {f"{word} {step}" if step == "supply-check" else step: side for _, step in steps} | {f"player turn {word}": side}
    return found


def _open_phase(p: P, case: dict[str, Any]) -> None:
    """Put the frames of the wanted phase on the stack, with the rest of the game turn behind it."""
    wanted = str(case.get("phase", "east.move"))
    players = [("player.begin", -1, side) for side in sequence.PLAYER_TURNS]
    sides = _sides_of_phases(p)
    if wanted == "game turn":
        p.s.turn -= 1
        p.queue(("turn.begin",))
    elif wanted == "turn end":
        p.queue(("turn.end",))
    elif wanted not in sides:
        raise BadCase(f"a phase is one of game turn, turn end, {', '.join(sides)}, not {wanted!r}")
    else:
        p.queue(*players[sides[wanted] :], ("turn.end",))
        _skip_to(p, wanted)


def _skip_to(p: P, wanted: str) -> None:
    """Open a player turn and leave out what comes before a phase."""
    if wanted.startswith("player turn"):
        return
    order = p.s.order
    sequence.begin_player_turn(p)
    if wanted == "order":
        return
    if p.frame.step == "order":
        p.pop()
    p.s.order = order
    sequence.lay_out_phases(p)
    first = "reserve.advance" if wanted == "transfer" else wanted.split()[-1]
    while p.frame.step != first and not (p.frame.step == "interdict.open" and p.frame.args[0] == first):
        if p.frame.step == "player.begin":
            raise BadCase(f"turn {p.s.turn} has no phase {wanted}")
        p.pop()


#: Results of the combat table, worst for the attacker first.
_WORTH = ("AL1", "AS", "DR", "BB", "DE")
CHECKS = checks(movement.points_left, movement_factor, _WORTH, OWN_FILES.csv("units.csv")) | expectations.CHECKS
