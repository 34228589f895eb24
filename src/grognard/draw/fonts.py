"""The fonts that travel with this package, and how wide a text is in them."""

from __future__ import annotations

from functools import cache

from PIL import ImageFont

from .tokens import FOLDER, SANS, SERIF, SLIM

FONTS = FOLDER / "fonts"

#: font-family as SVG writes it, weight: name inside the file, slant, file
FACES = {
    (SERIF, 500): ("Source Serif 4", "italic", "SourceSerif4_500Medium_Italic"),
    (SERIF, 600): ("Source Serif 4", "normal", "SourceSerif4_600SemiBold"),
    (SERIF, 700): ("Source Serif 4", "normal", "SourceSerif4_700Bold"),
    (SANS, 500): ("Sofia Table", "normal", "SofiaTable_500Medium"),
    (SANS, 800): ("Sofia Table", "normal", "SofiaTable_800ExtraBold"),
    (SLIM, 800): ("Sofia Table Slim", "normal", "SofiaTableSlim_800ExtraBold"),
}


def font_file(family: str, weight: int) -> str:
    """The file of a face."""
    return str(FONTS / f"{FACES[family, weight][2]}.ttf")


@cache
def _face(family: str, weight: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(family, weight), 100)


@cache
def measure(words: str, family: str, weight: int) -> float:
    """Width of a text in em."""
    return float(_face(family, weight).getlength(words)) / 100
