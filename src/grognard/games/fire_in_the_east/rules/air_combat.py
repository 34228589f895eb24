"""Rule 21: air combat reckoned from facts: one shot, a series of exchanges; each by dice and as an exact distribution.

Whoever resolves an air combat hands in a function that rolls two dice; a preview asks for the chances. Both walk through the same
`Stand` of the single unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..air_charts import AirCharts, Limits, Result
from .flyer import Flyer, air_attack, air_defence, is_outflown
from .modifiers import Modifier

#: Chances of the sums of two dice.
TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
Roll = Callable[[], int]
Chances = dict[Result, Fraction]


class Shot(msgspec.Struct, frozen=True):
    """One attack of one air unit on another, before the dice."""

    differential: int
    column: Limits
    modifiers: tuple[Modifier, ...]

    @property
    def modifier(self) -> int:
        return sum(modifier.value for modifier in self.modifiers)

    def result(self, dice: int) -> Result:
        return self.column.result(dice + self.modifier)

    @property
    def chances(self) -> Chances:
        return chances_of(self.column, self.modifier)


def chances_of(column: Limits, modifier: int) -> Chances:
    """The distribution of a column of a table of two dice."""
    chances: Chances = {}
    for total, chance in TWO_DICE.items():
        result = column.result(total + modifier)
        chances[result] = chances.get(result, Fraction()) + chance
    return chances


@rule("21.B.3", "24.C")
def shot(charts: AirCharts, firer: Flyer, target: Flyer) -> Shot:
    """The differential picks the column; level bombers and the better pilots modify the dice."""
    differential = air_attack(firer) - air_defence(target)
    modifiers = []
    if firer.aircraft.is_fighter and target.aircraft.is_level_bomber:
        modifiers.append(Modifier("21.B.3", "a fighter fires at type B", -1))
    if firer.aircraft.is_level_bomber and target.aircraft.is_fighter:
        modifiers.append(Modifier("21.B.3", "type B fires at a fighter", 1))
    if is_outflown(firer, target):
        modifiers.append(Modifier("24.C", "the better pilots", -1))
    return Shot(differential, charts.combat_column(differential), tuple(modifiers))


@rule("21.B.1", "21.B.2.b")
class Stand(msgspec.Struct, frozen=True):
    """How a unit stands that several attack: whatever it has suffered counts at the end of the series, a loss at once."""

    worst: Result = Result.NO_EFFECT

    @property
    def may_fire(self) -> bool:
        """An abort silences it for the exchanges that follow; being turned back does not."""
        return self.worst < Result.ABORTED

    def after(self, result: Result) -> Stand:
        """A second abort is a loss."""
        if result is Result.ABORTED and self.worst is Result.ABORTED:
            return Stand(Result.ELIMINATED)
        return Stand(max(self.worst, result))


class Fire(msgspec.Struct, frozen=True):
    """A shot that was fired: by whom at whom (places in the lists handed in), its dice and what came of it."""

    firer: int
    target: int
    differential: int
    modifier: int
    dice: int
    result: Result


class Outcome(msgspec.Struct, frozen=True):
    """A series of exchanges that has been fought."""

    single: Result
    several: tuple[Result, ...]  #: in their order
    fire: tuple[tuple[int, bool, Shot, int, Result], ...]  #: exchange, by the single unit?, shot, dice, result


@rule("21.B.2.b", "21.B.2.c")
def fight(
    charts: AirCharts, single: Flyer, several: Sequence[Flyer], roll: Roll, *, silent: bool = False, single_fires: bool = True
) -> Outcome:
    """The exchanges of one unit with each of its opponents in turn; `silent`: the several may not fire.

    Fire of an exchange is simultaneous: both shots are fired before either counts. Opponents' own results count at the end of
    their exchange, so they matter to nobody else.
    """
    stand, results, fired = Stand(), [], []
    for number, other in enumerate(several):
        if stand.worst is Result.ELIMINATED:
            results.append(Result.NO_EFFECT)
            continue
        answers = single_fires and stand.may_fire
        suffered = Result.NO_EFFECT
        if not silent:
            attack = shot(charts, other, single)
            dice = roll()
            suffered = attack.result(dice)
            fired.append((number, False, attack, dice, suffered))
        dealt = Result.NO_EFFECT
        if answers:
            reply = shot(charts, single, other)
            dice = roll()
            dealt = reply.result(dice)
            fired.append((number, True, reply, dice, dealt))
        stand = stand.after(suffered)
        results.append(dealt)
    return Outcome(stand.worst, tuple(results), tuple(fired))


@rule("21.B.2.b", "21.B.2.c")
def expect(
    charts: AirCharts, single: Flyer, several: Sequence[Flyer], *, silent: bool = False, single_fires: bool = True
) -> tuple[Chances, tuple[Chances, ...]]:
    """The exact chances of what happens to the single unit and to each of the others."""
    stands: dict[Stand, Fraction] = {Stand(): Fraction(1)}
    others: list[Chances] = []
    for other in several:
        incoming: Mapping[Result, Fraction] = {Result.NO_EFFECT: Fraction(1)} if silent else shot(charts, other, single).chances
        reply = shot(charts, single, other).chances
        firing = sum((chance for stand, chance in stands.items() if single_fires and stand.may_fire), Fraction())
        dealt: Chances = {result: chance * firing for result, chance in reply.items()} if firing else {}
        dealt[Result.NO_EFFECT] = dealt.get(Result.NO_EFFECT, Fraction()) + 1 - firing
        others.append(dealt)
        following: dict[Stand, Fraction] = {}
        for stand, chance in stands.items():
            if stand.worst is Result.ELIMINATED:
                following[stand] = following.get(stand, Fraction()) + chance
                continue
            for result, share in incoming.items():
                then = stand.after(result)
                following[then] = following.get(then, Fraction()) + chance * share
        stands = following
    single_chances: Chances = {}
    for stand, chance in stands.items():
        single_chances[stand.worst] = single_chances.get(stand.worst, Fraction()) + chance
    return single_chances, tuple(others)


@rule("21.A", "24.A")
def screen_and_force(flyers: Sequence[Flyer]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places of those in the escort screen and of those in the mission force."""
    screen = tuple(place for place, flyer in enumerate(flyers) if flyer.is_escort)
    return screen, tuple(place for place, flyer in enumerate(flyers) if not flyer.is_escort)


@rule("21.B.2.a")
def matches(attackers: int, screen: int) -> list[tuple[int, int]]:
    """The allocation nobody has to choose: interceptor by interceptor around the screen, so that each escort has one first."""
    return [(place, place % screen) for place in range(attackers)] if screen else []


@rule("21.B.2.a")
def allocation_refusal(pairs: Sequence[tuple[int, int]], attackers: int, screen: int) -> str | None:
    """Why interceptors may not be allocated so: every one attacks somebody, and no escort has two while another has none."""
    if len({attacker for attacker, _ in pairs}) < attackers:
        return "every interceptor that attacks the screen is allocated against an escort"
    engaged = {escort for _, escort in pairs}
    if len(engaged) < min(attackers, screen):
        return "one interceptor is allocated against each escort before any gets a second"
    return None
