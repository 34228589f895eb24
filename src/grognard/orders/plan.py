"""From an order to a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.errors import BadCommand, Illegal
from ..core.foresight import attacks
from ..core.match import Match
from ..core.seats import eyes_of
from ..core.words import counted
from ..facts import Outlook, Threat, threats
from .draft import Draft
from .fights import restore, strike
from .marches import march, ring_of
from .shapes import TITLES, WITH_GOAL, Caution, StaffLine, StaffOrder, StaffPlan, Stay


def plan(match: Match, seat: str | int, order: StaffOrder) -> StaffPlan:
    """What a staff would do now to carry out an order of a seat, as far as the seat knows. Nothing is done."""
    number = match.roster.number(seat)
    _check(order)
    if match.over or number not in match.deciding:
        return StaffPlan(_title(match, order), list(order.units), why="there is nothing to be ordered now: others decide")
    draft = Draft(match, number, order)
    if order.word == "encircle":
        ring_of(draft)
    if draft.march is not None:
        march(draft)
    if attacks(draft.begun.step) and not draft.over:
        strike(draft)
    restore(draft)
    return _laid_out(match, draft)


def _check(order: StaffOrder) -> None:
    if order.word not in TITLES:
        raise BadCommand(f"a staff knows the orders {', '.join(TITLES)}, not {order.word!r}")
    if order.word in WITH_GOAL and not order.goal:
        raise BadCommand(f"{TITLES[order.word].lower()}: name a hex")
    if order.word not in WITH_GOAL and order.goal:
        raise BadCommand(f"{TITLES[order.word].lower()} has no goal")


def _title(match: Match, order: StaffOrder) -> str:
    names, board = match.game.names, match.game.board
    goal = " and ".join(board.place_name(names.node(name)) for name in order.goal)
    return f"{TITLES[order.word]} {goal}".strip()


def _laid_out(match: Match, draft: Draft) -> StaffPlan:
    """The lines with what they would open or cut off; what loses the game or starves is left to the commander."""
    told = _Told(draft)
    lines = [_warned(line, told.of(line)) for line in draft.lines]
    kept, lines = _tried_again(draft, lines)
    general = told.after(kept)
    if any(caution.fatal for caution in general):
        kept, lines = _tried_again(draft, lines, told)
        general = told.after(kept)
    handles = [draft.begun.game.pieces[unit].handle for unit in draft.units]
    idle = draft.march is None and not attacks(draft.begun.step) and not lines
    why = f"{draft.begun.step.title}: nothing moves or fights" if idle else ""
    return StaffPlan(_title(match, draft.order), handles, lines, _stays(draft), [*general, *_ring(draft, kept)], why)


def _warned(line: StaffLine, cautions: list[Caution]) -> StaffLine:
    grave = any(caution.fatal or caution.text.startswith("Ends in") for caution in cautions)
    return msgspec.structs.replace(line, cautions=cautions, chosen=line.chosen and not grave)


def _tried_again(draft: Draft, lines: Sequence[StaffLine], told: _Told | None = None) -> tuple[Match, list[StaffLine]]:
    """The chosen lines alone on a fresh copy: where they lead. One that needs another which is left out is left out, too; with
    `told`, so is one after which something would lose the game."""
    now, found = draft.begun.copy(), list[StaffLine]()
    for line, said in zip(lines, draft.said, strict=True):
        found.append(line)
        if not line.chosen or line.attack or now.over:
            continue
        trial = now.copy()
        try:
            trial.do(said, draft.seat)
        except Illegal:
            found[-1] = msgspec.structs.replace(line, chosen=False)
            continue
        grave = [caution for caution in told.after(trial) if caution.fatal] if told is not None else []
        if grave:
            found[-1] = msgspec.structs.replace(line, chosen=False, cautions=[*line.cautions, *grave])
            continue
        now = trial
    return now, found


def _stays(draft: Draft) -> list[Stay]:
    """Whoever gets no command, hex by hex."""
    p, found = draft.begun.play, dict[str, list[str]]()
    named = {unit for line in draft.lines for unit in line.form.units}
    able = {unit for group in draft.groups() for unit in group.units} | draft.gone
    for unit in draft.units:
        handle = draft.begun.game.pieces[unit].handle
        if handle not in named:
            where = draft.place(p.s.loc[unit])
            can = "stays in" if draft.march is None or unit in able else "cannot move now and stays in"
            found.setdefault(f"{can} {where}", []).append(handle)
    return [Stay(units, why) for why, units in found.items()]


def _ring(draft: Draft, after: Match) -> list[Caution]:
    """Is what was to be encircled shut in?"""
    if draft.order.word != "encircle" or draft.march is None:
        return []
    p, names = after.play, draft.begun.game.board.names
    left = [hex for hex in ring_of(draft) if not p.s.count[draft.side][hex] and not p.s.foes[draft.side][hex]]
    text = f"{counted(len(left), 'gap')} in the ring: nobody of yours would stand there."
    found = [Caution(text, hexes=[names[hex] for hex in left])] if left else []
    outlook = Outlook(p, eyes_of(p, draft.seat))
    for enemy in p.enemies(draft.side):
        if outlook.lines(enemy) is not None and any(outlook.net(enemy)[hex] for hex in draft.goal if p.s.count[enemy][hex]):
            found.append(Caution("They would still have a line of supply.", hexes=[names[hex] for hex in draft.goal]))
    return found


class _Told:
    """What a seat has to fear before the plan and after it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._before = {_key(threat) for threat in self._threats(draft.outlook)}
        self._all = self._fresh(draft.now) if draft.said else []

    def _threats(self, outlook: Outlook) -> list[Threat]:
        draft = self._draft
        return threats(outlook, draft.begun.seats[draft.seat], draft.begun.roster.sides[draft.seat]).threats

    def _fresh(self, match: Match) -> list[Threat]:
        """New dangers, as far as they come of this plan: not every stack that could be attacked."""
        if match.over:
            return []
        outlook = Outlook(match.play, eyes_of(match.play, self._draft.seat))
        found = [threat for threat in self._threats(outlook) if _key(threat) not in self._before]
        return [threat for threat in found if threat.kind != "attack" or threat.fatal]

    def of(self, line: StaffLine) -> list[Caution]:
        """What would follow from one line: a place it leaves open, or no supply where it ends."""
        if line.attack:
            return []
        end = line.form.hexes[-1] if line.form.hexes else line.start
        found = [threat for threat in self._all if threat.kind in ("open", "attack") and line.start in threat.hexes]
        found += [threat for threat in self._all if threat.kind == "attack" and end in threat.hexes and threat not in found]
        told = [_caution(threat, [line.start]) for threat in found]
        for threat in self._all:
            if threat.kind == "unsupplied" and end in threat.hexes:
                told.append(Caution(f"Ends in {end} without supply ({threat.rule}).", threat.rule, False, [end]))
        return told

    def after(self, kept: Match) -> list[Caution]:
        return [_caution(threat, threat.hexes) for threat in self._fresh(kept)]


def _key(threat: Threat) -> tuple[Any, ...]:
    return threat.kind, tuple(sorted(threat.stacks if threat.kind == "unsupplied" else threat.hexes)), threat.side


def _caution(threat: Threat, hexes: Sequence[str]) -> Caution:
    text = threat.text.replace(" is open: ", " would stand open: ", 1)
    return Caution(text, threat.rule, threat.fatal, list(hexes))
