"""The command line: what it prints, and exit codes that mean something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.boards.earth import cell_at, earth
from grognard.cli.main import app
from grognard.core.board import Board
from grognard.games import GAMES, folder_of
from grognard.terminal.session import Session

runner = CliRunner()


def run(*words: str, code: int = 0) -> str:
    result = runner.invoke(app, list(words))
    assert result.exit_code == code, f"{words}: {result.exit_code}\n{result.output}\n{result.exception!r}"
    return result.output


def test_help_lists_every_command() -> None:
    text = run("--help")
    commands = ["games", "new", "do", "show", "replay", "odds", "threats", "rules", "simulate", "serve", "board", "case", "data"]
    commands.append("play")
    for command in commands:
        assert command in text


def test_games() -> None:
    assert [g["game"] for g in json.loads(run("games", "--json"))["games"]] == list(GAMES)


def test_play_by_file(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    assert "german" in run("new", "drive-on-moscow", "--scenario", "historical", "--seed", "7", "-o", file)
    run("new", "drive-on-moscow", "-o", file, code=2)
    assert "fight" in run("do", file, "order fight-move")
    assert "[10.1]" in run("do", file, "attack 4014 with 7pz", code=3)
    assert "no unit" in run("do", file, "attack 4014 with nobody", code=2)
    assert "5.1" in run("do", file, "move 7pz 0101", code=3)
    view = json.loads(run("show", file, "--seat", "soviet", "--json"))
    assert view["decision"]["seat"] == "german"
    assert "verbs" not in view["decision"]
    assert "7pz" in run("show", file, "--seat", "german")
    assert "verified" in run("replay", file, "--verify")
    assert "fight first" in run("replay", file)
    assert json.loads(run("do", file, "done", "--json"))["commands"] == 2


def test_a_torn_file_is_refused_and_rescued(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("new", "drive-on-moscow", "--scenario", "historical", "--seed", "7", "-o", str(file))
    run("do", str(file), "order fight-move", "done")
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-40], encoding="utf-8")
    assert "torn" in run("replay", str(file), code=2)
    assert "fight first" in run("replay", str(file), "--rescue")


def test_odds() -> None:
    answer = json.loads(run("odds", "drive-on-moscow", "26", "7", "--json"))
    assert answer["odds"] == {"3:1": 1.0}
    assert abs(sum(answer["results"].values()) - 1) < 1e-9
    run("odds", "drive-on-moscow", code=2)


def test_threats(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    run("new", "drive-on-moscow", "--scenario", "historical", "--seed", "7", "-o", file)
    text = run("threats", file, "--seat", "german")
    assert "! " in text
    assert "and then enter it, which loses the game (4.5a)." in text
    desk = json.loads(run("threats", file, "--json"))
    assert (desk["seat"], desk["step"]) == ("german", "order")
    assert [line.split(",")[0] for line in run("threats", file, "--hex", "0407").splitlines()] == ["german", "soviet"]
    who = json.loads(run("threats", file, "--hex", "0407", "--json"))
    assert who[0]["comers"] or who[1]["comers"]
    run("threats", file, "--seat", "nobody", code=2)
    run("threats", file, "--hex", "9999", code=2)


def test_rules() -> None:
    assert "Bloodbath" in run("rules", "drive-on-moscow", "10.29a")
    assert "10.29a" in run("rules", "drive-on-moscow", "bloodbath")
    run("rules", "drive-on-moscow", "no such thing at all", code=2)
    run("rules", "chess", code=2)
    run("rules", "search", code=2)


def test_rules_are_found_by_several_words_in_any_order() -> None:
    def found(*words: str) -> list[str]:
        return [line.split()[0] for line in run("rules", *words).splitlines() if not line.startswith(" ")]

    assert "7.6a" in found("drive-on-moscow", "factors", "out", "of", "supply", "german")  # the text says OOS
    assert found("drive-on-moscow", "supply out of german factors") == found("drive-on-moscow", "german", "factors of out supply")
    assert {"drive-on-moscow", "barbarossa"} <= set(found("search", "river", "movement"))
    run("rules", "drive-on-moscow", "supply", "submarine", code=2)


def test_a_rule_says_where_its_code_and_cases_are() -> None:
    text = run("rules", "drive-on-moscow", "10.29a")
    for kind, word in (("code", ".py:"), ("cases", ".yaml:")):
        places = [line.split()[1] for line in text.splitlines() if line.startswith(f"    {kind}: ")]
        assert places
        for place in places:
            file, _, number = place.rpartition(":")
            assert word in place
            line = Path(file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
            assert line.startswith(("@", "def ", "class ", "    @")) if kind == "code" else "name:" in line
    rule = json.loads(run("rules", "barbarossa", "11.28", "--json"))["rules"][0]
    assert rule["code"]
    assert rule["cases"]


def test_rules_coverage() -> None:
    report = json.loads(run("rules", "coverage", "--json"))
    rules = {rule["id"]: rule for rule in report["games"]["drive-on-moscow"]["rules"]}
    assert set(report["games"]) == set(GAMES)
    assert rules["10.29a"]["implemented"]
    assert all("::" in case for case in rules["10.29a"]["cases"])
    assert {"id", "title", "implemented", "cases"} == set(rules["10.29a"])


def test_cases(tmp_path: Path) -> None:
    folder = folder_of("drive-on-moscow") / "cases"
    assert run("case", "run", str(folder / "09_movement.yaml")).rstrip().endswith("passed, 0 failed")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("game: drive-on-moscow\ncases:\n- {name: empty}\n", encoding="utf-8")
    assert run("case", "run", str(wrong), code=1).rstrip().endswith("0 passed, 1 failed")
    run("case", "run", str(tmp_path / "nowhere.yaml"), code=2)


def test_cases_of_one_rule() -> None:
    lines = run("case", "run", "drive-on-moscow", "--rule", "7.6a").splitlines()
    some = json.loads(run("case", "run", "drive-on-moscow", "--rule", "7.6", "--json"))["cases"]
    assert 1 < len(lines) <= len(some)
    named = [{*case["rules"], *(proof.partition("#")[0] for proof in case["proves"])} for case in some]
    assert all(any(rule.startswith("7.6") for rule in rules) for rules in named)
    assert "no case is about the rule 99.9" in run("case", "run", "--rule", "99.9", code=2)


@pytest.mark.parametrize("game", list(GAMES))
def test_boards_hold_their_facts(game: str) -> None:
    lines = run("board", "check", game).splitlines()
    held, _, of, *rest = lines[-1].split()[0], None, lines[-1].split()[2], *lines[-1].split()[3:]
    assert held == of
    assert rest == ["facts", "hold"]
    assert "hexes" in run("board", "show", game)


def test_a_new_board(tmp_path: Path) -> None:
    file = tmp_path / "crete.board"
    run("board", "new", "crete", "--box", "34.8,23.4,35.8,26.4", "--km", "10", "-o", str(file))
    board = Board.load(file)
    globe = earth(board, "main")
    assert board.hexes > 100
    assert globe is not None
    for lat, lon in ((34.8, 23.4), (35.8, 26.4)):  # south, west, north, east
        assert board.grid.name(*cell_at(board.grid, *globe.page(lat, lon))) in board.index


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--box", "1,2,3", "--km", "10"), "'1,2,3'"),
        (("--box", "35.8,23.4,34.8,26.4"), "from south to north"),
        (("--box", "34.8,23.4,35.8,26.4", "--km", "nan"), "not nan"),
        (("--box", "34.8,23.4,35.8,26.4", "--projection", "+proj=lcc"), "lacks lat_1"),
        (("--box", "34.8,23.4,35.8,26.4", "--title", 'a "b'), "title"),
    ],
)
def test_a_new_board_says_what_is_wrong(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    assert says in run("board", "new", "crete", *words, "-o", str(tmp_path / "x.board"), code=2)


def test_what_cannot_be_attacked_is_refused(tmp_path: Path) -> None:
    for slug, unit, far in (("typhoon-1941", "24pz", "1510"), ("drive-on-moscow", "3pz", "3030"), ("barbarossa", "41pz", "1605")):
        file = str(tmp_path / f"{slug}.txt")
        run("new", slug, "--scenario", "historical", "--seed", "7", "-o", file)
        answer = runner.invoke(app, ["odds", slug, "--file", file, "--target", far, "--units", unit])
        assert answer.exit_code in (0, 3), answer.output
        assert "refused: " in answer.stderr or answer.stdout.startswith("Not allowed: ")
        assert Session(grognard.load(file)).say(f"odds {far} with {unit}")[0].startswith("Not allowed: ")
        other = next(name for name in GAMES if name != slug)
        assert f"not of '{other}'" in run("odds", other, "--file", file, "--target", far, "--units", unit, code=2)


def test_options_need_a_name_and_a_value(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    assert "--option takes NAME=VALUE, not 'die'" in run("new", "typhoon-1941", "--option", "die", "-o", file, code=2)
    run("new", "typhoon-1941", "--option", "die=B", "-o", file)
    assert "option die B" in Path(file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["RATE", "THINKERS", "MATCHES"])
def test_environment_variables_are_checked(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(f"GROGNARD_{name}", "abc")
    says = run("serve", "--port", "0", "--database", str(tmp_path / "x.db"), code=2)
    assert f"GROGNARD_{name} is a number from 0" in says


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "://", "postgresql://u@localhost:abc/x"])
def test_a_database_has_a_name(database: str) -> None:
    assert database in run("serve", "--port", "0", "--database", database, code=2)


def test_faults_of_ours_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "load", lambda path: dict[str, Board]()["ours"])
    assert isinstance(runner.invoke(app, ["board", "show", "barbarossa"]).exception, KeyError)


def test_data_init(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run("data", "init", "drive-on-moscow", str(folder))
    assert {f.name for f in folder.iterdir()} >= {"units.csv", "tables.toml", "board.board", "README.txt"}
    run("data", "init", "drive-on-moscow", str(folder), code=2)
    run("new", "drive-on-moscow", "--scenario", "historical", "--data", str(folder), "-o", str(tmp_path / "g.txt"))
    run("show", str(tmp_path / "g.txt"), code=2)
    run("show", str(tmp_path / "g.txt"), "--data", str(folder))


def test_simulate_is_the_same_for_every_number_of_jobs() -> None:
    one = json.loads(run("simulate", "drive-on-moscow", "--games", "2", "--seed", "5", "--player", "german=random",
                         "--player", "soviet=random", "--json"))  # fmt: skip
    two = json.loads(run("simulate", "drive-on-moscow", "--games", "2", "--seed", "5", "--player", "german=random",
                         "--player", "soviet=random", "--jobs", "2", "--json"))  # fmt: skip
    assert one == two
    assert {"seed", "winner", "reason", "turn"} <= set(one["games"][0])


def test_a_match_with_a_seating_of_its_own(tmp_path: Path) -> None:
    file = str(tmp_path / "fords.txt")
    assert "blue-north: Move any units" in run("new", "fords", "--seats", "four", "--seed", "1", "-o", file)
    assert "blue-south is through" in run("do", file, "done", "--seat", "blue-south")
    shown = json.loads(run("show", file, "--seat", "blue-north", "--json"))
    assert (shown["decision"]["seat"], shown["decision"]["ready"]) == ("blue-north", ["blue-south"])
    assert "blue-north: Attack enemies" in run("do", file, "done", "--seat", "blue-north")
    assert json.loads(run("show", file, "--json"))["decision"]["step"] == "fight"
    assert "has the seatings three, four, two, not 'five'" in run("new", "fords", "--seats", "five", "-o", f"{file}2", code=2)
    assert "has no rules about odds" in run("odds", "fords", "3", "1", code=3)
    assert "leave --scenario, --seats and --seed out" in run("play", "fords", "--file", file, "--seats", "two", code=2)
    series = json.loads(run("simulate", "fords", "--seats", "two", "-n", "2", "--player", "east=random", "--json"))
    assert all(set(game["players"]) == {"west", "east"} for game in series["games"])
