"""The sequence of play of 1940: What If?: its steps, and what may be said at each.

Combat has no rules yet: its phases can only be passed.
"""

from __future__ import annotations

from ...core.command import Command
from ...core.flow import Flow, Verb
from .game import P
from .rules import (
    airpower,
    armour,
    fronts,
    holding_boxes,
    movement,
    reinforcements,
    replacements,
    sequence,
    setup,
    stacking,
    supply,
    victory,
)  # fmt: skip

FLOW = Flow()


def _pass(p: P, command: Command) -> None:
    p.barrier = True
    p.pop()


def _close_southwest(p: P, command: Command) -> None:
    p.pop()
    holding_boxes.settle_ploesti(p)


def _units_of_frame(p: P, hexes: object) -> list[int]:
    side, hex = p.frame.args
    return p.units(hex, side)


FLOW.auto("setup.last.open", "Set-up", "3.3c")(setup.open_last)
FLOW.auto("turn.begin", "Start of the game turn", "5.1")(sequence.begin_game_turn)
FLOW.auto("player.begin", "Start of the player turn", "5.1")(sequence.begin_player_turn)
FLOW.auto("player.phases", "Order of phases", "5.2a")(sequence.lay_out_phases)
FLOW.auto("turn.end", "End of the game turn", "5.1")(sequence.end_game_turn)
FLOW.auto("stacks", "Stacks are checked", "7.2b")(sequence.check_stacks)
FLOW.auto("surprise", "Surprise in the east", "5.5a")(sequence.roll_surprise)
FLOW.auto("interdict.open", "Interdiction", "8.3a")(sequence.open_interdiction)
FLOW.auto("reserve.advance", "Strategic Reserve", "12.1a")(holding_boxes.advance)
FLOW.auto("moscow", "Moscow", "4.3a")(victory.resolve_moscow)
FLOW.auto("supply-check", "Terminal supply check", "6.8")(supply.terminal_check)

# ---------------------------------------------------------------- set-up

_STAGES = {
    "setup.soviet": ("Soviet set-up", "Place four Juggernauts singly on Soviet ground.", "3.2b"),
    "setup.west": ("Set-up in the west", "Divide the corps; place those of the west, the Belgians and the Dutch.", "3.3c"),
    "setup.last": ("Set-up in the east and in France", "Place the Germans of the east, and the British and French.", "3.3d"),
}
for _name, (_title, _prompt, _rule) in _STAGES.items():
    _stage = FLOW.decision(_name, _title, _prompt, _rule)
    _stage.verb(Verb("place", "UNITS HEX", setup.place, title="Place", rule=_rule, units=setup.to_place, hexes=setup.open_hexes,
                     sample=setup.sample_place))  # fmt: skip
    _stage.verb(Verb("lift", "UNITS", setup.lift, title="Take back", rule="3.1", units=setup.placed, sample=lambda p, rng: None))
    if _name == "setup.west":
        _stage.verb(
            Verb("reserve", "UNITS", setup.reserve, title="To the Strategic Reserve", rule="3.3b", units=setup.corps_to_divide)
        )
    _stage.verb(Verb("done", "", setup.finish, title="Done", rule="3.1", available=setup.complete, ends=True))

# ---------------------------------------------------------------- the German player turn

_order = FLOW.decision("order", "Order of phases", lambda p: f"Turn {p.s.turn}: move or fight first in the east?", "5.3a")
_order.verb(Verb("order", "WORD", sequence.declare_order, title="Order of phases", rule="5.3a", words=sequence.orders))

_air = FLOW.decision("air", "Air superiority", "Shut out enemy aircraft for this game turn?", "8.1")
_air.verb(Verb("suppress", "WORD", airpower.suppress, title="Suppress", rule="8.1", words=airpower.targets))
_air.verb(Verb("done", "", _pass, title="Done", rule="8.1", ends=True))

