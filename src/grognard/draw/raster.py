"""From SVG to files: PNG by resvg, PDF by typst.

Both come as self-contained wheels, so a bare machine needs no system package; the fonts travel with this
package, so every machine draws the same letters. The PDF keeps lines as lines and text as text.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import resvg_py
import typst
from PIL import Image

from ..core.board import Board
from ..core.errors import GrognardError
from ..core.files import using
from .board_svg import board_svg
from .fonts import FACES, FONTS, font_file
from .sheet import Window
from .svg import element
from .tokens import Ground, Theme, tokens

#: A counter of half an inch covers two thirds of its hex.
HEX_MM = 19.0
_MOST_PIXELS = 120e6


def svg_to_png(svg: str, width: int | None = None) -> bytes:
    """A picture of an SVG, at its own size or `width` pixels wide."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[font_file(*face) for face in FACES],
        serif_family="Source Serif 4",
        sans_serif_family="Sofia Table",
    )
    return bytes(drawn)


def svg_to_pdf(svg: str, width_mm: float) -> bytes:
    """An SVG as one page of PDF, `width_mm` wide."""
    page = f'#set page(width: {width_mm:.2f}mm, height: auto, margin: 0pt)\n#image("picture.svg", width: 100%)\n'
    with TemporaryDirectory() as folder:
        (Path(folder) / "picture.svg").write_text(svg, encoding="utf-8")
        source = Path(folder) / "page.typ"
        source.write_text(page, encoding="utf-8")
        made = typst.compile(str(source), font_paths=[str(FONTS)], ignore_system_fonts=True, format="pdf")
    if not isinstance(made, bytes):
        raise TypeError("a picture is one document")
    return made


def with_fonts(svg: str) -> str:
    """An SVG that carries its fonts, so that any browser shows it as drawn here."""
    rules = []
    for (family, weight), (name, slant, _) in FACES.items():
        data = base64.b64encode(Path(font_file(family, weight)).read_bytes()).decode()
        rules.append(
            f"@font-face{{font-family:'{name}';font-weight:{weight};font-style:{slant};src:url(data:font/ttf;base64,{data})}}"
        )
    head, bracket, body = svg.partition(">")
    return head + bracket + element("style", "".join(rules)) + body


def export(
    board: Board,
    path: Path,
    theme: Theme = "light",
    ground: Ground = "dry",
    numbers: bool = True,
    names: bool = True,
    legend: bool = True,
    region: Window | None = None,
    w: float = 96.0,
    hex_mm: float = HEX_MM,
) -> Path:
    """Draw a board into a file; its suffix (.svg, .png, .pdf) says how.

    `w` is the size of a hex in pixels (PNG, SVG), `hex_mm` its size on paper (PDF).
    """
    writers: dict[str, Callable[[str], bytes]] = {
        ".svg": lambda svg: with_fonts(svg).encode(),
        ".png": svg_to_png,
        ".pdf": lambda svg: svg_to_pdf(svg, _width(svg) / w * hex_mm),
    }
    suffix = path.suffix.lower()
    if suffix not in writers:
        raise GrognardError(f"a board is drawn as {', '.join(sorted(writers))}, not {suffix or 'nothing'!r}")
    if suffix == ".png":
        w = min(w, math.sqrt(_MOST_PIXELS / (board.hexes * 1.3)))
    svg = board_svg(board, theme, ground, numbers, names, legend, region, w)
    picture = writers[suffix](svg)
    with using(path, "written"):
        path.write_bytes(picture)
    return path


def export_reduced(board: Board, path: Path, width: int = 1600, theme: Theme = "light") -> Path:
    """A PNG about `width` pixels wide in few colours, for documents."""
    at_one = _width(board_svg(board, theme, names=False, legend=False, w=8.0)) / 8.0
    # never so small that terrain loses its marks
    svg = board_svg(board, theme, w=max(width / at_one, float(tokens()["zoom"]["middle"][0])))
    picture = Image.open(io.BytesIO(svg_to_png(svg))).convert("RGB")
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)
    return path


def _width(svg: str) -> float:
    """The width an SVG of ours declares."""
    return float(svg.partition(' width="')[2].partition('"')[0])
