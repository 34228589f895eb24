"""A position of a match in the words of puzzles: who stands where and who holds what.

A puzzle that names the position instead of all that was said before it is short, and lives on when a rule changes that earlier
turns made use of. What is no part of such a position (boxes, points already spent) is left out, so the puzzle must be checked
again.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, cast

import msgspec

from grognard.core.errors import GrognardError, Illegal
from grognard.core.expectations import positions_of
from grognard.core.hand_made import written
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.games import load_game, module_of
from grognard.puzzles import Puzzle

#: Words for the state of a counter, and the flag or step that each stands for, by game.
WORDS = {"drive-on-moscow": ("untried",), "typhoon-1941": ("disrupted", "hidden"), "barbarossa": ()}
#: What a game calls the side whose turn it is.
SIDE = {"drive-on-moscow": "active", "typhoon-1941": "side", "barbarossa": "side"}


def position_of(match: Match) -> dict[str, Any]:
    """The position, as a puzzle writes it."""
    game, state = match.game, cast("Any", match.state)
    if game.slug not in WORDS:
        raise GrognardError(f"positions of {game.title} are more than who stands where")
    units: dict[str, list[str]] = defaultdict(list)
    for hex in range(game.board.hexes):
        for unit in state.stack(hex):
            words = [word for word in WORDS[game.slug] if state.flags[unit] & state.FLAGS[word]]
            full = game.types[state.kind[unit]].steps
            if game.slug == "drive-on-moscow" and 0 < state.steps[unit] < full:
                words.append("reduced")
            units[game.board.names[hex]].append(" ".join([game.names.unit_names[unit], *words]))
    side = game.sides[state.active]
    found: dict[str, Any] = {"turn": game.turn(match.play)[0], SIDE[game.slug]: side}
    if game.slug == "typhoon-1941":
        found["weather"] = state.weather
    else:
        found |= {"order": state.order, "air": [0, 0] if game.slug == "drive-on-moscow" else 0}
    found["units"] = dict(units)
    control = _control(match, found)
    return found | ({"control": control} if control else {})


def _control(match: Match, found: dict[str, Any]) -> dict[str, str]:
    """Hexes that would be somebody else's without a word about them."""
    game = load_game(match.game.slug, data_set=match.game.data_set)
    play: Play[Any, Any] = Play(game, game.empty(), match.play.dice)
    positions_of(module_of(game.slug)).lay_out(play, found)
    hexes = defaultdict(list)
    for hex in range(game.board.hexes):
        holder = match.state.control[hex]
        if holder != play.s.control[hex] and holder >= 0:
            hexes[game.sides[holder]].append(game.board.names[hex])
    return {side: " ".join(names) for side, names in hexes.items()}


def briefly(puzzle: Puzzle, game: str) -> Puzzle:
    """The puzzle with its position written down, if it is as good so; else as it is."""
    if game not in WORDS:
        return puzzle
    found = msgspec.structs.replace(
        puzzle, start="", before=[], seed=1, options={}, position=position_of(puzzle.match(game))
    )  # fmt: skip
    written(game)[puzzle.name] = msgspec.to_builtins(found)  # a match of a position is begun by the puzzle's name
    try:
        return puzzle if found.check(game) else found
    except Illegal:
        return puzzle
