"""1940: What If?: losses, stacking, airpower, fronts off the map, arrivals, armour and replacements."""

from __future__ import annotations

import pytest

from grognard.core.command import Command
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import airpower, armour, control, counters, movement, reinforcements, sequence, stacking
from grognard.games.what_if_1940.state import AIRCRAFT, ALLIED, DUTCH, FROZEN, GERMAN, SOVIET, UNTRIED

from .what_if import GERMANS, P, at, bare, new, put, refused, rolling, say, set_up, to_step


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.fixture
def empty(game: WhatIf) -> P:
    return bare(game)


# ---------------------------------------------------------------- 2 and 9: factors, losses


def test_movement_factors(empty: P) -> None:
    empty.s.turn = 1
    units = {"ge1": ("2008", 6), "ge15pz": ("5005", 12), "ge2": ("5005", 6), "so15": ("4624", 4), "somg": ("4624", 0),
             "fr21tk3": ("1105", 8), "fr21tk2": ("1105", 6), "ge7fl": ("5005", 0)}  # fmt: skip
    for unit, (hex, factor) in units.items():
        assert counters.movement_factor(empty, put(empty, unit, hex)) == factor, unit
    empty.s.turn, empty.s.ploesti = 6, True
    assert counters.movement_factor(empty, empty.game.names.unit("ge15pz")) == 5


def test_a_dead_juggernaut_sends_its_counterpart_to_the_pile(empty: P) -> None:
    unit = empty.game.juggernauts[0]
    identity = empty.game.rows[empty.s.kind[unit]]["designation"]
    empty.place(unit, at(empty, "4605"))
    counters.eliminate(empty, unit, "lost", "11.17")
    assert empty.s.loc[unit] == empty.game.box["gone"]
    assert not empty.s.flags[unit] & UNTRIED
    (waiting,) = empty.s.stack(empty.game.dead[SOVIET])
    assert empty.game.rows[empty.s.kind[waiting]]["designation"] == identity
    assert empty.s.flags[waiting] & UNTRIED


def test_the_pile_of_dead_armies_is_mixed_and_untried(empty: P) -> None:
    armies = empty.game.undotted[:8]
    before = [empty.s.kind[u] for u in armies]
    counters.reveal(empty, armies)
    for unit in armies:
        counters.eliminate(empty, unit, "lost", "11.17")
    after = [empty.s.kind[u] for u in armies]
    assert sorted(before) == sorted(after)
    assert before != after
    assert all(empty.s.flags[u] & UNTRIED for u in armies)


# ---------------------------------------------------------------- 7 stacking


def test_two_in_the_west_three_in_the_east_and_any_number_in_a_box(empty: P) -> None:
    units = [empty.game.names.unit(name) for name in GERMANS]
    assert [stacking.fits(empty, units[:n], at(empty, "2008")) for n in (2, 3)] == [True, False]
    assert [stacking.fits(empty, units[:n], at(empty, "5005")) for n in (3, 4)] == [True, False]
    assert stacking.fits(empty, units, empty.game.box["reserve-eligible"])


def test_static_units_stack_freely(empty: P) -> None:
    for name in ("so15", "so1c", "so2irb"):
        put(empty, name, "4624")
    assert stacking.fits(empty, (empty.game.garrison_mg,), at(empty, "4624"))
    for name in GERMANS[:3]:
        put(empty, name, "5005")
    assert stacking.fits(empty, (empty.game.flieger,), at(empty, "5005"))


def test_nations_keep_apart_until_the_tank_army_is_formed(empty: P) -> None:
    put(empty, "fr21tk3", "1105")
    tanks = empty.game.names.unit("br1tk3")
    assert stacking.room(empty, (tanks,), at(empty, "1105")), "passing through is free"
    assert not stacking.fits(empty, (tanks,), at(empty, "1105"))
    empty.s.tank_army = True
    assert stacking.fits(empty, (tanks,), at(empty, "1105"))
    assert not stacking.fits(empty, (empty.game.names.unit("br1"),), at(empty, "1105"))


