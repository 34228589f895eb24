"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...core.answers import Losses, Odds, Reach, Supply
from ...core.errors import refusal
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import AircraftView, AllowanceView, BattleView, CountView, Line, Status, TurnView
from ...core.sight import Sight
from ...core.strip import Phase
from ..assault import outlook
from ..assault.glance import battle_view, phase_strip
from ..assault.outlook import shortest_way, things_done
from ..assault.reckoning import Belief, among
from .material import P
from .rules import combat_odds, mobile_assault, movement, prepared_assault, victory
from .rules import supply as supply_rules
from .rules.combat_odds import Face
from .rules.sequence import pausing
from .rules.withdrawals import is_waived
from .state import AREA, FORTRESS, GERMAN, HERO, LAUNCHED_ON, SOVIET, WALL, Battle

#: markers on the map, with the rules that speak of them
_WORKS = (
    ("Fortified lines", WALL, "11.21a"), ("Hero cities", HERO, "9.1"), ("Fortress cities", FORTRESS, "9.2"),
    ("Fortified area", AREA, "8.18a"),
)  # fmt: skip


def reach(p: P, units: Sequence[int]) -> Reach:
    """Where units can go together, and which enemy hexes they could assault."""
    return outlook.reach(
        p, units, movement.check_stack, movement.march_of, mobile_assault.targets_of, mobile_assault.assault_cost
    )


_WHY = {
    "overland": ("a regular overland supply line", "7.3"), "offensive": ("overland and offensive supply", "7.10"),
    "coastal": ("supply by sea, for defence only", "7.5"), "crimea": ("Crimea supply through Sevastopol", "7.4c"),
    "garrison": ("garrison supply of its city", "7.6"), "aerial": ("supply by air, for defence only", "7.7"),
    "none": ("no supply line and no other supply", "7.16"),
}  # fmt: skip


def supply(p: P, unit: int) -> Supply:
    """The supply state of a unit, with the way to its source if it has an overland line."""
    hex = p.s.loc[unit]
    if not 0 <= hex < p.game.board.hexes:
        return Supply(True, "not on the map")
    state = supply_rules.state_of(p, unit)
    why, rule = _WHY[state]
    path = _line(p, p.side_of(unit), hex) if state in ("overland", "offensive") else []
    return Supply(state != "none", why, rule, [p.game.board.names[h] for h in path], state)


def _line(p: P, side: int, hex: int) -> list[int]:
    """A supply line hex by hex, through the cities that bind the German in the south-east."""
    lines = p.game.lines
    junctions = []
    if side == GERMAN:
        junctions += [lines.rostov_city] if lines.rostov[hex] else []
        junctions += [lines.dp_city] if lines.dp[hex] else []
    line = [hex]
    for goals in ([city] for city in junctions):
        line += _way(p, side, line[-1], goals)[1:]
    return line + _way(p, side, line[-1], lines.sources[side].tolist())[1:]


def _way(p: P, side: int, start: int, goals: Sequence[int]) -> list[int]:
    """A shortest way along which supply may run; empty when there is none."""
    open_sides, closed = p.game.lines.open[side], supply_rules.closed(p, side)
    return shortest_way(p.game.board.rows, start, goals, lambda here, way, near: bool(open_sides[here, way] and not closed[near]))


# ---------------------------------------------------------------- odds


def odds(p: P, target: int, units: Sequence[int], air: int, eyes: Eyes) -> Odds:
    """Factors, shifts, the spread of final odds and the chance of each result, from what these eyes see.

    A Soviet unit the German cannot see could be any of those in play that he cannot see.
    """
    mobile = bool(p.s.flow) and p.s.flow[-1].step == "movement"
    side = p.side_of(units[0])
    origins = tuple(sorted({p.s.loc[u] for u in units}))
    why_not = refusal((mobile_assault if mobile else prepared_assault).check_attackers, p, units, target)
    if why_not is not None and p.game.board.direction(origins[0], target) < 0:
        return Odds(target=p.game.board.names[target], mobile=mobile, rule=why_not.rule, why=why_not.why)
    attackers = tuple(combat_odds.before_the_roll(p, u, combat_odds.face_of(p, u)) for u in units)
    defenders = _believed(p, target, p.foe(side), units if mobile else (), eyes)
    setting = combat_odds.setting_of(p, side, target, mobile)
    flown = (air, 0) if side == GERMAN else (0, air)
    reckoning = combat_odds.reckon(p.game, combat_odds.Facts(setting, origins, attackers, defenders, flown))
    losses = _expected_losses(reckoning.chances(p.game.results), units, defenders)
    return outlook.odds(reckoning, p.game.results, p.game.board.names[target], mobile, losses, why_not)


