"""8.0 Reinforcements, replacements, withdrawals and conversions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import CONTROL, derived, of, places, stands
from ....core.errors import Illegal
from ....core.paths import next_to
from ....core.rule import rule
from ...assault import phases
from ...assault.events import Arrived, Drawn, Forfeited, Promoted
from ..events import Replenished, Withdrew
from ..material import GROUPS, STACK_LIMIT, P
from ..state import GERMAN, SOVIET, UNTRIED
from .movement import enter, require_passable
from .november import replacement_steps
from .stacking import require_room
from .supply import network, supplied
from .victory import withdrawal_failed

# ---------------------------------------------------------------- I.A German reinforcement, replacement, withdrawal


@rule("8.1", "8.5b", "8.5c", "11.3e")
def begin_german_step(p: P) -> None:
    """What falls due this turn: withdrawals by the track, replacements on the turn of the November offensive."""
    due = p.game.calendar.kinds(p.s.turn, "withdraw", GERMAN)
    p.s.owed_infantry, p.s.owed_cavalry = due["infantry"], due["cavalry"]
    p.s.steps_mech, p.s.steps_foot = replacement_steps(p)
    if anything_for_the_german(p):
        p.push("german.step", GERMAN)


def anything_for_the_german(p: P) -> bool:
    s = p.s
    return bool(s.owed_infantry or s.owed_cavalry or s.steps_mech or s.steps_foot or waiting_212(p, ()))


@rule("3.2a", "8.2a", "8.2b")
def waiting_212(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The 212th may enter on turn 3 or any later turn the German likes."""
    unit = p.game.reinforcement_212
    if unit < 0 or not p.game.calendar.waits(p, unit):
        return ()
    return (unit,) if p.s.turn >= p.game.calendar.first("arrive", unit) else ()


@rule("8.2c", "8.1", "7.3b")
def german_entry_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Own supplied towns and cities with no Soviet unit beside them, and west-edge hexes without Soviet units."""
    game, s = p.game, p.s
    soviet_beside = next_to(game.board.neighbours, game.on_map_side, s.arrays.count[SOVIET])
    towns = game.urban & (s.arrays.control == GERMAN) & (network(p, GERMAN) != 0) & ~soviet_beside
    edge = game.source_mask[GERMAN] & (s.arrays.count[SOVIET] == 0)
    return np.nonzero((towns | edge) & (s.arrays.count[GERMAN] < STACK_LIMIT))[0].tolist()


@rule("8.2a", "8.2b", "8.2c", "8.1")
def enter_german(p: P, command: Command) -> None:
    """Place the 212th; the hex costs it no movement points."""
    unit, hex = _one(command.units), command.hexes[0]
    if unit != p.game.reinforcement_212:
        raise Illegal("8.2a", "the 212th Infantry Division is the only German reinforcement")
    if unit not in waiting_212(p, ()):
        raise Illegal("8.2a", f"the 212th may not enter before turn {p.game.calendar.first('arrive', unit)}")
    require_room(p, (unit,), hex)
    if hex not in german_entry_hexes(p, ()):
        raise Illegal("8.2c", f"{p.game.board.names[hex]} is no German entry hex now")
    enter(p, (unit,), hex)
    p.emit(Arrived(units=(unit,), hex=hex, side=GERMAN, rule="8.2c"))


@rule("8.5a", "8.5b")
def infantry_to_withdraw(p: P) -> list[int]:
    """Supplied 4-8/2-4 divisions; only if there are none, 3-7/1-3 ones."""
    if not p.s.owed_infantry:
        return []
    return _supplied_germans(p, "is_strong_infantry") or _supplied_germans(p, "is_weak_infantry")


@rule("8.5a", "8.5c", "8.5d")
def cavalry_to_withdraw(p: P) -> list[int]:
    """The cavalry division; if it is not to be had, any other mechanized division. Kampfgruppen, the Lehr
    brigade and the Grossdeutschland regiment are no divisions."""
    if not p.s.owed_cavalry:
        return []
    able = _supplied_germans(p, "is_mech_division")
    cavalry = [u for u in able if p.game.types[p.s.kind[u]].kind == "cavalry"]
    return cavalry or able


def to_withdraw(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return sorted({*infantry_to_withdraw(p), *cavalry_to_withdraw(p)})


@rule("8.5a", "8.5b", "8.5c", "8.5d")
def withdraw(p: P, command: Command) -> None:
    """Pick a unit up and set it aside for good."""
    unit = _one(command.units)
    handle = p.game.pieces[unit].handle
    if unit in infantry_to_withdraw(p):
        p.s.owed_infantry -= 1
    elif unit in cavalry_to_withdraw(p):
        p.s.owed_cavalry -= 1
    elif _on_map(p, unit) and not supplied(p, unit):
        raise Illegal("8.5a", f"{handle} is out of supply and cannot be withdrawn")
    elif p.game.is_mech[p.s.kind[unit]]:
        raise Illegal("8.5d" if p.game.types[p.s.kind[unit]].size != "XX" else "8.5c", f"{handle} cannot be withdrawn now")
    else:
        raise Illegal("8.5b", f"{handle} does not satisfy the withdrawal that is due")
    hex = p.s.loc[unit]
    p.place(unit, p.game.board.node("withdrawn"))
    p.emit(Withdrew(units=(unit,), hex=hex, side=GERMAN, rule="8.5a"), public=True)


@rule("11.3e", "11.3f")
def replaceable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Reduced divisions in supply, within the steps of their own class. No Kampfgruppe, no cavalry, no Lehr, no GD."""
    if not (p.s.steps_mech or p.s.steps_foot):
        return ()
    found = []
    for unit in _supplied_germans(p, "is_division"):
        unit_type = p.game.types[p.s.kind[unit]]
        left = (
            p.s.steps_mech
            if unit_type.kind in ("panzer", "panzergrenadier")
            else p.s.steps_foot
            if unit_type.kind == "infantry"
            else 0
        )
        if left and p.s.steps[unit] < unit_type.steps:
            found.append(unit)
    return found


