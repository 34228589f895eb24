"""Positions that a seat cannot tell apart, and everything that it can ask about them.

`exchanged` makes such a position from another. What is hidden is worked out here from the words of the rulebooks and not by
the code that is tested. Drive on Moscow (10.7, 2.14): of an enemy stack only the top unit is seen, untried units show only
their group, the German does not look at Soviet reinforcements. Typhoon 1941 (maskirovka): Russian pieces that lie face down,
dummies among them, and what lies in the Russian's boxes, replacement factors included. Barbarossa (11.7, 8.11, 4.18): the
German sees the tops of Soviet stacks and nothing of the reserve, nobody looks at the other's reinforcements on the track,
standing orders are secret, and so is the German choice of turn 28 until turn 30.

`QUESTIONS` lists what a seat can ask: whoever adds a question to the game adds a line there.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

import grognard
from grognard.ai import opponent
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import load_game
from grognard.games.barbarossa.state import CUT_OFF, RETURNED, WAITING
from grognard.games.drive_on_moscow.state import UNTRIED
from grognard.games.typhoon_1941.state import HIDDEN
from grognard.server.questions import Asker

DRIVE, TYPHOON, BARBAROSSA = "drive-on-moscow", "typhoon-1941", "barbarossa"
RUSSIAN_BOXES = ("russian-lost", "siberian", "reinforcements", "maskirovka", "shock-reserve")
FIRST, SECOND = 0, 1  #: in all three games the German, and the Russian

Seat = str | None

# ---------------------------------------------------------------- positions


def positions(slug: str, number: int, seed: int = 1) -> Iterator[Match]:
    """So many positions of random games of every scenario, a third of them in battles."""
    rng = random.Random(f"{slug} {seed}")
    scenarios = itertools.cycle(load_game(slug).scenarios)
    found = fights = 0
    while found < number:
        match = grognard.new(slug, scenario=next(scenarios).name, seed=rng.randrange(10**6))
        pace = rng.uniform(0.01, 0.05)
        while not match.over and match.length < 2000 and found < number:
            match.do(_lingering(match, rng))
            if match.over:
                break
            fight = match.step.name.startswith(("battle", "air"))
            if rng.random() < (0.2 if fight and fights * 3 < number else pace):
                found += 1
                fights += fight
                yield match.copy()


def _lingering(match: Match, rng: random.Random) -> Any:
    """A random command; phases end seldom, so that something happens in them."""
    command = match.options().sample(rng)
    for _ in range(6):
        if not match.step.verbs[command.verb].ends or rng.random() < 0.1:
            break
        command = match.options().sample(rng)
    return command


# ---------------------------------------------------------------- what a seat cannot see


def exchanged(match: Match, seat: Seat, rng: random.Random) -> tuple[Match, dict[int, int]] | None:
    """The position with hidden things changed, and who has taken whose place; None when nothing is hidden from the seat."""
    side = -1 if seat is None else match.game.sides.index(seat)
    other = match.copy()
    places = _EXCHANGES[match.game.slug](other, side, rng)
    if other.state == match.state:
        return None
    other.state.forget()
    assert other.game.check(other.play) == match.game.check(match.play)
    return other, places


def _swapped(match: Match, pairs: Iterator[tuple[int, int]], innate: int = 0) -> dict[int, int]:
    """Let pieces change places pair by pair; what happened in a place stays with the place."""
    s = match.state
    places = {unit: unit for unit in range(len(match.game.pieces))}
    for one, other in pairs:
        for name in s.piece_arrays():
            if name not in ("kind", "steps", "loc", "below", "flags"):
                array = getattr(s.arrays, name)
                array[[one, other]] = array[[other, one]]
        flags = s.flags[one], s.flags[other]
        s.arrays.flags[one] = (flags[1] & ~innate) | (flags[0] & innate)
        s.arrays.flags[other] = (flags[0] & ~innate) | (flags[1] & innate)
        _change_places(match, one, other)
        places[one], places[other] = places[other], places[one]
    who = {was: now for now, was in places.items()}  # the piece that was here -> the piece that is here now
    for name in ("battle", "mission", "attacks", "expedition", "standing", "rvgk_moved", "crimea_units", "exited", "drawn"):
        if name in s.values():
            setattr(s, name, _renamed(getattr(s, name), who, name))
    s.flow = tuple(
        msgspec.structs.replace(frame, args=_renamed(frame.args, who, "units")) if frame.step == "soviet.convert" else frame
        for frame in s.flow
    )
    return who


def _change_places(match: Match, one: int, other: int) -> None:
    s = match.state
    stacks = {node: [{one: other, other: one}.get(u, u) for u in s.stack(node)] for node in (s.loc[one], s.loc[other])}
    for node, stack in stacks.items():
        for unit in reversed(stack):
            s.put(unit, node, match.game.side_of[unit])


_UNITS = {
    "attackers", "defenders", "bystanders", "gone", "standing", "dice", "worth", "advanced", "units", "attack", "pushes",
    "cornered", "unit", "flyers", "cargo", "interceptors", "response", "rvgk_moved", "crimea_units", "exited", "drawn",
}  # fmt: skip


def _renamed(value: Any, who: dict[int, int], field: str) -> Any:
    """A value in which pieces have changed places: numbers in fields of such a name are pieces, and so are the first of a pair."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{f: _renamed(getattr(value, f), who, f) for f in value.__struct_fields__})
    if isinstance(value, tuple):
        if field in _UNITS and value and all(isinstance(part, tuple) for part in value):
            return tuple((_renamed(part[0], who, field), *(_renamed(p, who, field if isinstance(p, tuple) else "") for p in part[1:]))
                         for part in value)  # fmt: skip
        return tuple(_renamed(part, who, field) for part in value)
    return who.get(value, value) if field in _UNITS and isinstance(value, int) else value


