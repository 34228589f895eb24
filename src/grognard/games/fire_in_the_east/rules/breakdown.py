"""Rule 15: divisions break down into their components and are assembled from them again.

Counters that are not in use, and divisions that are broken down, lie beside the map (place -1). `whole` says which division a
part stands for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...zones.stance import any_marked
from ..events.battle import Assembled, Broke
from ..material import Material, P
from ..parts import PartSet, read_parts
from ..state import ADMINISTRATIVE, DOTTED, FINISHED, MOVED, RAILED, STRATEGIC
from . import control, resource_points
from .units import face, name, on_map

TRIES = 20  #: units that random play looks at for a breakdown
ASIDE = -1  #: beside the map
SUPPORTED, HEADQUARTERS = "supported", "headquarters"
FORMS = (SUPPORTED, HEADQUARTERS)
HEAVY_AA = "heavy AA"


# ---------------------------------------------------------------- the charts


class Compiled:
    """The sets of a game, by piece."""

    def __init__(self, game: Material) -> None:
        index = {piece.handle: unit for unit, piece in enumerate(game.pieces)}
        sets, _ = read_parts(game.raw)
        kept = [one for one in sets if all(handle in index for handle in one.components)]
        self.sets = kept
        self.components = [tuple(index[handle] for handle in one.components) for one in kept]
        self.headquarters = [index.get(one.headquarters, -1) for one in kept]
        self.set_of = {u: k for k, units in enumerate(self.components) for u in (*units, self.headquarters[k]) if u >= 0}
        self.kinds = {(one.nation, one.type, one.size) for one in self.sets}
        self.battalions = [u for u in range(len(game.pieces)) if _is_flak(game, u, "II", 1)]
        self.regiments = [u for u in range(len(game.pieces)) if _is_flak(game, u, "III", 2)]


def _is_flak(game: Material, unit: int, size: str, attack: int) -> bool:
    shown = game.printed_faces[unit][0]
    return (shown.nation, shown.type, shown.size) == ("german", HEAVY_AA, size) and shown.attack == attack * 8


def charts_of(game: Material) -> Compiled:
    found: Compiled | None = game.kept.get("breakdown")
    if found is None:
        found = game.kept["breakdown"] = Compiled(game)
    return found


@rule("15.B", "15.Ba", "15.C.1", "15.C.2")
def serves(game: Material, one: PartSet, unit: int) -> bool:
    """Is this set made for a unit? By nationality, type and ratings."""
    shown = game.printed_faces[unit][0]
    attack, defence, movement = shown.attack // 8, shown.defence // 8, shown.movement // 8
    printed = f"{attack}-{movement}" if attack == defence else f"{attack}-{defence}-{movement}"
    return (shown.nation, shown.type, shown.size) == (one.nation, one.type, one.size) and printed in one.ratings


@rule("15.Ba", "15.C.1", "39.D")
def free_set(p: P, unit: int, form: str) -> int:
    """The first set that can stand for a unit in a form; -1 if there is none."""
    chart = charts_of(p.game)
    for number, one in enumerate(chart.sets):
        if one.type == HEAVY_AA or not serves(p.game, one, unit):
            continue
        if one.option and p.option("air-landing-division") != "on":
            continue
        if form == HEADQUARTERS and chart.headquarters[number] < 0:
            continue
        needed = [*chart.components[number], *([chart.headquarters[number]] if form == HEADQUARTERS else [])]
        if all(is_idle(p, part) and p.s.whole[part] < 0 for part in needed):
            return number
    return -1


def is_idle(p: P, part: int) -> bool:
    """Is a counter free? Those of the charts have never been in play, or lie beside the map again."""
    here = p.s.loc[part]
    return bool(here == ASIDE or (part in charts_of(p.game).set_of and here == p.game.out_of_play[p.side_of(part)]))


def parts_for(p: P, unit: int, form: str) -> tuple[int, ...]:
    """The counters that would take a unit's place; none if it cannot break down so."""
    if face(p, unit).type == HEAVY_AA:
        idle = [part for part in charts_of(p.game).battalions if is_idle(p, part)]
        return tuple(idle[:2]) if len(idle) > 1 and form == SUPPORTED else ()
    number = free_set(p, unit, form)
    if number < 0:
        return ()
    chart = charts_of(p.game)
    return (*chart.components[number], *([chart.headquarters[number]] if form == HEADQUARTERS else []))


