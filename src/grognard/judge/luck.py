"""What the dice of a command were worth: what came of them, less what came of all their faces on average.

A die in a battle leaves losses, retreats and advances to be chosen. They are chosen as is best for whoever chooses, as far as the
figures tell, for the face that fell as for all others; so luck is compared with luck.
"""

from __future__ import annotations

from itertools import chain, islice

from ..ai.value import Chances
from ..core.command import Command
from ..core.errors import Illegal
from ..core.match import Match
from .faces import faces
from .turns import mover

#: So many ways to go on are weighed at each choice, and a battle takes so many choices at most.
CHOICES, LONGEST = 8, 12


def fighting(match: Match) -> bool:
    """Is a battle under way?"""
    return getattr(match.state, "battle", None) is not None


class Luck:
    """Weighs dice by the chances of one side."""

    def __init__(self, chances: Chances, side: int) -> None:
        self.chances, self.side = chances, side

    def chance(self, match: Match) -> float:
        """Of the side, in the position as it is."""
        return self.chances.of(match.play, self.side, self.side if match.over else mover(match))

    def value(self, match: Match) -> float:
        """Of the side, when the battle under way is over; the position as it is where there is none."""
        return self.settled(match.copy()) if fighting(match) else self.chance(match)

    def ended(self, match: Match) -> float:
        """Of the side, when its turn is over: what an enemy can walk into counts as mostly lost."""
        return self.chances.exposed(match.play, self.side, self.side if match.over else mover(match))

    def settled(self, match: Match) -> float:
        """The chance when the battle under way is over. The match is used up."""
        for _ in range(LONGEST):
            best = self.best(match) if not match.over and fighting(match) else None
            if best is None:
                break
            try:
                match.do(best)
            except Illegal:
                break
        return self.chance(match)

    def best(self, match: Match) -> Command | None:
        """What is best for whoever must speak, as far as the figures tell; nothing if nothing can be said."""
        side = match.roster.sides[match.seat][0]
        verbs = sorted(match.legal_commands().verbs, key=lambda verb: verb.ends)
        listed = list(islice(chain.from_iterable(islice(verb.elementary(match.play), CHOICES) for verb in verbs), 2 * CHOICES))
        if len(listed) == 1:
            return listed[0]
        best: tuple[float, Command] | None = None
        for command in listed:
            trial = match.copy()
            try:
                trial.do(command)
            except Illegal:
                continue
            worth = self.chances.of(trial.play, side, mover(match))
            if best is None or worth > best[0] + 1e-9:
                best = worth, command
        return None if best is None else best[1]

    def expected(self, match: Match, command: Command, seat: int) -> float:
        """The mean over everything that the dice of a command can do."""
        found, seen = 0.0, dict[str, float]()
        for share, trial in faces(match, command, seat):
            digest = trial.digest
            if digest not in seen:
                seen[digest] = self.settled(trial)
            found += share * seen[digest]
        return found

    def of(self, before: Match, command: Command, seat: int, after: Match) -> float:
        """What the dice of a command that has been said were worth."""
        return self.settled(after.copy()) - self.expected(before, command, seat)
