"""What is kept of a simulated game: how it ended, and how it stood at the end of every turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from ..core.match import Match
from .blunders import Blunder

#: one letter per hex: who holds it
LETTERS = "abcdefgh"


#: what differs from run to run
TIMES = ("seconds", "times")


class SideRow(msgspec.Struct, frozen=True):
    """A side at the end of a turn."""

    side: str
    hexes: int  #: that it controls
    units: int  #: on the map
    steps: int  #: of them together
    gone: int  #: units that have been on the map and are so no longer
    places: int  #: named places that it controls
    front: int = 0  #: hexes of its own beside one of an enemy's
    sizes: dict[str, int] = {}  #: units on the map by size: divisions, brigades, Kampfgruppen


class TurnRow(msgspec.Struct, frozen=True):
    """How a game stood when a turn had ended."""

    turn: int
    name: str
    sides: list[SideRow]
    points: dict[str, int]
    places: dict[str, str]  #: named hexes and who holds each
    control: str  #: a letter per hex, `-` for nobody


class Report(msgspec.Struct, frozen=True, eq=False):
    """One game. Two reports are equal if the games are, however long they took."""

    game: str
    seed: str
    winner: str | None  #: a side, sides joined by `and`, or draw
    winners: list[str]  #: the seats that have won
    reason: str
    why: str
    turn: int
    commands: int
    players: dict[str, str]
    scenario: str
    turns: list[TurnRow]
    seconds: dict[str, float]  #: of processor time, by seat
    failed: str = ""  #: what has ended the game before its time
    blunders: list[Blunder] = []  #: if they were counted
    times: list[dict[str, float]] = []  #: processor time turn by turn, by seat

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name not in TIMES)

    __hash__ = None  # type: ignore[assignment]


class Recorder:
    """Looks at a match after every command and notes each turn that ends."""

    def __init__(self, match: Match) -> None:
        self.turn = match.game.turn(match.play)
        self.been = np.zeros(len(match.game.pieces), np.bool_)
        self.turns: list[TurnRow] = []
        self.times: list[dict[str, float]] = []
        self.spent: dict[str, float] = {}  #: by seat, before the present turn
        self._note(match)

    def _note(self, match: Match) -> None:
        loc = match.state.arrays.loc
        self.been |= (loc >= 0) & (loc < match.game.board.hexes)

    def look(self, match: Match, seconds: Mapping[str, float]) -> None:
        """Note a turn that has ended; `seconds` is the processor time that each seat has taken so far."""
        now = match.game.turn(match.play)
        if now[0] != self.turn[0] or match.over:
            self._note(match)
            self.turns.append(self._row(match))
            self.times.append({seat: round(whole - self.spent.get(seat, 0.0), 4) for seat, whole in seconds.items()})
            self.turn, self.spent = now, dict(seconds)

    def _row(self, match: Match) -> TurnRow:
        game, state, board = match.game, match.state, match.game.board
        loc = state.arrays.loc
        here = (loc >= 0) & (loc < board.hexes)
        side_of = np.array(game.side_of)
        control = state.arrays.control[: board.hexes]
        named = {place.name: control[place.hex] for place in board.places if place.name}
        held = {name: game.sides[side] if side >= 0 else "" for name, side in named.items()}
        sides = []
        for side, name in enumerate(game.sides):
            own = side_of == side
            sizes = Counter(game.types[kind].size or "other" for kind in state.arrays.kind[here & own].tolist())
            sides.append(SideRow(
                name, int((control == side).sum()), int((here & own).sum()), int(state.arrays.steps[here & own].sum()),
                int((self.been & ~here & own).sum()), sum(holder == name for holder in held.values()),
                _front(match, side), dict(sorted(sizes.items())),
            ))  # fmt: skip
        letters = "".join(LETTERS[n] if n >= 0 else "-" for n in control.tolist())
        everything = tuple(range(len(game.sides)))
        points = {row.title: row.count for row in game.status(match.play, everything).points}
        return TurnRow(*self.turn, sides, points, held, letters)

    def report(self, match: Match, seed: str, players: Mapping[str, str], seconds: dict[str, float], failed: str,
               blunders: list[Blunder] | None = None) -> Report:  # fmt: skip
        game, outcome = match.game, match.outcome
        if outcome is not None:
            won = {*outcome.winners}
            winners = [seat for k, seat in enumerate(match.seats) if won & {*match.roster.sides[k]}]
        else:
            winners = _left_over(match, failed.partition(":")[0]) if failed else []
            won = {side for k, seat in enumerate(match.seats) if seat in winners for side in match.roster.sides[k]}
        winner = match.winner or " and ".join(game.sides[side] for side in sorted(won)) or "draw"
        return Report(
            game.slug, seed, winner, winners, match.reason or "forfeit", outcome.reason if outcome else failed,
            game.turn(match.play)[0], match.length, dict(players), match.scenario, self.turns, seconds, failed, blunders or [],
            self.times,
        )  # fmt: skip


def _left_over(match: Match, loser: str) -> list[str]:
    """Who wins when a seat gives up: everybody who is not on its side."""
    given_up = match.roster.sides[match.seats.index(loser)]
    lost = {friend for side in given_up for friend in (side, *match.play.friends(side))}
    return [seat for seat, sides in zip(match.seats, match.roster.sides, strict=True) if not lost & {*sides}]


def _front(match: Match, side: int) -> int:
    """How many hexes of a side lie beside one that an enemy holds."""
    board, control = match.game.board, match.state.arrays.control[: match.game.board.hexes]
    hostile = np.append(np.isin(control, match.play.enemies(side)), False)  # the last is beyond the edge
    beside = board.neighbours[: board.hexes]
    return int(((control == side) & hostile[np.where((beside >= 0) & (beside < board.hexes), beside, -1)].any(axis=1)).sum())
