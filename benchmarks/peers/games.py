"""Random legal play with other rules engines: moves a second, listing the options at each move."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable


def chess_moves(seconds: float) -> float:
    import chess

    rng = random.Random(1)
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.process_time() - start)


def chess_listed(seconds: float) -> float:
    """Moves listed, not played, a second."""
    import chess

    rng = random.Random(1)
    listed, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            listed += len(moves)
            board.push(rng.choice(moves))
    return listed / (time.process_time() - start)


def pettingzoo_moves(seconds: float) -> float:
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
    return moves / (time.process_time() - start)


def catanatron_moves(seconds: float) -> float:
    from catanatron import Color, Game, RandomPlayer

    random.seed(1)
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
        game.play()
        records = getattr(game.state, "action_records", None) or game.state.actions
        moves += len(records)
    return moves / (time.process_time() - start)


PLAYERS: dict[str, Callable[[float], float]] = {
    "python-chess": chess_moves, "python-chess, moves listed": chess_listed, "PettingZoo chess": pettingzoo_moves,
    "catanatron": catanatron_moves,
}  # fmt: skip


def main() -> None:
    seconds, repeats = float(sys.argv[1]), int(sys.argv[2])
    figures = []
    for name, play in PLAYERS.items():
        try:
            play(seconds / 4)
            figures.append({"name": name, "unit": "moves/s", "samples": [play(seconds) for _ in range(repeats)]})
        except ImportError as error:
            print(f"{name}: {error}", file=sys.stderr)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
