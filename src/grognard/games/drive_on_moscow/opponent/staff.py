"""Decisions between the phases: set-up, the order of phases, the November offensive, reinforcements and Guards."""

from __future__ import annotations

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..state import GERMAN, UNTRIED
from .assaults import CITY, Assaults
from .doctrine import Doctrine
from .german import GermanMoves
from .sight import Sight

#: Share of the gain expected after moving that makes fighting first better: it leaves the movement to follow.
FIGHT_FIRST = 0.6
#: The same where Moscow can be attacked: nothing is left for the movement to follow.
STORM_FIRST = 0.9
#: Share of the value of a city for which movement comes first: it may be held by more next turn.
WORTH_A_CITY = 0.5


def set_up(match: Match, doctrine: Doctrine) -> Advice:
    verbs = {v.name for v in match.legal_commands().verbs}
    if "done" in verbs:
        return Advice(Command("done"), "everything stands where it should")
    if "historical" in verbs:
        return Advice(Command("historical"), "the armies stand where they stood")
    return Advice(Command("automatic"), "a sensible set-up")


def november(match: Match, doctrine: Doctrine) -> Advice:
    """In the worst weather a turn without attacks costs least; but not while Moscow is within grasp."""
    p = match.play
    if p.s.turn in doctrine.declare_on:
        return Advice(Command("declare"), "a turn of mud is given for a turn of strength")
    return Advice(Command("wait"), "too early")


def order(match: Match, doctrine: Doctrine) -> Advice:
    """Fight first when the attacks at hand are good: the Germans gain a column by it, the Soviets lose one by moving."""
    sight = Sight(match)
    words = match.legal_commands().step.verbs["order"].words
    allowed = words(match.play) if words is not None else ()
    if sight.side != GERMAN:
        word = "fight-move" if "fight-move" in allowed else allowed[0]
        return Advice(Command("order", word=word), "attacks without moving first are not weakened")
    if sight.declared == sight.turn:
        return Advice(Command("order", word="move-fight"), "no attacks this turn")
    at_hand = Assaults(sight, "fight-move", doctrine).plan()
    moves = GermanMoves(sight, doctrine, fresh=True)
    sight.order = "move-fight"
    masses = moves.masses({})
    now, later = sum(a.value for a in at_hand), sum(mass.value for mass in masses)
    if doctrine.cities:
        weak = {*moves.goals.weakly_held} - {a.target for a in at_hand}
        for mass in masses:
            if mass.target in weak and mass.value >= WORTH_A_CITY * CITY:
                where = sight.board.place_name(mass.target)
                return Advice(Command("order", word="move-fight"), f"{where} can be reached and taken before help comes")
    at_moscow = doctrine.storm and any(mass.target in sight.game.moscow for mass in masses)
    if now >= (STORM_FIRST if at_moscow else FIGHT_FIRST) * later:
        return Advice(Command("order", word="fight-move"), "the attacks at hand are good, and fighting first adds a column")
    return Advice(Command("order", word="move-fight"), "the enemy must be reached before he can be fought")


def german_step(match: Match, doctrine: Doctrine) -> Advice:
    """Withdraw the weakest and most distant, replenish the strongest, bring the 212th to the front."""
    p, options = match.play, match.legal_commands()
    game, s = p.game, p.s
    front = np.nonzero(s.arrays.foes[GERMAN, : game.board.hexes])[0].tolist()
    leaving = options.units("withdraw")
    if leaving:

        def use(unit: int) -> tuple[float, int]:
            here = s.loc[unit]
            near = min((game.board.distance(here, h) for h in front), default=99)
            town = game.german_side[here] and (game.town[here] or game.city[here])
            alone = s.count[GERMAN][here] == 1
            return s.steps[unit] * 3 + 10 * (town and alone) - near / 4 + 2 * (alone and near <= 1), unit

        return Advice(Command("withdraw", (min(leaving, key=use),)), "the division that will be missed least")
    tired = options.units("replace")
    if tired:
        best = max(tired, key=lambda u: (game.attack[s.kind[u]][2] - game.attack[s.kind[u]][1], -u))
        return Advice(Command("replace", (best,)), "the strongest division first")
    fresh = options.units("enter")
    hexes = options.hexes("enter", fresh) if fresh else ()
    if hexes:
        near = min(hexes, key=lambda h: (min((game.board.distance(h, e) for e in front), default=0), h))
        return Advice(Command("enter", (fresh[0],), (near,)), "close to the front")
    return Advice(Command("done"), "nothing more is due")


def soviet_step(match: Match, doctrine: Doctrine) -> Advice:
    """Reinforcements arrive behind the threatened parts of the front, a few to each place."""
    options = match.legal_commands()
    arriving = options.units("enter")
    if not arriving:
        return Advice(Command("done"), "all have arrived")
    sight = Sight(match)
    unit = arriving[0]
    hexes = options.hexes("enter", (unit,))
    if not hexes:
        return Advice(Command("done"), "there is no way in")
    warning = sight.field(sight.enemies) if sight.enemies else np.zeros(sight.board.nodes, np.int16)
    fed = sight.supply(sight.side)
    heart = sight.game.moscow[0] if sight.game.moscow else hexes[0]

    def call(hex: int) -> tuple[float, int]:
        near = abs(int(warning[hex]) - 7)
        far = sight.board.distance(hex, heart)
        return near + 0.5 * far + 2.0 * int(sight.own[hex]) + 50 * (not fed[hex]) - 3.0 * bool(sight.game.city[hex]), hex

    return Advice(Command("enter", (unit,), (min(hexes, key=call),)), "where the front will need it")


def guards(match: Match, doctrine: Doctrine) -> Advice:
    """The Guards take the place of the unit that stands nearest to the enemy, the weaker the better."""
    p = match.play
    able = match.legal_commands().units("convert")
    sight = Sight(match)
    if not able:
        return Advice(Command("decline"), "no unit can be converted")
    warning = sight.field(sight.enemies) if sight.enemies else np.zeros(sight.board.nodes, np.int16)

    def place(unit: int) -> tuple[float, int]:
        hex = sight.at[unit]
        fresh = 0.5 if p.s.flags[unit] & UNTRIED else 0.0
        return min(int(warning[hex]), 12) + 2 * sight.defence[unit] + fresh - 4 * bool(sight.game.city[hex]), unit

    return Advice(Command("convert", (min(able, key=place),)), "Guards belong where the enemy will strike")
