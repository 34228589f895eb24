"""What cases may expect of the charts (12.0) and of the ground of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.events import Event
from ...core.expectations import Check, differs
from ...core.match import Match


def _terrain_chart(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """terrain -> what its row says; every row must be named."""
    rows = {row["name"]: row for row in match.game.tables["terrain"]}  # type: ignore[attr-defined]
    yield from differs("rows of the terrain chart", sorted(rows), sorted(wanted))
    for terrain, fields in wanted.items():
        for field, value in fields.items():
            yield from differs(f"{field} of {terrain}", rows.get(terrain, {}).get(field), value)


def _air_on_track(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """The most aircraft a side has on any turn, and on how many turns both sides have some."""
    turns = list(match.game.track.values())  # type: ignore[attr-defined]
    found = {
        "most german": max(turn.air_german for turn in turns), "most soviet": max(turn.air_soviet for turn in turns),
        "both": sum(turn.air_german > 0 and turn.air_soviet > 0 for turn in turns),
    }  # fmt: skip
    for key, value in wanted.items():
        yield from differs(f"{key} aircraft", found[key], value)


CHECKS: dict[str, Check] = {"terrain chart": _terrain_chart, "air on the track": _air_on_track}
