"""5.0 Turn sequence: three player turns, the order of phases in the east, the omissions of turn 1 and the surprise roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.events import Ordered
from ..charts import LAST_TURN
from ..events import Redeployed, Turned
from ..material import Mask, P
from ..state import ALLIED, GERMAN, GERMAN_EAST, GERMAN_WEST, SOVIET
from . import airpower, control, movement, stacking, victory
from .counters import name, on_map, static

MOVE_FIGHT, FIGHT_MOVE = "move-fight", "fight-move"

#: Label and step of every phase, in the order of the outline (5.2). East map phases stand in the order move, fight.
GERMAN_TURN = (
    ("I.A", "air"), ("I.A", "reserve.advance"), ("I.B", "west.move"), ("I.C", "west.fight"), ("I.D", "east.move"),
    ("I.E", "east.fight"), ("I.F", "replace"), ("I.G", "moscow"), ("I.H", "supply-check"),
)  # fmt: skip
SOVIET_TURN = (
    ("II.A", "soviet.move"), ("II.B", "soviet.fight"), ("II.C.1", "far-east"), ("II.C.2", "arctic"), ("II.C.3", "southwest"),
    ("II.D", "supply-check"), ("II.E", "arrivals.open"), ("II.E", "arrivals"),
)  # fmt: skip
ALLIED_TURN = (
    ("III.A", "doctrine"), ("III.B", "allied.move"), ("III.C", "allied.fight"), ("III.D", "supply-check"),
    ("III.E", "allied.replace"),
)  # fmt: skip
PLAYER_TURNS = {GERMAN: GERMAN_TURN, SOVIET: SOVIET_TURN, ALLIED: ALLIED_TURN}

#: What turn 1 leaves out (5.4).
OMITTED = ("I.B", "I.C", "III.A")
#: Steps that run by themselves.
AUTOMATIC = ("reserve.advance", "moscow", "supply-check", "arrivals.open", "doctrine")
#: Posts that decide in a phase of the German side: where it concerns both maps, each for the units on his own.
_POSTS = {"west.move": (GERMAN_WEST,), "west.fight": (GERMAN_WEST,), "replace": (GERMAN_WEST, GERMAN_EAST)}


@rule("5.1", "5.2a", "5.2b", "5.2c", "5.3c", "3.9c", "5.4")
def phases(side: int, turn: int, order: str = MOVE_FIGHT) -> Iterator[tuple[str, str]]:
    """Label and step of every phase of a player turn. Only the German chooses, and only for the east map."""
    steps = [step for _, step in PLAYER_TURNS[side]]
    if side == GERMAN and order == FIGHT_MOVE:
        east = steps.index("east.move")
        steps[east], steps[east + 1] = steps[east + 1], steps[east]
    for (label, _), step in zip(PLAYER_TURNS[side], steps, strict=True):
        if turn > 1 or label not in OMITTED:
            yield label, step


@rule("5.1", "5.2c", "8.1")
def begin_game_turn(p: P) -> None:
    """The marker moves on, the aircraft are back, and the three player turns follow one another."""
    p.pop()
    p.s.turn += 1
    airpower.return_aircraft(p)
    p.s.transferred = ()
    p.emit(Turned(turn=p.s.turn, rule="5.1"))
    p.queue(*(("player.begin", -1, side) for side in PLAYER_TURNS), ("turn.end",))


@rule("5.3a", "6.10")
def begin_player_turn(p: P) -> None:
    """The German begins by declaring his order in the east; with Ploesti lost he has no choice."""
    side = p.pop().args[0]
    p.s.active, p.s.order = side, MOVE_FIGHT
    p.s.portioned, p.s.far_east_left, p.s.arctic_way = (), False, ""
    p.push("player.phases", -1, side)
    if side == GERMAN and not p.s.ploesti:
        p.push("order", GERMAN, posts=(GERMAN_EAST,))


def orders(p: P) -> Sequence[str]:
    return (MOVE_FIGHT, FIGHT_MOVE)


@rule("5.3a", "6.10")
def declare_order(p: P, command: Command) -> None:
    """Said once per turn, for good."""
    if command.word not in orders(p):
        raise Illegal("5.3a", f"the order is {' or '.join(orders(p))}")
    p.pop()
    p.s.order = str(command.word)
    p.emit(Ordered(order=str(command.word), side=GERMAN, rule="5.3a"))


@rule("5.2a", "5.2b", "5.2c", "5.5a", "7.2b")
def lay_out_phases(p: P) -> None:
    """All phases of a player turn as frames, with a look at the stacks after each and the surprise roll before the first
    German phase in the east."""
    side = p.pop().args[0]
    for label, step in reversed([*phases(side, p.s.turn, p.s.order)]):
        p.push("stacks")
        decides = -1 if step in AUTOMATIC else side
        arguments = (side,) if step == "supply-check" else ()
        posts = () if side != GERMAN or decides < 0 else _POSTS.get(step, (GERMAN_EAST,))
        p.push(step, decides, *arguments, posts=posts)
        if step.endswith(".move"):
            p.push("interdict.open", -1, step)
        elif step.endswith(".fight"):
            p.push("combat.open")
        if p.s.turn == 1 and label == "I.D":
            p.push("surprise")


@rule("7.2b")
def check_stacks(p: P) -> None:
    """At the end of every phase; the owner of a faulty stack decides first."""
    if not stacking.inspect(p):
        p.pop()


@rule("8.3a", "8.3b")
def open_interdiction(p: P) -> None:
    """Whoever may interdict a movement phase is asked first, if he has aircraft left."""
    p.pop()
    airpower.end_interdiction(p)
    movement.begin(p)
    side = airpower.interdictor(p, p.s.active)
    east_germans = p.s.active == GERMAN and p.s.flow[-1].step == "east.move"
    if p.s.air[side] and not east_germans:
        p.push("interdict", side, posts=(GERMAN_EAST,) if side == GERMAN else ())


@rule("4.4", "5.1")
def end_game_turn(p: P) -> None:
    """After turn 11 the game is over."""
    p.pop()
    p.s.ignore_rivers = False
    if p.s.turn >= LAST_TURN:
        victory.end_of_game(p)
    else:
        p.push("turn.begin")


# ---------------------------------------------------------------- surprise in the east


@rule("5.5a", "5.5b", "5.5c")
def roll_surprise(p: P) -> None:
    """Once per game. The Soviets redeploy at once, before the German goes on."""
    p.pop()
    found = p.game.charts.surprise[p.roll("East Front Surprise Table", "5.5a", side=GERMAN)]
    p.s.ignore_rivers = found.ignore_rivers
    p.s.redeployments = len(p.game.pieces) if found.redeploy < 0 else found.redeploy
    p.s.june = found.june
    if p.s.redeployments or p.s.june:
        p.push("redeploy", SOVIET)


@rule("5.5b", "3.10")
def redeployable(p: P, hexes: Sequence[int]) -> list[int]:
    """Units on the map, and armies of the first box."""
    own = p.game.pieces_of_side[SOVIET]
    moved = [u for u in own if on_map(p, u) and not static(p, u)] if p.s.redeployments else []
    return [*moved, *(p.units(p.game.calendar.boxes[1], SOVIET) if p.s.june else [])]


@rule("5.5b")
def redeployment_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Soviet ground with room and without enemies."""
    ground = control.soviet_ground(p) & p.game.land & (p.s.arrays.foes[SOVIET] == 0)
    if any(_comes_back(p, unit, p.game.red_row) for unit in units):
        ground = ground & ~p.game.red_row
    return [hex for hex in ground.nonzero()[0].tolist() if not units or stacking.fits(p, units, hex)]


