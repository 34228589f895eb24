"""Rules 26 and 27: the air chart: group allowances, culling, replacements, reinforcements, de-activation and activation.

Each national force goes through the procedure by itself (26.E). What is mandatory happens without a word: the groups that must be
formed, with the best air units coming back. What is left to the owner is said in the initial phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import AVAILABLE, BOXES, OVER_ENEMY, OVER_FRIENDLY, REMNANTS, air_war
from ..aircraft import FORCES, Aircraft, letter_of
from ..events.air import AllowanceChanged, Boxed
from ..material import P
from ..short_scenarios import Flight, cut
from ..state import INOPERATIVE, SOVIET
from .air_fates import culled, groups, worth
from .air_losses import come_down
from .sorties import LASTING, ROYAL, is_flying, model

SMALL = frozenset(FORCES) - {"german", "soviet"}  #: forces whose losses are grouped regardless of category if need be (27.F.5)
CULLED = -1  #: the group of those who were counted for culling
WITHDRAWN = -3  #: the group of those of whom one was withdrawn
TAKEN_OFF = -2  #: the group of those who were de-activated: too late for the replacements of this turn
RECOVERED = 5  #: disrupted group allowance per turn (31.F.2e)
RECOVERY_FROM = 2  #: Jul I 41
FORCE_NAMES = {
    "Luftwaffe": "german",
    "Finnish Air Force": "finnish",
    "Hungarian Air Force": "hungarian",
    "Italian Air Force": "italian",
    "Rumanian Air Force": "rumanian",
    "Slovakian Air Force": "slovakian",
    "Soviet Air Force": "soviet",
}


def forces_of(side: int) -> list[int]:
    """Numbers of a side's national forces."""
    return [number for number, force in enumerate(FORCES) if (force == "soviet") == (side == SOVIET)]


@rule("26.A", "26.A.1", "26.E")
def in_box(p: P, force: int, box: str) -> list[int]:
    """Air units of a national force in a box of the air chart."""
    war = air_war(p.game)
    node = war.box[int(FORCES[force] == "soviet")][box]
    units = war.array_of_force[force]
    found: list[int] = units[p.s.arrays.loc[units] == node].tolist()
    return found


@rule("26.B", "27.F.2", "35d")
def active(p: P, force: int) -> int:
    """Air units in play, inoperative ones included; gliders are never counted, nor is who flies under the Royal Air Force's
    allowance."""
    units, arrays = air_war(p.game).counted_of_force[force], p.s.arrays
    loc = arrays.loc[units]
    return int(np.count_nonzero((loc >= 0) & (loc < p.game.board.hexes) & ((arrays.sortie[units] & ROYAL) == 0)))


@rule("26.A.4", "31.F.2e")
def allowance(p: P, force: int) -> int:
    """Group allowance that is not disrupted."""
    return p.s.allowance[force] - (p.s.disrupted_allowance if FORCES[force] == "soviet" else 0)


@rule("26.A.4")
def markers(allowance: int) -> tuple[int, int]:
    """The boxes of the tens and the units marker."""
    return allowance // 10 * 10, allowance % 10


def change_allowance(p: P, force: int, by: int, rule: str) -> None:
    if by:
        now = list(p.s.allowance)
        now[force] = max(now[force] + by, 0)
        p.s.allowance = tuple(now)
        p.emit(AllowanceChanged(force=FORCES[force], allowance=now[force], side=int(FORCES[force] == "soviet"), rule=rule))


def to_box(p: P, unit: int, box: str, rule: str) -> None:
    """An air unit moves on the air chart; no box: it is gone for good."""
    side = p.side_of(unit)
    gone = not box or (model(p, unit).is_glider and box != AVAILABLE)
    if is_flying(p, unit):
        come_down(p, unit)
    p.s.sortie[unit] &= LASTING
    p.s.base[unit] = p.s.aim[unit] = -1
    p.s.clear((unit,), INOPERATIVE)
    p.place(unit, p.game.out_of_play[side] if gone else air_war(p.game).box[side][box])
    p.emit(Boxed(units=(unit,), box=box or "out of play", side=side, rule=rule), public=True)


