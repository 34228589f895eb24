"""What a battle may bring, read from the table: material won less material lost, and the chance that the hex falls."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..material import Material
from ..rules.odds import HIGHEST, LOWEST, Reckoning, highest_column, table_result, worst_drop
from ..state import GERMAN, RUSSIAN

#: Share of the defenders' worth that a result takes: killed, or Disrupted and so out of the next player-turn.
_FREE = {"DE": 1.0, "D3": 0.45, "D2": 0.35, "D1": 0.25, "D": 0.18, "X": 1.0, "X/2": 1.0, "D/AE": 0.15}
#: The same where they have no way out: a retreat kills, or is none.
_TRAPPED = {"DE": 1.0, "D3": 1.0, "D2": 1.0, "D1": 0.3, "D": 0.3, "X": 1.0, "X/2": 1.0, "D/AE": 0.25}
#: Cut off as well: whoever is Disrupted is lost when supply is determined.
_CUT = dict.fromkeys(_FREE, 0.95) | {"DE": 1.0, "X": 1.0, "X/2": 1.0}
#: What a factor lost weighs: Germans are not replaced. What one Disrupted weighs: Germans recover before it matters.
PRICE = {GERMAN: 1.15, RUSSIAN: 0.8}
SHAKEN = {GERMAN: 0.1, RUSSIAN: 0.2}
_OPENS = ("DE", "D3", "D2", "D1", "X", "X/2")
_OPENS_TRAP = ("DE", "D3", "D2", "X", "X/2")


class Prospect(NamedTuple):
    """Expected share of the defenders won, shares of one's own lost (in the defenders' factors, and Disrupted), the
    chance that the hex is free afterwards."""

    won: float
    paid: float
    shaken: float
    opens: float


@cache
def prospect(game: Material, base: int, shift: int, press: int, side: int, plight: str) -> Prospect:
    """The six rows at a column. `plight` of the defenders: free, trapped, overrun or cut."""
    share = {"free": _FREE, "overrun": _FREE | {"D3": 1.0}, "trapped": _TRAPPED, "cut": _CUT, "doomed": _TRAPPED | _CUT}[plight]
    opening = _OPENS_TRAP if plight in ("trapped", "doomed") else _OPENS
    won = paid = shaken = opens = 0.0
    for row in range(1, 7):
        change = press if row <= 3 else -worst_drop(press, side)
        column = min(max(min(base + shift + change, highest_column(base)), LOWEST), HIGHEST)
        word = table_result(game, column, row)
        won += share.get(word, 0.0)
        paid += {"X": 1.0, "X/2": 0.5, "AE": 1.0, "D/AE": 1.0}.get(word, 0.0)
        shaken += word in ("AD", "AE", "D/AE")
        opens += word in opening
    return Prospect(won / 6, paid / 6, shaken / 6, opens / 6)


def battle_worth(game: Material, reckoning: Reckoning, side: int, plight: str, ground: float = 0.0, press: int = 0) -> float:
    """Factors an attack may be expected to gain: gains less losses over the six rows, and the ground if it is opened."""
    attack, defence = reckoning.totals
    factors = dict(reckoning.defence)
    result, opens = 0.0, 1.0
    for units, net, _ in reckoning.groups:
        share = sum([factors[unit] for unit in units])
        likely = prospect(game, reckoning.base, net, press, side, plight)
        result += likely.won * share - likely.paid * min(attack, share) * PRICE[side]
        result -= likely.shaken * attack * SHAKEN[side] * share / defence
        opens = min(opens, likely.opens)
    return result + opens * ground
