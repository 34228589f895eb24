"""The Fords of Wend: everything static, read from data files, and what the table may see and ask."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...core.alliances import NEUTRAL
from ...core.board import Board
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.game import Game, Scenario
from ...core.paths import reach
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes, Post, Seat, Seating
from ...core.state import State
from .rules import BLUE, FLOW, FOUGHT, GREEN, KNOWN, MOVED, POINTS, RED, STACK

OWN_FILES = DataFiles(Path(__file__).parent / "data")


class FordsState(State):
    VALUES: ClassVar[dict[str, Any]] = {"turn": 1, "active": BLUE}
    turn: int
    active: int  #: the side that marches and fights


@rule("7")
class Fords(Game[FordsState]):
    slug, title, state_type = "fords", "The Fords of Wend", FordsState
    sides = ("blue", "red", "green")
    posts = (Post("blue-north", BLUE), Post("blue-south", BLUE), Post("red", RED), Post("green", GREEN))
    seatings = (
        Seating("three", "Three players", "Everybody has an army.",
                (Seat("blue", ("blue-north", "blue-south")), Seat("red", ("red",)), Seat("green", ("green",)))),
        Seating("four", "Four players", "Blue has two wings, each with a commander of its own.",
                tuple(Seat(post.name, (post.name,)) for post in posts)),
        Seating("two", "Two players", "One has Blue, the other both Red and Green.",
                (Seat("west", ("blue-north", "blue-south")), Seat("east", ("red", "green")))),
    )  # fmt: skip
    scenarios = (Scenario("standard", "Six days on the Wend", "The alliance with most towns after six days wins."),)
    texts: ClassVar[dict[str, str]] = {
        "moved": "{units} moves to {hex}.", "attacked": "{units} attacks {hex}.", "lost": "{units} is eliminated.",
        "dawned": "Day {number} dawns.",
    }  # fmt: skip
    flow, out_of_turn, own_command = FLOW, "2", "7"

    def __init__(self, files: DataFiles = OWN_FILES) -> None:
        self.board = board = Board.load(files.path("board.board"))
        rows = files.csv("units.csv")
        self.read_units(rows)
        self.homes = [board.node(row["hex"]) for row in rows]
        self.finish()
        self.towns = [place.hex for place in board.places]
        self.wet = board.side_mask("river") & ~board.side_mask("bridge")
        price = 1 + board.terrain_mask("forest") + 2 * board.terrain_mask("marsh")
        self.cost = (price[board.neighbours] + self.wet).astype(np.uint8)

    @rule("1", "6")
    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[FordsState, Any]:
        play: Play[FordsState, Fords] = Play(self, self.empty(), dice)
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
    def identified(self, p: Play[FordsState, Any], unit: int) -> bool:
        return bool(p.s.flags[unit] & KNOWN)

    def back(self, p: Play[FordsState, Any], unit: int) -> dict[str, Any]:
        return {"side": self.side_of[unit], "kind": "hidden", "size": "II", "name": "hidden"}

    def face_down(self, p: Play[FordsState, Any], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        return [([u for u in hidden if self.side_of[u] == side], ("kind",)) for side in range(3)]

    def status(self, p: Play[FordsState, Any], eyes: Eyes) -> dict[str, Any]:
        held = [(*self.sides, "nobody")[p.s.control[town]] for town in self.towns]
        return {"towns": {place.name: side for place, side in zip(self.board.places, held, strict=True)}}

    def unit_state(self, p: Play[FordsState, Any], unit: int, eyes: Eyes) -> list[str]:
        return [word for flag, word in ((MOVED, "moved"), (FOUGHT, "attacked")) if p.s.flags[unit] & flag]

    @rule("3", "4")
    def reach(self, p: Play[FordsState, Any], units: Sequence[int]) -> dict[str, Any]:
        """No hex of another army may be entered, friend or not, and none that is full."""
        names, count, side, start = self.board.names, p.s.arrays.count, self.side_of[units[0]], p.s.loc[units[0]]
        others, room = (count.sum(axis=0) - count[side]).astype(np.int16), STACK - len(units)
        found = reach(self.board.neighbours, self.cost, others, start, POINTS, self.space, crowd=count[side], most=room)
        ways = zip(*(part.tolist()[1:] for part in found), strict=True)
        hexes = {names[h]: {"cost": cost, "left": POINTS - cost, "from": names[back]} for h, cost, back in ways}
        return {"start": names[start], "points": POINTS, "hexes": hexes}
