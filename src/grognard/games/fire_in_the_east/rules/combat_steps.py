"""Rules 9.A to 9.E as they are carried out: the phase begins, an attack is resolved, losses are taken, then come retreats and
the advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.battle import Fought, ToldModifier
from ..material import P
from ..state import ATTACKED, ONE, RETREATED, SOVIET, STEADFAST, Bill, Fight, Fleeing
from . import naval
from .armor import HALF, Capability
from .attack import lose_stranded
from .battle import Battle, Fighter
from .casualties import lose
from .combat import Reckoning, reckon
from .engagement import battle_of
from .losses import Demand, demands, must_retreat
from .strength import STORMING
from .units import face, ground_units, on_map

replace = msgspec.structs.replace
NKVD = "NKVD"


def fight_of(p: P) -> Fight:
    """The attack that is being carried out."""
    fight = p.s.battle
    assert fight is not None
    return fight


# ---------------------------------------------------------------- the phase


@rule("9.B.1", "14.G")
def begin_combat(p: P) -> None:
    """Nobody has attacked yet; who stands beside an NKVD unit now will not retreat."""
    p.pop()
    p.s.clear_all(ATTACKED | RETREATED | STEADFAST)
    for unit in _nkvd(p):
        if on_map(p, unit):
            p.s.mark(ground_units(p, p.s.loc[unit], SOVIET), STEADFAST)


@rule("9.F.1d", "14.G")
def end_combat(p: P) -> None:
    """What was true of this combat phase alone is so no longer."""
    p.pop()
    lose_stranded(p)
    p.s.clear_all(RETREATED | STEADFAST)


@rule("14.G")
def _nkvd(p: P) -> list[int]:
    """Units with the NKVD symbol; the colour alone does not count."""
    kept = p.game.kept
    if "nkvd" not in kept:
        kept["nkvd"] = [unit for unit, faces in enumerate(p.game.printed_faces) if faces[0].type == NKVD]
    found: list[int] = kept["nkvd"]
    return found


# ---------------------------------------------------------------- resolution


#: What happens between an announcement and the die, by the chapters of aircraft and ships: (p, target) -> None.
BEFORE_THE_DIE: list[Callable[[P, int], None]] = []


@rule("9.A.1", "22.B.6")
def support(p: P) -> None:
    """Others have their say before the die falls: guns fire at aircraft that support the defence."""
    p.pop()
    for happens in BEFORE_THE_DIE:
        happens(p, fight_of(p).target)


@rule("9.A.3", "9.A.4", "9.Gb", "25.Cc", "3.C.3")
def resolve(p: P) -> None:
    """The die falls, once the odds are known; against those who cannot defend themselves none is needed."""
    p.pop()
    fight = fight_of(p)
    battle = battle_of(p, fight.side, fight.target, fight.attackers, fight.origins, sparing=fight.sparing)
    reckoning = reckon(battle, p.game.charts)
    die, result = 0, reckoning.results[0]
    while not reckoning.automatic:
        die = p.roll(f"attack on {p.game.board.names[fight.target]} at {reckoning.column}", "9.A.4", side=fight.side)
        result = reckoning.results[die - 1]
        if not (reckoning.again and result == "NE"):
            break
    p.emit(
        Fought(
            units=fight.attackers,
            targets=(fight.target,),
            attack=float(reckoning.attack.total),
            defence=float(reckoning.defence.total),
            odds=reckoning.column,
            shifts=tuple(ToldModifier(m.value, m.why, m.rule) for m in reckoning.modifiers),
            result=result,
            side=fight.side,
            rule="9.A.4",
        )
    )
    naval.fire(p, [unit for unit in (*fight.attackers, *fight.defenders) if p.game.is_ship[unit]])
    p.s.battle = replace(
        fight, odds=reckoning.column, modifier=reckoning.modifier, die=die, result=result,
        armor=reckoning.armor.used >= HALF, engineers=reckoning.engineers,
    )  # fmt: skip
    carry_out(p, battle, reckoning, result)


@rule("9.A.4", "9.C", "9.C.AE", "9.C.AH", "9.C.AR", "9.C.NE", "9.C.HX", "9.C.EX", "14.G")
def carry_out(p: P, battle: Battle, reckoning: Reckoning, result: str) -> None:
    """What the result demands: first of the side that is eliminated, then of the one that pays; then retreats and advance."""
    fight = fight_of(p)
    asked = demands(result, battle)
    sides = (
        (fight.side, fight.attackers, battle.attackers, asked.attacker),
        (p.foe(fight.side), fight.defenders, battle.defenders, asked.defender),
    )
    p.queue(("battle.retreat.begin",), ("battle.advance.begin",), ("battle.end",))
    fleeing: list[Fleeing] = []
    for side, units, fighters, demand in sides:
        affected = [unit for unit, fighter in zip(units, fighters, strict=True) if fighter.is_subject]
        if demand.everything:
            lose(p, affected, f"9.C.{_code(result)}")
        elif demand.least:
            p.s.battle = replace(fight_of(p), bill=Bill(side, _eighths(demand.least)))
            if not is_paid(p):
                p.push("battle.losses", side)
        fleeing += _fleeing(p, units, fighters, demand)
    p.s.battle = replace(fight_of(p), fleeing=tuple(fleeing))


def _code(result: str) -> str:
    """The rule of a result: DE stands beside AE."""
    return result if result in ("NE", "HX", "EX") else f"A{result[1]}"


def _eighths(strength: Fraction) -> int:
    """Losses are at least so much: what is no whole eighth is rounded up."""
    return -int(-strength * ONE // 1)


@rule("9.C.AR", "9.F.1a", "14.G")
def _fleeing(p: P, units: Sequence[int], fighters: Sequence[Fighter], demand: Demand) -> list[Fleeing]:
    """Who must retreat if he is still there when losses have been taken."""
    return [
        Fleeing(unit, (p.s.loc[unit],))
        for unit, fighter in zip(units, fighters, strict=True)
        if must_retreat(demand, fighter) and on_map(p, unit)
    ]


# ---------------------------------------------------------------- losses


def bill_of(p: P) -> Bill:
    bill = fight_of(p).bill
    assert bill is not None
    return bill


def worth(p: P, unit: int) -> int:
    """What a unit's loss is credited with, in eighths: its printed attack if its side attacks, else its printed defence; nothing
    for whoever has just retreated into the hex."""
    if p.s.flags[unit] & RETREATED and p.game.side_of[unit] != fight_of(p).side:
        return 0
    shown = face(p, unit)
    return shown.attack if p.game.side_of[unit] == fight_of(p).side else shown.defence


def owed(p: P) -> str:
    """The prompt of the decision."""
    bill = bill_of(p)
    left = Fraction(max(bill.owed - bill.lost, 0), ONE)
    points = f"{float(left):g} more points of printed strength" if left else "no more points"
    return f"Name units to lose: {points}{_shares(p)}."


def _shares(p: P) -> str:
    words = [word for word, (needed, _) in required(p).items() if needed]
    return f", half of all losses from {' and '.join(words)}" if words else ""


@rule("9.C.AH", "9.D", "9.E")
def candidates(p: P) -> list[int]:
    """Units of the paying side whose loss counts; one that has become a cadre can be lost as well."""
    fight, bill = fight_of(p), bill_of(p)
    attacks = bill.side == fight.side
    units = fight.attackers if attacks else fight.defenders
    near = [
        u for u, o in zip(units, fight.origins if attacks else [fight.target] * len(units), strict=True)
        if o == fight.target or p.game.board.distance(o, fight.target) == 1
    ]  # fmt: skip
    return [unit for unit in near if on_map(p, unit) and p.game.is_ground[unit] and worth(p, unit)]


@rule("10.H")
def is_armor(p: P, unit: int) -> bool:
    """Capable of at least one half AECA? Not for those out of supply for long."""
    return face(p, unit).aeca in (Capability.FULL, Capability.HALF) and p.s.unsupplied[unit] < 2


@rule("14.A.2b", "14.C")
def is_engineer(p: P, unit: int) -> bool:
    return face(p, unit).engineer in STORMING


@rule("10.H", "14.A.2b")
def required(p: P) -> dict[str, tuple[bool, int]]:
    """Of armour and engineers: must half of the losses come from them, as far as any are left, and how much has?"""
    fight, bill = fight_of(p), bill_of(p)
    attacks = bill.side == fight.side
    left = candidates(p) if attacks and (fight.armor or fight.engineers) else []
    return {
        "armour": (fight.armor and any(is_armor(p, unit) for unit in left), bill.armor),
        "engineers": (fight.engineers and any(is_engineer(p, unit) for unit in left), bill.engineers),
    }


@rule("9.C.AH", "9.C.HX", "9.C.EX", "10.H", "14.A.2b")
def is_paid(p: P) -> bool:
    """Enough is lost, and enough of it by those who must bear it; or there is nobody left to lose."""
    bill = bill_of(p)
    if not candidates(p):
        return True
    return bill.lost >= bill.owed and all(2 * lost >= bill.lost for needed, lost in required(p).values() if needed)


@rule("10.H", "14.A.2b", "9.C.AH")
def check_loss(p: P, units: Sequence[int]) -> None:
    """May these be lost now? Others than armour and engineers bear no more than half as long as those are left."""
    able = set(candidates(p))
    for unit in units:
        if unit not in able:
            raise Illegal("9.D", f"the loss of {p.game.pieces[unit].handle} does not count in this battle")
    if not units or len(set(units)) != len(units):
        raise Illegal("9.D", "name each unit once")
    bill, shares = bill_of(p), required(p)
    kinds = {"armour": is_armor, "engineers": is_engineer}
    rules = {"armour": "10.H", "engineers": "14.A.2b"}
    bound = [kinds[word] for word, (needed, _) in shares.items() if needed]
    for word, (needed, lost) in shares.items():
        own = sum(worth(p, unit) for unit in units if kinds[word](p, unit))
        free = sum(worth(p, unit) for unit in units if not any(kind(p, unit) for kind in bound))
        others = bill.lost - lost + free
        if needed and free and 2 * others > bill.owed and others > lost + own:
            raise Illegal(rules[word], f"at least half of all losses must come from {word}")


def losable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may be lost now."""
    found = []
    for unit in candidates(p):
        try:
            check_loss(p, (unit,))
        except Illegal:
            continue
        found.append(unit)
    return found


@rule("9.C.AH", "9.C.HX", "9.C.EX", "9.D", "9.E")
def take_losses(p: P, command: Command) -> None:
    """The owner chooses whom he loses, until it is enough. What his losses bring about elsewhere is decided after that."""
    check_loss(p, command.units)
    p.pop()
    bill = bill_of(p)
    lost = sum(worth(p, unit) for unit in command.units)
    armor = sum(worth(p, unit) for unit in command.units if is_armor(p, unit))
    engineers = sum(worth(p, unit) for unit in command.units if is_engineer(p, unit))
    bill = replace(bill, lost=bill.lost + lost, armor=bill.armor + armor, engineers=bill.engineers + engineers)
    p.s.battle = replace(fight_of(p), bill=bill)
    lose(p, command.units, f"9.C.{_code(fight_of(p).result)}")
    if not is_paid(p):
        p.push("battle.losses", bill.side)


@rule("9.B.6")
def end_battle(p: P) -> None:
    """The attack is over; the next one may be announced."""
    p.pop()
    p.s.battle = None
