"""A plan in the making: commands tried one after the other on a copy of what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from ..core.command import Command, CommandForm
from ..core.errors import BadCommand, Illegal
from ..core.flow import LegalCommands, Verb
from ..core.foresight import moves
from ..core.match import Match
from ..core.seats import eyes_of
from ..facts import Outlook, route
from ..facts.reaches import Group
from .shapes import StaffLine, StaffOrder

#: Farther than anything on one map.
FAR = 10_000
#: So many places are tried for a group before it stays where it is.
MOST_TRIED = 12


class Draft:
    """The copy, whom the order concerns, where they may go, and the lines so far."""

    def __init__(self, match: Match, seat: int, order: StaffOrder) -> None:
        self.seat, self.order = seat, order
        self.begun = match.fork(seat)  #: as the seat knows it; never changed
        self.now = self.begun.copy()
        self.lines: list[StaffLine] = []
        self.said: list[Command] = []
        names = self.begun.game.names
        self.goal = [_on_map(self.begun, names.node(name)) for name in order.goal]
        self.sector = frozenset(_on_map(self.begun, names.node(name)) for name in order.hexes)
        self.units = self._concerned()
        self.gone: set[int] = set()
        self.over = False

    def _concerned(self) -> list[int]:
        """The units of the order: those that are named, or whoever of the seat stands in the sector."""
        match, p = self.begun, self.begun.play
        sides, board = match.roster.sides[self.seat], match.game.board
        if self.order.units:
            found = [match.game.names.unit(name) for name in dict.fromkeys(self.order.units)]
            for unit in found:
                if match.game.side_of[unit] not in sides or not 0 <= p.s.loc[unit] < board.hexes:
                    raise BadCommand(f"{match.game.pieces[unit].handle} is no unit of yours on the map")
            return found
        if not self.sector:
            raise BadCommand("an order needs units, or the hexes of a sector")
        return [unit for hex in sorted(self.sector) for side in sides for unit in p.units(hex, side)]

    # ---------------------------------------------------------------- looking

    @cached_property
    def outlook(self) -> Outlook:
        """The position before anything is done."""
        return Outlook(self.begun.play, eyes_of(self.begun.play, self.seat))

    @property
    def side(self) -> int:
        return self.begun.play.frame.side if self.begun.play.frame.side >= 0 else self.begun.roster.sides[self.seat][0]

    @property
    def legal(self) -> LegalCommands:
        return self.now.legal_commands(self.seat)

    @cached_property
    def march(self) -> Verb | None:
        """The verb by which units move now, if they do."""
        found = [verb for verb in moves(self.begun.play, self.begun.step) if verb.available(self.begun.play)]
        return found[0] if found else None

    def groups(self) -> list[Group]:
        """Those of the order that can move now, together where they stand together and move alike."""
        reached = self.outlook.reaches(self.side)
        if self.march is None or reached is None:
            return []
        able = {*self.legal.units_with(self.march)} & {*self.units}
        alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for number, group in enumerate(reached.groups):
            units = [unit for unit in group.units if unit in able]
            if units:
                alike.setdefault((group.start, tuple(sorted(reached.hexes(number).tolist()))), []).extend(units)
        found = [Group(tuple(sorted(units)), start) for (start, _), units in alike.items()]
        return sorted(found, key=lambda group: (group.start, group.units))

    def reachable(self, units: Sequence[int]) -> list[int]:
        """Hexes of the map that units can be told to go to together, within the sector."""
        if self.march is None:
            return []
        hexes = self.now.game.board.hexes
        found = {*self.legal.hexes_with(self.march, tuple(units))}
        return sorted(hex for hex in found if hex < hexes and self.within(hex))

    def within(self, hex: int) -> bool:
        return not self.sector or hex in self.sector

    def far(self, here: int, there: int) -> int:
        board = self.begun.game.board
        return board.distance(here, there) if board.spots[here][0] == board.spots[there][0] else FAR

    def nearest(self, here: int, hexes: Iterable[int]) -> int:
        return min(hexes, key=lambda hex: (self.far(here, hex), hex))

    def way(self, units: Sequence[int], goal: int) -> list[int]:
        """The hexes on the way to a goal, without the start; nothing where no way is known."""
        names = self.begun.game.names
        return [names.node(name) for name in route(self.outlook, units, goal).path]

    def foes(self, hex: int) -> bool:
        """Do enemies stand in a hex, as far as the seat knows?"""
        return bool(self.now.play.s.foes[self.side][hex])

    @property
    def known_enemies(self) -> list[int]:
        here = np.asarray(self.begun.play.s.arrays.foes[self.side])[: self.begun.game.board.hexes]
        return here.nonzero()[0].tolist()

    def in_contact(self, hex: int) -> bool:
        return any(self.foes(near) for near in self.begun.game.board.adjacent(hex))

    def called(self, units: Sequence[int]) -> str:
        return "+".join(self.begun.game.pieces[unit].handle for unit in units)

    def place(self, hex: int) -> str:
        return self.begun.game.board.place_name(hex)

    # ---------------------------------------------------------------- telling

    def go(self, units: Sequence[int], hexes: Sequence[int], reason: str) -> bool:
        """Send units to the first of some hexes that they can get to: together, or else one by one."""
        assert self.march is not None
        wanted = [hex for hex in dict.fromkeys(hexes) if self.within(hex) and hex != self.now.play.s.loc[units[0]]][:MOST_TRIED]
        for hex in wanted[:2] if len(units) > 1 else wanted:
            if self._moved(units, hex, reason):
                return True
        if len(units) == 1:
            return False
        gone = [self.go((unit,), wanted, reason) for unit in units]
        return any(gone)

    def _moved(self, units: Sequence[int], hex: int, reason: str) -> bool:
        assert self.march is not None
        start = self.now.play.s.loc[units[0]]
        trial = self.tried(Command(self.march.name, tuple(units), (hex,)))
        if trial is None or not (trial.over or all(trial.play.s.loc[unit] == hex for unit in units)):
            return False
        said = trial.last.command
        assert said is not None
        self.now = trial
        self.gone |= {*units}
        self.over = trial.over
        self.note(said, start, reason)
        return True

    def tried(self, command: Command) -> Match | None:
        """The copy after a command; None where it is refused or somebody must decide something else after it."""
        if self.over:
            return None
        trial, step = self.now.copy(), self.now.step
        try:
            trial.do(command, self.seat)
        except Illegal:
            return None
        return trial if trial.over or (trial.step is step and self.seat in trial.deciding) else None

    def note(
        self, command: Command, start: int, reason: str, *, odds: str = "", chosen: bool = True, attack: bool = False
    ) -> None:
        names, pieces = self.begun.game.board.names, self.begun.game.pieces
        form = CommandForm(command.verb, [pieces[u].handle for u in command.units], [names[h] for h in command.hexes],
                           command.number, command.word)  # fmt: skip
        self.said.append(command)
        self.lines.append(StaffLine(self.begun.text(command), form, names[start], reason, attack, odds, [], chosen))


def _on_map(match: Match, node: int) -> int:
    if node >= match.game.board.hexes:
        raise BadCommand(f"{match.game.board.names[node]} is no hex of the map")
    return node
