"""34.D Conversions, 34.E.1 to 34.E.4, 38.E: units that become others, better rifle divisions, militia, disbanding."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import Converted, Disbanded, Replaced, Upgraded
from ..home_front import home
from ..material import P
from ..state import ARRIVED, CONVERTED, ISOLATED, ONE, SOVIET
from . import axis_replacements, control, scenarios, soviet_replacements, stacking, supply
from .replacement_costs import ARMOR, currency, whole_face
from .units import face, ground_units, is_motorized, name, on_map, where
from .withdrawals import alike

UPGRADES_FROM, MILITIA_FROM = 4, 10  #: Aug I 41, Nov I 41
UPGRADES, MILITIA, TRADES = 4, 2, 1  #: per initial phase
TRIES = 20  #: divisions that random play looks at
BECOMES_GUARDS = ("regular", "winterized", "naval")


# ---------------------------------------------------------------- conversions


def _new(p: P) -> dict[int, tuple[tuple[int, ...], str]]:
    """New units -> the old units they are made of (named ones), or the kind of any unit."""
    found: dict[int, tuple[tuple[int, ...], str]] = home(p.game).conversions
    return found


@rule("34.D")
def open_conversions(p: P) -> list[int]:
    """New units that have not been formed yet and whose turn has come."""
    side, calendar, loc = p.s.active, p.game.calendar, p.s.loc
    return [new for new in _new(p) if p.side_of(new) == side and calendar.turn_of.get(loc[new], 99) <= p.s.turn]


@rule("34.D", "34.E.3", "36b")
def fits(p: P, old: int, new: int) -> bool:
    """Is a unit of the kind from which another is formed?"""
    named, kind = _new(p)[new]
    shown = face(p, old)
    if named:
        wanted = whole_face(p, named[0])
        return alike(shown, wanted)
    return shown.service in BECOMES_GUARDS and shown.size in kind.split() and _of_types(shown.type, kind)


def _of_types(kind: str, said: str) -> bool:
    """`cavalry or mountain cavalry XX` holds cavalry and mountain cavalry."""
    words = said.removesuffix(" or cadre").removesuffix(" XX").removesuffix(" X")
    return kind in words.split(" or ")


@rule("34.D")
def unconvertible(p: P, unit: int) -> Illegal | None:
    """Why a unit may not be converted where it is; None if it may."""
    if p.s.status[unit] & ARRIVED:
        return Illegal("34.D", f"{name(p, unit)} was not on the map when the initial phase began")
    return axis_replacements.unsettled(p, unit, "34.D")


def sources_for(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units that may be converted into something."""
    new = open_conversions(p)
    if not new:
        return []
    kinds = [*{_new(p)[unit]: unit for unit in new}.values()]  # many are formed of units of one kind
    pieces = p.game.ground_of_side[p.s.active]
    own = pieces[home(p.game).is_city[p.s.arrays.loc[pieces]]].tolist()  # nobody is converted anywhere else
    able = [old for old in own if any(fits(p, old, n) and has_room(p, old, (n,)) for n in kinds)]
    return [old for old in able if unconvertible(p, old) is None]


@rule("34.D", "8.Ba")
def has_room(p: P, old: int, new: Sequence[int]) -> bool:
    """Would what is formed, with everything else that is formed of the same unit, keep the limit of the hex?"""
    side, hex = p.side_of(old), p.s.loc[old]
    formed = dict.fromkeys((*new, *_twins(p, new[0])))
    if len(formed) == 1 and face(p, new[0]).is_division <= face(p, old).is_division:
        return True  # one for one
    there = [unit for unit in ground_units(p, hex, side) if unit != old]
    return stacking.excess(p, side, hex, [*there, *formed]) <= 0


