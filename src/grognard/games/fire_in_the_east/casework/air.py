"""How cases write the air war."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from ....core.errors import BadCase
from ....core.events import Event
from ....core.expectations import Check, differs
from ....core.match import Match
from ....core.positions import hexes as hexes_of
from ..air_facts import PERMANENT, TEMPORARY, air_war
from ..aircraft import FORCES, category_of
from ..events.air import Dogfought
from ..material import P
from ..rules import (
    air_combat,
    air_fates,
    air_losses,
    air_replacement,
    air_search,
    air_support,
    airbases,
    airborne,
    antiaircraft,
    bombed_targets,
    bombing,
    dogfights,
    engagement,
    flak,
    flights,
    patrols,
    sorties,
)
from ..rules import strength as strengths
from ..rules.flyer import air_attack, air_defence
from ..rules.mission_table import BY_WORD, MISSIONS, Purpose, range_of
from ..rules.patrol_reckoning import patrol_range, turns_back_on
from ..state import ONE, SIDES, Drop, Factory, Load

_FIELDS = {"temporary": TEMPORARY, "permanent": PERMANENT}


def _airfields(p: P, said: dict[str, str]) -> None:
    """`airfields: {"0102": permanent}`."""
    for hex, kind in said.items():
        p.s.set("airfield", p.game.board.node(str(hex)), _FIELDS[kind])


def _damage(p: P, said: dict[str, int]) -> None:
    """`airbase hits: {"0102": 2}`."""
    for hex, hits in said.items():
        p.s.damage[p.game.board.node(str(hex))] = hits


def _flights(p: P, said: dict[str, str]) -> None:
    """`flights: {ge-ju87b-1: support 0305 night}`: in the air on a mission, from the airbase where `units` puts it."""
    for handle, text in said.items():
        word, hex, *how = text.split()
        unit = p.game.names.unit(handle)
        purpose = BY_WORD[word].purpose
        p.s.base[unit], p.s.mission[unit] = p.s.loc[unit], purpose
        for one in how:
            p.s.sortie[unit] |= {"night": sorties.NIGHT, "extended": sorties.EXTENDED, "back": sorties.TURNED_BACK}[one]
        p.place(unit, p.game.board.node(hex))
    air_support.count_harassment(p)


def _allowances(p: P, said: dict[str, int]) -> None:
    """`allowances: {german: 82}`; all others have enough."""
    p.s.allowance = tuple(int(said.get(force, 99)) for force in FORCES)


def _loads(p: P, said: list[dict[str, Any]]) -> None:
    """`loads: [{transports: [ge-ju52-1], units: [..], supply: 2, points: 1}]`."""
    names = p.game.names
    p.s.loads = tuple(
        Load(
            tuple(names.unit(handle) for handle in one["transports"]),
            tuple(names.unit(handle) for handle in one.get("units", ())),
            int(one.get("points", 0)),
            int(one.get("supply", 0)) * ONE,
        )
        for one in said
    )


def _drops(p: P, said: dict[str, str]) -> None:
    """`drops: {UNIT: 0304 4}`: planned for a hex and a turn."""
    for handle, text in said.items():
        hex, turn = text.split()
        airborne.note_plan(p, Drop(p.game.names.unit(handle), p.game.board.node(hex), int(turn)))


def _bombed(p: P, said: dict[str, str]) -> None:
    """`bombed: {"0305": soviet yard 1}`: hits of strategic bombing that count in their owner's player turn."""
    for hex, text in said.items():
        side, what, hits = text.split()
        p.s.bombed = (*p.s.bombed, (SIDES.index(side), what, p.game.board.node(str(hex)), int(hits)))


def _factory(p: P, said: dict[str, str]) -> None:
    """`factory: {Gorod: "0409"}`: factories of drawn boards, by their hexes."""
    p.s.factories = tuple(Factory(name, p.game.board.node(hex)) for name, hex in said.items())


