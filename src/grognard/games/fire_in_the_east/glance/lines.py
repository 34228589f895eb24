"""What a player wants to know at a glance of railways, supply, engineers and the seas."""

from __future__ import annotations

from ....core.seats import Eyes
from ....core.shown import Line
from ..counters import FLOTILLA, SHIP
from ..material import P
from ..rules import railways, resource_points, sea_transport
from ..state import AT_SEA, AXIS, DEPLETED, HUNGRY, ISOLATED, ONE, PROVISIONS, REGULAR, SIDES, SPECIAL


def lines(p: P, eyes: Eyes) -> list[Line]:
    """Lines of the status: what the railways, the stores and the fleet can still do."""
    found = []
    for net in railways.nets_of(p, p.s.active):
        left, whole = (number / ONE for number in (railways.capacity_left(p, net), railways.capacity(p, net)))
        found.append(Line(f"Rail capacity, {railways.NETS[net]} net", f"{left:g} of {whole:g}", "7.A.4a"))
    names = p.game.board.names
    for side, word in enumerate(SIDES):
        hexes = resource_points.places(p, side)
        points = sum(p.s.resource[hex] for hex in hexes)
        found.append(Line(f"Resource points, {word}", str(points), "12.F", [names[hex] for hex in hexes]))
    if p.s.active == AXIS:
        found.append(Line("German naval transport", f"{sea_transport.german_room(p) / ONE:g}", "28.C.2c"))
    elif p.s.repair_points:
        found.append(Line("Naval repair points", str(p.s.repair_points), "28.F"))
    return found


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit on the map."""
    role = p.game.printed_faces[unit][0].role
    if role in (SHIP, FLOTILLA):
        bits = p.s.afloat[unit]
        state = ["at sea" if bits & AT_SEA else "in port"] if role == SHIP else []
        marks = {HUNGRY: "unsupplied", PROVISIONS: "carries supply"}
        hits = p.s.ship_hits[unit]
        return [*state, *(word for bit, word in marks.items() if bits & bit), *([f"{hits} hits"] if hits else [])]
    found = []
    if p.s.logistics[unit] & SPECIAL and not p.s.logistics[unit] & REGULAR:
        found.append("special supply")
    if p.s.flags[unit] & ISOLATED:
        found.append("isolated")
    if p.s.logistics[unit] & DEPLETED:
        found.append("depleted")
    if p.s.load[unit]:
        found.append(f"carries {p.s.load[unit]} resource points")
    if any(unit in site.engineers for site in p.s.sites):
        found.append("building")
    return found