def test_the_owner_of_a_high_stack_gives_up_as_few_as_he_must(game: WhatIf) -> None:
    match = set_up(new(game))
    p: P = match.play
    for name in GERMANS[:5]:
        put(p, name, "4900")
    stacks = p.s.stack(at(p, "4900"))
    p.push("stacks")
    sequence.check_stacks(p)
    assert p.s.flow[-1].step == "overstacked"
    extra = len(stacks) - 3
    names = [game.pieces[u].handle for u in stacks]
    refused("7.2b", lambda: match.do(f"eliminate {names[0]}"))
    refused("7.2b", lambda: match.do(f"eliminate {'+'.join(names[: extra + 1])}"))
    match.do(f"eliminate {'+'.join(names[:extra])}")
    assert len(match.state.stack(at(p, "4900"))) == 3


def test_only_the_top_of_a_stack_is_seen(empty: P) -> None:
    below, top = put(empty, "ge1", "5005"), put(empty, "ge2", "5005")
    assert empty.game.identified(empty, top)
    assert not empty.game.identified(empty, below)
    first = put(empty, "be1", "2001")
    put(empty, "be2", "2001")
    assert empty.game.identified(empty, first), "neutrals are nobody's opponents"


# ---------------------------------------------------------------- 8 airpower


def test_air_superiority_takes_three_at_most(game: WhatIf) -> None:
    match = say(set_up(new(game)), "order move-fight")
    say(match, "suppress soviet", "suppress anglo-french")
    assert match.state.air == (2, 0, 1)
    refused("8.1", lambda: match.do("suppress soviet"))
    say(match, "suppress anglo-french")
    assert match.state.suppressed == (0, 1, 2)
    assert airpower.clear_skies(match.play, game.board.node("2008"))
    refused("8.1", lambda: match.do("suppress anglo-french"))
    airpower.return_aircraft(match.play)
    assert match.state.air == AIRCRAFT


def test_an_aircraft_that_has_flown_is_not_suppressed(empty: P) -> None:
    airpower.spend(empty, SOVIET, "8.6")
    assert not airpower.clear_skies(empty, at(empty, "4624"))
    refused("8.6", lambda: airpower.spend(empty, SOVIET, "8.6"))


def test_interdiction_zones_count_once(empty: P) -> None:
    empty.s.interdicted = (at(empty, "4624"), at(empty, "4623"))
    zone = empty.game.board.names
    found = {zone[hex] for hex in airpower.interdiction_zone(empty).nonzero()[0].tolist()}
    assert {"4624", "4623"} < found
    assert len(found) == 10


@pytest.mark.parametrize(
    ("side", "hex", "attacking", "rule"),
    [
        (SOVIET, "4624", False, "8.4d"), (SOVIET, "2008", True, "8.5"), (ALLIED, "4624", True, "8.5"),
        (DUTCH, "2501", True, "8.4a"),
    ],
)  # fmt: skip
def test_whose_aircraft_serve_where(empty: P, side: int, hex: str, attacking: bool, rule: str) -> None:
    refused(rule, lambda: airpower.check_support(empty, side, at(empty, hex), attacking=attacking))


def test_aircraft_shift_one_column_each(empty: P) -> None:
    assert airpower.support(empty, GERMAN, at(empty, "4624"), 3, attacking=True) == 3
    assert airpower.support(empty, SOVIET, empty.game.box["romania"], 1, attacking=True) == 1
    assert empty.s.air == (1, 0, 2)


# ---------------------------------------------------------------- 12 off the map


def test_corps_into_the_box_and_out_of_it(game: WhatIf) -> None:
    match = to_step(new(game), "transfer")
    p: P = match.play
    for name, hex in (("ge1", "4900"), ("ge2", "reserve-eligible"), ("ge3", "reserve-eligible"), ("ge4", "4623")):
        for other in p.s.stack(at(p, hex)) if hex != "reserve-eligible" else ():
            p.place(other, game.box["gone"])
        put(p, name, hex)
    say(match, "recall ge1")
    assert match.state.loc[game.names.unit("ge1")] == game.box["reserve-arrived"]
    refused("12.1b", lambda: match.do("recall ge15pz"))
    refused("12.1b", lambda: match.do("recall ge4"))
    refused("12.1c", lambda: match.do("deploy ge1 4900"))
    refused("12.1c", lambda: match.do("deploy ge7fl 4900"))
    say(match, "deploy ge2 4900")
    refused("12.1c", lambda: match.do("recall ge2"))
    refused("12.3a", lambda: match.do("deploy ge3 4510"))
    refused("12.4b", lambda: match.do("romania ge3"))


