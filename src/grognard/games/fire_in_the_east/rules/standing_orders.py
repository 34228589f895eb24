"""Standing orders: what a side's fighters do against enemy air phases without being asked, so that play by mail needs no
answer per mission.

They expand into the book's own patrol attacks and interceptions, each carried out as if it had been said.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.air import Ordered
from ..material import P
from ..state import SOVIET, Standing
from . import interception, patrols
from .airbases import capacity_left
from .flyer import air_defence
from .patrol_reckoning import turns_back_on
from .sorties import flyer, model, over

COVER, RESERVE, PATROL, PRESS, ASK, ANSWER = "cover", "reserve", "patrol", "press", "ask", "answer"
PRESSING = range(7)  #: differentials from which interceptors may be told to attack; 0 for any


def orders(p: P, side: int, kind: str) -> list[Standing]:
    return [order for order in of_side(p, side) if order.kind == kind]


def of_side(p: P, side: int) -> tuple[Standing, ...]:
    """All standing orders of a side; only that side knows them."""
    return p.s.soviet_standing if side == SOVIET else p.s.axis_standing


def _keep(p: P, side: int, given: tuple[Standing, ...]) -> None:
    if side == SOVIET:
        p.s.soviet_standing = given
    else:
        p.s.axis_standing = given


def give(p: P, order: Standing) -> None:
    """A standing order; one of a kind that there is only once takes the place of the one before."""
    alike = order.kind != COVER
    kept = [old for old in of_side(p, order.side) if old.kind != order.kind or (not alike and old.hex != order.hex)]
    _keep(p, order.side, (*kept, order))
    p.emit(Ordered(order=order.kind, about=(order.hex,) if order.hex >= 0 else (), side=order.side, rule="20.A"))


def _speaker(p: P) -> int:
    return p.speaker if p.speaker >= 0 else p.frame.side


@rule("20.A")
def cover(p: P, command: Command) -> None:
    """`cover HEX NUMBER`: intercept whatever comes within so many hexes."""
    give(p, Standing(_speaker(p), COVER, command.hexes[0], command.number or 0))


def reserve(p: P, command: Command) -> None:
    """`reserve NUMBER`: so many fighters stay on the ground."""
    give(p, Standing(_speaker(p), RESERVE, -1, command.number or 0))


@rule("19d")
def patrol(p: P, command: Command) -> None:
    """`watch NUMBER`: make a patrol attack wherever that die or a lower one is enough: 4, 5 or 6; 0 for never."""
    if command.number not in (0, 4, 5, 6):
        raise Illegal("19b", "patrol attacks need a 4, a 5 or a 6; 0 is never")
    give(p, Standing(_speaker(p), PATROL, -1, command.number))


@rule("21.B.2.d")
def press(p: P, command: Command) -> None:
    """`press NUMBER`: interceptors that have got past the screen attack without asking where their differential is that or
    better, and hold off elsewhere; 0: whatever it is."""
    least = command.number or 0
    if least not in PRESSING:
        raise Illegal("21.B.2.d", "interceptors attack at a differential of 1 to 6 or better; 0 is always")
    give(p, Standing(_speaker(p), PRESS, -1, least))


def press_order(p: P, side: int) -> int | None:
    """The least differential at which interceptors attack without asking, 0 for any; nothing if there is no such order."""
    return next((order.number for order in orders(p, side, PRESS)), None)


@rule("20.A")
def ask(p: P, command: Command) -> None:
    """`ask NUMBER`: where more enemy air units than that fly to one hex nothing is sent up without asking."""
    if not command.number:
        raise Illegal("20.A", "name a number of air units; `countermand ask` takes the order back")
    give(p, Standing(_speaker(p), ASK, -1, command.number))


def answer(p: P, command: Command) -> None:
    """`answers orders`: nobody is asked, standing orders do it all; `answers asked`: as usual."""
    give(p, Standing(_speaker(p), ANSWER, -1, int(command.word == "orders")))


#: What a player says, and the kind of order it is.
WORDS = {"cover": COVER, "reserve": RESERVE, "watch": PATROL, "press": PRESS, "ask": ASK, "answers": ANSWER}


@rule("20.A")
def countermand(p: P, command: Command) -> None:
    """`countermand [WORD]`: all standing orders of a side are off, or those of one kind."""
    if command.word is not None and command.word not in WORDS:
        raise Illegal("20.A", f"standing orders are {', '.join(WORDS)}")
    if command.word is None:
        _take_back(p, of_side(p, _speaker(p)))
    else:
        _take_back(p, orders(p, _speaker(p), WORDS[command.word]), must=True)


@rule("20.A")
def uncover(p: P, command: Command) -> None:
    """`uncover HEX`: what comes near this hex is intercepted no longer."""
    _take_back(p, [order for order in orders(p, _speaker(p), COVER) if order.hex == command.hexes[0]], must=True)


def _take_back(p: P, given: Sequence[Standing], *, must: bool = False) -> None:
    side = _speaker(p)
    if must and not given:
        raise Illegal("20.A", "there is no such standing order")
    _keep(p, side, tuple(order for order in of_side(p, side) if order not in given))
    p.emit(Ordered(order="none", side=side, rule="20.A"))


def is_silent(p: P, side: int) -> bool:
    """Does a side leave its answers to its standing orders?"""
    return any(order.number for order in orders(p, side, ANSWER))


def is_asked(p: P, side: int, enemies: int) -> bool:
    """Does a side want to be asked about so many air units in one hex?"""
    return any(enemies > order.number for order in orders(p, side, ASK))


def is_asked_about_any(p: P, side: int) -> bool:
    return any(is_asked(p, side, enemies) for enemies in interception.prey_hexes(p, side).values())


# ---------------------------------------------------------------- patrols


@rule("19d")
def patrol_order(p: P, side: int) -> Command | None:
    """The patrol attack that standing orders make at the present decision: in the first hex of the way where somebody is good
    enough, so that others have hexes left, by the weakest who is."""
    least = next((order.number for order in orders(p, side, PATROL)), 0)
    if not least:
        return None
    unit, first, *path = p.frame.args
    defence = air_defence(flyer(p, unit))
    good = [(fighter, node) for fighter, node in patrols.options(p) if turns_back_on(model(p, fighter).attack, defence) <= least]
    if not good:
        return None
    fighter, node = min(good, key=lambda option: (path.index(option[1], first), model(p, option[0]).attack, option[0]))
    return Command("patrol", (fighter,), (node,))


# ---------------------------------------------------------------- interception


@rule("20.A")
def intercept_orders(p: P, side: int) -> list[Command]:
    """What standing orders send up: to each covered hex with enemies, unless their owner wants to be asked about so many, the
    nearest fighters, as many as there are enemy fighters and one per two others, strongest first, and no more than the reserve
    leaves."""
    kept = sum(order.number for order in orders(p, side, RESERVE))
    covered = orders(p, side, COVER)
    if not covered:
        return []
    prey = {node: many for node, many in interception.prey_hexes(p, side).items() if not is_asked(p, side, many)}
    wanted = [
        node
        for node in sorted(prey, key=lambda node: (-prey[node], node))
        if any(p.game.board.distance(order.hex, node) <= order.number for order in covered)
    ]
    free = interception.interceptors(p, ())
    free = free[: max(len(free) - kept, 0)] if kept else free
    left = {p.s.loc[unit]: capacity_left(p, p.s.loc[unit]) for unit in free}
    found = []
    for node in wanted:
        enemies = over(p, node, p.foe(side))
        fighters = sum(model(p, unit).is_fighter for unit in enemies)
        need = fighters + (len(enemies) - fighters + 1) // 2
        able = [unit for unit in free if left[p.s.loc[unit]] > 0 and node in interception.interception_hexes(p, (unit,))]
        able.sort(key=lambda unit: (-model(p, unit).attack, p.game.board.distance(p.s.loc[unit], node), unit))
        sent: list[int] = []
        for unit in able:
            if len(sent) < need and left[p.s.loc[unit]] > 0:
                left[p.s.loc[unit]] -= 1
                sent.append(unit)
        free = [unit for unit in free if unit not in sent]
        if sent:
            found.append(Command("intercept", tuple(sent), (node,)))
    return found


def carry_out(p: P, side: int) -> None:
    for command in intercept_orders(p, side):
        try:
            interception.intercept(p, command)
        except Illegal:  # allies that do not fly there together
            for unit in command.units:
                with suppress(Illegal):
                    interception.intercept(p, Command("intercept", (unit,), command.hexes))


def cover_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Airbases, for whoever picks from a list; any hex may be said."""
    found = np.flatnonzero(p.s.arrays.airfield[: p.game.board.hexes] > 0)
    return [int(node) for node in found]
