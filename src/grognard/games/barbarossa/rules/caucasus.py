"""4.11 to 4.13 The expedition to the Caucasus: from its base to oil, recall or ruin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.flags import FINISHED
from ..events import Answered, BrokeThrough, Launched, Recalled, Reserved, Returned
from ..material import P
from ..state import GERMAN, SOVIET, Expedition
from . import supply
from .counters import is_rifle_army
from .expedition import RECALLED, SUCCEEDED, exits, in_the_box
from .instants import settle
from .movement import allowance, movement_factor
from .occupation import enter
from .stacking import fits, require_room, room
from .victory import score

#: The base of the expedition, and how many Soviet rifle armies answer it.
BASE = ("Maikop", "Dnepropetrovsk", "Rostov")
ARMIES = 4

# ---------------------------------------------------------------- launch


@rule("4.11")
def base_is_ready(p: P) -> bool:
    """Asked when a game turn begins: Maikop, Dnepropetrovsk and Rostov held in overland supply, no Soviet unit beside them."""
    hexes = [p.game.city_hex.get(name, -1) for name in BASE]
    return all(hex >= 0 and _is_safe(p, hex) for hex in hexes)


def _is_safe(p: P, hex: int) -> bool:
    if p.s.control[hex] != GERMAN or not supply.overland(p, GERMAN, hex):
        return False
    return not any(p.s.count[SOVIET][near] for near in p.game.board.adjacent(hex))


@rule("4.11", "4.13f")
def may_launch(p: P) -> bool:
    """Once a game, in a German movement phase of a game turn that began with the base secure."""
    return p.s.active == GERMAN and p.s.expedition is None and p.s.caucasus_base


@rule("4.11")
def ready_to_leave(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """German infantry, mountain and panzer corps that stand in an exit hex with a movement point left."""
    return [u for hex in exits(p) for u in p.units(hex, GERMAN) if _role(p, u) and _can_step_off(p, u)]


def _role(p: P, unit: int) -> str:
    """What a unit counts as in the expedition: foot, armour, or nothing."""
    unit_type = p.game.types[p.s.kind[unit]]
    if unit_type.size != "XXX" or "satellite" in unit_type.traits:
        return ""
    return {"infantry": "foot", "mountain": "foot", "panzer": "armour", "parachute-panzer": "armour"}.get(unit_type.kind, "")


def _can_step_off(p: P, unit: int) -> bool:
    """A movement point is left, whatever other stacks have moved since."""
    return not p.s.flags[unit] & FINISHED and allowance(p, unit) > p.s.spent[unit]


def possible_launches(p: P) -> Iterator[Command]:
    """Every trio that could march off now."""
    ready = ready_to_leave(p)
    foot, armour = ([u for u in ready if _role(p, u) == role] for role in ("foot", "armour"))
    for walker in foot:
        for pair in combinations(armour, 2):
            yield Command("launch", (*pair, walker))


@rule("4.11", "4.13f")
def launch(p: P, command: Command) -> None:
    """Two panzer corps and one infantry or mountain corps leave the map together, and the Soviet must answer."""
    _refuse_launch(p, command.units)
    for unit in command.units:
        p.place(unit, p.game.caucasus)
    p.s.expedition = Expedition(tuple(command.units), p.s.turn)
    p.emit(Launched(units=command.units, side=GERMAN, rule="4.11"))
    settle(p)
    answer_the_expedition(p)


def _refuse_launch(p: P, units: Sequence[int]) -> None:
    if p.s.expedition is not None:
        raise Illegal("4.13f", "there is only one expedition in a game")
    if p.s.active != GERMAN or not p.s.caucasus_base:
        raise Illegal("4.11", "the turn did not begin with Maikop, Dnepropetrovsk and Rostov held, supplied and out of reach")
    if sorted(_role(p, u) for u in units) != ["armour", "armour", "foot"] or len(set(units)) != 3:
        raise Illegal("4.11", "the expedition is two German panzer corps and one German infantry or mountain corps")
    if any(p.s.loc[u] not in exits(p) for u in units):
        raise Illegal("4.11", "the expedition leaves the map from the exit hexes")
    if not all(_can_step_off(p, u) for u in units):
        raise Illegal("4.11", "each of them needs a movement point to leave the map")


# ---------------------------------------------------------------- the Soviet answer


@rule("4.12")
def answer_the_expedition(p: P) -> None:
    """Four rifle armies at once, or the war in the east is lost."""
    if len(able_to_answer(p)) < ARMIES:
        _unanswered(p)
    else:
        p.push("caucasus.response", SOVIET)


@rule("4.12")
def able_to_answer(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Rifle armies in the RVGK box, and those on the map in overland supply."""
    return [u for u in p.game.pieces_of_side[SOVIET] if _can_answer(p, u)]


