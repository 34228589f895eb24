"""1940: What If?: strengths, shifts and the limits of the combat table."""

from __future__ import annotations

import pytest

from grognard.games.assault.odds import name
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import combat_odds, sequence
from grognard.games.what_if_1940.rules.combat_odds import Assault
from grognard.games.what_if_1940.state import SOVIET

from .what_if import P, at, bare, put, rolling


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.fixture
def empty(game: WhatIf) -> P:
    return bare(game)


def reasons(p: P, assault: Assault) -> dict[str, int]:
    return {shift.why: shift.columns for shift in combat_odds.shifts(p, assault)}


def plain_target(p: P, *, rivers: int = 0) -> str:
    """A clear hex of the USSR without place, works or water around it, far from former Poland."""
    board = p.game.board
    wet = board.side_mask("river") | board.side_mask("major-river") | board.side_mask("lake")
    ground = board.terrain_mask("clear") & board.mask("ussr") & ~p.game.built_up & ~p.game.works & ~p.game.red_row
    for hex in ground.nonzero()[0].tolist():
        if (
            all(near >= 0 and p.game.land[near] and not p.game.red_row[near] for near in board.rows[hex])
            and wet[hex].sum() == rivers
        ):
            return str(board.names[hex])
    raise AssertionError


def attack_from(p: P, target: str, directions: tuple[int, ...], units: tuple[str, ...], **more: object) -> Assault:
    """Units beside a hex, one per direction."""
    row = p.game.board.rows[at(p, target)]
    placed = []
    for unit, direction in zip(units, directions, strict=True):
        number = p.game.names.unit(unit)
        p.place(number, row[direction])
        placed.append(number)
    return Assault(tuple(placed), at(p, target), **more)  # type: ignore[arg-type]


def test_strengths_are_added_and_halved_out_of_supply(empty: P) -> None:
    target = plain_target(empty)
    put(empty, "so15", target)
    put(empty, "so1c", target)
    assault = attack_from(empty, target, (0, 1), ("ge1", "ge15pz"))
    assert combat_odds.strengths(empty, assault) == (3 + 4, 5 + 4), "5-6 and 8-4 far from any Rollbahn"


def test_a_garrison_counts_one_and_only_alone(empty: P) -> None:
    assault = attack_from(empty, "4510", (0,), ("ge1",))
    assert combat_odds.strengths(empty, assault)[1] == 1
    put(empty, "so15", "4510")
    assert combat_odds.strengths(empty, assault)[1] == 5


def test_paratroops_attack_with_their_defence_factor(empty: P) -> None:
    put(empty, "so15", "4519")
    pure = Assault((), at(empty, "4519"), airborne=True)
    assert combat_odds.strengths(empty, pure)[0] == 8
    empty.s.set("steps", empty.game.flieger, 1)
    assert combat_odds.strengths(empty, pure)[0] == 7
    assert not combat_odds.surrounded(empty, pure, 0)


@pytest.mark.parametrize(("directions", "shift"), [((0, 1), False), ((0, 3), True), ((0, 2, 4), True), ((0, 1, 2), False)])
def test_concentric_assaults(empty: P, directions: tuple[int, ...], shift: bool) -> None:
    target = plain_target(empty)
    put(empty, "so15", target)
    assault = attack_from(empty, target, directions, ("ge1", "ge2", "ge3")[: len(directions)])
    assert ("concentric assault" in reasons(empty, assault)) is shift


def test_soviets_cities_and_mobile_assaults_know_no_concentric_shift(empty: P) -> None:
    target = plain_target(empty)
    put(empty, "ge1", target)
    assert "concentric assault" not in reasons(empty, attack_from(empty, target, (0, 3), ("so15", "so1c")))
    put(empty, "so2irb", "4510")
    opposite = attack_from(empty, "4510", (0, 3), ("ge2", "ge3"))
    assert "concentric assault" not in reasons(empty, opposite)
    dropped = Assault(opposite.attackers, opposite.target, airborne=True)
    assert reasons(empty, dropped)["concentric assault"] == 1
    put(empty, "so15", target)
    empty.place(empty.game.names.unit("ge1"), empty.game.box["gone"])
    assert "concentric assault" not in reasons(empty, attack_from(empty, target, (0, 3), ("ge15pz", "ge16pz"), mobile=True))


def test_terrain_and_works_add_up(empty: P) -> None:
    put(empty, "so15", "4509")
    assault = attack_from(empty, "4509", (0,), ("ge1",))
    found = reasons(empty, assault)
    assert found["fortification"] == -2
    empty.place(empty.game.names.unit("so15"), empty.game.box["gone"])
    put(empty, "ge2", "4509")
    put(empty, "so15", empty.game.board.names[empty.game.board.adjacent(at(empty, "4509"))[3]])
    foreign = Assault((empty.game.names.unit("so15"),), at(empty, "4509"))
    assert "fortification" not in reasons(empty, foreign), "foreign works help nobody"


