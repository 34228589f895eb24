"""The sequence of play of Typhoon 1941: its steps, and what may be said at each."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...core.command import Command
from ...core.flow import Flow, Verb
from ...core.words import counted
from .material import P
from .rules import (
    advance,
    air,
    aircraft,
    airlift,
    attacks,
    bombing,
    exchange,
    maskirovka,
    movement,
    reinforcements,
    results,
    retreat,
    sequence,
    setup,
    stacking,
    victory,
)
from .rules.odds import presses
from .state import RUSSIAN

FLOW = Flow()


def _seldom(p: P, rng: random.Random) -> Command | None:
    """For verbs that random play leaves alone."""
    return None


# ---------------------------------------------------------------- set-up

_russian = FLOW.decision(
    "setup.russian", "Russian set-up", "Hide your units and place up to four Maskirovka pieces.", "maskirovka.1"
)
_russian.verb(Verb("hide", "UNITS", maskirovka.hide, title="Hide", rule="maskirovka.1", units=maskirovka.hideable))
_russian.verb(
    Verb("show", "UNITS", maskirovka.show, title="Turn up", rule="maskirovka.1", units=maskirovka.showable, sample=_seldom)
)
_russian.verb(
    Verb(
        "mask",
        "UNITS HEX",
        maskirovka.relocate,
        title="Place a dummy",
        rule="maskirovka.2",
        units=maskirovka.dummies,
        hexes=maskirovka.dummy_hexes,
        each=maskirovka.all_dummy_hexes,
    )
)
_russian.verb(Verb("automatic", "", setup.deploy_russian, title="Hide everything for me", rule="maskirovka.1"))
_russian.verb(Verb("done", "", setup.finish_russian, title="Set-up complete", rule="setup.1", ends=True))

_german = FLOW.decision(
    "setup.german", "German set-up", "Place your korps; every hex of the start line must be covered.", "setup.4"
)
_german.verb(
    Verb(
        "place",
        "UNITS HEX",
        setup.place,
        title="Place",
        rule="setup.4",
        units=setup.placeable,
        hexes=setup.place_hexes,
        sample=setup.sample_place,
    )
)
_german.verb(Verb("lift", "UNITS", setup.lift, title="Pick up", units=setup.placed, sample=_seldom))
_german.verb(
    Verb("historical", "", setup.deploy_historical, title="Historical set-up", available=lambda p: p.game.standard_board)
)
_german.verb(Verb("automatic", "", setup.deploy_automatic, title="Set up for me"))
_german.verb(Verb("done", "", setup.finish_german, title="Set-up complete", rule="setup.4", available=setup.complete, ends=True))

FLOW.auto("first-move.begin", "Unhistorical First Move", "victory.6")(setup.offer_first_move)
_first = FLOW.decision(
    "first-move", "Unhistorical First Move", "Move before the Germans attack, and give them another way to win?", "victory.6"
)
_first.verb(Verb("take", "", setup.take_first_move, title="Move first", rule="victory.6"))
_first.verb(Verb("leave", "", setup.decline_first_move, title="Stand as history did", rule="victory.6"))

# ---------------------------------------------------------------- turns and phases

for _name, _title, _rule, _run in (
    ("turn.begin", "Start of the game-turn", "sequence.1", sequence.begin_turn),
    ("turn.end", "End of the game-turn", "sequence.1", sequence.end_turn),
    ("german.turn", "German player-turn", "sequence.1", sequence.german_turn),
    ("russian.turn", "Russian player-turn", "sequence.1", sequence.russian_turn),
    ("reveal", "Hidden units revealed", "sequence.2", sequence.reveal),
    ("move.begin", "Operational movement", "sequence.17", sequence.begin_movement),
    ("attack.begin", "Attack phase", "crt.4", sequence.begin_attacks),
    ("second.begin", "Second operational phase", "sequence.4", sequence.begin_second),
    ("recovery.begin", "Recovery", "sequence.5", sequence.begin_recovery),
    ("recovery", "Recovery of units not attacked", "recovery.3", sequence.recover_unattacked),
    ("recovery.attacked", "Recovery of attacked units", "recovery.4", sequence.recover_attacked),
    ("resolution", "Resolution of attacks", "sequence.13", sequence.resolve_next),
    ("russian.victory", "Russian victory determination", "sequence.7", victory.russian_check),
    ("german.victory", "German victory determination", "sequence.15", victory.german_check),
    ("german.supply", "German supply", "sequence.8", sequence.german_supply),
    ("german.determine", "German supply status", "sequence.8", sequence.determine_german),
    ("german.recovery", "German recovery", "sequence.9", sequence.recover_germans),
    ("russian.supply", "Russian supply", "sequence.14", sequence.russian_supply),
    ("russian.determine", "Russian supply status", "sequence.14", sequence.determine_russian),
    ("russian.recovery", "Russian recovery", "sequence.16", sequence.recover_reds),
    ("reinforcement.end", "End of reinforcement", "sequence.10", sequence.end_reinforcement),
    ("air.resolve", "Air mission", "air.4", air.resolve),
    ("battle.resolve", "Combat resolution", "crt.1", results.resolve),
    ("battle.outcome", "Combat result", "results.1", results.outcome),
    ("battle.losses.begin", "Attacker's losses", "results.8", results.begin_losses),
    ("battle.shaken", "Attackers Disrupted", "results.12", results.shake),
    ("battle.retreat.begin", "Retreats", "retreat.1", retreat.begin_retreat),
    ("battle.pursuit", "Advance", "advance.1", advance.pursue),
    ("battle.advance.end", "End of the advance", "stacking.1", advance.end_advance),
    ("battle.end", "End of the battle", "sequence.13", results.end_battle),
):
    FLOW.auto(_name, _title, _rule)(_run)

_orders = FLOW.decision(
    "orders", "No Retreat!", "Order your whole army not to retreat in this German player-turn?", "surrounded.3"
)
_orders.verb(
    Verb("order", "WORD", sequence.give_orders, title="Order", rule="surrounded.3", words=lambda p: ("free", "no-retreat"))
)

_offensive = FLOW.decision(
    "offensive", "Second offensive phase", "Use your second operational phase now? It comes once after turn 1.", "sequence.4"
)
_offensive.verb(Verb("offensive", "", sequence.launch_offensive, title="Attack again", rule="sequence.4"))
_offensive.verb(Verb("wait", "", sequence.wait, title="Keep it for later", rule="sequence.4", ends=True))

_intent = FLOW.decision(
    "intent",
    "Disrupted units to be attacked",
    "Which Disrupted units do you mean to attack? All others recover now.",
    "recovery.3",
)
_intent.verb(Verb("target", "HEX", sequence.name_target, title="Means to attack", rule="recovery.3", hexes=sequence.nameable))
_intent.verb(Verb("done", "", sequence.wait, title="No more", rule="recovery.3", ends=True))

_overstacked = FLOW.decision("overstacked", "Overstacked hex", "A hex holds too many units: which are eliminated?", "stacking.1")
_overstacked.verb(Verb("remove", "UNITS", stacking.remove_excess, title="Remove", rule="stacking.1", units=stacking.too_many))

# ---------------------------------------------------------------- movement


def _rest_verb() -> Verb:
    return Verb(
        "rest",
        "UNITS",
        movement.rest,
        title="Make inactive",
        rule="army.2",
        units=movement.can_rest,
        available=lambda p: bool(movement.can_rest(p, ())),
        sample=_seldom,
    )


_movement = FLOW.decision("movement", "Operational movement", lambda p: f"Move your units ({p.s.weather}).", "sequence.17")
_movement.verb(
    Verb(
        "move",
        "UNITS PATH",
        movement.move,
        title="Move",
        rule="sequence.17",
        units=movement.movable,
        hexes=movement.destinations,
        each=movement.all_destinations,
        expand=movement.expand,
        sample=movement.sample_move,
    )
)
_movement.verb(_rest_verb())
_movement.verb(Verb("done", "", movement.end_movement, title="End of movement", rule="sequence.17", ends=True))

# ---------------------------------------------------------------- attacks


def _attack_prompt(p: P) -> str:
    when = {"before": "before movement", "second": "in the second phase"}.get(p.s.phase, "after movement")
    return f"Attacks {when}."


def _presses(p: P) -> Sequence[int]:
    return presses(p.s.active)


_attack = FLOW.decision("attack", "German attacks", _attack_prompt, "crt.4")
_allocation = FLOW.decision(
    "allocation", "Allocation of Russian attacks", "Name all your attacks; then they are fought.", "sequence.12"
)
for _step in (_attack, _allocation):
    _step.verb(
        Verb(
            "attack",
            "PATH with UNITS [press NUMBER]" if _step is _attack else "PATH with UNITS",
            attacks.attack,
            title="Attack",
            rule="crt.4",
            units=attacks.attackers_of,
            hexes=attacks.attackable,
            numbers=_presses if _step is _attack else None,
            hex_first=True,
            listed=attacks.list_attacks,
            sample=attacks.sample_attack,
        )
    )
    _step.verb(
        Verb(
            "bomb",
            "HEX with UNITS",
            bombing.bomb,
            title="Bomb",
            rule="air.1",
            units=bombing.bombers,
            hexes=bombing.bombable,
            hex_first=True,
            listed=bombing.list_bombs,
            sample=bombing.sample_bomb,
        )
    )
    _step.verb(_rest_verb())
_allocation.verb(
    Verb(
        "revoke",
        "HEX",
        attacks.withdraw_attack,
        title="Take back",
        rule="general.3",
        hexes=attacks.allocated_hexes,
        available=lambda p: bool(p.s.attacks),
    )
)
_attack.verb(Verb("done", "", sequence.end_attacks, title="No more attacks", rule="sequence.12", ends=True))
_allocation.verb(Verb("done", "", sequence.end_attacks, title="No more attacks", rule="sequence.12",
                      check=lambda p, command: attacks.check_allocation(p), ends=True))  # fmt: skip


def _announced_prompt(p: P) -> str:
    how = "by 1: one column better on the three best numbers of the die, two worse on the three worst"
    if p.s.active != RUSSIAN:
        how = "by 1 or 2: so many columns better on the three best numbers of the die, as many worse on the three worst"
    return f"Fight, press the attack ({how}), or call it off?"


_announced = FLOW.decision("battle.announced", "Attack announced", _announced_prompt, "crt.3")
_announced.verb(
    Verb("fight", "[press NUMBER]", attacks.fight, title="Fight", rule="crt.3", numbers=attacks.possible_presses, follows=True)
)
_announced.verb(
    Verb(
        "rush",
        "[press NUMBER]",
        attacks.rush,
        title="Fight without asking",
        rule="surrounded.4",
        numbers=attacks.possible_presses,
        available=lambda p: p.s.active == RUSSIAN,
    )
)
_announced.verb(
    Verb(
        "cancel",
        "",
        attacks.cancel,
        title="Call off",
        rule="general.2",
        sample=lambda p, rng: Command("cancel") if attacks.may_cancel(p) and rng.random() < 0.3 else None,
        listed=lambda p: iter([Command("cancel")] if attacks.may_cancel(p) else []),
    )
)

_announced.verb(
    Verb(
        "abandon",
        "",
        attacks.abandon,
        title="Call off all attacks",
        rule="general.3",
        available=lambda p: p.s.active == RUSSIAN and len(attacks.may_abandon(p)) > 1,
        sample=_seldom,
    )
)

_stand = FLOW.decision("battle.orders", "No Retreat!", "Which of your defenders must not retreat?", "surrounded.2")
_stand.verb(Verb("stand", "UNITS", attacks.order_to_stand, title="No retreat", rule="surrounded.2", units=attacks.can_stand))
_stand.verb(Verb("done", "", sequence.wait, title="No more", rule="surrounded.2", ends=True))

_exchange = FLOW.decision("battle.exchange", "Exchange", "Accept the exchange, or decline it and take a D2?", "results.6")
_exchange.verb(Verb("accept", "", exchange.accept, title="Accept", rule="results.6"))
_exchange.verb(Verb("decline", "", exchange.decline, title="Decline", rule="results.6"))

_casualties = FLOW.decision(
    "battle.casualties", "Losses of the defence", "Which of your units are lost in the exchange?", "results.7"
)
_casualties.verb(Verb("lose", "UNITS", exchange.give_up, title="Give up", rule="results.7", units=exchange.giveable))

_losses = FLOW.decision("battle.losses", "Attacker's losses", lambda p: _owed(p), "results.8")
_losses.verb(Verb("lose", "UNITS", results.pay, title="Give up", rule="results.8", units=results.payable))


def _owed(p: P) -> str:
    bill = p.s.battle.bill if p.s.battle is not None else None
    return f"Give up units worth {counted(bill.owed, 'factor')}." if bill is not None else ""


_push = FLOW.decision("battle.push", "Length of the retreat", "How many hexes must the defenders retreat?", "results.2")
_push.verb(Verb("push", "NUMBER", retreat.push, title="Drive back", rule="results.2", numbers=retreat.possible_pushes))

_retreat = FLOW.decision("battle.retreat", "Retreat", "Choose where the beaten units go, hex by hex.", "retreat.1")
_retreat.verb(
    Verb(
        "retreat",
        "UNITS to HEX",
        retreat.retreat,
        title="Retreat",
        rule="retreat.1",
        units=retreat.retreating,
        hexes=retreat.retreat_hexes,
        sample=retreat.sample_retreat,
    )
)
_retreat.verb(
    Verb("stay", "", retreat.stay, title="No further", rule="results.5", available=lambda p: not retreat.is_forced(p), ends=True)
)

_advance = FLOW.decision("battle.advance", "Tactical advance", "The hex is free: who advances?", "advance.1")
_advance.verb(
    Verb(
        "advance",
        "UNITS PATH",
        advance.advance,
        title="Advance",
        rule="advance.1",
        units=advance.advancing,
        hexes=advance.advance_hexes,
        expand=advance.expand,
        listed=advance.list_advances,
        sample=advance.sample_advance,
    )
)
_advance.verb(
    Verb(
        "stay",
        "",
        advance.stop,
        title="No further advance",
        rule="advance.6",
        ends=True,
        sample=lambda p, rng: None if advance.must_advance(p) else Command("stay"),
        listed=lambda p: iter([] if advance.must_advance(p) else [Command("stay")]),
    )
)

# ---------------------------------------------------------------- air missions and supply

_intercept = FLOW.decision("air.intercept", "Interception", lambda p: _mission(p), "air.4")
_intercept.verb(Verb("intercept", "UNITS", air.intercept, title="Intercept", rule="air.4", units=aircraft.interceptors))
_intercept.verb(Verb("pass", "", air.let_pass, title="Let them pass", rule="air.4", ends=True))


_ERRANDS = {"bomb": "to bomb", "drop": "to drop parachutists in", "resupply": "with supply for"}


def _mission(p: P) -> str:
    """Who flies where and what for, who stands there, and whether anybody can meet them."""
    mission = p.s.mission
    if mission is None:
        return ""
    board, own = p.game.board, p.units(mission.target, p.foe(mission.side))
    hex = board.names[mission.target]
    where = next((f"{place.name} ({hex})" for place in board.places_at(mission.target) if place.name), hex)
    below = f", where {_called(p, own)} {'stands' if len(own) == 1 else 'stand'}" if own else ""
    answer = "Send aircraft against them?" if aircraft.interceptors(p, ()) else "None of your aircraft can meet them."
    flyers = f"{p.game.sides[mission.side].capitalize()} {_called(p, mission.flyers)}"
    return f"{flyers}: {_ERRANDS[mission.kind]} {where}{below}. {answer}"


def _called(p: P, units: Sequence[int]) -> str:
    return " and ".join(p.game.types[p.s.kind[unit]].name for unit in units)


_airlift = FLOW.decision("airlift", "Aerial resupply", "Bring supply to units that have none?", "air.18")
_airlift.verb(
    Verb(
        "resupply",
        "HEX with UNITS",
        airlift.resupply,
        title="Resupply",
        rule="air.18",
        units=airlift.suppliers,
        hexes=airlift.needy_hexes,
        hex_first=True,
        listed=airlift.list_resupplies,
    )
)
_airlift.verb(Verb("done", "", sequence.wait, title="No more", rule="air.18", ends=True))

_paradrop = FLOW.decision("paradrop", "Paradrop", "Drop a parachute korps?", "air.15")
_paradrop.verb(
    Verb("drop", "UNITS HEX", airlift.drop, title="Drop", rule="air.15", units=airlift.can_drop, hexes=airlift.drop_hexes)
)
_paradrop.verb(Verb("done", "", sequence.wait, title="No more", rule="air.15", ends=True))

# ---------------------------------------------------------------- Russian replacements and reinforcements


def _reinforcement_prompt(p: P) -> str:
    left = counted(reinforcements.rail_limit(p) - p.s.railed, "more unit")
    return f"Replacement factors: {p.s.infantry} infantry, {p.s.tanks} tank; {left} by rail; one Siberian unit per turn."


_reinforcement = FLOW.decision(
    "reinforcement", "Russian replacements, reinforcements and rail movement", _reinforcement_prompt, "sequence.10"
)
_reinforcement.verb(Verb("hide", "UNITS", maskirovka.hide, title="Hide", rule="maskirovka.1", units=maskirovka.hideable))
_reinforcement.verb(
    Verb(
        "mask",
        "UNITS HEX",
        maskirovka.relocate,
        title="Place a dummy",
        rule="maskirovka.6",
        units=maskirovka.dummies,
        hexes=maskirovka.dummy_hexes,
        each=maskirovka.all_dummy_hexes,
    )
)
_reinforcement.verb(
    Verb(
        "replace",
        "UNITS HEX",
        reinforcements.replace,
        title="Replace",
        rule="replacement.2",
        units=reinforcements.replaceable,
        hexes=reinforcements.entry_hexes,
    )
)
_reinforcement.verb(
    Verb(
        "enter",
        "UNITS HEX",
        reinforcements.arrive,
        title="Enter",
        rule="siberian.1",
        units=reinforcements.arriving,
        hexes=reinforcements.arrival_hexes,
        each=reinforcements.all_arrival_hexes,
    )
)
_reinforcement.verb(
    Verb(
        "rail",
        "UNITS HEX",
        reinforcements.go_by_rail,
        title="Move by rail",
        rule="rail.1",
        units=reinforcements.railable,
        hexes=reinforcements.rail_hexes,
        each=reinforcements.all_rail_hexes,
        sample=reinforcements.sample_rail,
    )
)
_reinforcement.verb(
    Verb(
        "disband",
        "UNITS",
        reinforcements.disband,
        title="Give up",
        rule="replacement.4",
        units=reinforcements.disbandable,
        sample=reinforcements.sample_disband,
    )
)
_reinforcement.verb(Verb("done", "", sequence.wait, title="End of step", rule="sequence.10", ends=True))

_japan = FLOW.decision("japan", "The Japanese roll", "Siberian armies leave the Far East: name a number and roll.", "siberian.7")
_japan.verb(Verb("name", "NUMBER", reinforcements.name_number, title="Name", rule="siberian.7", numbers=lambda p: range(1, 7)))

ANYTIME = {"concede": Verb("concede", "", lambda p, command: victory.concede(p), title="Concede", rule="victory.1")}
