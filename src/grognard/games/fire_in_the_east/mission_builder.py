"""The mission builder: airbases, missions that may be flown, what flies at one, and what a mission promises before it is said.

Everything is asked for one hex and the air units that are named; nothing is worked out for all pairs of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from ...core.command import CommandForm
from ...core.missions import (
    Air,
    AirBase,
    AirUnit,
    Candidate,
    Chance,
    Incoming,
    MissionAsk,
    MissionKind,
    MissionView,
    Raid,
    Ring,
    Toll,
)
from ...core.shown import Line
from . import air_forecasts as outlook
from . import air_tolls, queries_air, standing_sentences
from .air_charts import Result
from .air_facts import TEMPORARY, air_war
from .material import P
from .rules import air_limits, antiaircraft, bombing, flak, flights, interception, patrols
from .rules.air_packages import WORDS
from .rules.air_targets import NOT_ESCORTED, targets
from .rules.airbases import capacity_left
from .rules.flyer import Flyer
from .rules.mission_table import BY_WORD, CARGO, MISSIONS, Bombs, Mission, Purpose, range_of
from .rules.patrol_reckoning import patrol_range
from .rules.sorties import flyer, is_guards, mission_of, model, nation, over, weather_at

ESCORT, INTERCEPT, SCRAMBLE = (MISSIONS[mission] for mission in (Purpose.ESCORT, Purpose.INTERCEPTION, Purpose.SCRAMBLE))
#: Said with more than air units and a hex: the page names those by the verbs themselves.
ELSEWHERE = frozenset({Purpose.NONE, Purpose.INTERCEPTION, Purpose.SCRAMBLE, Purpose.BRIDGE, Purpose.DROP})
PATROL = MissionKind("patrol", "Patrol attack", "19b", 0)


def title(p: P, node: int) -> str:
    """A hex by the place in it, or by its number."""
    named: dict[int, str] | None = p.game.kept.get("places by hex")
    if named is None:
        named = p.game.kept["places by hex"] = {place.hex: place.name for place in reversed(p.game.board.places)}
    return named.get(node) or p.game.board.names[node]


def opening(p: P, side: int) -> Air:
    """What the builder opens with."""
    missions = [*_kinds(p, side)]
    return Air(
        bases=[*_bases(p, side)],
        kinds=missions,
        verbs=[*_said(missions), *standing_sentences.VERBS],
        incoming=[*_incoming(p, side)],
        zones=[*_zones(p, p.foe(side))],
        orders=standing_sentences.told(p, side, title),
        last=_last(p, side),
    )


def _said(missions: Sequence[MissionKind]) -> list[str]:
    """Verbs that the builder says; cargo is named by the verbs themselves."""
    found = [mission.verb for mission in missions if BY_WORD.get(mission.verb, ESCORT).purpose not in CARGO]
    return [*found, "raid"] if found else []


def _ids(p: P, units: Sequence[int]) -> list[str]:
    return [p.game.names.unit_names[unit] for unit in units]


def _bases(p: P, side: int) -> Iterator[AirBase]:
    for base in queries_air.bases(p, side):
        states = dict.fromkeys(base.ready, "") | dict.fromkeys(base.inoperative, "inoperative")
        units = [
            AirUnit(p.game.names.unit_names[unit], model(p, unit).movement, state, model(p, unit).is_fighter)
            for unit, state in states.items()
        ]
        field = p.s.airfield[base.hex] == TEMPORARY and not air_war(p.game).city_capacity[base.hex]
        yield AirBase(p.game.board.names[base.hex], title(p, base.hex), base.capacity, base.left, units, field)


def _flies(p: P, side: int) -> bool:
    return not p.over and p.frame.step == "air.missions" and p.s.active == side


def _answers(p: P, side: int) -> str:
    """The decision by which a side answers enemy air units, if it has one."""
    if p.over:
        return ""
    here = p.frame
    return here.step if here.step in ("air.interception", "air.patrol") and here.side == side else ""


def _kinds(p: P, side: int) -> Iterator[MissionKind]:
    if _flies(p, side):
        for choice in queries_air.choices(p):
            if BY_WORD[choice.word].purpose not in ELSEWHERE:
                yield MissionKind(choice.word, choice.title.capitalize(), choice.rule, len(choice.units))
    elif _answers(p, side) == "air.interception":
        yield MissionKind("intercept", "Intercept", "20.A", len(interception.interceptors(p, ())))
        yield MissionKind("scramble", "Scramble to", "20.B", len(interception.scramblers(p, ())))
    elif _answers(p, side):
        yield MissionKind(PATROL.verb, PATROL.title, PATROL.rule, len({unit for unit, _ in patrols.options(p)}))


def _incoming(p: P, side: int) -> Iterator[Incoming]:
    names = p.game.board.names
    if _answers(p, side) == "air.patrol":
        unit, first, *path = p.frame.args
        within = {node for _, node in patrols.options(p)}
        for node in dict.fromkeys(node for node in path[first:] if node in within):
            yield Incoming(
                names[node], f"on its way to {title(p, path[-1])}: {mission_of(p, unit).title}", "patrol", _ids(p, [unit])
            )
    elif _answers(p, side):
        prey = {node for night in (False, True) for node in interception.prey_hexes(p, side, night=night)}
        for node in sorted(prey):
            there = over(p, node, p.foe(side))
            yield Incoming(names[node], f"{title(p, node)}: {_missions(p, there)}", "intercept", _ids(p, there))


def _missions(p: P, units: Sequence[int]) -> str:
    words = [mission_of(p, unit).title for unit in units]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))


def _zones(p: P, side: int) -> Iterator[Ring]:
    """Patrol zones by airbase, as far as the furthest patrols."""
    found: dict[int, list[int]] = {}
    for unit in patrols.patrollers(p, side):
        found.setdefault(p.s.loc[unit], []).append(unit)
    for node, units in sorted(found.items()):
        reach = max(patrol_range(model(p, unit), nation(p, unit)) for unit in units)
        models = ", ".join(dict.fromkeys(model(p, unit).model for unit in units))
        yield Ring(p.game.board.names[node], reach, f"patrol {reach} · {models}")


def _last(p: P, side: int) -> list[Raid]:
    """Packages of the last air phase, those who escorted with those they escorted."""
    found: dict[tuple[str, int], list[list[int]]] = {}
    for package in p.s.packages:
        if package.old and package.side == side:
            escorted = [key for key in found if key[1] == package.hex] if package.mission == ESCORT.word else []
            key = escorted[-1] if escorted else (package.mission, package.hex)
            found.setdefault(key, [[], []])[bool(escorted)] += package.units
    names = p.game.board.names
    return [Raid(word, names[node], _ids(p, units), _ids(p, escort)) for (word, node), (units, escort) in found.items()]


# ---------------------------------------------------------------- one mission


def view(p: P, side: int, wanted: MissionAsk) -> MissionView:
    """A mission to a hex: who could fly it, and what would come of it."""
    missions = [*_kinds_at(p, side, wanted)]
    words = [mission.verb for mission in missions]
    verb = wanted.verb if wanted.verb in words else (words[0] if words else wanted.verb)
    name = p.game.board.names[wanted.hex]
    if verb not in words:
        return MissionView(name, verb, [], rule="20", why="nobody could fly a mission there now")
    if verb == "patrol":
        return _patrol(p, wanted, missions)
    if verb in (INTERCEPT.word, SCRAMBLE.word):
        return _answer(p, side, wanted, BY_WORD[verb], missions)
    return _mission(p, wanted, BY_WORD[verb], missions)


def _free(p: P, units: Sequence[int], taken: Sequence[int], chosen: Sequence[int] = ()) -> list[int]:
    """Those that are meant for nothing else, at bases where one more mission can begin besides those of who is chosen already;
    and who is chosen himself."""
    starts = Counter(p.s.loc[unit] for unit in (*taken, *chosen) if not p.s.mission[unit])
    return [
        unit for unit in units
        if unit not in taken
        and (unit in chosen or p.s.mission[unit] or starts[p.s.loc[unit]] < capacity_left(p, p.s.loc[unit]))
    ]  # fmt: skip


def _kinds_at(p: P, side: int, wanted: MissionAsk) -> Iterator[MissionKind]:
    """Missions that could be flown to a hex, with how many could fly them."""
    for mission in _kinds(p, side):
        if mission.verb == "patrol":
            count = sum(node == wanted.hex for _, node in patrols.options(p))
        elif mission.verb == INTERCEPT.word:
            count = len(interception.interceptors(p, (wanted.hex,)))
        elif mission.verb == SCRAMBLE.word:
            count = sum(wanted.hex in interception.scramble_hexes(p, (unit,)) for unit in interception.scramblers(p, ()))
        else:
            count = len(_able(p, BY_WORD[mission.verb], wanted))
        if count:
            yield MissionKind(mission.verb, mission.title, mission.rule, count)


def _able(p: P, mission: Mission, wanted: MissionAsk) -> list[int]:
    """Who could fly a mission to a hex, the nearest first."""
    if not targets(p, mission, p.s.active)[wanted.hex]:
        return []
    apart = p.game.board.distances(np.array([wanted.hex], np.int16))[0]
    extended = "extended" in wanted.word and mission.extended > 0
    near = [
        unit for unit in _free(p, flights.able(p, mission), wanted.taken, (*wanted.units, *wanted.escort))
        if apart[p.s.loc[unit]] <= range_of(model(p, unit), mission, extended=extended)
    ]  # fmt: skip
    if mission.purpose in (Purpose.TRANSFER, Purpose.STAGING, Purpose.TRANSPORT):
        near = [unit for unit in near if p.s.loc[unit] != wanted.hex]
    able = [u for u in near if nation(p, u) in air_limits.UNLIMITED or air_limits.may_operate(p, (u,), wanted.hex)]
    bombs = mission.bombs is not Bombs.NONE  # fighters can bomb too, but are offered last
    return sorted(able, key=lambda unit: (bombs and model(p, unit).is_fighter, int(apart[p.s.loc[unit]]), unit))


def _candidates(p: P, units: Sequence[int], node: int, mission: Mission, *, extended: bool = False) -> list[Candidate]:
    board = p.game.board
    return [
        Candidate(
            p.game.names.unit_names[unit], board.names[p.s.loc[unit]], board.distance(p.s.loc[unit], node),
            range_of(model(p, unit), mission, extended=extended and mission.extended > 0), _worth(p, unit, node, mission),
        )
        for unit in units
    ]  # fmt: skip


def _worth(p: P, unit: int, node: int, mission: Mission) -> float:
    """Bombing strength on the target, or air attack where there are no bombs."""
    if mission.bombs is Bombs.NONE:
        return float(model(p, unit).attack)
    return float(bombing.strength_of(_facts(p, unit, mission), weather_at(p, node)))


def _facts(p: P, unit: int, mission: Mission, word: str = "") -> Flyer:
    extended, night = "extended" in word, "night" in word
    return Flyer(model(p, unit), nation(p, unit), mission.purpose, guards=is_guards(p, unit), extended=extended, night=night)


def _words(mission: Mission) -> list[str]:
    if mission.purpose in CARGO:
        return ["supply"]
    return [word for word, may in (("extended", mission.extended), ("night", mission.night)) if may]


def _escorting(p: P, mission: Mission, wanted: MissionAsk) -> list[int]:
    """Fighters that could go with a mission."""
    if mission.purpose in NOT_ESCORTED or mission.purpose is Purpose.TRANSFER or "night" in wanted.word:
        return []
    near = [unit for unit in queries_air.escorts(p, wanted.hex) if unit not in wanted.units]
    return _free(p, near, wanted.taken, (*wanted.units, *wanted.escort))


def _mission(p: P, wanted: MissionAsk, mission: Mission, missions: list[MissionKind]) -> MissionView:
    extended = "extended" in wanted.word
    lines: list[Line] = []
    lost: list[Toll] = []
    chances: dict[str, Fraction] = {}
    outcome = chip = ""
    if wanted.units:
        lines, lost, outcome, chances, chip = _promise(p, wanted, mission)
    return MissionView(
        hex=p.game.board.names[wanted.hex],
        verb=mission.word,
        kinds=missions,
        flyers=_candidates(p, _able(p, mission, wanted), wanted.hex, mission, extended=extended),
        escorts=_candidates(p, _escorting(p, mission, wanted), wanted.hex, ESCORT),
        words=_words(mission),
        lines=lines,
        outcome=outcome,
        chances=_rounded(chances),
        tolls=lost,
        chip=chip,
        commands=[*_commands(p, wanted, mission)],
    )


def _rounded(chances: dict[str, Fraction]) -> list[Chance]:
    return [Chance(what, round(float(chance), 4)) for what, chance in chances.items()]


def _commands(p: P, wanted: MissionAsk, mission: Mission) -> Iterator[CommandForm]:
    """One package where the book's words are enough, else the mission and its escort one after the other."""
    if not wanted.units:
        return
    units, escort, hexes = _ids(p, wanted.units), _ids(p, wanted.escort), [p.game.board.names[wanted.hex]]
    mixed = any(model(p, unit).is_fighter for unit in wanted.units)
    if escort and mission.word in WORDS and not wanted.word and not mixed:
        yield CommandForm("raid", [*units, *escort], hexes, word=mission.word)
        return
    yield CommandForm(mission.word, units, hexes, word=wanted.word or ("supply" if mission.purpose in CARGO else None))
    if escort:
        yield CommandForm(ESCORT.word, escort, hexes)


