"""What any map must satisfy: rivers run somewhere, lines hang together, land is reachable, places sit right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..core.board import Board
from ..core.hexes import Cell, opposite
from .ask import hexes_of, named
from .earth import cell_at, earth
from .net import Corner, ends, hexes_at, pieces

#: Names that boards use for water hexes, for water along hexsides and for lines through hexes.
WATER_HEXES = ("sea", "ocean", "lake", "lagoon")
WATER_SIDES = ("river", "major-river", "reservoir", "canal")
STILL_SIDES = ("lake", "strait", "sea")
LINES = ("road", "rail")


def edge_hexes(board: Board, edge: str) -> list[int]:
    """The hexes of the north, east, south or west edge: no neighbour on the straight way out."""
    planes = {int(p) for p in board.plane}
    found: list[int] = []
    for plane in sorted(planes):
        hexes = [h for h in range(board.hexes) if board.plane[h] == plane]
        across = edge in ("east", "west")
        ranks: dict[float, list[int]] = {}
        for h in hexes:
            ranks.setdefault(_lane(board, h, across), []).append(h)
        last = max if edge in ("east", "south") else min
        found += [last(lane, key=lambda h: board.centre(h)[0 if across else 1]) for lane in ranks.values()]
    return sorted(found)


def _lane(board: Board, hex: int, across: bool) -> float:
    """The row (or column) a hex belongs to when the edge is sought along it."""
    _, column, row = board.cells[hex]
    return row if across else column


def reach(board: Board, start: Iterable[int], open_: set[int], blocked_by: Iterable[str] = ()) -> set[int]:
    """The hexes of `open_` that can be reached from `start` without crossing hexsides of some kinds."""
    walls = [board.side_mask(hexside) for hexside in blocked_by]
    found = set(start) & open_
    todo = list(found)
    while todo:
        here = todo.pop()
        for d, there in enumerate(board.neighbours[here].tolist()):
            if there >= 0 and there in open_ and there not in found and not any(wall[here, d] for wall in walls):
                found.add(there)
                todo.append(there)
    return found


def rivers(board: Board, kinds: Any = WATER_SIDES, excuse: Any = ()) -> list[str]:
    """Follow the water: every net of rivers reaches a sea, a lake or the rim of the map."""
    water = {h for h in range(board.hexes) if board.terrains[board.terrain[h]] in WATER_HEXES}
    outlets = {corner for corner, hexes in hexes_at(board).items() if len(hexes) < 3 or hexes & water}
    names: dict[Corner, str] = {}
    links = []
    for side in board.sides:
        if side.kind in STILL_SIDES:
            outlets.update(ends(board, side))
        if side.kind in kinds:
            link = ends(board, side)
            links.append(link)
            names.update(dict.fromkeys(link, side.name or side.kind))
    rivers = [piece for piece in pieces(links) if not piece & outlets]
    lost = {" and ".join(sorted({names[corner] for corner in piece})) for piece in rivers}
    return [f"{name} ends nowhere" for name in sorted(lost) if name not in excuse]


def lines(board: Board, kinds: Any = LINES, pieces: dict[str, int] | None = None) -> list[str]:
    """The roads, the railways hang together: one net each, or as many as `pieces` allows a kind."""
    problems = []
    for hexside in [k for k in board.side_kinds if k in kinds]:
        mask = board.side_mask(hexside)
        on = {h for h in range(board.hexes) if mask[h].any()}
        parts = 0
        while on:
            seen, todo = {min(on)}, [min(on)]
            while todo:
                here = todo.pop()
                for d, there in enumerate(board.neighbours[here].tolist()):
                    if there >= 0 and mask[here, d] and there not in seen:
                        seen.add(there)
                        todo.append(there)
            on -= seen
            parts += 1
        if parts > (pieces or {}).get(hexside, 1):
            problems.append(f"{hexside} falls into {parts} nets")
    return problems


def sides_meet(board: Board) -> list[str]:
    """A hexside says the same from both of its hexes."""
    problems = []
    for hex in range(board.hexes):
        for d, other in enumerate(board.neighbours[hex].tolist()):
            if other >= 0 and board.side_bits[hex, d] != board.side_bits[other, opposite(d)]:
                problems.append(f"{board.names[hex]}|{board.names[other]}")
    return problems


def reachable(board: Board, islands: Any = (), blocked_by: Any = ("reservoir",)) -> list[str]:
    """No land hex is cut off by accident: the land of every plane is one piece but for the islands listed."""
    land = {h for h in range(board.hexes) if board.terrains[board.terrain[h]] not in WATER_HEXES}
    left = land - set(hexes_of(board, islands) if islands else [])
    problems = []
    for plane in sorted({int(board.plane[h]) for h in left}):
        here = {h for h in left if board.plane[h] == plane}
        best: set[int] = set()
        rest = set(here)
        while rest:
            part = reach(board, {min(rest)}, here, blocked_by)
            rest -= part
            best = max(best, part, key=len)
        if here - best:
            problems.append(f"cut off: {named(board, here - best)}")
    return problems


def coasts(board: Board, excuse: Any = ()) -> list[str]:
    """Coasts close: no piece of sea or lake of one hex stands alone unless it is named or listed."""
    water = {h for h in range(board.hexes) if board.terrains[board.terrain[h]] in WATER_HEXES}
    known = set(hexes_of(board, excuse) if excuse else []) | {p.hex for p in board.places}
    rim = {h for h in range(board.hexes) if (board.neighbours[h] < 0).any()}
    listed = {h for area in board.areas.values() for h in area.hexes}
    alone = [h for h in water if not set(board.adjacent(h)) & water and h not in known | rim | listed]
    return [f"stray water: {named(board, alone)}"] if alone else []


def positions(board: Board, most: int = 1, excuse: dict[str, str] | None = None) -> list[str]:
    """Every place stands within one hex of its true position; exceptions carry a reason."""
    sheets = {sheet.plane: earth(board, sheet.plane) for sheet in board.maps}
    problems = []
    for place in board.places:
        plane, column, row = board.cells[place.hex]
        globe = sheets[plane]
        if place.latlon is None or globe is None or place.name in (excuse or {}):
            continue
        true: Cell = cell_at(board.grid, *globe.page(*place.latlon))
        off = board.grid.distance((column, row), true)
        if off > most:
            problems.append(f"{place.name} stands {off} hexes off")
    return problems


DEFAULTS: dict[str, str] = {
    "rivers": "Every river ends at a sea, a lake, the rim of the map or in another river",
    "lines": "Roads and railways hang together",
    "sides-meet": "Every hexside says the same from both of its hexes",
    "reachable": "No land hex is cut off by accident",
    "coasts": "Coasts close",
    "positions": "Every place stands within one hex of its true position",
}

KINDS: dict[str, Callable[..., list[str]]] = {
    "rivers": rivers, "lines": lines, "sides-meet": sides_meet, "reachable": reachable, "coasts": coasts,
    "positions": positions,
}  # fmt: skip