def _pairs(units: Sequence[int], may: Callable[[int, int], bool], rng: random.Random) -> Iterator[tuple[int, int]]:
    """Pairs of units that may change places, some of each."""
    for _ in range(2 * len(units) if len(units) > 1 else 0):
        one, other = rng.sample(units, 2)
        if may(one, other):
            yield one, other


def _covered(match: Match, side: int) -> list[int]:
    """Units of a side under others, unless a battle has laid them open."""
    s, hexes = match.state, match.game.board.hexes
    battle = s.battle
    seen = {*battle.attackers, *battle.defenders} if battle is not None and battle.revealed else set()
    if battle is not None and battle.revealed and match.game.slug == BARBAROSSA:
        seen |= {*battle.bystanders}
    return [
        u for u, its in enumerate(match.game.side_of)
        if its == side and 0 <= s.loc[u] < hexes and s.top[s.loc[u]] != u and u not in seen
    ]  # fmt: skip


def _in_boxes(match: Match, side: int, named: Callable[[str], bool]) -> list[int]:
    s, board = match.state, match.game.board
    return [u for u, its in enumerate(match.game.side_of) if its == side and s.loc[u] >= board.hexes and named(board.names[s.loc[u]])]


def _drive(match: Match, seat: int, rng: random.Random) -> dict[int, int]:
    game: Any = match.game
    s, hexes = match.state, game.board.hexes
    for pieces in game.slots.values():
        untried = [u for u in pieces if s.flags[u] & UNTRIED]
        faces = [(s.kind[u], s.steps[u]) for u in untried]
        rng.shuffle(faces)
        for unit, (kind, steps) in zip(untried, faces, strict=True):
            s.arrays.kind[unit], s.arrays.steps[unit] = kind, steps

    def may(one: int, other: int) -> bool:
        track = s.loc[one] >= hexes or s.loc[other] >= hexes
        alike = s.flags[one] & s.flags[other] & UNTRIED and game.group_of(one) == game.group_of(other)
        wheels = any(game.shuns_marsh[s.kind[u]] and game.marsh[s.loc[v]] for u, v in ((one, other), (other, one)))
        return bool(alike if track else not wheels)

    pairs: list[Iterator[tuple[int, int]]] = []
    if seat != SECOND:
        pairs.append(_pairs(_covered(match, SECOND) + _in_boxes(match, SECOND, lambda name: name.startswith("turn")), may, rng))
    if seat != FIRST:
        units = _covered(match, FIRST)
        worn = [u for u in units if game.types[s.kind[u]].steps > 1]
        steps = [s.steps[u] for u in worn]
        rng.shuffle(steps)
        s.arrays.steps[worn] = steps
        pairs.append(_pairs(units, may, rng))
    return _swapped(match, itertools.chain(*pairs), UNTRIED)