def _promise(p: P, wanted: MissionAsk, mission: Mission) -> tuple[list[Line], list[Toll], str, dict[str, Fraction], str]:
    """Lines, who is lost, what the chances are about, the chances, and the chip."""
    node, units = wanted.hex, sorted(wanted.units)  # as they will bomb
    extended, night = "extended" in wanted.word, "night" in wanted.word
    found = queries_air.forecast(p, units, mission.word, node, extended=extended, night=night)
    most = [range_of(model(p, unit), mission, extended=extended and mission.extended > 0) for unit in units]
    furthest = max(range(len(units)), key=lambda place: found.hexes[place] - most[place])
    lines = [
        Line("Furthest to fly", f"{found.hexes[furthest]} of {most[furthest]} hexes", "18"),
        air_tolls.home(p, units, mission, node, title(p, node), extended=extended),
    ]
    if any(found.patrols):
        lines.append(
            Line("Patrol attacks on the way, if all are made", f"{_count(sum(found.patrols, Fraction()))} turned back", "19b")
        )
    facts = [_facts(p, unit, mission, wanted.word) for unit in units]
    fates = None
    if not night and mission.purpose is not Purpose.TRANSFER:
        could = queries_air.interceptors(p, node, p.foe(p.s.active))
        come = could[: len(units) + len(wanted.escort)]
        fates = _fates(p, wanted, facts, come) if come else None
        lines.append(_combat_line(fates, len(come), len(could)))
    if mission.flak and mission.bombs is not Bombs.NONE:
        lines.append(_flak_line(p, node, mission, found.flak, p.s.active))
    lost = air_tolls.tolls(p, wanted, mission, facts, found.flak, fates)
    safe = [
        (1 - back) * fire.get(Result.NO_EFFECT.letter, Fraction()) for back, fire in zip(found.patrols, found.flak, strict=True)
    ]
    more, outcome, chances, chip = _comes_to(p, node, mission, facts, safe, found.adds)
    return [*lines, *more], lost, outcome, chances, chip


