"""Missions that every game knows: what a staff can want beside what the officer of a game does by himself.

A mission looks at a position as a seat knows it and yields errands: a unit, the hex it is to go to (or to stay in), and why.
They are made from `grognard.facts` and from what the verbs of the step list, so that no game has to say anything for them.

| mission | what it does |
|---|---|
| `garrison` | puts somebody into every place whose loss would lose the game, and keeps him there |
| `picket` | keeps enough in every such place that an enemy could get to in two marches |
| `win` | walks into whatever loses the enemy the game |
| `seize` | walks into places of the enemy that nobody stands in, the most valuable first |
| `encircle` | shuts small groups of enemies in where there is a unit for every way out |
| `storm` | brings all that can be brought beside the most valuable place that can be attacked at good odds |
| `strike` | masses against every enemy that can be attacked at good odds, each with no more than is needed: a counter-attack |
| `relieve` | brings all who can come beside an enemy in a place whose loss loses the game |
| `hold` | everybody who faces the enemy stays where he is |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.board import Board
from ..core.command import Command
from ..core.errors import GrognardError
from ..core.foresight import Lines, Phase, Stake, moves, placed, ratio
from ..core.match import Match
from ..core.play import Play
from ..core.seats import eyes_of
from ..facts import Outlook
from ..facts.beliefs import ATTACK, DEFENCE
from ..facts.remedies import garrison as remedy_for
from ..facts.strikes import Force, attack_verbs, forces, weigh
from ..facts.threats import open_places
from .assignment import Attack, together
from .exploiters import PLACES, Errand, held_by_enemy, movable, shut_in
from .sieges import Sieges

Mission = Callable[[Match], Iterable[Errand]]

#: So many places are closed one after the other before a phase begins.
MOST_REMEDIES = 6
#: So many enemies on their way to an edge are looked at, the nearest first, and so many ways to bar the way of each.
MOST_WALKERS, MOST_SCREENS = 3, 16
#: An enemy within so many hexes of a place could be in it when its garrison has gone.
ALARM = 8
#: So many units are told off to hold one place.
MOST_POSTED = 3
#: Odds at which a place is stormed, beyond which more strength is wasted, and at which what loses the game is tried to win back.
GOOD, AMPLE, EVEN = 3.0, 7.0, 1.0
#: What a place is worth that decides the game, and one that counts, and what a factor costs that is tied to an attack: in factors
#: of the enemy.
FATAL, COUNTS, TIED = 10.0, 4.0, 0.1
#: So many places are looked at for a storm, the most valuable first.
MOST_STORMS = 8


def outlook_of(match: Match) -> Outlook:
    """What is to come, as the deciding seat sees it."""
    return Outlook(match.play, eyes_of(match.play, match.seat))


def is_movement(match: Match) -> bool:
    """Does the deciding seat move its units now?"""
    return not match.over and "move" in match.step.verbs and bool(moves(match.play, match.step))


def own_sides(match: Match) -> tuple[int, ...]:
    return tuple(match.roster.sides[match.seat])


def stakes_of(p: Play[Any, Any], sides: Iterable[int]) -> list[Stake]:
    """What these sides can lose by letting somebody in, the worst first."""
    wanted = {*sides}
    return sorted([s for s in p.game.foresight.stakes(p) if s.side in wanted and not s.cut], key=lambda s: not s.fatal)


def enemies_of(match: Match) -> list[int]:
    """The sides that the deciding seat fights."""
    return sorted({enemy for side in own_sides(match) for enemy in match.play.enemies(side)})


# ---------------------------------------------------------------- garrisons


def garrison(match: Match) -> Iterator[Errand]:
    """Whoever is the last in a place that loses the game stays there; then the open ones are closed."""
    yield from _guards(match)
    yield from closers(match)


def _guards(match: Match) -> Iterator[Errand]:
    """The weakest of those who stand in a place that must not be lost, where an enemy is near enough to walk in after him."""
    p, board = match.play, match.game.board
    foes = [h for side in enemies_of(match) for h in np.nonzero(p.s.arrays.count[side][: board.hexes])[0].tolist()]
    beliefs = outlook_of(match).beliefs
    for stake in stakes_of(p, own_sides(match)):
        if not stake.fatal or len(stake.hexes) > 1:  # nobody garrisons an edge of the map
            continue
        hex = stake.hexes[0]
        here = p.units(hex, stake.side)
        spots = board.spots
        if here and any(spots[h][0] == spots[hex][0] and board.distance(h, hex) <= ALARM for h in foes):
            unit = min(here, key=lambda u: (beliefs.mean(u, ATTACK), u))
            yield unit, hex, f"holds {stake.name}: to leave it open {_tense(stake.outcome)}"


def picket(match: Match) -> Iterator[Errand]:
    """Somebody in every place that must not be lost and that an enemy could get to in two marches: next turn it may be too late
    to send him. Of those who could not be attacked there at three to one, whoever defends better than he attacks and comes from
    nearest, and more than one where it needs more; the places that fewest can reach first. Help that is too far away is sent on
    its way."""
    p, outlook = match.play, outlook_of(match)
    wanted, able, used = _watched(match), reachable(match, outlook), set[int]()
    free = {unit: hexes for unit, hexes in able.items() if p.s.loc[unit] not in wanted}
    comers = {hex: [unit for unit, hexes in free.items() if hex in hexes] for hex in wanted}
    sieges = {side: Sieges(outlook, side, [h for h, s in wanted.items() if s.side == side]) for side in own_sides(match)}
    alone: list[tuple[int, list[int]]] = []  #: places whose garrison is too weak
    for hex in sorted(wanted, key=lambda h: (len(comers[h]), h)):
        stake = wanted[hex]
        ready = [*p.units(hex, stake.side), *(u for u in comers[hex] if u not in used)]
        posted = _garrison(outlook, sieges[stake.side], hex, ready)
        used |= {*posted}
        for unit in posted:
            yield unit, hex, f"holds {stake.name}, to which an enemy may come: to leave it open {_tense(stake.outcome)}"
        if not sieges[stake.side].is_held(hex, posted):
            alone.append((hex, posted))
    for hex, posted in alone:
        far = {unit: hexes for unit, hexes in free.items() if unit not in used and hexes}
        found = _help(outlook, sieges[wanted[hex].side], hex, posted, far)
        if found is not None:
            used.add(found[0])
            yield *found, f"on the way to {wanted[hex].name}, which is held too weakly"


def _garrison(outlook: Outlook, sieges: Sieges, hex: int, ready: Sequence[int]) -> list[int]:
    """Of these as many as it takes to hold a place, or as may be told off for it; those who are there already first."""
    p, mean, left, posted = outlook.p, outlook.beliefs.mean, [*ready], list[int]()
    leaving = {*p.game.foresight.leaving(p, sieges.side)}

    def rank(unit: int) -> tuple[float, ...]:
        held, start = sieges.is_held(hex, (*posted, unit)), p.s.loc[unit]
        attack, defence = mean(unit, ATTACK), mean(unit, DEFENCE)
        gap = p.game.board.distance(start, hex)
        return unit in leaving, not held, 0.0 if held else -defence, start != hex, attack - defence, attack, gap, unit

    while left and len(posted) < MOST_POSTED and not sieges.is_held(hex, posted):
        posted.append(min(left, key=rank))
        left.remove(posted[-1])
    return posted


def _help(
    outlook: Outlook, sieges: Sieges, hex: int, posted: Sequence[int], far: Mapping[int, set[int]]
) -> tuple[int, int] | None:
    """Who could hold a place together with those in it and gets nearest to it now, if he can be there soon; and where he gets."""
    board, loc = outlook.p.game.board, outlook.p.s.loc
    near = {u: min(hexes, key=lambda h: (board.distance(h, hex), h)) for u, hexes in far.items()}
    rows = [(board.distance(to, hex), u, to) for u, to in near.items() if board.distance(to, hex) < board.distance(loc[u], hex)]
    for gap, unit, to in sorted(rows):
        if gap <= ALARM and sieges.is_held(hex, (*posted, unit)):
            return unit, to
    return None


def _watched(match: Match) -> dict[int, Stake]:
    """Places that must not be lost and that an enemy could get to in two marches."""
    p, board = match.play, match.game.board
    foes = [h for side in enemies_of(match) for h in np.nonzero(p.s.arrays.count[side][: board.hexes])[0].tolist()]
    fatal = {s.hexes[0]: s for s in stakes_of(p, own_sides(match)) if s.fatal and len(s.hexes) == 1}
    return {h: s for h, s in fatal.items() if gap(board, h, foes) <= 2 * ALARM and p.s.control[h] == s.side}


def is_alarmed(match: Match) -> bool:
    """Is an enemy near enough to something fatal to walk in if its garrison has gone?"""
    p, near = match.play, at_home(match)
    return any(p.s.arrays.count[side][hex] for side in enemies_of(match) for hex in near)


def at_home(match: Match) -> set[int]:
    """Hexes near something whose loss would lose the game."""
    board = match.game.board
    fatal = {hex for stake in stakes_of(match.play, own_sides(match)) if stake.fatal for hex in stake.hexes}
    near, edge = set(fatal), fatal
    for _ in range(ALARM):
        edge = {next for hex in edge for next in board.adjacent(hex)} - near
        near |= edge
    return near


def _tense(outcome: str) -> str:
    """What a stake says follows, short enough for a reason."""
    return outcome.partition(" if ")[0]


def fatally_open(match: Match, seat: int) -> dict[int, str]:
    """Places that somebody could walk into and that would lose a seat the game, with what is said of them."""
    outlook, node = Outlook(match.play, eyes_of(match.play, seat)), match.game.board.node
    return {
        node(threat.hexes[0]): threat.text
        for side in match.roster.sides[seat] for enemy in match.play.enemies(side)
        for threat in open_places(outlook, side, enemy) if threat.fatal and len(threat.hexes) == 1
    }  # fmt: skip


def garrison_for(match: Match, places: Mapping[int, str]) -> Iterator[Errand]:
    """For each of these places whoever can be missed most: he who stands there, or the weakest who can get there."""
    if not places:
        return
    outlook, p, board = outlook_of(match), match.play, match.game.board
    able, mean = reachable(match, outlook), outlook.beliefs.mean
    used: set[int] = set()
    kept = {*places, *(hex for hex, stake in _watched(match).items() if p.s.count[stake.side][hex] == 1)}
    for hex, text in places.items():
        here = [u for side in own_sides(match) for u in p.units(hex, side)]
        ready = here or [u for u, hexes in able.items() if hex in hexes and u not in used and p.s.loc[u] not in kept]
        if ready:
            unit = min(ready, key=lambda u: (mean(u, ATTACK), board.distance(p.s.loc[u], hex), u))
            used.add(unit)
            yield unit, hex, f"else it would stand open: {text}"


def screens(match: Match, later: Match) -> Iterator[Errand]:
    """Whoever bars the way to an edge of the map, or another line of hexes, that must not be reached: one unit for every enemy
    stack that could walk there from the position `later`, which this movement would lead to and which is changed. Whose way
    cannot be barred is attacked."""
    p, eyes, board = later.play, eyes_of(later.play, match.seat), match.game.board
    lines = [stake for stake in stakes_of(p, own_sides(match)) if stake.fatal and len(stake.hexes) > 1]
    rows = [(stake, enemy) for stake in lines for enemy in p.enemies(stake.side)]
    now = Outlook(p, eyes)
    if not any(_walkers(now, enemy, stake) for stake, enemy in rows):
        return
    outlook = outlook_of(match)
    able, mean = reachable(match, outlook), outlook.beliefs.mean
    towns = {hex for stake in stakes_of(p, own_sides(match)) if stake.fatal and len(stake.hexes) == 1 for hex in stake.hexes}
    kept, busy = {unit for unit in able if p.s.loc[unit] in towns}, set[int]()
    able = {unit: hexes for unit, hexes in able.items() if unit not in kept}  # garrisons stay where they will be
    loose: set[tuple[int, int]] = set()  #: enemies whose way nobody can bar: they are attacked where they stand, if they can be
    for stake, enemy in rows:
        before = _walkers(Outlook(p, eyes) if busy else now, enemy, stake)
        widest = max((gap(board, hex, stake.hexes) for hex in before), default=0) + 2
        beside = {hex for hex in now.stacks(enemy).tolist() if gap(board, hex, stake.hexes) <= widest}
        for start in sorted(before, key=lambda hex: (gap(board, hex, stake.hexes), hex))[:MOST_WALKERS]:
            if start not in before:
                continue  # whoever bars another's way bars his, too
            doors = {start, *board.adjacent(start)}
            doors |= {near for hex in board.adjacent(start) for near in board.adjacent(hex)}
            posts = [
                (mean(unit, ATTACK), board.distance(hex, start), unit, hex)
                for unit, hexes in able.items() if p.s.loc[unit] >= 0
                for hex in hexes & doors if not p.s.foes[stake.side][hex] and len(p.s.stack(hex)) < p.game.foresight.stack
            ]  # fmt: skip
            for _, _, unit, hex in sorted(posts)[:MOST_SCREENS]:
                with placed(p, (unit,), (hex,)):
                    left = _walkers(Outlook(p, eyes, starts=beside), enemy, stake)
                if start not in left and len(left) < len(before):
                    p.place(unit, hex)
                    before = left
                    del able[unit]
                    busy.add(unit)
                    yield unit, hex, f"bars the way to {stake.name}, which {_tense(stake.outcome)}"
                    break
            else:
                loose.add((stake.side, start))
    yield from _masses(match, lambda side, hex: (side, hex) in loose, GOOD, GOOD, kept | busy)


def _hubs(outlook: Outlook, side: int) -> set[int]:
    """Where units stand that others draw their supply from."""
    lines = outlook.lines(side)
    return {*lines.hubs.tolist()} if isinstance(lines, Lines) and lines.hubs is not None else set()


def _walkers(outlook: Outlook, enemy: int, stake: Stake) -> set[int]:
    """Hexes from which an enemy could walk into what is at stake."""
    reached = outlook.reaches(enemy)
    return set() if reached is None else {reached.groups[group].start for group, _, _ in reached.into(stake.hexes)}


def closers(match: Match) -> Iterator[Errand]:
    """Somebody for every open place that loses the game, each tried on a copy so that none opens another."""
    now = match
    for _ in range(MOST_REMEDIES):
        found = _closer(now)
        if found is None:
            return
        unit, hex, why, verb = found
        yield unit, hex, why
        now = now.copy()
        try:
            now.do(Command(verb, (unit,), (hex,)))
        except GrognardError:
            return
        if not is_movement(now):
            return


def _closer(match: Match) -> tuple[int, int, str, str] | None:
    outlook, names = outlook_of(match), match.game.names
    for side in own_sides(match):
        for enemy in match.play.enemies(side):
            for threat in open_places(outlook, side, enemy):
                if not threat.fatal or len(threat.hexes) > 1:
                    continue
                remedy = remedy_for(outlook, side, threat, match.legal_commands())
                if remedy is not None:
                    unit, hex = names.unit(remedy.units[0]), names.node(remedy.hexes[0])
                    return unit, hex, f"closed at once: {threat.text}", remedy.verb
    return None


# ---------------------------------------------------------------- taking


def reachable(match: Match, outlook: Outlook) -> dict[int, set[int]]:
    """Where each unit that may be named with `move` can go now, but for those whom others draw their supply from."""
    wanted, found = {*movable(match)}, dict[int, set[int]]()
    for side in own_sides(match):
        reached = outlook.reaches(side)
        for number, group in enumerate(reached.groups if reached else ()):
            hexes = {*reached.hexes(number).tolist()} - {group.start} if reached else set()
            found |= {unit: hexes for unit in group.units if unit in wanted}
    for unit in feeders(outlook, found):
        del found[unit]
    return found


def feeders(outlook: Outlook, able: Mapping[int, set[int]]) -> list[int]:
    """Units that take the supply of others with them when they go (an army of Typhoon): no mission is worth that."""
    p = outlook.p
    hubs = {side: _hubs(outlook, side) for side in {p.game.side_of[unit] for unit in able}}
    found = []
    for unit in (unit for unit, hexes in able.items() if hexes and p.s.loc[unit] in hubs[p.game.side_of[unit]]):
        with placed(p, (unit,), (min(able[unit]),)):
            if _hubs(Outlook(p, outlook.eyes), p.game.side_of[unit]) != hubs[p.game.side_of[unit]]:
                found.append(unit)
    return found


def seize(match: Match) -> Iterator[Errand]:
    """Open places of the enemy: what loses him the game, then what counts, then any town that supply will reach; each by the
    weakest who gets there."""
    p, board, outlook = match.play, match.game.board, outlook_of(match)
    able, beliefs = reachable(match, outlook), outlook.beliefs
    enemies = enemies_of(match)
    guarded = {hex for side in enemies for hex in p.game.foresight.garrisoned(p, side)}
    wanted: dict[int, tuple[str, int]] = {}
    for stake in stakes_of(p, enemies):
        for hex in stake.hexes if len(stake.hexes) == 1 else ():
            wanted.setdefault(hex, (f"{stake.name} is open, which {stake.outcome}", 0 if stake.fatal else 1))
    for hex in held_by_enemy(match, PLACES):
        wanted.setdefault(hex, (f"nobody stands in {board.place_name(hex)}", 2))
    own = {*own_sides(match)}
    fed = _fed(outlook, own)
    free = [h for h in wanted if not p.s.stack(h) and h not in guarded and p.s.control[h] not in own]
    free = [h for h in free if fed[h] or wanted[h][1] < 2]
    comers = {hex: [unit for unit, hexes in able.items() if hex in hexes] for hex in free}
    used: set[int] = set()
    for hex in sorted(free, key=lambda h: (wanted[h][1], len(comers[h]), h)):
        ready = [unit for unit in comers[hex] if unit not in used]
        if ready:
            unit = min(ready, key=lambda u: (beliefs.mean(u, ATTACK), board.distance(p.s.loc[u], hex), u))
            used.add(unit)
            yield unit, hex, wanted[hex][0]


def win(match: Match) -> Iterator[Errand]:
    """Open places whose loss loses an enemy the game: who can walk into one does nothing else."""
    p, own = match.play, {*own_sides(match)}
    stakes = [s for s in stakes_of(p, enemies_of(match)) if s.fatal and len(s.hexes) == 1]
    free = [s for s in stakes if not p.s.stack(s.hexes[0]) and p.s.control[s.hexes[0]] not in own]
    guarded = {hex for side in enemies_of(match) for hex in p.game.foresight.garrisoned(p, side)}
    wanted = {s.hexes[0]: s for s in free if s.hexes[0] not in guarded}
    if wanted:
        for unit, hexes in reachable(match, outlook_of(match)).items():
            for hex in hexes & {*wanted}:
                yield unit, hex, f"{wanted[hex].name} is open, which {wanted[hex].outcome}"


def _fed(outlook: Outlook, sides: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Hexes in supply of these sides, or beside one that is: whoever goes there opens his own way."""
    board = outlook.p.game.board
    found = np.zeros(board.nodes, np.bool_)
    for side in sides:
        net = outlook.net(side) != 0 if outlook.lines(side) is not None else np.ones(board.nodes, np.bool_)
        near = board.neighbours[net]
        found |= net
        found[near[near >= 0]] = True
    return found


