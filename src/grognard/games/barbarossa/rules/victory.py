"""4.0 How to win: points for places, debits that fall due once, the check at the end of a turn, and sudden death."""

from __future__ import annotations

import numpy as np

from ....core.derived import CONTROL, derived
from ....core.rule import rule
from ..events import Fallen, Forgiven, Scored
from ..material import LAST_TURN, P
from ..state import FORTRESS, GERMAN, HERO, SOVIET
from . import expedition

#: The debits of 4.5 and 4.6 cannot fall due before this turn, the price of 4.7 and 4.8 not from their turn on.
_LINES_COUNT_FROM, _ROMANIA_IS_DEAR_BEFORE = 14, 27
#: Last turn of the penalty for Soviet units on German soil.
_SOIL_COUNTS_UNTIL = 5
#: First victory check of each scenario (4.14, 12.3).
_FIRST_CHECK = {"road-back": 16}


# ---------------------------------------------------------------- control


@rule("3.6b", "4.2a")
def take_control(p: P, hex: int, side: int) -> None:
    """A hex changes hands the instant a ground unit of the other side enters it, and so do its points."""
    if p.control(hex, side) and p.game.vp_hex[hex]:
        _captured(p, hex, side)


@rule("4.2a", "4.3a", "4.3b", "9.3")
def _captured(p: P, hex: int, side: int) -> None:
    """One point, two where a hero or fortress city marker falls with the place; supply does not matter."""
    stronghold = p.s.works[hex] & (HERO | FORTRESS)
    if stronghold:
        p.s.raze(hex, HERO | FORTRESS)
        p.emit(Fallen(hex=hex, sort="hero" if stronghold & HERO else "fortress", side=side, rule="9.3"))
    points = 2 if stronghold else 1
    if side == GERMAN:
        _gained(p, hex, points)
    else:
        _lost(p, hex, points)


def _gained(p: P, hex: int, points: int) -> None:
    name = _name(p, hex)
    if name == "Kiev":
        points = kiev_points(p, points)
    score(p, points, "4.2a", f"{name} taken")
    if name == "Moscow":
        moscow_taken(p)


def _lost(p: P, hex: int, points: int) -> None:
    name = _name(p, hex)
    if name in ("Bucharest", "Ploesti"):
        points = romanian_price(p, name, points)
    score(p, -points, "4.2a", f"{name} lost")
    if name in ("Rostov", "Dnepropetrovsk"):
        expedition.defeat(p, f"{name} is in Soviet hands")


def _name(p: P, hex: int) -> str:
    return next(place.name for place in p.game.board.places_at(hex) if place.kind != "town")


def score(p: P, points: int, rule: str, why: str) -> None:
    """Raise (or with a negative number lower) the German victory points."""
    if points:
        p.s.vp += points
        p.emit(Scored(points=points, why=why, total=p.s.vp, rule=rule))


def first_time(p: P, what: str) -> bool:
    """Has this not happened before? From now on it has."""
    if what in p.s.once:
        return False
    p.s.once = (*p.s.once, what)
    return True


@rule("4.7", "4.8")
def romanian_price(p: P, name: str, points: int) -> int:
    """The first fall of Bucharest or Ploesti before August 1944 costs half a die, rounded up, and one more, in all."""
    if not first_time(p, name.lower()) or p.s.turn >= _ROMANIA_IS_DEAR_BEFORE:
        return points
    number = "4.7" if name == "Bucharest" else "4.8"
    return (p.roll(f"loss of {name}", rule=number, side=GERMAN) + 1) // 2 + 1


@rule("4.21")
def kiev_points(p: P, points: int) -> int:
    """By option, Kiev first taken on turns 1 to 3 brings a die less one instead of its point."""
    if not first_time(p, "kiev") or p.option("kiev") == "off" or p.s.turn > 3:
        return points
    return p.roll("capture of Kiev", rule="4.21", side=GERMAN) - 1


@rule("4.15", "4.14b")
def moscow_taken(p: P) -> None:
    """One roll per game, when Moscow first falls: 5 or more and the Soviet Union surrenders. Kiev adds 1, Leningrad 2."""
    if not first_time(p, "moscow"):
        return
    roll = p.roll("fall of Moscow", rule="4.15", side=GERMAN) + holds(p, "Kiev") + 2 * holds(p, "Leningrad")
    if roll >= 5:
        p.win(GERMAN, "Moscow has fallen and the Soviet Union surrenders", "4.15", p.game.city_hex.get("Moscow", -1))


