"""Events as sentences, in the log, the terminal and play by mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.play import Event
from ...core.words import agreeing

if TYPE_CHECKING:
    from .game import DriveOnMoscow

_TEMPLATES = {
    "placed": "{Side} places {units} in {hex}.",
    "lifted": "{Side} picks up {units}.",
    "deployed": "{Side} sets up ({data}).",
    "began": "Game turn {number}, {data}.",
    "declared": "The November offensive is declared for turn {number}.",
    "demanded": "Stalin demands that {number} units attack.",
    "ordered": "{Side} will {order}.",
    "arrived": "{units} arrives in {hex}.",
    "withdrew": "{units} is withdrawn from {hex}.",
    "replenished": "{units} is brought back to full strength.",
    "forfeited": "{units} will never enter play.",
    "drawn": "{units} is drawn from the Guards pool.",
    "promoted": "{units} in {hex}: promoted to Guards.",
    "moved": "{units} moves {path} ({number} MP).",
    "assaulted": "Mobile assault on {hex} by {units}{air}.",
    "attacked": "Prepared assault on {hex} by {units}{air}.",
    "supported": "Aircraft in the defence of {hex}: {number}.",
    "cancelled": "The attack on {hex} is called off.",
    "revealed": "Revealed: {data}.",
    "rolled": "Die: {number} ({data}).",
    "converted": "{from} becomes {to}.",
    "reduced": "{units} loses a step.",
    "eliminated": "{units} is eliminated.",
    "formed": "{units} forms as {data} in {hex}.",
    "trapped": "The defenders of {hex} cannot retreat.",
    "retreated": "{units} retreats to {last}.",
    "entered": "{units} breaks into {hex}.",
    "advanced": "{units} advances into {hex}.",
    "won": "{Side} wins: {data}.",
}

#: words of the data as a person says them
WORDS = {
    "active": "player turn", "order": "order of phases", "movement": "movement points", "other": "others",
    "aircraft": "aircraft left", "november": "November offensive", "guards_pool": "Guards counters left",
    "kampfgruppen": "Kampfgruppe counters left", "spoiling": "spoiling attacks", "demanded": "units demanded",
    "engaged": "units so far", "air": "aircraft", "mobile": "mobile assault",
    "owed": "steps owed", "as": "stall the attack", "move-fight": "move, then fight", "fight-move": "fight, then move",
}  # fmt: skip

_RESULTS = {
    "AS": "the attack stalls", "AL1": "the attacker loses a step", "DR": "the defender retreats",
    "DE": "the defender is eliminated",
}  # fmt: skip


def sentence(game: DriveOnMoscow, event: Event, units: Sequence[str]) -> str:
    """One line for a person; `units` are the names he may know."""
    names = game.board.names
    if event.kind == "weighed":
        attack, defence, raw, final, *shifts = event.data
        return f"{attack} against {defence} is {raw}; final odds {final}" + (f" ({', '.join(shifts)})." if shifts else ".")
    if event.kind == "resolved":
        return f"Result {event.data[0]}: {_RESULTS[event.data[0]]}."
    hexes = [names[h] for h in event.hexes]
    first, last = (event.data[0], event.data[-1]) if event.data else ("", "")
    return agreeing(_TEMPLATES[event.kind], len(units)).format_map(
        {
            "Side": game.sides[event.side].capitalize() if event.side >= 0 else "",
            "units": ", ".join(units),
            "hex": hexes[0] if hexes else "",
            "last": hexes[-1] if hexes else "",
            "path": "-".join(hexes),
            "number": event.number,
            "air": f" with {event.number} aircraft" if event.number else "",
            "data": ", ".join(map(str, event.data)),
            "order": str(first).replace("-", " first, then "),
            "from": first,
            "to": last,
        }
    )
