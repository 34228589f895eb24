"""Weather: what it is, turn by turn, and what it changes."""

from __future__ import annotations

from ....core.rule import rule
from ..game import P
from ..state import GERMAN


@rule("weather.9", "weather.5")
def set_weather(p: P) -> None:
    """Good, then perhaps Mud, Mud, Frost or Snow, and Snow from turn 5 on. Turn 4 depends on turn 2."""
    s = p.s
    if s.turn == 1:
        weather = "good"
    elif s.turn == 2:
        weather = "mud" if p.roll("weather of turn 2 (1-4 Mud)", "weather.9") <= 4 else "good"
    elif s.turn == 3:
        weather = "mud"
    elif s.turn == 4:
        weather = "hard-frost" if s.muds == 2 else "snow"
    else:
        weather = "snow"
    change_weather(p, weather)


def change_weather(p: P, weather: str) -> None:
    p.s.weather = weather
    p.s.muds += weather == "mud"
    p.s.snows += weather == "snow"
    p.emit("weathered", data=(weather,), rule="weather.9")


@rule("weather.7", "terrain.4", "terrain.6")
def frozen(p: P) -> bool:
    """Rivers and lakes are frozen in Snow."""
    return p.s.weather == "snow"


@rule("weather.5")
def is_good(p: P) -> bool:
    """Hard Frost is as good as Good."""
    return p.s.weather in ("good", "hard-frost")


@rule("weather.2", "weather.6", "weather.5")
def active_roads(p: P) -> str:
    """Which roads give their bonus: all, the Smolensk-Moscow road alone (first turn of Mud), or none."""
    if p.s.weather != "mud":
        return "all"
    return "mud" if p.s.muds == 1 else "none"


@rule("weather.1")
def hampers(p: P, side: int) -> bool:
    """German attacks suffer in Mud and Snow."""
    return side == GERMAN and not is_good(p)


@rule("move.1", "move.2", "weather.4", "weather.8", "army.6")
def basic_movement(p: P, unit: int) -> int:
    """The movement factor of a supplied unit in this weather, in hexes."""
    game = p.game
    column = {"good": "good", "hard-frost": "good", "mud": "mud"}.get(p.s.weather, "snow" if p.s.snows > 1 else "first-snow")
    if game.is_tank[unit]:
        row = "panzer" if game.side_of[unit] == GERMAN else "tank"
    elif game.is_katyusha[unit]:
        row = "rocket"
    elif game.is_para[unit]:
        row = "parachute"
    elif game.side_of[unit] == GERMAN:
        row = "german" if game.is_army[unit] else "korps"
    else:
        row = "russian"
    return int(game.tables["movement"][column][row])