def _comes_to(
    p: P, node: int, mission: Mission, facts: Sequence[Flyer], safe: Sequence[Fraction], adds: Fraction
) -> tuple[list[Line], str, dict[str, Fraction], str]:
    """What the mission does: further lines, what the chances are about, the chances, and the chip."""
    if mission.table:
        spread = outlook.hits(p, node, mission.purpose, facts, safe)
        average = sum((number * chance for number, chance in spread.items()), Fraction())
        hits = {f"{number} {'hit' if number == 1 else 'hits'}": spread[number] for number in sorted(spread)}
        return [], "Hits, with what patrols and antiaircraft fire leave", hits, f"{_count(average)} hits"
    if mission.purpose is Purpose.HARASSMENT:
        costs = outlook.harassment(p, node, facts, safe)
        likely = max(costs, key=lambda cost: (costs[cost], cost))
        return [], "Movement points more to leave the hex", {str(cost): costs[cost] for cost in sorted(costs)}, f"{likely} MP"
    if mission.purpose is Purpose.SUPPORT:
        before, columns = outlook.columns(p, node, facts, safe)
        if not columns:
            return [Line("Adds to an attack", f"{_count(adds)} points", "20.F.2.c")], "", {}, f"+{_count(adds)}"
        likely_column = max(columns, key=lambda name: columns[name])
        chip = f"{before} → {likely_column}" if likely_column != before else f"{before} as before"
        return [], "Column if everybody who can attacks", columns, chip
    if mission.purpose is Purpose.DEFENCE:
        return [Line("Adds to the defence", f"{_count(adds)} points", "20.F.2.d")], "", {}, f"+{_count(adds)}"
    return [], "", {}, f"{len(facts)} {'flies' if len(facts) == 1 else 'fly'}"


