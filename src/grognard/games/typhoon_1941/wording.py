"""Events as sentences, in the log, the terminal and play by mail, and words of commands as a person says them."""

from __future__ import annotations

TEXTS = {
    "placed": "{Side} places {units} in {hex}.",
    "lifted": "{Side} picks up {units}.",
    "deployed": "{Side} sets up ({how}).",
    "forewarned": "The Russian takes his Unhistorical First Move.",
    "began": "Game-turn {turn}, {name}.",
    "weathered": "Weather: {weather}.",
    "commanded": "Russian orders: {orders}.",
    "hidden": "{Side} hides {units} ({places}).",
    "shown": "{Side} turns {units} face up.",
    "revealed": "Revealed in {places}: {faces}.",
    "appeared": "{Side}: {units} appears in {last}.",
    "moved": "{units} moves {path}.",
    "rested": "{units} is inactive.",
    "attacked": "{Side} attacks {targets} with {units}.",
    "allocated": "{Side} will attack {targets} with {units}.",
    "spent": "There was nothing in {targets}; the attack is spent.",
    "cancelled": "The attack on {targets} is called off.",
    "stood": "No Retreat! for {units}.",
    "rolled": "Die: {die} ({why}).",
    "declined": "The exchange is declined: D2 instead.",
    "disrupted": "{units} is Disrupted.",
    "recovered": "{units} recovers.",
    "eliminated": "{units} is eliminated.",
    "pushed": "{units} {told}.",
    "retreated": "{units} retreats to {last}.",
    "advanced": "{units} advances to {last}.",
    "launched": "{units} flies against {hex} ({mission}).",
    "intercepted": "{units} intercepts over {hex}.",
    "turned": "{units} is intercepted and Disrupted for the rest of the turn.",
    "downed": "{units} is shot down and out until turn {back}.",
    "prevented": "The mission over {hex} fails.",
    "bombed": "Bombs on {hex}: {effect}.",
    "dropped": "{units} drops in {hex}.",
    "resupplied": "The units in {hex} are supplied from the air.",
    "returned": "{units} is available.",
    "withdrew": "{units} leaves for the Mediterranean.",
    "named": "The Disrupted units in {hex} are going to be attacked.",
    "launched-offensive": "The Germans attack a second time.",
    "determined": "{Side} {told}.",
    "received": "Russian replacements.",
    "disbanded": "{Side} gives up {units}.",
    "gambled": "A shock army leaves the Far East before turn 5.",
    "railed": "{units} goes by rail to {last}.",
    "won": "{Side} wins: {why}.",
    "ended": "The game ends in a draw: {why}.",
    "weighed": "{attack} against {defence} is {raw}; final odds {final}[ ({shifts})].",
    "resolved": "Result {result}: {meaning}.",
}

#: words of commands as a person says them
WORDS = {
    "free": "free retreat", "no-retreat": "No Retreat!",
    "press": "press: columns better on the three best numbers, worse on the three worst",
}  # fmt: skip

#: results of the combat table in words
MEANINGS = {
    "DE": "the defenders are eliminated", "D3": "Disrupted, up to 3 hexes back", "D2": "Disrupted, up to 2 hexes back",
    "D1": "Disrupted, up to 1 hex back", "D": "the defenders are Disrupted", "X": "exchange", "X/2": "exchange, attacker at half",
    "AD": "the attackers are Disrupted", "AE": "the attackers are eliminated", "D/AE": "defenders shaken, attackers lost",
}  # fmt: skip
