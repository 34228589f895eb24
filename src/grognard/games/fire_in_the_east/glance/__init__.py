"""What a player wants to know at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.rule import rule
from ....core.seats import Eyes
from ....core.shown import CountView, HoldingView, Line, PhaseView, Sky, Status, TurnView
from ..climate import CLEAR, FROST, MUD, SNOW
from ..material import P
from ..rules import sequence
from ..rules.weather import worse
from ..state import AXIS, SIDES, FireState
from . import air, battle, ground, home, lines

#: what the weather of the game is drawn as
_SKY: dict[str, Sky] = {CLEAR: "clear", MUD: "mud", FROST: "frost", SNOW: "snow"}
#: the four zones as bits
_ALL_ZONES = 0b1111

_CHAPTERS = (ground, lines, battle, home, air)


def status(p: P, eyes: Eyes) -> Status:
    """Everything at once, as far as these eyes may see it."""
    return Status(
        active=p.game.sides[p.s.active], phases=_phases(p), weather=_weather(p), places=[*_cities(p)], boxes=[*_boxes(p)],
        lines=[line for chapter in _CHAPTERS for line in chapter.lines(p, eyes)], battle=battle.view(p), track=_track(p),
        sky=_sky(p),
    )  # fmt: skip


@rule("4.A")
def _phases(p: P) -> list[PhaseView]:
    """The phases of the player turn; the one under way is marked."""
    if not p.s.turn or not p.s.phase:
        return []
    table = "surprise" if p.s.surprise else "player"
    return [PhaseView(phase.capitalize(), phase == p.s.phase) for phase in sequence.phases(table)]


@rule("29.A")
def _weather(p: P) -> str:
    """One word where it is the same everywhere, else by zone from A to D."""
    words = p.s.weather
    return words[0] if len(set(words)) == 1 else ", ".join(f"{zone} {word}" for zone, word in zip("ABCD", words, strict=True))


@rule("29.A")
def _sky(p: P) -> Sky:
    """The weather as one sign: that of all zones, or the worst of them where they differ."""
    return _SKY[worse(p, _ALL_ZONES)]


@rule("3.G")
def _cities(p: P) -> Iterator[HoldingView]:
    """Major cities and who holds them, of one of several hexes the first that is named; in a short scenario what counts in it."""
    for hex, name in home.goals(p) or _major_cities(p):
        held = p.s.control[hex]
        yield HoldingView(p.game.board.names[hex], name, SIDES[held] if held >= 0 else "")


def _major_cities(p: P) -> list[tuple[int, str]]:
    if "major cities" not in p.game.kept:
        named: dict[str, int] = {}
        for place in p.game.board.places:
            if place.kind == "major-city" and not p.game.neutral[place.hex]:
                named.setdefault(place.name, place.hex)
                if "suburb" not in place.tags:
                    named[place.name] = place.hex
        p.game.kept["major cities"] = [(hex, name) for name, hex in named.items()]
    found: list[tuple[int, str]] = p.game.kept["major cities"]
    return found


def _boxes(p: P) -> Iterator[CountView]:
    """How many counters lie in the boxes of both sides."""
    for side, word in enumerate(SIDES):
        for boxes, title in (
            (p.game.reinforcements, "waiting to be placed"), (p.game.pool, "in the replacement pool"),
            (p.game.out_of_play, "out of play"),
        ):  # fmt: skip
            count = p.s.count[side][boxes[side]]
            if count:
                yield CountView(f"{word.capitalize()} {title}", count)


def _track(p: P) -> list[TurnView]:
    """The turn record: what arrives and leaves on each turn."""
    if "track" not in p.game.kept:
        p.game.kept["track"] = [TurnView(turn, name, [*_on(p, turn)]) for turn, name in p.game.turn_names.items()]
    found: list[TurnView] = p.game.kept["track"]
    return found


@rule("34.A", "34.C")
def _on(p: P, turn: int) -> Iterator[Line]:
    for side, word in enumerate(SIDES):
        for what, title, short in (("arrive", "reinforcements", "reinf"), ("withdraw", "withdrawals", "off")):
            count = len(p.game.calendar.on(turn, what, side))
            if count:
                short_side = "Axis" if side == AXIS else "Sov"
                yield Line(f"{word.capitalize()} {title}", str(count), "34.A", short=f"{short_side} {short} {count}")


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit."""
    flags = p.s.flags[unit]
    done = [word.replace("-", " ") for word, bit in FireState.FLAGS.items() if flags & bit]
    return [*done, *(word for chapter in _CHAPTERS for word in chapter.words(p, unit))]
