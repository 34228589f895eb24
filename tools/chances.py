"""`python -m tools.chances play GAME [GAMES] [SEED] [SCENARIO...] > FILE` and `python -m tools.chances fit GAME FILE...`.

Plays games between computers of unequal strength: levels are mixed, and some decisions of the side that has won more games of the
scenario so far are left to chance, so that lost and won positions of all sorts come up and the result is open. Notes the figures
of `grognard.ai.features` every so often, and fits the winning chance of a side to how the games ended by logistic regression. The
weights go into `games/GAME/chances.toml` with what they were made from. `python -m tools.chances show GAME FILE...` fits and
writes nothing.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from grognard.ai import usual
from grognard.ai.features import CHANGING, COUNTED, NAMES, Figures, Row, length, mover
from grognard.ai.players import player
from grognard.ai.value import FILE, OPEN, ROUGH
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import folder_of, load_game

#: How many decisions of a hundred are left to chance, of the side that is ahead in games and of any other.
AHEAD, BEHIND = (0, 5, 15, 40, 70, 90), (0, 0, 0, 5, 15)
#: How often somebody is a recruit, in a hundred games.
RECRUITS = 25
#: The position is noted after so many commands.
EVERY = 25
#: A game that lasts longer is given up.
MOST_COMMANDS = 20000
#: Pulls of weights towards the rule of thumb that are tried, in standard deviations of the figures, and figures that are free.
PULLS, FREE = (1.0, 3.0, 10.0, 30.0, 100.0), ("even",)
#: Figures of which nobody likes to have more.
BAD = ("lost", "hungry", "pocketed", "worn", "open")
#: Every game is set aside once, a part of them at a time, to see how good the chances of the others are for it.
PARTS = 5
#: A game counts as much as so many positions that have nothing to do with each other.
WITNESSES = 4.0

Ints = npt.NDArray[np.int64]


# ---------------------------------------------------------------- games


def play(slug: str, games: int, seed: str, scenarios: Sequence[str] = ()) -> None:
    """Print a line per position: game, sides in the order of the game, whether each has won, and its figures."""
    game = load_game(slug)
    names = [*scenarios] or [scenario.name for scenario in game.scenarios]
    ahead = {name: [0.0] * len(game.sides) for name in names}
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        match = Match(game, names[number % len(names)], seed=f"{seed} {number}")
        lead = ahead[match.scenario]
        leading = [any(lead[side] == max(lead) for side in sides) for sides in match.roster.sides]
        players = [
            player(slug, f"{level}~{rng.choice(AHEAD if first else BEHIND)}", f"{seed} {number} {seat}")
            for seat, first in zip(match.seats, leading, strict=True)
            for level in ["recruit" if rng.randrange(100) < RECRUITS else usual(slug)]
        ]
        rows = list(_positions(match, players))
        if match.outcome is not None:
            won = [float(side in match.outcome.winners) if match.outcome.winners else 0.5 for side in range(len(game.sides))]
            ahead[match.scenario] = [before + now for before, now in zip(lead, won, strict=True)]
            for row in rows:
                sys.stdout.write(json.dumps({"game": number, "scenario": match.scenario, "won": won, "rows": row}) + "\n")
            sys.stdout.flush()


def _positions(match: Match, players: Sequence[Any]) -> list[list[list[float]]]:
    """Play a game to its end and note the figures of every side now and then."""
    turns, rows, before = length(match.play), [], None
    while not match.over and match.length < MOST_COMMANDS:
        now = match.game.turn(match.play)[0], mover(match.play, match.side)
        if now != before or match.length % EVERY == 0:
            sides = range(len(match.game.sides))
            rows.append([[round(x, 5) for x in Figures(match.play, side, turns).row(side == now[1]).tolist()] for side in sides])
        before = now
        match.do(players[match.seat].choose(match).command)
    return rows


# ---------------------------------------------------------------- weights


class Positions(msgspec.Struct):
    """What games have left of a side: figures, results, and which part of the games each position belongs to."""

    rows: Row
    won: Row
    weights: Row
    part: Ints

    def among(self, chosen: npt.NDArray[np.bool_]) -> Positions:
        return Positions(self.rows[chosen], self.won[chosen], self.weights[chosen], self.part[chosen])


def fitted(data: Positions, pull: float) -> Row:
    """Weights of a logistic regression with a pull towards the rule of thumb: where the games say little, as of strength between
    players who lose alike, common sense has the say. Nor may anything count for its owner that is bad for him (`BAD`) or against
    him that is good, early or late: figures that go together would else be weighed against each other."""
    turn = _early_and_late()
    rows, thumb = data.rows @ turn, np.array([ROUGH.get(name.removeprefix("late "), 0.0) for name in NAMES])
    spread = np.maximum(np.sqrt(np.average((rows - rows.mean(axis=0)) ** 2, axis=0)), 0.02)
    strain = np.where(np.isin(NAMES, FREE), 0.01, pull * spread**2)

    def cost(weights: Row) -> tuple[float, Row]:
        sums = rows @ weights
        loss = float(data.weights @ (np.logaddexp(0, sums) - data.won * sums)) + 0.5 * float(strain @ (weights - thumb) ** 2)
        return loss, rows.T @ (data.weights * (chances(rows, weights) - data.won)) + strain * (weights - thumb)

    bounds = [_bounds(name.removeprefix("late ")) for name in NAMES]
    found: Row = minimize(cost, np.clip(thumb, -1, 1), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300}).x
    return turn @ found


def _bounds(name: str) -> tuple[float | None, float | None]:
    if name not in COUNTED:
        return None, None
    return (None, 0.0) if name in BAD else (0.0, None)


def _early_and_late() -> Row:
    """A figure that changes with the clock and its late part, taken apart into an early and a late one; the same matrix turns
    weights back."""
    turn = np.eye(len(NAMES))
    for name in CHANGING:
        turn[NAMES.index(f"late {name}"), NAMES.index(name)] = -1.0
    return turn


def chances(rows: Row, weights: Row) -> Row:
    return 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))


def set_aside(data: Positions, pull: float) -> tuple[Row, Row]:
    """The chances of positions by weights of the games of all other parts, and the mean of those games."""
    found, mean = np.zeros(len(data.won)), np.zeros(len(data.won))
    for one in range(PARTS):
        aside = data.part == one
        if aside.any() and not aside.all():
            others = data.among(~aside)
            found[aside] = chances(data.rows[aside], fitted(others, pull))
            mean[aside] = np.average(others.won, weights=others.weights)
    return found, mean


def log_loss(data: Positions, chance: Row) -> float:
    """The mean surprise, in natural units: 0.693 for somebody who always says one half."""
    sure = np.clip(chance, 0.005, 0.995)
    return float(np.average(-data.won * np.log(sure) - (1 - data.won) * np.log(1 - sure), weights=data.weights))


def squared(data: Positions, chance: Row) -> float:
    return float(np.average((chance - data.won) ** 2, weights=data.weights))


def best_pull(data: Positions) -> float:
    return min(PULLS, key=lambda pull: log_loss(data, set_aside(data, pull)[0]))


def fit(slug: str, files: Sequence[str], *, write: bool = True) -> None:
    """Write the weights of a game, and say how good they are for games that they were not made from."""
    lines = [(name, json.loads(line)) for name in files for line in Path(name).read_text(encoding="utf-8").splitlines()]
    if not lines:
        raise GrognardError("no positions: play some games first")
    game = load_game(slug)
    keys = sorted({(name, line["game"]) for name, line in lines})
    moves = [side for side in range(len(game.sides)) if any(line["rows"][side][NAMES.index("moving")] for _, line in lines)]
    sides = moves if len(game.sides) > 2 else moves[:1]
    text = [f"# Winning chances of {game.title}: weights of a logistic function of the figures in grognard/ai/features.py.",
            f"# Made by tools/chances.py from {len(lines)} positions of {len(keys)} games of the computer against itself, some",
            "# of its decisions left to chance. Provenance: our own games."]  # fmt: skip
    out = []
    for side in sides:
        data = _of_side(lines, keys, side)
        pull = best_pull(data)
        chance, mean = set_aside(data, pull)
        losses = [f"{measure(data, found):.3f}" for measure in (log_loss, squared) for found in (chance, mean)]
        text.append(f"# {game.sides[side]}: log-loss {losses[0]} in games set aside ({losses[1]} for always saying the mean),")
        text.append(f"#   mean squared error {losses[2]} ({losses[3]}); pull {pull:g}.")
        found = fitted(data, pull)
        out += ["", f"[{game.sides[side]}]", *(f'"{name}" = {float(w):.3f}' for name, w in zip(NAMES, found, strict=True))]
    sys.stdout.write("\n".join(text) + "\n")
    if write:
        path = folder_of(slug) / FILE
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        kept = known[known.index(f"[{OPEN}]") :].splitlines() if f"[{OPEN}]" in known else []  # written by hand, at the end
        path.write_text("\n".join([*text, *out, *([""] if kept else []), *kept]) + "\n", encoding="utf-8")


def _of_side(lines: Sequence[tuple[str, Any]], keys: Sequence[tuple[str, int]], side: int) -> Positions:
    """Every game counts alike, however many positions were noted of it."""
    at = {key: k for k, key in enumerate(keys)}
    number = np.array([at[name, line["game"]] for name, line in lines])
    rows, won = np.array([line["rows"][side] for _, line in lines]), np.array([line["won"][side] for _, line in lines])
    return Positions(rows, won, WITNESSES / np.bincount(number)[number], number % PARTS)


def main() -> None:
    match sys.argv[1:]:
        case ["play", slug, *more]:
            play(slug, int(more[0]) if more else 10, more[1] if len(more) > 1 else "chances", more[2:])
        case ["fit" | "show" as word, slug, *files] if files:
            fit(slug, files, write=word == "fit")
        case _:
            raise GrognardError("say `play GAME [GAMES] [SEED] [SCENARIO...]`, `fit GAME FILE...` or `show GAME FILE...`")


if __name__ == "__main__":
    main()
