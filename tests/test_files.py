"""Files that people give us: whatever is wrong with one is said with its name and the place in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files import demand_new, read_csv, read_text, read_toml, read_yaml, write_text
from grognard.core.owner import check_folder
from grognard.core.save import dump
from grognard.games import folder_of


@pytest.mark.parametrize(
    ("read", "content", "says"),
    [
        (read_text, b"one\ntwo \xff\n", r"x, line 2: this is no text in UTF-8"),
        (read_yaml, b"a: 1\nb: [\n", r"x, line 3: this is no YAML"),
        (read_yaml, b"a: \x07", r"x: this is no YAML"),
        (read_yaml, b"a: 2001-99-99", r"x: this is no YAML"),
        (read_yaml, b"[" * 3000, r"x.*this is no YAML"),
        (read_toml, b"a = 1\nb = \n", r"x: this is no TOML: .*line 2"),
        (read_csv, b"a,b\n# remark\n1,2\n3\n", r"x, line 4: .* columns"),
        (read_csv, b'a,b\n1,"2\n', r"x, line 2: this is no row"),
    ],
)
def test_file_and_place_are_named(tmp_path: Path, read: Callable[[Path], Any], content: bytes, says: str) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    with pytest.raises(BadFile, match=says):
        read(file)


def test_what_the_system_refuses_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        read_text(tmp_path / "nowhere")
    with pytest.raises(BadFile, match="cannot be written: No such file"):
        write_text(tmp_path / "nowhere" / "x", "")
    with pytest.raises(BadFile, match="cannot be written: File name too long"):
        demand_new(tmp_path / ("x" * 300))
    (tmp_path / "a file").touch()
    with pytest.raises(BadFile, match=r"'.*a file' exists already"):
        demand_new(tmp_path / "a file")
    with pytest.raises(BadFile, match="cannot be written: No such file"):
        grognard.new("drive-on-moscow", seed=1).save(tmp_path / "nowhere" / "x.txt")


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_of_every_system_are_read(tmp_path: Path, line_break: str) -> None:
    match = grognard.new("drive-on-moscow", seed=1)
    text = dump(match)
    (tmp_path / "game.txt").write_bytes(text.replace("\n", line_break).encode())
    assert dump(grognard.load(tmp_path / "game.txt")) == text
    match.save(tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_bytes() == text.encode()


@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa"])
def test_our_own_files_have_the_form_of_ours(slug: str) -> None:
    check_folder(folder_of(slug) / "data", folder_of(slug) / "data")


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("units.csv", "handle,designation", "handel,designation", "lacks the column 'handle'"),
        ("units.csv", ",3-5,2-3,", ",3-five,2-3,", "line 2: full '3-five' is not factors"),
        ("units.csv", "1grd,", "zz,", "handle '1grd' 0 times"),
        ("units.csv", "soviet,rifle,XX,GRD", "soviet,riffle,XX,GRD", "type 'riffle' is none of"),
        ("tables.toml", "mf_mech = 10", "mf_mech = 'ten'", "turn, entry 1.mf_mech should be a whole number"),
        ("tables.toml", "mf_mech = 10", "mf_mech = 1000", "too much"),
        ("tables.toml", "mf_mech = 10", "mf_meck = 10", "turn, entry 1.mf_mech is missing"),
        ("tables.toml", '"AL1", "AL1", "AL1", "AL1", "AL1", "AS"', '"AL1"', "1 entries instead of 6"),
        ("tables.toml", '["AL1", "AL1"', '["AL9", "AL1"', "'AL9', which is none of"),
        ("tables.toml", "number = 1\n", "number = 11\n", "lacks number 1"),
        ("board.board", "[areas]", "[zones]", "unknown section"),
        ("board.board", " clear", " cleer", "no terrain is called 'cleer' \\(is 'clear' meant"),
        ("board.board", " clear", " hills", "the terrain 'hills'"),
        ("historical.csv", "german,206i,0610\n", "", "piece '206i' 0 times"),
        ("unit.csv", "", "", "is no data file of this game"),
    ],
)
def test_a_slip_in_an_owners_file_is_found_when_it_is_read(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    source = folder_of("drive-on-moscow") / "data" / name
    text = source.read_text(encoding="utf-8") if source.exists() else ""
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(GrognardError, match=says) as refused:
        grognard.new("drive-on-moscow", scenario="historical", data=tmp_path)
    assert name in str(refused.value)


@pytest.mark.parametrize(
    ("read", "first", "second"),
    [
        (read_yaml, "a: [1]", "a: [2]"),
        (read_toml, "a = [1]", "a = [2]"),
        (read_csv, "a\n1\n", "a\n2\n"),
    ],
)
def test_everybody_gets_a_copy_of_what_stands_in_a_file_now(
    read: Callable[[Path], Any], first: str, second: str, tmp_path: Path
) -> None:
    path = tmp_path / "data"
    path.write_text(first)
    mine = read(path)
    before = repr(mine)
    row = mine[0][1] if isinstance(mine, list) else mine
    row["a"] = "changed by whoever has read it"
    assert repr(read(path)) == before
    path.write_text(second)
    assert repr(read(path)) == before.replace("1" if read is not read_csv else "'1'", "2" if read is not read_csv else "'2'")
