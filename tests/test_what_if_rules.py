"""1940: What If?: players, set-up, neutrals, victory, sequence and supply; every test names its rule or shows it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from grognard.core.alliances import NEUTRAL
from grognard.core.errors import Illegal
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import control, counters, neutrals, players, sequence, supply, victory
from grognard.games.what_if_1940.state import ALLIED, ALLIES, AXIS, BELGIAN, DUTCH, GERMAN, SOVIET

from .what_if import GERMANS, P, at, bare, new, put, refused, rolling, say, set_up


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.fixture
def empty(game: WhatIf) -> P:
    return bare(game)


# ---------------------------------------------------------------- 1.3 players


@pytest.mark.parametrize("players_there", [2, 3, 4])
def test_two_three_or_four_play(game: WhatIf, players_there: int) -> None:
    found = players.seating(players_there)
    roster = game.roster(found.name)
    assert len(roster.seats) == players_there
    holders = {post: seat for seat, posts in enumerate(roster.posts) for post in posts}
    names = [post.name for post in game.posts]
    assert holders[names.index("dutch")] == holders[names.index("german-west")]
    assert holders[names.index("belgian")] == holders[names.index("anglo-french")]
    assert (holders[names.index("german-west")] == holders[names.index("german-east")]) is (players_there < 4)


@pytest.mark.parametrize("players_there", [0, 1, 5])
def test_no_other_number_plays(players_there: int) -> None:
    refused("1.3a", lambda: players.seating(players_there))


def test_german_units_obey_the_commander_of_their_map(empty: P) -> None:
    names = [post.name for post in empty.game.posts]
    west, east, box = put(empty, "ge1", "2008"), put(empty, "ge2", "5005"), put(empty, "ge3", "reserve-eligible")
    assert [names[empty.game.post_of(empty, unit)] for unit in (west, east, box)] == ["german-west", "german-east", "german-east"]


# ---------------------------------------------------------------- 3 set-up


def test_soviet_counters_lie_where_the_book_says(game: WhatIf) -> None:
    s = new(game).state
    boxes = {name: s.stack(node) for name, node in game.box.items()}
    assert s.loc[game.garrison_mg] == game.moscow
    assert len(boxes["southwest-arrived"]) == 3
    assert len(s.stack(game.leningrad)) == 2
    assert {*boxes["southwest-arrived"], *s.stack(game.leningrad)} < {*game.juggernauts}
    assert [game.pieces[u].handle for u in sorted(boxes["far-east"])] == ["so1c", "so2irb", "so15"]
    assert len(boxes["arctic"]) == 2
    assert {*boxes["arctic"]} < {*game.undotted}
    assert [len(boxes[f"turn-{n}"]) for n in (1, 2)] == [11, 7]
    assert game.shock in boxes["turn-10"]
    assert {*game.dotted} < {*boxes["soviet-aside"]}
    assert s.loc[game.flieger] == game.box["reserve-eligible"]


def test_untried_units_are_dealt_and_nobody_knows_them(game: WhatIf) -> None:
    deals = [tuple(new(game, seed).state.kind[u] for u in game.juggernauts) for seed in range(4)]
    assert len({*deals}) > 1
    assert {tuple(sorted(deal)) for deal in deals} == {tuple(game.juggernauts)}
    match = new(game)
    for unit in (*game.juggernauts, *game.red_on_white):
        assert not game.face_known(match.play, unit)
    assert all(game.face_known(match.play, game.names.unit(name)) for name in ("somg", "so1c", "so2irb", "so15", "so1s"))


def test_juggernauts_stand_singly_on_soviet_ground(game: WhatIf) -> None:
    match = new(game)
    free = [game.pieces[u].handle for u in game.juggernauts if match.state.loc[u] == game.box["soviet-aside"]]
    assert len(free) == 4
    for hex in ("5005", "4906", "5917"):
        refused("3.2b", lambda hex=hex: match.do(f"place {free[0]} {hex}"))  # type: ignore[misc]
    say(match, f"place {free[0]} 4605", f"place {free[1]} 5408")
    refused("3.2b", lambda: match.do(f"place {free[2]} 4605"))
    say(match, f"place {free[2]} 5712", f"place {free[3]} 4301", "done")
    assert match.state.flow[-1].step == "setup.west"


def test_the_variant_trades_lithuania_for_five_hexes(game: WhatIf) -> None:
    match = new(game, lithuania="soviet")
    free = [game.pieces[u].handle for u in game.juggernauts if match.state.loc[u] == game.box["soviet-aside"]]
    assert match.state.control[game.board.node("4906")] == SOVIET
    for hex in ("4301", "4302", "4401", "4402", "4501"):
        assert match.state.control[game.board.node(hex)] == GERMAN
        refused("3.2b", lambda hex=hex: match.do(f"place {free[0]} {hex}"))  # type: ignore[misc]
    say(match, f"place {free[0]} 4906")
    set_up(match, until="setup.last")
    refused("3.3d", lambda: match.do("place ge15pz 4906"))
    say(match, "place ge15pz 4301")


def test_the_west_is_set_up_by_the_germans(game: WhatIf) -> None:
    match = set_up(new(game, seating="four"), until="setup.west")
    refused("3.3c", lambda: match.do("place ge1 1700"))
    refused("3.1", lambda: match.do("place ge15pz 2008"))
    refused("3.4a", lambda: match.do("place be1 1900"))
    refused("3.4b", lambda: match.do("place du1 1905"))
    say(match, "place be1+be2 2001", "place du1 2501", "reserve ge1+ge2")
    refused("3.4b", lambda: match.do("place du2 2501"))
    refused("7.4a", lambda: match.do("place be3 2001"))
    refused("3.3b", lambda: match.do("reserve ge15pz"))
    assert match.state.loc[game.names.unit("ge1")] == game.box["reserve-eligible"]


def test_east_and_france_are_set_up_at_once_each_by_his_own(game: WhatIf) -> None:
    match = set_up(new(game, seating="four"), until="setup.last")
    frame = match.state.flow[-1]
    assert [match.roster.seats[seat] for seat in match.roster.deciding(frame)] == ["german-east", "anglo-french"]
    with pytest.raises(Illegal):
        match.do("place ge15pz 5005", seat="anglo-french")
    refused("3.5", lambda: match.do("place fr1 2001", seat="anglo-french"))
    match.do("place fr1+fr2 1105", seat="anglo-french")
    match.do("place fr3 1200", seat="anglo-french")
    refused("7.4b", lambda: match.do("place br1 1200", seat="anglo-french"))
    refused("3.3d", lambda: match.do("place ge15pz 4605", seat="german-east"))
    match.do("place ge15pz+ge16pz+ge19pz 4906", seat="german-east")
    refused("7.5", lambda: match.do("place ge39pz 4906", seat="german-east"))
    assert game.names.unit("fr21tk3") not in game.flow.steps["setup.last"].verbs["place"].units(match.play, ())  # type: ignore[misc]


def test_set_up_leads_to_turn_one_with_nobody_reduced(game: WhatIf) -> None:
    match = set_up(new(game, seating="four"))
    assert match.state.turn == 1
    assert all(match.state.steps[u] == game.types[match.state.kind[u]].steps for u in range(len(game.pieces)))
    assert not any(match.state.fort)
    east = [u for u in game.pieces_of_side[GERMAN] if game.is_mech[u]]
    assert all(game.east[match.state.loc[u]] for u in east)


# ---------------------------------------------------------------- 3.6 to 3.9 neutrals, 3.12 control


def test_control_at_the_start(empty: P) -> None:
    held = {
        "2008": GERMAN,
        "4906": GERMAN,
        "1105": ALLIED,
        "4624": SOVIET,
        "4605": SOVIET,
        "4301": SOVIET,
        "2001": -1,
        "2501": -1,
    }
    assert {hex: empty.s.control[at(empty, hex)] for hex in held} == held
    assert empty.s.control[at(empty, "1305")] == -1


def test_control_changes_at_once_and_stays(empty: P) -> None:
    unit = put(empty, "ge15pz", "4624")
    control.enter(empty, unit, at(empty, "4624"))
    empty.place(unit, at(empty, "4623"))
    assert empty.s.control[at(empty, "4624")] == GERMAN
    assert empty.s.was_german[at(empty, "4624")]
    army = put(empty, "so15", "4624")
    control.enter(empty, army, at(empty, "4624"))
    assert empty.s.control[at(empty, "4624")] == SOVIET
    assert empty.s.was_german[at(empty, "4624")]


def test_garrisons_at_the_start_and_their_end(empty: P) -> None:
    alive = {"4624": False, "5917": True, "4510": True, "2008": True, "2108": True, "1905": True, "2501": True, "2001": False,
             "1105": False, "4906": False, "5102": True}  # fmt: skip
    assert {hex: bool(empty.s.garrison[at(empty, hex)]) for hex in alive} == alive
    assert control.hostile_garrison(empty, GERMAN, at(empty, "4510"))
    control.enter(empty, put(empty, "ge15pz", "4510"), at(empty, "4510"))
    assert not empty.s.garrison[at(empty, "4510")]
    control.enter(empty, put(empty, "so15", "4510"), at(empty, "4510"))
    assert not empty.s.garrison[at(empty, "4510")]


@pytest.mark.parametrize(
    ("unit", "hex", "rule"),
    [
        ("ge1", "1105", "3.9a"), ("ge1", "2001", "3.9a"), ("ge1", "2501", "3.6c"), ("ge1", "1305", "3.7"), ("ge1", "2008", ""),
        ("ge15pz", "2008", "3.9b"), ("ge15pz", "4228", "12.9a"), ("ge15pz", "4624", ""), ("so15", "2008", "3.9d"),
        ("so15", "4228", ""), ("fr1", "4624", "3.9d"), ("fr1", "1305", ""), ("fr1", "1504", "10.10a"), ("frcav", "1504", ""),
        ("br1", "2008", ""), ("be1", "2001", "3.4c"), ("du1", "2501", "3.4c"),
    ],
)  # fmt: skip
def test_who_may_go_where(empty: P, unit: str, hex: str, rule: str) -> None:
    assert neutrals.barred(empty, empty.game.names.unit(unit), at(empty, hex)) == rule


def test_the_ardennes_open_for_all(empty: P) -> None:
    empty.s.ardennes = True
    assert neutrals.barred(empty, empty.game.names.unit("fr1"), at(empty, "1504")) == ""


def test_holland_defends_itself_beside_the_germans(empty: P) -> None:
    put(empty, "du1", "2501")
    refused("3.6a", lambda: neutrals.announce(empty, GERMAN, (at(empty, "2501"),)))
    neutrals.announce(empty, ALLIED, (at(empty, "2302"),))
    assert empty.s.alliances[DUTCH] == AXIS
    assert empty.s.alliances[BELGIAN] == NEUTRAL
    assert empty.s.control[at(empty, "2501")] == DUTCH
    dutch, german = empty.game.names.unit("du1"), empty.game.names.unit("ge1")
    assert neutrals.barred(empty, dutch, at(empty, "2401")) == ""
    assert neutrals.barred(empty, dutch, at(empty, "2008")) == "3.6c"
    assert neutrals.barred(empty, german, at(empty, "2501")) == "3.6c"


@pytest.mark.parametrize("die", [1, 2, 6])
def test_belgium_is_rolled_for_once(empty: P, die: int, monkeypatch: pytest.MonkeyPatch) -> None:
    belgian = put(empty, "be1", "2001")
    rolling([die], monkeypatch)
    neutrals.announce(empty, ALLIED, (at(empty, "1801"), at(empty, "2001")))
    assert empty.s.belgium == ("allied" if die == 1 else "frozen")
    neutrals.announce(empty, ALLIED, (at(empty, "1801"),))  # a second die would be missing
    assert empty.s.alliances[BELGIAN] == (ALLIES if die == 1 else NEUTRAL)
    wanted = {"1801": "", "1906": "", "1105": "3.6f", "2501": "3.6f", "1305": "3.6f"} if die == 1 else {"1801": "3.6e"}
    assert {hex: neutrals.barred(empty, belgian, at(empty, hex)) for hex in wanted} == wanted
    french = empty.game.names.unit("fr1")
    assert neutrals.barred(empty, french, at(empty, "2001")) == ("" if die == 1 else "3.6e")
    assert neutrals.barred(empty, french, at(empty, "1801")) == ""
    if die != 1:
        refused("3.6e", lambda: neutrals.may_attack(empty, french, at(empty, "2001")))


def test_luxembourg_costs_nothing(empty: P) -> None:
    neutrals.announce(empty, ALLIED, (at(empty, "1305"),))
    assert (empty.s.belgium, empty.s.holland) == ("neutral", "neutral")


def test_nobody_returns_to_the_red_row(empty: P) -> None:
    army = put(empty, "so15", "4327")
    assert neutrals.back_to_red_row(empty, army, at(empty, "4327"), at(empty, "4328"))
    assert not neutrals.back_to_red_row(empty, army, at(empty, "4428"), at(empty, "4328"))


# ---------------------------------------------------------------- 4 victory


@pytest.mark.parametrize("unit", ["fr1", "be1"])
def test_the_ruhr_ends_the_game(empty: P, unit: str) -> None:
    empty.s.ally(BELGIAN, ALLIES)
    control.enter(empty, put(empty, unit, "2208"), at(empty, "2208"))
    assert empty.s.outcome is not None
    assert empty.s.outcome.rule == "4.2"
    assert {SOVIET, ALLIED} <= {*empty.s.outcome.winners}


def test_moscow_falls_by_die_and_modifiers(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    empty.push("moscow")
    victory.resolve_moscow(empty)  # Soviet Moscow: no roll, so none is missing
    assert empty.s.outcome is None
    empty.control(empty.game.moscow, GERMAN)
    empty.control(empty.game.leningrad, GERMAN)
    empty.s.finland = True
    assert victory.moscow_modifier(empty) == 2
    empty.s.ploesti = True
    assert victory.moscow_modifier(empty) == 1
    empty.s.japan = True
    assert victory.moscow_modifier(empty) == 2
    rolling([2, 3], monkeypatch)
    for _ in range(2):
        assert empty.s.outcome is None
        empty.push("moscow")
        victory.resolve_moscow(empty)
    assert empty.s.outcome is not None
    assert empty.s.outcome.winners == (GERMAN,)


@pytest.mark.parametrize(("dead", "drawn"), [("", False), ("fr1", True), ("br1", True), ("du1", False), ("be1", False)])
def test_lost_corps_in_the_west_make_a_draw(empty: P, dead: str, drawn: bool) -> None:
    if dead:
        counters.eliminate(empty, empty.game.names.unit(dead), "lost", "11.17")
    victory.end_of_game(empty)
    assert empty.s.outcome is not None
    assert empty.s.outcome.winners == (() if drawn else (SOVIET, ALLIED))


# ---------------------------------------------------------------- 5 sequence


def test_the_outline_of_a_turn() -> None:
    labels = {side: [label for label, _ in sequence.phases(side, 2)] for side in (GERMAN, SOVIET, ALLIED)}
    assert labels[GERMAN] == ["I.A", "I.A", "I.B", "I.C", "I.D", "I.E", "I.F", "I.G", "I.H"]
    assert labels[SOVIET] == ["II.A", "II.B", "II.C.1", "II.C.2", "II.C.3", "II.D", "II.E", "II.E"]
    assert labels[ALLIED] == ["III.A", "III.B", "III.C", "III.D", "III.E"]
    assert list(sequence.PLAYER_TURNS) == [GERMAN, SOVIET, ALLIED]


def test_turn_one_leaves_out_the_west_and_the_doctrine() -> None:
    first = [label for side in sequence.PLAYER_TURNS for label, _ in sequence.phases(side, 1)]
    later = [label for side in sequence.PLAYER_TURNS for label, _ in sequence.phases(side, 2)]
    assert Counter(later) - Counter(first) == {"I.B": 1, "I.C": 1, "III.A": 1}


def test_fight_before_moving_turns_the_east_round_only() -> None:
    usual, turned = (dict(reversed([*sequence.phases(GERMAN, 2, order)])) for order in sequence.orders(None))  # type: ignore[arg-type]
    assert (usual["I.D"], usual["I.E"]) == ("east.move", "east.fight")
    assert (turned["I.D"], turned["I.E"]) == ("east.fight", "east.move")
    assert (turned["I.B"], turned["I.C"]) == ("west.move", "west.fight")


def test_without_ploesti_there_is_no_choice(game: WhatIf) -> None:
    match = set_up(new(game))
    assert match.state.flow[-1].step == "order"
    p: P = match.play
    p.s.ploesti = True
    p.push("player.begin", -1, GERMAN)
    sequence.begin_player_turn(p)
    assert p.s.flow[-1].step == "player.phases"
    assert p.s.order == sequence.MOVE_FIGHT


@pytest.mark.parametrize("seating", ["two", "three", "four"])
def test_eleven_turns_come_to_an_end_and_stay_sound(game: WhatIf, seating: str) -> None:
    match, rng = new(game, seed=7, seating=seating), random.Random(3)
    for _ in range(1500):
        if match.outcome is not None:
            break
        match.do(match.options().sample(rng))
        assert game.check(match.play) == []
    assert match.state.turn == 11
    assert match.outcome is not None


# ---------------------------------------------------------------- 6 supply


def in_supply(p: P, unit: str, hex: str) -> bool:
    return supply.supplied(p, put(p, unit, hex))


def ring(p: P, hex: str, foes: Sequence[str]) -> None:
    """Enemies all around a hex."""
    for foe, near in zip(foes, p.game.board.adjacent(at(p, hex)), strict=False):
        p.place(p.game.names.unit(foe), near)


def test_germans_in_the_west_trace_to_the_ruhr(empty: P) -> None:
    assert in_supply(empty, "ge1", "1213")
    ring(empty, "1213", ["fr1", "fr2", "fr3", "fr4", "fr5", "fr6"])
    assert not in_supply(empty, "ge1", "1213")


def test_soviets_trace_to_the_red_row_and_live_in_their_great_cities(empty: P) -> None:
    assert in_supply(empty, "so15", "4605")
    ring(empty, "5917", GERMANS)
    assert in_supply(empty, "so15", "5917")
    empty.s.set("was_german", at(empty, "5917"), True)
    assert not in_supply(empty, "so15", "5917")


def test_beside_a_great_city_nobody_is_fed(empty: P) -> None:
    board = empty.game.board
    moscow, beside = at(empty, "4624"), board.adjacent(at(empty, "4624"))[0]
    pocket = {moscow, beside}
    wall = {near for hex in pocket for near in board.adjacent(hex)} - pocket
    for unit, hex in zip(empty.game.pieces_of_side[GERMAN], sorted(wall), strict=False):
        empty.place(unit, hex)
    assert not in_supply(empty, "so15", board.names[beside])


def test_the_rollbahn_feeds_six_hexes_and_no_further(empty: P) -> None:
    fed, road = supply.near_rollbahn(empty), empty.game.board.mask("rollbahn")
    assert not fed[at(empty, "4624")], "Soviet cities lie across the road"
    for hex in (road & empty.game.city).nonzero()[0].tolist():
        empty.control(hex, GERMAN)
    for hex in empty.game.works.nonzero()[0].tolist():
        empty.control(hex, GERMAN)
    fed = supply.near_rollbahn(empty)
    assert fed[at(empty, "4624")]
    assert bool(supply.rollbahn(empty)[road].all())
    put(empty, "so15", "5005")
    assert not supply.near_rollbahn(empty).any(), "everything hangs on 5005"


def test_the_leg_is_six_hexes_long(empty: P) -> None:
    for hex in (empty.game.city | empty.game.works).nonzero()[0].tolist():
        if empty.game.east[hex]:
            empty.control(hex, GERMAN)
    fed, board = supply.near_rollbahn(empty), empty.game.board
    road = board.mask("rollbahn").nonzero()[0]
    apart = board.distances(road.astype("int16")).min(axis=0)
    inside = [hex for hex in fed.nonzero()[0].tolist() if hex < board.hexes]
    assert max(apart[hex] for hex in inside) == 6
    assert any(apart[hex] == 7 for hex in range(board.hexes) if empty.game.east[hex] and not fed[hex])


def test_near_germany_no_rollbahn_is_needed(empty: P) -> None:
    assert in_supply(empty, "ge15pz", "5005")
    assert in_supply(empty, "ge15pz", "4605")


def test_coasts_feed_but_carry_no_mobile_assault(empty: P) -> None:
    board = empty.game.board
    far = [hex for hex in board.areas["baltic-coast"].hexes if not supply.german_east(empty, hex) and empty.game.land[hex]]
    hex = board.names[far[0]]
    unit = put(empty, "ge15pz", hex)
    assert supply.supplied(empty, unit)
    assert not supply.may_assault(empty, unit)
    assert not supply.coastal(empty, put(empty, "so15", hex))


def test_neutral_ground_carries_no_allied_line(empty: P) -> None:
    assert not supply.anglo_french(empty, cavalry=False)[at(empty, "1801")]
    empty.s.belgium = "frozen"
    assert supply.anglo_french(empty, cavalry=False)[at(empty, "1801")]


def test_dutch_are_always_fed_and_belgians_at_home(empty: P) -> None:
    assert in_supply(empty, "du1", "2501")
    assert in_supply(empty, "be1", "2001")


def test_an_enemy_city_stops_a_line_and_a_town_does_not(empty: P) -> None:
    blocked = supply.closed(empty, GERMAN)
    assert blocked[at(empty, "4510")], "Minsk"
    assert not blocked[at(empty, "4408")], "Baranovichi, a town"
    assert blocked[at(empty, "4509")], "a work of the Stalin Line"
    empty.s.set("fort", at(empty, "4519"), True)
    assert supply.closed(empty, GERMAN)[at(empty, "4519")]
    assert not supply.closed(empty, SOVIET)[at(empty, "4519")]


def test_the_flieger_corps_wants_a_line_only_under_enemy_aircraft(empty: P) -> None:
    unit = put(empty, "ge7fl", "4623")
    assert not supply.overland(empty, unit)
    assert not supply.supplied(empty, unit)
    empty.s.suppressed = (0, 1, 0)
    assert supply.supplied(empty, unit)


def test_want_of_supply_halves_and_starves(empty: P) -> None:
    unit = put(empty, "ge1", "4623")
    assert not supply.supplied(empty, unit)
    assert [supply.worth(empty, unit, factor) for factor in (7, 5, 1)] == [4, 3, 1]
    army = put(empty, "so15", "5005")
    for left in (1, 0):
        empty.push("supply-check", -1, GERMAN)
        supply.terminal_check(empty)
        assert (empty.s.steps[unit], counters.on_map(empty, unit)) == (1, bool(left))
    assert empty.s.loc[unit] == empty.game.dead[GERMAN]
    assert counters.on_map(empty, army), "the German check is no business of the Soviets"
