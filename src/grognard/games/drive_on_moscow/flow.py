"""The sequence of play of Drive on Moscow: its steps, and what may be said at each."""

from __future__ import annotations

from ...core.flow import Flow, Verb
from ...core.words import counted
from ..assault.battle import surviving_attackers
from .material import P
from .rules import (
    advance,
    announcement,
    attacks,
    combat_odds,
    combat_results,
    mobile_assault,
    movement,
    moves,
    november,
    prepared_assault,
    reinforcements,
    retreat,
    setup,
    spoiling_attacks,
    stacking,
    turn_sequence,
    victory,
)
from .state import SOVIET

FLOW = Flow()

# ---------------------------------------------------------------- 3.0 set-up

_ZONES = {
    "setup.reserve": ("Reserve Front set-up", "Place the Reserve Front east of its boundary, one unit to a hex.", "3.3b"),
    "setup.forward": ("Forward Zone set-up", "Place the Forward Zone; every front-line hex needs a rifle division.", "3.4b"),
    "setup.german": ("German set-up", "Place the German army west of the front line.", "3.7b"),
}  # fmt: skip
for _name, (_title, _prompt, _rule) in _ZONES.items():
    _step = FLOW.decision(_name, _title, _prompt, _rule)
    _step.verb(Verb("place", "UNITS HEX", setup.place, title="Place", rule=_rule, units=setup.to_place,
                    hexes=setup.open_hexes, sample=setup.sample_place))  # fmt: skip
    _step.verb(Verb("lift", "UNITS", setup.take_back, title="Pick up", units=setup.placed, sample=lambda p, rng: None))
    _step.verb(Verb("historical", "", setup.use_historical, title="Historical set-up", available=lambda p: p.game.has_historical))
    _step.verb(Verb("automatic", "", setup.use_automatic, title="Set up for me"))
    _step.verb(Verb("done", "", setup.finish_step, title="Set-up complete", rule=_rule, available=setup.complete, ends=True))

# ---------------------------------------------------------------- 5.0 turn sequence

FLOW.auto("turn.begin", "Start of the game turn", "5.5")(turn_sequence.begin_game_turn)
FLOW.auto("turn.end", "End of the game turn", "5.5")(stacking.inspected(turn_sequence.end_game_turn))
FLOW.auto("player.begin", "Start of the player turn", "5.2")(turn_sequence.begin_player_turn)
FLOW.auto("player.phases", "Order of phases", "5.3a")(turn_sequence.lay_out_phases)
FLOW.auto("german.begin", "German reinforcement", "5.2")(stacking.inspected(turn_sequence.begin_german_reinforcement))
FLOW.auto("soviet.begin", "Soviet reinforcement", "5.2")(stacking.inspected(turn_sequence.begin_soviet_reinforcement))
FLOW.auto("movement.begin", "Movement phase", "9.1a")(stacking.inspected(turn_sequence.open_movement))
FLOW.auto("combat.begin", "Combat phase", "10.1")(stacking.inspected(turn_sequence.open_combat))
FLOW.auto("guards.begin", "Guards conversion", "8.6a")(stacking.inspected(turn_sequence.open_guards))
FLOW.auto("terminal", "Terminal supply", "7.7a")(stacking.inspected(turn_sequence.close_soviet_turn))

_overstacked = FLOW.decision("overstacked", "Overstacked hex", "A hex holds more than five units: which are removed?", "6.2b")
_overstacked.verb(Verb("remove", "UNITS", stacking.remove_excess, title="Remove", rule="6.2b", units=stacking.too_many))
_overstacked.verb(Verb("decline", "", stacking.spare_the_stack, title="Leave it to the owner", rule="6.2b",
                       available=stacking.is_opponents_choice))  # fmt: skip

_order = FLOW.decision(
    "order", "Order of phases", lambda p: f"Turn {p.s.turn}: move first and then fight, or fight first and then move?", "5.3a"
)
_order.verb(Verb("order", "WORD", turn_sequence.declare_order, title="Order of phases", rule="5.3a", words=lambda p: _orders(p)))


def _orders(p: P) -> tuple[str, ...]:
    if p.s.active != SOVIET:
        return turn_sequence.ORDERS
    return tuple([order for order in turn_sequence.ORDERS if spoiling_attacks.order_allowed(p, order)])


