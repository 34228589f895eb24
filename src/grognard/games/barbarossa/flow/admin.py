"""Steps of set-up, administration, strategic movement and RVGK."""

from __future__ import annotations

import random

from ....core.command import Command
from ....core.flow import Flow, Step, Verb
from ....core.words import counted
from ..material import P
from ..rules import (
    administration,
    bulgarians,
    conversions,
    fortified_area,
    reinforcements,
    reorganisation,
    replacements,
    rvgk,
    setup,
    stacking,
    standing_orders,
    strategic,
    withdrawals,
)
from ..state import SOVIET

_EMERGENCY = Verb(
    "emergency", "UNITS HEX", rvgk.emergency, title="Emergency deployment", rule="8.11", units=rvgk.emergency_units,
    hexes=rvgk.emergency_hexes, side=SOVIET,
)  # fmt: skip

_STANDBY = Verb(
    "standby", "UNITS HEX", standing_orders.give, title="Standing order", rule="8.11", units=standing_orders.waiting_units,
    hexes=standing_orders.cities, side=SOVIET,
)  # fmt: skip

_STAND_DOWN = Verb(
    "stand-down", "UNITS", standing_orders.revoke, title="Drop a standing order", rule="8.11",
    units=standing_orders.ordered_units, side=SOVIET,
)  # fmt: skip

#: verbs a seat may use at any time
ANYTIME: dict[str, Verb] = {"emergency": _EMERGENCY, "standby": _STANDBY, "stand-down": _STAND_DOWN}

#: verbs that belong to the movement phase
MOVEMENT_VERBS: list[Verb] = [
    Verb("fetch", "UNITS", bulgarians.leave, title="Go to Bulgaria", rule="8.26", units=bulgarians.may_leave,
         available=lambda p: bool(bulgarians.may_leave(p, ()))),
    Verb("join", "HEX", bulgarians.join, title="Bulgarians join", rule="8.26", hexes=bulgarians.gates_open,
         available=lambda p: bool(bulgarians.gates_open(p, ()))),
]  # fmt: skip

#: what can be said at one moment only, and the rule that says so
MOMENTS: dict[str, str] = {
    "place": "3.1", "enter": "8.1b", "replace": "8.12a", "comb-out": "8.16", "strategic": "8.6", "deploy": "8.9",
    "reserve": "8.9", "wall": "8.5", "fortify": "8.18a", "convert": "8.20", "withdraw": "5.3", "fetch": "8.26", "join": "8.26",
}  # fmt: skip


def register(flow: Flow) -> None:
    """Register the steps of these chapters; each automatic step pops its own frame."""
    _set_up(flow)
    _segments(flow)
    _arrivals(flow)
    _soviet_changes(flow)
    _german_turn(flow)
    _rvgk(flow)


def _done(step: Step, do: object, rule: str, title: str = "End of step") -> None:
    step.verb(Verb("done", "", do, title=title, rule=rule, ends=True))  # type: ignore[arg-type]


def _never(p: P, rng: random.Random) -> Command | None:
    """Random play leaves this alone."""
    return None


# ---------------------------------------------------------------- 3.0 set-up


def _set_up(flow: Flow) -> None:
    steps = {
        "setup.german": ("German set-up", "Place your army groups; Romania is yours to fill.", "3.3c"),
        "setup.soviet": ("Soviet set-up", "Place what stood in Lithuania; move units to Poland if you like.", "3.7"),
    }  # fmt: skip
    for name, (title, prompt, rule) in steps.items():
        step = flow.decision(name, title, prompt, rule)
        step.verb(Verb("place", "UNITS HEX", setup.place, title="Place", rule=rule, units=setup.to_place, hexes=setup.open_hexes,
                       sample=setup.sample_place))  # fmt: skip
        step.verb(Verb("lift", "UNITS", setup.lift, title="Pick up", units=setup.placed, sample=_never))
        step.verb(Verb("historical", "", setup.use_historical, title="Historical set-up"))
        step.verb(Verb("automatic", "", setup.use_automatic, title="Set up for me"))
        step.verb(Verb("done", "", setup.finish, title="Set-up complete", rule="3.1", available=setup.complete, ends=True))


# ---------------------------------------------------------------- 5.3 the segments


def _segments(flow: Flow) -> None:
    opened = stacking.inspected
    flow.auto("admin.german", "German segment", "5.3")(opened(administration.begin_german_segment))
    flow.auto("admin.soviet", "Soviet segment", "5.3")(opened(administration.begin_soviet_segment))
    flow.auto("german.east-wall", "East Wall", "8.5")(fortified_area.begin_walls)
    flow.auto("german.arrive", "German arrivals", "8.1b")(administration.open_german_arrivals)
    flow.auto("german.withdraw", "German withdrawal", "8.17a")(withdrawals.begin_german)
    flow.auto("soviet.fortify", "Fortified area", "8.18a")(fortified_area.begin_area)
    flow.auto("soviet.arrive", "Soviet arrivals", "8.1b")(administration.open_soviet_arrivals)
    flow.auto("soviet.conversions", "Conversions", "8.20")(conversions.begin)
    flow.auto("soviet.withdraw", "Soviet withdrawal", "8.21")(withdrawals.begin_soviet)
    flow.auto("german.start", "Start of the German player turn", "8.16")(replacements.begin_german_turn)
    flow.auto("strategic", "Strategic movement", "8.6")(opened(strategic.begin))
    flow.auto("rvgk", "RVGK phase", "8.9")(opened(rvgk.begin))
    flow.auto("turn.close", "End of the Soviet player turn", "8.23")(reorganisation.close_turn)


