"""Cases: rule tests as data. A position, dice, commands by seat, and what must come of it.

docs/cases.md describes the format. What a position looks like is the game's business
(`games/<game>/position.py`); the rest is the same for all games.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from .errors import BadCase, BadCommand, GrognardError, Illegal
from .events import Event
from .expectations import expect, positions_of, spoken
from .files import read_yaml
from .match import Match
from .positions import known, set_pieces

#: What every case may have; a game's `position.KEYS` adds how its positions are written.
_KEYS = ("game", "name", "rules", "proves", "examples", "note", "play", "expect", "pieces")
_STEP_KEYS = ("do", "refuse", "rule", "unreadable", "undo", "expect")
#: What goes with `start`, which is the position; a game's `position.START_KEYS` adds what may be changed in it.
_WITH_START = (*_KEYS, "start", "seed", "seats", "options")
#: Keys that a case does not replace but complete, entry by entry.
_MERGED = ("state", "options")
#: More commands than any case passes over.
_MOST_PASSED = 1000


class CaseResult(msgspec.Struct, frozen=True):
    """How a case went; no faults means it passed."""

    path: str
    name: str
    rules: tuple[str, ...]
    proves: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.faults


def find(paths: Iterable[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every case under the paths (files or folders)."""
    for path in paths:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            raise BadCase(f"no case files under {path}")
        for file in files:
            yield from ((file, case) for case in read(file))


def read(file: Path) -> list[dict[str, Any]]:
    """The cases of a file, with the file's defaults filled in."""
    data = read_yaml(file)
    if not isinstance(data, dict) or not isinstance(data.get("game"), str) or not isinstance(data.get("cases"), list):
        raise BadCase(f"{file}: a case file has the keys game (a name) and cases (a list), and may have defaults")
    defaults = data.get("defaults") or {}
    if not isinstance(defaults, dict):
        raise BadCase(f"{file}: defaults are keys and values of a case, not {defaults!r}")
    for number, case in enumerate(data["cases"], 1):
        if not isinstance(case, dict) or not isinstance(case.get("name"), str):
            raise BadCase(f"{file}: case number {number} needs a name")
    return [{"game": data["game"], **_completed(case, defaults)} for case in data["cases"]]


