"""Which attacks to make when they compete for the same units: greedily, or all together by integer programming (HiGHS).

Each target may be attacked in several ways, with more or fewer units; a unit takes part in one attack at most. What the better
way of choosing is worth on positions of computer games is measured by tools/assignment.py and told in docs/players.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array


class Attack(msgspec.Struct, frozen=True):
    """A way to attack a target: who goes where for it, and what it is worth."""

    target: int
    marches: tuple[tuple[int, int], ...]  #: units, and the hex that each goes to
    worth: float
    odds: str = ""

    @property
    def units(self) -> tuple[int, ...]:
        return tuple(unit for unit, _ in self.marches)


def total(attacks: Sequence[Attack]) -> float:
    return sum(attack.worth for attack in attacks)


def greedy(attacks: Sequence[Attack]) -> list[Attack]:
    """The most valuable first, each with whoever is left for it."""
    found: list[Attack] = []
    used, done = set[int](), set[int]()
    for attack in sorted(attacks, key=lambda each: (-each.worth, each.target, each.marches)):
        if attack.worth > 0 and attack.target not in done and not used & {*attack.units}:
            found.append(attack)
            used |= {*attack.units}
            done.add(attack.target)
    return found


def together(attacks: Sequence[Attack]) -> list[Attack]:
    """Those that are worth most together."""
    attacks = [attack for attack in attacks if attack.worth > 0]
    if not attacks:
        return []
    units = {unit: row for row, unit in enumerate(sorted({unit for attack in attacks for unit in attack.units}))}
    targets = {hex: len(units) + row for row, hex in enumerate(sorted({attack.target for attack in attacks}))}
    rows = [row for a in attacks for row in (*(units[unit] for unit in a.units), targets[a.target])]
    columns = [column for column, a in enumerate(attacks) for _ in range(len(a.units) + 1)]
    shape = len(units) + len(targets), len(attacks)
    uses = csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
    found = milp(
        -np.array([attack.worth for attack in attacks]), integrality=np.ones(len(attacks)), bounds=Bounds(0, 1),
        constraints=LinearConstraint(uses, -np.inf, 1),
    )  # fmt: skip
    if found.x is None:
        return greedy(attacks)
    return [attack for attack, chosen in zip(attacks, found.x, strict=True) if chosen > 0.5]