_november = FLOW.decision("november", "November offensive", "Declare the November offensive for the next turn?", "11.1")
_november.verb(Verb("declare", "", november.declare, title="Declare the offensive", rule="11.1"))
_november.verb(Verb("wait", "", november.do_not_declare, title="Not this turn", rule="11.1", ends=True))

# ---------------------------------------------------------------- 8.0 reinforcements, withdrawals, Guards


def _german_prompt(p: P) -> str:
    s = p.s
    parts = []
    if s.owed_infantry:
        parts.append("withdraw an infantry division")
    if s.owed_cavalry:
        parts.append("withdraw the cavalry division")
    if s.steps_mech or s.steps_foot:
        parts.append(f"use replacements ({s.steps_mech} mechanized, {s.steps_foot} other)")
    if reinforcements.waiting_212(p, ()):
        parts.append("the 212th may enter")
    return ("; ".join(parts) or "Nothing more is due").capitalize() + "."


_german = FLOW.decision("german.step", "German reinforcement, replacement and withdrawal", _german_prompt, "8.1")
_german.verb(Verb("enter", "UNITS HEX", reinforcements.enter_german, title="Enter", rule="8.2c",
                  units=reinforcements.waiting_212, hexes=reinforcements.german_entry_hexes))  # fmt: skip
_german.verb(Verb("withdraw", "UNITS", reinforcements.withdraw, title="Withdraw", rule="8.5a", units=reinforcements.to_withdraw))
_german.verb(Verb("replace", "UNITS", reinforcements.replace, title="Replenish", rule="11.3e", units=reinforcements.replaceable))
_german.verb(Verb("done", "", reinforcements.end_german_step, title="End of step", rule="8.5a",
                  check=lambda p, command: reinforcements.check_withdrawals_made(p), ends=True))  # fmt: skip
_german.verb(Verb("decline", "", reinforcements.decline_withdrawal, title="Decline and forfeit", rule="8.5a",
                  available=reinforcements.withdrawal_due, sample=lambda p, rng: None))  # fmt: skip

_soviet = FLOW.decision(
    "soviet.step", "Soviet reinforcement",
    lambda p: f"{counted(len(reinforcements.arriving(p, ())), 'reinforcement')} may enter; what does not is lost.", "8.3a",
)  # fmt: skip
_soviet.verb(Verb("enter", "UNITS HEX", reinforcements.enter_soviet, title="Enter", rule="8.3b",
                  check=reinforcements.check_entry, units=reinforcements.arriving,
                  hexes=reinforcements.soviet_entry_hexes))  # fmt: skip
_soviet.verb(Verb("done", "", reinforcements.end_soviet_reinforcement, title="End of step", rule="8.3a", ends=True))

_guards = FLOW.decision(
    "guards", "Guards conversion",
    lambda p: f"{p.game.types[p.s.kind[p.s.drawn]].name} is drawn: which unit becomes Guards?", "8.6a",
)  # fmt: skip
_guards.verb(
    Verb(
        "convert",
        "UNITS",
        reinforcements.convert_to_guards,
        title="Convert to Guards",
        rule="8.6c",
        units=reinforcements.convertible,
    )
)
_guards.verb(Verb("decline", "", reinforcements.decline_guards, title="Do without", rule="8.6e"))

# ---------------------------------------------------------------- 9.0 movement


def _movement_prompt(p: P) -> str:
    turn = p.game.track[p.s.turn]
    return f"Move your units (mechanized {turn.mf_mech}, others {turn.mf_nonmech} points before changes)."


_movement = FLOW.decision("movement", "Movement phase", _movement_prompt, "9.1a")
_movement.verb(Verb("move", "UNITS PATH", moves.move, title="Move", rule="9.1a", check=moves.check_move,
                    units=movement.movable, hexes=moves.destinations, each=moves.all_destinations, expand=moves.expand,
                    sample=moves.sample_move))  # fmt: skip
_movement.verb(Verb("assault", "HEX with UNITS [air NUMBER]", announcement.assault, title="Mobile assault", rule="9.18",
                    check=mobile_assault.check_assault, units=mobile_assault.leaders, hexes=mobile_assault.assault_targets,
                    available=lambda p: p.s.active != SOVIET, hex_first=True, sample=mobile_assault.sample_assault,
                    listed=mobile_assault.list_assaults))  # fmt: skip
