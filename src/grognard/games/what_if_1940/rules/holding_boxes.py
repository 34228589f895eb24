"""12.1 to 12.4 The German Strategic Reserve: into the box, out of it onto both maps, and to Romania."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.events import Entered
from ..events import Captured, Transferred
from ..material import P
from ..state import GERMAN, GERMAN_EAST, GERMAN_WEST, SOVIET
from . import control, stacking, supply
from .counters import infantry_corps, name, on_map


@rule("12.1a")
def advance(p: P) -> None:
    """After airpower, what has just arrived becomes eligible to leave; then the transfers begin. Corps on a map are given up by
    its commander; those in the box obey the senior one."""
    p.pop()
    for unit in p.units(p.game.box["reserve-arrived"], GERMAN):
        p.place(unit, p.game.box["reserve-eligible"])
    p.push("transfer", GERMAN, posts=(GERMAN_WEST, GERMAN_EAST))


# ---------------------------------------------------------------- into the box


@rule("12.1b", "12.1c", "12.4b")
def recallable(p: P, hexes: Sequence[int]) -> list[int]:
    """Supplied infantry corps on either map or in Romania that have not left the box in this game turn."""
    inside = p.game.box["romania"]
    corps = [u for u in p.game.pieces_of_side[GERMAN] if infantry_corps(p, u) and u not in p.s.transferred]
    return [u for u in corps if p.s.loc[u] == inside or (on_map(p, u) and supply.supplied(p, u))]


@rule("12.1b", "12.1c", "12.4b")
def recall(p: P, command: Command) -> None:
    """Corps go into the part of the box for those just arrived."""
    for unit in command.units:
        if not infantry_corps(p, unit):
            raise Illegal("12.1b", f"{name(p, unit)} never goes into the Strategic Reserve")
        if unit in p.s.transferred:
            raise Illegal("12.1c", f"{name(p, unit)} has left the box in this game turn")
        if unit not in recallable(p, ()):
            raise Illegal("12.1b", f"{name(p, unit)} is not in supply on a map")
    for unit in command.units:
        p.place(unit, p.game.box["reserve-arrived"])
    p.s.transferred = (*p.s.transferred, *command.units)
    p.emit(Transferred(units=command.units, to="the Strategic Reserve", side=GERMAN, rule="12.1b"))


# ---------------------------------------------------------------- out of the box


@rule("12.1c")
def eligible(p: P, hexes: Sequence[int]) -> list[int]:
    """Corps that may leave for a map. The 7th Flieger Corps leaves by airdrop only."""
    return [u for u in p.units(p.game.box["reserve-eligible"], GERMAN) if u != p.game.flieger and u not in p.s.transferred]


@rule("3.10", "12.2a", "12.3a")
def entry_fault(p: P, hex: int) -> tuple[str, str] | None:
    """Why no corps can be placed in a hex, with the rule; None when one can, room apart. A town in the west need not be ours any
    more, as long as it is in supply."""
    game, s = p.game, p.s
    west, at_home = bool(game.west[hex]), bool(control.greater_germany(p)[hex])
    rule_id = "12.2a" if west else "12.3a"
    if s.foes[GERMAN][hex]:
        return rule_id, "the enemy is there"
    if game.board.mask("german-edge-west" if west else "german-edge-east")[hex]:
        return None
    if not game.built_up[hex] or not (at_home if west else s.control[hex] == GERMAN):
        return rule_id, "corps arrive on the map edge, or in a city or town of ours"
    if not at_home and not game.board.mask("rollbahn")[hex]:
        return rule_id, "outside Greater Germany they arrive on a Rollbahn"
    if any(s.foes[GERMAN][near] for near in game.board.adjacent(hex)):
        return rule_id, "the enemy is next to it"
    in_supply = (
        bool(supply.german_west(p)[hex]) if west else supply.german_east(p, hex) or bool(game.board.mask("baltic-coast")[hex])
    )
    return None if in_supply else (rule_id, "it is out of supply")


@rule("12.2a", "12.3a", "12.3d")
def entry_hexes(p: P, units: Sequence[int]) -> list[int]:
    near = (p.game.board.mask("german-edge-west") | p.game.board.mask("german-edge-east") | p.game.built_up).nonzero()[0].tolist()
    return [hex for hex in near if entry_fault(p, hex) is None and (not units or stacking.fits(p, units, hex))]


@rule("3.12c", "12.2a", "12.2b", "12.3a", "12.3b", "12.3d")
def deploy(p: P, command: Command) -> None:
    """Corps come out of the box onto a map and act there as any other in the rest of the turn."""
    hex = command.hexes[0]
    for unit in command.units:
        if unit not in eligible(p, ()):
            raise Illegal("12.1c", f"{name(p, unit)} cannot leave the Strategic Reserve for a map now")
    fault = entry_fault(p, hex)
    if fault is not None:
        raise Illegal(fault[0], f"no corps is placed in {p.game.board.names[hex]}: {fault[1]}")
    stacking.require(p, command.units, hex, "12.3d")
    for unit in command.units:
        p.place(unit, hex)
        control.enter(p, unit, hex)
    p.s.transferred = (*p.s.transferred, *command.units)
    p.emit(Entered(units=command.units, hex=hex, side=GERMAN, rule="12.1c"))


# ---------------------------------------------------------------- to Romania


def for_romania(p: P, hexes: Sequence[int]) -> list[int]:
    """Units that may go there: the 7th Flieger Corps too."""
    return [u for u in p.units(p.game.box["reserve-eligible"], GERMAN) if u not in p.s.transferred]


def romania_open(p: P) -> bool:
    """Have the Soviets once entered it?"""
    return p.s.invaded


@rule("12.4a", "12.4b")
def send_to_romania(p: P, command: Command) -> None:
    """In answer to the first Soviets there, or in a transfer phase after that."""
    if not p.s.invaded:
        raise Illegal("12.4b", "no German goes to Romania before the Soviets have entered it")
    for unit in command.units:
        if unit not in for_romania(p, ()):
            raise Illegal("12.4a", f"{name(p, unit)} is not eligible to leave the Strategic Reserve")
    for unit in command.units:
        p.place(unit, p.game.box["romania"])
    p.s.transferred = (*p.s.transferred, *command.units)
    p.emit(Transferred(units=command.units, to="Romania", side=GERMAN, rule="12.4a"))


@rule("12.4a", "12.8d")
def react(p: P) -> None:
    """The German is asked when Soviets enter a Romania without Soviets."""
    if for_romania(p, ()):
        p.push("reaction", GERMAN, posts=(GERMAN_EAST,))


@rule("12.8c", "12.8d")
def settle_ploesti(p: P) -> None:
    """With only Soviet units in Romania at the end of the step the oil fields are theirs for good; else nothing happens."""
    p.pop()
    node = p.game.box["romania"]
    if p.s.count[SOVIET][node] and not p.s.count[GERMAN][node] and not p.s.ploesti:
        p.s.ploesti = True
        p.emit(Captured(place="Ploesti", side=SOVIET, rule="12.8c"))
