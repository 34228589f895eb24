"""Facts about what is to come, on small boards drawn by hand: expectations are worked out from the rules, for both sides."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.core.foresight import Phase
from grognard.core.match import Match
from grognard.facts import Who
from grognard.games.barbarossa.position import match_from as barbarossa
from grognard.games.drive_on_moscow.position import match_from as drive
from grognard.games.typhoon_1941.position import match_from as typhoon
from grognard.server.questions import Asker

TRACK = {1: {"mf_mech": 6, "mf_nonmech": 3}, 2: {"mf_mech": 4, "mf_nonmech": 2}}
BOARD = {"size": "12x5", "front": 4, "town": {"Toropets": "0203"}, "city": {"Moscow": "1202", "Orel": "0904"}}


def position(**case: Any) -> Match:
    """A position of Drive on Moscow in the German movement phase of turn 1."""
    return drive({"turn": 1, "air": [0, 0], "board": BOARD, "track": TRACK, "order": "move-fight"} | case)


def come(found: list[Who], side: str) -> dict[str, list[str]]:
    """By hex, the units of a side that are said to come."""
    return {comers.start: comers.units for who in found if who.side == side for comers in who.comers}


# ---------------------------------------------------------------- who can come


def test_each_side_is_asked_about_its_own_next_phase() -> None:
    units = {"0101": ["a infantry 4-8/2-4"], "0105": ["p panzer 8-5/4-3"], "0503": ["rd1 RD 2-2"], "0603": ["tb1 TB 2-2"]}
    match = position(units=units)
    board = match.game.board
    for hex in ("0203", "0305", "0104"):
        found = match.who_can_reach(hex, "german")
        assert [who.turn for who in found] == [1, 1]
        for side, name, start, points in ((0, "a", "0101", 3), (0, "p", "0105", 6), (1, "rd1", "0503", 3), (1, "tb1", "0603", 6)):
            is_near = 0 < board.distance(board.node(start), board.node(hex)) <= points
            assert (name in come(found, match.game.sides[side]).get(start, [])) == is_near, (hex, name)


def test_who_has_moved_moves_again_in_the_next_turn() -> None:
    units = {"0101": ["a infantry 4-8/2-4"], "1005": ["rd1 RD 2-2"]}
    match = position(units=units, active="soviet", phase="movement")
    board = match.game.board
    german, soviet = match.who_can_reach("0303", "soviet")
    assert (german.turn, soviet.turn) == (2, 1), "the Germans of turn 1 have moved"
    assert board.distance(board.node("0101"), board.node("0303")) == 3
    assert not german.comers, "on turn 2 infantry has two points"
    assert come(match.who_can_reach("0202", "soviet"), "german") == {"0101": ["a"]}


def test_a_unit_out_of_supply_goes_nowhere_if_the_rules_say_so() -> None:
    """7.6b: a German unit without supply does not move; 7.7: a Soviet unit does."""
    board = BOARD | {"german-supply": "0105", "soviet-supply": "1201"}
    match = position(board=board, units={"0503": ["a infantry 4-8/2-4"], "1005": ["rd1 RD 2-2"]}, control={"soviet": "0105 1201"})
    assert match.supply("a").supplied is False
    assert come(match.who_can_reach("0603"), "german") == {}
    assert come(match.who_can_reach("0905"), "soviet") == {"1005": ["rd1"]}


def test_hidden_units_are_counted_and_weighed_but_not_named() -> None:
    """10.7: of a stack only the top unit is seen. Of two covered units, one a tank brigade, nobody knows which lies where."""
    units = {"0801": ["rd1 RD 2-2", "tb1 TB 2-2"], "0805": ["rd2 RD 2-2", "rd3 RD 2-2"], "0101": ["a infantry 4-8/2-4"]}
    match = position(units=units)
    board = match.game.board
    assert board.distance(board.node("0801"), board.node("0303")) == board.distance(board.node("0805"), board.node("0303")) == 5
    _, soviet = match.who_can_reach("0303", "german")
    assert {(c.start, tuple(c.units), c.hidden, c.chance) for c in soviet.comers} == {
        ("0801", (), 1, 0.5), ("0805", (), 1, 0.5),
    }  # fmt: skip
    assert come(match.who_can_reach("0303", "soviet"), "soviet") == {"0801": ["tb1"]}


def test_the_last_covered_unit_is_known_by_elimination() -> None:
    units = {"0801": ["rd1 RD 2-2", "tb1 TB 2-2"], "0101": ["a infantry 4-8/2-4"]}
    _, soviet = position(units=units).who_can_reach("0303", "german")
    assert [(c.start, c.units, c.hidden, c.chance) for c in soviet.comers] == [("0801", [], 1, 1.0)]


def test_nobody_comes_when_the_game_has_no_next_phase() -> None:
    match = position(units={"0101": ["a infantry 4-8/2-4"], "0503": ["rd1 RD 2-2"]}, turn=9, active="soviet")
    assert match.outlook("soviet").ahead(0, Phase.MOVE) is None
    german, soviet = match.who_can_reach("0303", "soviet")
    assert not german.comers
    assert soviet.comers


# ---------------------------------------------------------------- threats


def texts(match: Match, seat: str) -> list[str]:
    return [threat.text for threat in match.threats(seat).threats]


def test_an_open_town_behind_the_front_loses_the_game() -> None:
    match = position(units={"0101": ["a infantry 4-8/2-4"], "0503": ["rd1 RD 2-2"], "0605": ["rd2 RD 2-2"]})
    found = match.threats("german").threats[0]
    assert found.text == "Toropets is open: 1 Soviet stack can enter it, which loses the game (4.5a)."
    assert (found.kind, found.rule, found.fatal, found.hexes, found.side) == ("open", "4.5a", True, ["0203"], "soviet")
    assert [(comers.start, comers.units) for comers in found.comers] == [("0503", ["rd1"])]
    match.do("done")
    match.do("done")
    match.do("order move-fight")
    match.do("move rd1 0203")
    assert match.over
    assert match.reason == "4.5a", "and so it does"


def test_a_garrison_keeps_a_town() -> None:
    match = position(units={"0203": ["a infantry 4-8/2-4"], "0503": ["rd1 RD 2-2"]})
    assert not [threat for threat in match.threats("german").threats if threat.fatal]


def test_moscow_is_the_fear_of_the_soviet() -> None:
    match = position(units={"0902": ["p panzer 8-5/4-3"], "0804": ["b infantry 4-8/2-4"], "1105": ["rd1 RD 2-2"]})
    assert "Moscow is open: 1 German stack can enter it, which loses the game (4.2)." in texts(match, "soviet")
    assert not any("Moscow" in text for text in texts(match, "german"))


def test_one_hex_that_cuts_a_line() -> None:
    """A reservoir leaves one hex by which the stack in the east is fed; Germans do not trace across it (7.4)."""
    wall = " ".join(f"06{row:02d}|07{row:02d} 06{row:02d}|07{other:02d}" for row, other in ((1, 2), (2, 3), (4, 5)))
    wall += " 0605|0705 0603|0704 0604|0704"
    board = BOARD | {"reservoir": wall}
    match = position(board=board, units={"0803": ["p panzer 8-5/4-3"], "0101": ["a infantry 4-8/2-4"], "0905": ["rd1 RD 2-2"]})
    assert match.supply("p").supplied
    cuts = [threat for threat in match.threats("german").threats if threat.kind == "cut"]
    assert cuts
    for threat in cuts:
        assert threat.rule == "7.6a"
        for name in threat.hexes:
            taken = match.copy()
            taken.play.place(taken.game.names.unit("rd1"), taken.game.board.node(name))
            fed = [taken.supply(unit).supplied for unit in ("p", "a")]
            assert fed == ["0803" not in threat.stacks, "0101" not in threat.stacks]


def wall(*gaps: str) -> dict[str, Any]:
    """A board cut in two by a reservoir that leaves these hexes of column 7 open from the west."""
    board = position(units={"0803": ["a infantry 4-8/2-4"]}).game.board
    pairs = [(board.names[h], board.names[n]) for h in range(board.hexes) for n in board.adjacent(h)]
    across = [f"{west}|{east}" for west, east in pairs if (west[:2], east[:2]) == ("06", "07") and east not in gaps]
    return BOARD | {"reservoir": " ".join(across)}


@pytest.mark.parametrize(
    ("gaps", "text"),
    [
        (("0703",), "2 Soviet stacks can enter 0703 and cut off 1 stack, which can neither move nor attack (7.6a)."),
        (("0702", "0703"), "2 Soviet stacks can enter 0702 and 0703 and close a pocket around 1 stack, which can neither move "
                           "nor attack (7.6a)."),
    ],
)  # fmt: skip
def test_what_bars_the_only_way_out(gaps: tuple[str, ...], text: str) -> None:
    units = {"0803": ["p panzer 8-5/4-3"], "0203": ["g infantry 4-8/2-4"], "0905": ["rd1 RD 2-2"], "0901": ["rd2 RD 2-2"]}
    assert texts(position(board=wall(*gaps), units=units), "german") == [text]
    one_enemy = {hex: army for hex, army in units.items() if hex != "0901"}
    assert len(texts(position(board=wall(*gaps), units=one_enemy), "german")) == (len(gaps) == 1), "one stack bars one hex"


def test_who_is_cut_off_already_is_said() -> None:
    board = BOARD | {"german-supply": "0105"}
    match = position(board=board, units={"0203": ["a infantry 4-8/2-4"], "0905": ["rd1 RD 2-2"]}, control={"soviet": "0105"})
    assert "Without supply stands 1 stack, which can neither move nor attack (7.6a)." in texts(match, "german")


def test_a_stack_that_can_be_attacked_at_good_odds() -> None:
    """24 against 8 is three to one, and one column less for Soviets who move before they fight (5.3d); 36 are enough. A river all
    around takes another column (10.15)."""
    plain = position(units={"0803": ["a infantry 4-8/2-4"]}).game.board
    around = " ".join(f"0803|{plain.names[hex]}" for hex in plain.adjacent(plain.node("0803")))
    for number, water, feared in ((4, {}, False), (6, {}, True), (6, {"river": around}, False)):
        armies = {f"10{row:02d}": [f"rd{row} RD 6-6"] for row in range(1, number)} | {"0905": ["rd9 RD 6-6"]}
        match = position(board=BOARD | water, units={"0803": ["a infantry 4-8/2-4"]} | armies)
        found = [threat for threat in match.threats("german").threats if threat.kind == "attack"]
        assert [threat.hexes for threat in found] == ([["0803"]] if feared else []), (number, water)
    [who] = match.who_can_attack("0803", "german")
    [strike] = who.strikes
    assert (who.side, who.turn, strike.how, strike.attack, strike.defence, strike.hidden) == ("soviet", 1, "moved", 36, 8, 0)


def test_who_can_attack_a_hex_and_how() -> None:
    """A panzer division next to the target fights where it stands or by mobile assault; one that is further away comes up first.
    Soviets make no mobile assaults (5.3e)."""
    units = {"0703": ["rd1 RD 2-2"], "0603": ["p panzer 8-5/4-3"], "0101": ["q panzer 8-5/4-3"], "0105": ["i infantry 4-8/2-4"]}
    match = position(units=units, turn=2, track={2: {"mf_mech": 8, "mf_nonmech": 3}})
    [german] = match.who_can_attack("0703", "german")
    found = {(strike.how, tuple(strike.units)): strike for strike in german.strikes}
    assert {how for how, _ in found} == {"prepared", "moved", "mobile"}
    standing = found["prepared", ("p",)]
    assert (standing.attack, standing.defence, standing.odds, standing.hexes) == (8, 2, "4:1", ["0603"])
    assert ("moved", ("p", "q")) in found, "infantry is too far away"
    assert ("mobile", ("p",)) in found
    assert ("mobile", ("q",)) in found
    [soviet] = match.who_can_attack("0603", "german")
    assert {strike.how for strike in soviet.strikes} == {"prepared", "moved"}
    assert {strike.odds for strike in soviet.strikes if strike.how == "prepared"} == {"1:3"}


# ---------------------------------------------------------------- the desk


def test_the_desk_lists_what_is_left_and_what_is_at_stake() -> None:
    units = {"0303": ["p panzer 8-5/4-3"], "0101": ["a infantry 4-8/2-4", "b infantry 4-8/2-4"], "0403": ["rd1 RD 2-2"]}
    match = position(units=units, air=[2, 0])
    desk = match.desk("german")
    assert [item.text for item in desk.items] == [
        "Toropets is open: 1 Soviet stack can enter it, which loses the game (4.5a).",
        "2 stacks can still move (9.1a).",
        "1 unit can still attack 1 hex: mobile assault (9.18).",
        "2 aircraft not used (10.20c).",
    ]
    moving = next(item for item in desk.items if item.kind == "move")
    assert (moving.hexes, sorted(moving.units)) == (["0101", "0303"], ["a", "b", "p"])
    match.do("move a+b 0203")
    assert [item.kind for item in match.desk("german").items] == ["move", "strike", "unspent"]
    soviet = match.desk("soviet")
    assert (soviet.step, [item.text for item in soviet.items]) == (
        "", ["Orel is open: 1 German stack can enter it, which gives up one of the five cities that decide the game (4.4).",
             "1 stack of yours can be attacked at 3:1 or better (10.1)."],
    ), "it is not his decision"  # fmt: skip


def test_the_desk_tells_who_can_reinforce_a_town() -> None:
    """36 Soviet factors against 8 in Toropets are 4:1, less one column for Soviets who move first (5.3d): 3:1. With a second
    division in the town it is 36 against 16, and nobody else is left to guard it."""
    armies = {f"05{row:02d}": [f"rd{row} RD 6-6"] for row in range(1, 6)} | {"0405": ["rd9 RD 6-6"]}
    match = position(units=armies | {"0203": ["a infantry 4-8/2-4"], "0101": ["b infantry 4-8/2-4"]})
    [item] = [item for item in match.desk("german").items if item.kind == "attack" and item.fatal]
    assert item.hexes == ["0203"]
    assert item.remedy is not None
    assert (item.remedy.verb, item.remedy.units, item.remedy.hexes) == ("move", ["b"], ["0203"])
    assert item.remedy.text.endswith("leaves 0101 empty. Then it can no longer be attacked at 3:1.")
    match.do("move b 0203")
    assert not [item for item in match.desk("german").items if item.fatal]


def test_likely_odds_of_all_targets_at_once() -> None:
    """Two German stacks beside one enemy and one of them beside another: 4 alone and 8 together against 2, 4 against 4."""
    units = {"0603": ["a infantry 4-8/2-4"], "0703": ["rd1 RD 2-2"], "0602": ["rd2 RD 2-4"], "0704": ["b infantry 4-8/2-4"]}
    match = position(units=units, phase="combat", turn=2, track=TRACK)
    asker = Asker(match.fork("german"), "german")
    everything, alone = asker.targets("attack", ""), asker.targets("attack", "a")
    assert (everything.units, {one.hex: (one.likely, one.together) for one in everything.targets}) == (
        [], {"0703": ("", "4:1"), "0602": ("", "1:1")})  # fmt: skip
    assert (alone.units, {one.hex: (one.likely, one.together) for one in alone.targets}) == (
        ["a"], {"0703": ("2:1", "4:1"), "0602": ("1:1", "1:1")})  # fmt: skip
    with pytest.raises(GrognardError, match="nothing can be attacked"):
        asker.targets("done", "")


def test_every_weather_of_a_game_has_its_sign() -> None:
    """Signs of the turn track: all ground of Drive on Moscow, all weather of the other games; nothing where none is known."""
    track = grognard.new("drive-on-moscow").view("german").status.track
    assert [box.sky for box in track] == ["clear", "mud", "mud", "mud", "mud", "frost", "frost", "snow", "snow"]
    now = grognard.new("typhoon-1941").view("german").status
    assert (now.sky, [box.sky for box in now.track][:3]) == ("clear", ["clear", "", "mud"])
    fire = grognard.new("fire-in-the-east")
    for weather, sky in ((("clear",) * 4, "clear"), (("snow", "frost", "mud", "clear"), "snow"), (("frost",) * 4, "frost")):
        setattr(fire.state, "weather", weather)  # noqa: B010 - which values a state has is known by its game alone
        assert fire.view("axis").status.sky == sky, weather
    assert grognard.new("barbarossa").view("german").status.sky == ""


def test_a_duty_is_on_the_desk() -> None:
    """5.12: Soviet units of 1941 must attack what they stand next to."""
    units = {"0304": ["r rifle 3"], "0305": ["g infantry 4-4"]}
    match = barbarossa({"turn": 2, "side": "soviet", "order": "fight-move", "phase": "combat", "units": units})
    duties = [item for item in match.desk("soviet").items if item.kind == "duty"]
    assert [item.rule for item in duties] == ["5.12"]


def test_a_spectator_has_no_desk() -> None:
    with pytest.raises(GrognardError):
        position(units={"0101": ["a infantry 4-8/2-4"]}).desk("nobody")


# ---------------------------------------------------------------- strengths


def test_strengths_of_the_unseen_are_what_is_left() -> None:
    units = {"0801": ["rd1 RD 2-3", "rd2 RD 1-1"], "0805": ["rd3 RD 2-2", "rd4 RD 5-7"], "0101": ["a infantry 4-8/2-4"]}
    match = position(units=units)
    seen = {(found.hex, found.side): found for found in match.strengths("german")}
    first, second, own = seen["0801", "soviet"], seen["0805", "soviet"], seen["0101", "german"]
    assert (first.attack, first.defence, first.low, first.high, first.units, first.hidden) == (2 + 3, 3 + 4, 3 + 1, 3 + 7, 2, 1)
    assert (second.attack, second.defence, second.low, second.high) == (2 + 3, 2 + 4, 2 + 1, 2 + 7)
    assert (own.attack, own.defence, own.hidden) == (4, 8, 0)
    known = {found.hex: found for found in match.strengths("soviet")}
    assert (known["0801"].attack, known["0801"].defence, known["0801"].hidden) == (3, 4, 0)


# ---------------------------------------------------------------- the other games


def test_places_worth_points_in_barbarossa() -> None:
    board = {"size": "10x4", "front": 6, "city": {"Minsk": "0203", "Warsaw": "0208"}}
    match = barbarossa({"turn": 5, "board": board, "units": {"0305": ["p panzer 8-5"], "0105": ["r rifle 3"]},
                        "control": {"soviet": "0203"}})  # fmt: skip
    assert "Minsk is open: 1 German stack can enter it, which gives the German a victory point (4.2a)." in texts(match, "soviet")
    assert "Warsaw is open: 1 Soviet stack can enter it, which costs a victory point (4.2a)." in texts(match, "german")


def test_typhoon_goals_of_the_russian() -> None:
    board = {"size": "12x6", "front": 7, "town": {"Roslavl": "0304"}}
    match = typhoon({"hq": "", "board": board, "side": "german", "phase": "movement",
                     "units": {"0101": ["a army 3-4"], "0604": ["r rifle 3-4"]}})  # fmt: skip
    assert any(text.startswith("Roslavl is open: 1 Russian stack can enter it") for text in texts(match, "german"))


def test_a_game_without_a_word_about_it() -> None:
    match = grognard.new("fords", seed=4)
    game = match.game
    units = [unit for unit, side in enumerate(game.side_of) if side == 0]
    reach = {unit: match.reach([unit]).hexes for unit in units}
    for name in game.board.names[: game.board.hexes]:
        able = {unit for unit in units if name in reach[unit]}
        found = come(match.who_can_reach(name, "blue"), "blue")
        assert {game.names.unit(unit) for units in found.values() for unit in units} == able
    assert {item.kind for item in match.desk("blue").items} >= {"move"}
    assert match.threats("red").threats == [] or all(threat.kind == "open" for threat in match.threats("red").threats)


def test_a_source_of_supply_is_open() -> None:
    board = BOARD | {"soviet-supply": "1201 1205"}
    match = position(board=board, units={"1003": ["p panzer 8-5/4-3"], "0203": ["g infantry 4-8/2-4"], "1201": ["rd1 RD 2-2"]})
    found = [threat for threat in match.threats("soviet").threats if threat.rule == "7.5a"]
    assert [threat.text for threat in found] == [
        "1205 is open: 1 German stack can enter it, which closes a source of Soviet supply (7.5a)."
    ]


def test_barbarossa_moves_half_without_supply() -> None:
    """7.16: half the movement factor. 10.3: one hex always."""
    board = {"size": "12x4", "front": 7, "soviet-supply": "0101"}
    units = {"0206": ["r rifle 3"], "0101": ["g infantry 4-4"], "0111": ["h infantry 4-4"]}
    match = barbarossa({"turn": 5, "board": board, "units": units, "track": {5: {"soviet_movement": [6, 4]}}})
    assert not match.supply("r").supplied
    names, at = match.game.board, match.game.board.node("0206")
    far = {names.distance(at, hex): names.names[hex] for hex in range(names.hexes) if names.names[hex].startswith("02")}
    assert come(match.who_can_reach(far[2], "german"), "soviet") == {"0206": ["r"]}
    assert come(match.who_can_reach(far[3], "german"), "soviet") == {}


def test_typhoon_knows_the_weather_of_the_next_turn() -> None:
    """weather.9: turn 3 is Mud, whatever turn 2 was."""
    units = {"0101": ["a army 3-4"], "0804": ["r rifle 3-4"]}
    match = typhoon({"hq": "", "turn": 2, "weather": "good", "side": "russian", "phase": "movement", "units": units})
    ahead = match.outlook("russian").ahead(0, Phase.MOVE)
    assert ahead is not None
    assert (ahead.s.turn, ahead.s.weather, ahead.s.active) == (3, "mud", 0)
    assert match.play.s.weather == "good", "the position itself is as it was"


def test_typhoon_has_nothing_to_fear_after_the_last_turn() -> None:
    units = {"0101": ["a army 3-4"], "0804": ["r rifle 3-4"]}
    match = typhoon({"hq": "", "turn": 8, "weather": "snow", "side": "russian", "phase": "movement", "units": units})
    assert match.threats("russian").threats == []
    assert match.desk("russian").step == "movement"


def test_typhoon_hidden_pieces_may_be_quick_or_slow() -> None:
    """Of two hidden pieces one is a tank corps, which goes further than infantry; the German cannot tell which."""
    units = {"0101": ["a army 3-4"], "1402": ["t tank 3-3 hidden"], "1406": ["r rifle 3-4 hidden"]}
    match = typhoon({"hq": "", "turn": 2, "weather": "good", "side": "german", "phase": "movement", "units": units,
                     "board": {"size": "16x8", "front": 3}})  # fmt: skip
    board, found = match.game.board, match.outlook("russian").reaches(1)
    assert found is not None
    slow, quick = sorted(({*found.hexes(k).tolist()} for k in range(2)), key=len)
    assert len(slow) < len(quick), "tanks go further"
    apart = [h for h in quick if board.distance(h, board.node("1402")) > max(board.distance(board.node("1406"), g) for g in slow)]
    _, russian = match.who_can_reach(apart[0], "german")
    assert [(c.units, c.hidden, c.chance) for c in russian.comers if c.start == "1402"] == [([], 1, 0.5)]
