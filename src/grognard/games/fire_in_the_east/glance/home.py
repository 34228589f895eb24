"""What a player wants to know at a glance of deployment, weather, arrivals and the home front."""

from __future__ import annotations

from ....core.seats import Eyes
from ....core.shown import Line
from ..home_front import home
from ..material import P
from ..rules import finnish_war_effort, reinforcements, scenarios, setup_areas, setup_stocks, victory
from ..state import ARRIVED, AXIS, CONVERTED, ONE, RESERVE


def lines(p: P, eyes: Eyes) -> list[Line]:
    """Lines of the status."""
    if p.s.flow and p.frame.step in setup_areas.STAGES:
        return [*_scenario(p), *_deployment(p), *_card(p, eyes)]
    found = [Line("Weather", " ".join(f"{zone} {word}" for zone, word in zip("ABCD", p.s.weather, strict=True)), "29.B")]
    if p.s.turn:
        found.append(Line("German victory points", str(victory.standing(p)), "37.B"))
    found += [*_scenario(p), *_points(p), *_arrivals(p), *_card(p, eyes)]
    return found


def _scenario(p: P) -> list[Line]:
    """A short scenario says that it is ours, how long it goes, and how many points are worth what."""
    short = scenarios.current(p)
    if short is None:
        return []
    (*better, (_, last)) = short.said.victory.levels
    levels = ", ".join(f"{level} from {least}" for least, level in better)
    end = p.game.turn_names[short.said.last]
    return [Line("Scenario", f"our own, not in the book; it ends after {end}"), Line("Victory", f"{levels}, else {last}", "37.C")]


def goals(p: P) -> list[tuple[int, str]]:
    """The places of a short scenario, those that count most first, with what each counts."""
    short = scenarios.current(p)
    if short is None:
        return []
    places, cities = scenarios.objectives(p, short), home(p.game).city_at
    ranked = sorted(places, key=lambda hex: (-places[hex], hex))
    return [(hex, f"{cities[hex].name if hex in cities else p.game.board.names[hex]} ({places[hex]})") for hex in ranked]


def _deployment(p: P) -> list[Line]:
    waiting = setup_areas.waiting(p)
    stocks = [(kind, setup_stocks.stock_left(p, kind)) for kind in setup_stocks.KINDS if setup_stocks.stocks_of(p, kind)]
    more = [Line(kind.capitalize(), str(left), "36c") for kind, left in stocks if left]
    return [Line("To be placed", str(len(waiting)), "36c"), *more]


def _points(p: P) -> list[Line]:
    """Replacement points of the phasing side."""
    if p.s.phase != "initial":
        return []
    if p.s.active == AXIS:
        names = ("German infantry", "German armor", "Rumanian", "Finnish")
        return [
            Line(f"{name} points", _shown(points), "34.B") for name, points in zip(names, p.s.axis_points, strict=True) if points
        ]
    found = [Line("Armor points", _shown(p.s.armor_pool), "34.B.2b"), Line("To be allotted", _shown(sum(p.s.to_allot)), "34.B.3")]
    districts = zip(home(p.game).charts.districts, p.s.pools, strict=True)
    return found + [Line(_district(name), _shown(points), "34.B.2c") for name, points in districts if points]


def _district(name: str) -> str:
    """A military district as people write it."""
    return name.removesuffix("-md").replace("-", " ").title() + " district"


def _arrivals(p: P) -> list[Line]:
    if p.s.phase != "initial":
        return []
    due = len(reinforcements.due(p))
    stores = p.s.stores[p.s.active]
    return [
        *([Line("Reinforcements to be placed", str(due), "34.A")] if due else []),
        *([Line("Resource points to be placed", str(stores), "34.A")] if stores else []),
    ]


def _card(p: P, eyes: Eyes) -> list[Line]:
    """Only the German player knows the card."""
    if p.s.card < 0 or (AXIS not in eyes and not p.over):
        return []
    return [Line("Finnish war effort", finnish_war_effort.card_name(p.s.card), "39.Ca")]


def _shown(eighths: int) -> str:
    return f"{eighths / ONE:g}"


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit on the map."""
    status = p.s.status[unit]
    named = ((RESERVE, "in reserve"), (CONVERTED, "converted"), (ARRIVED, "arrived"))
    return [word for bit, word in named if status & bit]
