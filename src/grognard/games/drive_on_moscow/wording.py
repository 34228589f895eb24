"""Events as sentences, in the log, the terminal and play by mail, and words of commands as a person says them."""

from __future__ import annotations

from ..assault import events
from ..assault.glance import ORDERS

TEXTS = events.TEXTS | {
    "deployed": "{Side} sets up ({how}).",
    "declared": "The November offensive is declared for turn {launch}.",
    "demanded": "Stalin demands that {count} units attack.",
    "withdrew": "{units} is withdrawn from {hex}.",
    "replenished": "{units} is brought back to full strength.",
    "drawn": "{units} is drawn from the Guards pool.",
    "promoted": "{units} in {hex}: promoted to Guards.",
    "moved": "{units} moves {path} ({cost} MP).",
    "assaulted": "Mobile assault on {targets} by {units}[ with {air} aircraft].",
    "attacked": "Prepared assault on {targets} by {units}[ with {air} aircraft].",
    "supported": "Aircraft in the defence of {hex}: {air}.",
    "revealed": "Revealed: {faces}.",
    "reduced": "{units} loses a step.",
    "formed": "{units} forms as {name} in {hex}.",
}

#: words of commands as a person says them
WORDS = ORDERS | {"as": "stall the attack"}

#: results of the combat table in words
MEANINGS = {
    "AS": "the attack stalls", "AL1": "the attacker loses a step", "DR": "the defender retreats",
    "DE": "the defender is eliminated",
}  # fmt: skip