def test_siberians_tempt_japan(game: WhatIf, monkeypatch: pytest.MonkeyPatch) -> None:
    match = to_step(new(game), "far-east")
    say(match, "leave so15")
    assert game.names.unit("so15") in match.state.stack(game.track_box[1])
    rolling([5], monkeypatch)
    say(match, "done")
    assert not match.state.japan
    p: P = match.play
    p.push("far-east", SOVIET)
    monkeypatch.undo()
    rolling([5], monkeypatch)
    say(match, "leave so1c", "done")
    assert match.state.japan
    last = game.names.unit("so2irb")
    assert match.state.flags[last] & FROZEN
    p.push("far-east", SOVIET)
    refused("12.5b", lambda: match.do("leave so2irb"))


def test_the_arctic_goes_one_way_per_turn_and_finland_watches(game: WhatIf, monkeypatch: pytest.MonkeyPatch) -> None:
    match = to_step(new(game), "arctic")
    arrivals = [game.pieces[u].handle for u in match.state.stack(game.track_box[1])]
    there = [game.pieces[u].handle for u in match.state.stack(game.box["arctic"])]
    say(match, f"join {arrivals[0]}")
    refused("12.6b", lambda: match.do(f"leave {there[0]}"))
    say(match, "done")  # three armies: nobody rolls
    assert not match.state.finland
    p: P = match.play
    p.s.arctic_way = ""
    p.push("arctic", SOVIET)
    say(match, f"leave {there[0]}+{there[1]}")
    rolling([5], monkeypatch)
    say(match, "done")
    assert match.state.finland
    p.push("arctic", SOVIET)
    refused("12.6c", lambda: match.do(f"leave {arrivals[0]}"))


def test_romania_is_invaded_and_the_german_answers(game: WhatIf) -> None:
    match = to_step(new(game), "southwest")
    p: P = match.play
    put(p, "ge1", "reserve-eligible")
    put(p, "ge2", "reserve-arrived")
    first = [game.pieces[u].handle for u in match.state.stack(game.box["southwest-arrived"])]
    refused("12.7b", lambda: match.do(f"invade {first[0]}"))
    say(match, f"prepare {'+'.join(first)}")
    refused("12.7e", lambda: match.do(f"invade {first[0]}"))
    p.s.portioned = ()
    say(match, f"invade {first[0]}")
    assert match.state.flow[-1].step == "reaction"
    refused("12.4a", lambda: match.do("romania ge2", seat="german"))
    match.do("romania ge1", seat="german")
    match.do("done", seat="german")
    say(match, "done")
    assert not match.state.ploesti


def test_an_undefended_ploesti_is_lost(game: WhatIf) -> None:
    match = to_step(new(game), "southwest")
    p: P = match.play
    for unit in p.units(game.box["reserve-eligible"], GERMAN):
        p.place(unit, game.box["gone"])
    army = game.pieces[match.state.stack(game.box["southwest-arrived"])[0]].handle
    say(match, f"prepare {army}")
    p.s.portioned = ()
    say(match, f"invade {army}", "done")
    assert match.state.ploesti


# ---------------------------------------------------------------- 9 arrivals, armour, replacements


def test_armies_arrive_in_the_red_row_and_in_cities_never_lost(empty: P) -> None:
    assert reinforcements.may_arrive(empty, at(empty, "4228"))
    assert reinforcements.may_arrive(empty, at(empty, "4510"))
    assert not reinforcements.may_arrive(empty, at(empty, "4408")), "a town"
    put(empty, "ge1", "4511")
    assert not reinforcements.may_arrive(empty, at(empty, "4510")), "a German beside it"
    assert reinforcements.may_arrive(empty, at(empty, "4516"))
    empty.s.set("was_german", at(empty, "4516"), True)
    assert not reinforcements.may_arrive(empty, at(empty, "4516"))


def test_a_city_that_is_cut_off_takes_nobody_but_for_the_great_two(empty: P) -> None:
    for city, open_to_arrivals in (("4516", False), ("4624", True)):
        around = {near for inner in empty.game.board.adjacent(at(empty, city)) for near in empty.game.board.adjacent(inner)}
        outer = around - {at(empty, city), *empty.game.board.adjacent(at(empty, city))}
        for unit, hex in zip(empty.game.pieces_of_side[GERMAN], sorted(outer), strict=False):
            empty.place(unit, hex)
        assert reinforcements.may_arrive(empty, at(empty, city)) is open_to_arrivals, city


