"""The position in which a short scenario begins after June 1941, or one that was cut from a campaign."""

from __future__ import annotations

from collections.abc import Callable

from ....core.errors import BadFile
from ..air_facts import PERMANENT, TEMPORARY
from ..aircraft import FORCES
from ..material import P
from ..rails import BUILT
from ..short_scenarios import Cut, Piece, expand, hexes_in
from ..state import AXIS, INOPERATIVE, RESERVE, SOVIET
from . import control, railways


def lay_out(p: P, found: Cut) -> None:
    """Everything where the scenario says; what it does not name is out of play."""
    start = found.said.start
    assert start is not None
    board, s = p.game.board, p.s
    for side, text in ((AXIS, start.axis), (SOVIET, start.soviet)):
        control.hold_all(p, [board.node(hex) for hex in expand(text)], side)
    s.fill("changed", (s.arrays.changed | hexes_in(board, start.axis)).astype(s.arrays.changed.dtype))
    for hex in (board.node(hex) for hex in expand(start.regauged)):
        s.set("track", hex, int(railways.lines(p).lines[hex]))
    for hex in (board.node(hex) for hex in expand(start.built)):
        s.set("track", hex, s.track[hex] | BUILT)
    for array, text, value in (
        ("broken", start.broken, 1), ("fort", start.forts, 1), ("airfield", start.airfields, PERMANENT),
        ("airfield", start.temporary, TEMPORARY),
    ):  # fmt: skip
        s.fill(array, (getattr(s.arrays, array) * found.area).astype(getattr(s.arrays, array).dtype))
        for name in expand(text):
            s.set(array, board.node(name), value)
    for name, count in start.resources.items():
        s.set("resource", board.node(name), count)
    for unit in range(len(p.game.pieces)):
        if p.game.is_air[unit] or (p.game.is_ship[unit] and s.loc[unit] >= 0):
            p.place(unit, p.game.out_of_play[p.side_of(unit)])
    s.allowance = tuple(start.allowance.get(force, 0) for force in FORCES)
    s.weather = start.weather
    for piece in found.pieces:
        _place(p, found, piece)
    control.note_start_of_player_turn(p)


def _place(p: P, found: Cut, piece: Piece) -> None:
    unit = p.game.handles.get(piece.unit)
    if unit is None:
        raise BadFile(f"{found.name}.csv: there is no unit {piece.unit!r}")
    if piece.place not in p.game.board.index:
        raise BadFile(f"{found.name}.csv: {piece.unit} is in {piece.place!r}, which is no hex or box")
    p.place(unit, p.game.board.node(piece.place))
    for word in piece.state.split():
        name, _, value = word.partition("=")
        if name not in STATES or not (value in p.game.handles if name == PART else value.isdecimal() or not value):
            raise BadFile(f"{found.name}.csv: {piece.unit}: {word!r} is none of {', '.join(STATES)}")
        STATES[name](p, unit, p.game.handles[value] if name == PART else int(value or 1))


def _cadre(p: P, unit: int, number: int) -> None:
    cadre = next((steps for steps, face in enumerate(p.game.printed_faces[unit]) if steps and face.cadre), 0)
    if cadre:
        p.s.set("steps", unit, cadre)


def _inoperative(p: P, unit: int, number: int) -> None:
    p.s.mark((unit,), INOPERATIVE)


def _reserve(p: P, unit: int, number: int) -> None:
    p.s.status[unit] |= RESERVE


def _value(array: str) -> Callable[[P, int, int], None]:
    def note(p: P, unit: int, number: int) -> None:
        if array == "steps" or array in p.s.WATCHED:
            p.s.set(array, unit, number)
        else:
            getattr(p.s, array)[unit] = number

    return note


#: words of the column `state`; the value of the last one is the handle of a division
PART = "of"
STATES: dict[str, Callable[[P, int, int], None]] = {
    "cadre": _cadre, "inoperative": _inoperative, "reserve": _reserve, "steps": _value("steps"),
    "unsupplied": _value("unsupplied"), "out": _value("turns_out"), "carries": _value("load"), PART: _value("whole"),
}  # fmt: skip
