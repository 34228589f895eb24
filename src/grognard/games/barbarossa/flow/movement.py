"""Steps of movement and stacking."""

from __future__ import annotations

from ....core.flow import Flow, Verb
from ..material import P
from ..rules import announcement, mobile_assault, movement, off_map, sea, stacking, worn_out
from ..state import GERMAN

ANYTIME: dict[str, Verb] = {
    "top": Verb("top", "UNITS", stacking.lay_on_top, title="Lay on top", rule="11.7"),
}


def open_movement(p: P) -> None:
    p.pop()
    movement.begin_movement(p)
    p.push("movement", p.s.active)


def _prompt(p: P) -> str:
    turn = p.game.track[p.s.turn]
    mech, other = turn.german_movement if p.s.active == GERMAN else turn.soviet_movement
    return f"Move your units (mechanized {mech}, others {other} points, halved out of supply)."


def register(flow: Flow) -> None:
    """Register the steps of this chapter."""
    flow.auto("movement.begin", "Movement phase", "10.1")(stacking.inspected(open_movement))
    step = flow.decision("movement", "Movement phase", _prompt, "10.1")
    step.verb(Verb("move", "UNITS PATH", movement.move, title="Move", rule="10.1", units=movement.movable,
                   hexes=movement.destinations, each=movement.all_destinations, expand=movement.expand,
                   sample=movement.sample_move))  # fmt: skip
    step.verb(Verb("assault", "HEX with UNITS [air NUMBER]", announcement.assault, title="Mobile assault", rule="10.23",
                   units=mobile_assault.leaders, hexes=mobile_assault.assault_targets, hex_first=True,
                   sample=mobile_assault.sample_assault, listed=mobile_assault.list_assaults))  # fmt: skip
    step.verb(Verb("start", "HEX", worn_out.roll, title="Start worn-out panzers", rule="5.10c",
                   hexes=worn_out.hexes_to_roll, available=lambda p: bool(worn_out.hexes_to_roll(p, ()))))  # fmt: skip
    step.verb(Verb("sail", "UNITS HEX", sea.sail, title="Sail", rule="10.16", units=sea.sailors,
                   hexes=sea.havens, available=lambda p: bool(sea.in_port(p))))  # fmt: skip
    step.verb(Verb("exit", "UNITS", off_map.walk_off, title="Walk off the map and be lost", rule="10.21",
                   units=off_map.at_the_edge, available=off_map.anybody_there, sample=lambda p, rng: None))  # fmt: skip
    step.verb(Verb("done", "", movement.end_movement, title="End of movement", rule="10.2", ends=True))
    _overstacked(flow)


def _overstacked(flow: Flow) -> None:
    step = flow.decision("overstacked", "Overstacked hex", "A hex holds more units than it may: which are removed?", "6.2b")
    step.verb(Verb("remove", "UNITS", stacking.remove_excess, title="Remove", rule="6.2b", units=stacking.too_many))
    step.verb(Verb("decline", "", stacking.spare_the_stack, title="Leave it to the owner", rule="6.2b",
                   available=stacking.is_opponents_choice))  # fmt: skip
