"""Positions that a seat cannot tell apart, and everything that it can ask about them.

`exchanged` makes such a position from another. What is hidden is worked out here from the words of the rulebooks and not by
the code that is tested. Drive on Moscow (10.7, 2.14): of an enemy stack only the top unit is seen, untried units show only
their group, the German does not look at Soviet reinforcements. Typhoon 1941 (maskirovka): Russian pieces that lie face down,
dummies among them, and what lies in the Russian's boxes, replacement factors included. Barbarossa (11.7, 8.11, 4.18): the
German sees the tops of Soviet stacks and nothing of the reserve, nobody looks at the other's reinforcements on the track,
standing orders are secret, and so is the German choice of turn 28 until turn 30. 1940: What If? (2.12, 7.3, 9.10): nobody, not
even their owner, knows untried armies, and of an opponent's stack only the top unit is seen; static units lie open. While the
German east and the Anglo-French set up at the same time (3.3) neither sees anything of the other.

`QUESTIONS` lists what a seat can ask: whoever adds a question to the game adds a line there.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import msgspec

import grognard
from grognard.ai import opponent
from grognard.ai.outward import outward
from grognard.core.command import Command, CommandForm, to_json
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import load_game
from grognard.games.barbarossa.state import CUT_OFF, RETURNED, WAITING
from grognard.games.drive_on_moscow.state import UNTRIED
from grognard.games.typhoon_1941.state import HIDDEN
from grognard.games.what_if_1940.state import FROZEN
from grognard.games.what_if_1940.state import UNTRIED as BLANK
from grognard.orders import TITLES, WITH_GOAL
from grognard.puzzles import puzzles
from grognard.server import wire
from grognard.server.questions import Asker
from grognard.server.telling import taken
from grognard.server.thinking import job_of

DRIVE, TYPHOON, BARBAROSSA, WHAT_IF = "drive-on-moscow", "typhoon-1941", "barbarossa", "what-if-1940"
RUSSIAN_BOXES = ("russian-lost", "siberian", "reinforcements", "maskirovka", "shock-reserve")
#: What If: where the German east and the Anglo-French set up unseen, and where their units wait for it
ALLIED = 2
UNSEEN = {0: ("german-start", "german-aside"), ALLIED: ("france", "anglo-french-aside")}
FIRST, SECOND = 0, 1  #: in all three games the German, and the Russian

Seat = str | None
Said = str | CommandForm

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
    side = -1 if seat is None else match.roster.sides[match.roster.number(seat)][0]
    other = match.copy()
    places = _EXCHANGES.get(match.game.slug, _dealt_anew)(other, side, rng)
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
    for name in _HOLDING_UNITS:
        if name in s.values():
            setattr(s, name, _renamed(getattr(s, name), who, name))
    s.flow = tuple(
        msgspec.structs.replace(frame, args=_renamed(frame.args, who, "units")) if frame.step == "soviet.convert" else frame
        for frame in s.flow
    )
    return who


#: Values of a state that name pieces.
_HOLDING_UNITS = (
    "battle", "mission", "attacks", "expedition", "standing", "rvgk_moved", "crimea_units", "exited", "drawn", "transferred",
    "portioned",
)  # fmt: skip


def _change_places(match: Match, one: int, other: int) -> None:
    s = match.state
    stacks = {node: [{one: other, other: one}.get(u, u) for u in s.stack(node)] for node in (s.loc[one], s.loc[other])}
    for node, stack in stacks.items():
        for unit in reversed(stack):
            s.put(unit, node, match.game.side_of[unit])


_UNITS = {
    "attackers", "defenders", "bystanders", "gone", "standing", "dice", "worth", "advanced", "units", "attack", "pushes",
    "cornered", "unit", "flyers", "cargo", "interceptors", "response", "rvgk_moved", "crimea_units", "exited", "drawn",
    "transferred", "portioned", "stayed",
}  # fmt: skip


def _renamed(value: Any, who: dict[int, int], field: str) -> Any:
    """A value in which pieces have changed places: numbers in fields of such a name are pieces, or the first of a pair."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{f: _renamed(getattr(value, f), who, f) for f in value.__struct_fields__})
    if isinstance(value, tuple):
        if field in _UNITS and value and all(isinstance(part, tuple) for part in value):
            return tuple(
                (_renamed(first, who, field), *(_renamed(more, who, field if isinstance(more, tuple) else "") for more in rest))
                for first, *rest in value
            )
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
    s, hexes = match.play.s, match.game.board.hexes
    battle = s.battle
    seen = {*battle.attackers, *battle.defenders} if battle is not None and battle.revealed else set()
    if battle is not None and battle.revealed and match.game.slug == BARBAROSSA:
        seen |= {*battle.bystanders}
    return [
        u for u, its in enumerate(match.game.side_of)
        if its == side and 0 <= s.loc[u] < hexes and s.top[s.loc[u]] != u and u not in seen
    ]  # fmt: skip


