"""8.12 to 8.15, 8.22, 8.23 Where eliminated units go."""

from __future__ import annotations

from ..game import P


def eliminate(p: P, unit: int, rule: str, why: str = "") -> None:
    """A unit leaves the map: to the dead pile if it may come back, else out of play."""
    hex = p.s.loc.item(unit)
    side = p.side_of(unit)
    dotted = bool(p.game.is_dotted[p.s.kind.item(unit)])
    p.place(unit, p.game.gone[side] if dotted else p.game.dead[side])
    p.emit("eliminated", side=side, units=(unit,), hexes=(hex,), data=(why,) if why else (), rule=rule, public=True)
