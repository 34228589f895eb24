"""Rule 31.F.2: the surprise attack on the Soviet air force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.paths import spread
from ....core.rule import rule
from ..air_facts import AVAILABLE, OVER_FRIENDLY, REMNANTS, air_war
from ..aircraft import FORCES
from ..events.air import StruckBySurprise
from ..material import P
from ..state import AXIS, INOPERATIVE, SOVIET
from . import air_activation, air_replacement, air_setup
from .air_fates import surprise_losses, worth
from .air_paths import LONGEST, nothing_closed, steps_of_one
from .airbases import airbases, capacity, is_friendly
from .sorties import model
from .units import name

SOVIET_FORCE = FORCES.index("soviet")


@rule("31.F.2", "31.F.2c", "31.F.2e")
def strike(p: P) -> None:
    """One Soviet air unit is lost for each attacker, a fifth of them over friendly territory, the rest on the ground; a tenth
    of the
    attackers are aborted; half the losses disrupt the Soviet group allowance. All by lot."""
    p.pop()
    targets = air_replacement.in_box(p, SOVIET_FORCE, AVAILABLE)
    attackers = p.s.surprise_attackers
    lost, friendly, aborted, disrupted = surprise_losses(len(attackers), len(targets))
    if not attackers:
        return
    victims = p.shuffled(sorted(targets))[:lost]
    for place, unit in enumerate(victims):
        air_replacement.to_box(p, unit, OVER_FRIENDLY if place < friendly else REMNANTS, "31.F.2c")
    p.s.mark(p.shuffled(sorted(attackers))[:aborted], INOPERATIVE)
    p.s.disrupted_allowance += disrupted
    p.emit(
        StruckBySurprise(
            attackers=len(attackers),
            lost=lost,
            over_friendly=friendly,
            aborted=aborted,
            disrupted=disrupted,
            side=AXIS,
            rule="31.F.2c",
        )
    )


# ---------------------------------------------------------------- deployment afterwards


@rule("31.F.2d")
def deploy_soviet(p: P, command: Command) -> None:
    """Soviet air units come into play at any Soviet-controlled airbase in the USSR, up to the allowance that is not disrupted."""
    node = command.hexes[0]
    if not is_friendly(p, node, SOVIET) or not p.game.ussr[node] or capacity(p, node) == 0:
        raise Illegal("31.F.2d", "Soviet air units deploy at Soviet-controlled airbases in the USSR")
    waiting = air_replacement.in_box(p, SOVIET_FORCE, AVAILABLE)
    for unit in command.units:
        if unit not in waiting:
            raise Illegal("31.F.2d", f"{name(p, unit)} is not available")
    room = air_replacement.allowance(p, SOVIET_FORCE) - air_replacement.active(p, SOVIET_FORCE)
    if len([unit for unit in command.units if not model(p, unit).is_glider]) > room:
        raise Illegal("26.B", f"the group allowance leaves room for {room}")
    for unit in command.units:
        air_activation.place_active(p, unit, node)


def soviet_waiting(p: P, hexes: Sequence[int]) -> list[int]:
    if air_replacement.allowance(p, SOVIET_FORCE) <= air_replacement.active(p, SOVIET_FORCE):
        return []
    return air_replacement.in_box(p, SOVIET_FORCE, AVAILABLE)


def soviet_places(p: P, units: Sequence[int]) -> list[int]:
    return [int(node) for node in np.flatnonzero(airbases(p, SOVIET) & p.game.ussr) if capacity(p, int(node))]


@rule("31.F.2d")
def deploy_attackers(p: P, command: Command) -> None:
    """The attackers come back to any airbases in Greater Germany and Rumania."""
    node = command.hexes[0]
    if node not in german_places(p, ()):
        raise Illegal("31.F.2d", "the attackers return to airbases in Greater Germany and Rumania")
    for unit in command.units:
        if unit not in p.s.surprise_attackers:
            raise Illegal("31.F.2d", f"{name(p, unit)} took no part in the surprise attack")
    bring_back(p, command.units, node)


def bring_back(p: P, units: Sequence[int], node: int) -> None:
    p.s.surprise_attackers = tuple(unit for unit in p.s.surprise_attackers if unit not in units)
    for unit in units:
        air_activation.place_active(p, unit, node)


def german_places(p: P, units: Sequence[int]) -> list[int]:
    found = airbases(p, AXIS) & air_war(p.game).jump_off
    return [int(node) for node in np.flatnonzero(found) if capacity(p, int(node))]


@rule("31.F.2d")
def deploy_rest(p: P, side: int) -> None:
    """Whoever is left goes where he was in history, if there is an airbase with room, or near the front, and no more than each
    airbase
    can send up."""
    places = german_places(p, ()) if side == AXIS else soviet_places(p, ())
    if not places:
        return
    past = air_setup.history(p)
    free = {node: capacity(p, node) for node in places}
    for unit in air_war(p.game).units_of_side[side].tolist():
        if p.s.loc[unit] in free:
            free[p.s.loc[unit]] -= 1
    by_front = sorted(places, key=lambda node: (_to_front(p, node, side), node))
    for unit in _left(p, side, list(past)):
        node = past.get(unit, -1)
        if free.get(node, 0) < 1:
            node = next((place for place in by_front if free[place] > 0), by_front[-1])
        free[node] -= 1
        if side == AXIS:
            bring_back(p, (unit,), node)
        else:
            air_activation.place_active(p, unit, node)


def _left(p: P, side: int, order: Sequence[int]) -> list[int]:
    """Who still waits, in the order of history, then the best first."""
    if side == AXIS:
        return sorted(p.s.surprise_attackers)
    room = max(air_replacement.allowance(p, SOVIET_FORCE) - air_replacement.active(p, SOVIET_FORCE), 0)
    rank = {unit: at for at, unit in enumerate(order)}
    found = sorted(soviet_waiting(p, ()), key=lambda unit: (rank.get(unit, len(rank)), -worth(model(p, unit)), unit))
    return found[:room]


def _to_front(p: P, node: int, side: int) -> int:
    """Hexes to the nearest hex of the enemy as the war begins, at least three to be safe from a raid."""
    apart = p.game.kept.get(("front", side))
    if apart is None:
        enemy = np.flatnonzero((~p.game.ussr if side == SOVIET else p.game.ussr)[: p.game.board.hexes]).astype(np.int16)
        apart = spread(p.game.board.neighbours, steps_of_one(p), nothing_closed(p), enemy, LONGEST)
        p.game.kept["front", side] = apart
    return max(int(apart[node]), 3)
