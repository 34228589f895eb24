"""4.0 How to win."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from ..state import ALLIED, ALLIES, BELGIAN, GERMAN


@rule("4.2")
def check_ruhr(p: P, side: int, hex: int) -> None:
    """Play stops when a unit of the Anglo-French and Soviet alliance stands in a Ruhr city, however it came there; a battle that
    drove it there is not fought to its end."""
    if p.game.ruhr[hex] and p.s.alliances[side] == ALLIES:
        p.s.battle = None
        p.win(ALLIED, f"{p.game.board.names[hex]}, a city of the Ruhr, has been entered", "4.2", hex)


@rule("4.3b", "6.10", "12.5b", "12.6c")
def moscow_modifier(p: P) -> int:
    """All that applies, added up."""
    now = {
        "finland": p.s.finland, "leningrad": p.s.control[p.game.leningrad] == GERMAN, "japan": p.s.japan, "ploesti": p.s.ploesti,
    }  # fmt: skip
    return sum(p.game.charts.moscow.modifiers[when] for when, applies in now.items() if applies)


@rule("4.3a")
def falling_dice(p: P) -> list[int]:
    """The faces of the die on which Moscow would fall now."""
    table, modifier = p.game.charts.moscow, moscow_modifier(p)
    return [die for die in range(1, 7) if table.result(die + modifier) == "falls"]


@rule("4.3a")
def resolve_moscow(p: P) -> None:
    """With Moscow in his hands, in supply or not, the German rolls once per turn."""
    p.pop()
    if p.s.control[p.game.moscow] != GERMAN:
        return
    die = p.roll("Moscow Falls Table", "4.3a", side=GERMAN)
    if p.game.charts.moscow.result(die + moscow_modifier(p)) == "falls":
        p.win(GERMAN, "Moscow has fallen, and the Soviet Union with it", "4.3a", p.game.moscow)


@rule("4.4")
def western_allies(p: P) -> tuple[int, ...]:
    """The sides whose lost corps cost the Allies their victory."""
    return (ALLIED, BELGIAN) if p.s.alliances[BELGIAN] == ALLIES else (ALLIED,)


@rule("4.1", "4.4")
def end_of_game(p: P) -> None:
    """Who has not lost by now has won; a lost corps in the west makes it a draw."""
    if any(p.s.count[side][p.game.dead[side]] for side in western_allies(p)):
        p.draw("Moscow has not fallen, but corps have been lost in the west", "4.4")
    else:
        p.win(ALLIED, "Moscow has not fallen", "4.4")
