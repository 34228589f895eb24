"""The rules of the games in our own words, and how to find one."""

from __future__ import annotations

import re
from typing import Any

from .core.files import read_yaml
from .games import folder_of

Rule = dict[str, Any]

#: What abbreviations of the books stand for, so that a search by the words finds them.
ABBREVIATIONS = {
    "OOS": "out of supply", "MA": "mobile assault", "PA": "prepared assault", "MF": "movement factor", "MP": "movement points",
    "KG": "kampfgruppe", "CRT": "combat results table", "TEC": "terrain effects chart", "ZOC": "zone of control",
    "EZOC": "enemy zone of control", "VP": "victory points", "BB": "bloodbath", "HC": "hero city", "FC": "fortress city",
    "FA": "fortified area", "DR": "defender retreats", "DE": "defender eliminated", "AE": "attacker eliminated",
    "AS": "attacker stopped", "OMB": "operational movement bonus", "RE": "regimental equivalent", "GS": "ground support",
}  # fmt: skip
_ABBREVIATION = re.compile(rf"\b({'|'.join(ABBREVIATIONS)})s?\b")


def read_rules(slug: str) -> dict[str, Any]:
    """The rule texts and rulings of a game; a game without any has none."""
    file = folder_of(slug) / "rules.yaml"
    found: dict[str, Any] = read_yaml(file) if file.exists() else {"rules": []}
    return found


def spelt_out(rule: Rule) -> str:
    """What the abbreviations in a rule stand for."""
    found = dict.fromkeys(_ABBREVIATION.findall(f"{rule['title']} {rule['text']}"))
    return ", ".join(ABBREVIATIONS[short] for short in found)


def search(rules: list[Rule], words: str) -> list[Rule]:
    """The rule of that number alone; else every rule in which all the words occur, in any order, best first."""
    exact = [rule for rule in rules if str(rule["id"]).lower() == words.strip().lower()]
    if exact:
        return exact
    scores = [_score(rule, words.lower().split()) for rule in rules]
    found = [(-score, k) for k, score in enumerate(scores) if score]
    return [rules[k] for _, k in sorted(found)]


def _score(rule: Rule, words: list[str]) -> int:
    """How well a rule fits: words in its number count most, then words in its title; 0 when one occurs nowhere."""
    number, title = str(rule["id"]).lower(), str(rule["title"]).lower()
    text, total = f"{rule['text']} {spelt_out(rule)} {' '.join(rule.get('checks') or ())}".lower(), 0
    for word in words:
        points = 40 if number.startswith(word) else 10 if word in title else 1 if word in text else 0
        if not points:
            return 0
        total += points
    return total
