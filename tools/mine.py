"""`python -m tools.mine GAME [GAMES] [SEED]` looks for puzzles in games of computer against computer and prints them.

Wherever a side begins to move, several plans are played on copies of the match to the end of the movement: that of the usual
computer and those of the scripts (`grognard.ai.exploiters`). No die is rolled in them. A plan is clearly best if it gains much
more than every other one: enemies without supply, cities and towns, own units that stay in supply. The largest thing that it
alone gains is the goal, the marches that are needed for it are the solution, and what the computer said instead is the wrong
line. Each is checked as every puzzle is before it is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from grognard.ai import usual
from grognard.ai.exploiters import PREFIX, SCRIPTS
from grognard.ai.players import player
from grognard.core.errors import GrognardError, Illegal
from grognard.core.match import Match
from grognard.games import load_game
from grognard.puzzles import Puzzle
from tools.laid_out import briefly

#: Worth of what a plan gains, and by how much the best must lead.
CUT_OFF, CITY, TOWN, LEAD = 2, 3, 1, 5
#: A game is looked at for so many turns; what is found later needs long lines to get there.
LAST_TURN, MOST_PER_GAME = 4, 2
#: A task for five minutes names so many units or towns at most and takes so many marches.
MOST_NAMED, MOST_TOWNS, MOST_MARCHES = 6, 2, 10


class Plan(msgspec.Struct):
    """A plan played out: what was said and what came of it."""

    name: str
    lines: list[str]
    cut_off: frozenset[str]  #: enemies without supply
    starving: int  #: own units without supply
    places: frozenset[int]  #: towns and cities that are ours
    cities: int

    @property
    def worth(self) -> int:
        return CUT_OFF * (len(self.cut_off) - self.starving) + CITY * self.cities + TOWN * (len(self.places) - self.cities)


def played(match: Match, name: str) -> Plan:
    """The movement of the deciding seat as a player would make it."""
    trial, seat, step = match.copy(), match.seat, match.step.name
    who = player(match.game.slug, name, "mine")
    lines: list[str] = []
    while not trial.over and trial.seat == seat and trial.step.name == step and len(lines) < 200:
        command = who.choose(trial).command
        if "move" in trial.step.verbs and command.verb != "move":
            break
        lines.append(trial.text(command))
        trial.do(command)
    return judged(trial, seat, name, lines)


def judged(match: Match, seat: int, name: str, lines: list[str]) -> Plan:
    game, state, own = match.game, match.state, match.roster.sides[seat]
    cut_off, starving = set(), 0
    for unit in match.play.on_map().nonzero()[0].tolist():
        if not match.supply(unit).supplied:
            if game.side_of[unit] in own:
                starving += 1
            else:
                cut_off.add(game.names.unit_names[unit])
    places = [place for place in game.board.places if state.control[place.hex] in own]
    cities = {place.hex for place in places if place.kind != "town"}
    return Plan(name, lines, frozenset(cut_off), starving, frozenset(place.hex for place in places), len(cities))


def found(match: Match, seed: str, number: int) -> Puzzle | None:
    """The puzzle of a position, if one plan is clearly best."""
    plans = [played(match, name) for name in (usual(match.game.slug), *(f"{PREFIX}{script}" for script in SCRIPTS))]
    best, second, *_ = sorted(plans, key=lambda plan: -plan.worth)
    if best.worth - second.worth < LEAD or best is plans[0]:
        return None
    others = [plan for plan in plans if plan is not best]
    alone = largest(match, best.cut_off.difference(*(plan.cut_off for plan in others)))
    cities = {place.hex for place in match.game.board.places if place.kind != "town"}
    taken = sorted(best.places.difference(*(plan.places for plan in others)) & cities)
    if alone:
        return written(match, best, plans[0], alone, [], seed, number) if len(alone) <= MOST_NAMED else None
    return written(match, best, plans[0], [], taken[:MOST_TOWNS], seed, number) if taken else None


def largest(match: Match, units: frozenset[str]) -> list[str]:
    """Of these units those of the largest group that stands together."""
    board, names = match.game.board, match.game.names
    where = {unit: match.state.loc[names.unit(unit)] for unit in units}
    best: list[str] = []
    for start in sorted(set(where.values())):
        group, edge = {start}, [start]
        while edge:
            fresh = {near for near in board.adjacent(edge.pop()) if near in where.values()} - group
            group |= fresh
            edge += fresh
        here = sorted(unit for unit, hex in where.items() if hex in group)
        best = here if len(here) > len(best) else best
    return best


def written(match: Match, best: Plan, usual_plan: Plan, alone: list[str], taken: list[int], seed: str, number: int) -> Puzzle:
    game, names = match.game, match.game.board.names
    seat, side = match.seats[match.seat], match.game.sides[match.roster.sides[match.seat][0]]
    hexes = sorted({names[match.state.loc[game.names.unit(unit)]] for unit in alone})
    goal: dict[str, Any] = {"cut off": dict.fromkeys(alone, True)} if alone else {}
    goal |= {"control": {names[hex]: side for hex in taken}} if taken else {}
    tasks = [f"leave the enemies in {', '.join(hexes)} without supply"] if alone else []
    tasks += [f"take {' and '.join(f'{game.board.place_name(hex)} ({names[hex]})' for hex in taken)}"] if taken else []
    task = " and ".join(tasks)
    return Puzzle(
        name=f"found-{number}", title=f"Found in play, turn {game.turn(match.play)[0]}", seat=seat, goal=goal,
        task=f"{task[0].upper()}{task[1:]} by marching alone.", solution=best.lines, wrong=usual_plan.lines[:MOST_MARCHES],
        theme="found in play", start=match.scenario, seed=seed, options=dict(match.state.options),
        before=[f"{who}: {match.text(command)}" for who, command in match.commands],
    )  # fmt: skip


def shortened(puzzle: Puzzle, game: str) -> Puzzle | None:
    """The puzzle with the marches that are needed; None if it is no good."""
    begun, lines = puzzle.match(game), list(puzzle.solution)
    for line in puzzle.solution:
        fewer = [other for other in lines if other != line]
        if _solves(puzzle, begun.copy(), fewer):
            lines = fewer
    level: Any = 1 + (len(lines) > 2) + (len(lines) > 5)
    puzzle = msgspec.structs.replace(puzzle, solution=lines, level=level)
    return puzzle if len(lines) <= MOST_MARCHES and not puzzle.check(game) else None


def _solves(puzzle: Puzzle, match: Match, lines: list[str]) -> bool:
    try:
        for line in lines:
            match.do(line)
    except Illegal:
        return False
    return puzzle.solved(match)


def mined(game: str, games: int, seed: str) -> Iterator[Puzzle]:
    """Puzzles of so many games."""
    number, seen = 0, set[str]()
    for run in range(games):
        match = Match(load_game(game, data_set=1), _scenario(game), seed=f"{seed} {run}")
        at_table = [player(game, None, f"{seed} {run} {seat}") for seat in match.seats]
        phase, kept = None, 0
        while not match.over and match.game.turn(match.play)[0] <= LAST_TURN and kept < MOST_PER_GAME:
            now = (match.game.turn(match.play)[0], match.seat, match.step.name)
            if now != phase and "move" in match.step.verbs and not match.step.name.startswith("battle"):
                puzzle = found(match, f"{seed} {run}", number + 1)
                whole = shortened(puzzle, game) if puzzle else None
                if whole is not None and whole.task not in seen:
                    number, kept = number + 1, kept + 1
                    seen.add(whole.task)
                    yield briefly(whole, game)
            phase = now
            match.do(at_table[match.seat].choose(match).command)


def _scenario(game: str) -> str:
    names = [scenario.name for scenario in load_game(game, data_set=1).scenarios]
    return "historical" if "historical" in names else names[0]


def main() -> None:
    game, games, seed = [*sys.argv[1:], *("1", "mine")[len(sys.argv) - 2 :]][:3] if len(sys.argv) > 1 else ("", "0", "")
    if not game:
        raise GrognardError("name a game: python -m tools.mine GAME [GAMES] [SEED]")
    for puzzle in mined(game, int(games), seed):
        entry = {key: value for key, value in msgspec.to_builtins(puzzle).items() if value not in ("", [], {})}
        sys.stdout.write(yaml.safe_dump([entry], sort_keys=False, width=160, default_flow_style=None, allow_unicode=True))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
