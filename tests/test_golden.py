"""Golden replays: old saves still play identically, to the last bit of every position."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.save import dump, load
from grognard.games import GAMES
from tools.golden import FOLDER, chosen, playthrough, renew

SAVES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_old_save_plays_identically(path: object) -> None:
    match = load(str(path))
    assert dump(match) == FOLDER.joinpath(f"{path.stem}.txt").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert playthrough(match) == FOLDER.joinpath(f"{path.stem}.playthrough").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert match.over


def test_every_playable_game_has_golden_replays() -> None:
    for slug, (_, _, playable) in GAMES.items():
        if playable:
            kinds = {path.stem.rsplit("-", 1)[1] for path in SAVES if path.stem.startswith(f"{slug}-")}
            assert kinds == {"random", "computer"}, slug


def test_golden_replays_are_renewed_by_game_or_by_name(tmp_path: Path) -> None:
    assert {name.rsplit("-", 2)[0] for name in chosen(["drive-on-moscow"])} == {"drive-on-moscow"}
    assert chosen(["typhoon-1941-historical-random"]) == ["typhoon-1941-historical-random"]
    assert len(chosen([])) == len(SAVES)
    with pytest.raises(SystemExit, match="no golden replay 'chess'"):
        chosen(["chess"])
    name = "drive-on-moscow-historical-random"
    assert renew(name, tmp_path)
    assert not renew(name, tmp_path)
    assert playthrough(load(str(tmp_path / f"{name}.txt"))) == (tmp_path / f"{name}.playthrough").read_text(encoding="utf-8")
