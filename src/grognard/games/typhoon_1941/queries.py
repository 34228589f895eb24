"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from ...core.aids import Chart, ChartRow, Code, combat_chart
from ...core.answers import Losses, Odds, Reach, ReachedHex, ShiftView, Supply, ZonesOf
from ...core.errors import Illegal, refusal
from ...core.seats import Eyes
from ...core.shown import AircraftView, BattleView, HoldingView, Line, PhaseView, Sky, Status, TurnView
from ...core.sight import Sight
from ...core.strip import Phase, strip
from .material import Material, P
from .rules import attacks, movement
from .rules import odds as reckoner
from .rules import supply as supply_rules
from .rules.aircraft import is_ready
from .rules.condition import has, on_map
from .rules.weather import forecast
from .rules.zones import zones, zones_of_open_pieces
from .state import ATTACKED, BONUS, DISRUPTED, FLOWN, GERMAN, HIDDEN, MOVED, RESTING, RUSSIAN, Attack, Battle


def _hexes(half_hexes: int) -> float:
    return half_hexes // 2 if half_hexes % 2 == 0 else half_hexes / 2


def reach(p: P, units: Sequence[int]) -> Reach:
    """Cost (in hexes) of every hex the units can get to together, and what stops them there."""
    names = p.game.board.names
    try:
        for unit in units:
            movement.check_mover(p, unit)
    except Illegal as refusal:
        return Reach({}, rule=refusal.rule, why=refusal.why)
    marches = [movement.march_of(p, u).reach() for u in units]
    common = set.intersection(*(set(m.ends) for m in marches))
    zone = zones(p, p.foe(p.side_of(units[0]))).controlled
    gait = movement.gait_of(p, units[0])
    hexes = {}
    for hex in sorted(common):
        cost = max(m.costs[hex] for m in marches)
        path = marches[0].path(hex)
        before = path[-2] if len(path) > 1 else p.s.loc[units[0]]
        hexes[names[hex]] = ReachedHex(_hexes(cost), names[before], zone=bool(zone[hex]), bonus=cost > gait.budget)
    return Reach(hexes, names[p.s.loc[units[0]]], _hexes(gait.budget), _hexes(gait.bonus))


def supply(p: P, unit: int, eyes: Eyes) -> Supply:
    """Supplied or not, and why, as far as these eyes see."""
    names = p.game.board.names
    hex, side = p.s.loc[unit], p.side_of(unit)
    if not on_map(p, unit):
        return Supply(True, "not on the map")
    if p.game.is_para[unit]:
        return Supply(True, "a parachute korps", "supply.5", [names[hex]])
    if _is_supplied(p, unit, eyes):
        path = [names[hex]]
        why = "traces to a map edge, a road or railway to it, or Moscow"
        if side == GERMAN:
            near = min(supply_rules.working_armies(p), key=lambda a: p.game.board.distance(p.s.loc[a], hex))
            path.append(names[p.s.loc[near]])
            why = f"traces to {p.game.types[near].name}"
        return Supply(True, why, "supply.1", path)
    why = "no army with a line of its own within reach" if side == GERMAN else "no way to a source"
    return Supply(False, why, "supply.2" if side == GERMAN else "supply.1")


def _is_supplied(p: P, unit: int, eyes: Eyes) -> bool:
    """Is a unit in supply: in truth to its own side, as it seems to others?"""
    return (supply_rules.supplied if p.side_of(unit) in eyes else supply_rules.seems_supplied)(p, unit)


# ---------------------------------------------------------------- odds


def table_odds(game: Material, attack: int, defence: int, shift: int) -> Odds:
    """Bare factors and a shift on the ground table."""
    base = reckoner.base_column(attack, defence) if defence else reckoner.HIGHEST
    column = min(base + shift, reckoner.highest_column(base))
    results = _chances(game, column) if column >= reckoner.LOWEST else {}
    return Odds(attack, defence=defence, odds={reckoner.column_name(game, column): 1.0}, results=results)


def _chances(game: Material, column: int) -> dict[str, float]:
    rolls = Counter(reckoner.table_result(game, column, row) for row in range(1, 7))
    return {result: round(count / 6, 4) for result, count in rolls.items()}


_CODES = (
    Code("AE", "attacker eliminated", -1, "results.13"), Code("AD", "attacker disrupted", -1, "results.12"),
    Code("D/AE", "defender disrupted, attacker eliminated", -1, "results.14"), Code("X", "exchange", 0, "results.7"),
    Code("X/2", "exchange, half for the attacker", 1, "results.9"), Code("D", "defender disrupted", 1, "results.5"),
    Code("D1", "disrupted, retreats a hex", 1, "results.4"), Code("D2", "disrupted, retreats two hexes", 1, "results.2"),
    Code("D3", "disrupted, retreats three hexes", 1, "results.2"), Code("DE", "defender eliminated", 1, "results.1"),
)  # fmt: skip


