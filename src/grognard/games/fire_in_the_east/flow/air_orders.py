"""Standing orders for enemy air phases: verbs that may be said at any time."""

from __future__ import annotations

from ....core.flow import Verb
from ..rules import standing_orders

ANYTIME = {
    verb.name: verb
    for verb in (
        Verb(
            "cover",
            "HEX NUMBER",
            standing_orders.cover,
            title="Cover a hex",
            rule="20.A",
            hexes=standing_orders.cover_hexes,
            numbers=lambda p: range(11),
            listed=lambda p: iter(()),
            sample=lambda p, rng: None,
        ),
        Verb(
            "uncover",
            "HEX",
            standing_orders.uncover,
            title="Cover a hex no longer",
            rule="20.A",
            listed=lambda p: iter(()),
            sample=lambda p, rng: None,
        ),
        Verb(
            "reserve",
            "NUMBER",
            standing_orders.reserve,
            title="Keep fighters back",
            rule="20.A",
            numbers=lambda p: range(21),
            sample=lambda p, rng: None,
        ),
        Verb(
            "watch",
            "NUMBER",
            standing_orders.patrol,
            title="Patrol attacks from",
            rule="19d",
            numbers=lambda p: (0, 4, 5, 6),
            sample=lambda p, rng: None,
        ),
        Verb(
            "press",
            "NUMBER",
            standing_orders.press,
            title="Attack mission forces from",
            rule="21.B.2.d",
            numbers=lambda p: standing_orders.PRESSING,
            sample=lambda p, rng: None,
        ),
        Verb(
            "ask",
            "NUMBER",
            standing_orders.ask,
            title="Ask me above",
            rule="20.A",
            numbers=lambda p: range(1, 21),
            sample=lambda p, rng: None,
        ),
        Verb(
            "answers",
            "WORD",
            standing_orders.answer,
            title="Who answers",
            rule="20.A",
            words=lambda p: ("orders", "asked"),
            sample=lambda p, rng: None,
        ),
        Verb(
            "countermand",
            "[WORD]",
            standing_orders.countermand,
            title="Countermand",
            rule="20.A",
            words=lambda p: tuple(standing_orders.WORDS),
            listed=lambda p: iter(()),
            sample=lambda p, rng: None,
        ),
    )
}
