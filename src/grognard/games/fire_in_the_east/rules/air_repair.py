"""Rule 23: inoperative air units are repaired in the initial phase, one die each."""

from __future__ import annotations

from ....core.rule import rule
from ..air_facts import TEMPORARY, air_war
from ..events.air import RepairedAir
from ..material import P
from ..state import INOPERATIVE
from .air_fates import is_repaired, repair_modifiers
from .sorties import is_guards, nation, weather_at


@rule("23")
def is_at_temporary(p: P, unit: int) -> bool:
    """At an airbase that is nothing but a temporary airfield."""
    node = p.s.loc[unit]
    return p.s.airfield[node] == TEMPORARY and not air_war(p.game).city_capacity[node]


@rule("23", "esp.initial.4")
def repair_all(p: P, side: int) -> None:
    """Everybody tries: there is nothing to lose by it."""
    hexes = p.game.board.hexes
    for unit in air_war(p.game).units_of_side[side].tolist():
        node = p.s.loc[unit]
        if not (0 <= node < hexes and p.s.flags[unit] & INOPERATIVE) or p.s.mission[unit]:
            continue
        modifiers = tuple(
            repair_modifiers(
                nation(p, unit),
                guards=side == 1 and is_guards(p, unit),
                temporary=is_at_temporary(p, unit),
                weather=weather_at(p, node),
            )
        )
        if is_repaired(p.roll("repair", "23", side=side), nation(p, unit), modifiers):
            p.s.clear((unit,), INOPERATIVE)
            p.emit(RepairedAir(units=(unit,), hex=node, side=side, rule="23"), public=True)
