"""Rule 20.F: bombs fall: targets are named, attacks grouped, dice rolled on the bombing table, and hits take effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..events.air import Bombed, HitOnGround, TargetDamaged
from ..material import P
from ..state import INOPERATIVE
from . import bombing
from .air_losses import lose_on_ground
from .airbases import capacity, hit_airbase
from .bombed_prey import AT_PIECES, prey
from .bombed_targets import break_rail, damage_bridge, damage_port, damage_ship, hit_city, hit_factory, hit_yard, yard_limit
from .mission_table import MISSIONS, Mission, Purpose
from .sorties import DONE, NIGHT, flyer, has, in_flight, is_operative, note, on_ground, on_mission, weather_at
from .units import name

#: What is bombed only as long as the enemy holds it: somebody may just have been dropped there.
OF_THE_ENEMY = frozenset(
    {Purpose.PORT, Purpose.HARBOUR, Purpose.FACTORY, Purpose.CITY, Purpose.YARD, Purpose.AIRBASE, Purpose.RAIL}
)


def bombers(p: P, node: int, purpose: Purpose) -> list[int]:
    """Air units of the phasing side that are still to bomb a hex."""
    side = p.s.active
    return sorted(
        unit
        for unit in p.units(node, side)
        if p.game.is_air[unit]
        and p.s.mission[unit] == purpose
        and on_mission(p, unit)
        and not has(p, unit, DONE)
        and not flyer(p, unit).jettisoned
    )


@rule("20.F", "20.Fa", "20.F.1.d", "esp.air", "16.C")
def begin(p: P) -> None:
    """The mission resolution step: one frame per hex and kind of bombing, after the cargo has come down. Marshalling yards
    come first, before paratroops can cut their lines: they count as they were when the air phase began."""
    p.pop()
    flying = [unit for unit in in_flight(p, p.s.active) if on_mission(p, unit)]
    found = {(p.s.loc[unit], p.s.mission[unit]) for unit in flying if MISSIONS[Purpose(p.s.mission[unit])].table}
    bombs = [("air.bombs", -1, node, purpose) for node, purpose in sorted(found)]
    yards = [frame for frame in bombs if frame[-1] == Purpose.YARD]
    p.queue(*yards, ("air.unload",), *(frame for frame in bombs if frame not in yards), ("air.resolved",))


@rule("20.F.2.b", "20.F.1.a", "20.F.2.f", "25.A")
def open_target(p: P) -> None:
    """Ask the bombers' side where there is something to choose."""
    node, purpose = p.pop().args
    flying = bombers(p, node, Purpose(purpose))
    if not flying or (purpose in OF_THE_ENEMY and p.s.control[node] == p.s.active):
        return
    if len(flying) > 1 or (purpose in AT_PIECES and len(prey(p, node, Purpose(purpose))) > 1):
        p.push("air.bomb", p.s.active, node, purpose, 0)
    else:
        finish(p, node, Purpose(purpose))


def present(p: P) -> tuple[int, Purpose, bool]:
    """Where bombs fall now, for what, and whether the first have fallen."""
    node, purpose, begun = p.frame.args
    return node, Purpose(purpose), bool(begun)


@rule("20.F.2.a", "20.F.2.h")
def aim(p: P, command: Command) -> None:
    """`aim A+B+X`: A and B will bomb X; all aims are taken before the first bombs fall."""
    node, purpose, begun = present(p)
    if purpose not in AT_PIECES:
        raise Illegal(MISSIONS[purpose].rule, "there is only one target here")
    if begun or purpose is Purpose.SHIP:  # ships are chosen before antiaircraft fires at their bombers
        raise Illegal(MISSIONS[purpose].rule, "targets are named before any bombing attack here is resolved")
    mine, theirs = _split(p, command.units, bombers(p, node, purpose), prey(p, node, purpose), MISSIONS[purpose])
    if theirs is None:
        raise Illegal(MISSIONS[purpose].rule, "name the target with the air units that are to bomb it")
    for unit in mine:
        p.s.aim[unit] = theirs


