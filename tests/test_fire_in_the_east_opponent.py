"""Fire in the East: the computer on both sides."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np

from grognard.ai import Advice, Computer, Opponent, opponent
from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.home_front import home
from grognard.games.fire_in_the_east.opponent import Standard, attacks, duties, goals, offence
from grognard.games.fire_in_the_east.opponent.orders import Ground, Places
from grognard.games.fire_in_the_east.opponent.sight import Sight
from grognard.games.fire_in_the_east.preview import odds
from grognard.games.fire_in_the_east.rules import attack, control, railways, stacking, supply, victory
from grognard.games.fire_in_the_east.rules.units import ground_units
from grognard.games.fire_in_the_east.state import AXIS, SOVIET
from grognard.games.fire_in_the_east.supply_lines import FAR

SLUG = "fire-in-the-east"


@cache
def game() -> FireInTheEast:
    return FireInTheEast()


def begin(scenario: str = "historical", seed: str = "1941") -> Match:
    return Match(game(), scenario, seed=seed)


@cache
def two_turns() -> tuple[Match, tuple[tuple[int, str, Advice], ...]]:
    """Jun II and Jul I 41, computer against computer."""
    match = begin()
    players = [opponent(SLUG, "standard", seat) for seat in match.seats]
    said = []
    while match.play.s.turn <= 2:
        seat, step = match.seat, match.step.name
        advice = players[seat].choose(match)
        match.do(advice.command)
        said.append((seat, step, advice))
    return match, tuple(said)


def test_no_side_is_idle_and_nothing_is_said_for_want_of_better() -> None:
    _, said = two_turns()
    verbs = {side: Counter(advice.command.verb for seat, _, advice in said if seat == side) for side in (AXIS, SOVIET)}
    assert all(verbs[AXIS][verb] > 10 for verb in ("move", "attack", "advance", "raid")), verbs
    assert all(verbs[SOVIET][verb] for verb in ("move", "attack", "strategic", "retreat", "evacuate")), verbs
    assert verbs[AXIS]["overrun"]
    reasons = Counter(advice.why for _, _, advice in said)
    assert all(why and len(why) < 90 for why in reasons)
    assert reasons["the first thing that is legal"] == 0


def test_two_turns_leave_a_sound_position_with_the_frontier_battle_won() -> None:
    match, _ = two_turns()
    p = match.play
    assert game().check(p) == []
    assert {"Lwow", "Minsk", "Riga"} & {*victory.held_now(p)}
    strength = [Sight(match, side).strengths("attack", side)[1].sum() for side in (AXIS, SOVIET)]
    assert strength[AXIS] > 1.3 * strength[SOVIET]
    units = Sight(match, AXIS).strengths("attack", AXIS)[0]
    assert (p.s.arrays.unsupplied[units] > 0).mean() < 0.15


def test_every_attack_clears_its_hex_often_enough_by_the_preview_of_the_table() -> None:
    """Asked again in the position in which each was chosen."""
    match = begin()
    players: dict[int, Opponent] = {}
    seen = 0
    while seen < 8:
        player = players.setdefault(match.seat, opponent(SLUG, "standard", str(match.seat)))
        command = player.choose(match).command
        if command.verb == "attack":
            seen += 1
            promised = odds(match.play, command.hexes[0], command.units)
            assert not promised.why
            cleared = sum(promised.results.get(result, 0) for result in ("DE", "DH", "DR", "HX", "EX"))
            assert cleared >= attacks.CLEARED[AXIS] - 0.001
        match.do(command)


def test_it_sets_up_the_campaign_as_in_history() -> None:
    match = begin("campaign")
    player = Computer(Standard(), 1)
    for _ in range(20):
        if not match.step.name.startswith("setup."):
            break
        match.do(player.choose(match).command)
    assert match.step.name == "movement"
    assert match.play.s.turn == 1


def test_the_same_position_gets_the_same_answer_whatever_the_seed() -> None:
    match = begin()
    one, other = opponent(SLUG, "standard", 1), opponent(SLUG, "standard", 2)
    for _ in range(25):
        first, second = one.choose(match), other.choose(match)
        assert first == second
        match.do(first.command)


def test_forces_gather_where_they_have_room_and_supply() -> None:
    match = begin()
    sight = Sight(match)
    orders = offence.attacks(sight, Ground())
    assert orders
    places = Places(sight)
    for order in orders:
        for unit in order.units:
            places.go(unit, order.hexes[-1])
    fed = sight.widened(supply.lines(match.play, AXIS, supply.COMMON).overland != FAR)
    for hex in {*places.moved.values()}:
        assert stacking.excess(match.play, AXIS, hex, places.there(hex)) <= 0
        assert fed[hex]


def test_a_force_is_no_bigger_than_the_table_rewards() -> None:
    match = begin()
    sight = Sight(match)
    for target in attack.contested(match.play)[:6]:
        able = [(unit, match.play.s.loc[unit]) for unit in attack.attackers_of(match.play, (target,))]
        plan = attacks.best_force(sight, target, able) if able else None
        if plan is None:
            continue
        whole = sight.forecast(target, [unit for unit, _ in able])
        assert whole is None or plan.value >= attacks.value(sight, target, whole) - attacks.BOUND * 200


def test_the_goals_of_the_army_groups_are_the_objectives_of_the_rules() -> None:
    match = begin()
    sight = Sight(match)
    cities = home(game()).cities
    wanted = goals.wanted(sight)
    assert {cities[name].hexes[0] for name in ("Leningrad", "Moskva", "Kiev", "Stalino")} <= {*wanted}
    units = [
        unit for unit in sight.strengths("attack", AXIS)[0].tolist() if ground_units(match.play, match.play.s.loc[unit], AXIS)
    ]
    ways = goals.allotted(sight, units)
    assert len({id(way) for way in ways.values()}) >= 4  # nobody goes for one city alone
    assert all(np.min(way) <= 0 for way in ways.values())


def test_engineers_lay_their_gauge_from_the_end_of_the_line_on() -> None:
    """All the west is taken: an engineer beside the first hex of broad gauge regauges it and goes on, and undoes nothing."""
    match = begin()
    p = match.play
    for unit in game().ground_of_side[SOVIET].tolist():
        control.put(p, (unit,), game().out_of_play[SOVIET])
    for hex in np.flatnonzero(game().land).tolist():
        p.s.hold(hex, AXIS)
    net, board = supply.lines(p, AXIS, supply.COMMON).rail, game().board
    broad = (railways.built(p) != railways.usable(p, AXIS)) & (railways.built(p) != 0)
    head = next(
        hex for hex in np.flatnonzero(broad).tolist()
        if railways.built(p)[hex].bit_count() == 2 and any(net[near] for near in railways.lines(p).next(board, hex))
    )  # fmt: skip
    engineer = game().handles["ge1re"]
    control.put(p, (engineer,), head)
    work = [order for order in duties.regauge(Sight(match), Ground()) if order.units == (engineer,)]
    assert (work[0].verb, work[0].at) == ("regauge", head)
    assert all(broad[order.at] for order in work if order.verb == "regauge")
    assert len({order.at for order in work if order.verb == "regauge"}) > 1


def test_an_objective_near_the_enemy_is_not_left() -> None:
    """Who keeps a captured objective gets no other orders."""
    match, _ = two_turns()
    sight, ground = Sight(match, AXIS), Ground()
    duties.garrisons(sight, ground)
    away = sight.hexes_from(sight.enemies(), duties.ENEMY_NEAR)
    held = [
        hex for hex in sight.objectives()
        if match.play.s.control[hex] == AXIS and away[hex] <= duties.ENEMY_NEAR
        and any(sight.value("defence", unit) >= 8 for unit in ground_units(match.play, hex, AXIS))
    ]  # fmt: skip
    for hex in held:
        assert {*ground_units(match.play, hex, AXIS)} & ground.busy
