"""What a server does with matches: begin, load, change, tell. Every call is made for a checked link (`Pass`).

Calls are plain and thread-safe: a match is held while it is used, a change is committed before anybody is
told of it, and if it cannot be committed the match is read anew from the database.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, cast

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ..ai import anything
from ..core.errors import BadSave, GrognardError, Illegal
from ..core.fingerprint import fingerprint
from ..core.history import pack_events
from ..core.match import Match
from ..core.save import dump, loads
from ..core.takeback import NOTHING, without_last_of
from ..games import load_game
from . import consent, hub, partings, wire
from .access import HOTSEAT, SPECTATOR, Denied, Pass, digest, new_match_id, new_token
from .build import build_of
from .catalogue import seats
from .computers import Computers, level_names
from .fairness import IMPORT, SAVE, Disclosure, Fairness, fresh_seed, told
from .links import Links, check_seat
from .live import Live, Said, see
from .loading import Loader
from .memory import Busy, Memory
from .reasons import Reason, reason_of
from .referee import Referee, Saying
from .settings import Settings
from .store import Addition, Entry, Overtaken, Parted, Record, Store, Uncertain, now, pack_state
from .thinking import Thought

log = logging.getLogger("grognard.server")

_MISSED = 20  #: commands of others that a seat may have missed where several decide together


class Service:
    """The matches of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.loader = Loader(store)
        self.build = build_of(settings.static)
        self.memory = Memory(self._load, settings.live_matches)
        self.computers = Computers(settings, self.memory.hold, self._computer_decided)
        self.referee = Referee(self._carry_out)
        self.links = Links(store, self.hold, self.renew)

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
        self.store.close()

    # ---------------------------------------------------------------- matches in memory

    def hold(self, who: Pass) -> AbstractContextManager[Live]:
        """The match of a link for the exclusive use of the caller."""
        return self.memory.hold(who.match, watching=who.watches)

    @contextmanager
    def look(self, who: Pass) -> Iterator[Live]:
        """The same for somebody who will see it."""
        with self.hold(who) as live:
            self.links.look(live, who)
            yield live

    @contextmanager
    def renew(self, who: Pass) -> Iterator[Live]:
        """The same to be changed; what the database has not taken is read anew."""
        with self.hold(who) as live:
            try:
                yield live
            except (SQLAlchemyError, Uncertain):
                self.memory.drop(live)
                raise

    @contextmanager
    def change(self, who: Pass) -> Iterator[Live]:
        """The same to be changed by somebody who will see it."""
        with self.renew(who) as live:
            self.links.look(live, who)
            yield live

    def _load(self, match_id: str) -> Live:
        live = self.loader.load(match_id)
        partings.settle(self.store, live)  # where no person plays nobody has to agree
        return live

    # ---------------------------------------------------------------- beginning

    def create(self, wanted: wire.NewMatch) -> wire.Created:
        """Begin a match."""
        match = Match(load_game(wanted.game), wanted.scenario, wanted.options, wanted.seed, seating=wanted.seating)
        return self._keep(match, wanted.players, wanted.hotseat, seed_chosen=wanted.seed is not None)

    def import_save(self, wanted: wire.Import) -> wire.Created:
        """Go on with a save; whoever brings it knows its seed."""
        if len(wanted.text.encode()) > self.settings.limits.save:
            raise Denied(413, f"a save may have {self.settings.limits.save} bytes")
        try:
            match = loads(wanted.text)
        except (BadSave, ValueError) as error:
            raise Denied(400, str(error)) from None
        return self._keep(match, wanted.players, wanted.hotseat, imported=True)

    def _keep(
        self, match: Match, players: dict[str, str], hotseat: bool, *, seed_chosen: bool = True, imported: bool = False
    ) -> wire.Created:
        """Keep a new match, and give out its links."""
        seats = match.seats
        unknown = set(players) - set(seats)
        if unknown:
            raise GrognardError(f"{match.game.title} has the seats {', '.join(seats)}, not {', '.join(sorted(unknown))}")
        players = dict.fromkeys(seats, "human") | players
        for player in players.values():
            self._check_level(match, player)
        names = (*seats, SPECTATOR, HOTSEAT) if hotseat else (*seats, SPECTATOR)
        tokens = {name: new_token() for name in names}
        solo = not hotseat and sum(player == "human" for player in players.values()) <= 1
        fairness = Fairness(screen=hotseat)
        if imported:  # between several people its dice must not go on as whoever brought it knows them
            fairness = fairness.disclosing(Disclosure(IMPORT, "", match.length, match.chapters[-1].commitment))
            if not hotseat and not solo:
                match.reseed(fresh_seed())
        entries, snapshots = self._whole_log(match)
        record = Record(
            new_match_id(), match.game.slug, 1, match.scenario, match.options_chosen, match.chapters,
            seed_chosen, now(), players, solo, len(entries), match.length,
            " ".join(seats[k] for k in match.waiting) or None, None, match.game.data_set, fingerprint(match.game),
            None if match.parted is None else Parted(match.length, match.parted.why), match.seating, fairness,
        )  # fmt: skip
        self.store.create(record, {name: digest(token) for name, token in tokens.items()}, entries, snapshots)
        shared = tokens.pop(HOTSEAT, None)
        if any(player != "human" for player in players.values()):
            with self.memory.hold(record.id) as live:
                self.computers.consider(live)
        return wire.Created(record.id, tokens, msgspec.UNSET if shared is None else shared)

    def _whole_log(self, match: Match) -> tuple[list[Entry], dict[int, bytes]]:
        """The log of an imported match, with what has been struck out of it."""
        log: list[Entry] = []

        def enter(version: int, kind: str, seat: str, command: str, **more: Any) -> None:
            log.append(Entry(len(log) + 1, version, kind, seat, command, "import", time=now(), **more))

        def strike(after: int) -> None:
            for parting in match.struck:
                if parting.number == after:
                    for number, (seat, line) in enumerate(parting.lines, after + 1):
                        enter(number, "do", seat, line)
                    enter(after, "part", "", "", why=parting.why)

        strike(0)
        for link in match.links():
            assert link.command is not None
            known = {"barrier": link.barrier, "events": pack_events(link.events), "digest": link.digest}
            enter(link.number, "do", match.seats[link.seat], match.text(link.command), **known)
            strike(link.number)
        return log, {match.length: pack_state(match.state)} if match.length else {}

    @staticmethod
    def _check_level(match: Match, player: str) -> None:
        level, known = player.partition(":")[2], level_names(match.game.slug)
        if level and level not in known:
            raise GrognardError(f"{match.game.title} has computer players of the levels {', '.join(known)}")

    # ---------------------------------------------------------------- telling

    def describe(self, who: Pass, since: int | None = None) -> wire.MatchInfo:
        """Everything the owner of a link may see of a match."""
        with self.look(who) as live:
            seat, record, match = live.acting(who), live.record, live.match
            return wire.MatchInfo(
                id=record.id, game=record.game, scenario=record.scenario, options=record.options,
                seating=match.roster.seating.name, seats=seats(match.game, match.roster), seat=seat or SPECTATOR,
                hotseat=who.hotseat, version=record.version, revision=record.revision, view=self._view(live, seat),
                log=live.log(seat, -1 if since is None else since), players=record.players, commitment=match.commitment,
                seed=match.seed if match.over else None, seed_chosen=record.seed_chosen, dice=_dice(match),
                chat=self.chat_after(who, 0), notes="" if seat is None else self.store.note(who.match, seat),
                thinking=self._thinking(live), undo=live.can_undo(who), takeback=consent.shown(live), over=match.over,
                parted=partings.info(live), struck=partings.struck(live, seat), build=self.build,
                claimed=list(record.fairness.claimed), screen=live.at_screen, disclosures=told(record.fairness),
            )  # fmt: skip

    def chat_after(self, who: Pass, after: int) -> list[wire.MessageInfo]:
        messages = self.store.messages(who.match, after, self.settings.limits.chat_shown)
        return [wire.MessageInfo(m.n, m.seat, m.text, m.time) for m in messages]

    @staticmethod
    def _thinking(live: Live) -> wire.ThinkingInfo | None:
        shown = live.thinking
        return None if shown is None else wire.ThinkingInfo(shown.seat, shown.progress, shown.text)

    def _answer(self, live: Live, who: Pass, since: int) -> wire.Answer:
        seat, record = live.acting(who), live.record
        return wire.Answer(
            record.version, record.revision, live.log(seat, since), self._view(live, seat), live.can_undo(who),
            consent.shown(live), live.match.over,
        )  # fmt: skip

    @staticmethod
    def _view(live: Live, seat: str | None) -> dict[str, Any]:
        """The whole view of a seat, encoded already."""
        return cast("dict[str, Any]", live.shown(seat).whole)

    def at(self, who: Pass, version: int) -> wire.Past:
        """An earlier point, as the same seat saw it."""
        with self.look(who) as live:
            seat, moment = live.acting(who), live.moment()
        then = moment.at(version)
        return wire.Past(version, see(then, seat), moment.log(seat, match=then))

    def export(self, who: Pass) -> str:
        """The save of a match: for its players once it is over, before that for somebody who plays alone."""
        with self.change(who) as live:
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
            self.store.set_fairness(live.record.id, fairness)
            live.record.fairness = fairness

    # ---------------------------------------------------------------- changing

    def _seated(self, live: Live, who: Pass) -> str:
        seat = live.acting(who)
        if seat is None:
            raise Denied(403, "spectators only watch" if who.watches else "no seat is played by a person")
        return seat

    def say(self, who: Pass, wanted: wire.Say) -> Future[wire.Answer]:
        """Carry out a command; the answer is given when it has been committed."""
        answer: Future[wire.Answer] = Future()
        who = who.speaking_for(wanted.seat)

        def done(live: Live, since: int) -> None:
            answer.set_result(self._answer(live, who, since))

        def failed(error: Exception) -> None:
            if not answer.done():
                answer.set_exception(error)

        self.referee.hear(Saying(who, wanted, done, failed))
        return answer

    def _carry_out(self, lot: list[Saying], patient: bool) -> None:
        """Carry out commands of different matches, commit them together, and tell everybody."""
        with ExitStack() as held:
            made: list[tuple[Saying, Live, Addition]] = []
            for saying in lot:
                try:
                    live = held.enter_context(self.memory.hold(saying.who.match, patient=patient))
                    addition = self._try(live, saying)
                    made += [] if addition is None else [(saying, live, addition)]
                except Busy:
                    self.referee.put_aside(saying)
                except Exception as error:
                    saying.failed(error)
            faults = self.store.append([addition for _, _, addition in made]) if made else []
            for (saying, live, addition), fault in zip(made, faults, strict=True):
                if fault is not None:
                    self._not_committed(live, saying, fault, patient)
                    continue
                try:
                    self._conclude(live, addition)
                    saying.done(live, addition.entry.version - 1)
                except Exception as error:
                    saying.failed(error)

    def _not_committed(self, live: Live, saying: Saying, fault: Exception, patient: bool) -> None:
        """What is in memory is wrong, or at least not certain: it is read anew."""
        if not isinstance(fault, Overtaken):
            saying.failed(fault)
        elif patient:
            saying.failed(_moved_on(live.record))
        else:  # by another server: the match may answer differently when it has been read anew
            self.referee.put_aside(saying)
        self.memory.drop(live)

    def _try(self, live: Live, saying: Saying) -> Addition | None:
        """Carry out a command, to be committed; None when it has been answered before."""
        who, wanted, record = saying.who, saying.wanted, live.record
        seat = self._seated(live, who)
        self.links.look(live, who)
        if wanted.seat is not None:
            check_seat(live, who, wanted.seat)
        said = live.said.get((who.name, wanted.key))
        if said is not None:
            saying.done(*self._as_it_was(live, said))
            return None
        if not self._up_to_date(live, wanted, seat):
            raise _moved_on(record)
        if live.computer(seat):
            raise Denied(403, f"the computer plays {seat}; take the seat back first")
        partings.demand_agreement(live)
        self._do(live, wanted.command, seat)
        return self._addition(live, who.name, wanted.key)

    @staticmethod
    def _up_to_date(live: Live, wanted: wire.Say, seat: str) -> bool:
        """Does a seat know where the match stands? Where several decide together, what the others have done meanwhile does not
        make its words stale: the rules look at them anyway."""
        record, match = live.record, live.match
        missed, speaker = record.version - wanted.version, match.roster.number(seat)
        if missed == 0:
            return wanted.revision in (None, record.revision)
        if not 0 < missed <= _MISSED or len(match.deciding) < 2 or speaker not in match.deciding:
            return False
        if wanted.revision is not None and record.revision - wanted.revision != missed:
            return False  # something has been taken back
        return not any(link.barrier or link.seat == speaker for link in match.recent(missed))

    @staticmethod
    def _as_it_was(live: Live, said: Said) -> tuple[Live, int]:
        """The match as a command left it when it was first said, and the version before it."""
        if said.kind == "undo":
            return live, live.record.version
        if said.version > live.record.version or live.line[said.version - 1].revision != said.revision:
            raise Denied(409, "that command has been taken back", version=live.record.version, revision=live.record.revision)
        record = msgspec.structs.replace(live.record, version=said.version, revision=said.revision, takeback=None)
        then = Live(record, live.match.at(said.version), [])
        then.line = live.line[: said.version]
        return then, said.version - 1

    def _do(self, live: Live, command: str | dict[str, Any], seat: str) -> None:
        try:
            live.match.do(command, seat)
        except Illegal:
            raise
        except BaseException:
            self.memory.drop(live)  # a fault in the rules may have left anything behind
            raise

    def _addition(self, live: Live, sender: str, key: str | None, reason: Reason | None = None) -> Addition:
        """The last command of a match, to be written to its log."""
        match, link, reason = live.match, live.match.last, reason or Reason()
        assert link.command is not None
        entry = Entry(
            live.record.revision + 1, match.length, "do", match.seats[link.seat], match.text(link.command), sender, key,
            reason.why, link.barrier, pack_events(link.events), now(), match.digest, reason.pack(),
        )  # fmt: skip
        snapshot = pack_state(match.state) if match.length % self.settings.snapshot_every == 0 else None
        return Addition(live.record.id, entry, live.to_decide, match.chapters, snapshot, fingerprint(match.game))

    def _conclude(self, live: Live, addition: Addition, since: int | None = None) -> None:
        """A change has been committed: tell everybody what is new (after `since`, where it is more than the last command)."""
        entry = addition.entry
        live.take(addition)
        hub.publish_update(live, len(live.line) - (entry.kind == "do") if since is None else since)
        self.computers.consider(live)

    def _commit(self, live: Live, additions: list[Addition], since: int | None = None) -> None:
        """Commit changes that belong together."""
        fault = self.store.append_all(additions)
        if fault is not None:
            self.memory.drop(live)
            raise _moved_on(live.record) if isinstance(fault, Overtaken) else fault
        for addition in additions[:-1]:
            live.take(addition)
        self._conclude(live, additions[-1], since)

    def _computer_decided(self, live: Live, seat: str, thought: Thought) -> None:
        before, why = live.match.copy(), thought.why
        try:
            self._do(live, thought.command, seat)
        except Illegal:  # for a reason that was hidden from it
            advice = anything(live.match.sit(seat))
            self._do(live, live.match.text(advice.command), seat)
            why = advice.why
        self._commit(live, [self._addition(live, "computer", None, reason_of(before, live.match, why))])

    def _go_back(self, live: Live, version: int, sender: str, seat: str, key: str | None) -> None:
        live.match = live.match.copy()
        live.match.take_back_to(version)
        entry = Entry(live.record.revision + 1, version, "undo", seat, "", sender, key, time=now())
        self._commit(live, [Addition(live.record.id, entry, live.to_decide, live.match.chapters)])

    def _pull_out(self, live: Live, version: int, sender: str, seat: str, key: str) -> None:
        """Take back a command from under those of others: back to before it, and theirs done again."""
        record, before = live.record, live.match
        live.match = without_last_of(before, before.roster.number(seat))
        entries = [Entry(record.revision + 1, version, "undo", seat, "", sender, key, time=now())]
        for link, line in zip(live.match.recent(live.match.length - version), live.line[version + 1 :], strict=True):
            assert link.command is not None
            entries.append(
                Entry(record.revision + 1 + link.number - version, link.number, "do", before.seats[link.seat],
                      before.text(link.command), sender, None, line.reason.why, link.barrier, pack_events(link.events), now(),
                      told=line.reason.pack())
            )  # fmt: skip
        additions = [Addition(record.id, entry, live.to_decide, live.match.chapters) for entry in entries]
        self._commit(live, additions, version)

    def undo(self, who: Pass, wanted: wire.Undo) -> wire.Answer:
        """Take back one's own last command; further than that only somebody who plays alone."""
        with self.change(who) as live:
            seat = self._seated(live, who)
            if live.record.version and live.match.seats[live.match.last.seat] in live.speaks_for(who):
                seat = live.match.seats[live.match.last.seat]  # whoever sits at the screen speaks for all at it
            if (who.name, wanted.key) not in live.said:
                partings.demand_agreement(live)
                version = live.record.version - 1
                if wanted.agreed:
                    if not live.alone(who):
                        raise Denied(403, "the opponent has to agree: ask for a takeback")
                    version = version if who.hotseat else live.last_of(seat) - 1
                elif not live.can_undo(who):
                    without_last_of(live.match, live.match.roster.number(seat))  # says why not
                    raise Denied(403, f"the computer plays {seat}; take the seat back first")
                elif live.last_of(seat) < live.record.version:
                    self._pull_out(live, live.last_of(seat) - 1, who.name, seat, wanted.key)
                    return self._answer(live, who, live.record.version)
                if version < 0:
                    raise Illegal("", NOTHING)
                self._go_back(live, version, who.name, seat, wanted.key)
            return self._answer(live, who, live.record.version)

    def takeback(self, who: Pass, wanted: wire.Takeback) -> wire.Answer:
        """Ask all whom it concerns to take back one's last command and all that followed, or answer such a question."""
        with self.change(who) as live:
            seat, request = self._seated(live, who), consent.Request.of(live)
            partings.demand_agreement(live)
            if wanted.say == "ask":
                if not live.last_of(seat):
                    raise Illegal("", NOTHING)
                request = consent.Request(seat)
            elif request is None:
                raise Denied(409, "nobody asks to take anything back", version=live.record.version, revision=live.record.revision)
            elif wanted.say == "refuse":
                self._set_takeback(live, None)
                return self._answer(live, who, live.record.version)
            elif request.seat == seat and not who.hotseat:
                raise Denied(403, "the others have to agree")
            else:
                request = consent.Request(request.seat, (*request.agreed, seat))
            if set(request.waiting(live)) <= set(live.speaks_for(who) if who.hotseat else ()):
                self._go_back(live, live.last_of(request.seat) - 1, who.name, seat, None)
            else:
                self._set_takeback(live, str(request))
            return self._answer(live, who, live.record.version)

    def _set_takeback(self, live: Live, request: str | None) -> None:
        self.store.set_takeback(live.record.id, request)
        live.record.takeback = request
        hub.publish_update(live, live.record.version)

    def hand(self, who: Pass, wanted: wire.Hand) -> wire.Answer:
        """Give a seat to the computer or take it back."""
        with self.change(who) as live:
            if wanted.seat not in live.match.seats:
                raise Denied(404, f"there is no seat {wanted.seat!r}")
            if wanted.seat not in live.speaks_for(who):
                raise Denied(403, "only a seat itself can be handed over")
            self._check_level(live.match, wanted.player)
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
            return self._answer(live, who, live.record.version)

    def go_on(self, who: Pass) -> wire.Answer:
        """Agree to go on with a match that the rules have parted."""
        with self.change(who) as live:
            self._seated(live, who)
            partings.agree(self.store, live, who)
            hub.publish_update(live, live.record.version)
            self.computers.consider(live)
            return self._answer(live, who, live.record.version)

    # ---------------------------------------------------------------- talk

    def chat(self, who: Pass, text: str) -> None:
        """Say something to everybody at the table."""
        with self.change(who) as live:
            message = self.store.add_message(who.match, self._seated(live, who), text)
            hub.publish(live, {"type": "chat", **msgspec.structs.asdict(message)})

    def set_notes(self, who: Pass, text: str) -> None:
        """Keep the private notes of a seat."""
        with self.change(who) as live:
            self.store.set_note(who.match, self._seated(live, who), text)

    # ---------------------------------------------------------------- sockets

    def join(self, client: hub.Client, since: int, revision: int, chat: int) -> None:
        """Send a new socket everything after `since`, and from now on everything that happens."""
        who = client.who
        with self.look(who) as live:
            back = self.store.lowest_since(who.match, revision)
            since = min(since, live.record.version if back is None else min(back, live.record.version))
            hub.greet(live, client, since, self.chat_after(who, chat), self.build)
            self.computers.consider(live)  # it may have lost its last thought with the match that was in memory before

    def leave(self, client: hub.Client) -> None:
        live = self.memory.find(client.who.match)
        if live is not None:
            with live.lock:
                live.clients.discard(client)
                if not live.clients:
                    live.forget_shown()


def _dice(match: Match) -> list[wire.DiceInfo]:
    """What is told of the dice: seeds, and from which roll on they hold, only after the last roll."""
    shown = [wire.DiceInfo(chapter.commitment, chapter.takebacks) for chapter in match.chapters]
    if match.over:
        for info, chapter in zip(shown, match.chapters, strict=True):
            info.scheme, info.first, info.seed = chapter.scheme, chapter.first, chapter.seed
    return shown


def _moved_on(record: Record) -> Denied:
    return Denied(409, "the match has moved on", version=record.version, revision=record.revision)
