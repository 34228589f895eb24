"""What happens in the sequence of play and when ground units move."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "began": "Game turn {turn}: {name}.", "moved": "{units} moved to {last}.", "eliminated": "{units} eliminated[: {why}].",
    "placed": "{units} set up in {hex}.", "deployed": "The {how} set-up.", "lifted": "{units} picked up again.",
    "attacked": "Attack on {targets} by {units}.", "retreated": "{units} retreated to {last}.",
    "advanced": "{units} advanced into {last}.", "cancelled": "The attack on {targets} is cancelled.",
}  # fmt: skip
