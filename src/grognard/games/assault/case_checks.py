"""What cases of the family may expect of a board, of charts and counters, of movement and of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypedDict

from ...core.errors import BadCase
from ...core.events import Event
from ...core.expectations import Check, differs
from ...core.match import Match
from ...core.play import Play
from .events import Resolved, Weighed
from .game import AnyAssaultGame, AssaultGame
from .odds import name

Number = Callable[[Play[Any, Any], int], int]  #: of a unit


class Counted(TypedDict, total=False):
    """How many counters a case expects to have certain values in their columns."""

    where: dict[str, object]
    count: int


def _game(match: Match) -> AnyAssaultGame:
    assert isinstance(match.game, AssaultGame)
    return match.game


def _ground(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex -> its natural ground and then man's works, as in `clear town fort`."""
    board = match.game.board
    for hex, words in wanted.items():
        node = board.node(str(hex))
        works = sorted(place.kind for place in board.places_at(node))
        works += [feature for feature in board.features if board.feature_mask(feature)[node]]
        yield from differs(f"ground of {hex}", " ".join([board.terrains[board.terrain[node]], *works]), words)


def _board_has(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """The kinds of ground, hexsides, places and features that occur on the board."""
    board = match.game.board
    found = {
        "ground": {board.terrains[board.terrain[node]] for node in range(board.hexes)},
        "hexsides": {side.kind for side in board.sides}, "places": {place.kind for place in board.places},
        "features": set(board.features),
    }  # fmt: skip
    for kind, names in wanted.items():
        yield from differs(f"{kind} of the board", sorted(found[kind]), sorted(names))


def _ground_under(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """kind of place -> the kinds of natural ground found under places of that kind."""
    board = match.game.board
    for kind, names in wanted.items():
        found = {board.terrains[board.terrain[place.hex]] for place in board.places if place.kind == kind}
        yield from differs(f"ground under every {kind}", sorted(found), sorted(names))


def _combat_table(match: Match, wanted: dict[str, object], worth: Sequence[str]) -> Iterator[str]:
    """columns, results that occur, automatic results, single entries (`1:1 5`), and whether better odds and
    higher rolls are never worse for the attacker; `worth` are the results, worst for the attacker first."""
    table = _game(match).results
    columns = [table.columns[column] for column in sorted(table.columns)]
    found: dict[str, object] = {
        "columns": [name(column) for column in sorted(table.columns)],
        "results": sorted({result for column in columns for result in column}),
        "rolls": sorted({len(column) for column in columns}),
        "below": table.below,
        "above": table.above,
        "improves": _improves(columns, worth),
    }
    for column, results in table.columns.items():
        found |= {f"{name(column)} {die}": result for die, result in enumerate(results, 1)}
    for key, value in wanted.items():
        yield from differs(f"{key} of the combat table", found.get(key), value)


def _improves(columns: list[tuple[str, ...]], worth: Sequence[str]) -> bool:
    ranks = [[worth.index(result) for result in column] for column in columns]
    along = all(a <= b for left, right in pairwise(ranks) for a, b in zip(left, right, strict=True))
    return along and all(column == sorted(column) for column in ranks)


def _track(match: Match, seen: list[Event], wanted: dict[int, dict[str, object]]) -> Iterator[str]:
    """turn -> what its box on the turn track says."""
    track = _game(match).track
    for number, fields in wanted.items():
        for field, value in fields.items():
            is_ = getattr(track[int(number)], field)
            yield from differs(f"{field} of turn {number}", list(is_) if isinstance(is_, tuple) else is_, value)


def _counters(wanted: list[Counted], rows: Sequence[dict[str, str]]) -> Iterator[str]:
    """How many printed counters have certain values in their columns: {where: {column: value}, count: n}."""
    for entry in wanted:
        where = {column: str(value) for column, value in entry.get("where", {}).items()}
        found = sum(all(row.get(column, "") == value for column, value in where.items()) for row in rows)
        yield from differs(f"number of counters with {where}", found, entry["count"])


def facts(found: dict[str, Callable[[Any], object]], wanted: dict[str, object]) -> Iterator[str]:
    """What a game's book lays down, fact by fact."""
    for fact, value in wanted.items():
        if fact not in found:
            raise BadCase(f"unknown fact {fact!r}")
        yield from differs(fact, found[fact](value), value)


# ---------------------------------------------------------------- the last battle


def _weighed(seen: list[Event]) -> Weighed:
    events = [event for event in seen if isinstance(event, Weighed)]
    if not events:
        raise BadCase("no battle was fought")
    return events[-1]


def _odds(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`3:1` final odds, or `2:1 to 4:1` raw to final."""
    weighed = _weighed(seen)
    yield from differs("odds", f"{weighed.raw} to {weighed.final}" if " to " in wanted else weighed.final, wanted)


def _factors(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`26 against 7`: total attack and defence factors."""
    weighed = _weighed(seen)
    yield from differs("the sum of factors", f"{weighed.attack} against {weighed.defence}", wanted)


def _shifts(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """rule -> columns of every shift, no more and no less."""
    found: dict[str, int] = {}
    for shift in _weighed(seen).shifts:
        found[shift.rule] = found.get(shift.rule, 0) + shift.columns
    yield from differs("the list of shifts", found, {str(k): v for k, v in wanted.items()})


def _result(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    results = [event.result for event in seen if isinstance(event, Resolved)]
    yield from differs("the result", results[-1] if results else "none", wanted)


def _assault_cost(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """units -> hex -> movement points a mobile assault costs them."""
    for units, targets in wanted.items():
        found = match.reach(str(units)).assaults
        for hex, cost in targets.items():
            yield from differs(f"cost of an assault on {hex} by {units}", found.get(str(hex)), cost)


def _by_unit(what: str, ask: Number) -> Check:
    """A check of a number of every unit named."""

    def check(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
        for handle, number in wanted.items():
            yield from differs(f"{what} of {handle}", ask(match.play, match.game.names.unit(str(handle))), number)

    return check


def checks(
    points_left: Number, movement_factor: Number, worth: Sequence[str], rows: Sequence[dict[str, str]]
) -> dict[str, Check]:
    """All of these for a game: with what it says about movement, the results of its combat table, worst for the attacker first,
    and its printed counters."""
    return {
        "ground": _ground, "board has": _board_has, "ground under": _ground_under, "track": _track,
        "combat table": lambda match, seen, wanted: _combat_table(match, wanted, worth),
        "counters": lambda match, seen, wanted: _counters(wanted, rows),
        "points": _by_unit("points left", points_left),
        "movement factor": _by_unit("movement factor", movement_factor),
        "odds": _odds, "factors": _factors, "shifts": _shifts, "result": _result, "assault cost": _assault_cost,
    }  # fmt: skip
