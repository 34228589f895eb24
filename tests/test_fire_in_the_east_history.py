"""The short scenarios of Fire in the East end as history did: entered as a position, that end scores what the file says."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.cases import find, run
from grognard.games import folder_of, load_game
from grognard.games.fire_in_the_east import short_scenarios

SLUG = "fire-in-the-east"
#: the case that enters the end, and the places that count and were in Axis hands on that day
ENDS: dict[str, tuple[str, frozenset[str]]] = {
    "frontier": (
        "the end that history had scores 26 and is a German victory",  # 15 July 1941
        frozenset({"Bialystok", "Grodno", "Brest", "Wilno", "Lida", "Baranovichi", "Molodechno", "Pinsk", "Slutsk", "Lepel",
                   "Minsk", "Bobruisk", "Borisov", "Vitebsk"}),
    ),
    "north": (
        "the blockade of Leningrad as history had it scores 21, a draw",  # 30 September 1941
        frozenset({"Riga", "Daugavpils", "Kaunas", "Pskov", "Tartu", "Tallinn", "Narva", "Luga", "Novgorod", "Staraya Russa",
                   "Krasnogvardeisk", "Kuressaare"}),
    ),
    "kiev": (
        "the end that history had at Kiev scores 41 and is a German victory",  # 30 September 1941
        frozenset({"Kiev", "Dnepropetrovsk", "Krivoi Rog", "Nikopol", "Nikolaev", "Kherson", "Kirovograd", "Cherkassy",
                   "Kremenchug", "Poltava", "Gomel", "Chernigov", "Konotop", "Nezhin", "Lubny", "Uman"}),
    ),
    "typhoon": (
        "the end that history had before Moskva scores 34, a draw, with what was held in December",  # 15 January 1942
        frozenset({"Orel", "Bryansk", "Vyazma", "Rzhev", "Kursk", "Mozhaisk", "Sukhinichi"}),
    ),
    "arctic": (
        "the end that history had in the north scores 11, a draw",  # 15 December 1941
        frozenset({"Petrozavodsk", "Medvezhyegorsk", "Olonets", "Suojarvi", "Sortavala", "Kakisalmi", "Viipuri", "Hango"}),
    ),
}  # fmt: skip
CASES = {case["name"]: (file, case) for file, case in find([folder_of(SLUG) / "cases" / "scenarios.yaml"])}


def level(said: short_scenarios.ShortScenario, points: int) -> str:
    return next(name for least, name in said.victory.levels if points >= least)


def test_every_scenario_has_its_end() -> None:
    assert {*ENDS} == {*short_scenarios.names()}


@pytest.mark.parametrize("name", ENDS)
def test_the_historical_end_scores_what_the_file_says(name: str) -> None:
    said = short_scenarios.read(name)
    title, held = ENDS[name]
    file, case = CASES[title]
    board = load_game(SLUG).board
    called: dict[str, str] = {board.names[place.hex]: place.name for place in board.places if place.name}
    axis: Any = case["control"]["axis"].split()
    assert {called[hex] for hex in axis if hex in said.victory.places} == held
    assert (case["state"]["scenario"], case["turn"], case["phase"]) == (name, said.last, "turn end")
    assert case["expect"]["victory points"] == said.victory.history
    winner = {"German": "axis", "Axis": "axis", "Soviet": "soviet", "draw": "draw"}[level(said, case["expect"]["victory points"])]
    assert case["expect"]["winner"] == f"{winner} by 37.C"
    assert not run(file, case).faults
