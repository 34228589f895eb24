"""Random campaigns of Fire in the East, and how often everything happened in them.

    python -m tools.campaigns [GAMES] [--first SEED]

Every game has other options. What must hold is looked at every hundred commands. The count fails where a verb, a result, an
element of supply or a kind of event that is asked for happened less than fifty times.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.flow import FLOW
from grognard.games.fire_in_the_east.rules import supply
from grognard.games.fire_in_the_east.state import AXIS, SOVIET, FireState
from grognard.games.fire_in_the_east.supply_lines import FAR

LEAST = 50
GAMES = 48
RESULTS = ("AE", "AH", "AR", "NE", "HX", "EX", "DR", "DH", "DE")
ELEMENTS = ("overland", "truck", "road", "railway")
#: Words by which somebody takes back or asks for help, which nobody plays with at random.
NOT_COUNTED = frozenset({"lift", "clear", "historical", "automatic"})
#: What random play does not do fifty times in as many games: told, not asked for.
NOT_YET = frozenset({
    "berth", "drop", "factory", "fort", "nightfighter", "refit", "relaunch", "remove", "seize", "shoot", "strike", "tap",
    "withhold",
})  # fmt: skip
#: Fields of events that tell kinds of an event apart.
TELLING = ("result", "what", "form", "how", "gauge", "mission", "odds_code")


def wanted() -> list[str]:
    """What must have happened."""
    verbs = {verb for step in FLOW.steps.values() for verb in step.verbs} - NOT_COUNTED - NOT_YET
    return [*(f"verb {verb}" for verb in sorted(verbs)), *(f"result {code}" for code in RESULTS),
            *(f"supply by {element}" for element in ELEMENTS)]  # fmt: skip


def chosen(game: FireInTheEast, rng: random.Random) -> dict[str, str]:
    """Options at random, those that are usual most often."""
    return {choice.name: rng.choice(choice.values) for choice in game.choices if rng.random() < 0.5}


def play(game: FireInTheEast, seed: int, met: Counter[str]) -> int:
    """One campaign to its end; the commands it took."""
    rng = random.Random(seed)
    match = Match(game, "historical" if seed % 3 else "campaign", chosen(game, rng), seed=str(seed))
    turn = -1
    while not match.over:
        command = match.legal_commands().sample(rng)
        events = match.do(command)
        met[f"verb {command.verb}"] += 1
        for event in events:
            met[f"event {event.kind}"] += 1
            for field in TELLING:
                if value := getattr(event, field, ""):
                    met[f"{field} {value}"] += 1
        state = match.state
        assert isinstance(state, FireState)
        if state.turn != turn and not match.over:
            turn = state.turn
            count_supply(match, met)
        if match.length % 100 == 0 and (faults := game.check(match.play)):
            raise AssertionError(f"seed {seed}, command {match.length}: {faults[:3]}")
    return match.length


def count_supply(match: Match, met: Counter[str]) -> None:
    """By which element the units of both sides are supplied."""
    p, hexes = match.play, match.game.board.hexes
    for side in (AXIS, SOVIET):
        lines, loc = supply.lines(p, side, supply.COMMON), p.s.arrays.loc[p.game.ground_of_side[side]]
        here = loc[(loc >= 0) & (loc < hexes)]
        rail = lines.rail[here] > 0
        road = ~rail & (lines.road[here] != FAR)
        met["supply by railway"] += int(rail.sum())
        met["supply by road"] += int(road.sum())
        met["supply by overland"] += int((~rail & ~road & (lines.overland[here] != FAR)).sum())
        met["supply by truck"] += int(lines.trucks.sum())


def main() -> int:
    parser = argparse.ArgumentParser(description="Count what happens in random campaigns.")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    asked = parser.parse_args()
    game, met, commands = FireInTheEast(), Counter[str](), 0
    for seed in range(asked.first, asked.first + asked.games):
        commands += play(game, seed, met)
        print(f"seed {seed}: {commands:,} commands so far", file=sys.stderr, flush=True)
    for what, times in sorted(met.items()):
        print(f"{what:50} {times:8,}")
    for verb in sorted(NOT_YET):
        print(f"not asked for: {verb:35} {met[f'verb {verb}']:8,}")
    rare = {what: met[what] for what in wanted() if met[what] < LEAST}
    print(f"{commands:,} commands in {asked.games} campaigns; less than {LEAST} times: {rare or 'nothing'}")
    return 1 if rare else 0


if __name__ == "__main__":
    sys.exit(main())
