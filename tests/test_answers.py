"""In random play of every game, what a position keeps is what a fresh look at it finds.

Beside the questions of the rules there are mirrors: questions that answer with a part of the position itself, so that no
change of it goes unheard, whether or not a rule rests on it today.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.core import heirs
from grognard.core.command import Command
from grognard.core.derived import ANSWERS, EVERYTHING, OWN, Derived, derived, flags, of, places, stands
from grognard.core.heirs import inherit
from grognard.core.match import Match
from grognard.core.play import Play
from grognard.core.state import State, _Watched
from grognard.core.zoc import Zones
from grognard.games import GAMES, load_game
from grognard.games.assault.state import AssaultState
from grognard.games.fire_in_the_east.counters import FOOT
from grognard.games.fire_in_the_east.rules import movement
from grognard.games.fire_in_the_east.state import ONE

from .long_games import is_long, scenarios

PLAYABLE = [slug for slug, game in GAMES.items() if game.playable]
SOURCE = Path(grognard.__file__).parent
STATES: dict[str, type[State]] = {slug: load_game(slug).state_type for slug in PLAYABLE}
P = Play[Any, Any]

# ---------------------------------------------------------------- mirrors


@derived(places(OWN))
def pieces_of(p: P, side: int) -> bytes:
    return bytes(p.s.arrays.loc[np.array(p.game.side_of) == side].tobytes())


@derived(stands(OWN))
def nodes_of(p: P, side: int) -> bytes:
    return bytes((p.s.arrays.count[side] > 0).tobytes())


@derived(of("control"))
def control_that_matters(p: P) -> bytes:
    return bytes(p.s.arrays.control[p.game.control_matters].tobytes())


def _mirror_of_flag(flag: int) -> Callable[[P], bytes]:
    @derived(flags(flag))
    def flagged(p: P) -> bytes:
        return bytes((p.s.arrays.flags & flag).tobytes())

    flagged.__qualname__ = f"flag {flag}"
    return flagged


def _mirror(name: str) -> Callable[[P], Any]:
    @derived(of(name))
    def mirrored(p: P) -> Any:
        array = getattr(p.s.arrays, name, None)
        return getattr(p.s, name) if array is None else array.tobytes()

    mirrored.__qualname__ = f"mirror of {name}"
    return mirrored


FLAGS = [_mirror_of_flag(1 << k) for k in range(15)]
WATCHED = frozenset().union(*(kind.WATCHED for kind in STATES.values()))
NAMED = {name: _mirror(name) for name in sorted(WATCHED - {"control"})}


def mirrors(s: State) -> list[tuple[Callable[..., Any], bool]]:
    """The mirrors of a position, and whether each is of a side."""
    named = [ask for name, ask in NAMED.items() if name in s.WATCHED]
    return [(pieces_of, True), (nodes_of, True), *((ask, False) for ask in (control_that_matters, *FLAGS, *named))]


# ---------------------------------------------------------------- cached against fresh


def questions(slug: str) -> dict[Callable[..., Any], Derived]:
    """The questions of a game and of what it shares with others."""
    family = ("grognard.games.assault.",) if issubclass(STATES[slug], AssaultState) else ()
    homes = (f"{GAMES[slug].module}.", *family)
    return {ask: question for ask, question in ANSWERS.items() if question.make.__module__.startswith(homes)}


def plain(answer: Any) -> Any:
    """An answer in a form that can be compared."""
    if isinstance(answer, Zones):
        return plain((answer.kinds, answer.grip, answer.controlled))
    if isinstance(answer, np.ndarray):
        return str(answer.dtype), answer.tobytes()
    return tuple(map(plain, answer)) if isinstance(answer, list | tuple) else answer


def looked_at_anew(p: P) -> P:
    """The same position, of which nothing is known yet."""
    s = p.s.copy()
    s.forget()
    return Play(p.game, s, p.dice)


def stale(p: P, met: Counter[str]) -> Iterator[str]:
    """The questions to which the position keeps other answers than a fresh look would give."""
    fresh = looked_at_anew(p)
    for ask, question in ANSWERS.items():
        for asked, known in list(question.known(p.s)):
            met[ask.__qualname__] += 1
            if plain(known) != plain(ask(fresh, *asked)):
                yield f"{ask.__qualname__}{asked}"


#: Questions that random play never or hardly ever asks, with something to ask.
SELDOM: dict[str, Callable[[P], tuple[Any, ...]]] = {
    "hexes_to": lambda p: (p.game.moscow,),
    "_supplied_germans": lambda p: ("is_division",),
    "distances": lambda p: (p.game.ground_of[1][0],),
    "_entering": lambda p: (FOOT, 6 * ONE),
    "_dear_table": lambda p: movement.table_key(p, p.game.ground_of_side[0].item(0)),
    "_bridged_table": lambda p: (*movement.table_key(p, p.game.ground_of_side[1].item(0))[1:], False, ((3000, 0, 3001),)),
}


def positions(slug: str, seed: int, commands: int, asking: float = 0.1) -> Iterator[Match]:
    """Random play, every other game a busy one, in which questions are asked at random moments, so that answers of all
    ages lie side by side."""
    rng, match = random.Random(seed), grognard.new(slug, scenario=scenarios(slug)[-1], seed=seed)
    rules = [(ask, question.sided) for ask, question in questions(slug).items() if not question.keyed]
    seldom = [(ask, SELDOM[ask.__name__]) for ask in questions(slug) if ask.__name__ in SELDOM]
    pool = [*mirrors(match.state), *rules]
    while not match.over and match.length < commands:
        for ask, sided in pool:
            if rng.random() < asking and match.play.s.turn:  # before the first turn some have no answer
                ask(match.play, *([rng.randrange(match.state.sizes[2])] if sided else []))
        for ask, with_what in seldom:
            if rng.random() < 0.3:
                ask(match.play, *with_what(match.play))
        if rng.random() < asking:
            match.legal_commands().listed()  # works out many answers at once
        match.do(busy(match, rng) if seed % 2 else match.options().sample(rng))
        yield match


def busy(match: Match, rng: random.Random) -> Command:
    """A random command, seldom one that does nothing but end a phase."""
    options = match.options()
    for _ in range(6):
        command = options.sample(rng)
        if not match.step.verbs[command.verb].ends:
            break
    return command


@pytest.mark.parametrize("slug", PLAYABLE)
def test_what_is_kept_is_what_a_fresh_look_finds(slug: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(3 if is_long(slug) else 8):
        for match in positions(slug, seed, 700):
            if match.length % 5 == 0:
                assert not list(stale(match.play, met)), f"seed {seed}, command {match.length}"
    unmet = {question.make.__qualname__ for question in questions(slug).values()} - met.keys()
    assert not unmet, f"never compared: {sorted(unmet)}"


@pytest.mark.parametrize("slug", PLAYABLE)
def test_copies_know_the_same(slug: str) -> None:
    """Original and copy go different ways from answers they share."""
    rng = random.Random(slug)
    for match in positions(slug, 9, 250):
        if match.length % 20 == 0 and not match.over:
            one, other = match.copy(), match.copy()
            for _ in range(6):
                for branch in (one, other):
                    if not branch.over:
                        branch.do(branch.options().sample(rng))
            for branch in (match, one, other):
                assert not list(stale(branch.play, Counter()))


def heirs_of(slug: str, commands: int) -> Iterator[P]:
    """Positions dealt from what a seat knows, each with the answers of the one before as far as they hold."""
    rng, before = random.Random(slug), None
    for match in positions(slug, 3, commands):
        if match.length % 3 or match.over:
            continue
        found = match.fork(match.seat, rng)
        if before is not None:
            inherit(found.play, before)
            yield found.play
        for ask, sided in [*mirrors(found.state), *((ask, q.sided) for ask, q in questions(slug).items() if not q.keyed)]:
            for side in range(found.state.sizes[2] if sided else 1) if found.play.s.turn else ():
                ask(found.play, *([side] if sided else []))
        before = found.state


@pytest.mark.parametrize("slug", PLAYABLE)
def test_heirs_know_what_a_fresh_look_finds(slug: str) -> None:
    met: Counter[str] = Counter()
    for heir in heirs_of(slug, 300):
        assert not list(stale(heir, met))
    assert met["nodes_of"], "nothing is handed on"
    assert met["control_that_matters"]


@pytest.mark.parametrize("part", ["_stacks_kept", "_watched_kept"])
def test_an_heir_who_takes_everything_is_found_out(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heirs, part, lambda p, before: EVERYTHING)
    assert any(list(stale(heir, Counter())) for heir in heirs_of("typhoon-1941", 100))


#: Doors through which positions change, with games that use them often.
DOORS = [
    *((slug, State, door) for slug in PLAYABLE for door in ("put", "hold")),
    *((slug, State, door) for slug in ("drive-on-moscow", "typhoon-1941") for door in ("mark", "clear", "clear_all")),
    ("barbarossa", State, "mark"), ("barbarossa", State, "clear_all"), ("barbarossa", State, "set"),
    ("drive-on-moscow", State, "set"), ("drive-on-moscow", State, "fill"),
    ("typhoon-1941", _Watched, "__set__"), ("drive-on-moscow", _Watched, "__set__"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "owner", "door"), DOORS, ids=lambda x: getattr(x, "__name__", x))
def test_a_door_that_nobody_hears_is_found_out(slug: str, owner: type, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is no comedy: with any one door silenced it fails."""
    original = getattr(owner, door)

    def silent(self: Any, *said: Any, **more: Any) -> None:
        state = self if owner is State else said[0]
        before = state.__dict__.get("valid", 0)
        original(self, *said, **more)
        state.__dict__["valid"] = before

    monkeypatch.setattr(owner, door, silent)
    for seed in range(1, 24, 2):
        try:
            for match in positions(slug, seed, 600, asking=0.9):
                if list(stale(match.play, Counter())):
                    return
        except Exception:  # rules that are told nonsense may stumble; the next game begins anew
            continue
    pytest.fail(f"nobody misses {door}")


