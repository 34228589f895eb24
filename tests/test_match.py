"""A match as its users meet it: the public interface, undo, saves, replay, refusals."""

from __future__ import annotations

import copy
import doctest
import hashlib
import pickle
import random
from pathlib import Path

import pytest

import grognard
from grognard.core.errors import BadCommand, BadSave, GrognardError, Illegal
from grognard.core.match import Match
from grognard.core.save import dump, load, loads


def played(commands: int, seed: int = 3, scenario: str = "historical") -> Match:
    match = grognard.new("drive-on-moscow", scenario=scenario, seed=seed)
    rng = random.Random(seed)
    while not match.over and match.length < commands:
        match.do(match.options().sample(rng))
    return match


def moving() -> Match:
    """The first German movement phase."""
    match = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    match.do("order move-fight")
    return match


def test_the_examples_in_the_package_run() -> None:
    import grognard.core.command
    import grognard.core.hexes
    import grognard.games.assault.odds

    for module in (grognard, grognard.core.command, grognard.core.hexes, grognard.games.assault.odds):
        failures, tried = doctest.testmod(module)
        assert tried
        assert not failures


@pytest.mark.parametrize(("page", "least"), [("README.md", 4), ("docs/library.md", 15)])
def test_the_examples_of_the_pages_run(page: str, least: int) -> None:
    failures, tried = doctest.testfile(str(Path(__file__).parent.parent / page), module_relative=False)
    assert tried >= least
    assert not failures


def test_options_vouch_for_a_command_in_their_position_only() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    match.do("order fight-move")
    drawn = next(command for command in (match.options().sample(random.Random(k)) for k in range(99)) if command.verb == "attack")
    other = match.copy()
    assert other.play.known_legal is None
    match.do(match.text(drawn))
    while match.step.name != "combat":
        match.do("fight" if "fight" in match.step.verbs else match.options().sample(random.Random(1)))
    with pytest.raises(Illegal):
        match.do(drawn)  # the same units have just attacked
    assert other.do(drawn)


def test_same_seed_and_commands_give_the_same_game() -> None:
    first, second = played(150), played(150)
    assert first.state == second.state
    assert dump(first) == dump(second)
    assert played(150, seed=4).state != first.state


def test_a_refusal_changes_nothing_and_names_its_rule() -> None:
    match = moving()
    before, text = match.state.copy(), dump(match)
    for command, rule in (("move 3pz 0101", "9.3"), ("attack 1813 with 3pz", "5.1")):
        with pytest.raises(Illegal) as refusal:
            match.do(command)
        assert refusal.value.rule == rule
        assert refusal.value.why
    with pytest.raises(Illegal) as refusal:
        match.do("done", "soviet")
    assert refusal.value.rule == "5.1"
    for nonsense in ("", "   ", "dance", "move", "move 3pz", "move 3pz 9999", "move nobody 0101", "move 3pz " + "0101-" * 5000):
        with pytest.raises(BadCommand):
            match.do(nonsense)
    assert match.state == before
    assert dump(match) == text


def test_undo_goes_back_to_the_last_die_or_change_of_seat() -> None:
    match = moving()
    positions = [match.state.copy()]
    rng = random.Random(1)
    for _ in range(5):
        verb = next(v for v in match.options().verbs if v.name == "move")
        command = None
        while command is None:
            command = verb.sample(match.play, rng)
        match.do(command)
        positions.append(match.state.copy())
    for position in positions[-2::-1]:
        match.undo()
        assert match.state == position
    match.do("done")
    match.do("done")
    with pytest.raises(Illegal, match="cannot be taken back"):
        match.undo()
    match.undo(agreed=True)
    assert match.decision is not None
    assert match.decision.step == "combat"


def test_the_end_of_a_phase_is_taken_back_alone_but_not_under_an_opponents_eyes() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    begun = match.state.copy()
    match.do("order move-fight")
    match.do("done")
    with pytest.raises(Illegal, match="a phase has been closed"):
        match.undo()
    assert not match.can_undo("german")
    again = loads(dump(match))
    for one in (match, again):
        assert one.can_undo("german", alone=True)
        one.undo(alone=True)
        one.undo(alone=True)
        assert one.state == begun
        assert len(one.chapters) == 1, "no die has fallen, so the dice to come stay as they are"
    match.do("order move-fight")
    match.do("done")
    match.do("done")
    with pytest.raises(Illegal, match="a die was rolled, something hidden was seen, or the turn passed on"):
        match.undo(alone=True)


def test_a_copy_is_independent() -> None:
    match = played(60)
    other = match.copy()
    before = match.state.copy()
    rng = random.Random(9)
    for _ in range(30):
        if not other.over:
            other.do(other.options().sample(rng))
    assert match.state == before
    assert match.length == 60


