"""Staff for people: plans are legal, literal, warn of what they open, and tell nothing hidden."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.errors import BadCommand, Illegal
from grognard.core.expectations import positions_of
from grognard.core.foresight import attacks, moves
from grognard.core.match import Match
from grognard.games import GAMES, module_of
from grognard.orders import TITLES, WITH_GOAL, StaffOrder, StaffPlan, plan

GAMES_WITH_STAFF = sorted(slug for slug, entry in GAMES.items() if entry.playable)
#: By game, the scenario that is quickly at a movement phase.
SCENARIOS = {"barbarossa": "historical", "drive-on-moscow": "historical", "typhoon-1941": "historical",
             "what-if-1940": "proposed", "fire-in-the-east": "frontier"}  # fmt: skip


@cache
def begun(slug: str, fight: bool = False) -> Match:
    """The first decision of a game at which units move, or fight."""
    names = [scenario.name for scenario in grognard.new(slug, seed=3).game.scenarios]
    match = grognard.new(slug, SCENARIOS[slug] if SCENARIOS.get(slug) in names else None, seed=3)
    players = [opponent(slug, "recruit", f"{seat}") for seat in match.seats]
    while not (_can_fight(match) if fight else moves(match.play, match.step) and "move" in match.step.verbs):
        match.do(players[match.seat].choose(match).command)
        assert match.length < 3000
    return match


def _can_fight(match: Match) -> bool:
    return any(verb.available(match.play) and verb.hexes(match.play, ()) for verb in attacks(match.step) if verb.hexes)


def scope(match: Match, number: int = 9, seed: int = 1) -> list[str]:
    """Some units of whoever decides, near each other."""
    p, side = match.play, match.roster.sides[match.seat]
    board, rng = match.game.board, random.Random(seed)
    verb = moves(p, match.step)[0] if moves(p, match.step) else attacks(match.step)[0]
    listed = verb.units(p, ()) if not verb.hex_first else [u for h in verb.hexes(p, ()) for u in verb.units(p, (h,))]  # type: ignore[misc]
    able = [u for u in dict.fromkeys(listed) if match.game.side_of[u] in side and 0 <= p.s.loc[u] < board.hexes]
    middle = p.s.loc[rng.choice(able)]
    near = [u for u in able if board.spots[p.s.loc[u]][0] == board.spots[middle][0]]
    near.sort(key=lambda u: (board.distance(p.s.loc[u], middle), u))
    return [match.game.pieces[u].handle for u in near[:number]]


def goals(match: Match, units: list[str], word: str) -> tuple[str, ...]:
    """The nearest enemies, some farther away, or a hex behind one's own units."""
    if word not in WITH_GOAL:
        return ()
    p, board, names = match.play, match.game.board, match.game.names
    first = names.unit(units[0])
    side, here = match.game.side_of[first], p.s.loc[first]
    foes = [h for h in range(board.hexes) if p.s.foes[side][h] and board.spots[h][0] == board.spots[here][0]]
    foes.sort(key=lambda h: (board.distance(h, here), h))
    if word == "withdraw":
        mine = [h for h in range(board.hexes) if p.s.control[h] == side and board.spots[h][0] == board.spots[here][0]]
        return (board.names[max(mine, key=lambda h: (min(board.distance(h, here), 6), board.distance(h, foes[0]), h))],)
    farther = [h for h in foes if board.distance(h, here) > 3] if word == "advance" else []
    return (board.names[(farther or foes)[0]],)


def carried_out(match: Match, found: StaffPlan) -> Match:
    """The chosen lines given one by one, up to the first die or other decision."""
    known = match.fork(match.seat)
    step = known.step
    for line in found.lines:
        if line.chosen and not known.over:
            assert known.step is step, "a line that leads elsewhere would come last"
            known.do(line.command)
            if line.attack:
                break
    return known