# ---------------------------------------------------------------- what answers say they rest on


class Reading:
    """A state that notes what is read of it."""

    def __init__(self, state: Any, read: set[str]) -> None:
        self.__dict__.update(_state=state, _read=read)

    def __getattr__(self, name: str) -> Any:
        if name == "arrays":
            return Reading(self._state.arrays, self._read)
        self._read.add(name)
        return getattr(self._state, name)

    def __setattr__(self, name: str, value: Any) -> None:
        assert name == "valid", "an answer changes nothing"
        setattr(self._state, name, value)


#: What hangs on the places of pieces; and what never changes, or is no part of the position.
PLACES, STANDS = {"loc", "below", "top", "stack"}, {"count", "foes"}
FIXED = {"answers", "valid", "sizes", "enemies", "options", "alliances"}


def undeclared(p: P, question: Derived, asked: tuple[Any, ...]) -> set[str]:
    """What a question reads of a position without saying that its answer rests on it."""
    read: set[str] = set()
    watched: P = Play(p.game, Reading(looked_at_anew(p).s, read), p.dice)
    question.make(watched, None, *asked) if question.continued else question.make(watched, *asked)
    said = set(question.changes(asked[0] if question.sided else 0))
    kinds = {kind for kind, _ in said}
    allowed = FIXED | question.names() | ({"flags"} if "flag" in kinds else set())
    allowed |= PLACES | STANDS if "places" in kinds else STANDS if "stands" in kinds else set()
    return read - allowed


