"""The computer at 1940: What If?: every seat, by goals on each map and battles reckoned by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ....ai import Advice, Maker, anything
from ....core.command import Command
from ....core.match import Match
from . import attacks, skies, staff
from .moves import Mover

_DECISIONS: dict[str, Callable[[Match], Advice]] = {
    "setup.soviet": staff.set_up, "setup.west": staff.set_up, "setup.last": staff.set_up,
    "order": staff.order, "air": staff.air, "transfer": staff.transfer, "reaction": staff.reaction, "interdict": skies.interdict,
    "redeploy": staff.redeploy, "overstacked": staff.overstacked,
    "far-east": staff.done, "arctic": staff.arctic, "southwest": staff.southwest, "arrivals": staff.arrivals,
    "doctrine.entry": staff.enter_tanks, "replace": staff.replace, "allied.replace": staff.replace,
    "battle.air": staff.support, "battle.convert": staff.convert, "battle.stand": staff.stand,
    "battle.exchange": staff.exchange, "battle.losses": staff.losses, "battle.retreat": staff.first,
    "battle.displace": staff.first, "battle.advance": staff.advance,
}  # fmt: skip


class Standard:
    """Plays every seat; use one object for one seat of one match. It leaves nothing to chance: the seed makes no difference."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.mover = Mover()
        self.said: Counter[tuple[int, str, Command]] = Counter()

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat; what the rules refuse, or what keeps coming to nothing, is dropped."""
        advice = self.decide(match)
        here = int(match.play.s.turn), match.step.name, advice.command
        self.said[here] += 1
        stuck = self.said[here] > 3 and advice.command.verb not in ("air", "result", "done", "lose", "retire", "stay", "exchange")
        return anything(match) if stuck or match.check(advice.command) is not None else advice

    def decide(self, match: Match) -> Advice:
        step = match.step.name
        if step.endswith(".move"):
            return self.mover.choose(match)
        if step.endswith(".fight"):
            return attacks.prepared(match)
        return _DECISIONS[step](match)


LEVELS: dict[str, Maker] = {"standard": Standard}
