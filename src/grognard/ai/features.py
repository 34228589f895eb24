"""A position in some fifty figures that every game has, as it looks to one side: mine less theirs, each from -1 to 1.

They are what the winning chances rest on (`value.py`), those of the review and those of a general who compares plans. Everything
is counted with a few sums over arrays, since plans are compared by the thousand. The position is taken as it is: whoever may not
know everything asks about a deal of what he knows (`Match.fork`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.foresight import Lines, Stake
from ..core.game import AnyGame
from ..core.play import Play
from ..facts import Outlook

Row = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

#: What is counted of either camp and taken as a share of both together.
SHARED = (
    "ground", "cities", "towns", "units", "steps", "attack", "defence", "mobile", "net", "sources", "stakes", "fatal", "aircraft",
    "soon", "waiting", "lost", "front", "line", "blow",
)  # fmt: skip
#: What lies between nothing and everything by itself: supply, wear, how near the enemy's places are, how safe the own ones.
LIKENED = (
    "fed", "hungry", "pocketed", "worn", "near", "reach", "mass", "storm", "guard", "open", "prey", "lead", "lead soon",
)  # fmt: skip
COUNTED = (*SHARED, *LIKENED)
#: Figures that are worth something else late in a game than early.
CHANGING = ("ground", "cities", "attack", "defence", "fed", "stakes", "near", "mass", "storm", "prey", "lead", "soon")
NAMES = ("even", "clock", "half", "moving", *COUNTED, *(f"late {name}" for name in CHANGING))
_AT = {name: k for k, name in enumerate(COUNTED)}
_CHANGING = [_AT[name] for name in CHANGING]
#: A place whose loss loses the game counts for so many others.
FATAL = 3.0
#: Units that are counted as the head of an advance; each hex makes it less near by this much.
HEAD, PER_HEX = 4, 0.15
#: Who stands so near to an enemy can attack him next; who stands so near to a place can walk or storm into it.
STRIKE, WALK = 2, 3
#: Odds that somebody has to fear.
GRAVE = 3.0
#: Between hexes of two maps there is no way.
FAR = 99
#: Where a game has no track of turns it is taken to last so long.
USUAL_LENGTH = 10
#: Words in the names of boxes whose units do not come back by themselves, and of kinds of units that drive or ride.
_LOST = ("dead", "lost", "eliminated", "gone", "withdrawn", "forfeited", "shot-down", "vp-", "out")
_MOBILE = ("panzer", "tank", "mechanized", "motor", "armored", "cavalry", "assault gun")
#: What comes within so many turns comes soon.
SOON = 2


def everybody(p: Play[Any, Any]) -> tuple[int, ...]:
    """The eyes of the referee, who sees everything."""
    return tuple(range(len(p.game.sides)))


def length(p: Play[Any, Any]) -> int:
    """How many turns a game lasts."""
    track = p.game.status(p, everybody(p)).track
    return max((box.turn for box in track), default=USUAL_LENGTH)


def mover(p: Play[Any, Any], speaking: int) -> int:
    """The side whose player turn it is, whoever has to answer something in it."""
    active: int | None = getattr(p.s, "active", None)
    if active is None:
        named = p.game.status(p, everybody(p)).active
        active = p.game.sides.index(named) if named else speaking
    return active


# ---------------------------------------------------------------- what never changes


class Fixed:
    """What is the same in every position of a game."""

    def __init__(self, game: AnyGame) -> None:
        board, hexes = game.board, game.board.hexes
        at = {rating.name: k for k, rating in enumerate(game.ratings)}
        most = max(unit_type.steps for unit_type in game.types) + 1
        self.factors = np.zeros((2, len(game.types), most))
        for number, unit_type in enumerate(game.types):
            for left, ratings in enumerate(unit_type.ratings, 1):
                for row, name in enumerate(("attack", "defence")):
                    if name in at and at[name] < len(ratings):
                        self.factors[row, number, left] = ratings[at[name]] / game.ratings[at[name]].parts
        self.full = np.array([unit_type.steps for unit_type in game.types])
        self.drives = np.array([any(word in unit_type.kind for word in _MOBILE) for unit_type in game.types])
        self.side_of = np.array(game.side_of)
        towns = {place.hex: place.kind == "town" for place in board.places if place.name}
        self.cities = np.array([hex for hex, town in towns.items() if not town], np.int64)
        self.towns = np.array([hex for hex, town in towns.items() if town], np.int64)
        planes = {spot: k for k, spot in enumerate(sorted({str(board.spots[hex][0]) for hex in range(hexes)}))}
        self.plane = np.array([planes[str(board.spots[hex][0])] for hex in range(hexes)])
        boxes = board.names[hexes:]
        self.is_lost = np.array([any(word in box for word in _LOST) for box in boxes], np.bool_)
        self.due = np.array([int("".join(filter(str.isdigit, box)) or 0) if box.startswith("turn") else 0 for box in boxes])


@lru_cache(maxsize=16)
def fixed(game: AnyGame) -> Fixed:
    return Fixed(game)


# ---------------------------------------------------------------- a position


class Camp:
    """The units of some sides that stand together: by hex what they are worth there."""

    def __init__(self, p: Play[Any, Any], sides: Sequence[int], outlook: Outlook, stakes: Sequence[Stake]) -> None:
        game, known, arrays = p.game, fixed(p.game), p.s.arrays
        hexes = game.board.hexes
        self.sides = sides
        ours = np.isin(known.side_of, sides).nonzero()[0]
        loc, kind = arrays.loc[ours], arrays.kind[ours]
        steps = np.clip(arrays.steps[ours], 0, known.factors.shape[2] - 1)
        worth = known.factors[:, kind, steps] * 1.0
        here, away = ((loc >= 0) & (loc < hexes)).nonzero()[0], (loc >= hexes).nonzero()[0]
        self.attack = np.bincount(loc[here], worth[0, here], hexes)
        self.defence = np.bincount(loc[here], worth[1, here], hexes)
        self.units = len(here)
        self.steps, self.full = float(steps[here].sum()), float(known.full[kind[here]].sum())
        self.mobile = float(worth[:, here][:, known.drives[kind[here]]].sum())
        self.stacks = np.unique(loc[here]).astype(np.int64)
        box, full = loc[away] - hexes, known.factors[:, kind[away], known.full[kind[away]]].sum(axis=0)
        due = known.due[box] - game.turn(p)[0]
        self.lost = float(full[known.is_lost[box]].sum())
        self.waiting = float(full[~known.is_lost[box]].sum())
        self.soon = float(full[~known.is_lost[box] & (due > 0) & (due <= SOON)].sum())
        net, sources = np.zeros(game.board.nodes, np.bool_), 0
        for side in sides:
            net |= outlook.net(side) > 0
            lines = outlook.lines(side)
            sources += len(lines.sources) if isinstance(lines, Lines) else 0
        self.net, self.sources = net[:hexes], sources
        control = arrays.control[:hexes]
        self.held = np.isin(control, sides)
        self.stakes = [stake for stake in stakes if stake.side in sides]
        self.fatal = np.array([s.hexes[0] for s in self.stakes if s.fatal and not s.cut and len(s.hexes) <= WALK], np.int64)
        self.aims = np.array([stake.hexes[0] for stake in self.stakes if len(stake.hexes) <= WALK], np.int64)


class Figures:
    """A position as it looks to a side."""

    def __init__(self, p: Play[Any, Any], side: int, turns: int = 0) -> None:
        self.p, self.side, self.known = p, side, fixed(p.game)
        self.clock = min(1.0, p.game.turn(p)[0] / max(1, turns or length(p)))
        friends = [*p.friends(side)] or [side]
        enemies = [*p.enemies(side)] or [other for other in range(len(p.game.sides)) if other not in friends]
        outlook, stakes = Outlook(p, everybody(p)), p.game.foresight.stakes(p)
        camps = Camp(p, friends, outlook, stakes), Camp(p, enemies, outlook, stakes)
        self.camps = camps
        #: by what is counted, of the own camp and of the enemy's
        self.table = np.zeros((len(COUNTED), 2))
        apart = self._apart(camps[0].stacks, camps[1].stacks)
        for k, (camp, foe) in enumerate((camps, camps[::-1])):
            counts = self._holdings(camp) | self._army(camp) | self._contact(camp, foe, apart if k == 0 else apart.T)
            counts |= self._places(camp, foe)
            for name, number in counts.items():
                self.table[_AT[name], k] = number

    def _apart(self, starts: Numbers, ends: Numbers) -> npt.NDArray[np.int32]:
        plane = self.known.plane
        found: npt.NDArray[np.int32] = self.p.game.board.apart(starts, ends)
        if plane.any():
            found[plane[starts][:, None] != plane[ends][None, :]] = FAR
        return found

    def _holdings(self, camp: Camp) -> dict[str, float]:
        """Ground, places, supply, and what the rules count."""
        p, held, known = self.p, camp.held, self.known
        foresight, side = p.game.foresight, camp.sides[0]
        return {
            "ground": float(held.sum()), "cities": float(held[known.cities].sum()), "towns": float(held[known.towns].sum()),
            "net": float((camp.net & held).sum()), "sources": float(camp.sources),
            "stakes": sum(FATAL if stake.fatal else 1.0 for stake in camp.stakes), "fatal": float(len(camp.fatal)),
            "aircraft": float(sum(foresight.aircraft(p, one) for one in camp.sides)),
            "lead": foresight.lead(p, side), "lead soon": foresight.lead(p, side, later=SOON),
        }  # fmt: skip

    def _army(self, camp: Camp) -> dict[str, float]:
        """Who there is, who is fed, who is still to come and who is gone."""
        both = camp.attack + camp.defence
        hungry = camp.stacks[~camp.net[camp.stacks]]
        return {
            "units": float(camp.units), "steps": camp.steps, "attack": float(camp.attack.sum()),
            "defence": float(camp.defence.sum()), "mobile": camp.mobile, "soon": camp.soon, "waiting": camp.waiting,
            "lost": camp.lost, "worn": 1 - camp.steps / camp.full if camp.full else 0.0,
            "fed": 1 - float(both[hungry].sum()) / max(1.0, float(both.sum())), "hungry": len(hungry) / max(1, len(camp.stacks)),
        }  # fmt: skip

    def _contact(self, camp: Camp, foe: Camp, apart: npt.NDArray[np.int32]) -> dict[str, float]:
        """What stands before the enemy, how thinly, and what it can fall upon."""
        if not apart.size:
            return {}
        close = apart <= STRIKE
        front = close.any(axis=1)
        attack, defence = camp.attack[camp.stacks], camp.defence[camp.stacks]
        blows = attack @ close
        prey = blows >= GRAVE * np.maximum(1.0, foe.defence[foe.stacks])
        hungry = ~camp.net[camp.stacks]
        return {
            "front": float(attack[front].sum()), "line": float(defence[front].mean()) if front.any() else 0.0,
            "blow": float(blows.max()), "prey": float(prey.mean()),
            "pocketed": float(defence[hungry & front].sum()) / max(1.0, float(camp.defence.sum())),
        }  # fmt: skip

    def _places(self, camp: Camp, foe: Camp) -> dict[str, float]:
        """How near the camp has come to what the enemy must not lose, and how well its own places are kept."""
        found = {"reach": 0.0, "near": 0.0, "mass": 0.0, "storm": 0.0, "guard": 1.0, "open": 0.0}
        if camp.stacks.size and foe.aims.size:
            found["reach"] = float(self._nearness(camp, foe.aims).mean())
        if camp.stacks.size and foe.fatal.size:
            apart = self._apart(foe.fatal, camp.stacks)
            found["near"] = float(self._nearness(camp, foe.fatal).max())
            both = (camp.attack + camp.defence)[camp.stacks]
            found["mass"] = float(both @ _close(apart.min(axis=0)) / max(1.0, both.sum()))
            found["storm"] = float(self._storms(camp, foe, apart).max())
        if camp.fatal.size:
            kept = self._apart(camp.fatal, camp.stacks).min(axis=1) if camp.stacks.size else np.full(len(camp.fatal), FAR)
            near = self._apart(camp.fatal, foe.stacks).min(axis=1) if foe.stacks.size else np.full(len(camp.fatal), FAR)
            found["guard"] = float((kept <= 1).mean())
            found["open"] = float(((kept > 0) & (near <= WALK)).any())
        return found

    def _nearness(self, camp: Camp, aims: Numbers) -> Row:
        """By aim, how near the head of an army is: 1 beside it, less with every hex."""
        gaps = self._apart(aims, camp.stacks)
        head = np.partition(gaps, HEAD - 1, axis=1)[:, :HEAD] if gaps.shape[1] > HEAD else gaps
        return _close(head).sum(axis=1) / HEAD  # type: ignore[no-any-return]

    def _storms(self, camp: Camp, foe: Camp, apart: npt.NDArray[np.int32]) -> Row:
        """By fatal place, the attack before it as a share of that and of the defence around it."""
        attack = (apart <= WALK) @ camp.attack[camp.stacks]
        around = self._apart(foe.fatal, foe.stacks) <= 1
        defence = around @ foe.defence[foe.stacks] if foe.stacks.size else np.zeros(len(attack))
        return attack / np.maximum(1.0, attack + GRAVE * defence)

    def without(self, side: int, worth: float) -> None:
        """Reckon as if a side had lost a place that counts so much to its enemy."""
        mine = 0 if side in self.camps[0].sides else 1
        self.table[_AT["stakes"], mine] -= worth
        for name in ("cities", "towns"):
            lost = min(1.0, self.table[_AT[name], mine])
            self.table[_AT[name], mine] -= lost
            self.table[_AT[name], 1 - mine] += lost

    def row(self, moving: bool) -> Row:
        """The figures in the order of `NAMES`; is it the side's own player turn?"""
        mine, theirs = self.table.T
        whole = np.abs(mine) + np.abs(theirs)
        counted = np.where(whole > 0, (mine - theirs) / np.maximum(whole, 1e-9), 0.0)
        likened = slice(len(SHARED), None)
        counted[likened] = (mine - theirs)[likened]
        counted[-2:] /= 2  # what one side leads by the other is behind
        late = self.clock * counted[_CHANGING]
        return np.concatenate(([1.0, self.clock, 4 * self.clock * (1 - self.clock), float(moving)], counted, late))


def _close(gaps: npt.NDArray[Any]) -> Row:
    """1 beside a place, less with every hex."""
    return 1 / (1 + PER_HEX * np.maximum(0, gaps - 1))  # type: ignore[no-any-return]
