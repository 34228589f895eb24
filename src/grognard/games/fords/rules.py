"""The rules of The Fords of Wend, in the order of the book."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.alliances import NEUTRAL
from ...core.command import Command
from ...core.errors import Illegal
from ...core.events import Attacked, Event, Moved, OfUnits
from ...core.flow import Flow, Verb
from ...core.paths import Reach, reach
from ...core.rule import rule
from .material import BLUE, GREEN, RED, P

MOVED, FOUGHT, KNOWN, DAYS, STACK, POINTS = 1, 2, 4, 6, 2, 3  # flags of a unit, then limits
FLOW, FAR = Flow(), f"too far: a march has {POINTS} points"


class Dawned(Event, frozen=True):
    turn: int


class Lost(OfUnits, frozen=True):
    LOSS = "unit"


@rule("2")
@FLOW.auto("day")
def begin_day(p: P) -> None:
    p.pop()
    p.emit(Dawned(turn=p.s.turn, rule="2"))
    p.queue(*([("choose", GREEN)] if p.s.turn > 1 else []), *(("army", -1, side) for side in range(3)), ("night",))


@rule("2", "8")
@FLOW.auto("army")
def begin_army(p: P) -> None:
    p.s.active = side = p.pop().args[0]
    p.s.clear_all(MOVED | FOUGHT)
    if p.enemies(side):
        p.queue(("march", side), ("fight", side))


@rule("2", "9")
@FLOW.auto("night")
def end_day(p: P) -> None:
    p.pop()
    held = [sum(p.s.control[town] in p.friends(side) for town in p.game.towns) for side in range(3)]
    best = {p.friends(side) for side in range(3) if held[side] == max(held)}
    if p.s.turn < DAYS:
        p.s.turn += 1
        p.push("day")
    elif len(best) > 1:
        p.draw("no alliance holds more towns than the others", "9")
    else:
        p.win(min(best)[0], f"{max(held)} towns after {DAYS} days", "9")


def ready(p: P, used: int) -> list[int]:
    """Units of the active side on the map that have not yet moved, or fought."""
    return [u for u in p.on_map().nonzero()[0].tolist() if p.side_of(u) == p.s.active and not p.s.flags[u] & used]


@rule("4")
def movable(p: P, hexes: Sequence[int]) -> list[int]:
    return ready(p, MOVED)


@rule("3", "4")
def marches(p: P, units: Sequence[int]) -> Reach:
    """No hex of another army may be entered, friend or not, and none that is full."""
    game, count, side, start = p.game, p.s.arrays.count, p.side_of(units[0]), p.s.loc[units[0]]
    others, room = (count.sum(axis=0) - count[side]).astype(np.int16), STACK - len(units)
    return reach(game.board.neighbours, game.cost, others, start, POINTS, game.space, crowd=count[side], most=room)


def destinations(p: P, units: Sequence[int]) -> list[int]:
    return marches(p, units).nodes.tolist()[1:] if units else []


@rule("3", "4")
def march(p: P, command: Command) -> None:
    units, hex, here = command.units, command.hexes[0], p.s.stack(command.hexes[0])
    if len({*units} & {*movable(p, ())}) != len(units) or len({p.s.loc[u] for u in units}) > 1:
        raise Illegal("4", "units of one stack march together, and only once per day")
    if hex not in destinations(p, units):
        why = "held by others" if {*map(p.side_of, here)} - {p.s.active} else "full" if len(here) + len(units) > STACK else FAR
        raise Illegal("3" if why == "full" else "4", f"{p.game.board.names[hex]} is {why}")
    start = p.s.loc[units[0]]
    for unit in units:
        p.place(unit, hex)
    p.s.mark(units, MOVED)
    p.control(hex, p.s.active)
    p.emit(Moved(units=units, path=(start, hex), side=p.s.active, rule="4"))


@rule("5")
def attackers(p: P, hexes: Sequence[int]) -> list[int]:
    return [u for u in ready(p, FOUGHT) if hexes and hexes[0] in p.game.board.adjacent(p.s.loc[u])]


@rule("8")
def targets(p: P, units: Sequence[int]) -> list[int]:
    enemies = p.s.arrays.foes[p.s.active][: p.game.board.hexes].nonzero()[0].tolist()
    return [hex for hex in enemies if attackers(p, (hex,)) and {*units} <= {*attackers(p, (hex,))}]


@rule("5", "6")
def attack(p: P, command: Command) -> None:
    game, s, hex = p.game, p.s, command.hexes[0]
    if hex not in targets(p, command.units) or len({*command.units}) != len(command.units):
        raise Illegal("5", f"these units cannot attack {game.board.names[hex]} now: enemies beside it, once each per day")
    defenders = p.foes(hex, s.active)
    s.mark(command.units, KNOWN | FOUGHT)
    s.mark(defenders, KNOWN)
    p.emit(Attacked(units=command.units, targets=(hex,), side=s.active, rule="5"))
    strength = [game.types[s.kind[u]].ratings[0] for u in (*command.units, *defenders)]
    waded = sum(bool(game.wet[s.loc[u], game.board.direction(s.loc[u], hex)]) for u in command.units)
    odds = sum(r[0] for r in strength[: len(command.units)]) - sum(r[1] for r in strength[len(command.units) :])
    score = odds - waded - (hex in game.towns) + p.roll("attack", "5", side=s.active)
    for unit in defenders if score >= 6 else defenders[-1:] if score >= 4 else command.units[-1:] if score <= 1 else ():
        p.place(unit, game.board.node("dead"))
        p.emit(Lost(units=(unit,), side=p.side_of(unit), rule="5"))


@rule("8")
def join(p: P, command: Command) -> None:
    if command.word not in FRIENDS:
        raise Illegal("8", "Green joins blue, red or nobody")
    p.pop()
    p.ally(GREEN, FRIENDS[command.word], f"Green joins {command.word}.", "8")


FRIENDS = {"blue": BLUE, "red": RED, "nobody": NEUTRAL}
DONE = Verb("done", "", lambda p, command: p.pop(), rule="2", ends=True)
choose = FLOW.decision("choose", "Whose friends?", "Green joins blue, red or nobody.", "8")
choose.verb(Verb("join", "WORD", join, words=lambda p: [*FRIENDS], rule="8"))
marching = FLOW.decision("march", "March", "Move any units, then say done.", "4")
marching.verb(Verb("move", "UNITS HEX", march, units=movable, hexes=destinations, rule="4"))
marching.verb(DONE)
fighting = FLOW.decision("fight", "Fight", "Attack enemies beside your units, then say done.", "5")
fighting.verb(Verb("attack", "HEX with UNITS", attack, units=attackers, hexes=targets, hex_first=True, rule="5"))
fighting.verb(DONE)