def encircle(match: Match) -> Iterator[Errand]:
    """Small groups of enemies shut in."""
    return shut_in(match, reachable(match, outlook_of(match)))


def storm(match: Match) -> Iterator[Errand]:
    """All that is needed for good odds beside the most valuable place that can be had so."""
    outlook, p, enemies = outlook_of(match), match.play, enemies_of(match)
    for side in own_sides(match):
        ahead = outlook.ahead(side, Phase.FIGHT_MOVED)
        if ahead is None or not attack_verbs(ahead):
            continue
        stakes = [stake for stake in stakes_of(p, enemies) if p.s.foes[side][stake.hexes[0]]]
        targets = [(stake.hexes[0], stake) for stake in stakes][:MOST_STORMS]
        if not targets:
            continue
        hexes = np.array([hex for hex, _ in targets], np.int16)
        best: tuple[tuple[bool, float], int, Any] | None = None
        for (hex, stake), force in zip(targets, forces(outlook, side, hexes), strict=True):
            odds = weigh(outlook, ahead, hex, force) if force.units else None
            if odds is not None and ratio(odds.odds) >= GOOD:
                rank = stake.fatal, min(ratio(odds.odds), AMPLE)
                if best is None or rank > best[0]:
                    best = rank, hex, (force, odds, stake)
        if best is not None:
            force, odds, stake = best[2]
            for unit, hex in zip(force.units, force.hexes, strict=True):
                yield unit, hex, f"mass against {stake.name}: {odds.odds} with all who can come"