def aids(game: Material) -> list[Chart]:
    """The ground table and what moves how far in which weather."""
    ground, movement = game.tables["ground"], game.tables["movement"]
    columns = {name: [row[k] for row in ground["rows"]] for k, name in enumerate(ground["columns"])}
    notes = ["The numbers are those of scale A; on scale B they run the other way (6 is best)."]
    weathers = [key for key, value in movement.items() if isinstance(value, dict)]
    kinds = list(movement[weathers[0]])
    rows = [ChartRow(kind.capitalize(), [str(movement[weather][kind]) for weather in weathers]) for kind in kinds]
    march = Chart("movement", "Movement in hexes", [weather.replace("-", " ") for weather in weathers], rows, "move.2")
    return [combat_chart(columns, _CODES, "crt.1", notes), march]


def _rolls(p: P) -> dict[str, list[str]]:
    """By column what the die brings, its faces in their order on the scale of the match."""
    columns = p.game.tables["ground"]["columns"]
    rows = [reckoner.row_of(p, die) for die in range(1, 7)]
    return {name: [reckoner.table_result(p.game, k, row) for row in rows] for k, name in enumerate(columns)}


def odds(p: P, target: int, units: Sequence[int], press: int, eyes: Eyes) -> Odds:
    """Factors, shifts, column and chances, from what these eyes see. `air` is how far the attack is pressed.

    A hidden defender counts as the average of all Russian pieces that do not lie open on the map.
    """
    side = p.side_of(units[0])
    made = Attack((target,), tuple(units), tuple(dict.fromkeys(p.s.loc[u] for u in units)))
    hidden = [u for u in p.foes(target, side) if has(p, u, HIDDEN) and p.side_of(u) not in eyes]
    name, why_not = p.game.board.names[target], refusal(attacks.check_attack, p, (target,), units)
    rule, why = (why_not.rule, why_not.why) if why_not else ("", "")
    facts = reckoner.facts_of(p, made, side, unseen=hidden, guess=hidden_average(p))
    if any(p.game.board.direction(h, target) < 0 for h in made.origins):
        return Odds(sum(reckoner.attack_factor(p.game, attacker) for attacker in facts.attackers), name, rule=rule, why=why)
    promised = _promise(p, reckoner.reckon(p.game, facts), press, side)
    return msgspec.structs.replace(promised, target=name, hidden=len(hidden), rule=rule, why=why)


def _promise(p: P, reckoning: reckoner.Reckoning, press: int, side: int) -> Odds:
    """Factors, shifts, columns, the chance of every result, and the factors that either side must expect to lose."""
    attack, defence = reckoning.totals
    shifts = [*reckoning.shifts, *dict.fromkeys(s for _, _, own in reckoning.groups for s in own)]
    columns: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for row in range(1, 7):
        for _, net, _ in reckoning.groups[:1]:
            column = reckoner.pressed_column(reckoning, net, row, press, side)
            columns[reckoner.column_name(p.game, column)] += 1
            results[reckoner.table_result(p.game, column, row)] += 1
    losses = [(n, *_losses(result, attack, defence)) for result, n in results.items()]
    return Odds(
        attack, defence=round(defence, 2), shifts=[ShiftView(s.columns, s.why, s.rule) for s in shifts],
        odds={name: round(n / 6, 4) for name, n in columns.items()},
        results={result: round(n / 6, 4) for result, n in results.items()},
        expected=Losses(
            attacker=round(sum(n * own for n, own, _ in losses) / 6, 2),
            defender=round(sum(n * theirs for n, _, theirs in losses) / 6, 2),
        ),
        measure="factors", ladder=list(p.game.tables["ground"]["columns"]), rolls=_rolls(p),
    )  # fmt: skip


def _losses(result: str, attack: int, defence: float) -> tuple[float, float]:
    """Factors lost by attacker and defender, if the defender has a way to retreat."""
    covered = min(attack, defence)
    if result.endswith("AE"):
        return covered, 0.0
    if result.startswith("X"):
        return covered / (2 if result == "X/2" else 1), covered
    return 0.0, defence if result == "DE" else 0.0


def zones_of(p: P, side: int, eyes: Eyes) -> ZonesOf:
    """Zones of control as these eyes see them: those of hidden pieces are possible, not certain."""
    hexes, names = p.game.board.hexes, p.game.board.names
    whole = zones(p, side).controlled[:hexes]
    hides = side == RUSSIAN and side not in eyes
    sure = zones_of_open_pieces(p, side).controlled[:hexes] if hides else whole
    listed = [[names[hex] for hex in mask.nonzero()[0].tolist()] for mask in (sure, whole & ~sure)]
    return ZonesOf(p.game.sides[side], listed[0], listed[1], "zoc.1", stops=True)


def hidden_average(p: P) -> float:
    """Mean defence of Russian pieces that do not lie open on the map: what anybody can work out."""
    pool = [p.game.defence[u] for u in p.game.ground_of[RUSSIAN] if not on_map(p, u) or has(p, u, HIDDEN)]
    return sum(pool) / len(pool) if pool else 0.0


# ---------------------------------------------------------------- at a glance


