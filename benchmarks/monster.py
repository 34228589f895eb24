"""Lines 1c, 3d and 5d: the rules of Fire in the East on its whole map, with every unit of June 1941 in its place."""

from __future__ import annotations

import random
from itertools import cycle

from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.rules import movement, supply, zones
from grognard.games.fire_in_the_east.state import AXIS, SOVIET

from .measure import Figure, Line, timed


def lines(quick: bool) -> list[Line]:
    repeats = 3 if quick else 9
    match = Match(FireInTheEast(), "historical", seed="1")
    return [
        Line("1c", "reach of a unit of Fire in the East, with zones, weather and terrain", _reach(match, repeats)),
        Line("1d", "where one of its sides stands and what it grips, after a move", _zones(match, repeats)),
        Line("3d", "supply of both its sides, after a move", _supply(match, repeats)),
        Line("5d", "a march of its movement phase drawn, carried out and recorded", _marches(match, repeats)),
    ]


def _reach(match: Match, repeats: int) -> Figure:
    units = cycle(list(match.options().units("move")))
    return timed(lambda: movement.march_of(match.play, (next(units),)).reach(), repeats=repeats)


def _zones(match: Match, repeats: int) -> Figure:
    play, unit = match.play, next(iter(match.options().units("move")))

    def moved() -> None:
        play.place(unit, play.s.loc[unit])
        zones.of_side(play, AXIS)

    return timed(moved, repeats=repeats)


def _supply(match: Match, repeats: int) -> Figure:
    """A Soviet unit at the front goes to and fro, so that what blocks the lines is never what it was."""
    play, board, loc = match.play, match.game.board, match.state.loc
    grip = zones.of_side(play, AXIS).grip
    steps = ((unit, near) for unit in play.game.ground_of_side[SOVIET].tolist() if 0 <= loc[unit] < board.hexes
             for near in board.around[loc[unit]] if grip[loc[unit]] and grip[near])  # fmt: skip
    unit, near = next(steps)
    places = cycle([near, loc[unit]])

    def judged() -> None:
        play.place(unit, next(places))
        for side in (AXIS, SOVIET):
            supply.lines(play, side, supply.COMMON)

    return timed(judged, repeats=repeats, unit="ms")


def _marches(match: Match, repeats: int) -> Figure:
    """As long as there is somebody who can march; then from the start again."""
    rng, start = random.Random(1), match.state.copy()
    now = [Match.from_state(match.game, start.copy(), match.play.dice, match.scenario)]

    def march() -> None:
        command = movement.sample_move(now[0].play, rng)
        if command is None:
            now[0] = Match.from_state(match.game, start.copy(), match.play.dice, match.scenario)
        else:
            now[0].do(command)

    return timed(march, repeats=repeats)