def _in_boxes(match: Match, side: int, named: Callable[[str], bool]) -> list[int]:
    loc, board = match.state.loc, match.game.board
    boxed = [u for u, its in enumerate(match.game.side_of) if its == side and loc[u] >= board.hexes]
    return [u for u in boxed if named(board.names[loc[u]])]


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
    s: Any = match.state
    board = game.board
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
    s: Any = match.state
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


def _what_if(match: Match, seat: int, rng: random.Random) -> dict[int, int]:
    game: Any = match.game
    s: Any = match.state
    dead = game.dead[SECOND]
    living = [u for u in game.undotted if s.loc[u] != dead]
    for colour in (game.juggernauts, living, [u for u in game.red_on_white if s.loc[u] == dead]):
        untried = [u for u in colour if s.flags[u] & BLANK and not game.rows[s.kind[u]]["dot"]]
        kinds = [s.kind[u] for u in untried]
        rng.shuffle(kinds)
        s.arrays.kind[untried] = kinds
    friends = match.play.friends(seat) if seat >= 0 else ()
    told = {unit for frame in s.flow for unit in frame.args if frame.step in ("battle.displace", "doctrine.entry")}

    def may(one: int, other: int) -> bool:
        west = any(game.west[s.loc[u]] for u in (one, other))
        wheels = any(game.is_mech[s.kind[u]] for u in (one, other))
        return bool(game.nation[s.kind[one]] == game.nation[s.kind[other]] and not (west and wheels))

    pairs = []
    for side in range(len(game.sides)):
        if side in UNSEEN and side not in friends and match.step.name == "setup.last":
            _set_up_otherwise(match, side, rng)
        elif side not in friends and s.enemies[side]:
            covered = [u for u in _covered(match, side) if not game.is_static[s.kind[u]] and u not in told]
            pairs.append(_pairs(covered, may, rng))
    return _swapped(match, itertools.chain(*pairs), BLANK | FROZEN)


def _set_up_otherwise(match: Match, side: int, rng: random.Random) -> None:
    """The units that a side sets up unseen somewhere else, some of them still beside the map."""
    s, board = match.state, match.game.board
    area, box = UNSEEN[side]
    ground = [hex for hex in board.areas[area].hexes if side == ALLIED or board.cells[hex][0] == "east"]
    ground = [hex for hex in ground if board.terrains[board.terrain[hex]] not in ("sea", "lake", "neutral")]
    places = {board.node(box), *ground}
    for unit in [u for u, its in enumerate(match.game.side_of) if its == side and s.loc[u] in places]:
        if match.game.pieces[unit].handle[3:5] != "tk":
            alone = [hex for hex in ground if s.top[hex] < 0]
            s.put(unit, rng.choice((board.node(box), rng.choice(alone))), side)


def _dealt_anew(match: Match, seat: int, rng: random.Random) -> dict[int, int]:
    """A game whose secrets are not listed here is taken at its own word."""
    rolls, match.play.s = match.state.rolls, match.fork(None if seat < 0 else seat, rng).state
    match.state.rolls = rolls
    return {}


_EXCHANGES: dict[str, Callable[[Match, int, random.Random], dict[int, int]]] = {
    DRIVE: _drive, TYPHOON: _typhoon, BARBAROSSA: _barbarossa, WHAT_IF: _what_if,
}  # fmt: skip


# ---------------------------------------------------------------- what a seat can ask


class Probe(msgspec.Struct, frozen=True):
    """What the questions are about: chosen once, asked in both positions."""

    said: list[Said]  #: commands the seat may give, and commands it may not
    verbs: list[str]
    units: list[str]
    attacks: list[tuple[str, str]]  #: units and target
    seed: str