def _count(number: Fraction) -> str:
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def _flak_line(p: P, node: int, mission: Mission, fire: Sequence[dict[str, Fraction]], side: int) -> Line:
    guns = antiaircraft.total(
        antiaircraft.may_fire(flak.batteries(p, node, p.foe(side)), mission.purpose), surprised=p.s.surprise and side == 0
    )
    if guns <= 0:
        return Line("Antiaircraft fire", "none", "22.B.1")
    lost = sum((one.get(Result.ELIMINATED.letter, Fraction()) for one in fire), Fraction())
    home = sum(
        (one.get(word, Fraction()) for one in fire for word in (Result.TURNED_BACK.letter, Result.ABORTED.letter)), Fraction()
    )
    return Line(f"Antiaircraft fire of {_count(guns)}", f"{_count(lost)} lost, {_count(home)} sent home", "22.B.1")


def _fates(p: P, wanted: MissionAsk, facts: Sequence[Flyer], come: Sequence[int]) -> outlook.Melee:
    """How the air combat ends for everybody if these interceptors come."""
    hunters = [_facts(p, unit, INTERCEPT) for unit in come]
    return outlook.melee(air_war(p.game).charts, hunters, [_facts(p, unit, ESCORT) for unit in wanted.escort], facts)


def _combat_line(fates: outlook.Melee | None, come: int, could: int) -> Line:
    """As many interceptors as there are air units in the mission, the strongest of those that could come."""
    if fates is None:
        return Line("Interception", "nobody could come", "20.A")
    ours = (*fates.screen, *fates.force)
    lost, theirs = (_count(outlook.expected(side, Result.ELIMINATED)) for side in (ours, fates.hunters))
    home = _count(outlook.expected(ours, Result.TURNED_BACK, Result.ABORTED))
    who = "its best" if come == 1 else f"the best {come}"
    return Line(f"Interception by {who} of {could}", f"{lost} lost, {home} sent home, {theirs} of theirs lost", "20.A")


