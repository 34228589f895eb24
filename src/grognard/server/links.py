"""Links: who may enter, how a mailed seat is claimed, how a link is replaced."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import msgspec

from . import hub, wire
from .access import HOTSEAT, SPECTATOR, Denied, Pass, digest, is_match_id, new_token, recognise
from .fairness import Fairness, fresh_seed, seed_is_known
from .live import Live
from .store import Store

Held = Callable[[Pass], AbstractContextManager[Live]]


class Links:
    """`hold` gives the match of a link, `change` the same to be changed."""

    def __init__(self, store: Store, hold: Held, change: Held) -> None:
        self.store, self._hold, self._change = store, hold, change

    def enter(self, match_id: str, token: str, seat: str | None = None) -> Pass:
        """Check a link, and that it may speak for a seat."""
        links = self.store.links(match_id) if is_match_id(match_id) else []
        if not links:
            raise Denied(404, "there is no such match")
        who = recognise(match_id, token, links).speaking_for(seat)
        if seat is not None:
            with self._hold(who) as live:
                check_seat(live, who, seat)
        return who

    def look(self, live: Live, who: Pass) -> None:
        """A link is used to look at the match; remembered as long as its seat is not claimed. Call with the match held."""
        fairness = live.record.fairness
        if who.watches or who.name in fairness.opened or who.name in fairness.claimed:
            return
        self._keep(live, fairness.opening(who.name))

    def _keep(self, live: Live, fairness: Fairness) -> None:
        self.store.set_fairness(live.record.id, fairness)
        live.record.fairness = fairness

    def claim(self, who: Pass, chosen: str | None = None) -> wire.NewLink:
        """Take a seat with the link that was mailed for it: from now on a new link opens it, and that one no more."""
        with self._change(who) as live:
            record, match = live.record, live.match
            if who.name not in match.seats:
                raise Denied(403, "only the link of a seat can be claimed")
            if who.name in record.fairness.claimed:
                raise Denied(409, "this seat has been claimed already", version=record.version, revision=record.revision)
            if seed_is_known(live):
                match.reseed(fresh_seed())
            fairness, token = record.fairness.claiming(who.name, record.version), chosen or new_token()
            self.store.claim(who.match, who.name, digest(token), fairness, match.chapters)
            live.record = msgspec.structs.replace(record, fairness=fairness, dice=match.chapters)
            hub.close_revoked(live, who.name)
            hub.publish_update(live, record.version)
        return wire.NewLink(who.name, token)

    def revoke(self, who: Pass, name: str) -> wire.NewLink:
        """Make a link useless and give out another in its place."""
        with self._change(who) as live:
            if name not in (*live.match.seats, SPECTATOR, HOTSEAT):
                raise Denied(404, f"there is no link {name!r}")
            mine = (*live.speaks_for(who), SPECTATOR, who.name)
            if who.watches or name not in mine:
                raise Denied(403, "only a seat itself can revoke its link")
            token = new_token()
            self.store.replace_link(who.match, name, digest(token))
            hub.close_revoked(live, name)
        return wire.NewLink(name, token)


def check_seat(live: Live, who: Pass, seat: str) -> None:
    if live.acting(who) != seat:
        raise Denied(403, f"this link does not speak for {seat!r}")
