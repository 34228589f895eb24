"""Computer opponents. They are told what their seat knows, speak only commands, and say why.

>>> import grognard
>>> from grognard.ai import opponent
>>> match = grognard.new("drive-on-moscow", scenario="historical", seed=1941)
>>> advice = opponent("drive-on-moscow").choose(match)
>>> match.text(advice.command)
'order fight-move'

An opponent never gets the match itself. From what its seat knows of the position (`Match.knowledge`) a match is dealt that looks
the same to the seat, with other dice to come, and a *planner* thinks about that one. `random` and `recruit` play any game. What
plays a game by its own tactics is found in the `opponent` module of its folder, which offers `LEVELS`, a table with what makes
such a planner from a seed; officer and general are made of it. A planner keeps its plan for the phase in hand, so use one
opponent for one seat of one match.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ..core.command import Command
from ..core.errors import GrognardError
from ..core.game import Game
from ..core.heirs import inherit
from ..core.knowledge import Knowledge
from ..core.match import Match
from ..core.seats import voice
from ..games import GAMES, folder_of, module_of


class Advice(msgspec.Struct, frozen=True):
    """What an opponent wants to say, and why, in a short sentence; `trials` are those of a search that was made for it, from
    which the decision can be repeated."""

    command: Command
    why: str
    trials: int = 0


class Opponent(Protocol):
    """Decides for whichever seat must decide next."""

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat. The match is not changed."""
        ...


