"""What a wargamer laughs at, counted while computer players play: `grognard simulate --blunders`.

| kind | what is counted |
|---|---|
| `hopeless` | attacks before the last turn on a place that decides the game with less than one chance in ten to open it |
| `overkill` | attacks with four times the factors that the same line of the table needs |
| `turned back` | marches of mobile units that end two hexes or more farther from all they could take, not beside an enemy |
| `open` | places whose loss would lose the game, left open at the end of one's turn |
| `unsupplied` | stacks out of supply at the end of one's turn |
| `emptied` | cities, and places that count for victory, taken this turn or last that stand empty before an enemy |

Everything is judged by what the seat could know (`grognard.ai.care`): on a fork of the match, as facts are.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from ..ai.care import OVERKILL, is_hopeless, is_turned_back, valued, wasted, weighed
from ..core.command import Command
from ..core.foresight import attacks, moves
from ..core.match import Match
from ..core.seats import eyes_of
from ..facts import Outlook
from ..facts.threats import open_places
from ..facts.who import comers

KINDS = ("hopeless", "overkill", "turned back", "open", "unsupplied", "emptied")


class Blunder(msgspec.Struct, frozen=True):
    """How often something happened to a seat in a turn."""

    turn: int
    seat: str
    kind: str
    count: int


class Detector:
    """Looks at a match before and after every command."""

    def __init__(self) -> None:
        self.found: Counter[tuple[int, str, str]] = Counter()
        self.mover = -1  #: the seat whose units move, or moved last
        self.taken: dict[int, dict[int, int]] = {}  #: by seat, places and the turn in which they were taken

    @property
    def blunders(self) -> list[Blunder]:
        return [Blunder(turn, seat, kind, count) for (turn, seat, kind), count in sorted(self.found.items()) if count]

    def before(self, match: Match, command: Command) -> None:
        """What is about to be said."""
        verb = match.step.verbs.get(command.verb)
        if verb is None or not command.units or not command.hexes:
            return
        if verb in attacks(match.step):
            self._attack(match, command)
        elif verb in moves(match.play, match.step):
            self._note(match, match.seat, "turned back", is_turned_back(match, command))

    def after(self, match: Match, held: dict[int, int]) -> None:
        """What has come of it: `held` is who held which place before."""
        turn, control = match.game.turn(match.play)[0], match.state.control
        for hex, side in held.items():
            seat = _seat_of(match, control[hex])
            if control[hex] != side and seat >= 0:
                self.taken.setdefault(seat, {})[hex] = turn
        moving = match.seat if not match.over and moves(match.play, match.step) else -1
        if self.mover >= 0 and (match.over or (moving >= 0 and moving != self.mover)):
            if not match.over:
                self._end_of_turn(match, self.mover)
            self.mover = -1
        if moving >= 0:
            self.mover = moving

    def _note(self, match: Match, seat: int, kind: str, count: int | bool, turn: int = -1) -> None:
        if count:
            self.found[match.game.turn(match.play)[0] if turn < 0 else turn, match.seats[seat], kind] += int(count)

    def _attack(self, match: Match, command: Command) -> None:
        odds = weighed(match, command)
        if odds is not None:
            self._note(match, match.seat, "hopeless", is_hopeless(match, command.hexes[0], odds))
            self._note(match, match.seat, "overkill", wasted(odds) >= OVERKILL)

    def _end_of_turn(self, match: Match, seat: int) -> None:
        known = match.fork(seat)
        p, outlook = known.play, Outlook(known.play, eyes_of(known.play, seat))
        for side in match.roster.sides[seat]:
            here = outlook.stacks(side)
            if outlook.lines(side) is not None:
                self._note(match, seat, "unsupplied", int((outlook.net(side)[here] == 0).sum()))
            for enemy in p.enemies(side):
                fatal = [t for t in open_places(outlook, side, enemy) if t.fatal and len(t.hexes) == 1]
                self._note(match, seat, "open", len(fatal))
                self._note(match, seat, "emptied", len(self._emptied(outlook, seat, side, enemy)))

    def _emptied(self, outlook: Outlook, seat: int, side: int, enemy: int) -> list[int]:
        p, turn = outlook.p, outlook.p.game.turn(outlook.p)[0]
        held = [h for h, when in self.taken.get(seat, {}).items() if p.s.control[h] == side and turn - when <= 1]
        return [hex for hex in held if not p.s.stack(hex) and comers(outlook, enemy, (hex,))]


def held_places(match: Match) -> dict[int, int]:
    """Who holds which city, or place that counts for victory."""
    return {hex: match.state.control[hex] for hex in sorted(valued(match))}


def _seat_of(match: Match, side: int) -> int:
    return next((k for k, sides in enumerate(match.roster.sides) if side in sides), -1)
