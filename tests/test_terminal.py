"""The terminal: a whole turn through a pseudo-terminal, the full screen, and the words."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import select
import subprocess
import sys
import time

from textual.widgets import RichLog, Static

import grognard
from grognard.core.match import Match
from grognard.games.what_if_1940 import WhatIf
from grognard.terminal.app import MapWidget, TableApp
from grognard.terminal.plain import run
from grognard.terminal.session import Session


def session(**options: str) -> Session:
    return Session(grognard.new("drive-on-moscow", scenario="historical", seed=3), options)


def told(*lines: str) -> str:
    out = io.StringIO()
    run(session(), io.StringIO("\n".join(lines) + "\n"), out)
    return out.getvalue()


def test_looking_and_asking() -> None:
    asked = ["order move-fight", "reach 7pz", "supply 7pz", "odds 0917 with 7pz+14mot air 1", "show 4014", "show 7pz"]
    asked += ["rules 9.12", "rules bloodbath", "options move 7pz", "who 0917", "log 3"]
    text = told(*asked, "move 7pz 4014", "dance", "odds nonsense", "quit")
    assert "10 points" in text
    assert "7pz is in supply" in text
    assert "against" in text
    assert "Moscow (city" in text
    assert "7pz, panzer division" in text
    assert "9.12 Marsh" in text
    assert "Mobile assault: " in text
    assert "Refused: no way to 4014 is open: " in text
    assert "? 'dance' is no command" in text
    assert "? odds HEX with UNITS" in text
    assert text.rstrip().endswith("Goodbye.")


def test_how_the_game_stands() -> None:
    text = told("order move-fight", "status", "quit")
    assert "Steps of the turn: Order, then Reinforcement, then Movement (now), then Combat" in text
    assert "Moscow (soviet)" in text
    assert "Aircraft left: german " in text


def test_a_staff_lays_out_a_plan_and_gives_it_line_by_line() -> None:
    asked = ["order move-fight", "staff", "staff advance 251i+102i+206i on 2011", "staff drop 1", "staff drop 9"]
    asked += ["staff go", "staff go"]
    text = told(*asked, "staff dance 3pz", "staff hold", "staff advance 3pz on nowhere", "staff refit 26i", "staff off", "quit")
    assert "1 [x] move 102i" in text
    assert "1 [ ] move 102i" in text
    assert "Toropets would stand open" in text, "what would lose the game is told, and not ticked"
    assert "a line of the plan, 1 to 3" in text
    assert "206i moves" in text
    assert "102i moves" not in text
    assert "251i moves" not in text
    assert "there is no hex or box called 'nowhere'" in text
    assert "not 'dance'" in text
    assert "nothing has been done" in text


def test_a_staff_stops_where_something_else_is_decided() -> None:
    text = told("order fight-move", "staff advance 6pz+7pz+14mot+26i+206i on 2011", "staff go", "staff show", "quit")
    assert text.count("attack 0917 with") == 1, "given and gone from the plan"
    assert "lines of the plan are left" in text


def test_the_terminal_names_the_set_of_data() -> None:
    assert "Data: set 3 of 3. Strengths" in told("status", "quit")


def test_a_counter_says_where_it_comes_from_if_its_face_is_seen() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    stacks = match.view("german").stacks.values()
    hidden = next(unit.id for stack in stacks for unit in stack.units if unit.covered)
    text = told("show 7pz", f"show {hidden}", "quit")
    assert text.count("Its counter is ") == 1
    assert "Its counter is reconstructed: " in text
    assert "halved step by step down to the printed Kampfgruppe" in text


def test_undo_and_save(tmp_path: object) -> None:
    path = f"{tmp_path}/game.txt"
    text = told("order move-fight", "move 7pz 0717", "undo", "move 7pz 0816", f"save {path}", "save", *["undo"] * 3, "quit")
    assert "Taken back." in text
    assert "there is nothing to take back" in text
    saved = grognard.load(path)
    assert [saved.text(command) for _, command in saved.commands] == ["order move-fight", "move 7pz 0816"]


def test_what_was_taken_back_is_done_again() -> None:
    talk = session()
    for line in ("order move-fight", "move 7pz 0717", "done"):
        talk.say(line)
    there = talk.match.state.copy()
    for _ in range(3):
        assert talk.say("undo") == ["Taken back."]
    for _ in range(3):
        assert not any(line.startswith("?") for line in talk.say("redo"))
    assert talk.match.state == there
    assert talk.say("redo") == ["? there is nothing to do again"]
    talk.say("undo")
    talk.say("undo")
    talk.say("move 7pz 0816")
    assert talk.say("redo") == ["? there is nothing to do again"], "another line of play"


def test_completion_offers_only_what_may_be_named() -> None:
    talk = session()
    assert talk.complete("or") == ["order"]
    assert talk.complete("order f") == ["order fight-move"]
    talk.say("order move-fight")
    assert "move 7pz" in talk.complete("move 7")
    assert all(text.startswith("move 7pz 08") for text in talk.complete("move 7pz 08"))
    assert talk.complete("move 7pz 99") == []


def test_a_seat_may_speak_out_of_turn() -> None:
    talk = Session(grognard.new("barbarossa", scenario="road-back", seed=1))
    assert any("german: airlift HEX" in line for line in talk.prompt())
    assert any("standby UNITS HEX" in line for line in talk.prompt())
    assert "Refused" in talk.say("german: done")[0]
    assert talk.match.seat == 1
    talk.say("german: airlift 2501")
    assert talk.match.last.seat == 0
    assert talk.match.seat == 1


def test_the_computer_answers_for_its_seat() -> None:
    talk = session(soviet="random")
    for line in ("order move-fight", "done", "done"):
        talk.say(line)
    assert talk.computer_to_move
    steps, lines = 0, []
    while talk.computer_to_move:
        lines += talk.computer_step()
        steps += 1
        assert steps < 500
    assert lines
    assert "(chosen at random)" not in lines, "what the other seat thinks is its own business"
    assert talk.seat == "german"


def test_a_turn_through_a_pseudo_terminal() -> None:
    """A person at a real terminal plays the German half of a turn in line mode."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "grognard", "play", "drive-on-moscow", "--scenario", "historical", "--seed", "3", "--plain"]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True) as process:
        os.close(slave)
        screen = _read_until(master, "order WORD")
        for line, answer in (
            ("order move-fight", "You may say: move"),
            ("move 6pz 9999", "no hex"),
            ("assault 0917 with 7pz", "fight, cancel"),
            ("fight", "Result"),
            ("done", "attack HEX"),
            ("done", "soviet"),
            ("quit", "Goodbye"),
        ):
            os.write(master, f"{line}\n".encode())
            screen += _read_until(master, answer)
        process.wait(timeout=20)
    os.close(master)
    assert "final odds" in screen


