"""Fire in the East: who can attack what at which odds, and which hexes feed whom, against the preview and the rules."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from grognard.core.foresight import Phase, Traced, placed, ratio
from grognard.core.match import Match
from grognard.facts import Outlook, Threat
from grognard.facts.strikes import forces, together, weigh
from grognard.facts.threats import GRAVE
from grognard.games.fire_in_the_east import FireInTheEast, preview
from grognard.games.fire_in_the_east.lines_ahead import by_nation, closed_by
from grognard.games.fire_in_the_east.position import match_from
from grognard.games.fire_in_the_east.rules import supply
from grognard.games.fire_in_the_east.state import AXIS, SOVIET
from grognard.games.fire_in_the_east.supply_lines import FAR

OPEN = {"size": "12x5", "front": 6}


def told(match: Match, seat: str, kind: str) -> list[Threat]:
    return [threat for threat in match.threats(seat).threats if threat.kind == kind]


@cache
def campaign() -> Match:
    return Match(FireInTheEast(), "historical", seed="1941")


# ---------------------------------------------------------------- attacks


def attacked(hexes: dict[str, list[str]], **case: Any) -> Match:
    return match_from({"board": OPEN, "turn": 5, "side": "axis", "units": {"0308": ["r soviet rifle X 2-6"], **hexes}} | case)


def test_a_stack_is_told_with_the_odds_of_the_preview_once_the_units_stand_there() -> None:
    far = {"0304": ["a german infantry XX 8-6"]}
    (threat,) = told(attacked(far, phase="movement"), "soviet", "attack")
    assert (threat.hexes, threat.rule, threat.text) == (["0308"], "9", "1 Axis unit can attack 0308 at 4:1 (9).")
    there = attacked({"0307": ["a german infantry XX 8-6"]}, phase="combat")
    assert there.odds("0308", ["a"]).odds == {"4:1": 1.0}


def test_who_can_attack_names_the_units_the_hexes_and_the_odds() -> None:
    far = {"0304": ["a german infantry XX 8-6"], "0204": ["b german infantry XX 7-6"]}
    (axis,) = attacked(far, phase="movement").who_can_attack("0308", "soviet")
    (moved,) = [strike for strike in axis.strikes if strike.how == "moved"]
    assert (axis.side, sorted(moved.units), moved.odds, moved.attack, moved.defence) == ("axis", ["a", "b"], "7:1", 15.0, 2.0)


def test_who_is_too_weak_or_too_far_is_not_feared() -> None:
    assert not told(attacked({"0304": ["a german infantry III 2-6"]}, phase="movement"), "soviet", "attack")
    for movement, feared in ((6, 1), (5, 0)):  # six hexes to the one beside it
        far = {"0301": [f"a german infantry XX 8-{movement}"]}
        assert len(told(attacked(far, phase="movement"), "soviet", "attack")) == feared


def test_no_more_attack_from_a_hex_than_could_stack_in_the_one_attacked() -> None:
    """9.B.7: with one hex to attack from, three divisions of four take part, and guns beside them."""
    board = {"draw": "~ ~ ~ ~ ~ ~\n. . . . . .\n~ ~ ~ ~ ~ ~", "front": 4}
    divisions = [f"{name} german infantry XX {strength}-6" for name, strength in zip("abcd", (8, 7, 6, 5), strict=True)]
    match = match_from(
        {"board": board, "turn": 5, "side": "axis", "phase": "movement",
         "units": {"0203": divisions, "0205": ["r soviet rifle X 2-6"]}}
    )  # fmt: skip
    (axis,) = match.who_can_attack("0205", "axis")
    (moved,) = [strike for strike in axis.strikes if strike.how == "moved"]
    assert (moved.units, moved.hexes, moved.attack) == (["a", "b", "c"], ["0204"], 21.0)


def test_hungarians_and_rumanians_are_not_added_up() -> None:
    """32.A.a: the stronger of the two forces is what one has to fear."""
    far = {"0304": ["h hungarian cavalry X 2-8"], "0204": ["m rumanian cavalry XX 5-8"]}
    (axis,) = attacked(far, phase="movement").who_can_attack("0308", "soviet")
    assert [strike.units for strike in axis.strikes if strike.how == "moved"] == [["m"]]


def test_attacks_on_the_campaign_are_legal_and_reckoned_as_the_preview_does() -> None:
    outlook = Outlook(campaign().play, (AXIS, SOVIET))
    p = outlook.ahead(AXIS, Phase.FIGHT_MOVED)
    reached, targets = outlook.reaches(AXIS), outlook.defended(SOVIET)
    assert p is not None
    assert reached is not None
    goes = {unit: {*reached.hexes(k).tolist()} for k, group in enumerate(reached.groups) for unit in group.units}
    feared = {threat.hexes[0]: threat.note for threat in told(campaign(), "soviet", "attack")}
    grave = 0
    for hex, force in zip(targets.tolist(), forces(outlook, AXIS, targets), strict=True):
        chosen = together(p, hex, force)
        if not chosen.units:
            continue
        odds = weigh(outlook, p, hex, chosen)
        with placed(p, chosen.units, chosen.hexes):
            shown = preview.odds(p, hex, chosen.units)
        assert all(where in goes[unit] for unit, where in zip(chosen.units, chosen.hexes, strict=True))
        assert (odds is None) == bool(shown.why or not shown.odds)
        if odds is not None:
            assert {odds.odds: 1.0} == shown.odds
            if ratio(odds.odds) >= GRAVE:
                grave += 1
                assert feared[p.game.board.names[hex]] == odds.odds
    assert grave == len(feared) > 20


# ---------------------------------------------------------------- supply


RAIL = "-".join(f"03{column:02}" for column in range(1, 21))
RAILWAY = {"size": "20x5", "front": 21, "rail": RAIL, "areas": {"axis-supply": "0301", "soviet-supply": "0520"}}


def on_the_line(**units: list[str]) -> Match:
    """A German at the end of the railway from 0301, far from its source."""
    case = {"board": RAILWAY, "turn": 5, "side": "soviet", "phase": "movement", "control": {"axis": "0301-0320"}}
    return match_from(case | {"units": {"0318": ["a german infantry XX 8-6"], **units}})


def test_a_hex_whose_loss_cuts_a_stack_off_is_told() -> None:
    match = on_the_line(**{"0510": ["r soviet rifle XX 4-6"]})
    cuts = told(match, "axis", "cut")
    assert {stack for threat in cuts for stack in threat.stacks} == {"0318"}
    assert all(threat.rule == "12.B" for threat in cuts)
    hexes = {hex for threat in cuts for hex in threat.hexes}
    assert "0310" in hexes, "on the railway"
    assert "0410" in hexes, "beside it: the zone closes the railway (12.A)"
    assert match.supply("a").path
    for hex in ("0310", "0410"):
        taken = match.copy()
        taken.do(f"move r {hex}")
        assert not taken.supply("a").path, "and so it is once he stands there"


def test_who_has_no_zone_cuts_only_where_he_stands() -> None:
    match = on_the_line(**{"0510": ["r soviet rifle X 2-6"]})
    hexes = {hex for threat in told(match, "axis", "cut") for hex in threat.hexes}
    assert "0310" in hexes
    assert "0410" not in hexes


def test_a_second_railway_keeps_the_stack_in_supply() -> None:
    second = "-".join(["0101", *(f"01{column:02}" for column in range(2, 18)), "0217", "0318"])
    board = RAILWAY | {"rail": f"{RAIL} {second}"}
    case = {"board": board | {"areas": {"axis-supply": "0301 0101", "soviet-supply": "0520"}}, "turn": 5, "side": "soviet",
            "phase": "movement", "control": {"axis": "0301-0320 0101-0120 0217"},
            "units": {"0318": ["a german infantry XX 8-6"], "0508": ["r soviet rifle X 2-6"]}}  # fmt: skip
    assert not told(match_from(case), "axis", "cut")


def test_a_stack_without_a_line_is_told() -> None:
    match = on_the_line(**{"0310": ["r soviet rifle XX 4-6"]})
    (threat,) = told(match, "axis", "unsupplied")
    assert (threat.stacks, threat.rule) == (["0318"], "12.B")


def test_a_pocket_about_to_close_is_told() -> None:
    """3.I: two ways lead home past a lake. Each of two Soviet stacks can bar one; either alone leaves the other open."""
    land = "~ ~ ~ . ~ ~ ~\n. . . . . . .\n. l l l l . .\n. . . . . . .\n~ ~ ~ . ~ ~ ~"
    board = {"draw": land, "front": 8, "areas": {"axis-supply": "0201 0301 0401", "soviet-supply": "0104 0504"}}
    units = {"0307": ["a german infantry XX 8-6"], "0104": ["q soviet rifle X 2-6"], "0504": ["r soviet rifle X 2-6"]}
    case = {"board": board, "turn": 5, "side": "soviet", "phase": "movement", "units": units}
    match = match_from(case)
    (threat,) = told(match, "axis", "pocket")
    assert (threat.stacks, threat.rule, {hex[:2] for hex in threat.hexes}) == (["0307"], "3.I", {"02", "04"})
    assert not told(match, "axis", "cut")
    assert not told(match_from(case | {"units": {**units, "0504": ["c german infantry X 2-6"]}}), "axis", "pocket")


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_supply_if_each_hex_were_taken_is_what_the_rules_trace(side: int) -> None:
    """On the campaign, where only hexes that touch a line are traced: all those left out would change nothing."""
    p = campaign().play
    outlook = Outlook(p, (AXIS, SOVIET))
    lines, reached = outlook.lines(side), outlook.reaches(1 - side)
    assert isinstance(lines, Traced)
    assert reached is not None
    entered = reached.entered(p.game.board.nodes).nonzero()[0].astype(np.int16)
    stacks = by_nation(p, side)
    cuts = lines.cut(np.unique(np.concatenate([*stacks.values()])), entered, reached.units_into)
    assert cuts or side == AXIS, "at the start no single hex cuts off anybody of the Axis"
    now = {nation: supply.lines(p, side, nation).overland for nation in stacks}
    for hex in {*random.Random(5).sample(entered.tolist(), 150), *list(cuts)[:40]}:
        lost = set()
        for nation, hexes in stacks.items():
            then = supply.lines_without(p, side, nation, closed_by(p, side, hex, reached.units_into(hex))).overland
            lost |= {h for h in hexes.tolist() if now[nation][h] != FAR and then[h] == FAR and h != hex}
        assert cuts.get(hex, []) == sorted(lost)
