"""7.0 Supply: six states on the German side, four on the Soviet, and what each of them allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.derived import CONTROL, OTHERS, answer, derived, of, stands
from ....core.paths import flood
from ....core.rule import rule
from ..material import P
from ..state import AREA, FORTRESS, GERMAN, HERO, SOVIET, WALL

Reached = npt.NDArray[np.uint8]

OVERLAND, OFFENSIVE, CRIMEA, GARRISON, COASTAL, AERIAL, NONE = (
    "overland", "offensive", "crimea", "garrison", "coastal", "aerial", "none",
)  # fmt: skip

#: With these a unit moves, and a German unit attacks, at its full factors.
FULL = frozenset({OVERLAND, OFFENSIVE, CRIMEA, GARRISON})

#: From here on the Soviet needs offensive supply to attack at full strength (7.9, 7.10).
OFFENSIVE_FROM = 7
#: Reach of the offensive supply markers A, B and C (7.10).
RANGES = (4, 3, 2)


# ---------------------------------------------------------------- regular overland supply


@rule("7.14", "7.20", "10.26")
def closed(p: P, side: int, without: Sequence[int] = ()) -> Reached:
    """Hexes a line of the side may not enter: enemy units, and works of the enemy even when nobody is in them.

    Markers block nothing. `without` are units to be left out of account: those that make a mobile assault.
    """
    s = p.s
    enemies = s.arrays.foes[side]
    if without:
        enemies = enemies.copy()
        for unit in without:
            enemies[s.loc[unit]] -= 1
    return ((enemies > 0) | _strongholds(p, side)[0]).view(np.uint8)  # type: ignore[no-any-return]


@derived(CONTROL, of("works"), steady=True)
def _strongholds(p: P, side: int) -> tuple[npt.NDArray[np.bool_], tuple[int, ...]]:
    """All that lines of a side rest on but where the enemy stands: the hexes that his works close, and who controls the
    junctions of German lines."""
    arrays, lines = p.s.arrays, p.game.lines
    if side != GERMAN:
        return np.asarray((arrays.works & WALL) != 0), ()
    junctions = tuple([p.s.control[city] for city in (lines.dp_city, lines.rostov_city) if city >= 0])
    return np.asarray((p.game.soviet_line | _fortified_area(p)) & (arrays.control == SOVIET)), junctions


def _fortified_area(p: P) -> npt.NDArray[np.bool_]:
    """The hex of the fortified area and the six around it."""
    found: npt.NDArray[np.bool_] = (p.s.arrays.works & AREA) != 0
    for hex in np.nonzero(found)[0].tolist():
        found[list(p.game.board.adjacent(hex))] = True
    return found


@rule("7.1", "7.3", "7.9a", "7.15", "7.19")
def network(p: P, side: int, without: Sequence[int] = ()) -> Reached:
    """Every hex in which a unit of the side would have regular overland supply, by a line of any length.

    Sources are hexes of the side's own map edge; one that is occupied by the enemy is closed, and works again when he is gone.
    """
    return _traced(p, side, without) if without else _lines(p, side)


@derived(stands(OTHERS), answer(_strongholds))
def _lines(p: P, side: int) -> Reached:
    return _traced(p, side)


def _traced(p: P, side: int, without: Sequence[int] = ()) -> Reached:
    lines = p.game.lines
    reached: Reached = flood(p.game.board.neighbours, lines.open[side], closed(p, side, without), lines.sources[side])
    if side == GERMAN:
        bind_to_junctions(p, reached)
    return reached


@rule("7.4a", "7.4b")
def bind_to_junctions(p: P, reached: Reached) -> None:
    """Lines from the Dnepropetrovsk area run through that city, lines from the Rostov area through Rostov and then through it."""
    lines = p.game.lines
    dnepropetrovsk = _junction_works(p, reached, lines.dp_city)
    if not (dnepropetrovsk and _junction_works(p, reached, lines.rostov_city)):
        reached[lines.rostov] = 0
    if not dnepropetrovsk:
        reached[lines.dp] = 0


def _junction_works(p: P, reached: Reached, city: int) -> bool:
    """Held by the German and itself connected with the west: then whoever is connected too can run his line through it."""
    return city >= 0 and p.s.control[city] == GERMAN and bool(reached[city])


@rule("7.3", "7.9a")
def overland(p: P, side: int, hex: int, without: Sequence[int] = ()) -> bool:
    """Would a unit of the side have regular overland supply here?

    A unit that stands in works of the enemy still intact has its line run out of them, not into them.
    """
    reached = network(p, side, without)
    if reached.item(hex):
        return True
    if side == GERMAN or not p.s.works[hex] & WALL or not p.s.count[SOVIET][hex]:
        return False
    ways = p.game.lines.open[side][hex]
    return any(near >= 0 and way and reached[near] for near, way in zip(p.game.board.rows[hex], ways.tolist(), strict=True))


def has_overland(p: P, unit: int, without: Sequence[int] = ()) -> bool:
    """Is the unit in regular overland supply where it stands? Off the map nobody lacks anything (4.13f)."""
    hex = p.s.loc[unit]
    return not 0 <= hex < p.game.board.hexes or overland(p, p.game.side_of[unit], hex, without)


# ---------------------------------------------------------------- the states


@rule("7.1", "7.2", "7.8", "4.13f", "10.34c")
def state_of(p: P, unit: int, without: Sequence[int] = ()) -> str:
    """The one supply state a unit is in: the best it qualifies for. The Independent Coastal Army always has all it needs."""
    if has_overland(p, unit, without) or unit == p.game.ica:
        return OFFENSIVE if has_offensive(p, unit, without) else OVERLAND
    return _german_state(p, unit, without) if p.game.side_of[unit] == GERMAN else _soviet_state(p, unit)


@rule("7.2")
def _german_state(p: P, unit: int, without: Sequence[int]) -> str:
    hex = p.s.loc[unit]
    if garrison(p, hex, GERMAN):
        return GARRISON
    if on_crimea_supply(p, unit, without):
        return CRIMEA
    if coastal(p, unit):
        return COASTAL
    return AERIAL if p.s.airlift == hex else NONE


@rule("7.8")
def _soviet_state(p: P, unit: int) -> str:
    return GARRISON if garrison(p, p.s.loc[unit], SOVIET) else NONE


@rule("7.6", "7.13", "9.4", "9.5", "7.22a", "7.22b")
def garrison(p: P, hex: int, side: int) -> bool:
    """Hero cities feed the units in them, and so do fortress cities in Greater Germany, the General Government and Hungary."""
    works = p.s.works[hex]
    if side == SOVIET:
        return bool(works & HERO)
    return bool(works & FORTRESS) and bool(p.game.lines.garrisons[hex])


@rule("7.5", "7.4d")
def coastal(p: P, unit: int) -> bool:
    """German units, not their satellites, on a coast. Crimea supply, once used in a game turn, shuts the southern seas for it."""
    lines, hex = p.game.lines, p.s.loc[unit]
    if p.game.is_satellite[p.s.kind[unit]] or p.game.side_of[unit] != GERMAN:
        return False
    return bool(lines.baltic_coast[hex]) or (p.s.crimea not in ("on", "off") and _southern_coast(p, hex))


@rule("7.5")
def _southern_coast(p: P, hex: int) -> bool:
    """The Black Sea, and the Sea of Azov while the German holds both sides of the Kerch Strait."""
    lines = p.game.lines
    if lines.black_sea_coast[hex]:
        return True
    return bool(lines.azov_coast[hex]) and all(p.s.control[shore] == GERMAN for shore in p.game.kerch)


@rule("7.4d")
def note_coastal(p: P, units: Sequence[int], without: Sequence[int] = ()) -> None:
    """A battle has been fought by units on coastal supply of the southern seas: no Crimea supply in this game turn."""
    if p.s.crimea == "" and any(_draws_southern_coast(p, unit, without) for unit in units):
        p.s.crimea = "coast"


def _draws_southern_coast(p: P, unit: int, without: Sequence[int]) -> bool:
    return state_of(p, unit, without) == COASTAL and not p.game.lines.baltic_coast[p.s.loc[unit]]


# ---------------------------------------------------------------- Crimea supply


@rule("7.4c", "7.4e", "7.14")
def crimea_network(p: P, without: Sequence[int] = ()) -> Reached:
    """Hexes with a line to German-controlled Sevastopol; such a line, and no other of the German, crosses the Kerch Strait."""
    return _traced_to_sevastopol(p, without) if without else _lines_to_sevastopol(p)


@derived(stands(SOVIET), CONTROL, of("works"))
def _lines_to_sevastopol(p: P) -> Reached:
    return _traced_to_sevastopol(p)


def _traced_to_sevastopol(p: P, without: Sequence[int] = ()) -> Reached:
    lines = p.game.lines
    held = lines.sevastopol >= 0 and p.s.control[lines.sevastopol] == GERMAN
    sources = np.array([lines.sevastopol] if held else [], np.int16)
    return flood(p.game.board.neighbours, lines.over_kerch, closed(p, GERMAN, without), sources)  # type: ignore[no-any-return]


@rule("7.4c", "7.4e")
def crimea_eligible(p: P, unit: int, without: Sequence[int] = ()) -> bool:
    """In the Crimea supply area, with a line to Sevastopol."""
    hex = p.s.loc[unit]
    if p.game.side_of[unit] != GERMAN or not 0 <= hex < p.game.board.hexes:
        return False
    return bool(p.game.lines.crimea[hex]) and bool(crimea_network(p, without)[hex])


@rule("7.4c", "7.4d")
def on_crimea_supply(p: P, unit: int, without: Sequence[int] = ()) -> bool:
    """Named by the German for this game turn, switched on, and still in reach of Sevastopol."""
    return p.s.crimea == "on" and unit in p.s.crimea_units and crimea_eligible(p, unit, without)


# ---------------------------------------------------------------- offensive supply


@rule("7.10", "7.11", "12.8")
def has_offensive(p: P, unit: int, without: Sequence[int] = ()) -> bool:
    """Overland supply within range of a marker. No line is traced to it, and without overland supply it gives nothing."""
    s, hex = p.s, p.s.loc[unit]
    if p.game.side_of[unit] != SOVIET or s.turn < OFFENSIVE_FROM or not 0 <= hex < p.game.board.hexes:
        return False
    return has_overland(p, unit, without) and near_marker(p, hex)


@rule("7.10", "7.11", "12.8")
def near_marker(p: P, hex: int) -> bool:
    """Does an offensive supply marker reach this hex?"""
    s, distance = p.s, p.game.board.distance
    if s.scenario == "road-back" and s.turn == 13:  # the sequence of that turn leaves no time to place markers
        return not p.game.north[hex]
    return any(marker >= 0 and distance(hex, marker) <= far for marker, far in zip(s.markers, RANGES, strict=True))


# ---------------------------------------------------------------- what the states are worth


def is_full(p: P, unit: int) -> bool:
    """Is a unit in one of the full states? With overland supply it is, whatever markers add to it."""
    return has_overland(p, unit) or state_of(p, unit) in FULL


@rule("7.3", "7.4c", "7.5", "7.6", "7.7", "7.9b", "7.13", "7.16", "7.17")
def moves_freely(p: P, unit: int) -> bool:
    """Asked when a unit starts to move: if not, its movement factor is halved for the whole phase."""
    return is_full(p, unit)


@rule("7.5", "7.7", "7.9b", "7.10", "7.16", "7.22a", "7.22b", "7.22c", "7.22d")
def attack_divisor(side: int, turn: int, state: str) -> int:
    """By what the attack factor is divided in a state of supply, that of the hex the unit attacks from."""
    if side == GERMAN or turn < OFFENSIVE_FROM:
        return 1 if state in FULL else 2
    return {OFFENSIVE: 1, OVERLAND: 2, GARRISON: 2}.get(state, 4)


@rule("7.5", "7.7", "7.16", "7.17")
def defence_divisor(state: str) -> int:
    """Coastal and aerial supply are enough to defend with."""
    return 2 if state == NONE else 1


@rule("7.4c", "7.5", "7.6", "7.7", "7.13", "10.26")
def may_assault(p: P, unit: int) -> bool:
    """Mobile assaults need regular overland, garrison or Crimea supply in the launch hex."""
    return is_full(p, unit)
