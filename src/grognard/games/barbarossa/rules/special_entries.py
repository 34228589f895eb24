"""8.2 to 8.4, 8.25 to 8.27 Units that enter only in certain places, and two that may not leave theirs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.rule import rule
from ..material import P
from ..state import GERMAN, SOVIET
from .counters import type_of
from .supply import network

Mask = npt.NDArray[np.bool_]

#: Units whose hex of entry must have regular overland supply, and the areas they may not leave.
_CONFINED = {"6ss": ("baltic-republics", "8.3c"), "ksc": ("crimea", "8.3e")}


def hexes_for(p: P, unit: int) -> Mask | None:
    """Where alone a unit may enter; None for a unit under the general rules."""
    place = p.game.oob.place[unit]
    if p.game.is_emergency[unit]:
        return german_hexes(p) | german_cities(p)
    if place in ("N", "S", "Any"):
        return german_hexes(p) & zone(p, place)
    if place in ("west", "yugo"):
        return edge(p, place)
    if place:
        return printed_hex(p, unit)
    return allied_entry(p, unit)


@rule("8.2a", "8.4")
def german_hexes(p: P) -> Mask:
    """Hexes with a German unit that have taken no such unit in this segment; supply does not matter."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    found[p.s.arrays.loc[p.game.german_pieces]] = True
    found[list(p.s.in_situ)] = False
    found[p.game.board.hexes :] = False
    return found


@rule("8.4")
def german_cities(p: P) -> Mask:
    """German-controlled cities, in supply or not."""
    found: Mask = p.game.city & (p.s.arrays.control == GERMAN)
    return found


@rule("8.2a")
def zone(p: P, letter: str) -> Mask:
    """The northern or southern supply area of a KG, or the whole map."""
    if letter == "Any":
        return np.ones(p.game.board.nodes, np.bool_)
    return p.game.north if letter == "N" else ~p.game.north


@rule("8.3d", "8.3f")
def edge(p: P, place: str) -> Mask:
    """German-controlled hexes of the west edge, or of the south edge in Yugoslavia."""
    area = "german-supply" if place == "west" else "yugoslav-edge"
    found: Mask = p.game.board.mask(area) & (p.s.arrays.control == GERMAN)
    return found