# ---------------------------------------------------------------- the procedure


@rule("27", "26", "26.E", "27.F")
def run(p: P, side: int) -> None:
    """Withdrawals first (27.F.3), then culling, replacements and reinforcements of each force."""
    p.s.chart_moves = ()
    flights = cut(p.game, p.s.scenario).said.flights if p.s.scenario else None
    for force in forces_of(side):
        if flights is None:
            withdraw(p, force)
        cull(p, force)
        replace_losses(p, force)
        if flights is None:
            reinforce(p, force)
        else:
            _come_and_go(p, force, flights)
    if side == SOVIET:
        recover_allowance(p)


def _worst_first(p: P, units: Sequence[int]) -> list[int]:
    return sorted(units, key=lambda unit: (worth(model(p, unit)), unit))


@rule("27.A", "27.F.2")
def cull(p: P, force: int) -> None:
    """First a tenth of more than ten remnants is gone for good, then a tenth of more than ten available air units go to the
    remnants."""
    remnants = in_box(p, force, REMNANTS)
    available = [unit for unit in in_box(p, force, AVAILABLE) if not model(p, unit).is_glider]
    if culled(len(remnants)):
        record(p, remnants, REMNANTS, CULLED)
    if culled(len(available)):
        record(p, available, AVAILABLE, CULLED)
    for unit in _worst_first(p, remnants)[: culled(len(remnants))]:
        to_box(p, unit, "", "27.A")
    for unit in _worst_first(p, available)[: culled(len(available))]:
        to_box(p, unit, REMNANTS, "27.A")


@rule("27.B", "27.B.1", "27.B.2", "35d")
def replace_losses(p: P, force: int) -> None:
    """Mandatory as far as there are enough: four lost over friendly territory, three over enemy territory. The allowance of
    the Royal
    Air Force is never reduced: each group costs the force's own."""
    for box, size, back, remnants in ((OVER_FRIENDLY, 4, 2, 2), (OVER_ENEMY, 3, 1, 1)):
        lost: list[tuple[int, Aircraft]] = [(unit, model(p, unit)) for unit in in_box(p, force, box)]
        found = groups(lost, size, back, remnants, mixed=FORCES[force] in SMALL)
        grouped = {unit: number for number, group in enumerate(found, 1) for unit in group.units}
        for unit, _ in lost if found else ():
            record(p, (unit,), box, grouped.get(unit, 0))
        for group in found:
            for place, unit in enumerate(group.units):
                where = AVAILABLE if place < back else REMNANTS if place < back + remnants else ""
                to_box(p, unit, where, "27.B.1" if box == OVER_FRIENDLY else "27.B.2")
            change_allowance(p, force, -1, "27.B.1" if box == OVER_FRIENDLY else "27.B.2")


def record(p: P, units: Sequence[int], box: str, group: int) -> None:
    """Remember who was in a box when some of them were taken from it, so that their owner may choose others."""
    p.s.chart_moves = (*p.s.chart_moves, *((unit, box, group) for unit in units))


@rule("27.B", "27.A")
def swap(p: P, command: Command) -> None:
    """`swap A+B`: A and B change places: its owner would rather have lost or got back the other. They came from one box; of
    those that
    were replaced they are of one type or of one group."""
    check_swap(p, command.units)
    one, other = command.units
    if _is_withdrawn(p, one) != _is_withdrawn(p, other):
        _withdraw_instead(p, *((other, one) if _is_withdrawn(p, one) else (one, other)))
        return
    here, there = p.s.loc[one], p.s.loc[other]
    p.place(one, there)
    p.place(other, here)
    p.emit(Boxed(units=(one, other), box="each other's box", side=p.s.active, rule="27.B"), public=True)