def test_a_state_can_be_pickled_and_deeply_copied() -> None:
    match = played(60)
    position, asleep = match.state, match.state.copy()
    twins = [pickle.loads(pickle.dumps(state)) for state in (position, asleep)] + [copy.deepcopy(position)]
    assert all(twin == position for twin in twins)
    twins[0].put(0, -1, match.game.side_of[0])
    assert twins[0] != position
    assert twins[1] == twins[2] == position


def test_any_point_of_a_match_can_be_visited() -> None:
    match = played(200)
    fresh = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    for number, (seat, command) in enumerate(match.commands):
        if number % 37 == 0:
            assert match.at(number).state == fresh.state
        fresh.do(command, seat)
    with pytest.raises(GrognardError, match="no point"):
        match.at(10_000)


def test_state_survives_json() -> None:
    match = played(120)
    state = match.game.restore(match.state.to_dict())
    assert state == match.state


# ---------------------------------------------------------------- saves


def test_a_save_is_read_back_exactly(tmp_path: Path) -> None:
    match = played(140)
    match.save(tmp_path / "game.txt")
    again = grognard.load(tmp_path / "game.txt")
    assert again.state == match.state
    assert dump(again) == dump(match)
    assert list(tmp_path.iterdir()) == [tmp_path / "game.txt"]


def test_torn_saves_are_refused_and_can_be_rescued() -> None:
    text = dump(played(80))
    for cut in range(0, len(text) - 1, 97):
        with pytest.raises(BadSave):
            loads(text[:cut])
    half = text[: text.index("\n\n") + 600]
    rescued = loads(half, rescue=True)
    assert 0 < rescued.length < 80


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("seed 3", "seed 4", "tampered"),
        ("set 3", "set 99", "data sets 1 to"),
        ("set 3", "set ²", "no data set"),
        ("game drive-on-moscow", "game monopoly", "no game"),
        ("scenario historical", "scenario moon", "scenarios"),
        ("grognard save 2", "grognard save 9", "known format"),
        ("german: order", "german: orders", "altered"),
    ],
)
def test_forged_saves_are_refused(old: str, new: str, why: str) -> None:
    text = dump(played(40))
    assert old in text
    text = text.replace(old, new, 1)
    if why != "altered":  # sign the forgery, so that it is refused for what it says
        body = text[: text.rindex("end ")]
        text = f"{body}end 40 {hashlib.sha256(body.encode()).hexdigest()}\n"
    with pytest.raises(GrognardError, match=why):
        loads(text)


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    rng = random.Random(5)
    for number, content in enumerate(
        [b"", b"\0" * 100, rng.randbytes(5000), b"grognard save 1\n" * 3, b"\xff\xfe text", b"{}", b"end 0 x\n"]
    ):
        path = tmp_path / str(number)
        path.write_bytes(content)
        with pytest.raises(BadSave):
            load(path)
    with pytest.raises(BadSave, match="cannot be read"):
        load(tmp_path / "nowhere")


def test_random_damage_never_loads_silently() -> None:
    text = dump(played(60))
    rng = random.Random(7)
    for _ in range(60):
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice("abc0 \n:") + text[at + 1 :]
        if damaged == text:
            continue
        with pytest.raises(GrognardError):
            loads(damaged)


# ---------------------------------------------------------------- beginning


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"scenario": "x"}, {"options": {"x": "y"}}, {"data": "nowhere"}])
def test_a_bad_start_is_a_clear_error(wrong: dict[str, object]) -> None:
    arguments = {"game": "drive-on-moscow"} | wrong
    with pytest.raises(GrognardError):
        grognard.new(**arguments)  # type: ignore[arg-type]


def test_an_unfinished_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.games import GAMES

    monkeypatch.setitem(GAMES, "fords", GAMES["fords"]._replace(playable=False))
    with pytest.raises(GrognardError, match="cannot be played yet"):
        grognard.new("fords")


def test_own_data_files_are_used_and_remembered(tmp_path: Path) -> None:
    from grognard.games import folder_of

    source = folder_of("drive-on-moscow") / "data" / "tables.toml"
    changed = source.read_text(encoding="utf-8").replace("mf_mech = 10", "mf_mech = 12", 1)
    (tmp_path / "tables.toml").write_text(changed, encoding="utf-8")
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1, data=tmp_path)
    assert match.view("german").status.movement[0].points == 12
    text = dump(match)
    assert dump(loads(text, data=tmp_path)) == text
    with pytest.raises(BadSave, match="data"):
        loads(text)
