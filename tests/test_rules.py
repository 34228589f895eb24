"""Every case passes, every rule of a playable game is carried out somewhere and every check is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.cases import find, read, run
from grognard.core.errors import BadCase, BadFile
from grognard.coverage import Coverage, coverage
from grognard.games import GAMES, folder_of

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]
#: Games whose rules are not all there yet have cases too.
FILES = sorted(file for slug in GAMES for file in (folder_of(slug) / "cases").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_cases(file: Path) -> None:
    failed = [
        f"{result.name}: {'; '.join(result.faults)}" for result in (run(file, case) for case in read(file)) if result.faults
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_coverage_is_complete(slug: str) -> None:
    found = Coverage(slug)
    assert found.unknown == []
    assert list(found.gaps) == []


def test_coverage_knows_every_game() -> None:
    found = coverage()
    assert list(found) == list(GAMES)
    assert [fault for each in found.values() for fault in each.unknown] == []


def test_case_names_are_unique() -> None:
    names = [(str(file), case["name"]) for file, case in find(FILES)]
    assert len(names) == len(set(names))


CASE = """game: drive-on-moscow
cases:
- name: a river
  rules: ["9.13"]
  board: {size: 4x3, front: 3, river: 0201|0301}
  units: {"0201": [1pz panzer 8-5/4-3]}
"""


@pytest.mark.parametrize(
    ("rest", "fault"),
    [
        ("  expect: {reach: {1pz: {'0301': 1}}}", "cost of 0301"),
        ("  expect: {at: {1pz: '0101'}}", "place of 1pz"),
        ("  play: [{refuse: move 1pz 0301, rule: '9.13'}]", "was not refused"),
        ("  play: [move 1pz 0403-0101]", "refused"),
        ("  play: [{refuse: move 1pz 0303-0101, rule: '6.1'}]", "instead of 6.1"),
        ("  expect: {nonsense: 1}", "unknown expectation"),
        ("  expect: {no events: [nonsense]}", "no kind of event nonsense"),
        ("", "expects nothing"),
    ],
)
def test_a_wrong_case_fails(tmp_path: Path, rest: str, fault: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(f"{CASE}{rest}\n", encoding="utf-8")
    (case,) = read(file)
    assert any(fault in found for found in run(file, case).faults)


@pytest.mark.parametrize("text", ["[]", "game: x", ": : :", "game: drive-on-moscow\ncases: [{}]"])
def test_a_broken_file_is_a_clear_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises((BadCase, BadFile), match=r"case\.yaml"):
        read(file)
