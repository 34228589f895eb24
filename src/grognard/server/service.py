"""What a server does with matches. Every call is made for a checked link (`Pass`).

Calls are plain and thread-safe: a match is held while it is used, a change is committed before anybody is
told of it, and if it cannot be committed the match is read anew from the database. Each part knows those below it and none
above:

    Service                         what the routes and sockets ask for
    Referee                         commands as they come in, by lots (given `Carrier.carry_out`, it knows no other part)
    Beginning  Takebacks  Carrier   matches begin, go back and go on
    Ledger     Telling              what is written down and told, with the computer players
    Tables                          matches in memory and the links to them, over the store
"""

from __future__ import annotations

import logging
from concurrent.futures import Future

import msgspec

from . import hub, news, partings, wire
from .access import Denied, Pass
from .beginning import Beginning
from .carrier import Carrier
from .computers import check_level
from .fairness import fresh_seed
from .judging import Judges
from .ledger import Ledger
from .live import Live
from .referee import Referee, Saying
from .settings import Settings
from .store import Store
from .tables import Tables, seated
from .takebacks import Takebacks
from .telling import Telling, answer

log = logging.getLogger("grognard.server")


class Service:
    """The matches of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.tables = store, Tables(store, settings.live_matches)
        self.memory, self.links = self.tables.memory, self.tables.links
        self.ledger = Ledger(self.tables, settings)
        self.computers = self.ledger.computers
        self.judges = Judges(settings)
        self.beginning = Beginning(self.tables, self.computers, settings.limits.save)
        self.telling = Telling(self.tables, settings)
        self.takebacks = Takebacks(self.tables, self.ledger)
        self.referee = Referee(Carrier(self.tables, self.ledger).carry_out)

    def start(self) -> None:
        """Listen to players, and let computer players go on where they were stopped."""
        self.referee.start()
        for match_id in self.store.waiting_for_computers():
            try:
                with self.memory.hold(match_id) as live:
                    self.computers.consider(live)
            except Denied as denied:
                log.error("match %s: %s", match_id, denied.error)

    def close(self) -> None:
        self.referee.close()
        self.computers.close()
        self.judges.close()
        self.store.close()

    # ---------------------------------------------------------------- changing

    def say(self, who: Pass, wanted: wire.Say) -> Future[wire.Answer]:
        """Carry out a command; the answer is given when it has been committed."""
        answered: Future[wire.Answer] = Future()
        who = who.speaking_for(wanted.seat)

        def done(live: Live, since: int) -> None:
            answered.set_result(answer(live, who, since))

        def failed(error: Exception) -> None:
            if not answered.done():
                answered.set_exception(error)

        self.referee.hear(Saying(who, wanted, done, failed))
        return answered

    def hand(self, who: Pass, wanted: wire.Hand) -> wire.Answer:
        """Give a seat to the computer or take it back."""
        with self.tables.change(who) as live:
            if wanted.seat not in live.match.seats:
                raise Denied(404, f"there is no seat {wanted.seat!r}")
            if wanted.seat not in live.speaks_for(who):
                raise Denied(403, "only a seat itself can be handed over")
            check_level(live.match.game, wanted.player)
            record, players = live.record, live.record.players | {wanted.seat: wanted.player}
            solo = record.solo and sum(player == "human" for player in players.values()) <= 1
            fairness = record.fairness
            if players[wanted.seat] != record.players[wanted.seat]:
                was_person = record.players[wanted.seat] == "human" or wanted.seat in fairness.lent
                fairness = fairness.lending(wanted.seat, was_person and wanted.player != "human")
            if record.solo and not solo:  # a second person: what the first one knows of the dice to come is worth nothing
                live.match.reseed(fresh_seed())
            self.store.set_players(who.match, players, solo, fairness, live.match.chapters)
            live.record = msgspec.structs.replace(record, players=players, solo=solo, fairness=fairness, dice=live.match.chapters)
            live.thought_about = -1
            partings.settle(self.store, live)
            hub.publish_update(live, live.record.version)
            self.computers.consider(live)
            return answer(live, who, live.record.version)

    def go_on(self, who: Pass) -> wire.Answer:
        """Agree to go on with a match that the rules have parted."""
        with self.tables.change(who) as live:
            seated(live, who)
            partings.agree(self.store, live, who)
            hub.publish_update(live, live.record.version)
            self.computers.consider(live)
            return answer(live, who, live.record.version)

    def hurry(self, who: Pass) -> None:
        """Whoever waits has waited long enough: a computer player that searches does the best it has found so far."""
        with self.tables.look(who) as live:
            seated(live, who)
            if not self.computers.hurry(live):
                raise Denied(409, "no computer player is searching for a plan just now")

    # ---------------------------------------------------------------- talk

    def chat(self, who: Pass, text: str) -> None:
        """Say something to everybody at the table."""
        with self.tables.change(who) as live:
            message = self.store.add_message(who.match, seated(live, who), text)
            hub.publish(live, news.ChatNews(message.n, message.seat, message.text, message.time))

    def set_notes(self, who: Pass, text: str) -> None:
        """Keep the private notes of a seat."""
        with self.tables.change(who) as live:
            self.store.set_note(who.match, seated(live, who), text)

    # ---------------------------------------------------------------- sockets

    def join(self, client: hub.Client, since: int, revision: int, chat: int) -> None:
        """Send a new socket everything after `since`, and from now on everything that happens."""
        who = client.who
        with self.tables.look(who) as live:
            back = self.store.lowest_since(who.match, revision)
            since = min(since, live.record.version if back is None else min(back, live.record.version))
            hub.greet(live, client, since, self.telling.chat_after(who, chat), self.telling.build)
            self.computers.consider(live)  # it may have lost its last thought with the match that was in memory before

    def leave(self, client: hub.Client) -> None:
        live = self.memory.find(client.who.match)
        if live is not None:
            with live.lock:
                live.clients.discard(client)
                if not live.clients:
                    live.forget_shown()
