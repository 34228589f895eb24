"""What a player wants to know at a glance: phases, aircraft, cities, boxes, the track, what decides the game, and the battle."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import AircraftView, AllowanceView, BattleView, CountView, HoldingView, Line, PhaseView, Status
from ..assault.glance import battle_view
from .charts import LAST_TURN
from .material import P
from .rules import sequence, victory
from .rules.counters import halved
from .state import ALLIED, ATTACKER, GERMAN, SIDES, SOVIET, Battle

_FLYING = SIDES[: ALLIED + 1]  #: the sides with aircraft

#: boxes that are counted: what they are called, and whose units
_BOXES = (
    ("reserve-eligible", "Strategic Reserve, eligible to leave", GERMAN),
    ("reserve-arrived", "Strategic Reserve, just arrived", GERMAN),
    ("southwest-eligible", "Southwest Front, eligible to leave", SOVIET),
    ("southwest-arrived", "Southwest Front, just arrived", SOVIET),
    ("romania", "Germans in Romania", GERMAN), ("romania", "Soviets in Romania", SOVIET),
    ("arctic", "Arctic Front", SOVIET), ("far-east", "Far East", SOVIET),
)  # fmt: skip


def status(p: P, eyes: Eyes) -> Status:
    """Everything at once, as far as these eyes may see it."""
    s, game = p.s, p.game
    mechanized, others = game.track[min(max(s.turn, 1), LAST_TURN)].gemmf
    points = (halved(mechanized) if s.ploesti else mechanized, others)
    return Status(
        active=game.sides[s.active],
        phases=_phases(p),
        movement=[
            AllowanceView(f"{title} in the east", number, game.sides[GERMAN])
            for title, number in zip(("mechanized", "others"), points, strict=True)
        ],
        aircraft=[AircraftView(side, left) for side, left in zip(_FLYING, s.air, strict=True)],
        places=[_holding(p, hex) for hex in game.cities_that_count],
        boxes=[*_boxes(p)],
        lines=[*_what_decides(p), *_what_has_happened(p), *_this_turn(p)],
        battle=_battle(p, s.battle, eyes) if s.battle is not None else None,
        track=game.shown_track,
    )  # fmt: skip


@rule("5.2a", "5.2b", "5.2c", "12.1a")
def _phases(p: P) -> list[PhaseView]:
    """The phases of the player turn in which somebody decides. The first that still lies in the flow is under way."""
    if not p.s.turn:
        return []
    steps = [step for _, step in sequence.phases(p.s.active, p.s.turn, p.s.order)]
    decisions = ["transfer" if step == "reserve.advance" else step for step in steps]
    decisions = [step for step in decisions if step not in sequence.AUTOMATIC]
    to_come = {frame.step for frame in p.s.flow}
    if "order" in to_come:
        decisions = ["order", *decisions]
    now = next((step for step in decisions if step in to_come), "")
    return [PhaseView(p.game.flow.steps[step].title, step == now) for step in decisions]


def _holding(p: P, hex: int) -> HoldingView:
    owner = p.s.control[hex]
    return HoldingView(p.game.board.names[hex], p.game.board.place_name(hex), p.game.sides[owner] if owner >= 0 else "")


def _boxes(p: P) -> Iterator[CountView]:
    """How many units lie in the boxes, and how many have been lost; everybody may count them."""
    count, game = p.s.count, p.game
    for box, title, side in _BOXES:
        yield CountView(title, count[side][game.box[box]])
    for side, name in enumerate(game.sides):
        if count[side][game.dead[side]]:
            yield CountView(f"Lost units, {name}", count[side][game.dead[side]])


@rule("4.2", "4.3a", "4.4")
def _what_decides(p: P) -> Iterator[Line]:
    """What the game hangs on now: the Ruhr, the die for Moscow, the corps lost in the west."""
    game, names = p.game, p.game.board.names
    yield Line("The Ruhr", "the Allies win when they enter a city", "4.2", [names[h] for h in game.ruhr.nonzero()[0].tolist()])
    dice = [str(die) for die in victory.falling_dice(p)]
    rolls = "the German rolls in every turn" if p.s.control[game.moscow] == GERMAN else "once it is German"
    yield Line("Moscow falls", f"on {', '.join(dice) or 'no die'}; {rolls}", "4.3a", [names[game.moscow]])
    lost = sum(p.s.count[side][game.dead[side]] for side in victory.western_allies(p))
    end = f"a draw, for {lost} corps have been lost in the west" if lost else "the Allies win, if no corps is lost in the west"
    yield Line("If Moscow has not fallen in the end", end, "4.4")


def _what_has_happened(p: P) -> Iterator[Line]:
    """Neutrals, and events that happen once."""
    s = p.s
    yield Line("Belgium", s.belgium, "3.6a")
    yield Line("Holland", s.holland, "3.6a")
    for title, happened, value, chapter in (
        ("Japan", s.japan, "at war", "12.5b"), ("Finland", s.finland, "at war", "12.6c"),
        ("Ploesti", s.ploesti, "lost to the Soviets", "6.10"), ("Ardennes", s.ardennes, "open", "10.10b"),
        ("1st Allied Tank Army", s.tank_army, "formed", "9.4"),
        ("German supply in the east", s.turn >= p.game.charts.attenuated_from, "attenuated: attacks may be cancelled", "6.11a"),
    ):  # fmt: skip
        if happened:
            yield Line(title, value, chapter)


def _this_turn(p: P) -> Iterator[Line]:
    """What holds for a phase or a turn, and markers on the maps."""
    s, names = p.s, p.game.board.names
    if s.ignore_rivers:
        yield Line("Surprise", "Soviet units defend without rivers", "5.5b")
    if s.redeployments:
        left = "any" if s.redeployments > len(p.game.pieces_of_side[SOVIET]) else str(s.redeployments)
        yield Line("Soviet redeployments left", left, "5.5b")
    shut_out = [f"{count} {side}" for side, count in zip(_FLYING, s.suppressed, strict=True) if count]
    if shut_out:
        yield Line("Aircraft shut out", ", ".join(shut_out), "8.1")
    if s.interdicted:
        yield Line("Interdiction", f"by {p.game.sides[s.interdictor]} aircraft", "8.3a", [names[h] for h in s.interdicted])
    forts = s.arrays.fort.nonzero()[0].tolist()
    if forts:
        yield Line("Soviet fortifications", f"{len(forts)} of {p.game.fort_markers}", "9.8a", [names[h] for h in forts])
    if s.forts_left:
        yield Line("Fortifications that may be built", str(s.forts_left), "9.8a")


def _battle(p: P, battle: Battle, eyes: Eyes) -> BattleView:
    lines = [Line("Aircraft", f"{battle.aircraft[0]} of the attacker, {battle.aircraft[1]} of the defender", "8.4a")]
    if battle.airborne:
        lines.append(Line("7th Flieger Corps", "lands", "8.7a"))
    owed = zip(("attacker", "defender"), battle.owed, strict=True)
    lines += [Line(f"Steps owed by the {who}", str(steps), "11.20a") for who, steps in owed if steps]
    return battle_view(p, battle, eyes, battle.aircraft[ATTACKER], lines)