def test_whoever_does_not_arrive_waits_for_the_next_turn(game: WhatIf) -> None:
    match = to_step(new(game), "arrivals")
    due = [game.pieces[u].handle for u in match.state.stack(game.track_box[1])]
    say(match, f"arrive {due[0]}+{due[1]}+{due[2]} 4228", f"southwest {due[3]}")
    refused("7.5", lambda: match.do(f"arrive {due[4]} 4228"))
    refused("9.5c", lambda: match.do(f"arrive {due[4]} 4408"))
    refused("9.8a", lambda: match.do("fort 4519"))
    later = game.pieces[match.state.stack(game.track_box[2])[0]].handle
    refused("9.5a", lambda: match.do(f"arrive {later} 4227"))
    before = len(match.state.stack(game.track_box[2]))
    say(match, "done")
    assert len(match.state.stack(game.track_box[2])) == before + len(due) - 4
    assert match.state.flags[game.names.unit(due[0])] & UNTRIED


def test_replacements_come_from_the_pile_of_the_dead(empty: P) -> None:
    empty.s.turn = 4
    for unit in empty.game.undotted[:5]:
        counters.eliminate(empty, unit, "lost", "11.17")
    empty.push("arrivals.open")
    reinforcements.open_arrivals(empty)
    assert len(reinforcements.arrivals(empty, ())) == empty.game.track[4].replacements == 2
    assert len(empty.s.stack(empty.game.dead[SOVIET])) == 3


@pytest.mark.parametrize("die", [1, 4, 6])
def test_the_die_less_one_allows_forts(empty: P, die: int, monkeypatch: pytest.MonkeyPatch) -> None:
    empty.s.turn = 5
    empty.push("arrivals.open")
    rolling([die], monkeypatch)
    reinforcements.open_arrivals(empty)
    assert empty.s.forts_left == die - 1