def _can_answer(p: P, unit: int) -> bool:
    where = p.s.loc[unit]
    if not is_rifle_army(p, unit):
        return False
    return where == p.game.rvgk or (0 <= where < p.game.board.hexes and supply.has_overland(p, unit))


@rule("4.12")
def commit(p: P, command: Command) -> None:
    """Rifle armies go to the Caucasus box until four are there."""
    expedition = p.s.expedition
    assert expedition is not None
    units = tuple(dict.fromkeys(command.units))
    for unit in units:
        if p.game.side_of[unit] != SOVIET or not _can_answer(p, unit):
            raise Illegal("4.12", "only rifle armies in the RVGK box or on the map in overland supply can answer the expedition")
    response = (*expedition.response, *units)
    if len(response) > ARMIES:
        raise Illegal("4.12", f"{ARMIES} rifle armies answer the expedition, no more")
    for unit in units:
        p.place(unit, p.game.caucasus)
    p.s.expedition = msgspec.structs.replace(expedition, response=response)
    p.emit(Answered(units=units, side=SOVIET, rule="4.12"), public=True)
    if len(response) == ARMIES:
        p.pop()
    settle(p)


@rule("4.12", "4.14b")
def refuse_to_answer(p: P, command: Command) -> None:
    """Unwilling or unable: the German wins at once."""
    _unanswered(p)


def _unanswered(p: P) -> None:
    p.win(GERMAN, "nobody stops the expedition to the Caucasus", "4.12")


# ---------------------------------------------------------------- oil


@rule("4.13a", "4.13b", "12.3")
def resolve(p: P) -> None:
    """In the victory check phase: a six, or a five with Stalingrad held and supplied, is a breakthrough to the oil."""
    expedition = in_the_box(p)
    if expedition is None or (p.s.scenario == "road-back" and p.s.turn == 13):
        return
    if expedition.status == SUCCEEDED:
        score(p, 1, "4.13a", "oil of the Caucasus")
    elif p.roll("Caucasus expedition", rule="4.13a", side=GERMAN) + _stalingrad_helps(p) >= 6:
        p.s.expedition = msgspec.structs.replace(expedition, status=SUCCEEDED)
        p.emit(BrokeThrough(side=GERMAN, rule="4.13a"))
        score(p, p.roll("oil of the Caucasus", rule="4.13a", side=GERMAN), "4.13a", "oil of the Caucasus")


@rule("4.13b")
def _stalingrad_helps(p: P) -> int:
    hex = p.game.city_hex.get("Stalingrad", -1)
    return int(hex >= 0 and p.s.control[hex] == GERMAN and supply.overland(p, GERMAN, hex))


# ---------------------------------------------------------------- recall


def is_away(p: P) -> bool:
    """Is there an expedition that a German movement phase could recall, or be refused?"""
    return p.s.active == GERMAN and in_the_box(p) is not None


def possible_recalls(p: P) -> Iterator[Command]:
    if recall_refusal(p) is None:
        yield Command("recall")


