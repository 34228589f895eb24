"""Random campaigns of Fire in the East, and how often everything happened in them.

    python -m tools.campaigns [GAMES] [--first SEED] [--counts FILE]

Every game has other options. What must hold is looked at every hundred commands. The count fails where a verb, a result, an
element of supply, a change of gauge, a construction or a breakdown happened less than fifty times. With `--counts` what has been
counted is added to that file after each game, so that several runs make one table; `0 --counts FILE` prints it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from grognard.core.events import Event
from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east.events.lines import AirfieldBuilt, ConstructionBegun, FortBuilt, Regauged
from grognard.games.fire_in_the_east.flow import FLOW
from grognard.games.fire_in_the_east.rules import finnish_war_effort, supply
from grognard.games.fire_in_the_east.state import AXIS, SOVIET, FireState
from grognard.games.fire_in_the_east.supply_lines import FAR

from .leanings import lean, spoils_a_drop

LEAST = 50
GAMES = 48
FINNISH = "finnish-war-effort"
DEPLOYED = 3  #: one game of so many begins with the deployment
RESULTS = ("AE", "AH", "AR", "NE", "HX", "EX", "DR", "DH", "DE")
ELEMENTS = ("overland", "truck", "road", "railway")
WORKS = ("fort begun", "fort built", "airfield begun", "permanent airfield built", "temporary airfield built", "work given up")
BREAKDOWNS = ("broken down", "broken down with headquarters", "assembled")
#: Words by which somebody takes back or asks for help, which nobody plays with at random, and what short scenarios alone have.
NOT_COUNTED = frozenset({"lift", "clear", "historical", "automatic", "depart"})
#: Fields of events that tell kinds of an event apart.
TELLING = ("result", "what", "form", "how", "gauge", "mission", "odds_code")


def wanted() -> list[str]:
    """What must have happened."""
    verbs = {verb for step in FLOW.steps.values() for verb in step.verbs} - NOT_COUNTED
    return [*(f"verb {verb}" for verb in sorted(verbs)), *(f"result {code}" for code in RESULTS),
            *(f"supply by {element}" for element in ELEMENTS), "gauge broad", "gauge standard",
            *(f"construction: {work}" for work in WORKS), *(f"division {how}" for how in BREAKDOWNS)]  # fmt: skip


def told(event: Event) -> Iterator[str]:
    """What an event counts as."""
    yield f"event {event.kind}"
    for field in TELLING:
        if value := getattr(event, field, ""):
            yield f"{field} {value}"
    if isinstance(event, ConstructionBegun):
        yield f"construction: {event.what} begun"
    elif isinstance(event, FortBuilt):
        yield "construction: fort built"
    elif isinstance(event, AirfieldBuilt):
        yield f"construction: {'permanent' if event.permanent else 'temporary'} airfield built"
    elif isinstance(event, Regauged):
        yield "lines regauged"
    elif event.kind == "construction-lost":
        yield "construction: work given up"
    elif event.kind == "assembled":
        yield "division assembled"


def chosen(game: FireInTheEast, rng: random.Random) -> dict[str, str]:
    """Options at random; rules that are not in use by default are in use most often, since much of what is rare rests on them."""
    on = {
        choice.name: "on" if choice.default == "off" and rng.random() < 0.7 else rng.choice(choice.values)
        for choice in game.choices
    }
    return {name: value for name, value in on.items() if rng.random() < 0.9}


def begun(game: FireInTheEast, seed: int, options: dict[str, str]) -> Match:
    """A match to play. Half of those that begin with the deployment have dice by which Finland stays neutral: units can be
    withheld from the deployment in no other."""
    if seed % DEPLOYED:
        return Match(game, "historical", options, seed=str(seed))
    deals = (Match(game, "campaign", {**options, FINNISH: "on"}, seed=f"{seed}.{deal}") for deal in count())
    return next(match for match in deals if seed % (2 * DEPLOYED) or finnish_war_effort.stays_neutral(match.play))


def play(game: FireInTheEast, seed: int, met: Counter[str]) -> int:
    """One campaign to its end; the commands it took."""
    rng = random.Random(seed)
    match = begun(game, seed, chosen(game, rng))
    turn = -1
    while not match.over:
        command = lean(match, rng) or match.legal_commands().sample(rng)
        if spoils_a_drop(match.play, command):
            command = match.legal_commands().sample(rng)
        events = match.do(command)
        met[f"verb {command.verb}"] += 1
        met.update(what for event in events for what in told(event))
        if command.verb in ("break", "split"):
            met[f"division broken down{' with headquarters' if command.verb == 'split' else ''}"] += 1
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


def table(met: Counter[str]) -> str:
    """What is asked for with its count, the rarest first, as a table for a page."""
    rows = sorted(((met[what], what) for what in wanted()), key=lambda row: (row[0], row[1]))
    rare = [f"| {what} | {times:,} |" for times, what in rows if times < LEAST]
    often = [f"{what} {times:,}" for times, what in rows if times >= LEAST]
    head = f"{met['campaigns']} campaigns, {met['commands']:,} commands. Less than {LEAST} times:"
    lines = [
        head,
        "",
        "| what | times |",
        "|---|---|",
        *(rare or ["| nothing | |"]),
        "",
        f"At least {LEAST} times: {', '.join(often)}.",
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Count what happens in random campaigns.")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--counts", type=Path, help="add what is counted to a file")
    asked = parser.parse_args()
    kept: Path | None = asked.counts
    game, met = FireInTheEast(), Counter[str](json.loads(kept.read_text()) if kept and kept.exists() else {})
    for seed in range(asked.first, asked.first + asked.games):
        met["commands"] += play(game, seed, met)
        met["campaigns"] += 1
        print(f"seed {seed}: {met['commands']:,} commands so far", file=sys.stderr, flush=True)
        if kept:
            kept.write_text(json.dumps(met, indent=1, sort_keys=True))
    for what, times in sorted(met.items()):
        print(f"{what:50} {times:8,}")
    print(f"\n{table(met)}")
    return 1 if any(met[what] < LEAST for what in wanted()) else 0


if __name__ == "__main__":
    sys.exit(main())
