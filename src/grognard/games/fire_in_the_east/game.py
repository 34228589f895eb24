"""Fire in the East: what may be seen and asked at the table, and where its rules are to be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from ...core.aids import Chart
from ...core.answers import Odds, Reach, Supply, ZonesOf
from ...core.command import Command
from ...core.cutting import Cutting
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.flow import Flow, Verb
from ...core.foresight import Foresight
from ...core.fronts import CENTRE, NORTH, SOUTH, Fronted, posts_of, seatings_of
from ...core.game import Choice, Scenario, UnitType
from ...core.match import Match
from ...core.missions import Air, MissionAsk, MissionView
from ...core.play import Play
from ...core.seats import Eyes
from ...core.shown import Status
from ...core.state import Frame, State
from . import aids, events, glance, mission_builder, preview, queries, queries_lines, scenario_cut, short_scenarios
from .flow import FLOW
from .flow.air_orders import ANYTIME
from .flow.lines import ANYTIME as ANYTIME_LINES
from .foresight import FireForesight
from .invariants import faults
from .material import LAST_TURN, OWN_FILES, Material
from .options import CHOICES
from .rules import setup, stacking
from .state import AXIS, ONE, SIDES, SOVIET, FireState

OURS = "Not in the book: a scenario of our own."


def _short(files: DataFiles) -> Iterator[Scenario]:
    """Short scenarios of our own, or of somebody else's making."""
    every = short_scenarios.every(files)  # the shortest is for learning
    return (Scenario(name, said.title, f"{OURS} {said.summary}", usual=name == "frontier") for name, said in every)


#: The fronts: by map, the first row of the centre and the first row of the south.
_FRONTS = {"5B": (99, 99), "6A": (99, 99), "1B": (29, 44), "2A": (25, 47), "3B": (0, 0), "4A": (0, 0)}
_BANDS = (
    "North: maps 5B and 6A with Finland and the Arctic, 1B to row 28, 2A to row 24; south: maps 3B and 4A, 1B from row 44 on, "
    "2A from row 47 on; centre: what lies between, and all that flies in the air phase."
)


