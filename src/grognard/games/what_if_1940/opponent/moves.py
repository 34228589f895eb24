"""Movement: every unit once per phase to the best place it can reach, mobile assaults as they offer themselves."""

from __future__ import annotations

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import movement, stacking
from ..state import ALLIED, GERMAN, SOVIET
from . import attacks, goals
from .sight import FAR, Field, Sight


class Mover:
    """The plan of one movement phase: who has been looked at already."""

    def __init__(self) -> None:
        self.phase: tuple[int, str] = (0, "")
        self.seen: set[int] = set()

    def choose(self, match: Match) -> Advice:
        sight = Sight(match)
        phase = int(sight.s.turn), match.step.name
        if phase != self.phase:
            self.phase, self.seen = phase, set()
        if match.step.name == "east.move":
            sight.openers = goals.openers(sight)
        if "assault" in match.step.verbs:
            found = attacks.mobile(sight)
            if found is not None:
                return found
        able = [u for u in movement.movable(sight.p, ()) if u not in self.seen]
        fields = {unit: goals.field_of(sight, unit) for unit in able}
        for unit in sorted(able, key=lambda u: (not sight.game.is_mech[sight.s.kind[u]], int(fields[u][sight.s.loc[u]]), u)):
            self.seen.add(unit)
            hex = best_place(sight, unit)
            if hex >= 0:
                return Advice(Command("move", (unit,), (hex,)), "closer to where it is wanted")
        return Advice(Command("done"), "everybody stands where he can do most")


def best_place(sight: Sight, unit: int) -> int:
    """The hex a unit should go to; -1 to stay."""
    p, here = sight.p, sight.s.loc[unit]
    if _holds(sight, unit) and unit not in sight.openers:
        return -1
    field, fed = goals.field_of(sight, unit), sight.within_supply(unit)
    march = movement.march_of(p, (unit,))
    open_to = [hex for hex in march.hexes() if field[hex] < FAR and (fed[hex] or not fed[here])]
    best, most = -1, _score(sight, unit, here, field) + 0.01
    for hex in open_to:
        score = _score(sight, unit, hex, field)
        if score > most and stacking.fits(p, (unit,), hex):
            best, most = hex, score
    return best


def _holds(sight: Sight, unit: int) -> bool:
    """Who holds Moscow or a post that must not be given up stays."""
    here, game, side = sight.s.loc[unit], sight.game, sight.p.side_of(unit)
    if side == GERMAN:
        return here == game.moscow or bool(game.ruhr[here]) or (here == game.leningrad)
    return side == SOVIET and here in (game.moscow, game.leningrad) and sight.s.count[SOVIET][here] <= 3


def _score(sight: Sight, unit: int, hex: int, field: Field) -> float:
    """Near the goal, beside enemies one means to attack, in company."""
    s, side = sight.s, sight.p.side_of(unit)
    found = -float(min(int(field[hex]), FAR))
    near = [target for target in sight.board.adjacent(hex) if sight.defended(target) and movement.crossable(sight.p, hex, target)]
    if side in (GERMAN, ALLIED) and s.steps[unit] == 2:
        found += max((_lure(sight, unit, target, field) for target in near), default=0.0)
        found += 0.2 * min(2, s.count[side][hex] - (s.loc[unit] == hex))
    elif side == SOVIET:
        found += 3.0 if sight.game.moscow in near else -0.4 * len(near)
        found += 0.5 * bool(sight.game.city[hex] or s.fort[hex])
    else:
        found -= 1.0 * len(near)
    return found


def _lure(sight: Sight, unit: int, target: int, field: Field) -> float:
    """How much a unit wants to stand beside a target: the more, the more it bars the way."""
    if field[target] >= FAR or (sight.side == GERMAN and sight.game.red_row[target]):
        return 0.0
    near = sum(sight.s.count[side][hex] for hex in sight.board.adjacent(target) for side in movement.MOVERS[sight.side])
    return min(goals.worth(sight, target), 4.0) * 0.5 + 0.3 * min(near, 4)