# ---------------------------------------------------------------- answers


def _answer(p: P, side: int, wanted: MissionAsk, mission: Mission, missions: list[MissionKind]) -> MissionView:
    node, lines = wanted.hex, list[Line]()
    chances: dict[str, Fraction] = {}
    outcome = chip = ""
    if mission is SCRAMBLE:
        able = [unit for unit in interception.scramblers(p, ()) if node in interception.scramble_hexes(p, (unit,))]
    else:
        able = _free(p, interception.interceptors(p, (node,)), wanted.taken, wanted.units)
        lines, outcome, chances, chip = _interception(p, side, wanted)
    name, units = p.game.board.names[node], _ids(p, wanted.units)
    night = mission is INTERCEPT and node not in interception.prey_hexes(p, side)
    return MissionView(
        name, mission.word, missions, _candidates(p, able, node, mission), lines=lines, outcome=outcome,
        chances=_rounded(chances),
        chip=chip, commands=[CommandForm(mission.word, units, [name], word="night" if night else None)] if units else [],
    )  # fmt: skip


def _interception(p: P, side: int, wanted: MissionAsk) -> tuple[list[Line], str, dict[str, Fraction], str]:
    """What the interceptors named would do to whoever flies there, and suffer."""
    there = [flyer(p, unit) for unit in over(p, wanted.hex, p.foe(side))]
    screen, force = ([one for one in there if one.is_escort is escorts] for escorts in (True, False))
    lines = [Line("They fly with", f"{len(force)} on the mission, {len(screen)} as escort", "21.A")]
    if not wanted.units:
        return lines, "", {}, ""
    hunters = [_facts(p, unit, INTERCEPT) for unit in wanted.units]
    fates = outlook.melee(air_war(p.game).charts, hunters, screen, force)
    theirs = (*fates.screen, *fates.force)
    lines += [
        Line("Theirs lost", _count(outlook.expected(theirs, Result.ELIMINATED)), "21.B.1"),
        Line("Theirs sent home", _count(outlook.expected(theirs, Result.TURNED_BACK, Result.ABORTED)), "21.B.1"),
        Line("Ours lost", _count(outlook.expected(fates.hunters, Result.ELIMINATED)), "21.B.1"),
        Line("Ours sent home", _count(outlook.expected(fates.hunters, Result.TURNED_BACK, Result.ABORTED)), "21.B.1"),
    ]
    left = outlook.unharmed(fates.force)
    stopped = len(force) - sum((number * chance for number, chance in left.items()), Fraction())
    chances = {f"{number} of {len(force)}": left[number] for number in sorted(left)}
    return lines, "Of the mission force come through", chances, f"{_count(stopped)} stopped"


def _patrol(p: P, wanted: MissionAsk, missions: list[MissionKind]) -> MissionView:
    node, name = wanted.hex, p.game.board.names[wanted.hex]
    target = p.frame.args[0]
    able = [unit for unit, where in patrols.options(p) if where == node]
    candidates = [
        Candidate(
            p.game.names.unit_names[unit], p.game.board.names[p.s.loc[unit]], p.game.board.distance(p.s.loc[unit], node),
            patrol_range(model(p, unit), nation(p, unit)), float(model(p, unit).attack),
        )
        for unit in able
    ]  # fmt: skip
    if not wanted.units:
        return MissionView(name, "patrol", missions, candidates)
    chance = Fraction(patrols.chance(p, wanted.units[0], target)).limit_denominator(6)
    return MissionView(
        name, "patrol", missions, candidates, outcome="The patrol attack",
        chances=_rounded({"turned back": chance, "flies on": 1 - chance}), chip=f"{float(chance):.0%}",
        commands=[CommandForm("patrol", _ids(p, wanted.units[:1]), [name])],
    )  # fmt: skip
