"""The Fords of Wend: what the table may see and ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from ...core.alliances import NEUTRAL
from ...core.answers import Reach, ReachedHex
from ...core.dice import Dice
from ...core.game import Scenario
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes, Post, Seat, Seating
from ...core.shown import Face, HoldingView, Status
from .material import BLUE, GREEN, RED, FordsState, Material
from .rules import FLOW, FOUGHT, KNOWN, MOVED, POINTS, marches


@rule("7")
class Fords(Material):
    slug, title, state_type, flow = "fords", "The Fords of Wend", FordsState, FLOW
    sides, out_of_turn, own_command = ("blue", "red", "green"), "2", "7"
    posts = (Post("blue-north", BLUE), Post("blue-south", BLUE), Post("red", RED), Post("green", GREEN))
    seatings = (
        Seating("three", "Three players", "Everybody has an army.",
                (Seat("blue", ("blue-north", "blue-south")), Seat("red", ("red",)), Seat("green", ("green",)))),
        Seating("four", "Four players", "Blue has two wings, each with a commander of its own.",
                tuple(Seat(post.name, (post.name,)) for post in posts)),
        Seating("two", "Two players", "One has Blue, the other both Red and Green.",
                (Seat("west", ("blue-north", "blue-south")), Seat("east", ("red", "green")))))  # fmt: skip
    scenarios = (Scenario("standard", "Six days on the Wend", "The alliance with most towns after six days wins."),)
    texts: ClassVar[dict[str, str]] = {
        "moved": "{units} moves to {last}.", "attacked": "{units} attacks {targets}.", "lost": "{units} is eliminated.",
        "dawned": "Day {turn} dawns."}  # fmt: skip

    @rule("1", "6")
    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[FordsState, Self]:
        play: Play[FordsState, Self] = Play(self, self.empty(), dice)
        play.s.ally(GREEN, NEUTRAL)
        for side in range(3):
            army = [u for u, of_side in enumerate(self.side_of) if of_side == side]
            for unit, kind in zip(army, play.shuffled(army), strict=True):
                play.s.set("kind", unit, kind)
                play.place(unit, self.homes[unit])
                play.control(self.homes[unit], side)
        play.push("day")
        return play

    @rule("6")
    def identified(self, p: Play[FordsState, Self], unit: int) -> bool:
        return bool(p.s.flags[unit] & KNOWN)

    def back(self, p: Play[FordsState, Self], unit: int) -> Face:
        return Face("hidden", "II", "hidden")

    def face_down(self, p: Play[FordsState, Self], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        return [([u for u in hidden if self.side_of[u] == side], ("kind",)) for side in range(3)]

    def status(self, p: Play[FordsState, Self], eyes: Eyes) -> Status:
        at, holder = self.board.names, (*self.sides, "")
        held = [HoldingView(at[place.hex], place.name, holder[p.s.control[place.hex]]) for place in self.board.places]
        return Status(active=self.sides[p.s.active], places=held)

    def unit_state(self, p: Play[FordsState, Self], unit: int, eyes: Eyes) -> list[str]:
        return [word for flag, word in ((MOVED, "moved"), (FOUGHT, "attacked")) if p.s.flags[unit] & flag]

    def turn(self, p: Play[FordsState, Self]) -> tuple[int, str]:
        return p.s.turn, f"turn {p.s.turn}"

    def reach(self, p: Play[FordsState, Self], units: Sequence[int]) -> Reach:
        names, ways = self.board.names, zip(*(part.tolist()[1:] for part in marches(p, units)), strict=True)
        return Reach({names[h]: ReachedHex(c, names[b], POINTS - c) for h, c, b in ways}, names[p.s.loc[units[0]]], POINTS)
