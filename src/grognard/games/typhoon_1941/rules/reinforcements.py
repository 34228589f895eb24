"""Russian replacements, reinforcements, rail movement and the Siberian gamble."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import CONTROL, EVERY_FLAG, OWN, answer, derived, places, stands
from ....core.errors import Illegal
from ....core.flow import Countable
from ....core.kernels import kernel
from ....core.paths import spread, two_nearest
from ....core.rule import rule
from ..events import Appeared, Disbanded, Gambled, Railed, Received, Returned
from ..material import P
from ..state import DISRUPTED, GERMAN, HIDDEN, RUSSIAN
from .condition import disrupt, ground, has, on_map
from .maskirovka import hide_on_entry
from .stacking import has_room
from .supply import linked_to_edge, russian_edge, russian_network, unsupplied
from .zones import Mask, around

Ints = npt.NDArray[np.int16]


@rule("replacement.2", "replacement.3", "sequence.10")
def receive(p: P) -> None:
    """Three infantry factors and one tank factor per turn, kept until they are used."""
    gain = p.game.limits["replacements"]
    p.s.infantry += gain["infantry"]
    p.s.tanks += gain["tanks"]
    p.s.railed, p.s.siberian, p.s.shock = 0, False, False
    p.emit(Received(infantry=p.s.infantry, tanks=p.s.tanks, side=RUSSIAN, rule="replacement.2"))


def box_of(p: P, unit: int) -> str:
    return p.game.board.names[p.s.loc[unit]]


def _free(p: P, hex: int) -> bool:
    return hex < p.game.board.hexes and not p.s.count[GERMAN][hex]


def waiting(p: P, *boxes: str) -> list[int]:
    """Russian ground units in these boxes."""
    nodes = [p.game.board.node(box) for box in boxes]
    loc = p.s.arrays.loc.tolist()
    return [u for u in p.game.ground_of[RUSSIAN] if loc[u] in nodes]


def _legal(check: Callable[[P, int], None], p: P, unit: int) -> bool:
    try:
        check(p, unit)
    except Illegal:
        return False
    return True


# ---------------------------------------------------------------- replacements


@rule("replacement.2", "replacement.5", "katyusha.4", "army.4")
def check_replaceable(p: P, unit: int) -> None:
    """A lost unit without a red cross (or an army marked R that waits), and factors enough to pay for it."""
    game, handle = p.game, p.game.pieces[unit].handle
    waiting = box_of(p, unit) == "reinforcements" and game.is_army[unit]
    if (
        p.side_of(unit) != RUSSIAN
        or game.is_air[unit]
        or game.is_dummy[unit]
        or not (waiting or box_of(p, unit) == "russian-lost")
    ):
        raise Illegal("replacement.2", f"{handle} is no lost Russian unit")
    if "cross" in game.types[unit].traits:
        raise Illegal("katyusha.4" if game.is_katyusha[unit] else "replacement.5", f"{handle} cannot be replaced")
    have, kind = (p.s.tanks, "tank") if game.is_tank[unit] else (p.s.infantry, "infantry")
    if game.attack[unit] > have:
        raise Illegal("replacement.2", f"{handle} costs {game.attack[unit]} {kind} factors and there are {have}")


@rule("replacement.6")
def entries(p: P) -> Mask:
    """Northern, eastern and southern edge hexes in Russian hands, or Moscow while it is supplied."""
    found = russian_edge(p, "north", "east", "south") & (p.s.arrays.count[GERMAN] == 0)
    if in_supply(p) and _free(p, p.game.moscow):
        found[p.game.moscow] = True
    return np.asarray(found)


def check_entry(p: P, hex: int) -> None:
    if not entries(p)[hex]:
        raise Illegal("replacement.6", f"replacements do not enter in {p.game.board.names[hex]}")


def in_supply(p: P) -> bool:
    return linked_to_edge(p, p.game.moscow, "north", "east", "south")


@rule("replacement.1", "replacement.2", "replacement.6")
def replace(p: P, command: Command) -> None:
    """Pay for a lost unit and bring it back, hidden."""
    for unit in command.units:
        check_replaceable(p, unit)
        check_entry(p, command.hexes[0])
        if p.game.is_tank[unit]:
            p.s.tanks -= p.game.attack[unit]
        else:
            p.s.infantry -= p.game.attack[unit]
        appear(p, unit, command.hexes[0])


def appear(p: P, unit: int, hex: int) -> None:
    p.place(unit, hex)
    p.control(hex, RUSSIAN)
    p.s.clear((unit,), EVERY_FLAG)
    hide_on_entry(p, unit)
    p.emit(Appeared(units=(unit,), path=(hex,), side=RUSSIAN))


def affordable(p: P, units: Sequence[int]) -> bool:
    """Do the factors at hand pay for all these units?"""
    price = [sum(p.game.attack[u] for u in units if p.game.is_tank[u] == armoured) for armoured in (False, True)]
    return price[0] <= p.s.infantry and price[1] <= p.s.tanks


def replaceable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [u for u in waiting(p, "russian-lost", "reinforcements") if _legal(check_replaceable, p, u)]


def entry_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    if not units or not affordable(p, units):
        return ()
    return entries(p).nonzero()[0].tolist()


@rule("replacement.4")
def disband(p: P, command: Command) -> None:
    """Give up units of one's own, to bring them back as replacements."""
    for unit in command.units:
        if unit not in ground(p, RUSSIAN) or p.game.is_dummy[unit]:
            raise Illegal("replacement.4", f"{p.game.pieces[unit].handle} is no Russian unit on the map")
    hexes = sorted({p.s.loc[u] for u in command.units})
    p.emit(Disbanded(units=command.units, places=tuple(hexes), side=RUSSIAN, rule="replacement.4"))
    for unit in command.units:
        p.place(unit, p.game.lost[RUSSIAN])
    p.s.clear(command.units, EVERY_FLAG)