def strike(match: Match) -> Iterator[Errand]:
    """Masses against enemies that can be attacked at good odds after movement: those attacks that are worth most together."""
    return _masses(match, lambda side, hex: True, GOOD, AMPLE)


def relieve(match: Match) -> Iterator[Errand]:
    """Whoever stands in a place whose loss loses the game is driven out by all who can come, if there is a chance."""
    p = match.play
    lost = {(stake.side, hex) for stake in stakes_of(p, own_sides(match)) if stake.fatal for hex in stake.hexes}
    return _masses(match, lambda side, hex: (side, hex) in lost, EVEN, AMPLE)


def _masses(
    match: Match, wanted: Callable[[int, int], bool], least: float, enough: float, kept: Set[int] = frozenset()
) -> Iterator[Errand]:
    """Who stands where for attacks on enemies of these sides in these hexes, at odds that are good enough and no better than is
    enough; whoever is `kept` elsewhere has no part in them."""
    p, board = match.play, match.game.board
    targets = {
        side: [hex for hex in np.nonzero(p.s.arrays.foes[side][: board.hexes])[0].tolist() if wanted(side, hex)]
        for side in own_sides(match)
    }
    if not any(targets.values()):
        return
    outlook = outlook_of(match)
    ways = [way for way in attack_ways(match, outlook, targets, least, enough) if not kept & {*way.units}]
    able = {*movable(match)}
    for way in together(ways):
        where = board.place_name(way.target) or board.names[way.target]
        yield from ((unit, at, f"mass against {where}: {way.odds}") for unit, at in way.marches if unit in able)