def _arrivals_prompt(p: P) -> str:
    mech, foot = p.s.replacements
    due = len(reinforcements.arriving(p, ()))
    parts = [f"{counted(due, 'reinforcement')} may enter"] if due else []
    if mech or foot:
        parts.append(f"replacement steps: {mech} mechanized, {foot} other")
    return ("; ".join(parts) or "nothing more is due").capitalize() + "."


def _arrivals(flow: Flow) -> None:
    ends = {"german": reinforcements.end_german_arrivals, "soviet": reinforcements.end_soviet_arrivals}
    for side, end in ends.items():
        step = flow.decision(f"{side}.arrivals", "Replacements and reinforcements", _arrivals_prompt, "8.1b")
        step.verb(Verb("enter", "UNITS HEX", reinforcements.enter, title="Enter", rule="8.1c", units=reinforcements.arriving,
                       hexes=reinforcements.entry_hexes))  # fmt: skip
        step.verb(_replace())
        _done(step, end, "8.1a")


def _replace() -> Verb:
    return Verb("replace", "UNITS HEX", replacements.replace, title="Reclaim", rule="8.13", units=replacements.reclaimable,
                hexes=replacements.reclaim_hexes)  # fmt: skip


# ---------------------------------------------------------------- 8.18 to 8.21


def _soviet_changes(flow: Flow) -> None:
    area = flow.decision("soviet.area", "Fortified area", "Place the fortified area, six own supplied hexes around it.", "8.18a")
    area.verb(Verb("fortify", "HEX", fortified_area.fortify, title="Fortify", rule="8.18a", hexes=fortified_area.area_hexes))

    convert = flow.decision("soviet.convert", "Guards and Shock armies", _convert_prompt, "8.20")
    convert.verb(Verb("convert", "UNITS", conversions.convert, title="Convert", rule="8.20", units=conversions.convertible))
    convert.verb(Verb("decline", "", conversions.decline, title="Wait", rule="8.20", ends=True))

    leave = flow.decision(
        "soviet.withdrawal", "Withdrawal", "Withdraw a rifle army until turn 27, or give the German a point?", "8.21"
    )
    leave.verb(
        Verb("withdraw", "UNITS", withdrawals.withdraw_soviet, title="Withdraw", rule="8.21", units=withdrawals.rifle_armies)
    )
    leave.verb(Verb("decline", "", withdrawals.decline_soviet, title="Decline", rule="4.9"))


def _convert_prompt(p: P) -> str:
    return f"{p.game.types[p.s.kind[conversions.newcomer(p)]].name} is formed: from which rifle army?"


# ---------------------------------------------------------------- German steps


def _german_turn(flow: Flow) -> None:
    walls = flow.decision("german.walls", "East Wall", lambda p: f"Place {counted(p.s.walls, 'East Wall counter')}.", "8.5")
    walls.verb(Verb("wall", "HEX", fortified_area.build_wall, title="Build", rule="8.5", hexes=fortified_area.wall_hexes))

    leave = flow.decision(
        "german.withdrawal", "Withdrawal", "Withdraw the 2nd SS Panzer Corps, or lose a victory point?", "8.17a"
    )
    leave.verb(
        Verb("withdraw", "UNITS", withdrawals.withdraw_german, title="Withdraw", rule="8.17a", units=withdrawals.to_withdraw)
    )
    leave.verb(Verb("decline", "", withdrawals.decline_german, title="Decline", rule="4.10"))

    comb = flow.decision("comb-out", "Rear-area comb-out", "Comb out the rear areas, once this year?", "8.16")
    comb.verb(Verb("comb-out", "", replacements.comb_out, title="Comb out", rule="8.16"))
    _done(comb, lambda p, command: p.pop(), "8.16", "Not this turn")
    men = flow.decision(
        "comb-out.arrivals", "Rear-area comb-out", lambda p: f"{counted(p.s.replacements[1], 'unit')} may come back.", "8.16"
    )
    men.verb(_replace())
    _done(men, replacements.end_comb_out, "8.16")

    moves = flow.decision("strategic.moves", "Strategic movement", lambda p: f"Move units worth {p.s.strategic_left}.", "8.7a")
    moves.verb(Verb("strategic", "UNITS PATH", strategic.move, title="Strategic move", rule="8.7a", units=strategic.ready,
                    hexes=strategic.destinations, expand=strategic.expand, check=strategic.check_transfer,
                    sample=strategic.sample_transfer))  # fmt: skip
    _done(moves, strategic.end, "8.7a", "End of strategic movement")


# ---------------------------------------------------------------- 8.8 RVGK


def _rvgk(flow: Flow) -> None:
    step = flow.decision(
        "rvgk.moves", "RVGK phase", lambda p: f"{counted(p.s.rvgk_left, 'more unit')} into or out of the box.", "8.9"
    )
    step.verb(Verb("deploy", "UNITS HEX", rvgk.deploy, title="Out of the box", rule="8.10b", units=rvgk.reserves,
                   hexes=rvgk.exit_hexes))  # fmt: skip
    step.verb(Verb("reserve", "UNITS", rvgk.reserve, title="Into the box", rule="8.10a", units=rvgk.withdrawable, sample=_never))
    _done(step, rvgk.end, "8.9", "End of the RVGK phase")
