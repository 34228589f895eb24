"""Questions about a match while thinking: of the rules, and of what is to come as far as a seat knows."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from .. import facts
from ..facts import Believed, Desk, Outlook, Threats, Who
from .answers import CutOff, LineStep, Odds, Reach, Supply, SupplyLines, ZonesOf, with_no_shifts
from .errors import BadCommand
from .missions import Air, MissionAsk, MissionView
from .seats import eyes_of
from .sight import Sight
from .standing import Standing


class Asking(Standing, ABC):
    """A position that can be asked."""

    @abstractmethod
    def fork(self, seat: str | int | None = None, rng: random.Random | None = None) -> Asking:
        """A position of its own that looks to a seat like this one."""

    def _units(self, units: str | Sequence[int] | Sequence[str]) -> list[int]:
        if isinstance(units, str):
            units = units.split("+")
        return [self.game.names.unit(u) if isinstance(u, str) else u for u in units]

    def _node(self, node: str | int) -> int:
        return self.game.names.node(node) if isinstance(node, str) else node

    def reach(self, units: str | Sequence[int] | Sequence[str]) -> Reach:
        """Where units can go together: cost and path of every hex, and what stops them."""
        return self.game.reach(self._play, self._units(units))

    def odds(self, target: str | int, units: str | Sequence[int] | Sequence[str], *, air: int = 0,
             seat: str | int | None = None) -> Odds:  # fmt: skip
        """An attack explained with everything the deciding (or given) seat may know."""
        eyes = eyes_of(self._play, self.seat if seat is None else self.roster.number(seat))
        named = self._units(units)
        odds = self.game.odds(self._play, self._node(target), named, air=air, eyes=eyes)
        return with_no_shifts(odds, self.game.possible_shifts, self.game.side_of[named[0]]) if named else odds

    def supply(self, unit: str | int, seat: str | int | None = None) -> Supply:
        """Is a unit supplied, and by which way, or what blocks it: in truth, or as far as a seat can tell."""
        number = self.game.names.unit(unit) if isinstance(unit, str) else unit
        return self.game.supply(self._play, number, self._eyes(seat))

    def supply_lines(self, side: str, seat: str | int | None = None) -> SupplyLines:
        """The supply lines of all stacks of a side: in truth, or as far as a seat can tell."""
        if side not in self.game.sides:
            raise BadCommand(f"{self.game.title} has the sides {', '.join(self.game.sides)}, not {side!r}")
        p, game, number = self._play, self.game, self.game.sides.index(side)
        eyes = self._eyes(seat)
        sight, names, steps = Sight(p, eyes), game.board.names, Counter[tuple[str, str]]()
        sources: dict[str, None] = {}
        cut = []
        for hex in range(game.board.hexes):
            unit = next((u for u in p.units(hex, number) if sight.knows(u)), None)
            if unit is None:
                continue
            found = game.supply(p, unit, eyes)
            if not found.supplied:
                cut.append(CutOff(names[hex], found.why, found.rule))
            elif len(found.path) > 1:
                steps.update((a, b) for a, b in pairwise(found.path) if a != b)
                sources[found.path[-1]] = None
        return SupplyLines(side, [LineStep(a, b, count) for (a, b), count in steps.items()], list(sources), cut)

    def network(self, side: str, seat: str | int | None = None) -> list[str]:
        """The hexes that are in supply for a side: in truth, or as far as a seat can tell."""
        if side not in self.game.sides:
            raise BadCommand(f"{self.game.title} has the sides {', '.join(self.game.sides)}, not {side!r}")
        return [self.game.board.names[h] for h in self.game.network(self._play, self.game.sides.index(side), self._eyes(seat))]

    def zones(self, side: str, seat: str | int | None = None) -> ZonesOf:
        """The zones of control of a side: in truth, or as far as a seat can tell."""
        if side not in self.game.sides:
            raise BadCommand(f"{self.game.title} has the sides {', '.join(self.game.sides)}, not {side!r}")
        return self.game.zones(self._play, self.game.sides.index(side), self._eyes(seat))

    # ---------------------------------------------------------------- air missions from bases, as far as a seat knows

    def air(self, seat: str | int) -> Air:
        """Airbases of a seat, missions it may fly now, what flies at it, its standing orders."""
        return self.game.air(self.fork(seat)._play, self.roster.sides[self.roster.number(seat)][0])

    def mission(self, seat: str | int, hex: str | int, verb: str = "", units: str | Sequence[str] = (),
                escort: str | Sequence[str] = (), word: str = "") -> MissionView:  # fmt: skip
        """A mission thought about: who could fly it, and what would come of it as exact chances."""
        flyers, guards = (tuple(self._units(named)) if named else () for named in (units, escort))
        wanted = MissionAsk(self._node(hex), verb, flyers, guards, word)
        return self.game.mission(self.fork(seat)._play, self.roster.sides[self.roster.number(seat)][0], wanted)

    # ---------------------------------------------------------------- what is to come, as far as a seat knows

    def outlook(self, seat: str | int | None = None) -> Outlook:
        """The position as a seat (or a spectator: None) knows it, for questions about what is to come; see `grognard.facts`."""
        return Outlook(self.fork(seat).play, eyes_of(self._play, self._number(seat)), self._number(seat))

    def threats(self, seat: str | int) -> Threats:
        """What a seat has to fear in its enemies' next turn, the worst first."""
        number = self.roster.number(seat)
        return facts.threats(self.outlook(seat), self.seats[number], self.roster.sides[number])

    def desk(self, seat: str | int) -> Desk:
        """What a seat has left to do and what is at stake before its decision ends."""
        number, known = self.roster.number(seat), self.fork(seat)
        options = known.legal_commands(number) if number in known.deciding else None
        outlook = Outlook(known.play, eyes_of(known.play, number), number)
        return facts.desk(outlook, self.seats[number], self.roster.sides[number], options)

    def who_can_reach(self, hex: str | int, seat: str | int | None = None) -> list[Who]:
        """Who of each side can get into a hex in its next movement phase."""
        return facts.who_can_reach(self.outlook(seat), self._node(hex))

    def who_can_attack(self, hex: str | int, seat: str | int | None = None) -> list[Who]:
        """Who of each side can attack a hex in its next phases, and at what odds as far as it is known."""
        return facts.who_can_attack(self.outlook(seat), self._node(hex))

    def strengths(self, seat: str | int | None = None) -> list[Believed]:
        """What everybody on the map is believed to be worth, hex by hex."""
        return facts.strengths(self.outlook(seat))
