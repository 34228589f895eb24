"""What may be said of railways, engineers and the seas where not every unit goes with every word, number and hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ....core.command import Command
from ....core.errors import is_legal
from ..material import P
from ..rules import (
    bridges,
    engineers,
    flotillas,
    naval,
    rail_movement,
    railways,
    sea_supply,
    sea_transport,
    ships,
)
from ..state import SOVIET

Check = Callable[[P, Command], None]
Listed = Callable[[P], Iterator[Command]]


def legal(check: Check, commands: Callable[[P], Iterable[Command]]) -> Listed:
    """Those of some commands against which nothing speaks."""

    def listed(p: P) -> Iterator[Command]:
        return (command for command in commands(p) if is_legal(check, p, command))

    return listed


def capacity(p: P) -> Iterator[Command]:
    nets = [railways.NETS[net] for net in railways.nets_of(p, p.s.active)]
    return (Command("capacity", (), (hex,), number, net) for hex in railways.payers(p) for net in nets for number in range(1, 7))


def freight(p: P) -> Iterator[Command]:
    """One point from each place to the hexes it can reach."""
    for start in rail_movement.stations(p, ()):
        if rail_movement.freight_start(p, start, "rail") is None:
            ends = rail_movement.journeys(p, (), "rail").reach(start).ends
            yield from (Command("freight", (), (start, end), 1) for end in ends)


def provide(p: P) -> Iterator[Command]:
    return (Command("provide", (), (hex,), number) for hex in sea_supply.german_supply_ports(p) for number in range(1, 5))


def by_engineers(verb: str, words: Sequence[str | None]) -> Callable[[P], Iterator[Command]]:
    """What engineers can do alone and in twos; a line to be regauged is named by its ends."""

    def commands(p: P) -> Iterator[Command]:
        for crew in engineers.crews(p, ()):
            yield from engineers.orders(p, verb, crew, words)

    return commands


def spans(p: P) -> Iterator[Command]:
    for unit in engineers.engineers_at(p, ()):
        ends = bridges.beside(p, (unit,))
        yield from (Command("span", (unit,), (end,), None, word) for end in ends for word in (None, engineers.WORKERS))


def sail(p: P) -> Iterator[Command]:
    """Ships to ports, flotillas wherever they can go."""
    if p.s.active != SOVIET:
        return
    for ship in ships.movable(p, ()):
        found = ships.sea_reach(p, p.s.loc[ship])
        harbours = [hex for hex in found.nodes[1:].tolist() if naval.is_port(p, hex)]
        yield from (Command("sail", (ship,), tuple(found.path(hex))) for hex in harbours)
    for unit in flotillas.movable(p, ()):
        voyage = flotillas.voyage_of(p, unit).reach()
        yield from (Command("sail", (unit,), tuple(voyage.path(hex))) for hex in voyage.nodes[1:].tolist())


def ferry(p: P) -> Iterator[Command]:
    """A vessel and one unit of its hex, to ports or along the river."""
    for command in sail(p):
        riders = [unit for unit in sea_transport.vessels(p, (p.s.loc[command.units[0]],)) if p.game.is_ground[unit]]
        yield from (Command("ferry", (*command.units, unit), command.hexes) for unit in riders)


def embark(p: P) -> Iterator[Command]:
    for unit in sea_transport.german_passengers(p, ()):
        yield from (Command("embark", (unit,), (hex,)) for hex in sea_transport.german_ports(p, (unit,)))


def shipments(p: P) -> Iterator[Command]:
    """A resource point from each German port that has one to each other."""
    ports = sea_transport.points_ports(p)
    stores = [hex for hex in ports if p.s.resource[hex]]
    yield from (Command("convoy", (), (start, goal), 1) for start in stores for goal in ports)
