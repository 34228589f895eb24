"""What games of the assault family show at a glance: the phases of a player turn, and the battle."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.seats import Eyes
from ...core.shown import BattleView, Line, PhaseView
from ...core.sight import Sight
from ...core.strip import Phase, strip
from .game import P
from .state import Battle

_PHASES: dict[str, Phase] = {"move": ("Movement", "movement.begin"), "fight": ("Combat", "combat.begin")}  #: by word of the order
_ORDER: Phase = ("Order", "order")
#: what may be declared, as a person says it
ORDERS = {"move-fight": "move, then fight", "fight-move": "fight, then move", "fight-fight": "fight twice"}


def phase_strip(
    p: P, before: Sequence[Phase], after: Sequence[Phase] = (), words: Sequence[str] | None = None
) -> list[PhaseView]:  # fmt: skip
    """The phases of the player turn: the declaration, what comes before movement and combat, these as declared (or `words` of
    the order instead), and what closes the turn."""
    waiting = [frame.step for frame in p.s.flow]
    if waiting.count("player.begin") > 1:  # the turn has begun, but nobody's part of it
        return []
    if not p.s.order:
        return strip(p, [_ORDER, ("Movement and combat", "player.phases")]) if "player.phases" in waiting else []
    return strip(p, [_ORDER, *before, *[_PHASES[word] for word in words or p.s.order.split("-")], *after])


def battle_view(p: P, battle: Battle, eyes: Eyes, air: int, lines: Sequence[Line] = ()) -> BattleView:
    """The battle under way: its attackers as far as these eyes can identify them."""
    attackers, unseen = Sight(p, eyes).named(battle.attackers)
    return BattleView(
        [p.game.board.names[battle.target]], attackers, unseen, air, [battle.result] if battle.result else [],
        [*([Line("Mobile assault")] if battle.mobile else []), *lines],
    )  # fmt: skip
