"""Matches begin: new ones, and those that somebody brings as a save."""

from __future__ import annotations

from typing import Any

import msgspec

from ..core.errors import BadSave, GrognardError
from ..core.fingerprint import fingerprint
from ..core.history import pack_events
from ..core.match import Match
from ..core.save import loads
from ..games import load_game
from . import catalogue, wire
from .access import HOTSEAT, SPECTATOR, Denied, digest, new_match_id, new_token
from .computers import Computers, check_level
from .fairness import IMPORT, Disclosure, Fairness, fresh_seed
from .store import Entry, Parted, Record, now, pack_state
from .tables import Tables


class Beginning:
    """Begins matches and gives out their links."""

    def __init__(self, tables: Tables, computers: Computers, longest: int) -> None:
        self._tables, self._computers = tables, computers
        self._longest = longest  #: bytes of a save

    def create(self, wanted: wire.NewMatch) -> wire.Created:
        """Begin a match."""
        game = load_game(wanted.game, data_set=wanted.set)
        match = Match(game, wanted.scenario, wanted.options, wanted.seed, seating=wanted.seating)
        return self._keep(match, wanted.players, wanted.hotseat, seed_chosen=wanted.seed is not None)

    def puzzle(self, game: str, name: str) -> wire.Created:
        """Set a puzzle: its seat is for a person, the computer has the others."""
        wanted = catalogue.puzzle_of(game, name)
        match = wanted.match(game)
        others = {seat: "computer" for seat in match.seats if seat != wanted.seat}
        return self._keep(match, others, hotseat=False, imported=True)

    def import_save(self, wanted: wire.Import) -> wire.Created:
        """Go on with a save; whoever brings it knows its seed."""
        if len(wanted.text.encode()) > self._longest:
            raise Denied(413, f"a save may have {self._longest} bytes")
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
            check_level(match.game, player)
        names = (*seats, SPECTATOR, HOTSEAT) if hotseat else (*seats, SPECTATOR)
        tokens = {name: new_token() for name in names}
        solo = not hotseat and sum(player == "human" for player in players.values()) <= 1
        fairness = Fairness(screen=hotseat)
        if imported:  # between several people its dice must not go on as whoever brought it knows them
            fairness = fairness.disclosing(Disclosure(IMPORT, "", match.length, match.chapters[-1].commitment))
            if not hotseat and not solo:
                match.reseed(fresh_seed())
        entries, snapshots = _whole_log(match)
        record = Record(
            new_match_id(), match.game.slug, 1, match.scenario, match.options_chosen, match.chapters,
            seed_chosen, now(), players, solo, len(entries), match.length,
            " ".join(seats[k] for k in match.waiting) or None, None, match.game.data_set, fingerprint(match.game),
            None if match.parted is None else Parted(match.length, match.parted.why), match.seating, fairness,
        )  # fmt: skip
        self._tables.store.create(record, {name: digest(token) for name, token in tokens.items()}, entries, snapshots)
        shared = tokens.pop(HOTSEAT, None)
        if any(player != "human" for player in players.values()):
            with self._tables.memory.hold(record.id) as live:
                self._computers.consider(live)
        return wire.Created(record.id, tokens, msgspec.UNSET if shared is None else shared)


def _whole_log(match: Match) -> tuple[list[Entry], dict[int, bytes]]:
    """The log of an imported match, with what has been struck out of it."""
    log: list[Entry] = []

    def enter(version: int, kind: str, seat: str, command: str, **more: Any) -> None:
        log.append(Entry(len(log) + 1, version, kind, seat, command, "import", time=now(), **more))

    def strike(after: int) -> None:
        for parting in match.struck:
            if min(parting.number, match.length) == after:
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
