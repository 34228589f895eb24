"""The computer opponent of Drive on Moscow."""

from __future__ import annotations

import random
from collections.abc import Callable

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules.movement import points_left
from ..state import ASSAULTED, GERMAN
from . import assaults, battle, staff
from .assaults import Assaults, Attack
from .german import Assault, GermanMoves
from .march import March, gather
from .sight import Sight
from .soviet import SovietMoves

_SIMPLE: dict[str, Callable[[Match], Advice]] = {
    "setup.reserve": staff.set_up, "setup.forward": staff.set_up, "setup.german": staff.set_up,
    "november": staff.november, "order": staff.order, "german.step": staff.german_step,
    "soviet.step": staff.soviet_step, "guards": staff.guards,
    "battle.air": battle.air, "battle.announced": battle.announced, "battle.losses": battle.losses,
    "battle.convert": battle.convert, "battle.stand": battle.stand, "battle.retreat": battle.retreat,
    "battle.advance": battle.advance,
}  # fmt: skip


class StandardOpponent:
    """Plans a phase at a time and keeps the plan until the position is no longer the one it was made for."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self._phase: tuple[int, int, str] = (0, 0, "")
        self._forget()

    def _forget(self) -> None:
        self._march = March([])
        self._attacks: list[Attack] = []
        self._assault: Assault | None = None
        self._planned = False

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat."""
        step = match.step.name
        if step in ("movement", "combat"):
            phase = (match.seat, match.state.turn, step)  # type: ignore[attr-defined]
            if phase != self._phase:
                self._phase = phase
                self._forget()
            advice = self._combat(match) if step == "combat" else self._movement(match)
        else:
            advice = _SIMPLE[step](match)
        return self._legal(match, advice)

    def _legal(self, match: Match, advice: Advice) -> Advice:
        """What the rules refuse after all is replaced by the end of the phase, or by anything they allow."""
        if match.step.name == "battle.announced" or match.check(advice.command) is None:
            return advice
        self._forget()
        self._planned = True
        done = Command("done")
        if "done" in match.step.verbs and match.check(done) is None:
            return Advice(done, "the plan has come to nothing")
        rng = random.Random(f"{self.seed} {match.seat} {match.length}")
        return Advice(match.options().sample(rng), "the rules leave little choice")

    # ---------------------------------------------------------------- combat

    def _combat(self, match: Match) -> Advice:
        sight = Sight(match)
        if sight.side == GERMAN and sight.declared == sight.turn:
            return Advice(Command("done"), "no attacks while the offensive is prepared")
        while self._attacks:
            attack = self._attacks.pop(0)
            fresh = self._again(sight, attack)
            if fresh is not None:
                return assaults.advice(match, fresh, assaults.reason(sight, fresh))
        planner = Assaults(sight)
        self._attacks = planner.plan()
        if self._attacks:
            return self._combat(match) if len(self._attacks) > 1 else self._single(match, sight)
        if sight.quota > sight.engaged:
            attack_ = Assaults(sight).forced()
            if attack_ is not None:
                return assaults.advice(match, attack_, "Stalin demands spoiling attacks")
        return Advice(Command("done"), "no further attack promises enough")

    def _single(self, match: Match, sight: Sight) -> Advice:
        attack = self._attacks.pop(0)
        return assaults.advice(match, attack, assaults.reason(sight, attack))

    def _again(self, sight: Sight, attack: Attack) -> Attack | None:
        """The planned attack, if it can still be made as it was meant."""
        planner = Assaults(sight)
        able = set(planner.attackers(attack.target)) if attack.target in sight.enemies else set()
        if attack.target in sight.spent_targets or not set(attack.units) <= able or attack.air > sight.air[sight.side]:
            return None
        value, chances = planner.weigh(attack.target, attack.units, attack.air)
        return Attack(attack.target, attack.units, attack.air, value, chances) if value >= assaults.WORTHWHILE else None

    # ---------------------------------------------------------------- movement

    def _movement(self, match: Match) -> Advice:
        advice = self._march.next(match)
        if advice is not None:
            return advice
        return self._german_movement(match) if match.seat == GERMAN else self._soviet_movement(match)

    def _soviet_movement(self, match: Match) -> Advice:
        if not self._planned:
            self._planned = True
            sight = Sight(match)
            self._march = March(gather(SovietMoves(sight).orders(), sight.at))
            advice = self._march.next(match)
            if advice is not None:
                return advice
        return Advice(Command("done"), "everybody stands where he should")

    def _german_movement(self, match: Match) -> Advice:
        if self._assault is not None:
            assault, self._assault = self._assault, None
            command = Command("assault", assault.units, (assault.target,), assault.air or None)
            if match.check(command) is None:
                return Advice(command, f"{round(100 * assault.chance)} in 100 to open the hex")
        if self._planned:
            return Advice(Command("done"), "everybody stands where he should")
        sight = Sight(match)
        moves = GermanMoves(sight)
        orders = moves.win()
        if not orders:
            going = [u for u in sight.units if sight.flags[u] & ASSAULTED and points_left(match.play, u) > 0]
            if going and not self._exploited(going):
                self._exploiting = set(going)
                orders = moves.exploit(going)
        if not orders:
            self._assault = moves.assault()
            if self._assault is not None:
                from .march import Order

                orders = [Order(self._assault.units, self._assault.launch, "to the place from which the assault starts")]
                if sight.at[self._assault.units[0]] == self._assault.launch:
                    return self._german_movement(match)
            else:
                self._planned = True
                orders = moves.rest()
        self._march = March(gather(orders, sight.at))
        advice = self._march.next(match)
        return advice if advice is not None else self._german_movement(match)

    def _exploited(self, units: list[int]) -> bool:
        return bool(getattr(self, "_exploiting", set()) & set(units))


LEVELS: dict[str, Callable[[int | str], StandardOpponent]] = {"standard": StandardOpponent}
