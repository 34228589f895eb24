"""31.D Factories: where they work, how they go to the Urals, when they are lost."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import FactoryDestroyed, FactoryMoved, FactoryOpened
from ..home_front import home
from ..material import P
from ..state import AXIS, ONE, SOVIET, Factory
from . import railways, supply
from .units import where

HITS_TO_STOP = 3


@rule("31.D", "31.Da", "37.Bc")
def destroy(p: P) -> None:
    """At the start of a German initial phase factories in hexes that the Axis controls are lost."""
    for factory in p.s.factories:
        if 0 <= factory.node < p.game.board.hexes and p.s.control[factory.node] == AXIS:
            p.s.factories = tuple(other for other in p.s.factories if other.name != factory.name)
            p.s.ledger = replace(p.s.ledger, destroyed=p.s.ledger.destroyed + 1)
            p.emit(FactoryDestroyed(name=factory.name, hex=factory.node, side=AXIS, rule="31.Da"))


def at(p: P, hex: int) -> Factory | None:
    """The factory in a hex."""
    return next((factory for factory in p.s.factories if factory.node == hex), None)


def change(p: P, factory: Factory) -> None:
    """Put a factory in place of the one of its name."""
    p.s.factories = tuple(factory if other.name == factory.name else other for other in p.s.factories)


@rule("31.Db")
def open_in_the_urals(p: P) -> None:
    """Those whose turn has come work again."""
    for factory in p.s.factories:
        if factory.node < 0 and factory.arrives == p.s.turn:
            change(p, replace(factory, node=p.game.box["urals"], arrives=0))
            p.emit(FactoryOpened(name=factory.name, side=SOVIET, rule="31.Db"))


@rule("31.Db")
def immovable(p: P, hex: int) -> Illegal | None:
    """Why the factory in a hex may not leave; None if it may."""
    charts = home(p.game).charts
    if at(p, hex) is None:
        return Illegal("31.Db", f"there is no factory in {where(p, hex)}")
    if p.s.turn < charts.transfers_from:
        return Illegal("31.Db", "factories leave for the Urals from Jul I 41 on")
    if p.s.control[hex] != SOVIET:
        return Illegal("31.Db", f"{where(p, hex)} is in enemy hands")
    if not supply.rail_to_east_edge(p, hex):
        return Illegal("31.Db", f"no railway leads from {where(p, hex)} to the east edge of the map")
    if railways.capacity_left(p, "soviet") < charts.factory_size * ONE:
        return Illegal("31.Db", f"a factory needs {charts.factory_size} equivalents of rail capacity")
    return None


def movable(p: P, units: Sequence[int] = ()) -> list[int]:
    """Hexes whose factories may leave."""
    hexes = [factory.node for factory in p.s.factories if 0 <= factory.node < p.game.board.hexes]
    return [hex for hex in hexes if immovable(p, hex) is None]


@rule("31.Db")
def transfer(p: P, command: Command) -> None:
    """Send a factory to the Urals."""
    hex, charts = command.hexes[0], home(p.game).charts
    if wrong := immovable(p, hex):
        raise wrong
    factory = at(p, hex)
    assert factory is not None
    railways.charge(p, "soviet", charts.factory_size * ONE)
    arrives = p.s.turn + charts.transfer_turns
    change(p, replace(factory, node=-1, arrives=arrives, hits=0))
    p.emit(FactoryMoved(name=factory.name, arrives=arrives, hex=hex, side=SOVIET, rule="31.Db"))


def is_working(p: P, factory: Factory) -> bool:
    """Does a factory produce? Not on its way, not in enemy hands, not when bombs have stopped it."""
    urals = p.game.box["urals"]
    return factory.hits < HITS_TO_STOP and (factory.node == urals or (factory.node >= 0 and p.s.control[factory.node] == SOVIET))


def is_isolated(p: P, factory: Factory) -> bool:
    return factory.node != p.game.box["urals"] and supply.isolated_at(p, factory.node, SOVIET)