def _typhoon(match: Match, seat: int, rng: random.Random) -> dict[int, int]:
    if seat == SECOND:
        return {}
    game: Any = match.game
    s, board = match.state, game.board
    boxes = [board.node(name) for name in RUSSIAN_BOXES]
    face_down = [u for u in game.ground_of[SECOND] if s.flags[u] & HIDDEN and not game.is_garrison[u]]
    boxed = [u for u in game.ground_of[SECOND] if s.loc[u] in boxes and not game.is_garrison[u]]

    def may(one: int, other: int) -> bool:
        used = {u for u in game.dummies if s.loc[u] < board.hexes}
        joins = {u for u, v in ((one, other), (other, one)) if game.is_dummy[u] and s.loc[v] < board.hexes}
        return len((used - {one, other}) | joins) <= 4

    who = _swapped(match, _pairs(face_down + boxed, may, rng))
    for unit in [u for u in game.ground_of[SECOND] if s.loc[u] in boxes]:
        s.put(unit, rng.choice(boxes), SECOND)  # nobody else can even count them
    s.infantry, s.tanks = rng.randrange(9), rng.randrange(4)
    s.siberian = rng.random() < 0.5
    return who


def _barbarossa(match: Match, seat: int, rng: random.Random) -> dict[int, int]:
    game: Any = match.game
    s = match.state
    pairs: list[Iterator[tuple[int, int]]] = []
    if seat != SECOND:
        boxed = _in_boxes(match, SECOND, lambda name: name == "rvgk" or name.startswith("turn-"))
        units = [u for u in _covered(match, SECOND) + boxed if u != game.ica]
        pairs.append(_pairs(units, lambda one, other: True, rng))
    if seat != FIRST:
        pairs.append(_pairs(_in_boxes(match, FIRST, lambda name: name.startswith("turn-")), lambda one, other: True, rng))
    who = _swapped(match, itertools.chain(*pairs), CUT_OFF | RETURNED | WAITING)
    if seat != SECOND:
        cities = game.city.nonzero()[0].tolist()
        reserve = match.play.units(game.rvgk, SECOND)
        s.standing = tuple((unit, rng.choice(cities)) for unit in reserve[: rng.randrange(4)])
    if seat != FIRST and s.oder and s.turn < 30:
        s.oder = rng.choice(("rhine", "oder"))
    return who


_EXCHANGES: dict[str, Callable[[Match, int, random.Random], dict[int, int]]] = {
    DRIVE: _drive, TYPHOON: _typhoon, BARBAROSSA: _barbarossa,
}  # fmt: skip


# ---------------------------------------------------------------- what a seat can ask


class Probe(msgspec.Struct, frozen=True):
    """What the questions are about: chosen once, asked in both positions."""

    legal: list[dict[str, Any]]
    nonsense: list[dict[str, Any]]
    units: list[str]
    attacks: list[tuple[str, str]]  #: units and target
    seed: str


def probe(match: Match, seat: Seat, rng: random.Random) -> Probe:
    """Things to ask about in a position: what the seat may say, what it may not, its units, its enemies."""
    game, s = match.game, match.state
    board, names = game.board, game.names
    side = -1 if seat is None else game.sides.index(seat)
    seen = [u for stack in match.view(seat)["stacks"].values() for unit in stack["units"] if (u := names.unit_of.get(unit["id"])) is not None]
    seen = [u for u in seen if 0 <= s.loc[u] < board.hexes]
    attacks = []
    for unit in rng.sample(seen, min(len(seen), 12)):
        near = [h for h in board.adjacent(s.loc[unit]) if any(s.count[other][h] for other in range(2) if other != game.side_of[unit])]
        if near:
            target = rng.choice(near)
            together = [u for u in seen if game.side_of[u] == game.side_of[unit] and board.distance(s.loc[u], target) == 1]
            attacks.append(("+".join(names.unit_names[u] for u in rng.sample(together, min(len(together), 3))), board.names[target]))
    mine = [u for u in seen if game.side_of[u] == side]
    units = [*rng.sample(mine, min(len(mine), 2)), *rng.sample(seen, min(len(seen), 2))]
    legal = []
    if seat is not None and match.seats[match.seat] == seat:
        legal = [_as_json(match, match.options().sample(rng)) for _ in range(4)]
    nonsense = [_nonsense(match, rng) for _ in range(12)]
    return Probe(legal, nonsense, [names.unit_names[u] for u in units], attacks[:4], str(rng.random()))


