"""What a unit is, as the position has it: its face, its place, its equivalents (3.A to 3.E)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ....core.rule import rule
from ..counters import Printed
from ..material import P
from ..state import ONE, SOVIET


@rule("designers-notes.ob.4")
def counted_size(p: P, unit: int) -> int:
    """Eighths of equivalents as rail capacity and the Finnish limit in the Arctic count them: if both players have agreed, the
    brigades of a Finnish division are half of one each."""
    shown = face(p, unit)
    halved = shown.nation == "finnish" and p.s.whole[unit] >= 0 and p.option("finnish-brigades") == "on"
    return 3 * ONE // 2 if halved else shown.equivalents


@rule("3", "14")
def face(p: P, unit: int) -> Printed:
    """What a unit shows: its whole counter, or its cadre."""
    return p.game.printed_faces[unit][p.s.steps[unit]]


def on_map(p: P, unit: int) -> bool:
    return 0 <= p.s.loc[unit] < p.game.board.hexes


def name(p: P, unit: int) -> str:
    """As refusals call it."""
    return f"{p.game.types[unit].name} ({p.game.pieces[unit].handle})"


def where(p: P, hex: int) -> str:
    return p.game.board.names[hex]


@rule("3.A")
def ground_units(p: P, node: int, side: int) -> list[int]:
    """The ground units of a side on a node, topmost first: no aircraft, no ships."""
    is_ground = p.game.is_ground
    return [unit for unit in p.units(node, side) if is_ground[unit]]


@rule("3.B", "3.B.1")
def is_german(p: P, unit: int) -> bool:
    """Of any German service; all other Axis units are allied ones."""
    return face(p, unit).nation == "german"


@rule("3.B.2")
def is_soviet(p: P, unit: int) -> bool:
    """Whatever its colour."""
    return p.side_of(unit) == SOVIET


@rule("3.D")
def equivalents(p: P, units: Iterable[int]) -> Fraction:
    """Regimental equivalents of units together."""
    return Fraction(sum(face(p, unit).equivalents for unit in units), ONE)


@rule("3.A.1", "3.A.2", "14.D")
def is_division(p: P, unit: int) -> bool:
    """A unit of division size; headquarters and cadres are not."""
    return face(p, unit).is_division


@rule("3.A.3")
def is_artillery(p: P, unit: int) -> bool:
    return face(p, unit).artillery != "no"


@rule("3.A.4", "14.D", "14.I")
def is_motorized(p: P, unit: int) -> bool:
    """Combat/motorized: by its type, or by the motorized symbol. Trucks are."""
    return face(p, unit).motorized


@rule("3.E", "14.D", "14.I")
def has_heavy_equipment(p: P, unit: int) -> bool:
    return face(p, unit).heavy_equipment
