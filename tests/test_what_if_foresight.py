"""1940: What If?: what is told about what is to come names what loses the game, on both maps."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from grognard.core.foresight import Traced, placed
from grognard.core.match import Match
from grognard.facts.cuts import cut_by_each
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.material import P
from grognard.games.what_if_1940.position import match_from
from grognard.games.what_if_1940.rules import supply
from grognard.games.what_if_1940.state import GERMAN, SOVIET


def position(**case: Any) -> Match:
    """A position on drawn maps, in the German movement phase of the east unless the case says otherwise."""
    return match_from({"seats": "four", "board": {}, "phase": "east.move"} | case)


def told(match: Match, seat: str) -> list[tuple[str, bool, str]]:
    return [(threat.kind, threat.fatal, threat.rule) for threat in match.threats(seat).threats]


RUHR = {"ruhr-city": {"Essen": "2308"}}


def test_an_open_city_of_the_ruhr_loses_the_game() -> None:
    match = position(board=RUHR, cleared="2308", units={"2305": ["fr1"], "2012": ["ge1"]}, holland="at war")
    threat = match.threats("german-west").threats[0]
    assert (threat.kind, threat.fatal, threat.rule, threat.hexes) == ("open", True, "4.2", ["2308"])
    assert "Essen is open" in threat.text
    assert "loses the game" in threat.text
    assert match.desk("german-west").items[0].fatal
    assert not any(fatal for _, fatal, _ in told(match, "anglo-french"))


def test_a_city_that_only_its_garrison_holds_can_be_attacked() -> None:
    match = position(board=RUHR, units={"2305": ["fr1 12-4/6-2"], "2012": ["ge1"]}, holland="at war")
    threats = match.threats("german-west").threats
    assert [(threat.kind, threat.stacks) for threat in threats if threat.kind != "cut"] == [("attack", ["2308"])]
    assert "Essen" in threats[0].text
    assert "and then enter it, which loses the game at once" in threats[0].text
    assert match.desk("german-west").items[0].fatal
    assert [who.side for who in match.who_can_attack("2308") if who.strikes] == ["anglo-french"]


@pytest.mark.parametrize("phase", ["west.move", "east.move", "west.fight", "soviet.move", "allied.move", "air"])
def test_moscow_is_in_danger_whichever_map_the_german_acts_on(phase: str) -> None:
    units = {"4619": ["ge15pz"], "2009": ["ge1"], "1905": ["fr1"], "5916": ["ra1"]}
    match = position(phase=phase, units=units, board={"city": {"Moscow": "4624"}}, air=[0, 0, 0])
    found = [threat for threat in match.threats("soviet").threats if threat.fatal]
    assert [(threat.kind, threat.hexes, threat.rule) for threat in found] == [("open", ["4624"], "4.3a")]
    assert "2 faces of the die" in found[0].text


def test_what_helps_the_german_is_told_with_the_die() -> None:
    units = {"4619": ["ge15pz"], "5916": ["ra1"]}
    match = position(units=units, board={"city": {"Moscow": "4624"}}, state={"finland": True})
    assert "3 faces of the die" in match.threats("soviet").threats[0].text
    lost = position(units=units, board={"city": {"Moscow": "4624"}}, control={"german": "4624"})
    assert not any(threat.fatal for threat in lost.threats("soviet").threats)


def test_after_the_last_turn_nothing_comes() -> None:
    match = position(phase="allied.fight", turn=11, units={"4619": ["ge15pz"], "1905": ["fr1"]})
    assert not any(fatal for _, fatal, _ in told(match, "soviet"))


def test_soviet_lines_are_cut_by_whoever_enters_the_last_hex() -> None:
    """An army in a corner of the Baltic coast of which all hexes but one are German."""
    match = position(units={"4605": ["ra1"], "4604": ["ge1"], "4504": ["ge2"], "4505": ["ge3"], "4606": ["ge4"], "4704": ["ge5"]})
    assert match.supply("ra1").supplied
    cut = [threat for threat in match.threats("soviet").threats if threat.kind == "cut" and "4605" in threat.stacks]
    assert cut
    assert "loses a step" in cut[0].text


def test_a_hex_of_the_rollbahn_feeds_a_whole_front() -> None:
    """Far from Germany whoever stands near a road lives by it: a rifle army that can step onto it cuts him off, and nobody who is
    near the border."""
    match = position(units={"4326": ["ge1"], "4705": ["ge2"], "4315": ["ra1"]})
    assert match.supply("ge1").supplied
    cut = [threat for threat in match.threats("german-east").threats if threat.kind == "cut"]
    assert {stack for threat in cut for stack in threat.stacks} == {"4326"}
    assert all((threat.rule, "loses a step" in threat.text) == ("6.8", True) for threat in cut)
    hexes = {hex for threat in cut for hex in threat.hexes}
    assert "4515" in hexes
    assert "4415" not in hexes, "beside the road nothing runs"


@pytest.mark.parametrize("seed", range(6))
def test_whom_a_hex_cuts_off_is_what_the_rules_say_once_somebody_stands_there(seed: int) -> None:
    rng = random.Random(seed)
    game = WhatIf()
    board = game.board
    land = [board.names[hex] for hex in game.east_land.nonzero()[0]]
    chosen = rng.sample(land, 20)
    units = {hex: [f"ge{k + 1}" if k < 12 else f"ra{k - 11}"] for k, hex in enumerate(chosen)}
    p = position(units=units).play
    lines = p.game.foresight.lines(p, GERMAN)
    assert isinstance(lines, Traced)
    stacks = p.s.arrays.count[GERMAN][: board.hexes].nonzero()[0].astype(np.int16)
    free = [board.node(hex) for hex in land if hex not in chosen]
    entered = np.array(sorted({*rng.sample(free, 150), *(board.mask("rollbahn").nonzero()[0].tolist())} & {*free}), np.int16)
    cuts = cut_by_each(board, lines, stacks, entered)
    fed = {hex for hex in stacks.tolist() if _is_fed(p, hex)}
    assert cuts
    assert fed == {hex for hex in stacks.tolist() if lines.net[hex] or (lines.fed is not None and lines.fed[hex])}
    somebody = next(unit for unit in range(len(p.game.pieces)) if p.side_of(unit) == SOVIET and p.s.loc[unit] >= board.hexes)
    for hex in entered.tolist():
        with placed(p, (somebody,), (hex,)):
            lost = sorted(stack for stack in fed if not _is_fed(p, stack))
        assert cuts.get(hex, []) == lost, board.names[hex]


def _is_fed(p: P, hex: int) -> bool:
    return all(supply.supplied(p, unit) for unit in p.units(hex, GERMAN))
