"""Steps and verbs of combat, overruns and breakdowns."""

from __future__ import annotations

from ....core.flow import Verb
from ..material import P
from ..rules import advance, attack, breakdown, combat_steps, fortifications, overrun, retreat
from .ground import EXPLOITATION, MOVEMENT
from .machine import FLOW, decision

for _name, _title, _rule, _run in (
    ("combat.open", "Start of the combat phase", "4.A.4", combat_steps.begin_combat),
    ("combat.close", "End of the combat phase", "4.A.4", combat_steps.end_combat),
    ("battle.support", "Support", "9.A.1", combat_steps.support),
    ("battle.resolve", "Resolution", "9.A.4", combat_steps.resolve),
    ("battle.retreat.begin", "Retreats", "9.F.1a", retreat.begin_retreat),
    ("battle.advance.begin", "Advance", "9.F.2", advance.begin_advance),
    ("battle.end", "End of the attack", "9.A.4", combat_steps.end_battle),
):
    FLOW.auto(_name, _title, _rule)(_run)

# ---------------------------------------------------------------- attacks


COMBAT = decision("combat", "Combat phase", "Attack, hex by hex.", "4.A.4", needed=attack.is_needed, check=attack.check_done,
                  sample=attack.sample_done, owed=attack.trapped)  # fmt: skip
COMBAT.verb(
    Verb(
        "attack",
        "HEX with UNITS [WORD]",
        attack.attack,
        title="Attack",
        rule="9",
        units=attack.attackers_of,
        hexes=attack.attackable,
        check=attack.check,
        hex_first=True,
        listed=attack.list_attacks,
        sample=attack.sample_attack,
        often=20,
    )
)

_losses = FLOW.decision("battle.losses", "Losses", combat_steps.owed, "9.D")
_losses.verb(Verb("lose", "UNITS", combat_steps.take_losses, title="Lose", rule="9.D", units=combat_steps.losable))

_retreat = FLOW.decision("battle.retreat", "Retreat", "Where do the beaten units go?", "9.F.1a")
_retreat.verb(
    Verb(
        "retreat",
        "UNITS to HEX",
        retreat.retreat,
        title="Retreat",
        rule="9.F.1a",
        units=retreat.retreating,
        hexes=retreat.retreat_hexes,
        listed=retreat.list_retreats,
        sample=retreat.sample_retreat,
    )
)

_advance = FLOW.decision("battle.advance", "Advance", "The hex is free: who advances?", "9.F.2")
_advance.verb(Verb("advance", "UNITS", advance.advance, title="Advance", rule="9.F.2", units=advance.victors))
_advance.verb(Verb("stay", "", advance.stay, title="Nobody else", rule="9.F.2", ends=True))

# ---------------------------------------------------------------- overruns

for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(
        Verb(
            "overrun",
            "HEX with UNITS",
            overrun.overrun,
            title="Overrun",
            rule="13a",
            units=overrun.overrunners,
            hexes=overrun.targets,
            hex_first=True,
            listed=overrun.list_overruns,
            sample=overrun.sample_overrun,
            often=20,
        )
    )
    _phase.verb(
        Verb(
            "break",
            "UNITS [WORD]",
            breakdown.break_down,
            title="Break down",
            rule="15.A",
            units=breakdown.breakable,
            available=lambda p: not breakdown.has_begun(p),
            listed=breakdown.list_breaks,
            sample=breakdown.sample_break,
            often=60,
        )
    )
    _phase.verb(
        Verb(
            "split",
            "UNITS",
            breakdown.split,
            title="Break down with headquarters",
            rule="15.Bb",
            units=breakdown.splittable,
            available=lambda p: not breakdown.has_begun(p),
            sample=lambda p, rng: None,
        )
    )

# ---------------------------------------------------------------- divisions and their parts


def _can_assemble(p: P, side: int) -> bool:
    return bool(breakdown.assemblable(p, ()))


for _name in ("movement.assemble", "exploitation.assemble"):
    _assembly = decision(_name, "Assembly", "Assemble divisions from their components?", "15.A", needed=_can_assemble)
    _assembly.verb(Verb("assemble", "UNITS", breakdown.assemble, title="Assemble", rule="15.A", units=breakdown.assemblable))

__all__ = ["COMBAT", "fortifications"]
