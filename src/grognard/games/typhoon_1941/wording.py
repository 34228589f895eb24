"""Events as sentences, in the log, the terminal and play by mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.play import Event
from ...core.words import agreeing, counted

if TYPE_CHECKING:
    from .game import Typhoon1941

_TEMPLATES = {
    "placed": "{Side} places {units} in {hex}.",
    "lifted": "{Side} picks up {units}.",
    "deployed": "{Side} sets up ({data}).",
    "forewarned": "The Russian takes his Unhistorical First Move.",
    "began": "Game-turn {number}, {data}.",
    "weathered": "Weather: {data}.",
    "commanded": "Russian orders: {data}.",
    "hidden": "{Side} hides {units} ({hexes}).",
    "shown": "{Side} turns {units} face up.",
    "revealed": "Revealed in {hexes}: {data}.",
    "appeared": "{Side}: {units} appears in {last}.",
    "moved": "{units} moves {path}.",
    "rested": "{units} is inactive.",
    "attacked": "{Side} attacks {hexes} with {units}.",
    "allocated": "{Side} will attack {hexes} with {units}.",
    "spent": "There was nothing in {hexes}; the attack is spent.",
    "cancelled": "The attack on {hexes} is called off.",
    "stood": "No Retreat! for {units}.",
    "rolled": "Die: {number} ({data}).",
    "declined": "The exchange is declined: D2 instead.",
    "disrupted": "{units} is Disrupted.",
    "recovered": "{units} recovers.",
    "eliminated": "{units} is eliminated.",
    "pushed": "{units} must retreat {distance}.",
    "retreated": "{units} retreats to {last}.",
    "advanced": "{units} advances to {last}.",
    "launched": "{units} flies against {hex} ({data}).",
    "intercepted": "{units} intercepts over {hex}.",
    "turned": "{units} is intercepted and Disrupted for the rest of the turn.",
    "downed": "{units} is shot down and out until turn {number}.",
    "prevented": "The mission over {hex} fails.",
    "bombed": "Bombs on {hex}: {data}.",
    "dropped": "{units} drops in {hex}.",
    "resupplied": "The units in {hex} are supplied from the air.",
    "returned": "{units} is available.",
    "withdrew": "{units} leaves for the Mediterranean.",
    "named": "The Disrupted units in {hex} are going to be attacked.",
    "launched-offensive": "The Germans attack a second time.",
    "determined": "{Side} units out of supply: {number}.",
    "received": "Russian replacements.",
    "disbanded": "{Side} gives up {units}.",
    "gambled": "A shock army leaves the Far East before turn 5.",
    "railed": "{units} goes by rail to {last}.",
    "won": "{Side} wins: {data}.",
    "ended": "The game ends in a draw: {data}.",
}

#: words of the data as a person says them
WORDS = {
    "active": "player turn", "phase": "attack phase", "before": "before movement", "operational": "after movement",
    "second": "second phase", "die": "numbers of the die", "A": "1 is best for the attacker", "B": "6 is best for the attacker",
    "no_retreat": "No Retreat! ordered", "second_phase": "second offensive phase", "places": "cities and towns",
    "aircraft": "aircraft ready", "replacements": "replacement factors", "level": "", "press": "pressed",
    "hard-frost": "hard frost", "mission": "air mission", "kind": "", "target": "over", "free": "free retreat",
    "no-retreat": "No Retreat!",
}  # fmt: skip

_RESULTS = {
    "DE": "the defenders are eliminated", "D3": "Disrupted, up to 3 hexes back", "D2": "Disrupted, up to 2 hexes back",
    "D1": "Disrupted, up to 1 hex back", "D": "the defenders are Disrupted", "X": "exchange", "X/2": "exchange, attacker at half",
    "AD": "the attackers are Disrupted", "AE": "the attackers are eliminated", "D/AE": "defenders shaken, attackers lost",
}  # fmt: skip


def sentence(game: Typhoon1941, event: Event, units: Sequence[str]) -> str:
    """One line for a person; `units` are the names he may know."""
    names = game.board.names
    if event.kind == "weighed":
        attack, defence, raw, final, *shifts = event.data
        return f"{attack} against {defence} is {raw}; final odds {', '.join(final)}" + (
            f" ({', '.join(shifts)})." if shifts else "."
        )
    if event.kind == "resolved":
        return f"Result {event.data[0]}: {_RESULTS[event.data[0]]}."
    if event.kind == "determined" and event.number is None:
        return f"{game.sides[event.side].capitalize()} supply is determined."
    hexes = [names[h] for h in event.hexes]
    return agreeing(_TEMPLATES[event.kind], len(units)).format_map(
        {
            "Side": game.sides[event.side].capitalize() if event.side >= 0 else "",
            "units": ", ".join(units) or "a hidden piece",
            "hex": hexes[0] if hexes else "",
            "last": hexes[-1] if hexes else "",
            "path": "-".join(hexes),
            "hexes": ", ".join(hexes),
            "number": event.number,
            "distance": counted(event.number or 0, "hex"),
            "data": ", ".join(map(str, event.data)),
        }
    )
