"""Small reckonings of chapters 17 and 23 to 27 from facts: escape, repair, crash landings, disruption, the air chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..aircraft import Aircraft
from .flyer import SOVIET, Flyer
from .modifiers import Modifier

POOR_WEATHER = frozenset({"mud", "frost", "snow"})
ESCAPES_ON = 3
GLIDER_BREAKS_ON = 5
CULLED_ABOVE = 10
SURPRISE_TO_FRIENDLY, SURPRISE_ABORTED = Fraction(1, 5), Fraction(1, 10)


@rule("17.B")
def escapes(die: int) -> bool:
    return die <= ESCAPES_ON


@rule("23")
def repair_modifiers(nation: str, *, guards: bool, temporary: bool, weather: str) -> Iterator[Modifier]:
    if temporary:
        yield Modifier("23", "at a temporary airfield", 1)
    if nation != SOVIET and weather in POOR_WEATHER:
        yield Modifier("23", f"Axis in {weather}", 1)
    if guards:
        yield Modifier("23", "Guards", -1)


@rule("23")
def is_repaired(die: int, nation: str, modifiers: Sequence[Modifier]) -> bool:
    """German air units on 3 or less, all others on 2 or less; a rolled 1 always repairs."""
    return die == 1 or die + sum(modifier.value for modifier in modifiers) <= (3 if nation == "german" else 2)


@rule("24.F.c")
def crashes(die: int, flyer: Flyer) -> bool:
    """A day air unit that comes back at night."""
    if not flyer.night or flyer.aircraft.is_night:
        return False
    return die >= (5 if flyer.nation == SOVIET and not flyer.guards else 6)


@rule("24.D")
def glider_breaks(die: int) -> bool:
    """When it lands with cargo at an airbase."""
    return die >= GLIDER_BREAKS_ON


class Jump(msgspec.Struct, frozen=True):
    """What the disruption of a drop depends on."""

    soviet: bool = False
    enemy: bool = False  #: onto enemy units or into enemy zones of control
    clear: bool = True
    weather: str = "clear"
    glider: bool = False
    infantry: bool = False  #: Soviet parachute infantry, by option
    option: bool = False  #: is that option in use?


@rule("25.A.a", "more-optional.2")
def jump_modifiers(jump: Jump) -> Iterator[Modifier]:
    if jump.enemy:
        yield Modifier("25.A.a", "onto the enemy", -1)
    if not jump.clear:
        yield Modifier("25.A.a", "not clear terrain", -1)
    if jump.soviet:
        yield Modifier("25.A.a", "Soviet drop", -1)
    if jump.weather in POOR_WEATHER:
        yield Modifier("25.A.a", jump.weather, -2)
    if jump.glider:
        yield Modifier("25.A.a", "glider", 1)
    if jump.infantry:
        yield Modifier("more-optional.2", "parachute infantry", -4)


class Landing(msgspec.Struct, frozen=True):
    """How a dropped unit has come down."""

    roll: int  #: modified
    disrupted: bool
    idle: bool  #: may not attack in this player turn, and is lost among enemies
    lost: bool


@rule("25.A.b", "more-optional.2")
def landing(die: int, jump: Jump, *, among_enemies: bool) -> Landing:
    roll = die + sum(modifier.value for modifier in jump_modifiers(jump))
    idle = roll <= -1
    return Landing(roll, roll <= 1, idle, (idle and among_enemies) or (jump.option and roll <= -3))


# ---------------------------------------------------------------- the air chart


class Group(msgspec.Struct, frozen=True):
    """Air units that undergo a replacement procedure together, best first: so many come back, go to the remnants, are gone."""

    units: tuple[int, ...]
    back: int
    remnants: int


@rule("27.A")
def culled(count: int) -> int:
    """A tenth of more than ten, rounded down."""
    return count // 10 if count > CULLED_ABOVE else 0


@rule("27.B.1", "27.B.2", "27.F.1", "27.F.5")
def groups(box: Sequence[tuple[int, Aircraft]], size: int, back: int, remnants: int, *, mixed: bool) -> list[Group]:
    """The groups of `size` that must be formed of a box: of one type where possible, else of one category; `mixed`: whatever is
    left of a small air force at last regardless of category. Within a group the best come first.
    """
    left = {unit: aircraft for unit, aircraft in box if not aircraft.is_glider}
    found: list[Group] = []

    def gather(key: object) -> None:
        while True:
            kinds: dict[object, list[int]] = {}
            for unit, aircraft in left.items():
                kinds.setdefault(key(aircraft) if callable(key) else key, []).append(unit)
            full = next((units for units in kinds.values() if len(units) >= size), None)
            if full is None:
                return
            chosen = sorted(full, key=lambda unit: (-worth(left[unit]), unit))[:size]
            for unit in chosen:
                del left[unit]
            found.append(Group(tuple(chosen), back, remnants))

    gather(lambda aircraft: aircraft.letter)
    gather(lambda aircraft: aircraft.category)
    if mixed:
        gather("any")
    return found


def worth(aircraft: Aircraft) -> int:
    """How good a model is, where its owner leaves the choice to the table."""
    bombs = 0 if aircraft.is_fighter else 2 * max(aircraft.tactical, aircraft.strategic)
    return aircraft.attack + aircraft.defence + bombs + (4 if aircraft.is_transport else 0)


@rule("31.F.2c", "31.F.2e")
def surprise_losses(attackers: int, soviet: int) -> tuple[int, int, int, int]:
    """Soviet air units lost, how many of them over friendly territory, German air units aborted, group allowance disrupted."""
    lost = min(attackers, soviet)
    return lost, int(lost * SURPRISE_TO_FRIENDLY), int(attackers * SURPRISE_ABORTED), lost // 2
