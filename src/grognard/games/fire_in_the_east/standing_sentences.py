"""Standing orders as sentences with a number in them: those given, and those that could be."""

from __future__ import annotations

from collections.abc import Callable

from ...core.command import CommandForm
from ...core.missions import StandingOrder
from .material import P
from .rules import standing_orders
from .rules.standing_orders import ASK, COVER, PATROL, PRESSING, RESERVE

VERBS = ("cover", "uncover", "reserve", "watch", "press", "ask", "answers", "countermand")
WITHIN, KEPT, DICE = [*range(11)], [*range(1, 21)], [4, 5, 6]


def told(p: P, side: int, title: Callable[[P, int], str]) -> list[StandingOrder]:
    """A side's own orders, as its owner reads and changes them."""
    names = p.game.board.names
    found = [
        StandingOrder(
            "cover", "Intercept what comes within", order.number, f"hexes of {title(p, order.hex)}", "20.A", WITHIN, True,
            names[order.hex], drop=CommandForm("uncover", hexes=[names[order.hex]]),
        )
        for order in standing_orders.orders(p, side, COVER)
    ]  # fmt: skip
    found.append(StandingOrder("cover", "Intercept what comes within", 3, "hexes of", "20.A", WITHIN, needs_hex=True))
    for kind, verb, before, usual, after, rule, numbers in (
        (RESERVE, "reserve", "Keep", 4, "fighters on the ground", "20.A", KEPT),
        (PATROL, "watch", "Make patrol attacks that need no more than a", 5, "on the die", "19d", DICE),
        (ASK, "ask", "Ask me about more than", 4, "air units over one hex", "20.A", KEPT),
    ):
        number = next((order.number for order in standing_orders.orders(p, side, kind)), 0)
        drop = CommandForm("countermand", word=verb) if number else None
        found.append(StandingOrder(verb, before, number or usual, after, rule, numbers, bool(number), drop=drop))
    least = standing_orders.press_order(p, side)
    drop = CommandForm("countermand", word="press") if least is not None else None
    found.append(
        StandingOrder(
            "press", "Past the screen attack at once at a differential of", least or 0, "or better (0: any), else hold off",
            "21.B.2.d", [*PRESSING], least is not None, drop=drop,
        )
    )  # fmt: skip
    silent = standing_orders.is_silent(p, side)
    drop = CommandForm("countermand", word="answers") if silent else None
    found.append(
        StandingOrder(
            "answers", "Ask me nothing: these orders answer for me", 0, "", "20.A", [], silent, word="orders", drop=drop
        )
    )
    return found
