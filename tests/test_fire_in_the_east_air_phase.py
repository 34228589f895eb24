"""Fire in the East: whole air phases: packages are their single missions, random phases keep what must hold, forecasts."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.command import Command
from grognard.core.dice import SeededDice
from grognard.core.digest import digest
from grognard.core.match import Match
from grognard.core.save import dump, load, loads
from grognard.games.fire_in_the_east import position, queries_air
from grognard.games.fire_in_the_east.air_facts import air_war
from grognard.games.fire_in_the_east.invariants_air import faults
from grognard.games.fire_in_the_east.rules import air_replacement, antiaircraft, bombed_prey, flak, sorties
from tools.golden import FOLDER

FIGHTERS = [f"so-lagg3-{number}" for number in range(1, 4)] + [f"so-mig3-{number}" for number in range(1, 4)]
CASE: dict[str, Any] = {
    "board": {
        "size": "16x8", "front": 8, "broad": "0409-0410-0411-0412", "dot-city": {"Selo": "0410"},
        "partial-city": {"Gorod": "0415"},
    },
    "phase": "air.missions",
    "airfields": {"0405": "permanent", "0404": "permanent", "0605": "permanent", "0411": "permanent", "0412": "permanent"},
    "allowances": {},
    "capital": "0415",
    "units": {
        "0405": ["ge-ju87b-1", "ge-ju87b-2", "ge-ju87b-3"],
        "0404": ["ge-he111h-1", "ge-he111h-2", "ge-me110c-1"],
        "0605": ["ge-me109e-1", "ge-me109e-2", "ge-me109f-1", "ge-ju52-1"],
        "0411": FIGHTERS[:3],
        "0412": [*FIGHTERS[3:], "so-sb2-1", "so-il2-1"],
        "0409": ["r1 soviet rifle XX 4-6", "so-aah1", "so-aah2"],
        "0408": ["i1 german infantry XX 8-6"],
    },
}  # fmt: skip


def match(seed: int) -> Match:
    found = position.match_from(dict(CASE))
    found.play.dice = SeededDice(f"air {seed}")
    return found


def told(one: Match) -> dict[str, Any]:
    """The whole position: all arrays and values, standing orders left out."""
    state = one.play.s
    arrays = {name: getattr(state.arrays, name).tolist() for name in (*state.piece_arrays(), *state.node_arrays())}
    values = {name: getattr(state, name) for name in state.values() if not name.endswith("_standing")}
    return arrays | values


@pytest.mark.parametrize("seed", range(4))
def test_a_package_is_its_single_missions(seed: int) -> None:
    """The same phase flown singly and as a package gives the same position for the same dice."""
    singly, package = match(seed), match(seed)
    for one in (singly, package):
        one.do("watch 6", seat="soviet")
        one.do("answers orders", seat="soviet")
        one.do("cover 0410 4", seat="soviet")
    for unit in ("ge-ju87b-1", "ge-ju87b-2"):
        singly.do(f"support {unit} 0409")
    for unit in ("ge-me109e-1", "ge-me109e-2"):
        if sorties.over(singly.play, singly.game.board.node("0409"), 0):  # not if patrols have turned all bombers back
            singly.do(f"escort {unit} 0409")
    package.do("raid ge-ju87b-1+ge-ju87b-2+ge-me109e-1+ge-me109e-2 0409 support")
    assert told(singly) == told(package)
    for one in (singly, package):
        one.do("done")
    assert told(singly) == told(package)
    assert singly.play.s.rolls == package.play.s.rolls


def test_each_air_unit_of_a_package_finds_its_way_when_it_takes_off() -> None:
    """The first is met by the only patrol there is; the second need not fly around it any more, however the two were ordered."""
    case = dict(CASE) | {
        "airfields": {"0405": "permanent", "0610": "permanent"},
        "control": {"soviet": "0610"},
        "units": {"0405": ["ge-he111h-1", "ge-he111h-2"], "0610": ["so-i16-1"], "0712": ["r1 soviet rifle XX 4-6"]},
    }
    paths = []
    for commands in (["support ge-he111h-1 0712", "support ge-he111h-2 0712"], ["support ge-he111h-1+ge-he111h-2 0712"]):
        one = position.match_from(dict(case))
        one.play.dice = SeededDice("ways")
        one.do("watch 6", seat="soviet")
        one.do("answers orders", seat="soviet")
        for command in commands:
            one.do(command)
        paths.append(([event.path for event in one.log("axis") if event.kind == "flown"], told(one)))
    (singly, after_singly), (together, after_together) = paths
    assert singly[0] != singly[1], "else this proves nothing"
    assert singly == together
    assert after_singly == after_together


def say(one: Match, rng: random.Random) -> None:
    """Something legal at the present decision."""
    step = one.game.flow.steps[one.play.frame.step]
    verbs = [verb for verb in step.in_order if verb.available(one.play)]
    rng.shuffle(verbs)
    for verb in verbs:
        command = verb.sample(one.play, rng)
        if command is not None:
            one.do(command)
            return
    one.do(Command(next(verb.name for verb in step.in_order if verb.ends)))


@pytest.mark.parametrize("seed", range(6))
def test_random_air_phases_keep_what_must_hold(seed: int) -> None:
    """No air unit is lost or doubled, all are at airbases, in the air or on the chart; whatever random play says is legal."""
    one, rng = match(seed), random.Random(seed)
    units = [unit for unit, air in enumerate(one.game.is_air) if air]  # type: ignore[attr-defined]
    for _ in range(150):
        if one.play.s.phase != "air":
            break
        say(one, rng)
        assert list(faults(one.play)) == []
        assert all(one.play.s.loc[unit] >= 0 for unit in units)
    assert one.play.s.phase != "air"
    assert air_replacement.active(one.play, 0) <= 10


def test_the_mission_builder_lists_who_can_fly_what() -> None:
    one = match(0)
    builder = queries_air.builder(one.play, 0)
    names = one.game.board.names
    assert {names[base.hex]: (base.left, len(base.ready)) for base in builder.bases} == {
        "0404": (3, 3),
        "0405": (3, 3),
        "0605": (3, 4),
    }
    missions = {choice.word: choice.units for choice in builder.missions}
    assert len(missions["escort"]) == 4
    assert len(missions["support"]) == 8
    assert missions["transport"] == (one.game.names.unit("ge-ju52-1"),)
    assert "bridge" not in missions
    ring = queries_air.ring(one.play, one.game.names.unit("ge-ju87b-1"), "support")
    assert max(ring.values()) == 7
    node = one.game.board.node("0409")
    assert node in queries_air.targets(one.play, [one.game.names.unit("ge-ju87b-1")], "support")
    assert one.game.names.unit("ge-me109e-1") in queries_air.escorts(one.play, node)
    assert one.game.pieces[queries_air.interceptors(one.play, node, 1)[0]].handle.startswith("so-")


def test_a_forecast_tells_exact_chances() -> None:
    one = match(0)
    unit, node = one.game.names.unit("ge-ju87b-1"), one.game.board.node("0410")
    found = queries_air.forecast(one.play, [unit], "railway", node)
    assert found.hexes == (5,)
    assert found.hits == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert found.flak == ({"—": Fraction(1)},)
    assert 0 < found.patrols[0] < 1
    over_guns = queries_air.forecast(one.play, [unit], "support", one.game.board.node("0409"))
    assert sum(over_guns.flak[0].values()) == 1
    assert over_guns.adds == 4
    fight = queries_air.dogfight(
        one.play, [one.game.names.unit("so-lagg3-1")], [one.game.names.unit("ge-me109e-1")], [unit], "support"
    )
    assert set(fight) <= {f"{who} {result}" for who in ("escorts", "interceptors", "bombers") for result in "RAK"}


def test_a_forecast_counts_no_more_patrols_than_an_airbase_makes() -> None:
    """Three fighters at a temporary airfield make two patrol attacks (19d)."""
    case: dict[str, Any] = dict(CASE) | {
        "airfields": {"0405": "permanent", "0411": "temporary"},
        "units": {"0405": ["ge-ju87b-1"], "0411": FIGHTERS[:3], "0410": ["r1 soviet rifle XX 4-6"]},
    }
    one = position.match_from(case)
    unit, node = one.game.names.unit("ge-ju87b-1"), one.game.board.node("0410")
    attack = Fraction(1, 3)  # 5 against 3
    assert queries_air.forecast(one.play, [unit], "support", node).patrols == (1 - (1 - attack) ** 2,)


def test_a_forecast_knows_the_guns_of_a_bombed_ship() -> None:
    """In port the ship and the guns ashore fire, at sea the ship alone (22.B.3)."""
    board = {
        "draw": ". . . ~ ~\n. . . ~ ~", "front": 2, "city": {"Port": "0103"}, "tags": {"Port": "port"}, "coastal": "0103 0203",
        "areas": {"black-sea": "0103-0105 0203-0205"},
    }  # fmt: skip
    case: dict[str, Any] = {
        "board": board, "phase": "air.missions", "airfields": {"0101": "permanent"},
        "units": {"0101": ["ge-ju87b-1"], "0103": ["so-camolotov", "so-aah1"], "0203": ["so-cavoroshilov at-sea", "so-aah2"]},
    }  # fmt: skip
    one = position.match_from(case)
    unit = one.game.names.unit("ge-ju87b-1")
    for name in ("0103", "0203"):
        node = one.game.board.node(name)
        promised = queries_air.forecast(one.play, [unit], "ship", node).flak[0]
        again = position.match_from(case)
        again.do(f"ship ge-ju87b-1 {name}")
        bombed_prey.choose(again.play)
        guns = flak.strength_against(again.play, unit)
        shot = antiaircraft.barrage(air_war(again.play.game).charts, guns, sorties.flyer(again.play, unit))
        assert shot is not None
        assert promised == {result.letter: chance for result, chance in shot.chances.items()}


def test_the_reach_of_an_air_unit_is_its_ring() -> None:
    one = match(0)
    found = one.game.reach(one.play, [one.game.names.unit("ge-ju87b-1")])
    assert (found.start, found.points) == ("0405", 7)
    assert max(hex.cost for hex in found.hexes.values()) == 7
    assert found.hexes["0409"].cost == 4


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_listed_in_an_air_phase_may_be_said(seed: int) -> None:
    """Some commands of every verb at the first decisions of each kind."""
    one, rng = match(seed), random.Random(seed + 50)
    seen: dict[str, int] = {}
    while one.play.s.phase == "air":
        step = one.step
        seen[step.name] = seen.get(step.name, 0) + 1
        for verb in step.in_order if seen[step.name] <= 3 else ():
            commands = [*verb.elementary(one.play)] if verb.available(one.play) else []
            for command in rng.sample(commands, min(8, len(commands))):
                again = one.copy()
                again.do(again.text(command))  # said in words, so that it is checked in full
        say(one, rng)
    assert {"air.missions", "air.interception", "air.return.phasing"} <= seen.keys()


def test_an_air_phase_is_saved_loaded_and_taken_back_at_every_decision() -> None:
    """A stored game of random play: whatever the air phases ask, the position is the same after loading and after a take-back."""
    whole = load(str(FOLDER / "fire-in-the-east-frontier-random.txt"))
    one = Match(whole.game, whole.scenario, whole.options_chosen, seating=whole.seating, chapters=whole.chapters)
    asked: set[str] = set()
    back = 0
    for seat, command in whole.commands[:800]:
        step, before = one.play.frame.step, digest(one.play.s)
        if step.startswith("air.") and step not in asked:
            asked.add(step)
            assert digest(loads(dump(one)).play.s) == before
            after = one.copy()
            after.do(command, seat)
            if after.can_undo(seat):
                after.undo()
                back += 1
                assert digest(after.play.s) == before
        one.do(command, seat)
    assert {"air.missions", "air.return.phasing", "air.chart"} <= asked
    assert back
