"""What Typhoon 1941 says about what is to come: next phases, what can be lost, how supply runs."""

from __future__ import annotations

import numpy as np

from ...core.foresight import Foresight, Lines, Phase, Stake, copied
from ...core.march import RoadMarch
from ...core.rule import rule
from ...core.state import Frame
from .material import FULL_ZONE, LAST_TURN, P
from .rules import movement, supply
from .rules.aircraft import is_ready
from .rules.victory import FIRST_MOVE_GOALS, RUSSIAN_GOALS
from .rules.weather import forecast, frozen
from .state import ATTACKED, BONUS, DISRUPTED, FLOWN, FRESH, GERMAN, MOVED, RUSSIAN

#: by side: the step at which it names attacks, and the frame in the flow that says its player-turn is still to come
_ATTACK, _TURN = ("attack", "allocation"), ("german.turn", "russian.turn")
#: frames of a German player-turn after which Russian units recover
_RECOVERIES = {"recovery.begin", "recovery", "recovery.attacked"}


class TyphoonForesight(Foresight):
    stack = 2

    @rule("sequence.1", "sequence.17", "crt.4", "recovery.3", "recovery.4")
    def ahead(self, p: P, side: int, phase: Phase) -> P | None:
        """Of two attack phases in a player-turn the one before movement, or the one after it."""
        q = copied(p)
        s = q.s
        step = "movement" if phase is Phase.MOVE else _ATTACK[side]
        own = [frame.step for frame in s.flow] if s.active == side else []
        s.battle = s.mission = None
        if step in own:
            s.flow = s.flow[: own.index(step) + 1]
            return q
        waiting = {frame.step for frame in s.flow}
        if not (_TURN[side] in waiting or {"move.begin" if phase is Phase.MOVE else "attack.begin"} & {*own}):
            s.turn += 1
            if s.turn > LAST_TURN:  # there is no weather after it either
                return None
            _change_weather(p, q)
        if side == RUSSIAN and waiting & _RECOVERIES:
            s.clear_all(DISRUPTED)
        s.active, s.phase, s.attacks = side, "before" if phase is Phase.FIGHT else "operational", ()
        s.clear_all(MOVED | BONUS | ATTACKED | FLOWN | FRESH)
        s.flow = (Frame(step, side),)
        return q

    def march(self, p: P, unit: int) -> RoadMarch:
        return movement.march_of(p, unit)

    @rule("victory.2", "victory.3", "victory.4", "victory.6")
    def stakes(self, p: P) -> list[Stake]:
        """Three towns and the western edge for the German; Moscow and Voronezh, and after an Unhistorical First Move seven
        towns, for the Russian."""
        places, edge = p.game.places, tuple(np.nonzero(p.game.edge["west"])[0].tolist())
        lost = "loses the game if it is there in supply when your own turn is over"
        found = [Stake(name, (places[name],), GERMAN, "victory.4", lost, fatal=True) for name in RUSSIAN_GOALS if name in places]
        found.append(Stake("the western edge", edge, GERMAN, "victory.4", lost, fatal=True))
        if p.game.moscow >= 0:
            found.append(Stake("Moscow", (p.game.moscow,), RUSSIAN, "victory.2", lost, fatal=True))
        if "Voronezh" in places and p.s.held:
            found.append(Stake("Voronezh", (places["Voronezh"],), RUSSIAN, "victory.3", "gives up the Russian victory"))
        if p.s.first_move == "taken":
            together = "is one of seven towns that win the game together"
            found += [Stake(n, (places[n],), RUSSIAN, "victory.6", together) for n in FIRST_MOVE_GOALS if n in places]
        return found

    @rule("supply.1", "supply.2", "supply.3", "supply.4", "zoc.3", "disrupted.6")
    def lines(self, p: P, side: int) -> Lines:
        """A German line has a limited length, from an army that has such a line itself to a road or railway of its own edge; a
        Russian line has any length."""
        game, ice = p.game, int(frozen(p))
        closed, held = supply.blocked(p, side).view(np.uint8), p.s.arrays.count[side] > 0
        zone = game.zone_sides[ice, FULL_ZONE].view(np.uint8)
        passable, outcome = game.passable[ice].view(np.uint8), "moves and attacks feebly, and is lost when Disrupted"
        if side == GERMAN:
            hubs = np.array([p.s.loc[u] for u in supply.working_armies(p)], np.int16)
            edge, roads = supply.indices(game.edge["west"]), game.supply_line.view(np.uint8)
            return Lines(passable, closed, edge, "disrupted.6", outcome, length=supply.length(p), roads=roads, hubs=hubs,
                         zone=zone, held=held)  # fmt: skip
        sources = supply.russian_edge(p, "north", "east", "south").copy()
        if game.moscow >= 0 and p.s.control[game.moscow] == RUSSIAN:
            sources[game.moscow] = True
        return Lines(passable, closed, supply.indices(sources), "disrupted.6", outcome, zone=zone, held=held)

    @rule("victory.3", "victory.6")
    def lead(self, p: P, side: int, later: int = 0) -> float:
        """What has been let slip by the Russian makes a draw; the towns of an Unhistorical First Move win together."""
        towns = [p.game.places[name] for name in FIRST_MOVE_GOALS if name in p.game.places]
        taken = sum(p.s.control[hex] == GERMAN for hex in towns) / max(1, len(towns)) if p.s.first_move == "taken" else 0.0
        german = max(taken, 0.0 if p.s.held else 0.5)
        return german if side == GERMAN else -german

    def aircraft(self, p: P, side: int) -> int:
        return sum(is_ready(p, unit) for unit in p.game.air_of[side])


def _change_weather(p: P, q: P) -> None:
    """The weather of the coming turn where it is certain; else as it is."""
    weather = forecast(p, q.s.turn)
    if " " not in weather:
        q.s.weather = weather
        q.s.muds += weather == "mud"
        q.s.snows += weather == "snow"