@rule("12.9c")
def _comes_back(p: P, unit: int, red: Mask) -> bool:
    """Is a unit on the map outside the red row, into which it does not go any more?"""
    return on_map(p, unit) and not red[p.s.loc[unit]]


@rule("5.5b", "12.9c")
def redeploy(p: P, command: Command) -> None:
    """A unit is moved about, or an army of June comes early; untried it stays either way."""
    unit, hex = command.units[0], command.hexes[0]
    if len(command.units) > 1:
        raise Illegal("5.5b", "one unit is placed at a time")
    if unit not in redeployable(p, ()):
        raise Illegal("5.5b", f"{name(p, unit)} cannot be placed now")
    if p.game.red_row[hex] and _comes_back(p, unit, p.game.red_row):
        raise Illegal("12.9c", f"nobody returns to the red row in {p.game.board.names[hex]}")
    if hex not in redeployment_hexes(p, (unit,)):
        raise Illegal("5.5b", f"{name(p, unit)} cannot be placed in {p.game.board.names[hex]}")
    if on_map(p, unit):
        p.s.redeployments -= 1
    else:
        p.s.june -= 1
    p.place(unit, hex)
    p.emit(Redeployed(units=(unit,), hex=hex, side=SOVIET, rule="5.5b"))


@rule("5.5b")
def end_redeployment(p: P, command: Command) -> None:
    p.s.redeployments = p.s.june = 0
    p.pop()