def _believed(p: P, target: int, side: int, without: Sequence[int], eyes: Eyes) -> tuple[Belief[Face], ...]:
    """What the defenders of a hex are, or may be, to these eyes; all that lie under others have the supply of the hex."""
    sight = Sight(p, eyes)
    there = p.units(target, side)
    known = [u for u in there if sight.knows(u)]
    found = [combat_odds.before_the_roll(p, u, combat_odds.face_of(p, u, without)) for u in known]
    if len(known) < len(there):
        fed = supply_rules.state_of(p, there[0], without)
        found += [hidden(p, side, eyes, fed)] * (len(there) - len(known))
    return tuple(found)


def hidden(p: P, side: int, eyes: Eyes, fed: str) -> Belief[Face]:
    """What a unit may be that lies under others."""
    return among([Face(p.s.kind[u], fed) for u in unseen(p, side, eyes)])


@rule("11.7", "2.12a")
def unseen(p: P, side: int, eyes: Eyes) -> list[int]:
    """Units of a side that may lie under others, to these eyes: all that are not to be seen elsewhere and whose turn has
    come, if they do not wait in the reserve."""
    sight = Sight(p, eyes)
    hidden = [u for u in p.game.pieces_of_side[side] if not sight.knows(u)]
    return [u for u in hidden if p.game.calendar.first("arrive", u) <= p.s.turn] or hidden


def _expected_losses(results: Mapping[str, float], units: Sequence[int], enemies: Sequence[Belief[Face]]) -> Losses:
    """Units each side may expect to lose; a bloodbath costs the attacker about as many as the defender."""
    return Losses(
        attacker=round(results["AE"] * len(units) + results["BB"] * min(len(units), len(enemies)), 3),
        defender=round((results["DE"] + results["BB"]) * len(enemies), 3),
    )


# ---------------------------------------------------------------- at a glance


def _before(p: P) -> list[Phase]:
    """What comes before movement and combat."""
    if p.s.active == GERMAN:
        return [("Strategic movement", "strategic")]
    return [("RVGK", "rvgk")] if p.s.turn > 1 else []


def status(p: P, eyes: Eyes) -> Status:
    """Order of phases, victory points, aircraft, markers, and how the game stands."""
    s, game = p.s, p.game
    turn = game.track[min(max(s.turn, 1), 32)]
    allowances = zip(game.sides, (turn.german_movement, turn.soviet_movement), strict=True)
    in_hand = ("Hero city markers in hand", s.heroes), ("Fortress city markers in hand", s.fortresses + s.late_fortresses)
    points = [CountView("German victory points", s.vp)]
    if p.option("forgiveness") == "on":
        points.append(CountView("Forgiveness points", s.forgiveness))
    return Status(
        active=game.sides[s.active],
        phases=phase_strip(p, _before(p), words=["move"] if pausing(p) else None),
        movement=[
            AllowanceView(title, number, side) for side, pair in allowances
            for title, number in zip(("mechanized", "others"), pair, strict=True)
        ],
        aircraft=[AircraftView(game.sides[GERMAN], s.air)],
        points=points,
        boxes=[CountView(title, number) for title, number in in_hand if number],
        lines=[Line("Length of the turn", "one month" if turn.single else "two months", "5.8"), *_markers(p), *_choices(p, eyes)],
        battle=_battle(p, s.battle, eyes) if s.battle is not None else None,
        track=[_box(p, box) for box in game.shown_track],
    )  # fmt: skip


