"""Facts about ports, gauges and what a hex lies on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.board import Board
from .ask import hexes_of


def on_side(board: Board, hexes: Any, kinds: str, name: str = "") -> list[str]:
    """Each hex has a hexside of one of these kinds (of this name): it lies on a river, on a railway."""
    touched = {hex for s in board.sides if s.kind in kinds.split() and name in ("", s.name) for hex in s.hexes}
    return [f"{board.names[hex]} lies on no {kinds}" for hex in hexes_of(board, hexes) if hex not in touched]


def places_on(board: Board, kind: str, area: str, sides: str) -> list[str]:
    """Every place of a kind in the area lies on a line (a railway, a road) of one of these kinds."""
    inside = set(board.areas[area].hexes)
    wanted = [p for p in board.places if p.kind == kind and p.hex in inside and "suburb" not in p.tags]
    touched = {hex for s in board.sides if s.kind in sides.split() for hex in s.hexes}
    return [p.name for p in wanted if p.hex not in touched]


def place_tag(board: Board, name: str, tags: str, hexes: Any = None, **want: bool) -> list[str]:
    """The place carries the tags in one hex (or in that of `hexes`); `is: false`: in none."""
    where = None if hexes is None else set(hexes_of(board, hexes))
    found = [p for p in board.places if p.name == name and (where is None or p.hex in where)]
    if not found:
        return [f"no place called {name} there"]
    has = any(all(tag in p.tags for tag in tags.split()) for p in found)
    return [] if has == want.get("is", True) else [f"{name}: {tags} is {has}"]


def port(board: Board, name: str, zone: str) -> list[str]:
    """The place is a port of a sea zone."""
    sea = set(board.areas[zone].hexes)
    good = any(p.name == name and "port" in p.tags and p.hex in sea for p in board.places)
    return [] if good else [f"{name} is no port of {zone}"]


def ports(board: Board, feature: str = "coastal") -> list[str]:
    """The ports are exactly the places in coastal hexes."""
    coast = board.feature_mask(feature)
    return [p.name for p in board.places if ("port" in p.tags) != bool(coast[p.hex])]


def gauge(board: Board, broad: str, standard: str, area: str) -> list[str]:
    """Broad gauge lies within the area, standard gauge has at least one end outside it."""
    inside = set(board.areas[area].hexes)
    wrong = []
    for s in board.sides:
        within = all(hex in inside for hex in s.hexes)
        if (s.kind == broad and not within) or (s.kind == standard and within):
            wrong.append(f"{s.kind} at {board.names[s.hexes[0]]}")
    return wrong


KINDS: dict[str, Callable[..., list[str]]] = {
    "on-side": on_side, "places-on": places_on, "place-tag": place_tag, "port": port, "ports": ports, "gauge": gauge,
}  # fmt: skip
