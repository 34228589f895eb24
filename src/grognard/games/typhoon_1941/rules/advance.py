"""Tactical advances after combat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from ....core.command import Command
from ....core.derived import ANY, derived, flags, of, places
from ....core.errors import Illegal
from ....core.events import Advanced
from ....core.movement import is_passable_step
from ....core.rule import rule
from ....core.words import counted
from ..material import P
from ..state import DISRUPTED, HIDDEN, RUSSIAN, Battle
from . import movement, stacking
from .condition import enter, has, is_held, on_map, real
from .odds import attack_factor, attacker_of
from .weather import frozen, is_good
from .zones import in_enemy_zone

replace = msgspec.structs.replace


def _battle(p: P) -> Battle:
    battle = p.s.battle
    assert battle is not None
    return battle


@rule("advance.1", "advance.2", "results.11", "results.14")
def pursue(p: P) -> None:
    """After the retreats: how far may the victors go? Beyond one hex only as far as a D or D1 was retreated."""
    best = p.pop().args[0]
    battle = _battle(p)
    reach = battle.reach
    if reach and best in ("D", "D1"):
        reach = max([1, *(f.gone for f in battle.fleeing)])
    p.s.battle = replace(battle, reach=reach)
    p.push("battle.advance.end")
    if reach and any(ways(p, unit) for unit in victors(p)):
        p.push("battle.advance", battle.side)


def victors(p: P) -> list[int]:
    """Attackers that can still advance."""
    battle = _battle(p)
    return [
        u for u in battle.attackers
        if on_map(p, u) and not has(p, u, DISRUPTED) and u not in battle.advanced and not p.game.is_garrison[u]
    ]  # fmt: skip


def vacated(p: P, battle: Battle) -> list[int]:
    """Attacked hexes that nobody holds any more; a Katyusha left alone there does not."""
    return [h for h in battle.targets if not is_held(p, h, battle.side)]


@rule("advance.1", "advance.2", "advance.4", "advance.5", "army.6")
def limit(p: P, unit: int) -> int:
    """How many hexes a unit may advance: armour two and panzer divisions three, if the weather lets them."""
    game, side = p.game, p.side_of(unit)
    most = 1
    if game.is_tank[unit]:
        if is_good(p):
            most = 3 if game.is_panzer_division[unit] else 2
        elif side == RUSSIAN:
            most = 2
    return min(most, _battle(p).reach)


@rule("advance.3", "advance.4", "advance.6", "advance.7", "move.4", "terrain.6", "katyusha.3")
def check_way(p: P, unit: int, path: Sequence[int], beside: Sequence[int] = ()) -> None:
    """May a unit advance along a path? Through the vacated hex zones do not matter, beside it they close the hex,
    and nobody goes there (with others: `beside`) who is needed in the vacated one."""
    game, battle, names = p.game, _battle(p), p.game.board.names
    if len(path) > limit(p, unit):
        raise Illegal("advance.4", f"{game.pieces[unit].handle} may advance {counted(limit(p, unit), 'hex')}")
    here, side = p.s.loc[unit], battle.side
    free = vacated(p, battle)
    for k, hex in enumerate(path):
        direction = game.board.direction(here, hex) if hex < game.board.hexes else -1
        if direction < 0:
            raise Illegal("advance.1", f"{names[here]} and {names[hex]} do not touch")
        if is_held(p, hex, side):
            raise Illegal("advance.1", f"{names[hex]} holds enemy units")
        if not is_passable_step(game.board, movement.costs_for(p, unit), here, hex):
            raise Illegal("terrain.6", f"a lake lies between {names[here]} and {names[hex]}")
        wet = game.river[here, direction] and not game.road[here, direction] and not frozen(p)
        if len(path) > 1 and wet:
            raise Illegal("advance.4", f"a river without a bridge lies between {names[here]} and {names[hex]}")
        if k == 0 and hex not in free:
            if len(path) > 1 or not any(game.board.direction(hex, target) >= 0 for target in free):
                raise Illegal("advance.6", f"the advance leads through the hex that was attacked, not through {names[hex]}")
            if in_enemy_zone(p, hex, side):
                raise Illegal("advance.7", f"{names[hex]} is in an enemy zone of control")
            if any(u not in battle.advanced for u in real(p, hex, side)):
                raise Illegal("advance.7", f"{names[hex]} is not empty")
            if is_needed(p, (unit, *beside)):
                raise Illegal("advance.6", f"{game.pieces[unit].handle} is needed in the hex that was attacked")
        if 0 < k < len(path) - 1 and in_enemy_zone(p, hex, side):
            raise Illegal("advance.3", f"beyond the vacated hex a zone of control in {names[hex]} stops the advance")
        here = hex


@rule("advance.6")
def is_needed(p: P, units: Sequence[int]) -> bool:
    """Would too few factors be left to enter the defended hex if these units went elsewhere?"""
    battle = _battle(p)
    missing = sum(f for _, f in battle.defenders) - battle.entered
    factors = {u: f for u, f in battle.attack if u in victors(p) and can_follow(p, u)}
    others = sum(f for u, f in factors.items() if u not in units)
    return others < min(missing, sum(factors.values()))


def can_follow(p: P, unit: int) -> bool:
    """Can a unit enter a vacated hex, and stay there or go through it?"""
    for hex in vacated(p, _battle(p)):
        try:
            check_way(p, unit, (hex,))
        except Illegal:
            continue
        if limit(p, unit) > 1 or stacking.has_room(p, unit, hex):
            return True
    return False


def ways(p: P, unit: int, beside: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every path a unit may advance along (with others). A way that is closed is closed to all that begin with it."""
    return _ways(p, unit, beside)


