"""11.3 to 11.10, 11.14 and 6.11 Odds: strengths, shifts and the limits of the table, reckoned once from facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ....core.chance import certain
from ....core.rule import rule
from ...assault import reckoning
from ...assault.flags import RETREATED
from ...assault.odds import Shift, column, concentric
from ...assault.reckoning import Belief, Memory, Reckoning, strength, sure
from ..material import Mask, Material, P
from ..state import DUTCH, GERMAN, SOVIET, Battle
from . import control, neutrals, supply
from .counters import halved
from .sequence import FIGHT_MOVE

Face = tuple[int, int, bool]  #: a type, its steps, and whether it is in supply


class Setting(reckoning.Setting, frozen=True):
    """Where and when a battle is fought."""

    holder: int = -1  #: the side that defends; a garrison defends for whoever controls its hex
    airborne: bool = False  #: the 7th Flieger Corps lands on the hex
    fort: bool = False  #: a semi-permanent fortification is there
    ignore_rivers: bool = False
    short_of_trains: bool = False  #: do the Soviets among them depend on former Poland?


Facts = reckoning.Facts[Setting, Face]


def setting_of(p: P, side: int, target: int, mobile: bool, origins: Sequence[int], *, airborne: bool = False) -> Setting:
    s = p.s
    holder = holder_of(p, side, target)
    soviets = origins if side == SOVIET else (target,) if (side, holder) == (GERMAN, SOVIET) else ()
    short = target < p.game.board.hexes and short_of_trains(p, soviets)
    return Setting(
        side, target, mobile, s.turn, s.order, tuple(s.options.items()), holder, airborne, bool(s.fort[target]),
        s.ignore_rivers, short,
    )  # fmt: skip


@rule("3.6a", "11.21d")
def holder_of(p: P, side: int, target: int) -> int:
    """The side that defends a hex against another: that of the units in it, else of its garrison. A Holland that is attacked
    while neutral defends itself."""
    there = p.foes(target, side)
    if there:
        return p.side_of(there[0])
    neutral = target < p.game.board.hexes and neutrals.neutral_ground(p, target) == "holland"
    return DUTCH if neutral else int(p.s.control[target])


@rule("3.6a", "11.11d")
def who_would_defend(p: P, side: int, target: int, mobile: bool) -> list[int]:
    """Whoever adds strength to the defence: the Dutch, too, whom the attack would bring into the war, but in a combat phase
    nobody who has retreated into the hex in it."""
    there = p.foes(target, side)
    if not there and holder_of(p, side, target) == DUTCH:
        there = p.units(target, DUTCH)
    return [u for u in there if mobile or not p.s.flags[u] & RETREATED] or there


def face(p: P, unit: int) -> Face:
    return p.s.kind[unit], p.s.steps[unit], supply.supplied(p, unit)


@rule("11.5a", "11.6", "11.11d")
def facts_of(p: P, battle: Battle) -> Facts:
    """A battle in which everybody is known. Who retreated into the hex in this phase adds nothing to its defence."""
    origins = tuple(sorted({p.s.loc[u] for u in battle.attackers}))
    setting = setting_of(p, battle.side, battle.target, battle.mobile, origins, airborne=battle.airborne)
    attackers = [sure(face(p, unit)) for unit in battle.attackers]
    if battle.airborne:
        attackers.append(paratroops(p))
    defenders = [sure(face(p, unit)) for unit in battle.defenders if unit not in battle.bystanders]
    return Facts(setting, origins, tuple(attackers), tuple(defenders), battle.aircraft)


@rule("10.17")
def paratroops(p: P) -> Belief[Face]:
    """The 7th Flieger Corps on its way down, which never wants for supply."""
    corps = p.game.flieger
    return sure((p.s.kind[corps], p.s.steps[corps], True))


# ---------------------------------------------------------------- strength


@rule("2.9", "6.7bis-b", "8.7d", "11.7")
def attack_factor(game: Material, setting: Setting, face: Face) -> int:
    """What a unit puts into one battle: its whole factor, halved out of supply; paratroops attack with their defence factor."""
    kind, steps, supplied = face
    attack, defence = game.types[kind].ratings[steps - 1]
    factor = defence if game.is_static[kind] else attack
    return factor if supplied else halved(factor)


@rule("2.9", "6.7bis-b", "11.7")
def defence_factor(game: Material, setting: Setting, face: Face) -> int:
    kind, steps, supplied = face
    factor = game.types[kind].ratings[steps - 1][1]
    return factor if supplied else halved(factor)


# ---------------------------------------------------------------- shifts


@rule("8.4a", "8.4b", "8.4d", "9.7", "11.8a", "12.8a", "12.8b")
def shifts(game: Material, facts: Facts) -> list[Shift]:
    """Everything that moves the odds but the table of attenuated supply; all of it adds up. In Romania, which is off the map,
    only aircraft and the 1st Shock Army do."""
    found = [*of_the_map(game, facts)] if facts.setting.target < game.board.hexes else []
    if any(game.pieces[game.shock].kind == kind for belief in facts.attackers for kind, *_ in belief.faces):
        found.append(Shift(1, "1st Shock Army", "9.7"))
    for count, sign in zip(facts.air, (1, -1), strict=True):
        if count:
            found.append(Shift(sign * count, "aircraft", "8.4a"))
    return found


@rule("5.3b", "6.12", "11.8b", "11.9", "11.10a", "11.10b")
def of_the_map(game: Material, facts: Facts) -> Iterator[Shift]:
    """Ground, water, the order of phases, the directions of the attack, and what is wanting in former Poland."""
    setting = facts.setting
    yield from terrain(game, setting)
    river = water(game, facts)
    if river is not None:
        yield river
    prepared = not setting.mobile and bool(facts.origins)
    if setting.side == GERMAN and setting.order == FIGHT_MOVE and game.east[setting.target] and prepared:
        yield Shift(1, "fight before moving", "5.3b")
    if surrounded(game, facts):
        yield Shift(1, "concentric assault", "11.10b" if setting.airborne else "11.10a")
    if setting.short_of_trains:
        yield Shift(-1 if setting.side == SOVIET else 1, "Former Poland", "6.12")


@rule("9.8g", "10.22b", "11.8a")
def terrain(game: Material, setting: Setting) -> Iterator[Shift]:
    """Natural terrain, cities and works add up. Printed works serve the side that had them at the start, forts the Soviets."""
    worth, hex, holder = game.charts.shifts, setting.target, setting.holder
    natural = game.board.terrains[game.board.terrain[hex]]
    if worth.get(natural):
        yield Shift(worth[natural], natural, "11.8a")
    if game.city[hex]:
        yield Shift(worth["city"], "city", "11.8a")
    if holder >= 0 and game.printed_forts[holder][hex]:
        yield Shift(worth["fortification"], "fortification", "10.22b")
    if holder == SOVIET and setting.fort:
        yield Shift(worth["semi-permanent-fort"], "semi-permanent fort", "9.8g")


@rule("5.5c", "8.7e", "10.11b", "10.23", "11.8b")
def water(game: Material, facts: Facts) -> Shift | None:
    """The smallest water all attackers have to cross; none if one comes dry, if paratroops land, or if rivers are ignored."""
    setting = facts.setting
    if setting.airborne or not facts.origins or (setting.ignore_rivers and setting.side == GERMAN):
        return None
    least = max(_crossing(game, origin, setting.target) for origin in facts.origins)
    kind = "river" if least == game.charts.shifts["river"] else "major river"
    return Shift(least, f"across a {kind}", "11.8b") if least else None


def _crossing(game: Material, here: int, hex: int) -> int:
    board, direction = game.board, game.board.direction(here, hex)
    if board.side_mask("major-river")[here, direction]:
        return game.charts.shifts["major-river"]
    dry = game.city[here] or game.city[hex] or not board.side_mask("river")[here, direction]
    return 0 if dry else game.charts.shifts["river"]


@rule("10.16b", "11.10a", "11.10b")
def surrounded(game: Material, facts: Facts) -> bool:
    """From opposite or alternating sides, but not by Soviets, not into cities and not on the move; always with paratroops beside
    troops on the ground."""
    setting = facts.setting
    if setting.airborne:
        return bool(facts.origins)
    if setting.side == SOVIET or setting.mobile or game.city[setting.target]:
        return False
    return concentric({game.board.direction(setting.target, origin) for origin in facts.origins})


@rule("3.10", "6.12")
def poland(game: Material, variant: bool) -> Mask:
    """Former Poland; the boundary revision takes five hexes out of it."""
    area = game.board.mask("former-poland")
    return area & ~game.board.mask("boundary-revision") if variant else area


@rule("6.12")
def short_of_trains(p: P, hexes: Sequence[int]) -> bool:
    """Do Soviets fight in former Poland, or in Greater Germany where only lines through it supply them?"""
    area = poland(p.game, control.variant(p))
    return any(area[hex] or _fed_through(p, hex, area) for hex in hexes)


def _fed_through(p: P, hex: int, area: Mask) -> bool:
    return bool(control.greater_germany(p)[hex]) and bool(supply.soviet(p)[hex]) and not supply.soviet_lines_outside(p, area)[hex]


# ---------------------------------------------------------------- odds


@rule("11.3a", "11.5a", "11.21d")
def reckon(game: Material, facts: Facts, memory: Memory | None = None) -> Reckoning:
    """Strengths and shifts of a battle as somebody knows it. A garrison counts one, and only when nobody is with it."""
    setting = facts.setting
    attack = strength(setting, facts.attackers, partial(attack_factor, game), memory, "attack")
    defence = strength(setting, facts.defenders, partial(defence_factor, game), memory, "defence")
    return Reckoning(attack, defence if facts.defenders else certain(1), tuple(shifts(game, facts)))


@rule("11.3a", "11.14")
def final_column(game: Material, reckoned: Reckoning, attenuation: int = 0) -> int:
    """Ratio and shifts on the endless ladder, then the upper limit; below the table the result needs no die."""
    return game.results.within(column(*reckoned.factors()) + reckoned.shift + attenuation)


@rule("6.11a", "6.11b", "10.17")
def attenuated(p: P, battle: Battle) -> bool:
    """Is the German Attenuated Supply Table asked? In the east from turn 6, for ground troops, unless all who attack are out of
    supply; paratroops that land beside them never are."""
    if p.s.turn < p.game.charts.attenuated_from or not p.game.east[battle.target] or battle.side != GERMAN:
        return False
    fed = battle.airborne or any(supply.supplied(p, unit) for unit in battle.attackers)
    return bool(battle.attackers) and fed


@rule("6.10", "6.11a")
def roll_attenuation(p: P) -> int | None:
    """Columns to the left, or None for an attack that is cancelled."""
    table = p.game.charts.attenuated
    die = p.roll("German Attenuated Supply Table", "6.11a", side=GERMAN)
    found = table.result(die + (table.modifiers["ploesti"] if p.s.ploesti else 0))
    return None if found == "cancelled" else int(found)
