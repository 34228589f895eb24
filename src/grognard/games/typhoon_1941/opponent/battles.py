"""Attacks, and everything a battle asks of both sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.errors import Illegal
from ....core.match import Match
from ..material import Material
from ..rules import advance, aircraft, attacks, bombing, results, retreat
from ..rules.condition import has
from ..rules.exchange import giveable
from ..rules.odds import defenders_in, presses
from ..rules.stacking import has_room
from ..rules.supply import network
from ..rules.victory import RUSSIAN_GOALS
from ..rules.weather import is_good
from ..rules.zones import in_enemy_zone
from ..state import DISRUPTED, GERMAN, RUSSIAN
from .sight import Sight

#: An attack must promise at least so many factors; the winter offensive takes more risks.
_WORTH_WHILE = {GERMAN: 0.25, RUSSIAN: 0.35}


def best_attack(sight: Sight, least: float) -> tuple[float, Command] | None:
    """The most promising attack by the units next to one hex, or by the fewest that do it almost as well.

    They are counted in by strength, and also one from every side first: that closes the ways out.
    """
    p = sight.p
    best: tuple[float, Command] | None = None
    for hex in attacks.contested(p):
        able = [u for u in attacks.attackers_of(p, (hex,)) if not keeps_watch(sight, u, hex)]
        if not able:
            continue
        ground = place_worth(sight, hex)
        weight = sight.ground.weight(hex) if sight.side == GERMAN else 1.0
        for row in orders_of_battle(sight, able):
            for count in range(1, len(row) + 1):
                units = tuple(row[:count])
                try:
                    attacks.check_attack(p, (hex,), units)
                except Illegal:
                    continue
                worth = (worth_of(sight, (hex,), units, ground) - 0.05 * count) * weight
                if worth > least and (best is None or worth > best[0] + 0.01):
                    best = worth, Command("attack", units, (hex,))
    return best


def worth_of(sight: Sight, targets: tuple[int, ...], units: Sequence[int], ground: float, press: int = 0) -> float:
    """Factors and ground an attack may be expected to win."""
    origins = tuple(dict.fromkeys(sight.s.loc[u] for u in units))
    return sight.expected(sight.reckon(targets, units), targets, origins, ground, press)


def orders_of_battle(sight: Sight, able: Sequence[int]) -> list[list[int]]:
    strong = sorted(able, key=lambda u: (-sight.game.is_katyusha[u], -sight.game.attack[u], u))
    seen: dict[int, int] = {}
    turns = {}
    for unit in strong:
        hex = sight.s.loc[unit]
        turns[unit] = seen.get(hex, 0)
        seen[hex] = turns[unit] + 1
    around = sorted(strong, key=lambda u: turns[u])
    return [strong] if around == strong else [strong, around]


def keeps_watch(sight: Sight, unit: int, target: int) -> bool:
    """German armies do not lead attacks into strong stacks: they carry supply and cannot be replaced."""
    return sight.side == GERMAN and sight.game.is_army[unit] and sight.enemies.get(target, 0) > 3


def place_worth(sight: Sight, hex: int) -> float:
    """What the ground is worth beside the units on it."""
    game = sight.game
    if sight.side == GERMAN:
        return sight.ground.value(hex)
    return 0.9 if hex == game.moscow else 0.5 if game.major[hex] else 0.25 if game.settled[hex] else 0.0


def german_attacks(match: Match) -> Advice:
    """Bomb where the next attack goes in, then attack; in the order of what it promises."""
    sight = Sight(match)
    found = best_attack(sight, _WORTH_WHILE[GERMAN])
    bomb = support(sight, found[1].hexes[0] if found else -1)
    if bomb is not None:
        return Advice(bomb, "bombs before the attack")
    if found is not None:
        return Advice(found[1], f"worth {found[0]:.1f} factors")
    return Advice(Command("done"), "no more attacks worth while")


def support(sight: Sight, target: int) -> Command | None:
    """One fliegerkorps on the hex of the attack, unless guns wait there."""
    p = sight.p
    if target < 0 or target in p.s.supported or sight.game.major[target]:
        return None
    able = bombing.bombers(p, (target,))
    return Command("bomb", tuple(able[:1]), (target,)) if able else None


def russian_attacks(match: Match) -> Advice:
    """Allocate good attacks one after the other; take back what its duties make too dear."""
    sight = Sight(match)
    p = sight.p
    found = best_attack(sight, _WORTH_WHILE[RUSSIAN] + (0.0 if p.s.turn >= 5 else 0.3))
    if found is not None and not duties_with(sight, found[1]):
        return Advice(found[1], f"worth {found[0]:.1f} factors")
    missing = attacks.duties(p, p.s.attacks)
    if missing and p.s.attacks:
        return Advice(Command("revoke", hexes=(p.s.attacks[-1].targets[0],)), "it would oblige us to more than we can do")
    for unit in sight.game.air_of[RUSSIAN]:
        hexes = bombing.bombable(p, (unit,)) if not sight.game.is_fighter[unit] else ()
        bare = [h for h in hexes if not bombing.has_guns(p, h, RUSSIAN)]
        soft = [h for h in bare if not all(has(p, u, DISRUPTED) for u in p.units(h, GERMAN))]
        if soft:
            target = max(soft, key=lambda h: (sight.enemies[h], -h))
            return Advice(Command("bomb", (unit,), (target,)), "a column caught in the open")
    try:
        attacks.check_allocation(p)
    except Illegal:
        return Advice(Command("revoke", hexes=(p.s.attacks[-1].targets[0],)), "it cannot be fought")
    return Advice(Command("done"), "no more attacks worth while")


def duties_with(sight: Sight, command: Command) -> list[int]:
    p = sight.p
    made = attacks.check_attack(p, command.hexes, command.units)
    return attacks.duties(p, [*p.s.attacks, made])


def announced(match: Match) -> Advice:
    """Press as far as it pays; call off what has turned out badly."""
    sight = Sight(match)
    battle = sight.s.battle
    assert battle is not None
    allowed = attacks.possible_presses(sight.p)
    ground = max(place_worth(sight, hex) for hex in battle.targets)
    able = [press for press in presses(sight.side) if press in allowed]
    worth = {press: worth_of(sight, battle.targets, battle.attackers, ground, press) for press in able}
    best = max(worth, key=lambda press: (worth[press], -press))
    if worth[best] < -0.1 and attacks.may_cancel(sight.p):
        return Advice(Command("cancel"), "the odds have turned out too bad")
    return Advice(Command("fight", number=best or None), f"worth {worth[best]:.1f} factors")


def orders(match: Match) -> Advice:
    """A German stack stands fast only where the hex is worth more than the units."""
    return Advice(Command("done"), "they may give ground")


def german_homes(game: Material) -> list[int]:
    """Where a Russian wins: the western edge, and the towns of the German rear."""
    edge: list[int] = np.nonzero(game.edge["west"][: game.board.hexes])[0].tolist()
    return [*edge, *(game.places[name] for name in RUSSIAN_GOALS if name in game.places)]


def careful_orders(match: Match) -> Advice:
    """Whoever stands where a Russian would win does not retreat: a D1 does not open the place then."""
    p = match.play
    homes, able = {*german_homes(p.game)}, attacks.can_stand(p, ())
    last = tuple(unit for unit in able if p.s.loc[unit] in homes)
    return Advice(Command("stand", last), "whoever comes in here has won") if last else orders(match)


def exchange(match: Match) -> Advice:
    sight = Sight(match)
    battle = sight.s.battle
    assert battle is not None
    game = sight.game
    there = [u for hex in battle.targets for u in defenders_in(sight.p, hex, battle.side)]
    if any(game.is_tank[u] or game.is_army[u] for u in there):
        return Advice(Command("decline"), "panzers and armies are not for exchange")
    return Advice(Command("accept"), "a fair exchange")


def losses(match: Match) -> Advice:
    """The cheapest unit that settles the bill, or else the cheapest."""
    p = match.play
    battle = p.s.battle
    assert battle is not None
    assert battle.bill is not None
    factors, able = dict(battle.attack), results.payable(p, ())
    enough = [u for u in able if factors[u] >= battle.bill.owed]
    unit = min(enough or able, key=lambda u: (p.game.is_army[u], factors[u] + 0.5 * p.game.is_tank[u], u))
    return Advice(Command("lose", (unit,)), "the least that pays")


def casualties(match: Match) -> Advice:
    """Of equal losses those that hurt least: no armies of the German, no armour, nothing that cannot come back."""
    game = match.play.game

    def price(unit: int) -> tuple[bool, bool, bool, int]:
        german_army = game.is_army[unit] and game.side_of[unit] == GERMAN
        return german_army, "cross" in game.types[unit].traits, game.is_tank[unit], unit

    return Advice(Command("lose", (min(giveable(match.play, ()), key=price),)), "the least of equal losses")


def push(match: Match) -> Advice:
    """As far as possible: it empties the hex and may drive the enemy into worse."""
    return Advice(Command("push", number=max(retreat.possible_pushes(match.play))), "as far as they go")


def careful_push(match: Match) -> Advice:
    """As far as possible, but not to where the enemy would win."""
    p, game = match.play, match.play.game
    battle, able = p.s.battle, retreat.possible_pushes(p)
    assert battle is not None
    gap = min(game.far[hex][goal] for hex in battle.targets for goal in german_homes(game))
    short = [number for number in able if number < gap] if battle.side == GERMAN else list(able)
    if short and max(short) == max(able):
        return push(match)
    return Advice(Command("push", number=max(short, default=min(able))), "no farther: he must not be driven to where he wins")


def retreats(match: Match) -> Advice:
    """Towards supply, towns and friends, away from enemy zones; of one's own will only out of danger."""
    sight = Sight(match)
    p = sight.p
    battle = p.s.battle
    assert battle is not None
    unit = retreat.retreating(p, ())[0]
    net = network(p, sight.side)
    threatened = list(battle.origins)

    def worth(hex: int) -> float:
        shelter = 1.5 * bool(sight.game.settled[hex]) + 0.8 * bool(sight.game.forest[hex])
        crowd = 0.0 if has_room(p, unit, hex) else -2.5
        return 2.0 * bool(net[hex]) + shelter + crowd + 0.7 * sight.distance(hex, threatened) + 0.001 * hex

    hexes = retreat.retreat_hexes(p, (unit,))
    best = max(hexes, key=worth)
    here = p.s.loc[unit]
    if not retreat.is_forced(p):
        flight = next(f for f in battle.fleeing if f.unit == unit)
        stuck = in_enemy_zone(p, here, sight.side) and not sight.game.settled[here]
        if flight.gone >= 2 or not stuck or worth(best) <= worth(here):
            return Advice(Command("stay"), "the ground is held")
    return Advice(Command("retreat", (unit,), (best,)), "towards supply and friends")