@rule("11.3e", "11.3f", "8.4")
def replace(p: P, command: Command) -> None:
    """Bring a reduced division back to full strength."""
    unit = _one(command.units)
    unit_type, handle = p.game.types[p.s.kind[unit]], p.game.pieces[unit].handle
    if unit not in replaceable(p, ()):
        if not (p.s.steps_mech or p.s.steps_foot):
            raise Illegal("8.4", "there are no replacements this turn")
        if unit_type.size != "XX" or unit_type.kind == "cavalry":
            raise Illegal("11.3f", f"{handle} may not receive replacements")
        if _on_map(p, unit) and not supplied(p, unit):
            raise Illegal("11.3f", f"{handle} is out of supply")
        raise Illegal("11.3e", f"{handle} cannot be replenished now")
    if unit_type.kind == "infantry":
        p.s.steps_foot -= 1
    else:
        p.s.steps_mech -= 1
    p.s.set("steps", unit, unit_type.steps)
    p.emit(Replenished(units=(unit,), hex=p.s.loc[unit], side=GERMAN, rule="11.3e"))


@rule("8.5a")
def check_withdrawals_made(p: P) -> None:
    """Withdrawals that are due and can be made must be made."""
    if to_withdraw(p, ()):
        raise Illegal("8.5a", "a withdrawal is due; it may not be declined (say decline to forfeit the game)")


@rule("8.5a", "4.5b", "11.3f")
def end_german_step(p: P, command: Command) -> None:
    """A withdrawal that is due and cannot be made loses the game (4.5)."""
    phases.close(p)
    if p.s.owed_infantry or p.s.owed_cavalry:
        withdrawal_failed(p)
    p.s.steps_mech = p.s.steps_foot = 0


@rule("8.5a", "4.5b")
def decline_withdrawal(p: P, command: Command) -> None:
    """Declining a withdrawal forfeits the game."""
    p.pop()
    withdrawal_failed(p)


def withdrawal_due(p: P) -> bool:
    return bool(p.s.owed_infantry or p.s.owed_cavalry)


# ---------------------------------------------------------------- II.A Soviet reinforcement


@rule("8.3d")
def note_supplied_entries(p: P) -> None:
    """Towns and cities must have been in supply from the map edge when the Soviet player turn began."""
    p.s.fill("entry", network(p, SOVIET))


