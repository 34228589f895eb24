"""A conversation with the referee in lines of text, shared by the full screen and the plain mode.

Everything a seat may say is typed as it is saved (`move 3pz 1512`); besides there are words to look and ask:
show, status, desk, options, reach, odds, supply, who, staff, log, rules, undo, redo, save, help, quit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..ai import Opponent, opponent
from ..ai.outward import outward
from ..core.command import Command
from ..core.errors import BadCommand, GrognardError, Illegal
from ..core.flow import LegalCommands
from ..core.match import Match
from ..core.seats import eyes_of
from ..core.words import is_number
from ..facts import Outlook, desk, who_can_attack, who_can_reach
from ..rulebook import read_rules, search
from .slips import mended
from .staff import Staff
from .words import (
    board_lines,
    decision_lines,
    desk_lines,
    hex_lines,
    odds_lines,
    reach_lines,
    set_lines,
    source_lines,
    status_lines,
    unit_words,
    who_lines,
)

#: words to ask, where a game has rules about them
ASKING = {"reach": "reach UNITS", "odds": "odds HEX with UNITS [air N]", "supply": "supply UNIT"}
HELP = (
    "staff ORDER UNITS [HEX] (a plan before anything is done: hold, advance, encircle, withdraw, refit)",
    "desk (what is left to do and at stake) · who HEX (who of both sides can reach or attack it) · rules ID or WORDS",
    "undo · redo · save FILE · quit",
    "Orders are typed as the prompt lists them, e.g. `move 3pz+10mot 1512`; several units are joined with +.",
    "Whoever speaks out of turn, or shares the decision, names his seat first, e.g. `soviet: emergency 2g 1606`.",
)


class Session:
    """One match at one terminal: human seats take turns, computer seats answer by themselves."""

    def __init__(self, match: Match, computers: Mapping[str, str | None] | None = None) -> None:
        self.match = match
        self.computers: dict[str, Opponent] = {
            seat: opponent(match.game.slug, level) for seat, level in (computers or {}).items()
        }
        self.seen = 0  #: commands whose events have been told
        self.over = False
        self._staff = Staff()
        self._undone: list[tuple[str, Command]] = []  #: taken back, the latest last
        self.words: dict[str, Callable[[str], Iterator[str]]] = {
            "help": self._help, "show": self._show, "options": self._options, "reach": self._reach, "odds": self._odds,
            "supply": self._supply, "log": self._log, "rules": self._rules, "undo": self._undo, "redo": self._redo,
            "save": self._save, "who": self._who, "status": self._status, "staff": self._staff_word, "desk": self._desk,
            "quit": self._quit, "exit": self._quit,
        }  # fmt: skip
        for word in [word for word in ASKING if word not in match.game.questions]:
            del self.words[word]

    @property
    def seat(self) -> str | None:
        """Whose eyes the terminal has: the first human who must decide, else the first human seat."""
        match = self.match
        to_speak = [match.seats[k] for k in match.waiting]
        return next((s for s in [*to_speak, *match.seats] if s not in self.computers), None)

    @property
    def computer_to_move(self) -> str | None:
        """The first computer seat that must decide."""
        return next((self.match.seats[k] for k in self.match.waiting if self.match.seats[k] in self.computers), None)

    def computer_step(self) -> list[str]:
        """One command of a computer seat, told with its reason as far as the reader may know it."""
        seat, before = self.computer_to_move, self.match.copy()
        assert seat is not None
        advice = self.computers[seat].choose(self.match.sit(seat))
        self.match.do(advice.command, seat)
        told = outward(before, self.match, self.seat)
        why = [f"({told})"] if told else []
        return [*self.news(), *why]

    def news(self) -> list[str]:
        """What has happened since the last time, as the seat may know it."""
        fresh = self.match.length > self.seen
        lines = [entry.text for entry in self.match.log(self.seat, self.seen)] if fresh else []
        self.seen = self.match.length
        return lines

    def prompt(self) -> list[str]:
        return decision_lines(self.match, self.seat)

    def options(self) -> LegalCommands:
        """What the seat at the terminal may say."""
        return self.match.legal_commands(self.seat if self.match.roster.number(self.seat or 0) in self.match.deciding else None)

    def movable(self) -> set[str]:
        """The units that the seat may name with something other than an attack."""
        if self.match.over:
            return set()
        options, names = self.options(), self.match.game.names.unit_names
        return {names[unit] for verb in options.verbs if not verb.hex_first for unit in options.units_with(verb)}

    def say(self, line: str) -> list[str]:
        """Answer one line."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        try:
            if word.lower() in self.words:
                return list(self.words[word.lower()](rest.strip()))
            seat, colon, order = line.partition(":")
            if colon and seat.strip().lower() in self.match.seats:
                self.match.do(order.strip(), seat.strip().lower())
            else:
                self.match.do(line.strip(), self.seat if len(self.match.deciding) > 1 else None)
            self._undone.clear()
            return self.news()
        except BadCommand as refusal:
            return [f"? {refusal.why}", *self._meant(line)]
        except Illegal as refusal:
            return [f"Refused: {refusal}"]
        except GrognardError as error:
            return [f"! {error}"]

    def _meant(self, line: str) -> list[str]:
        """What was probably meant by a line that nobody understands, if something is near it."""
        if self.match.over:
            return []
        names, options = self.match.game.names, self.options()
        verbs = [verb for verb in options.verbs if verb.name == line.split()[0].lower()] or options.verbs
        units = {names.unit_names[unit] for verb in verbs for unit in options.units_with(verb)}
        hexes = {names.node_names[hex] for verb in verbs for hex in options.hexes_with(verb)}
        words = {word for verb in verbs if verb.words for word in verb.words(self.match.play)}
        links = {link for verb in verbs for link, _, _ in verb.pattern.parts if link}
        said = {*self.words, *links, *(verb.name for verb in options.verbs)}
        known = {*names.unit_of, *names.node_of, *said, *words}
        counting = {link for verb in verbs for link, what, _ in verb.pattern.parts if what == "NUMBER"} | {"air"}
        meant = mended(line, known, {*said, *words, *(units or names.unit_of), *(hexes or names.node_of)}, counting)
        return [f"Did you mean: {meant}"] if meant else []

    def complete(self, line: str) -> list[str]:
        """Ways to go on with a line: verbs, units, hexes, words."""
        before, _, last = line.rpartition(" ")
        if not before:
            decision = self.match.decision
            return sorted(v for v in [*(decision.verbs if decision else ()), *self.words] if v.startswith(last.lower()))
        verb = before.split()[0].lower()
        return [f"{before} {word}" for word in self._nameable(verb, before, last)][:50]

    def _nameable(self, verb: str, before: str, last: str) -> list[str]:
        names = self.match.game.names
        found = next((v for v in self.options().verbs if v.name == verb), None) if self.match.decision else None
        joined, plus, tail = last.rpartition("+")
        if found is None:
            pool = [*names.unit_names, *names.node_names]
            return [w for w in pool if w.startswith(last)]
        if found.words is not None:
            return [w for w in found.words(self.match.play) if w.startswith(last)]
        named = [names.unit_of[u] for word in before.split()[1:] for u in word.split("+") if u in names.unit_of]
        hexes = [names.node_of[w] for w in before.split()[1:] if w in names.node_of]
        units = [names.unit_names[u] for u in self.options().units_with(found, hexes)]
        places = [names.node_names[h] for h in found.hexes(self.match.play, named)] if found.hexes and not hexes else []
        # a verb that names its hex first goes on with a word like "with" before the units
        link = [k for k, what, _ in found.pattern.parts if k and what == "UNITS" and hexes and k not in before.split()]
        joined_units = [] if link else [f"{joined}{plus}{u}" for u in units]
        return [w for w in [*link, *joined_units] if w.startswith(last)] + [p for p in places if p.startswith(tail)]

    # ---------------------------------------------------------------- looking and asking

    def _help(self, rest: str) -> Iterator[str]:
        asking = [words for word, words in ASKING.items() if word in self.words]
        yield " · ".join(["help · show [HEX|UNIT|box] · status · options [VERB [UNITS]]", *asking, "log [N]"])
        yield from HELP
        yield from self.prompt()

    def _show(self, rest: str) -> Iterator[str]:
        view = self.match.view(self.seat)
        if not rest:
            yield from board_lines(view, self.match.game)
        elif rest in self.match.game.names.node_of:
            yield from hex_lines(self.match, view, rest)
        else:
            for name, stack in view.stacks.items():
                for unit in stack.units:
                    if unit.id == rest.lower():
                        yield f"{unit_words(unit)}, in {name}"
                        yield from source_lines(self.match, unit)
                        return
            yield f"You see nothing called {rest!r}."

    def _status(self, rest: str) -> Iterator[str]:
        yield from status_lines(self.match.view(self.seat))
        yield from set_lines(self.match.game)

    def _staff_word(self, rest: str) -> Iterator[str]:
        if rest != "go":
            yield from self._staff.say(self.match, self.seat, rest)
            return
        for line in self._staff.given(self.match):
            try:
                self.match.do(line.command, self.seat if len(self.match.deciding) > 1 else None)
            except Illegal as refusal:
                yield f"Refused: {line.command}: {refusal}. The staff stops here."
                break
            self._undone.clear()
            yield from self.news()
            if line.attack:
                break
        if self._staff.lines:
            yield f"{len(self._staff.lines)} lines of the plan are left: `staff go` goes on, `staff show` shows them."

    def _options(self, rest: str) -> Iterator[str]:
        words = rest.split()
        if not words:
            yield from self.prompt()
            return
        options = self.options()
        names = self.match.game.names
        units = [names.unit(u) for u in words[1].split("+")] if len(words) > 1 else []
        yield "units: " + " ".join(names.unit_names[u] for u in options.units(words[0]))
        yield "hexes: " + " ".join(names.node_names[h] for h in options.hexes(words[0], units))

    def _reach(self, rest: str) -> Iterator[str]:
        yield from reach_lines(self.match.reach(rest))

    def _odds(self, rest: str) -> Iterator[str]:
        words = rest.split()
        if len(words) < 3 or words[1] != "with":
            raise BadCommand("odds HEX with UNITS [air N]")
        air = int(words[4]) if len(words) > 4 and words[3] == "air" and is_number(words[4]) else 0
        yield from odds_lines(self.match.odds(words[0], words[2], air=air))

    def _supply(self, rest: str) -> Iterator[str]:
        answer = self.match.supply(rest, None if self.match.over else self.match.seat)
        yield f"{rest} is {'in supply' if answer.supplied else 'out of supply'}: {answer.why}"
        if answer.path:
            yield "-".join(answer.path)

    def _who(self, rest: str) -> Iterator[str]:
        node = self.match.game.names.node(rest)
        options = self.options()
        for verb in options.verbs:
            if verb.units is None or verb.hexes is None:
                continue
            able = options.units_with(verb, (node,)) if verb.hex_first else [
                u for u in options.units_with(verb) if node in verb.hexes(self.match.play, (u,))
            ]  # fmt: skip
            yield f"{verb.title}: {' '.join(self.match.game.names.unit_names[u] for u in able) or 'nobody'}"
        if node < self.match.game.board.hexes:
            yield from who_lines(who_can_reach(self._outlook, node), who_can_attack(self._outlook, node))

    def _desk(self, rest: str) -> Iterator[str]:
        match, seat = self.match, self.seat
        if seat is None or match.over:
            raise BadCommand("a desk belongs to somebody who plays")
        number = match.roster.number(seat)
        options = match.legal_commands(seat) if number in match.deciding else None
        yield from desk_lines(desk(self._outlook, seat, match.roster.sides[number], options))

    @property
    def _outlook(self) -> Outlook:
        """What is to come, as the reader knows it."""
        seat = -1 if self.seat is None else self.match.roster.number(self.seat)
        return Outlook(self.match.play, eyes_of(self.match.play, seat), seat)

    def _log(self, rest: str) -> Iterator[str]:
        count = int(rest) if is_number(rest) else 20
        for entry in self.match.log(self.seat)[-count:]:
            yield entry.text + (f" [{entry.rule}]" if entry.rule else "")

    def _rules(self, rest: str) -> Iterator[str]:
        found = search(read_rules(self.match.game.slug)["rules"], rest) if rest else []
        for rule in found[:8]:
            yield f"{rule['id']} {rule['title']}. {rule['text']}"
        if not found:
            yield "No rule says that."

    def _undo(self, rest: str) -> Iterator[str]:
        last = self.match.last
        self.match.undo(alone=True)  # all who play sit at this terminal
        assert last.command is not None
        self._undone.append((self.match.seats[last.seat], last.command))
        self.seen = min(self.seen, self.match.length)
        yield "Taken back."

    def _redo(self, rest: str) -> Iterator[str]:
        if not self._undone:
            raise BadCommand("there is nothing to do again")
        seat, command = self._undone.pop()
        self.match.do(command, seat)
        yield from self.news()

    def _save(self, rest: str) -> Iterator[str]:
        if not rest:
            raise BadCommand("save FILE")
        self.match.save(Path(rest))
        yield f"Saved in {rest}."

    def _quit(self, rest: str) -> Iterator[str]:
        self.over = True
        yield "Goodbye."
