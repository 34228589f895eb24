"""How cases write combat, overruns and breakdowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from ....core.errors import BadCase, Illegal
from ....core.events import Event
from ....core.expectations import Check, differs
from ....core.match import Match
from ....core.positions import hexes
from ..events.battle import Fought
from ..material import P
from ..rules import armor, modifiers, overrun, strength
from ..rules.battle import Battle
from ..rules.combat import reckon
from ..rules.combat_steps import bill_of
from ..rules.engagement import battle_of, ground_of, is_winterized
from ..state import ONE


def _forts(p: P, said: str) -> None:
    """`forts: HEXES`: hexes with a fort."""
    for hex in hexes(said):
        p.s.set("fort", p.game.board.node(hex), 1)


def _fallen(p: P, said: str) -> None:
    """`fallen: HEXES`: fortresses that have been captured."""
    p.s.fallen = tuple(p.game.board.node(hex) for hex in hexes(said))


def _assigned(p: P, said: dict[str, str]) -> None:
    """`assigned: {SHIP: HEX}`: ships, and the hex whose defence each supports."""
    p.s.assigned = tuple((p.game.names.unit(ship), p.game.board.node(hex)) for ship, hex in said.items())


#: keys of a case: what each lays out in the position, in this order, when units are in their places
KEYS: dict[str, Callable[[P, Any], None]] = {"forts": _forts, "fallen": _fallen, "assigned": _assigned}
#: words after a unit: what each does to it (the word may have a number: `unsupplied=2`)
WORDS: dict[str, Callable[[P, int, str], None]] = {}


# ---------------------------------------------------------------- the last battle


def _last(seen: list[Event]) -> Fought:
    found = [event for event in seen if isinstance(event, Fought)]
    if not found:
        raise BadCase("no attack has been resolved")
    return found[-1]


def _odds(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """The column of the last attack."""
    yield from differs("odds", _last(seen).odds, wanted)


def _result(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """The result of the last attack."""
    yield from differs("result", _last(seen).result, wanted)


def _factors(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`26 against 7`: strengths of the last attack."""
    last = _last(seen)
    yield from differs("factors", f"{last.attack:g} against {last.defence:g}", wanted)


def _modifiers(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """rule -> what it added to the die of the last attack; exactly these."""
    found: dict[str, int] = {}
    for modifier in _last(seen).shifts:
        found[modifier.rule] = found.get(modifier.rule, 0) + modifier.columns
    yield from differs("modifiers", found, wanted)


def _owed(match: Match, seen: list[Event], wanted: float) -> Iterator[str]:
    """Printed strength that must still be lost."""
    bill = bill_of(match.play)
    yield from differs("owed", max(bill.owed - bill.lost, 0) / ONE, wanted)


# ---------------------------------------------------------------- attacks that could be made


def _battle(match: Match, said: str) -> Battle:
    """`0304 with ge1i+ge11i`: that attack, whether it may be made or not."""
    hex, _, handles = str(said).partition(" with ")
    units = [match.game.names.unit(handle) for handle in handles.split("+")]
    return battle_of(match.play, match.play.side_of(units[0]), match.game.names.node(hex), units)


def _strengths(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """attack -> `26 against 7`."""
    for said, factors in wanted.items():
        found = reckon(_battle(match, said), match.game.charts)  # type: ignore[attr-defined]
        yield from differs(said, f"{float(found.attack.total):g} against {float(found.defence.total):g}", factors)


def _why(match: Match, seen: list[Event], wanted: dict[str, dict[str, float]]) -> Iterator[str]:
    """attack -> rule -> what it multiplies the strength of the first unit named with."""
    for said, factors in wanted.items():
        battle = _battle(match, said)
        force = strength.attacking(battle, match.game.charts)  # type: ignore[attr-defined]
        first = next(part for part in (*force.full, *force.beyond) if part.unit is battle.attackers[0])
        yield from differs(said, {factor.rule: float(factor.times) for factor in first.factors}, factors)


def _proportions(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """attack -> aeca, aecd, atec, engineers -> the share, as a fraction."""
    for said, shares in wanted.items():
        battle = _battle(match, said)
        found = {
            "aeca": armor.proportion(modifiers.armored(battle.attackers, lambda unit: unit.aeca)),
            "aeca unchosen": armor.unchosen(modifiers.armored(battle.attackers, lambda unit: unit.aeca)),
            "aecd": armor.proportion(modifiers.armored(battle.holders, lambda unit: unit.aecd)),
            "atec": armor.proportion(modifiers.armored(battle.holders, lambda unit: unit.atec)),
            "engineers": modifiers.engineer_share(battle),
        }
        for name, value in shares.items():
            yield from differs(f"{name} of {said}", found[name], Fraction(str(value)))


def _die(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """attack -> rule -> what it would add to the die; exactly these."""
    for said, values in wanted.items():
        found: dict[str, int] = {}
        for modifier in reckon(_battle(match, said), match.game.charts).modifiers:  # type: ignore[attr-defined]
            found[modifier.rule] = found.get(modifier.rule, 0) + modifier.value
        yield from differs(f"modifiers of {said}", found, values)


def _preview(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """attack -> fields of what the preview says: `odds`, `results`, `attack`, `defence`, `why`."""
    for said, fields in wanted.items():
        hex, _, handles = str(said).partition(" with ")
        found = match.odds(hex, handles.split("+"))
        for name, value in fields.items():
            shown = getattr(found, name)
            if name == "odds":
                (shown,) = shown
            yield from differs(f"{name} of {said}", shown, value)


def _overruns(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """overrun -> the movement points of the first unit named, or the rule against it."""
    for said, points in wanted.items():
        hex, _, handles = str(said).partition(" with ")
        units = [match.game.names.unit(handle) for handle in handles.split("+")]
        target = match.game.names.node(hex)
        try:
            reckoning = overrun.check_overrun(match.play, target, units)
        except Illegal as refused:
            yield from differs(f"overrun of {said}", refused.rule, points)
        else:
            yield from differs(f"overrun of {said}", overrun.price(match.play, units[0], target, reckoning) / ONE, points)


# ---------------------------------------------------------------- facts


def _winterized(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    """unit -> true or false."""
    for handle, yes in wanted.items():
        yield from differs(f"{handle} winterized", is_winterized(match.play, match.game.names.unit(handle)), yes)


def _ground(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """hex -> what combat finds there: terrain, city, fortress, fort, weather, first_winter."""
    for hex, fields in wanted.items():
        found = ground_of(match.play, match.game.names.node(str(hex)))
        for name, value in fields.items():
            yield from differs(f"{name} of {hex}", getattr(found, name), value)


def _catalogue(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """nation and type -> how many units of it there are."""
    for said, number in wanted.items():
        nation, _, kind = said.partition(" ")
        rows = match.game.rows  # type: ignore[attr-defined]
        found = sum(row.get("nation") == nation and row.get("type") == kind for row in rows)
        yield from differs(f"number of {said}", found, number)


#: what cases may expect
CHECKS: dict[str, Check] = {
    "odds": _odds, "result": _result, "factors": _factors, "modifiers": _modifiers, "owed": _owed, "strengths": _strengths,
    "multiplied": _why, "proportions": _proportions, "die": _die, "preview": _preview, "overruns": _overruns,
    "winterized": _winterized, "ground": _ground, "catalogue": _catalogue,
}  # fmt: skip