def _battle(p: P, battle: Battle, eyes: Eyes) -> BattleView:
    lines = [Line("With the Luftwaffe", rule="11.23")] if battle.air > 0 else []
    if battle.result == "BB":
        lines.append(Line("Factors owed", str(battle.defence)))
    return battle_view(p, battle, eyes, max(battle.air, 0) if battle.side == GERMAN else 0, lines)


def _markers(p: P) -> Iterator[Line]:
    """Markers on the map: works, offensive and aerial supply, supply in the south."""
    s, names = p.s, p.game.board.names
    for title, bit, chapter in _WORKS:
        hexes = [names[h] for h in (s.arrays.works & bit != 0).nonzero()[0].tolist()]
        if hexes:
            yield Line(title, rule=chapter, hexes=hexes)
    for letter, hex in zip("ABC", s.markers, strict=True):
        if hex >= 0:
            yield Line(f"Offensive supply marker {letter}", rule="7.10", hexes=[names[hex]])
    if s.airlift >= 0:
        yield Line("Aerial supply", rule="7.7", hexes=[names[s.airlift]])
    elif s.turn < s.airlift_from:
        yield Line("Aerial supply", f"possible from turn {s.airlift_from}", "7.7")
    if s.crimea:
        units = ", ".join(p.game.pieces[u].handle for u in s.crimea_units)
        supply = {"coast": "along the coast", "on": "Crimea supply", "off": "Crimea supply is off"}[s.crimea]
        yield Line("Supply in the south", f"{supply}: {units}" if units else supply, "7.4c")


def _choices(p: P, eyes: Eyes) -> Iterator[Line]:
    """What has been decided once for all, as far as these eyes may know it, and what decides the game."""
    s, game = p.s, p.game
    if s.pause:
        yield Line("Paulus Pause", "yes" if s.pause == "pause" else "no", "5.10a")
    if s.bonus_zone:
        yield Line("Fight/move bonus of 1942", f"in the {s.bonus_zone}", "5.6b")
    if s.offensive:
        yield Line("Summer offensive of 1943", f"turn {s.offensive}")
    if s.gambit:
        yield Line("Manstein's Gambit", "declared", "4.17a")
    if s.oder and (GERMAN in eyes or s.turn >= LAUNCHED_ON):
        yield Line("Last offensive", f"Watch on the {s.oder.capitalize()}", "4.18a")
    if s.standing and SOVIET in eyes:
        orders = ", ".join(f"{game.pieces[unit].handle} to {game.board.names[hex]}" for unit, hex in s.standing)
        yield Line("Standing orders of the box", orders, "8.11")
    if s.expedition is not None:
        yield Line("Caucasus expedition", f"{s.expedition.status}, left in turn {s.expedition.launched}", "4.11")
    if victory.is_check_due(p):
        check = game.charts.checks[s.turn]
        wins = f"the German wins with {check.german} or more, the Soviet with {check.soviet} or fewer"
        yield Line("Victory points that decide the game now", wins, "4.14a")


def _box(p: P, box: TurnView) -> TurnView:
    """A box of the turn track as both players see it: as printed, and who has to leave."""
    calendar, pieces = p.game.calendar, p.game.pieces
    leaving = [entry for side in (GERMAN, SOVIET) for entry in calendar.on(box.turn, "withdraw", side) if not is_waived(p, entry)]
    if not leaving:
        return box
    names = ", ".join(entry.kind if entry.unit < 0 else pieces[entry.unit].handle for entry in leaving)
    return TurnView(box.turn, box.name, [*box.lines, Line("Withdrawals", names, "8.17a")])


def unit_state(p: P, unit: int) -> list[str]:
    """Words for what a unit has done and how it is supplied."""
    if not 0 <= p.s.loc[unit] < p.game.board.hexes or not p.s.turn:
        return []
    found = things_done(p, unit)
    state = supply_rules.state_of(p, unit)
    if state != "overland":
        found.append("out of supply" if state == "none" else f"{state} supply")
    return found
