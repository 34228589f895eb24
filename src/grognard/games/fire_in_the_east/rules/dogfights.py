"""Rule 21 in a position: hex by hex, both sides divide and allocate their air units, and exchanges of fire are rolled for.

Decisions come only where there is something to decide: bombs to jettison, a screen to attack or bypass, and allocations of
several against several. Whoever just says `fight` gets an even allocation.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_charts import Result
from ..air_facts import air_war
from ..events.air import Dogfought, Jettisoned
from ..events.battle import ToldModifier
from ..material import P
from ..state import Dogfight
from . import air_combat, standing_orders
from .air_losses import lose_in_flight
from .mission_table import Purpose
from .sorties import JETTISONED, NIGHT, flyer, has, in_flight, mission_of, model, note, on_mission, over, suffer
from .units import name

replace = msgspec.structs.replace
#: The steps of the air combat of a hex that somebody decides about, in order; "b" and the like are the fights between them.
STEPS = ("jettison", "divide", "engage", "join", "fight-screen", "chase", "fight-passing", "strike", "fight-force", "end")


def fight_of(p: P) -> Dogfight:
    fight = p.s.dogfight
    assert fight is not None
    return fight


@rule("21")
def hexes(p: P) -> list[tuple[int, bool]]:
    """Where interceptors have met enemies, by day and by night; one hex is finished before the next begins."""
    side = p.foe(p.s.active)
    found = {
        (p.s.loc[unit], has(p, unit, NIGHT))
        for unit in in_flight(p, side)
        if p.s.mission[unit] == Purpose.INTERCEPTION and on_mission(p, unit)
    }
    return sorted(found)


@rule("21")
def begin(p: P) -> None:
    """Lay one frame per hex on the stack, in the order of the hexes."""
    p.pop()
    p.queue(*(("air.dogfight", -1, node, int(night)) for node, night in hexes(p)))


@rule("21", "21.A")
def open_hex(p: P) -> None:
    """Sort the air units of a hex into escort screen, mission force and interceptors."""
    node, night = p.pop().args
    side = p.s.active
    phasing = [unit for unit in over(p, node, side) if has(p, unit, NIGHT) == bool(night)]
    towed = set(gliders(p, phasing))
    phasing = [unit for unit in phasing if unit not in towed]
    hunters = [unit for unit in over(p, node, p.foe(side), (Purpose.INTERCEPTION,)) if has(p, unit, NIGHT) == bool(night)]
    screen = tuple(sorted(unit for unit in phasing if flyer(p, unit).is_escort))
    force = tuple(sorted(unit for unit in phasing if unit not in screen))
    p.s.dogfight = Dogfight(node, side, bool(night), "jettison", screen, force, tuple(sorted(hunters)))
    p.push("air.exchange")


def gliders(p: P, units: Sequence[int]) -> list[int]:
    """Gliders in tow among these: they share the fate of their tugs."""
    return [unit for unit in units if p.s.tug[unit] >= 0]


def advance(p: P) -> None:
    """Go to the next step of the air combat that somebody must decide, or fight it out."""
    p.pop()
    fight = fight_of(p)
    while fight.step != "end":
        if is_decided(p, fight):
            p.push("air.exchange")
            p.push(f"air.{fight.step}", decider(p, fight))
            return
        fight = carry_on(p, fight)
    p.s.dogfight = None


def decider(p: P, fight: Dogfight) -> int:
    """Whose word a step needs: the mission force's side jettisons, joins and chases; the interceptors' side does the rest."""
    return fight.side if fight.step in ("jettison", "join", "chase") else p.foe(fight.side)


def is_decided(p: P, fight: Dogfight) -> bool:
    """Is there a choice at this step, and somebody to be asked? Whoever leaves his answers to standing orders is not, unless
    there are more enemies than they may answer for."""
    if not fight.interceptors or not (fight.screen or fight.force):
        return False
    owner, enemies = decider(p, fight), len(fight.screen) + len(fight.force)
    if owner != p.s.active and standing_orders.is_silent(p, owner) and not standing_orders.is_asked(p, owner, enemies):
        return False
    if fight.step == "jettison":
        return any(can_jettison(p, unit) for unit in fight.force)
    if fight.step == "divide":
        return bool(fight.screen) and bool(fight.force or len(fight.screen) > 1)
    if fight.step == "engage":
        return bool(fight.engaging) and len(fight.screen) > 1
    if fight.step == "join":
        return bool(fight.engaging) and bool(_extra_escorts(fight))
    if fight.step == "chase":
        return len(fight.passing) > 1 and bool(_extra_escorts(fight))
    if fight.step == "strike":
        return bool(fight.passing and fight.force) and standing_orders.press_order(p, decider(p, fight)) is None
    return False


def _extra_escorts(fight: Dogfight) -> list[int]:
    """Escorts that nobody has engaged and that have not joined a fight."""
    busy = {one for pair in fight.pairs for one in pair} | set(fight.fought)
    return [unit for unit in fight.screen if unit not in busy]


@rule("21.A", "21.B", "21.B.2", "21.B.2.a", "21.B.2.c", "21.B.2.d")
def carry_on(p: P, fight: Dogfight) -> Dogfight:
    """A step without a decision, or after it: fill in what was not said, or roll the dice."""
    step = fight.step
    if step == "divide":
        fight = _divided(fight)
    elif step == "engage":
        fight = _engaged(fight)
    elif step == "fight-screen":
        fight = _fight(p, fight, silent=False)
    elif step == "chase":
        fight = _chased(fight)
    elif step == "fight-passing":
        fight = _fight(p, fight, silent=True)
    elif step == "strike":
        fight = _struck(p, fight)
    elif step == "fight-force":
        fight = _fight(p, fight, silent=False)
    fight = replace(fight, step=STEPS[STEPS.index(step) + 1])
    p.s.dogfight = fight
    return fight


# ---------------------------------------------------------------- preparation


@rule("24.A")
def can_jettison(p: P, unit: int) -> bool:
    return model(p, unit).is_fighter and bool(mission_of(p, unit).bombs) and not has(p, unit, JETTISONED)


@rule("21.A", "24.A")
def jettison(p: P, command: Command) -> None:
    """Fighters on bombing missions throw off their bombs and fly in the screen."""
    fight = fight_of(p)
    for unit in command.units:
        if unit not in fight.force or not can_jettison(p, unit):
            raise Illegal("24.A", f"{name(p, unit)} carries no bombs to jettison here")
    for unit in command.units:
        note(p, unit, JETTISONED)
    left = tuple(unit for unit in fight.force if unit not in command.units)
    p.s.dogfight = replace(fight, force=left, screen=tuple(sorted((*fight.screen, *command.units))))
    p.emit(Jettisoned(units=command.units, hex=fight.hex, side=fight.side, rule="24.A"), public=True)


@rule("21.A")
def divide(p: P, command: Command) -> None:
    """These interceptors attack the screen; all others try to bypass it."""
    fight = fight_of(p)
    for unit in command.units:
        if unit not in fight.interceptors:
            raise Illegal("21.A", f"{name(p, unit)} is no interceptor here")
    if not fight.screen:
        raise Illegal("21.A", "there is no screen to attack")
    engaging = tuple(dict.fromkeys(command.units))
    p.s.dogfight = replace(fight, engaging=engaging, passing=tuple(unit for unit in fight.interceptors if unit not in engaging))


@rule("21.A")
def bypass(p: P, command: Command) -> None:
    """Nobody attacks the screen."""
    fight = fight_of(p)
    p.s.dogfight = replace(fight, engaging=(), passing=fight.interceptors)


def _divided(fight: Dogfight) -> Dogfight:
    """Where nobody has divided them: one interceptor for each escort, as long as one is left to go for the mission force."""
    if fight.engaging or fight.passing:
        return fight
    if not fight.force:
        return replace(fight, engaging=fight.interceptors)
    many = min(len(fight.screen), len(fight.interceptors) - 1)
    return replace(fight, engaging=fight.interceptors[:many], passing=fight.interceptors[many:])


def decided(p: P, command: Command) -> None:
    """A decision is over: what was not said is filled in, and the air combat goes on."""
    p.pop()
    carry_on(p, fight_of(p))


# ---------------------------------------------------------------- allocation


@rule("21.B.2.a", "21.B.2.c", "21.B.2.d")
def allocate(p: P, command: Command) -> None:
    """`against A+B+X`: own air units A and B fight X, in this order. Said again it replaces what was said of them. An escort that
    X has engaged is named with those who join it where it is not to be the first."""
    fight = fight_of(p)
    attackers, opponents = able(fight)
    targets = [unit for unit in command.units if unit in opponents]
    engaged = [escort for one, escort in fight.pairs if fight.step == "join" and one in targets and escort not in opponents]
    own = [unit for unit in command.units if unit in attackers or unit in engaged]
    rule_id = {"engage": "21.B.2.a", "join": "21.B.2.a", "chase": "21.B.2.c", "strike": "21.B.2.d"}[fight.step]
    if len(targets) != 1 or not own or len(own) + 1 != len(command.units):
        raise Illegal(rule_id, "name air units of yours that can fight now, and one opponent")
    pairs = [pair for pair in fight.pairs if pair[0] not in own]
    holding = tuple(unit for unit in fight.holding if unit not in own)
    p.s.dogfight = replace(fight, pairs=(*pairs, *((unit, targets[0]) for unit in own)), holding=holding)


def able(fight: Dogfight) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who may be allocated at this step, and against whom."""
    if fight.step == "engage":
        return fight.engaging, fight.screen
    if fight.step == "join":
        return tuple(_unengaged(fight)), fight.engaging
    if fight.step == "chase":
        return tuple(_unengaged(fight)), fight.passing
    return fight.passing, fight.force


