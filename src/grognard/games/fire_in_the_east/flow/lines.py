"""Steps and verbs of railways, supply, engineers and the seas."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from ....core.command import Command
from ....core.errors import is_legal
from ....core.flow import Verb
from ..material import P
from ..rules import bridges, construction, control, engineers, movement, rail_movement, railways, resource_points, supply_status
from ..state import PINNED
from . import lists
from .ground import EXPLOITATION, MOVEMENT
from .machine import FLOW, decision

control.HEARS.append(railways.taken)
control.HEARS.append(resource_points.taken)
control.HEARS.append(bridges.taken)
movement.CROSSINGS.append(bridges.crossings)
control.LEAVES += [engineers.left, construction.left]
movement.FORBIDS.append(rail_movement.pinned)


def _words_of(words: list[str], p: P) -> list[str]:
    return words


def _no_sample(p: P, rng: random.Random) -> Command | None:
    return None


@FLOW.auto("lines.open", "Start of a player turn", "4.A.1")
def _open(p: P) -> None:
    p.pop()
    railways.begin_turn(p, p.s.active)
    engineers.forget_workers(p)
    bridges.forget_seizures(p)
    construction.complete_all(p, p.s.active)
    construction.call_workers(p)
    if (p.s.arrays.logistics & PINNED).any():
        p.s.fill("logistics", p.s.arrays.logistics & ~np.uint8(PINNED))


# ---------------------------------------------------------------- railways

FLOW.auto("railways.build", "New railways", "7.D")(railways.open_new_line)

for _how, _title in (("rail", "Operational rail movement"), ("strategic", "Strategic rail movement")):
    MOVEMENT.verb(Verb(_how, "UNITS PATH", rail_movement.travel, title=_title, rule=rail_movement.RULES[_how],
                       units=partial(rail_movement.able, _how), hexes=partial(rail_movement.destinations, _how),
                       expand=rail_movement.expand, check=rail_movement.check,
                       sample=partial(rail_movement.sample, _how), often=12))  # fmt: skip
MOVEMENT.verb(Verb("freight", "NUMBER HEX HEX", rail_movement.freight, title="Resource points by rail", rule="12.Fc",
                   hexes=rail_movement.stations, check=rail_movement.check_freight,
                   listed=lists.legal(rail_movement.check_freight, lists.freight), sample=rail_movement.sample_freight,
                   available=lambda p: bool(rail_movement.stations(p, ()))))  # fmt: skip


def _cutters(p: P, hexes: Sequence[int]) -> list[int]:
    candidates = p.units(hexes[0], p.s.active) if hexes else p.game.ground_of_side[p.s.active].tolist()
    return [unit for unit in candidates if railways.cut_refusal(p, unit) is None]


def _check_cut(p: P, command: Command) -> None:
    refused = railways.cut_refusal(p, command.units[0])
    if refused is not None:
        raise refused


def _sample_cut(p: P, rng: random.Random) -> Command | None:
    pieces = p.game.ground_of_side[p.s.active]
    unit = pieces.item(int(rng.random() * pieces.size)) if pieces.size else -1
    return Command("cut", (unit,)) if unit >= 0 and railways.cut_refusal(p, unit) is None else None


for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(Verb("cut", "UNITS", railways.cut, title="Break the railway", rule="7.C", units=_cutters, check=_check_cut,
                     sample=_sample_cut, often=5))  # fmt: skip


def _can_raise(p: P, side: int) -> bool:
    return bool(resource_points.places(p, side))


_third = decision("initial.third", "Arrivals", "Place reinforcements and replacements.", "esp.initial.3", needed=_can_raise)
_third.verb(Verb("capacity", "NUMBER HEX WORD", railways.raise_capacity, title="Raise rail capacity", rule="7.A.4d",
                 hexes=lambda p, units: railways.payers(p),
                 words=lambda p: [railways.NETS[net] for net in railways.nets_of(p, p.s.active)],
                 numbers=lambda p: range(1, 7), check=railways.check_raise, sample=_no_sample,
                 listed=lists.legal(railways.check_raise, lists.capacity)))  # fmt: skip

# ---------------------------------------------------------------- supply

FLOW.auto("supply.judge", "Supply", "12.B")(supply_status.begin)
FLOW.auto("supply.settle", "Supply", "12.D")(supply_status.settle)
_draw = decision("supply.draw", "Special supply", "Use trucks as sources, or say who draws supply that is short.", "12.Ea")
_draw.verb(Verb("tap", "UNITS", supply_status.tap, title="Use a truck as a source of supply", rule="12.E.1",
                units=supply_status.trucks_to_tap, sample=supply_status.sample_tap))  # fmt: skip
_draw.verb(Verb("rest", "UNITS", supply_status.rest, title="Keep a truck out of supply", rule="12.Fc",
                units=supply_status.trucks_to_rest, sample=_no_sample))  # fmt: skip
_draw.verb(Verb("draw", "UNITS HEX", supply_status.draw, title="Draw supply", rule="28.D.c",
                units=supply_status.drawers, hexes=supply_status.draw_hexes))  # fmt: skip

# ---------------------------------------------------------------- resource points


def _single_points(p: P) -> Iterator[Command]:
    """A point for each unit that can carry one."""
    return (Command("load", (unit,), number=1) for unit in resource_points.loadable(p, ()))


def _sample_load(p: P, rng: random.Random) -> Command | None:
    """A point for a unit in a hex that has some."""
    hexes = resource_points.places(p, p.s.active)
    units = p.units(hexes[int(rng.random() * len(hexes))], p.s.active) if hexes else []
    command = Command("load", (units[int(rng.random() * len(units))],), number=1) if units else None
    return command if command is not None and is_legal(resource_points.check_load, p, command) else None


for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(Verb("load", "UNITS NUMBER", resource_points.load, title="Carry resource points", rule="12.Fc",
                     units=resource_points.loadable, numbers=lambda p: range(1, 31), check=resource_points.check_load,
                     listed=_single_points, sample=_sample_load, often=3,
                     available=lambda p: bool(resource_points.places(p, p.s.active))))  # fmt: skip
    _phase.verb(Verb("unload", "UNITS", resource_points.unload, title="Put down resource points", rule="12.Fc",
                     units=resource_points.loaded, available=lambda p: bool(resource_points.loaded(p, ()))))  # fmt: skip
    FLOW.auto(f"{_phase.name}.unload", "Resource points are put down", "12.Fc")(resource_points.unload_all)

#: What may be said at any time.
ANYTIME = {
    "destroy": Verb("destroy", "NUMBER HEX", resource_points.destroy, title="Destroy resource points", rule="12.Fb",
                    hexes=lambda p, units: [*resource_points.places(p, 0), *resource_points.places(p, 1)],
                    numbers=lambda p: range(1, 31), sample=_no_sample)
}  # fmt: skip

# ---------------------------------------------------------------- engineers

FLOW.auto("movement.build", "Quick construction", "14.A.1.b")(construction.work_quickly)
FLOW.auto("construction.count", "Construction goes on", "14.A.1.a")(construction.count_turn)
_fourth = decision("initial.fourth", "Construction", "Begin forts and permanent airfields.", "esp.initial.4",
                   needed=construction.is_needed)  # fmt: skip
_BY_WHOM = (None, engineers.WORKERS)
for _what in (construction.FORT, construction.AIRFIELD):
    _fourth.verb(Verb(construction.ORDERS[_what], "UNITS [WORD]", construction.begin, title=f"Build a {_what}", rule="14.A.1a",
                      units=partial(construction.can_begin, _what), words=lambda p: (engineers.WORKERS,),
                      listed=lists.legal(construction.check_begin, lists.by_engineers(construction.ORDERS[_what], _BY_WHOM)),
                      check=construction.check_begin, sample=partial(construction.sample, _what)))  # fmt: skip

_REPAIR_WORDS = [f"{what}{dash}" for what in engineers.REPAIRS for dash in ("", "-workers")]
for _verb, _pattern, _do, _check, _title, _rule, _words in (
    ("mend", "UNITS WORD", engineers.repair, engineers.check_repair, "Repair", "14.A.1f", _REPAIR_WORDS),
    ("demolish", "UNITS", engineers.demolish, engineers.check_demolish, "Demolish the port", "14.A.1e", (None,)),
    ("strip", "UNITS [WORD]", engineers.strip, engineers.check_strip, "Temporary airfield", "14.A.1c", _BY_WHOM),
    ("regauge", "UNITS PATH [WORD]", engineers.regauge, engineers.check_regauge, "Regauge the railway", "14.A.4", _BY_WHOM),
):
    _said = [word for word in _words if word]
    for _phase in (MOVEMENT, EXPLOITATION):
        _phase.verb(Verb(_verb, _pattern, _do, title=_title, rule=_rule, units=engineers.able_to(_verb, _check, _words),
                         words=partial(_words_of, _said) if _said else None, check=_check,
                         listed=lists.legal(_check, lists.by_engineers(_verb, _words)),
                         hexes=engineers.line_ends if "PATH" in _pattern else None,
                         sample=engineers.sample_of(_verb, _check, _words), often=3))  # fmt: skip

# ---------------------------------------------------------------- bridges


def _span_units(p: P, hexes: Sequence[int]) -> list[int]:
    return [unit for unit in engineers.engineers_at(p, hexes) if bridges.beside(p, (unit,))]


for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(Verb("blow", "UNITS HEX", bridges.blow, title="Demolish a bridge", rule="39.Ac",
                     units=partial(bridges.could, bridges.check_blow, "blow"), hexes=lambda p, units: bridges.beside(p, units),
                     check=bridges.check_blow, sample=bridges.sample_blow, available=bridges.in_use))  # fmt: skip
MOVEMENT.verb(Verb("span", "UNITS HEX [WORD]", bridges.span, title="Repair a bridge", rule="39.Ae", units=_span_units,
                   hexes=lambda p, units: bridges.beside(p, units), words=lambda p: (engineers.WORKERS,),
                   check=bridges.check_span, sample=_no_sample, available=bridges.in_use,
                   listed=lists.legal(bridges.check_span, lists.spans)))  # fmt: skip
MOVEMENT.verb(Verb("seize", "UNITS HEX", bridges.seize, title="Seize a bridge", rule="39.Af",
                   units=partial(bridges.could, bridges.check_seize, "seize"), hexes=lambda p, units: bridges.beside(p, units),
                   check=bridges.check_seize, sample=_no_sample, available=bridges.in_use))  # fmt: skip