def attack_ways(
    match: Match, outlook: Outlook, targets: Mapping[int, Sequence[int]], least: float, enough: float
) -> list[Attack]:
    """Every target of a side with the strongest force that can come, and with fewer of it, at odds that are good enough and no
    better than is enough: worth the chance to clear the hex times what is there, less a little for every factor tied to it."""
    p, mean, found = match.play, outlook.beliefs.mean, list[Attack]()
    able = reachable(match, outlook)
    places = {hex: FATAL if stake.fatal else COUNTS for stake in stakes_of(p, enemies_of(match))[::-1] for hex in stake.hexes}
    for side, hexes in targets.items():
        ahead = outlook.ahead(side, Phase.FIGHT_MOVED)
        if ahead is None or not attack_verbs(ahead) or not hexes:
            continue
        for hex, force in zip(hexes, forces(outlook, side, np.array(hexes, np.int16)), strict=True):
            prize = places.get(hex, 0.0) + sum(mean(unit, DEFENCE) for unit in p.foes(hex, side))
            rows = [(u, at) for u, at in zip(force.units, force.hexes, strict=True) if u in able or at == p.s.loc[u]]
            for count in range(1, len(rows) + 1):
                odds = weigh(outlook, ahead, hex, _force(rows[:count]))
                if odds is None or ratio(odds.odds) < least:
                    continue
                tied = TIED * sum(mean(unit, ATTACK) for unit, _ in rows[:count])
                found.append(Attack(hex, tuple(rows[:count]), odds.clears * prize - tied, odds.odds))
                if ratio(odds.odds) >= enough:
                    break
    return found


def _force(rows: Sequence[tuple[int, int]]) -> Force:
    return Force(tuple(unit for unit, _ in rows), tuple(hex for _, hex in rows))


def gap(board: Board, hex: int, aims: Iterable[int]) -> int:
    """Hexes to the nearest of these on the same map; 0 when there is none, or no such hex."""
    if not 0 <= hex < board.hexes:
        return 0
    return min((board.distance(hex, aim) for aim in aims if board.spots[aim][0] == board.spots[hex][0]), default=0)


def hold(match: Match) -> Iterator[Errand]:
    """Nobody who faces the enemy moves."""
    p, board = match.play, match.game.board
    for unit in movable(match):
        hex, side = p.s.loc[unit], match.game.side_of[unit]
        if 0 <= hex < board.hexes and any(p.s.foes[side][near] for near in board.adjacent(hex)):
            yield unit, hex, "the line is held"


MISSIONS: dict[str, Mission] = {
    "garrison": garrison, "seize": seize, "encircle": encircle, "storm": storm, "strike": strike,
    "relieve": relieve, "hold": hold, "picket": picket, "win": win,
}  # fmt: skip
