"""A player that is a program of its own and speaks JSON, a line at a time, on its standard input and output.

What is said on either side is described in docs/players.md. The program is asked about a match that was dealt from what its seat
knows, so it can be told whatever it asks. One that crashes, stays silent or says nothing legal loses its game, by a sentence.
"""

from __future__ import annotations

import random
import shlex
import subprocess
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any

import msgspec

from ..core.errors import GrognardError
from ..core.match import Match
from . import Advice

PROTOCOL = 1
#: how long a program may think about one decision, in seconds
PATIENCE = 30.0
#: how many legal commands it is told without asking
SAMPLES = 40
#: how often it may say something illegal at one decision, and ask something
SLIPS, QUESTIONS = 5, 2000
#: of how many bytes one of its lines may be, how many lines may wait, and how much of its words is told in a sentence
LONGEST, WAITING, QUOTED = 1_000_000, 100, 300


class PlayerFailed(GrognardError):
    """A player has given up its game: the sentence says how."""


class Told(msgspec.Struct):
    """What a program says: a command, or a question."""

    command: str | None = None
    why: str = ""
    ask: str | None = None
    units: str = ""
    hex: str = ""


class Program:
    """A program in a seat. It is started at its first decision."""

    def __init__(self, line: str, patience: float = PATIENCE) -> None:
        self.words, self.patience = shlex.split(line), patience
        if not self.words:
            raise GrognardError("run: must be followed by the command that starts the program")
        self.name = self.words[-1]
        self.process: subprocess.Popen[bytes] | None = None
        self.said: Queue[bytes | None] = Queue()  #: what it is told, and nothing more to come
        self.heard: Queue[bytes | None] = Queue(WAITING)
        self.complaints: deque[str] = deque(maxlen=1)  #: the last line of its standard error
        self.complaining: Thread | None = None  #: who listens to them

    def choose(self, match: Match) -> Advice:
        if self.process is None:
            self._start(match)
        seat = match.seats[match.seat]
        legal = match.legal_commands()
        rng = random.Random(f"{seat} {match.length}")
        some = {match.text(legal.sample(rng)): None for _ in range(SAMPLES)}
        self._say({"say": "decide", "view": match.view(seat), "commands": [*some]})
        slips = 0
        for _ in range(QUESTIONS):
            told = self._listen()
            if told.command is None:
                self._say(_answer(match, told))
                continue
            refused: GrognardError | None
            try:
                command = match.parse(told.command)
                refused = match.check(command, seat)
            except GrognardError as error:
                refused = error
            if refused is None:
                return Advice(command, told.why)
            slips += 1
            if slips == SLIPS:
                last = f"last {quoted(told.command)!r}: {quoted(str(refused))}"
                raise PlayerFailed(f"{self.name} has said nothing legal in {SLIPS} tries, {last}")
            self._say({"say": "refused", "why": str(refused)})
        raise PlayerFailed(f"{self.name} has asked {QUESTIONS} questions about one decision")

    def close(self) -> None:
        """The game is over."""
        if self.process is None:
            return
        self._say({"say": "end"})
        self.said.put(None)
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    # ---------------------------------------------------------------- lines

    def _start(self, match: Match) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(self.words, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise GrognardError(f"{' '.join(self.words)!r} cannot be started: {error.strerror or error}") from error
        Thread(target=self._speak, args=(self.process.stdin,), daemon=True).start()
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self.complaining = Thread(target=self._complain, args=(self.process.stderr,), daemon=True)
        self.complaining.start()
        self._say({"say": "begin", "protocol": PROTOCOL, "game": match.game.slug, "seat": match.seats[match.seat]})

    def _speak(self, stream: Any) -> None:
        """Tell it what is said, however slowly it listens. That it hears no more is found out when it is listened to."""
        with suppress(OSError):
            while (line := self.said.get()) is not None:
                stream.write(line)
                stream.flush()
        with suppress(OSError):
            stream.close()

    def _read(self, stream: Any) -> None:
        while line := stream.readline(LONGEST + 1):
            self.heard.put(line)
            if len(line) > LONGEST:
                return
        self.heard.put(None)

    def _complain(self, stream: Any) -> None:
        while line := stream.readline(LONGEST):
            if text := line.decode("utf-8", "replace").strip():
                self.complaints.append(quoted(text))

    def _say(self, words: dict[str, Any]) -> None:
        self.said.put(msgspec.json.encode(words) + b"\n")

    def _listen(self) -> Told:
        try:
            line = self.heard.get(timeout=self.patience)
        except Empty:
            raise PlayerFailed(f"{self.name} has been silent for {self.patience:g} seconds") from None
        if line is None:
            raise self._gone()
        if len(line) > LONGEST:
            raise PlayerFailed(f"{self.name} has said a line of more than {LONGEST} bytes")
        try:
            return msgspec.json.decode(line, type=Told)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise PlayerFailed(f"{self.name} has said something that is no answer: {error}") from None

    def _gone(self) -> PlayerFailed:
        assert self.process is not None
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(2)
        if self.complaining is not None:
            self.complaining.join(2)  # its last words may still be on their way
        last = f": {self.complaints[-1]}" if self.complaints else ""
        return PlayerFailed(f"{self.name} has ended in the middle of the game (exit code {self.process.returncode}){last}")


def quoted(text: str) -> str:
    """Somebody's words in a sentence: the beginning of them, where they are many."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


def _answer(match: Match, told: Told) -> dict[str, Any]:
    """What a program asks while thinking."""
    seat = match.seats[match.seat]
    try:
        if told.ask == "commands":
            legal = match.legal_commands()
            return {"say": "answer", "commands": [match.text(command) for command in legal]}
        if told.ask == "view":
            return {"say": "answer", "view": match.view(seat)}
        if told.ask == "reach":
            return {"say": "answer", "reach": match.reach(told.units)}
        if told.ask == "odds":
            return {"say": "answer", "odds": match.odds(told.hex, told.units, seat=seat)}
        if told.ask == "threats":
            return {"say": "answer", "threats": match.threats(seat)}
    except GrognardError as error:
        return {"say": "refused", "why": str(error)}
    return {"say": "refused", "why": "a line has a command, or asks for commands, view, reach, odds or threats"}
