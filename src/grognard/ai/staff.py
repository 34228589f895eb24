"""A planner with missions: what the staff has decided comes first, whatever is left the officer of the game decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..core.errors import GrognardError
from ..core.foresight import attacks
from ..core.match import Match
from . import Advice, Opponent
from .care import is_hopeless, is_rash, trimmed, weighed
from .exploiters import Errand, rested, spoken
from .missions import MISSIONS, closers, fatally_open, garrison_for, is_alarmed, is_movement, screens
from .operations import OPERATIONS, Memory

#: So many attacks of a planner are refused one after the other.
MOST_VETOES = 8
#: A movement phase that takes more commands than this is not looked ahead to its end.
MOST_COMMANDS = 600

Phase = tuple[int, str, int]


#: by side, the missions of an officer
Usual = Mapping[int, Sequence[str]]


def wanted_of(missions: Sequence[str] | Usual, match: Match) -> Sequence[str]:
    """The missions of whoever decides."""
    return missions.get(match.side, ()) if isinstance(missions, Mapping) else missions


def phase_of(match: Match) -> Phase:
    """What a plan of a phase is kept for."""
    return match.game.turn(match.play)[0], f"{match.step.name} {getattr(match.state, 'phase', '')}", match.seat


def kept_by(planner: Opponent, match: Match) -> set[int]:
    """The units that a planner keeps for operations of its own (by `keeps`, if it has any): missions leave them to it."""
    keeps: Callable[[Match], set[int]] | None = getattr(planner, "keeps", None)
    return set() if keeps is None else keeps(match)


def is_forgetful(planner: Opponent) -> bool:
    """Does a planner remember nothing beyond a phase (`forgetful`), so that another of its kind can take its place?"""
    return bool(getattr(planner, "forgetful", False))


class Staffed:
    """Another planner, before whose movement missions are carried out. With `guard`, what must not be lost is closed before
    anything else: the planner's whole movement is tried on a copy, and a place that would stand open after it gets a garrison
    first; nor does a movement end while somebody can still get to such a place."""

    def __init__(
        self, make: Callable[[], Opponent], missions: Sequence[str] | Usual = (), *, guard: bool = True,
        memory: Memory | None = None,
    ) -> None:  # fmt: skip
        """`missions` are by side where the sides have different ones; `memory` is what has been begun before."""
        self.make, self.planner, self.guard = make, make(), guard
        self.missions, self.memory = missions, Memory() if memory is None else memory
        self.phase: Phase | None = None
        self.errands: list[Errand] = []
        self.script: list[Advice] = []  #: what is left of a movement that was thought through to its end
        self.used: set[int] = set()
        self.closing = 0  #: how often the end of this phase has been put off

    def choose(self, match: Match) -> Advice:
        if not is_movement(match):
            return self._careful_attack(match)
        phase = phase_of(match)
        if phase != self.phase:
            self.phase, self.used, self.closing, self.script = phase, set(), 0, []
            self.errands = self._ordered(match)
        while self.errands:
            unit, hex, why = self.errands.pop(0)
            if match.state.loc[unit] == hex:  # it is to stay there
                self.used.add(unit)
                continue
            command = spoken(match, unit, hex)
            if command is not None:
                self.used.add(unit)
                return Advice(command, why)
        return self._closed(match, self._as_foreseen(match) or self.planner.choose(rested(match, self.used)))

    def _as_foreseen(self, match: Match) -> Advice | None:
        """The next thing of a movement that was thought through before, without those who have got something else to do; by
        another way where one is barred that looked open."""
        while self.script:
            advice = self.script.pop(0)
            command = advice.command
            if self.used & {*command.units}:
                continue
            if match.check(command, match.seat) is None:
                return advice
            way = spoken(match, command.units[0], command.hexes[-1]) if len(command.units) == 1 and command.hexes else None
            if way is not None:
                return Advice(way, advice.why)
        return None

    # ---------------------------------------------------------------- care

    def _careful_attack(self, match: Match) -> Advice:
        """An attack of the planner with nobody who is not needed; none that is hopeless or rash, as if its force had fought."""
        shown = match
        for _ in range(MOST_VETOES):
            advice = self.planner.choose(shown)
            verb, command = match.step.verbs.get(advice.command.verb), advice.command
            if not self.guard or verb is None or verb not in attacks(match.step) or len(command.hexes) != 1:
                return advice
            odds = weighed(match, command)
            if odds is None:
                return advice
            if not is_hopeless(match, command.hexes[0], odds) and not is_rash(match, command, odds):
                return Advice(trimmed(match, command, odds), advice.why)
            if shown is match:
                shown = match.copy()
            if "attacked" not in shown.state.FLAGS:
                break
            shown.state.mark(command.units, shown.state.FLAGS["attacked"])
        ends = next((v.plain for v in match.step.verbs.values() if v.ends and v.plain is not None), None)
        if ends is not None and match.check(ends, match.seat) is None:
            return Advice(ends, "what is left to attack is hopeless")
        return advice

    # ---------------------------------------------------------------- missions

    def _ordered(self, match: Match) -> list[Errand]:
        """The errands of all missions; a unit runs the first it is given. A movement that was tried to its end may be
        carried out as it was tried, but for those who are needed elsewhere."""
        found = self._foreseen(match) if self.guard else []
        if self.script:
            return found
        taken = {unit for unit, _, _ in found} | kept_by(self.planner, match)
        for name in wanted_of(self.missions, match):
            errands = OPERATIONS[name](match, self.memory) if name in OPERATIONS else MISSIONS[name](match)
            mine = [errand for errand in errands if errand[0] not in taken]
            taken |= {errand[0] for errand in mine}
            found += mine
        return found

    def _foreseen(self, match: Match) -> list[Errand]:
        """Garrisons for what would stand open if the planner moved as it likes, and screens before edges of the map."""
        if not is_alarmed(match):
            return []  # nothing that a garrison or a screen could keep
        trial, planner = match.copy(), Staffed(self.make, self.missions, guard=False, memory=self.memory.copy())
        others, script, alone = self.make(), list[Advice](), True
        for _ in range(MOST_COMMANDS):
            if trial.over:
                return []
            mine = trial.seat == match.seat
            if mine and is_movement(trial) and phase_of(trial) != self.phase:
                return []
            advice = (planner if mine else others).choose(trial)
            verb = trial.step.verbs.get(advice.command.verb)
            script.append(advice)
            if mine and is_movement(trial) and verb is not None and verb.ends:
                break
            alone = alone and mine and is_movement(trial)
            try:
                trial.do(advice.command)
            except GrognardError:
                return []
        found = list(garrison_for(match, fatally_open(trial, match.seat)))
        posted = {unit for unit, _, _ in found}
        found += [errand for errand in screens(match, trial) if errand[0] not in posted]
        if alone and is_forgetful(self.planner):
            self.planner, self.script = planner.planner, script
            self.memory.orders, self.memory.dropped = planner.memory.orders, planner.memory.dropped
        return found

    def _closed(self, match: Match, advice: Advice) -> Advice:
        """What is to be said instead of ending the phase while something fatal stands open."""
        verb = match.step.verbs.get(advice.command.verb)
        if not self.guard or verb is None or not verb.ends or self.closing >= 3:
            return advice
        self.closing += 1
        for unit, hex, why in closers(match):
            command = spoken(match, unit, hex)
            if command is not None:
                self.used.add(unit)
                return Advice(command, why)
        return advice