def advances(match: Match) -> Advice:
    """Panzers drive on, the others follow into the hex that was won."""
    sight = Sight(match)
    p = sight.p
    late = advance.must_advance(p)
    goal = sorted(sight.enemies)
    best: tuple[float, Command] | None = None
    for unit in late or advance.victors(p):
        here = p.s.loc[unit]
        for path in advance.ways(p, unit):
            if not has_room(p, unit, path[-1]) or (late and path[0] not in advance.vacated(p, p.s.battle)):  # type: ignore[arg-type]
                continue
            if sight.side == GERMAN:
                gain = sight.ground.march[here] - sight.ground.march[path[-1]] - 1.5 * (not sight.fed[path[-1]])
            else:
                gain = sight.distance(here, goal) - sight.distance(path[-1], goal) - 4.0 * (not sight.fed[path[-1]])
            gain += 1.5 * bool(sight.game.settled[path[-1]]) + 20.0 * (path[-1] == sight.game.moscow)
            gain -= 0.6 * (sight.game.is_army[unit] and sight.side == GERMAN)
            if best is None or gain > best[0]:
                best = gain, Command("advance", (unit,), path)
    if best is not None and (late or best[0] > 0):
        return Advice(best[1], "forward while the way is open")
    if late:
        return Advice(Command("advance", (late[0],), advance.ways(p, late[0])[0]), "the hex must be held")
    return Advice(Command("stay"), "far enough")


def intercept(match: Match) -> Advice:
    """The Luftwaffe meets everything; Russian fighters rise where Moscow or a strong stack is bombed."""
    sight = Sight(match)
    p = sight.p
    mission = p.s.mission
    assert mission is not None
    able = aircraft.interceptors(p, ())
    if sight.side == GERMAN and able:
        return Advice(Command("intercept", (able[0],)), "two to one in our favour")
    fighters = [u for u in able if sight.game.is_fighter[u]]
    if fighters:
        return Advice(Command("intercept", (fighters[0],)), "over Moscow")
    if able and is_good(p) and p.s.turn <= 2 and len(p.units(mission.target, RUSSIAN)) > 1:
        return Advice(Command("intercept", (able[0],)), "to spare a strong stack")
    return Advice(Command("pass"), "not worth a front aviation")
