"""Finished results on disk, one per line: each is kept at once and for good, and a run goes on after the last of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from ..core.errors import GrognardError

T = TypeVar("T")


class Lines(Generic[T]):
    """A file of JSON lines of one type."""

    def __init__(self, path: Path, cls: type[T], name: str) -> None:
        self.path, self.kind, self.name = path, cls, name
        self.kept = self._whole()

    def add(self, one: T) -> None:
        """Keep a result. What cannot be written is a sentence; what has been written stays."""
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            kept = f"{len(self.kept)} {self.name} are kept in it"
            raise GrognardError(f"{self.path.parent} takes no more ({error.strerror or error}); {kept}") from error
        self.kept.append(one)

    def _whole(self) -> list[T]:
        """All results. A last line that was torn when the machine stopped is cut off, so that its game is played again."""
        if not self.path.exists():
            return []
        text = self.path.read_bytes()
        lines = text.split(b"\n")
        found = []
        for number, line in enumerate(lines, 1):
            if not line:
                continue
            try:
                found.append(msgspec.json.decode(line, type=self.kind))
            except msgspec.DecodeError as error:
                if number < len(lines) - 1:
                    raise GrognardError(f"{self.path}, line {number}: {error}") from None
        whole = b"".join(one + b"\n" for one in lines[: len(found)])
        if whole != text:
            self.path.write_bytes(whole)
        return found
