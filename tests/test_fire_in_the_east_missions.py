"""Fire in the East: the mission builder, its forecasts, packages against single missions, standing orders against answers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.command import CommandForm
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.missions import MissionView
from grognard.games.fire_in_the_east import air_forecasts, position, queries_air
from grognard.games.fire_in_the_east.air_charts import Result
from grognard.games.fire_in_the_east.air_facts import air_war
from grognard.games.fire_in_the_east.rules import bombed_prey, bombing, sorties, standing_orders
from grognard.games.fire_in_the_east.rules.flyer import Flyer
from grognard.games.fire_in_the_east.rules.mission_effects import wanted
from grognard.games.fire_in_the_east.rules.mission_table import Purpose
from grognard.games.fire_in_the_east.state import Standing
from grognard.server.questions import Asker

from .test_fire_in_the_east_air_phase import CASE, FIGHTERS, match, told


def ask(
    one: Match, seat: str, hex: str, verb: str = "", units: str = "", escort: str = "", word: str = "", taken: str = ""
) -> MissionView:
    """A question of the page, as the server answers it."""
    return Asker(one.fork(seat), seat).mission(hex, verb, units, escort, word, taken)


def kinds(view: MissionView) -> dict[str, int]:
    return {kind.verb: kind.units for kind in view.kinds}


# ---------------------------------------------------------------- who could fly


def test_it_opens_with_bases_missions_zones_and_orders() -> None:
    air = Asker(match(0).fork("axis"), "axis").air()
    assert {base.hex: (base.capacity, base.left, len(base.units)) for base in air.bases} == {
        "0404": (3, 3, 3), "0405": (3, 3, 3), "0605": (3, 3, 4),
    }  # fmt: skip
    assert [unit.id for base in air.bases for unit in base.units if unit.fighter] == [
        "ge-me110c-1", "ge-me109e-1", "ge-me109e-2", "ge-me109f-1",
    ]  # fmt: skip
    assert {ring.hex: ring.hexes for ring in air.zones} == {"0411": 2, "0412": 2}
    assert {kind.verb for kind in air.kinds} >= {"support", "airbase", "transfer", "escort"}
    assert "bridge" not in {kind.verb for kind in air.kinds}
    assert [order.given for order in air.orders] == [False] * len(air.orders)


def test_a_target_says_what_could_be_flown_to_it() -> None:
    one = match(0)
    view = ask(one, "axis", "0409")
    assert kinds(view)["support"] == 8
    assert "airbase" not in kinds(view)
    assert {"airbase", "air-units"} <= set(kinds(ask(one, "axis", "0411")))
    far = ask(one, "axis", "0415", "city")
    assert [flyer.id for flyer in far.flyers] == ["ge-he111h-1", "ge-he111h-2"]
    assert all(flyer.hexes <= flyer.range for flyer in far.flyers)


def test_fighters_are_offered_last_for_bombs_and_not_twice() -> None:
    view = ask(match(0), "axis", "0409", "support", "ge-me109e-1")
    fighters = [flyer.id.startswith("ge-me") for flyer in view.flyers]
    assert fighters == sorted(fighters)
    assert "ge-me109e-1" not in [escort.id for escort in view.escorts]


def test_who_is_on_the_list_counts_against_its_base() -> None:
    """Three missions may begin at an airbase: with two of its air units meant for others one is left, with three nobody."""
    one = match(0)
    left = ask(one, "axis", "0409", "support", taken="ge-ju87b-1+ge-ju87b-2")
    assert [flyer.id for flyer in left.flyers if flyer.base == "0405"] == ["ge-ju87b-3"]
    none = ask(one, "axis", "0409", "escort", taken="ge-ju52-1+ge-me109e-1+ge-me109e-2")
    assert "0605" not in [flyer.base for flyer in none.flyers]


def test_a_mission_that_may_not_be_flown_is_refused_as_if_it_were_said() -> None:
    one = match(0)
    crowded = ask(one, "axis", "0405", "transfer", "ge-me109e-1+ge-me109e-2+ge-me109f-1+ge-ju52-1")
    assert (crowded.rule, crowded.why) == ("17.A", "the airbase in 0605 can begin no more missions in this air phase")
    assert not ask(one, "axis", "0405", "transfer", "ge-me109e-1").why
    other = ask(one, "soviet", "0408", "support", "so-il2-1")
    assert other.why


# ---------------------------------------------------------------- forecasts


def test_everybody_who_may_be_left_adds_up_to_one() -> None:
    one = match(0)
    bombers = [one.game.names.unit(name) for name in ("ge-ju87b-1", "ge-ju87b-2", "ge-he111h-1")]
    flyers = [Flyer(sorties.model(one.play, unit), "german", Purpose.RAIL) for unit in bombers]
    chances = [Fraction(1, 2), Fraction(1, 2), Fraction(1, 3)]
    left = dict(air_forecasts.come_through(flyers, chances))
    assert sum(left.values()) == 1
    assert left[()] == Fraction(1, 6)
    assert left[tuple(flyers)] == Fraction(1, 12)
    assert left[tuple(flyers[:1])] == Fraction(2, 4) * Fraction(2, 3)


def test_hits_are_those_of_the_table_over_all_who_come_through() -> None:
    one = match(0)
    unit, node = one.game.names.unit("ge-ju87b-1"), one.game.board.node("0410")
    facts = Flyer(sorties.model(one.play, unit), "german", Purpose.RAIL)
    alone = bombing.hits([bombing.attack(air_war(one.play.game).charts, [facts], "clear")])
    found = air_forecasts.hits(one.play, node, Purpose.RAIL, [facts], [Fraction(3, 4)])
    assert found == {0: Fraction(1, 4) + Fraction(3, 4) * alone[0], 1: Fraction(3, 4) * alone[1]}


def test_hits_at_an_airbase_are_exact_for_a_force_of_eight() -> None:
    """Over all 256 sets of bombers that may come through, put together here from the hits of each group alone."""
    one = match(0)
    p, node = one.play, one.game.board.node("0411")
    charts, targets = air_war(p.game).charts, len(bombed_prey.prey(p, node, Purpose.AIR_UNITS))
    models = [sorties.model(p, p.game.names.unit(name)) for name in ("ge-ju87b-1", "ge-he111h-1")]
    flyers = [Flyer(models[number % 2], "german", Purpose.AIR_UNITS) for number in range(8)]
    chances = [Fraction(35 - number, 36) for number in range(8)]
    expected, hit = dict[int, Fraction](), Fraction()
    for stays in product((True, False), repeat=8):
        share = prod(chance if stay else 1 - chance for chance, stay in zip(chances, stays, strict=True))
        force = [flyer for flyer, stay in zip(flyers, stays, strict=True) if stay]
        so_far = {0: Fraction(share)}
        for together in (force[place::targets] for place in range(min(targets, len(force)))):
            best = bombing.best_groups(charts, tuple(together), "clear", wanted(p, node, Purpose.AIR_UNITS))
            spread = bombing.hits([bombing.attack(charts, [together[place] for place in group], "clear") for group in best])
            hit += share * (1 - spread[0])
            after = dict[int, Fraction]()
            for (many, chance), (more, part) in product(so_far.items(), spread.items()):
                after[many + more] = after.get(many + more, Fraction()) + chance * part
            so_far = after
        for many, chance in so_far.items():
            expected[many] = expected.get(many, Fraction()) + chance
    found = air_forecasts.hits(p, node, Purpose.AIR_UNITS, flyers, chances)
    assert targets > 1
    assert found == expected
    assert sum(found.values()) == 1
    assert air_forecasts.struck(p, node, flyers, chances) == hit


def test_support_tells_the_column_it_lifts_an_attack_to() -> None:
    """Eight against four is 2:1; three Stukas of four points would lift it, but no more than the ground strength counts."""
    view = ask(match(0), "axis", "0409", "support", "ge-ju87b-1+ge-ju87b-2", "ge-me109e-1")
    assert view.outcome == "Column if everybody who can attacks"
    assert sum(chance.chance for chance in view.chances) == pytest.approx(1, abs=0.001)
    assert view.chances[0].title == "2:1"
    assert view.chip == f"2:1 → {max(view.chances, key=lambda chance: chance.chance).title}"
    assert {line.rule for line in view.lines} >= {"18", "19b", "20.A", "22.B.1"}


def test_an_escort_spares_the_bombers() -> None:
    """Each escort holds up one interceptor: with as many escorts as interceptors nobody reaches the bombers."""
    one = match(0)

    def facts(name: str, purpose: Purpose) -> Flyer:
        unit = one.game.names.unit(name)
        return Flyer(sorties.model(one.play, unit), "german" if name.startswith("ge") else "soviet", purpose)

    charts = air_war(one.play.game).charts
    hunters = [facts(f"so-mig3-{number}", Purpose.INTERCEPTION) for number in (1, 2)]
    bombers = [facts(f"ge-ju87b-{number}", Purpose.SUPPORT) for number in (1, 2)]
    escorts = [facts(f"ge-me109e-{number}", Purpose.ESCORT) for number in (1, 2)]
    alone, guarded = air_forecasts.melee(charts, hunters, [], bombers), air_forecasts.melee(charts, hunters, escorts, bombers)
    assert air_forecasts.expected(guarded.force, Result.ELIMINATED, Result.ABORTED, Result.TURNED_BACK) == 0
    assert air_forecasts.expected(alone.force, Result.ELIMINATED, Result.ABORTED, Result.TURNED_BACK) > 0
    assert sum(air_forecasts.unharmed(alone.force).values()) == 1


def test_nobody_is_offered_whom_the_base_of_those_chosen_cannot_send() -> None:
    """Two missions may begin at a temporary airfield: with two of three air units chosen the third is no longer offered."""
    case = dict(CASE) | {
        "airfields": {"0405": "temporary", "0404": "permanent"},
        "units": {"0405": ["ge-ju87b-1", "ge-ju87b-2", "ge-me109e-1"], "0404": ["ge-ju87b-3"], "0409": ["r1 soviet rifle X 4-6"]},
    }
    one = position.match_from(case)
    view = ask(one, "axis", "0409", "support", "ge-ju87b-1+ge-ju87b-2")
    assert [flyer.id for flyer in view.flyers] == ["ge-ju87b-1", "ge-ju87b-2", "ge-ju87b-3"]
    assert [escort.id for escort in view.escorts] == []
    assert [escort.id for escort in ask(one, "axis", "0409", "support", "ge-ju87b-1").escorts] == ["ge-me109e-1"]


def test_hits_on_air_units_are_those_of_bombers_that_nobody_aims() -> None:
    """Two bombers and two air units on the ground: each takes one. All dice are thrown, and the chances are those promised."""
    case: dict[str, Any] = dict(CASE) | {
        "airfields": {"0405": "permanent", "0412": "permanent"},
        "units": {"0405": ["ge-ju87b-1", "ge-ju87b-2"], "0412": ["so-sb2-1", "so-il2-1 inoperative"]},
    }
    thrown = Counter[int]()
    lost = Counter[str]()
    for dice in product(range(1, 7), repeat=2):
        one = position.match_from(case | {"dice": list(dice)})
        for command in ("air-units ge-ju87b-1+ge-ju87b-2 0412", "done", "done"):
            one.do(command)
        bombed = [event for event in one.log("axis") if event.kind == "bombed"]
        assert len(bombed) == 2
        inoperative = not sorties.is_operative(one.play, one.game.names.unit("so-sb2-1"))
        gone = one.play.s.loc[one.game.names.unit("so-il2-1")] >= one.game.board.hexes
        thrown[inoperative + gone] += 1
        lost["hit"] += inoperative + gone
    view = ask(position.match_from(case), "axis", "0412", "air-units", "ge-ju87b-1+ge-ju87b-2")
    assert {chance.title: chance.chance for chance in view.chances} == {
        f"{number} {'hit' if number == 1 else 'hits'}": round(count / 36, 4) for number, count in sorted(thrown.items())
    }
    (own, ground) = view.tolls
    assert (own.title, own.alone, own.met) == ("own", 0, None)
    assert (ground.title, ground.alone) == ("theirs, hit on the ground", round(lost["hit"] / 36, 2))


def test_it_says_who_would_be_lost_and_where_they_land() -> None:
    one = match(0)
    view = ask(one, "axis", "0409", "support", "ge-ju87b-1", "ge-me109e-1")
    lines = {line.title: line.value for line in view.lines}
    assert lines["Home"] == "to 0405 after the combat phase, or 2 other airbases that all can reach"
    tolls = {toll.title: toll for toll in view.tolls}
    charts, node = air_war(one.play.game).charts, one.game.board.node("0409")
    bomber, escort = (one.game.names.unit(name) for name in ("ge-ju87b-1", "ge-me109e-1"))
    facts = [Flyer(sorties.model(one.play, bomber), "german", Purpose.SUPPORT)]
    fighters = queries_air.interceptors(one.play, node, 1)[:2]
    fates = air_forecasts.melee(
        charts,
        [Flyer(sorties.model(one.play, unit), "soviet", Purpose.INTERCEPTION) for unit in fighters],
        [Flyer(sorties.model(one.play, escort), "german", Purpose.ESCORT)],
        facts,
    )
    (fire,) = queries_air.forecast(one.play, [bomber], "support", node).flak
    shot = fire.get("K", Fraction())
    assert tolls["own"].alone == round(float(shot), 2) > 0
    met = fates.screen[0].get(Result.ELIMINATED, Fraction()) + fates.force[0].get(Result.ELIMINATED, Fraction())
    assert tolls["own"].met == round(float(met + fates.force[0][Result.NO_EFFECT] * shot), 2)
    assert tolls["theirs, in the air"].met == round(float(air_forecasts.expected(fates.hunters, Result.ELIMINATED)), 2)
    (home,) = (line for line in ask(one, "axis", "0404", "transfer", "ge-ju87b-1").lines if line.title == "Land")
    assert home.value == "in 0404"


def test_no_more_interceptors_are_expected_than_their_airbase_can_send() -> None:
    """Three fighters at a temporary airfield: two of them could come (17.A)."""
    case = dict(CASE) | {
        "airfields": {"0405": "permanent", "0411": "temporary"},
        "units": {"0405": ["ge-ju87b-1", "ge-ju87b-2", "ge-ju87b-3"], "0411": FIGHTERS[:3], "0409": ["r1 soviet rifle XX 4-6"]},
    }
    one = position.match_from(case)
    view = ask(one, "axis", "0409", "support", "ge-ju87b-1+ge-ju87b-2+ge-ju87b-3")
    assert [line.title for line in view.lines if line.rule == "20.A"] == ["Interception by the best 2 of 2"]
    assert [base.temporary for base in Asker(one.fork("soviet"), "soviet").air().bases] == [True]


# ---------------------------------------------------------------- packages


@pytest.mark.parametrize("seed", range(3))
def test_what_the_builder_says_is_what_could_have_been_said_singly(seed: int) -> None:
    """A phase of two packages and the same air units ordered one by one: equal dice, equal positions to the end of the phase."""
    singly, built = match(seed), match(seed)
    for one in (singly, built):
        for order in ("watch 6", "cover 0410 5", "answers orders"):
            one.do(order, seat="soviet")
    packages = [
        ("0409", "support", ["ge-ju87b-1", "ge-ju87b-2"], ["ge-me109e-1", "ge-me109e-2"]),
        ("0411", "airbase", ["ge-he111h-1", "ge-he111h-2"], []),
    ]  # fmt: skip
    for hex, verb, bombers, escort in packages:
        for command in ask(built, "axis", hex, verb, "+".join(bombers), "+".join(escort)).commands:
            built.do(command)
        for unit in bombers:
            singly.do(f"{verb} {unit} {hex}")
        for unit in escort:
            if sorties.over(singly.play, singly.game.board.node(hex), 0):
                singly.do(f"escort {unit} {hex}")
    while singly.play.s.phase == "air":
        for one in (singly, built):
            one.do(next(word for word in ("done", "fight", "pass") if word in one.step.verbs))
        assert told(singly) == told(built)
        assert singly.play.s.rolls == built.play.s.rolls
    assert built.play.s.phase != "air"


def test_bombers_with_fighters_among_them_are_said_apart_from_their_escort() -> None:
    view = ask(match(0), "axis", "0409", "support", "ge-ju87b-1+ge-me109f-1", "ge-me109e-1")
    assert view.commands == [
        CommandForm("support", ["ge-ju87b-1", "ge-me109f-1"], ["0409"]), CommandForm("escort", ["ge-me109e-1"], ["0409"]),
    ]  # fmt: skip


def test_last_turns_packages_are_remembered_with_their_escort() -> None:
    one = match(1)
    one.do("answers orders", seat="soviet")
    one.do("raid ge-ju87b-1+ge-me109e-1 0409 support")
    one.play.s.packages = tuple(msgspec.structs.replace(package, old=True) for package in one.play.s.packages)
    (last,) = Asker(one.fork("axis"), "axis").air().last
    assert (last.verb, last.hex, last.units, last.escort) == ("support", "0409", ["ge-ju87b-1"], ["ge-me109e-1"])


# ---------------------------------------------------------------- standing orders


@pytest.mark.parametrize("seed", range(4))
def test_standing_orders_are_answers_that_could_have_been_given(seed: int) -> None:
    """What orders do in a phase is said by hand in another: every step is in the log, and the positions are equal."""
    ordered, asked = match(seed), match(seed)
    for order in ("watch 6", "cover 0410 6", "reserve 2", "answers orders"):
        ordered.do(order, seat="soviet")
    begun = ordered.length
    for one in (ordered, asked):
        for command in ("support ge-ju87b-1 0409", "airbase ge-he111h-1 0411", "done"):
            one.do(command)
            if one is ordered:
                continue
            while asked.step.name == "air.patrol":
                asked.do(standing_orders.patrol_order(_with_orders(asked), 1) or "pass")
    if asked.step.name == "air.interception":
        for answer in standing_orders.intercept_orders(_with_orders(asked), 1):
            asked.do(answer)
        asked.do("done")
    while asked.play.frame.side == 1:  # whoever has orders is not asked about air combat and landings
        asked.do("fight" if "fight" in asked.step.verbs else "done")
    steps = [event for event in ordered.log("soviet", begun) if event.side == "soviet" and event.kind in ("patrolled", "flown")]
    assert steps, "orders have answered"
    assert all(event.rule in ("19b", "20.A") for event in steps)
    assert [e.text for e in steps] == [
        e.text for e in asked.log("soviet") if e.side == "soviet" and e.kind in ("patrolled", "flown")
    ]
    assert told(ordered) == told(asked)
    assert ordered.play.s.rolls == asked.play.s.rolls


def _with_orders(one: Match) -> Any:
    """A position in which the orders stand that a player who answers by himself has in mind."""
    p = one.copy().play
    p.s.soviet_standing = tuple(
        Standing(1, kind, hex, number)
        for kind, hex, number in (("patrol", -1, 6), ("cover", one.game.board.node("0410"), 6), ("reserve", -1, 2))
    )
    return p


def test_one_standing_order_is_taken_back_and_the_others_stay() -> None:
    one = match(0)
    for order in ("cover 0410 3", "cover 0412 0", "reserve 2"):
        one.do(order, seat="soviet")
    one.do("uncover 0410", seat="soviet")
    assert [(order.kind, order.number) for order in standing_orders.of_side(one.play, 1)] == [("cover", 0), ("reserve", 2)]
    one.do("countermand reserve", seat="soviet")
    assert [order.kind for order in standing_orders.of_side(one.play, 1)] == ["cover"]
    with pytest.raises(Illegal, match="no such standing order"):
        one.do("countermand reserve", seat="soviet")
    with pytest.raises(Illegal):
        one.do("countermand everything", seat="soviet")
    one.do("countermand", seat="soviet")
    assert standing_orders.of_side(one.play, 1) == ()


def test_orders_are_sentences_with_the_commands_that_change_them() -> None:
    one = match(0)
    one.do("cover 0410 3", seat="soviet")
    orders = Asker(one.fork("soviet"), "soviet").air().orders
    (cover,) = [order for order in orders if order.given]
    assert f"{cover.before} {cover.number} {cover.after}" == "Intercept what comes within 3 hexes of Selo"
    assert cover.drop is not None
    one.do(cover.drop, seat="soviet")
    assert not [order for order in Asker(one.fork("soviet"), "soviet").air().orders if order.given]


# ---------------------------------------------------------------- nothing hidden


def test_forecasts_do_not_know_the_enemys_standing_orders() -> None:
    """Two positions that differ by secret orders alone answer alike, and so they read in the log."""
    plain, secret = match(0), match(0)
    plain.do("reserve 3", seat="soviet")
    secret.do("cover 0410 6", seat="soviet")
    for question in (
        ("air",),
        ("mission", "0409", "support", "ge-ju87b-1", "ge-me109e-1", "", ""),
        ("mission", "0411", "airbase", "ge-he111h-1", "", "", ""),
    ):
        name, *about = question
        answers = [msgspec.json.encode(getattr(Asker(one.fork("axis"), "axis"), name)(*about)) for one in (plain, secret)]
        assert answers[0] == answers[1], question
    assert [event.text for event in plain.log("axis")] == [event.text for event in secret.log("axis")]


def test_a_spectator_has_no_air_units() -> None:
    with pytest.raises(Illegal, match="spectator"):
        Asker(match(0).fork(None), None).air()


def test_games_without_airbases_say_so() -> None:
    from grognard.games.drive_on_moscow import DriveOnMoscow

    assert "air" not in DriveOnMoscow().questions
    assert {"air", "mission"} <= set(match(0).game.questions)


# ---------------------------------------------------------------- answers


def test_interceptors_see_what_they_would_do() -> None:
    one = match(0)
    one.do("watch 0", seat="soviet")
    for command in ("support ge-ju87b-1+ge-ju87b-2 0409",):
        one.do(command)
    while one.step.name == "air.patrol":
        asker = Asker(one.fork("soviet"), "soviet")
        (incoming, *_) = asker.air().incoming
        first = asker.mission(incoming.hex, incoming.verb, "", "", "", "").flyers[0].id
        view = asker.mission(incoming.hex, incoming.verb, first, "", "", "")
        assert [chance.title for chance in view.chances] == ["turned back", "flies on"]
        assert view.commands == [CommandForm("patrol", [first], [incoming.hex])]
        one.do("pass")
    one.do("done")
    assert one.step.name == "air.interception"
    asker = Asker(one.fork("soviet"), "soviet")
    (incoming,) = asker.air().incoming
    assert (incoming.hex, sorted(incoming.units)) == ("0409", ["ge-ju87b-1", "ge-ju87b-2"])
    view = asker.mission("0409", "intercept", "so-mig3-1+so-mig3-2", "", "", "")
    assert [chance.title for chance in view.chances] == ["0 of 2", "1 of 2", "2 of 2"]
    assert not view.why
    one.do(view.commands[0])
    assert len(sorties.in_flight(one.play, 1)) == 2


# ---------------------------------------------------------------- quickly enough


#: Soviet models and how many there are of each: two hundred in all.
MANY = {
    "i16": 35, "lagg3": 21, "mig3": 20, "il4": 16, "sb2": 14, "pe2": 12, "yak1": 12, "i15bis": 10, "il2": 10, "i153": 9,
    "db3b": 7, "su2": 5, "sbrk": 5, "li2": 5, "yak4": 4, "po2": 4, "i15": 3, "yak7b": 3, "tb3": 2, "yer2": 2, "pe3": 1,
}  # fmt: skip


def test_the_builder_shows_two_hundred_air_units() -> None:
    """On the whole map, with the fork that a question is asked of."""
    fleet = [f"so-{model}-{number}" for model, count in MANY.items() for number in range(1, count + 1)]
    bases = ["2A/3317", "2A/0929", "1B/4218", "1B/2627", "4A/1724", "2A/1731", "3B/2917", "2A/0831"]
    units = {base: fleet[place :: len(bases)] for place, base in enumerate(bases)}
    units["1B/3823"] = ["g german infantry XX 8-6", *(f"ge-me109e-{number}" for number in range(1, 11))]
    case = {
        "board": "standard", "phase": "air.missions", "side": "soviet", "allowances": {}, "units": units,
        "airfields": dict.fromkeys([*bases, "1B/3823"], "permanent"), "control": {"soviet": " ".join(bases), "axis": "1B/3823"},
    }  # fmt: skip
    one = position.match_from(case)
    assert sum(len(base.units) for base in Asker(one.fork("soviet"), "soviet").air().bases) == len(fleet) == 200
    fly = ask(one, "soviet", "1B/3823", "support").flyers
    assert len(fly) > 15
    chosen = "+".join(candidate.id for candidate in fly[:4])

    assert ask(one, "soviet", "1B/3823", "support", chosen).commands


def test_what_flies_can_be_asked_when_the_game_is_over() -> None:
    match = grognard.new("fire-in-the-east", "arctic", seed=1)
    match.play.win(0, "it is enough", "37.C")
    match.play.s.flow = ()
    assert match.over
    for seat in match.seats:
        assert not match.air(seat).kinds
