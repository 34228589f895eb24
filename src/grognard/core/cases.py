"""Cases: rule tests as data. A position, dice, commands by seat, and what must come of it.

docs/cases.md describes the format. What a position looks like is the game's business
(`games/<game>/position.py`); the rest is the same for all games.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from .dice import SeededDice
from .errors import GrognardError, Illegal
from .files import read_yaml
from .match import Match
from .play import Event

#: What every case may have; a game's `position.KEYS` adds how its positions are written.
_KEYS = ("game", "name", "rules", "proves", "note", "play", "expect")
_STEP_KEYS = ("do", "refuse", "rule", "undo", "expect")


class BadCase(GrognardError):
    """A case file that is wrong in itself."""


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
    return [{"game": data["game"], **defaults, **case} for case in data["cases"]]


def run(file: Path, case: dict[str, Any]) -> CaseResult:
    """Play a case and compare."""
    faults: list[str] = []
    try:
        _play(case, faults)
    except Exception as error:  # whatever goes wrong is a fault of this case and must not stop the others
        faults.append(f"{type(error).__name__}: {error}")
    rules = tuple(str(r) for r in case.get("rules", ()))
    proves = tuple(str(c) for c in case.get("proves", ()))
    return CaseResult(str(file), case["name"], rules, proves, tuple(faults))


def _play(case: dict[str, Any], faults: list[str]) -> None:
    from ..games import module_of

    module = importlib.import_module(f"grognard.games.{module_of(case['game'])}.position")
    known(case, {*_KEYS, *module.KEYS}, "a case")
    match: Match = module.match_from(case)
    seen: list[Event] = list(match.events())
    for number, step in enumerate(case.get("play", ()), 1):
        step = {"do": step} if isinstance(step, str) else dict(step)
        known(step, _STEP_KEYS, "a step")
        label = f"step {number} ({step.get('do') or step.get('refuse') or 'expect'})"
        if "do" in step:
            try:
                seen += match.do(*_spoken(step["do"]))
            except Illegal as refusal:
                faults.append(f"{label}: refused: {refusal}")
                return
        elif "refuse" in step:
            faults += [f"{label}: {fault}" for fault in _refusal(match, step)]
        elif "undo" in step:
            faults += [f"{label}: {fault}" for fault in _take_back(match, str(step["undo"]))]
        if "expect" in step:
            faults += [f"{label}: {fault}" for fault in expect(match, seen, step["expect"], module)]
    if "expect" not in case and not any("expect" in s or "refuse" in s for s in case.get("play", ()) if isinstance(s, dict)):
        faults.append("the case expects nothing, so it can never fail")
    faults += expect(match, seen, case.get("expect", {}), module)


def known(data: dict[str, Any], keys: Iterable[str], what: str) -> None:
    """A misspelt key would prove nothing: it is an error."""
    foreign = sorted(set(data) - set(keys))
    if foreign:
        raise BadCase(f"{what} has no {', '.join(map(repr, foreign))}")


def _spoken(text: str) -> tuple[str, str | None]:
    """`german: move ...` or just `move ...` for whoever must decide."""
    seat, colon, command = text.partition(": ")
    return (command, seat) if colon else (text, None)


def _refusal(match: Match, step: dict[str, Any]) -> Iterator[str]:
    before = match.state.copy()
    command, seat = _spoken(step["refuse"])
    try:
        match.do(command, seat)
    except Illegal as refusal:
        wanted = step.get("rule")
        if wanted is not None and refusal.rule != str(wanted):
            yield f"refused by {refusal.rule or 'no rule'} instead of {wanted}: {refusal.why}"
        if match.state != before:
            yield "the refusal changed the position"
    else:
        yield "was not refused"


def _take_back(match: Match, how: str) -> Iterator[str]:
    """`undo: alone`, `undo: agreed` (the opponent consents) or `undo: refused`."""
    try:
        match.undo(agreed=how == "agreed")
    except Illegal as refusal:
        if how != "refused":
            yield f"could not be taken back: {refusal.why}"
    else:
        if how == "refused":
            yield "was taken back"


# ---------------------------------------------------------------- expectations


def expect(match: Match, seen: list[Event], wanted: dict[str, Any], module: Any) -> list[str]:
    """Everything in which the match differs from what was wanted."""
    faults = []
    for key, value in wanted.items():
        check = _CHECKS.get(key) or getattr(module, "CHECKS", {}).get(key)
        if check is None:
            raise BadCase(f"unknown expectation {key!r}")
        faults += list(check(match, seen, value))
    return faults


def differs(what: str, is_: Any, wanted: Any) -> Iterator[str]:
    """A fault, unless something is what was wanted."""
    if is_ != wanted:
        yield f"{what} is {is_!r}, not {wanted!r}"


def _where(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    for handle, place in wanted.items():
        node = match.state.loc[match.game.names.unit(str(handle))]
        name = match.game.board.names[node] if node >= 0 else "nowhere"
        yield from differs(f"place of {handle}", name, str(place))


def _steps(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for handle, steps in wanted.items():
        yield from differs(f"steps of {handle}", match.state.steps[match.game.names.unit(str(handle))], steps)


def _content(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """box or hex -> exactly the units that lie in it."""
    for name, handles in wanted.items():
        found = sorted(match.game.pieces[u].handle for u in match.state.stack(match.game.board.node(str(name))))
        yield from differs(f"content of {name}", found, sorted(handles))


def _control(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """hex, or area for all its hexes -> side."""
    board = match.game.board
    for place, side in wanted.items():
        for hex in board.areas[place].hexes if place in board.areas else [match.game.names.node(str(place))]:
            owner = match.state.control[hex]
            yield from differs(f"control of {board.names[hex]}", match.game.sides[owner] if owner >= 0 else "nobody", side)


def _winner(match: Match, seen: list[Event], wanted: str | None) -> Iterator[str]:
    if wanted in (None, "nobody"):
        yield from differs("winner", match.winner, None)
        return
    side, _, rule = str(wanted).partition(" by ")
    yield from differs("winner", match.winner, side)
    if rule:
        yield from differs("deciding rule", match.reason, rule)


def _decision(match: Match, seen: list[Event], wanted: str) -> Iterator[str]:
    """`seat step`, or `none` when the game is over."""
    decision = match.decision
    yield from differs("decision", f"{decision.seat} {decision.step}" if decision else "none", wanted)


def _events(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """These kinds of event happened, in this order (others may lie between them)."""
    kinds = [event.kind for event in seen]
    at = 0
    for kind in wanted:
        if kind not in kinds[at:]:
            yield f"no event {kind!r} after {kinds[:at]}"
            return
        at = kinds.index(kind, at) + 1


def _no_events(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    yield from (f"an event {event.kind!r} happened" for event in seen if event.kind in wanted)


def _values(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    for name, value in wanted.items():
        is_ = getattr(match.state, name)
        yield from differs(name, list(is_) if isinstance(is_, tuple) else is_, value)


def _reaches(match: Match, seen: list[Event], wanted: dict[str, dict[str, int | None]]) -> Iterator[str]:
    """units -> hex -> cost; a cost of null means out of reach."""
    for units, hexes in wanted.items():
        found = match.reach(str(units))["hexes"]
        for hex, cost in hexes.items():
            yield from differs(f"cost of {hex} for {units}", found.get(str(hex), {}).get("cost"), cost)


def _reach_count(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for units, count in wanted.items():
        yield from differs(f"hexes in reach of {units}", len(match.reach(str(units))["hexes"]), count)


def _supplied(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for unit, yes in wanted.items():
        yield from differs(f"supply of {unit}", match.supply(str(unit))["supplied"], yes)


def _legal(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    for text in wanted:
        refusal = match.check(*_spoken(text))
        if refusal is not None:
            yield f"{text!r} is refused: {refusal}"


def _verbs(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    decision = match.decision
    yield from differs("verbs", sorted(decision.verbs) if decision else [], sorted(wanted))


def _named(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """verb -> the units (or hexes, when it takes no units, or words) that may be named with it."""
    for verb, names in wanted.items():
        options = match.options()
        found = next((v for v in options.verbs if v.name == verb), None)
        if found is None:
            yield f"{verb!r} cannot be said now"
        elif found.words is not None:
            yield from differs(verb, sorted(found.words(match.play)), sorted(names))
        elif found.units is not None and not found.hex_first:
            units = sorted(match.game.names.unit_names[u] for u in found.units(match.play, ()))
            yield from differs(verb, units, sorted(map(str, names)))
        elif found.hexes is not None:
            hexes = sorted(match.game.names.node_names[h] for h in found.hexes(match.play, ()))
            yield from differs(verb, hexes, sorted(map(str, names)))


def _hexes_for(match: Match, seen: list[Event], wanted: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """verb -> units -> the hexes that may be named with them."""
    for verb, choices in wanted.items():
        for units, hexes in choices.items():
            indices = [match.game.names.unit(u) for u in str(units).split("+")]
            found = sorted(match.game.names.node_names[h] for h in match.options().hexes(verb, indices))
            yield from differs(f"hexes to {verb} {units}", found, sorted(map(str, hexes)))


def _units_for(match: Match, seen: list[Event], wanted: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """verb -> hex -> the units that may be named with it."""
    for verb, choices in wanted.items():
        for hex, units in choices.items():
            found = match.options().units(verb, [match.game.names.node(str(hex))])
            names = sorted(match.game.names.unit_names[u] for u in found)
            yield from differs(f"units to {verb} {hex}", names, sorted(map(str, units)))


def _sees(match: Match, seen: list[Event], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    """seat -> hex or box -> {count, units: names seen, covered: names seen face down,
    factors: name -> factors seen or null, kinds: name -> type seen}."""
    for seat, nodes in wanted.items():
        stacks = match.view(None if seat == "spectator" else seat)["stacks"]
        for node, picture in nodes.items():
            stack = stacks.get(str(node), {"count": 0, "units": []})
            if "count" in picture:
                yield from differs(f"{seat} counts in {node}", stack["count"], picture["count"])
            if "units" in picture:
                yield from differs(f"{seat} sees in {node}", sorted(u["id"] for u in stack["units"]), sorted(picture["units"]))
            if "covered" in picture:
                covered = sorted(u["id"] for u in stack["units"] if u.get("covered"))
                yield from differs(f"{seat} sees face down in {node}", covered, sorted(picture["covered"]))
            shown = {u["id"]: f"{u['attack']}-{u['defence']}" for u in stack["units"] if "attack" in u}
            for name, factors in picture.get("factors", {}).items():
                yield from differs(f"factors of {name} seen by {seat}", shown.get(name), factors)
            kinds = {u["id"]: u["kind"] for u in stack["units"]}
            for name, kind in picture.get("kinds", {}).items():
                yield from differs(f"type of {name} seen by {seat}", kinds.get(name), kind)


def _rolled(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    yield from differs("number of dice rolled in the open", sum(event.kind == "rolled" for event in seen), wanted)


def _distance(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for pair, far in wanted.items():
        a, b = (match.game.board.node(x) for x in str(pair).split())
        yield from differs(f"distance {pair}", match.game.board.distance(a, b), far)


def _after_loading(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """Expectations of the same position once it has been written down and read again."""
    from .save import dump, loads

    if match.scenario and match.seed:
        again = loads(dump(match))
    else:
        again = Match.from_state(match.game, match.game.restore(match.state.to_dict()), match.play.dice)
    yield from differs("the position after loading", again.state == match.state, True)
    module = importlib.import_module(type(match.game).__module__.rpartition(".")[0] + ".position")
    yield from expect(again, seen, wanted, module)


def _sound(match: Match, seen: list[Event], wanted: bool) -> Iterator[str]:
    """Nothing that must always hold is broken: every unit in one place, stacking, control ..."""
    yield from differs("the position is sound", not match.game.check(match.play), wanted)


def _fair_die(match: Match, seen: list[Event], sides: int) -> Iterator[str]:
    """Over many rolls of the real dice every face comes up, about equally often."""
    rolls = [SeededDice("fair").number(k, sides) for k in range(1000 * sides)]
    for face in range(1, sides + 1):
        if not 900 <= rolls.count(face) <= 1100:
            yield f"{face} came up {rolls.count(face)} times in {len(rolls)} rolls"


def _board(match: Match, seen: list[Event], wanted: dict[str, Any]) -> Iterator[str]:
    """{hexes: n, areas: {name: n or [hexes]}, neighbours: {hex: [hexes]}}."""
    board = match.game.board
    if "hexes" in wanted:
        yield from differs("number of hexes", board.hexes, wanted["hexes"])
    for area, hexes in wanted.get("areas", {}).items():
        names = sorted({board.names[h] for h in board.areas[area].hexes})
        yield from differs(f"hexes of {area}", len(names) if isinstance(hexes, int) else names, hexes)
    for hex, near in wanted.get("neighbours", {}).items():
        found = sorted(board.names[n] for n in board.adjacent(board.node(str(hex))))
        yield from differs(f"neighbours of {hex}", found, sorted(map(str, near)))


_CHECKS: dict[str, Any] = {
    "at": _where, "box": _content, "steps": _steps, "control": _control, "winner": _winner, "decision": _decision,
    "events": _events, "no events": _no_events, "values": _values, "reach": _reaches, "reach count": _reach_count,
    "supplied": _supplied, "legal": _legal, "verbs": _verbs, "options": _named, "hexes": _hexes_for, "units": _units_for,
    "sees": _sees, "dice rolled": _rolled, "distance": _distance, "after loading": _after_loading, "sound": _sound,
    "fair die": _fair_die, "board": _board,
}  # fmt: skip
