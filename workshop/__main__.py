"""`python -m workshop --geo FOLDER [GAME ...]` makes the boards and writes them into the games' data folders."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from .lib.geography import Geography

GAMES = ("drive_on_moscow", "typhoon_1941", "barbarossa", "what_if_1940", "fire_in_the_east")
OUTPUT = Path(__file__).resolve().parent.parent / "src" / "grognard" / "games"


def board_text(game: str, geography: Geography) -> str:
    """The board file of one game (module name)."""
    text: str = importlib.import_module(f"workshop.games.{game}").build(geography).text()
    return text


def main() -> None:
    """Make the boards named on the command line, or all of them."""
    parser = argparse.ArgumentParser(prog="workshop", description=__doc__)
    parser.add_argument("--geo", type=Path, required=True, help="the folder with the geographic files")
    parser.add_argument("games", nargs="*", metavar="GAME", help="drive_on_moscow ... (all when left out)")
    options = parser.parse_args()
    geography = Geography(options.geo)
    for game in [name.replace("-", "_") for name in options.games] or GAMES:
        target = OUTPUT / game / "data" / "board.board"
        target.parent.mkdir(parents=True, exist_ok=True)
        text = board_text(game, geography)
        target.write_text(text, encoding="utf-8")
        print(f"{game}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
