"""Short scenarios of our own: a part of the map, some of the armies, a few turns, conditions of their own."""

from __future__ import annotations

from ....core.board import Mask
from ..air_facts import air_war
from ..aircraft import FORCES
from ..counters import Printed
from ..home_front import home
from ..material import LAST_TURN, P
from ..short_scenarios import City, Cut, Entry, Guard, Line, Losses, cut, expand, require_sound
from ..state import AXIS, ISOLATED, ONE, SOVIET
from . import starting_position, supply, surprise_air
from .units import face, ground_units, on_map


def current(p: P) -> Cut | None:
    """The scenario that is played; None in the campaign."""
    return cut(p.game, p.s.scenario) if p.s.scenario else None


def first_turn(p: P) -> int:
    found = current(p)
    return found.said.first if found else 1


def last_turn(p: P) -> int:
    found = current(p)
    return found.said.last if found else LAST_TURN


def outside(p: P) -> Mask | None:
    """Hexes that are not played on; None where all are."""
    found = current(p)
    return found.outside if found else None


def sources(p: P, side: int) -> Mask:
    """Railway hexes on the edge of what is played from which a side draws supply."""
    found = current(p)
    if found is not None:
        return found.sources[side]
    name = "axis-supply" if side == AXIS else "soviet-supply"
    if name not in p.game.kept:
        p.game.kept[name] = p.game.board.mask(name)
    mask: Mask = p.game.kept[name]
    return mask


def takes_part(p: P, group: str) -> bool:
    """Is a group of the orders of battle deployed?"""
    found = current(p)
    return found is None or group in found.said.groups


def has_home_front(p: P) -> bool:
    """Are there replacements, factories and garrisons?"""
    found = current(p)
    return found is None or found.said.replacements


def entry_hexes(p: P, unit: int) -> list[int] | None:
    """Where a unit comes in over the edge of a scenario; None where its order of battle says where it comes."""
    found = current(p)
    if found is None:
        return None
    entry = _entry_of(p, found, unit)
    return [p.game.board.node(hex) for hex in entry.hexes.split()] if entry else None


def _entry_of(p: P, found: Cut, unit: int) -> Entry | None:
    row = p.game.rows[unit]
    group, handle = row.get("group", ""), row["handle"]
    return next((entry for entry in found.said.enter if handle in entry.units or (group and entry.group == group)), None)


def called_away(p: P, side: int) -> list[int]:
    """Units of a side that leave on this turn for other fronts."""
    found = current(p)
    units: list[int] = []
    for leave in found.said.leave if found is not None else ():
        named = [p.game.handles[handle] for handle in leave.units if handle in p.game.handles]
        able = [u for u in named if p.side_of(u) == side and on_map(p, u) and not p.s.flags[u] & ISOLATED]
        units += able[: leave.number] if leave.turn == p.s.turn else []
    return units


# ---------------------------------------------------------------- before the first decision


def cut_out(p: P) -> None:
    """Units that take no part are out of play; those of other armies that come over an edge wait in the boxes of their turns."""
    found = current(p)
    if found is None:
        return
    said, game = found.said, p.game
    require_sound(game, found)
    for unit, row in enumerate(game.rows):
        if game.is_air[unit] or p.s.loc[unit] < 0:
            continue
        entry = _entry_of(p, found, unit)
        if entry is not None:
            p.place(unit, game.calendar.boxes[entry.turn])
        elif said.start is not None or row["handle"] in said.without or not _is_in_play(p, found, unit):
            p.place(unit, game.out_of_play[p.side_of(unit)])
    if not said.replacements:
        p.s.factories = ()
    if said.start is not None:
        starting_position.lay_out(p, found)
        return
    _lay_out_assets(p, found)
    _thin_out_aircraft(p, found)


def open_first_turn(p: P) -> None:
    """Without a surprise attack the Soviets bring their air units into play before the first turn, not after the attack."""
    found = current(p)
    if found is not None and found.said.start is None and p.s.turn == found.said.first > 1:
        surprise_air.deploy_rest(p, SOVIET)


