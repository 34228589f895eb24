"""3.6 to 3.9 Neutrals, and who may go where."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Neutral
from ..material import Mask, Material, P
from ..state import ALLIED, ALLIES, AXIS, BELGIAN, DUTCH, GERMAN, SOVIET
from .counters import mechanized, name, nation


@rule("3.4c", "3.6a", "3.6e")
def inert(p: P, side: int) -> bool:
    """Neutral and frozen armies neither move nor fight."""
    return not p.s.enemies[side]


@rule("3.4c", "3.6e")
def barred(p: P, unit: int, hex: int) -> str:
    """The rule that closes a hex to a unit for good or for now, whatever enemy is in it; "" for none.

    It holds for movement, retreats and advances; for attacks into a hex see `may_attack`.
    """
    side = p.side_of(unit)
    if inert(p, side):
        return "3.6e" if p.s.belgium == "frozen" and side == BELGIAN else "3.4c"
    if side == ALLIED and p.s.count[BELGIAN][hex] and p.s.belgium == "frozen":
        return "3.6e"
    return off_limits(p.game, class_of(p, unit), hex)


class Class(msgspec.Struct, frozen=True):
    """Units for whom the same ground is closed."""

    side: int
    mechanized: bool
    ardennes: bool  #: may it go there?


@rule("10.10a")
def class_of(p: P, unit: int) -> Class:
    """The Ardennes are closed until opened by die, but to French and Belgian cavalry."""
    cavalry = p.game.is_cavalry[p.s.kind[unit]] and nation(p, unit) in ("french", "belgian")
    return Class(p.side_of(unit), mechanized(p, unit), p.s.ardennes or cavalry)


@rule("10.10a")
def hidden_in_the_trees(p: P, unit: int) -> bool:
    """Does a unit stand in Ardennes that are closed to it? It may be there, set up in a town of Belgium, but attacks nobody from
    there."""
    return not class_of(p, unit).ardennes and bool(p.game.board.terrain_mask("ardennes")[p.s.loc[unit]])


@rule("3.6c", "3.6f", "3.7", "3.9a", "3.9b", "3.9d", "10.10a", "12.9a")
def off_limits(game: Material, unit_class: Class, hex: int) -> str:
    """The rule that closes ground to a nation; "" for none."""
    if unit_class.side == SOVIET:
        return "" if game.east[hex] else "3.9d"
    if unit_class.side == GERMAN and game.east[hex]:
        return "12.9a" if game.red_row[hex] else ""
    if game.east[hex]:
        return "3.9d"
    ardennes = not unit_class.ardennes and bool(game.board.terrain_mask("ardennes")[hex])
    return _off_limits_in_the_west(game, unit_class, hex) or ("10.10a" if ardennes else "")


def _off_limits_in_the_west(game: Material, unit_class: Class, hex: int) -> str:
    if unit_class.side == GERMAN:
        if unit_class.mechanized:
            return "3.9b"
        if game.germany[hex]:
            return ""
        return "3.6c" if game.board.mask("holland")[hex] else "3.7" if game.board.mask("luxembourg")[hex] else "3.9a"
    if unit_class.side == DUTCH:
        return "" if game.board.mask("holland")[hex] else "3.6c"
    if unit_class.side == BELGIAN:
        return "" if game.germany[hex] or game.board.mask("belgium")[hex] else "3.6f"
    return ""


def closed_ground(game: Material, unit_class: Class) -> Mask:
    """All ground that is closed to a class of units, worked out once."""
    found = game.kept.get(unit_class)
    if found is None:
        found = game.kept[unit_class] = np.array(
            [hex < game.board.hexes and bool(off_limits(game, unit_class, hex)) for hex in range(game.board.nodes)]
        )
    return found


@rule("12.9c")
def back_to_red_row(p: P, unit: int, start: int, hex: int) -> bool:
    """A Soviet unit that has left the red row never goes back into it."""
    red = p.game.red_row
    return p.side_of(unit) == SOVIET and bool(red[hex]) and not red[start]


@rule("3.4c", "3.6a", "3.6e")
def nobody_to_fight(p: P, hex: int, rule_id: str) -> Illegal:
    """Why a hex without enemies is not attacked: frozen Belgians and neutrals in it take no part in the war."""
    where = p.game.board.names[hex]
    for side in (BELGIAN, DUTCH):
        if hex < p.game.board.hexes and p.s.count[side][hex] and inert(p, side):
            frozen = side == BELGIAN and p.s.belgium == "frozen"
            return Illegal("3.6e" if frozen else "3.4c", f"the units in {where} take no part in the war")
    return Illegal(rule_id, f"there is no enemy in {where}")


@rule("3.6c", "3.7", "3.9a", "12.9a")
def may_attack(p: P, unit: int, hex: int) -> None:
    """Nobody attacks into ground that is closed to his nation; only the closed Ardennes may be attacked into by units that may
    not advance there."""
    closed = barred(p, unit, hex)
    if closed not in ("", "10.10a"):
        raise Illegal(closed, f"{name(p, unit)} may not attack into {p.game.board.names[hex]}")


# ---------------------------------------------------------------- violating neutrality


@rule("3.6a", "3.7")
def neutral_ground(p: P, hex: int) -> str:
    """The nation whose neutrality a unit would violate by entering a hex: belgium, holland, or "". Luxembourg does not count."""
    if p.s.belgium == "neutral" and p.game.board.mask("belgium")[hex]:
        return "belgium"
    if p.s.holland == "neutral" and p.game.board.mask("holland")[hex]:
        return "holland"
    return ""


@rule("3.6a")
def announce(p: P, side: int, hexes: Iterable[int]) -> None:
    """The Anglo-French, and nobody else, violate the neutrality of the nations they begin to move or attack into."""
    for hex in hexes:
        country = neutral_ground(p, hex)
        if not country:
            continue
        if side != ALLIED:
            raise Illegal("3.6a", f"{country.capitalize()} is neutral, and only the Anglo-French may change that")
        if country == "belgium":
            violate_belgium(p)
        else:
            violate_holland(p)


@rule("3.6b")
def violate_holland(p: P) -> None:
    """The Dutch fight beside the Germans from now on, under the commander in the west; their country is theirs."""
    p.s.holland = "at war"
    p.s.fill("control", DUTCH, p.game.board.mask("holland") & p.game.land & (p.s.arrays.control < 0))
    p.ally(DUTCH, AXIS, "The Dutch defend themselves beside the Germans", "3.6b")


@rule("3.6d")
def violate_belgium(p: P) -> None:
    """One roll per game: on a 1 a coup brings the Belgians over to the Allies, on anything else they stay where they are."""
    if p.roll("a coup in Belgium?", "3.6d", side=ALLIED) == 1:
        join_the_allies(p)
    else:
        freeze(p)


@rule("3.6d", "3.6f")
def join_the_allies(p: P) -> None:
    """The Belgians fight beside the Anglo-French from now on; their country is theirs."""
    p.s.belgium = "allied"
    p.s.fill("control", BELGIAN, p.game.board.mask("belgium") & p.game.land & (p.s.arrays.control < 0))
    p.ally(BELGIAN, ALLIES, "A coup brings Belgium over to the Allies", "3.6d")


@rule("3.6e")
def freeze(p: P) -> None:
    p.s.belgium = "frozen"
    p.emit(Neutral(what="The Belgians stay in their quarters for the rest of the game", side=BELGIAN, rule="3.6e"))
