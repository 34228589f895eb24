"""1940: What If?: four seats at one table. Through set-up, air missions, a battle, a coup in Belgium and an interrupt in Romania
nobody is told more than he may know: after every command each seat's view is compared with that of a permuted deal, and so is
what it hears of every command of others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from grognard.core.command import Command
from grognard.core.dice import SeededDice
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.state import WhatIfState

from .alike import exchanged

FOUR = ("german-west", "german-east", "soviet", "anglo-french")
LAID_OPEN = ("revealed", "opened", "landed", "eliminated")  #: with these something that was hidden shows in what is heard


class LoadedDice(SeededDice):
    """Seeded dice of which the next roll can be wished for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.wishes: dict[int, int] = {}

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        found = super().numbers(index, sides)
        return [self.wishes.get(index + k, number) for k, number in enumerate(found)]


class Witness:
    """A match of four, and everybody's view of it compared with that of a deal he cannot tell from it."""

    def __init__(self, seed: int) -> None:
        game, self.dice, self.rng = WhatIf(), LoadedDice(seed), random.Random(seed)
        self.match = Match.from_state(game, game.start("campaign", game.settings(None), self.dice).s, self.dice, seating="four")
        self.views: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()
        self.spoken: Counter[str] = Counter()

    def say(self, seat: str, text: str, *, die: int = 0) -> None:
        """A command, and what everybody makes of it."""
        if die:
            self.dice.wishes[self.match.state.rolls] = die
        command = self.match.parse(text)
        for other in (*FOUR, None):
            if other != seat:
                self._overhear(seat, command, other)
        self.match.do(command, seat)
        self.spoken[seat] += 1
        for each in (*FOUR, None):
            self._look(each)

    def _look(self, seat: str | None) -> None:
        found = exchanged(self.match, seat, self.rng)
        if found is None:
            return
        one, other = (msgspec.json.encode(match.view(seat)) for match in (self.match, found[0]))
        assert one == other, f"{seat} at {self.match.step.name}"
        assert self.match.knowledge(seat).encode() == found[0].knowledge(seat).encode()
        self.views[str(seat)] += 1

    def _overhear(self, speaker: str, command: Command, seat: str | None) -> None:
        found = exchanged(self.match, seat, self.rng)
        if found is None:
            return
        one, (other, who) = self.match.copy(), found
        events = one.do(command, speaker)
        if any(event.kind in LAID_OPEN for event in events):
            return
        units = tuple(who.get(unit, unit) for unit in command.units)
        try:
            other.do(Command(command.verb, units, command.hexes, command.number, command.word), speaker)
        except GrognardError:  # what may be said depends on what the speaker knows and the listener does not
            return
        if one.view(seat) == other.view(seat):  # a covered unit that comes to lie on top is seen from then on
            assert one.log(seat, self.match.length) == other.log(seat, self.match.length), f"{seat} hears {command.verb}"
            self.heard[str(seat)] += 1

    def pass_on(self, step: str) -> None:
        """Everybody is through, until a step."""
        while self.match.step.name != step:
            decision = self.match.decision
            assert decision is not None
            self.say(decision.waiting[0], "order move-fight" if decision.step == "order" else "done")

    def fight(self) -> None:
        """Whatever a battle asks is answered somehow; aircraft are kept for later."""
        while self.match.step.name.startswith("battle"):
            decision = self.match.decision
            assert decision is not None
            seat = decision.waiting[0]
            said = self.match.text(self.match.options(seat).sample(self.rng))
            self.say(seat, "air 0" if decision.step == "battle.air" else said)


@pytest.fixture(scope="module")
def played() -> Witness:
    """From the set-up to the second Soviet player turn."""
    table = Witness(7)
    set_up(table)
    german_june(table)
    soviet_june(table)
    coup(table)
    romania(table)
    return table


def set_up(table: Witness) -> None:
    for seat in ("soviet", "german-west"):
        table.say(seat, "proposed")
        table.say(seat, "done")
    table.say("german-east", "done")
    for seat in ("anglo-french", "german-east"):
        table.say(seat, "proposed")
        table.say(seat, "done")


def german_june(table: Witness) -> None:
    table.say("german-east", "order move-fight")
    table.say("german-east", "suppress anglo-french")
    table.say("german-east", "done")
    table.say("german-west", "recall ge28")
    table.say("german-east", "done")
    table.say("german-west", "done", die=4)
    table.say("german-east", "move ge15pz+ge16pz 4610")
    table.say("german-east", "done")
    table.say("german-east", "attack 4510 with ge15pz+ge16pz")
    table.fight()
    table.pass_on("interdict")
    table.say("german-east", "interdict 4513")


def soviet_june(table: Witness) -> None:
    table.pass_on("arctic")
    table.say("soviet", "join ra3")
    table.pass_on("southwest")
    table.say("soviet", "prepare ju1+ju2+ju3")
    table.pass_on("arrivals")
    table.say("soviet", "arrive ra4+ra5 4516")
    table.say("soviet", "arrive ra6+ra7+ra8 4624")
    table.say("soviet", "southwest ra9")


def coup(table: Witness) -> None:
    table.pass_on("allied.move")
    table.say("anglo-french", "move br1 1800", die=1)
    table.say("anglo-french", "move be5 2101")


def romania(table: Witness) -> None:
    table.pass_on("southwest")
    table.say("soviet", "invade ju1+ju2")
    assert table.match.decision is not None
    assert table.match.decision.seats == ("german-east",), "the German interrupts the Soviet player turn"
    table.say("german-east", "romania ge36+ge38")
    table.say("german-east", "done")
    table.say("soviet", "done")
    table.fight()


def test_everything_happened_in_one_match_and_one_log(played: Witness) -> None:
    match = played.match
    kinds = [entry.kind for entry in match.events()]
    wanted = ["deployed", "suppressed", "interdicted", "allied", "transferred", "weighed"]
    at = [kinds.index(kind) for kind in wanted[:4]]
    assert at == sorted(at)
    assert {*wanted} <= {*kinds}
    state = match.state
    assert isinstance(state, WhatIfState)
    assert (state.belgium, state.invaded) == ("allied", True)
    assert {*played.spoken} == {*FOUR}


@pytest.mark.parametrize("seat", [*FOUR, "None"])
def test_every_view_was_compared_with_a_permuted_deal(played: Witness, seat: str) -> None:
    assert played.views[seat] > played.match.length / 2
    assert played.heard[seat] > 10
