"""3.1 to 3.5, 3.10 and 3.11 Set-up: Soviets, the Germans in the west with Belgians and Dutch, then the German east and the
Anglo-French at the same time."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Lifted
from ....core.rule import rule
from ..events import Dealt, Placed, Transferred
from ..material import Mask, P
from ..state import ALLIED, ANGLO_FRENCH_POST, BELGIAN, DUTCH, GERMAN, GERMAN_EAST, SOVIET, UNTRIED
from . import control, stacking
from .counters import infantry_corps, name, on_map

IN_SOUTHWEST, IN_LENINGRAD, IN_ARCTIC = 3, 2, 2


@rule("3.1", "3.3c", "3.11", "2.11c")
def lay_out(p: P) -> None:
    """Everything where it is before the first decision, and the order of the set-up."""
    control.initial_control(p)
    control.place_garrisons(p)
    place_fixed(p)
    deal_untried(p)
    p.queue(("setup.soviet", SOVIET), ("setup.west", GERMAN), ("setup.last.open",), ("turn.begin",))


@rule("3.2a", "3.2c", "3.2d", "3.3b", "3.5")
def place_fixed(p: P) -> None:
    """Counters with a hex or box of their own, and beside the map whatever is to be set up or enters later."""
    aside = {"east": "german-aside", "german": "german-aside", "france": "anglo-french-aside", "belgium": "anglo-french-aside",
             "holland": "german-aside"}  # fmt: skip
    for unit, start in enumerate(p.game.start_of):
        if start not in ("juggernaut", "track"):
            p.place(unit, p.game.board.node(aside.get(start, start)))


@rule("2.12a", "3.2b", "3.2e", "3.2f")
def deal_untried(p: P) -> None:
    """Face down and unseen: Juggernauts to the Southwest, Leningrad and the hand; armies to the Arctic and the track."""
    game = p.game
    for group in (game.juggernauts, game.undotted):
        for unit, kind in zip(group, p.shuffled(group), strict=True):
            p.s.set("kind", unit, kind)
    p.s.mark([*game.juggernauts, *game.red_on_white], UNTRIED)
    first, second = IN_SOUTHWEST, IN_SOUTHWEST + IN_LENINGRAD
    for k, unit in enumerate(game.juggernauts):
        where = game.box["southwest-arrived"] if k < first else game.leningrad if k < second else game.box["soviet-aside"]
        p.place(unit, where)
    armies = iter(game.undotted)
    counts = {game.box["arctic"]: IN_ARCTIC}
    counts |= {box: game.calendar.kinds(turn, "arrive", SOVIET).total() for turn, box in game.calendar.boxes.items()}
    for node, count in counts.items():
        for _ in range(count):
            p.place(next(armies), node)
    p.emit(Dealt(side=SOVIET, rule="3.2f"))


@rule("3.3c", "3.5")
def open_last(p: P) -> None:
    """The German east and the Anglo-French set up independently of each other."""
    p.pop()
    p.push("setup.last", -1, posts=(GERMAN_EAST, ANGLO_FRENCH_POST))


@rule("3.3c", "3.5")
def unseen_ground(p: P, side: int) -> Sequence[int]:
    """While two set up at the same time: where one of them does, the box with what he has left among it, until both are done."""
    if side not in (GERMAN, ALLIED) or not p.s.flow or p.s.flow[-1].step != "setup.last":
        return ()
    ground = control.german_ground(p) & p.game.east_land if side == GERMAN else p.game.board.mask("france")
    return [*ground.nonzero()[0].tolist(), p.game.box["german-aside" if side == GERMAN else "anglo-french-aside"]]


# ---------------------------------------------------------------- what is placed where


@rule("3.2b", "3.3c", "3.3d", "3.4a", "3.4b", "3.5", "3.10")
def zone(p: P, unit: int, stage: str) -> Mask:
    """Where a unit may be set up in a stage; nowhere when it is not its stage."""
    side, game = p.side_of(unit), p.game
    board = game.board
    nowhere = np.zeros(board.nodes, np.bool_)
    if stage == "setup.soviet":
        return control.soviet_ground(p) & game.land if unit in game.juggernauts else nowhere
    if stage == "setup.west":
        grounds = {GERMAN: game.in_germany_west, BELGIAN: board.mask("belgium") & game.built_up, DUTCH: board.mask("holland")}
        return nowhere if side == GERMAN and not infantry_corps(p, unit) else grounds.get(side, nowhere)
    if side == GERMAN:
        return control.german_ground(p) & game.east_land
    return board.mask("france") if side == ALLIED and not game.rung[p.s.kind[unit]] else nowhere


#: The rule that says where the units of a side are set up.
_CITE = {SOVIET: "3.2b", GERMAN: "3.3d", BELGIAN: "3.4a", DUTCH: "3.4b", ALLIED: "3.5"}


def home(p: P, unit: int) -> int:
    """Beside the map, where a unit waits for its set-up."""
    side = p.side_of(unit)
    return p.game.box["soviet-aside" if side == SOVIET else "german-aside" if side in (GERMAN, DUTCH) else "anglo-french-aside"]


@rule("3.3c", "3.5")
def concerns(p: P, unit: int) -> bool:
    """Is a unit the business of whoever speaks? Where two set up at once each has his own."""
    return p.frame.step != "setup.last" or p.side_of(unit) == p.speaker


@rule("3.3b")
def waiting(p: P) -> list[int]:
    """Units that must still be placed in this stage. In the west no German corps must: what is left goes east."""
    stage = p.frame.step
    units = [u for u in range(len(p.game.pieces)) if p.s.loc[u] == home(p, u) and zone(p, u, stage).any()]
    return [u for u in units if stage != "setup.west" or p.side_of(u) != GERMAN]


def own_waiting(p: P) -> list[int]:
    """Those of them that are the business of whoever speaks."""
    return [unit for unit in waiting(p) if concerns(p, unit)]


def to_place(p: P, hexes: Sequence[int]) -> Sequence[int]:
    stage = p.frame.step
    at_home = [u for u in range(len(p.game.pieces)) if p.s.loc[u] == home(p, u) and concerns(p, u)]
    return [u for u in at_home if zone(p, u, stage).any()]


def placed(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of this stage that can be taken back."""
    stage, box = p.frame.step, p.game.box["reserve-eligible"]
    own = [u for u in range(len(p.game.pieces)) if on_map(p, u) and _free(p, u) and concerns(p, u)]
    on_maps = [u for u in own if zone(p, u, stage)[p.s.loc[u]]]
    in_box = [u for u in p.s.stack(box) if u != p.game.flieger] if stage == "setup.west" else []
    return [*on_maps, *in_box]


