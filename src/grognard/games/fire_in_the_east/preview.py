"""What an attack or an overrun promises, exactly: strengths, modifiers of the die, the chance of every result, losses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.answers import Losses, Odds, ShiftView
from ...core.errors import Illegal, refusal
from .charts import ResultsTable
from .material import P
from .rules import attack, overrun
from .rules.battle import Battle
from .rules.combat import Reckoning, column, reckon
from .rules.engagement import battle_of, defenders_in
from .rules.losses import Demand, at_stake, demands


def odds(p: P, target: int, units: Sequence[int]) -> Odds:
    """An attack on a hex by these units, or an overrun while they move; everything on the map is open to both sides."""
    side = p.side_of(units[0])
    name = p.game.board.names[target]
    if p.s.phase in ("movement", "exploitation") and len({p.s.loc[unit] for unit in units}) == 1:
        overrunning = _overrun(p, target, units)
        if overrunning is not None:
            return overrunning
    why_not = refusal(attack.check_attack, p, target, units)
    rule, why = (why_not.rule, why_not.why) if why_not is not None else ("", "")
    if not defenders_in(p, target, side):
        return Odds(target=name, rule=rule, why=why)
    battle = battle_of(p, side, target, units)
    reckoning = reckon(battle, p.game.charts)
    return Odds(
        attack=float(reckoning.attack.total),
        target=name,
        defence=float(reckoning.defence.total),
        shifts=[ShiftView(modifier.value, modifier.why, modifier.rule) for modifier in reckoning.modifiers],
        odds={reckoning.column: 1.0},
        results={result: round(float(chance), 4) for result, chance in reckoning.chances.items()},
        expected=expected(battle, reckoning),
        measure="strength points",
        rule=rule,
        why=why,
    )


def _overrun(p: P, target: int, units: Sequence[int]) -> Odds | None:
    """The overrun that these units could make at once; None if it may not be made."""
    try:
        reckoning = overrun.check_overrun(p, target, units)
    except Illegal:
        return None
    lost = sum((part.printed for part in (*reckoning.defence.full, *reckoning.defence.beyond)), Fraction())
    return Odds(
        attack=float(reckoning.attack.total),
        target=p.game.board.names[target],
        defence=float(reckoning.defence.total),
        mobile=True,
        odds={f"{reckoning.odds}:1": 1.0},
        results={"overrun": 1.0},
        expected=Losses(0.0, float(lost)),
        measure="strength points",
    )


def expected(battle: Battle, reckoning: Reckoning) -> Losses:
    """Printed strength that each side must expect to lose at least; cadres count as lost, and retreats as harmless."""
    attack_at_stake, defence_at_stake = at_stake(battle.attackers, attack=True), at_stake(battle.defenders, attack=False)

    def lost(demand: Demand, strength: Fraction) -> Fraction:
        return strength if demand.everything else min(demand.least, strength)

    attacker = defender = Fraction()
    for result, chance in reckoning.chances.items():
        asked = demands(result, battle)
        attacker += chance * lost(asked.attacker, attack_at_stake)
        defender += chance * lost(asked.defender, defence_at_stake)
    return Losses(round(float(attacker), 3), round(float(defender), 3))


def table_odds(table: ResultsTable, attack_strength: int, defence_strength: int, modifier: int) -> Odds:
    """Bare strengths and a modifier of the die on the combat results table."""
    at = column(table, Fraction(attack_strength), Fraction(defence_strength))
    results = [table.result(at, face + modifier) for face in range(1, 7)]
    chances = {result: round(results.count(result) / 6, 4) for result in dict.fromkeys(results)}
    return Odds(attack_strength, defence=defence_strength, odds={table.names[at]: 1.0}, results=chances)
