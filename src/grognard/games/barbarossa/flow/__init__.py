"""The sequence of play of Barbarossa: its steps, and what may be said at each."""

from __future__ import annotations

from ....core.flow import Flow, Verb
from ..rules import sequence, victory
from . import admin, battle, movement, special

FLOW = Flow()

FLOW.auto("turn.begin", "Start of the game turn", "5.2")(sequence.begin_game_turn)
FLOW.auto("player.begin", "Start of the player turn", "5.4a")(sequence.begin_player_turn)
FLOW.auto("player.phases", "Order of phases", "5.2")(sequence.lay_out_phases)
FLOW.auto("turn.end", "End of the game turn", "5.2")(sequence.end_game_turn)

_pause = FLOW.decision("pause", "Paulus Pause", "Pause this turn, or go on with worn-out panzers?", "5.10a")
_pause.verb(Verb("pause", "WORD", sequence.decide_pause, title="Paulus Pause", rule="5.10a",
                 words=lambda p: ("pause", "no-pause")))  # fmt: skip

_bonus = FLOW.decision("bonus", "Summer of 1942", "In which zone do you want the fight/move bonus this summer?", "5.6b")
_bonus.verb(Verb("zone", "WORD", sequence.choose_bonus_zone, title="Zone of the bonus", rule="5.6b",
                 words=lambda p: ("north", "south")))  # fmt: skip

_order = FLOW.decision("order", "Order of phases", lambda p: f"Turn {p.s.turn}: in which order do you move and fight?", "5.4a")
_order.verb(Verb("order", "WORD", sequence.declare_order, title="Order of phases", rule="5.4a", words=sequence.orders_allowed))

ANYTIME = {"concede": Verb("concede", "", lambda p, command: victory.concede(p), title="Concede", rule="4.14a")}

#: what can be said at one moment only, and the rule that says so
MOMENTS = admin.MOMENTS | special.MOMENTS
for _chapter in (movement, battle, admin, special):
    _chapter.register(FLOW)
    ANYTIME |= _chapter.ANYTIME
for _verb in (*admin.MOVEMENT_VERBS, *special.MOVEMENT_VERBS):
    FLOW.steps["movement"].verb(_verb)
