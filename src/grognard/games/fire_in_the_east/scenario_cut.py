"""Making a short scenario of any saved campaign: part of the map, who stands there, some turns, and what counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...core.board import Mask
from ...core.cutting import Cutting
from ...core.errors import GrognardError
from ...core.match import Match
from .air_facts import PERMANENT, TEMPORARY
from .aircraft import FORCES
from .home_front import DOT, MAJOR, home
from .material import LAST_TURN, P
from .rails import ALL, BUILT
from .rules import railways, reinforcements, supply
from .rules.units import on_map
from .short_scenarios import contract, cut, hexes_in, names
from .state import AXIS, INOPERATIVE, RESERVE, SIDES, SOVIET

_WITHIN = re.compile(r"(\S+)~(\d{1,2})")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_ROW = re.compile(r"(\d[AB]/\d{4}(-\d\d)?\s*)+")
BY_KIND = {MAJOR: 2, DOT: 1}
#: Without a word about levels the Axis wins with so much of what places are worth, and it is a draw with so much.
WINS, DRAWS = 2 / 3, 1 / 3


def cut_from(match: Match, wanted: Cutting) -> dict[str, str]:
    """The files of a scenario, by name."""
    game: Any = match.game
    if not _NAME.fullmatch(wanted.name) or wanted.name in {scenario.name for scenario in game.scenarios}:
        raise GrognardError(f"a new scenario needs a name of its own in small letters, not {wanted.name!r}")
    first, last = wanted.turns
    if match.play.s.scenario:
        raise GrognardError("this is a match of a short scenario; scenarios are cut from the campaign")
    number = _begins(match, first, last)
    p: P = match.at(number).play
    p.s.weather = match.at(number - 1).play.s.weather  # what the turn brings is diced for in the scenario
    area = _area(p, wanted.area)
    sources = [_sources(p, area, side) for side in (AXIS, SOVIET)]
    places = _places(p, area, wanted.points)
    units, left_out = _units(p, area, first, last)
    return {
        f"{wanted.name}.toml": _file(p, wanted, area, sources, places, left_out),
        f"{wanted.name}.csv": "unit,place,state,note\n" + "".join(f"{row}\n" for row in units),
    }


def _begins(match: Match, first: int, last: int) -> int:
    """After how many commands a turn has begun."""
    reached = match.play.s.turn
    if not 1 < first <= last <= LAST_TURN:
        raise GrognardError(f"turns are given as FIRST-LAST, from 2 to {LAST_TURN}, not {first}-{last}")
    if first > reached:
        raise GrognardError(f"the match has come to turn {reached}; it cannot be cut at turn {first}")
    before, after = 0, match.length
    while before < after:
        middle = (before + after) // 2
        if match.at(middle).play.s.turn < first:
            before = middle + 1
        else:
            after = middle
    return before


def _area(p: P, said: Sequence[str]) -> Mask:
    """Named by scenarios, by a hex and a distance, or by runs of hexes; several are taken together."""
    board = p.game.board
    found: Mask = np.zeros(board.nodes, np.bool_)
    for text in said:
        within = _WITHIN.fullmatch(text)
        if text in names(p.game.files):
            found |= cut(p.game, text).area
        elif within and within[1] in board.index:
            found[home(p.game).within(board.node(within[1]), int(within[2]))] = True
        elif _ROW.fullmatch(text):
            found |= hexes_in(board, text)
        else:
            raise GrognardError(f"an area is a scenario ({', '.join(names(p.game.files))}), HEX~DISTANCE or hexes, not {text!r}")
    found[board.hexes :] = False
    if not (found & p.game.land).any():
        raise GrognardError("the area has no land in it")
    return found


def _sources(p: P, area: Mask, side: int) -> list[str]:
    """Railway hexes on the edge through which supply reaches the area, and sources that lie in it."""
    lines = supply.lines(p, side, supply.COMMON)
    beyond = ~area
    built, neighbours = railways.built(p), p.game.board.neighbours
    leads_out = np.zeros(p.game.board.nodes, np.bool_)
    for direction in range(6):
        near = neighbours[:, direction]
        leads_out |= (near >= 0) & beyond[near] & ((built >> direction & 1) != 0)
    own: Mask = area & (p.s.arrays.control == side) & (lines.rail != 0)
    hexes = np.flatnonzero(own & (leads_out | supply.sources(p, side, supply.COMMON))).tolist()
    if not hexes:
        raise GrognardError(f"no railway brings supply of the {SIDES[side]} side into the area; choose a larger one")
    return [p.game.board.names[hex] for hex in hexes]


def _places(p: P, area: Mask, said: Sequence[tuple[str, int]]) -> dict[str, int]:
    """What the Axis is given points for: the places that are named, else every city, two for a major one."""
    board, cities = p.game.board, home(p.game).cities
    found: dict[str, int] = {}
    for place, points in said:
        hex = cities[place].hexes[0] if place in cities else board.index.get(place, -1)
        if hex < 0 or not area[hex]:
            raise GrognardError(f"{place!r} is no place in the area")
        found[board.names[hex]] = points
    if not said:
        for city in cities.values():
            if city.kind in BY_KIND and area[city.hexes[0]]:
                found[board.names[city.hexes[0]]] = BY_KIND[city.kind]
    if not found:
        raise GrognardError("there is no city in the area; say what counts (--points PLACE=NUMBER)")
    return found


def _units(p: P, area: Mask, first: int, last: int) -> tuple[list[str], int]:
    """A line per unit that takes part, and how many reinforcements stay away since their places lie outside."""
    rows, away = [], 0
    turn_of = p.game.calendar.turn_of
    apart = {p.s.whole[unit] for unit in _in(p, area)}
    for unit, piece in enumerate(p.game.pieces):
        node = p.s.base[unit] if p.s.mission[unit] else p.s.loc[unit]
        if on_map(p, unit):
            if area[node]:
                rows.append(f"{piece.handle},{p.game.board.names[node]},{_state(p, unit)},")
        elif unit in apart:
            rows.append(f"{piece.handle},{p.game.board.names[node]},,broken down")
        elif first <= turn_of.get(node, 0) <= last and not p.game.is_air[unit]:
            if unit in home(p.game).conversions or any(area[hex] for hex in _grounds(p, unit)):
                rows.append(f"{piece.handle},{p.game.board.names[node]},,comes as in the campaign")
            else:
                away += 1
    sides = {p.side_of(p.game.handles[row.split(",")[0]]) for row in rows}
    if len(sides) < 2:
        raise GrognardError("the area has units of one side only")
    return rows, away


def _grounds(p: P, unit: int) -> Sequence[int]:
    """Where a reinforcement arrives; those of the eastern districts come from beyond the map."""
    word = reinforcements.place_of(p, unit)
    return () if word == "eastern-mds" else reinforcements.grounds(p, unit, word)


def _state(p: P, unit: int) -> str:
    words = []
    if p.s.steps[unit] != p.game.empty().steps[unit]:
        words.append(f"steps={p.s.steps[unit]}")
    words += ["inoperative"] if p.s.flags[unit] & INOPERATIVE else []
    words += [f"of={p.game.pieces[p.s.whole[unit]].handle}"] if p.s.whole[unit] >= 0 else []
    words += ["reserve"] if p.s.status[unit] & RESERVE else []
    for word, number in (("unsupplied", p.s.unsupplied[unit]), ("out", p.s.turns_out[unit]), ("carries", p.s.load[unit])):
        words += [f"{word}={number}"] if number else []
    return " ".join(words)


# ---------------------------------------------------------------- the file


def _file(p: P, wanted: Cutting, area: Mask, sources: Sequence[Sequence[str]], places: dict[str, int], left_out: int) -> str:
    first, last = wanted.turns
    turns = p.game.turn_names
    whole = sum(places.values())
    levels = wanted.levels or ((round(whole * WINS), "Axis"), (round(whole * DRAWS), "draw"))
    shown = ", ".join(f'[{least}, "{level}"]' for least, level in (*levels, (-1000, "Soviet")))
    title = wanted.title or wanted.name.replace("-", " ").capitalize()
    remark = f"# {left_out} reinforcements of the campaign stay away, since they arrive outside the area." if left_out else ""
    divisions = f"divisions = {{ after = 0, per = {wanted.divisions} }}" if wanted.divisions else ""
    values = "\n".join(f'"{hex}" = {points}' for hex, points in places.items())
    return f'''# A short scenario, cut from a campaign that was played; the book has none.
{remark}
title = "{title}"
summary = "{turns[first]} to {turns[last]}, from a campaign."
first = {first}
last = {last}
replacements = false
flights = []
groups = []
axis_sources = "{" ".join(sources[AXIS])}"
soviet_sources = "{" ".join(sources[SOVIET])}"
hexes = """
{_runs(p, area)}
"""

[start]
{_start(p, area)}
# Points for places that the Axis holds at the end; one less for each German mobile division dead or reduced.
[victory]
levels = [{shown}]
{divisions}

[victory.places]
{values}
'''


def _runs(p: P, mask: Mask) -> str:
    return contract(p.game.board.names[hex] for hex in np.flatnonzero(mask[: p.game.board.hexes]).tolist())


def _start(p: P, area: Mask) -> str:
    """Ground, railways and what has been built, as the position has them."""
    arrays, board = p.s.arrays, p.game.board
    masks: dict[str, Mask] = {
        "axis": (arrays.control == AXIS) & ~board.mask("axis-start"),
        "soviet": (arrays.control == SOVIET) & ~board.mask("soviet-start"),
        "regauged": (arrays.track & ALL) != 0, "built": (arrays.track & BUILT) != 0, "broken": arrays.broken != 0,
        "forts": arrays.fort > 0, "airfields": arrays.airfield == PERMANENT, "temporary": arrays.airfield == TEMPORARY,
    }  # fmt: skip
    text = "".join(f'{name} = """\n{_runs(p, mask & area)}\n"""\n' for name, mask in masks.items() if (mask & area).any())
    stocks = {board.names[hex]: int(arrays.resource[hex]) for hex in np.flatnonzero((arrays.resource > 0) & area).tolist()}
    flying = Counter(p.game.rows[unit]["nation"] for unit in _in(p, area) if p.game.is_air[unit])
    weather = ", ".join(f'"{word}"' for word in p.s.weather)
    text += f"weather = [{weather}]\n"
    text += _table("resources", {f'"{hex}"': count for hex, count in stocks.items()})
    return text + _table("allowance", {force: flying[force] for force in FORCES if flying[force]})


def _in(p: P, area: Mask) -> Iterable[int]:
    return (unit for unit in range(len(p.game.pieces)) if on_map(p, unit) and area[p.s.loc[unit]])


def _table(name: str, entries: dict[str, int]) -> str:
    return f"{name} = {{ {', '.join(f'{key} = {value}' for key, value in entries.items())} }}\n" if entries else ""
