"""Saves outlive our code: those of the first format, made before anything was changed, and those of today under other rules."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli.main import app
from grognard.core.data import DataFiles, newest_set
from grognard.core.errors import BadSave, GrognardError, Illegal
from grognard.core.match import Match
from grognard.core.save import dump, load, loads
from grognard.games import folder_of, load_game
from grognard.games.drive_on_moscow import DriveOnMoscow
from grognard.server.beginning import _whole_log
from grognard.server.partings import branches
from tools.golden import first_layout

from .later import LaterGame, LaterState, later, two_sets

__all__ = ["later", "two_sets"]

FOLDER = Path(__file__).parent / "stored"
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((FOLDER / "expected.json.gz").read_bytes()))["saves"]

#: Rules that have been mended since: where an old save parts, and by which of them. All others play as they did.
MENDED: dict[str, tuple[int, str]] = {
    "typhoon-campaign-die-b-over": (133, "air.1: bombs roll for Disrupted units too"),
    "typhoon-historical-die-b-midway": (47, "air.13: bases are assigned so that every set of missions is possible"),
    "typhoon-historical-first-move-undone": (135, "air.1: bombs roll for Disrupted units too"),
}


def as_before(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(first_layout(match)))
    return data


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_save_of_the_first_format_is_read_for_ever(name: str) -> None:
    text, expected = (FOLDER / "saves" / f"{name}.txt").read_text(encoding="utf-8"), EXPECTED[name]
    match = loads(text)
    if match.parted is None:
        assert as_before(match) == expected["state"]
        assert match.winner == expected["winner"]
        assert dump(match) == text
        assert name not in MENDED
    else:
        assert match.parted.number == match.length == MENDED[name][0], (match.parted.why, match.parted.detail)
        assert len(match.parted.lines) + match.length == text.count(": "), "everything that was said is kept"
    rng = random.Random(1)
    for _ in range(3):
        if not match.over:
            match.do(match.options().sample(rng))
    again = loads(dump(match))
    assert again.state == match.state
    assert again.parted is None
    assert [parting.lines for parting in again.struck] == [parting.lines for parting in match.struck]


# ---------------------------------------------------------------- today's saves under tomorrow's rules


def course(commands: int = 70, seed: int = 3) -> Match:
    match, rng = grognard.new("drive-on-moscow", "historical", seed=seed, data_set=2), random.Random(seed)
    while match.length < commands:
        match.do(match.options().sample(rng))
    return match


def under_other_rules(text: str) -> str:
    """A save as if it had been written by another version."""
    lines = ["rules 0123456789abcdef" if line.startswith("rules ") else line for line in text.splitlines()[:-1]]
    body = "\n".join(lines) + "\n"
    return f"{body}end {text.splitlines()[-1].split()[1]} {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_save_has_a_digest_every_twenty_commands_and_at_the_end() -> None:
    match = course(70)
    digests = [line.split() for line in dump(match).splitlines() if line.startswith("at ")]
    assert [int(number) for _, number, _ in digests] == [20, 40, 60, 70]
    assert all(match.at(int(number)).digest == digest for _, number, digest in digests)
    match.do(match.options().sample(random.Random(1)))
    assert [line for line in dump(match).splitlines() if line.startswith("at 70")] == []


def unlike(match: Match, after: int) -> int:
    """The first command after so many that had not been said before."""
    lines = [match.text(command) for _, command in match.commands]
    return next(number for number in range(after + 1, len(lines) + 1) if lines[number - 1] not in lines[: number - 1])


def forbidding(monkeypatch: pytest.MonkeyPatch, match: Match, number: int) -> None:
    """A version in which a rule refuses command `number` of a match."""
    link = match.links()[number - 1]
    verb = match.at(number - 1).step.verbs[link.command.verb]  # type: ignore[union-attr]
    known = verb.do

    def do(play: Any, command: Any) -> None:
        if command == link.command:
            raise Illegal("9.99", "a rule that has been mended")
        known(play, command)

    monkeypatch.setattr(verb, "do", do)


def test_a_mended_rule_parts_a_save_at_the_last_position_known_to_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    match = course(70)
    text = under_other_rules(dump(match))
    number = unlike(match, 47)
    forbidding(monkeypatch, match, number)
    found = loads(text)
    assert found.parted is not None
    assert (found.length, found.parted.number) == (40, 40)
    assert found.parted.why.startswith(f"command {number}, said by {match.seats[match.links()[number - 1].seat]}, is refused")
    assert "[9.99]" in found.parted.why
    assert "a rule that has been mended" in found.parted.sentence
    assert list(found.parted.lines) == [(seat, match.text(command)) for seat, command in match.commands[40:]]
    assert found.state == match.at(40).state
    assert len(found.chapters) == 2, "dice to come are new"
    assert found.chapters[-1].seed != match.seed
    again = loads(dump(found))
    assert (again.parted, again.length) == (None, 40)
    assert again.struck[0].lines == found.parted.lines
    assert again.struck[0].why == found.parted.why


def test_a_save_that_parts_a_second_time_keeps_what_was_struck_out_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match = course(70)
    text, first, second = under_other_rules(dump(match)), unlike(match, 62), unlike(match, 22)
    with monkeypatch.context() as mended:
        forbidding(mended, match, first)
        once = loads(text)
    assert once.length == 60
    text = under_other_rules(dump(once))
    forbidding(monkeypatch, match, second)
    twice = loads(text)
    assert twice.length == 20
    kept = [line for parting in twice.struck for line in parting.lines]
    assert sorted(kept) == sorted((seat, match.text(command)) for seat, command in match.commands[20:])
    assert [parting.lines for parting in loads(dump(twice)).struck] == [parting.lines for parting in twice.struck]
    assert sum(len(branch.entries) for branch in branches(_whole_log(twice)[0])) == 50, "on a server too"


def test_a_rule_that_changes_a_position_unseen_is_found_by_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    match = course(70)
    text = under_other_rules(dump(match))
    begin, rolls = DriveOnMoscow.flow.advance, match.at(45).state.rolls
    changed = next(number for number in range(46, 71) if match.at(number).state.rolls > rolls)

    def advance(play: Any) -> None:
        begin(play)
        if play.s.rolls > rolls:
            play.s.drawn = 1  # something nobody is told of

    monkeypatch.setattr(DriveOnMoscow.flow, "advance", advance)
    found = loads(text)
    assert found.parted is not None
    assert found.length == (changed - 1) // 20 * 20
    assert "leads to another position" in found.parted.why


def test_a_difference_under_the_same_rules_is_a_forgery() -> None:
    match = course(50)
    text = dump(match)
    forged = text.replace(match.digest, match.digest[::-1])
    body = forged[: forged.rindex("end ")]
    forged = f"{body}end 50 {hashlib.sha256(body.encode()).hexdigest()}\n"
    with pytest.raises(BadSave, match="altered"):
        loads(forged)
    assert loads(forged, rescue=True).length == 40
    assert loads(under_other_rules(forged)).length == 40


def test_the_command_line_says_where_a_save_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match, file = course(30), tmp_path / "game.txt"
    file.write_text(under_other_rules(dump(match)), encoding="utf-8")
    forbidding(monkeypatch, match, unlike(match, 22))
    shown = CliRunner().invoke(app, ["show", str(file)])
    assert shown.exit_code == 0
    assert "opens after command 20; 10 later commands are kept" in shown.stderr
    assert CliRunner().invoke(app, ["replay", str(file), "--verify"]).exit_code == 1
    told = CliRunner().invoke(app, ["do", str(file), match.text(match.commands[20][1])])
    assert told.exit_code == 0, told.output
    assert file.read_text(encoding="utf-8").count("\nstruck ") == 10
    assert CliRunner().invoke(app, ["replay", str(file), "--verify"]).exit_code == 0


# ---------------------------------------------------------------- what a later version adds


@pytest.mark.parametrize("name", ["moscow-campaign-random-undone", "moscow-historical-random-over"])
def test_an_old_save_goes_on_in_a_version_with_more_in_it(name: str, later: LaterGame) -> None:
    match = load(FOLDER / "saves" / f"{name}.txt")
    assert match.parted is None
    assert isinstance(match.state, LaterState)
    now = as_before(match)
    assert (now.pop("partisans"), set(now.pop("craters"))) == ([], {-1})
    assert now == EXPECTED[name]["state"]
    assert any(event.kind == "rumoured" for event in match.events())


def test_todays_save_goes_on_in_a_version_with_more_in_it(request: pytest.FixtureRequest) -> None:
    match = course(70)
    text, digest = dump(match), match.digest
    request.getfixturevalue("later")
    found = loads(text)
    assert (found.parted, found.length, found.digest) == (None, 70, digest)
    assert loads(dump(found)).options_chosen == {"mud": "off"}


# ---------------------------------------------------------------- sets of data


FIRST_SETS: dict[str, dict[str, str]] = json.loads((FOLDER / "first_sets.json").read_text(encoding="utf-8"))


def read_sets(slug: str, number: int = 1) -> dict[str, str]:
    """By file of a set, a hash of what it says; remarks may change."""
    folder, found = folder_of(slug) / "data" / (f"set-{number}" if number > 1 else ""), {}
    for path in sorted(folder.glob("*")):
        if path.suffix in (".csv", ".toml"):
            read = DataFiles(folder).csv if path.suffix == ".csv" else DataFiles(folder).toml
            said = json.dumps(read(path.name), sort_keys=True, default=str)
        elif path.suffix == ".board":
            said = path.read_text(encoding="utf-8").partition("\n[hexes]")[2]
            assert said, "a board has hexes"
        else:
            continue
        found[path.name] = hashlib.sha256(said.encode()).hexdigest()[:16]
    return found


@pytest.mark.parametrize("slug", sorted(FIRST_SETS))
def test_the_first_set_of_data_is_for_ever(slug: str) -> None:
    """Corrected data are a further set, in a folder of its own; files may be added to the first for what rules read anew."""
    now = read_sets(slug)
    assert {name: now.get(name) for name in FIRST_SETS[slug]} == FIRST_SETS[slug]


LATER_SETS: dict[str, dict[str, str]] = json.loads((FOLDER / "later_sets.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", sorted(FIRST_SETS))
def test_so_is_every_later_one(slug: str) -> None:
    numbers = range(2, newest_set(folder_of(slug) / "data") + 1)
    now = {f"set-{number}/{name}": found for number in numbers for name, found in read_sets(slug, number).items()}
    assert now == LATER_SETS.get(slug, {})


def speed(match: Match) -> int:
    return match.view("german").status.movement[0].points


def test_a_match_keeps_the_data_it_began_with(two_sets: Path, tmp_path: Path) -> None:
    assert newest_set(two_sets) == 2
    new = grognard.new("drive-on-moscow", "historical", seed=1)
    assert (new.game.data_set, speed(new)) == (2, 12)
    old = Match(load_game("drive-on-moscow", data_set=1), "historical", seed=1)
    assert (old.game.data_set, speed(old)) == (1, 10)
    for match, number in ((new, 2), (old, 1)):
        assert f"\nset {number}\n" in dump(match)
        assert speed(loads(dump(match))) == speed(match)
        assert loads(dump(match)).game.data_set == number
    assert speed(load(FOLDER / "saves" / "moscow-historical-random-over.txt").at(0)) == 10
    own = tmp_path / "own"
    own.mkdir()
    mine = (two_sets / "tables.toml").read_text(encoding="utf-8").replace("mf_mech = 10", "mf_mech = 11", 1)
    (own / "tables.toml").write_text(mine, encoding="utf-8")
    assert speed(grognard.new("drive-on-moscow", "historical", seed=1, data=own)) == 11
    with pytest.raises(GrognardError, match="data sets 1 to 2, not 3"):
        load_game("drive-on-moscow", data_set=3)


def test_a_set_holds_only_the_files_that_differ(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv", "set-2/b.csv", "set-3/a.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"from\n{name}\n", encoding="utf-8")

    def found(number: int | None) -> list[str]:
        files = DataFiles.of_set(tmp_path, number)
        return [files.csv(name)[0]["from"] for name in ("a.csv", "b.csv")]

    assert found(1) == ["a.csv", "b.csv"]
    assert found(2) == ["a.csv", "set-2/b.csv"]
    assert found(3) == found(None) == ["set-3/a.csv", "set-2/b.csv"]
