"""What a mission would cost before it is flown: who is lost on either side on average, and where its air units land."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from ...core.missions import MissionAsk, Toll
from ...core.shown import Line
from . import air_forecasts as outlook
from .air_charts import Result
from .material import P
from .rules import air_limits
from .rules.air_paths import flying_distances
from .rules.air_returns import AT_GOAL
from .rules.airbases import landing_places
from .rules.flyer import Flyer
from .rules.mission_table import Home, Mission, Purpose, return_range
from .rules.sorties import model, nation

#: When the air units of a mission go home, in words.
WHEN = {
    Home.AIR: "",
    Home.COMBAT: " after the combat phase",
    Home.INITIAL: " when your next turn begins",
    Home.MOVEMENT: " after the enemy's movement phase",
}


def tolls(
    p: P, wanted: MissionAsk, mission: Mission, facts: Sequence[Flyer], fire: Sequence[dict[str, Fraction]],
    fates: outlook.Melee | None,
) -> list[Toll]:  # fmt: skip
    """Air units lost on average if nobody comes, and if those come whom `fates` is about; patrols turn nobody back."""
    lost = [one.get(Result.ELIMINATED.letter, Fraction()) for one in fire]
    safe = [one.get(Result.NO_EFFECT.letter, Fraction()) for one in fire]
    own, theirs = p.s.active, p.foe(p.s.active)
    met = [fate.get(Result.NO_EFFECT, Fraction()) for fate in fates.force] if fates else []
    found = [Toll("own", own, _round(sum(lost, Fraction())))]
    if fates:
        shot = outlook.expected((*fates.screen, *fates.force), Result.ELIMINATED)
        then = sum((through * one for through, one in zip(met, lost, strict=True)), shot)
        found = [Toll("own", own, found[0].alone, _round(then))]
        found.append(Toll("theirs, in the air", theirs, 0, _round(outlook.expected(fates.hunters, Result.ELIMINATED))))
    if mission.purpose is Purpose.AIR_UNITS:
        alone = outlook.struck(p, wanted.hex, facts, safe)
        through = [a * b for a, b in zip(safe, met, strict=True)] if fates else []
        found.append(
            Toll("theirs, hit on the ground", theirs, _round(alone), _round(outlook.struck(p, wanted.hex, facts, through)))
            if fates else Toll("theirs, hit on the ground", theirs, _round(alone))
        )  # fmt: skip
    return found


def _round(number: Fraction) -> float:
    return round(float(number), 2)


def home(p: P, units: Sequence[int], mission: Mission, node: int, title: str, *, extended: bool) -> Line:
    """Where these land if nobody says otherwise: where they came from, or as near as they can; and how many others there are."""
    if mission.purpose in AT_GOAL:
        return Line("Land", f"in {title}", mission.rule)
    places = landing_places(p, p.side_of(units[0]))
    found: dict[int, None] = {}
    others: set[int] | None = None
    for unit in units:
        reach = return_range(model(p, unit), mission, extended=extended and mission.extended > 0)
        apart = flying_distances(p, node, air_limits.closed_to(p, nation(p, unit)), reach)
        usable = np.flatnonzero(places[: len(apart)] & (apart >= 0))
        open_to = air_limits.where_may_operate(p, (unit,), usable[np.argsort(apart[usable], kind="stable")])
        others = set(open_to) if others is None else others & set(open_to)
        found[p.s.loc[unit] if p.s.loc[unit] in open_to else open_to[0] if open_to else -1] = None
    if -1 in found:
        return Line("Home", "none within range: who finds none is lost", "18")
    to = ", ".join(_name(p, base) for base in found)
    more = len((others or set()) - found.keys())
    also = f", or {more} other {'airbase' if more == 1 else 'airbases'} that all can reach" if more else ""
    return Line("Home", f"to {to}{WHEN[mission.home]}{also}", "18")


def _name(p: P, node: int) -> str:
    return next((place.name for place in p.game.board.places if place.hex == node), p.game.board.names[node])
