"""Grognard after an upgrade: an option, a value, an array and a kind of event have been added to a game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from grognard.core.data import DataFiles
from grognard.core.events import Event
from grognard.core.game import Choice
from grognard.games import _FOLDERS, _load, folder_of
from grognard.games.drive_on_moscow import DriveOnMoscow
from grognard.games.drive_on_moscow.state import DomState


class LaterState(DomState):
    """The position of a later version: a value and an array more, and another order."""

    NODE_ARRAYS: ClassVar[dict[str, Any]] = {"craters": "int32", **DomState.NODE_ARRAYS}
    VALUES: ClassVar[dict[str, Any]] = {"partisans": (), **DomState.VALUES}
    FILLS: ClassVar[dict[str, int]] = {"craters": -1}

    craters: memoryview
    partisans: tuple[int, ...]


class Rumoured(Event, frozen=True):
    """A kind of event that there was not."""

    what: str


class LaterGame(DriveOnMoscow):
    """A later version of Drive on Moscow with an option more."""

    choices: ClassVar[tuple[Choice, ...]] = (Choice("mud", "Deep mud", ("off", "on"), "off", "", "Wheels stick."),)
    state_type: ClassVar[Any] = LaterState

    def empty(self) -> LaterState:
        state = LaterState(len(self.pieces), self.board.nodes, 2)
        state.fill("kind", [piece.kind for piece in self.pieces])
        state.fill("steps", [self.types[piece.kind].steps for piece in self.pieces])
        return state

    texts: ClassVar[dict[str, str]] = DriveOnMoscow.texts | {"rumoured": "A rumour."}

    def restore(self, data: dict[str, Any]) -> LaterState:
        return LaterState.from_dict(data)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> LaterGame:
    """Grognard after an upgrade: an option, a value, an array and a kind of event have been added to a game."""
    games = {number: LaterGame(DataFiles.of_set(folder_of("drive-on-moscow") / "data", number, None)) for number in (1, 2, 3)}
    for number, one in games.items():
        one.data_set = number
    advance = DriveOnMoscow.flow.advance

    def telling(play: Any) -> None:
        advance(play)
        if isinstance(play.game, LaterGame):
            play.emit(Rumoured(what="partisans are said to be about"))

    monkeypatch.setattr(DriveOnMoscow.flow, "advance", telling)
    monkeypatch.setattr("grognard.games.load_game", lambda slug, data=None, data_set=None: games[data_set or 3])
    return games[1]


@pytest.fixture
def two_sets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Drive on Moscow with a second set of data, in which vehicles are faster on turn 1."""
    ours = tmp_path / "drive_on_moscow" / "data"
    shutil.copytree(folder_of("drive-on-moscow") / "data", ours, ignore=shutil.ignore_patterns("set-*"))
    changed = (ours / "tables.toml").read_text(encoding="utf-8").replace("mf_mech = 10", "mf_mech = 12", 1)
    (ours / "set-2").mkdir()
    (ours / "set-2" / "tables.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setitem(_FOLDERS, "drive-on-moscow", ours.parent)
    _load.cache_clear()
    yield ours
    _load.cache_clear()
