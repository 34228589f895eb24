"""Attacks that an order asks for, and what brings units back to strength."""

from __future__ import annotations

from ..core.command import Command
from ..core.errors import GrognardError
from ..core.flow import Verb
from ..core.foresight import attacks, ratio
from .draft import Draft

#: Odds at which a staff proposes an attack, at which it only mentions it, and beyond which more strength is wasted.
GOOD, DOUBTFUL, AMPLE = 3.0, 1.5, 7.0
#: Words by which units are brought back to strength.
RESTORING = ("replace", "rest", "rebuild", "recover")


def strike(draft: Draft) -> None:
    """Attacks on what stands in the way, or in the ring; the nearest to the goal first."""
    if draft.order.word not in ("advance", "encircle"):
        return
    for verb in attacks(draft.now.step):
        if not verb.available(draft.now.play):
            continue
        targets = [hex for hex in draft.legal.hexes_with(verb) if _wanted(draft, verb, hex)]
        used: set[int] = set()
        for hex in sorted(targets, key=lambda hex: (draft.far(hex, draft.nearest(hex, draft.goal)), hex)):
            used |= {*_attack(draft, verb, hex, used)}


def _wanted(draft: Draft, verb: Verb, hex: int) -> bool:
    """Is a target in the ring, or nearer to the goal than those who would attack it?"""
    if not draft.within(hex):
        return False
    if hex in draft.goal or draft.order.word == "encircle":
        return hex in draft.goal
    able = [unit for unit in draft.legal.units_with(verb, (hex,)) if unit in {*draft.units}]
    loc, goal = draft.now.play.s.loc, draft.nearest(hex, draft.goal)
    return any(draft.far(hex, goal) < draft.far(loc[unit], goal) for unit in able)


def _attack(draft: Draft, verb: Verb, hex: int, used: set[int]) -> tuple[int, ...]:
    """Note an attack by those of the order who can take part, without those who are not needed; who takes part in it."""
    able = [unit for unit in draft.legal.units_with(verb, (hex,)) if unit in {*draft.units} - used]
    if not able:
        return ()
    odds, units = _trimmed(draft, hex, able)
    worth = ratio(odds) if odds else _strength(draft, hex, units)
    command = Command(verb.name, tuple(units), (hex,))
    if worth < DOUBTFUL or draft.now.check(command, draft.seat) is not None:
        return ()
    good = worth >= GOOD
    here = f"clears {draft.place(hex)}" if hex not in draft.goal else f"storms {draft.place(hex)}"
    reason = here if good else f"{here}, if you dare"
    draft.note(command, draft.now.play.s.loc[units[0]], reason, odds=odds or f"about {worth:.1f}:1", chosen=good, attack=True)
    return tuple(units) if good else ()


def _trimmed(draft: Draft, hex: int, able: list[int]) -> tuple[str, list[int]]:
    """The likeliest odds with everybody, and then with no more than are needed."""
    odds, units = _likely(draft, hex, able), list(able)
    if not odds:
        return "", units
    mean = draft.outlook.beliefs.mean
    for unit in sorted(able, key=lambda unit: (mean(unit, 0), unit)):
        fewer = [other for other in units if other != unit]
        less = _likely(draft, hex, fewer) if fewer else ""
        if less and (less == odds or ratio(less) >= AMPLE):
            odds, units = less, fewer
    return odds, units


def _likely(draft: Draft, hex: int, units: list[int]) -> str:
    if "odds" not in draft.now.game.questions:
        return ""
    try:
        found = draft.now.odds(hex, units, seat=draft.seat)
    except GrognardError:
        return ""
    return max(found.odds, key=lambda name: found.odds[name], default="")


def _strength(draft: Draft, hex: int, units: list[int]) -> float:
    """How much stronger the attackers are believed to be, in a game that has no odds."""
    strength = draft.outlook.beliefs.strength
    defence = strength(draft.now.play.foes(hex, draft.side)).defence
    return strength(units).attack / max(defence, 0.5)


def restore(draft: Draft) -> None:
    """Refit: whatever can be said now to bring units of the order back to strength."""
    if draft.order.word != "refit":
        return
    for verb in draft.legal.verbs:
        if verb.name not in RESTORING or verb.units is None or verb.hexes is not None:
            continue
        for unit in sorted({*draft.legal.units_with(verb)} & {*draft.units}):
            command = Command(verb.name, (unit,))
            trial = draft.tried(command)
            if trial is not None:
                draft.now = trial
                draft.gone.add(unit)
                draft.note(command, draft.begun.play.s.loc[unit], "back to strength")
