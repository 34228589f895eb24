"""`grognard board`: look at boards, check them against the rulebooks, print them, start new ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FAILED, Game, Json, print_json

if TYPE_CHECKING:
    from ..core.board import Board

app = typer.Typer(help="Boards: show, check, export, new.", no_args_is_help=True)


@app.command("show")
def show(
    game: Game,
    hex: Annotated[str | None, typer.Argument(help="A hex to look at.", metavar="[HEX]")] = None,
    json: Json = False,
) -> None:
    """Describe a board, or one hex of it.

    Example: grognard board show drive-on-moscow 4014
    """
    from ..boards.describe import describe_board, describe_hex

    board = load_board(game)
    data = describe_board(board) if hex is None else describe_hex(board, hex)
    if json:
        print_json(data)
        return
    for key, value in data.items():
        typer.echo(f"{key}: {', '.join(map(str, value)) if isinstance(value, list) else value}")


@app.command("check")
def check(
    game: Game,
    failures: Annotated[bool, typer.Option("--failures", help="Print only what fails.")] = False,
    json: Json = False,
) -> None:
    """Hold a board against every fact its rulebook states, and against what any map must satisfy.

    Example: grognard board check barbarossa
    """
    from ..boards.check import check as check_facts

    load_board(game)
    facts = check_facts(game)
    held = sum(fact.holds for fact in facts)
    if json:
        print_json({"facts": facts, "held": held, "of": len(facts)})
    else:
        for fact in facts:
            if not (failures and fact.holds):
                detail = f" ({fact.detail})" if fact.detail and not fact.holds else ""
                typer.echo(f"{'pass' if fact.holds else 'FAIL'} {fact.rule:8} {fact.hex:10} {fact.says}{detail}")
        typer.echo(f"{held} of {len(facts)} facts hold")
    if held < len(facts):
        raise typer.Exit(FAILED)


@app.command("export")
def export(
    game: Game,
    png: Annotated[Path | None, typer.Option("--png", help="Write a PNG picture.", metavar="FILE")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write an SVG drawing.", metavar="FILE")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write a PDF to print and play on.", metavar="FILE")] = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
) -> None:
    """Draw a board at print quality.

    Example: grognard board export typhoon-1941 --pdf typhoon.pdf
    """
    from ..core.errors import GrognardError
    from ..draw.raster import export as draw

    targets = {suffix: path for suffix, path in ((".svg", svg), (".png", png), (".pdf", pdf)) if path is not None}
    if not targets:
        raise GrognardError("say where to: --png FILE, --svg FILE or --pdf FILE")
    for suffix, path in targets.items():
        if path.suffix.lower() != suffix:
            raise GrognardError(f"--{suffix[1:]} writes a file whose name ends in {suffix}, not {path}")
    if theme not in ("light", "dark"):
        raise GrognardError("the theme is light or dark")
    board = load_board(game)
    for path in targets.values():
        draw(board, path, theme="dark" if theme == "dark" else "light")
        typer.echo(f"{path} written")


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(help="Name of the new board.")],
    box: Annotated[str, typer.Option(help="south,west,north,east in degrees.", metavar="S,W,N,E")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The board file to write.", metavar="FILE")],
    km: Annotated[float, typer.Option(help="Kilometres from hexside to opposite hexside.")] = 25.0,
    projection: Annotated[str, typer.Option(help="A PROJ string; a fitting conic without it.")] = "",
    title: Annotated[str, typer.Option(help="Title of the board.")] = "",
) -> None:
    """Start a board of your own from a bounding box, a projection and a hex size.

    Example: grognard board new crete --box 34.8,23.4,35.8,26.4 --km 10 -o crete.board
    """
    from ..boards.new import new_board, read_box
    from ..core.files import demand_new, write_text

    demand_new(output)
    write_text(output, new_board(name, read_box(box), proj=projection, hex_km=km, title=title))
    typer.echo(f"{output} written; docs/boards.md explains the format")


def load_board(game: str) -> Board:
    """The board of any of the games, playable or not."""
    from ..core.board import Board
    from ..core.errors import GrognardError
    from ..games import folder_of

    path = folder_of(game) / "data" / "board.board"
    if not path.exists():
        raise GrognardError(f"{game} has no board yet")
    return Board.load(path)
