"""Rule 20: the missions, who may fly them, how far, by night or not, and when their air units go home."""

from __future__ import annotations

from enum import IntEnum, StrEnum

import msgspec

from ....core.rule import rule
from ..aircraft import Aircraft


class Purpose(IntEnum):
    """What an air unit flies for. The numbers stand in stored positions and never change their meaning."""

    NONE = 0
    INTERCEPTION = 1
    SCRAMBLE = 2
    ESCORT = 3
    TRANSFER = 4
    STAGING = 5
    TRANSPORT = 6  #: lands with its cargo
    DELIVERY = 7  #: unloads and flies back
    DROP = 8
    PORT = 9  #: strategic
    FACTORY = 10
    CITY = 11
    YARD = 12
    AIR_UNITS = 13
    AIRBASE = 14
    SUPPORT = 15
    DEFENCE = 16
    HARASSMENT = 17
    RAIL = 18
    HARBOUR = 19  #: a port, by tactical bombing
    SHIP = 20
    BRIDGE = 21
    SEARCH = 22


class Bombs(StrEnum):
    """Which bombing strength a mission uses."""

    NONE = ""
    STRATEGIC = "strategic"
    TACTICAL = "tactical"


class Home(StrEnum):
    """When the air units of a mission return to base."""

    AIR = "air"  #: in the return steps of the air phase
    COMBAT = "combat"  #: at the end of the combat phase
    INITIAL = "initial"  #: at the start of the next friendly initial phase
    MOVEMENT = "movement"  #: at the end of the enemy movement phase


class Mission(msgspec.Struct, frozen=True):
    """One line of the chapter."""

    purpose: Purpose
    word: str  #: what a player says
    title: str
    rule: str
    bombs: Bombs = Bombs.NONE
    night: bool = False
    home: Home = Home.AIR
    table: bool = False  #: resolved on the bombing table
    reach: int = 2  #: how many halves of the movement rating it may fly
    extended: int = 0  #: at extended range; 0: it may not
    flak: bool = True  #: may antiaircraft fire at it in the mission resolution step?


def _bombing(purpose: Purpose, word: str, title: str, number: str, bombs: Bombs, **more: object) -> Mission:
    return Mission(purpose, word, title, number, bombs=bombs, extended=4, night=bombs is Bombs.STRATEGIC, **more)  # type: ignore[arg-type]


STRATEGIC, TACTICAL = Bombs.STRATEGIC, Bombs.TACTICAL
MISSIONS: dict[Purpose, Mission] = {
    mission.purpose: mission
    for mission in (
        Mission(Purpose.NONE, "none", "at its airbase", "16", flak=False),
        Mission(Purpose.INTERCEPTION, "intercept", "interception", "20.A", reach=1, night=True, flak=False),
        Mission(Purpose.SCRAMBLE, "scramble", "scramble", "20.B", flak=False),
        Mission(Purpose.ESCORT, "escort", "escort", "20.C", extended=4, flak=False),
        Mission(Purpose.TRANSFER, "transfer", "transfer", "20.D.1", reach=6, night=True, flak=False),
        Mission(Purpose.STAGING, "stage", "staging", "20.D.2", night=True, flak=False),
        Mission(Purpose.TRANSPORT, "transport", "transport", "20.E.1", reach=4, extended=6),
        Mission(Purpose.DELIVERY, "deliver", "transport and return", "20.E.1", extended=4),
        Mission(Purpose.DROP, "drop", "air drop", "20.E.2"),
        _bombing(Purpose.PORT, "port", "strategic bombing of a port", "20.F.1.a", STRATEGIC, table=True),
        _bombing(Purpose.FACTORY, "factory", "bombing of a factory", "20.F.1.b", STRATEGIC, table=True),
        _bombing(Purpose.CITY, "city", "bombing of a replacement city", "20.F.1.c", STRATEGIC, table=True),
        _bombing(Purpose.YARD, "yard", "bombing of a marshalling yard", "20.F.1.d", STRATEGIC, table=True),
        _bombing(Purpose.AIR_UNITS, "air-units", "bombing of air units", "20.F.2.a", TACTICAL, table=True),
        _bombing(Purpose.AIRBASE, "airbase", "bombing of an airbase", "20.F.2.b", TACTICAL, table=True),
        _bombing(Purpose.SUPPORT, "support", "ground support", "20.F.2.c", TACTICAL, home=Home.COMBAT),
        _bombing(Purpose.DEFENCE, "defend", "defensive support", "20.F.2.d", TACTICAL, home=Home.INITIAL, flak=False),
        _bombing(Purpose.HARASSMENT, "harass", "harassment", "20.F.2.e", TACTICAL, home=Home.INITIAL),
        _bombing(Purpose.RAIL, "railway", "bombing of a railway", "20.F.2.f", TACTICAL, table=True),
        _bombing(Purpose.HARBOUR, "harbour", "tactical bombing of a port", "20.F.2.g", TACTICAL, table=True),
        _bombing(Purpose.SHIP, "ship", "bombing of a ship", "20.F.2.h", TACTICAL, table=True),
        _bombing(Purpose.BRIDGE, "bridge", "bombing of a bridge", "39.Ab", TACTICAL, table=True),
        _bombing(Purpose.SEARCH, "search", "search at sea", "more-optional.4a", TACTICAL, home=Home.MOVEMENT, flak=False),
    )
}
BY_WORD = {mission.word: mission for mission in MISSIONS.values()}
FIGHTERS_ONLY = frozenset({Purpose.INTERCEPTION, Purpose.SCRAMBLE, Purpose.ESCORT})
CARGO = frozenset({Purpose.TRANSPORT, Purpose.DELIVERY, Purpose.DROP})
#: Missions that put nothing into a hex for others to fight over or protect.
BY_AIRBASE = frozenset({Purpose.TRANSFER, Purpose.STAGING})
SEARCH_RESERVE = 4  #: movement points that a search costs