class FireInTheEast(Fronted[FireState], Material):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "fire-in-the-east"
    title: ClassVar[str] = "Fire in the East"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "campaign", "The whole game", "Jun II 41 to Mar II 42, nineteen game turns; both sides deploy their own forces."
        ),
        Scenario("historical", "As in history", "The whole game, with both sides where they stood on 22 June 1941."),
        *_short(OWN_FILES),
    )
    camps: ClassVar[tuple[str, ...]] = ("axis", "soviet")
    posts, seatings = posts_of(SIDES), seatings_of(
        SIDES, _BANDS, ("axis-fronts", "The Axis side divided, four players", ("axis",))
    )  # fmt: skip
    by_front: ClassVar[frozenset[str]] = frozenset(
        ("movement", "exploitation", "combat", "movement.assemble", "exploitation.assemble")
    )
    choices: ClassVar[tuple[Choice, ...]] = CHOICES
    state_type: ClassVar[type[State]] = FireState
    flow: ClassVar[Flow] = FLOW
    anytime: ClassVar[dict[str, Verb]] = ANYTIME | ANYTIME_LINES
    out_of_turn: ClassVar[str] = "4.B"
    own_command: ClassVar[str] = "3.B"
    foresight: ClassVar[Foresight] = FireForesight()
    texts: ClassVar[dict[str, str]] = events.TEXTS
    meanings: ClassVar[dict[str, str]] = events.battle.MEANINGS

    def __init__(self, files: DataFiles = OWN_FILES, **parts: Any) -> None:
        super().__init__(files, **parts)
        if files is not OWN_FILES:  # an owner may have scenarios of his own
            self.scenarios = (*self.scenarios[:2], *_short(files))  # type: ignore[misc]

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[FireState, Self]:
        play: Play[FireState, Self] = Play(self, self.empty(), dice)
        play.s.options = self.not_default(options)
        setup.lay_out(play, scenario)
        if scenario == "historical":
            _deploy(play)
        return play

    def front_at(self, name: str) -> int:
        sheet, _, cell = name.rpartition("/")
        centre, south = _FRONTS.get(sheet, (0, 99))
        row = int(cell[:2])
        return NORTH if row < centre else CENTRE if row < south else SOUTH

    def concerned(self, p: Play[FireState, Self], frame: Frame) -> int:
        """In a battle the hex that is attacked, of the attackers the first that is left; else a hex with too many units, or an
        airbase about to be lost."""
        fight = p.s.battle
        if frame.step == "air.escape":
            return int(frame.args[0])
        if frame.step.endswith(".surplus"):
            return next(iter(stacking.overfull(p, frame.side)), -1)
        if not frame.step.startswith("battle.") or fight is None:
            return -1
        left = [p.s.loc[unit] for unit in fight.attackers if 0 <= p.s.loc[unit] < self.board.hexes]
        return left[0] if left and frame.side == fight.side else fight.target

    def cut(self, match: Match, wanted: Cutting) -> dict[str, str]:
        return scenario_cut.cut_from(match, wanted)

    def factors(self, unit_type: UnitType, steps: int) -> str:
        """As the counters print it: 8-6, or 8-6-8 where attack and defence differ."""
        if not 0 < steps <= unit_type.steps:
            return ""
        attack, defence, movement = (f"{number / ONE:g}" for number in unit_type.ratings[steps - 1][:3])
        return f"{attack}-{movement}" if attack == defence else f"{attack}-{defence}-{movement}"

    def printed(self, unit_type: UnitType, steps: int) -> dict[str, float]:
        """Of air units what their model shows: air attack and defence, range, bombs."""
        row = self.aircraft.get(unit_type.name)
        if row is None:
            return super().printed(unit_type, steps)
        columns = (
            ("air_attack", "attack"),
            ("air_defense", "defence"),
            ("movement", "movement"),
            ("tactical",) * 2,
            ("strategic",) * 2,
        )
        return {name: int(row[column]) for column, name in columns if row[column].isdigit()}  # a glider flies as far as its tug

    def secrets(self, p: Play[FireState, Self], eyes: Eyes) -> tuple[str, ...]:
        """The card of the Finnish war effort is the German player's own (39.Ca); so are each side's airborne plans (25.D) and its
        standing orders."""
        if p.over:
            return ()
        axis = ("card", "axis_drops", "axis_standing")
        return (*(() if AXIS in eyes else axis), *(() if SOVIET in eyes else ("soviet_drops", "soviet_standing")))

    def out_of_phase(self, p: Play[FireState, Self], verb: str) -> str:
        return "4.C"

    def turn(self, p: Play[FireState, Self]) -> tuple[int, str]:
        number = min(max(p.s.turn, 1), LAST_TURN)
        return number, self.turn_names[number] + (", surprise attack" if p.s.surprise else "")

    def status(self, p: Play[FireState, Self], eyes: Eyes) -> Status:
        return glance.status(p, eyes)

    def unit_state(self, p: Play[FireState, Self], unit: int, eyes: Eyes) -> list[str]:
        return glance.words(p, unit)

    def check(self, p: Play[FireState, Self]) -> list[str]:
        return faults(p)

    def reach(self, p: Play[FireState, Self], units: Sequence[int]) -> Reach:
        return queries.reach(p, units)

    def odds(self, p: Play[FireState, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()) -> Odds:
        return preview.odds(p, target, units)

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        return preview.table_odds(self.charts.table, attack, defence, shift)

    def supply(self, p: Play[FireState, Self], unit: int, eyes: Eyes) -> Supply:
        return queries_lines.supply(p, unit)

    def network(self, p: Play[FireState, Self], side: int, eyes: Eyes) -> Sequence[int]:
        return queries_lines.network(p, side)

    def zones(self, p: Play[FireState, Self], side: int, eyes: Eyes) -> ZonesOf:
        return queries.zones_of(p, side)

    def air(self, p: Play[FireState, Self], side: int) -> Air:
        return mission_builder.opening(p, side)

    def mission(self, p: Play[FireState, Self], side: int, wanted: MissionAsk) -> MissionView:
        return mission_builder.view(p, side, wanted)

    def aids(self) -> list[Chart]:
        return aids.aids(self)

    def formations(self) -> dict[str, list[str]]:
        return aids.formations(self)


def _deploy(p: Play[FireState, FireInTheEast]) -> None:
    """Every stage of the set-up as in history."""
    while p.frame.step.startswith("setup."):
        verbs = FLOW.steps[p.frame.step].verbs
        verbs["historical"].do(p, Command("historical"))
        verbs["done"].do(p, Command("done"))