@pytest.mark.parametrize("word", TITLES)
@pytest.mark.parametrize("slug", GAMES_WITH_STAFF)
def test_a_plan_is_legal_and_touches_nobody_else(slug: str, word: str) -> None:
    match = begun(slug)
    units = scope(match)
    before, order = match.digest, StaffOrder(word, units=tuple(units), goal=goals(match, units, word))
    found = plan(match, match.seat, order)
    assert match.digest == before, "nothing is done"
    assert found == plan(match, match.seat, order)
    assert found.units == units
    named = [unit for line in found.lines for unit in line.form.units]
    assert {*named} <= {*units}
    stay = [unit for each in found.stays for unit in each.units]
    assert {*named} | {*stay} == {*units}
    assert not {*named} & {*stay}
    assert all(line.reason for line in found.lines)
    after = carried_out(match, found)
    moved = {u for u in range(len(match.game.pieces)) if after.play.s.loc[u] != match.play.s.loc[u] and not _unseen(match, u)}
    dice = any(line.attack and line.chosen for line in found.lines)
    assert dice or {match.game.pieces[u].handle for u in moved} <= {*units}


def _unseen(match: Match, unit: int) -> bool:
    """Is somebody hidden, whom a copy deals elsewhere?"""
    return match.game.side_of[unit] not in match.roster.sides[match.seat]


@pytest.mark.parametrize("slug", GAMES_WITH_STAFF)
def test_an_advance_goes_forward_and_a_withdrawal_back(slug: str) -> None:
    match = begun(slug)
    units = scope(match)
    board, names = match.game.board, match.game.names
    for word in ("advance", "withdraw"):
        order = StaffOrder(word, units=tuple(units), goal=goals(match, units, word))
        goal = names.node(order.goal[0])
        found = [line for line in plan(match, match.seat, order).lines if not line.attack]
        for line in found:
            assert board.distance(names.node(line.form.hexes[-1]), goal) <= board.distance(names.node(line.start), goal) + 2
        assert found, word


@pytest.mark.parametrize("slug", GAMES_WITH_STAFF)
def test_nobody_leaves_a_sector(slug: str) -> None:
    match = begun(slug)
    board, names = match.game.board, match.game.names
    units = scope(match, 4)
    hexes = {match.play.s.loc[names.unit(unit)] for unit in units}
    alike = [(h, here) for h in range(board.hexes) for here in hexes if board.spots[h][0] == board.spots[here][0]]
    sector = {h for h, here in alike if board.distance(h, here) <= 2}
    order = StaffOrder("advance", hexes=tuple(board.names[h] for h in sorted(sector)), goal=goals(match, units, "advance"))
    found = plan(match, match.seat, order)
    assert {*units} <= {*found.units}
    for line in found.lines:
        assert names.node(line.form.hexes[-1]) in sector
        assert names.node(line.start) in sector


@pytest.mark.parametrize("slug", GAMES_WITH_STAFF)
def test_in_a_combat_phase_it_proposes_attacks(slug: str) -> None:
    match = begun(slug, fight=True)
    units = scope(match, 12)
    orders = [StaffOrder(word, units=tuple(units), goal=goals(match, units, word)) for word in ("advance", "hold")]
    found = [plan(match, match.seat, order) for order in orders]
    assert not [line for line in found[1].lines if line.attack], "who holds does not attack"
    fought = [line for line in found[0].lines if line.attack]
    for line in fought:
        assert line.odds
        assert match.fork(match.seat).check(line.command) is None
    chosen = [unit for line in fought if line.chosen for unit in line.form.units]
    assert len(chosen) == len({*chosen}), "nobody attacks twice"


def test_orders_that_make_no_sense_are_sentences() -> None:
    match = begun("drive-on-moscow")
    for order, why in (
        (StaffOrder("dance", units=("3pz",)), "hold, advance, encircle, withdraw, refit, not 'dance'"),
        (StaffOrder("advance", units=("3pz",)), "name a hex"),
        (StaffOrder("hold", units=("3pz",), goal=("1512",)), "no goal"),
        (StaffOrder("hold"), "needs units, or the hexes"),
        (StaffOrder("hold", units=("rd1",)), "no unit of yours"),
        (StaffOrder("hold", units=("nobody",)), "no unit called"),
        (StaffOrder("hold", hexes=("dead",)), "no hex of the map"),
        (StaffOrder("encircle", units=("3pz",), goal=("0101",)), "no enemy is known"),
    ):
        with pytest.raises(BadCommand, match=why):
            plan(match, "german", order)
    assert "others decide" in plan(match, "soviet", StaffOrder("hold", units=("rd1",))).why


# ---------------------------------------------------------------- small boards