def holds(p: P, city: str) -> bool:
    """Does the German control a place named by the rules? On a board without it, no."""
    hex = p.game.city_hex.get(city, -1)
    return hex >= 0 and p.s.control[hex] == GERMAN


# ---------------------------------------------------------------- at any instant


@rule("4.5", "4.6", "4.13c", "4.14b")
def at_once(p: P) -> None:
    """What is due the instant it comes true: called after every change of place and when a turn begins."""
    if p.s.turn >= _LINES_COUNT_FROM and any(_lost_to_the_soviet(p)):
        baltic_lost(p)
        dnepr_lost(p)
    expedition.exits_sealed(p)


@rule("4.5")
def baltic_lost(p: P) -> None:
    """Every hex of the Baltic Republics in Soviet hands, after turn 13: three points, once and for good."""
    if _lost_to_the_soviet(p)[0] and first_time(p, "baltic"):
        score(p, -3, "4.5", "the Baltic Republics are lost")


@rule("4.6")
def dnepr_lost(p: P) -> None:
    """Not one hex of the Dnepr line in German hands, after turn 13: one point, once and for good."""
    if _lost_to_the_soviet(p)[1] and first_time(p, "dnepr"):
        score(p, -1, "4.6", "the Dnepr line is lost")


@derived(CONTROL)
def _lost_to_the_soviet(p: P) -> tuple[bool, bool]:
    """Are the Baltic Republics, and the Dnepr line, in Soviet hands to the last hex?"""
    return _all_soviet(p, "baltic-republics"), _all_soviet(p, "dnepr-line")


def _all_soviet(p: P, area: str) -> bool:
    control, areas = p.s.control, p.game.board.areas
    hexes = areas[area].hexes if area in areas else ()
    for hex in hexes:  # the first that is not decides
        if control[hex] != SOVIET:
            return False
    return bool(hexes)


# ---------------------------------------------------------------- at the end of a turn


@rule("4.2c")
def german_soil(p: P) -> None:
    """At the end of turns 1 to 5 a point for every hex of Greater Germany or the General Government with Soviet units in it."""
    if p.s.turn > _SOIL_COUNTS_UNTIL:
        return
    board = p.game.board
    soil = board.mask("greater-germany") | board.mask("general-government")
    if p.option("lithuania") == "on":  # the Polish hexes that are Soviet under this option are no German soil (3.7)
        soil &= ~board.mask("lithuania-option")
    occupied = np.nonzero(soil & (p.s.arrays.count[SOVIET] > 0))[0].tolist()
    score(p, -len(occupied), "4.2c", "Soviet units on German soil")


@rule("4.14a", "12.3", "4.16")
def is_check_due(p: P) -> bool:
    """After every turn from the third on, the sixteenth in The Road Back; while Manstein's Gambit runs, never."""
    return p.s.turn >= first_check(p) and not p.s.gambit


@rule("4.14a", "12.3")
def first_check(p: P) -> int:
    """The first turn at whose end points are compared."""
    return _FIRST_CHECK.get(p.s.scenario, 3)


@rule("4.14a", "4.14b", "4.1")
def check_points(p: P) -> None:
    """The total against the chart: a winner, or another turn. The last turn leaves nothing open."""
    s = p.s
    if p.over or not is_check_due(p):
        return
    chart = p.game.charts.checks[s.turn]
    last = s.turn == LAST_TURN
    total = s.vp + s.forgiveness if last else s.vp
    if total < chart.german and total > chart.soviet:
        return
    if p.option("forgiveness") == "on" and not last:
        forgive(p, total - (chart.german - 1 if total >= chart.german else chart.soviet + 1))
    elif total >= chart.german:
        p.win(GERMAN, f"{total} victory points, {chart.german} are enough", "4.14a")
    else:
        p.win(SOVIET, f"the German has only {total} victory points", "4.14a")


@rule("4.20")
def forgive(p: P, points: int) -> None:
    """By option play goes on, and what was too much or too little is added at the last check."""
    p.s.forgiveness += points
    p.emit(Forgiven(points=points, total=p.s.forgiveness, side=GERMAN, rule="4.20"))


@rule("4.14b")
def concede(p: P) -> None:
    """Either player may give up at any time."""
    p.win(p.foe(p.speaker), f"{p.game.sides[p.speaker]} concedes", "4.14b")
