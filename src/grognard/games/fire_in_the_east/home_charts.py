"""The charts of the home front, read from `data/charts.yaml`: who receives which points when, what victory is counted by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...core.board import Board
from ...core.rule import rule

OFF_MAP = ("volga-md", "transcaucasus-md", "eastern-mds")


class Points(msgspec.Struct, frozen=True):
    """Replacement points of both types."""

    infantry: int = 0
    armor: int = 0


class HomeCharts(msgspec.Struct, frozen=True):
    """All of them; districts are named as on the board."""

    axis: dict[int, dict[str, Points]]  #: by turn and nation
    districts: tuple[str, ...]  #: on the map first, then those beyond its edges
    production: dict[str, dict[str, int]]  #: by district, replacement city -> infantry points per turn
    off_map: dict[str, int]  #: by district beyond the edges, infantry points per turn
    soviet_from: int  #: the first turn of Soviet replacements
    transfers_from: int  #: the first turn on which factories may go to the Urals
    transfer_turns: int
    factory_size: int  #: in regimental equivalents of rail capacity
    factories: tuple[str, ...]  #: the places of factories
    recovery: int  #: a replacement city taken back produces on the turn so many later
    only_in: dict[str, frozenset[str]]  #: kind of unit -> districts that may replace it
    objectives: dict[str, int]  #: place -> victory points for all its hexes
    axis_cities: tuple[str, ...]
    levels: tuple[tuple[int, str], ...]  #: from so many points upwards, the level of victory


@rule("errata.charts.2a", "errata.charts.2b")
def read_home_charts(raw: Mapping[str, Any], turns: Sequence[str], board: Board) -> HomeCharts:
    """The charts of a file, whose turns are named by the titles of their boxes."""
    number = {title: turn for turn, title in enumerate(turns, 1)}
    soviet, victory = raw["soviet_replacements"], raw["victory"]
    factories, limits, worth = soviet["factories"], soviet["limits"], victory["points"]
    only_in = {"cavalry": "cavalry", "mountain": "mountain", "ski": "ski", "winterized": "other_winterized"}
    return HomeCharts(
        axis={number[title]: {nation.lower(): Points(**points) for nation, points in row.items()}
              for title, row in raw["axis_replacements"]["rps"].items()},
        districts=(*soviet["districts"], *OFF_MAP),
        production={name: entry["cities"] for name, entry in soviet["districts"].items()},
        off_map={name: soviet["off_map"][name]["rate"] for name in OFF_MAP},
        soviet_from=number[soviet["from_turn"]],
        transfers_from=number[factories["transfer_from"]],
        transfer_turns=factories["transfer_turns"],
        factory_size=factories["rail_re"],
        factories=tuple(factories["places"]),
        recovery=soviet["rules"]["recaptured_city_produces_again_on_turn"],
        only_in={kind: frozenset(limits[name]) for kind, name in only_in.items()},
        objectives=_objectives(worth, board),
        axis_cities=tuple(victory["board"]["axis_major_cities"]),
        levels=tuple((entry["from"] if entry["from"] is not None else -1000, entry["level"]) for entry in victory["levels"]),
    )  # fmt: skip


def _objectives(worth: Mapping[str, int], board: Board) -> dict[str, int]:
    """Every Soviet major city counts, the greater ones more, and three places that are none."""
    soviet = frozenset(board.areas["ussr"].hexes) if "ussr" in board.areas else frozenset()
    cities = sorted({place.name for place in board.places if place.kind == "major-city" and place.hex in soviet})
    others = [name for name in worth if name[0].isupper() and name not in cities]
    return {name: worth.get(name, worth["other_major_city"]) for name in (*cities, *others)}