_GOALS = ("Moscow", "Voronezh", "Smolensk", "Roslavl", "Glukhov", "Tula", "Kalinin", "Kaluga", "Orel", "Kursk")
_BEFORE, _AFTER = ("Attack before movement", "attack.begin"), ("Attack after movement", "attack.begin")
_MOVE = "Movement", "move.begin"
_CLOSING = {GERMAN: [("Supply", "german.supply"), ("Recovery", "german.recovery")],
            RUSSIAN: [("Supply", "russian.supply"), ("Recovery", "russian.recovery")]}  # fmt: skip


def _phases(p: P) -> list[PhaseView]:
    """The player-turn, A.1 to A.5 or B.1 to B.6."""
    s, side = p.s, p.s.active
    if not s.turn:
        return []
    if side == RUSSIAN:
        return strip(p, [("Reinforcement", "reinforcement"), _BEFORE, _MOVE, _AFTER, *_CLOSING[side]])
    return strip(p, [("Orders", "orders"), _BEFORE, _MOVE, _AFTER, *_second(p), *_CLOSING[side]])


def _second(p: P) -> list[Phase]:
    """The second operational phase: one word while it is to come or to be decided, two phases once it has begun."""
    steps = {frame.step for frame in p.s.flow}
    if "second.begin" in steps or "offensive" in steps:
        may = p.s.turn == 1 or (p.s.turn >= 4 and not p.s.offensive)
        return [("Second offensive", "offensive" if "offensive" in steps else "second.begin")] if may else []
    attacks_to_come = any(frame.step == "attack.begin" and frame.args[0] == "second" for frame in p.s.flow)
    under_way = p.s.turn == 1 or p.s.phase == "second" or attacks_to_come
    return [("Second movement", "move.begin"), ("Second attack", "attack.begin")] if under_way else []


#: what the weather of the game is drawn as
_SKY: dict[str, Sky] = {"good": "clear", "mud": "mud", "hard-frost": "frost", "snow": "snow"}


def status(p: P, eyes: Eyes) -> Status:
    """Weather, aircraft, orders, and how the game stands; pools are the Russian's own business."""
    s, game = p.s, p.game
    goals = [(name, game.places[name]) for name in _GOALS if name in game.places]
    return Status(
        active=game.sides[s.active],
        phases=_phases(p),
        weather=s.weather.replace("-", " "),
        aircraft=[_ready(p, side) for side in (GERMAN, RUSSIAN)],
        places=[HoldingView(game.board.names[hex], name, game.sides[s.control[hex]]) for name, hex in goals],
        lines=[*_orders(p, eyes)],
        battle=_battle(p, s.battle, eyes) if s.battle is not None else None,
        track=[_box(n, name, forecast(p, n)) for n, name in game.track.items()],
        sky=_SKY.get(s.weather, ""),
    )


def _ready(p: P, side: int) -> AircraftView:
    units = [p.game.pieces[u].handle for u in p.game.air_of[side] if is_ready(p, u)]
    return AircraftView(p.game.sides[side], len(units), units)


def _box(number: int, name: str, weather: str) -> TurnView:
    word = weather.replace("-", " ")
    lines = [Line("Weather", word, "weather.9", short=word)] if word else []
    return TurnView(number, name, lines, _SKY.get(weather, ""))


def _orders(p: P, eyes: Eyes) -> Iterator[Line]:
    """What has been ordered and flown, and what has been won."""
    s = p.s
    yield Line("Numbers of the die", "1 is best for the attacker" if p.option("die") == "A" else "6 is best for the attacker")
    if s.stand:
        yield Line("No Retreat!", "ordered", "surrounded.3")
    yield Line("Second offensive phase", "used" if s.offensive else "to come" if s.turn > 1 else "this turn")
    if RUSSIAN in eyes and (s.infantry or s.tanks):
        yield Line("Replacement factors", f"infantry {s.infantry}, tanks {s.tanks}", "replacement.2")
    if s.level:
        yield Line("Victory", f"{s.level}, worth {s.worth}", "victory.1")
    if s.mission is not None:
        yield Line("Air mission", s.mission.kind, "air.1", hexes=[p.game.board.names[s.mission.target]])


def _battle(p: P, battle: Battle, eyes: Eyes) -> BattleView:
    names = p.game.board.names
    attackers, unseen = Sight(p, eyes).named(battle.attackers)
    results = list(dict.fromkeys(group.result for group in battle.groups if group.result))
    lines = [Line("Pressed", str(battle.press))] if battle.press else []
    return BattleView([names[h] for h in battle.targets], attackers, unseen, battle.press, results, lines)


_WORDS = {DISRUPTED: "disrupted", HIDDEN: "hidden", MOVED: "moved", ATTACKED: "attacked", BONUS: "bonus", RESTING: "inactive"}


def unit_state(p: P, unit: int, eyes: Eyes) -> list[str]:
    """Words for what a unit has done and whether it is supplied."""
    if not on_map(p, unit):
        return ["flown"] if has(p, unit, FLOWN) else []
    found = [word for flag, word in _WORDS.items() if has(p, unit, flag)]
    if p.s.turn and not p.game.is_dummy[unit] and not _is_supplied(p, unit, eyes):
        found.append("out of supply")
    return found