def disbandable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [u for u in ground(p, RUSSIAN) if not p.game.is_dummy[u]]


# ---------------------------------------------------------------- reinforcements


@rule("siberian.1", "siberian.2", "siberian.3", "siberian.6", "replacement.7")
def check_arrival(p: P, unit: int) -> None:
    """One Siberian unit per turn, one shock army per turn, and Group Vatutin once."""
    handle, box = p.game.pieces[unit].handle, box_of(p, unit)
    if box == "siberian" and p.s.siberian:
        raise Illegal("siberian.1", "one Siberian unit has entered this turn")
    if box == "shock-reserve" and p.game.is_shock[unit] and p.s.shock:
        raise Illegal("siberian.3", "one shock army has entered this turn")
    vatutin = box == "reinforcements" and not p.game.is_army[unit]
    if not (box == "siberian" or vatutin or (box == "shock-reserve" and p.game.is_shock[unit])):
        raise Illegal("siberian.1", f"{handle} is no reinforcement that could enter")


@rule("siberian.5", "replacement.7")
def check_arrival_hex(p: P, unit: int, hex: int) -> None:
    """Siberians enter on or next to a Russian unit in supply, Group Vatutin by the road from the north."""
    game = p.game
    if box_of(p, unit) == "reinforcements":
        if hex not in game.board.areas["vatutin-entry"].hexes or not _free(p, hex):
            raise Illegal("replacement.7", f"{game.pieces[unit].handle} enters by the road from the north")
        return
    if not rendezvous(p)[hex]:
        raise Illegal("siberian.5", f"no Russian unit in supply is in {game.board.names[hex]} or next to it")


@rule("siberian.5")
@derived(places(RUSSIAN), stands(GERMAN), answer(russian_network))
def rendezvous(p: P) -> Mask:
    """Hexes free of Germans on or next to a Russian unit in supply."""
    cut_off = unsupplied(p, RUSSIAN)
    friends = [p.s.loc[u] for u in ground(p, RUSSIAN) if not p.game.is_dummy[u] and u not in cut_off]
    found = around(p, friends)
    found[friends] = True
    found &= p.s.arrays.count[GERMAN] == 0
    return found


@rule(
    "siberian.1",
    "siberian.2",
    "siberian.3",
    "siberian.4",
    "siberian.5",
    "siberian.6",
    "siberian.7",
    "replacement.1",
    "replacement.7",
)
def arrive(p: P, command: Command) -> None:
    """A reinforcement enters. A shock army before turn 5 is the Siberian gamble: the German names a number."""
    if len(command.units) != 1:
        raise Illegal("siberian.1", "reinforcements enter one by one")
    unit, hex = command.units[0], command.hexes[0]
    check_arrival(p, unit)
    check_arrival_hex(p, unit, hex)
    box = box_of(p, unit)
    if box == "siberian":
        p.s.siberian = True
    appear(p, unit, hex)
    if box == "shock-reserve":
        p.s.shock = True
        bring_aviation(p)
        if p.s.turn < 5:
            p.emit(Gambled(side=RUSSIAN, rule="siberian.2"))
            p.push("japan", GERMAN)


@rule("siberian.4")
def bring_aviation(p: P) -> None:
    """The aviation of the Kalinin Front comes with the first shock army."""
    for flyer in p.game.air_of[RUSSIAN]:
        if box_of(p, flyer) == "shock-reserve":
            p.place(flyer, p.game.board.node("front-aviation"))
            p.emit(Returned(units=(flyer,), side=RUSSIAN, rule="siberian.4"))


