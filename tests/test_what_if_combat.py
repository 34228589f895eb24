"""1940: What If?: results of battles, retreats and displacement, mobile and airborne assaults, promotion, Romania."""

from __future__ import annotations

import numpy as np
import pytest

from grognard.games.assault.battle import the_battle
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import combat_odds, movement, retreat
from grognard.games.what_if_1940.state import ALLIED, GERMAN, SOVIET, Battle

from .what_if import P, at, bare, order, phase, put, refused, rolling, steps, where


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.fixture
def empty(game: WhatIf) -> P:
    return bare(game)


def open_hex(p: P) -> str:
    """A clear dry hex of former Poland, with supply for both sides, amid land without cities and works."""
    board, game = p.game.board, p.game
    wet = board.side_mask("river") | board.side_mask("major-river") | board.side_mask("lake") | board.side_mask("sea")
    calm = game.east_land & ~game.city & ~game.works & ~game.red_row & ~board.terrain_mask("marsh")
    plain = calm & board.terrain_mask("clear") & ~wet.any(axis=1) & game.close_to_germany[0]
    for hex in (plain & board.mask("former-poland")).nonzero()[0].tolist():
        if all(near >= 0 and calm[near] for near in board.rows[hex]):
            return str(board.names[hex])
    raise AssertionError


def beside(p: P, hex: str, direction: int) -> str:
    return str(p.game.board.names[p.game.board.rows[at(p, hex)][direction]])