def _unengaged(fight: Dogfight) -> list[int]:
    """Escorts that no interceptor attacks; those that were allocated themselves may be allocated anew."""
    attacked = {opponent for _, opponent in fight.pairs}
    return [unit for unit in fight.screen if unit not in attacked and unit not in fight.fought]


@rule("21.B.2.a")
def check_engagement(p: P, command: Command) -> None:
    """What an allocation of interceptors against the screen must keep, once it is complete."""
    fight = fight_of(p)
    if fight.step == "engage":
        why = allocation_refusal(_engaged(fight))
        if why:
            raise Illegal("21.B.2.a", why)


def allocation_refusal(fight: Dogfight) -> str | None:
    places = {unit: at for at, unit in enumerate(fight.engaging)}
    escorts = {unit: at for at, unit in enumerate(fight.screen)}
    pairs = [(places[one], escorts[other]) for one, other in fight.pairs if one in places and other in escorts]
    return air_combat.allocation_refusal(pairs, len(fight.engaging), len(fight.screen))


@rule("21.B.2.a")
def _engaged(fight: Dogfight) -> Dogfight:
    """Interceptors not allocated go where fewest are."""
    return _spread(fight, fight.engaging, fight.screen)


@rule("21.B.2.c")
def _chased(fight: Dogfight) -> Dogfight:
    """Escorts that are left go against interceptors that bypass the screen."""
    return _spread(fight, tuple(_extra_escorts(fight)), fight.passing)


