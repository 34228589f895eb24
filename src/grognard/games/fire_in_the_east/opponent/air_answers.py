"""Against enemy air units: patrol attacks, and interception where it does more harm than it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..air_charts import AirCharts, Result
from ..air_facts import air_war
from ..air_forecasts import Chances, expected, melee
from ..material import P
from ..rules import air_combat, dogfights, interception, patrols
from ..rules.airbases import capacity_left
from ..rules.flyer import Flyer
from ..rules.mission_table import Bombs, Purpose
from ..rules.sorties import flyer, is_guards, mission_of, model, nation, over
from .sight import Sight

#: What a loss counts against an air unit that is merely sent home.
LOSS = 3
#: The least chance for which a patrol attack is made on one that does not bomb.
LIKELY = 0.3


def patrol(match: Match) -> Advice:
    """The attack that succeeds most often, by the weakest fighter that can make it: it costs nothing but the fighter's turn."""
    p = match.play
    target = p.frame.args[0]
    options = [
        (patrols.chance(p, fighter, target), -model(p, fighter).attack, -fighter, node) for fighter, node in patrols.options(p)
    ]
    if options:
        chance, _, fighter, node = max(options)
        if chance >= LIKELY or mission_of(p, target).bombs is not Bombs.NONE:
            return Advice(Command("patrol", (-fighter,), (node,)), f"{chance:.0%} to turn it back")
    return Advice(Command("pass"), "too little chance of turning it back")


def interceptions(sight: Sight) -> Iterator[Advice]:
    """As many fighters as do most harm for what they risk, strongest first, where most bombers are first."""
    p, used = sight.p, set[int]()
    prey = interception.prey_hexes(p, sight.side)
    starts = Counter({p.s.loc[unit]: capacity_left(p, p.s.loc[unit]) for unit in interception.interceptors(p, ())})
    for node in sorted(prey, key=lambda node: (-prey[node], node)):
        free = [unit for unit in interception.interceptors(p, (node,)) if unit not in used]
        free.sort(key=lambda u: (-model(p, u).attack - model(p, u).defence, u))
        strong = _startable(p, free, starts)[: prey[node] + 2]
        best = max(range(len(strong) + 1), key=lambda count: (gain(p, sight.side, node, strong[:count]), -count))
        if best:
            used.update(strong[:best])
            starts.subtract(p.s.loc[unit] for unit in strong[:best])
            yield Advice(Command("intercept", tuple(strong[:best]), (node,)), "more of theirs would be stopped than of ours")


def _startable(p: P, units: Sequence[int], starts: Counter[int]) -> list[int]:
    """As many of these, in their order, as can still begin missions at their airbases."""
    left, found = Counter(starts), []
    for unit in units:
        left[p.s.loc[unit]] -= 1
        if left[p.s.loc[unit]] >= 0:
            found.append(unit)
    return found


def strike(match: Match) -> Advice:
    """Who would suffer more than he does to anybody in the mission force holds off; the others attack, one each."""
    p = match.play
    fight, charts = dogfights.fight_of(p), air_war(match.play.game).charts
    weak = [
        unit for unit in dogfights.may_hold(p)
        if max(_exchanged(charts, flyer(p, unit), flyer(p, prey)) for prey in fight.force) < 0
    ]  # fmt: skip
    if weak:
        return Advice(Command("hold", tuple(weak)), "they would suffer more than they do")
    return Advice(Command("fight"), "the mission force is worth the fire")


def _exchanged(charts: AirCharts, own: Flyer, other: Flyer) -> Fraction:
    """What one exchange of fire does to the other, less what it does to one's own."""
    return _harm([air_combat.shot(charts, own, other).chances]) - _harm([air_combat.shot(charts, other, own).chances])


def gain(p: P, side: int, node: int, hunters: Sequence[int]) -> Fraction:
    """What an interception does to them, less what it does to us."""
    there = [flyer(p, unit) for unit in over(p, node, p.foe(side))]
    screen, force = ([one for one in there if one.is_escort is escorts] for escorts in (True, False))
    facts = [Flyer(model(p, u), nation(p, u), Purpose.INTERCEPTION, guards=is_guards(p, u)) for u in hunters]
    fates = melee(air_war(p.game).charts, facts, screen, force)
    return _harm((*fates.screen, *fates.force)) - _harm(fates.hunters)


def _harm(fates: Sequence[Chances]) -> Fraction:
    return LOSS * expected(fates, Result.ELIMINATED) + expected(fates, Result.TURNED_BACK, Result.ABORTED)
