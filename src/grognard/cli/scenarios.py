"""`grognard scenario`: short scenarios of one's own, cut from a saved match."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from .common import Data, pair_of
from .files import File, opened

app = typer.Typer(help="Short scenarios cut from a saved match.", no_args_is_help=True)
_TURNS = re.compile(r"(\d{1,3})-(\d{1,3})")
_TITLE = re.compile(r'[^"\\\n\r]{0,80}')


@app.callback()
def _group() -> None:
    """Short scenarios."""


@app.command("cut")
def cut(
    file: File,
    name: Annotated[str, typer.Option(help="What it is called in commands.", metavar="NAME")],
    area: Annotated[list[str], typer.Option(help="A scenario, HEX~DISTANCE, or hexes (2A/3010-20); may be repeated.")],
    turns: Annotated[str, typer.Option(help="First and last turn, e.g. 8-12.", metavar="FIRST-LAST")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of data files, for --data.", metavar="DIR")],
    title: Annotated[str, typer.Option(help="What it is called in lists.")] = "",
    points: Annotated[list[str] | None, typer.Option(help="PLACE=NUMBER, what a place is worth; may be repeated.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="NUMBER=RESULT (Axis, draw), best first; may be repeated.")] = None,
    divisions: Annotated[int, typer.Option(help="A point for so many enemy divisions lost.", min=0)] = 0,
    data: Data = None,
) -> None:
    """Cut a short scenario out of a saved campaign: an area, its units as they stand, some turns, points for places.

    Example: grognard scenario cut game.txt --name my-kiev --area kiev --turns 4-7 -o mine,
    then grognard new fire-in-the-east --data mine --scenario my-kiev -o kiev.txt
    """
    from ..core.cutting import Cutting
    from ..core.errors import GrognardError
    from ..core.files import demand_new, using, write_text

    found = _TURNS.fullmatch(turns)
    if not found:
        raise GrognardError(f"--turns takes FIRST-LAST, not {turns!r}")
    if not _TITLE.fullmatch(title):
        raise GrognardError("a title has at most 80 letters and no quotation marks")
    worth = tuple((place, _number("--points", number)) for place, number in (_pair("--points", text) for text in points or ()))
    levels = tuple((_number("--level", least), result) for least, result in (_pair("--level", text) for text in level or ()))
    if any(result not in ("Axis", "draw") for _, result in levels):
        raise GrognardError("--level takes NUMBER=Axis or NUMBER=draw; below the last one the Soviets win")
    match = opened(file, data)
    wanted = Cutting(name, tuple(area), (int(found[1]), int(found[2])), title, worth, levels, divisions)
    files = match.game.cut(match, wanted)
    folder = out / "scenarios"
    for each in files:
        demand_new(folder / each)
    with using(folder, "used as a folder"):
        folder.mkdir(parents=True, exist_ok=True)
    for each, text in files.items():
        write_text(folder / each, text)
    typer.echo(f"{', '.join(files)} in {folder}; play it with --data {out} --scenario {name}")


def _pair(option: str, text: str) -> tuple[str, str]:
    return pair_of(option, "a word, = and a word", text)


def _number(option: str, text: str) -> int:
    from ..core.errors import GrognardError

    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise GrognardError(f"{option} needs a number, not {text!r}")
    return int(text)
