"""What a player wants to know at a glance of the air war."""

from __future__ import annotations

from ....core.seats import Eyes
from ....core.shown import Line
from ..material import P
from ..rules import air_replacement, standing_orders
from ..rules.mission_table import MISSIONS, Purpose
from ..rules.sorties import ABORTED, EXTENDED, GUARDS, NIGHT, ROYAL, TURNED_BACK, model
from ..state import INOPERATIVE, SIDES

_BITS = (
    (TURNED_BACK, "turned back"),
    (ABORTED, "aborted"),
    (EXTENDED, "extended range"),
    (NIGHT, "at night"),
    (GUARDS, "Guards"),
    (ROYAL, "Royal Air Force"),
)


def lines(p: P, eyes: Eyes) -> list[Line]:
    """Lines of the status: the air chart of both sides, harassment, and one's own standing orders."""
    found = []
    for side in (0, 1):
        for force, allowance, active, boxes in air_replacement.chart(p, side):
            told = f"{active} of {allowance} active, {boxes['available']} available, {boxes['remnants']} remnants"
            found.append(Line(f"{force.capitalize()} air units", told, "26.A"))
    if p.s.disrupted_allowance:
        found.append(Line("Soviet group allowance disrupted", str(p.s.disrupted_allowance), "31.F.2e"))
    for side, node, cost in p.s.harassed:
        name = p.game.board.names[node]
        found.append(
            Line(f"Harassed by the {SIDES[side].capitalize()}", f"{name}: {cost} movement points more", "20.F.2.e", [name])
        )
    mine = [order for side in eyes for order in standing_orders.of_side(p, side)]
    if mine:
        found.append(Line("Standing orders", ", ".join(sorted({order.kind for order in mine})), "20.A"))
    return found


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit on the map."""
    if not p.game.is_air[unit]:
        return []
    found = [model(p, unit).printed]
    if p.s.flags[unit] & INOPERATIVE:
        found.append("inoperative")
    if p.s.mission[unit]:
        found.append(MISSIONS[Purpose(p.s.mission[unit])].title)
    return [*found, *(word for bit, word in _BITS if p.s.sortie[unit] & bit)]