def result(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """The next battles end so, whatever their odds."""
    left = iter(words)
    monkeypatch.setattr("grognard.games.what_if_1940.rules.combat.roll_result", lambda *args: next(left))


def test_attacks_need_neighbours_and_are_made_once(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    put(empty, "ge1", beside(empty, hex, 0))
    put(empty, "ge2", beside(empty, hex, 1))
    put(empty, "ge3", beside(empty, beside(empty, hex, 3), 3))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "AS")
    refused("11.1", lambda: order(empty, f"attack {hex} with ge3"))
    order(empty, f"attack {hex} with ge1")
    refused("11.4", lambda: order(empty, f"attack {hex} with ge2"))
    assert where(empty, "so15") == hex
    refused("11.1", lambda: order(empty, f"attack {beside(empty, hex, 2)} with ge2"))


def test_attacker_loses_one_step_of_his_choice(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    put(empty, "ge1", beside(empty, hex, 0))
    put(empty, "ge2", beside(empty, hex, 1))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "AL1")
    order(empty, f"attack {hex} with ge1+ge2")
    assert empty.frame.step == "battle.losses"
    refused("11.16", lambda: order(empty, "lose ge3"))
    order(empty, "lose ge2")
    assert (steps(empty, "ge1"), steps(empty, "ge2")) == (2, 1)
    assert empty.frame.step == "east.fight"


def test_de_reduces_two_step_units_which_hold_the_hex(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "ge1", hex)
    put(empty, "so15", beside(empty, hex, 0))
    phase(empty, "soviet.fight", SOVIET)
    result(monkeypatch, "DE")
    order(empty, f"attack {hex} with so15")
    assert (where(empty, "ge1"), steps(empty, "ge1"), empty.frame.step) == (hex, 1, "soviet.fight")


def test_a_cleared_hex_may_be_entered_by_those_who_fought(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    put(empty, "ge1", beside(empty, hex, 0))
    put(empty, "ge2", beside(empty, hex, 0))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DE")
    order(empty, f"attack {hex} with ge1")
    refused("11.13", lambda: order(empty, "advance ge2"))
    order(empty, "advance ge1")
    assert where(empty, "ge1") == hex
    assert empty.s.control[at(empty, hex)] == GERMAN


@pytest.mark.parametrize(("attackers", "defenders", "left"), [(2, 3, (0, 1)), (4, 2, (2, 0))])
def test_a_bloodbath_counts_steps(
    empty: P, monkeypatch: pytest.MonkeyPatch, attackers: int, defenders: int, left: tuple[int, int]
) -> None:
    hex = open_hex(empty)
    for unit in ("so15", "so1c", "so2irb")[:defenders]:
        put(empty, unit, hex)
    for unit in ("ge1", "ge2")[: attackers // 2]:
        put(empty, unit, beside(empty, hex, 0))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "BB")
    order(empty, f"attack {hex} with {'+'.join(('ge1', 'ge2')[: attackers // 2])}")
    while empty.frame.step == "battle.losses":
        unit = "ge1" if attackers > defenders else next(u for u in ("so15", "so1c") if where(empty, u) == hex)
        order(empty, f"lose {unit}")
    alive = [sum(empty.s.steps[u] for u in empty.game.pieces_of_side[s] if 0 <= empty.s.loc[u] < empty.game.board.hexes)
             for s in (GERMAN, SOVIET)]  # fmt: skip
    assert tuple(alive) == left


def test_with_equal_steps_the_attacker_names_the_price(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    put(empty, "so1c", hex)
    put(empty, "ge1", beside(empty, hex, 0))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "BB")
    order(empty, f"attack {hex} with ge1")
    refused("11.20c", lambda: order(empty, "exchange 3"))
    order(empty, "exchange 1")
    assert empty.frame.step == "battle.losses"
    assert empty.frame.side == SOVIET
    order(empty, "lose so15")
    assert (steps(empty, "ge1"), where(empty, "so1c")) == (1, hex)


def test_a_retreat_goes_towards_the_nearest_source(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    put(empty, "so1c", hex)
    put(empty, "ge1", beside(empty, hex, 3))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DR")
    order(empty, f"attack {hex} with ge1")
    board = empty.game.board
    away = board.distances(empty.game.edge_sources[SOVIET].astype(np.int16)).min(axis=0)
    free = [near for near in board.adjacent(at(empty, hex)) if near != at(empty, beside(empty, hex, 3))]
    nearest = [near for near in free if away[near] == min(away[n] for n in free)]
    if empty.frame.step == "battle.retreat":
        worst = max(free, key=lambda near: away[near])
        refused("11.11c", lambda: order(empty, f"retreat so15+so1c to {board.names[worst]}"))
        refused("11.11b", lambda: order(empty, f"retreat so15 to {board.names[nearest[0]]}"))
        order(empty, f"retreat so15+so1c to {board.names[nearest[0]]}")
    assert where(empty, "so15") == where(empty, "so1c")
    assert at(empty, where(empty, "so15")) in nearest
    assert empty.frame.step == "battle.advance"


def ring(p: P, hex: str, unit: str, *, leave: int = -1) -> None:
    """Units of one kind all around a hex, one direction left open."""
    own = [u for u, piece in enumerate(p.game.pieces) if piece.handle.startswith(unit)]
    fresh = iter([u for u in own if p.s.loc[u] == p.game.box["gone"]])
    for direction in range(6):
        if direction != leave and not p.s.stack(at(p, beside(p, hex, direction))):
            p.place(next(fresh), at(p, beside(p, hex, direction)))


def test_who_cannot_retreat_suffers_de_in_place(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "ge1", hex)
    empty.s.set("steps", empty.game.names.unit("ge1"), 1)
    ring(empty, hex, "ra")
    phase(empty, "soviet.fight", SOVIET)
    result(monkeypatch, "DR")
    attacker = empty.game.pieces[empty.s.stack(at(empty, beside(empty, hex, 0)))[0]].handle
    order(empty, f"attack {hex} with {attacker}")
    assert where(empty, "ge1") == "german-dead"
    assert empty.frame.step == "battle.advance"


def test_germans_may_give_up_a_step_and_stand(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "ge1", hex)
    put(empty, "so15", beside(empty, hex, 0))
    phase(empty, "soviet.fight", SOVIET)
    result(monkeypatch, "DR")
    order(empty, f"attack {hex} with so15", "lose ge1")
    assert (where(empty, "ge1"), steps(empty, "ge1"), empty.frame.step) == (hex, 1, "soviet.fight")


def test_friends_in_a_full_hex_make_room(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    ring(empty, hex, "ge", leave=3)
    only = beside(empty, hex, 3)
    for unit in ("ra1", "ra2", "ra3"):
        put(empty, unit, only)
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DR")
    attacker = empty.game.pieces[empty.s.stack(at(empty, beside(empty, hex, 0)))[0]].handle
    order(empty, f"attack {hex} with {attacker}")
    assert empty.frame.step == "battle.retreat"
    order(empty, f"retreat so15 to {only}")
    assert empty.frame.step == "battle.displace"
    refused("11.12a", lambda: order(empty, f"displace ra1 to {hex}"))
    to = empty.game.board.names[retreat.displacement_hexes(empty, (empty.game.names.unit("ra1"),))[0]]
    order(empty, f"displace ra1 to {to}")
    assert (where(empty, "so15"), where(empty, "ra1")) == (only, to)
    assert empty.frame.step == "battle.advance"


def test_without_room_for_the_displaced_the_retreating_unit_dies(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    ring(empty, hex, "ge", leave=3)
    only = beside(empty, hex, 3)
    for unit in ("ra1", "ra2", "ra3"):
        put(empty, unit, only)
    ring(empty, only, "ge")
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DR")
    attacker = empty.game.pieces[empty.s.stack(at(empty, beside(empty, hex, 0)))[0]].handle
    order(empty, f"attack {hex} with {attacker}")
    assert where(empty, "so15") == "gone"
    assert {where(empty, unit) for unit in ("ra1", "ra2", "ra3")} == {only}


def test_who_retreated_into_a_hex_adds_no_strength_and_shares_its_fate(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    hex = open_hex(empty)
    put(empty, "so15", hex)
    ring(empty, hex, "ge", leave=3)
    only = beside(empty, hex, 3)
    put(empty, "so1c", only)
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DR")
    first = empty.game.pieces[empty.s.stack(at(empty, beside(empty, hex, 0)))[0]].handle
    order(empty, f"attack {hex} with {first}", "stay")
    assert where(empty, "so15") == only
    second = empty.game.pieces[empty.s.stack(at(empty, beside(empty, hex, 2)))[0]].handle
    seen: list[Battle] = []

    def roll_result(p: P, *rest: object) -> str:
        seen.append(the_battle(p))
        assert len(combat_odds.facts_of(p, seen[0]).defenders) == 1
        return "DE"

    monkeypatch.setattr("grognard.games.what_if_1940.rules.combat.roll_result", roll_result)
    order(empty, f"attack {only} with {second}")
    assert len(seen[0].defenders) == 2
    assert {where(empty, "so15"), where(empty, "so1c")} == {"gone"}


def test_dr_against_a_city_is_a_step_or_a_bloodbath(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    city = "4510"
    put(empty, "ge1", beside(empty, city, 0))
    put(empty, "ge2", beside(empty, city, 0))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DR")
    order(empty, f"attack {city} with ge1+ge2")
    assert empty.frame.step == "battle.convert"
    order(empty, "result bb", "lose ge1")
    assert not empty.s.garrison[at(empty, city)]
    order(empty, "advance ge2")
    assert where(empty, "ge2") == city


def test_a_garrison_dies_with_the_units_beside_it(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    city = "4510"
    put(empty, "so15", city)
    put(empty, "ge1", beside(empty, city, 0))
    phase(empty, "east.fight", GERMAN)
    result(monkeypatch, "DE")
    order(empty, f"attack {city} with ge1", "stay")
    assert not empty.s.garrison[at(empty, city)]


# ---------------------------------------------------------------- mobile assaults


@pytest.fixture
def panzers(empty: P) -> tuple[P, str, str]:
    """Two panzer corps beside an army in the open, all in supply."""
    hex = open_hex(empty)
    put(empty, "so15", hex)
    launch = beside(empty, hex, 3)
    for unit in ("ge15pz", "ge16pz"):
        put(empty, unit, launch)
    return phase(empty, "east.move", GERMAN), hex, launch


def test_a_mobile_assault_pays_double_and_goes_on(panzers: tuple[P, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex, _ = panzers
    result(monkeypatch, "DE")
    order(p, f"assault {hex} with ge15pz+ge16pz")
    assert where(p, "ge15pz") == where(p, "ge16pz") == hex
    assert p.s.spent[p.game.names.unit("ge15pz")] == 2
    refused("10.15c", lambda: order(p, f"assault {beside(p, hex, 0)} with ge15pz"))
    order(p, f"move ge15pz {beside(p, hex, 0)}")


def test_a_failed_assault_ends_in_the_launch_hex(panzers: tuple[P, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex, launch = panzers
    result(monkeypatch, "AS")
    order(p, f"assault {hex} with ge15pz")
    assert where(p, "ge15pz") == launch
    refused("10.2a", lambda: order(p, f"move ge15pz {beside(p, launch, 3)}"))
    result(monkeypatch, "AS")
    order(p, f"assault {hex} with ge16pz")


def test_infantry_forts_and_ploesti_forbid_mobile_assaults(panzers: tuple[P, str, str]) -> None:
    p, hex, launch = panzers
    put(p, "ge1", launch)
    movement.begin(p)
    refused("10.15a", lambda: order(p, f"assault {hex} with ge1"))
    p.s.set("fort", at(p, hex), True)
    refused("9.8g", lambda: order(p, f"assault {hex} with ge15pz"))
    p.s.set("fort", at(p, hex), False)
    p.s.ploesti = True
    refused("6.10", lambda: order(p, f"assault {hex} with ge15pz"))


def test_a_cancelled_assault_is_paid_and_over(panzers: tuple[P, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex, launch = panzers
    p.s.turn = 7
    rolling([1], monkeypatch)
    order(p, f"assault {hex} with ge15pz")
    assert (where(p, "ge15pz"), where(p, "so15")) == (launch, hex)
    refused("10.15c", lambda: order(p, f"assault {hex} with ge15pz"))


# ---------------------------------------------------------------- paratroops


@pytest.fixture
def jump(empty: P) -> tuple[P, str]:
    """The corps ready, the Soviet aircraft shut out, an army in the open."""
    hex = open_hex(empty)
    put(empty, "so15", hex)
    empty.place(empty.game.flieger, empty.game.box["reserve-eligible"])
    phase(empty, "east.fight", GERMAN)
    empty.s.suppressed = (0, 1, 0)
    return empty, hex


def test_paratroops_that_clear_the_hex_hold_it(jump: tuple[P, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex = jump
    rolling([6], monkeypatch)
    result(monkeypatch, "DE")
    order(p, f"drop {hex}")
    assert (where(p, "ge7fl"), steps(p, "ge7fl")) == (hex, 2)
    refused("8.7a", lambda: order(p, f"drop {beside(p, hex, 0)}"))
    put(p, "so1c", beside(p, hex, 0))
    refused("11.2", lambda: order(p, f"attack {beside(p, hex, 0)} with ge7fl"))


def test_paratroops_that_do_not_are_lost(jump: tuple[P, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex = jump
    put(p, "ge1", beside(p, hex, 0))
    rolling([6], monkeypatch)
    result(monkeypatch, "AS")
    order(p, f"drop {hex} with ge1")
    assert (where(p, "ge7fl"), where(p, "ge1")) == ("german-dead", beside(p, hex, 0))


def test_a_lost_landing_leaves_the_attack_to_the_ground(jump: tuple[P, str], monkeypatch: pytest.MonkeyPatch) -> None:
    p, hex = jump
    put(p, "ge1", beside(p, hex, 0))
    rolling([-5], monkeypatch)
    result(monkeypatch, "DE")
    order(p, f"drop {hex} with ge1")
    assert where(p, "ge7fl") == "german-dead"
    assert p.frame.step == "battle.advance"


def test_enemy_aircraft_and_the_red_row_forbid_a_drop(jump: tuple[P, str]) -> None:
    p, hex = jump
    red = p.game.board.names[int(p.game.red_row.argmax())]
    refused("12.3c", lambda: order(p, f"drop {red}"))
    p.s.suppressed = (0, 0, 0)
    refused("8.2a", lambda: order(p, f"drop {hex}"))


# ---------------------------------------------------------------- aircraft, tanks, Romania


def test_attacker_then_defender_commit_aircraft(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    phase(empty, "allied.fight", ALLIED)
    ruhr = next(h for h in empty.game.in_germany_west.nonzero()[0].tolist() if empty.game.board.terrain_mask("clear")[h])
    target = empty.game.board.names[ruhr]
    put(empty, "ge1", target)
    near = next(h for h in empty.game.board.adjacent(ruhr) if movement.crossable(empty, h, ruhr))
    put(empty, "fr1", empty.game.board.names[near])
    empty.s.air = (2, 0, 1)
    result(monkeypatch, "AS")
    order(empty, f"attack {target} with fr1")
    assert (empty.frame.step, empty.frame.side) == ("battle.air", ALLIED)
    refused("8.6", lambda: order(empty, "air 2"))
    order(empty, "air 1")
    assert (empty.frame.step, empty.frame.side) == ("battle.air", GERMAN)
    order(empty, "air 2")
    assert empty.s.air == (0, 0, 0)
    assert empty.frame.step == "allied.fight"


def test_a_tank_corps_that_attacks_whole_is_promoted(empty: P, monkeypatch: pytest.MonkeyPatch) -> None:
    phase(empty, "allied.fight", ALLIED)
    ground = next(h for h in empty.game.in_germany_west.nonzero()[0].tolist() if empty.game.board.terrain_mask("clear")[h])
    put(empty, "ge1", empty.game.board.names[ground])
    near = next(h for h in empty.game.board.adjacent(ground) if movement.crossable(empty, h, ground))
    put(empty, "br1tk1", empty.game.board.names[near])
    result(monkeypatch, "AS", "AL1")
    order(empty, f"attack {empty.game.board.names[ground]} with br1tk1")
    assert (where(empty, "br1tk2"), where(empty, "br1tk1")) == (empty.game.board.names[near], "anglo-french-aside")
    refused("11.4", lambda: order(empty, f"attack {empty.game.board.names[ground]} with br1tk2"))
    phase(empty, "allied.fight", ALLIED)
    order(empty, f"attack {empty.game.board.names[ground]} with br1tk2")
    assert (where(empty, "br1tk2"), steps(empty, "br1tk2")) == (empty.game.board.names[near], 1)


@pytest.mark.parametrize(("outcome", "lost"), [("DR", False), ("DE", True)])
def test_the_war_in_romania(empty: P, monkeypatch: pytest.MonkeyPatch, outcome: str, lost: bool) -> None:
    romania = empty.game.box["romania"]
    for unit in ("so15", "ge1"):
        empty.place(empty.game.names.unit(unit), romania)
    empty.s.set("steps", empty.game.names.unit("ge1"), 1)
    phase(empty, "southwest", SOVIET)
    result(monkeypatch, outcome)
    order(empty, "done")
    assert empty.s.ploesti is lost
    assert (where(empty, "ge1") == "german-dead") is lost
