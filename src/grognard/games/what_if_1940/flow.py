"""The sequence of play of 1940: What If?: its steps, and what may be said at each."""

from __future__ import annotations

from ...core.command import Command
from ...core.flow import Flow, Step, Verb
from ..assault import phases
from .material import P
from .rules import (
    advance,
    airborne,
    airpower,
    armour,
    combat,
    combat_results,
    deployment,
    fronts,
    holding_boxes,
    mobile_assault,
    movement,
    prepared_assault,
    reinforcements,
    replacements,
    retreat,
    sequence,
    setup,
    stacking,
    supply,
    victory,
)  # fmt: skip

FLOW = Flow()


def _pass(p: P, command: Command) -> None:
    phases.close(p)


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
    _stage.verb(Verb("proposed", "", deployment.use_proposed, title="As we propose", rule="3.1",
                     sample=deployment.sample_proposed))  # fmt: skip
    _stage.verb(Verb("automatic", "", deployment.use_automatic, title="Set up for me", rule="3.1",
                     sample=deployment.sample_automatic))  # fmt: skip
    _stage.verb(Verb("done", "", setup.finish, title="Done", rule="3.1", available=setup.complete, ends=True))

# ---------------------------------------------------------------- the German player turn

_order = FLOW.decision("order", "Order of phases", lambda p: f"Turn {p.s.turn}: move or fight first in the east?", "5.3a")
_order.verb(Verb("order", "WORD", sequence.declare_order, title="Order of phases", rule="5.3a", words=sequence.orders))

_air = FLOW.decision("air", "Air superiority", "Shut out enemy aircraft for this game turn?", "8.1")
_air.verb(Verb("suppress", "WORD", airpower.suppress, title="Suppress", rule="8.1", words=airpower.targets,
               available=lambda p: bool(airpower.targets(p))))  # fmt: skip
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


def _interdiction(p: P) -> str:
    return f"{p.game.sides[p.s.active].capitalize()} movement comes next: send aircraft against hexes that it has to pass?"


_interdict = FLOW.decision("interdict", "Interdiction", _interdiction, "8.3a")
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
_southwest.verb(Verb("done", "", fronts.close_southwest, title="Done", rule="12.8c", ends=True))

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

# ---------------------------------------------------------------- movement and combat

FLOW.auto("combat.open", "Start of a combat phase", "11.4")(prepared_assault.begin)
FLOW.auto("ploesti", "Ploesti", "12.8c")(holding_boxes.settle_ploesti)


def _airdrop(phase: Step) -> None:
    phase.verb(Verb("drop", "HEX [with UNITS]", airborne.drop, title="Airdrop", rule="8.7a", available=airborne.may_drop,
                    units=airborne.company, hexes=airborne.drop_hexes, hex_first=True, sample=airborne.sample_drop,
                    listed=airborne.possible_drops))  # fmt: skip


for _name, _title, _rule in (
    ("west.move", "German movement in the west", "5.2a"), ("east.move", "German movement in the east", "5.2a"),
    ("soviet.move", "Soviet movement", "5.2b"), ("allied.move", "Anglo-French movement", "5.2c"),
):  # fmt: skip
    _phase = FLOW.decision(_name, _title, "Move your units.", _rule)
    _phase.verb(Verb("move", "UNITS PATH", movement.move, title="Move", rule="10.1", units=movement.movable,
                     hexes=movement.destinations, expand=movement.expand, sample=movement.sample_move))  # fmt: skip
    if _name in ("east.move", "allied.move"):
        _phase.verb(Verb("assault", "HEX with UNITS", mobile_assault.assault, title="Mobile assault", rule="10.15a",
                         units=mobile_assault.leaders, hexes=mobile_assault.assault_targets, hex_first=True,
                         sample=mobile_assault.sample_assault))  # fmt: skip
    if _name in ("west.move", "east.move"):
        _airdrop(_phase)
    _phase.verb(Verb("done", "", movement.end, title="Done", rule=_rule, ends=True))

for _name, _title, _rule in (
    ("west.fight", "German combat in the west", "5.2a"), ("east.fight", "German combat in the east", "5.2a"),
    ("soviet.fight", "Soviet combat", "5.2b"), ("allied.fight", "Anglo-French combat", "5.2c"),
):  # fmt: skip
    _phase = FLOW.decision(_name, _title, "Attack enemies next to your units, one battle after the other.", _rule)
    _phase.verb(Verb("attack", "HEX with UNITS", prepared_assault.attack, title="Prepared assault", rule="11.1",
                     units=prepared_assault.attackers_of, hexes=prepared_assault.attackable_hexes, hex_first=True,
                     sample=prepared_assault.sample_attack))  # fmt: skip
    if _name in ("west.fight", "east.fight"):
        _airdrop(_phase)
    _phase.verb(Verb("done", "", prepared_assault.end, title="Done", rule=_rule, ends=True))

# ---------------------------------------------------------------- a battle

FLOW.auto("battle.resolve", "Combat resolution", "11.3b")(combat.resolve)
FLOW.auto("battle.end", "End of the battle", "11.13")(combat_results.end_battle)

_support = FLOW.decision("battle.air", "Support from the air", "Commit aircraft to this battle?", "8.4a")
_support.verb(Verb("air", "NUMBER", combat.support, title="Aircraft", rule="8.4a", numbers=combat.aircraft_left))

_convert = FLOW.decision("battle.convert", "Result against a stronghold", "Lose a step, or a bloodbath?", "11.19a")
_convert.verb(Verb("result", "WORD", combat_results.convert, title="Result", rule="11.19a", words=combat_results.conversions))

_stand = FLOW.decision("battle.stand", "Retreat or stand", "Retreat, or lose a step and hold the hex?", "11.19b")
_stand.verb(Verb("lose", "UNITS", combat_results.stand, title="Lose a step and hold", rule="11.19b",
                 units=combat_results.standing_units))  # fmt: skip
_stand.verb(Verb("retire", "", combat_results.give_way, title="Retreat", rule="11.18"))

_exchange = FLOW.decision("battle.exchange", "Bloodbath", "Both sides have as many steps: how many are lost?", "11.20c")
_exchange.verb(Verb("exchange", "NUMBER", combat_results.exchange, title="Steps", rule="11.20c", numbers=combat_results.prices))

_losses = FLOW.decision("battle.losses", "Losses", combat_results.owed_in_words, "11.16")
_losses.verb(Verb("lose", "UNITS", combat_results.take_losses, title="Lose a step", rule="11.16",
                  units=combat_results.losing_units))  # fmt: skip

_retreat = FLOW.decision("battle.retreat", "Retreat after combat", "Choose where the beaten units retreat.", "11.11a")
_retreat.verb(Verb("retreat", "UNITS to HEX", retreat.retreat, title="Retreat", rule="11.11a", units=retreat.waiting,
                   hexes=retreat.retreat_hexes, listed=retreat.possible_retreats))  # fmt: skip

_displace = FLOW.decision("battle.displace", "Displacement", "The hex is full: who makes room, and where to?", "11.12a")
_displace.verb(Verb("displace", "UNITS to HEX", retreat.displace, title="Displace", rule="11.12a", units=retreat.displaceable,
                    hexes=retreat.displacement_hexes))  # fmt: skip

_advance = FLOW.decision("battle.advance", "Advance after combat", "The hex is empty: who advances?", "11.13")
_advance.verb(Verb("advance", "UNITS", advance.advance, title="Advance", rule="11.13", units=advance.advancing,
                   sample=advance.sample_advance))  # fmt: skip
_advance.verb(Verb("stay", "", advance.stay, title="No advance", rule="11.13", ends=True))
