"""Steps and verbs of the air forces outside the air phase: the initial phase, the surprise attack, the set-up."""

from __future__ import annotations

from collections.abc import Callable

from ....core.command import Command
from ....core.flow import Verb
from ..material import P
from ..rules import (
    air_activation,
    air_guards,
    air_packages,
    air_repair,
    air_replacement,
    air_setup,
    air_support,
    airborne,
    surprise_air,
)
from ..state import SOVIET
from . import home as _home_front  # noqa: F401 - the steps of the set-up
from .machine import FLOW, decision

# ---------------------------------------------------------------- the initial phase


@FLOW.auto("air.procedure", "Air replacement system", "27")
def _procedure(p: P) -> None:
    p.pop()
    air_support.count_harassment(p)
    air_replacement.run(p, p.s.active)
    air_guards.review(p)


@FLOW.auto("air.repair", "Air unit repair", "23")
def _repair(p: P) -> None:
    p.pop()
    air_repair.repair_all(p, p.s.active)


def _chart_needed(p: P, side: int) -> bool:
    """Anything to bring into play, to take off or to salvage?"""
    return bool(air_activation.deactivable(p, ())) or bool(air_activation.activable(p, ())) or _salvageable(p, side)


def _salvageable(p: P, side: int) -> bool:
    return any(len(air_replacement.in_box(p, force, "remnants")) >= 5 for force in air_replacement.forces_of(side))


def _chart_done(p: P, command: Command) -> None:
    air_activation.check_done(p, p.frame.side)


_chart = decision(
    "air.chart",
    "Air chart",
    "Bring air units into play, or take them off.",
    "27",
    needed=_chart_needed,
    check=_chart_done,
    sample=air_packages.sample_chart,
)
_chart.verb(
    Verb(
        "activate",
        "UNITS HEX",
        air_activation.activate,
        title="Bring into play",
        rule="27.E",
        units=air_activation.activable,
        hexes=air_activation.activation_hexes,
    )
)
_chart.verb(
    Verb(
        "deactivate",
        "UNITS",
        air_activation.deactivate,
        title="Take off",
        rule="27.D",
        units=air_activation.deactivable,
        sample=lambda p, rng: None,
    )
)
_chart.verb(
    Verb(
        "salvage",
        "UNITS",
        air_replacement.salvage,
        title="Salvage one of five remnants",
        rule="27.B.3",
        units=lambda p, hexes: [
            u for f in air_replacement.forces_of(p.s.active) for u in air_replacement.in_box(p, f, "remnants")
        ],
        listed=lambda p: iter(()),
        sample=lambda p, rng: None,
    )
)
_chart.verb(
    Verb(
        "guards",
        "UNITS",
        air_guards.make_guards,
        title="Make Guards",
        rule="27.F.4",
        units=air_guards.convertible,
        sample=lambda p, rng: None,
    )
)
_chart.verb(
    Verb(
        "swap",
        "UNITS",
        air_replacement.swap,
        title="Choose another",
        rule="27.B",
        units=air_replacement.swappable,
        listed=lambda p: iter(()),
        sample=lambda p, rng: None,
    )
)
_chart.verb(
    Verb(
        "nightfighter",
        "UNITS",
        air_guards.take_night_fighter,
        title="Take an Me 110D",
        rule="more-optional.1",
        units=air_guards.night_fighters,
        sample=lambda p, rng: None,
    )
)
_chart.verb(Verb("spread", "", air_packages.spread, title="Fill the allowance for me", rule="27.E", sample=lambda p, rng: None))

_plans = decision(
    "initial.fifth",
    "Airborne operations",
    "Plan airborne operations for the next turn.",
    "25.D.a",
    needed=lambda p, side: bool(airborne.plannable(p)),
)
_plans.verb(
    Verb(
        "plan",
        "UNITS HEX",
        airborne.plan,
        title="Plan a drop",
        rule="25.D.a",
        units=lambda p, hexes: airborne.plannable(p),
        hexes=airborne.plan_hexes,
        sample=lambda p, rng: None,
    )
)
_plans.verb(
    Verb(
        "cancel",
        "UNITS",
        airborne.cancel,
        title="Cancel a drop",
        rule="25.D.a",
        units=airborne.planned,
        sample=lambda p, rng: None,
    )
)

# ---------------------------------------------------------------- the surprise attack

FLOW.auto("surprise.air.resolve", "The Soviet air force is surprised", "31.F.2c")(surprise_air.strike)


def _deployed(side: int) -> Callable[[P, Command], None]:
    def done(p: P, command: Command) -> None:
        p.bind()
        p.pop()
        surprise_air.deploy_rest(p, side)

    return done


_soviet = decision(
    "surprise.air.soviet",
    "Soviet air units deploy",
    "Deploy your air units at airbases in the USSR.",
    "31.F.2d",
    needed=lambda p, side: bool(surprise_air.soviet_waiting(p, ())),
    done=_deployed(SOVIET),
)
_soviet.verb(
    Verb(
        "base",
        "UNITS HEX",
        surprise_air.deploy_soviet,
        title="Base at",
        rule="31.F.2d",
        units=surprise_air.soviet_waiting,
        hexes=surprise_air.soviet_places,
    )
)
_german = decision(
    "surprise.air.german",
    "The attackers return",
    "Base the attackers in Greater Germany and Rumania.",
    "31.F.2d",
    needed=lambda p, side: bool(p.s.surprise_attackers),
    done=_deployed(0),
)
_german.verb(
    Verb(
        "base",
        "UNITS HEX",
        surprise_air.deploy_attackers,
        title="Base at",
        rule="31.F.2d",
        units=lambda p, hexes: p.s.surprise_attackers,
        hexes=surprise_air.german_places,
    )
)

# ---------------------------------------------------------------- set-up

_air = FLOW.decision("setup.air", "Axis air deployment", "Base your air units, and assign those that strike by surprise.", "36g")
_air.verb(Verb("base", "UNITS HEX", air_setup.base, title="Base at", rule="36g", units=air_setup.waiting, hexes=air_setup.places))
_air.verb(
    Verb(
        "assign",
        "UNITS",
        air_setup.assign,
        title="Strike by surprise",
        rule="31.F.2a",
        units=air_setup.assignable,
        sample=lambda p, rng: None,
    )
)
_air.verb(
    Verb("lift", "UNITS", air_setup.lift, title="Take back", rule="36g", units=air_setup.lifted, sample=lambda p, rng: None)
)
_air.verb(Verb("historical", "", air_setup.historical, title="As in history", rule="36g", sample=lambda p, rng: None))
_air.verb(Verb("done", "", air_setup.finish, title="Done", rule="36g", ends=True, sample=air_setup.sample))
if "setup.axis" in FLOW.steps:
    FLOW.steps["setup.axis"].verb(
        Verb(
            "plan",
            "UNITS HEX",
            air_setup.plan,
            title="Plan a drop",
            rule="errata.rules.36",
            units=air_setup.brandenburgers,
            hexes=air_setup.plan_hexes,
            sample=lambda p, rng: None,
        )
    )
