"""8.7, 12.2 and 12.3 The airdrop of the 7th Flieger Corps: where, when and with whom."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ...assault.battle import require_each_once
from ..material import Mask, P
from ..state import GERMAN
from . import airpower, combat, landing, mobile_assault, prepared_assault


@rule("8.2a", "8.7a")
def may_drop(p: P) -> bool:
    """Is the corps ready, and are all enemy aircraft of the map shut out?"""
    return p.s.loc[p.game.flieger] == p.game.box["reserve-eligible"] and airpower.clear_skies(p, _somewhere(p))


def _in_the_west(p: P) -> bool:
    return p.frame.step.startswith("west")


def _somewhere(p: P) -> int:
    """Any hex of the map on which this phase takes place."""
    return p.game.moscow if not _in_the_west(p) else int(p.game.ruhr.argmax())


@rule("8.7a", "10.16a", "12.2c", "12.3c", "12.9a")
def drop_zone(p: P) -> Mask:
    """In the west Greater Germany but the Hunsruck, in the east everything but the red row; nowhere marsh, hills and water."""
    game = p.game
    ground = game.in_germany_west & ~game.board.mask("hunsruck") if _in_the_west(p) else game.east_land & ~game.red_row
    zone: Mask = ground & game.land & ~game.board.terrain_mask("marsh", "hills")
    return zone


@rule("8.2a", "8.7a")
def check_drop(p: P, hex: int) -> None:
    """Once per game, out of the box, on the map of this phase."""
    corps, where = p.game.flieger, p.game.board.names[hex]
    if p.s.loc[corps] != p.game.box["reserve-eligible"]:
        raise Illegal("8.7a", "the 7th Flieger Corps has left the Strategic Reserve")
    if not may_drop(p):
        raise Illegal("8.2a", "enemy aircraft of this map are not suppressed")
    if hex >= p.game.board.hexes or not drop_zone(p)[hex]:
        raise Illegal("12.2c" if _in_the_west(p) else "12.3c", f"the 7th Flieger Corps is not dropped on {where}")


@rule("8.7a", "8.7c", "10.24", "12.2c", "12.3c")
def drop(p: P, command: Command) -> None:
    """On an enemy or his garrison it attacks, alone or with troops on the ground; anywhere else it only lands."""
    units, hex = command.units, command.hexes[0]
    check_drop(p, hex)
    if not prepared_assault.defended(p, hex):
        if units:
            raise Illegal("8.7c", f"there is no enemy in {p.game.board.names[hex]} to attack")
        if landing.land(p, hex):
            landing.take_ground(p, hex)
        return
    if units:
        require_each_once(units, "8.7c", "attacking unit")
    check_company(p, units, hex)
    if _moving(p):
        mobile_assault.storm(p, units, hex, airborne=True)
    else:
        combat.commit(p, prepared_assault.battle_of(p, units, hex, airborne=True))


def _moving(p: P) -> bool:
    return p.frame.step.endswith(".move")


@rule("8.7c", "10.15c", "11.4")
def check_company(p: P, units: Sequence[int], hex: int) -> None:
    """While others move only panzers that make a mobile assault may help, in a combat phase anybody beside the hex."""
    if not _moving(p):
        prepared_assault.check_attackers(p, units, hex)
    elif units:
        for unit in units:
            if not mobile_assault.able(p, unit):
                raise Illegal("8.7c", "only panzer corps in a mobile assault help in a movement phase")
        mobile_assault.check_attackers(p, units, hex)


# ---------------------------------------------------------------- what may be named


def drop_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes of the drop zone; with troops on the ground only those they may attack."""
    if not may_drop(p):
        return []
    hexes = [hex for hex in drop_zone(p).nonzero()[0].tolist() if is_legal(_check_alone, p, hex)]
    if not units:
        return hexes
    return [hex for hex in hexes if prepared_assault.defended(p, hex) and is_legal(check_company, p, units, hex)]


def _check_alone(p: P, hex: int) -> None:
    if prepared_assault.defended(p, hex):
        check_company(p, (), hex)


def company(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Troops on the ground that may join the attack."""
    if not hexes:
        return []
    beside = [u for near in p.game.board.adjacent(hexes[0]) for u in p.units(near, GERMAN)]
    return [u for u in beside if prepared_assault.defended(p, hexes[0]) and is_legal(check_company, p, (u,), hexes[0])]


def possible_drops(p: P) -> Iterator[Command]:
    """The corps alone everywhere, and with each unit and all units that may help."""
    for hex in drop_hexes(p, ()):
        yield Command("drop", (), (hex,))
        friends = company(p, (hex,))
        yield from (Command("drop", (unit,), (hex,)) for unit in friends)


def sample_drop(p: P, rng: random.Random) -> Command | None:
    """Somewhere, and half of the time with somebody."""
    hexes = drop_hexes(p, ())
    if not hexes or rng.random() < 0.9:
        return None
    hex = hexes[int(rng.random() * len(hexes))]
    friends = company(p, (hex,)) if rng.random() < 0.5 else ()
    return Command("drop", tuple(friends[:1]), (hex,))
