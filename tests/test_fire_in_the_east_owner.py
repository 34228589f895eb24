"""Values of an owner's own copy in place of ours (docs/games/fire-in-the-east-owners.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import games
from grognard.core.data import DataFiles
from grognard.core.errors import BadFile
from grognard.core.owner import check_folder
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.material import DATA


def own(folder: Path, name: str, old: str, new: str) -> Path:
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def loaded(folder: Path) -> FireInTheEast:
    check_folder(folder, DATA)
    return FireInTheEast(DataFiles.of_set(DATA, None, folder))


def test_our_own_files_have_the_form_of_ours() -> None:
    check_folder(DATA, DATA)


def test_a_result_of_the_combat_table_is_the_owners(tmp_path: Path) -> None:
    """The example of the docs: 3:1 with a modified die of 3 is a DE on somebody's copy."""
    ours = "'3:1': [AE, AE, AE, AH, AR, NE, EX, HX, DR, DR, DH, DE, DE, DE, DE]"
    theirs = "'3:1': [AE, AE, AE, AH, AR, NE, EX, DE, DR, DR, DH, DE, DE, DE, DE]"
    mine = loaded(own(tmp_path, "charts.yaml", ours, theirs))
    usual, changed = ({*game.table_odds(3, 1, 0).results} for game in (FireInTheEast(), mine))
    assert "HX" in usual
    assert "DE" not in usual
    assert "DE" in changed
    assert "HX" not in changed


def test_an_aircraft_is_the_owners(tmp_path: Path) -> None:
    mine = loaded(own(tmp_path, "aircraft.csv", "bomber,B,2,4,2B4,13,2,2,no", "bomber,B,2,4,2B4,14,2,2,no"))
    assert mine.aircraft["Do 17Z"]["movement"] == "14"


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("charts.yaml", "'3:1': [AE, AE,", "'3:1': [XX, AE,", "'XX', which is none of"),
        ("charts.yaml", "'3:1': [AE, AE,", "'3:1': [AE,", "14 entries instead of 15"),
        ("charts.yaml", "  clamp: {low: -4", "  clamp: {low: minus", "clamp.low should be a whole number"),
        ("charts.yaml", "  clamp: {low", "  clamps: {low", "crt.clamp is missing"),
        ("aircraft.csv", ",bomber,B,", ",bumber,B,", "category 'bumber' is none of"),
        ("ships.csv", "kind,name", "kint,name", "lacks the column 'kind'"),
    ],
)
def test_a_slip_is_found_when_the_folder_is_named(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    with pytest.raises(BadFile, match=says) as refused:
        loaded(own(tmp_path, name, old, new))
    assert name in str(refused.value)


def test_a_save_knows_whose_values_it_was_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "fire-in-the-east", games.GAMES["fire-in-the-east"]._replace(playable=True))
    own(tmp_path, "charts.yaml", "clamp: {low: -4", "clamp: {low: -3")
    assert games.load_game("fire-in-the-east", tmp_path).data_digest
    assert not games.load_game("fire-in-the-east").data_digest
