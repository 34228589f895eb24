"""What a careful officer does not do, and what a wargamer laughs at: judged in one place, for players and for `sim.blunders`.

Everything is judged by what the seat that decides can know: on a fork of the match, as facts are.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.answers import Odds
from ..core.command import Command
from ..core.errors import GrognardError
from ..core.foresight import clears, ratio
from ..core.match import Match
from ..core.seats import eyes_of
from ..facts import Outlook
from ..facts.beliefs import ATTACK

#: A chance below which nobody attacks what decides the game, and factors beyond which they are wasted.
HOPELESS, OVERKILL = 0.1, 4.0
#: Hexes by which a spearhead must have gone the wrong way.
WRONG_WAY = 2
#: Words for units that an army has for going forward.
MOBILE = {"mech", "panzer", "tank", "armor", "motorized", "mechanized", "cavalry"}


# ---------------------------------------------------------------- attacks


def weighed(match: Match, command: Command) -> Odds | None:
    """The odds of an attack that somebody is about to make."""
    try:
        return match.odds(command.hexes[0], command.units)
    except GrognardError:
        return None


def is_hopeless(match: Match, hex: int, odds: Odds) -> bool:
    """Is it an attack before the last turn on a place that decides the game with less than one chance in ten to open it?"""
    fatal = {h for s in match.game.foresight.stakes(match.play) if s.fatal and not s.cut for h in s.hexes}
    return hex in fatal and bool(odds.results) and clears(odds.results) < HOPELESS and not is_last(match)


def is_rash(match: Match, command: Command, odds: Odds) -> bool:
    """Would the last who stands in a place that decides the game risk himself against somebody who stands in none?"""
    p, side = match.play, match.side
    stakes = match.game.foresight.stakes(p)
    fatal = {stake.hexes[0] for stake in stakes if stake.fatal and stake.side == side and len(stake.hexes) == 1 and not stake.cut}
    if command.hexes[0] in fatal or not any("A" in name or "X" in name for name in odds.results):
        return False
    return any(p.s.loc[unit] in fatal and len(p.units(p.s.loc[unit], side)) == 1 for unit in command.units)


def is_last(match: Match) -> bool:
    """Is this the last turn of the track?"""
    ends = last_turn(match)
    return ends is not None and match.game.turn(match.play)[0] >= ends


def last_turn(match: Match) -> int | None:
    """The number of the last turn of the track, where a game has one."""
    boxes = match.game.status(match.play, tuple(range(len(match.game.sides)))).track
    return max((box.turn for box in boxes), default=None)


def wasted(odds: Odds) -> float:
    """How many times the factors are there that the likeliest column needs, or a lower one with the same results."""
    likely = max(odds.odds, key=lambda name: odds.odds[name], default="")
    alike = [name for name in odds.ladder if likely and odds.rolls.get(name) == odds.rolls.get(likely)]
    least = min([ratio(name) for name in (*alike, likely) if ratio(name) > 0], default=0.0)
    return odds.attack / (odds.defence * least) if least and odds.defence else 0.0


def trimmed(match: Match, command: Command, odds: Odds) -> Command:
    """The attack without those who are not needed, the weakest first: as long as it has far more than enough, and no result
    becomes less likely."""
    mean = Outlook(match.play, eyes_of(match.play, match.seat)).beliefs.mean
    units = list(command.units)
    for unit in sorted(units, key=lambda u: (mean(u, ATTACK), u)):
        if wasted(odds) < OVERKILL or len(units) < 2:
            break
        fewer = Command(command.verb, tuple(u for u in units if u != unit), command.hexes, command.number, command.word)
        less = weighed(match, fewer) if match.check(fewer, match.seat) is None else None
        if less is not None and less.results == odds.results:
            units.remove(unit)
            command, odds = fewer, less
    return command


# ---------------------------------------------------------------- marches


def is_turned_back(match: Match, command: Command) -> bool:
    """Does a mobile unit march away from everything that it could take?"""
    game, p, board = match.game, match.play, match.game.board
    unit, end = command.units[0], command.hexes[-1]
    start, side = p.s.loc[unit], game.side_of[unit]
    unit_type = game.types[p.s.kind[unit]]
    if not MOBILE & {*unit_type.traits, unit_type.kind} or not (0 <= start < board.hexes and 0 <= end < board.hexes):
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


def valued(match: Match) -> set[int]:
    """Cities, and places that count for victory."""
    stakes = match.game.foresight.stakes(match.play)
    cities = {place.hex for place in match.game.board.places if "city" in place.kind}
    return cities | {stake.hexes[0] for stake in stakes if len(stake.hexes) == 1 and not stake.cut}
