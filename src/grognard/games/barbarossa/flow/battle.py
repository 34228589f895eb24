"""Steps of combat."""

from __future__ import annotations

from ....core.flow import Flow, Verb
from ....core.words import counted
from ..material import P
from ..rules import advance, announcement, combat_results, manstein, prepared_assault, retreat, stacking

ANYTIME: dict[str, Verb] = {}


def open_combat(p: P) -> None:
    p.pop()
    prepared_assault.begin_combat(p)
    p.push("combat", p.s.active)


def register(flow: Flow) -> None:
    """Register the steps of this chapter."""
    flow.auto("combat.begin", "Prepared assault phase", "11.1")(stacking.inspected(open_combat))
    step = flow.decision("combat", "Prepared assault phase", _combat_prompt, "11.1")
    step.verb(Verb("attack", "HEX with UNITS [air NUMBER]", announcement.attack, title="Prepared assault", rule="11.1",
                   units=prepared_assault.attackers_of, hexes=prepared_assault.attackable_hexes, hex_first=True,
                   sample=prepared_assault.sample_attack, listed=prepared_assault.list_attacks))  # fmt: skip
    step.verb(Verb("done", "", prepared_assault.end_combat, title="End of combat", rule="11.1",
                   check=lambda p, command: prepared_assault.require_attacks_made(p), ends=True))  # fmt: skip
    _before_the_die(flow)
    _after_the_die(flow)


def _combat_prompt(p: P) -> str:
    bound = prepared_assault.obliged_units(p)
    if bound:
        return f"{counted(len(bound), 'unit')} must still attack."
    return "Attack enemy units next to yours, one battle after the other."


def _before_the_die(flow: Flow) -> None:
    announced = flow.decision("battle.announced", "Attack announced", "Fight this battle, or call it off unseen?", "11.7")
    announced.verb(
        Verb("fight", "", announcement.fight, title="Fight", rule="11.7", listed=announcement.ways_to_fight, follows=True)
    )
    announced.verb(Verb("cancel", "", announcement.call_off, title="Call off", rule="11.7"))
    announced.verb(Verb("drop", "UNITS", manstein.drop, title="Drop the paratroops", rule="4.17b", available=manstein.may_drop,
                        units=lambda p, hexes: [manstein.paratroops(p)] if manstein.may_drop(p) else []))  # fmt: skip
    air = flow.decision("battle.air", "Support from the air", "Commit a Luftwaffe counter to this battle?", "11.23")
    air.verb(Verb("air", "NUMBER", announcement.support, title="Aircraft", rule="11.23",
                  numbers=announcement.aircraft_left))  # fmt: skip
    flow.auto("battle.resolve", "Combat resolution", "11.25")(combat_results.resolve)


def _after_the_die(flow: Flow) -> None:
    flow.auto("battle.end", "End of the battle", "11.26")(stacking.inspected(combat_results.end_battle))
    convert = flow.decision("battle.convert", "Bloodbath or retreat", "A bloodbath, or let the defenders retreat?", "5.14")
    convert.verb(Verb("result", "WORD", combat_results.convert, title="Result", rule="5.14", words=lambda p: ("bb", "dr")))
    losses = flow.decision("battle.losses", "Attacker's losses",
                           lambda p: f"Choose units worth {counted(p.s.battle.defence, 'factor')}, or more.",
                           "11.26d")  # fmt: skip
    losses.verb(Verb("lose", "UNITS", combat_results.take_losses, title="Lose", rule="11.26d",
                     units=lambda p, hexes: combat_results.involved(p), listed=combat_results.possible_losses))  # fmt: skip
    back = flow.decision("battle.retreat", "Retreat after combat", "Choose where the beaten units retreat.", "11.27")
    back.verb(Verb("retreat", "UNITS to HEX", retreat.retreat, title="Retreat", rule="11.27", units=retreat.waiting,
                   hexes=retreat.retreat_hexes, listed=retreat.possible_retreats))  # fmt: skip
    forward = flow.decision("battle.advance", "Advance after combat", "The hex is empty: who advances?", "11.30")
    forward.verb(Verb("advance", "UNITS", advance.advance, title="Advance", rule="11.30", units=advance.advancing,
                      sample=advance.sample_advance))  # fmt: skip
    forward.verb(Verb("exploit", "UNITS HEX", advance.exploit, title="Advance a second hex", rule="11.32",
                      units=advance.exploiting, hexes=advance.exploit_hexes))  # fmt: skip
    forward.verb(Verb("stay", "", advance.stay, title="No further advance", rule="11.30", ends=True))
