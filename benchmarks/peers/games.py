"""Random legal play with other rules engines: moves per second, listing the options at each move."""

from __future__ import annotations

import json
import random
import sys
import time


def chess(seconds: float) -> dict[str, float]:
    """Moves played, and moves listed on the way."""
    from chess import Board

    rng = random.Random(1)
    played, listed, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        board = Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(rng.choice(moves))
            played += 1
            listed += len(moves)
    spent = time.process_time() - start
    return {"python-chess": played / spent, "python-chess, moves listed": listed / spent}


def pettingzoo(seconds: float) -> dict[str, float]:
    from pettingzoo.classic import chess_v6

    rng = random.Random(1)
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        env = chess_v6.env()
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[rng.randrange(len(legal))]))
            moves += 1
            if time.process_time() - start > seconds:
                break
    return {"PettingZoo chess": moves / (time.process_time() - start)}


def catanatron(seconds: float) -> dict[str, float]:
    from catanatron import Color, Game, RandomPlayer

    random.seed(1)
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
        game.play()
        records = getattr(game.state, "action_records", None) or game.state.actions
        moves += len(records)
    return {"catanatron": moves / (time.process_time() - start)}


def main() -> None:
    seconds, repeats = float(sys.argv[1]), int(sys.argv[2])
    samples: dict[str, list[float]] = {}
    for play in (chess, pettingzoo, catanatron):
        try:
            play(seconds / 4)
        except ImportError as error:
            print(f"{play.__name__}: {error}", file=sys.stderr)
            continue
        for _ in range(repeats):
            for name, rate in play(seconds).items():
                samples.setdefault(name, []).append(rate)
    print(json.dumps([{"name": name, "unit": "moves/s", "samples": rates} for name, rates in samples.items()]))


if __name__ == "__main__":
    main()