@pytest.mark.parametrize("slug", PLAYABLE)
def test_answers_rest_on_nothing_but_what_they_say(slug: str) -> None:
    looked_at: Counter[str] = Counter()
    for seed in range(3):
        for match in positions(slug, seed, 400):
            if match.length % 9 == 0:
                for question in questions(slug).values():
                    for asked, _ in list(question.known(match.state))[:3]:
                        looked_at[question.make.__qualname__] += 1
                        assert not undeclared(match.play, question, asked), question.make.__qualname__
    assert len(looked_at) >= len(questions(slug)) * 2 / 3


@pytest.mark.parametrize("slug", PLAYABLE)
def test_answers_rest_on_what_is_watched(slug: str) -> None:
    for question in questions(slug).values():
        assert question.names() <= STATES[slug].WATCHED, question.make.__qualname__


# ---------------------------------------------------------------- nobody writes behind a position's back


@pytest.mark.parametrize("slug", PLAYABLE)
def test_guarded_arrays_cannot_be_written_from_outside(slug: str) -> None:
    state = grognard.new(slug, seed=1).state.copy()
    arrays = state.WATCHED & (state.piece_arrays().keys() | state.node_arrays().keys())
    for name in ("loc", "below", "top", *sorted(arrays)):
        with pytest.raises(TypeError, match="read-only"):
            getattr(state, name)[0] = 0
    for rows in (state.count, state.foes):
        with pytest.raises(TypeError, match="read-only"):
            rows[0][0] = 0
    with pytest.raises(KeyError):
        state.set("loc", 0, 0)


#: Modules that put whole positions together, which afterwards keep no answers.
MAKERS = {SOURCE / "core" / "state.py", SOURCE / "core" / "knowledge.py"}
GUARDED = {"loc", "below", "top", "count", "foes"}


def written_whole(tree: ast.AST, guarded: frozenset[str]) -> Iterator[ast.Attribute]:
    """Guarded arrays that a module writes into as NumPy arrays: `s.arrays.flags[...] = `, `s.arrays.flags |= `, `.fill()`."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = [each for target in node.targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("fill", "put", "sort"):
            targets = [node.func.value]
        for target in targets:
            while isinstance(target, ast.Subscript):
                target = target.value
            if isinstance(target, ast.Attribute) and target.attr in guarded:
                whole = target.value
                if isinstance(whole, ast.Attribute) and whole.attr == "arrays":
                    yield target


def test_no_module_writes_into_a_guarded_array() -> None:
    folders = {SOURCE / "games" / GAMES[slug].module.rpartition(".")[2]: kind for slug, kind in STATES.items()}
    for path in sorted(set(SOURCE.rglob("*.py")) - MAKERS):
        state = next((kind for folder, kind in folders.items() if folder in path.parents), State)
        found = list(written_whole(ast.parse(path.read_text(encoding="utf-8")), state.WATCHED | GUARDED))
        assert not found, f"{path}:{found[0].lineno} writes into {found[0].attr}; State.set, fill, mark and clear are the doors"


def test_writing_into_a_guarded_array_would_be_found() -> None:
    for text in ("s.arrays.flags[3] |= 1", "p.s.arrays.control[:] = 0", "s.arrays.kind[a], b = 1, 2", "s.arrays.steps.fill(1)"):
        assert list(written_whole(ast.parse(text), State.WATCHED)), text
    assert not list(written_whole(ast.parse("s.arrays.spent[3] = 1"), State.WATCHED))
