"""What computer players claim in their reasons, compared with what then happened."""

from __future__ import annotations

import re
from functools import cache

import msgspec
import pytest

import grognard
from grognard.ai import opponent
from grognard.core.foresight import ratio
from grognard.core.match import Match

#: By game: level, scenario, and so many commands of a game are looked at.
PLAYED = {
    "drive-on-moscow": ("officer", "historical", 260), "barbarossa": ("officer", "historical", 260),
    "typhoon-1941": ("officer", "historical", 200), "what-if-1940": ("officer", "campaign", 230),
    "fire-in-the-east": ("officer", "frontier", 260),
}  # fmt: skip
_ODDS = re.compile(r"(\d+:\d+)")
_CHANCE = re.compile(r"(\d+) (?:in 100 to (?:beat|open)|times in 100)")
#: Results by which the defenders are gone from their hex, in the games that claim a chance of it.
CLEARED = {"drive-on-moscow": ("DR", "DE"), "barbarossa": ("DR", "DE", "BB")}


class Claim(msgspec.Struct):
    """An attack as it was explained, and what the table said of it in the end."""

    why: str
    units: tuple[int, ...]
    target: int
    odds: str = ""  #: claimed
    chance: int = -1  #: claimed, of a hundred
    came: list[tuple[tuple[int, ...], tuple[int, ...]]] = []  #: who attacked what, by the events
    final: str = ""
    result: str = ""


class Played(msgspec.Struct):
    """What was claimed in a game."""

    attacks: list[Claim]
    fed: list[tuple[str, bool]]  #: moves that were said to end in supply, and whether they did


@cache
def played(slug: str) -> Played:
    """Some turns between computers, with every claim beside its outcome."""
    level, scenario, number = PLAYED[slug]
    match = grognard.new(slug, scenario or None, seed=3)
    players = [opponent(slug, level, seat) for seat in match.seats]
    found = Played([], [])
    for _ in range(number):
        if match.over:
            break
        advice = players[match.seat].choose(match)
        verb, command = match.step.verbs.get(advice.command.verb), advice.command
        if verb is not None and verb.hex_first and command.hexes and command.units:
            odds, chance = _ODDS.search(advice.why), _CHANCE.search(advice.why)
            claim = Claim(advice.why, command.units, command.hexes[0], odds[1] if odds else "", int(chance[1]) if chance else -1)
            found.attacks.append(claim)
        for event in match.do(command):
            _note(found.attacks, event)
        if command.verb == "move" and not match.over:
            _marched(match, found, advice.why, command.units[0], command.hexes[-1])
    return found


def _note(attacks: list[Claim], event: object) -> None:
    """Put an event to the attack it belongs to: the last one on its target."""
    targets = getattr(event, "targets", ()) or ((event.hex,) if getattr(event, "kind", "") == "fought" else ())  # type: ignore[attr-defined]
    claim = next((one for one in reversed(attacks) if one.target in targets), None)
    if claim is None:
        return
    if getattr(event, "kind", "") in ("attacked", "assaulted", "allocated"):
        claim.came.append((tuple(event.units), tuple(targets)))  # type: ignore[attr-defined]
    final = getattr(event, "final", "") or (getattr(event, "odds", "") if getattr(event, "kind", "") == "fought" else "")
    if isinstance(final, str) and final and not claim.final:
        claim.final = final
    if getattr(event, "result", "") and not claim.result:
        claim.result = event.result  # type: ignore[attr-defined]


def _marched(match: Match, found: Played, why: str, unit: int, goal: int) -> None:
    if ("in supply" in why or "into supply" in why) and match.play.s.loc[unit] == goal:
        found.fed.append((why, match.supply(unit).supplied))


@pytest.mark.parametrize("slug", PLAYED)
def test_whoever_is_said_to_attack_attacks_what_was_named(slug: str) -> None:
    attacks = played(slug).attacks
    assert len(attacks) >= 3
    assert all(claim.why for claim in attacks)
    told = [(claim, came) for claim in attacks for came in claim.came]
    assert told
    for claim, (units, targets) in told:
        assert claim.target in targets
        assert {*claim.units} <= {*units}


@pytest.mark.parametrize(("slug", "exact"), [("fire-in-the-east", 0.9), ("barbarossa", 0.5)])
def test_odds_that_are_claimed_are_those_that_are_fought_at(slug: str, exact: float) -> None:
    """Exactly where nothing is hidden; where stacks are, within a column as a rule."""
    both = [(claim.odds, claim.final) for claim in played(slug).attacks if claim.odds and claim.final]
    assert len(both) >= 8
    assert sum(claimed == fought for claimed, fought in both) >= exact * len(both), both
    near = [abs(ratio(claimed) - ratio(fought)) <= 1.0 for claimed, fought in both]
    assert sum(near) >= 0.85 * len(near), both


@pytest.mark.parametrize("slug", CLEARED)
def test_chances_that_are_claimed_come_true_as_often(slug: str) -> None:
    """The sum of all chances against the count of what came of it, within three standard deviations."""
    both = [(c.chance / 100, c.result in CLEARED[slug]) for c in played(slug).attacks if c.chance >= 0 and c.result]
    assert len(both) >= 8
    expected, happened = sum(chance for chance, _ in both), sum(cleared for _, cleared in both)
    spread = sum(chance * (1 - chance) for chance, _ in both) ** 0.5
    assert abs(expected - happened) <= 3 * spread + 1, (expected, happened)
    certain = [cleared for chance, cleared in both if chance == 1.0]
    assert sum(certain) >= 0.95 * len(certain)


@pytest.mark.parametrize("slug", ["drive-on-moscow", "fire-in-the-east"])
def test_moves_that_are_said_to_end_in_supply_do(slug: str) -> None:
    found = played(slug).fed
    assert len(found) >= 3
    assert all(supplied for _, supplied in found), [why for why, supplied in found if not supplied]