@derived(places(ANY), flags(DISRUPTED | HIDDEN), of("weather"), of("battle"))
def _ways(p: P, unit: int, beside: tuple[int, ...]) -> list[tuple[int, ...]]:
    adjacent, start, found = p.game.board.adjacent, p.s.loc[unit], []
    open_ways: list[tuple[int, ...]] = [()]
    for _ in range(limit(p, unit)):
        longer = [(*way, hex) for way in open_ways for hex in adjacent(way[-1] if way else start) if hex not in (start, *way)]
        open_ways = [way for way in longer if _is_open(p, unit, way, beside)]
        found += open_ways
    return found


def _is_open(p: P, unit: int, way: tuple[int, ...], beside: Sequence[int]) -> bool:
    try:
        check_way(p, unit, way, beside)
    except Illegal:
        return False
    return True


def advancing(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [u for u in victors(p) if ways(p, u)]


def advance_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes where the units named could end their advance."""
    return sorted({path[-1] for path in shared_ways(p, units)})


def shared_ways(p: P, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Paths that all the units named may advance along, the shortest first."""
    if not units or not set(units) <= set(victors(p)):
        return []
    return sorted(set.intersection(*(set(ways(p, u, tuple(units))) for u in units)), key=lambda path: (len(path), path))


def list_advances(p: P) -> Iterator[Command]:
    for unit in victors(p):
        for path in ways(p, unit):
            yield Command("advance", (unit,), path)


def expand(p: P, command: Command) -> Command:
    """A single hex farther off becomes a way there."""
    if len(command.hexes) != 1:
        return command
    path = next((path for path in shared_ways(p, command.units) if path[-1] == command.hexes[0]), command.hexes)
    return Command(command.verb, command.units, path)


@rule("advance.1", "advance.2", "advance.3", "advance.4", "advance.6", "sequence.18")
def advance(p: P, command: Command) -> None:
    """Victorious units advance along a path; each of them once."""
    battle = _battle(p)
    for unit in command.units:
        if unit not in victors(p):
            raise Illegal("advance.1", f"{p.game.pieces[unit].handle} cannot advance after this battle")
        check_way(p, unit, command.hexes, command.units)
    if len(set(command.units)) != len(command.units):
        raise Illegal("advance.1", "name each unit once")
    factors = dict(battle.attack)
    through = any(h in battle.targets for h in command.hexes)
    gained = sum(factors.get(u, 0) for u in command.units) if through else 0
    for hex in command.hexes:
        for unit in command.units:
            enter(p, (unit,), hex)
    p.s.battle = replace(battle, advanced=(*battle.advanced, *command.units), entered=battle.entered + gained)
    p.emit(Advanced(units=command.units, path=command.hexes, side=battle.side, rule="advance.1"))
    if not any(ways(p, unit) for unit in victors(p)):
        p.pop()


@rule("advance.6")
def must_advance(p: P) -> list[int]:
    """Units that could still follow into the defended hex while too few factors have."""
    battle = _battle(p)
    if battle.entered >= sum(f for _, f in battle.defenders):
        return []
    free = vacated(p, battle)
    return [
        u for u in victors(p)
        if attack_factor(p.game, attacker_of(p, u))
        and any(path[0] in free and stacking.has_room(p, u, path[-1]) for path in ways(p, u))
    ]  # fmt: skip


@rule("advance.6")
def stop(p: P, command: Command) -> None:
    """No further advance; not before enough factors have gone in."""
    late = must_advance(p)
    if late:
        handles = ", ".join(p.game.pieces[u].handle for u in late)
        raise Illegal("advance.6", f"the defended hex is not held in strength yet; these can still advance: {handles}")
    p.pop()


@rule("stacking.1")
def end_advance(p: P) -> None:
    """Where the victors have gone the limit holds now; other hexes are not judged before their units could move."""
    p.pop()
    battle = _battle(p)
    stacking.enforce(p, battle.side, sorted({p.s.loc[u] for u in battle.advanced if on_map(p, u)}))


def sample_advance(p: P, rng: random.Random) -> Command | None:
    late = must_advance(p)
    pool = late or [u for u in victors(p) if ways(p, u)]
    if not pool:
        return None
    unit = pool[int(rng.random() * len(pool))]
    paths = ways(p, unit)
    if late:
        free = vacated(p, _battle(p))
        paths = [path for path in paths if path[0] in free and stacking.has_room(p, unit, path[-1])]
    return Command("advance", (unit,), paths[int(rng.random() * len(paths))])
