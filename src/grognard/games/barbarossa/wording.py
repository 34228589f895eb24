"""Events as sentences, in the log, the terminal and play by mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.play import Event
from ...core.words import agreeing

if TYPE_CHECKING:
    from .game import Barbarossa

_TEMPLATES = {
    # set-up and sequence
    "placed": "{Side} places {units} in {hex}.",
    "lifted": "{Side} picks up {units}.",
    "deployed": "{Side} deploys {units}{data} {at}.",
    "began": "Game turn {number}, {data}.",
    "paused": "The German decides: {data}.",
    "zoned": "The bonus of this summer is in the {data}.",
    "ordered": "{Side} will {order}.",
    # movement and combat
    "moved": "{units} moves {path}{cost}.",
    "sailed": "{units} sails from {hex} to {last}.",
    "transferred": "{units} goes by rail from {hex} to {last}.",
    "assaulted": "Mobile assault on {hex} by {units}{air}.",
    "attacked": "Prepared assault on {hex} by {units}{air}.",
    "covered": "{units} lies on top in {hex}.",
    "cancelled": "The attack on {hex} is called off.",
    "opened": "{hex} is defended by {units}.",
    "supported": "The Luftwaffe joins the battle for {hex}.",
    "rolled": "Die: {number} ({data}).",
    "converted": "{from} becomes {to}.",
    "eliminated": "{units} is eliminated.",
    "trapped": "The defenders of {hex} cannot retreat.",
    "retreated": "{units} retreats to {last}.",
    "entered": "{units} breaks into {hex}.",
    "advanced": "{units} advances into {hex}.",
    "wrecked": "The fortified line in {hex} is destroyed.",
    # new units and old
    "arrived": "{units} arrives in {hex}.",
    "reclaimed": "{units} returns from the dead pile in {hex}.",
    "delayed": "{units} waits for a later turn.",
    "forfeited": "{units} will never enter play.",
    "withdrawn": "{units} is withdrawn.",
    "removed": "{units} leaves the game.",
    "dissolved": "{units} is dissolved.",
    "promoted": "{units}: conversion in {hex}.",
    "combed": "Replacements from the combed-out rear: {number}.",
    "reserved": "{units} goes to the reserve.",
    "rushed": "{units} is rushed to {hex}.",
    "joined": "{units} joins in {hex}.",
    "defected": "Romania changes sides.",
    "exited": "{units} leaves for Bulgaria by {hex}.",
    "walled": "The East Wall rises in {hex}.",
    "fortified": "A fortified area is built around {hex}.",
    "razed": "The fortified area around {hex} is lost.",
    "held": "The garrison of {hex} must stand fast.",
    # supply, cities, victory
    "aimed": "Offensive supply {data} for {hex}.",
    "supplied": "The Luftwaffe supplies {hex}.",
    "drawn": "Crimea supply: {units}.",
    "shut-off": "Crimea supply is off.",
    "proclaimed": "{hex} becomes a {data} city.",
    "fallen": "The {data} city {hex} has fallen.",
    "scored": "{points} German victory points: {from} ({to} in all).",
    "forgiven": "Forgiveness points: {number}.",
    "declared": "{Side} declares: {data}.",
    "judged": "The offensive has {data}.",
    "chosen": "The German has chosen in secret.",
    "revealed": "Operation Watch on the {Data}.",
    "dropped": "{units} jumps onto {hex}.",
    "launched": "The Caucasus expedition leaves: {units}.",
    "answered": "{units} goes to the Caucasus.",
    "broke-through": "The expedition has reached the oil.",
    "cut-off": "The expedition is cut off ({data}).",
    "recalled": "The expedition is called back: {units}.",
    "returned": "{units} returns from the Caucasus by {hex}.",
    "won": "{Side} wins: {data}.",
}

#: words of the data as a person says them
WORDS = {
    "active": "player turn", "order": "order of phases", "vp": "German victory points", "aircraft": "Luftwaffe counters left",
    "season": "length of the turn", "single-month": "one month", "double-month": "two months",
    "movement": "movement points (mechanized / others)", "works": "markers on the map", "wall": "fortified lines",
    "hero": "hero cities", "fortress": "fortress cities", "fortified-area": "fortified areas", "hand": "city markers in hand",
    "airlift": "aerial supply", "hex": "in", "from": "possible from turn", "crimea": "supply in the south",
    "coast": "along the coast", "markers": "offensive supply markers", "pause": "Paulus Pause", "no-pause": "no pause",
    "zone": "fight/move bonus of 1942", "offensive": "summer offensive of 1943", "gambit": "Manstein's Gambit",
    "last_offensive": "last offensive", "rhine": "Watch on the Rhine", "oder": "Watch on the Oder",
    "standing": "standing orders of the box", "expedition": "Caucasus expedition", "launched": "left in turn",
    "status": "", "forgiveness": "forgiveness points", "check": "victory points that decide the game now",
    "move-fight": "move, then fight", "fight-move": "fight, then move", "fight-fight": "fight twice",
    "replacements": "replacements (mechanized / others)", "mobile": "mobile assault", "air": "aircraft", "owed": "factors owed",
    "bb": "bloodbath", "dr": "retreat",
}  # fmt: skip

_RESULTS = {
    "AE": "the attacker is eliminated", "AS": "the attack stalls", "DR": "the defender retreats", "BB": "a bloodbath",
    "DE": "the defender is eliminated",
}  # fmt: skip


def sentence(game: Barbarossa, event: Event, units: Sequence[str]) -> str:
    """One line for a person; `units` are the names he may know."""
    if event.kind == "weighed":
        attack, defence, raw, final, *shifts = event.data
        return f"{attack} against {defence} is {raw}; final odds {final}" + (f" ({', '.join(shifts)})." if shifts else ".")
    if event.kind == "resolved":
        return f"Result {event.data[0]}: {_RESULTS[event.data[0]]}."
    hexes = [game.board.names[h] for h in event.hexes]
    first, last = (event.data[0], event.data[-1]) if event.data else ("", "")
    return agreeing(_TEMPLATES[event.kind], len(units)).format_map(
        {
            "Side": game.sides[event.side].capitalize() if event.side >= 0 else "",
            "units": ", ".join(units),
            "hex": hexes[0] if hexes else "",
            "at": f"in {hexes[0]}" if hexes else "",
            "last": hexes[-1] if hexes else "",
            "path": "-".join(hexes),
            "number": event.number,
            "cost": "" if event.number is None else f" ({event.number} MP)",
            "points": f"{event.number:+d}" if event.number is not None else "",
            "air": " with air support" if event.number else "",
            "data": ", ".join(map(str, event.data)),
            "Data": str(first).capitalize(),
            "order": str(first).replace("-", " first, then "),
            "from": first,
            "to": last,
        }
    )
