"""Steps and verbs of the air war."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ....core.command import Command
from ....core.flow import Verb
from ..material import P
from ..rules import (
    air_packages,
    air_returns,
    air_search,
    air_supply,
    air_support,
    air_transport,
    airbases,
    airborne,
    bombed_prey,
    bombed_targets,
    bridges,
    combat_steps,
    control,
    flak,
    flights,
    harassment_fire,
    interception,
    mission_effects,
    movement,
    overrun_fire,
    patrols,
    ships,
    standing_orders,
)
from ..rules.mission_table import CARGO, MISSIONS, Home, Mission, Purpose
from ..rules.sorties import LASTING
from . import air_fights as _air_fights  # noqa: F401 - the steps of air combat
from . import home as _home_front  # noqa: F401 - the steps of the set-up
from .ground import EXPLOITATION, MOVEMENT
from .machine import FLOW, decision, finish

Names = Callable[[P, Sequence[int]], Sequence[int]]

# ---------------------------------------------------------------- what other phases have to know


def _hear(p: P, hex: int, side: int) -> None:
    """A hex has changed hands: whoever is at its airbase may flee, if he can."""
    if airbases.is_airbase(p, hex):
        airbases.entered(p, hex, side)


control.HEARS.append(_hear)
movement.LEAVING.append(air_support.leaving)
movement.MARCHED.append(airborne.disturb)
combat_steps.BEFORE_THE_DIE.append(flak.before_battle)

_escape = FLOW.decision("air.escape", "Escape", "The enemy is at the airbase: who tries to escape, and where to?", "17.B")
_escape.verb(
    Verb(
        "escape",
        "UNITS HEX",
        airbases.escape,
        title="Escape to",
        rule="17.B",
        units=lambda p, hexes: airbases.may_escape(p),
        hexes=lambda p, units: airbases.refuges(p, units),
    )
)
_escape.verb(Verb("flee", "", airbases.escape_all, title="All try", rule="17.B"))
_escape.verb(Verb("stay", "", airbases.stay, title="Stay", rule="17.B", ends=True))
FLOW.auto("air.seized", "Airbase seized", "17.B")(airbases.seized)
FLOW.auto("air.stranded", "Airfield gone", "17.B")(airbases.stranded)

for _step in (MOVEMENT, EXPLOITATION):
    _step.verb(
        Verb(
            "wreck",
            "UNITS NUMBER",
            airbases.wreck,
            title="Damage the airbase",
            rule="17.D",
            units=airbases.wreckers,
            numbers=lambda p: (1, 2, 3, 4, 5),
            sample=lambda p, rng: None,
            listed=lambda p: (Command("wreck", (unit,), number=1) for unit in airbases.wreckers(p, ())),
        )
    )
    _step.verb(
        Verb(
            "drive-off",
            "HEX with UNITS",
            overrun_fire.drive_off,
            title="Drive off aircraft and overrun",
            rule="38.B.1",
            available=overrun_fire.is_open,
            listed=lambda p: iter(()),
            sample=lambda p, rng: None,
        )
    )
    _step.verb(
        Verb(
            "shoot",
            "UNITS",
            harassment_fire.shoot,
            title="Fire at harassing air units",
            rule="38.B.2",
            units=harassment_fire.shooters,
            available=harassment_fire.is_open,
        )
    )
    _step.verb(
        Verb(
            "abandon",
            "HEX",
            airbases.abandon,
            title="Abandon an airfield",
            rule="17.D",
            hexes=lambda p, units: airbases.abandonable(p, p.s.active),
        )
    )

# ---------------------------------------------------------------- the air phase


@FLOW.auto("air.open", "Air phase", "16.C")
def _open(p: P) -> None:
    p.pop()
    s = p.s
    s.arrays.launched[:] = 0
    s.arrays.patrolled[:] = 0
    s.arrays.sortie[s.arrays.mission == 0] &= LASTING
    s.arctic_sorties = 0
    air_supply.forget(p, s.active)
    air_packages.turn_over(p)
    airborne.review(p)


def _checks(mission: Mission) -> Callable[[P, Command], None]:
    def check(p: P, command: Command) -> None:
        flights.check(p, flights.read(p, mission, command))

    return check


def _does(mission: Mission) -> Callable[[P, Command], None]:
    def fly(p: P, command: Command) -> None:
        flights.begin(p, flights.read(p, mission, command))

    return fly


def _units(mission: Mission) -> Names:
    return lambda p, hexes: flights.able(p, mission)


def _hexes(mission: Mission) -> Names:
    return lambda p, units: flights.reachable(p, mission, units)


def _option(mission: Mission) -> Callable[[P], bool] | None:
    option = flights.OPTIONS.get(mission.purpose)
    return (lambda p: flights.opted(p, option)) if option else None


def _own_list(mission: Mission) -> Callable[[P], Iterator[Command]] | None:
    """A bridge has two hexes: it is named, not picked from a list. Of what transports carry supply is listed, units are named."""
    if mission.purpose is Purpose.BRIDGE:
        return lambda p: iter(())
    return (lambda p: _with_supply(p, mission)) if mission.purpose in CARGO else None


def _with_supply(p: P, mission: Mission) -> Iterator[Command]:
    for unit in flights.able(p, mission):
        if air_supply.has_line(p, p.s.loc[unit], p.s.active):
            for node in flights.reachable(p, mission, (unit,)):
                yield Command(mission.word, (unit,), (node,), word="supply")


MISSIONS_STEP = decision("air.missions", "Air missions", "Fly your air missions.", "20", sample=air_packages.sample_done)
for _mission in MISSIONS.values():
    if _mission.purpose in (Purpose.NONE, Purpose.INTERCEPTION, Purpose.SCRAMBLE):
        continue
    _pattern = "UNITS HEX HEX [WORD]" if _mission.purpose is Purpose.BRIDGE else "UNITS PATH [WORD]"
    if _mission.purpose in CARGO:
        _pattern = "UNITS PATH [points NUMBER] [WORD]"
    MISSIONS_STEP.verb(
        Verb(
            _mission.word,
            _pattern,
            _does(_mission),
            title=_mission.title.capitalize(),
            rule=_mission.rule,
            units=_units(_mission),
            hexes=_hexes(_mission),
            available=_option(_mission),
            listed=_own_list(_mission),
            check=_checks(_mission),
            sample=partial(air_packages.sample_mission, mission=_mission),
        )
    )
MISSIONS_STEP.verb(
    Verb(
        "raid",
        "UNITS PATH WORD",
        air_packages.raid,
        title="Package with escort",
        rule="20.Fa",
        units=air_packages.raiders,
        hexes=air_packages.raid_hexes,
        words=lambda p: air_packages.WORDS,
        listed=lambda p: iter(()),
        sample=lambda p, rng: None,
    )
)
MISSIONS_STEP.verb(
    Verb(
        "repeat",
        "",
        air_packages.repeat,
        title="Fly last turn's packages again",
        rule="20.Fa",
        available=air_packages.can_repeat,
        sample=lambda p, rng: None,
    )
)
MISSIONS_STEP.verb(
    Verb(
        "abandon",
        "HEX",
        airbases.abandon,
        title="Abandon an airfield",
        rule="17.D",
        hexes=lambda p, units: airbases.abandonable(p, p.s.active),
    )
)
MISSIONS_STEP.verb(
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
FLOW.auto("air.sortie", "Flight", "18")(flights.fly)
FLOW.auto("air.escorts", "Escort", "20.C")(air_packages.send_escorts)
FLOW.auto("air.repeat", "A package again", "20.Fa")(air_packages.fly_again)
FLOW.auto("air.staged", "Staging", "20.D.2")(flights.staged)


# patrols


@FLOW.auto("air.passing", "Patrols", "19")
def _passing(p: P) -> None:
    """Standing orders speak first; whoever leaves all to them is not asked."""
    frame = p.pop()
    p.push("air.patrol", p.foe(p.side_of(frame.args[0])), *frame.args)
    side = p.frame.side
    command = standing_orders.patrol_order(p, side)
    if command is not None:
        patrols.attack(p, command)
    elif standing_orders.is_silent(p, side) or not patrols.options(p):
        p.pop()


def _patrol_options(p: P) -> list[Command]:
    return [Command("patrol", (fighter,), (node,)) for fighter, node in patrols.options(p)]


_patrol = FLOW.decision("air.patrol", "Patrol attack", "An enemy air unit flies through your patrol zones.", "19")
_patrol.verb(
    Verb(
        "patrol",
        "UNITS HEX",
        patrols.attack,
        title="Patrol attack",
        rule="19b",
        listed=lambda p: iter(_patrol_options(p)),
        units=lambda p, hexes: sorted({fighter for fighter, _ in patrols.options(p)}),
        hexes=lambda p, units: sorted({node for fighter, node in patrols.options(p) if not units or fighter in units}),
    )
)
_patrol.verb(Verb("pass", "", finish, title="Let it pass", rule="19d", ends=True))


# interception


@FLOW.auto("air.standing", "Standing orders", "20.A")
def _standing(p: P) -> None:
    p.pop()
    flights.settle_staged(p)
    p.s.arctic_sorties = 0
    standing_orders.carry_out(p, p.foe(p.s.active))


def _needs_interception(p: P, side: int) -> bool:
    asked = not standing_orders.is_silent(p, side) or standing_orders.is_asked_about_any(p, side)
    return asked and interception.is_needed(p, side)


_rise = decision("air.interception", "Interception", "Send up interceptors, or scramble.", "20.A", needed=_needs_interception)
_rise.verb(
    Verb(
        "intercept",
        "UNITS HEX [WORD]",
        interception.intercept,
        title="Intercept",
        rule="20.A",
        units=interception.interceptors,
        hexes=interception.interception_hexes,
    )
)
_rise.verb(
    Verb(
        "scramble",
        "UNITS HEX",
        interception.scramble,
        title="Scramble to",
        rule="20.B",
        units=interception.scramblers,
        hexes=interception.scramble_hexes,
    )
)

# antiaircraft fire, bombs, cargo

FLOW.auto("air.flak", "Antiaircraft fire", "22.B.1")(flak.fire_all)
FLOW.auto("air.resolve", "Missions are resolved", "20.Fa")(mission_effects.begin)
FLOW.auto("air.bombs", "Bombing", "20.Fa")(mission_effects.open_target)


@FLOW.auto("air.unload", "Cargo comes down", "20.E")
def _unload(p: P) -> None:
    p.pop()
    air_transport.resolve(p)


@FLOW.auto("air.resolved", "Missions have been resolved", "20.F.2.e")
def _resolved(p: P) -> None:
    p.pop()
    air_support.count_harassment(p)
    if bridges.dropped(p):
        p.push("air.seize", p.s.active)


def _seize(p: P, command: Command) -> None:
    bridges.seize(p, command)
    if not bridges.dropped(p):
        p.pop()


_seizing = FLOW.decision("air.seize", "Seize a bridge", "Brandenburgers have come down beside a bridge: do they try?", "39.Af")
_seizing.verb(
    Verb(
        "seize",
        "UNITS HEX",
        _seize,
        title="Seize a bridge",
        rule="39.Af",
        units=lambda p, hexes: bridges.dropped(p),
        hexes=bridges.seizable,
        check=bridges.check_seize,
    )
)
_seizing.verb(Verb("done", "", finish, title="Leave it", rule="39.Af", ends=True))


def _bombing(p: P, hexes: Sequence[int]) -> list[int]:
    node, purpose, _ = mission_effects.present(p)
    return mission_effects.bombers(p, node, purpose)


def _aiming(p: P, hexes: Sequence[int]) -> list[int]:
    node, purpose, begun = mission_effects.present(p)
    if begun or purpose is not Purpose.AIR_UNITS:
        return []
    return [*mission_effects.bombers(p, node, purpose), *bombed_prey.prey(p, node, purpose)]


def _aims(p: P) -> Iterator[Command]:
    """One air unit at one target each."""
    node, purpose, begun = mission_effects.present(p)
    if not begun and purpose is Purpose.AIR_UNITS:
        for unit in mission_effects.bombers(p, node, purpose):
            yield from (Command("aim", (unit, target)) for target in bombed_prey.prey(p, node, purpose))


_bomb = FLOW.decision("air.bomb", "Bombing", "Group your bombers: each group is one attack.", "20.Fa")
_bomb.verb(Verb("bomb", "UNITS", mission_effects.bomb, title="Bomb together", rule="20.Fa", units=_bombing))
_bomb.verb(
    Verb(
        "aim",
        "UNITS",
        mission_effects.aim,
        title="Aim at",
        rule="20.F.2.a",
        units=_aiming,
        listed=_aims,
        sample=lambda p, rng: None,
    )
)
_bomb.verb(Verb("done", "", mission_effects.done, title="The rest as it promises most", rule="20.Fa", ends=True))

# search at sea

ships.SAILS.append(air_search.note_voyage)
ships.LANDS.append(air_search.note_cargo)
FLOW.auto("air.search.close", "End of the search at sea", "more-optional.4b")(air_search.close)
_search = decision(
    "air.search",
    "Search at sea",
    "Bomb ships that were at sea in your search zones.",
    "more-optional.4b",
    needed=air_search.is_needed,
)
_search.verb(
    Verb(
        "strike",
        "UNITS",
        air_search.strike,
        title="Bomb a ship",
        rule="more-optional.4b",
        units=air_search.able,
        listed=lambda p: iter(air_search.strikes(p)),
    )
)

# returns


def _due(home: Home) -> Callable[[P, int], bool]:
    """Whoever leaves his answers to standing orders is not asked in an enemy air phase: `air.close` lands his fighters."""

    def needed(p: P, side: int) -> bool:
        if home is Home.AIR and side != p.s.active and standing_orders.is_silent(p, side):
            return False
        return bool(air_returns.due(p, side, home))

    return needed


for _name, _home in air_returns.STEPS.items():
    _back = decision(
        _name,
        "Air units return",
        "Land your air units where you like; those that are left fly home when you are done.",
        "18",
        needed=_due(_home),
        done=air_returns.land_all,
    )
    _back.verb(
        Verb(
            "land",
            "UNITS HEX",
            air_returns.land,
            title="Land at",
            rule="18",
            units=air_returns.waiting,
            hexes=air_returns.open_homes,
        )
    )


@FLOW.auto("air.close", "End of the air phase", "16.C")
def _close(p: P) -> None:
    p.pop()
    air_returns.return_all(p, p.foe(p.s.active), Home.AIR)
    p.s.arrays.aim[p.s.arrays.mission == 0] = -1


@FLOW.auto("airborne.review", "Airborne operations", "25.D.b")
def _review(p: P) -> None:
    p.pop()
    airborne.review(p)


@FLOW.auto("air.forget", "End of the player turn", "20.F.1.d")
def _forget(p: P) -> None:
    p.pop()
    bombed_targets.recover(p, p.s.active)
