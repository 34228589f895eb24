"""`python -m tools.chances play GAME [GAMES] [SEED] [SCENARIO...] > FILE` and `python -m tools.chances fit GAME FILE...`.

Plays games between computers of unequal strength: some decisions of the side that has won more games of the scenario so far are
left to chance, so that lost and won positions of all sorts come up and the result is open. Notes the figures of
`grognard.judge.features` every so often, and fits the winning chance of a side to how the games ended by logistic regression.
The weights go into `games/GAME/chances.toml` with what they were made from.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grognard.ai import usual
from grognard.ai.players import player
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import folder_of, load_game
from grognard.judge.chances import FILE, OPEN, ROUGH
from grognard.judge.features import NAMES, Row, Sums, length
from grognard.judge.turns import mover

#: How many decisions of a hundred are left to chance; the position is noted after so many commands.
WEAKNESSES, EVERY = (0, 0, 5, 15, 40, 70), 25
#: A game that lasts longer is given up.
MOST_COMMANDS = 20000
#: The pull of weights towards the rule of thumb, and those that are free; every game is set aside once, a part of them at a time,
#: to see how good the chances of the others are for it.
RIDGE, FREE, PARTS = 1.0, ("even", "clock", "moving"), 4


def play(slug: str, games: int, seed: str, scenarios: Sequence[str] = ()) -> None:
    """Print a line per position: game, sides in the order of the game, whether each has won, and its figures."""
    game = load_game(slug)
    names = [*scenarios] or [scenario.name for scenario in game.scenarios]
    ahead = {name: [0.0] * len(game.sides) for name in names}
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        match = Match(game, names[number % len(names)], seed=f"{seed} {number}")
        lead = ahead[match.scenario]
        weak = [rng.choice(WEAKNESSES) if any(lead[side] == max(lead) for side in sides) else 0 for sides in match.roster.sides]
        players = [player(slug, f"{usual(slug)}~{weak[k]}", f"{seed} {number} {seat}") for k, seat in enumerate(match.seats)]
        turns, rows, before = length(match.play), [], None
        while not match.over and match.length < MOST_COMMANDS:
            now = match.game.turn(match.play)[0], mover(match)
            if now != before or match.length % EVERY == 0:
                sums = Sums(match.play, turns)
                rows.append([[round(float(x), 5) for x in sums.row(side, side == now[1])] for side in range(sums.sides)])
            before = now
            match.do(players[match.seat].choose(match).command)
        if match.outcome is not None:
            won = [float(side in match.outcome.winners) if match.outcome.winners else 0.5 for side in range(len(game.sides))]
            ahead[match.scenario] = [before + now for before, now in zip(lead, won, strict=True)]
            for row in rows:
                sys.stdout.write(json.dumps({"game": number, "scenario": match.scenario, "won": won, "rows": row}) + "\n")
            sys.stdout.flush()


def fitted(rows: Row, won: Row, weights: Row) -> Row:
    """Weights of a logistic regression with a pull towards the rule of thumb, by Newton's method: where the games say little, as
    of strength between players who lose alike, common sense has the say."""
    thumb = np.array([ROUGH.get(name, 0.0) for name in NAMES])
    found = thumb.copy()
    pull = np.where(np.isin(NAMES, FREE), 0.01, RIDGE)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (chance - won)) + pull * (found - thumb)
        bend = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + np.diag(pull)
        step = np.linalg.solve(bend, slope)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


def brier(rows: Row, won: Row, weights: Row, part: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The mean squared error in games that were set aside, of fitted chances and of always saying the mean of the others."""
    found = np.zeros((2, len(won)))
    for one in range(PARTS):
        aside = part == one
        others = ~aside
        trial = fitted(rows[others], won[others], weights[others])
        found[0, aside] = 1 / (1 + np.exp(-rows[aside] @ trial))
        found[1, aside] = np.average(won[others], weights=weights[others])
    loss, plain = np.average((found - won) ** 2, axis=1, weights=weights)
    return float(loss), float(plain)


def fit(slug: str, files: Sequence[str]) -> None:
    """Write the weights of a game, and say how good they are for games that they were not made from."""
    lines = [(name, json.loads(line)) for name in files for line in Path(name).read_text(encoding="utf-8").splitlines()]
    if not lines:
        raise GrognardError("no positions: play some games first")
    game = load_game(slug)
    keys = sorted({(name, line["game"]) for name, line in lines})
    moves = [side for side in range(len(game.sides)) if any(line["rows"][side][NAMES.index("moving")] for _, line in lines)]
    sides = moves if len(game.sides) > 2 else moves[:1]
    text = [f"# Winning chances of {game.title}: weights of a logistic function of the figures in grognard/judge/features.py.",
            f"# Made by tools/chances.py from {len(lines)} positions of {len(keys)} games of the computer against itself, some",
            "# of its decisions left to chance. Provenance: our own games."]  # fmt: skip
    count = {key: sum((name, line["game"]) == key for name, line in lines) for key in keys}
    weights = np.array([20 / count[name, line["game"]] for name, line in lines])  # every game counts alike, as twenty positions
    weights /= 20 / 4  # positions of one game are no twenty witnesses
    part = np.array([keys.index((name, line["game"])) % PARTS for name, line in lines])
    out = []
    for side in sides:
        rows, won = np.array([line["rows"][side] for _, line in lines]), np.array([line["won"][side] for _, line in lines])
        loss, plain = brier(rows, won, weights, part)
        always = f"({plain:.3f} for always saying the mean)"
        text.append(f"# {game.sides[side]}: mean squared error {loss:.3f} in games set aside {always}.")
        found = fitted(rows, won, weights)
        out += ["", f"[{game.sides[side]}]", *(f'"{name}" = {float(w):.3f}' for name, w in zip(NAMES, found, strict=True))]
    path = folder_of(slug) / FILE
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = known[known.index(f"[{OPEN}]") :].splitlines() if f"[{OPEN}]" in known else []  # written by hand, at the end
    path.write_text("\n".join([*text, *out, *([""] if kept else []), *kept]) + "\n", encoding="utf-8")
    sys.stdout.write("\n".join(text) + "\n")


def main() -> None:
    match sys.argv[1:]:
        case ["play", slug, *more]:
            play(slug, int(more[0]) if more else 10, more[1] if len(more) > 1 else "chances", more[2:])
        case ["fit", slug, *files] if files:
            fit(slug, files)
        case _:
            raise GrognardError("say `play GAME [GAMES] [SEED] [SCENARIO...]` or `fit GAME FILE...`")


if __name__ == "__main__":
    main()