def probe(match: Match, seat: Seat, rng: random.Random) -> Probe:
    """Things to ask about in a position: what the seat may say, what it may not, its units, its enemies."""
    game, s, names = match.game, match.state, match.game.names
    shown = [names.unit_of.get(unit.id, -1) for stack in match.view(seat).stacks.values() for unit in stack.units]
    seen = [u for u in shown if u >= 0 and 0 <= s.loc[u] < game.board.hexes]
    mine = [u for u in seen if game.sides[game.side_of[u]] == seat]
    units = [*rng.sample(mine, min(len(mine), 2)), *rng.sample(seen, min(len(seen), 2))]
    said = [_nonsense(match, shown, rng) for _ in range(20)] if seat is not None else []
    if seat is not None and match.seats[match.seat] == seat:
        said += [_as_json(match, match.options().sample(rng)) for _ in range(4)]
    verbs = [*match.step.verbs, *game.anytime]
    return Probe(said, verbs, [names.unit_names[u] for u in units], _attacks(match, seen, rng), str(rng.random()))


def _attacks(match: Match, seen: list[int], rng: random.Random) -> list[tuple[str, str]]:
    """Units of either side that a seat sees, and an enemy hex next to them."""
    game, s, board = match.game, match.state, match.game.board
    found = []
    for unit in rng.sample(seen, min(len(seen), 12)):
        side = game.side_of[unit]
        near = [h for h in board.adjacent(s.loc[unit]) if s.foes[side][h]]
        if near:
            target = rng.choice(near)
            able = [u for u in seen if game.side_of[u] == side and s.loc[u] in board.adjacent(target)]
            force = rng.sample(able, min(len(able), 3))
            found.append(("+".join(game.names.unit_names[u] for u in force), board.names[target]))
    return found[:4]


def _as_json(match: Match, command: Command) -> Said:
    return msgspec.convert(to_json(command, match.game.names), CommandForm)


def _nonsense(match: Match, seen: Sequence[int], rng: random.Random) -> Said:
    """A verb, most often one that may be said now, with anybody anywhere; half of the units are such as the seat cannot see."""
    game = match.game
    elsewhere = rng.choice([*game.flow.steps.values()]).verbs
    here = match.step.verbs.values()
    verbs = [*(here if rng.random() < 0.7 else ()), *game.anytime.values(), *elsewhere.values()]
    verb = rng.choice(verbs or [*here])  # a step that runs by itself has no verbs
    anybody = range(len(game.pieces))
    unseen = sorted({*anybody} - {*seen}) or anybody
    said = CommandForm(verb.name)
    for _, kind, _ in verb.pattern.parts:
        match kind:
            case "UNITS":
                among, number = rng.choice((anybody, unseen)), rng.choice((1, 1, 2))
                units = rng.sample(among, min(len(among), number))
                said.units = [game.pieces[u].handle for u in units]
            case "HEX" | "PATH":
                said.hexes.append(rng.choice(game.board.names))
            case "NUMBER":
                said.number = rng.randrange(4)
            case "WORD":
                said.word = rng.choice(("move-fight", "on", "done", "a"))
    return said


def asked(ask: Callable[[], Any]) -> Any:
    """An answer, or the sentence it is refused with."""
    try:
        return ask()
    except GrognardError as refusal:
        return f"refused: {refusal}"


class Table:
    """A match and the seat that asks about it."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.match, self.seat = match, seat

    @cached_property
    def asker(self) -> Asker:
        return Asker(self.match.fork(self.seat), self.seat)

    def ask(self, question: str, *args: Any) -> Any:
        """An answer of the server, or the sentence it is refused with."""
        return asked(partial(getattr(self.asker, question), *args))

    def plan(self, command: Said) -> Any:
        """A command tried, and what the seat would see after it."""
        asker = Asker(self.asker.match, self.seat)
        return asker.plan([command]), asker.match.view(self.seat)

    def job(self) -> bytes:
        """What a computer player in the seat would be sent."""
        if self.seat is None:
            return b""
        return msgspec.msgpack.encode(job_of(self.match, "a match", self.seat, "standard", "grognard.ai:planner", False))

    def advice(self, seed: str) -> Any:
        """What the computer would say in the seat's place, and why."""
        match = self.match
        if self.seat is None or match.seats[match.seat] != self.seat:
            return None
        advice = opponent(match.game.slug, "standard", seed).choose(match)
        return match.text(advice.command), advice.why


#: everything a seat can ask of a position
def _around(match: Match, hex: str) -> list[str]:
    """The hexes within two of one."""
    board = match.game.board
    here = board.node(hex)
    near = [h for h in range(board.hexes) if board.spots[h][0] == board.spots[here][0] and board.distance(h, here) <= 2]
    return [board.names[h] for h in near]