def _is_in_play(p: P, found: Cut, unit: int) -> bool:
    """Does a unit deploy, or arrive in time in a place of the area?"""
    row = p.game.rows[unit]
    if row.get("enters") == "start":
        return row["group"] in found.said.groups
    turn = p.game.calendar.turn_of.get(p.s.loc[unit], 0)
    word = home(p.game).arrival_place.get(unit, "")
    return 0 < turn <= found.said.last and word in found.said.arrive and p.game.is_ground[unit]


def _lay_out_assets(p: P, found: Cut) -> None:
    """Forts and permanent airfields of the area stand where they stood."""
    for side in (AXIS, SOVIET):
        for spot in home(p.game).assets[side]:
            kind = {"permanent-airfield": "airfield", "fort": "fort"}.get(spot.kind)
            if kind and found.area[spot.hex]:
                p.s.set(kind, spot.hex, 2 if kind == "airfield" else 1)
    for hex in found.outside.nonzero()[0].tolist():
        if p.s.fort[hex]:
            p.s.set("fort", hex, 0)


def _thin_out_aircraft(p: P, found: Cut) -> None:
    """So many air units of each force as the scenario says, those first that stood in the area, its models in proportion."""
    near: dict[tuple[str, str], list[int]] = {}
    for row in p.game.historical_air:
        inside = row["hex"] and found.area[p.game.board.node(row["hex"])] if row["hex"] in p.game.names.node_of else False
        near.setdefault((row["nationality"].lower(), row["model"]), []).append(0 if inside else 1)
    for side in (AXIS, SOVIET):
        counts = dict(found.said.air)
        units = [unit for unit in air_war(p.game).units_of_side[side].tolist() if p.game.rows[unit]["comes"] == "initial"]
        later = [unit for unit in air_war(p.game).units_of_side[side].tolist() if p.game.rows[unit]["comes"] != "initial"]
        units.sort(key=lambda unit: (p.game.rows[unit]["handle"] not in found.said.squadrons, _remoteness(p, near, unit)))
        for unit in (*units, *later):
            nation = p.game.rows[unit]["nation"]
            counted = p.game.rows[unit]["comes"] == "initial" and not air_war(p.game).model(unit).is_glider
            if counted and counts.get(nation, 0) > 0:
                counts[nation] -= 1
            else:
                p.place(unit, p.game.out_of_play[side])
    p.s.allowance = tuple(min(had, found.said.air.get(force, 0)) for had, force in zip(p.s.allowance, FORCES, strict=True))


def _remoteness(p: P, near: dict[tuple[str, str], list[int]], unit: int) -> tuple[int, float, int]:
    """Those of the area first, all models in proportion: the first of ten goes before the second of three."""
    row = p.game.rows[unit]
    copies = sorted(near.get((row["nation"], row["name"]), ()))
    at = int(row.get("copy", "1")) - 1
    if at >= len(copies):
        return 2, 0.0, unit
    alike = copies.count(copies[at])
    return copies[at], (at - copies.index(copies[at]) + 0.5) / alike, unit


# ---------------------------------------------------------------- victory


def points(p: P) -> int:
    """Axis points as the position stands."""
    found = current(p)
    assert found is not None
    wanted, counted = found.said.victory, p.s.tally[1]
    total = p.s.tally[0] + points_for_places(p, found)
    if wanted.strength:
        total += lost_strength(p) // (wanted.strength * ONE)
    if wanted.divisions is not None:
        lost = lost_divisions(p, isolated=wanted.divisions.isolated) if counted < 0 else counted
        total += max(0, lost - wanted.divisions.after) // wanted.divisions.per
    if wanted.line is not None and _is_cut(p, wanted.line):
        total += wanted.line.points
    if wanted.guard is not None and _is_unguarded(p, wanted.guard):
        total += wanted.guard.points
    if wanted.capital and p.s.ledger.moves:
        total += wanted.capital
    return total - max(0, axis_losses(p, wanted.losses) - wanted.losses.free)


def objectives(p: P, found: Cut) -> dict[int, int]:
    """Hexes for which there are points, a city that counts whole by its first; what others must not lose is among them."""
    wanted, node = found.said.victory, p.game.board.node
    city = {node(wanted.city.hexes.split()[0]): wanted.city.whole} if wanted.city is not None else {}
    return found.places | {node(hex): worth for hex, worth in wanted.lost.items()} | city