_transfer = FLOW.decision("transfer", "Strategic transfer", "Corps into the Strategic Reserve, then out of it.", "12.1a")
_transfer.verb(Verb("recall", "UNITS", holding_boxes.recall, title="Into the box", rule="12.1b", units=holding_boxes.recallable))
_transfer.verb(Verb("deploy", "UNITS HEX", holding_boxes.deploy, title="Onto a map", rule="12.1c", units=holding_boxes.eligible,
                    hexes=holding_boxes.entry_hexes))  # fmt: skip
_transfer.verb(Verb("romania", "UNITS", holding_boxes.send_to_romania, title="To Romania", rule="12.4b",
                    units=holding_boxes.for_romania, available=holding_boxes.romania_open))  # fmt: skip
_transfer.verb(Verb("done", "", _pass, title="Done", rule="12.1a", ends=True))

_reaction = FLOW.decision("reaction", "The Soviets invade Romania", "Send units from the Strategic Reserve?", "12.4a")
_reaction.verb(Verb("romania", "UNITS", holding_boxes.send_to_romania, title="To Romania", rule="12.4a",
                    units=holding_boxes.for_romania))  # fmt: skip
_reaction.verb(Verb("done", "", _pass, title="Done", rule="12.4a", ends=True))

# ---------------------------------------------------------------- interdiction, surprise, stacks

_interdict = FLOW.decision("interdict", "Interdiction", "Aircraft against the coming movement?", "8.3a")
_interdict.verb(Verb("interdict", "HEX", airpower.interdict, title="Interdict", rule="8.3a", hexes=airpower.interdiction_hexes,
                     available=lambda p: bool(p.s.air[p.frame.side])))  # fmt: skip
_interdict.verb(Verb("done", "", _pass, title="Done", rule="8.3a", ends=True))

_redeploy = FLOW.decision("redeploy", "Redeployment", "Units may be moved about before the Germans come.", "5.5b")
_redeploy.verb(Verb("redeploy", "UNITS HEX", sequence.redeploy, title="Redeploy", rule="5.5b", units=sequence.redeployable,
                    hexes=sequence.redeployment_hexes))  # fmt: skip
_redeploy.verb(Verb("done", "", sequence.end_redeployment, title="Done", rule="5.5b", ends=True))

_overstacked = FLOW.decision("overstacked", "Overstacked", "Eliminate what is too much.", "7.2b")
_overstacked.verb(Verb("eliminate", "UNITS", stacking.remove_excess, title="Eliminate", rule="7.2b", units=_units_of_frame))

# ---------------------------------------------------------------- Soviet grand strategy

_far_east = FLOW.decision("far-east", "Far East", "Bring armies from Siberia?", "12.5a")
_far_east.verb(Verb("leave", "UNITS", fronts.leave_far_east, title="Bring west", rule="12.5a", units=fronts.siberians))
_far_east.verb(Verb("done", "", fronts.close_far_east, title="Done", rule="12.5b", ends=True))

_arctic = FLOW.decision("arctic", "Arctic", "Armies into or out of the Arctic?", "12.6a")
_arctic.verb(Verb("leave", "UNITS", fronts.leave_arctic, title="Out of the Arctic", rule="12.6b", units=fronts.arctic_armies))
_arctic.verb(Verb("join", "UNITS", fronts.go_to_arctic, title="To the Arctic", rule="12.6b", units=fronts.arctic_arrivals))
_arctic.verb(Verb("done", "", fronts.close_arctic, title="Done", rule="12.6c", ends=True))

_southwest = FLOW.decision("southwest", "Southwest Front", "Prepare, invade Romania, or send armies to the map?", "12.7a")
_southwest.verb(Verb("prepare", "UNITS", fronts.prepare, title="Make eligible", rule="12.7d", units=fronts.preparing))
_southwest.verb(Verb("invade", "UNITS", fronts.invade, title="Invade Romania", rule="12.7b", units=fronts.invaders))
_southwest.verb(Verb("leave", "UNITS", fronts.leave_southwest, title="To the map", rule="12.7c", units=fronts.leaving_southwest))
_southwest.verb(Verb("done", "", _close_southwest, title="Done", rule="12.8c", ends=True))

