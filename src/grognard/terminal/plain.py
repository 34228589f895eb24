"""The table line by line: for screen readers, slow lines and scripts."""

from __future__ import annotations

import sys
from typing import TextIO

from .session import Session


def run(session: Session, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Talk until the game is over, the player quits or the input ends; on standard input and output if nothing else is given."""
    lines, out = lines or sys.stdin, out or sys.stdout

    def tell(texts: list[str]) -> None:
        for text in texts:
            print(text, file=out, flush=True)

    tell(["Type help for help.", *session.prompt()])
    while not session.over:
        while session.computer_to_move:
            tell(session.computer_step())
            if not session.computer_to_move:
                tell(session.prompt())
        if session.match.over:
            break
        line = lines.readline()
        if not line:
            break
        before = session.match.length
        tell(session.say(line))
        if session.match.length != before and not session.computer_to_move:
            tell(session.prompt())