def test_a_semi_permanent_fort_helps_soviets(empty: P) -> None:
    put(empty, "so15", "4519")
    empty.s.set("fort", at(empty, "4519"), True)
    assert reasons(empty, attack_from(empty, "4519", (0,), ("ge1",)))["semi-permanent fort"] == -1


def river_attack(p: P) -> tuple[str, int, int]:
    """A hex, a direction across a small river without cities, and a dry direction."""
    board = p.game.board
    river, major, lake = (board.side_mask(kind) for kind in ("river", "major-river", "lake"))
    for hex in (board.mask("ussr") & p.game.land & ~p.game.city & ~p.game.red_row).nonzero()[0].tolist():
        usable = [d for d, near in enumerate(board.rows[hex]) if near >= 0 and p.game.land[near] and not p.game.city[near]]
        wet = [d for d in usable if river[hex, d] and not major[hex, d]]
        dry = [d for d in usable if not river[hex, d] and not major[hex, d] and not lake[hex, d]]
        if wet and dry:
            return board.names[hex], wet[0], dry[0]
    raise AssertionError


def test_a_river_helps_only_against_attackers_who_all_cross_it(empty: P) -> None:
    target, wet, dry = river_attack(empty)
    put(empty, "so15", target)
    assert reasons(empty, attack_from(empty, target, (wet,), ("ge1",)))["across a river"] == -1
    assert "across a river" not in reasons(empty, attack_from(empty, target, (wet, dry), ("ge1", "ge2")))
    dropped = attack_from(empty, target, (wet,), ("ge1",), airborne=True)
    assert "across a river" not in reasons(empty, dropped)
    empty.s.ignore_rivers = True
    assert "across a river" not in reasons(empty, attack_from(empty, target, (wet,), ("ge1",)))
    empty.place(empty.game.names.unit("so15"), empty.game.box["gone"])
    put(empty, "ge3", target)
    assert reasons(empty, attack_from(empty, target, (wet,), ("so1c",)))["across a river"] == -1, "Germans keep theirs"


def test_fighting_first_helps_prepared_assaults_in_the_east(empty: P) -> None:
    empty.s.order = sequence.FIGHT_MOVE
    target = plain_target(empty)
    put(empty, "so15", target)
    assault = attack_from(empty, target, (0,), ("ge15pz",))
    assert reasons(empty, assault)["fight before moving"] == 1
    assert "fight before moving" not in reasons(empty, Assault(assault.attackers, assault.target, mobile=True))


def test_former_poland_and_the_shock_army(empty: P) -> None:
    put(empty, "so15", "4605")
    assert reasons(empty, attack_from(empty, "4605", (0,), ("ge1",)))["Former Poland"] == 1
    target = plain_target(empty)
    put(empty, "ge2", target)
    found = reasons(empty, attack_from(empty, target, (0,), ("so1s",)))
    assert found["1st Shock Army"] == 1
    assert "Former Poland" not in found


def test_aircraft_of_both_sides(empty: P) -> None:
    target = plain_target(empty)
    put(empty, "so15", target)
    assault = attack_from(empty, target, (0,), ("ge1",), aircraft=(3, 0))
    assert reasons(empty, assault)["aircraft"] == 3


@pytest.mark.parametrize(("shift", "wanted"), [(0, "5:1"), (-2, "5:1"), (-4, "4:1"), (-9, "1:3"), (-10, "1:4")])
def test_shifts_come_before_the_limits(empty: P, shift: int, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = plain_target(empty)
    put(empty, "so15", target)
    monkeypatch.setattr(combat_odds, "strengths", lambda p, assault: (41, 5))  # 8:1
    found = combat_odds.final_column(empty, attack_from(empty, target, (0,), ("ge1",)), shift)
    assert name(found) == wanted
    assert (empty.game.results.automatic(found) == "AL1") is (wanted == "1:4")


def test_attenuated_supply(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    put(empty, "so15", "4605")
    assault = attack_from(empty, "4605", (3,), ("ge1",))
    for turn, asked in ((5, False), (6, True)):
        empty.s.turn = turn
        assert combat_odds.attenuated(empty, assault) is asked
    assert not combat_odds.attenuated(empty, Assault((), assault.target, airborne=True))
    monkeypatch.setattr("grognard.games.what_if_1940.rules.supply.supplied", lambda p, unit: False)
    assert not combat_odds.attenuated(empty, assault)
    rolling([1, 2, 5, 2], monkeypatch)
    assert [combat_odds.roll_attenuation(empty) for _ in range(3)] == [None, -2, 0]
    empty.s.ploesti = True
    assert combat_odds.roll_attenuation(empty) is None


def test_a_soviet_attack_from_former_poland_suffers(empty: P) -> None:
    put(empty, "ge1", "4605")
    row = empty.game.board.rows[at(empty, "4605")]
    area = combat_odds.former_poland(empty)
    near = next(hex for hex in row if hex >= 0 and area[hex])
    army = put(empty, "so15", empty.game.board.names[near])
    assert reasons(empty, Assault((army,), at(empty, "4605")))["Former Poland"] == -1
    assert empty.side_of(army) == SOVIET
