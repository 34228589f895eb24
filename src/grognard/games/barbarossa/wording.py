"""Events as sentences, in the log, the terminal and play by mail, and words of commands as a person says them."""

from __future__ import annotations

from ..assault import events
from ..assault.glance import ORDERS

#: `{air:.0}` asks whether there is any air support without saying how much
TEXTS = events.TEXTS | {
    # set-up and sequence
    "deployed": "{Side} deploys[ {units} in {hex}][ {how} ].",
    "paused": "The German decides: {choice}.",
    "zoned": "The bonus of this summer is in the {zone}.",
    # movement and combat
    "moved": "{units} moves {path}[ ({cost} MP)].",
    "sailed": "{units} sails from {start} to {last}.",
    "transferred": "{units} goes by rail from {start} to {last}.",
    "assaulted": "Mobile assault on {targets} by {units}[ with air support{air:.0}].",
    "attacked": "Prepared assault on {targets} by {units}[ with air support{air:.0}].",
    "covered": "{units} lies on top in {hex}.",
    "opened": "{hex} is defended by {units}.",
    "supported": "The Luftwaffe joins the battle for {hex}.",
    "wrecked": "The fortified line in {hex} is destroyed.",
    # new units and old
    "reclaimed": "{units} returns from the dead pile in {hex}.",
    "delayed": "{units} waits for a later turn.",
    "withdrawn": "{units} is withdrawn.",
    "removed": "{units} leaves the game.",
    "dissolved": "{units} is dissolved.",
    "promoted": "{units}: conversion in {hex}.",
    "combed": "Replacements from the combed-out rear: {count}.",
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
    "aimed": "Offensive supply {marker} for {hex}.",
    "supplied": "The Luftwaffe supplies {hex}.",
    "drawn": "Crimea supply: {units}.",
    "shut-off": "Crimea supply is off.",
    "proclaimed": "{hex} becomes a {sort} city.",
    "fallen": "The {sort} city {hex} has fallen.",
    "scored": "{points} German victory points: {why} ({total} in all).",
    "forgiven": "Forgiveness points: {points}.",
    "declared": "{Side} declares: {what}.",
    "judged": "The offensive has {outcome}.",
    "chosen": "The German has chosen in secret.",
    "revealed": "Operation Watch on the {river}.",
    "dropped": "{units} jumps onto {hex}.",
    "launched": "The Caucasus expedition leaves: {units}.",
    "answered": "{units} goes to the Caucasus.",
    "broke-through": "The expedition has reached the oil.",
    "cut-off": "The expedition is cut off ({why}).",
    "recalled": "The expedition is called back: {units}.",
    "returned": "{units} returns from the Caucasus by {hex}.",
}

#: words of commands as a person says them
WORDS = ORDERS | {
    "pause": "pause", "no-pause": "no pause", "offensive": "summer offensive of 1943", "gambit": "Manstein's Gambit",
    "rhine": "Watch on the Rhine", "oder": "Watch on the Oder", "bb": "bloodbath", "dr": "retreat",
}  # fmt: skip

#: results of the combat table in words
MEANINGS = {
    "AE": "the attacker is eliminated", "AS": "the attack stalls", "DR": "the defender retreats", "BB": "a bloodbath",
    "DE": "the defender is eliminated",
}  # fmt: skip
