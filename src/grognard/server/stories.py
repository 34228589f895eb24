"""What has happened in a match, told to the owner of a link: as a film, as a summary, as a review."""

from __future__ import annotations

import msgspec

from .. import story
from ..core.shown import View
from . import wire
from .access import Denied, Pass
from .changes import change
from .judging import Judges
from .live import Live
from .tables import Tables

#: A film shows so many commands at most, the latest.
LONGEST = 1000


class Stories:
    """Tells of the past. The match is not held while it is walked through."""

    def __init__(self, tables: Tables, judges: Judges) -> None:
        self._tables, self._judges = tables, judges

    def film(self, who: Pass, since: int | None) -> wire.Film:
        """Scene by scene, with what each changes in the view of the seat."""
        seat, moment, first = self._moment(who, since)
        view, shots = story.scenes(moment.match, first, seat)
        told, before = [], _quiet(view)
        for shot in shots:
            after = _quiet(shot.view)
            told.append(wire.Shot(shot.scene, change(before, after), _why(moment, shot.scene.first, seat)))
            before = after
        return wire.Film(first, moment.record.version, _quiet(view), told)

    def summary(self, who: Pass, since: int | None) -> story.Summary:
        seat, moment, first = self._moment(who, since)
        return story.summary(moment.match, first, seat)

    def stages(self, who: Pass, since: int | None) -> list[story.Stage]:
        seat, moment, first = self._moment(who, since)
        return story.stages(moment.match, first, seat)

    def review(self, who: Pass) -> story.Review:
        """What the seat was told; when the game is over also its chances, as soon as they have been weighed."""
        seat, moment, _ = self._moment(who, 0)
        found = story.review(moment.match, seat)
        return self._judges.complete(found, moment.record.id, moment.match) if moment.match.over else found

    def _moment(self, who: Pass, since: int | None) -> tuple[str | None, Live, int]:
        """The seat, the match as it stands, and the command after which the telling begins: the seat's own last one unless
        another is named."""
        with self._tables.look(who) as live:
            seat, moment = live.acting(who), live.moment()
        version = moment.record.version
        first = since if since is not None else 0 if seat is None else moment.last_of(seat)
        if first > version:
            raise Denied(404, f"the match has {version} commands")
        return seat, moment, max(first, version - LONGEST)


def _quiet(view: View) -> View:
    """A view whose battle is told by the scene itself."""
    return msgspec.structs.replace(view, status=msgspec.structs.replace(view.status, battle=None))


def _why(moment: Live, number: int, seat: str | None) -> str:
    return moment.reason(number, moment.line[number - 1].seat, seat)
