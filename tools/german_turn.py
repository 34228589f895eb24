"""A German turn of the Fire in the East campaign as one person plays it, counted: how many orders it takes when units that go
the same way are ordered together.

    python -m tools.german_turn [--turn 2] [--seed 1] [--script FILE]

The computer plays both sides up to the turn, and says what the German does in it. Its orders, one unit each, are then given
anew: a stack marches by one order, as at the table where it is chosen and a hex clicked, and arrivals are one (`muster`).
Where a stack cannot go as a whole each unit is told its own way. What was said is printed by kind, with the time it takes at so
many seconds per order, and the script can be kept.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grognard.ai import opponent
from grognard.core.command import Command
from grognard.core.errors import GrognardError, Illegal
from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.rules import stacking
from grognard.games.fire_in_the_east.state import AXIS, SOVIET

SLUG = "fire-in-the-east"
PHASES = ("movement", "exploitation")
MARCHES = ("move", "administrative", "rail", "strategic")
#: Seconds for an order with looking, choosing and clicking; battles take longer.
SECONDS = {"attack": 30, "overrun": 30, "raid": 30, "move": 8, "administrative": 8, "rail": 8, "strategic": 8}
USUAL = 6


class Order(NamedTuple):
    """What the German said, and at which step; a march of several units has what each of them was told."""

    step: str
    command: Command
    parts: tuple[Command, ...] = ()


def play_to(turn: int, seed: str) -> Match:
    """The campaign from the historical set-up to the first German decision of a turn."""
    match = Match(FireInTheEast(), "historical", seed=seed)
    players = [opponent(SLUG, "standard", seat) for seat in match.seats]
    while match.play.s.turn < turn or match.play.s.active != AXIS:
        match.do(players[match.seat].choose(match).command)
    return match


def play_turn(match: Match) -> tuple[Match, list[Order]]:
    """The German player turn by the computer, and its orders; what the Soviets answer is not listed."""
    match = match.copy()
    players = [opponent(SLUG, "standard", seat) for seat in match.seats]
    orders = []
    while match.play.s.active == AXIS and not match.over:
        seat, step = match.seat, match.step.name
        command = players[seat].choose(match).command
        match.do(command)
        if seat == AXIS:
            orders.append(Order(step, command))
    return match, orders


def together(match: Match, orders: Sequence[Order]) -> list[Order]:
    """Marches of a phase that begin in one hex joined into the first of them, fast troops by themselves; all arrivals in one
    word."""
    game: Any = match.game
    faces = game.printed_faces
    found: list[Order] = []
    first: dict[tuple[str, str, int, bool], int] = {}
    for order in orders:
        command = order.command
        if command.verb == "arrive":
            if not any(other.step == order.step and other.command.verb == "muster" for other in found):
                found.append(Order(order.step, Command("muster")))
        elif command.verb not in MARCHES:
            found.append(order)
        else:
            key = order.step, command.verb, command.hexes[0], faces[command.units[0]][0].motorized
            if key not in first:
                first[key] = len(found)
                found.append(Order(order.step, command, (command,)))
                continue
            before = found[first[key]]
            units = (*before.command.units, *(unit for unit in command.units if unit not in before.command.units))
            joined = Command(command.verb, units, before.command.hexes)
            found[first[key]] = Order(order.step, joined, (*before.parts, command))
    return found


def carry_out(match: Match, orders: Sequence[Order]) -> tuple[Match, list[str]]:
    """Give the orders anew; the computer answers for the Soviets and wherever an order leads to a question. What was said."""
    match, said = match.copy(), []
    players = [opponent(SLUG, "standard", seat) for seat in match.seats]
    left = list(orders)
    while match.play.s.active == AXIS and not match.over:
        here = [order for order in left if order.step == match.step.name] if match.seat == AXIS else []
        if here:
            left.remove(here[0])
            for command in _joint(match, here[0]):
                said.append(match.text(command))
                match.do(command)
            continue
        done = match.parse("done") if "done" in match.step.verbs else None
        if done is not None and match.seat == AXIS and match.step.name in PHASES and match.check(done) is None:
            command = done
        else:
            command = players[match.seat].choose(match).command
        if match.seat == AXIS:
            said.append(match.text(command))
        match.do(command)
    return match, said


def _joint(match: Match, order: Order) -> Iterator[Command]:
    """The stack as a whole, or as few groups of it as can go together, each the way of its first unit."""
    if _fits(match, order.command):
        yield order.command
        return
    left = [part for part in order.parts if len(order.parts) > 1]
    while left:
        lead, *others = left
        left = []
        for other in others:
            more = Command(lead.verb, (*lead.units, *other.units), lead.hexes)
            if _fits(match, more):
                lead = more
            else:
                left.append(other)
        if _fits(match, lead):
            yield lead


def _fits(match: Match, command: Command) -> bool:
    """May this be said, and does nobody stand too thick after it?"""
    trial = match.copy()
    try:
        trial.do(command)
    except Illegal:
        return False
    goal = command.hexes[-1] if command.verb in MARCHES else -1
    return goal not in stacking.overfull(trial.play, AXIS)


def minutes(said: Sequence[str]) -> float:
    return sum(SECONDS.get(line.split()[0], USUAL) for line in said) / 60


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turn", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--script", type=Path, help="keep what was said")
    asked = parser.parse_args(words)
    try:
        begun = play_to(asked.turn, asked.seed)
    except GrognardError as error:
        print(f"german_turn: {error}")
        return 2
    _, orders = play_turn(begun)
    after, said = carry_out(begun, together(begun, orders))
    kinds = Counter(line.split()[0] for line in said)
    print(f"turn {asked.turn}: {len(orders)} orders unit by unit, {len(said)} together, about {minutes(said):.0f} minutes")
    print(", ".join(f"{verb} {count}" for verb, count in kinds.most_common()))
    game: Any = after.game
    print(f"{len(after.play.units(game.pool[SOVIET], SOVIET))} Soviet units are dead", *game.check(after.play))
    if asked.script:
        asked.script.write_text("\n".join(said) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
