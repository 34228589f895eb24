"""Rules 9, 11 and 12.D as a position has them: the facts of a battle, gathered from who stands where.

What is reckoned from them is told by `strength`, `modifiers` and `combat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from ....core.paths import NEVER, facing
from ....core.rule import rule
from ..counters import Printed
from ..material import Material, P
from ..state import AXIS, CARRIED, DISRUPTED, DOTTED, LANDED, ONE, RETREATED, SOVIET, STEADFAST
from . import air_support, bridges, flotillas, naval, terrain, zones
from .armor import Capability
from .battle import OPEN, Artillery, Battle, City, Engineer, Fighter, Ground, Hexside, unprepared
from .stacking import excess
from .units import face
from .weather import first_winter, frozen_lakes, frozen_rivers, weather_at, zone_of_hexside

_CITIES = {"reference-city": City.REFERENCE, "dot-city": City.DOT}
_LEHR = ("GD", "Lehr")
#: hexsides that tell in combat, the one that matters most first
WATERS = ("strait-baltic", "strait-kronshtadt", "strait-kerch", "sea", "lake", "major-river", "river")
CAUSEWAY = "causeway"
#: who comes from the sea, or from the air, without being halved for it
FROM_THE_AIR = ("parachute", "parachute-commando", "para-infantry", "air landing")


# ---------------------------------------------------------------- units


@rule("9.D", "14.D", "29.D.1.c", "31.A.5c", "errata.charts.1b", "errata.charts.1c")
def as_printed(game: Material, shown: Printed) -> Fighter:
    """What the counter alone says of a unit in a battle."""
    key = ("fighter", shown)
    found: Fighter | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = _as_printed(shown)
    return found


def _as_printed(shown: Printed) -> Fighter:
    def able(word: str) -> Capability | None:
        return None if word == "excluded" else Capability(word)

    fixed = shown.type == "fortified area"
    return Fighter(
        attack=Fraction(shown.attack, ONE),
        defence=Fraction(shown.defence, ONE),
        size=Fraction(shown.presence, ONE),
        aeca=able(shown.aeca),
        aecd=able(shown.aecd),
        atec=able(shown.atec),
        artillery=Artillery(shown.artillery),
        engineer=Engineer(shown.engineer),
        supported=shown.supported,
        supports=shown.supports,
        mountain=shown.mountain,
        winterized=shown.winterized,
        finnish=shown.nation == "finnish",
        fortified=fixed,
    )


@rule("28.C.3b")
def _is_halved_by_landing(p: P, unit: int, kind: str) -> bool:
    """Marines are at home on a beach, airborne troops where they were dropped; all others are halved."""
    return kind != "marine" and (kind not in FROM_THE_AIR or bool(p.s.afloat[unit] & CARRIED))


@rule("11a", "12.D.a", "12.D.b", "14.G", "15.Bb", "25.A.b", "28.C.3b", "31.F.1e", "38.D", "more-optional.3")
def fighter(p: P, unit: int, place: int, shown: Printed, *, across: Hexside = OPEN, distance: int = 1) -> Fighter:
    """A unit as it fights now, from or in a hex."""
    flags = p.s.flags[unit]
    printed = as_printed(p.game, shown)
    return msgspec.structs.replace(
        printed,
        place=place,
        across=across,
        distance=distance,
        supported=printed.supported or bool(flags & DOTTED) or _is_surprised_guard(p, shown),
        unsupplied=_turns_out(p, unit),
        winterized=is_winterized(p, unit),
        landing=bool(flags & LANDED) and _is_halved_by_landing(p, unit, shown.type),
        disrupted=bool(flags & DISRUPTED),
        arrived=bool(flags & RETREATED),
        steadfast=bool(flags & STEADFAST),
        breaching=shown.type == "heavy AA" and p.option("heavy-antiaircraft") == "on",
    )


@rule("31.F.1e")
def _is_surprised_guard(p: P, shown: Printed) -> bool:
    """Soviet border guards know their ground in the surprise turn."""
    return p.s.surprise and (shown.nation, shown.type) == ("soviet", "border")


def _turns_out(p: P, unit: int) -> int:
    return int(p.s.unsupplied[unit])


@rule("29.D.1.c", "38.D")
def is_winterized(p: P, unit: int) -> bool:
    """By type and colour; a part of a division as that is, and by the advanced rule Grossdeutschland and the Lehr troops."""
    whole = p.s.whole[unit]
    unit = whole if whole >= 0 else unit
    if face(p, unit).winterized:
        return True
    row = p.game.rows[unit]
    lehr = row["service"] == "army" and any(word in row["designation"].split() for word in _LEHR)
    return lehr and row["nation"] == "german" and p.option("winterization") == "on"


# ---------------------------------------------------------------- ground


@rule("9.H", "3.G", "29.D.2a", "31.A.5a", "31.G", "errata.rules.31G")
def ground_of(p: P, hex: int) -> Ground:
    """What is in an attacked hex."""
    game, s = p.game, p.s
    city, fortress = city_of(game, hex)
    if fortress and hex in s.fallen:
        city, fortress = City.REFERENCE, False
    ground = Ground(
        terrain=game.board.terrains[game.board.terrain[hex]],
        frozen=bool(terrain.frozen_hexes(p)[hex]),
        weather=weather_at(p, hex),
        city=city,
        fortress=fortress,
        fort=s.fort[hex] > 0,
        first_winter=first_winter(p, hex),
    )
    return unprepared(ground) if s.turn == 1 and s.control[hex] == SOVIET else ground


def city_of(game: Material, hex: int) -> tuple[City, bool]:
    """The city printed in a hex, and whether it is a fortress."""
    cities: dict[int, tuple[City, bool]] | None = game.kept.get("cities")
    if cities is None:
        cities = {}
        for place in game.board.places:
            if place.kind == "major-city":
                cities[place.hex] = (City.FULL if "full-hex" in place.tags else City.PARTIAL, False)
            else:
                cities[place.hex] = (_CITIES.get(place.kind, City.NONE), place.kind == "fortress")
        game.kept["cities"] = cities
    return cities.get(hex, (City.NONE, False))


# ---------------------------------------------------------------- hexsides


@rule("31.A", "31.A.1", "31.A.2", "31.A.3")
def printed_side(game: Material, one: int, other: int) -> str:
    """What lies between two adjacent hexes, as the charts name it."""
    direction = game.board.direction(one, other)
    masks = game.kept.get("waters")
    if masks is None:
        masks = game.kept["waters"] = ({hexside: game.board.side_mask(hexside) for hexside in WATERS}, terrain.roads(game))
    waters, lines = masks
    hexside = next((hexside for hexside in WATERS if waters[hexside][one, direction]), "")
    return CAUSEWAY if hexside in ("sea", "lake") and lines[one, direction] else hexside


@rule("9.H", "28.Ee", "28.Ej", "29.D.2a", "29.D.2b", "31.A.4", "31.F.1c", "errata.rules.31F1", "29.C.1b")
def side_between(p: P, here: int, there: int, side: int) -> Hexside:
    """What a unit of a side attacks or overruns across."""
    hexside = printed_side(p.game, here, there)
    if not hexside:
        return OPEN
    if hexside == "lake" and side == SOVIET and flotillas.is_lake_bridged(p, here, there):
        return Hexside("major-river")
    if hexside == "strait-kronshtadt" and not (side == SOVIET and p.s.control[here] == p.s.control[there] == SOVIET):
        hexside = "sea"
    if p.s.surprise and hexside in ("river", "major-river") and _is_border(p.game, here, there):
        return OPEN
    ice = frozen_lakes(p) if hexside == "lake" else frozen_rivers(p)
    frozen = bool(ice[zone_of_hexside(p, here, there)]) and hexside in ("river", "major-river", "lake")
    return Hexside(hexside, frozen=frozen, flotilla=side == AXIS and naval.flotilla_holds(p, here, there))


@rule("31.F.1c")
def _is_border(game: Material, one: int, other: int) -> bool:
    """Is this hexside part of the border between Greater Germany and the Soviet Union?"""
    germany = game.kept.get("germany")
    if germany is None:
        germany = game.kept["germany"] = game.board.mask("greater-germany")
    return bool((germany[one] and game.ussr[other]) or (germany[other] and game.ussr[one]))


# ---------------------------------------------------------------- ships


@rule("28.B.2", "28.B.2a", "28.B.2b")
def as_guns(p: P, ship: int, target: int) -> Fighter:
    """A ship that supports a battle: an artillery unit of one equivalent, whose guns are halved on land. It supports others if it
    lies in their hex."""
    guns = 2 * naval.gunfire(p, ship, target)
    return Fighter(
        attack=guns, defence=guns, size=Fraction(1), place=p.s.loc[ship], aeca=None, aecd=None, atec=None,
        artillery=Artillery.SHIP, supports=True,
    )  # fmt: skip


@rule("28.B.2c")
def ships_for(p: P, target: int, attacker: int) -> list[int]:
    """Ships that support the defence of a hex; only the Soviets have any."""
    return naval.defending(p, target) if attacker == AXIS else []


# ---------------------------------------------------------------- battles


@rule("9.B.2", "9.F.1d")
def defenders_in(p: P, hex: int, attacker: int) -> list[int]:
    """All ground units that are attacked with a hex."""
    return [unit for unit in p.foes(hex, attacker) if p.game.is_ground[unit]]


@rule("9.A.1", "9.A.2", "9.B.2")
def battle_of(
    p: P, side: int, target: int, units: Sequence[int], origins: Sequence[int] = (), *, faces: Sequence[Printed] = (),
    sparing: bool = False,
) -> Battle:  # fmt: skip
    """The facts of an attack on a hex by these units, from where they stand or from the origins given; `faces` where they will
    not show what they show now."""
    board = p.game.board
    places = origins or [p.s.loc[unit] for unit in units]
    attackers = []
    over_bridges = bridges.first_across(p, units, places, target)
    for unit, here, shown in zip(units, places, faces or [face(p, unit) for unit in units], strict=True):
        if p.game.is_ship[unit]:
            attackers.append(as_guns(p, unit, target))
            continue
        distance = board.distance(here, target)
        across = side_between(p, here, target, side) if distance == 1 and unit not in over_bridges else OPEN
        attackers.append(fighter(p, unit, here, shown, across=across, distance=max(distance, 1)))
    defenders = [fighter(p, unit, target, face(p, unit)) for unit in defenders_in(p, target, side)]
    defenders += [as_guns(p, ship, target) for ship in ships_for(p, target, side)]
    return Battle(
        attackers=attackers,
        defenders=defenders,
        axis_attacks=side == AXIS,
        ground=ground_of(p, target),
        ground_support=air_support.flights(p, target, side, attacking=True),
        defensive_support=air_support.flights(p, target, p.foe(side), attacking=False),
        overrun_air=p.option("overruns-ignore-aircraft") == "off",
        use_engineers=not sparing,
        mingled=target in places,
    )


def contact(p: P, side: int) -> list[int]:
    """Hexes with ground units of a side's enemies that have units of the side beside them."""
    kept, board = p.game.kept, p.game.board
    if "everywhere" not in kept:
        kept["everywhere"] = np.ones((board.nodes, 6), np.bool_)
    own, foes = zones.of_side(p, side).count, zones.of_side(p, p.foe(side)).count
    found: list[int] = facing(board.neighbours, kept["everywhere"], foes, own).tolist()
    return found


# ---------------------------------------------------------------- where units can go


@rule("9", "9.F.1c", "28.Ej", "30c")
def may_enter(p: P, unit: int, here: int, there: int) -> bool:
    """Does the ground let a unit go from a hex to the next, whoever is there?"""
    shown, game = face(p, unit), p.game
    if shown.cavalry and game.arctic[there] and not game.arctic[here]:
        return False
    table = terrain.costs(p, p.side_of(unit), shown.moves_as, shown.movement)
    if table[here, game.board.direction(here, there)] != NEVER:
        return True
    return p.side_of(unit) == SOVIET and flotillas.is_lake_bridged(p, here, there)


def fits(p: P, side: int, hex: int, units: Sequence[int]) -> bool:
    """Do units keep the limit of stacking of a hex?"""
    return excess(p, side, hex, units) <= 0
