"""What a wargamer laughs at, counted while computer players play: `grognard simulate --blunders`.

| kind | what is counted |
|---|---|
| `hopeless` | attacks before the last turn on a place that decides the game with less than one chance in ten to open it |
| `overkill` | attacks with four times the factors that the same line of the table needs |
| `turned back` | marches of mobile units that end two hexes or more farther from all they could take, not beside an enemy |
| `open` | places whose loss would lose the game, left open at the end of one's turn |
| `unsupplied` | stacks out of supply at the end of one's turn |
| `emptied` | cities, and places that count for victory, taken this turn or last that stand empty before an enemy |

Everything is judged by what the seat could know: on a fork of the match, as facts are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from ..core.answers import Odds
from ..core.command import Command
from ..core.errors import GrognardError
from ..core.foresight import attacks, moves, ratio
from ..core.match import Match
from ..core.seats import eyes_of
from ..facts import Outlook
from ..facts.threats import open_places
from ..facts.who import comers

KINDS = ("hopeless", "overkill", "turned back", "open", "unsupplied", "emptied")
#: A chance below which nobody attacks what decides the game, and factors beyond which they are wasted.
HOPELESS, OVERKILL = 0.1, 4.0
#: Hexes by which a spearhead must have gone the wrong way.
WRONG_WAY = 2
#: Words for units that an army has for going forward.
MOBILE = {"mech", "panzer", "tank", "armor", "motorized", "mechanized", "cavalry"}


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
        try:
            odds = match.odds(command.hexes[0], command.units)
        except GrognardError:
            return
        fatal = {h for s in match.game.foresight.stakes(match.play) if s.fatal and not s.cut for h in s.hexes}
        hopeless = command.hexes[0] in fatal and bool(odds.results) and opening(odds) < HOPELESS and not _is_last(match)
        self._note(match, match.seat, "hopeless", hopeless)
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
    control, stakes = match.state.control, match.game.foresight.stakes(match.play)
    cities = {place.hex for place in match.game.board.places if "city" in place.kind}
    worth = {stake.hexes[0] for stake in stakes if len(stake.hexes) == 1 and not stake.cut}
    return {hex: control[hex] for hex in sorted(cities | worth)}


def _seat_of(match: Match, side: int) -> int:
    return next((k for k, sides in enumerate(match.roster.sides) if side in sides), -1)


def _is_last(match: Match) -> bool:
    """Is this the last turn of the track?"""
    boxes = match.game.status(match.play, tuple(range(len(match.game.sides)))).track
    return bool(boxes) and match.game.turn(match.play)[0] >= max(box.turn for box in boxes)


def opening(odds: Odds) -> float:
    """The chance that the defenders are gone when the battle is over: results that begin with a D or hit both."""
    gone = [name for name in odds.results if name not in ("D", "D/AE") and name.startswith(("D", "X", "BB"))]
    return sum(odds.results[name] for name in gone)


def wasted(odds: Odds) -> float:
    """How many times the factors are there that the likeliest column needs, or a lower one with the same results."""
    likely = max(odds.odds, key=lambda name: odds.odds[name], default="")
    alike = [name for name in odds.ladder if likely and odds.rolls.get(name) == odds.rolls.get(likely)]
    least = min([ratio(name) for name in (*alike, likely) if ratio(name) > 0], default=0.0)
    return odds.attack / (odds.defence * least) if least and odds.defence else 0.0


def is_turned_back(match: Match, command: Command) -> bool:
    """Does a mobile unit march away from everything that it could take?"""
    game, p, board = match.game, match.play, match.game.board
    unit, end = command.units[0], command.hexes[-1]
    start, side = p.s.loc[unit], game.side_of[unit]
    kind = game.types[p.s.kind[unit]]
    if not MOBILE & {*kind.traits, kind.kind} or not (0 <= start < board.hexes and 0 <= end < board.hexes):
        return False
    enemies = {*p.enemies(side)}
    aims = [place.hex for place in board.places if p.s.control[place.hex] in enemies]
    own = {hex for stake in game.foresight.stakes(p) if stake.side == side and stake.fatal for hex in stake.hexes}
    near = any(p.s.foes[side][hex] for hex in board.adjacent(end))
    if near or end in own:
        return False
    return bool(aims) and gap(match, aims, end) - gap(match, aims, start) >= WRONG_WAY


def gap(match: Match, aims: Iterable[int], hex: int) -> int:
    """Hexes to the nearest of these on the same map."""
    board = match.game.board
    return min((board.distance(aim, hex) for aim in aims if board.spots[aim][0] == board.spots[hex][0]), default=0)
