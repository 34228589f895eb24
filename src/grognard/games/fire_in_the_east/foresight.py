"""What Fire in the East says about what is to come: next phases, who can go where, who can attack what, what can be lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.foresight import Foresight, Phase, Stake, Traced, Weighed, between, clears, copied, placed
from ...core.movement import Movement
from ...core.paths import NEVER, Ints
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.state import Frame
from . import lines_ahead, preview
from .air_facts import air_war
from .home_front import home
from .material import P
from .rules import attack, axis_allies, control, movement, scenarios, stacking, victory
from .rules.units import face
from .state import AXIS, OF_A_PHASE, OF_A_PLAYER_TURN, SOVIET

#: Steps at which a side moves or fights, the present one of them first.
_STEPS = {Phase.MOVE: ("movement", "exploitation"), Phase.FIGHT: ("combat",), Phase.FIGHT_MOVED: ("combat",)}


class FireForesight(Foresight):
    """Everything on the map is open to both sides. Weather, supply and who flies are taken as they are now."""

    @rule("4", "4.A", "4.B")
    def ahead(self, p: P, side: int, phase: Phase) -> P | None:
        """The phase that lasts, or that of the side's next player turn. Nobody looks ahead while the armies are deployed."""
        if not p.s.turn or p.over:
            return None
        q = copied(p)
        s = q.s
        s.battle = s.dogfight = None
        own = [frame.step for frame in s.flow] if s.active == side else []
        for step in _STEPS[phase]:
            if step in own:
                s.flow = s.flow[: own.index(step) + 1]
                return q
        before = s.active == AXIS and side == SOVIET
        combat_to_come = s.active == side and phase is not Phase.MOVE and s.phase in ("initial", "movement", "air")
        movement_to_come = s.active == side and phase is Phase.MOVE and (s.phase == "initial" or s.surprise)
        if not (before or combat_to_come or movement_to_come):
            s.turn += 1
        if s.turn > scenarios.last_turn(q):
            return None
        s.active, s.phase, s.surprise = side, "movement" if phase is Phase.MOVE else "combat", False
        s.clear_all(OF_A_PHASE | OF_A_PLAYER_TURN)
        s.arrays.spent[:] = 0
        s.arrays.aboard[:] = 0
        control.note_start_of_player_turn(q)
        s.flow = (Frame(_STEPS[phase][0], side),)
        return q

    def march(self, p: P, unit: int) -> Movement:
        """As the rules say; ships and air units go to no hex where they could take anything."""
        if p.game.is_ground[unit]:
            return movement.march_of(p, (unit,))
        nowhere = np.full((p.game.board.nodes, 6), NEVER, movement.costs(p, unit).dtype)
        return Movement(p, (unit,), p.s.loc[unit], 0, nowhere, p.game.space.none, movement.why_not)

    @rule("37.Ba", "37.Bc")
    def stakes(self, p: P) -> list[Stake]:
        """Objectives: whole cities in the campaign, the places of a short scenario."""
        return [*(_places(p) if p.s.scenario else _objectives(p))]

    def lines(self, p: P, side: int) -> Traced:
        """Supply in segments is traced by the rules themselves."""
        return lines_ahead.lines(p, side)

    @rule("9.B.7", "8.B")
    def room(self, p: P, units: Sequence[int], targets: Sequence[int]) -> tuple[Ints, Ints]:
        """No more units attack from a hex than could stack in the one attacked."""
        return stacking.measured(p, units, p.side_of(units[0]) if units else AXIS, targets)

    @rule("9.B", "9.B.7", "8.Ba", "32.A.a")
    def together(self, p: P, target: int, units: Sequence[int], hexes: Sequence[int]) -> Sequence[int]:
        """Those who may attack at all, of nations that fight together, from each hex as many as could stack in both."""
        with placed(p, units, hexes):
            able = [unit for unit in units if attack.may(p, unit, target)]
            if axis_allies.mixed(p, able):
                able = _of_one_mind(p, able)
            return attack.strongest(p, target, able, within=True)

    @rule("9.A", "13a")
    def strike(
        self, now: P, p: P, target: int, units: Sequence[int], hexes: Sequence[int], eyes: Eyes, memory: dict[str, Any]
    ) -> Weighed | None:
        """As the table tells it once they stand there: an attack in a combat phase, an overrun while they move. Who is on the map
        is open to both sides; aircraft count that are over the hex already."""
        with placed(p, units, hexes):
            found = preview.odds(p, target, units)
        if found.why or not found.odds:
            return None
        (odds,) = found.odds
        return Weighed(found.attack, found.defence, odds, odds, odds, clears(found.results))

    @rule("37.B", "37.C")
    def lead(self, p: P, side: int, later: int = 0) -> float:
        """The points as they stand, between none and twice what is a victory of the Axis."""
        found = scenarios.current(p)
        levels = found.said.victory.levels if found is not None else home(p.game).charts.levels
        needed = min(least for least, name in levels if name.startswith(("Axis", "German")))
        axis = between(victory.standing(p), 0, 2 * needed)
        return axis if side == AXIS else -axis

    def aircraft(self, p: P, side: int) -> int:
        """Air units on the map."""
        units, loc = air_war(p.game).units_of_side[side], p.s.arrays.loc
        return int(((loc[units] >= 0) & (loc[units] < p.game.board.hexes)).sum())


@rule("32.A.a")
def _of_one_mind(p: P, units: Sequence[int]) -> list[int]:
    """Without the Hungarians, or without those with whom they do not fight, whichever leaves the stronger force."""
    hungarians = [unit for unit in units if face(p, unit).nation == "hungarian"]
    choices = [[unit for unit in units if unit not in hungarians]]
    choices.append([unit for unit in units if unit in hungarians or not axis_allies.mixed(p, (hungarians[0], unit))])
    return max(choices, key=lambda force: sum(face(p, unit).attack for unit in force))


def _objectives(p: P) -> Iterator[Stake]:
    front = home(p.game)
    worth = {name: (points, SOVIET) for name, points in front.charts.objectives.items()}
    worth |= dict.fromkeys(front.charts.axis_cities, (1, AXIS))
    for name, (points, side) in worth.items():
        hexes = tuple(hex for hex in front.cities[name].hexes if p.s.control[hex] == side) if name in front.cities else ()
        if hexes:
            yield Stake(name, hexes, side, "37.Ba" if side == SOVIET else "37.Bc", _counts(points))


def _places(p: P) -> Iterator[Stake]:
    found = scenarios.current(p)
    assert found is not None
    for hex, points in found.places.items():
        if p.s.control[hex] == SOVIET:
            yield Stake(_name(p, hex), (hex,), SOVIET, "", _counts(points))


def _name(p: P, hex: int) -> str:
    return next((place.name for place in p.game.board.places if place.hex == hex and place.name), p.game.board.names[hex])


def _counts(points: int) -> str:
    return f"counts {points} victory point{'' if points == 1 else 's'}"