@rule("21.B.2.d")
def _struck(p: P, fight: Dogfight) -> Dogfight:
    """Interceptors not allocated go where fewest are, unless they hold off; by standing orders only for those against whom their
    differential is good enough."""
    least = standing_orders.press_order(p, decider(p, fight))
    for unit in fight.passing:
        if unit not in fight.holding:
            fight = _spread(fight, (unit,), [prey for prey in fight.force if not least or differential(p, unit, prey) >= least])
    return fight


def differential(p: P, unit: int, prey: int) -> int:
    """Of the fire of one on the other, as both fly."""
    return air_combat.shot(air_war(p.game).charts, flyer(p, unit), flyer(p, prey)).differential


@rule("21.B.2.d")
def hold(p: P, command: Command) -> None:
    """`hold UNITS`: these interceptors have got past the screen and leave the mission force alone."""
    fight = fight_of(p)
    for unit in command.units:
        if unit not in fight.passing:
            raise Illegal("21.B.2.d", f"{name(p, unit)} is no interceptor that could attack the mission force")
    pairs = tuple(pair for pair in fight.pairs if pair[0] not in command.units)
    p.s.dogfight = replace(fight, pairs=pairs, holding=tuple(dict.fromkeys((*fight.holding, *command.units))))


def may_hold(p: P) -> list[int]:
    """Who could hold off and does not yet."""
    fight = fight_of(p)
    return [unit for unit in fight.passing if unit not in fight.holding]