class RandomOpponent:
    """Any legal command, evenly among the verbs: a yardstick, and a test of the rules. It looks at nothing but the options its
    seat is offered."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, match: Match) -> Advice:
        rng = random.Random(f"{self.seed} {match.seat} {match.length}")
        return Advice(match.legal_commands().sample(rng), "chosen at random")


class Computer:
    """A planner in a seat: it thinks about a match dealt from what the seat knows. Should the rules refuse its command for a
    reason that was hidden from it, it says the first thing that is legal instead. With `one_deal` the match it thinks about goes
    on with what it says as long as no die falls and nothing hidden is seen; else everything is dealt anew for each decision."""

    def __init__(self, planner: Opponent, seed: int | str = 0, *, one_deal: bool = False) -> None:
        self.planner, self.seed, self.one_deal = planner, seed, one_deal
        self.last: Match | None = None  #: the match it thought about before
        self.said: Command | None = None

    def choose(self, match: Match) -> Advice:
        if not (self.one_deal and self._goes_on(match)):
            self.last = imagined(match.game, match.knowledge(match.seat), self.seed, self.last)
        assert self.last is not None
        advice = self.planner.choose(own_part(self.last))
        self.said = advice.command
        return advice if match.check(advice.command, match.seat) is None else anything(match)

    def _goes_on(self, match: Match) -> bool:
        """Has nothing happened but what it said, which changed nothing that it could not foresee?"""
        last, seat = self.last, match.seat
        if last is None or not match.undoable or (match.length, match.last.seat) != (last.length + 1, seat):
            return False
        if match.last.command != self.said or last.over or last.seat != seat:
            return False
        if any(event.side not in match.roster.sides[seat] for event in match.last.events):
            return False
        try:
            same = last.do(match.last.command or "") == match.last.events
        except GrognardError:
            return False
        return same and not last.over and last.seat == seat


def imagined(game: Game[Any], known: Knowledge, seed: int | str, before: Match | None = None) -> Match:
    """The match a computer player with this seed thinks about, if this is what its seat knows. Answers that it has worked out in
    the one `before` it need not be worked out again."""
    from .deployed import likely

    found = Match.from_knowledge(game, known, random.Random(f"{seed} {known.seat} {known.length}"), likely(game.slug))
    if before is not None and before.game is game:
        inherit(found.play, before.state)
    return found


#: Flags that stand for a unit that has done its part of a phase, the first that a game knows.
_MARCHED, _FOUGHT = ("finished", "moved"), ("attacked",)


def own_part(match: Match) -> Match:
    """What a planner is to think about: where its seat has only a part of a side, a match in which the others' units have done
    all they can, so that a plan for the side is one for its own."""
    mine = voice(match.play, match.seat) if match.seat >= 0 else None
    words = _MARCHED if "move" in match.step.verbs else _FOUGHT if "attack" in match.step.verbs else ()
    if mine is None or not words:
        return match
    found = match.copy()
    state = found.state
    bits = [state.FLAGS[word] for word in words if word in state.FLAGS]
    others = [
        unit for unit, side in enumerate(match.game.side_of)
        if side == mine.side and state.loc[unit] >= 0 and not mine.owns(unit)
    ]  # fmt: skip
    if bits and others:
        state.mark(others, bits[0])
    return found


def anything(match: Match) -> Advice:
    """A match must go on: end the decision if that is possible, else do the first thing that is legal."""
    for verb in match.step.verbs.values():  # one's own part can end though others have still something to do
        if verb.ends and verb.plain is not None and match.check(verb.plain, match.seat) is None:
            return Advice(verb.plain, "the first thing that is legal")
    for verb in sorted(match.legal_commands().verbs, key=lambda verb: not verb.ends):
        for command in verb.elementary(match.play):
            if match.check(command, match.seat) is None:
                return Advice(command, "the first thing that is legal")
    raise RuntimeError(f"nothing can be said at {match.step.name}")


Maker = Callable[[int | str], Opponent]

#: The levels, the weakest first, and what a person is told of each.
LEVELS = {
    "random": "Says anything that is legal: a yardstick, not an opponent.",
    "recruit": "Knows the drill but forgets some of his units every turn, and wants nothing beyond it. For a first game.",
    "officer": "Sound tactics: masses, pockets, supply and the table of results; leaves nothing fatal open that he can close.",
    "general": "An officer with a staff: tries several plans for his turn and your likely answer, and carries out the best.",
}
#: What the officer was called before there were levels. Duels know him by this name as he was, without anybody behind him.
FORMER = "standard"


def levels(slug: str) -> dict[str, Maker]:
    """The planners a game offers, by name, the weakest first."""
    from .recruit import Forgetful, Recruit
    from .staff import Staffed

    own = own_planner(slug)
    found: dict[str, Maker] = {"random": RandomOpponent, "recruit": Recruit}
    if own is not None:
        found["recruit"] = lambda seed: Forgetful(Staffed(lambda: own(seed), ("relieve",)), seed, forgotten(slug))
        found["officer"] = lambda seed: Staffed(lambda: own(seed), usual_missions(slug))
        trials = evaluations(slug)
        if trials:
            found["general"] = lambda seed: general_of(slug, own, seed, trials)
    return found


def general_of(slug: str, own: Maker, seed: int | str, trials: int) -> Opponent:
    """A general of a game with so many trials for a phase: with plans of the game (`PLANS` of its `opponent` module) or those of
    all games, and the steps at which he tries what may be said (`GAMBLES`)."""
    from .general import PLANS, General

    module = _opponent_module(slug)
    plans, gambles = getattr(module, "PLANS", PLANS), getattr(module, "GAMBLES", ())
    return General(own, seed, trials, usual_missions(slug), plans, gambles)


def own_planner(slug: str, level: str = "officer") -> Maker | None:
    """What plays a game by its own tactics, if it has any; see `LEVELS` of its `opponent` module: the officer's, or where he has
    none of his own what there was before."""
    module = _opponent_module(slug)
    return None if module is None else module.LEVELS.get(level, module.LEVELS[FORMER])


def forgotten(slug: str) -> float:
    """The share of units that a recruit of a game forgets to move (`FORGOTTEN` of its `opponent` module, if it says anything)."""
    from .recruit import FORGOTTEN

    return float(getattr(_opponent_module(slug), "FORGOTTEN", FORGOTTEN))


def evaluations(slug: str) -> int:
    """How many trials a general of a game has for a phase (`EVALUATIONS` of its `opponent` module); 0 where there is none."""
    return int(getattr(_opponent_module(slug), "EVALUATIONS", 0))


def usual_missions(slug: str) -> Mapping[int, Sequence[str]]:
    """By side, the missions that have proved good in a game (`MISSIONS` of its `opponent` module): an officer always has them."""
    found: Mapping[int, Sequence[str]] = getattr(_opponent_module(slug), "MISSIONS", {})
    return found


def _opponent_module(slug: str) -> Any:
    folder = folder_of(slug)
    if (folder / "opponent").is_dir() or (folder / "opponent.py").exists():
        return importlib.import_module(f"{module_of(slug)}.opponent")
    return None


def usual(slug: str) -> str:
    """The level of a game's computer player where nobody asks for another: the officer, or the strongest there is."""
    known = levels(slug)
    return "officer" if "officer" in known else [*known][-1]


def planner(slug: str, level: str | None = None, seed: int | str = 0) -> Opponent:
    """What thinks for an opponent of a level, for a match that holds no secrets: see `imagined`. `general@40` has 40 trials for a
    phase; `general@0` is one who does not search."""
    known, level = levels(slug), level or usual(slug)
    name, _, number = level.partition("@")
    own, former = own_planner(slug), own_planner(slug, FORMER)
    if level == FORMER and former is not None:
        return former(seed)
    if name == "general" and own is not None and number.isdigit() and len(number) < 5:
        return general_of(slug, own, seed, int(number))
    if level not in known:
        raise GrognardError(f"{GAMES[slug].title} has the opponents {', '.join(known)}, not {level!r}")
    return known[level](seed)


def has(slug: str, level: str) -> bool:
    """Does a game have an opponent of this name?"""
    try:
        planner(slug, level)
    except GrognardError:
        return False
    return True


def opponent(slug: str, level: str | None = None, seed: int | str = 0) -> Opponent:
    """An opponent for one seat of one match."""
    found = planner(slug, level, seed)
    patient = bool(getattr(_opponent_module(slug), "ONE_DEAL", False))
    return found if isinstance(found, RandomOpponent) else Computer(found, seed, one_deal=patient)