@rule("34.D", "34.E.3")
def convert(p: P, command: Command) -> None:
    """`convert OLD+NEW`: a unit is removed and the new one put in its place; several new ones where one becomes two."""
    old, *new = command.units
    if not new:
        new = [next((n for n in open_conversions(p) if fits(p, old, n)), -1)]
    for each in new:
        if each not in open_conversions(p):
            raise Illegal("34.D", "there is nothing of that kind to be formed now")
        if not fits(p, old, each):
            raise Illegal("34.D", f"{name(p, old)} is not of the kind that becomes {name(p, each)}")
    if wrong := unconvertible(p, old):
        raise wrong
    hex, side = p.s.loc[old], p.side_of(old)
    if not has_room(p, old, new):
        raise Illegal("8.Ba", f"what {name(p, old)} becomes would be too much for {where(p, hex)}")
    guards = face(p, new[0]).service == "guards"
    if guards:
        _balance(p, old, new[0])
    twins = [n for n in _twins(p, new[0]) if n not in new]
    for each in (*new, *twins):
        control.put(p, (each,), hex)
        p.s.status[each] |= CONVERTED | ARRIVED
    returns = guards and scenarios.has_home_front(p)  # where nothing is replaced, the pool holds the dead alone
    control.put(p, (old,), p.game.pool[side] if returns else p.game.out_of_play[side])
    p.emit(Converted(units=(old, *new, *twins), hex=hex, side=side, rule="34.D"))


def _twins(p: P, new: int) -> list[int]:
    """Other units that are formed from the same old one."""
    named, _ = _new(p)[new]
    return [other for other, (others, _) in _new(p).items() if named and others == named and other != new]


@rule("34.E.3")
def balance(p: P, old: int, new: int) -> int:
    """Points that a conversion to Guards yields, in eighths; below 0 it costs them."""
    return face(p, old).attack + ONE - whole_face(p, new).attack


def _balance(p: P, old: int, new: int) -> None:
    change = balance(p, old, new)
    if currency(whole_face(p, new)) == ARMOR:
        if p.s.armor_pool + change < 0:
            raise Illegal("34.E.3", f"converting {name(p, old)} costs {-change // ONE} armor points")
        p.s.armor_pool += change
        return
    front = home(p.game)
    district = front.district_of.get(p.s.loc[old], "")
    if change < 0 and (not district or p.s.pools[front.pool_of(district)] + change < 0):
        raise Illegal(
            "34.E.3", f"converting {name(p, old)} costs {-change // ONE} infantry points of {district or 'its district'}"
        )
    if district:
        soviet_replacements.add(p, district, change)


def sample_convert(p: P, rng: random.Random) -> Command | None:
    units = sources_for(p)
    if not units:
        return None
    old = units[int(rng.random() * len(units))]
    new = [n for n in open_conversions(p) if fits(p, old, n) and affordable(p, old, n) and has_room(p, old, (n,))]
    return Command("convert", (old, new[0])) if new else None


def affordable(p: P, old: int, new: int) -> bool:
    """Are there the points that a conversion to Guards may cost?"""
    if face(p, new).service != "guards" or balance(p, old, new) >= 0:
        return True
    if currency(whole_face(p, new)) == ARMOR:
        return p.s.armor_pool + balance(p, old, new) >= 0
    district = home(p.game).district_of.get(p.s.loc[old], "")
    return bool(district) and p.s.pools[home(p.game).pool_of(district)] + balance(p, old, new) >= 0


# ---------------------------------------------------------------- rifle divisions


@rule("34.E.2")
def not_upgraded(p: P, unit: int) -> Illegal | None:
    """Why a rifle division does not become a 4-6; None if it may."""
    if not is_weak_rifle(p, unit):
        return Illegal("34.E.2", f"{name(p, unit)} is no 3-6 rifle division")
    if p.s.turn < UPGRADES_FROM:
        return Illegal("34.E.2", "rifle divisions are made stronger from Aug I 41 on")
    if p.s.used[0] >= UPGRADES:
        return Illegal("34.E.2", f"{UPGRADES} divisions have been made stronger in this turn")
    return unconvertible(p, unit)


def is_weak_rifle(p: P, unit: int) -> bool:
    faces = p.game.printed_faces[unit]
    return len(faces) > 2 and not faces[1].cadre and p.s.steps[unit] == 1


