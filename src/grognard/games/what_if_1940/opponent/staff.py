"""Everything that is decided between movement and combat, and inside a battle."""

from __future__ import annotations

from collections.abc import Sequence

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ...assault.battle import the_battle
from ...assault.odds import column
from ..rules import combat_odds, combat_results, retreat, stacking
from ..state import ALLIED, ATTACKER, BELGIAN, DEFENDER, GERMAN, SOVIET
from . import attacks, goals
from .sight import Sight

#: Armies that keep Finland quiet (12.6).
ARCTIC_WATCH = 3
#: From this turn on the Strategic Reserve is sent to the east: the Soviets will hardly invade Romania any more.
RESERVE_GOES_EAST = 4
#: Enemies in Germany so near to a city of the Ruhr endanger it; a corps so far from any Soviet can be spared.
DANGER, IDLE = 3, 6
#: The German suppresses the Soviet aircraft for a drop on Moscow once somebody stands so near to it.
NEAR_MOSCOW = 3


def set_up(match: Match) -> Advice:
    options = match.legal_commands()
    to_place = match.step.name == "setup.last" and options.units("place")  # done may be said though something is left
    if not to_place and "done" in {verb.name for verb in options.verbs} and match.check(Command("done")) is None:
        return Advice(Command("done"), "everything stands where it should")
    return Advice(Command("proposed"), "the set-up that is proposed")


def order(match: Match) -> Advice:
    """Fight first when good attacks are at hand and the enemy is close; else the enemy must be reached first."""
    sight = Sight(match)
    east = [
        u for u in sight.game.pieces_of_side[GERMAN] if sight.s.loc[u] < sight.board.hexes and sight.game.east[sight.s.loc[u]]
    ]
    busy = sum(goals.threatened(sight, sight.s.loc[u]) for u in east)
    if busy * 3 > len(east) * 2:
        return Advice(Command("order", word="fight-move"), "the armies are locked, and fighting first adds a column")
    return Advice(Command("order", word="move-fight"), "the enemy must be reached before he can be fought")


def air(match: Match) -> Advice:
    """The Soviet aircraft is shut out when paratroops could come down on Moscow."""
    sight = Sight(match)
    game, s = sight.game, sight.s
    ready = s.loc[game.flieger] == game.box["reserve-eligible"] and s.control[game.moscow] == SOVIET and s.air[SOVIET]
    away = sight.field([game.moscow], ~game.east_land)
    close = any(away[s.loc[unit]] <= NEAR_MOSCOW for unit in game.pieces_of_side[GERMAN])
    if ready and close and s.air[GERMAN]:
        return Advice(Command("suppress", word="soviet"), "paratroops need a free sky over Moscow")
    return Advice(Command("done"), "the aircraft are wanted over the front")


def transfer(match: Match) -> Advice:
    """Corps leave the box for cities of the Ruhr that are in danger; for the east once Romania seems safe. While the Ruhr is in
    danger and the box is empty, corps far behind the front in the east are called back."""
    p, sight = match.play, Sight(match)
    options = match.legal_commands()
    eligible, weak = options.units("deploy"), weak_cities(sight)
    if weak and eligible:
        hexes = options.hexes("deploy", (eligible[0],))
        wanted = [hex for hex in weak if hex in hexes]
        if wanted:
            return Advice(Command("deploy", (eligible[0],), (wanted[0],)), "the Ruhr must be held")
    if weak and not eligible and not p.s.count[GERMAN][p.game.box["reserve-arrived"]]:
        idle = _behind_the_front(sight, options.units("recall"))
        if idle:
            return Advice(Command("recall", tuple(idle)), "the east can spare them, and the Ruhr cannot wait")
    if p.s.turn >= RESERVE_GOES_EAST and eligible:
        hexes = [hex for hex in options.hexes("deploy", (eligible[0],)) if p.game.east[hex]]
        if hexes:
            away = sight.field([p.game.moscow], ~p.game.east_land)
            near = min(hexes, key=lambda hex: (int(away[hex]), hex))
            return Advice(Command("deploy", (eligible[0],), (near,)), "as near to Moscow as the Rollbahn carries it")
    return Advice(Command("done"), "the reserve stays ready")


