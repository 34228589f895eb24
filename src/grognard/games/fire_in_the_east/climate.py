"""The climate of Fire in the East for `core.weather`: tables of `data/charts.yaml`, zones of the board, what each does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...core.board import Board
from ...core.weather import Climate, Weather

CLEAR, MUD, FROST, SNOW = "clear", "mud", "frost", "snow"
ZONE_A, ZONE_B, ZONE_C, ZONE_D = range(4)
ZONES = ("zone-a", "zone-b", "zone-c", "zone-d")
#: one die for the Arctic, one for the three zones that pass their weather on
TABLES = {"zone_a": ZONES[:1], "zones_b_to_d": ZONES[1:]}
CODES = {"C": CLEAR, "M": MUD, "F": FROST, "S": SNOW, "N": "no-change"}


class Effects(msgspec.Struct, frozen=True):
    """What a condition does beyond the terrain chart (29.C)."""

    poor: bool  #: construction, regauging, drops and Axis repairs suffer
    armor: bool  #: armour effects may be used
    rough_flying: bool  #: temporary airfields hold one air unit, bombing strengths are halved
    snow: bool  #: rivers, lakes and ports may freeze


EFFECTS = {
    CLEAR: {"poor": False, "armor": True, "rough_flying": False, "snow": False},
    MUD: {"poor": True, "armor": False, "rough_flying": True, "snow": False},
    FROST: {"poor": True, "armor": True, "rough_flying": False, "snow": False},
    SNOW: {"poor": True, "armor": False, "rough_flying": True, "snow": True},
}

#: 36h: the game begins with clear weather everywhere; a trend does not matter before the first change
FAIR = Weather((CLEAR,) * 4, (CLEAR,) * 2, (False,) * 2)


def read_climate(charts: Mapping[str, Any], turns: Sequence[str], board: Board) -> Climate[Effects]:
    """The climate of the charts, whose turns are named by the titles of their boxes."""
    number = {title: turn for turn, title in enumerate(turns, 1)}
    said = charts["weather"]
    tables = []
    for name, zones in TABLES.items():
        turns_of = [{"number": number[title], "die": [CODES[code] for code in row]} for title, row in said[name].items()]
        tables.append({"zones": zones, "turn": turns_of})
    return Climate({"conditions": said["severity"], "table": tables, "effects": EFFECTS}, Effects, board)