@rule("8.3a", "8.3e", "3.2d")
def arriving(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The Soviet units in this turn's box."""
    return p.game.calendar.due(p, SOVIET)


@rule("8.3b", "8.3c", "8.3d")
def soviet_entry_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Own map-edge sources; and own towns and cities never lost, supplied since the turn began, no German beside them."""
    game, s = p.game, p.s
    most, there = STACK_LIMIT - max(1, len(units)), s.count[SOVIET]
    doors = [hex for hex in doors_of_the_soviets(p) if there[hex] <= most]
    wheels = [u for u in units if game.shuns_marsh[s.kind[u]]]
    return [hex for hex in doors if not game.marsh[hex]] if wheels else doors


@rule("8.3b", "8.3c", "8.3d")
@derived(stands(GERMAN), CONTROL, of("entry"), of("was_german"))
def doors_of_the_soviets(p: P) -> list[int]:
    """Where reinforcements could enter if there is room."""
    game, s = p.game, p.s
    german_beside = next_to(game.board.neighbours, game.on_map_side, s.arrays.count[GERMAN] > 0)
    towns = game.urban & s.arrays.entry & ~s.arrays.was_german & ~german_beside
    return np.nonzero((s.arrays.control == SOVIET) & (towns | game.source_mask[SOVIET]))[0].tolist()


@rule("8.1", "8.3a", "8.3b", "8.3c", "8.3e")
def check_entry(p: P, command: Command) -> None:
    """Units that are due, into a hex that is open to them."""
    hex = command.hexes[0]
    names = p.game.board.names
    for unit in command.units:
        if p.s.loc[unit] != p.game.calendar.boxes[p.s.turn] or p.game.side_of[unit] != SOVIET:
            raise Illegal("8.3a", f"{p.game.pieces[unit].handle} is not due this turn")
    require_room(p, command.units, hex)
    require_passable(p, command.units, hex)
    if hex not in soviet_entry_hexes(p, ()):
        if p.game.source_mask[SOVIET][hex]:
            raise Illegal("8.3b", f"{names[hex]} is a source under German control")
        if p.s.was_german[hex]:
            raise Illegal("8.3c", f"{names[hex]} has been under German control")
        if p.s.control[hex] == SOVIET and (p.game.city[hex] or p.game.town[hex]) and not p.s.entry[hex]:
            raise Illegal("8.3d", f"{names[hex]} was not in supply when the turn began")
        raise Illegal("8.3c", f"{names[hex]} is no Soviet entry hex now")


@rule("8.1", "8.3a", "3.8b")
def enter_soviet(p: P, command: Command) -> None:
    """Place reinforcements, untried, hex by hex as the player likes."""
    hex = command.hexes[0]
    p.s.mark(command.units, UNTRIED)
    for unit in command.units:
        enter(p, (unit,), hex)
    p.emit(Arrived(units=command.units, hex=hex, side=SOVIET, rule="8.3b"))


@rule("8.3a", "3.6")
def end_soviet_reinforcement(p: P, command: Command) -> None:
    """What has not entered in its turn never will."""
    phases.close(p)
    lost, forfeited = list(arriving(p, ())), p.game.board.node("forfeited")
    for unit in lost:
        p.place(unit, forfeited)
    if lost:
        p.emit(Forfeited(units=tuple(lost), side=SOVIET, rule="8.3a"), public=True)


# ---------------------------------------------------------------- II.D Guards conversion


@rule("8.6a", "8.6b", "3.5")
def draw_guards(p: P) -> None:
    """On turns 1 to 8 one Guards unit is drawn blind from the pool, in the open."""
    pool = sorted(p.s.stack(p.game.board.node("guards-pool")))
    if not (p.game.track[p.s.turn].guards_draw and pool):
        return
    p.s.drawn = pool[p.pick(len(pool))] if len(pool) > 1 else pool[0]
    p.emit(Drawn(units=(p.s.drawn,), side=SOVIET, rule="8.6b"), public=True)
    if convertible(p, ()):
        p.push("guards", SOVIET)
    else:
        lose_guards(p)


@rule("8.6c")
def convertible(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Non-Guards units of exactly the drawn type and size, in supply from the map edge; untried or veteran."""
    return _convertible_to(p, p.s.drawn)


@derived(places(SOVIET), stands(GERMAN), CONTROL, of("kind"))
def _convertible_to(p: P, guards: int) -> list[int]:
    wanted = p.game.types[p.s.kind[guards]]
    group = next(group for group in GROUPS if f"G{group}" in wanted.traits)
    units = p.game.slot_units[group]
    return units[network(p, SOVIET).take(p.s.arrays.loc[units]) != 0].tolist()  # type: ignore[no-any-return] # nothing off the map is


@rule("8.6b", "8.6c", "8.6d", "8.6f", "3.6")
def convert_to_guards(p: P, command: Command) -> None:
    """The Guards unit takes the place of the old one at full strength; the old one never returns."""
    unit, guards = _one(command.units), p.s.drawn
    if unit not in convertible(p, ()):
        raise Illegal("8.6c", f"{p.game.pieces[unit].handle} cannot be converted to {p.game.types[p.s.kind[guards]].name}")
    hex = p.s.loc[unit]
    p.place(unit, p.game.dead)
    p.place(guards, hex)
    p.s.drawn = -1
    p.pop()
    p.emit(Promoted(units=(unit, guards), hex=hex, side=SOVIET, rule="8.6b"), public=True)


@rule("8.6e")
def lose_guards(p: P) -> None:
    """A conversion cannot wait: a Guards unit that is not brought in now is out of the game."""
    guards, p.s.drawn = p.s.drawn, -1
    p.place(guards, p.game.board.node("forfeited"))
    p.emit(Forfeited(units=(guards,), side=SOVIET, rule="8.6e"), public=True)


@rule("8.6a", "8.6e")
def decline_guards(p: P, command: Command) -> None:
    """The Soviet player may do without, and loses the unit."""
    p.pop()
    lose_guards(p)


# ---------------------------------------------------------------- helpers


@derived(places(GERMAN), stands(SOVIET), CONTROL, of("kind"))
def _supplied_germans(p: P, kinds: str) -> list[int]:
    """German units of these kinds that stand on the map in supply; nothing off the map ever is."""
    game, arrays, units = p.game, p.s.arrays, p.game.german_units
    able = (network(p, GERMAN).take(arrays.loc[units]) != 0) & getattr(game.arrays, kinds).take(arrays.kind[units])
    return units[able].tolist()  # type: ignore[no-any-return]


def _on_map(p: P, unit: int) -> bool:
    return bool(0 <= p.s.loc[unit] < p.game.board.hexes)


def _one(units: Sequence[int]) -> int:
    if len(units) != 1:
        raise Illegal("", "name one unit")
    return units[0]
