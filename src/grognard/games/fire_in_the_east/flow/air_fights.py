"""Steps and verbs of air combat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.flow import Verb
from ..material import P
from ..rules import dogfights
from .machine import FLOW

FLOW.auto("air.combat", "Air combat", "21")(dogfights.begin)
FLOW.auto("air.dogfight", "Air combat in a hex", "21.A")(dogfights.open_hex)
FLOW.auto("air.exchange", "Exchanges of fire", "21.B.2")(dogfights.advance)


def _against(p: P, hexes: Sequence[int]) -> list[int]:
    attackers, opponents = dogfights.able(dogfights.fight_of(p))
    return [*attackers, *opponents]


def _allocations(p: P) -> list[Command]:
    attackers, opponents = dogfights.able(dogfights.fight_of(p))
    return [Command("against", (one, other)) for one in attackers for other in opponents]


_jettison = FLOW.decision("air.jettison", "Jettison bombs?", "Fighters on bombing missions may throw off their bombs.", "24.A")
_jettison.verb(
    Verb(
        "jettison",
        "UNITS",
        dogfights.jettison,
        title="Jettison",
        rule="24.A",
        units=lambda p, hexes: [u for u in dogfights.fight_of(p).force if dogfights.can_jettison(p, u)],
    )
)
_jettison.verb(Verb("fight", "", dogfights.decided, title="Go on", rule="21.A", ends=True))
_divide = FLOW.decision("air.divide", "Divide the interceptors", "Who attacks the screen? The others try to bypass it.", "21.A")
_divide.verb(
    Verb(
        "screen",
        "UNITS",
        dogfights.divide,
        title="Attack the screen",
        rule="21.A",
        units=lambda p, hexes: dogfights.fight_of(p).interceptors,
    )
)
_divide.verb(Verb("bypass", "", dogfights.bypass, title="All bypass", rule="21.A", sample=lambda p, rng: None))
_divide.verb(Verb("fight", "", dogfights.decided, title="Go on", rule="21.A", ends=True))
for _name, _title, _prompt, _rule in (
    ("engage", "Engage the screen", "Allocate interceptors against escorts.", "21.B.2.a"),
    ("join", "Escorts that are left", "Escorts that nobody has engaged may join in, or wait for those who bypass.", "21.B.2.a"),
    ("chase", "Escorts against those who bypass", "Allocate escorts against interceptors.", "21.B.2.c"),
    ("strike", "Attack the mission force", "Allocate interceptors against the mission force, or let them hold off.", "21.B.2.d"),
):
    _allot = FLOW.decision(f"air.{_name}", _title, _prompt, _rule)
    _allot.verb(
        Verb(
            "against",
            "UNITS",
            dogfights.allocate,
            title="Allocate",
            rule=_rule,
            units=_against,
            listed=lambda p: iter(_allocations(p)),
            sample=lambda p, rng: _sample_allocation(p, rng),
        )
    )
    if _name == "strike":
        _allot.verb(
            Verb("hold", "UNITS", dogfights.hold, title="Hold off", rule=_rule, units=lambda p, hexes: dogfights.may_hold(p))
        )
    _allot.verb(Verb("fight", "", dogfights.decided, title="Fight", rule=_rule, check=dogfights.check_engagement, ends=True))


def _sample_allocation(p: P, rng: random.Random) -> Command | None:
    if dogfights.fight_of(p).step == "engage" or rng.random() < 0.3:
        return None
    found = _allocations(p)
    return rng.choice(found) if found else None