def _split(
    p: P, units: Sequence[int], mine: Sequence[int], theirs: Sequence[int], mission: Mission
) -> tuple[list[int], int | None]:
    own = [unit for unit in units if unit in mine]
    enemy = [unit for unit in units if unit in theirs]
    for unit in units:
        if unit not in own and unit not in enemy:
            raise Illegal(mission.rule, f"{name(p, unit)} takes no part in this bombing")
    if not own or len(enemy) > 1:
        raise Illegal(mission.rule, "name air units of yours, and one target if there are several")
    return own, enemy[0] if enemy else None


@rule("20.Fa", "20.Fb")
def bomb(p: P, command: Command) -> None:
    """`bomb A+B`: one bombing attack by A and B together, on what they aim at."""
    node, purpose, begun = present(p)
    mine, theirs = _split(
        p, command.units, bombers(p, node, purpose), prey(p, node, purpose) if purpose in AT_PIECES else (), MISSIONS[purpose]
    )
    if begun and theirs is not None and any(p.s.aim[unit] != theirs for unit in mine):
        raise Illegal(MISSIONS[purpose].rule, "targets are named before any bombing attack here is resolved")
    _check_together(p, purpose, mine, theirs)
    if theirs is None and purpose in AT_PIECES and not begun:  # whoever has no target goes along
        theirs = next((p.s.aim[unit] for unit in mine if p.s.aim[unit] in prey(p, node, purpose)), None)
    if theirs is not None:
        for unit in mine:
            p.s.aim[unit] = theirs
    if not begun:
        take_aim(p, node, purpose)
        p.pop()
        p.push("air.bomb", p.s.active, node, int(purpose), 1)
    if purpose in AT_PIECES:
        for unit in mine:
            p.s.aim[unit] = p.s.aim[mine[0]]
    attack(p, node, purpose, mine)
    if not bombers(p, node, purpose):
        p.pop()


@rule("20.Fa", "24.F.a")
def _check_together(p: P, purpose: Purpose, units: Sequence[int], named: int | None) -> None:
    """May these make one bombing attack? On one target, and all by day or all at night."""
    aims = {aim for unit in units if (aim := _target(p, unit, purpose)) >= 0}
    if named is None and len(aims) > 1:
        raise Illegal(MISSIONS[purpose].rule, "air units that bomb together bomb one target")
    if len({has(p, unit, NIGHT) for unit in units}) > 1:
        raise Illegal("24.F.a", "air units that fly by day do not bomb together with those that fly at night")


def done(p: P, command: Command) -> None:
    """All others bomb in groups that promise most."""
    node, purpose, begun = present(p)
    p.pop()
    finish(p, node, purpose, begun=begun)


@rule("20.F.2.a", "20.F.2.h")
def take_aim(p: P, node: int, purpose: Purpose) -> None:
    """Whoever has no target yet takes one: those least aimed at first, operative air units before others."""
    if purpose not in AT_PIECES:
        return
    flying, targets = bombers(p, node, purpose), prey(p, node, purpose)
    if not targets:
        return
    targets.sort(key=lambda unit: (purpose is Purpose.AIR_UNITS and not is_operative(p, unit), unit))
    for unit in flying:
        if p.s.aim[unit] not in targets:
            aimed = [sum(p.s.aim[other] == target for other in flying) for target in targets]
            p.s.aim[unit] = targets[aimed.index(min(aimed))]


def _target(p: P, unit: int, purpose: Purpose) -> int:
    """Which of several targets in a hex an air unit bombs: a piece, or the other end of a bridge."""
    return p.s.aim[unit] if purpose in AT_PIECES or purpose is Purpose.BRIDGE else -1


