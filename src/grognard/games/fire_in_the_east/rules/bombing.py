"""Rule 20.F: what bombs are worth and what they hit, reckoned from facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..air_charts import AirCharts
from .flyer import HALF, THIRD, Flyer
from .mission_table import Bombs, Purpose, tactical_strength
from .strength import Factor

FACES = range(1, 7)
POOR = frozenset({"mud", "snow"})
DOUBLE = Fraction(2)


@rule("20.F.2.a", "20.F.1", "20.F.2")
def printed_strength(flyer: Flyer) -> int:
    """What is printed for its mission."""
    kind = flyer.kind.bombs
    if kind is Bombs.STRATEGIC:
        return flyer.aircraft.strategic
    return tactical_strength(flyer.aircraft, flyer.mission) if kind is Bombs.TACTICAL else 0


@rule("20.Fc", "24.B", "24.F.c", "24.G", "29.C")
def factors(flyer: Flyer, weather: str) -> Iterator[Factor]:
    """What multiplies it, each with its rule; `weather` is that of the target hex."""
    if weather in POOR:
        yield Factor("20.Fc", weather, HALF)
    if flyer.extended:
        yield Factor("24.B", "extended range", THIRD)
    if flyer.night and not flyer.aircraft.is_night:
        yield Factor("24.F.c", "by day crews at night", HALF)
    if flyer.mission is Purpose.HARASSMENT and flyer.aircraft.letter == "H":
        yield Factor("24.G", "harassment bomber", DOUBLE)


def share_of(flyer: Flyer, weather: str) -> Fraction:
    """What is left of each printed point."""
    share = Fraction(1)
    for factor in factors(flyer, weather):
        share *= factor.times
    return share


def strength_of(flyer: Flyer, weather: str) -> Fraction:
    """Bombing strength as it counts; fractions are kept."""
    return printed_strength(flyer) * share_of(flyer, weather)


class Attack(msgspec.Struct, frozen=True):
    """Bombs on one target together: one die."""

    strength: Fraction
    hits_on: int
    modifier: int

    def hits(self, die: int) -> bool:
        return die + self.modifier >= self.hits_on

    @property
    def chance(self) -> Fraction:
        return Fraction(sum(self.hits(face) for face in FACES), len(FACES))


@rule("20.Fa", "20.Fb", "24.E")
def attack(charts: AirCharts, flyers: Sequence[Flyer], weather: str) -> Attack:
    """Strengths add up; dive bombers among themselves add one to the die."""
    strength = sum((strength_of(flyer, weather) for flyer in flyers), Fraction())
    dive = bool(flyers) and all(flyer.aircraft.letter == "D" for flyer in flyers)
    return Attack(strength, charts.hits_on(strength), int(dive))


def hits(attacks: Sequence[Attack]) -> dict[int, Fraction]:
    """The exact distribution of the number of hits."""
    chances = {0: Fraction(1)}
    for one in attacks:
        after: dict[int, Fraction] = {}
        for number, chance in chances.items():
            for hit, share in ((1, one.chance), (0, 1 - one.chance)):
                if share:
                    after[number + hit] = after.get(number + hit, Fraction()) + chance * share
        chances = after
    return chances


@rule("20.Fa")
def best_groups(charts: AirCharts, flyers: Sequence[Flyer], weather: str, wanted: int = 99) -> tuple[tuple[int, ...], ...]:
    """A grouping with many expected hits, of which no more than `wanted` count: for whoever does not group himself.

    Groups of one size each are tried, dive bombers among themselves, and everybody together.
    """
    dive = [place for place, flyer in enumerate(flyers) if flyer.aircraft.letter == "D"]
    others = [place for place in range(len(flyers)) if place not in dive]

    def chunks(places: Sequence[int], size: int) -> list[tuple[int, ...]]:
        return [tuple(places[at : at + size]) for at in range(0, len(places), size)]

    def worth(groups: Iterable[tuple[int, ...]]) -> Fraction:
        spread = hits([attack(charts, [flyers[place] for place in group], weather) for group in groups])
        return sum((min(number, wanted) * chance for number, chance in spread.items()), Fraction())

    choices = [
        chunks(dive, of_dive) + chunks(others, of_others)
        for of_dive in range(1, max(len(dive), 1) + 1)
        for of_others in range(1, max(len(others), 1) + 1)
    ]
    if dive and others:
        choices.append([tuple(range(len(flyers)))])
    return tuple(sorted(max(choices, key=worth)))


@rule("20.F.2.e")
def harassment_cost(points: Fraction) -> int:
    """One more movement point for every two points of bombs on the hex."""
    return int(points // 2)