def _read_until(handle: int, wanted: str) -> str:
    text = ""
    deadline = time.monotonic() + 60
    while wanted not in text:
        assert time.monotonic() < deadline, f"waited for {wanted!r} in {text[-500:]!r}"
        if select.select([handle], [], [], 1)[0]:
            try:
                text += os.read(handle, 65536).decode(errors="replace")
            except OSError:  # the program has left and taken its end of the line with it
                break
    return text


def test_the_full_screen() -> None:
    async def drive() -> None:
        app = TableApp(session())
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            # it opens at the front, and units are called on the map as they are in orders
            chart, match = app.query_one(MapWidget), app.session.match
            here = chart.picture.board.names[chart.cursor]
            stands = {name: stack.units[0].side for name, stack in chart.seen.stacks.items() if stack.units}
            beside = [match.game.board.names[each] for each in match.game.board.around[chart.cursor]]
            assert stands[here] == 0
            assert 1 in [stands.get(name) for name in beside]
            top = chart.seen.stacks[here].units[0].id
            x, y = chart.picture.at[chart.cursor]
            line = "".join(part.text for part in chart.picture.line(y + 1, chart.seen, -1, {}))
            assert line[x + 1 : x + 1 + len(top[:3])] == top[:3]
            assert 0 <= y - chart.scroll_offset.y < chart.size.height
            await pilot.click("#order")
            await pilot.press(*"order move-fight", "enter")
            await pilot.press("f2", "n", "r")
            chart = app.query_one(MapWidget)
            assert len(chart.lit) > 3
            before = chart.cursor
            await pilot.press("right")
            assert chart.cursor != before
            await pilot.press("enter", "f3")
            order = app.query_one("#order")
            assert chart.picture.board.names[chart.cursor] in order.value  # type: ignore[attr-defined]
            app.session.say("move 7pz 0717")
            await pilot.press("ctrl+z")
            assert app.session.match.length == 1

    asyncio.run(drive())