@rule("8.2b", "8.3b", "8.3c", "8.3e")
def printed_hex(p: P, unit: int) -> Mask:
    """The one hex on the counter while the German controls it; Riga needs overland supply for the 6th SS."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    hex = p.game.board.index.get(p.game.oob.place[unit], -1)
    if hex >= 0 and p.s.control[hex] == GERMAN:
        found[hex] = unit != p.game.oob.unit("6ss") or bool(network(p, GERMAN)[hex])
    return found


@rule("8.25", "8.26", "8.27")
def allied_entry(p: P, unit: int) -> Mask | None:
    """Romanian communists at Bucharest, Bulgarians at their border hexes, Group Popov beside any supplied Soviet unit."""
    if p.side_of(unit) != SOVIET:
        return None
    traits, supplied = type_of(p, unit).traits, network(p, SOVIET) != 0
    found: Mask = np.zeros(p.game.board.nodes, np.bool_)
    if "romanian" in traits:
        bucharest = p.game.city_hex.get("Bucharest", -1)
        if bucharest >= 0:
            found[bucharest] = supplied[bucharest] and p.s.control[bucharest] == SOVIET
        return found
    if "bulgarian" in traits:
        found = p.game.board.mask("bulgarian-exits") & (p.s.arrays.count[GERMAN] == 0)
        return found
    if unit == p.game.oob.unit("mgp"):
        found = supplied & (p.s.arrays.count[SOVIET] > 0)
        found[p.game.board.hexes :] = False
        return found
    return None


@rule("8.25")
def is_bound_to_a_place(p: P, unit: int) -> bool:
    """Romanians and Bulgarians never come from the RVGK box until they have entered at home."""
    return p.side_of(unit) == SOVIET and not type_of(p, unit).traits.isdisjoint(("romanian", "bulgarian"))


# ---------------------------------------------------------------- one to a hex


@rule("8.2a", "8.4")
def in_place(p: P, units: Sequence[int], hex: int) -> int:
    """How many of these units would enter in place, one of which a hex takes in a segment."""
    return sum(_enters_in_place(p, unit, hex) for unit in units)


@rule("8.2a", "8.4")
def note(p: P, units: Sequence[int], hex: int) -> None:
    """Remember that the hex has taken its KG or emergency unit."""
    if in_place(p, units, hex):
        p.s.in_situ = (*p.s.in_situ, hex)


@rule("8.2a", "8.4", "8.27")
def forms_in_place(p: P, unit: int) -> bool:
    """Korps Gruppen, emergency units and Group Popov appear among troops that are there already."""
    if p.game.is_emergency[unit] or unit == p.game.oob.unit("mgp"):
        return True
    return p.game.oob.place[unit] in ("N", "S", "Any")


@rule("8.3f", "8.26")
def own_edge(p: P, unit: int) -> str:
    """The stretch of the south edge over which a unit comes, "" for a unit that comes from home."""
    if p.game.oob.place[unit] == "yugo":
        return "yugoslav-edge"
    return "bulgarian-exits" if "bulgarian" in type_of(p, unit).traits else ""


def _enters_in_place(p: P, unit: int, hex: int) -> bool:
    if p.game.is_emergency[unit]:
        return not p.game.city[hex]
    return p.game.oob.place[unit] in ("N", "S", "Any")


# ---------------------------------------------------------------- refusals


def refusal(p: P, unit: int, hex: int) -> tuple[str, str] | None:
    """Why a restricted unit cannot enter here: the rule and a sentence; None for a unit under the general rules."""
    place, game = p.game.oob.place[unit], p.game
    if hexes_for(p, unit) is None:
        return None
    if p.game.is_emergency[unit]:
        return "8.4", "an emergency unit enters beside a German unit, one to a hex, or in a German-controlled city"
    if place in ("N", "S", "Any"):
        if not zone(p, place)[hex]:
            return "8.2a", f"its counter shows {place}"
        if hex in p.s.in_situ:
            return "8.2a", "the hex has taken a Korps Gruppe in this segment"
        return "8.2a", "no German unit stands there"
    if place == "west":
        return "8.3d", "it enters at a German-controlled hex of the west edge"
    if place == "yugo":
        return "8.3f", "it enters at a German-controlled hex of the Yugoslav south edge"
    if place:
        return _printed_refusal(p, unit, hex)
    if unit == game.oob.unit("mgp"):
        return "8.27", "it appears in a Soviet-occupied hex with overland supply"
    if "romanian" in type_of(p, unit).traits:
        return "8.25", "it enters at Soviet-controlled Bucharest with overland supply"
    return "8.26", "it enters at a border hex of Bulgaria free of the enemy"


def _printed_refusal(p: P, unit: int, hex: int) -> tuple[str, str]:
    handle, place = p.game.pieces[unit].handle, p.game.oob.place[unit]
    rule = "8.2b" if "kg" in type_of(p, unit).traits else {"6ss": "8.3c", "ksc": "8.3e"}.get(handle, "8.3b")
    if p.game.board.names[hex] != place:
        return rule, f"it enters at {place} alone"
    if p.s.control[hex] != GERMAN:
        return rule, "it is not in German hands"
    return rule, "it has no regular overland supply"


# ---------------------------------------------------------------- 8.3 units that stay in an area


@rule("8.3c", "8.3e")
def confined(p: P, unit: int) -> Mask | None:
    """The hexes into which alone a unit may move and attack; None for a unit without such a limit."""
    area = confinement(p, unit)
    return p.game.board.mask(area[0]) if area else None


def confinement(p: P, unit: int) -> tuple[str, str] | None:
    """The area a unit is confined to and the rule that says so."""
    if p.side_of(unit) != GERMAN:
        return None
    return _CONFINED.get(p.game.pieces[unit].handle)
