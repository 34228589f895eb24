"""What must hold for a board: every fact of the rulebook, and what any map must satisfy.

The facts of a game are data: `data/facts.yaml`, a list of {id, rule, kind, args, says}. A kind is a function
below or in `general`; it returns the failures it finds, none when the fact holds. General checks that the file
does not mention run with their defaults.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import yaml

from ..core.board import Board
from ..core.errors import GrognardError
from . import fronts, general, rooms, traffic
from .ask import hexes_of, named

Check = Callable[..., list[str]]


class Fact(msgspec.Struct, frozen=True):
    """One fact and whether the board agrees."""

    hex: str
    says: str
    rule: str
    holds: bool
    detail: str = ""


class Claim(msgspec.Struct, frozen=True):
    """One entry of a facts file."""

    id: str
    rule: str
    kind: str
    says: str
    args: dict[str, Any] = {}


def data_folder(game: str) -> Path:
    """The data folder of a game, by slug (`drive-on-moscow`) or module name."""
    return Path(str(resources.files("grognard.games"))) / game.replace("-", "_") / "data"


def check(game_slug: str) -> list[Fact]:
    """Check the board of a game against its facts."""
    folder = data_folder(game_slug)
    path = folder / "facts.yaml"
    raw = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else []
    return check_board(Board.load(folder / "board.board"), msgspec.convert(raw or [], list[Claim], strict=False))


def check_board(board: Board, claims: list[Claim]) -> list[Fact]:
    """Check any board: its claims first, then the general checks that no claim names."""
    given = {claim.kind for claim in claims}
    rest = [Claim(kind, "map", kind, says) for kind, says in general.DEFAULTS.items() if kind not in given]
    return [_judge(board, claim) for claim in [*claims, *rest]]


def _judge(board: Board, claim: Claim) -> Fact:
    kind = KINDS.get(claim.kind)
    try:
        failures = kind(board, **claim.args) if kind else [f"unknown kind of fact {claim.kind!r}"]
    except (KeyError, ValueError, TypeError, GrognardError) as error:
        failures = [f"{type(error).__name__}: {error}"]
    shown = "; ".join(failures[:6]) + (f"; and {len(failures) - 6} more" if len(failures) > 6 else "")
    return Fact(_where(claim.args), claim.says, claim.rule, not failures, shown)


def _where(args: dict[str, Any]) -> str:
    """The hexes a fact is about, for the reader."""
    for key in ("hex", "hexes", "a"):
        if key in args:
            value = args[key]
            words = value if isinstance(value, list) else [value]
            other = [args["b"]] if key == "a" and "b" in args else []
            return " ".join(str(word) for word in [*words, *other][:4])
    return ""


# -------------------------------------------------------------------- kinds of facts


def terrain(board: Board, hexes: Any, **want: Any) -> list[str]:
    """Hexes have one of the terrains `is`."""
    allowed = _list(want["is"])
    found = [(hex, board.terrains[board.terrain[hex]]) for hex in hexes_of(board, hexes)]
    return [f"{board.names[hex]} is {is_}" for hex, is_ in found if is_ not in allowed]


def place(board: Board, name: str, kind: Any = None, hexes: Any = None, tags: Any = None) -> list[str]:
    """A place of this name exists, of this kind, in exactly these hexes, with these tags."""
    found = [p for p in board.places if p.name == name and (kind is None or p.kind in _list(kind))]
    if not found:
        return [f"no {kind or 'place'} called {name}"]
    missing = [f"{name} lacks {tag}" for p in found for tag in _list(tags or []) if tag not in p.tags]
    if hexes is None:
        return missing
    want, have = set(hexes_of(board, hexes)), {p.hex for p in found}
    return missing if want == have else [f"{name} is in {named(board, have)}", *missing]


def place_count(board: Board, kind: Any, hexes: Any = None, **limits: int) -> list[str]:
    """So many hexes (of `hexes`) hold places of a kind."""
    among = set(range(board.hexes)) if hexes is None else set(hexes_of(board, hexes))
    return _within(len({p.hex for p in board.places if p.kind in _list(kind) and p.hex in among}), **limits)


def place_terrain(board: Board, kinds: Any, **want: Any) -> list[str]:
    """Every place of these kinds stands in one of the terrains `is`."""
    return terrain(board, [board.names[p.hex] for p in board.places if p.kind in _list(kinds)], **want)


def adjacent(board: Board, a: Any, b: Any, **want: bool) -> list[str]:
    """Two hexes touch (`is: false`: do not)."""
    return distance(board, a, b, **({"is": 1} if want.get("is", True) else {"least": 2}))


def direction(board: Board, a: Any, b: Any, towards: str) -> list[str]:
    """From `a` the neighbour in a named direction is `b`."""
    start, other = hexes_of(board, a)[0], hexes_of(board, b)[0]
    there = int(board.neighbours[start, board.grid.directions.index(towards)])
    return [] if there == other else [f"{towards} of {board.names[start]} is {named(board, [there])}"]


def distance(board: Board, a: Any, b: Any, **limits: int) -> list[str]:
    """The shortest distance between two hexes, places or areas."""
    pairs = [(x, y) for x in hexes_of(board, a) for y in hexes_of(board, b)]
    return _within(min(board.distance(x, y) for x, y in pairs), **limits)


def side(board: Board, a: Any, b: Any, kind: Any, **want: bool) -> list[str]:
    """The hexside carries one of these kinds (`is: false`: none)."""
    x, y = hexes_of(board, a)[0], hexes_of(board, b)[0]
    towards = board.direction(x, y)
    if towards < 0:
        return [f"{board.names[x]} and {board.names[y]} do not touch"]
    there = any(board.side_mask(k)[x, towards] for k in _list(kind))
    return [] if there == want.get("is", True) else [f"{board.names[x]}|{board.names[y]}: {kind} is {there}"]


def side_count(board: Board, kind: str, name: str = "", **limits: int) -> list[str]:
    """So many hexsides carry a kind (of this name)."""
    return _within(sum(1 for s in board.sides if s.kind == kind and name in ("", s.name)), **limits)


def hex_count(board: Board, terrain: Any = None, feature: str = "", **limits: int) -> list[str]:
    """So many hexes have a terrain or a feature."""
    if feature:
        return _within(int(board.feature_mask(feature).sum()), **limits)
    if terrain:
        return _within(int(board.terrain_mask(*_list(terrain)).sum()), **limits)
    return _within(board.hexes, **limits)


def feature(board: Board, hexes: Any, feature: str) -> list[str]:
    """Hexes carry a feature."""
    mask = board.feature_mask(feature)
    return [f"{board.names[hex]} has no {feature}" for hex in hexes_of(board, hexes) if not mask[hex]]


def only(board: Board, terrains: Any = None, features: Any = None, sides: Any = None, places: Any = None) -> list[str]:
    """The board uses no other terrains, features, hexside kinds or kinds of place."""
    used = (
        (terrains, board.terrains), (features, board.features), (sides, board.side_kinds),
        (places, {p.kind for p in board.places}),
    )  # fmt: skip
    return [f"{word} is not known" for allowed, have in used if allowed is not None for word in have
            if word not in _list(allowed)]  # fmt: skip


def exists(board: Board, hexes: Any = (), areas: Any = (), boxes: Any = ()) -> list[str]:
    """Hexes, areas and boxes are on the board."""
    gone = [f"no hex {name}" for name in _list(hexes) if str(name) not in board.index]
    gone += [f"no area {name}" for name in _list(areas) if name not in board.areas]
    have = {box.name for box in board.boxes}
    return gone + [f"no box {name}" for name in _list(boxes) if name not in have]


def absent(board: Board, hexes: Any) -> list[str]:
    """Hexes are not on the board."""
    return [f"{name} is on the board" for name in _list(hexes) if str(name) in board.index]


def area_contains(board: Board, area: str, hexes: Any, **want: bool) -> list[str]:
    """Every one of the hexes lies in the area (`is: false`: none does)."""
    inside, wanted = set(board.areas[area].hexes), want.get("is", True)
    return [
        f"{named(board, [hex])} {'lies' if hex in inside else 'does not lie'} in {area}"
        for hex in hexes_of(board, hexes)
        if (hex in inside) != wanted
    ]


def area_count(board: Board, area: str, **limits: int) -> list[str]:
    """The area has so many hexes."""
    return _within(len(set(board.areas[area].hexes)), **limits)


def area_room(board: Board, area: str, units: int, stacking: int) -> list[str]:
    """The area has room for so many units at so many a hex."""
    room = len(set(board.areas[area].hexes)) * stacking
    return [] if room >= units else [f"room for {room} of {units}"]


def partition(board: Board, areas: list[str], of: Any = "all") -> list[str]:
    """Areas share no hex and together cover `of` (an area, terrains, or `all`)."""
    whole = set(range(board.hexes)) if of == "all" else set(hexes_of(board, of))
    count: dict[int, int] = {}
    for area in areas:
        for hex in board.areas[area].hexes:
            count[hex] = count.get(hex, 0) + 1
    twice = [hex for hex, times in count.items() if times > 1]
    problems = [f"in two areas: {named(board, twice)}"] if twice else []
    missing = whole - set(count)
    return problems + ([f"in none: {named(board, missing)}"] if missing else [])


def border(board: Board, area: str, inside: str, next_to: str) -> list[str]:
    """The area is exactly the hexes of one area that touch another."""
    other = set(board.areas[next_to].hexes)
    want = {hex for hex in board.areas[inside].hexes if other & set(board.adjacent(hex))}
    wrong = want ^ set(board.areas[area].hexes)
    return [f"differs at {named(board, wrong)}"] if wrong else []


def edge(board: Board, area: str, edges: Any, all: bool = False) -> list[str]:
    """Every hex of the area lies on one of these edges; with `all` it is the whole edge."""
    rim = {hex for word in _list(edges) for hex in general.edge_hexes(board, word)}
    inside = set(hexes_of(board, area))
    wrong = inside - rim
    problems = [f"not on the edge: {named(board, wrong)}"] if wrong else []
    return problems + ([f"missing: {named(board, rim - inside)}"] if all and rim - inside else [])


def connected(board: Board, area: Any, blocked_by: Any = ()) -> list[str]:
    """The hexes of an area hang together (not across hexsides of these kinds)."""
    inside = set(hexes_of(board, area))
    apart = inside - general.reach(board, {min(inside)}, inside, _list(blocked_by))
    return [f"cut off: {named(board, apart)}"] if apart else []


def path(board: Board, a: Any, b: Any, through: Any = None, blocked_by: Any = ()) -> list[str]:
    """A way leads from `a` to `b` through terrains, not across hexsides of some kinds."""
    mask = board.terrain_mask(*(board.terrains if through is None else _list(through)))
    open_ = {hex for hex in range(board.hexes) if mask[hex]}
    start, goal = set(hexes_of(board, a)), set(hexes_of(board, b))
    return [] if goal & general.reach(board, start, open_ | start | goal, _list(blocked_by)) else ["no way"]


def linked(board: Board, a: Any, b: Any, kind: Any, name: str = "") -> list[str]:
    """A road, a railway (of this name) leads from `a` to `b`."""
    links: dict[int, list[int]] = {}
    for s in board.sides:
        if s.kind in _list(kind) and name in ("", s.name):
            links.setdefault(s.hexes[0], []).append(s.hexes[1])
            links.setdefault(s.hexes[1], []).append(s.hexes[0])
    found = set(hexes_of(board, a))
    todo = list(found)
    while todo:
        for other in links.get(todo.pop(), []):
            if other not in found:
                found.add(other)
                todo.append(other)
    return [] if found & set(hexes_of(board, b)) else ["no link"]


def crossing(board: Board, kind: str, over: str, **limits: int) -> list[str]:
    """So many hexsides carry both kinds: a road over a lake, a river along a border."""
    both = {frozenset(s.hexes) for s in board.sides if s.kind == kind}
    return _within(len(both & {frozenset(s.hexes) for s in board.sides if s.kind == over}), **limits)


def _within(value: int, **limits: int) -> list[str]:
    good = value == limits["is"] if "is" in limits else True
    good = good and limits.get("least", value) <= value <= limits.get("most", value)
    return [] if good else [f"is {value}"]


def _list(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple, set)):
        return list(value)
    return str(value).split()


KINDS: dict[str, Check] = {
    "terrain": terrain, "place": place, "place-count": place_count, "place-terrain": place_terrain,
    "adjacent": adjacent, "direction": direction, "distance": distance, "side": side, "side-count": side_count,
    "hex-count": hex_count, "feature": feature, "only": only, "exists": exists, "absent": absent,
    "area-contains": area_contains, "area-count": area_count, "area-room": area_room, "partition": partition,
    "border": border, "edge": edge, "connected": connected, "path": path, "linked": linked,
    "crossing": crossing,
    **general.KINDS, **fronts.KINDS, **rooms.KINDS, **traffic.KINDS,
}  # fmt: skip