def drawn(**more: Any) -> Match:
    """A position of Drive on Moscow on a small board."""
    case = {"game": "drive-on-moscow", "name": "a small board", "air": "none", "phase": "movement", "turn": 2, "set": 1} | more
    match: Match = positions_of(module_of("drive-on-moscow")).match_from(case)
    return match


def lines(match: Match, order: StaffOrder) -> list[str]:
    return [line.command for line in plan(match, "german", order).lines if line.chosen]


def test_advance_on() -> None:
    units = {"0202": ["1i infantry 4-8/2-4", "2i infantry 4-8/2-4"], "0802": ["rd1 RD 2-3"]}
    match = drawn(board={"size": "8x4", "front": 4}, units=units)
    (said,) = lines(match, StaffOrder("advance", units=("1i",), goal=("0802",)))
    assert said.startswith("move 1i ")
    assert said.endswith("0702"), "as far as it gets, and no farther than beside the enemy"


def test_it_warns_of_what_would_lose_the_game() -> None:
    match = drawn(
        board={"size": "7x4", "front": 4, "town": {"Toropets": "0303"}},
        units={"0303": ["1i infantry 4-8/2-4"], "0602": ["2i infantry 4-8/2-4"], "0503": ["rd1 RD 2-3"]},
    )
    found = plan(match, "german", StaffOrder("withdraw", units=("1i",), goal=("0101",)))
    (line,) = found.lines
    assert not line.chosen
    assert any(c.fatal and c.rule == "4.5a" and "Toropets would stand open" in c.text for c in line.cautions)


def test_hold_closes_gaps_with_whoever_is_not_in_the_line() -> None:
    match = drawn(
        board={"size": "6x6", "front": 4},
        units={"0302": ["1i infantry 4-8/2-4"], "0304": ["2i infantry 4-8/2-4"], "0103": ["3i infantry 4-8/2-4"],
               "0402": ["rd1 RD 2-3"], "0403": ["rd2 RD 2-3"], "0404": ["rd3 RD 2-3"]},
    )  # fmt: skip
    found = plan(match, "german", StaffOrder("hold", units=("1i", "2i", "3i")))
    assert [line.form.units for line in found.lines] == [["3i"]]
    assert found.lines[0].form.hexes[-1] == "0303"
    assert {unit for stay in found.stays for unit in stay.units} == {"1i", "2i"}


def test_encircle_puts_somebody_into_every_way_out() -> None:
    names = [f"{column}{row}i" for column in (1, 2) for row in (2, 3, 4)]
    match = drawn(
        board={"size": "7x7", "front": 4},
        units={f"0{name[0]}0{name[1]}": [f"{name} infantry 4-8/2-4"] for name in names} | {"0404": ["rd1 RD 2-3"]},
    )
    found = plan(match, "german", StaffOrder("encircle", units=tuple(names), goal=("0404",)))
    board = match.game.board
    ends = {line.form.hexes[-1] for line in found.lines}
    around = {board.names[h] for h in board.adjacent(board.node("0404"))}
    assert len(ends & around) >= 4
    gaps = [caution for caution in found.cautions if "gap" in caution.text]
    assert {hex for caution in gaps for hex in caution.hexes} == around - ends


def test_refit_takes_units_out_of_the_line() -> None:
    match = drawn(
        board={"size": "7x4", "front": 4, "german-supply": "0101-0104"},
        units={"0302": ["1i infantry 4-8/2-4"], "0102": ["2i infantry 4-8/2-4"], "0402": ["rd1 RD 2-3"]},
    )
    found = plan(match, "german", StaffOrder("refit", units=("1i", "2i")))
    (line,) = found.lines
    assert line.form.units == ["1i"]
    assert match.game.board.distance(match.game.names.node(line.form.hexes[-1]), match.game.names.node("0402")) > 1


def test_a_plan_leaves_no_trace_and_can_be_refused_later() -> None:
    """What was hidden from the staff may refuse a line when it is given: then nothing has happened."""
    match = drawn(board={"size": "8x4", "front": 4}, units={"0202": ["1i infantry 4-8/2-4"], "0802": ["rd1 RD 2-3"]})
    (said,) = lines(match, StaffOrder("advance", units=("1i",), goal=("0802",)))
    match.do(said)
    with pytest.raises(Illegal):
        match.do(said)