def weak_cities(sight: Sight) -> list[int]:
    """Cities of the Ruhr with room for a corps and enemies near, the most endangered first."""
    game, s = sight.game, sight.s
    allies = [s.loc[u] for side in (ALLIED, BELGIAN) for u in game.pieces_of_side[side] if 0 <= s.loc[u] < sight.board.hexes]
    abroad = [hex for hex in allies if game.in_germany_west[hex]]
    ruhr = game.ruhr.nonzero()[0].tolist()
    near = {hex: min((sight.board.distance(hex, other) for other in abroad), default=99) for hex in ruhr}
    weak = [hex for hex, far in near.items() if far <= DANGER and s.count[GERMAN][hex] < 2]
    return sorted(weak, key=lambda hex: (near[hex], int(s.count[GERMAN][hex]), hex))


def _behind_the_front(sight: Sight, corps: Sequence[int]) -> list[int]:
    """The two corps in the east that are farthest from any Soviet."""
    game, s = sight.game, sight.s
    soviets = [s.loc[u] for u in game.pieces_of_side[SOVIET] if 0 <= s.loc[u] < sight.board.hexes]
    east = [u for u in corps if 0 <= s.loc[u] < sight.board.hexes and game.east[s.loc[u]]]
    far = {u: min((sight.board.distance(s.loc[u], hex) for hex in soviets), default=99) for u in east}
    return sorted((u for u in east if far[u] >= IDLE), key=lambda u: (-far[u], u))[:2]


def reaction(match: Match) -> Advice:
    corps = match.legal_commands().units("romania")
    if corps:
        return Advice(Command("romania", tuple(corps)), "Ploesti must not be lost")
    return Advice(Command("done"), "nobody is left to send")


def done(match: Match) -> Advice:
    return Advice(Command("done"), "nothing to be gained here")


def redeploy(match: Match) -> Advice:
    """Armies of June come to Moscow and Leningrad early."""
    p = match.play
    track = [u for u in match.legal_commands().units("redeploy") if p.s.loc[u] >= p.game.board.hexes]
    hexes = match.legal_commands().hexes("redeploy", (track[0],)) if track else ()
    wanted = [hex for hex in (p.game.moscow, p.game.leningrad) if hex in hexes]
    if wanted:
        return Advice(Command("redeploy", (track[0],), (wanted[0],)), "the capital first")
    return Advice(Command("done"), "the rest comes in its time")


def overstacked(match: Match) -> Advice:
    p = match.play
    side, hex = p.frame.args
    units = sorted(p.units(hex, side), key=lambda u: (p.s.steps[u], u))
    return Advice(Command("eliminate", tuple(units[: max(1, stacking.excess(p, units, hex))])), "somebody has to go")


# ---------------------------------------------------------------- Soviet grand strategy


def arctic(match: Match) -> Advice:
    """Three armies keep Finland out of the war."""
    p = match.play
    missing = ARCTIC_WATCH - p.s.count[SOVIET][p.game.box["arctic"]]
    armies = match.legal_commands().units("join") if not p.s.finland else ()
    if missing > 0 and armies:
        return Advice(Command("join", tuple(armies[:missing])), "Finland is watched")
    return Advice(Command("done"), "the border is quiet")


def southwest(match: Match) -> Advice:
    """Prepare; invade a Romania that is held weakly or not at all, else the Juggernauts are wanted at Moscow."""
    p, options = match.play, match.legal_commands()
    fresh = options.units("prepare")
    if fresh:
        return Advice(Command("prepare", tuple(fresh)), "ready to march")
    armies = options.units("invade")
    reserve, romania = p.game.box["reserve-eligible"], p.game.box["romania"]
    against = p.s.count[GERMAN][reserve] * (not p.s.count[SOVIET][romania]) + p.s.count[GERMAN][romania]
    if armies and not p.s.ploesti and len(armies) + p.s.count[SOVIET][romania] > against + 1:
        return Advice(Command("invade", tuple(armies)), "Ploesti is weakly held")
    leaving = options.units("leave")
    if leaving:
        return Advice(Command("leave", tuple(leaving)), "wanted before Moscow")
    return Advice(Command("done"), "the south is quiet")


def arrivals(match: Match) -> Advice:
    """Moscow, Leningrad and the cities before them are filled first; forts go around Moscow."""
    p, options, sight = match.play, match.legal_commands(), Sight(match)
    away = sight.field([p.game.moscow], ~p.game.east_land)
    hexes = options.hexes("fort") if p.s.forts_left else ()
    if hexes:
        held = min(hexes, key=lambda hex: (not p.s.count[SOVIET][hex], int(away[hex]), hex))
        return Advice(Command("fort", hexes=(held,)), "works before Moscow")
    units = options.units("arrive")
    open_to = options.hexes("arrive", (units[0],)) if units else ()
    if not open_to:
        return Advice(Command("done"), "all who can have arrived")
    posts = goals.soviet_posts(sight)

    def call(hex: int) -> tuple[int, int, int]:
        post = posts.index(hex) if hex in posts else len(posts)
        return post, int(away[hex]), hex

    return Advice(Command("arrive", (units[0],), (min(open_to, key=call),)), "where it will be needed first")


