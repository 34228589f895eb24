"""Steps and verbs of ground movement."""

from __future__ import annotations

import random
from functools import partial

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Began
from ....core.flow import Verb
from ..material import P
from ..rules import administrative, airborne, brandenburg, casualties, control, leaving, markers, movement, stacking, zones
from ..rules.units import ground_units, where
from ..state import IN_ENEMY_ZONE, MOVED, OF_A_PHASE, OF_A_PLAYER_TURN, RAILED
from .machine import FLOW, decision, finish

ONE_IN = 10  #: units that move in a movement phase of random play, at least


@FLOW.auto("turn.announce", "Game turn", "4")
def _announce(p: P) -> None:
    p.pop()
    p.emit(Began(turn=p.s.turn, name=p.game.turn_names[p.s.turn], rule="4"))


@FLOW.auto("initial.open", "Start of a player turn", "4.A.1")
def _open_player_turn(p: P) -> None:
    p.pop()
    p.s.clear_all(OF_A_PHASE | OF_A_PLAYER_TURN)
    airborne.recover(p, p.s.active)
    control.note_start_of_player_turn(p)


@FLOW.auto("movement.open", "Start of the movement phase", "4.A.2")
def _open_movement(p: P) -> None:
    p.pop()
    p.s.clear_all(OF_A_PHASE)
    p.s.arrays.spent[:] = 0
    p.s.arrays.aboard[:] = 0
    if p.s.surprise:
        control.note_start_of_player_turn(p)


@FLOW.auto("exploitation.open", "Start of the exploitation phase", "4.A.5")
def _open_exploitation(p: P) -> None:
    p.pop()
    p.s.clear_all(OF_A_PHASE | IN_ENEMY_ZONE)
    p.s.arrays.spent[:] = 0
    grip = zones.of_side(p, p.foe(p.s.active)).grip
    own = p.game.ground_of_side[p.s.active]
    loc = p.s.arrays.loc[own]
    p.s.mark(own[(loc >= 0) & (grip[loc] > 0)].tolist(), IN_ENEMY_ZONE)


def _sample_done(p: P, rng: random.Random) -> Command | None:
    """The end of the phase, or a march that brings an overfull hex into order."""
    for hex in stacking.overfull(p, p.s.active):
        for unit in ground_units(p, hex, p.s.active):
            if movement.is_free(p, unit):
                march = movement.march_of(p, (unit,))
                open_hexes = [other for other in march.hexes() if stacking.has_room(p, (unit,), other)]
                if open_hexes:
                    return Command("move", (unit,), tuple(march.way(rng.choice(open_hexes))))
    return Command("done") if p.s.phase != "movement" or _has_moved_enough(p) else None


def _has_moved_enough(p: P) -> bool:
    """Has a tenth of the side's units on the map moved? Random play ends no movement phase before, if there is anything else."""
    own, loc, flags = p.game.ground_of_side[p.s.active], p.s.arrays.loc, p.s.arrays.flags
    here = own[(loc[own] >= 0) & (loc[own] < p.game.board.hexes)]
    return int(((flags[here] & (MOVED | RAILED)) != 0).sum()) * ONE_IN >= here.size


def _check_done(p: P, command: Command) -> None:
    """A phase does not end while somebody can still bring an overfull hex into order; else what is too much is removed."""
    hexes = {p.s.loc[unit]: None for unit in _who_can_leave(p)}
    if hexes:
        raise Illegal("8.Ba", f"too many units in {', '.join(where(p, hex) for hex in hexes)}")


def _who_can_leave(p: P) -> list[int]:
    """Of every overfull hex that can be brought into order the first unit that can leave it."""
    side = p.s.active
    able = (next(filter(partial(_can_leave, p), ground_units(p, hex, side)), None) for hex in stacking.overfull(p, side))
    return [unit for unit in able if unit is not None]


def _can_leave(p: P, unit: int) -> bool:
    if not movement.is_free(p, unit):
        return False
    march = movement.march_of(p, (unit,))
    return any(stacking.has_room(p, (unit,), hex) for hex in march.hexes())


for _name, _title, _rule in (
    ("movement", "Movement phase", "4.A.2"), ("exploitation", "Exploitation phase", "4.A.5"),
):  # fmt: skip
    _phase = decision(_name, _title, "Move your units.", _rule, check=_check_done, sample=_sample_done, owed=_who_can_leave)
    _phase.verb(Verb("move", "UNITS PATH", movement.move, title="Move", rule="6", units=movement.movable,
                     hexes=movement.destinations, expand=movement.expand, check=movement.check_move,
                     sample=movement.sample_move, often=300))  # fmt: skip

FLOW.steps["movement"].verb(
    Verb("administrative", "UNITS PATH", administrative.march, title="Administrative movement", rule="6.B",
         units=administrative.able, hexes=administrative.destinations, expand=administrative.expand, check=administrative.check,
         sample=administrative.sample, often=70)
)  # fmt: skip

MOVEMENT, EXPLOITATION = FLOW.steps["movement"], FLOW.steps["exploitation"]

for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(Verb("slip", "UNITS to HEX", brandenburg.slip, title="Slip through", rule="14.H.a", units=brandenburg.able,
                     hexes=brandenburg.targets, available=brandenburg.available, check=brandenburg.check_slip,
                     sample=brandenburg.sample, often=20))  # fmt: skip
    _phase.verb(Verb("depart", "UNITS", leaving.depart, title="Leave over the edge", rule="34.C", units=leaving.leavers,
                     available=leaving.is_open, sample=leaving.sample))  # fmt: skip

# ---------------------------------------------------------------- markers

control.LEAVES.append(markers.left)

for _phase in (MOVEMENT, EXPLOITATION):
    _phase.verb(Verb("mark", "HEX NUMBER", markers.mark, title="Corps or army marker", rule="8.C", hexes=markers.markable,
                     numbers=markers.free, available=markers.is_free, sample=markers.sample_mark))  # fmt: skip
    _phase.verb(Verb("unmark", "HEX", markers.unmark, title="Take a marker away", rule="8.C", hexes=markers.marked,
                     sample=markers.sample_unmark))  # fmt: skip

# ---------------------------------------------------------------- stacking at the end of a phase


def _is_overfull(p: P, side: int) -> bool:
    return bool(stacking.overfull(p, side))


def _surplus_units(p: P, hexes: object) -> list[int]:
    return [unit for hex in stacking.overfull(p, p.s.active) for unit in ground_units(p, hex, p.s.active)]


def _remove_surplus(p: P, command: Command) -> None:
    """A unit that nobody has brought into order is lost (8.Ba)."""
    unit = command.units[0]
    if len(command.units) != 1 or unit not in _surplus_units(p, ()):
        raise Illegal("8.Ba", "name one unit of a hex with too many")
    casualties.lose(p, (unit,), "8.Ba", wholly=True, why="too many in one hex", fought=False)
    if not _is_overfull(p, p.s.active):
        p.pop()


for _name in ("movement.surplus", "exploitation.surplus"):
    _surplus = decision(_name, "Too many in one hex", "Remove units until the stacking limit is kept.", "8.Ba",
                        needed=_is_overfull, done=None)  # fmt: skip
    _surplus.verb(Verb("remove", "UNITS", _remove_surplus, title="Remove", rule="8.Ba", units=_surplus_units))

__all__ = ["EXPLOITATION", "MOVEMENT", "finish"]
