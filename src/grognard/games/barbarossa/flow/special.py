"""Steps of supply, cities, victory and special operations."""

from __future__ import annotations

from ....core.flow import Flow, Verb
from ....core.words import counted
from ..material import P
from ..rules import (
    aerial_supply,
    caucasus,
    crimea,
    hero_cities,
    oder,
    special_turns,
    stacking,
    summer_offensive,
    supply_markers,
)
from ..state import GERMAN, SOVIET, WATCHES

#: verbs a seat may use at any time
ANYTIME: dict[str, Verb] = {
    "hero": Verb("hero", "HEX", hero_cities.declare_hero, title="Hero city", rule="9.1", hexes=hero_cities.may_be_hero,
                 side=SOVIET),
    "fortress": Verb("fortress", "HEX", hero_cities.declare_fortress, title="Fortress city", rule="9.2",
                     hexes=hero_cities.may_be_fortress, side=GERMAN),
    "airlift": Verb("airlift", "HEX", aerial_supply.commit, title="Aerial supply", rule="7.7", hexes=aerial_supply.droppable,
                    side=GERMAN),
    "crimea": Verb("crimea", "UNITS", crimea.draw, title="Crimea supply", rule="7.4c", units=crimea.can_draw, side=GERMAN),
    "crimea-off": Verb("crimea-off", "", crimea.switch_off, title="Crimea supply off", rule="7.4d",
                       available=lambda p: bool(p.s.crimea == "on" and p.s.battle is None), side=GERMAN),
}  # fmt: skip

#: verbs that belong to the movement phase
MOVEMENT_VERBS: list[Verb] = [
    Verb("launch", "UNITS", caucasus.launch, title="Caucasus expedition", rule="4.11", units=caucasus.ready_to_leave,
         available=caucasus.may_launch, listed=caucasus.possible_launches),
    Verb("recall", "", caucasus.recall, title="Recall the expedition", rule="4.13d", available=caucasus.is_away,
         listed=caucasus.possible_recalls),
    Verb("return", "UNITS HEX", caucasus.leave, title="Leave the Caucasus", rule="4.13e", units=caucasus.may_leave,
         hexes=caucasus.leave_to, available=lambda p: bool(caucasus.may_leave(p))),
]  # fmt: skip

#: what can be said at one moment only, and the rule that says so
MOMENTS: dict[str, str] = {
    "declare": "4.4b", "choose": "4.18a", "launch": "4.11", "recall": "4.13d", "return": "4.13e", "commit": "4.12",
    "supply-a": "7.12", "supply-b": "7.12", "supply-c": "7.12", "drop": "4.17b",
}  # fmt: skip


def register(flow: Flow) -> None:
    """Register the steps of these chapters; each automatic step pops its own frame."""
    flow.auto("german.close", "End of the German player turn", "4.19")(stacking.inspected(special_turns.end_german_turn))
    flow.auto("soviet.markers", "Offensive supply", "7.12")(supply_markers.open_step)
    flow.auto("soviet.close", "End of the Soviet player turn", "7.12")(stacking.inspected(supply_markers.remove))
    flow.auto("turn.victory", "Victory check", "4.14a")(special_turns.end_turn)
    _declarations(flow)
    _expedition(flow)
    _markers(flow)


def _declarations(flow: Flow) -> None:
    offensive = flow.decision("offensive", "Summer offensive of 1943", _offensive_prompt, "4.4b")
    offensive.verb(Verb("declare", "WORD", summer_offensive.declare, title="Declare", rule="4.4b",
                        words=lambda p: ("offensive", "gambit")))  # fmt: skip
    offensive.verb(Verb("wait", "", summer_offensive.wait, title="Not this turn", rule="4.4b", ends=True))
    choice = flow.decision("oder", "Last offensive", "Which operation will you launch on turn 30? Nobody will see it.", "4.18a")
    choice.verb(Verb("choose", "WORD", oder.choose, title="Choose", rule="4.18a", words=lambda p: WATCHES))


def _offensive_prompt(p: P) -> str:
    last = "; without one you pay half a die of victory points" if p.s.turn == summer_offensive.TURNS[-1] else ""
    return f"Declare the summer offensive for this turn, alone or with Manstein's Gambit{last}?"


def _expedition(flow: Flow) -> None:
    response = flow.decision("caucasus.response", "Caucasus expedition", _response_prompt, "4.12")
    response.verb(Verb("commit", "UNITS", caucasus.commit, title="Send to the Caucasus", rule="4.12",
                       units=caucasus.able_to_answer))  # fmt: skip
    response.verb(Verb("decline", "", caucasus.refuse_to_answer, title="Do not answer and lose the war", rule="4.12",
                       sample=lambda p, rng: None))  # fmt: skip
    recall = flow.decision("caucasus.recall", "Recall from the Caucasus", "Put the units of the expedition into the exit hexes.",
                           "4.13d")  # fmt: skip
    recall.verb(Verb("enter", "UNITS HEX", caucasus.come_back, title="Come back", rule="4.13d", units=caucasus.coming_back,
                     hexes=caucasus.way_back))  # fmt: skip


def _response_prompt(p: P) -> str:
    sent = len(p.s.expedition.response) if p.s.expedition is not None else 0
    return f"The Germans march into the Caucasus: send {counted(caucasus.ARMIES - sent, 'more rifle army')}, or the war is lost."


def _markers(flow: Flow) -> None:
    step = flow.decision("markers", "Offensive supply", "Place the offensive supply markers you want to use this turn.", "7.12")
    for letter in supply_markers.LETTERS:
        step.verb(Verb(f"supply-{letter}", "HEX", supply_markers.deploy(letter), title=f"Marker {letter.upper()}", rule="7.12",
                       hexes=supply_markers.open_hexes(letter)))  # fmt: skip
    step.verb(Verb("done", "", supply_markers.done, title="Markers placed", rule="7.12", ends=True))
