"""1940: What If?: what a player is told when he asks is what the rules would do."""

from __future__ import annotations

import pytest

from grognard.games.assault.flags import RETREATED
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.rules import neutrals
from grognard.games.what_if_1940.state import ALLIED, BELGIAN, GERMAN

from .what_if import P, at, bare, phase, put


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


def line_of(game: WhatIf, p: P, unit: str, hex: str, side: int) -> list[str]:
    number = put(p, unit, hex)
    told = game.supply(p, number, (side,))
    assert told.supplied
    p.place(number, game.box["gone"])
    return told.path


def inside(game: WhatIf, p: P, line: list[str], area: str) -> bool:
    return any(game.board.mask(area)[at(p, hex)] for hex in line)


def test_the_line_shown_keeps_out_of_neutral_countries(game: WhatIf) -> None:
    p = bare(game)
    assert not inside(game, p, line_of(game, p, "fr1", "1906", ALLIED), "belgium")
    neutrals.freeze(p)
    assert inside(game, p, line_of(game, p, "fr1", "1906", ALLIED), "belgium")


def test_the_line_shown_keeps_out_of_closed_ardennes_but_for_cavalry(game: WhatIf) -> None:
    p = bare(game)
    neutrals.freeze(p)
    ardennes = game.board.terrain_mask("ardennes")
    for unit, through in (("fr1", False), ("frcav", True)):
        line = line_of(game, p, unit, "1906", ALLIED)
        assert any(ardennes[at(p, hex)] for hex in line) is through, unit


def test_belgians_at_home_need_no_line(game: WhatIf) -> None:
    p = bare(game)
    neutrals.join_the_allies(p)
    assert line_of(game, p, "be1", "2001", BELGIAN) == ["2001"]


def test_the_line_shown_runs_over_the_rollbahn_that_works(game: WhatIf) -> None:
    """A leg across a Rollbahn that is cut would not feed anybody."""
    p = bare(game)
    for place in game.cities_that_count:
        if game.east[place]:
            p.control(place, GERMAN)
    for hex in game.printed_forts[1].nonzero()[0].tolist():
        p.control(hex, GERMAN)
    line = line_of(game, p, "ge1", "4621", GERMAN)
    road = game.board.mask("rollbahn")
    first = next(k for k, hex in enumerate(line) if road[at(p, hex)])
    assert first <= 6
    head = line.index("5005")
    assert all(road[at(p, hex)] for hex in line[first : head + 1])
    assert game.board.mask("german-edge-east")[at(p, line[-1])]


def test_odds_against_neutral_dutch_are_those_of_the_battle_that_wakes_them(game: WhatIf) -> None:
    p = phase(bare(game), "allied.fight", ALLIED)
    works = next(h for h in game.printed_forts[4].nonzero()[0].tolist() if game.board.terrains[game.board.terrain[h]] == "clear")
    near = next(h for h in game.board.adjacent(works) if game.land[h] and not game.board.side_mask("river")[works].any())
    corps = put(p, "fr1", game.board.names[near])
    told = game.odds(p, works, [corps], eyes=(ALLIED,))
    assert (told.rule, told.defence) == ("", 1)
    assert "10.22b" in {shift.rule for shift in told.shifts}
    put(p, "du1", game.board.names[works])
    assert game.odds(p, works, [corps], eyes=(ALLIED,)).defence == 4


def test_odds_leave_out_who_has_just_retreated_into_the_hex(game: WhatIf) -> None:
    p = phase(bare(game), "east.fight", GERMAN)
    here, there = at(p, "4519"), at(p, "4518")
    corps = put(p, "ge1", "4518")
    assert game.board.direction(there, here) >= 0
    armies = [put(p, "ra1", "4519"), put(p, "ra2", "4519")]
    p.s.clear(armies, 128)
    alone = game.odds(p, here, [corps], eyes=(GERMAN, 1)).defence
    p.s.mark(armies[:1], RETREATED)
    assert game.odds(p, here, [corps], eyes=(GERMAN, 1)).defence == alone / 2


def test_without_ploesti_the_panel_tells_half_the_points_of_vehicles(game: WhatIf) -> None:
    p = bare(game)
    p.s.ploesti = True
    told = {line.title: line.points for line in game.status(p, ()).movement}
    assert told == {"mechanized in the east": 6, "others in the east": 6}
