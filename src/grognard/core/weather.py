"""Weather: tables by turn, zones of the board, and what each condition changes, all of it data of a game.

A file of weather lists the conditions from best to worst; one table per die that is thrown, with the zones it speaks of from
north to south; and the effects of every condition. A zone is the area of that name on the board, or the whole board where it
has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from .board import Board
from .errors import GrognardError

E = TypeVar("E")

#: a result that repeats the last one of its table
NO_CHANGE = "no-change"
FIRST = "first-"


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table says for one turn: a condition, one per number of the die, or one that depends on what has been."""

    number: int
    weather: str = ""
    die: tuple[str, ...] = ()
    #: with so many turns of these conditions so far `weather` holds, without them `instead`
    after: dict[str, int] = {}
    instead: str = ""

    def read(self, seen: Mapping[str, int], roll: Callable[[str], int]) -> str:
        """The result; `seen` are turns of each condition so far, `roll` throws the die for what the text says."""
        if self.die:
            return self.die[roll(f"weather of turn {self.number} ({self._numbers()})") - 1]
        held = all(seen.get(condition, 0) == times for condition, times in self.after.items())
        return self.weather if held else self.instead

    def _numbers(self) -> str:
        """Which numbers mean what, but for the last condition: `1-4 Mud`."""
        runs = [(word, [n for n, _ in run]) for word, run in groupby(enumerate(self.die, 1), key=itemgetter(1))]
        return ", ".join(f"{'-'.join(map(str, dict.fromkeys((n[0], n[-1]))))} {word.title()}" for word, n in runs[:-1])

    @property
    def results(self) -> tuple[str, ...]:
        """All that the table can say, each once."""
        return tuple(dict.fromkeys(self.die or [word for word in (self.weather, self.instead) if word]))


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One die for some zones, from north to south."""

    zones: tuple[str, ...]
    turn: tuple[Turn, ...]


class Weather(msgspec.Struct, frozen=True):
    """The weather of a position."""

    zones: tuple[str, ...]  #: by zone, the condition there
    results: tuple[str, ...]  #: by table, what it said last
    worsening: tuple[bool, ...] = ()  #: by table, the trend


class Climate(Generic[E]):
    """The weather of a game: what may come, where, and what it does (`E` are a game's own effects)."""

    def __init__(self, data: Mapping[str, Any], effects: type[E], board: Board) -> None:
        try:
            self.conditions: tuple[str, ...] = tuple(data["conditions"])  #: from best to worst
            self.tables = msgspec.convert(data["table"], tuple[Table, ...])
            found: dict[str, E] = msgspec.convert(data["effects"], dict[str, effects])  # type: ignore[valid-type]
        except (KeyError, msgspec.ValidationError) as error:
            raise GrognardError(f"the tables of the weather: {error}") from None
        self._demand_known_words(found)
        #: by condition, what it does in every turn; and by condition and whether this is its first turn
        self.lasting = {condition: found[condition] for condition in self.conditions}
        both: list[tuple[str, bool]] = [(condition, first) for condition in self.conditions for first in (False, True)]
        self.effects = {(c, first): found.get(FIRST * first + c, found[c]) for c, first in both}
        self.zones = tuple(zone for table in self.tables for zone in table.zones)
        self.zone_of = self._zones_of(board)  #: by node, -1 for boxes

    def _demand_known_words(self, effects: Mapping[str, E]) -> None:
        known = {*self.conditions, NO_CHANGE}
        for turn in (turn for table in self.tables for turn in table.turn):
            if strange := {*turn.results, *turn.after} - known:
                raise GrognardError(f"weather of turn {turn.number}: {min(strange)!r} is none of {', '.join(self.conditions)}")
        if missing := [condition for condition in self.conditions if condition not in effects]:
            raise GrognardError(f"there are no effects of {missing[0]!r} weather")

    def _zones_of(self, board: Board) -> npt.NDArray[np.int8]:
        found = np.full(board.nodes, -1, np.int8)
        for number, zone in enumerate(self.zones):
            found[board.mask(zone) if zone in board.areas else slice(board.hexes)] = number
        return found

    def next(self, now: Weather, turn: int, seen: Mapping[str, int], roll: Callable[[str], int]) -> Weather:
        """The weather of a turn, given that of the turn before."""
        zones: list[str] = []
        results, trends = [], []
        for k, table in enumerate(self.tables):
            last, here = now.results[k], now.zones[len(zones) : len(zones) + len(table.zones)]
            result = self._turn(table, turn).read(seen, roll)
            result = last if result == NO_CHANGE else result
            worse = self._is_worsening(last, result, bool(now.worsening) and now.worsening[k])
            zones += (result, *here[:-1]) if worse else (*here[1:], result)
            results.append(result)
            trends.append(worse)
        return Weather(tuple(zones), tuple(results), tuple(trends))

    def _turn(self, table: Table, number: int) -> Turn:
        return next(turn for turn in table.turn if turn.number == number)

    def _is_worsening(self, last: str, result: str, trend: bool) -> bool:
        """A table that repeats itself keeps its trend."""
        return trend if result == last else self.conditions.index(result) > self.conditions.index(last)

    def hexside_zones(self, board: Board) -> npt.NDArray[np.int8]:
        """By hex and direction, the more northern zone of the two that a hexside parts."""
        beyond = np.where(board.neighbours >= 0, self.zone_of[board.neighbours], self.zone_of[:, None])
        return np.minimum(self.zone_of[:, None], beyond)

    # ---------------------------------------------------------------- looking ahead

    def courses(self, table: int = 0) -> Iterator[tuple[str, ...]]:
        """Every course that one table can take, turn by turn: for climates with few dice."""
        yield from self._courses(self.tables[table].turn, ())

    def _courses(self, turns: Sequence[Turn], past: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(past) == len(turns):
            yield past
            return
        turn = turns[len(past)]
        results = turn.results if turn.die else (turn.read(Counter(past), lambda _: 0),)
        for result in results:
            yield from self._courses(turns, (*past, result))
