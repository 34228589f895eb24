"""Tables of how hidden units are deployed (`grognard.ai.deployed`), counted in games between computers.

    python -m tools.deployed GAME [GAMES] [LEVEL]      play so many games (10) and write the table of a game
    python -m tools.deployed GAME [GAMES] [LEVEL] test  instead, play others and tell how well the table foretells true deals
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec

import grognard
from grognard.ai.deployed import TABLE, Deployed, Table, class_of, game_turn, hidden_from, surprise, table_of
from grognard.ai.players import player
from grognard.core.match import Match
from grognard.games import folder_of

#: Games that a table is counted in have seeds from the first, those that it is tried on from the second.
COUNTED, TRIED = 4000, 5000


def positions(slug: str, games: int, level: str, seed: int) -> Iterator[tuple[Match, int]]:
    """Every beginning of a movement, with whose it is."""
    for number in range(seed, seed + games):
        match = grognard.new(slug, seed=number)
        seats = [player(slug, level, f"{number} {seat}") for seat in match.seats]
        last = None
        while not match.over:
            now = (game_turn(match), match.seat)
            if "move" in match.step.verbs and now != last:
                last = now
                yield match, match.seat
            match.do(seats[match.seat].choose(match).command)


def counted(slug: str, games: int, level: str) -> Table:
    found: Table = {}
    for match, seat in positions(slug, games, level, COUNTED):
        for unit, site in hidden_from(match, seat):
            found.setdefault(class_of(match.play, unit), Deployed()).note(game_turn(match), site)
    return dict(sorted(found.items()))


def main() -> None:
    slug, games, level = sys.argv[1], int((*sys.argv[2:3], "10")[0]), (*sys.argv[3:4], "officer")[0]
    if sys.argv[4:] == ["test"]:
        rows = [surprise(match, seat, table_of(slug)) for match, seat in positions(slug, games, level, TRIED)]
        rows = [row for row in rows if row[2]]
        better = sum(by_table < evenly for by_table, evenly, _ in rows)
        places = sum(row[2] for row in rows)
        mean = [sum(row[k] for row in rows) / places for k in (0, 1)]
        print(f"{slug}: {len(rows)} positions, {places} places; minus log-likelihood per place {mean[0]:.3f} by the table, "
              f"{mean[1]:.3f} evenly; the table is better in {better} positions")  # fmt: skip
        return
    path = folder_of(slug) / "opponent" / TABLE
    path.write_bytes(msgspec.json.format(msgspec.json.encode(counted(slug, games, level)), indent=1) + b"\n")
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
