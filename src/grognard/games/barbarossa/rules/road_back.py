"""12.0 The Road Back."""

from __future__ import annotations

import numpy as np

from ....core.rule import rule
from ..events import Held
from ..material import P
from ..state import FORTRESS, GERMAN, HERO, SOVIET, STANDS_FAST, Expedition
from . import victory
from .supply import has_overland, network

FIRST_TURN, START_POINTS = 13, 33
HERO_CITIES, FORTRESS_CITY = ("Moscow", "Leningrad", "Tula"), "Stalingrad"


@rule("1.7a", "12.1", "12.2", "12.3", "12.6", "12.9", "12.10", "12.11", "12.22", "12.24", "12.25")
def lay_out(p: P) -> None:
    """The position of November 1942. Its first turn is one Soviet prepared assault phase and nothing else."""
    s = p.s
    s.scenario, s.turn, s.vp = "road-back", FIRST_TURN, START_POINTS
    s.active, s.order = SOVIET, "fight-move"
    s.air, s.airlift_from = p.game.track[FIRST_TURN].aircraft, FIRST_TURN
    place_units(p)
    give_control(p)
    place_markers(p)
    s.arrays.was_german[:] = s.arrays.control == GERMAN
    p.queue(("combat.begin",), ("soviet.close",), ("turn.victory",), ("turn.end",))


@rule("12.9", "12.10", "12.11", "12.22", "12.24", "12.25")
def place_units(p: P) -> None:
    """The printed set-up; later arrivals on the track; everything else of the years before is out of play."""
    game = p.game
    for handle, where in game.road_back:
        p.place(game.names.unit(handle), game.board.node(where))
    for unit, side in enumerate(game.side_of):
        if p.s.loc[unit] >= 0:
            continue
        if not game.calendar.schedule(p, unit, game.calendar.after(FIRST_TURN, "arrive", unit)):
            p.place(unit, game.off[side] if game.oob.entry[unit] in ("?", "MG") else game.gone[side])
    corps = [u for u in game.pieces_of_side[GERMAN] if p.s.loc[u] == game.caucasus]
    armies = [u for u in game.pieces_of_side[SOVIET] if p.s.loc[u] == game.caucasus]
    p.s.expedition = Expedition(tuple(corps), FIRST_TURN - 1, tuple(armies))


@rule("12.3", "12.24", "12.25")
def give_control(p: P) -> None:
    """German is everything behind the front, Soviet everything else; a unit holds its own hex."""
    board, s = p.game.board, p.s
    german = board.mask("german-1942") | board.mask("german-start") | board.mask("bulgaria")
    control = np.where(german, GERMAN, SOVIET)
    control[p.game.water] = -1
    for side in (GERMAN, SOVIET):
        control[s.arrays.count[side] > 0] = side
    s.fill("control", control[: board.hexes], slice(board.hexes))


@rule("12.6")
def place_markers(p: P) -> None:
    """Three hero cities stand, two are spent; the one fortress city is Stalingrad."""
    p.s.heroes = p.s.fortresses = 0
    for city in HERO_CITIES:
        p.s.build(p.game.city_hex[city], HERO)
    p.s.build(p.game.city_hex[FORTRESS_CITY], FORTRESS)


def is_played(p: P) -> bool:
    return bool(p.s.scenario == "road-back")


# ---------------------------------------------------------------- 12.7 Fortress Stalingrad


@rule("12.7a")
def begin_turn(p: P) -> None:
    """At the very start of a turn: is the garrison of Stalingrad cut off? Once it begins a turn in supply it is free."""
    hex = p.game.city_hex.get(FORTRESS_CITY, -1)
    p.s.stand_fast = False
    p.s.clear_all(STANDS_FAST)
    if not is_played(p) or p.s.turn <= FIRST_TURN or "stand fast" in p.s.once or hex < 0:
        return
    garrison = p.units(hex, GERMAN)
    if not garrison:
        return
    if any(has_overland(p, unit) for unit in garrison):
        p.s.once = (*p.s.once, "stand fast")
    else:
        p.s.stand_fast = True
        p.s.mark(garrison, STANDS_FAST)
        p.emit(Held(hex=hex, side=GERMAN, rule="12.7a"))


@rule("12.7a")
def stands_fast(p: P, unit: int) -> bool:
    """Is the unit under the order to stand fast, so that it may neither move nor attack this turn? Who comes later is not."""
    return bool(p.s.flags[unit] & STANDS_FAST)


@rule("12.7b")
def stalingrad_points(p: P) -> None:
    """From turn 15 on, Stalingrad in German hands at the end of a turn is worth two points."""
    if is_played(p) and p.s.turn >= 15 and victory.holds(p, FORTRESS_CITY):
        victory.score(p, 2, "12.7b", "Stalingrad is still German")


# ---------------------------------------------------------------- 12.8 the first turn


@rule("12.8", "12.2")
def may_attack_first_turn(p: P, unit: int) -> bool:
    """On turn 13 only Soviet units in the southern logistical area attack."""
    if not is_played(p) or p.s.turn != FIRST_TURN:
        return True
    return not p.game.north[p.s.loc[unit]]


# ---------------------------------------------------------------- 12.23 the siege of Leningrad


@rule("12.23")
def at_once(p: P) -> None:
    """The siege is worth a point, which changes hands the instant it is lifted or restored."""
    hex = p.game.city_hex.get("Leningrad", -1)
    if not is_played(p) or hex < 0 or "leningrad" in p.s.once:
        return
    taken = p.s.control[hex] == GERMAN
    if taken:
        p.s.once = (*p.s.once, "leningrad")
    siege = taken or is_besieged(p, hex)
    if siege != p.s.besieged:
        p.s.besieged = siege
        victory.score(p, 1 if siege else -1, "12.23", "siege of Leningrad")


@rule("12.23")
def is_besieged(p: P, hex: int) -> bool:
    """A unit of the German side next to the city, or no supply line for it over land or lake."""
    if any(map(p.s.count[GERMAN].__getitem__, p.game.board.adjacent(hex))):
        return True
    return not network(p, SOVIET).item(hex)
