"""What can happen to a unit: it is Disrupted, recovers, is revealed, enters a hex, is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....core.derived import EVERY_FLAG, OWN, derived, places
from ....core.rule import rule
from ..events import Disrupted, Eliminated, Recovered, Revealed
from ..material import P
from ..state import DISRUPTED, FRESH, GERMAN, HIDDEN, NAMED, RECOVERED, RUSSIAN


def has(p: P, unit: int, flag: int) -> bool:
    return bool(p.s.flags[unit] & flag)


def flagged(p: P, units: Iterable[int], flag: int) -> list[int]:
    """Those of the units that have a flag."""
    flags = p.s.arrays.flags.tolist()
    return [u for u in units if flags[u] & flag]


def on_map(p: P, unit: int) -> bool:
    return 0 <= p.s.loc[unit] < p.game.board.hexes


@derived(places(OWN))
def ground(p: P, side: int) -> list[int]:
    """Pieces of a side that stand on the map, dummies included."""
    loc, hexes = p.s.arrays.loc.tolist(), p.game.board.hexes
    return [u for u in p.game.ground_of[side] if 0 <= loc[u] < hexes]


def real(p: P, hex: int, side: int) -> list[int]:
    """Units proper in a hex: everything but dummies."""
    return [u for u in p.units(hex, side) if not p.game.is_dummy[u]]


@rule("supply.4", "zoc.6", "retreat.2")
def has_units(p: P, hex: int, side: int) -> bool:
    """Is a unit of a side in a hex? To its own side a dummy is no unit that could help another."""
    return bool(p.s.count[side][hex]) and (side == GERMAN or bool(real(p, hex, side)))


def fit(p: P, unit: int) -> bool:
    """On the map and not Disrupted."""
    return on_map(p, unit) and not has(p, unit, DISRUPTED)


@rule("disrupted.1", "disrupted.5", "retreat.6", "air.6")
def disrupt(p: P, units: Iterable[int], why: str) -> None:
    """Units are Disrupted and lie face up from now on."""
    units = [u for u in units if on_map(p, u)]
    if units:
        reveal(p, units)
        p.s.mark(units, DISRUPTED | FRESH)
        p.s.clear(units, RECOVERED)
        p.emit(Disrupted(units=tuple(units), side=p.side_of(units[0]), rule=why))


@rule("recovery.1", "recovery.2", "recovery.3", "recovery.4", "disrupted.5")
def recover(p: P, units: Iterable[int], why: str) -> None:
    """Units are no longer Disrupted."""
    units = flagged(p, units, DISRUPTED)
    if units:
        p.s.clear(units, DISRUPTED | NAMED | FRESH)
        p.s.mark(units, RECOVERED)
        p.emit(Recovered(units=tuple(units), side=p.side_of(units[0]), rule=why))


@rule("maskirovka.4", "maskirovka.5", "maskirovka.7")
def reveal(p: P, pieces: Iterable[int], why: str = "maskirovka.4") -> None:
    """Turn hidden pieces face up; what turns out to be a dummy goes back to the pool."""
    hidden = flagged(p, pieces, HIDDEN)
    if not hidden:
        return
    p.s.clear(hidden, HIDDEN)
    p.barrier = True
    hexes = sorted({p.s.loc[u] for u in hidden})
    shown = tuple(f"{p.game.types[u].name}" for u in hidden)
    p.emit(Revealed(units=tuple(hidden), places=tuple(hexes), faces=shown, side=RUSSIAN, rule=why), public=True)
    for unit in hidden:
        if p.game.is_dummy[unit]:
            p.place(unit, p.game.board.node("maskirovka"))


def eliminate(p: P, units: Iterable[int], why: str) -> None:
    """Units are lost. Their counters lie in the open."""
    units = list(units)
    if not units:
        return
    reveal(p, units)
    units = [u for u in units if not p.game.is_dummy[u]]
    hexes = sorted({p.s.loc[u] for u in units if on_map(p, u)})
    for unit in units:
        p.place(unit, p.game.lost[p.side_of(unit)])
    p.s.clear(units, EVERY_FLAG)
    if units:
        p.emit(Eliminated(units=tuple(units), places=tuple(hexes), side=p.side_of(units[0]), rule=why), public=True)


@rule("katyusha.3", "maskirovka.4")
def is_held(p: P, hex: int, side: int) -> bool:
    """Do enemies keep a side out of a hex? Katyushas that lie open and alone do not."""
    if not p.s.foes[side][hex]:
        return False
    return any(not p.game.is_katyusha[u] or has(p, u, HIDDEN) for u in p.foes(hex, side))


@rule("katyusha.3", "supply.4")
def enter(p: P, units: Sequence[int], hex: int) -> None:
    """Units enter a hex: it is theirs now, and a Katyusha alone in it is lost. The order of the stack is kept."""
    side = p.side_of(units[0])
    enemies = p.foes(hex, side)
    if enemies:
        eliminate(p, enemies, "katyusha.3")
    order = {unit: k for k, unit in enumerate(p.s.stack(p.s.loc[units[0]]))}
    for unit in sorted(units, key=lambda u: -order.get(u, 0)):
        p.place(unit, hex)
    p.control(hex, side)
    if hex == p.game.moscow and side == GERMAN:
        p.s.taken = True