# ---------------------------------------------------------------- arrivals, doctrine, replacements

FLOW.auto("arrivals.open", "Soviet arrivals", "9.5a")(reinforcements.open_arrivals)
_arrivals = FLOW.decision("arrivals", "Soviet arrivals", "Place arriving armies and fortifications; the rest waits.", "9.5a")
_arrivals.verb(Verb("arrive", "UNITS HEX", reinforcements.arrive, title="Place", rule="9.5c", units=reinforcements.arrivals,
                    hexes=reinforcements.arrival_hexes))  # fmt: skip
_arrivals.verb(Verb("southwest", "UNITS", reinforcements.send_southwest, title="To the Southwest Front", rule="12.7d",
                    units=reinforcements.for_southwest))  # fmt: skip
_arrivals.verb(Verb("fort", "HEX", reinforcements.build, title="Build a fortification", rule="9.8a",
                    hexes=reinforcements.fort_hexes, available=reinforcements.may_build))  # fmt: skip
_arrivals.verb(Verb("done", "", reinforcements.close_arrivals, title="Done", rule="9.5b", ends=True))

FLOW.auto("doctrine", "Armour doctrine", "9.2a")(armour.roll_for_doctrine)
FLOW.auto("doctrine.army", "1st Allied Tank Army", "9.4")(armour.form_tank_army)
FLOW.auto("doctrine.corps", "Tank corps", "9.2a")(armour.raise_tank_corps)
FLOW.auto("doctrine.ardennes", "Ardennes", "10.10b")(armour.open_ardennes)
_tanks = FLOW.decision("doctrine.entry", "A tank corps", "Place the new tank corps on the French edge.", "9.2b")
_tanks.verb(Verb("enter", "HEX", armour.enter_tank_corps, title="Place", rule="9.2b", hexes=armour.entry_hexes))
_tanks.verb(Verb("done", "", _pass, title="No room", rule="9.2b", available=armour.no_entry, ends=True))

for _name, _title, _rule in (("replace", "German replacements", "9.9"), ("allied.replace", "Anglo-French replacements", "9.11")):
    _phase = FLOW.decision(_name, _title, "Make reduced units whole.", _rule)
    _phase.verb(Verb("replace", "UNITS", replacements.replace, title="Replace", rule=_rule, units=replacements.reduced))
    _phase.verb(Verb("done", "", replacements.close_replacements, title="Done", rule=_rule, ends=True))

# ---------------------------------------------------------------- movement, and combat, whose rules are still to come

for _name, _title, _rule in (
    ("west.move", "German movement in the west", "5.2a"), ("east.move", "German movement in the east", "5.2a"),
    ("soviet.move", "Soviet movement", "5.2b"), ("allied.move", "Anglo-French movement", "5.2c"),
):  # fmt: skip
    _phase = FLOW.decision(_name, _title, "Move your units.", _rule)
    _phase.verb(Verb("move", "UNITS PATH", movement.move, title="Move", rule="10.1", units=movement.movable,
                     hexes=movement.destinations, expand=movement.expand, sample=movement.sample_move))  # fmt: skip
    _phase.verb(Verb("done", "", movement.end, title="Done", rule=_rule, ends=True))

for _name, _title, _rule in (
    ("west.fight", "German combat in the west", "5.2a"), ("east.fight", "German combat in the east", "5.2a"),
    ("soviet.fight", "Soviet combat", "5.2b"), ("allied.fight", "Anglo-French combat", "5.2c"),
):  # fmt: skip
    _phase = FLOW.decision(_name, _title, "This phase can only be passed so far.", _rule)
    _phase.verb(Verb("done", "", _pass, title="Done", rule=_rule, ends=True))
