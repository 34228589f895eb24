"""Fire in the East: what the computer does in the air, shown by positions."""

from __future__ import annotations

import copy
from typing import Any

from grognard.core.command import Command
from grognard.core.dice import SeededDice
from grognard.core.match import Match
from grognard.games.fire_in_the_east import position
from grognard.games.fire_in_the_east.opponent import Standard, air_answers, air_missions
from grognard.games.fire_in_the_east.opponent.sight import Sight
from grognard.games.fire_in_the_east.rules import sorties

from .test_fire_in_the_east_air_phase import CASE


def at(units: dict[str, list[str]], **more: Any) -> Match:
    """A position on the board of the air phases."""
    case = copy.deepcopy(CASE)
    case["units"] = units
    found = position.match_from(case | more)
    found.play.dice = SeededDice("air")
    return found


def names(one: Match, command: Command) -> list[str]:
    return [one.game.names.unit_names[unit] for unit in command.units]


GROUND = {"0409": ["r1 soviet rifle XX 4-6"], "0408": ["i1 german infantry XX 8-6"]}


def test_bombers_fly_where_they_lift_a_column_and_no_more_than_that_takes() -> None:
    one = at({**GROUND, "0405": ["ge-ju87b-1", "ge-ju87b-2", "ge-ju87b-3"]})
    found = [*air_missions.supports(air_missions.Wings(Sight(one)))]
    assert [advice.command.word for advice in found] == ["support"]
    (advice,) = found
    assert one.game.board.names[advice.command.hexes[0]] == "0409"
    assert "from 2:1 to" in advice.why
    assert 1 <= len(advice.command.units) <= 3
    assert one.check(advice.command, "axis") is None


def test_bombers_stay_where_they_change_nothing() -> None:
    """41 against 20 is 2:1, and so it is with two points of bombs: 3:1 needs 60."""
    one = at({"0409": ["r1 soviet rifle XX 20-6"], "0408": ["i1 german infantry XX 41-6"], "0404": ["ge-do17z-1"]})
    sight = Sight(one)
    (plan,) = air_missions._promising(sight)
    bombers = air_missions.Wings(sight).bombers
    assert len(bombers) == 1
    assert air_missions.lift(sight, plan, bombers) is None
    assert not [*air_missions.supports(air_missions.Wings(sight))]


def test_an_escort_goes_along_only_where_somebody_could_come() -> None:
    alone = at({**GROUND, "0405": ["ge-ju87b-1"], "0605": ["ge-me109e-1"]})
    (quiet,) = air_missions.supports(air_missions.Wings(Sight(alone)))
    assert names(alone, quiet.command) == ["ge-ju87b-1"]
    threatened = at({**GROUND, "0405": ["ge-ju87b-1"], "0605": ["ge-me109e-1"], "0411": ["so-mig3-1"]})
    (escorted,) = air_missions.supports(air_missions.Wings(Sight(threatened)))
    assert names(threatened, escorted.command) == ["ge-ju87b-1", "ge-me109e-1"]


def test_airbases_full_of_enemies_are_bombed() -> None:
    one = at({"0405": ["ge-ju87b-1", "ge-ju87b-2"], "0411": ["so-sb2-1", "so-il2-1"], "0412": ["so-sb2-2"]})
    found = [*air_missions.strikes(air_missions.Wings(Sight(one)))]
    assert (found[0].command.word, one.game.board.names[found[0].command.hexes[0]]) == ("air-units", "0411")
    assert one.check(found[0].command, "axis") is None


def test_it_intercepts_bombers_alone_and_not_a_screen_that_is_too_strong() -> None:
    bombers = {"0404": ["ge-he111h-1", "ge-he111h-2"], "0411": ["so-mig3-1", "so-mig3-2"], **GROUND}
    one = at(bombers)
    one.do("watch 0", seat="soviet")
    one.do("support ge-he111h-1+ge-he111h-2 0409")
    while one.step.name == "air.patrol":
        one.do("pass")
    one.do("done")
    assert one.step.name == "air.interception"
    node = one.game.board.node("0409")
    hunters = [one.game.names.unit(name) for name in ("so-mig3-1", "so-mig3-2")]
    assert air_answers.gain(one.play, 1, node, hunters) > 0
    (advice,) = air_answers.interceptions(Sight(one))
    assert advice.command.verb == "intercept"

    guarded = at({"0605": ["ge-me109f-1", "ge-me109f-2"], "0404": ["ge-he111h-1"], "0411": ["so-i15-1"], **GROUND})
    guarded.do("raid ge-he111h-1+ge-me109f-1+ge-me109f-2 0409 support")
    while guarded.step.name == "air.patrol":
        guarded.do("pass")
    guarded.do("done")
    weak = guarded.game.names.unit("so-i15-1")
    assert air_answers.gain(guarded.play, 1, node, [weak]) < 0
    assert not [*air_answers.interceptions(Sight(guarded))]


