"""Weather: what it is, turn by turn, and what it changes. Turns and effects are in `data/weather.toml`."""

from __future__ import annotations

from ....core.rule import rule
from ....core.weather import Weather
from ..climate import Effects
from ..events import Weathered
from ..material import P
from ..state import GERMAN


@rule("weather.9", "weather.5")
def set_weather(p: P) -> None:
    """Good, then perhaps Mud, Mud, Frost or Snow, and Snow from turn 5 on. Turn 4 depends on turn 2."""
    s = p.s
    now = Weather((s.weather,), (s.weather,))
    seen = {"mud": s.muds, "snow": s.snows}
    change_weather(p, p.game.climate.next(now, s.turn, seen, lambda why: p.roll(why, "weather.9")).zones[0])


def change_weather(p: P, weather: str) -> None:
    p.s.weather = weather
    p.s.muds += weather == "mud"
    p.s.snows += weather == "snow"
    p.emit(Weathered(weather=weather, rule="weather.9"))


@rule("weather.9")
def forecast(p: P, turn: int) -> str:
    """What is known of the weather of a turn: what it has in every course that fits what has been."""
    s, climate = p.s, p.game.climate
    if turn == s.turn:
        return s.weather
    courses = list(climate.courses())
    fitting = [c for c in courses if c[: s.turn].count("mud") == s.muds and c[: s.turn].count("snow") == s.snows]
    return " or ".join(dict.fromkeys(course[turn - 1] for course in fitting or courses))


def today(p: P) -> Effects:
    """What it does this turn: movement and roads are different in the first turn of Snow or Mud."""
    s = p.s
    weather = s.weather
    return p.game.climate.effects[weather, (s.muds if weather == "mud" else s.snows) == 1]


@rule("weather.7", "terrain.4", "terrain.6")
def frozen(p: P) -> bool:
    """Rivers and lakes are frozen in Snow."""
    return p.game.climate.lasting[p.s.weather].frozen


@rule("weather.5")
def is_good(p: P) -> bool:
    """Hard Frost is as good as Good."""
    return p.game.climate.lasting[p.s.weather].good


@rule("weather.2", "weather.6", "weather.5")
def active_roads(p: P) -> str:
    """Which roads give their bonus: all, the Smolensk-Moscow road alone (first turn of Mud), or none."""
    return today(p).roads


@rule("weather.1")
def shift_for(p: P, side: int) -> int:
    """German attacks suffer in Mud and Snow."""
    return p.game.climate.lasting[p.s.weather].shift if side == GERMAN else 0


@rule("weather.3")
def may_overrun(p: P, side: int) -> bool:
    """Germans overrun nobody in Mud."""
    return side != GERMAN or p.game.climate.lasting[p.s.weather].german_overruns


@rule("results.6")
def may_decline_exchange(p: P) -> bool:
    """German defenders may turn an exchange down, but not in Snow."""
    return p.game.climate.lasting[p.s.weather].german_declines_exchange


@rule("move.1", "move.2", "weather.4", "weather.8", "army.6")
def basic_movement(p: P, unit: int) -> int:
    """The movement factor of a supplied unit in this weather, in hexes."""
    game = p.game
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
    return int(game.tables["movement"][today(p).movement][row])
