"""The sequence of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Began
from ....core.rule import rule
from ..events import Commanded, LaunchedOffensive, Named
from ..material import P
from ..state import ATTACKED, BONUS, DISRUPTED, FLOWN, FRESH, GERMAN, MOVED, NAMED, RECOVERED, RESUPPLIED, RUSSIAN
from . import air, airlift, attacks, bombing, reinforcements, victory
from .condition import flagged, ground, has, recover
from .maskirovka import reveal_neighbours
from .odds import defenders_in
from .supply import determine
from .weather import set_weather

#: Rules that keep a verb to its step.
_REFUSALS = {
    "attack": "crt.4", "bomb": "air.5", "move": "sequence.17", "retreat": "sequence.18", "advance": "advance.1",
    "push": "results.2",
    "hide": "maskirovka.1", "mask": "maskirovka.6", "replace": "sequence.10", "enter": "sequence.10", "rail": "rail.1",
    "drop": "air.15", "resupply": "air.18", "order": "surrounded.3", "stand": "surrounded.3", "decline": "results.6",
    "offensive": "sequence.4", "place": "setup.1", "cancel": "general.2",
    "abandon": "general.3",
}  # fmt: skip


def forbidding_rule(p: P, verb: str) -> str:
    battle = p.s.battle
    if verb == "decline" and battle is not None and battle.side == GERMAN and battle.press:
        return "pressed.2"
    return _REFUSALS.get(verb, "sequence.1")


# ---------------------------------------------------------------- game-turns


@rule("sequence.1")
def begin_turn(p: P) -> None:
    """A German player-turn, then a Russian one."""
    p.pop()
    p.s.turn += 1
    p.emit(Began(turn=p.s.turn, name=p.game.track[p.s.turn], rule="sequence.1"))
    set_weather(p)
    air.return_flyers(p)
    p.queue(("german.turn",), ("russian.turn",), ("turn.end",))


@rule("sequence.1", "withdrawal.1", "air.4", "sequence.9")
def end_turn(p: P) -> None:
    """2. Fliegerkorps leaves after turn 2; air units Disrupted by interception are fit again."""
    p.pop()
    if p.s.turn == 2:
        air.withdraw_second(p)
    p.s.clear((*p.game.air_of[GERMAN], *p.game.air_of[RUSSIAN]), DISRUPTED)
    victory.turn_check(p)
    p.push("turn.begin")


@rule(
    "sequence.1",
    "sequence.2",
    "sequence.3",
    "sequence.4",
    "sequence.5",
    "sequence.6",
    "sequence.7",
    "sequence.8",
    "sequence.9",
    "surrounded.3",
)
def german_turn(p: P) -> None:
    """Lay out the German player-turn, A.1 to A.5."""
    p.pop()
    p.s.active, p.s.stand = GERMAN, False
    p.queue(
        ("orders", RUSSIAN), ("reveal",), ("attack.begin", -1, "before"), *operational("operational"), ("second.begin",),
        ("russian.victory",), ("german.supply",), ("german.recovery",),
    )  # fmt: skip


def operational(phase: str) -> list[tuple[Any, ...]]:
    """Movement and attacks; recovery of Russian units belongs to the first operational phase only."""
    first = phase == "operational"
    steps: list[tuple[Any, ...]] = [("move.begin",)]
    steps += [("recovery.begin",)] if first else []
    steps += [("attack.begin", -1, phase)]
    return steps + ([("recovery.attacked",)] if first else [])


@rule(
    "sequence.1",
    "sequence.10",
    "sequence.11",
    "sequence.12",
    "sequence.13",
    "sequence.14",
    "sequence.15",
    "sequence.16",
    "air.15",
)
def russian_turn(p: P) -> None:
    """Lay out the Russian player-turn, B.1 to B.6."""
    p.pop()
    p.s.active = RUSSIAN
    p.s.arrays.began[:] = p.s.arrays.loc
    reinforcements.receive(p)
    p.queue(
        ("reinforcement", RUSSIAN), ("reinforcement.end",), ("attack.begin", -1, "before"), ("move.begin",),
        ("attack.begin", -1, "operational"), ("russian.supply",), ("german.victory",), ("russian.recovery",),
    )  # fmt: skip


@rule("surrounded.2", "surrounded.3")
def give_orders(p: P, command: Command) -> None:
    """The Russian orders No Retreat! to his whole army for this German player-turn, or does not."""
    if command.word not in ("no-retreat", "free"):
        raise Illegal("surrounded.3", "the order is no-retreat or free")
    p.pop()
    p.s.stand = command.word == "no-retreat"
    p.emit(Commanded(orders=command.word, side=RUSSIAN, rule="surrounded.3"))


@rule("sequence.2", "maskirovka.7")
def reveal(p: P) -> None:
    p.pop()
    reveal_neighbours(p)


# ---------------------------------------------------------------- phases


@rule("sequence.17")
def begin_movement(p: P) -> None:
    p.pop()
    p.s.clear_all(MOVED | BONUS)
    p.push("movement", p.s.active)


@rule("crt.4", "air.5", "sequence.3", "sequence.6", "sequence.11", "sequence.12")
def begin_attacks(p: P) -> None:
    """A new attack phase: nobody has attacked or flown in it. Russians name all attacks before any is fought."""
    p.s.phase = p.pop().args[0]
    p.s.clear_all(ATTACKED | FLOWN | FRESH)
    p.s.arrays.sortie[:] = 0
    p.s.supported, p.s.attacks = (), ()
    if p.s.active == RUSSIAN:
        p.push("resolution")
    if attacks.contested(p) or bombing.bombable(p, ()):
        p.push("attack" if p.s.active == GERMAN else "allocation", p.s.active)


@rule("sequence.12", "general.1")
def end_attacks(p: P, command: Command) -> None:
    """The attack phase ends; allocated Russian attacks are fought now."""
    p.pop()


@rule("sequence.13")
def resolve_next(p: P) -> None:
    """Russian attacks are fought in the order in which they were allocated."""
    waiting = [a for a in p.s.attacks if a.status == "open"]
    if not waiting:
        p.pop()
        p.s.attacks = ()
        return
    made = waiting[0]
    if any(defenders_in(p, hex, RUSSIAN) for hex in made.targets):
        attacks.begin_battle(p, made)
    else:
        p.s.attacks = tuple(a for a in p.s.attacks if a is not made)


@rule("sequence.4", "setup.5")
def begin_second(p: P) -> None:
    """The second operational phase: always on turn 1, and once more on turn 4 or on one turn after it."""
    p.pop()
    if p.s.turn == 1:
        p.queue(*operational("second"))
    elif p.s.turn >= 4 and not p.s.offensive:
        p.push("offensive", GERMAN)


@rule("sequence.4")
def launch_offensive(p: P, command: Command) -> None:
    p.pop()
    p.s.offensive = True
    p.emit(LaunchedOffensive(side=GERMAN, rule="sequence.4"))
    p.queue(*operational("second"))


def wait(p: P, command: Command) -> None:
    p.pop()


# ---------------------------------------------------------------- recovery


@rule("recovery.3", "sequence.5")
def begin_recovery(p: P) -> None:
    """A.2.b: the German names the Disrupted units he means to attack; all others recover."""
    p.pop()
    p.push("recovery")
    if nameable(p, ()):
        p.push("intent", GERMAN)


@rule("recovery.3", "air.1")
def nameable(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes with Disrupted Russian units that a German unit next to them or the Luftwaffe could attack in this phase."""
    shaken = {p.s.loc[u] for u in flagged(p, ground(p, RUSSIAN), DISRUPTED) if not has(p, u, NAMED)}
    return sorted(h for h in shaken if attacks.is_threatened(p, h) or bombing.is_in_range(p, h)) if shaken else ()


