"""Decisions inside a battle: aircraft, losses, conversions, retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ...assault.battle import the_battle
from ..material import STACK_LIMIT
from ..rules.losses import leaves_kampfgruppe
from ..rules.november import must_advance
from ..rules.stacking import room
from ..state import GERMAN, SOVIET, Battle
from .assaults import bloodbath
from .doctrine import Doctrine
from .sight import Sight

#: An aircraft of the defence must spare the defenders so much of a division.
AIR_WORTHWHILE = 0.4


def air(match: Match, doctrine: Doctrine) -> Advice:
    """Aircraft go where they spare the defenders most; the enemy's hidden strength is only estimated."""
    sight, battle = Sight(match), the_battle(match.play)
    spare = sight.air[sight.side]
    if spare and battle.target in sight.game.moscow:
        return Advice(Command("air", number=spare), "everything for Moscow")
    stake = 8.0 if sight.game.city[battle.target] else 1.0 * len(battle.defenders) * (2.0 if sight.side == GERMAN else 1.0)
    before, after = (sight.beaten(battle, number) for number in (0, spare))
    if spare and stake * (before - after) >= AIR_WORTHWHILE * spare:
        return Advice(Command("air", number=spare), "the defenders need every column")
    return Advice(Command("air", number=0), "aircraft would change little here")


def announced(match: Match, doctrine: Doctrine) -> Advice:
    return Advice(Command("fight"), "the odds are as they were judged")


# ---------------------------------------------------------------- losses


def _price(match: Match, unit: int) -> float:
    """What the side loses with the next step of a unit."""
    game, s = match.play.game, match.play.s
    kind, steps = s.kind[unit], s.steps[unit]
    attack, defence = (table[kind][steps] - table[kind][steps - 1] for table in (game.attack, game.defence))
    last = steps == 1 and not leaves_kampfgruppe(match.play, unit)
    return float(attack + 0.6 * defence) + (2.0 if last else 0.0)


def _cheapest(match: Match, units: Sequence[int]) -> int:
    return min(units, key=lambda u: (_price(match, u), u))


def losses(match: Match, doctrine: Doctrine) -> Advice:
    units = match.legal_commands().units("lose")
    if doctrine.garrisons:
        alone = Sight(match).lone_garrisons
        units = [u for u in units if u not in alone] or units
    return Advice(Command("lose", (_cheapest(match, units),)), "the step that costs least")


def convert(match: Match, doctrine: Doctrine) -> Advice:
    """A bloodbath takes as many steps from the attackers as from the defenders."""
    sight, battle = Sight(match), the_battle(match.play)
    if bloodbath(sight, battle.target, len(battle.defenders)) > 0:
        return Advice(Command("result", word="bloodbath"), "the city is worth the blood")
    return Advice(Command("result", word="as"), "too many divisions for one city")


def stand(match: Match, doctrine: Doctrine) -> Advice:
    """German defenders hold with a full division to give a step, or where retreat would lose the game."""
    battle, p = the_battle(match.play), match.play
    unit = _cheapest(match, battle.defenders)
    town = p.game.german_side[battle.target] and (p.game.town[battle.target] or p.game.city[battle.target])
    strong = [u for u in battle.defenders if p.s.steps[u] > 1]
    if strong or town:
        return Advice(Command("lose", (_cheapest(match, strong) if strong else unit,)), "the hex must be held")
    return Advice(Command("retire"), "the last step is worth more than the hex")


# ---------------------------------------------------------------- retreat and advance


def retreat(match: Match, doctrine: Doctrine) -> Advice:
    """Among the hexes the rules leave, the one with friends and without enemies beside it."""
    options = match.legal_commands()
    waiting = tuple(options.units("retreat"))
    p = match.play
    own, foe = p.s.arrays.count[match.side], p.s.arrays.foes[match.side]

    def safety(hex: int) -> tuple[float, int]:
        near = p.game.board.adjacent(hex)
        danger = sum(int(foe[n]) for n in near) - 0.5 * int(own[hex]) - 2.0 * bool(p.game.city[hex] or p.game.fort[hex])
        return danger, hex

    for units in (waiting, *((u,) for u in waiting)):
        allowed = options.hexes("retreat", units)
        if allowed:
            return Advice(Command("retreat", units, (min(allowed, key=safety),)), "the safest way back")
    raise RuntimeError("a retreat that was possible has become impossible")


def advance(match: Match, doctrine: Doctrine) -> Advice:
    """Forward, as long as nobody leaves a post that keeps the front or a pocket closed."""
    sight, battle = Sight(match), the_battle(match.play)
    able = list(match.legal_commands().units("advance"))
    space = room(match.play, sight.side, battle.target)
    if must_advance(match.play):
        able.sort(key=lambda u: (-sight.defence[u], u))
        return Advice(Command("advance", tuple(able[: min(space, len(able))])), "Stalin demands it")
    chosen = _german_advance(sight, battle, able, doctrine) if sight.side == GERMAN else _soviet_advance(sight, battle, able)
    if chosen:
        return Advice(Command("advance", tuple(chosen[:space])), "into the hex that was won")
    return Advice(Command("stay"), "nobody can be spared from his post")


def _soviet_advance(sight: Sight, battle: Battle, able: list[int]) -> list[int]:
    """The line is worth more than ground, a city or an open town behind the German front more than the line."""
    game = sight.game
    wins = game.german_side[battle.target] and (game.town[battle.target] or game.city[battle.target])
    return sorted(able, key=lambda u: -sight.defence[u])[:1] if wins else []


def _german_advance(sight: Sight, battle: Battle, able: list[int], doctrine: Doctrine) -> list[int]:
    if battle.target in sight.game.moscow:
        return able[:1]
    kept = sight.held_cities if doctrine.cities else []
    movers = [u for u in able if sight.mech(u)]
    if doctrine.pursuit and battle.target not in sight.game.other_cities:
        others = sorted([u for u in able if u not in movers], key=lambda u: -sight.defence[u])
        return _spared(sight, battle.target, [*movers, *others[: 0 if movers else 3]], STACK_LIMIT, kept)
    first = movers if movers and sight.order == "fight-move" else sorted(able, key=lambda u: -sight.defence[u])
    most = 5 if first is movers else 1 if sight.order == "fight-move" else 3
    return _spared(sight, battle.target, first, most, kept)


def _spared(sight: Sight, target: int, units: Sequence[int], most: int, kept: Sequence[int]) -> list[int]:
    """As many of the units as may leave their hexes without opening a pocket, a town or a place that is `kept`."""
    chosen: list[int] = []
    cut_off = _cut_off(sight, ())
    left: dict[int, int] = {h: len(stack) for h, stack in sight.stacks.items()}
    for unit in units:
        hex = sight.at[unit]
        if len(chosen) == most:
            break
        empty = [h for h, n in left.items() if n == 0]
        if left[hex] == 1 and (hex in sight.rear_towns or hex in kept or _cut_off(sight, [*empty, hex], target) < cut_off):
            continue
        left[hex] -= 1
        chosen.append(unit)
    return chosen


def _cut_off(sight: Sight, without: Sequence[int], target: int = -1) -> int:
    """Soviet units that would be out of supply."""
    taken = (target,) if target >= 0 else ()
    fed = sight.supply(SOVIET, taken, without)
    return sum(int(sight.foe[h]) for h in sight.enemies if not fed[h])