@rule("4.13d", "4.13f", "4.13g")
def recall_refusal(p: P) -> Illegal | None:
    """Only in a later movement phase than that of the departure, only without a breakthrough, and only as a whole."""
    expedition = in_the_box(p)
    if expedition is None or p.s.active != GERMAN:
        return Illegal("4.13d", "there is no expedition in the Caucasus")
    if expedition.status == SUCCEEDED:
        return Illegal("4.13g", "an expedition that has reached the oil stays there")
    if expedition.launched >= p.s.turn:
        return Illegal("4.13d", "the expedition can be recalled in a later movement phase than that of its departure")
    if sum(_room(p, hex) for hex in exits(p)) < len(p.units(p.game.caucasus, GERMAN)):
        return Illegal("4.13f", "the exit hexes have no room for the whole expedition")
    return None


@rule("4.13d", "4.13f")
def recall(p: P, command: Command) -> None:
    """All of it comes back, through exit hexes free of Soviet units, or none of it."""
    refusal = recall_refusal(p)
    if refusal is not None:
        raise refusal
    assert p.s.expedition is not None
    p.s.expedition = msgspec.structs.replace(p.s.expedition, status=RECALLED)
    p.emit(Recalled(units=tuple(p.units(p.game.caucasus, GERMAN)), side=GERMAN, rule="4.13d"))
    p.push("caucasus.recall", GERMAN)


def _room(p: P, hex: int, side: int = GERMAN) -> int:
    return 0 if p.s.foes[side][hex] else room(p, side, hex)


def coming_back(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """German units of the expedition still to be put on the map."""
    return p.units(p.game.caucasus, GERMAN)


def way_back(p: P, units: Sequence[int]) -> list[int]:
    """Exit hexes with room for these units."""
    side = p.game.side_of[units[0]] if units else GERMAN
    return [hex for hex in exits(p) if not p.s.foes[side][hex] and fits(p, units, hex)]


@rule("4.13d")
def come_back(p: P, command: Command) -> None:
    """Units of the expedition re-enter without paying for it and may move on as usual."""
    (hex,) = command.hexes
    if any(unit not in coming_back(p) for unit in command.units):
        raise Illegal("4.13d", "only units of the expedition come back from the Caucasus")
    _enter(p, command.units, hex)
    if not coming_back(p):
        p.pop()


def _enter(p: P, units: Sequence[int], hex: int) -> None:
    side = p.game.side_of[units[0]]
    if hex not in exits(p) or p.s.foes[side][hex]:
        raise Illegal("4.13d", "the way back is through an exit hex free of the enemy")
    require_room(p, units, hex)
    for unit in units:  # nobody lacks supply in the box, and that is where they begin to move
        p.s.allowance[unit] = movement_factor(p, unit)
    enter(p, units, hex)
    p.emit(Returned(units=tuple(units), hex=hex, side=side, rule="4.13d"))
    settle(p)


# ---------------------------------------------------------------- the Soviet armies


@rule("4.13e")
def may_leave(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """The Soviet armies in the box, once no expedition is there any more."""
    if p.s.active != SOVIET or in_the_box(p) is not None:
        return []
    return p.units(p.game.caucasus, SOVIET)


@rule("4.13e", "8.9")
def leave_to(p: P, units: Sequence[int]) -> list[int]:
    """Exit hexes, and the RVGK box as far as its capacity for this turn goes."""
    found = way_back(p, units)
    return [*found, p.game.rvgk] if p.s.rvgk_left >= max(len(units), 1) else found


@rule("4.13e", "8.9")
def leave(p: P, command: Command) -> None:
    """Unit by unit: through an exit hex, or into the RVGK box as part of what may go there this turn."""
    (where,) = command.hexes
    if any(unit not in may_leave(p) for unit in command.units):
        raise Illegal("4.13e", "Soviet armies stay in the Caucasus while the expedition is there")
    if where != p.game.rvgk:
        _enter(p, command.units, where)
        return
    if len(command.units) > p.s.rvgk_left:
        raise Illegal("8.9", "five units per turn go into and out of the RVGK box")
    p.s.rvgk_left -= len(command.units)
    for unit in command.units:
        p.place(unit, where)
    p.emit(Reserved(units=command.units, side=SOVIET, rule="4.13e"))
