"""Questions a player asks while thinking. A seat can ask only about units it may identify."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import astuple

from .. import facts
from ..ai.hint import hint
from ..core.answers import Odds, Reach, Supply, SupplyLines, ZonesOf, with_no_shifts
from ..core.command import CommandForm, to_json
from ..core.errors import BadCommand, Illegal
from ..core.match import Match
from ..core.missions import Air, MissionAsk, MissionView
from ..core.seats import Eyes, eyes_of
from ..core.sight import Sight
from ..facts import Outlook
from ..orders import StaffOrder, StaffPlan
from ..orders import plan as staff_plan
from . import wire
from .access import Denied, Pass
from .lanes import Lanes
from .tables import Tables

_BETWEEN = re.compile(r"[+,\s]+")


def _parts(text: str, between: re.Pattern[str] = _BETWEEN) -> list[str]:
    return [part for part in between.split(text) if part]


class Asker:
    """The seat that asks (None for a spectator) and the match as it knows it (`Match.fork`): an answer cannot tell what the
    seat does not know."""

    def __init__(self, match: Match, seat: str | None) -> None:
        self.match = match
        self.seat = seat
        self.index = -1 if seat is None else match.roster.number(seat)

    @property
    def eyes(self) -> Eyes:
        return eyes_of(self.match.play, self.index)

    @property
    def sides(self) -> Eyes:
        return () if self.index < 0 else self.match.roster.sides[self.index]

    def units(self, text: str) -> list[int]:
        """Units by name; those the seat may not identify do not exist for it."""
        found = []
        for name in _parts(text):
            unit = self.match.game.names.unit(name)
            if not Sight(self.match.play, self.eyes).knows(unit):
                raise Illegal(self.match.game.fog, f"you cannot tell which unit {name} is, or where")
            found.append(unit)
        return found

    def _on_map(self, units: list[int]) -> list[int]:
        if not units:
            raise BadCommand("no unit is named")
        if any(not 0 <= self.match.state.loc[unit] < self.match.game.board.hexes for unit in units):
            raise BadCommand("a unit is not on the map")
        return units

    def hexes(self, text: str) -> list[int]:
        """Hexes and boxes by name; a path may be written with hyphens, which names of boxes have too."""
        names = self.match.game.names
        found: list[int] = []
        for part in _parts(text):
            found += [names.node(piece) for piece in ([part] if part in names.node_of else part.split("-"))]
        return found

    def _hex(self, name: str) -> int:
        found = self.match.game.names.node(name)
        if found >= self.match.game.board.hexes:
            raise BadCommand(f"{name!r} is not a hex")
        return found

    def _deciding(self) -> None:
        match = self.match
        if match.over:
            raise Illegal("", "the game is over")
        if self.index not in match.deciding:
            raise Illegal(match.game.out_of_turn, f"it is {' and '.join(match.seats[k] for k in match.deciding)}'s decision")

    # ---------------------------------------------------------------- the questions

    def options(self, verb: str, units: str, hexes: str) -> wire.Named:
        """What may be named next with a verb, given what has been named."""
        names, play = self.match.game.names, self.match.play
        said = self.match.game.anytime.get(verb)
        if said is not None and not self.match.over and said.open_to(play, self.sides):
            may_act = [] if said.units is None else said.units(play, self.hexes(hexes))
            may_be = [] if said.hexes is None else said.hexes(play, self.units(units))
        else:
            self._deciding()
            options = self.match.legal_commands(self.index)
            may_act, may_be = options.units(verb, self.hexes(hexes)), options.hexes(verb, self.units(units))
        return wire.Named([names.unit_names[u] for u in may_act], [names.node_names[h] for h in may_be])

    def reach(self, units: str) -> Reach:
        return self.match.reach(self._on_map(self.units(units)))

    def odds(self, target: str, units: str, air: int) -> Odds:
        named = self._on_map(self.units(units))
        game = self.match.game
        if len({game.side_of[unit] for unit in named}) > 1:
            raise BadCommand("these units do not fight on one side")
        odds = game.odds(self.match.play, self._hex(target), named, air=air, eyes=self.eyes)
        return with_no_shifts(odds, game.possible_shifts, game.side_of[named[0]])

    def targets(self, verb: str, units: str) -> wire.Targets:
        """What can be attacked with a verb, by some units or by anybody, and how likely odds stand."""
        self._deciding()
        legal, names = self.match.legal_commands(self.index), self.match.game.names
        said = next((one for one in legal.verbs if one.name == verb), None)
        if said is None or not said.hex_first or said.hexes is None:
            raise BadCommand(f"nothing can be attacked with {verb!r} now")
        able, found = facts.aims(self.match.play, self.eyes, legal, said, self._on_map(self.units(units)) if units else ())
        return wire.Targets([names.unit_names[unit] for unit in able], found)

    def supply(self, unit: str) -> Supply:
        units = self.units(unit)
        if len(units) != 1:
            raise BadCommand("name one unit")
        return self.match.supply(units[0], self.index)

    def network(self, side: str) -> wire.Network:
        return wire.Network(side, self.match.network(side, self.index))

    def supply_lines(self, side: str) -> SupplyLines:
        return self.match.supply_lines(side, self.index)

    def zones(self, side: str) -> ZonesOf:
        return self.match.zones(side, self.index)

    def air(self) -> Air:
        """What the mission builder opens with."""
        return self.match.game.air(self.match.play, self._side())

    def mission(self, hex: str, verb: str, units: str, escort: str, word: str, taken: str) -> MissionView:
        """A mission thought about; it is refused as it would be if it were said."""
        flyers, guards, others = (tuple(self.units(text)) for text in (units, escort, taken))
        wanted = MissionAsk(self._hex(hex), verb, flyers, guards, word, others)
        found = self.match.game.mission(self.match.play, self._side(), wanted)
        refused = self.match.check(found.commands[0], self.seat) if found.commands and not found.why else None
        return found if refused is None else msgspec.structs.replace(found, rule=refused.rule, why=refused.why)

    def _side(self) -> int:
        if not self.sides:
            raise Illegal("", "a spectator has no air units")
        return self.sides[0]

    def check(self, command: wire.Order) -> wire.Yes | wire.Refusal:
        refusal = self.match.check(command, self.seat)
        return wire.Yes(True) if refusal is None else wire.Refusal(refusal.rule, refusal.why)

    def who(self, hex: str, what: str) -> wire.Units:
        """The units that can reach a hex, or attack it, with what may be said now."""
        self._deciding()
        node, options = self._hex(hex), self.match.legal_commands(self.index)
        found: dict[int, None] = {}
        for verb in options.verbs:
            if verb.units is None or verb.hexes is None:
                continue
            if what == "attack" and verb.hex_first:
                found |= dict.fromkeys(options.units_with(verb, (node,)))
            elif what == "reach" and not verb.hex_first:
                found |= {u: None for u in options.units_with(verb) if node in verb.hexes(self.match.play, (u,))}
        return wire.Units([self.match.game.names.unit_names[u] for u in found])

    # ---------------------------------------------------------------- what is to come

    @property
    def outlook(self) -> Outlook:
        return Outlook(self.match.play, self.eyes, self.index)

    def threats(self) -> facts.Threats:
        """What the seat has to fear in its enemies' next turn."""
        return facts.threats(self.outlook, self._seated(), self.sides)

    def desk(self) -> facts.Desk:
        """What the seat has left to do and what is at stake before its decision ends."""
        options = self.match.legal_commands(self.index) if self.index in self.match.deciding else None
        return facts.desk(self.outlook, self._seated(), self.sides, options)

    def hint(self) -> wire.Hint:
        """What the usual computer would say here, from what the seat knows; nothing that opens what loses the game."""
        self._deciding()
        match = self.match.sit(self.index)
        advice = hint(match)
        form = msgspec.convert(to_json(advice.command, match.game.names), CommandForm)
        return wire.Hint(match.text(advice.command), form, advice.why)

    def staff(self, wanted: wire.Staff) -> StaffPlan:
        """What a staff would do to carry out an order, before anything is done."""
        self._deciding()
        order = StaffOrder(wanted.word, tuple(wanted.units), tuple(wanted.hexes), tuple(wanted.goal))
        return staff_plan(self.match, self.index, order)

    def falls(self, hex: str) -> wire.Falls:
        """What follows if the seat takes a hex."""
        self._seated()
        return wire.Falls([one for side in self.sides for one in facts.falls(self.outlook, self._hex(hex), side)])

    def march(self, units: str, goal: str) -> facts.Route:
        """The way of units to a hex that may lie turns away."""
        return facts.route(self.outlook, self._on_map(self.units(units)), self._hex(goal))

    def strengths(self) -> wire.Strengths:
        return wire.Strengths(facts.strengths(self.outlook))

    def who_can(self, hex: str, what: str) -> wire.WhoCan:
        """Who of each side can reach a hex, or attack it, in the next phase of the side."""
        ask = facts.who_can_attack if what == "attack" else facts.who_can_reach
        return wire.WhoCan(hex, ask(self.outlook, self._hex(hex)))

    def _seated(self) -> str:
        if self.seat is None:
            raise Illegal("", "a spectator has nothing to fear and nothing to do")
        return self.seat

    # ---------------------------------------------------------------- plans

    def plan(self, commands: list[wire.Order]) -> list[wire.Step]:
        """Try commands on copies; stop before a die, a look at hidden things, or another seat's decision."""
        steps = []
        for command in commands:
            trial = self.match.copy()
            try:
                trial.do(command, self.seat)
            except Illegal as refusal:
                steps.append(wire.Step(rule=refusal.rule, why=refusal.why))
                break
            if not trial.undoable:
                steps.append(wire.Step(ok=True, stops=True))
                break
            steps.append(wire.Step(ok=True))
            self.match = trial
        return steps

    def answer(self, ask: wire.Ask) -> wire.AfterPlan:
        """A question after a plan; a refusal is an answer too."""
        try:
            match ask.what:
                case "reach":
                    return wire.ReachAfter(*astuple(self.reach(ask.units)))
                case "odds":
                    return wire.OddsAfter(*astuple(self.odds(ask.target, ask.units, ask.air)))
                case "options":
                    return wire.NamedAfter(*astuple(self.options(ask.verb, ask.units, ask.hexes)))
                case "targets":
                    return wire.TargetsAfter(*astuple(self.targets(ask.verb, ask.units)))
                case "check":
                    found = self.check(ask.command)
                    return wire.YesAfter(found.ok) if isinstance(found, wire.Yes) else wire.RefusalAfter(found.rule, found.why)
        except Illegal as refusal:
            return wire.RefusalAfter(refusal.rule, refusal.why)