def is_listed(p: P, unit: int) -> bool:
    shown, kinds = p.game.printed_faces[unit][0], charts_of(p.game).kinds
    return (shown.nation, shown.type, shown.size) in kinds and any(serves(p.game, one, unit) for one in charts_of(p.game).sets)


# ---------------------------------------------------------------- breaking down


@rule("15.A", "15.D", "esp.movement.1", "esp.exploitation")
def check_break(p: P, unit: int, form: str) -> None:
    """A whole division of the charts, before anybody has moved in the phase; in exploitation a combat/motorized one."""
    s, shown = p.s, face(p, unit)
    if p.side_of(unit) != s.active or not on_map(p, unit) or not p.game.is_ground[unit]:
        raise Illegal("15.A", f"{name(p, unit)} cannot break down now")
    if shown.cadre or not is_listed(p, unit):
        raise Illegal("15.Ba", f"{name(p, unit)} is not on the breakdown charts")
    if s.phase == "exploitation" and not shown.motorized:
        raise Illegal("15.A", f"{name(p, unit)} is not combat/motorized, so it does not break down in exploitation")
    if has_begun(p):
        raise Illegal("15.A", "divisions break down at the start of a phase, before anybody moves")
    if form not in FORMS:
        raise Illegal("15.Bb", f"say {SUPPORTED} or {HEADQUARTERS}")
    if not parts_for(p, unit, form):
        raise Illegal("15.Ba", f"no breakdown counters are free for {name(p, unit)} in this form")


@rule("15.A")
def has_begun(p: P) -> bool:
    """Has somebody of the phasing side moved or spent points in this phase? Engineers, who build from its very start, apart."""
    units = p.game.ground_of_side[p.s.active]
    if any_marked(units, p.s.arrays.flags, MOVED | RAILED | STRATEGIC | ADMINISTRATIVE):
        return True
    return any(face(p, unit).engineer == "no" for unit in units[p.s.arrays.spent[units] > 0].tolist())


@rule("15", "15.A", "15.Bb", "15.D")
def break_down(p: P, command: Command) -> None:
    """The division leaves the map and its parts take its place, with all that has befallen it."""
    form = command.word or SUPPORTED
    for unit in command.units:
        check_break(p, unit, form)
        parts = parts_for(p, unit, form)
        hex = p.s.loc[unit]
        for part in parts:
            p.s.set("steps", part, 1)
            _inherit(p, part, (unit,))
            if face(p, part).type != HEAVY_AA:
                p.s.whole[part] = unit
        if form == SUPPORTED and face(p, unit).type != HEAVY_AA:
            p.s.mark(parts, DOTTED)
        control.put(p, parts, hex)
        control.put(p, (unit,), ASIDE)
        p.emit(Broke(units=(unit, *parts), hex=hex, side=p.s.active, rule="15.A"))


@rule("15.Bb")
def split(p: P, command: Command) -> None:
    """The same, into a headquarters and unsupported components."""
    break_down(p, Command("break", command.units, word=HEADQUARTERS))


def splittable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may break down so."""
    return [unit for unit in breakable(p, hexes) if _may_break(p, unit, HEADQUARTERS)]


@rule("15.A")
def _inherit(p: P, heir: int, units: Sequence[int]) -> None:
    """What has befallen the units has befallen the one that takes their place; of their supply the worst."""
    s = p.s
    s.clear((heir,), s.flags[heir])
    for unit in units:
        s.mark((heir,), s.flags[unit] & ~DOTTED)
    s.spent[heir] = max(s.spent[unit] for unit in units)
    worst = max(units, key=lambda unit: (s.unsupplied[unit], s.turns_out[unit]))
    for array in ("unsupplied", "turns_out", "logistics"):
        s.set(array, heir, getattr(s, array)[worst])
    s.status[heir] = s.status[worst]


def breakable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may break down; with a hex named, those in it."""
    if has_begun(p):
        return ()
    candidates = p.units(hexes[0], p.s.active) if hexes else _all_listed(p)
    return [unit for unit in candidates if any(_may_break(p, unit, form) for form in FORMS)]


def _all_listed(p: P) -> list[int]:
    kept = p.game.kept
    if "listed" not in kept:
        kept["listed"] = [unit for unit in range(len(p.game.pieces)) if p.game.is_ground[unit] and is_listed(p, unit)]
    found: list[int] = kept["listed"]
    return found