def test_two_maps_lie_side_by_side_and_are_a_key_apart() -> None:
    async def drive() -> None:
        match = Match(WhatIf(), seed=3)
        app = TableApp(Session(match))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("f2")
            chart = app.query_one(MapWidget)
            board, at = chart.picture.board, chart.picture.at
            west, east = ([at[h] for h in range(board.hexes) if board.cells[h][0] == name] for name in ("west", "east"))
            assert max(x for x, _ in west) + 5 < min(x for x, _ in east)
            assert min(y for _, y in west) == min(y for _, y in east) == 0
            chart.put_cursor(board.node("1905"))
            await pilot.press("m")
            assert board.cells[chart.cursor][0] == "east"
            await pilot.press("right", "m")
            assert board.names[chart.cursor] == "1905"
            boxes = str(app.query_one("#boxes", Static).render())
            assert "3 Southwest Front: Just Arrived" in boxes
            assert "Jun II" not in boxes

    asyncio.run(drive())


def test_two_wings_share_a_terminal() -> None:
    out = io.StringIO()
    talk = Session(grognard.new("fords", seed=1, seating="four"))
    lines = ["help", "supply bn1", "options move", "move bs1 0204", "blue-south: move bs1 0204"]
    run(talk, io.StringIO("\n".join([*lines, "done", "options move", "done", "quit"]) + "\n"), out)
    text = out.getvalue()
    assert "Turn 1 (turn 1), blue-north, March" in text
    assert "Decided together with blue-south (to speak); it ends when all have said so." in text
    assert "Refused: bs1 is under the command of blue-south [7]" in text
    assert "units: bn1 bn2 bn3\n" in text
    assert "units: bs2 bs3\n" in text, "after the north is through the south is at the terminal"
    assert "Turn 1 (turn 1), blue-south, March" in text
    assert "Decided together with blue-north (through)" in text
    assert "supply UNIT" not in text, "the game has no rules about supply"
    assert "? 'supply' is no command" in text
    assert "reach UNITS" in text
    assert talk.match.step.name == "fight"


def test_the_computer_shares_a_side_at_the_terminal() -> None:
    talk = Session(grognard.new("fords", seed=1, seating="four"), {"blue-north": None, "red": None, "green": None})
    out = io.StringIO()
    run(talk, io.StringIO("done\n" * 40), out)
    assert talk.match.over
    assert {seat for seat, command in talk.match.commands if command.verb != "done"} <= {"blue-north", "red", "green"}
    assert talk.seat == "blue-south"


def test_after_a_slip_the_terminal_says_what_was_probably_meant() -> None:
    text = told("ordr move-fight", "order move-fight", "move 26 0511", "mvoe 26i 0511", "atack 0917", "quit")
    assert "Did you mean: order move-fight" in text
    assert "Did you mean: move 26i 0511" in text
    assert text.count("Did you mean: move 26i 0511") == 2
    assert "Did you mean: move 7pz 4014" not in told("order move-fight", "move 7pz 4014", "quit"), "a refusal is no slip"


def test_an_attack_is_completed_word_by_word() -> None:
    talk = session()
    talk.say("order fight-move")
    assert "attack 0917" in talk.complete("attack 09")
    assert talk.complete("attack 0917 w") == ["attack 0917 with"]
    assert "attack 0917 with 7pz" in talk.complete("attack 0917 with 7")


def test_the_prompt_names_what_there_is_to_choose() -> None:
    talk = session()
    assert any(line in ("order: fight-move, move-fight", "order: move-fight, fight-move") for line in talk.prompt())
    for line in ("order move-fight", "assault 0917 with 7pz+6pz", "fight"):
        talk.say(line)
    assert "lose: 7pz, 6pz" in talk.prompt()


def test_the_desk_and_who_can_come_are_told_of_both_sides() -> None:
    text = told("order move-fight", "move 251i 0306", "desk", "who 0407", "who 0917", "quit")
    assert "! Toropets is open: " in text
    assert "can still move" in text
    assert "soviet, turn 1, can enter it: " in text
    assert "german, turn 1, can attack it: " in text
    assert "6pz+7pz+14mot from 0817, likely " in text


def test_the_full_screen_goes_where_it_is_asked() -> None:
    async def drive() -> None:
        app = TableApp(session())
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await pilot.press("f2", "n")
            log = app.query_one("#log", RichLog)
            assert "Nobody on the map can do anything just now." in "".join(strip.text for strip in log.lines)
            await pilot.press("f3", *"ord", "tab", "space", *"mo", "tab", "enter")
            assert app.session.match.step.name == "movement"
            await pilot.press(*"assault 0917 with 7pz+6pz", "enter")
            assert app.session.match.game.board.names[app.query_one(MapWidget).cursor] == "0917"
            # nobody's reach is shown where nobody stands, and the table goes on
            await pilot.press("f2", "right", "right", "right", "right", "r", "f3")
            assert app.is_running

    asyncio.run(drive())
