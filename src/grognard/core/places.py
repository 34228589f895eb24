"""Folders of the user: where matches are kept, and what can be made again. A service may have no home at all."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from .errors import GrognardError
from .files import using


def is_writable(folder: Path) -> bool:
    """Can files be kept in a folder? It is made if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def cache_folder() -> Path:
    """Where things are kept that can be made again: GROGNARD_CACHE, the user's own folder for such things, or, where he has
    none, a folder that goes when this process goes."""
    chosen = os.environ.get("GROGNARD_CACHE")
    if chosen:
        if not is_writable(Path(chosen)):
            raise GrognardError(f"the environment variable GROGNARD_CACHE names {chosen!r}, where no files can be kept")
        return Path(chosen)
    own = _user_folder("XDG_CACHE_HOME", ".cache")
    return own if own is not None and is_writable(own) else passing_folder()


def data_folder() -> Path:
    """Where matches are kept that are not in a database of their own."""
    chosen = os.environ.get("GROGNARD_DATA")
    folder = Path(chosen) if chosen else _user_folder("XDG_DATA_HOME", ".local/share")
    if folder is None:
        raise GrognardError("there is no home folder to keep matches in: name a database, or a folder in GROGNARD_DATA")
    with using(folder, "used as a folder"):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _user_folder(variable: str, in_home: str) -> Path | None:
    """Our part of a folder of the user; None when nobody knows his home."""
    chosen = os.environ.get(variable)
    try:
        return Path(chosen or Path.home() / in_home) / "grognard"
    except RuntimeError:  # no HOME, and the system does not know the user
        return None


@cache
def passing_folder() -> Path:
    """A folder of this process alone, which goes when it goes."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