def _may_break(p: P, unit: int, form: str) -> bool:
    try:
        check_break(p, unit, form)
    except Illegal:
        return False
    return True


def list_breaks(p: P) -> Iterator[Command]:
    for unit in breakable(p, ()):
        for form in FORMS:
            if _may_break(p, unit, form):
                yield Command("break", (unit,), word=form)


def sample_break(p: P, rng: random.Random, forms: Sequence[str] = FORMS) -> Command | None:
    """One of a few units, in one of some forms."""
    listed = _all_listed(p)
    for _ in range(TRIES if listed and not has_begun(p) else 0):
        unit, form = listed[int(rng.random() * len(listed))], forms[int(rng.random() * len(forms))]
        if on_map(p, unit) and _may_break(p, unit, form):
            return Command("break", (unit,), word=form)
    return None


# ---------------------------------------------------------------- assembling


@rule("15.A", "15.C", "15.C.1", "15.C.2")
def assembly_of(p: P, unit: int) -> tuple[int, tuple[int, ...]]:
    """The division that a part would become, and all counters that it takes; (-1, ()) if it cannot."""
    s, chart = p.s, charts_of(p.game)
    here = s.loc[unit]
    if unit in chart.battalions:
        beside = [part for part in chart.battalions if s.loc[part] == here and part != unit]
        idle = [regiment for regiment in chart.regiments if s.loc[regiment] == ASIDE]
        return (idle[0], (unit, beside[0])) if beside and idle else (-1, ())
    number = chart.set_of.get(unit, -1)
    if number < 0:
        return -1, ()
    components, headquarters = chart.components[number], chart.headquarters[number]
    division = s.whole[components[0]]
    if division < 0 and chart.sets[number].specific:
        division = next((d for d in _all_listed(p) if serves(p.game, chart.sets[number], d) and s.loc[d] == ASIDE), -1)
    dotted = all(s.flags[part] & DOTTED for part in components)
    parts = components if dotted or headquarters < 0 else (*components, headquarters)
    together = all(s.loc[part] == here for part in parts)
    return (division, parts) if division >= 0 and together else (-1, ())


@rule("15.A")
def check_assembly(p: P, units: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """All components of one division in one hex; in exploitation only a combat/motorized division."""
    division, parts = assembly_of(p, units[0]) if units and on_map(p, units[0]) else (-1, ())
    if division < 0 or p.side_of(units[0]) != p.s.active:
        raise Illegal("15.A", "the components of a division must stand in one hex to be assembled")
    if not set(units) <= set(parts):
        if not all(unit in charts_of(p.game).battalions for unit in units) or len(units) > 2:
            raise Illegal("15.A", "these units are not components of one division")
        if len({p.s.loc[unit] for unit in units}) > 1:
            raise Illegal("15.A", "the components of a division must stand in one hex to be assembled")
        parts = tuple(units)
    if p.s.phase == "exploitation" and not p.game.printed_faces[division][0].motorized:
        raise Illegal("15.A", f"{name(p, division)} is not combat/motorized, so it is not assembled in exploitation")
    return division, parts


@rule("15.A", "15.D", "esp.movement.3")
def assemble(p: P, command: Command) -> None:
    """The parts leave the map and the division takes their place; it does nothing more in this phase."""
    division, parts = check_assembly(p, command.units)
    hex, step = p.s.loc[parts[0]], p.pop()
    p.s.set("steps", division, len(p.game.printed_faces[division]) - 1)
    _inherit(p, division, parts)
    p.s.mark((division,), FINISHED)
    for part in parts:
        resource_points.set_down(p, part)
        p.s.whole[part] = -1
        p.s.clear((part,), DOTTED)
    control.put(p, (division,), hex)
    control.put(p, parts, ASIDE)
    p.emit(Assembled(units=(division, *parts), hex=hex, side=p.s.active, rule="15.A"))
    if assemblable(p, ()):
        p.push(step.step, p.s.active)


def assemblable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """A part of each division that can be assembled now."""
    chart, s = charts_of(p.game), p.s
    used = [units[0] for units, one in zip(chart.components, chart.sets, strict=True) if s.whole[units[0]] >= 0 or one.specific]
    found: dict[int, int] = {}
    for unit in (*used, *chart.battalions):
        if on_map(p, unit) and p.side_of(unit) == s.active:
            try:
                _, parts = check_assembly(p, (unit,))
            except Illegal:
                continue
            found.setdefault(min(parts), unit)
    return sorted(found.values())
