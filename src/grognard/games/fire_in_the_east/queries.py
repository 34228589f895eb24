"""Questions a player asks while thinking, answered with their reasons."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.answers import Reach, ReachedHex, ZonesOf
from ...core.errors import Illegal, refusal
from . import queries_air
from .material import P
from .rules import movement, zones
from .state import ONE


def reach(p: P, units: Sequence[int]) -> Reach:
    """Cost and way of every hex the units can get to together, in movement points."""
    if units and all(p.game.is_air[unit] for unit in units):
        return queries_air.reach(p, units)
    names = p.game.board.names
    moving = p.s.phase in ("movement", "exploitation")
    closed = Illegal("4.C", "units move in the movement and exploitation phases")
    why = refusal(movement.check_group, p, units) if moving else closed
    if why is not None:
        return Reach({}, rule=why.rule, why=why.why)
    march = movement.march_of(p, units)
    found, budget = march.reach(), march.budget
    grip = zones.of_side(p, p.foe(p.side_of(units[0]))).grip
    rows = zip(found.nodes.tolist()[1:], found.costs.tolist()[1:], found.before.tolist()[1:], strict=True)
    hexes = {
        names[node]: ReachedHex(cost / ONE, names[back], (budget - cost) / ONE, bool(grip[node])) for node, cost, back in rows
    }
    return Reach(hexes, names[p.s.loc[units[0]]], budget / ONE)


def zones_of(p: P, side: int) -> ZonesOf:
    """The hexes on which a side's zones fall; nobody must stop there, leaving one costs points (6.A)."""
    found = zones.of_side(p, side).grip[: p.game.board.hexes].nonzero()[0].tolist()
    return ZonesOf(p.game.sides[side], [p.game.board.names[hex] for hex in found], [], "5")
