"""4.13 The expedition while it is in the Caucasus, and how it is cut off."""

from __future__ import annotations

import msgspec

from ....core.rule import rule
from ..events import CutOff
from ..material import P
from ..state import GERMAN, SOVIET, Expedition
from .losses import eliminate

UNDER_WAY, SUCCEEDED, RECALLED, DEFEATED = "under way", "succeeded", "recalled", "defeated"


def exits(p: P) -> tuple[int, ...]:
    """The five rough hexes in the south-east corner through which the expedition comes and goes."""
    areas = p.game.board.areas
    return areas["caucasus-exits"].hexes if "caucasus-exits" in areas else ()


def in_the_box(p: P) -> Expedition | None:
    """The expedition while it is neither back on the map nor destroyed."""
    expedition = p.s.expedition
    return expedition if expedition is not None and expedition.status in (UNDER_WAY, SUCCEEDED) else None


@rule("4.13c")
def defeat(p: P, why: str) -> None:
    """The expedition is cut off: its units go to the dead pile. Oil already won is kept, no more comes in."""
    expedition = in_the_box(p)
    if expedition is None:
        return
    p.s.expedition = msgspec.structs.replace(expedition, status=DEFEATED)
    p.emit(CutOff(why=why, side=SOVIET, rule="4.13c"))
    for unit in p.units(p.game.caucasus, GERMAN):
        eliminate(p, unit, rule="4.13c", why=why)


@rule("4.13c")
def exits_sealed(p: P) -> None:
    """Soviet units in all five exit hexes at the same time defeat the expedition."""
    if in_the_box(p) is None:
        return
    hexes = exits(p)
    if hexes and all(map(p.s.count[SOVIET].__getitem__, hexes)):
        defeat(p, "all exits are in Soviet hands")