def points_for_places(p: P, found: Cut) -> int:
    """What the places of the scenario come to now."""
    wanted, node = found.said.victory, p.game.board.node
    total = sum(worth for hex, worth in found.places.items() if p.s.control[hex] == AXIS)
    total -= sum(worth for hex, worth in wanted.lost.items() if p.s.control[node(hex)] == SOVIET)
    return total + (_for_city(p, wanted.city) if wanted.city is not None else 0)


def _for_city(p: P, city: City) -> int:
    """For all of it, else for each hex of it, and for cutting it off from the edge."""

    hexes = [p.game.board.node(hex) for hex in city.hexes.split()]
    ours = [hex for hex in hexes if p.s.control[hex] == AXIS]
    if len(ours) == len(hexes):
        return city.whole
    free = [hex for hex in hexes if hex not in ours]
    cut_off = city.cut_off and all(supply.isolated_at(p, hex, SOVIET) for hex in free)
    return len(ours) * city.hex + (city.cut_off if cut_off else 0)


def _is_cut(p: P, line: Line) -> bool:
    hexes = [p.game.board.node(hex) for hex in expand(line.hexes)]
    return any(p.s.control[hex] == AXIS or p.s.broken[hex] for hex in hexes)


def _is_unguarded(p: P, guard: Guard) -> bool:
    """Do the Soviets hold these hexes with less than they must keep there?"""
    hexes = [p.game.board.node(hex) for hex in expand(guard.hexes)]
    if p.s.turn < guard.first or any(p.s.control[hex] != SOVIET for hex in hexes):
        return False
    return sum(face(p, unit).equivalents for hex in hexes for unit in ground_units(p, hex, SOVIET)) < guard.size * ONE


def lost_divisions(p: P, *, isolated: bool = False) -> int:
    """Soviet divisions that are dead, or isolated on the map if these count."""
    dead = sum(p.game.printed_faces[unit][0].is_division for unit in p.units(p.game.pool[SOVIET], SOVIET))
    return dead + (sum(face(p, unit).is_division for unit in _cut_off(p)) if isolated else 0)


def lost_strength(p: P) -> int:
    """Attack strength of Soviet units that are dead, or isolated on the map, in eighths."""
    dead = [unit for unit in p.units(p.game.pool[SOVIET], SOVIET) if p.game.is_ground[unit]]
    return sum(p.game.printed_faces[unit][0].attack for unit in dead) + sum(face(p, unit).attack for unit in _cut_off(p))


def _cut_off(p: P) -> list[int]:
    return [u for u in p.game.ground_of_side[SOVIET].tolist() if on_map(p, u) and p.s.flags[u] & ISOLATED]


def axis_losses(p: P, losses: Losses) -> int:
    """Axis divisions of the kind that counts which are dead, or reduced if that is enough."""
    dead = {*p.units(p.game.pool[AXIS], AXIS)}
    return sum(
        unit in dead or (losses.reduced and on_map(p, unit) and face(p, unit).cadre)
        for unit in p.game.divisions
        if _counts(p.game.printed_faces[unit][0], losses)
    )


def _counts(shown: Printed, losses: Losses) -> bool:
    kind = {"mobile": shown.motorized, "panzer": shown.type == "panzer", "all": True}[losses.of]
    return shown.nation in losses.nations and kind


def judge(p: P) -> None:
    """At the end of a game turn: what is counted before the end is noted, and after the last one comes the verdict."""
    found = current(p)
    assert found is not None
    wanted, (before, counted) = found.said.victory, p.s.tally
    if wanted.divisions is not None and p.s.turn == wanted.divisions.until:
        counted = lost_divisions(p, isolated=wanted.divisions.isolated)
    if p.s.turn in wanted.scored:
        before += points_for_places(p, found)
    p.s.tally = before, counted
    if p.s.turn == found.said.last:
        _decide(p, found)


def _decide(p: P, found: Cut) -> None:
    total = points(p)
    level = next(name for least, name in found.said.victory.levels if total >= least)
    reason = f"{total} points: {level}" + ("" if level == "draw" else " victory")
    if level == "draw":
        p.draw(reason, "37.C")
    else:
        p.win(SOVIET if level.startswith("Soviet") else AXIS, reason, "37.C")