def test_no_more_forts_than_there_are_markers(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    empty.s.turn = 5
    for hex in reinforcements.fort_hexes(empty, ())[: empty.game.fort_markers - 2]:
        empty.s.set("fort", hex, True)
    empty.push("arrivals.open")
    rolling([6], monkeypatch)
    reinforcements.open_arrivals(empty)
    assert empty.s.forts_left == 2


def test_where_forts_are_built(empty: P) -> None:
    names = empty.game.board.names
    found = {names[hex] for hex in reinforcements.fort_hexes(empty, ())}
    assert {"4519", "5817"} <= found
    assert not {"4624", "4922", "4518", "4605"} & found, "cities, and what is too far"
    put(empty, "ge1", "4520")
    found = {names[hex] for hex in reinforcements.fort_hexes(empty, ())}
    assert "4519" not in found
    assert "4723" in found
    put(empty, "ge1", "4623")
    found = {names[hex] for hex in reinforcements.fort_hexes(empty, ())}
    assert "4725" not in found, "a German beside Moscow stops everything in its range"
    assert "5817" in found


def test_a_fort_goes_back_to_its_owner_when_the_german_comes(empty: P) -> None:
    empty.s.set("fort", at(empty, "4519"), True)
    assert reinforcements.forts_in_hand(empty) == empty.game.fort_markers - 1
    control.enter(empty, put(empty, "ge1", "4519"), at(empty, "4519"))
    assert reinforcements.forts_in_hand(empty) == empty.game.fort_markers


def tank_corps_there(p: P) -> None:
    """All six counters beside the map."""
    for nation in armour.NATIONS:
        for unit in armour.variants(p, nation):
            p.place(unit, p.game.box["anglo-french-aside"])


@pytest.mark.parametrize(("first", "die", "comes"), [(0, 1, True), (0, 2, False), (2, 2, False), (1, 2, True), (1, 3, False)])
def test_a_tank_corps_comes_on_a_one_later_on_a_two(
    empty: P, first: int, die: int, comes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tank_corps_there(empty)
    empty.s.tank_corps = first
    empty.push("doctrine.corps", -1, "french")
    rolling([die], monkeypatch)
    armour.raise_tank_corps(empty)
    assert (empty.s.flow[-1].step == "doctrine.entry") is comes


def test_an_army_with_a_tank_corps_rolls_no_more(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    tank_corps_there(empty)
    put(empty, "fr21tk1", "1105")
    empty.push("doctrine.corps", -1, "french")
    rolling([], monkeypatch)
    armour.raise_tank_corps(empty)


def test_tank_corps_enter_on_the_french_edge(empty: P) -> None:
    tank_corps_there(empty)
    empty.push("doctrine.entry", ALLIED, empty.game.names.unit("br1tk3"))
    put(empty, "fr1", "1700")
    found = {empty.game.board.names[hex] for hex in armour.entry_hexes(empty, ())}
    assert {"1000", "1011"} <= found
    assert not {"1700", "1105"} & found, "nations apart, and no inland hex"


def test_the_tank_army_needs_both_whole_and_fed(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    tank_corps_there(empty)
    put(empty, "fr21tk3", "1105")
    british = put(empty, "br1tk3", "1003")
    empty.s.set("steps", british, 1)
    rolling([1], monkeypatch)
    empty.push("doctrine.army")
    armour.form_tank_army(empty)
    assert not empty.s.tank_army
    empty.s.set("steps", british, 2)
    empty.push("doctrine.army")
    armour.form_tank_army(empty)
    assert empty.s.tank_army


@pytest.mark.parametrize("die", [1, 2])
def test_the_ardennes_open_on_a_one(empty: P, die: int, monkeypatch: pytest.MonkeyPatch) -> None:
    empty.push("doctrine.ardennes")
    rolling([die], monkeypatch)
    armour.open_ardennes(empty)
    assert empty.s.ardennes is (die == 1)


def test_one_corps_of_each_kind_is_made_whole(game: WhatIf) -> None:
    match = to_step(new(game), "replace")
    p: P = match.play
    for name, hex in (("ge1", "4900"), ("ge2", "reserve-arrived"), ("ge15pz", "5005"), ("ge3", "4623"), ("ge7fl", "5005")):
        p.s.set("steps", put(p, name, hex), 1)
    refused("9.9", lambda: match.do("replace ge3"))
    refused("9.9", lambda: match.do("replace ge7fl"))
    say(match, "replace ge2", "replace ge15pz")
    refused("9.9", lambda: match.do("replace ge1"))
    assert [match.state.steps[game.names.unit(name)] for name in ("ge1", "ge2", "ge15pz")] == [1, 2, 2]
    say(match, "done")
    assert match.state.replaced == ()


# ---------------------------------------------------------------- 10 movement


def moving(p: P, side: int, step: str) -> None:
    """A movement phase of a side."""
    p.s.active = side
    p.push(step, side)
    movement.begin(p)


def cost(p: P, unit: str, here: str, there: str) -> int:
    return int(movement.costs(p, p.game.names.unit(unit))[at(p, here), p.game.board.direction(at(p, here), at(p, there))])


def dry_neighbours(p: P, terrain: str, *, east: bool = True) -> tuple[str, str]:
    """A hex of a terrain without a place in it, and a neighbour from which no water has to be crossed."""
    board = p.game.board
    wet = board.side_mask("river") | board.side_mask("major-river") | board.side_mask("lake")
    for hex in (board.terrain_mask(terrain) & (p.game.east if east else p.game.west) & ~p.game.built_up).nonzero()[0].tolist():
        for direction, near in enumerate(board.rows[hex]):
            if near >= 0 and p.game.land[near] and not p.game.red_row[hex] and not wet[hex, direction]:
                return board.names[near], board.names[hex]
    raise AssertionError(terrain)


@pytest.mark.parametrize(("terrain", "panzer", "corps"), [("clear", 1, 1), ("forest", 2, 1), ("hills", 3, 2), ("marsh", 3, 2)])
def test_terrain_costs_by_class_and_soviets_pay_one(empty: P, terrain: str, panzer: int, corps: int) -> None:
    here, there = dry_neighbours(empty, terrain)
    assert [cost(empty, unit, here, there) for unit in ("ge15pz", "ge1", "so15")] == [panzer, corps, 1]


def test_rivers_cost_more_and_cities_cancel_small_ones(empty: P) -> None:
    board = empty.game.board
    for kind, foot, mech in (("river", 1, 2), ("major-river", 2, 3)):
        sides = (board.side_mask(kind) & empty.game.land[:, None] & empty.game.east[:, None]).nonzero()
        for here, direction in zip(*(part.tolist() for part in sides), strict=True):
            there = board.rows[here][direction]
            if there < 0 or not empty.game.land[there] or empty.game.red_row[there]:
                continue
            free = kind == "river" and bool(empty.game.city[here] or empty.game.city[there])
            names = board.names[here], board.names[there]
            assert cost(empty, "so15", *names) == 1 + (0 if free else foot)
            if board.terrain[there] == board.terrains.index("clear"):
                assert cost(empty, "ge15pz", *names) == 1 + (0 if free else mech)


def test_interdiction_doubles_for_the_enemy_only(empty: P) -> None:
    here, there = dry_neighbours(empty, "forest")
    empty.s.interdicted, empty.s.interdictor = (at(empty, there),), GERMAN
    assert cost(empty, "so15", here, there) == 2
    assert cost(empty, "ge15pz", here, there) == 2


def test_a_unit_moves_as_far_as_its_points_go(empty: P) -> None:
    moving(empty, SOVIET, "soviet.move")
    army = put(empty, "so15", "4720")
    empty.s.origin[army] = at(empty, "4720")
    found = movement.march_of(empty, (army,)).reach().as_dict()
    assert max(found.values()) == 4
    assert at(empty, "4724") in found or at(empty, "4723") in found
    assert not any(empty.game.red_row[hex] for hex in found)


def test_out_of_supply_a_unit_has_half_its_points(empty: P) -> None:
    moving(empty, GERMAN, "east.move")
    assert movement.allowance(empty, put(empty, "ge1", "4623")) == 3
    assert movement.allowance(empty, put(empty, "ge2", "5005")) == 6


@pytest.mark.parametrize(
    ("unit", "here", "there", "rule"),
    [
        ("ge1", "4511", "4510", "10.7"), ("ge1", "4327", "4328", "12.9a"), ("ge1", "5005", "5008", "10.2b"),
        ("so15", "4327", "4328", "12.9c"), ("somg", "4624", "4625", "2.10c"), ("fr1", "1405", "1504", "10.10a"),
        ("ge7fl", "5005", "5004", "2.10e"), ("be1", "2001", "2000", "3.4c"), ("fr1", "1304", "1404", "10.10a"),
    ],
)  # fmt: skip
def test_steps_that_are_refused(empty: P, unit: str, here: str, there: str, rule: str) -> None:
    number = put(empty, unit, here)
    side = empty.side_of(number)
    steps = {GERMAN: "east.move", SOVIET: "soviet.move"}
    moving(empty, ALLIED if side not in steps else side, steps.get(side, "allied.move"))
    refused(rule, lambda: movement.move(empty, Command("move", (number,), (at(empty, there),))))


def test_marching_into_holland_wakes_the_dutch(empty: P) -> None:
    corps = put(empty, "fr1", "2200")
    empty.place(corps, at(empty, "2100"))
    moving(empty, ALLIED, "allied.move")
    movement.move(empty, Command("move", (corps,), (at(empty, "2200"),)))
    assert empty.s.holland == "at war"
    assert empty.s.control[at(empty, "2200")] == ALLIED
    assert empty.s.control[at(empty, "2501")] == DUTCH


def test_units_move_together_only_if_they_began_together(empty: P) -> None:
    one, other = put(empty, "so15", "4720"), put(empty, "so1c", "4721")
    moving(empty, SOVIET, "soviet.move")
    movement.move(empty, Command("move", (one,), (at(empty, "4721"),)))
    refused("10.4", lambda: movement.move(empty, Command("move", (one, other), (at(empty, "4722"),))))
    movement.move(empty, Command("move", (other,), (at(empty, "4722"),)))
    refused("10.5", lambda: movement.move(empty, Command("move", (one,), (at(empty, "4720"),))))


def test_the_guaranteed_hex_takes_all_points(empty: P) -> None:
    empty.s.turn = 9
    here, there = dry_neighbours(empty, "marsh")
    corps = put(empty, "ge1", here)
    moving(empty, GERMAN, "east.move")
    empty.s.allowance[corps] = 1
    movement.move(empty, Command("move", (corps,), (at(empty, there),)))
    assert empty.s.loc[corps] == at(empty, there)
    assert movement.points_left(empty, corps) == 0