_movement.verb(Verb("done", "", movement.end_movement, title="End of movement", rule="9.2a",
                    check=lambda p, command: spoiling_attacks.check_approach(p), ends=True))  # fmt: skip

# ---------------------------------------------------------------- 10.0 combat

_combat = FLOW.decision("combat", "Combat phase", "Attack enemy units next to yours, one battle after the other.", "10.1")
_combat.verb(Verb("attack", "HEX with UNITS [air NUMBER]", announcement.attack, title="Prepared assault", rule="10.1",
                  check=attacks.check_attack, units=prepared_assault.attackers_of,
                  hexes=attacks.attackable_hexes, hex_first=True,
                  sample=attacks.sample_attack, listed=attacks.list_attacks))  # fmt: skip
_combat.verb(Verb("done", "", prepared_assault.end_combat, title="End of combat", rule="10.1",
                  check=lambda p, command: spoiling_attacks.check_demand_met(p), ends=True))  # fmt: skip

_air = FLOW.decision("battle.air", "Aircraft in defence", "The enemy attacks: commit aircraft to the defence?", "10.20e")
_air.verb(
    Verb(
        "air",
        "NUMBER",
        announcement.defend_with_aircraft,
        title="Aircraft",
        rule="10.20b",
        numbers=announcement.aircraft_left,
    )
)

_announced = FLOW.decision(
    "battle.announced", "Attack announced", "Fight this battle, or call it off before anything is revealed?", "10.7b"
)
_announced.verb(Verb("fight", "", announcement.fight, title="Fight", rule="10.7b", follows=True))
_announced.verb(Verb("cancel", "", announcement.call_off, title="Call off", rule="10.7b"))

FLOW.auto("battle.resolve", "Combat resolution", "10.22a")(combat_odds.resolve)
FLOW.auto("battle.end", "End of the battle", "10.23")(combat_results.end_battle)

_losses = FLOW.decision(
    "battle.losses", "Attacker's losses", lambda p: f"Choose units to lose {counted(p.s.battle.owed, 'step')}.", "10.25"
)
_losses.verb(
    Verb(
        "lose",
        "UNITS",
        combat_results.take_loss,
        title="Lose a step",
        rule="10.25",
        units=lambda p, hexes: surviving_attackers(p),
    )
)

_convert = FLOW.decision(
    "battle.convert", "Result against a city", "The defenders would retreat: stall the attack, or a bloodbath?", "10.29a"
)
_convert.verb(Verb("result", "WORD", combat_results.convert, title="Result", rule="10.29a", words=lambda p: ("as", "bloodbath")))

_stand = FLOW.decision("battle.stand", "Retreat or stand", "Retreat, or lose a step and hold the hex?", "10.29c")
_stand.verb(
    Verb("lose", "UNITS", combat_results.stand, title="Lose a step and hold", rule="10.29c", units=combat_results.standing_units)
)
_stand.verb(Verb("retire", "", combat_results.give_way, title="Retreat", rule="10.26a"))

_retreat = FLOW.decision("battle.retreat", "Retreat after combat", "Choose where the beaten units retreat.", "10.26c")
_retreat.verb(Verb("retreat", "UNITS to HEX", retreat.retreat, title="Retreat", rule="10.26c",
                   units=retreat.waiting, hexes=retreat.retreat_choices,
                   sample=retreat.sample_retreat, listed=retreat.list_retreats))  # fmt: skip

_advance = FLOW.decision("battle.advance", "Advance after combat", "The hex is empty: who advances?", "10.32a")
_advance.verb(Verb("advance", "UNITS", advance.advance, title="Advance", rule="10.32a", units=advance.advancing,
                   sample=advance.sample_advance, listed=advance.list_advances))  # fmt: skip
_advance.verb(Verb("stay", "", advance.stay, title="No advance", rule="10.32b",
                   available=lambda p: not november.must_advance(p), ends=True))  # fmt: skip

ANYTIME = {"concede": Verb("concede", "", lambda p, command: victory.concede(p), title="Concede", rule="1.1b")}