def upgradable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    if p.s.active != SOVIET or p.s.turn < UPGRADES_FROM or p.s.used[0] >= UPGRADES:
        return []
    return [unit for unit in p.game.ground_of_side[SOVIET].tolist() if on_map(p, unit) and not_upgraded(p, unit) is None]


def sample_upgrade(p: P, rng: random.Random) -> Command | None:
    """One of a few divisions drawn at random."""
    kept = p.game.kept
    if "rifle divisions" not in kept:
        faces, own = p.game.printed_faces, p.game.ground_of_side[SOVIET].tolist()
        kept["rifle divisions"] = [unit for unit in own if len(faces[unit]) > 2 and not faces[unit][1].cadre]
    known: list[int] = kept["rifle divisions"]
    for unit in rng.sample(known, min(TRIES, len(known))):
        if on_map(p, unit) and not_upgraded(p, unit) is None:
            return Command("upgrade", (unit,))
    return None


@rule("34.E.2")
def upgrade(p: P, command: Command) -> None:
    """3-6 rifle divisions become 4-6 for the rest of the game."""
    for unit in command.units:
        if wrong := not_upgraded(p, unit):
            raise wrong
        p.s.set("steps", unit, 2)
        p.s.status[unit] |= CONVERTED
        p.s.used = (p.s.used[0] + 1, *p.s.used[1:])
        p.emit(Upgraded(units=(unit,), hex=p.s.loc[unit], side=SOVIET, rule="34.E.2"))


# ---------------------------------------------------------------- disbanding


@rule("34.E.1")
def not_militia(p: P, unit: int) -> Illegal | None:
    if face(p, unit).service != "militia" or not on_map(p, unit):
        return Illegal("34.E.1", f"{name(p, unit)} is no militia unit on the map")
    if p.s.turn < MILITIA_FROM:
        return Illegal("34.E.1", "militia is withdrawn from Nov I 41 on")
    if p.s.used[1] >= MILITIA:
        return Illegal("34.E.1", f"{MILITIA} militia units have been withdrawn in this phase")
    city = home(p.game).city_at.get(p.s.loc[unit])
    if city is None or city not in home(p.game).production:
        return Illegal("34.E.1", f"{name(p, unit)} is in no replacement city")
    return None


@rule("34.E.1")
def give_up_militia(p: P, unit: int) -> None:
    """Its attack strength plus one goes to the district, or to the stock of an isolated city."""
    if wrong := not_militia(p, unit):
        raise wrong
    city = home(p.game).city_at[p.s.loc[unit]]
    worth = face(p, unit).attack + ONE
    if supply.is_city_isolated(p, city.hexes, SOVIET):
        soviet_replacements.stock_up(p, city.hexes[0], worth)
    else:
        soviet_replacements.add(p, city.district, worth)
    p.s.used = (p.s.used[0], p.s.used[1] + 1, p.s.used[2])
    control.put(p, (unit,), p.game.out_of_play[SOVIET])
    p.emit(Disbanded(units=(unit,), points=worth, side=SOVIET, rule="34.E.1"))


@rule("34.E.4", "errata.rules.34E4")
def not_disbanded(p: P, unit: int) -> Illegal | None:
    """Why a mobile unit may not be disbanded; None if it may."""
    shown = face(p, unit)
    if not on_map(p, unit) or not is_motorized(p, unit) or not (shown.is_division or shown.cadre):
        return Illegal("34.E.4", f"{name(p, unit)} is no combat/motorized division or cadre")
    if p.s.flags[unit] & ISOLATED or p.s.unsupplied[unit] or p.s.turns_out[unit]:
        return Illegal("34.E.4", f"{name(p, unit)} is not in regular supply")
    return None


