"""What the air war needs of board and counters, compiled once per material: models and nations of air units, airbases of
cities."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .air_charts import AirCharts, air_charts
from .aircraft import FORCES, Aircraft, aircraft
from .material import Material
from .state import AXIS, SIDES, SOVIET

TEMPORARY, PERMANENT = 1, 2
AIRFIELDS = {TEMPORARY: "temporary-airfield", PERMANENT: "permanent-airfield"}
#: where air units of a force come into play (27.E); Italians and Slovakians have no home on the map
HOMES = {
    "german": "greater-germany",
    "finnish": "finland",
    "hungarian": "hungary",
    "italian": "greater-germany",
    "rumanian": "rumania",
    "slovakian": "greater-germany",
    "soviet": "ussr",
}
BOXES = ("available", "eliminated-over-friendly", "eliminated-over-enemy", "remnants")
AVAILABLE, OVER_FRIENDLY, OVER_ENEMY, REMNANTS = BOXES


class AirWar:
    """All that follows from board and counters alone."""

    def __init__(self, game: Material) -> None:
        self.charts: AirCharts = air_charts(game.raw)
        self.models: list[Aircraft | None] = [
            aircraft(row) if air else None for row, air in zip(game.rows, game.is_air, strict=True)
        ]
        self.nation = [row["nation"] for row in game.rows]
        self.force = [FORCES.index(name) if name in FORCES else -1 for name in self.nation]
        air = [unit for unit, model in enumerate(self.models) if model is not None]
        self.units_of_side = [np.array([unit for unit in air if game.side_of[unit] == side], np.int16) for side in (AXIS, SOVIET)]
        self.units_of_force = [[unit for unit in air if self.force[unit] == force] for force in range(len(FORCES))]
        #: the same as arrays; gliders are never counted (26.B)
        self.array_of_force = [np.array(units, np.int16) for units in self.units_of_force]
        flying = [[unit for unit in units if not self.model(unit).is_glider] for units in self.units_of_force]
        self.counted_of_force = [np.array(units, np.int16) for units in flying]
        fighters = [unit for unit in air if self.model(unit).is_fighter]
        self.fighters_of_side = [np.array([u for u in fighters if game.side_of[u] == side], np.int16) for side in (AXIS, SOVIET)]
        self.movement = np.array([model.movement if model else 0 for model in self.models], np.int16)
        self.night_fighter = aircraft(game.aircraft["Me 110D"])
        self._compile_airbases(game)
        self.box = [{name: game.box.get(f"{side}-air-{name}", -1) for name in BOXES} for side in SIDES]
        #: where German air units are based that fly in the surprise turn (31.Fa)
        self.jump_off = game.board.mask("greater-germany") | game.board.mask("rumania")
        self.norway = game.board.mask("norway")
        self.home: dict[str, npt.NDArray[np.bool_]] = {force: game.board.mask(area) for force, area in HOMES.items()}

    def model(self, unit: int) -> Aircraft:
        """What is printed on an air unit."""
        found = self.models[unit]
        assert found is not None
        return found

    def _compile_airbases(self, game: Material) -> None:
        """The city (or fortress) of a hex is an airbase; airfields come on top of it."""
        board, capacity = game.board, self.charts.capacity
        self.city_capacity = np.zeros(board.nodes, np.int8)
        for place in board.places:
            kind: Any = place.kind
            if kind == "major-city":
                kind = "major-city-full-hex" if "full-hex" in place.tags else "major-city-partial-hex"
            if kind in capacity:
                self.city_capacity[place.hex] = max(self.city_capacity[place.hex], capacity[kind])
        #: airbases other than airfields have guns of their own here, while the Axis holds them (22.A.1)
        self.guarded = (board.mask("greater-germany") | board.mask("rumania")) & (self.city_capacity > 0)


def distances_from(game: Material, hex: int) -> npt.NDArray[np.int16]:
    """How far every hex is from one; airbases, of which it is asked again and again, are few."""
    key = "distances", hex
    if key not in game.kept:
        game.kept[key] = game.board.distances(np.array([hex], np.int16))[0].astype(np.int16)
    found: npt.NDArray[np.int16] = game.kept[key]
    return found


def air_war(game: Material) -> AirWar:
    """Worked out once per material."""
    found = game.kept.get("air-war")
    if found is None:
        found = game.kept["air-war"] = AirWar(game)
    return found