@rule("27.B", "27.F.3")
def check_swap(p: P, units: Sequence[int]) -> None:
    """May these two change places?"""
    if len(set(units)) != 2 or len(units) != 2:
        raise Illegal("27.B", "name two air units that are to change places")
    one, other = units
    if not may_swap(p, one, other):
        raise Illegal("27.B", "they were not in one box, or not of one type")
    withdrawn = _is_withdrawn(p, one) != _is_withdrawn(p, other)
    in_play = any(0 <= p.s.loc[unit] < p.game.board.hexes for unit in units)
    if p.side_of(one) != p.s.active or (in_play and not withdrawn):
        raise Illegal("27.B", "both must still be on the air chart, or gone from it")


def _is_withdrawn(p: P, unit: int) -> bool:
    return p.s.loc[unit] == p.game.out_of_play[p.side_of(unit)] and any(group == WITHDRAWN for _, _, group in _moves(p, unit))


@rule("27.F.3")
def _withdraw_instead(p: P, leaving: int, staying: int) -> None:
    """Its owner would rather have withdrawn the other: from those in play or from the available box."""
    node, side = p.s.loc[leaving], p.side_of(leaving)
    broken = bool(p.s.flags[leaving] & INOPERATIVE)
    to_box(p, leaving, "", "27.F.3")
    p.place(staying, node)
    if broken:
        p.s.mark((staying,), INOPERATIVE)
    p.emit(Boxed(units=(staying,), box="the place of the other", side=side, rule="27.F.3"), public=True)


def may_swap(p: P, one: int, other: int) -> bool:
    """Might the procedure have taken either of them?"""
    return any(_is_alike(p, first, second) for first in _moves(p, one) for second in _moves(p, other))


def _moves(p: P, unit: int) -> list[tuple[int, str, int]]:
    return [entry for entry in p.s.chart_moves if entry[0] == unit]


def _is_alike(p: P, one: tuple[int, str, int], other: tuple[int, str, int]) -> bool:
    """Would the procedure have allowed the one in place of the other?"""
    if one[1] != other[1] or air_war(p.game).force[one[0]] != air_war(p.game).force[other[0]]:
        return False
    if TAKEN_OFF in (one[2], other[2]):
        return False
    if CULLED in (one[2], other[2]) or WITHDRAWN in (one[2], other[2]):
        return one[2] == other[2]
    return (one[2] == other[2] > 0) or model(p, one[0]).letter == model(p, other[0]).letter


def swappable(p: P, hexes: Sequence[int]) -> list[int]:
    most = p.game.board.hexes
    return sorted(
        {
            unit
            for unit, _, group in p.s.chart_moves
            if group == WITHDRAWN or (group != TAKEN_OFF and not 0 <= p.s.loc[unit] < most)
        }
    )


@rule("27")
def may_be_salvaged(p: P, unit: int) -> bool:
    """Replacement comes before de-activation: who has been de-activated in this phase waits for the next turn."""
    return all(group != TAKEN_OFF for _, _, group in _moves(p, unit))


@rule("27.B.3", "27.B")
def salvage(p: P, command: Command) -> None:
    """`salvage A+B+C+D+E`: of five remnants of one force the first becomes available, the others are gone for good."""
    units = command.units
    if len(set(units)) != 5:
        raise Illegal("27.B.3", "name five air units among the remnants, the one to come back first")
    force = air_war(p.game).force[units[0]]
    if force not in forces_of(p.s.active) or any(unit not in in_box(p, force, REMNANTS) for unit in units):
        raise Illegal("27.B.3", "all five must be remnants of one national force of yours")
    if not all(may_be_salvaged(p, unit) for unit in units):
        raise Illegal("27", "air units are replaced before any are de-activated, so these wait for the next turn")
    to_box(p, units[0], AVAILABLE, "27.B.3")
    for unit in units[1:]:
        to_box(p, unit, "", "27.B.3")


