"""32 Axis allies and 31.B neutrals: where the forces of each nation may operate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ....core.board import Mask
from ....core.derived import derived, of, places
from ....core.errors import Illegal
from ....core.rule import rule
from ...zones.stance import those_in
from ..events.home import EnteredWar, Released
from ..home_front import home
from ..material import P
from ..state import AXIS, IN_TRANSIT, ISOLATED, ONE, RESERVE, SOVIET
from . import scenarios, zones
from .finnish_war_effort import WITHOUT_LIMIT, effort
from .units import counted_size, face, ground_units, name, on_map, where

ALLIES_OF_THE_SOUTH = ("hungarian", "rumanian", "slovakian", "italian")
NEIGHBOURS = ("rumanian", "slovakian")  #: with whom Hungarians have nothing to do
JUN_II, JUL_I = 1, 2
SOVIETS_IN_RUMANIA = 10 * ONE
RAISE = 20


# ---------------------------------------------------------------- who is at war


@rule("32.A.1a")
def hungary_at_war(p: P) -> bool:
    return p.s.turn >= JUL_I


@rule("32.B.a", "39.Cb", "39.Ce", "39.Cf", "39.Cg")
def finland_at_war(p: P) -> bool:
    """Never in the surprise turn, whatever the card."""
    return p.s.turn >= effort(p).enters and not p.s.surprise


@rule("32.A.1a", "32.B.a")
def announce(p: P) -> None:
    """Countries enter the war at the start of a game turn."""
    if p.s.turn == JUL_I:
        p.emit(EnteredWar(country="Hungary", side=AXIS, rule="32.A.1a"))
    if p.s.turn == effort(p).enters and p.s.turn > JUN_II:
        p.emit(EnteredWar(country="Finland", side=AXIS, rule="32.B.a"))


# ---------------------------------------------------------------- hexes closed to a unit


@rule("32.B.c")
@derived(of("finnish"))
def finland(p: P) -> Mask:
    """Finland: with what it has taken back from the annexed lands."""
    return p.game.board.mask("finland") | (p.s.arrays.finnish > 0)


def closed(p: P, unit: int) -> Mask:
    """Hexes that a unit may not enter by its own will, enemies, terrain and limits in numbers apart."""
    bits, nation = p.s.status[unit] & (RESERVE | IN_TRANSIT), face(p, unit).nation
    shut = closed_to(p, nation, bits)
    return shut | _gripped_beyond(p) if nation == "finnish" and effort(p).stop_line else shut


@rule("32.B.e")
def _gripped_beyond(p: P) -> Mask:
    """Hexes in Soviet zones beyond the stop line."""
    found: Mask = beyond_stop_line(p) & (zones.of_side(p, SOVIET).grip > 0)
    return found


@rule("30c")
def closed_to_unit(p: P, unit: int) -> Mask | None:
    """The same for a journey of any kind, with limits in numbers and the Arctic, where no cavalry operates; None where nothing is
    closed that terrain does not close."""
    shut = _closed_to_unit(p, unit)
    if not face(p, unit).cavalry:
        return shut
    return p.game.arctic if shut is None else shut | p.game.arctic


def _closed_to_unit(p: P, unit: int) -> Mask | None:
    nation, at_peace = face(p, unit).nation, bool(p.s.scenario) or not (hungary_at_war(p) and finland_at_war(p))
    if nation == "soviet":
        return closed(p, unit) if at_peace else None
    if nation == "german":
        if not at_peace and p.game.zone_of[p.s.loc[unit]] >= 2:
            return None  # far from Finland
        full = not has_room_in_the_south(p, (unit,))
        shut = closed(p, unit) if at_peace or p.s.status[unit] & IN_TRANSIT else None
        bound = held_back(p, unit)
        if bound is not None:
            shut = ~bound if shut is None else shut | ~bound
        if _bound_like_finns(p, unit) and effort(p).stop_line:
            gripped = _gripped_beyond(p)
            shut = gripped if shut is None else shut | gripped
        if not full:
            return shut
        return _southern_finland(p) if shut is None else shut | _southern_finland(p)
    shut = closed(p, unit)
    if nation == "finnish" and not finns_have_room_abroad(p, (unit,)):
        shut = shut | (p.game.arctic & ~finland(p))
    return shut


def why_not_there(p: P, unit: int, hex: int) -> Illegal | None:
    """The rule by which a hex is closed to a unit, if it is one of these."""
    mask = closed_to_unit(p, unit)
    if mask is None or not mask[hex]:
        return None
    if face(p, unit).cavalry and p.game.arctic[hex]:
        return Illegal("30c", "cavalry does not operate in the Arctic")
    return entry_refused(p, (unit,), hex) or why_closed(p, unit, hex)


@derived(of("turn"), of("surprise"), of("card"), of("scenario"))
def closed_to(p: P, nation: str, status: int) -> Mask:
    """The same by nation and status."""
    return _closed(p, nation, status)


@rule("31.B", "31.Ba", "31.Bb", "32", "32.A", "32.A.1", "32.A.1c", "32.A.2", "32.B", "32.A.a", "32.A.1a", "32.A.2b", "32.B.a",
      "32.B.b", "32.B.e", "32.B.i", "32.C", "39.C")  # fmt: skip
def _closed(p: P, nation: str, status: int) -> Mask:
    game, board = p.game, p.game.board
    shut = game.neutral.copy()
    if (beyond := scenarios.outside(p)) is not None:
        shut |= beyond
    if status & IN_TRANSIT:
        shut &= ~board.mask("sweden")
    if nation == "soviet":
        if not finland_at_war(p):
            shut |= board.mask("finland") & ~board.mask("hango")
        if not hungary_at_war(p):
            shut |= board.mask("hungary")
        return shut
    if nation in ALLIES_OF_THE_SOUTH:
        shut |= game.zone_of <= 1
    if nation == "hungarian":
        shut |= board.mask("rumania") if hungary_at_war(p) else ~board.mask("hungary")
    elif not hungary_at_war(p):
        shut |= board.mask("hungary")
    if nation in ("rumanian", "slovakian"):
        shut |= board.mask("hungary")
    if nation == "rumanian" and status & RESERVE:
        shut |= ~board.mask("setup-rumanian-reserves")
    if nation == "finnish":
        shut |= game.zone_of >= 2
        if not finland_at_war(p):
            shut |= ~board.mask("finland")
    if effort(p).norway_waits and not finland_at_war(p) and nation == "german":
        shut |= board.mask("finland")
    return shut


def why_closed(p: P, unit: int, hex: int) -> Illegal:
    """The rule that keeps a unit out of a hex."""
    shown, board = face(p, unit), p.game.board
    who, there = name(p, unit), where(p, hex)
    if (beyond := scenarios.outside(p)) is not None and beyond[hex]:
        return Illegal("32", f"{there} is not part of this scenario")
    if p.game.neutral[hex]:
        return Illegal("31.Ba", f"{there} is neutral")
    if board.mask("hungary")[hex] and not hungary_at_war(p):
        return Illegal("32.A.1a", "Hungary is neutral until Jul I 41")
    if shown.nation == "hungarian" and not hungary_at_war(p):
        return Illegal("32.A.1a", f"{who} stays in Hungary until Jul I 41")
    if shown.nation == "soviet" or (shown.nation in ("german", "finnish") and not finland_at_war(p)):
        return Illegal("32.B.a", "Finland is neutral")
    if shown.nation == "rumanian" and p.s.status[unit] & RESERVE:
        return Illegal("32.A.2b", f"{who} is in reserve")
    if shown.nation == "finnish":
        rule_ = "32.B.b" if p.game.zone_of[hex] >= 2 else "32.B.e"
        return Illegal(
            rule_,
            f"{there} is outside the operational area of {who}"
            if rule_ == "32.B.b"
            else f"{there} is in a Soviet zone beyond the stop line",
        )
    if shown.nation == "german":
        return Illegal("32.B.g", f"{there} is in a Soviet zone beyond the stop line, which binds Germans in southern Finland")
    if shown.nation == "italian":
        return Illegal("32.C", f"{there} is outside the operational area of {who}")
    return Illegal("32.A.a", f"{there} is outside the operational area of {who}")


@rule("32.A.1a", "32.B.a")
def at_peace_with(p: P, side: int) -> Mask | None:
    """Countries that the Soviets leave alone for the time being, neutrals for good among them; None if there are no others."""
    if side != SOVIET or (hungary_at_war(p) and finland_at_war(p)):
        return None
    return _at_peace(p, hungary_at_war(p), finland_at_war(p))


def _at_peace(p: P, hungary: bool, finland: bool) -> Mask:
    key, board = ("at peace", hungary, finland), p.game.board
    if key not in p.game.kept:
        shut = p.game.neutral.copy()
        if not hungary:
            shut |= board.mask("hungary")
        if not finland:
            shut |= board.mask("finland") & ~board.mask("hango")
        p.game.kept[key] = shut
    found: Mask = p.game.kept[key]
    return found


@rule("32")
def is_outside(p: P, unit: int, hex: int) -> bool:
    """Is a hex outside the operational area of an allied unit, so that it is lost when it must retreat there?"""
    return p.side_of(unit) == AXIS and bool(closed(p, unit)[hex])


# ---------------------------------------------------------------- Jun II 41


@rule("32.B.a", "31.Fa")
def held_back(p: P, unit: int) -> Mask | None:
    """The hexes a German unit in Finland is confined to while Finland is neutral; None elsewhere."""
    if face(p, unit).nation != "german" or finland_at_war(p) or not on_map(p, unit):
        return None
    in_finland = p.game.board.mask("finland")
    return in_finland | p.game.board.mask("norway") if in_finland[p.s.loc[unit]] else None


@rule("32.A.1a", "32.B.a", "32.B.d", "32.B.e", "32.A.2b")
def attack_refused(p: P, unit: int, target: int) -> Illegal | None:
    """Why a unit may not attack a hex in the combat phase, as far as alliances go."""
    shown = face(p, unit)
    if shown.nation == "soviet":
        return why_closed(p, unit, target) if closed(p, unit)[target] else None
    if shown.nation == "hungarian" and not hungary_at_war(p):
        return Illegal("32.A.1a", f"{name(p, unit)} does not attack before Jul I 41")
    bound = held_back(p, unit)
    if bound is not None and not bound[target]:
        return Illegal("32.B.a", "Finland is neutral, and no attack is made from it")
    if shown.nation == "finnish":
        if not finland_at_war(p):
            return Illegal("32.B.a", "Finland is neutral")
        if effort(p).leningrad and home(p.game).around_leningrad[target]:
            return Illegal("32.B.d", "Finnish units do not attack Leningrad or hexes beside it")
        if effort(p).stop_line and beyond_stop_line(p)[target]:
            return Illegal("32.B.e", "Finnish units do not attack beyond the stop line")
    if closed(p, unit)[target] and shown.nation != "finnish":
        return why_closed(p, unit, target)
    if _bound_like_finns(p, unit) and effort(p).leningrad and home(p.game).around_leningrad[target]:
        return Illegal("32.B.g", "German units in southern Finland are bound by the limits of the Finns")
    return _beyond_refused(p, unit, target)


@rule("32.B.g")
def _beyond_refused(p: P, unit: int, target: int) -> Illegal | None:
    """Germans in southern Finland neither attack nor overrun beyond the stop line."""
    if _bound_like_finns(p, unit) and effort(p).stop_line and beyond_stop_line(p)[target]:
        return Illegal("32.B.g", "German units in southern Finland are bound by the stop line of the Finns")
    return None


@rule("32.B.e")
def overrun_refused(p: P, unit: int, target: int) -> Illegal | None:
    """Leningrad may be overrun by Finns, hexes beyond the stop line may not."""
    shown = face(p, unit)
    if shown.nation == "finnish" and finland_at_war(p):
        if effort(p).stop_line and beyond_stop_line(p)[target]:
            return Illegal("32.B.e", "Finnish units do not overrun beyond the stop line")
        return why_closed(p, unit, target) if p.game.zone_of[target] >= 2 else None
    if _bound_like_finns(p, unit) and finland_at_war(p):
        return _beyond_refused(p, unit, target)
    return attack_refused(p, unit, target)


@rule("32.A.a")
def mixed(p: P, units: Sequence[int]) -> bool:
    """Are Hungarians together with Rumanians or Slovakians?"""
    nations = {face(p, unit).nation for unit in units}
    return "hungarian" in nations and not nations.isdisjoint(NEIGHBOURS)


def are_choosy(p: P, units: Sequence[int]) -> bool:
    """Are there some among these who do not stand with everybody?"""
    return any(face(p, unit).nation in ("hungarian", *NEIGHBOURS) for unit in units)


def hungarian_hexes(p: P) -> list[int]:
    """Where Hungarians stand."""
    if "hungarians" not in p.game.kept:
        own = p.game.ground_of_side[AXIS].tolist()
        p.game.kept["hungarians"] = [unit for unit in own if p.game.printed_faces[unit][0].nation == "hungarian"]
    return sorted({p.s.loc[unit] for unit in p.game.kept["hungarians"] if on_map(p, unit)})


@rule("32.B.f", "errata.rules.32B")
def beyond_stop_line(p: P) -> Mask:
    """Hexes of the USSR beyond the Neva, Lake Ladoga, the Svir, Lake Onega and the White Sea Canal."""
    key = "beyond-stop-line"
    if key not in p.game.kept:
        board = p.game.board
        p.game.kept[key] = (
            board.mask("ussr") & ~board.mask("within-stop-line")
            if "within-stop-line" in board.areas
            else np.zeros(board.nodes, np.bool_)
        )
    found: Mask = p.game.kept[key]
    return found


# ---------------------------------------------------------------- limits in numbers


@rule("32.B.g")
@derived(of("finnish"))
def _southern_finland(p: P) -> Mask:
    return finland(p) & ~p.game.arctic


@rule("32.B.g", "32.B.h", "39.C")
def german_limit(p: P) -> Fraction:
    """Equivalents of German forces that may operate in Finland south of the Arctic."""
    limit = effort(p).germans
    return limit + p.s.german_bonus if p.s.german_bonus else limit


@rule("32.B.g")
def german_size(p: P, units: Sequence[int]) -> int:
    """What units count against that limit, in eighths: combat/motorized ones double, air units one, guns and points nothing."""
    total = 0
    for unit in units:
        shown = face(p, unit)
        if shown.nation != "german" or "position AA" in shown.type:
            continue
        total += ONE if p.game.is_air[unit] else shown.equivalents * (2 if shown.motorized else 1)
    return total


@derived(places(AXIS), of("finnish"), of("steps"))
def _germans_there(p: P) -> int:
    german = p.game.kept.get("german pieces")
    if german is None:
        own = [unit for unit in p.game.pieces_of_side[AXIS] if p.game.printed_faces[unit][0].nation == "german"]
        german = p.game.kept["german pieces"] = np.array(own, np.int16)
    here: npt.NDArray[np.int16] = those_in(german, p.s.arrays.loc, _southern_finland(p))
    return german_size(p, here.tolist()) if here.size else 0


@rule("32.B.g")
def has_room_in_the_south(p: P, units: Sequence[int]) -> bool:
    """May these German forces come into southern Finland besides those that are there?"""
    there, loc, hexes = _southern_finland(p), p.s.loc, p.game.board.hexes
    size = german_size(p, [unit for unit in units if not (0 <= loc[unit] < hexes and there[loc[unit]])])
    if not size:
        return True
    limit = german_limit(p)
    return _germans_there(p) + size <= limit.numerator * ONE // limit.denominator


@rule("32.B.i", "39.C")
def finns_have_room_abroad(p: P, units: Sequence[int]) -> bool:
    """May these Finnish units come into the Arctic outside Finland?"""
    limit = effort(p).finns
    if limit == WITHOUT_LIMIT:
        return True
    abroad = p.game.arctic & ~finland(p)
    coming = [u for u in units if face(p, u).nation == "finnish" and not (on_map(p, u) and abroad[p.s.loc[u]])]
    size = sum(counted_size(p, unit) for unit in coming)
    return not size or Fraction(_finns_abroad(p) + size, ONE) <= limit


@derived(places(AXIS), of("finnish"), of("steps"))
def _finns_abroad(p: P) -> int:
    abroad, loc = p.game.arctic & ~finland(p), p.s.arrays.loc
    own = p.game.ground_of_side[AXIS]
    here = own[(loc[own] >= 0) & (loc[own] < p.game.board.hexes)]
    return sum(counted_size(p, u) for u in here[abroad[loc[here]]].tolist() if face(p, u).nation == "finnish")


@rule("32.B.g")
def _bound_like_finns(p: P, unit: int) -> bool:
    return face(p, unit).nation == "german" and on_map(p, unit) and bool(_southern_finland(p)[p.s.loc[unit]])


@rule("32.B.g", "32.B.i")
def entry_refused(p: P, units: Sequence[int], hex: int) -> Illegal | None:
    """Limits in numbers that keep units out of a hex."""
    if p.side_of(units[0]) != AXIS:
        return None
    if _southern_finland(p)[hex] and not has_room_in_the_south(p, units):
        return Illegal("32.B.g", f"no more than {german_limit(p)} equivalents of German forces operate in southern Finland")
    if p.game.arctic[hex] and not finland(p)[hex] and not finns_have_room_abroad(p, units):
        return Illegal(
            "32.B.i", f"no more than {effort(p).finns} equivalents of Finnish units operate in the Arctic outside Finland"
        )
    return None


@rule("32.B.h")
def raise_german_limit(p: P) -> None:
    """Each German initial phase in which Soviets who are not isolated stand within seven hexes of Helsinki raises it by 20."""
    invaded = _is_south_invaded(p)
    if p.option("helsinki-limit") == "once":
        p.s.german_bonus = RAISE if invaded else 0
    elif invaded:
        p.s.german_bonus += RAISE


def _is_south_invaded(p: P) -> bool:
    """The garrison of Hango does not count as long as it has never been lost."""
    hango = p.game.board.mask("hango")
    for hex in home(p.game).near_helsinki:
        if not p.s.count[SOVIET][hex] or (hango[hex] and not p.s.taken[hex] and p.s.control[hex] == SOVIET):
            continue
        if any(not p.s.flags[unit] & ISOLATED for unit in ground_units(p, hex, SOVIET)):
            return True
    return False


# ---------------------------------------------------------------- the Rumanian reserve


@rule("32.A.2b", "34.A.1j", "errata.ob.axis.rumanian-release")
def release_due(p: P) -> None:
    """Units that the order of battle releases on this turn."""
    due = [entry.unit for entry in p.game.calendar.on(p.s.turn, "release", AXIS)]
    release(p, [unit for unit in due if p.s.status[unit] & RESERVE])


def release(p: P, units: Sequence[int]) -> None:
    for unit in units:
        p.s.status[unit] &= ~RESERVE
    if units:
        p.emit(Released(units=tuple(units), side=AXIS, rule="32.A.2b"))


def in_reserve(p: P) -> list[int]:
    return (p.s.arrays.status & RESERVE).nonzero()[0].tolist()


@rule("32.A.2b")
def approached(p: P, hex: int, side: int, before: int) -> None:
    """Soviet units have entered a hex, even in passing: beside the reserve line they call up all reserves."""
    if side == SOVIET and hex in home(p.game).reserve_line:
        release(p, in_reserve(p))


@rule("32.A.2b")
def invaded(p: P) -> None:
    """At the start of a German initial phase: ten equivalents of Soviets in Rumania do so as well."""
    rumania = p.game.board.mask("rumania")
    loc, own = p.s.arrays.loc, p.game.ground_of_side[SOVIET]
    here = own[(loc[own] >= 0) & (loc[own] < p.game.board.hexes)]
    units = here[rumania[loc[here]]].tolist()
    if sum(face(p, unit).equivalents for unit in units) >= SOVIETS_IN_RUMANIA:
        release(p, in_reserve(p))


__all__ = ["effort"]
