"""What is worth having: where the units of each side want to be, and what a hex is worth that an attack would clear."""

from __future__ import annotations

from ..rules import supply
from ..state import BELGIAN, DUTCH, GERMAN, SOVIET
from .sight import Field, Sight

#: Roads that are opened at a time, and units that are sent against a defended one.
ROADS, FORCE = 3, 4
#: Worth of a hex to be taken, in steps of one's own.
MOSCOW, RUHR, LENINGRAD, CITY, ROAD, GROUND = 20.0, 99.0, 8.0, 2.0, 3.0, 0.5


def worth(sight: Sight, hex: int) -> float:
    """What clearing a hex is worth to the side on turn, beside what it costs the enemy."""
    game = sight.game
    if sight.side == GERMAN:
        if hex == game.moscow:
            return MOSCOW
        if hex == game.leningrad:
            return LENINGRAD
        road = ROAD if game.board.mask("rollbahn")[hex] else GROUND
        return road + (CITY if game.city[hex] else 0.0)
    if game.ruhr[hex]:
        return RUHR
    if hex == game.moscow:  # every turn that it is German may be the last
        return MOSCOW
    lost = game.red_row[hex] or game.city[hex]
    return CITY if lost else GROUND


def field_of(sight: Sight, unit: int) -> Field:
    """How far every hex is from where a unit wants to be."""
    game, side = sight.game, sight.p.side_of(unit)
    shut = sight.closed_to(unit)
    if side == GERMAN and game.east[sight.s.loc[unit]]:
        return sight.field([_eastern_goal(sight, unit)], shut)
    if side == GERMAN:
        return sight.field(_open_posts(sight, unit, _western_posts(sight), 2), shut)
    if side == SOVIET and lost_moscow(sight):
        return sight.field([game.moscow], shut)
    if side == SOVIET:
        return sight.field(_open_posts(sight, unit, soviet_posts(sight), 3), shut)
    if side == DUTCH:
        return sight.field([sight.s.loc[unit]], shut)
    if side == BELGIAN or sight.s.steps[unit] < 2:  # worn corps go home, where nobody may follow them
        home = game.board.mask("belgium" if side == BELGIAN else "france").nonzero()[0].tolist()
        return sight.field(home, shut)
    return sight.field(game.ruhr.nonzero()[0].tolist(), shut)


def lost_moscow(sight: Sight) -> bool:
    return bool(sight.s.control[sight.game.moscow] == GERMAN)


def blocks(sight: Sight) -> list[int]:
    """Where the working Rollbahnen end at an enemy, a city or works of his: those nearest to Moscow first. Supply goes no
    further until they are entered."""
    game, board = sight.game, sight.board
    working, roads = supply.rollbahn(sight.p), board.side_mask("rollbahn")
    shut = supply.closed(sight.p, GERMAN)
    ends = {
        near for hex in working.nonzero()[0].tolist() for direction, near in enumerate(board.rows[hex])
        if near >= 0 and roads[hex, direction] and shut[near]
    }  # fmt: skip
    away = sight.field([game.moscow], ~game.east_land)
    return sorted(ends, key=lambda hex: (int(away[hex]), hex))


def openers(sight: Sight) -> dict[int, int]:
    """Units that are to open the first of those roads, and the hex each goes for: the nearest, one where nobody defends."""
    game, found = sight.game, dict[int, int]()
    corps = [u for u in game.pieces_of_side[GERMAN] if game.east[sight.s.loc[u]] and not game.is_static[sight.s.kind[u]]]
    for hex in blocks(sight)[:ROADS]:
        free = [u for u in corps if u not in found]
        free.sort(key=lambda u: (sight.board.distance(sight.s.loc[u], hex), game.is_mech[sight.s.kind[u]], u))
        found |= dict.fromkeys(free[: FORCE if sight.defended(hex) else 1], hex)
    return found


def _eastern_goal(sight: Sight, unit: int) -> int:
    """A road that must be opened; Leningrad for whoever is much nearer to it, until it has fallen; Moscow for all others."""
    game, here = sight.game, sight.s.loc[unit]
    road = sight.openers.get(unit, -1)
    if road >= 0:
        return road
    if sight.s.control[game.leningrad] == GERMAN:
        return game.leningrad if here == game.leningrad else game.moscow
    north = sight.board.distance(here, game.leningrad) + 6 < sight.board.distance(here, game.moscow)
    return game.leningrad if north else game.moscow


def _western_posts(sight: Sight) -> list[int]:
    """The cities of the Ruhr first, then works and towns on the way to them, the nearest to the Ruhr first."""
    game = sight.game
    ruhr = game.ruhr.nonzero()[0].tolist()
    away = sight.field(ruhr, ~(game.germany & game.west))
    works = ((game.works | game.built_up) & game.germany & game.west & ~game.ruhr).nonzero()[0].tolist()
    return [*ruhr, *sorted(works, key=lambda hex: (int(away[hex]), hex))]


def soviet_posts(sight: Sight) -> list[int]:
    """Moscow and the hexes around it, Leningrad, then what lies on the Rollbahn, the nearest to Moscow first."""
    game = sight.game
    ours = sight.s.arrays.control == SOVIET
    around = [hex for hex in game.board.adjacent(game.moscow) if game.east_land[hex] and not game.red_row[hex]]
    away = sight.field([game.moscow], ~game.east_land)
    road = (game.board.mask("rollbahn") & ours & (game.city | game.works | sight.s.arrays.fort)).nonzero()[0].tolist()
    first = [game.moscow, game.leningrad, *around]
    return [hex for hex in [*first, *sorted(road, key=lambda hex: (int(away[hex]), hex))] if ours[hex]]


def _open_posts(sight: Sight, unit: int, posts: list[int], most: int) -> list[int]:
    """The first posts that still want somebody; the one a unit holds already is its own."""
    s, game, side = sight.s, sight.game, sight.p.side_of(unit)
    here = s.loc[unit]
    if here in posts[:4] and s.count[side][here] <= most + 1:
        return [here]
    wanting = [hex for hex in posts if s.count[side][hex] < (most if hex in posts[:4] or game.city[hex] else 1)]
    return wanting[:3] or [here]


def threatened(sight: Sight, hex: int) -> bool:
    """Do enemies stand beside a hex?"""
    return any(sight.s.foes[sight.side][near] for near in sight.board.adjacent(hex))
