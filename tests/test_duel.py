"""Who is stronger: pairs, the sequential test, players from elsewhere, runs on disk."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.ai.players import player
from grognard.ai.program import PlayerFailed, Program
from grognard.cli.main import app
from grognard.core.errors import GrognardError
from grognard.sim import play, simulate
from grognard.sim.cluster import reach
from grognard.sim.duel import duel
from grognard.sim.folder import Folder, Run, read_folder
from grognard.sim.sequential import elo, strength

BOT = f"run:{sys.executable} docs/players/bot.py"


def test_pairs_exchange_seats_and_jobs_do_not_matter() -> None:
    alone = duel("fords", "random", "random~50", most=4, seed=3)
    assert [pair.games[0].players["blue"] for pair in alone.pairs] == ["random"] * 4
    assert [pair.games[1].players["blue"] for pair in alone.pairs] == ["random~50"] * 4
    assert all(pair.games[0].seed == pair.games[1].seed for pair in alone.pairs)
    shared = duel("fords", "random", "random~50", most=4, seed=3, jobs=2)
    assert [pair.games for pair in shared.pairs] == [pair.games for pair in alone.pairs]
    assert shared.strength == alone.strength


def draw_pairs(share: float, favoured: float, count: int, seed: int) -> list[float]:
    """Pairs of a player who wins this share of his games, a little more often with the better side."""
    rng = random.Random(seed)
    return [((rng.random() < share + favoured) + (rng.random() < share - favoured)) / 2 for _ in range(count)]


def verdict(shares: list[float]) -> str:
    for count in range(1, len(shares) + 1):
        found = strength(shares[:count], last=count == len(shares)).verdict
        if found:
            return found
    return ""


def test_a_player_five_points_weaker_is_found_within_400_pairs_in_nine_of_ten_trials() -> None:
    """The chance is 0.92 for games whose sides are won 65 and 25 times in a hundred; 60 trials scatter by some four."""
    found = [verdict(draw_pairs(0.45, 0.2, 400, seed)) for seed in range(100, 160)]
    assert found.count("second") >= 52
    assert "first" not in found


def test_equal_players_are_seldom_told_apart() -> None:
    found = [verdict(draw_pairs(0.5, 0.2, 400, seed)) for seed in range(50)]
    assert found.count("first") + found.count("second") <= 10


def test_a_clear_lead_is_found_soon_but_not_at_once() -> None:
    assert not strength([1.0, 1.0]).verdict
    assert strength([1.0] * 30).verdict == "first"
    assert strength([0.0] * 30).verdict == "second"
    assert elo(0.5) == 0
    assert strength([0.5] * 10).low < 0 < strength([0.5] * 10).high


def test_a_weaker_player_loses_to_the_whole_one() -> None:
    found = duel("typhoon-1941", "standard", "standard~100", most=3, seed=1)
    assert found.strength.share > 0.5
    assert found.seconds_per_turn[0] > found.seconds_per_turn[1]


def test_programs_play_and_see_what_their_seat_sees() -> None:
    report = play("fords", "bots", {"blue": BOT, "red": "random", "green": "random"})
    assert not report.failed
    assert report.winner
    again = play("fords", "bots", {"blue": BOT, "red": "random", "green": "random"})
    assert again == report


@pytest.mark.skipif(shutil.which("node") is None, reason="the example in another language needs Node.js")
def test_a_program_in_another_language() -> None:
    report = play("fords", "js", {"blue": "run:node docs/players/bot.mjs", "red": "random", "green": "random"})
    assert not report.failed


@pytest.mark.parametrize(("program", "sentence"), [
    ("import sys; sys.exit('out of ideas')", "ended in the middle of the game (exit code 1): out of ideas"),
    ("print('hello', flush=True); input(); input(); input()", "no answer"),
    ("import json\nwhile True: input(); print(json.dumps({'command': 'surrender'}), flush=True)", "nothing legal in 5 tries"),
    ("print('x' * 3_000_000, flush=True)\nwhile True: input()", "a line of more than 1000000 bytes"),
    ("print('{\"command\": \"do', end='', flush=True); input(); input()", "no answer"),
    ("import sys; sys.stderr.write('e' * 500_000); sys.exit(3)", "exit code 3): eee"),
])  # fmt: skip
def test_a_bad_program_loses_by_a_sentence(program: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(program)
    report = play("fords", "bad", {"blue": f"run:{sys.executable} {file}", "red": "random", "green": "random"})
    assert sentence in report.failed
    assert report.reason == "forfeit"
    assert "blue" not in report.winners
    assert report.winners
    assert len(report.failed) < 500


def test_a_silent_program_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.ai.program.Program.__init__.__defaults__", (0.2,))
    file = tmp_path / "silent.py"
    file.write_text("import time; time.sleep(60)")
    report = play("fords", "silent", {"blue": f"run:{sys.executable} {file}", "red": "random", "green": "random"})
    assert "silent for 0.2 seconds" in report.failed


def test_a_program_that_never_listens_is_not_waited_for(tmp_path: Path) -> None:
    """More is said than a pipe holds (64 KiB)."""
    file = tmp_path / "deaf.py"
    file.write_text("import time; time.sleep(60)")
    program = Program(f"{sys.executable} {file}", patience=0.2)
    match = grognard.new("fords", seed=1)
    for _ in range(50):
        with pytest.raises(PlayerFailed, match="silent"):
            program.choose(match)
    program.close()


def test_who_gives_up_a_seat_has_lost_them_all() -> None:
    """Its allies do not win, and neither does another seat of the same player."""
    bad = f"run:{sys.executable} -c 0"
    players = {"german-west": bad, "german-east": "random", "soviet": "random", "anglo-french": "random"}
    report = play("what-if-1940", "bad", players, seating="four")
    assert report.failed.startswith("german-west")
    assert report.winners == ["soviet", "anglo-french"]
    assert duel("fords", bad, "random", most=1).strength.share == 0


def test_players_that_are_not_there(tmp_path: Path) -> None:
    for name in ("nobody", "random~x", "random~200"):
        with pytest.raises(GrognardError):
            player("fords", name)
    told = CliRunner().invoke(app, ["duel", "fords", "random", "nobody"])
    assert told.exit_code == 2
    assert "no player 'nobody'" in told.output
    told = CliRunner().invoke(app, ["duel", "fords", "random", "run:no-such-program-anywhere", "--pairs", "1"])
    assert told.exit_code == 2
    assert "cannot be started" in told.output


RUN = Run("fords", "7", {"blue": "random", "red": "random", "green": "random"})


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    runner = CliRunner()
    words = ["simulate", "fords", "--seed", "7", *(w for seat in RUN.players for w in ("--player", f"{seat}=random"))]
    assert runner.invoke(app, [*words, "-n", "5", "--out", str(tmp_path / "whole")]).exit_code == 0
    assert runner.invoke(app, [*words, "-n", "2", "--out", str(tmp_path / "parts")]).exit_code == 0
    with (tmp_path / "parts" / "games.jsonl").open("ab") as file:
        file.write(b'{"game": "fords", "se')  # the machine stopped here
    assert runner.invoke(app, [*words, "-n", "5", "--out", str(tmp_path / "parts"), "-j", "2"]).exit_code == 0
    for name in ("games.csv", "turns.csv", "places.csv"):
        assert (tmp_path / "whole" / name).read_text() == (tmp_path / "parts" / name).read_text()
    assert len(read_folder(tmp_path / "parts")[1]) == 5
    other = runner.invoke(app, [*words[:2], "--seed", "8", "--out", str(tmp_path / "parts")])
    assert other.exit_code == 2
    assert "another run" in other.output


def test_a_full_disk_loses_no_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path / "run", RUN)
    reports = simulate("fords", 2, seed=7, players=dict(RUN.players))
    folder.add(reports[0])

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GrognardError, match=r"takes no more .*; 1 games are kept"):
        folder.add(reports[1])
    monkeypatch.undo()
    assert Folder(tmp_path / "run", RUN).reports[0] == reports[0]


def test_a_duel_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole = duel("fords", "random", "random~50", most=3, seed=5)
    kept = tmp_path / "duel"
    duel("fords", "random", "random~50", most=2, seed=5, keep=kept)
    lines = (kept / "pairs.jsonl").read_bytes()
    (kept / "pairs.jsonl").write_bytes(lines[:-20])  # the machine stopped here
    again = duel("fords", "random", "random~50", most=3, seed=5, keep=kept)
    assert [pair.games for pair in again.pairs] == [pair.games for pair in whole.pairs]
    assert (kept / "pairs.jsonl").read_bytes().count(b"\n") == 3
    with pytest.raises(GrognardError, match="another run"):
        duel("fords", "random", "random", most=3, seed=5, keep=kept)


@pytest.mark.parametrize("words", [["--player", "pink=random"], ["--player", "blue=nobody"], ["--scenario", "none"],
                                   ["--parquet", "--player", "pink=random"]])  # fmt: skip
def test_bad_input_leaves_no_folder_behind(words: list[str], tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["simulate", "fords", "-n", "1", "--out", str(tmp_path / "run"), *words])
    assert told.exit_code == 2, told.output
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_an_output_that_is_full_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "grognard", "games"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("grognard: the output cannot be written")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999999", f"{'x' * 70}.invalid:6379"])
def test_a_cluster_that_is_not_there_is_told_at_once(address: str) -> None:
    with pytest.raises(GrognardError, match="no Ray cluster answers at"):
        reach(address)


def test_a_cluster_that_listens_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        reach(f"127.0.0.1:{server.getsockname()[1]}")
    reach("local")


def test_the_page_of_a_run(tmp_path: Path) -> None:
    cities = tmp_path / "cities.csv"
    cities.write_text("place,start_owner,drive_on_moscow_hex,fell,confidence\nOrel,soviet,2050,1941-10-03,high\n")
    runner = CliRunner()
    words = ["simulate", "drive-on-moscow", "-n", "2", "--scenario", "historical"]
    words += ["--player", "german=random", "--player", "soviet=random"]
    assert runner.invoke(app, [*words, "--out", str(tmp_path / "run")]).exit_code == 0
    told = runner.invoke(app, ["report", str(tmp_path / "run"), "-o", str(tmp_path / "page.html"), "--history", str(tmp_path)])
    assert told.exit_code == 0, told.output
    text = (tmp_path / "page.html").read_text()
    for part in ("Who wins", "Units lost", "Who holds what", "1941-10-03", "<circle"):
        assert part in text
    assert "http" not in text.replace("http://www.w3.org", "")
    assert runner.invoke(app, ["report", str(tmp_path / "nowhere")]).exit_code == 2
