"""How hidden units are usually deployed: where the staff believes that they lie.

A table of a game (`deployed.json` in its `opponent` folder, made by `python -m tools.deployed`) counts, for units that look alike
on their faces, how often they lay hidden at each distance from the enemy, in stacks of each height, in towns or in the open, and
how often they were nowhere to be seen. A deal by it (`likely`) gives every place a unit with the chances of the table; without a
table all deals are as likely. Counts come from games between computers; nothing of the match in hand is in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from ..core.knowledge import Knowledge, Likely, Weights
from ..core.match import Match
from ..core.play import Play
from ..core.seats import Eyes, eyes_of
from ..core.sight import Sight
from ..games import folder_of

#: Where the classes of distance, height and turn begin.
FAR, TALL, TURNS = (1, 2, 3, 4, 6, 9), (1, 2, 3, 5), (1, 3, 6, 10)
#: Counts that every entry of a table is taken to have beside what was seen.
PRIOR = 2.0
#: How far single counts are trusted, since they are not independent of each other; and how far what is out of sight is.
TRUST, OUT_OF_SIGHT = 0.7, 0.15
TABLE = "deployed.json"


class Site(msgspec.Struct, frozen=True):
    """What can be seen of a place: how far it is from the enemy, how high its stack is, and whether it is a town."""

    far: str
    tall: str
    kind: str


class Deployed(msgspec.Struct):
    """How often units of a kind were seen to lie somewhere."""

    seen: dict[str, int] = {}  #: by class of turn: in a place that can be seen to be taken
    unseen: dict[str, int] = {}  #: nowhere to be seen
    far: dict[str, int] = {}
    tall: dict[str, int] = {}
    kind: dict[str, int] = {}

    def note(self, turn: int, site: Site | None) -> None:
        when, counted = _class(turn, TURNS), self.seen if site else self.unseen
        counted[when] = counted.get(when, 0) + 1
        for name in ("far", "tall", "kind") if site else ():
            counts, key = getattr(self, name), getattr(site, name)
            counts[key] = counts.get(key, 0) + 1


Table = dict[str, Deployed]


def _class(number: int, begins: Sequence[int]) -> str:
    return str(max((one for one in begins if one <= number), default=begins[0]))


def class_of(p: Play[Any, Any], unit: int) -> str:
    """Units that look alike: their branch and what is printed on them."""
    unit_type = p.game.types[p.s.kind[unit]]
    steps = min(max(p.s.steps[unit], 1), unit_type.steps)
    ratings = "-".join(str(number) for number in unit_type.ratings[steps - 1])
    return f"{p.game.sides[p.game.side_of[unit]]} {unit_type.kind} {ratings}"


def sites(p: Play[Any, Any], eyes: Eyes, nodes: Sequence[int], heights: Sequence[int]) -> list[Site]:
    """What is to be seen of places in which something hidden lies, by whoever knows the secrets of these sides."""
    board = p.game.board
    own = [hex for side in eyes for hex in np.nonzero(p.s.arrays.count[side][: board.hexes])[0].tolist()]
    kinds = {place.hex: place.kind for place in reversed(board.places)}
    on_map = [node for node in nodes if node < board.hexes]
    gaps = board.axial[on_map][:, None] - board.axial[own][None]
    apart = np.maximum(np.abs(gaps).max(axis=2, initial=0), np.abs(gaps.sum(axis=2)))
    far = dict(zip(on_map, apart.min(axis=1).tolist() if own else [FAR[-1]] * len(on_map), strict=True))
    return [
        Site(_class(max(far[node], 1), FAR), _class(height, TALL), kinds.get(node, "open"))
        if node in far else Site("box", "box", board.names[node])
        for node, height in zip(nodes, heights, strict=True)
    ]  # fmt: skip


# ---------------------------------------------------------------- believing


class Believer:
    """What a table says of the hidden units of a position."""

    def __init__(self, table: Table, turn: int) -> None:
        self.table, self.when = table, _class(turn, TURNS)
        self.all = Deployed()
        for one in table.values():
            for name in Deployed.__struct_fields__:
                total = getattr(self.all, name)
                for key, count in getattr(one, name).items():
                    total[key] = total.get(key, 0) + count
        self._known: dict[tuple[str, Site], float] = {}

    def weight(self, kind: str, site: Site) -> float:
        """How much likelier a unit of a kind lies there than any unit, and than out of sight."""
        found = self._known.get((kind, site))
        if found is None:
            found = self._known[kind, site] = self._weight(self.table.get(kind, Deployed()), site)
        return found

    def _weight(self, one: Deployed, site: Site) -> float:
        seen, unseen = self._share(one.seen, self.all.seen, self.when), self._share(one.unseen, self.all.unseen, self.when)
        logs = OUT_OF_SIGHT * math.log(seen / unseen)
        for name in ("far", "tall", "kind"):
            counts, total, key = getattr(one, name), getattr(self.all, name), getattr(site, name)
            usual = (total.get(key, 0) + 1) / (sum(total.values()) + 10)
            mine = (counts.get(key, 0) + PRIOR * usual * 5) / (sum(counts.values()) + PRIOR * 5)
            logs += TRUST * math.log(mine / usual)
        return math.exp(logs)

    def _share(self, counts: dict[str, int], total: dict[str, int], when: str) -> float:
        return counts.get(when, 0) + PRIOR * (total.get(when, 0) + 1) / (sum(self.all.seen.values()) + 10)


@cache
def believer_of(slug: str, turn: int) -> Believer:
    """What the table of a game says in a turn; it remembers what it has been asked."""
    return Believer(table_of(slug), turn)


@cache
def table_of(slug: str) -> Table:
    """The table of a game; empty where it has none."""
    path = folder_of(slug) / "opponent" / TABLE
    return msgspec.json.decode(path.read_bytes(), type=Table) if path.is_file() else {}


def likely(slug: str) -> Likely | None:
    """What is believed of hidden units in a game, for `Match.fork`; None where nothing is known of them."""
    table = table_of(slug)
    if not table:
        return None

    def believed(p: Play[Any, Any], known: Knowledge) -> Weights:
        nodes = [row[0] for row in known.backs]
        heights = [nodes.count(node) + len(p.s.stack(node)) for node in nodes]
        there = sites(p, known.eyes, nodes, heights)
        believer = believer_of(slug, p.game.turn(p)[0])
        kinds = {unit: class_of(p, unit) for unit in known.hidden}
        alike = {*kinds.values()}

        def weights(units: Sequence[int], place: int) -> list[float]:
            here = {kind: believer.weight(kind, there[place]) for kind in alike}
            return [here[kinds[unit]] for unit in units]

        return weights

    return believed


# ---------------------------------------------------------------- what is true


def hidden_from(match: Match, seat: int) -> Iterator[tuple[int, Site | None]]:
    """The units that a seat cannot identify, and what it sees of where they truly lie: for fitting tables and for proofs."""
    p, eyes = match.play, eyes_of(match.play, seat)
    sight = Sight(p, eyes)
    hidden = [unit for unit in range(len(p.game.pieces)) if p.s.loc[unit] >= 0 and not sight.knows(unit)]
    shown = [unit for unit in hidden if sight.counts(p.s.loc[unit])]
    there = sites(p, eyes, [p.s.loc[unit] for unit in shown], [len(p.s.stack(p.s.loc[unit])) for unit in shown])
    where = dict(zip(shown, there, strict=True))
    return ((unit, where.get(unit)) for unit in hidden)


def surprise(match: Match, seat: int, table: Table) -> tuple[float, float, int]:
    """Minus the log-likelihood of the true deal, by a table and if all deals were as likely, and the number of places: every
    place in turn gets one of the units that are left and may lie there. Units of one kind are the same to everybody."""
    p = match.play
    believer, game = Believer(table, game_turn(match)), p.game
    rows = list(hidden_from(match, seat))
    kinds = {unit: class_of(p, unit) for unit, _ in rows}
    left = {unit for unit, _ in rows}
    by_table = evenly = 0.0
    places = 0
    for unit, site in sorted(rows, key=lambda row: (p.s.loc[row[0]], row[0])):
        if site is None:
            continue
        side, node = game.side_of[unit], p.s.loc[unit]
        able = [one for one in left if one == unit or (game.side_of[one] == side and game.may_lie(p, one, node))]
        alike = [one for one in able if kinds[one] == kinds[unit]]
        total = sum(believer.weight(kinds[one], site) for one in able)
        by_table -= math.log(len(alike) * believer.weight(kinds[unit], site) / total)
        evenly -= math.log(len(alike) / len(able))
        left.discard(unit)
        places += 1
    return by_table, evenly, places


def game_turn(match: Match) -> int:
    return match.game.turn(match.play)[0]
