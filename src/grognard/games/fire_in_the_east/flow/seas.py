"""Steps and verbs of the seas, rivers and lakes."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.flow import Verb
from ..material import P
from ..rules import control, flotillas, movement, naval, naval_setup, sea_supply, sea_transport, ships
from ..state import ONE, SOVIET
from . import lists
from .ground import MOVEMENT
from .lines import _no_sample
from .machine import FLOW, decision

control.HEARS += [naval.taken, ships.taken]
control.ENTERS.append(flotillas.entered)
movement.CROSSINGS.append(flotillas.crossings)


# ---------------------------------------------------------------- sailing


def _movable(p: P, hexes: Sequence[int]) -> list[int]:
    return [*ships.movable(p, hexes), *flotillas.movable(p, hexes)]


def _has_vessels(p: P) -> bool:
    return p.s.active == SOVIET and naval.has_any(p)


def _destinations(p: P, units: Sequence[int]) -> list[int]:
    if not units:
        return []
    if naval.is_flotilla(p, units[0]):
        return flotillas.voyage_of(p, units[0]).hexes() if flotillas.refusal(p, units[0]) is None else []
    found: list[int] = ships.sea_reach(p, p.s.loc[units[0]]).nodes[1:].tolist() if ships.refusal(p, units[0]) is None else []
    return found


def _expand(p: P, command: Command) -> Command:
    """A destination alone means the shortest way to it."""
    vessels = [unit for unit in command.units if p.game.is_ship[unit]]
    if len(command.hexes) != 1 or not vessels or not naval.is_here(p, vessels[0]) or command.hexes[0] >= p.game.board.hexes:
        return command
    lead, goal = vessels[0], command.hexes[0]
    if naval.is_flotilla(p, lead):
        path = flotillas.voyage_of(p, lead).reach().path(goal)
    else:
        path = ships.sea_reach(p, p.s.loc[lead]).path(goal)
    return Command(command.verb, command.units, tuple(path or [goal]), command.number, command.word)


def _check_sail(p: P, command: Command) -> None:
    if p.s.active != SOVIET:
        raise Illegal("28.B", "only the Soviets have ships")
    if any(naval.is_flotilla(p, unit) for unit in command.units):
        if len(command.units) > 1:
            raise Illegal("28.Eb", "flotillas move one by one")
        flotillas.checked(p, command.units[0], command.hexes)
        return
    if command.word not in (None, ships.AT_LARGE):
        raise Illegal("28.Ba", f"a ship ends its way in port, or at {ships.AT_LARGE}")
    ships.check(p, command.units, command.hexes)


def _sail(p: P, command: Command) -> None:
    if naval.is_flotilla(p, command.units[0]):
        flotillas.sail(p, command.units[0], command.hexes)
    else:
        ships.sail(p, command.units, command.hexes, command.word)


MOVEMENT.verb(Verb("sail", "UNITS PATH [WORD]", _sail, title="Sail", rule="28.B.1", units=_movable, hexes=_destinations,
                   words=lambda p: (ships.AT_LARGE,), expand=_expand, check=_check_sail,
                   listed=lists.legal(_check_sail, lists.sail),
                   available=_has_vessels,
                   sample=lambda p, rng: (ships if rng.random() < 0.5 else flotillas).sample(p, rng), often=6))  # fmt: skip
MOVEMENT.verb(Verb("ferry", "UNITS PATH [points NUMBER] [WORD]", sea_transport.ferry, title="Carry over water", rule="28.C.2b",
                   units=sea_transport.vessels, hexes=_destinations, numbers=lambda p: range(1, 9), words=lambda p: ("primed",),
                   expand=_expand, check=sea_transport.check_ferry, sample=_no_sample,
                   listed=lists.legal(sea_transport.check_ferry, lists.ferry),
                   available=_has_vessels))  # fmt: skip
MOVEMENT.verb(Verb("embark", "UNITS HEX [points NUMBER]", sea_transport.transport, title="Naval transport", rule="28.C.2c",
                   units=sea_transport.german_passengers, hexes=sea_transport.german_ports, numbers=lambda p: range(1, 5),
                   check=sea_transport.check_transport, sample=_no_sample,
                   listed=lists.legal(sea_transport.check_transport, lists.embark),
                   available=lambda p: p.s.active != SOVIET and sea_transport.german_room(p) > 0))  # fmt: skip
MOVEMENT.verb(Verb("convoy", "NUMBER HEX HEX", sea_transport.ship_points, title="Resource points by sea", rule="28.C.2c",
                   hexes=sea_transport.points_ports, numbers=lambda p: range(1, 5), check=sea_transport.check_shipment,
                   sample=_no_sample, listed=lists.legal(sea_transport.check_shipment, lists.shipments),
                   available=lambda p: p.s.active != SOVIET and sea_transport.german_room(p) >= ONE))  # fmt: skip

FLOW.auto("movement.ships", "Ships at the end of the movement phase", "28.B.3")(ships.end_of_movement)
FLOW.auto("flotillas.scuttle", "Flotillas on lost lakes", "28.El")(flotillas.scuttle_on_lost_lakes)


@FLOW.auto("seas.open", "Start of a player turn", "4.A.1")
def _open(p: P) -> None:
    p.pop()
    sea_transport.forget_turn(p, p.s.active)
    if p.s.active == SOVIET:
        ships.forget_provisions(p)
        naval_setup.arrive(p)
        sea_supply.receive(p)


@FLOW.auto("seas.movement", "Start of the movement phase", "4.A.2")
def _begin_movement(p: P) -> None:
    p.pop()
    if p.s.active == SOVIET:
        ships.begin_movement(p)
        flotillas.begin_movement(p)


@FLOW.auto("seas.close", "End of a player turn", "28.B.2c")
def _close(p: P) -> None:
    p.pop()
    ships.forget_fire(p)
    if p.s.active == SOVIET:
        ships.forget_work(p)


# ---------------------------------------------------------------- guns

_guns = decision("combat.ships", "Naval gunfire", "Say which hexes your ships support.", "28.B.2c", needed=ships.has_guns)
_guns.verb(Verb("gunfire", "UNITS HEX", ships.assign, title="Support a hex", rule="28.B.2c", units=ships.guns,
                hexes=ships.targets))  # fmt: skip

# ---------------------------------------------------------------- supply and repair

_first = decision("initial.first", "Before supply is judged", "Bring supply over water.", "esp.initial.1",
                  needed=sea_supply.is_needed)  # fmt: skip
_first.verb(Verb("provision", "UNITS HEX", sea_supply.provision, title="Supply by ship", rule="28.D.a", units=sea_supply.carriers,
                 hexes=sea_supply.deliveries, check=sea_supply.check_provision, sample=_no_sample,
                 available=lambda p: p.s.active == SOVIET))  # fmt: skip
_first.verb(Verb("provide", "NUMBER HEX", sea_supply.provide, title="Supply by sea", rule="28.D.b",
                 hexes=lambda p, units: sea_supply.german_supply_ports(p), numbers=lambda p: range(1, 5),
                 check=sea_supply.check_provide, sample=_no_sample,
                 listed=lists.legal(sea_supply.check_provide, lists.provide),
                 available=lambda p: p.s.active != SOVIET))  # fmt: skip

_third = decision("initial.third", "Arrivals", "Place reinforcements and replacements.", "esp.initial.3",
                  needed=sea_supply.can_repair)  # fmt: skip
_third.verb(Verb("refit", "UNITS", sea_supply.refit, title="Repair ships", rule="28.F.b", units=sea_supply.damaged,
                 check=sea_supply.check_refit, available=lambda p: bool(sea_supply.damaged(p, ())),
                 sample=_no_sample))  # fmt: skip
_third.verb(Verb("relaunch", "UNITS HEX", sea_supply.relaunch, title="Replace a vessel", rule="28.F.c", units=sea_supply.lost,
                 hexes=sea_supply.relaunch_hexes, check=sea_supply.check_relaunch,
                 available=lambda p: bool(sea_supply.lost(p, ())), sample=_no_sample))  # fmt: skip

# ---------------------------------------------------------------- set-up

if "setup.interior" in FLOW.steps:
    FLOW.steps["setup.interior"].verb(
        Verb("berth", "UNITS HEX", naval_setup.berth, title="Berth ships", rule="36f", units=naval_setup.berthable,
             hexes=naval_setup.berths, sample=_no_sample)
    )  # fmt: skip