def _spread(fight: Dogfight, attackers: Sequence[int], opponents: Sequence[int]) -> Dogfight:
    pairs = list(fight.pairs)
    if not opponents:
        return fight
    for unit in attackers:
        if not any(one == unit for one, _ in pairs):
            against = [sum(1 for _, other in pairs if other == opponent) for opponent in opponents]
            pairs.append((unit, opponents[against.index(min(against))]))
    return replace(fight, pairs=tuple(pairs))


# ---------------------------------------------------------------- fire


@rule("21.B.2.b", "21.B.2.c")
def _fight(p: P, fight: Dogfight, *, silent: bool) -> Dogfight:
    """Resolve what is allocated. Each unit that several fight has a series; `silent`: interceptors attacked while bypassing do
    not
    fire back."""
    for single, several in series(fight.pairs):
        alive = [unit for unit in several if on_mission(p, unit)]
        if not on_mission(p, single) or not alive:
            continue
        _exchange(p, fight, single, alive, silent=silent)
    took_part = tuple(one for pair in fight.pairs for one in pair)
    passing = tuple(unit for unit in fight.passing if on_mission(p, unit))
    fought = took_part if fight.step != "fight-passing" else tuple(one for one, _ in fight.pairs)
    force = tuple(unit for unit in fight.force if on_mission(p, unit))
    return replace(fight, pairs=(), fought=(*fight.fought, *fought), passing=passing, force=force)


def series(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    """Allocations as one unit against one or several. Of an interceptor that escorts have joined against, the interceptor is the
    single unit, with the escort it was allocated against among its opponents."""
    opponents: dict[int, list[int]] = {}
    for one, other in pairs:
        opponents.setdefault(other, []).append(one)
    merged: list[tuple[int, list[int]]] = []
    used: set[int] = set()
    for single, several in opponents.items():
        if single in used:
            continue
        for one in several:  # somebody who attacks and is attacked himself: one fight
            if one in opponents and len(several) == 1:
                escorts = opponents[one]
                merged.append((one, escorts if single in escorts else [single, *escorts]))
                used |= {single, one}
                break
        else:
            merged.append((single, several))
            used.add(single)
    return merged


@rule("21.B.1", "21.B.2.b", "21.B.3")
def _exchange(p: P, fight: Dogfight, single: int, several: Sequence[int], *, silent: bool) -> None:
    def roll() -> int:
        return p.roll("air combat", "21.B.3", side=-1) + p.roll("air combat", "21.B.3", side=-1)

    outcome = air_combat.fight(
        air_war(p.game).charts, flyer(p, single), [flyer(p, unit) for unit in several], roll, single_fires=not silent
    )
    for number, by_single, fired, dice, result in outcome.fire:
        pair = (single, several[number]) if by_single else (several[number], single)
        p.emit(
            Dogfought(
                units=pair,
                hex=fight.hex,
                differential=fired.differential,
                shifts=tuple(ToldModifier(m.value, m.why, m.rule) for m in fired.modifiers),
                dice=dice,
                result=result.letter,
                side=p.side_of(pair[0]),
                rule="21.B.3",
            ),
            public=True,
        )
    for unit, result in ((single, outcome.single), *zip(several, outcome.several, strict=True)):
        apply(p, unit, result, "21.B.1")


@rule("21.B.1", "24.D")
def apply(p: P, unit: int, result: Result, rule: str) -> None:
    """What fire does to an air unit, and to a glider in its tow."""
    if result is Result.ELIMINATED:
        lose_in_flight(p, unit, rule)
    elif result is not Result.NO_EFFECT:
        for one in (
            unit,
            *(other for other in air_war(p.game).units_of_side[p.side_of(unit)].tolist() if p.s.tug[other] == unit),
        ):
            suffer(p, one, result)