KEYS: dict[str, Callable[[P, Any], None]] = {
    "factory": _factory,
    "airfields": _airfields,
    "airbase hits": _damage,
    "flights": _flights,
    "allowances": _allowances,
    "loads": _loads,
    "drops": _drops,
    "bombed": _bombed,
}


def _bit(bit: int) -> Callable[[P, int, str], None]:
    def note(p: P, unit: int, word: str) -> None:
        p.s.sortie[unit] |= bit

    return note


WORDS: dict[str, Callable[[P, int, str], None]] = {"air-guards": _bit(sorties.GUARDS), "royal": _bit(sorties.ROYAL)}


# ---------------------------------------------------------------- expectations


def _unit(match: Match, handle: Any) -> int:
    return match.game.names.unit(str(handle))


def _node(match: Match, hex: Any) -> int:
    return match.game.names.node(str(hex))


def _missions(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> the mission it flies, none at its airbase; `back` and `aborted` when it is out of it."""
    for handle, word in wanted.items():
        unit = _unit(match, handle)
        bits = match.play.s.sortie[unit]
        found = MISSIONS[Purpose(match.play.s.mission[unit])].word
        if found != "none":
            found = "aborted" if bits & sorties.ABORTED else "back" if bits & sorties.TURNED_BACK else found
        yield from differs(f"mission of {handle}", found, word)


def _operative(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        yield from differs(f"{handle} operative", sorties.is_operative(match.play, _unit(match, handle)), yes)


def _capacity(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """hex -> capacity of its airbase."""
    for hex, number in wanted.items():
        yield from differs(f"capacity of {hex}", airbases.capacity(match.play, _node(match, hex)), number)


def _capacity_left(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for hex, number in wanted.items():
        yield from differs(f"capacity left in {hex}", airbases.capacity_left(match.play, _node(match, hex)), number)


def _allowance(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    for force, number in wanted.items():
        yield from differs(f"allowance of {force}", air_replacement.allowance(match.play, FORCES.index(force)), number)


def _active(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """force -> air units in play as the allowance counts them."""
    for force, number in wanted.items():
        yield from differs(f"active air units of {force}", air_replacement.active(match.play, FORCES.index(force)), number)


def _boxes(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """force -> box of the air chart -> how many air units are in it."""
    for force, boxes in wanted.items():
        for box, number in boxes.items():
            found = len(air_replacement.in_box(match.play, FORCES.index(force), box))
            yield from differs(f"{force} air units in {box}", found, number)


def _ranges(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """unit -> mission (or `patrol`) -> hexes."""
    for handle, ranges in wanted.items():
        unit = _unit(match, handle)
        for word, number in ranges.items():
            if word == "patrol":
                found = patrol_range(sorties.model(match.play, unit), sorties.nation(match.play, unit))
            else:
                word, _, extended = word.partition(" ")
                found = range_of(sorties.model(match.play, unit), BY_WORD[word], extended=bool(extended))
            yield from differs(f"range of {handle} for {word}", found, number)


def _air_strengths(match: Match, seen: list[Event], wanted: dict[str, list[int]]) -> Iterator[str]:
    """unit -> air attack and air defence as they are now."""
    for handle, both in wanted.items():
        facts = sorties.flyer(match.play, _unit(match, handle))
        yield from differs(f"air strengths of {handle}", [air_attack(facts), air_defence(facts)], both)


def _bombs(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """unit -> bombing strength as it counts over its hex."""
    for handle, strength in wanted.items():
        unit = _unit(match, handle)
        facts = sorties.flyer(match.play, unit)
        found = bombing.strength_of(facts, sorties.weather_at(match.play, match.play.s.loc[unit]))
        yield from differs(f"bombing strength of {handle}", found, Fraction(str(strength)))


def _guns(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """unit -> antiaircraft strength; or an air unit in flight -> what fires at it."""
    for handle, strength in wanted.items():
        unit = _unit(match, handle)
        p = match.play
        if p.game.is_air[unit]:
            fired_at = antiaircraft.is_fired_at(sorties.flyer(p, unit))
            found = flak.strength_against(p, unit) if fired_at else Fraction()
        else:
            battery = flak.naval_battery(p, unit) if p.game.is_ship[unit] else flak.battery_of(p, unit)
            found = battery.strength if battery else Fraction()
        yield from differs(f"antiaircraft strength of {handle}", found, Fraction(str(strength)))


def _harassment(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """side that leaves -> hex -> movement points more."""
    for side, hexes in wanted.items():
        for hex, cost in hexes.items():
            found = air_support.harassment_at(match.play, _node(match, hex), SIDES.index(side))
            yield from differs(f"harassment of {side} in {hex}", found, cost)


def _air_supply(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """hex -> equivalents of supply brought by air."""
    for hex, number in wanted.items():
        found = sum(amount for _, node, amount in match.play.s.flown_supply if node == _node(match, hex)) / ONE
        yield from differs(f"supply by air in {hex}", found, number)


def _territory(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """side -> hex -> is it friendly territory?"""
    for side, hexes in wanted.items():
        for hex, yes in hexes.items():
            found = air_losses.is_friendly_territory(match.play, _node(match, hex), SIDES.index(side))
            yield from differs(f"{hex} friendly to {side}", found, yes)


def _yard_loss(match: Match, seen: list[Event], wanted: dict[str, float]) -> Iterator[str]:
    """side -> rail capacity lost to bombs in its player turn."""
    for side, number in wanted.items():
        yield from differs(f"rail capacity lost by {side}", bombed_targets.yard_loss(match.play, SIDES.index(side)) / ONE, number)


def _hits(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """what (port, airbase, city, yard, rail, factory) -> hex -> hits; ship -> unit -> hits."""
    p = match.play
    for what, places in wanted.items():
        for place, number in places.items():
            if what == "ship":
                found = p.s.ship_hits[_unit(match, place)]
            elif what in ("port", "airbase", "rail"):
                array = {"port": p.s.port_hits, "airbase": p.s.damage, "rail": p.s.broken}[what]
                found = int(array[_node(match, place)])
            elif what == "factory":
                found = sum(factory.hits for factory in p.s.factories if factory.node == _node(match, place))
            else:
                found = bombed_targets.hits_on(p, what, _node(match, place))
            yield from differs(f"hits on {what} {place}", found, number)


def _able(match: Match, seen: list[Event], wanted: dict[str, dict[str, bool]]) -> Iterator[str]:
    """mission -> unit -> can it begin it now? `patrol`: can it make a patrol attack?"""
    for word, units in wanted.items():
        p = match.play
        found = [*patrols.patrollers(p, 0), *patrols.patrollers(p, 1)] if word == "patrol" else flights.able(p, BY_WORD[word])
        for handle, yes in units.items():
            yield from differs(f"{handle} able to {word}", _unit(match, handle) in found, yes)


def _groups(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """screen, force, interceptors, engaging, passing -> air units in the air combat now."""
    fight = dogfights.fight_of(match.play)
    for group, handles in wanted.items():
        if not hasattr(fight, group):
            raise BadCase(f"there is no group {group!r} in air combat")
        found = sorted(match.game.pieces[unit].handle for unit in getattr(fight, group))
        yield from differs(f"{group}", found, sorted(handles))


def _guards(match: Match, seen: list[Event], wanted: dict[str, bool]) -> Iterator[str]:
    for handle, yes in wanted.items():
        yield from differs(f"{handle} is Guards", sorties.is_guards(match.play, _unit(match, handle)), yes)


def _home_capacity(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """hex of the real map -> capacity of its city."""
    for hex, number in wanted.items():
        yield from differs(f"city capacity of {hex}", int(air_war(match.play.game).city_capacity[_node(match, hex)]), number)


CHECKS: dict[str, Check] = {
    "missions": _missions,
    "operative": _operative,
    "capacity": _capacity,
    "capacity left": _capacity_left,
    "allowance": _allowance,
    "active": _active,
    "air boxes": _boxes,
    "ranges": _ranges,
    "air strengths": _air_strengths,
    "bombs": _bombs,
    "guns": _guns,
    "harassment": _harassment,
    "air supply": _air_supply,
    "territory": _territory,
    "yard loss": _yard_loss,
    "hits": _hits,
    "able": _able,
    "air groups": _groups,
    "air guards": _guards,
    "city capacity": _home_capacity,
}


def _air_support(match: Match, seen: list[Event], wanted: dict[str, dict[str, float]]) -> Iterator[str]:
    """hex that is attacked -> attackers -> what aircraft add to them."""
    p = match.play
    for hex, forces in wanted.items():
        for handles, number in forces.items():
            units = [_unit(match, handle) for handle in str(handles).split("+")]
            battle = engagement.battle_of(p, p.side_of(units[0]), _node(match, hex), units)
            found = strengths.attacking(battle, p.game.charts).air
            yield from differs(f"air support of {handles} against {hex}", found, Fraction(str(number)))


def _flak_strength(match: Match, seen: list[Event], wanted: float) -> Iterator[str]:
    """The strength of the last antiaircraft fire."""
    fired = [event for event in seen if event.kind == "flak-fired"]
    yield from differs("strength of antiaircraft fire", fired[-1].strength / ONE if fired else None, float(wanted))  # type: ignore[attr-defined]


def _city_loss(match: Match, seen: list[Event], wanted: dict[str, dict[int, int]]) -> Iterator[str]:
    """hex -> replacement points that its city gives -> how many of them are lost to bombs."""
    for hex, rates in wanted.items():
        for rate, loss in rates.items():
            found = bombed_targets.city_loss(match.play, (_node(match, hex),), int(rate))
            yield from differs(f"points lost in {hex}", found, loss)


CHECKS |= {"air support": _air_support, "flak strength": _flak_strength, "city loss": _city_loss}


def _dogfights(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """The hexes of the air combat so far, shot by shot."""
    found = [match.game.board.names[event.hex] for event in seen if event.kind == "dogfought"]  # type: ignore[attr-defined]
    yield from differs("air combat in", found, [str(hex) for hex in wanted])


CHECKS |= {"dogfights": _dogfights}


def _air_modifiers(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """who fires -> at whom -> what is added to the dice in air combat."""
    p = match.play
    charts = air_war(p.game).charts
    for firer, targets in wanted.items():
        for target, number in targets.items():
            found = air_combat.shot(
                charts, sorties.flyer(p, _unit(match, firer)), sorties.flyer(p, _unit(match, target))
            ).modifier
            yield from differs(f"modifier of {firer} against {target}", found, number)


def _patrol_die(match: Match, seen: list[Event], wanted: dict[str, dict[str, int]]) -> Iterator[str]:
    """fighter -> air unit -> the lowest die of a patrol attack that turns it back."""
    p = match.play
    for fighter, targets in wanted.items():
        for target, number in targets.items():
            facts = sorties.flyer(p, _unit(match, target))
            found = turns_back_on(sorties.model(p, _unit(match, fighter)).attack, air_defence(facts))
            yield from differs(f"die of {fighter} against {target}", found, number)


CHECKS |= {"air modifiers": _air_modifiers, "patrol die": _patrol_die}


def _drops_planned(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """unit -> hex, all of them."""
    game = match.game
    found = {game.pieces[drop.unit].handle: game.board.names[drop.hex] for drop in airborne.plans(match.play)}
    yield from differs("drops planned", found, {str(unit): str(hex) for unit, hex in wanted.items()})


def _drop_roll(match: Match, seen: list[Event], wanted: int | None) -> Iterator[str]:
    """The last modified roll of a drop; null: nobody has come down."""
    rolls = [event.roll for event in seen if event.kind == "dropped"]  # type: ignore[attr-defined]
    yield from differs("roll of the drop", rolls[-1] if rolls else None, wanted)


CHECKS |= {"drops planned": _drops_planned, "drop roll": _drop_roll}


def _markers(match: Match, seen: list[Event], wanted: dict[int, list[int]]) -> Iterator[str]:
    """allowance -> the boxes of its two markers."""
    for number, boxes in wanted.items():
        yield from differs(f"markers of {number}", list(air_replacement.markers(int(number))), boxes)


def _forces(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """side -> its national air forces, in the order of the procedure."""
    for side, forces in wanted.items():
        found = [FORCES[number] for number in air_replacement.forces_of(SIDES.index(side))]
        yield from differs(f"air forces of {side}", found, forces)


CHECKS |= {"markers at": _markers, "forces of": _forces}


def _shots(match: Match, seen: list[Event], wanted: list[str]) -> Iterator[str]:
    """Who fired at whom in air combat, in this order: `so-lagg3-1 at ru-sm79-1: +2, 4-1, K` (differential, dice, result)."""
    handle, found = [piece.handle for piece in match.game.pieces], list[str]()
    for shot in seen:
        if isinstance(shot, Dogfought):
            firer, target = (handle[unit] for unit in shot.units)
            shifts = "".join(f"{shift.columns:+d}" for shift in shot.shifts)
            found.append(f"{firer} at {target}: {shot.differential:+d}, {shot.dice}{shifts}, {shot.result}")
    yield from differs("shots in air combat", found, wanted)


CHECKS |= {"air shots": _shots}


def _surprise(match: Match, seen: list[Event], wanted: dict[int, list[int]]) -> Iterator[str]:
    """attackers -> Soviet air units lost, of them over friendly territory, German ones aborted, allowance disrupted."""
    for number, losses in wanted.items():
        yield from differs(f"losses to {number} attackers", list(air_fates.surprise_losses(int(number), 200)), losses)


def _aborted(match: Match, seen: list[Event], wanted: int) -> Iterator[str]:
    """How many of those who strike by surprise are inoperative."""
    p = match.play
    yield from differs("aborted attackers", sum(not sorties.is_operative(p, unit) for unit in p.s.surprise_attackers), wanted)


def _inoperative(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """force -> inoperative air units in play."""
    p = match.play
    for force, number in wanted.items():
        units = air_replacement.in_play(p, FORCES.index(force))
        yield from differs(f"inoperative air units of {force}", sum(not sorties.is_operative(p, unit) for unit in units), number)


def _outside(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """area -> Soviet air units in play that are not in it."""
    p = match.play
    for area, number in wanted.items():
        mask = p.game.board.mask(area)
        units = air_replacement.in_play(p, FORCES.index("soviet"))
        yield from differs(f"Soviet air units outside {area}", sum(not mask[p.s.loc[unit]] for unit in units), number)


CHECKS |= {
    "surprise losses": _surprise,
    "aborted attackers": _aborted,
    "inoperative in play": _inoperative,
    "air units outside": _outside,
}


def _categories(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    for code, category in wanted.items():
        yield from differs(f"category of {code}", str(category_of(code)), category)


def _models(match: Match, seen: list[Event], wanted: dict[str, int]) -> Iterator[str]:
    """model -> how many air units of it there are."""
    p = match.play
    units = [int(unit) for side in (0, 1) for unit in air_war(p.game).units_of_side[side]]
    for model, number in wanted.items():
        yield from differs(f"air units {model}", sum(sorties.model(p, unit).model == model for unit in units), number)


def _bridges_down(match: Match, seen: list[Event], wanted: list[list[str]]) -> Iterator[str]:
    found = [[match.game.board.names[node] for node in pair] for pair in match.play.s.bridges_down]
    yield from differs("bridges down", found, [[str(hex) for hex in pair] for pair in wanted])


def _search_zone(match: Match, seen: list[Event], wanted: dict[str, str]) -> Iterator[str]:
    """search hex -> all hexes of its zone."""
    for hex, zone in wanted.items():
        found = [match.game.board.names[node] for node in air_search.search_zone(match.play, _node(match, hex))]
        yield from differs(f"search zone of {hex}", sorted(found), sorted(hexes_of(zone)))


CHECKS |= {"air categories": _categories, "air models": _models, "bridges down": _bridges_down, "search zone": _search_zone}
