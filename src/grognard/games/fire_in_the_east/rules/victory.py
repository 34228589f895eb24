"""37 Victory: what counts on which turns, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ....core.rule import rule
from ..home_charts import HomeCharts
from ..home_front import home
from ..material import P
from ..state import AXIS, SOVIET, Ledger
from . import scenarios

#: Feb II 42 to Mar II 42: who controls an objective at the end of each of these turns has it
FINAL_TURNS = (17, 18, 19)
PER_CAPTURE = 2


@rule("37.Ba", "37.Bb", "37.Bc")
def points(charts: HomeCharts, ledger: Ledger, held: Iterable[str]) -> int:
    """German victory points: objectives held to the end, the fate of capital and factories, less Axis cities lost."""
    places = sum(charts.objectives.get(name, 0) - (name in charts.axis_cities) for name in held)
    return places + ledger.moves + PER_CAPTURE * ledger.captures + ledger.destroyed


@rule("37.C")
def level(charts: HomeCharts, total: int) -> str:
    """What so many points are called."""
    return next(name for least, name in reversed(charts.levels) if total >= least)


@rule("37.Ba", "37.Bc")
def held_now(p: P) -> tuple[str, ...]:
    """Soviet objectives of which the Germans control every hex, and Axis major cities that are wholly Soviet."""
    control, front = p.s.control, home(p.game)
    wanted = {**dict.fromkeys(front.charts.objectives, AXIS), **dict.fromkeys(front.charts.axis_cities, SOVIET)}
    here = [(front.cities[name], side) for name, side in wanted.items() if name in front.cities]
    return tuple(city.name for city, side in here if all(control[hex] == side for hex in city.hexes))


@rule("37", "37.A", "37.B", "37.Ba")
def judge(p: P) -> None:
    """At the end of a game turn: who has kept what, and after the last one the verdict."""
    p.pop()
    s = p.s
    if s.scenario:
        scenarios.judge(p)
        return
    if s.turn in FINAL_TURNS:
        now = held_now(p)
        s.ledger = msgspec.structs.replace(
            s.ledger, kept=now if s.turn == FINAL_TURNS[0] else tuple(n for n in s.ledger.kept if n in now)
        )
    if s.turn == FINAL_TURNS[-1]:
        decide(p)


@rule("37.C")
def decide(p: P) -> None:
    """The points are counted and the game is over."""
    charts, ledger = home(p.game).charts, p.s.ledger
    total = points(charts, ledger, ledger.kept)
    said = level(charts, total)
    reason = f"{total} victory points: {said}" + (" victory" if "stalemate" not in said else "")
    if said.startswith("German"):
        p.win(AXIS, reason, "37.C")
    elif said.startswith("Soviet"):
        p.win(SOVIET, reason, "37.C")
    else:
        p.draw(reason, "37.C")


def standing(p: P) -> int:
    """The points as they would be if the game ended with what is held now."""
    if p.s.scenario:
        return scenarios.points(p)
    return points(home(p.game).charts, p.s.ledger, held_now(p))
