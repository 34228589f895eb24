"""What follows if a hex falls."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..core.words import counted
from .answers import Consequence
from .cuts import cut_by_each
from .outlook import Outlook


def falls(outlook: Outlook, hex: int, taker: int) -> list[Consequence]:
    """What a side gains by taking a hex, as far as the outlook knows, the most first: places that change hands and what the rules
    make of it, then whom it cuts off from supply."""
    found = [one for side in outlook.p.enemies(taker) for one in (*_places(outlook, hex, side), *_cut_off(outlook, hex, side))]
    return sorted(found, key=lambda one: not one.fatal)


def _places(outlook: Outlook, hex: int, side: int) -> Iterator[Consequence]:
    for stake in outlook.p.game.foresight.stakes(outlook.p):
        if stake.side == side and hex in stake.hexes and not stake.cut:
            who = outlook.p.game.sides[side].capitalize()
            yield Consequence(f"{who} loses {stake.name}, which {stake.outcome}", stake.rule, stake.fatal)


def _cut_off(outlook: Outlook, hex: int, side: int) -> Iterator[Consequence]:
    lines = outlook.lines(side)
    if lines is None:
        return
    stacks = outlook.stacks(side)
    lost = cut_by_each(outlook.p.game.board, lines, stacks[stacks != hex], np.array([hex], np.int16)).get(hex, [])
    if lost:
        who = f"{outlook.p.game.sides[side].capitalize()} stack"
        names = outlook.p.game.board.names
        yield Consequence(f"{counted(len(lost), who)} cut off from supply", lines.rule, hexes=[names[h] for h in lost])