@rule("34.E.4")
def disband(p: P, command: Command) -> None:
    """Mobile units for armor points of the next turn; militia for infantry points at once."""
    for unit in command.units:
        if face(p, unit).service == "militia":
            give_up_militia(p, unit)
            continue
        if wrong := not_disbanded(p, unit):
            raise wrong
        worth = face(p, unit).attack
        p.s.disbanded += worth
        control.put(p, (unit,), p.game.out_of_play[SOVIET])
        p.emit(Disbanded(units=(unit,), points=worth, side=SOVIET, rule="34.E.4"))


def disbandable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    if p.s.active != SOVIET:
        return []
    own = [unit for unit in p.game.ground_of_side[SOVIET].tolist() if on_map(p, unit)]
    militia = p.s.turn >= MILITIA_FROM
    return [
        u
        for u in own
        if not_disbanded(p, u) is None or (militia and face(p, u).service == "militia" and not_militia(p, u) is None)
    ]


def sample_disband(p: P, rng: random.Random) -> Command | None:
    """Random play disbands seldom."""
    units = disbandable(p) if rng.random() < 0.05 else []
    return Command("disband", (units[int(rng.random() * len(units))],)) if units else None


# ---------------------------------------------------------------- artillery


@rule("38.E")
def trade(p: P, command: Command) -> None:
    """`trade NEW+OLD+OLD HEX`: an artillery unit for two others in the pool, each at least as strong, which never come back."""
    if len(command.units) != 3:
        raise Illegal("38.E", "name the artillery unit that comes back and two that are given up for it")
    new, *old = command.units
    pool, node = p.game.pool[SOVIET], command.hexes[0]
    for unit in command.units:
        if p.s.loc[unit] != pool or whole_face(p, unit).artillery == "no":
            raise Illegal("38.E", f"{name(p, unit)} is no artillery unit in the replacement pool")
    if p.s.turn < UPGRADES_FROM or p.s.used[2] >= TRADES:
        raise Illegal("38.E", "one artillery unit may be replaced so per turn, from Aug I 41 on")
    for unit in old:
        if whole_face(p, unit).attack < whole_face(p, new).attack:
            raise Illegal("38.E", f"{name(p, unit)} has less attack strength than {name(p, new)}")
    if node not in trade_nodes(p, (new,)):
        raise Illegal("34.B.2b", f"{name(p, new)} is not placed in {where(p, node)}")
    p.s.used = (*p.s.used[:2], p.s.used[2] + 1)
    for unit in old:
        control.put(p, (unit,), p.game.out_of_play[SOVIET])
    axis_replacements.raise_dead(p, new, node)
    p.emit(Replaced(units=tuple(command.units), hex=node, cost=0, side=SOVIET, rule="38.E"))


def trade_nodes(p: P, units: Sequence[int]) -> list[int]:
    """Where artillery is placed: like what armor points replace."""
    if not units:
        return []
    return soviet_replacements.nodes_from(p, units[0], soviet_replacements.ARMOR_POOL)


def traded(p: P, hexes: Sequence[int] = ()) -> list[int]:
    pool = [unit for unit in p.units(p.game.pool[SOVIET], SOVIET) if whole_face(p, unit).artillery != "no"]
    return pool if len(pool) > 2 else []


def may_trade(p: P) -> bool:
    return (
        p.s.active == SOVIET and p.option("artillery-trade") == "on" and p.s.turn >= UPGRADES_FROM and p.s.used[2] < TRADES
        and bool(traded(p))
    )  # fmt: skip


def sample_trade(p: P, rng: random.Random) -> Command | None:
    guns = sorted(traded(p), key=lambda unit: whole_face(p, unit).attack)
    nodes = trade_nodes(p, guns[:1])
    return Command("trade", (guns[0], guns[-1], guns[-2]), (nodes[0],)) if len(guns) > 2 and nodes else None


# ---------------------------------------------------------------- afterwards


@rule("34.D", "34.E.2")
def resting(p: P, unit: int) -> Illegal | None:
    """A unit that was converted neither moves nor attacks in this player turn."""
    if p.s.status[unit] & CONVERTED:
        return Illegal("34.D", f"{name(p, unit)} was converted in this turn")
    return None
