"""What a rule looks at "the instant" something happens is looked at in every hex of a path: a path and its single steps end
alike wherever every prefix of the path is itself a legal move.

Random paths, on the way through random games and over small boards on which every such instant of a game is near.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.core.command import Command
from grognard.core.dice import SeededDice
from grognard.core.errors import Illegal
from grognard.core.flow import Verb
from grognard.core.match import Match
from grognard.games import GAMES, load_game, module_of
from grognard.games.barbarossa.state import CUT_OFF, TRANSFERRED
from grognard.games.typhoon_1941.state import BONUS, MOVED

from .long_games import is_done, is_long, scenarios

MARCH = "UNITS PATH"  #: the pattern of verbs by which units go from hex to hex
PLAYABLE = {slug: load_game(slug).flow.steps.values() for slug, entry in GAMES.items() if entry.playable}
MARCHING = [slug for slug, steps in PLAYABLE.items() if any(v.pattern.pattern == MARCH for s in steps for v in s.verbs.values())]
#: Flags by which a unit has made the only move it has in a phase: lifted, it can go on from where it stands.
#: Journeys by strategic rail take up a unit's player turn, and are said in one command.
ONCE = {("fire-in-the-east", "strategic")}
SPENT = {("typhoon-1941", "move"): MOVED | BONUS, ("barbarossa", "strategic"): TRANSFERRED}
LONGEST = 5


# ---------------------------------------------------------------- a path, and its single steps


def path_verbs(match: Match) -> list[Verb]:
    """The verbs of the present step by which units march from hex to hex. (An advance after combat is made once, and counted
    from the hex that was attacked: its single steps are other advances.)"""
    marches = [v for v in match.step.verbs.values() if v.pattern.pattern == MARCH and v.name != "advance"]
    marches = [v for v in marches if (match.game.slug, v.name) not in ONCE]
    return [v for v in marches if v.available(match.play)]


def random_path(match: Match, verb: Verb, units: tuple[int, ...], rng: random.Random) -> list[int]:
    """A way every beginning of which is a legal command."""
    path: list[int] = []
    here = match.state.loc[units[0]]
    for _ in range(rng.randint(2, LONGEST)):
        ways = [hex for hex in match.game.board.rows[here] if hex >= 0]
        rng.shuffle(ways)
        open_hex = next((h for h in ways if is_direct(match, Command(verb.name, units, (*path, h)))), -1)
        if open_hex < 0:
            break
        path.append(open_hex)
        here = open_hex
    return path


def is_direct(match: Match, command: Command) -> bool:
    """Is it legal, and carried out as it stands? (A neighbouring hex may be reached by a cheaper way round.)"""
    trial = match.copy()
    try:
        trial.do(command)
    except Illegal:
        return False
    return trial.last.command == command


def heirs(match: Match, units: Sequence[int], hex: int) -> tuple[int, ...]:
    """The units that a player would name to go on: those that still stand in the hex, and who has replaced one of them."""
    loc, oob = match.state.loc, getattr(match.game, "oob", None)
    partners = [unit if loc[unit] == hex or oob is None else oob.partner[unit] for unit in units]
    return tuple(unit for unit in partners if unit >= 0 and loc[unit] == hex)


def step_by_step(match: Match, verb: Verb, units: tuple[int, ...], path: Sequence[int]) -> Match | None:
    """The path as so many commands, as far as they are legal; None where a single hex would be reached by a way round."""
    trial, left = match.copy(), getattr(match.state, "strategic_left", 0)
    for hex in path:
        command = Command(verb.name, units, (hex,))
        try:
            trial.do(command)
        except Illegal:
            break
        if trial.last.command != command:
            return None
        units = heirs(trial, units, hex)
        if trial.over or not units:
            break
        again = SPENT.get((match.game.slug, verb.name), 0)
        trial.state.clear(units, again)
        if verb.name == "strategic":
            trial.play.s.strategic_left = left
    return trial


def same_trail(match: Match) -> Any:
    """For every piece on the map the first one on its trail: the numbers of trails say nothing."""
    trails = np.where(match.play.on_map(), match.play.s.arrays.trail, 0).tolist()
    return np.array([trails.index(trail) for trail in trails])


def differences(match: Match, one: Match, other: Match, verb: str) -> list[str]:
    """In what two positions differ, apart from the numbers that trails happen to have and flags that the test lifts."""
    mine, theirs = one.state, other.state
    ignored = SPENT.get((match.game.slug, verb), 0)
    found = []
    for name in {*mine.values()} - {"serial", "strategic_left"}:
        if getattr(mine, name) != getattr(theirs, name):
            found.append(f"{name}: {getattr(mine, name)} and {getattr(theirs, name)}")
    for name in mine._plan(mine.sizes)[0]:
        first, second = getattr(mine.arrays, name), getattr(theirs.arrays, name)
        if name == "trail":
            first, second = same_trail(one), same_trail(other)
        elif name == "flags":
            first, second = first & ~ignored, second & ~ignored
        if not np.array_equal(first, second):
            where = np.argwhere(first != second)[:4].tolist()
            found.append(f"{name} at {where}: {first[first != second][:4]} and {second[first != second][:4]}")
    return found


def compare(match: Match, rng: random.Random, seen: Counter[str]) -> None:
    """A random path of random units at this decision, if it knows any, once at a go and once hex by hex."""
    for verb in path_verbs(match):
        able = list(verb.units(match.play, ())) if verb.units else []
        if not able:
            continue
        unit = rng.choice(able)
        stack = tuple(u for u in match.play.units(match.state.loc[unit], match.game.side_of[unit]) if u in able)
        units = stack if rng.random() < 0.4 else (unit,)
        path = random_path(match, verb, units, rng)
        if len(path) < 2:
            continue
        at_once = match.copy()
        events = at_once.do(Command(verb.name, units, tuple(path)))
        steps = step_by_step(match, verb, units, path)
        if steps is None:
            continue
        text = match.text(Command(verb.name, units, tuple(path)))
        assert not (found := differences(match, at_once, steps, verb.name)), f"{text}: {'; '.join(found)}"
        seen.update({verb.name: 1})
        seen.update({event.kind for event in events})


# ---------------------------------------------------------------- on the way through random games


@pytest.mark.parametrize("slug", MARCHING)
def test_paths_of_random_games_end_like_their_steps(slug: str) -> None:
    seen: Counter[str] = Counter()
    for number, scenario in enumerate(scenarios(slug)):
        match, rng = grognard.new(slug, scenario=scenario, seed=number), random.Random(number)
        while not is_done(match, 700):
            compare(match, rng, seen)
            match.do(match.options().sample(rng))
    assert seen["move"] > (5 if is_long(slug) else 20), seen


# ---------------------------------------------------------------- where every instant is near


def staged(case: dict[str, Any], seed: str) -> Match:
    """The position of a case, with real dice."""
    module = importlib.import_module(f"{module_of(case['game'])}.position")
    match: Match = module.match_from(case)
    return Match.from_state(match.game, match.state, SeededDice(seed), scenario=match.scenario, seed=seed)


def spread(rng: random.Random, names: Sequence[str], hexes: Sequence[str], most: int) -> dict[str, list[str]]:
    """Units over hexes at random, no more than so many to a hex."""
    found: dict[str, list[str]] = {}
    for name in names:
        hex = rng.choice(hexes)
        if len(found.get(hex, ())) < most:
            found.setdefault(hex, []).append(name)
    return found


def hexes_of(columns: int, rows: int, *, rows_first: bool = False) -> list[str]:
    pairs = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    return [f"{row:02d}{column:02d}" if rows_first else f"{column:02d}{row:02d}" for column, row in pairs]


def drive_on_moscow(rng: random.Random) -> Match:
    """Moscow and its few lines of supply, and a town behind the German front."""
    hexes = hexes_of(7, 4)
    german = ["1pz panzer 8-5/4-3", "2pz panzer 8-5/4-3", *(f"{k}i infantry 4-8/2-4" for k in range(1, 5))]
    soviet = ["td1 TD 4-4/2-2", "cd1 CD 2-2", *(f"r{k} RD 2-2" for k in range(1, 4))]
    places = rng.sample(hexes, 12)
    turn = rng.choice((2, 3, 6))
    case = {
        "game": "drive-on-moscow", "turn": turn, "active": rng.choice(("german", "soviet")), "phase": "movement",
        "board": {"size": "7x4", "front": 4, "city": {"Moscow": "0602 0603"}, "town": {"Vyazma": "0203", "Rzhev": "0302"},
                  "river": "0402|0502", "soviet-supply": "0701 0704", "german-supply": "0101 0104"},
        "units": spread(rng, german, places[:6], 3) | spread(rng, soviet, places[6:], 3),
        "track": {turn: {"mf_mech": 6, "mf_nonmech": 5}},
    }  # fmt: skip
    return staged(case, f"stage {rng.random()}")


def typhoon(rng: random.Random) -> Match:
    """Katyushas on their own in the way, Moscow and towns to be passed, dummies."""
    hexes = hexes_of(8, 5)
    german = ["1pz panzer 4-3", "2pz panzer 4-3", "a army 3-4", "k korps 3"]
    russian = ["z katyusha 0", "y katyusha 0", "t tank 2-2", "r rifle 2-3", "h rifle 2-3 hidden", "m mask 0 hidden"]
    places = rng.sample([hex for hex in hexes if hex != "0103"], 10)
    case = {
        "game": "typhoon-1941", "side": rng.choice(("german", "russian")), "phase": "movement", "hq": "0103",
        "board": {"size": "8x5", "front": 5, "major-city": {"Moscow": rng.choice(hexes_of(6, 5)[20:])}, "town": {"Klin": "0402"},
                  "road": "0203-0303-0403-0503-0603"},
        "units": spread(rng, german, places[:4], 2) | spread(rng, russian, places[4:], 2),
    }  # fmt: skip
    return staged(case, f"stage {rng.random()}")


def barbarossa(rng: random.Random) -> Match:
    """Cities that decide something, an expedition in the Caucasus, pockets to be relieved, allies that wait, standing orders."""
    hexes = hexes_of(8, 4, rows_first=True)
    cities = rng.sample(hexes, 9)
    named = ("Rostov", "Dnepropetrovsk", "Leningrad", "Moscow", "Bucharest", "Kiev", "Ploesti", "Odessa", "Sevastopol")
    areas = {
        area: " ".join(rng.sample(hexes, size))
        for area, size in (("caucasus-exits", 2), ("general-government", 3), ("baltic-republics", 2), ("dnepr-line", 2))
    }
    side, turn = rng.choice(("german", "soviet")), rng.choice((1, 5, 14, 18, 20, 25))
    scenario = "road-back" if turn >= 14 and rng.random() < 0.4 else "campaign"
    german = ["1pz panzer 8-5", "2sspz panzer 8-5", "r3 romanian 2-3", *(f"{k}i infantry 4-5" for k in range(1, 7))]
    soviet = ["6big rifle 6 oversized dot partner=6a", "1mech mechanized 3 dot", "1t tank 5"]
    soviet += [f"{k}a rifle 3" for k in range(11, 17)]
    rng.shuffle(german)
    rng.shuffle(soviet)
    line = [f"{row:02d}{rng.choice((3, 4)):02d}" for row in range(1, 5)]  # with hardly a gap: who is west of it is cut off
    elsewhere = rng.sample([hex for hex in hexes if hex not in line], 14)
    units = spread(rng, german, [*line, *elsewhere[:5]], 3) | spread(rng, soviet, elsewhere[5:], 3)
    units |= {"caucasus": ["9pz panzer 8-5"], "rvgk": ["20a rifle 3"], "soviet-off": ["6a rifle 3", "pol polish 3"]}
    case = {
        "game": "barbarossa", "side": side, "turn": turn, "scenario": scenario, "units": units,
        "order": "move-fight", "phase": "strategic" if side == "german" and turn >= 14 and rng.random() < 0.3 else "movement",
        "board": {"size": "8x4", "city": dict(zip(named, cities, strict=True)), "areas": areas,
                  "soviet-line": rng.choice(hexes), "german-line": rng.choice(hexes)},
        "area": f"{rng.randint(1, 4):02d}{rng.randint(1, 4):02d}", "hero": cities[3],
        "track": {turn: {"german_movement": [7, 5], "soviet_movement": [7, 5]}},
        "state": {"expedition": {"units": ["9pz"], "launched": 1}, "standing": [["20a", cities[2]]]},
    }  # fmt: skip
    match = staged(case, f"stage {rng.random()}")
    names = match.game.names
    for handle in ("6big", "1mech", "2sspz"):
        if handle in names.unit_of and not match.supply(handle).supplied:
            match.state.mark((names.unit(handle),), CUT_OFF)
    return match


@cache
def what_if_phase(step: str, number: int) -> Match:
    """A movement phase of an early turn after a set-up made by the referee and some random moves of others."""
    match, rng = grognard.new("what-if-1940", seed=f"{step} {number}"), random.Random(number)
    while match.step.name != step or match.play.s.turn < 2:
        if match.step.name.startswith("setup"):
            match.do("automatic")
        passing = any(verb.name == "done" for verb in match.options().verbs)
        match.do("done" if passing else match.options().sample(rng))
    return match


def what_if(rng: random.Random) -> Match:
    """Marches on both maps, over borders of neutrals, and around a city of the Ruhr that has lost its garrison."""
    match = what_if_phase(rng.choice(("east.move", "soviet.move", "allied.move", "allied.move")), rng.randrange(3)).copy()
    p: Any = match.play
    if match.step.name == "allied.move":
        city = rng.choice(p.game.ruhr.nonzero()[0].tolist())
        p.s.set("garrison", city, False)
        near = [hex for hex in p.game.board.adjacent(city) if p.game.germany[hex] and not p.game.city[hex] and not p.s.stack(hex)]
        for unit in ("fr1", "br1"):
            if near:
                hex = near.pop()
                p.place(p.game.names.unit(unit), hex)
                p.control(hex, p.s.active)
                p.s.origin[p.game.names.unit(unit)] = hex
        for german in p.s.stack(city):
            p.place(german, p.game.box["reserve-eligible"])
    match.state.forget()
    return match


def fire_in_the_east(rng: random.Random) -> Match:
    """A railway through the front with a branch, zones of control of both sides, a corner of the Arctic."""
    hexes = hexes_of(9, 5, rows_first=True)
    german = ["1pz german panzer XX 8-10", "2mot german motorized XX 7-10", *(f"{k}i german infantry XX 7-6" for k in (1, 2))]
    soviet = ["1r soviet rifle XX 4-6", "2r soviet rifle XX 3-6", "3c soviet cavalry XX 3-8", "4b soviet rifle X 2-6"]
    places = rng.sample(hexes, 10)
    rail = "0301-0302-0303-0304-0305-0306-0307-0308-0309"
    case = {
        "game": "fire-in-the-east", "active": rng.choice(("axis", "soviet")), "phase": "movement",
        "board": {"size": "9x5", "front": rng.choice((4, 6, 8)), "rail": rail, "river": "0204|0205 0404|0405",
                  "areas": {"zone-a": "0101-0103"} if rng.random() < 0.3 else {}},
        "units": spread(rng, german, [*places[:4], "0302", "0304"], 2) | spread(rng, soviet, [*places[4:], "0308", "0306"], 2),
    }  # fmt: skip
    return staged(case, f"stage {rng.random()}")


#: By game: the stage, and what must have happened on the way at least so often.
STAGES = {
    "drive-on-moscow": (drive_on_moscow, {"move": 300, "won": 10}),
    "typhoon-1941": (typhoon, {"move": 150, "eliminated": 10}),
    "what-if-1940": (what_if, {"move": 400, "won": 5}),
    "fire-in-the-east": (fire_in_the_east, {"move": 25, "administrative": 15, "rail": 4}),
    "barbarossa": (barbarossa, {
        "move": 600, "strategic": 20, "cut-off": 20, "dissolved": 10, "withdrawn": 10, "razed": 20, "joined": 20, "defected": 20,
        "rushed": 10, "fallen": 10, "wrecked": 10, "scored": 100, "won": 3,
    }),
}  # fmt: skip


@pytest.mark.parametrize("slug", MARCHING)
def test_every_instant_on_the_march(slug: str) -> None:
    stage, wanted = STAGES[slug]
    rng, seen = random.Random(slug), Counter[str]()
    for _ in range(60 if is_long(slug) else 800):
        compare(stage(rng), rng, seen)
    assert {kind: seen[kind] for kind in wanted if seen[kind] < wanted[kind]} == {}, seen
