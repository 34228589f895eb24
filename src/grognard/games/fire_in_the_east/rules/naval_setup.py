"""Where ships and flotillas are when the game begins, and when others come."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..counters import FLOTILLA, SHIP
from ..home_front import home
from ..material import P
from ..state import SOVIET
from . import naval, supply, zones
from .units import name, where

#: Where the ships of a sea zone lie if nobody says otherwise; the Soviet player may berth them elsewhere in it.
HOMES = {"Baltic Sea": "Kronshtadt", "Black Sea": "Sevastopol", "Arctic Ocean": "Murmansk"}
INITIAL = "initial"


def _home(p: P, unit: int) -> int:
    """The hex in which a ship or flotilla first appears."""
    row = p.game.rows[unit]
    if row["home"].startswith("hex "):
        return p.game.board.node(row["home"].removeprefix("hex "))
    return next(place.hex for place in p.game.board.places if place.name == HOMES[row["sea_zone"]])


@rule("36f", "28.B", "28.Ea")
def deploy(p: P) -> None:
    """Ships of the order of battle in a port of their zone, flotillas in their hexes."""
    for unit in (*naval.of_role(p.game, SHIP), *naval.of_role(p.game, FLOTILLA)):
        if p.game.rows[unit].get("turn") == INITIAL:
            p.place(unit, _home(p, unit))


@rule("34.A.2a", "28.E")
def arrive(p: P) -> None:
    """Flotillas of this turn appear, unless the enemy is there: then they wait."""
    for unit in naval.of_role(p.game, FLOTILLA):
        if p.s.loc[unit] not in (p.game.calendar.boxes[turn] for turn in range(1, p.s.turn + 1)):
            continue
        home = _home(p, unit)
        if not zones.of_side(p, p.foe(SOVIET)).count[home]:
            p.place(unit, home)


def berthable(p: P, hexes: Sequence[int]) -> list[int]:
    return [ship for ship in naval.ships(p) if not hexes or p.s.loc[ship] == hexes[0]]


def berths(p: P, units: Sequence[int]) -> list[int]:
    """Soviet ports of the sea zone of these ships."""
    if not units:
        return []
    wanted = {naval.zone_of(p.game, p.s.loc[ship]) for ship in units}
    ports = supply.tagged(p.game, "port").nonzero()[0].tolist()
    return [hex for hex in ports if p.s.control[hex] == SOVIET and {naval.zone_of(p.game, hex)} == wanted]


@rule("36f", "28.B")
def berth(p: P, command: Command) -> None:
    """Ships begin in another port of their sea zone."""
    hex = command.hexes[0]
    for ship in command.units:
        if not naval.is_ship(p, ship) or hex not in berths(p, (ship,)):
            raise Illegal("36f", f"{name(p, ship)} cannot begin in {where(p, hex)}")
        p.place(ship, hex)


@rule("36f")
def berth_as_in_history(p: P) -> None:
    """Ships in the ports in which they lay on 22 June 1941."""
    berth_of = {spot.name: spot.hex for spot in home(p.game).assets[SOVIET] if spot.kind == SHIP}
    for ship in naval.ships(p):
        hex = berth_of.get(p.game.rows[ship]["name"], -1)
        if hex in berths(p, (ship,)):
            p.place(ship, hex)
