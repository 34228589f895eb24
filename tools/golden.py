"""Golden replays: whole games that must play identically for ever.

`python -m tools.golden` writes, for every playable game, a save of a random game and one of computer against computer into
tests/golden/, each with a playthrough: a readable record of the log with a digest of the position every few commands.
`python -m tools.golden GAME ...` (`make golden GAME=typhoon-1941`) writes those of some games, and the name of a replay in
place of a game that one alone. What is as it was is not touched. Do this only where a rule has been mended so that the same
commands give another game; the tests compare the two on every run.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from grognard.ai import FORMER, opponent, own_planner
from grognard.core.dice import FIRST_SCHEME, Chapter
from grognard.core.events import HEX_ROLES, Event
from grognard.core.match import Match
from grognard.core.save import dump
from grognard.games import GAMES, load_game

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
EVERY = 20
#: of games that are very long these scenarios alone
SHORT = {"fire-in-the-east": ("frontier",)}
#: what came after the first golden replays into states and frames, empty at the start
_LATER = ("alliances", "options", "posts", "ready", "southern")


def first_layout(match: Match) -> dict[str, Any]:
    """A position as the oldest golden replays knew it: what has come since is left out while it stands as at the start."""
    data = match.state.to_dict()
    outcome = data.pop("outcome")
    won = [] if outcome is None else outcome["winners"] or [len(match.game.sides)]
    data |= {"winner": won[0] if won else -1, "reason": outcome["rule"] if won else ""}
    if match.game.slug == "barbarossa":  # each game kept its options in its own way
        data["chosen"] = [name for name, value in match.options_chosen.items() if value == "on"]
    elif match.game.slug == "typhoon-1941":
        data["scale"] = match.options_chosen["die"]
    if match.game.slug in ("barbarossa", "typhoon-1941"):
        del data["options"]
    for part in (data, *data["flow"]):
        for name in [name for name in _LATER if not part.get(name)]:
            part.pop(name, None)
    return data


def digest(match: Match) -> str:
    """A short fingerprint of everything in a position."""
    return hashlib.sha256(json.dumps(first_layout(match), sort_keys=True).encode()).hexdigest()[:16]


#: what an event tells by its place in the log or by its numbers is left out
_LEFT_OUT = {
    "side", "rule", "seen", "units", *HEX_ROLES, "air", "alliance", "back", "column", "cost", "count", "die", "distance",
    "launch", "left", "points", "turn",
}  # fmt: skip


def particulars(event: Event) -> Iterator[str]:
    """What an event tells beside who and where."""
    for field in event.__struct_fields__:
        if field not in _LEFT_OUT:
            value = getattr(event, field)
            yield from map(str, value if field in ("shifts", "faces") else [value])


def playthrough(match: Match) -> str:
    """The game as it went, with fingerprints."""
    fresh = Match(match.game, match.scenario, match.options_chosen, seating=match.seating, chapters=match.chapters)
    lines = [f"{fresh.game.title}, {fresh.scenario}, seed {fresh.seed}", f"# 0 {digest(fresh)}"]
    for number, (seat, command) in enumerate(match.commands, 1):
        lines.append(f"{seat}: {match.text(command)}")
        events = fresh.do(command, seat)
        lines += [f"    {event.kind} {' '.join(particulars(event))}".rstrip() for event in events if event.kind != "moved"]
        if number % EVERY == 0 or fresh.over:
            lines.append(f"# {number} {digest(fresh)}")
    lines.append(f"winner {fresh.winner} by {fresh.reason}")
    return "\n".join(lines) + "\n"


def begin(slug: str, scenario: str) -> Match:
    """A golden replay is a save of the first format, with the dice of the first scheme and data of the first set."""
    return Match(load_game(slug, data_set=1), scenario, chapters=[Chapter(0, FIRST_SCHEME, "golden")])


def random_game(slug: str, scenario: str) -> Match:
    match = begin(slug, scenario)
    rng = random.Random("golden")
    while not match.over:
        match.do(match.options().sample(rng))
    match.read_from = match.last
    return match


def computer_game(slug: str, scenario: str) -> Match:
    match = begin(slug, scenario)
    level = FORMER if own_planner(slug) else "random"  # as they were recorded, whatever other levels learn
    players = [opponent(slug, level, f"golden {seat}") for seat in match.seats]
    while not match.over:
        match.do(players[match.seat].choose(match).command)
    match.read_from = match.last
    return match


def names() -> dict[str, tuple[str, str, Callable[[str, str], Match]]]:
    """The golden replays: name -> game, scenario and how it is played."""
    return {
        f"{slug}-{scenario.name}-{kind}": (slug, scenario.name, play)
        for slug, entry in GAMES.items() if entry.playable
        for scenario in load_game(slug).scenarios if scenario.name in SHORT.get(slug, (scenario.name,))
        for kind, play in (("random", random_game), ("computer", computer_game))
    }  # fmt: skip


def renew(name: str, folder: Path = FOLDER) -> bool:
    """Play a golden replay anew; tells whether its files have changed."""
    slug, scenario, play = names()[name]
    match = play(slug, scenario)
    changed = False
    for suffix, text in (("txt", dump(match)), ("playthrough", playthrough(match))):
        file = folder / f"{name}.{suffix}"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            changed = True
    print(f"{name}: {match.length} commands, {match.winner} by {match.reason}{'' if changed else ', as it was'}")
    return changed


def chosen(wanted: list[str]) -> list[str]:
    """The golden replays of these games or of these names; all when nothing is said."""
    known = names()
    unknown = [word for word in wanted if word not in known and word not in {slug for slug, *_ in known.values()}]
    if unknown:
        raise SystemExit(f"no golden replay {unknown[0]!r}; there are {', '.join(known)}")
    return [name for name, (slug, *_) in known.items() if not wanted or name in wanted or slug in wanted]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in chosen(sys.argv[1:]):
        renew(one)
