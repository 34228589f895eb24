"""`grognard data`: put the values of your own copy of a game in place of our reconstructions."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from .common import Game

app = typer.Typer(help="Data files of a game, for owners of the printed one.", no_args_is_help=True)

_README = """Data files of {title}
{line}

Maps, tables and counters that the rulebook does not print are reconstructed in Grognard. If you own the game you can
enter what is printed on your copy here; delete the files you do not change. Use them with `--data {folder}` on any
command that starts or loads a match. A save remembers which data it was played with.

{files}
"""

_FILES = {
    "units.csv": "the counters: factors (full and reduced), type, size, group",
    "tables.toml": "combat results table, terrain effects chart, turn record track",
    "weather.toml": "the weather, turn by turn, and what it changes",
    "calendar.csv": "who comes and goes on which turn, where no counter shows it",
    "stacking.toml": "how many units may stand in one hex",
    "ways.csv": "ways beside the hexes: across a sea, between boxes",
    "board.board": "the map (format: docs/boards.md)",
    "historical.csv": "the historical set-up",
    "types.csv": "what a unit of a nation, type and size is",
    "charts.yaml": "all charts of a game that has many: combat, terrain, weather, supply, air, replacements",
    "aircraft.csv": "ratings of aircraft",
    "air_calendar.csv": "which aircraft come and go when",
    "ships.csv": "ships and flotillas",
    "assets.csv": "forts, airfields, guns, resource points and other things that come by number",
    "deployment.toml": "where groups of the orders of battle may be set up",
    "historical_air.csv": "bases of aircraft in the historical set-up",
    "historical_assets.csv": "places of forts, airfields and guns in it",
}


@app.callback()
def _group() -> None:
    """Data files of a game."""


@app.command("init")
def init(
    game: Game,
    folder: Annotated[Path | None, typer.Argument(help="Where to write them (default: GAME-data).", metavar="[DIR]")] = None,
) -> None:
    """Write the data files of a game into a folder, to be edited.

    Example: grognard data init drive-on-moscow mine, then grognard new drive-on-moscow --data mine -o game.txt
    """
    from ..core.data import DataFiles
    from ..core.errors import GrognardError
    from ..core.files import using, write_text
    from ..games import GAMES, folder_of

    source = DataFiles.of_set(folder_of(game) / "data")  # the newest
    target = folder or Path(f"{game}-data")
    with using(target, "used as a folder"):
        if target.exists() and any(target.iterdir()):
            raise GrognardError(f"{target} exists and is not empty")
        target.mkdir(parents=True, exist_ok=True)
        written = [name for name in _FILES if source.path(name).exists()]
        for name in written:
            shutil.copyfile(source.path(name), target / name)
    title = GAMES[game][1]
    listing = "\n".join(f"- {name}: {_FILES[name]}" for name in written)
    readme = _README.format(title=title, line="=" * (14 + len(title)), folder=target, files=listing)
    write_text(target / "README.txt", readme)
    typer.echo(f"{len(written)} files in {target}; edit them and use --data {target}")
