"""8.12, 8.13, 8.16 Replacements and comb-outs."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ...assault import phases
from ..events import Combed, Reclaimed
from ..material import P
from ..state import GERMAN, SOVIET, TRANSFERRED
from . import manstein
from .counters import is_axis_satellite, name
from .ground import mechanized
from .reinforcements import entry_hexes, place_new, require_entry

#: The summers in which one comb-out each may be made.
_SUMMERS = {1943: range(17, 21), 1944: range(25, 29)}


@rule("8.12a", "8.12b", "12.4", "4.17a")
def allot(p: P, side: int) -> None:
    """The replacements of this turn: mechanized, others. What is not used is lost."""
    if p.s.scenario == "road-back" and p.s.turn < 14:
        p.s.replacements = (0, 0)
    else:
        p.s.replacements = manstein.german_replacements(p) if side == GERMAN else p.game.track[p.s.turn].soviet_replacements


@rule("8.12b")
def steps_left(p: P, side: int, mech: bool) -> int:
    """Steps for one class. The Soviet may spend mechanized steps on other units, nobody the reverse."""
    vehicles, others = p.s.replacements
    if mech:
        return vehicles
    return others + vehicles if side == SOVIET else others


@rule("8.12a", "8.12c", "8.13", "8.15")
def reclaimable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the dead pile for which there is a step."""
    side = p.frame.side
    dead = [u for u in p.units(p.game.dead[side], side) if not is_axis_satellite(p, u)]
    return [u for u in dead if steps_left(p, side, mechanized(p, u)) > 0]


@rule("8.13", "8.1c", "8.8")
def reclaim_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """A reclaimed unit enters like a reinforcement; a Soviet one may go to the RVGK box instead, if it can be paid for."""
    if not is_legal(_after_paying, p, p.frame.side, units):
        return []
    box = [p.game.rvgk] if p.frame.side == SOVIET else []
    return [*entry_hexes(p, units), *box]


@rule("8.12a", "8.12b", "8.12c", "8.13", "8.15", "8.16")
def replace(p: P, command: Command) -> None:
    """Reclaim units from the dead pile, one step each."""
    side, hex = p.frame.side, command.hexes[0]
    for unit in command.units:
        if p.s.loc[unit] == p.game.gone[p.side_of(unit)]:
            raise Illegal("8.12c", f"{name(p, unit)} is out of the game for good")
        if unit not in p.units(p.game.dead[side], side):
            raise Illegal("8.12a", f"{name(p, unit)} is not in the dead pile")
        if is_axis_satellite(p, unit):
            raise Illegal("8.15", f"{name(p, unit)} is a satellite army and is not rebuilt")
    left = _after_paying(p, side, command.units)
    if not (side == SOVIET and hex == p.game.rvgk):
        require_entry(p, command.units, hex)
    p.s.replacements = left
    place_new(p, command.units, hex)
    p.emit(Reclaimed(units=command.units, hex=hex, side=side, rule="8.13"))


@rule("8.12a", "8.12b")
def _after_paying(p: P, side: int, units: Sequence[int]) -> tuple[int, int]:
    """The steps that remain, or a refusal."""
    vehicles, others = p.s.replacements
    for unit in units:
        if mechanized(p, unit) or (side == SOVIET and not others):
            vehicles -= 1
        else:
            others -= 1
        if vehicles < 0 or others < 0:
            raise Illegal(_short(p), f"there is no replacement step left for {name(p, unit)}")
    return vehicles, others


def _short(p: P) -> str:
    return "8.16" if p.frame.step == "comb-out.arrivals" else "8.12b"


# ---------------------------------------------------------------- 8.16 comb-outs


@rule("8.16", "5.8")
def summer(p: P) -> int:
    """The year whose comb-out could be declared now, 0 for none."""
    year = next((year for year, turns in _SUMMERS.items() if p.s.turn in turns), 0)
    return 0 if f"comb-out-{year}" in p.s.once else year


@rule("8.16")
def begin_german_turn(p: P) -> None:
    """At the start of his player turn the German may comb out his rear areas."""
    p.pop()
    p.s.clear_all(TRANSFERRED)
    if summer(p):
        p.push("comb-out", GERMAN)


@rule("8.16")
def comb_out(p: P, command: Command) -> None:
    """Half a die of replacements for units that are not mechanized, once in 1943 and once in 1944."""
    p.s.once = (*p.s.once, f"comb-out-{summer(p)}")
    steps = p.roll("rear-area comb-out", "8.16", side=GERMAN) // 2
    p.s.replacements = (0, steps)
    phases.close(p)
    p.emit(Combed(count=steps, side=GERMAN, rule="8.16"))
    p.push("comb-out.arrivals", GERMAN)
    if not reclaimable(p, ()):
        p.pop()


@rule("8.12a", "8.16")
def end_comb_out(p: P, command: Command) -> None:
    """What is not used is lost."""
    p.s.replacements = (0, 0)
    phases.close(p)
