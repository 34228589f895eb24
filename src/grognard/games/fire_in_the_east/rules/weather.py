"""29 Weather and 39.F Special weather effects: what comes, where it lies, what it freezes."""

from __future__ import annotations

from ....core.rule import rule
from ....core.weather import Weather
from ..climate import CLEAR, FROST, MUD, SNOW, ZONE_B, ZONE_C, Effects
from ..events.home import WeatherCame
from ..home_front import home
from ..material import P
from ..short_scenarios import Cut
from ..state import SOVIET
from . import scenarios

#: Oct II 41: snow before it is no first winter
FIRST_WINTER = 9
#: of rivers and lakes in a zone (39.F.1)
OPEN, FREEZING, FROZEN = range(3)
COLD, MILD = (FROST, SNOW), (CLEAR, MUD)


# ---------------------------------------------------------------- what comes


@rule("29", "29.A", "29.A.2", "29.A.2a", "29.B", "29.B.1", "29.B.2", "29.A.2b", "29.A.3", "36h", "esp.start.1")
def determine(p: P) -> None:
    """At the start of a game turn but the first, the Soviet player rolls once per table."""
    p.pop()
    s, short = p.s, scenarios.current(p)
    if short is not None and short.said.weather:
        _settle(p, short)
        return
    if s.turn == 1:
        return

    def roll(why: str) -> int:
        return p.roll(why, "29.B", side=SOVIET)

    before = s.weather
    now = home(p.game).climate.next(Weather(before, s.weather_results, s.weather_worsens), s.turn, {}, roll)
    a, b, c, d = now.zones
    s.ice, s.flood = _ice(before, now.zones, s.ice), _flood(before, now.zones)
    s.weather = (a, b, c, d)
    s.weather_results = (now.results[0], now.results[1])
    s.weather_worsens = (now.worsening[0], now.worsening[1])
    p.emit(WeatherCame(zones=now.zones, side=SOVIET, rule="29.B"))


def _settle(p: P, short: Cut) -> None:
    """The weather that a short scenario has without a die: one for all its turns, or turn by turn."""
    s, words = p.s, short.said.weather.split()
    word = words[min(s.turn - short.said.first, len(words) - 1)]
    now = word, word, word, word
    s.ice, s.flood = _ice(s.weather, now, s.ice), _flood(s.weather, now)
    if s.weather != now:
        s.weather = now
        p.emit(WeatherCame(zones=now, side=SOVIET, rule="29.B"))


@rule("39.F.1")
def _ice(before: tuple[str, ...], now: tuple[str, ...], ice: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Waters freeze when snow follows clear weather or mud, or in a second turn of cold; the turn after they are frozen, until it
    is no longer cold."""
    found = []
    for old, new, state in zip(before, now, ice, strict=True):
        if new in MILD:
            found.append(OPEN)
        elif state != OPEN:
            found.append(FROZEN)
        else:
            found.append(FREEZING if new == SNOW or old in COLD else OPEN)
    a, b, c, d = found
    return a, b, c, d


@rule("39.F.2")
def _flood(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[bool, bool, bool, bool]:
    """Rivers are in flood on the turn on which frost or snow turns to mud."""
    a, b, c, d = (old in COLD and new == MUD for old, new in zip(before, now, strict=True))
    return a, b, c, d


# ---------------------------------------------------------------- where it lies


@rule("29.A.1", "29.C.1a")
def weather_at(p: P, hex: int) -> str:
    """The weather of a hex, which is that of its zone wherever somebody comes from."""
    return p.s.weather[p.game.zone_of[hex]]


@rule("29.C", "29.C.1")
def effects_at(p: P, hex: int) -> Effects:
    return home(p.game).climate.lasting[weather_at(p, hex)]


def poor_at(p: P, hex: int) -> bool:
    """Mud, frost or snow?"""
    return weather_at(p, hex) != CLEAR


@rule("29.C.1b")
def zone_of_hexside(p: P, one: int, other: int) -> int:
    """A hexside between two zones lies in the northern one."""
    zone_of = p.game.zone_of
    return int(min(zone_of[one], zone_of[other]))


@rule("29.C.1c")
def worse(p: P, zones: int) -> str:
    """The worst weather of some zones, given as bits: that of a supply line element through them."""
    conditions = home(p.game).climate.conditions
    return max((p.s.weather[zone] for zone in range(4) if zones >> zone & 1), key=conditions.index)


@rule("29.D", "29.D.1")
def first_winter(p: P, hex: int) -> bool:
    """Snow from Oct II 41 on in the zones A and B, and in zone C inside the USSR."""
    if p.s.turn < FIRST_WINTER or weather_at(p, hex) != SNOW:
        return False
    zone = p.game.zone_of[hex]
    return bool(zone <= ZONE_B or (zone == ZONE_C and p.game.ussr[hex]))


# ---------------------------------------------------------------- ice


def _detailed(p: P) -> bool:
    return p.option("special-weather") == "on"


def _water(p: P, zone: int) -> int:
    """How the waters of a zone are; without the option they are frozen in snow and open else."""
    if _detailed(p):
        return p.s.ice[zone]
    return FROZEN if p.s.weather[zone] == SNOW else OPEN


@rule("29.D.2", "29.D.2a", "39.F", "39.F.1")
def frozen_rivers(p: P) -> tuple[bool, bool, bool, bool]:
    """By zone, are its rivers frozen? Those of zone D never are."""
    a, b, c = (_water(p, zone) == FROZEN for zone in range(3))
    return a, b, c, False


@rule("29.D.2b", "39.F.1")
def frozen_lakes(p: P) -> tuple[bool, bool, bool, bool]:
    """By zone, are its lakes frozen? Only those of A and B ever are."""
    a, b = (_water(p, zone) == FROZEN for zone in range(2))
    return a, b, False, False


@rule("29.D.2c", "39.F.1")
def flotillas_stopped(p: P) -> tuple[bool, bool, bool, bool]:
    """By zone, are its waters closed to river flotillas? Freezing is enough for that."""
    a, b, c = (_water(p, zone) != OPEN for zone in range(3))
    return a, b, c, False


@rule("39.F.2")
def flooded(p: P) -> tuple[bool, ...]:
    """By zone, are its rivers in flood?"""
    return p.s.flood if _detailed(p) else (False,) * 4


@rule("29.D.3", "29.D.3a")
def ice_bound(p: P, hex: int) -> bool:
    """Is the port in a hex closed by ice? It snows there, and the map marks it so."""
    return bool(home(p.game).icy_port[hex]) and weather_at(p, hex) == SNOW