@rule("3.2b")
def _free(p: P, unit: int) -> bool:
    """The armies in Leningrad stay there."""
    return not (unit in p.game.juggernauts and p.s.loc[unit] == p.game.leningrad)


@rule("3.2b", "3.4b")
def _singly(p: P, units: Sequence[int]) -> bool:
    """Juggernauts and Dutch corps stand alone."""
    return p.frame.step == "setup.soviet" or p.side_of(units[0]) == DUTCH


def _open(p: P, units: Sequence[int], hex: int) -> bool:
    if _singly(p, units):
        return len(units) == 1 and not p.s.stack(hex)
    return stacking.fits(p, units, hex)


def open_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes in which all the units may be set up."""
    if not units:
        return []
    area = np.logical_and.reduce([zone(p, unit, p.frame.step) for unit in units])
    return [hex for hex in area.nonzero()[0].tolist() if _open(p, units, hex)]


@rule("3.1", "3.2b", "3.3c", "3.3d", "3.4a", "3.4b", "3.5", "3.10")
def place(p: P, command: Command) -> None:
    """Put units where their set-up allows it."""
    hex, stage = command.hexes[0], p.frame.step
    able = {*to_place(p, ()), *placed(p, ())}
    for unit in command.units:
        cite = "3.3c" if stage == "setup.west" and p.side_of(unit) == GERMAN else _CITE[p.side_of(unit)]
        if unit not in able:
            raise Illegal("3.1", f"{name(p, unit)} is not set up in this stage")
        if not zone(p, unit, stage)[hex]:
            raise Illegal(cite, f"{name(p, unit)} is not set up in {p.game.board.names[hex]}")
    if _singly(p, command.units) and not _open(p, command.units, hex):
        raise Illegal(_CITE[p.side_of(command.units[0])], f"units are placed singly, and {p.game.board.names[hex]} is taken")
    stacking.require(p, command.units, hex, "7.5" if p.game.east[hex] else "7.4a")
    for unit in command.units:
        p.place(unit, hex)
    p.emit(Placed(units=command.units, hex=hex, side=p.side_of(command.units[0]), rule="3.1"))


@rule("3.3b")
def reserve(p: P, command: Command) -> None:
    """German infantry corps go into the Strategic Reserve, ready to leave it."""
    for unit in command.units:
        if unit not in corps_to_divide(p, ()):
            raise Illegal("3.3b", f"{name(p, unit)} does not go into the Strategic Reserve")
    for unit in command.units:
        p.place(unit, p.game.box["reserve-eligible"])
    p.emit(Transferred(units=command.units, to="the Strategic Reserve", side=GERMAN, rule="3.3b"))


def corps_to_divide(p: P, hexes: Sequence[int]) -> list[int]:
    """Infantry corps that no map has yet."""
    return [u for u in p.units(p.game.box["german-aside"], GERMAN) if infantry_corps(p, u)]


def lift(p: P, command: Command) -> None:
    """Pick placed units up again."""
    able = placed(p, ())
    for unit in command.units:
        if unit not in able:
            raise Illegal("3.1", f"{name(p, unit)} cannot be picked up in this stage")
    for unit in command.units:
        p.place(unit, home(p, unit))
    p.emit(Lifted(units=command.units, side=p.side_of(command.units[0])))


def complete(p: P) -> bool:
    """Has the speaker nothing left to place? Of the other he is told only whether that one is through; then he may say that he
    has no more to wait for."""
    return not own_waiting(p) or bool(p.frame.ready)


@rule("3.1", "3.2b", "3.3b")
def finish(p: P, command: Command) -> None:
    """Close this stage of the set-up; where two set up at once it goes on for whoever has units left."""
    left = waiting(p)
    if not complete(p):
        raise Illegal("3.1", f"still to be placed: {len(own_waiting(p))}")
    p.pop()
    if left:
        posts = {GERMAN_EAST if p.side_of(unit) == GERMAN else ANGLO_FRENCH_POST for unit in left}
        p.push("setup.last", -1, posts=tuple(sorted(posts)))


def sample_place(p: P, rng: random.Random) -> Command | None:
    """Random play places any waiting unit anywhere legal."""
    units = own_waiting(p)
    if not units:
        return None
    unit = units[int(rng.random() * len(units))]
    hexes = open_hexes(p, (unit,))
    return Command("place", (unit,), (hexes[int(rng.random() * len(hexes))],))
