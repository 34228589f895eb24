"""Rules 27.F.4, 35d, 35e and more-optional.1: Soviet Guards, the Hurricane of the Royal Air Force, the German night fighter."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import AVAILABLE, air_war
from ..aircraft import FORCES
from ..events.air import MadeGuards
from ..material import P
from ..state import SOVIET
from .air_replacement import active, allowance, in_box, in_play, to_box
from .sorties import GUARDS, ROYAL, has, model, note
from .units import name

NIGHT_OPTION = "me-110d"


@rule("27.F.4")
def conversions(p: P) -> int:
    """How many air units may become Guards in this turn."""
    title = p.game.turn_names.get(p.s.turn, "")
    return sum(int(row["count"]) for row in p.game.air_calendar if row["action"] == "convert-to-guards" and row["turn"] == title)


@rule("27.F.4", "35e")
def make_guards(p: P, command: Command) -> None:
    """`guards UNITS`: active regular air units become Guards where they are, as they are."""
    turn, made = p.s.guards_made
    done = made if turn == p.s.turn else 0
    if p.s.active != SOVIET or len(command.units) + done > conversions(p):
        raise Illegal("27.F.4", f"{conversions(p)} air units may become Guards in this turn")
    for unit in command.units:
        if (
            p.side_of(unit) != SOVIET
            or not p.game.is_air[unit]
            or not 0 <= p.s.loc[unit] < p.game.board.hexes
            or has(p, unit, GUARDS)
        ):
            raise Illegal("27.F.4", f"{name(p, unit)} is no active regular Soviet air unit")
    for unit in command.units:
        note(p, unit, GUARDS)
        p.emit(MadeGuards(units=(unit,), side=SOVIET, rule="27.F.4"), public=True)
    p.s.guards_made = (p.s.turn, done + len(command.units))


def convertible(p: P, hexes: Sequence[int]) -> list[int]:
    if p.s.active != SOVIET or not conversions(p):
        return []
    return [unit for unit in in_play(p, FORCES.index("soviet")) if not has(p, unit, GUARDS) and p.s.mission[unit] == 0]


@rule("more-optional.1")
def take_night_fighter(p: P, command: Command) -> None:
    """`nightfighter UNIT`: once in the game an Me 110D takes the place of an Me 110E that arrives as a reinforcement."""
    if (p.s.options.get(NIGHT_OPTION) or p.game.defaults.get(NIGHT_OPTION)) != "on":
        raise Illegal("more-optional.1", "this optional rule is not in use")
    if p.s.night_fighter >= 0:
        raise Illegal("more-optional.1", "there is one such substitution in the game")
    if len(command.units) != 1 or command.units[0] not in night_fighters(p, ()):
        raise Illegal("more-optional.1", "name one Me 110E that has arrived in this turn")
    p.s.night_fighter = command.units[0]


def night_fighters(p: P, hexes: Sequence[int]) -> list[int]:
    """Me 110E that have become available in this turn, while there may be a substitution."""
    if (p.s.options.get(NIGHT_OPTION) or p.game.defaults.get(NIGHT_OPTION)) != "on" or p.s.night_fighter >= 0:
        return []
    title = p.game.turn_names.get(p.s.turn, "")
    return [
        unit for unit in in_box(p, 0, AVAILABLE) if model(p, unit).model == "Me 110E" and p.game.rows[unit].get("comes") == title
    ]


# ---------------------------------------------------------------- the Royal Air Force


@rule("35d", "35e")
def royal_arrives(p: P, unit: int) -> None:
    """The Hurricane of Sep I 41 brings the allowance it flies under along."""
    p.s.raf_allowance = 1
    note(p, unit, ROYAL)


@rule("35d", "35e")
def royal_leaves(p: P) -> None:
    """On Nov I 41 it joins the Soviet air force, and the available box if the Soviet allowance has no room for it."""
    soviet = FORCES.index("soviet")
    for unit in air_war(p.game).units_of_side[SOVIET].tolist():
        if has(p, unit, ROYAL):
            p.s.sortie[unit] &= ~ROYAL
            if 0 <= p.s.loc[unit] < p.game.board.hexes and active(p, soviet) > allowance(p, soviet):
                to_box(p, unit, AVAILABLE, "35d")
    p.s.raf_allowance = 0


@rule("35d")
def review(p: P) -> None:
    """After the procedure of the Soviet air force: is the time of the Royal Air Force over?"""
    if p.s.active == SOVIET and p.s.raf_allowance and _royal_is_due(p):
        royal_leaves(p)


def _royal_is_due(p: P) -> bool:
    title = p.game.turn_names.get(p.s.turn, "")
    return any(row["name"] == "RAF" and row["turn"] == title and int(row["amount"]) < 0 for row in p.game.assets)