class Questions:
    """The questions of a link. Players ask with the match held; spectators, and whoever asks about the past, get a copy of
    their own and hold nobody up."""

    def __init__(self, tables: Tables, lanes: Lanes) -> None:
        self.tables, self.lanes = tables, lanes

    async def ask(self, who: Pass, question: str, *about: Any, at: int | None = None) -> Any:
        """Ask a question of `Asker` by name, of the present or of an earlier point."""
        return await self.lanes.run(who, self._ask, who, question, about, at, past=at is not None)

    def _ask(self, who: Pass, question: str, about: tuple[Any, ...], at: int | None) -> Any:
        with self.tables.look(who) as live:
            seat = live.acting(who)
            if at is None and not who.watches:
                return getattr(Asker(live.known(seat), seat), question)(*about)
            moment = live.moment()
        match = moment.match if at is None else moment.at(at)
        return getattr(Asker(match.fork(seat), seat), question)(*about)

    async def check(self, who: Pass, command: wire.Order) -> wire.Yes | wire.Refusal:
        if who.watches:
            raise Denied(403, "spectators only watch")
        found: wire.Yes | wire.Refusal = await self.ask(who, "check", command)
        return found

    def plan(self, who: Pass, wanted: wire.Plan) -> wire.Planned:
        """Commands tried on a copy, what the seat would see after them, and the answer to a question there."""
        with self.tables.look(who) as live:
            seat = live.acting(who)
            if seat is None:
                raise Denied(403, "spectators only watch")
            asker = Asker(live.known(seat), seat)
            steps = asker.plan(wanted.commands)
            view = asker.match.view(seat)
            answer = msgspec.UNSET if wanted.ask is None else asker.answer(wanted.ask)
            return wire.Planned(steps, view, answer)
