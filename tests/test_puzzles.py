"""Puzzles of all games: the line goes and solves the task, and only its end does, the wrong line does not; players try them; the
server sets them and judges them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from typer.testing import CliRunner

from grognard.ai import Advice, usual
from grognard.cli.main import app
from grognard.core.errors import GrognardError
from grognard.core.expectations import spoken
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.games import GAMES, load_game
from grognard.puzzles import Puzzle, puzzles
from grognard.rulebook import read_rules
from grognard.sim.attempts import Attempt, attempt, attempts, kept
from tools import mine, solved

from .server.tables import Client, Seat, serving

ALL = [(slug, puzzle) for slug in GAMES for puzzle in puzzles(slug).values()]


@pytest.mark.parametrize(("slug", "puzzle"), ALL, ids=[f"{slug} {puzzle.name}" for slug, puzzle in ALL])
def test_every_puzzle_is_solved_by_its_line(slug: str, puzzle: Puzzle) -> None:
    assert puzzle.check(slug) == []
    assert {str(rule) for rule in puzzle.rules} <= {str(rule["id"]) for rule in read_rules(slug)["rules"]}


def test_a_puzzle_that_is_not_solved_is_found_out() -> None:
    (puzzle,) = puzzles("fords").values()
    wrong = structs.replace(puzzle, seat="red", goal={"control": {"0804": "blue"}})
    assert wrong.check("fords") == ["blue decides first, not red", "the line does not solve it"]


def test_the_server_sets_a_puzzle_and_says_when_it_is_solved(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/puzzles.db", tmp_path) as client:  # type: ignore[arg-type]
        _solve(client)


def _solve(client: Client) -> None:
    (listed,) = client.get("/api/games/fords/puzzles").json()
    assert (listed["name"], listed["seat"], listed["theme"], listed["level"]) == ("two-towns", "blue", "first steps", 1)
    assert "solution" not in listed
    made = client.post("/api/games/fords/puzzles/two-towns").json()
    blue = Seat(client, made["id"], made["links"]["blue"])
    assert blue.get("/query/solved", puzzle="two-towns").json() == {"ok": False, "missed": False}
    assert blue.say("move bn1 0503").status_code == 200
    assert blue.get("/query/solved", puzzle="two-towns").json() == {"ok": True, "missed": False}
    assert blue.get("/query/solved", puzzle="nonsense").status_code == 404
    assert client.post("/api/games/fords/puzzles/nonsense").status_code == 404
    assert client.get("/api/games/nonsense/puzzles").status_code == 404


def test_nothing_is_told_of_a_match_that_the_puzzle_did_not_set(tmp_path: object) -> None:
    """A goal may speak of what the seat cannot see."""
    with serving(f"sqlite:///{tmp_path}/puzzles.db", tmp_path) as client:  # type: ignore[arg-type]
        made = client.post("/api/matches", json={"game": "fords", "seed": "2"}).json()
        blue = Seat(client, made["id"], made["links"]["blue"])
        assert blue.say("move bn1 0503").status_code == 200
        assert blue.get("/query/solved", puzzle="two-towns").json() == {"ok": False, "missed": False}


def test_the_server_sets_a_position_written_by_hand_and_tells_when_it_is_missed(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/puzzles.db", tmp_path) as client:  # type: ignore[arg-type]
        made = client.post("/api/games/drive-on-moscow/puzzles/vyazma-ring").json()
        german = Seat(client, made["id"], made["links"]["german"])
        assert german.say("done").status_code == 200
        assert german.say("done").status_code == 200
        assert german.get("/query/solved", puzzle="vyazma-ring").json() == {"ok": False, "missed": True}


HARD = [(slug, puzzle) for slug, puzzle in ALL if puzzle.position]


def test_there_are_puzzles_of_every_theme() -> None:
    assert len(HARD) >= 24
    wanted = {"open town", "pocket", "relief", "crossing", "last turn", "supply", "hold", "storm", "retreat"}
    assert wanted <= {puzzle.theme for _, puzzle in HARD}
    assert all(puzzle.wrong for _, puzzle in HARD), "each can be missed"


def test_it_is_kept_which_puzzles_the_computer_solves() -> None:
    """Every puzzle of today, and no other: tools.solved --keep has been run since one was added."""
    known = {(slug, puzzle.name) for slug, puzzle in ALL}
    kept = solved.kept()
    assert {(slug, name) for slug, name, player in kept if player == usual(slug)} == known
    assert {(slug, name) for slug, name, _ in kept} == known


def test_keeping_one_computer_leaves_the_rows_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solved, "KEPT", tmp_path / "solved.csv")
    officer = Attempt("fords", "two-towns", "first steps", 1, "officer", False, 1, 0.0)
    general = structs.replace(officer, player="general")
    solved.keep([officer])
    solved.keep([general])
    solved.keep([structs.replace(officer, solved=True)])
    assert solved.kept() == {("fords", "two-towns", "officer"): True, ("fords", "two-towns", "general"): False}


def test_a_puzzle_that_is_no_longer_solved_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(solved, "usual", lambda _: "random")
    monkeypatch.setattr(solved, "kept", lambda: {("fords", name, "random"): True for name in puzzles("fords")})
    monkeypatch.setattr("sys.argv", ["solved", "--only", "fords"])
    assert solved.main() == 0
    told = capsys.readouterr().out
    assert "| fords | 1 | 0 | 1 |" in told
    assert "no longer solved" in told


@pytest.mark.parametrize(("slug", "puzzle"), HARD, ids=[f"{slug} {puzzle.name}" for slug, puzzle in HARD])
def test_a_position_written_by_hand_is_a_match_like_any_other(slug: str, puzzle: Puzzle) -> None:
    match = puzzle.match(slug)
    match.do(*spoken(puzzle.solution[0]))
    assert loads(dump(match)).state == match.state
    match.take_back_to(0)
    assert match.state == puzzle.match(slug).state
    assert match.view(puzzle.seat).stacks


def test_a_puzzle_that_can_be_missed_is_told_when_its_wrong_line_is_right() -> None:
    puzzle = puzzles("drive-on-moscow")["orel-open"]
    assert structs.replace(puzzle, wrong=puzzle.solution).check("drive-on-moscow") == ["the wrong line solves it"]
    assert structs.replace(puzzle, wrong=puzzle.wrong[:1]).check("drive-on-moscow") == ["the wrong line is not judged"]
    assert "it needs a start or a position, and not both" in structs.replace(puzzle, start="historical").check("drive-on-moscow")


def test_what_is_judged_once_stays_judged() -> None:
    puzzle = puzzles("drive-on-moscow")["orel-open"]
    match = puzzle.match("drive-on-moscow")
    assert puzzle.judged(match) is None
    for line in puzzle.wrong:
        match.do(line)
    assert puzzle.judged(match) is False
    match.do("order fight-move")
    assert puzzle.judged(match) is False


def test_attempts_are_the_same_on_every_run_and_are_not_made_twice(tmp_path: Path) -> None:
    file = tmp_path / "attempts.jsonl"
    chosen = [("drive-on-moscow", "orel-open"), ("drive-on-moscow", "rear-towns")]
    first = list(attempts(chosen[:1], "random", file))
    file.write_bytes(file.read_bytes() + b'{"game": "torn')
    both = list(attempts(chosen, "random", file))
    assert both[0] == first[0]
    assert [one.puzzle for one in kept(file)] == ["orel-open", "rear-towns"]
    again = attempt("drive-on-moscow", "rear-towns", "random")
    assert (again.solved, again.commands) == (both[1].solved, both[1].commands)
    with pytest.raises(GrognardError, match="no puzzle 'nothing'"):
        attempt("drive-on-moscow", "nothing", "random")


def test_a_player_that_says_the_solution_solves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles("drive-on-moscow")["orel-open"]

    class Reader:
        def __init__(self) -> None:
            self.lines = list(puzzle.solution)

        def choose(self, match: Match) -> Advice:
            return Advice(match.parse(self.lines.pop(0)), "")

    monkeypatch.setattr("grognard.sim.attempts.player", lambda game, level, seed=0: Reader())
    assert attempt("drive-on-moscow", "orel-open", "reader").solved


def test_the_command_lists_puzzles_and_counts_what_is_solved(tmp_path: Path) -> None:
    listed = CliRunner().invoke(app, ["puzzles", "fords"])
    assert listed.exit_code == 0
    assert "two-towns" in listed.output
    tried = CliRunner().invoke(app, ["puzzles", "fords", "--player", "random", "--out", str(tmp_path / "x.jsonl")])
    assert tried.exit_code == 0
    assert "of 1 solved" in tried.output
    assert CliRunner().invoke(app, ["puzzles", "nonsense"]).exit_code == 2
    (tmp_path / "bad.jsonl").write_text("nothing\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["puzzles", "fords", "-p", "random", "-o", str(tmp_path / "bad.jsonl")]).exit_code == 2


def test_a_puzzle_is_found_where_one_plan_is_clearly_best() -> None:
    begun = puzzles("drive-on-moscow")["vyazma-ring"].match("drive-on-moscow")
    puzzle = mine.found(begun, begun.seed, 1)
    assert puzzle is not None
    assert set(puzzle.goal["cut off"]) == {"rd13", "rd21", "rd24", "rd31"}
    whole = mine.shortened(puzzle, "drive-on-moscow")
    assert whole is not None
    assert len(whole.solution) == 3, "marches that are not needed are left out"
    assert mine.found(puzzles("drive-on-moscow")["rear-towns"].match("drive-on-moscow"), "1", 1) is None, "two plans are as good"


def test_a_position_that_nobody_has_written_is_told(tmp_path: object) -> None:
    for name in ("puzzle:nothing", "puzzle:two-towns", "puzzle:"):
        with pytest.raises(GrognardError, match="has no position"):
            Match(load_game("fords"), name)
    with serving(f"sqlite:///{tmp_path}/puzzles.db", tmp_path) as client:  # type: ignore[arg-type]
        refused = client.post("/api/matches", json={"game": "fords", "scenario": "puzzle:nothing"})
        assert 400 <= refused.status_code < 500
        assert "has no position" in refused.text
