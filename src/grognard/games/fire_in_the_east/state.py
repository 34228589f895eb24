"""The position of Fire in the East.

Every chapter has a block of its own below: flags, arrays, values. Points, strengths and equivalents are kept in eighths.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.renaming import Unit
from ...core.state import Arrays, Bytes, Ints, SmallInts, State

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
ONE = 8  #: movement points, strengths and equivalents are counted in eighths

# ---------------------------------------------------------------- flags: ground movement
MOVED = 1  #: has moved in this phase
ATTACKED = 2  #: has attacked in this combat phase (or been attacked)
ADMINISTRATIVE = 4  #: moves by administrative movement in this phase, and does nothing else
RAILED = 8  #: has entrained in this movement phase
STRATEGIC = 16  #: moves by strategic rail in this player turn, and does nothing else
FINISHED = 32  #: has spent all it has: its guaranteed hex, or something else that ends its phase
ISOLATED = 64  #: in this player turn (3.I)
RETREATED = 128  #: has retreated in this combat phase
LANDED = 256  #: has landed from sea or air in this player turn
IN_ENEMY_ZONE = 512  #: began the exploitation phase in an enemy zone of control (31.C)
# bits 4096 to 16384 are free: take one in the block of your chapter
OF_A_PHASE = MOVED | ADMINISTRATIVE | RAILED | FINISHED  #: forgotten when a movement phase begins, ...
OF_A_PLAYER_TURN = STRATEGIC | ATTACKED | RETREATED | LANDED | IN_ENEMY_ZONE  #: ... and when a player turn does

# ---------------------------------------------------------------- flags: battle
STEADFAST = 1024  #: began the combat phase in one hex with an NKVD unit (14.G)
DOTTED = 2048  #: a part of a division in its supported form (15.Bb)


class Bill(msgspec.Struct, frozen=True):
    """What a side must still lose in printed strength, in eighths, and what it has lost so far; of that, what came from armour
    and from engineers."""

    side: int
    owed: int
    lost: int = 0
    armor: int = 0
    engineers: int = 0


class Fleeing(msgspec.Struct, frozen=True):
    """A beaten unit that must still retreat, and the hexes it has been in, the one of the battle first."""

    unit: Unit
    way: tuple[int, ...]


class Fight(msgspec.Struct, frozen=True):
    """The attack or overrun that is being carried out."""

    side: int  #: the attacker
    target: int
    attackers: tuple[Unit, ...]
    origins: tuple[int, ...]  #: where each of them attacks from
    defenders: tuple[Unit, ...] = ()
    sparing: bool = False  #: the attacker does without his engineers
    overrun: bool = False
    odds: str = ""
    modifier: int = 0
    die: int = 0
    result: str = ""
    armor: bool = False  #: half of the attacker's losses must be armour (10.H)
    engineers: bool = False  #: half of the attacker's losses must be engineers (14.A.2b)
    bill: Bill | None = None
    fleeing: tuple[Fleeing, ...] = ()
    fled: tuple[Unit, ...] = ()  #: those who have had to retreat from this battle
    guided: tuple[tuple[int, int], ...] = ()  #: from where and where to Brandenburgers have found a way through (14.H.b)
    advanced: tuple[Unit, ...] = ()


# ---------------------------------------------------------------- lines: railways, supply, engineers, the seas
#: bits of `logistics`
DEPLETED = 1  #: a truck that has been used up as a source of supply (12.E.1)
TAPPED = 2  #: a truck that is a source of supply in this player turn
EXTENDS = 4  #: a truck that extended supply lines in the last initial phase
RESTING = 8  #: a truck that its owner keeps out of all supply in this player turn (12.Fc)
SPECIAL = 16  #: draws supply from a special source in this player turn (12.E)
PINNED = 32  #: keeps a hex open to trains and stays there in this movement phase (7.A.1b)
WORKING = 64  #: has taken part in a construction in this player turn (14.A.1)
REGULAR = 128  #: is in regular supply in this player turn (12.Eb)


#: bits of `afloat`, the state of ships and river flotillas
AT_SEA = 1  #: a ship that is not in port
PUT_IN = 2  #: has been in a port in this movement phase (28.B.3)
HUNGRY = 4  #: could not be replenished in its last movement phase
PROVISIONS = 8  #: carries supply: neither moves in the next movement phase nor fires in the next two combat phases
REFITTED = 16  #: has been repaired in this player turn
SAILED = 32  #: has moved in this movement phase
CARRIED = 64  #: has carried something in this player turn
FIRED = 128  #: has supported a combat in this combat phase; of a flotilla: has let units over a lake in this player turn


class Site(msgspec.Struct, frozen=True):
    """A fort or a permanent airfield that is being built (14.A.1)."""

    hex: int
    what: str  #: fort, airfield
    side: int
    engineers: tuple[Unit, ...]
    needs: int  #: quarters of a turn of work in good weather
    done: int = 0
    quick: bool = False  #: two engineers, or one and workers


# ---------------------------------------------------------------- home front
#: bits of `status`
RESERVE = 1  #: a Rumanian unit that is still in reserve (32.A.2b)
CONVERTED = 2  #: was converted in this initial phase: neither moves nor attacks in this player turn (34.D)
ARRIVED = 4  #: came onto the map in this initial phase (34.D)
FROM_THE_EAST = 32  #: came from the eastern districts in this player turn: trains carry it for nothing (7.A.4c)
IN_TRANSIT = 8  #: must leave Sweden in this player turn by strategic rail movement (31.Bb)


class Ledger(msgspec.Struct, frozen=True):
    """What victory points have been made of so far (37.B)."""

    moves: int = 0  #: of the Soviet capital
    captures: int = 0
    destroyed: int = 0  #: factories
    kept: tuple[str, ...] = ()  #: places in the right hands at the end of every final turn so far


class Factory(msgspec.Struct, frozen=True):
    """A Soviet factory (31.D)."""

    name: str
    node: int  #: its hex or the Urals; -1 on the way there
    arrives: int = 0  #: on the way: the turn on which it works again
    stock: int = 0  #: armor replacement points, in eighths, that lie there because it is isolated
    hits: int = 0  #: of bombs


class Replacement(msgspec.Struct, frozen=True):
    """A replacement of a kind that is limited (34.B.1e, 34.B.2f)."""

    kind: str
    nation: str
    turn: int
    size: int  #: in eighths of equivalents


# ---------------------------------------------------------------- air
INOPERATIVE = 4096  #: an air unit that must be repaired (16.B.1)
DISRUPTED = 8192  #: an airborne unit after a bad drop (25.A)
IDLE = 16384  #: an airborne unit that may not attack in this player turn (25.A.b)


class Dogfight(msgspec.Struct, frozen=True):
    """The air combat of a hex (21): its groups, who is allocated against whom, and who has fought already."""

    hex: int
    side: int  #: the side of the mission force
    night: bool
    step: str  #: jettison, divide, engage, join, chase, strike
    screen: tuple[Unit, ...]
    force: tuple[Unit, ...]
    interceptors: tuple[Unit, ...]
    engaging: tuple[Unit, ...] = ()  #: interceptors that attack the screen
    passing: tuple[Unit, ...] = ()  #: interceptors that try to bypass it
    pairs: tuple[tuple[Unit, Unit], ...] = ()  #: (attacker, opponent) of the step, in the order of the exchanges
    fought: tuple[Unit, ...] = ()
    holding: tuple[Unit, ...] = ()  #: interceptors past the screen that leave the mission force alone (21.B.2.d)


class Load(msgspec.Struct, frozen=True):
    """What transports carry together: units, or so many resource points, or equivalents of supply in eighths."""

    transports: tuple[Unit, ...]
    units: tuple[Unit, ...] = ()
    points: int = 0
    supply: int = 0


class Drop(msgspec.Struct, frozen=True):
    """An airborne operation: which unit, where, and in which turn and phase (`surprise` for that of the surprise turn)."""

    unit: Unit
    hex: int
    turn: int
    surprise: bool = False


class Track(msgspec.Struct, frozen=True):
    """The way of a ship in this phase, and what it has landed at its end."""

    ship: Unit
    path: tuple[int, ...]
    cargo: tuple[Unit, ...] = ()
    goal: int = -1
    points: int = 0


class Standing(msgspec.Struct, frozen=True):
    """A standing order of a side: what, about which hex, how many."""

    side: int
    kind: str
    hex: int = -1
    number: int = 0


class Package(msgspec.Struct, frozen=True):
    """A mission as it was flown: to be flown again."""

    side: int
    mission: str
    hex: int
    units: tuple[Unit, ...]
    old: bool = False  #: of the air phase before this one
    how: int = 0  #: extended range, at night
    other: int = -1  #: the other end of a bridge


class FireArrays(Arrays):
    """The arrays as a whole."""

    # ground movement and control
    spent: Ints
    aboard: Ints
    owner: SmallInts
    held: SmallInts
    marker: Ints
    # lines: railways, supply, engineers, the seas
    unsupplied: SmallInts
    turns_out: SmallInts
    logistics: Bytes
    load: SmallInts
    afloat: Bytes
    outside: Ints
    resource: Ints
    broken: Bytes
    fort: SmallInts
    track: Ints
    changed: Bytes
    # battle
    whole: Ints
    # home front
    group: Bytes
    status: Bytes
    taken: SmallInts
    unguarded: Bytes
    finnish: Bytes
    # air
    airfield: SmallInts
    damage: SmallInts
    launched: SmallInts
    patrolled: SmallInts
    mission: Bytes
    sortie: Ints
    base: Ints
    aim: Ints
    tug: Ints
    port_hits: SmallInts
    ship_hits: SmallInts


class FireState(State):
    """Arrays and values of Fire in the East."""

    FLAGS: ClassVar[dict[str, int]] = {
        "moved": MOVED, "attacked": ATTACKED, "administrative": ADMINISTRATIVE, "railed": RAILED, "strategic": STRATEGIC,
        "finished": FINISHED, "isolated": ISOLATED, "retreated": RETREATED, "landed": LANDED, "in-enemy-zone": IN_ENEMY_ZONE,
        "steadfast": STEADFAST, "dotted": DOTTED, "inoperative": INOPERATIVE, "disrupted": DISRUPTED, "idle": IDLE,
    }  # fmt: skip
    ARRAYS: ClassVar[type[Arrays]] = FireArrays
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {
        # ground movement
        "spent": np.int16,
        "aboard": np.int16,
        # lines
        "unsupplied": np.int8,
        "turns_out": np.int8,
        "logistics": np.uint8,
        "load": np.int8,
        "afloat": np.uint8,
        "outside": np.int16,
        # battle
        "whole": np.int16,
        # home front
        "group": np.uint8,
        "status": np.uint8,
        # air
        "mission": np.uint8,
        "sortie": np.int16,
        "base": np.int16,
        "aim": np.int16,
        "tug": np.int16,
        "ship_hits": np.int8,
    }
    NODE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {
        # ground movement and control
        "owner": np.int8, "held": np.int8, "marker": np.int16,
        # lines
        "resource": np.int16, "broken": np.uint8, "fort": np.int8, "track": np.int16, "changed": np.uint8,
        # battle
        # home front
        "taken": np.int8, "unguarded": np.uint8, "finnish": np.uint8,
        # air
        "airfield": np.int8, "damage": np.int8, "launched": np.int8, "patrolled": np.int8, "port_hits": np.int8,
    }  # fmt: skip
    FILLS: ClassVar[dict[str, int]] = {"owner": -1, "held": -1, "base": -1, "aim": -1, "tug": -1, "whole": -1}
    VALUES: ClassVar[dict[str, object]] = {
        # sequence
        "turn": 0, "active": 0, "phase": "", "surprise": False,
        # weather
        "weather": ("clear", "clear", "clear", "clear"),
        # lines
        "rail_used": (0, 0, 0), "rail_bought": (0, 0, 0), "rail_lost": 0, "rail_due": (), "freighted": (), "sites": (),
        "workers": (), "helped_elsewhere": (),
        "landed": (), "ashore": (), "drawn": (), "primed": (),
        "port_used": (), "german_sea": 0, "off_map": (), "assigned": (), "safe_zone": True, "repair_points": 0,
        "bridge_owner": (), "seized": (),
        # battle
        "battle": None, "fallen": (),
        # home front
        "weather_results": ("clear", "clear"), "weather_worsens": (False, False), "ice": (0, 0, 0, 0), "flood": (False,) * 4,
        "ledger": Ledger(), "capital": -1, "factories": (), "axis_points": (0, 0, 0, 0), "pools": (0,) * 13, "armor_pool": 0,
        "city_stocks": (), "port_stocks": (), "port_air": (), "disbanded": 0, "to_allot": (0, 0), "allotted": (0,) * 13,
        "losses": (0, 0, 0), "replaced": (),
        "used": (0, 0, 0), "german_bonus": 0, "card": -1, "scenario": "", "tally": (0, -1), "stores": (0, 0), "owed": (),
        "southern": 0,
        # air
        "dogfight": None, "loads": (), "axis_drops": (), "soviet_drops": (), "allowance": (0,) * 7, "disrupted_allowance": 0,
        "raf_allowance": 0, "bombed": (), "flown_supply": (), "harassed": (), "axis_standing": (), "soviet_standing": (),
        "packages": (), "arctic_sorties": 0,
        "surprise_attackers": (), "bridge_hits": (), "bridges_down": (), "guards_made": (0, 0), "shot_at": (),
        "fled": (), "ferried": (),
        "night_fighter": -1, "chart_moves": (), "sea_tracks": (),
    }  # fmt: skip
    WATCHED = State.WATCHED | {
        # ground movement, sequence, weather
        "owner", "held", "turn", "weather", "surprise", "unsupplied",
        # lines
        "broken", "fort", "resource", "track", "changed", "logistics", "landed", "turns_out",
        # battle
        # home front
        "ice", "flood", "unguarded", "finnish", "card", "german_bonus", "scenario",
        # air
        "harassed", "flown_supply", "airfield",
    }  # fmt: skip

    arrays: FireArrays

    # ---------------------------------------------------------------- ground movement, control, sequence
    spent: memoryview  #: movement points spent in this phase, in eighths
    aboard: memoryview  #: 0 for units that are not on a train, else 1 + twice the hexes they have travelled on it + its gauge
    owner: memoryview  #: the side that has lasting control of a node (3.Fb); `control` is who has it now
    held: memoryview  #: the side that controlled a node when the player turn began
    marker: memoryview  #: the corps or army marker that its owner has put on a hex, 0 for none (8.C); no rule reads it
    turn: int  #: 1 for Jun II 41; 0 during deployment
    active: int  #: the phasing side
    phase: str  #: initial, movement, air, combat, exploitation; "" outside player turns
    surprise: bool  #: is this the German surprise attack turn? (31.F)

    # ---------------------------------------------------------------- weather
    weather: tuple[str, str, str, str]  #: clear, mud, frost or snow in the zones A to D

    # ---------------------------------------------------------------- lines: railways, supply, engineers, the seas
    unsupplied: memoryview  #: consecutive turns a unit has been out of supply, as it counts in this player turn (12.D, 12.Ea)
    turns_out: memoryview  #: twice the turns since regular supply was lost, plus the side in whose initial phase that was
    logistics: memoryview  #: bits: depleted, tapped, extends, resting, special, pinned, working, regular
    load: memoryview  #: resource points that a unit carries
    afloat: memoryview  #: bits: at sea, put in, hungry, provisions, refitted, sailed, carried, fired
    outside: memoryview  #: hexes that a ship has moved outside the safe zone of Kronshtadt in this phase
    port_used: tuple[tuple[int, int], ...]  #: ports, and eighths of equivalents that have passed through them in this player turn
    german_sea: int  #: eighths of equivalents of German naval transport used in this player turn
    off_map: tuple[tuple[Unit, int], ...]  #: units in the off-map port, and the turn on which they got there
    assigned: tuple[tuple[Unit, int], ...]  #: ships, and the hex each supports in this German combat phase (28.B.2c)
    safe_zone: bool  #: does the safe zone around Kronshtadt exist? (28.B.5a)
    repair_points: int  #: of the Soviet navy (28.F)
    bridge_owner: tuple[tuple[int, int, int], ...]  #: bridges that are not controlled as at the start: two hexes, and the side
    seized: tuple[tuple[int, int], ...]  #: bridges that Brandenburgers have seized in this player turn (39.Af)
    resource: memoryview  #: resource points in a hex
    broken: memoryview  #: is the railway in a hex broken?
    fort: memoryview  #: a fort in a hex
    track: memoryview  #: railways of a hex as `rails.py` has them: gauges changed, regauged in this player turn, built
    changed: memoryview  #: 1 for hexes that have ever changed hands
    rail_used: tuple[int, int, int]  #: eighths of equivalents carried in this turn by the Soviet, German and Finnish nets
    rail_bought: tuple[int, int, int]  #: eighths of equivalents by which resource points have raised them
    rail_lost: int  #: equivalents that the Soviets have lost with their cities (7.A.4f)
    rail_due: tuple[tuple[int, int], ...]  #: hexes of the new line, and the turn from which they are railway (7.D)
    freighted: tuple[tuple[int, int], ...]  #: hexes and how many resource points have come there by rail in this phase
    sites: tuple[Site, ...]
    landed: tuple[tuple[int, int, int, int, bool], ...]  #: supply from the sea: side, hex, eighths, initial phases left, regular
    drawn: tuple[tuple[Unit, int], ...]  #: units that their owner has let draw supply from a hex in this initial phase
    primed: tuple[Unit, ...]  #: units that have landed in the Arctic and had a resource point spent for their attack (30e)
    ashore: tuple[Unit, ...]  #: supplied units that have landed on a coast: in supply in the following player turn (28.C.3a)
    workers: tuple[tuple[int, int], ...]  #: cities (by their first hex) and how many engineers their workers have helped
    helped_elsewhere: tuple[tuple[int, ...], ...]  #: of engineers helped who had a choice: the city, and the others that could

    # ---------------------------------------------------------------- battle
    whole: memoryview  #: the division that a part stands for, -1 for none
    battle: Fight | None  #: the attack or overrun being carried out
    fallen: tuple[int, ...]  #: fortresses that have been captured: reference cities from then on (31.A.5a)

    # ---------------------------------------------------------------- home front
    weather_results: tuple[str, str]  #: what the tables of zone A and of zones B to D said last
    weather_worsens: tuple[bool, bool]  #: their trends
    ice: tuple[int, int, int, int]  #: rivers and lakes by zone: open, freezing, frozen (39.F.1)
    flood: tuple[bool, bool, bool, bool]  #: rivers in flood, by zone (39.F.2)
    group: memoryview  #: the group of the orders of battle with which a unit is set up (36c)
    status: memoryview  #: bits: reserve, converted, arrived, in transit
    taken: memoryview  #: the turn on which a city changed hands last, 0 for never
    unguarded: memoryview  #: 1 for hexes of cities that lack their Axis garrison (33.c)
    finnish: memoryview  #: 1 for hexes annexed from Finland that the Axis has once held (32.B.c)
    ledger: Ledger
    capital: int  #: node of the Soviet capital, -1 after its capture
    factories: tuple[Factory, ...]
    # Replacement points are in eighths. German infantry and armor, Rumanian and Finnish infantry; a debt is below 0 (34.C)
    axis_points: tuple[int, int, int, int]
    pools: tuple[int, ...]  #: Soviet infantry points by district
    armor_pool: int
    city_stocks: tuple[tuple[int, int], ...]  #: hex and points of isolated replacement cities
    port_stocks: tuple[tuple[int, int], ...]  #: hex and armor points of lend-lease in isolated ports
    port_air: tuple[tuple[int, Unit], ...]  #: hex and lend-lease air units in isolated ports
    disbanded: int  #: armor points of units disbanded this turn, usable from the next one on
    to_allot: tuple[int, int]  #: Soviet points that may go to any district: of missing garrisons, of losses
    allotted: tuple[int, ...]  #: of the latter, how many each district has got in this phase
    losses: tuple[int, int, int]  #: attack strength lost that counts for special replacements: German, Finnish, Soviet
    replaced: tuple[Replacement, ...]
    used: tuple[int, int, int]  #: in this phase: rifle divisions upgraded, militia withdrawn, artillery exchanged
    german_bonus: int  #: by how many equivalents the German limit in southern Finland has been raised (32.B.h)
    card: int  #: of the Finnish war effort, 0 for the two of clubs; -1 for none (39.C)
    scenario: str  #: the short scenario that is played, none in the campaign
    tally: tuple[int, int]  #: in it: points of earlier countings; Soviet divisions lost when these ceased to count, -1 before
    stores: tuple[int, int]  #: resource points that have arrived and are not placed yet, by side
    southern: int  #: how many of the Soviet ones have come by the southern route (35c)
    owed: tuple[Unit, ...]  #: units whose withdrawal is due, or others like them (34.C)

    # ---------------------------------------------------------------- air
    airfield: memoryview  #: 1 temporary, 2 permanent airfield
    damage: memoryview  #: hits on the airbase of a hex
    launched: memoryview  #: missions begun from a hex in this air phase
    patrolled: memoryview  #: patrol attacks made from a hex in this air phase
    mission: memoryview  #: what an air unit flies for, 0 while it is at its airbase; in flight it stands in its target hex
    sortie: memoryview  #: particulars of its flight and standing, see `rules/sorties.py`
    base: memoryview  #: where it began its mission
    aim: memoryview  #: the piece it bombs, the other hex of a bridge, or the airbase it will land at
    tug: memoryview  #: of a glider: the transport that tows it
    dogfight: Dogfight | None  #: the air combat being resolved
    loads: tuple[Load, ...]  #: what transports carry
    axis_drops: tuple[Drop, ...]  #: airborne operations planned (25.D), which the enemy does not know
    soviet_drops: tuple[Drop, ...]
    allowance: tuple[int, ...]  #: group allowances, in the order of `aircraft.FORCES`
    disrupted_allowance: int  #: Soviet group allowance disrupted by the surprise attack (31.F.2)
    raf_allowance: int
    bombed: tuple[tuple[int, str, int, int], ...]  #: owner, what, where, hits of strategic bombing, for his next player turn
    flown_supply: tuple[tuple[int, int, int], ...]  #: side, hex, equivalents of supply brought by air (12.E.2)
    harassed: tuple[tuple[int, int, int], ...]  #: harassing side, hex, movement points more to leave it (20.F.2.e)
    axis_standing: tuple[Standing, ...]  #: standing orders for enemy air phases, which the enemy does not know
    soviet_standing: tuple[Standing, ...]
    packages: tuple[Package, ...]  #: what each side has flown in its last air phase, to be flown again
    arctic_sorties: int  #: missions from the Arctic that resource points have been spent for and nobody has flown yet (30f)
    port_hits: memoryview  #: hits on the port of a hex
    ship_hits: memoryview  #: damage of a ship or flotilla
    bridge_hits: tuple[tuple[int, int, int], ...]  #: the two hexes of a bridge, the lower first, and its hits (39.A)
    fled: tuple[tuple[int, int, bool, int], ...]  #: turn, side, surprise and hex of airbases already fled from (17.B)
    ferried: tuple[tuple[int, int], ...]  #: flotillas, and what they have carried in this phase, in eighths (28.Ei)
    shot_at: tuple[tuple[int, int, str, int], ...]  #: turn, side, phase and hex of fire at harassment (38.B.2)
    sea_tracks: tuple[Track, ...]  #: where ships have sailed in this phase, while air units search (more-optional.4)
    chart_moves: tuple[tuple[Unit, str, int], ...]  #: who moved on the air chart now: from which box, in which group
    night_fighter: int  #: the Me 110E that an Me 110D has taken the place of, -1 for none (more-optional.1)
    guards_made: tuple[int, int]  #: the last turn in which air units became Guards, and how many
    bridges_down: tuple[tuple[int, int], ...]  #: demolished bridges, by their two hexes
    surprise_attackers: tuple[Unit, ...]  #: German air units put aside for the surprise attack (31.F.2)
