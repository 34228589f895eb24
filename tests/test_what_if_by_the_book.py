"""1940: What If?: in games of the computer and of chance the referee judges moves, supply and battles as the rulebook does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.command import Command
from grognard.core.events import Event
from grognard.core.match import Match
from grognard.games.assault.events import Weighed
from grognard.games.what_if_1940.events import Landed
from grognard.games.what_if_1940.rules import supply

from .what_if_by_the_book import Book

SLUG = "what-if-1940"
TURNS = 5
LANDED = {"intact": 8, "reduced": 7}


class Umpire:
    """Looks on while a game is played, and compares."""

    def __init__(self, number: int) -> None:
        options = {"lithuania": "soviet"} if number % 2 else {}
        self.match = grognard.new(SLUG, seed=f"book {number}", seating=("two", "three", "four")[number % 3], options=options)
        self.rng, self.book = random.Random(number), Book(self.match)
        self.players = {seat: opponent(SLUG, None, f"{number} {seat}") for seat in self.match.seats}
        self.compared: Counter[str] = Counter()

    def play(self) -> None:
        match = self.match
        while not match.over and match.play.s.turn <= TURNS:
            seat = match.seats[match.seat]
            if match.step.name.endswith(".move"):
                self.look_at_moves(seat)
            if self.rng.random() < 0.04:
                self.look_at_supply()
            clever = self.rng.random() < 0.8
            command = self.players[seat].choose(match).command if clever else match.options(seat).sample(self.rng)
            if command.verb in ("attack", "assault", "drop"):
                self.look_at_battle(seat, command)
            else:
                match.do(command, seat)

    def look_at_moves(self, seat: str) -> None:
        """One unit that has not moved: the hexes it is offered are those it can reach."""
        options, s = self.match.options(seat), self.book.s
        fresh = [u for u in options.units("move") if not s.spent[u] and s.loc[u] == s.origin[u]]
        if fresh and self.rng.random() < 0.3:
            unit = self.rng.choice(fresh)
            assert {*options.hexes("move", (unit,))} == self.book.destinations(unit), self._said(f"moves of {self._name(unit)}")
            self.compared["moves"] += 1

    def look_at_supply(self) -> None:
        stands = self.book.stands()
        for unit in (unit for units in stands.values() for unit in units if self.book.enemies(self.book.side(unit))):
            wanted = self.book.supplied(unit, stands)
            assert supply.supplied(self.match.play, unit) is wanted, self._said(f"supply of {self._name(unit)}")
            self.compared["supply"] += 1

    def look_at_battle(self, seat: str, command: Command) -> None:
        match, dropped = self.match, command.verb == "drop"
        mobile = match.step.name.endswith(".move")
        wanted = self.book.battle(command.hexes[0], [*command.units], mobile=mobile, dropped=dropped)
        seen: list[Event] = [*match.do(command, seat)]
        while match.step.name == "battle.air":
            flyer = match.seats[match.seat]
            seen += match.do(match.options(flyer).sample(self.rng), flyer)
        weighed = [event for event in seen if isinstance(event, Weighed)]
        if not weighed or any(event.kind == "cancelled" for event in seen):
            return
        attack, defence, shifts = wanted
        landed = [event.found for event in seen if isinstance(event, Landed)]
        if "eliminated" in landed:
            return
        attack += sum(LANDED[found] for found in landed)
        told = reckoned(weighed[0])
        assert told == (attack, defence, shifts), self._said(match.text(command))
        self.compared["battles"] += 1

    def _name(self, unit: int) -> str:
        return f"{self.match.game.pieces[unit].handle} in {self.match.game.board.names[self.match.state.loc[unit]]}"

    def _said(self, what: str) -> str:
        return f"turn {self.match.play.s.turn}, {self.match.step.name}: {what}"


def reckoned(event: Weighed) -> tuple[int, int, dict[str, int]]:
    """Factors and columns as the referee told them, without aircraft and attenuated supply."""
    shifts: Counter[str] = Counter()
    for shift in event.shifts:
        if shift.rule not in ("8.4a", "6.11a"):
            shifts[shift.rule] += shift.columns
    return event.attack, event.defence, dict(shifts)


@pytest.mark.parametrize("number", range(3))
def test_the_referee_judges_by_the_book(number: int) -> None:
    umpire = Umpire(number)
    umpire.play()
    assert umpire.compared["moves"] > 20
    assert umpire.compared["supply"] > 100
    assert umpire.compared["battles"] > 8


def faults(match: Match, numbers: Sequence[int]) -> int:
    """Hexes on which the neighbours of the book and of the board differ."""
    book = Book(match)
    return sum(sorted(book.beside[hex]) != sorted(match.game.board.adjacent(hex)) for hex in numbers)


def test_the_book_counts_neighbours_by_hex_numbers() -> None:
    match = grognard.new(SLUG, seed=1)
    assert not faults(match, range(match.game.board.hexes))


def test_a_referee_who_forgets_rivers_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail."""
    monkeypatch.setattr(Book, "_crossing", lambda self, origin, target: 0)
    with pytest.raises(AssertionError, match=r"moves of|attack|assault"):
        Umpire(0).play()
