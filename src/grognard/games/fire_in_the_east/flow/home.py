"""Steps and verbs of deployment, weather, arrivals and the home front."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ....core.command import Command
from ....core.flow import Verb
from ..material import P
from ..rules import (
    axis_allies,
    axis_replacements,
    captures,
    control,
    conversions,
    deploying,
    factories,
    government,
    home_phase,
    movement,
    neutrals,
    reinforcements,
    setup,
    setup_areas,
    soviet_replacements,
    surprise,
    victory,
    weather,
    withdrawals,
)
from ..state import AXIS, SOVIET
from .ground import MOVEMENT
from .machine import FLOW, decision

control.HEARS.append(captures.taken)
control.ENTERS.append(axis_allies.approached)
movement.FORBIDS += [surprise.idle, conversions.resting]
movement.CLOSED.append(axis_allies.closed_to_unit)
control.SPARED.append(axis_allies.at_peace_with)
movement.WHY_CLOSED.append(axis_allies.why_not_there)

# ---------------------------------------------------------------- set-up

_STAGES = {
    "setup.border": (
        "Soviet border districts",
        "Deploy the border districts; every hex of the western border must be watched.",
        "36d",
    ),
    "setup.axis": ("Axis deployment", "Deploy all Axis ground units.", "36e"),
    "setup.interior": ("Other Soviet units", "Deploy the rest of the Soviet units.", "36f"),
}
for _name, (_title, _prompt, _rule) in _STAGES.items():
    _stage = FLOW.decision(_name, _title, _prompt, _rule)
    _stage.verb(Verb("place", "UNITS HEX", setup.place, title="Place", rule=_rule, units=setup_areas.waiting,
                     hexes=setup_areas.open_hexes, sample=setup.sample_place))  # fmt: skip
    _stage.verb(Verb("lift", "UNITS", setup.lift, title="Take back", rule="36c", units=setup_areas.placed,
                     sample=lambda p, rng: None))  # fmt: skip
    for _kind, _label in (("fort", "Fort"), ("airfield", "Airfield"), ("resource", "Resource points")):
        if _kind in setup.kinds_of(_name):
            _pattern = "HEX [NUMBER]" if _kind == "resource" else "HEX"
            _stage.verb(Verb(_kind, _pattern, setup.build, title=_label, rule="36c", hexes=setup.stock_verb(_kind),
                             available=setup.has_left(_kind)))  # fmt: skip
    if _name == "setup.axis":
        _stage.verb(Verb("withhold", "UNITS", setup.withhold, title="Keep for Jul I 41", rule="39.Cg",
                         units=setup_areas.withholdable, sample=lambda p, rng: None,
                         available=lambda p: bool(setup_areas.withholdable(p))))  # fmt: skip
    if _name != "setup.border":
        _stage.verb(
            Verb("clear", "HEX", setup.clear, title="Take off", rule="36c", hexes=setup.clearable, sample=lambda p, rng: None)
        )
    _stage.verb(
        Verb("historical", "", deploying.use_historical, title="As in history", rule="36c", sample=deploying.sample_historical)
    )
    _stage.verb(
        Verb("automatic", "", deploying.use_automatic, title="Set up for me", rule="36c", sample=deploying.sample_automatic)
    )
    _stage.verb(Verb("done", "", setup.finish, title="Done", rule="36c", check=setup.require_complete, ends=True))

# ---------------------------------------------------------------- the turn

FLOW.auto("weather.roll", "Weather", "29.B")(weather.determine)
FLOW.auto("victory.judge", "End of the game turn", "37.B")(victory.judge)


@FLOW.auto("surprise.open", "The surprise attack", "31.Fa")
def _open_surprise(p: P) -> None:
    surprise.call_up(p)
    surprise.begin(p)


FLOW.auto("surprise.close", "End of the surprise attack", "31.Fa")(surprise.end)

# ---------------------------------------------------------------- the initial phase

FLOW.auto("garrisons.check", "Garrisons, factories", "33.b")(home_phase.open_phase)
FLOW.auto("calendar.due", "What falls due", "34.A")(home_phase.fall_due)
FLOW.auto("initial.close", "End of the initial phase", "34.A.2c")(home_phase.close)

_third = decision("initial.third", "Arrivals", "Reinforcements, replacements, conversions.", "34.A", needed=home_phase.is_needed,
                  check=home_phase.require_done)  # fmt: skip


def _axis(p: P) -> bool:
    return p.s.active == AXIS


def _soviet(p: P) -> bool:
    return p.s.active == SOVIET


def _replace(p: P, command: Command) -> None:
    if _axis(p):
        axis_replacements.replace(p, command)
    else:
        soviet_replacements.replace(p, command)


def _replaceable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return axis_replacements.replaceable(p) if _axis(p) else soviet_replacements.replaceable(p)


def _replacement_nodes(p: P, units: Sequence[int]) -> Sequence[int]:
    return axis_replacements.nodes_for(p, units) if _axis(p) else soviet_replacements.nodes_for(p, units)


def _sample_replace(p: P, rng: random.Random) -> Command | None:
    return axis_replacements.sample_replace(p, rng) if _axis(p) else soviet_replacements.sample_replace(p, rng)


def _rebuild(p: P, command: Command) -> None:
    if _soviet(p):
        raise soviet_replacements.rebuild_refused(p, command.units[0], command.word or "")
    axis_replacements.rebuild(p, command)


def _buildable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return axis_replacements.buildable(p) if _axis(p) else []


def _seldom(verb: str, of: Callable[[P, Sequence[int]], Sequence[int]]) -> Callable[[P, random.Random], Command | None]:
    """In random play governments and factories move seldom."""

    def sample(p: P, rng: random.Random) -> Command | None:
        hexes = of(p, ()) if rng.random() < 0.1 else ()
        return Command(verb, hexes=(hexes[int(rng.random() * len(hexes))],)) if hexes else None

    return sample


def _sample_capital(p: P, rng: random.Random) -> Command | None:
    return (
        _seldom("capital", government.seats)(p, rng)
        if not government.is_homeless(p)
        else Command("capital", hexes=(government.seats(p)[0],))
    )


for _verb in (
    Verb("arrive", "UNITS HEX", reinforcements.arrive, title="Place", rule="34.A", units=reinforcements.due,
         hexes=reinforcements.open_nodes, sample=reinforcements.sample_arrive),
    Verb("muster", "", reinforcements.muster, title="Place all for me", rule="34.A",
         available=lambda p: bool(reinforcements.due(p))),
    Verb("store", "HEX [NUMBER]", home_phase.store, title="Place resource points", rule="34.A", hexes=home_phase.store_hexes,
         available=lambda p: p.s.stores[p.s.active] > 0),
    Verb("withdraw", "UNITS", withdrawals.withdraw, title="Withdraw", rule="34.C", units=withdrawals.withdrawable),
    Verb("convert", "UNITS", conversions.convert, title="Convert", rule="34.D", units=conversions.sources_for,
         sample=conversions.sample_convert),
    Verb("replace", "UNITS HEX [from WORD]", _replace, title="Replace", rule="34.B", units=_replaceable, hexes=_replacement_nodes,
         sample=_sample_replace),
    Verb("revive", "UNITS HEX", axis_replacements.revive, title="Replace as a cadre", rule="34.Ba",
         units=axis_replacements.revivable, hexes=axis_replacements.revival_nodes, available=_axis),
    Verb("rebuild", "UNITS [from WORD]", _rebuild, title="Rebuild", rule="34.Bb", units=_buildable),
    Verb("allot", "WORD NUMBER", soviet_replacements.allot, title="Allot points", rule="34.B.3",
         words=soviet_replacements.districts, numbers=lambda p: [1],
         available=lambda p: _soviet(p) and soviet_replacements.allottable(p), sample=soviet_replacements.sample_allot,
         listed=soviet_replacements.listed),
    Verb("upgrade", "UNITS", conversions.upgrade, title="Make 4-6", rule="34.E.2", units=conversions.upgradable,
         available=_soviet, sample=conversions.sample_upgrade),
    Verb("disband", "UNITS", conversions.disband, title="Disband", rule="34.E.4", units=conversions.disbandable,
         available=_soviet, sample=conversions.sample_disband),
    Verb("trade", "UNITS HEX", conversions.trade, title="Trade artillery", rule="38.E", units=conversions.traded,
         hexes=conversions.trade_nodes, available=conversions.may_trade, sample=conversions.sample_trade),
    Verb("evacuate", "HEX", factories.transfer, title="Factory to the Urals", rule="31.Db", hexes=factories.movable,
         available=_soviet, sample=_seldom("evacuate", factories.movable)),
    Verb("capital", "HEX", government.move, title="Move the capital", rule="31.Ea", hexes=government.seats, available=_soviet,
         sample=_sample_capital),
):  # fmt: skip
    _third.verb(_verb)

# ---------------------------------------------------------------- movement

MOVEMENT.verb(Verb("enter", "UNITS HEX", reinforcements.enter, title="Enter from the east", rule="34.A.2f",
                   units=reinforcements.beyond_the_edge, hexes=reinforcements.gates, sample=reinforcements.sample_enter, often=10,
                   available=lambda p: bool(reinforcements.beyond_the_edge(p))))  # fmt: skip


def _leave_sweden(p: P, command: Command) -> None:
    """The movement phase does not end before whoever passes through Sweden has left it."""
    neutrals.require_transit(p)
    if _done_check is not None:
        _done_check(p, command)


def _sample_done(p: P, rng: random.Random) -> Command | None:
    return neutrals.transit(p) or (_done_sample(p, rng) if _done_sample is not None else Command("done"))


_done = MOVEMENT.verbs["done"]
_done_check, _done_sample = _done.check, _done.own_sample
_done.check, _done.own_sample = _leave_sweden, _sample_done
