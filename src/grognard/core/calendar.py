"""The calendar of a game: who comes, goes or becomes something else on which turn, as data.

An entry names one unit, or a number of units of a kind. Those who are still to come lie in the boxes of the turn track (`turn-7`
on the board), and that is all a position says about it: a unit that is late lies in a later box, one that does not come back lies
in none. What an entry means, where its units enter and what happens to those who cannot, is for the rules of a game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from .board import Board, Box
from .errors import GrognardError
from .play import Play

_BOX = re.compile(r"turn-?(\d+)")
_NONE: Counter[str] = Counter()


class Entry(msgspec.Struct, frozen=True):
    """One line of the calendar."""

    turn: int
    what: str  #: arrive, withdraw, remove, convert and whatever else a game has rules about
    side: int
    unit: int = -1
    kind: str = ""  #: of any unit of this kind, where none is named
    count: int = 1
    place: str = ""  #: where alone it happens
    unless: str = ""  #: a word for what forbids it
    rule: str = ""


class Calendar:
    """All entries of a game, and the boxes of its track."""

    def __init__(self, board: Board, entries: Iterable[Entry]) -> None:
        #: by turn, the box in which the units of that turn lie
        self.boxes = {turn: board.node(box.name) for turn, box in _boxes(board)}
        self.turn_of = {node: turn for turn, node in self.boxes.items()}
        self.entries = tuple(sorted(entries, key=lambda entry: entry.turn))
        self._of_unit: dict[tuple[str, int], list[int]] = {}
        self._on: dict[tuple[int, str, int], list[Entry]] = {}
        for entry in self.entries:
            self._of_unit.setdefault((entry.what, entry.unit), []).append(entry.turn)
            self._on.setdefault((entry.turn, entry.what, entry.side), []).append(entry)
        self._kinds = {
            due: Counter({entry.kind: entry.count for entry in entries if entry.unit < 0}) for due, entries in self._on.items()
        }

    # ---------------------------------------------------------------- what is printed

    def on(self, turn: int, what: str, side: int) -> Sequence[Entry]:
        """What falls due on a turn for a side."""
        return self._on.get((turn, what, side), ())

    def kinds(self, turn: int, what: str, side: int) -> Counter[str]:
        """How many of which kind, where no unit is named."""
        return self._kinds.get((turn, what, side), _NONE)

    def first(self, what: str, unit: int) -> int:
        """The first turn on which something happens to a unit; 0 when it never does."""
        return self._of_unit.get((what, unit), (0,))[0]

    def after(self, turn: int, what: str, unit: int) -> int:
        """The next such turn after one; 0 when there is none."""
        for later in self._of_unit.get((what, unit), ()):
            if later > turn:
                return later
        return 0

    # ---------------------------------------------------------------- what lies on the track

    def due(self, p: Play[Any, Any], side: int) -> list[int]:
        """The units of a side in this turn's box."""
        return p.units(self.boxes[p.s.turn], side)

    def waits(self, p: Play[Any, Any], unit: int) -> bool:
        """Does a unit lie on the track?"""
        return p.s.loc[unit] in self.turn_of

    def schedule(self, p: Play[Any, Any], unit: int, turn: int) -> bool:
        """Put a unit into the box of a turn; beyond the last one there is none, and it stays where it is."""
        if turn not in self.boxes:
            return False
        p.place(unit, self.boxes[turn])
        return True

    def postpone(self, p: Play[Any, Any], units: Sequence[int]) -> None:
        """Whoever has not come waits for the next turn; on the last one he stays where he is."""
        for unit in units:
            self.schedule(p, unit, p.s.turn + 1)


def read_entries(
    rows: Sequence[Mapping[str, str]], board: Board, sides: Sequence[str], units: Mapping[str, int]
) -> list[Entry]:
    """Entries from a plain table: turn (its number, or the title of its box), what, side, unit or kind, and if need be
    count, place, unless and rule. A unit that a position has not is left out."""
    turns = {word: turn for turn, box in _boxes(board) for word in (str(turn), box.title)}
    found = []
    for row in rows:
        if row["side"] not in sides:
            raise GrognardError(f"the calendar has the side {row['side']!r}, none of {', '.join(sides)}")
        if row["turn"] not in turns:
            raise GrognardError(f"the calendar has the turn {row['turn']!r}, for which there is no box on the board")
        if row["unit"] and row["unit"] not in units:
            continue
        found.append(
            Entry(turns[row["turn"]], row["what"], sides.index(row["side"]), units.get(row["unit"], -1), row.get("kind", ""),
                  int(row.get("count") or 1), row.get("place", ""), row.get("unless", ""), row.get("rule", ""))
        )  # fmt: skip
    return found


def _boxes(board: Board) -> Iterator[tuple[int, Box]]:
    """The boxes that are called after turns, with the numbers of these."""
    return ((int(found[1]), box) for box in board.boxes if (found := _BOX.fullmatch(box.name)))