QUESTIONS: dict[str, Callable[[Table, Probe], Any]] = {
    "view": lambda at, about: at.match.view(at.seat),
    "log": lambda at, about: at.match.log(at.seat),
    "network": lambda at, about: [at.ask("network", side) for side in at.match.game.sides],
    "supply lines": lambda at, about: [at.ask("supply_lines", side) for side in at.match.game.sides],
    "zones": lambda at, about: [at.ask("zones", side) for side in at.match.game.sides],
    "supply": lambda at, about: [at.ask("supply", unit) for unit in about.units],
    "reach": lambda at, about: [at.ask("reach", unit) for unit in about.units],
    "odds": lambda at, about: [at.ask("odds", target, units, 0) for units, target in about.attacks],
    "options": lambda at, about: [at.ask("options", verb, unit, "") for verb in about.verbs for unit in about.units[:2]],
    "who": lambda at, about: [at.ask("who", hex, what) for _, hex in about.attacks for what in ("reach", "attack")],
    "who can": lambda at, about: [at.ask("who_can", hex, what) for _, hex in about.attacks for what in ("reach", "attack")],
    "threats": lambda at, about: at.ask("threats"),
    "desk": lambda at, about: at.ask("desk"),
    "hint": lambda at, about: at.ask("hint"),
    "staff": lambda at, about: [
        at.ask("staff", wire.Staff(word, units.split("+"), [], [hex] if word in WITH_GOAL else []))
        for units, hex in about.attacks[:2]
        for word in TITLES
    ],
    "sector": lambda at, about: [
        at.ask("staff", wire.Staff(word, [], _around(at.match, hex), [hex] if word in WITH_GOAL else []))
        for _, hex in about.attacks[:1]
        for word in TITLES
    ],
    "march": lambda at, about: [at.ask("march", units, hex) for units, hex in about.attacks],
    "solved": lambda at, about: [
        puzzle.judged(at.match) if puzzle.sets(at.match) else None for puzzle in puzzles(at.match.game.slug).values()
    ],
    "glance": lambda at, about: taken(at.match.view(at.seat)),
    "falls": lambda at, about: [at.ask("falls", hex) for _, hex in about.attacks],
    "air": lambda at, about: [
        at.ask("air"),
        *(
            at.ask("mission", hex, "", units, "", "", "")
            for units, hex in [*about.attacks, *(("", hex) for _, hex in about.attacks)]
        ),
    ],
    "strengths": lambda at, about: at.ask("strengths"),
    "check": lambda at, about: [at.ask("check", said) for said in about.said],
    "refusals": lambda at, about: [asked(partial(at.match.check, said, at.seat)) for said in about.said],
    "plan": lambda at, about: [asked(partial(at.plan, said)) for said in about.said[-8:]],
    "knowledge": lambda at, about: at.match.knowledge(at.seat).encode(),
    "odds of the library": lambda at, about: [
        asked(partial(at.match.odds, target, units, seat=at.seat)) for units, target in about.attacks if at.seat is not None
    ],
    "job": lambda at, about: at.job(),
    "advice": lambda at, about: at.advice(about.seed),
}
#: of these the ones that take long, so that they are asked in some positions only
DEAR = ("advice", "hint", "supply lines")


def differences(match: Match, other: Match, seat: Seat, about: Probe, dear: bool = True) -> dict[str, tuple[bytes, bytes]]:
    """The questions that are answered differently in two positions, with the answers."""
    tables = Table(match, seat), Table(other, seat)
    found = {}
    for name, ask in QUESTIONS.items():
        if dear or name not in DEAR:
            one, two = (msgspec.json.encode(msgspec.to_builtins(ask(table, about), enc_hook=str)) for table in tables)
            if one != two:
                found[name] = one, two
    return found


# ---------------------------------------------------------------- what a seat hears of others


def overheard(match: Match, other: Match, who: dict[int, int], seat: Seat, rng: random.Random) -> list[tuple[Any, str]] | None:
    """A command of somebody else, given in both positions by units in the same places: what the seat hears of it, and the reason
    it reads if a computer player has given it. None when the command cannot be given in the other position."""
    said = match.options().sample(rng)
    same = Command(said.verb, tuple(who.get(unit, unit) for unit in said.units), said.hexes, said.number, said.word)
    found = []
    for before, command in ((match, said), (other, same)):
        after = before.copy()
        try:
            after.do(command)
        except GrognardError:
            return None
        found.append((after.log(seat, before.length), outward(before, after, seat)))
    return found
