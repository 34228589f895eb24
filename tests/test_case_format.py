"""The format of cases does what their writers expect, and says so where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.cases import read, run
from grognard.core.save import dump, loads

#: What the cases below have in common: the position, or the middle of the file.
DRIVE = """game: drive-on-moscow
defaults:
  board: {size: 5x4, front: 3}
  air: [0, 0]
  units: {"0202": [1pz panzer 8-5/4-3, 2i infantry 4-8/2-4], "0503": [rd1 RD 2-2]}
"""
BARBAROSSA = """game: barbarossa
defaults:
  board: {size: 8x4, front: 5}
  turn: 10
  units: {"0206": [1i infantry 4-5], "0203": [1a rifle 3]}
  state: {vp: 20}
"""
TYPHOON = """game: typhoon-1941
defaults:
  board: {size: 8x6, front: 5}
  hq: "0103"
  units: {"0303": [a korps 3], "0603": [r rifle 1-3]}
"""
EXPEDITION = "state: {expedition: {units: [1i], launched: 9, status: recalled}, markers: ['0203', null, null]}"
LINE = (
    "phase: attack, board: {size: 16x8, front: 9, line: 0304|0404 0305|0404}, dice: [6], "
    "units: {'0304': [k korps 8], '0404': [r rifle 1-2, s rifle 1-2]}, play: [attack 0404 with k, fight]"
)


def faults(folder: Path, start: str, case: str) -> str:
    """What is wrong with a case that is written into a file after this start; "" when it passes."""
    file = folder / "case.yaml"
    file.write_text(f"{start}cases:\n- {{name: it, {case}}}\n", encoding="utf-8")
    (found,) = read(file)
    return "; ".join(run(file, found).faults)


@pytest.mark.parametrize(
    ("start", "case"),
    [
        # a refusal is a refusal of something that can be read, unless it is meant differently
        (DRIVE, "play: [{refuse: move rd1 0403}]"),
        (DRIVE, "play: [{refuse: atack 0303 with 1pz, unreadable: true}]"),
        # null takes a key away; state is completed, emptied by {}, and null takes an entry away
        (BARBAROSSA, "checks: null, track: null, state: null, expect: {values: {vp: 14}}"),
        (BARBAROSSA, "state: {heroes: 2}, expect: {values: {heroes: 2, vp: 20}}"),
        (BARBAROSSA, "state: {}, expect: {values: {vp: 14}}"),
        (BARBAROSSA, "state: {heroes: 2, vp: null}, expect: {values: {heroes: 2, vp: 14}}"),
        # units in capitals
        (DRIVE, "units: {'0202': [1PZ panzer 8-5/4-3]}, play: [move 1PZ 0302], "
                "expect: {at: {1PZ: '0302'}, options: {move: [1PZ]}, "
                "sees: {soviet: {'0302': {units: [1PZ]}}}, box: {'0302': [1PZ]}}"),
        # a game that nobody has won
        (TYPHOON, "turn: 8, phase: turn end, expect: {winner: draw by victory.3, decision: none}"),
        (TYPHOON, "turn: 8, phase: turn end, expect: {winner: draw}"),
        # everybody passes
        (DRIVE, "play: [pass until combat], expect: {decision: german combat, values: {turn: 2}}"),
        (DRIVE, "play: [pass until soviet order], expect: {decision: soviet order}"),
        (DRIVE, "play: [pass until soviet order, order move-fight, {do: pass until turn 3, expect: {values: {turn: 3}}}]"),
        # a step that is meant as written: it is not replaced by a way round
        (DRIVE, "board: {size: 5x4, front: 3, reservoir: 0202|0302}, "
                "play: [{refuse: move 1pz 0202-0302, rule: '9.14'}, move 1pz 0302], "
                "expect: {at: {1pz: '0302'}, points: {1pz: 6}}"),
        (DRIVE, "play: [move 1pz 0202-0302], expect: {at: {1pz: '0302'}, points: {1pz: 7}}"),
        (DRIVE, "play: [move 1pz 0202-0302-0402], expect: {at: {1pz: '0402'}, points: {1pz: 6}}"),
        # what is noted of units
        (DRIVE, "pieces: {1pz: {flags: [finished]}, 2i: {spent: 1}}, play: [{refuse: move 1pz 0302, rule: '9.23'}], "
                "expect: {points: {2i: 4}, pieces: {1pz: {flags: [finished]}, 2i: {flags: []}}}"),
        (DRIVE, "pieces: {1pz: {steps: 1}}, expect: {steps: {1pz: 1}, pieces: {1pz: {steps: 1}}}"),
        (BARBAROSSA, "pieces: {1i: {toll: 2, spent: 2, flags: [fought]}}, expect: {pieces: {1i: {toll: 2, flags: [fought]}}}"),
        (TYPHOON, "pieces: {a: {flags: [moved], began: '0203'}}, play: [{refuse: move a 0304}], "
                  "expect: {pieces: {a: {began: '0203'}}}"),
        # looking into a value
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{expedition.status: recalled, expedition.units: [1i]}}}}"),
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{markers.0: '0203'}}}}"),
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{expedition: {{launched: 9, units: [1i]}}}}}}"),
        # a real start in a file whose other cases are drawn
        (DRIVE, "start: historical, expect: {decision: german order}"),
        (BARBAROSSA, "start: road-back, expect: {decision: soviet combat}"),
        (TYPHOON, "start: historical, expect: {decision: russian orders}"),
        (DRIVE, "start: historical, track: {1: {mf_mech: 3}}, play: [order move-fight], expect: {movement factor: {3pz: 3}}"),
        # the Defence Line: what lies east of it lies behind it
        (TYPHOON, f"{LINE}, expect: {{factors: 8 against 6}}"),
        # aircraft come with a turn, unless they stay away
        (DRIVE, "phase: game turn, turn: 3, expect: {values: {air: [1, 0]}}"),
        (DRIVE, "phase: game turn, turn: 3, air: none, expect: {values: {air: [0, 0]}}"),
        (BARBAROSSA, "phase: turn, turn: 3, expect: {values: {air: 3}}"),
        (BARBAROSSA, "phase: turn, turn: 3, air: none, expect: {values: {air: 0}}"),
    ],
)  # fmt: skip
def test_a_case_means_what_its_writer_expects(tmp_path: Path, start: str, case: str) -> None:
    assert faults(tmp_path, start, case) == ""


NOBODY = "expect: {winner: nobody}"


@pytest.mark.parametrize(
    ("start", "case", "why"),
    [
        (DRIVE, "play: [{refuse: atack 0303 with 1pz}]", "'atack' is no command"),
        (DRIVE, "play: [{refuse: move rd9 0303, rule: 9.1b}]", "no unit called 'rd9'"),
        (DRIVE, "play: [{refuse: move rd1 0403, unreadable: true}]", "can be read"),
        (DRIVE, "play: [{do: move 1pz 0302, rule: '9.1'}]", "go with refuse"),
        (DRIVE, "play: [{do: done, refuse: done}]", "one of do, refuse and undo"),
        (DRIVE, f"play: [move 1pz 0302, {{undo: alon}}], {NOBODY}", "undo is alone, agreed or refused"),
        (DRIVE, f"play: [pass until turn 4], {NOBODY}", "nobody can pass at soviet order"),
        (DRIVE, f"play: [pass until dinner], {NOBODY}", "nobody can pass"),
        (TYPHOON, "turn: 8, phase: turn end, expect: {winner: german}", "winner is 'draw'"),
        (BARBAROSSA, f"state: {{victory: 1}}, {NOBODY}", "no value 'victory'"),
        (BARBAROSSA, f"pieces: {{1i: {{flags: [tired]}}}}, {NOBODY}", "has no 'tired'"),
        (BARBAROSSA, f"pieces: {{1i: {{loc: 3}}}}, {NOBODY}", "has no 'loc'"),
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{expedition.launched: 8}}}}", "expedition.launched is 9, not 8"),
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{expedition.units: [1a]}}}}", "expedition.units is"),
        (BARBAROSSA, f"{EXPEDITION}, expect: {{values: {{expedition.stat: 8}}}}", "no value 'expedition.stat'"),
        (BARBAROSSA, "expect: {values: {vp.x: 8}}", "no value 'vp.x'"),
        (DRIVE, f"start: historical, turn: 3, units: {{}}, {NOBODY}", "a case with start has no 'turn', 'units'"),
        (TYPHOON, f"board: {{line: 0403|0404}}, {NOBODY}", "which of 0403 and 0404 lies behind"),
        (TYPHOON, f"board: {{areas: {{behind-defence-line: '0403'}}}}, {NOBODY}", "needs a line"),
        (BARBAROSSA, f"checks: {{2: [20, 10]}}, {NOBODY}", "turns 3 to 32"),
        (BARBAROSSA, f"track: {{33: {{aircraft: 1}}}}, {NOBODY}", "turns 1 to 32"),
        (BARBAROSSA, f"crt: {{'9:9': AS}}, {NOBODY}", "has the columns 1:6"),
        (TYPHOON, f"rows: {{7: D2}}, {NOBODY}", "rows 1 to 6"),
        (TYPHOON, f"weather: fog, {NOBODY}", "weather is one of good, mud, hard-frost, snow"),
        (TYPHOON, f"side: soviet, {NOBODY}", "side is one of"),
        (DRIVE, f"active: russian, {NOBODY}", "active is one of"),
        (DRIVE, f"order: move, {NOBODY}", "order is one of"),
        (DRIVE, f"air: 3, {NOBODY}", "air is [GERMAN, SOVIET] or none"),
        (DRIVE, f"turn: 10, {NOBODY}", "turn is a number from 0 to 9"),
        (DRIVE, f"board: {{size: big}}, {NOBODY}", "size of a board"),
        (DRIVE, f"board: {{forest: 02-03}}, {NOBODY}", "a run of hexes"),
        (DRIVE, f"units: {{'0101': 1pz panzer 8-5}}, {NOBODY}", "are a list of texts"),
        (DRIVE, f"control: {{red: '0101'}}, {NOBODY}", "control is written by side"),
        (DRIVE, f"play: 7, {NOBODY}", "play is a list"),
        (DRIVE, f"play: [[1]], {NOBODY}", "a step is a command"),
        (DRIVE, "expect: 7", "expect lists"),
    ],
)
def test_a_case_that_cannot_mean_anything_says_so(tmp_path: Path, start: str, case: str, why: str) -> None:
    assert why in faults(tmp_path, start, case)


def test_a_step_meant_as_written_is_saved_and_taken_back_as_written() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    match.do("order move-fight")
    before, names = match.state.copy(), match.game.names.node_names
    unit = match.game.names.unit("3pz")
    home, near = match.state.loc[unit], next(h for h, found in match.reach("3pz").hexes.items() if found.cost == 1)
    match.do(f"move 3pz {names[home]}-{near}")
    text = dump(match)
    assert f"german: move 3pz {names[home]}-{near}\n" in text
    assert loads(text).state == match.state
    assert match.state.loc[unit] == match.game.names.node(near)
    match.undo()
    assert match.state == before