def test_it_makes_patrol_attacks_on_bombers() -> None:
    one = at({"0405": ["ge-ju87b-1"], "0411": ["so-mig3-1"], **GROUND})
    one.do("support ge-ju87b-1 0409")
    assert one.step.name == "air.patrol"
    advice = air_answers.patrol(one)
    assert (advice.command.verb, names(one, advice.command)) == ("patrol", ["so-mig3-1"])
    assert one.check(advice.command, "soviet") is None


def test_the_luftwaffe_strikes_the_bases_by_surprise_and_helps_the_first_attacks() -> None:
    """From the set-up to the end of the surprise turn: air units are put aside for the strike, the others support attacks."""
    one = Match(position._whole(), "frontier", seed="1941")
    player, raids = Standard("axis"), []
    while one.play.s.phase != "combat":
        advice = player.choose(one)
        if one.step.name == "setup.air" and advice.command.verb == "done":
            assert len(one.play.s.surprise_attackers) >= 12
        if advice.command.verb == "raid":
            raids.append(advice.command.word)
        one.do(advice.command)
    assert one.play.s.surprise
    assert raids == ["support"] * len(raids)
    assert sorties.in_flight(one.play, 0) or not raids


def test_past_the_screen_it_attacks_bombers_and_leaves_alone_what_would_hurt_it_more() -> None:
    """A MiG-3 against Ju 87s, and an I-15 against Me 110s that carry bombs and shoot better than it does."""
    for bombers, hunter, verb in (("ge-ju87b", "so-mig3-1", "fight"), ("ge-me110c", "so-i15-1", "hold")):
        one = at(
            {"0405": [f"{bombers}-1"], "0411": [hunter], **GROUND}, phase="air.combat",
            flights={f"{bombers}-1": "support 0409", hunter: "intercept 0409"},
        )  # fmt: skip
        while one.step.name == "air.jettison":
            one.do("fight")
        assert one.step.name == "air.strike"
        player = Standard("soviet")
        advice = player.choose(one)
        assert advice.command.verb == verb, hunter
        one.do(advice.command)
        if verb == "hold":
            one.do(player.choose(one).command)
        shot = [event for event in one.log("axis") if event.kind == "dogfought"]
        assert bool(shot) is (verb == "fight")


def test_it_sends_no_more_interceptors_than_their_airbase_can() -> None:
    """Five fighters at an airbase of three: three come, where a command for four would be refused and nobody came."""
    one = at({
        "0404": ["ge-he111h-1", "ge-he111h-2"], "0405": ["ge-he111h-3", "ge-he111h-4"],
        "0411": [f"so-mig3-{number}" for number in range(1, 6)], **GROUND,
    })  # fmt: skip
    one.do("watch 0", seat="soviet")
    one.do("support ge-he111h-1+ge-he111h-2+ge-he111h-3+ge-he111h-4 0409")
    while one.step.name == "air.patrol":
        one.do("pass")
    one.do("done")
    assert one.step.name == "air.interception"
    advice = Standard("soviet").choose(one)
    assert advice.command.verb == "intercept"
    assert len(advice.command.units) == 3
    one.do(advice.command)
    assert len(sorties.in_flight(one.play, 1)) == 3


def test_it_sends_no_more_bombers_than_their_airbase_can_and_an_escort_from_elsewhere() -> None:
    """Five dive bombers and a fighter at an airbase of three: five would lift the attack by two columns, three by one."""
    one = at({
        "0409": ["r1 soviet rifle XX 10-6"], "0408": ["i1 german infantry XX 20-6"], "0411": ["so-mig3-1"],
        "0405": [*(f"ge-ju87b-{number}" for number in range(1, 6)), "ge-me109e-1"], "0605": ["ge-me109e-2"],
    })  # fmt: skip
    raids = []
    player = Standard("axis")
    while one.step.name == "air.missions" and (advice := player.choose(one)).command.verb == "raid":
        raids.append(advice.command)
        one.do(advice.command)
        while one.step.name == "air.patrol":
            one.do("pass")
    first = names(one, raids[0])
    assert raids[0].word == "support"
    assert 2 <= sum(name.startswith("ge-ju87b") for name in first) <= 3
    started = [unit for raid in raids for unit in names(one, raid) if unit.startswith("ge-ju87b") or unit == "ge-me109e-1"]
    assert len(started) <= 3
    assert "ge-me109e-2" in first or "ge-me109e-1" in first