def _as_json(match: Match, command: Any) -> dict[str, Any]:
    names = match.game.names
    said = {"units": [names.unit_names[u] for u in command.units], "hexes": [names.node_names[h] for h in command.hexes]}
    more = {"number": command.number, "word": command.word}
    return {"verb": command.verb} | {k: v for k, v in (said | more).items() if v not in (None, [])}


def _nonsense(match: Match, rng: random.Random) -> dict[str, Any]:
    """A verb that may be said now or at any time, with anybody anywhere."""
    game = match.game
    verb = rng.choice([*match.step.verbs.values(), *game.anytime.values(), *rng.choice([*game.flow.steps.values()]).verbs.values()])
    said: dict[str, Any] = {"verb": verb.name}
    for _, kind, _ in verb.pattern.parts:
        match kind:
            case "UNITS":
                said["units"] = [piece.handle for piece in rng.sample(game.pieces, rng.choice((1, 1, 2)))]
            case "HEX" | "PATH":
                said.setdefault("hexes", []).append(rng.choice(game.board.names))
            case "NUMBER":
                said["number"] = rng.randrange(4)
            case "WORD":
                said["word"] = rng.choice(("move-fight", "on", "done", "a"))
    return said


def asked(ask: Callable[[], Any]) -> Any:
    """An answer, or the sentence it is refused with."""
    try:
        return ask()
    except GrognardError as refusal:
        return f"refused: {refusal}"


def _asker(match: Match, seat: Seat) -> Asker:
    return Asker(match.fork(seat), seat)


def _planned(match: Match, seat: Seat, commands: list[dict[str, Any]]) -> Any:
    asker = _asker(match, seat)
    return asker.plan(commands), asker.match.view(seat)


def _advised(match: Match, seat: Seat, seed: str) -> Any:
    if seat is None or match.seats[match.seat] != seat:
        return None
    advice = opponent(match.game.slug, "standard", seed).choose(match)
    return match.text(advice.command), advice.why


def _verbs(match: Match) -> list[str]:
    return [*match.step.verbs, *match.game.anytime]


#: everything a seat can ask of a position; what costs much is asked in a part of the positions
QUESTIONS: dict[str, Callable[[Match, Seat, Probe], Any]] = {
    "view": lambda match, seat, probe: match.view(seat),
    "log": lambda match, seat, probe: match.log(seat),
    "network": lambda match, seat, probe: [match.network(side) for side in match.game.sides],
    "supply": lambda match, seat, probe: [asked(lambda u=u: _asker(match, seat).supply(u)) for u in probe.units],
    "reach": lambda match, seat, probe: [asked(lambda u=u: _asker(match, seat).reach(u)) for u in probe.units],
    "odds": lambda match, seat, probe: [asked(lambda a=a: _asker(match, seat).odds(a[1], a[0], 0)) for a in probe.attacks],
    "options": lambda match, seat, probe: [
        asked(lambda v=v, u=u: _asker(match, seat).options(v, u, "")) for v in _verbs(match) for u in probe.units[:2]
    ],
    "who": lambda match, seat, probe: [
        asked(lambda a=a, what=what: _asker(match, seat).who(a[1], what)) for a in probe.attacks for what in ("reach", "attack")
    ],
    "check": lambda match, seat, probe: [
        asked(lambda c=c: _asker(match, seat).check(c)) for c in (*probe.legal, *probe.nonsense) if seat is not None
    ],
    "refusals": lambda match, seat, probe: [
        asked(lambda c=c: match.check(c, seat)) for c in (*probe.legal, *probe.nonsense) if seat is not None
    ],
    "plan": lambda match, seat, probe: [
        asked(lambda c=c: _planned(match, seat, [c])) for c in (*probe.legal, *probe.nonsense) if seat is not None
    ],
    "advice": lambda match, seat, probe: _advised(match, seat, probe.seed),
}
DEAR = ("advice",)


def differences(match: Match, other: Match, seat: Seat, probe: Probe, dear: bool = True) -> dict[str, tuple[Any, Any]]:
    """The questions that are answered differently in two positions, with the answers."""
    found = {}
    for name, ask in QUESTIONS.items():
        if dear or name not in DEAR:
            one, two = (msgspec.json.encode(msgspec.to_builtins(ask(each, seat, probe), enc_hook=str)) for each in (match, other))
            if one != two:
                found[name] = one, two
    return found
