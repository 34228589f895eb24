"""The rules of 1940: What If? as far as they are there; every test names the rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from grognard.core.alliances import NEUTRAL
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import (
    airpower,
    armour,
    control,
    counters,
    neutrals,
    players,
    reinforcements,
    sequence,
    stacking,
    supply,
    victory,
)  # fmt: skip
from grognard.games.what_if_1940.state import (
    AIRCRAFT,
    ALLIED,
    ALLIES,
    AXIS,
    BELGIAN,
    DUTCH,
    FROZEN,
    GERMAN,
    SOVIET,
    UNTRIED,
    WhatIfState,
)  # fmt: skip

P = Play[WhatIfState, WhatIf]


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.fixture
def empty(game: WhatIf) -> P:
    """Bare maps with everybody's ground as at the start, on turn 2."""
    match = Match(game, seed=1)
    p: P = match.play
    for unit in range(len(game.pieces)):
        p.place(unit, game.box["gone"])
    p.s.turn = 2
    return p


def new(game: WhatIf, seed: int = 1, seating: str = "two", **options: str) -> Match:
    return Match(game, seed=seed, seating=seating, options=options)


def put(p: P, unit: str, hex: str) -> int:
    number = p.game.names.unit(unit)
    p.place(number, p.game.board.node(hex))
    return number


def at(p: P, hex: str) -> int:
    return p.game.board.node(hex)


def refused(rule: str, act: Callable[[], object]) -> None:
    with pytest.raises(Illegal) as why:
        act()
    assert why.value.rule == rule


def set_up(match: Match, *, until: str = "") -> Match:
    """Random set-up, up to a step."""
    rng = random.Random(5)
    while match.state.flow[-1].step.startswith("setup") and match.state.flow[-1].step != until:
        match.do(match.options().sample(rng))
    return match


def say(match: Match, *words: str) -> Match:
    for text in words:
        match.do(text)
    return match


def rolling(dice: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The next dice."""
    left = iter(dice)
    monkeypatch.setattr(Play, "roll", lambda *words, **more: next(left))


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


GERMANS = ["ge1", "ge2", "ge3", "ge4", "ge5", "ge6"]
ARMIES = ["so15", "so1c", "so2irb", "so1s", "ra1", "ra2"]


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


def to_step(match: Match, step: str) -> Match:
    rng = random.Random(2)
    while match.state.flow[-1].step != step:
        passing = "order move-fight" if match.state.flow[-1].step == "order" else "done"
        match.do(passing if not match.state.flow[-1].step.startswith("setup") else match.options().sample(rng))
    return match


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