@rule("20.Fa", "20.F.2.a", "24.F.a")
def finish(p: P, node: int, purpose: Purpose, *, begun: bool = False) -> None:
    """Everybody who has not bombed yet does so; once bombs have fallen nobody takes another target."""
    if not begun:
        take_aim(p, node, purpose)
    together: dict[tuple[int, bool], list[int]] = {}
    for unit in bombers(p, node, purpose):
        together.setdefault((_target(p, unit, purpose), has(p, unit, NIGHT)), []).append(unit)
    for units in together.values():
        facts = [flyer(p, unit) for unit in units]
        for group in bombing.best_groups(air_war(p.game).charts, facts, weather_at(p, node), wanted(p, node, purpose)):
            attack(p, node, purpose, [units[place] for place in group])


def wanted(p: P, node: int, purpose: Purpose) -> int:
    """How many hits can count."""
    if purpose is Purpose.RAIL:
        return 1
    if purpose is Purpose.AIR_UNITS:
        return 2
    if purpose is Purpose.AIRBASE:
        return capacity(p, node)
    if purpose is Purpose.FACTORY:
        return 3
    return yard_limit(p, node) if purpose is Purpose.YARD else 99


@rule("20.Fb", "24.E")
def attack(p: P, node: int, purpose: Purpose, units: Sequence[int]) -> None:
    """One die for bombs that fall together."""
    facts = [flyer(p, unit) for unit in units]
    one = bombing.attack(air_war(p.game).charts, facts, weather_at(p, node))
    side, mission = p.s.active, MISSIONS[purpose]
    target = p.s.aim[units[0]] if purpose in AT_PIECES else -1
    die = p.roll(mission.title, "20.Fb", side=side)
    hit = one.hits(die)
    p.emit(
        Bombed(
            units=tuple(units),
            hex=node,
            mission=mission.title,
            strength=float(one.strength),
            die=die,
            success=hit,
            prey=(target,) if target >= 0 else (),
            side=side,
            rule=mission.rule,
        ),
        public=True,
    )
    for unit in units:
        note(p, unit, DONE)
    if hit:
        EFFECTS[purpose](p, node, target if target >= 0 else p.s.aim[units[0]])


@rule("20.F.2.a")
def _hit_air_unit(p: P, node: int, unit: int) -> None:
    """An operative air unit becomes inoperative, an inoperative one is lost."""
    if unit not in on_ground(p, node, p.foe(p.s.active)):
        return
    if is_operative(p, unit):
        p.s.mark((unit,), INOPERATIVE)
        p.emit(HitOnGround(units=(unit,), hex=node, side=p.side_of(unit), rule="20.F.2.a"), public=True)
    else:
        lose_on_ground(p, unit, "20.F.2.a")


@rule("20.F.2.b")
def _hit_airbase(p: P, node: int, _: int) -> None:
    hit_airbase(p, node, 1, "20.F.2.b", p.s.active)


@rule("20.F.1.a", "20.F.2.g")
def _hit_port(p: P, node: int, _: int) -> None:
    damage_port(p, node, 1)
    p.emit(TargetDamaged(hex=node, what="the port", hits=1, side=p.s.active, rule="20.F.1.a"))


@rule("20.F.2.f")
def _hit_rail(p: P, node: int, _: int) -> None:
    break_rail(p, node)
    p.emit(TargetDamaged(hex=node, what="the railway", hits=1, side=p.s.active, rule="20.F.2.f"))


@rule("20.F.2.h")
def _hit_ship(p: P, node: int, ship: int) -> None:
    """One that has sunk already is hit no more."""
    if ship in prey(p, node, Purpose.SHIP):
        damage_ship(p, ship, 1)


EFFECTS: dict[Purpose, Callable[[P, int, int], None]] = {
    Purpose.PORT: _hit_port,
    Purpose.HARBOUR: _hit_port,
    Purpose.FACTORY: lambda p, node, _: hit_factory(p, node),
    Purpose.CITY: lambda p, node, _: hit_city(p, node),
    Purpose.YARD: lambda p, node, _: hit_yard(p, node),
    Purpose.AIR_UNITS: _hit_air_unit,
    Purpose.AIRBASE: _hit_airbase,
    Purpose.RAIL: _hit_rail,
    Purpose.SHIP: _hit_ship,
    Purpose.BRIDGE: damage_bridge,
}
