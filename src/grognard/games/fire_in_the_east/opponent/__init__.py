"""The computer at Fire in the East: both sides of the campaign, by objectives, supply and battles reckoned by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ....ai import Advice, Maker, anything
from ....core.command import Command
from ....core.errors import Illegal
from ....core.match import Match
from . import air_answers, battle, staff
from .air import Flyer
from .attacks import Fighter
from .moves import Mover
from .sight import Sight

_DECISIONS: dict[str, Callable[[Match], Advice]] = {
    "battle.losses": battle.losses, "battle.retreat": battle.flight, "battle.advance": battle.advances,
    "movement.surplus": staff.surplus, "exploitation.surplus": staff.surplus, "supply.draw": staff.done,
    "air.escape": staff.flee, "air.patrol": air_answers.patrol, "air.strike": air_answers.strike,
}  # fmt: skip
#: How often the same words may come to nothing in one decision.
PATIENCE = 3
#: Commands that may well be said again: they are about something else each time.
REPEATED = ("done", "stay", "lose", "fight", "pass", "spread", "allot")


class Standard:
    """Plays either side; use one object for one seat of one match. It leaves nothing to chance: the seed makes no difference."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.mover, self.fighter, self.flyer, self.staff = Mover(), Fighter(), Flyer(), staff.Staff()
        self.said: Counter[tuple[int, int, str, Command]] = Counter()

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat; what the rules refuse, or what keeps coming to nothing, is dropped."""
        for _ in range(PATIENCE):
            try:
                advice = self.decide(match)
            except (Illegal, ValueError, IndexError):
                break
            here = int(match.play.s.turn), int(match.play.s.active), match.step.name, advice.command
            self.said[here] += 1
            if self.said[here] > PATIENCE and advice.command.verb not in REPEATED:
                break
            if match.check(advice.command, match.seat) is None:
                return advice
        return end(match)

    def decide(self, match: Match) -> Advice:
        step = match.step.name
        if step in ("movement", "exploitation"):
            return self.mover.choose(match)
        if step == "combat":
            return self.fighter.choose(Sight(match))
        if step.startswith("setup."):
            return staff.set_up(match)
        if step.startswith("initial."):
            return self.staff.choose(match)
        if step in _DECISIONS:
            return _DECISIONS[step](match)
        if step.startswith("air.") or step.startswith("surprise.air"):
            return self.flyer.choose(match)
        return end(match)


def end(match: Match) -> Advice:
    """End the decision if that is possible; else the first thing that is legal."""
    verbs = match.step.verbs
    for word in ("done", "stay", "fight", "pass"):
        if word in verbs and match.check(Command(word), match.seat) is None:
            return Advice(Command(word), "nothing more is to be gained here")
    return anything(match)


LEVELS: dict[str, Maker] = {"standard": Standard}