def _completed(case: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """A case with the defaults of its file; null removes one. What it writes itself replaces them: entry by entry in `state`
    and `options`, unless these are empty. Defaults that describe a position are not for a case with `start`."""
    if case.get("start"):
        defaults = {key: value for key, value in defaults.items() if key in _WITH_START}
    whole = defaults | case
    for key in _MERGED:
        usual, own = defaults.get(key), case.get(key)
        if own and isinstance(own, dict) and isinstance(usual, dict):
            whole[key] = usual | own
        if isinstance(whole.get(key), dict):
            whole[key] = {name: value for name, value in whole[key].items() if value is not None}
    return {key: value for key, value in whole.items() if value is not None}


def concerns(case: dict[str, Any], rule: str) -> bool:
    """Is a case about a rule? 7.6 stands for 7.6a, 7.6b ... too."""
    named = [str(name) for name in case.get("rules", ())] + [str(proof).partition("#")[0] for proof in case.get("proves", ())]
    return any(name == rule or (name[:-1] == rule and name[-1].isalpha()) for name in named)


# ---------------------------------------------------------------- playing


def run(file: Path, case: dict[str, Any]) -> CaseResult:
    """Play a case and compare."""
    faults: list[str] = []
    try:
        _play(case, faults)
    except GrognardError as error:
        faults.append(str(error))
    except Exception as error:  # a slip of the case or of ours: it must not stop the other cases, and it says where it is
        place = traceback.extract_tb(error.__traceback__)[-1]
        faults.append(f"{type(error).__name__}: {error} (at {Path(place.filename).name}:{place.lineno})")
    rules = tuple(str(r) for r in case.get("rules", ()))
    proves = tuple(str(c) for c in case.get("proves", ()))
    return CaseResult(str(file), case["name"], rules, proves, tuple(faults))


def _play(case: dict[str, Any], faults: list[str]) -> None:
    from ..games import module_of

    module = positions_of(module_of(case["game"]))
    if case.get("start"):
        known(case, (*_WITH_START, *module.START_KEYS), "a case with start")
    known(case, (*_KEYS, *module.KEYS), "a case")
    steps = [_step(step) for step in _list(case, "play")]
    match: Match = module.match_from(case)
    if "pieces" in case:
        match.prepare(lambda play: set_pieces(play, case["pieces"]))
    seen: list[Event] = list(match.events())
    for number, step in enumerate(steps, 1):
        label = f"step {number} ({step.get('do') or step.get('refuse') or 'expect'})"
        if "do" in step:
            try:
                seen += _said(match, step["do"])
            except Illegal as refusal:
                faults.append(f"{label}: refused: {refusal}")
                return
        elif "refuse" in step:
            faults += [f"{label}: {fault}" for fault in _refusal(match, step)]
        elif "undo" in step:
            faults += [f"{label}: {fault}" for fault in _take_back(match, str(step["undo"]))]
        if "expect" in step:
            faults += [f"{label}: {fault}" for fault in expect(match, seen, step["expect"], module.CHECKS)]
    if "expect" not in case and not any("expect" in step or "refuse" in step for step in steps):
        faults.append("the case expects nothing, so it can never fail")
    faults += expect(match, seen, case.get("expect", {}), module.CHECKS)


def _list(case: dict[str, Any], key: str) -> list[Any]:
    found = case.get(key, [])
    if not isinstance(found, list):
        raise BadCase(f"{key} is a list, not {found!r}")
    return found


def _step(step: Any) -> dict[str, Any]:
    if isinstance(step, str):
        return {"do": step}
    if not isinstance(step, dict):
        raise BadCase(f"a step is a command, or one of do, refuse, undo and expect, not {step!r}")
    known(step, _STEP_KEYS, "a step")
    if sum(key in step for key in ("do", "refuse", "undo")) > 1 or not {"do", "refuse", "undo", "expect"} & set(step):
        raise BadCase(f"a step has one of do, refuse and undo, or only expect: {step!r}")
    if ("rule" in step or "unreadable" in step) and "refuse" not in step:
        raise BadCase(f"rule and unreadable go with refuse: {step!r}")
    return step


def _said(match: Match, text: Any) -> list[Event]:
    command, seat = spoken(text)
    if command.startswith("pass until "):
        return _passed(match, command.removeprefix("pass until ").strip())
    return match.do(command, seat)


def _passed(match: Match, goal: str) -> list[Event]:
    """Everybody says what ends his decision, until one waits that is called so: `movement`, `soviet movement`, `turn 4`."""
    seen: list[Event] = []
    for _ in range(_MOST_PASSED):
        decision = match.decision
        if decision is None:
            raise Illegal("", f"the game was over before {goal!r}")
        turn = match.game.turn(match.play)[0]
        if goal in (decision.step, f"{decision.seat} {decision.step}", f"turn {turn}"):
            return seen
        endings = [verb for verb in match.legal_commands().verbs if verb.ends and verb.plain is not None]
        if not endings:
            raise Illegal("", f"nobody can pass at {decision.seat} {decision.step}: say one of {', '.join(decision.verbs)}")
        seen += match.do(endings[0].name)
    raise Illegal("", f"{goal!r} did not come within {_MOST_PASSED} commands")


def _refusal(match: Match, step: dict[str, Any]) -> Iterator[str]:
    before = match.state.copy()
    command, seat = spoken(step["refuse"])
    try:
        match.do(command, seat)
    except Illegal as refusal:
        wanted = step.get("rule")
        unreadable = isinstance(refusal, BadCommand)
        if unreadable != bool(step.get("unreadable")):
            yield f"is no command: {refusal.why} (unreadable: true, if that is meant)" if unreadable else "can be read"
        elif wanted is not None and refusal.rule != str(wanted):
            yield f"refused by {refusal.rule or 'no rule'} instead of {wanted}: {refusal.why}"
        if match.state != before:
            yield "the refusal changed the position"
    else:
        yield "was not refused"


def _take_back(match: Match, how: str) -> Iterator[str]:
    """`undo: alone` (nobody else plays), `undo: agreed` (the opponent consents) or `undo: refused`."""
    if how not in ("alone", "agreed", "refused"):
        raise BadCase(f"undo is alone, agreed or refused, not {how!r}")
    try:
        match.undo(agreed=how == "agreed", alone=how == "alone")
    except Illegal as refusal:
        if how != "refused":
            yield f"could not be taken back: {refusal.why}"
    else:
        if how == "refused":
            yield "was taken back"