@rule("20.F.2.a")
def tactical_strength(aircraft: Aircraft, purpose: Purpose) -> int:
    """Printed tactical points for a mission: fighters have one more against air units on the ground."""
    return aircraft.tactical + (1 if purpose is Purpose.AIR_UNITS and aircraft.is_fighter else 0)


@rule("20", "20.Fa", "20.F.1", "20.F.2", "20.A", "20.C", "20.D")
def why_not(aircraft: Aircraft, mission: Mission) -> tuple[str, str] | None:
    """The rule that keeps a model from a mission at all, if there is one."""
    if mission.purpose in FIGHTERS_ONLY and not aircraft.is_fighter:
        return mission.rule, f"only fighters fly {mission.title}"
    if mission.purpose in CARGO and not aircraft.is_transport:
        return "20.Ea", f"only transports fly {mission.title}"
    if mission.bombs is STRATEGIC and not aircraft.strategic:
        return "20.F.1", f"{aircraft.model} has no strategic bombing strength"
    if mission.bombs is TACTICAL and not tactical_strength(aircraft, mission.purpose):
        return "20.Fa", f"{aircraft.model} has no tactical bombing strength"
    return None


@rule("18", "24.B", "24")
def range_of(aircraft: Aircraft, mission: Mission, *, extended: bool = False) -> int:
    """Hexes it may fly to the target: halves of the rating, rounded down."""
    halves = mission.extended if extended else mission.reach
    reach = aircraft.movement * halves // 2
    return max(reach - SEARCH_RESERVE, 0) if mission.purpose is Purpose.SEARCH else reach


@rule("18", "24.B")
def return_range(aircraft: Aircraft, mission: Mission, *, extended: bool = False) -> int:
    """Hexes it may fly when it goes home: as many as its mission has let it fly out, so interceptors half their rating."""
    return range_of(aircraft, mission, extended=extended)


@rule("24.B", "24.F", "24.F.b")
def range_refusal(aircraft: Aircraft, mission: Mission, *, extended: bool, night: bool) -> tuple[str, str] | None:
    """Why a mission may not be flown so far or at night."""
    if extended and not mission.extended:
        return "24.B", f"{mission.title} is not flown at extended range"
    if extended and mission.bombs and aircraft.is_fighter:
        return "24.B", "fighters do not bomb at extended range"
    if night and not mission.night:
        return "24.F.b", f"{mission.title} is not flown at night"
    if night and mission.purpose is Purpose.INTERCEPTION and not aircraft.is_night:
        return "24.F.b", "only night fighters intercept at night"
    return None
