"""What somebody is told of a match who asks for it: all of it, an earlier point, its save."""

from __future__ import annotations

from typing import cast

from ..core.match import Match
from ..core.save import dump
from ..core.shown import View
from . import consent, partings, wire
from .access import SPECTATOR, Denied, Pass
from .build import build_of
from .catalogue import data_of, puzzle_of, scenario_title, seats
from .fairness import SAVE, Disclosure, told
from .live import Live, see
from .settings import Settings
from .tables import Tables


def taken(view: View) -> list[tuple[str, int]]:
    """The places that are taken in a view, each with the side of its topmost counter: all that a list shows of a position."""
    return [(place, stack.units[0].side) for place, stack in view.stacks.items() if stack.units]


class Telling:
    """Tells the owner of a link what he may know."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._chat_shown = tables, settings.limits.chat_shown
        self.build = build_of(settings.static)

    def describe(self, who: Pass, since: int | None = None) -> wire.MatchInfo:
        """Everything the owner of a link may see of a match."""
        with self._tables.look(who) as live:
            seat, record, match = live.acting(who), live.record, live.match
            return wire.MatchInfo(
                id=record.id, game=record.game, scenario=record.scenario, options=record.options,
                seating=match.roster.seating.name, seats=seats(match.game, match.roster), seat=seat or SPECTATOR,
                hotseat=who.hotseat, version=record.version, revision=record.revision, view=_view(live, seat),
                log=live.log(seat, -1 if since is None else since), players=record.players, commitment=match.commitment,
                seed=match.seed if match.over else None, seed_chosen=record.seed_chosen, dice=_dice(match),
                chat=self.chat_after(who, 0), notes="" if seat is None else self._tables.store.note(who.match, seat),
                thinking=_thinking(live), undo=live.can_undo(who), takeback=consent.shown(live), over=match.over,
                parted=partings.info(live), struck=partings.struck(live, seat), build=self.build,
                claimed=list(record.fairness.claimed), screen=live.at_screen, disclosures=told(record.fairness),
                redo=live.can_redo(who), data=data_of(match.game),
            )  # fmt: skip

    def glance(self, who: Pass) -> wire.Glance:
        """How a match stands, as one line of a list."""
        with self._tables.look(who) as live:
            seat, record, match = live.acting(who), live.record, live.match
            view, mine = live.shown(seat).view, [one for one in live.speaks_for(who) if not live.computer(one)]
            scenario = scenario_title(match.game, record.scenario)
            return wire.Glance(
                record.id, "", record.game, scenario, seat or SPECTATOR, record.players, view.turn, len(view.status.track),
                view.turn_name, live.deciding, not set(mine).isdisjoint(live.deciding),
                "" if match.over else match.step.title, view.outcome, self._tables.store.changed(who.match), view.control,
                taken(view),
            )  # fmt: skip

    def solved(self, who: Pass, puzzle: str) -> wire.Verdict:
        """Has a match come to what a puzzle wanted? Nothing is told but that."""
        with self._tables.look(who) as live:
            wanted = puzzle_of(live.record.game, puzzle)
            verdict = wanted.judged(live.match) if wanted.sets(live.match) else None
            return wire.Verdict(verdict is True, verdict is False)

    def chat_after(self, who: Pass, after: int) -> list[wire.MessageInfo]:
        messages = self._tables.store.messages(who.match, after, self._chat_shown)
        return [wire.MessageInfo(m.n, m.seat, m.text, m.time) for m in messages]

    def at(self, who: Pass, version: int) -> wire.Past:
        """An earlier point, as the same seat saw it."""
        with self._tables.look(who) as live:
            seat, moment = live.acting(who), live.moment()
        then = moment.at(version)
        return wire.Past(version, see(then, seat), moment.log(seat, match=then))

    def export(self, who: Pass) -> str:
        """The save of a match: for its players once it is over, before that for somebody who plays alone."""
        with self._tables.change(who) as live:
            if not live.match.over:
                alone = who.hotseat or (live.record.solo and live.humans == [who.name])
                if not alone or live.claimed_by_others(who):
                    why = "a save shows the dice to come and everything hidden: it is given out when the match is over"
                    raise Denied(403, why)
                self._disclose(live, SAVE, who.name)
            return dump(live.match)

    def _disclose(self, live: Live, kind: str, seat: str) -> None:
        """Remember that something has been given out; whoever comes later is told."""
        one = Disclosure(kind, seat, live.record.version, live.match.chapters[-1].commitment)
        fairness = live.record.fairness.disclosing(one)
        if fairness != live.record.fairness:
            self._tables.store.set_fairness(live.record.id, fairness)
            live.record.fairness = fairness


def answer(live: Live, who: Pass, since: int) -> wire.Answer:
    """What a link is told of a change it has made, with what is new after a version."""
    seat, record = live.acting(who), live.record
    return wire.Answer(
        record.version, record.revision, live.log(seat, since), _view(live, seat), live.can_undo(who),
        consent.shown(live), live.match.over, live.can_redo(who),
    )  # fmt: skip


def _view(live: Live, seat: str | None) -> View:
    """The whole view of a seat, encoded already."""
    return cast("View", live.shown(seat).whole)


def _thinking(live: Live) -> wire.ThinkingInfo | None:
    shown = live.thinking
    return None if shown is None else shown.info()


def _dice(match: Match) -> list[wire.DiceInfo]:
    """What is told of the dice: seeds, and from which roll on they hold, only after the last roll."""
    shown = [wire.DiceInfo(chapter.commitment, chapter.takebacks) for chapter in match.chapters]
    if match.over:
        for info, chapter in zip(shown, match.chapters, strict=True):
            info.scheme, info.first, info.seed = chapter.scheme, chapter.first, chapter.seed
    return shown