@rule("recovery.3")
def name_target(p: P, command: Command) -> None:
    hex = command.hexes[0]
    if hex not in nameable(p, ()):
        raise Illegal("recovery.3", f"no Disrupted unit that you could attack is in {p.game.board.names[hex]}")
    p.s.mark([u for u in p.units(hex, RUSSIAN) if has(p, u, DISRUPTED)], NAMED)
    p.emit(Named(hex=hex, side=GERMAN, rule="recovery.3"))


@rule("recovery.3", "sequence.5")
def recover_unattacked(p: P) -> None:
    p.pop()
    recover(p, [u for u in flagged(p, ground(p, RUSSIAN), DISRUPTED) if not has(p, u, NAMED)], "recovery.3")


@rule("recovery.4", "sequence.6")
def recover_attacked(p: P) -> None:
    """After the first operational attacks: whoever was not Disrupted anew recovers."""
    p.pop()
    recover(p, [u for u in flagged(p, ground(p, RUSSIAN), DISRUPTED) if not has(p, u, FRESH)], "recovery.4")
    p.s.clear_all(NAMED)


@rule("recovery.1", "sequence.9")
def recover_germans(p: P) -> None:
    """A.5: all German ground units. What interception did to the Luftwaffe lasts for the turn."""
    p.pop()
    recover(p, ground(p, GERMAN), "recovery.1")
    p.s.clear_all(RESUPPLIED)


@rule("recovery.2", "sequence.16")
def recover_reds(p: P) -> None:
    """B.6: red-lettered Russian units and Russian air units."""
    p.pop()
    recover(p, [u for u in ground(p, RUSSIAN) if p.game.is_red[u]], "recovery.2")
    p.s.clear(p.game.air_of[RUSSIAN], DISRUPTED)


def end_reinforcement(p: P) -> None:
    """Units that had just recovered are as good as others from now on."""
    p.pop()
    p.s.clear_all(RECOVERED)


# ---------------------------------------------------------------- supply


@rule("sequence.8", "air.18")
def german_supply(p: P) -> None:
    p.pop()
    p.push("german.determine")
    if airlift.needy_hexes(p, ()):
        p.push("airlift", GERMAN)


@rule("sequence.14", "air.15")
def russian_supply(p: P) -> None:
    p.pop()
    p.push("russian.determine")
    if airlift.can_drop(p, ()):
        p.push("paradrop", RUSSIAN)


def determine_german(p: P) -> None:
    p.pop()
    determine(p, GERMAN)


def determine_russian(p: P) -> None:
    p.pop()
    determine(p, RUSSIAN)