@rule("27.C", "26")
def reinforce(p: P, force: int) -> None:
    """Air units that are due become available, and allowances that are due are added."""
    title = p.game.turn_names.get(p.s.turn, "")
    for unit in air_war(p.game).units_of_force[force]:
        row = p.game.rows[unit]
        if (
            row.get("comes") == title
            and row.get("how", "") in ("reinforcement", "transfer-from-far-east")
            and _is_to_come(p, unit)
        ):
            to_box(p, unit, AVAILABLE, "27.C")
    for row in p.game.assets:
        if _is_allowance(row, title, force) and int(row["amount"]) > 0:
            change_allowance(p, force, int(row["amount"]), "27.C")


@rule("27.C", "27.F.3")
def _come_and_go(p: P, force: int, flights: Sequence[Flight]) -> None:
    """What a short scenario says of its own: air corps that come, or are called away with their allowance."""
    for flight in flights:
        if flight.turn == p.s.turn and flight.force == FORCES[force]:
            for handle in flight.units:
                to_box(p, p.game.handles[handle], AVAILABLE, "27.C")
            change_allowance(p, force, flight.allowance, "27.C" if flight.allowance > 0 else "27.F.3")


def _is_allowance(row: Mapping[str, str], turn: str, force: int) -> bool:
    """Is a line of the assets about the group allowance of a force in a turn?"""
    return row["kind"] == "group-allowance" and row["turn"] == turn and FORCE_NAMES.get(row["name"]) == FORCES[force]


def _is_to_come(p: P, unit: int) -> bool:
    return p.s.loc[unit] in (p.game.reinforcements[p.side_of(unit)], p.game.box.get(f"turn-{p.s.turn}", -2), -1)


@rule("27.F.3")
def withdraw(p: P, force: int) -> None:
    """Air units that must leave: from the available box, else from those in play; another model of the same type if there is
    none."""
    title = p.game.turn_names.get(p.s.turn, "")
    for row in p.game.air_calendar:
        if row["action"] == "withdraw" and row["turn"] == title and row["nationality"].lower() == FORCES[force]:
            for _ in range(int(row["count"])):
                found = _to_withdraw(p, force, row["model"])
                if found:
                    record(p, found, f"withdrawn {row['model']}", WITHDRAWN)
                    to_box(p, found[0], "", "27.F.3")
    for row in p.game.assets:
        if _is_allowance(row, title, force) and int(row["amount"]) < 0:
            change_allowance(p, force, int(row["amount"]), "27.F.3")


def _to_withdraw(p: P, force: int, wanted: str) -> list[int]:
    """Of whom one must leave; the first is taken if nobody says otherwise."""
    letter = letter_of(p.game.aircraft[wanted]["type"])
    at_hand = [*in_box(p, force, AVAILABLE), *in_play(p, force)]
    exact = [unit for unit in at_hand if model(p, unit).model == wanted]
    same_type = [unit for unit in at_hand if model(p, unit).letter == letter]
    return exact or _worst_first(p, same_type)


def in_play(p: P, force: int) -> list[int]:
    return [unit for unit in air_war(p.game).units_of_force[force] if 0 <= p.s.loc[unit] < p.game.board.hexes]


@rule("31.F.2e")
def recover_allowance(p: P) -> None:
    """Five of the disrupted group allowance return in each Soviet initial phase from Jul I 41 on."""
    if p.s.turn >= RECOVERY_FROM and p.s.disrupted_allowance:
        p.s.disrupted_allowance = max(p.s.disrupted_allowance - RECOVERED, 0)


def chart(p: P, side: int) -> Iterator[tuple[str, int, int, dict[str, int]]]:
    """The air chart of a side: force, allowance, active air units, and how many are in each box."""
    for force in forces_of(side):
        boxes = {box: len(in_box(p, force, box)) for box in BOXES}
        if p.s.allowance[force] or any(boxes.values()) or in_play(p, force):
            yield FORCES[force], allowance(p, force), active(p, force), boxes