def enter_tanks(match: Match) -> Advice:
    hexes = match.legal_commands().hexes("enter")
    if not hexes:
        return done(match)
    sight = Sight(match)
    away = sight.field(sight.game.ruhr.nonzero()[0].tolist(), ~sight.game.west)
    return Advice(Command("enter", hexes=(min(hexes, key=lambda hex: (int(away[hex]), hex)),)), "nearest to the Ruhr")


def replace(match: Match) -> Advice:
    sight = Sight(match)
    units = match.legal_commands().units("replace")
    if not units:
        return Advice(Command("done"), "nobody is left to be made whole")
    best = max(units, key=lambda u: (sight.attack_of(u), -u))
    return Advice(Command("replace", (best,)), "the strongest first")


# ---------------------------------------------------------------- in a battle


def support(match: Match) -> Advice:
    """Enough aircraft to reach the last column in attack, or to spoil an attack on what must be held."""
    p, battle = match.play, the_battle(match.play)
    sight = Sight(match)
    left, party = p.s.air[p.frame.side], p.frame.args[0]
    reckoned = combat_odds.reckon(p.game, combat_odds.facts_of(p, battle))
    now = column(*reckoned.factors()) + reckoned.shift
    dear = battle.target < p.game.board.hexes and (battle.target == p.game.moscow or bool(p.game.ruhr[battle.target]))
    if party == ATTACKER:
        wanted = max(0, p.game.results.last - now)
        number = min(left, wanted if dear else min(wanted, 1))
    else:
        number = left if dear else min(left, 1 if now >= 1 and sight.steps(battle.defenders) > 1 else 0)
    return Advice(Command("air", number=number), "aircraft where they tip the scale")


def convert(match: Match) -> Advice:
    """A bloodbath where one wins it, else a step."""
    p = match.play
    mine, theirs = (combat_results.steps(p, combat_results.involved(p, party)) for party in (ATTACKER, DEFENDER))
    word = "bb" if mine > max(1, theirs) else "al1"
    return Advice(Command("result", word=word), "blood for ground" if word == "bb" else "it is not worth more")


def stand(match: Match) -> Advice:
    """Whole corps in the west hold their ground; others go back."""
    p = match.play
    battle = the_battle(p)
    whole = [u for u in combat_results.involved(p, DEFENDER) if p.s.steps[u] == 2]
    if whole and (p.game.west[battle.target] or not any(retreat.open_hexes(p, u, battle.target) for u in whole)):
        return Advice(Command("lose", (whole[0],)), "not a step back")
    return Advice(Command("retire"), "ground is cheaper than men")


def exchange(match: Match) -> Advice:
    return Advice(Command("exchange", number=1), "as little blood as possible")


def losses(match: Match) -> Advice:
    """Whole units before worn ones, the weakest of them first."""
    sight = Sight(match)
    units = combat_results.losing_units(sight.p, ())
    worst = min(units, key=lambda u: (sight.s.steps[u] == 1, sight.attack_of(u), u))
    return Advice(Command("lose", (worst,)), "the loss that hurts least")


def first(match: Match) -> Advice:
    """What the rules leave no real choice about."""
    return Advice(next(iter(match.legal_commands())), "one way is as good as another")


def advance(match: Match) -> Advice:
    """Into what is worth holding; worn corps of the Anglo-French stay behind."""
    sight, battle = Sight(match), the_battle(match.play)
    able = attacks.sound(sight, match.legal_commands().units("advance"))
    fed = [u for u in able if sight.within_supply(u)[battle.target]]
    if not fed or (sight.side == SOVIET and not sight.game.city[battle.target]):
        return Advice(Command("stay"), "no need to go further")
    chosen: list[int] = []
    for unit in sorted(fed, key=lambda u: (-sight.s.steps[u], -sight.attack_of(u), u)):
        if stacking.fits(sight.p, [*chosen, unit], battle.target):
            chosen.append(unit)
    return Advice(Command("advance", tuple(chosen)), "the ground is ours")