@rule("siberian.7")
def name_number(p: P, command: Command) -> None:
    """The German names a number and rolls: if it comes, Japan has attacked and he has won twice over."""
    number = command.number or 0
    if not 1 <= number <= 6:
        raise Illegal("siberian.7", "name a number from 1 to 6")
    p.pop()
    if p.roll(f"Japan attacks on {number}", "siberian.7", side=GERMAN) == number:
        p.s.level, p.s.worth = "smashing", 2
        p.win(GERMAN, "Japan has invaded the Far East: Smashing Strategic Victory, worth 2 games", "siberian.7")


def arriving(p: P, hexes: Sequence[int]) -> Sequence[int]:
    able = [u for u in waiting(p, "siberian", "shock-reserve", "reinforcements") if _legal(check_arrival, p, u)]
    return [u for u in able if (arrival_hexes(p, (u,)) if box_of(p, u) == "reinforcements" else rendezvous(p).any())]


def all_arrival_hexes(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """All reinforcements that may enter now, and where."""
    units, beside_friends = arriving(p, ()), rendezvous(p).nonzero()[0]
    return units, [arrival_hexes(p, (u,)) if box_of(p, u) == "reinforcements" else beside_friends for u in units]


def arrival_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    if len(units) != 1:
        return ()
    if box_of(p, units[0]) == "reinforcements":
        return sorted(h for h in p.game.board.areas["vatutin-entry"].hexes if _free(p, h))
    return rendezvous(p).nonzero()[0].tolist()


# ---------------------------------------------------------------- rail movement


@rule("rail.1", "rail.3")
def rail_limit(p: P) -> int:
    """Three units, or one when Moscow is lost or cut off from the eastern edge."""
    limits = p.game.limits["rail"]
    return int(limits["full"] if linked_to_edge(p, p.game.moscow, "east") else limits["cut"])


@rule("rail.1", "disrupted.1")
def check_rail(p: P, unit: int) -> None:
    handle = p.game.pieces[unit].handle
    if p.side_of(unit) != RUSSIAN or not on_map(p, unit) or p.game.is_dummy[unit]:
        raise Illegal("rail.1", f"{handle} is no Russian unit on the map")
    if has(p, unit, DISRUPTED):
        raise Illegal("disrupted.1", f"{handle} is Disrupted and cannot move")
    if p.game.is_garrison[unit]:
        raise Illegal("setup.3", f"{handle} is a garrison and stays")
    if p.s.railed >= rail_limit(p):
        raise Illegal("rail.3" if rail_limit(p) == 1 else "rail.1", f"{p.s.railed} units have moved by rail this turn")


@rule("rail.1")
@derived(places(OWN), CONTROL)
def far_from(p: P, side: int) -> Ints:
    """How far every hex is from the nearest unit, city or town of a side."""
    return _far(p, side, _real(p, side))


@rule("rail.1")
def distances(p: P, unit: int) -> tuple[Ints, Ints]:
    """How far every hex is from the nearest German and the nearest Russian unit, city or town; the unit itself does
    not count."""
    enemy = far_from(p, GERMAN)
    if not _is_lonely(p, unit):
        return enemy, far_from(p, RUSSIAN)  # others are as near as the unit itself
    return enemy, _far(p, RUSSIAN, [u for u in _real(p, RUSSIAN) if u != unit])


def _is_lonely(p: P, unit: int) -> bool:
    """Does nobody and nothing of its side share the hex of a Russian unit?"""
    here, game = p.s.loc[unit], p.game
    if p.s.control[here] == RUSSIAN and here in game.place_hexes:
        return False
    return p.s.count[RUSSIAN][here] == 1 or not any(u != unit and not game.is_dummy[u] for u in p.units(here, RUSSIAN))


def _real(p: P, side: int) -> list[int]:
    """Units of a side on the map that are no dummies."""
    return [u for u in ground(p, side) if not p.game.is_dummy[u]]


def _starts(p: P, side: int, units: list[int]) -> list[int]:
    """Cities and towns of a side, and where these units stand."""
    control, loc = p.s.control, p.s.loc
    return [h for h in p.game.places.values() if control[h] == side] + [loc[u] for u in units]


def _far(p: P, side: int, units: list[int]) -> Ints:
    game, starts = p.game, np.array(_starts(p, side, units), np.int16)
    far: Ints = spread(game.board.neighbours, game.steps[1], game.space.none, starts, 200)
    return far


def check_rail_hex(p: P, unit: int, hex: int) -> None:
    if not _free(p, hex) or hex == p.s.loc[unit]:
        raise Illegal("rail.1", f"{p.game.board.names[hex]} cannot be reached by rail")
    enemy, friend = (far.item(hex) for far in distances(p, unit))
    if 0 <= enemy < friend or friend < 0 <= enemy:
        raise Illegal("rail.1", f"{p.game.board.names[hex]} is {enemy} hexes from the enemy and {friend} from friends")


@rule("rail.1", "rail.2", "replacement.1")
def go_by_rail(p: P, command: Command) -> None:
    """Move a unit any distance by rail; it arrives Disrupted and in the open."""
    if len(command.units) != 1:
        raise Illegal("rail.1", "units go by rail one by one")
    unit, hex = command.units[0], command.hexes[0]
    check_rail(p, unit)
    check_rail_hex(p, unit, hex)
    start = p.s.loc[unit]
    p.s.clear((unit,), HIDDEN)
    p.place(unit, hex)
    p.control(hex, RUSSIAN)
    p.s.railed += 1
    p.emit(Railed(units=(unit,), path=(start, hex), side=RUSSIAN, rule="rail.1"), public=True)
    disrupt(p, (unit,), "rail.2")


def railable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    game, flags = p.game, p.s.arrays.flags.tolist()
    if p.s.railed >= rail_limit(p):
        return ()
    return [u for u in ground(p, RUSSIAN) if not (flags[u] & DISRUPTED or game.is_dummy[u] or game.is_garrison[u])]


def rail_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    if len(units) != 1 or not _legal(check_rail, p, units[0]):
        return ()
    return _by_rail(p, units)[0].tolist()  # type: ignore[no-any-return]


def all_rail_hexes(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """All units that may go by rail, and where to."""
    units = railable(p, ())
    return units, _by_rail(p, units) if units else []


@rule("rail.1")
def _by_rail(p: P, units: Sequence[int]) -> list[Ints]:
    """By unit, the hexes free of Germans that are not nearer to the enemy than to friends other than itself."""
    loc, game = p.s.loc, p.game
    lonely = [loc[unit] if _is_lonely(p, unit) else -1 for unit in units]
    ends, hexes = _in_safety(
        far_from(p, GERMAN), *_friends(p), p.s.arrays.count[GERMAN],
        np.array([loc[unit] for unit in units], np.int16), np.array(lonely, np.int16), game.board.hexes,
    )  # fmt: skip
    last = ends.tolist()
    return [hexes[first:end] for first, end in zip([0, *last], last, strict=False)]


@derived(places(RUSSIAN), CONTROL)
def _friends(p: P) -> tuple[Ints, Ints, Ints]:
    """How far every hex is from the nearest Russian unit, city or town, where that is, and how far from the next other one."""
    starts = np.array(_starts(p, RUSSIAN, _real(p, RUSSIAN)), np.int16)
    found: tuple[Ints, Ints, Ints] = two_nearest(p.game.board.neighbours, p.game.steps[1], starts, 200)
    return found


@kernel
def _in_safety(
    enemy: Any, near: Any, whose: Any, other: Any, germans: Any, starts: Any, lonely: Any, board: int
) -> Any:  # fmt: skip
    """(ends, hexes): the hexes of each unit. To a lonely one its own hex is no friend."""
    ends = np.empty(starts.size, np.int64)
    hexes = np.empty(starts.size * board, np.int16)
    count = 0
    for k in range(starts.size):
        for hex in range(board):
            friend = other[hex] if whose[hex] == lonely[k] else near[hex]
            if hex != starts[k] and germans[hex] == 0 and (enemy[hex] < 0 or 0 <= friend <= enemy[hex]):
                hexes[count] = hex
                count += 1
        ends[k] = count
    return ends, hexes[:count]


def sample_rail(p: P, rng: random.Random) -> Command | None:
    units = railable(p, ())
    if not units:
        return None
    unit = units[int(rng.random() * len(units))]
    held = p.s.arrays.count[RUSSIAN].tolist()  # two always fit
    hexes = [h for h in rail_hexes(p, (unit,)) if held[h] < 2 or has_room(p, unit, h)]
    return Command("rail", (unit,), (hexes[int(rng.random() * len(hexes))],)) if hexes else None


def sample_disband(p: P, rng: random.Random) -> Command | None:
    """Random play gives up a unit now and then only, so that armies remain."""
    units = [u for u in unsupplied(p, RUSSIAN) if not p.game.is_dummy[u]]
    return Command("disband", (units[int(rng.random() * len(units))],)) if units and rng.random() < 0.2 else None
